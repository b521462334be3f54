"""Run files that are checked in slices, by threads and by processes."""

import itertools
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import zwang


@pytest.fixture(scope="module")
def tower(tmp_path_factory):
    """A scene and its run of ten steps."""
    scene = zwang.families.diamond(5)
    path = tmp_path_factory.mktemp("pieces") / "tower.run"
    with zwang.simulate(scene, "1/50", out=path) as run:
        list(itertools.islice(run, 10))
    return scene, path


@pytest.mark.parametrize("steps", [1, 3, 4, 10, 99])
def test_slices_say_together_what_the_whole_run_says(tower, steps):
    scene, path = tower
    with ThreadPoolExecutor(2) as executor:
        verdict = zwang.check_run(scene, path, executor=executor, steps=steps)
    assert verdict == zwang.check_run(scene, path)


def test_workers_may_be_processes(tower):
    scene, path = tower
    done = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        verdict = zwang.check_run(
            scene, path, executor=executor, steps=4, progress=lambda *counts: done.append(counts)
        )
    assert (verdict.first, verdict.last) == (1, 10)
    assert done == [(1, 3), (2, 3), (3, 3)]


def test_workers_may_be_those_of_dask(tower):
    distributed = pytest.importorskip("distributed")
    scene, path = tower
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        verdict = zwang.check_run(scene, path, executor=client, steps=3)
    assert verdict == zwang.check_run(scene, path)


def test_what_is_wrong_in_a_slice_is_told_by_whoever_asked(tower, tmp_path):
    scene, path = tower
    text = path.read_text()
    spoilt = tmp_path / "spoilt.run"
    lines = text.splitlines(keepends=True)
    lines[7] = lines[7].replace('"state":[["', '"state":[["1', 1)
    spoilt.write_text("".join(lines))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        with pytest.raises(zwang.Rejected) as rejected:
            zwang.check_run(scene, spoilt, executor=executor, steps=4)
        assert rejected.value.condition == "L9"
        assert "step 7" in str(rejected.value)
        spoilt.write_text(text[:-3])
        with pytest.raises(zwang.RunFileError, match=r"spoilt.run: line 11: .*cut off"):
            zwang.check_run(scene, spoilt, executor=executor, steps=4)


def test_a_run_without_steps_is_checked_too(tower, tmp_path):
    scene, path = tower
    empty = tmp_path / "empty.run"
    empty.write_text(path.read_text().splitlines(keepends=True)[0])
    with ThreadPoolExecutor(2) as executor:
        assert zwang.check_run(scene, empty, executor=executor).last == 0


def test_pieces_that_do_not_join_are_rejected(tower):
    scene, path = tower
    slices = list(zwang._zwang.RunSlices(path, 4))
    verdicts = [
        zwang._zwang.check_slice(scene, path, first, text) for first, _, text in slices
    ]
    assert zwang._zwang.join_verdicts(verdicts[::-1]).last == 10
    with pytest.raises(zwang.Rejected, match="L10 pieces"):
        zwang._zwang.join_verdicts([verdicts[0], verdicts[2]])


def test_arguments_that_make_no_sense_are_refused(tower):
    scene, path = tower
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(ValueError, match="first, last, threads"):
            zwang.check_run(scene, path, first=3, executor=executor)
        with pytest.raises(ValueError, match="steps: found 0"):
            zwang.check_run(scene, path, executor=executor, steps=0)
    with pytest.raises(TypeError, match="executor: found 7"):
        zwang.check_run(scene, path, executor=7)
