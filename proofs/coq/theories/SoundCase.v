(** SoundCase.v -- one case of a group: C4 to C7 imply that its motion has the least restraint among all real
    motions that obey the case, and is the only one (Theorem 2); an impossible case is obeyed by none (Theorem 3). *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Loads Checker SoundLists.
Import ListNotations.

(** ** Collections *)

Lemma collected_collect {A} (l : list (N * A)) i a : In a (collected (collect l) i) <-> In (i, a) l.
Proof.
  unfold collected. induction l as [|[j b] l IH]; simpl.
  - rewrite get_nothing. tauto.
  - rewrite get_put. destruct (N.eqb_spec i j) as [E|E].
    + subst. simpl. fold (collect l). rewrite IH. split; intros [H|H]; auto; left; congruence.
    + rewrite IH. split; [auto|]. intros [H|H]; [congruence|assumption].
Qed.

Lemma by_home_in {A} home (f : A -> list N) l g i :
  In (g, i) (by_home home f l) <-> exists a, In (i, a) l /\ first_home home (f a) = Some g.
Proof.
  unfold by_home. rewrite in_flat_map. split.
  - intros ([j a] & I & H). simpl in H. destruct (first_home home (f a)) as [g'|] eqn:E; [|contradiction].
    destruct H as [H|[]]. injection H as H1 H2. subst. eauto.
  - intros (a & I & H). exists (i, a). split; [assumption|]. simpl. rewrite H. now left.
Qed.

Lemma gather_numbered_in {A} (t : table A) l i a : In (i, a) (gather_numbered t l) <-> In i l /\ get t i = Some a.
Proof.
  unfold gather_numbered. rewrite in_flat_map. split.
  - intros (j & I & H). destruct (get t j) as [b|] eqn:E; [|contradiction]. destruct H as [H|[]].
    injection H as H1 H2. now subst.
  - intros [I H]. exists i. split; [assumption|]. rewrite H. now left.
Qed.

Lemma first_home_in home bs g : first_home home bs = Some g -> exists b, In b bs /\ get home b = Some g.
Proof.
  induction bs as [|b bs IH]; simpl; [discriminate|]. destruct (get home b) as [h|] eqn:E.
  - intro H. injection H as H. subst. eauto.
  - intro H. destruct (IH H) as (c & C & D). eauto.
Qed.

Lemma first_home_exists home bs b g : In b bs -> get home b = Some g -> exists h, first_home home bs = Some h.
Proof.
  induction bs as [|c bs IH]; simpl; [contradiction|]. intros [E|H] G.
  - subst. rewrite G. eauto.
  - destruct (get home c); eauto.
Qed.

(** Bodies of one group: if one is at home in g, all are. *)
Lemma one_group_all home bs b g : one_group home bs = true -> In b bs -> get home b = Some g ->
  forall c, In c bs -> get home c = Some g.
Proof.
  destruct bs as [|d bs]; simpl; [contradiction|]. intros H B G.
  assert (K : forall c, In c (d :: bs) -> get home c = get home d).
  { intros c [C|C]; [now subst|]. apply same_option_eq. exact (forallb_in _ _ _ H C). }
  intros c C. rewrite (K c C), <- (K b B). assumption.
Qed.

Lemma home_of_member gs b g : get (home_of gs) b = Some g ->
  exists gr, at_index gs g = Some gr /\ In b (members gr).
Proof.
  unfold home_of. intro H. apply get_keyed_in, in_flat_map in H as ([i gr] & I & K). simpl in K.
  apply in_map_iff in K as (c & E & C). injection E as E1 E2. subst. exists gr. split; [|assumption].
  now apply numbered_spec.
Qed.

(** ** Rows over the reals *)

Definition motion_of (D : Z) (t : table (twist Z)) : accelerations := fun b => over D (of_body t b).

Lemma Q2R_moved D t r : D <> 0%Z -> (Q2R (moved t r) = IZR D * lin (rowR r) (motion_of D t))%R.
Proof.
  intro Dn. apply not_0_IZR in Dn. unfold moved, lin, rowR, motion_of; simpl.
  apply (moves_lin tdot tdotq twistR (over D)). intros w u. unfold tdotq, tdot, over, twistR; simpl.
  autorewrite with q2r. field. assumption.
Qed.

Lemma Q2R_scaled_value D t r : D <> 0%Z -> (Q2R (scaled_value D t r) = IZR D * value (rowR r) (motion_of D t))%R.
Proof.
  intro Dn. unfold scaled_value, value. rewrite Q2R_qadd, Q2R_qscale, (Q2R_moved D) by assumption. simpl. ring.
Qed.

Definition forceR (D : Z) (zr : Z * qrow) : R * row := ((IZR (fst zr) / IZR D)%R, rowR (snd zr)).

Lemma twistR_zero : twistR tzeroq = tzero.
Proof. unfold twistR, tzeroq, tzero; simpl. now rewrite !Q2R_0. Qed.

(** What the checker adds up is the force on every body, times the denominator. *)
Lemma accumulate_forces D b l : D <> 0%Z ->
  twistR (twist_or_zero (accumulate l) b) = tscale (IZR D) (forces_on b (map (forceR D) l)).
Proof.
  intro Dn. apply not_0_IZR in Dn. unfold twist_or_zero, accumulate.
  rewrite (add_up_forces tplus tscale tzero tadd tzeroq twistR) with (D := IZR D); try assumption.
  - f_equal. induction l as [|[z r] l IH]; simpl; [reflexivity|]. now rewrite IH.
  - intros [] [] []. unfold tplus; simpl. f_equal; ring.
  - intros [] []. unfold tplus; simpl. f_equal; ring.
  - intros []. unfold tplus; simpl. f_equal; ring.
  - intros c [] []. unfold tplus, tscale; simpl. f_equal; ring.
  - intros c d []. unfold tscale; simpl. f_equal; ring.
  - intro c. unfold tscale, tzero; simpl. f_equal; ring.
  - exact twistR_zero.
  - intros u z w. unfold tadd, twistR, tplus, tscale; simpl. autorewrite with q2r. reflexivity.
Qed.

(** Forces that are 0 do nothing. *)
Definition nonzero (zr : Z * qrow) : bool := negb (Z.eqb (fst zr) 0).

Lemma forces_on_nonzero D b l : forces_on b (map (forceR D) (filter nonzero l)) = forces_on b (map (forceR D) l).
Proof.
  induction l as [|[z r] l IH]; simpl; [reflexivity|]. unfold nonzero at 1; simpl.
  destruct (Z.eqb_spec z 0) as [E|E]; simpl; rewrite IH; [|reflexivity].
  subst z. destruct (forces_on b (map (forceR D) l)). unfold tplus, tscale; simpl. unfold Rdiv. f_equal; ring.
Qed.

Lemma power_bias l :
  Q2R (power l) = fold_right (fun fr s => fst fr * bias (snd fr) + s)%R 0%R (map (forceR 1) (filter nonzero l)).
Proof.
  unfold power. induction l as [|[z r] l IH]; simpl; [apply Q2R_0|].
  rewrite Q2R_qadd, Q2R_qscale, IH. unfold nonzero; simpl. destruct (Z.eqb_spec z 0) as [E|E]; simpl.
  - subst. ring.
  - field.
Qed.

Lemma teqb_R a b : teqb a b = true -> twistR a = twistR b.
Proof.
  unfold teqb, twistR. rewrite !andb_true_iff, !qeq_R. intros [[E F] G]. now rewrite E, F, G.
Qed.

Lemma tscale_cancel k a b : (k <> 0)%R -> tscale k a = tscale k b -> a = b.
Proof.
  intros K H. unfold tscale in H. injection H as H1 H2 H3. destruct a, b; simpl in *.
  f_equal; eapply Rmult_eq_reg_l; eauto.
Qed.

(** ** A case of a prepared proof *)

Section Prepared.
Variables (s : scene Q) (p : proof) (pr : prepared).
Hypothesis ready : prepare s p = Some pr.
Hypothesis sensible : scene_okb s = true.
Hypothesis formed : form pr = true.

Let rs := real_scene s.

Lemma form_parts :
  groups_cover pr = true /\ forallb group_okb (groups p) = true /\ every_case pr (case_okb pr) = true /\
  joined pr = true /\ forallb contact_joins (contact_list pr) = true.
Proof.
  unfold form in formed. destruct (prepare_parts s p pr ready) as (_ & _ & P & _). rewrite P in formed.
  rewrite !andb_true_iff in formed. tauto.
Qed.

Lemma every_case_in f g gr c : every_case pr f = true -> at_index (groups p) g = Some gr -> In c (cases gr) ->
  f g gr c = true.
Proof.
  unfold every_case. destruct (prepare_parts s p pr ready) as (_ & _ & P & _). rewrite P. intros H G C.
  apply numbered_spec in G. apply (forallb_in _ _ _ H) in G. exact (forallb_in _ _ _ G C).
Qed.

(** *** Members and homes *)

Lemma all_members_nodup : NoDup (flat_map members (groups p)).
Proof.
  destruct form_parts as (H & _). unfold groups_cover in H.
  destruct (prepare_parts s p pr ready) as (_ & _ & P & _). rewrite P in H.
  rewrite !andb_true_iff in H. now apply distinct_nodup.
Qed.

Lemma nodup_app_l {A} (l m : list A) : NoDup (l ++ m) -> NoDup l.
Proof.
  induction l as [|a l IH]; simpl; intro H; constructor; inversion H; subst; auto.
  intro I. apply H2. apply in_or_app. now left.
Qed.
Lemma nodup_app_r {A} (l m : list A) : NoDup (l ++ m) -> NoDup m.
Proof. induction l as [|a l IH]; simpl; intro H; [assumption|]. inversion H; subst; auto. Qed.

Lemma members_nodup gr : In gr (groups p) -> NoDup (members gr).
Proof.
  intro H. pose proof all_members_nodup as D. induction (groups p) as [|h l IH]; simpl in *; [contradiction|].
  destruct H as [H|H]; [subst; now apply nodup_app_l in D|]. apply IH; auto. now apply nodup_app_r in D.
Qed.

Lemma home_member b g : get (home pr) b = Some g -> exists gr, at_index (groups p) g = Some gr /\ In b (members gr).
Proof.
  destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & H & _). rewrite H.
  apply home_of_member.
Qed.

Lemma member_free gr b : In gr (groups p) -> In b (members gr) ->
  exists B m, body_at s b = Some B /\ free B = Some m.
Proof.
  intros G M. destruct form_parts as (H & _). unfold groups_cover in H.
  destruct (prepare_parts s p pr ready) as (_ & X & P & _). rewrite P, X in H.
  rewrite !andb_true_iff in H. destruct H as [[_ H] _].
  assert (I : In b (flat_map members (groups p))) by (apply in_flat_map; eauto).
  apply (forallb_in _ _ _ H) in I. unfold is_free in I. rewrite find_body_spec in I.
  destruct (body_at s b) as [B|]; [|discriminate]. destruct (free B) as [m|] eqn:F; [|discriminate]. eauto.
Qed.

Lemma matter_positive b B m : body_at s b = Some B -> free B = Some m -> (0 < Q2R (mass m) /\ 0 < Q2R (inertia m))%R.
Proof.
  intros H F. unfold scene_okb in sensible. apply andb_prop in sensible as [K _].
  apply at_index_in in H. apply (forallb_in _ _ _ K) in H. unfold body_okb in H. rewrite F in H.
  rewrite !andb_true_iff in H. destruct H as [_ [H1 H2]]. apply is_pos_R in H1, H2. auto.
Qed.

Definition no_matter : matter R := Matter 1%R zero 1%R zero 0%R.
Definition matter_of (b : N) : matter R :=
  match body_at rs b with
  | Some B => match free B with Some m => m | None => no_matter end
  | None => no_matter
  end.

Lemma matter_of_free b B m : body_at s b = Some B -> free B = Some m -> matter_of b = matter_map Q2R m.
Proof. intros H F. unfold matter_of, rs. rewrite real_body_at, H. simpl. now rewrite F. Qed.

(** What the checker takes for the free acceleration of a body is it. *)
Lemma unheld_member b B : body_at s b = Some B ->
  exists u, twist_or_zero (free_accelerations s) b = u /\ twistR u = free_acceleration rs b.
Proof.
  intro H. destruct (free_accelerations_R s b B H) as (u & G & E). exists u. unfold twist_or_zero, held_at. now rewrite G.
Qed.

Lemma masses gr : In gr (groups p) ->
  forall b, In b (members gr) -> (0 < mass (matter_of b) /\ 0 < inertia (matter_of b))%R.
Proof.
  intros G b M. destruct (member_free gr b G M) as (B & m & H & F). rewrite (matter_of_free b B m H F). simpl.
  now apply matter_positive with b B.
Qed.

(** *** Imposed contacts *)

Lemma always_imposed_in i l : In i (always_imposed (in_corner pr) (contact_list pr) (corner_list pr)) ->
  get (contact_table pr) i = Some l ->
  (loose p i /\ gap_speed rs (the_contact l) = 0%R) \/
  exists k, In k (corners p) /\
    ((forced rs (contacts_of p (fst k)) (contacts_of p (snd k)) /\ In i (fst k)) \/
     (forced rs (contacts_of p (snd k)) (contacts_of p (fst k)) /\ In i (snd k))).
Proof.
  intros H L. apply in_app_or in H as [H|H].
  - left. apply in_map_iff in H as ([j l'] & E & H). simpl in E. subst j.
    apply filter_In in H as [H K]. apply numbered_spec in H.
    apply (contact_list_under s p pr ready) in H. rewrite H in L. injection L as L. subst l'.
    unfold rests_loose in K; simpl in K. apply andb_prop in K as [K1 K2]. apply negb_true_iff in K1.
    split; [now apply (in_corner_loose s p pr ready)|]. apply is_zero_R in K2.
    rewrite <- K2. symmetry. apply (sound_speed s). now apply (contact_under s p pr ready) in H.
  - right. apply in_flat_map in H as (d & D & H).
    destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & C & _). rewrite C in D.
    apply in_map_iff in D as (k & E & K). subst d. exists k. split; [assumption|].
    pose proof (state_means s p pr ready k K) as M. simpl in M. unfold forced_side in H. simpl in H.
    destruct (state_of _ _) as [| | |side]; try contradiction. destruct side; [right|left]; auto.
Qed.

(** A motion obeys a case if it keeps all its imposed contacts from closing, and all pins together. *)
Definition obeys (g : N) (c : case) (B : accelerations) : Prop :=
  (forall i l, In i (imposed pr g c) -> get (contact_table pr) i = Some l -> (0 <= value (rowR (the_row l)) B)%R) /\
  (forall l, In l (pin_list pr) -> value (rowR (row_x l)) B = 0%R /\ value (rowR (row_y l)) B = 0%R).

(** A motion respects the sides that a case fixes. *)
Definition respects (c : case) (B : accelerations) : Prop :=
  forall k side k0 k1, In (k, side) (sides c) -> at_index (corners p) k = Some (k0, k1) ->
    none_closes rs B (contacts_of p (if N.eqb side 0 then k0 else k1)).

Lemma contacts_of_in l i c : In i l -> at_index (contacts p) i = Some c -> In c (contacts_of p l).
Proof. intros I H. unfold contacts_of. apply in_flat_map. exists i. split; [assumption|]. rewrite H. now left. Qed.

Lemma pin_list_pin l : In l (pin_list pr) -> exists k B second, In k (pins s) /\
    find_body (index_of s) (pin_first k) = Some B /\
    match pin_second k with
    | None => second = None
    | Some c => exists E, find_body (index_of s) c = Some E /\ second = Some (c, E)
    end /\
    row_x l = pin_row along_x (pin_at k) (pin_first k) B second /\
    row_y l = pin_row along_y (pin_at k) (pin_first k) B second.
Proof.
  destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & F & _). intro H.
  apply in_at_index in H as [i H]. pose proof (forall2_at_index _ _ _ i F) as K. rewrite H in K.
  destruct (at_index (pins s) i) as [k|] eqn:L; [|contradiction].
  exists k. unfold list_pin in K.
  destruct (find_body (index_of s) (pin_first k)) as [B|] eqn:B1; [|discriminate].
  destruct (pin_second k) as [c|] eqn:C.
  - destruct (find_body (index_of s) c) as [E|] eqn:E1; [|discriminate]. injection K as K. subst l. simpl.
    exists B, (Some (c, E)). split; [eapply at_index_in; eassumption|]. eauto 10.
  - injection K as K. subst l. simpl. exists B, None. split; [eapply at_index_in; eassumption|]. auto.
Qed.

Lemma pin_values l A : In l (pin_list pr) ->
  (forall k, In k (pins rs) -> pin_points_agree rs (fun B b => acceleration_at B (A b) (pin_at k)) k) ->
  value (rowR (row_x l)) A = 0%R /\ value (rowR (row_y l)) A = 0%R.
Proof.
  intros L H. destruct (pin_list_pin l L) as (k & B & second & K & FB & S & X & Y).
  rewrite X, Y, !pin_row_value.
  apply (pin_agrees s k (fun B b => acceleration_at B (A b) (toR (pin_at k))) K B second FB S).
  apply (H (pin_map Q2R k)). unfold rs, real_scene, scene_map; simpl. now apply in_map.
Qed.

Theorem admissible_obeys g c A : admissible rs p A -> respects c A -> obeys g c A.
Proof.
  intros (P & L & C) S. split; [|intros; now apply pin_values].
  intros i l I H. destruct (contact_under s p pr ready i l H) as [E So].
  rewrite (sound_value s l A So). unfold imposed in I. apply in_app_or in I as [I|I].
  - destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Bs & _). rewrite Bs in I.
    apply collected_collect, by_home_in in I as (l' & I & _). apply gather_numbered_in in I as [I _].
    apply (always_imposed_in i l) in I; [|assumption]. destruct I as [[Lo Z]|([k0 k1] & K & I)].
    + now apply (L i).
    + destruct (C k0 k1 K) as (F0 & F1 & _). simpl in I.
      destruct I as [[F I]|[F I]]; [apply F0 in F|apply F1 in F]; apply F; now apply contacts_of_in with i.
  - apply filter_In in I as [I _]. unfold fixed_contacts in I. apply in_flat_map in I as ([k side] & K & I). simpl in I.
    destruct (get (corner_table pr) k) as [d|] eqn:D; [|contradiction].
    destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _).
    rewrite CT, get_table_of, CL, at_index_map in D.
    destruct (at_index (corners p) k) as [[k0 k1]|] eqn:E2; [|discriminate]. injection D as D. subst d. simpl in I.
    apply (S k side k0 k1 K E2). destruct (N.eqb side 0); now apply contacts_of_in with i.
