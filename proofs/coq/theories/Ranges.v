(** Ranges.v -- the conditions of proofs/FORMAT.md, section 8, as a program: B1 to B4.

    The systems and stresses of a group are held cases of Statics.v that fix no side ([statics_of]), so that Form, S2 and
    S3 are those of Checker.v and Statics.v. Everything here is computed and nothing proved; SoundRanges.v shows what it
    implies. *)
Require Import List Bool NArith ZArith QArith.
From Zwang Require Import Format Numbers Table Core Rows Loads Checker Statics.
Import ListNotations.

(** ** A proof of ranges as one about statics *)

Definition trial_of (y : system) : statics_case :=
  StaticsCase [] (Held (system_common y) (system_presses y) (system_pulls y)).

Definition held_group (g : ranges_group) : statics_group :=
  StaticsGroup (ranged_bodies g) (map trial_of (systems g ++ stresses g)).

Definition statics_of (r : ranges) : statics :=
  Statics (ranges_digest r) (ranges_separations r) (ranges_contacts r) (ranges_corners r)
          (map held_group (ranges_groups r)).

(** ** Components and ends *)

Definition on_second (axis : N) : bool := negb (N.eqb axis 0).

(** The ranges of a group, each with its component. *)
Definition entries (g : ranges_group) : list (component * range) :=
  map (fun e => (AtContact (range_index e) (on_second (range_axis e)), e)) (contact_ranges g) ++
  map (fun e => (AtPin (range_index e) (on_second (range_axis e)), e)) (pin_ranges g).

(** All ends, each with its component and 1 for the least, -1 for the largest. *)
Definition ends (g : ranges_group) : list (component * (Z * range_end)) :=
  flat_map (fun ce => [(fst ce, (1%Z, least_end (snd ce))); (fst ce, ((-1)%Z, largest_end (snd ce)))]) (entries g).

Definition pick (second : bool) (f : Z * Z) : Z := if second then snd f else fst f.

Definition listed_size (i : N) (second : bool) (l : list (N * (Z * Z))) : Z :=
  fold_right (fun x sum => ((if N.eqb (fst x) i then pick second (snd x) else 0) + sum)%Z) 0%Z l.

(** What a system has of a component, times its denominator. *)
Definition size_in (c : component) (y : system) : Z :=
  match c with
  | AtContact i second => listed_size i second (system_presses y)
  | AtPin k second => listed_size k second (system_pulls y)
  end.

(** ** Form *)

