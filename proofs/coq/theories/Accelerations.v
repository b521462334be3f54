(** Accelerations.v -- the conditions of proofs/FORMAT.md, section 10, as a program, for groups that move: F1 to F7, F9, V1
    and V2.

    Answers are held cases of Statics.v that move ([statics_of_moving]), so that Form is that of Checker.v. Leaves
    (N1 to N4) and symmetries (F8) are not read. Everything here is computed and nothing proved; SoundAccelerations.v
    shows what it implies. *)
Require Import List Bool String NArith ZArith QArith.
From Zwang Require Import Format Numbers Table Core Rows Loads Checker Statics.
Import ListNotations.

(** ** What a proof is *)

(** A motion with its forces, all multiplied by [moving_common]. *)
Record acceleration := Acceleration {
  chosen_sides : list (N * N);
  moving_common : Z;
  accelerated : list (twist Z);
  moving_presses : list (N * (Z * Z));
  moving_pulls : list (N * (Z * Z)) }.

Record moving_group := MovingGroup { moving_bodies : list N; moving_answers : list acceleration }.

(** Convex: the motion of least restraint among those that leave the cones of friction; else Coulomb's law. *)
Record moving := Moving {
  moving_digest : string;
  moving_separations : list separation;
  moving_contacts : list contact;
  moving_corners : list corner;
  is_convex : bool;
  moving_groups : list moving_group }.

Definition trial_of_answer (a : acceleration) : statics_case :=
  StaticsCase (chosen_sides a) (Held (moving_common a) (moving_presses a) (moving_pulls a)).

Definition group_of_answers (g : moving_group) : statics_group :=
  StaticsGroup (moving_bodies g) (map trial_of_answer (moving_answers g)).

Definition statics_of_moving (m : moving) : statics :=
  Statics (moving_digest m) (moving_separations m) (moving_contacts m) (moving_corners m)
          (map group_of_answers (moving_groups m)).

(** ** Quantities *)

(** D times the gap acceleration and the sliding acceleration. *)
Definition accelerates (D : Z) (y : table (twist Z)) (r : rough) : Q * Q :=
  (scaled_value D y (the_row (smooth_part r)), scaled_value D y (along_edge r)).

(** The sense in which a contact slides: 1, 0 or -1. *)
Definition sense (r : rough) : Z := Z.sgn (Qnum (qspeed (along_edge r))).

(** The two bodies of a corner have one acceleration there. *)
Definition stays_together (pr : prepared) (t : table rough) (D : Z) (y : table (twist Z)) (k : N) : bool :=
  match get (corner_table pr) k with
  | Some d =>
      match fst (the_corner d) with
      | i :: _ =>
          match get t i with
          | Some r => allowed Line (accelerates D y r)
          | None => false
          end
      | [] => false
      end
  | None => false
  end.

Definition motion_of_answer (gr : moving_group) (a : acceleration) : table (twist Z) :=
  motion_table (moving_bodies gr) (accelerated a).

(** The contacts of rough corners that bear on both sides. *)
Definition bearing_corners (pr : prepared) (t : table rough) (convex : bool) (g : N) (gr : moving_group) (a : acceleration) : list N :=
  filter (fun i => touching pr g i && rubs t i)
    (flat_map (of_both_sides pr)
      (filter (fun k => convex || stays_together pr t (moving_common a) (motion_of_answer gr a) k)
              (collected (undecided_of pr) g))).

Definition imposed_in_motion (pr : prepared) (t : table rough) (convex : bool) (g : N) (gr : moving_group) (a : acceleration) : list N :=
  imposed pr g (skeleton_case (moving_bodies gr) (trial_of_answer a)) ++ bearing_corners pr t convex g gr a.

(** ** Form *)

Fixpoint different_motions (l : list acceleration) : bool :=
  match l with
  | [] => true
  | a :: l' =>
      forallb (fun b => negb (same_motions (moving_common a) (accelerated a) (moving_common b) (accelerated b))) l' &&
      different_motions l'
  end.

Definition moving_group_okb (convex : bool) (gr : moving_group) : bool :=
  forallb (fun a => N.eqb (size (accelerated a)) (size (moving_bodies gr))) (moving_answers gr) &&
  different_motions (moving_answers gr) &&
  (negb convex || N.eqb (size (moving_answers gr)) 1 &&
   forallb (fun a => match chosen_sides a with [] => true | _ => false end) (moving_answers gr)).

Definition moving_form (pr : prepared) (m : moving) : bool :=
  form pr && forallb (moving_group_okb (is_convex m)) (moving_groups m).

Definition every_answer_of (m : moving) (f : N -> moving_group -> acceleration -> bool) : bool :=
  forallb (fun ig => forallb (f (fst ig) (snd ig)) (moving_answers (snd ig))) (numbered (moving_groups m)).

(** ** F1: Newton *)

Definition answer_balances (pr : prepared) (unheld : table (twist Q)) (t : table rough) (_ : N) (gr : moving_group)
    (a : acceleration) : bool :=
  balance pr unheld (moving_bodies gr) (moving_common a) (motion_of_answer gr a)
          (holding pr t (moving_presses a) (moving_pulls a)).
Definition f1 (pr : prepared) (t : table rough) (m : moving) : bool :=
  every_answer_of m (answer_balances pr (free_accelerations (scn pr)) t).

(** ** F2, F5: forces are in the cones of the contacts that are imposed *)

Definition answer_pushes (pr : prepared) (t : table rough) (convex : bool) (g : N) (gr : moving_group) (a : acceleration) : bool :=
  let allowed := set_of (imposed_in_motion pr t convex g gr a) in
  forallb (fun iz => no_pull Ray (snd iz) && (Z.eqb (fst (snd iz)) 0 || mem allowed (fst iz))) (moving_presses a).
Definition f2 (pr : prepared) (t : table rough) (m : moving) : bool := every_answer_of m (answer_pushes pr t (is_convex m)).

Definition f5 (t : table rough) (m : moving) : bool :=
  every_answer_of m (fun _ _ a => forallb (bounded t) (moving_presses a)).

(** ** F3, V1: the accelerations are in the dual cones *)

Definition opens_at (k : rough -> cone Q) (t : table rough) (D : Z) (y : table (twist Z)) (i : N) : bool :=
  match get t i with
  | Some r => allowed (k r) (accelerates D y r)
  | None => false
  end.

Definition some_side_opens (k : rough -> cone Q) (pr : prepared) (t : table rough) (D : Z) (y : table (twist Z)) (c : N) : bool :=
  match get (corner_table pr) c with
  | Some d => forallb (opens_at k t D y) (fst (the_corner d)) || forallb (opens_at k t D y) (snd (the_corner d))
  | None => false
  end.

Definition answer_opens (k : rough -> cone Q) (pr : prepared) (t : table rough) (convex : bool) (g : N) (gr : moving_group)
    (a : acceleration) : bool :=
  let D := moving_common a in
  let y := motion_of_answer gr a in
  forallb (opens_at k t D y) (imposed_in_motion pr t convex g gr a) &&
  forallb (some_side_opens k pr t D y) (collected (undecided_of pr) g) &&
  forallb (pin_holds pr D y) (collected (pins_of pr) g).

Definition f3 (pr : prepared) (t : table rough) (m : moving) : bool :=
  is_convex m || every_answer_of m (answer_opens (fun _ => Ray) pr t false).
Definition v1 (pr : prepared) (t : table rough) (m : moving) : bool :=
  negb (is_convex m) || every_answer_of m (answer_opens cone_of pr t true).

(** ** F4, F6, F7, V2: force and acceleration are paired as the law demands *)

(** A condition on the force, D times, and the acceleration of each imposed contact that presses. *)
Definition every_press (f : rough -> Z * Z -> Q * Q -> bool) (pr : prepared) (t : table rough) (convex : bool) (g : N)
    (gr : moving_group) (a : acceleration) : bool :=
  let imposed := set_of (imposed_in_motion pr t convex g gr a) in
  forallb (fun iz => negb (mem imposed (fst iz)) ||
                     match get t (fst iz) with
                     | Some r => f r (snd iz) (accelerates (moving_common a) (motion_of_answer gr a) r)
                     | None => false
                     end) (moving_presses a).

Definition no_force_across (_ : rough) (f : Z * Z) (v : Q * Q) : bool := idle_together (fst f, 0%Z) v.
Definition opposes (r : rough) (f : Z * Z) (_ : Q * Q) : bool :=
  Z.eqb (sense r) 0 || rubs_within (Edge (qscale (sense r) (coefficient r))) f.
Definition resists_sliding (r : rough) (f : Z * Z) (v : Q * Q) : bool :=
  negb (Z.eqb (sense r) 0) ||
  is_zero (qadd (qscale (snd f) (snd v)) (qmul (qscale (fst f) (coefficient r)) (qabs (snd v)))).
Definition works_nothing (_ : rough) (f : Z * Z) (v : Q * Q) : bool := idle_together f v.

Definition by_coulomb (f : rough -> Z * Z -> Q * Q -> bool) (pr : prepared) (t : table rough) (m : moving) : bool :=
  is_convex m || every_answer_of m (every_press f pr t false).
Definition f4 := by_coulomb no_force_across.
Definition f6 := by_coulomb opposes.
Definition f7 := by_coulomb resists_sliding.
Definition v2 (pr : prepared) (t : table rough) (m : moving) : bool :=
  negb (is_convex m) || every_answer_of m (every_press works_nothing pr t true).

(** ** F9: one normal bears a corner; S0 with the law convex *)

Definition f9 (pr : prepared) (t : table rough) (m : moving) : bool :=
  every_answer_of m (fun g _ a => forallb (corner_borne pr t (moving_presses a)) (collected (undecided_of pr) g)).

Definition moving_s0 (pr : prepared) (m : moving) : bool := negb (is_convex m) || s0 pr.

(** ** All conditions *)

Definition moving_conditions (pr : prepared) (m : moving) : bool :=
  let t := rough_table pr in
  moving_form pr m && c1 pr && c2 pr && c3 pr && moving_s0 pr m && f1 pr t m && f2 pr t m && f3 pr t m && f4 pr t m &&
  f5 t m && f6 pr t m && f7 pr t m && v1 pr t m && v2 pr t m && f9 pr t m.

Definition check_moving (s : scene Q) (m : moving) : bool :=
  match prepare s (skeleton (statics_of_moving m)) with
  | Some pr => scene_okb s && moving_conditions pr m
  | None => false
  end.

(** ** What is found *)

Inductive moving_finding := EverythingStands | Rests | Ambiguous | Moves.

Definition still_twist (u : twist Z) : bool := Z.eqb (tx u) 0 && Z.eqb (ty u) 0 && Z.eqb (tr u) 0.

Definition group_rests (ix : index) (gr : moving_group) : bool :=
  forallb (fun b => match find_body ix b with Some B => restsb B | None => false end) (moving_bodies gr) &&
  match moving_answers gr with
  | a :: _ => forallb still_twist (accelerated a)
  | [] => false
  end.

Definition moving_finding_of (s : scene Q) (m : moving) : moving_finding :=
  let going := filter (fun gr => negb (group_rests (index_of s) gr)) (moving_groups m) in
  match moving_groups m, is_convex m with
  | [], false => EverythingStands
  | _, _ =>
      match going with
      | [] => if forallb restsb (bodies s) then Rests else Moves
      | _ => if existsb (fun gr => N.ltb 1 (size (moving_answers gr))) going then Ambiguous else Moves
      end
  end.
