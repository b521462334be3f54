(* zwang-check-coq SCENE PROOF, and --lines SCENE FILE: reads bytes, asks the extracted checker, prints its verdict.
   SCENE is the canonical form of a scene (proofs/FORMAT.md, section 1). *)

let usage = "usage: zwang-check-coq [--lines] CANONICAL-SCENE PROOF"

(* The checker refuses larger proofs on its own; here they are not even read. *)
let largest = 1 lsl 29

exception Too_large of string

let read path =
  let channel = open_in_bin path in
  let contents () =
    let length = in_channel_length channel in
    if length > largest then raise (Too_large path);
    really_input_string channel length
  in
  Fun.protect ~finally:(fun () -> close_in channel) contents

(* Coq's strings are lists of characters. *)
let chars text =
  let rec from i rest = if i < 0 then rest else from (i - 1) (text.[i] :: rest) in
  from (String.length text - 1) []

let text_of chars = String.of_seq (List.to_seq chars)

let one_newline_less text =
  let length = String.length text in
  if length > 0 && text.[length - 1] = '\n' then String.sub text 0 (length - 1) else text

let names violated = String.concat " " (List.map text_of violated)

(* What a proof of zwang-statics-1 says. *)
let word found =
  match found with
  | Checker.Falls -> "falls"
  | Checker.Stands -> "stands"
  | Checker.CanStand -> "can stand"

(* What a proof of zwang-friction-1 says. *)
let motion found =
  match found with
  | Checker.EverythingStands -> "stands"
  | Checker.Rests -> "rests"
  | Checker.Ambiguous -> "ambiguous"
  | Checker.Moves -> "moves"

let counted number = if number = "1" then "1 range of forces" else number ^ " ranges of forces"

let ranges count = counted (text_of (Checker.number_of_ranges count))

(* What a proof of zwang-threshold-1 says. *)
let limit found holds_from falls_to =
  let value fraction = text_of (Checker.fraction_text fraction) in
  match falls_to with
  | None -> word found ^ " at every friction from " ^ value holds_from ^ " up"
  | Some falls -> word found ^ " at friction " ^ value holds_from ^ ", falls at " ^ value falls

let line_verdict digest scene_text scene line =
  match Checker.judge digest scene_text scene (chars line) with
  | Checker.Accepted -> "accepted"
  | Checker.Settled found -> "accepted: " ^ word found
  | Checker.Ranged count -> "accepted: " ^ ranges count
  | Checker.Accelerates found -> "accepted: " ^ motion found
  | Checker.Limited (found, holds_from, falls_to) -> "accepted: " ^ limit found holds_from falls_to
  | Checker.Rejected violated -> names violated
  | Checker.Unreadable -> "unreadable"

let run lines scene_path proof_path =
  let scene_bytes = one_newline_less (read scene_path) in
  let scene_text = chars scene_bytes in
  let sha = Sha256.hex scene_bytes in
  let digest text = if text == scene_text then chars sha else chars (Sha256.hex (text_of text)) in
  match Checker.open_scene scene_text with
  | None -> (2, scene_path ^ ": not the canonical form of a scene")
  | Some scene when lines ->
      let proofs = String.split_on_char '\n' (one_newline_less (read proof_path)) in
      (0, String.concat "\n" (List.map (line_verdict digest scene_text scene) proofs))
  | Some scene -> (
      match Checker.judge digest scene_text scene (chars (read proof_path)) with
      | Checker.Accepted -> (0, "accepted: the scene " ^ sha)
      | Checker.Settled found -> (0, "accepted: " ^ word found ^ ": the scene " ^ sha)
      | Checker.Ranged count -> (0, "accepted: " ^ ranges count ^ ": the scene " ^ sha)
      | Checker.Accelerates found -> (0, "accepted: " ^ motion found ^ ": the scene " ^ sha)
      | Checker.Limited (found, holds_from, falls_to) ->
          (0, "accepted: " ^ limit found holds_from falls_to ^ ": the scene " ^ sha)
      | Checker.Rejected violated -> (1, "rejected: " ^ names violated)
      | Checker.Unreadable -> (2, proof_path ^ ": not of a format of proofs/FORMAT.md"))

let answer arguments =
  match arguments with
  | [ "--lines"; scene; proofs ] -> run true scene proofs
  | [ scene; proof ] -> run false scene proof
  | _ -> (2, usage)

(* Extracted functions recurse as deep as lists are long, and files at the limits of FORMAT.md have lists of 2^20
   entries: the program starts itself once more, with as deep a stack as the system grants. *)
let deepen_the_stack () =
  let mark = "ZWANG_CHECK_COQ_STACK" in
  if Sys.getenv_opt mark = None then (
    Unix.putenv mark "deep";
    let restart = "ulimit -s unlimited 2>/dev/null || ulimit -s $(ulimit -H -s); exec \"$0\" \"$@\"" in
    let command = [| "sh"; "-c"; restart; Sys.executable_name |] in
    let arguments = Array.sub Sys.argv 1 (Array.length Sys.argv - 1) in
    (* Without a shell the program goes on with the stack that it has. *)
    try Unix.execv "/bin/sh" (Array.append command arguments) with Unix.Unix_error _ -> ())

let () =
  deepen_the_stack ();
  let status, text =
    try answer (List.tl (Array.to_list Sys.argv)) with
    | Sys_error reason -> (2, "could not run: " ^ reason)
    | Too_large path -> (2, path ^ ": more than 2^29 bytes")
    | Stack_overflow | Out_of_memory -> (2, "could not run: the files are too large")
  in
  (if status = 0 then print_endline else prerr_endline) text;
  exit status
