(** Json.v -- from bytes to JSON values, for the two files of a check.

    What it reads is a part of JSON: objects, lists, strings with no escapes but those of quote and backslash, whole numbers below
    2^64, true and false. Anything else is refused, never guessed. Recursion is on the text, and constant in stack. *)
Require Import List Bool Ascii String NArith ZArith.
Import ListNotations.
Open Scope char_scope.

Definition text := list ascii.

Definition text_of (s : string) : text := list_ascii_of_string s.

Definition same_char (a b : ascii) : bool := Ascii.eqb a b.

Fixpoint same_text (s t : text) : bool :=
  match s, t with
  | [], [] => true
  | a :: s', b :: t' => same_char a b && same_text s' t'
  | _, _ => false
  end.

Lemma same_char_eq a b : same_char a b = true -> a = b.
Proof. apply Ascii.eqb_eq. Qed.

Lemma same_text_eq s : forall t, same_text s t = true -> s = t.
Proof.
  induction s as [|a s IH]; intros [|b t] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_prop in H as [H1 H2]. apply same_char_eq in H1. apply IH in H2. now subst.
Qed.

(** ** Tokens *)

Inductive token :=
  | OpenObject | CloseObject | OpenList | CloseList | Colon | Comma
  | Text (s : text) | Number (n : N) | Truth (b : bool).

(** Between tokens; inside a string, read so far in reverse; after a backslash; inside a number; inside a word. *)
Inductive reading :=
  | Between
  | InText (s : text)
  | Escaped (s : text)
  | InNumber (n : N)
  | InWord (s : text).

Definition code (c : ascii) : N := N_of_ascii c.

Definition digit (c : ascii) : option N :=
  if N.leb 48 (code c) && N.leb (code c) 57 then Some (code c - 48)%N else None.

Definition blank (c : ascii) : bool :=
  N.eqb (code c) 32 || N.eqb (code c) 10 || N.eqb (code c) 13 || N.eqb (code c) 9.

Definition mark (c : ascii) : option token :=
  if same_char c "{" then Some OpenObject
  else if same_char c "}" then Some CloseObject
  else if same_char c "[" then Some OpenList
  else if same_char c "]" then Some CloseList
  else if same_char c ":" then Some Colon
  else if same_char c "," then Some Comma
  else None.

Definition word (s : text) : option token :=
  if same_text s (text_of "eurt") then Some (Truth true)
  else if same_text s (text_of "eslaf") then Some (Truth false)
  else None.

Definition quote : ascii := "034".
Definition backslash : ascii := "092".

(** One character between tokens. *)
Definition begin (c : ascii) (out : list token) : option (reading * list token) :=
  if blank c then Some (Between, out)
  else if same_char c quote then Some (InText [], out)
  else
    match mark c, digit c with
    | Some t, _ => Some (Between, t :: out)
    | None, Some d => Some (InNumber d, out)
    | None, None => if N.leb 97 (code c) && N.leb (code c) 122 then Some (InWord [c], out) else None
    end.

Definition limit : N := 18446744073709551616.

