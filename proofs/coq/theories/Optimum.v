(** Optimum.v -- sections 4 of proofs/THEOREM.md over the reals: virtual work, and Theorems 2, 3 and 4.

    A contact, or one coordinate of a pin, is a row: weights on the motions of bodies and a bias. The row's value
    is the gap acceleration; a force phi acts on the bodies by the same weights. Competitors are arbitrary reals. *)
Require Import List Bool NArith Reals Lra Lia Permutation.
From Zwang Require Import Format Meaning.
Import ListNotations.
Open Scope R_scope.

Record row := Row { weights : list (N * twist R); bias : R }.

Definition tdot (w t : twist R) : R := tx w * tx t + ty w * ty t + tr w * tr t.
Definition tplus (s t : twist R) : twist R := Twist (tx s + tx t) (ty s + ty t) (tr s + tr t).
Definition tscale (c : R) (t : twist R) : twist R := Twist (c * tx t) (c * ty t) (c * tr t).
Definition tzero : twist R := Twist 0 0 0.
Definition tminus (s t : twist R) : twist R := Twist (tx s - tx t) (ty s - ty t) (tr s - tr t).
Definition diff (b a : accelerations) : accelerations := fun i => tminus (b i) (a i).

Fixpoint lin_of (l : list (N * twist R)) (u : accelerations) : R :=
  match l with
  | [] => 0
  | (b, w) :: l' => tdot w (u b) + lin_of l' u
  end.
Definition lin (r : row) (u : accelerations) : R := lin_of (weights r) u.
Definition value (r : row) (u : accelerations) : R := lin r u + bias r.

Lemma lin_diff_of l b a : lin_of l (diff b a) = lin_of l b - lin_of l a.
Proof.
  induction l as [|[i w] l IH]; simpl; [ring|].
  rewrite IH. unfold tdot, diff, tminus; simpl. ring.
Qed.
Lemma value_diff r b a : lin r (diff b a) = value r b - value r a.
Proof. unfold lin, value. rewrite lin_diff_of. unfold lin. ring. Qed.

(** What a row does to body b, and what a list of forces with their rows does. *)
Fixpoint weight_on (b : N) (l : list (N * twist R)) : twist R :=
  match l with
  | [] => tzero
  | (i, w) :: l' => if N.eqb i b then tplus w (weight_on b l') else weight_on b l'
  end.

Definition forces_on (b : N) (acting : list (R * row)) : twist R :=
  fold_right (fun fr t => tplus (tscale (fst fr) (weight_on b (weights (snd fr)))) t) tzero acting.

(** Work of the forces along u. *)
Definition work (acting : list (R * row)) (u : accelerations) : R :=
  fold_right (fun fr s => fst fr * lin (snd fr) u + s) 0 acting.

Definition sum_over (members : list N) (f : N -> R) : R :=
  fold_right (fun b s => f b + s) 0 members.

