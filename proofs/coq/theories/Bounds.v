(** Bounds.v -- how small and how large a component of a force can be over the reals: Theorem 17 of proofs/THEOREM.md.

    A bound is weak duality (Core.v): let the component yield by e, and let the bodies move such that nothing else
    resists; then the work of weights and loads is at most e times the component, whatever the forces are that hold. *)
Require Import List Bool NArith ZArith QArith Reals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Checker SoundLists SoundAnswer Forces Stands Friction.
Import ListNotations.
Open Scope R_scope.

(** ** What is claimed *)

Definition coordinate (second : bool) (x y : R) : R := if second then y else x.

(** What forces have of a component, all that are listed together. *)
Definition size_of (F : holding_forces) (c : component) : R :=
  match c with
  | AtContact i second =>
      fold_right (fun x sum => (if N.eqb (fst x) i then coordinate second (fst (snd x)) (snd (snd x)) else 0) + sum) 0
                 (presses F)
  | AtPin k second =>
      fold_right (fun x sum => (if N.eqb (fst x) k then coordinate second (px (snd x)) (py (snd x)) else 0) + sum) 0
                 (pulls F)
  end.

(** Some forces that hold the scene have the size x of a component. *)
Definition takes (mu : contact -> R) (s : scene R) (p : proof) (choice : N -> bool) (c : component) (x : R) : Prop :=
  exists F, holds_still mu s p choice F /\ size_of F c = x.

(** An interval that is not empty, with these ends, which belong to it; without an end where there is None. *)
Definition interval (P : R -> Prop) (least largest : option R) : Prop :=
  (exists x, P x) /\ (forall x y z, P x -> P y -> x <= z <= y -> P z) /\
  match least with
  | Some a => P a /\ forall x, P x -> a <= x
  | None => forall a, exists x, P x /\ x < a
  end /\
  match largest with
  | Some a => P a /\ forall x, P x -> x <= a
  | None => forall a, exists x, P x /\ a < x
  end.

(** ** Sums and multiples of forces *)

Definition no_forces : holding_forces := HoldingForces [] [].
Definition together (F G : holding_forces) : holding_forces :=
  HoldingForces (presses F ++ presses G) (pulls F ++ pulls G).
Definition scaled (a : R) (F : holding_forces) : holding_forces :=
  HoldingForces (map (fun x => (fst x, (a * fst (snd x), a * snd (snd x)))) (presses F))
                (map (fun x => (fst x, times a (snd x))) (pulls F)).

Lemma together_twist r q F G b x :
  load_twist b x (holding_loads r q (together F G))
  = tplus (load_twist b x (holding_loads r q F)) (load_twist b x (holding_loads r q G)).
Proof.
  unfold holding_loads, together; simpl. rewrite !flat_map_app, !load_twist_app.
  unfold tplus; simpl. f_equal; ring.
Qed.

Definition scale_load (a : R) (f : load) : load := Load (on_body f) (times a (pull f)) (at_point f).

Lemma times_swap a b v : times a (times b v) = times b (times a v).
Proof. unfold times; simpl. f_equal; ring. Qed.

Lemma scaled_loads r q a F : holding_loads r q (scaled a F) = map (scale_load a) (holding_loads r q F).
Proof.
  unfold holding_loads, scaled; simpl. rewrite map_app. f_equal.
  - induction (presses F) as [|[i [phi psi]] l IH]; simpl; [reflexivity|]. rewrite map_app, IH. f_equal.
    destruct (at_index (contacts q) i) as [c|]; [|reflexivity]. unfold press_loads.
    destruct (place_of r c) as [g|]; [|reflexivity]. unfold scale_load; simpl.
    assert (E : contact_force g (a * phi) (a * psi) = times a (contact_force g phi psi))
      by (unfold contact_force, plus, times; simpl; f_equal; ring).
    now rewrite E, (times_swap (-1) a).
  - induction (pulls F) as [|[k f] l IH]; simpl; [reflexivity|]. rewrite map_app, IH. f_equal.
    destruct (at_index (pins r) k) as [j|]; [|reflexivity]. unfold pin_loads, scale_load; simpl.
    destruct (pin_second j); simpl; [now rewrite (times_swap (-1) a f)|reflexivity].
