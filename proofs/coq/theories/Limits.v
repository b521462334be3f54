(** Limits.v -- what section 1 of proofs/FORMAT.md asks of a scene besides its meaning: names, something in every
    list, and limits on the length of coordinates, so that work is bounded.

    Nothing that is proved depends on it: scenes that violate it are refused. The limits on how numbers are spelled
    in a scene file have no place here, since the canonical form spells them anew. *)
Require Import List Bool Ascii String NArith ZArith QArith.
From Zwang Require Import Format Json Table.
Import ListNotations.

(** ** Names *)

(** A character of Unicode's category Cc: below 32, and from 127 to 159, of which the latter are the bytes C2 80 to
    C2 9F from 128 on. *)
Fixpoint controls (s : text) (before : N) : bool :=
  match s with
  | [] => false
  | c :: s' =>
      N.ltb (code c) 32 || N.eqb (code c) 127 || N.eqb before 194 && N.ltb (code c) 160 || controls s' (code c)
  end.

Definition good_name (s : string) : bool :=
  match s with
  | EmptyString => false
  | _ => negb (controls (text_of s) 0)
  end.

(** ** Something in every list *)

Definition some_in {A} (l : list A) : bool :=
  match l with
  | [] => false
  | _ => true
  end.

Definition good_body (b : body Q) : bool := 
  good_name (label b) && some_in (parts b) && Qle_bool 0 (friction b).

(** A pin holds a free body. *)
Definition good_pin (free_ones : table bool) (k : pin Q) : bool :=
  let moves b := match get free_ones b with Some f => f | None => false end in
  moves (pin_first k) || match pin_second k with Some b => moves b | None => false end.

(** ** Frictions *)

(** The smaller of two frictions. *)
Definition smaller (mu nu : Q) : Q := if Qle_bool mu nu then mu else nu.

(** Two bodies in the order of the scene, not both fixed, whose friction is not the smaller of their own. *)
Definition good_pair (by_index : table (body Q)) (k : friction_pair Q) : bool :=
  N.ltb (pair_first k) (pair_second k) && Qle_bool 0 (pair_friction k) &&
  match get by_index (pair_first k), get by_index (pair_second k) with
  | Some B, Some C =>
      match free B, free C with
      | None, None => false
      | _, _ => negb (Qeq_bool (pair_friction k) (smaller (friction B) (friction C)))
      end
  | _, _ => false
  end.

Fixpoint pairs_ascend (l : list (friction_pair Q)) : bool :=
  match l with
  | k :: (m :: _) as l' =>
      (N.ltb (pair_first k) (pair_first m) ||
       N.eqb (pair_first k) (pair_first m) && N.ltb (pair_second k) (pair_second m)) && pairs_ascend l'
  | _ => true
  end.

(** These are the pairs that the canonical form of a scene lists. *)
Definition good_pairs (s : scene Q) : bool :=
  forallb (good_pair (table_of (bodies s))) (friction_pairs s) && pairs_ascend (friction_pairs s).

(** ** The length of coordinates *)

Definition bits (z : Z) : N :=
  match z with
  | Z0 => 0
  | Zpos p | Zneg p => Npos (Pos.size p)
  end.

Definition vertex_numbers (b : body Q) : list Q :=
  flat_map (flat_map (fun u => [px u; py u])) (parts b).

(** The least common denominator and its length, as long as that is at most [room]. *)
Fixpoint common_unit (room : N) (l : list Q) (unit : positive) : option positive :=
  match l with
  | [] => Some unit
  | q :: l' =>
      if Pos.eqb unit (Qden q) then common_unit room l' unit
      else
        let both := Z.to_pos (Z.lcm (Zpos unit) (Zpos (Qden q))) in
        if N.leb (bits (Zpos both)) room then common_unit room l' both else None
  end.