(** One normal bears all forces between those of the two sides. *)
Definition narrow (t : table rough) (d : decided) : bool :=
  match fst (the_corner d), snd (the_corner d) with
  | i :: _, j :: _ =>
      match get t i, get t j with
      | Some r, Some r' =>
          let b := vertex_body (the_contact (smooth_part r)) in
          let n := normal_into b (smooth_part r) in
          let m := normal_into b (smooth_part r') in
          let mu := coefficient r in
          is_pos mu &&
          is_nonneg (qadd (qmul (qsub (qint 1) (qmul mu mu)) (qabs (crossq n m))) (qscale 2 (qmul mu (dotq n m))))
      | _, _ => false
      end
  | _, _ => false
  end.

Definition entries_okb (allowed : N -> bool) (l : list range) : bool :=
  ascending (map (fun e => (2 * range_index e + range_axis e)%N) l) &&
  forallb (fun e => N.ltb (range_axis e) 2 && allowed (range_index e)) l.

Definition end_okb (g : ranges_group) (e : range_end) : bool :=
  match e with
  | Bounded k E y => N.ltb k (size (systems g)) && Z.ltb 0 E && N.eqb (size y) (size (ranged_bodies g))
  | Open_end k => N.ltb k (size (stresses g))
  end.

Definition ranges_group_okb (pr : prepared) (g : N) (gr : ranges_group) : bool :=
  let own_pins := set_of (collected (pins_of pr) g) in
  N.ltb 0 (size (systems gr)) &&
  entries_okb (fun i => touching pr g i && negb (mem (in_corner pr) i)) (contact_ranges gr) &&
  entries_okb (mem own_pins) (pin_ranges gr) &&
  forallb (fun ce => end_okb gr (snd (snd ce))) (ends gr).

Definition every_range_group (r : ranges) (f : N -> ranges_group -> bool) : bool :=
  forallb (fun ig => f (fst ig) (snd ig)) (numbered (ranges_groups r)).

Definition ranges_form (pr : prepared) (t : table rough) (r : ranges) : bool :=
  form pr && forallb (narrow t) (corner_list pr) && every_range_group r (ranges_group_okb pr).

(** ** S1 and B1: systems balance weights and loads, stresses balance themselves *)

Definition systems_balance (pr : prepared) (unheld : table (twist Q)) (t : table rough) (with_loads : bool)
    (members : list N) (l : list system) : bool :=
  forallb (fun y => balance pr unheld members (if with_loads then system_common y else 0%Z) nothing
                            (holding pr t (system_presses y) (system_pulls y))) l.

Definition ranges_s1 (pr : prepared) (t : table rough) (r : ranges) : bool :=
  let unheld := free_accelerations (scn pr) in
  every_range_group r (fun _ gr => systems_balance pr unheld t true (ranged_bodies gr) (systems gr)).

Definition b1 (pr : prepared) (t : table rough) (r : ranges) : bool :=
  let unheld := free_accelerations (scn pr) in
  every_range_group r (fun _ gr => systems_balance pr unheld t false (ranged_bodies gr) (stresses gr)).

(** ** B2: no contact resists more *)

(** All contacts that touch a group. *)
Definition all_touching (pr : prepared) : table (list N) :=
  collect (flat_map (fun il => flat_map (fun b => match get (home pr) b with Some g => [(g, fst il)] | None => [] end)
                                        (contact_bodies (snd il))) (numbered (contact_list pr))).

Definition yield (second : bool) (e : Z) : Q * Q := if second then (0%Q, qint e) else (qint e, 0%Q).

(** How much a contact, a pin, yields where a component yields by e. *)
Definition contact_yields (c : component) (e : Z) (i : N) : Q * Q :=
  match c with
  | AtContact j second => if N.eqb i j then yield second e else (0%Q, 0%Q)
  | AtPin _ _ => (0%Q, 0%Q)
  end.
Definition pin_yields (c : component) (e : Z) (k : N) : Q * Q :=
  match c with
  | AtPin j second => if N.eqb k j then yield second e else (0%Q, 0%Q)
  | AtContact _ _ => (0%Q, 0%Q)
  end.

Definition shifted_by (v c : Q * Q) : Q * Q := (qadd (fst v) (fst c), qadd (snd v) (snd c)).

Definition contact_released (t : table rough) (y : table (twist Z)) (c : component) (e : Z) (i : N) : bool :=
  match get t i with
  | Some r => allowed (cone_of r) (shifted_by (opens_and_slides y r) (contact_yields c e i))
  | None => false
  end.

Definition pin_released (pr : prepared) (y : table (twist Z)) (c : component) (e : Z) (k : N) : bool :=
  match get (pin_table pr) k with
  | Some j => allowed Line (shifted_by (moved y (row_x j), moved y (row_y j)) (pin_yields c e k))
  | None => false
  end.

Definition released (pr : prepared) (t : table rough) (near : table (list N)) (g : N) (gr : ranges_group)
    (c : component) (sign : Z) (found : range_end) : bool :=
  match found with
  | Bounded _ E l =>
      let y := motion_table (ranged_bodies gr) l in
      forallb (contact_released t y c (sign * E)) (collected near g) &&
      forallb (pin_released pr y c (sign * E)) (collected (pins_of pr) g)
  | Open_end _ => true
  end.

Definition every_end (r : ranges) (f : N -> ranges_group -> component -> Z -> range_end -> bool) : bool :=
  every_range_group r (fun g gr => forallb (fun ce => f g gr (fst ce) (fst (snd ce)) (snd (snd ce))) (ends gr)).

Definition b2 (pr : prepared) (t : table rough) (r : ranges) : bool := every_end r (released pr t (all_touching pr)).

(** ** B3: the bound is reached *)

Definition reached (pr : prepared) (unheld : table (twist Q)) (_ : N) (gr : ranges_group) (c : component) (sign : Z)
    (found : range_end) : bool :=
  match found with
  | Bounded k E l =>
      match at_index (systems gr) k with
      | Some y => qeq (qint (sign * E * size_in c y))
                      (qscale (system_common y) (lost pr unheld (motion_table (ranged_bodies gr) l) (ranged_bodies gr)))
      | None => false
      end
  | Open_end _ => true
  end.

Definition b3 (pr : prepared) (r : ranges) : bool := every_end r (reached pr (free_accelerations (scn pr))).

(** ** B4: there is no bound *)

Definition unbounded (_ : N) (gr : ranges_group) (c : component) (sign : Z) (found : range_end) : bool :=
  match found with
  | Bounded _ _ _ => true
  | Open_end k =>
      match at_index (stresses gr) k with
      | Some y => Z.ltb (sign * size_in c y) 0
      | None => false
      end
  end.

Definition b4 (r : ranges) : bool := every_end r unbounded.

(** ** All conditions *)

Definition ranges_conditions (pr : prepared) (r : ranges) : bool :=
  let t := rough_table pr in
  let p := statics_of r in
  ranges_form pr t r && c1 pr && c2 pr && s0 pr && ranges_s1 pr t r && s2 pr t p && s3 t p && b1 pr t r && b2 pr t r &&
  b3 pr r && b4 r.

Definition check_ranges (s : scene Q) (r : ranges) : bool :=
  match prepare s (skeleton (statics_of r)) with
  | Some pr => scene_okb s && ranges_conditions pr r
  | None => false
  end.

(** How many ranges a proof has. *)
Definition count_ranges (r : ranges) : N := size (flat_map entries (ranges_groups r)).

(** The least or largest value that an end says: none where it is open. *)
Definition end_value (gr : ranges_group) (c : component) (found : range_end) : option Q :=
  match found with
  | Bounded k _ _ =>
      match at_index (systems gr) k with
      | Some y => Some (Qmake (size_in c y) (Z.to_pos (system_common y)))
      | None => None
      end
  | Open_end _ => None
  end.
