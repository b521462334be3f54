(** Meaning.v -- what the words of proofs/FORMAT.md mean, over the real numbers.

    Sections 1 and 3 of that page (velocities, accelerations, gaps), and of section 4 what a listed contact or
    corner has to be and which motions are admissible. [scene R] is [scene_map Q2R] of the scene of a file. *)
Require Import List NArith ZArith QArith Reals Qreals.
From Zwang Require Import Format.
Import ListNotations.
Open Scope R_scope.

(** ** Vectors of the plane *)

Notation vector := (point R).
Definition zero : vector := Point 0 0.
Definition plus (u v : vector) : vector := Point (px u + px v) (py u + py v).
Definition minus (u v : vector) : vector := Point (px u - px v) (py u - py v).
Definition times (s : R) (u : vector) : vector := Point (s * px u) (s * py u).
Definition dot (u v : vector) : R := px u * px v + py u * py v.
Definition cross (u v : vector) : R := px u * py v - py u * px v.
(** The quarter turn. *)
Definition J (u : vector) : vector := Point (- py u) (px u).

(** The outward normal of the edge from p to q of a part listed counter-clockwise: -J (q - p). *)
Definition normal (p q : vector) : vector := Point (py q - py p) (px p - px q).

(** How far w lies on the outer side of that edge, times its length. *)
Definition height (p q w : vector) : R := dot (normal p q) (minus w p).

(** ** Scenes that make sense *)

(** All other vertices lie strictly on the inner side of every edge. *)
Definition strictly_convex (P : part R) : Prop :=
  (3 <= length P)%nat /\ NoDup P /\
  forall p q w, In (p, q) (edges P) -> In w P -> w = p \/ w = q \/ height p q w < 0.

Definition body_ok (B : body R) : Prop :=
  (forall P, In P (parts B) -> strictly_convex P) /\
  (forall m, free B = Some m -> 0 < mass m /\ 0 < inertia m).

Definition pin_ok (s : scene R) (k : pin R) : Prop :=
  body_at s (pin_first k) <> None /\
  match pin_second k with
  | Some b => body_at s b <> None /\ b <> pin_first k
  | None => True
  end.

Definition scene_ok (s : scene R) : Prop :=
  (forall B, In B (bodies s) -> body_ok B) /\ (forall k, In k (pins s) -> pin_ok s k).

(** No body and no pair of bodies has friction. *)
Definition no_friction (s : scene R) : Prop :=
  (forall B, In B (bodies s) -> friction B = 0) /\
  (forall k, In k (friction_pairs s) -> pair_friction k = 0).

(** ** Velocities and accelerations of body points *)

Definition velocity_at (B : body R) (x : vector) : vector :=
  match free B with
  | Some m => plus (velocity m) (times (spin m) (J (minus x (centroid m))))
  | None => zero
  end.

Definition spin_of (B : body R) : R :=
  match free B with
  | Some m => spin m
  | None => 0
  end.

(** Under the acceleration t = (a, alpha): a + alpha J r - omega^2 r. *)
Definition acceleration_at (B : body R) (t : twist R) (x : vector) : vector :=
  match free B with
  | Some m =>
      let r := minus x (centroid m) in
      minus (plus (Point (tx t) (ty t)) (times (tr t) (J r))) (times (spin m * spin m) r)
  | None => zero
  end.

(** The accelerations of all bodies, by index; those of fixed bodies do not matter. *)
Definition accelerations : Type := N -> twist R.

(** ** Loads *)

Definition loads_on (s : scene R) (b : N) : list (dead_load R) :=
  filter (fun l => N.eqb (load_body l) b) (dead_loads s).

(** F: the sum of the forces of the loads on a body. *)
Definition force_on (s : scene R) (b : N) : vector :=
  fold_right (fun l sum => plus (load_force l) sum) zero (loads_on s b).

(** T: the sum of (x - c) x f + tau, for the centroid c of the body. *)
Definition torque_on (s : scene R) (b : N) (c : vector) : R :=
  fold_right (fun l sum => cross (minus (load_at l) c) (load_force l) + load_torque l + sum) 0 (loads_on s b).

