(** * The plane: vectors, convex polygons, separating edges *)

Require Import List Reals Lra Psatz.
From Zwang Require Import Format Meaning.
Import ListNotations.
Open Scope R_scope.

(** An edge as a pair of its ends. *)
Definition segment : Type := vector * vector.
Definition edge_normal (e : segment) : vector := normal (fst e) (snd e).

(** How far w is before the line of an edge, times the length of the edge. *)
Definition gap (e : segment) (w : vector) : R := height (fst e) (snd e) w.

(** All points of a part are on the outer side of an edge. *)
Definition beyond (e : segment) (Q : part R) : Prop :=
  forall w, In w Q -> 0 <= gap e w.

(** ** Plain facts *)

Ltac plane :=
  unfold gap, height, edge_normal, normal, cross, J, dot, minus, plus, times, zero in *;
  simpl in *.

Lemma point_eq (p q : point R) : px p = px q -> py p = py q -> p = q.
Proof. destruct p, q. simpl. now intros -> ->. Qed.

Lemma gap_fst e : gap e (fst e) = 0.
Proof. plane. ring. Qed.

Lemma gap_snd e : gap e (snd e) = 0.
Proof. plane. ring. Qed.

(** The ends of an edge are vertices. *)
Lemma edge_ends (P : part R) e : In e (edges P) -> In (fst e) P /\ In (snd e) P.
Proof.
  destruct e as [p q]. simpl. destruct P as [|x P]; [intros []|].
  unfold edges. intro H. split.
  - now apply in_combine_l in H.
  - apply in_combine_r, in_app_or in H. simpl in *. intuition.
Qed.

(** A polygon lies on the inner side of each of its edges. *)
Lemma convex_inside P e w : strictly_convex P -> In e (edges P) -> In w P -> gap e w <= 0.
Proof.
  intros [_ [_ C]] E W. destruct e as [p q]; simpl in *; destruct (C p q w E W) as [-> | [-> | H]].
  - plane. lra.
  - plane. lra.
  - plane. lra.
Qed.

(** The vertices on the line of an edge are its ends. *)
Lemma convex_on_line P e w :
  strictly_convex P -> In e (edges P) -> In w P -> gap e w = 0 -> w = fst e \/ w = snd e.
Proof.
  intros [_ [_ C]] E W Z. destruct e as [p q]; simpl in *; destruct (C p q w E W) as [H | [H | H]]; [now left|now right|plane; lra].
Qed.

(** The vertices of a list are its edges' first ends, also its edges' second ends. *)
Lemma edges_map (f : point R -> point R) P :
  edges (map f P) = map (fun e => (f (fst e), f (snd e))) (edges P).
Proof.
  destruct P as [|x P]; [reflexivity|]. simpl.
  change [f x] with (map f [x]). rewrite <- map_app.
  generalize (P ++ [x]) as Q. intro Q.
  revert x Q. assert (M : forall A B : list (point R),
    combine (map f A) (map f B) = map (fun e => (f (fst e), f (snd e))) (combine A B)).
  { induction A as [|a A IH]; intros [|b B]; simpl; try reflexivity. now rewrite IH. }
  intros x Q. exact (M (x :: P) Q).
Qed.

(** Every polygon has a vertex besides any two points. *)
Lemma convex_third P p q : strictly_convex P -> exists w, In w P /\ w <> p /\ w <> q.
Proof.
  intros [L [D _]]. destruct P as [|a [|b [|c P]]]; simpl in L; try (exfalso; Lia.lia).
  assert (Dec : forall x y : point R, x = y \/ x <> y).
  { intros [x1 x2] [y1 y2]. destruct (Req_dec x1 y1) as [->|N]; [|right; congruence].
    destruct (Req_dec x2 y2) as [->|N]; [now left|right; congruence]. }
  inversion D as [|? ? Na Da]; subst. inversion Da as [|? ? Nb Db]; subst.
  simpl in Na, Nb.
  destruct (Dec a p) as [Ap|Ap]; destruct (Dec a q) as [Aq|Aq];
  destruct (Dec b p) as [Bp|Bp]; destruct (Dec b q) as [Bq|Bq];
  destruct (Dec c p) as [Cp|Cp]; destruct (Dec c q) as [Cq|Cq];
  subst; try (exfalso; tauto);
  solve [ exists a; simpl; tauto | exists b; simpl; tauto | exists c; simpl; tauto ].
Qed.

(** ** Lines *)

(** The point of the line through p and q with parameter s. *)
Definition between (p q : vector) (s : R) : vector :=
  Point (px p + s * (px q - px p)) (py p + s * (py q - py p)).

