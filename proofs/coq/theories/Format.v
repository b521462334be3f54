(** Format.v -- what a scene and a proof are: sections 1, 2 and 7 of proofs/FORMAT.md as data types.

    A scene is given over a type [K] of numbers: over [Q] as it is read from a file, over [R] where theorems
    speak of it ([scene_map Q2R]). Indices are [N], as in the file; [at_index] is where they are looked up. *)
Require Import List Bool String ZArith NArith QArith.
Import ListNotations.
Set Implicit Arguments.

(** ** Scenes *)

Record point (K : Type) := Point { px : K; py : K }.

(** What a free body has besides its shape: mass, centroid, polar second moment about the centroid, velocity of
    the centroid, and spin (counter-clockwise). *)
Record matter (K : Type) := Matter {
  mass : K;
  centroid : point K;
  inertia : K;
  velocity : point K;
  spin : K }.

(** The vertices of a convex part, counter-clockwise. *)
Definition part (K : Type) := list (point K).

(** A body without matter is fixed. *)
Record body (K : Type) := Body {
  label : string;
  parts : list (part K);
  free : option (matter K);
  friction : K }.

(** A pin joins its first body to its second, or to the world where there is none. If two bodies do not collide at
    it, they ignore each other. *)
Record pin (K : Type) := Pin {
  pin_first : N;
  pin_second : option N;
  pin_at : point K;
  pin_collides : bool }.

(** Two bodies that have a friction of their own. *)
Record friction_pair (K : Type) := FrictionPair {
  pair_first : N;
  pair_second : N;
  pair_friction : K }.

(** A load from outside on a free body: a force at a point of it, and a torque beside that of the force. It is dead:
    the force keeps its size and direction. (In Forces.v loads are what contacts and pins do.) *)
Record dead_load (K : Type) := DeadLoad {
  load_name : string;
  load_body : N;
  load_at : point K;
  load_force : point K;
  load_torque : K }.

Record scene (K : Type) := Scene {
  gravity : point K;
  bodies : list (body K);
  pins : list (pin K);
  friction_pairs : list (friction_pair K);
  dead_loads : list (dead_load K) }.

(** A change of a body's place: acceleration of its centroid with angular acceleration, or a displacement with a
    turn. The file calls a list of these a motion. *)
Record twist (K : Type) := Twist { tx : K; ty : K; tr : K }.

(** ** Proofs *)

(** Two parts, the smaller first; edge [sep_edge] of the first (owner 0) or of the second (owner 1) separates. *)
Record separation := Separation {
  sep_b : N; sep_p : N;
  sep_c : N; sep_q : N;
  sep_owner : N;
  sep_edge : N }.

(** A vertex of one part on an edge of another. *)
Record contact := Contact {
  vertex_body : N; vertex_part : N; vertex : N;
  edge_body : N; edge_part : N; edge : N }.

(** The two sides of a corner, each a list of contacts by index. *)
Definition corner : Type := list N * list N.

(** What an optimal case says besides its forces; all numbers are multiplied by [denominator]. *)
Record optimum := Optimum {
  denominator : Z;
  motion : list (twist Z);
  idle : option (list (twist Z)) }.

(** A case without an optimum is impossible; its numbers stand for themselves. *)
Record case := Case {
  sides : list (N * N);
  optimal : option optimum;
  forces : list (N * Z);
  pin_forces : list (N * (Z * Z)) }.

Record group := Group {
  members : list N;
  cases : list case;
  answers : list N }.

Record proof := Proof {
  scene_digest : string;
  separations : list separation;
  contacts : list contact;
  corners : list corner;
  groups : list group }.

(** ** Proofs about statics with friction *)

(** What a case of such a proof says: forces at contacts (along the normal, along the edge) and pins that hold the
    bodies, all multiplied by [common]; or the direction of a fall. *)
Inductive trial :=
  | Held (common : Z) (presses : list (N * (Z * Z))) (pulls : list (N * (Z * Z)))
  | Falling (direction : list (twist Z)).

Record statics_case := StaticsCase { fixed_sides : list (N * N); outcome : trial }.

Record statics_group := StaticsGroup { held_bodies : list N; trials : list statics_case }.

Record statics := Statics {
  statics_digest : string;
  statics_separations : list separation;
  statics_contacts : list contact;
  statics_corners : list corner;
  statics_groups : list statics_group }.

(** ** Proofs about ranges of forces *)

(** Forces that hold a group, or that balance each other; all multiplied by [system_common]. *)
Record system := System {
  system_common : Z;
  system_presses : list (N * (Z * Z));
  system_pulls : list (N * (Z * Z)) }.

(** An end of a range: the system that has it, and a velocity, multiplied by its denominator, that shows that no forces
    go beyond; or the forces that balance each other and can be added without end. *)
