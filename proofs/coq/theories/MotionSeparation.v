(** * Two convex parts that a line separates are separated by the line of an edge

    Turn the line: its direction lies in the cone of the outward normals at the vertex of P that is
    furthest in this direction, and in the negative of that of Q. The extreme directions of the
    intersection belong to edges, and one of them separates as well. *)

Require Import List Reals Lra Psatz Lia.
From Zwang Require Import Format Meaning MotionPlane.
Import ListNotations.
Open Scope R_scope.

(** ** Four directions *)

(** h and k point along the edges of P, f and g along those of Q: at their vertices P lies in the
    cone from k to h, Q in the cone from g to f, counter-clockwise. *)
Section Cones.
Variables (h k f g : vector).
Hypothesis turn_P : 0 < cross k h.
Hypothesis turn_Q : 0 < cross g f.

(** m has P on its inner side and Q on its outer side. *)
Definition splits (m : vector) : Prop :=
  dot m h <= 0 /\ dot m k <= 0 /\ 0 <= dot m f /\ 0 <= dot m g.

Lemma splits_arriving_P : splits (J h) <-> cross f h <= 0 /\ cross g h <= 0.
Proof. unfold splits. plane. split; intros; repeat split; lra. Qed.

Lemma splits_leaving_P : splits (times (-1) (J k)) <-> 0 <= cross f k /\ 0 <= cross g k.
Proof. unfold splits. plane. split; intros; repeat split; lra. Qed.

Lemma splits_arriving_Q : splits (times (-1) (J f)) <-> 0 <= cross f h /\ 0 <= cross f k.
Proof. unfold splits. plane. split; intros; repeat split; lra. Qed.

Lemma splits_leaving_Q : splits (J g) <-> cross g h <= 0 /\ cross g k <= 0.
Proof. unfold splits. plane. split; intros; repeat split; lra. Qed.

(** A vector strictly between k and h, seen by a direction that sees k and h on one side. *)
Lemma strictly_between (k' h' x m : vector) :
  0 < cross k' h' -> 0 < cross k' x -> 0 < cross x h' ->
  dot m k' <= 0 -> dot m h' <= 0 -> 0 <= dot m x -> dot m k' = 0 /\ dot m h' = 0.
Proof.
  intros T X1 X2 Mk Mh Mx.
  assert (I : cross k' h' * dot m x = cross x h' * dot m k' + cross k' x * dot m h')
    by (plane; ring).
  assert (0 <= cross k' h' * dot m x) by (apply Rmult_le_pos; lra).
  split; nra.
Qed.

(** A direction that sees two independent vectors as 0 is 0. *)
Lemma sees_nothing (k' h' m : vector) :
  0 < cross k' h' -> dot m k' = 0 -> dot m h' = 0 -> m = zero.
Proof.
  intros T Mk Mh. apply point_eq; apply Rmult_eq_reg_l with (cross k' h'); try lra; simpl.
  - transitivity (py h' * dot m k' - py k' * dot m h'); [plane; ring|]. rewrite Mk, Mh. ring.
  - transitivity (px k' * dot m h' - px h' * dot m k'); [plane; ring|]. rewrite Mk, Mh. ring.
Qed.

Variable n : vector.
Hypothesis n_splits : splits n.
Hypothesis n_proper : n <> zero.

Lemma not_inside_P x : 0 < cross k x -> 0 < cross x h -> 0 <= dot n x -> False.
Proof.
  intros X1 X2 X. destruct n_splits as (Nh & Nk & _).
  destruct (strictly_between k h x n turn_P X1 X2 Nk Nh X) as [Z1 Z2].
  apply n_proper. exact (sees_nothing k h n turn_P Z1 Z2).
Qed.

Lemma not_inside_Q x : 0 < cross g x -> 0 < cross x f -> dot n x <= 0 -> False.
Proof.
  intros X1 X2 X. destruct n_splits as (_ & _ & Nf & Ng).
  assert (Opp : forall v, dot (times (-1) n) v = - dot n v) by (intro; plane; ring).
  destruct (strictly_between g f x (times (-1) n) turn_Q X1 X2) as [Z1 Z2];
    rewrite ?Opp in *; try lra.
  apply n_proper. apply (sees_nothing g f n turn_Q); lra.
Qed.

(** Some edge splits. *)
Lemma some_edge_splits :
  splits (J h) \/ splits (times (-1) (J k)) \/ splits (times (-1) (J f)) \/ splits (J g).
