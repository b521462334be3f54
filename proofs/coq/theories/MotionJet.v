(** * One-sided second-order expansions at time 0

    [jet f c0 c1 c2] says f(t) = c0 + c1 t + c2 t² + o(t²) for t > 0, t -> 0. This is all that the
    theorems ask of a motion: it need not be differentiable anywhere else. *)

Require Import List Reals Lra Psatz.
Import ListNotations.
Open Scope R_scope.

Definition jet (f : R -> R) (c0 c1 c2 : R) : Prop :=
  limit1_in (fun t => (f t - c0 - c1 * t) / (t * t)) (fun t => 0 < t) c2 0.

(** What holds at all short times t > 0. *)
Definition shortly (holds : R -> Prop) : Prop :=
  exists d, 0 < d /\ forall t, 0 < t < d -> holds t.

(** ** Facts about [shortly] *)

Lemma shortly_always (holds : R -> Prop) : (forall t, 0 < t -> holds t) -> shortly holds.
Proof.
  intro H. exists 1. split; [lra|]. intros t Ht. apply H. lra.
Qed.

Lemma shortly_and (h k : R -> Prop) :
  shortly h -> shortly k -> shortly (fun t => h t /\ k t).
Proof.
  intros [d [Pd D]] [e [Pe E]].
  exists (Rmin d e). split; [now apply Rmin_case|].
  intros t Ht. pose proof (Rmin_l d e). pose proof (Rmin_r d e).
  split; [apply D | apply E]; lra.
Qed.

Lemma shortly_weaken (h k : R -> Prop) :
  (forall t, 0 < t -> h t -> k t) -> shortly h -> shortly k.
Proof.
  intros W [d [Pd D]]. exists d. split; [assumption|].
  intros t Ht. apply W; [lra|]. now apply D.
Qed.

(** What holds at short times holds at some time. *)
Lemma shortly_some (h : R -> Prop) : shortly h -> exists t, 0 < t /\ h t.
Proof.
  intros [d [Pd D]]. exists (d / 2). split; [lra|]. apply D. lra.
Qed.

(** Finitely many things that each hold at short times hold together at short times. *)
Lemma shortly_all {A} (l : list A) (h : A -> R -> Prop) :
  (forall x, In x l -> shortly (h x)) -> shortly (fun t => forall x, In x l -> h x t).
Proof.
  induction l as [|x l IH]; intro H.
  - apply shortly_always. intros t _ x [].
  - assert (Hx : shortly (h x)) by (apply H; now left).
    assert (Hl : shortly (fun t => forall y, In y l -> h y t)).
    { apply IH. intros y Hy. apply H. now right. }
    apply shortly_weaken with (2 := shortly_and _ _ Hx Hl).
    intros t _ [T1 T2] y [<-|Hy]; auto.
Qed.

(** ** Calculus of expansions *)

Lemma limit1_ext (f g : R -> R) (D : R -> Prop) l x0 :
  (forall t, D t -> f t = g t) -> limit1_in f D l x0 -> limit1_in g D l x0.
