(** Verdict.v -- from the bytes of the two files to a verdict. *)
Require Import List Bool Ascii String NArith ZArith QArith.
From Zwang Require Import Format Numbers Table Rows Checker Statics Ranges Accelerations Thresholds Normal Json Read.
Import ListNotations.
Open Scope list_scope.

(** [Accepted] is for proofs of zwang-proof-1, [Settled] for those of zwang-statics-1, [Ranged] for those of zwang-ranges-1,
    with the number of ranges, [Accelerates] for those of zwang-friction-1, [Limited] for those
    of zwang-threshold-1, with the frictions that hold the scene and that do not. *)
Inductive verdict :=
  | Accepted
  | Settled (found : finding)
  | Ranged (count : N)
  | Accelerates (found : moving_finding)
  | Limited (found : finding) (holds_from : Q) (falls_to : option Q)
  | Rejected (violated : list string)
  | Unreadable.

Definition note (name : string) (holds : bool) : list string := if holds then [] else [name].

Definition same_digest (digest : text -> text) (scene_text : text) (named : string) : bool :=
  same_text (text_of named) (digest scene_text).

(** The violated conditions; only Form if that is one of them, since the others need what it ensures. *)
Definition violations (digest : text -> text) (scene_text : text) (s : scene Q) (p : proof) : list string :=
  match prepare s p with
  | None => ["Form"%string]
  | Some pr =>
      if frictionless s && form pr then
        note "Digest" (same_digest digest scene_text (scene_digest p)) ++
        note "C1" (c1 pr) ++ note "C2" (c2 pr) ++ note "C3" (c3 pr) ++ note "C4" (c4 pr) ++ note "C5" (c5 pr) ++
        note "C6" (c6 pr) ++ note "C7" (c7 pr) ++ note "C8" (c8 pr) ++ note "C9" (c9 pr)
      else ["Form"%string]
  end.

Definition statics_violations (digest : text -> text) (scene_text : text) (s : scene Q) (p : statics) : list string :=
  match prepare s (skeleton p) with
  | None => ["Form"%string]
  | Some pr =>
      let t := rough_table pr in
      if form pr then
        note "Digest" (same_digest digest scene_text (statics_digest p)) ++
        note "C1" (c1 pr) ++ note "C2" (c2 pr) ++ note "S0" (s0 pr) ++ note "S1" (s1 pr t p) ++ note "S2" (s2 pr t p) ++
        note "S3" (s3 t p) ++ note "S4" (s4 pr t p) ++ note "S5" (s5 pr p) ++ note "S6" (s6 p) ++
        note "S7" (s7 pr t p)
      else ["Form"%string]
  end.

Definition ranges_violations (digest : text -> text) (scene_text : text) (s : scene Q) (r : ranges) : list string :=
  let p := statics_of r in
  match prepare s (skeleton p) with
  | None => ["Form"%string]
  | Some pr =>
      let t := rough_table pr in
      if ranges_form pr t r then
        note "Digest" (same_digest digest scene_text (ranges_digest r)) ++
        note "C1" (c1 pr) ++ note "C2" (c2 pr) ++ note "S0" (s0 pr) ++ note "S1" (ranges_s1 pr t r) ++
        note "S2" (s2 pr t p) ++ note "S3" (s3 t p) ++ note "B1" (b1 pr t r) ++ note "B2" (b2 pr t r) ++
        note "B3" (b3 pr r) ++ note "B4" (b4 r)
      else ["Form"%string]
  end.

Definition moving_violations (digest : text -> text) (scene_text : text) (s : scene Q) (m : moving) : list string :=
  match prepare s (skeleton (statics_of_moving m)) with
  | None => ["Form"%string]
  | Some pr =>
      let t := rough_table pr in
      if moving_form pr m then
        note "Digest" (same_digest digest scene_text (moving_digest m)) ++
        note "C1" (c1 pr) ++ note "C2" (c2 pr) ++ note "C3" (c3 pr) ++ note "S0" (moving_s0 pr m) ++
        note "F1" (f1 pr t m) ++ note "F2" (f2 pr t m) ++ note "F3" (f3 pr t m) ++ note "F4" (f4 pr t m) ++
        note "F5" (f5 t m) ++ note "F6" (f6 pr t m) ++ note "F7" (f7 pr t m) ++ note "V1" (v1 pr t m) ++
        note "V2" (v2 pr t m) ++ note "F9" (f9 pr t m)
      else ["Form"%string]
  end.

(** A proof of a threshold has one about statics for each of its values. *)
Definition sample_violations (digest : text -> text) (s : scene Q) (x : Q * statics) : list string :=
  let varied := with_friction _ (fst x) s in
  if scene_okb (normal varied) then statics_violations digest (canonical varied) (normal varied) (snd x)
  else ["Form"%string].

