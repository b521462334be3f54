(** SoundGeometry.v -- what the checker tests of shapes: parts are strictly convex, listed contacts and corners are
    what C2 says ([listed_right]), and parts do not overlap (C1). *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Checker SoundLists.
Import ListNotations.
Local Arguments look_up : simpl never.

(** ** Convex parts *)

Lemma toR_in (P : part Q) x : In x (part_map Q2R P) <-> exists u, In u P /\ toR u = x.
Proof.
  unfold part_map. rewrite in_map_iff. split; intros (u & H & K); exists u; auto.
Qed.

Lemma convexb_sound P : convexb P = true -> strictly_convex (part_map Q2R P).
Proof.
  unfold convexb. rewrite !andb_true_iff. intros [[S D] C]. repeat split.
  - unfold part_map. rewrite map_length. rewrite size_length in S. apply N.leb_le in S. lia.
  - clear S C. induction P as [|u P IH]; simpl; constructor.
    + apply andb_prop in D as [D _]. apply negb_true_iff in D. intro H.
      apply toR_in in H as (w & W & E). apply existsb_none with (a := w) in D; [|assumption].
      apply (false_R _ _ (veqb_R u w)) in D. congruence.
    + apply IH. now apply andb_prop in D.
  - intros p q w E W. rewrite edges_map in E. apply in_map_iff in E as ([a b] & E & I). injection E as E1 E2. subst.
    apply toR_in in W as (v & V & F). subst w. apply (forallb_in _ _ _ C) in I. apply (forallb_in _ _ _ I) in V.
    simpl in V. rewrite !orb_true_iff, !veqb_R, qlt_R, Q2R_0, Q2R_height in V. tauto.
Qed.

Theorem scene_okb_sound s : scene_okb s = true -> scene_ok (real_scene s).
Proof.
  unfold scene_okb. rewrite andb_true_iff. intros [B P]. split.
  - intros B' H. unfold real_scene, scene_map in H; simpl in H. apply in_map_iff in H as (b & E & H). subst B'.
    apply (forallb_in _ _ _ B) in H. unfold body_okb in H. apply andb_prop in H as [H1 H2]. split; simpl.
    + intros Q HQ. apply in_map_iff in HQ as (Q' & E & HQ). subst. apply convexb_sound.
      exact (forallb_in _ _ _ H1 HQ).
    + intros m M. destruct (free b) as [m'|]; [|discriminate]. injection M as M. subst m. simpl.
      apply andb_prop in H2 as [M I]. apply is_pos_R in M, I. auto.
  - intros k' H. unfold real_scene, scene_map in H; simpl in H. apply in_map_iff in H as (k & E & H). subst k'.
    apply (forallb_in _ _ _ P) in H. unfold pin_okb in H. apply andb_prop in H as [H _].
    unfold pin_joins in H. apply andb_prop in H as [H1 H2].
    assert (X : forall b, exists_body (index_of s) b = true -> body_at (real_scene s) b <> None).
    { intros b Hb. unfold exists_body in Hb. rewrite real_body_at, <- find_body_spec. unfold find_body.
      destruct (get (index_of s) b); [discriminate|discriminate]. }
    split; simpl; [now apply X|]. destruct (pin_second k) as [c|]; [|exact I].
    apply andb_prop in H2 as [H2 H3]. apply negb_true_iff, N.eqb_neq in H3. split; [now apply X|assumption].
Qed.

(** ** Contacts *)

Lemma frictionless_sound s : frictionless s = true -> no_friction (real_scene s).
Proof.
  unfold frictionless. rewrite andb_true_iff. intros [B P]. split; intros x H; apply in_map_iff in H as (y & E & H);
    subst x; simpl; apply is_zero_R; [exact (forallb_in _ _ _ B H)|exact (forallb_in _ _ _ P H)].
Qed.

Section Prepared.
Variables (s : scene Q) (p : proof) (pr : prepared).
Hypothesis ready : prepare s p = Some pr.
Let rs := real_scene s.

Lemma shape_real b k h : find_shape (index_of s) b k = Some h ->
  part_at rs b k = Some (part_map Q2R (outline h)).
Proof.
  rewrite find_shape_spec. unfold rs. rewrite real_part_at. destruct (part_at s b k) as [P|]; [|discriminate].
  intro H. injection H as H. subst h. reflexivity.
Qed.

Lemma sliding_real g : sliding (placeR g) = toR (slidingq g).
Proof. unfold sliding, slidingq, placeR; simpl. now autorewrite with q2r. Qed.

Theorem contact_rightb_sound l : sound s l -> contact_rightb (index_of s) l = true -> not_ignored s l = true ->
  contact_right rs (the_contact l).
Proof.
  intros [G R] H Ig. unfold contact_rightb in H. apply andb_prop in H as [N H].
  apply negb_true_iff, N.eqb_neq in N. apply negb_true_iff in Ig.
  split; [split; [assumption|unfold rs, real_scene; now rewrite ignore_map]|].
  destruct (find_shape (index_of s) (vertex_body (the_contact l)) (vertex_part (the_contact l))) as [h|] eqn:S;
    [|discriminate].
  exists (placeR (the_place l)), (part_map Q2R (outline h)). split; [|split].
  - unfold rs. rewrite place_of_real, G. reflexivity.
  - now apply shape_real.
  - set (g := the_place l) in *. apply andb_prop in H as [H T]. apply andb_prop in H as [H1 H2].
    simpl. split; [|split].
    + intros w W. apply toR_in in W as (u & U & E). subst. apply (forallb_in _ _ _ H1) in U.
      apply is_nonneg_R in U. now rewrite Q2R_height in U.
    + apply is_zero_R in H2. now rewrite Q2R_height in H2.
    + rewrite !orb_true_iff, !andb_true_iff in T. rewrite sliding_real.
      rewrite <- !toR_minus, <- !Q2R_dot.
      destruct T as [[[T1 T2]|[[T1 T2] T3]]|[[T1 T2] T3]].
      * left. apply is_pos_R in T1. apply qlt_R in T2. auto.
      * right. apply existsb_exists in T2 as (w & W & E). apply andb_prop in E as [E1 E2].
        exists (toR (to_q g)), (toR w). apply veqb_R in T1. apply is_zero_R in E1. apply is_pos_R in E2.
        apply is_nonneg_R in T3. rewrite Q2R_height in E1.
        split; [left; auto|]. rewrite <- !toR_minus, <- !Q2R_dot. repeat split; auto.
        apply toR_in. eauto.
      * right. apply existsb_exists in T2 as (w & W & E). apply andb_prop in E as [E1 E2].
        exists (toR (from_q g)), (toR w). apply veqb_R in T1. apply is_zero_R in E1. apply is_pos_R in E2.
        apply is_nonneg_R in T3. rewrite Q2R_height in E1.
        split; [right; auto|]. rewrite <- !toR_minus, <- !Q2R_dot. repeat split; auto.
        apply toR_in. eauto.
Qed.

(** ** Corners *)

Definition aroundR (a : aroundq) : around := Around (arrives a) (toR (beforeq a)) (toR (hereq a)) (toR (afterq a)).

Lemma around_of_sound b k i a : around_of (index_of s) b k i = Some a ->
  exists P, part_at rs b k = Some P /\ around_at P i (aroundR a).
Proof.
  unfold around_of. destruct (find_shape (index_of s) b k) as [h|] eqn:S; [|discriminate].
  set (m := if N.eqb i 0 then _ else _). destruct (get (edge_table h) m) as [[z x]|] eqn:E1; [|discriminate].
  destruct (get (edge_table h) i) as [[x' w]|] eqn:E2; [|discriminate].
  destruct (veqb x x') eqn:V; [|discriminate]. intro H. injection H as H. subst a.
  exists (part_map Q2R (outline h)). split; [now apply shape_real|].
  rewrite find_shape_spec in S. destruct (part_at s b k) as [P|]; [|discriminate]. injection S as S. subst h.
  simpl in *. rewrite get_table_of in E1, E2. unfold around_at; simpl. rewrite edges_map, !at_index_map, E1, E2.
  apply veqb_R in V. unfold edgeR; simpl. rewrite V. auto.
Qed.

Lemma nonneg_opp x : is_nonneg (Qopp x) = true <-> (Q2R x <= 0)%R.
Proof. rewrite is_nonneg_R, Q2R_opp. lra. Qed.

Lemma separatesb_spec a a' m : separatesb a a' m = true <-> separates (aroundR a) (aroundR a') (toR m).
Proof.
  unfold separatesb, separates. rewrite !andb_true_iff, !nonneg_opp, !is_nonneg_R, !Q2R_dot, !toR_minus. simpl. tauto.
Qed.

Lemma rays_apartb_sound a a' : rays_apartb a a' = true -> apart_rays (aroundR a) (aroundR a').
Proof.
  unfold rays_apartb, apart_rays. intros H w w' W W'; cbv zeta; intros [C D].
  assert (K : forall z z', In z [beforeq a; afterq a] -> In z' [beforeq a'; afterq a'] -> w = toR z -> w' = toR z' -> False).
  { intros z z' Z Z' E E'. apply (forallb_in _ _ _ H) in Z. apply (forallb_in _ _ _ Z) in Z'.
    apply negb_true_iff in Z'. unfold ray_shared in Z'.
    assert (T : is_zero (crossq (minusq z (hereq a)) (minusq z' (hereq a))) = true /\
                is_pos (dotq (minusq z (hereq a)) (minusq z' (hereq a))) = true).
    { rewrite is_zero_R, is_pos_R, Q2R_cross, Q2R_dot, !toR_minus, <- E, <- E'. auto. }
    destruct T as [T1 T2]. rewrite T1, T2 in Z'. discriminate. }
  simpl in *. destruct W as [W|W], W' as [W'|W'];
    [apply (K (beforeq a) (beforeq a'))|apply (K (beforeq a) (afterq a'))|
     apply (K (afterq a) (beforeq a'))|apply (K (afterq a) (afterq a'))]; simpl; auto.
Qed.

Definition candidateR (mk : qvector * contact) : vector * contact := (toR (fst mk), snd mk).

Lemma candidates_real b k i c q j a a' :
  candidates b k i c q j (aroundR a) (aroundR a') = map candidateR (candidatesq b k i c q j a a').
Proof.
  unfold candidates, candidatesq, candidateR; simpl. now rewrite !toR_opp, !toR_normal.
Qed.

(** The contacts of a side, by the sign of the products with all that separate. *)
Lemma picked_spec b k i c q j a a' (sign : Q -> bool) (Sign : R -> Prop) :
  (forall x, sign x = true <-> Sign (Q2R x)) ->
  let found := filter (fun mk => separatesb a a' (fst mk)) (candidatesq b k i c q j a a') in
  let separating m d := In (m, d) (candidates b k i c q j (aroundR a) (aroundR a')) /\
                        separates (aroundR a) (aroundR a') m in
  forall d, In d (map snd (filter (fun mk => forallb (fun mk' => sign (crossq (fst mk) (fst mk'))) found) found)) <->
    exists m, separating m d /\ forall m' d', separating m' d' -> Sign (cross m m').
Proof.
  intros S found separating d.
  assert (F : forall m d, separating m d <-> exists mk, In mk found /\ candidateR mk = (m, d)).
  { intros m d'. unfold separating, found. rewrite candidates_real, in_map_iff. split.
    - intros [(mk & E & I) Sp]. exists mk. split; [|assumption]. apply filter_In. split; [assumption|].
      injection E as E1 E2. apply separatesb_spec. now rewrite E1.
    - intros (mk & I & E). apply filter_In in I as [I Sp]. split; [eauto|]. injection E as E1 E2.
      apply separatesb_spec in Sp. now rewrite E1 in Sp. }
  rewrite in_map_iff. split.
  - intros (mk & E & H). apply filter_In in H as [H A]. exists (toR (fst mk)). split.
    + apply F. exists mk. split; [assumption|]. unfold candidateR. now rewrite E.
    + intros m' d' Sm. apply F in Sm as (mk' & I & E'). injection E' as E1 E2. subst m'.
      apply (forallb_in _ _ _ A) in I. apply S in I. now rewrite Q2R_cross in I.
  - intros (m & Sm & A). apply F in Sm as (mk & I & E). injection E as E1 E2. exists mk. split; [assumption|].
    apply filter_In. split; [assumption|]. apply forallb_forall. intros mk' I'. apply S. rewrite Q2R_cross, E1.
    apply (A _ (snd mk')). apply F. exists mk'. auto.
Qed.

Lemma corner_at_sound b k i c q j side0 side1 :
  corner_at (index_of s) b k i c q j = Some (side0, side1) -> side0 <> [] -> side1 <> [] ->
  ignore s b c = false -> corner_right rs side0 side1.
Proof.
  unfold corner_at. destruct (around_of (index_of s) b k i) as [a|] eqn:A; [|discriminate].
  destruct (around_of (index_of s) c q j) as [a'|] eqn:A'; [|discriminate].
  destruct (negb (N.eqb b c) && veqb (hereq a) (hereq a') && rays_apartb a a') eqn:T; [|discriminate].
  intros H N0 N1 Ig. injection H as H0 H1. rewrite !andb_true_iff in T. destruct T as [[T1 T2] T3].
  apply negb_true_iff, N.eqb_neq in T1. apply veqb_R in T2. apply rays_apartb_sound in T3.
  apply around_of_sound in A as (P & HP & AP). apply around_of_sound in A' as (Q & HQ & AQ).
  split; [assumption|split; [assumption|]].
  exists b, k, i, c, q, j, P, Q, (aroundR a), (aroundR a').
  assert (MT : may_touch rs b c) by (split; [assumption|unfold rs, real_scene; now rewrite ignore_map]).
  split; [exact MT|].
  repeat split; try assumption; try apply AP; try apply AQ; try (subst side0); try (subst side1).
  1, 2: apply (picked_spec b k i c q j a a' is_nonneg (fun x => (0 <= x)%R)); intro; apply is_nonneg_R.
  1, 2: apply (picked_spec b k i c q j a a' (fun v => is_nonneg (Qopp v)) (fun x => (x <= 0)%R)); intro; apply nonneg_opp.
Qed.

Lemma contact_eqb_eq c d : contact_eqb c d = true -> c = d.
Proof.
  unfold contact_eqb. rewrite !andb_true_iff, !N.eqb_eq. destruct c, d; simpl. intuition congruence.
Qed.

Lemma contacts_eqb_eq l : forall m, contacts_eqb l m = true -> l = m.
Proof.
  induction l as [|c l IH]; intros [|d m] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_prop in H as [E H]. apply contact_eqb_eq in E. f_equal; auto.
Qed.

Theorem corner_rightb_sound d : corner_rightb (index_of s) d = true -> forallb (not_ignored s) (side_0 d) = true ->
  corner_right rs (map the_contact (side_0 d)) (map the_contact (side_1 d)).
Proof.
  unfold corner_rightb. rewrite andb_true_iff. intros [N1 H] Ig.
  destruct (side_0 d) as [|l m] eqn:S0; [discriminate|]. simpl in Ig. apply andb_prop in Ig as [Ig _].
  apply negb_true_iff in Ig. destruct (vertex_of_edge (index_of s) l) as [u|]; [|discriminate].
  destruct (ordered_corner_at _ _ _ _ _ _ _) as [found|] eqn:O; [|discriminate].
  unfold sides_eqb in H. apply andb_prop in H as [E0 E1]. apply contacts_eqb_eq in E0, E1.
  unfold listed_sides in E0, E1. simpl in E0, E1. rewrite S0 in E0. destruct found as [f0 f1]. simpl in *. subst f0 f1.
  assert (K1 : map the_contact (side_1 d) <> []) by (destruct (side_1 d); discriminate).
  unfold ordered_corner_at in O. destruct (pair_less _ _ _ _); eapply corner_at_sound; eauto; try discriminate.
  now rewrite ignore_sym.
Qed.

(** ** C2 *)

Lemma c2_parts : c2 pr = true ->
  forallb (contact_rightb (index_of s)) (loose_contacts pr) = true /\
  forallb (corner_rightb (index_of s)) (corner_list pr) = true /\
  forallb same_bodies (corner_list pr) = true /\ all_listed pr = true.
Proof.
  unfold c2. destruct (prepare_parts s p pr ready) as (_ & X & _). rewrite X. rewrite !andb_true_iff. tauto.
Qed.

Lemma c2_none_ignored : c2 pr = true ->
  forallb (not_ignored s) (loose_contacts pr) = true /\
  forallb (fun k => forallb (not_ignored s) (side_0 k)) (corner_list pr) = true.
Proof.
  unfold c2, none_ignored. destruct (prepare_parts s p pr ready) as (SC & _). rewrite SC. rewrite !andb_true_iff. tauto.
Qed.

Theorem c2_sound : c2 pr = true -> listed_right rs p.
Proof.
  intro H. pose proof (c2_none_ignored H) as [IL IC]. apply c2_parts in H as (L & C & _ & _). split.
  - intros i c I Lo. destruct (loose_listed s p pr ready i c I Lo) as (l & K & E & S). subst c.
    apply contact_rightb_sound; [assumption|exact (forallb_in _ _ _ L K)|exact (forallb_in _ _ _ IL K)].
  - intros k0 k1 K. apply (corner_decided s p pr ready) in K as D. pose proof (forallb_in _ _ _ IC D) as DI.
    apply (forallb_in _ _ _ C) in D. apply corner_rightb_sound in D; [|exact DI]. simpl in D. now rewrite !(gather_contacts s p pr ready) in D.
Qed.

(** ** C1 *)

Lemma lowest_spec f P : forall u w, In w P ->
  (Q2R (lowest f u P) <= Q2R (f w))%R.
Proof.
  unfold lowest.
  assert (G : forall P m, (Q2R (fold_left (fun m w => if qle m (f w) then m else f w) P m) <= Q2R m)%R /\
    forall w, In w P -> (Q2R (fold_left (fun m w => if qle m (f w) then m else f w) P m) <= Q2R (f w))%R).
  { clear P. induction P as [|v P IH]; intro m; simpl; [split; [lra|contradiction]|].
    destruct (IH (if qle m (f v) then m else f v)) as [I1 I2].
    assert (K : (Q2R (if qle m (f v) then m else f v) <= Q2R m /\
                 Q2R (if qle m (f v) then m else f v) <= Q2R (f v))%R).
    { destruct (qle m (f v)) eqn:E; [apply qle_R in E|apply (false_R _ _ (qle_R _ _)) in E]; lra. }
    split; [lra|]. intros w [W|W]; [subst; lra|auto]. }
  intros u w W. now apply G.
Qed.

Lemma highest_spec f P : forall u w, In w P ->
  (Q2R (f w) <= Q2R (highest f u P))%R.
Proof.
  unfold highest.
  assert (G : forall P m, (Q2R m <= Q2R (fold_left (fun m w => if qle (f w) m then m else f w) P m))%R /\
    forall w, In w P -> (Q2R (f w) <= Q2R (fold_left (fun m w => if qle (f w) m then m else f w) P m))%R).
  { clear P. induction P as [|v P IH]; intro m; simpl; [split; [lra|contradiction]|].
    destruct (IH (if qle (f v) m then m else f v)) as [I1 I2].
    assert (K : (Q2R m <= Q2R (if qle (f v) m then m else f v) /\
                 Q2R (f v) <= Q2R (if qle (f v) m then m else f v))%R).
    { destruct (qle (f v) m) eqn:E; [apply qle_R in E|apply (false_R _ _ (qle_R _ _)) in E]; lra. }
    split; [lra|]. intros w [W|W]; [subst; lra|auto]. }
  intros u w W. now apply G.
Qed.

(** A box is that of a part. *)
Definition box_right (k : box) : Prop := exists P, part_at s (box_b k) (box_p k) = Some P /\
  forall w, In w P -> (Q2R (left k) <= Q2R (px w) <= Q2R (right k))%R /\ (Q2R (bottom k) <= Q2R (py w) <= Q2R (top k))%R.

Lemma boxes_right k : In k (boxes s) -> box_right k.
Proof.
  unfold boxes. intro H. apply in_flat_map in H as ([b B] & HB & H). apply in_flat_map in H as ([j P] & HP & H).
  simpl in *. apply numbered_spec in HB, HP. destruct P as [|u P]; [contradiction|]. destruct H as [H|[]]. subst k.
  exists (u :: P). simpl. split; [unfold part_at, body_at; now rewrite HB|].
  intros w W. repeat split; [apply (lowest_spec (@px Q))|apply (highest_spec (@px Q))|
    apply (lowest_spec (@py Q))|apply (highest_spec (@py Q))]; exact W.
Qed.

Lemma boxes_apartb_sound k l P R : boxes_apartb k l = true -> box_right k -> box_right l ->
  part_at s (box_b k) (box_p k) = Some P -> part_at s (box_b l) (box_p l) = Some R ->
  boxes_apart (part_map Q2R P) (part_map Q2R R).
Proof.
  intros H (P' & EP & KP) (R' & ER & KR) HP HR.
  assert (P' = P) by congruence. assert (R' = R) by congruence. subst.
  unfold boxes_apartb in H. rewrite !orb_true_iff, !qlt_R in H. unfold boxes_apart.
  destruct H as [[[H|H]|H]|H]; [left|right; left|right; right; left|right; right; right];
    intros u w U W; apply toR_in in U as (u' & U & E); apply toR_in in W as (w' & W & F); subst; simpl;
    destruct (KP u' U), (KR w' W); lra.
Qed.

(** A named separation that holds separates the two parts. *)
Lemma separation_sound k P R : separation_holds (index_of s) k = true ->
  part_at s (sep_b k) (sep_p k) = Some P -> part_at s (sep_c k) (sep_q k) = Some R ->
  edge_separates (part_map Q2R P) (part_map Q2R R) \/ edge_separates (part_map Q2R R) (part_map Q2R P).
Proof.
  unfold separation_holds, sep_resolve. intros H HP HR. rewrite !find_shape_spec in H.
  destruct (N.eqb (sep_owner k) 0); rewrite HP, HR in H; simpl in H; rewrite get_table_of in H.
  - left. destruct (at_index (edges P) (sep_edge k)) as [[a b]|] eqn:E; [|discriminate]. simpl in H.
    exists (toR a), (toR b). split.
    + rewrite edges_map. apply in_map_iff. exists (a, b). split; [reflexivity|]. eapply at_index_in; eassumption.
    + intros w W. apply toR_in in W as (v & V & F). subst. apply (forallb_in _ _ _ H) in V.
      apply is_nonneg_R in V. now rewrite Q2R_height in V.
  - right. destruct (at_index (edges R) (sep_edge k)) as [[a b]|] eqn:E; [|discriminate]. simpl in H.
    exists (toR a), (toR b). split.
    + rewrite edges_map. apply in_map_iff. exists (a, b). split; [reflexivity|]. eapply at_index_in; eassumption.
    + intros w W. apply toR_in in W as (v & V & F). subst. apply (forallb_in _ _ _ H) in V.
      apply is_nonneg_R in V. now rewrite Q2R_height in V.
Qed.

Definition parts_apart_here (b k c q : N) : Prop := forall P R, ignore s b c = false ->
  part_at s b k = Some P -> part_at s c q = Some R ->
  boxes_apart (part_map Q2R P) (part_map Q2R R) \/ edge_separates (part_map Q2R P) (part_map Q2R R) \/
  edge_separates (part_map Q2R R) (part_map Q2R P).

Lemma all_pairs_sound named l : (forall k, In k l -> box_right k) ->
  (forall w k, look_up w named = Some k -> In k (separations p) /\ pair_word k = w) ->
  forallb (separation_holds (index_of s)) (separations p) = true ->
  all_pairs s named l = true ->
  ForallOrdPairs (fun k m => parts_apart_here (box_b k) (box_p k) (box_b m) (box_p m)) l.
Proof.
  intros Bx Nm Sp. induction l as [|k l IH]; intro H; constructor; simpl in H; apply andb_prop in H as [H1 H2].
  - apply Forall_forall. intros m M P R Ig HP HR. apply (forallb_in _ _ _ H1) in M as T. apply orb_prop in T as [T|T].
    + left. apply (boxes_apartb_sound k m); auto with datatypes.
    + right. destruct (look_up _ named) as [sep|] eqn:L; [|congruence]. apply Nm in L as [I W].
      injection W as W1 W2 W3 W4. rewrite <- W1, <- W2 in HP. rewrite <- W3, <- W4 in HR.
      apply (separation_sound sep P R); auto. exact (forallb_in _ _ _ Sp I).
  - apply IH; [|assumption]. intros m M. apply Bx. now right.
Qed.

Lemma box_of_part b k P : part_at s b k = Some P -> P <> [] -> exists x, In x (boxes s) /\ box_b x = b /\ box_p x = k.
Proof.
  unfold part_at, body_at. destruct (at_index (bodies s) b) as [B|] eqn:HB; [|discriminate]. intros HP N.
  destruct P as [|u P]; [congruence|].
  exists (Box b k (lowest (@px Q) u (u :: P)) (highest (@px Q) u (u :: P))
                  (lowest (@py Q) u (u :: P)) (highest (@py Q) u (u :: P))).
  split; [|auto]. unfold boxes. apply in_flat_map. exists (b, B). split; [now apply numbered_spec|].
  apply in_flat_map. exists (k, u :: P). split; [now apply numbered_spec|]. now left.
Qed.

Lemma apart_here_sym b k c q : parts_apart_here b k c q -> parts_apart_here c q b k.
Proof.
  intros H P R Ig HP HR. rewrite ignore_sym in Ig. destruct (H R P Ig HR HP) as [B|[B|B]]; auto.
  left. destruct B as [B|[B|[B|B]]]; [right; left|left|right; right; right|right; right; left]; auto.
Qed.

Theorem c1_sound : c1 pr = true -> parts_apart rs.
Proof.
  unfold c1. destruct (prepare_parts s p pr ready) as (SC & X & P & _). rewrite SC, X, P, andb_true_iff.
  intros [A S] b k c q R R' N Ig HR HR'. unfold rs, real_scene in Ig. rewrite ignore_map in Ig.
  assert (O : ForallOrdPairs (fun k m => parts_apart_here (box_b k) (box_p k) (box_b m) (box_p m)) (boxes s)).
  { apply (all_pairs_sound (dictionary pair_word (separations p) no_words)); auto.
    - apply boxes_right.
    - intros w sep L. now apply dictionary_sound in L. }
  unfold rs in HR, HR'. rewrite real_part_at in HR, HR'.
  destruct (part_at s b k) as [Q1|] eqn:E; [|discriminate]. injection HR as HR. subst R.
  destruct (part_at s c q) as [Q2|] eqn:E'; [|discriminate]. injection HR' as HR'. subst R'.
  destruct Q1 as [|u1 Q1]; [left; left; intros u w []|]. destruct Q2 as [|u2 Q2]; [left; left; intros u w _ []|].
  destruct (box_of_part b k _ E) as (x & I & X1 & X2); [discriminate|].
  destruct (box_of_part c q _ E') as (y & I' & Y1 & Y2); [discriminate|].
  destruct (ForallOrdPairs_In O x y I I') as [F|[F|F]].
  - subst y. congruence.
  - rewrite X1, X2, Y1, Y2 in F. now apply F.
  - rewrite X1, X2, Y1, Y2 in F. apply apart_here_sym in F. now apply F.
Qed.
End Prepared.
