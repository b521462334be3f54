"""The door for numbers: whatever is exact comes in, a float is refused.

A float is a fraction with a power of two below, and hardly ever the one that was meant: 0.1 is
3602879701896397/36028797018963968. So a float is an error that says which fraction it is, unless
the caller says that this fraction is meant.
"""

from __future__ import annotations

import json
import numbers
import operator
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeAlias, Union

from zwang import _zwang
from zwang.errors import NumberError

Number: TypeAlias = int | Fraction | Decimal | str | numbers.Rational
"""An exact number: a text is an integer, a fraction "1/3" or a decimal "0.1", "1e-30"."""

Floats: TypeAlias = Union[Literal["refuse"], Literal["exact"], Literal["decimal"]]
"""The treatment of floats: they are refused, taken as the fractions that they are, or as the shortest
decimals that spell them, so that 0.1 is 1/10."""

FORMAT = "zwang-scene-1"

WORD = 64
"""Bits of integers that JSON has as numbers; longer ones are texts, as fractions are."""


def exact(value: object, *, floats: Floats = "refuse") -> Fraction:
    """The number as a fraction. It may be an int, a Fraction, a Decimal, a text such as "1/3",
    "0.1" or "1e-30", or anything else that is exact, from gmpy2, sympy, flint or numpy.

    With floats="exact" a float is the fraction that it is, with floats="decimal" the shortest decimal
    that spells it: 0.1 is 1/10.

    Raises TypeError for a float (unless `floats` says how it is taken), for a bool and for what is no number, and
    NumberError for a text that spells none and for nan and infinities.
    """
    return _fraction(value, _known(floats), "")


def spell(value: object, *, floats: Floats = "refuse") -> str:
    """The text "p" or "p/q" of an exact number in lowest terms, however long it is.

    `str` of an int or a Fraction raises ValueError beyond 4,300 digits. Raises what `exact` raises.
    """
    return _zwang.spell(exact(value, floats=floats))


def document(keys: object, floats: Floats) -> str:
    """A scene file in JSON with these keys, numbers as it spells them."""
    if not isinstance(keys, Mapping):
        raise TypeError(f"found {_named(keys)}; expected a dict with the keys of a scene file")
    plain = _plain(keys, _known(floats), "")
    plain.setdefault("format", FORMAT)
    return json.dumps(plain, ensure_ascii=False)


def _known(floats: str) -> str:
    """The treatment of floats."""
    if floats not in ("refuse", "exact", "decimal"):
        raise ValueError(f"floats: found {floats!r}; expected 'refuse', 'exact' or 'decimal'")
    return floats


def _fraction(value: object, floats: str, place: str) -> Fraction:
    if isinstance(value, str):
        return _zwang.number(value)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return Fraction(operator.index(value))
    if isinstance(value, numbers.Rational) and not isinstance(value, bool):
        return _quotient(value.numerator, value.denominator)
    if isinstance(value, Decimal):
        return _ratio(value, place)
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        ratio = _ratio(value, place)
        if floats == "exact":
            return ratio
        if floats == "decimal":
            # A double of numpy spells itself with its type, a float with the shortest decimal.
            return Fraction(repr(float(value)) if isinstance(value, float) else str(value))
        raise TypeError(_refused(value, ratio, place))
    if hasattr(value, "p") and hasattr(value, "q"):
        return _quotient(value.p, value.q)
    expected = 'an exact number, such as 2, Fraction(1, 3) or "1/3"'
    raise TypeError(f"{place}found {_named(value)}; expected {expected}")


def _quotient(above: Any, below: Any) -> Fraction:
    """Attributes in most packages, methods in some."""
    above = above() if callable(above) else above
    below = below() if callable(below) else below
    return Fraction(int(above), int(below))


def _ratio(value: Any, place: str) -> Fraction:
    try:
        above, below = value.as_integer_ratio()
    except (ValueError, OverflowError):
        raise NumberError(f"{place}found {value}; expected a finite number") from None
    return Fraction(above, below)


def _refused(value: object, ratio: Fraction, place: str) -> str:
    short = str(value)
    fraction = _zwang.spell(ratio)
    # A place is one in a dict, whose reader takes `floats`; other functions do not.
    way = "floats='decimal' or floats='exact'"
    if not place:
        way = f"or zwang.exact({short}, floats='decimal')"
    return (
        f"{place}found the float {short}, which is {fraction}; "
        f"expected an exact number, such as '{short}', {way}"
    )


def _plain(value: Any, floats: str, place: str) -> Any:
    """The value as JSON has it; `place` is where it stands."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Mapping):
        table = {}
        for key, item in value.items():
            if not isinstance(key, str):
                raise TypeError(f"{_said(place)}found the key {key!r}; expected a text")
            table[key] = _plain(item, floats, f"{place}.{key}" if place else key)
        return table
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        items = enumerate(value)
        return [_plain(item, floats, f"{place}[{index}]") for index, item in items]
    number = _fraction(value, floats, _said(place))
    if number.denominator == 1 and number.numerator.bit_length() <= WORD:
        return number.numerator
    return _zwang.spell(number)


def _said(place: str) -> str:
    return f"{place}: " if place else ""


def _named(value: object) -> str:
    """The value in a message."""
    if value is None or isinstance(value, bool):
        return repr(value)
    return f"a {type(value).__name__}"