Definition is_among (name : string) (l : list string) : bool := existsb (String.eqb name) l.

Definition does_fall (x : Q * statics) : bool :=
  match finding_of (snd x) with
  | Falls => true
  | _ => false
  end.

Definition threshold_violations (digest : text -> text) (scene_text : text) (s : scene Q) (th : threshold) : list string :=
  let found := flat_map (sample_violations digest s) (samples th) in
  let own := same_digest digest scene_text (threshold_digest th) in
  let limits := note "K1" (negb (does_fall (stands th))) ++
                note "K2" (match falls_at th with Some x => does_fall x | None => true end) in
  if negb (forallb (fun x => is_nonneg (fst x)) (samples th)) || is_among "Form" found then ["Form"%string]
  else
    match found, own with
    | [], true => limits
    | _, _ =>
        match filter (fun name => is_among name (note "Digest" own ++ found))
                ["Digest"; "C1"; "C2"; "S0"; "S1"; "S2"; "S3"; "S4"; "S5"; "S6"; "S7"]%string with
        | [] => ["Form"%string]
        | l => l ++ limits
        end
    end.

(** A scene is read once, and its numbers are brought over common denominators. *)
Definition open_scene (scene_text : text) : option (scene Q) :=
  match read_scene scene_text with
  | Some s => if scene_okb (normal s) then Some (normal s) else None
  | None => None
  end.

Definition unless (violated : list string) (otherwise : verdict) : verdict :=
  match violated with
  | [] => otherwise
  | l => Rejected l
  end.

Definition judge (digest : text -> text) (scene_text : text) (s : scene Q) (proof_text : text) : verdict :=
  match read_claim proof_text with
  | None => Unreadable
  | Some (OfMotion p) => unless (violations digest scene_text s p) Accepted
  | Some (OfStatics p) => unless (statics_violations digest scene_text s p) (Settled (finding_of p))
  | Some (OfRanges r) => unless (ranges_violations digest scene_text s r) (Ranged (count_ranges r))
  | Some (OfMoving m) => unless (moving_violations digest scene_text s m) (Accelerates (moving_finding_of s m))
  | Some (OfThreshold th) =>
      match read_scene scene_text with
      | Some given => unless (threshold_violations digest scene_text given th)
                             (Limited (finding_of (snd (stands th))) (fst (stands th)) (option_map fst (falls_at th)))
      | None => Unreadable
      end
  end.

(** The verdict on two files. The digest is a parameter: nothing that is proved depends on it. *)
Definition check_texts (digest : text -> text) (scene_text proof_text : text) : verdict :=
  match open_scene scene_text with
  | None => Unreadable
  | Some s => judge digest scene_text s proof_text
  end.

Lemma note_nil name holds : note name holds = [] -> holds = true.
Proof. unfold note. now destruct holds. Qed.

Lemma no_violation digest scene_text s p : violations digest scene_text s p = [] ->
  exists pr, prepare s p = Some pr /\ frictionless s = true /\ conditions pr = true /\
             text_of (scene_digest p) = digest scene_text.
Proof.
  unfold violations. destruct (prepare s p) as [pr|]; [|discriminate].
  destruct (frictionless s && form pr) eqn:F; [|discriminate]. apply andb_prop in F as [Fr F]. intro H.
  repeat (apply app_eq_nil in H as [?H H]).
  exists pr. split; [reflexivity|]. split; [assumption|]. unfold conditions.
  repeat match goal with E : note _ _ = [] |- _ => apply note_nil in E; try rewrite E end.
  rewrite F. split; [reflexivity|]. now apply same_text_eq.
Qed.

Lemma no_statics_violation digest scene_text s p : statics_violations digest scene_text s p = [] ->
  exists pr, prepare s (skeleton p) = Some pr /\ statics_conditions pr p = true /\
             text_of (statics_digest p) = digest scene_text.
Proof.
  unfold statics_violations. destruct (prepare s (skeleton p)) as [pr|]; [|discriminate].
  destruct (form pr) eqn:F; [|discriminate]. intro H.
  repeat (apply app_eq_nil in H as [?H H]).
  exists pr. split; [reflexivity|]. unfold statics_conditions.
  repeat match goal with E : note _ _ = [] |- _ => apply note_nil in E; try rewrite E end.
  rewrite F. split; [reflexivity|]. now apply same_text_eq.
Qed.

Lemma no_ranges_violation digest scene_text s r : ranges_violations digest scene_text s r = [] ->
  exists pr, prepare s (skeleton (statics_of r)) = Some pr /\ ranges_conditions pr r = true /\
             text_of (ranges_digest r) = digest scene_text.
