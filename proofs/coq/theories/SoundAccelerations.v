(** SoundAccelerations.v -- what the conditions of Accelerations.v imply over the reals, and the theorem that a user reads
    about accelerations with friction: each answer of a group is a motion with forces that obey Coulomb's law, or, with
    the law convex, forces and accelerations in dual cones that do no work together (section 11 of proofs/THEOREM.md). *)
Require Import List Bool String NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Loads Checker Statics Accelerations Normal Json Read Verdict.
From Zwang Require Import SoundLists SoundGeometry SoundComplete SoundCase Kraft SoundGroups SoundAnswer MotionConverse.
From Zwang Require Import Forces Stands Friction Bounds SoundStatics Sha256 Files.
Import ListNotations.
Open Scope R_scope.

(** ** What is claimed *)

(** How fast the vertex of a contact slides along the edge, and how fast that grows. *)
Definition slide_speed (s : scene R) (c : contact) : R :=
  match place_of s c with
  | Some g => dot (J (place_normal g)) (sliding g)
  | None => 0
  end.

Definition slide_accel (s : scene R) (A : accelerations) (c : contact) : R :=
  match place_of s c with
  | Some g => dot (J (place_normal g)) (minus (acceleration_at (vertex_owner g) (A (vertex_body c)) (at_vertex g))
                                              (acceleration_at (edge_owner g) (A (edge_body c)) (at_vertex g)))
  | None => 0
  end.

(** A contact outside corners that touches and does not part, one of a side to which a corner is forced, or one of a
    chosen side of an undecided corner. *)
Definition imposes (s : scene R) (p : proof) (sides : list (N * N)) (i : N) : Prop :=
  (loose p i /\ exists c, at_index (contacts p) i = Some c /\ gap_speed s c = 0) \/
  (exists k0 k1, In (k0, k1) (corners p) /\
     (forced s (contacts_of p k0) (contacts_of p k1) /\ In i k0 \/
      forced s (contacts_of p k1) (contacts_of p k0) /\ In i k1)) \/
  (exists k side k0 k1, In (k, side) sides /\ at_index (corners p) k = Some (k0, k1) /\
     undecided s (contacts_of p k0) (contacts_of p k1) /\ In i (if flag side then k1 else k0)).

(** A contact of an undecided corner with friction that bears on both sides: the bodies have one acceleration there. *)
Definition bears_both (convex : bool) (s : scene R) (p : proof) (A : accelerations) (i : N) : Prop :=
  exists k0 k1 c, In (k0, k1) (corners p) /\ undecided s (contacts_of p k0) (contacts_of p k1) /\ In i (k0 ++ k1) /\
    at_index (contacts p) i = Some c /\ 0 < friction_of s c /\
    (convex = true \/ exists j c0, In j k0 /\ at_index (contacts p) j = Some c0 /\
                                   gap_accel s A c0 = 0 /\ slide_accel s A c0 = 0).

(** Force and acceleration at a contact with friction mu that slides with some speed. *)
Definition by_the_law (convex : bool) (mu speed phi psi opens slides : R) : Prop :=
  if convex then paired (phi, psi) (opens, slides) = 0
  else phi * opens = 0 /\ (0 < speed -> psi = - (mu * phi)) /\ (speed < 0 -> psi = mu * phi) /\
       (speed = 0 -> psi * slides + mu * phi * Rabs slides = 0).

Definition opening_cone (convex : bool) (mu : R) : cone R := if convex then Wedge mu else Ray.

Definition opens_lawfully (convex : bool) (s : scene R) (A : accelerations) (c : contact) : Prop :=
  in_dual (opening_cone convex (friction_of s c)) (gap_accel s A c, slide_accel s A c).

Definition meets (bs : list N) (c : contact) : Prop := In (vertex_body c) bs \/ In (edge_body c) bs.

(** Bodies that accelerate with A under forces F as the law says, with these sides of undecided corners. *)
Record moves_by_law (convex : bool) (s : scene R) (p : proof) (bs : list N) (sides : list (N * N)) (A : accelerations)
    (F : holding_forces) : Prop := {
  newton_for : forall b, In b bs -> newton_euler s b (A b) (holding_loads s p F);
  presses_by_law : forall i phi psi, In (i, (phi, psi)) (Friction.presses F) ->
    exists c, at_index (contacts p) i = Some c /\ (imposes s p sides i \/ bears_both convex s p A i) /\
      in_cone (Wedge (friction_of s c)) (phi, psi) /\ opens_lawfully convex s A c /\
      by_the_law convex (friction_of s c) (slide_speed s c) phi psi (gap_accel s A c) (slide_accel s A c);
  opens_by_law : forall i c, at_index (contacts p) i = Some c -> imposes s p sides i -> meets bs c ->
    opens_lawfully convex s A c;
  corners_by_law : forall k0 k1 c, In (k0, k1) (corners p) -> undecided s (contacts_of p k0) (contacts_of p k1) ->
    In c (contacts_of p (k0 ++ k1)) -> meets bs c ->
    (forall d, In d (contacts_of p k0) -> opens_lawfully convex s A d) \/
    (forall d, In d (contacts_of p k1) -> opens_lawfully convex s A d);
  pins_by_law : forall k, In k (pins s) -> (In (pin_first k) bs \/ exists b, pin_second k = Some b /\ In b bs) ->
    pin_points_agree s (fun B b => acceleration_at B (A b) (pin_at k)) k }.

