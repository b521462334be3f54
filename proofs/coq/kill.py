#!/usr/bin/env python3
"""Plants bugs in the Coq definitions, one at a time, and sees whether some proof notices: each has to stop compilation.

    python3 kill.py [NUMBER …]        all bugs, or those of these numbers; exit status 0 if every one was noticed

Works in a copy of the folder theories, compiled before; only what depends on the spoilt file is compiled again."""

import shutil, subprocess, sys, tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# File, text, text with the bug, what it means. The first occurrence of the text is replaced.
BUGS = [
    ("Meaning", "Point (- py u) (px u)", "Point (py u) (- px u)", "the quarter turn turns clockwise"),
    ("Meaning", "Point (py q - py p) (px p - px q)", "Point (py p - py q) (px q - px p)", "normals point inward"),
    ("Meaning", "(times (spin m * spin m) r)", "(times (- (spin m * spin m)) r)", "the centripetal acceleration points outward"),
    ("Meaning", "(times (spin m * spin m) r)", "(times (spin m) r)", "the spin is not squared"),
    ("Meaning", "+ 2 * spin_of (edge_owner g)", "+ spin_of (edge_owner g)", "the factor 2 of the turning normal is forgotten"),
    ("Meaning", "+ 2 * spin_of (edge_owner g)", "+ 2 * spin_of (vertex_owner g)", "the normal turns with the wrong body"),
    ("Meaning", "plus (velocity m) (times (spin m)", "plus (velocity m) (times (- spin m)", "velocities turn the wrong way"),
    ("Meaning", "/ 2 * mass m * dot u u", "mass m * dot u u", "the restraint counts forces twice"),
    ("Meaning", "let u := minus (Point (tx t) (ty t)) g in", "let u := Point (tx t) (ty t) in", "the restraint forgets gravity"),
    ("Meaning", "loose pf i -> gap_speed s c = 0 -> 0 <= gap_accel s A c", "loose pf i -> gap_speed s c = 0 -> 0 < gap_accel s A c",
     "resting contacts have to open"),
    ("Meaning", "0 <= dot (minus z x) (sliding g)", "dot (minus z x) (sliding g) <= 0", "the vertex that slides outward meets an edge"),
    ("Meaning", "separating m' k' -> cross m m' <= 0", "separating m' k' -> 0 <= cross m m'", "both sides of a corner are the same"),
    ("Meaning", "all_rest s side /\\ (forall c, In c other", "all_rest s other /\\ (forall c, In c side", "a corner is forced to the side that closes"),
    ("Meaning", "(IZR (tr t) / IZR D)", "(IZR (tr t))", "the angular acceleration is not divided by D"),
    ("Meaning", "w = p \\/ w = q \\/ height p q w < 0", "w = p \\/ w = q \\/ 0 < height p q w", "parts are listed clockwise"),
    ("Meaning", "none_closes s A side0 \\/ none_closes s A side1", "none_closes s A side0 /\\ none_closes s A side1",
     "an undecided corner asks for both sides"),
    ("Rows", "(crossq (minusq x (centroid m)) n)", "(crossq n (minusq x (centroid m)))", "torques have the wrong sign"),
    ("Rows", "lever (oppq n) x (edge_body c)", "lever n x (edge_body c)", "no reaction: both bodies are pushed the same way"),
    ("Numbers", "timesq (Qopp (qmul (spin m) (spin m)))", "timesq (qmul (spin m) (spin m))", "the checker's centripetal term has the wrong sign"),
    ("Rows", "(qscale 2 (qmul (spin_ofq", "(qscale 1 (qmul (spin_ofq", "the checker forgets the factor 2"),
    ("Checker", "Z.leb 0 (snd iz)", "true", "C5: contacts may pull"),
    ("Checker", "forallb (fun iz => mem allowed (fst iz)) pressing &&", "true &&", "C7: contacts that are not imposed may press"),
    ("Checker", "forallb (fun iz => holds_some is_zero (gap_of pr (denominator o) t (fst iz))) pressing", "true",
     "C7: forces across gaps"),
    ("Checker", "holds_some is_nonneg (gap_of pr (denominator o) t i)", "true", "C6: imposed contacts may penetrate"),
    ("Checker", "is_zero (scaled_value D t (row_x p)) && is_zero (scaled_value D t (row_y p))", "is_zero (scaled_value D t (row_x p))",
     "C6: pins hold along x only"),
    ("Checker", "(qmul (mass m) (qsub (qint (ty t)) (qscale D (py g))))", "(qmul (mass m) (qint (ty t)))", "C4 forgets gravity along y"),
    ("Checker", "&& qeq (ty s) (ty t) && qeq (tr s) (tr t)", "&& qeq (ty s) (ty t)", "C4 forgets torques"),
    ("Checker", "is_pos (Qopp (power (acting pr c)))", "is_pos (power (acting pr c))", "C6 of impossible cases has the wrong sign"),
    ("Checker", "N.eqb (fst ks) (fst lt) && negb (N.eqb (snd ks) (snd lt))", "N.eqb (fst ks) (fst lt)", "C9: equal sides count as a conflict"),
    ("Checker", "pairwise conflict all_sides && covers all_sides &&", "pairwise conflict all_sides &&", "C9: choices may be left out"),
    ("Checker", "qle (qscale (D' * D') (cost s)) (qscale (D * D) (cost t))", "qle (cost s) (cost t)", "C9 compares restraints over different denominators"),
    ("Checker", "forallb (respects_corners pr (fst ig) gr) best &&", "", "C9: answers may close an undecided corner"),
    ("Checker", "then Forced true", "then Forced false", "a corner is forced to the wrong side"),
    ("Checker", "&& is_nonneg (dotq (minusq q x) (slidingq g))", "", "C2: vertices may slide off their edge"),
    ("Checker", "&& rays_apartb a a'", "", "C2: edges along each other count as a corner"),
    ("Checker", "separatesb a a' (fst mk)", "true", "C2: edges that do not separate belong to corners"),
    ("Checker", "Some r => forallb (fun w => is_nonneg", "Some r => existsb (fun w => is_nonneg", "C1: one vertex on the outer side is enough"),
    ("Checker", "holds_some (if Z.eqb (force_at pressing i) 0 then is_pos else is_zero)", "holds_some (if Z.eqb (force_at pressing i) 0 then is_nonneg else is_zero)",
     "C8: idle contacts need not open"),
    ("Checker", "qlt (heightq (fst e) (snd e) w) 0", "qle (heightq (fst e) (snd e) w) 0", "parts need not be strictly convex"),
    ("Checker", "forallb (fun k => one_group (home pr) (pin_bodies k)) (pin_list pr)", "true", "Form: a pin may join two groups"),
    ("Checker", "distinct all &&", "", "Form: a body may be in two groups"),
    ("Checker", "| Closing => false", "| Closing => true", "C3: a corner may close"),
    ("Normal", "(Qnum q * Zpos k)%Z # e", "Qnum q # e", "common denominators change the numbers"),
    ("Read", "if same_text (canonical found) s then", "if true then", "a scene is taken though its canonical form is another"),
    ("Motion", "jet (sine z) 0 (spin m) (tr a / 2)", "jet (sine z) 0 (spin m) (tr a)", "the angular acceleration is halved"),
    ("Motion", "(cosine z t * px r - sine z t * py r)", "(cosine z t * px r + sine z t * py r)", "rotations are no rotations"),
    ("Motion", "height p q x < 0", "height p q x <= 0", "touching counts as overlapping"),
]


