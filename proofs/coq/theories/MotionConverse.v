(** * The converse: accelerations that open every contact keep the bodies apart (Theorem 1 (b))

    So the rows are not too strong by more than their boundary, and none is missing: every path that
    starts with accelerations that satisfy all rows strictly keeps the bodies apart for a short time. *)

Require Import List NArith Bool Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet Motion.
From Zwang Require Import MotionPlane MotionSeparation MotionInterior MotionRigid MotionApart.
From Zwang Require Import MotionContact MotionStrict MotionCorner MotionScene.
Import ListNotations.
Open Scope R_scope.

(** ** Strict motions *)

Definition all_open (s : scene R) (A : accelerations) (l : list contact) : Prop :=
  forall c, In c l -> 0 < gap_accel s A c.

(** As [admissible] (Meaning.v), with > 0 for >= 0 in all rows of contacts. *)
Definition strictly_admissible (s : scene R) (pf : proof) (A : accelerations) : Prop :=
  (forall i c, at_index (contacts pf) i = Some c -> loose pf i -> gap_speed s c = 0 ->
     0 < gap_accel s A c) /\
  (forall k0 k1, In (k0, k1) (corners pf) ->
     let side0 := contacts_of pf k0 in
     let side1 := contacts_of pf k1 in
     (forced s side0 side1 -> all_open s A side0) /\
     (forced s side1 side0 -> all_open s A side1) /\
     (undecided s side0 side1 -> all_open s A side0 \/ all_open s A side1)).

(** ** Contacts are complete (C2): where two parts touch, the contacts are listed *)

(** A listed contact outside corners: its place, and its two bodies. *)
Definition listed_at (s : scene R) (pf : proof) (F E : N) (g : place) : Prop :=
  exists i c, at_index (contacts pf) i = Some c /\ loose pf i /\
    vertex_body c = F /\ edge_body c = E /\ place_of s c = Some g.

(** At the end x of the touching segment from x to y: a contact of body F's vertex x, whose part R0 extends
    from x towards y, with the edge (p, q) of body E. *)
Definition end_listed s pf (F E : N) (p q x y : vector) (R0 : part R) : Prop :=
  exists g, listed_at s pf F E g /\ from_end g = p /\ to_end g = q /\ at_vertex g = x /\
    forall w, In w R0 -> height p q w = 0 -> 0 <= dot (minus w x) (minus y x).

