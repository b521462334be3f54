(** * An example: the definitions are not empty

    A brick slides along a table. The checker accepts a proof that it goes on with its velocity, and the
    motion that does so is lawful: the answer itself is the acceleration of a lawful motion. *)

Require Import List String NArith ZArith QArith Reals Qreals Lra.
From Zwang Require Import Format Meaning Checker MotionJet Motion MotionPlane.
Import ListNotations.
Open Scope string_scope.
Open Scope Q_scope.

Definition corners_of (x0 y0 x1 y1 : Q) : part Q :=
  [Point x0 y0; Point x1 y0; Point x1 y1; Point x0 y1].

(** A table of width 8 with its top at height 0, and a brick of width 2, height 1 and mass 2 on it, which
    slides to the right with velocity 1. *)
Definition sliding_scene : scene Q :=
  Scene (Point 0 (-1))
    [ Body "table" [corners_of (-4) (-1) 4 0] None 0;
      Body "brick" [corners_of (-1) 0 1 1]
        (Some (Matter 2 (Point 0 (1#2)) (5#6) (Point 1 0) 0)) 0 ]
    [] [] [].

(** Both lower vertices of the brick touch the table's upper edge, of length 8; its normal is (0, 8), so that
    each contact carries 1/8 of it. *)
Definition sliding_proof : proof :=
  Proof "" [Separation 0 0 1 0 0 2]
    [Contact 1 0 0 0 0 2; Contact 1 0 1 0 0 2]
    []
    [Group [1%N]
       [Case [] (Some (Optimum 8 [Twist 0 0 0]%Z None)) [(0%N, 1%Z); (1%N, 1%Z)] []]
       [0%N]].

Example sliding_accepted : check sliding_scene sliding_proof = true.
Proof. vm_compute. reflexivity. Qed.

Open Scope R_scope.

(** The brick goes on as it does. *)
Definition sliding_path : path := fun _ =>
  Course (fun t => t) (fun _ => / 2) (fun _ => 1) (fun _ => 0).

Definition no_acceleration : accelerations := fun _ => Twist 0 0 0.

Example sliding_answer : answer sliding_proof no_acceleration.
Proof.
  intros g [<-|[]]. exists 0%N. eexists. eexists.
  split; [now left|]. split; [reflexivity|]. split; [reflexivity|].
  intros b t [H|[]]. injection H as <- <-. unfold no_acceleration, over. simpl.
  f_equal; field.
Qed.

Example sliding_lawful : lawful (real_scene sliding_scene) sliding_path no_acceleration.
Proof.
  split; [|split].
  - intros b B HB. unfold body_at, at_index in HB. simpl in HB.
    destruct (N.to_nat b) as [|[|n]]; simpl in HB.
    + injection HB as <-. exact I.
    + injection HB as <-. unfold starts_with. simpl. unfold Q2R. simpl.
      split; [apply shortly_always; intros; ring|].
      split; [eapply jet_eq; [|reflexivity|reflexivity|reflexivity]|].
      { eapply jet_ext; [|apply (jet_quadratic (0 * / 1) (1 * / 1) (0 / 2))]. intros t _. simpl. field. }
      repeat split; try (eapply jet_eq; [apply jet_const| | |]; field).
      exists 0. apply jet_const.
    + destruct n; discriminate.
  - apply shortly_always. intros t _.
    (* the line y = 0 is that of the table's upper edge and of the brick's lower edge *)
    assert (Table : forall B, body_at (real_scene sliding_scene) 0%N = Some B ->
              forall p P, part_at (real_scene sliding_scene) 0%N p = Some P ->
              forall z x, inside (map (moved B z t) P) x -> py x < 0).
    { intros B HB p P HP z x H. unfold part_at in HP. rewrite HB in HP.
      unfold body_at, at_index in HB. simpl in HB. injection HB as <-.
      unfold at_index in HP. simpl in HP. destruct (N.to_nat p) as [|[|n]]; try discriminate.
      simpl in HP. injection HP as <-.
      specialize (H (Point (Q2R 4) (Q2R 0)) (Point (Q2R (-4)) (Q2R 0))).
      unfold Q2R in H. simpl in H. unfold height, normal, dot, minus in H. simpl in H.
      assert (K : (0 * / 1 - 0 * / 1) * (px x - 4 * / 1) + (4 * / 1 - -4 * / 1) * (py x - 0 * / 1) < 0)
        by (apply H; tauto).
      lra. }
    assert (Brick : forall B, body_at (real_scene sliding_scene) 1%N = Some B ->
              forall p P, part_at (real_scene sliding_scene) 1%N p = Some P ->
              forall x, inside (map (moved B (sliding_path 1%N) t) P) x -> 0 < py x).
    { intros B HB p P HP x H. unfold part_at in HP. rewrite HB in HP.
      unfold body_at, at_index in HB. simpl in HB. injection HB as <-.
      unfold at_index in HP. simpl in HP. destruct (N.to_nat p) as [|[|n]]; try discriminate.
      simpl in HP. injection HP as <-.
      unfold moved in H. simpl in H.
      pose proof (H _ _ (or_introl eq_refl)) as K.
      unfold Q2R in K. simpl in K. unfold height, normal, dot, minus in K. simpl in K. lra. }
    intros b p c q B C P Q [N _] HB HC HP HQ x [IP IQ].
    assert (Two : forall b B, body_at (real_scene sliding_scene) b = Some B -> b = 0%N \/ b = 1%N).
    { intros b' B' H. unfold body_at, at_index in H. simpl in H.
      destruct (N.to_nat b') as [|[|n]] eqn:E; [left|right|destruct n; discriminate].
      - apply N2Nat.inj. now rewrite E.
      - apply N2Nat.inj. now rewrite E. }
    destruct (Two b B HB) as [-> | ->]; destruct (Two c C HC) as [-> | ->]; try contradiction.
    + pose proof (Table B HB p P HP _ x IP). pose proof (Brick C HC q Q HQ x IQ). lra.
    + pose proof (Brick B HB p P HP x IP). pose proof (Table C HC q Q HQ _ x IQ). lra.
  - apply shortly_always. intros t _ k [].
Qed.
