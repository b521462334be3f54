(** NoAxioms.v -- theorems about bytes and numbers assume nothing; `make axioms` reads this output. *)
From Zwang Require Import Read Verdict Sha256 MotionExample LoadsExample.
Print Assumptions read_scene_canonical.
Print Assumptions check_texts_sound.
Print Assumptions check_texts_statics.
Print Assumptions check_texts_ranges.
Print Assumptions check_texts_moving.
Print Assumptions check_texts_threshold.
Print Assumptions sha256_abc.
Print Assumptions sliding_accepted.
Print Assumptions pushed_accepted.
Print Assumptions pushed_can_stand.
Print Assumptions pushed_falls.