Inductive range_end :=
  | Bounded (by_system : N) (common : Z) (release : list (twist Z))
  | Open_end (by_stress : N).

(** The range of a component, 0 or 1, of a force at a contact or a pin. *)
Record range := Range {
  range_index : N;
  range_axis : N;
  least_end : range_end;
  largest_end : range_end }.

Record ranges_group := RangesGroup {
  ranged_bodies : list N;
  systems : list system;
  stresses : list system;
  contact_ranges : list range;
  pin_ranges : list range }.

Record ranges := Ranges {
  ranges_digest : string;
  ranges_separations : list separation;
  ranges_contacts : list contact;
  ranges_corners : list corner;
  ranges_groups : list ranges_group }.

(** A component of a force: of a contact across its edge or along it, of a pin along x or along y. *)
Inductive component := AtContact (i : N) (second : bool) | AtPin (k : N) (second : bool).

(** ** Looking things up *)

(** Element [i] of a list, counted from 0. *)
Definition at_index (A : Type) (l : list A) (i : N) : option A := nth_error l (N.to_nat i).

(** The elements of a list that runs in a circle, each with the next: the edges of a part. *)
Definition edges (A : Type) (l : list A) : list (A * A) :=
  match l with
  | [] => []
  | first :: rest => combine l (rest ++ [first])
  end.

Definition body_at K (s : scene K) (b : N) : option (body K) := at_index (bodies s) b.

Definition part_at K (s : scene K) (b p : N) : option (part K) :=
  match body_at s b with
  | Some B => at_index (parts B) p
  | None => None
  end.

Definition vertex_at K (s : scene K) (b p v : N) : option (point K) :=
  match part_at s b p with
  | Some P => at_index P v
  | None => None
  end.

Definition edge_at K (s : scene K) (b p e : N) : option (point K * point K) :=
  match part_at s b p with
  | Some P => at_index (edges P) e
  | None => None
  end.

(** ** Bodies that ignore each other *)

(** The pin joins the bodies b and c, in either order. *)
Definition joins K (k : pin K) (b c : N) : bool :=
  match pin_second k with
  | Some d => N.eqb (pin_first k) b && N.eqb d c || N.eqb (pin_first k) c && N.eqb d b
  | None => false
  end.

Definition ignore K (s : scene K) (b c : N) : bool :=
  existsb (fun k => negb (pin_collides k) && joins k b c) (pins s).

(** Different bodies that do not ignore each other have to stay apart. *)
Definition may_touch K (s : scene K) (b c : N) : Prop := b <> c /\ ignore s b c = false.

(** ** Changing the numbers of a scene *)

Section Map.
Variables (K L : Type) (f : K -> L).
Definition point_map (p : point K) : point L := Point (f (px p)) (f (py p)).
Definition matter_map (m : matter K) : matter L :=
  Matter (f (mass m)) (point_map (centroid m)) (f (inertia m)) (point_map (velocity m)) (f (spin m)).
Definition part_map : part K -> part L := map point_map.
Definition body_map (b : body K) : body L :=
  Body (label b) (map part_map (parts b)) (option_map matter_map (free b)) (f (friction b)).
Definition pin_map (p : pin K) : pin L :=
  Pin (pin_first p) (pin_second p) (point_map (pin_at p)) (pin_collides p).
Definition friction_pair_map (k : friction_pair K) : friction_pair L :=
  FrictionPair (pair_first k) (pair_second k) (f (pair_friction k)).
Definition dead_load_map (l : dead_load K) : dead_load L :=
  DeadLoad (load_name l) (load_body l) (point_map (load_at l)) (point_map (load_force l)) (f (load_torque l)).
Definition scene_map (s : scene K) : scene L :=
  Scene (point_map (gravity s)) (map body_map (bodies s)) (map pin_map (pins s))
        (map friction_pair_map (friction_pairs s)) (map dead_load_map (dead_loads s)).
End Map.

(** ** What they are is a matter of the pins alone *)

Lemma ignore_sym K (s : scene K) b c : ignore s b c = ignore s c b.
Proof.
  unfold ignore. induction (pins s) as [|k l IH]; simpl; [reflexivity|]. rewrite IH. f_equal. f_equal.
  unfold joins. destruct (pin_second k); [apply orb_comm|reflexivity].
Qed.

Lemma may_touch_sym K (s : scene K) b c : may_touch s b c -> may_touch s c b.
Proof. intros [N I]. split; [congruence|]. now rewrite ignore_sym. Qed.

Lemma ignore_map K L (f : K -> L) s b c : ignore (scene_map f s) b c = ignore s b c.
Proof. unfold ignore. simpl. induction (pins s) as [|k l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
