"""L10: verdicts on pieces of a run of `zwang-run-2` join; section 10 of RUN.md."""

import json
import re
from fractions import Fraction

from law_file import one_of
from law_program import Refused
from reading import Spelled, need, plain

TERMS = "scene", "header", "step", "grid", "touch", "one_of_several", "restitution", "pairs", "rounds"
COUNTS = "near", "relaxed"
FIGURES = "radius", "law_squared", "penetration_squared", "half_turn_tangent", "steady_rise", "landing_rise"
NUMBER = re.compile("(0|[1-9][0-9]*)(?:/[1-9][0-9]*)?")

count = plain(lambda value: type(value) is int and 0 <= value < 2**64, int)
truth = plain(lambda value: type(value) is bool, bool)
digest = plain(lambda value: type(value) is str and re.fullmatch("[0-9a-f]{64}", value), str)
not_negative = plain(lambda value: type(value) is str and len(value) <= 2**19 and NUMBER.fullmatch(value), str)

def shape_of(is_rough, bounces, has_contacts):
    """The keys of a verdict in their order."""
    of_contacts = {"recorded_contacts": plain(lambda value: value is True, bool)} if has_contacts else {}
    of_impacts = {"restitution": not_negative, "pairs": count, "rounds": count} if bounces else {}
    of_groups = {"relaxed": count} if is_rough else {}
    of_law = {"law_squared": not_negative, "one_of_several": plain(lambda value: value is True, bool)} if is_rough else {}
    figures = dict.fromkeys(("penetration_squared", "half_turn_tangent", "steady_rise", "landing_rise"), not_negative)
    return {"format": one_of("zwang-verdict-2"), "verdict": one_of("accepted"), "scene": digest, "own_scene": truth,
            "from": count, "to": count, "step": not_negative, "grid": count, "touch": not_negative, **of_impacts, "near": count, **of_contacts, **of_groups,
            "radius": not_negative, **of_law, **figures, "header": digest, "enters": digest, "leaves": digest}


def join(lines):
    """The verdict on a run, given those on its pieces, each on a line, in any order."""
    first, *others = sorted(map(piece_of, lines), key=lambda piece: (piece["from"], piece["to"])) or [None]
    if first is None:
        raise Refused("L10", "pieces: found none, required at least one")
    agree("the first piece", first, "from", 1)
    whole = dict(first)
    for piece in others:
        place = f"the piece from step {piece['from']} on"
        agree(place, piece, "from", whole["to"] + 1)
        for key in TERMS:
            agree(place, piece, key, whole.get(key))
        agree(place, piece, "enters", whole["leaves"])
        if "recorded_contacts" in piece and "recorded_contacts" not in whole:
            whole = {key: whole.get(key, True) for key in shape_of("one_of_several" in whole, "restitution" in whole, True)}
        whole["to"], whole["leaves"] = piece["to"], piece["leaves"]
        whole["own_scene"] |= piece["own_scene"]
        for key in set(COUNTS) & set(whole):
            whole[key] += piece[key]
            if whole[key] >= 2**64:
                raise Refused("L10", f"{place}: found {whole[key]} groups that are {key}, required less than 2^64")
        for key in set(FIGURES) & set(whole):
            whole[key] = str(max(Fraction(whole[key]), Fraction(piece[key])))
    return whole


def piece_of(line):
    """The verdict on a piece; keys may come in any order."""
    piece = json.loads(line, object_pairs_hook=without_repetition, parse_float=Spelled, parse_constant=Spelled)
    need(type(piece) is dict and piece.get("format") == "zwang-verdict-2", "found no verdict, expected zwang-verdict-2")
    need(type(piece.get("verdict")) is str, "found no verdict, expected one")
    agree("a piece", piece, "verdict", "accepted")
    shape = shape_of("one_of_several" in piece, "restitution" in piece, "recorded_contacts" in piece)
    need(set(piece) == set(shape), f"found {str([*piece])[:400]}, not {[*shape]}")
    piece = {key: shape[key](piece[key]) for key in shape}
    place = f"the piece from step {piece['from']} on"
    if piece["to"] < piece["from"] - 1:
        raise Refused("L10", f"{place}: found `to` {piece['to']}, required at least {piece['from'] - 1}")
    return piece


def without_repetition(pairs):
    need(len(dict(pairs)) == len(pairs), "found a key twice, expected each once")
    return dict(pairs)


def agree(place, piece, key, required):
    if piece.get(key) != required:
        raise Refused("L10", f"{place}: found `{key}` {piece.get(key)}, required {required}")
