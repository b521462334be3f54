(** * The answer is a limit of lawful accelerations

    An answer has the least restraint of all admissible accelerations; where it leaves a gap closed, it may
    be on the boundary of what lawful motions can do. But if some acceleration opens all gaps that may
    close, lawful accelerations come arbitrarily near to the answer, so that its restraint is exactly the
    greatest lower bound of theirs. *)

Require Import List NArith Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet Motion MotionConverse MotionPath MotionPins.
Import ListNotations.
Open Scope R_scope.

(** The acceleration at the fraction e of the way from A to B. *)
Definition towards (e : R) (A B : accelerations) : accelerations := fun b =>
  Twist ((1 - e) * tx (A b) + e * tx (B b))
        ((1 - e) * ty (A b) + e * ty (B b))
        ((1 - e) * tr (A b) + e * tr (B b)).

(** B opens all gaps that may close: all resting contacts, forced sides, and both sides of undecided
    corners. *)
Definition opens_all (s : scene R) (pf : proof) (B : accelerations) : Prop :=
  (forall i c, at_index (contacts pf) i = Some c -> loose pf i -> gap_speed s c = 0 ->
     0 < gap_accel s B c) /\
  (forall k0 k1, In (k0, k1) (corners pf) ->
     let side0 := contacts_of pf k0 in
     let side1 := contacts_of pf k1 in
     (forced s side0 side1 -> all_open s B side0) /\
     (forced s side1 side0 -> all_open s B side1) /\
     (undecided s side0 side1 -> all_open s B side0 /\ all_open s B side1)).

(** Gap accelerations are affine functions of the accelerations. *)
Lemma gap_accel_towards s e A B c :
  gap_accel s (towards e A B) c = (1 - e) * gap_accel s A c + e * gap_accel s B c.
Proof.
  unfold gap_accel. destruct (place_of s c) as [g|]; [|ring].
  unfold gap_acceleration, acceleration_at.
  destruct (free (vertex_owner g)); destruct (free (edge_owner g));
    unfold dot, minus, plus, times, J, zero, towards; simpl; ring.
Qed.

Lemma towards_open s e A B l :
  0 < e <= 1 -> none_closes s A l -> all_open s B l -> all_open s (towards e A B) l.
Proof.
  intros E HA HB c I. rewrite gap_accel_towards. pose proof (HA c I). pose proof (HB c I).
  assert (0 <= (1 - e) * gap_accel s A c) by (apply Rmult_le_pos; lra).
  assert (0 < e * gap_accel s B c) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** On the way from an admissible acceleration to one that opens all gaps, all are strictly admissible. *)
Lemma towards_strict s pf e A B :
  0 < e <= 1 -> admissible s pf A -> opens_all s pf B ->
  strictly_admissible s pf (towards e A B).
Proof.
  intros E (_ & A1 & A2) (B1 & B2). split.
  - intros i c I L Z. rewrite gap_accel_towards.
    pose proof (A1 i c I L Z). pose proof (B1 i c I L Z).
    assert (0 <= (1 - e) * gap_accel s A c) by (apply Rmult_le_pos; lra).
    assert (0 < e * gap_accel s B c) by (apply Rmult_lt_0_compat; lra). lra.
  - intros k0 k1 I. destruct (A2 k0 k1 I) as (F0 & F1 & U). destruct (B2 k0 k1 I) as (G0 & G1 & V).
    split; [|split].
    + intro F. apply towards_open; auto.
    + intro F. apply towards_open; auto.
    + intro H. destruct (V H) as [V0 V1].
      destruct (U H) as [U0|U1]; [left|right]; apply towards_open; auto.
Qed.

(** Restraint is convex. *)
Lemma body_restraint_towards g Bd e A B b :
  0 <= e <= 1 -> (forall m, free Bd = Some m -> 0 < mass m /\ 0 < inertia m) ->
  body_restraint g Bd (towards e A B b)
  <= (1 - e) * body_restraint g Bd (A b) + e * body_restraint g Bd (B b).
