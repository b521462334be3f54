(** Core.v -- what all formats of proofs/FORMAT.md have in common: four judgements.

    A constraint (a contact, a pin) has a force (phi, psi) and, under a motion, a value (w, s): across and along. Its
    force lies in a cone, and its value in the dual of that cone, so that together they do no negative work. Bodies
    have blocks of numbers: a weight of a row, a force, a motion. A block has three numbers in the plane, six in space;
    here it may be of any kind that has sums, multiples and a product, such as lists of numbers of any length.

    (1) balance: forces add up to what is required of each body. (2) A force is in its cone. (3) A value is in the dual
    of a cone. (4) Force and value do no work together. Each is a test over the rationals, with what it means over the
    reals. C4 to C7, S1 to S5 and B1 to B4 are made of these, with other cones and other requirements. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia Permutation.
From Zwang Require Import Format Meaning Numbers Table.
Import ListNotations.
Open Scope R_scope.

(** ** Sums over bodies *)

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

Lemma fold_nonneg {X} (h : X -> R) (l : list X) : (forall x, In x l -> 0 <= h x) ->
  0 <= fold_right (fun x s => h x + s) 0 l.
Proof.
  induction l as [|x l IH]; intro H; simpl; [lra|].
  apply Rplus_le_le_0_compat; [apply H|apply IH]; auto with datatypes.
Qed.

(** ** Cones and their duals *)

(** Of forces: none, those of a contact without friction, of a pin, of a contact with friction, and of one that slides,
    with the slope mu times the sense in which it does. *)
Inductive cone (K : Type) := Nothing | Ray | Line | Wedge (mu : K) | Edge (slope : K).
Arguments Nothing {K}. Arguments Ray {K}. Arguments Line {K}. Arguments Wedge {K} _. Arguments Edge {K} _.

Definition in_cone (k : cone R) (f : R * R) : Prop :=
  match k with
  | Nothing => fst f = 0 /\ snd f = 0
  | Ray => 0 <= fst f /\ snd f = 0
  | Line => True
  | Wedge mu => 0 <= fst f /\ Rabs (snd f) <= mu * fst f
  | Edge m => 0 <= fst f /\ snd f = - (m * fst f)
  end.

Definition in_dual (k : cone R) (v : R * R) : Prop :=
  match k with
  | Nothing => True
  | Ray => 0 <= fst v
  | Line => fst v = 0 /\ snd v = 0
  | Wedge mu => mu * Rabs (snd v) <= fst v
  | Edge m => m * snd v <= fst v
  end.

(** The work phi w + psi s. *)
Definition paired (f v : R * R) : R := fst f * fst v + snd f * snd v.
Definition both (v c : R * R) : R * R := (fst v + fst c, snd v + snd c).

(** A force of a cone does no negative work with a value of its dual, *)
Theorem cone_duality k f v : in_cone k f -> in_dual k v -> 0 <= paired f v.
Proof.
  unfold paired. destruct f as [p q], v as [w s], k as [| | |mu|m]; simpl.
  - intros [-> ->] _. lra.
  - intros [P ->] W. rewrite Rmult_0_l, Rplus_0_r. now apply Rmult_le_pos.
  - intros _ [-> ->]. lra.
  - intros [P B] W.
    assert (A1 : p * (mu * Rabs s) <= p * w) by (apply Rmult_le_compat_l; lra).
    assert (A2 : Rabs q * Rabs s <= mu * p * Rabs s) by (apply Rmult_le_compat_r; [apply Rabs_pos|lra]).
    rewrite <- Rabs_mult in A2. pose proof (Rle_abs (- (q * s))) as A3. rewrite Rabs_Ropp in A3. lra.
  - intros [P ->] W. assert (p * (m * s) <= p * w) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** and the dual has all values of which that is so: nothing that a motion may do is refused. *)
Theorem dual_is_whole k v : match k with Wedge mu => 0 <= mu | _ => True end ->
  (forall f, in_cone k f -> 0 <= paired f v) -> in_dual k v.
Proof.
  unfold paired. destruct v as [w s], k as [| | |mu|m]; simpl; intros M H.
  - exact I.
  - specialize (H (1, 0)). simpl in H. lra.
  - pose proof (H (1, 0) I) as A. pose proof (H (-1, 0) I) as B. pose proof (H (0, 1) I) as C.
    pose proof (H (0, -1) I) as D. simpl in *. lra.
  - unfold Rabs. destruct (Rcase_abs s) as [L|L].
    + specialize (H (1, mu)). simpl in H. rewrite (Rabs_right mu) in H by lra. lra.
    + specialize (H (1, - mu)). simpl in H. rewrite Rabs_Ropp, (Rabs_right mu) in H by lra. lra.
  - specialize (H (1, - m)). simpl in H. lra.