(** How body b accelerates where nothing holds it: g + F / m, and T / I. *)
Definition free_acceleration (s : scene R) : accelerations := fun b =>
  match body_at s b with
  | Some B =>
      match free B with
      | Some m =>
          let a := plus (gravity s) (times (/ mass m) (force_on s b)) in
          Twist (px a) (py a) (torque_on s b (centroid m) / inertia m)
      | None => Twist 0 0 0
      end
  | None => Twist 0 0 0
  end.

(** ** The gap of a contact *)

(** Where a contact is: the two bodies, the vertex, and the ends of the edge. *)
Record place := Place {
  vertex_owner : body R;
  edge_owner : body R;
  at_vertex : vector;
  from_end : vector;
  to_end : vector }.

Definition place_of (s : scene R) (c : contact) : option place :=
  match body_at s (vertex_body c), body_at s (edge_body c),
        vertex_at s (vertex_body c) (vertex_part c) (vertex c),
        edge_at s (edge_body c) (edge_part c) (edge c) with
  | Some F, Some E, Some x, Some (p, q) => Some (Place F E x p q)
  | _, _, _, _ => None
  end.

(** v_F - v_E at the vertex. *)
Definition sliding (g : place) : vector :=
  minus (velocity_at (vertex_owner g) (at_vertex g)) (velocity_at (edge_owner g) (at_vertex g)).

Definition place_normal (g : place) : vector := normal (from_end g) (to_end g).

Definition gap_velocity (g : place) : R := dot (place_normal g) (sliding g).

(** n . (a_F - a_E) + 2 omega_E (J n) . (v_F - v_E) *)
Definition gap_acceleration (g : place) (tF tE : twist R) : R :=
  dot (place_normal g)
      (minus (acceleration_at (vertex_owner g) tF (at_vertex g))
             (acceleration_at (edge_owner g) tE (at_vertex g)))
  + 2 * spin_of (edge_owner g) * dot (J (place_normal g)) (sliding g).

(** The same of a contact of a scene; 0 if it has no place, which [contact_right] excludes. *)
Definition gap_speed (s : scene R) (c : contact) : R :=
  match place_of s c with
  | Some g => gap_velocity g
  | None => 0
  end.

Definition gap_accel (s : scene R) (A : accelerations) (c : contact) : R :=
  match place_of s c with
  | Some g => gap_acceleration g (A (vertex_body c)) (A (edge_body c))
  | None => 0
  end.

(** ** What a listed contact is (C2) *)

(** The line of the edge separates the two parts, and the vertex lies on the edge: inside it; or it is an end of
    it, but the vertex's part has another vertex w on the same line in the direction of the other end z, and the
    vertex does not slide away from z. *)
Definition contact_right (s : scene R) (c : contact) : Prop :=
  may_touch s (vertex_body c) (edge_body c) /\
  exists g P,
    place_of s c = Some g /\
    part_at s (vertex_body c) (vertex_part c) = Some P /\
    let x := at_vertex g in
    let p := from_end g in
    let q := to_end g in
    (forall w, In w P -> 0 <= height p q w) /\
    height p q x = 0 /\
    ((0 < dot (minus q p) (minus x p) < dot (minus q p) (minus q p)) \/
     exists z w,
       ((x = p /\ z = q) \/ (x = q /\ z = p)) /\
       In w P /\ height p q w = 0 /\ 0 < dot (minus w x) (minus z x) /\
       0 <= dot (minus z x) (sliding g)).

(** ** What a listed corner is (C2) *)

(** Vertex number [i] of a part with the one before it and the one after it; the edge that arrives has the index
    of the vertex before. *)
Record around := Around { before_index : N; before : vector; here : vector; after : vector }.

Definition around_at (P : part R) (i : N) (a : around) : Prop :=
  at_index (edges P) (before_index a) = Some (before a, here a) /\
  at_index (edges P) i = Some (here a, after a).

