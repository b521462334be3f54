"""Impacts of one instant: the velocities with which bodies leave that touch and approach each other,
and the outcomes of all orders of their impacts. All numbers are exact; no checker sees them."""

from __future__ import annotations

import json
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin, get_type_hints

from zwang import _zwang
from zwang._zwang import Scene
from zwang.door import Number
from zwang.values import _Shown

__all__ = ["impact", "orders"]

Pair = tuple[Fraction, Fraction]


@dataclass(frozen=True, repr=False)
class Leaving(_Shown):
    """The motion of a free body."""

    velocity: Pair
    """m/s"""
    spin: Fraction
    """rad/s"""


@dataclass(frozen=True, repr=False)
class Impulse(_Shown):
    """An impulse at a contact."""

    first: str
    second: str
    at: Pair
    """m"""
    normal: Pair
    """From the second body into the first, of any length."""
    impulse: Pair
    """On the first body, N·s."""
    closes: bool
    """Whether the contact closed before the round."""
    speed_squared: Fraction
    """The square of the speed with which it closed or opened, m²/s²."""
    restitution: Fraction


@dataclass(frozen=True, repr=False)
class ImpactRound(_Shown):
    """A round of impacts."""

    kind: Literal["bounce", "stop"]
    impulses: tuple[Impulse, ...]
    bodies: dict[str, Leaving]
    """The motions of the free bodies after it."""


@dataclass(frozen=True, repr=False)
class Impact(_Shown):
    """The impacts of an instant, resolved."""

    before: dict[str, Leaving]
    """The motions of the free bodies."""
    after: dict[str, Leaving]
    rounds: tuple[ImpactRound, ...]
    energy_before: Fraction
    """J"""
    energy_after: Fraction
    """J"""
    symmetries: int
    """Symmetries of the scene with its velocities, the identity not counted."""
    is_symmetric: bool
    """Whether the motions after have all of them."""


@dataclass(frozen=True, repr=False)
class Outcome(_Shown):
    """A way in which some orders of impacts end."""

    orders: int
    """How many orders end so."""
    example: tuple[tuple[str, str], ...]
    """The pairs that strike in one of them."""
    after: dict[str, Leaving]
    """The motions of the free bodies."""
    energy_after: Fraction
    """J"""
    is_symmetric: bool
    """Whether the motions have all symmetries of the scene."""
    is_by_rounds: bool
    """Whether `zwang.impact` gives it as well."""


@dataclass(frozen=True, repr=False)
class Orders(_Shown):
    """The outcomes of the impacts of an instant, one pair of bodies after the other."""

    outcomes: tuple[Outcome, ...]
    """Those that most orders give come first."""
    by_rounds: dict[str, Leaving]
    """The motions that `zwang.impact` gives."""
    rounds_are_symmetric: bool
    cut: int
    """How many beginnings of orders were cut."""
    tried: int
    """How many impacts were resolved."""
    symmetries: int


def impact(
    scene: Scene,
    *,
    impacts: Literal["rounds", "simultaneous"] = "rounds",
    restitution: Number | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Impact:
    """The velocities with which the bodies of a scene leave that touch and approach each other: in
    rounds of the steepest approaches, or all contacts at once. `restitution`, 0 to 1, holds for all
    bodies, whatever the scene says.

    `threads` and `time_limit` are as for `zwang.collapse`. Raises NoAnswer if bodies overlap or are
    pinned, and TimeLimit.
    """
    text = _zwang.impact_json(
        scene,
        impacts=impacts,
        restitution=restitution,
        threads=threads,
        time_limit=time_limit,
    )
    answer: Impact = _told(Impact, json.loads(text))
    return answer


def orders(
    scene: Scene,
    *,
    most: int = 10_000,
    longest: int = 64,
    restitution: Number | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Orders:
    """The outcomes of the impacts of an instant in all orders, one pair of bodies after the other.
    Orders of more than `longest` impacts are cut, and `most` impacts are resolved in all.

    The other arguments are those of `zwang.impact`. Raises NoAnswer and TimeLimit.
    """
    text = _zwang.orders_json(
        scene,
        most=most,
        longest=longest,
        restitution=restitution,
        threads=threads,
        time_limit=time_limit,
    )
    answer: Orders = _told(Orders, json.loads(text))
    return answer


def _told(kind: Any, told: Any) -> Any:
    """The value of JSON that a field of this kind has: members have the names of fields, and bodies
    are listed with their names."""
    kinds = get_args(kind)
    if kind is Fraction:
        return _zwang.fraction(told)
    if kind is int:
        return int(told)
    if get_origin(kind) is dict:
        return {body["name"]: _told(kinds[1], body) for body in told}
    if get_origin(kind) is tuple:
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(told)
        return tuple(_told(own, item) for own, item in zip(kinds, told))
    if not is_dataclass(kind):
        return told
    if kind is Impulse:
        first, second = told["bodies"]
        told = {**told, "first": first, "second": second}
    hints = get_type_hints(kind)
    return kind(**{name: _told(hints[name], told[name]) for name in hints})