(** What is claimed of a scene, and of the contacts and corners of a proof of accelerations. *)
Record accelerated_as (s : scene R) (p : proof) (m : moving) : Prop := {
  moving_apart : parts_apart s;
  moving_listed : listed_right s p;
  moving_complete : contacts_complete s p;
  moving_lawfully : velocities_admissible s p;
  moving_rest : is_convex m = true -> at_rest s;
  answers_by_law : forall gr a, In gr (moving_groups m) -> In a (moving_answers gr) ->
    exists A F, (forall b t, In (b, t) (combine (moving_bodies gr) (accelerated a)) -> A b = over (moving_common a) t) /\
      moves_by_law (is_convex m) s p (moving_bodies gr) (chosen_sides a) A F }.

(** ** Rows along edges *)

Lemma tangent_row_value c g u : value (rowR (tangent_row c g)) u
  = dot (J (place_normal (placeR g)))
        (minus (acceleration_at (vertex_owner (placeR g)) (u (vertex_body c)) (at_vertex (placeR g)))
               (acceleration_at (edge_owner (placeR g)) (u (edge_body c)) (at_vertex (placeR g)))).
Proof.
  unfold value, lin, tangent_row, rowR; simpl. rewrite map_app, lin_of_app, lever_opp, !lever_lin.
  autorewrite with q2r. unfold place_normal, placeR; simpl. unfold dot, minus; simpl. ring.
Qed.

Lemma tangent_row_speed c g : Q2R (qspeed (tangent_row c g)) = dot (J (place_normal (placeR g))) (sliding (placeR g)).
Proof. unfold tangent_row, place_normal, sliding, slidingq, placeR; simpl. now autorewrite with q2r. Qed.

Lemma dual_over k D w v : 0 < D -> in_dual k (D * w, D * v) -> in_dual k (w, v).
Proof.
  intros P. destruct k as [| | |mu|m]; simpl; intro H; try exact I.
  - apply (Rmult_le_reg_l D); [assumption|]. now rewrite Rmult_0_r.
  - destruct H as [H1 H2]. apply Rmult_integral in H1, H2. split; [destruct H1|destruct H2]; lra.
  - rewrite Rabs_mult, (Rabs_right D) in H by lra. apply (Rmult_le_reg_l D); [assumption|]. lra.
  - apply (Rmult_le_reg_l D); [assumption|]. lra.
Qed.

Section Moving.
Variables (s : scene Q) (m : moving) (pr : prepared).
Let p := statics_of_moving m.
Let q := skeleton p.
Let rs := real_scene s.
Let t := rough_table pr.
Let convex := is_convex m.
Hypothesis ready : prepare s q = Some pr.
Hypothesis sensible : scene_okb s = true.
Hypothesis formed : moving_form pr m = true.
Hypothesis good2 : c2 pr = true.
Hypothesis holds1 : f1 pr t m = true.
Hypothesis holds2 : f2 pr t m = true.
Hypothesis holds3 : f3 pr t m = true.
Hypothesis holds4 : f4 pr t m = true.
Hypothesis holds5 : f5 t m = true.
Hypothesis holds6 : f6 pr t m = true.
Hypothesis holds7 : f7 pr t m = true.
Hypothesis convex1 : v1 pr t m = true.
Hypothesis convex2 : v2 pr t m = true.

Lemma moving_formed : form pr = true.
Proof. unfold moving_form in formed. now apply andb_prop in formed. Qed.

Section Answer.
Variables (g : N) (gr : moving_group) (a : acceleration).
Hypothesis here : at_index (moving_groups m) g = Some gr.
Hypothesis the_answer : In a (moving_answers gr).

Let sg := group_of_answers gr.
Let sc := trial_of_answer a.
Let D := moving_common a.
Let y := motion_of_answer gr a.
Definition answer_motion : accelerations := motion_of D y.
Let A := answer_motion.
Definition answer_forces : holding_forces := case_forces D (moving_presses a) (moving_pulls a).
Let F := answer_forces.

Lemma answer_here : at_index (statics_groups p) g = Some sg.
Proof. unfold p, statics_of_moving; simpl. now rewrite at_index_map, here. Qed.

Lemma trial_in : In sc (trials sg).
Proof. unfold sg, sc, group_of_answers; simpl. now apply in_map. Qed.

Lemma answer_in f : every_answer_of m f = true -> f g gr a = true.
Proof.
  intro H. unfold every_answer_of in H. apply numbered_spec in here. apply (forallb_in _ _ _ H) in here.
  exact (forallb_in _ _ _ here the_answer).
Qed.

Lemma D_is_positive : (0 < D)%Z.
Proof. exact (common_positive s p pr ready moving_formed g sg sc D _ _ answer_here trial_in eq_refl). Qed.
Lemma DR : 0 < IZR D.
Proof. apply IZR_lt, D_is_positive. Qed.

Lemma own_home b : In b (moving_bodies gr) -> get (home pr) b = Some g.
Proof. exact (at_home s p pr ready moving_formed g sg b answer_here). Qed.

(** ** Quantities *)

Lemma values_right i l : get (contact_table pr) i = Some l ->
  let r := roughen (pair_dictionary s) l in
  get t i = Some r /\ at_index (contacts q) i = Some (the_contact l) /\ Q2R (coefficient r) = friction_of rs (the_contact l) /\
  real_pair (accelerates D y r) = (IZR D * gap_accel rs A (the_contact l), IZR D * slide_accel rs A (the_contact l)) /\
  Q2R (qspeed (along_edge r)) = slide_speed rs (the_contact l).
Proof.
  intros T r. destruct (contact_under s q pr ready i l T) as [C S]. split; [unfold t; now rewrite (rough_at s p pr ready i), T|].
  split; [exact C|]. split; [exact (friction_right s l S)|].
  assert (Dn : D <> 0%Z) by (pose proof D_is_positive; lia).
  assert (P : place_of rs (the_contact l) = Some (placeR (the_place l))).
  { destruct S as [P _]. unfold rs. now rewrite place_of_real, P. }
  split.
  - unfold real_pair, accelerates. simpl fst. simpl snd. rewrite !(Q2R_scaled_value D) by assumption.
    change (motion_of D y) with A. change (the_row (smooth_part r)) with (the_row l). rewrite (sound_value s l A S).
    change (along_edge r) with (tangent_row (the_contact l) (the_place l)). rewrite tangent_row_value. unfold slide_accel. fold rs. now rewrite P.
  - change (along_edge r) with (tangent_row (the_contact l) (the_place l)). rewrite tangent_row_speed. unfold slide_speed. now rewrite P.
