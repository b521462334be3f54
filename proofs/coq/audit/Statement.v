(** Statement.v -- the theorems in full, each proved again by its name alone. *)
Require Import List String NArith ZArith QArith Reals Qreals.
From Zwang Require Import Format Meaning Motion Numbers Table Core Rows Loads Checker Statics Ranges Accelerations Thresholds Normal Json Read Verdict Optimum.
From Zwang Require Import SoundLists SoundCase SoundGroups SoundAnswer Forces MotionJet MotionScene MotionConverse.
From Zwang Require Import MotionPins MotionLimit MotionExample Gauss Sha256 Files Stands Friction Farkas Coulomb.
From Zwang Require Import Bounds SoundRanges SoundAccelerations SoundThresholds.
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
    (forall A, pins_in_trees (real_scene s) -> pins_admit (real_scene s) A ->
       strictly_admissible (real_scene s) p A -> exists z, lawful (real_scene s) z A) /\
    ((forall g, In g (groups p) -> answers g <> []) -> exists A, answer p A) /\
    ((exists g, In g (groups p) /\ answers g = []) -> forall z B, ~ lawful (real_scene s) z B) /\
    no_friction (real_scene s).
Proof.
  intros d st pt H. destruct (gauss d st pt H) as (s & p & C & P & D & M). exists s, p.
  split; [exact C|]. split; [exact P|]. split; [exact D|].
  split; [exact (least_of_lawful _ _ M)|]. split; [exact (least_of_admissible _ _ M)|].
  split; [exact (answers_admissible _ _ M)|]. split; [exact (lawful_are_admissible _ _ M)|].
  split; [exact (strict_stay_apart _ _ M)|]. split; [exact (strict_are_lawful _ _ M)|].
  split; [exact (some_answer _ _ M)|]. split; [exact (no_lawful _ _ M)|exact (is_frictionless _ _ M)].
Qed.

(** An accepted file about statics with friction is right: the scene rests, the contacts are those of the scene, and it
    stands, can stand or falls. *)
Theorem an_accepted_file_about_statics_is_right :
  forall (digest : text -> text) (scene_text proof_text : text) (found : finding),
  check_texts digest scene_text proof_text = Settled found ->
  exists s p,
    canonical s = scene_text /\ read_statics proof_text = Some p /\
    text_of (statics_digest p) = digest scene_text /\
    let r := real_scene s in
    let q := skeleton p in
    at_rest r /\ parts_apart r /\ listed_right r q /\ contacts_complete r q /\
    (found <> Falls -> forall mu, (forall c, friction_of r c <= mu c) ->
       (forall choice, exists F, holds_still mu r q choice F) /\
       (forall choice V, ~ falls_freely mu r q choice V) /\ coulomb_motion mu r q no_motion) /\
    (found = Falls -> forall mu, (forall c, mu c <= friction_of r c) ->
       exists choice V, falls_freely mu r q choice V /\ forall F, ~ holds_still mu r q choice F) /\
    (found = Stands ->
       (forall choice, exists F, holds_still (fun _ => 0) r q choice F) /\
       forall mu, (forall c, 0 <= mu c) -> forall A, coulomb_motion mu r q A -> still r A).
Proof.
  intros d st pt found H. destruct (coulomb d st pt found H) as (s & p & C & P & D & M). exists s, p.
  split; [exact C|]. split; [exact P|]. split; [exact D|].
  split; [exact (it_rests _ _ _ M)|]. split; [exact (it_is_apart _ _ _ M)|].
  split; [exact (contacts_listed _ _ _ M)|]. split; [exact (none_missing _ _ _ M)|].
  split; [exact (is_held _ _ _ M)|]. split; [exact (is_falling _ _ _ M)|exact (is_standing _ _ _ M)].
Qed.

(** The same, for the bytes of two files. *)
Theorem accepted_bytes_about_statics_are_right :
  forall scene proof found, settle_files scene proof = Some found ->
  exists s p,
    canonical s = text_of scene /\ read_statics (text_of proof) = Some p /\
    text_of (statics_digest p) = sha256 (text_of scene) /\
    settled_as (real_scene s) (skeleton p) found.
Proof. exact files_coulomb. Qed.

(** An accepted file of ranges of forces is right: the scene rests, the contacts are those of the scene, forces hold it,
    and what each listed component may be, over all forces that hold it, is an interval with the ends listed. *)
Theorem an_accepted_file_of_ranges_is_right :
  forall (digest : text -> text) (scene_text proof_text : text) (count : N),
  check_texts digest scene_text proof_text = Ranged count ->
  exists s r,
    canonical s = scene_text /\ read_ranges proof_text = Some r /\ count_ranges r = count /\
    text_of (ranges_digest r) = digest scene_text /\
    let S := real_scene s in
    let q := skeleton (statics_of r) in
    at_rest S /\ parts_apart S /\ listed_right S q /\ contacts_complete S q /\
    (forall choice, exists F, holds_still (friction_of S) S q choice F) /\
    (forall gr c e, In gr (ranges_groups r) -> In (c, e) (entries gr) ->
       forall choice, interval (takes (friction_of S) S q choice c)
         (option_map Q2R (end_value gr c (least_end e))) (option_map Q2R (end_value gr c (largest_end e)))).
