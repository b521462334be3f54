(** Stands.v -- a scene at rest stands exactly if the answer is 0 (Theorem 6 of proofs/THEOREM.md as one theorem).

    It stands if weights and loads do no positive work under any velocity that contacts and pins allow: without loads,
    if no such velocity loses potential energy. At rest the rows are the same for
    velocities as for accelerations ([rest_gap], Forces.v), so [admissible] is about both. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra.
From Zwang Require Import Format Meaning Numbers Table Core Optimum Rows Checker Normal.
From Zwang Require Import SoundLists SoundGeometry SoundCase SoundGroups SoundAnswer Forces Gauss.
Import ListNotations.
Open Scope R_scope.

(** ** What it means to stand *)

(** The work of weights and loads if the free bodies move with the velocities V: the sum of m a0 . v + I alpha0 omega,
    where a0 and alpha0 are the free acceleration. Without loads this is the rate at which potential energy falls. *)
Definition body_falls (unheld : twist R) (B : body R) (v : twist R) : R :=
  match free B with
  | Some m => mass m * dot (Point (tx unheld) (ty unheld)) (Point (tx v) (ty v)) + inertia m * (tr unheld * tr v)
  | None => 0
  end.

Fixpoint falls_from (unheld V : accelerations) (b : N) (l : list (body R)) : R :=
  match l with
  | [] => 0
  | B :: l' => body_falls (unheld b) B (V b) + falls_from unheld V (N.succ b) l'
  end.

Definition falls (s : scene R) (V : accelerations) : R := falls_from (free_acceleration s) V 0 (bodies s).

Definition stands (s : scene R) (p : proof) : Prop := forall V, admissible s p V -> falls s V <= 0.

(** No free body moves. *)
Definition still (s : scene R) (A : accelerations) : Prop :=
  forall b B, body_at s b = Some B -> free B <> None -> A b = zero_twist.

(** The forces of one of the answers balance weight and loads on each body of the group, and no contact pulls. *)
Definition held_up (s : scene R) (p : proof) (gr : group) : Prop :=
  exists k c o, In k (answers gr) /\ at_index (cases gr) k = Some c /\ optimal c = Some o /\
    (forall b, In b (members gr) -> newton_euler s b zero_twist (loads s p (denominator o) c)) /\
    forall i z, In (i, z) (forces c) -> (0 <= z)%Z.

(** ** Restraint is a quadratic function *)

Definition body_vigour (B : body R) (v : twist R) : R :=
  match free B with
  | Some m => mass m * (tx v * tx v + ty v * ty v) + inertia m * (tr v * tr v)
  | None => 0
  end.

Fixpoint vigour_from (V : accelerations) (b : N) (l : list (body R)) : R :=
  match l with
  | [] => 0
  | B :: l' => body_vigour B (V b) + vigour_from V (N.succ b) l'
  end.

Definition no_motion : accelerations := fun _ => zero_twist.
Definition times_all (e : R) (V : accelerations) : accelerations := fun b =>
  Twist (e * tx (V b)) (e * ty (V b)) (e * tr (V b)).

Lemma restraint_quadratic g V e l : forall b,
  restraint_from g (times_all e V) b l =
  restraint_from g no_motion b l - e * falls_from g V b l + / 2 * (e * e) * vigour_from V b l.
Proof.
  induction l as [|B l IH]; intro b; simpl; [ring|]. rewrite IH.
  unfold body_restraint, body_falls, body_vigour, times_all, no_motion, zero_twist.
  destruct (free B); unfold dot, minus; simpl; field.
Qed.

Lemma restraint_ext g V W l : (forall b, V b = W b) -> forall b, restraint_from g V b l = restraint_from g W b l.
Proof. intro E. induction l as [|B l IH]; intro b; simpl; [reflexivity|]. now rewrite E, IH. Qed.

Lemma times_one V b : times_all 1 V b = V b.
Proof. unfold times_all. destruct (V b); simpl; f_equal; ring. Qed.

Lemma body_vigour_nonneg B v : body_ok B -> 0 <= body_vigour B v.
Proof.
  intros [_ OK]. unfold body_vigour. destruct (free B) as [m|]; [|lra]. destruct (OK m eq_refl) as [M I].
  assert (0 <= tx v * tx v + ty v * ty v) by nra. assert (0 <= tr v * tr v) by nra.
  assert (0 <= mass m * (tx v * tx v + ty v * ty v)) by (apply Rmult_le_pos; lra).
  assert (0 <= inertia m * (tr v * tr v)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma body_vigour_null B v : body_ok B -> body_vigour B v <= 0 -> free B <> None -> v = zero_twist.
Proof.
  intros [_ OK] H F. unfold body_vigour in H. destruct (free B) as [m|]; [|contradiction].
  destruct (OK m eq_refl) as [M I]. destruct v as [x y r]. simpl in H.
  assert (x * x = 0) by nra. assert (y * y = 0) by nra. assert (r * r = 0) by nra.
  unfold zero_twist. f_equal; nra.
Qed.

Lemma vigour_nonneg V l : (forall B, In B l -> body_ok B) -> forall b, 0 <= vigour_from V b l.
Proof.
  induction l as [|B l IH]; intros OK b; simpl; [lra|].
  pose proof (body_vigour_nonneg B (V b) (OK B (or_introl eq_refl))).
  assert (H0 : 0 <= vigour_from V (N.succ b) l) by (apply IH; intros; apply OK; now right). lra.
Qed.

Lemma vigour_null V l : (forall B, In B l -> body_ok B) -> forall b, vigour_from V b l <= 0 ->
  forall n B, nth_error l n = Some B -> free B <> None -> V (b + N.of_nat n)%N = zero_twist.
Proof.
  induction l as [|C l IH]; intros OK b H n B E F; [destruct n; discriminate|]. simpl in H.
  pose proof (body_vigour_nonneg C (V b) (OK C (or_introl eq_refl))) as H1.
  assert (OK' : forall B, In B l -> body_ok B) by (intros; apply OK; now right).
  pose proof (vigour_nonneg V l OK' (N.succ b)) as H2.
  destruct n as [|n].
  - injection E as <-. rewrite N.add_0_r. apply (body_vigour_null C); [apply OK; now left|lra|assumption].
  - replace (b + N.of_nat (S n))%N with (N.succ b + N.of_nat n)%N by Lia.lia.
    apply (IH OK' (N.succ b)) with B; [lra|assumption|assumption].
Qed.

Lemma falls_still g V l b :
  (forall n B, nth_error l n = Some B -> free B <> None -> V (b + N.of_nat n)%N = zero_twist) ->
  falls_from g V b l = 0 /\ vigour_from V b l = 0.
Proof.
  revert b. induction l as [|B l IH]; intros b H; simpl; [lra|].
  destruct (IH (N.succ b)) as [E1 E2].
  - intros n C E F. replace (N.succ b + N.of_nat n)%N with (b + N.of_nat (S n))%N by Lia.lia. now apply (H (S n) C).
  - rewrite E1, E2. unfold body_falls, body_vigour. destruct (free B) as [m|] eqn:F; [|lra].
    pose proof (H 0%nat B eq_refl) as Z. rewrite N.add_0_r, F in Z. rewrite Z by discriminate.
    unfold dot, zero_twist. simpl. split; ring.
Qed.

(** ** At rest the rows are homogeneous *)

Section Rest.
Variables (r : scene R) (p : proof).
Hypothesis ok : scene_ok r.
Hypothesis resting_scene : at_rest r.

Lemma still_velocity b B x : body_at r b = Some B -> velocity_at B x = zero /\ spin_of B = 0.
Proof.
  intro H. unfold velocity_at, spin_of. destruct (free B) as [m|] eqn:F; [|auto].
  destruct (resting_scene b B m H F) as [V W]. rewrite V, W. split; [|reflexivity].
  unfold plus, times, zero; simpl. f_equal; ring.
Qed.

Lemma acceleration_times b B e V x : body_at r b = Some B ->
  acceleration_at B (times_all e V b) x = times e (acceleration_at B (V b) x).
Proof.
  intro H. unfold acceleration_at, times_all. destruct (free B) as [m|] eqn:F.
  - destruct (resting_scene b B m H F) as [_ W]. rewrite W. unfold minus, plus, times; simpl. f_equal; ring.
  - unfold times, zero; simpl. f_equal; ring.
Qed.

Lemma gap_times e V c : gap_accel r (times_all e V) c = e * gap_accel r V c.
Proof.
  unfold gap_accel. destruct (place_of r c) as [g|] eqn:P; [|ring]. unfold place_of in P.
  destruct (body_at r (vertex_body c)) as [F|] eqn:HF; [|discriminate].
  destruct (body_at r (edge_body c)) as [E|] eqn:HE; [|discriminate].
  destruct (vertex_at r _ _ _) as [x|]; [|discriminate]. destruct (edge_at r _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as <-. unfold gap_acceleration. simpl.
  rewrite (acceleration_times _ _ e V x HF), (acceleration_times _ _ e V x HE).
  destruct (still_velocity _ E x HE) as [_ ->]. unfold dot, minus, times; simpl. ring.
Qed.

Lemma admissible_times e V : 0 <= e -> admissible r p V -> admissible r p (times_all e V).
Proof.
  intros E (H1 & H2 & H3).
  assert (C : forall l, none_closes r V l -> none_closes r (times_all e V) l).
  { intros l H c I. rewrite gap_times. apply Rmult_le_pos; auto. }
  split; [|split].
  - intros k K. specialize (H1 k K). unfold pin_points_agree in *.
    destruct (pin_second k) as [c|]; intros F HF.
    + intros G HG. rewrite (acceleration_times _ _ e V _ HF), (acceleration_times _ _ e V _ HG).
      now rewrite (H1 F HF G HG).
    + rewrite (acceleration_times _ _ e V _ HF), (H1 F HF). unfold times, zero; simpl. f_equal; ring.
  - intros i c I L Z. rewrite gap_times. apply Rmult_le_pos; [assumption|]. now apply H2 with i.
  - intros k0 k1 I. destruct (H3 k0 k1 I) as (F0 & F1 & U).
    split; [intro H; now apply C, F0|]. split; [intro H; now apply C, F1|].
    intro H. destruct (U H) as [H'|H']; [left|right]; now apply C.
Qed.

Lemma gap_no_motion c : gap_accel r no_motion c = 0.
Proof.
  unfold gap_accel. destruct (place_of r c) as [g|] eqn:P; [|reflexivity]. unfold place_of in P.
  destruct (body_at r (vertex_body c)) as [F|] eqn:HF; [|discriminate].
  destruct (body_at r (edge_body c)) as [E|] eqn:HE; [|discriminate].
  destruct (vertex_at r _ _ _) as [x|]; [|discriminate]. destruct (edge_at r _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as <-. unfold gap_acceleration. simpl.
  assert (Z : forall b B, body_at r b = Some B -> acceleration_at B zero_twist x = zero).
  { intros b B H. unfold acceleration_at. destruct (free B) as [m|] eqn:W; [|reflexivity].
    destruct (resting_scene b B m H W) as [_ ->]. unfold minus, plus, times, zero; simpl. f_equal; ring. }
  unfold no_motion. rewrite (Z _ _ HF), (Z _ _ HE). destruct (still_velocity _ E x HE) as [_ ->].
  unfold dot, minus, zero; simpl. ring.
Qed.

Lemma no_motion_admissible : admissible r p no_motion.
Proof.
  assert (C : forall l, none_closes r no_motion l) by (intros l c _; rewrite gap_no_motion; lra).
  split; [|split].
  - intros k K. unfold pin_points_agree.
    assert (Z : forall b B x, body_at r b = Some B -> acceleration_at B (no_motion b) x = zero).
    { intros b B x H. unfold acceleration_at. destruct (free B) as [m|] eqn:W; [|reflexivity].
      destruct (resting_scene b B m H W) as [_ ->]. unfold minus, plus, times, zero; simpl. f_equal; ring. }
    destruct (pin_second k) as [c|]; intros F HF.
    + intros E HE. now rewrite (Z _ _ _ HF), (Z _ _ _ HE).
    + exact (Z _ _ _ HF).
  - intros i c _ _ _. rewrite gap_no_motion. lra.
  - intros k0 k1 _. split; [intros _; apply C|]. split; [intros _; apply C|]. intros _. left. apply C.
Qed.

Let F V := falls r V.
Let E V := vigour_from V 0 (bodies r).

Lemma restraint_times e V :
  restraint r (times_all e V) = restraint r no_motion - e * F V + / 2 * (e * e) * E V.
Proof. apply restraint_quadratic. Qed.

Lemma vigour_positive V : 0 <= E V.
Proof. apply vigour_nonneg. intros B I. now apply (proj1 ok). Qed.

Lemma vigour_still V : E V <= 0 <-> still r V.
Proof.
  split.
  - intros H b B HB W. unfold body_at, at_index in HB.
    pose proof (vigour_null V (bodies r) (fun B I => proj1 ok B I) 0 H _ B HB W) as Z.
    now rewrite N.add_0_l, N2Nat.id in Z.
  - intro H. unfold E. destruct (falls_still (free_acceleration r) V (bodies r) 0) as [_ ->]; [|lra].
    intros n B HB W. rewrite N.add_0_l. apply (H (N.of_nat n) B); [|assumption].
    unfold body_at, at_index. now rewrite Nat2N.id.
Qed.

Section Demanded.
Hypothesis answers_demanded : demanded r p.

(** Under an answer, read as a velocity, weights and loads do the work that twice its kinetic energy would be. *)
Lemma answer_energy A : answer p A -> F A = E A.
Proof.
  intro HA. pose proof (answers_admissible _ _ answers_demanded A HA) as Adm. pose proof (vigour_positive A) as P.
  assert (L : forall e, 0 <= e -> 0 <= - (e - 1) * F A + / 2 * (e * e - 1) * E A).
  { intros e He.
    destruct (least_of_admissible _ _ answers_demanded A (times_all e A) HA (admissible_times e A He Adm)) as [L _].
    assert (R1 : restraint r A = restraint r (times_all 1 A)).
    { apply restraint_ext. intro b. now rewrite times_one. }
    rewrite R1, !restraint_times in L. lra. }
  assert (HF : E A <= 2 * F A) by (pose proof (L 0 ltac:(lra)); lra).
  destruct (Rle_lt_or_eq_dec 0 (E A) P) as [Q|Q].
  - assert (He : 0 <= F A / E A) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
    pose proof (L (F A / E A) He) as M.
    assert (S : (- (F A / E A - 1) * F A + / 2 * (F A / E A * (F A / E A) - 1) * E A) * (2 * E A)
                = - ((F A - E A) * (F A - E A))) by (field; lra).
    assert (T : 0 <= (- (F A / E A - 1) * F A + / 2 * (F A / E A * (F A / E A) - 1) * E A) * (2 * E A))
      by (apply Rmult_le_pos; lra).
    rewrite S in T. pose proof (Rle_0_sqr (F A - E A)) as Square. unfold Rsqr in Square.
    assert (Z : (F A - E A) * (F A - E A) = 0) by lra. apply Rmult_integral in Z. lra.
  - pose proof (L 2 ltac:(lra)). lra.
Qed.

Lemma still_answer_stands A : answer p A -> still r A -> stands r p.
Proof.
  intros HA S V HV. change (F V <= 0). destruct (Rle_or_lt (F V) 0) as [L|L]; [assumption|exfalso].
  apply vigour_still in S as EA. pose proof (vigour_positive A). pose proof (answer_energy A HA) as FA.
  pose proof (vigour_positive V) as P.
  set (e := F V / (E V + 1)). assert (He : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  destruct (least_of_admissible _ _ answers_demanded A (times_all e V) HA
              (admissible_times e V (Rlt_le _ _ He) HV)) as [M _].
  assert (R1 : restraint r A = restraint r (times_all 1 A)).
  { apply restraint_ext. intro b. now rewrite times_one. }
  rewrite R1, !restraint_times in M.
  assert (Q : e * (E V + 1) = F V) by (unfold e; field; lra). nra.
Qed.

Lemma stands_still A : answer p A -> stands r p -> still r A.
Proof.
  intros HA S. apply vigour_still. rewrite <- (answer_energy A HA).
  exact (S A (answers_admissible _ _ answers_demanded A HA)).
Qed.

Lemma moving_falls A : answer p A -> ~ still r A -> 0 < falls r A.
Proof.
  intros HA N. change (0 < F A). rewrite (answer_energy A HA).
  destruct (Rle_or_lt (E A) 0) as [L|L]; [|assumption]. now apply vigour_still in L.
Qed.
End Demanded.
End Rest.

(** ** The theorem *)

Theorem stands_iff_zero s p : check s p = true -> at_rest (real_scene s) ->
  let r := real_scene s in
  (** There is an answer; if one is 0, all are, and the scene stands; if not, each is an admissible motion under which
      weights and loads do positive work. *)
  (exists A, answer p A) /\
  (stands r p <-> forall A, answer p A -> still r A) /\
  (stands r p <-> exists A, answer p A /\ still r A) /\
  (stands r p -> forall gr, In gr (groups p) -> held_up r p gr) /\
  (forall A, answer p A -> ~ still r A -> admissible r p A /\ 0 < falls r A).
Proof.
  intros H Rest r. pose proof (check_demanded s p H) as D. fold r in D.
  unfold check in H. destruct (prepare s p) as [pr|] eqn:P; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [S [_ C]].
  assert (OK : scene_ok r) by now apply scene_okb_sound.
  destruct (all_hold pr C) as (Fo & _).
  assert (Some_ : forall gr, In gr (groups p) -> answers gr <> []).
  { intros gr G Z. apply (no_answer_impossible s p pr P C no_motion).
    - exists gr. now split.
    - now apply no_motion_admissible. }
  destruct (some_answer _ _ D Some_) as [A0 HA0].
  split; [now exists A0|]. split; [|split; [|split]].
  - split; [intros St A HA; now apply (stands_still r p OK Rest D)|].
    intro All. apply (still_answer_stands r p OK Rest D A0 HA0). now apply All.
  - split; [intro St; exists A0; split; [assumption|now apply (stands_still r p OK Rest D)]|].
    intros (A & HA & St). now apply (still_answer_stands r p OK Rest D A).
  - intros St gr G. pose proof (stands_still r p OK Rest D A0 HA0 St) as Still.
    destruct (HA0 gr G) as (k & c & o & K & Ck & O & M). apply in_at_index in G as [g G].
    pose proof (at_index_in _ _ _ Ck) as Cin.
    exists k, c, o. split; [assumption|]. split; [assumption|]. split; [assumption|]. split.
    + intros b B. pose proof (forces_balance s p pr P S C g gr c o G Cin O b B) as N.
      assert (Z : motion_case gr o b = zero_twist); [|now rewrite Z in N].
      rewrite <- (proj1 (moves_as_spec s p pr P C g gr c o A0 G Cin O) M b B).
      destruct (member_free s p pr P Fo gr b (at_index_in _ _ _ G) B) as (Bd & m & HB & HF).
      apply (Still b (body_map Q2R Bd)).
      * unfold r. now rewrite real_body_at, HB.
      * simpl. rewrite HF. discriminate.
    + intros i z I. exact (no_pull s p pr P C g gr c G Cin i z I).
  - intros A HA N. split; [exact (answers_admissible _ _ D A HA)|]. now apply (moving_falls r p OK Rest D).
Qed.