(** The length of the common denominator plus that of the longest numerator. *)
Definition width (b : body Q) : option N :=
  let numbers := vertex_numbers b in
  let longest := fold_left (fun m q => N.max m (bits (Qnum q))) numbers 0%N in
  let room := (131072 - longest)%N in
  match room, common_unit room numbers 1 with
  | N0, _ => None
  | _, Some unit => Some (bits (Zpos unit) + longest)%N
  | _, None => None
  end.

(** The squares of all widths, as long as they add up to at most 2^34. *)
Fixpoint squares (l : list (body Q)) (sum : N) : bool :=
  match l with
  | [] => true
  | b :: l' =>
      match width b with
      | Some w => let more := (sum + w * w)%N in N.leb more 17179869184 && squares l' more
      | None => false
      end
  end.

Definition long (q : Q) : N :=
  let sum := (bits (Qnum q) + bits (Zpos (Qden q)))%N in
  if N.ltb 256 sum then sum else 0%N.

Definition long_bits (s : scene Q) : N :=
  fold_left (fun sum b => fold_left (fun sum q => (sum + long q)%N) (vertex_numbers b) sum) (bodies s) 0%N.

(** ** Loads *)

(** Byte by byte: the order of the characters that bytes of UTF-8 stand for. *)
Fixpoint text_before (s t : text) : bool :=
  match s, t with
  | [], _ :: _ => true
  | c :: s', d :: t' => N.ltb (code c) (code d) || N.eqb (code c) (code d) && text_before s' t'
  | _, [] => false
  end.

(** In particular, no two have the same name. *)
Fixpoint loads_ascend (l : list (dead_load Q)) : bool :=
  match l with
  | k :: (m :: _) as l' => text_before (text_of (load_name k)) (text_of (load_name m)) && loads_ascend l'
  | _ => true
  end.

Definition no_number (q : Q) : bool := Z.eqb (Qnum q) 0.

(** A load acts on a free body, and is not 0. *)
Definition good_load (free_ones : table bool) (l : dead_load Q) : bool :=
  good_name (load_name l) && match get free_ones (load_body l) with Some f => f | None => false end &&
  negb (no_number (px (load_force l)) && no_number (py (load_force l)) && no_number (load_torque l)).

Definition length_of (q : Q) : N := (bits (Qnum q) + bits (Zpos (Qden q)))%N.

(** The bits of the numbers of a load; those of its point where that is not the centroid. *)
Definition load_bits (by_index : table (body Q)) (l : dead_load Q) : N :=
  let f := load_force l in
  let x := load_at l in
  let own := (length_of (px f) + length_of (py f) + length_of (load_torque l))%N in
  match match get by_index (load_body l) with Some b => free b | None => None end with
  | Some m =>
      if Qeq_bool (px x) (px (centroid m)) && Qeq_bool (py x) (py (centroid m)) then own
      else (own + length_of (px x) + length_of (py x))%N
  | None => own
  end.

(** The bits of all loads on every body that has some. *)
Definition bits_by_body (s : scene Q) : table N :=
  let by_index := table_of (bodies s) in
  fold_left (fun t l => let before := match get t (load_body l) with Some n => n | None => 0%N end in
                        put (load_body l) (before + load_bits by_index l)%N t) (dead_loads s) nothing.

(** These are the loads that the canonical form of a scene lists. *)
Definition good_loads (free_ones : table bool) (s : scene Q) : bool :=
  let t := bits_by_body s in
  forallb (good_load free_ones) (dead_loads s) && loads_ascend (dead_loads s) &&
  forallb (fun l => match get t (load_body l) with Some n => N.leb n 65536 | None => true end) (dead_loads s).

(** ** All of it *)

Definition within_limits (s : scene Q) : bool :=
  let free_ones := table_of (map (fun b => match free b with Some _ => true | None => false end) (bodies s)) in
  some_in (bodies s) && forallb good_body (bodies s) && forallb (good_pin free_ones) (pins s) &&
  good_pairs s && good_loads free_ones s && N.leb (long_bits s) 8388608 && squares (bodies s) 0.
