"""Work that is shared out to the workers of an executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

Result = TypeVar("Result")

WINDOW = 256
"""So many tasks an executor has at a time, at most."""

RETRIES = 3
"""So often a task is tried again where the executor can: its worker may have died."""


def executor_of(given: Any) -> Executor:
    """An executor of Python; Dask's clients can make one, which tries again."""
    if hasattr(given, "get_executor"):
        made: Executor = given.get_executor(pure=False, retries=RETRIES)
        return made
    if not hasattr(given, "submit"):
        raise TypeError(f"executor: found {given!r}; expected one of concurrent.futures")
    executor: Executor = given
    return executor


def share(
    executor: Executor,
    work: Callable[..., Result],
    tasks: Iterable[tuple[Any, ...]],
    count: int,
    progress: Callable[[int, int], object] | None,
) -> list[Result]:
    """Has an executor call `work` with the arguments of each of `count` tasks; the results, in the
    order of the tasks. The executor has at most WINDOW of them at a time. The error of the first
    task that has one is raised, and the others are given up."""
    waiting: deque[Future[Result]] = deque()
    results: list[Result] = []

    def take() -> None:
        results.append(waiting.popleft().result())
        if progress is not None:
            progress(len(results), count)

    try:
        for task in tasks:
            if len(waiting) == WINDOW:
                take()
            waiting.append(executor.submit(work, *task))
        while waiting:
            take()
    except BaseException:
        for future in waiting:
            future.cancel()
        raise
    return results
