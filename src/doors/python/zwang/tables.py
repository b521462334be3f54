"""Answers as arrays of numpy, as frames of pandas and as tables of pyarrow, which are imported here
and nowhere else.

Doubles are the nearest ones to the exact numbers; a frame has both, the exact number as a text in
the column `x` and the double in `x_double`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from zwang import _zwang
from zwang._zwang import Accelerations, Critical, CriticalValue, ForceRanges, Step
from zwang.values import Answer, Contact, Force, PinRange, Range, RoughContact


def arrays(answer: Answer | Accelerations) -> dict[str, Any]:
    """Read-only arrays of doubles: `acceleration`, a row of x, y (m/s²) and angle (rad/s²) for each
    body in the order of the scene; `point` (m), `normal` and `force` (N), a row of x and y for each
    contact."""
    motions = answer.bodies.values()
    contacts = answer.contacts
    return {
        "acceleration": _array([(*motion.linear, motion.angular) for motion in motions], 3),
        "point": _array([contact.point for contact in contacts], 2),
        "normal": _array([contact.normal for contact in contacts], 2),
        "force": _array([contact.force for contact in contacts], 2),
    }


def frame(answer: Answer | Accelerations, table: Literal["bodies", "contacts", "pins"]) -> Any:
    """A frame of pandas with a row for each body, contact or pin."""
    import pandas  # type: ignore[import-untyped]

    return pandas.DataFrame(_rows(answer, table))


def arrow(answer: Answer | Accelerations, table: Literal["bodies", "contacts", "pins"]) -> Any:
    """A table of pyarrow with a row for each body, contact or pin."""
    import pyarrow  # type: ignore[import-untyped]

    return pyarrow.Table.from_pylist(_rows(answer, table))


def _rows(
    answer: Answer | Accelerations, table: Literal["bodies", "contacts", "pins"]
) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    if table == "bodies":
        for name, motion in answer.bodies.items():
            row: dict[str, object] = {"body": name}
            _add_vector(row, "acceleration", motion.linear)
            _add(row, "angular_acceleration", motion.angular)
            rows.append(row)
    elif table == "contacts":
        for contact in answer.contacts:
            row = {"first": contact.first, "second": contact.second}
            _add_state(row, contact)
            _add_vector(row, "point", contact.point)
            _add_vector(row, "normal", contact.normal)
            _add_vector(row, "force", contact.force)
            _add(row, "gap_acceleration", contact.gap_acceleration)
            if isinstance(contact, RoughContact):
                _add(row, "sliding_acceleration", contact.sliding_acceleration)
            rows.append(row)
    elif table == "pins":
        for pin in answer.pins:
            row = {"first": pin.first, "second": pin.second}
            _add_vector(row, "at", pin.at)
            _add_vector(row, "force", pin.force or (Fraction(0), Fraction(0)))
            rows.append(row)
    else:
        raise ValueError(f"table: found {table!r}; expected 'bodies', 'contacts' or 'pins'")
    return rows


def _add_state(row: dict[str, object], contact: Contact | RoughContact) -> None:
    if isinstance(contact, RoughContact):
        row["behaviour"] = contact.behaviour
        _add(row, "friction", contact.friction)
    else:
        row["state"] = contact.state


def of_forces(forces: Iterable[Force] | None) -> Any:
    """A frame with a row for each force that holds a scene."""
    import pandas

    rows = []
    for force in forces or ():
        row: dict[str, object] = {"first": force.first, "second": force.second}
        _add_vector(row, "point", force.point)
        _add_vector(row, "normal", force.normal)
        _add_vector(row, "force", force.force)
        row["is_unique"] = force.is_unique
        rows.append(row)
    return pandas.DataFrame(rows)


def of_ranges(answer: ForceRanges, table: Literal["contacts", "corners", "pins"]) -> Any:
    """A frame with a row for each contact, corner or pin, and the ends of its forces."""
    import pandas

    rows: list[dict[str, object]] = []
    if table == "contacts":
        for contact in answer.contacts:
            row: dict[str, object] = {"first": contact.first, "second": contact.second}
            _add_vector(row, "point", contact.point)
            _add_vector(row, "normal", contact.normal)
            _add(row, "friction", contact.friction)
            _add_range(row, "phi", contact.phi)
            _add_range(row, "psi", contact.psi)
            _add_vector(row, "shown", contact.shown)
            row["is_unique"] = contact.is_unique
            rows.append(row)
    elif table in ("corners", "pins"):
        for joint in answer.corners if table == "corners" else answer.pins:
            row = {"first": joint.first, "second": joint.second}
            _add_vector(row, "point", joint.at if isinstance(joint, PinRange) else joint.point)
            for axis, component in zip("xy", joint.force, strict=True):
                _add_range(row, f"force_{axis}", component)
            _add_vector(row, "shown", joint.shown)
            row["is_unique"] = joint.is_unique
            rows.append(row)
    else:
        raise ValueError(f"table: found {table!r}; expected 'contacts', 'corners' or 'pins'")
    return pandas.DataFrame(rows)


def of_limit(limit: Critical) -> Any:
    """A frame with one row for a limit."""
    import pandas

    row: dict[str, object] = {"scene": limit.scene.name, "vary": limit.vary, "load": limit.load}
    row["answer"] = limit.answer
    row["verdict"] = limit.verdict
    _add_if_known(row, "stands_at", limit.stands_at)
    _add_if_known(row, "falls_at", limit.falls_at)
    _add_if_known(row, "falls_beyond", limit.falls_beyond)
    row["is_exact"] = limit.is_exact
    row["mode"] = limit.mode
    return pandas.DataFrame([row])


def of_value(limit: CriticalValue) -> Any:
    """A frame with one row for a limit of whatever a scene is made from."""
    import pandas

    row: dict[str, object] = {"answer": limit.answer}
    _add_if_known(row, "stands_at", limit.stands_at)
    _add_if_known(row, "falls_at", limit.falls_at)
    _add_if_known(row, "simplest", limit.simplest)
    row["mode"] = limit.mode
    return pandas.DataFrame([row])


def of_steps(steps: Iterable[Step], count: int | None) -> Any:
    """A frame with a row for each body after each of so many steps, of all that there are if None."""
    import pandas

    rows = []
    for step in itertools.islice(steps, count):
        for name, body in step.bodies.items():
            row: dict[str, object] = {"k": step.k}
            _add(row, "time", step.time)
            row["body"] = name
            _add_vector(row, "position", body.position)
            _add_vector(row, "rotation", body.rotation)
            rows.append(row)
    return pandas.DataFrame(rows)


def double(number: Fraction) -> float:
    """The double nearest to a number, infinite where it is beyond all of them."""
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _array(rows: Iterable[tuple[Fraction, ...]], columns: int) -> Any:
    import numpy

    doubles = [[double(number) for number in row] for row in rows]
    array = numpy.array(doubles, dtype=numpy.float64).reshape(-1, columns)
    array.flags.writeable = False
    return array


def _add(row: dict[str, object], name: str, number: Fraction) -> None:
    row[name] = _zwang.spell(number)
    row[f"{name}_double"] = double(number)


def _add_if_known(row: dict[str, object], name: str, number: Fraction | None) -> None:
    if number is not None:
        _add(row, name, number)
    else:
        row[name] = row[f"{name}_double"] = None


def _add_range(row: dict[str, object], name: str, ends: Range) -> None:
    least, most = ends
    _add_if_known(row, f"{name}_least", least)
    _add_if_known(row, f"{name}_most", most)


def _add_vector(row: dict[str, object], name: str, vector: tuple[Fraction, Fraction]) -> None:
    x, y = vector
    _add(row, f"{name}_x", x)
    _add(row, f"{name}_y", y)


def of_sweep(path: Path) -> Any:
    """The merged table of a sweep, a CSV file: exact numbers as texts, doubles as doubles."""
    import pandas

    whole = {"item", "bodies", "contacts", "bits"}
    texts = {}
    for name in pandas.read_csv(path, nrows=0).columns:
        if name not in whole and not name.endswith("_double"):
            texts[name] = "string"
    return pandas.read_csv(path, dtype=texts)