Qed.

(** Sums and multiples of forces stay in a cone. *)
Lemma cone_sum k f g : in_cone k f -> in_cone k g -> in_cone k (both f g).
Proof.
  destruct f as [p q], g as [p' q'], k as [| | |mu|m]; simpl; intros A B; try lra.
  split; [lra|]. pose proof (Rabs_triang q q'). lra.
Qed.
Lemma cone_multiple k c f : 0 <= c -> in_cone k f -> in_cone k (c * fst f, c * snd f).
Proof.
  intro C. destruct f as [p q], k as [| | |mu|m]; simpl; intro A; try exact I.
  - destruct A as [-> ->]. lra.
  - destruct A as [A ->]. split; [now apply Rmult_le_pos|ring].
  - destruct A as [A B]. split; [now apply Rmult_le_pos|]. rewrite Rabs_mult, (Rabs_right c) by lra.
    replace (mu * (c * p)) with (c * (mu * p)) by ring. now apply Rmult_le_compat_l.
  - destruct A as [A ->]. split; [now apply Rmult_le_pos|ring].
Qed.

(** Weak duality: forces of cones do at least the work that shifts of the values cost, where the shifted values are in
    the duals. With no shifts: they do no negative work. *)
Section Duality.
Variables (X : Type) (k : X -> cone R) (force value shift : X -> R * R).

Definition total (f v : X -> R * R) (l : list X) : R := fold_right (fun x sum => paired (f x) (v x) + sum) 0 l.

Theorem weak_duality l :
  (forall x, In x l -> in_cone (k x) (force x)) -> (forall x, In x l -> in_dual (k x) (both (value x) (shift x))) ->
  - total force shift l <= total force value l.
Proof.
  induction l as [|x l IH]; intros C D; simpl; [lra|].
  assert (T : - total force shift l <= total force value l) by (apply IH; intros; [apply C|apply D]; now right).
  pose proof (cone_duality _ _ _ (C x (or_introl eq_refl)) (D x (or_introl eq_refl))) as P.
  unfold paired, both in *. simpl in *. lra.
Qed.
End Duality.

(** ** Rows of blocks of any kind *)

Record row (W : Type) := Row { weights : list (N * W); bias : R }.
Arguments Row {W} _ _. Arguments weights {W} _. Arguments bias {W} _.

Section Blocks.
(** Weights and forces, motions, the power of a force along a motion, sums, multiples, and no force. *)
Variables (W U : Type).
Variables (power : W -> U -> R) (sum : W -> W -> W) (multiple : R -> W -> W) (none : W).

Fixpoint lin_of (l : list (N * W)) (u : N -> U) : R :=
  match l with
  | [] => 0
  | (b, w) :: l' => power w (u b) + lin_of l' u
  end.

(** What a row does to body b, and what a list of forces with their rows does. *)
Fixpoint weight_on (b : N) (l : list (N * W)) : W :=
  match l with
  | [] => none
  | (i, w) :: l' => if N.eqb i b then sum w (weight_on b l') else weight_on b l'
  end.

Definition forces_on (b : N) (acting : list (R * row W)) : W :=
  fold_right (fun fr t => sum (multiple (fst fr) (weight_on b (weights (snd fr)))) t) none acting.

(** Work of the forces along u. *)
Definition work (acting : list (R * row W)) (u : N -> U) : R :=
  fold_right (fun fr s => fst fr * lin_of (weights (snd fr)) u + s) 0 acting.

(** All bodies of a row belong to a list. *)
Definition within (members : list N) (r : row W) : Prop := forall b w, In (b, w) (weights r) -> In b members.

Hypothesis power_sum : forall v w u, power (sum v w) u = power v u + power w u.
Hypothesis power_multiple : forall c w u, power (multiple c w) u = c * power w u.
Hypothesis power_none : forall u, power none u = 0.

Lemma weight_work_of members l u : NoDup members -> (forall b w, In (b, w) l -> In b members) ->
  sum_over members (fun b => power (weight_on b l) (u b)) = lin_of l u.
Proof.
  intros D. induction l as [|[i w] l IH]; intro H; simpl.
  - rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|]. intros. apply power_none.
  - rewrite <- IH by (intros; eapply H; right; eassumption).
    rewrite <- (sum_over_one members i (power w (u i))) by (auto; eapply H; left; reflexivity).
    rewrite <- sum_over_plus. apply sum_over_ext. intros b Hb.
    destruct (N.eqb_spec i b); [subst; apply power_sum|ring].
