"""The two files of a check, by sections 1 and 2 of FORMAT.md: what a scene says, its digest, and what a proof says.

A *shape* says what is expected of a JSON or TOML value: {key: shape}, where a key with `?` may be left out; [shape of all
items]; (shape of each item, …); or a function. A value of another shape raises ValueError: the file is not of the format."""

import hashlib, json, re, sys, tomllib
from fractions import Fraction
from types import SimpleNamespace

sys.set_int_max_str_digits(0)


def need(holds, message):
    if not holds:
        raise ValueError(message)


def add(p, q): return tuple(x + y for x, y in zip(p, q))
def sub(p, q): return tuple(x - y for x, y in zip(p, q))
def dot(p, q): return sum(x * y for x, y in zip(p, q))
def cross(p, q): return p[0] * q[1] - p[1] * q[0]
def scale(s, p): return tuple(s * x for x in p)


def read(value, shape):
    if callable(shape):
        return shape(value)
    if type(shape) is dict:
        required, known = {key for key in shape if key[-1] != "?"}, {key.rstrip("?"): shape[key] for key in shape}
        need(type(value) is dict and required <= set(value) <= set(known), f"found {str(value)[:60]}, not {[*shape]}")
        return SimpleNamespace(**{key: read(value[key], known[key]) if key in value else None for key in known})
    many = type(shape) is list
    need(type(value) is list and (many or len(value) == len(shape)), f"found {str(value)[:60]}, expected a list")
    return [read(item, shape[0]) for item in value] if many else tuple(map(read, value, shape))


def plain(holds, convert):
    def reader(value):
        need(holds(value), f"found {str(value)[:60]}, which does not belong there")
        return convert(value)
    return reader


def number(value):
    text = str(value).strip() if type(value) in (int, str) else ""
    match = re.fullmatch(r"[+-]?[0-9]+( */ *0*[1-9][0-9]*|(\.[0-9]+)?([eE]([+-]?[0-9]+))?)", text)
    need(match and len(text) <= 4096 and abs(int(match[4] or 0)) <= 1000, f"found {str(value)[:60]}, expected a number")
    return Fraction(text.replace(" ", ""))


def case(value):
    found = read(value, OPTIMAL if type(value) is dict and "motion" in value else IMPOSSIBLE)
    return SimpleNamespace(**{"denominator": 1, "motion": None, "idle": None} | vars(found))


index = plain(lambda value: type(value) is int and 0 <= value < 2**64, int)
truth = plain(lambda value: type(value) is bool, bool)
name = plain(lambda value: type(value) is str and not re.search(r"[\x00-\x1f\x7f-\x9f]", value), str)
integer = plain(lambda value: type(value) is str and re.fullmatch("0|-?[1-9a-f][0-9a-f]*", value),
                lambda text: int(text, 16))
POINT, TRIPLE, SIX = (number,) * 2, (integer,) * 3, (index,) * 6
BODY = {"name": name, "fixed?": truth, "parts?": [[POINT]], "rectangle?": {"center": POINT, "size": POINT},
        "density?": number, "mass?": number, "inertia?": number, "centroid?": POINT,
        "velocity?": POINT, "spin?": number}
SCENE = {"format": name, "name": str, "title?": str, "expect?": str, "gravity?": POINT, "body?": [BODY],
         "pin?": [{"bodies": [name], "at": POINT}]}
IMPOSSIBLE = {"sides": [(index, index)], "forces": [(index, integer)], "pins": [(index, integer, integer)]}
OPTIMAL = IMPOSSIBLE | {"denominator": integer, "motion": [TRIPLE], "idle?": [TRIPLE]}
PROOF = {"format": name, "scene": name, "separations": [SIX], "contacts": [SIX], "corners": [([index], [index])],
         "groups": [{"bodies": [index], "cases": [case], "answers": [index]}]}


def unique(pairs):
    need(len(dict(pairs)) == len(pairs), "found a key twice")
    return dict(pairs)


