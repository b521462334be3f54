(** Friction.v -- statics with Coulomb's friction over the reals: section 10 of proofs/THEOREM.md.

    Nothing is said here of the checker. Contacts and corners are those that a proof lists (what they are is
    [listed_right], that none is missing [contacts_complete]); forces and velocities are of the whole scene. The law
    of friction [mu] is a parameter, so that theorems can compare two of them; [friction_of] is that of a scene. *)
Require Import List Bool NArith ZArith QArith Reals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Checker SoundLists SoundAnswer Forces Stands.
Import ListNotations.
Open Scope R_scope.

(** ** What is claimed *)

Definition joins (b c : N) (k : friction_pair R) : bool :=
  N.eqb (pair_first k) b && N.eqb (pair_second k) c || N.eqb (pair_first k) c && N.eqb (pair_second k) b.

(** The friction of a contact: that of the pair of bodies if it has one, else the smaller of theirs. *)
Definition friction_of (s : scene R) (c : contact) : R :=
  match find (joins (vertex_body c) (edge_body c)) (friction_pairs s), place_of s c with
  | Some k, _ => pair_friction k
  | None, Some g => Rmin (friction (vertex_owner g)) (friction (edge_owner g))
  | None, None => 0
  end.

(** Forces at contacts, (phi, psi) along the normal n and along t = J n, and at pins. *)
Record holding_forces := HoldingForces {
  presses : list (N * (R * R));
  pulls : list (N * vector) }.

(** The force phi n + psi t of a contact on its vertex body, and the opposite on its edge body. *)
Definition contact_force (g : place) (phi psi : R) : vector :=
  plus (times phi (place_normal g)) (times psi (J (place_normal g))).

Definition press_loads (s : scene R) (c : contact) (phi psi : R) : list load :=
  match place_of s c with
  | Some g =>
      [Load (vertex_body c) (contact_force g phi psi) (at_vertex g);
       Load (edge_body c) (times (-1) (contact_force g phi psi)) (at_vertex g)]
  | None => []
  end.

Definition holding_loads (s : scene R) (p : proof) (F : holding_forces) : list load :=
  flat_map (fun i => match at_index (contacts p) (fst i) with
                     | Some c => press_loads s c (fst (snd i)) (snd (snd i))
                     | None => []
                     end) (presses F) ++
  flat_map (fun k => match at_index (pins s) (fst k) with
                     | Some pin => pin_loads pin (snd k)
                     | None => []
                     end) (pulls F).

(** A choice says for each corner whether its side 1 counts, or its side 0. The contacts of its sides are those
    outside corners, and those of the sides that count. *)
Definition of_sides (p : proof) (choice : N -> bool) (i : N) : Prop :=
  loose p i \/
  exists k k0 k1, at_index (corners p) k = Some (k0, k1) /\ In i (if choice k then k1 else k0).

(** A contact of either side of a corner, with friction. *)
Definition in_rough_corner (mu : contact -> R) (p : proof) (i : N) : Prop :=
  exists k k0 k1 c, at_index (corners p) k = Some (k0, k1) /\ In i (k0 ++ k1) /\ at_index (contacts p) i = Some c /\ 0 < mu c.

(** The contacts of a choice are those of its sides, and those of both sides of each corner with friction. *)
Definition of_choice (mu : contact -> R) (p : proof) (choice : N -> bool) (i : N) : Prop :=
  of_sides p choice i \/ in_rough_corner mu p i.

(** S2 and S3: forces act at contacts of the choice, they do not pull, and friction is bounded. *)
Definition obeys_coulomb (mu : contact -> R) (p : proof) (choice : N -> bool) (F : holding_forces) : Prop :=
  forall i phi psi, In (i, (phi, psi)) (presses F) ->
    exists c, at_index (contacts p) i = Some c /\ of_choice mu p choice i /\ 0 <= phi /\ Rabs psi <= mu c * phi.