Proof.
  intros d st pt count H. destruct (ranges_of_forces d st pt count H) as (s & r & C & P & N & D & M). exists s, r.
  split; [exact C|]. split; [exact P|]. split; [exact N|]. split; [exact D|].
  split; [exact (ranges_rest _ _ _ M)|]. split; [exact (ranges_apart _ _ _ M)|].
  split; [exact (ranges_listed _ _ _ M)|]. split; [exact (ranges_complete _ _ _ M)|].
  split; [exact (ranges_held _ _ _ M)|exact (ranges_are _ _ _ M)].
Qed.

(** An accepted file of accelerations with friction is right: the contacts are those of the scene, velocities are
    admissible, and for each answer there are forces with which its bodies move as the law says. *)
Theorem an_accepted_file_of_accelerations_is_right :
  forall (digest : text -> text) (scene_text proof_text : text) (found : moving_finding),
  check_texts digest scene_text proof_text = Accelerates found ->
  exists s m,
    canonical s = scene_text /\ read_moving proof_text = Some m /\ moving_finding_of (normal s) m = found /\
    text_of (moving_digest m) = digest scene_text /\
    let S := real_scene s in
    let q := skeleton (statics_of_moving m) in
    parts_apart S /\ listed_right S q /\ contacts_complete S q /\ velocities_admissible S q /\
    (is_convex m = true -> at_rest S) /\
    (forall gr a, In gr (moving_groups m) -> In a (moving_answers gr) ->
       exists A F, (forall b t, In (b, t) (combine (moving_bodies gr) (accelerated a)) -> A b = over (moving_common a) t) /\
         moves_by_law (is_convex m) S q (moving_bodies gr) (chosen_sides a) A F).
Proof.
  intros d st pt found H. destruct (accelerations_by_law d st pt found H) as (s & m & C & P & N & D & M). exists s, m.
  split; [exact C|]. split; [exact P|]. split; [exact N|]. split; [exact D|].
  split; [exact (moving_apart _ _ _ M)|]. split; [exact (moving_listed _ _ _ M)|].
  split; [exact (moving_complete _ _ _ M)|]. split; [exact (moving_lawfully _ _ _ M)|].
  split; [exact (moving_rest _ _ _ M)|exact (answers_by_law _ _ _ M)].
Qed.

(** An accepted file about a threshold of friction is right: with the first friction everywhere, and with more, forces
    hold the scene; with the second, and with less, they do not. *)
Theorem an_accepted_file_about_friction_is_right :
  forall (digest : text -> text) (scene_text proof_text : text) (found : finding) (from : Q) (to : option Q),
  check_texts digest scene_text proof_text = Limited found from to ->
  exists s th,
    canonical s = scene_text /\ read_threshold proof_text = Some th /\
    text_of (threshold_digest th) = digest scene_text /\
    fst (Thresholds.stands th) = from /\ option_map fst (falls_at th) = to /\
    finding_of (snd (Thresholds.stands th)) = found /\ limited_by s th.
Proof. exact threshold_of_friction. Qed.

(** The cones of forces and their duals: together they do no negative work, and the dual has all of which that is so. *)
Theorem cones_have_these_duals :
  (forall k f v, in_cone k f -> in_dual k v -> 0 <= paired f v) /\
  (forall k v, match k with Wedge mu => 0 <= mu | _ => True end ->
     (forall f, in_cone k f -> 0 <= paired f v) -> in_dual k v).
Proof. exact (conj cone_duality dual_is_whole). Qed.

(** For every choice there are forces that hold the scene, or there is a fall. *)
Theorem there_is_always_one_or_the_other :
  forall s p, scene_ok s -> forall choice mu, (forall c, 0 <= mu c) ->
  (exists F, holds_still mu s p choice F) \/ (exists V, falls_freely mu s p choice V).
Proof. exact one_or_the_other. Qed.

(** Without friction a scene falls exactly if it is unstable. *)
Theorem falling_without_friction_is_being_unstable :
  forall s p found, settled_as s p found -> no_friction s -> (found = Falls <-> ~ stands s p).
Proof. exact frictionless_unstable. Qed.

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

(** Where that holds, mass times acceleration is the sum of the forces of contacts and pins, weight and loads; and so for
    torques. *)
Theorem loads_count_as_weights_do :
  forall s b a l B m, newton_euler s b a l ->
  body_at s b = Some B -> free B = Some m -> 0 < mass m -> 0 < inertia m ->
  times (mass m) (Point (tx a) (ty a))
  = plus (total_force b l) (plus (times (mass m) (gravity s)) (force_on s b)) /\
  inertia m * tr a = total_torque b (centroid m) l + torque_on s b (centroid m).
