"""Work that takes long: other threads go on, signals and time limits stop it, forks do not hang."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import zwang
from zwang import families

LONG = "families.wall(150, 150, jitter=1)"
"""A scene that takes more than ten seconds, so that a fast machine is not done before the signal."""

PATIENCE = 120
"""Seconds after which a test has failed, on a busy machine."""


def run(program: str) -> str:
    """What a program prints, which has to end by itself."""
    program = "import zwang\nfrom zwang import families\n" + program
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_other_threads_go_on():
    scene = families.diamond(40)
    ticks = []
    is_over = threading.Event()

    def tick():
        while not is_over.wait(0.001):
            ticks.append(time.monotonic())

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.monotonic()
    zwang.collapse(scene)
    end = time.monotonic()
    is_over.set()
    ticker.join()
    during = [at for at in ticks if begin < at < end]
    # With the lock held there would be none, or one at either end.
    assert len(during) > 5


SIGINT = f"""
import os, signal, threading, time
# A process in the background may have been told to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
scene = {LONG}
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.5, send).start()
try:
    zwang.collapse(scene)
    print("answered")
except KeyboardInterrupt:
    late = time.monotonic() - sent[0]
    before = time.process_time()
    time.sleep(0.5)
    print("interrupted", late < 20, time.process_time() - before < 0.2)
print(zwang.collapse(families.diamond(2)).verdict)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to oneself")
def test_an_interrupt_stops_the_solver_and_leaves_nothing_behind():
    assert run(SIGINT) == "interrupted True True\nrests\n"


def test_a_handler_of_a_signal_may_raise_what_it_wants():
    program = f"""
import os, signal, threading
class Enough(Exception): pass
def enough(*_): raise Enough()
signal.signal(signal.SIGUSR1, enough)
scene = {LONG}
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
try:
    zwang.collapse(scene)
    print("answered")
except Enough:
    print("enough")
"""
    assert run(program) == "enough\n"


@pytest.mark.parametrize("ask", [zwang.collapse, zwang.stability])
def test_a_time_limit(ask):
    scene = families.diamond(16)
    with pytest.raises(zwang.TimeLimit) as over:
        ask(scene, time_limit=1e-9)
    assert isinstance(over.value, TimeoutError)
    assert ask(families.diamond(2), time_limit=1e300)
    assert ask(families.diamond(2), time_limit=1000)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("-inf")])
def test_a_time_limit_is_positive(seconds):
    with pytest.raises(ValueError, match="time_limit: found"):
        zwang.collapse(families.diamond(2), time_limit=seconds)


def test_a_number_of_threads_is_positive():
    with pytest.raises(ValueError, match="threads: found 0"):
        zwang.collapse(families.diamond(2), threads=0)
    with pytest.raises(OverflowError):
        zwang.stability(families.diamond(2), threads=-1)


FORK = """
import multiprocessing
scene = families.diamond(12)
proof = zwang.collapse(scene).proof   # more than 128 bodies: on several threads
with multiprocessing.get_context("fork").Pool(2) as pool:
    answers = pool.map(zwang.collapse, [scene] * 4)
print({answer.proof == proof for answer in answers}, zwang.collapse(scene).proof == proof)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_forked_process_does_not_hang():
    assert run(FORK) == "{True} True\n"


def test_a_spawned_process_answers():
    program = """
if __name__ == "__main__":
    import concurrent.futures, multiprocessing
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        print(pool.submit(zwang.stability, families.harmonic(3)).result().verdict)
"""
    assert run(program) == "stands\n"


def test_many_threads_ask_at_once():
    scenes = [families.heap(20 + index, seed=index) for index in range(12)]
    alone = [zwang.collapse(scene).proof for scene in scenes]
    with ThreadPoolExecutor(6) as pool:
        together = [answer.proof for answer in pool.map(zwang.collapse, scenes)]
    assert together == alone


def test_progress_is_told_and_grows():
    told = []
    zwang.collapse(families.diamond(12), progress=told.append)
    assert told and all(isinstance(progress, zwang.Progress) for progress in told)
    programs = [progress.programs for progress in told]
    assert programs == sorted(programs)
    assert all(progress.groups_done <= progress.groups for progress in told)


def test_what_progress_raises_stops_the_solver():
    def refuse(progress):
        raise RuntimeError("enough")

    begin = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        zwang.collapse(families.wall(40, 40, jitter=1), progress=refuse)
    assert time.monotonic() - begin < PATIENCE


def test_progress_is_a_function_or_a_bool(capsys):
    scene = families.diamond(3)
    for nothing in (None, False, True):
        zwang.stability(scene, progress=nothing)
    assert capsys.readouterr().err == ""
    with pytest.raises(TypeError, match="progress"):
        zwang.critical(families.ladder(), "friction", progress=7)
    zwang.forces(scene, progress=lambda progress: None)