Definition step (c : ascii) (r : reading) (out : list token) : option (reading * list token) :=
  match r with
  | Between => begin c out
  | InText s =>
      if same_char c quote then Some (Between, Text (rev' s) :: out)
      else if same_char c backslash then Some (Escaped s, out)
      else if N.ltb (code c) 32 then None
      else Some (InText (c :: s), out)
  | Escaped s =>
      if same_char c quote || same_char c backslash then Some (InText (c :: s), out) else None
  | InNumber n =>
      match digit c with
      | Some d =>
          let m := (10 * n + d)%N in
          if N.eqb n 0 || N.leb limit m then None else Some (InNumber m, out)
      | None => if N.leb 97 (code c) && N.leb (code c) 122 then None else begin c (Number n :: out)
      end
  | InWord s =>
      if N.leb 97 (code c) && N.leb (code c) 122
      then if Nat.ltb 5 (List.length s) then None else Some (InWord (c :: s), out)
      else match word s with
           | Some t => begin c (t :: out)
           | None => None
           end
  end.

(** The tokens of a text, in reverse. *)
Fixpoint tokens (s : text) (r : reading) (out : list token) : option (list token) :=
  match s with
  | [] =>
      match r with
      | Between => Some out
      | InNumber n => Some (Number n :: out)
      | InWord w => option_map (fun t => t :: out) (word w)
      | _ => None
      end
  | c :: s' =>
      match step c r out with
      | Some (r', out') => tokens s' r' out'
      | None => None
      end
  end.

(** ** Values *)

Inductive json :=
  | JNumber (n : N)
  | JText (s : text)
  | JTruth (b : bool)
  | JList (l : list json)
  | JObject (l : list (text * json)).

(** What encloses the value that is being read; items so far in reverse. *)
Inductive frame :=
  | ListOf (l : list json)
  | ObjectOf (l : list (text * json)) (key : text).

Inductive expected :=
  | AValue
  | AValueOrEnd (* after [ *)
  | AKey (l : list (text * json))
  | AKeyOrEnd (* after { *)
  | AColon (l : list (text * json)) (key : text)
  | Complete (v : json).

Definition value_of (t : token) : option json :=
  match t with
  | Text s => Some (JText s)
  | Number n => Some (JNumber n)
  | Truth b => Some (JTruth b)
  | _ => None
  end.

Definition start (t : token) (stack : list frame) : option (expected * list frame) :=
  match t with
  | OpenList => Some (AValueOrEnd, stack)
  | OpenObject => Some (AKeyOrEnd, stack)
  | _ => option_map (fun v => (Complete v, stack)) (value_of t)
  end.

Definition advance (t : token) (e : expected) (stack : list frame) : option (expected * list frame) :=
  match e with
  | AValue => start t stack
  | AValueOrEnd =>
      match t with
      | CloseList => Some (Complete (JList []), stack)
      | _ => start t (ListOf [] :: stack)
      end
  | AKeyOrEnd =>
      match t with
      | CloseObject => Some (Complete (JObject []), stack)
      | Text k => Some (AColon [] k, stack)
      | _ => None
      end
  | AKey l =>
      match t with
      | Text k => Some (AColon l k, stack)
      | _ => None
      end
  | AColon l k =>
      match t with
      | Colon => Some (AValue, ObjectOf l k :: stack)
      | _ => None
      end
  | Complete v =>
      match stack, t with
      | ListOf l :: stack', Comma => Some (AValue, ListOf (v :: l) :: stack')
      | ListOf l :: stack', CloseList => Some (Complete (JList (rev' (v :: l))), stack')
      | ObjectOf l k :: stack', Comma => Some (AKey ((k, v) :: l), stack')
      | ObjectOf l k :: stack', CloseObject => Some (Complete (JObject (rev' ((k, v) :: l))), stack')
      | _, _ => None
      end
  end.

Fixpoint parse (l : list token) (e : expected) (stack : list frame) : option json :=
  match l with
  | [] =>
      match e, stack with
      | Complete v, [] => Some v
      | _, _ => None
      end
  | t :: l' =>
      match advance t e stack with
      | Some (e', stack') => parse l' e' stack'
      | None => None
      end
  end.

Definition read_json (s : text) : option json :=
  match tokens s Between [] with
  | Some l => parse (rev' l) AValue []
  | None => None
  end.

(** ** Shapes *)

Fixpoint find_key (k : text) (l : list (text * json)) : option json :=
  match l with
  | [] => None
  | (k', v) :: l' => if same_text k k' then Some v else find_key k l'
  end.

(** An object with exactly these keys, in any order: their values in this order. *)
Fixpoint values (ks : list text) (l : list (text * json)) : option (list json) :=
  match ks with
  | [] => Some []
  | k :: ks' =>
      match find_key k l, values ks' l with
      | Some v, Some vs => Some (v :: vs)
      | _, _ => None
      end
  end.

Definition object (ks : list string) (v : json) : option (list json) :=
  match v with
  | JObject l => if Nat.eqb (List.length l) (List.length ks) then values (map text_of ks) l else None
  | _ => None
  end.

Fixpoint all_some {A B} (f : A -> option B) (l : list A) (out : list B) : option (list B) :=
  match l with
  | [] => Some (rev' out)
  | a :: l' =>
      match f a with
      | Some b => all_some f l' (b :: out)
      | None => None
      end
  end.

Definition list_of {A} (f : json -> option A) (v : json) : option (list A) :=
  match v with
  | JList l => all_some f l []
  | _ => None
  end.

Definition index_number (v : json) : option N :=
  match v with
  | JNumber n => Some n
  | _ => None
  end.

Definition a_text (v : json) : option text :=
  match v with
  | JText s => Some s
  | _ => None
  end.
