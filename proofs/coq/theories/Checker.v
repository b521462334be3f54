(** Checker.v -- the conditions of proofs/FORMAT.md, section 4, as a program: Form, C1 to C9.

    Everything here is computed and nothing proved; Sound*.v show what it implies. The digest is compared outside
    ([Verdict.v]), as text. Conditions after Form are asked only if Form holds. *)
Require Import List Bool NArith ZArith QArith.
From Zwang Require Import Format Numbers Table Core Rows Loads.
Import ListNotations.

(** ** Lists *)

Fixpoint number_from {A} (i : N) (l : list A) : list (N * A) :=
  match l with
  | [] => []
  | a :: l' => (i, a) :: number_from (N.succ i) l'
  end.
Definition numbered {A} (l : list A) : list (N * A) := number_from 0 l.

Fixpoint size {A} (l : list A) : N :=
  match l with
  | [] => 0%N
  | _ :: l' => N.succ (size l')
  end.

(** All results, if every one exists. *)
Fixpoint all_of {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l' =>
      match f a with
      | None => None
      | Some b =>
          match all_of f l' with
          | None => None
          | Some bs => Some (b :: bs)
          end
      end
  end.

(** The elements that exist under some indices. *)
Definition gather {A} (t : table A) (l : list N) : list A :=
  flat_map (fun i => match get t i with Some a => [a] | None => [] end) l.

(** Values collected by key, for each key in the order of the list. *)
Definition collect {A} (l : list (N * A)) : table (list A) :=
  fold_right (fun ka t => put (fst ka) (snd ka :: match get t (fst ka) with Some m => m | None => [] end) t)
             nothing l.
Definition collected {A} (t : table (list A)) (i : N) : list A :=
  match get t i with
  | Some l => l
  | None => []
  end.

Definition same_option (a b : option N) : bool :=
  match a, b with
  | Some i, Some j => N.eqb i j
  | None, None => true
  | _, _ => false
  end.

(** ** The scene makes sense *)

Definition convexb (P : part Q) : bool :=
  N.leb 3 (size P) &&
  (fix no_twice (l : part Q) : bool :=
     match l with
     | [] => true
     | u :: l' => negb (existsb (veqb u) l') && no_twice l'
     end) P &&
  forallb (fun e => forallb (fun w => veqb w (fst e) || veqb w (snd e) || qlt (heightq (fst e) (snd e) w) 0) P)
          (edges P).

Definition body_okb (B : body Q) : bool :=
  forallb convexb (parts B) &&
  match free B with
  | Some m => is_pos (mass m) && is_pos (inertia m)
  | None => true
  end.

(** No body and no pair of bodies has friction. *)
Definition frictionless (s : scene Q) : bool :=
  forallb (fun B => is_zero (friction B)) (bodies s) && forallb (fun k => is_zero (pair_friction k)) (friction_pairs s).

Definition exists_body (ix : index) (b : N) : bool :=
  match get ix b with
  | Some _ => true
  | None => false
  end.

Definition pin_joins (ix : index) (k : pin Q) : bool :=
  exists_body ix (pin_first k) &&
  match pin_second k with
  | Some b => exists_body ix b && negb (N.eqb b (pin_first k))
  | None => true
  end.

Definition is_free_body (ix : index) (b : N) : bool :=
  match find_body ix b with
  | Some B => match free B with Some _ => true | None => false end
  | None => false
  end.

(** A pin of two fixed bodies, or of one and the world, is none (FORMAT.md, section 1). *)
Definition pin_holds_a_free_body (ix : index) (k : pin Q) : bool :=
  is_free_body ix (pin_first k) ||
  match pin_second k with
  | Some b => is_free_body ix b
  | None => false
  end.

Definition pin_okb (ix : index) (k : pin Q) : bool := pin_joins ix k && pin_holds_a_free_body ix k.

Definition scene_okb (s : scene Q) : bool :=
  let ix := index_of s in
  forallb body_okb (bodies s) && forallb (pin_okb ix) (pins s).

(** ** What the conditions need, computed once *)

Record listed := Listed {
  the_contact : contact;
  the_place : placeq;
  the_row : qrow }.

Definition list_contact (ix : index) (c : contact) : option listed :=
  match place_ofq ix c with
  | Some g => Some (Listed c g (contact_row c g))
  | None => None
  end.

(** A pin with its two rows. *)
Record pinned := Pinned {
  the_pin : pin Q;
  row_x : qrow;
  row_y : qrow }.

Definition list_pin (ix : index) (k : pin Q) : option pinned :=
  match find_body ix (pin_first k) with
  | None => None
  | Some B =>
      match pin_second k with
      | None => Some (Pinned k (pin_row along_x (pin_at k) (pin_first k) B None)
                               (pin_row along_y (pin_at k) (pin_first k) B None))
      | Some c =>
          match find_body ix c with
          | None => None
          | Some E => Some (Pinned k (pin_row along_x (pin_at k) (pin_first k) B (Some (c, E)))
                                     (pin_row along_y (pin_at k) (pin_first k) B (Some (c, E))))
          end
      end
  end.

(** What a corner is by its gap velocities: forced to a side, or undecided, or neither. *)
Inductive state := Open | Closing | Undecided | Forced (side : bool).

Definition state_of (side0 side1 : list listed) : state :=
  let speed l := qspeed (the_row l) in
  let rests := forallb (fun l => is_zero (speed l)) in
  if existsb (fun l => is_pos (speed l)) (side0 ++ side1) then Open
  else if rests side0 then (if rests side1 then Undecided else Forced false)
  else if rests side1 then Forced true
  else Closing.

Record decided := Decided {
  the_corner : corner;
  side_0 : list listed;
  side_1 : list listed;
  the_state : state }.

Definition decide (t : table listed) (k : corner) : decided :=
  let side0 := gather t (fst k) in
  let side1 := gather t (snd k) in
  Decided k side0 side1 (state_of side0 side1).