Proof.
  rewrite splits_arriving_P, splits_leaving_P, splits_arriving_Q, splits_leaving_Q.
  destruct n_splits as (Nh & Nk & Nf & Ng).
  pose proof (cross_swap f h) as Efh. pose proof (cross_swap g h) as Egh.
  pose proof (cross_swap f k) as Efk. pose proof (cross_swap g k) as Egk.
  destruct (Rle_lt_dec 0 (cross f h)) as [FH|FH].
  - destruct (Rle_lt_dec 0 (cross f k)) as [FK|FK]; [tauto|].
    destruct FH as [FH|FH]; [exfalso; apply (not_inside_P f); lra|].
    destruct (Rle_lt_dec (cross g h) 0) as [GH|GH]; [left; lra|].
    destruct (Rtotal_order (cross g k) 0) as [GK|[GK|GK]].
    + exfalso. apply (not_inside_P g); lra.
    + exfalso.
      (* f is a positive multiple of h, and g of k: n is 0 *)
      pose proof (in_frame h f n) as F1. pose proof (in_frame k g n) as F2.
      pose proof (in_frame h f (times (-1) (J k))) as F3.
      pose proof (in_frame k g (J h)) as F4.
      assert (Z1 : cross h f = 0) by lra. assert (Z2 : cross k g = 0) by lra.
      rewrite Z1, (dot_swap f n), (dot_swap h n) in F1.
      rewrite Z2, (dot_swap g n), (dot_swap k n) in F2.
      rewrite Z1, !dot_times_right, !dot_turned_right in F3.
      rewrite Z2, !dot_turned_right in F4.
      assert (Nhh : 0 < dot h h)
        by (apply cross_positive_square with (times (-1) k);
            rewrite cross_times_right, cross_swap; lra).
      assert (Nkk : 0 < dot k k) by (apply cross_positive_square with h; assumption).
      assert (Ehk : cross h k = - cross k h) by apply cross_swap.
      assert (D1 : 0 < dot h f) by nra.
      assert (D2 : 0 < dot k g) by nra.
      assert (H0 : dot n h = 0) by nra. assert (K0 : dot n k = 0) by nra.
      apply n_proper. exact (sees_nothing k h n turn_P K0 H0).
    + exfalso. apply (not_inside_Q k); lra.
  - destruct (Rle_lt_dec (cross g h) 0) as [GH|GH]; [left; lra|].
    exfalso. apply (not_inside_Q h); lra.
Qed.

(** So an arriving edge splits, and a leaving one. *)
Lemma both_edges_split :
  (splits (J h) \/ splits (times (-1) (J f))) /\ (splits (times (-1) (J k)) \/ splits (J g)).
Proof.
  pose proof some_edge_splits as S.
  rewrite splits_arriving_P, splits_leaving_P, splits_arriving_Q, splits_leaving_Q in *.
  pose proof (four_vectors f g h k) as I.
  assert (Pos : 0 < cross f g * cross h k).
  { rewrite (cross_swap f g), (cross_swap h k). nra. }
  set (fh := cross f h) in *. set (gk := cross g k) in *.
  set (fk := cross f k) in *. set (gh := cross g h) in *.
  assert (No : fh * gk <= 0 -> 0 <= fk * gh -> False) by (intros; lra).
  destruct (Rle_lt_dec 0 fh) as [FH|FH]; destruct (Rle_lt_dec 0 fk) as [FK|FK];
    destruct (Rle_lt_dec 0 gh) as [GH|GH]; destruct (Rle_lt_dec 0 gk) as [GK|GK];
    split; try lra; try (exfalso; apply No; nra);
    try (left; lra); try (right; lra);
    destruct S as [S|[S|[S|S]]]; try (exfalso; lra); try (left; lra); try (right; lra);
    try (exfalso; apply No; nra).
Qed.

(** One of the two splits a shift d that n sees forward. *)
Lemma one_sees_forward m0 m1 d :
  splits m0 -> splits m1 -> 0 <= cross m0 n -> 0 <= cross n m1 -> 0 <= cross m0 m1 ->
  m0 <> zero -> m1 <> zero ->
  0 <= dot n d -> 0 <= dot m0 d \/ 0 <= dot m1 d.
