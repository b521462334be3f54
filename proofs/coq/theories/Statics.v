(** Statics.v -- the conditions of proofs/FORMAT.md, section 7, as a program: S0 to S7.

    Scene, separations, contacts, corners and groups are those of a proof of section 2 ([skeleton]), so that Form, C1
    and C2 are those of Checker.v. Everything here is computed and nothing proved; SoundStatics.v shows what it
    implies. *)
Require Import List Bool NArith ZArith QArith.
From Zwang Require Import Format Numbers Table Core Rows Loads Checker.
Import ListNotations.

(** ** The skeleton of a proof *)

(** A held case has no motion, a falling one no forces. *)
Definition skeleton_case (bs : list N) (c : statics_case) : case :=
  match outcome c with
  | Held D fs ps =>
      Case (fixed_sides c) (Some (Optimum D (map (fun _ => tzeroz) bs) None)) (map (fun i => (fst i, fst (snd i))) fs) ps
  | Falling y => Case (fixed_sides c) (Some (Optimum 1 y None)) [] []
  end.

Definition skeleton_group (g : statics_group) : group :=
  Group (held_bodies g) (map (skeleton_case (held_bodies g)) (trials g)) [].

Definition skeleton (p : statics) : proof :=
  Proof (statics_digest p) (statics_separations p) (statics_contacts p) (statics_corners p)
        (map skeleton_group (statics_groups p)).

(** ** Friction *)

(** Two bodies, in either order. *)
Definition pair_key (b c : N) : list N := if N.ltb b c then [b; c] else [c; b].

Definition pair_dictionary (s : scene Q) : trie Q :=
  fold_right (fun k t => enter (pair_key (pair_first k) (pair_second k)) (pair_friction k) t) no_words
             (friction_pairs s).

(** The friction of a contact: that of the pair of bodies if it has one, else the smaller of theirs. *)
Definition contact_friction (own : trie Q) (l : listed) : Q :=
  match look_up (pair_key (vertex_body (the_contact l)) (edge_body (the_contact l))) own with
  | Some mu => mu
  | None => least (friction (first_body (the_place l))) (friction (second_body (the_place l)))
  end.

(** The row of a contact along its edge, with t = J n for its normal: t . (a_F - a_E), and t . (v_F - v_E). *)
Definition tangent_row (c : contact) (g : placeq) : qrow :=
  let t := Jq (normalq (from_q g) (to_q g)) in
  let x := contact_point g in
  QRow (lever t x (vertex_body c) (first_body g) ++ lever (oppq t) x (edge_body c) (second_body g))
       (dotq t (minusq (inwardq (first_body g) x) (inwardq (second_body g) x)))
       (dotq t (slidingq g)).

(** A contact with its row along the edge and its friction. *)
Record rough := Rough { smooth_part : listed; along_edge : qrow; coefficient : Q }.

(** The cone of its forces, and how a motion moves it. *)
Definition cone_of (r : rough) : cone Q := Wedge (coefficient r).
Definition opens_and_slides (y : table (twist Z)) (r : rough) : Q * Q :=
  (moved y (the_row (smooth_part r)), moved y (along_edge r)).

Definition roughen (own : trie Q) (l : listed) : rough :=
  Rough l (tangent_row (the_contact l) (the_place l)) (contact_friction own l).

Definition rough_table (pr : prepared) : table rough :=
  table_of (map (roughen (pair_dictionary (scn pr))) (contact_list pr)).

(** The contacts of undecided corners with friction that touch group g: those of both sides. *)
Definition rubs (t : table rough) (i : N) : bool :=
  match get t i with
  | Some r => is_pos (coefficient r)
  | None => false
  end.

Definition of_both_sides (pr : prepared) (k : N) : list N :=
  match get (corner_table pr) k with
  | Some d => fst (the_corner d) ++ snd (the_corner d)
  | None => []
  end.

Definition rough_contacts (pr : prepared) (t : table rough) (g : N) : list N :=
  filter (fun i => touching pr g i && rubs t i) (flat_map (of_both_sides pr) (collected (undecided_of pr) g)).

(** ** S0: the scene rests *)

Definition restsb (B : body Q) : bool :=
  match free B with
  | Some m => is_zero (px (velocity m)) && is_zero (py (velocity m)) && is_zero (spin m)
  | None => true
  end.

Definition s0 (pr : prepared) : bool := forallb restsb (bodies (scn pr)).

(** ** Forces of a held case *)

Definition every_trial (p : statics) (f : N -> statics_group -> statics_case -> bool) : bool :=
  forallb (fun ig => forallb (f (fst ig) (snd ig)) (trials (snd ig))) (numbered (statics_groups p)).

