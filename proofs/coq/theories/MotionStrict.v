(** * Strict motions stay apart (THEOREM.md, Theorem 1 (b)): analysis, and contacts outside corners *)

Require Import List Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet Motion.
From Zwang Require Import MotionPlane MotionSeparation MotionInterior MotionRigid MotionApart MotionContact.
Import ListNotations.
Open Scope R_scope.

(** To second order, every vertex of the part Q of F leaves the line of the edge e of E, or is off it. *)
Definition clears (kE kF : kinematics) (aE aF : twist R) (e : segment) (Q : part R) : Prop :=
  forall w, In w Q ->
    opens (gap e w) (opening kE kF (edge_normal e) w) (opening_rate kE kF aE aF (edge_normal e) w).

(** An edge of one of the parts clears the other. *)
Definition cleared kP kQ aP aQ (P Q : part R) : Prop :=
  (exists e, In e (edges P) /\ clears kP kQ aP aQ e Q) \/
  (exists e, In e (edges Q) /\ clears kQ kP aQ aP e P).

Lemma opens_half a b c : opens a b c -> opens a b (c / 2).
Proof. unfold opens. intuition lra. Qed.

(** An edge that clears separates at short times. *)
Lemma clears_beyond kE kF zE zF aE aF e Q :
  starts kE zE aE -> starts kF zF aF -> clears kE kF aE aF e Q ->
  shortly (fun t =>
    beyond (placed_point kE zE t (fst e), placed_point kE zE t (snd e)) (placed kF zF t Q)).
Proof.
  intros SE SF C.
  assert (H : shortly (fun t => forall w, In w Q ->
    0 < gap (placed_point kE zE t (fst e), placed_point kE zE t (snd e)) (placed_point kF zF t w))).
  { apply shortly_all. intros w W.
    exact (jet_opens _ _ _ _ (gap_expansion kE kF zE zF aE aF e w SE SF) (opens_half _ _ _ (C w W))). }
  apply shortly_weaken with (2 := H). intros t _ T. apply beyond_placed. intros w W.
  apply Rlt_le. now apply T.
Qed.

(** An edge that separates at short times keeps the parts apart. *)
Theorem cleared_apart kP kQ zP zQ aP aQ P Q :
  strictly_convex P -> strictly_convex Q ->
  starts kP zP aP -> starts kQ zQ aQ -> cleared kP kQ aP aQ P Q ->
  shortly (fun t => apart (placed kP zP t P) (placed kQ zQ t Q)).
Proof.
  intros CP CQ SP SQ C.
  pose proof (shortly_and _ _ (proj1 SP) (proj1 SQ)) as U.
  assert (H : shortly (fun t => edge_separates (placed kP zP t P) (placed kQ zQ t Q) \/
                                edge_separates (placed kQ zQ t Q) (placed kP zP t P))).
  { destruct C as [[[p q] [E C]]|[[p q] [E C]]].
    - apply shortly_weaken with (2 := clears_beyond _ _ _ _ _ _ _ _ SP SQ C).
      intros t _ B. left. exists (placed_point kP zP t p), (placed_point kP zP t q).
      split; [|exact B]. rewrite edges_placed. apply in_map_iff. now exists (p, q).
    - apply shortly_weaken with (2 := clears_beyond _ _ _ _ _ _ _ _ SQ SP C).
      intros t _ B. right. exists (placed_point kQ zQ t p), (placed_point kQ zQ t q).
      split; [|exact B]. rewrite edges_placed. apply in_map_iff. now exists (p, q). }
  apply shortly_weaken with (2 := shortly_and _ _ H U). intros t _ (D & UP & UQ).
  apply interiors_edge_apart; try assumption; now apply placed_convex.
Qed.

(** ** Parts that do not touch *)

Definition strictly_apart (P Q : part R) : Prop :=
  exists n h, n <> zero /\
    (forall x, In x P -> dot n x < h) /\ (forall y, In y Q -> h < dot n y).

