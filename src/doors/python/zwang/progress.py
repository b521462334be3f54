"""How far the solver is, for whoever waits."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

PATIENCE = 2.0
"""Seconds before anything is shown."""


@dataclass(frozen=True)
class Progress:
    """Counts of the solver."""

    groups: int
    """Groups of bodies that touch."""
    groups_done: int
    """Those that are solved."""
    programs: int
    """Quadratic programs begun."""
    pivots: int
    """Exact pivots where a guess did not do."""


Listener: TypeAlias = Callable[[Progress], object]


def bar() -> Listener:
    """A line on standard error, from two seconds on; nothing where that is no terminal."""
    begin = time.monotonic()

    def show(progress: Progress) -> None:
        waited = time.monotonic() - begin
        if waited < PATIENCE or not sys.stderr.isatty():
            return
        done = f"{progress.groups_done} of {progress.groups} groups"
        counts = f"{progress.programs} programs, {progress.pivots} pivots"
        ending = "\n" if progress.groups_done == progress.groups else ""
        sys.stderr.write(f"\rsolving for {waited:.0f} s: {done}, {counts}\033[K{ending}")
        sys.stderr.flush()

    return show