Proof.
  intros E H eps He. destruct (H eps He) as [d [Hd H']]. exists d. split; [assumption|].
  intros t Ht. simpl. rewrite <- E by apply Ht. now apply H'.
Qed.

Lemma limit_const c D x0 : limit1_in (fun _ => c) D c x0.
Proof.
  intros eps He. exists 1. split; [lra|]. intros t _. simpl. unfold R_dist.
  replace (c - c) with 0 by ring. rewrite Rabs_R0. lra.
Qed.

Lemma jet_ext f g c0 c1 c2 :
  (forall t, 0 < t -> f t = g t) -> jet f c0 c1 c2 -> jet g c0 c1 c2.
Proof.
  intros E. apply limit1_ext. intros t Ht. now rewrite E.
Qed.

Lemma jet_eq f a b c a' b' c' :
  jet f a b c -> a = a' -> b = b' -> c = c' -> jet f a' b' c'.
Proof. intros H -> -> ->. exact H. Qed.

Lemma jet_const c : jet (fun _ => c) c 0 0.
Proof.
  apply limit1_ext with (fun _ => 0); [|apply limit_const].
  intros t Ht. field. lra.
Qed.

Lemma jet_quadratic a b c : jet (fun t => a + b * t + c * (t * t)) a b c.
Proof.
  apply limit1_ext with (fun _ => c); [|apply limit_const].
  intros t Ht. field. lra.
Qed.

Lemma jet_add f g a b c a' b' c' : jet f a b c -> jet g a' b' c' ->
  jet (fun t => f t + g t) (a + a') (b + b') (c + c').
Proof.
  intros F G. unfold jet. eapply limit1_ext; [|exact (limit_plus _ _ _ _ _ _ F G)].
  intros t Ht. simpl. field. lra.
Qed.

Lemma jet_sub f g a b c a' b' c' : jet f a b c -> jet g a' b' c' ->
  jet (fun t => f t - g t) (a - a') (b - b') (c - c').
Proof.
  intros F G. unfold jet. eapply limit1_ext; [|exact (limit_minus _ _ _ _ _ _ F G)].
  intros t Ht. simpl. field. lra.
Qed.

Lemma jet_mul f g a b c a' b' c' : jet f a b c -> jet g a' b' c' ->
  jet (fun t => f t * g t) (a * a') (a * b' + b * a') (a * c' + b * b' + c * a').
Proof.
  intros F G. unfold jet.
  set (phi := fun t => (f t - a - b * t) / (t * t)) in F.
  set (psi := fun t => (g t - a' - b' * t) / (t * t)) in G.
  apply limit1_ext with (fun t =>
    (a * psi t + b * b' + phi t * a')
    + (t * (b * psi t + phi t * b') + t * (t * (phi t * psi t)))).
  { intros t Ht. unfold phi, psi. field. lra. }
  replace (a * c' + b * b' + c * a')
    with ((a * c' + b * b' + c * a') + (0 * (b * c' + c * b') + 0 * (0 * (c * c')))) by ring.
  assert (T : limit1_in (fun t => t) (fun t => 0 < t) 0 0) by apply lim_x.
  repeat first [apply limit_plus | apply limit_mul | apply limit_const | assumption].
Qed.

Ltac jets := repeat first
  [ eassumption | apply jet_const | apply jet_sub | apply jet_add | apply jet_mul ].

(** ** The sign of a function with an expansion *)

(** The first coefficient that is not 0 is positive. *)
Definition opens (c0 c1 c2 : R) : Prop :=
  0 < c0 \/ c0 = 0 /\ (0 < c1 \/ c1 = 0 /\ 0 < c2).

(** The same, or all three are 0. *)
Definition keeps (c0 c1 c2 : R) : Prop :=
  0 < c0 \/ c0 = 0 /\ (0 < c1 \/ c1 = 0 /\ 0 <= c2).

Lemma opens_keeps a b c : opens a b c -> keeps a b c.
Proof. unfold opens, keeps. intuition lra. Qed.

(** Either [keeps], or the negated function opens. *)
Lemma keeps_or_closes a b c : keeps a b c \/ opens (- a) (- b) (- c).
Proof.
  unfold opens, keeps.
  destruct (Rtotal_order a 0) as [A|[A|A]]; [right; left; lra| |left; left; lra].
  destruct (Rtotal_order b 0) as [B|[B|B]].
  - right. right. split; [lra|]. left. lra.
  - destruct (Rle_or_lt 0 c) as [C|C].
    + left. right. split; [assumption|]. right. now split.
    + right. right. split; [lra|]. right. split; lra.
  - left. right. split; [assumption|]. now left.
Qed.

Lemma keeps_scale k a b c : 0 < k -> keeps (k * a) (k * b) (k * c) -> keeps a b c.
Proof.
  unfold keeps. intros K [A|[A [B|[B C]]]].
  - left. nra.
  - right. split; [nra|]. left. nra.
  - right. split; [nra|]. right. split; nra.
Qed.

(** A bound from below that holds at short times: f >= a + b t + (c - h) t². *)
Lemma jet_below f a b c h : 0 < h -> jet f a b c ->
  shortly (fun t => a + b * t + (c - h) * (t * t) < f t).
Proof.
  intros Hh J. destruct (J h Hh) as [e [He H]]. exists e. split; [assumption|].
  intros t Ht. specialize (H t). simpl in H. unfold R_dist in H.
  assert (Q : Rabs ((f t - a - b * t) / (t * t) - c) < h).
  { apply H. split; [lra|]. rewrite Rminus_0_r, Rabs_right; lra. }
  apply Rabs_def2 in Q. destruct Q as [_ Q].
  assert (T2 : 0 < t * t) by nra.
  assert (E : (f t - a - b * t) / (t * t) * (t * t) = f t - a - b * t) by (field; lra).
  nra.
Qed.

(** t is below any given positive bound at short times. *)
Lemma shortly_below b : 0 < b -> shortly (fun t => t < b).
Proof. intro H. exists b. split; [assumption|]. intros t Ht. lra. Qed.

(** a + b t + c t² > 0 at short times if a > 0. *)
Lemma quadratic_positive a b c : 0 < a -> shortly (fun t => 0 < a + b * t + c * (t * t)).
Proof.
  intro A. set (K := Rabs b + Rabs c + 1).
  assert (K1 : 1 <= K) by (unfold K; pose proof (Rabs_pos b); pose proof (Rabs_pos c); lra).
  assert (B : 0 < a / K) by (apply Rdiv_lt_0_compat; lra).
  apply shortly_weaken with (2 := shortly_and _ _ (shortly_below 1 Rlt_0_1) (shortly_below _ B)).
  intros t T0 [T1 T2].
  assert (TK : t * K < a).
  { apply Rmult_lt_reg_r with (/ K); [apply Rinv_0_lt_compat; lra|].
    rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in T2. lra. }
  pose proof (Rle_abs (- b)) as Hb. rewrite Rabs_Ropp in Hb.
  pose proof (Rle_abs (- c)) as Hc. rewrite Rabs_Ropp in Hc.
  pose proof (Rabs_pos b). pose proof (Rabs_pos c).
  assert (t * t <= t) by nra.
  assert (- (Rabs b * t) <= b * t) by nra.
  assert (- (Rabs c * (t * t)) <= c * (t * t)) by nra.
  assert (Rabs c * (t * t) <= Rabs c * t) by nra.
  unfold K in TK. nra.
Qed.

(** A function whose expansion opens is positive at short times. *)
Lemma jet_opens f a b c : jet f a b c -> opens a b c -> shortly (fun t => 0 < f t).
Proof.
  intros J [A|[-> [B|[-> C]]]].
  - apply shortly_weaken with
      (2 := shortly_and _ _ (jet_below _ _ _ _ 1 Rlt_0_1 J) (quadratic_positive a b (c - 1) A)).
    intros t _ [T1 T2]. lra.
  - apply shortly_weaken with
      (2 := shortly_and _ _ (jet_below _ _ _ _ 1 Rlt_0_1 J) (quadratic_positive b (c - 1) 0 B)).
    intros t T0 [T1 T2]. nra.
  - assert (H : 0 < c / 2) by lra.
    apply shortly_weaken with (2 := jet_below _ _ _ _ (c / 2) H J).
    intros t T0 T. nra.
Qed.

(** A function whose expansion does not keep is negative at short times. *)
Lemma jet_closes f a b c : jet f a b c -> opens (- a) (- b) (- c) -> shortly (fun t => f t < 0).
Proof.
  intros J C.
  assert (J' : jet (fun t => 0 - f t) (- a) (- b) (- c)).
  { eapply jet_eq; [apply jet_sub; [apply (jet_const 0)|exact J]| | |]; ring. }
  apply shortly_weaken with (2 := jet_opens _ _ _ _ J' C). intros t _ T. lra.
Qed.

(** A function that is 0 at short times has the expansion 0. *)
Lemma jet_zero f a b c : jet f a b c -> shortly (fun t => f t = 0) -> a = 0 /\ b = 0 /\ c = 0.
Proof.
  intros J Z.
  destruct (keeps_or_closes a b c) as [K|K].
  - destruct (keeps_or_closes (- a) (- b) (- c)) as [L|L].
    + unfold keeps in *. intuition lra.
    + exfalso. rewrite !Ropp_involutive in L.
      destruct (shortly_some _ (shortly_and _ _ Z (jet_opens _ _ _ _ J L))) as [t [_ T]]. lra.
  - exfalso.
    destruct (shortly_some _ (shortly_and _ _ Z (jet_closes _ _ _ _ J K))) as [t [_ T]]. lra.
Qed.

(** ** Finitely many functions, of which at every short time all those of one family are >= 0

    Families stand for edges, their functions for the gaps of the vertices before the edge. If at
    every short time some family has no negative function, then some family has expansions that
    keep all its functions. (Were there none, each family would have a function that is negative
    at all short times, and finitely many "short times" combine.) *)
Lemma some_family_keeps {A B} (families : list A) (members : A -> list B)
    (f : A -> B -> R -> R) (c0 c1 c2 : A -> B -> R) :
  (forall x y, In x families -> In y (members x) -> jet (f x y) (c0 x y) (c1 x y) (c2 x y)) ->
  shortly (fun t => exists x, In x families /\ forall y, In y (members x) -> 0 <= f x y t) ->
  exists x, In x families /\ forall y, In y (members x) -> keeps (c0 x y) (c1 x y) (c2 x y).
Proof.
  intros J S.
  assert (D : forall l, incl l families ->
    (exists x, In x l /\ forall y, In y (members x) -> keeps (c0 x y) (c1 x y) (c2 x y)) \/
    (forall x, In x l -> shortly (fun t => ~ forall y, In y (members x) -> 0 <= f x y t))).
  { induction l as [|x l IH]; intro I; [right; intros x []|].
    destruct IH as [[x' [X K]]|N]; [now intros y Hy; apply I; right| |].
    { left. exists x'. split; [now right|assumption]. }
    assert (E : forall m, incl m (members x) ->
      (forall y, In y m -> keeps (c0 x y) (c1 x y) (c2 x y)) \/
      exists y, In y m /\ opens (- c0 x y) (- c1 x y) (- c2 x y)).
    { induction m as [|y m IHm]; intro Im; [left; intros y []|].
      destruct IHm as [K|[y' [Y K]]]; [now intros z Hz; apply Im; right| |].
      - destruct (keeps_or_closes (c0 x y) (c1 x y) (c2 x y)) as [K'|K'].
        + left. intros z [<-|Hz]; auto.
        + right. exists y. split; [now left|assumption].
      - right. exists y'. split; [now right|assumption]. }
    destruct (E (members x) (incl_refl _)) as [K|[y [Y K]]].
    - left. exists x. split; [now left|assumption].
    - right. intros z [<-|Hz]; [|now apply N].
      assert (Jx : jet (f x y) (c0 x y) (c1 x y) (c2 x y)) by (apply J; [apply I; now left|assumption]).
      apply shortly_weaken with (2 := jet_closes _ _ _ _ Jx K).
      intros t _ T H. specialize (H y Y). lra. }
  destruct (D families (incl_refl _)) as [K|N]; [assumption|exfalso].
  destruct (shortly_some _ (shortly_and _ _ S (shortly_all _ _ N))) as [t [_ [[x [X H]] T]]].
  exact (T x X H).
Qed.