(** The forces of a case, each with its row. *)
Definition holding (pr : prepared) (t : table rough) (fs ps : list (N * (Z * Z))) : list (Z * qrow) :=
  flat_map (fun iz => match get t (fst iz) with
                      | Some r => [(fst (snd iz), the_row (smooth_part r)); (snd (snd iz), along_edge r)]
                      | None => []
                      end) fs ++
  flat_map (fun kf => match get (pin_table pr) (fst kf) with
                      | Some k => [(fst (snd kf), row_x k); (snd (snd kf), row_y k)]
                      | None => []
                      end) ps.

(** ** S1: forces balance weights and loads *)

Definition balanced (pr : prepared) (unheld : table (twist Q)) (t : table rough) (_ : N) (gr : statics_group) (c : statics_case) : bool :=
  match outcome c with
  | Falling _ => true
  | Held D fs ps => balance pr unheld (held_bodies gr) D nothing (holding pr t fs ps)
  end.
Definition s1 (pr : prepared) (t : table rough) (p : statics) : bool := every_trial p (balanced pr (free_accelerations (scn pr)) t).

(** ** S2: no contact pulls *)

Definition pushing (pr : prepared) (t : table rough) (g : N) (gr : statics_group) (c : statics_case) : bool :=
  match outcome c with
  | Falling _ => true
  | Held D fs ps =>
      let allowed := set_of (imposed pr g (skeleton_case (held_bodies gr) c) ++ rough_contacts pr t g) in
      forallb (fun iz => no_pull Ray (snd iz) && (Z.eqb (fst (snd iz)) 0 || mem allowed (fst iz))) fs
  end.
Definition s2 (pr : prepared) (t : table rough) (p : statics) : bool := every_trial p (pushing pr t).

(** ** S3: friction is bounded *)

Definition bounded (t : table rough) (iz : N * (Z * Z)) : bool :=
  match get t (fst iz) with
  | Some r => rubs_within (cone_of r) (snd iz)
  | None => false
  end.

Definition rubbing (t : table rough) (_ : N) (_ : statics_group) (c : statics_case) : bool :=
  match outcome c with
  | Falling _ => true
  | Held D fs ps => forallb (bounded t) fs
  end.
Definition s3 (t : table rough) (p : statics) : bool := every_trial p (rubbing t).

(** ** S4: no contact resists *)

(** The contact opens at least mu times as fast as it slides. *)
Definition gives_way (y : table (twist Z)) (r : rough) : bool := allowed (cone_of r) (opens_and_slides y r).

Definition gives_way_at (t : table rough) (y : table (twist Z)) (i : N) : bool :=
  match get t i with
  | Some r => gives_way y r
  | None => false
  end.

Definition side_gives_way (pr : prepared) (t : table rough) (y : table (twist Z)) (k : N) : bool :=
  match get (corner_table pr) k with
  | Some d => forallb (gives_way_at t y) (fst (the_corner d)) || forallb (gives_way_at t y) (snd (the_corner d))
  | None => false
  end.

Definition unresisted (pr : prepared) (t : table rough) (g : N) (gr : statics_group) (c : statics_case) : bool :=
  match outcome c with
  | Held _ _ _ => true
  | Falling l =>
      let y := motion_table (held_bodies gr) l in
      forallb (gives_way_at t y) (imposed pr g (skeleton_case (held_bodies gr) c) ++ rough_contacts pr t g) &&
      forallb (side_gives_way pr t y) (collected (undecided_of pr) g) &&
      forallb (virtual_pin pr y) (collected (pins_of pr) g)
  end.
Definition s4 (pr : prepared) (t : table rough) (p : statics) : bool := every_trial p (unresisted pr t).

(** ** S5: weights and loads do positive work *)

Definition lost (pr : prepared) (unheld : table (twist Q)) (y : table (twist Z)) (bs : list N) : Q :=
  fold_right (fun b sum =>
    match find_body (ix pr) b with
    | Some B =>
        match free B with
        | Some m =>
            let v := of_body y b in
            let u := twist_or_zero unheld b in
            qadd (qadd (qmul (mass m) (qadd (qscale (tx v) (tx u)) (qscale (ty v) (ty u))))
                       (qmul (inertia m) (qscale (tr v) (tr u)))) sum
        | None => sum
        end
    | None => sum
    end) 0%Q bs.

Definition losing (pr : prepared) (unheld : table (twist Q)) (_ : N) (gr : statics_group) (c : statics_case) : bool :=
  match outcome c with
  | Held _ _ _ => true
  | Falling l => is_pos (lost pr unheld (motion_table (held_bodies gr) l) (held_bodies gr))
  end.
Definition s5 (pr : prepared) (p : statics) : bool := every_trial p (losing pr (free_accelerations (scn pr))).

(** ** S6: corners are decided *)

