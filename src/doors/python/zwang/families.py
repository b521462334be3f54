"""Scenes by the rule: stacks, walls, arches, levers, inclines, billiards.

Numbers may be whatever `zwang.exact` takes. Bricks have a width and a height (m) and a density
(kg/m²); `friction` is the dry friction of all bodies. Each function raises `zwang.SceneError` if
its arguments make no scene, and TypeError for a float.
"""

from __future__ import annotations

from typing import Literal

from zwang import _zwang
from zwang._zwang import Scene
from zwang.door import Number, exact

__all__ = [
    "arch",
    "beam",
    "cantilever",
    "cradle",
    "diamond",
    "disks",
    "domino",
    "funnel",
    "harmonic",
    "heap",
    "ladder",
    "names",
    "parabolic",
    "pile",
    "pour",
    "rack",
    "seesaw",
    "triangle",
    "wall",
    "wedge",
]

names: tuple[str, ...] = tuple(name for name, _, _ in _zwang.families())
"""The names of all families."""


def harmonic(
    count: int,
    *,
    beyond: Number = 0,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """A stack of `count` bricks with the classical overhang of half the harmonic number H_n;
    exactly critical. It is pushed `beyond` the critical point; negative numbers make it safe."""
    return _scene("harmonic", locals())


def diamond(
    size: int,
    *,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """Rows of 1, 2, …, `size`, …, 2, 1 bricks."""
    return _scene("diamond", locals())


def triangle(
    size: int,
    *,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """Rows of 1, 2, …, `size` bricks: a triangle standing on its tip."""
    return _scene("triangle", locals())


def wall(
    rows: int,
    columns: int,
    *,
    bond: Literal["running", "stack"] = "running",
    jitter: int | None = None,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """A wall in running bond, in which every other row is shifted by half a brick, or in stack
    bond. With `jitter` there are gaps of a quarter brick, and every brick is shifted by a part of
    its gap that this number determines."""
    return _scene("wall", locals())


def heap(
    count: int,
    *,
    seed: int = 1,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """Bricks dropped at random, each lying on the highest one below it; `seed` determines the
    heap."""
    return _scene("heap", locals())


def pile(
    count: int,
    *,
    grid: int = 16,
    seed: int = 1,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """Single bricks, one on another, each shifted against the one below by a random multiple of
    1/`grid` of a width, less than a width; `seed` determines the pile."""
    return _scene("pile", locals())


def parabolic(
    size: int,
    *,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """The parabolic stack of Paterson and Zwick: one brick, then slabs of 2k - 3 rows of k, k - 1,
    k, … bricks for k = 2 to `size`."""
    return _scene("parabolic", locals())


def arch(
    stones: int = 7,
    *,
    inner: Number = 2,
    outer: Number = 3,
    half_angle_tangent: Number | None = None,
    balanced: bool = False,
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """Wedge-shaped stones between two abutments, between the radii `inner` and `outer`, m.

    `half_angle_tangent` is the tangent of half the angle between the vertical and the last joint,
    by default 1, a semicircle, or 1/2 for balanced arches and single stones. A `balanced` arch has
    stones weighed by de la Hire's rule, so that it stands without friction."""
    return _scene("arch", locals())


def cantilever(
    *,
    overhang: Number = "1/10",
    gravity: Number = 10,
    width: Number = 2,
    height: Number = "1/2",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """One brick over the edge of a table; its centre is `overhang` beyond the edge, m. Negative
    numbers are safe. `gravity` points downwards, m/s²."""
    return _scene("cantilever", locals())


def disks(
    rows: int = 2, *, radius: Number = "5/2", mass: Number = 1, friction: Number = 0
) -> Scene:
    """A pyramid of disks on a floor in `rows` rows, each in the hollow of two."""
    return _scene("disks", locals())


def cradle(disks: int = 5, *, striking: int = 1, gap: Number = 1, friction: Number = 0) -> Scene:
    """Newton's cradle: a row of disks of radius 1/2 that touch, without gravity and with restitution
    1. The first `striking` ones come with the velocity 1 from `gap` m away."""
    return _scene("cradle", locals())


def rack(rows: int = 4, *, radius: Number = 5, gap: Number = 1, friction: Number = 0) -> Scene:
    """Billiards: a triangle of disks that touch in `rows` rows, and a cue ball `gap` m before its tip
    that comes along its axis with the velocity 1, without gravity and with restitution 1."""
    return _scene("rack", locals())


def funnel(disks: int = 30, *, gravity: Number = 10, friction: Number = 0) -> Scene:
    """Disks that fall into a funnel and through its neck."""
    return _scene("funnel", locals())


def pour(disks: int = 100, *, gravity: Number = 10, friction: Number = 0) -> Scene:
    """Disks that fall into a box, in about as many rows as columns."""
    return _scene("pour", locals())


def wedge(
    *,
    slope: Number = "1/3",
    movable: bool = False,
    width: Number = 1,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """A block on an incline. `slope` is the tangent of half its angle; a `movable` wedge slides on
    the floor."""
    return _scene("wedge", locals())


def ladder(
    *,
    tilt: Number = "1/2",
    width: Number = 5,
    height: Number = "1/10",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """A rod against a wall. `tilt` is the tangent of half the angle between floor and ladder."""
    return _scene("ladder", locals())


def beam(
    supports: int,
    *,
    width: Number = 4,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """A plank on so many knife edges."""
    return _scene("beam", locals())


def seesaw(
    *,
    left: Number = 1,
    right: Number = 1,
    pivot: Number = 0,
    width: Number = 4,
    height: Number = "1/4",
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """A plank on one knife edge, which is `pivot` right of its middle, m, with a load of mass
    `left` and one of mass `right`, kg, at its ends."""
    return _scene("seesaw", locals())


def domino(
    count: int = 5,
    *,
    leaning: int = 1,
    lean: Number = "1/5",
    spacing: Number = "1/2",
    width: Number = "1/4",
    height: Number = 1,
    density: Number = 1,
    friction: Number = 0,
) -> Scene:
    """Upright tiles in a row, so many of them `leaning` on the rest. `lean` is the tangent of half
    the angle at which they lean, `spacing` the free space between standing tiles, m."""
    return _scene("domino", locals())


def _scene(name: str, given: dict[str, object]) -> Scene:
    """The scene of the family of this name, with its arguments as the registry knows them."""
    friction = exact(given.pop("friction"))
    arguments = []
    for parameter, value in given.items():
        if value is not None:
            arguments.append((parameter.replace("_", "-"), _text(value)))
    return _zwang.family(name, arguments, friction)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return _zwang.spell(exact(value))