def edges(part):
    """Ends and outward normal of every edge."""
    return [(p, q, (q[1] - p[1], p[0] - q[0])) for p, q in zip(part, part[1:] + part[:1])]


def complete(body):
    """Turns clockwise parts, and fills in what a body leaves out."""
    if body.rectangle:
        need(body.parts is None, f"body `{body.name}`: found both parts and rectangle")
        c, (w, h) = body.rectangle.center, body.rectangle.size
        body.parts = [[add(c, (i * w / 2, j * h / 2)) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]]
    body.parts = [part[::-1] if sum(cross(p, q) for p, q, _ in edges(part)) < 0 else part for part in body.parts or []]
    for part in body.parts:
        convex = all(dot(n, sub(w, p)) < 0 for p, q, n in edges(part) for w in part if w not in (p, q))
        need(convex and len(set(part)) == len(part) > 2, f"body `{body.name}`: a part is not strictly convex")
    terms = [(cross(p, q), p, q) for part in body.parts for p, q, _ in edges(part)]
    area, first = sum(w for w, p, q in terms) / 2, [sum(w * (p[i] + q[i]) for w, p, q in terms) / 6 for i in (0, 1)]
    second = sum(w * (dot(p, p) + dot(p, q) + dot(q, q)) for w, p, q in terms) / 12
    given, density = body.mass is not None, 1 if body.density is None else body.density
    need(area > 0 and given == (body.inertia is not None), f"body `{body.name}`: expected mass and inertia, or neither")
    need(given or body.centroid is None, f"body `{body.name}`: found a centroid without mass and inertia")
    need(not given or body.density is None, f"body `{body.name}`: found mass and density")
    body.centroid = body.centroid if given and body.centroid else scale(1 / area, first)
    body.mass = body.mass if given else density * area
    body.inertia = body.inertia if given else density * second - body.mass * dot(body.centroid, body.centroid)
    need(body.mass > 0 and body.inertia > 0, f"body `{body.name}`: expected positive mass and inertia")
    body.velocity, body.spin, body.fixed = body.velocity or (0, 0), body.spin or 0, body.fixed or False


def read_scene(text, is_json):
    data = (json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=unique) if is_json
            else tomllib.loads(text, parse_float=lambda digits: digits.replace("_", "")))
    scene = read(data, SCENE)
    scene.gravity, scene.bodies, scene.pins = scene.gravity or (0, -1), scene.body or [], scene.pin or []
    for body in scene.bodies:
        complete(body)
    names = [body.name for body in scene.bodies]
    need(scene.format == "zwang-scene-1" and len(set(names)) == len(names), "found another format, or a name twice")
    for pin in scene.pins:
        need(set(pin.bodies) <= set(names) and len(set(pin.bodies)) == len(pin.bodies) in (1, 2),
             f"found a pin of {pin.bodies}, expected one or two bodies")
        pin.first, pin.second = ([names.index(body) for body in pin.bodies] + [None])[:2]
    return scene


def digest(scene):
    """The SHA-256 of the canonical form."""
    def texts(value): return [*map(texts, value)] if type(value) in (list, tuple) else str(value)
    moving = ("mass", "centroid", "inertia", "velocity", "spin")
    bodies = [{"name": body.name, "fixed": body.fixed, "parts": texts(body.parts)}
              | ({} if body.fixed else {key: texts(getattr(body, key)) for key in moving}) for body in scene.bodies]
    pins = [{"bodies": pin.bodies, "at": texts(pin.at)} for pin in scene.pins]
    canonical = {"format": "zwang-scene-1", "gravity": texts(scene.gravity), "bodies": bodies, "pins": pins}
    return hashlib.sha256(json.dumps(canonical, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def read_proof(text):
    proof = read(json.loads(text, object_pairs_hook=unique), PROOF)
    need(proof.format == "zwang-proof-1", f"found the format {proof.format}, expected zwang-proof-1")
    return proof