Qed.

(** *** All bodies of what is imposed, and of the pins of a group, belong to the group *)

Lemma joined_base i l : In i (always_imposed (in_corner pr) (contact_list pr) (corner_list pr)) ->
  get (contact_table pr) i = Some l -> one_group (home pr) (contact_bodies l) = true.
Proof.
  intros I H. destruct form_parts as (_ & _ & _ & J & _). unfold joined in J. apply andb_prop in J as [J _].
  assert (K : contact_in_one_group pr i = true) by (apply (forallb_in _ _ _ J), in_or_app; now left).
  unfold contact_in_one_group in K. now rewrite H in K.
Qed.

Lemma case_form g gr c : at_index (groups p) g = Some gr -> In c (cases gr) -> case_okb pr g gr c = true.
Proof. destruct form_parts as (_ & _ & H & _). now apply every_case_in. Qed.

Lemma same_group g gr bs : at_index (groups p) g = Some gr -> one_group (home pr) bs = true ->
  (exists b, In b bs /\ get (home pr) b = Some g) -> forall b, In b bs -> In b (members gr).
Proof.
  intros G O (b0 & B0 & H0) b B. pose proof (one_group_all _ _ _ _ O B0 H0 b B) as H.
  apply home_member in H as (gr' & G' & M). congruence.