Qed.

(** (4.1): the work of the forces, body by body, is their work at the contacts. *)
Theorem virtual_work members acting u : NoDup members ->
  (forall f r, In (f, r) acting -> within members r) ->
  sum_over members (fun b => power (forces_on b acting) (u b)) = work acting u.
Proof.
  intros D. induction acting as [|[f r] acting IH]; intro H; simpl.
  - rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|]. intros. apply power_none.
  - rewrite <- IH by (intros; eapply H; right; eassumption).
    assert (L : sum_over members (fun b => power (weight_on b (weights r)) (u b)) = lin_of (weights r) u).
    { apply weight_work_of; [assumption|]. intros b w B. exact (H f r (or_introl eq_refl) b w B). }
    rewrite <- L, <- sum_over_scale, <- sum_over_plus. apply sum_over_ext. intros b Hb.
    now rewrite power_sum, power_multiple.
Qed.

(** Two force systems that do the same to every body do the same work along every motion. *)
Theorem same_work members acting acting' u : NoDup members ->
  (forall f r, In (f, r) acting -> within members r) -> (forall f r, In (f, r) acting' -> within members r) ->
  (forall i, In i members -> forces_on i acting = forces_on i acting') ->
  work acting u = work acting' u.
Proof.
  intros D H H' E. rewrite <- (virtual_work members acting), <- (virtual_work members acting') by assumption.
  apply sum_over_ext. intros i Hi. now rewrite E.
Qed.

(** Farkas: forces that cancel, and do work at standstill, exclude every motion that they do not work against. *)
Theorem no_motion members acting u : NoDup members -> (forall f r, In (f, r) acting -> within members r) ->
  (forall i, In i members -> forces_on i acting = none) ->
  fold_right (fun fr s => fst fr * bias (snd fr) + s) 0 acting < 0 ->
  ~ (forall f r, In (f, r) acting -> 0 <= f * (lin_of (weights r) u + bias r)).
Proof.
  intros D H Z P Q.
  assert (Wz : work acting u = 0).
  { rewrite <- (virtual_work members acting u) by assumption.
    rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|]. intros i Hi. now rewrite Z. }
  assert (S : 0 <= fold_right (fun fr s => fst fr * (lin_of (weights (snd fr)) u + bias (snd fr)) + s) 0 acting).
  { apply fold_nonneg. intros [f r] Hf. simpl. exact (Q f r Hf). }
  assert (E : fold_right (fun fr s => fst fr * (lin_of (weights (snd fr)) u + bias (snd fr)) + s) 0 acting
              = work acting u + fold_right (fun fr s => fst fr * bias (snd fr) + s) 0 acting).
  { clear. induction acting as [|[f r] l IH]; simpl; [ring|]. rewrite IH. ring. }
  lra.
Qed.

(** ** The same over the rationals: forces are integers over a common denominator *)

Variables (Wq Uz : Type) (powerq : Wq -> Uz -> Q) (added : Wq -> Z -> Wq -> Wq) (noneq : Wq).
Variables (real_weight : Wq -> W) (real_motion : Uz -> U).

Definition real_weights (l : list (N * Wq)) : list (N * W) := map (fun bw => (fst bw, real_weight (snd bw))) l.

(** How a motion moves a row. *)
Definition moves (l : list (N * Wq)) (u : N -> Uz) : Q :=
  fold_right (fun bw s => qadd (powerq (snd bw) (u (fst bw))) s) 0%Q l.

Lemma moves_lin D l u : (forall w t, Q2R (powerq w t) = D * power (real_weight w) (real_motion t)) ->
  Q2R (moves l u) = D * lin_of (real_weights l) (fun b => real_motion (u b)).
Proof.
  intro H. induction l as [|[b w] l IH]; simpl; [rewrite Q2R_0; ring|].
  rewrite Q2R_qadd, H, IH. ring.
Qed.

(** Forces on every body, added up. *)
Definition held_at (t : table Wq) (b : N) : Wq :=
  match get t b with
  | Some u => u
  | None => noneq
  end.

Definition add_force (z : Z) (ws : list (N * Wq)) (found : table Wq) : table Wq :=
  fold_right (fun bw acc => put (fst bw) (added (held_at acc (fst bw)) z (snd bw)) acc) found ws.

Definition add_up (l : list (Z * list (N * Wq))) : table Wq :=
  fold_right (fun zw found => add_force (fst zw) (snd zw) found) nothing l.

