(** Normal.v -- the numbers of a scene over common denominators: one for lengths, one for velocities, and so on.

    Only the way they are written changes ([real_normal]), so that sums need no products of denominators. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lia.
From Zwang Require Import Format Meaning Numbers.
Import ListNotations.

(** q over the denominator d, if that is a multiple of its own. *)
Definition with_denominator (d : Z) (q : Q) : Q :=
  match (d / Zpos (Qden q))%Z, d with
  | Zpos k, Zpos e => if Pos.eqb (k * Qden q) e then (Qnum q * Zpos k)%Z # e else q
  | _, _ => q
  end.

Lemma with_denominator_R d q : Q2R (with_denominator d q) = Q2R q.
Proof.
  unfold with_denominator. destruct (d / Zpos (Qden q))%Z as [|k|k]; try reflexivity.
  destruct d as [|e|e]; try reflexivity. destruct (Pos.eqb (k * Qden q) e) eqn:E; [|reflexivity].
  apply Pos.eqb_eq in E. apply Qeq_eqR. unfold Qeq; simpl. rewrite <- E, Pos2Z.inj_mul. ring.
Qed.

(** The least common denominator, as long as it has no more than 2,000 digits; then numbers stay as they are. *)
Definition common (l : list Q) : Z :=
  fold_left (fun d q =>
    if Z.eqb (Z.rem d (Zpos (Qden q))) 0 then d
    else let e := Z.lcm d (Zpos (Qden q)) in if Z.ltb (Z.log2 e) 2000 then e else d) l 1%Z.

Definition coordinates (p : point Q) : list Q := [px p; py p].
Definition of_matter {A} (f : matter Q -> list A) (b : body Q) : list A :=
  match free b with
  | Some m => f m
  | None => []
  end.

Definition lengths (s : scene Q) : list Q :=
  flat_map (fun b => flat_map (flat_map coordinates) (parts b) ++ of_matter (fun m => coordinates (centroid m)) b)
           (bodies s) ++ flat_map (fun k => coordinates (pin_at k)) (pins s).

Record units := Units { for_length : Z; for_mass : Z; for_inertia : Z; for_velocity : Z; for_spin : Z; for_gravity : Z }.

Definition units_of (s : scene Q) : units :=
  let all f := common (flat_map (of_matter f) (bodies s)) in
  Units (common (lengths s)) (all (fun m => [mass m])) (all (fun m => [inertia m]))
        (all (fun m => coordinates (velocity m))) (all (fun m => [spin m])) (common (coordinates (gravity s))).

Definition normal_point (d : Z) : point Q -> point Q := point_map (with_denominator d).
Definition normal_matter (u : units) (m : matter Q) : matter Q :=
  Matter (with_denominator (for_mass u) (mass m)) (normal_point (for_length u) (centroid m))
         (with_denominator (for_inertia u) (inertia m)) (normal_point (for_velocity u) (velocity m))
         (with_denominator (for_spin u) (spin m)).
Definition normal_body (u : units) (b : body Q) : body Q :=
  Body (label b) (map (map (normal_point (for_length u))) (parts b)) (option_map (normal_matter u) (free b))
       (friction b).
Definition normal_pin (u : units) (k : pin Q) : pin Q :=
  Pin (pin_first k) (pin_second k) (normal_point (for_length u) (pin_at k)) (pin_collides k).
Definition normal (s : scene Q) : scene Q :=
  let u := units_of s in
  Scene (normal_point (for_gravity u) (gravity s)) (map (normal_body u) (bodies s)) (map (normal_pin u) (pins s))
        (friction_pairs s) (dead_loads s).

Lemma real_normal_point d p : toR (normal_point d p) = toR p.
Proof. unfold point_map; simpl. now rewrite !with_denominator_R. Qed.

Lemma real_normal_body u b : bodyR (normal_body u b) = bodyR b.
Proof.
  unfold body_map, normal_body; simpl. f_equal.
  - rewrite map_map. apply map_ext. intro P. unfold part_map. rewrite map_map. apply map_ext.
    intro p. apply real_normal_point.
  - destruct (free b) as [m|]; simpl; [|reflexivity].
    unfold matter_map, normal_matter; simpl. now rewrite !with_denominator_R, !real_normal_point.
Qed.

(** The same scene, over the reals. *)
Theorem real_normal s : real_scene (normal s) = real_scene s.
Proof.
  unfold real_scene, scene_map, normal; simpl. f_equal.
  - apply real_normal_point.
  - rewrite map_map. apply map_ext. intro b. apply real_normal_body.
  - rewrite map_map. apply map_ext. intro k. unfold pin_map, normal_pin; simpl. now rewrite real_normal_point.
Qed.
