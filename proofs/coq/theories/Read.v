(** Read.v -- the canonical form of a scene, and reading the two files of a check.

    [canonical] is the canonical form of proofs/FORMAT.md, section 1. A scene is read and written again, and taken
    only if that gives the bytes that were read ([read_scene_canonical]), and it is within the limits of Limits.v. *)
Require Import List Bool Ascii String NArith ZArith QArith Decimal DecimalNat.
From Zwang Require Import Format Checker Accelerations Thresholds Json Table Limits.
Import ListNotations.
Open Scope list_scope.

(** ** The canonical form *)

Fixpoint decimal (d : uint) : text :=
  match d with
  | Nil => []
  | D0 d => "0"%char :: decimal d | D1 d => "1"%char :: decimal d | D2 d => "2"%char :: decimal d
  | D3 d => "3"%char :: decimal d | D4 d => "4"%char :: decimal d | D5 d => "5"%char :: decimal d
  | D6 d => "6"%char :: decimal d | D7 d => "7"%char :: decimal d | D8 d => "8"%char :: decimal d
  | D9 d => "9"%char :: decimal d
  end.

Definition integer_text (z : Z) : text :=
  match z with
  | Z0 => ["0"%char]
  | Zpos p => decimal (Pos.to_uint p)
  | Zneg p => "-"%char :: decimal (Pos.to_uint p)
  end.

Definition number_text (q : Q) : text :=
  quote :: integer_text (Qnum q) ++
  (if Pos.eqb (Qden q) 1 then [] else "/"%char :: decimal (Pos.to_uint (Qden q))) ++ [quote].

(** [a,b,c] *)
Fixpoint separated (l : list text) : text :=
  match l with
  | [] => []
  | [s] => s
  | s :: l' => s ++ ","%char :: separated l'
  end.
Definition bracketed (l : list text) : text := "["%char :: separated l ++ ["]"%char].

Definition point_text (p : point Q) : text := bracketed [number_text (px p); number_text (py p)].

Definition escaped (c : ascii) : text :=
  if same_char c quote || same_char c backslash then [backslash; c] else [c].
Definition name_text (s : string) : text := quote :: flat_map escaped (text_of s) ++ [quote].

(** "key": *)
Definition key (k : string) : text := quote :: text_of k ++ [quote; ":"%char].

Definition body_text (b : body Q) : text :=
  "{"%char :: key "name" ++ name_text (label b) ++ ","%char :: key "fixed" ++
  text_of (match free b with Some _ => "false" | None => "true" end) ++ ","%char :: key "parts" ++
  bracketed (map (fun P => bracketed (map point_text P)) (parts b)) ++
  match free b with
  | None => []
  | Some m =>
      ","%char :: key "mass" ++ number_text (mass m) ++
      ","%char :: key "centroid" ++ point_text (centroid m) ++
      ","%char :: key "inertia" ++ number_text (inertia m) ++
      ","%char :: key "velocity" ++ point_text (velocity m) ++
      ","%char :: key "spin" ++ number_text (spin m)
  end ++
  (if Z.eqb (Qnum (friction b)) 0 then [] else ","%char :: key "friction" ++ number_text (friction b)) ++ ["}"%char].

Definition name_of (names : table string) (b : N) : text :=
  name_text (match get names b with Some n => n | None => EmptyString end).

Definition pin_text (names : table string) (k : pin Q) : text :=
  "{"%char :: key "bodies" ++
  bracketed (name_of names (pin_first k) :: match pin_second k with Some b => [name_of names b] | None => [] end) ++
  ","%char :: key "at" ++ point_text (pin_at k) ++
  (if pin_collides k then [] else ","%char :: key "collide" ++ text_of "false") ++ ["}"%char].

Definition pair_text (names : table string) (k : friction_pair Q) : text :=
  "{"%char :: key "bodies" ++ bracketed [name_of names (pair_first k); name_of names (pair_second k)] ++
  ","%char :: key "friction" ++ number_text (pair_friction k) ++ ["}"%char].

Definition load_text (names : table string) (l : dead_load Q) : text :=
  "{"%char :: key "name" ++ name_text (load_name l) ++ ","%char :: key "body" ++ name_of names (load_body l) ++
  ","%char :: key "at" ++ point_text (load_at l) ++ ","%char :: key "force" ++ point_text (load_force l) ++
  ","%char :: key "torque" ++ number_text (load_torque l) ++ ["}"%char].

