(** Optimum.v -- section 4 of proofs/THEOREM.md over the reals, for bodies of the plane: Theorems 2, 3 and 4.

    A contact, or one coordinate of a pin, is a row (Core.v) whose blocks are twists. The row's value is the gap
    acceleration; a force phi acts on the bodies by the same weights. Competitors are arbitrary reals. *)
Require Import List Bool NArith Reals Lra Lia Permutation.
From Zwang Require Import Format Meaning Numbers Table Core.
Import ListNotations.
Open Scope R_scope.

(** ** The blocks of a body in the plane *)

Definition tdot (w t : twist R) : R := tx w * tx t + ty w * ty t + tr w * tr t.
Definition tplus (s t : twist R) : twist R := Twist (tx s + tx t) (ty s + ty t) (tr s + tr t).
Definition tscale (c : R) (t : twist R) : twist R := Twist (c * tx t) (c * ty t) (c * tr t).
Definition tzero : twist R := Twist 0 0 0.
Definition tminus (s t : twist R) : twist R := Twist (tx s - tx t) (ty s - ty t) (tr s - tr t).
Definition diff (b a : accelerations) : accelerations := fun i => tminus (b i) (a i).

Lemma tdot_plus v w u : tdot (tplus v w) u = tdot v u + tdot w u.
Proof. unfold tdot, tplus; simpl. ring. Qed.
Lemma tdot_scale c w u : tdot (tscale c w) u = c * tdot w u.
Proof. unfold tdot, tscale; simpl. ring. Qed.
Lemma tdot_zero u : tdot tzero u = 0.
Proof. unfold tdot, tzero; simpl. ring. Qed.

Notation row := (Core.row (twist R)).
Notation lin_of := (Core.lin_of tdot).
Notation weight_on := (Core.weight_on tplus tzero).
Notation forces_on := (Core.forces_on tplus tscale tzero).
Notation work := (Core.work tdot).

Definition lin (r : row) (u : accelerations) : R := lin_of (weights r) u.
Definition value (r : row) (u : accelerations) : R := lin r u + bias r.

Lemma lin_diff_of l b a : lin_of l (diff b a) = lin_of l b - lin_of l a.
Proof.
  induction l as [|[i w] l IH]; simpl; [ring|].
  rewrite IH. unfold tdot, diff, tminus; simpl. ring.
Qed.
Lemma value_diff r b a : lin r (diff b a) = value r b - value r a.
Proof. unfold lin, value. rewrite lin_diff_of. unfold lin. ring. Qed.

(** (4.1), of the plane. *)
Lemma virtual_work members acting u : NoDup members ->
  (forall f r, In (f, r) acting -> within members r) ->
  sum_over members (fun b => tdot (forces_on b acting) (u b)) = work acting u.
Proof. exact (Core.virtual_work tdot tplus tscale tzero tdot_plus tdot_scale tdot_zero members acting u). Qed.

(** A sum of forces times values. *)
Lemma work_diff acting b a :
  work acting (diff b a) = fold_right (fun fr s => fst fr * (value (snd fr) b - value (snd fr) a) + s) 0 acting.
Proof. induction acting as [|[f r] l IH]; simpl; [reflexivity|]. rewrite IH. fold (lin r (diff b a)). now rewrite value_diff. Qed.

Section Case.
Variable members : list N.
Hypothesis members_nodup : NoDup members.
Variable matters : N -> matter R.
Hypothesis masses : forall b, In b members -> 0 < mass (matters b) /\ 0 < inertia (matters b).
(** The free acceleration of every body. *)
Variable unheld : accelerations.

(** Mass times (t - unheld), and half the square of that length. *)
Definition inertial (b : N) (t : twist R) : twist R :=
  let m := matters b in
  let u := tminus t (unheld b) in
  Twist (mass m * tx u) (mass m * ty u) (inertia m * tr u).
Definition restraint_of (b : N) (t : twist R) : R :=
  let m := matters b in
  let u := tminus t (unheld b) in
  / 2 * mass m * (tx u * tx u + ty u * ty u) + / 2 * inertia m * (tr u * tr u).
Definition group_restraint (a : accelerations) : R := sum_over members (fun b => restraint_of b (a b)).
Definition half_square (b : N) (d : twist R) : R :=
  let m := matters b in / 2 * mass m * (tx d * tx d + ty d * ty d) + / 2 * inertia m * (tr d * tr d).
