#!/usr/bin/env python3
"""Check a proof of the largest overhang: overhang.py N PROOF

Written from docs/overhang.md alone, conditions O1 to O11. Exit code 0: accepted, 1: rejected.
"""

import json
import sys
from fractions import Fraction
from itertools import product

HALF = Fraction(1, 2)


class Rejected(Exception):
    pass


def require(condition, name, place):
    if not condition:
        raise Rejected(f"{name} {place}")


# Patterns.


def compositions(total):
    if total == 0:
        yield ()
    for first in range(1, total + 1):
        for rest in compositions(total - first):
            yield (first, *rest)


def run_lists(upper, lower, start):
    if upper == 0:
        yield ()
        return
    for first in range(start, lower):
        for last in range(first, min(first + 3, lower)):
            for rest in run_lists(upper - 1, lower, last):
                yield ((first, last), *rest)


def patterns(bricks):
    for levels in compositions(bricks):
        choices = [list(run_lists(high, low, 0)) for low, high in zip(levels, levels[1:])]
        for supports in product(*choices):
            yield levels, supports


class Pattern:
    def __init__(self, levels, supports):
        self.count = sum(levels)
        self.rows_of_bricks = []
        for size in levels:
            start = sum(map(len, self.rows_of_bricks))
            self.rows_of_bricks.append(list(range(start, start + size)))
        self.contacts = [(brick, None) for brick in self.rows_of_bricks[0]]
        self.free = []
        for low, high, runs in zip(self.rows_of_bricks, self.rows_of_bricks[1:], supports):
            for brick, (first, last) in zip(high, runs):
                for place in range(first, last + 1):
                    if place < last:
                        self.free.append(len(self.contacts))
                    self.contacts.append((brick, low[place]))

    def under(self, brick):
        return [e for e, (upper, _) in enumerate(self.contacts) if upper == brick]

    def on(self, brick):
        return [e for e, (_, lower) in enumerate(self.contacts) if lower == brick]

    def neighbours(self):
        return [pair for row in self.rows_of_bricks for pair in zip(row, row[1:])]


# Regions: for each of force, upper, lower a list of [least, greatest].


def tighten(pattern, forces):
    for brick in reversed(range(pattern.count)):
        load = [1 + sum(forces[e][end] for e in pattern.on(brick)) for end in (0, 1)]
        under = pattern.under(brick)
        for e in under:
            others = [forces[other] for other in under if other != e]
            least = load[0] - sum(greatest for _, greatest in others)
            greatest = load[1] - sum(smallest for smallest, _ in others)
            forces[e] = [max(forces[e][0], least), min(forces[e][1], greatest)]


def whole(pattern):
    size = len(pattern.contacts)
    forces = [[Fraction(0), Fraction(pattern.count)] for _ in range(size)]
    tighten(pattern, forces)
    on_brick = [[-HALF, HALF] for _ in range(size)]
    return {"force": forces, "upper": on_brick, "lower": list(on_brick)}


def part(pattern, region, name, contact, at, end):
    copy = {key: [list(bounds) for bounds in value] for key, value in region.items()}
    bounds = copy[name][contact]
    bounds[end] = min(bounds[1], at) if end == 1 else max(bounds[0], at)
    tighten(pattern, copy["force"])
    return copy


def combine(*parts):
    """A linear form, from pairs (factor, form)."""
    form = {}
    for factor, other in parts:
        for key, value in other.items():
            form[key] = form.get(key, 0) + factor * value
    return form