Proof.
  intros S0 S1 C0 C1 C Z0 Z1 D.
  destruct (Rle_lt_dec 0 (dot m0 d)) as [D0|D0]; [now left|].
  destruct (Rle_lt_dec 0 (dot m1 d)) as [D1|D1]; [now right|exfalso].
  assert (I : cross m0 m1 * dot n d = cross n m1 * dot m0 d + cross m0 n * dot m1 d)
    by (plane; ring).
  assert (0 <= cross m0 m1 * dot n d) by (apply Rmult_le_pos; lra).
  assert (Za : cross n m1 = 0) by nra. assert (Zb : cross m0 n = 0) by nra.
  (* n is parallel to m0; it cannot point against it, for both split *)
  pose proof (in_frame m0 n d) as F. rewrite Zb in F.
  assert (N0 : 0 < dot m0 m0) by (apply square_positive with d; lra).
  assert (Neg : dot m0 n <= 0) by nra.
  assert (Zero : dot n h = 0 /\ dot n k = 0).
  { destruct S0 as (Sh & Sk & _). destruct n_splits as (Nh & Nk & _).
    pose proof (in_frame m0 n h) as Fh. pose proof (in_frame m0 n k) as Fk.
    rewrite Zb in Fh, Fk. split; nra. }
  apply n_proper. exact (sees_nothing k h n turn_P (proj2 Zero) (proj1 Zero)).
Qed.
End Cones.

(** ** Two polygons *)

(** A line has the parts on different sides: n·x <= h on P, n·x >= h on Q. *)
Definition line_apart (P Q : part R) : Prop :=
  exists n h, n <> zero /\
    (forall x, In x P -> dot n x <= h) /\ (forall y, In y Q -> h <= dot n y).

(** The line of an edge is a line. *)
Lemma edge_line_apart P Q p q :
  strictly_convex P -> In (p, q) (edges P) -> (forall w, In w Q -> 0 <= height p q w) ->
  line_apart P Q.
Proof.
  intros C E H. exists (normal p q), (dot (normal p q) p). split; [|split].
  - intro Z. pose proof (edge_proper P p q C E) as L. injection Z as Z1 Z2. plane. nra.
  - intros x X. pose proof (convex_inside P _ x C E X). plane. lra.
  - intros y Y. pose proof (H y Y). plane. lra.
Qed.

Lemma line_apart_sym P Q : line_apart P Q -> line_apart Q P.
Proof.
  intros (n & h & N & A & B). exists (times (-1) n), (- h).
  assert (Opp : forall v, dot (times (-1) n) v = - dot n v) by (intro; plane; ring).
  split; [|split].
  - intro Z. apply N. injection Z as Z1 Z2. apply point_eq; simpl; lra.
  - intros y Y. rewrite Opp. pose proof (B y Y). lra.
  - intros x X. rewrite Opp. pose proof (A x X). lra.
Qed.

(** If a line separates two strictly convex polygons, the line of an edge of one of them does. *)
Theorem line_edge_apart P Q :
  strictly_convex P -> strictly_convex Q -> line_apart P Q ->
  edge_separates P Q \/ edge_separates Q P.
