(** Gauss.v -- the theorem that a user reads: an accepted file is the motion that Gauss' principle demands.

    A motion is lawful if for a short time it keeps bodies apart and pins together (Motion.v); nothing is said here
    of rows, contacts or the checker's other means. *)
Require Import List Bool NArith ZArith QArith Reals Qreals Lra.
From Zwang Require Import Format Meaning Numbers Checker Normal Json Read Verdict.
From Zwang Require Import SoundLists SoundGeometry SoundCase SoundGroups SoundAnswer SoundComplete.
From Zwang Require Import MotionJet Motion MotionScene MotionConverse MotionPath MotionPins.
Import ListNotations.
Open Scope R_scope.

(** What is claimed of a scene and a proof. *)
Record demanded (s : scene R) (p : proof) : Prop := {
  (** An answer has no more restraint than any lawful motion; and a lawful motion with as little is an answer. *)
  least_of_lawful : forall A z B, answer p A -> lawful s z B ->
    restraint s A <= restraint s B /\ (restraint s B <= restraint s A -> answer p B);
  (** The same among all accelerations that the second-order conditions allow, and answers are among them. *)
  least_of_admissible : forall A B, answer p A -> admissible s p B ->
    restraint s A <= restraint s B /\ (restraint s B <= restraint s A -> answer p B);
  answers_admissible : forall A, answer p A -> admissible s p A;
  lawful_are_admissible : forall z B, lawful s z B -> admissible s p B;
  (** If every group has an answer, there is one for the scene; otherwise no motion is lawful. *)
  some_answer : (forall g, In g (groups p) -> answers g <> []) -> exists A, answer p A;
  (** The conditions ask for no more than staying apart does: accelerations that open every resting contact keep the
      bodies apart, whatever the path; and if they keep pins together, and pins make trees, they are those of a
      lawful motion. *)
  strict_stay_apart : forall z A, path_starts s z A -> strictly_admissible s p A -> shortly (bodies_apart s z);
  strict_are_lawful : forall A, pins_in_trees s -> pins_admit s A -> strictly_admissible s p A ->
    exists z, lawful s z A;
  no_lawful : (exists g, In g (groups p) /\ answers g = []) -> forall z B, ~ lawful s z B;
  (** All this is about scenes without friction. *)
  is_frictionless : no_friction s }.

Theorem check_demanded s p : check s p = true -> demanded (real_scene s) p.
Proof.
  unfold check. destruct (prepare s p) as [pr|] eqn:R; [|discriminate]. rewrite !andb_true_iff. intros [S [Fr C]].
  assert (L : forall z B, lawful (real_scene s) z B -> admissible (real_scene s) p B).
  { intros z B. apply lawful_admissible; [now apply scene_okb_sound|]. apply (c2_sound s p pr R).
    now apply (all_hold pr). }
  destruct (all_hold pr C) as (_ & H1 & H2 & H3 & _).
  assert (OK : scene_ok (real_scene s)) by now apply scene_okb_sound.
  assert (PA : parts_apart (real_scene s)) by exact (c1_sound s p pr R H1).
  assert (CC : contacts_complete (real_scene s) p) by exact (contacts_are_complete s p pr R H1 H2).
  assert (V : velocities_admissible (real_scene s) p) by exact (c3_sound s p pr R H3).
  constructor.
  - intros A z B HA HB. eapply answer_least_restraint; try eassumption; exact (L z B HB).
  - intros A B. eapply answer_least_restraint; eassumption.
  - intro A. eapply answer_admissible; eassumption.
  - exact L.
  - eapply answer_exists; eassumption.
  - intros z A Z St. apply strict_stays_apart with p A; auto.
  - intros A Tree W St. now apply strict_lawful with p.
  - intros H z B HB. eapply no_answer_impossible; try eassumption; exact (L z B HB).
  - now apply frictionless_sound.
Qed.

(** A scene read from a file is the same over common denominators. *)
Lemma check_normal_demanded s p : check (normal s) p = true -> demanded (real_scene s) p.
Proof. intro H. apply check_demanded in H. now rewrite real_normal in H. Qed.

(** The theorem for two files: if the program says Accepted, then the first is the canonical form of a scene, the
    second a proof that names its digest, and the answers of the proof are the motions of least restraint. *)
Theorem gauss digest scene_text proof_text :
  check_texts digest scene_text proof_text = Accepted ->
  exists s p,
    canonical s = scene_text /\ read_proof proof_text = Some p /\
    text_of (scene_digest p) = digest scene_text /\
    demanded (real_scene s) p.
Proof.
  intro H. apply check_texts_sound in H as (s & p & R & P & C & D). exists s, p.
  split; [now apply read_scene_canonical|]. split; [assumption|]. split; [assumption|]. now apply check_normal_demanded.
Qed.

(** Two answers of a proof whose groups have one answer each agree on every free body. *)
Theorem answer_unique p A B : (forall g, In g (groups p) -> exists k, answers g = [k]) ->
  answer p A -> answer p B ->
  forall g k c o, In g (groups p) -> answers g = [k] -> at_index (cases g) k = Some c -> optimal c = Some o ->
    moves_as A (members g) o /\ moves_as B (members g) o.
Proof.
  intros U HA HB g k c o G K C O. destruct (HA g G) as (k1 & c1 & o1 & K1 & C1 & O1 & M1).
  destruct (HB g G) as (k2 & c2 & o2 & K2 & C2 & O2 & M2). rewrite K in K1, K2.
  destruct K1 as [K1|[]], K2 as [K2|[]]. subst k1 k2.
  assert (c1 = c) by congruence. assert (c2 = c) by congruence. subst c1 c2.
  assert (o1 = o) by congruence. assert (o2 = o) by congruence. subst o1 o2. auto.
Qed.
