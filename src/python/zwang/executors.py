"""Work that is shared out to the workers of an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, as_completed
from typing import Any, TypeVar

Result = TypeVar("Result")

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
    progress: Callable[[int, int], object] | None,
) -> list[Result]:
    """Has an executor call `work` with the arguments of each task; the results, in the order of the
    tasks. After an error the others are given up."""
    futures: list[Future[Result]] = []
    try:
        for task in tasks:
            futures.append(executor.submit(work, *task))
        for done, future in enumerate(as_completed(futures), start=1):
            future.result()
            if progress is not None:
                progress(done, len(futures))
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    return [future.result() for future in futures]
