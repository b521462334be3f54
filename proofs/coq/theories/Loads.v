(** Loads.v -- the checker's free accelerations: what gravity and loads alone would do to every body. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Qround Lia.
From Zwang Require Import Format Meaning Numbers Table Rows Normal.
Import ListNotations.

(** The loads on every body that has some, in the order of the scene. *)
Definition loads_by_body (ls : list (dead_load Q)) : table (list (dead_load Q)) :=
  fold_right (fun l t => put (load_body l) (l :: match get t (load_body l) with Some m => m | None => [] end) t)
             nothing ls.

Definition found_loads (t : table (list (dead_load Q))) (b : N) : list (dead_load Q) :=
  match get t b with
  | Some ls => ls
  | None => []
  end.

Definition force_onq (ls : list (dead_load Q)) : qvector :=
  fold_right (fun l sum => plusq (load_force l) sum) zeroq ls.

Definition torque_onq (c : qvector) (ls : list (dead_load Q)) : Q :=
  fold_right (fun l sum => qadd (qadd (crossq (minusq (load_at l) c) (load_force l)) (load_torque l)) sum) 0%Q ls.

(** g + F / m, and T / I; nothing for a fixed body. *)
Definition unheld_body (g : qvector) (t : table (list (dead_load Q))) (b : N) (B : body Q) : twist Q :=
  match free B with
  | Some m =>
      let ls := found_loads t b in
      let a := plusq g (timesq (Qinv (mass m)) (force_onq ls)) in
      Twist (Qred (px a)) (Qred (py a)) (Qred (qmul (torque_onq (centroid m) ls) (Qinv (inertia m))))
  | None => Twist 0%Q 0%Q 0%Q
  end.

Fixpoint unheld_from (g : qvector) (t : table (list (dead_load Q))) (b : N) (l : list (body Q)) : list (twist Q) :=
  match l with
  | [] => []
  | B :: l' => unheld_body g t b B :: unheld_from g t (N.succ b) l'
  end.

(** The same over common denominators, so that sums over bodies need no products of them. *)
Definition over_common (l : list (twist Q)) : list (twist Q) :=
  let d := common (flat_map (fun t => [tx t; ty t]) l) in
  let e := common (map (@tr Q) l) in
  map (fun t => Twist (with_denominator d (tx t)) (with_denominator d (ty t)) (with_denominator e (tr t))) l.

Definition free_accelerations (s : scene Q) : table (twist Q) :=
  table_of (over_common (unheld_from (gravity s) (loads_by_body (dead_loads s)) 0 (bodies s))).

(** ** These are the free accelerations of Meaning.v *)

Lemma Q2R_inverse x : Q2R (Qinv x) = (/ Q2R x)%R.
Proof.
  destruct (Qeq_dec x 0) as [E|E]; [|now apply Q2R_inv]. apply Qeq_eqR in E as H. rewrite H, Q2R_0, Rinv_0.
  destruct x as [n d]. unfold Qeq in E. simpl in E. assert (n = 0%Z) by lia. subst n. apply Q2R_0.
Qed.

Local Arguments Qred : simpl never.
Lemma Q2R_red x : Q2R (Qred x) = Q2R x.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma found_loads_on ls b :
  found_loads (loads_by_body ls) b = filter (fun l => N.eqb (load_body l) b) ls.
Proof.
  unfold found_loads. induction ls as [|l ls IH]; simpl; [now rewrite get_nothing|].
  rewrite get_put, N.eqb_sym. destruct (N.eqb_spec (load_body l) b) as [E|E]; [|exact IH].
  rewrite E. now rewrite <- IH.
Qed.

Lemma real_loads_on s b :
  loads_on (real_scene s) b = map (dead_load_map Q2R) (found_loads (loads_by_body (dead_loads s)) b).
Proof.
  rewrite found_loads_on. unfold loads_on, real_scene, scene_map; simpl.
  induction (dead_loads s) as [|l ls IH]; simpl; [reflexivity|].
  destruct (N.eqb (load_body l) b); simpl; now rewrite IH.
Qed.

Lemma toR_force_on ls :
  toR (force_onq ls) = fold_right (fun l sum => plus (load_force l) sum) zero (map (dead_load_map Q2R) ls).
Proof. induction ls as [|l ls IH]; simpl; [apply toR_zero|]. now rewrite toR_plus, IH. Qed.

Lemma Q2R_torque_on c ls :
  Q2R (torque_onq c ls)
  = fold_right (fun l sum => cross (minus (load_at l) (toR c)) (load_force l) + load_torque l + sum)%R 0%R
               (map (dead_load_map Q2R) ls).
Proof.
  induction ls as [|l ls IH]; simpl; [apply Q2R_0|].
  now rewrite !Q2R_qadd, IH, Q2R_cross, toR_minus.
Qed.

Lemma unheld_body_R s b B : body_at s b = Some B ->
  twistR (unheld_body (gravity s) (loads_by_body (dead_loads s)) b B) = free_acceleration (real_scene s) b.
Proof.
  intro H. unfold free_acceleration, force_on, torque_on. rewrite real_body_at, H, real_loads_on. simpl.
  unfold unheld_body, twistR. destruct (free B) as [m|]; simpl; [|now rewrite Q2R_0].
  rewrite !Q2R_red, !Q2R_qadd, !Q2R_qmul, !Q2R_inverse, Q2R_torque_on, <- toR_force_on. reflexivity.
Qed.

Lemma over_common_R l : map twistR (over_common l) = map twistR l.
Proof.
  unfold over_common. rewrite map_map. apply map_ext. intro t. unfold twistR; simpl. now rewrite !with_denominator_R.
Qed.

Lemma unheld_from_nth g t l : forall b n,
  nth_error (unheld_from g t b l) n = option_map (unheld_body g t (b + N.of_nat n)%N) (nth_error l n).
Proof.
  induction l as [|B l IH]; intros b [|n]; simpl; try reflexivity.
  - now rewrite N.add_0_r.
  - rewrite IH. now replace (N.succ b + N.of_nat n)%N with (b + N.pos (Pos.of_succ_nat n))%N by lia.
Qed.

Theorem free_accelerations_R s b B : body_at s b = Some B ->
  exists u, get (free_accelerations s) b = Some u /\ twistR u = free_acceleration (real_scene s) b.
Proof.
  intro H. rewrite <- (unheld_body_R s b B H). unfold free_accelerations. rewrite get_table_of. unfold at_index.
  set (l := unheld_from _ _ 0 (bodies s)).
  assert (E : nth_error (map twistR (over_common l)) (N.to_nat b)
              = Some (twistR (unheld_body (gravity s) (loads_by_body (dead_loads s)) b B))).
  { rewrite over_common_R, nth_error_map. unfold l. rewrite unheld_from_nth, N.add_0_l, N2Nat.id.
    unfold body_at, at_index in H. now rewrite H. }
  rewrite nth_error_map in E. destruct (nth_error (over_common l) (N.to_nat b)) as [u|]; [|discriminate].
  exists u. split; [reflexivity|]. simpl in E. congruence.
Qed.

(** Without loads every free body accelerates with gravity. *)
Theorem free_without_loads s b B : body_at s b = Some B -> free B <> None -> dead_loads s = [] ->
  free_acceleration s b = Twist (px (gravity s)) (py (gravity s)) 0%R.
Proof.
  intros H F N. unfold free_acceleration, force_on, torque_on, loads_on. rewrite H, N. destruct (free B); [|contradiction].
  unfold plus, times, zero, Rdiv; simpl. f_equal; ring.
Qed.
