"""The file of a run: a header and one line for each step, all of them canonical JSON; section 9 of RUN.md.

A line of another form raises ValueError: such a file is not a run, and is neither accepted nor rejected. Shapes are those
of reading.py, but keys come in the order shown."""

import hashlib
import json
import re
import sys
from decimal import Context, Decimal
from fractions import Fraction
from types import SimpleNamespace

from law_numbers import whole_root_above
from reading import index, integer, line, need, plain, read_lists, read_scene, unexpected, whole

START = b'{"format":"zwang-run-2",'
FRACTION = re.compile("(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")
MOST_CHOICES, MOST_BYTES = 256, 2**26
# Each choice on a path takes four calls to read.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 8 * MOST_CHOICES))
MOST_CHARACTERS_IN_THE_HEADER, MOST_BYTES_OF_A_SCENE = 4096, 2**24
TOO_LONG = re.compile('"[-/0-9a-f]{65537}')


def read(value, shape):
    if type(shape) is not dict:
        return read_lists(value, shape, read)
    if type(value) is not dict or list(value) != list(shape):
        raise unexpected(value, f"not {[*shape]}")
    return SimpleNamespace(**{key: read(value[key], shape[key]) for key in shape})


def fraction(value):
    """A number as a string in lowest terms."""
    match = FRACTION.fullmatch(value) if type(value) is str else None
    if not match:
        raise unexpected(value, "expected a fraction")
    top, bottom = match.groups()
    if bottom is None:
        return Fraction(whole(top))
    denominator = whole(bottom)
    number = Fraction(whole(top), denominator)
    if denominator == 1 or number.denominator != denominator:
        raise unexpected(value, "expected a fraction in lowest terms")
    return number


def short_fraction(value):
    if type(value) is str and len(value) > MOST_CHARACTERS_IN_THE_HEADER:
        raise unexpected(value, "expected a shorter number")
    return fraction(value)


def one_of(*words):
    return plain(lambda value: type(value) is str and value in words, str)


def or_null(shape):
    def reader(value):
        return None if value is None else read(value, shape)
    return reader


def short_integer(digits):
    need(len(digits) <= 20, f"found {digits[:60]}, expected an integer below 2^64")
    return int(digits)


def canonical(data):
    """The JSON value of a line, which must be spelled in the one way that is left."""
    need(len(data) <= MOST_BYTES and data.endswith(b"\n"), "found a line without an end, or too long a line")
    text = data[:-1].decode("utf-8")
    value = json.loads(text, parse_int=short_integer)
    spelled = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    need(spelled == text, "found spaces, escapes, a key twice, or a number that can be spelled shorter")
    return value


def own_scene(header):
    """The scene that a run has with it."""
    need(len(header.scene_file.encode()) <= MOST_BYTES_OF_A_SCENE, "found too long a text")
    return read_scene(header.scene_file, True)


QUARTERS = plain(lambda value: type(value) is int and value in range(4), int)
MOTION = {"motion": [(integer,) * 3]}


def opening(value):
    """A motion over a power of two, or over a number."""
    if type(value) is dict and "over" in value:
        return SimpleNamespace(shift=None, **vars(read(value, {"over": integer} | MOTION)))
    return read(value, {"shift": index} | MOTION)


def force(value):
    """Row, φ, and ψ or None."""
    if type(value) is list and len(value) == 2:
        return *read(value, (index, integer)), None
    return read(value, (index, integer, integer))


FORCES = {"forces": [force], "pins": [(index, integer, integer)]}
STATE = (integer, integer, QUARTERS, integer, integer, integer, integer, integer, integer, integer)
HEADER = {"format": one_of("zwang-run-2"), "scene": line, "step": short_fraction, "grid": index, "touch": short_fraction,
          "radius": short_fraction, "law": short_fraction, "restitution": short_fraction,
          "pairs": [(index, index, short_fraction)], "rounds": index, "program": line}


def leaf(value):
    found = read(value, FORCES | {"opening": or_null(opening)})
    return SimpleNamespace(kind="leaf", **vars(found))


