"""Sweeps: shared by threads, processes and Dask, killed, merged, checked."""

import csv
import hashlib
import json
import os
import runpy
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest
import zwang

EDGE = {"count": 4, "beyond": zwang.grid("-1/10", "1/10", "1/100")}


def table(sweep, path):
    sweep.merge(path)
    return path.read_bytes()


@pytest.fixture
def whole(tmp_path):
    """The table of a sweep in this process."""
    made = zwang.sweep("harmonic", EDGE, ask="stability", out=tmp_path / "whole")
    return table(made, tmp_path / "whole.parquet")


def test_a_sweep_says_what_it_has_found(tmp_path):
    made = zwang.sweep("harmonic", EDGE, ask="stability", out=tmp_path / "out")
    status = made.status()
    assert status.is_complete and (status.items, status.errors) == (21, 0)
    assert status.verdicts == {"stands": 11, "falls": 10}
    verdict = made.check()
    assert verdict.is_good and verdict.accepted == 21


def test_rows_are_exact(tmp_path):
    made = zwang.sweep("harmonic", EDGE, ask="collapse", out=tmp_path / "out")
    path = tmp_path / "rows.csv"
    assert made.merge(path, proofs=False) == 21
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for item, row in enumerate(rows):
        beyond = Fraction(item - 10, 100)
        assert Fraction(row["beyond"]) == beyond
        assert float(row["beyond_double"]) == float(beyond)
        assert row["verdict"] == ("rests" if beyond <= 0 else "moves")
        scene = zwang.families.harmonic(4, beyond=beyond)
        assert row["scene_digest"] == scene.digest
        assert int(row["bodies"]) == len(scene.bodies)


def test_proofs_are_in_the_table(tmp_path):
    made = zwang.sweep("harmonic", {"count": [2, 3]}, out=tmp_path / "out")
    path = tmp_path / "rows.csv"
    made.merge(path)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for count, row in zip([2, 3], rows, strict=True):
        assert hashlib.sha256(row["proof"].encode()).hexdigest() == row["proof_digest"]
        checked = zwang.check(zwang.families.harmonic(count), row["proof"])
        assert checked.verdict == row["verdict"]


def test_scenes_with_friction_are_asked_how_they_start_to_move(tmp_path):
    """A block on an incline of 4 in 3 rests from a friction of 4/3 on."""
    frictions = ["1", "1.333333", "4/3", "2"]
    parameters = {"slope": "1/2", "friction": frictions}
    made = zwang.sweep("wedge", parameters, ask="collapse", out=tmp_path / "out")
    assert made.check().is_good
    path = tmp_path / "rows.csv"
    made.merge(path)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["moves", "moves", "rests", "rests"]
    for friction, row in zip(frictions, rows, strict=True):
        scene = zwang.families.wedge(slope="1/2", friction=friction)
        checked = zwang.check(scene, row["proof"])
        assert checked.verdict == row["verdict"]
        assert len(checked.contacts) == int(row["contacts"])


def test_pandas_has_texts_and_doubles(tmp_path):
    pandas = pytest.importorskip("pandas")
    made = zwang.sweep("harmonic", EDGE, ask="stability", out=tmp_path / "out")
    frame = made.to_pandas()
    assert list(frame["beyond"])[:2] == ["-1/10", "-9/100"]
    assert pandas.api.types.is_float_dtype(frame["beyond_double"])


