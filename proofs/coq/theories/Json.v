(** Json.v -- from bytes to JSON values, for the two files of a check.

    What it reads is the part of JSON that the two formats use: objects, lists, strings, whole numbers below 2^64,
    true and false. Anything else is refused, never guessed. Bytes have to be UTF-8, and strings are kept as bytes
    of UTF-8. Recursion is on the text, and constant in stack. *)
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

(** ** UTF-8 *)

Definition code (c : ascii) : N := N_of_ascii c.

(** The first and last byte that may come next, and how many of the range 80 to BF come after it. *)
Definition continuation (c : N) : option (N * N * nat) :=
  if N.ltb c 194 then None
  else if N.ltb c 224 then Some (128, 191, 0%nat)%N
  else if N.ltb c 240 then
    Some (if N.eqb c 224 then 160 else 128, if N.eqb c 237 then 159 else 191, 1%nat)%N
  else if N.ltb c 245 then
    Some (if N.eqb c 240 then 144 else 128, if N.eqb c 244 then 143 else 191, 2%nat)%N
  else None.

(** Well-formed UTF-8 (The Unicode Standard, table 3-7). *)
Fixpoint utf8 (s : text) (next : option (N * N * nat)) : bool :=
  match s, next with
  | [], None => true
  | [], Some _ => false
  | c :: s', None =>
      if N.ltb (code c) 128 then utf8 s' None
      else match continuation (code c) with
           | Some next => utf8 s' (Some next)
           | None => false
           end
  | c :: s', Some (low, high, more) =>
      N.leb low (code c) && N.leb (code c) high &&
      utf8 s' match more with
              | O => None
              | S m => Some (128%N, 191%N, m)
              end
  end.

(** The bytes of a code point, in reverse. *)
Definition encoded (z : N) : text :=
  let last n := ascii_of_N (128 + N.modulo (N.shiftr z n) 64) in
  if N.ltb z 128 then [ascii_of_N z]
  else if N.ltb z 2048 then [last 0%N; ascii_of_N (192 + N.shiftr z 6)]
  else if N.ltb z 65536 then [last 0%N; last 6%N; ascii_of_N (224 + N.shiftr z 12)]
  else [last 0%N; last 6%N; last 12%N; ascii_of_N (240 + N.shiftr z 18)].

(** ** Tokens *)

Inductive token :=
  | OpenObject | CloseObject | OpenList | CloseList | Colon | Comma
  | Text (s : text) | Number (n : N) | Truth (b : bool).

(** Between tokens; inside a string, read so far in reverse; after a backslash; before some hexadecimal digits of a
    code of which z is read; inside a number; inside a word. After the code of a high surrogate, that of a low one has
    to follow: [high] is the first of the two. *)
Inductive reading :=
  | Between
  | InText (s : text)
  | Escaped (s : text) (high : option N)
  | InCode (s : text) (high : option N) (digits : nat) (z : N)
  | AfterHigh (s : text) (high : N)
  | InNumber (n : N)
  | InWord (s : text).

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

Definition hexadecimal (c : ascii) : option N :=
  match digit c with
  | Some d => Some d
  | None =>
      if N.leb 97 (code c) && N.leb (code c) 102 then Some (code c - 87)%N
      else if N.leb 65 (code c) && N.leb (code c) 70 then Some (code c - 55)%N
      else None
  end.

(** The character that a backslash and c stand for. *)
Definition short_escape (c : ascii) : option ascii :=
  if same_char c quote || same_char c backslash || same_char c "/" then Some c
  else if same_char c "b" then Some "008"
  else if same_char c "t" then Some "009"
  else if same_char c "n" then Some "010"
  else if same_char c "f" then Some "012"
  else if same_char c "r" then Some "013"
  else None.

(** After the last digit of a code. *)
Definition coded (s : text) (high : option N) (z : N) : option reading :=
  let surrogate first := N.leb first z && N.ltb z (first + 1024) in
  match high with
  | None =>
      if surrogate 55296%N then Some (AfterHigh s z)
      else if surrogate 56320%N then None
      else Some (InText (encoded z ++ s))
  | Some h =>
      if surrogate 56320%N then Some (InText (encoded (65536 + 1024 * (h - 55296) + (z - 56320)) ++ s))
      else None
  end.

Definition step (c : ascii) (r : reading) (out : list token) : option (reading * list token) :=
  match r with
  | Between => begin c out
  | InText s =>
      if same_char c quote then Some (Between, Text (rev' s) :: out)
      else if same_char c backslash then Some (Escaped s None, out)
      else if N.ltb (code c) 32 then None
      else Some (InText (c :: s), out)
  | Escaped s high =>
      if same_char c "u" then Some (InCode s high 3 0, out)
      else match high, short_escape c with
           | None, Some d => Some (InText (d :: s), out)
           | _, _ => None
           end
  | InCode s high more z =>
      match hexadecimal c with
      | None => None
      | Some d =>
          match more with
          | O => option_map (fun r => (r, out)) (coded s high (16 * z + d))
          | S m => Some (InCode s high m (16 * z + d), out)
          end
      end
  | AfterHigh s high => if same_char c backslash then Some (Escaped s (Some high), out) else None
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
  if utf8 s None then
    match tokens s Between [] with
    | Some l => parse (rev' l) AValue []
    | None => None
    end
  else None.

(** ** Sizes *)

(** A list has at most n elements. *)
Fixpoint at_most {A} (n : N) (l : list A) : bool :=
  match l with
  | [] => true
  | _ :: l' => negb (N.eqb n 0) && at_most (N.pred n) l'
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