Qed.

Lemma undecided_contacts g k i d : In k (collected (undecided_of pr) g) -> get (corner_table pr) k = Some d ->
  In i (fst (the_corner d) ++ snd (the_corner d)) -> contact_in_one_group pr i = true.
Proof.
  intros K D I. destruct form_parts as (_ & _ & _ & J & _). unfold joined in J. apply andb_prop in J as [J _].
  apply (forallb_in _ _ _ J), in_or_app. right.
  destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & CT & _ & _ & _ & U & _).
  rewrite U in K. apply collected_collect, by_home_in in K as (d' & K & _).
  apply filter_In in K as [K Un]. apply numbered_spec in K. rewrite CT, get_table_of in D.
  assert (d' = d) by congruence. subst d'. apply in_flat_map. exists d. simpl in Un. rewrite Un. split; [|assumption].
  eapply at_index_in; eassumption.
Qed.

Lemma imposed_within g gr c i l : at_index (groups p) g = Some gr -> In c (cases gr) ->
  In i (imposed pr g c) -> get (contact_table pr) i = Some l -> forall b, In b (contact_bodies l) -> In b (members gr).
Proof.
  intros G Cc I H. unfold imposed in I. apply in_app_or in I as [I|I].
  - destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Bs & _). rewrite Bs in I.
    apply collected_collect, by_home_in in I as (l' & I & F). apply gather_numbered_in in I as [I H'].
    assert (l' = l) by congruence. subst l'. apply (same_group g gr); auto.
    + now apply joined_base with i.
    + now apply first_home_in.
  - apply filter_In in I as [I T]. unfold touching in T. rewrite H in T.
    unfold touches in T. apply existsb_exists in T as (b0 & B0 & E). apply same_option_eq in E.
    apply (same_group g gr); [assumption| |eauto].
    unfold fixed_contacts in I. apply in_flat_map in I as ([k side] & K & I). simpl in I.
    destruct (get (corner_table pr) k) as [d|] eqn:D; [|contradiction].
    pose proof (case_form g gr c G Cc) as O. unfold case_okb in O. rewrite !andb_true_iff in O.
    destruct O as [[[[O _] _] _] _]. unfold known in O. apply andb_prop in O as [_ O].
    apply (forallb_in _ _ _ O) in K. simpl in K. apply mem_set_of in K.
    assert (W : contact_in_one_group pr i = true).
    { apply (undecided_contacts g k i d K D). apply in_or_app. destruct (N.eqb side 0); auto. }
    unfold contact_in_one_group in W. now rewrite H in W.
Qed.

Lemma pin_bodies_y l : In l (pin_list pr) -> bodies_of (qweights (row_y l)) = pin_bodies l.
Proof.
  intro L. destruct (pin_list_pin l L) as (k & B & second & _ & _ & _ & X & Y).
  unfold pin_bodies. rewrite X, Y. unfold pin_row, bodies_of, lever. destruct second as [[c E]|]; simpl;
    destruct (free B); try destruct (free E); reflexivity.
Qed.

Lemma pin_within g gr k l : at_index (groups p) g = Some gr -> In k (collected (pins_of pr) g) ->
  get (pin_table pr) k = Some l -> forall b, In b (pin_bodies l) -> In b (members gr).
Proof.
  intros G K H.
  destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & PT & _ & _ & _ & _ & _ & _ & P). rewrite P in K.
  apply collected_collect, by_home_in in K as (l' & K & F). apply numbered_spec in K.
  rewrite PT, get_table_of in H. assert (l' = l) by congruence. subst l'.
  apply (same_group g gr); [assumption| |now apply first_home_in].
  destruct form_parts as (_ & _ & _ & J & _). unfold joined in J. apply andb_prop in J as [_ J].
  apply (forallb_in _ _ _ J). eapply at_index_in; eassumption.
Qed.

(** *** The forces that act *)

Section Case.
Variables (g : N) (gr : group) (c : case).
Hypothesis here : at_index (groups p) g = Some gr.
Hypothesis the_case : In c (cases gr).

Hypothesis holds5 : c5 pr = true.
Hypothesis holds7 : c7 pr = true.

Definition pressing : list (Z * qrow) := filter nonzero (acting pr c).

(** A force is that of an imposed contact, not negative; or one coordinate of a pin of the group. *)
Lemma pressing_in z r : In (z, r) pressing ->
  (exists i l, In (i, z) (forces c) /\ In i (imposed pr g c) /\ get (contact_table pr) i = Some l /\ r = the_row l /\
               (0 <= z)%Z /\ z <> 0%Z) \/
  (exists k l, In k (collected (pins_of pr) g) /\ get (pin_table pr) k = Some l /\ (r = row_x l \/ r = row_y l)).
Proof.
  intro H. apply filter_In in H as [H Z]. unfold nonzero in Z; simpl in Z. apply negb_true_iff, Z.eqb_neq in Z.
  unfold acting in H. apply in_app_or in H as [H|H]; apply in_flat_map in H as ([i f] & I & H); simpl in H.
  - left. destruct (get (contact_table pr) i) as [l|] eqn:L; [|contradiction]. destruct H as [H|[]].
    injection H as H1 H2. subst f r. exists i, l. split; [assumption|].
    pose proof (every_case_in _ g gr c holds5 here the_case) as P. apply (forallb_in _ _ _ P) in I as N. simpl in N.
    apply Z.leb_le in N. pose proof (every_case_in _ g gr c holds7 here the_case) as S. unfold complementary in S.
    apply andb_prop in S as [S _].
    assert (F : In (i, z) (filter (fun iz => negb (Z.eqb (snd iz) 0)) (forces c))).
    { apply filter_In. split; [assumption|]. simpl. now apply negb_true_iff, Z.eqb_neq. }
    apply (forallb_in _ _ _ S) in F. simpl in F. apply mem_set_of in F. auto.
  - right. destruct (get (pin_table pr) i) as [l|] eqn:L; [|contradiction]. exists i, l.
    pose proof (case_form g gr c here the_case) as O. unfold case_okb in O. rewrite !andb_true_iff in O.
    destruct O as [[_ O] _]. unfold known in O. apply andb_prop in O as [_ O].
    apply (forallb_in _ _ _ O) in I. simpl in I. apply mem_set_of in I.
    destruct H as [H|[H|[]]]; injection H as H1 H2; subst; auto.
Qed.

Lemma pin_table_in k l : get (pin_table pr) k = Some l -> In l (pin_list pr).
Proof.
  destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & PT & _). rewrite PT, get_table_of.
  apply at_index_in.
Qed.

Lemma in_weightR ws b w : In (b, w) (map weightR ws) -> In b (bodies_of ws).
Proof.
  intro H. apply in_map_iff in H as ([b' w'] & E & H). injection E as E1 E2. subst. unfold bodies_of.
  now apply in_map with (f := fst) in H.
Qed.

Lemma pressing_within D f r : In (f, r) (map (forceR D) pressing) -> within (members gr) r.
Proof.
  intro H. apply in_map_iff in H as ([z q] & E & H). injection E as E1 E2. subst. intros b w W.
  simpl in W. apply in_weightR in W. apply pressing_in in H as [(i & l & _ & I & L & R & _)|(k & l & K & L & R)].
  - subst q. exact (imposed_within g gr c i l here the_case I L b W).
  - apply (pin_within g gr k l here K L). destruct R as [R|R]; subst q; [assumption|].
    rewrite <- pin_bodies_y by (eapply pin_table_in; eassumption). assumption.
Qed.

Lemma group_in : In gr (groups p).
Proof. eapply at_index_in; eassumption. Qed.

Definition group_cost (a : accelerations) : R := group_restraint (members gr) matter_of (free_acceleration rs) a.
Definition apart_by (b a : accelerations) : R := distance (members gr) matter_of b a.

(** *** An optimal case *)

Section Optimal.
Variable o : optimum.
Hypothesis is_optimal : optimal c = Some o.
Hypothesis holds4 : c4 pr = true.
Hypothesis holds6 : c6 pr = true.

Let D := denominator o.
Let t := motion_table (members gr) (motion o).
Definition case_motion : accelerations := motion_of (denominator o) (motion_table (members gr) (motion o)).

Lemma denominator_positive : (0 < D)%Z.
Proof.
  pose proof (case_form g gr c here the_case) as O. unfold case_okb in O. rewrite is_optimal in O.
  rewrite !andb_true_iff in O. destruct O as [_ [[O _] _]]. now apply Z.ltb_lt.
Qed.
Lemma D_nonzero : D <> 0%Z.
Proof. pose proof denominator_positive. lia. Qed.
Lemma D_pos : (0 < IZR D)%R.
Proof. apply IZR_lt. exact denominator_positive. Qed.

(** C4: the forces on every body are its mass times what its acceleration differs from the free one. *)
Theorem newton_holds : forall b, In b (members gr) ->
  forces_on b (map (forceR D) pressing) = inertial matter_of (free_acceleration rs) b (case_motion b).
Proof.
  intros b M. destruct (member_free gr b group_in M) as (B & m & HB & HF).
  pose proof (every_case_in _ g gr c holds4 here the_case) as H. unfold newton_case, balance in H. rewrite is_optimal in H.
  apply (forallb_in _ _ _ H) in M. destruct (prepare_parts s p pr ready) as (SC & X & _).
  rewrite X, SC, find_body_spec, HB, HF in M. apply teqb_R in M.
  destruct (unheld_member b B HB) as (u & U1 & U2). rewrite U1 in M.
  rewrite (accumulate_forces D) in M by exact D_nonzero. unfold pressing. rewrite forces_on_nonzero.
  pose proof D_pos as DP. apply (tscale_cancel (IZR D)); [lra|]. rewrite M.
  unfold inertial. rewrite (matter_of_free b B m HB HF), <- U2. unfold required, excess, twistR, tscale, tminus; simpl.
  autorewrite with q2r. unfold case_motion, motion_of, over; simpl. unfold D, t.
  f_equal; simpl; field; fold D; lra.
Qed.

(** C6: no imposed gap closes. *)
Theorem imposed_open i l : In i (imposed pr g c) -> get (contact_table pr) i = Some l ->
  (0 <= value (rowR (the_row l)) case_motion)%R.
Proof.
  intros I L. pose proof (every_case_in _ g gr c holds6 here the_case) as H. unfold penetration_case in H.
  rewrite is_optimal in H. apply andb_prop in H as [H _]. apply (forallb_in _ _ _ H) in I.
  unfold gap_of in I. rewrite L in I. simpl in I. apply is_nonneg_R in I.
  rewrite Q2R_scaled_value in I by exact D_nonzero. pose proof D_pos as DP. fold case_motion in I. fold D in I.
  destruct (Rle_or_lt 0 (value (rowR (the_row l)) case_motion)); [assumption|]. nra.
Qed.

(** C6 at pins. *)
Theorem pins_hold k l : In k (collected (pins_of pr) g) -> get (pin_table pr) k = Some l ->
  value (rowR (row_x l)) case_motion = 0%R /\ value (rowR (row_y l)) case_motion = 0%R.
Proof.
  intros K L. pose proof (every_case_in _ g gr c holds6 here the_case) as H. unfold penetration_case in H.
  rewrite is_optimal in H. apply andb_prop in H as [_ H]. apply (forallb_in _ _ _ H) in K.
  unfold pin_holds in K. rewrite L in K. apply line_allowed in K as [KX KY].
  rewrite Q2R_scaled_value in KX, KY by exact D_nonzero. pose proof D_pos as DP. fold D in KX, KY. fold case_motion in KX, KY.
  split; [destruct (Rmult_integral _ _ KX)|destruct (Rmult_integral _ _ KY)]; (assumption || lra).
Qed.

(** C7: where a contact presses, its gap acceleration is 0. *)
Theorem pressing_rests i z l : In (i, z) (forces c) -> z <> 0%Z -> get (contact_table pr) i = Some l ->
  value (rowR (the_row l)) case_motion = 0%R.
Proof.
  intros I Z L. pose proof (every_case_in _ g gr c holds7 here the_case) as H. unfold complementary in H.
  rewrite is_optimal in H. apply andb_prop in H as [_ H].
  assert (F : In (i, z) (filter (fun iz => negb (Z.eqb (snd iz) 0)) (forces c))).
  { apply filter_In. split; [assumption|]. simpl. now apply negb_true_iff, Z.eqb_neq. }
  apply (forallb_in _ _ _ H) in F. unfold gap_of in F. simpl in F. rewrite L in F. simpl in F.
  apply idle_together_sound in F. unfold paired, integral, real_pair in F. simpl in F. rewrite Q2R_0 in F.
  rewrite Q2R_scaled_value in F by exact D_nonzero. pose proof D_pos as DP. fold D in F. fold case_motion in F.
  rewrite Rmult_0_l, Rplus_0_r in F. apply not_0_IZR in Z.
  destruct (Rmult_integral _ _ F) as [F'|F']; [contradiction|]. destruct (Rmult_integral _ _ F'); [lra|assumption].
Qed.

(** Theorem 2 for this case. *)
Theorem case_least B : obeys g c B -> (group_cost case_motion + apart_by B case_motion <= group_cost B)%R.
Proof.
  intros [OC OP]. unfold group_cost, apart_by.
  apply least_restraint with (acting := map (forceR D) pressing).
  - apply members_nodup, group_in.
  - exact (pressing_within D).
  - exact newton_holds.
  - intros f r H. apply in_map_iff in H as ([z q] & E & H). injection E as E1 E2. subst f r. simpl.
    pose proof D_pos as DP. apply pressing_in in H as [(i & l & F & I & L & R & Z & NZ)|(k & l & K & L & R)].
    + subst q. rewrite (pressing_rests i z l F NZ L), Rmult_0_r. apply Rmult_le_pos; [|now apply (OC i)].
      apply IZR_le in Z. apply Rmult_le_pos; [assumption|]. apply Rlt_le, Rinv_0_lt_compat. assumption.
    + destruct (pins_hold k l K L) as [X Y]. destruct (OP l (pin_table_in k l L)) as [X' Y'].
      destruct R as [R|R]; subst q; [rewrite X, X'|rewrite Y, Y']; lra.
Qed.

Theorem case_unique B : obeys g c B -> (group_cost B <= group_cost case_motion)%R ->
  forall b, In b (members gr) -> B b = case_motion b.
Proof.
  intros O L. apply case_least in O.
  apply distance_null with matter_of; [exact (masses gr group_in)|]. unfold apart_by in O. lra.
Qed.
End Optimal.

(** *** An impossible case *)

Theorem case_impossible B : optimal c = None -> c4 pr = true -> c6 pr = true -> ~ obeys g c B.
Proof.
  intros N H4 H6 [OC OP].
  apply (no_motion (members gr) (members_nodup gr group_in) (map (forceR 1) pressing) (pressing_within 1) B).
  - intros b M. pose proof (every_case_in _ g gr c H4 here the_case) as H. unfold newton_case, balance in H. rewrite N in H.
    apply (forallb_in _ _ _ H) in M. destruct (find_body (ix pr) b) as [B0|]; [|discriminate].
    destruct (free B0) as [m|]; [|discriminate]. apply teqb_R in M. rewrite (accumulate_forces 1) in M by lia.
    unfold pressing. rewrite forces_on_nonzero. apply (tscale_cancel 1%R); [lra|]. rewrite M.
    unfold required, excess, of_body, twistR, tscale, tzero. rewrite get_nothing. simpl. autorewrite with q2r. f_equal; ring.
  - pose proof (every_case_in _ g gr c H6 here the_case) as H. unfold penetration_case in H. rewrite N in H.
    apply is_pos_R in H. rewrite Q2R_opp in H. unfold pressing. rewrite <- power_bias. lra.
  - intros f r H. apply in_map_iff in H as ([z q] & E & H). injection E as E1 E2. subst f r. simpl.
    apply pressing_in in H as [(i & l & F & I & L & R & Z & NZ)|(k & l & K & L & R)].
    + subst q. apply Rmult_le_pos; [|now apply (OC i)]. apply IZR_le in Z. unfold Rdiv. rewrite Rinv_1. lra.
    + destruct (OP l (pin_table_in k l L)) as [X' Y']. destruct R as [R|R]; subst q; [rewrite X'|rewrite Y']; lra.
Qed.
End Case.
End Prepared.
