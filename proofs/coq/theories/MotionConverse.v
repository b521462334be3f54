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
    may_touch s b c -> body_at s b = Some B -> body_at s c = Some C ->
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

(** ** Corners *)

Section ConverseCorner.
Variables (s : scene R) (pf : proof) (A : accelerations).
Hypothesis ok : scene_ok s.
Hypothesis velocities : velocities_admissible s pf.
Hypothesis strict : strictly_admissible s pf A.

Lemma corner_parts_cleared k0 k1 b bp c cp B C P Q :
  In (k0, k1) (corners pf) -> contacts_of pf k0 <> [] ->
  corner_between s b bp c cp (contacts_of pf k0) (contacts_of pf k1) ->
  body_at s b = Some B -> body_at s c = Some C ->
  part_at s b bp = Some P -> part_at s c cp = Some Q ->
  cleared (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q.
Proof.
  intros K N0 (i & j & P' & Q' & a & a' & Nbc & HP' & HQ' & AP & AQ & M & Ry & S0 & S1) HB HC HP HQ.
  assert (P' = P) by congruence. assert (Q' = Q) by congruence. subst P' Q'.
  pose proof (part_convex s _ _ P ok HP) as CP. pose proof (part_convex s _ _ Q ok HQ) as CQ.
  pose proof AP as AP'. pose proof AQ as AQ'. destruct AP' as [E1 E2]. destruct AQ' as [E3 E4].
  apply nth_error_In in E1. apply nth_error_In in E2.
  apply nth_error_In in E3. apply nth_error_In in E4.
  set (side0 := contacts_of pf k0) in *. set (side1 := contacts_of pf k1) in *.
  set (con := candidate_contact b bp i c cp j a a').
  destruct (corner_sides b bp i c cp j P Q a a' side0 side1 CP CQ E1 E2 E3 E4 M Ry S0 S1)
    as (In0 & In1 & Out0 & Out1). fold con in In0, In1, Out0, Out1.
  set (open := corner_opening a a' (frame_of B) (frame_of C)).
  set (rate := corner_rate a a' (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c))).
  assert (Speed : forall e, gap_speed s (con e) = open e)
    by (intro e; now apply (candidate_speed s b bp i c cp j P Q)).
  assert (Accel : forall e, gap_accel s A (con e) = rate e)
    by (intro e; now apply (candidate_accel s b bp i c cp j P Q)).
  (* both sides have a separating edge *)
  assert (Some0 : exists e, arrives e = true /\ separating a a' e).
  { destruct side0 as [|k l]; [contradiction|].
    destruct (Out0 k (or_introl eq_refl)) as (e & S & Ar & _). now exists e. }
  destruct Some0 as [e0 [Ar0 Se0]].
  destruct (both_sides P Q a a' CP CQ E1 E2 E3 E4 M e0 Se0) as [_ [e1 [Ar1 Se1]]].
  assert (Side : forall side, (exists e, arrives e = side /\ separating a a' e)).
  { intros []; [now exists e0|now exists e1]. }
  (* on a side all gap velocities have one sign *)
  assert (Sign : forall e e', arrives e = arrives e' -> separating a a' e -> separating a a' e' ->
            (0 < open e -> 0 < open e') /\ (open e = 0 -> open e' = 0)).
  { intros e e' Ar Se Se'.
    destruct (same_direction P Q a a' CP CQ E1 E2 E3 E4 M Ry e e' Ar Se Se') as [Cr D].
    unfold open. rewrite !corner_opening_is. split.
    - intro H. pose proof (parallel_sign _ _ (minus (velocity_of (frame_of C) (here a))
        (velocity_of (frame_of B) (here a))) Cr D (Rlt_le _ _ H)) as G.
      destruct G as [G|G]; [assumption|exfalso].
      assert (Cr' : cross (direction a a' e') (direction a a' e) = 0) by (rewrite cross_swap; lra).
      rewrite dot_swap in D.
      pose proof (parallel_zero _ _ _ Cr' D (eq_sym G)). lra.
    - now apply parallel_zero. }
  assert (Use : forall side, (forall e, arrives e = side -> separating a a' e ->
            opens 0 (open e) (rate e)) ->
            cleared (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q).
  { intros side O.
    exact (corner_cleared P Q a a' CP CQ E1 E2 E3 E4 M Ry _ _ _ _ side (Side side) O). }
  assert (UseOpen : forall e, separating a a' e -> 0 < open e ->
            cleared (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q).
  { intros e Se H. apply (Use (arrives e)). intros e' Ar Se'. right. split; [reflexivity|]. left.
    exact (proj1 (Sign e e' (eq_sym Ar) Se Se') H). }
  destruct velocities as (_ & Vc & _). specialize (Vc k0 k1 K). fold side0 side1 in Vc.
  destruct strict as [_ Sc]. specialize (Sc k0 k1 K). fold side0 side1 in Sc.
  destruct Sc as (F0 & F1 & U).
  assert (Rest0 : all_rest s side0 <-> open e0 = 0).
  { split.
    - intro H. rewrite <- Speed. apply H. now apply In0.
    - intros H k I. destruct (Out0 k I) as (e & Se & Ar & ->). rewrite Speed.
      now apply (proj2 (Sign e0 e (eq_trans Ar0 (eq_sym Ar)) Se0 Se)). }
  assert (Rest1 : all_rest s side1 <-> open e1 = 0).
  { split.
    - intro H. rewrite <- Speed. apply H. now apply In1.
    - intros H k I. destruct (Out1 k I) as (e & Se & Ar & ->). rewrite Speed.
      now apply (proj2 (Sign e1 e (eq_trans Ar1 (eq_sym Ar)) Se1 Se)). }
  assert (Open0 : all_open s A side0 -> open e0 = 0 ->
            cleared (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q).
  { intros H Z. apply (Use true). intros e Ar Se. right. split; [reflexivity|]. right. split.
    - now apply (proj2 (Sign e0 e (eq_trans Ar0 (eq_sym Ar)) Se0 Se)).
    - rewrite <- Accel. apply H. now apply In0. }
  assert (Open1 : all_open s A side1 -> open e1 = 0 ->
            cleared (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q).
  { intros H Z. apply (Use false). intros e Ar Se. right. split; [reflexivity|]. right. split.
    - now apply (proj2 (Sign e1 e (eq_trans Ar1 (eq_sym Ar)) Se1 Se)).
    - rewrite <- Accel. apply H. now apply In1. }
  destruct (Rtotal_order (open e0) 0) as [H0|[H0|H0]];
  destruct (Rtotal_order (open e1) 0) as [H1|[H1|H1]];
    try (apply (UseOpen e0 Se0); lra); try (apply (UseOpen e1 Se1); lra).
  - (* both close: C3 *)
    exfalso. destruct Vc as [(k & I & V)|[V|V]].
    + apply in_app_or in I. destruct I as [I|I].
      * destruct (Out0 k I) as (e & Se & Ar & ->). rewrite Speed in V.
        pose proof (proj1 (Sign e e0 (eq_trans Ar (eq_sym Ar0)) Se Se0) V). lra.
      * destruct (Out1 k I) as (e & Se & Ar & ->). rewrite Speed in V.
        pose proof (proj1 (Sign e e1 (eq_trans Ar (eq_sym Ar1)) Se Se1) V). lra.
    + apply Rest0 in V. lra.
    + apply Rest1 in V. lra.
  - (* forced to side 1 *)
    apply Open1; [|assumption]. apply F1. split; [now apply Rest1|]. split.
    + intros k I. destruct (Out0 k I) as (e & Se & Ar & ->). rewrite Speed.
      destruct (Rle_lt_dec (open e) 0) as [L|L]; [assumption|exfalso].
      pose proof (proj1 (Sign e e0 (eq_trans Ar (eq_sym Ar0)) Se Se0) L). lra.
    + exists (con e0). split; [now apply In0|]. rewrite Speed. assumption.
  - (* forced to side 0 *)
    apply Open0; [|assumption]. apply F0. split; [now apply Rest0|]. split.
    + intros k I. destruct (Out1 k I) as (e & Se & Ar & ->). rewrite Speed.
      destruct (Rle_lt_dec (open e) 0) as [L|L]; [assumption|exfalso].
      pose proof (proj1 (Sign e e1 (eq_trans Ar (eq_sym Ar1)) Se Se1) L). lra.
    + exists (con e1). split; [now apply In1|]. rewrite Speed. assumption.
  - (* undecided *)
    destruct U as [U|U]; [split; [now apply Rest0|now apply Rest1]| |].
    + now apply Open0.
    + now apply Open1.
Qed.

(** A pair of parts whose touching set is listed is cleared, or does not touch. *)
Lemma touching_cleared b p c q B C P Q :
  b <> c -> body_at s b = Some B -> body_at s c = Some C ->
  part_at s b p = Some P -> part_at s c q = Some Q ->
  touching_listed s pf b p c q P Q ->
  strictly_apart P Q \/
  cleared (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q.
Proof.
  intros N HB HC HP HQ (e1 & e2 & E & Be & [D|[D|[D|D]]]).
  - left. exact (beside_strictly_apart P Q e1 e2 (part_convex s _ _ P ok HP) E Be D).
  - right. destruct D as (g & G & E1 & E2 & One).
    now apply (single_cleared s pf A velocities strict b c B C P Q HB HC e1 e2 g).
  - right. destruct D as (a & a' & x & y & I & Za & Za' & Nxy & Zx & Zy & X & Y).
    now apply (flush_faces_cleared s pf A ok velocities strict b p c q B C P Q HB HC HP HQ
                 e1 e2 a a' x y).
  - right. destruct D as (k0 & k1 & I & N0 & [D|D]).
    + now apply (corner_parts_cleared k0 k1 b p c q B C P Q).
    + destruct (corner_parts_cleared k0 k1 c q b p C B Q P I N0 D HC HB HQ HP) as [H|H].
      * now right.
      * now left.
Qed.
End ConverseCorner.

(** ** All parts at once *)

(** What holds shortly for each element of a list, by index, holds shortly for all. *)
Lemma shortly_index {X} (l : list X) (h : N -> X -> R -> Prop) :
  (forall i x, at_index l i = Some x -> shortly (h i x)) ->
  shortly (fun t => forall i x, at_index l i = Some x -> h i x t).
Proof.
  unfold at_index. intro H.
  assert (G : forall n, shortly (fun t => forall i x, (N.to_nat i < n)%nat ->
                nth_error l (N.to_nat i) = Some x -> h i x t)).
  { induction n as [|n IH].
    - apply shortly_always. intros t _ i x L. Lia.lia.
    - assert (S : shortly (fun t => forall x, nth_error l n = Some x -> h (N.of_nat n) x t)).
      { destruct (nth_error l n) as [x|] eqn:E.
        - apply shortly_weaken with (h := h (N.of_nat n) x).
          + intros t _ T x' [= <-]. exact T.
          + apply H. now rewrite Nat2N.id.
        - apply shortly_always. intros t _ x [=]. }
      apply shortly_weaken with (2 := shortly_and _ _ IH S). intros t _ [T1 T2] i x L E.
      destruct (Nat.eq_dec (N.to_nat i) n) as [D|D].
      + subst n. rewrite N2Nat.id in T2. now apply T2.
      + apply T1; [Lia.lia|assumption]. }
  apply shortly_weaken with (2 := G (length l)). intros t _ T i x E. apply T; [|assumption].
  apply nth_error_Some. congruence.
Qed.

Lemma moved_placed B z t P : map (moved B z t) P = placed (frame_of B) (course_of B z) t P.
Proof. unfold placed. apply map_ext. intro x. apply frame_moved. Qed.

Lemma moved_fixed B z t P : free B = None -> map (moved B z t) P = P.
Proof.
  intro F. rewrite <- (map_id P) at 2. apply map_ext. intro x. unfold moved. now rewrite F.
Qed.

(** Theorem (g), the converse of (a): where all touching sets are listed, every path that starts with
    accelerations that open all contacts keeps the bodies apart for a short time. *)
Theorem strict_stays_apart s pf z A :
  scene_ok s -> parts_apart s -> contacts_complete s pf -> velocities_admissible s pf ->
  strictly_admissible s pf A -> path_starts s z A -> shortly (bodies_apart s z).
Proof.
  intros OK PA CC V St Z.
  assert (Pair : forall b B, at_index (bodies s) b = Some B ->
    shortly (fun t => forall c C, at_index (bodies s) c = Some C -> may_touch s b c ->
      forall p P, at_index (parts B) p = Some P -> forall q Q, at_index (parts C) q = Some Q ->
        apart (map (moved B (z b) t) P) (map (moved C (z c) t) Q))).
  { intros b B HB. apply shortly_index. intros c C HC.
    destruct (N.eq_dec b c) as [E|N]; [apply shortly_always; intros t _ [D _]; contradiction|].
    destruct (ignore s b c) eqn:Ig; [apply shortly_always; intros t _ [_ D]; congruence|].
    assert (MT : may_touch s b c) by now split.
    assert (H : shortly (fun t => forall p P, at_index (parts B) p = Some P ->
                  forall q Q, at_index (parts C) q = Some Q ->
                  apart (map (moved B (z b) t) P) (map (moved C (z c) t) Q))).
    { apply shortly_index. intros p P IP. apply shortly_index. intros q Q IQ.
      assert (HP : part_at s b p = Some P) by (unfold part_at, body_at; rewrite HB; exact IP).
      assert (HQ : part_at s c q = Some Q) by (unfold part_at, body_at; rewrite HC; exact IQ).
      pose proof (part_convex s _ _ P OK HP) as CP. pose proof (part_convex s _ _ Q OK HQ) as CQ.
      pose proof (frame_starts B (z b) (A b) (Z b B HB)) as SB.
      pose proof (frame_starts C (z c) (A c) (Z c C HC)) as SC.
      assert (Moves : free B <> None \/ free C <> None ->
                shortly (fun t => apart (map (moved B (z b) t) P) (map (moved C (z c) t) Q))).
      { intro F.
        assert (Two : strictly_apart P Q \/
          cleared (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q).
        { destruct (CC b p c q B C P Q MT HB HC F HP HQ) as [D|[D|D]].
          - left. now apply boxes_strictly_apart.
          - now apply (touching_cleared s pf A OK V St b p c q B C P Q).
          - destruct (touching_cleared s pf A OK V St c q b p C B Q P (not_eq_sym N) HC HB HQ HP D)
              as [H|[H|H]].
            + left. now apply strictly_apart_sym.
            + right. now right.
            + right. now left. }
        apply shortly_weaken with
          (h := fun t => apart (placed (frame_of B) (course_of B (z b)) t P)
                               (placed (frame_of C) (course_of C (z c)) t Q)).
        { intros t _ T. now rewrite !moved_placed. }
        destruct Two as [D|D].
        - now apply strictly_apart_stays with (twist_of B (A b)) (twist_of C (A c)).
        - now apply cleared_apart with (twist_of B (A b)) (twist_of C (A c)). }
      destruct (free B) eqn:FB; [apply Moves; left; discriminate|].
      destruct (free C) eqn:FC; [apply Moves; right; discriminate|].
      apply shortly_always. intros t _. rewrite !moved_fixed by assumption.
      assert (Nbc : (b, p) <> (c, q)) by congruence.
      destruct (PA b p c q P Q Nbc Ig HP HQ) as [D|D].
      - now apply boxes_interiors_apart.
      - now apply interiors_edge_apart. }
    apply shortly_weaken with (2 := H). intros t _ T _. exact T. }
  apply shortly_weaken with (2 := shortly_index (bodies s) _ Pair).
  intros t _ T b p c q B C P Q N HB HC HP HQ.
  unfold part_at in HP, HQ. rewrite HB in HP. rewrite HC in HQ.
  exact (T b B HB c C HC N p P HP q Q HQ).
Qed.
