(** SoundAnswer.v -- the whole scene: an answer of an accepted proof is admissible, has the least restraint of all
    admissible accelerations, and whoever has as little is an answer. Section 5 of proofs/THEOREM.md, for all groups. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia Permutation.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Checker.
From Zwang Require Import SoundLists SoundGeometry SoundCase Kraft SoundGroups.
Import ListNotations.

Section Prepared.
Variables (s : scene Q) (p : proof) (pr : prepared).
Hypothesis ready : prepare s p = Some pr.
Hypothesis sensible : scene_okb s = true.
Hypothesis good : conditions pr = true.

Let rs := real_scene s.

Lemma all_hold : form pr = true /\ c1 pr = true /\ c2 pr = true /\ c3 pr = true /\ c4 pr = true /\ c5 pr = true /\
  c6 pr = true /\ c7 pr = true /\ c8 pr = true /\ c9 pr = true.
Proof. unfold conditions in good. rewrite !andb_true_iff in good. tauto. Qed.

Let formed : form pr = true. Proof. apply all_hold. Qed.
Let holds2 : c2 pr = true. Proof. apply all_hold. Qed.
Let holds4 : c4 pr = true. Proof. apply all_hold. Qed.
Let holds5 : c5 pr = true. Proof. apply all_hold. Qed.
Let holds6 : c6 pr = true. Proof. apply all_hold. Qed.
Let holds7 : c7 pr = true. Proof. apply all_hold. Qed.
Let holds9 : c9 pr = true. Proof. apply all_hold. Qed.

(** ** Free bodies and their groups *)

Lemma free_bodies_spec b : In b (free_bodies s) <-> exists B m, body_at s b = Some B /\ free B = Some m.
Proof.
  unfold free_bodies. rewrite in_flat_map. split.
  - intros ([i B] & I & H). simpl in H. destruct (free B) as [m|] eqn:F; [|contradiction].
    destruct H as [H|[]]. subst i. apply numbered_spec in I. eauto.
  - intros (B & m & H & F). exists (b, B). split; [now apply numbered_spec|]. simpl. rewrite F. now left.
Qed.

Lemma number_from_nodup {A} (l : list A) : forall i, NoDup (map fst (number_from i l)).
Proof.
  induction l as [|a l IH]; intro i; simpl; constructor; [|apply IH].
  intro H. apply in_map_iff in H as ([j b] & E & H). simpl in E. subst j. apply number_from_spec in H. lia.
Qed.

Lemma free_bodies_nodup : NoDup (free_bodies s).
Proof.
  unfold free_bodies, numbered. pose proof (number_from_nodup (bodies s) 0) as D.
  induction (number_from 0 (bodies s)) as [|[i B] l IH]; simpl; [constructor|]. inversion D as [|? ? D1 D2]; subst.
  destruct (free B); simpl; [|auto]. constructor; [|auto].
  intro H. apply D1. apply in_flat_map in H as ([j C] & J & H). simpl in H.
  destruct (free C); [|contradiction]. destruct H as [H|[]]. subst. now apply in_map with (f := fst) in J.
Qed.

Lemma member_home b : In b (free_bodies s) -> exists g gr, get (home pr) b = Some g /\
  at_index (groups p) g = Some gr /\ In b (members gr).
Proof.
  intro H. destruct (form_parts s p pr ready formed) as (C & _). unfold groups_cover in C.
  destruct (prepare_parts s p pr ready) as (SC & _). rewrite SC in C. rewrite !andb_true_iff in C. destruct C as [_ C].
  apply (forallb_in _ _ _ C) in H. destruct (get (home pr) b) as [g|] eqn:G; [|discriminate].
  destruct (home_member s p pr ready b g G) as (gr & K & M). eauto.
Qed.

Lemma groups_permutation : Permutation (free_bodies s) (flat_map members (groups p)).
Proof.
  apply NoDup_Permutation.
  - apply free_bodies_nodup.
  - exact (all_members_nodup s p pr ready formed).
  - intro b. rewrite in_flat_map. split.
    + intro H. destruct (member_home b H) as (g & gr & _ & G & M). exists gr. split; [|assumption].
      eapply at_index_in; eassumption.
    + intros (gr & G & M). apply free_bodies_spec. exact (member_free s p pr ready formed gr b G M).
Qed.

(** ** The restraint of the scene is the sum over its groups *)

Lemma restraint_over_free A :
  restraint rs A = sum_over (free_bodies s) (fun b => restraint_of (matter_of s) (free_acceleration rs) b (A b)).
Proof.
  unfold restraint, free_bodies, numbered.
  assert (G : forall l i, (forall b B, In (b, B) (number_from i l) -> body_at s b = Some B) ->
    restraint_from (free_acceleration rs) A i (map bodyR l)
    = sum_over (flat_map (fun ib => match free (snd ib) with Some _ => [fst ib] | None => [] end) (number_from i l))
               (fun b => restraint_of (matter_of s) (free_acceleration rs) b (A b))).
  { induction l as [|B l IH]; intros i H; simpl; [reflexivity|]. rewrite sum_over_app, <- IH.
    - f_equal. unfold body_restraint; simpl. destruct (free B) as [m|] eqn:F; simpl; [|reflexivity].
      unfold restraint_of. rewrite (matter_of_free s i B m); [|apply H; now left|assumption].
      unfold dot, minus; simpl. ring.
    - intros b C I. apply H. now right. }
  apply G. intros b B I. now apply numbered_spec.
Qed.

Lemma sum_over_flat_map {X} (f : X -> list N) h l :
  sum_over (flat_map f l) h = fold_right (fun x t => sum_over (f x) h + t)%R 0%R l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite sum_over_app, IH. Qed.

Theorem restraint_by_groups A :
  restraint rs A = fold_right (fun gr t => group_cost s gr A + t)%R 0%R (groups p).
Proof.
  rewrite restraint_over_free, (sum_over_perm _ _ _ groups_permutation), sum_over_flat_map. reflexivity.
Qed.

(** ** What it means to move as an answer *)

Lemma motion_length g gr c o : at_index (groups p) g = Some gr -> In c (cases gr) -> optimal c = Some o ->
  length (motion o) = length (members gr).
Proof.
  intros G C O. pose proof (case_form s p pr ready formed g gr c G C) as F. unfold case_okb in F. rewrite O in F.
  rewrite !andb_true_iff in F. destruct F as [_ [[_ F] _]]. apply N.eqb_eq in F. rewrite !size_length in F. lia.
Qed.

Lemma combine_member {X Y} (l : list X) : forall m : list Y, length m = length l -> forall a, In a l ->
  exists b, In (a, b) (combine l m).
Proof.
  induction l as [|x l IH]; intros [|y m] L a H; simpl in *; try contradiction; try discriminate.
  destruct H as [H|H]; [subst; eauto|]. destruct (IH m) with (a := a) as [b K]; eauto.
Qed.

Lemma moves_as_spec g gr c o A : at_index (groups p) g = Some gr -> In c (cases gr) -> optimal c = Some o ->
  moves_as A (members gr) o <-> forall b, In b (members gr) -> A b = motion_case gr o b.
Proof.
  intros G C O. pose proof (motion_length g gr c o G C O) as L.
  assert (D : NoDup (map fst (combine (members gr) (motion o)))).
  { assert (E : forall (l : list N) (m : list (twist Z)), NoDup l -> NoDup (map fst (combine l m))).
    { induction l as [|b l IH]; intros [|t m] N; simpl; constructor; inversion N as [|? ? N1 N2]; subst; auto.
      intro H. apply N1. apply in_map_iff in H as ([b' t'] & E & H). simpl in E. subst. now apply in_combine_l in H. }
    apply E, (members_nodup s p pr ready formed). eapply at_index_in; eassumption. }
  assert (K : forall b t, In (b, t) (combine (members gr) (motion o)) -> motion_case gr o b = over (denominator o) t).
  { intros b t H. unfold motion_case, case_motion, motion_of, of_body, motion_table.
    now rewrite (get_keyed_nodup _ b t D H). }
  split.
  - intros H b B. destruct (combine_member _ _ L b B) as [t T]. now rewrite (H b t T), (K b t T).
  - intros H b t T. rewrite <- (K b t T). apply H. now apply in_combine_l in T.
Qed.

(** An answer moves every group as one of its answers. *)
Lemma answer_groups A : answer p A <-> forall g gr, at_index (groups p) g = Some gr ->
  exists o, is_answer gr o /\ forall b, In b (members gr) -> A b = motion_case gr o b.
Proof.
  split.
  - intros H g gr G. destruct (H gr) as (k & c & o & K & C & O & M); [eapply at_index_in; eassumption|].
    exists o. split; [exists k, c; auto|]. apply at_index_in in C. now apply (moves_as_spec g gr c o A G C O).
  - intros H gr G. apply in_at_index in G as [g G]. destruct (H g gr G) as (o & (k & c & K & C & O) & M).
    exists k, c, o. repeat split; auto. apply at_index_in in C. now apply (moves_as_spec g gr c o A G C O).
Qed.

Lemma group_cost_ext gr A B : (forall b, In b (members gr) -> A b = B b) -> group_cost s gr A = group_cost s gr B.
Proof. intro H. unfold group_cost, group_restraint. apply sum_over_ext. intros b M. now rewrite H. Qed.

(** The bodies of a contact's row are free. *)
Lemma contact_body_free i l b : get (contact_table pr) i = Some l -> In b (contact_bodies l) -> In b (free_bodies s).
Proof.
  intros T B. apply (contact_under s p pr ready) in T as [_ [P R]]. unfold contact_bodies in B. rewrite R in B.
  apply free_bodies_spec. unfold contact_row, bodies_of in B. simpl in B. rewrite map_app in B.
  unfold place_ofq in P. rewrite !find_body_spec in P.
  destruct (body_at s (vertex_body (the_contact l))) as [F|] eqn:HF; [|discriminate].
  destruct (body_at s (edge_body (the_contact l))) as [E|] eqn:HE; [|discriminate].
  destruct (find_vertex _ _ _ _); [|discriminate]. destruct (find_edge _ _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as P. apply in_app_or in B. rewrite <- P in B. simpl in B. unfold lever in B.
  destruct B as [B|B].
  - destruct (free F) as [m|] eqn:Fr; [|contradiction]. destruct B as [B|[]]. simpl in B. subst b. eauto.
  - destruct (free E) as [m|] eqn:Fr; [|contradiction]. destruct B as [B|[]]. simpl in B. subst b. eauto.
Qed.

(** ** Least restraint *)

Lemma group_answer_least g gr A B o : at_index (groups p) g = Some gr -> is_answer gr o ->
  (forall b, In b (members gr) -> A b = motion_case gr o b) -> admissible rs p B ->
  (group_cost s gr A <= group_cost s gr B)%R.
Proof.
  intros G I M H. rewrite (group_cost_ext gr A (motion_case gr o) M).
  exact (group_least s p pr ready sensible formed holds4 holds5 holds6 holds7 holds9 g gr G o B I H).
Qed.

Lemma fold_le {X} (f h : X -> R) l : (forall x, In x l -> (f x <= h x)%R) ->
  (fold_right (fun x t => f x + t) 0 l <= fold_right (fun x t => h x + t) 0 l)%R.
Proof.
  induction l as [|x l IH]; intro H; simpl; [lra|]. apply Rplus_le_compat; [apply H|apply IH]; auto with datatypes.
Qed.

Lemma fold_le_equal {X} (f h : X -> R) l : (forall x, In x l -> (f x <= h x)%R) ->
  (fold_right (fun x t => h x + t) 0 l <= fold_right (fun x t => f x + t) 0 l)%R -> forall x, In x l -> f x = h x.
Proof.
  induction l as [|y l IH]; intros H L x I; simpl in *; [contradiction|].
  assert (F : (fold_right (fun x t => f x + t) 0 l <= fold_right (fun x t => h x + t) 0 l)%R) by (apply fold_le; auto).
  pose proof (H y (or_introl eq_refl)). destruct I as [I|I]; [subst; lra|]. apply IH; auto. lra.
Qed.

(** The answers have the least restraint of all admissible accelerations, and only they. *)
Theorem answer_least_restraint A B : answer p A -> admissible rs p B ->
  (restraint rs A <= restraint rs B)%R /\ ((restraint rs B <= restraint rs A)%R -> answer p B).
Proof.
  intros Ans H. rewrite answer_groups in Ans.
  assert (L : forall gr, In gr (groups p) -> (group_cost s gr A <= group_cost s gr B)%R).
  { intros gr G. apply in_at_index in G as [g G]. destruct (Ans g gr G) as (o & I & M).
    exact (group_answer_least g gr A B o G I M H). }
  rewrite !restraint_by_groups. split; [now apply fold_le|].
  intro E. apply answer_groups. intros g gr G. destruct (Ans g gr G) as (o & I & M).
  assert (K : group_cost s gr A = group_cost s gr B).
  { apply (fold_le_equal (fun gr => group_cost s gr A) (fun gr => group_cost s gr B) (groups p)); auto.
    eapply at_index_in; eassumption. }
  apply (group_minimisers s p pr ready sensible formed holds4 holds5 holds6 holds7 holds9 g gr G o B I H).
  rewrite <- (group_cost_ext gr A (motion_case gr o) M). lra.
Qed.

(** If a group has no answer, nothing is admissible. *)
Theorem no_answer_impossible B : (exists gr, In gr (groups p) /\ answers gr = []) -> ~ admissible rs p B.
Proof.
  intros (gr & G & E). apply in_at_index in G as [g G].
  exact (group_impossible s p pr ready formed holds4 holds5 holds6 holds7 holds9 g gr G B E).
Qed.

(** If every group has answers, the scene has an answer. *)
Lemma group_has_answer g gr : at_index (groups p) g = Some gr -> answers gr <> [] -> exists o, is_answer gr o.
Proof.
  intros G N. destruct (answers gr) as [|k l] eqn:E; [congruence|].
  assert (K : In k (answers gr)) by (rewrite E; now left).
  destruct (answer_tried s p pr ready holds9 g gr G k K) as (t & T & L & _).
  apply (least_of_spec (price s gr) _ (cheaper_means s p pr ready formed g gr G)) in L as [L _].
  apply tries_in in L as (c & o & C & O & _). exists o, k, c. rewrite T in C. auto.
Qed.

Theorem answer_exists : (forall gr, In gr (groups p) -> answers gr <> []) -> exists A, answer p A.
Proof.
  intro H.
  assert (E : forall l, NoDup (flat_map members l) -> (forall gr, In gr l -> exists o, is_answer gr o) ->
    exists A : accelerations, forall gr, In gr l -> exists o, is_answer gr o /\
      forall b, In b (members gr) -> A b = motion_case gr o b).
  { induction l as [|gr l IH]; intros D K; [exists (fun _ => tzero); contradiction|].
    simpl in D. destruct IH as [A HA]; [now apply nodup_app_r in D|auto with datatypes|].
    destruct (K gr (or_introl eq_refl)) as [o O].
    exists (fun b => if in_dec N.eq_dec b (members gr) then motion_case gr o b else A b).
    intros g [G|G].
    - subst g. exists o. split; [assumption|]. intros b B. now destruct (in_dec N.eq_dec b (members gr)).
    - destruct (HA g G) as (o' & O' & M). exists o'. split; [assumption|]. intros b B.
      destruct (in_dec N.eq_dec b (members gr)) as [I|I]; [|auto]. exfalso.
      clear - D I B G. induction (members gr) as [|x m IHm]; [contradiction|]. simpl in D. inversion D as [|? ? D1 D2]; subst.
      destruct I as [I|I]; [|auto]. subst. apply D1, in_or_app. right. apply in_flat_map. eauto. }
  destruct (E (groups p)) as [A HA].
  - exact (all_members_nodup s p pr ready formed).
  - intros gr G. pose proof (H gr G) as N. apply in_at_index in G as [g G]. now apply (group_has_answer g).
  - exists A. apply answer_groups. intros g gr G. apply HA. eapply at_index_in; eassumption.
Qed.

(** ** An answer is admissible *)

Section Answer.
Variable A : accelerations.
Hypothesis is_an_answer : answer p A.

Lemma at_group g gr : at_index (groups p) g = Some gr ->
  exists k c o, In k (answers gr) /\ at_index (cases gr) k = Some c /\ In c (cases gr) /\ optimal c = Some o /\
                is_answer gr o /\ forall b, In b (members gr) -> A b = case_motion gr o b.
Proof.
  intro G. pose proof is_an_answer as H. rewrite answer_groups in H. destruct (H g gr G) as (o & I & M).
  destruct I as (k & c & K & C & O). exists k, c, o. repeat split; auto; [eapply at_index_in; eassumption|].
  exists k, c. auto.
Qed.

(** Values of rows whose bodies are in the group. *)
Lemma value_in_group gr o r : (forall b, In b (members gr) -> A b = case_motion gr o b) ->
  (forall b, In b (bodies_of (qweights r)) -> In b (members gr)) ->
  value (rowR r) A = value (rowR r) (case_motion gr o).
Proof.
  intros M W. apply value_ext. intros b w H. apply M, W. simpl in H. now apply in_weightR in H.
Qed.

Lemma imposed_opens i l : In i (always_imposed (in_corner pr) (contact_list pr) (corner_list pr)) ->
  get (contact_table pr) i = Some l -> (0 <= value (rowR (the_row l)) A)%R.
Proof.
  intros I L.
  assert (J : contact_joins l = true).
  { destruct (form_parts s p pr ready formed) as (_ & _ & _ & _ & J). apply (forallb_in _ _ _ J).
    apply (contact_list_under s p pr ready) in L. eapply at_index_in; eassumption. }
  assert (B : exists b, In b (contact_bodies l)).
  { unfold contact_joins in J. destruct (contact_bodies l) as [|b bs]; [now rewrite andb_false_r in J|]. exists b. now left. }
  destruct B as [b B].
  assert (Fb : In b (free_bodies s)) by exact (contact_body_free i l b L B).
  destruct (member_home b Fb) as (g0 & gr0 & H0 & _).
  destruct (first_home_exists (home pr) (contact_bodies l) b g0 B H0) as [g FH].
  assert (Bs : In i (collected (base pr) g)).
  { destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & E & _). rewrite E.
    apply collected_collect, by_home_in. exists l. split; [|assumption]. now apply gather_numbered_in. }
  destruct (first_home_in _ _ _ FH) as (b1 & _ & H1).
  destruct (home_member s p pr ready b1 g H1) as (gr & G & _).
  destruct (at_group g gr G) as (k & c & o & _ & _ & C & O & _ & M).
  assert (Im : In i (imposed pr g c)) by (unfold imposed; apply in_or_app; now left).
  rewrite (value_in_group gr o (the_row l) M).
  - exact (imposed_open s p pr ready formed g gr c G C o O holds6 i l Im L).
  - exact (imposed_within s p pr ready formed g gr c i l G C Im L).
Qed.

Lemma pin_opens k : In k (pins s) ->
  pin_points_agree rs (fun B b => acceleration_at B (A b) (toR (pin_at k))) (pin_map Q2R k).
Proof.
  intro K. destruct (pin_rows_of s p pr ready k K) as (l & L & _ & B & second & FB & S & X & Y).
  apply (pin_agrees s k (fun B b => acceleration_at B (A b) (toR (pin_at k))) K B second FB S).
  rewrite <- !pin_row_value, <- X, <- Y.
  destruct (pin_bodies l) as [|b bs] eqn:PB.
  - assert (E : forall n, (dot (toR n) (minus (acceleration_at (bodyR B) (A (pin_first k)) (toR (pin_at k)))
        (second_point second (fun E c => acceleration_at E (A c) (toR (pin_at k)))))) = 0%R).
    { intro n. unfold pin_bodies in PB. rewrite X in PB. unfold pin_row, bodies_of, lever in PB.
      assert (FF : free B = None /\ match second with Some (_, E) => free E = None | None => True end).
      { destruct second as [[c E]|]; simpl in PB; destruct (free B); try destruct (free E); try discriminate; auto. }
      destruct FF as [F1 F2]. unfold acceleration_at at 1. simpl. rewrite F1. simpl.
      destruct second as [[c E]|]; simpl; [unfold acceleration_at; simpl; rewrite F2; simpl|];
        unfold dot, minus, zero; simpl; ring. }
    rewrite X, Y, !pin_row_value. auto.
  - assert (Fb : In b (free_bodies s)).
    { apply free_bodies_spec. assert (I : In b (pin_bodies l)) by (rewrite PB; now left).
      unfold pin_bodies in I. rewrite X in I. rewrite find_body_spec in FB. unfold pin_row in I.
      destruct (pin_second k) as [c|].
      - destruct S as (E & FE & S). subst second. rewrite find_body_spec in FE. simpl in I. unfold bodies_of in I.
        rewrite map_app in I. apply in_app_or in I. unfold lever in I. destruct I as [I|I].
        + destruct (free B) as [m|] eqn:Fr; [|contradiction]. destruct I as [I|[]]. simpl in I. subst b. eauto.
        + destruct (free E) as [m|] eqn:Fr; [|contradiction]. destruct I as [I|[]]. simpl in I. subst b. eauto.
      - subst second. simpl in I. unfold lever, bodies_of in I.
        destruct (free B) as [m|] eqn:Fr; [|contradiction]. destruct I as [I|[]]. simpl in I. subst b. eauto. }
    destruct (member_home b Fb) as (g0 & gr0 & H0 & _).
    destruct (first_home_exists (home pr) (pin_bodies l) b g0) as [g FH]; [rewrite PB; now left|assumption|].
    apply in_at_index in L as [i L].
    assert (Gp : In i (collected (pins_of pr) g)).
    { destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & E). rewrite E.
      apply collected_collect, by_home_in. exists l. split; [|assumption]. now apply numbered_spec. }
    assert (T : get (pin_table pr) i = Some l).
    { destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & E & _). now rewrite E, get_table_of. }
    destruct (first_home_in _ _ _ FH) as (b1 & _ & H1).
    destruct (home_member s p pr ready b1 g H1) as (gr & G & _).
    destruct (at_group g gr G) as (j & c & o & _ & _ & C & O & _ & M).
    pose proof (pin_within s p pr ready formed g gr i l G Gp T) as W.
    rewrite (value_in_group gr o (row_x l) M W).
    rewrite (value_in_group gr o (row_y l) M);
      [|rewrite (pin_bodies_y s p pr ready l); [exact W|eapply at_index_in; eassumption]].
    exact (pins_hold s p pr ready formed g gr c G C o O holds6 i l Gp T).
