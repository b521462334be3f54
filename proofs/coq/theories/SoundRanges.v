(** SoundRanges.v -- what the conditions of Ranges.v imply over the reals, and the theorem that a user reads about ranges of
    forces: the sizes that a component takes, over all forces that obey Coulomb's bound and hold the scene, are an
    interval with the ends that the proof says (Theorem 17 of proofs/THEOREM.md). *)
Require Import List Bool String NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Loads Checker Statics Ranges Normal Json Read Verdict.
From Zwang Require Import SoundLists SoundGeometry SoundComplete SoundCase SoundGroups SoundAnswer MotionConverse.
From Zwang Require Import Forces Stands Friction Bounds SoundStatics Sha256 Files.
Import ListNotations.
Open Scope R_scope.

(** What is claimed of a scene, and of the contacts and corners of a proof of ranges. *)
Record ranged_as (s : scene R) (p : proof) (r : ranges) : Prop := {
  (** The scene rests, its parts do not overlap, and the contacts and corners are those of the scene, all of them. *)
  ranges_rest : at_rest s;
  ranges_apart : parts_apart s;
  ranges_listed : listed_right s p;
  ranges_complete : contacts_complete s p;
  (** Forces that obey Coulomb's bound hold the scene. *)
  ranges_held : forall choice, exists F, holds_still (friction_of s) s p choice F;
  (** What a listed component may be, whatever these forces are, is an interval with the ends that are listed. *)
  ranges_are : forall gr c e, In gr (ranges_groups r) -> In (c, e) (entries gr) ->
    forall choice, interval (takes (friction_of s) s p choice c)
      (option_map Q2R (end_value gr c (least_end e))) (option_map Q2R (end_value gr c (largest_end e))) }.

(** ** Sums of forces of a case *)

Lemma listed_nothing i second l : (forall x, In x l -> fst x <> i) -> listed_size i second l = 0%Z.
Proof.
  induction l as [|[j f] l IH]; intro H; simpl; [reflexivity|]. rewrite IH by (intros; apply H; now right).
  destruct (N.eqb_spec j i) as [E|E]; [|reflexivity]. exfalso. now apply (H (j, f) (or_introl eq_refl)).
Qed.

Lemma real_yields c e i : real_pair (contact_yields c e i) = yields_at c (IZR e) i.
Proof.
  unfold real_pair, contact_yields, yields_at. destruct c as [j second|k second]; [|simpl; now rewrite Q2R_0].
  destruct (N.eqb i j); [|simpl; now rewrite Q2R_0]. destruct second; simpl; now rewrite Q2R_0, Q2R_qint.
Qed.

Lemma real_pin_yields c e k : Point (Q2R (fst (pin_yields c e k))) (Q2R (snd (pin_yields c e k))) = yields_pin c (IZR e) k.
Proof.
  unfold pin_yields, yields_pin, zero. destruct c as [j second|j second]; simpl; [now rewrite Q2R_0|].
  destruct (N.eqb k j); simpl; [|now rewrite Q2R_0]. destruct second; simpl; now rewrite Q2R_0, Q2R_qint.
Qed.

Section Ranged.
Variables (s : scene Q) (r : ranges) (pr : prepared).
Let p := statics_of r.
Let q := skeleton p.
Let rs := real_scene s.
Let t := rough_table pr.
Hypothesis ready : prepare s q = Some pr.
Hypothesis sensible : scene_okb s = true.
Hypothesis formed : ranges_form pr t r = true.
Hypothesis rests : at_rest rs.
Hypothesis holds1 : ranges_s1 pr t r = true.
Hypothesis holds2 : s2 pr t p = true.
Hypothesis holds3 : s3 t p = true.
Hypothesis balance1 : b1 pr t r = true.
Hypothesis bound2 : b2 pr t r = true.
Hypothesis bound3 : b3 pr r = true.
Hypothesis bound4 : b4 r = true.

Let mu := friction_of rs.

Lemma form_holds : form pr = true.
Proof. unfold ranges_form in formed. rewrite !andb_true_iff in formed. tauto. Qed.

Lemma every_group_in f g gr : every_range_group r f = true -> at_index (ranges_groups r) g = Some gr -> f g gr = true.
Proof. intros H G. apply numbered_spec in G. exact (forallb_in _ _ _ H G). Qed.

Lemma group_okay g gr : at_index (ranges_groups r) g = Some gr -> ranges_group_okb pr g gr = true.
Proof. unfold ranges_form in formed. rewrite !andb_true_iff in formed. apply every_group_in. tauto. Qed.

Lemma held_here g gr : at_index (ranges_groups r) g = Some gr -> at_index (statics_groups p) g = Some (held_group gr).
Proof. intro G. unfold p, statics_of; simpl. now rewrite at_index_map, G. Qed.

(** ** Systems and stresses *)

Definition forces_of (y : system) : holding_forces := case_forces (system_common y) (system_presses y) (system_pulls y).

Lemma trial_here gr y : In y (systems gr ++ stresses gr) -> In (trial_of y) (trials (held_group gr)).
Proof. intro I. unfold held_group; simpl. now apply in_map. Qed.

Lemma over_positive g gr y : at_index (ranges_groups r) g = Some gr -> In y (systems gr ++ stresses gr) ->
  (0 < system_common y)%Z.
Proof.
  intros G I.
  exact (common_positive s p pr ready form_holds g _ (trial_of y) _ _ _ (held_here g gr G) (trial_here gr y I) eq_refl).
Qed.

Lemma listed_holds g gr y choice m G : at_index (ranges_groups r) g = Some gr -> In y (systems gr ++ stresses gr) ->
  balance pr (free_accelerations s) (ranged_bodies gr) G nothing (holding pr t (system_presses y) (system_pulls y)) = true ->
  IZR G = m * IZR (system_common y) -> holds_group s p m choice (ranged_bodies gr) (forces_of y).
Proof.
  intros Hg I B E.
  apply (held_case s p pr ready sensible form_holds rests holds2 holds3 g (held_group gr) (trial_of y) (system_common y)
    (system_presses y) (system_pulls y) (held_here g gr Hg) (trial_here gr y I) eq_refl choice m G); [|exact B|exact E].
  intros k side [].
Qed.

Lemma system_holds g gr y choice : at_index (ranges_groups r) g = Some gr -> In y (systems gr) ->
  holds_group s p 1 choice (ranged_bodies gr) (forces_of y).
Proof.
  intros Hg I. pose proof (every_group_in _ g gr holds1 Hg) as H. unfold systems_balance in H.
  apply (forallb_in _ _ _ H) in I as B. destruct (prepare_parts s q pr ready) as (SC & _). rewrite SC in B.
  apply (listed_holds g gr y choice 1 (system_common y) Hg); [apply in_or_app; now left|exact B|ring].
Qed.

Lemma stress_holds g gr y choice : at_index (ranges_groups r) g = Some gr -> In y (stresses gr) ->
  holds_group s p 0 choice (ranged_bodies gr) (forces_of y).
Proof.
  intros Hg I. pose proof (every_group_in _ g gr balance1 Hg) as H. unfold systems_balance in H.
  apply (forallb_in _ _ _ H) in I as B. destruct (prepare_parts s q pr ready) as (SC & _). rewrite SC in B.
  apply (listed_holds g gr y choice 0 0%Z Hg); [apply in_or_app; now right|exact B|ring].
Qed.

(** ** A system for every group *)

Definition all_forces (choose : N -> ranges_group -> system) : holding_forces :=
  all_together (map (fun ig => (ranged_bodies (snd ig), forces_of (choose (fst ig) (snd ig)))) (numbered (ranges_groups r))).

Definition chooses (choose : N -> ranges_group -> system) : Prop :=
  forall g gr, at_index (ranges_groups r) g = Some gr -> In (choose g gr) (systems gr).

Lemma chosen_bodies choose l : forall i,
  flat_map fst (map (fun ig => (ranged_bodies (snd ig), forces_of (choose (fst ig) (snd ig)))) (number_from i l))
  = flat_map held_bodies (map held_group l).
Proof. induction l as [|gr l IH]; intro i; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma chosen_hold choose choice : chooses choose -> holds_still mu rs q choice (all_forces choose).
Proof.
  intro Ch. apply (hold_scene s p pr ready form_holds). unfold all_forces.
  change (statics_groups p) with (map held_group (ranges_groups r)).
  rewrite <- (chosen_bodies choose (ranges_groups r) 0%N). apply hold_all.
  - intros x I. apply in_map_iff in I as ([g gr] & <- & I). simpl. apply numbered_spec in I.
    apply (system_holds g gr); [assumption|now apply Ch].
  - unfold numbered. rewrite chosen_bodies. change (map held_group (ranges_groups r)) with (statics_groups p).
    rewrite <- all_held. exact (all_members_nodup s q pr ready form_holds).
Qed.

(** Only one group has forces of a component. *)
Lemma one_group_counts choose c g0 gr0 : at_index (ranges_groups r) g0 = Some gr0 ->
  (forall g gr, at_index (ranges_groups r) g = Some gr -> g <> g0 -> size_of (forces_of (choose g gr)) c = 0) ->
  size_of (all_forces choose) c = size_of (forces_of (choose g0 gr0)) c.
Proof.
  intros G0 Z. unfold all_forces.
  assert (H : forall l i, (forall g gr, In (g, gr) (number_from i l) -> g <> g0 -> size_of (forces_of (choose g gr)) c = 0) ->
    let total := size_of (all_together
      (map (fun ig => (ranged_bodies (snd ig), forces_of (choose (fst ig) (snd ig)))) (number_from i l))) c in
    ((g0 < i)%N -> total = 0) /\
    ((i <= g0)%N -> nth_error l (N.to_nat (g0 - i)) = Some gr0 -> total = size_of (forces_of (choose g0 gr0)) c)).
  { induction l as [|gr l IH]; intros i Hz; simpl.
    - split; [|intros _ E; destruct (N.to_nat (g0 - i)); discriminate]. intros _. destruct c; reflexivity.
    - rewrite size_together. destruct (IH (N.succ i)) as [IH1 IH2]; [intros; apply Hz; [now right|assumption]|].
      simpl in IH1, IH2. split.
      + intro L. rewrite IH1 by lia. rewrite (Hz i gr (or_introl eq_refl)) by lia. ring.
      + intros L E. destruct (N.eq_dec i g0) as [Eq|Ne].
        * subst i. rewrite N.sub_diag in E. simpl in E. injection E as ->. rewrite IH1 by lia. ring.
        * rewrite (Hz i gr (or_introl eq_refl)) by assumption. rewrite IH2; [ring|lia|].
          replace (N.to_nat (g0 - i)) with (S (N.to_nat (g0 - N.succ i))) in E by lia. exact E. }
  destruct (H (ranges_groups r) 0%N) as [_ E].
  - intros g gr I. apply numbered_spec in I. now apply Z.
  - apply E; [lia|]. unfold at_index in G0. now rewrite N.sub_0_r.
Qed.

(** ** Components that are spoken of *)

Definition known_component (g : N) (c : component) : Prop :=
  match c with
  | AtContact i _ => touching pr g i = true /\ loose q i
  | AtPin k _ => In k (collected (pins_of pr) g)
  end.

Lemma entry_known g gr c e : at_index (ranges_groups r) g = Some gr -> In (c, e) (entries gr) -> known_component g c.
Proof.
  intros G I. pose proof (group_okay g gr G) as H. unfold ranges_group_okb in H. rewrite !andb_true_iff in H.
  destruct H as [[[_ Hc] Hp] _]. unfold entries_okb in Hc, Hp. apply andb_prop in Hc as [_ Hc], Hp as [_ Hp].
  unfold entries in I. apply in_app_or in I as [I|I]; apply in_map_iff in I as (x & E & I); injection E as <- <-; simpl.
  - apply (forallb_in _ _ _ Hc) in I. rewrite !andb_true_iff in I. destruct I as (_ & T & L).
    split; [exact T|]. apply negb_true_iff in L. now apply (in_corner_loose s q pr ready).
  - apply (forallb_in _ _ _ Hp) in I. apply andb_prop in I as [_ I]. now apply mem_set_of in I.
Qed.

Lemma touching_home g i : touching pr g i = true ->
  exists l b, get (contact_table pr) i = Some l /\ In b (contact_bodies l) /\ get (home pr) b = Some g.
Proof.
  unfold touching, touches. destruct (get (contact_table pr) i) as [l|]; [|discriminate]. intro H.
  apply existsb_exists in H as (b & B & E). apply same_option_eq in E. eauto.
Qed.

Lemma one_home i g g' : loose q i -> touching pr g i = true -> touching pr g' i = true -> g = g'.
Proof.
  intros L H H'. destruct (touching_home g i H) as (l & b & T & B & E). destruct (touching_home g' i H') as (l' & b' & T' & B' & E').
  assert (l' = l) by congruence. subst l'.
  pose proof (joined_base s q pr ready form_holds i l (loose_imposed s p pr ready rests i l L T) T) as O.
  rewrite (one_group_all _ _ _ _ O B E b' B') in E'. congruence.
Qed.

Lemma one_pin_home k g g' : In k (collected (pins_of pr) g) -> In k (collected (pins_of pr) g') -> g = g'.
Proof.
  destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & P). rewrite P.
  intros H H'. apply collected_collect, by_home_in in H as (a & A & F). apply collected_collect, by_home_in in H' as (a' & A' & F').
  apply numbered_spec in A, A'. assert (a' = a) by congruence. subst a'. congruence.
