(** * Every acceleration has a path

    So the motions that the theorems speak of exist (MotionPins.v: strict ones that are lawful): a body that starts at c with velocity v and spin ω can
    follow c + v t + a t²/2, turned by ω t + α t²/2. *)

Require Import List NArith Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet Motion MotionConverse.
Import ListNotations.
Open Scope R_scope.

(** A turn in rational form: with τ the tangent of half the angle, cosine and sine are (1 - τ²) / (1 + τ²) and
    2 τ / (1 + τ²). For τ = ω t/2 + α t²/4 the angle is ω t + α t²/2 to second order. (Coq's own cos and
    sin would do, but their derivatives rest on classical logic.) *)
Definition half (w al t : R) : R := w / 2 * t + al / 4 * (t * t).

Lemma half_square w al t : 0 < 1 + half w al t * half w al t.
Proof. pose proof (Rle_0_sqr (half w al t)) as H. unfold Rsqr in H. lra. Qed.

(** 1 / (1 + τ²) = 1 - ω² t²/4 + o(t²) *)
Lemma jet_reduced w al : jet (fun t => / (1 + half w al t * half w al t)) 1 0 (- (w / 2 * (w / 2))).
Proof.
  set (q := fun t => w / 2 + al / 4 * t).
  assert (T : limit1_in (fun t => t) (fun t => 0 < t) 0 0) by apply lim_x.
  assert (Q : limit1_in q (fun t => 0 < t) (w / 2 + al / 4 * 0) 0).
  { apply limit_plus; [apply limit_const|]. apply limit_mul; [apply limit_const|exact T]. }
  assert (K : limit1_in (fun t => / (1 + (t * q t) * (t * q t))) (fun t => 0 < t)
                (/ (1 + (0 * (w / 2 + al / 4 * 0)) * (0 * (w / 2 + al / 4 * 0)))) 0).
  { apply limit_inv; [|lra]. apply limit_plus; [apply limit_const|].
    apply limit_mul; apply limit_mul; assumption. }
  apply limit1_ext with (fun t => - (q t * q t) * / (1 + (t * q t) * (t * q t))).
  { intros t Ht. unfold half.
    replace (w / 2 * t + al / 4 * (t * t)) with (t * q t) by (unfold q; field).
    pose proof (Rle_0_sqr (t * q t)) as H. unfold Rsqr in H. field. split; lra. }
  replace (- (w / 2 * (w / 2)))
    with (- ((w / 2 + al / 4 * 0) * (w / 2 + al / 4 * 0))
          * / (1 + (0 * (w / 2 + al / 4 * 0)) * (0 * (w / 2 + al / 4 * 0)))) by field.
  apply limit_mul; [|exact K]. apply limit_Ropp. apply limit_mul; exact Q.
Qed.

Definition turn_cosine (w al t : R) : R := 2 * / (1 + half w al t * half w al t) - 1.
Definition turn_sine (w al t : R) : R := 2 * half w al t * / (1 + half w al t * half w al t).

Lemma turn_unit w al t :
  turn_cosine w al t * turn_cosine w al t + turn_sine w al t * turn_sine w al t = 1.
Proof.
  unfold turn_cosine, turn_sine. pose proof (half_square w al t) as H. field. lra.
Qed.

Lemma jet_half w al : jet (half w al) 0 (w / 2) (al / 4).
Proof. eapply jet_ext; [|apply (jet_quadratic 0 (w / 2) (al / 4))]. intros t _. unfold half. ring. Qed.

Lemma jet_turn_cosine w al : exists c, jet (turn_cosine w al) 1 0 c.
Proof.
  pose proof (jet_reduced w al) as K. eexists. unfold turn_cosine.
  eapply jet_eq; [apply jet_sub; [apply jet_mul; [apply (jet_const 2)|exact K]|apply (jet_const 1)]| | |reflexivity];
    ring.
Qed.

Lemma jet_turn_sine w al : jet (turn_sine w al) 0 w (al / 2).
Proof.
  pose proof (jet_reduced w al) as K. pose proof (jet_half w al) as H. unfold turn_sine.
  eapply jet_eq; [apply jet_mul; [apply jet_mul; [apply (jet_const 2)|exact H]|exact K]| | |]; field.
Qed.

(** The body's course with constant acceleration of centroid and angle. *)
Definition steady (m : matter R) (a : twist R) : course :=
  Course (fun t => px (centroid m) + px (velocity m) * t + tx a / 2 * (t * t))
         (fun t => py (centroid m) + py (velocity m) * t + ty a / 2 * (t * t))
         (turn_cosine (spin m) (tr a))
         (turn_sine (spin m) (tr a)).

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
  - apply shortly_always. intros t _. apply turn_unit.
  - apply jet_quadratic.
  - apply jet_quadratic.
  - apply jet_turn_cosine.
  - apply jet_turn_sine.
Qed.