(** A direction m at the common vertex separates the angle of the first part from that of the second. *)
Definition separates (a a' : around) (m : vector) : Prop :=
  dot m (minus (before a) (here a)) <= 0 /\ dot m (minus (after a) (here a)) <= 0 /\
  0 <= dot m (minus (before a') (here a)) /\ 0 <= dot m (minus (after a') (here a)).

(** No edge of one runs from the vertex along an edge of the other. *)
Definition apart_rays (a a' : around) : Prop :=
  forall w w', (w = before a \/ w = after a) -> (w' = before a' \/ w' = after a') ->
    let u := minus w (here a) in
    let u' := minus w' (here a) in
    ~ (cross u u' = 0 /\ 0 < dot u u').

(** The four edges at the vertex, each with the direction from the first part to the second that is its normal,
    and the contact of the other part's vertex with it. Vertex [i] of part (b, p) touches vertex [j] of (c, q). *)
Definition candidates (b p i c q j : N) (a a' : around) : list (vector * contact) :=
  [ (normal (before a) (here a), Contact c q j b p (before_index a));
    (normal (here a) (after a), Contact c q j b p i);
    (times (-1) (normal (before a') (here a')), Contact b p i c q (before_index a'));
    (times (-1) (normal (here a') (after a')), Contact b p i c q j) ].

Definition contacts_of (pf : proof) (l : list N) : list contact :=
  flat_map (fun i => match at_index (contacts pf) i with Some c => [c] | None => [] end) l.

(** The two lists of contacts are what C2 calls the sides of a corner. *)
Definition corner_right (s : scene R) (side0 side1 : list contact) : Prop :=
  side0 <> [] /\ side1 <> [] /\
  exists b p i c q j P Q a a',
    may_touch s b c /\ part_at s b p = Some P /\ part_at s c q = Some Q /\
    around_at P i a /\ around_at Q j a' /\ here a = here a' /\
    apart_rays a a' /\
    let separating (m : vector) (k : contact) :=
      In (m, k) (candidates b p i c q j a a') /\ separates a a' m in
    (forall k, In k side0 <->
       exists m, separating m k /\ forall m' k', separating m' k' -> 0 <= cross m m') /\
    (forall k, In k side1 <->
       exists m, separating m k /\ forall m' k', separating m' k' -> cross m m' <= 0).

(** ** Which contacts count *)

(** Contact number i belongs to no corner. *)
Definition loose (pf : proof) (i : N) : Prop :=
  forall side0 side1, In (side0, side1) (corners pf) -> ~ In i side0 /\ ~ In i side1.

Definition all_rest (s : scene R) (l : list contact) : Prop := forall c, In c l -> gap_speed s c = 0.

(** The side rests, the other one closes: the bodies slide along the first. *)
Definition forced (s : scene R) (side other : list contact) : Prop :=
  all_rest s side /\ (forall c, In c other -> gap_speed s c <= 0) /\
  exists c, In c other /\ gap_speed s c < 0.

Definition undecided (s : scene R) (side0 side1 : list contact) : Prop :=
  all_rest s side0 /\ all_rest s side1.

(** ** C1 and C3 *)

(** Two parts do not overlap: some edge line of one of them has the other on its outer side. *)
Definition edge_separates (P Q : part R) : Prop :=
  exists p q, In (p, q) (edges P) /\ forall w, In w Q -> 0 <= height p q w.

(** The closed bounding boxes of two parts do not meet: they differ in x, or in y. *)
Definition boxes_apart (P Q : part R) : Prop :=
  (forall u w, In u P -> In w Q -> px u < px w) \/ (forall u w, In u P -> In w Q -> px w < px u) \/
  (forall u w, In u P -> In w Q -> py u < py w) \/ (forall u w, In u P -> In w Q -> py w < py u).

Definition parts_apart (s : scene R) : Prop :=
  forall b p c q P Q, (b, p) <> (c, q) -> ignore s b c = false ->
    part_at s b p = Some P -> part_at s c q = Some Q ->
    boxes_apart P Q \/ edge_separates P Q \/ edge_separates Q P.

(** The two points of a pin. *)
Definition pin_points_agree (s : scene R) (f : body R -> N -> vector) (k : pin R) : Prop :=
  forall F, body_at s (pin_first k) = Some F ->
    match pin_second k with
    | None => f F (pin_first k) = zero
    | Some b => forall E, body_at s b = Some E -> f F (pin_first k) = f E b
    end.

Definition pins_move_together (s : scene R) : Prop :=
  forall k, In k (pins s) -> pin_points_agree s (fun B _ => velocity_at B (pin_at k)) k.

Definition velocities_admissible (s : scene R) (pf : proof) : Prop :=
  (forall i c, at_index (contacts pf) i = Some c -> loose pf i -> 0 <= gap_speed s c) /\
  (forall k0 k1, In (k0, k1) (corners pf) ->
     let side0 := contacts_of pf k0 in
     let side1 := contacts_of pf k1 in
     (exists c, In c (side0 ++ side1) /\ 0 < gap_speed s c) \/ all_rest s side0 \/ all_rest s side1) /\
  pins_move_together s.

(** ** Admissible motions and their restraint *)

Definition none_closes (s : scene R) (A : accelerations) (l : list contact) : Prop :=
  forall c, In c l -> 0 <= gap_accel s A c.

(** What second order asks for at a corner. *)
Definition corner_admits (s : scene R) (A : accelerations) (side0 side1 : list contact) : Prop :=
  (forced s side0 side1 -> none_closes s A side0) /\
  (forced s side1 side0 -> none_closes s A side1) /\
  (undecided s side0 side1 -> none_closes s A side0 \/ none_closes s A side1).

Definition admissible (s : scene R) (pf : proof) (A : accelerations) : Prop :=
  (forall k, In k (pins s) -> pin_points_agree s (fun B b => acceleration_at B (A b) (pin_at k)) k) /\
  (forall i c, at_index (contacts pf) i = Some c -> loose pf i -> gap_speed s c = 0 -> 0 <= gap_accel s A c) /\
  (forall k0 k1, In (k0, k1) (corners pf) -> corner_admits s A (contacts_of pf k0) (contacts_of pf k1)).

(** Every listed contact and corner is one. *)
Definition listed_right (s : scene R) (pf : proof) : Prop :=
  (forall i c, at_index (contacts pf) i = Some c -> loose pf i -> contact_right s c) /\
  (forall k0 k1, In (k0, k1) (corners pf) -> corner_right s (contacts_of pf k0) (contacts_of pf k1)).

(** Gauss' restraint: the sum of 1/2 m |a - a0|^2 + 1/2 I (alpha - alpha0)^2 over the free bodies, where a0 and alpha0
    are the free acceleration. *)
Definition body_restraint (unheld : twist R) (B : body R) (t : twist R) : R :=
  match free B with
  | Some m =>
      let u := minus (Point (tx t) (ty t)) (Point (tx unheld) (ty unheld)) in
      let turn := tr t - tr unheld in
      / 2 * mass m * dot u u + / 2 * inertia m * (turn * turn)
  | None => 0
  end.

Fixpoint restraint_from (unheld A : accelerations) (b : N) (l : list (body R)) : R :=
  match l with
  | [] => 0
  | B :: l' => body_restraint (unheld b) B (A b) + restraint_from unheld A (N.succ b) l'
  end.

Definition restraint (s : scene R) (A : accelerations) : R := restraint_from (free_acceleration s) A 0 (bodies s).

(** ** What a proof answers *)

(** The scene of a file, over the reals. *)
Definition real_scene (s : scene Q) : scene R := scene_map Q2R s.

(** The acceleration t / D of a case. *)
Definition over (D : Z) (t : twist Z) : twist R :=
  Twist (IZR (tx t) / IZR D) (IZR (ty t) / IZR D) (IZR (tr t) / IZR D).

(** A moves the bodies of a group as the case with these numbers says. *)
Definition moves_as (A : accelerations) (members : list N) (o : optimum) : Prop :=
  forall b t, In (b, t) (combine members (motion o)) -> A b = over (denominator o) t.

(** A is, on every group, one of the answers of the proof. *)
Definition answer (pf : proof) (A : accelerations) : Prop :=
  forall g, In g (groups pf) ->
    exists k c o, In k (answers g) /\ at_index (cases g) k = Some c /\
                  optimal c = Some o /\ moves_as A (members g) o.
