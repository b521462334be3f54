"""The parts of scenes and answers. Numbers are fractions, points and forces pairs of them; units
are SI. All are frozen, compare by their values, and can be pickled."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from zwang import _zwang

Vector: TypeAlias = tuple[Fraction, Fraction]
"""A point or a vector of the plane: x and y."""

_LONGEST = 40


class _Shown:
    """Prints its fields, long numbers by their beginning: `repr` of a Fraction may fail."""

    def __repr__(self) -> str:
        shown = [f"{name}={_shown(value)}" for name, value in vars(self).items()]
        return f"{type(self).__name__}({', '.join(shown)})"


def _shown(value: Any) -> str:
    if isinstance(value, Fraction):
        text = _zwang.spell(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)"
    if isinstance(value, tuple):
        return f"({', '.join(_shown(item) for item in value)})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_shown(item)}' for key, item in value.items())}}}"
    return repr(value)


@dataclass(frozen=True, repr=False)
class Body(_Shown):
    """A body of a scene. Values that a fixed body has not are None."""

    name: str
    parts: tuple[tuple[Vector, ...], ...]
    """Convex polygons, counter-clockwise, m; of rounded parts these are the cores."""
    radii: tuple[Fraction, ...]
    """The radius around each core, m: 0 for a part that is not rounded."""
    friction: Fraction
    """Dry friction."""
    restitution: Fraction
    """How much it bounces in runs, from 0 to 1."""
    mass: Fraction | None = None
    """kg"""
    centroid: Vector | None = None
    """Centre of mass, m."""
    inertia: Fraction | None = None
    """Polar second moment about the centroid, kg m²."""
    velocity: Vector | None = None
    """That of the centroid, m/s."""
    spin: Fraction | None = None
    """Angular velocity, rad/s, counter-clockwise."""

    @property
    def is_fixed(self) -> bool:
        """Whether it never moves."""
        return self.mass is None


@dataclass(frozen=True, repr=False)
class Load(_Shown):
    """A force and a torque on a body, from outside. The force keeps size and direction however the
    body moves, and acts at a point that the body takes with it."""

    name: str
    """That of the body, for a load in the entry of the body."""
    body: str
    at: Vector
    """The point at which the force acts, with the body as in the scene, m."""
    force: Vector
    """N"""
    torque: Fraction
    """A torque beside that of the force, N m, counter-clockwise."""


@dataclass(frozen=True, repr=False)
class Acceleration(_Shown):
    """How a body starts to move."""

    linear: Vector
    """That of the centroid, m/s²."""
    angular: Fraction
    """rad/s², counter-clockwise."""


@dataclass(frozen=True, repr=False)
class Velocity(_Shown):
    """A virtual velocity of a body."""

    linear: Vector
    """That of the centroid, m/s."""
    angular: Fraction
    """rad/s, counter-clockwise."""


@dataclass(frozen=True, repr=False)
class Contact(_Shown):
    """A vertex of one body on an edge of another."""

    first: str
    """The body that comes later in the scene."""
    second: str
    """The other one."""
    point: Vector
    """The point at which they touch, m."""
    normal: Vector
    """From the second body into the first; not normalised."""
    force: Vector
    """On the first body, N; its opposite acts on the second."""
    state: Literal["pressing", "opening", "idle"]
    """It carries force; or its gap opens; or neither."""
    gap_velocity: Fraction
    """That of the gap, along the normal of the edge."""
    gap_acceleration: Fraction
    """That of the gap, along the normal of the edge."""
    is_unique: bool = True
    """Whether no other force does the same."""


@dataclass(frozen=True, repr=False)
class Corner(_Shown):
    """A vertex at a vertex."""

    first: str
    """The body that comes later in the scene."""
    second: str
    """The other one."""
    point: Vector
    """The point at which they touch, m."""
    normals: tuple[Vector, Vector]
    """For each side, from the second body into the first; not normalised."""
    gap_accelerations: tuple[Fraction, Fraction]
    """For each side, along its normal."""
    decision: Literal["open", "forced", "chosen", "satisfied"]
    """How it is decided which side is respected."""
    side: int | None
    """That side, if it is forced or chosen."""


@dataclass(frozen=True, repr=False)
class Pin(_Shown):
    """A joint."""

    first: str
    """In an answer the body that comes later in the file, as of a contact; in a scene the first one named."""
    second: str | None
    """Another one; None for the world."""
    at: Vector
    """The point at which they are joined, m."""
    force: Vector | None = None
    """On the first body, N; None in a scene."""
    collide: bool = False
    """Whether the two bodies keep each other out; if not, they ignore each other; False for a pin to the world."""
    is_unique: bool = True
    """Whether no other force does the same."""


@dataclass(frozen=True, repr=False)
class Bar(_Shown):
    """A bar of a frame, with the force along it."""

    name: str
    """The body that it is."""
    between: tuple[str, str]
    """The points that it joins, or "the world"."""
    length_squared: Fraction
    """The square of its length, m²."""
    force_per_length: Fraction
    """The force along it over its length, N/m: positive in tension."""
    tension: float
    """The nearest double of that force, N."""
    is_unique: bool = True
    """Whether no other force does the same."""


def bars_of(answer: str) -> tuple[Bar, ...]:
    """The bars of an answer, which is a text of JSON."""
    bars = []
    for bar in json.loads(answer).get("bars", []):
        first, second = bar["between"]
        bars.append(
            Bar(
                name=bar["name"],
                between=(first, second),
                length_squared=_zwang.number(bar["length_squared"]),
                force_per_length=_zwang.number(bar["force_per_length"]),
                tension=bar["tension_double"],
                is_unique=bar["unique"],
            )
        )
    return tuple(bars)


@dataclass(frozen=True, repr=False)
class Force(_Shown):
    """A contact that helps to hold a scene."""

    first: str
    """The body that comes later in the scene."""
    second: str
    """The other one."""
    point: Vector
    """The point at which they touch, m."""
    normal: Vector
    """From the second body into the first; not normalised."""
    force: Vector
    """On the first body, N; its opposite acts on the second."""
    friction: Fraction
    """Dry friction of the contact."""
    is_unique: bool = True
    """Whether no other force does the same."""
    is_rounded: bool = False
    """Whether it is that of a corner, a vertex on a vertex, that bears as if slightly rounded."""


@dataclass(frozen=True, repr=False)
class RoughContact(_Shown):
    """A contact with friction, and what it does."""

    first: str
    """The body that comes later in the scene."""
    second: str
    """The other one."""
    point: Vector
    """The point at which they touch, m."""
    normal: Vector
    """From the second body into the first; not normalised."""
    force: Vector
    """On the first body, N; its opposite acts on the second."""
    friction: Fraction
    """Dry friction of the contact."""
    behaviour: Literal["slides", "opens", "begins to slide", "sticks", "idle"]
    """Its behaviour; `idle` neither moves nor bears a force."""
    gap_acceleration: Fraction
    """That of the gap, along the normal of the edge."""
    sliding_acceleration: Fraction
    """That of the point, along the normal of the edge turned by a quarter, relative to the edge."""
    is_unique: bool = True
    """Whether no other force does the same."""
    is_rounded: bool = False
    """Whether it is that of a corner, a vertex on a vertex, that bears as if slightly rounded."""


@dataclass(frozen=True, repr=False)
class Limit(_Shown):
    """A tilt or a push that ends equilibrium."""

    size: Fraction
    """The tangent of the tilt, or the force in N; 0 if any does."""
    mode: Literal["slides", "tips", "hinges", "slides and turns", "lifts off", "turns"]
    """How the scene falls beyond it."""


Sides: TypeAlias = tuple[Limit | None, Limit | None]
"""To the left and to the right; None where there is no limit."""


@dataclass(frozen=True, repr=False)
class Margin(_Shown):
    """How far a scene that stands or can stand is from falling: what ends equilibrium. Each limit
    is a threshold that the checker has accepted; `zwang.critical` has its proof."""

    tilt: Sides | None
    """Tilts of the whole; None without gravity."""
    whole: Sides
    """Pushes along x on all bodies by their masses."""
    bodies: dict[str, Sides]
    """Pushes along x on one body at its centroid, by its name."""
    free_bodies: int
    """How many bodies could be pushed."""
    text: str
    """The text of `zwang stability --margin`."""
    json: str
    """The value of `margin` in `zwang stability --margin --json`."""

    @property
    def least_tilt(self) -> Fraction | None:
        """The least tangent of a tilt that ends equilibrium; None if none does."""
        return _least([self.tilt] if self.tilt else [])

    @property
    def least_push(self) -> Fraction | None:
        """The least push that ends equilibrium, N; None if none does."""
        return _least([self.whole, *self.bodies.values()])

    def __str__(self) -> str:
        return self.text


def _least(rows: list[Sides]) -> Fraction | None:
    sizes = [limit.size for sides in rows for limit in sides if limit is not None]
    return min(sizes, default=None)


Range: TypeAlias = tuple[Fraction | None, Fraction | None]
"""The least and the largest value; None where there is none."""

Gaps: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""Pairs of values between which none is possible."""