(** They stay apart whatever they do. *)
Lemma strictly_apart_stays kP kQ zP zQ aP aQ P Q :
  strictly_convex P -> strictly_convex Q ->
  starts kP zP aP -> starts kQ zQ aQ -> strictly_apart P Q ->
  shortly (fun t => apart (placed kP zP t P) (placed kQ zQ t Q)).
Proof.
  intros CP CQ SP SQ (n & h & N & HP & HQ).
  pose proof (shortly_and _ _ (proj1 SP) (proj1 SQ)) as U.
  assert (KP : shortly (fun t => forall x, In x P -> 0 < h - dot n (placed_point kP zP t x))).
  { apply shortly_all. intros x X. destruct (place_moves kP zP aP x SP) as [M1 M2].
    eapply jet_opens; [unfold dot; jets|]. left. simpl. pose proof (HP x X). plane. lra. }
  assert (KQ : shortly (fun t => forall y, In y Q -> 0 < dot n (placed_point kQ zQ t y) - h)).
  { apply shortly_all. intros y Y. destruct (place_moves kQ zQ aQ y SQ) as [M1 M2].
    eapply jet_opens; [unfold dot; jets|]. left. simpl. pose proof (HQ y Y). plane. lra. }
  apply shortly_weaken with (2 := shortly_and _ _ (shortly_and _ _ KP KQ) U).
  intros t _ ((TP & TQ) & UP & UQ).
  apply line_interiors_apart; try (now apply placed_convex).
  exists n, h. split; [assumption|]. split.
  - intros v V. apply in_map_iff in V. destruct V as [x [<- X]]. pose proof (TP x X). lra.
  - intros v V. apply in_map_iff in V. destruct V as [y [<- Y]]. pose proof (TQ y Y). lra.
Qed.

Lemma strictly_apart_sym P Q : strictly_apart P Q -> strictly_apart Q P.
Proof.
  intros (n & h & N & A & B). exists (times (-1) n), (- h). split; [|split].
  - intro Z. apply N. injection Z as Z1 Z2. apply point_eq; simpl; lra.
  - intros y Y. pose proof (B y Y). plane. lra.
  - intros x X. pose proof (A x X). plane. lra.
Qed.

Lemma apart_sym P Q : apart P Q -> apart Q P.
Proof. intros D x [A B]. now apply (D x). Qed.

(** Bounding boxes that do not meet. *)
Lemma boxes_strictly_apart P Q :
  strictly_convex P -> strictly_convex Q -> boxes_apart P Q -> strictly_apart P Q.
