(** Farkas.v -- Farkas' lemma, and with it Theorem 13 of proofs/THEOREM.md: for every choice of the sides of corners
    there are forces that hold the scene, or there is a fall, and never both.

    The lemma is proved by induction on the number of generators (D. Bartl, A very short algebraic proof of the Farkas
    lemma, Math. Meth. Oper. Res. 75, 2012). *)
Require Import List Bool NArith Reals Lra.
From Zwang Require Import Format Meaning Numbers Core Optimum Rows Checker SoundLists Forces Stands Friction.
Import ListNotations.
Open Scope R_scope.

(** ** Farkas' lemma *)

Section Lemma_of_Farkas.
Variable idx : list N.

(** A linear function of the motions of some bodies, by its weights. *)
Definition linear (w : N -> twist R) (y : accelerations) : R := sum_over idx (fun b => tdot (w b) (y b)).

(** w + c v *)
Definition shift (c : R) (v w : N -> twist R) : N -> twist R := fun b => tplus (w b) (tscale c (v b)).

Lemma linear_shift c v w y : linear (shift c v w) y = linear w y + c * linear v y.
Proof.
  unfold linear. rewrite <- sum_over_scale, <- sum_over_plus. apply sum_over_ext. intros b _.
  unfold shift, tdot, tplus, tscale; simpl. ring.
Qed.

Lemma linear_at w c y z : linear w (shift c z y) = linear w y + c * linear w z.
Proof.
  unfold linear. rewrite <- sum_over_scale, <- sum_over_plus. apply sum_over_ext. intros b _.
  unfold shift, tdot, tplus, tscale; simpl. ring.
Qed.

(** The combination of generators with some coefficients, one of each. *)
Fixpoint combination (cs : list R) (ws : list (N -> twist R)) (b : N) : twist R :=
  match cs, ws with
  | c :: cs', w :: ws' => tplus (tscale c (w b)) (combination cs' ws' b)
  | _, _ => tzero
  end.

(** c_1 w_1(z) + c_2 w_2(z) + ... *)
Fixpoint combined (cs : list R) (ws : list (N -> twist R)) (z : accelerations) : R :=
  match cs, ws with
  | c :: cs', w :: ws' => c * linear w z + combined cs' ws' z
  | _, _ => 0
  end.

Lemma combined_nonneg z ws : (forall w, In w ws -> 0 <= linear w z) ->
  forall cs, Forall (fun c => 0 <= c) cs -> 0 <= combined cs ws z.
Proof.
  induction ws as [|w ws IH]; intros H cs C; destruct cs as [|c cs]; simpl; try lra.
  inversion C; subst. assert (0 <= c * linear w z) by (apply Rmult_le_pos; [assumption|apply H; now left]).
  assert (0 <= combined cs ws z) by (apply IH; [intros; apply H; now right|assumption]). lra.
Qed.

(** Generators along a direction taken out of all others. *)
Lemma combination_shift (k : R) (v : N -> twist R) z b ws : forall cs,
  combination cs (map (fun w => shift (- (linear w z * k)) v w) ws) b
  = tplus (combination cs ws b) (tscale (- (combined cs ws z * k)) (v b)).
Proof.
  induction ws as [|w ws IH]; intro cs; destruct cs as [|c cs]; simpl;
    try (unfold tplus, tscale, tzero; simpl; f_equal; ring).
  rewrite IH. unfold shift, tplus, tscale; simpl. f_equal; ring.
Qed.

Definition spanned (goal : N -> twist R) (ws : list (N -> twist R)) : Prop :=
  exists cs, length cs = length ws /\ Forall (fun c => 0 <= c) cs /\ forall b, In b idx -> goal b = combination cs ws b.

Definition separated (goal : N -> twist R) (ws : list (N -> twist R)) : Prop :=
  exists y, (forall w, In w ws -> 0 <= linear w y) /\ linear goal y < 0.

Lemma twist_null (u : twist R) : tdot u u = 0 -> u = tzero.
Proof. destruct u as [x y r]. unfold tdot, tzero; simpl. intro H. f_equal; nra. Qed.

Lemma nothing_spans goal : spanned goal [] \/ separated goal [].
Proof.
  destruct (Req_dec (linear goal goal) 0) as [E|E].
  - left. exists []. split; [reflexivity|]. split; [constructor|]. intros b I. simpl. apply twist_null.
    apply (sum_over_null idx (fun b => tdot (goal b) (goal b))); [|unfold linear in E; lra|assumption].
    intros c _. unfold tdot. pose proof (Rle_0_sqr (tx (goal c))). pose proof (Rle_0_sqr (ty (goal c))).
    pose proof (Rle_0_sqr (tr (goal c))). unfold Rsqr in *. lra.
  - right. exists (shift (-1) goal (fun _ => tzero)). split; [contradiction|]. rewrite linear_at.
    assert (Z : linear goal (fun _ => tzero) = 0).
    { unfold linear. rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|].
      intros b _. unfold tdot, tzero; simpl. ring. }
    assert (P : 0 <= linear goal goal).
    { apply sum_over_nonneg. intros c _. unfold tdot. pose proof (Rle_0_sqr (tx (goal c))).
      pose proof (Rle_0_sqr (ty (goal c))). pose proof (Rle_0_sqr (tr (goal c))). unfold Rsqr in *. lra. }
    rewrite Z. lra.