(** [corner_right] for the parts (b, p) and (c, q). *)
Definition corner_between (s : scene R) (b p c q : N) (side0 side1 : list contact) : Prop :=
  exists i j P Q a a',
    b <> c /\ part_at s b p = Some P /\ part_at s c q = Some Q /\
    around_at P i a /\ around_at Q j a' /\ here a = here a' /\
    apart_rays a a' /\
    let separating (m : vector) (k : contact) :=
      In (m, k) (candidates b p i c q j a a') /\ separates a a' m in
    (forall k, In k side0 <->
       exists m, separating m k /\ forall m' k', separating m' k' -> 0 <= cross m m') /\
    (forall k, In k side1 <->
       exists m, separating m k /\ forall m' k', separating m' k' -> cross m m' <= 0).

(** The edge (p, q) of part P of body b separates it from part Q of body c, and what touches there is
    listed: nothing; a vertex inside the edge; two flush edges; or a corner. *)
Definition touching_listed (s : scene R) (pf : proof) (b bp c cp : N) (P Q : part R) : Prop :=
  exists p q, In (p, q) (edges P) /\ (forall w, In w Q -> 0 <= height p q w) /\
  ( ((forall w, In w Q -> height p q w = 0 ->
        dot (minus q p) (minus q p) < dot (minus q p) (minus w p)) \/
     (forall w, In w Q -> height p q w = 0 -> dot (minus q p) (minus w p) < 0))
  \/ (exists g, listed_at s pf c b g /\ from_end g = p /\ to_end g = q /\
        forall w, In w Q -> height p q w = 0 -> w = at_vertex g)
  \/ (exists a a' x y,
        In (a, a') (edges Q) /\ height p q a = 0 /\ height p q a' = 0 /\
        x <> y /\ height p q x = 0 /\ height p q y = 0 /\
        (end_listed s pf c b p q x y Q \/ end_listed s pf b c a a' x y P) /\
        (end_listed s pf c b p q y x Q \/ end_listed s pf b c a a' y x P))
  \/ (exists k0 k1, In (k0, k1) (corners pf) /\ contacts_of pf k0 <> [] /\
        (corner_between s b bp c cp (contacts_of pf k0) (contacts_of pf k1) \/
         corner_between s c cp b bp (contacts_of pf k0) (contacts_of pf k1)))).

(** All touching sets are listed. *)
Definition contacts_complete (s : scene R) (pf : proof) : Prop :=
  forall b p c q B C P Q,
    b <> c -> body_at s b = Some B -> body_at s c = Some C ->
    (free B <> None \/ free C <> None) ->
    part_at s b p = Some P -> part_at s c q = Some Q ->
    boxes_apart P Q \/ touching_listed s pf b p c q P Q \/ touching_listed s pf c q b p Q P.

(** ** Contacts open *)

Section Converse.
Variables (s : scene R) (pf : proof) (A : accelerations).
Hypothesis ok : scene_ok s.
Hypothesis velocities : velocities_admissible s pf.
Hypothesis strict : strictly_admissible s pf A.

Lemma listed_opens F E BF BE g :
  listed_at s pf F E g -> body_at s F = Some BF -> body_at s E = Some BE ->
  opens 0 (opening (frame_of BE) (frame_of BF) (normal (from_end g) (to_end g)) (at_vertex g))
    (opening_rate (frame_of BE) (frame_of BF) (twist_of BE (A E)) (twist_of BF (A F))
       (normal (from_end g) (to_end g)) (at_vertex g)).
Proof.
  intros (i & c & I & Lo & <- & <- & G) HF HE.
  destruct (place_parts s c g G) as (R0 & HF' & HE' & _).
  assert (EF : vertex_owner g = BF) by congruence. assert (EE : edge_owner g = BE) by congruence.
  pose proof (proj1 velocities i c I Lo) as V. pose proof (proj1 strict i c I Lo) as S.
  unfold gap_speed, gap_accel in V, S. rewrite G in V, S.
  rewrite frame_gap_velocity in V, S. rewrite frame_gap_acceleration in S. rewrite EF, EE in V, S.
  right. split; [reflexivity|]. destruct V as [V|V]; [now left|right].
  split; [now symmetry|]. apply S. now symmetry.
Qed.

(** ** The four ways to touch *)

Variables (b bp c cp : N) (B C : body R) (P Q : part R).
Hypothesis different : b <> c.
Hypothesis body_B : body_at s b = Some B.
Hypothesis body_C : body_at s c = Some C.
Hypothesis part_P : part_at s b bp = Some P.
Hypothesis part_Q : part_at s c cp = Some Q.

Let kP := frame_of B.
Let kQ := frame_of C.
Let aP := twist_of B (A b).
Let aQ := twist_of C (A c).

Lemma convex_P : strictly_convex P.
Proof. exact (part_convex s _ _ P ok part_P). Qed.

Lemma convex_Q : strictly_convex Q.
Proof. exact (part_convex s _ _ Q ok part_Q). Qed.

Lemma single_cleared p q g :
  In (p, q) (edges P) -> (forall w, In w Q -> 0 <= height p q w) ->
  listed_at s pf c b g -> from_end g = p -> to_end g = q ->
  (forall w, In w Q -> height p q w = 0 -> w = at_vertex g) ->
  cleared kP kQ aP aQ P Q.
Proof.
  intros E Be L Ep Eq One. left. exists (p, q). split; [assumption|].
  apply single_clears with (at_vertex g); try assumption.
  pose proof (listed_opens c b C B g L body_C body_B) as O. now rewrite Ep, Eq in O.
Qed.

Lemma flush_faces_cleared p q a a' x y :
  In (p, q) (edges P) -> (forall w, In w Q -> 0 <= height p q w) ->
  In (a, a') (edges Q) -> height p q a = 0 -> height p q a' = 0 ->
  x <> y -> height p q x = 0 -> height p q y = 0 ->
  end_listed s pf c b p q x y Q \/ end_listed s pf b c a a' x y P ->
  end_listed s pf c b p q y x Q \/ end_listed s pf b c a a' y x P ->
  cleared kP kQ aP aQ P Q.
Proof.
  intros E Be E' Za Za' Nxy Zx Zy X Y.
  pose proof (edge_proper P p q convex_P E) as L.
  assert (Line : gap (a, a') p = 0 /\ gap (a, a') q = 0).
  { rewrite (on_line p q a L Za), (on_line p q a' L Za').
    generalize (dot (minus q p) (minus a p) / dot (minus q p) (minus q p)).
    generalize (dot (minus q p) (minus a' p) / dot (minus q p) (minus q p)).
    intros. unfold between. plane. split; ring. }
  destruct (opposite_edge Q p q (a, a') convex_Q E' Be L (proj1 Line) (proj2 Line)) as [k [K N]].
  change (normal a a' = times k (normal p q)) in N.
  assert (H' : forall w, height a a' w = k * height p q w).
  { intro w. transitivity (dot (normal a a') (minus w a)); [reflexivity|]. rewrite N.
    transitivity (k * (height p q w - height p q a)); [plane; ring|]. rewrite Za. ring. }
  assert (Lxy : 0 < dot (minus y x) (minus y x)).
  { now apply points_differ. }
  assert (EndQ : forall u v, height p q u = 0 -> height p q v = 0 -> end_listed s pf c b p q u v Q ->
            end_opens kP kQ aP aQ p q u v Q).
  { intros u v Zu Zv (g & G & Ep & Eq & Eu & I). split; [exact Be|]. split; [assumption|].
    split; [assumption|]. split; [exact I|].
    pose proof (listed_opens c b C B g G body_C body_B) as O. now rewrite Ep, Eq, Eu in O. }
  assert (EndP : forall u v, height p q u = 0 -> height p q v = 0 -> end_listed s pf b c a a' u v P ->
            end_opens kQ kP aQ aP a a' u v P).
  { intros u v Zu Zv (g & G & Ep & Eq & Eu & I). split; [|split; [|split; [|split; [exact I|]]]].
    - intros w W. unfold gap. simpl. rewrite H'.
      pose proof (convex_inside P (p, q) w convex_P E W) as H. unfold gap in H. simpl in H. nra.
    - rewrite H', Zu. ring.
    - rewrite H', Zv. ring.
    - pose proof (listed_opens b c B C g G body_B body_C) as O. now rewrite Ep, Eq, Eu in O. }
  apply (flush_cleared kP kQ aP aQ P Q p q a a' x y k); try assumption.
  - exact convex_P.
  - exact convex_Q.
  - destruct X as [X|X]; [left; now apply EndQ|right; now apply EndP].
  - destruct Y as [Y|Y]; [left; now apply EndQ|right; now apply EndP].
Qed.
End Converse.
