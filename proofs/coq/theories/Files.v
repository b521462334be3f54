(** Files.v -- the theorem for the bytes of two files, with SHA-256 for the digest.

    [check_files] computes inside Coq, so that a file can be accepted by a theorem: golden.py makes one of each
    accepted fixture and of the proofs of small scenes. *)
Require Import String.
From Zwang Require Import Format Meaning Json Read Verdict Sha256 Gauss.

(** The canonical form of a scene, and a proof. *)
Definition check_files (scene proof : string) : bool :=
  match check_texts sha256 (text_of scene) (text_of proof) with
  | Accepted => true
  | _ => false
  end.

Theorem files_gauss scene proof :
  check_files scene proof = true ->
  exists s p,
    canonical s = text_of scene /\ read_proof (text_of proof) = Some p /\
    text_of (scene_digest p) = sha256 (text_of scene) /\
    demanded (real_scene s) p.
Proof.
  unfold check_files. intro H. apply gauss.
  destruct (check_texts sha256 (text_of scene) (text_of proof)); [reflexivity|discriminate ..].
Qed.