def rows_of_region(pattern, region):
    """Triples (form, right side, is an equation); forms have keys ("c", brick), ("u", contact)..."""
    rows = []
    for brick in range(pattern.count):
        form = {("f", e): 1 for e in pattern.under(brick)}
        form.update({("f", e): -1 for e in pattern.on(brick)})
        rows.append((form, 1, True))
    for brick in range(pattern.count):
        form = {("m", e): 1 for e in pattern.under(brick)}
        form.update({("n", e): -1 for e in pattern.on(brick)})
        rows.append((form, 0, True))
    for left, right in pattern.neighbours():
        rows.append(({("c", right): 1, ("c", left): -1}, 1, False))
    for e, (upper, lower) in enumerate(pattern.contacts):
        force = {("f", e): 1}
        u = {("u", e): 1}
        a, b = region["force"][e]
        bounded(rows, force, (a, b))
        bounded(rows, u, region["upper"][e])
        remains_of_product(rows, {("m", e): 1}, force, (a, b), u, region["upper"][e])
        if lower is None:
            rows.append(({("c", upper): -1, ("u", e): -1}, 0, False))
            continue
        v = {("u", e): 1, ("c", upper): 1, ("c", lower): -1}
        bounded(rows, v, region["lower"][e])
        remains_of_product(rows, {("n", e): 1}, force, (a, b), v, region["lower"][e])
    return rows


def bounded(rows, form, bounds):
    rows.append((form, bounds[0], False))
    rows.append((combine((-1, form)), -bounds[1], False))


def remains_of_product(rows, moment, force, of_force, x, of_x):
    (a, b), (p, q) = of_force, of_x
    rows.append((combine((1, moment), (-a, x), (-p, force)), -a * p, False))
    rows.append((combine((1, moment), (-b, x), (-q, force)), -b * q, False))
    rows.append((combine((-1, moment), (a, x), (q, force)), a * q, False))
    rows.append((combine((-1, moment), (b, x), (p, force)), b * p, False))


# Polynomials: lists from the constant coefficient on.


def trim(p):
    while p and p[-1] == 0:
        p = p[:-1]
    return p


def add(p, q, factor=1):
    size = max(len(p), len(q))
    p, q = (list(r) + [0] * (size - len(r)) for r in (p, q))
    return trim([x + factor * y for x, y in zip(p, q)])


def times(p, q):
    result = [Fraction(0)] * (len(p) + len(q))
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            result[i + j] += x * y
    return trim(result)


def derivative(p):
    return trim([i * x for i, x in enumerate(p)][1:])


def value(p, at):
    result = Fraction(0)
    for coefficient in reversed(p):
        result = result * at + coefficient
    return result


def divide(p, q):
    quotient = [Fraction(0)] * max(len(p) - len(q) + 1, 0)
    while len(p) >= len(q):
        shift = len(p) - len(q)
        factor = p[-1] / q[-1]
        quotient[shift] = factor
        p = trim(add(p, [Fraction(0)] * shift + q, -factor))
    return trim(quotient), p


def common_divisor(p, q):
    while q:
        p, q = q, divide(p, q)[1]
    return p


def roots(p, low, high):
    """Distinct roots in (low, high], by Sturm."""
    if not p:
        return 0
    simple = divide(p, common_divisor(p, derivative(p)))[0]
    sequence = [simple, derivative(simple)]
    while sequence[-1]:
        sequence.append([-x for x in divide(sequence[-2], sequence[-1])[1]])
    changes = []
    for end in (low, high):
        signs = [v > 0 for v in (value(q, end) for q in sequence) if v != 0]
        changes.append(sum(one != other for one, other in zip(signs, signs[1:])))
    return changes[0] - changes[1]


def is_positive(p, low, high):
    return value(p, low) > 0 and roots(p, low, high) == 0


def is_nonnegative(p, low, high):
    for end, factor in ((low, [-low, Fraction(1)]), (high, [high, Fraction(-1)])):
        while p and value(p, end) == 0:
            p = divide(p, factor)[0]
    return not p or is_positive(p, low, high)


# The checker.


def fractions(texts):
    return [Fraction(text) for text in texts]


def polynomial(texts):
    return trim(fractions(texts))