Qed.

Lemma scaled_twist r q a F b x :
  load_twist b x (holding_loads r q (scaled a F)) = tscale a (load_twist b x (holding_loads r q F)).
Proof.
  rewrite scaled_loads. unfold load_twist, tscale; simpl.
  induction (holding_loads r q F) as [|f l IH]; simpl; [f_equal; ring|]. injection IH as I1 I2 I3.
  destruct (N.eqb (on_body f) b); simpl; [|now rewrite I1, I2, I3].
  rewrite I1, I2, I3. f_equal; try ring. unfold cross, times; simpl. ring.
Qed.

Lemma size_together F G c : size_of (together F G) c = size_of F c + size_of G c.
Proof.
  destruct c as [i second|k second]; simpl; [induction (presses F) as [|x l IH]|induction (pulls F) as [|x l IH]];
    simpl; try ring; rewrite IH; ring.
Qed.

Lemma size_scaled a F c : size_of (scaled a F) c = a * size_of F c.
Proof.
  destruct c as [i second|k second]; simpl; [induction (presses F) as [|x l IH]|induction (pulls F) as [|x l IH]];
    simpl; try ring; rewrite IH; (destruct (N.eqb _ _); [destruct second; simpl; ring|ring]).
Qed.

Lemma obeys_together mu p choice F G : obeys_coulomb mu p choice F -> obeys_coulomb mu p choice G ->
  obeys_coulomb mu p choice (together F G).
Proof. intros A B i phi psi I. unfold together in I; simpl in I. apply in_app_or in I as [I|I]; eauto. Qed.

Lemma obeys_scaled mu p choice a F : 0 <= a -> obeys_coulomb mu p choice F -> obeys_coulomb mu p choice (scaled a F).
Proof.
  intros A O i phi psi I. unfold scaled in I; simpl in I. apply in_map_iff in I as ([j [f g]] & E & I).
  simpl in E. injection E as E1 E2 E3. subst. destruct (O i f g I) as (c & C & Ch & Cone). exists c.
  split; [assumption|]. split; [assumption|]. exact (cone_multiple (Wedge (mu c)) a (f, g) A Cone).
Qed.

(** What weights and loads ask of a body, for forces that hold it. *)
Definition asks (s : scene R) (b : N) (m : matter R) : twist R :=
  let u := free_acceleration s b in
  Twist (mass m * (0 - tx u)) (mass m * (0 - ty u)) (inertia m * (0 - tr u)).

(** Forces give every free body a times what weights and loads ask for. *)
Definition gives (s : scene R) (p : proof) (a : R) (F : holding_forces) : Prop :=
  forall b B m, body_at s b = Some B -> free B = Some m ->
    load_twist b (centroid m) (holding_loads s p F) = tscale a (asks s b m).

Lemma gives_still s p F : gives s p 1 F <-> forall b, newton_euler s b zero_twist (holding_loads s p F).
Proof.
  split.
  - intros H b B m HB HF. pose proof (H b B m HB HF) as E. unfold load_twist, asks, tscale in E. simpl in E.
    injection E as E1 E2 E3. rewrite Rmult_1_l in E1, E2, E3. unfold zero_twist, times, minus; simpl. split; [|exact E3].
    destruct (total_force b _) as [x y]; simpl in *. now rewrite E1, E2.
  - intros H b B m HB HF. destruct (H b B m HB HF) as [E1 E2]. unfold load_twist, asks, tscale. rewrite E1, E2.
    unfold zero_twist, times, minus; simpl. f_equal; ring.
Qed.

