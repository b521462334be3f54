(** * Rigid motions, and the gap between a vertex and an edge (THEOREM.md, section 2) *)

Require Import List Reals Lra.
From Zwang Require Import Format Meaning MotionJet Motion MotionPlane.
Import ListNotations.
Open Scope R_scope.

(** What a body does at time 0: its centroid, the velocity of the centroid, its spin. *)
Record kinematics := Kinematics { pivot : vector; drift : vector; spinning : R }.

(** Velocity of the body's point that is at x: v + ω J r. *)
Definition velocity_of (k : kinematics) (x : vector) : vector :=
  Point (px (drift k) - spinning k * (py x - py (pivot k)))
        (py (drift k) + spinning k * (px x - px (pivot k))).

(** Acceleration of the body's point that is at x: a + α J r - ω² r. *)
Definition acceleration_of (k : kinematics) (a : twist R) (x : vector) : vector :=
  Point (tx a - tr a * (py x - py (pivot k)) - spinning k * spinning k * (px x - px (pivot k)))
        (ty a + tr a * (px x - px (pivot k)) - spinning k * spinning k * (py x - py (pivot k))).

(** Where the body's point that was at x at time 0 is at time t: z + R (x - c). *)
Definition placed_point (k : kinematics) (z : course) (t : R) (x : vector) : vector :=
  let rx := px x - px (pivot k) in
  let ry := py x - py (pivot k) in
  Point (zx z t + (cosine z t * rx - sine z t * ry))
        (zy z t + (sine z t * rx + cosine z t * ry)).

(** The course is a rotation at short times, begins where the body is, with its velocity, and with
    the acceleration a. *)
Definition starts (k : kinematics) (z : course) (a : twist R) : Prop :=
  shortly (fun t => cosine z t * cosine z t + sine z t * sine z t = 1) /\
  jet (zx z) (px (pivot k)) (px (drift k)) (tx a / 2) /\
  jet (zy z) (py (pivot k)) (py (drift k)) (ty a / 2) /\
  (exists c, jet (cosine z) 1 0 c) /\
  jet (sine z) 0 (spinning k) (tr a / 2).

(** A moving point that begins at x with velocity v and acceleration a. *)
Definition moves (X : R -> vector) (x v a : vector) : Prop :=
  jet (fun t => px (X t)) (px x) (px v) (px a / 2) /\
  jet (fun t => py (X t)) (py x) (py v) (py a / 2).

(** The points of a body move as FORMAT.md, section 1, says. *)
Lemma place_moves k z a x :
  starts k z a ->
  moves (fun t => placed_point k z t x) x (velocity_of k x) (acceleration_of k a x).
Proof.
  intros (U & X & Y & [c2 C] & S).
  assert (G : jet (fun t => cosine z t * cosine z t + sine z t * sine z t - 1) (1 * 1 + 0 * 0 - 1)
                (1 * 0 + 0 * 1 + (0 * spinning k + spinning k * 0) - 0)
                (1 * c2 + 0 * 0 + c2 * 1
                 + (0 * (tr a / 2) + spinning k * spinning k + tr a / 2 * 0) - 0)).
  { jets. }
  assert (E : c2 = - (spinning k * spinning k) / 2).
  { destruct (jet_zero _ _ _ _ G) as [_ [_ Z]]; [|lra].
    apply shortly_weaken with (2 := U). intros t _ T. lra. }
  split; simpl; (eapply jet_eq; [jets|ring|ring|]); rewrite E; field.
Qed.

(** ** The gap of a vertex of F before an edge of E *)

(** n · (v_F - v_E) at x *)
Definition opening (kE kF : kinematics) (n x : vector) : R :=
  dot n (minus (velocity_of kF x) (velocity_of kE x)).

(** n · (a_F - a_E) + 2 ω_E (J n) · (v_F - v_E) at x *)
Definition opening_rate (kE kF : kinematics) (aE aF : twist R) (n x : vector) : R :=
  dot n (minus (acceleration_of kF aF x) (acceleration_of kE aE x))
  + 2 * spinning kE * dot (J n) (minus (velocity_of kF x) (velocity_of kE x)).

(** The gap of three moving points. *)
Lemma gap_jet X Y W x y w vx vy vw ax ay aw :
  moves X x vx ax -> moves Y y vy ay -> moves W w vw aw ->
  jet (fun t => gap (X t, Y t) (W t))
      (gap (x, y) w)
      (dot (normal vx vy) (minus w x) + dot (normal x y) (minus vw vx))
      ((dot (normal ax ay) (minus w x)
        + 2 * dot (normal vx vy) (minus vw vx)
        + dot (normal x y) (minus aw ax)) / 2).
Proof.
  intros [X1 X2] [Y1 Y2] [W1 W2].
  unfold gap, height, edge_normal, normal, dot, minus. simpl.
  eapply jet_eq; [jets| | |]; simpl; field.
Qed.

(** (2.1): the derivatives of the gap of a vertex w of F before an edge of E are those that
    FORMAT.md, section 3, names. *)
Theorem gap_expansion kE kF zE zF aE aF e w :
  starts kE zE aE -> starts kF zF aF ->
  jet (fun t => gap (placed_point kE zE t (fst e), placed_point kE zE t (snd e)) (placed_point kF zF t w))
      (gap e w)
      (opening kE kF (edge_normal e) w)
      (opening_rate kE kF aE aF (edge_normal e) w / 2).
Proof.
  intros E F. destruct e as [p q].
  pose proof (gap_jet _ _ _ _ _ _ _ _ _ _ _ _
    (place_moves kE zE aE p E) (place_moves kE zE aE q E) (place_moves kF zF aF w F)) as G.
  apply (jet_eq _ _ _ _ _ _ _ G); [reflexivity| |].
  - unfold opening, edge_normal, normal, dot, minus, velocity_of. simpl. ring.
  - unfold opening_rate, edge_normal, normal, J, dot, minus, velocity_of, acceleration_of. simpl.
    field.
Qed.
