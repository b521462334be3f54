#!/usr/bin/env python3
"""Writes the folders runs/accepted, runs/rejected, runs/unreadable and runs/pieces anew, here or in another folder:

    python3 run_fixtures.py [FOLDER]

Every fixture is a scene NAME.toml with a run NAME.run. The runs are made by fixture/run_draft.py and spoilt in
fixture/spoilt_runs.py, those with friction by run_friction_draft.py and in spoilt_friction_runs.py there, those with
loads in load_runs.py, those of enclosed groups whose corners press in enclosed_corners.py, those whose records do not
list all rows in listed_rows.py, with all that follows computed anew. That a rejected one violates the condition its
name starts with, and no other but those of ALSO_VIOLATED, is asserted: all conditions are looked at, each on its own.
Those of pieces are files NAME.verdicts, made in fixture/pieces.py, a line for each piece."""

import argparse
import contextlib
import io
import shutil
import sys
sys.dont_write_bytecode = True

from pathlib import Path

import run_check
from fixture import pieces
from fixture import accepted_friction_runs, accepted_runs, enclosed_corners, listed_rows, load_runs
from fixture import spoilt_friction_runs, spoilt_runs, unreadable_runs
from fixture.run_draft import violated

ACCEPTED, REJECTED = {}, {}
for module in accepted_runs, accepted_friction_runs, load_runs, enclosed_corners, listed_rows:
    assert not ACCEPTED.keys() & module.ACCEPTED.keys(), "a name twice"
    ACCEPTED |= module.ACCEPTED
for module in spoilt_runs, spoilt_friction_runs, load_runs, enclosed_corners, listed_rows:
    assert not REJECTED.keys() & module.REJECTED.keys(), "a name twice"
    REJECTED |= module.REJECTED
# A brick that sinks in where a row is left out violates R4, which is about all rows of the step, listed or not.
ALSO_VIOLATED = {"R1-row-left-out-and-the-brick-sinks": {"R4"}, "R1-row-left-out-in-an-exact-run": {"R4"},
                 "R1-friction-row-left-out": {"R4"}}


def write(folder, name, draft, run=None):
    scene = draft.text.replace("NAME", name, 1)
    (folder / f"{name}.toml").write_text(scene, encoding="utf-8")
    (folder / f"{name}.run").write_text(run or draft.written(), encoding="utf-8")


def main(parent):
    for folder in "accepted", "rejected", "unreadable":
        shutil.rmtree(parent / folder, ignore_errors=True)
        (parent / folder).mkdir(parents=True)
    for name, make in ACCEPTED.items():
        draft = make()
        status, verdict = run_check.main(draft.scene, io.BytesIO(draft.written().encode()), 1, False)
        assert status == 0 and not violated(draft), (name, violated(draft), verdict)
        write(parent / "accepted", name, draft)
    for name, make in REJECTED.items():
        draft = make()
        status, verdict = run_check.main(draft.scene, io.BytesIO(draft.written().encode()), 1, False)
        condition = name.split("-")[0]
        assert violated(draft) == {condition} | ALSO_VIOLATED.get(name, set()), (name, violated(draft), verdict)
        assert status == 1 and f"{condition} " in verdict, (name, verdict)
        write(parent / "rejected", name, draft)
    for name, (make, step, state) in unreadable_runs.UNREADABLE.items():
        draft = make()
        run = unreadable_runs.respelled(draft, step, state)
        assert run_check.said(draft.scene, run.encode().splitlines(keepends=True)) == "unreadable", name
        write(parent / "unreadable", name, draft, run)
    write_pieces(parent / "pieces")
    print(f"{len(ACCEPTED)} accepted, {len(REJECTED)} rejected")


def write_pieces(parent):
    shutil.rmtree(parent, ignore_errors=True)
    for folder, fixtures, required in ("accepted", pieces.ACCEPTED, 0), ("rejected", pieces.REJECTED, 1):
        (parent / folder).mkdir(parents=True)
        for name, verdicts in fixtures.items():
            status, verdict = run_check.main_of_pieces(verdicts, True)
            assert status == required and (status == 0 or '"condition":"R11"' in verdict), (name, verdict)
            text = "".join(verdict + "\n" for verdict in verdicts)
            (parent / folder / f"{name}.verdicts").write_text(text, encoding="utf-8")
    (parent / "unreadable").mkdir()
    for name, verdicts in pieces.UNREADABLE.items():
        with contextlib.suppress(ValueError):
            raise AssertionError(name, run_check.main_of_pieces(verdicts, True))
        text = "".join(verdict + "\n" for verdict in verdicts)
        (parent / "unreadable" / f"{name}.verdicts").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    here = Path(__file__).resolve().parent / "runs"
    parser.add_argument("folder", nargs="?", type=Path, default=here, metavar="FOLDER")
    main(parser.parse_args().folder)
