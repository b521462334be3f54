(** Coulomb.v -- the theorem that a user reads about statics with friction: what an accepted proof of zwang-statics-1
    says of the scene (the end of section 7 of proofs/FORMAT.md; Theorems 13 to 16 of proofs/THEOREM.md). *)
Require Import List Bool String NArith ZArith QArith Reals Qreals Lra.
From Zwang Require Import Format Meaning Numbers Checker Statics Normal Json Read Verdict.
From Zwang Require Import SoundLists SoundGeometry SoundComplete MotionConverse Forces Stands Sha256 Files.
From Zwang Require Import Friction SoundStatics.
Import ListNotations.
Open Scope R_scope.

(** What is claimed of a scene, the contacts and corners of a proof, and what is found. *)
Record settled_as (s : scene R) (p : proof) (found : finding) : Prop := {
  (** The scene rests, its parts do not overlap, and the contacts and corners are those of the scene, all of them. *)
  it_rests : at_rest s;
  it_is_apart : parts_apart s;
  contacts_listed : listed_right s p;
  none_missing : contacts_complete s p;
  (** Stands, or can stand: for every choice of the sides of corners there are forces that obey Coulomb's bound and
      balance weights and loads, so that no velocity is a fall, and rest obeys Coulomb's law. More friction changes
      nothing. *)
  is_held : found <> Falls -> forall mu, (forall c, friction_of s c <= mu c) ->
    (forall choice, exists F, holds_still mu s p choice F) /\
    (forall choice V, ~ falls_freely mu s p choice V) /\ coulomb_motion mu s p no_motion;
  (** Falls: for one choice there is a fall, so that no forces hold the scene, whatever they are. Less friction changes
      nothing. *)
  is_falling : found = Falls -> forall mu, (forall c, mu c <= friction_of s c) ->
    exists choice V, falls_freely mu s p choice V /\ forall F, ~ holds_still mu s p choice F;
  (** Stands: nothing but rest obeys Coulomb's law, whatever the frictions are; without friction forces hold it too. *)
  is_standing : found = Stands ->
    (forall choice, exists F, holds_still (fun _ => 0) s p choice F) /\
    forall mu, (forall c, 0 <= mu c) -> forall A, coulomb_motion mu s p A -> still s A }.

Theorem check_settled s p : check_statics s p = true -> settled_as (real_scene s) (skeleton p) (finding_of p).
Proof.
  unfold check_statics. destruct (prepare s (skeleton p)) as [pr|] eqn:R; [|discriminate].
  unfold statics_conditions. rewrite !andb_true_iff.
  intros [S [[[[[[[[[[Fo H1] H2] R0] S1] S2] S3] S4] S5] S6] _]].
  assert (OK : scene_ok (real_scene s)) by now apply scene_okb_sound.
  assert (Rest : at_rest (real_scene s)) by exact (s0_sound s _ pr R R0).
  assert (Held : finding_of p <> Falls -> forall choice, exists F,
    holds_still (friction_of (real_scene s)) (real_scene s) (skeleton p) choice F /\
    (finding_of p = Stands -> smooth_forces p choice F)).
  { intros NF choice. exact (choices_are_held s p pr R S Fo Rest S2 S3 S1 S6 NF choice). }
  constructor.
  - exact Rest.
  - exact (c1_sound s _ pr R H1).
  - exact (c2_sound s _ pr R H2).
  - exact (contacts_are_complete s _ pr R H1 H2).
  - intros NF mu Le.
    assert (All : forall choice, exists F, holds_still mu (real_scene s) (skeleton p) choice F).
    { intro choice. destruct (Held NF choice) as (F & HF & _). exists F. exact (more_friction _ _ _ _ _ _ Le HF). }
    split; [exact All|]. split.
    + intros choice V. destruct (All choice) as [F HF]. exact (never_both _ _ OK mu choice F V HF).
    + destruct (All (fun _ => false)) as [F HF]. exact (rest_is_coulomb _ _ mu _ F HF).
  - intros Fa mu Le. destruct (some_choice_falls s p pr R Fo Rest H2 S4 S5 Fa) as (choice & V & HV).
    exists choice, V. apply (less_friction _ _ mu) in HV; [|exact Le]. split; [exact HV|].
    intros F HF. exact (never_both _ _ OK mu choice F V HF HV).
  - intro St. assert (NF : finding_of p <> Falls) by (rewrite St; discriminate).
    assert (Zero : forall choice, exists F, holds_still (fun _ => 0) (real_scene s) (skeleton p) choice F).
    { intro choice. destruct (Held NF choice) as (F & [Obey Balance] & Smooth). exists F. split; [|exact Balance].
      intros i phi psi I. destruct (Obey i phi psi I) as (c & C & _ & Pos & _). exists c.
      destruct (Smooth St i phi psi I) as [-> Ch]. rewrite Rabs_R0. repeat split; auto; [now left|]. lra. }
    split; [exact Zero|]. intros mu Mu A. exact (only_rest _ _ OK mu Mu Zero A).
Qed.

(** The theorem for two files: if the program says that the scene stands, can stand or falls, then the first is the
    canonical form of a scene, the second a proof that names its digest, and that is so. *)
Theorem coulomb digest scene_text proof_text found :
  check_texts digest scene_text proof_text = Settled found ->
  exists s p,
    canonical s = scene_text /\ read_statics proof_text = Some p /\
    text_of (statics_digest p) = digest scene_text /\
    settled_as (real_scene s) (skeleton p) found.
Proof.
  intro H. apply check_texts_statics in H as (s & p & R & P & C & <- & D). exists s, p.
  split; [now apply read_scene_canonical|]. split; [assumption|]. split; [assumption|].
  apply check_settled in C. now rewrite real_normal in C.
Qed.

(** The same for the bytes of two files, with SHA-256 for the digest, as a function that Coq can compute. *)
Definition settle_files (scene proof : string) : option finding :=
  match check_texts sha256 (text_of scene) (text_of proof) with
  | Settled found => Some found
  | _ => None
  end.

Theorem files_coulomb scene proof found :
  settle_files scene proof = Some found ->
  exists s p,
    canonical s = text_of scene /\ read_statics (text_of proof) = Some p /\
    text_of (statics_digest p) = sha256 (text_of scene) /\
    settled_as (real_scene s) (skeleton p) found.
Proof.
  unfold settle_files. intro H. apply coulomb.
  destruct (check_texts sha256 (text_of scene) (text_of proof)); try discriminate. now injection H as ->.
Qed.

(** ** Without friction this is stability in the sense of Stands.v *)

Lemma no_friction_zero s : no_friction s -> forall c, friction_of s c = 0.
Proof.
  intros [Hb Hp] c. unfold friction_of. destruct (find _ (friction_pairs s)) as [k|] eqn:E.
  - apply find_some in E as [E _]. now apply Hp.
  - destruct (place_of s c) as [g|] eqn:P; [|reflexivity]. unfold place_of in P.
    destruct (body_at s (vertex_body c)) as [F|] eqn:HF; [|discriminate].
    destruct (body_at s (edge_body c)) as [G|] eqn:HG; [|discriminate].
    destruct (vertex_at s _ _ _); [|discriminate]. destruct (edge_at s _ _ _) as [[p1 q1]|]; [|discriminate].
    injection P as <-. simpl. rewrite (Hb F), (Hb G) by (eapply nth_error_In; eassumption).
    unfold Rmin. now destruct (Rle_dec 0 0).
Qed.

(** Theorem 15: a scene without friction falls exactly if it is unstable. *)
Theorem frictionless_unstable s p found : settled_as s p found -> no_friction s ->
  (found = Falls <-> ~ stands s p).
Proof.
  intros H N. pose proof (no_friction_zero s N) as Z. pose proof (it_rests _ _ _ H) as Rest. split.
  - intros Fa St. destruct (is_falling _ _ _ H Fa (fun _ => 0)) as (choice & V & HV & _).
    { intro c. rewrite Z. lra. }
    assert (E : exists choice V, falls_freely (fun _ => 0) s p choice V) by (exists choice, V; exact HV).
    apply (frictionless_falls s p Rest) in E as (W & Adm & Loss). specialize (St W Adm). lra.
  - intro U. destruct found; [reflexivity| |];
      (exfalso; apply U; intros V Adm; destruct (Rle_or_lt (falls s V) 0) as [L|L]; [assumption|];
       assert (E : exists V, admissible s p V /\ 0 < falls s V) by (exists V; auto);
       apply (frictionless_falls s p Rest) in E as (choice & W & HW);
       destruct (is_held _ _ _ H ltac:(discriminate) (fun _ => 0)) as (_ & No & _);
       [intro c; rewrite Z; lra|exact (False_ind _ (No choice W HW))]).
Qed.