def compiles(folder):
    done = subprocess.run(["make", "-f", "Makefile.coq"], cwd=folder, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if line.startswith("File ") and "line" in line]
    return done.returncode == 0, errors[-1] if errors else ""


def main():
    chosen = [int(number) for number in sys.argv[1:]] or range(1, len(BUGS) + 1)
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        clean = Path(name) / "clean"
        shutil.copytree(HERE, clean, ignore=shutil.ignore_patterns("build"))
        subprocess.run(["coq_makefile", "-f", "_CoqProject", "-o", "Makefile.coq"], cwd=clean, check=True)
        if not compiles(clean)[0]:
            sys.exit("the definitions do not compile even without a bug")
        for number in chosen:
            file, text, bug, meaning = BUGS[number - 1]
            folder = Path(name) / "spoilt"
            shutil.copytree(clean, folder)
            path = folder / "theories" / f"{file}.v"
            source = path.read_text()
            if text not in source:
                sys.exit(f"bug {number}: {file}.v has no {text!r}")
            path.write_text(source.replace(text, bug, 1))
            passed, where = compiles(folder)
            missed += passed
            where = where.split(", char")[0].replace("./theories/", "")
            print(f"{number:3} {'MISSED' if passed else 'noticed'}  {file}.v: {meaning}  {where}", flush=True)
            shutil.rmtree(folder)
    print(f"{len(chosen) - missed} of {len(chosen)} bugs stop compilation")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
