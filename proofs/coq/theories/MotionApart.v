(** * Staying apart, to second order (the analysis of THEOREM.md, Theorem 1)

    Two convex parts are apart if the line of an edge of one of them separates them (MotionInterior.v). A motion that
    keeps two parts apart at all short times t > 0 has, at t = 0, an edge that no vertex of the other
    part approaches, to second order. *)

Require Import List Reals Lra.
From Zwang Require Import Format Meaning MotionJet Motion.
From Zwang Require Import MotionPlane MotionRigid MotionInterior.
Import ListNotations.
Open Scope R_scope.

(** The line of an edge of P or of Q separates them. *)
Definition edge_apart (P Q : part R) : Prop :=
  (exists e, In e (edges P) /\ beyond e Q) \/ (exists e, In e (edges Q) /\ beyond e P).

(** Where a part is at time t. *)
Definition placed (k : kinematics) (z : course) (t : R) (P : part R) : part R :=
  map (placed_point k z t) P.

(** To second order, no vertex of the part Q of F gets to the inner side of the edge e of E. *)
Definition supports (kE kF : kinematics) (aE aF : twist R) (e : segment) (Q : part R) :=
  forall w, In w Q ->
    keeps (gap e w) (opening kE kF (edge_normal e) w)
          (opening_rate kE kF aE aF (edge_normal e) w).

(** An edge of one of the parts supports the other. *)
Definition supported kP kQ aP aQ (P Q : part R) : Prop :=
  (exists e, In e (edges P) /\ supports kP kQ aP aQ e Q) \/
  (exists e, In e (edges Q) /\ supports kQ kP aQ aP e P).

Lemma keeps_half a b c : keeps a b (c / 2) -> keeps a b c.
Proof. unfold keeps. intuition lra. Qed.

Lemma edges_placed k z t P :
  edges (placed k z t P) = map (fun e => (placed_point k z t (fst e), placed_point k z t (snd e))) (edges P).
Proof. apply edges_map. Qed.

(** A vertex of F before an edge of E is not on its inner side at time t. *)
Lemma beyond_placed kE zE kF zF t e Q :
  beyond (placed_point kE zE t (fst e), placed_point kE zE t (snd e)) (placed kF zF t Q) <->
  forall w, In w Q -> 0 <= gap (placed_point kE zE t (fst e), placed_point kE zE t (snd e)) (placed_point kF zF t w).
Proof.
  unfold beyond, placed. split; intros H w W.
  - apply H. now apply in_map.
  - apply in_map_iff in W. destruct W as [v [<- V]]. now apply H.
Qed.

(** A rotation keeps gaps, and so strict convexity. *)
Lemma placed_gap k z t p q w :
  cosine z t * cosine z t + sine z t * sine z t = 1 ->
  height (placed_point k z t p) (placed_point k z t q) (placed_point k z t w) = height p q w.
Proof.
  intro U.
  transitivity ((cosine z t * cosine z t + sine z t * sine z t) * height p q w);
    [unfold placed_point; plane; ring|rewrite U; ring].
Qed.

Lemma placed_injective k z t x y :
  cosine z t * cosine z t + sine z t * sine z t = 1 ->
  placed_point k z t x = placed_point k z t y -> x = y.
Proof.
  intros U E. injection E as E1 E2.
  set (c := cosine z t) in *. set (s := sine z t) in *.
  assert (H1 : c * (px x - px y) - s * (py x - py y) = 0) by lra.
  assert (H2 : s * (px x - px y) + c * (py x - py y) = 0) by lra.
  apply point_eq; apply Rminus_diag_uniq.
  - transitivity ((c * c + s * s) * (px x - px y)); [rewrite U; ring|].
    transitivity (c * (c * (px x - px y) - s * (py x - py y))
                  + s * (s * (px x - px y) + c * (py x - py y))); [ring|rewrite H1, H2; ring].
  - transitivity ((c * c + s * s) * (py x - py y)); [rewrite U; ring|].
    transitivity (c * (s * (px x - px y) + c * (py x - py y))
                  - s * (c * (px x - px y) - s * (py x - py y))); [ring|rewrite H1, H2; ring].
Qed.

