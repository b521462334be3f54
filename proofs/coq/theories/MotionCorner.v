(** * Corners (THEOREM.md, section 1, "Corners", and Theorem 1 (a), "T a corner")

    A vertex x of P touches a vertex of Q. Each of the four edges at x has a direction m from P to
    Q. The edges that arrive at x and separate P and Q form side 0, those that leave x side 1. *)

Require Import List Bool Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet.
From Zwang Require Import MotionPlane MotionSeparation MotionRigid MotionApart MotionContact.
From Zwang Require Import MotionStrict.
Import ListNotations.
Open Scope R_scope.

Lemma four_decided (a b c d a' b' c' d' : R) :
  a <= a' /\ b <= b' /\ c <= c' /\ d <= d' \/ ~ (a <= a' /\ b <= b' /\ c <= c' /\ d <= d').
Proof.
  destruct (Rle_dec a a') as [A|A]; [|right; intros (H & _); contradiction].
  destruct (Rle_dec b b') as [B|B]; [|right; intros (_ & H & _); contradiction].
  destruct (Rle_dec c c') as [C|C]; [|right; intros (_ & _ & H & _); contradiction].
  destruct (Rle_dec d d') as [D|D]; [|right; intros (_ & _ & _ & H); contradiction].
  left. now repeat split.
Qed.

(** ** The edges at the corner *)

(** One of the four edges at the corner: of the first part or of the second, arriving or leaving. *)
Record candidate := Candidate { of_first : bool; arrives : bool }.

Section Corner.
Variables (P Q : part R) (a a' : around).
Hypothesis convex_P : strictly_convex P.
Hypothesis convex_Q : strictly_convex Q.
Hypothesis arrives_P : In (before a, here a) (edges P).
Hypothesis leaves_P : In (here a, after a) (edges P).
Hypothesis arrives_Q : In (before a', here a') (edges Q).
Hypothesis leaves_Q : In (here a', after a') (edges Q).
Hypothesis meet : here a = here a'.
Hypothesis rays : apart_rays a a'.

(** Directions of the edges, seen from the corner. *)
Let h := minus (before a) (here a).
Let k := minus (after a) (here a).
Let f := minus (before a') (here a).
Let g := minus (after a') (here a).

Definition candidate_edge (c : candidate) : segment :=
  match of_first c, arrives c with
  | true, true => (before a, here a)
  | true, false => (here a, after a)
  | false, true => (before a', here a')
  | false, false => (here a', after a')
  end.

(** The direction from P to Q: the outward normal of an edge of P, the inward one of an edge of Q. *)
Definition direction (c : candidate) : vector :=
  let n := edge_normal (candidate_edge c) in
  if of_first c then n else times (-1) n.

Definition separating (c : candidate) : Prop := separates a a' (direction c).

Lemma direction_is c :
  direction c = match of_first c, arrives c with
    | true, true => J h
    | true, false => times (-1) (J k)
    | false, true => times (-1) (J f)
    | false, false => J g
    end.
Proof.
  destruct c as [[] []]; unfold direction, candidate_edge, h, k, f, g; simpl; rewrite <- ?meet;
    apply point_eq; plane; ring.
Qed.

(** Two edges of a strictly convex polygon that arrive at the same vertex are one; likewise two that
    leave. *)
Lemma one_arrives R p p' x :
  strictly_convex R -> In (p, x) (edges R) -> In (p', x) (edges R) -> p = p'.
Proof.
  intros C E E'. pose proof (edge_proper R p x C E) as L. pose proof (edge_proper R p' x C E') as L'.
  destruct (edge_ends R _ E) as [I _]. destruct (edge_ends R _ E') as [I' _]. simpl in *.
  destruct C as [_ [_ C]].
  destruct (C p x p' E I') as [H|[H|H]]; [now symmetry|exfalso; subst; plane; lra|].
  destruct (C p' x p E' I) as [H'|[H'|H']]; [assumption|exfalso; subst; plane; lra|].
  plane. lra.
Qed.

Lemma one_leaves R p p' x :
  strictly_convex R -> In (x, p) (edges R) -> In (x, p') (edges R) -> p = p'.
Proof.
  intros C E E'. pose proof (edge_proper R x p C E) as L. pose proof (edge_proper R x p' C E') as L'.
  destruct (edge_ends R _ E) as [_ I]. destruct (edge_ends R _ E') as [_ I']. simpl in *.
  destruct C as [_ [_ C]].
  destruct (C x p p' E I') as [H|[H|H]]; [exfalso; subst; plane; lra|now symmetry|].
  destruct (C x p' p E' I) as [H'|[H'|H']]; [exfalso; subst; plane; lra|assumption|].
  plane. lra.
Qed.

Lemma turn_P : 0 < cross k h.
Proof. exact (turns_left P _ _ _ convex_P arrives_P leaves_P). Qed.

Lemma turn_Q : 0 < cross g f.
Proof.
  unfold f, g. rewrite meet. exact (turns_left Q _ _ _ convex_Q arrives_Q leaves_Q).
Qed.

Lemma separates_is m :
  separates a a' m <-> dot m h <= 0 /\ dot m k <= 0 /\ 0 <= dot m f /\ 0 <= dot m g.
Proof. reflexivity. Qed.

(** The selection by signs in C2 is arriving and leaving. *)
Lemma arriving_turns c m :
  arrives c = true -> separates a a' m -> 0 <= cross (direction c) m.
Proof.
  rewrite separates_is, direction_is. destruct c as [[] []]; simpl; try discriminate; intros _ S;
    plane; lra.
Qed.

Lemma leaving_turns c m :
  arrives c = false -> separates a a' m -> cross (direction c) m <= 0.
Proof.
  rewrite separates_is, direction_is. destruct c as [[] []]; simpl; try discriminate; intros _ S;
    plane; lra.
Qed.

Lemma rays_apart u u' : (u = h \/ u = k) -> (u' = f \/ u' = g) -> cross u u' = 0 -> dot u u' <= 0.
Proof.
  intros U U' C. destruct (Rle_lt_dec (dot u u') 0) as [H|H]; [assumption|exfalso].
  destruct U as [-> | ->]; destruct U' as [-> | ->];
    eapply rays; try (split; [exact C|exact H]); auto.
Qed.

(** N has interior points: a separating edge that arrives and one that leaves are not parallel. *)
Lemma sides_differ c c' :
  arrives c = true -> arrives c' = false -> separating c -> separating c' ->
  0 < cross (direction c) (direction c').
Proof.
  intros A A' S S'. pose proof (arriving_turns c _ A S') as G.
  destruct (Rle_lt_or_eq_dec _ _ G) as [H|Z]; [assumption|exfalso].
  pose proof turn_P as TP. pose proof turn_Q as TQ.
  unfold separating in S, S'. rewrite separates_is in S, S'.
  rewrite (direction_is c), (direction_is c') in Z. rewrite direction_is in S, S'. clear G.
  destruct c as [[] []]; try discriminate; destruct c' as [[] []]; try discriminate; simpl in *.
  - rewrite cross_times_right, cross_turned, (cross_swap h k) in Z. lra.
  - rewrite cross_turned in Z.
    pose proof (rays_apart h g (or_introl eq_refl) (or_intror eq_refl) (eq_sym Z)) as D.
    pose proof (in_frame g h (times (-1) (J k))) as F.
    rewrite !dot_times_right, !dot_turned_right, (cross_swap g h), <- Z, (dot_swap g h),
      (cross_swap h k) in F.
    pose proof (cross_positive_square g f TQ) as N.
    destruct S' as (_ & K & _). rewrite dot_turned_left in K. nra.
  - rewrite cross_times_left, cross_times_right, cross_turned, (cross_swap f k) in Z.
    assert (C : cross k f = 0) by lra.
    pose proof (rays_apart k f (or_intror eq_refl) (or_introl eq_refl) C) as D.
    pose proof (in_frame k f (times (-1) (J g))) as F.
    rewrite C, !dot_times_right, !dot_turned_right, (cross_swap f g), (cross_swap k g) in F.
    pose proof (cross_positive_square k h TP) as N.
    destruct S' as (_ & _ & _ & K). rewrite dot_times_left, dot_turned_left, (cross_swap k g) in K.
    nra.
  - rewrite cross_times_left, cross_turned, (cross_swap f g) in Z. lra.
Qed.

Lemma direction_proper c : direction c <> zero.
Proof.
  pose proof turn_P as TP. pose proof turn_Q as TQ. rewrite direction_is. clearbody h k f g.
  destruct c as [[] []]; simpl; intro Z; injection Z as Z1 Z2; plane.
  - assert (py h = 0) by lra. nra.
  - assert (py k = 0) by lra. assert (px k = 0) by lra. nra.
  - assert (py f = 0) by lra. assert (px f = 0) by lra. nra.
  - assert (py g = 0) by lra. nra.
Qed.

(** If an edge separates, some arriving edge does and some leaving one. *)
Lemma both_sides c :
  separating c ->
  (exists c', arrives c' = true /\ separating c') /\ (exists c', arrives c' = false /\ separating c').
Proof.
  intro S.
  destruct (both_edges_split h k f g turn_P turn_Q (direction c) S (direction_proper c)) as [A L].
  assert (Use : forall c', splits h k f g (direction c') -> separating c') by (intros c' H; exact H).
  split.
  - destruct A as [A|A]; [exists (Candidate true true)|exists (Candidate false true)];
      (split; [reflexivity|]); apply Use; rewrite direction_is; exact A.
  - destruct L as [L|L]; [exists (Candidate true false)|exists (Candidate false false)];
      (split; [reflexivity|]); apply Use; rewrite direction_is; exact L.
Qed.

(** Two separating edges on the same side have the same direction. *)
Lemma same_direction c c' :
  arrives c = arrives c' -> separating c -> separating c' ->
  cross (direction c) (direction c') = 0 /\ 0 < dot (direction c) (direction c').
Proof.
  intros A S S'.
  assert (Z : cross (direction c) (direction c') = 0).
  { apply Rle_antisym.
    - destruct (arrives c) eqn:E.
      + rewrite cross_swap. assert (0 <= cross (direction c') (direction c)); [|lra].
        apply arriving_turns; [now symmetry|assumption].
      + now apply leaving_turns.
    - destruct (arrives c) eqn:E.
      + now apply arriving_turns.
      + rewrite cross_swap. assert (cross (direction c') (direction c) <= 0); [|lra].
        apply leaving_turns; [now symmetry|assumption]. }
  split; [assumption|].
  pose proof turn_P as TP. pose proof turn_Q as TQ.
  pose proof (cross_positive_square k h TP) as Nk.
  pose proof (cross_positive_square g f TQ) as Ng.
  assert (Nh : 0 < dot h h) by (apply cross_positive_square with (times (-1) k);
    rewrite cross_times_right, cross_swap; lra).
  assert (Nf : 0 < dot f f) by (apply cross_positive_square with (times (-1) g);
    rewrite cross_times_right, cross_swap; lra).
  rewrite (direction_is c), (direction_is c') in *.
  assert (D : forall v v', 0 < dot v v -> 0 < dot v' v' -> cross v v' = 0 -> dot v v' <= 0 ->
    dot v v' < 0).
  { intros v v' Nv Nv' C [H|H]; [assumption|exfalso].
    pose proof (in_frame v v' v') as F. rewrite C, H in F. nra. }
  assert (DJ : forall v v', dot (J v) (J v') = dot v v') by (intros; plane; ring).
  destruct c as [[] []]; destruct c' as [[] []]; simpl in *; try discriminate;
    rewrite ?dot_times_left, ?dot_times_right, ?DJ;
    rewrite ?cross_times_left, ?cross_times_right, ?cross_turned in Z; try lra.
  - assert (C : cross h f = 0) by lra.
    pose proof (D h f Nh Nf C (rays_apart h f (or_introl eq_refl) (or_introl eq_refl) C)). lra.
  - assert (C : cross k g = 0) by lra.
    pose proof (D k g Nk Ng C (rays_apart k g (or_intror eq_refl) (or_intror eq_refl) C)). lra.
  - assert (C : cross h f = 0) by (rewrite cross_swap; lra).
    rewrite dot_swap.
    pose proof (D h f Nh Nf C (rays_apart h f (or_introl eq_refl) (or_introl eq_refl) C)). lra.
  - assert (C : cross k g = 0) by (rewrite cross_swap; lra).
    rewrite dot_swap.
    pose proof (D k g Nk Ng C (rays_apart k g (or_intror eq_refl) (or_intror eq_refl) C)). lra.
Qed.

(** ** Motion at the corner *)

Variables (kP kQ : kinematics) (aP aQ : twist R).

(** Body of the edge, body of the vertex, and their accelerations. *)
Definition owner c := if of_first c then kP else kQ.
Definition guest c := if of_first c then kQ else kP.
Definition owner_twist c := if of_first c then aP else aQ.
Definition guest_twist c := if of_first c then aQ else aP.

Definition corner_opening c : R :=
  opening (owner c) (guest c) (edge_normal (candidate_edge c)) (here a).
Definition corner_rate c : R :=
  opening_rate (owner c) (guest c) (owner_twist c) (guest_twist c)
               (edge_normal (candidate_edge c)) (here a).

(** Relative velocity and acceleration at the corner. *)
Let u := minus (velocity_of kQ (here a)) (velocity_of kP (here a)).
Let w := minus (acceleration_of kQ aQ (here a)) (acceleration_of kP aP (here a)).

Lemma corner_opening_is c : corner_opening c = dot (direction c) u.
Proof.
  unfold corner_opening, direction, owner, guest, u. generalize (edge_normal (candidate_edge c)).
  intro n. destruct (of_first c); unfold opening; plane; ring.
Qed.

Lemma corner_rate_is c :
  corner_rate c = dot (direction c) w + 2 * spinning (owner c) * dot (J (direction c)) u.
Proof.
  unfold corner_rate, direction, owner, guest, owner_twist, guest_twist, u, w.
  generalize (edge_normal (candidate_edge c)).
  intro n. destruct (of_first c); unfold opening_rate; plane; ring.
Qed.

(** The part whose vertices are before the edge. *)
Definition guest_part c := if of_first c then Q else P.

Lemma here_P : In (here a) P.
Proof. exact (proj2 (edge_ends P _ arrives_P)). Qed.

Lemma here_Q : In (here a) Q.
Proof. rewrite meet. exact (proj2 (edge_ends Q _ arrives_Q)). Qed.

(** An edge that has the other part on its outer side is one of the four. *)
Lemma supported_candidate :
  supported kP kQ aP aQ P Q ->
  exists c, separating c /\
    supports (owner c) (guest c) (owner_twist c) (guest_twist c) (candidate_edge c) (guest_part c).
Proof.
  intros [[e [E S]]|[e [E S]]].
  - assert (B : beyond e Q) by (intros v V; exact (keeps_first _ _ _ (S v V))).
    assert (Z : gap e (here a) = 0).
    { pose proof (B _ here_Q). pose proof (convex_inside P e _ convex_P E here_P). lra. }
    assert (C : exists c, of_first c = true /\ candidate_edge c = e).
    { destruct e as [p q]. destruct (convex_on_line P _ _ convex_P E here_P Z) as [H|H];
        simpl in H; subst.
      - exists (Candidate true false). split; [reflexivity|]. unfold candidate_edge. simpl.
        now rewrite (one_leaves P _ _ _ convex_P leaves_P E).
      - exists (Candidate true true). split; [reflexivity|]. unfold candidate_edge. simpl.
        now rewrite (one_arrives P _ _ _ convex_P arrives_P E). }
    destruct C as [c [F C]]. exists c.
    assert (In0 : forall v, In v P -> dot (direction c) (minus v (here a)) <= 0).
    { intros v V. pose proof (convex_inside P e v convex_P E V) as G.
      unfold direction. rewrite F, C. clear - G Z. plane. lra. }
    assert (Out : forall v, In v Q -> 0 <= dot (direction c) (minus v (here a))).
    { intros v V. pose proof (B v V) as G.
      unfold direction. rewrite F, C. clear - G Z. plane. lra. }
    split.
    + repeat split.
      * apply In0. exact (proj1 (edge_ends P _ arrives_P)).
      * apply In0. exact (proj2 (edge_ends P _ leaves_P)).
      * apply Out. exact (proj1 (edge_ends Q _ arrives_Q)).
      * apply Out. exact (proj2 (edge_ends Q _ leaves_Q)).
    + unfold owner, guest, owner_twist, guest_twist, guest_part. rewrite F, C. exact S.
  - assert (B : beyond e P) by (intros v V; exact (keeps_first _ _ _ (S v V))).
    assert (Z : gap e (here a) = 0).
    { pose proof (B _ here_P). pose proof (convex_inside Q e _ convex_Q E here_Q). lra. }
    assert (C : exists c, of_first c = false /\ candidate_edge c = e).
    { destruct e as [p q]. destruct (convex_on_line Q _ _ convex_Q E here_Q Z) as [H|H];
        simpl in H; subst.
      - exists (Candidate false false). split; [reflexivity|]. unfold candidate_edge. simpl.
        rewrite <- meet. rewrite meet in E |- *.
        now rewrite (one_leaves Q _ _ _ convex_Q leaves_Q E).
      - exists (Candidate false true). split; [reflexivity|]. unfold candidate_edge. simpl.
        rewrite meet in E |- *.
        now rewrite (one_arrives Q _ _ _ convex_Q arrives_Q E). }
    destruct C as [c [F C]]. exists c.
    assert (In0 : forall v, In v Q -> 0 <= dot (direction c) (minus v (here a))).
    { intros v V. pose proof (convex_inside Q e v convex_Q E V) as G.
      unfold direction. rewrite F, C. clear - G Z. plane. lra. }
    assert (Out : forall v, In v P -> dot (direction c) (minus v (here a)) <= 0).
    { intros v V. pose proof (B v V) as G.
      unfold direction. rewrite F, C. clear - G Z. plane. lra. }
    split.
    + repeat split.
      * apply Out. exact (proj1 (edge_ends P _ arrives_P)).
      * apply Out. exact (proj2 (edge_ends P _ leaves_P)).
      * apply In0. exact (proj1 (edge_ends Q _ arrives_Q)).
      * apply In0. exact (proj2 (edge_ends Q _ leaves_Q)).
    + unfold owner, guest, owner_twist, guest_twist, guest_part. rewrite F, C. exact S.
Qed.
(** The corner lies on the lines of its four edges. *)
Lemma candidate_here c : gap (candidate_edge c) (here a) = 0.
Proof.
  destruct c as [[] []]; unfold candidate_edge; simpl; rewrite ?meet;
    unfold gap, height, normal; plane; ring.
Qed.

(** The edge that supports has gap velocity >= 0, and if that is 0, gap acceleration >= 0. *)
Lemma support_keeps c :
  supports (owner c) (guest c) (owner_twist c) (guest_twist c) (candidate_edge c) (guest_part c) ->
  keeps 0 (corner_opening c) (corner_rate c).
Proof.
  intro S. assert (G : In (here a) (guest_part c)).
  { unfold guest_part. destruct (of_first c); [apply here_Q|apply here_P]. }
  pose proof (S _ G) as K. rewrite candidate_here in K. exact K.
Qed.

(** At an undecided corner the relative velocity is 0. *)
Lemma undecided_blind d :
  (exists c, separating c) -> (forall c, separating c -> corner_opening c = 0) -> dot d u = 0.
Proof.
  intros [c S] Z. destruct (both_sides c S) as [[c0 [A0 S0]] [c1 [A1 S1]]].
  pose proof (sides_differ c0 c1 A0 A1 S0 S1) as C.
  pose proof (Z c0 S0) as Z0. pose proof (Z c1 S1) as Z1. rewrite corner_opening_is in Z0, Z1.
  pose proof (both_blind _ _ _ C Z0 Z1) as B.
  pose proof (in_frame (direction c0) d u) as F. rewrite Z0, B in F.
  pose proof (cross_positive_square _ _ C) as N.
  apply Rmult_eq_reg_l with (dot (direction c0) (direction c0)); lra.
Qed.

(** Theorem 1 (a) at an undecided corner: all contacts of one side open, or keep. *)
Theorem corner_undecided :
  supported kP kQ aP aQ P Q ->
  (forall c, separating c -> corner_opening c = 0) ->
  exists side, forall c, arrives c = side -> separating c -> 0 <= corner_rate c.
Proof.
  intros S Z. destruct (supported_candidate S) as [c0 [S0 K]].
  exists (arrives c0). intros c A Sc.
  apply support_keeps in K. rewrite (Z c0 S0) in K. apply keeps_third in K.
  rewrite corner_rate_is, undecided_blind in K |- *; try (now exists c0); try assumption.
  destruct (same_direction c0 c (eq_sym A) S0 Sc) as [C D].
  pose proof (parallel_sign _ _ w C D) as W. lra.
Qed.

(** The end of an edge at the corner that is not the corner. *)
Let far c : vector :=
  match of_first c, arrives c with
  | true, true => before a
  | true, false => after a
  | false, true => before a'
  | false, false => after a'
  end.

(** Side 0 is (-1), side 1 is 1. *)
Let side_sign (side : bool) : R := if side then -1 else 1.

(** Gap velocity, before the edge c0 of one part, of the far end of the edge c of the other. *)
Lemma far_opening c0 c :
  of_first c0 = negb (of_first c) -> arrives c0 = arrives c ->
  opening (owner c0) (guest c0) (edge_normal (candidate_edge c0)) (far c)
  = corner_opening c0
    + (spinning (owner c) - spinning (owner c0)) * side_sign (arrives c)
      * dot (direction c0) (direction c).
Proof.
  intros F A. rewrite (direction_is c).
  assert (D : edge_normal (candidate_edge c0)
              = if of_first c0 then direction c0 else times (-1) (direction c0)).
  { unfold direction. destruct (of_first c0); [reflexivity|]. apply point_eq; simpl; ring. }
  unfold corner_opening. rewrite D. generalize (direction c0). intro m.
  unfold owner, guest, far, side_sign, h, k, f, g.
  destruct c0 as [[] []]; destruct c as [[] []]; simpl in *; try discriminate;
    unfold opening; plane; ring.
Qed.

Lemma far_in c0 c : of_first c0 = negb (of_first c) -> In (far c) (guest_part c0).
Proof.
  unfold far, guest_part. intros ->. destruct c as [[] []]; simpl.
  - exact (proj1 (edge_ends P _ arrives_P)).
  - exact (proj2 (edge_ends P _ leaves_P)).
  - exact (proj1 (edge_ends Q _ arrives_Q)).
  - exact (proj2 (edge_ends Q _ leaves_Q)).
Qed.

Lemma far_on_line c0 c :
  of_first c0 = negb (of_first c) -> cross (direction c0) (direction c) = 0 ->
  gap (candidate_edge c0) (far c) = 0.
Proof.
  intros F C.
  assert (G : gap (candidate_edge c0) (far c)
              = gap (candidate_edge c0) (here a)
                + dot (edge_normal (candidate_edge c0)) (minus (far c) (here a)))
    by (unfold edge_normal; generalize (candidate_edge c0); intro e; plane; ring).
  rewrite G, candidate_here, Rplus_0_l.
  rewrite (direction_is c) in C. revert C. unfold direction, far, h, k, f, g.
  generalize (edge_normal (candidate_edge c0)). intros n C.
  destruct (of_first c0); destruct c as [[] []]; simpl in *; try discriminate;
    clear - C; plane; lra.
Qed.

(** Theorem 1 (a) at a corner that is forced to a side: the parts slide along this side. *)
Theorem corner_forced side :
  supported kP kQ aP aQ P Q ->
  (forall c, arrives c = side -> separating c -> corner_opening c = 0) ->
  (forall c, arrives c = negb side -> separating c -> corner_opening c <= 0) ->
  (exists c, arrives c = negb side /\ separating c /\ corner_opening c < 0) ->
  forall c, arrives c = side -> separating c -> 0 <= corner_rate c.
Proof.
  intros Sup Z L [c1 [A1 [S1 L1]]] c A S.
  destruct (supported_candidate Sup) as [c0 [S0 K]].
  pose proof (support_keeps c0 K) as K0. rewrite corner_opening_is in L1.
  assert (A0 : arrives c0 = side).
  { destruct (bool_dec (arrives c0) side) as [E|E]; [assumption|exfalso].
    assert (A0 : arrives c0 = negb side) by (destruct (arrives c0), side; simpl; congruence).
    pose proof (keeps_second _ _ K0) as V. pose proof (L c0 A0 S0) as V'.
    assert (V0 : corner_opening c0 = 0) by lra. rewrite corner_opening_is in V0.
    assert (E01 : arrives c0 = arrives c1) by congruence.
    destruct (same_direction c0 c1 E01 S0 S1) as [C D].
    pose proof (parallel_zero _ _ u C D V0). lra. }
  pose proof (Z c0 A0 S0) as Z0. rewrite Z0 in K0. apply keeps_third in K0.
  destruct (bool_dec (of_first c0) (of_first c)) as [E|E].
  { assert (c0 = c) by (destruct c0, c; simpl in *; congruence). now subst. }
  assert (F : of_first c0 = negb (of_first c)) by (destruct (of_first c0), (of_first c); simpl; congruence).
  assert (E0 : arrives c0 = arrives c) by congruence.
  destruct (same_direction c0 c E0 S0 S) as [C D].
  assert (Spin : 0 <= side_sign side * (spinning (owner c) - spinning (owner c0))).
  { pose proof (K _ (far_in c0 c F)) as Kf. rewrite (far_on_line c0 c F C) in Kf.
    apply keeps_second in Kf. rewrite (far_opening c0 c F E0), Z0, A in Kf. nra. }
  rewrite corner_opening_is in Z0.
  assert (Slide : 0 < side_sign side * dot (J (direction c0)) u).
  { pose proof (in_frame (direction c0) (direction c1) u) as Fr. rewrite Z0 in Fr.
    assert (N : 0 < dot (direction c0) (direction c0)) by (apply square_positive with (direction c); lra).
    unfold side_sign. destruct side.
    - pose proof (sides_differ c0 c1 A0 A1 S0 S1). nra.
    - pose proof (sides_differ c1 c0 A1 A0 S1 S0) as X. rewrite cross_swap in X. nra. }
  rewrite corner_rate_is in K0 |- *.
  set (v := minus w (times (2 * spinning (owner c)) (J u))).
  assert (V : forall d, dot d v = dot d w + 2 * spinning (owner c) * dot (J d) u).
  { intro d. unfold v. clearbody u w. plane. ring. }
  rewrite <- V. apply (parallel_sign (direction c0)); try assumption. rewrite V.
  assert (Sq : side_sign side * side_sign side = 1) by (unfold side_sign; destruct side; ring).
  assert (Pr : 0 <= (side_sign side * (spinning (owner c) - spinning (owner c0)))
                    * (side_sign side * dot (J (direction c0)) u)) by (apply Rmult_le_pos; lra).
  replace ((side_sign side * (spinning (owner c) - spinning (owner c0)))
           * (side_sign side * dot (J (direction c0)) u))
    with ((side_sign side * side_sign side)
          * ((spinning (owner c) - spinning (owner c0)) * dot (J (direction c0)) u)) in Pr by ring.
  rewrite Sq in Pr. lra.
Qed.
(** ** Strict motions at a corner (Theorem 1 (b)) *)

(** The edge of the other part at the corner that is on the line of a separating edge lies opposite,
    arrives or leaves with it, and separates, too. *)
Lemma twin c c' :
  of_first c' = negb (of_first c) -> separating c ->
  cross (direction c) (direction c') = 0 -> arrives c' = arrives c /\ separating c'.
Proof.
  intros F S C.
  pose proof turn_P as TP. pose proof turn_Q as TQ.
  pose proof (cross_positive_square k h TP) as Nk.
  pose proof (cross_positive_square g f TQ) as Ng.
  assert (Nh : 0 < dot h h) by (apply cross_positive_square with (times (-1) k);
    rewrite cross_times_right, cross_swap; lra).
  assert (Nf : 0 < dot f f) by (apply cross_positive_square with (times (-1) g);
    rewrite cross_times_right, cross_swap; lra).
  assert (Opp : forall v v', (v = h \/ v = k) -> (v' = f \/ v' = g) -> cross v v' = 0 -> dot v v' < 0).
  { intros v v' Hv Hv' Z. destruct (rays_apart v v' Hv Hv' Z) as [H|H]; [assumption|exfalso].
    pose proof (in_frame v v' v') as Fr. rewrite Z, H in Fr.
    destruct Hv as [-> | ->]; destruct Hv' as [-> | ->]; nra. }
  assert (Same : 0 < dot (direction c) (direction c') -> separating c').
  { intro D. destruct S as (S1 & S2 & S3 & S4).
    assert (Sg : forall v, dot (direction c) v <= 0 -> dot (direction c') v <= 0).
    { intros v H. pose proof (parallel_sign _ _ (times (-1) v) C D) as X.
      rewrite !dot_times_right in X. lra. }
    unfold separating, separates. split; [now apply Sg|]. split; [now apply Sg|].
    split; now apply (parallel_sign (direction c)). }
  assert (DJ : forall v v', dot (J v) (J v') = dot v v') by (intros; plane; ring).
  unfold separating in S. rewrite separates_is in S.
  rewrite (direction_is c), (direction_is c') in *.
  destruct c as [[] []]; destruct c' as [[] []]; simpl in *; try discriminate;
    rewrite ?dot_times_left, ?dot_times_right, ?DJ in *;
    rewrite ?cross_times_left, ?cross_times_right, ?cross_turned in C.
  (* the first part's edge arrives *)
  - assert (Z : cross h f = 0) by lra.
    pose proof (Opp h f (or_introl eq_refl) (or_introl eq_refl) Z). split; [reflexivity|].
    apply Same. lra.
  - exfalso. pose proof (Opp h g (or_introl eq_refl) (or_intror eq_refl) C) as D.
    destruct S as (_ & _ & S & _). rewrite dot_turned_left in S.
    pose proof (in_frame h g (times (-1) (J f))) as Fr.
    rewrite C, !dot_times_right, !dot_turned_right in Fr. nra.
  (* it leaves *)
  - exfalso. assert (Z : cross k f = 0) by lra.
    pose proof (Opp k f (or_intror eq_refl) (or_introl eq_refl) Z) as D.
    destruct S as (_ & _ & _ & S). rewrite dot_turned_left in S.
    pose proof (in_frame k f (times (-1) (J g))) as Fr.
    rewrite Z, !dot_times_right, !dot_turned_right, (cross_swap f g) in Fr. nra.
  - assert (Z : cross k g = 0) by lra.
    pose proof (Opp k g (or_intror eq_refl) (or_intror eq_refl) Z). split; [reflexivity|].
    apply Same. lra.
  (* the second part's edge arrives *)
  - assert (Z : cross h f = 0) by (rewrite cross_swap; lra).
    pose proof (Opp h f (or_introl eq_refl) (or_introl eq_refl) Z) as D. split; [reflexivity|].
    apply Same. rewrite dot_swap. lra.
  - exfalso. assert (Z : cross k f = 0) by (rewrite cross_swap; lra).
    pose proof (Opp k f (or_intror eq_refl) (or_introl eq_refl) Z) as D.
    destruct S as (S & _). rewrite dot_turned_left in S.
    pose proof (in_frame f k (times (-1) (J h))) as Fr.
    rewrite (cross_swap f k), Z, !dot_times_right, !dot_turned_right, (dot_swap f k) in Fr. nra.
  (* it leaves *)
  - exfalso. assert (Z : cross h g = 0) by (rewrite cross_swap; lra).
    pose proof (Opp h g (or_introl eq_refl) (or_intror eq_refl) Z) as D.
    destruct S as (_ & S & _). rewrite dot_turned_left in S.
    pose proof (in_frame g h (times (-1) (J k))) as Fr.
    rewrite (cross_swap g h), Z, !dot_times_right, !dot_turned_right, (dot_swap g h), (cross_swap h k) in Fr.
    nra.
  - assert (Z : cross k g = 0) by (rewrite cross_swap; lra).
    pose proof (Opp k g (or_intror eq_refl) (or_intror eq_refl) Z) as D. split; [reflexivity|].
    apply Same. rewrite dot_swap. lra.
Qed.
(** The vertices of a polygon on a line through its vertex x that has the polygon on one side. *)
Lemma vertices_on_line R0 p x q m y :
  strictly_convex R0 -> In (p, x) (edges R0) -> In (x, q) (edges R0) -> m <> zero ->
  0 <= dot m (minus p x) -> 0 <= dot m (minus q x) -> In y R0 -> dot m (minus y x) = 0 ->
  y = x \/ (dot m (minus p x) = 0 /\ y = p) \/ (dot m (minus q x) = 0 /\ y = q).
Proof.
  intros C E E' N Mp Mq W Z. pose proof (turns_left R0 p x q C E E') as T.
  pose proof (convex_inside R0 _ y C E W) as G. pose proof (convex_inside R0 _ y C E' W) as G'.
  assert (I : cross (minus q x) (minus p x) * dot m (minus y x)
              = cross (minus y x) (minus p x) * dot m (minus q x)
                + cross (minus q x) (minus y x) * dot m (minus p x)) by (plane; ring).
  rewrite Z, Rmult_0_r in I.
  assert (Pa : 0 <= cross (minus y x) (minus p x)) by (plane; lra).
  assert (Pb : 0 <= cross (minus q x) (minus y x)) by (plane; lra).
  assert (Ia : 0 <= cross (minus y x) (minus p x) * dot m (minus q x)) by (apply Rmult_le_pos; lra).
  assert (Ib : 0 <= cross (minus q x) (minus y x) * dot m (minus p x)) by (apply Rmult_le_pos; lra).
  destruct Mq as [Mq|Mq].
  - assert (Z1 : cross (minus y x) (minus p x) = 0) by nra.
    destruct (convex_on_line R0 (p, x) y C E W) as [H|H]; [plane; lra| |].
    + simpl in H. right. left. split; [now rewrite <- H|assumption].
    + now left.
  - destruct Mp as [Mp|Mp].
    + assert (Z1 : cross (minus q x) (minus y x) = 0) by nra.
      destruct (convex_on_line R0 (x, q) y C E' W) as [H|H]; [plane; lra| |].
      * now left.
      * simpl in H. right. right. split; [now symmetry|assumption].
    + exfalso. apply N. apply (sees_nothing (minus q x) (minus p x) m T); now symmetry.
Qed.

(** The vertices of the other part on the line of a separating edge: the corner, and the far end of the
    twin. *)
Lemma on_corner_line c y :
  separating c -> In y (guest_part c) -> gap (candidate_edge c) y = 0 ->
  y = here a \/ exists c', of_first c' = negb (of_first c) /\ arrives c' = arrives c /\
                           separating c' /\ y = far c'.
Proof.
  intros S W Z. pose proof S as (S1 & S2 & S3 & S4).
  assert (Found : forall c', of_first c' = negb (of_first c) -> dot (direction c) (minus (far c') (here a)) = 0 ->
            y = far c' -> exists c', of_first c' = negb (of_first c) /\ arrives c' = arrives c /\
                           separating c' /\ y = far c').
  { intros c' F D ->.
    assert (C : cross (direction c) (direction c') = 0).
    { rewrite (direction_is c'). revert D. unfold far, h, k, f, g. generalize (direction c). intros m D.
      destruct c' as [[] []]; simpl in *; plane; lra. }
    destruct (twin c c' F S C) as [A Sc]. now exists c'. }
  assert (Sum : dot (edge_normal (candidate_edge c)) (minus y (here a)) = 0).
  { pose proof (candidate_here c) as H. rewrite <- Z in H.
    clear - Z H. revert Z H. unfold edge_normal. generalize (candidate_edge c). intros e Z H.
    plane. lra. }
  unfold guest_part in W. pose proof (direction_proper c) as N. unfold direction in *.
  destruct (of_first c) eqn:F.
  - rewrite meet in Sum.
    assert (M1 : 0 <= dot (edge_normal (candidate_edge c)) (minus (before a') (here a')))
      by (rewrite <- meet; exact S3).
    assert (M2 : 0 <= dot (edge_normal (candidate_edge c)) (minus (after a') (here a')))
      by (rewrite <- meet; exact S4).
    destruct (vertices_on_line Q _ _ _ _ y convex_Q arrives_Q leaves_Q N M1 M2 W Sum)
      as [H|[[H1 H2]|[H1 H2]]].
    + left. now rewrite meet.
    + right. apply (Found (Candidate false true)); [reflexivity| |exact H2].
      unfold far. simpl. rewrite meet. exact H1.
    + right. apply (Found (Candidate false false)); [reflexivity| |exact H2].
      unfold far. simpl. rewrite meet. exact H1.
  - assert (Neg : forall vv, dot (times (-1) (edge_normal (candidate_edge c))) vv
                            = - dot (edge_normal (candidate_edge c)) vv) by (intro; plane; ring).
    rewrite Neg in S1, S2.
    assert (N' : edge_normal (candidate_edge c) <> zero).
    { intro H. apply N. rewrite H. apply point_eq; simpl; ring. }
    destruct (vertices_on_line P _ _ _ (edge_normal (candidate_edge c)) y convex_P arrives_P leaves_P N')
      as [H|[[H1 H2]|[H1 H2]]]; try assumption; try lra.
    + now left.
    + right. apply (Found (Candidate true true)); [reflexivity| |exact H2].
      unfold far. simpl. rewrite Neg. lra.
    + right. apply (Found (Candidate true false)); [reflexivity| |exact H2].
      unfold far. simpl. rewrite Neg. lra.
Qed.

(** Gap acceleration, before the edge c0 of one part, of the far end of the edge c of the other. *)
Lemma far_rate c0 c :
  of_first c0 = negb (of_first c) -> arrives c0 = arrives c -> gap (candidate_edge c0) (far c) = 0 ->
  opening_rate (owner c0) (guest c0) (owner_twist c0) (guest_twist c0)
               (edge_normal (candidate_edge c0)) (far c)
  = corner_rate c0
    + (tr (owner_twist c) - tr (owner_twist c0)) * side_sign (arrives c)
      * dot (direction c0) (direction c).
Proof.
  intros F A G.
  assert (D : edge_normal (candidate_edge c0)
              = if of_first c0 then direction c0 else times (-1) (direction c0)).
  { unfold direction. destruct (of_first c0); [reflexivity|]. apply point_eq; simpl; ring. }
  assert (Z : dot (edge_normal (candidate_edge c0)) (minus (far c) (here a)) = 0).
  { pose proof (candidate_here c0) as H. rewrite <- G in H.
    clear - G H. revert G H. unfold edge_normal. generalize (candidate_edge c0). intros e G H.
    plane. lra. }
  assert (Exp : opening_rate (owner c0) (guest c0) (owner_twist c0) (guest_twist c0)
                  (edge_normal (candidate_edge c0)) (far c)
    = corner_rate c0
      + (tr (guest_twist c0) - tr (owner_twist c0))
        * dot (edge_normal (candidate_edge c0)) (J (minus (far c) (here a)))
      - (spinning (guest c0) - spinning (owner c0)) * (spinning (guest c0) - spinning (owner c0))
        * dot (edge_normal (candidate_edge c0)) (minus (far c) (here a))).
  { unfold corner_rate. generalize (edge_normal (candidate_edge c0)). intro n.
    unfold opening_rate. plane. ring. }
  rewrite Exp, Z, (direction_is c), D. generalize (direction c0). intro m.
  unfold owner_twist, guest_twist, far, side_sign, h, k, f, g.
  destruct c0 as [[] []]; destruct c as [[] []]; simpl in *; try discriminate;
    rewrite ?meet; plane; ring.
Qed.

(** Theorem 1 (b) at a corner: if all contacts of one side open, an edge of this side clears. *)
Theorem corner_cleared side :
  (exists c, arrives c = side /\ separating c) ->
  (forall c, arrives c = side -> separating c -> opens 0 (corner_opening c) (corner_rate c)) ->
  cleared kP kQ aP aQ P Q.
Proof.
  intros [c [A S]] O.
  (* it suffices that the far end of the twin, if there is one, opens *)
  assert (Use : forall c0, arrives c0 = side -> separating c0 ->
    (forall c', of_first c' = negb (of_first c0) -> arrives c' = arrives c0 -> separating c' ->
       opens 0
         (opening (owner c0) (guest c0) (edge_normal (candidate_edge c0)) (far c'))
         (opening_rate (owner c0) (guest c0) (owner_twist c0) (guest_twist c0)
                       (edge_normal (candidate_edge c0)) (far c'))) ->
    cleared kP kQ aP aQ P Q).
  { intros c0 A0 S0 Far. pose proof S0 as (S1 & S2 & S3 & S4).
    assert (C : clears (owner c0) (guest c0) (owner_twist c0) (guest_twist c0) (candidate_edge c0)
                       (guest_part c0)).
    { intros y W.
      assert (G0 : 0 <= gap (candidate_edge c0) y).
      { assert (Sum : gap (candidate_edge c0) y
          = dot (edge_normal (candidate_edge c0)) (minus y (here a))).
        { pose proof (candidate_here c0) as H. clear - H. revert H. unfold edge_normal.
          generalize (candidate_edge c0). intros e H. plane. lra. }
        rewrite Sum. unfold guest_part in W. unfold direction in S1, S2, S3, S4.
        destruct (of_first c0).
        - rewrite meet. apply (in_angle Q _ _ _ _ convex_Q arrives_Q leaves_Q); try assumption;
            rewrite <- meet; assumption.
        - apply (in_angle P _ _ _ _ convex_P arrives_P leaves_P); try assumption;
            plane; lra. }
      destruct (Rle_lt_or_eq_dec _ _ G0) as [G|G]; [now left|]. rewrite <- G. symmetry in G.
      destruct (on_corner_line c0 y S0 W G) as [->|(c' & F & E & S' & ->)].
      - exact (O c0 A0 S0).
      - now apply Far. }
    destruct c0 as [[] arr].
    - left. eexists. split; [|exact C]. unfold candidate_edge. simpl. now destruct arr.
    - right. eexists. split; [|exact C]. unfold candidate_edge. simpl. now destruct arr. }
  set (c' := Candidate (negb (of_first c)) (arrives c)).
  assert (F : of_first c' = negb (of_first c)) by reflexivity.
  assert (F' : of_first c = negb (of_first c')) by (simpl; now rewrite negb_involutive).
  assert (E : arrives c' = arrives c) by reflexivity.
  assert (Only : forall d, of_first d = negb (of_first c) -> arrives d = arrives c -> d = c').
  { intros [df da] D1 D2. simpl in *. subst. reflexivity. }
  assert (Only' : forall d, of_first d = negb (of_first c') -> arrives d = arrives c' -> d = c).
  { intros [df da] D1 D2. simpl in *. rewrite negb_involutive in D1. subst. now destruct c. }
  assert (Dec : separating c' \/ ~ separating c').
  { apply four_decided. }
  destruct Dec as [S'|NS].
  2:{ apply (Use c A S). intros d D1 D2 D3. rewrite (Only d D1 D2) in D3. contradiction. }
  destruct (same_direction c c' (eq_sym E) S S') as [C D].
  assert (C' : cross (direction c') (direction c) = 0) by (rewrite cross_swap; lra).
  pose proof (far_on_line c c' F' C) as G. pose proof (far_on_line c' c F C') as G'.
  pose proof (O c A S) as Oc. pose proof (O c' (eq_trans E A) S') as Oc'.
  pose proof (far_opening c c' F' (eq_sym E)) as V. pose proof (far_opening c' c F E) as V'.
  pose proof (far_rate c c' F' (eq_sym E) G) as T. pose proof (far_rate c' c F E G') as T'.
  assert (UseC : opens 0
      (opening (owner c) (guest c) (edge_normal (candidate_edge c)) (far c'))
      (opening_rate (owner c) (guest c) (owner_twist c) (guest_twist c)
                    (edge_normal (candidate_edge c)) (far c')) -> cleared kP kQ aP aQ P Q).
  { intro H. apply (Use c A S). intros d D1 D2 _. now rewrite (Only d D1 D2). }
  assert (UseC' : opens 0
      (opening (owner c') (guest c') (edge_normal (candidate_edge c')) (far c))
      (opening_rate (owner c') (guest c') (owner_twist c') (guest_twist c')
                    (edge_normal (candidate_edge c')) (far c)) -> cleared kP kQ aP aQ P Q).
  { intro H. apply (Use c' (eq_trans E A) S'). intros d D1 D2 _. now rewrite (Only' d D1 D2). }
  rewrite E in V, T. rewrite (dot_swap (direction c')) in V', T'.
  set (D0 := dot (direction c) (direction c')) in *.
  set (sg := side_sign (arrives c)) in *.
  set (dw := (spinning (owner c') - spinning (owner c)) * sg).
  set (da := (tr (owner_twist c') - tr (owner_twist c)) * sg).
  assert (Vd : opening (owner c) (guest c) (edge_normal (candidate_edge c)) (far c')
               = corner_opening c + dw * D0) by (rewrite V; unfold dw; ring).
  assert (Vd' : opening (owner c') (guest c') (edge_normal (candidate_edge c')) (far c)
               = corner_opening c' - dw * D0) by (rewrite V'; unfold dw; ring).
  assert (Td : opening_rate (owner c) (guest c) (owner_twist c) (guest_twist c)
                 (edge_normal (candidate_edge c)) (far c')
               = corner_rate c + da * D0) by (rewrite T; unfold da; ring).
  assert (Td' : opening_rate (owner c') (guest c') (owner_twist c') (guest_twist c')
                  (edge_normal (candidate_edge c')) (far c)
               = corner_rate c' - da * D0) by (rewrite T'; unfold da; ring).
  rewrite Vd, Td in UseC. rewrite Vd', Td' in UseC'.
  assert (Vc : 0 <= corner_opening c) by (unfold opens in Oc; lra).
  assert (Vc' : 0 <= corner_opening c') by (unfold opens in Oc'; lra).
  destruct (Rtotal_order dw 0) as [H|[H|H]].
  - apply UseC'. right. split; [reflexivity|]. left. nra.
  - rewrite H, Rmult_0_l in UseC, UseC'.
    assert (Par : corner_opening c = 0 -> corner_opening c' = 0).
    { rewrite !corner_opening_is. now apply parallel_zero. }
    destruct (Rle_lt_dec 0 da) as [H'|H'].
    + apply UseC. right. split; [reflexivity|].
      destruct Oc as [Oc|[_ [Oc|[Oc1 Oc2]]]]; [lra|left; lra|]. right. split; [lra|nra].
    + destruct Vc as [Vc|Vc].
      * apply UseC. right. split; [reflexivity|]. left. lra.
      * apply UseC'. right. split; [reflexivity|].
        destruct Oc' as [Oc'|[_ [Oc'|[Oc1 Oc2]]]]; [lra|left; lra|]. right. split; [lra|nra].
  - apply UseC. right. split; [reflexivity|]. left. nra.
Qed.
End Corner.
