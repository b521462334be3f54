(** Kraft.v -- cases of a group that exclude each other and whose shares add up to 1 leave out no choice (Theorem 5:
    "each choice agrees with exactly one case").

    A case fixes the sides of some corners: a list of (corner, side). Its share of all choices is 2^-length. If some
    choice agreed with no case, it could be added as a case of its own, and the shares would exceed 1. *)
Require Import List Bool NArith ZArith Reals Lra Lia.
From Zwang Require Import Format Table Checker SoundLists.
Import ListNotations.
Open Scope R_scope.

Definition fixing : Type := list (N * bool).

(** The side that a case fixes of a corner. *)
Fixpoint side_of (k : N) (c : fixing) : option bool :=
  match c with
  | [] => None
  | (l, s) :: c' => if N.eqb l k then Some s else side_of k c'
  end.

Definition clash (c d : fixing) : Prop := exists k s, side_of k c = Some s /\ side_of k d = Some (negb s).

Fixpoint exclusive (l : list fixing) : Prop :=
  match l with
  | [] => True
  | c :: l' => (forall d, In d l' -> clash c d) /\ exclusive l'
  end.

Definition share (c : fixing) : R := / 2 ^ length c.
Definition shares (l : list fixing) : R := fold_right (fun c s => share c + s) 0 l.

(** A case without what it says of corner k. *)
Definition without (k : N) (c : fixing) : fixing := filter (fun ls => negb (N.eqb (fst ls) k)) c.
Definition proper (c : fixing) : Prop := NoDup (map fst c).

Lemma side_of_without k l c : side_of l (without k c) = if N.eqb l k then None else side_of l c.
Proof.
  induction c as [|[m s] c IH]; simpl; [now destruct (N.eqb l k)|].
  destruct (N.eqb_spec m k) as [E|E]; simpl.
  - subst. rewrite IH. destruct (N.eqb_spec l k) as [F|F]; [reflexivity|].
    destruct (N.eqb_spec k l); [congruence|reflexivity].
  - destruct (N.eqb_spec m l) as [F|F]; [|exact IH].
    subst. destruct (N.eqb_spec l k); [contradiction|reflexivity].
Qed.

Lemma side_of_none k c : side_of k c = None <-> ~ In k (map fst c).
Proof.
  induction c as [|[m s] c IH]; simpl; [tauto|]. destruct (N.eqb_spec m k) as [E|E].
  - split; [discriminate|]. intro H. exfalso. auto.
  - rewrite IH. tauto.
Qed.

Lemma without_absent k c : side_of k c = None -> without k c = c.
Proof.
  intro H. apply side_of_none in H. unfold without. induction c as [|[m s] c IH]; simpl in *; [reflexivity|].
  destruct (N.eqb_spec m k) as [E|E]; [exfalso; auto|]. simpl. f_equal. auto.
Qed.

Lemma share_without k c s : proper c -> side_of k c = Some s -> share c = / 2 * share (without k c).
Proof.
  unfold share. intros P H.
  assert (L : length c = S (length (without k c))).
  { induction c as [|[m u] c IH]; simpl in *; [discriminate|]. inversion P as [|? ? P1 P2]; subst.
    destruct (N.eqb_spec m k) as [E|E]; simpl.
    - subst. f_equal. fold (without k c). now rewrite without_absent by now apply side_of_none.
    - f_equal. now apply IH. }
  rewrite L. simpl. now rewrite Rinv_mult.
Qed.

Lemma without_proper k c : proper c -> proper (without k c).
Proof.
  unfold proper, without. induction c as [|[m s] c IH]; simpl; intro P; [constructor|].
  inversion P as [|? ? P1 P2]; subst. destruct (negb (N.eqb m k)); simpl; [|auto].
  constructor; [|auto]. intro H. apply P1. apply in_map_iff in H as (x & E & H). apply filter_In in H as [H _].
  subst. now apply in_map.
Qed.

(** The cases that can still hold once corner k has side s, without k. *)
Definition possible (k : N) (s : bool) (c : fixing) : bool :=
  match side_of k c with
  | Some s' => Bool.eqb s s'
  | None => true
  end.
Definition branch (k : N) (s : bool) (l : list fixing) : list fixing := map (without k) (filter (possible k s) l).

Lemma shares_branches k l : (forall c, In c l -> proper c) ->
  shares l = / 2 * (shares (branch k false l) + shares (branch k true l)).