def check_stack(stack, bricks):
    supports = tuple(tuple(map(tuple, runs)) for runs in stack["supports"])
    name = (tuple(stack["levels"]), supports)
    require(name in list(patterns(bricks)), "O1", "pattern")
    pattern = Pattern(*name)
    centres, forces, points = (fractions(stack[key]) for key in ("centres", "forces", "points"))
    require(len(centres) == bricks, "O1", "centres")
    require(len(forces) == len(points) == len(pattern.contacts), "O1", "contacts")
    for left, right in pattern.neighbours():
        require(centres[right] - centres[left] >= 1, "O1", f"bricks {left}, {right}")
    for e, (upper, lower) in enumerate(pattern.contacts):
        require(forces[e] >= 0 and abs(points[e] - centres[upper]) <= HALF, "O1", f"contact {e}")
        inside = points[e] <= 0 if lower is None else abs(points[e] - centres[lower]) <= HALF
        require(inside, "O1", f"contact {e}")
    for brick, centre in enumerate(centres):
        acting = [(1, e) for e in pattern.under(brick)] + [(-1, e) for e in pattern.on(brick)]
        force = sum(sign * forces[e] for sign, e in acting)
        moment = sum(sign * forces[e] * (points[e] - centre) for sign, e in acting)
        require(force == 1 and moment == 0, "O1", f"brick {brick}")
    return max(centres) + HALF


class Checker:
    def __init__(self, proof):
        self.limit = Fraction(proof["limit"])
        self.summit = None

    def tree(self, pattern, last, tree, region):
        place = f"{pattern.rows_of_bricks} {pattern.contacts}, brick {last}"
        if "bounded" in tree:
            sums, right = self.combined(pattern, tree["bounded"], region, "O5", place)
            sums = combine((1, sums), (1, {("c", last): 1}))
            require(not any(sums.values()), "O5", place)
            require(HALF - right <= self.limit, "O5", place)
        elif "empty" in tree:
            sums, right = self.combined(pattern, tree["empty"], region, "O6", place)
            require(not any(sums.values()) and right > 0, "O6", place)
        elif "curve" in tree:
            require(self.summit is None, "O7", place)
            self.summit = self.curve(pattern, last, tree["curve"], region, place)
        else:
            name, contact, at = tree["split"], tree["contact"], Fraction(tree["at"])
            require(name in region and 0 <= contact < len(pattern.contacts), "O4", place)
            for end, below in zip((1, 0), tree["parts"], strict=True):
                self.tree(pattern, last, below, part(pattern, region, name, contact, at, end))

    def combined(self, pattern, multipliers, region, condition, place):
        rows = rows_of_region(pattern, region)
        sums, right = {}, Fraction(0)
        for number, text in multipliers:
            require(0 <= number < len(rows), condition, place)
            form, at_least, is_equation = rows[number]
            y = Fraction(text)
            require(is_equation or y >= 0, condition, place)
            sums = combine((1, sums), (y, form))
            right += y * at_least
        return sums, right

    def curve(self, pattern, last, curve, region, place):
        require(len(pattern.free) == 1, "O7", place)
        [free] = pattern.free
        low, high = fractions(curve["between"])
        least, greatest = region["force"][free]
        require(low <= least and greatest <= high and low < high, "O7", place)
        forces = forces_along(pattern, free)
        require(all(is_nonnegative(f, low, high) for f in forces), "O7", place)
        rows = rows_along(pattern, forces)
        variables = [("c", b) for b in range(pattern.count)]
        variables += [("u", e) for e in range(len(pattern.contacts))]

        d = polynomial(curve["denominator"])
        require(is_positive(d, low, high), "O8", place)
        sums = {key: [] for key in variables}
        sums[("c", last)] = d
        phi = [HALF * x for x in d]
        for number, texts in curve["multipliers"]:
            require(0 <= number < len(rows), "O8", place)
            form, at_least, is_equation = rows[number]
            y = polynomial(texts)
            require(is_equation or is_nonnegative(y, low, high), "O8", place)
            for key, coefficient in form.items():
                sums[key] = add(sums[key], times(coefficient, y))
            phi = add(phi, y, -at_least)
        require(not any(sums.values()), "O8", place)

        e = polynomial(curve["denominator_of_places"])
        require(is_positive(e, low, high) and len(curve["places"]) == len(variables), "O9", place)
        places = dict(zip(variables, map(polynomial, curve["places"])))
        for form, at_least, is_equation in rows:
            slack = [-at_least * x for x in e]
            for key, coefficient in form.items():
                slack = add(slack, times(coefficient, places[key]))
            slack = trim(slack)
            require(not slack if is_equation else is_nonnegative(slack, low, high), "O9", place)
        reached = add(places[("c", last)], e, HALF)
        require(times(reached, d) == times(phi, e), "O9", place)

        slope = add(times(derivative(phi), d), times(phi, derivative(d)), -1)
        require(value(slope, low) > 0 > value(slope, high), "O10", place)
        require(roots(slope, low, high) == 1, "O10", place)
        at = Fraction(curve["at"])
        require(low <= at <= high, "O10", place)
        require(value(phi, at) / value(d, at) >= self.limit, "O10", place)
        return phi, d, slope, low, high