@dataclass(frozen=True, repr=False)
class ContactRange(_Shown):
    """A contact, and how small and how large its force can be, of all forces that hold the scene, or
    with which it moves.

    The force on the first body is φ n + ψ J n, with n the normal and J the quarter turn."""

    first: str
    """The body that comes later in the scene."""
    second: str
    """The other one."""
    point: Vector
    """The point at which they touch, m."""
    normal: Vector
    """From the second body into the first; not normalised."""
    friction: Fraction
    """Dry friction of the contact."""
    phi: Range
    """φ, N/m."""
    psi: Range
    """ψ, N/m."""
    shown: Vector
    """The force that `stability` or `collapse` shows, on the first body, N."""
    gaps: tuple[Gaps, Gaps] = ((), ())
    """Those of φ and of ψ, where corners choose the side that bears."""
    every_value: tuple[bool, bool] = (True, True)
    """Whether all values between the ends are proved to be possible, of φ and of ψ."""

    @property
    def is_unique(self) -> bool:
        """Whether only one force is possible."""
        return _is_unique(self.phi) and _is_unique(self.psi)


@dataclass(frozen=True, repr=False)
class CornerRange(_Shown):
    """A corner, where vertices meet, and how small and how large the components of its
    whole force can be."""

    first: str
    """The body that comes later in the file."""
    second: str
    """The other one."""
    point: Vector
    """The vertices, m."""
    force: tuple[Range, Range]
    """Along x and along y, on the first body, N."""
    shown: Vector
    """The force that `stability` or `collapse` shows, on the first body, N."""
    gaps: tuple[Gaps, Gaps] = ((), ())
    """Those of the two components, where corners choose the side that bears."""
    every_value: tuple[bool, bool] = (True, True)
    """Whether all values between the ends are proved to be possible, of the two components."""

    @property
    def is_unique(self) -> bool:
        """Whether only one force is possible."""
        return all(_is_unique(component) for component in self.force)