Qed.

Lemma farkas_by_length n : forall ws goal, length ws = n -> spanned goal ws \/ separated goal ws.
Proof.
  induction n as [|n IH]; intros ws goal N; destruct ws as [|v ws]; try discriminate; [apply nothing_spans|].
  injection N as N. destruct (IH ws goal N) as [(cs & L & P & E)|(z & Z & G)].
  - left. exists (0 :: cs). split; [simpl; now rewrite L|]. split; [constructor; [lra|assumption]|].
    intros b I. simpl. rewrite (E b I). unfold tplus, tscale; simpl.
    destruct (combination cs ws b); simpl. f_equal; ring.
  - destruct (Rle_or_lt 0 (linear v z)) as [V|V].
    + right. exists z. split; [|assumption]. intros w [<-|W]; auto.
    + set (k := / linear v z). assert (K : k * linear v z = 1) by (unfold k; field; lra).
      assert (Kn : k < 0) by (apply Rinv_lt_0_compat; assumption).
      destruct (IH (map (fun w => shift (- (linear w z * k)) v w) ws) (shift (- (linear goal z * k)) v goal))
        as [(cs & L & P & E)|(y & Y & H)]; [now rewrite map_length| |].
      * left. exists ((linear goal z - combined cs ws z) * k :: cs). rewrite map_length in L.
        split; [simpl; now rewrite L|]. split.
        -- constructor; [|assumption]. pose proof (combined_nonneg z ws Z cs P). nra.
        -- intros b I. specialize (E b I). rewrite combination_shift in E. simpl.
           unfold shift, tplus, tscale in E. injection E as E1 E2 E3. unfold tplus, tscale; simpl.
           destruct (goal b); simpl in *. f_equal; lra.
      * right. exists (shift (- (linear v y * k)) z y). split.
        -- intros w [<-|W]; rewrite linear_at.
           ++ replace (linear v y + - (linear v y * k) * linear v z) with (linear v y * (1 - k * linear v z)) by ring.
              rewrite K. lra.
           ++ specialize (Y _ (in_map _ _ _ W)). cbv beta in Y. rewrite linear_shift in Y. lra.
        -- rewrite linear_at. rewrite linear_shift in H. lra.
Qed.

Theorem farkas ws goal : spanned goal ws \/ separated goal ws.
Proof. now apply (farkas_by_length (length ws)). Qed.
End Lemma_of_Farkas.

(** ** Systems of forces with coefficients *)

