(** * Lawful motions start with admissible accelerations (THEOREM.md, end of section 3)

    The geometry of MotionContact.v and MotionCorner.v, for the contacts, corners and pins of a scene. *)

Require Import List NArith Bool Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet Motion.
From Zwang Require Import MotionPlane MotionRigid MotionApart MotionContact MotionCorner.
Import ListNotations.
Open Scope R_scope.

(** ** Bodies as moving frames; a fixed body is one that does not move *)

Definition frame_of (B : body R) : kinematics :=
  match free B with
  | Some m => Kinematics (centroid m) (velocity m) (spin m)
  | None => Kinematics zero zero 0
  end.

Definition course_of (B : body R) (z : course) : course :=
  match free B with
  | Some _ => z
  | None => Course (fun _ => 0) (fun _ => 0) (fun _ => 1) (fun _ => 0)
  end.

Definition twist_of (B : body R) (a : twist R) : twist R :=
  match free B with
  | Some _ => a
  | None => Twist 0 0 0
  end.

Lemma frame_moved B z t x : moved B z t x = placed_point (frame_of B) (course_of B z) t x.
Proof.
  unfold moved, placed_point, frame_of, course_of. destruct (free B) as [m|]; [reflexivity|].
  apply point_eq; plane; ring.
Qed.

Lemma frame_velocity B x : velocity_at B x = velocity_of (frame_of B) x.
Proof.
  unfold velocity_at, velocity_of, frame_of. destruct (free B); apply point_eq; plane; ring.
Qed.

Lemma frame_acceleration B a x :
  acceleration_at B a x = acceleration_of (frame_of B) (twist_of B a) x.
Proof.
  unfold acceleration_at, acceleration_of, frame_of, twist_of.
  destruct (free B); apply point_eq; plane; ring.
Qed.

Lemma frame_spin B : spin_of B = spinning (frame_of B).
Proof. unfold spin_of, frame_of. now destruct (free B). Qed.

Lemma frame_starts B z a :
  starts_with B z a -> starts (frame_of B) (course_of B z) (twist_of B a).
Proof.
  unfold starts_with, starts, frame_of, course_of, twist_of. destruct (free B); [auto|intros _].
  simpl. split; [apply shortly_always; intros; ring|].
  repeat split; try (eapply jet_eq; [apply jet_const|reflexivity|reflexivity|field]).
  exists 0. apply jet_const.
Qed.

Lemma frame_gap_velocity g :
  gap_velocity g = opening (frame_of (edge_owner g)) (frame_of (vertex_owner g))
                           (normal (from_end g) (to_end g)) (at_vertex g).
Proof. unfold gap_velocity, sliding. now rewrite !frame_velocity. Qed.

Lemma frame_gap_acceleration g aF aE :
  gap_acceleration g aF aE
  = opening_rate (frame_of (edge_owner g)) (frame_of (vertex_owner g))
                 (twist_of (edge_owner g) aE) (twist_of (vertex_owner g) aF)
                 (normal (from_end g) (to_end g)) (at_vertex g).
Proof.
  unfold gap_acceleration, sliding.
  now rewrite !frame_velocity, !frame_acceleration, frame_spin.
Qed.

(** ** Looking things up *)

Lemma part_in (s : scene R) b p P :
  part_at s b p = Some P -> exists B, body_at s b = Some B /\ In P (parts B).
Proof.
  unfold part_at. destruct (body_at s b) as [B|]; [|discriminate].
  intro H. exists B. split; [reflexivity|]. exact (nth_error_In _ _ H).
Qed.

Lemma part_convex (s : scene R) b p P : scene_ok s -> part_at s b p = Some P -> strictly_convex P.
Proof.
  intros [OK _] H. apply part_in in H. destruct H as [B [E I]].
  apply (proj1 (OK B (nth_error_In _ _ E))). exact I.
Qed.

(** The first end of edge number i is vertex number i. *)
Lemma edge_vertex (P : part R) i p q :
  at_index (edges P) i = Some (p, q) -> at_index P i = Some p.
