"""The two files of a check, by sections 1, 2 and 7 to 10 of FORMAT.md: what a scene says, its digest, and what a proof says.

A *shape* says what is expected of a JSON or TOML value: {key: shape}, where a key with `?` may be left out; [shape of all
items]; (shape of each item, …); or a function. A value of another shape raises ValueError: the file is not of the format."""

import hashlib, json, math, operator, re, sys, tomllib
from fractions import Fraction
from functools import lru_cache
from types import SimpleNamespace

sys.set_int_max_str_digits(0)
NONE = Fraction(0)


def need(holds, message):
    if not holds:
        raise ValueError(message)


def add(p, q): return tuple(map(operator.add, p, q))
def sub(p, q): return tuple(map(operator.sub, p, q))
def cross(p, q): return p[0] * q[1] - p[1] * q[0]
def scale(s, p): return tuple([s * x for x in p])


def dot(p, q):
    """Begins with a product, as a sum of 0 and a Fraction takes longer than one of two of these."""
    products = map(operator.mul, p, q)
    return sum(products, next(products, 0))


def unexpected(value, expected):
    """The error of a value that does not belong there. It is spelled only where there is an error: values are long."""
    return ValueError(f"found {str(value)[:60]}, {expected}")


@lru_cache(maxsize=256)
def keys(names):
    """Of the keys of a shape those that are required, and all, each with its name in the shape."""
    return {name for name in names if name[-1] != "?"}, {name.rstrip("?"): name for name in names}


def read(value, shape):
    if type(shape) is not dict:
        return read_lists(value, shape, read)
    required, known = keys(tuple(shape))
    if type(value) is not dict or not required <= value.keys() <= known.keys():
        raise unexpected(value, f"not {[*shape]}")
    return SimpleNamespace(**{key: read(value[key], shape[name]) if key in value else None for key, name in known.items()})


def read_lists(value, shape, read):
    """What is no table, by a function or by shapes of its items; tables are read by `read`."""
    if callable(shape):
        return shape(value)
    many = type(shape) is list
    if type(value) is not list or not many and len(value) != len(shape):
        raise unexpected(value, "expected a list")
    if many:
        return [*map(shape[0], value)] if callable(shape[0]) else [read(item, shape[0]) for item in value]
    return tuple([one(item) if callable(one) else read(item, one) for item, one in zip(value, shape)])


