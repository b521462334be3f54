(** SoundLists.v -- what the checker's lists are: which contact is under an index, which belong to no corner, what
    the state of a corner means; and that C1, C2 and C3 imply what Meaning.v says of listed contacts and corners. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Checker.
Import ListNotations.

(** ** Lists *)

Lemma forallb_in {A} (f : A -> bool) l a : forallb f l = true -> In a l -> f a = true.
Proof. intros H I. rewrite forallb_forall in H. auto. Qed.

Lemma forallb_not_all {A} (f : A -> bool) l : forallb f l = false -> exists a, In a l /\ f a = false.
Proof.
  induction l as [|a l IH]; simpl; [discriminate|]. intro H. destruct (f a) eqn:E; simpl in H.
  - destruct (IH H) as (b & B & F). eauto.
  - eauto.
Qed.

Lemma existsb_none {A} (f : A -> bool) l a : existsb f l = false -> In a l -> f a = false.
Proof.
  intros H I. destruct (f a) eqn:E; [|reflexivity].
  assert (existsb f l = true) by (apply existsb_exists; eauto). congruence.
Qed.

Lemma number_from_spec {A} (l : list A) : forall i j a,
  In (j, a) (number_from i l) <-> (i <= j)%N /\ nth_error l (N.to_nat (j - i)) = Some a.
Proof.
  induction l as [|b l IH]; intros i j a; simpl.
  - split; [contradiction|]. intros [_ H]. destruct (N.to_nat (j - i)); discriminate.
  - rewrite IH. split.
    + intros [E|[H E]].
      * injection E as E1 E2. subst. split; [lia|]. now rewrite N.sub_diag.
      * split; [lia|]. replace (N.to_nat (j - i)) with (S (N.to_nat (j - N.succ i))) by lia. assumption.
    + intros [H E]. destruct (N.eq_dec i j) as [F|F].
      * subst. rewrite N.sub_diag in E. injection E as E. subst. now left.
      * right. split; [lia|].
        replace (N.to_nat (j - i)) with (S (N.to_nat (j - N.succ i))) in E by lia. assumption.
Qed.

Lemma numbered_spec {A} (l : list A) i a : In (i, a) (numbered l) <-> at_index l i = Some a.
Proof.
  unfold numbered, at_index. rewrite number_from_spec, N.sub_0_r. split; [intuition|]. intro; split; [lia|assumption].
Qed.

Lemma in_at_index {A} (l : list A) a : In a l -> exists i, at_index l i = Some a.
Proof.
  intro H. apply In_nth_error in H as [n H]. exists (N.of_nat n). unfold at_index. now rewrite Nnat.Nat2N.id.
Qed.

Lemma size_length {A} (l : list A) : size l = N.of_nat (length l).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma all_of_forall2 {A B} (f : A -> option B) l : forall bs, all_of f l = Some bs ->
  Forall2 (fun a b => f a = Some b) l bs.
Proof.
  induction l as [|a l IH]; intros bs H; simpl in H.
  - injection H as H. subst. constructor.
  - destruct (f a) as [b|] eqn:E; [|discriminate]. destruct (all_of f l) as [bs'|]; [|discriminate].
    injection H as H. subst. constructor; auto.
Qed.

Lemma forall2_at_index {A B} (P : A -> B -> Prop) l m i : Forall2 P l m ->
  match at_index l i, at_index m i with
  | Some a, Some b => P a b
  | None, None => True
  | _, _ => False
  end.
Proof.
  unfold at_index. generalize (N.to_nat i). intros n H. revert n.
  induction H as [|a b l m H F IH]; intros [|n]; simpl; try exact I; auto; apply IH.
Qed.

Lemma gather_in {A} (t : table A) l a : In a (gather t l) <-> exists i, In i l /\ get t i = Some a.
Proof.
  unfold gather. rewrite in_flat_map. split; intros (i & I & H); exists i; (split; [assumption|]).
  - destruct (get t i) as [b|]; [|contradiction]. destruct H as [H|[]]. now subst.
  - rewrite H. now left.
Qed.

Lemma same_option_eq a b : same_option a b = true <-> a = b.
Proof.
  destruct a as [i|], b as [j|]; simpl; try (split; congruence).
  rewrite N.eqb_eq. split; congruence.
Qed.

(** ** Prepared data *)

Section Prepared.
Variables (s : scene Q) (p : proof) (pr : prepared).
Hypothesis ready : prepare s p = Some pr.

Let rs := real_scene s.

(** An entry of the list of contacts is what the scene says about its contact. *)
Definition sound (l : listed) : Prop :=
  place_ofq (index_of s) (the_contact l) = Some (the_place l) /\
  the_row l = contact_row (the_contact l) (the_place l).

Lemma prepare_parts :
  scn pr = s /\ ix pr = index_of s /\ pf pr = p /\
  Forall2 (fun c l => list_contact (index_of s) c = Some l) (contacts p) (contact_list pr) /\
  contact_table pr = table_of (contact_list pr) /\
  Forall2 (fun k l => list_pin (index_of s) k = Some l) (pins s) (pin_list pr) /\
  pin_table pr = table_of (pin_list pr) /\
  corner_list pr = map (decide (contact_table pr)) (corners p) /\
  corner_table pr = table_of (corner_list pr) /\
  in_corner pr = set_of (flat_map (fun k => fst k ++ snd k) (corners p)) /\
  home pr = home_of (groups p) /\
  base pr = collect (by_home (home pr) contact_bodies (gather_numbered (contact_table pr)
              (always_imposed (in_corner pr) (contact_list pr) (corner_list pr)))) /\
  undecided_of pr = collect (by_home (home pr) corner_bodies
              (filter (fun ik => is_undecided (snd ik)) (numbered (corner_list pr)))) /\
  pins_of pr = collect (by_home (home pr) pin_bodies (numbered (pin_list pr))).
Proof.
  unfold prepare in ready.
  destruct (all_of (list_contact (index_of s)) (contacts p)) as [cs|] eqn:C; [|discriminate].
  destruct (all_of (list_pin (index_of s)) (pins s)) as [ks|] eqn:K; [|discriminate].
  injection ready as R. subst pr. simpl. apply all_of_forall2 in C, K. intuition.
Qed.

Lemma list_contact_sound c l : list_contact (index_of s) c = Some l -> the_contact l = c /\ sound l.
Proof.
  unfold list_contact, sound. destruct (place_ofq (index_of s) c) eqn:E; [|discriminate].
  intro H. injection H as H. subst; simpl. auto.
Qed.

Lemma contact_under i l : get (contact_table pr) i = Some l ->
  at_index (contacts p) i = Some (the_contact l) /\ sound l.
Proof.
  destruct prepare_parts as (_ & _ & _ & F & T & _). rewrite T, get_table_of. intro H.
  pose proof (forall2_at_index _ _ _ i F) as K. rewrite H in K.
  destruct (at_index (contacts p) i) as [c|]; [|contradiction].
  apply list_contact_sound in K as [E S]. now subst.
Qed.

Lemma under_contact i c : at_index (contacts p) i = Some c ->
  exists l, get (contact_table pr) i = Some l /\ the_contact l = c /\ sound l.
Proof.
  destruct prepare_parts as (_ & _ & _ & F & T & _). intro H.
  pose proof (forall2_at_index _ _ _ i F) as K. rewrite H in K. rewrite T, get_table_of.
  destruct (at_index (contact_list pr) i) as [l|]; [|contradiction].
  apply list_contact_sound in K as [E S]. eauto.
Qed.

Lemma contact_list_under i l : at_index (contact_list pr) i = Some l <-> get (contact_table pr) i = Some l.
Proof. destruct prepare_parts as (_ & _ & _ & _ & T & _). now rewrite T, get_table_of. Qed.

Lemma sound_value l A : sound l -> value (rowR (the_row l)) A = gap_accel rs A (the_contact l).
Proof.
  intros [P R]. unfold gap_accel, rs. rewrite place_of_real, P; simpl. rewrite R. apply contact_row_value.
Qed.

Lemma sound_speed l : sound l -> Q2R (qspeed (the_row l)) = gap_speed rs (the_contact l).
Proof.
  intros [P R]. unfold gap_speed, rs. rewrite place_of_real, P; simpl. rewrite R. apply contact_row_speed.
Qed.

Lemma gather_sound l k : In k (gather (contact_table pr) l) -> sound k.
Proof. intro H. apply gather_in in H as (i & _ & H). now apply contact_under in H. Qed.

Lemma gather_contacts l : map the_contact (gather (contact_table pr) l) = contacts_of p l.
Proof.
  unfold gather, contacts_of. induction l as [|i l IH]; simpl; [reflexivity|].
  rewrite map_app, IH. f_equal. destruct (get (contact_table pr) i) as [k|] eqn:E.
  - apply contact_under in E as [E _]. now rewrite E.
  - destruct (at_index (contacts p) i) as [c|] eqn:F; [|reflexivity].
    apply under_contact in F as (k & K & _). congruence.
Qed.

Lemma in_corner_loose i : mem (in_corner pr) i = false <-> loose p i.
Proof.
  destruct prepare_parts as (_ & _ & _ & _ & _ & _ & _ & _ & _ & T & _). rewrite T. split.
  - intros H side0 side1 K.
    assert (M : ~ In i (flat_map (fun k => fst k ++ snd k) (corners p))).
    { intro F. apply mem_set_of in F. exact (eq_true_false_abs _ F H). }
    split; intro I; apply M, in_flat_map; exists (side0, side1); (split; [assumption|]); simpl; apply in_or_app; auto.
  - intro L. destruct (mem _ i) eqn:E; [|reflexivity]. apply mem_set_of, in_flat_map in E as ([a b] & K & I).
    destruct (L a b K) as [A B]. simpl in I. apply in_app_or in I as [I|I]; contradiction.
Qed.

(** ** States of corners *)

Lemma all_rest_spec l : (forall k, In k l -> sound k) ->
  forallb (fun k => is_zero (qspeed (the_row k))) l = true <-> all_rest rs (map the_contact l).
Proof.
  intro S. rewrite forallb_forall. unfold all_rest. split.
  - intros H c C. apply in_map_iff in C as (k & E & K). subst c. rewrite <- sound_speed by auto.
    apply is_zero_R. auto.
  - intros H k K. apply is_zero_R. rewrite sound_speed by auto. apply H. now apply in_map.
Qed.

Lemma decided_sides k d : In d (corner_list pr) -> the_corner d = k ->
  In k (corners p) /\ side_0 d = gather (contact_table pr) (fst k) /\ side_1 d = gather (contact_table pr) (snd k) /\
  the_state d = state_of (side_0 d) (side_1 d).
Proof.
  destruct prepare_parts as (_ & _ & _ & _ & _ & _ & _ & C & _). rewrite C. intros H E.
  apply in_map_iff in H as (k' & F & K). subst d. simpl in *. subst k'. auto.
Qed.

Lemma corner_decided k : In k (corners p) -> In (decide (contact_table pr) k) (corner_list pr).
Proof.
  destruct prepare_parts as (_ & _ & _ & _ & _ & _ & _ & C & _). rewrite C. intro H. now apply in_map.
Qed.

Section State.
Variables side0 side1 : list listed.
Hypothesis sound0 : forall k, In k side0 -> sound k.
Hypothesis sound1 : forall k, In k side1 -> sound k.
Let c0 := map the_contact side0.
Let c1 := map the_contact side1.

Lemma no_opening : existsb (fun k => is_pos (qspeed (the_row k))) (side0 ++ side1) = false ->
  forall c, In c c0 \/ In c c1 -> (gap_speed rs c <= 0)%R.
Proof.
  intros H c C.
  assert (K : exists k, In k (side0 ++ side1) /\ the_contact k = c /\ sound k).
  { destruct C as [C|C]; apply in_map_iff in C as (k & E & K); exists k;
      (split; [apply in_or_app; auto|split; [assumption|auto]]). }
  destruct K as (k & K & E & S). subst c.
  apply existsb_none with (a := k) in H; [|assumption].
  rewrite <- sound_speed by assumption. apply (false_R _ _ (is_pos_R _)) in H. lra.
Qed.

(** Some contact of a side moves that does not rest and does not open. *)
Lemma not_resting side : (forall k, In k side -> sound k) ->
  (forall c, In c (map the_contact side) -> (gap_speed rs c <= 0)%R) ->
  forallb (fun k => is_zero (qspeed (the_row k))) side = false ->
  exists c, In c (map the_contact side) /\ (gap_speed rs c < 0)%R.
Proof.
  intros S L H. apply forallb_not_all in H as (k & K & Z).
  exists (the_contact k). split; [now apply in_map|].
  specialize (L (the_contact k) (in_map _ _ _ K)).
  apply (false_R _ _ (is_zero_R _)) in Z. rewrite sound_speed in Z by auto. lra.
Qed.

Lemma state_cases :
  match state_of side0 side1 with
  | Open => exists c, In c (c0 ++ c1) /\ (0 < gap_speed rs c)%R
  | Undecided => undecided rs c0 c1
  | Forced false => forced rs c0 c1
  | Forced true => forced rs c1 c0
  | Closing => ~ all_rest rs c0 /\ ~ all_rest rs c1
  end.
Proof.
  unfold state_of.
  destruct (existsb (fun l => is_pos (qspeed (the_row l))) (side0 ++ side1)) eqn:O.
  - apply existsb_exists in O as (k & K & P). apply is_pos_R in P.
    assert (S : sound k) by (apply in_app_or in K as [K|K]; auto).
    exists (the_contact k). split; [|now rewrite <- sound_speed].
    unfold c0, c1. rewrite <- map_app. now apply in_map.
  - pose proof (no_opening O) as L.
    destruct (forallb (fun l => is_zero (qspeed (the_row l))) side0) eqn:R0;
      destruct (forallb (fun l => is_zero (qspeed (the_row l))) side1) eqn:R1.
    + split; now apply all_rest_spec.
    + split; [now apply all_rest_spec|]. split; [auto|]. apply not_resting; auto.
    + split; [now apply all_rest_spec|]. split; [auto|]. apply not_resting; auto.
    + split; intro H; apply all_rest_spec in H; auto; congruence.
Qed.
End State.

(** The same of a corner of the list. *)
Lemma state_means k : In k (corners p) ->
  let d := decide (contact_table pr) k in
  let c0 := contacts_of p (fst k) in
  let c1 := contacts_of p (snd k) in
  match the_state d with
  | Open => exists c, In c (c0 ++ c1) /\ (0 < gap_speed rs c)%R
  | Undecided => undecided rs c0 c1
  | Forced false => forced rs c0 c1
  | Forced true => forced rs c1 c0
  | Closing => ~ all_rest rs c0 /\ ~ all_rest rs c1
  end.
Proof.
  intro K. simpl. rewrite <- !gather_contacts. apply state_cases; intros; eapply gather_sound; eassumption.
Qed.

(** The states exclude each other. *)
Lemma undecided_state k : In k (corners p) -> undecided rs (contacts_of p (fst k)) (contacts_of p (snd k)) ->
  the_state (decide (contact_table pr) k) = Undecided.
Proof.
  intros K [R0 R1]. pose proof (state_means k K) as M. simpl in M. simpl.
  destruct (state_of _ _) as [| | |side].
  - destruct M as (c & C & P). apply in_app_or in C as [C|C]; [rewrite R0 in P by auto|rewrite R1 in P by auto]; lra.
  - destruct M. contradiction.
  - reflexivity.
  - destruct side; destruct M as (_ & _ & c & C & P); [rewrite R0 in P by auto|rewrite R1 in P by auto]; lra.
Qed.

Lemma forced_state k : In k (corners p) ->
  (forced rs (contacts_of p (fst k)) (contacts_of p (snd k)) ->
   the_state (decide (contact_table pr) k) = Forced false) /\
  (forced rs (contacts_of p (snd k)) (contacts_of p (fst k)) ->
   the_state (decide (contact_table pr) k) = Forced true).
Proof.
  intro K. pose proof (state_means k K) as M. simpl in M. simpl.
  destruct (state_of _ _) as [| | |side].
  - destruct M as (c & C & P). split; intros (R & L & _); apply in_app_or in C as [C|C];
      first [rewrite R in P by auto; lra|specialize (L c C); lra].
  - destruct M as [M M']. split; intros (R & _); contradiction.
  - destruct M as [R0 R1]. split; intros (_ & _ & c & C & P); [rewrite R1 in P by auto|rewrite R0 in P by auto]; lra.
  - destruct side; destruct M as (R & _ & c & C & P); split; intros (R' & _ & c' & C' & P'); try reflexivity;
      [rewrite R' in P by auto|rewrite R' in P by auto]; lra.
Qed.

(** ** C3 *)

Lemma loose_listed i c : at_index (contacts p) i = Some c -> loose p i ->
  exists l, In l (loose_contacts pr) /\ the_contact l = c /\ sound l.
Proof.
  intros H L. apply under_contact in H as (l & G & E & S). exists l. repeat split; auto; try apply S.
  unfold loose_contacts. change l with (snd (i, l)). apply in_map, filter_In. split.
  - apply numbered_spec. now apply contact_list_under.
  - simpl. apply in_corner_loose in L. now rewrite L.
Qed.

Lemma pin_rows_of k : In k (pins s) -> exists l, In l (pin_list pr) /\ the_pin l = k /\
  exists B second, find_body (index_of s) (pin_first k) = Some B /\
    match pin_second k with
    | None => second = None
    | Some c => exists E, find_body (index_of s) c = Some E /\ second = Some (c, E)
    end /\
    row_x l = pin_row along_x (pin_at k) (pin_first k) B second /\
    row_y l = pin_row along_y (pin_at k) (pin_first k) B second.
Proof.
  destruct prepare_parts as (_ & _ & _ & _ & _ & F & _). intro H.
  apply in_at_index in H as [i H]. pose proof (forall2_at_index _ _ _ i F) as K. rewrite H in K.
  destruct (at_index (pin_list pr) i) as [l|] eqn:L; [|contradiction].
  exists l. split; [now apply at_index_in with i|]. unfold list_pin in K.
  destruct (find_body (index_of s) (pin_first k)) as [B|] eqn:B1; [|discriminate].
  destruct (pin_second k) as [c|] eqn:C.
  - destruct (find_body (index_of s) c) as [E|] eqn:E1; [|discriminate]. injection K as K. subst l. simpl.
    split; [reflexivity|]. exists B, (Some (c, E)). eauto 10.
  - injection K as K. subst l. simpl. split; [reflexivity|]. exists B, None. auto.
Qed.

(** Agreement of the two points of a pin, coordinate by coordinate. *)
Lemma pin_agrees k (f : body R -> N -> vector) : In k (pins s) ->
  forall B second, find_body (index_of s) (pin_first k) = Some B ->
    match pin_second k with
    | None => second = None
    | Some c => exists E, find_body (index_of s) c = Some E /\ second = Some (c, E)
    end ->
    let d := minus (f (bodyR B) (pin_first k)) (second_point second f) in
    pin_points_agree rs f (pin_map Q2R k) <-> dot (toR along_x) d = 0%R /\ dot (toR along_y) d = 0%R.
Proof.
  intros K B second FB S d. rewrite both_coordinates. unfold d. rewrite minus_zero.
  unfold pin_points_agree; simpl. unfold rs. rewrite real_body_at, <- find_body_spec, FB. simpl.
  destruct (pin_second k) as [c|].
  - destruct S as (E & FE & S). subst second. simpl.
    rewrite real_body_at, <- find_body_spec, FE. simpl. split.
    + intro H. now apply H.
    + intros H F HF E' HE. injection HF as HF. injection HE as HE. now subst.
  - subst second. simpl. split.
    + intro H. now apply H.
    + intros H F HF. injection HF as HF. now subst.
Qed.

Theorem c3_sound : c3 pr = true -> velocities_admissible rs p.
Proof.
  unfold c3. rewrite !andb_true_iff. intros [[L C] P]. split; [|split].
  - intros i c H Lo. apply loose_listed in H as (l & I & E & S); [|assumption]. subst c.
    rewrite <- sound_speed by assumption. apply is_nonneg_R. exact (forallb_in _ _ _ L I).
  - intros k0 k1 K. simpl. pose proof (corner_decided _ K) as D. apply (forallb_in _ _ _ C) in D.
    pose proof (state_means _ K) as M. simpl in M. simpl in D. unfold not_closing in D. simpl in D.
    destruct (state_of _ _) as [| | |side].
    + now left.
    + discriminate.
    + right; left. apply M.
    + destruct side; [right; right|right; left]; apply M.
  - intros k' K'. unfold rs, real_scene, scene_map in K'. simpl in K'. apply in_map_iff in K' as (k & E & K). subst k'.
    destruct (pin_rows_of k K) as (l & I & _ & B & second & FB & S & X & Y).
    apply (pin_agrees k (fun B _ => velocity_at B (pin_at (pin_map Q2R k))) K B second FB S).
    simpl. apply (forallb_in _ _ _ P) in I. apply andb_prop in I as [IX IY]. rewrite X in IX. rewrite Y in IY.
    apply is_zero_R in IX, IY. rewrite pin_row_speed in IX, IY. auto.
Qed.
End Prepared.
