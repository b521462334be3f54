(** Plain.v -- the program with Coq's own binary numbers: nothing is replaced but booleans, lists, options and
    characters by those of OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString.
From Zwang Require Import Verdict.
Extraction Language OCaml.
Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" open_scene judge Accepted number_of_ranges fraction_text.
