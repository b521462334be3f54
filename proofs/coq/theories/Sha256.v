(** Sha256.v -- SHA-256 (FIPS 180-4), for theorems about the bytes of two files.

    The extracted program computes its digest with extraction/sha256.ml; nothing but the name of the scene in the
    proof depends on either. *)
Require Import List Ascii String NArith.
From Zwang Require Import Json.
Import ListNotations.
Open Scope N_scope.

(** ** Words of 32 bits *)

Definition ones : N := 4294967295.
Definition add (x y : N) : N := N.land (x + y) ones.
Definition rotate (n x : N) : N := N.lor (N.shiftr x n) (N.land (N.shiftl x (32 - n)) ones).
Definition xor3 (x y z : N) : N := N.lxor x (N.lxor y z).

(** Sections 4.1.2 and 4.2.2 of the standard. *)
Definition choose (x y z : N) : N := N.lxor (N.land x y) (N.land (N.lxor x ones) z).
Definition majority (x y z : N) : N := xor3 (N.land x y) (N.land x z) (N.land y z).
Definition sum0 (x : N) : N := xor3 (rotate 2 x) (rotate 13 x) (rotate 22 x).
Definition sum1 (x : N) : N := xor3 (rotate 6 x) (rotate 11 x) (rotate 25 x).
Definition sigma0 (x : N) : N := xor3 (rotate 7 x) (rotate 18 x) (N.shiftr x 3).
Definition sigma1 (x : N) : N := xor3 (rotate 17 x) (rotate 19 x) (N.shiftr x 10).

Definition constants : list N :=
  [0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
   0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
   0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
   0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
   0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
   0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
   0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
   0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2].

(** ** One block *)

Record state := State { wa : N; wb : N; wc : N; wd : N; we : N; wf : N; wg : N; wh : N }.

Definition start : state :=
  State 0x6a09e667 0xbb67ae85 0x3c6ef372 0xa54ff53a 0x510e527f 0x9b05688c 0x1f83d9ab 0x5be0cd19.

(** The next word of the message schedule after 16 of them. *)
Definition scheduled (w : list N) : N :=
  add (add (sigma1 (nth 14 w 0)) (nth 9 w 0)) (add (sigma0 (nth 1 w 0)) (nth 0 w 0)).

Definition round (k w : N) (s : state) : state :=
  let t1 := add (add (wh s) (sum1 (we s))) (add (choose (we s) (wf s) (wg s)) (add k w)) in
  let t2 := add (sum0 (wa s)) (majority (wa s) (wb s) (wc s)) in
  State (add t1 t2) (wa s) (wb s) (wc s) (add (wd s) t1) (we s) (wf s) (wg s).

(** A round for each constant; [w] has the words of this round and the 15 after it. *)
Fixpoint rounds (ks w : list N) (s : state) : state :=
  match ks with
  | [] => s
  | k :: ks' => rounds ks' (tl w ++ [scheduled w]) (round k (nth 0 w 0) s)
  end.

Definition block (w : list N) (s : state) : state :=
  let t := rounds constants w s in
  State (add (wa s) (wa t)) (add (wb s) (wb t)) (add (wc s) (wc t)) (add (wd s) (wd t))
        (add (we s) (we t)) (add (wf s) (wf t)) (add (wg s) (wg t)) (add (wh s) (wh t)).

(** ** A message *)

Fixpoint words (bytes : list N) : list N :=
  match bytes with
  | a :: b :: c :: d :: rest => (((a * 256 + b) * 256 + c) * 256 + d) :: words rest
  | _ => []
  end.

Fixpoint blocks (w : list N) (s : state) : state :=
  match w with
  | w0 :: w1 :: w2 :: w3 :: w4 :: w5 :: w6 :: w7 :: w8 :: w9 :: w10 :: w11 :: w12 :: w13 :: w14 :: w15 :: rest =>
      blocks rest (block [w0; w1; w2; w3; w4; w5; w6; w7; w8; w9; w10; w11; w12; w13; w14; w15] s)
  | _ => s
  end.

(** A byte 128, zeros up to 8 bytes before the end of a block, and the number of bits. *)
Definition padding (count : N) : list N :=
  128 :: repeat 0 (N.to_nat ((119 - count mod 64) mod 64)) ++
  map (fun i => N.land (N.shiftr (8 * count) i) 255) [56; 48; 40; 32; 24; 16; 8; 0].

Definition hex_character (n : N) : ascii := ascii_of_N (if N.ltb n 10 then n + 48 else n + 87).
Definition word_text (x : N) : text :=
  map (fun i => hex_character (N.land (N.shiftr x i) 15)) [28; 24; 20; 16; 12; 8; 4; 0].

Definition sha256 (message : text) : text :=
  let bytes := map N_of_ascii message in
  let s := blocks (words (bytes ++ padding (N.of_nat (List.length message)))) start in
  flat_map word_text [wa s; wb s; wc s; wd s; we s; wf s; wg s; wh s].

(** Examples of the standard. *)
Example sha256_abc : sha256 (text_of "abc") =
  text_of "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".
Proof. vm_compute. reflexivity. Qed.

Example sha256_two_blocks : sha256 (text_of "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") =
  text_of "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1".
Proof. vm_compute. reflexivity. Qed.

Example sha256_empty : sha256 [] =
  text_of "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".
Proof. vm_compute. reflexivity. Qed.
