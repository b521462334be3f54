"""Run files, checked here or by the workers of an executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from zwang import _zwang
from zwang._zwang import Scene
from zwang.executors import executor_of, share
from zwang.values import RunVerdict

__all__ = ["check_run"]

Name: TypeAlias = str | os.PathLike[str]

STEPS = 100
"""So many steps a worker checks at a time, unless the caller says how many."""


def check_run(
    scene: Scene,
    path: Name,
    *,
    first: int = 1,
    last: int | None = None,
    threads: int | None = None,
    executor: Any = None,
    steps: int = STEPS,
    progress: Callable[[int, int], object] | None = None,
) -> RunVerdict:
    """Has the independent checker judge a run file, from the step `first` to the step `last` or its
    end, and returns what it accepts.

    With `executor`, any `concurrent.futures.Executor` or a client of Dask, the whole run is cut into
    slices of so many `steps`, which are sent to the workers; their verdicts are joined if nothing is
    missing between them. `progress` is called with the numbers of finished and of all slices.

    Raises Rejected if a step violates a condition, RunFileError if the file is no run or does not
    have the steps, and OSError. KeyboardInterrupt (Ctrl-C) stops it."""
    if executor is None:
        return _zwang.check_run_file(scene, path, first, last, threads)
    if (first, last, threads) != (1, None, None):
        raise ValueError("first, last, threads: found one of them; expected none with an executor")
    if steps < 1:
        raise ValueError(f"steps: found {steps}; expected a positive number")
    count = -(-_steps(path) // steps)
    tasks = _slices(scene, path, steps)
    verdicts = share(executor_of(executor), _check_slice, tasks, count, progress)
    if not verdicts:
        return _zwang.check_run_file(scene, path, 1, None, 1)
    return _zwang.join_verdicts(verdicts)


def _steps(path: Name) -> int:
    """How many complete lines a run file has after its header."""
    with open(path, "rb") as file:
        return max(sum(1 for _ in file) - 1, 0)


def _slices(scene: Scene, path: Name, steps: int) -> Iterator[tuple[Scene, str, int, bytes]]:
    """The arguments of the workers."""
    for first, _, text in _zwang.RunSlices(path, steps):
        yield scene, os.fspath(path), first, text


def _check_slice(scene: Scene, path: str, first: int, text: bytes) -> str:
    """The work of one worker; its verdict in JSON."""
    return _zwang.check_slice(scene, path, first, text)