Definition distance (b a : accelerations) : R := sum_over members (fun i => half_square i (diff b a i)).

Lemma half_square_nonneg b d : In b members -> 0 <= half_square b d.
Proof. intro H. destruct (masses b H) as [M I]. unfold half_square; simpl. nra. Qed.

Lemma distance_nonneg b a : 0 <= distance b a.
Proof. apply sum_over_nonneg. intros. now apply half_square_nonneg. Qed.

Lemma half_square_null b d : In b members -> half_square b d = 0 -> d = tzero.
Proof.
  intros H E. destruct (masses b H) as [M I]. unfold half_square in E; simpl in E. destruct d as [x y r]; simpl in *.
  assert (X : 0 <= / 2 * mass (matters b) * (x * x)) by nra.
  assert (Y : 0 <= / 2 * mass (matters b) * (y * y)) by nra.
  assert (Z : 0 <= / 2 * inertia (matters b) * (r * r)) by nra.
  assert (x * x = 0) by nra. assert (y * y = 0) by nra. assert (r * r = 0) by nra.
  unfold tzero. f_equal; nra.
Qed.

Lemma distance_null b a : distance b a <= 0 -> forall i, In i members -> b i = a i.
Proof.
  intros H i Hi.
  assert (E : half_square i (diff b a i) = 0).
  { apply (sum_over_null members (fun i => half_square i (diff b a i))); auto.
    intros. now apply half_square_nonneg. }
  apply half_square_null in E; [|assumption].
  unfold diff, tminus, tzero in E. injection E as E1 E2 E3.
  destruct (b i), (a i); simpl in *. f_equal; lra.
Qed.

(** R(b) = R(a) + <b - a, a - unheld> + 1/2 |b - a|^2 *)
Lemma restraint_expand b a :
  group_restraint b = group_restraint a + sum_over members (fun i => tdot (inertial i (a i)) (diff b a i)) + distance b a.
Proof.
  unfold group_restraint, distance. rewrite <- !sum_over_plus. apply sum_over_ext. intros i _.
  unfold restraint_of, half_square, tdot, inertial, diff, tminus; simpl. field.
Qed.

Variable acting : list (R * row).
Hypothesis acting_within : forall f r, In (f, r) acting -> within members r.

(** Theorem 2: if the forces account for the motion a, and do no negative work towards b, then b has at least the
    restraint of a, and more by half the square of their distance. *)
Theorem least_restraint a b :
  (forall i, In i members -> forces_on i acting = inertial i (a i)) ->
  (forall f r, In (f, r) acting -> f * value r a <= f * value r b) ->
  group_restraint a + distance b a <= group_restraint b.
Proof.
  intros N W. rewrite (restraint_expand b a).
  assert (0 <= sum_over members (fun i => tdot (inertial i (a i)) (diff b a i))); [|lra].
  rewrite (sum_over_ext _ _ (fun i => tdot (forces_on i acting) (diff b a i)))
    by (intros i Hi; now rewrite N).
  rewrite virtual_work by assumption. rewrite work_diff. apply fold_nonneg. intros [f r] H. simpl.
  specialize (W f r H). lra.
Qed.

(** Theorem 3: forces that cancel, and would do work at standstill, exclude every motion they do not work against. *)
Theorem no_motion b :
  (forall i, In i members -> forces_on i acting = tzero) ->
  fold_right (fun fr s => fst fr * bias (snd fr) + s) 0 acting < 0 ->
  ~ (forall f r, In (f, r) acting -> 0 <= f * value r b).
Proof.
  exact (Core.no_motion tdot tplus tscale tzero tdot_plus tdot_scale tdot_zero members acting b members_nodup acting_within).
Qed.
End Case.

(** Theorem 4: two force systems that do the same to every body do the same work along every displacement. *)
Theorem same_work members acting acting' u : NoDup members ->
  (forall f r, In (f, r) acting -> within members r) -> (forall f r, In (f, r) acting' -> within members r) ->
  (forall i, In i members -> forces_on i acting = forces_on i acting') ->
  work acting u = work acting' u.
Proof. exact (Core.same_work tdot tplus tscale tzero tdot_plus tdot_scale tdot_zero members acting acting' u). Qed.