Lemma sum_over_plus l f g : sum_over l (fun b => f b + g b) = sum_over l f + sum_over l g.
Proof. induction l as [|b l IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma sum_over_scale l c f : sum_over l (fun b => c * f b) = c * sum_over l f.
Proof. induction l as [|b l IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma sum_over_zero l : sum_over l (fun _ => 0) = 0.
Proof. induction l as [|b l IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma sum_over_ext l f g : (forall b, In b l -> f b = g b) -> sum_over l f = sum_over l g.
Proof. induction l as [|b l IH]; intro H; simpl; [ring|]. rewrite H, IH; auto with datatypes. Qed.
Lemma sum_over_le l f g : (forall b, In b l -> f b <= g b) -> sum_over l f <= sum_over l g.
Proof.
  induction l as [|b l IH]; intro H; simpl; [lra|].
  apply Rplus_le_compat; [apply H|apply IH]; auto with datatypes.
Qed.
Lemma sum_over_nonneg l f : (forall b, In b l -> 0 <= f b) -> 0 <= sum_over l f.
Proof. intro H. rewrite <- (sum_over_zero l). now apply sum_over_le. Qed.
Lemma sum_over_null l f : (forall b, In b l -> 0 <= f b) -> sum_over l f <= 0 ->
  forall b, In b l -> f b = 0.
Proof.
  induction l as [|c l IH]; intros H S b B; simpl in *; [contradiction|].
  assert (P : 0 <= f c) by auto. assert (Q : 0 <= sum_over l f) by (apply sum_over_nonneg; auto).
  destruct B as [E|B]; [subst; lra|]. apply IH; auto. lra.
Qed.
Lemma sum_over_app l m f : sum_over (l ++ m) f = sum_over l f + sum_over m f.
Proof. induction l as [|b l IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma sum_over_perm l m f : Permutation l m -> sum_over l f = sum_over m f.
Proof. induction 1; simpl; lra. Qed.

Lemma sum_over_one l b c : NoDup l -> In b l -> sum_over l (fun i => if N.eqb b i then c else 0) = c.
Proof.
  induction l as [|i l IH]; intros D H; simpl; [contradiction|]. inversion D as [|? ? D1 D2]; subst.
  destruct H as [H|H].
  - subst. rewrite N.eqb_refl. rewrite (sum_over_ext l _ (fun _ => 0)); [rewrite sum_over_zero; ring|].
    intros j Hj. destruct (N.eqb_spec b j); [subst; contradiction|reflexivity].
  - destruct (N.eqb_spec b i); [subst; contradiction|]. rewrite IH by assumption. ring.
Qed.

(** All bodies of a row belong to a list. *)
Definition within (members : list N) (r : row) : Prop := forall b w, In (b, w) (weights r) -> In b members.

Lemma weight_work_of members l u : NoDup members -> (forall b w, In (b, w) l -> In b members) ->
  sum_over members (fun b => tdot (weight_on b l) (u b)) = lin_of l u.
Proof.
  intros D. induction l as [|[i w] l IH]; intro H; simpl.
  - rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|]. intros. unfold tdot; simpl. ring.
  - rewrite <- IH by (intros; eapply H; right; eassumption).
    rewrite <- (sum_over_one members i (tdot w (u i))) by (auto; eapply H; left; reflexivity).
    rewrite <- sum_over_plus. apply sum_over_ext. intros b Hb.
    destruct (N.eqb_spec i b); [subst|]; unfold tdot, tplus; simpl; ring.
Qed.

(** (4.1): the work of the forces, body by body, is their work at the contacts. *)
Lemma virtual_work members acting u : NoDup members ->
  (forall f r, In (f, r) acting -> within members r) ->
  sum_over members (fun b => tdot (forces_on b acting) (u b)) = work acting u.
Proof.
  intros D. induction acting as [|[f r] acting IH]; intro H; simpl.
  - rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|]. intros. unfold tdot; simpl. ring.
  - rewrite <- IH by (intros; eapply H; right; eassumption).
    assert (W : sum_over members (fun b => tdot (weight_on b (weights r)) (u b)) = lin r u).
    { apply weight_work_of; [assumption|]. intros b w B. exact (H f r (or_introl eq_refl) b w B). }
    rewrite <- W, <- sum_over_scale, <- sum_over_plus. apply sum_over_ext. intros b Hb.
    unfold tdot, tplus, tscale; simpl. ring.
Qed.

(** A sum of forces times values. *)
Lemma work_diff acting b a :
  work acting (diff b a) = fold_right (fun fr s => fst fr * (value (snd fr) b - value (snd fr) a) + s) 0 acting.
Proof. induction acting as [|[f r] l IH]; simpl; [reflexivity|]. now rewrite IH, value_diff. Qed.

Lemma fold_nonneg {X} (h : X -> R) (l : list X) : (forall x, In x l -> 0 <= h x) ->
  0 <= fold_right (fun x s => h x + s) 0 l.
Proof.
  induction l as [|x l IH]; intro H; simpl; [lra|].
  apply Rplus_le_le_0_compat; [apply H|apply IH]; auto with datatypes.
Qed.

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
  intros Z P H.
  assert (W : work acting b = 0).
  { rewrite <- (virtual_work members acting b) by assumption.
    rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|].
    intros i Hi. rewrite Z by assumption. unfold tdot, tzero; simpl. ring. }
  assert (S : 0 <= fold_right (fun fr s => fst fr * value (snd fr) b + s) 0 acting).
  { apply fold_nonneg. intros [f r] Hf. simpl. exact (H f r Hf). }
  assert (E : fold_right (fun fr s => fst fr * value (snd fr) b + s) 0 acting
              = work acting b + fold_right (fun fr s => fst fr * bias (snd fr) + s) 0 acting).
  { clear. induction acting as [|[f r] l IH]; simpl; [ring|]. rewrite IH. unfold value. ring. }
  lra.
Qed.
End Case.

(** Theorem 4: two force systems that do the same to every body do the same work along every displacement. *)
Theorem same_work members acting acting' u : NoDup members ->
  (forall f r, In (f, r) acting -> within members r) -> (forall f r, In (f, r) acting' -> within members r) ->
  (forall i, In i members -> forces_on i acting = forces_on i acting') ->
  work acting u = work acting' u.
Proof.
  intros D W W' E. rewrite <- (virtual_work members acting), <- (virtual_work members acting') by assumption.
  apply sum_over_ext. intros i Hi. now rewrite E.
Qed.
