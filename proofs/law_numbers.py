"""Numbers of runs: complex numbers as pairs, rotations, and rounding; section 1 of RUN.md."""

import math
from fractions import Fraction


def product(p, q): return p[0] * q[0] - p[1] * q[1], p[0] * q[1] + p[1] * q[0]
def quarter_turn(p): return -p[1], p[0]


def rotation(t):
    """rot(t): the rotation whose half angle has the tangent t."""
    if not t:
        return Fraction(1), Fraction(0)
    y, x = t.numerator, t.denominator
    return Fraction(x * x - y * y, x * x + y * y), Fraction(2 * x * y, x * x + y * y)


def cayley(s):
    """cay(s)."""
    return rotation(s / 2)


def turned(p, n):
    """i^n p."""
    x, y = p
    return ((x, y), (-y, x), (-x, -y), (y, -x))[n % 4]


def nearest(number):
    """The nearest integer, ties away from zero."""
    return nearest_of(number.numerator, number.denominator)


def nearest_of(top, bottom):
    size = (2 * abs(top) + bottom) // (2 * bottom)
    return size if top >= 0 else -size


def rounded(number, bits):
    """[x]_p: the nearest multiple of 2^-bits, ties away from zero."""
    return Fraction(nearest_of(number.numerator << bits, number.denominator), 1 << bits)


def rounded_rotation(c, bits):
    return rounded(c[0], bits), rounded(c[1], bits)


def above(number, bits):
    """The least multiple of 2^-bits that is not smaller."""
    return Fraction(-(-(number.numerator << bits) // number.denominator), 2**bits)


def root_above(square, bits):
    """The least multiple of 2^-bits whose square is at least this."""
    top, bottom = square.numerator << (2 * bits), square.denominator
    return Fraction(whole_root_above(-(-top // bottom)), 2**bits)


def whole_root_above(square):
    """The least integer whose square is at least this one."""
    root = math.isqrt(square)
    return root + (root * root < square)


def coprime_along(gravity):
    """The vector of coprime integers along gravity, (1, 0) without gravity."""
    x, y = map(Fraction, gravity)
    if x == y == 0:
        return 1, 0
    common = math.lcm(x.denominator, y.denominator)
    x, y = int(x * common), int(y * common)
    return x // math.gcd(x, y), y // math.gcd(x, y)


def told(number):
    """A number for a message, by a few digits."""
    try:
        return f"{float(number):.3e}"
    except OverflowError:
        return "more than 1e308" if number > 0 else "less than -1e308"
