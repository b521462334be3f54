(** * Motion.v -- what a lawful motion is

    Rigid bodies move in real time. Their motion has an expansion to second order at t = 0, t > 0;
    nothing else is asked of it: it need not be smooth, nor follow any law of forces. It is lawful if
    for a short time parts of bodies that do not ignore each other stay apart and pins hold. *)

Require Import List NArith Reals.
From Zwang Require Import Format Meaning MotionJet.
Import ListNotations.
Open Scope R_scope.

(** Where the centroid of a body is in time, and cosine and sine of its angle. *)
Record course := Course { zx : R -> R; zy : R -> R; cosine : R -> R; sine : R -> R }.

(** Where the point of body B that is at x at time 0 is at time t; fixed bodies do not move. *)
Definition moved (B : body R) (z : course) (t : R) (x : vector) : vector :=
  match free B with
  | Some m =>
      let r := minus x (centroid m) in
      Point (zx z t + (cosine z t * px r - sine z t * py r))
            (zy z t + (sine z t * px r + cosine z t * py r))
  | None => x
  end.

(** Body B starts where it is, with its velocity and spin, and with the acceleration a. For a rotation,
    cosine and sine are 1 + o(t) and ω t + α t²/2 + o(t²). *)
Definition starts_with (B : body R) (z : course) (a : twist R) : Prop :=
  match free B with
  | Some m =>
      shortly (fun t => cosine z t * cosine z t + sine z t * sine z t = 1) /\
      jet (zx z) (px (centroid m)) (px (velocity m)) (tx a / 2) /\
      jet (zy z) (py (centroid m)) (py (velocity m)) (ty a / 2) /\
      (exists c, jet (cosine z) 1 0 c) /\
      jet (sine z) 0 (spin m) (tr a / 2)
  | None => True
  end.

(** x is strictly inside the strictly convex part P. *)
Definition inside (P : part R) (x : vector) : Prop :=
  forall p q, In (p, q) (edges P) -> height p q x < 0.

(** Two parts do not overlap: no point is strictly inside both. (MotionInterior.v: it is the same to say
    that a line has them on different sides, or that the line of an edge of one of them does.) *)
Definition apart (P Q : part R) : Prop := forall x, ~ (inside P x /\ inside Q x).

(** The courses of all bodies, by index; those of fixed bodies do not matter. *)
Definition path : Type := N -> course.

(** Parts of different bodies that do not ignore each other do not overlap at time t. *)
Definition bodies_apart (s : scene R) (z : path) (t : R) : Prop :=
  forall b p c q B C P Q,
    may_touch s b c -> body_at s b = Some B -> body_at s c = Some C ->
    part_at s b p = Some P -> part_at s c q = Some Q ->
    apart (map (moved B (z b) t) P) (map (moved C (z c) t) Q).

(** The two points of each pin are at one place at time t; a point pinned to the world does not move. *)
Definition pins_hold (s : scene R) (z : path) (t : R) : Prop :=
  forall k, In k (pins s) ->
    pin_points_agree s (fun B b => minus (moved B (z b) t (pin_at k)) (pin_at k)) k.

(** All bodies start with the accelerations A. *)
Definition path_starts (s : scene R) (z : path) (A : accelerations) : Prop :=
  forall b B, body_at s b = Some B -> starts_with B (z b) (A b).

(** The path z is lawful for a short time and starts with the accelerations A. *)
Definition lawful (s : scene R) (z : path) (A : accelerations) : Prop :=
  path_starts s z A /\ shortly (bodies_apart s z) /\ shortly (pins_hold s z).