Lemma gives_together s p a b F G : gives s p a F -> gives s p b G -> gives s p (a + b) (together F G).
Proof.
  intros H K c B m HB HF. rewrite together_twist, (H c B m HB HF), (K c B m HB HF).
  unfold tplus, tscale; simpl. f_equal; ring.
Qed.

Lemma gives_scaled s p a b F : gives s p a F -> gives s p (b * a) (scaled b F).
Proof.
  intros H c B m HB HF. rewrite scaled_twist, (H c B m HB HF). unfold tscale; simpl. f_equal; ring.
Qed.

(** ** The sizes of a component are an interval *)

Section Sizes.
Variables (s : scene R) (p : proof).
Hypothesis ok : scene_ok s.
Variables (mu : contact -> R) (choice : N -> bool).

Lemma mixed F G a : 0 <= a <= 1 -> holds_still mu s p choice F -> holds_still mu s p choice G ->
  holds_still mu s p choice (together (scaled (1 - a) F) (scaled a G)).
Proof.
  intros A [FO FB] [GO GB]. apply gives_still in FB, GB. split.
  - apply obeys_together; apply obeys_scaled; (assumption || lra).
  - apply gives_still. replace 1 with ((1 - a) * 1 + a * 1) at 1 by ring.
    apply gives_together; now apply gives_scaled.
Qed.

Theorem sizes_convex c x y z : takes mu s p choice c x -> takes mu s p choice c y -> x <= z <= y ->
  takes mu s p choice c z.
Proof.
  intros (F & HF & <-) (G & HG & <-) [L U]. destruct (Req_dec (size_of F c) (size_of G c)) as [E|E].
  - exists F. split; [assumption|]. lra.
  - set (a := (z - size_of F c) / (size_of G c - size_of F c)).
    assert (P : 0 < size_of G c - size_of F c) by lra.
    assert (A : a * (size_of G c - size_of F c) = z - size_of F c) by (unfold a; field; lra).
    exists (together (scaled (1 - a) F) (scaled a G)). split.
    + apply mixed; try assumption. split; nra.
    + rewrite size_together, !size_scaled. lra.
Qed.

(** Without a bound: forces of the cones that balance each other, and have the size x < 0 of e times the component. *)
Theorem open_end F H e c : holds_still mu s p choice F -> obeys_coulomb mu p choice H -> gives s p 0 H ->
  e * size_of H c < 0 -> forall a, exists x, takes mu s p choice c x /\ e * x < a.