Qed.

(** Every contact of an undecided corner has its bodies in the corner's group. *)
Lemma corner_within d g gr l : In d (corner_list pr) -> is_undecided d = true ->
  at_index (groups p) g = Some gr -> first_home (home pr) (corner_bodies d) = Some g ->
  In l (side_0 d ++ side_1 d) -> forall b, In b (contact_bodies l) -> In b (members gr).
Proof.
  intros D U G F L b B.
  destruct (c2_parts s p pr ready holds2) as (_ & _ & Sb & _). apply (forallb_in _ _ _ Sb) in D as Sd.
  unfold same_bodies in Sd. apply (forallb_in _ _ _ Sd) in L. apply (forallb_in _ _ _ L) in B.
  apply existsb_exists in B as (b' & B & E). apply N.eqb_eq in E. subst b'.
  destruct (first_home_in _ _ _ F) as (b0 & B0 & H0).
  unfold corner_bodies in B, B0. destruct (side_0 d) as [|l0 m] eqn:S0; [contradiction|].
  assert (I0 : In l0 (gather (contact_table pr) (fst (the_corner d)))).
  { destruct (decided_sides s p pr ready (the_corner d) d D eq_refl) as (_ & E & _). rewrite <- E, S0. now left. }
  apply gather_in in I0 as (i & I & T).
  assert (O : contact_in_one_group pr i = true).
  { destruct (form_parts s p pr ready formed) as (_ & _ & _ & J & _). unfold joined in J. apply andb_prop in J as [J _].
    apply (forallb_in _ _ _ J), in_or_app. right. apply in_flat_map. exists d. rewrite U. split; [assumption|].
    apply in_or_app. now left. }
  unfold contact_in_one_group in O. rewrite T in O.
  apply (same_group s p pr ready g gr (contact_bodies l0) G O); eauto.
Qed.

Theorem answer_admissible : admissible rs p A.
Proof.
  split; [|split].
  - intros k' H. unfold rs, real_scene, scene_map in H; simpl in H. apply in_map_iff in H as (k & E & K). subst k'.
    exact (pin_opens k K).
  - intros i c H Lo Z. destruct (under_contact s p pr ready i c H) as (l & T & E & S). subst c.
    unfold rs. rewrite <- (sound_value s l A S). apply (imposed_opens i l); [|assumption].
    unfold always_imposed. apply in_or_app. left. apply in_map_iff. exists (i, l). split; [reflexivity|].
    apply filter_In. split; [apply numbered_spec; now apply (contact_list_under s p pr ready)|].
    unfold rests_loose; simpl. apply (in_corner_loose s p pr ready) in Lo. rewrite Lo. simpl.
    apply is_zero_R. now rewrite (sound_speed s l S).
  - intros k0 k1 K.
    assert (Op : forall side st, the_state (decide (contact_table pr) (k0, k1)) = Forced st ->
      side = (if st then k1 else k0) -> none_closes rs A (contacts_of p side)).
    { intros side st Fo E c C. rewrite <- (gather_contacts s p pr ready) in C. apply in_map_iff in C as (l & Ec & C).
      subst c. apply gather_in in C as (i & I & T). destruct (contact_under s p pr ready i l T) as [_ S].
      unfold rs. rewrite <- (sound_value s l A S). apply (imposed_opens i l); [|assumption].
      unfold always_imposed. apply in_or_app. right. apply in_flat_map.
      exists (decide (contact_table pr) (k0, k1)). split; [now apply (corner_decided s p pr ready)|].
      unfold forced_side. rewrite Fo. subst side. destruct st; exact I. }
    destruct (forced_state s p pr ready (k0, k1) K) as [F0 F1]. simpl fst in *. simpl snd in *.
    split; [|split].
    + intro F. exact (Op k0 false (F0 F) eq_refl).
    + intro F. exact (Op k1 true (F1 F) eq_refl).
    + intro U. apply (undecided_state s p pr ready (k0, k1) K) in U.
      set (d := decide (contact_table pr) (k0, k1)) in *.
      assert (D : In d (corner_list pr)) by now apply (corner_decided s p pr ready).
      assert (N0 : side_0 d <> []).
      { destruct (c2_parts s p pr ready holds2) as (_ & C & _). apply (forallb_in _ _ _ C) in D.
        unfold corner_rightb in D. apply andb_prop in D as [_ D]. destruct (side_0 d); [discriminate|congruence]. }
      destruct (side_0 d) as [|l0 m] eqn:S0; [congruence|]. clear N0.
      assert (L0 : exists b, In b (contact_bodies l0) /\ In b (free_bodies s)).
      { assert (I0 : In l0 (gather (contact_table pr) k0)) by (change (In l0 (side_0 d)); rewrite S0; now left).
        apply gather_in in I0 as (i & I & T).
        destruct (form_parts s p pr ready formed) as (_ & _ & _ & _ & J).
        assert (Jl : contact_joins l0 = true).
        { apply (forallb_in _ _ _ J). apply (contact_list_under s p pr ready) in T. eapply at_index_in; eassumption. }
        unfold contact_joins in Jl. destruct (contact_bodies l0) as [|b bs] eqn:Bs; [now rewrite andb_false_r in Jl|].
        exists b. split; [now left|]. apply (contact_body_free i l0 b T). rewrite Bs. now left. }
      destruct L0 as (b & B & Fb). destruct (member_home b Fb) as (g0 & gr0 & H0 & _).
      destruct (first_home_exists (home pr) (contact_bodies l0) b g0 B H0) as [g FH].
      assert (FH' : first_home (home pr) (corner_bodies d) = Some g) by (unfold corner_bodies; now rewrite S0).
      destruct (first_home_in _ _ _ FH) as (b1 & _ & H1).
      destruct (home_member s p pr ready b1 g H1) as (gr & G & _).
      apply in_at_index in D as Dk. destruct Dk as [k Dk].
      assert (Uk : In k (collected (undecided_of pr) g)).
      { destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & E & _). rewrite E.
        apply collected_collect, by_home_in. exists d. split; [|assumption]. apply filter_In.
        split; [now apply numbered_spec|]. change (is_undecided d = true). unfold is_undecided. now rewrite U. }
      assert (Tk : get (corner_table pr) k = Some d).
      { destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & E & _). now rewrite E, get_table_of. }
      destruct (at_group g gr G) as (j & c & o & _ & _ & C & O & Is & M).
      destruct (answer_least s p pr ready formed holds9 g gr G o Is) as (t & Et & Tt & Ot & _).
      destruct (group_decided s p pr ready holds9 g gr G) as (_ & _ & Rc & _).
      apply (forallb_in _ _ _ Rc) in Ot. unfold respects_corners in Ot. rewrite Et in Ot.
      apply (forallb_in _ _ _ Ot) in Uk. unfold corner_respected in Uk. rewrite Tk in Uk.
      pose proof (denominator_positive s p pr ready formed g gr c G C o O) as Dp.
      assert (Fin : forall side ls, (forall l, In l ls -> In l (side_0 d ++ side_1 d)) ->
        ls = gather (contact_table pr) side ->
        side_opens (denominator o) (motion_table (members gr) (motion o)) ls = true ->
        none_closes rs A (contacts_of p side)).
      { intros side ls Inc E Op' c' C'. rewrite <- (gather_contacts s p pr ready), <- E in C'.
        apply in_map_iff in C' as (l & Ec & Cl). subst c'.
        assert (S : sound s l) by (rewrite E in Cl; exact (gather_sound s p pr ready side l Cl)).
        unfold rs. rewrite <- (sound_value s l A S).
        assert (Un : is_undecided d = true) by (unfold is_undecided; now rewrite U).
        rewrite (value_in_group gr o (the_row l) M (corner_within d g gr l D Un G FH' (Inc l Cl))).
        unfold side_opens in Op'. apply (forallb_in _ _ _ Op') in Cl. apply is_nonneg_R in Cl.
        rewrite Q2R_scaled_value in Cl by lia. fold (case_motion gr o) in Cl. apply IZR_lt in Dp.
        destruct (Rle_or_lt 0 (value (rowR (the_row l)) (case_motion gr o))); [assumption|]. nra. }
      apply orb_prop in Uk as [Uk|Uk]; [left; apply (Fin k0 (side_0 d))|right; apply (Fin k1 (side_1 d))]; auto;
        intros l Hl; apply in_or_app; auto.
Qed.
End Answer.
End Prepared.