Qed.

(** ** What is imposed *)

Lemma corner_under k d : get (corner_table pr) k = Some d -> exists k0 k1, at_index (corners q) k = Some (k0, k1) /\
  In (k0, k1) (corners q) /\ d = decide (contact_table pr) (k0, k1).
Proof.
  intro H. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _).
  rewrite CT, get_table_of, CL, at_index_map in H. destruct (at_index (corners q) k) as [[k0 k1]|] eqn:E; [|discriminate].
  injection H as <-. exists k0, k1. split; [reflexivity|]. split; [eapply at_index_in; eassumption|reflexivity].
Qed.

Lemma undecided_under k : In k (collected (undecided_of pr) g) -> exists k0 k1 d, get (corner_table pr) k = Some d /\
  at_index (corners q) k = Some (k0, k1) /\ In (k0, k1) (corners q) /\ the_corner d = (k0, k1) /\
  undecided rs (contacts_of q k0) (contacts_of q k1).
Proof.
  intro I. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _ & _ & _ & U & _). rewrite U in I.
  apply collected_collect, by_home_in in I as (d & I & _). apply filter_In in I as [I Un]. apply numbered_spec in I. simpl in Un.
  assert (T : get (corner_table pr) k = Some d) by now rewrite CT, get_table_of.
  destruct (corner_under k d T) as (k0 & k1 & E & K & ->). exists k0, k1, (decide (contact_table pr) (k0, k1)).
  split; [exact T|]. split; [exact E|]. split; [exact K|]. split; [reflexivity|].
  pose proof (state_means s q pr ready (k0, k1) K) as M. simpl in M. unfold is_undecided in Un. simpl in Un.
  destruct (state_of _ _); try discriminate. exact M.
Qed.

Lemma fixed_side k side : In (k, side) (chosen_sides a) -> In k (collected (undecided_of pr) g) /\ (side < 2)%N.
Proof.
  intro I. pose proof (case_form s q pr ready moving_formed g _ _ (group_here p g _ answer_here) (case_here sg sc trial_in)) as O.
  unfold case_okb in O. rewrite !andb_true_iff in O. destruct O as [[[[O S] _] _] _].
  unfold known in O. apply andb_prop in O as [_ O]. apply (forallb_in _ _ _ O) in I as K. apply (forallb_in _ _ _ S) in I.
  simpl in K, I. apply mem_set_of in K. apply N.ltb_lt in I. auto.
Qed.

Lemma base_real i : In i (collected (base pr) g) -> imposes rs q (chosen_sides a) i /\ exists l, get (contact_table pr) i = Some l.
Proof.
  intro I. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Bs & _). rewrite Bs in I.
  apply collected_collect, by_home_in in I as (l & I & _). apply gather_numbered_in in I as [I T].
  split; [|eauto]. destruct (always_imposed_in s q pr ready i l I T) as [[L Z]|([k0 k1] & K & H)].
  - left. split; [exact L|]. exists (the_contact l). destruct (contact_under s q pr ready i l T) as [C _]. auto.
  - right; left. exists k0, k1. auto.
Qed.

Lemma imposed_real i : In i (imposed_in_motion pr t convex g gr a) ->
  (imposes rs q (chosen_sides a) i \/ bears_both convex rs q A i) /\ exists l, get (contact_table pr) i = Some l.