Definition is_falling (c : statics_case) : bool :=
  match outcome c with
  | Held _ _ _ => false
  | Falling _ => true
  end.

Definition settled (gr : statics_group) : bool :=
  let all_sides := map fixed_sides (trials gr) in
  if existsb is_falling (trials gr) then N.eqb 1 (size (trials gr))
  else pairwise conflict all_sides && covers all_sides.
Definition s6 (p : statics) : bool := forallb settled (statics_groups p).

(** ** S7: one normal bears a corner *)

(** The normal of a contact, with the sign that points into a body. *)
Definition normal_into (b : N) (l : listed) : qvector :=
  let n := normalq (from_q (the_place l)) (to_q (the_place l)) in
  if N.eqb (vertex_body (the_contact l)) b then n else oppq n.

(** The sum of the forces of some contacts on a body. *)
Definition corner_force (t : table rough) (b : N) (is : list N) (fs : list (N * (Z * Z))) : qvector :=
  fold_right (fun iz sum =>
    match get t (fst iz) with
    | Some r =>
        if existsb (N.eqb (fst iz)) is then
          let n := normal_into b (smooth_part r) in
          plusq sum (plusq (timesq (qint (fst (snd iz))) n) (timesq (qint (snd (snd iz))) (Jq n)))
        else sum
    | None => sum
    end) zeroq fs.

(** A normal bears a force with friction mu. *)
Definition rubs_along (mu : Q) (n f : qvector) : bool := qle (qabs (dotq f (Jq n))) (qmul mu (dotq f n)).

(** A force is between two normals. *)
Definition is_between (n m f : qvector) : bool :=
  is_nonneg (qmul (crossq n f) (crossq n m)) && is_nonneg (qmul (crossq f m) (crossq n m)).

Definition corner_borne (pr : prepared) (t : table rough) (fs : list (N * (Z * Z))) (k : N) : bool :=
  match get (corner_table pr) k with
  | Some d =>
      match fst (the_corner d), snd (the_corner d) with
      | i :: _, j :: _ =>
          match get t i, get t j with
          | Some r, Some r' =>
              let b := vertex_body (the_contact (smooth_part r)) in
              let n := normal_into b (smooth_part r) in
              let m := normal_into b (smooth_part r') in
              let f := corner_force t b (of_both_sides pr k) fs in
              negb (is_pos (coefficient r)) || rubs_along (coefficient r) n f || rubs_along (coefficient r) m f ||
              is_between n m f
          | _, _ => false
          end
      | _, _ => false
      end
  | None => false
  end.

Definition borne (pr : prepared) (t : table rough) (g : N) (_ : statics_group) (c : statics_case) : bool :=
  match outcome c with
  | Falling _ => true
  | Held D fs ps => forallb (corner_borne pr t fs) (collected (undecided_of pr) g)
  end.
Definition s7 (pr : prepared) (t : table rough) (p : statics) : bool := every_trial p (borne pr t).

(** ** All conditions *)

Definition statics_conditions (pr : prepared) (p : statics) : bool :=
  let t := rough_table pr in
  form pr && c1 pr && c2 pr && s0 pr && s1 pr t p && s2 pr t p && s3 t p && s4 pr t p && s5 pr p && s6 p &&
  s7 pr t p.

Definition check_statics (s : scene Q) (p : statics) : bool :=
  match prepare s (skeleton p) with
  | Some pr => scene_okb s && statics_conditions pr p
  | None => false
  end.

(** ** What is found *)

Inductive finding := Falls | Stands | CanStand.

(** The contacts of the sides that a case fixes. *)
Definition contacts_fixed (ks : table corner) (c : statics_case) : list N :=
  flat_map (fun k => match get ks (fst k) with
                     | Some sides => if N.eqb (snd k) 0 then fst sides else snd sides
                     | None => []
                     end) (fixed_sides c).

(** No friction, and no force at a side of a corner that the case does not fix. *)
Definition without_friction (ks : table corner) (cornered : table unit) (c : statics_case) : bool :=
  match outcome c with
  | Held _ fs _ =>
      let allowed := set_of (contacts_fixed ks c) in
      forallb (fun iz => Z.eqb (snd (snd iz)) 0 &&
                         (Z.eqb (fst (snd iz)) 0 || negb (mem cornered (fst iz)) || mem allowed (fst iz))) fs
  | Falling _ => false
  end.

Definition finding_of (p : statics) : finding :=
  let all f := forallb (fun gr => forallb f (trials gr)) (statics_groups p) in
  let cornered := set_of (flat_map (fun k => fst k ++ snd k) (statics_corners p)) in
  if negb (all (fun c => negb (is_falling c))) then Falls
  else if all (without_friction (table_of (statics_corners p)) cornered) then Stands
  else CanStand.
