(** * Two convex parts without a common interior point are separated by a line

    Points strictly inside both parts solve finitely many strict linear inequalities in two unknowns.
    Such a system has a solution, or a positive combination of it says 0 < 0 (Motzkin): eliminate one
    unknown, then the other (Fourier). *)

Require Import List Reals Lra Psatz.
From Zwang Require Import Format Meaning Motion MotionPlane MotionSeparation.
Import ListNotations.
Open Scope R_scope.

(** ** Strict inequalities in one unknown *)

(** If no inequality b y + r < 0 is violated by itself, and no two contradict each other, some y solves
    them all. *)
Lemma solve_one (l : list (R * R)) :
  (forall b r, In (b, r) l -> b = 0 -> r < 0) ->
  (forall b r b' r', In (b, r) l -> In (b', r') l -> 0 < b -> b' < 0 -> - b' * r + b * r' < 0) ->
  exists y, forall b r, In (b, r) l -> b * y + r < 0.
Proof.
  (* an upper bound u, attained by an inequality or free, with a lower bound likewise *)
  assert (Up : forall l : list (R * R), exists u,
    (forall b r, In (b, r) l -> 0 < b -> b * u + r <= 0) /\
    ((exists b r, In (b, r) l /\ 0 < b /\ b * u + r = 0) \/ forall b r, In (b, r) l -> b <= 0)).
  { induction l0 as [|[b r] m [u [U A]]].
    - exists 0. split; [intros b r []|right; intros b r []].
    - destruct (Rle_lt_dec b 0) as [B|B].
      + exists u. split.
        * intros b' r' [E|I] P; [injection E as <- <-; lra|now apply U].
        * destruct A as [(b' & r' & I & A)|A]; [left; exists b', r'; split; [now right|assumption]|].
          right. intros b' r' [E|I]; [now injection E as <- <-|now apply A with r'].
      + assert (Sol : b * (- r / b) + r = 0) by (field; lra).
        destruct A as [(b' & r' & I & Pb & A)|A].
        * destruct (Rle_lt_dec (b * u + r) 0) as [H|H].
          -- exists u. split.
             ++ intros b2 r2 [E|I2] P; [injection E as <- <-; lra|now apply U].
             ++ left. exists b', r'. split; [now right|now split].
          -- exists (- r / b). split.
             ++ intros b2 r2 [E|I2] P; [injection E as <- <-; lra|].
                pose proof (U b2 r2 I2 P). assert (- r / b < u).
                { apply Rmult_lt_reg_l with b; [assumption|].
                  replace (b * (- r / b)) with (- r) by (field; lra). lra. }
                nra.
             ++ left. exists b, r. split; [now left|now split].
        * exists (- r / b). split.
          -- intros b2 r2 [E|I2] P; [injection E as <- <-; lra|].
             pose proof (A b2 r2 I2). lra.
          -- left. exists b, r. split; [now left|now split]. }
  intros Z Pairs. destruct (Up l) as [u [U AU]].
  destruct (Up (map (fun p => (- fst p, snd p)) l)) as [v [V AV]].
  assert (V' : forall b r, In (b, r) l -> b < 0 -> b * (- v) + r <= 0).
  { intros b r I B.
    assert (I' : In (- b, r) (map (fun p => (- fst p, snd p)) l)).
    { apply in_map_iff. exists (b, r). now split. }
    pose proof (V _ _ I' ltac:(lra)). lra. }
  assert (AV' : (exists b r, In (b, r) l /\ b < 0 /\ b * (- v) + r = 0) \/
                forall b r, In (b, r) l -> 0 <= b).
  { destruct AV as [(b & r & I & B & E)|A].
    - left. apply in_map_iff in I. destruct I as [[b0 r0] [E0 I]]. simpl in E0.
      injection E0 as E1 E2. exists b0, r0. split; [assumption|]. subst. split; lra.
    - right. intros b r I.
      assert (I' : In (- b, r) (map (fun p => (- fst p, snd p)) l)).
      { apply in_map_iff. exists (b, r). now split. }
      pose proof (A _ _ I'). lra. }
  destruct AU as [(bu & ru & Iu & Bu & Eu)|AU]; destruct AV' as [(bl & rl & Il & Bl & El)|AL].
  - (* both bounds: the middle *)
    pose proof (Pairs _ _ _ _ Iu Il Bu Bl) as C.
    assert (L : - v < u).
    { assert (E1 : ru = - (bu * u)) by lra. assert (E2 : rl = bl * v) by lra.
      rewrite E1, E2 in C. assert (Neg : 0 < - (bl * bu)) by nra.
      destruct (Rlt_le_dec (- v) u) as [H|H]; [assumption|exfalso].
      assert (0 <= - (bl * bu) * (- v - u)) by (apply Rmult_le_pos; lra). nra. }
    exists ((u - v) / 2). intros b r I.
    destruct (Rtotal_order b 0) as [B|[B|B]].
    + pose proof (V' b r I B). nra.
    + pose proof (Z b r I B). subst. lra.
    + pose proof (U b r I B). nra.
  - (* no lower bound *)
    exists (u - 1). intros b r I. pose proof (AL b r I).
    destruct (Rle_lt_dec b 0) as [B|B]; [assert (b = 0) by lra; pose proof (Z b r I H0); subst; lra|].
    pose proof (U b r I B). nra.
  - exists (- v + 1). intros b r I. pose proof (AU b r I).
    destruct (Rle_lt_dec 0 b) as [B|B]; [assert (b = 0) by lra; pose proof (Z b r I H0); subst; lra|].
    pose proof (V' b r I B). nra.
  - exists 0. intros b r I. pose proof (AU b r I). pose proof (AL b r I).
    assert (b = 0) by lra. pose proof (Z b r I H1). lra.
Qed.

(** ** Strict inequalities in two unknowns *)

(** v stands for ax x + by y + cc < 0. *)
Record inequality := Inequality { ax : R; by_ : R; cc : R }.

Definition value (v : inequality) (x y : R) : R := ax v * x + by_ v * y + cc v.

(** Sums with positive factors of one or more members of l. *)
Inductive combination (l : list inequality) : inequality -> Prop :=
  | comb_member v : In v l -> combination l v
  | comb_two s t v w : 0 < s -> 0 < t -> combination l v -> combination l w ->
      combination l (Inequality (s * ax v + t * ax w) (s * by_ v + t * by_ w) (s * cc v + t * cc w)).

(** Those members that do not contain the unknown whose coefficient is [coef], and the sums of two that
    do not. *)
Definition eliminate (coef : inequality -> R) (l : list inequality) : list inequality :=
  flat_map (fun v => if Req_EM_T (coef v) 0 then [v] else []) l ++
  flat_map (fun v => flat_map (fun w =>
    if Rlt_dec 0 (coef v) then
      if Rlt_dec (coef w) 0 then
        [Inequality (- coef w * ax v + coef v * ax w) (- coef w * by_ v + coef v * by_ w)
                    (- coef w * cc v + coef v * cc w)]
      else []
    else []) l) l.

Lemma eliminate_zero coef l v : In v l -> coef v = 0 -> In v (eliminate coef l).
Proof.
  intros I Z. apply in_or_app. left. apply in_flat_map. exists v. split; [assumption|].
  destruct (Req_EM_T (coef v) 0); [now left|contradiction].
Qed.

Lemma eliminate_pair coef l v w :
  In v l -> In w l -> 0 < coef v -> coef w < 0 ->
  In (Inequality (- coef w * ax v + coef v * ax w) (- coef w * by_ v + coef v * by_ w)
                 (- coef w * cc v + coef v * cc w)) (eliminate coef l).
Proof.
  intros Iv Iw Pv Pw. apply in_or_app. right. apply in_flat_map. exists v. split; [assumption|].
  apply in_flat_map. exists w. split; [assumption|].
  destruct (Rlt_dec 0 (coef v)); [|contradiction].
  destruct (Rlt_dec (coef w) 0); [now left|contradiction].
Qed.

Lemma eliminate_is coef l v :
  In v (eliminate coef l) ->
  (In v l /\ coef v = 0) \/
  exists a b, In a l /\ In b l /\ 0 < coef a /\ coef b < 0 /\
    v = Inequality (- coef b * ax a + coef a * ax b) (- coef b * by_ a + coef a * by_ b)
                   (- coef b * cc a + coef a * cc b).
Proof.
  intro I. apply in_app_or in I. destruct I as [I|I].
  - apply in_flat_map in I. destruct I as [w [W I]].
    destruct (Req_EM_T (coef w) 0); [|destruct I]. destruct I as [<-|[]]. now left.
  - apply in_flat_map in I. destruct I as [a [Ia I]].
    apply in_flat_map in I. destruct I as [b [Ib I]].
    destruct (Rlt_dec 0 (coef a)); [|destruct I].
    destruct (Rlt_dec (coef b) 0); [|destruct I]. destruct I as [<-|[]].
    right. now exists a, b.
Qed.

Lemma eliminate_combination coef l m v :
  (forall w, In w l -> combination m w) -> In v (eliminate coef l) -> combination m v.
Proof.
  intros C I. apply eliminate_is in I. destruct I as [[I _]|(a & b & Ia & Ib & Pa & Pb & ->)].
  - now apply C.
  - apply comb_two; try lra; now apply C.
Qed.

(** Either all members of a list are negative, or one is not. *)
Lemma all_or_one (l : list inequality) :
  (forall v, In v l -> cc v < 0) \/ exists v, In v l /\ 0 <= cc v.
Proof.
  induction l as [|v l [IH|[w [I W]]]].
  - left. intros v [].
  - destruct (Rle_lt_dec 0 (cc v)) as [H|H].
    + right. exists v. split; [now left|assumption].
    + left. intros w [<-|I]; [assumption|now apply IH].
  - right. exists w. split; [now right|assumption].
Qed.

(** Motzkin's alternative in the plane. *)
Theorem solvable_or_contradictory (l : list inequality) :
  (exists x y, forall v, In v l -> value v x y < 0) \/
  (exists v, combination l v /\ ax v = 0 /\ by_ v = 0 /\ 0 <= cc v).
Proof.
  set (l1 := eliminate by_ l). set (l2 := eliminate ax l1).
  assert (B1 : forall v, In v l1 -> by_ v = 0).
  { intros v I. apply eliminate_is in I. destruct I as [[_ Z]|(a & b & _ & _ & _ & _ & ->)];
      [assumption|simpl; ring]. }
  destruct (all_or_one l2) as [N|[v [I W]]].
  - left.
    destruct (solve_one (map (fun v => (ax v, cc v)) l1)) as [x X].
    { intros a c I Z. apply in_map_iff in I. destruct I as [v [E I]]. injection E as <- <-.
      apply N. now apply eliminate_zero. }
    { intros a c a' c' I I' P P'.
      apply in_map_iff in I. destruct I as [v [E I]]. injection E as <- <-.
      apply in_map_iff in I'. destruct I' as [w [E I']]. injection E as <- <-.
      exact (N _ (eliminate_pair ax l1 v w I I' P P')). }
    assert (X1 : forall v, In v l1 -> ax v * x + cc v < 0).
    { intros v I. apply X. apply in_map_iff. now exists v. }
    destruct (solve_one (map (fun v => (by_ v, ax v * x + cc v)) l)) as [y Y].
    { intros b r I Z. apply in_map_iff in I. destruct I as [v [E I]]. injection E as <- <-.
      apply X1. now apply eliminate_zero. }
    { intros b r b' r' I I' P P'.
      apply in_map_iff in I. destruct I as [v [E I]]. injection E as <- <-.
      apply in_map_iff in I'. destruct I' as [w [E I']]. injection E as <- <-.
      pose proof (X1 _ (eliminate_pair by_ l v w I I' P P')) as H. simpl in H. lra. }
    exists x, y. intros v I. unfold value.
    assert (H : by_ v * y + (ax v * x + cc v) < 0) by (apply Y; apply in_map_iff; now exists v).
    lra.
  - right. exists v.
    assert (C : combination l v).
    { apply eliminate_combination with (2 := I). intros w Iw.
      apply eliminate_combination with (2 := Iw). intros w' Iw'. now apply comb_member. }
    split; [assumption|].
    apply eliminate_is in I. destruct I as [[I Z]|(a & b & Ia & Ib & _ & _ & ->)].
    + split; [assumption|]. split; [now apply B1|assumption].
    + simpl in *. rewrite (B1 a Ia), (B1 b Ib) in *. split; [ring|]. split; [ring|assumption].
Qed.

(** ** Two polygons *)

(** To be on the inner side of an edge. *)
Definition inner (e : segment) : inequality :=
  Inequality (px (edge_normal e)) (py (edge_normal e)) (- dot (edge_normal e) (fst e)).

Lemma inner_value e x y : value (inner e) x y = gap e (Point x y).
Proof. unfold value, inner. plane. ring. Qed.

Definition value_at (v : inequality) (x : vector) : R := value v (px x) (py x).

Definition trivial (v : inequality) : Prop := ax v = 0 /\ by_ v = 0 /\ cc v = 0.

(** All vertices of P satisfy the inequality weakly; one does strictly, or it is 0 <= 0. *)
Definition holds_on (P : part R) (v : inequality) : Prop :=
  (forall x, In x P -> value_at v x <= 0) /\ (trivial v \/ exists x, In x P /\ value_at v x < 0).

(** Sum with factors. *)
Definition mix (s t : R) (v w : inequality) : inequality :=
  Inequality (s * ax v + t * ax w) (s * by_ v + t * by_ w) (s * cc v + t * cc w).

Lemma mix_value s t v w x : value_at (mix s t v w) x = s * value_at v x + t * value_at w x.
Proof. unfold value_at, value, mix. simpl. ring. Qed.

Lemma trivial_value v x : trivial v -> value_at v x = 0.
Proof. intros (A & B & C). unfold value_at, value. rewrite A, B, C. ring. Qed.

Lemma holds_mix P s t v w :
  0 < s -> 0 < t -> holds_on P v -> holds_on P w -> holds_on P (mix s t v w).
Proof.
  intros S T [V V'] [W W']. split.
  - intros x X. rewrite mix_value. pose proof (V x X). pose proof (W x X). nra.
  - destruct V' as [(A & B & C)|[x [X H]]].
    + destruct W' as [(A' & B' & C')|[x [X H]]].
      * left. unfold trivial, mix. simpl. rewrite A, B, C, A', B', C'. repeat split; ring.
      * right. exists x. split; [assumption|]. rewrite mix_value. pose proof (V x X). nra.
    + right. exists x. split; [assumption|]. rewrite mix_value. pose proof (W x X). nra.
Qed.

(** An inequality that is not trivial and has no unknowns is false by its constant. *)
Lemma constant_holds P v :
  holds_on P v -> ax v = 0 -> by_ v = 0 -> cc v < 0 \/ trivial v.
Proof.
  intros [_ [T|[x [_ H]]]] A B; [now right|left].
  unfold value_at, value in H. rewrite A, B in H. lra.
Qed.

Lemma inner_holds P e : strictly_convex P -> In e (edges P) -> holds_on P (inner e).
Proof.
  intros C E. split.
  - intros x X. unfold value_at. rewrite inner_value. pose proof (convex_inside P e x C E X).
    destruct x. assumption.
  - right. destruct (convex_third P (fst e) (snd e) C) as [w [W [N1 N2]]].
    exists w. split; [assumption|]. unfold value_at. rewrite inner_value.
    destruct C as [_ [_ C]]. destruct e as [p q].
    destruct (C p q w E W) as [H|[H|H]]; try contradiction. destruct w. exact H.
Qed.

Lemma inner_not_trivial P e : strictly_convex P -> In e (edges P) -> ~ trivial (inner e).
Proof.
  intros C E T. destruct e as [p q]. pose proof (edge_proper P p q C E) as L.
  destruct T as (A & B & _). unfold inner in A, B. plane. nra.
Qed.

Lemma trivial_holds P : holds_on P (Inequality 0 0 0).
Proof.
  split; [|now left]. intros x _. unfold value_at, value. simpl. lra.
Qed.

Lemma mix_trivial P s t v w :
  0 < s -> 0 < t -> holds_on P v -> holds_on P w -> trivial (mix s t v w) -> trivial v /\ trivial w.
Proof.
  intros S T [V V'] [W W'] Z. split.
  - destruct V' as [V'|[x [X H]]]; [assumption|exfalso].
    pose proof (trivial_value _ x Z) as E. rewrite mix_value in E. pose proof (W x X). nra.
  - destruct W' as [W'|[x [X H]]]; [assumption|exfalso].
    pose proof (trivial_value _ x Z) as E. rewrite mix_value in E. pose proof (V x X). nra.
Qed.

(** A combination is the sum of one that holds on P and one that holds on Q, not both trivial. *)
Lemma combination_splits P Q v :
  strictly_convex P -> strictly_convex Q ->
  combination (map inner (edges P ++ edges Q)) v ->
  exists u w, holds_on P u /\ holds_on Q w /\ ~ (trivial u /\ trivial w) /\
    ax v = ax u + ax w /\ by_ v = by_ u + by_ w /\ cc v = cc u + cc w.
Proof.
  intros CP CQ C. induction C as [v I|s t v v' S T _ IH _ IH'].
  - apply in_map_iff in I. destruct I as [e [<- E]]. apply in_app_or in E. destruct E as [E|E].
    + exists (inner e), (Inequality 0 0 0). split; [now apply inner_holds|].
      split; [apply trivial_holds|]. split; [|simpl; repeat split; ring].
      intros [Z _]. exact (inner_not_trivial P e CP E Z).
    + exists (Inequality 0 0 0), (inner e). split; [apply trivial_holds|].
      split; [now apply inner_holds|]. split; [|simpl; repeat split; ring].
      intros [_ Z]. exact (inner_not_trivial Q e CQ E Z).
  - destruct IH as (u & w & U & W & N & A & B & D).
    destruct IH' as (u' & w' & U' & W' & N' & A' & B' & D').
    exists (mix s t u u'), (mix s t w w'). split; [now apply holds_mix|].
    split; [now apply holds_mix|]. split.
    + intros [Z Z']. apply N. split.
      * exact (proj1 (mix_trivial P s t u u' S T U U' Z)).
      * exact (proj1 (mix_trivial Q s t w w' S T W W' Z')).
    + unfold mix. simpl. rewrite A, B, D, A', B', D'. repeat split; ring.
Qed.

(** If no point is strictly inside both polygons, a line separates them. *)
Theorem interiors_line_apart P Q :
  strictly_convex P -> strictly_convex Q -> apart P Q -> line_apart P Q.
Proof.
  intros CP CQ D.
  destruct (solvable_or_contradictory (map inner (edges P ++ edges Q))) as [[x [y H]]|[v [C [A [B Z]]]]].
  - exfalso. apply (D (Point x y)). split; intros p q E.
    + change (gap (p, q) (Point x y) < 0). rewrite <- inner_value. apply H. apply in_map. apply in_or_app. now left.
    + change (gap (p, q) (Point x y) < 0). rewrite <- inner_value. apply H. apply in_map. apply in_or_app. now right.
  - destruct (combination_splits P Q v CP CQ C) as (u & w & U & W & N & A' & B' & D').
    exists (Point (ax u) (by_ u)), (- cc u). split; [|split].
    + intro E. injection E as E1 E2.
      destruct (constant_holds P u U E1 E2) as [Lu|Tu];
      destruct (constant_holds Q w W ltac:(lra) ltac:(lra)) as [Lw|Tw].
      * lra.
      * destruct Tw as (_ & _ & Tw). lra.
      * destruct Tu as (_ & _ & Tu). lra.
      * apply N. now split.
    + intros p I. pose proof (proj1 U p I) as H. unfold value_at, value in H. plane. lra.
    + intros q I. pose proof (proj1 W q I) as H. unfold value_at, value in H. plane.
      assert (ax w = - ax u) by lra. assert (by_ w = - by_ u) by lra.
      rewrite H0, H1 in H. lra.
Qed.

(** A point strictly inside is strictly on its side of a line that has the polygon on one side. *)
Lemma inside_strict P n c x :
  strictly_convex P -> n <> zero -> (forall y, In y P -> dot n y <= c) -> inside P x -> dot n x < c.
Proof.
  intros CP N H I.
  assert (Ne : P <> []) by (destruct CP as [L _]; intros ->; simpl in L; Lia.lia).
  destruct (furthest n P Ne) as [y [Y M]]. destruct (vertex_edges P y Y) as [[p E1] [q E2]].
  pose proof (turns_left P p y q CP E1 E2) as T.
  pose proof (I p y E1) as G1. pose proof (I y q E2) as G2.
  pose proof (M p (proj1 (edge_ends P _ E1))) as M1. pose proof (M q (proj2 (edge_ends P _ E2))) as M2.
  pose proof (H y Y) as Hy. destruct (Rlt_le_dec (dot n x) c) as [L|L]; [assumption|exfalso].
  destruct (strictly_between (minus q y) (minus p y) (minus x y) n T) as [Z1 Z2].
  - plane. lra.
  - plane. lra.
  - plane. lra.
  - plane. lra.
  - plane. lra.
  - apply N. exact (sees_nothing (minus q y) (minus p y) n T Z1 Z2).
Qed.

(** Parts with a line between them have no common interior point. *)
Lemma line_interiors_apart P Q :
  strictly_convex P -> strictly_convex Q -> line_apart P Q -> apart P Q.
Proof.
  intros CP CQ L x [IP IQ]. pose proof L as L'. destruct L' as (n & c & N & HP & HQ).
  pose proof (inside_strict P n c x CP N HP IP) as X.
  assert (Y : dot (times (-1) n) x < - c).
  { apply (inside_strict Q); try assumption.
    - intro Z. apply N. injection Z as Z1 Z2. apply point_eq; simpl; lra.
    - intros y Y. pose proof (HQ y Y). plane. lra. }
  plane. lra.
Qed.

(** Three ways to say that two strictly convex polygons do not overlap. *)
Theorem interiors_edge_apart P Q :
  strictly_convex P -> strictly_convex Q ->
  apart P Q <-> edge_separates P Q \/ edge_separates Q P.
Proof.
  intros CP CQ. split.
  - intro D. apply line_edge_apart; try assumption. now apply interiors_line_apart.
  - intros [(p & q & E & H)|(p & q & E & H)]; apply line_interiors_apart; try assumption.
    + now apply edge_line_apart with p q.
    + apply line_apart_sym. now apply edge_line_apart with p q.
Qed.

(** Parts whose bounding boxes do not meet have no common interior point. *)
Lemma boxes_interiors_apart P Q :
  strictly_convex P -> strictly_convex Q -> boxes_apart P Q -> apart P Q.
Proof.
  intros CP CQ D. apply line_interiors_apart; try assumption.
  assert (Ne : forall S, strictly_convex S -> S <> []).
  { intros S [L _] ->. simpl in L. Lia.lia. }
  assert (X : forall n, n <> zero -> (forall u w, In u P -> In w Q -> dot n u < dot n w) ->
                line_apart P Q).
  { intros n N H. destruct (furthest n P (Ne P CP)) as [x [X M]].
    exists n, (dot n x). split; [assumption|]. split; [exact M|].
    intros y Y. pose proof (H x y X Y). lra. }
  assert (Proper : forall s t, s <> 0 \/ t <> 0 -> Point s t <> zero).
  { intros s t [H|H] Z; injection Z as Z1 Z2; contradiction. }
  destruct D as [D|[D|[D|D]]].
  - apply (X (Point 1 0)); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
  - apply (X (Point (-1) 0)); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
  - apply (X (Point 0 1)); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
  - apply (X (Point 0 (-1))); [apply Proper; lra|]. intros u w U W. pose proof (D u w U W). plane. lra.
Qed.