def test_values_of_every_kind(tmp_path):
    parameters = {
        "rows": range(1, 3),
        "columns": 2,
        "bond": ["running", "stack"],
        "height": [Fraction(1, 3), "1/4"],
        "friction": "1/2",
    }
    made = zwang.sweep("wall", parameters, ask="stability", out=tmp_path / "out")
    assert made.status().items == 8
    made.merge(tmp_path / "rows.csv", proofs=False)
    with (tmp_path / "rows.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [rows[1][name] for name in ("rows", "bond", "height")] == ["1", "running", "1/4"]


def test_a_sample_is_what_the_document_says(tmp_path):
    """The generator of docs/sweeps.md, once more."""

    def place(seed, item, parameter, count):
        attempt = 0
        while True:
            line = f"zwang-sweep-2 {seed} {item} {parameter} {attempt}"
            r = int.from_bytes(hashlib.sha256(line.encode()).digest()[:16], "big")
            if r - r % count + count <= 2**128:
                return r % count
            attempt += 1

    parameters = {"overhang": zwang.grid("-1/4", "1/4", "1/1024"), "gravity": ["9", "10", "11"]}
    made = zwang.sweep("cantilever", parameters, sample=50, seed=7, out=tmp_path / "out")
    made.merge(tmp_path / "rows.csv", proofs=False)
    with (tmp_path / "rows.csv").open(newline="") as file:
        for item, row in enumerate(csv.DictReader(file)):
            overhang = Fraction(-1, 4) + Fraction(place(7, item, "overhang", 513), 1024)
            assert Fraction(row["overhang"]) == overhang
            assert row["gravity"] == ["9", "10", "11"][place(7, item, "gravity", 3)]


@pytest.mark.parametrize("shards", [1, 5, 21, 40])
def test_the_table_does_not_depend_on_shards(tmp_path, whole, shards):
    made = zwang.sweep("harmonic", EDGE, ask="stability", shards=shards, out=tmp_path / "out")
    assert table(made, tmp_path / "out.parquet") == whole


def test_threads_of_python_share_a_sweep(tmp_path, whole):
    done = []
    with ThreadPoolExecutor(2) as executor:
        made = zwang.sweep(
            "harmonic",
            EDGE,
            ask="stability",
            out=tmp_path / "out",
            executor=executor,
            shards=5,
            progress=lambda *counts: done.append(counts),
        )
    assert table(made, tmp_path / "out.parquet") == whole
    assert done == [(n, 5) for n in range(1, 6)]


@pytest.mark.parametrize("start", ["spawn", "fork"])
def test_processes_share_a_sweep(tmp_path, whole, start):
    zwang.collapse(zwang.families.diamond(5))
    with ProcessPoolExecutor(2, mp_context=get_context(start)) as executor:
        made = zwang.sweep(
            "harmonic", EDGE, ask="stability", out=tmp_path / "out", executor=executor
        )
    assert table(made, tmp_path / "out.parquet") == whole


SLOW = {"size": 5, "height": zwang.grid("1/8", "1/2", "1/256")}


def test_a_killed_worker_of_dask_is_replaced(tmp_path):
    """The merged file is that of one process, byte for byte."""
    distributed = pytest.importorskip("distributed")
    alone = zwang.sweep("diamond", SLOW, out=tmp_path / "alone")
    expected = table(alone, tmp_path / "alone.parquet")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    killed = []

    def kill_one(done, count):
        if not killed:
            pid = next(iter(client.run(os.getpid).values()))
            os.kill(pid, signal.SIGKILL)
            killed.append((done, count))

    with cluster, distributed.Client(cluster) as client:
        made = zwang.sweep(
            "diamond", SLOW, out=tmp_path / "out", executor=client, shards=20, progress=kill_one
        )
    assert killed and killed[0][0] < killed[0][1]
    assert table(made, tmp_path / "out.parquet") == expected


def test_a_killed_process_goes_on(tmp_path):
    program = f"""
import zwang
zwang.sweep("diamond", {{"size": 5, "height": zwang.grid("1/8", "1/2", "1/256")}},
            out={str(tmp_path / "out")!r}, threads=1)
"""
    process = subprocess.Popen([sys.executable, "-c", program])
    part = tmp_path / "out" / "part-0-of-1.ndjson"
    while not (part.exists() and part.stat().st_size > 0):
        time.sleep(0.005)
        assert process.poll() is None
    process.kill()
    process.wait()
    made = zwang.sweep("diamond", SLOW, out=tmp_path / "out")
    assert made.status().is_complete
    assert made.check().is_good


def test_interrupts_stop_a_sweep(tmp_path):
    program = f"""
import os, signal, threading, zwang
# A process in the background may have been told to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    zwang.sweep("heap", {{"count": 20, "seed": range(1, 100000)}}, out={str(tmp_path / "out")!r})
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "interrupted\n", done.stderr
    status = zwang.sweeps.Sweep(tmp_path / "out").status()
    assert 0 < status.done < status.items


def test_scene_files_are_swept(tmp_path, root):
    files = sorted((root / "scenes").glob("wall-*.toml"))
    made = zwang.sweep_scenes(files, out=tmp_path / "out", ask="stability")
    assert made.status().done == len(files)


def test_a_row_that_lies_is_refused(tmp_path):
    made = zwang.sweep("harmonic", EDGE, ask="stability", out=tmp_path / "out")
    part = tmp_path / "out" / "part-0-of-1.ndjson"
    rows = [json.loads(line) for line in part.read_text().splitlines()]
    rows[3]["answer"]["verdict"] = "ambiguous"
    part.write_text("".join(json.dumps(row) + "\n" for row in rows))
    verdict = made.check()
    assert not verdict.is_good
    assert list(verdict.refused) == [rows[3]["item"]]


@pytest.mark.parametrize(
    ("parameters", "options", "words"),
    [
        ({"count": 4, "beyonnd": 1}, {}, "beyonnd"),
        ({}, {}, "count: found nothing"),
        ({"count": "four"}, {}, "four"),
        ({"count": 4}, {"ask": "fall"}, "fall"),
        ({"count": []}, {}, "count: found no values"),
        ({"count": 4}, {"shards": 0}, "shards: found 0"),
        ({"count": 4}, {"time_limit": 0}, "time_limit: found 0"),
        ({"count": 4}, {"sample": 0}, "found no scenes"),
    ],
)
def test_mistakes_are_told(tmp_path, parameters, options, words):
    with pytest.raises(ValueError, match=words):
        zwang.sweep("harmonic", parameters, out=tmp_path / "out", **options)


def test_floats_are_refused(tmp_path):
    with pytest.raises(TypeError, match="0.1"):
        zwang.sweep("harmonic", {"count": 4, "beyond": [0.1]}, out=tmp_path / "out")
    with pytest.raises(TypeError, match="0.1"):
        zwang.grid(0, 1, 0.1)


def test_a_folder_holds_one_sweep(tmp_path):
    zwang.sweep("harmonic", {"count": 4}, out=tmp_path / "out")
    with pytest.raises(zwang.SweepError, match="another sweep"):
        zwang.sweep("harmonic", {"count": 5}, out=tmp_path / "out")
    with pytest.raises(zwang.SweepError, match="no such folder"):
        zwang.sweeps.Sweep(tmp_path / "nowhere").status()
    with pytest.raises(TypeError, match="executor"):
        zwang.sweep("harmonic", {"count": 4}, out=tmp_path / "new", executor=8)


def test_piles_stand_as_often_as_they_should(root, tmp_path):
    """The example counts all piles of a height; here they are made one by one, for three bricks."""
    example = runpy.run_path(str(root / "examples" / "python" / "share_of_piles.py"))
    standing = 0
    for lower in range(-15, 16):
        for upper in range(-15, 16):
            over_the_middle = abs(2 * upper) <= 16
            over_the_lowest = abs(2 * lower + upper) <= 16
            touching = abs(lower - (2 * lower + upper) / 2) <= 8
            standing += over_the_middle and over_the_lowest and touching
    assert example["shares"](3)[3] == Fraction(standing, 31**2)
    piles = {"count": range(2, 5), "seed": range(1, 201)}
    table = tmp_path / "piles.csv"
    zwang.sweep("pile", piles, out=tmp_path / "piles").merge(table)
    done = subprocess.run(
        [sys.executable, root / "examples" / "python" / "share_of_piles.py", table, tmp_path / "x.svg"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split(" | ") for line in done.stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == ["2", "3", "4"]
    for _, number, stand, _, _, exactly in rows:
        expected = int(number) * float(Fraction(exactly))
        assert abs(int(stand) - expected) < 5 * expected**0.5
    assert (tmp_path / "x.svg").read_text().count("<circle") == 3


def test_pymunk_is_compared_on_piles(root):
    pytest.importorskip("pymunk")
    done = subprocess.run(
        [sys.executable, root / "examples" / "python" / "piles_in_pymunk.py", "1"],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 11 and all(line.count("|") == 8 for line in lines), done.stdout


def test_one_scene_file_is_asked_with_many_values(root, tmp_path):
    """Steps of a stair stand up to a quarter of a width each, the closed form of the template."""
    stairs = root / "scenes" / "templates" / "stairs.toml"
    shifts = zwang.grid(0, "1/2", "1/20")
    made = zwang.sweep_scene(stairs, {"shift": shifts}, ask="stability", out=tmp_path / "stairs")
    assert made.status().verdicts == {"stands": 6, "falls": 5}
    assert made.check().is_good
    one = zwang.sweep_scene(stairs, {"shift": "1/3"}, ask="stability", out=tmp_path / "one")
    assert one.status().verdicts == {"falls": 1}
    with pytest.raises(zwang.SweepError, match="unknown.*slope.*expected one of"):
        zwang.sweep_scene(stairs, {"slope": 1}, out=tmp_path / "none")
    with pytest.raises(TypeError, match="0.1"):
        zwang.sweep_scene(stairs, {"shift": 0.1}, out=tmp_path / "none")
