(** FrictionExample.v -- the definitions of statics are not empty: the brick on a slope of 3 to 4 of proofs/FORMAT.md,
    section 7. With friction 3/4 it can stand, with 1/2 it falls. *)
Require Import List String NArith ZArith QArith Reals Qreals.
From Zwang Require Import Format Meaning Numbers Statics Friction Coulomb.
Import ListNotations.
Open Scope Q_scope.

Definition slope_scene (mu : Q) : scene Q :=
  Scene (Point 0 (-1))
    [ Body "slope" [[Point (-8) (-6); Point 8 (-6); Point 8 6]] None mu;
      Body "brick" [[Point 0 0; Point 4 3; Point (5#2) 5; Point (-3#2) 2]]
        (Some (Matter (25#2) (Point (5#4) (5#2)) (3125#96) (Point 0 0) 0)) mu ]
    [] [] [].

Definition slope_proof (said : trial) : statics :=
  Statics "" [Separation 0 0 1 0 0 2] [Contact 1 0 0 0 0 2; Contact 1 0 1 0 0 2] []
          [StaticsGroup [1%N] [StaticsCase [] said]].

Definition brick_held : trial := Held 128 [(0%N, (44, -33)%Z); (1%N, (20, -15)%Z)] [].
Definition brick_falls : trial := Falling [Twist (-11) (-2) 0]%Z.

Example slope_held :
  check_statics (slope_scene (3#4)) (slope_proof brick_held) = true /\ finding_of (slope_proof brick_held) = CanStand.
Proof. split; vm_compute; reflexivity. Qed.

Example slope_falls :
  check_statics (slope_scene (1#2)) (slope_proof brick_falls) = true /\ finding_of (slope_proof brick_falls) = Falls.
Proof. split; vm_compute; reflexivity. Qed.

(** The friction of the first is the least that holds the brick, and that of the second is too little. *)
Example slope_too_smooth :
  check_statics (slope_scene (1#2)) (slope_proof brick_held) = false /\
  check_statics (slope_scene (3#4)) (slope_proof brick_falls) = false.
Proof. split; vm_compute; reflexivity. Qed.

Open Scope R_scope.

(** What that says: forces hold the first, and nothing holds the second. *)
Example slope_forces : forall choice, exists F,
  let s := real_scene (slope_scene (3#4)) in
  holds_still (friction_of s) s (skeleton (slope_proof brick_held)) choice F.
Proof.
  destruct slope_held as [C E]. apply check_settled in C. rewrite E in C.
  apply (is_held _ _ _ C); [discriminate|]. intro c. apply Rle_refl.
Qed.

Example slope_no_forces : exists choice, forall F,
  let s := real_scene (slope_scene (1#2)) in
  ~ holds_still (friction_of s) s (skeleton (slope_proof brick_falls)) choice F.
Proof.
  destruct slope_falls as [C E]. apply check_settled in C. rewrite E in C.
  destruct (is_falling _ _ _ C eq_refl _ (fun c => Rle_refl _)) as (choice & V & _ & H). now exists choice.
Qed.
