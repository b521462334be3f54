"""Scenes from shapes of shapely, whose coordinates are doubles.

Doubles hardly ever touch where they were meant to. So the caller says what they mean: `grid` rounds
them to the nearest multiples of a number, `floats="exact"` takes them as they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal

from zwang._zwang import Scene
from zwang.door import Number, exact
from zwang.errors import SceneError


def from_shapely(
    shapes: Mapping[str, Any],
    *,
    name: str = "shapes",
    fixed: Collection[str] = (),
    gravity: tuple[Number, Number] = (0, -1),
    density: Number = 1,
    friction: Number = 0,
    restitution: Number = 0,
    force: Mapping[str, tuple[Number, Number]] = MappingProxyType({}),
    torque: Mapping[str, Number] = MappingProxyType({}),
    loads: Iterable[Mapping[str, Any]] = (),
    grid: Number | None = None,
    floats: Literal["refuse", "exact"] = "refuse",
) -> Scene:
    """The scene of these shapes, by the names of their bodies: convex polygons, or collections of
    them, which are the parts of a body. Bodies in `fixed` never move. `force` and `torque` are
    loads at the centroids of the bodies that they name, N and N m; `loads` are dicts with the keys
    of a load in a scene file. `friction` and `restitution` are those of all bodies.

    Raises TypeError unless `grid` or `floats="exact"` is given, and SceneError for shapes with
    holes or without area, and whatever else makes no scene: a polygon that is not convex has to
    be split.
    """
    if grid is None and floats != "exact":
        message = "found shapes, whose coordinates are floats; expected grid=… or floats='exact'"
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
        keys: dict[str, Any] = {"name": body, "parts": _parts(body, shape, mesh)}
        if body in fixed:
            keys["fixed"] = True
        else:
            keys["density"] = density
        if body in force:
            keys["force"] = force[body]
        if body in torque:
            keys["torque"] = torque[body]
        bodies.append(keys)
    scene: dict[str, Any] = {"name": name, "gravity": gravity, "friction": friction}
    scene |= {"restitution": restitution, "body": bodies, "load": [*loads]}
    return Scene.from_dict(scene)


def _parts(body: str, shape: Any, mesh: Fraction | None) -> list[list[list[Fraction]]]:
    polygons = getattr(shape, "geoms", [shape])
    parts = []
    for polygon in polygons:
        if getattr(polygon, "geom_type", None) != "Polygon" or polygon.is_empty:
            found = getattr(polygon, "wkt", repr(polygon))[:60]
            raise SceneError(f"body `{body}`: found {found}; expected polygons")
        if len(polygon.interiors) > 0:
            raise SceneError(f"body `{body}`: found a polygon with a hole; expected none")
        # The last point of a ring is the first one.
        ring = list(polygon.exterior.coords)[:-1]
        parts.append([[_rounded(x, mesh) for x in point[:2]] for point in ring])
    return parts


def _rounded(coordinate: float, mesh: Fraction | None) -> Fraction:
    """The nearest multiple, ties to the even one."""
    number = exact(coordinate, floats="exact")
    return number if mesh is None else round(number / mesh) * mesh