Hypothesis sum_assoc : forall u v w, sum u (sum v w) = sum (sum u v) w.
Hypothesis sum_comm : forall u v, sum u v = sum v u.
Hypothesis sum_none : forall w, sum none w = w.
Hypothesis multiple_sum : forall c v w, multiple c (sum v w) = sum (multiple c v) (multiple c w).
Hypothesis multiple_multiple : forall c d w, multiple c (multiple d w) = multiple (c * d) w.
Hypothesis multiple_none : forall c, multiple c none = none.
Hypothesis real_none : real_weight noneq = none.
Hypothesis real_added : forall t z w, real_weight (added t z w) = sum (real_weight t) (multiple (IZR z) (real_weight w)).

Lemma add_force_on b z ws found :
  real_weight (held_at (add_force z ws found) b)
  = sum (multiple (IZR z) (weight_on b (real_weights ws))) (real_weight (held_at found b)).
Proof.
  induction ws as [|[i w] ws IH]; simpl; [now rewrite multiple_none, sum_none|].
  unfold held_at at 1. rewrite get_put, (N.eqb_sym i b). destruct (N.eqb_spec b i) as [E|E].
  - subst i. rewrite real_added, IH, multiple_sum.
    rewrite sum_comm, sum_assoc. reflexivity.
  - exact IH.
Qed.

(** Judgement 1, balance: what is added up is the force on every body, times the denominator. *)
Theorem add_up_forces D b l : D <> 0 ->
  real_weight (held_at (add_up l) b)
  = multiple D (forces_on b (map (fun zw => (IZR (fst zw) / D, Row (real_weights (snd zw)) 0)) l)).
Proof.
  intro Dn. induction l as [|[z ws] l IH]; simpl.
  - unfold held_at, add_up. simpl. now rewrite get_nothing, real_none, multiple_none.
  - rewrite add_force_on, IH, multiple_sum, multiple_multiple.
    replace (D * (IZR z / D)) with (IZR z) by (field; assumption). reflexivity.
Qed.
End Blocks.
Arguments lin_of {W U}. Arguments weight_on {W}. Arguments forces_on {W}. Arguments work {W U}. Arguments within {W}.
Arguments real_weights {W Wq}. Arguments moves {Wq Uz}. Arguments held_at {Wq}. Arguments add_force {Wq}.
Arguments add_up {Wq}. Arguments virtual_work {W U}. Arguments same_work {W U}. Arguments no_motion {W U}.
Arguments moves_lin {W U} _ {Wq Uz}. Arguments add_up_forces {W} _ _ _ {Wq}.

(** ** Lists of numbers of any length are such blocks; what is missing counts as 0 *)

Fixpoint list_power (v u : list R) : R :=
  match v, u with
  | x :: v', y :: u' => x * y + list_power v' u'
  | _, _ => 0
  end.
Fixpoint list_sum (v w : list R) : list R :=
  match v, w with
  | x :: v', y :: w' => x + y :: list_sum v' w'
  | [], _ => w
  | _, [] => v
  end.
Definition list_multiple (c : R) (v : list R) : list R := map (Rmult c) v.

Lemma list_power_sum : forall v w u, list_power (list_sum v w) u = list_power v u + list_power w u.
Proof.
  induction v as [|x v IH]; intros w u; simpl; [ring|]. destruct w as [|y w]; simpl; [ring|].
  destruct u as [|z u]; simpl; [ring|]. rewrite IH. ring.
Qed.
Lemma list_power_multiple c : forall v u, list_power (list_multiple c v) u = c * list_power v u.
Proof. induction v as [|x v IH]; intro u; simpl; [ring|]. destruct u; simpl; [ring|]. rewrite IH. ring. Qed.

(** So for rows of any length: the work of forces body by body is their work at the contacts. *)
Theorem virtual_work_any_length members (acting : list (R * row (list R))) u : NoDup members ->
  (forall f r, In (f, r) acting -> within members r) ->
  sum_over members (fun b => list_power (forces_on list_sum list_multiple [] b acting) (u b))
  = work list_power acting u.
Proof.
  intros D H. apply virtual_work; [exact list_power_sum|exact list_power_multiple|reflexivity|assumption|assumption].
Qed.

(** ** The tests of cones over the rationals *)

Definition cone_map {K L} (f : K -> L) (k : cone K) : cone L :=
  match k with
  | Nothing => Nothing | Ray => Ray | Line => Line | Wedge mu => Wedge (f mu) | Edge m => Edge (f m)
  end.

(** The size of a fraction. *)
Definition qabs (x : Q) : Q := Z.abs (Qnum x) # Qden x.