Proof.
  intros CP CQ (n & c & N & HP & HQ).
  assert (Ne : forall S, strictly_convex S -> S <> []).
  { intros S [L _] ->. simpl in L. lia. }
  destruct (furthest n P (Ne P CP)) as [x [X MX]].
  destruct (furthest (times (-1) n) Q (Ne Q CQ)) as [y [Y MY]].
  destruct (vertex_edges P x X) as [[p1 E1] [p2 E2]].
  destruct (vertex_edges Q y Y) as [[q1 E3] [q2 E4]].
  pose proof (turns_left P p1 x p2 CP E1 E2) as TP.
  pose proof (turns_left Q q1 y q2 CQ E3 E4) as TQ.
  set (h := minus p1 x) in *. set (k := minus p2 x) in *.
  set (f := minus q1 y) in *. set (g := minus q2 y) in *.
  assert (Sn : splits h k f g n).
  { pose proof (MX p1 (proj1 (edge_ends P _ E1))). pose proof (MX p2 (proj2 (edge_ends P _ E2))).
    pose proof (MY q1 (proj1 (edge_ends Q _ E3))). pose proof (MY q2 (proj2 (edge_ends Q _ E4))).
    unfold splits, h, k, f, g. plane. repeat split; lra. }
  assert (D : 0 <= dot n (minus y x)).
  { pose proof (HP x X). pose proof (HQ y Y). plane. lra. }
  (* an edge at x or y in the direction m separates, if m splits and sees the shift forward *)
  assert (UseP : forall a b, In (a, b) (edges P) -> height a b x = 0 ->
    splits h k f g (normal a b) -> 0 <= dot (normal a b) (minus y x) -> edge_separates P Q).
  { intros a b E Z (_ & _ & Sf & Sg) F. exists a, b. split; [assumption|]. intros w W.
    pose proof (in_angle Q q1 y q2 (normal a b) CQ E3 E4 Sf Sg w W) as G.
    assert (Sum : height a b w = height a b x + dot (normal a b) (minus y x)
                                 + dot (normal a b) (minus w y)) by (plane; ring).
    lra. }
  assert (UseQ : forall a b, In (a, b) (edges Q) -> height a b y = 0 ->
    splits h k f g (times (-1) (normal a b)) -> 0 <= dot (times (-1) (normal a b)) (minus y x) ->
    edge_separates Q P).
  { intros a b E Z (Sh & Sk & _) F. exists a, b. split; [assumption|]. intros w W.
    assert (Opp : forall v, dot (times (-1) (normal a b)) v = - dot (normal a b) v)
      by (intro; plane; ring).
    rewrite Opp in *.
    assert (Sh' : 0 <= dot (normal a b) h) by lra. assert (Sk' : 0 <= dot (normal a b) k) by lra.
    pose proof (in_angle P p1 x p2 (normal a b) CP E1 E2 Sh' Sk' w W) as G.
    assert (Sum : height a b w = height a b y - dot (normal a b) (minus y x)
                                 + dot (normal a b) (minus w x)) by (plane; ring).
    lra. }
  (* the four directions are those of the four edges *)
  assert (D1 : normal p1 x = J h) by (unfold h; apply point_eq; plane; ring).
  assert (D2 : normal x p2 = times (-1) (J k)) by (unfold k; apply point_eq; plane; ring).
  assert (D3 : times (-1) (normal q1 y) = times (-1) (J f)) by (unfold f; apply point_eq; plane; ring).
  assert (D4 : times (-1) (normal y q2) = J g) by (unfold g; apply point_eq; plane; ring).
  pose proof (UseP p1 x E1 ltac:(plane; ring)) as U1. rewrite D1 in U1.
  pose proof (UseP x p2 E2 ltac:(plane; ring)) as U2. rewrite D2 in U2.
  pose proof (UseQ q1 y E3 ltac:(plane; ring)) as U3. rewrite D3 in U3.
  pose proof (UseQ y q2 E4 ltac:(plane; ring)) as U4. rewrite D4 in U4.
  clearbody h k f g. clear UseP UseQ D1 D2 D3 D4.
  set (d := minus y x) in *. clearbody d.
  assert (Proper : forall v w, 0 < cross v w -> v <> zero).
  { intros v w T ->. plane. lra. }
  assert (Pk : times (-1) (J k) <> zero).
  { intro Z. apply (Proper k h TP). injection Z as Z1 Z2. apply point_eq; simpl; lra. }
  assert (Pg : J g <> zero).
  { intro Z. apply (Proper g f TQ). injection Z as Z1 Z2. apply point_eq; simpl; lra. }
  assert (Ph : J h <> zero).
  { intro Z. injection Z as Z1 Z2. plane. rewrite Z2 in TP. assert (py h = 0) by lra. nra. }
  assert (Pf : times (-1) (J f) <> zero).
  { intro Z. injection Z as Z1 Z2. plane. assert (py f = 0) by lra. assert (px f = 0) by lra. nra. }
  pose proof Sn as Sn'. destruct Sn' as (Nh & Nk & Nf & Ng).
  destruct (both_edges_split h k f g TP TQ n Sn N) as [[SA|SA] [SL|SL]].
  - destruct (one_sees_forward h k f g TP n Sn N (J h) (times (-1) (J k)) d SA SL);
      try assumption; try (plane; lra); [left; auto|left; auto].
  - destruct (one_sees_forward h k f g TP n Sn N (J h) (J g) d SA SL);
      try assumption; try (destruct SA as (_ & _ & SA1 & SA2); plane; lra); [left; auto|right; auto].
  - destruct (one_sees_forward h k f g TP n Sn N (times (-1) (J f)) (times (-1) (J k)) d SA SL);
      try assumption; try (destruct SA as (SA1 & SA2 & _); plane; lra); [right; auto|left; auto].
  - destruct (one_sees_forward h k f g TP n Sn N (times (-1) (J f)) (J g) d SA SL);
      try assumption; try (plane; lra); [right; auto|right; auto].
Qed.