(** Forces of a choice: S1 to S3. No free body is accelerated. *)
Definition holds_still (mu : contact -> R) (s : scene R) (p : proof) (choice : N -> bool) (F : holding_forces) : Prop :=
  obeys_coulomb mu p choice F /\ forall b, newton_euler s b zero_twist (holding_loads s p F).

(** How fast the vertex of a contact moves against the edge under the velocities V: along the normal, and along the
    edge. *)
Definition drift (g : place) (u v : twist R) : vector :=
  minus (shifted (vertex_owner g) u (at_vertex g)) (shifted (edge_owner g) v (at_vertex g)).

Definition opening (s : scene R) (V : accelerations) (c : contact) : R :=
  match place_of s c with
  | Some g => dot (place_normal g) (drift g (V (vertex_body c)) (V (edge_body c)))
  | None => 0
  end.

Definition slipping (s : scene R) (V : accelerations) (c : contact) : R :=
  match place_of s c with
  | Some g => dot (J (place_normal g)) (drift g (V (vertex_body c)) (V (edge_body c)))
  | None => 0
  end.

Definition pins_agree (s : scene R) (V : accelerations) : Prop :=
  forall k, In k (pins s) -> pin_points_agree s (fun B b => shifted B (V b) (pin_at k)) k.

(** A fall of a choice: S4 and S5. No contact of the choice resists, pins hold, and weights and loads do positive work. *)
Definition falls_freely (mu : contact -> R) (s : scene R) (p : proof) (choice : N -> bool) (V : accelerations) : Prop :=
  (forall i c, at_index (contacts p) i = Some c -> of_choice mu p choice i ->
     mu c * Rabs (slipping s V c) <= opening s V c) /\
  pins_agree s V /\ 0 < falls s V.

(** The forces of a motion act at contacts of the sides of a choice, or at those of a corner with friction at which
    nothing moves; they do not pull, and friction is bounded. *)
Definition obeys_in_motion (mu : contact -> R) (s : scene R) (p : proof) (choice : N -> bool) (A : accelerations)
    (F : holding_forces) : Prop :=
  forall i phi psi, In (i, (phi, psi)) (presses F) ->
    exists c, at_index (contacts p) i = Some c /\
      (of_sides p choice i \/ in_rough_corner mu p i /\ opening s A c = 0 /\ slipping s A c = 0) /\
      0 <= phi /\ Rabs psi <= mu c * phi.

