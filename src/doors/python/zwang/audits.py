"""Runs of any engine, held against exact mechanics.

    report = zwang.audit(scene, frame, tolerance="1/1000")
    report.grade, report.marks[0]          # from A to F, and the worst fault
    report.sentence                        # what came out, in a sentence
    report.figures["penetration"].worst    # the worst state, by this figure
    bool(report)                           # whether the run has passed

docs/run-table.md says what a table has, docs/audit.md what is measured.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from zwang import _zwang
from zwang._zwang import Scene
from zwang.door import Number, exact, spell

__all__ = ["Audit", "Figure", "Mark", "Worst", "audit"]

Tolerance: TypeAlias = Number | Mapping[str, Number]

STEPS = 20
"""So many steps are compared with the least restraint, unless the caller says how many."""


@dataclass(frozen=True)
class Worst:
    """The worst state of a run by some figure."""

    state: int
    """Its number; the state of the scene is 0."""
    bodies: tuple[str, ...]
    """The bodies that are concerned."""
    low: float
    """A lower bound, rounded down."""
    high: float
    """An upper bound, rounded up."""
    exact: Fraction | None
    """The figure itself, or its square if it is a length; None where it is only enclosed."""


@dataclass(frozen=True)
class Figure:
    """A figure of the audit over the run."""

    title: str
    """The name of the figure."""
    unit: str
    """Its unit."""
    worst: Worst | None
    """The state in which it is worst; None if it says nothing of any state."""


@dataclass(frozen=True)
class Mark:
    """A fault of a run, where it is worst."""

    fault: str
    """The fault, such as "creeps" or "penetrates"."""
    grade: str
    """How bad it is, from "A" to "F"."""
    unit: str
    """The unit of the share: "of the scene's size", of its energy or weight likewise, "of its way" or
    "of its speed"."""
    share: Worst
    """The worst value of the figure over this unit, and the state that has it."""


@dataclass(frozen=True)
class Audit:
    """The findings of an audit. It is true if the run has passed."""

    grade: str
    """The worst grade of all marks, from "A" to "F", or "not graded" if nothing grades the motion;
    tolerances do not change it."""
    marks: tuple[Mark, ...]
    """The graded faults, the worst first."""
    not_graded: dict[str, str]
    """Faults that cannot be graded in this run, with the reasons."""
    hints: tuple[str, ...]
    """Suspicions that the table has other units than the scene, in sentences."""
    size: Fraction
    """The longer side of the box around the free bodies in the scene, m."""
    passed: bool
    """Whether it is within the tolerances, or without a fault where there are none."""
    judgement: str
    """In two or three words."""
    sentence: str
    """In a sentence."""
    verdict: str | None
    """The proved verdict on the scene, such as "stands"."""
    contradiction: str | None
    """The motion of the run although it is proved that the scene has another."""
    figures: dict[str, Figure]
    """The figures that apply, by name."""
    json: str
    """Everything, as JSON of the format `zwang-audit-1`."""
    text: str
    """The report as text."""
    html: str
    """The report as a page that needs no network."""

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<zwang.Audit: grade {self.grade}, {self.judgement}>"

    def _repr_markdown_(self) -> str:
        return f"```text\n{self.text}\n```"


def audit(
    scene: Scene,
    table: object,
    *,
    engine: str | None = None,
    step: Number | None = None,
    precision: str | None = None,
    tolerance: Tolerance | None = None,
    grade: str | None = None,
    restraint_steps: int = STEPS,
    law_steps: int | None = None,
    own_run: bool = True,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Audit:
    """Holds the run of any engine against exact mechanics.

    `table` has a row for each free body at each time: the path of a CSV or NDJSON file, a frame of
    pandas, a table of pyarrow, or a dict of columns. Its doubles are taken as the numbers that they
    are. `engine`, `step` (the time step) and `precision` ("double", "single") go into the header of
    what is no file. `tolerance` is the largest length that passes, m, or a dict with a bound for
    each of some figures; `grade` is the worst grade that passes, from "A" to "E". So many steps as
    `restraint_steps` says are compared with the least restraint, and as many as `law_steps` says
    are held against the law of contacts: all that take little time, unless it says so. With
    `own_run` zwang's own run is shown beside it; no grade depends on that.

    Raises TableError if it is no table of this scene, and NoAnswer, RunStopped or TimeLimit if
    there is nothing to compare it with.
    """
    text = _text(table, _header(engine, step, precision))
    tolerances: list[tuple[str | None, Fraction]] = []
    if isinstance(tolerance, Mapping):
        for name, bound in tolerance.items():
            tolerances.append((name, exact(bound)))
    elif tolerance is not None:
        tolerances.append((None, exact(tolerance)))
    told, report, page = _zwang.audit_table(
        scene,
        text,
        tolerances,
        grade=grade,
        restraint_steps=restraint_steps,
        law_steps=law_steps,
        own_run=own_run,
        threads=threads,
        time_limit=time_limit,
    )
    found = json.loads(told)
    contradiction = found["contradiction"]
    return Audit(
        grade=found["grade"],
        marks=tuple(_mark(mark) for mark in found["marks"]),
        not_graded={missing["fault"]: missing["reason"] for missing in found["not_graded"]},
        hints=tuple(found["hints"]),
        size=_zwang.fraction(found["size"]),
        passed=found["passed"],
        judgement=found["judgement"],
        sentence=found["sentence"],
        verdict=found["verdict"],
        contradiction=contradiction and contradiction["kind"],
        figures={name: _figure(figure) for name, figure in found["figures"].items()},
        json=told,
        text=report,
        html=page,
    )


def _mark(mark: Mapping[str, Any]) -> Mark:
    return Mark(mark["fault"], mark["grade"], mark["unit"], _worst(mark["worst"]))


def _figure(figure: Mapping[str, Any]) -> Figure:
    worst = figure["worst"]
    return Figure(figure["title"], figure["unit"], None if worst is None else _worst(worst))


def _worst(worst: Mapping[str, Any]) -> Worst:
    number = worst.get("exact", worst.get("exact_square"))
    return Worst(
        state=worst["state"],
        bodies=tuple(worst["bodies"]),
        low=float(worst["low"]),
        high=float(worst["high"]),
        exact=_zwang.fraction(number) if isinstance(number, str) else None,
    )


def _header(engine: str | None, step: Number | None, precision: str | None) -> str:
    """The first line of a table that is no file."""
    header = {"format": "zwang-table-1"}
    if engine is not None:
        header["engine"] = engine
    if step is not None:
        header["step"] = spell(step)
    if precision is not None:
        header["precision"] = precision
    return f"# {json.dumps(header)}\n"


def _text(table: object, header: str) -> str:
    """The text of a table; a file has a header of its own."""
    if isinstance(table, (str, os.PathLike)):
        with open(table, encoding="utf-8") as file:
            return file.read()
    if hasattr(table, "to_pydict"):
        return header + _columns(table.to_pydict())
    if isinstance(table, Mapping):
        return header + _columns(table)
    if hasattr(table, "columns") and hasattr(table, "to_dict"):
        return header + _columns(table.to_dict("list"))
    found = type(table).__name__
    raise TypeError(f"table: found {found}; expected a path, a frame, or a dict of columns")


def _columns(columns: Mapping[str, Sequence[object]]) -> str:
    """A table in CSV: the texts of doubles mean these doubles."""
    names = list(columns)
    lengths = {len(columns[name]) for name in names}
    if len(lengths) > 1:
        raise ValueError("table: found columns of different lengths; expected equal ones")
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(names)
    for row in zip(*(columns[name] for name in names), strict=True):
        writer.writerow([_field(value) for value in row])
    return output.getvalue()


def _field(value: object) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, str):
        return value
    return repr(float(value))  # type: ignore[arg-type]