Record prepared := Prepared {
  scn : scene Q;
  ix : index;
  pf : proof;
  contact_list : list listed;
  contact_table : table listed;
  pin_list : list pinned;
  pin_table : table pinned;
  corner_list : list decided;
  corner_table : table decided;
  in_corner : table unit;
  home : table N;
  base : table (list N);
  undecided_of : table (list N);
  pins_of : table (list N) }.

(** The free bodies of a list of weights. *)
Definition bodies_of (w : list (N * twist Q)) : list N := map fst w.

(** The group of the first body that has one. *)
Definition first_home (home : table N) (bs : list N) : option N :=
  fold_right (fun b found => match get home b with Some g => Some g | None => found end) None bs.

(** Entries (group, index) for things of which the bodies are given. *)
Definition by_home {A} (home : table N) (bs : A -> list N) (l : list (N * A)) : list (N * N) :=
  flat_map (fun ia => match first_home home (bs (snd ia)) with Some g => [(g, fst ia)] | None => [] end) l.

Definition contact_bodies (l : listed) : list N := bodies_of (qweights (the_row l)).
Definition pin_bodies (k : pinned) : list N := bodies_of (qweights (row_x k)).
Definition corner_bodies (k : decided) : list N :=
  match side_0 k with
  | l :: _ => contact_bodies l
  | [] => []
  end.

(** Contacts that every case imposes: those that belong to no corner and rest, and those of forced sides. *)
Definition rests_loose (in_corner : table unit) (il : N * listed) : bool :=
  negb (mem in_corner (fst il)) && is_zero (qspeed (the_row (snd il))).

Definition forced_side (k : decided) : list N :=
  match the_state k with
  | Forced false => fst (the_corner k)
  | Forced true => snd (the_corner k)
  | _ => []
  end.

Definition always_imposed (in_corner : table unit) (l : list listed) (ks : list decided) : list N :=
  map fst (filter (rests_loose in_corner) (numbered l)) ++ flat_map forced_side ks.

Definition is_undecided (k : decided) : bool :=
  match the_state k with
  | Undecided => true
  | _ => false
  end.

Definition home_of (gs : list group) : table N :=
  keyed (flat_map (fun ig => map (fun b => (b, fst ig)) (members (snd ig))) (numbered gs)).

Definition gather_numbered {A} (t : table A) (l : list N) : list (N * A) :=
  flat_map (fun i => match get t i with Some a => [(i, a)] | None => [] end) l.

Definition prepare (s : scene Q) (p : proof) : option prepared :=
  let ix := index_of s in
  match all_of (list_contact ix) (contacts p), all_of (list_pin ix) (pins s) with
  | Some cs, Some ks =>
      let ct := table_of cs in
      let ds := map (decide ct) (corners p) in
      let inside := set_of (flat_map (fun k => fst k ++ snd k) (corners p)) in
      let home := home_of (groups p) in
      let always := always_imposed inside cs ds in
      Some (Prepared s ix p cs ct ks (table_of ks) ds (table_of ds) inside home
              (collect (by_home home contact_bodies (gather_numbered ct always)))
              (collect (by_home home corner_bodies (filter (fun ik => is_undecided (snd ik)) (numbered ds))))
              (collect (by_home home pin_bodies (numbered ks))))
  | _, _ => None
  end.

(** Contact or pin touches group g. *)
Definition touches (home : table N) (g : N) (bs : list N) : bool :=
  existsb (fun b => same_option (get home b) (Some g)) bs.

(** The contacts of the sides that a case fixes. *)
Definition fixed_contacts (pr : prepared) (c : case) : list N :=
  flat_map (fun ks => match get (corner_table pr) (fst ks) with
                      | Some k => if N.eqb (snd ks) 0 then fst (the_corner k) else snd (the_corner k)
                      | None => []
                      end) (sides c).

Definition touching (pr : prepared) (g i : N) : bool :=
  match get (contact_table pr) i with
  | Some l => touches (home pr) g (contact_bodies l)
  | None => false
  end.

(** The imposed contacts of a case of group g. *)
Definition imposed (pr : prepared) (g : N) (c : case) : list N :=
  collected (base pr) g ++ filter (touching pr g) (fixed_contacts pr c).

(** ** Form *)

Definition pair_less (b p c q : N) : bool := N.ltb b c || (N.eqb b c && N.ltb p q).

Definition edge_count (ix : index) (b p : N) : N :=
  match find_shape ix b p with
  | Some h => size (outline h)
  | None => 0%N
  end.

Definition separation_exists (ix : index) (k : separation) : bool :=
  pair_less (sep_b k) (sep_p k) (sep_c k) (sep_q k) && N.ltb (sep_owner k) 2 &&
  N.ltb 0 (edge_count ix (sep_b k) (sep_p k)) && N.ltb 0 (edge_count ix (sep_c k) (sep_q k)) &&
  N.ltb (sep_edge k) (if N.eqb (sep_owner k) 0 then edge_count ix (sep_b k) (sep_p k)
                      else edge_count ix (sep_c k) (sep_q k)).

Definition pair_word (k : separation) : list N := [sep_b k; sep_p k; sep_c k; sep_q k].
Definition contact_word (c : contact) : list N :=
  [vertex_body c; vertex_part c; vertex c; edge_body c; edge_part c; edge c].

Definition contact_joins (l : listed) : bool :=
  negb (N.eqb (vertex_body (the_contact l)) (edge_body (the_contact l))) &&
  match contact_bodies l with
  | [] => false
  | _ => true
  end.

Definition side_okb (count : N) (side : list N) : bool :=
  N.ltb 0 (size side) && N.ltb (size side) 3 && forallb (fun i => N.ltb i count) side.

Definition free_bodies (s : scene Q) : list N :=
  flat_map (fun ib => match free (snd ib) with Some _ => [fst ib] | None => [] end) (numbered (bodies s)).

Definition is_free (ix : index) (b : N) : bool :=
  match find_body ix b with
  | Some B => match free B with Some _ => true | None => false end
  | None => false
  end.

(** Every free body is in exactly one group, and nothing else is. *)
Definition groups_cover (pr : prepared) : bool :=
  let all := flat_map members (groups (pf pr)) in
  distinct all && forallb (is_free (ix pr)) all &&
  forallb (fun b => match get (home pr) b with Some _ => true | None => false end) (free_bodies (scn pr)).