Definition scaled (c : R) (F : holding_forces) : holding_forces :=
  HoldingForces (map (fun i => (fst i, (c * fst (snd i), c * snd (snd i)))) (presses F))
                (map (fun k => (fst k, times c (snd k))) (pulls F)).

Definition added (F G : holding_forces) : holding_forces :=
  HoldingForces (presses F ++ presses G) (pulls F ++ pulls G).

Fixpoint mixture (cs : list R) (Fs : list holding_forces) : holding_forces :=
  match cs, Fs with
  | c :: cs', F :: Fs' => added (scaled c F) (mixture cs' Fs')
  | _, _ => HoldingForces [] []
  end.

Section Choice.
Variables (s : scene R) (p : proof).
Hypothesis ok : scene_ok s.
Variable choice : N -> bool.
Variable mu : contact -> R.

Lemma added_twist F G b x :
  load_twist b x (holding_loads s p (added F G))
  = tplus (load_twist b x (holding_loads s p F)) (load_twist b x (holding_loads s p G)).
Proof.
  unfold holding_loads, added; simpl. rewrite !flat_map_app, !load_twist_app. unfold tplus; simpl. f_equal; ring.
Qed.

Lemma scaled_twist c F b x :
  load_twist b x (holding_loads s p (scaled c F)) = tscale c (load_twist b x (holding_loads s p F)).
Proof.
  unfold holding_loads, scaled; simpl. rewrite !load_twist_app.
  assert (D : forall t u, tscale c (tplus t u) = tplus (tscale c t) (tscale c u))
    by (intros; unfold tscale, tplus; simpl; f_equal; ring).
  rewrite D. f_equal.
  - induction (presses F) as [|[i [phi psi]] l IH]; cbn [flat_map map fst snd];
      [unfold load_twist, tscale, zero; simpl; f_equal; ring|].
    rewrite !load_twist_app, D, IH. f_equal. destruct (at_index (contacts p) i) as [k|];
      [|unfold load_twist, tscale, zero; simpl; f_equal; ring].
    unfold press_loads. destruct (place_of s k) as [g|]; unfold load_twist, tscale, zero; simpl; [|f_equal; ring].
    destruct (N.eqb _ _), (N.eqb _ _); unfold contact_force, plus, times, cross, minus; simpl; f_equal; ring.
  - induction (pulls F) as [|[i f] l IH]; cbn [flat_map map fst snd];
      [unfold load_twist, tscale, zero; simpl; f_equal; ring|].
    rewrite !load_twist_app, D, IH. f_equal. destruct (at_index (pins s) i) as [k|];
      [|unfold load_twist, tscale, zero; simpl; f_equal; ring].
    unfold pin_loads. destruct (pin_second k) as [d|]; unfold load_twist, tscale, zero; simpl;
      destruct (N.eqb (pin_first k) b); try destruct (N.eqb d b); unfold plus, times, cross, minus; simpl; f_equal; ring.
Qed.

(** What forces do to a free body. *)
Definition effect (F : holding_forces) (b : N) : twist R :=
  match body_at s b with
  | Some B => match free B with Some m => load_twist b (centroid m) (holding_loads s p F) | None => tzero end
  | None => tzero
  end.

Lemma effect_mixture Fs : forall cs b, effect (mixture cs Fs) b = combination cs (map effect Fs) b.
Proof.
  induction Fs as [|F Fs IH]; intros [|c cs] b; simpl;
    try (unfold effect; destruct (body_at s b) as [B|]; [destruct (free B)|]; reflexivity).
  rewrite <- IH. unfold effect. destruct (body_at s b) as [B|]; [destruct (free B) as [m|]|].
  - now rewrite added_twist, scaled_twist.
  - unfold tplus, tscale, tzero; simpl. f_equal; ring.
  - unfold tplus, tscale, tzero; simpl. f_equal; ring.
Qed.