Qed.

(** What the forces of a system have of a component. *)
Lemma size_forces g gr y c : at_index (ranges_groups r) g = Some gr -> In y (systems gr ++ stresses gr) ->
  size_of (forces_of y) c = IZR (size_in c y) / IZR (system_common y).
Proof.
  intros G I. set (D := system_common y).
  assert (Null : forall i a b, In (i, (a, b)) (system_presses y) -> a = 0%Z -> b = 0%Z).
  { intros i a b J ->. destruct (press_known s p pr ready holds2 holds3 g (held_group gr) (trial_of y) _ _ _ (held_here g gr G)
      (trial_here gr y I) eq_refl i 0%Z b J) as (_ & _ & l & _ & _ & B).
    rewrite Rmult_0_r, <- abs_IZR in B. apply le_IZR in B. lia. }
  unfold forces_of, case_forces, size_of, size_in. fold D.
  destruct c as [i second|k second]; cbn [Friction.presses Friction.pulls].
  - revert Null. induction (system_presses y) as [|[j [a b]] l IH]; intro Null; simpl; [unfold Rdiv; ring|].
    assert (IH' := IH (fun i a b J => Null i a b (or_intror J))). clear IH.
    rewrite plus_IZR. unfold Rdiv in *. rewrite Rmult_plus_distr_r, <- IH'.
    destruct (Z.eqb_spec a 0) as [E|E]; simpl.
    + rewrite (Null j a b (or_introl eq_refl) E), E. destruct (N.eqb j i); [destruct second; simpl; ring|simpl; ring].
    + unfold share_of, Rdiv. destruct (N.eqb j i); [destruct second; simpl; ring|simpl; ring].
  - induction (system_pulls y) as [|[j [a b]] l IH]; simpl; [unfold Rdiv; ring|].
    rewrite plus_IZR. unfold Rdiv in *. rewrite Rmult_plus_distr_r, <- IH. unfold share_of, Rdiv.
    destruct (N.eqb j k); [destruct second; simpl; ring|simpl; ring].
Qed.

Lemma forces_known g gr y : at_index (ranges_groups r) g = Some gr -> In y (systems gr ++ stresses gr) ->
  (forall x, In x (system_presses y) -> touching pr g (fst x) = true) /\
  (forall x, In x (system_pulls y) -> In (fst x) (collected (pins_of pr) g)).
Proof.
  intros G I. split.
  - intros x J. pose proof (case_form s q pr ready form_holds g _ _ (group_here p g _ (held_here g gr G))
      (case_here (held_group gr) (trial_of y) (trial_here gr y I))) as O.
    unfold case_okb, skeleton_case, trial_of in O. simpl in O. rewrite !andb_true_iff in O.
    destruct O as [[O _] _]. unfold known in O. apply andb_prop in O as [_ O].
    refine (forallb_in _ _ (fst x, fst (snd x)) O _).
    apply in_map_iff. exists x. now split.
  - intros [k f] J. exact (pin_known s p pr ready form_holds g (held_group gr) (trial_of y) _ _ _ (held_here g gr G)
      (trial_here gr y I) eq_refl k f J).
Qed.

Lemma elsewhere_nothing g gr y g0 c : at_index (ranges_groups r) g = Some gr -> In y (systems gr) -> known_component g0 c ->
  g <> g0 -> size_of (forces_of y) c = 0.
Proof.
  intros G I K Ne. assert (I' : In y (systems gr ++ stresses gr)) by (apply in_or_app; now left).
  rewrite (size_forces g gr y c G I'). destruct (forces_known g gr y G I') as [Kc Kp].
  assert (Z : size_in c y = 0%Z).
  { destruct c as [i second|k second]; simpl; apply listed_nothing; intros x J E; apply Ne; subst.
    - destruct K as [K L]. exact (one_home (fst x) g g0 L (Kc x J) K).
    - exact (one_pin_home (fst x) g g0 (Kp x J) K). }
  rewrite Z. unfold Rdiv. ring.
Qed.

Lemma first_system g gr : at_index (ranges_groups r) g = Some gr -> exists y, In y (systems gr).
Proof.
  intro G. pose proof (group_okay g gr G) as H. unfold ranges_group_okb in H. rewrite !andb_true_iff in H.
  destruct H as [[[H _] _] _]. destruct (systems gr) as [|y l]; [discriminate|]. exists y. now left.
Qed.

Definition no_system : system := System 1 [] [].
Definition choosing (g0 : N) (y0 : system) (g : N) (gr : ranges_group) : system :=
  if N.eqb g g0 then y0 else hd no_system (systems gr).

Lemma choosing_chooses g0 gr0 y0 : at_index (ranges_groups r) g0 = Some gr0 -> In y0 (systems gr0) -> chooses (choosing g0 y0).
Proof.
  intros G0 I g gr G. unfold choosing. destruct (N.eqb_spec g g0) as [E|E].
  - subst. assert (gr0 = gr) by congruence. now subst.
  - destruct (first_system g gr G) as [y Y]. destruct (systems gr) as [|z l]; [contradiction|now left].
Qed.

(** The forces of a system are attained by forces of the whole scene. *)
Lemma system_taken g gr y c choice : at_index (ranges_groups r) g = Some gr -> In y (systems gr) -> known_component g c ->
  takes mu rs q choice c (IZR (size_in c y) / IZR (system_common y)).
Proof.
  intros G I K. exists (all_forces (choosing g y)). split; [apply chosen_hold; now apply (choosing_chooses g gr)|].
  rewrite (one_group_counts (choosing g y) c g gr G).
  - unfold choosing. rewrite N.eqb_refl. apply (size_forces g gr); [assumption|apply in_or_app; now left].
  - intros h hr H Ne. apply (elsewhere_nothing h hr _ g); try assumption.
    now apply (choosing_chooses g gr y G I h hr).
Qed.

Theorem somehow_held choice : exists F, holds_still mu rs q choice F.
Proof.
  exists (all_forces (fun _ gr => hd no_system (systems gr))). apply chosen_hold. intros g gr G.
  destruct (first_system g gr G) as [y Y]. destruct (systems gr) as [|z l]; [contradiction|now left].
Qed.

(** ** Ends *)

Lemma end_of_entry gr c e : In (c, e) (entries gr) -> In (c, (1%Z, least_end e)) (ends gr) /\ In (c, ((-1)%Z, largest_end e)) (ends gr).
Proof. intro I. split; apply in_flat_map; exists (c, e); (split; [assumption|]); simpl; auto. Qed.

Section End.
Variables (g : N) (gr : ranges_group) (c : component) (sign : Z) (found : range_end).
Hypothesis here : at_index (ranges_groups r) g = Some gr.
Hypothesis the_end : In (c, (sign, found)) (ends gr).

Lemma end_known : known_component g c.
Proof.
  apply in_flat_map in the_end as ([c' e] & I & J). apply (entry_known g gr c e here).
  simpl in J. destruct J as [J|[J|[]]]; injection J as <- _ _; exact I.
Qed.

Lemma end_holds f : every_end r f = true -> f g gr c sign found = true.
Proof.
  intro H. unfold every_end in H. pose proof (every_group_in _ g gr H here) as K. simpl in K.
  exact (forallb_in _ _ _ K the_end).
Qed.

Section IsBounded.
Variables (k : N) (E : Z) (l : list (twist Z)).
Hypothesis is_bounded : found = Bounded k E l.

Let y := motion_table (ranged_bodies gr) l.
Let V : accelerations := motion_of 1 y.
Let e := (sign * E)%Z.

Lemma near_in i b d : get (contact_table pr) i = Some d -> In b (contact_bodies d) -> get (home pr) b = Some g ->
  In i (collected (all_touching pr) g).
Proof.
  intros T B H. unfold all_touching. apply collected_collect, in_flat_map. exists (i, d). split.
  - apply numbered_spec. now apply (contact_list_under s q pr ready).
  - apply in_flat_map. exists b. split; [exact B|]. simpl. rewrite H. now left.
Qed.

Lemma contact_release i d choice : at_index (contacts q) i = Some d -> of_choice mu q choice i ->
  in_dual (Wedge (mu d)) (both (opening rs V d, slipping rs V d) (yields_at c (IZR e) i)).
Proof.
  intros C _. destruct (under_contact s q pr ready i d C) as (j & T & <- & S).
  destruct (in_dec N.eq_dec i (collected (all_touching pr) g)) as [I|I].
  - pose proof (end_holds _ bound2) as H. unfold released in H. rewrite is_bounded in H. apply andb_prop in H as [H _].
    apply (forallb_in _ _ _ H) in I. unfold contact_released in I. unfold t in I. rewrite (rough_at s p pr ready i), T in I.
    cbn [option_map] in I. apply allowed_sound in I. unfold real_pair, shifted_by, opens_and_slides in I. simpl in I.
    rewrite !Q2R_qadd in I. fold y e in I. unfold y in I.
    rewrite !(moved_lin (held_group gr) l) in I. rewrite (normal_lin s j _ S), (tangent_lin s j _ S), (friction_right s j S) in I.
    rewrite <- real_yields. unfold both, real_pair. simpl. exact I.
  - assert (Out : forall b, In b (contact_bodies j) -> ~ In b (held_bodies (held_group gr))).
    { intros b B M. apply I. apply (near_in i b j T B). exact (at_home s p pr ready form_holds g _ b (held_here g gr here) M). }
    destruct (outside_still s (held_group gr) l j S Out) as [O1 O2]. fold rs in O1, O2.
    change (motion_of 1 (motion_table (held_bodies (held_group gr)) l)) with V in O1, O2. rewrite O1, O2.
    assert (Y : yields_at c (IZR e) i = (0, 0)).
    { pose proof end_known as K. unfold yields_at. destruct c as [j' second|]; [|reflexivity].
      destruct (N.eqb_spec i j') as [E'|E']; [|reflexivity]. exfalso. subst j'. destruct K as [K _].
      destruct (touching_home g i K) as (j2 & b & T2 & B & H). apply I. now apply (near_in i b j2). }
    rewrite Y. unfold both; simpl. rewrite Rplus_0_r, Rabs_R0. lra.
Qed.

Lemma pin_row_known n j : at_index (pins rs) n = Some j -> exists d B second,
  get (pin_table pr) n = Some d /\ at_index (pin_list pr) n = Some d /\
  (forall W, parting rs W j = minus (shifted (bodyR B) (W (pin_first j)) (pin_at j))
                                    (second_point second (fun F b => shifted F (W b) (pin_at j)))) /\
  exists x, toR x = pin_at j /\ row_x d = pin_row along_x x (pin_first j) B second /\ row_y d = pin_row along_y x (pin_first j) B second.
Proof.
  intro J. unfold rs, real_scene, scene_map in J. simpl in J. rewrite at_index_map in J.
  destruct (at_index (pins s) n) as [kq|] eqn:Kq; [|discriminate]. injection J as <-.
  destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & F & PT & _).
  pose proof (forall2_at_index _ _ _ n F) as X. rewrite Kq in X.
  destruct (at_index (pin_list pr) n) as [d|] eqn:D; [|contradiction].
  unfold list_pin in X. destruct (find_body (index_of s) (pin_first kq)) as [B|] eqn:FB; [|discriminate].
  assert (HB : body_at rs (pin_first kq) = Some (bodyR B)) by (unfold rs; now rewrite real_body_at, <- find_body_spec, FB).
  destruct (pin_second kq) as [c2|] eqn:S2.
  - destruct (find_body (index_of s) c2) as [F2|] eqn:FE; [|discriminate]. injection X as <-.
    assert (HE : body_at rs c2 = Some (bodyR F2)) by (unfold rs; now rewrite real_body_at, <- find_body_spec, FE).
    eexists. exists B, (Some (c2, F2)). split; [now rewrite PT, get_table_of, D|]. split; [reflexivity|]. split.
    + intro W. unfold parting. simpl. rewrite HB, S2, HE. reflexivity.
    + exists (pin_at kq). auto.
  - injection X as <-. eexists. exists B, None. split; [now rewrite PT, get_table_of, D|]. split; [reflexivity|]. split.
    + intro W. unfold parting. simpl. rewrite HB, S2. simpl. destruct (shifted _ _ _) as [vx vy]. unfold minus, zero; simpl. f_equal; ring.
    + exists (pin_at kq). auto.
Qed.

Lemma pin_release n j : at_index (pins rs) n = Some j -> parting rs V j = times (-1) (yields_pin c (IZR e) n).
Proof.
  intro J. destruct (pin_row_known n j J) as (d & B & second & T & L & Part & x & X & RX & RY).
  assert (Row : forall m, lin (rowR (pin_row m x (pin_first j) B second)) V = dot (toR m) (parting rs V j)).
  { intro m. rewrite Part, <- X. exact (pin_row_lin (held_group gr) l m x (pin_first j) B second). }
  pose proof (Row along_x) as Rx. pose proof (Row along_y) as Ry. rewrite <- RX in Rx. rewrite <- RY in Ry.
  set (v := parting rs V j) in *. clearbody v.
  assert (Ux : dot (toR along_x) v = px v) by (unfold dot, along_x; simpl; rewrite Q2R_0, Q2R_1; ring).
  assert (Uy : dot (toR along_y) v = py v) by (unfold dot, along_y; simpl; rewrite Q2R_0, Q2R_1; ring).
  rewrite Ux in Rx. rewrite Uy in Ry.
  destruct (in_dec N.eq_dec n (collected (pins_of pr) g)) as [I|I].
  - pose proof (end_holds _ bound2) as H. unfold released in H. rewrite is_bounded in H. apply andb_prop in H as [_ H].
    apply (forallb_in _ _ _ H) in I. unfold pin_released in I. rewrite T in I. unfold shifted_by in I.
    apply line_allowed in I as [I1 I2]. simpl in I1, I2. rewrite Q2R_qadd in I1, I2.
    rewrite (moved_lin (held_group gr) l) in I1, I2. fold e in I1, I2.
    change (motion_of 1 (motion_table (held_bodies (held_group gr)) l)) with V in I1, I2. rewrite Rx in I1. rewrite Ry in I2.
    rewrite <- real_pin_yields. unfold times; simpl. destruct v as [vx vy]; simpl in *. f_equal; lra.
  - assert (Y : yields_pin c (IZR e) n = zero).
    { pose proof end_known as K. unfold yields_pin. destruct c as [|j' sec]; [reflexivity|].
      destruct (N.eqb_spec n j') as [E'|E']; [|reflexivity]. subst j'. contradiction. }
    assert (Out : forall b, In b (pin_bodies d) -> V b = tzero).
    { intros b Bd. apply (outside_rests (held_group gr) l). intro M. apply I.
      destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & P). rewrite P.
      apply collected_collect, by_home_in. exists d. split; [now apply numbered_spec|].
      apply (first_home_group pr _ b); [|assumption|exact (at_home s p pr ready form_holds g _ b (held_here g gr here) M)].
      destruct (form_parts s q pr ready form_holds) as (_ & _ & _ & Jn & _). unfold joined in Jn. apply andb_prop in Jn as [_ Jn].
      apply (forallb_in _ _ _ Jn). eapply at_index_in; eassumption. }
    rewrite (lin_outside (row_x d) V Out) in Rx.
    assert (Ly : In d (pin_list pr)) by (eapply at_index_in; eassumption).
    rewrite (lin_outside (row_y d) V) in Ry by (rewrite (pin_bodies_y s q pr ready d Ly); exact Out).
    rewrite Y. destruct v as [vx vy]; simpl in *. unfold times, zero; simpl. f_equal; lra.
Qed.

Lemma end_releases choice : releases rs q mu choice c (IZR e) V.
Proof. split; [intros i d; apply contact_release|intros n j; apply pin_release]. Qed.

Lemma bound_system : exists z, In z (systems gr) /\ at_index (systems gr) k = Some z /\ (0 < E)%Z /\
  falls rs V = IZR e * (IZR (size_in c z) / IZR (system_common z)).
Proof.
  pose proof (end_holds _ bound3) as H. unfold reached in H. rewrite is_bounded in H.
  destruct (at_index (systems gr) k) as [z|] eqn:Z; [|discriminate]. exists z. split; [eapply at_index_in; eassumption|].
  split; [reflexivity|]. split.
  - pose proof (group_okay g gr here) as O. unfold ranges_group_okb in O. rewrite !andb_true_iff in O.
    destruct O as [_ O]. apply (forallb_in _ _ _ O) in the_end. simpl in the_end. rewrite is_bounded in the_end. simpl in the_end.
    rewrite !andb_true_iff in the_end. destruct the_end as [[_ P] _]. now apply Z.ltb_lt.
  - destruct (prepare_parts s q pr ready) as (SC & _). rewrite SC in H. apply qeq_R in H.
    rewrite Q2R_qint, Q2R_qscale in H.
    change (ranged_bodies gr) with (held_bodies (held_group gr)) in H.
    rewrite (work_lost s p pr ready form_holds g (held_group gr) l (held_here g gr here)) in H.
    change (motion_of 1 (motion_table (held_bodies (held_group gr)) l)) with V in H. fold rs in H. fold e in H.
    rewrite mult_IZR in H.
    assert (DP : (0 < system_common z)%Z).
    { apply (over_positive g gr z here), in_or_app. left. eapply at_index_in; eassumption. }
    apply IZR_lt in DP. apply (Rmult_eq_reg_l (IZR (system_common z))); [|lra]. rewrite <- H. field. lra.
Qed.

Lemma component_pinned n second : c = AtPin n second -> exists j, at_index (pins rs) n = Some j.
Proof.
  intro Ec. pose proof end_known as K. rewrite Ec in K. simpl in K.
  destruct (prepare_parts s q pr ready) as (_ & _ & _ & _ & _ & F & _ & _ & _ & _ & _ & _ & _ & P). rewrite P in K.
  apply collected_collect, by_home_in in K as (d & D & _). apply numbered_spec in D.
  pose proof (forall2_at_index _ _ _ n F) as X. rewrite D in X.
  unfold rs, real_scene, scene_map; simpl. rewrite at_index_map.
  destruct (at_index (pins s) n) as [kq|]; [simpl; eauto|contradiction].
Qed.

(** Theorem 17 for a bounded end: the system named has it, and no forces go beyond. *)
Lemma end_bounded choice : exists x, end_value gr c found = Some x /\ takes mu rs q choice c (Q2R x) /\
  forall z, takes mu rs q choice c z -> IZR sign * Q2R x <= IZR sign * z.
Proof.
  destruct bound_system as (z & I & A & EP & Fall).
  assert (DP : (0 < system_common z)%Z) by (apply (over_positive g gr z here), in_or_app; now left).
  assert (Ex : Q2R (size_in c z # Z.to_pos (system_common z)) = IZR (size_in c z) / IZR (system_common z)).
  { unfold Q2R; simpl. rewrite Z2Pos.id by assumption. reflexivity. }
  exists (size_in c z # Z.to_pos (system_common z))%Q. rewrite Ex. split; [now rewrite is_bounded; simpl; rewrite A|]. split.
  - apply (system_taken g gr); [exact here|assumption|exact end_known].
  - intros w (F & HF & <-).
    pose proof (bounded_end rs q (scene_okb_sound s sensible) mu choice c (IZR e) V F component_pinned (end_releases choice) HF) as B.
    rewrite Fall in B. unfold e in B. rewrite mult_IZR in B. apply IZR_lt in EP. nra.
Qed.
End IsBounded.

(** And for an open one: forces without a bound. *)
Lemma end_open choice k : found = Open_end k -> end_value gr c found = None /\
  forall a, exists x, takes mu rs q choice c x /\ IZR sign * x < a.
Proof.
  intro Op. split; [now rewrite Op|].
  pose proof (end_holds _ bound4) as H. unfold unbounded in H. rewrite Op in H.
  destruct (at_index (stresses gr) k) as [z|] eqn:Z; [|discriminate]. apply Z.ltb_lt in H. apply at_index_in in Z.
  destruct (somehow_held choice) as [F HF]. destruct (stress_holds g gr z choice here Z) as [O B].
  apply (open_end rs q mu choice F (forces_of z) (IZR sign) c HF O).
  - intros b B' m HB HM. unfold rs in HB. rewrite real_body_at in HB.
    destruct (body_at s b) as [Bq|] eqn:HBq; [|discriminate]. injection HB as <-. simpl in HM.
    destruct (free Bq) as [Mq|] eqn:HMq; [|discriminate]. injection HM as <-.
    unfold q. fold rs in B. rewrite (B b Bq Mq HBq HMq). unfold own_weight. destruct (in_list b (ranged_bodies gr));
      unfold tscale, tzero; simpl; f_equal; ring.
  - rewrite (size_forces g gr z c here) by (apply in_or_app; now right). apply IZR_lt in H. rewrite mult_IZR in H.
    assert (DP : 0 < IZR (system_common z)) by (apply IZR_lt, (over_positive g gr z here), in_or_app; now right).
    unfold Rdiv. rewrite <- Rmult_assoc. apply Rinv_0_lt_compat in DP. nra.
Qed.
End End.

(** Theorem 17. *)
Theorem range_right gr c e choice : In gr (ranges_groups r) -> In (c, e) (entries gr) ->
  interval (takes mu rs q choice c) (option_map Q2R (end_value gr c (least_end e)))
           (option_map Q2R (end_value gr c (largest_end e))).
Proof.
  intros G I. apply in_at_index in G as [g Hg]. destruct (end_of_entry gr c e I) as [L M]. split; [|split; [|split]].
  - destruct (somehow_held choice) as [F HF]. exists (size_of F c), F. auto.
  - intros x y z. apply sizes_convex.
  - destruct (least_end e) as [k E l|k] eqn:X.
    + destruct (end_bounded g gr c 1 _ Hg L k E l eq_refl choice) as (x & Hx & T & B). rewrite Hx. simpl. split; [exact T|].
      intros z Z. specialize (B z Z). lra.
    + destruct (end_open g gr c 1 _ Hg L choice k eq_refl) as [Hx B]. rewrite Hx. simpl.
      intro a. destruct (B a) as (x & T & Lt). exists x. split; [exact T|]. lra.
  - destruct (largest_end e) as [k E l|k] eqn:X.
    + destruct (end_bounded g gr c (-1) _ Hg M k E l eq_refl choice) as (x & Hx & T & B). rewrite Hx. simpl. split; [exact T|].
      intros z Z. specialize (B z Z). lra.
    + destruct (end_open g gr c (-1) _ Hg M choice k eq_refl) as [Hx B]. rewrite Hx. simpl.
      intro a. destruct (B (- a)) as (x & T & Lt). exists x. split; [exact T|]. lra.
Qed.
End Ranged.

Theorem check_ranged s r : check_ranges s r = true -> ranged_as (real_scene s) (skeleton (statics_of r)) r.
Proof.
  unfold check_ranges. destruct (prepare s (skeleton (statics_of r))) as [pr|] eqn:R; [|discriminate].
  unfold ranges_conditions. rewrite !andb_true_iff.
  intros [S [[[[[[[[[[Fo H1] H2] R0] S1] S2] S3] B1] B2] B3] B4]].
  assert (Rest : at_rest (real_scene s)) by exact (s0_sound s _ pr R R0).
  constructor.
  - exact Rest.
  - exact (c1_sound s _ pr R H1).
  - exact (c2_sound s _ pr R H2).
  - exact (contacts_are_complete s _ pr R H1 H2).
  - intro choice. exact (somehow_held s r pr R S Fo Rest S1 S2 S3 choice).
  - intros gr c e G I choice. exact (range_right s r pr R S Fo Rest S1 S2 S3 B1 B2 B3 B4 gr c e choice G I).
Qed.

(** The theorem for two files: if the program accepts the second as a proof of ranges, then the first is the canonical form
    of a scene, the second names its digest, and the ranges are what it says. *)
Theorem ranges_of_forces digest scene_text proof_text count :
  check_texts digest scene_text proof_text = Ranged count ->
  exists s r,
    canonical s = scene_text /\ read_ranges proof_text = Some r /\ count_ranges r = count /\
    text_of (ranges_digest r) = digest scene_text /\
    ranged_as (real_scene s) (skeleton (statics_of r)) r.
Proof.
  intro H. apply check_texts_ranges in H as (s & r & R & P & C & N & D). exists s, r.
  split; [now apply read_scene_canonical|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  apply check_ranged in C. now rewrite real_normal in C.
Qed.

(** The same for the bytes of two files, with SHA-256 for the digest. *)
Definition count_files (scene proof : string) : option N :=
  match check_texts sha256 (text_of scene) (text_of proof) with
  | Ranged count => Some count
  | _ => None
  end.

Theorem files_ranges scene proof count : count_files scene proof = Some count ->
  exists s r,
    canonical s = text_of scene /\ read_ranges (text_of proof) = Some r /\ count_ranges r = count /\
    text_of (ranges_digest r) = sha256 (text_of scene) /\
    ranged_as (real_scene s) (skeleton (statics_of r)) r.
Proof.
  unfold count_files. intro H. apply ranges_of_forces.
  destruct (check_texts sha256 (text_of scene) (text_of proof)); try discriminate. now injection H as ->.
Qed.
