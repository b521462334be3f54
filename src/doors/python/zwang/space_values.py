"""Bodies in space: what scenes and answers consist of, and how scenes are made of arrays, meshes and
assemblies. Numbers are fractions, points and forces triples of them; units are SI."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from zwang.door import Floats, Number, exact, spell
from zwang.errors import SceneError
from zwang.tables import double
from zwang.values import _Shown

FORMAT = "zwang-space-1"

Vector3: TypeAlias = tuple[Fraction, Fraction, Fraction]
"""A point or a vector in space: x, y and z."""


@dataclass(frozen=True, repr=False)
class SpaceBody(_Shown):
    """A body of a scene in space. A fixed body has no mass, centroid and inertia: they are None."""

    name: str
    parts: tuple[tuple[Vector3, ...], ...]
    """Convex polyhedra, by their corners, m; of rounded parts these are the cores."""
    radii: tuple[Fraction, ...]
    """The radius around each core, m: 0 for a part that is not rounded."""
    friction: Fraction
    mass: Fraction | None = None
    """kg"""
    centroid: Vector3 | None = None
    """m"""
    inertia: tuple[Vector3, Vector3, Vector3] | None = None
    """About the centroid, in the axes of the scene, kg m²: rows."""

    @property
    def is_fixed(self) -> bool:
        """Whether it never moves."""
        return self.mass is None


@dataclass(frozen=True, repr=False)
class SpaceLoad(_Shown):
    """A load on a body."""

    name: str
    body: str
    at: Vector3
    """m"""
    force: Vector3
    """N"""
    torque: Vector3
    """N m"""


@dataclass(frozen=True, repr=False)
class SpaceForce(_Shown):
    """A force at a contact."""

    first: str
    """The body that comes later in the scene."""
    second: str
    at: Vector3
    """m"""
    normal: Vector3
    """From the second body into the first."""
    force: Vector3
    """On the first body, N."""
    is_unique: bool
    """Whether no other force would do."""
    at_corner: bool
    """Whether the normal is one of several that separate the two bodies."""


@dataclass(frozen=True, repr=False)
class SpaceBond(_Shown):
    """A point at which two bodies hold each other."""

    first: str
    second: str
    at: Vector3
    """m"""
    pull: Vector3
    """Along which the second body comes off the first, as long as the greatest force, N."""
    share: Fraction
    """The part of that force that acts, from 0 to 1."""


@dataclass(frozen=True, repr=False)
class SpaceJoint(_Shown):
    """A joint with what it bears."""

    kind: str
    """That of the scene file, such as "hinge"."""
    first: str
    second: str
    at: Vector3
    """m; of a rod the end on the first body."""
    force: Vector3
    """On the first body, N."""
    torque: Vector3
    """On the first body, N m, beside that of the force."""
    is_unique: bool
    """Whether no other force and torque would do."""


@dataclass(frozen=True, repr=False)
class SpaceAcceleration(_Shown):
    """How a body starts to move."""

    linear: Vector3
    """That of the centroid, m/s²."""
    angular: Vector3
    """rad/s², by the right-hand rule."""


@dataclass(frozen=True, repr=False)
class SpaceVelocity(_Shown):
    """A virtual velocity of a body."""

    linear: Vector3
    """That of the centroid, m/s."""
    angular: Vector3
    """rad/s, by the right-hand rule."""


def document(keys: object, floats: Floats) -> str:
    """A scene file in JSON with these keys."""
    from zwang import door

    if isinstance(keys, Mapping):
        keys = {"format": FORMAT, **keys}
    return door.document(keys, floats)


def boxes(
    centers: Iterable[Iterable[Number]],
    sizes: Iterable[Iterable[Number]],
    *,
    names: Sequence[str] | None = None,
    fixed: Collection[str | int] = (),
    floor: Number | None = None,
    friction: Number = 0,
    density: Number = 1,
    gravity: Iterable[Number] = (0, 0, -1),
    name: str = "boxes",
    floats: Floats = "refuse",
) -> dict[str, Any]:
    """The keys of a scene of boxes."""
    middles = [_triple(row, floats, "centers") for row in centers]
    extents = [_triple(row, floats, "sizes") for row in sizes]
    called = [f"box {index}" for index in range(len(middles))] if names is None else [*names]
    if not len(middles) == len(extents) == len(called):
        counts = f"{len(middles)} centers, {len(extents)} sizes and {len(called)} names"
        raise SceneError(f"found {counts}; expected as many of each")
    held = {called[item] if isinstance(item, int) else item for item in fixed}
    if unknown := sorted(held - set(called)):
        raise SceneError(f"fixed: found {unknown[0]!r}; expected names of boxes")
    bodies: list[dict[str, Any]] = []
    if floor is not None:
        bodies.append(_floor(exact(floor, floats=floats), middles, extents))
    for own, center, size in zip(called, middles, extents, strict=True):
        body: dict[str, Any] = {"name": own, "box": {"center": center, "size": size}}
        body |= {"fixed": True} if own in held else {"density": exact(density, floats=floats)}
        bodies.append(body)
    return {
        "name": name,
        "gravity": _triple(gravity, floats, "gravity"),
        "friction": exact(friction, floats=floats),
        "body": bodies,
    }


def _triple(row: Iterable[Number], floats: Floats, place: str) -> list[Fraction]:
    numbers = [exact(number, floats=floats) for number in row]
    if len(numbers) != 3:
        raise SceneError(f"{place}: found {len(numbers)} numbers; expected x, y and z")
    return numbers


def _floor(
    height: Fraction, centers: list[list[Fraction]], sizes: list[list[Fraction]]
) -> dict[str, Any]:
    """A fixed box, twice as wide as all boxes are far from the origin."""
    far = Fraction(1)
    for center, size in zip(centers, sizes, strict=True):
        far = max(far, *(abs(center[axis]) + size[axis] for axis in (0, 1)))
    wide = 4 * far
    box = {"center": [0, 0, height - 1], "size": [wide, wide, 2]}
    return {"name": "floor", "fixed": True, "box": box}


def meshes(shapes: Mapping[str, Any]) -> str:
    """Closed meshes as a text in the format OBJ, with the decimals that spell their doubles."""
    lines = []
    start = 1
    for name, mesh in shapes.items():
        if not isinstance(name, str) or not name.strip() or "\n" in name:
            raise SceneError(f"found the name {name!r}; expected a text in one line")
        vertices, faces = mesh if isinstance(mesh, tuple) else (mesh.vertices, mesh.faces)
        lines.append(f"o {name}")
        count = 0
        for vertex in vertices:
            x, y, z = _triple(vertex, "decimal", f"mesh `{name}`")
            lines.append(f"v {_decimal(x)} {_decimal(y)} {_decimal(z)}")
            count += 1
        for face in faces:
            corners = [start + int(corner) for corner in face]
            lines.append("f " + " ".join(map(str, corners)))
        start += count
    return "\n".join(lines) + "\n"


def _decimal(number: Fraction) -> str:
    """The decimal that a fraction is; doubles and the decimals that spell them have one."""
    below = number.denominator
    twos = fives = 0
    while below % 2 == 0:
        below //= 2
        twos += 1
    while below % 5 == 0:
        below //= 5
        fives += 1
    if below != 1:
        raise SceneError(f"found {spell(number)}; expected a decimal")
    places = max(twos, fives)
    return f"{number.numerator * 10**places // number.denominator}e-{places}"


def assembly(found: object) -> str:
    """The JSON of an assembly of COMPAS."""
    if isinstance(found, str) and found.lstrip()[:1] in ("{", "["):
        return found
    if isinstance(found, str | os.PathLike):
        return Path(found).read_text(encoding="utf-8")
    if isinstance(found, Mapping):
        return json.dumps(found)
    for method in ("to_jsonstring", "to_json_string"):
        if hasattr(found, method):
            return str(getattr(found, method)())
    kind = type(found).__name__
    raise TypeError(f"found {kind}; expected an assembly of COMPAS, its JSON, or a file")


def arrays(answer: Any) -> dict[str, Any]:
    """Read-only arrays of doubles of an answer."""
    from zwang.tables import _array

    forces = answer.forces or ()
    told = {
        "point": _array([force.at for force in forces], 3),
        "normal": _array([force.normal for force in forces], 3),
        "force": _array([force.force for force in forces], 3),
    }
    for name, motions in (
        ("velocity", getattr(answer, "motion", None)),
        ("acceleration", getattr(answer, "bodies", None)),
    ):
        if motions is not None:
            rows = [(*motion.linear, *motion.angular) for motion in motions.values()]
            told[name] = _array(rows, 6)
    return told


def frame(answer: Any) -> Any:
    """A frame of pandas with a row for each force of an answer."""
    import pandas  # type: ignore[import-untyped]

    rows = []
    for force in answer.forces or ():
        row: dict[str, object] = {"first": force.first, "second": force.second}
        for key, vector in (("at", force.at), ("normal", force.normal), ("force", force.force)):
            for axis, number in zip("xyz", vector, strict=True):
                row[f"{key}_{axis}"] = spell(number)
                row[f"{key}_{axis}_double"] = float(number)
        row["is_unique"] = force.is_unique
        rows.append(row)
    return pandas.DataFrame(rows)


def limit_frame(limit: Any) -> Any:
    """A frame of pandas with one row for a limit."""
    import pandas

    row: dict[str, object] = {"scene": limit.scene.name, "vary": limit.vary}
    values = {"stands_at": limit.stands_at, "falls_at": limit.falls_at}
    if limit.sliding_exact is not None:
        values["sliding_stands_at"] = limit.sliding_stands_at
        values["sliding_moves_at"] = limit.sliding_moves_at
    for key, number in values.items():
        row[key] = None if number is None else spell(number)
        row[f"{key}_double"] = None if number is None else double(number)
    row["mode"] = limit.mode
    return pandas.DataFrame([row])