Proof.
  intros E OK. unfold body_restraint. destruct (free Bd) as [m|]; [|lra].
  destruct (OK m eq_refl) as [M I].
  apply Rminus_le. unfold dot, minus, towards. simpl.
  set (dx := tx (A b) - tx (B b)). set (dy := ty (A b) - ty (B b)). set (dr := tr (A b) - tr (B b)).
  assert (H : 0 <= e * (1 - e) * (/ 2 * mass m * (dx * dx + dy * dy) + / 2 * inertia m * (dr * dr))).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
    assert (0 <= dx * dx) by apply Rle_0_sqr. assert (0 <= dy * dy) by apply Rle_0_sqr.
    assert (0 <= dr * dr) by apply Rle_0_sqr.
    assert (0 <= / 2 * mass m * (dx * dx + dy * dy)) by (apply Rmult_le_pos; lra).
    assert (0 <= / 2 * inertia m * (dr * dr)) by (apply Rmult_le_pos; lra). lra. }
  apply Ropp_le_contravar in H. rewrite Ropp_0 in H.
  eapply Rle_trans; [apply Req_le|exact H]. unfold dx, dy, dr. ring.
Qed.

Lemma restraint_towards s e A B :
  scene_ok s -> 0 <= e <= 1 ->
  restraint s (towards e A B) <= (1 - e) * restraint s A + e * restraint s B.
Proof.
  intros [OK _] E. unfold restraint. generalize 0%N as b.
  assert (H : forall l, (forall Bd, In Bd l -> body_ok Bd) -> forall b,
    restraint_from (free_acceleration s) (towards e A B) b l
    <= (1 - e) * restraint_from (free_acceleration s) A b l + e * restraint_from (free_acceleration s) B b l).
  { induction l as [|Bd l IH]; intros K b; simpl; [lra|].
    assert (K' : forall Bd', In Bd' l -> body_ok Bd') by (intros; apply K; now right).
    pose proof (IH K' (N.succ b)) as H1.
    pose proof (body_restraint_towards (free_acceleration s b) Bd e A B b E (proj2 (K Bd (or_introl eq_refl)))) as H2.
    lra. }
  exact (H (bodies s) OK).
Qed.

(** Pins that hold for two accelerations hold for all between. *)
Lemma pins_admit_towards s e A B : pins_admit s A -> pins_admit s B -> pins_admit s (towards e A B).
Proof.
  intros HA HB k K. pose proof (HA k K) as P. pose proof (HB k K) as Q. unfold pin_points_agree in *.
  assert (Between : forall C b x, acceleration_at C (towards e A B b) x =
    plus (times (1 - e) (acceleration_at C (A b) x)) (times e (acceleration_at C (B b) x))).
  { intros C b x. unfold acceleration_at, towards. destruct (free C);
      unfold plus, minus, times, J, zero; simpl; f_equal; ring. }
  destruct (pin_second k) as [c|]; intros F HF.
  - intros E HE. now rewrite !Between, (P F HF E HE), (Q F HF E HE).
  - rewrite Between, (P F HF), (Q F HF). unfold plus, times, zero. simpl. f_equal; ring.
Qed.

(** Theorem: where pins make trees and some acceleration opens all gaps, lawful motions come as near to an
    admissible acceleration as one likes, and to its restraint. With A the answer, which no lawful motion
    beats (Gauss.v), its restraint is the greatest lower bound of those of lawful motions. *)
Theorem admissible_approached s pf A B :
  scene_ok s -> parts_apart s -> contacts_complete s pf -> velocities_admissible s pf ->
  pins_in_trees s -> admissible s pf A -> pins_admit s B -> opens_all s pf B ->
  forall e, 0 < e <= 1 ->
  exists z, lawful s z (towards e A B) /\
    restraint s (towards e A B) <= restraint s A + e * (restraint s B - restraint s A).
Proof.
  intros OK PA CC V Tree HA PB HB e E.
  destruct (strict_lawful s pf (towards e A B) OK PA CC V Tree (pins_admit_towards s e A B (proj1 HA) PB)
              (towards_strict s pf e A B E HA HB)) as [z Z].
  exists z. split; [assumption|].
  assert (E' : 0 <= e <= 1) by lra. pose proof (restraint_towards s e A B OK E'). lra.
Qed.