Definition group_okb (g : group) : bool :=
  N.ltb 0 (size (cases g)) && ascending (answers g) && forallb (fun k => N.ltb k (size (cases g))) (answers g).

Definition known {A} (f : A -> N) (allowed : N -> bool) (l : list A) : bool :=
  ascending (map f l) && forallb (fun a => allowed (f a)) l.

Definition case_okb (pr : prepared) (g : N) (gr : group) (c : case) : bool :=
  let undecided := set_of (collected (undecided_of pr) g) in
  let own_pins := set_of (collected (pins_of pr) g) in
  known fst (mem undecided) (sides c) && forallb (fun ks => N.ltb (snd ks) 2) (sides c) &&
  known fst (touching pr g) (forces c) && known fst (mem own_pins) (pin_forces c) &&
  match optimal c with
  | None => true
  | Some o =>
      Z.ltb 0 (denominator o) && N.eqb (size (motion o)) (size (members gr)) &&
      match idle o with
      | None => true
      | Some l => N.eqb (size l) (size (members gr))
      end
  end.

(** All bodies in one group. *)
Definition one_group (home : table N) (bs : list N) : bool :=
  match bs with
  | [] => true
  | b :: bs' => forallb (fun c => same_option (get home c) (get home b)) bs'
  end.

Definition contact_in_one_group (pr : prepared) (i : N) : bool :=
  match get (contact_table pr) i with
  | Some l => one_group (home pr) (contact_bodies l)
  | None => false
  end.

Definition joined (pr : prepared) : bool :=
  forallb (contact_in_one_group pr)
    (always_imposed (in_corner pr) (contact_list pr) (corner_list pr) ++
     flat_map (fun k => if is_undecided k then fst (the_corner k) ++ snd (the_corner k) else []) (corner_list pr)) &&
  forallb (fun k => one_group (home pr) (pin_bodies k)) (pin_list pr).

Definition every_case (pr : prepared) (f : N -> group -> case -> bool) : bool :=
  forallb (fun ig => forallb (f (fst ig) (snd ig)) (cases (snd ig))) (numbered (groups (pf pr))).

Definition form (pr : prepared) : bool :=
  forallb (separation_exists (ix pr)) (separations (pf pr)) &&
  forallb contact_joins (contact_list pr) &&
  all_different pair_word (separations (pf pr)) no_words &&
  all_different contact_word (contacts (pf pr)) no_words &&
  forallb (fun k => let count := size (contact_list pr) in side_okb count (fst k) && side_okb count (snd k))
          (corners (pf pr)) &&
  groups_cover pr && forallb group_okb (groups (pf pr)) && every_case pr (case_okb pr) && joined pr.

(** ** C1: bodies do not overlap *)

Record box := Box { box_b : N; box_p : N; left : Q; right : Q; bottom : Q; top : Q }.

Definition lowest (f : qvector -> Q) (u : qvector) (P : part Q) : Q :=
  fold_left (fun m w => if qle m (f w) then m else f w) P (f u).
Definition highest (f : qvector -> Q) (u : qvector) (P : part Q) : Q :=
  fold_left (fun m w => if qle (f w) m then m else f w) P (f u).

Definition box_of (b p : N) (P : part Q) : list box :=
  match P with
  | [] => []
  | u :: _ => [Box b p (lowest (@px Q) u P) (highest (@px Q) u P) (lowest (@py Q) u P) (highest (@py Q) u P)]
  end.

Definition boxes (s : scene Q) : list box :=
  flat_map (fun ib => flat_map (fun jp => box_of (fst ib) (fst jp) (snd jp)) (numbered (parts (snd ib))))
           (numbered (bodies s)).

Definition boxes_apartb (k l : box) : bool :=
  qlt (right k) (left l) || qlt (right l) (left k) || qlt (top k) (bottom l) || qlt (top l) (bottom k).

(** [named] has the pairs that have a separation. Boxes come in the order of (body, part). *)
Fixpoint all_pairs (s : scene Q) (named : trie separation) (l : list box) : bool :=
  match l with
  | [] => true
  | k :: l' =>
      forallb (fun m => boxes_apartb k m ||
                        match look_up [box_b k; box_p k; box_b m; box_p m] named with
                        | Some _ => true
                        | None => ignore s (box_b k) (box_b m)
                        end) l' &&
      all_pairs s named l'
  end.

(** The part whose edge separates, the other part, and the edge. *)
Record sep_parts := SepParts {
  own_body : N; own_part : N; own_outline : part Q;
  other_body : N; other_part : N; other_outline : part Q;
  line_index : N; line : qvector * qvector }.