Proof.
  unfold ranges_violations. destruct (prepare s (skeleton (statics_of r))) as [pr|]; [|discriminate].
  destruct (ranges_form pr (rough_table pr) r) eqn:F; [|discriminate]. intro H.
  repeat (apply app_eq_nil in H as [?H H]).
  exists pr. split; [reflexivity|]. unfold ranges_conditions.
  repeat match goal with E : note _ _ = [] |- _ => apply note_nil in E; try rewrite E end.
  rewrite F. split; [reflexivity|]. now apply same_text_eq.
Qed.

Lemma no_moving_violation digest scene_text s m : moving_violations digest scene_text s m = [] ->
  exists pr, prepare s (skeleton (statics_of_moving m)) = Some pr /\ moving_conditions pr m = true /\
             text_of (moving_digest m) = digest scene_text.
Proof.
  unfold moving_violations. destruct (prepare s (skeleton (statics_of_moving m))) as [pr|]; [|discriminate].
  destruct (moving_form pr m) eqn:F; [|discriminate]. intro H.
  repeat (apply app_eq_nil in H as [?H H]).
  exists pr. split; [reflexivity|]. unfold moving_conditions.
  repeat match goal with E : note _ _ = [] |- _ => apply note_nil in E; try rewrite E end.
  rewrite F. split; [reflexivity|]. now apply same_text_eq.
Qed.

Lemma no_threshold_violation digest scene_text s th : threshold_violations digest scene_text s th = [] ->
  (forall x, In x (samples th) -> is_nonneg (fst x) = true /\ sample_violations digest s x = []) /\
  text_of (threshold_digest th) = digest scene_text /\ finding_of (snd (stands th)) <> Falls /\
  (forall x, falls_at th = Some x -> finding_of (snd x) = Falls).
Proof.
  unfold threshold_violations. destruct (forallb _ (samples th)) eqn:P; [|discriminate].
  destruct (is_among _ _); [discriminate|]. simpl negb. simpl orb.
  destruct (flat_map (sample_violations digest s) (samples th)) as [|n l] eqn:E;
    [|destruct (filter _ _); [discriminate|intro H; apply app_eq_nil in H as [H _]; discriminate]].
  destruct (same_digest digest scene_text (threshold_digest th)) eqn:D;
    [|destruct (filter _ _); [discriminate|intro H; apply app_eq_nil in H as [H _]; discriminate]].
  intro H. apply app_eq_nil in H as [H1 H2]. apply note_nil in H1, H2. apply negb_true_iff in H1.
  split; [|split; [now apply same_text_eq|split]].
  - intros x I. rewrite forallb_forall in P. split; [now apply P|]. clear - E I.
    induction (samples th) as [|y m IH]; [contradiction|]. simpl in E. apply app_eq_nil in E as [E1 E2].
    destruct I as [<-|I]; auto.
  - unfold does_fall in H1. intro F. now rewrite F in H1.
  - intros x F. rewrite F in H2. unfold does_fall in H2. now destruct (finding_of (snd x)).
Qed.

(** Only proofs of one format lead to each verdict. *)
Lemma unless_is l v w : unless l v = w -> (forall r, w <> Rejected r) -> l = [] /\ v = w.
Proof. destruct l; simpl; intros H N; [auto|]. exfalso. now apply (N _ (eq_sym H)). Qed.

(** What Accepted means for the two files: they can be read, and the checker accepts what they say. *)
Theorem check_texts_sound digest scene_text proof_text : check_texts digest scene_text proof_text = Accepted ->
  exists s p, read_scene scene_text = Some s /\ read_proof proof_text = Some p /\
              check (normal s) p = true /\ text_of (scene_digest p) = digest scene_text.
Proof.
  unfold check_texts, open_scene, read_proof. destruct (read_scene scene_text) as [s|]; [|discriminate].
  destruct (scene_okb (normal s)) eqn:K; [|discriminate]. unfold judge.
  destruct (read_claim proof_text) as [[p|p|p|p|p]|]; [| | | | |discriminate];
    try (destruct (read_scene scene_text); [|discriminate]); intro H; apply unless_is in H as [V H]; try discriminate.
  apply no_violation in V as (pr & P & Fr & C & D). exists s, p. unfold check. rewrite P, K, Fr, C. auto.
Qed.

(** The same of a proof about statics. *)
Theorem check_texts_statics digest scene_text proof_text found :
  check_texts digest scene_text proof_text = Settled found ->
  exists s p, read_scene scene_text = Some s /\ read_statics proof_text = Some p /\
              check_statics (normal s) p = true /\ finding_of p = found /\
              text_of (statics_digest p) = digest scene_text.