Lemma effect_work F V : linear (all_indices s) (effect F) V = total_work s V (holding_loads s p F).
Proof.
  rewrite <- work_by_bodies. apply sum_over_ext. intros b _. unfold effect, body_work.
  destruct (body_at s b) as [B|]; [destruct (free B) as [m|]|]; unfold tdot, tzero, load_twist, dot; simpl; ring.
Qed.

(** The generators: at each contact of the choice forces at both bounds of friction, at each pin all four directions. *)
Definition press_both (i : N) (c : contact) : list holding_forces :=
  [HoldingForces [(i, (1, mu c))] []; HoldingForces [(i, (1, - mu c))] []].
Definition pull_all (k : N) : list holding_forces :=
  map (fun f => HoldingForces [] [(k, f)]) [Point 1 0; Point (-1) 0; Point 0 1; Point 0 (-1)].

Definition looseb (i : N) : bool :=
  forallb (fun k => negb (existsb (N.eqb i) (fst k ++ snd k))) (corners p).
Definition sidesb (i : N) : bool :=
  looseb i || existsb (fun nk => existsb (N.eqb i) (if choice (fst nk) then snd (snd nk) else fst (snd nk)))
                      (numbered (corners p)).
Definition roughb (i : N) : bool :=
  match at_index (contacts p) i with
  | Some c => if Rlt_dec 0 (mu c) then existsb (fun k => existsb (N.eqb i) (fst k ++ snd k)) (corners p) else false
  | None => false
  end.
Definition chosenb (i : N) : bool := sidesb i || roughb i.

Lemma some_equal i l : existsb (N.eqb i) l = true <-> In i l.
Proof.
  rewrite existsb_exists. split.
  - intros (j & J & E). apply N.eqb_eq in E. now subst.
  - intro I. exists i. split; [assumption|apply N.eqb_refl].
Qed.

Lemma sidesb_spec i : sidesb i = true <-> of_sides p choice i.
Proof.
  unfold sidesb, of_sides. rewrite orb_true_iff. split; (intros [H|H]; [left|right]).
  - intros k0 k1 K. unfold looseb in H. apply (forallb_in _ _ _ H) in K. simpl in K. apply negb_true_iff in K.
    split; intro I; (assert (X : existsb (N.eqb i) (k0 ++ k1) = true) by (apply some_equal, in_or_app; auto)); congruence.
  - apply existsb_exists in H as ([k [k0 k1]] & K & I). apply numbered_spec in K. simpl in I. apply some_equal in I.
    exists k, k0, k1. split; [assumption|]. now destruct (choice k).
  - unfold looseb. apply forallb_forall. intros [k0 k1] K. simpl. apply negb_true_iff, not_true_is_false.
    intro I. apply some_equal, in_app_or in I. destruct (H k0 k1 K). tauto.
  - destruct H as (k & k0 & k1 & K & I). apply existsb_exists. exists (k, (k0, k1)). split; [now apply numbered_spec|].
    simpl. apply some_equal. now destruct (choice k).
Qed.

Lemma roughb_spec i : roughb i = true <-> in_rough_corner mu p i.
Proof.
  unfold roughb, in_rough_corner. split.
  - destruct (at_index (contacts p) i) as [c|] eqn:C; [|discriminate]. destruct (Rlt_dec 0 (mu c)) as [Pos|]; [|discriminate].
    intro H. apply existsb_exists in H as ([k0 k1] & K & I). apply in_at_index in K as [k K]. apply some_equal in I.
    exists k, k0, k1, c. auto.
  - intros (k & k0 & k1 & c & K & I & C & Pos). rewrite C. destruct (Rlt_dec 0 (mu c)); [|contradiction].
    apply existsb_exists. exists (k0, k1). split; [now apply at_index_in in K|]. now apply some_equal.
Qed.

Lemma chosenb_spec i : chosenb i = true <-> of_choice mu p choice i.
Proof. unfold chosenb, of_choice. now rewrite orb_true_iff, sidesb_spec, roughb_spec. Qed.

