(** Table.v -- finite maps from indices, so that looking up takes as many steps as the index has digits. *)
Require Import List Bool NArith PArith ZArith FMapPositive Lia Permutation.
From Zwang Require Import Format.
Import ListNotations.
Set Implicit Arguments.

Definition table (A : Type) := PositiveMap.t A.
Definition nothing {A} : table A := PositiveMap.empty A.
Definition get {A} (t : table A) (i : N) : option A := PositiveMap.find (N.succ_pos i) t.
Definition put {A} (i : N) (a : A) (t : table A) : table A := PositiveMap.add (N.succ_pos i) a t.

Lemma succ_pos_inj i j : N.succ_pos i = N.succ_pos j -> i = j.
Proof. intro H. apply N.succ_inj. rewrite <- !N.succ_pos_spec. now rewrite H. Qed.

Lemma get_nothing {A} i : get (@nothing A) i = None.
Proof. apply PositiveMap.gempty. Qed.
Lemma get_put_same {A} i (a : A) t : get (put i a t) i = Some a.
Proof. apply PositiveMap.gss. Qed.
Lemma get_put_other {A} i j (a : A) t : i <> j -> get (put j a t) i = get t i.
Proof. intro H. apply PositiveMap.gso. intro E. now apply succ_pos_inj in E. Qed.

Lemma get_put {A} i j (a : A) t : get (put j a t) i = if N.eqb i j then Some a else get t i.
Proof.
  destruct (N.eqb_spec i j) as [E|E]; [subst; apply get_put_same|now apply get_put_other].
Qed.

(** The table of a list, by index. *)
Fixpoint fill {A} (l : list A) (i : N) (t : table A) : table A :=
  match l with
  | [] => t
  | a :: l' => fill l' (N.succ i) (put i a t)
  end.
Definition table_of {A} (l : list A) : table A := fill l 0 nothing.

Lemma get_fill {A} (l : list A) : forall i t j,
  get (fill l i t) j = if N.ltb j i then get t j
                       else match nth_error l (N.to_nat (j - i)) with Some a => Some a | None => get t j end.
Proof.
  induction l as [|a l IH]; intros i t j; simpl.
  - destruct (N.ltb j i); [reflexivity|]. now destruct (N.to_nat (j - i)).
  - rewrite IH, get_put. destruct (N.ltb_spec j (N.succ i)) as [L|L], (N.ltb_spec j i) as [M|M]; try lia.
    + destruct (N.eqb_spec j i); [lia|reflexivity].
    + assert (j = i) by lia. subst j. rewrite N.eqb_refl, N.sub_diag. reflexivity.
    + destruct (N.eqb_spec j i); [lia|].
      replace (N.to_nat (j - i)) with (S (N.to_nat (j - N.succ i))) by lia. reflexivity.
Qed.

Lemma get_table_of {A} (l : list A) i : get (table_of l) i = at_index l i.
Proof.
  unfold table_of, at_index. rewrite get_fill, N.sub_0_r, get_nothing.
  destruct (N.ltb_spec i 0); [lia|]. now destruct (nth_error l (N.to_nat i)).
Qed.

(** The table of a list of keys with values; of two values of one key the first counts. *)
Definition keyed {A} (l : list (N * A)) : table A :=
  fold_right (fun ka t => put (fst ka) (snd ka) t) nothing l.

Lemma get_keyed_in {A} (l : list (N * A)) i a : get (keyed l) i = Some a -> In (i, a) l.
Proof.
  induction l as [|[k b] l IH]; simpl; [now rewrite get_nothing|].
  rewrite get_put. destruct (N.eqb_spec i k) as [E|E]; [|auto].
  intro H. injection H as H. subst. now left.
Qed.

Lemma get_keyed_none {A} (l : list (N * A)) i : get (keyed l) i = None -> ~ In i (map fst l).
Proof.
  induction l as [|[k b] l IH]; simpl; [auto|].
  rewrite get_put. destruct (N.eqb_spec i k) as [E|E]; [discriminate|].
  intros H [F|F]; [congruence|now apply IH in F].
Qed.

Lemma get_keyed_nodup {A} (l : list (N * A)) i a :
  NoDup (map fst l) -> In (i, a) l -> get (keyed l) i = Some a.
Proof.
  induction l as [|[k b] l IH]; simpl; [contradiction|]. intros D [E|E]; rewrite get_put.
  - injection E as E F. subst. now rewrite N.eqb_refl.
  - inversion D as [|? ? D1 D2]; subst. destruct (N.eqb_spec i k) as [F|F]; [|auto].
    subst. exfalso. apply D1. now apply in_map with (f := fst) in E.
Qed.

(** Sets of indices. *)
Definition set_of (l : list N) : table unit := keyed (map (fun i => (i, tt)) l).
Definition mem (t : table unit) (i : N) : bool := match get t i with Some _ => true | None => false end.

Lemma mem_set_of l i : mem (set_of l) i = true <-> In i l.
Proof.
  unfold mem, set_of. split.
  - destruct (get _ i) as [u|] eqn:E; [|discriminate]. intros _.
    apply get_keyed_in, in_map_iff in E as (j & E & H). injection E as E. now subst.
  - intro H. destruct (get _ i) eqn:E; [reflexivity|].
    apply get_keyed_none in E. rewrite map_map, map_id in E. contradiction.
Qed.

(** Strictly ascending lists. *)
Fixpoint ascending (l : list N) : bool :=
  match l with
  | [] => true
  | i :: l' => match l' with [] => true | j :: _ => N.ltb i j && ascending l' end
  end.

