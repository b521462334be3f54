(* SHA-256 (FIPS 180-4) of a string, in lower-case hex. Words are native ints, of which the lower 32 bits count. *)

let constants = [|
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2 |]

let low x = x land 0xffffffff
let turn x n = low ((x lsr n) lor (x lsl (32 - n)))

(* The message with a 1 bit, zeros, and its length in bits in the last 8 bytes of a block of 64. *)
let padded text =
  let length = String.length text in
  let blocks = (length + 9 + 63) / 64 in
  let bytes = Bytes.make (64 * blocks) '\000' in
  Bytes.blit_string text 0 bytes 0 length;
  Bytes.set bytes length '\x80';
  Bytes.set_int64_be bytes ((64 * blocks) - 8) (Int64.of_int (8 * length));
  bytes

let schedule bytes start =
  let w = Array.make 64 0 in
  for t = 0 to 15 do
    w.(t) <- Int32.to_int (Bytes.get_int32_be bytes (start + (4 * t))) land 0xffffffff
  done;
  for t = 16 to 63 do
    let a = w.(t - 15) and b = w.(t - 2) in
    let s0 = turn a 7 lxor turn a 18 lxor (a lsr 3) in
    let s1 = turn b 17 lxor turn b 19 lxor (b lsr 10) in
    w.(t) <- low (w.(t - 16) + s0 + w.(t - 7) + s1)
  done;
  w

let round state w t =
  let a = state.(0) and b = state.(1) and c = state.(2) in
  let e = state.(4) and f = state.(5) and g = state.(6) in
  let s1 = turn e 6 lxor turn e 11 lxor turn e 25 in
  let choice = (e land f) lxor (lnot e land g) in
  let t1 = low (state.(7) + s1 + choice + constants.(t) + w.(t)) in
  let s0 = turn a 2 lxor turn a 13 lxor turn a 22 in
  let majority = (a land b) lxor (a land c) lxor (b land c) in
  Array.blit state 0 state 1 7;
  state.(4) <- low (state.(4) + t1);
  state.(0) <- low (t1 + s0 + majority)

let hex text =
  let bytes = padded text in
  let hash = [| 0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |] in
  for block = 0 to (Bytes.length bytes / 64) - 1 do
    let w = schedule bytes (64 * block) in
    let state = Array.copy hash in
    for t = 0 to 63 do
      round state w t
    done;
    Array.iteri (fun i x -> hash.(i) <- low (hash.(i) + x)) state
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") hash))
