(** * Contacts outside corners (THEOREM.md, Theorem 1 (a): inside an edge, and flush faces)

    If some edge is supported to second order, the contact has gap velocity >= 0, and if that is 0,
    gap acceleration >= 0. No analysis here: signs of numbers at the instant of the scene. *)

Require Import List Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet MotionPlane MotionRigid MotionApart.
Import ListNotations.
Open Scope R_scope.

Lemma keeps_first a b c : keeps a b c -> 0 <= a.
Proof. unfold keeps. intuition lra. Qed.

Lemma keeps_second b c : keeps 0 b c -> 0 <= b.
Proof. unfold keeps. intuition lra. Qed.

Lemma keeps_third c : keeps 0 0 c -> 0 <= c.
Proof. unfold keeps. intuition lra. Qed.

(** ** Changing roles (2.2) *)

Section Roles.
Variables (kE kF : kinematics) (aE aF : twist R).

(** The gap acceleration at y along n, with the spin of F instead of that of E: this is the one of a
    vertex of E before a line of F. *)
Definition other_rate (n y : vector) : R :=
  dot n (minus (acceleration_of kF aF y) (acceleration_of kE aE y))
  + 2 * spinning kF * dot (J n) (minus (velocity_of kF y) (velocity_of kE y)).

Ltac kinematic :=
  unfold opening, opening_rate, other_rate, velocity_of, acceleration_of, between, times in *; plane.

Lemma opening_other k n y : opening kF kE (times k n) y = - k * opening kE kF n y.
Proof. kinematic. ring. Qed.

Lemma rate_other k n y : opening_rate kF kE aF aE (times k n) y = - k * other_rate n y.
Proof. kinematic. ring. Qed.

Lemma rates_differ n y :
  other_rate n y - opening_rate kE kF aE aF n y
  = 2 * (spinning kF - spinning kE) * dot (J n) (minus (velocity_of kF y) (velocity_of kE y)).
Proof. kinematic. ring. Qed.

(** Gap velocity and gap accelerations are affine along the line. *)
Lemma opening_affine p q s :
  opening kE kF (normal p q) (between p q s)
  = (1 - s) * opening kE kF (normal p q) p + s * opening kE kF (normal p q) q.
Proof. kinematic. ring. Qed.

Lemma other_rate_affine p q s :
  other_rate (normal p q) (between p q s)
  = (1 - s) * other_rate (normal p q) p + s * other_rate (normal p q) q.
Proof. kinematic. ring. Qed.

(** The slope of the gap velocity is the relative spin. *)
Lemma opening_slope p q :
  opening kE kF (normal p q) q - opening kE kF (normal p q) p
  = - (spinning kF - spinning kE) * dot (minus q p) (minus q p).
Proof. kinematic. ring. Qed.

Lemma turned_normal p q u : dot (J (normal p q)) u = dot (minus q p) u.
Proof. kinematic. ring. Qed.

(** If an edge f of F on the line of the edge p, q of E is supported by the ends of that edge, the
    contact of the vertex x of F with the edge p, q opens. At an end x of the edge the vertex must
    not slide outward. *)
Lemma other_role f p q x k s :
  k < 0 -> edge_normal f = times k (normal p q) ->
  gap f p = 0 -> gap f q = 0 ->
  keeps (gap f p) (opening kF kE (edge_normal f) p) (opening_rate kF kE aF aE (edge_normal f) p) ->
  keeps (gap f q) (opening kF kE (edge_normal f) q) (opening_rate kF kE aF aE (edge_normal f) q) ->
  0 < dot (minus q p) (minus q p) ->
  x = between p q s -> 0 <= s <= 1 ->
  (s = 0 -> 0 <= dot (minus q p) (minus (velocity_of kF x) (velocity_of kE x))) ->
  (s = 1 -> dot (minus q p) (minus (velocity_of kF x) (velocity_of kE x)) <= 0) ->
  keeps 0 (opening kE kF (normal p q) x) (opening_rate kE kF aE aF (normal p q) x).
