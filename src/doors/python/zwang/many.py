"""The same question about several scenes, some of them at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from zwang._zwang import Scene
from zwang.progress import Listener

Answer = TypeVar("Answer")


def each(
    scenes: Iterable[Scene],
    ask: Callable[[Scene], Answer],
    threads: int | None,
    progress: Listener | bool | None,
) -> list[Answer]:
    """The answers in the order of the scenes, `threads` scenes at a time; `ask` uses one thread."""
    if threads is not None and threads < 1:
        raise ValueError(f"threads: found {threads}; expected a positive number")
    if progress is not None:
        raise ValueError("progress: found it with several scenes; expected one scene")
    found = _scenes(scenes)
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        tasks = [pool.submit(ask, scene) for scene in found]
        return [task.result() for task in tasks]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _scenes(scenes: Iterable[Scene]) -> list[Scene]:
    is_several = isinstance(scenes, Iterable) and not isinstance(scenes, (Mapping, str))
    found = list(scenes) if is_several else []
    if not is_several or not all(isinstance(one, Scene) for one in found):
        hint = ""
        if isinstance(scenes, (str, os.PathLike)):
            hint = "; zwang.Scene.read reads a file, zwang.Scene.parse a text"
        raise TypeError(f"scene: found {scenes!r}; expected a Scene, or several{hint}")
    return found