Proof.
  unfold at_index. generalize (N.to_nat i). clear i. intro n.
  destruct P as [|x P]; [destruct n; discriminate|]. unfold edges.
  generalize (P ++ [x]). generalize (x :: P). clear x P.
  intros l m. revert l m. induction n as [|n IH]; intros [|x l] [|y m]; simpl; try discriminate.
  - intro H. now injection H as -> _.
  - apply IH.
Qed.

(** ** Pairs of parts of a lawful motion are supported *)

Lemma lawful_supported s z A b p c q B C P Q :
  scene_ok s -> lawful s z A -> may_touch s b c ->
  body_at s b = Some B -> body_at s c = Some C ->
  part_at s b p = Some P -> part_at s c q = Some Q ->
  supported (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) P Q.
Proof.
  intros OK (St & Ap & _) N HB HC HP HQ.
  apply apart_supported with (course_of B (z b)) (course_of C (z c)).
  - exact (part_convex s b p P OK HP).
  - exact (part_convex s c q Q OK HQ).
  - apply frame_starts. now apply St.
  - apply frame_starts. now apply St.
  - apply shortly_weaken with (2 := Ap). intros t _ T.
    specialize (T b p c q B C P Q N HB HC HP HQ).
    unfold placed. rewrite (map_ext _ _ (fun x => eq_sym (frame_moved B (z b) t x))).
    now rewrite (map_ext _ _ (fun x => eq_sym (frame_moved C (z c) t x))).
Qed.

(** ** Contacts outside corners *)

Lemma place_parts (s : scene R) c g :
  place_of s c = Some g ->
  exists E, body_at s (vertex_body c) = Some (vertex_owner g) /\
            body_at s (edge_body c) = Some (edge_owner g) /\
            vertex_at s (vertex_body c) (vertex_part c) (vertex c) = Some (at_vertex g) /\
            part_at s (edge_body c) (edge_part c) = Some E /\
            In (from_end g, to_end g) (edges E).
Proof.
  unfold place_of, edge_at.
  destruct (body_at s (vertex_body c)) as [F|]; [|discriminate].
  destruct (body_at s (edge_body c)) as [E|]; [|discriminate].
  destruct (vertex_at s _ _ _) as [x|]; [|discriminate].
  destruct (part_at s (edge_body c) (edge_part c)) as [P|]; [|discriminate].
  destruct (at_index (edges P) (edge c)) as [[p q]|] eqn:H; [|discriminate].
  intro G. injection G as <-. exists P. simpl. repeat split. exact (nth_error_In _ _ H).
Qed.

(** Theorem 1 (a) for the contacts outside corners; C3 for them follows, too. *)
Theorem contact_admits s z A c :
  scene_ok s -> lawful s z A -> contact_right s c ->
  0 <= gap_speed s c /\ (gap_speed s c = 0 -> 0 <= gap_accel s A c).
Proof.
  intros OK L (N & g & Q & G & HQ & B & Zx & T).
  destruct (place_parts s c g G) as (P & HF & HE & HX & HP & I).
  assert (X : In (at_vertex g) Q).
  { unfold vertex_at in HX. rewrite HQ in HX. exact (nth_error_In _ _ HX). }
  pose proof (part_convex s _ _ P OK HP) as CP. pose proof (part_convex s _ _ Q OK HQ) as CQ.
  pose proof (edge_proper P _ _ CP I) as Len.
  assert (K : keeps 0
    (opening (frame_of (edge_owner g)) (frame_of (vertex_owner g))
             (normal (from_end g) (to_end g)) (at_vertex g))
    (opening_rate (frame_of (edge_owner g)) (frame_of (vertex_owner g))
       (twist_of (edge_owner g) (A (edge_body c))) (twist_of (vertex_owner g) (A (vertex_body c)))
       (normal (from_end g) (to_end g)) (at_vertex g))).
  { apply contact_keeps with P Q; try assumption.
    - split; [exact B|]. split; [exact X|]. split; [exact Zx|].
      destruct T as [T|(y & w & D & W & Zw & T & _)]; [now left|right]. now exists y, w.
    - intro E. rewrite <- !frame_velocity. destruct T as [T|(y & w & D & W & Zw & T & Sl)].
      + exfalso. rewrite E in T. plane. lra.
      + destruct D as [[_ ->]|[D _]]; [now rewrite <- E|].
        exfalso. rewrite <- D, E in Len. plane. lra.
    - intro E. rewrite <- !frame_velocity. destruct T as [T|(y & w & D & W & Zw & T & Sl)].
      + exfalso. rewrite E in T. lra.
      + destruct D as [[D _]|[_ ->]]; [|now rewrite <- E].
        exfalso. rewrite <- D, E in Len. plane. lra.
    - apply (lawful_supported s z A _ (edge_part c) _ (vertex_part c)); try assumption.
      now apply may_touch_sym. }
  unfold gap_speed, gap_accel. rewrite G, frame_gap_velocity, frame_gap_acceleration. split.
  - exact (keeps_second _ _ K).
  - intro Z. rewrite Z in K. exact (keeps_third _ K).