Definition sep_resolve (ix : index) (k : separation) : option sep_parts :=
  let first := N.eqb (sep_owner k) 0 in
  let b := if first then sep_b k else sep_c k in
  let p := if first then sep_p k else sep_q k in
  let c := if first then sep_c k else sep_b k in
  let q := if first then sep_q k else sep_p k in
  match find_shape ix b p, find_shape ix c q with
  | Some h, Some h' =>
      match get (edge_table h) (sep_edge k) with
      | Some e => Some (SepParts b p (outline h) c q (outline h') (sep_edge k) e)
      | None => None
      end
  | _, _ => None
  end.

Definition separation_holds (ix : index) (k : separation) : bool :=
  match sep_resolve ix k with
  | Some r => forallb (fun w => is_nonneg (heightq (fst (line r)) (snd (line r)) w)) (other_outline r)
  | None => false
  end.

Definition c1 (pr : prepared) : bool :=
  all_pairs (scn pr) (dictionary pair_word (separations (pf pr)) no_words) (boxes (scn pr)) &&
  forallb (separation_holds (ix pr)) (separations (pf pr)).

(** ** C2: contacts are complete *)

Definition contact_eqb (c d : contact) : bool :=
  N.eqb (vertex_body c) (vertex_body d) && N.eqb (vertex_part c) (vertex_part d) && N.eqb (vertex c) (vertex d) &&
  N.eqb (edge_body c) (edge_body d) && N.eqb (edge_part c) (edge_part d) && N.eqb (edge c) (edge d).

Fixpoint contacts_eqb (l m : list contact) : bool :=
  match l, m with
  | [], [] => true
  | c :: l', d :: m' => contact_eqb c d && contacts_eqb l' m'
  | _, _ => false
  end.

(** A loose contact is the end of a touching set, and the right one of two vertices ([contact_right]). *)
Definition contact_rightb (ix : index) (l : listed) : bool :=
  let c := the_contact l in
  let g := the_place l in
  let x := contact_point g in
  let p := from_q g in
  let q := to_q g in
  let d := minusq q p in
  let t := dotq d (minusq x p) in
  negb (N.eqb (vertex_body c) (edge_body c)) &&
  match find_shape ix (vertex_body c) (vertex_part c) with
  | None => false
  | Some h =>
      let P := outline h in
      forallb (fun w => is_nonneg (heightq p q w)) P &&
      is_zero (heightq p q x) &&
      ((is_pos t && qlt t (dotq d d)) ||
       (veqb x p && existsb (fun w => is_zero (heightq p q w) && is_pos (dotq (minusq w x) (minusq q x))) P
                 && is_nonneg (dotq (minusq q x) (slidingq g))) ||
       (veqb x q && existsb (fun w => is_zero (heightq p q w) && is_pos (dotq (minusq w x) (minusq p x))) P
                 && is_nonneg (dotq (minusq p x) (slidingq g))))
  end.

(** Vertex i of a part with its neighbours: [arrives] is the index of the edge that ends in it. *)
Record aroundq := Aroundq { arrives : N; beforeq : qvector; hereq : qvector; afterq : qvector }.

Definition around_of (ix : index) (b p i : N) : option aroundq :=
  match find_shape ix b p with
  | None => None
  | Some h =>
      let k := if N.eqb i 0 then N.pred (size (outline h)) else N.pred i in
      match get (edge_table h) k, get (edge_table h) i with
      | Some (z, x), Some (x', w) => if veqb x x' then Some (Aroundq k z x' w) else None
      | _, _ => None
      end
  end.

Definition separatesb (a a' : aroundq) (m : qvector) : bool :=
  let x := hereq a in
  is_nonneg (Qopp (dotq m (minusq (beforeq a) x))) && is_nonneg (Qopp (dotq m (minusq (afterq a) x))) &&
  is_nonneg (dotq m (minusq (beforeq a') x)) && is_nonneg (dotq m (minusq (afterq a') x)).

Definition ray_shared (u u' : qvector) : bool := is_zero (crossq u u') && is_pos (dotq u u').

Definition rays_apartb (a a' : aroundq) : bool :=
  let x := hereq a in
  forallb (fun w => forallb (fun w' => negb (ray_shared (minusq w x) (minusq w' x))) [beforeq a'; afterq a'])
          [beforeq a; afterq a].

Definition candidatesq (b p i c q j : N) (a a' : aroundq) : list (qvector * contact) :=
  [ (normalq (beforeq a) (hereq a), Contact c q j b p (arrives a));
    (normalq (hereq a) (afterq a), Contact c q j b p i);
    (oppq (normalq (beforeq a') (hereq a')), Contact b p i c q (arrives a'));
    (oppq (normalq (hereq a') (afterq a')), Contact b p i c q j) ].

(** The sides of the corner where vertex i of part (b, p), the smaller, touches vertex j of (c, q). *)
Definition corner_at (ix : index) (b p i c q j : N) : option (list contact * list contact) :=
  match around_of ix b p i, around_of ix c q j with
  | Some a, Some a' =>
      let found := filter (fun mk => separatesb a a' (fst mk)) (candidatesq b p i c q j a a') in
      let pick sign := filter (fun mk => forallb (fun mk' => sign (crossq (fst mk) (fst mk'))) found) found in
      if negb (N.eqb b c) && veqb (hereq a) (hereq a') && rays_apartb a a'
      then Some (map snd (pick is_nonneg), map snd (pick (fun v => is_nonneg (Qopp v))))
      else None
  | _, _ => None
  end.

Definition ordered_corner_at (ix : index) (b p i c q j : N) : option (list contact * list contact) :=
  if pair_less b p c q then corner_at ix b p i c q j else corner_at ix c q j b p i.

Definition sides_eqb (l m : list contact * list contact) : bool :=
  contacts_eqb (fst l) (fst m) && contacts_eqb (snd l) (snd m).

(** The vertex of the edge's part at a contact of a corner. *)
Definition vertex_of_edge (ix : index) (l : listed) : option N :=
  let c := the_contact l in
  let g := the_place l in
  if veqb (contact_point g) (from_q g) then Some (edge c)
  else if veqb (contact_point g) (to_q g) then
    let u := N.succ (edge c) in
    Some (if N.eqb u (edge_count ix (edge_body c) (edge_part c)) then 0%N else u)
  else None.

Definition listed_sides (k : decided) : list contact * list contact :=
  (map the_contact (side_0 k), map the_contact (side_1 k)).

Definition nonempty {A} (l : list A) : bool :=
  match l with
  | [] => false
  | _ => true
  end.

(** A listed corner is one, with its sides ([corner_right]). *)
Definition corner_rightb (ix : index) (k : decided) : bool :=
  nonempty (side_1 k) &&
  match side_0 k with
  | [] => false
  | l :: _ =>
      let c := the_contact l in
      match vertex_of_edge ix l with
      | None => false
      | Some u =>
          match ordered_corner_at ix (vertex_body c) (vertex_part c) (vertex c) (edge_body c) (edge_part c) u with
          | Some found => sides_eqb found (listed_sides k)
          | None => false
          end
      end
  end.

(** All contacts of a corner join the same bodies. *)
Definition same_bodies (k : decided) : bool :=
  forallb (fun l => forallb (fun b => existsb (N.eqb b) (corner_bodies k)) (contact_bodies l)) (side_0 k ++ side_1 k).

(** What a separation demands: sets of contacts, of each of which exactly one is listed; and perhaps a corner. *)
Record demand := Demand {
  options : list (list contact);
  demanded_corner : option (option (list contact * list contact)) }.

(** The vertices of the other part on the line, with their place d.(w - p) along it. *)
Definition on_line (r : sep_parts) : list (Q * N) :=
  let p := fst (line r) in
  let d := minusq (snd (line r)) p in
  flat_map (fun iw => if is_zero (heightq p (snd (line r)) (snd iw))
                      then [(dotq d (minusq (snd iw) p), fst iw)] else [])
           (numbered (other_outline r)).

Definition least (a b : Q) : Q := if qle a b then a else b.
Definition most (a b : Q) : Q := if qle a b then b else a.

(** The vertex of the other part at place t. *)
Definition vertex_here (found : list (Q * N)) (t : Q) : list N :=
  map snd (filter (fun tv => qeq (fst tv) t) found).

(** The edge of the other part that lies on the line. *)
Definition back_edge (r : sep_parts) : list N :=
  let on w := is_zero (heightq (fst (line r)) (snd (line r)) w) in
  map fst (filter (fun ie => on (fst (snd ie)) && on (snd (snd ie))) (numbered (edges (other_outline r)))).

(** Of two vertices at a flush end, those that do not slide outward. *)
Definition slides_inward (ix : index) (inward : qvector) (c : contact) : bool :=
  match place_ofq ix c with
  | Some g => is_nonneg (dotq inward (slidingq g))
  | None => false
  end.

Definition choose (ix : index) (inward : qvector) (l : list contact) : list contact :=
  match l with
  | [c] => [c]
  | _ => filter (slides_inward ix inward) l
  end.

(** The index of the separating edge's vertex at its start, or at its end. *)
Definition end_vertex (r : sep_parts) (at_end : bool) : N :=
  if at_end then
    let u := N.succ (line_index r) in
    if N.eqb u (size (own_outline r)) then 0%N else u
  else line_index r.

Definition end_options (ix : index) (r : sep_parts) (found : list (Q * N)) (full t : Q) (inward : qvector)
  : list contact :=
  let theirs := map (fun v => Contact (other_body r) (other_part r) v (own_body r) (own_part r) (line_index r))
                    (vertex_here found t) in
  let ours := if is_zero t || qeq t full
              then map (fun e => Contact (own_body r) (own_part r) (end_vertex r (negb (is_zero t)))
                                         (other_body r) (other_part r) e) (back_edge r)
              else [] in
  choose ix inward (theirs ++ ours).

Definition demand_of (ix : index) (r : sep_parts) : demand :=
  let d := minusq (snd (line r)) (fst (line r)) in
  let full := dotq d d in
  let found := on_line r in
  match found with
  | [] => Demand [] None
  | (t, v) :: more =>
      let low := most 0 (fold_left (fun m tv => least m (fst tv)) more t) in
      let high := least full (fold_left (fun m tv => most m (fst tv)) more t) in
      if qlt high low then Demand [] None
      else if qeq low high then
        if is_pos low && qlt low full
        then Demand [map (fun u => Contact (other_body r) (other_part r) u (own_body r) (own_part r) (line_index r))
                         (vertex_here found low)] None
        else Demand [] (Some match vertex_here found low with
                             | [w] => ordered_corner_at ix (own_body r) (own_part r) (end_vertex r (negb (is_zero low)))
                                                        (other_body r) (other_part r) w
                             | _ => None
                             end)
      else Demand [end_options ix r found full low d; end_options ix r found full high (oppq d)] None
  end.

(** Separations of different bodies that are not both fixed and do not ignore each other. *)
Definition matters_here (s : scene Q) (ix : index) (k : separation) : bool :=
  negb (N.eqb (sep_b k) (sep_c k)) && (is_free ix (sep_b k) || is_free ix (sep_c k)) &&
  negb (ignore s (sep_b k) (sep_c k)).

Definition demands (pr : prepared) : list demand :=
  flat_map (fun k => if matters_here (scn pr) (ix pr) k
                     then match sep_resolve (ix pr) k with Some r => [demand_of (ix pr) r] | None => [] end
                     else []) (separations (pf pr)).

Definition loose_contacts (pr : prepared) : list listed :=
  map snd (filter (fun il => negb (mem (in_corner pr) (fst il))) (numbered (contact_list pr))).

Definition one_of (loose : trie contact) (l : list contact) : bool :=
  N.eqb 1 (size (filter (fun c => match look_up (contact_word c) loose with Some _ => true | None => false end) l)).

Definition first_word (sides : list contact * list contact) : list N :=
  match fst sides with
  | c :: _ => contact_word c
  | [] => []
  end.

Definition corner_listed (known : trie (list contact * list contact))
  (d : option (list contact * list contact)) : bool :=
  match d with
  | None => false
  | Some sides =>
      match look_up (first_word sides) known with
      | Some found => sides_eqb sides found
      | None => false
      end
  end.

(** Once more, and directly: what touches at a separation is listed ([touching_listed] of MotionConverse.v). *)
Definition first_listed (loose : trie listed) (l : list contact) : option listed :=
  match flat_map (fun c => match look_up (contact_word c) loose with Some k => [k] | None => [] end) l with
  | k :: _ => Some k
  | [] => None
  end.

(** The contact of a vertex of the other part with the separating edge. *)
Definition theirs (r : sep_parts) (l : listed) : bool :=
  N.eqb (vertex_body (the_contact l)) (other_body r) && N.eqb (edge_body (the_contact l)) (own_body r) &&
  veqb (from_q (the_place l)) (fst (line r)) && veqb (to_q (the_place l)) (snd (line r)).

Definition single_listed (r : sep_parts) (l : listed) : bool :=
  theirs r l &&
  forallb (fun w => negb (is_zero (heightq (fst (line r)) (snd (line r)) w)) || veqb w (contact_point (the_place l)))
          (other_outline r).

(** All vertices of a part on the line from p to q lie from x in the direction of y. *)
Definition towards (p q x y : qvector) (P : part Q) : bool :=
  forallb (fun w => negb (is_zero (heightq p q w)) || is_nonneg (dotq (minusq w x) (minusq y x))) P.

(** One end of a flush face: the contact l at x; the other end is y; (a, a') is the other part's edge. *)
Definition end_listedb (r : sep_parts) (a a' : qvector) (l : listed) (y : qvector) : bool :=
  let x := contact_point (the_place l) in
  (theirs r l && towards (fst (line r)) (snd (line r)) x y (other_outline r)) ||
  (N.eqb (vertex_body (the_contact l)) (own_body r) && N.eqb (edge_body (the_contact l)) (other_body r) &&
   veqb (from_q (the_place l)) a && veqb (to_q (the_place l)) a' && towards a a' x y (own_outline r)).

Definition flush_listed (r : sep_parts) (l l' : listed) : bool :=
  let on w := is_zero (heightq (fst (line r)) (snd (line r)) w) in
  let x := contact_point (the_place l) in
  let y := contact_point (the_place l') in
  existsb (fun e => on (fst e) && on (snd e) && on x && on y && negb (veqb x y) &&
                    end_listedb r (fst e) (snd e) l y && end_listedb r (fst e) (snd e) l' x)
          (edges (other_outline r)).

Definition touch_listed (ix : index) (loose : trie listed) (known : trie (list contact * list contact))
  (r : sep_parts) : bool :=
  let d := minusq (snd (line r)) (fst (line r)) in
  let found := on_line r in
  if forallb (fun tv => qlt (dotq d d) (fst tv)) found || forallb (fun tv => qlt (fst tv) 0) found then true
  else
    let wanted := demand_of ix r in
    match options wanted, demanded_corner wanted with
    | [o], None => match first_listed loose o with Some l => single_listed r l | None => false end
    | [o; o'], None =>
        match first_listed loose o, first_listed loose o' with
        | Some l, Some l' => flush_listed r l l'
        | _, _ => false
        end
    | [], Some (Some sides) => corner_listed known (Some sides) && nonempty (fst sides)
    | _, _ => false
    end.

Definition all_listed (pr : prepared) : bool :=
  let loose := dictionary (fun l => contact_word (the_contact l)) (loose_contacts pr) no_words in
  let known := dictionary first_word (map listed_sides (corner_list pr)) no_words in
  forallb (fun k => negb (matters_here (scn pr) (ix pr) k) ||
                    match sep_resolve (ix pr) k with
                    | Some r => touch_listed (ix pr) loose known r
                    | None => false
                    end) (separations (pf pr)).

(** The bodies of a contact do not ignore each other. *)
Definition not_ignored (s : scene Q) (l : listed) : bool :=
  negb (ignore s (vertex_body (the_contact l)) (edge_body (the_contact l))).

Definition none_ignored (pr : prepared) : bool :=
  forallb (not_ignored (scn pr)) (loose_contacts pr) &&
  forallb (fun k => forallb (not_ignored (scn pr)) (side_0 k)) (corner_list pr).

Definition c2 (pr : prepared) : bool :=
  let ds := demands pr in
  let wanted := flat_map options ds in
  let wanted_corners := flat_map (fun d => match demanded_corner d with Some k => [k] | None => [] end) ds in
  let loose := loose_contacts pr in
  let known := map listed_sides (corner_list pr) in
  let loose_words := dictionary contact_word (map the_contact loose) no_words in
  let corner_words := dictionary first_word known no_words in
  forallb (one_of loose_words) wanted && N.eqb (size wanted) (size loose) &&
  forallb (contact_rightb (ix pr)) loose &&
  all_different first_word known no_words && forallb (corner_listed corner_words) wanted_corners &&
  N.eqb (size wanted_corners) (size known) && forallb (corner_rightb (ix pr)) (corner_list pr) &&
  forallb same_bodies (corner_list pr) && none_ignored pr && all_listed pr.

(** ** C3: velocities are admissible *)

Definition not_closing (k : decided) : bool :=
  match the_state k with
  | Closing => false
  | _ => true
  end.

Definition c3 (pr : prepared) : bool :=
  forallb (fun l => is_nonneg (qspeed (the_row l))) (loose_contacts pr) &&
  forallb not_closing (corner_list pr) &&
  forallb (fun k => is_zero (qspeed (row_x k)) && is_zero (qspeed (row_y k))) (pin_list pr).

(** ** Motions and forces of a case *)

(** Motions by body; integers over the denominator of the case. *)
Definition motion_table (bs : list N) (l : list (twist Z)) : table (twist Z) := keyed (combine bs l).

Definition tzeroz : twist Z := Twist 0%Z 0%Z 0%Z.
Definition of_body (t : table (twist Z)) (b : N) : twist Z :=
  match get t b with
  | Some u => u
  | None => tzeroz
  end.

Definition tdotq (w : twist Q) (t : twist Z) : Q :=
  qadd (qadd (qscale (tx t) (tx w)) (qscale (ty t) (ty w))) (qscale (tr t) (tr w)).

Definition moved (t : table (twist Z)) (r : qrow) : Q := moves tdotq (qweights r) (of_body t).

(** D times the gap acceleration. *)
Definition scaled_value (D : Z) (t : table (twist Z)) (r : qrow) : Q := qadd (moved t r) (qscale D (qbias r)).

(** The forces of a case, each with its row. *)
Definition acting (pr : prepared) (c : case) : list (Z * qrow) :=
  flat_map (fun iz => match get (contact_table pr) (fst iz) with
                      | Some l => [(snd iz, the_row l)]
                      | None => []
                      end) (forces c) ++
  flat_map (fun kf => match get (pin_table pr) (fst kf) with
                      | Some k => [(fst (snd kf), row_x k); (snd (snd kf), row_y k)]
                      | None => []
                      end) (pin_forces c).

Definition tzeroq : twist Q := Twist 0%Q 0%Q 0%Q.
Definition twist_or_zero : table (twist Q) -> N -> twist Q := held_at tzeroq.

(** t + z w *)
Definition tadd (t : twist Q) (z : Z) (w : twist Q) : twist Q :=
  Twist (qadd (tx t) (qscale z (tx w))) (qadd (ty t) (qscale z (ty w))) (qadd (tr t) (qscale z (tr w))).

(** The forces on every body, added up. *)
Definition accumulate (l : list (Z * qrow)) : table (twist Q) :=
  add_up tadd tzeroq (map (fun zr => (fst zr, qweights (snd zr))) l).

Definition teqb (s t : twist Q) : bool := qeq (tx s) (tx t) && qeq (ty s) (ty t) && qeq (tr s) (tr t).

(** D times what an acceleration differs from the free one. *)
Definition excess (unheld : twist Q) (D : Z) (t : twist Z) : twist Q :=
  Twist (qsub (qint (tx t)) (qscale D (tx unheld)))
        (qsub (qint (ty t)) (qscale D (ty unheld)))
        (qsub (qint (tr t)) (qscale D (tr unheld))).

(** And that times the mass. *)
Definition required (unheld : twist Q) (D : Z) (m : matter Q) (t : twist Z) : twist Q :=
  let u := excess unheld D t in
  Twist (qmul (mass m) (tx u)) (qmul (mass m) (ty u)) (qmul (inertia m) (tr u)).

(** Judgement 1 of Core.v: forces balance what D times the accelerations t, and D times weights and loads, require. With
    no motion and D = 0 they balance each other. *)
Definition balance (pr : prepared) (unheld : table (twist Q)) (bs : list N) (D : Z) (t : table (twist Z))
    (l : list (Z * qrow)) : bool :=
  let found := accumulate l in
  forallb (fun b => match find_body (ix pr) b with
                    | Some B =>
                        match free B with
                        | Some m => teqb (twist_or_zero found b) (required (twist_or_zero unheld b) D m (of_body t b))
                        | None => false
                        end
                    | None => false
                    end) bs.

(** ** C4: Newton *)

Definition newton_case (pr : prepared) (unheld : table (twist Q)) (_ : N) (gr : group) (c : case) : bool :=
  match optimal c with
  | None => balance pr unheld (members gr) 0 nothing (acting pr c)
  | Some o => balance pr unheld (members gr) (denominator o) (motion_table (members gr) (motion o)) (acting pr c)
  end.
Definition c4 (pr : prepared) : bool := every_case pr (newton_case pr (free_accelerations (scn pr))).

(** ** C5: no contact pulls *)

Definition c5 (pr : prepared) : bool :=
  every_case pr (fun _ _ c => forallb (fun iz => no_pull Ray (snd iz, 0%Z)) (forces c)).

(** ** C6: nothing penetrates *)

Definition gap_of (pr : prepared) (D : Z) (t : table (twist Z)) (i : N) : option Q :=
  option_map (fun l => scaled_value D t (the_row l)) (get (contact_table pr) i).

Definition holds_some (f : Q -> bool) (x : option Q) : bool :=
  match x with
  | Some q => f q
  | None => false
  end.

Definition pin_holds (pr : prepared) (D : Z) (t : table (twist Z)) (k : N) : bool :=
  match get (pin_table pr) k with
  | Some p => allowed Line (scaled_value D t (row_x p), scaled_value D t (row_y p))
  | None => false
  end.

Definition power (l : list (Z * qrow)) : Q :=
  fold_right (fun zr s => qadd (qscale (fst zr) (qbias (snd zr))) s) 0%Q l.

Definition penetration_case (pr : prepared) (g : N) (gr : group) (c : case) : bool :=
  match optimal c with
  | None => is_pos (Qopp (power (acting pr c)))
  | Some o =>
      let t := motion_table (members gr) (motion o) in
      forallb (fun i => holds_some (fun w => allowed Ray (w, 0%Q)) (gap_of pr (denominator o) t i)) (imposed pr g c) &&
      forallb (pin_holds pr (denominator o) t) (collected (pins_of pr) g)
  end.
Definition c6 (pr : prepared) : bool := every_case pr (penetration_case pr).

(** ** C7: no force across a gap *)

Definition complementary (pr : prepared) (g : N) (gr : group) (c : case) : bool :=
  let allowed := set_of (imposed pr g c) in
  let pressing := filter (fun iz => negb (Z.eqb (snd iz) 0)) (forces c) in
  forallb (fun iz => mem allowed (fst iz)) pressing &&
  match optimal c with
  | None => true
  | Some o =>
      let t := motion_table (members gr) (motion o) in
      forallb (fun iz => holds_some (fun w => idle_together (snd iz, 0%Z) (w, 0%Q)) (gap_of pr (denominator o) t (fst iz))) pressing
  end.
Definition c7 (pr : prepared) : bool := every_case pr (complementary pr).

(** ** C8: idle contacts are idle *)

Definition force_at (t : table Z) (i : N) : Z :=
  match get t i with
  | Some z => z
  | None => 0%Z
  end.

Definition virtual_pin (pr : prepared) (t : table (twist Z)) (k : N) : bool :=
  match get (pin_table pr) k with
  | Some p => allowed Line (moved t (row_x p), moved t (row_y p))
  | None => false
  end.

Definition virtual_gap (pr : prepared) (t : table (twist Z)) (i : N) : option Q :=
  option_map (fun l => moved t (the_row l)) (get (contact_table pr) i).

(** The imposed contacts of a case that rest under its motion. *)
Definition resting (pr : prepared) (g : N) (gr : group) (c : case) (o : optimum) : list N :=
  let t := motion_table (members gr) (motion o) in
  filter (fun i => holds_some is_zero (gap_of pr (denominator o) t i)) (imposed pr g c).

Definition idle_case (pr : prepared) (g : N) (gr : group) (c : case) : bool :=
  match optimal c with
  | None => true
  | Some o =>
      let pressing := keyed (forces c) in
      let rest := resting pr g gr c o in
      match idle o with
      | None => forallb (fun i => negb (Z.eqb (force_at pressing i) 0)) rest
      | Some l =>
          let t := motion_table (members gr) l in
          forallb (fun i => holds_some (if Z.eqb (force_at pressing i) 0 then is_pos else is_zero)
                                       (virtual_gap pr t i)) rest &&
          forallb (virtual_pin pr t) (collected (pins_of pr) g)
      end
  end.

Definition every_answer (pr : prepared) (f : N -> group -> case -> bool) : bool :=
  forallb (fun ig => let t := table_of (cases (snd ig)) in
                     forallb (f (fst ig) (snd ig)) (gather t (answers (snd ig)))) (numbered (groups (pf pr))).

Definition c8 (pr : prepared) : bool := every_answer pr (idle_case pr).

(** ** C9: corners are decided *)

(** Two cases fix different sides of some corner. *)
Definition conflict (s t : list (N * N)) : bool :=
  existsb (fun ks => existsb (fun lt => N.eqb (fst ks) (fst lt) && negb (N.eqb (snd ks) (snd lt))) t) s.

Fixpoint pairwise {A} (f : A -> A -> bool) (l : list A) : bool :=
  match l with
  | [] => true
  | a :: l' => forallb (f a) l' && pairwise f l'
  end.

(** 2^(longest - length) summed up, against 2^longest. *)
Definition longest (l : list (list (N * N))) : N := fold_right (fun s m => N.max (size s) m) 0%N l.
Definition weight (most : N) (s : list (N * N)) : Z := (2 ^ Z.of_N (most - size s))%Z.
Definition covers (l : list (list (N * N))) : bool :=
  Z.eqb (fold_right (fun s total => (weight (longest l) s + total)%Z) 0%Z l) (2 ^ Z.of_N (longest l))%Z.

(** Twice the restraint of a case, times the square of its denominator. *)
Definition scaled_restraint (pr : prepared) (unheld : table (twist Q)) (gr : group) (o : optimum) : Q :=
  let t := motion_table (members gr) (motion o) in
  fold_right (fun b s =>
    match find_body (ix pr) b with
    | Some B =>
        match free B with
        | Some m =>
            let u := excess (twist_or_zero unheld b) (denominator o) (of_body t b) in
            qadd (qadd (qmul (mass m) (qadd (qmul (tx u) (tx u)) (qmul (ty u) (ty u))))
                       (qmul (inertia m) (qmul (tr u) (tr u)))) s
        | None => s
        end
    | None => s
    end) 0%Q (members gr).

(** An optimal case: number, optimum, its restraint. *)
Record tried := Tried { number : N; tried_optimum : optimum; cost : Q }.

Definition tries (pr : prepared) (unheld : table (twist Q)) (gr : group) : list tried :=
  flat_map (fun kc => match optimal (snd kc) with
                      | Some o => [Tried (fst kc) o (scaled_restraint pr unheld gr o)]
                      | None => []
                      end) (numbered (cases gr)).

(** The restraint of s is at most that of t. *)
Definition cheaper (s t : tried) : bool :=
  let D := denominator (tried_optimum s) in
  let D' := denominator (tried_optimum t) in
  qle (qscale (D' * D') (cost s)) (qscale (D * D) (cost t)).

Definition least_of (l : list tried) : list tried :=
  match l with
  | [] => []
  | [s] => [s]
  | s :: l' =>
      let best := fold_left (fun m t => if cheaper m t then m else t) l' s in
      filter (fun t => cheaper t best) l
  end.

Definition same_twist (D : Z) (t : twist Z) (D' : Z) (t' : twist Z) : bool :=
  Z.eqb (tx t * D') (tx t' * D) && Z.eqb (ty t * D') (ty t' * D) && Z.eqb (tr t * D') (tr t' * D).

Fixpoint same_motions (D : Z) (l : list (twist Z)) (D' : Z) (m : list (twist Z)) : bool :=
  match l, m with
  | [], [] => true
  | t :: l', t' :: m' => same_twist D t D' t' && same_motions D l' D' m'
  | _, _ => false
  end.

Definition same_motion (o o' : optimum) : bool :=
  same_motions (denominator o) (motion o) (denominator o') (motion o').

(** Each motion once, the first. [kept] are those before. *)
Fixpoint once (kept : list tried) (l : list tried) : list tried :=
  match l with
  | [] => []
  | t :: l' =>
      if existsb (fun s => same_motion (tried_optimum s) (tried_optimum t)) kept then once kept l'
      else t :: once (t :: kept) l'
  end.

Definition side_opens (D : Z) (t : table (twist Z)) (side : list listed) : bool :=
  forallb (fun l => is_nonneg (scaled_value D t (the_row l))) side.

Definition corner_respected (pr : prepared) (D : Z) (t : table (twist Z)) (k : N) : bool :=
  match get (corner_table pr) k with
  | Some d => side_opens D t (side_0 d) || side_opens D t (side_1 d)
  | None => false
  end.

Definition respects_corners (pr : prepared) (g : N) (gr : group) (s : tried) : bool :=
  let o := tried_optimum s in
  let t := motion_table (members gr) (motion o) in
  forallb (corner_respected pr (denominator o) t) (collected (undecided_of pr) g).

Fixpoint same_list (l m : list N) : bool :=
  match l, m with
  | [], [] => true
  | i :: l', j :: m' => N.eqb i j && same_list l' m'
  | _, _ => false
  end.

Definition decided_group (pr : prepared) (unheld : table (twist Q)) (ig : N * group) : bool :=
  let gr := snd ig in
  let all_sides := map sides (cases gr) in
  let best := once [] (least_of (tries pr unheld gr)) in
  pairwise conflict all_sides && covers all_sides &&
  forallb (respects_corners pr (fst ig) gr) best &&
  same_list (answers gr) (map number best).

Definition c9 (pr : prepared) : bool :=
  forallb (decided_group pr (free_accelerations (scn pr))) (numbered (groups (pf pr))).

(** ** All conditions *)

Definition conditions (pr : prepared) : bool :=
  form pr && c1 pr && c2 pr && c3 pr && c4 pr && c5 pr && c6 pr && c7 pr && c8 pr && c9 pr.

Definition check (s : scene Q) (p : proof) : bool :=
  match prepare s p with
  | Some pr => scene_okb s && (frictionless s && conditions pr)
  | None => false
  end.
