"""Assemblies in space: ranges of forces, whether bodies lock each other, on which faces one rests, in
which order all stand, and the directions of gravity that a scene withstands. Each answer consists of
what the checker has accepted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from zwang import _zwang
from zwang._zwang import SpaceForceRanges, SpaceScene, SpaceStability
from zwang.space_values import Vector3
from zwang.tables import double
from zwang.values import _Shown

__all__ = ["gravity_cone", "interlock", "order", "rest"]

End: TypeAlias = Fraction | tuple[Fraction, Fraction] | None
"""An end of a range: its value, or two numbers that enclose it; None where forces grow without end."""

Range: TypeAlias = tuple[End, End]
"""The least and the largest value."""

Gaps: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""Pairs of values between which none is possible: proved."""

_NO_GAPS: tuple[Gaps, Gaps, Gaps] = ((), (), ())


@dataclass(frozen=True, repr=False)
class SpaceContactRange(_Shown):
    """The ranges of the force at a contact, on the first body."""

    first: str
    second: str
    at: Vector3
    """m"""
    normal: Vector3
    """From the second body into the first, over coprime integers n."""
    across: Range | None
    """F·n: the normal force, times the length of n."""
    components: tuple[Range | None, Range | None, Range | None]
    """The force along x, y and z, N, of rough contacts."""
    squeezed: tuple[str, ...]
    """Between which bodies forces grow without end, where an end is None."""
    gaps: Gaps = ()
    """Those in the range of `across`."""
    component_gaps: tuple[Gaps, Gaps, Gaps] = _NO_GAPS
    """Those in the ranges of `components`."""


@dataclass(frozen=True, repr=False)
class SpaceFaceRange(_Shown):
    """The ranges of what all contacts of two parts bear together."""

    first: str
    second: str
    points: tuple[Vector3, ...]
    """Where they touch, m."""
    normal: Vector3
    """From the second body into the first, over coprime integers n."""
    across: Range | None
    """The sum of F·n."""
    centre: tuple[Range | None, Range | None, Range | None]
    """The centre of pressure along x, y and z, m."""
    squeezed: tuple[str, ...]
    """Between which bodies forces grow without end, where an end is None."""
    gaps: Gaps = ()
    """Those in the range of `across`."""
    centre_gaps: tuple[Gaps, Gaps, Gaps] = _NO_GAPS
    """Those in the ranges of `centre`."""


@dataclass(frozen=True, repr=False)
class SpaceCornerRange(_Shown):
    """The ranges of what two parts bear at a corner."""

    first: str
    second: str
    points: tuple[Vector3, ...]
    """Where they touch, m: a point, or the ends of an edge."""
    normals: tuple[Vector3, ...]
    """The outermost normals by which it may bear, from the second body into the first."""
    friction: Fraction
    force: tuple[Range | None, Range | None, Range | None]
    """The sum of its forces on the first body along x, y and z, N."""
    squeezed: tuple[str, ...]
    """Between which bodies forces grow without end, where an end is None."""
    force_gaps: tuple[Gaps, Gaps, Gaps] = _NO_GAPS
    """Those in the ranges of `force`."""


@dataclass(frozen=True, repr=False)
class SpaceJointRange(_Shown):
    """The ranges of what a joint bears."""

    kind: str
    first: str
    second: str
    at: Vector3
    """m"""
    force: tuple[Range | None, Range | None, Range | None]
    """On the first body along x, y and z, N."""
    torque: tuple[Range | None, Range | None, Range | None]
    """On the first body about x, y and z, N m."""
    squeezed: tuple[str, ...]
    """Between which bodies forces grow without end, where an end is None."""
    force_gaps: tuple[Gaps, Gaps, Gaps] = _NO_GAPS
    """Those in the ranges of `force`."""
    torque_gaps: tuple[Gaps, Gaps, Gaps] = _NO_GAPS
    """Those in the ranges of `torque`."""


@dataclass(frozen=True, repr=False)
class Interlock(_Shown):
    """Whether bodies lock each other."""

    verdict: Literal["locked", "loose", "undecided"]
    moving: tuple[str, ...]
    """Bodies that move in the motion that was found; empty if they are locked."""
    alone: tuple[str, ...]
    """Bodies that can be moved without any other one."""
    keys: dict[str, str] | None
    """The bodies without which the others are not locked, and what they are then; None if they were not
    looked for."""
    proofs: tuple[SpaceStability, ...]


@dataclass(frozen=True, repr=False)
class RestingFace(_Shown):
    """A face of the hull of a body, and whether the body rests on it."""

    stands: bool
    normal: Vector3
    """Outwards, over coprime integers."""
    corners: tuple[Vector3, ...]
    """m"""
    side: Literal[-1, 0, 1]
    """Whether the centroid is beside the face, over its rim, or above it."""
    margin_squared: Fraction
    """Of the distance of its foot from the nearest edge, m²."""
    height_squared: Fraction
    """Of the centroid above the face, m²."""
    neighbour: int
    """The face beyond that edge."""
    pose: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    """A quaternion (w, x, y, 0) that turns the face down: w between two numbers; x and y."""
    proof: SpaceStability