Lemma gap_between e p q s : gap e (between p q s) = (1 - s) * gap e p + s * gap e q.
Proof. unfold between. plane. ring. Qed.

(** A point of a line has a parameter. *)
Lemma on_line p q x :
  0 < dot (minus q p) (minus q p) -> height p q x = 0 ->
  x = between p q (dot (minus q p) (minus x p) / dot (minus q p) (minus q p)).
Proof.
  intros L Z. set (l := dot (minus q p) (minus q p)) in *.
  assert (L' : l <> 0) by lra.
  apply point_eq; unfold between; simpl; apply Rmult_eq_reg_l with l; try assumption.
  - assert (E : l * px x - (l * px p + dot (minus q p) (minus x p) * (px q - px p))
                = (py q - py p) * height p q x) by (unfold l; plane; ring).
    rewrite Z in E. transitivity (l * px p + dot (minus q p) (minus x p) * (px q - px p)).
    + lra.
    + field. assumption.
  - assert (E : l * py x - (l * py p + dot (minus q p) (minus x p) * (py q - py p))
                = (px p - px q) * height p q x) by (unfold l; plane; ring).
    rewrite Z in E. transitivity (l * py p + dot (minus q p) (minus x p) * (py q - py p)).
    + lra.
    + field. assumption.
Qed.

Lemma square_positive u v : dot u v <> 0 -> 0 < dot u u.
Proof.
  plane. intro N. destruct (Req_dec (px u) 0) as [A|A]; destruct (Req_dec (py u) 0) as [B|B].
  - exfalso. apply N. rewrite A, B. ring.
  - assert (0 < py u * py u) by (apply Rsqr_pos_lt; assumption). nra.
  - assert (0 < px u * px u) by (apply Rsqr_pos_lt; assumption). nra.
  - assert (0 < px u * px u) by (apply Rsqr_pos_lt; assumption). nra.
Qed.

(** The ends of an edge of a strictly convex polygon differ. *)
Lemma edge_proper P p q :
  strictly_convex P -> In (p, q) (edges P) -> 0 < dot (minus q p) (minus q p).
Proof.
  intros C E. destruct (convex_third P p q C) as [w [W [Np Nq]]].
  destruct C as [_ [_ C]]. destruct (C p q w E W) as [H|[H|H]]; try contradiction.
  apply square_positive with (Point (py p - py w) (px w - px p)).
  intro Z. apply (Rlt_not_eq _ _ H). rewrite <- Z. plane. ring.
Qed.

(** The edge of a strictly convex polygon whose line holds the ends of an edge is this edge. *)
Lemma same_edge P p q e :
  strictly_convex P -> In (p, q) (edges P) -> In e (edges P) ->
  gap e p = 0 -> gap e q = 0 -> e = (p, q).
Proof.
  intros C E E' Zp Zq. pose proof (edge_proper P p q C E) as L.
  destruct (edge_ends P (p, q) E) as [Ip Iq]. simpl in *.
  assert (N : p <> q) by (intros ->; plane; lra).
  destruct (convex_third P p q C) as [w [W [Np Nq]]].
  destruct (convex_on_line P e p C E' Ip Zp) as [Hp|Hp];
  destruct (convex_on_line P e q C E' Iq Zq) as [Hq|Hq];
    destruct e as [a b]; simpl in *; subst; try contradiction; [reflexivity|exfalso].
  destruct C as [_ [_ C]].
  destruct (C a b w E' W) as [H|[H|H]]; try contradiction.
  destruct (C b a w E W) as [H'|[H'|H']]; try contradiction.
  plane. lra.
Qed.

(** An edge of another polygon beyond the edge, on the same line, runs the other way. *)
Lemma opposite_edge P p q e :
  strictly_convex P -> In e (edges P) -> beyond (p, q) P -> 0 < dot (minus q p) (minus q p) ->
  gap e p = 0 -> gap e q = 0 ->
  exists k, k < 0 /\ edge_normal e = times k (normal p q).
Proof.
  intros C E B L Zp Zq. destruct e as [a b].
  set (l := dot (minus q p) (minus q p)) in *.
  set (k := dot (minus q p) (minus b a) / l).
  assert (M : edge_normal (a, b) = times k (normal p q)).
  { assert (K : l * k = dot (minus q p) (minus b a)) by (unfold k; field; lra).
    assert (S : height a b q - height a b p = 0)
      by (change (gap (a, b) q - gap (a, b) p = 0); lra).
    apply point_eq; apply Rmult_eq_reg_l with l; try lra; unfold times; simpl;
      rewrite <- Rmult_assoc, K; apply Rminus_diag_uniq.
    - transitivity ((px q - px p) * (height a b q - height a b p)); [unfold l; plane; ring|].
      rewrite S. ring.
    - transitivity ((py q - py p) * (height a b q - height a b p)); [unfold l; plane; ring|].
      rewrite S. ring. }
  exists k. split; [|exact M].
  destruct (convex_third P a b C) as [w [W [Na Nb]]].
  destruct C as [_ [_ C]]. destruct (C a b w E W) as [H|[H|H]]; try contradiction.
  specialize (B w W).
  assert (G : gap (a, b) w = gap (a, b) p + k * gap (p, q) w).
  { transitivity (gap (a, b) p + dot (edge_normal (a, b)) (minus w p)).
    - plane. ring.
    - rewrite M. plane. ring. }
  change (height a b w) with (gap (a, b) w) in H.
  destruct (Rlt_le_dec k 0) as [Hk|Hk]; [assumption|].
  assert (0 <= k * gap (p, q) w) by (apply Rmult_le_pos; lra). lra.
Qed.

(** ** Vertices and the edges at them *)

Lemma combine_has_left {A B} (l : list A) (m : list B) x :
  length l = length m -> In x l -> exists y, In (x, y) (combine l m).
Proof.
  revert m. induction l as [|a l IH]; intros [|b m] L I; try discriminate; [destruct I|].
  destruct I as [<-|I].
  - exists b. now left.
  - destruct (IH m) as [y Y]; [now injection L|assumption|]. exists y. now right.
Qed.

Lemma combine_has_right {A B} (l : list A) (m : list B) y :
  length l = length m -> In y m -> exists x, In (x, y) (combine l m).
Proof.
  revert m. induction l as [|a l IH]; intros [|b m] L I; try discriminate; [destruct I|].
  destruct I as [<-|I].
  - exists a. now left.
  - destruct (IH m) as [x X]; [now injection L|assumption|]. exists x. now right.
Qed.

(** An edge arrives at each vertex, and an edge leaves it. *)
Lemma vertex_edges (P : part R) x :
  In x P -> (exists p, In (p, x) (edges P)) /\ (exists q, In (x, q) (edges P)).
Proof.
  destruct P as [|a P]; [intros []|]. intro I. simpl edges.
  assert (L : length (a :: P) = length (P ++ [a])) by (rewrite app_length; simpl; Lia.lia).
  split.
  - apply (combine_has_right (a :: P) (P ++ [a])); [assumption|].
    apply in_or_app. simpl in *. tauto.
  - now apply (combine_has_left (a :: P) (P ++ [a])).
Qed.

(** A list has an element that is greatest in a direction. *)
Lemma furthest (n : vector) (P : part R) :
  P <> [] -> exists x, In x P /\ forall y, In y P -> dot n y <= dot n x.
Proof.
  induction P as [|a P IH]; [congruence|intros _].
  destruct P as [|b P].
  - exists a. split; [now left|]. intros y [<-|[]]. lra.
  - destruct IH as [x [I M]]; [discriminate|].
    destruct (Rle_lt_dec (dot n x) (dot n a)) as [H|H].
    + exists a. split; [now left|]. intros y [<-|Y]; [lra|]. specialize (M y Y). lra.
    + exists x. split; [now right|]. intros y [<-|Y]; [lra|]. exact (M y Y).
Qed.

(** ** Facts about vectors *)

(** The product of three (Grassmann and Plücker). *)
Lemma four_vectors f g h k :
  cross f g * cross h k - cross f h * cross g k + cross f k * cross g h = 0.
Proof. plane. ring. Qed.

Lemma cross_turned u v : cross (J u) (J v) = cross u v.
Proof. plane. ring. Qed.
Lemma cross_times_left s u v : cross (times s u) v = s * cross u v.
Proof. plane. ring. Qed.
Lemma cross_times_right s u v : cross u (times s v) = s * cross u v.
Proof. plane. ring. Qed.
Lemma dot_times_left s u v : dot (times s u) v = s * dot u v.
Proof. plane. ring. Qed.
Lemma dot_times_right s u v : dot u (times s v) = s * dot u v.
Proof. plane. ring. Qed.
Lemma dot_turned_left u v : dot (J u) v = cross u v.
Proof. plane. ring. Qed.
Lemma dot_turned_right u v : dot u (J v) = - cross u v.
Proof. plane. ring. Qed.
Lemma cross_swap u v : cross u v = - cross v u.
Proof. plane. ring. Qed.
Lemma dot_swap u v : dot u v = dot v u.
Proof. plane. ring. Qed.
Lemma cross_positive_square u v : 0 < cross u v -> 0 < dot u u.
Proof.
  intro C. apply square_positive with (times (-1) (J v)).
  rewrite dot_times_right, dot_turned_right. lra.
Qed.

(** A vector in the frame of another. *)
Lemma in_frame m m' w :
  dot m m * dot m' w = dot m m' * dot m w + cross m m' * dot (J m) w.
Proof. plane. ring. Qed.

(** Directions that agree see the same sign. *)
Lemma parallel_sign m m' w :
  cross m m' = 0 -> 0 < dot m m' -> 0 <= dot m w -> 0 <= dot m' w.
Proof.
  intros C D W. pose proof (in_frame m m' w) as F. rewrite C in F.
  assert (N : 0 < dot m m) by (apply square_positive with m'; lra).
  assert (0 <= dot m m' * dot m w) by (apply Rmult_le_pos; lra).
  apply Rmult_le_reg_l with (dot m m); lra.
Qed.

Lemma parallel_zero m m' w : cross m m' = 0 -> 0 < dot m m' -> dot m w = 0 -> dot m' w = 0.
Proof.
  intros C D W. pose proof (in_frame m m' w) as F. rewrite C, W in F.
  assert (N : 0 < dot m m) by (apply square_positive with m'; lra).
  apply Rmult_eq_reg_l with (dot m m); lra.
Qed.

(** Two directions that are not parallel see every vector but 0. *)
Lemma both_blind m m' u : 0 < cross m m' -> dot m u = 0 -> dot m' u = 0 -> dot (J m) u = 0.
Proof.
  intros C Z Z'. pose proof (in_frame m m' u) as F. rewrite Z, Z' in F.
  apply Rmult_eq_reg_l with (cross m m'); lra.
Qed.

(** ** Strictly convex polygons at a vertex *)

(** A strictly convex polygon turns left at each vertex. *)
Lemma turns_left R p x q :
  strictly_convex R -> In (p, x) (edges R) -> In (x, q) (edges R) ->
  0 < cross (minus q x) (minus p x).
Proof.
  intros C E E'. pose proof (edge_proper R p x C E) as L. pose proof (edge_proper R x q C E') as L'.
  destruct (edge_ends R _ E') as [_ I]. simpl in I.
  assert (N : q <> p).
  { intros ->. assert (D : (x, p) = (p, x)).
    { apply (same_edge R); try assumption; plane; ring. }
    injection D as D1 D2. subst. plane. lra. }
  destruct C as [_ [_ C]].
  destruct (C p x q E I) as [H|[H|H]]; [contradiction|subst; plane; lra|].
  plane. lra.
Qed.

(** A polygon lies in the angle between the edges at a vertex. *)
Lemma in_angle R p x q m :
  strictly_convex R -> In (p, x) (edges R) -> In (x, q) (edges R) ->
  0 <= dot m (minus p x) -> 0 <= dot m (minus q x) ->
  forall w, In w R -> 0 <= dot m (minus w x).
Proof.
  intros C E E' Mp Mq w W. pose proof (turns_left R p x q C E E') as T.
  pose proof (convex_inside R _ w C E W) as G. pose proof (convex_inside R _ w C E' W) as G'.
  assert (I : cross (minus q x) (minus p x) * dot m (minus w x)
              = cross (minus w x) (minus p x) * dot m (minus q x)
                + cross (minus q x) (minus w x) * dot m (minus p x)) by (plane; ring).
  assert (0 <= cross (minus w x) (minus p x)) by (plane; lra).
  assert (0 <= cross (minus q x) (minus w x)) by (plane; lra).
  assert (0 <= cross (minus w x) (minus p x) * dot m (minus q x)) by (apply Rmult_le_pos; lra).
  assert (0 <= cross (minus q x) (minus w x) * dot m (minus p x)) by (apply Rmult_le_pos; lra).
  apply Rmult_le_reg_l with (cross (minus q x) (minus p x)); lra.
Qed.

Lemma points_differ (x y : vector) : x <> y -> 0 < dot (minus y x) (minus y x).
Proof.
  intro N. assert (Sq : forall a b : R, a <> b -> 0 < (b - a) * (b - a)).
  { intros a b D. apply Rsqr_pos_lt. lra. }
  assert (Ge : forall a b : R, 0 <= (b - a) * (b - a)) by (intros; apply Rle_0_sqr).
  pose proof (Ge (px x) (px y)). pose proof (Ge (py x) (py y)).
  destruct (Req_dec (px x) (px y)) as [Ex|Ex].
  - destruct (Req_dec (py x) (py y)) as [Ey|Ey]; [exfalso; apply N; now apply point_eq|].
    pose proof (Sq _ _ Ey). plane. lra.
  - pose proof (Sq _ _ Ex). plane. lra.
Qed.
