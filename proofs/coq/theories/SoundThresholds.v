(** SoundThresholds.v -- what an accepted proof about a threshold of friction says (K1 and K2; Theorem 18 of
    proofs/THEOREM.md for friction): with the friction of [stands] everywhere, and with more, forces hold the scene for
    every choice of the sides of corners; with that of [falls], and with less, for some choice there is a fall and none
    hold it. *)
Require Import List Bool String NArith ZArith QArith Reals Qreals Lra.
From Zwang Require Import Format Meaning Numbers Checker Statics Thresholds Normal Json Read Verdict.
From Zwang Require Import SoundLists SoundComplete MotionConverse Forces Stands Sha256 Files Friction SoundStatics Coulomb.
Import ListNotations.
Open Scope R_scope.

(** One friction at all contacts of a scene. *)
Definition everywhere (s : scene R) (t : R) (c : contact) : R :=
  match place_of s c with
  | Some _ => t
  | None => 0
  end.

(** What is claimed of a scene and the proofs for two frictions. *)
Record limited_by (s : scene Q) (th : threshold) : Prop := {
  holds_above : let S := real_scene (with_friction _ (fst (Thresholds.stands th)) s) in
    let q := skeleton (snd (Thresholds.stands th)) in
    at_rest S /\ parts_apart S /\ listed_right S q /\ contacts_complete S q /\
    forall t, Q2R (fst (Thresholds.stands th)) <= t ->
      forall choice, exists F, holds_still (everywhere S t) S q choice F;
  falls_below : forall f p, falls_at th = Some (f, p) ->
    let S := real_scene (with_friction _ f s) in
    let q := skeleton p in
    at_rest S /\ parts_apart S /\ listed_right S q /\ contacts_complete S q /\
    forall t, 0 <= t <= Q2R f ->
      exists choice V, falls_freely (everywhere S t) S q choice V /\
        forall F, ~ holds_still (everywhere S t) S q choice F }.

(** In the scene varied at t every contact has the friction t. *)
Lemma varied_friction t s c : friction_of (real_scene (with_friction _ t s)) c
  = everywhere (real_scene (with_friction _ t s)) (Q2R t) c.
Proof.
  unfold friction_of, everywhere. simpl friction_pairs. simpl find.
  destruct (place_of _ c) as [g|] eqn:P; [|reflexivity]. unfold place_of in P.
  assert (Own : forall b B, body_at (real_scene (with_friction _ t s)) b = Some B -> friction B = Q2R t).
  { intros b B H. unfold body_at, real_scene, with_friction, scene_map in H. simpl in H.
    apply nth_error_In, in_map_iff in H as (B' & <- & H). apply in_map_iff in H as (B0 & <- & _). reflexivity. }
  destruct (body_at _ (vertex_body c)) as [F|] eqn:HF; [|discriminate].
  destruct (body_at _ (edge_body c)) as [E|] eqn:HE; [|discriminate].
  destruct (vertex_at _ _ _ _); [|discriminate]. destruct (edge_at _ _ _ _) as [[p1 q1]|]; [|discriminate].
  injection P as <-. simpl. rewrite (Own _ F HF), (Own _ E HE). unfold Rmin. now destruct (Rle_dec _ _).
Qed.

(** The theorem for two files. *)
Theorem threshold_of_friction digest scene_text proof_text found from to :
  check_texts digest scene_text proof_text = Limited found from to ->
  exists s th,
    canonical s = scene_text /\ read_threshold proof_text = Some th /\
    text_of (threshold_digest th) = digest scene_text /\
    fst (Thresholds.stands th) = from /\ option_map fst (falls_at th) = to /\ finding_of (snd (Thresholds.stands th)) = found /\
    limited_by s th.
Proof.
  intro H. apply check_texts_threshold in H as (s & th & R & P & D & Fo & Fr & To & NF & Fa & Each). exists s, th.
  split; [now apply read_scene_canonical|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  split; [assumption|]. split; [assumption|].
  assert (Settled : forall x, In x (samples th) ->
    settled_as (real_scene (with_friction _ (fst x) s)) (skeleton (snd x)) (finding_of (snd x))).
  { intros x I. destruct (Each x I) as (_ & C & _). apply check_settled in C. now rewrite real_normal in C. }
  constructor.
  - intros S q. pose proof (Settled (Thresholds.stands th) (or_introl eq_refl)) as M. fold S q in M.
    split; [exact (it_rests _ _ _ M)|]. split; [exact (it_is_apart _ _ _ M)|].
    split; [exact (contacts_listed _ _ _ M)|]. split; [exact (none_missing _ _ _ M)|].
    intros t Le. rewrite Fo in M. destruct (is_held _ _ _ M NF (everywhere S t)) as [All _]; [|exact All].
    intro c. unfold S. rewrite varied_friction. unfold everywhere. destruct (place_of _ c); lra.
  - intros f p E S q. assert (I : In (f, p) (samples th)) by (unfold samples; rewrite E; right; now left).
    pose proof (Settled (f, p) I) as M. simpl in M. fold S q in M. pose proof (Fa (f, p) E) as Fl. simpl in Fl. rewrite Fl in M.
    split; [exact (it_rests _ _ _ M)|]. split; [exact (it_is_apart _ _ _ M)|].
    split; [exact (contacts_listed _ _ _ M)|]. split; [exact (none_missing _ _ _ M)|].
    intros t Le. apply (is_falling _ _ _ M eq_refl).
    intro c. unfold S. rewrite varied_friction. unfold everywhere. destruct (place_of _ c); lra.
Qed.
