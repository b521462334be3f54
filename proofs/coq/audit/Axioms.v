(** Axioms.v -- what the theorems assume; `make axioms` reads this output. *)
From Zwang Require Import Format Normal Read Verdict SoundAnswer Forces Gauss.
(* Theorems about bytes and numbers. *)
Print Assumptions read_scene_canonical.
Print Assumptions check_texts_sound.
(* Theorems about real motions. *)
Print Assumptions gauss.
Print Assumptions check_demanded.
Print Assumptions forces_balance.
Print Assumptions idle_carries_nothing.
Print Assumptions rest_energy.
Print Assumptions rest_falls.