@dataclass(frozen=True, repr=False)
class Order(_Shown):
    """In which order bodies can be put in their places so that all stands after each."""

    verdict: Literal["found", "none", "unknown"]
    placed: tuple[str, ...]
    """The order; if there is none, the longest beginning that stands."""
    falls_with: tuple[str, ...]
    """The bodies that make it fall then."""
    tried: int | None
    """How many sets were tried, if that is not known."""
    proofs: tuple[SpaceStability, ...]


@dataclass(frozen=True, repr=False)
class GravityCone(_Shown):
    """All directions of gravity that a scene withstands."""

    rays: tuple[Vector3, ...]
    """They span it."""
    facets: tuple[Vector3, ...]
    """It is held under g if h·g ≤ 0 for all of these h, and only then."""
    proofs: tuple[SpaceStability, ...]
    """One for each ray, then one for each facet."""


def interlock(
    scene: SpaceScene,
    *,
    keys: bool = False,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Interlock:
    """Whether the bodies of a scene in space lock each other; gravity, friction and loads do not count.
    `keys` looks for those without which the others are not locked.

    `threads` and `time_limit` are as for `zwang.collapse`. Raises NoAnswer and TimeLimit.
    """
    verdict, moving, alone, found, proofs = _zwang.space_interlock(
        scene, keys=keys, threads=threads, time_limit=time_limit
    )
    told = None if found is None else dict(found)
    return Interlock(verdict, tuple(moving), tuple(alone), told, tuple(proofs))


def rest(
    scene: SpaceScene,
    body: str | None = None,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
) -> tuple[RestingFace, ...]:
    """On which faces of its hull a body rests, on a plane; the only free body, or the only one, if none is
    named.

    `threads` and `time_limit` are as for `zwang.collapse`. Raises NoAnswer, TimeLimit, and ValueError if
    it is not clear which body is meant.
    """
    if body is None:
        bodies = scene.bodies
        free = [name for name, own in bodies.items() if not own.is_fixed] or [*bodies]
        if len(free) != 1:
            raise ValueError(f"body: found none, and {len(free)} bodies; expected the name of one")
        body = free[0]
    faces = _zwang.space_rest(scene, body, threads=threads, time_limit=time_limit)
    told = []
    for normal, corners, side, (margin, height), neighbour, (real, vector), proof in faces:
        told.append(
            RestingFace(
                bool(proof),
                normal,
                tuple(corners),
                side,
                margin,
                height,
                neighbour,
                (_pair(real), _pair(vector)),
                proof,
            )
        )
    return tuple(told)


def order(
    scene: SpaceScene,
    *,
    as_listed: bool = False,
    most: int = 10_000,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Order:
    """In which order the bodies of a scene can be put in their places so that all stands after each.
    `as_listed` tests the order of the scene; otherwise at most so many sets of bodies are tried.

    `threads` and `time_limit` are as for `zwang.collapse`. Raises NoAnswer and TimeLimit.
    """
    verdict, placed, falls_with, tried, proofs = _zwang.space_order(
        scene, as_listed=as_listed, most=most, threads=threads, time_limit=time_limit
    )
    return Order(verdict, tuple(placed), tuple(falls_with), tried, tuple(proofs))


def gravity_cone(
    scene: SpaceScene,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
) -> GravityCone:
    """All directions of gravity that a scene without friction and loads withstands.

    `threads` and `time_limit` are as for `zwang.collapse`. Raises NoAnswer and TimeLimit.
    """
    rays, facets = _zwang.space_gravity_cone(scene, threads=threads, time_limit=time_limit)
    return GravityCone(
        tuple(ray for ray, _ in rays),
        tuple(facet for facet, _ in facets),
        tuple(proof for _, proof in (*rays, *facets)),
    )


def ranges_frame(
    answer: SpaceForceRanges, table: Literal["contacts", "faces", "corners", "joints"]
) -> Any:
    """A frame of pandas with a row for each contact, face, corner or joint, and the ends of what it
    bears."""
    import pandas  # type: ignore[import-untyped]

    rows: list[dict[str, object]] = []
    if table == "contacts":
        for contact in answer.contacts:
            row: dict[str, object] = {"first": contact.first, "second": contact.second}
            _add_vector(row, "at", contact.at)
            _add_vector(row, "normal", contact.normal)
            _add_range(row, "across", contact.across)
            _add_ranges(row, "force", contact.components)
            rows.append(row)
    elif table == "faces":
        for face in answer.faces:
            row = {"first": face.first, "second": face.second}
            _add_vector(row, "normal", face.normal)
            _add_range(row, "across", face.across)
            _add_ranges(row, "centre", face.centre)
            rows.append(row)
    elif table == "corners":
        for corner in answer.corners:
            row = {"first": corner.first, "second": corner.second}
            _add_vector(row, "at", corner.points[0])
            _add_ranges(row, "force", corner.force)
            rows.append(row)
    elif table == "joints":
        for joint in answer.joints:
            row = {"kind": joint.kind, "first": joint.first, "second": joint.second}
            _add_vector(row, "at", joint.at)
            _add_ranges(row, "force", joint.force)
            _add_ranges(row, "torque", joint.torque)
            rows.append(row)
    else:
        expected = "'contacts', 'faces', 'corners' or 'joints'"
        raise ValueError(f"table: found {table!r}; expected {expected}")
    return pandas.DataFrame(rows)


def _add(row: dict[str, object], name: str, number: Fraction | None) -> None:
    row[name] = None if number is None else _zwang.spell(number)
    row[f"{name}_double"] = None if number is None else double(number)


def _add_vector(row: dict[str, object], name: str, vector: Vector3) -> None:
    for axis, number in zip("xyz", vector, strict=True):
        _add(row, f"{name}_{axis}", number)


def _add_ranges(
    row: dict[str, object], name: str, ranges: tuple[Range | None, Range | None, Range | None]
) -> None:
    for axis, own in zip("xyz", ranges, strict=True):
        _add_range(row, f"{name}_{axis}", own)


def _add_range(row: dict[str, object], name: str, ends: Range | None) -> None:
    """The ends; one that is only enclosed by the number that bounds all values."""
    least, most = (None, None) if ends is None else ends
    _add(row, f"{name}_least", least[0] if isinstance(least, tuple) else least)
    _add(row, f"{name}_most", most[1] if isinstance(most, tuple) else most)


def contact_ranges(text: str) -> tuple[SpaceContactRange, ...]:
    """Those of an answer of `forces` in JSON."""
    told = []
    for contact in json.loads(text)["contacts"]:
        first, second = contact["bodies"]
        told.append(
            SpaceContactRange(
                first,
                second,
                _triple(contact["point"]),
                _triple(contact["normal"]),
                _range(contact["across"]),
                _ranges(contact["components"]),
                _squeezed(contact["across"], *contact["components"]),
                _gaps(contact.get("gaps", {}).get("across", [])),
                _all_gaps(contact, "components"),
            )
        )
    return tuple(told)


def face_ranges(text: str) -> tuple[SpaceFaceRange, ...]:
    """Those of an answer of `forces` in JSON."""
    told = []
    for face in json.loads(text)["faces"]:
        first, second = face["bodies"]
        told.append(
            SpaceFaceRange(
                first,
                second,
                tuple(_triple(point) for point in face["points"]),
                _triple(face["normal"]),
                _range(face["across"]),
                _ranges(face["centre"]),
                _squeezed(face["across"], *face["centre"]),
                _gaps(face.get("gaps", {}).get("across", [])),
                _all_gaps(face, "centre"),
            )
        )
    return tuple(told)


def corner_ranges(text: str) -> tuple[SpaceCornerRange, ...]:
    """Those of an answer of `forces` in JSON."""
    told = []
    for corner in json.loads(text).get("corner_forces", []):
        first, second = corner["bodies"]
        told.append(
            SpaceCornerRange(
                first,
                second,
                tuple(_triple(point) for point in corner["points"]),
                tuple(_triple(normal) for normal in corner["normals"]),
                Fraction(corner["friction"]),
                _ranges(corner["components"]),
                _squeezed(*corner["components"]),
                _all_gaps(corner, "components"),
            )
        )
    return tuple(told)


def joint_ranges(text: str) -> tuple[SpaceJointRange, ...]:
    """Those of an answer of `forces` in JSON."""
    told = []
    for joint in json.loads(text).get("joints", []):
        first, second = joint["bodies"]
        told.append(
            SpaceJointRange(
                joint["kind"],
                first,
                second,
                _triple(joint["point"]),
                _ranges(joint["components"]),
                _ranges(joint["torques"]),
                _squeezed(*joint["components"], *joint["torques"]),
                _all_gaps(joint, "components"),
                _all_gaps(joint, "torques"),
            )
        )
    return tuple(told)


def _triple(texts: list[str]) -> Vector3:
    x, y, z = map(Fraction, texts)
    return x, y, z


def _pair(numbers: Any) -> tuple[Fraction, Fraction]:
    one, other = numbers
    return one, other


def _range(ends: Any) -> Range | None:
    if ends is None:
        return None
    least, largest = map(_end, ends)
    return least, largest


def _ranges(ranges: Any) -> tuple[Range | None, Range | None, Range | None]:
    x, y, z = map(_range, ranges)
    return x, y, z


def _end(end: dict[str, Any]) -> End:
    if "exactly" in end:
        return Fraction(end["exactly"])
    if "between" in end:
        least, largest = map(Fraction, end["between"])
        return least, largest
    return None


def _squeezed(*ranges: Any) -> tuple[str, ...]:
    for end in (end for ends in ranges if ends is not None for end in ends):
        if "unbounded" in end:
            return tuple(end["unbounded"])
    return ()


def _gaps(pairs: list[list[str]]) -> Gaps:
    return tuple(_pair(map(Fraction, pair)) for pair in pairs)


def _all_gaps(told: dict[str, Any], key: str) -> tuple[Gaps, Gaps, Gaps]:
    x, y, z = map(_gaps, told.get("gaps", {}).get(key, _NO_GAPS))
    return x, y, z