def forces_along(pattern, free):
    forces = [[] for _ in pattern.contacts]
    for brick in reversed(range(pattern.count)):
        rest = [Fraction(1)]
        for e in pattern.on(brick):
            rest = add(rest, forces[e])
        for e in pattern.under(brick):
            forces[e] = [Fraction(0), Fraction(1)] if e == free else rest
            rest = add(rest, forces[e], -1)
    return forces


def rows_along(pattern, forces):
    rows = []
    one = [Fraction(1)]

    def v(e):
        upper, lower = pattern.contacts[e]
        return {("u", e): 1, ("c", upper): 1, ("c", lower): -1}

    for brick in range(pattern.count):
        form = {("u", e): forces[e] for e in pattern.under(brick)}
        for e in pattern.on(brick):
            for key, sign in v(e).items():
                form[key] = add(form.get(key, []), forces[e], -sign)
        rows.append((form, 0, True))
    plain = [({("c", right): 1, ("c", left): -1}, 1) for left, right in pattern.neighbours()]
    for e, (upper, lower) in enumerate(pattern.contacts):
        forms = [{("u", e): 1}] + ([v(e)] if lower is not None else [])
        for form in forms:
            plain += [(form, -HALF), (combine((-1, form)), -HALF)]
        if lower is None:
            plain.append(({("c", upper): -1, ("u", e): -1}, 0))
    for form, at_least in plain:
        rows.append(({key: [factor * x for x in one] for key, factor in form.items()}, at_least, False))
    return rows


def check_root(summit, root):
    phi, d, slope, low, high = summit
    composed, power = [], [Fraction(1)]
    for coefficient in reversed(root):
        composed = add(times(composed, phi), power, Fraction(coefficient))
        power = times(power, d)
    require(composed and roots(common_divisor(composed, slope), low, high) == 1, "O11", "root")


def check(proof, bricks):
    require(proof["format"] == "zwang-overhang-1", "form", "format")
    reached = check_stack(proof["stack"], bricks)
    names = list(patterns(bricks))
    require(proof["bricks"] == bricks and len(proof["trees"]) == len(names), "O3", "patterns")
    checker = Checker(proof)
    for name, trees in zip(names, proof["trees"]):
        pattern = Pattern(*name)
        require(len(trees) == len(pattern.rows_of_bricks), "O3", name)
        for row, tree in zip(pattern.rows_of_bricks, trees):
            checker.tree(pattern, row[-1], tree, whole(pattern))
    if checker.summit is None:
        require(reached <= checker.limit, "O2", "limit")
        return f"between {float(reached):.12f} and {float(checker.limit):.12f}"
    require(reached >= checker.limit, "O2", "stack")
    if proof["root"] is not None:
        check_root(checker.summit, proof["root"])
    return f"the summit of a curve, a root of {proof['root']}, {float(reached):.12f}"


def main():
    bricks, path = int(sys.argv[1]), sys.argv[2]
    with open(path, encoding="utf-8") as file:
        proof = json.load(file)
    try:
        print(f"accepted: {check(proof, bricks)}")
    except Rejected as rejection:
        print(f"rejected: {rejection}")
        sys.exit(1)


if __name__ == "__main__":
    main()
