(** Statement.v -- the theorems in full, each proved again by its name alone. *)
Require Import List String NArith ZArith QArith Reals Qreals.
From Zwang Require Import Format Meaning Motion Numbers Table Rows Checker Normal Json Read Verdict Optimum.
From Zwang Require Import SoundLists SoundCase SoundGroups SoundAnswer Forces MotionJet MotionScene MotionConverse Gauss.
Import ListNotations.
Open Scope R_scope.

(** An accepted file is the motion that Gauss' principle demands. *)
Theorem an_accepted_file_is_right :
  forall (digest : text -> text) (scene_text proof_text : text),
  check_texts digest scene_text proof_text = Accepted ->
  exists s p,
    canonical s = scene_text /\ read_proof proof_text = Some p /\
    text_of (scene_digest p) = digest scene_text /\
    (forall A z B, answer p A -> lawful (real_scene s) z B ->
       restraint (real_scene s) A <= restraint (real_scene s) B /\
       (restraint (real_scene s) B <= restraint (real_scene s) A -> answer p B)) /\
    (forall A B, answer p A -> admissible (real_scene s) p B ->
       restraint (real_scene s) A <= restraint (real_scene s) B /\
       (restraint (real_scene s) B <= restraint (real_scene s) A -> answer p B)) /\
    (forall A, answer p A -> admissible (real_scene s) p A) /\
    (forall z B, lawful (real_scene s) z B -> admissible (real_scene s) p B) /\
    (forall z A, path_starts (real_scene s) z A -> strictly_admissible (real_scene s) p A ->
       shortly (bodies_apart (real_scene s) z)) /\
    (forall A, pins (real_scene s) = [] -> strictly_admissible (real_scene s) p A ->
       exists z, lawful (real_scene s) z A) /\
    ((forall g, In g (groups p) -> answers g <> []) -> exists A, answer p A) /\
    ((exists g, In g (groups p) /\ answers g = []) -> forall z B, ~ lawful (real_scene s) z B).
Proof.
  intros d st pt H. destruct (gauss d st pt H) as (s & p & C & P & D & M). exists s, p.
  split; [exact C|]. split; [exact P|]. split; [exact D|].
  split; [exact (least_of_lawful _ _ M)|]. split; [exact (least_of_admissible _ _ M)|].
  split; [exact (answers_admissible _ _ M)|]. split; [exact (lawful_are_admissible _ _ M)|].
  split; [exact (strict_stay_apart _ _ M)|]. split; [exact (strict_are_lawful _ _ M)|].
  split; [exact (some_answer _ _ M)|exact (no_lawful _ _ M)].
Qed.

(** What is read of a scene is what the file says: written in canonical form it is the file. *)
Theorem nothing_is_misread :
  forall scene_text s, read_scene scene_text = Some s -> canonical s = scene_text.
Proof. exact read_scene_canonical. Qed.

(** Newton and Euler hold for every body of every optimal case, with the forces of the file. *)
Theorem forces_are_in_balance :
  forall s p pr, prepare s p = Some pr -> scene_okb s = true -> conditions pr = true ->
  forall g gr c o, at_index (groups p) g = Some gr -> In c (cases gr) -> optimal c = Some o ->
  forall b, In b (members gr) ->
    newton_euler (real_scene s) b (motion_case gr o b) (loads (real_scene s) p (denominator o) c).
Proof. exact forces_balance. Qed.

(** A contact that the proof calls idle carries no force in any force system of the answer's case. *)
Theorem idle_contacts_are_idle :
  forall s p pr, prepare s p = Some pr -> conditions pr = true ->
  forall g gr c o, at_index (groups p) g = Some gr -> In c (cases gr) -> optimal c = Some o ->
  forall phi fx fy i, idle_case pr g gr c = true -> force_system s pr g gr c o phi fx fy ->
    In i (resting pr g gr c o) -> force_at (keyed (forces c)) i = 0%Z -> phi i = 0.
Proof. exact idle_carries_nothing. Qed.

(** At rest an answer that moves anything loses potential energy. *)
Theorem what_moves_from_rest_falls :
  forall s p pr, prepare s p = Some pr -> scene_okb s = true -> conditions pr = true -> at_rest (real_scene s) ->
  forall g gr c o, at_index (groups p) g = Some gr -> In c (cases gr) -> optimal c = Some o ->
  forall b, In b (members gr) -> motion_case gr o b <> tzero ->
    0 < sum_over (members gr) (fun b => loss s b (motion_case gr o b)).
Proof. exact rest_falls. Qed.

Print scene. Print matter. Print answer. Print admissible. Print restraint. Print body_restraint.
Print lawful. Print bodies_apart. Print apart. Print pins_hold. Print path_starts. Print starts_with. Print moved.
Print shortly. Print strictly_admissible. Print newton_euler. Print loads. Print force_system. Print at_rest. Print loss.
