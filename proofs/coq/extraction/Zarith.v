(** Zarith.v -- the same program with the integers of Zarith (GMP) for those of Coq. The lines below, and those of
    Coq's ExtrOcamlZBigInt, are believed, not proved; the program of Plain.v is the cross-check. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString ExtrOcamlZBigInt.
From Coq Require Import Ascii NArith ZArith.
From Zwang Require Import Verdict.
Extraction Language OCaml.
Set Warnings "-extraction-opaque-accessed".
Extract Constant Pos.eqb => "Big_int_Z.eq_big_int".
Extract Constant N.eqb => "Big_int_Z.eq_big_int".
Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant N.leb => "Big_int_Z.le_big_int".
Extract Constant N.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.gcd => "Big_int_Z.gcd_big_int".
Extract Constant N_of_ascii => "(fun c -> Big_int_Z.big_int_of_int (Char.code c))".
Extract Constant Pos.size => "(fun p -> Z.of_int (Z.numbits p))".
Extraction "checker.ml" open_scene judge Accepted number_of_ranges fraction_text.
