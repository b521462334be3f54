"""The door for numbers, held against `fractions`."""

from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import pytest
import zwang


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, Fraction(3)),
        (-(10**40), Fraction(-(10**40))),
        (Fraction(-2, 6), Fraction(-1, 3)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Decimal("-1.50e-3"), Fraction(-3, 2000)),
        ("1/3", Fraction(1, 3)),
        ("-0.25", Fraction(-1, 4)),
        ("1e-30", Fraction(1, 10**30)),
        (" 4 / 6 ", Fraction(2, 3)),
    ],
)
def test_what_is_exact_comes_in_as_it_is(value, expected):
    assert zwang.exact(value) == expected
    assert type(zwang.exact(value)) is Fraction


@pytest.mark.parametrize("value", [0.1, -1.5, 1e300, 2.0])
def test_a_float_is_refused_with_the_fraction_that_it_is(value):
    with pytest.raises(TypeError) as refused:
        zwang.exact(value)
    assert str(Fraction(value)) in str(refused.value)
    assert repr(value) in str(refused.value)
    assert zwang.exact(value, floats="exact") == Fraction(value)


def test_the_words_of_the_refusal():
    with pytest.raises(TypeError) as refused:
        zwang.exact(0.1)
    assert str(refused.value) == (
        "found the float 0.1, which is 3602879701896397/36028797018963968; "
        "expected an exact number, such as '0.1', or zwang.exact(0.1, floats='decimal')"
    )
    assert zwang.exact(0.1, floats="decimal") == Fraction(1, 10)
    # The reader of a dict takes `floats` itself.
    with pytest.raises(TypeError) as refused:
        zwang.Scene.from_dict({"name": "s", "gravity": [0, 0.1], "body": []})
    assert str(refused.value).endswith("such as '0.1', floats='decimal' or floats='exact'")
    with pytest.raises(TypeError, match="zwang.exact\\(0.5, floats='decimal'\\)"):
        zwang.families.arch(7, friction=0.5)


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), Decimal("-Infinity"), Decimal("nan")]
)
def test_what_is_not_finite_is_refused_in_any_case(value):
    with pytest.raises(zwang.NumberError, match="expected a finite number"):
        zwang.exact(value, floats="exact")


@pytest.mark.parametrize("text", ["", "x", "1/0", "0x10", "1_000", "1/3/5", "٣", "1.", "1e9999"])
def test_a_text_that_spells_no_number_is_refused(text):
    with pytest.raises(zwang.NumberError):
        zwang.exact(text)


@pytest.mark.parametrize("value", [None, True, [1], b"1", object(), 1j])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(TypeError, match="expected an exact number"):
        zwang.exact(value)


def test_floats_have_two_ways():
    with pytest.raises(ValueError, match="expected 'refuse', 'exact' or 'decimal'"):
        zwang.exact(1, floats="maybe")


def test_numbers_of_other_packages_come_in_by_their_parts():
    """Attributes as in sympy, methods as in some versions of flint."""
    assert zwang.exact(SimpleNamespace(p=6, q=4)) == Fraction(3, 2)
    assert zwang.exact(SimpleNamespace(p=lambda: -1, q=lambda: 7)) == Fraction(-1, 7)


def test_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    assert zwang.exact(numpy.int32(-7)) == -7
    assert zwang.exact(numpy.uint64(2**64 - 1)) == 2**64 - 1
    for refused in [numpy.float64(0.5), numpy.float32(0.1), numpy.float16(1)]:
        with pytest.raises(TypeError, match="which is"):
            zwang.exact(refused)
    assert zwang.exact(numpy.float32(0.1), floats="exact") == Fraction(13421773, 134217728)
    with pytest.raises(TypeError):
        zwang.exact(numpy.bool_(True))


def test_numbers_are_spelled_at_any_length():
    long = Fraction(10**20000 + 1, 3**9)
    with pytest.raises(ValueError):
        str(long)
    text = zwang.spell(long)
    above, below = text.split("/")
    assert above == "1" + 19999 * "0" + "1"
    assert int(below) == 3**9
    assert zwang.spell(Decimal("2.50")) == "5/2"
    assert zwang.spell(-4) == "-4"
    with pytest.raises(TypeError):
        zwang.spell(0.5)


def test_floats_may_be_the_decimals_that_spell_them():
    assert zwang.exact(0.1, floats="decimal") == Fraction(1, 10)
    assert zwang.exact(1e-30, floats="decimal") == Fraction(1, 10**30)
    assert zwang.exact(0.1, floats="exact") == Fraction(0.1)
    keys = {"name": "b", "body": [{"name": "b", "rectangle": {"center": [0, 0], "size": [0.1, 2]}}]}
    scene = zwang.Scene.from_dict(keys, floats="decimal")
    assert scene.bodies["b"].mass == Fraction(1, 5)
