(** Thresholds.v -- proofs of zwang-threshold-1 (proofs/FORMAT.md, section 9) in which friction varies: proofs about statics
    of the scene with one friction everywhere that holds it, and with one that does not (K1 and K2). *)
Require Import List Bool String NArith ZArith QArith.
From Zwang Require Import Format.
Import ListNotations.

(** Without [falls] every friction from that of [stands] on holds the scene. *)
Record threshold := Threshold {
  threshold_digest : string;
  stands : Q * statics;
  falls_at : option (Q * statics) }.

Definition samples (th : threshold) : list (Q * statics) :=
  stands th :: match falls_at th with Some x => [x] | None => [] end.

(** The scene varied at t: every body has the friction t, and no pair one of its own. *)
Definition with_friction K (t : K) (s : scene K) : scene K :=
  Scene (gravity s) (map (fun B => Body (label B) (parts B) (free B) t) (bodies s)) (pins s) [] (dead_loads s).