Lemma ascending_lower l : forall i, ascending (i :: l) = true -> Forall (fun j => (i < j)%N) l.
Proof.
  induction l as [|j l IH]; intros i H; constructor; simpl in H; apply andb_prop in H as [H1 H2];
    apply N.ltb_lt in H1; [assumption|].
  apply IH in H2. apply Forall_impl with (2 := H2). intros; lia.
Qed.

Lemma ascending_nodup l : ascending l = true -> NoDup l.
Proof.
  induction l as [|i l IH]; intro H; constructor.
  - intro F. apply ascending_lower in H. rewrite Forall_forall in H. specialize (H i F). lia.
  - apply IH. simpl in H. destruct l; [reflexivity|]. now apply andb_prop in H.
Qed.

(** No repetition, by counting the keys of the set. *)
Fixpoint distinct_from (l : list N) (t : table unit) : bool :=
  match l with
  | [] => true
  | i :: l' => negb (mem t i) && distinct_from l' (put i tt t)
  end.
Definition distinct (l : list N) : bool := distinct_from l nothing.

Lemma distinct_from_nodup l : forall t, distinct_from l t = true ->
  NoDup l /\ forall i, In i l -> mem t i = false.
Proof.
  induction l as [|i l IH]; intros t H; simpl in H; [split; [constructor|contradiction]|].
  apply andb_prop in H as [H1 H2]. apply negb_true_iff in H1. destruct (IH _ H2) as [D M].
  assert (K : forall j, In j l -> i <> j /\ mem t j = false).
  { intros j Hj. specialize (M j Hj). unfold mem in *. rewrite get_put in M.
    destruct (N.eqb_spec j i); [discriminate|]. split; [congruence|assumption]. }
  split.
  - constructor; [|assumption]. intro F. destruct (K i F). congruence.
  - intros j [E|E]; [now subst|now apply K].
Qed.

Lemma distinct_nodup l : distinct l = true -> NoDup l.
Proof. intro H. now apply distinct_from_nodup in H. Qed.

(** ** Dictionaries whose keys are lists of indices *)

Inductive trie (A : Type) := Node (here : option A) (below : PositiveMap.t (trie A)).
Arguments Node {A} _ _.

Definition no_words {A} : trie A := Node None (PositiveMap.empty _).

Fixpoint look_up {A} (word : list N) (t : trie A) : option A :=
  match t with
  | Node here below =>
      match word with
      | [] => here
      | i :: rest =>
          match PositiveMap.find (N.succ_pos i) below with
          | Some t' => look_up rest t'
          | None => None
          end
      end
  end.

Fixpoint enter {A} (word : list N) (a : A) (t : trie A) : trie A :=
  match t with
  | Node here below =>
      match word with
      | [] => Node (Some a) below
      | i :: rest =>
          let t' := match PositiveMap.find (N.succ_pos i) below with Some t' => t' | None => no_words end in
          Node here (PositiveMap.add (N.succ_pos i) (enter rest a t') below)
      end
  end.

Lemma same_word (v w : list N) : {v = w} + {v <> w}.
Proof. exact (list_eq_dec N.eq_dec v w). Qed.

Lemma look_up_no_words {A} word : look_up word (@no_words A) = None.
Proof. destruct word; simpl; [reflexivity|]. now rewrite PositiveMap.gempty. Qed.

Lemma look_up_enter {A} word' (a : A) : forall t word,
  look_up word (enter word' a t) = if same_word word word' then Some a else look_up word t.
Proof.
  induction word' as [|i rest IH]; intros [here below] word; destruct word as [|j word]; simpl;
    try (destruct (same_word _ _); [congruence || reflexivity|congruence || reflexivity]).
  destruct (N.eq_dec j i) as [E|E].
  - subst. rewrite PositiveMap.gss, IH.
    destruct (same_word word rest) as [F|F]; destruct (same_word (i :: word) (i :: rest)) as [G|G];
      try congruence.
    destruct (PositiveMap.find (N.succ_pos i) below); [reflexivity|apply look_up_no_words].
  - rewrite PositiveMap.gso by (intro F; apply E; now apply succ_pos_inj).
    destruct (same_word (j :: word) (i :: rest)); [congruence|reflexivity].
Qed.

(** A dictionary of elements under their words. *)
Fixpoint dictionary {A} (word : A -> list N) (l : list A) (t : trie A) : trie A :=
  match l with
  | [] => t
  | a :: l' => dictionary word l' (enter (word a) a t)
  end.

Lemma dictionary_in {A} (word : A -> list N) l : forall t w a, look_up w (dictionary word l t) = Some a ->
  (In a l /\ word a = w) \/ look_up w t = Some a.
Proof.
  induction l as [|b l IH]; intros t w a H; simpl in H; [now right|].
  apply IH in H as [[H1 H2]|H]; [left; split; [now right|assumption]|].
  rewrite look_up_enter in H. destruct (same_word w (word b)); [|now right].
  left. injection H as H. subst. split; [now left|reflexivity].
Qed.

Lemma dictionary_sound {A} (word : A -> list N) l w a :
  look_up w (dictionary word l no_words) = Some a -> In a l /\ word a = w.
Proof.
  intro H. apply dictionary_in in H as [H|H]; [assumption|]. now rewrite look_up_no_words in H.
Qed.

(** No two elements have one word. *)
Fixpoint all_different {A} (word : A -> list N) (l : list A) (t : trie A) : bool :=
  match l with
  | [] => true
  | a :: l' =>
      match look_up (word a) t with
      | Some _ => false
      | None => all_different word l' (enter (word a) a t)
      end
  end.
