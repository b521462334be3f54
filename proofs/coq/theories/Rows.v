(** Rows.v -- from a scene to rows: where a contact is, its gap velocity, and its gap acceleration as weights on
    the motions of the free bodies and a bias. Shown: these are the quantities of Meaning.v. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra Lia.
From Zwang Require Import Format Meaning Numbers Table Core Optimum.
Import ListNotations.

(** ** A scene with its parts and vertices in tables *)

Record shape := Shape {
  outline : part Q;
  vertex_table : table qvector;
  edge_table : table (qvector * qvector) }.

Definition shape_of (P : part Q) : shape := Shape P (table_of P) (table_of (edges P)).

Record entry := Entry { entry_body : body Q; shapes : table shape }.

Definition entry_of (B : body Q) : entry := Entry B (table_of (map shape_of (parts B))).

Definition index : Type := table entry.
Definition index_of (s : scene Q) : index := table_of (map entry_of (bodies s)).

Definition find_body (ix : index) (b : N) : option (body Q) := option_map entry_body (get ix b).

Definition find_shape (ix : index) (b p : N) : option shape :=
  match get ix b with
  | Some e => get (shapes e) p
  | None => None
  end.

Definition find_vertex (ix : index) (b p v : N) : option qvector :=
  match find_shape ix b p with
  | Some h => get (vertex_table h) v
  | None => None
  end.

Definition find_edge (ix : index) (b p e : N) : option (qvector * qvector) :=
  match find_shape ix b p with
  | Some h => get (edge_table h) e
  | None => None
  end.

Lemma at_index_map {A B} (f : A -> B) l i : at_index (map f l) i = option_map f (at_index l i).
Proof. apply nth_error_map. Qed.

Lemma at_index_in {A} (l : list A) i a : at_index l i = Some a -> In a l.
Proof. apply nth_error_In. Qed.

Lemma find_body_spec s b : find_body (index_of s) b = body_at s b.
Proof.
  unfold find_body, index_of, body_at. rewrite get_table_of, at_index_map.
  now destruct (at_index (bodies s) b).
Qed.

Lemma find_shape_spec s b p : find_shape (index_of s) b p = option_map shape_of (part_at s b p).
Proof.
  unfold find_shape, index_of, part_at, body_at. rewrite get_table_of, at_index_map.
  destruct (at_index (bodies s) b) as [B|]; simpl; [|reflexivity].
  now rewrite get_table_of, at_index_map.
Qed.

Lemma find_vertex_spec s b p v : find_vertex (index_of s) b p v = vertex_at s b p v.
Proof.
  unfold find_vertex, vertex_at. rewrite find_shape_spec.
  destruct (part_at s b p); simpl; [apply get_table_of|reflexivity].
Qed.

Lemma find_edge_spec s b p e : find_edge (index_of s) b p e = edge_at s b p e.
Proof.
  unfold find_edge, edge_at. rewrite find_shape_spec.
  destruct (part_at s b p); simpl; [apply get_table_of|reflexivity].
Qed.

(** ** Looking up in the scene over the reals *)

Lemma real_body_at s b : body_at (real_scene s) b = option_map bodyR (body_at s b).
Proof. apply at_index_map. Qed.

Lemma real_part_at s b p : part_at (real_scene s) b p = option_map (part_map Q2R) (part_at s b p).
Proof.
  unfold part_at. rewrite real_body_at. destruct (body_at s b) as [B|]; simpl; [|reflexivity]. apply at_index_map.
Qed.

Lemma real_vertex_at s b p v : vertex_at (real_scene s) b p v = option_map toR (vertex_at s b p v).
Proof.
  unfold vertex_at. rewrite real_part_at. destruct (part_at s b p); simpl; [|reflexivity]. apply at_index_map.
Qed.

Definition edgeR (e : qvector * qvector) : vector * vector := (toR (fst e), toR (snd e)).

Lemma combine_map {A B A' B'} (f : A -> A') (g : B -> B') l : forall m,
  combine (map f l) (map g m) = map (fun ab => (f (fst ab), g (snd ab))) (combine l m).
Proof. induction l as [|a l IH]; intros [|b m]; simpl; try reflexivity. now rewrite IH. Qed.

Lemma edges_map (P : part Q) : edges (part_map Q2R P) = map edgeR (edges P).
Proof.
  destruct P as [|a P]; [reflexivity|].
  change (combine (map toR (a :: P)) (map toR P ++ map toR [a]) = map edgeR (combine (a :: P) (P ++ [a]))).
  rewrite <- map_app. apply (combine_map toR toR).
Qed.

Lemma real_edge_at s b p e : edge_at (real_scene s) b p e = option_map edgeR (edge_at s b p e).
Proof.
  unfold edge_at. rewrite real_part_at. destruct (part_at s b p) as [P|]; simpl; [|reflexivity].
  rewrite edges_map. apply at_index_map.
Qed.

(** ** Where a contact is *)

Record placeq := Placeq {
  first_body : body Q;
  second_body : body Q;
  contact_point : qvector;
  from_q : qvector;
  to_q : qvector }.

Definition place_ofq (ix : index) (c : contact) : option placeq :=
  match find_body ix (vertex_body c), find_body ix (edge_body c),
        find_vertex ix (vertex_body c) (vertex_part c) (vertex c),
        find_edge ix (edge_body c) (edge_part c) (edge c) with
  | Some F, Some E, Some x, Some (p, q) => Some (Placeq F E x p q)
  | _, _, _, _ => None
  end.

Definition placeR (g : placeq) : place :=
  Place (bodyR (first_body g)) (bodyR (second_body g)) (toR (contact_point g)) (toR (from_q g)) (toR (to_q g)).

Lemma place_of_real s c : place_of (real_scene s) c = option_map placeR (place_ofq (index_of s) c).
Proof.
  unfold place_of, place_ofq.
  rewrite !real_body_at, real_vertex_at, real_edge_at, !find_body_spec, find_vertex_spec, find_edge_spec.
  destruct (body_at s (vertex_body c)); simpl; [|reflexivity].
  destruct (body_at s (edge_body c)); simpl; [|reflexivity].
  destruct (vertex_at s _ _ _); simpl; [|reflexivity].
  now destruct (edge_at s _ _ _) as [[p1 q1]|].
Qed.

(** ** Rows *)

Record qrow := QRow {
  qweights : list (N * twist Q);
  qbias : Q;
  qspeed : Q }.

(** A force n at x on body b: its force and torque. A fixed body bears what it must. *)
Definition lever (n x : qvector) (b : N) (B : body Q) : list (N * twist Q) :=
  match free B with
  | Some m => [(b, Twist (px n) (py n) (crossq (minusq x (centroid m)) n))]
  | None => []
  end.

Definition slidingq (g : placeq) : qvector :=
  minusq (velocity_atq (first_body g) (contact_point g)) (velocity_atq (second_body g) (contact_point g)).

(** Whether every component of a vector is 0: most bodies stand still, and this saves products. *)
Definition null (u : qvector) : bool := is_zero (px u) && is_zero (py u).

Definition contact_row (c : contact) (g : placeq) : qrow :=
  let n := normalq (from_q g) (to_q g) in
  let x := contact_point g in
  let slide := slidingq g in
  QRow (lever n x (vertex_body c) (first_body g) ++ lever (oppq n) x (edge_body c) (second_body g))
       (qadd (dotq n (minusq (inwardq (first_body g) x) (inwardq (second_body g) x)))
             (qscale 2 (qmul (spin_ofq (second_body g)) (dotq (Jq n) slide))))
       (dotq n slide).

(** One coordinate of a pin, n = (1, 0) or (0, 1). The world has no weights and does not move. *)
Definition pin_row (n x : qvector) (b : N) (B : body Q) (second : option (N * body Q)) : qrow :=
  match second with
  | Some (c, E) =>
      QRow (lever n x b B ++ lever (oppq n) x c E)
           (dotq n (minusq (inwardq B x) (inwardq E x)))
           (dotq n (minusq (velocity_atq B x) (velocity_atq E x)))
  | None => QRow (lever n x b B) (dotq n (inwardq B x)) (dotq n (velocity_atq B x))
  end.

(** ** Rows over the reals *)

Definition twistR (t : twist Q) : twist R := Twist (Q2R (tx t)) (Q2R (ty t)) (Q2R (tr t)).
Definition weightR (bw : N * twist Q) : N * twist R := (fst bw, twistR (snd bw)).
Definition rowR (r : qrow) : row := Row (map weightR (qweights r)) (Q2R (qbias r)).

Lemma lin_of_app l m u : lin_of (l ++ m) u = (lin_of l u + lin_of m u)%R.
Proof. induction l as [|[b w] l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

(** Weights of a body are what its acceleration adds to the acceleration of its point. *)
Lemma lever_lin n x b B u :
  lin_of (map weightR (lever n x b B)) u
  = (dot (toR n) (minus (acceleration_at (bodyR B) (u b) (toR x)) (acceleration_at (bodyR B) zero_twist (toR x))))%R.
Proof.
  unfold lever, acceleration_at, zero_twist; simpl. destruct (free B) as [m|]; simpl.
  - unfold tdot, twistR; simpl. rewrite Q2R_cross, toR_minus. unfold dot, cross, minus, plus, times, J; simpl. ring.
  - unfold dot, minus, zero; simpl. ring.
Qed.

Lemma lever_opp n x b B u :
  lin_of (map weightR (lever (oppq n) x b B)) u = (- lin_of (map weightR (lever n x b B)) u)%R.
Proof.
  rewrite !lever_lin, toR_opp. unfold dot, minus, times; simpl. ring.
Qed.

Theorem contact_row_value c g u :
  value (rowR (contact_row c g)) u = gap_acceleration (placeR g) (u (vertex_body c)) (u (edge_body c)).
Proof.
  unfold value, lin, contact_row, rowR; simpl.
  rewrite map_app, lin_of_app, lever_opp, !lever_lin.
  unfold slidingq. autorewrite with q2r.
  unfold gap_acceleration, place_normal, sliding, placeR; simpl.
  unfold dot, minus; simpl. ring.
Qed.

Theorem contact_row_speed c g : Q2R (qspeed (contact_row c g)) = gap_velocity (placeR g).
Proof.
  unfold contact_row, gap_velocity, place_normal, sliding, slidingq, placeR; simpl. now autorewrite with q2r.
Qed.

Definition second_point (second : option (N * body Q)) (f : body R -> N -> vector) : vector :=
  match second with
  | Some (c, E) => f (bodyR E) c
  | None => zero
  end.

Theorem pin_row_value n x b B second u :
  value (rowR (pin_row n x b B second)) u
  = (dot (toR n) (minus (acceleration_at (bodyR B) (u b) (toR x))
                        (second_point second (fun E c => acceleration_at E (u c) (toR x)))))%R.
Proof.
  unfold value, lin, pin_row, rowR. destruct second as [[c E]|]; simpl.
  - rewrite map_app, lin_of_app, lever_opp, !lever_lin. autorewrite with q2r.
    unfold dot, minus; simpl. ring.
  - rewrite lever_lin. autorewrite with q2r. unfold dot, minus, zero; simpl. ring.
Qed.

Theorem pin_row_speed n x b B second :
  Q2R (qspeed (pin_row n x b B second))
  = (dot (toR n) (minus (velocity_at (bodyR B) (toR x)) (second_point second (fun E _ => velocity_at E (toR x)))))%R.
Proof.
  unfold pin_row. destruct second as [[c E]|]; simpl; autorewrite with q2r; [reflexivity|].
  unfold dot, minus, zero; simpl. ring.
Qed.

Definition along_x : qvector := Point 1%Q 0%Q.
Definition along_y : qvector := Point 0%Q 1%Q.

(** Both coordinates agree exactly if the points do. *)
Lemma both_coordinates u : (dot (toR along_x) u = 0)%R /\ (dot (toR along_y) u = 0)%R <-> u = zero.
Proof.
  unfold dot, along_x, along_y, zero; simpl. rewrite Q2R_0, Q2R_1. destruct u as [x y]; simpl. split.
  - intros [E F]. f_equal; lra.
  - intro E. injection E as E F. subst. split; ring.
Qed.

Lemma minus_zero u v : minus u v = zero <-> u = v.
Proof.
  unfold minus, zero. destruct u as [x y], v as [x' y']; simpl. split; intro E; injection E as E F.
  - f_equal; lra.
  - subst. f_equal; ring.
Qed.
