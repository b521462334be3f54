(** Forces.v -- what the forces of an accepted proof are: Newton's and Euler's laws body by body, no contact pulls,
    no force across a gap; idle contacts (C8); and what an answer means for a scene at rest. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Checker Normal.
From Zwang Require Import SoundLists SoundGeometry SoundCase SoundGroups SoundAnswer.
Import ListNotations.
Open Scope R_scope.

(** ** Forces as a user knows them *)

(** A force at a point of a body. *)
Record load := Load { on_body : N; pull : vector; at_point : vector }.

(** The force phi n of a contact on its vertex body, and the opposite on its edge body. *)
Definition contact_loads (s : scene R) (c : contact) (phi : R) : list load :=
  match place_of s c with
  | Some g =>
      [Load (vertex_body c) (times phi (place_normal g)) (at_vertex g);
       Load (edge_body c) (times (- phi) (place_normal g)) (at_vertex g)]
  | None => []
  end.

(** The force f of a pin on its first body, and the opposite on its second. *)
Definition pin_loads (k : pin R) (f : vector) : list load :=
  Load (pin_first k) f (pin_at k) ::
  match pin_second k with
  | Some b => [Load b (times (-1) f) (pin_at k)]
  | None => []
  end.

(** All forces of a case; the numbers of the file are D times the forces. *)
Definition loads (s : scene R) (p : proof) (D : Z) (c : case) : list load :=
  flat_map (fun iz => match at_index (contacts p) (fst iz) with
                      | Some k => contact_loads s k (IZR (snd iz) / IZR D)
                      | None => []
                      end) (forces c) ++
  flat_map (fun kf => match at_index (pins s) (fst kf) with
                      | Some k => pin_loads k (Point (IZR (fst (snd kf)) / IZR D) (IZR (snd (snd kf)) / IZR D))
                      | None => []
                      end) (pin_forces c).

(** Sum of the forces on body b, and of their torques (x - c) x f about its centroid. *)
Definition total_force (b : N) (l : list load) : vector :=
  fold_right (fun f t => if N.eqb (on_body f) b then plus (pull f) t else t) zero l.
Definition total_torque (b : N) (centre : vector) (l : list load) : R :=
  fold_right (fun f t => if N.eqb (on_body f) b then cross (minus (at_point f) centre) (pull f) + t else t) 0 l.

(** m (a - a0) is the sum of the forces on body b, and I (alpha - alpha0) the sum of their torques, where a0 and alpha0
    are its free acceleration. *)
Definition newton_euler (s : scene R) (b : N) (a : twist R) (l : list load) : Prop :=
  forall B m, body_at s b = Some B -> free B = Some m ->
    let u := free_acceleration s b in
    total_force b l = times (mass m) (minus (Point (tx a) (ty a)) (Point (tx u) (ty u))) /\
    total_torque b (centroid m) l = inertia m * (tr a - tr u).

(** With weight and loads: m a = F + m g + (the forces of the loads), I alpha = T + (their torques). *)
Theorem weights_and_loads s b a l B m : newton_euler s b a l ->
  body_at s b = Some B -> free B = Some m -> 0 < mass m -> 0 < inertia m ->
  times (mass m) (Point (tx a) (ty a))
  = plus (total_force b l) (plus (times (mass m) (gravity s)) (force_on s b)) /\
  inertia m * tr a = total_torque b (centroid m) l + torque_on s b (centroid m).
Proof.
  intros H HB HF M I. destruct (H B m HB HF) as [E1 E2]. unfold free_acceleration in E1, E2. rewrite HB, HF in E1, E2.
  rewrite E1, E2. unfold plus, minus, times; simpl. split; [f_equal; field; lra|field; lra].
Qed.

(** ** From rows to forces *)

Definition load_twist (b : N) (centre : vector) (l : list load) : twist R :=
  Twist (px (total_force b l)) (py (total_force b l)) (total_torque b centre l).

Lemma load_twist_app b x l m : load_twist b x (l ++ m) = tplus (load_twist b x l) (load_twist b x m).
Proof.
  unfold load_twist, tplus; simpl. induction l as [|f l IH]; simpl.
  - f_equal; ring.
  - injection IH as I1 I2 I3. destruct (N.eqb (on_body f) b); simpl; f_equal; lra.
Qed.

Lemma forces_on_app b l m : forces_on b (l ++ m) = tplus (forces_on b l) (forces_on b m).
Proof.
  unfold Core.forces_on. induction l as [|f l IH]; simpl.
  - destruct (fold_right _ tzero m); unfold tplus; simpl. f_equal; ring.
  - rewrite IH. unfold tplus; simpl. f_equal; ring.
Qed.

Lemma weight_on_app b l m : weight_on b (l ++ m) = tplus (weight_on b l) (weight_on b m).
Proof.
  induction l as [|[i w] l IH]; simpl.
  - destruct (weight_on b m); unfold tplus; simpl. f_equal; ring.
  - destruct (N.eqb i b); rewrite IH; unfold tplus; simpl; [f_equal; ring|reflexivity].
Qed.

(** What one lever does to body b: the force n at x, if b is that body and free. *)
Lemma lever_weight n x i B b M m :
  (i = b -> free B = Some M /\ matter_map Q2R M = m) ->
  weight_on b (map weightR (lever n x i B))
  = (if N.eqb i b then Twist (px (toR n)) (py (toR n)) (cross (minus (toR x) (centroid m)) (toR n)) else tzero).
Proof.
  intro H. destruct (N.eqb_spec i b) as [E|E].
  - destruct (H E) as [F G]. subst m. unfold lever. rewrite F. simpl. rewrite E, N.eqb_refl.
    unfold tplus, twistR, tzero; simpl. rewrite Q2R_cross, toR_minus. simpl. f_equal; ring.
  - unfold lever. destruct (free B); simpl; [|reflexivity]. destruct (N.eqb_spec i b); [contradiction|reflexivity].
Qed.

Section Prepared.
Variables (s : scene Q) (p : proof) (pr : prepared).
Hypothesis ready : prepare s p = Some pr.
Let rs := real_scene s.

Section Body.
Variables (b : N) (B : body Q) (M : matter Q).
Hypothesis the_body : body_at s b = Some B.
Hypothesis is_free : free B = Some M.
Let m := matter_map Q2R M.

Lemma is_this i E : body_at s i = Some E -> i = b -> free E = Some M /\ matter_map Q2R M = m.
Proof. intros H X. subst i. rewrite the_body in H. injection H as H. subst E. auto. Qed.

Lemma contact_load_twist l phi : sound s l -> vertex_body (the_contact l) <> edge_body (the_contact l) ->
  load_twist b (centroid m) (contact_loads rs (the_contact l) phi)
  = tscale phi (weight_on b (weights (rowR (the_row l)))).
Proof.
  intros [P R] N. unfold contact_loads, rs. rewrite place_of_real, P. simpl. rewrite R. simpl.
  rewrite map_app, weight_on_app.
  unfold place_ofq in P. rewrite !find_body_spec in P.
  destruct (body_at s (vertex_body (the_contact l))) as [F|] eqn:HF; [|discriminate].
  destruct (body_at s (edge_body (the_contact l))) as [E|] eqn:HE; [|discriminate].
  destruct (find_vertex _ _ _ _) as [x|]; [|discriminate]. destruct (find_edge _ _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as P. rewrite <- P. simpl.
  rewrite (lever_weight _ _ _ F b M m) by (now apply is_this).
  rewrite (lever_weight _ _ _ E b M m) by (now apply is_this).
  rewrite !toR_opp, !toR_normal. unfold load_twist, place_normal; simpl.
  destruct (N.eqb_spec (vertex_body (the_contact l)) b) as [E1|E1];
    destruct (N.eqb_spec (edge_body (the_contact l)) b) as [E2|E2]; try congruence;
    unfold tscale, tplus, tzero, plus, times, cross, minus; simpl; f_equal; ring.
Qed.

Lemma pin_load_twist l k fx fy : list_pin (index_of s) k = Some l -> pin_second k <> Some (pin_first k) ->
  load_twist b (centroid m) (pin_loads (pin_map Q2R k) (Point fx fy))
  = tplus (tscale fx (weight_on b (weights (rowR (row_x l))))) (tscale fy (weight_on b (weights (rowR (row_y l))))).
Proof.
  intros L N. unfold list_pin in L. rewrite !find_body_spec in L.
  destruct (body_at s (pin_first k)) as [F|] eqn:HF; [|discriminate]. unfold pin_loads; simpl.
  destruct (pin_second k) as [c|].
  - rewrite find_body_spec in L. destruct (body_at s c) as [E|] eqn:HE; [|discriminate]. injection L as L. subst l. simpl.
    rewrite !map_app, !weight_on_app.
    rewrite !(lever_weight _ _ _ F b M m) by (now apply is_this).
    rewrite !(lever_weight _ _ _ E b M m) by (now apply is_this).
    rewrite !toR_opp. unfold load_twist, along_x, along_y; simpl. rewrite !Q2R_0, !Q2R_1.
    destruct (N.eqb_spec (pin_first k) b) as [E1|E1]; destruct (N.eqb_spec c b) as [E2|E2]; try congruence;
      unfold tscale, tplus, tzero, plus, times, cross, minus; simpl; rewrite ?Q2R_0, ?Q2R_1; f_equal; ring.
  - injection L as L. subst l. simpl.
    rewrite !(lever_weight _ _ _ F b M m) by (now apply is_this).
    unfold load_twist, along_x, along_y; simpl. rewrite !Q2R_0, !Q2R_1.
    destruct (N.eqb_spec (pin_first k) b) as [E1|E1];
      unfold tscale, tplus, tzero, plus, times, cross, minus; simpl; rewrite ?Q2R_0, ?Q2R_1; f_equal; ring.
Qed.
End Body.

Hypothesis sensible : scene_okb s = true.
Hypothesis good : conditions pr = true.
Let formed : form pr = true. Proof. apply (all_hold pr good). Qed.

Lemma contact_bodies_differ i l : get (contact_table pr) i = Some l ->
  vertex_body (the_contact l) <> edge_body (the_contact l).
Proof.
  intro H. destruct (form_parts s p pr ready formed) as (_ & _ & _ & _ & J).
  apply (contact_list_under s p pr ready), at_index_in in H. apply (forallb_in _ _ _ J) in H.
  unfold contact_joins in H. apply andb_prop in H as [H _]. now apply negb_true_iff, N.eqb_neq in H.
Qed.

Lemma pin_bodies_differ k : In k (pins s) -> pin_second k <> Some (pin_first k).
Proof.
  intro H. unfold scene_okb in sensible. apply andb_prop in sensible as [_ P]. apply (forallb_in _ _ _ P) in H.
  unfold pin_okb in H. apply andb_prop in H as [H _]. unfold pin_joins in H.
  apply andb_prop in H as [_ H]. destruct (pin_second k) as [c|]; [|discriminate].
  apply andb_prop in H as [_ H]. apply negb_true_iff, N.eqb_neq in H. congruence.
Qed.

(** All forces of a case on a free body, as a user counts them, are what the rows say. *)
Lemma loads_are_forces D c b B M : D <> 0%Z -> body_at s b = Some B -> free B = Some M ->
  load_twist b (centroid (matter_map Q2R M)) (loads rs p D c) = forces_on b (map (forceR D) (acting pr c)).
Proof.
  intros Dn HB HF. unfold loads, acting. rewrite map_app, load_twist_app, forces_on_app. f_equal.
  - induction (forces c) as [|[i z] l IH]; cbn [flat_map map fst snd]; [unfold load_twist; reflexivity|].
    rewrite load_twist_app, map_app, forces_on_app, IH. f_equal.
    destruct (at_index (contacts p) i) as [k|] eqn:K.
    + destruct (under_contact s p pr ready i k K) as (l' & T & E & S). rewrite T. subst k. simpl.
      rewrite (contact_load_twist b B M HB HF l' _ S (contact_bodies_differ i l' T)).
      unfold tplus, tscale, tzero; simpl. f_equal; ring.
    + destruct (get (contact_table pr) i) as [l'|] eqn:T; [|unfold load_twist; reflexivity].
      apply (contact_under s p pr ready) in T as [T _]. congruence.
  - assert (PT : forall i, match at_index (pins s) i, get (pin_table pr) i with
      | Some k, Some l => list_pin (index_of s) k = Some l | None, None => True | _, _ => False end).
    { intro i. destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & F & E & _). rewrite E, get_table_of.
      exact (forall2_at_index _ _ _ i F). }
    induction (pin_forces c) as [|[i [fx fy]] l IH]; cbn [flat_map map fst snd]; [unfold load_twist; reflexivity|].
    rewrite load_twist_app, map_app, forces_on_app, IH. f_equal.
    specialize (PT i). unfold rs, real_scene, scene_map; simpl. rewrite at_index_map.
    destruct (at_index (pins s) i) as [k|] eqn:K; destruct (get (pin_table pr) i) as [l'|] eqn:T; try contradiction;
      simpl; [|unfold load_twist; reflexivity].
    rewrite (pin_load_twist b B M HB HF l' k _ _ PT) by (apply pin_bodies_differ; eapply at_index_in; eassumption).
    unfold tplus, tscale, tzero; simpl. f_equal; ring.
Qed.

Section Case.
Variables (g : N) (gr : group) (c : case) (o : optimum).
Hypothesis here : at_index (groups p) g = Some gr.
Hypothesis the_case : In c (cases gr).
Hypothesis is_optimal : optimal c = Some o.

(** Theorem (d): every body of an optimal case obeys Newton and Euler. *)
Theorem forces_balance b : In b (members gr) ->
  newton_euler rs b (motion_case gr o b) (loads rs p (denominator o) c).
Proof.
  intros Hb B' m' HB' HF'. destruct (member_free s p pr ready formed gr b) as (B & M & HB & HF);
    [eapply at_index_in; eassumption|assumption|].
  unfold rs in HB'. rewrite real_body_at, HB in HB'. injection HB' as HB'. subst B'. simpl in HF'. rewrite HF in HF'.
  injection HF' as HF'. subst m'.
  pose proof (D_nonzero s p pr ready formed g gr c here the_case o is_optimal) as Dn.
  pose proof (loads_are_forces (denominator o) c b B M Dn HB HF) as E.
  destruct (all_hold pr good) as (_ & _ & _ & _ & H4 & _).
  pose proof (newton_holds s p pr ready formed g gr c here the_case o is_optimal H4 b Hb) as N.
  unfold pressing in N. rewrite forces_on_nonzero, <- E in N. unfold inertial in N.
  rewrite (matter_of_free s b B M HB HF) in N. unfold load_twist in N. injection N as N1 N2 N3.
  split; [|exact N3]. destruct (total_force _ _) as [x y]; simpl in *.
  unfold times, minus; simpl. f_equal; assumption.
Qed.

(** Theorem (d), C5 and C7: a contact pushes or carries nothing; where it pushes, its gap stays closed. *)
Theorem no_pull i z : In (i, z) (forces c) -> (0 <= z)%Z.
Proof.
  intro H. destruct (all_hold pr good) as (_ & _ & _ & _ & _ & H5 & _).
  pose proof (every_case_in s p pr ready _ g gr c H5 here the_case) as P. apply (forallb_in _ _ _ P) in H.
  now apply Z.leb_le in H.
Qed.

Theorem no_force_across_a_gap i z k : In (i, z) (forces c) -> z <> 0%Z -> at_index (contacts p) i = Some k ->
  gap_accel rs (motion_case gr o) k = 0.
Proof.
  intros H Z K. destruct (all_hold pr good) as (_ & _ & _ & _ & _ & _ & _ & H7 & _).
  destruct (under_contact s p pr ready i k K) as (l & T & E & S). subst k.
  unfold rs. rewrite <- (sound_value s l _ S).
  exact (pressing_rests s p pr ready formed g gr c here the_case H7 o is_optimal i z l H Z T).
Qed.

(** *** Idle contacts (C8) *)

(** A system of forces for the case: a real force for every contact and two for every pin, that does to every body
    what its motion needs, does not pull, and acts only on imposed contacts that rest under the motion. *)
Record force_system (phi : N -> R) (fx fy : N -> R) : Prop := {
  pushes : forall i, 0 <= phi i;
  acts_at_rest : forall i, phi i <> 0 -> In i (resting pr g gr c o);
  moves_bodies : forall b, In b (members gr) ->
    forces_on b (flat_map (fun i => match get (contact_table pr) i with
                                    | Some l => [(phi i, rowR (the_row l))]
                                    | None => []
                                    end) (nodup N.eq_dec (resting pr g gr c o)) ++
                 flat_map (fun k => match get (pin_table pr) k with
                                    | Some l => [(fx k, rowR (row_x l)); (fy k, rowR (row_y l))]
                                    | None => []
                                    end) (collected (pins_of pr) g))
    = inertial (matter_of s) (free_acceleration rs) b (motion_case gr o b) }.

Definition system_rows (phi fx fy : N -> R) : list (R * row) :=
  flat_map (fun i => match get (contact_table pr) i with
                     | Some l => [(phi i, rowR (the_row l))]
                     | None => []
                     end) (nodup N.eq_dec (resting pr g gr c o)) ++
  flat_map (fun k => match get (pin_table pr) k with
                     | Some l => [(fx k, rowR (row_x l)); (fy k, rowR (row_y l))]
                     | None => []
                     end) (collected (pins_of pr) g).

Lemma system_in phi fx fy f r : In (f, r) (system_rows phi fx fy) ->
  (exists i l, In i (resting pr g gr c o) /\ get (contact_table pr) i = Some l /\ f = phi i /\ r = rowR (the_row l)) \/
  (exists k l, In k (collected (pins_of pr) g) /\ get (pin_table pr) k = Some l /\
               (r = rowR (row_x l) \/ r = rowR (row_y l))).
Proof.
  unfold system_rows. intro H. apply in_app_or in H as [H|H]; apply in_flat_map in H as (i & I & H).
  - left. apply nodup_In in I. destruct (get (contact_table pr) i) as [l|] eqn:T; [|contradiction].
    destruct H as [H|[]]. injection H as H1 H2. subst. eauto 10.
  - right. destruct (get (pin_table pr) i) as [l|] eqn:T; [|contradiction].
    exists i, l. split; [assumption|]. split; [assumption|].
    destruct H as [H|[H|[]]]; injection H as H1 H2; subst; auto.
Qed.

Lemma resting_imposed i : In i (resting pr g gr c o) -> In i (imposed pr g c).
Proof. unfold resting. intro H. now apply filter_In in H. Qed.

Lemma system_within phi fx fy f r : In (f, r) (system_rows phi fx fy) -> within (members gr) r.
Proof.
  intro H. intros b w W. apply system_in in H as [(i & l & I & T & _ & R)|(k & l & K & T & R)].
  - subst r. simpl in W. apply in_weightR in W.
    exact (imposed_within s p pr ready formed g gr c i l here the_case (resting_imposed i I) T b W).
  - apply (pin_within s p pr ready formed g gr k l here K T).
    assert (L : In l (pin_list pr)) by exact (pin_table_in s p pr ready k l T).
    destruct R as [R|R]; subst r; simpl in W; apply in_weightR in W; [exact W|].
    now rewrite (pin_bodies_y s p pr ready l L) in W.
Qed.

Lemma work_terms l u : (forall f r, In (f, r) l -> 0 <= f * lin r u) -> work l u = 0 ->
  forall f r, In (f, r) l -> f * lin r u = 0.
Proof.
  induction l as [|[f r] l IH]; intros H W f' r' I; [contradiction|]. simpl in W.
  assert (P : 0 <= f * lin r u) by (apply H; now left).
  assert (Q : 0 <= work l u).
  { unfold Core.work. apply fold_nonneg. intros [f2 r2] I2. apply H. now right. }
  change (f * lin r u + work l u = 0) in W.
  destruct I as [I|I]; [injection I as I1 I2; subst; lra|]. apply IH; auto; [|lra].
  intros f2 r2 I2. apply H. now right.
Qed.

Lemma work_null l u : (forall f r, In (f, r) l -> f * lin r u = 0) -> work l u = 0.
Proof.
  induction l as [|[f r] l IH]; intro H; [reflexivity|]. change (f * lin r u + work l u = 0). rewrite (H f r) by now left.
  rewrite IH; [ring|]. intros f2 r2 I2. apply H. now right.
Qed.

(** Theorem 4, (f): a contact that the proof calls idle carries no force in any force system of the case. *)
Theorem idle_carries_nothing phi fx fy i :
  idle_case pr g gr c = true -> force_system phi fx fy ->
  In i (resting pr g gr c o) -> force_at (keyed (forces c)) i = 0%Z -> phi i = 0.
Proof.
  intros H F I Z. unfold idle_case in H. rewrite is_optimal in H.
  destruct (idle o) as [l|]; [|apply (forallb_in _ _ _ H) in I; now rewrite Z in I].
  apply andb_prop in H as [HC HP].
  set (u := motion_of 1 (motion_table (members gr) l)).
  assert (G : forall j k, In j (resting pr g gr c o) -> get (contact_table pr) j = Some k ->
    (force_at (keyed (forces c)) j = 0%Z -> 0 < lin (rowR (the_row k)) u) /\
    (force_at (keyed (forces c)) j <> 0%Z -> lin (rowR (the_row k)) u = 0)).
  { intros j k J T. apply (forallb_in _ _ _ HC) in J. unfold virtual_gap in J. rewrite T in J. simpl in J.
    pose proof (Q2R_moved 1 (motion_table (members gr) l) (the_row k)) as E. specialize (E ltac:(lia)).
    fold u in E. rewrite Rmult_1_l in E. destruct (Z.eqb_spec (force_at (keyed (forces c)) j) 0) as [A|A].
    - apply is_pos_R in J. split; [intros _; lra|contradiction].
    - apply is_zero_R in J. split; [contradiction|intros _; lra]. }
  assert (P : forall k q, In k (collected (pins_of pr) g) -> get (pin_table pr) k = Some q ->
    lin (rowR (row_x q)) u = 0 /\ lin (rowR (row_y q)) u = 0).
  { intros k q K T. apply (forallb_in _ _ _ HP) in K. unfold virtual_pin in K. rewrite T in K.
    apply line_allowed in K as [KX KY].
    rewrite (Q2R_moved 1) in KX, KY by lia. fold u in KX, KY. lra. }
  destruct (all_hold pr good) as (_ & _ & _ & _ & H4 & H5 & _ & H7 & _).
  assert (Own : work (map (forceR (denominator o)) (pressing pr c)) u = 0).
  { apply work_null. intros f r R. apply in_map_iff in R as ([z q] & E & R). injection E as E1 E2. subst f r. simpl.
    apply (pressing_in s p pr ready formed g gr c here the_case H5 H7) in R
      as [(j & k & J & Jm & T & Eq & Zp & Zn)|(k & k' & K & T & R)].
    - subst q.
      assert (Jr : In j (resting pr g gr c o)).
      { unfold resting. apply filter_In. split; [assumption|]. unfold gap_of. rewrite T. simpl.
        apply is_zero_R. pose proof (D_nonzero s p pr ready formed g gr c here the_case o is_optimal) as Dn.
        rewrite Q2R_scaled_value by exact Dn.
        pose proof (pressing_rests s p pr ready formed g gr c here the_case H7 o is_optimal j z k J Zn T) as V.
        unfold case_motion in V. rewrite V. ring. }
      assert (N : force_at (keyed (forces c)) j <> 0%Z).
      { unfold force_at. pose proof (case_form s p pr ready formed g gr c here the_case) as O. unfold case_okb in O.
        rewrite !andb_true_iff in O. destruct O as [[[_ O] _] _]. unfold known in O. apply andb_prop in O as [O _].
        apply ascending_nodup in O. rewrite (get_keyed_nodup _ j z O J). assumption. }
      destruct (G j k Jr T) as [_ G2]. rewrite (G2 N). ring.
    - destruct (P k k' K T) as [PX PY]. destruct R as [R|R]; subst q; [rewrite PX|rewrite PY]; ring. }
  assert (Same : work (system_rows phi fx fy) u = 0).
  { rewrite <- Own. apply (same_work (members gr)).
    - apply (members_nodup s p pr ready formed). eapply at_index_in; eassumption.
    - apply system_within.
    - exact (pressing_within s p pr ready formed g gr c here the_case H5 H7 (denominator o)).
    - intros b Hb. pose proof (moves_bodies _ _ _ F b Hb) as M. unfold system_rows. rewrite M. symmetry.
      exact (newton_holds s p pr ready formed g gr c here the_case o is_optimal H4 b Hb). }
  assert (T : exists k, get (contact_table pr) i = Some k).
  { apply filter_In in I as [_ I]. unfold gap_of in I. destruct (get (contact_table pr) i) as [k|]; [eauto|discriminate]. }
  destruct T as [k T]. destruct (G i k I T) as [Pos _]. specialize (Pos Z).
  assert (E : phi i * lin (rowR (the_row k)) u = 0).
  { apply (work_terms (system_rows phi fx fy) u); [|assumption|].
    - intros f r R. apply system_in in R as [(j & k' & J & T' & E1 & E2)|(j & k' & J & T' & E2)].
      + subst f r. apply Rmult_le_pos; [apply (pushes _ _ _ F)|]. destruct (G j k' J T') as [G1 G2].
        destruct (Z.eq_dec (force_at (keyed (forces c)) j) 0) as [A|A]; [specialize (G1 A)|specialize (G2 A)]; lra.
      + destruct (P j k' J T') as [PX PY]. destruct E2; subst r; [rewrite PX|rewrite PY]; lra.
    - unfold system_rows. apply in_or_app. left. apply in_flat_map. exists i. split; [now apply nodup_In|].
      rewrite T. now left. }
  destruct (Rmult_integral _ _ E); [assumption|lra].
Qed.
End Case.

(** ** Scenes at rest *)

Definition at_rest (r : scene R) : Prop :=
  forall b B m, body_at r b = Some B -> free B = Some m -> velocity m = zero /\ spin m = 0.

(** How a point of a body moves under a displacement, or a velocity, t. *)
Definition shifted (B : body R) (t : twist R) (x : vector) : vector :=
  match free B with
  | Some m => plus (Point (tx t) (ty t)) (times (tr t) (J (minus x (centroid m))))
  | None => zero
  end.

Section Rest.
Hypothesis resting_scene : at_rest rs.

Lemma rest_velocity b B x : body_at rs b = Some B -> velocity_at B x = zero /\ spin_of B = 0.
Proof.
  intro H. unfold velocity_at, spin_of. destruct (free B) as [m|] eqn:F; [|auto].
  destruct (resting_scene b B m H F) as [V W]. rewrite V, W. split; [|reflexivity].
  unfold plus, times, zero; simpl. f_equal; ring.
Qed.

Lemma rest_acceleration b B t x : body_at rs b = Some B -> acceleration_at B t x = shifted B t x.
Proof.
  intro H. unfold acceleration_at, shifted. destruct (free B) as [m|] eqn:F; [|reflexivity].
  destruct (resting_scene b B m H F) as [V W]. rewrite W. unfold minus, plus, times; simpl. f_equal; ring.
Qed.

(** At rest the gap acceleration under A is the gap velocity that A, read as a velocity, would have. *)
Theorem rest_gap A c g : place_of rs c = Some g ->
  gap_accel rs A c = dot (place_normal g)
    (minus (shifted (vertex_owner g) (A (vertex_body c)) (at_vertex g))
           (shifted (edge_owner g) (A (edge_body c)) (at_vertex g))).
Proof.
  intro P. unfold gap_accel. rewrite P. unfold gap_acceleration, sliding.
  unfold place_of in P. destruct (body_at rs (vertex_body c)) as [F|] eqn:HF; [|discriminate].
  destruct (body_at rs (edge_body c)) as [E|] eqn:HE; [|discriminate].
  destruct (vertex_at rs _ _ _) as [x|]; [|discriminate]. destruct (edge_at rs _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as P. subst g. simpl.
  rewrite (rest_acceleration _ F _ _ HF), (rest_acceleration _ E _ _ HE).
  destruct (rest_velocity _ E x HE) as [VE WE]. rewrite WE. ring.
Qed.

Section Case.
Variables (g : N) (gr : group) (c : case) (o : optimum).
Hypothesis here : at_index (groups p) g = Some gr.
Hypothesis the_case : In c (cases gr).
Hypothesis is_optimal : optimal c = Some o.

Lemma shifted_zero B x : shifted B zero_twist x = zero.
Proof.
  unfold shifted, zero_twist, plus, times, zero. destruct (free B); simpl; [f_equal; ring|reflexivity].
Qed.

Lemma value_bias r : value r (fun _ => zero_twist) = bias r.
Proof.
  unfold value, lin. enough (E : lin_of (weights r) (fun _ => zero_twist) = 0) by lra.
  induction (weights r) as [|[b w] l IH]; simpl; [reflexivity|]. rewrite IH. unfold tdot; simpl. ring.
Qed.

Lemma rest_bias_contact l : sound s l -> bias (rowR (the_row l)) = 0.
Proof.
  intro S. rewrite <- value_bias, (sound_value s l _ S). destruct S as [P _].
  rewrite (rest_gap _ (the_contact l) (placeR (the_place l))).
  - rewrite !shifted_zero. unfold dot, minus, zero; simpl. ring.
  - unfold rs. rewrite place_of_real, P. reflexivity.
Qed.

Lemma rest_bias_pin l : In l (pin_list pr) -> bias (rowR (row_x l)) = 0 /\ bias (rowR (row_y l)) = 0.
Proof.
  intro L. destruct (pin_list_pin s p pr ready l L) as (k & B & second & K & FB & S & X & Y).
  rewrite <- !value_bias, X, Y, !pin_row_value. rewrite find_body_spec in FB.
  assert (HB : body_at rs (pin_first k) = Some (body_map Q2R B)) by (unfold rs; now rewrite real_body_at, FB).
  rewrite (rest_acceleration _ _ _ _ HB), shifted_zero.
  assert (Z2 : second_point second (fun E _ => acceleration_at E zero_twist (point_map Q2R (pin_at k))) = zero).
  { destruct (pin_second k) as [d|].
    - destruct S as (E & FE & S). subst second. simpl. rewrite find_body_spec in FE.
      rewrite (rest_acceleration d); [apply shifted_zero|]. unfold rs. now rewrite real_body_at, FE.
    - now subst second. }
  rewrite Z2. unfold dot, minus, zero; simpl. split; ring.
Qed.

(** What weight and loads do to body b that moves with a, and twice its kinetic energy if a were a velocity. *)
Definition loss (b : N) (a : twist R) : R :=
  let u := free_acceleration rs b in
  mass (matter_of s b) * (tx u * tx a + ty u * ty a) + inertia (matter_of s b) * (tr u * tr a).
Definition vigour (b : N) (a : twist R) : R :=
  mass (matter_of s b) * (tx a * tx a + ty a * ty a) + inertia (matter_of s b) * (tr a * tr a).

(** Theorem 6, (e): at rest, m |a|^2 + I alpha^2 over the group is the work of weights and loads under the motion, read
    as a velocity. So the answer is 0, and then its forces balance weights and loads; or these do positive work. *)
Theorem rest_energy :
  sum_over (members gr) (fun b => vigour b (motion_case gr o b)) =
  sum_over (members gr) (fun b => loss b (motion_case gr o b)).
Proof.
  destruct (all_hold pr good) as (_ & _ & _ & _ & H4 & H5 & H6 & H7 & _).
  set (a := motion_case gr o).
  assert (W : work (map (forceR (denominator o)) (pressing pr c)) a = 0).
  { apply work_null. intros f r R. apply in_map_iff in R as ([z q] & E & R). injection E as E1 E2. subst f r. simpl.
    apply (pressing_in s p pr ready formed g gr c here the_case H5 H7) in R
      as [(j & k & J & Jm & T & Eq & Zp & Zn)|(k & k' & K & T & R)].
    - subst q. pose proof (pressing_rests s p pr ready formed g gr c here the_case H7 o is_optimal j z k J Zn T) as V.
      destruct (contact_under s p pr ready j k T) as [_ S]. unfold value in V. rewrite (rest_bias_contact k S) in V.
      unfold a, motion_case. replace (lin (rowR (the_row k)) (case_motion gr o)) with 0 by lra. ring.
    - destruct (pins_hold s p pr ready formed g gr c here the_case o is_optimal H6 k k' K T) as [PX PY].
      destruct (rest_bias_pin k' (pin_table_in s p pr ready k k' T)) as [BX BY].
      unfold value in PX, PY. rewrite BX in PX. rewrite BY in PY. unfold a, motion_case.
      destruct R as [R|R]; subst q;
        [replace (lin (rowR (row_x k')) (case_motion gr o)) with 0 by lra
        |replace (lin (rowR (row_y k')) (case_motion gr o)) with 0 by lra]; ring. }
  rewrite <- (virtual_work (members gr)) in W.
  - assert (E : sum_over (members gr) (fun b => vigour b (a b)) - sum_over (members gr) (fun b => loss b (a b))
               = sum_over (members gr) (fun b => tdot (forces_on b (map (forceR (denominator o)) (pressing pr c))) (a b))).
    { replace (sum_over (members gr) (fun b => vigour b (a b)) - sum_over (members gr) (fun b => loss b (a b)))
        with (sum_over (members gr) (fun b => vigour b (a b)) + (-1) * sum_over (members gr) (fun b => loss b (a b))) by ring.
      rewrite <- sum_over_scale, <- sum_over_plus. apply sum_over_ext. intros b Hb.
      rewrite (newton_holds s p pr ready formed g gr c here the_case o is_optimal H4 b Hb).
      unfold a, motion_case, vigour, loss, inertial, tdot, tminus, rs; cbn [tx ty tr]. ring. }
    lra.
  - apply (members_nodup s p pr ready formed). eapply at_index_in; eassumption.
  - exact (pressing_within s p pr ready formed g gr c here the_case H5 H7 (denominator o)).
Qed.

(** If a body of the group moves, weights and loads do positive work. *)
Theorem rest_falls b : In b (members gr) -> motion_case gr o b <> tzero ->
  0 < sum_over (members gr) (fun b => loss b (motion_case gr o b)).
Proof.
  intros Hb N. rewrite <- rest_energy.
  assert (G : In gr (groups p)) by (eapply at_index_in; eassumption).
  assert (Nn : forall i, In i (members gr) -> 0 <= vigour i (motion_case gr o i)).
  { intros i I. destruct (masses s p pr ready sensible formed gr G i I). unfold vigour. nra. }
  destruct (Rle_or_lt (sum_over (members gr) (fun b => vigour b (motion_case gr o b))) 0) as [L|L]; [|assumption].
  exfalso. apply N. apply (sum_over_null (members gr) _ Nn L) in Hb as V.
  destruct (masses s p pr ready sensible formed gr G b Hb) as [M I]. unfold vigour in V.
  destruct (motion_case gr o b) as [x y r]; simpl in *.
  assert (x * x = 0) by nra. assert (y * y = 0) by nra. assert (r * r = 0) by nra.
  unfold tzero. f_equal; nra.
Qed.
End Case.
End Rest.
End Prepared.
