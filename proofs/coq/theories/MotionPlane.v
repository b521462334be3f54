(** * The plane: vectors, convex polygons, separating edges *)

Require Import List Reals Lra Psatz.
From Zwang Require Import Format.
Import ListNotations.
Open Scope R_scope.

Definition origin : point R := Point 0 0.
Definition sub (p q : point R) : point R := Point (px p - px q) (py p - py q).
Definition dot (u v : point R) : R := px u * px v + py u * py v.
Definition cross (u v : point R) : R := px u * py v - py u * px v.

(** The quarter turn J. *)
Definition turned (u : point R) : point R := Point (- py u) (px u).

(** An edge is the pair of its ends; its outward normal is -J(q - p). *)
Definition edge_normal (e : point R * point R) : point R :=
  Point (py (snd e) - py (fst e)) (px (fst e) - px (snd e)).

(** How far w is before the line of an edge, times the length of the edge. *)
Definition gap (e : point R * point R) (w : point R) : R :=
  dot (edge_normal e) (sub w (fst e)).

(** All points of a part are on the outer side of an edge. *)
Definition beyond (e : point R * point R) (Q : part R) : Prop :=
  forall w, In w Q -> 0 <= gap e w.

(** A strictly convex polygon, counter-clockwise: every vertex that is not an end of an edge lies
    strictly on its inner side. *)
Definition convex (P : part R) : Prop :=
  (3 <= length P)%nat /\ NoDup P /\
  forall e w, In e (edges P) -> In w P -> w = fst e \/ w = snd e \/ gap e w < 0.

(** ** Plain facts *)

Ltac plane := unfold gap, edge_normal, cross, turned, dot, sub, origin in *; simpl in *.

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
Lemma convex_inside P e w : convex P -> In e (edges P) -> In w P -> gap e w <= 0.
Proof.
  intros [_ [_ C]] E W. destruct (C e w E W) as [-> | [-> | H]].
  - rewrite gap_fst. lra.
  - rewrite gap_snd. lra.
  - lra.
Qed.

(** The vertices on the line of an edge are its ends. *)
Lemma convex_on_line P e w :
  convex P -> In e (edges P) -> In w P -> gap e w = 0 -> w = fst e \/ w = snd e.
Proof.
  intros [_ [_ C]] E W Z. destruct (C e w E W) as [H | [H | H]]; [now left|now right|lra].
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
Lemma convex_third P p q : convex P -> exists w, In w P /\ w <> p /\ w <> q.
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