(** Coulomb's law for a scene at rest that begins to move with the accelerations A. *)
Definition coulomb_motion (mu : contact -> R) (s : scene R) (p : proof) (A : accelerations) : Prop :=
  exists choice F,
    obeys_in_motion mu s p choice A F /\
    (forall b, newton_euler s b (A b) (holding_loads s p F)) /\
    (forall i c, at_index (contacts p) i = Some c -> of_sides p choice i -> 0 <= opening s A c) /\
    (forall i phi psi c, In (i, (phi, psi)) (presses F) -> at_index (contacts p) i = Some c ->
       phi * opening s A c = 0 /\ psi * slipping s A c + mu c * phi * Rabs (slipping s A c) = 0) /\
    pins_agree s A.

(** ** Virtual work, body by body and force by force: (10.1) *)

Definition load_work (s : scene R) (V : accelerations) (f : load) : R :=
  match body_at s (on_body f) with
  | Some B => dot (pull f) (shifted B (V (on_body f)) (at_point f))
  | None => 0
  end.

Definition total_work (s : scene R) (V : accelerations) (l : list load) : R :=
  fold_right (fun f sum => load_work s V f + sum) 0 l.

Definition body_work (s : scene R) (V : accelerations) (l : list load) (b : N) : R :=
  match body_at s b with
  | Some B =>
      match free B with
      | Some m => dot (total_force b l) (Point (tx (V b)) (ty (V b))) + total_torque b (centroid m) l * tr (V b)
      | None => 0
      end
  | None => 0
  end.

Definition all_indices (s : scene R) : list N := map fst (numbered (bodies s)).

Lemma index_in s b : In b (all_indices s) <-> exists B, body_at s b = Some B.
Proof.
  unfold all_indices. rewrite in_map_iff. split.
  - intros ([i B] & E & H). simpl in E. subst i. apply numbered_spec in H. now exists B.
  - intros [B H]. exists (b, B). split; [reflexivity|]. now apply numbered_spec.
Qed.

Lemma indices_nodup s : NoDup (all_indices s).
Proof. apply number_from_nodup. Qed.

Lemma body_work_cons s V f l b :
  body_work s V (f :: l) b = (if N.eqb (on_body f) b then load_work s V f else 0) + body_work s V l b.
Proof.
  unfold body_work, load_work. simpl. destruct (N.eqb_spec (on_body f) b) as [E|E].
  - rewrite E. destruct (body_at s b) as [B|]; [|ring]. unfold shifted. destruct (free B) as [m|].
    + unfold dot, cross, plus, times, minus, J; simpl. ring.
    + unfold dot, zero; simpl. ring.
  - destruct (body_at s b) as [B|]; [|ring]. destruct (free B); ring.
Qed.

Theorem work_by_bodies s V l : sum_over (all_indices s) (body_work s V l) = total_work s V l.
Proof.
  induction l as [|f l IH]; simpl.
  - rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|]. intros b _.
    unfold body_work; simpl. destruct (body_at s b) as [B|]; [|reflexivity].
    destruct (free B); [unfold dot, zero; simpl; ring|reflexivity].
  - rewrite (sum_over_ext _ _ (fun b => (if N.eqb (on_body f) b then load_work s V f else 0) + body_work s V l b))
      by (intros; apply body_work_cons).
    rewrite sum_over_plus, IH. f_equal.
    destruct (body_at s (on_body f)) as [B|] eqn:E.
    + apply sum_over_one; [apply indices_nodup|]. apply index_in. now exists B.
    + unfold load_work. rewrite E. rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|].
      intros b _. now destruct (N.eqb _ _).
Qed.

(** Sums over all bodies, as they are defined by recursion. *)
Lemma sum_bodies s (f : N -> body R -> twist R -> R) (V : accelerations) (total : N -> list (body R) -> R) :
  (forall b, total b [] = 0) ->
  (forall b B l, total b (B :: l) = f b B (V b) + total (N.succ b) l) ->
  total 0%N (bodies s)
  = sum_over (all_indices s) (fun b => match body_at s b with Some B => f b B (V b) | None => 0 end).
Proof.
  intros Nil Cons. unfold all_indices, numbered.
  assert (G : forall l i, (forall b B, In (b, B) (number_from i l) -> body_at s b = Some B) ->
    total i l = sum_over (map fst (number_from i l))
                  (fun b => match body_at s b with Some B => f b B (V b) | None => 0 end)).
  { induction l as [|B l IH]; intros i H; simpl; [apply Nil|]. rewrite Cons, IH.
    - rewrite (H i B); [reflexivity|now left].
    - intros b C I. apply H. now right. }
  apply G. intros b B H. now apply numbered_spec.
Qed.

Lemma falls_sum s V : falls s V
  = sum_over (all_indices s) (fun b => match body_at s b with Some B => body_falls (free_acceleration s b) B (V b) | None => 0 end).
Proof.
  apply (sum_bodies s (fun b => body_falls (free_acceleration s b)) V (falls_from (free_acceleration s) V)); reflexivity.
Qed.

Lemma vigour_sum s V : vigour_from V 0 (bodies s)
  = sum_over (all_indices s) (fun b => match body_at s b with Some B => body_vigour B (V b) | None => 0 end).
Proof. apply (sum_bodies s (fun _ => body_vigour) V (vigour_from V)); reflexivity. Qed.