Definition generators : list holding_forces :=
  flat_map (fun ic => if chosenb (fst ic) then press_both (fst ic) (snd ic) else []) (numbered (contacts p)) ++
  flat_map (fun k => pull_all (fst k)) (numbered (pins s)).

Lemma generators_obey : (forall c, 0 <= mu c) -> forall F, In F generators -> obeys_coulomb mu p choice F.
Proof.
  intros Mu F I j phi psi P. unfold generators in I. apply in_app_or in I as [I|I]; apply in_flat_map in I as ([i c] & I & H).
  - simpl in H. destruct (chosenb i) eqn:Ch; [|contradiction]. apply numbered_spec in I. apply chosenb_spec in Ch.
    destruct H as [<-|[<-|[]]]; simpl in P; destruct P as [P|[]]; injection P as <- <- <-; exists c;
      (split; [assumption|split; [assumption|split; [lra|]]]).
    + rewrite Rabs_right; [lra|apply Rle_ge, Mu].
    + rewrite Rabs_Ropp, Rabs_right; [lra|apply Rle_ge, Mu].
  - simpl in H. destruct H as [<-|[<-|[<-|[<-|[]]]]]; destruct P.
Qed.

Lemma mixture_obeys Fs : (forall F, In F Fs -> obeys_coulomb mu p choice F) ->
  forall cs, Forall (fun c => 0 <= c) cs -> obeys_coulomb mu p choice (mixture cs Fs).
Proof.
  induction Fs as [|F Fs IH]; intros H [|c cs] C; simpl; try (intros i phi psi []).
  inversion C as [|? ? Pos Cs]; subst. intros i phi psi I. simpl in I. apply in_app_or in I as [I|I].
  - apply in_map_iff in I as ([j [a b]] & E & I). simpl in E. injection E as <- <- <-.
    destruct (H F (or_introl eq_refl) j a b I) as (k & K & Ch & A & B). exists k.
    split; [assumption|]. split; [assumption|]. split; [now apply Rmult_le_pos|].
    rewrite Rabs_mult, (Rabs_right c) by lra.
    replace (mu k * (c * a)) with (c * (mu k * a)) by ring. now apply Rmult_le_compat_l.
  - apply (IH (fun G g => H G (or_intror g)) cs Cs i phi psi I).
Qed.

(** What is asked for: the opposite of weight and loads of every free body. *)
Definition weights_held (b : N) : twist R :=
  match body_at s b with
  | Some B =>
      match free B with
      | Some m =>
          let u := free_acceleration s b in
          Twist (mass m * (0 - tx u)) (mass m * (0 - ty u)) (inertia m * (0 - tr u))
      | None => tzero
      end
  | None => tzero
  end.

Lemma weights_held_falls V : linear (all_indices s) weights_held V = - falls s V.
Proof.
  rewrite falls_sum. match goal with |- _ = - ?x => replace (- x) with ((-1) * x) by ring end.
  rewrite <- sum_over_scale. apply sum_over_ext. intros b _. unfold weights_held, body_falls.
  destruct (body_at s b) as [B|]; [destruct (free B)|]; unfold tdot, tzero, dot; simpl; ring.
Qed.

Lemma pull_work V k pin f : at_index (pins s) k = Some pin ->
  total_work s V (holding_loads s p (HoldingForces [] [(k, f)]))
  = dot f (match body_at s (pin_first pin) with
           | Some F => minus (shifted F (V (pin_first pin)) (pin_at pin))
               match pin_second pin with
               | Some c => match body_at s c with Some E => shifted E (V c) (pin_at pin) | None => zero end
               | None => zero
               end
           | None => zero
           end).