def node(value, depth=0):
    keys = value if type(value) is dict else {}
    if "bound" in keys:
        found = read(value, {"bound": FORCES["forces"], "pins": FORCES["pins"]})
        return SimpleNamespace(kind="bound", forces=found.bound, pins=found.pins)
    if "branches" not in keys:
        return leaf(value)
    need(list(value) == ["forces", "pins", "opening", "branches"], "found other keys of a choice")
    need(depth < MOST_CHOICES, f"found a tree with more than {MOST_CHOICES} choices on a path")
    found = leaf({key: value[key] for key in ("forces", "pins", "opening")})
    found.kind = "choice"
    found.branches = read(value["branches"], [lambda branch: node(branch, depth + 1)])
    return found


ROUND = {"unit": integer, "impulses": [force], "pins": FORCES["pins"]}
PART = {"length": index, "rounds": [ROUND], "programs": [node], "velocity": leaf}

def with_optional(value, shape, *optional):
    """What an object says in which some keys may be left out. They are None then."""
    given = value if type(value) is dict else {}
    found = read(value, {key: own for key, own in shape.items() if key in given or key not in optional})
    for key in optional:
        setattr(found, key, getattr(found, key, None))
    return found


def part(value):
    return with_optional(value, PART, "length")


GROUP = {"first": index, "grade": one_of("unique", "near", "relaxed"), "parts": [part]}


def read_header(data):
    return with_optional(canonical(data), HEADER | {"scene_file": line}, "scene_file")


def read_record(data):
    value = canonical(data)
    need(not TOO_LONG.search(data.decode()), "found too long a number")
    return with_optional(value, {"k": index, "groups": [GROUP], "state": [STATE]}, "state")


def in_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def root(square):
    """The least decimal with three digits that is not smaller than the root of a square."""
    if square == 0:
        return "0"
    # The least n with n² >= square / 100^power has three digits for one power: 99² < square /
    # 100^power <= 999².
    power = (len(str(square.numerator)) - len(str(square.denominator))) // 2 - 4
    while square > 999**2 * Fraction(100) ** power:
        power += 1
    least = square / Fraction(100) ** power
    digits = str(whole_root_above(-(-least.numerator // least.denominator)))
    return f"{digits[0]}.{digits[1:]}e{power + 2:+d}"


def inline(number, unit=""):
    """A number of at least 0 in a line of text: its decimal of up to six digits, or four digits with the fraction beside. A
    unit follows the decimal."""
    exact = Context(prec=6).divide(Decimal(number.numerator), Decimal(number.denominator)).normalize()
    if Fraction(exact) == number:
        return digits(exact) + unit
    rounded = Context(prec=4).divide(Decimal(number.numerator), Decimal(number.denominator))
    fraction = str(number)
    return f"≈ {digits(rounded)}{unit}" + f" (exactly {fraction})" * (len(fraction) <= 40)


def digits(decimal):
    """The digits of a decimal, with an exponent if it is small or large."""
    return f"{decimal:f}" if not decimal or -4 <= decimal.adjusted() <= 8 else f"{decimal:e}"


class Steps:
    """What checkers of runs in the plane and in space do alike: with `free` bodies, their `states`, in which the
    quarters of a turn are a plain number, and how many `steps` there were."""

    def skim(self, data):
        """Counts a step of which nothing is needed."""
        start = f'{{"k":{self.steps + 1},'.encode()
        need(data.startswith(start) and data.endswith(b"\n"), f"found {data[:60]}, expected {start} and a line end")
        self.steps += 1

    def believe(self, record):
        """Takes the state that a record before the first that is checked has."""
        need(record.k == self.steps + 1, f"found step {record.k}, expected step {self.steps + 1}")
        need(record.state is not None, f"found step {record.k} without a state, expected one where steps are left out")
        need(len(record.state) == len(self.free), "found a state of another number of bodies")
        self.states = dict(zip(self.free, map(self.as_state, record.state)))
        self.steps, self.enters = self.steps + 1, self.digest_of_the_state()

    def listed_state(self):
        """A state as a record has it."""
        return [[number if place == self.place_of_quarters else f"{number:x}" for place, number in enumerate(self.states[b])]
                for b in self.free]

    def digest_of_the_state(self):
        """The SHA-256 of that."""
        return hashlib.sha256(in_json(self.listed_state()).encode()).hexdigest()
