(** * A strict acceleration has a lawful path, if pins hang bodies on each other like a tree

    Without pins the bodies follow [steady_path]. A pin takes its place in the path of one of its two bodies: that
    body turns as before, but its centroid goes where the pin asks, which is a point of the other body or of the
    world. Pins that close a ring are left out: whether such a ring can move so is another question. *)

Require Import List NArith Reals Lra Psatz.
From Zwang Require Import Format Meaning MotionJet Motion MotionPlane MotionRigid MotionScene MotionConverse MotionPath.
Import ListNotations.
Open Scope R_scope.

(** ** Pins in the order of a tree *)

(** A pin, the body that hangs on it, and the body that holds it, or nothing for the world. *)
Record hanger := Hanger { hung_pin : pin R; hung : N; holder : option N }.

Definition hangs (s : scene R) (h : hanger) : Prop :=
  (exists B m, body_at s (hung h) = Some B /\ free B = Some m) /\
  ((pin_first (hung_pin h) = hung h /\ pin_second (hung_pin h) = holder h) \/
   (pin_second (hung_pin h) = Some (hung h) /\ holder h = Some (pin_first (hung_pin h)))).

Definition both (h : hanger) : list N :=
  hung h :: match holder h with Some b => [b] | None => [] end.

(** No pin hangs a body that an earlier one has. *)
Fixpoint in_order (seen : list N) (l : list hanger) : Prop :=
  match l with
  | [] => True
  | h :: l' => ~ In (hung h) seen /\ in_order (both h ++ seen) l'
  end.

(** The pins of a scene are those of a list in the order of a tree. *)
Definition pins_in_trees (s : scene R) : Prop :=
  exists l, (forall k, In k (pins s) -> exists h, In h l /\ hung_pin h = k) /\
            (forall h, In h l -> In (hung_pin h) (pins s) /\ hangs s h) /\ in_order [] l.

(** The two points of each pin have the same acceleration. *)
Definition pins_admit (s : scene R) (A : accelerations) : Prop :=
  forall k, In k (pins s) -> pin_points_agree s (fun B b => acceleration_at B (A b) (pin_at k)) k.

Lemma no_pins_in_trees s : pins s = [] -> pins_in_trees s.
Proof.
  intro E. exists []. rewrite E. split; [intros k []|]. split; [intros h []|exact I].
Qed.

(** ** A body that hangs on a moving point *)

Lemma jet_turn_cosine_exact w al : jet (turn_cosine w al) 1 0 (- (w * w) / 2).
Proof.
  pose proof (jet_reduced w al) as K. unfold turn_cosine.
  eapply jet_eq;
    [apply jet_sub; [apply jet_mul; [apply (jet_const 2)|exact K]|apply (jet_const 1)]| | |]; field.
Qed.

(** The course of a body that turns with the angular acceleration al, and of which the point that is at x at time 0
    goes where X goes. *)
Definition hanging (m : matter R) (al : R) (X : R -> vector) (x : vector) : course :=
  let rx := px x - px (centroid m) in
  let ry := py x - py (centroid m) in
  let c := turn_cosine (spin m) al in
  let o := turn_sine (spin m) al in
  Course (fun t => px (X t) - (c t * rx - o t * ry)) (fun t => py (X t) - (o t * rx + c t * ry)) c o.

Lemma hanging_starts B m a X x :
  free B = Some m -> moves X x (velocity_at B x) (acceleration_at B a x) ->
  starts_with B (hanging m (tr a) X x) a.
Proof.
  intros F [MX MY]. unfold velocity_at, acceleration_at in MX, MY. rewrite F in MX, MY.
  unfold starts_with. rewrite F. simpl.
  pose proof (jet_turn_cosine_exact (spin m) (tr a)) as C. pose proof (jet_turn_sine (spin m) (tr a)) as S.
  split; [apply shortly_always; intros t _; apply turn_unit|].
  split; [|split; [|split]].
  - eapply jet_eq; [jets|simpl; ring|simpl; ring|simpl; field].
  - eapply jet_eq; [jets|simpl; ring|simpl; ring|simpl; field].
  - eexists. exact C.
  - exact S.
Qed.

Lemma hanging_holds B m al X x t : free B = Some m -> moved B (hanging m al X x) t x = X t.
Proof.
  intro F. unfold moved. rewrite F. simpl. destruct (X t) as [u v]. simpl. f_equal; ring.
Qed.

(** ** All pins, one after the other *)

Definition changed (z : path) (b : N) (c : course) : path := fun i => if N.eqb i b then c else z i.

Lemma changed_same z b c : changed z b c b = c.
Proof. unfold changed. now rewrite N.eqb_refl. Qed.

Lemma changed_other z b c i : i <> b -> changed z b c i = z i.
Proof. unfold changed. intro H. now destruct (N.eqb_spec i b). Qed.

(** The pin of h holds at every time. *)
Definition held (s : scene R) (z : path) (h : hanger) : Prop :=
  forall t, pin_points_agree s (fun B b => minus (moved B (z b) t (pin_at (hung_pin h))) (pin_at (hung_pin h)))
                             (hung_pin h).

Lemma held_ext s z z' h : hangs s h -> (forall b, In b (both h) -> z' b = z b) -> held s z h -> held s z' h.
Proof.
  intros [_ H] E P t. specialize (P t). unfold pin_points_agree, both in *.
  destruct H as [[H1 H2]|[H1 H2]]; rewrite H2 in *.
  - rewrite H1 in *. rewrite (E (hung h)) by now left. destruct (holder h) as [b|]; [|exact P].
    rewrite (E b) by (right; now left). exact P.
  - rewrite H1 in *. rewrite (E (hung h)) by now left.
    rewrite (E (pin_first (hung_pin h))) by (right; now left). exact P.