Lemma placed_convex k z t P :
  cosine z t * cosine z t + sine z t * sine z t = 1 ->
  strictly_convex P -> strictly_convex (placed k z t P).
Proof.
  intros U (L & D & C). unfold placed. split; [now rewrite map_length|]. split.
  - clear - D U. induction D as [|x P N _ IH]; simpl; constructor; [|assumption].
    intro I. apply in_map_iff in I. destruct I as [y [E Y]].
    apply placed_injective in E; [now subst|assumption].
  - intros p q w E W. change (In (p, q) (edges (placed k z t P))) in E.
    rewrite edges_placed in E. apply in_map_iff in E. destruct E as [e [H E]].
    injection H as <- <-. apply in_map_iff in W. destruct W as [v [<- V]].
    rewrite placed_gap by assumption. destruct e as [p q]. simpl.
    destruct (C p q v E V) as [->|[->|H]]; [now left|now right; left|now right; right].
Qed.

(** At short times always some edge separates; so one edge does to second order. *)
Lemma edge_apart_supported kP kQ zP zQ aP aQ P Q :
  starts kP zP aP -> starts kQ zQ aQ ->
  shortly (fun t => edge_apart (placed kP zP t P) (placed kQ zQ t Q)) ->
  supported kP kQ aP aQ P Q.
Proof.
  intros SP SQ A.
  set (families := map inl (edges P) ++ map inr (edges Q)).
  set (members := fun x : (segment) + (segment) =>
                    match x with inl _ => Q | inr _ => P end).
  set (f := fun x w t => match x with
    | inl e => gap (placed_point kP zP t (fst e), placed_point kP zP t (snd e)) (placed_point kQ zQ t w)
    | inr e => gap (placed_point kQ zQ t (fst e), placed_point kQ zQ t (snd e)) (placed_point kP zP t w)
    end).
  set (c0 := fun x w => match x with inl e => gap e w | inr e => gap e w end).
  set (c1 := fun x w => match x with
    | inl e => opening kP kQ (edge_normal e) w
    | inr e => opening kQ kP (edge_normal e) w
    end).
  set (c2 := fun x w => match x with
    | inl e => opening_rate kP kQ aP aQ (edge_normal e) w / 2
    | inr e => opening_rate kQ kP aQ aP (edge_normal e) w / 2
    end).
  destruct (some_family_keeps families members f c0 c1 c2) as [x [X K]].
  - intros [e|e] w _ _; unfold f, c0, c1, c2; simpl; now apply gap_expansion.
  - apply shortly_weaken with (2 := A). intros t _ [[e [E B]]|[e [E B]]];
      rewrite edges_placed in E; apply in_map_iff in E; destruct E as [e0 [<- E]];
      pose proof (proj1 (beyond_placed _ _ _ _ _ _ _) B) as H.
    + exists (inl e0). split; [|exact H]. apply in_or_app. left. now apply in_map.
    + exists (inr e0). split; [|exact H]. apply in_or_app. right. now apply in_map.
  - apply in_app_or in X. destruct X as [X|X]; apply in_map_iff in X; destruct X as [e [<- E]].
    + left. exists e. split; [assumption|]. intros w W. apply keeps_half. exact (K w W).
    + right. exists e. split; [assumption|]. intros w W. apply keeps_half. exact (K w W).
Qed.

(** At short times the parts have no common interior point; so one edge supports to second order. *)
Theorem apart_supported kP kQ zP zQ aP aQ P Q :
  strictly_convex P -> strictly_convex Q ->
  starts kP zP aP -> starts kQ zQ aQ ->
  shortly (fun t => apart (placed kP zP t P) (placed kQ zQ t Q)) ->
  supported kP kQ aP aQ P Q.
Proof.
  intros CP CQ SP SQ A. apply (edge_apart_supported kP kQ zP zQ); try assumption.
  pose proof (proj1 SP) as UP. pose proof (proj1 SQ) as UQ.
  apply shortly_weaken with (2 := shortly_and _ _ A (shortly_and _ _ UP UQ)).
  intros t _ (D & U & V).
  apply interiors_edge_apart in D; try (now apply placed_convex).
  destruct D as [(p & q & E & H)|(p & q & E & H)]; [left|right]; exists (p, q); now split.
Qed.