Lemma Q2R_qabs x : Q2R (qabs x) = Rabs (Q2R x).
Proof.
  unfold qabs, Q2R; simpl. rewrite Rabs_mult, <- abs_IZR. f_equal. symmetry. apply Rabs_right.
  apply Rle_ge, Rlt_le, Rinv_0_lt_compat, IZR_lt. reflexivity.
Qed.

(** Judgement 2 in its two halves, which have numbers of their own in the formats: a force does not pull, and what is
    along the edge is bounded. *)
Definition no_pull (k : cone Q) (f : Z * Z) : bool :=
  match k with
  | Nothing => Z.eqb (fst f) 0
  | Line => true
  | _ => Z.leb 0 (fst f)
  end.
Definition rubs_within (k : cone Q) (f : Z * Z) : bool :=
  match k with
  | Nothing | Ray => Z.eqb (snd f) 0
  | Line => true
  | Wedge mu => qle (qint (Z.abs (snd f))) (qscale (fst f) mu)
  | Edge m => qeq (qint (snd f)) (Qopp (qscale (fst f) m))
  end.
Definition inside (k : cone Q) (f : Z * Z) : bool := no_pull k f && rubs_within k f.

Definition integral (f : Z * Z) : R * R := (IZR (fst f), IZR (snd f)).

Theorem inside_sound k f : inside k f = true <-> in_cone (cone_map Q2R k) (integral f).
Proof.
  unfold inside. rewrite andb_true_iff. destruct f as [p q], k as [| | |mu|m]; simpl.
  - rewrite !Z.eqb_eq. split; intros [A B]; [now subst|]. split; now apply eq_IZR.
  - rewrite Z.leb_le, Z.eqb_eq. split; intros [A B]; [split; [now apply IZR_le|now subst]|].
    split; [now apply le_IZR|now apply eq_IZR].
  - tauto.
  - rewrite Z.leb_le, qle_R. autorewrite with q2r. rewrite abs_IZR, (Rmult_comm (Q2R mu)).
    split; intros [A B]; split; auto using IZR_le, le_IZR.
  - rewrite Z.leb_le, qeq_R. autorewrite with q2r. rewrite (Rmult_comm (Q2R m)).
    split; intros [A B]; split; auto using IZR_le, le_IZR.
Qed.

(** A force over a denominator is in the cone that it is in without. *)
Lemma inside_over D k f : (0 < D)%Z -> inside k f = true ->
  in_cone (cone_map Q2R k) (IZR (fst f) / IZR D, IZR (snd f) / IZR D).
Proof.
  intros DP H. apply inside_sound in H. apply IZR_lt, Rinv_0_lt_compat in DP.
  apply (cone_multiple _ (/ IZR D)) in H; [|lra]. unfold integral in H. simpl in H. unfold Rdiv.
  rewrite (Rmult_comm (IZR (fst f))), (Rmult_comm (IZR (snd f))). exact H.
Qed.

(** Judgement 3. *)
Definition allowed (k : cone Q) (v : Q * Q) : bool :=
  match k with
  | Nothing => true
  | Ray => is_nonneg (fst v)
  | Line => is_zero (fst v) && is_zero (snd v)
  | Wedge mu => qle (qmul mu (qabs (snd v))) (fst v)
  | Edge m => qle (qmul m (snd v)) (fst v)
  end.

Definition real_pair (v : Q * Q) : R * R := (Q2R (fst v), Q2R (snd v)).

Theorem allowed_sound k v : allowed k v = true <-> in_dual (cone_map Q2R k) (real_pair v).
Proof.
  destruct v as [w s], k as [| | |mu|m]; simpl.
  - tauto.
  - apply is_nonneg_R.
  - now rewrite andb_true_iff, !is_zero_R.
  - now rewrite qle_R, Q2R_qmul, Q2R_qabs.
  - now rewrite qle_R, Q2R_qmul.
Qed.

(** Judgement 4: force and value do no work together. *)
Definition idle_together (f : Z * Z) (v : Q * Q) : bool := is_zero (qadd (qscale (fst f) (fst v)) (qscale (snd f) (snd v))).

Theorem idle_together_sound f v : idle_together f v = true <-> paired (integral f) (real_pair v) = 0.
Proof. unfold idle_together, paired. rewrite is_zero_R. autorewrite with q2r. reflexivity. Qed.

Lemma line_allowed w s : allowed Line (w, s) = true -> Q2R w = 0 /\ Q2R s = 0.
Proof. intro H. now apply allowed_sound in H. Qed.