Qed.

(** ** Pins *)

Lemma moves_equal X Y x v a x' v' a' :
  moves X x v a -> moves Y x' v' a' -> shortly (fun t => X t = Y t) -> v = v' /\ a = a'.
Proof.
  intros [X1 X2] [Y1 Y2] E.
  pose proof (jet_zero _ _ _ _ (jet_sub _ _ _ _ _ _ _ _ X1 Y1)) as Z1.
  pose proof (jet_zero _ _ _ _ (jet_sub _ _ _ _ _ _ _ _ X2 Y2)) as Z2.
  destruct Z1 as (_ & V1 & A1).
  { apply shortly_weaken with (2 := E). intros t _ ->. ring. }
  destruct Z2 as (_ & V2 & A2).
  { apply shortly_weaken with (2 := E). intros t _ ->. ring. }
  split; apply point_eq; lra.
Qed.

(** A point of a body moves as FORMAT.md, section 1, says. *)
Lemma body_point_moves B z a x :
  starts_with B z a ->
  moves (fun t => moved B z t x) x (velocity_at B x) (acceleration_at B a x).
Proof.
  intro S. rewrite frame_velocity, frame_acceleration.
  pose proof (place_moves _ _ _ x (frame_starts B z a S)) as [M1 M2].
  split; (eapply jet_ext; [|eassumption]); intros t _; simpl; now rewrite frame_moved.
Qed.

Lemma still_moves x : moves (fun _ => x) x zero zero.
Proof. split; simpl; (eapply jet_eq; [apply jet_const|reflexivity|reflexivity|field]). Qed.

(** A pin that holds has equal velocities and equal accelerations. *)
Theorem pin_admits s z A k :
  lawful s z A -> In k (pins s) ->
  pin_points_agree s (fun B _ => velocity_at B (pin_at k)) k /\
  pin_points_agree s (fun B b => acceleration_at B (A b) (pin_at k)) k.
Proof.
  intros (St & _ & Pin) K.
  assert (H : shortly (fun t =>
    pin_points_agree s (fun B b => minus (moved B (z b) t (pin_at k)) (pin_at k)) k)).
  { apply shortly_weaken with (2 := Pin). intros t _ T. now apply T. }
  assert (M : forall b B, body_at s b = Some B ->
    moves (fun t => moved B (z b) t (pin_at k)) (pin_at k)
          (velocity_at B (pin_at k)) (acceleration_at B (A b) (pin_at k))).
  { intros b B HB. apply body_point_moves. now apply St. }
  assert (Same : forall x y o : vector, minus x o = minus y o -> x = y).
  { intros x y o E. injection E as E1 E2. apply point_eq; lra. }
  assert (Zero : forall x o : vector, minus x o = zero -> x = o).
  { intros x o E. injection E as E1 E2. apply point_eq; lra. }
  unfold pin_points_agree in *. destruct (pin_second k) as [b|].
  - assert (E : forall F E, body_at s (pin_first k) = Some F -> body_at s b = Some E ->
      velocity_at F (pin_at k) = velocity_at E (pin_at k) /\
      acceleration_at F (A (pin_first k)) (pin_at k) = acceleration_at E (A b) (pin_at k)).
    { intros F E HF HE. apply (moves_equal _ _ _ _ _ _ _ _ (M _ F HF) (M _ E HE)).
      apply shortly_weaken with (2 := H). intros t _ T.
      apply Same with (pin_at k). now apply T. }
    split; intros F HF C HC; now apply E.
  - assert (E : forall F, body_at s (pin_first k) = Some F ->
      velocity_at F (pin_at k) = zero /\
      acceleration_at F (A (pin_first k)) (pin_at k) = zero).
    { intros F HF. apply (moves_equal _ _ _ _ _ _ _ _ (M _ F HF) (still_moves (pin_at k))).
      apply shortly_weaken with (2 := H). intros t _ T. apply Zero. now apply T. }
    split; intros F HF; now apply E.