Proof.
  intro I. unfold imposed_in_motion in I. apply in_app_or in I as [I|I].
  - unfold imposed in I. apply in_app_or in I as [I|I]; [destruct (base_real i I); auto|].
    apply filter_In in I as [I T]. unfold touching in T. destruct (get (contact_table pr) i) as [l|] eqn:L; [|discriminate].
    split; [|eauto]. left. right; right. unfold fixed_contacts in I.
    change (sides (skeleton_case (moving_bodies gr) (trial_of_answer a))) with (chosen_sides a) in I.
    apply in_flat_map in I as ([k side] & K & I). simpl in I.
    destruct (get (corner_table pr) k) as [d|] eqn:E; [|contradiction].
    destruct (undecided_under k (proj1 (fixed_side k side K))) as (k0 & k1 & d' & E' & At & _ & Cd & U).
    assert (d' = d) by congruence. subst d'. rewrite Cd in I. simpl in I. exists k, side, k0, k1.
    split; [exact K|]. split; [exact At|]. split; [exact U|]. unfold flag. now destruct (N.eqb side 0).
  - unfold bearing_corners in I. apply filter_In in I as [I T]. apply andb_prop in T as [T Rub].
    unfold touching in T. destruct (get (contact_table pr) i) as [l|] eqn:L; [|discriminate]. split; [|eauto]. right.
    apply in_flat_map in I as (k & K & I). apply filter_In in K as [K St].
    destruct (undecided_under k K) as (k0 & k1 & d & E & At & Kin & Cd & U).
    unfold of_both_sides in I. rewrite E, Cd in I. simpl in I.
    destruct (values_right i l L) as (R & C & Mu & _). unfold rubs in Rub. rewrite R in Rub. apply is_pos_R in Rub.
    rewrite Mu in Rub. exists k0, k1, (the_contact l).
    split; [exact Kin|]. split; [exact U|]. split; [exact I|]. split; [exact C|]. split; [exact Rub|].
    apply orb_prop in St as [St|St]; [now left|right]. unfold stays_together in St. rewrite E, Cd in St.
    destruct k0 as [|j rest]; [discriminate|]. cbn [fst] in St. cbv beta iota in St. destruct (get t j) as [r|] eqn:Rj; [|discriminate].
    destruct (get (contact_table pr) j) as [lj|] eqn:Lj.
    + destruct (values_right j lj Lj) as (Rj' & Cj & _ & V & _). assert (r = roughen (pair_dictionary s) lj) by congruence. subst r.
      fold D in St. fold y in St. apply allowed_sound in St. rewrite V in St. apply (dual_over Line _ _ _ DR) in St. destruct St as [V1 V2].
      exists j, (the_contact lj). split; [now left|]. split; [exact Cj|]. split; [exact V1|exact V2].
    + unfold t in Rj. rewrite (rough_at s p pr ready j), Lj in Rj. discriminate.
Qed.

(** ** Accelerations open what is imposed *)

Lemma opens_real i l : get (contact_table pr) i = Some l ->
  opens_at (if convex then cone_of else fun _ => Ray) t D y i = true -> opens_lawfully convex rs A (the_contact l).
Proof.
  intros L H. destruct (values_right i l L) as (R & _ & Mu & V & _). unfold opens_at in H. rewrite R in H.
  apply allowed_sound in H. rewrite V in H. unfold opens_lawfully, opening_cone. rewrite <- Mu.
  destruct convex; apply (dual_over _ _ _ _ DR); exact H.
Qed.

Lemma opening_parts :
  (forall i, In i (imposed_in_motion pr t convex g gr a) -> opens_at (if convex then cone_of else fun _ => Ray) t D y i = true) /\
  (forall k, In k (collected (undecided_of pr) g) ->
     some_side_opens (if convex then cone_of else fun _ => Ray) pr t D y k = true) /\
  (forall k, In k (collected (pins_of pr) g) -> pin_holds pr D y k = true).
Proof.
  assert (H : answer_opens (if convex then cone_of else fun _ => Ray) pr t convex g gr a = true).
  { unfold convex. destruct (is_convex m) eqn:Co.
    - apply (answer_in (answer_opens cone_of pr t true)). unfold v1 in convex1. now rewrite Co in convex1.
    - apply (answer_in (answer_opens (fun _ => Ray) pr t false)). unfold f3 in holds3. now rewrite Co in holds3. }
  unfold answer_opens in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
  split; [intro i; apply (forallb_in _ _ _ H1)|]. split; [intro k; apply (forallb_in _ _ _ H2)|intro k; apply (forallb_in _ _ _ H3)].
Qed.

(** A body of the group that a contact joins moves with its row. *)
Lemma meets_row l : sound s l -> meets (moving_bodies gr) (the_contact l) ->
  exists b, In b (contact_bodies l) /\ In b (moving_bodies gr).
Proof.
  intros [P R] M. unfold place_ofq in P. rewrite !find_body_spec in P.
  destruct (body_at s (vertex_body (the_contact l))) as [B1|] eqn:H1; [|discriminate].
  destruct (body_at s (edge_body (the_contact l))) as [B2|] eqn:H2; [|discriminate].
  destruct (find_vertex _ _ _ _) as [x|]; [|discriminate]. destruct (find_edge _ _ _ _) as [[e1 e2]|]; [|discriminate].
  injection P as P. unfold contact_bodies. rewrite R, <- P. unfold contact_row, bodies_of, lever; simpl.
  assert (Fr : forall b, In b (moving_bodies gr) -> exists B f, body_at s b = Some B /\ free B = Some f)
    by (intros b I; exact (held_free s p pr ready moving_formed g sg b answer_here I)).
  destruct M as [M|M]; destruct (Fr _ M) as (B & f & HB & HF).
  - rewrite H1 in HB. injection HB as ->. exists (vertex_body (the_contact l)). rewrite HF. split; [now left|assumption].
  - rewrite H2 in HB. injection HB as ->. exists (edge_body (the_contact l)). rewrite HF, map_app. split; [|assumption].
    apply in_or_app. right. now left.
Qed.

Lemma base_in i l b : In i (always_imposed (in_corner pr) (contact_list pr) (corner_list pr)) ->
  get (contact_table pr) i = Some l -> In b (contact_bodies l) -> In b (moving_bodies gr) -> In i (collected (base pr) g).
Proof.
  intros I T B Mem. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Bs & _). rewrite Bs.
  apply collected_collect, by_home_in. exists l. split; [now apply gather_numbered_in|].
  apply (first_home_group pr _ b); [now apply (joined_base s q pr ready moving_formed i)|assumption|now apply own_home].
Qed.

Lemma imposes_in i l b : imposes rs q (chosen_sides a) i -> get (contact_table pr) i = Some l -> In b (contact_bodies l) ->
  In b (moving_bodies gr) -> In i (imposed_in_motion pr t convex g gr a).
Proof.
  intros Im T B Mem. unfold imposed_in_motion. apply in_or_app. left. unfold imposed. apply in_or_app.
  destruct (contact_under s q pr ready i l T) as [C S].
  destruct Im as [(L & c & C' & Z)|[(k0 & k1 & K & H)|(k & side & k0 & k1 & K & At & U & I)]].
  - left. apply (base_in i l b); try assumption. unfold always_imposed. apply in_or_app. left. apply in_map_iff. exists (i, l).
    split; [reflexivity|]. apply filter_In. split; [apply numbered_spec; now apply (contact_list_under s q pr ready)|].
    unfold rests_loose; simpl. apply (in_corner_loose s q pr ready) in L. rewrite L. simpl. apply is_zero_R.
    rewrite (sound_speed s l S). assert (c = the_contact l) by congruence. now subst c.
  - left. apply (base_in i l b); try assumption. unfold always_imposed. apply in_or_app. right. apply in_flat_map.
    destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & _).
    exists (decide (contact_table pr) (k0, k1)). split; [rewrite CL; now apply in_map|].
    destruct (forced_state s q pr ready (k0, k1) K) as [F0 F1]. unfold forced_side.
    destruct H as [[H I]|[H I]]; [rewrite (F0 H)|rewrite (F1 H)]; exact I.
  - right. apply filter_In. split.
    + unfold fixed_contacts. change (sides (skeleton_case (moving_bodies gr) (trial_of_answer a))) with (chosen_sides a).
      apply in_flat_map. exists (k, side). split; [exact K|]. simpl.
      destruct (undecided_under k (proj1 (fixed_side k side K))) as (m0 & m1 & d & E & At' & _ & Cd & _). rewrite E, Cd.
      assert (Eq : (m0, m1) = (k0, k1)) by congruence. injection Eq as -> ->. simpl.
      unfold flag in I. now destruct (N.eqb side 0).
    + unfold touching, touches. rewrite T. apply existsb_exists. exists b. split; [assumption|].
      rewrite (own_home b Mem). now apply same_option_eq.
Qed.

(** ** Forces *)

Lemma press_parts i x z : In (i, (x, z)) (moving_presses a) -> x <> 0%Z ->
  (0 <= x)%Z /\ In i (imposed_in_motion pr t convex g gr a) /\ exists l, get (contact_table pr) i = Some l.
Proof.
  intros I NZ. pose proof (answer_in _ holds2) as H. unfold answer_pushes in H. fold convex in H. apply (forallb_in _ _ _ H) in I.
  simpl in I. apply andb_prop in I as [P I]. apply Z.leb_le in P. apply orb_prop in I as [I|I].
  - apply Z.eqb_eq in I. contradiction.
  - apply mem_set_of in I. split; [exact P|]. split; [exact I|]. now destruct (imposed_real i I).
Qed.

Lemma press_law i x z l f : In (i, (x, z)) (moving_presses a) -> get (contact_table pr) i = Some l ->
  In i (imposed_in_motion pr t convex g gr a) -> every_press f pr t convex g gr a = true ->
  f (roughen (pair_dictionary s) l) (x, z) (accelerates D y (roughen (pair_dictionary s) l)) = true.
Proof.
  intros I L Im H. unfold every_press in H. apply (forallb_in _ _ _ H) in I. simpl in I.
  apply mem_set_of in Im. rewrite Im in I. simpl in I. destruct (values_right i l L) as (R & _). rewrite R in I. exact I.
Qed.

Lemma law_real i x z l : In (i, (x, z)) (moving_presses a) -> x <> 0%Z -> get (contact_table pr) i = Some l ->
  by_the_law convex (friction_of rs (the_contact l)) (slide_speed rs (the_contact l)) (share_of D x) (share_of D z)
    (gap_accel rs A (the_contact l)) (slide_accel rs A (the_contact l)).
Proof.
  intros I NZ L. destruct (press_parts i x z I NZ) as (_ & Im & _). pose proof DR as DP.
  destruct (values_right i l L) as (R & _ & Mu & V & Sp).
  assert (Pl : forall f, every_press f pr t convex g gr a = true ->
    f (roughen (pair_dictionary s) l) (x, z) (accelerates D y (roughen (pair_dictionary s) l)) = true)
    by (intros f H; exact (press_law i x z l f I L Im H)).
  revert R Mu V Sp Pl. generalize (roughen (pair_dictionary s) l) as r. intros r R Mu V Sp Pl. unfold real_pair in V. injection V as Vw Vs.
  assert (Sense : IZR (sense r) = 0 <-> slide_speed rs (the_contact l) = 0).
  { rewrite <- Sp, <- is_zero_R. unfold sense, is_zero. rewrite Z.eqb_eq. split; intro E.
    - apply eq_IZR in E. now apply Z.sgn_null_iff.
    - rewrite E. reflexivity. }
  unfold by_the_law. destruct convex eqn:Co.
  - assert (W : works_nothing r (x, z) (accelerates D y r) = true).
    { apply Pl. apply (answer_in (every_press works_nothing pr t true)).
      unfold v2 in convex2. fold convex in convex2. now rewrite Co in convex2. }
    apply idle_together_sound in W. unfold paired, integral, real_pair in W. simpl fst in W. simpl snd in W.
    unfold accelerates in Vw, Vs. simpl in Vw, Vs. unfold accelerates in W. simpl in W. rewrite Vw, Vs in W.
    unfold paired, share_of; simpl. apply (Rmult_eq_reg_l (IZR D * IZR D)); [|nra]. rewrite Rmult_0_r, <- W. field. lra.
  - assert (All : forall f h, by_coulomb f pr t m = true -> h = f r (x, z) (accelerates D y r) -> h = true).
    { intros f h H ->. apply Pl. apply (answer_in (every_press f pr t false)).
      unfold by_coulomb in H. fold convex in H. now rewrite Co in H. }
    pose proof (All no_force_across _ holds4 eq_refl) as H4. pose proof (All opposes _ holds6 eq_refl) as H6.
    pose proof (All resists_sliding _ holds7 eq_refl) as H7. clear All.
    unfold accelerates in Vw, Vs. simpl in Vw, Vs.
    assert (Edge : sense r <> 0%Z -> IZR z = - (IZR x * (IZR (sense r) * Q2R (coefficient r)))).
    { intro Ne. unfold opposes in H6. apply orb_prop in H6 as [H6|H6]; [apply Z.eqb_eq in H6; contradiction|].
      simpl in H6. apply qeq_R in H6. now autorewrite with q2r in H6. }
    rewrite Mu in Edge. split; [|split; [|split]].
    + unfold no_force_across in H4. apply idle_together_sound in H4. unfold paired, integral, real_pair, accelerates in H4. simpl in H4.
      rewrite Vw, Vs in H4. unfold share_of. apply (Rmult_eq_reg_l (IZR D * IZR D)); [|nra]. rewrite Rmult_0_r.
      transitivity (IZR x * (IZR D * gap_accel rs A (the_contact l))); [field; lra|]. lra.
    + intro Pos. rewrite <- Sp in Pos. apply is_pos_R in Pos. unfold is_pos in Pos. apply Z.ltb_lt in Pos.
      assert (E : sense r = 1%Z) by (unfold sense; now apply Z.sgn_pos_iff). rewrite E in Edge. specialize (Edge ltac:(discriminate)).
      unfold share_of. rewrite Edge. field. lra.
    + intro Neg. rewrite <- Sp in Neg.
      assert (Neg' : (Qnum (qspeed (along_edge r)) < 0)%Z).
      { destruct (Z_lt_le_dec (Qnum (qspeed (along_edge r))) 0) as [Lt|Le]; [assumption|].
        apply Z.leb_le in Le. assert (0 <= Q2R (qspeed (along_edge r))) by now apply is_nonneg_R. lra. }
      assert (E : sense r = (-1)%Z) by (unfold sense; now apply Z.sgn_neg_iff). rewrite E in Edge. specialize (Edge ltac:(discriminate)).
      unfold share_of. rewrite Edge. field. lra.
    + intro Z0. apply Sense in Z0. apply eq_IZR in Z0. unfold resists_sliding in H7. rewrite Z0 in H7. simpl in H7.
      apply is_zero_R in H7. unfold accelerates in H7. simpl in H7. autorewrite with q2r in H7. rewrite Q2R_qabs, Vs, Mu in H7.
      rewrite Rabs_mult, (Rabs_right (IZR D)) in H7 by lra. unfold share_of.
      apply (Rmult_eq_reg_l (IZR D * IZR D)); [|nra]. rewrite Rmult_0_r, <- H7. field. lra.
Qed.

(** ** The whole *)

Lemma answer_newton b : In b (moving_bodies gr) -> newton_euler rs b (A b) (holding_loads rs q F).
Proof.
  intro Mem. destruct (held_free s p pr ready moving_formed g sg b answer_here Mem) as (B & M & HB & HF).
  intros B' m' HB' HF'. unfold rs in HB'. rewrite real_body_at, HB in HB'. injection HB' as <-. simpl in HF'. rewrite HF in HF'.
  injection HF' as <-. pose proof (answer_in _ holds1) as H. unfold answer_balances, balance in H.
  destruct (prepare_parts s q pr ready) as (SC & X & _). rewrite SC in H. apply (forallb_in _ _ _ H) in Mem.
  rewrite X, find_body_spec, HB, HF in Mem. apply teqb_R in Mem.
  destruct (unheld_member s b B HB) as (u & U1 & U2). rewrite U1 in Mem.
  assert (Dn : D <> 0%Z) by (pose proof D_is_positive; lia). fold D in Mem.
  rewrite (accumulate_forces D) in Mem by assumption.
  assert (Bd : forallb (bounded t) (moving_presses a) = true) by exact (answer_in _ holds5).
  pose proof (holding_twist s p pr ready sensible moving_formed b B M HB HF D (moving_presses a) (moving_pulls a) Dn Bd) as L.
  unfold t in Mem. rewrite <- L in Mem. change (case_forces D (moving_presses a) (moving_pulls a)) with F in Mem.
  fold rs q in Mem. fold rs q in L. pose proof DR as DP.
  unfold required, excess, twistR, tscale, load_twist in Mem. simpl in Mem.
  autorewrite with q2r in Mem. fold y in Mem. injection Mem as M1 M2 M3.
  cbv zeta. fold rs. fold rs in U2. rewrite <- U2. unfold A, answer_motion, motion_of, over. simpl. split.
  - destruct (total_force b (holding_loads rs q F)) as [fx fy]; simpl in *. unfold times, minus; simpl. f_equal;
      (apply (Rmult_eq_reg_l (IZR D)); [|lra]); [rewrite M1|rewrite M2]; field; lra.
  - apply (Rmult_eq_reg_l (IZR D)); [|lra]. rewrite M3. field. lra.
Qed.

Lemma answer_pins k' : In k' (pins rs) -> (In (pin_first k') (moving_bodies gr) \/ exists b, pin_second k' = Some b /\ In b (moving_bodies gr)) ->
  pin_points_agree rs (fun B b => acceleration_at B (A b) (pin_at k')) k'.
Proof.
  intros K' Touch. unfold rs, real_scene, scene_map in K'. simpl in K'. apply in_map_iff in K' as (k & E & K). subst k'.
  destruct (pin_rows_of s q pr ready k K) as (j & I & _ & B & second & FB & S & X & Y).
  apply (pin_agrees s k (fun B b => acceleration_at B (A b) (pin_at (pin_map Q2R k))) K B second FB S). simpl.
  rewrite <- !pin_row_value, <- X, <- Y. simpl in Touch.
  assert (Fr : forall b, In b (moving_bodies gr) -> exists B f, body_at s b = Some B /\ free B = Some f)
    by (intros b Ib; exact (held_free s p pr ready moving_formed g sg b answer_here Ib)).
  assert (T : exists b, In b (pin_bodies j) /\ In b (moving_bodies gr)).
  { unfold pin_bodies. rewrite X. unfold pin_row, bodies_of, lever. rewrite find_body_spec in FB.
    destruct Touch as [Tf|(b & Sb & Tb)].
    - destruct (Fr _ Tf) as (B' & f & HB & HF). assert (B' = B) by congruence. subst B'. exists (pin_first k).
      split; [|assumption]. destruct second as [[c E]|]; simpl; rewrite HF; now left.
    - rewrite Sb in S. destruct S as (E & FE & ->). rewrite find_body_spec in FE. destruct (Fr _ Tb) as (B' & f & HB & HF).
      assert (B' = E) by congruence. subst B'. exists b. split; [|assumption]. simpl. rewrite map_app, HF.
      apply in_or_app. right. now left. }
  destruct T as (b & Bj & Mem). apply in_at_index in I as [n N].
  assert (T : get (pin_table pr) n = Some j).
  { destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & PT & _). now rewrite PT, get_table_of. }
  assert (W : In n (collected (pins_of pr) g)).
  { destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & P). rewrite P.
    apply collected_collect, by_home_in. exists j. split; [now apply numbered_spec|].
    apply (first_home_group pr _ b); [|assumption|now apply own_home].
    destruct (form_parts s q pr ready moving_formed) as (_ & _ & _ & J & _). unfold joined in J. apply andb_prop in J as [_ J].
    apply (forallb_in _ _ _ J). eapply at_index_in; eassumption. }
  destruct opening_parts as (_ & _ & H3). specialize (H3 n W). unfold pin_holds in H3. rewrite T in H3.
  apply line_allowed in H3 as [HX HY]. assert (Dn : D <> 0%Z) by (pose proof D_is_positive; lia).
  rewrite (Q2R_scaled_value D) in HX, HY by assumption. change (motion_of D y) with A in HX, HY. pose proof DR as DP.
  apply Rmult_integral in HX, HY. split; [destruct HX|destruct HY]; (assumption || lra).
Qed.

Lemma answer_corners k0 k1 c : In (k0, k1) (corners q) -> undecided rs (contacts_of q k0) (contacts_of q k1) ->
  In c (contacts_of q (k0 ++ k1)) -> meets (moving_bodies gr) c ->
  (forall d, In d (contacts_of q k0) -> opens_lawfully convex rs A d) \/ (forall d, In d (contacts_of q k1) -> opens_lawfully convex rs A d).
Proof.
  intros K U I M. unfold contacts_of in I. apply in_flat_map in I as (i & I & Ci).
  destruct (at_index (contacts q) i) as [c'|] eqn:C; [|contradiction]. destruct Ci as [->|[]].
  destruct (under_contact s q pr ready i c C) as (j & T & <- & S). destruct (meets_row j S M) as (b & Bj & Mem).
  assert (Kn : exists k, @at_index corner (corners q) k = Some (k0, k1)) by now apply in_at_index. destruct Kn as [k At].
  set (d := decide (contact_table pr) (k0, k1)).
  destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _ & _ & _ & Un & _).
  assert (DL : at_index (corner_list pr) k = Some d) by (rewrite CL, at_index_map, At; reflexivity).
  assert (Ud : is_undecided d = true) by (unfold is_undecided, d; now rewrite (undecided_state s q pr ready (k0, k1) K U)).
  assert (W : In k (collected (undecided_of pr) g)).
  { pose proof (at_index_in _ _ _ DL) as Dc.
    assert (Hj : In j (side_0 d ++ side_1 d)).
    { unfold d, decide; simpl. apply in_or_app. apply in_app_or in I as [I|I]; [left|right]; apply gather_in; eauto. }
    destruct (c2_parts s q pr ready good2) as (_ & _ & Sb & _). apply (forallb_in _ _ _ Sb) in Dc as Sd.
    unfold same_bodies in Sd. apply (forallb_in _ _ _ Sd) in Hj. apply (forallb_in _ _ _ Hj) in Bj.
    apply existsb_exists in Bj as (b' & Bj & E). apply N.eqb_eq in E. subst b'.
    assert (O : one_group (home pr) (corner_bodies d) = true).
    { unfold corner_bodies in *. destruct (side_0 d) as [|l0 rest] eqn:S0; [contradiction|].
      assert (I0 : In l0 (gather (contact_table pr) k0)).
      { change (gather (contact_table pr) k0) with (side_0 d). rewrite S0. now left. }
      apply gather_in in I0 as (i0 & I0 & T0).
      assert (O : contact_in_one_group pr i0 = true).
      { destruct (form_parts s q pr ready moving_formed) as (_ & _ & _ & Jn & _). unfold joined in Jn. apply andb_prop in Jn as [Jn _].
        apply (forallb_in _ _ _ Jn), in_or_app. right. apply in_flat_map. exists d. rewrite Ud. split; [assumption|].
        apply in_or_app. now left. }
      unfold contact_in_one_group in O. now rewrite T0 in O. }
    rewrite Un. apply collected_collect, by_home_in. exists d. split.
    - apply filter_In. split; [now apply numbered_spec|exact Ud].
    - apply (first_home_group pr _ b); [assumption|assumption|now apply own_home]. }
  destruct opening_parts as (_ & H2 & _). specialize (H2 k W). unfold some_side_opens in H2. rewrite CT, get_table_of, DL in H2.
  change (the_corner d) with (k0, k1) in H2. simpl in H2.
  assert (Side : forall l, forallb (opens_at (if convex then cone_of else fun _ => Ray) t D y) l = true ->
    forall e, In e (contacts_of q l) -> opens_lawfully convex rs A e).
  { intros l H e Ie. unfold contacts_of in Ie. apply in_flat_map in Ie as (n & In' & Ce).
    destruct (at_index (contacts q) n) as [e'|] eqn:Cn; [|contradiction]. destruct Ce as [->|[]].
    destruct (under_contact s q pr ready n e Cn) as (l' & T' & <- & _). apply (opens_real n l' T'). exact (forallb_in _ _ _ H In'). }
  apply orb_prop in H2 as [H2|H2]; [left|right]; now apply Side.
Qed.

Theorem answer_lawful : moves_by_law convex rs q (moving_bodies gr) (chosen_sides a) A F.
Proof.
  constructor.
  - exact answer_newton.
  - intros i phi psi I. unfold F, answer_forces, case_forces in I. simpl in I.
    apply in_map_iff in I as ([i' [x z]] & E & I). simpl in E. injection E as E1 E2 E3. subst i' phi psi.
    apply filter_In in I as [I NZ]. simpl in NZ. apply negb_true_iff, Z.eqb_neq in NZ.
    destruct (press_parts i x z I NZ) as (Pos & Im & l & L). destruct (values_right i l L) as (R & C & Mu & _).
    exists (the_contact l). split; [exact C|]. split; [exact (proj1 (imposed_real i Im))|]. split; [|split].
    + assert (Ins : inside (cone_of (roughen (pair_dictionary s) l)) (x, z) = true).
      { unfold inside. apply andb_true_intro. split; [simpl; now apply Z.leb_le|].
        pose proof (answer_in _ holds5) as Bd. simpl in Bd. apply (forallb_in _ _ _ Bd) in I. unfold bounded in I. simpl in I.
        rewrite R in I. exact I. }
      apply (inside_over D _ _ D_is_positive) in Ins. unfold cone_of in Ins. simpl cone_map in Ins.
      change (coefficient (roughen (pair_dictionary s) l)) with (contact_friction (pair_dictionary s) l) in Mu.
      rewrite <- Mu. exact Ins.
    + apply (opens_real i l L). destruct opening_parts as (H1 & _). exact (H1 i Im).
    + now apply (law_real i x z l).
  - intros i c C Im M. destruct (under_contact s q pr ready i c C) as (l & L & <- & S).
    destruct (meets_row l S M) as (b & B & Mem). apply (opens_real i l L). destruct opening_parts as (H1 & _).
    apply H1. now apply (imposes_in i l b).
  - exact answer_corners.
  - exact answer_pins.
Qed.

Lemma answer_moves b u : In (b, u) (combine (moving_bodies gr) (accelerated a)) -> A b = over D u.
Proof.
  intro I. unfold A, answer_motion, motion_of, y, motion_of_answer, of_body, motion_table.
  rewrite (get_keyed_nodup _ b u); [reflexivity| |exact I].
  assert (ND : NoDup (moving_bodies gr)).
  { apply (members_nodup s q pr ready moving_formed (skeleton_group sg)). eapply at_index_in, group_here, answer_here. }
  revert ND. generalize (accelerated a). clear. induction (moving_bodies gr) as [|c l IH]; intros w ND; simpl; [constructor|].
  destruct w as [|x w]; simpl; [constructor|]. inversion ND as [|? ? N1 N2]; subst. constructor; [|now apply IH].
  intro J. apply N1. clear - J. revert w J. induction l as [|d l IH]; intros w J; simpl in *; [contradiction|].
  destruct w as [|x' w]; simpl in *; [contradiction|]. destruct J as [J|J]; [now left|right; now apply (IH w)].
Qed.
End Answer.
End Moving.

Theorem check_accelerated s m : check_moving s m = true -> accelerated_as (real_scene s) (skeleton (statics_of_moving m)) m.
Proof.
  unfold check_moving. destruct (prepare s (skeleton (statics_of_moving m))) as [pr|] eqn:R; [|discriminate].
  unfold moving_conditions. rewrite !andb_true_iff.
  intros [S [[[[[[[[[[[[[[Fo H1] H2] H3] R0] F1] F2] F3] F4] F5] F6] F7] V1] V2] _]].
  constructor.
  - exact (c1_sound s _ pr R H1).
  - exact (c2_sound s _ pr R H2).
  - exact (contacts_are_complete s _ pr R H1 H2).
  - exact (c3_sound s _ pr R H3).
  - intro Co. unfold moving_s0 in R0. rewrite Co in R0. exact (s0_sound s _ pr R R0).
  - intros gr a G I. apply in_at_index in G as [g Hg].
    exists (answer_motion gr a), (answer_forces a). split.
    + intros b u. exact (answer_moves s m pr R Fo g gr a Hg b u).
    + exact (answer_lawful s m pr R S Fo H2 F1 F2 F3 F4 F5 F6 F7 V1 V2 g gr a Hg I).
Qed.

(** The theorem for two files. *)
Theorem accelerations_by_law digest scene_text proof_text found :
  check_texts digest scene_text proof_text = Accelerates found ->
  exists s m,
    canonical s = scene_text /\ read_moving proof_text = Some m /\ moving_finding_of (normal s) m = found /\
    text_of (moving_digest m) = digest scene_text /\
    accelerated_as (real_scene s) (skeleton (statics_of_moving m)) m.
Proof.
  intro H. apply check_texts_moving in H as (s & m & R & P & C & N & D). exists s, m.
  split; [now apply read_scene_canonical|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  apply check_accelerated in C. now rewrite real_normal in C.
Qed.

(** The same for the bytes of two files, with SHA-256 for the digest. *)
Definition accelerate_files (scene proof : string) : option moving_finding :=
  match check_texts sha256 (text_of scene) (text_of proof) with
  | Accelerates found => Some found
  | _ => None
  end.

Theorem files_accelerations scene proof found : accelerate_files scene proof = Some found ->
  exists s m,
    canonical s = text_of scene /\ read_moving (text_of proof) = Some m /\ moving_finding_of (normal s) m = found /\
    text_of (moving_digest m) = sha256 (text_of scene) /\
    accelerated_as (real_scene s) (skeleton (statics_of_moving m)) m.
Proof.
  unfold accelerate_files. intro H. apply accelerations_by_law.
  destruct (check_texts sha256 (text_of scene) (text_of proof)); try discriminate. now injection H as ->.
Qed.