(** [friction_pairs] and [dead_loads] have those that the canonical form lists, in its order ([good_pairs] and
    [good_loads] of Limits.v). *)
Definition canonical (s : scene Q) : text :=
  let names := table_of (map (@label Q) (bodies s)) in
  "{"%char :: key "format" ++ name_text "zwang-scene-1" ++
  ","%char :: key "gravity" ++ point_text (gravity s) ++
  ","%char :: key "bodies" ++ bracketed (map body_text (bodies s)) ++
  ","%char :: key "pins" ++ bracketed (map (pin_text names) (pins s)) ++
  match friction_pairs s with
  | [] => []
  | l => ","%char :: key "pairs" ++ bracketed (map (pair_text names) l)
  end ++
  match dead_loads s with
  | [] => []
  | l => ","%char :: key "loads" ++ bracketed (map (load_text names) l)
  end ++ ["}"%char].

(** ** Reading a scene *)

Fixpoint digits (s : text) (n : N) : option N :=
  match s with
  | [] => Some n
  | c :: s' =>
      match digit c with
      | Some d => digits s' (10 * n + d)%N
      | None => None
      end
  end.

(** A non-empty run of digits up to the end or a stroke, and what follows the stroke. *)
Fixpoint up_to_stroke (s : text) (before : text) : text * option text :=
  match s with
  | [] => (rev' before, None)
  | c :: s' => if same_char c "/" then (rev' before, Some s') else up_to_stroke s' (c :: before)
  end.

Definition fraction (negative : bool) (s : text) : option Q :=
  let (before, after) := up_to_stroke s [] in
  match digits before 0, match after with None => Some 1%N | Some t => digits t 0 end with
  | Some n, Some (Npos d) => Some (Qmake (if negative then Z.opp (Z.of_N n) else Z.of_N n) d)
  | _, _ => None
  end.

Definition lowest_terms (q : Q) : bool := Z.eqb (Z.gcd (Qnum q) (Zpos (Qden q))) 1.

Definition read_number (v : json) : option Q :=
  match v with
  | JText s =>
      match (match s with
             | c :: s' => if same_char c "-" then fraction true s' else fraction false s
             | [] => None
             end) with
      | Some q => if lowest_terms q then Some q else None
      | None => None
      end
  | _ => None
  end.

Definition read_point (v : json) : option (point Q) :=
  match v with
  | JList [x; y] =>
      match read_number x, read_number y with
      | Some p, Some q => Some (Point p q)
      | _, _ => None
      end
  | _ => None
  end.

Definition read_name (v : json) : option string := option_map string_of_list_ascii (a_text v).

Definition read_parts (v : json) : option (list (part Q)) := list_of (list_of read_point) v.

(** An object without one of its keys, and what that key has, if it is there. *)
Definition take_key (k : string) (v : json) : json * option json :=
  match v with
  | JObject l => (JObject (filter (fun kv => negb (same_text (text_of k) (fst kv))) l), find_key (text_of k) l)
  | _ => (v, None)
  end.

Definition read_free_body (mu : Q) (v : json) : option (body Q) :=
  match object ["name"; "fixed"; "parts"; "mass"; "centroid"; "inertia"; "velocity"; "spin"]%string v with
  | Some [n; JTruth false; ps; m; c; i; w; o] =>
      match read_name n, read_parts ps, read_number m, read_point c with
      | Some n, Some ps, Some m, Some c =>
          match read_number i, read_point w, read_number o with
          | Some i, Some w, Some o => Some (Body n ps (Some (Matter m c i w o)) mu)
          | _, _, _ => None
          end
      | _, _, _, _ => None
      end
  | _ => None
  end.

Definition read_fixed_body (mu : Q) (v : json) : option (body Q) :=
  match object ["name"; "fixed"; "parts"]%string v with
  | Some [n; JTruth true; ps] =>
      match read_name n, read_parts ps with
      | Some n, Some ps => Some (Body n ps None mu)
      | _, _ => None
      end
  | _ => None
  end.

Definition read_body (v : json) : option (body Q) :=
  let (others, found) := take_key "friction" v in
  match match found with Some w => read_number w | None => Some 0%Q end with
  | None => None
  | Some mu =>
      match read_free_body mu others with
      | Some b => Some b
      | None => read_fixed_body mu others
      end
  end.

(** Bodies by name: a name, byte by byte, is a word of the dictionary. *)
Definition name_word (s : text) : list N := map N_of_ascii s.

Definition read_body_name (names : trie N) (v : json) : option N :=
  match a_text v with
  | Some n => look_up (name_word n) names
  | None => None
  end.

(** Only a pin of two bodies says that they do not collide; where nothing is said, they do. *)
Definition read_pin (names : trie N) (v : json) : option (pin Q) :=
  let (others, collide) := take_key "collide" v in
  match object ["bodies"; "at"]%string others with
  | Some [bs; x] =>
      match list_of (read_body_name names) bs, read_point x, collide with
      | Some [b], Some x, None => Some (Pin b None x true)
      | Some [b; c], Some x, None => Some (Pin b (Some c) x true)
      | Some [b; c], Some x, Some (JTruth false) => Some (Pin b (Some c) x false)
      | _, _, _ => None
      end
  | _ => None
  end.

Definition read_friction_pair (names : trie N) (v : json) : option (friction_pair Q) :=
  match object ["bodies"; "friction"]%string v with
  | Some [bs; mu] =>
      match list_of (read_body_name names) bs, read_number mu with
      | Some [b; c], Some mu => Some (FrictionPair b c mu)
      | _, _ => None
      end
  | _ => None
  end.

Definition read_load (names : trie N) (v : json) : option (dead_load Q) :=
  match object ["name"; "body"; "at"; "force"; "torque"]%string v with
  | Some [n; b; x; f; r] =>
      match read_name n, read_body_name names b, read_point x with
      | Some n, Some b, Some x =>
          match read_point f, read_number r with
          | Some f, Some r => Some (DeadLoad n b x f r)
          | _, _ => None
          end
      | _, _, _ => None
      end
  | _ => None
  end.

Definition names_of (bs : list (body Q)) : trie N :=
  fold_right (fun ib t => enter (name_word (text_of (label (snd ib)))) (fst ib) t) no_words (numbered bs).

Definition names_differ (bs : list (body Q)) : bool :=
  all_different (fun b => name_word (text_of (label b))) bs no_words.

Definition scene_of (v : json) : option (scene Q) :=
  let (others, ks) := take_key "pairs" v in
  let (others, ls) := take_key "loads" others in
  match object ["format"; "gravity"; "bodies"; "pins"]%string others with
  | Some [_; g; bs; ps] =>
      match read_point g, list_of read_body bs with
      | Some g, Some bs =>
          let names := names_of bs in
          match list_of (read_pin names) ps,
                match ks with Some l => list_of (read_friction_pair names) l | None => Some [] end,
                match ls with Some l => list_of (read_load names) l | None => Some [] end with
          | Some ps, Some ks, Some ls => if names_differ bs then Some (Scene g bs ps ks ls) else None
          | _, _, _ => None
          end
      | _, _ => None
      end
  | _ => None
  end.

Definition read_scene (s : text) : option (scene Q) :=
  match read_json s with
  | Some v =>
      match scene_of v with
      | Some found => if same_text (canonical found) s && within_limits found then Some found else None
      | None => None
      end
  | None => None
  end.

(** What is read is what the file says: its canonical form is the file, byte by byte. *)
Theorem read_scene_canonical s found : read_scene s = Some found -> canonical found = s.
Proof.
  unfold read_scene. destruct (read_json s) as [v|]; [|discriminate].
  destruct (scene_of v) as [f|]; [|discriminate].
  destruct (same_text (canonical f) s && within_limits f) eqn:E; [|discriminate].
  intro H. injection H as H. subst. apply andb_prop in E as [E _]. now apply same_text_eq.
Qed.

(** ** Reading a proof *)

Definition hex_digit (c : ascii) : option Z :=
  let n := code c in
  if N.leb 48 n && N.leb n 57 then Some (Z.of_N n - 48)%Z
  else if N.leb 97 n && N.leb n 102 then Some (Z.of_N n - 87)%Z
  else None.

Fixpoint hex_digits (s : text) (z : Z) : option Z :=
  match s with
  | [] => Some z
  | c :: s' =>
      match hex_digit c with
      | Some d => hex_digits s' (16 * z + d)%Z
      | None => None
      end
  end.

(** No leading zeros. *)
Definition hex_positive (s : text) : option Z :=
  match s with
  | [] => None
  | c :: _ => if same_char c "0" then None else hex_digits s 0
  end.

Definition read_hex (v : json) : option Z :=
  match v with
  | JText s =>
      match s with
      | [] => None
      | c :: s' =>
          if same_char c "-" then option_map Z.opp (hex_positive s')
          else if same_char c "0" then match s' with [] => Some 0%Z | _ => None end
          else hex_positive s
      end
  | _ => None
  end.

Definition read_six (v : json) : option (N * N * N * N * N * N) :=
  match v with
  | JList [JNumber a; JNumber b; JNumber c; JNumber d; JNumber e; JNumber f] => Some (a, b, c, d, e, f)
  | _ => None
  end.

Definition read_separation (v : json) : option separation :=
  match read_six v with
  | Some (a, b, c, d, e, f) => Some (Separation a b c d e f)
  | None => None
  end.

Definition read_contact (v : json) : option contact :=
  match read_six v with
  | Some (a, b, c, d, e, f) => Some (Contact a b c d e f)
  | None => None
  end.

Definition read_corner (v : json) : option corner :=
  match v with
  | JList [l; m] =>
      match list_of index_number l, list_of index_number m with
      | Some l, Some m => Some (l, m)
      | _, _ => None
      end
  | _ => None
  end.

Definition read_pair (v : json) : option (N * N) :=
  match v with
  | JList [JNumber a; JNumber b] => Some (a, b)
  | _ => None
  end.

Definition read_force (v : json) : option (N * Z) :=
  match v with
  | JList [JNumber a; z] => option_map (fun z => (a, z)) (read_hex z)
  | _ => None
  end.

Definition read_pin_force (v : json) : option (N * (Z * Z)) :=
  match v with
  | JList [JNumber a; x; y] =>
      match read_hex x, read_hex y with
      | Some x, Some y => Some (a, (x, y))
      | _, _ => None
      end
  | _ => None
  end.

Definition read_twist (v : json) : option (twist Z) :=
  match v with
  | JList [x; y; r] =>
      match read_hex x, read_hex y, read_hex r with
      | Some x, Some y, Some r => Some (Twist x y r)
      | _, _, _ => None
      end
  | _ => None
  end.

Definition case_of (o : option optimum) (sd fs ps : json) : option case :=
  match list_of read_pair sd, list_of read_force fs, list_of read_pin_force ps with
  | Some sd, Some fs, Some ps => Some (Case sd o fs ps)
  | _, _, _ => None
  end.

Definition read_optimal (v : json) : option case :=
  match object ["sides"; "denominator"; "motion"; "forces"; "pins"]%string v with
  | Some [sd; d; m; fs; ps] =>
      match read_hex d, list_of read_twist m with
      | Some d, Some m => case_of (Some (Optimum d m None)) sd fs ps
      | _, _ => None
      end
  | _ =>
      match object ["sides"; "denominator"; "motion"; "forces"; "pins"; "idle"]%string v with
      | Some [sd; d; m; fs; ps; i] =>
          match read_hex d, list_of read_twist m, list_of read_twist i with
          | Some d, Some m, Some i => case_of (Some (Optimum d m (Some i))) sd fs ps
          | _, _, _ => None
          end
      | _ => None
      end
  end.

Definition read_case (v : json) : option case :=
  match object ["sides"; "forces"; "pins"]%string v with
  | Some [sd; fs; ps] => case_of None sd fs ps
  | _ => read_optimal v
  end.

(** A case of zwang-statics-1: [contact, hex, hex] is read as a pin force is. *)
Definition read_trial (v : json) : option statics_case :=
  match object ["sides"; "velocity"]%string v with
  | Some [sd; y] =>
      match list_of read_pair sd, list_of read_twist y with
      | Some sd, Some y => Some (StaticsCase sd (Falling y))
      | _, _ => None
      end
  | _ =>
      match object ["sides"; "denominator"; "forces"; "pins"]%string v with
      | Some [sd; d; fs; ps] =>
          match list_of read_pair sd, read_hex d, list_of read_pin_force fs, list_of read_pin_force ps with
          | Some sd, Some d, Some fs, Some ps => Some (StaticsCase sd (Held d fs ps))
          | _, _, _, _ => None
          end
      | _ => None
      end
  end.

Definition read_statics_group (v : json) : option statics_group :=
  match object ["bodies"; "cases"]%string v with
  | Some [bs; cs] =>
      match list_of index_number bs, list_of read_trial cs with
      | Some bs, Some cs => Some (StaticsGroup bs cs)
      | _, _ => None
      end
  | _ => None
  end.

(** *** Ranges *)

Definition read_system (v : json) : option system :=
  match object ["denominator"; "forces"; "pins"]%string v with
  | Some [d; fs; ps] =>
      match read_hex d, list_of read_pin_force fs, list_of read_pin_force ps with
      | Some d, Some fs, Some ps => Some (System d fs ps)
      | _, _, _ => None
      end
  | _ => None
  end.

Definition read_end (v : json) : option range_end :=
  match object ["stress"]%string v with
  | Some [JNumber k] => Some (Open_end k)
  | _ =>
      match object ["system"; "denominator"; "velocity"]%string v with
      | Some [JNumber k; d; y] =>
          match read_hex d, list_of read_twist y with
          | Some d, Some y => Some (Bounded k d y)
          | _, _ => None
          end
      | _ => None
      end
  end.

Definition read_range (v : json) : option range :=
  match v with
  | JList [JNumber i; JNumber a; e; f] =>
      match read_end e, read_end f with
      | Some e, Some f => Some (Range i a e f)
      | _, _ => None
      end
  | _ => None
  end.

Definition read_ranges_group (v : json) : option ranges_group :=
  match object ["bodies"; "systems"; "stresses"; "forces"; "pins"]%string v with
  | Some [bs; ys; zs; fs; ps] =>
      match list_of index_number bs, list_of read_system ys, list_of read_system zs, list_of read_range fs,
            list_of read_range ps with
      | Some bs, Some ys, Some zs, Some fs, Some ps => Some (RangesGroup bs ys zs fs ps)
      | _, _, _, _, _ => None
      end
  | _ => None
  end.

(** *** Accelerations with friction *)

Definition read_acceleration (v : json) : option acceleration :=
  match object ["sides"; "denominator"; "motion"; "forces"; "pins"]%string v with
  | Some [sd; d; m; fs; ps] =>
      match list_of read_pair sd, read_hex d, list_of read_twist m, list_of read_pin_force fs, list_of read_pin_force ps with
      | Some sd, Some d, Some m, Some fs, Some ps => Some (Acceleration sd d m fs ps)
      | _, _, _, _, _ => None
      end
  | _ => None
  end.

Definition read_moving_group (v : json) : option moving_group :=
  match object ["bodies"; "answers"]%string v with
  | Some [bs; l] =>
      match list_of index_number bs, list_of read_acceleration l with
      | Some bs, Some l => Some (MovingGroup bs l)
      | _, _ => None
      end
  | _ => None
  end.

Definition read_law (v : json) : option bool :=
  match a_text v with
  | Some l =>
      if same_text l (text_of "coulomb") then Some false
      else if same_text l (text_of "convex") then Some true
      else None
  | None => None
  end.

Definition read_group (v : json) : option group :=
  match object ["bodies"; "cases"; "answers"]%string v with
  | Some [bs; cs; ans] =>
      match list_of index_number bs, list_of read_case cs, list_of index_number ans with
      | Some bs, Some cs, Some ans => Some (Group bs cs ans)
      | _, _, _ => None
      end
  | _ => None
  end.

(** A proof of any of these formats. *)
Inductive claim :=
  | OfMotion (p : proof)
  | OfStatics (p : statics)
  | OfRanges (p : ranges)
  | OfMoving (p : moving)
  | OfThreshold (p : threshold).

(** A proof of zwang-friction-1 whose groups have answers alone, and without symmetries: no other is read. *)
Definition moving_of (v : json) : option moving :=
  match take_key "symmetries" v with
  | (others, None) | (others, Some (JList [])) =>
      match object ["format"; "scene"; "separations"; "contacts"; "corners"; "law"; "groups"]%string others with
      | Some [f; d; ss; cs; ks; l; gs] =>
          match a_text f, a_text d, list_of read_separation ss, list_of read_contact cs, list_of read_corner ks,
                read_law l, list_of read_moving_group gs with
          | Some f, Some d, Some ss, Some cs, Some ks, Some l, Some gs =>
              if same_text f (text_of "zwang-friction-1") && at_most 1048576 ss && at_most 1048576 cs && at_most 1048576 ks
              then Some (Moving (string_of_list_ascii d) ss cs ks l gs)
              else None
          | _, _, _, _, _, _, _ => None
          end
      | _ => None
      end
  | _ => None
  end.

Definition claim_of (v : json) : option claim :=
  match object ["format"; "scene"; "separations"; "contacts"; "corners"; "groups"]%string v with
  | Some [f; d; ss; cs; ks; gs] =>
      match a_text f, a_text d, list_of read_separation ss, list_of read_contact cs, list_of read_corner ks with
      | Some f, Some d, Some ss, Some cs, Some ks =>
          let scene := string_of_list_ascii d in
          if at_most 1048576 ss && at_most 1048576 cs && at_most 1048576 ks then
            if same_text f (text_of "zwang-proof-1") then
              option_map (fun gs => OfMotion (Proof scene ss cs ks gs)) (list_of read_group gs)
            else if same_text f (text_of "zwang-statics-1") then
              option_map (fun gs => OfStatics (Statics scene ss cs ks gs)) (list_of read_statics_group gs)
            else if same_text f (text_of "zwang-ranges-1") then
              option_map (fun gs => OfRanges (Ranges scene ss cs ks gs)) (list_of read_ranges_group gs)
            else None
          else None
      | _, _, _, _, _ => None
      end
  | _ => option_map OfMoving (moving_of v)
  end.

(** A fraction that is spelled as in the canonical form, with at most 4,096 characters. *)
Definition read_value (v : json) : option Q :=
  match v, read_number v with
  | JText s, Some x => if at_most 4096 s && same_text (number_text x) (quote :: s ++ [quote]) then Some x else None
  | _, _ => None
  end.

Definition read_sample (v : json) : option (Q * statics) :=
  match object ["at"; "proof"]%string v with
  | Some [t; p] =>
      match read_value t, claim_of p with
      | Some t, Some (OfStatics p) => Some (t, p)
      | _, _ => None
      end
  | _ => None
  end.

(** A proof of zwang-threshold-1 about friction, without root, open and never: no other is read. *)
Definition threshold_of (v : json) : option threshold :=
  let (others, found) := take_key "falls" v in
  match object ["format"; "scene"; "vary"; "stands"]%string others with
  | Some [f; d; w; st] =>
      match a_text f, a_text d, a_text w, read_sample st with
      | Some f, Some d, Some w, Some st =>
          if same_text f (text_of "zwang-threshold-1") && same_text w (text_of "friction") then
            match found with
            | None => Some (Threshold (string_of_list_ascii d) st None)
            | Some x => option_map (fun x => Threshold (string_of_list_ascii d) st (Some x)) (read_sample x)
            end
          else None
      | _, _, _, _ => None
      end
  | _ => None
  end.

Definition any_claim (v : json) : option claim :=
  match claim_of v with
  | Some c => Some c
  | None => option_map OfThreshold (threshold_of v)
  end.

Definition read_claim (s : text) : option claim :=
  if at_most 536870912 s then
    match read_json s with
    | Some v => any_claim v
    | None => None
    end
  else None.

Definition read_proof (s : text) : option proof :=
  match read_claim s with
  | Some (OfMotion p) => Some p
  | _ => None
  end.

Definition read_statics (s : text) : option statics :=
  match read_claim s with
  | Some (OfStatics p) => Some p
  | _ => None
  end.

Definition read_ranges (s : text) : option ranges :=
  match read_claim s with
  | Some (OfRanges p) => Some p
  | _ => None
  end.

Definition read_moving (s : text) : option moving :=
  match read_claim s with
  | Some (OfMoving p) => Some p
  | _ => None
  end.

Definition read_threshold (s : text) : option threshold :=
  match read_claim s with
  | Some (OfThreshold p) => Some p
  | _ => None
  end.