Proof.
  unfold check_texts, open_scene, read_statics. destruct (read_scene scene_text) as [s|]; [|discriminate].
  destruct (scene_okb (normal s)) eqn:K; [|discriminate]. unfold judge.
  destruct (read_claim proof_text) as [[p|p|p|p|p]|]; [| | | | |discriminate];
    try (destruct (read_scene scene_text); [|discriminate]); intro H; apply unless_is in H as [V H]; try discriminate.
  injection H as H. apply no_statics_violation in V as (pr & P & C & D). exists s, p. unfold check_statics. rewrite P, K, C. auto.
Qed.

(** And of one about ranges. *)
Theorem check_texts_ranges digest scene_text proof_text count :
  check_texts digest scene_text proof_text = Ranged count ->
  exists s r, read_scene scene_text = Some s /\ read_ranges proof_text = Some r /\
              check_ranges (normal s) r = true /\ count_ranges r = count /\
              text_of (ranges_digest r) = digest scene_text.
Proof.
  unfold check_texts, open_scene, read_ranges. destruct (read_scene scene_text) as [s|]; [|discriminate].
  destruct (scene_okb (normal s)) eqn:K; [|discriminate]. unfold judge.
  destruct (read_claim proof_text) as [[p|p|p|p|p]|]; [| | | | |discriminate];
    try (destruct (read_scene scene_text); [|discriminate]); intro H; apply unless_is in H as [V H]; try discriminate.
  injection H as H. apply no_ranges_violation in V as (pr & P & C & D). exists s, p. unfold check_ranges. rewrite P, K, C. auto.
Qed.

(** And of one about accelerations with friction. *)
Theorem check_texts_moving digest scene_text proof_text found :
  check_texts digest scene_text proof_text = Accelerates found ->
  exists s m, read_scene scene_text = Some s /\ read_moving proof_text = Some m /\
              check_moving (normal s) m = true /\ moving_finding_of (normal s) m = found /\
              text_of (moving_digest m) = digest scene_text.
Proof.
  unfold check_texts, open_scene, read_moving. destruct (read_scene scene_text) as [s|]; [|discriminate].
  destruct (scene_okb (normal s)) eqn:K; [|discriminate]. unfold judge.
  destruct (read_claim proof_text) as [[p|p|p|p|p]|]; [| | | | |discriminate];
    try (destruct (read_scene scene_text); [|discriminate]); intro H; apply unless_is in H as [V H]; try discriminate.
  injection H as H. apply no_moving_violation in V as (pr & P & C & D). exists s, p. unfold check_moving. rewrite P, K, C. auto.
Qed.

(** And of one about a threshold of friction. *)
Theorem check_texts_threshold digest scene_text proof_text found from to :
  check_texts digest scene_text proof_text = Limited found from to ->
  exists s th, read_scene scene_text = Some s /\ read_threshold proof_text = Some th /\
    text_of (threshold_digest th) = digest scene_text /\
    finding_of (snd (stands th)) = found /\ fst (stands th) = from /\ option_map fst (falls_at th) = to /\
    found <> Falls /\ (forall x, falls_at th = Some x -> finding_of (snd x) = Falls) /\
    forall x, In x (samples th) -> is_nonneg (fst x) = true /\
      check_statics (normal (with_friction _ (fst x) s)) (snd x) = true /\
      text_of (statics_digest (snd x)) = digest (canonical (with_friction _ (fst x) s)).
Proof.
  unfold check_texts, open_scene, read_threshold. destruct (read_scene scene_text) as [s|] eqn:R; [|discriminate].
  destruct (scene_okb (normal s)) eqn:K; [|discriminate]. unfold judge.
  destruct (read_claim proof_text) as [[p|p|p|p|p]|]; [| | | | |discriminate];
    try (rewrite R); intro H; apply unless_is in H as [V H]; try discriminate.
  injection H as H1 H2 H3. apply no_threshold_violation in V as (Each & D & NF & Fa). exists s, p.
  split; [reflexivity|]. split; [reflexivity|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  split; [assumption|]. split; [now rewrite <- H1|]. split; [assumption|].
  intros x I. destruct (Each x I) as [Pos Vx]. split; [assumption|]. unfold sample_violations in Vx.
  destruct (scene_okb (normal (with_friction Q (fst x) s))) eqn:Ok; [|discriminate]. apply no_statics_violation in Vx as (pr & P & C & Dx).
  unfold check_statics. rewrite P, Ok, C. auto.
Qed.

(** A fraction as the program says it. *)
Definition fraction_text (x : Q) : text :=
  integer_text (Qnum x) ++ (if Pos.eqb (Qden x) 1 then [] else "/"%char :: integer_text (Zpos (Qden x))).

(** The number of ranges, in digits, as the program says it. *)
Definition number_of_ranges (count : N) : text := integer_text (Z.of_N count).
