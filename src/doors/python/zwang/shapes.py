"""Scenes from shapes of shapely, whose coordinates are doubles.

Doubles hardly ever touch where they were meant to. So the caller says what they mean: `grid` rounds
them to the nearest multiples of a number, `floats="exact"` takes them as they are, `floats="decimal"` as
the decimals that spell them. Polygons that are not convex, or have holes, are decomposed; vertices
on straight lines are left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from zwang._zwang import Scene, convex_parts
from zwang.door import Floats, Number, exact
from zwang.errors import SceneError


def from_shapely(
    shapes: Mapping[str, Any],
    *,
    name: str = "shapes",
    fixed: Collection[str] = (),
    gravity: tuple[Number, Number] | None = None,
    density: Number = 1,
    friction: Number | None = None,
    restitution: Number = 0,
    force: Mapping[str, tuple[Number, Number]] = MappingProxyType({}),
    torque: Mapping[str, Number] = MappingProxyType({}),
    loads: Iterable[Mapping[str, Any]] = (),
    grid: Number | None = None,
    floats: Floats = "refuse",
) -> Scene:
    """The scene of these shapes, by the names of their bodies: polygons, or collections of them,
    which are the parts of a body; those that are not convex become several parts. Bodies in `fixed` never move. `force` and `torque` are
    loads at the centroids of the bodies that they name, N and N m; `loads` are dicts with the keys
    of a load in a scene file. `friction` and `restitution` are those of all bodies.
    Without `gravity` and `friction` gravity is (0, -1) m/s² and friction 0; `Scene.notes` say so.

    Raises TypeError unless `grid` or `floats` is given, and SceneError for shapes
    without area, and whatever else makes no scene.
    """
    if grid is None and floats == "refuse":
        message = (
            "found shapes, whose coordinates are floats; "
            "expected grid=…, floats='decimal' or floats='exact'"
        )
        raise TypeError(message)
    mesh = None if grid is None else exact(grid)
    if mesh is not None and mesh <= 0:
        raise ValueError(f"grid: found {mesh}; expected a positive number")
    for argument, named in ("fixed", set(fixed)), ("force", {*force}), ("torque", {*torque}):
        unknown = sorted(named - shapes.keys())
        if unknown:
            raise SceneError(f"{argument}: found {unknown[0]!r}; expected names of shapes")
    bodies = []
    for body, shape in shapes.items():
        keys: dict[str, Any] = {"name": body, "parts": _parts(body, shape, mesh, floats)}
        if body in fixed:
            keys["fixed"] = True
        else:
            keys["density"] = density
        if body in force:
            keys["force"] = force[body]
        if body in torque:
            keys["torque"] = torque[body]
        bodies.append(keys)
    scene: dict[str, Any] = {"name": name}
    if gravity is not None:
        scene["gravity"] = gravity
    if friction is not None:
        scene["friction"] = friction
    scene |= {"restitution": restitution, "body": bodies, "load": [*loads]}
    return Scene.from_dict(scene)


def _parts(
    body: str, shape: Any, mesh: Fraction | None, floats: Floats
) -> list[list[tuple[Fraction, Fraction]]]:
    polygons = getattr(shape, "geoms", [shape])
    parts = []
    for polygon in polygons:
        if getattr(polygon, "geom_type", None) != "Polygon" or polygon.is_empty:
            found = getattr(polygon, "wkt", repr(polygon))[:60]
            raise SceneError(f"body `{body}`: found {found}; expected polygons")
        rings = [_ring(ring, mesh, floats) for ring in (polygon.exterior, *polygon.interiors)]
        try:
            parts += convex_parts(rings)
        except ValueError as error:
            raise SceneError(f"body `{body}`: found {error}; expected a polygon") from None
    return parts


def _ring(ring: Any, mesh: Fraction | None, floats: Floats) -> list[tuple[Fraction, Fraction]]:
    """The vertices of a ring, whose last point is the first one."""
    points = list(ring.coords)[:-1]
    return [(_rounded(point[0], mesh, floats), _rounded(point[1], mesh, floats)) for point in points]


def _rounded(coordinate: float, mesh: Fraction | None, floats: Floats) -> Fraction:
    """The nearest multiple, ties to the even one."""
    number = exact(coordinate, floats="exact" if floats == "refuse" else floats)
    return number if mesh is None else round(number / mesh) * mesh
