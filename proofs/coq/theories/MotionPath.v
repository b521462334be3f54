(** * Every acceleration has a path, and a strict one a lawful path

    So the motions that the theorems speak of exist: a body that starts at c with velocity v and spin ω can
    follow c + v t + a t²/2, turned by ω t + α t²/2. *)

Require Import List NArith Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet Motion MotionConverse.
Import ListNotations.
Open Scope R_scope.

(** f with derivative f1 near 0, and f1 with derivative a at 0: the textbook's expansion. *)
Lemma jet_of_derivatives f f1 a :
  (forall t, derivable_pt_lim f t (f1 t)) -> derivable_pt_lim f1 0 a ->
  jet f (f 0) (f1 0) (a / 2).
Proof.
  intros Hf Ha eps He.
  destruct (Ha eps He) as [e He'].
  exists e. split; [apply cond_pos|].
  intros t [T0 Td]. simpl in *. unfold R_dist in *.
  rewrite Rminus_0_r, Rabs_right in Td by lra.
  destruct (MVT_cor2 (fun t => f t - f1 0 * t - a / 2 * (t * t))
                     (fun t => f1 t - f1 0 - a * t) 0 t T0) as [c [E [C0 Ct]]].
  - intros c Hc. replace (f1 c - f1 0 - a * c) with (f1 c - f1 0 * 1 - a / 2 * (1 * c + c * 1))
      by field.
    apply derivable_pt_lim_minus; [apply derivable_pt_lim_minus|].
    + apply Hf.
    + apply derivable_pt_lim_scal, derivable_pt_lim_id.
    + apply (derivable_pt_lim_scal (fun t => t * t)).
      apply (derivable_pt_lim_mult (fun t => t) (fun t => t)); apply derivable_pt_lim_id.
  - assert (B : Rabs ((f1 (0 + c) - f1 0) / c - a) < eps).
    { apply He'; [lra|]. rewrite Rabs_right; lra. }
    rewrite Rplus_0_l in B.
    replace ((f t - f 0 - f1 0 * t) / (t * t) - a / 2)
      with (((f1 c - f1 0) / c - a) * (c / t)).
    + rewrite Rabs_mult. rewrite (Rabs_right (c / t)).
      * assert (0 < c / t <= 1).
        { split; [apply Rdiv_lt_0_compat; lra|].
          apply Rmult_le_reg_r with t; [lra|]. field_simplify; lra. }
        pose proof (Rabs_pos ((f1 c - f1 0) / c - a)). nra.
      * apply Rle_ge, Rlt_le, Rdiv_lt_0_compat; lra.
    + assert (E' : f t - f 0 - f1 0 * t - a / 2 * (t * t) = (f1 c - f1 0 - a * c) * t) by lra.
      replace ((f t - f 0 - f1 0 * t) / (t * t) - a / 2)
        with ((f t - f 0 - f1 0 * t - a / 2 * (t * t)) / (t * t)) by (field; lra).
      rewrite E'. field. lra.
Qed.

(** The angle ω t + α t²/2 and its derivative. *)
Definition angle (w al t : R) : R := w * t + al / 2 * (t * t).

Lemma angle_derivative w al t : derivable_pt_lim (angle w al) t (w + al * t).
Proof.
  unfold angle. replace (w + al * t) with (w * 1 + al / 2 * (1 * t + t * 1)) by field.
  apply (derivable_pt_lim_plus (fun t => w * t) (fun t => al / 2 * (t * t))).
  - apply (derivable_pt_lim_scal (fun t => t)), derivable_pt_lim_id.
  - apply (derivable_pt_lim_scal (fun t => t * t)).
    apply (derivable_pt_lim_mult (fun t => t) (fun t => t)); apply derivable_pt_lim_id.
Qed.

Lemma derivative_eq f t l l' : derivable_pt_lim f t l -> l = l' -> derivable_pt_lim f t l'.
Proof. now intros H <-. Qed.

Lemma rate_derivative w al : derivable_pt_lim (fun t => w + al * t) 0 al.
Proof.
  apply derivative_eq with (0 + al * 1); [|ring].
  apply (derivable_pt_lim_plus (fun _ => w) (fun t => al * t)).
  - apply derivable_pt_lim_const.
  - apply (derivable_pt_lim_scal (fun t => t)), derivable_pt_lim_id.
Qed.

Lemma angle_0 w al : angle w al 0 = 0.
Proof. unfold angle. ring. Qed.

Lemma sine_derivative w al t :
  derivable_pt_lim (fun t => sin (angle w al t)) t (cos (angle w al t) * (w + al * t)).
Proof.
  apply (derivable_pt_lim_comp (angle w al) sin); [apply angle_derivative|].
  apply derivable_pt_lim_sin.
Qed.

Lemma cosine_derivative w al t :
  derivable_pt_lim (fun t => cos (angle w al t)) t (- sin (angle w al t) * (w + al * t)).
Proof.
  apply (derivable_pt_lim_comp (angle w al) cos); [apply angle_derivative|].
  apply derivable_pt_lim_cos.
Qed.

Lemma jet_sine w al : jet (fun t => sin (angle w al t)) 0 w (al / 2).
Proof.
  eapply jet_eq.
  - apply (jet_of_derivatives (fun t => sin (angle w al t))
             (fun t => cos (angle w al t) * (w + al * t)) al (sine_derivative w al)).
    eapply derivative_eq.
    + apply (derivable_pt_lim_mult (fun t => cos (angle w al t)) (fun t => w + al * t)).
      * apply cosine_derivative.
      * apply rate_derivative.
    + simpl. rewrite angle_0, sin_0, cos_0. ring.
  - simpl. now rewrite angle_0, sin_0.
  - simpl. rewrite angle_0, cos_0. ring.
  - reflexivity.
Qed.

Lemma jet_cosine w al : jet (fun t => cos (angle w al t)) 1 0 (- (w * w) / 2).
Proof.
  eapply jet_eq.
  - apply (jet_of_derivatives (fun t => cos (angle w al t))
             (fun t => - sin (angle w al t) * (w + al * t)) (- (w * w)) (cosine_derivative w al)).
    eapply derivative_eq.
    + apply (derivable_pt_lim_mult (fun t => - sin (angle w al t)) (fun t => w + al * t)).
      * apply (derivable_pt_lim_opp (fun t => sin (angle w al t))). apply sine_derivative.
      * apply rate_derivative.
    + simpl. rewrite angle_0, sin_0, cos_0. ring.
  - simpl. now rewrite angle_0, cos_0.
  - simpl. rewrite angle_0, sin_0. ring.
  - reflexivity.
Qed.

(** The body's course with constant acceleration of centroid and angle. *)
Definition steady (m : matter R) (a : twist R) : course :=
  Course (fun t => px (centroid m) + px (velocity m) * t + tx a / 2 * (t * t))
         (fun t => py (centroid m) + py (velocity m) * t + ty a / 2 * (t * t))
         (fun t => cos (angle (spin m) (tr a) t))
         (fun t => sin (angle (spin m) (tr a) t)).

Definition steady_path (s : scene R) (A : accelerations) : path := fun b =>
  match body_at s b with
  | Some B => match free B with
              | Some m => steady m (A b)
              | None => Course (fun _ => 0) (fun _ => 0) (fun _ => 1) (fun _ => 0)
              end
  | None => Course (fun _ => 0) (fun _ => 0) (fun _ => 1) (fun _ => 0)
  end.

(** Every acceleration is that of a path. *)
Theorem steady_path_starts s A : path_starts s (steady_path s A) A.
Proof.
  intros b B HB. unfold steady_path, starts_with. rewrite HB. destruct (free B) as [m|]; [|exact I].
  simpl. split; [|split; [|split; [|split]]].
  - apply shortly_always. intros t _. pose proof (sin2_cos2 (angle (spin m) (tr (A b)) t)) as E.
    unfold Rsqr in E. lra.
  - apply jet_quadratic.
  - apply jet_quadratic.
  - eexists. apply jet_cosine.
  - apply jet_sine.
Qed.

(** In a scene without pins, accelerations that open all contacts are those of a lawful motion. *)
Theorem strict_lawful s pf A :
  scene_ok s -> parts_apart s -> contacts_complete s pf -> velocities_admissible s pf ->
  pins s = [] -> strictly_admissible s pf A -> exists z, lawful s z A.
Proof.
  intros OK PA CC V NP St. exists (steady_path s A).
  pose proof (steady_path_starts s A) as S. split; [assumption|]. split.
  - now apply strict_stays_apart with pf A.
  - apply shortly_always. intros t _ k K. rewrite NP in K. destruct K.
Qed.