(** Forces that hold all bodies do the work of weights and loads, with the other sign. *)
Lemma work_of_rest s V l : (forall b, newton_euler s b zero_twist l) -> total_work s V l = - falls s V.
Proof.
  intro H. rewrite <- work_by_bodies, falls_sum.
  replace (- sum_over (all_indices s) (fun b => match body_at s b with Some B => body_falls (free_acceleration s b) B (V b) | None => 0 end))
    with ((-1) * sum_over (all_indices s) (fun b => match body_at s b with Some B => body_falls (free_acceleration s b) B (V b) | None => 0 end)) by ring.
  rewrite <- sum_over_scale. apply sum_over_ext. intros b _. unfold body_work, body_falls.
  destruct (body_at s b) as [B|] eqn:HB; [|ring]. destruct (free B) as [m|] eqn:HF; [|ring].
  destruct (H b B m HB HF) as [-> ->]. unfold zero_twist, dot, times, minus; simpl. ring.
Qed.

(** Forces that move the bodies with A do the work m (a - a0) a + I (alpha - alpha0) alpha along A itself. *)
Lemma work_of_motion s A l : (forall b, newton_euler s b (A b) l) ->
  total_work s A l = vigour_from A 0 (bodies s) - falls s A.
Proof.
  intro H. rewrite <- work_by_bodies, falls_sum, vigour_sum.
  match goal with |- _ = ?x - sum_over ?l ?f => replace (x - sum_over l f) with (x + (-1) * sum_over l f) by ring end.
  rewrite <- sum_over_scale, <- sum_over_plus. apply sum_over_ext. intros b _.
  unfold body_work, body_falls, body_vigour.
  destruct (body_at s b) as [B|] eqn:HB; [|ring]. destruct (free B) as [m|] eqn:HF; [|ring].
  destruct (H b B m HB HF) as [-> ->]. unfold dot, times, minus; simpl. ring.
Qed.

