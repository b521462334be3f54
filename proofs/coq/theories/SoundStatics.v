(** SoundStatics.v -- what the conditions of Statics.v imply over the reals: the held cases of a proof give forces for
    every choice of the sides of corners, and a falling case gives a fall of some choice (Theorem 14). *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia Permutation.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Loads Checker Statics.
From Zwang Require Import SoundLists SoundGeometry SoundCase Kraft SoundGroups SoundAnswer Forces Stands Friction Bounds.
Import ListNotations.
Open Scope R_scope.

(** ** Friction of a contact *)

Lemma key_joins b c x y : pair_key b c = pair_key x y <-> (x = b /\ y = c) \/ (x = c /\ y = b).
Proof.
  unfold pair_key. destruct (N.ltb_spec b c), (N.ltb_spec x y); split; intro E;
    try (injection E as E F; subst; lia); destruct E as [[E F]|[E F]]; subst;
    try reflexivity; try lia; try (f_equal; [lia|f_equal; lia]).
Qed.

Lemma joins_key b c (k : friction_pair Q) :
  joins b c (friction_pair_map Q2R k) = true <-> pair_key b c = pair_key (pair_first k) (pair_second k).
Proof.
  rewrite key_joins. unfold joins, friction_pair_map; simpl.
  rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq. tauto.
Qed.

Lemma pair_look_up b c (l : list (friction_pair Q)) :
  option_map Q2R (look_up (pair_key b c)
    (fold_right (fun k t => enter (pair_key (pair_first k) (pair_second k)) (pair_friction k) t) no_words l))
  = option_map (@pair_friction R) (find (joins b c) (map (friction_pair_map Q2R) l)).
Proof.
  induction l as [|k l IH]; simpl; [now rewrite look_up_no_words|].
  rewrite look_up_enter. pose proof (joins_key b c k) as J.
  destruct (same_word _ _) as [E|E]; destruct (joins b c (friction_pair_map Q2R k)) eqn:F.
  - reflexivity.
  - apply J in E. congruence.
  - exfalso. now apply E, J.
  - exact IH.
Qed.

Lemma Q2R_least a b : Q2R (least a b) = Rmin (Q2R a) (Q2R b).
Proof.
  unfold least, Rmin. pose proof (qle_R a b) as H.
  destruct (qle a b); destruct (Rle_dec (Q2R a) (Q2R b)) as [L|L]; try reflexivity.
  - exfalso. apply L. now apply H.
  - exfalso. apply H in L. discriminate.
Qed.

(** ** Rows along normals and along edges *)

Lemma lever_shifted n x b B u :
  lin_of (map weightR (lever n x b B)) u = dot (toR n) (shifted (bodyR B) (u b) (toR x)).
Proof.
  unfold lever, shifted; simpl. destruct (free B) as [m|]; simpl.
  - unfold tdot, twistR; simpl. rewrite Q2R_cross, toR_minus. unfold dot, cross, minus, plus, times, J; simpl. ring.
  - unfold dot, zero; simpl. ring.
Qed.

Lemma lin_outside r (V : accelerations) : (forall b, In b (bodies_of (qweights r)) -> V b = tzero) ->
  lin (rowR r) V = 0.
Proof.
  unfold lin, rowR; simpl. induction (qweights r) as [|[b w] l IH]; intro H; simpl; [reflexivity|].
  rewrite IH, H; [unfold tdot, tzero; simpl; ring|now left|]. intros c C. apply H. now right.
Qed.

Lemma weight_outside b ws : ~ In b (bodies_of ws) -> weight_on b (map weightR ws) = tzero.
Proof.
  induction ws as [|[i w] ws IH]; intro H; simpl; [reflexivity|].
  destruct (N.eqb_spec i b) as [E|E]; [exfalso; apply H; now left|]. apply IH. intro I. apply H. now right.
Qed.

Lemma tangent_bodies c g : bodies_of (qweights (tangent_row c g)) = bodies_of (qweights (contact_row c g)).
Proof.
  unfold tangent_row, contact_row, bodies_of, lever; simpl.
  destruct (free (first_body g)), (free (second_body g)); reflexivity.
Qed.

Lemma forces_on_null b l :
  (forall z r, In (z, r) l -> z = 0%Z \/ ~ In b (bodies_of (qweights r))) -> forall D, forces_on b (map (forceR D) l) = tzero.
Proof.
  intros H D. induction l as [|[z r] l IH]; simpl; [reflexivity|]. rewrite IH by (intros; apply H; now right).
  destruct (H z r (or_introl eq_refl)) as [E|E].
  - subst z. unfold Rdiv. rewrite Rmult_0_l. unfold tplus, tscale, tzero; simpl. f_equal; ring.
  - rewrite (weight_outside b _ E). unfold tplus, tscale, tzero; simpl. f_equal; ring.
Qed.

(** Sums over all, where all but some are 0. *)
Lemma sum_over_support m f : forall l, NoDup l -> NoDup m -> incl m l ->
  (forall b, In b l -> ~ In b m -> f b = 0) -> sum_over l f = sum_over m f.
Proof.
  induction m as [|a m IH]; intros l Dl Dm I Z.
  - rewrite (sum_over_ext l f (fun _ => 0)) by (intros b B; apply Z; auto). simpl. apply sum_over_zero.
  - inversion Dm as [|? ? Na Dm']; subst. destruct (in_split a l (I a (or_introl eq_refl))) as (l1 & l2 & E). subst l.
    assert (P : Permutation (l1 ++ a :: l2) (a :: l1 ++ l2)) by (symmetry; apply Permutation_middle).
    pose proof (Permutation_NoDup P Dl) as D. inversion D as [|? ? Nl Dl']; subst.
    rewrite (sum_over_perm _ _ _ P). simpl. f_equal. apply IH; auto.
    + intros b B. pose proof (I b (or_intror B)) as K. apply (Permutation_in _ P) in K as [K|K]; [|assumption].
      subst. contradiction.
    + intros b B N. apply Z.
      * apply (Permutation_in _ (Permutation_sym P)). now right.
      * intros [K|K]; [subst; contradiction|contradiction].
Qed.

Section Statics.
Variables (s : scene Q) (p : statics) (pr : prepared).
Hypothesis ready : prepare s (skeleton p) = Some pr.
Hypothesis sensible : scene_okb s = true.
Hypothesis formed : form pr = true.

Let rs := real_scene s.
Let q := skeleton p.
Let t := rough_table pr.

(** ** Contacts with friction *)

Lemma friction_right l : sound s l -> Q2R (contact_friction (pair_dictionary s) l) = friction_of rs (the_contact l).
Proof.
  intros [P _]. unfold contact_friction, friction_of, pair_dictionary.
  assert (PR : place_of rs (the_contact l) = Some (placeR (the_place l))) by (unfold rs; now rewrite place_of_real, P).
  rewrite PR. pose proof (pair_look_up (vertex_body (the_contact l)) (edge_body (the_contact l)) (friction_pairs s)) as E.
  change (friction_pairs rs) with (map (friction_pair_map Q2R) (friction_pairs s)).
  destruct (look_up _ _) as [mu|]; destruct (find _ _) as [k|]; simpl in E; try discriminate.
  - now injection E.
  - rewrite Q2R_least. reflexivity.
Qed.

Lemma rough_at i : get t i = option_map (roughen (pair_dictionary s)) (get (contact_table pr) i).
Proof.
  destruct (prepare_parts s q pr ready) as (SC & _ & _ & _ & T & _).
  unfold t, rough_table. rewrite SC, T, !get_table_of. apply at_index_map.
Qed.

Lemma normal_lin l V : sound s l -> lin (rowR (the_row l)) V = opening rs V (the_contact l).
Proof.
  intros [P R]. unfold opening, rs. rewrite place_of_real, P. simpl. rewrite R. unfold lin, rowR, contact_row; simpl.
  rewrite map_app, lin_of_app, lever_opp, !lever_shifted, toR_normal.
  unfold drift, place_normal, placeR; simpl. unfold dot, minus; simpl. ring.
Qed.

Lemma tangent_lin l V : sound s l ->
  lin (rowR (tangent_row (the_contact l) (the_place l))) V = slipping rs V (the_contact l).
Proof.
  intros [P R]. unfold slipping, rs. rewrite place_of_real, P. simpl. unfold lin, rowR, tangent_row; simpl.
  rewrite map_app, lin_of_app, lever_opp, !lever_shifted, toR_J, toR_normal.
  unfold drift, place_normal, placeR; simpl. unfold dot, minus, J; simpl. ring.
Qed.

Lemma joins_two i l : get (contact_table pr) i = Some l -> vertex_body (the_contact l) <> edge_body (the_contact l).
Proof.
  intro H. destruct (form_parts s q pr ready formed) as (_ & _ & _ & _ & J).
  apply (contact_list_under s q pr ready), at_index_in in H. apply (forallb_in _ _ _ J) in H.
  unfold contact_joins in H. apply andb_prop in H as [H _]. now apply negb_true_iff, N.eqb_neq in H.
Qed.

(** ** Forces of a held case *)

Definition share_of (D z : Z) : R := IZR z / IZR D.

Definition case_forces (D : Z) (fs ps : list (N * (Z * Z))) : holding_forces :=
  HoldingForces
    (map (fun i => (fst i, (share_of D (fst (snd i)), share_of D (snd (snd i)))))
         (filter (fun i => negb (Z.eqb (fst (snd i)) 0)) fs))
    (map (fun k => (fst k, Point (share_of D (fst (snd k))) (share_of D (snd (snd k))))) ps).

Section Body.
Variables (b : N) (B : body Q) (M : matter Q).
Hypothesis the_body : body_at s b = Some B.
Hypothesis is_free : free B = Some M.
Let m := matter_map Q2R M.

Lemma press_twist l phi psi : sound s l -> vertex_body (the_contact l) <> edge_body (the_contact l) ->
  load_twist b (centroid m) (press_loads rs (the_contact l) phi psi)
  = tplus (tscale phi (weight_on b (weights (rowR (the_row l)))))
          (tscale psi (weight_on b (weights (rowR (tangent_row (the_contact l) (the_place l)))))).
Proof.
  intros [P R] N. unfold press_loads, rs. rewrite place_of_real, P. simpl. rewrite R. simpl.
  rewrite !map_app, !weight_on_app.
  unfold place_ofq in P. rewrite !find_body_spec in P.
  destruct (body_at s (vertex_body (the_contact l))) as [F|] eqn:HF; [|discriminate].
  destruct (body_at s (edge_body (the_contact l))) as [E|] eqn:HE; [|discriminate].
  destruct (find_vertex _ _ _ _) as [x|]; [|discriminate]. destruct (find_edge _ _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as P. rewrite <- P. simpl.
  rewrite !(lever_weight _ _ _ F b M m) by (now apply (is_this s b B M the_body is_free)).
  rewrite !(lever_weight _ _ _ E b M m) by (now apply (is_this s b B M the_body is_free)).
  rewrite !toR_opp, !toR_J, !toR_normal. unfold load_twist, contact_force, place_normal; simpl.
  destruct (N.eqb_spec (vertex_body (the_contact l)) b) as [E1|E1];
    destruct (N.eqb_spec (edge_body (the_contact l)) b) as [E2|E2]; try congruence;
    unfold tscale, tplus, tzero, plus, times, cross, minus, J; simpl; f_equal; ring.
Qed.

(** All forces of a held case on a free body are what the rows say. *)
Lemma holding_twist D fs ps : D <> 0%Z -> forallb (bounded t) fs = true ->
  load_twist b (centroid m) (holding_loads rs q (case_forces D fs ps))
  = forces_on b (map (forceR D) (holding pr t fs ps)).
Proof.
  intros Dn Bd. unfold holding_loads, holding. rewrite map_app, load_twist_app, forces_on_app. f_equal.
  - unfold case_forces; cbn [Friction.presses Friction.pulls]. induction fs as [|[i [a c]] l IH]; [unfold load_twist; reflexivity|].
    simpl in Bd. apply andb_prop in Bd as [B1 Bd]. specialize (IH Bd).
    cbn [flat_map map fst snd filter] in *. rewrite map_app, forces_on_app, <- IH. clear IH.
    unfold bounded in B1. simpl in B1. rewrite rough_at in *.
    destruct (get (contact_table pr) i) as [k|] eqn:K; [|discriminate]. simpl in B1. simpl option_map.
    destruct (contact_under s q pr ready i k K) as [C S].
    destruct (Z.eqb_spec a 0) as [E|E].
    + simpl. subst a. apply qle_R in B1. autorewrite with q2r in B1. rewrite Rmult_0_l in B1.
      apply le_IZR in B1. assert (c = 0%Z) by lia. subst c. unfold Rdiv. rewrite !Rmult_0_l.
      unfold tplus, tscale, tzero, load_twist; simpl. f_equal; ring.
    + cbn [negb map flat_map fst snd]. rewrite load_twist_app. rewrite C.
      rewrite (press_twist k _ _ S (joins_two i k K)). simpl. unfold share_of.
      unfold tplus, tscale, tzero, load_twist; simpl. f_equal; ring.
  - assert (PT : forall i, match at_index (pins s) i, get (pin_table pr) i with
      | Some k, Some l => list_pin (index_of s) k = Some l | None, None => True | _, _ => False end).
    { intro i. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & F & E & _). rewrite E, get_table_of.
      exact (forall2_at_index _ _ _ i F). }
    unfold case_forces; cbn [Friction.presses Friction.pulls].
    induction ps as [|[i [fx fy]] l IH]; cbn [flat_map map fst snd]; [unfold load_twist; reflexivity|].
    rewrite load_twist_app, map_app, forces_on_app, IH. f_equal.
    specialize (PT i). unfold rs, real_scene, scene_map; simpl. rewrite at_index_map.
    destruct (at_index (pins s) i) as [k|] eqn:K; destruct (get (pin_table pr) i) as [l'|] eqn:T; try contradiction;
      simpl; [|unfold load_twist; reflexivity].
    rewrite (pin_load_twist s b B M the_body is_free l' k _ _ PT)
      by (apply (pin_bodies_differ s sensible); eapply at_index_in; eassumption).
    unfold share_of, tplus, tscale, tzero; simpl. f_equal; ring.
Qed.
End Body.

(** ** Groups and cases *)

Lemma every_trial_in f g gr c : every_trial p f = true -> at_index (statics_groups p) g = Some gr ->
  In c (trials gr) -> f g gr c = true.
Proof.
  unfold every_trial. intros H G C. apply numbered_spec in G. apply (forallb_in _ _ _ H) in G.
  exact (forallb_in _ _ _ G C).
Qed.

Lemma group_here g gr : at_index (statics_groups p) g = Some gr -> at_index (groups q) g = Some (skeleton_group gr).
Proof. intro G. unfold q, skeleton; simpl. now rewrite at_index_map, G. Qed.

Lemma case_here gr c : In c (trials gr) -> In (skeleton_case (held_bodies gr) c) (cases (skeleton_group gr)).
Proof. intro C. unfold skeleton_group; simpl. now apply in_map. Qed.

Lemma case_fixes bs c : sides (skeleton_case bs c) = fixed_sides c.
Proof. unfold skeleton_case. now destruct (outcome c). Qed.

Lemma all_held : flat_map members (groups q) = flat_map held_bodies (statics_groups p).
Proof. unfold q, skeleton; simpl. induction (statics_groups p) as [|g l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma at_home g gr b : at_index (statics_groups p) g = Some gr -> In b (held_bodies gr) -> get (home pr) b = Some g.
Proof.
  intros G I. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & H & _). rewrite H.
  unfold home_of. apply get_keyed_nodup.
  - pose proof (all_members_nodup s q pr ready formed) as D.
    assert (E : forall (l : list group) i,
      map fst (flat_map (fun ig => map (fun b => (b, fst ig)) (members (snd ig))) (number_from i l)) = flat_map members l).
    { induction l as [|h l IH]; intro i; simpl; [reflexivity|]. rewrite map_app, IH. f_equal.
      rewrite map_map. simpl. apply map_id. }
    unfold numbered. now rewrite E.
  - apply in_flat_map. exists (g, skeleton_group gr). split; [apply numbered_spec; now apply group_here|].
    simpl. apply in_map_iff. now exists b.
Qed.

Lemma covered b B M : body_at s b = Some B -> free B = Some M ->
  exists g gr, at_index (statics_groups p) g = Some gr /\ In b (held_bodies gr).
Proof.
  intros HB HF. destruct (form_parts s q pr ready formed) as (C & _). unfold groups_cover in C.
  destruct (prepare_parts s q pr ready) as (SC & _). rewrite SC in C. rewrite !andb_true_iff in C. destruct C as [_ C].
  assert (I : In b (free_bodies s)) by (apply free_bodies_spec; eauto).
  apply (forallb_in _ _ _ C) in I. destruct (get (home pr) b) as [g|] eqn:G; [|discriminate].
  destruct (home_member s q pr ready b g G) as (gr & K & Mem). unfold q, skeleton in K; simpl in K.
  rewrite at_index_map in K. destruct (at_index (statics_groups p) g) as [h|] eqn:E; [|discriminate].
  injection K as K. subst gr. exists g, h. auto.
Qed.

Lemma held_free g gr b : at_index (statics_groups p) g = Some gr -> In b (held_bodies gr) ->
  exists B m, body_at s b = Some B /\ free B = Some m.
Proof.
  intros G I. apply (member_free s q pr ready formed (skeleton_group gr) b); [|assumption].
  eapply at_index_in, group_here; eassumption.
Qed.

Lemma first_home_group bs b g : one_group (home pr) bs = true -> In b bs -> get (home pr) b = Some g ->
  first_home (home pr) bs = Some g.
Proof.
  intros O I H. destruct (first_home_exists _ _ _ _ I H) as [h E]. rewrite E.
  destruct (first_home_in _ _ _ E) as (c & C & Hc). rewrite (one_group_all _ _ _ _ O I H c C) in Hc. congruence.
Qed.

Hypothesis rests : at_rest rs.

(** What a case imposes are contacts of each choice that agrees with it. *)
Lemma imposed_chosen g bs c choice i : (forall k side, In (k, side) (fixed_sides c) -> choice k = flag side) ->
  In i (imposed pr g (skeleton_case bs c)) ->
  exists l, get (contact_table pr) i = Some l /\ of_sides q choice i.
Proof.
  intros Agree I. unfold imposed in I. apply in_app_or in I as [I|I].
  - destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Bs & _). rewrite Bs in I.
    apply collected_collect, by_home_in in I as (l & I & _). apply gather_numbered_in in I as [I T].
    exists l. split; [assumption|]. left.
    destruct (always_imposed_in s q pr ready i l I T) as [[L _]|(k & _ & [[F _]|[F _]])]; [assumption| |];
      destruct F as (_ & _ & c' & _ & Neg); exfalso; rewrite (rest_gap_speed rs rests) in Neg; lra.
  - apply filter_In in I as [I T]. unfold touching in T.
    destruct (get (contact_table pr) i) as [l|] eqn:G; [|discriminate]. exists l. split; [reflexivity|]. right.
    unfold fixed_contacts in I. rewrite case_fixes in I. apply in_flat_map in I as ([k side] & K & I). simpl in I.
    destruct (get (corner_table pr) k) as [d|] eqn:D; [|contradiction].
    destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _).
    rewrite CT, get_table_of, CL, at_index_map in D.
    destruct (at_index (corners q) k) as [[k0 k1]|] eqn:E; [|discriminate]. injection D as D. subst d. simpl in I.
    exists k, k0, k1. split; [exact E|]. rewrite (Agree k side K). unfold flag. now destruct (N.eqb side 0).
Qed.

Lemma corner_of k d : get (corner_table pr) k = Some d ->
  exists k0 k1, at_index (corners q) k = Some (k0, k1) /\ the_corner d = (k0, k1).
Proof.
  intro D. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _).
  rewrite CT, get_table_of, CL, at_index_map in D.
  destruct (at_index (corners q) k) as [[k0 k1]|] eqn:E; [|discriminate]. injection D as D. subst d. now exists k0, k1.
Qed.

(** Contacts of rough corners that touch a group are such, and join bodies of the group. *)
Lemma rough_known g gr i : at_index (statics_groups p) g = Some gr -> In i (rough_contacts pr t g) ->
  exists l, get (contact_table pr) i = Some l /\ in_rough_corner (friction_of rs) q i /\
            forall b, In b (contact_bodies l) -> In b (held_bodies gr).
Proof.
  intros G I. unfold rough_contacts in I. apply filter_In in I as [I T]. apply andb_prop in T as [T Rub].
  apply in_flat_map in I as (k & K & I). unfold of_both_sides in I.
  destruct (get (corner_table pr) k) as [d|] eqn:D; [|contradiction].
  pose proof (undecided_contacts s q pr ready formed g k i d K D I) as W.
  destruct (corner_of k d D) as (k0 & k1 & E & Ed). rewrite Ed in I. simpl in I.
  unfold touching in T. unfold contact_in_one_group in W.
  destruct (get (contact_table pr) i) as [l|] eqn:L; [|discriminate]. exists l. split; [reflexivity|].
  destruct (contact_under s q pr ready i l L) as [C S]. split.
  - exists k, k0, k1, (the_contact l). repeat split; auto.
    unfold rubs in Rub. rewrite rough_at, L in Rub. simpl in Rub. apply is_pos_R in Rub.
    now rewrite friction_right in Rub.
  - unfold touches in T. apply existsb_exists in T as (b0 & B0 & H). apply same_option_eq in H.
    apply (same_group s q pr ready g (skeleton_group gr) (contact_bodies l)); [now apply group_here|assumption|eauto].
Qed.

(** *** A held case *)

(** What k times weights and loads ask of a body. *)
Definition own_weight (k : R) (b : N) (M : matter R) (inside : bool) : twist R :=
  let u := free_acceleration rs b in
  if inside then tscale k (Twist (mass M * (0 - tx u)) (mass M * (0 - ty u)) (inertia M * (0 - tr u))) else tzero.

Definition in_list (b : N) (l : list N) : bool := if in_dec N.eq_dec b l then true else false.

(** Forces for some groups: they obey Coulomb's law, balance k times weights and loads there, and do nothing elsewhere. *)
Definition holds_group (k : R) (choice : N -> bool) (bs : list N) (F : holding_forces) : Prop :=
  obeys_coulomb (friction_of rs) q choice F /\
  forall b B M, body_at s b = Some B -> free B = Some M ->
    load_twist b (centroid (matter_map Q2R M)) (holding_loads rs q F)
    = own_weight k b (matter_map Q2R M) (in_list b bs).

Lemma holds_nothing k choice : holds_group k choice [] no_forces.
Proof. split; [intros i phi psi []|reflexivity]. Qed.

Lemma hold_together k choice bs cs F G : (forall b, In b bs -> ~ In b cs) ->
  holds_group k choice bs F -> holds_group k choice cs G -> holds_group k choice (bs ++ cs) (together F G).
Proof.
  intros Apart [FO FB] [GO GB]. split.
  - intros i phi psi P. unfold together in P. simpl in P. apply in_app_or in P as [P|P]; eauto.
  - intros b B M HB HF. rewrite together_twist, (FB b B M HB HF), (GB b B M HB HF). unfold in_list, own_weight.
    destruct (in_dec N.eq_dec b bs) as [X|X]; destruct (in_dec N.eq_dec b cs) as [Y|Y];
      destruct (in_dec N.eq_dec b (bs ++ cs)) as [Z|Z];
      try (unfold tplus, tscale, tzero; simpl; f_equal; ring);
      try (exfalso; apply Z, in_or_app; auto; fail);
      try (apply in_app_or in Z as [Z|Z]; contradiction).
    exfalso. exact (Apart b X Y).
Qed.

Lemma nodup_apart (bs cs : list N) : NoDup (bs ++ cs) -> forall b, In b bs -> ~ In b cs.
Proof.
  induction bs as [|a l IH]; simpl; intros ND b B C; [contradiction|]. inversion ND as [|? ? N1 N2]; subst.
  destruct B as [B|B]; [subst; apply N1, in_or_app; now right|exact (IH N2 b B C)].
Qed.

(** Forces for each of some groups, all together. *)
Definition all_together (l : list (list N * holding_forces)) : holding_forces :=
  fold_right (fun x F => together (snd x) F) no_forces l.

Lemma hold_all k choice l : (forall x, In x l -> holds_group k choice (fst x) (snd x)) -> NoDup (flat_map fst l) ->
  holds_group k choice (flat_map fst l) (all_together l).
Proof.
  induction l as [|x l IH]; intros H ND; simpl; [apply holds_nothing|]. simpl in ND. apply hold_together.
  - now apply nodup_apart.
  - apply H. now left.
  - apply IH; [intros; apply H; now right|now apply nodup_app_r in ND].
Qed.

(** Forces for all groups hold the scene. *)
Lemma hold_scene choice F : holds_group 1 choice (flat_map held_bodies (statics_groups p)) F ->
  holds_still (friction_of rs) rs q choice F.
Proof.
  intros [FO FB]. split; [assumption|].
  intros b B' m' HB' HF'. unfold rs in HB'. rewrite real_body_at in HB'.
  destruct (body_at s b) as [B|] eqn:HB; [|discriminate]. injection HB' as <-. simpl in HF'.
  destruct (free B) as [M|] eqn:HF; [|discriminate]. injection HF' as <-.
  pose proof (FB b B M HB HF) as E. unfold in_list in E.
  destruct (in_dec N.eq_dec b (flat_map held_bodies (statics_groups p))) as [I|I].
  - unfold load_twist, own_weight, tscale in E. simpl in E. injection E as E1 E2 E3.
    unfold zero_twist, times, minus; simpl. rewrite Rmult_1_l in E1, E2, E3. split.
    + destruct (total_force b _) as [x y]; simpl in *. f_equal; assumption.
    + exact E3.
  - exfalso. apply I. destruct (covered b B M HB HF) as (g & gr & G & Mem). apply in_flat_map. exists gr.
    split; [eapply at_index_in; eassumption|assumption].
Qed.

Hypothesis holds2 : s2 pr t p = true.
Hypothesis holds3 : s3 t p = true.

(** Judgement 1 for the forces of a case that press and pull, with G times weights and loads. *)
Definition case_balances (gr : statics_group) (G : Z) (fs ps : list (N * (Z * Z))) : bool :=
  balance pr (free_accelerations s) (held_bodies gr) G nothing (holding pr t fs ps).

Section Held.
Variables (g : N) (gr : statics_group) (c : statics_case) (D : Z) (fs ps : list (N * (Z * Z))).
Hypothesis here : at_index (statics_groups p) g = Some gr.
Hypothesis the_case : In c (trials gr).
Hypothesis is_held : outcome c = Held D fs ps.

Let form_case := case_form s q pr ready formed g _ _ (group_here g gr here) (case_here gr c the_case).

Lemma common_positive : (0 < D)%Z.
Proof.
  pose proof form_case as O. unfold case_okb, skeleton_case in O. rewrite is_held in O. simpl in O.
  rewrite !andb_true_iff in O. destruct O as [_ [[O _] _]]. now apply Z.ltb_lt.
Qed.

Lemma press_known i a b : In (i, (a, b)) fs ->
  (0 <= a)%Z /\
  (a = 0%Z \/ In i (imposed pr g (skeleton_case (held_bodies gr) c)) \/ In i (rough_contacts pr t g)) /\
  exists l, get (contact_table pr) i = Some l /\ sound s l /\
            Rabs (IZR b) <= friction_of rs (the_contact l) * IZR a.
Proof.
  intro I. pose proof (every_trial_in _ g gr c holds2 here the_case) as H2. unfold pushing in H2. rewrite is_held in H2.
  apply (forallb_in _ _ _ H2) in I as P. simpl in P. apply andb_prop in P as [P1 P2]. apply Z.leb_le in P1.
  split; [assumption|]. split.
  - apply orb_prop in P2 as [P2|P2]; [left; now apply Z.eqb_eq|right]. now apply mem_set_of, in_app_or in P2.
  - pose proof (every_trial_in _ g gr c holds3 here the_case) as H3. unfold rubbing in H3. rewrite is_held in H3.
    apply (forallb_in _ _ _ H3) in I as B. unfold bounded in B. simpl in B. rewrite rough_at in B.
    destruct (get (contact_table pr) i) as [l|] eqn:L; [|discriminate]. simpl in B. exists l. split; [reflexivity|].
    destruct (contact_under s q pr ready i l L) as [_ S]. split; [assumption|].
    apply qle_R in B. autorewrite with q2r in B. rewrite friction_right, abs_IZR in B by assumption. lra.
Qed.

Lemma pin_known k f : In (k, f) ps -> In k (collected (pins_of pr) g).
Proof.
  intro I. pose proof form_case as O. unfold case_okb, skeleton_case in O. rewrite is_held in O. simpl in O.
  rewrite !andb_true_iff in O. destruct O as [[_ O] _]. unfold known in O. apply andb_prop in O as [_ O].
  apply (forallb_in _ _ _ O) in I. simpl in I. now apply mem_set_of in I.
Qed.

(** The forces of a case act on bodies of its group only. *)
Lemma holding_inside b z r : ~ In b (held_bodies gr) -> In (z, r) (holding pr t fs ps) ->
  z = 0%Z \/ ~ In b (bodies_of (qweights r)).
Proof.
  intros N I. unfold holding in I. apply in_app_or in I as [I|I]; apply in_flat_map in I as ([i [a d]] & I & H); simpl in H.
  - rewrite rough_at in H. destruct (press_known i a d I) as (_ & Im & l & L & S & Bd). rewrite L in H. simpl in H.
    destruct Im as [Z|Im].
    + left. subst a. rewrite Rmult_0_r, <- abs_IZR in Bd. apply le_IZR in Bd.
      destruct H as [H|[H|[]]]; injection H as H1 H2; lia.
    + right. assert (W : forall b, In b (contact_bodies l) -> In b (held_bodies gr)).
      { destruct Im as [Im|Im].
        - exact (imposed_within s q pr ready formed g (skeleton_group gr) _ i l (group_here g gr here)
            (case_here gr c the_case) Im L).
        - destruct (rough_known g gr i here Im) as (l' & L' & _ & W). assert (l' = l) by congruence. now subst l'. }
      intro X. apply N, W. unfold contact_bodies. destruct S as [_ R].
      destruct H as [H|[H|[]]]; injection H as H1 H2; subst r; [assumption|].
      rewrite R. now rewrite <- tangent_bodies.
  - right. destruct (get (pin_table pr) i) as [l|] eqn:L; [|contradiction]. pose proof (pin_known i (a, d) I) as K.
    intro X. apply N. apply (pin_within s q pr ready formed g (skeleton_group gr) i l (group_here g gr here) K L b).
    destruct H as [H|[H|[]]]; injection H as H1 H2; subst r; [exact X|].
    rewrite <- (pin_bodies_y s q pr ready l); [exact X|]. now apply (pin_table_in s q pr ready i).
Qed.

Theorem held_case choice m G : (forall k side, In (k, side) (fixed_sides c) -> choice k = flag side) ->
  case_balances gr G fs ps = true -> IZR G = m * IZR D -> holds_group m choice (held_bodies gr) (case_forces D fs ps).
Proof.
  intros Agree H Gm. pose proof common_positive as DP. pose proof (IZR_lt _ _ DP) as DR.
  assert (Inv : 0 < / IZR D) by now apply Rinv_0_lt_compat. split.
  - intros i phi psi I. unfold case_forces in I. simpl in I.
    apply in_map_iff in I as ([i' [a b]] & E & I). simpl in E. injection E as E1 E2 E3. subst i' phi psi.
    apply filter_In in I as [I NZ]. simpl in NZ. apply negb_true_iff, Z.eqb_neq in NZ.
    destruct (press_known i a b I) as (Pos & Im & l & L & S & Bd). apply IZR_le in Pos.
    destruct Im as [Z|Im]; [contradiction|].
    assert (Ch : of_choice (friction_of rs) q choice i).
    { destruct Im as [Im|Im].
      - destruct (imposed_chosen g (held_bodies gr) c choice i Agree Im) as (l' & L' & Ch). now left.
      - destruct (rough_known g gr i here Im) as (l' & L' & Ch & _). now right. }
    exists (the_contact l). split; [now apply (contact_under s q pr ready) in L|]. split; [assumption|]. unfold share_of. split.
    + apply Rmult_le_pos; lra.
    + unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ IZR D)) by lra. rewrite <- Rmult_assoc.
      apply Rmult_le_compat_r; lra.
  - intros b B M HB HF. rewrite (holding_twist b B M HB HF D fs ps); [|lia|].
    2: { pose proof (every_trial_in _ g gr c holds3 here the_case) as S1. unfold rubbing in S1. now rewrite is_held in S1. }
    unfold in_list. destruct (in_dec N.eq_dec b (held_bodies gr)) as [I|I]; simpl.
    + unfold case_balances, balance in H.
      apply (forallb_in _ _ _ H) in I. destruct (prepare_parts s q pr ready) as (_ & X & _).
      rewrite X, find_body_spec, HB, HF in I. apply teqb_R in I.
      destruct (unheld_member s b B HB) as (u & U1 & U2). rewrite U1 in I. unfold own_weight, rs. rewrite <- U2.
      rewrite (accumulate_forces D) in I by lia. apply (tscale_cancel (IZR D)); [lra|]. rewrite I.
      unfold required, excess, of_body, twistR, tscale, tzeroz. rewrite get_nothing. simpl. autorewrite with q2r.
      rewrite Gm. f_equal; simpl; ring.
    + apply forces_on_null. intros z r. now apply holding_inside.
Qed.
End Held.

(** ** All groups together *)

Hypothesis holds1 : s1 pr t p = true.
Hypothesis holds6 : s6 p = true.

Lemma nobody_falls : finding_of p <> Falls -> forall gr c, In gr (statics_groups p) -> In c (trials gr) ->
  exists D fs ps, outcome c = Held D fs ps.
Proof.
  unfold finding_of. intros H gr c G C.
  destruct (forallb (fun gr => forallb (fun c => negb (is_falling c)) (trials gr)) (statics_groups p)) eqn:E;
    [|simpl in H; congruence].
  apply (forallb_in _ _ _ E) in G. apply (forallb_in _ _ _ G) in C. unfold is_falling in C.
  destruct (outcome c) as [D fs ps|]; [eauto|discriminate].
Qed.

(** Each choice agrees with a case. *)
Lemma some_trial_agrees g gr choice : at_index (statics_groups p) g = Some gr ->
  (forall c, In c (trials gr) -> is_falling c = false) ->
  exists c, In c (trials gr) /\ forall k side, In (k, side) (fixed_sides c) -> choice k = flag side.
Proof.
  intros G NF. apply at_index_in in G as Gi. apply (forallb_in _ _ _ holds6) in Gi. unfold settled in Gi.
  assert (E : existsb is_falling (trials gr) = false).
  { apply not_true_is_false. intro X. apply existsb_exists in X as (c & C & F). rewrite NF in F by assumption. discriminate. }
  rewrite E in Gi. apply andb_prop in Gi as [X S].
  assert (Sides : forall c, In c (trials gr) -> ascending (map fst (fixed_sides c)) = true /\
                            forallb (fun ks => N.ltb (snd ks) 2) (fixed_sides c) = true).
  { intros c C. destruct (case_sides s q pr ready formed g _ (group_here g gr G) _ (case_here gr c C)) as (A & B & _).
    rewrite case_fixes in A, B. auto. }
  destruct (some_case_agrees choice (map fix_of (map fixed_sides (trials gr)))) as (f & F & A).
  - intros f F. rewrite map_map in F. apply in_map_iff in F as (c & <- & C). apply fix_of_proper. now apply Sides.
  - apply pairwise_exclusive; [|assumption]. intros l L. apply in_map_iff in L as (c & <- & C). now apply Sides.
  - now apply covers_shares.
  - rewrite map_map in F. apply in_map_iff in F as (c & <- & C). exists c. split; [assumption|].
    intros k side I. apply A. apply side_of_in; [apply fix_of_proper; now apply Sides|].
    unfold fix_of. apply in_map_iff. now exists (k, side).
Qed.

(** Nothing rubs, and forces act at the sides of a choice only, if that is what is found. *)
Definition smooth_forces (choice : N -> bool) (F : holding_forces) : Prop :=
  forall i phi psi, In (i, (phi, psi)) (Friction.presses F) -> psi = 0 /\ of_sides q choice i.

Lemma case_smooth choice g gr c D fs ps : finding_of p = Stands -> at_index (statics_groups p) g = Some gr ->
  In c (trials gr) -> outcome c = Held D fs ps ->
  (forall k side, In (k, side) (fixed_sides c) -> choice k = flag side) ->
  smooth_forces choice (case_forces D fs ps).
Proof.
  unfold finding_of. intros H Hg C O Agree. pose proof (at_index_in _ _ _ Hg) as G. pose proof C as Ct.
  destruct (negb _) in H; [discriminate|].
  destruct (forallb (fun gr => forallb (without_friction _ _) (trials gr)) (statics_groups p)) eqn:E; [|discriminate].
  apply (forallb_in _ _ _ E) in G. apply (forallb_in _ _ _ G) in C. unfold without_friction in C. rewrite O in C.
  intros i phi psi I. unfold case_forces in I. simpl in I. apply in_map_iff in I as ([i' [a b]] & X & I).
  injection X as X1 X2 X3. subst i' psi. apply filter_In in I as [I NZ]. simpl in NZ. apply negb_true_iff, Z.eqb_neq in NZ.
  apply (forallb_in _ _ _ C) in I as P. simpl in P. apply andb_prop in P as [P1 P2].
  apply Z.eqb_eq in P1. subst b. split; [unfold share_of, Rdiv; ring|].
  destruct (press_known g gr c D fs ps Hg Ct O i a 0%Z I) as (_ & [Z|[Im|Im]] & _); [contradiction| |].
  - now destruct (imposed_chosen g (held_bodies gr) c choice i Agree Im) as (l & _ & Ch).
  - destruct (rough_known g gr i Hg Im) as (l & _ & (k & k0 & k1 & c' & K & J & _) & _).
    apply orb_prop in P2 as [P2|P2]; [apply orb_prop in P2 as [P2|P2]|].
    + apply Z.eqb_eq in P2. contradiction.
    + exfalso. apply negb_true_iff in P2. apply (eq_true_false_abs _ (proj2 (mem_set_of _ _) (proj2 (in_flat_map _ _ _)
        (ex_intro _ (k0, k1) (conj (at_index_in _ _ _ K) J)))) P2).
    + apply mem_set_of in P2. right. unfold contacts_fixed in P2. apply in_flat_map in P2 as ([k' side] & K' & I').
      simpl in I'. rewrite get_table_of in I'. destruct (at_index (statics_corners p) k') as [[m0 m1]|] eqn:M; [|contradiction].
      exists k', m0, m1. split; [exact M|]. rewrite (Agree k' side K'). unfold flag. now destruct (N.eqb side 0).
Qed.

Lemma groups_hold choice : finding_of p <> Falls ->
  forall l, incl l (statics_groups p) -> NoDup (flat_map held_bodies l) ->
  exists F, holds_group 1 choice (flat_map held_bodies l) F /\ (finding_of p = Stands -> smooth_forces choice F).
Proof.
  intros Found. induction l as [|gr l IH]; intros I ND.
  - exists no_forces. split; [apply holds_nothing|intros _ i phi psi []].
  - simpl in ND. destruct IH as (G & GH & GS);
      [intros x X; apply I; now right|now apply nodup_app_r in ND|].
    assert (Gi : In gr (statics_groups p)) by (apply I; now left). apply in_at_index in Gi as [g Hg].
    destruct (some_trial_agrees g gr choice Hg) as (c & C & Agree).
    { intros c C. destruct (nobody_falls Found gr c) as (D & fs & ps & O); [eapply at_index_in; eassumption|assumption|].
      unfold is_falling. now rewrite O. }
    destruct (nobody_falls Found gr c) as (D & fs & ps & O); [eapply at_index_in; eassumption|assumption|].
    exists (together (case_forces D fs ps) G). split.
    + simpl. apply hold_together; [now apply nodup_apart| |exact GH].
      apply (held_case g gr c D fs ps Hg C O choice 1 D Agree); [|ring].
      pose proof (every_trial_in _ g gr c holds1 Hg C) as H. unfold balanced in H. rewrite O in H.
      unfold case_balances. destruct (prepare_parts s q pr ready) as (SC & _). now rewrite SC in H.
    + intros St i phi psi P. unfold together in P. simpl in P. apply in_app_or in P as [P|P]; [|now apply (GS St i phi)].
      apply (case_smooth choice g gr c D fs ps St Hg C O Agree i phi psi P).
Qed.

(** Theorem 14, first half: if all cases are held, every choice has forces. *)
Theorem choices_are_held : finding_of p <> Falls -> forall choice,
  exists F, holds_still (friction_of rs) rs q choice F /\ (finding_of p = Stands -> smooth_forces choice F).
Proof.
  intros Found choice.
  destruct (groups_hold choice Found (statics_groups p) (incl_refl _)) as (F & FH & FS).
  { rewrite <- all_held. exact (all_members_nodup s q pr ready formed). }
  exists F. split; [|assumption]. now apply hold_scene.
Qed.

(** *** A falling case *)

Hypothesis good2 : c2 pr = true.
Hypothesis holds4 : s4 pr t p = true.
Hypothesis holds5 : s5 pr p = true.

Section Falling.
Variables (g : N) (gr : statics_group) (c : statics_case) (l : list (twist Z)).
Hypothesis here : at_index (statics_groups p) g = Some gr.
Hypothesis the_case : In c (trials gr).
Hypothesis is_falling_case : outcome c = Falling l.

Let y := motion_table (held_bodies gr) l.
Let V : accelerations := motion_of 1 y.

Lemma outside_rests b : ~ In b (held_bodies gr) -> V b = tzero.
Proof.
  intro N. unfold V, motion_of, y, of_body, motion_table.
  destruct (get (keyed (combine (held_bodies gr) l)) b) as [u|] eqn:E.
  - exfalso. apply N. apply get_keyed_in in E. now apply in_combine_l in E.
  - unfold over, tzeroz, tzero; simpl. f_equal; field.
Qed.

Lemma moved_lin r : Q2R (moved y r) = lin (rowR r) V.
Proof. unfold V. rewrite (Q2R_moved 1) by lia. ring. Qed.

Lemma gives_way_real i k : gives_way_at t y i = true -> get (contact_table pr) i = Some k ->
  friction_of rs (the_contact k) * Rabs (slipping rs V (the_contact k)) <= opening rs V (the_contact k).
Proof.
  intros H K. destruct (contact_under s q pr ready i k K) as [_ S]. unfold gives_way_at in H. rewrite rough_at, K in H.
  simpl in H. unfold gives_way in H. apply qle_R in H. simpl in H.
  rewrite Q2R_qmul, Q2R_qabs, !moved_lin, (friction_right k S), (normal_lin k V S), (tangent_lin k V S) in H. exact H.
Qed.

(** A contact whose bodies are not in the group does not move. *)
Lemma outside_still k : sound s k -> (forall b, In b (contact_bodies k) -> ~ In b (held_bodies gr)) ->
  opening rs V (the_contact k) = 0 /\ slipping rs V (the_contact k) = 0.
Proof.
  intros S H. rewrite <- (normal_lin k V S), <- (tangent_lin k V S). split; apply lin_outside; intros b B; apply outside_rests, H.
  - exact B.
  - rewrite tangent_bodies in B. unfold contact_bodies. destruct S as [_ R]. now rewrite R.
Qed.

Definition falling_choice (k : N) : bool :=
  match get (corner_table pr) k with
  | Some d => negb (forallb (gives_way_at t y) (fst (the_corner d)))
  | None => false
  end.

Lemma unresisted_parts :
  (forall i, In i (imposed pr g (skeleton_case (held_bodies gr) c) ++ rough_contacts pr t g) -> gives_way_at t y i = true) /\
  (forall k, In k (collected (undecided_of pr) g) -> side_gives_way pr t y k = true) /\
  (forall k, In k (collected (pins_of pr) g) -> virtual_pin pr y k = true).
Proof.
  pose proof (every_trial_in _ g gr c holds4 here the_case) as H. unfold unresisted in H. rewrite is_falling_case in H.
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
  split; [intro i; apply (forallb_in _ _ _ H1)|]. split; [intro k; apply (forallb_in _ _ _ H2)|intro k; apply (forallb_in _ _ _ H3)].
Qed.

Lemma loose_imposed i k : loose q i -> get (contact_table pr) i = Some k ->
  In i (always_imposed (in_corner pr) (contact_list pr) (corner_list pr)).
Proof.
  intros L K. unfold always_imposed. apply in_or_app. left. apply in_map_iff. exists (i, k). split; [reflexivity|].
  apply filter_In. split; [apply numbered_spec; now apply (contact_list_under s q pr ready)|].
  unfold rests_loose; simpl. apply (in_corner_loose s q pr ready) in L. rewrite L. simpl.
  apply is_zero_R. destruct (contact_under s q pr ready i k K) as [_ S].
  rewrite (sound_speed s k S). apply (rest_gap_speed rs rests).
Qed.

Lemma loose_gives_way i k b : loose q i -> get (contact_table pr) i = Some k ->
  In b (contact_bodies k) -> In b (held_bodies gr) -> gives_way_at t y i = true.
Proof.
  intros L K B Mem. destruct unresisted_parts as (H1 & _ & _). apply H1, in_or_app. left. unfold imposed. apply in_or_app. left.
  destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Bs & _). rewrite Bs.
  pose proof (loose_imposed i k L K) as A.
  apply collected_collect, by_home_in. exists k. split; [now apply gather_numbered_in|].
  apply (first_home_group _ b); [now apply (joined_base s q pr ready formed i)|assumption|].
  now apply (at_home g gr).
Qed.

Lemma corner_here k k0 k1 : at_index (corners q) k = Some (k0, k1) ->
  let d := decide (contact_table pr) (k0, k1) in
  get (corner_table pr) k = Some d /\ at_index (corner_list pr) k = Some d /\ is_undecided d = true.
Proof.
  intro K. destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & CL & CT & _). simpl.
  rewrite CT, get_table_of, CL, at_index_map, K. split; [reflexivity|]. split; [reflexivity|].
  unfold is_undecided. apply at_index_in in K. pose proof (undecided_state s q pr ready (k0, k1) K) as U. simpl in U.
  simpl. rewrite U; [reflexivity|]. split; intros d _; apply (rest_gap_speed rs rests).
Qed.

(** A corner whose contact touches the group is one of the group. *)
Lemma corner_collected i k k0 k1 j b : at_index (corners q) k = Some (k0, k1) -> In i (k0 ++ k1) ->
  get (contact_table pr) i = Some j -> In b (contact_bodies j) -> In b (held_bodies gr) ->
  In k (collected (undecided_of pr) g).
Proof.
  intros K I J B Mem. destruct (corner_here k k0 k1 K) as (D & DL & U).
  set (d := decide (contact_table pr) (k0, k1)) in *. pose proof (at_index_in _ _ _ DL) as Dc.
  assert (Hj : In j (side_0 d ++ side_1 d)).
  { unfold d, decide; simpl. apply in_or_app. apply in_app_or in I as [I|I]; [left|right]; apply gather_in; eauto. }
  destruct (c2_parts s q pr ready good2) as (_ & _ & Sb & _). apply (forallb_in _ _ _ Sb) in Dc as Sd.
  unfold same_bodies in Sd. apply (forallb_in _ _ _ Sd) in Hj. apply (forallb_in _ _ _ Hj) in B.
  apply existsb_exists in B as (b' & B & E). apply N.eqb_eq in E. subst b'.
  assert (O : one_group (home pr) (corner_bodies d) = true).
  { unfold corner_bodies in *. destruct (side_0 d) as [|l0 m] eqn:S0; [contradiction|].
    assert (I0 : In l0 (gather (contact_table pr) k0)).
    { change (gather (contact_table pr) k0) with (side_0 d). rewrite S0. now left. }
    apply gather_in in I0 as (i0 & I0 & T0).
    assert (O : contact_in_one_group pr i0 = true).
    { destruct (form_parts s q pr ready formed) as (_ & _ & _ & Jn & _). unfold joined in Jn. apply andb_prop in Jn as [Jn _].
      apply (forallb_in _ _ _ Jn), in_or_app. right. apply in_flat_map. exists d. rewrite U. split; [assumption|].
      apply in_or_app. now left. }
    unfold contact_in_one_group in O. now rewrite T0 in O. }
  destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Un & _). rewrite Un.
  apply collected_collect, by_home_in. exists d. split.
  - apply filter_In. split; [now apply numbered_spec|exact U].
  - apply (first_home_group _ b); [assumption|assumption|]. now apply (at_home g gr).
Qed.

Lemma rough_gives_way i j b : in_rough_corner (friction_of rs) q i -> get (contact_table pr) i = Some j ->
  In b (contact_bodies j) -> In b (held_bodies gr) -> gives_way_at t y i = true.
Proof.
  intros (k & k0 & k1 & c' & K & I & C & Pos) J B Mem. destruct unresisted_parts as (H1 & _ & _).
  apply H1, in_or_app. right. unfold rough_contacts. apply filter_In. split.
  - apply in_flat_map. exists k. split; [now apply (corner_collected i k k0 k1 j b)|].
    destruct (corner_here k k0 k1 K) as (D & _ & _). unfold of_both_sides. rewrite D. exact I.
  - destruct (contact_under s q pr ready i j J) as [C' S]. assert (c' = the_contact j) by congruence. subst c'.
    apply andb_true_intro. split.
    + unfold touching, touches. rewrite J. apply existsb_exists. exists b. split; [assumption|].
      rewrite (at_home g gr b here Mem). apply same_option_eq. reflexivity.
    + unfold rubs. rewrite rough_at, J. simpl. apply is_pos_R. now rewrite friction_right.
Qed.

Lemma corner_gives_way i k k0 k1 j b : at_index (corners q) k = Some (k0, k1) ->
  In i (if falling_choice k then k1 else k0) -> get (contact_table pr) i = Some j ->
  In b (contact_bodies j) -> In b (held_bodies gr) -> gives_way_at t y i = true.
Proof.
  intros K I J B Mem. destruct (corner_here k k0 k1 K) as (D & DL & U).
  set (d := decide (contact_table pr) (k0, k1)) in *.
  assert (W : side_gives_way pr t y k = true).
  { destruct unresisted_parts as (_ & H2 & _). apply H2, (corner_collected i k k0 k1 j b); try assumption.
    apply in_or_app. destruct (falling_choice k); auto. }
  unfold side_gives_way in W. unfold falling_choice in I. rewrite D in W, I.
  change (the_corner d) with (k0, k1) in *. simpl in W, I.
  destruct (forallb (gives_way_at t y) k0) eqn:E0; simpl in I.
  - exact (forallb_in _ _ _ E0 I).
  - simpl in W. exact (forallb_in _ _ _ W I).
Qed.

Lemma pin_row_lin n x b B second :
  lin (rowR (pin_row n x b B second)) V
  = dot (toR n) (minus (shifted (bodyR B) (V b) (toR x)) (second_point second (fun E c => shifted E (V c) (toR x)))).
Proof.
  unfold lin, pin_row, rowR. destruct second as [[d E]|]; simpl.
  - rewrite map_app, lin_of_app, lever_opp, !lever_shifted. unfold dot, minus; simpl. ring.
  - rewrite lever_shifted. unfold dot, minus, zero; simpl. ring.
Qed.

Lemma pins_are_kept : pins_agree rs V.
Proof.
  intros k' K'. unfold rs, real_scene, scene_map in K'. simpl in K'. apply in_map_iff in K' as (k & E & K). subst k'.
  destruct (pin_rows_of s q pr ready k K) as (j & I & _ & B & second & FB & S & X & Y).
  apply (pin_agrees s k (fun B b => shifted B (V b) (pin_at (pin_map Q2R k))) K B second FB S). simpl.
  rewrite <- !pin_row_lin, <- X, <- Y.
  destruct (existsb (fun b => in_list b (held_bodies gr)) (pin_bodies j)) eqn:Touch.
  - apply existsb_exists in Touch as (b & Bj & M). unfold in_list in M. destruct (in_dec _ _ _) as [Mem|]; [|discriminate].
    apply in_at_index in I as [n N].
    assert (T : get (pin_table pr) n = Some j).
    { destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & PT & _). now rewrite PT, get_table_of. }
    assert (W : In n (collected (pins_of pr) g)).
    { destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & P). rewrite P.
      apply collected_collect, by_home_in. exists j. split; [now apply numbered_spec|].
      apply (first_home_group _ b); [|assumption|now apply (at_home g gr)].
      destruct (form_parts s q pr ready formed) as (_ & _ & _ & J & _). unfold joined in J. apply andb_prop in J as [_ J].
      apply (forallb_in _ _ _ J). eapply at_index_in; eassumption. }
    destruct unresisted_parts as (_ & _ & H3). specialize (H3 n W). unfold virtual_pin in H3. rewrite T in H3.
    apply line_allowed in H3 as [HX HY]. rewrite moved_lin in HX, HY. auto.
  - assert (Out : forall b, In b (pin_bodies j) -> V b = tzero).
    { intros b Bj. apply outside_rests. intro M. apply existsb_none with (a := b) in Touch; [|assumption].
      unfold in_list in Touch. destruct (in_dec _ _ _); [discriminate|contradiction]. }
    split; apply lin_outside; intros b Bj; apply Out; [exact Bj|]. now rewrite <- (pin_bodies_y s q pr ready j I).
Qed.

Lemma work_lost : Q2R (lost pr (free_accelerations s) y (held_bodies gr)) = falls rs V.
Proof.
  destruct (prepare_parts s q pr ready) as (SC & X & _). rewrite falls_sum.
  set (f := fun b => match body_at rs b with Some B => body_falls (free_acceleration rs b) B (V b) | None => 0 end).
  assert (E : forall bs, (forall b, In b bs -> exists B m, body_at s b = Some B /\ free B = Some m) ->
    Q2R (lost pr (free_accelerations s) y bs) = sum_over bs f).
  { unfold lost. rewrite X.
    induction bs as [|b bs IH]; intro Mem; simpl; [apply Q2R_0|].
    destruct (Mem b (or_introl eq_refl)) as (B & m & HB & HF). rewrite find_body_spec, HB, HF, Q2R_qadd.
    rewrite IH by (intros; apply Mem; now right). f_equal. unfold f, rs. rewrite real_body_at, HB. simpl.
    destruct (unheld_member s b B HB) as (u & U1 & U2). rewrite U1. rewrite <- U2.
    unfold body_falls; simpl. rewrite HF. simpl. autorewrite with q2r. unfold V, motion_of, over, dot; simpl. field. }
  rewrite (sum_over_support (held_bodies gr)); [apply E; intros b I; now apply (held_free g gr)|apply indices_nodup| | |].
  - apply (members_nodup s q pr ready formed (skeleton_group gr)). eapply at_index_in, group_here; eassumption.
  - intros b I. apply index_in. destruct (held_free g gr b here I) as (B & m & HB & _). exists (bodyR B).
    unfold rs. now rewrite real_body_at, HB.
  - intros b _ N. unfold f. destruct (body_at rs b) as [B|]; [|reflexivity]. unfold body_falls.
    destruct (free B); [|reflexivity]. rewrite (outside_rests b N). unfold dot, tzero; simpl. ring.
Qed.

Lemma energy_lost : 0 < falls rs V.
Proof.
  pose proof (every_trial_in _ g gr c holds5 here the_case) as H. unfold losing in H. rewrite is_falling_case in H.
  destruct (prepare_parts s q pr ready) as (SC & _). rewrite SC in H. fold y in H. apply is_pos_R in H.
  now rewrite work_lost in H.
Qed.

(** Theorem 14, second half: a falling case is a fall of some choice. *)
Theorem case_falls : falls_freely (friction_of rs) rs q falling_choice V.
Proof.
  split; [|split; [exact pins_are_kept|exact energy_lost]]. intros i k I Ch.
  destruct (under_contact s q pr ready i k I) as (j & J & E & S). subst k.
  destruct (existsb (fun b => in_list b (held_bodies gr)) (contact_bodies j)) eqn:Touch.
  - apply existsb_exists in Touch as (b & Bj & M). unfold in_list in M. destruct (in_dec _ _ _) as [Mem|]; [|discriminate].
    apply (gives_way_real i); [|assumption]. destruct Ch as [[L|(k & k0 & k1 & K & In')]|Rough].
    + now apply (loose_gives_way i j b).
    + now apply (corner_gives_way i k k0 k1 j b).
    + now apply (rough_gives_way i j b).
  - destruct (outside_still j S) as [-> ->]; [|rewrite Rabs_R0; lra].
    intros b Bj M. apply existsb_none with (a := b) in Touch; [|assumption].
    unfold in_list in Touch. destruct (in_dec _ _ _); [discriminate|contradiction].
Qed.
End Falling.

Lemma somebody_falls : finding_of p = Falls ->
  exists g gr c l, at_index (statics_groups p) g = Some gr /\ In c (trials gr) /\ outcome c = Falling l.
Proof.
  unfold finding_of. intro H.
  destruct (forallb (fun gr => forallb (fun c => negb (is_falling c)) (trials gr)) (statics_groups p)) eqn:E.
  - simpl in H. destruct (forallb _ (statics_groups p)) in H; discriminate.
  - apply forallb_not_all in E as (gr & G & E). apply forallb_not_all in E as (c & C & E).
    apply negb_false_iff in E. unfold is_falling in E. destruct (outcome c) as [|l] eqn:O; [discriminate|].
    apply in_at_index in G as [g G]. exists g, gr, c, l. auto.
Qed.

Theorem some_choice_falls : finding_of p = Falls -> exists choice V, falls_freely (friction_of rs) rs q choice V.
Proof.
  intro H. destruct (somebody_falls H) as (g & gr & c & l & G & C & O).
  eexists. eexists. exact (case_falls g gr c l G C O).
Qed.
End Statics.

(** S0 *)
Lemma s0_sound s q pr : prepare s q = Some pr -> s0 pr = true -> at_rest (real_scene s).
Proof.
  intros P H b B m HB HF. unfold s0 in H. destruct (prepare_parts s q pr P) as (SC & _). rewrite SC in H.
  rewrite real_body_at in HB. destruct (body_at s b) as [C|] eqn:E; [|discriminate]. injection HB as <-. simpl in HF.
  apply at_index_in in E. apply (forallb_in _ _ _ H) in E. unfold restsb in E.
  destruct (free C) as [M|]; [|discriminate]. injection HF as <-. rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3].
  apply is_zero_R in E1, E2, E3. unfold matter_map, point_map, zero; simpl. rewrite E1, E2, E3. auto.
Qed.
