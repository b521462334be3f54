(** SoundComplete.v -- C2, the other half: every touching set is listed ([contacts_complete]). So strict accelerations
    of an accepted proof keep the bodies apart: the conditions ask for nothing but what staying apart asks for. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Checker SoundLists SoundGeometry.
From Zwang Require Import MotionConverse.
Import ListNotations.
Local Arguments look_up : simpl never.

Section Prepared.
Variables (s : scene Q) (p : proof) (pr : prepared).
Hypothesis ready : prepare s p = Some pr.
Let rs := real_scene s.

(** ** What is listed *)

Lemma loose_contact_in l : In l (loose_contacts pr) ->
  sound s l /\ exists i, at_index (contacts p) i = Some (the_contact l) /\ loose p i.
Proof.
  intro H. unfold loose_contacts in H. apply in_map_iff in H as ([i l'] & E & H). simpl in E. subst l'.
  apply filter_In in H as [H L]. apply numbered_spec in H. apply (contact_list_under s p pr ready) in H.
  destruct (contact_under s p pr ready i l H) as [C S]. split; [assumption|]. exists i. split; [assumption|].
  apply (in_corner_loose s p pr ready). simpl in L. now apply negb_true_iff in L.
Qed.

Lemma listed_here l F E : In l (loose_contacts pr) -> vertex_body (the_contact l) = F -> edge_body (the_contact l) = E ->
  listed_at rs p F E (placeR (the_place l)).
Proof.
  intros H HF HE. destruct (loose_contact_in l H) as [[P _] (i & C & L)]. exists i, (the_contact l).
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  unfold rs. rewrite place_of_real, P. reflexivity.
Qed.

Definition loose_words : trie listed := dictionary (fun l => contact_word (the_contact l)) (loose_contacts pr) no_words.
Definition corner_words : trie (list contact * list contact) :=
  dictionary first_word (map listed_sides (corner_list pr)) no_words.

Lemma first_listed_in l k : first_listed loose_words l = Some k -> In k (loose_contacts pr).
Proof.
  unfold first_listed. intro H.
  assert (I : In k (flat_map (fun c => match look_up (contact_word c) loose_words with Some k => [k] | None => [] end) l)).
  { destruct (flat_map _ l) as [|k' m]; [discriminate|]. injection H as H. subst. now left. }
  apply in_flat_map in I as (c & _ & I). destruct (look_up (contact_word c) loose_words) as [k'|] eqn:E; [|contradiction].
  destruct I as [I|[]]. subst k'. now apply dictionary_sound in E.
Qed.

(** ** A separation *)

Lemma shape_edges b k h i e : find_shape (index_of s) b k = Some h -> get (edge_table h) i = Some e ->
  In e (edges (outline h)).
Proof.
  rewrite find_shape_spec. destruct (part_at s b k) as [P|]; [|discriminate]. intro H. injection H as H. subst h. simpl.
  rewrite get_table_of. apply at_index_in.
Qed.

Lemma resolved k r : sep_resolve (index_of s) k = Some r ->
  part_at rs (own_body r) (own_part r) = Some (part_map Q2R (own_outline r)) /\
  part_at rs (other_body r) (other_part r) = Some (part_map Q2R (other_outline r)) /\
  In (line r) (edges (own_outline r)) /\
  ((own_body r = sep_b k /\ own_part r = sep_p k /\ other_body r = sep_c k /\ other_part r = sep_q k) \/
   (own_body r = sep_c k /\ own_part r = sep_q k /\ other_body r = sep_b k /\ other_part r = sep_p k)).
Proof.
  unfold sep_resolve. destruct (N.eqb (sep_owner k) 0).
  - destruct (find_shape (index_of s) (sep_b k) (sep_p k)) as [h|] eqn:H1; [|discriminate].
    destruct (find_shape (index_of s) (sep_c k) (sep_q k)) as [h'|] eqn:H2; [|discriminate].
    destruct (get (edge_table h) (sep_edge k)) as [e|] eqn:H3; [|discriminate]. intro H. injection H as H. subst r. simpl.
    split; [now apply (shape_real s)|]. split; [now apply (shape_real s)|]. split; [|left; auto].
    exact (shape_edges _ _ _ _ _ H1 H3).
  - destruct (find_shape (index_of s) (sep_c k) (sep_q k)) as [h|] eqn:H1; [|discriminate].
    destruct (find_shape (index_of s) (sep_b k) (sep_p k)) as [h'|] eqn:H2; [|discriminate].
    destruct (get (edge_table h) (sep_edge k)) as [e|] eqn:H3; [|discriminate]. intro H. injection H as H. subst r. simpl.
    split; [now apply (shape_real s)|]. split; [now apply (shape_real s)|]. split; [|right; auto].
    exact (shape_edges _ _ _ _ _ H1 H3).
Qed.

Lemma on_line_in r w : In w (other_outline r) -> is_zero (heightq (fst (line r)) (snd (line r)) w) = true ->
  exists i, In (dotq (minusq (snd (line r)) (fst (line r))) (minusq w (fst (line r))), i) (on_line r).
Proof.
  intros W Z. apply in_at_index in W as [i W]. exists i. unfold on_line. apply in_flat_map. exists (i, w).
  split; [now apply numbered_spec|]. simpl. rewrite Z. now left.
Qed.

Lemma height_zero a b w : height (toR a) (toR b) (toR w) = 0%R -> is_zero (heightq a b w) = true.
Proof. intro H. apply is_zero_R. now rewrite Q2R_height. Qed.

Lemma towards_R a b x y P : towards a b x y P = true ->
  forall w, In w (part_map Q2R P) -> height (toR a) (toR b) w = 0%R -> (0 <= dot (minus w (toR x)) (minus (toR y) (toR x)))%R.
Proof.
  intros H w W Z. apply toR_in in W as (u & U & E). subst w. unfold towards in H. apply (forallb_in _ _ _ H) in U.
  apply height_zero in Z. rewrite Z in U. simpl in U. apply is_nonneg_R in U. now rewrite Q2R_dot, !toR_minus in U.
Qed.

Lemma end_listed_R r a a' l y : In l (loose_contacts pr) -> end_listedb r a a' l y = true ->
  end_listed rs p (other_body r) (own_body r) (toR (fst (line r))) (toR (snd (line r)))
    (toR (contact_point (the_place l))) (toR y) (part_map Q2R (other_outline r)) \/
  end_listed rs p (own_body r) (other_body r) (toR a) (toR a')
    (toR (contact_point (the_place l))) (toR y) (part_map Q2R (own_outline r)).
Proof.
  intros L H. unfold end_listedb, theirs in H. rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq, !veqb_R in H.
  destruct H as [[[[[V E] A] B] T]|[[[[V E] A] B] T]]; [left|right]; exists (placeR (the_place l));
    (split; [now apply listed_here|]); (split; [exact A|]); (split; [exact B|]); (split; [reflexivity|]);
    now apply towards_R.
Qed.

Lemma demanded_at r sides : demanded_corner (demand_of (index_of s) r) = Some (Some sides) ->
  exists i j, ordered_corner_at (index_of s) (own_body r) (own_part r) i (other_body r) (other_part r) j = Some sides.
Proof.
  unfold demand_of. destruct (on_line r) as [|[t v] more]; [discriminate|]. cbv zeta.
  destruct (qlt _ _); [discriminate|]. destruct (qeq _ _); [|discriminate].
  destruct (is_pos _ && _); simpl; [discriminate|]. destruct (vertex_here _ _) as [|w [|w' m]]; try discriminate.
  intro H. injection H as H. eauto.
Qed.

Lemma corner_at_between b k i c q j side0 side1 :
  corner_at (index_of s) b k i c q j = Some (side0, side1) -> corner_between rs b k c q side0 side1.
Proof.
  unfold corner_at. destruct (around_of (index_of s) b k i) as [a|] eqn:A; [|discriminate].
  destruct (around_of (index_of s) c q j) as [a'|] eqn:A'; [|discriminate].
  destruct (negb (N.eqb b c) && veqb (hereq a) (hereq a') && rays_apartb a a') eqn:T; [|discriminate].
  intro H. injection H as H0 H1. rewrite !andb_true_iff in T. destruct T as [[T1 T2] T3].
  apply negb_true_iff, N.eqb_neq in T1. apply veqb_R in T2. apply rays_apartb_sound in T3.
  apply around_of_sound in A as (P & HP & AP). apply around_of_sound in A' as (P' & HP' & AP').
  exists i, j, P, P', (aroundR a), (aroundR a').
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  split; [assumption|]. split; [assumption|]. subst side0 side1. split.
  - apply (picked_spec b k i c q j a a' is_nonneg (fun x => (0 <= x)%R)). intro. apply is_nonneg_R.
  - apply (picked_spec b k i c q j a a' (fun v => is_nonneg (Qopp v)) (fun x => (x <= 0)%R)). intro. apply nonneg_opp.
Qed.

Lemma corner_listed_in sides : corner_listed corner_words (Some sides) = true ->
  exists k0 k1, In (k0, k1) (corners p) /\ contacts_of p k0 = fst sides /\ contacts_of p k1 = snd sides.
Proof.
  unfold corner_listed. destruct (look_up (first_word sides) corner_words) as [found|] eqn:E; [|discriminate].
  intro H. unfold sides_eqb in H. apply andb_prop in H as [H0 H1]. apply contacts_eqb_eq in H0, H1.
  apply dictionary_sound in E as [E _]. apply in_map_iff in E as (d & E & D). subst found.
  destruct (prepare_parts s p pr ready) as (_ & _ & _ & _ & _ & _ & _ & C & _). rewrite C in D.
  apply in_map_iff in D as ([k0 k1] & E & K). subst d. exists k0, k1. split; [assumption|].
  unfold listed_sides in H0, H1. simpl in H0, H1. rewrite !(gather_contacts s p pr ready) in *. auto.
Qed.

(** What touches at a separation that holds is listed. *)
Lemma touch_listed_sound k r : sep_resolve (index_of s) k = Some r -> separation_holds (index_of s) k = true ->
  touch_listed (index_of s) loose_words corner_words r = true ->
  touching_listed rs p (own_body r) (own_part r) (other_body r) (other_part r)
    (part_map Q2R (own_outline r)) (part_map Q2R (other_outline r)).
Proof.
  intros R S H. destruct (resolved k r R) as (_ & _ & I & _).
  exists (toR (fst (line r))), (toR (snd (line r))). split; [|split].
  - rewrite edges_map. apply in_map_iff. exists (line r). auto.
  - intros w W. apply toR_in in W as (u & U & E). subst w. unfold separation_holds in S. rewrite R in S.
    apply (forallb_in _ _ _ S) in U. apply is_nonneg_R in U. now rewrite Q2R_height in U.
  - unfold touch_listed in H. cbv zeta in H. destruct (_ || _) eqn:M.
    + left. apply orb_prop in M as [M|M]; [left|right]; intros w W Z; apply toR_in in W as (u & U & E); subst w;
        apply height_zero in Z; destruct (on_line_in r u U Z) as [i T]; apply (forallb_in _ _ _ M) in T; simpl in T;
        apply qlt_R in T; rewrite ?Q2R_dot, ?toR_minus, ?Q2R_0 in T; exact T.
    + right. destruct (options (demand_of (index_of s) r)) as [|o [|o' [|o'' m]]].
      * destruct (demanded_corner (demand_of (index_of s) r)) as [[sides|]|] eqn:D; try discriminate.
        apply andb_prop in H as [H N]. right. right. apply corner_listed_in in H as (k0 & k1 & K & C0 & C1).
        exists k0, k1. split; [assumption|]. rewrite C0, C1. split; [destruct (fst sides); discriminate|].
        destruct (demanded_at r sides D) as (i & j & O). destruct sides as [side0 side1]. simpl.
        unfold ordered_corner_at in O. destruct (pair_less _ _ _ _); apply corner_at_between in O; auto.
      * destruct (demanded_corner (demand_of (index_of s) r)); [discriminate|].
        destruct (first_listed loose_words o) as [l|] eqn:F; [|discriminate]. apply first_listed_in in F.
        left. unfold single_listed, theirs in H. rewrite !andb_true_iff, !N.eqb_eq, !veqb_R in H.
        destruct H as [[[[V E] A] B] T]. exists (placeR (the_place l)).
        split; [now apply listed_here|]. split; [exact A|]. split; [exact B|].
        intros w W Z. apply toR_in in W as (u & U & Eu). subst w. apply (forallb_in _ _ _ T) in U.
        apply height_zero in Z. rewrite Z in U. simpl in U. now apply veqb_R in U.
      * destruct (demanded_corner (demand_of (index_of s) r)); [discriminate|].
        destruct (first_listed loose_words o) as [l|] eqn:F; [|discriminate]. apply first_listed_in in F.
        destruct (first_listed loose_words o') as [l'|] eqn:F'; [|discriminate]. apply first_listed_in in F'.
        right. left. unfold flush_listed in H. apply existsb_exists in H as ([a a'] & Ie & H). simpl in H.
        rewrite !andb_true_iff in H. destruct H as [[[[[[Ha Ha'] Hx] Hy] Ne] L1] L2].
        apply is_zero_R in Ha, Ha', Hx, Hy. rewrite Q2R_height in Ha, Ha', Hx, Hy.
        apply negb_true_iff in Ne. apply (false_R _ _ (veqb_R _ _)) in Ne.
        exists (toR a), (toR a'), (toR (contact_point (the_place l))), (toR (contact_point (the_place l'))).
        split; [rewrite edges_map; apply in_map_iff; exists (a, a'); auto|].
        split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
        split; now apply end_listed_R.
      * destruct (demanded_corner (demand_of (index_of s) r)); discriminate.
Qed.

(** ** All pairs of parts *)

Definition named_here (b k c q : N) : Prop := forall P R, ignore s b c = false ->
  part_at s b k = Some P -> part_at s c q = Some R ->
  boxes_apart (part_map Q2R P) (part_map Q2R R) \/
  exists sep, In sep (separations p) /\ pair_word sep = [b; k; c; q].

Lemma all_pairs_named named l : (forall k, In k l -> box_right s k) ->
  (forall w k, look_up w named = Some k -> In k (separations p) /\ pair_word k = w) ->
  all_pairs s named l = true ->
  ForallOrdPairs (fun k m => named_here (box_b k) (box_p k) (box_b m) (box_p m)) l.
Proof.
  intros Bx Nm. induction l as [|k l IH]; intro H; constructor; simpl in H; apply andb_prop in H as [H1 H2].
  - apply Forall_forall. intros m M P R Ig HP HR. apply (forallb_in _ _ _ H1) in M as T. apply orb_prop in T as [T|T].
    + left. apply (boxes_apartb_sound s k m); auto with datatypes.
    + right. destruct (look_up _ named) as [sep|] eqn:L; [|congruence]. apply Nm in L. eauto.
  - apply IH; [|assumption]. intros m M. apply Bx. now right.
Qed.

Lemma boxes_apart_sym P R : boxes_apart P R -> boxes_apart R P.
Proof. intros [B|[B|[B|B]]]; [right; left|left|right; right; right|right; right; left]; auto. Qed.

Lemma free_here b B : body_at rs b = Some B -> free B <> None -> is_free (index_of s) b = true.
Proof.
  intros H F. unfold rs in H. rewrite real_body_at in H. unfold is_free. rewrite find_body_spec.
  destruct (body_at s b) as [B'|]; [|discriminate]. injection H as H. subst B. simpl in F.
  destruct (free B'); [reflexivity|now contradiction F].
Qed.

Theorem contacts_are_complete : c1 pr = true -> c2 pr = true -> contacts_complete rs p.
Proof.
  intros H1 H2. apply (c2_parts s p pr ready) in H2 as (_ & _ & _ & AL). unfold c1 in H1. unfold all_listed in AL.
  destruct (prepare_parts s p pr ready) as (SC & X & PF & _). rewrite SC, X, PF, andb_true_iff in H1.
  rewrite SC, X, PF in AL. destruct H1 as [AP SH]. intros b k c q B C P R [N Ig] HB HC F HP HR.
  unfold rs, real_scene in Ig. rewrite ignore_map in Ig.
  assert (O : ForallOrdPairs (fun k m => named_here (box_b k) (box_p k) (box_b m) (box_p m)) (boxes s)).
  { apply (all_pairs_named (dictionary pair_word (separations p) no_words)); auto.
    - intros m M. now apply boxes_right.
    - intros w sep L. now apply dictionary_sound in L. }
  assert (Done : forall sep, In sep (separations p) ->
    (pair_word sep = [b; k; c; q] \/ pair_word sep = [c; q; b; k]) ->
    touching_listed rs p b k c q P R \/ touching_listed rs p c q b k R P).
  { intros sep I W. apply (forallb_in _ _ _ SH) in I as Sh. apply (forallb_in _ _ _ AL) in I.
    assert (M : matters_here s (index_of s) sep = true).
    { unfold matters_here. rewrite !andb_true_iff, orb_true_iff, !negb_true_iff, N.eqb_neq.
      destruct W as [W|W]; injection W as W1 W2 W3 W4; rewrite W1, W3;
        (split; [split; [congruence|]|first [assumption|now rewrite ignore_sym]]);
        destruct F as [F|F]; [left|right|right|left]; eapply free_here; eassumption. }
    rewrite M in I. simpl in I. destruct (sep_resolve (index_of s) sep) as [r|] eqn:Rs; [|discriminate].
    pose proof (touch_listed_sound sep r Rs Sh I) as T. destruct (resolved sep r Rs) as (PO & PT & _ & Wh).
    destruct W as [W|W]; injection W as W1 W2 W3 W4; destruct Wh as [(E1 & E2 & E3 & E4)|(E1 & E2 & E3 & E4)];
      rewrite E1, E2, E3, E4, W1, W2, W3, W4 in *; unfold rs in *; rewrite PO in *; rewrite PT in *; [left|right|right|left]; congruence. }
  unfold rs in HP, HR. rewrite real_part_at in HP, HR.
  destruct (part_at s b k) as [P1|] eqn:E; [|discriminate]. injection HP as HP.
  destruct (part_at s c q) as [P2|] eqn:E'; [|discriminate]. injection HR as HR.
  destruct P1 as [|u1 P1]; [left; left; subst P; intros u w []|].
  destruct P2 as [|u2 P2]; [left; left; subst R; intros u w _ []|].
  destruct (box_of_part s b k _ E) as (x & I & X1 & X2); [discriminate|].
  destruct (box_of_part s c q _ E') as (y & I' & Y1 & Y2); [discriminate|].
  destruct (ForallOrdPairs_In O x y I I') as [G|[G|G]].
  - subst y. congruence.
  - rewrite X1, X2, Y1, Y2 in G. destruct (G _ _ Ig E E') as [G1|(sep & G1 & G2)]; [left; now subst|right; eauto].
  - rewrite X1, X2, Y1, Y2 in G. rewrite ignore_sym in Ig; destruct (G _ _ Ig E' E) as [G1|(sep & G1 & G2)];
      [left; subst; now apply boxes_apart_sym|right; eauto].
Qed.
End Prepared.