Qed.

Section Scene.
Variables (s : scene R) (A : accelerations).
Hypothesis ok : scene_ok s.
Hypothesis velocities : pins_move_together s.
Hypothesis admitted : pins_admit s A.

(** One more pin: the path changes for the body that hangs on it. *)
Lemma hang_one z h : In (hung_pin h) (pins s) -> hangs s h -> path_starts s z A ->
  exists c, path_starts s (changed z (hung h) c) A /\ held s (changed z (hung h) c) h.
Proof.
  intros K [(B & m & HB & F) H] Z. set (k := hung_pin h) in *. set (x := pin_at k).
  assert (X : exists X : R -> vector,
    moves X x (velocity_at B x) (acceleration_at B (A (hung h)) x) /\
    forall c, (forall t, moved B c t x = X t) -> held s (changed z (hung h) c) h).
  { pose proof (velocities k K) as V. pose proof (admitted k K) as W. pose proof (proj2 ok k K) as [P1 P2].
    unfold pin_points_agree in V, W. fold x in V, W.
    destruct H as [[H1 H2]|[H1 H2]]; fold k in H1, H2.
    - rewrite H1, H2 in *. destruct (holder h) as [b|] eqn:Hb.
      + destruct P2 as [P2 N]. destruct (body_at s b) as [E|] eqn:HE; [|contradiction].
        exists (fun t => moved E (z b) t x). rewrite (V B HB E eq_refl), (W B HB E eq_refl).
        split; [apply body_point_moves; now apply Z|].
        intros c C t. unfold pin_points_agree. fold k x. rewrite H1, H2. intros F' HF' E' HE'.
        rewrite HB in HF'. injection HF' as <-. rewrite HE in HE'. injection HE' as <-.
        rewrite changed_same, changed_other by assumption. now rewrite C.
      + exists (fun _ => x). rewrite (V B HB), (W B HB). split; [apply still_moves|].
        intros c C t. unfold pin_points_agree. fold k x. rewrite H1, H2. intros F' HF'.
        rewrite HB in HF'. injection HF' as <-. rewrite changed_same, C.
        unfold minus, zero. f_equal; ring.
    - rewrite H1 in *. destruct P2 as [_ N]. destruct (body_at s (pin_first k)) as [E|] eqn:HE; [|contradiction].
      exists (fun t => moved E (z (pin_first k)) t x).
      rewrite <- (V E eq_refl B HB), <- (W E eq_refl B HB).
      split; [apply body_point_moves; now apply Z|].
      intros c C t. unfold pin_points_agree. fold k x. rewrite H1. intros E' HE' F' HF'.
      rewrite HB in HF'. injection HF' as <-. rewrite HE in HE'. injection HE' as <-.
      rewrite changed_same, changed_other by congruence. now rewrite C. }
  destruct X as (X & M & Holds). exists (hanging m (tr (A (hung h))) X x). split.
  - intros b C HC. destruct (N.eq_dec b (hung h)) as [->|D].
    + rewrite changed_same. rewrite HB in HC. injection HC as <-. now apply hanging_starts.
    + rewrite changed_other by assumption. now apply Z.
  - apply Holds. intro t. now apply hanging_holds.
Qed.

Lemma hang_all l : forall seen z, (forall h, In h l -> In (hung_pin h) (pins s) /\ hangs s h) ->
  in_order seen l -> path_starts s z A ->
  exists z', path_starts s z' A /\ (forall b, In b seen -> z' b = z b) /\ forall h, In h l -> held s z' h.
Proof.
  induction l as [|h l IH]; intros seen z L O Z.
  - exists z. split; [assumption|]. split; [reflexivity|intros h []].
  - destruct O as [O1 O2]. destruct (L h (or_introl eq_refl)) as [K H].
    destruct (hang_one z h K H Z) as (c & Z1 & P1).
    destruct (IH (both h ++ seen) (changed z (hung h) c)) as (z' & Z' & Same & P).
    + intros h' I. apply L. now right.
    + assumption.
    + assumption.
    + exists z'. split; [assumption|]. split.
      * intros b I. rewrite Same by (apply in_or_app; now right). apply changed_other. congruence.
      * intros h' [<-|I]; [|now apply P]. apply held_ext with (changed z (hung h) c); try assumption.
        intros b I. apply Same, in_or_app. now left.
Qed.
End Scene.

(** In a scene whose pins make trees, accelerations that open all contacts, and keep the pins together, are those of
    a lawful motion. *)
Theorem strict_lawful s pf A :
  scene_ok s -> parts_apart s -> contacts_complete s pf -> velocities_admissible s pf ->
  pins_in_trees s -> pins_admit s A -> strictly_admissible s pf A -> exists z, lawful s z A.
Proof.
  intros OK PA CC V (l & All & L & O) W St. pose proof (proj2 (proj2 V)) as VP.
  destruct (hang_all s A OK VP W l [] (steady_path s A) L O (steady_path_starts s A)) as (z & Z & _ & P).
  exists z. split; [assumption|]. split.
  - now apply strict_stays_apart with pf A.
  - apply shortly_always. intros t _ k K. destruct (All k K) as (h & I & <-). exact (P h I t).
Qed.