Proof.
  induction l as [|c l IH]; intro P; [simpl; lra|].
  assert (Pc : proper c) by auto with datatypes.
  assert (IH' := IH (fun d D => P d (or_intror D))). clear IH.
  unfold branch in *. simpl. destruct (side_of k c) as [s|] eqn:E.
  - rewrite (share_without k c s Pc E), IH'.
    assert (Q : forall u, possible k u c = Bool.eqb u s) by (intro u; unfold possible; now rewrite E).
    rewrite !Q. destruct s; simpl; lra.
  - assert (Q : forall u, possible k u c = true) by (intro u; unfold possible; now rewrite E).
    rewrite !Q. simpl. rewrite (without_absent k c E), IH'. lra.
Qed.

Lemma branch_exclusive k s l : exclusive l -> exclusive (branch k s l).
Proof.
  induction l as [|c l IH]; simpl; [auto|]. intros [H X]. unfold branch in *. simpl.
  destruct (possible k s c) eqn:E; [|auto]. simpl. split; [|auto].
  intros d D. apply in_map_iff in D as (d' & F & D). subst d. apply filter_In in D as [D Q].
  destruct (H d' D) as (m & u & A & B). exists m, u. rewrite !side_of_without.
  destruct (N.eqb_spec m k) as [G|G]; [|auto]. subst m. exfalso.
  unfold possible in E, Q. rewrite A in E. rewrite B in Q. destruct s, u; simpl in *; discriminate.
Qed.

(** Kraft's inequality: cases that exclude each other have shares of at most 1 together. *)
Theorem kraft ks : forall l, (forall c, In c l -> proper c) ->
  (forall c k, In c l -> side_of k c <> None -> In k ks) -> exclusive l -> shares l <= 1.
Proof.
  induction ks as [|k ks IH]; intros l P K X.
  - destruct l as [|c [|d l]]; simpl; [lra| |].
    + assert (c = []) as ->.
      { destruct c as [|[m s] c]; [reflexivity|]. exfalso. apply (K _ m (or_introl eq_refl)).
        simpl. rewrite N.eqb_refl. discriminate. }
      unfold share; simpl. lra.
    + exfalso. destruct X as [X _]. destruct (X d (or_introl eq_refl)) as (m & s & A & _).
      apply (K c m); [now left|]. congruence.
  - rewrite (shares_branches k) by assumption.
    assert (H : forall s, shares (branch k s l) <= 1).
    { intro s. apply IH.
      - intros c C. unfold branch in C. apply in_map_iff in C as (d & E & D). subst. apply filter_In in D as [D _].
        apply without_proper. auto.
      - intros c m C M. unfold branch in C. apply in_map_iff in C as (d & E & D). subst.
        apply filter_In in D as [D _]. rewrite side_of_without in M. destruct (N.eqb_spec m k) as [F|F]; [contradiction|].
        destruct (K d m D M) as [G|G]; [congruence|assumption].
      - now apply branch_exclusive. }
    pose proof (H false). pose proof (H true). lra.
Qed.

(** A choice of a side for every corner agrees with a case that fixes no other side. *)
Definition agrees (choice : N -> bool) (c : fixing) : Prop := forall k s, side_of k c = Some s -> choice k = s.

Definition agreesb (choice : N -> bool) (c : fixing) : bool :=
  forallb (fun ks => Bool.eqb (choice (fst ks)) (snd ks)) c.

Lemma side_of_in k s c : proper c -> (side_of k c = Some s <-> In (k, s) c).
Proof.
  induction c as [|[m u] c IH]; intro P; simpl; [split; [discriminate|contradiction]|].
  inversion P as [|? ? P1 P2]; subst. destruct (N.eqb_spec m k) as [E|E].
  - subst. split; [intro H; injection H as H; subst; auto|]. intros [H|H]; [congruence|].
    exfalso. apply P1. now apply in_map with (f := fst) in H.
  - rewrite IH by assumption. split; [auto|]. intros [H|H]; [congruence|assumption].
Qed.

(** All corners that any case fixes. *)
Definition corners_named (l : list fixing) : list N := nodup N.eq_dec (flat_map (map fst) l).
Definition as_case (choice : N -> bool) (ks : list N) : fixing := map (fun k => (k, choice k)) ks.

Lemma as_case_proper choice ks : NoDup ks -> proper (as_case choice ks).
Proof. unfold proper, as_case. now rewrite map_map, map_id. Qed.

Theorem some_case_agrees choice l : (forall c, In c l -> proper c) -> exclusive l -> shares l = 1 ->
  exists c, In c l /\ agrees choice c.
Proof.
  intros P X S.
  destruct (existsb (agreesb choice) l) eqn:E.
  - apply existsb_exists in E as (c & C & A). exists c. split; [assumption|]. intros k s H.
    apply side_of_in in H; [|auto]. apply (forallb_in _ _ _ A) in H. simpl in H. now apply eqb_prop.
  - exfalso. set (ks := corners_named l). set (new := as_case choice ks).
    assert (ND : NoDup ks) by apply NoDup_nodup.
    assert (PN : proper new) by now apply as_case_proper.
    assert (IN : forall c k, In c l -> side_of k c <> None -> In k ks).
    { intros c k C H. apply nodup_In, in_flat_map. exists c. split; [assumption|].
      destruct (in_dec N.eq_dec k (map fst c)) as [I|I]; [assumption|]. now apply side_of_none in I. }
    assert (K : shares (new :: l) <= 1).
    { apply (kraft ks).
      - intros c [C|C]; [now subst|auto].
      - intros c k [C|C] H; [|eauto]. subst c.
        destruct (in_dec N.eq_dec k ks) as [I|I]; [assumption|]. exfalso. apply H, side_of_none.
        unfold new, as_case. now rewrite map_map, map_id.
      - split; [|assumption]. intros d D. apply existsb_none with (a := d) in E; [|assumption].
        unfold agreesb in E. apply forallb_not_all in E as ([k s] & I & F). simpl in F.
        apply eqb_false_iff in F. exists k, (choice k). split.
        + apply side_of_in; [assumption|]. unfold new, as_case. apply in_map_iff. exists k. split; [reflexivity|].
          apply (IN d); [assumption|]. apply (side_of_in k s) in I; [congruence|auto].
        + apply side_of_in; [auto|]. destruct (choice k), s; simpl; congruence. }
    simpl in K. assert (0 < share new); [|lra]. unfold share. apply Rinv_0_lt_compat, pow_lt. lra.
Qed.