@dataclass(frozen=True, repr=False)
class PinRange(_Shown):
    """A joint, and how small and how large the components of its force can be."""

    first: str
    """The body that comes later in the file."""
    second: str | None
    """Another one; None for the world."""
    at: Vector
    """The point at which they are joined, m."""
    force: tuple[Range, Range]
    """Along x and along y, on the first body, N."""
    shown: Vector
    """The force that `stability` or `collapse` shows, on the first body, N."""
    gaps: tuple[Gaps, Gaps] = ((), ())
    """Those of the two components, where corners choose the side that bears."""
    every_value: tuple[bool, bool] = (True, True)
    """Whether all values between the ends are proved to be possible, of the two components."""

    @property
    def is_unique(self) -> bool:
        """Whether only one force is possible."""
        return all(_is_unique(component) for component in self.force)


def _is_unique(values: Range) -> bool:
    return values[0] is not None and values[0] == values[1]


@dataclass(frozen=True, repr=False)
class Answer(_Shown):
    """One motion of least restraint, with forces that cause it."""

    restraint: Fraction
    """Gauss' restraint Σ ½ m |a - g|² + ½ I α²."""
    bodies: dict[str, Acceleration]
    """By name, in the order of the scene; zero for fixed bodies."""
    contacts: tuple[Contact, ...]
    """In the order of the proof."""
    corners: tuple[Corner, ...]
    """In the order of the proof."""
    pins: tuple[Pin, ...]
    """In the order of the scene."""