Proof.
  intro K. unfold holding_loads. cbn [presses pulls flat_map fst snd app]. rewrite K, app_nil_r.
  apply nth_error_In in K. destruct (proj2 ok pin K) as [N1 N2].
  unfold pin_loads, total_work, load_work. simpl.
  destruct (body_at s (pin_first pin)) as [F|]; [|contradiction].
  destruct (pin_second pin) as [c|]; simpl.
  - destruct (body_at s c) as [E|]; [|destruct N2; contradiction]. unfold dot, times, minus; simpl. ring.
  - unfold dot, minus, zero; simpl. ring.
Qed.

(** Theorem 13: forces of the choice, or a fall; never both by [never_both]. *)
Theorem one_or_the_other : (forall c, 0 <= mu c) ->
  (exists F, holds_still mu s p choice F) \/ (exists V, falls_freely mu s p choice V).
Proof.
  intro Mu. destruct (farkas (all_indices s) (map effect generators) weights_held)
    as [(cs & L & P & E)|(V & Y & G)].
  - left. exists (mixture cs generators). split; [apply mixture_obeys; [now apply generators_obey|assumption]|].
    intros b B m HB HF.
    assert (I : In b (all_indices s)) by (apply index_in; now exists B).
    specialize (E b I). rewrite <- effect_mixture in E. unfold effect, weights_held in E. rewrite HB, HF in E.
    unfold load_twist in E. injection E as E1 E2 E3. unfold zero_twist, times, minus; simpl. split.
    + destruct (total_force b _) as [x y]; simpl in *. f_equal; congruence.
    + congruence.
  - right. exists V. rewrite weights_held_falls in G.
    assert (W : forall F, In F generators -> 0 <= total_work s V (holding_loads s p F)).
    { intros F I. rewrite <- effect_work. apply Y. now apply in_map. }
    split; [|split; [|lra]].
    + intros i c C Ch. apply chosenb_spec in Ch.
      assert (One : forall m, In (HoldingForces [(i, (1, m))] []) (press_both i c) ->
        0 <= opening s V c + m * slipping s V c).
      { intros m I. assert (J : In (HoldingForces [(i, (1, m))] []) generators).
        { apply in_or_app. left. apply in_flat_map. exists (i, c). split; [now apply numbered_spec|]. simpl. now rewrite Ch. }
        apply W in J. unfold holding_loads in J. cbn [presses pulls flat_map fst snd app] in J.
        rewrite C, !app_nil_r, press_work in J. lra. }
      pose proof (One (mu c) ltac:(now left)). pose proof (One (- mu c) ltac:(right; now left)).
      unfold Rabs. destruct (Rcase_abs (slipping s V c)); lra.
    + intros pin K F HF. apply in_at_index in K as [k K].
      assert (Pull : forall f, In f [Point 1 0; Point (-1) 0; Point 0 1; Point 0 (-1)] ->
        0 <= total_work s V (holding_loads s p (HoldingForces [] [(k, f)]))).
      { intros f I. apply W, in_or_app. right. apply in_flat_map. exists (k, pin). split; [now apply numbered_spec|].
        simpl fst. unfold pull_all. now apply (in_map (fun f => HoldingForces [] [(k, f)])). }
      pose proof (Pull (Point 1 0) ltac:(simpl; auto)) as P1. pose proof (Pull (Point (-1) 0) ltac:(simpl; auto)) as P2.
      pose proof (Pull (Point 0 1) ltac:(simpl; auto)) as P3. pose proof (Pull (Point 0 (-1)) ltac:(simpl; auto)) as P4.
      rewrite !(pull_work V k pin _ K) in *. rewrite HF in *. apply nth_error_In in K. destruct (proj2 ok pin K) as [_ N2].
      destruct (pin_second pin) as [c|].
      * intros E HE. rewrite HE in *. unfold dot, minus in *. simpl in *.
        destruct (shifted F _ _), (shifted E _ _); simpl in *. f_equal; lra.
      * unfold dot, minus, zero in *. simpl in *. destruct (shifted F _ _); simpl in *. f_equal; lra.
Qed.
End Choice.
