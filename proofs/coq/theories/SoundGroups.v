(** SoundGroups.v -- all cases of a group together (Theorem 5): every admissible motion obeys some case; the answers
    have the least restraint of all admissible motions, and whoever has as little is an answer. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia Permutation.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Loads Checker SoundLists SoundCase Kraft.
Import ListNotations.

(** ** Cases as fixings *)

Definition flag (s : N) : bool := negb (N.eqb s 0).
Definition fix_of (l : list (N * N)) : fixing := map (fun ks => (fst ks, flag (snd ks))) l.

Lemma fix_of_proper l : ascending (map fst l) = true -> proper (fix_of l).
Proof. intro H. apply ascending_nodup in H. unfold proper, fix_of. now rewrite map_map. Qed.

Lemma flag_differs s t : (s < 2)%N -> (t < 2)%N -> s <> t -> flag t = negb (flag s).
Proof.
  intros S T E. unfold flag. destruct (N.eqb_spec s 0), (N.eqb_spec t 0); simpl; try reflexivity; lia.
Qed.

Lemma conflict_clash s t : ascending (map fst s) = true -> ascending (map fst t) = true ->
  forallb (fun ks => N.ltb (snd ks) 2) s = true -> forallb (fun ks => N.ltb (snd ks) 2) t = true ->
  conflict s t = true -> clash (fix_of s) (fix_of t).
Proof.
  intros As At Bs Bt H. unfold conflict in H. apply existsb_exists in H as ([k a] & I & H).
  apply existsb_exists in H as ([l b] & J & H). simpl in H. apply andb_prop in H as [E F].
  apply N.eqb_eq in E. apply negb_true_iff, N.eqb_neq in F. subst l.
  apply (forallb_in _ _ _ Bs) in I as La. apply (forallb_in _ _ _ Bt) in J as Lb. simpl in La, Lb.
  apply N.ltb_lt in La, Lb. exists k, (flag a). split; apply side_of_in; try now apply fix_of_proper.
  - unfold fix_of. apply in_map_iff. exists (k, a). auto.
  - unfold fix_of. apply in_map_iff. exists (k, b). simpl. split; [|assumption]. f_equal. now apply flag_differs.
Qed.

Lemma pairwise_exclusive l : (forall s, In s l -> ascending (map fst s) = true /\
    forallb (fun ks => N.ltb (snd ks) 2) s = true) ->
  pairwise conflict l = true -> exclusive (map fix_of l).
Proof.
  induction l as [|s l IH]; intros P H; simpl; [exact I|]. simpl in H. apply andb_prop in H as [H1 H2]. split.
  - intros d D. apply in_map_iff in D as (t & E & T). subst d. apply (forallb_in _ _ _ H1) in T as C.
    destruct (P s (or_introl eq_refl)), (P t (or_intror T)). now apply conflict_clash.
  - apply IH; [|assumption]. intros t T. apply P. now right.
Qed.

Lemma size_le_longest l s : In s l -> (size s <= longest l)%N.
Proof.
  induction l as [|t l IH]; simpl; [contradiction|]. intros [E|H]; [subst; lia|]. specialize (IH H). lia.
Qed.

Lemma weight_share m (s : list (N * N)) : (size s <= m)%N ->
  (IZR (weight m s) = 2 ^ N.to_nat m * share (fix_of s))%R.
Proof.
  intro H. unfold weight, share, fix_of. rewrite map_length, size_length in *.
  replace (Z.of_N (m - N.of_nat (length s))) with (Z.of_nat (N.to_nat m - length s)) by lia.
  rewrite <- pow_IZR. assert (E : N.to_nat m = (N.to_nat m - length s + length s)%nat) by lia.
  rewrite E at 2. rewrite pow_add. field. apply pow_nonzero. lra.
Qed.

Lemma covers_shares l : covers l = true -> shares (map fix_of l) = 1%R.
Proof.
  unfold covers. intro H. apply Z.eqb_eq in H. apply (f_equal IZR) in H.
  assert (P : (2 ^ N.to_nat (longest l) <> 0)%R) by (apply pow_nonzero; lra).
  replace (IZR (2 ^ Z.of_N (longest l))) with (2 ^ N.to_nat (longest l))%R in H
    by (rewrite pow_IZR; f_equal; f_equal; lia).
  assert (G : forall m, (forall s, In s m -> (size s <= longest l)%N) ->
    IZR (fold_right (fun s total => (weight (longest l) s + total)%Z) 0%Z m)
    = (2 ^ N.to_nat (longest l) * shares (map fix_of m))%R).
  { induction m as [|s m IH]; intro L; simpl; [ring|]. rewrite plus_IZR, weight_share, IH by auto with datatypes.
    ring. }
  rewrite G in H by (intros; now apply size_le_longest).
  apply Rmult_eq_reg_l with (2 ^ N.to_nat (longest l))%R; [lra|assumption].
Qed.

(** ** The least of a list *)

Section Least.
Variable price : tried -> R.
Variable l : list tried.
Hypothesis cheaper_price : forall s t, In s l -> In t l -> cheaper s t = true <-> (price s <= price t)%R.

Lemma fold_best m : forall s, incl m l -> In s l ->
  let best := fold_left (fun m t => if cheaper m t then m else t) m s in
  In best l /\ (price best <= price s)%R /\ forall t, In t m -> (price best <= price t)%R.
Proof.
  induction m as [|t m IH]; intros s M S; simpl; [repeat split; auto; [lra|contradiction]|].
  assert (T : In t l) by (apply M; now left). assert (M' : incl m l) by (intros x X; apply M; now right).
  destruct (cheaper s t) eqn:E.
  - apply cheaper_price in E; [|assumption|assumption].
    destruct (IH s M' S) as (B & P & Q). repeat split; auto. intros u [U|U]; [subst; lra|auto].
  - assert (F : (price t < price s)%R).
    { destruct (Rlt_or_le (price t) (price s)) as [F|F]; [assumption|].
      apply cheaper_price in F; [congruence|assumption|assumption]. }
    destruct (IH t M' T) as (B & P & Q). repeat split; auto; [lra|]. intros u [U|U]; [subst; lra|auto].
Qed.

Lemma least_of_spec t : In t (least_of l) <-> In t l /\ forall u, In u l -> (price t <= price u)%R.
Proof.
  unfold least_of. destruct l as [|s [|s' m]] eqn:L.
  - simpl. tauto.
  - split; [|tauto]. intros [E|[]]. subst. split; [now left|]. intros u [U|[]]. subst. lra.
  - rewrite <- L in *. set (best := fold_left _ (s' :: m) s).
    assert (I : incl (s' :: m) l) by (rewrite L; intros x X; now right).
    assert (S : In s l) by (rewrite L; now left).
    destruct (fold_best (s' :: m) s I S) as (B & P & Q). fold best in B, P, Q.
    assert (A : forall u, In u l -> (price best <= price u)%R).
    { intros u U. rewrite L in U. destruct U as [U|U]; [now subst|now apply Q]. }
    rewrite filter_In. split; intros [T H]; (split; [assumption|]).
    + apply cheaper_price in H; auto. intros u U. specialize (A u U). lra.
    + apply cheaper_price; auto.
Qed.

Lemma least_exists : l <> [] -> least_of l <> [].
Proof.
  unfold least_of. destruct l as [|s [|s' m]] eqn:L; [congruence|intros _ H; discriminate|]. intros _ H. rewrite <- L in *.
  set (best := fold_left _ (s' :: m) s) in H.
  assert (I : incl (s' :: m) l) by (rewrite L; intros x X; now right).
  assert (S : In s l) by (rewrite L; now left).
  destruct (fold_best (s' :: m) s I S) as (B & P & Q). fold best in B.
  assert (F : In best (filter (fun t => cheaper t best) l)) by (apply filter_In; split; [assumption|apply cheaper_price; auto; lra]).
  rewrite H in F. contradiction.
Qed.
End Least.

Lemma once_incl l : forall kept t, In t (once kept l) -> In t l.
Proof.
  induction l as [|s l IH]; intros kept t H; simpl in H; [contradiction|].
  destruct (existsb _ kept); [right; eauto|]. destruct H as [H|H]; [now left|right; eauto].
Qed.

Lemma once_covers l : forall kept t, In t l ->
  exists u, In u (kept ++ once kept l) /\ (u = t \/ same_motion (tried_optimum u) (tried_optimum t) = true).
Proof.
  induction l as [|s l IH]; intros kept t H; simpl; [contradiction|].
  destruct (existsb (fun u => same_motion (tried_optimum u) (tried_optimum s)) kept) eqn:E.
  - destruct H as [H|H]; [|now apply IH]. subst. apply existsb_exists in E as (u & U & E).
    exists u. split; [apply in_or_app; now left|now right].
  - destruct H as [H|H].
    + subst. exists t. split; [apply in_or_app; right; now left|now left].
    + destruct (IH (s :: kept) t H) as (u & U & E'). exists u. split; [|assumption].
      simpl in U. destruct U as [U|U]; [subst; apply in_or_app; right; now left|].
      apply in_app_or in U as [U|U]; apply in_or_app; [now left|right; now right].
Qed.

Lemma once_exists l : l <> [] -> once [] l <> [].
Proof. destruct l; simpl; congruence. Qed.

(** ** Motions that are the same *)

Lemma same_twist_over D t D' t' : (0 < D)%Z -> (0 < D')%Z -> same_twist D t D' t' = true -> over D t = over D' t'.
Proof.
  intros P P' H. unfold same_twist in H. rewrite !andb_true_iff, !Z.eqb_eq in H. destruct H as [[X Y] Z].
  apply IZR_lt in P, P'. apply (f_equal IZR) in X, Y, Z. rewrite !mult_IZR in X, Y, Z.
  unfold over. f_equal; (apply (Rmult_eq_reg_r (IZR D * IZR D'));
    [field_simplify; [lra|lra|lra]|apply Rmult_integral_contrapositive_currified; lra]).
Qed.

Lemma keyed_cons {A} k (a : A) l : keyed ((k, a) :: l) = put k a (keyed l).
Proof. reflexivity. Qed.

Lemma same_motions_equal D D' bs : (0 < D)%Z -> (0 < D')%Z -> forall l m, same_motions D l D' m = true ->
  forall b, motion_of D (motion_table bs l) b = motion_of D' (motion_table bs m) b.
Proof.
  intros P P'. induction bs as [|c bs IH]; intros l m H b; unfold motion_of, motion_table.
  - simpl. unfold of_body. rewrite get_nothing. unfold over, tzeroz; simpl. unfold Rdiv. now rewrite !Rmult_0_l.
  - destruct l as [|t l], m as [|t' m]; simpl in H; try discriminate.
    + simpl. unfold of_body. rewrite get_nothing. unfold over, tzeroz; simpl. unfold Rdiv. now rewrite !Rmult_0_l.
    + apply andb_prop in H as [H1 H2]. simpl combine. rewrite !keyed_cons. unfold of_body. rewrite !get_put.
      destruct (N.eqb b c); [now apply same_twist_over|]. exact (IH l m H2 b).
Qed.

Lemma none_closes_dec rs A l : {none_closes rs A l} + {~ none_closes rs A l}.
Proof.
  induction l as [|c l IH]; [left; intros c []|].
  destruct (Rle_dec 0 (gap_accel rs A c)) as [H|H].
  - destruct IH as [I|I]; [left|right].
    + intros d [D|D]; [now subst|auto].
    + intro N. apply I. intros d D. apply N. now right.
  - right. intro N. apply H. apply N. now left.
Qed.

Lemma value_ext r A B : (forall b w, In (b, w) (weights r) -> A b = B b) -> value r A = value r B.
Proof.
  intro H. unfold value, lin. f_equal. induction (weights r) as [|[b w] l IH]; simpl; [reflexivity|].
  rewrite (H b w), IH; [reflexivity| |now left]. intros c v C. apply (H c v). now right.
Qed.

(** ** A group of a checked proof *)

Section Prepared.
Variables (s : scene Q) (p : proof) (pr : prepared).
Hypothesis ready : prepare s p = Some pr.
Hypothesis sensible : scene_okb s = true.
Hypothesis formed : form pr = true.
Hypotheses (holds2 : c2 pr = true) (holds4 : c4 pr = true) (holds5 : c5 pr = true) (holds6 : c6 pr = true)
           (holds7 : c7 pr = true) (holds9 : c9 pr = true).

Let rs := real_scene s.

Section Group.
Variables (g : N) (gr : group).
Hypothesis here : at_index (groups p) g = Some gr.

Lemma case_sides c : In c (cases gr) ->
  ascending (map fst (sides c)) = true /\ forallb (fun ks => N.ltb (snd ks) 2) (sides c) = true /\
  forall k side, In (k, side) (sides c) -> In k (collected (undecided_of pr) g).
Proof.
  intro C. pose proof (case_form s p pr ready formed g gr c here C) as O. unfold case_okb in O.
  rewrite !andb_true_iff in O. destruct O as [[[[O S] _] _] _]. unfold known in O. apply andb_prop in O as [A K].
  repeat split; auto. intros k side I. apply (forallb_in _ _ _ K) in I. simpl in I. now apply mem_set_of in I.
Qed.

Let unheld := free_accelerations (scn pr).

Lemma group_decided :
  pairwise conflict (map sides (cases gr)) = true /\ covers (map sides (cases gr)) = true /\
  forallb (respects_corners pr g gr) (once [] (least_of (tries pr unheld gr))) = true /\
  answers gr = map number (once [] (least_of (tries pr unheld gr))).
Proof.
  pose proof holds9 as H. unfold unheld. unfold c9 in H. destruct (prepare_parts s p pr ready) as (_ & _ & P & _). rewrite P in H.
  apply numbered_spec in here as I. apply (forallb_in _ _ _ H) in I. unfold decided_group in I. simpl in I.
  rewrite !andb_true_iff in I. destruct I as [[[I1 I2] I3] I4]. repeat split; auto.
  revert I4. generalize (answers gr) (map number (once [] (least_of (tries pr (free_accelerations (scn pr)) gr)))).
  induction l as [|i l IH]; intros [|j m] E; simpl in E; try discriminate; [reflexivity|].
  apply andb_prop in E as [E F]. apply N.eqb_eq in E. subst. f_equal. auto.
Qed.

Lemma corner_of_undecided k : In k (collected (undecided_of pr) g) ->
  exists k0 k1, at_index (corners p) k = Some (k0, k1) /\
    undecided rs (contacts_of p k0) (contacts_of p k1) /\
    get (corner_table pr) k = Some (decide (contact_table pr) (k0, k1)).
Proof.
  intro K. destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _ & _ & _ & U & _).
  rewrite U in K. apply collected_collect, by_home_in in K as (d & K & _). apply filter_In in K as [K Un].
  apply numbered_spec in K. rewrite CT, get_table_of. rewrite CL in *. rewrite at_index_map in *.
  destruct (at_index (corners p) k) as [[k0 k1]|] eqn:E; [|discriminate]. exists k0, k1.
  simpl in K. injection K as K. subst d. split; [reflexivity|]. split; [|reflexivity].
  apply at_index_in in E. pose proof (state_means s p pr ready (k0, k1) E) as M. simpl in M.
  unfold is_undecided in Un. simpl in Un. destruct (state_of _ _); try discriminate. exact M.
Qed.

(** The side of every corner that a motion keeps open. *)
Definition choice (A : accelerations) (k : N) : bool :=
  match at_index (corners p) k with
  | Some (k0, k1) => if none_closes_dec rs A (contacts_of p k0) then false else true
  | None => false
  end.

(** Every admissible motion obeys a case. *)
Theorem obeys_some_case A : admissible rs p A -> exists c, In c (cases gr) /\ obeys pr g c A.
Proof.
  intro H. destruct group_decided as (X & S & _ & _).
  destruct (some_case_agrees (choice A) (map fix_of (map sides (cases gr)))) as (f & F & G).
  - intros c C. rewrite map_map in C. apply in_map_iff in C as (c' & E & C). subst. apply fix_of_proper.
    now apply case_sides.
  - apply pairwise_exclusive; [|assumption]. intros t T. apply in_map_iff in T as (c & E & C). subst.
    split; now apply case_sides.
  - now apply covers_shares.
  - rewrite map_map in F. apply in_map_iff in F as (c & E & C). subst f. exists c. split; [assumption|].
    apply (admissible_obeys s p pr ready); [assumption|].
    intros k side k0 k1 I K. destruct (case_sides c C) as (As & Bs & Us).
    assert (E : choice A k = flag side).
    { apply G. apply side_of_in; [now apply fix_of_proper|]. unfold fix_of. apply in_map_iff. exists (k, side). auto. }
    destruct (corner_of_undecided k (Us k side I)) as (k0' & k1' & K' & Un & _). rewrite K in K'.
    injection K' as K1 K2. subst k0' k1'. unfold choice in E. rewrite K in E.
    destruct H as (_ & _ & Co). apply at_index_in in K. destruct (Co k0 k1 K) as (_ & _ & D).
    unfold flag in E. destruct (none_closes_dec rs A (contacts_of p k0)) as [N|N];
      destruct (N.eqb side 0); try discriminate; [assumption|]. destruct (D Un); [contradiction|assumption].
Qed.

(** *** Prices *)

Definition motion_case (o : optimum) : accelerations := case_motion gr o.
Definition price (t : tried) : R := group_cost s gr (motion_case (tried_optimum t)).

Lemma tries_in t : In t (tries pr unheld gr) <-> exists c o, at_index (cases gr) (number t) = Some c /\ optimal c = Some o /\
  t = Tried (number t) o (scaled_restraint pr unheld gr o).
Proof.
  unfold tries. rewrite in_flat_map. split.
  - intros ([k c] & I & H). simpl in H. destruct (optimal c) as [o|] eqn:O; [|contradiction].
    destruct H as [H|[]]. subst t. simpl. apply numbered_spec in I. eauto.
  - intros (c & o & I & O & E). exists (number t, c). split; [now apply numbered_spec|]. simpl. rewrite O. left. auto.
Qed.

Lemma tried_denominator t : In t (tries pr unheld gr) -> (0 < denominator (tried_optimum t))%Z.
Proof.
  intro H. apply tries_in in H as (c & o & I & O & E). rewrite E. simpl. apply at_index_in in I.
  exact (denominator_positive s p pr ready formed g gr c here I o O).
Qed.

Lemma scaled_restraint_R o : (0 < denominator o)%Z ->
  (Q2R (scaled_restraint pr unheld gr o)
   = 2 * (IZR (denominator o) * IZR (denominator o)) * group_cost s gr (motion_case o))%R.
Proof.
  intro P. apply IZR_lt in P. unfold scaled_restraint, group_cost, group_restraint, excess.
  cbn [tx ty tr].
  destruct (prepare_parts s p pr ready) as (SC & X & _). unfold unheld. rewrite SC, X.
  assert (G : In gr (groups p)) by (eapply at_index_in; eassumption).
  assert (M : forall b, In b (members gr) -> exists B m, body_at s b = Some B /\ free B = Some m)
    by (intros; eapply member_free; eauto).
  unfold motion_case, case_motion. set (t := motion_table (members gr) (motion o)). clearbody t.
  revert M. generalize (members gr). induction l as [|b l IH]; intro M; simpl; [rewrite Q2R_0; ring|].
  destruct (M b (or_introl eq_refl)) as (B & m & HB & HF). rewrite find_body_spec, HB, HF.
  rewrite Q2R_qadd, IH by (intros; apply M; now right). unfold restraint_of.
  destruct (unheld_member s b B HB) as (u & U1 & U2). rewrite U1.
  rewrite (matter_of_free s b B m HB HF), <- U2. unfold motion_of, over, tminus, twistR; simpl.
  autorewrite with q2r. field. lra.
Qed.

Lemma price_cost t : In t (tries pr unheld gr) ->
  (Q2R (cost t) = 2 * (IZR (denominator (tried_optimum t)) * IZR (denominator (tried_optimum t))) * price t)%R.
Proof.
  intro H. pose proof (tried_denominator t H) as P. apply tries_in in H as (c & o & _ & _ & E).
  unfold price. rewrite E in *. simpl in *. now apply scaled_restraint_R.
Qed.

Lemma cheaper_means a b : In a (tries pr unheld gr) -> In b (tries pr unheld gr) ->
  cheaper a b = true <-> (price a <= price b)%R.
Proof.
  intros A B. unfold cheaper. rewrite qle_R. autorewrite with q2r. rewrite !price_cost, !mult_IZR by assumption.
  pose proof (tried_denominator a A) as PA. pose proof (tried_denominator b B) as PB. apply IZR_lt in PA, PB.
  set (x := IZR (denominator (tried_optimum a))) in *. set (y := IZR (denominator (tried_optimum b))) in *.
  assert (K : (0 < 2 * (x * x * (y * y)))%R) by (repeat apply Rmult_lt_0_compat; lra).
  replace (y * y * (2 * (x * x) * price a))%R with ((2 * (x * x * (y * y))) * price a)%R by ring.
  replace (x * x * (2 * (y * y) * price b))%R with ((2 * (x * x * (y * y))) * price b)%R by ring.
  split; intro H; [now apply Rmult_le_reg_l in H|]. apply Rmult_le_compat_l; [lra|assumption].
Qed.

(** An answer is an optimal case of least restraint. *)
Lemma answer_tried k : In k (answers gr) -> exists t, number t = k /\ In t (least_of (tries pr unheld gr)) /\
  In t (once [] (least_of (tries pr unheld gr))).
Proof.
  destruct group_decided as (_ & _ & _ & A). rewrite A. intro H. apply in_map_iff in H as (t & E & T).
  exists t. repeat split; auto. now apply once_incl in T.
Qed.

(** A motion of an answer, and a case it belongs to. *)
Definition is_answer (o : optimum) : Prop :=
  exists k c, In k (answers gr) /\ at_index (cases gr) k = Some c /\ optimal c = Some o.

Lemma answer_least o : is_answer o -> exists t, tried_optimum t = o /\ In t (tries pr unheld gr) /\
  In t (once [] (least_of (tries pr unheld gr))) /\ forall u, In u (tries pr unheld gr) -> (price t <= price u)%R.
Proof.
  intros (k & c & K & C & O). apply answer_tried in K as (t & E & L & W).
  apply (least_of_spec price) in L; [|exact cheaper_means]. destruct L as [T L].
  exists t. pose proof T as T'. apply tries_in in T' as (c' & o' & C' & O' & E').
  rewrite E in C'. assert (c' = c) by congruence. subst c'. assert (o' = o) by congruence. subst o'.
  rewrite E'. simpl. rewrite <- E'. auto.
Qed.

(** Theorem 5, first half: an answer has at most the restraint of any admissible motion. *)
Theorem group_least o B : is_answer o -> admissible rs p B ->
  (group_cost s gr (motion_case o) <= group_cost s gr B)%R.
Proof.
  intros A H. destruct (obeys_some_case B H) as (c & C & Ob).
  destruct (answer_least o A) as (t & E & T & _ & L).
  destruct (optimal c) as [o'|] eqn:O.
  - apply in_at_index in C as C'. destruct C' as [k K].
    assert (U : In (Tried k o' (scaled_restraint pr unheld gr o')) (tries pr unheld gr)) by (apply tries_in; simpl; eauto).
    specialize (L _ U). unfold price in L. simpl in L. rewrite E in L.
    pose proof (case_least s p pr ready formed g gr c here C holds5 holds7 o' O holds4 holds6 B Ob) as M.
    assert (N : (0 <= apart_by s gr B (case_motion gr o'))%R).
    { apply distance_nonneg. intros b Hb. apply (masses s p pr ready sensible formed gr); [|assumption].
      eapply at_index_in; eassumption. }
    unfold motion_case in *. lra.
  - exfalso. exact (case_impossible s p pr ready formed g gr c here C holds5 holds7 B O holds4 holds6 Ob).
Qed.

(** Theorem 5, second half: an admissible motion with as little restraint as an answer moves the group as an answer. *)
Theorem group_minimisers o B : is_answer o -> admissible rs p B ->
  (group_cost s gr B <= group_cost s gr (motion_case o))%R ->
  exists o', is_answer o' /\ forall b, In b (members gr) -> B b = motion_case o' b.
Proof.
  intros A H Le. destruct (obeys_some_case B H) as (c & C & Ob).
  destruct (answer_least o A) as (t & E & T & _ & L).
  destruct (optimal c) as [o'|] eqn:O;
    [|exfalso; exact (case_impossible s p pr ready formed g gr c here C holds5 holds7 B O holds4 holds6 Ob)].
  apply in_at_index in C as C'. destruct C' as [k K]. set (u := Tried k o' (scaled_restraint pr unheld gr o')).
  assert (U : In u (tries pr unheld gr)) by (apply tries_in; simpl; eauto).
  pose proof (L _ U) as Lu. unfold price in Lu. simpl in Lu. rewrite E in Lu.
  pose proof (case_least s p pr ready formed g gr c here C holds5 holds7 o' O holds4 holds6 B Ob) as M.
  assert (N : (0 <= apart_by s gr B (case_motion gr o'))%R).
  { apply distance_nonneg. intros b Hb. apply (masses s p pr ready sensible formed gr); [|assumption].
    eapply at_index_in; eassumption. }
  assert (UL : In u (least_of (tries pr unheld gr))).
  { apply (least_of_spec price); [exact cheaper_means|]. split; [assumption|]. intros v V.
    specialize (L v V). unfold price in *. simpl. rewrite E in L. unfold motion_case in *. lra. }
  destruct (once_covers _ [] u UL) as (v & V & W). simpl in V.
  assert (Ev : forall b, In b (members gr) -> B b = motion_case o' b).
  { intros b Hb. unfold motion_case in *.
    apply (case_unique s p pr ready sensible formed g gr c here C holds5 holds7 o' O holds4 holds6 B Ob); [lra|assumption]. }
  pose proof (once_incl _ _ _ V) as V1. apply (least_of_spec price) in V1; [|exact cheaper_means].
  destruct V1 as [V1 _]. pose proof V1 as V2. apply tries_in in V2 as (c2 & o2 & C2 & O2 & E2).
  exists (tried_optimum v). split.
  - exists (number v), c2. split; [|split; [assumption|]].
    + destruct group_decided as (_ & _ & _ & An). rewrite An. now apply in_map.
    + rewrite O2, E2. reflexivity.
  - intros b Hb. rewrite Ev by assumption. destruct W as [W|W]; [now subst v|].
    unfold motion_case, case_motion. symmetry. apply same_motions_equal.
    + now apply tried_denominator.
    + now apply (tried_denominator u).
    + exact W.
Qed.

(** A group without answers admits no motion. *)
Theorem group_impossible B : answers gr = [] -> ~ admissible rs p B.
Proof.
  intros E H. destruct group_decided as (_ & _ & _ & A). rewrite E in A.
  destruct (obeys_some_case B H) as (c & C & Ob). destruct (optimal c) as [o|] eqn:O;
    [|exact (case_impossible s p pr ready formed g gr c here C holds5 holds7 B O holds4 holds6 Ob)].
  apply in_at_index in C as [k K].
  assert (T : tries pr unheld gr <> []).
  { intro F. assert (U : In (Tried k o (scaled_restraint pr unheld gr o)) (tries pr unheld gr)) by (apply tries_in; simpl; eauto).
    rewrite F in U. contradiction. }
  apply (least_exists price _ cheaper_means) in T. apply once_exists in T.
  destruct (once [] (least_of (tries pr unheld gr))); [congruence|discriminate].
Qed.
End Group.
End Prepared.
