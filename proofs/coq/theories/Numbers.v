(** Numbers.v -- the arithmetic of the checker: fractions that are never reduced, and plane vectors of them.

    Numbers of one file share a denominator ([Normal.v]), and sums of fractions over one denominator keep it; so
    the checker computes with integers, in effect. Every operation is shown to be that of the reals. The vectors
    repeat the definitions of Meaning.v, with the same names and a q. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning.
Import ListNotations.

(** ** Fractions *)

Definition qadd (x y : Q) : Q :=
  if Pos.eqb (Qden x) (Qden y) then (Qnum x + Qnum y)%Z # Qden x else Qplus x y.
Definition qsub (x y : Q) : Q := qadd x (Qopp y).
Definition qmul (x y : Q) : Q := Qmult x y.
Definition qint (z : Z) : Q := z # 1.
(** An integer times a fraction. *)
Definition qscale (z : Z) (x : Q) : Q := (z * Qnum x)%Z # Qden x.

Definition qle (x y : Q) : bool :=
  if Pos.eqb (Qden x) (Qden y) then Z.leb (Qnum x) (Qnum y) else Qle_bool x y.
Definition qlt (x y : Q) : bool := negb (qle y x).
Definition qeq (x y : Q) : bool :=
  if Pos.eqb (Qden x) (Qden y) then Z.eqb (Qnum x) (Qnum y) else Qeq_bool x y.
Definition is_zero (x : Q) : bool := Z.eqb (Qnum x) 0.
Definition is_nonneg (x : Q) : bool := Z.leb 0 (Qnum x).
Definition is_pos (x : Q) : bool := Z.ltb 0 (Qnum x).

Lemma Q2R_qadd x y : Q2R (qadd x y) = (Q2R x + Q2R y)%R.
Proof.
  unfold qadd. destruct (Pos.eqb (Qden x) (Qden y)) eqn:E; [|apply Q2R_plus].
  apply Pos.eqb_eq in E. rewrite <- Q2R_plus. apply Qeq_eqR.
  destruct x as [a d], y as [b e]; simpl in *; subst e.
  unfold Qeq, Qplus; simpl. rewrite Pos2Z.inj_mul. ring.
Qed.
Lemma Q2R_qsub x y : Q2R (qsub x y) = (Q2R x - Q2R y)%R.
Proof. unfold qsub. rewrite Q2R_qadd, Q2R_opp. ring. Qed.
Lemma Q2R_qmul x y : Q2R (qmul x y) = (Q2R x * Q2R y)%R.
Proof. apply Q2R_mult. Qed.
Lemma Q2R_qint z : Q2R (qint z) = IZR z.
Proof. unfold Q2R, qint; simpl. field. Qed.
Lemma Q2R_qscale z x : Q2R (qscale z x) = (IZR z * Q2R x)%R.
Proof. unfold Q2R, qscale; simpl. rewrite mult_IZR. ring. Qed.
Lemma Q2R_0 : Q2R 0 = 0%R.
Proof. unfold Q2R; simpl. field. Qed.
Lemma Q2R_1 : Q2R 1 = 1%R.
Proof. unfold Q2R; simpl. field. Qed.
Lemma Q2R_2 : Q2R 2 = 2%R.
Proof. unfold Q2R; simpl. field. Qed.

#[export] Hint Rewrite Q2R_qadd Q2R_qsub Q2R_qmul Q2R_qint Q2R_qscale Q2R_opp Q2R_0 Q2R_1 Q2R_2 : q2r.

Lemma qle_R x y : qle x y = true <-> (Q2R x <= Q2R y)%R.
Proof.
  assert (E : qle x y = true <-> (x <= y)%Q).
  { unfold qle. destruct (Pos.eqb (Qden x) (Qden y)) eqn:E.
    - apply Pos.eqb_eq in E. unfold Qle. rewrite Z.leb_le, E. nia.
    - apply Qle_bool_iff. }
  rewrite E. split; [apply Qle_Rle|apply Rle_Qle].
Qed.
Lemma qlt_R x y : qlt x y = true <-> (Q2R x < Q2R y)%R.
Proof.
  unfold qlt. rewrite negb_true_iff. pose proof (qle_R y x) as H.
  destruct (qle y x); split; intro K; try discriminate; try reflexivity.
  - assert (Q2R y <= Q2R x)%R by now apply H. lra.
  - destruct (Rlt_le_dec (Q2R x) (Q2R y)) as [L|L]; [assumption|]. now apply H in L.
Qed.
Lemma qeq_R x y : qeq x y = true <-> Q2R x = Q2R y.
Proof.
  assert (E : qeq x y = true <-> (x == y)%Q).
  { unfold qeq. destruct (Pos.eqb (Qden x) (Qden y)) eqn:E.
    - apply Pos.eqb_eq in E. unfold Qeq. rewrite Z.eqb_eq, E. nia.
    - apply Qeq_bool_iff. }
  rewrite E. split; [apply Qeq_eqR|apply eqR_Qeq].
Qed.
Lemma is_zero_R x : is_zero x = true <-> Q2R x = 0%R.
Proof.
  assert (E : is_zero x = true <-> (x == 0)%Q).
  { unfold is_zero, Qeq. rewrite Z.eqb_eq. simpl. lia. }
  rewrite E, <- Q2R_0. split; [apply Qeq_eqR|apply eqR_Qeq].
Qed.
Lemma is_nonneg_R x : is_nonneg x = true <-> (0 <= Q2R x)%R.
Proof.
  assert (E : is_nonneg x = true <-> (0 <= x)%Q).
  { unfold is_nonneg, Qle. rewrite Z.leb_le. simpl. lia. }
  rewrite E, <- Q2R_0. split; [apply Qle_Rle|apply Rle_Qle].
Qed.
Lemma is_pos_R x : is_pos x = true <-> (0 < Q2R x)%R.
Proof.
  assert (E : is_pos x = true <-> (0 < x)%Q).
  { unfold is_pos, Qlt. rewrite Z.ltb_lt. simpl. lia. }
  rewrite E, <- Q2R_0. split; [apply Qlt_Rlt|apply Rlt_Qlt].
Qed.

(** A test that is false, said with the reals. *)
Lemma false_R (b : bool) (P : Prop) : (b = true <-> P) -> b = false -> ~ P.
Proof. intros H E p. apply H in p. congruence. Qed.

(** ** Vectors *)

Notation qvector := (point Q).
Definition zeroq : qvector := Point 0%Q 0%Q.
Definition plusq (u v : qvector) : qvector := Point (qadd (px u) (px v)) (qadd (py u) (py v)).
Definition minusq (u v : qvector) : qvector := Point (qsub (px u) (px v)) (qsub (py u) (py v)).
Definition timesq (s : Q) (u : qvector) : qvector := Point (qmul s (px u)) (qmul s (py u)).
Definition oppq (u : qvector) : qvector := Point (Qopp (px u)) (Qopp (py u)).
Definition dotq (u v : qvector) : Q := qadd (qmul (px u) (px v)) (qmul (py u) (py v)).
Definition crossq (u v : qvector) : Q := qsub (qmul (px u) (py v)) (qmul (py u) (px v)).
Definition Jq (u : qvector) : qvector := Point (Qopp (py u)) (px u).
Definition normalq (p q : qvector) : qvector := Point (qsub (py q) (py p)) (qsub (px p) (px q)).
Definition heightq (p q w : qvector) : Q := dotq (normalq p q) (minusq w p).
Definition veqb (u v : qvector) : bool := qeq (px u) (px v) && qeq (py u) (py v).

Notation toR := (point_map Q2R).

Arguments qadd : simpl never.
Arguments qsub : simpl never.
Arguments qmul : simpl never.
Arguments qscale : simpl never.
Arguments qint : simpl never.
Arguments dotq : simpl never.
Arguments crossq : simpl never.
Arguments heightq : simpl never.
Arguments normalq : simpl never.
Arguments minusq : simpl never.
Arguments plusq : simpl never.
Arguments timesq : simpl never.
Arguments oppq : simpl never.
Arguments Jq : simpl never.

Lemma toR_zero : toR zeroq = zero.
Proof. unfold point_map, zero; simpl. now rewrite Q2R_0. Qed.
Lemma toR_plus u v : toR (plusq u v) = plus (toR u) (toR v).
Proof. unfold point_map, plus; simpl. now rewrite !Q2R_qadd. Qed.
Lemma toR_minus u v : toR (minusq u v) = minus (toR u) (toR v).
Proof. unfold point_map, minus; simpl. now rewrite !Q2R_qsub. Qed.
Lemma toR_times s u : toR (timesq s u) = times (Q2R s) (toR u).
Proof. unfold point_map, times; simpl. now rewrite !Q2R_qmul. Qed.
Lemma toR_opp u : toR (oppq u) = times (-1) (toR u).
Proof. unfold point_map, times; simpl. rewrite !Q2R_opp. f_equal; ring. Qed.
Lemma Q2R_dot u v : Q2R (dotq u v) = dot (toR u) (toR v).
Proof. unfold dotq, dot; simpl. now autorewrite with q2r. Qed.
Lemma Q2R_cross u v : Q2R (crossq u v) = cross (toR u) (toR v).
Proof. unfold crossq, cross; simpl. now autorewrite with q2r. Qed.
Lemma toR_J u : toR (Jq u) = J (toR u).
Proof. unfold point_map, J; simpl. now rewrite Q2R_opp. Qed.
Lemma toR_normal p q : toR (normalq p q) = normal (toR p) (toR q).
Proof. unfold point_map, normal; simpl. now rewrite !Q2R_qsub. Qed.
Lemma Q2R_height p q w : Q2R (heightq p q w) = height (toR p) (toR q) (toR w).
Proof. unfold heightq, height. now rewrite Q2R_dot, toR_normal, toR_minus. Qed.
Lemma veqb_R u v : veqb u v = true <-> toR u = toR v.
Proof.
  unfold veqb, point_map. rewrite andb_true_iff, !qeq_R. split.
  - intros [E F]. now rewrite E, F.
  - intro E. now injection E.
Qed.

#[export] Hint Rewrite toR_zero toR_plus toR_minus toR_times toR_opp Q2R_dot Q2R_cross toR_J toR_normal Q2R_height : q2r.

(** ** Velocities, accelerations and gaps, as in Meaning.v *)

Definition velocity_atq (B : body Q) (x : qvector) : qvector :=
  match free B with
  | Some m => plusq (velocity m) (timesq (spin m) (Jq (minusq x (centroid m))))
  | None => zeroq
  end.

Definition spin_ofq (B : body Q) : Q :=
  match free B with
  | Some m => spin m
  | None => 0%Q
  end.

(** The acceleration of a point under no acceleration of its body: - omega^2 r. *)
Definition inwardq (B : body Q) (x : qvector) : qvector :=
  match free B with
  | Some m => timesq (Qopp (qmul (spin m) (spin m))) (minusq x (centroid m))
  | None => zeroq
  end.

Notation bodyR := (body_map Q2R).

Lemma toR_velocity_at B x : toR (velocity_atq B x) = velocity_at (bodyR B) (toR x).
Proof.
  unfold velocity_atq, velocity_at; simpl. destruct (free B) as [m|]; simpl; [|apply toR_zero].
  now rewrite toR_plus, toR_times, toR_J, toR_minus.
Qed.

Lemma Q2R_spin_of B : Q2R (spin_ofq B) = spin_of (bodyR B).
Proof. unfold spin_ofq, spin_of; simpl. destruct (free B); simpl; [reflexivity|apply Q2R_0]. Qed.

Definition zero_twist : twist R := Twist 0%R 0%R 0%R.

Lemma toR_inward B x : toR (inwardq B x) = acceleration_at (bodyR B) zero_twist (toR x).
Proof.
  unfold inwardq, acceleration_at; simpl. destruct (free B) as [m|]; simpl; [|apply toR_zero].
  rewrite toR_times, toR_minus. unfold times, minus, plus, J; simpl.
  rewrite Q2R_opp, Q2R_qmul. f_equal; ring.
Qed.
#[export] Hint Rewrite toR_velocity_at Q2R_spin_of toR_inward : q2r.