Proof.
  intros K Nf Zp Zq Kp Kq L X S S0 S1.
  rewrite Zp, Nf, opening_other, rate_other in Kp.
  rewrite Zq, Nf, opening_other, rate_other in Kq.
  set (n := normal p q) in *.
  assert (Kp' : keeps 0 (opening kE kF n p) (other_rate n p)).
  { apply keeps_scale with (- k); [lra|]. now rewrite Rmult_0_r. }
  assert (Kq' : keeps 0 (opening kE kF n q) (other_rate n q)).
  { apply keeps_scale with (- k); [lra|]. now rewrite Rmult_0_r. }
  clear Kp Kq.
  pose proof (keeps_second _ _ Kp') as Vp. pose proof (keeps_second _ _ Kq') as Vq.
  pose proof (opening_affine p q s) as Vx. rewrite <- X in Vx. fold n in Vx.
  pose proof (other_rate_affine p q s) as Gx. rewrite <- X in Gx. fold n in Gx.
  pose proof (opening_slope p q) as Slope. fold n in Slope.
  pose proof (rates_differ n x) as D. unfold n at 3 in D. rewrite turned_normal in D.
  set (slide := dot (minus q p) (minus (velocity_of kF x) (velocity_of kE x))) in *.
  set (w := spinning kF - spinning kE) in *.
  set (l := dot (minus q p) (minus q p)) in *.
  destruct (Rle_lt_or_eq_dec 0 (opening kE kF n x)) as [V|V].
  { rewrite Vx. assert (0 <= (1 - s) * opening kE kF n p) by (apply Rmult_le_pos; lra).
    assert (0 <= s * opening kE kF n q) by (apply Rmult_le_pos; lra). lra. }
  { right. split; [reflexivity|]. now left. }
  right. split; [reflexivity|]. right. split; [lra|].
  assert (Ends : s = 0 \/ s = 1 \/ 0 < s < 1) by lra.
  destruct Ends as [E|[E|E]].
  - assert (Z : opening kE kF n p = 0) by (rewrite E in Vx; lra).
    rewrite Z in Kp'. apply keeps_third in Kp'. specialize (S0 E).
    assert (W : w <= 0) by nra. rewrite E in Gx. nra.
  - assert (Z : opening kE kF n q = 0) by (rewrite E in Vx; lra).
    rewrite Z in Kq'. apply keeps_third in Kq'. specialize (S1 E).
    assert (W : 0 <= w) by nra. rewrite E in Gx. nra.
  - assert (Zp' : opening kE kF n p = 0) by nra.
    assert (Zq' : opening kE kF n q = 0) by nra.
    rewrite Zp' in Kp'. rewrite Zq' in Kq'. apply keeps_third in Kp'. apply keeps_third in Kq'.
    assert (W : w = 0) by nra. rewrite W in D.
    assert (0 <= (1 - s) * other_rate n p) by (apply Rmult_le_pos; lra).
    assert (0 <= s * other_rate n q) by (apply Rmult_le_pos; lra). lra.
Qed.
End Roles.

(** ** The contact of a vertex with an edge *)

(** Where a contact is, as [contact_right] says: the line of the edge (p, q) has the part Q on its outer
    side; the vertex x of Q is inside the edge, or at an end of it and Q has another vertex on the
    line in the direction of the other end. *)
Definition touches (p q x : vector) (Q : part R) : Prop :=
  beyond (p, q) Q /\ In x Q /\ height p q x = 0 /\
  (0 < dot (minus q p) (minus x p) < dot (minus q p) (minus q p) \/
   exists z w,
     (x = p /\ z = q \/ x = q /\ z = p) /\
     In w Q /\ height p q w = 0 /\ 0 < dot (minus w x) (minus z x)).

(** An affine function that is >= 0 at the ends of the edge and <= 0 on Q is 0 at the ends. *)
Lemma both_zero p q x Q (h : vector -> R) :
  (forall s, h (between p q s) = (1 - s) * h p + s * h q) ->
  0 < dot (minus q p) (minus q p) -> touches p q x Q ->
  0 <= h p -> 0 <= h q -> (forall w, In w Q -> h w <= 0) -> h p = 0 /\ h q = 0.
Proof.
  intros A L (_ & X & Zx & T) Hp Hq HQ.
  pose proof (on_line p q x L Zx) as Ex.
  destruct T as [T|(z & w & D & W & Zw & T)].
  - set (s := dot (minus q p) (minus x p) / dot (minus q p) (minus q p)) in *.
    assert (S : 0 < s < 1).
    { unfold s. split; [apply Rdiv_lt_0_compat; lra|].
      apply Rmult_lt_reg_r with (dot (minus q p) (minus q p)); [assumption|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (HQ x X) as Hx. rewrite Ex, A in Hx.
    assert (0 <= (1 - s) * h p) by (apply Rmult_le_pos; lra).
    assert (0 <= s * h q) by (apply Rmult_le_pos; lra).
    split; nra.
  - pose proof (on_line p q w L Zw) as Ew.
    set (l := dot (minus q p) (minus q p)) in *.
    set (s := dot (minus q p) (minus w p) / l) in *.
    assert (Sl : s * l = dot (minus q p) (minus w p)) by (unfold s; field; lra).
    pose proof (HQ w W) as Hw. rewrite Ew, A in Hw.
    destruct D as [[-> ->]|[-> ->]].
    + pose proof (HQ p X). assert (S : 0 < s).
      { assert (0 < s * l) by (rewrite Sl; plane; lra). nra. }
      split; nra.
    + pose proof (HQ q X). assert (S : s < 1).
      { assert (0 < (1 - s) * l); [|nra].
        replace ((1 - s) * l) with (l - s * l) by ring. rewrite Sl. unfold l. plane. lra. }
      split; nra.
Qed.

(** Supported parts: the contact keeps its gap, if its vertex does not slide away from the common
    segment. This is Theorem 1 (a) for all contacts outside corners. *)
Theorem contact_keeps kE kF aE aF P Q p q x :
  strictly_convex P -> strictly_convex Q -> In (p, q) (edges P) -> touches p q x Q ->
  (x = p -> 0 <= dot (minus q p) (minus (velocity_of kF x) (velocity_of kE x))) ->
  (x = q -> 0 <= dot (minus p q) (minus (velocity_of kF x) (velocity_of kE x))) ->
  supported kE kF aE aF P Q ->
  keeps 0 (opening kE kF (normal p q) x) (opening_rate kE kF aE aF (normal p q) x).
Proof.
  intros CP CQ E T Sp Sq S. pose proof (edge_proper P p q CP E) as L.
  destruct (edge_ends P (p, q) E) as [Ip Iq]. simpl in Ip, Iq.
  pose proof T as T'. destruct T' as (B & X & Zx & _).
  destruct S as [[e [Ie S]]|[e [Ie S]]].
  - assert (Z : - gap e p = 0 /\ - gap e q = 0).
    { apply both_zero with (x := x) (Q := Q) (h := fun y => - gap e y); try assumption.
      - intro s. rewrite gap_between. ring.
      - pose proof (convex_inside P e p CP Ie Ip). lra.
      - pose proof (convex_inside P e q CP Ie Iq). lra.
      - intros w W. pose proof (keeps_first _ _ _ (S w W)). lra. }
    assert (Ee : e = (p, q)) by (apply (same_edge P); try assumption; lra).
    subst e. pose proof (S x X) as K. unfold gap in K. simpl in K. rewrite Zx in K. exact K.
  - assert (Z : gap e p = 0 /\ gap e q = 0).
    { apply both_zero with (x := x) (Q := Q) (h := gap e); try assumption.
      - intro s. apply gap_between.
      - exact (keeps_first _ _ _ (S p Ip)).
      - exact (keeps_first _ _ _ (S q Iq)).
      - intros w W. exact (convex_inside Q e w CQ Ie W). }
    destruct Z as [Zp Zq].
    destruct (opposite_edge Q p q e CQ Ie B L Zp Zq) as [k [K N]].
    pose proof (on_line p q x L Zx) as Ex.
    set (s := dot (minus q p) (minus x p) / dot (minus q p) (minus q p)) in *.
    assert (Sl : s * dot (minus q p) (minus q p) = dot (minus q p) (minus x p))
      by (unfold s; field; lra).
    apply (other_role kE kF aE aF e p q x k s); try assumption.
    + exact (S p Ip).
    + exact (S q Iq).
    + destruct T as (_ & _ & _ & [T|(z & w & D & _)]).
      * split; nra.
      * destruct D as [[D _]|[D _]]; rewrite D in Sl.
        -- assert (s * dot (minus q p) (minus q p) = 0) by (rewrite Sl; plane; ring). nra.
        -- nra.
    + intro Z0. apply Sp. rewrite Ex, Z0. apply point_eq; simpl; ring.
    + intro Z1. assert (Xq : x = q) by (rewrite Ex, Z1; apply point_eq; simpl; ring).
      specialize (Sq Xq). plane. lra.
Qed.