Proof.
  intros [FO FB] HO HB Neg a. apply gives_still in FB.
  set (lam := (Rabs (e * size_of F c - a) + 1) / (- (e * size_of H c))).
  pose proof (Rabs_pos (e * size_of F c - a)) as A. pose proof (Rle_abs (e * size_of F c - a)) as B.
  assert (L : lam * (- (e * size_of H c)) = Rabs (e * size_of F c - a) + 1) by (unfold lam, Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  assert (0 <= lam) by (unfold lam; apply Rlt_le, Rdiv_lt_0_compat; lra).
  exists (size_of (together F (scaled lam H)) c). split.
  - exists (together F (scaled lam H)). split; [|reflexivity]. split.
    + apply obeys_together; [assumption|now apply obeys_scaled].
    + apply gives_still. replace 1 with (1 + lam * 0) by ring. apply gives_together; [assumption|now apply gives_scaled].
  - rewrite size_together, size_scaled. lra.
Qed.

(** ** A bound *)

(** How the value of a contact, and the velocity of a pin, changes where the component yields by e. *)
Definition yields_at (c : component) (e : R) (i : N) : R * R :=
  match c with
  | AtContact j second => if N.eqb i j then (if second then (0, e) else (e, 0)) else (0, 0)
  | AtPin _ _ => (0, 0)
  end.

Definition yields_pin (c : component) (e : R) (k : N) : vector :=
  match c with
  | AtPin j second => if N.eqb k j then (if second then Point 0 e else Point e 0) else zero
  | AtContact _ _ => zero
  end.

(** Velocities that nothing resists where the component yields by e. *)
Definition releases (c : component) (e : R) (V : accelerations) : Prop :=
  (forall i d, at_index (contacts p) i = Some d -> of_choice mu p choice i ->
     in_dual (Wedge (mu d)) (both (opening s V d, slipping s V d) (yields_at c e i))) /\
  (forall k j, at_index (pins s) k = Some j -> parting s V j = times (-1) (yields_pin c e k)).

Lemma press_shift c e F :
  total _ (@snd N (R * R)) (fun x => yields_at c e (fst x)) (presses F)
  = e * match c with AtContact _ _ => size_of F c | AtPin _ _ => 0 end.
Proof.
  unfold total. destruct c as [i second|k second]; simpl.
  - induction (presses F) as [|[j [phi psi]] l IH]; simpl; [ring|]. rewrite IH. unfold paired; simpl.
    destruct (N.eqb j i); [destruct second; simpl; ring|simpl; ring].
  - induction (presses F) as [|[j [phi psi]] l IH]; simpl; [ring|]. rewrite IH. unfold paired; simpl. ring.
Qed.

Lemma pull_shift c e V F : (forall k j, at_index (pins s) k = Some j -> parting s V j = times (-1) (yields_pin c e k)) ->
  (forall k second, c = AtPin k second -> exists j, at_index (pins s) k = Some j) ->
  pull_sum s V (pulls F) = - (e * match c with AtPin _ _ => size_of F c | AtContact _ _ => 0 end).
Proof.
  intros H K. unfold pull_sum. destruct c as [i second|k second]; simpl.
  - induction (pulls F) as [|[j f] l IH]; simpl; [ring|]. rewrite IH.
    destruct (at_index (pins s) j) as [pin|] eqn:P; [|ring]. rewrite (H j pin P). unfold dot, times, zero; simpl. ring.
  - destruct (K k second eq_refl) as [pin0 P0].
    induction (pulls F) as [|[j f] l IH]; simpl; [ring|]. rewrite IH.
    destruct (N.eqb_spec j k) as [E|E].
    + subst j. rewrite P0, (H k pin0 P0). simpl. rewrite N.eqb_refl.
      destruct second; unfold dot, times; simpl; ring.
    + destruct (at_index (pins s) j) as [pin|] eqn:P; [|ring]. rewrite (H j pin P). simpl.
      destruct (N.eqb_spec j k); [contradiction|]. unfold dot, times, zero; simpl. ring.
Qed.

(** Theorem 17, the bound: whatever forces hold the scene. *)
Theorem bounded_end c e V F : (forall k second, c = AtPin k second -> exists j, at_index (pins s) k = Some j) ->
  releases c e V -> holds_still mu s p choice F -> falls s V <= e * size_of F c.
Proof.
  intros Known [Give Part] [Obey Balance].
  pose proof (forces_work s p ok V F) as W. rewrite (work_of_rest s V _ Balance) in W.
  rewrite (pull_shift c e V F Part Known) in W.
  assert (D : - total _ (@snd N (R * R)) (fun x => yields_at c e (fst x)) (presses F) <= press_sum s p V (presses F)).
  { unfold press_sum.
    apply (weak_duality _ (fun x => Wedge match at_index (contacts p) (fst x) with Some d => mu d | None => 0 end)).
    - intros [i [phi psi]] I. destruct (Obey i phi psi I) as (d & C & _ & Cone). simpl. rewrite C. exact Cone.
    - intros [i [phi psi]] I. destruct (Obey i phi psi I) as (d & C & Ch & _). unfold drifts. simpl fst. rewrite C.
      exact (Give i d C Ch). }
  rewrite press_shift in D. destruct c; lra.
Qed.
End Sizes.