Proof.
  intros CP CQ D.
  assert (Ne : forall S, strictly_convex S -> S <> []).
  { intros S [L _] ->. simpl in L. Lia.lia. }
  assert (X : forall n, n <> zero -> (forall u w, In u P -> In w Q -> dot n u < dot n w) ->
                strictly_apart P Q).
  { intros n N H. destruct (furthest n P (Ne P CP)) as [x [X M]].
    destruct (furthest (times (-1) n) Q (Ne Q CQ)) as [y [Y M']].
    pose proof (H x y X Y) as L. exists n, ((dot n x + dot n y) / 2). split; [assumption|]. split.
    - intros v V. pose proof (M v V). lra.
    - intros v V. pose proof (M' v V). plane. lra. }
  assert (Proper : forall s t, s <> 0 \/ t <> 0 -> Point s t <> zero).
  { intros s t [H|H] Z; injection Z as Z1 Z2; contradiction. }
  destruct D as [D|[D|[D|D]]].
  - apply (X (Point 1 0)); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
  - apply (X (Point (-1) 0)); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
  - apply (X (Point 0 1)); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
  - apply (X (Point 0 (-1))); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
Qed.

(** The line of an edge holds vertices of the other part, but all on one side of the edge: turn the
    line a little. *)
Lemma beside_strictly_apart P Q p q :
  strictly_convex P -> In (p, q) (edges P) -> beyond (p, q) Q ->
  (forall w, In w Q -> height p q w = 0 -> dot (minus q p) (minus q p) < dot (minus q p) (minus w p)) \/
  (forall w, In w Q -> height p q w = 0 -> dot (minus q p) (minus w p) < 0) ->
  strictly_apart P Q.
Proof.
  intros CP E B D. pose proof (edge_proper P p q CP E) as L.
  set (d := minus q p) in *.
  (* tilt by eps * d, or by - eps * d, about a point of the line between the parts *)
  assert (Main : forall sg far,
    (forall w, In w Q -> height p q w = 0 -> far < sg * dot d (minus w p)) ->
    (forall w, In w P -> height p q w = 0 -> sg * dot d (minus w p) <= far) ->
    strictly_apart P Q).
  { intros sg far HQ HP.
    assert (Near : exists mid, far < mid /\
      forall w, In w Q -> height p q w = 0 -> mid < sg * dot d (minus w p)).
    { clear - HQ. induction Q as [|a Q' IH].
      - exists (far + 1). split; [lra|]. intros w [].
      - destruct IH as [mid [M H]]; [intros w W; apply HQ; now right|].
        destruct (Req_EM_T (height p q a) 0) as [Z|Z].
        + pose proof (HQ a (or_introl eq_refl) Z) as A.
          exists (Rmin mid ((far + sg * dot d (minus a p)) / 2)). split.
          * apply Rmin_case; lra.
          * intros w [<-|W] Zw.
            -- pose proof (Rmin_r mid ((far + sg * dot d (minus a p)) / 2)). lra.
            -- pose proof (Rmin_l mid ((far + sg * dot d (minus a p)) / 2)).
               pose proof (H w W Zw). lra.
        + exists mid. split; [assumption|]. intros w [<-|W] Zw; [contradiction|now apply H]. }
    destruct Near as [mid [Mid HQ']].
    assert (SQ : shortly (fun eps => forall w, In w Q ->
      0 < height p q w + (sg * dot d (minus w p) - mid) * eps + 0 * (eps * eps))).
    { apply shortly_all. intros w W. eapply jet_opens; [apply jet_quadratic|].
      destruct (Rle_lt_or_eq_dec _ _ (B w W)) as [H|H]; [left; exact H|].
      right. split; [symmetry; exact H|]. left. pose proof (HQ' w W (eq_sym H)). lra. }
    assert (SP : shortly (fun eps => forall w, In w P ->
      0 < - height p q w + (mid - sg * dot d (minus w p)) * eps + 0 * (eps * eps))).
    { apply shortly_all. intros w W. eapply jet_opens; [apply jet_quadratic|].
      pose proof (convex_inside P (p, q) w CP E W) as G.
      destruct (Req_EM_T (height p q w) 0) as [Z|Z].
      - right. split; [lra|]. left. pose proof (HP w W Z). lra.
      - left. unfold gap in G. simpl in G. lra. }
    destruct (shortly_some _ (shortly_and _ _ SP SQ)) as [eps [Pe [TP TQ]]].
    exists (plus (normal p q) (times (eps * sg) d)),
           (dot (plus (normal p q) (times (eps * sg) d)) p + eps * mid).
    assert (Ev : forall w, dot (plus (normal p q) (times (eps * sg) d)) w
      = dot (plus (normal p q) (times (eps * sg) d)) p
        + height p q w + eps * (sg * dot d (minus w p))).
    { intro w. clearbody d. plane. ring. }
    split; [|split].
    - intro Z.
      assert (Z' : dot (normal p q) (normal p q) + eps * sg * dot (normal p q) d = 0).
      { transitivity (dot (plus (normal p q) (times (eps * sg) d)) (normal p q));
          [clearbody d; plane; ring|rewrite Z; plane; ring]. }
      assert (Z1 : dot (normal p q) d = 0) by (unfold d; plane; ring).
      assert (Z2 : dot (normal p q) (normal p q) = dot d d) by (unfold d; plane; ring).
      rewrite Z1, Z2 in Z'. lra.
    - intros w W. rewrite (Ev w). pose proof (TP w W). lra.
    - intros w W. rewrite (Ev w). pose proof (TQ w W). lra. }
  assert (Ends : forall w, In w P -> height p q w = 0 -> w = p \/ w = q).
  { intros w W Z. exact (convex_on_line P (p, q) w CP E W Z). }
  destruct D as [D|D].
  - apply (Main 1 (dot d d)).
    + intros w W Z. pose proof (D w W Z). lra.
    + intros w W Z. destruct (Ends w W Z) as [->| ->]; unfold d in *; plane; lra.
  - apply (Main (-1) 0).
    + intros w W Z. pose proof (D w W Z). lra.
    + intros w W Z. destruct (Ends w W Z) as [->| ->]; unfold d in *; plane; lra.
Qed.

(** ** A vertex inside an edge *)

(** The only vertex on the line opens. *)
Lemma single_clears kE kF aE aF p q x Q :
  beyond (p, q) Q -> (forall w, In w Q -> height p q w = 0 -> w = x) ->
  opens 0 (opening kE kF (normal p q) x) (opening_rate kE kF aE aF (normal p q) x) ->
  clears kE kF aE aF (p, q) Q.
Proof.
  intros B One O w W.
  destruct (Rle_lt_or_eq_dec _ _ (B w W)) as [G|G]; [now left|].
  rewrite <- G. rewrite (One w W (eq_sym G)). exact O.
Qed.

(** ** Flush faces *)

Section Ends.
Variables (kE kF : kinematics) (aE aF : twist R).

Ltac kinematic :=
  unfold opening, opening_rate, other_rate, velocity_of, acceleration_of, between, times in *; plane.

(** Gap velocity and gap acceleration are affine functions of the point. *)
Lemma opening_between n x y s :
  opening kE kF n (between x y s) = (1 - s) * opening kE kF n x + s * opening kE kF n y.
Proof. kinematic. ring. Qed.

Lemma rate_between n x y s :
  opening_rate kE kF aE aF n (between x y s)
  = (1 - s) * opening_rate kE kF aE aF n x + s * opening_rate kE kF aE aF n y.
Proof. kinematic. ring. Qed.

Lemma opening_along n x y :
  opening kE kF n y - opening kE kF n x
  = (spinning kF - spinning kE) * dot n (J (minus y x)).
Proof. kinematic. ring. Qed.

(** The gap velocity does not fall from x to y; where it is constant and 0, nor does the gap
    acceleration. *)
Definition rises (n x y : vector) : Prop :=
  opening kE kF n x < opening kE kF n y \/
  opening kE kF n x = opening kE kF n y /\
  (0 < opening kE kF n x \/
   opening_rate kE kF aE aF n x <= opening_rate kE kF aE aF n y).

(** A contact at the end x of the common segment clears its edge, if it opens and the gap rises from x
    on: the vertices of the other part on the line are on the side of y. *)
Lemma end_clears p q x y Q :
  beyond (p, q) Q -> height p q x = 0 -> height p q y = 0 -> 0 < dot (minus y x) (minus y x) ->
  (forall w, In w Q -> height p q w = 0 -> 0 <= dot (minus w x) (minus y x)) ->
  0 < dot (minus q p) (minus q p) ->
  opens 0 (opening kE kF (normal p q) x) (opening_rate kE kF aE aF (normal p q) x) ->
  rises (normal p q) x y ->
  clears kE kF aE aF (p, q) Q.
Proof.
  intros B Zx Zy L In0 Lq O R w W.
  destruct (Rle_lt_or_eq_dec _ _ (B w W)) as [G|G]; [now left|].
  symmetry in G. rewrite G. unfold edge_normal. simpl fst. simpl snd.
  assert (Zw : height x y w = 0).
  { rewrite (on_line p q x Lq Zx), (on_line p q y Lq Zy), (on_line p q w Lq G).
    generalize (dot (minus q p) (minus x p) / dot (minus q p) (minus q p)).
    generalize (dot (minus q p) (minus y p) / dot (minus q p) (minus q p)).
    generalize (dot (minus q p) (minus w p) / dot (minus q p) (minus q p)).
    intros. unfold between. plane. ring. }
  pose proof (on_line x y w L Zw) as Ew.
  set (s := dot (minus y x) (minus w x) / dot (minus y x) (minus y x)) in *.
  assert (S : 0 <= s).
  { unfold s. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; assumption].
    pose proof (In0 w W G) as H. rewrite dot_swap. exact H. }
  rewrite Ew, opening_between, rate_between.
  unfold rises in R. unfold opens in O.
  set (Vx := opening kE kF (normal p q) x) in *. set (Vy := opening kE kF (normal p q) y) in *.
  set (Gx := opening_rate kE kF aE aF (normal p q) x) in *.
  set (Gy := opening_rate kE kF aE aF (normal p q) y) in *.
  assert (V0 : 0 <= Vx) by lra.
  right. split; [reflexivity|].
  destruct (Req_dec s 0) as [Z|Z].
  - rewrite Z. destruct O as [O|[_ [O|[O1 O2]]]]; [lra|left; lra|right; split; lra].
  - assert (Sp : 0 < s) by lra. destruct R as [R|[R1 [R2|R2]]].
    + left. nra.
    + left. rewrite <- R1. lra.
    + destruct O as [O|[_ [O|[O1 O2]]]]; [lra|left; rewrite <- R1; lra|].
      right. split; [rewrite <- R1, O1; ring|]. nra.
Qed.
End Ends.

(** Contacts of the same part's edge at both ends: one of the ends rises. *)
Lemma same_owner_rises kE kF aE aF n x y :
  rises kE kF aE aF n x y \/ rises kE kF aE aF n y x.
Proof.
  unfold rises.
  destruct (Rtotal_order (opening kE kF n x) (opening kE kF n y)) as [H|[H|H]].
  - left. now left.
  - destruct (Rle_lt_dec (opening_rate kE kF aE aF n x) (opening_rate kE kF aE aF n y)).
    + left. right. split; [assumption|now right].
    + right. right. split; [now symmetry|right; lra].
  - right. now left.
Qed.

(** Contacts of edges of different parts at the two ends, with opposite normals. *)
Lemma other_owner_rises kE kF aE aF n x y k :
  k < 0 -> dot n (minus y x) = 0 -> 0 < dot n n -> 0 < dot (minus y x) (minus y x) ->
  rises kE kF aE aF n x y \/ rises kF kE aF aE (times k n) y x.
Proof.
  intros K Z N L. unfold rises. rewrite !opening_other.
  destruct (Rtotal_order (opening kE kF n x) (opening kE kF n y)) as [H|[H|H]].
  - left. now left.
  - assert (W : spinning kF = spinning kE).
    { pose proof (opening_along kE kF n x y) as A.
      assert (P : (spinning kF - spinning kE) * dot n (J (minus y x)) = 0) by lra.
      apply Rmult_integral in P. destruct P as [P|P]; [lra|exfalso].
      pose proof (in_frame n (minus y x) (minus y x)) as F.
      rewrite Z in F. rewrite dot_turned_right in P.
      assert (C : cross n (minus y x) = 0) by lra. rewrite C in F. nra. }
    assert (Same : forall z, opening_rate kF kE aF aE (times k n) z
                             = - k * opening_rate kE kF aE aF n z).
    { intro z. rewrite rate_other. pose proof (rates_differ kE kF aE aF n z) as D.
      rewrite W in D. f_equal. lra. }
    rewrite !Same.
    destruct (Rle_lt_dec (opening_rate kE kF aE aF n x) (opening_rate kE kF aE aF n y)).
    + left. right. split; [assumption|now right].
    + right. right. split; [rewrite H; reflexivity|right; nra].
  - right. left. nra.
Qed.

(** At the end x of the common segment from x to y, the vertices of the part R on the line of the edge
    (p, q) lie on the side of y, and the contact there opens. *)
Definition end_opens kE kF aE aF (p q x y : vector) (R0 : part R) : Prop :=
  beyond (p, q) R0 /\ height p q x = 0 /\ height p q y = 0 /\
  (forall w, In w R0 -> height p q w = 0 -> 0 <= dot (minus w x) (minus y x)) /\
  opens 0 (opening kE kF (normal p q) x) (opening_rate kE kF aE aF (normal p q) x).

(** Flush faces: contacts that open at both ends, each of either part's edge. *)
Theorem flush_cleared kP kQ aP aQ P Q p q a b x y k :
  strictly_convex P -> strictly_convex Q -> In (p, q) (edges P) -> In (a, b) (edges Q) ->
  k < 0 -> normal a b = times k (normal p q) -> 0 < dot (minus y x) (minus y x) ->
  end_opens kP kQ aP aQ p q x y Q \/ end_opens kQ kP aQ aP a b x y P ->
  end_opens kP kQ aP aQ p q y x Q \/ end_opens kQ kP aQ aP a b y x P ->
  cleared kP kQ aP aQ P Q.
Proof.
  intros CP CQ E F K N L X Y.
  pose proof (edge_proper P p q CP E) as Lp. pose proof (edge_proper Q a b CQ F) as La.
  assert (L' : 0 < dot (minus x y) (minus x y)) by (plane; lra).
  assert (Nn : 0 < dot (normal p q) (normal p q)) by (plane; lra).
  assert (UseP : forall x' y', 0 < dot (minus y' x') (minus y' x') ->
    end_opens kP kQ aP aQ p q x' y' Q -> rises kP kQ aP aQ (normal p q) x' y' ->
    cleared kP kQ aP aQ P Q).
  { intros x' y' Lx (B & Zx & Zy & I & O) R. left. exists (p, q). split; [assumption|].
    now apply end_clears with x' y'. }
  assert (UseQ : forall x' y', 0 < dot (minus y' x') (minus y' x') ->
    end_opens kQ kP aQ aP a b x' y' P -> rises kQ kP aQ aP (normal a b) x' y' ->
    cleared kP kQ aP aQ P Q).
  { intros x' y' Lx (B & Zx & Zy & I & O) R. right. exists (a, b). split; [assumption|].
    now apply end_clears with x' y'. }
  destruct X as [X|X]; destruct Y as [Y|Y].
  - destruct (same_owner_rises kP kQ aP aQ (normal p q) x y) as [R|R].
    + now apply UseP with x y.
    + now apply UseP with y x.
  - assert (Z : dot (normal p q) (minus y x) = 0).
    { destruct X as (_ & Zx & Zy & _). transitivity (height p q y - height p q x); [plane; ring|lra]. }
    destruct (other_owner_rises kP kQ aP aQ (normal p q) x y k K Z Nn L) as [R|R].
    + now apply UseP with x y.
    + rewrite <- N in R. now apply UseQ with y x.
  - assert (Z : dot (normal p q) (minus x y) = 0).
    { destruct Y as (_ & Zy & Zx & _). transitivity (height p q x - height p q y); [plane; ring|lra]. }
    destruct (other_owner_rises kP kQ aP aQ (normal p q) y x k K Z Nn L') as [R|R].
    + now apply UseP with y x.
    + rewrite <- N in R. now apply UseQ with x y.
  - destruct (same_owner_rises kQ kP aQ aP (normal a b) x y) as [R|R].
    + now apply UseQ with x y.
    + now apply UseQ with y x.
Qed.