Proof. exact weights_and_loads. Qed.

(** Without loads a free body accelerates with gravity where nothing holds it. *)
Theorem without_loads_there_is_only_gravity :
  forall s b B, body_at s b = Some B -> free B <> None -> dead_loads s = [] ->
  free_acceleration s b = Twist (px (gravity s)) (py (gravity s)) 0.
Proof. exact free_without_loads. Qed.

(** A contact that the proof calls idle carries no force in any force system of the answer's case. *)
Theorem idle_contacts_are_idle :
  forall s p pr, prepare s p = Some pr -> conditions pr = true ->
  forall g gr c o, at_index (groups p) g = Some gr -> In c (cases gr) -> optimal c = Some o ->
  forall phi fx fy i, idle_case pr g gr c = true -> force_system s pr g gr c o phi fx fy ->
    In i (resting pr g gr c o) -> force_at (keyed (forces c)) i = 0%Z -> phi i = 0.
Proof. exact idle_carries_nothing. Qed.

(** At rest weights and loads do positive work under an answer that moves anything. *)
Theorem what_moves_from_rest_falls :
  forall s p pr, prepare s p = Some pr -> scene_okb s = true -> conditions pr = true -> at_rest (real_scene s) ->
  forall g gr c o, at_index (groups p) g = Some gr -> In c (cases gr) -> optimal c = Some o ->
  forall b, In b (members gr) -> motion_case gr o b <> tzero ->
    0 < sum_over (members gr) (fun b => loss s b (motion_case gr o b)).
Proof. exact rest_falls. Qed.

(** At rest a scene stands exactly if the answer is 0, and then forces hold it up; if not, the answer is a motion that
    no contact resists and under which weights and loads do positive work. *)
Theorem what_stands_has_the_answer_zero :
  forall s p, check s p = true -> at_rest (real_scene s) ->
  (exists A, answer p A) /\
  (stands (real_scene s) p <-> forall A, answer p A -> still (real_scene s) A) /\
  (stands (real_scene s) p <-> exists A, answer p A /\ still (real_scene s) A) /\
  (stands (real_scene s) p -> forall gr, In gr (groups p) -> held_up (real_scene s) p gr) /\
  (forall A, answer p A -> ~ still (real_scene s) A ->
     admissible (real_scene s) p A /\ 0 < falls (real_scene s) A).
Proof. exact stands_iff_zero. Qed.

(** Lawful motions come as near to an admissible acceleration as one likes, if some acceleration opens all gaps. *)
Theorem admissible_accelerations_are_limits :
  forall s pf A B,
  scene_ok s -> parts_apart s -> contacts_complete s pf -> velocities_admissible s pf ->
  pins_in_trees s -> admissible s pf A -> pins_admit s B -> opens_all s pf B ->
  forall e, 0 < e <= 1 ->
  exists z, lawful s z (towards e A B) /\
    restraint s (towards e A B) <= restraint s A + e * (restraint s B - restraint s A).
Proof. exact admissible_approached. Qed.

(** The first theorem, for the bytes of two files. *)
Theorem accepted_bytes_are_right :
  forall scene proof, check_files scene proof = true ->
  exists s p,
    canonical s = text_of scene /\ read_proof (text_of proof) = Some p /\
    text_of (scene_digest p) = sha256 (text_of scene) /\
    demanded (real_scene s) p.
Proof. exact files_gauss. Qed.

(** The definitions are not empty: a brick that slides. *)
Theorem a_proof_is_accepted : check sliding_scene sliding_proof = true.
Proof. exact sliding_accepted. Qed.
Theorem its_answer_is_lawful :
  answer sliding_proof no_acceleration /\ lawful (real_scene sliding_scene) sliding_path no_acceleration.
Proof. exact (conj sliding_answer sliding_lawful). Qed.

Print scene. Print matter. Print dead_load. Print scene_map. Print loads_on. Print force_on. Print torque_on.
Print free_acceleration. Print answer. Print admissible. Print restraint. Print body_restraint.
Print lawful. Print bodies_apart. Print apart. Print pins_hold. Print path_starts. Print starts_with. Print moved.
Print shortly. Print strictly_admissible. Print newton_euler. Print loads. Print force_system. Print at_rest. Print loss.
Print pins_in_trees. Print hangs. Print in_order. Print pins_admit. Print opens_all.
Print friction_of. Print holding_forces. Print holding_loads. Print of_choice. Print obeys_coulomb. Print holds_still.
Print opening. Print slipping. Print falls_freely. Print coulomb_motion. Print no_friction.
Print moves_by_law. Print imposes. Print bears_both. Print by_the_law. Print opens_lawfully. Print slide_speed.
Print slide_accel. Print meets. Print moving_finding_of.
Print limited_by. Print everywhere. Print with_friction.
Print takes. Print size_of. Print interval. Print entries. Print end_value. Print size_in. Print in_cone. Print in_dual.
Print stands. Print still. Print held_up. Print falls. Print falls_from. Print body_falls.