Lemma total_work_app s V l m : total_work s V (l ++ m) = total_work s V l + total_work s V m.
Proof. induction l as [|f l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

(** A contact force does the work phi w + psi s. *)
Lemma press_work s V c phi psi :
  total_work s V (press_loads s c phi psi) = phi * opening s V c + psi * slipping s V c.
Proof.
  unfold press_loads, opening, slipping. destruct (place_of s c) as [g|] eqn:P; [|simpl; ring].
  unfold place_of in P. destruct (body_at s (vertex_body c)) as [F|] eqn:HF; [|discriminate].
  destruct (body_at s (edge_body c)) as [E|] eqn:HE; [|discriminate].
  destruct (vertex_at s _ _ _) as [x|]; [|discriminate]. destruct (edge_at s _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as <-. unfold total_work, load_work; simpl. rewrite HF, HE.
  unfold contact_force, drift, dot, plus, times, minus; simpl. ring.
Qed.

(** How fast the first point of a pin moves against the second. *)
Definition parting (s : scene R) (V : accelerations) (k : pin R) : vector :=
  match body_at s (pin_first k) with
  | Some F =>
      let u := shifted F (V (pin_first k)) (pin_at k) in
      match pin_second k with
      | Some c =>
          match body_at s c with
          | Some E => minus u (shifted E (V c) (pin_at k))
          | None => zero
          end
      | None => u
      end
  | None => zero
  end.

Lemma pins_part s V k : pin_points_agree s (fun B b => shifted B (V b) (pin_at k)) k -> parting s V k = zero.
Proof.
  unfold pin_points_agree, parting. intro A. destruct (body_at s (pin_first k)) as [F|]; [|reflexivity].
  specialize (A F eq_refl). destruct (pin_second k) as [c|]; [|exact A].
  destruct (body_at s c) as [E|]; [|reflexivity]. rewrite (A E eq_refl). unfold minus, zero. f_equal; ring.
Qed.

(** The two forces of a pin do the work f . v. *)
Lemma pin_work s V k f : body_at s (pin_first k) <> None -> match pin_second k with Some b => body_at s b <> None | None => True end ->
  total_work s V (pin_loads k f) = dot f (parting s V k).
Proof.
  intros N1 N2. unfold pin_loads, parting, total_work, load_work in *. simpl.
  destruct (body_at s (pin_first k)) as [F|] eqn:HF; [|contradiction].
  destruct (pin_second k) as [c|]; simpl.
  - destruct (body_at s c) as [E|] eqn:HE; [|contradiction]. unfold dot, times, minus; simpl. ring.
  - ring.
Qed.

(** If no press does negative work, nor do all forces together, where pins agree. *)
Section Work.
Variables (s : scene R) (p : proof).
Hypothesis ok : scene_ok s.

(** The values (w, s) of what presses. *)
Definition drifts (V : accelerations) (x : N * (R * R)) : R * R :=
  match at_index (contacts p) (fst x) with
  | Some c => (opening s V c, slipping s V c)
  | None => (0, 0)
  end.

Definition press_sum (V : accelerations) (l : list (N * (R * R))) : R := total _ (@snd N (R * R)) (drifts V) l.

Definition pull_sum (V : accelerations) (l : list (N * vector)) : R :=
  fold_right (fun k sum => match at_index (pins s) (fst k) with
                           | Some pin => dot (snd k) (parting s V pin)
                           | None => 0
                           end + sum) 0 l.

Lemma forces_work V F : total_work s V (holding_loads s p F) = press_sum V (presses F) + pull_sum V (pulls F).
Proof.
  unfold holding_loads. rewrite total_work_app. f_equal.
  - induction (presses F) as [|[i [phi psi]] l IH]; cbn [flat_map fst snd]; [reflexivity|].
    rewrite total_work_app, IH. unfold press_sum; simpl. unfold drifts at 2, paired; simpl.
    destruct (at_index (contacts p) i); [now rewrite press_work|simpl; ring].
  - induction (pulls F) as [|[i f] l IH]; cbn [flat_map fst snd]; [reflexivity|].
    rewrite total_work_app, IH. simpl. destruct (at_index (pins s) i) as [k|] eqn:K; [|reflexivity].
    apply nth_error_In in K. destruct (proj2 ok k K) as [N1 N2]. rewrite pin_work; [reflexivity|assumption|].
    destruct (pin_second k); [apply N2|exact I].
Qed.

Lemma holding_work V F : pins_agree s V -> total_work s V (holding_loads s p F) = press_sum V (presses F).
Proof.
  intro Agree. rewrite forces_work.
  assert (Z : pull_sum V (pulls F) = 0).
  { unfold pull_sum. induction (pulls F) as [|[i f] l IH]; simpl; [reflexivity|]. rewrite IH.
    destruct (at_index (pins s) i) as [k|] eqn:K; [|ring]. apply nth_error_In in K.
    rewrite (pins_part s V k (Agree k K)). unfold dot, zero; simpl. ring. }
  rewrite Z. ring.
Qed.

Lemma press_sum_sign (V : accelerations) (P : R -> Prop) l :
  P 0 -> (forall x y, P x -> P y -> P (x + y)) ->
  (forall i phi psi c, In (i, (phi, psi)) l -> at_index (contacts p) i = Some c ->
     P (phi * opening s V c + psi * slipping s V c)) ->
  P (press_sum V l).
Proof.
  intros Zero Plus. induction l as [|[i [phi psi]] l IH]; intro H; [exact Zero|]. unfold press_sum; simpl.
  apply Plus; [|apply IH; intros; eapply H; [right; eassumption|assumption]].
  unfold drifts, paired; simpl. destruct (at_index (contacts p) i) as [c|] eqn:E.
  - apply (H i); [now left|assumption].
  - simpl. replace (phi * 0 + psi * 0) with 0 by ring. exact Zero.
Qed.

(** ** Theorem 13, one half: never both *)

Theorem never_both mu choice F V : holds_still mu s p choice F -> ~ falls_freely mu s p choice V.
Proof.
  intros [Obey Balance] (Give & Agree & Loss).
  assert (W : 0 <= press_sum V (presses F)).
  { apply press_sum_sign; [lra|intros; lra|]. intros i phi psi c I C.
    destruct (Obey i phi psi I) as (c' & C' & Ch & Pos & Bound). assert (c' = c) by congruence. subst c'.
    exact (cone_duality (Wedge (mu c)) (phi, psi) (opening s V c, slipping s V c) (conj Pos Bound) (Give i c C Ch)). }
  rewrite <- (holding_work V F Agree), (work_of_rest s V _ Balance) in W. lra.
Qed.

(** ** Theorem 15: friction never hurts, and none is none *)

Lemma more_chosen mu nu choice i : (forall c, mu c <= nu c) -> of_choice mu p choice i -> of_choice nu p choice i.
Proof.
  intros Le [H|(k & k0 & k1 & c & K & I & C & Pos)]; [now left|right]. exists k, k0, k1, c. repeat split; auto.
  specialize (Le c). lra.
Qed.

Lemma smooth_chosen choice i : of_choice (fun _ => 0) p choice i -> of_sides p choice i.
Proof. intros [H|(k & k0 & k1 & c & _ & _ & _ & Pos)]; [assumption|lra]. Qed.

Theorem more_friction mu nu choice F : (forall c, mu c <= nu c) ->
  holds_still mu s p choice F -> holds_still nu s p choice F.
Proof.
  intros Le [Obey Balance]. split; [|assumption]. intros i phi psi I.
  destruct (Obey i phi psi I) as (c & C & Ch & Pos & Bound). exists c.
  assert (mu c * phi <= nu c * phi) by (apply Rmult_le_compat_r; [assumption|apply Le]).
  repeat split; auto; [now apply (more_chosen mu)|]. lra.
Qed.

(** What falls freely does so with less friction. *)
Theorem less_friction mu nu choice V : (forall c, mu c <= nu c) ->
  falls_freely nu s p choice V -> falls_freely mu s p choice V.
Proof.
  intros Le (Give & Rest). split; [|assumption]. intros i c C Ch.
  specialize (Give i c C (more_chosen mu nu choice i Le Ch)).
  assert (mu c * Rabs (slipping s V c) <= nu c * Rabs (slipping s V c))
    by (apply Rmult_le_compat_r; [apply Rabs_pos|apply Le]). lra.
Qed.

Hypothesis rests : at_rest s.

Lemma rest_opening V c : gap_accel s V c = opening s V c.
Proof.
  unfold gap_accel, opening. destruct (place_of s c) as [g|] eqn:P; [|reflexivity]. unfold place_of in P.
  destruct (body_at s (vertex_body c)) as [F|] eqn:HF; [|discriminate].
  destruct (body_at s (edge_body c)) as [E|] eqn:HE; [|discriminate].
  destruct (vertex_at s _ _ _) as [x|]; [|discriminate]. destruct (edge_at s _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as <-. unfold gap_acceleration, drift; simpl.
  assert (Sh : forall b B t, body_at s b = Some B -> acceleration_at B t x = shifted B t x).
  { intros b B t H. unfold acceleration_at, shifted. destruct (free B) as [m|] eqn:W; [|reflexivity].
    destruct (rests b B m H W) as [_ ->]. unfold minus, plus, times; simpl. f_equal; ring. }
  rewrite (Sh _ F _ HF), (Sh _ E _ HE). destruct (still_velocity s rests _ E x HE) as [_ ->]. ring.
Qed.

Lemma rest_gap_speed c : gap_speed s c = 0.
Proof.
  unfold gap_speed. destruct (place_of s c) as [g|] eqn:P; [|reflexivity]. unfold place_of in P.
  destruct (body_at s (vertex_body c)) as [F|] eqn:HF; [|discriminate].
  destruct (body_at s (edge_body c)) as [E|] eqn:HE; [|discriminate].
  destruct (vertex_at s _ _ _) as [x|]; [|discriminate]. destruct (edge_at s _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as <-. unfold gap_velocity, sliding; simpl.
  destruct (still_velocity s rests _ F x HF) as [-> _]. destruct (still_velocity s rests _ E x HE) as [-> _].
  unfold dot, minus, zero; simpl. ring.
Qed.

Lemma rest_pins V : pins_agree s V <->
  forall k, In k (pins s) -> pin_points_agree s (fun B b => acceleration_at B (V b) (pin_at k)) k.
Proof.
  assert (Sh : forall b B t x, body_at s b = Some B -> acceleration_at B t x = shifted B t x).
  { intros b B t x H. unfold acceleration_at, shifted. destruct (free B) as [m|] eqn:W; [|reflexivity].
    destruct (rests b B m H W) as [_ ->]. unfold minus, plus, times; simpl. f_equal; ring. }
  split; intros H k K F HF; specialize (H k K F HF); destruct (pin_second k) as [c|].
  - intros E HE. rewrite (Sh _ F _ _ HF), (Sh _ E _ _ HE). now apply H.
  - now rewrite (Sh _ F _ _ HF).
  - intros E HE. rewrite <- (Sh _ F _ _ HF), <- (Sh _ E _ _ HE). now apply H.
  - now rewrite <- (Sh _ F _ _ HF).
Qed.

(** Without friction some choice falls freely exactly if the scene is unstable: some velocity that contacts and pins
    allow loses potential energy ([stands] of Stands.v is that there is none). *)
Theorem frictionless_falls :
  (exists choice V, falls_freely (fun _ => 0) s p choice V) <-> exists V, admissible s p V /\ 0 < falls s V.
Proof.
  split.
  - intros (choice & V & Give & Agree & Loss). exists V. split; [|assumption].
    assert (G : forall i c, at_index (contacts p) i = Some c -> of_sides p choice i -> 0 <= gap_accel s V c).
    { intros i c C Ch. specialize (Give i c C (or_introl Ch)). rewrite rest_opening. lra. }
    split; [now apply rest_pins|]. split; [intros i c C L _; apply (G i c C); now left|].
    intros k0 k1 K. apply in_at_index in K as [k K].
    assert (S : forall side, side = (if choice k then k1 else k0) -> none_closes s V (contacts_of p side)).
    { intros side -> c I. apply in_flat_map in I as (i & I & Ci).
      destruct (at_index (contacts p) i) as [c'|] eqn:E; [|contradiction]. destruct Ci as [<-|[]].
      apply (G i); [assumption|]. right. now exists k, k0, k1. }
    assert (Z : forall l, forall c, In c l -> ~ gap_speed s c < 0) by (intros l c _; rewrite rest_gap_speed; lra).
    split; [intros (_ & _ & c & I & L); now apply (Z _ c I) in L|].
    split; [intros (_ & _ & c & I & L); now apply (Z _ c I) in L|].
    intros _. destruct (choice k); [right|left]; now apply S.
  - intros (V & (Agree & Loose & Co) & Loss).
    exists (fun k => match at_index (corners p) k with
                     | Some (k0, _) => if SoundGroups.none_closes_dec s V (contacts_of p k0) then false else true
                     | None => false
                     end), V.
    split; [|split; [now apply rest_pins|assumption]]. intros i c C Ch. apply smooth_chosen in Ch. rewrite Rmult_0_l, <- rest_opening.
    destruct Ch as [L|(k & k0 & k1 & K & I)].
    + apply (Loose i c C L). apply rest_gap_speed.
    + rewrite K in I. apply nth_error_In in K. destruct (Co k0 k1 K) as (_ & _ & D).
      assert (R : forall l, all_rest s l) by (intros l d _; apply rest_gap_speed).
      assert (At : forall l, In i l -> In c (contacts_of p l)).
      { intros l J. apply in_flat_map. exists i. split; [assumption|]. rewrite C. now left. }
      destruct (SoundGroups.none_closes_dec s V (contacts_of p k0)) as [N|N]; [now apply N, At|].
      destruct D as [D|D]; [split; apply R|contradiction|now apply D, At].
Qed.

(** ** Theorem 16 *)

(** Held without friction, a scene has no other Coulomb motion than rest, whatever the frictions are. *)
Theorem only_rest mu : (forall c, 0 <= mu c) ->
  (forall choice, exists F, holds_still (fun _ => 0) s p choice F) ->
  forall A, coulomb_motion mu s p A -> still s A.
Proof.
  intros Mu Held A (choice & F & Obey & Newton & Open & Law & Agree).
  destruct (Held choice) as (F0 & Obey0 & Balance0).
  assert (W : press_sum A (presses F) <= 0).
  { apply (press_sum_sign A (fun x => x <= 0)); [lra|intros; lra|]. intros i phi psi c I C.
    destruct (Law i phi psi c I C) as [E1 E2].
    destruct (Obey i phi psi I) as (c' & _ & _ & Pos & _).
    assert (0 <= mu c * phi * Rabs (slipping s A c)); [|lra].
    apply Rmult_le_pos; [now apply Rmult_le_pos|apply Rabs_pos]. }
  assert (W0 : 0 <= press_sum A (presses F0)).
  { apply press_sum_sign; [lra|intros; lra|]. intros i phi psi c I C.
    destruct (Obey0 i phi psi I) as (c' & C' & Ch & Pos & Bound). assert (c' = c) by congruence. subst c'.
    pose proof (Open i c C (smooth_chosen choice i Ch)). assert (psi = 0) as ->.
    { rewrite Rmult_0_l in Bound. pose proof (Rabs_pos psi). destruct (Req_dec psi 0) as [E|E]; [assumption|].
      pose proof (Rabs_pos_lt psi E). lra. }
    rewrite Rmult_0_l, Rplus_0_r. now apply Rmult_le_pos. }
  rewrite <- (holding_work A F Agree), (work_of_motion s A _ Newton) in W.
  rewrite <- (holding_work A F0 Agree), (work_of_rest s A _ Balance0) in W0.
  apply (vigour_still s ok A). lra.
Qed.

(** Forces that hold a scene make rest a Coulomb motion. *)
Theorem rest_is_coulomb mu choice F : holds_still mu s p choice F -> coulomb_motion mu s p no_motion.
Proof.
  intros [Obey Balance].
  assert (Sh : forall B x, shifted B zero_twist x = zero).
  { intros B x. unfold shifted, zero_twist, plus, times, zero. destruct (free B); simpl; [f_equal; ring|reflexivity]. }
  assert (O : forall c, opening s no_motion c = 0 /\ slipping s no_motion c = 0).
  { intro c. unfold opening, slipping, drift, no_motion. destruct (place_of s c); [|auto]. rewrite !Sh.
    unfold dot, minus, zero; simpl. split; ring. }
  exists choice, F. split; [|split; [exact Balance|split; [|split]]].
  - intros i phi psi I. destruct (Obey i phi psi I) as (c & C & [Ch|Ch] & H); exists c; split; [assumption| |assumption|].
    + split; [now left|assumption].
    + split; [right; split; [assumption|apply O]|assumption].
  - intros i c _ _. destruct (O c) as [-> _]. lra.
  - intros i phi psi c _ _. destruct (O c) as [-> ->]. rewrite Rabs_R0. split; ring.
  - intros k K G HG. unfold no_motion. destruct (pin_second k); [intros E HE|]; now rewrite !Sh.
Qed.
End Work.