@dataclass(frozen=True, repr=False)
class Reflection(_Shown):
    """A symmetry: the reflection in a line."""

    point: Vector
    """On the line, m."""
    direction: Vector
    """That of the line; its length means nothing."""
    images: tuple[str, ...]
    """The image of each body, in the order of the scene."""


@dataclass(frozen=True, repr=False)
class Rotation(_Shown):
    """A symmetry: a rotation."""

    center: Vector
    """The fixed point, m."""
    matrix: tuple[Vector, Vector]
    """Its rows."""
    images: tuple[str, ...]
    """The image of each body, in the order of the scene."""


@dataclass(frozen=True, repr=False)
class Placement(_Shown):
    """The place of a body: its points are position + rotation · (point - centroid)."""

    position: Vector
    """That of the centroid, m."""
    rotation: Vector
    """Cosine and sine of the angle by which it has turned; their squares sum to 1."""


@dataclass(frozen=True, repr=False)
class StepForce(_Shown):
    """A contact force in a step of a run."""

    first: str
    """The body that comes later in the scene."""
    second: str
    """The other one."""
    force: Vector
    """On the first body, N, near that of the exact motion; its opposite acts on the second."""


@dataclass(frozen=True, repr=False)
class Event(_Shown):
    """An event of a contact in a step of a run, a vertex on an edge."""

    kind: Literal["impact", "made", "lost", "slips", "sticks", "reverses"]
    """It is hit; begins or ceases to press; begins to slide, ceases to, or slides back."""
    vertex: tuple[str, int, int]
    """The body, which of its parts, and which vertex of that, from 0."""
    edge: tuple[str, int, int]
    """The same of the edge: it begins at the vertex of this number."""
    earliest: Fraction
    """Not before this time of the run, s."""
    latest: Fraction
    """Not after this time, s."""
    velocity_jumps: bool
    """Whether the velocity jumps, and not the acceleration alone."""
    gap: Fraction
    """Between the vertex and the line of the edge when the step begins, m. This and the following
    are lengths over that of the edge, whose root is rounded."""
    speed: Fraction
    """How fast the gap opens, m/s."""
    slip: Fraction
    """How far the vertex slips along the edge in this step, m; from the start of the edge to its end
    it is positive, 0 if the contact does not slide."""
    slip_before: Fraction
    """The same of the step before."""


@dataclass(frozen=True, repr=False)
class RunVerdict(_Shown):
    """The part of a run file that the checker has accepted."""

    first: int
    """The first step that was checked."""
    last: int
    """The last one."""
    step: Fraction
    """The time step, s."""
    grid: int
    """States are multiples of 2^-grid."""
    near_groups: int
    """How many groups of steps have states that are only near the motion that the law asks for."""
    penetration_squared: Fraction
    """The square of the deepest penetration, m²."""
    steady_rise: Fraction
    """The most that a step in which nothing lands adds to the energy, J."""
    landing_rise: Fraction
    """The most that a step in which something lands adds to the energy, J."""


@dataclass(frozen=True, repr=False)
class Solution(_Shown):
    """The outcome of a linear or quadratic program, with what proves it.

    The gradient of the objective at the best point is Aᵀy + z, with y the multipliers of the `rows`
    and z those of the `bounds`. For a program without a feasible point they are Farkas' proof."""

    status: Literal["optimal", "infeasible", "unbounded"]
    """The proved statement."""
    objective: Fraction | None = None
    """The best value."""
    unique: bool | None = None
    """Whether the point is known to be the only best one."""
    point: dict[str, Fraction] | None = None
    """The best point, or of an unbounded program a feasible one, by the names of variables."""
    rows: dict[str, Fraction] | None = None
    """Multipliers of rows, by their names."""
    bounds: dict[str, Fraction] | None = None
    """Multipliers of bounds, by the names of variables."""
    ray: dict[str, Fraction] | None = None
    """A direction in which an unbounded program improves for ever."""