Qed.

(** ** Corners *)

Section CornerOfScene.
Variables (s : scene R) (b p i c q j : N) (P Q : part R) (a a' : around).
Hypothesis part_P : part_at s b p = Some P.
Hypothesis part_Q : part_at s c q = Some Q.
Hypothesis around_P : around_at P i a.
Hypothesis around_Q : around_at Q j a'.
Hypothesis meet : here a = here a'.

(** The contact of the other part's vertex with one of the four edges. *)
Definition candidate_contact (k : candidate) : contact :=
  match of_first k, arrives k with
  | true, true => Contact c q j b p (before_index a)
  | true, false => Contact c q j b p i
  | false, true => Contact b p i c q (before_index a')
  | false, false => Contact b p i c q j
  end.

Lemma candidates_are m k :
  In (m, k) (candidates b p i c q j a a') <->
  exists e, m = direction a a' e /\ k = candidate_contact e.
Proof.
  unfold candidates, direction, candidate_contact, candidate_edge, edge_normal. simpl. split.
  - intros [H|[H|[H|[H|[]]]]]; injection H as <- <-.
    + now exists (Candidate true true).
    + now exists (Candidate true false).
    + now exists (Candidate false true).
    + now exists (Candidate false false).
  - intros [[[] []] [-> ->]]; simpl; tauto.
Qed.

Variables (B C : body R).
Hypothesis body_B : body_at s b = Some B.
Hypothesis body_C : body_at s c = Some C.

(** The place of such a contact. *)
Lemma candidate_place k :
  place_of s (candidate_contact k) =
  let e := candidate_edge a a' k in
  Some (if of_first k then Place C B (here a) (fst e) (snd e)
        else Place B C (here a) (fst e) (snd e)).
Proof.
  destruct around_P as [A1 A2]. destruct around_Q as [A3 A4].
  pose proof (edge_vertex _ _ _ _ A2) as V. pose proof (edge_vertex _ _ _ _ A4) as V'.
  unfold place_of, candidate_contact, candidate_edge, vertex_at, edge_at.
  destruct k as [[] []]; simpl; rewrite body_B, body_C, part_P, part_Q, ?V, ?V', ?A1, ?A2, ?A3, ?A4;
    now rewrite ?meet.
Qed.

Lemma candidate_speed k :
  gap_speed s (candidate_contact k) = corner_opening a a' (frame_of B) (frame_of C) k.
Proof.
  unfold gap_speed. rewrite candidate_place. unfold corner_opening, owner, guest.
  destruct k as [[] arr]; simpl; now rewrite frame_gap_velocity.
Qed.

Lemma candidate_accel A k :
  gap_accel s A (candidate_contact k)
  = corner_rate a a' (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) k.
Proof.
  unfold gap_accel. rewrite candidate_place.
  unfold corner_rate, owner, guest, owner_twist, guest_twist.
  destruct k as [[] []]; simpl; now rewrite frame_gap_acceleration.
Qed.
End CornerOfScene.

Ltac witness e Se := exists e; split; [reflexivity|split; [reflexivity|exact Se]].

(** The listed sides are the separating edges that arrive and those that leave. *)
Lemma corner_sides b p i c q j P Q a a' side0 side1 :
  strictly_convex P -> strictly_convex Q ->
  In (before a, here a) (edges P) -> In (here a, after a) (edges P) ->
  In (before a', here a') (edges Q) -> In (here a', after a') (edges Q) ->
  here a = here a' -> apart_rays a a' ->
  (forall k, In k side0 <->
     exists m, (In (m, k) (candidates b p i c q j a a') /\ separates a a' m) /\
       forall m' k', In (m', k') (candidates b p i c q j a a') /\ separates a a' m' -> 0 <= cross m m') ->
  (forall k, In k side1 <->
     exists m, (In (m, k) (candidates b p i c q j a a') /\ separates a a' m) /\
       forall m' k', In (m', k') (candidates b p i c q j a a') /\ separates a a' m' -> cross m m' <= 0) ->
  let con := candidate_contact b p i c q j a a' in
  (forall e, separating a a' e -> arrives e = true -> In (con e) side0) /\
  (forall e, separating a a' e -> arrives e = false -> In (con e) side1) /\
  (forall k, In k side0 -> exists e, separating a a' e /\ arrives e = true /\ k = con e) /\
  (forall k, In k side1 -> exists e, separating a a' e /\ arrives e = false /\ k = con e).
Proof.
  intros CP CQ E1 E2 E3 E4 M Ry S0 S1.
  set (con := candidate_contact b p i c q j a a'). simpl.
  set (sep := separating a a').
  assert (Cand : forall m k, (In (m, k) (candidates b p i c q j a a') /\ separates a a' m) <->
                 exists e, m = direction a a' e /\ k = con e /\ sep e).
  { intros m k. rewrite candidates_are. split.
    - intros [(e & -> & ->) Se]. exists e. split; [reflexivity|]. split; [reflexivity|exact Se].
    - intros (e & -> & -> & Se). split; [now exists e|exact Se]. }
  assert (In0 : forall e, sep e -> arrives e = true -> In (con e) side0).
  { intros e Se Ar. apply S0. exists (direction a a' e). split; [apply Cand; witness e Se|].
    intros m' k' S'. apply Cand in S'. destruct S' as (e' & -> & _ & Se').
    now apply (arriving_turns a a'). }
  assert (In1 : forall e, sep e -> arrives e = false -> In (con e) side1).
  { intros e Se Ar. apply S1. exists (direction a a' e). split; [apply Cand; witness e Se|].
    intros m' k' S'. apply Cand in S'. destruct S' as (e' & -> & _ & Se').
    now apply (leaving_turns a a'). }
  assert (Out0 : forall k, In k side0 -> exists e, sep e /\ arrives e = true /\ k = con e).
  { intros k K. apply S0 in K. destruct K as [m [Km Ex]]. apply Cand in Km.
    destruct Km as (e & -> & -> & Se). exists e. split; [assumption|]. split; [|reflexivity].
    destruct (arrives e) eqn:Ar; [reflexivity|exfalso].
    destruct (both_sides P Q a a' CP CQ E1 E2 E3 E4 M e Se) as [[e' [Ar' Se']] _].
    pose proof (sides_differ P Q a a' CP CQ E1 E2 E3 E4 M Ry e' e Ar' Ar Se' Se) as D.
    assert (D' : 0 <= cross (direction a a' e) (direction a a' e')).
    { apply (Ex _ (con e')). apply Cand. witness e' Se'. }
    rewrite cross_swap in D. lra. }
  assert (Out1 : forall k, In k side1 -> exists e, sep e /\ arrives e = false /\ k = con e).
  { intros k K. apply S1 in K. destruct K as [m [Km Ex]]. apply Cand in Km.
    destruct Km as (e & -> & -> & Se). exists e. split; [assumption|]. split; [|reflexivity].
    destruct (arrives e) eqn:Ar; [exfalso|reflexivity].
    destruct (both_sides P Q a a' CP CQ E1 E2 E3 E4 M e Se) as [_ [e' [Ar' Se']]].
    pose proof (sides_differ P Q a a' CP CQ E1 E2 E3 E4 M Ry e e' Ar Ar' Se Se') as D.
    assert (D' : cross (direction a a' e) (direction a a' e') <= 0).
    { apply (Ex _ (con e')). apply Cand. witness e' Se'. }
    lra. }
  split; [exact In0|]. split; [exact In1|]. split; [exact Out0|exact Out1].
Qed.

(** Theorem 1 (a) for corners. *)
Theorem corner_admitted s z A side0 side1 :
  scene_ok s -> lawful s z A -> corner_right s side0 side1 -> corner_admits s A side0 side1.
Proof.
  intros OK L (N0 & N1 & b & p & i & c & q & j & P & Q & a & a' & Nbc & HP & HQ & AP & AQ & M & Ry & S0 & S1).
  destruct (part_in s b p P HP) as [B [HB _]]. destruct (part_in s c q Q HQ) as [C [HC _]].
  pose proof (part_convex s _ _ P OK HP) as CP. pose proof (part_convex s _ _ Q OK HQ) as CQ.
  pose proof (lawful_supported s z A b p c q B C P Q OK L Nbc HB HC HP HQ) as Sup.
  pose proof AP as AP'. pose proof AQ as AQ'. destruct AP' as [E1 E2]. destruct AQ' as [E3 E4].
  apply nth_error_In in E1. apply nth_error_In in E2.
  apply nth_error_In in E3. apply nth_error_In in E4.
  set (con := candidate_contact b p i c q j a a').
  destruct (corner_sides b p i c q j P Q a a' side0 side1 CP CQ E1 E2 E3 E4 M Ry S0 S1)
    as (In0 & In1 & Out0 & Out1). fold con in In0, In1, Out0, Out1.
  assert (Speed : forall e, gap_speed s (con e) = corner_opening a a' (frame_of B) (frame_of C) e)
    by (intro e; now apply (candidate_speed s b p i c q j P Q)).
  assert (Accel : forall e, gap_accel s A (con e)
    = corner_rate a a' (frame_of B) (frame_of C) (twist_of B (A b)) (twist_of C (A c)) e)
    by (intro e; now apply (candidate_accel s b p i c q j P Q)).
  repeat split.
  - intros (Z & Le & k & K & Lt) k' K'. destruct (Out0 k' K') as (e & Se & Ar & ->).
    destruct (Out1 k K) as (e1 & Se1 & Ar1 & ->). rewrite Accel.
    apply (corner_forced P Q a a' CP CQ E1 E2 E3 E4 M Ry _ _ _ _ true Sup); try assumption.
    + intros e' A' S'. rewrite <- Speed. apply Z. now apply In0.
    + intros e' A' S'. rewrite <- Speed. apply Le. now apply In1.
    + exists e1. rewrite <- Speed. split; [assumption|]. split; assumption.
  - intros (Z & Le & k & K & Lt) k' K'. destruct (Out1 k' K') as (e & Se & Ar & ->).
    destruct (Out0 k K) as (e1 & Se1 & Ar1 & ->). rewrite Accel.
    apply (corner_forced P Q a a' CP CQ E1 E2 E3 E4 M Ry _ _ _ _ false Sup); try assumption.
    + intros e' A' S'. rewrite <- Speed. apply Z. now apply In1.
    + intros e' A' S'. rewrite <- Speed. apply Le. now apply In0.
    + exists e1. rewrite <- Speed. split; [assumption|]. split; assumption.
  - intros [Z0 Z1].
    destruct (corner_undecided P Q a a' CP CQ E1 E2 E3 E4 M Ry _ _ _ _ Sup) as [side H].
    { intros e Se. rewrite <- Speed. destruct (arrives e) eqn:Ar.
      - apply Z0. now apply In0.
      - apply Z1. now apply In1. }
    destruct side; [left|right]; intros k K.
    + destruct (Out0 k K) as (e & Se & Ar & ->). rewrite Accel. now apply H.
    + destruct (Out1 k K) as (e & Se & Ar & ->). rewrite Accel. now apply H.
Qed.

(** ** Theorem (a): the accelerations of every lawful motion are admissible *)

Theorem lawful_admissible s pf z A :
  scene_ok s -> listed_right s pf -> lawful s z A -> admissible s pf A.
Proof.
  intros OK [Cont Corn] L. split; [|split].
  - intros k K. exact (proj2 (pin_admits s z A k L K)).
  - intros i c H Lo Z. exact (proj2 (contact_admits s z A c OK L (Cont i c H Lo)) Z).
  - intros k0 k1 H. exact (corner_admitted s z A _ _ OK L (Corn k0 k1 H)).
Qed.
