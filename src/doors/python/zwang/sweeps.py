"""Sweeps: the same question about many scenes, each answer proved.

    out = zwang.sweep("harmonic", {"count": 6, "beyond": zwang.grid("-1/10", "1/10", "1/1000")},
                      ask="stability", out="edge")
    out.status().verdicts              # {'stands': 101, 'falls': 100}
    out.check().is_good                # every scene made again, every proof checked
    out.merge("edge.parquet")

A sweep lives in a folder. Whoever is interrupted, or killed, calls it again and goes on. It is
shared out in shards: to threads of this process, or to the workers of an executor. docs/sweeps.md
has more.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from zwang import _zwang
from zwang._zwang import Scene
from zwang.door import Number, spell
from zwang.errors import SweepError
from zwang.executors import executor_of, share

__all__ = ["Grid", "Sweep", "SweepStatus", "SweepVerdict", "grid", "sweep", "sweep_scene", "sweep_scenes"]

Name: TypeAlias = str | os.PathLike[str]
Setting: TypeAlias = tuple[str, str]

SHARDS = 64
"""So many shards are given to an executor, unless the caller says how many."""


@dataclass(frozen=True)
class Grid:
    """Values of a parameter: numbers from `start` to `stop`, `step` apart."""

    start: Number
    stop: Number
    step: Number

    def __str__(self) -> str:
        return f"{spell(self.start)}..{spell(self.stop)}:{spell(self.step)}"


def grid(start: Number, stop: Number, step: Number) -> Grid:
    """Values of a parameter: exact numbers from `start` to `stop`, which is one of them if the
    steps lead there, `step` apart.

    Raises TypeError for floats, as all doors for numbers do."""
    values = Grid(start, stop, step)
    str(values)
    return values


@dataclass(frozen=True)
class SweepStatus:
    """How far a sweep is, and what it has found."""

    items: int
    """The scenes of the plan."""
    done: int
    """Those that have a row."""
    errors: int
    """Those that have no answer."""
    time_limits: int
    """Those whose time was up."""
    verdicts: dict[str, int]
    """How often each verdict was found."""
    seconds: float
    """Time spent on all rows."""

    @property
    def is_complete(self) -> bool:
        """Whether every item has a row."""
        return self.done == self.items


@dataclass(frozen=True)
class SweepVerdict:
    """The result of checking a sweep."""

    rows: int
    """Rows looked at."""
    accepted: int
    """Those whose proof the checker accepts, and which say what it proves."""
    without_answer: int
    """Those without an answer, of which nothing is proved."""
    missing: int
    """Items that have no row."""
    refused: dict[int, str]
    """The items that are refused, with the reason."""

    @property
    def is_good(self) -> bool:
        """Whether every item has a row, and none is refused."""
        return not self.refused and self.missing == 0


@dataclass(frozen=True)
class Sweep:
    """The folder of a sweep."""

    folder: Path

    def status(self) -> SweepStatus:
        """How far it is. Raises SweepError if there is none."""
        found = json.loads(_zwang.sweep_status(self.folder))
        return SweepStatus(
            items=found["items"],
            done=found["done"],
            errors=found["errors"],
            time_limits=found["time_limits"],
            verdicts=found["verdicts"],
            seconds=found["microseconds"] / 1e6,
        )

    def merge(self, path: Name, *, proofs: bool = True, partial: bool = False) -> int:
        """Writes one table of all rows, .csv or .parquet, and returns how many there are. Its bytes
        do not depend on how the work was shared. Raises SweepError if items lack rows, unless it
        may be `partial`."""
        return _zwang.sweep_merge(self.folder, path, proofs=proofs, partial=partial)

    def check(self) -> SweepVerdict:
        """Makes each scene again, and has the checker judge its proof."""
        found = json.loads(_zwang.sweep_check(self.folder, "0/1"))
        return SweepVerdict(
            rows=found["rows"],
            accepted=found["accepted"],
            without_answer=found["without_answer"],
            missing=found["missing"],
            refused={refused["item"]: refused["reason"] for refused in found["refused"]},
        )

    def to_pandas(self) -> Any:
        """The table without its proofs, as a frame of pandas. Exact numbers are texts; the columns
        whose names end in `_double` have the nearest doubles."""
        from zwang import tables

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows.csv"
            self.merge(path, proofs=False)
            return tables.of_sweep(path)


def sweep(
    family: str | Iterable[Name | Scene],
    parameters: Mapping[str, object] | None = None,
    *,
    out: Name,
    ask: str = "collapse",
    sample: int | None = None,
    seed: int = 0,
    executor: Any = None,
    shards: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    retry: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Sweep:
    """Asks the same of many scenes of a family, in the folder `out`; or of these scenes, or scene
    files, in place of a family (`sweep_scenes`), which have no parameters.

    A parameter is a number or a word, or several: a list, a range, a `zwang.grid`. All combinations
    are taken, the last parameter fastest; or, with `sample`, so many are drawn at random, by a
    generator that depends on `seed` and on the number of the item only. `ask` is "collapse",
    "stability", "simulate:STEPS", "simulate:STEPS:SECONDS", "critical:friction", "critical:left" or
    "critical:right".

    `executor` is None for threads of this process, any `concurrent.futures.Executor`, or a client
    of Dask; it gets `shards` tasks, whose workers have to see the folder. `time_limit` is in seconds
    for each item; with `retry` items whose time was up are worked on again. `progress` is called
    with the numbers of finished and of all shards.

    Raises SweepError if there is no such sweep, or the folder holds another one, and what the
    executor raises; what is finished stays.
    """
    if not isinstance(family, str):
        if parameters or sample is not None:
            raise ValueError("found parameters or a sample of scenes; expected those of a family")
        return sweep_scenes(
            family,
            out=out,
            ask=ask,
            executor=executor,
            shards=shards,
            threads=threads,
            time_limit=time_limit,
            retry=retry,
            progress=progress,
        )
    options = {_option(name): value for name, value in (parameters or {}).items()}
    fixed, vary = _given(options)
    drawn = None if sample is None else (sample, seed)
    plan = _zwang.sweep_plan(family, fixed, vary, ask, drawn)
    return _work(plan, out, executor, shards, threads, time_limit, retry, progress)


def sweep_scene(
    file: Name,
    parameters: Mapping[str, object] | None = None,
    *,
    out: Name,
    ask: str = "collapse",
    sample: int | None = None,
    seed: int = 0,
    executor: Any = None,
    shards: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    retry: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Sweep:
    """Asks the same of one scene file with other values of its parameters. The arguments are those
    of `sweep`.

    Raises SweepError if the file cannot be read, has no such parameters, or changes while the sweep
    is worked on."""
    fixed, vary = _given(parameters or {})
    drawn = None if sample is None else (sample, seed)
    plan = _zwang.sweep_plan_of_scene(file, fixed, vary, ask, drawn)
    return _work(plan, out, executor, shards, threads, time_limit, retry, progress)


def sweep_scenes(
    files: Iterable[Name | Scene],
    *,
    out: Name,
    ask: str = "collapse",
    executor: Any = None,
    shards: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    retry: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Sweep:
    """Asks the same of scene files, or of scenes, which are written to the folder `out` with
    `.scenes` behind its name, one file each. The arguments are those of `sweep`.

    Raises SweepError if a file cannot be read, or changes while the sweep is worked on."""
    if isinstance(files, (Scene, Mapping, str)):
        raise TypeError(f"found {files!r}; expected a list of scenes or of scene files")
    folder = Path(f"{os.fspath(out)}.scenes")
    names = [_written(one, folder, index) for index, one in enumerate(files)]
    plan = _zwang.sweep_plan_of_files(names, ask)
    return _work(plan, out, executor, shards, threads, time_limit, retry, progress)


def _written(one: Name | Scene, folder: Path, index: int) -> Name:
    """The file of a scene; one that is there already has to be the same."""
    if not isinstance(one, Scene):
        return one
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{index:06}.json"
    text = one.to_json()
    if path.exists() and path.read_text(encoding="utf-8") != text:
        raise SweepError(f"{path}: found another scene; expected that of this sweep, or none")
    path.write_text(text, encoding="utf-8")
    return path


def _given(parameters: Mapping[str, object]) -> tuple[list[Setting], list[Setting]]:
    """Parameters with one value, and those that vary, with their texts."""
    fixed: list[Setting] = []
    vary: list[Setting] = []
    for name, value in parameters.items():
        texts = _texts(name, value)
        if isinstance(texts, str):
            fixed.append((name, texts))
        else:
            vary.append((name, texts[0]))
    return fixed, vary


def _option(name: str) -> str:
    """The name of a parameter as the families have it."""
    return name.replace("_", "-")


def _texts(name: str, value: object) -> str | tuple[str]:
    """The text of a value; of several values a tuple with their text."""
    if isinstance(value, Grid):
        return (str(value),)
    if isinstance(value, range) and value.step == 1 and len(value) > 0:
        return (f"{value.start}..{value.stop - 1}",)
    if isinstance(value, (Sequence, range)) and not isinstance(value, str):
        if len(value) == 0:
            raise ValueError(f"{name}: found no values; expected at least one")
        return (",".join(_text(one) for one in value),)
    return _text(value)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return spell(value)


def _work(
    plan: str,
    out: Name,
    executor: Any,
    shards: int | None,
    threads: int | None,
    time_limit: float | None,
    retry: bool,
    progress: Callable[[int, int], object] | None,
) -> Sweep:
    if shards is not None and shards < 1:
        raise ValueError(f"shards: found {shards}; expected a positive number")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"time_limit: found {time_limit}; expected a positive number of seconds")
    folder = Path(out)
    if executor is None:
        for index in range(shards or 1):
            shard = f"{index}/{shards or 1}"
            _zwang.sweep_work(
                folder, plan, shard, threads=threads, time_limit=time_limit, retry=retry
            )
            if progress is not None:
                progress(index + 1, shards or 1)
        return Sweep(folder)
    count = shards or min(SHARDS, json.loads(plan)["items"])
    arguments = (str(folder.absolute()), plan, threads or 1, time_limit, retry)
    tasks = [(f"{index}/{count}", *arguments) for index in range(count)]
    share(executor_of(executor), _work_on_shard, tasks, count, progress)
    return Sweep(folder)


def _work_on_shard(
    shard: str, folder: str, plan: str, threads: int, time_limit: float | None, retry: bool
) -> str:
    """The work of one worker."""
    return _zwang.sweep_work(
        folder, plan, shard, threads=threads, time_limit=time_limit, retry=retry
    )
