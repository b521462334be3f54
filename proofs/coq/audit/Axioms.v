(** Axioms.v -- what the theorems about real motions assume; `make axioms` reads this output. *)
From Zwang Require Import Loads SoundAnswer Forces Gauss Files Stands Friction Farkas Coulomb.
From Zwang Require Import MotionConverse MotionPins MotionLimit MotionExample LoadsExample Core Bounds SoundRanges SoundAccelerations SoundThresholds.
Print Assumptions gauss.
Print Assumptions check_demanded.
Print Assumptions files_gauss.
Print Assumptions forces_balance.
Print Assumptions weights_and_loads.
Print Assumptions free_accelerations_R.
Print Assumptions idle_carries_nothing.
Print Assumptions rest_energy.
Print Assumptions rest_falls.
Print Assumptions stands_iff_zero.
Print Assumptions strict_stays_apart.
Print Assumptions strict_lawful.
Print Assumptions admissible_approached.
Print Assumptions sliding_lawful.
Print Assumptions coulomb.
Print Assumptions files_coulomb.
Print Assumptions one_or_the_other.
Print Assumptions frictionless_unstable.
Print Assumptions bounded_end.
Print Assumptions ranges_of_forces.
Print Assumptions files_ranges.
Print Assumptions accelerations_by_law.
Print Assumptions files_accelerations.
Print Assumptions threshold_of_friction.
Print Assumptions pushed_demanded.
Print Assumptions pushed_is_settled.
