"""Numbers of what an accepted proof says, as people read them (FORMAT.md, section 5): decimals first, fractions beside them."""

import math
from fractions import Fraction

DIGITS = 12
MOST_HALVINGS = 128


def exponent_of(value):
    """The e with 10^e <= value < 10^(e+1), of a number above 0."""
    e = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000
    while value < Fraction(10)**e:
        e -= 1
    while value >= Fraction(10)**(e + 1):
        e += 1
    return e


def with_point(figures, e):
    """The decimal whose first figure counts 10^e."""
    if not -5 < e < 9:
        return figures[0] + ("." if figures[1:] else "") + figures[1:] + f"e{e}"
    if e < 0:
        return "0." + "0" * (-e - 1) + figures
    return figures.ljust(e + 1, "0") if len(figures) <= e + 1 else f"{figures[:e + 1]}.{figures[e + 1:]}"


def written(e, integer, exact):
    """The decimal of integer times 10^(e - DIGITS + 1), without zeros at its end if it is exact."""
    figures = str(integer)
    if len(figures) > DIGITS:
        figures, e = figures[:-1], e + 1
    return with_point(figures.rstrip("0") if exact else figures, e)


def decimal(value):
    """The nearest decimal of so many figures, of two the one that ends evenly; and whether it is the number itself."""
    if value == 0:
        return "0", True
    e = exponent_of(abs(value))
    scaled = abs(value) * Fraction(10)**(DIGITS - 1 - e)
    integer = round(scaled)
    exact = integer == scaled
    return "-" * (value < 0) + written(e, integer, exact), exact


def told(value, unit=""):
    text, exact = decimal(value)
    return f"{text}{unit}" if exact else f"≈ {text}{unit} (exactly {value})"


def told_square_root(square):
    """The root of a number that is not below 0."""
    if square == 0:
        return "0"
    e = exponent_of(square) // 2
    scaled = square * Fraction(100)**(DIGITS - 1 - e)
    integer = math.isqrt(int(scaled))
    exact = integer * integer == scaled
    half_way = (2 * integer + 1)**2
    integer += half_way < 4 * scaled or half_way == 4 * scaled and integer % 2
    text = written(e, integer, exact)
    return text if exact else f"≈ {text} (exactly √({square}))"


def value_at(polynomial, top, bottom):
    """Times the power of bottom that makes it an integer."""
    value, power = 0, 1
    for coefficient in reversed(polynomial):
        value, power = value * top + coefficient * power, power * bottom
    return value


def decimal_of_root(polynomial, low, high):
    """The decimal of the root between two numbers: the interval is halved until both ends have the same one. None if that
    takes too long."""
    bottom = low.denominator * high.denominator
    a, b = int(low * bottom), int(high * bottom)
    is_negative_below = value_at(polynomial, a, bottom) < 0
    for _ in range(MOST_HALVINGS):
        text = decimal(Fraction(a, bottom))[0]
        if text == decimal(Fraction(b, bottom))[0]:
            found = Fraction(text)
            is_root = low <= found <= high and value_at(polynomial, found.numerator, found.denominator) == 0
            return decimal(found)[0] if is_root else f"≈ {text}"
        middle, bottom = a + b, 2 * bottom
        value = value_at(polynomial, middle, bottom)
        is_below = value == 0 or (value < 0) == is_negative_below
        is_above = value == 0 or (value < 0) != is_negative_below
        a, b = middle if is_below else 2 * a, middle if is_above else 2 * b
    return None