def one_line(text):
    """The text without anything that could start a new line."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", text)


def plain(holds, convert):
    def reader(value):
        if not holds(value):
            raise unexpected(value, "which does not belong there")
        return convert(value)
    return reader


def spelled(value):
    """A value of a message in at most a few hundred characters. The digits of long numbers are not computed."""
    if type(value) is Fraction and value.denominator != 1:
        return f"{spelled(value.numerator)}/{spelled(value.denominator)}"
    if type(value) in (int, Fraction):
        size = int(value).bit_length()
        return str(value) if size <= 1024 else f"{'-' * (value < 0)}{abs(int(value)) >> size - 32:#x}… ({size} bits)"
    if type(value) in (list, tuple):
        shown = [*map(spelled, value[:8]), *["…"] * (len(value) > 8)]
        return f"[{', '.join(shown)}]"[:400]
    return str(value)[:400]


def whole(digits):
    """The integer that decimal digits spell, perhaps with a sign. Python's own way takes time that grows as the square of
    their number; long ones are put together from halves, by products."""
    if len(digits) <= 2048:
        return int(digits)
    size = abs_of_digits(digits.lstrip("+-"), {})
    return -size if digits[0] == "-" else size


def abs_of_digits(digits, powers):
    if len(digits) <= 2048:
        return int(digits)
    low = len(digits) // 2
    if low not in powers:
        powers[low] = 5**low
    return (abs_of_digits(digits[:-low], powers) * powers[low] << low) + abs_of_digits(digits[-low:], powers)


class Spelled(str):
    """A number that stands in a file without quotes."""


MOST_CHARACTERS, LARGEST_EXPONENT = 4096, 1000
NUMBER = re.compile(r" *([+-]?[0-9]+)(?: */ *(0*[1-9][0-9]*)|(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?) *")


@lru_cache(maxsize=2**16, typed=True)
def number_of(value):
    """The number that an integer or a text is, or None."""
    if type(value) is int and -10**18 < value < 10**18:
        return Fraction(value)
    text = str(value)
    if len(text) <= 18 and text.isascii() and text.isdecimal():
        return Fraction(int(text))
    match = NUMBER.fullmatch(text)
    if not match or len(text.strip(" ")) > MOST_CHARACTERS:
        return None
    whole, denominator, decimals, exponent = match.groups()
    if denominator:
        return Fraction(int(whole), int(denominator))
    if exponent is None and decimals is None:
        return Fraction(int(whole))
    if abs(int(exponent or 0)) > LARGEST_EXPONENT:
        return None
    power = int(exponent or 0) - len(decimals or "")
    return int(whole + (decimals or "")) * Fraction(10) ** power


def number(value):
    found = number_of(value) if type(value) in (int, str, Spelled) else None
    if found is None:
        raise unexpected(value, "expected a number")
    return found


def point(value):
    if type(value) is not list or len(value) != 2:
        raise unexpected(value, "expected a list of two numbers")
    return number(value[0]), number(value[1])


def positive(value):
    found = number(value)
    if found <= 0:
        raise unexpected(value, "expected a positive number")
    return found


def rounded(point):
    """The shape of a part that is a list of points, or a table with these as its core and a radius; of both the points and the
    radius."""
    def reader(value):
        if type(value) is dict:
            return read(value, {"vertices": [point], "radius": positive})
        return SimpleNamespace(vertices=read(value, [point]), radius=NONE)
    return reader


def not_negative(value):
    found = number(value)
    if found < 0:
        raise unexpected(value, "expected a number that is not negative")
    return found


def share(value):
    found = number(value)
    if not 0 <= found <= 1:
        raise unexpected(value, "expected a number from 0 to 1")
    return found


def fraction(value):
    need(type(value) is str and str(number(value)) == value, f"found {str(value)[:60]}, expected a fraction in lowest terms")
    return number(value)


def end_of_a_bracket(value):
    need(type(value) is str and len(value) <= 1024, f"found {str(value)[:60]}, expected a fraction of at most 1024 characters")
    return fraction(value)


def case(value):
    found = read(value, OPTIMAL if type(value) is dict and "motion" in value else IMPOSSIBLE)
    return SimpleNamespace(**{"denominator": 1, "motion": None, "idle": None} | vars(found))


def statics_case(value):
    found = read(value, FALLING if type(value) is dict and "velocity" in value else HELD)
    return SimpleNamespace(**{"denominator": 1, "forces": [], "pins": [], "velocity": None} | vars(found))


def system(value):
    return SimpleNamespace(**{"sides": [], "velocity": None} | vars(read(value, SYSTEM)))


def friction_group(value):
    keys = value if type(value) is dict else {}
    shape = MOVING if "leaves" not in keys else STANDING if "answers" in keys else STUCK
    found = read(value, shape)
    return SimpleNamespace(**{"answers": [], "leaves": [], "stands": shape is STANDING} | vars(found))


def leaf(value):
    return SimpleNamespace(**{"sides": [], "denominator": 1} | vars(read(value, LEAF)))


def separation(value):
    need(type(value) is list and len(value) > 4, f"found {str(value)[:60]}, expected a separation")
    by_vector = len(value) == 8 and index(value[4]) == 3
    need(by_vector or len(value) == 6, f"found {str(value)[:60]}, expected a separation")
    numbers = integer if by_vector else index
    return *map(index, value[:5]), *map(numbers, value[5:])


def separation_in_space(value):
    lengths = {0: 6, 1: 6, 2: 9, 3: 9}
    need(type(value) is list and len(value) > 4 and lengths.get(index(value[4])) == len(value),
         f"found {str(value)[:60]}, expected a separation")
    numbers = integer if value[4] == 3 else index
    return *map(index, value[:5]), *map(numbers, value[5:])


def statics_group_in_space(value):
    falls = type(value) is dict and "velocity" in value
    shape = {"bodies": [index], "velocity": [SIX_NUMBERS]} if falls else {"bodies": [index], "tree": [statics_entry_in_space]}
    return SimpleNamespace(**{"tree": None, "velocity": None} | vars(read(value, shape)))


def threshold_group_in_space(value):
    shape = {"bodies": [index], "denominator": integer, "forces": [(index, *VECTOR)]}
    if type(value) is dict and ("velocity" in value or "drift" in value):
        shape |= {"velocity": [SIX_NUMBERS], "drift": [SIX_NUMBERS]}
    return SimpleNamespace(**{"tree": None, "velocity": None, "drift": None} | vars(read(value, shape)))


def end_in_space(value):
    """An end of a range. A velocity alone is one case, which fixes no side."""
    keys = value if type(value) is dict else {}
    shape = {"stress": index, "system?": index} if "stress" in keys else {"system": index}
    if "stress" not in keys or {"cases", "bound", "denominator", "velocity"} & keys.keys():
        shape |= {"cases": [CASE_IN_SPACE]} if "cases" in keys else {"denominator": integer, "velocity": [SIX_NUMBERS]}
        shape |= {"bound": (integer, integer)} if "bound" in keys else {}
        need("bound" in keys or "stress" not in keys, f"found {str(value)[:60]}, expected `bound` beside `stress` and velocities")
    found = {"stress": None, "system": None, "bound": None, "cases": []} | vars(read(value, shape))
    if "velocity" in found:
        found["cases"] = [SimpleNamespace(sides=[], denominator=found.pop("denominator"), velocity=found.pop("velocity"))]
    found["system"] = found["system"] or 0
    return SimpleNamespace(**found)


def ranges_group_in_space(value):
    entries = [(index, index, end_in_space, end_in_space)]
    at_corners = [(index, VECTOR, [VECTOR])]
    forces = [{"denominator": integer, "forces": [(index, *VECTOR)], "corners?": at_corners, "joints?": [(index, [integer])]}]
    shape = {"bodies": [index], "systems": forces, "stresses": forces, "forces": entries, "faces": entries, "corners?": entries,
             "joints?": entries, "gaps?": dict.fromkeys(["forces", "faces", "corners", "joints"], entries)}
    found = SimpleNamespace(**{"tree": None, "velocity": None, "gaps": None} | vars(read(value, shape)))
    for listed in (found, *found.systems, *found.stresses):
        listed.joints = getattr(listed, "joints", None) or []
        listed.corners = getattr(listed, "corners", None) or []
    return found


def mode_in_space(value):
    """An entry of a tree of modes: a split, or a leaf."""
    keys = value if type(value) is dict else {}
    shape = {"gravity": integer, "velocity": [SIX_NUMBERS], "weights": [(index, *VECTOR)]}
    if "opens" in keys:
        shape = {"opens": index}
    elif "slides" in keys:
        shape = {"slides": index, "along": VECTOR}
    return SimpleNamespace(**dict.fromkeys(["opens", "slides", "along", "velocity"]) | vars(read(value, shape)))


def coulomb_group_in_space(value):
    shape = {"bodies": [index], "denominator": integer, "forces": [(index, *VECTOR)]}
    kinds = {"motion": [SIX_NUMBERS], "direction": [SIX_NUMBERS], "tree": [mode_in_space]}
    own = [key for key in kinds if type(value) is dict and key in value]
    need(len(own) < 2, f"found {own}, expected one of them")
    found = vars(read(value, shape | {key: kinds[key] for key in own}))
    modes = found.pop("tree", None)
    return SimpleNamespace(**dict.fromkeys(["motion", "direction", "velocity", "tree"]) | found | {"modes": modes})


def weight(value):
    need(0 <= index(value) < 2**32, f"found {str(value)[:60]}, expected an integer below 2^32")
    return value


def statics_entry_in_space(value):
    found = entry_in_space(value, HELD_IN_SPACE)
    found.bonds = getattr(found, "bonds", None) or []
    return found


def entry_in_space(value, leaf=None):
    """An entry of a tree: a leaf, or a split."""
    shape = leaf or LEAF_IN_SPACE
    if type(value) is dict and "corner" in value:
        shape = {"corner": index, "between": (weight, weight)} if "between" in value else {"corner": index, "vertex": index}
    found = SimpleNamespace(**{"corner": None, "between": None, "velocity": None} | vars(read(value, shape)))
    found.joints = getattr(found, "joints", None) or []
    return found


def group_in_space(value):
    return SimpleNamespace(velocity=None, **vars(read(value, {"bodies": [index], "tree": [entry_in_space], "answers": [index]})))


def end(value):
    """An end of a range. A velocity alone is one case, which fixes no side."""
    keys = value if type(value) is dict else {}
    found = vars(read(value, OPEN if "stress" in keys else DIVIDED if "cases" in keys else BOUNDED))
    if "velocity" in found:
        found["cases"] = [SimpleNamespace(sides=[], denominator=found.pop("denominator"), velocity=found.pop("velocity"))]
    found["system"] = found.get("system") or 0
    return SimpleNamespace(**{"stress": None, "cases": []} | found)


def threshold(value):
    keys = value if type(value) is dict else {}
    vary = keys.get("vary")
    if vary == "friction":
        shape = BETWEEN_FRICTIONS if {"stands", "falls"} <= keys.keys() else ENOUGH if "stands" in keys else NO_FRICTION
        need(not {"root", "open"} <= keys.keys(), "found both `root` and `open`, expected one of them")
    else:
        shape = ENDLESS if "endless" in keys else BETWEEN if "stands" in keys else FALLS
        shape = shape | ({"vary": variable_of_a_load, "load": text} if vary == "load" else {"vary": variable})
    absent = dict.fromkeys(["load", "stands", "falls", "root", "open", "endless", "never", "opposite"])
    return SimpleNamespace(**absent | vars(read(value, shape)))


index = plain(lambda value: type(value) is int and 0 <= value < 2**64, lambda value: value)
truth = plain(lambda value: type(value) is bool, bool)
line = plain(lambda value: type(value) is str and not re.search(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", value), str)
name = plain(lambda value: value != "", line)
text = plain(lambda value: type(value) is str and not re.search(r"[\ud800-\udfff]", value), str)
variable = plain(lambda value: value in ("tilt", "gx", "gy"), line)
variable_friction = plain(lambda value: value == "friction", line)
way = plain(lambda value: value in ("larger", "smaller"), line)
variable_of_a_load = plain(lambda value: value == "load", line)
law = plain(lambda value: value in ("coulomb", "convex"), line)
expectation = plain(lambda value: value in ("stands", "can stand", "falls", "rests", "moves", "ambiguous", "impossible"), line)
INTEGER = re.compile("0|-?[1-9a-f][0-9a-f]*")
integer = plain(lambda value: type(value) is str and len(value) <= 2**16 and INTEGER.fullmatch(value), lambda text: int(text, 16))
POINT, TRIPLE, SIX = point, (integer,) * 3, (index,) * 6
BODY = {"name": name, "fixed?": truth, "parts?": [rounded(POINT)],
        "rectangle?": {"center": POINT, "size": (positive,) * 2, "radius?": positive},
        "disk?": {"center": POINT, "radius": positive}, "capsule?": {"from": POINT, "to": POINT, "radius": positive},
        "density?": positive, "mass?": positive, "inertia?": positive, "centroid?": POINT,
        "velocity?": POINT, "spin?": number, "friction?": not_negative, "restitution?": share, "force?": POINT,
        "torque?": number}
LOAD = {"name": name, "body": name, "at?": POINT, "force?": POINT, "torque?": number}
PAIR = {"bodies": (name, name), "friction?": not_negative, "restitution?": share}
SCENE = {"format": name, "name": name, "title?": line, "expect?": expectation, "gravity?": POINT, "body": [BODY],
         "friction?": not_negative, "pin?": [{"bodies": [name], "at": POINT, "collide?": truth}], "$schema?": line,
         "restitution?": share, "pair?": [PAIR], "load?": [LOAD]}
IMPOSSIBLE = {"sides": [(index, index)], "forces": [(index, integer)], "pins": [(index, integer, integer)]}
OPTIMAL = IMPOSSIBLE | {"denominator": integer, "motion": [TRIPLE], "idle?": [TRIPLE]}
VECTORS = [(index, integer, integer)]
SYSTEM = {"denominator": integer, "forces": VECTORS, "pins": VECTORS}
HELD = SYSTEM | {"sides": [(index, index)]}
FALLING = {"sides": [(index, index)], "velocity": [TRIPLE]}
LEAF = {"modes": [(index, index)], "gravity": integer, "forces": VECTORS, "pins": VECTORS}
ANSWER = HELD | {"motion": [TRIPLE]}
MOVING = {"bodies": [index], "answers": [ANSWER]}
STUCK = {"bodies": [index], "leaves": [leaf]}
STANDING = {"bodies": [index], "answers": (ANSWER,), "leaves": [leaf]}
SYMMETRY = {"denominator": integer, "matrix": ((integer,) * 2,) * 2, "shift": (integer,) * 2, "bodies": [index]}
BOUNDED, OPEN = {"system": index, "denominator": integer, "velocity": [TRIPLE]}, {"stress": index, "system?": index}
DIVIDED = {"system": index, "cases": [{"sides": [(index, index)], "denominator": integer, "velocity": [TRIPLE]}]}
ENTRIES = [(index, index, end, end)]
RANGES = {"bodies": [index], "systems": [system], "stresses": [system], "forces": ENTRIES, "pins": ENTRIES}
MOVING_RANGES = RANGES | {"denominator": integer, "motion": [TRIPLE]}
RANGES = RANGES | {"corners?": ENTRIES, "gaps?": {"forces": ENTRIES, "corners": ENTRIES, "pins": ENTRIES}}
LISTS = {"format": text, "scene": text, "separations": [separation], "contacts": [SIX], "corners": [([index], [index])]}
SIX_NUMBERS = (integer,) * 6
VECTOR = (integer,) * 3
CASE_IN_SPACE = {"sides": [(index, index)], "halves?": [(index, [index])], "denominator": integer, "velocity": [SIX_NUMBERS]}
HELD_IN_SPACE = {"denominator": integer, "forces": [(index, *VECTOR)], "rows": [(index, integer)],
                 "corners": [(index, VECTOR, [VECTOR])], "bonds?": [(index, integer)], "joints?": [(index, [integer])]}
LEAF_IN_SPACE = {"denominator": integer, "motion": [SIX_NUMBERS], "forces": [(index, integer)], "rows": [(index, integer)],
                 "joints?": [(index, [integer])]}
LISTS_IN_SPACE = {"format": text, "scene": text, "separations": [separation_in_space]}
PROOFS = {"zwang-proof-1": LISTS | {"groups": [{"bodies": [index], "cases": [case], "answers": [index]}]},
          "zwang-statics-1": LISTS | {"groups": [{"bodies": [index], "cases": [statics_case]}]},
          "zwang-ranges-1": LISTS | {"groups": [RANGES]},
          "zwang-moving-ranges-1": LISTS | {"groups": [MOVING_RANGES]},
          "zwang-space-statics-1": LISTS_IN_SPACE | {"groups": [statics_group_in_space]},
          "zwang-space-proof-1": LISTS_IN_SPACE | {"groups": [group_in_space]},
          "zwang-space-threshold-1": LISTS_IN_SPACE | {"square": (integer, integer), "groups": [threshold_group_in_space]},
          "zwang-space-ranges-1": LISTS_IN_SPACE | {"groups": [ranges_group_in_space]},
          "zwang-space-coulomb-1": LISTS_IN_SPACE | {"groups": [coulomb_group_in_space]},
          "zwang-friction-1": LISTS | {"law": law, "symmetries?": [SYMMETRY], "groups": [friction_group]}}
SAMPLE = {"at": fraction, "proof": PROOFS["zwang-statics-1"]}
ELEMENT = [integer]
ELEMENTS = [(index, ELEMENT, ELEMENT)]
HELD_AT_THE_ROOT = {"sides": [(index, index)], "denominator": integer, "forces": ELEMENTS, "pins": ELEMENTS}
ROOT = {"polynomial": ELEMENT, "between": (end_of_a_bracket,) * 2, "halvings": index,
        "groups": [{"cases": [HELD_AT_THE_ROOT]}], "group": index, "velocity": [(ELEMENT,) * 3], "drift": [(ELEMENT,) * 3]}
OPEN_ABOVE = {"groups": [{"cases": [{"sides": [(index, index)], "systems": [SYSTEM]}]}]}
NEVER = {"group": index, "velocities": [[TRIPLE]]}
HEAD = {"format": text, "scene": text}
ENOUGH = HEAD | {"vary": variable_friction, "stands": SAMPLE}
BETWEEN_FRICTIONS = ENOUGH | {"falls": SAMPLE, "root?": ROOT, "open?": OPEN_ABOVE}
NO_FRICTION = HEAD | {"vary": variable_friction, "falls": SAMPLE, "never": NEVER}
BETWEEN = HEAD | {"stands": SAMPLE, "falls": SAMPLE}
ENDLESS = HEAD | {"stands": SAMPLE, "endless": {"towards": way, "proof": PROOFS["zwang-statics-1"]}}
FALLS = HEAD | {"falls": SAMPLE, "opposite?": SAMPLE}
PROOFS["zwang-threshold-1"] = threshold


def unique(pairs):
    found = dict(pairs)
    need(len(found) == len(pairs), "found a key twice")
    return found


def edges(part):
    """Ends and outward normal of every edge."""
    return [(p, q, (q[1] - p[1], p[0] - q[0])) for p, q in zip(part, part[1:] + part[:1])]


def edge(part, e):
    """Ends and outward normal of an edge."""
    p, q = part[e], part[(e + 1) % len(part)]
    return p, q, (q[1] - p[1], p[0] - q[0])


def whole_edges(part):
    """Per edge of a part a unit, the least common multiple of the denominators of its ends, and the ends as integers over
    it."""
    found, ratios = [], [(*x.as_integer_ratio(), *y.as_integer_ratio()) for x, y in part]
    for (x, a, y, b), (u, c, v, d) in zip(ratios, ratios[1:] + ratios[:1]):
        if a == b == c == d:
            found.append((a, x, y, u, v))
        else:
            unit = math.lcm(a, b, c, d)
            found.append((unit, x * (unit // a), y * (unit // b), u * (unit // c), v * (unit // d)))
    return found


def turn(outline):
    """Of a strictly convex polygon, by its `whole_edges`, the way it turns: 1 anticlockwise, -1 clockwise. 0 of any other
    list. It is one if all turns go one way, and its edges change once from going right to going left and once back,
    vertical edges counted with the side they turn to."""
    directions = [(u - x, v - y) for _, x, y, u, v in outline]
    turns = [dx * ey - dy * ex for (dx, dy), (ex, ey) in zip(directions, directions[1:] + directions[:1])]
    right = [d > (0, 0) for d in directions]
    changes = sum(map(operator.ne, right, right[1:] + right[:1]))
    if len(outline) < 3 or changes != 2:
        return 0
    return 1 if min(turns) > 0 else -1 if max(turns) < 0 else 0


class Work:
    """How much work the bodies of a scene are, by the limits of section 1."""

    def __init__(self):
        self.squares = self.long = self.wide = 0

    def add(self, name, numbers):
        """Counts the numbers of a body, and tells how long they are over a common denominator."""
        ratios = [x.as_integer_ratio() for x in numbers]
        common, longest = 1, max([abs(top) for top, _ in ratios], default=0).bit_length()
        for denominator in {denominator for _, denominator in ratios}:
            common = math.lcm(common, denominator)
            need(common.bit_length() + longest <= 2**17, f"body `{name}`: its coordinates are too long over a common denominator")
        width = common.bit_length() + longest
        self.squares += width**2
        if width > 256:
            sizes = [top.bit_length() + denominator.bit_length() for top, denominator in ratios]
            self.long += sum(size for size in sizes if size > 256)
            self.wide += width * len(ratios)
        need(self.squares <= 2**34 and self.long <= 2**23 and self.wide <= 2**27, f"body `{name}`: the scene has too many long coordinates")
        return width


def integrals(outlines):
    """Of all parts of a body, by their `whole_edges`, over U^2, U^3 and U^4 for the common denominator U: the sums of
    section 1. Those of edges over one unit are added up first."""
    sums = {}
    for outline in outlines:
        for unit, x, y, u, v in outline:
            w = x * v - y * u
            own = w * (x * x + y * y + x * u + y * v + u * u + v * v)
            if unit in sums:
                area, along, across, second = sums[unit]
                sums[unit] = area + w, along + w * (x + u), across + w * (y + v), second + own
            else:
                sums[unit] = w, w * (x + u), w * (y + v), own
    return added([*sums.items()], (2, 3, 3, 4))


def added(sums, powers):
    """The sum of lists of numbers, each over powers of a unit: (unit, numbers), over powers of their common unit."""
    if len(sums) == 1:
        return sums[0]
    halves = added(sums[:len(sums) // 2], powers), added(sums[len(sums) // 2:], powers)
    unit = math.lcm(halves[0][0], halves[1][0])
    factors = [[(unit // own) ** power for power in powers] for own, _ in halves]
    return unit, tuple(sum(f[k] * numbers[k] for f, (_, numbers) in zip(factors, halves)) for k in range(len(powers)))


def parts_of(body):
    """Each with its points and its radius."""
    given = [key for key in ("parts", "rectangle", "disk", "capsule") if getattr(body, key) is not None]
    need(len(given) == 1, f"body `{body.name}`: found {given}, expected one of parts, rectangle, disk and capsule")
    if body.disk:
        return [SimpleNamespace(vertices=[body.disk.center], radius=body.disk.radius)]
    if body.capsule:
        ends = [getattr(body.capsule, end) for end in ("from", "to")]
        need(ends[0] != ends[1], f"body `{body.name}`: found a capsule from a point to the same one")
        return [SimpleNamespace(vertices=ends, radius=body.capsule.radius)]
    if body.rectangle:
        (left, right), (bottom, top) = map(ends_of_side, body.rectangle.center, body.rectangle.size)
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        return [SimpleNamespace(vertices=corners, radius=body.rectangle.radius or NONE)]
    return body.parts


def ends_of_side(middle, length):
    """middle - length / 2 and middle + length / 2."""
    (place, below), (size, under) = middle.as_integer_ratio(), length.as_integer_ratio()
    place, half, unit = 2 * place * under, size * below, 2 * below * under
    return Fraction(place - half, unit), Fraction(place + half, unit)


def turn_of_core(points, outline, radius):
    """Like `turn`; the core of a rounded part may be a point, or a segment."""
    if radius and len(points) in (1, 2):
        return len(set(points)) == len(points)
    return turn(outline)


def complete_rounded(body):
    """Of a free body with a rounded part mass is given, since its area involves π; its inertia too, unless it is a disk."""
    body.velocity, body.spin, body.fixed = body.velocity or (NONE, NONE), body.spin or NONE, body.fixed or False
    alone, points = len(body.parts) == 1, body.parts[0]
    need(body.mass is not None or body.inertia is None, f"body `{body.name}`: found an inertia without mass")
    need(body.inertia is not None or body.centroid is None, f"body `{body.name}`: found a centroid without mass and inertia")
    if body.fixed:
        return
    need(body.mass is not None and body.density is None, f"body `{body.name}`: found no mass, or a density, of a rounded body")
    if body.inertia is None:
        need(alone and len(points) == 1, f"body `{body.name}`: found no inertia of a rounded body")
        body.inertia = body.mass * body.radii[0]**2 / 2
    if body.centroid is None:
        has_center = body.rectangle is not None or alone and len(points) <= 2
        need(has_center, f"body `{body.name}`: found no centroid of a rounded body")
        body.centroid = tuple(Fraction(sum(column), len(points)) for column in zip(*points))


def complete_without_parts(body):
    """Mass, inertia and centroid are given of a body that has no area."""
    need(not body.fixed, f"body `{body.name}`: found no parts of a fixed body")
    given = None not in (body.mass, body.inertia, body.centroid) and body.density is None
    need(given, f"body `{body.name}`: found no mass, inertia or centroid, or a density, of a body without parts")
    body.velocity, body.spin, body.fixed = body.velocity or (NONE, NONE), body.spin or NONE, False


def complete(body, work):
    """Turns clockwise parts, and fills in what a body leaves out."""
    of_free_bodies = "density", "mass", "inertia", "centroid", "velocity", "spin", "force", "torque"
    given = [key for key in of_free_bodies if getattr(body, key) is not None] if body.fixed else []
    need(not given, f"body `{body.name}`: found {given} of a fixed body")
    parts = parts_of(body)
    body.parts, body.radii = [part.vertices for part in parts], [part.radius for part in parts]
    work.add(body.name, [x for part in body.parts for point in part for x in point] + [radius for radius in body.radii if radius])
    outlines = [*map(whole_edges, body.parts)]
    turns = [*map(turn_of_core, body.parts, outlines, body.radii)]
    need(all(turns), f"body `{body.name}`: a part is not strictly convex")
    for p, way in enumerate(turns):
        if way < 0:
            body.parts[p].reverse()
            outlines[p] = whole_edges(body.parts[p])
    body.outlines = outlines
    if not parts:
        complete_without_parts(body)
        return
    if any(body.radii):
        complete_rounded(body)
        return
    unit, (area, x, y, second) = integrals(outlines)
    with_mass, given = body.mass is not None, body.inertia is not None
    need(with_mass or not given, f"body `{body.name}`: found an inertia without mass")
    need(given or body.centroid is None, f"body `{body.name}`: found a centroid without mass and inertia")
    need(not with_mass or body.density is None, f"body `{body.name}`: found mass and density")
    body.velocity, body.spin, body.fixed = body.velocity or (NONE, NONE), body.spin or NONE, body.fixed or False
    body.centroid = body.centroid or (Fraction(x, 3 * unit * area), Fraction(y, 3 * unit * area))
    if not given:
        # Mass over the area, 2 unit^2 times: top / bottom.
        top, bottom = body.mass.as_integer_ratio() if with_mass else (body.density or 1).as_integer_ratio()
        bottom *= area if with_mass else 2 * unit**2
        body.mass = Fraction(top * area, bottom)
        body.inertia = Fraction(top * (3 * second * area - 2 * (x * x + y * y)), bottom * 18 * unit**2 * area)


def loads_of(scene, names):
    """All loads by name, those that bodies have in their own entries included, with what they leave out."""
    own = [SimpleNamespace(name=body.name, body=body.name, at=None, force=body.force, torque=body.torque)
           for body in scene.bodies if body.force is not None or body.torque is not None]
    found, sizes = {}, {}
    for load in own + (scene.load or []):
        need(load.name not in found, f"found two loads `{load.name}`")
        need(load.body in names, f"found a load of `{load.body}`, expected the name of a body")
        body = scene.bodies[names[load.body]]
        need(not body.fixed, f"found the load `{load.name}` of a fixed body")
        need(load.force is not None or load.torque is not None, f"load `{load.name}`: found neither force nor torque")
        load.at, load.force, load.torque = load.at or body.centroid, load.force or (0, 0), load.torque or 0
        found[load.name] = load
        numbers = [*load.force, load.torque, *(load.at if load.at != body.centroid else ())]
        sizes[load.body] = sizes.get(load.body, 0) + sum(map(bits_of, map(Fraction, numbers)))
        need(sizes[load.body] <= 2**16, f"body `{load.body}`: its loads have numbers that are too long together")
    return found


def bits_of(number):
    return number.numerator.bit_length() + number.denominator.bit_length()


MOST_PARTS_OF_A_KEY = 16


def read_toml(text):
    """TOML 1.0. Its integers are read by tomllib in any base and in quadratic time, so their spelling is looked at first."""
    strings = r'"""(?s:\\.|[^\\])*?"""|\'\'\'(?s:.)*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*'
    bare = re.sub(strings, "", text)
    # tomllib takes time that grows as the square of the length of a dotted key, and recurses.
    for words in re.split(r"[^A-Za-z0-9_. \t-]+", bare):
        need(words.count(".") < MOST_PARTS_OF_A_KEY, f"found a dotted key of more than {MOST_PARTS_OF_A_KEY} parts")
    need(not re.search(r"[0-9_]{4097}|(?<![0-9A-Za-z_-])[+-]?0[xob]", bare), "found a number that is too long or not decimal")
    return tomllib.loads(text, parse_float=lambda digits: Spelled(digits.replace("_", "")))


def read_scene(text, is_json):
    data = json.loads(text, parse_float=Spelled, parse_int=Spelled, object_pairs_hook=unique) if is_json else read_toml(text)
    return read_plane_scene(data)


def read_plane_scene(data):
    scene = read(data, SCENE)
    scene.gravity, scene.bodies, scene.pins = scene.gravity or (Fraction(0), Fraction(-1)), scene.body, scene.pin or []
    scene.friction, scene.frictions_of_pairs = scene.friction or 0, {}
    names = {body.name: b for b, body in enumerate(scene.bodies)}
    need(scene.format == "zwang-scene-1" and len(names) == len(scene.bodies), "found another format, or a name twice")
    need(scene.bodies, "found no body")
    work = Work()
    for body in scene.bodies:
        complete(body, work)
    for pin in scene.pins:
        need(set(pin.bodies) <= names.keys() and len(set(pin.bodies)) == len(pin.bodies) in (1, 2),
             f"found a pin of {pin.bodies}, expected one or two bodies")
        pin.first, pin.second = ([names[body] for body in pin.bodies] + [None])[:2]
        need(not all(scene.bodies[names[body]].fixed for body in pin.bodies), "found a pin of fixed bodies")
        need(pin.collide is None or pin.second is not None, "found `collide` of a pin to the world")
    scene.ignoring = {frozenset((pin.first, pin.second)) for pin in scene.pins
                      if pin.second is not None and not pin.collide}
    sizes = [[len(scene.bodies[b].parts) for b in pair] for pair in scene.ignoring]
    need(sum(one * two for one, two in sizes) <= 2**20, "found too many pairs of parts of bodies that ignore each other")
    for body in scene.bodies:
        body.friction = scene.friction if body.friction is None else body.friction
    listed = set()
    for pair in scene.pair or []:
        need(set(pair.bodies) <= names.keys(), f"found a pair of {pair.bodies}, expected names of bodies")
        b, c = sorted(names[body] for body in pair.bodies)
        need(b != c and (b, c) not in listed, f"found the pair {pair.bodies} twice, or of one body")
        need(not (scene.bodies[b].fixed and scene.bodies[c].fixed), "found a pair of fixed bodies")
        need((pair.friction, pair.restitution) != (None, None), f"found neither friction nor restitution of {pair.bodies}")
        listed.add((b, c))
        if pair.friction is not None:
            scene.frictions_of_pairs[b, c] = pair.friction
    scene.loads = loads_of(scene, names)
    return scene


def loads_on(scene, body):
    """Each load of a body with its arm, from the centroid to the point where it acts."""
    return [(load, sub(load.at, body.centroid)) for load in loads_by_body(scene).get(body.name, [])]


def loads_by_body(scene):
    """The loads of each body that has some, found once for each dictionary of loads."""
    loads, found = getattr(scene, "loads_by_body", (None, None))
    if loads is not scene.loads:
        found = {}
        for load in scene.loads.values():
            found.setdefault(load.body, []).append(load)
        scene.loads_by_body = scene.loads, found
    return found


def free_acceleration(scene, body):
    """(a°, α°) of a free body: what weight and loads alone cause."""
    x, y, torque, loads = 0, 0, NONE, loads_on(scene, body)
    if not loads:
        return *scene.gravity, torque
    for load, arm in loads:
        x, y, torque = x + load.force[0], y + load.force[1], torque + cross(arm, load.force) + load.torque
    return *add(scene.gravity, (x / body.mass, y / body.mass)), torque / body.inertia


def smaller_friction(scene, b, c):
    return min(scene.bodies[b].friction, scene.bodies[c].friction)


def friction(scene, b, c):
    """Of a contact of two bodies: that of their pair, or the smaller of their own."""
    return scene.frictions_of_pairs.get((min(b, c), max(b, c)), smaller_friction(scene, b, c))


def has_friction(scene):
    return any(body.friction for body in scene.bodies) or any(scene.frictions_of_pairs.values())


def ignore_each_other(scene, b, c):
    """Whether two bodies are joined by a pin that does not collide."""
    return frozenset((b, c)) in scene.ignoring


def digest(scene):
    """The SHA-256 of the canonical form."""
    def texts(value): return [*map(str, value)] if type(value) in (list, tuple) else str(value)
    def points(part): return [[str(x), str(y)] for x, y in part]
    def entry(part, radius): return {"vertices": points(part), "radius": str(radius)} if radius else points(part)
    moving = ("mass", "centroid", "inertia", "velocity", "spin")
    bodies = [{"name": body.name, "fixed": body.fixed, "parts": [*map(entry, body.parts, body.radii)]}
              | ({} if body.fixed else {key: texts(getattr(body, key)) for key in moving})
              | ({"friction": texts(body.friction)} if body.friction else {}) for body in scene.bodies]
    pins = [{"bodies": pin.bodies, "at": texts(pin.at)}
            | ({} if pin.second is None or pin.collide else {"collide": False}) for pin in scene.pins]
    canonical = {"format": "zwang-scene-1", "gravity": texts(scene.gravity), "bodies": bodies, "pins": pins}
    pairs = [{"bodies": [scene.bodies[b].name, scene.bodies[c].name], "friction": texts(own)}
             for (b, c), own in sorted(scene.frictions_of_pairs.items()) if own != smaller_friction(scene, b, c)]
    canonical |= {"pairs": pairs} if pairs else {}
    acting = [load for _, load in sorted(scene.loads.items()) if any(load.force) or load.torque]
    loads = [{"name": load.name, "body": load.body, "at": texts(load.at), "force": texts(load.force),
              "torque": texts(load.torque)} for load in acting]
    canonical |= {"loads": loads} if loads else {}
    return hashlib.sha256(json.dumps(canonical, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def natural(digits):
    need(digits[0] != "-" and len(digits) <= 20, f"found {digits[:60]}, expected an index")
    return int(digits)


def read_proof(text):
    data = json.loads(text, parse_int=natural, object_pairs_hook=unique)
    found = str(data.get("format") if type(data) is dict else data)
    need(found in PROOFS, f"found the format {found[:60]}, expected one of {[*PROOFS]}")
    proof = read(data, PROOFS[found])
    given = (proof.stands, proof.falls, proof.endless, proof.opposite) if found == "zwang-threshold-1" else ()
    samples = [one.proof for one in given if one is not None]
    need(all(sample.format == "zwang-statics-1" for sample in samples), "found another format, expected zwang-statics-1")
    for one in samples or [proof]:
        for what in "separations", "contacts", "corners":
            listed = getattr(one, what, ())
            need(len(listed) <= 2**20, f"found {len(listed)} {what}, expected at most {2**20}")
    return proof
