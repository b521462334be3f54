"""Impacts in rounds, and when a part of a step is cut: section 12 of RUN.md."""

from fractions import Fraction
from functools import cached_property, partial
from math import floor, inf

import law_round
from boxes import TooMuch, demand_paid
from law_numbers import nearest, root_above, rounded_rotation, whole_root_above
from law_pins import PinRows
from law_program import Metric, Refused, push
from law_rows import Geometry, Motion, joined, options, separations
from law_state import ZERO, Free, falling, size
from law_ways import STILL, Gaps, Way, degree_of, dot_of, first_meeting, minus, plus, polynomial, stretched, times
from reading import NONE, add, cross, dot, scale, sub

MOST_PARTS = 64
MOST_LOOKED_AT = 2**15  # in a step, beside 4 for each part of a body
MOST_ROWS = 2**15  # in a step, beside 8 for each vertex of the scene
# Rows of all nodes of trees in a step, beside 64 for each vertex of the scene.
MOST_OF_NODES = 2**15
# Rows and pins that meet in all rounds of a step, beside 2^10 for each part of a body.
MOST_OF_ROUNDS = 2**16
SHORTEST = Fraction(1, 16)  # a part that ends as something turns too far


class Work:
    """How many gaps are looked at in the parts of a step, and pairs and bodies of all parts but
    the first; how many rows; and how many rows in nodes of trees, and in rounds."""

    def __init__(self, parts, vertices):
        self.most, self.done = MOST_LOOKED_AT + 4 * parts, 0
        self.most_rows, self.rows = MOST_ROWS + 8 * vertices, 0
        self.most_of_nodes, self.of_nodes = MOST_OF_NODES + 64 * vertices, 0
        self.most_of_rounds, self.of_rounds = MOST_OF_ROUNDS + 2**10 * parts, 0
        self.spent, self.paid = 0, inf

    def pay(self, spent, paid):
        """Some bytes pay for the step, which has cost something so far."""
        self.spent, self.paid = spent, paid
        demand_paid(self.cost(), paid)

    def list(self, count, free=0):
        """Counts rows, but for so many that are free, and returns how many of these are left."""
        self.rows += max(count - free, 0)
        if self.rows > self.most_rows:
            raise TooMuch(f"edges and vertices: found more than {self.most_rows} rows to look at")
        demand_paid(self.cost(), self.paid)
        return max(free - count, 0)

    def add(self, count):
        self.done += count
        self.demand_few(self.done)
        demand_paid(self.cost(), self.paid)

    def demand_few(self, count):
        """So many gaps may be looked at."""
        if count > self.most:
            raise TooMuch(f"what may meet: found more than {self.most} gaps of edges and vertices to look at")

    def branch(self, nodes, rows):
        """Counts the rows of a tree of more than one node."""
        self.of_nodes += nodes * rows
        if self.of_nodes > self.most_of_nodes:
            raise TooMuch(f"trees of options: found more than {self.most_of_nodes} rows in all nodes")
        demand_paid(self.cost(), self.paid)

    def strike(self, meeting, rounds):
        self.of_rounds += meeting * (1 + rounds)
        if self.of_rounds > self.most_of_rounds:
            raise TooMuch(f"rounds: found more than {self.most_of_rounds} rows in all of them")
        demand_paid(self.cost(), self.paid)

    def cost(self):
        """How many bytes pay for the step."""
        return self.spent + 2 * self.done + self.rows // 4 + self.of_nodes // 8 + self.of_rounds // 16

    def of_lists(self, lists):
        """Lists, each given by its length and a function that makes it: it is counted before."""
        for count, polynomials in lists:
            self.add(count)
            yield polynomials()


class Scene:
    """The bodies of a group at the beginning of a part, with the candidates of its pairs."""

    def __init__(self, run, hidden, bodies, placed, found, work):
        self.work = work
        self.run, self.hidden, self.bodies, self.placed, self.candidates = run, hidden, bodies, placed, found
        self.geometry = Geometry(run, self.placed)
        self.pins = run.pins_on(bodies)
        self.pinned = {b for pin in self.pins for b in pin.bodies if not run.is_fixed(b)}
        self.paths, self.ways, self.gaps = {b: self.path(b) for b in bodies}, {}, Gaps(run)
        self.fast = {pair for pair in found if self.is_fast(pair)}
        self.lively = {pair for pair in found if pair in self.fast or self.restitution(pair[0][0], pair[1][0]) > 0}

    def at(self, placed):
        """The same with other velocities."""
        found = Scene(self.run, self.hidden, self.bodies, placed, self.candidates, self.work)
        found.options = self.options
        return found

    def path(self, b):
        """D, S, D' and S'."""
        run, at = self.run, self.placed[b]
        moved, turn, _ = falling(run, run.bodies[b].fall, Free(run, b, at, run.h).angular, run.h)
        return at.flight(run.h), run.h * at.spin, moved, turn

    def way(self, b, is_held):
        """The path of a body, or of one that is held."""
        if (b, is_held) not in self.ways:
            moved, turn, *bent = self.paths.get(b, STILL)
            self.ways[b, is_held] = Way(self.placed[b], moved, turn, *(STILL[2:] if is_held else bent))
        return self.ways[b, is_held]

    def turning(self, b):
        _, turn, _, more = self.paths[b]
        return abs(turn) + abs(more)

    def size_of_move(self, b):
        moved, _, more, _ = self.paths[b]
        return size(moved) + size(more) + self.run.bodies[b].reach * self.turning(b)

    @cached_property
    def sizes(self):
        return {b: self.size_of_move(b) for b in self.bodies}

    def moves(self, pair):
        first, second = (self.sizes.get(b, NONE) for b, _ in pair)
        return first + second

    def bend(self, turning):
        """How far forces take a body from its path in a step, if it is held, and these bodies turn."""
        arcs = sum(2 * self.run.bodies[b].reach * self.paths[b][1] ** 2 for b in self.pinned | turning)
        return self.run.h**2 * self.strongest + arcs

    @cached_property
    def strongest(self):
        return max((self.run.bodies[b].strongest for b in self.bodies), default=Fraction(0))

    def is_fast(self, pair):
        square = self.moves(pair) ** 2
        return any(square > self.hidden.free_width(part, other[0]) for part, other in (pair, pair[::-1]))

    def restitution(self, b, c):
        return self.run.restitution(b, c)

    def least_gaps(self):
        """At least so many gaps are watched if there are no rounds: a list of each fast pair that is not too far apart."""
        count = 0
        for pair in self.fast:
            first, second = (self.placed[b].points(p) for b, p in pair)
            between = sub(first[0], second[0])  # no edge has a larger gap
            if not law_round.is_round(self.run, pair) and dot(between, between) <= (4 * self.moves(pair) * self.run.unit) ** 2:
                count += min(len(first), len(second))
        return count

    def turns_far(self):
        return any(self.turning(b) >= 1 for b in self.bodies)

    @cached_property
    def options(self):
        """Those of each pair."""
        now = self.geometry.now
        return {pair: options(self.run, self.hidden, now, now, pair, found, self.work) for pair, found in self.candidates.items()}

    @cached_property
    def nearest_rows(self):
        """The nearest rows of each pair."""
        found = {}
        for pair, chosen in self.options.items():
            rated = [(min(self.signed_square(row) for row in rows), rows) for rows in chosen if rows]
            most = max((rate for rate, _ in rated), default=None)
            found[pair] = {row for rate, rows in rated if rate == most for row in rows}
        return found

    def signed_square(self, row):
        """The square of the distance of a row with its sign, over the square of the unit."""
        gap = self.geometry.gap_now(row)
        return Fraction(gap * abs(gap), self.geometry.length(row))

    def after_impacts(self, proof):
        """The states after the rounds, and how many there are."""
        run, nearest_rows = self.run, self.nearest_rows
        pair_of = {row: pair for pair, rows in nearest_rows.items() for row in rows}
        names = sorted(row for row in pair_of if self.geometry.touches(row) and not run.seams.seam(row[:2], row[2], row[3]))
        rows = [Meeting(self, name, pair_of[name]) for name in names]
        pins = [PinRows(run, pin, [None if run.is_fixed(b) else rounded_rotation(self.placed[b].c, run.l) for b in pin.bodies], ZERO)
                for pin in self.pins]
        clusters = self.clusters(rows, pins)
        if any(row.is_lively for row in rows):
            self.work.strike(len(rows) + len(pins), proof.count_of_rounds())
        states, count = {b: self.placed[b].state for b in self.bodies}, 0
        velocities, changed = self.velocities(states), set(self.bodies)
        while clusters:
            for row in rows:
                if not changed.isdisjoint(row.form.triples):
                    row.meet(run, velocities)
            asked, struck = {}, set()
            for bodies, cluster in clusters:
                most = run.header.rounds * len(cluster)
                taken = taken_of(cluster, count, run.header.rounds)
                if taken:
                    struck |= bodies
                bounds = [-row.restitution * row.u if row.closes and not 0 < most == count else 0 for row in taken]
                for row, bound in zip(taken, bounds):
                    asked[row.name] = bound, row.cone() if any(bounds) else (row.friction, row.friction)
            if not asked:
                break
            of_round = Round(self, rows, [pin for pin in pins if bodies_of(pin) & struck], proof.round(count))
            found = of_round.judge(states, velocities, asked)
            changed = {b for b in found if found[b] != states[b]}
            states = found
            velocities = Motion({**velocities, **self.velocities({b: states[b] for b in changed})})
            count += 1
        proof.ends_rounds(count)
        return states, count

    def clusters(self, rows, pins):
        """The free bodies that rows and pins join, with their rows."""
        of, found = joined([row.form.triples for row in rows] + [bodies_of(pin) for pin in pins]), {}
        for row in rows:
            bodies = of[min(row.form.triples)]
            found.setdefault(min(bodies), (bodies, []))[1].append(row)
        return list(found.values())

    def velocities(self, states):
        run = self.run
        return Motion({b: (*run.vector_of_grid(state.v, state.w), *run.of_grid(state.spin)) for b, state in states.items()})

    def cut(self, rest, is_last):
        """The time of the cut, None if there is none, and the pairs that are left out."""
        fastest = max((self.turning(b) for b in self.bodies), default=Fraction(0))
        times, left_out = [], set()
        nearest_rows = self.nearest_rows
        held = {b for rows in nearest_rows.values() for row in rows if self.geometry.touches(row) for b in (row[0], row[3])}
        held |= self.pinned
        watched = self.fast if is_last else self.lively
        turns_by = rest
        if fastest * rest >= 1 and rest > SHORTEST and not is_last:
            turns_by = max(Fraction(floor(2**self.run.l / fastest / 2), 2**self.run.l), SHORTEST)
            times.append(turns_by)
        # The cut is at the earliest of these times, so that no meeting has to be known exactly that
        # is later.
        limit = min(rest, turns_by)
        for pair in watched:
            watch = RoundWatch if law_round.is_round(self.run, pair) else Watch
            for time in watch(self, pair, nearest_rows[pair], held).meetings(limit):
                left_out.add(pair)
                limit = min(limit, time)
                if time < rest:
                    times.append(time)
        if is_last and times:
            raise TooMuch("the step: found too many parts, required at most 64")
        return min(times, default=None), frozenset(left_out)


def speed_square(geometry, row, form):
    """|e|², or |m|² of two vertices, by whose root u is the velocity of the gap."""
    if geometry.opposite(row) is None:
        return geometry.square(row)
    x, y, _ = next(iter(form.triples.values()))
    return Fraction(x * x + y * y, form.unit**2)


class Meeting:
    """A row that meets."""

    def __init__(self, scene, name, pair):
        run, geometry = scene.run, scene.geometry
        self.name, self.is_lively = name, pair in scene.lively
        self.form, self.slip = geometry.at(name, scene.placed[name[0]], scene.placed[name[3]])
        self.friction = run.friction(name[0], name[3]) if self.slip else 0
        self.square = speed_square(geometry, name, self.form)
        self.restitution = scene.restitution(name[0], name[3])
        chosen = [[passing] for passing in geometry.passing(name, geometry.now)]
        for rows in scene.options[pair]:
            least = min(rows, key=scene.signed_square, default=None)
            if least and abs(scene.signed_square(least)) <= run.touch_in_units**2:
                chosen.append([row for row in rows if geometry.touches(row)])
        self.options = []
        for rows in chosen:
            forms = [geometry.at(row, scene.placed[row[0]], scene.placed[row[3]])[0] for row in rows]
            self.options.append([(form, speed_square(geometry, row, form)) for row, form in zip(rows, forms)])

    def meet(self, run, velocities):
        def approaches(u, square):
            return u < 0 and (run.h * u) ** 2 > run.touch**2 * square

        self.u = self.form.of(velocities)
        keeps = [option for option in self.options if not any(approaches(form.of(velocities), square) for form, square in option)]
        self.closes = approaches(self.u, self.square) and not keeps
        self.tau = self.slip.of(velocities) if self.slip else 0

    def cone(self):
        """μ⁻ and μ⁺."""
        lost = (1 - self.restitution) * -self.u if self.closes else 0
        back = min(self.friction, lost / abs(self.tau)) if self.tau else self.friction
        return (self.friction, back) if self.tau > 0 else (back, self.friction)


class Round:
    """A round of impacts, of some pins, and what the record has of it."""

    def __init__(self, scene, rows, pins, listed):
        self.scene, self.rows, self.pins, self.listed = scene, rows, pins, listed

    def judge(self, states, velocities, asked):
        """The states after it; `asked` has of each taken row the least u and its cone."""
        run, listed, rows = self.scene.run, self.listed, self.rows
        if listed.unit <= 0:
            raise Refused("L2", f"found impulses over {listed.unit}, required a number above 0")
        pushes, impulses, last = {}, {}, -1
        for index, across, along in listed.impulses:
            if not last < index < len(rows) or across == 0:
                raise Refused("L2", f"row {index}: required ascending rows of {len(rows)} with an impulse")
            last, row = index, rows[index]
            if along is not None and (along == 0 or row.slip is None):
                raise Refused("L2", f"row {list(row.name)}: found friction, required that of a row with friction, or none")
            if across < 0 or row.name not in asked:
                raise Refused("L11", f"row {list(row.name)}: found the impulse {across}, required rows of the round that push")
            push(pushes, row.form, across)
            if along is not None:
                push(pushes, row.slip, along)
            impulses[row.name] = Fraction(across, listed.unit), Fraction(along or 0, listed.unit)
        pulls = self.pulls()
        for pin, pull in pulls:
            for form, part in zip(pin.forms, pull):
                push(pushes, form, part)
        after = Metric(run, self.scene.bodies).moved(velocities, pushes, run.row_unit * listed.unit)
        for row in rows:
            if row.name in asked:
                self.is_lawful(row, after, *asked[row.name], impulses.get(row.name))
        for pin, pull in pulls:
            if any(add(pin.gape(after), scale(pin.compliance / listed.unit, pull))):
                raise Refused("L11", f"pin {pin.number}: found another impulse, required that of its compliance")
        found = {}
        for b, (x, y, spin) in after.items():
            v, w = (nearest(number * 2**run.g) for number in run.coordinates((x, y)))
            found[b] = states[b]._replace(v=v, w=w, spin=nearest(spin * 2**run.g))
        return found

    def pulls(self):
        """The pins that are struck, with their impulses."""
        known = [pin.number for pin in self.pins]
        numbers = [number for number, *_ in self.listed.pins]
        if numbers != sorted(set(numbers)) or not set(numbers) <= set(known) or not all(any(pull) for _, *pull in self.listed.pins):
            raise Refused("L2", f"found impulses of the pins {numbers}, required some of {known}, ascending, none of them 0")
        listed = {number: pull for number, *pull in self.listed.pins}
        return [(pin, listed.get(pin.number, (0, 0))) for pin in self.pins]

    def is_lawful(self, row, after, least, cone, impulse):
        off = row.form.of(after) - least
        if off < 0 or off > 0 and impulse:
            raise Refused("L11", f"row {list(row.name)}: found a velocity that is {'too small' if off < 0 else 'too large'}")
        if not impulse or row.slip is None:
            return
        (across, along), (below, above) = impulse, cone
        low, high, slips = -below * across, above * across, row.slip.of(after)
        if not low <= along <= high:
            raise Refused("L11", f"row {list(row.name)}: found more friction than there may be")
        if slips > 0 and along != low or slips < 0 and along != high:
            raise Refused("L11", f"row {list(row.name)}: found less friction than the slip asks for")


def bodies_of(pin):
    """The free bodies of the rows of a pin."""
    return set().union(*(form.triples for form in pin.forms))


def taken_of(cluster, count, most):
    """The rows of a cluster that a round takes."""
    if count > most * len(cluster) or not any(row.closes and row.is_lively for row in cluster):
        return []
    if count == most * len(cluster):
        return cluster
    closing = [row for row in cluster if row.closes]
    steepest = max(row.u**2 / row.square for row in closing)
    return [row for row in closing if row.u**2 / row.square == steepest]


def is_beyond(gap, square, distance):
    top, bottom = distance.as_integer_ratio()
    return gap > 0 and (gap * bottom) ** 2 > top * top * square


def from_greatest(values):
    """The keys of the greatest values first, numerators and denominators. Mostly one is enough, and is found before others are
    put in order, by values that are rounded down."""
    if values:
        rounded = {key: (top << 64) // bottom for key, (top, bottom) in values.items()}
        greatest = max(rounded.values())
        first = max((key for key in values if rounded[key] == greatest), key=lambda key: Fraction(*values[key]))
        yield first
        yield from sorted((key for key in values if key != first), key=lambda key: Fraction(*values[key]), reverse=True)


class Watch:
    """What is watched of a lively pair."""

    def __init__(self, scene, pair, rows, held):
        self.scene, self.run, self.pair, self.rows, self.margins = scene, scene.run, pair, rows, {}
        bodies = [part[0] for part in pair]
        self.is_held = any(b in held and b in scene.paths for b in bodies)
        self.ways = {b: scene.way(b, b in held) for b in bodies}
        self.degree = degree_of(self.ways.values())
        self.norms = times(*(self.ways[b].norm for b in bodies))
        bend = scene.bend({b for b in bodies if b in held and b in scene.paths})
        self.drift = bend if self.is_held else Fraction(0)
        self.most = 4 * (scene.moves(pair) + self.drift)
        self.slow = 2 * bend

    def gap(self, row):
        return self.scene.gaps.of(row, self.ways)

    def square(self, part, k):
        return self.run.square_of_length(part, k)

    def less_drift(self, row):
        if not self.drift:
            return self.gap(row)
        size = root_above(self.square(row[3:5], row[5]), self.run.l)
        return plus(self.gap(row), stretched(-4 * size * self.drift, times(polynomial(0, 0, 1), self.norms)))

    @cached_property
    def depth_squared(self):
        """The square of a sixteenth of the smaller width."""
        return min(self.run.widths[part] for part in self.pair) / 2**8

    @cached_property
    def touch_squared(self):
        return min(self.run.touch**2, self.depth_squared)

    def overlapping(self, row, squared_depth):
        key = row[3:5], row[5], squared_depth
        if key not in self.margins:
            square = self.square(row[3:5], row[5]) * squared_depth
            self.margins[key] = stretched(root_above(square, self.run.l), self.norms)
        return plus(self.gap(row), self.margins[key])

    def with_margin(self, row):
        return self.overlapping(row, self.depth_squared)

    def less_drift_or_touch(self, row):
        (least, length), touch = self.separation_of_edges[row[3:5], row[5]], self.touch_squared
        if least**2 > touch * self.run.unit**2 * length:
            return self.less_drift(row)
        return self.overlapping(row, 4 * touch)

    def of_edges(self, polynomial):
        """A list of polynomials for each candidate edge, first for the one that is furthest away: its list is most likely clear."""
        distances = {edge: (g * abs(g), square) for edge, (g, square) in self.separation_of_edges.items()}
        for own, k in from_greatest(distances):
            other = self.pair[own == self.pair[0]]
            yield self.run.size_of(other), partial(self.of_edge, polynomial, own, k, other)

    def of_edge(self, polynomial, own, k, other):
        """One after the other, as far as they are asked for."""
        return (polynomial((*other, v, *own, k)) for v in range(self.run.size_of(other)))

    @cached_property
    def separation_of_edges(self):
        """σ and |e|² of the candidate edges, over the square of the unit."""
        own = {(part, k) for part, edges in zip(self.pair, self.scene.candidates[self.pair]) for k in edges}
        return {(part, k): (g, square) for part, k, g, square in separations(self.run, self.scene.placed, self.pair) if (part, k) in own}

    def gaps_of_edges(self):
        return list(self.separation_of_edges.values())

    def first_meeting(self, lists, limit=None):
        return first_meeting(self.scene.work.of_lists(lists), self.degree, 3 * self.run.g // 4, limit)

    def meetings(self, limit):
        """The times of the meetings that count; those of fast pairs from the limit on are only right in that."""
        geometry = self.scene.geometry
        is_fast = self.pair in self.scene.fast
        watched = []
        if not any(geometry.touches(row) for row in self.rows):
            watched.append((self.gaps_of_edges(), lambda: self.of_edges(self.less_drift_or_touch), True))
        else:
            for row in sorted(self.rows):
                if not geometry.touches(row):
                    gap = [(geometry.gap_now(row), geometry.length(row))]
                    watched.append((gap, lambda row=row: [(1, lambda: [self.less_drift(row)])], True))
            if is_fast:
                watched.append((self.gaps_of_edges(), lambda: self.of_edges(self.with_margin), False))
        for gaps, lists, may_be_far in watched:
            if may_be_far and any(is_beyond(gap, square, self.most * self.run.unit) for gap, square in gaps):
                continue
            time = self.first_meeting(lists(), limit if is_fast else None)
            if not time:
                continue
            slow = self.slow * time * self.run.unit
            if is_fast or any(gap > 0 and gap * gap >= slow * slow * square for gap, square in gaps):
                yield time


class RoundWatch(Watch):
    """What is watched of a lively round pair: section 15."""

    def __init__(self, scene, pair, rows, held):
        super().__init__(scene, pair, rows, held)
        run, poses = self.run, lambda b: scene.placed[b]
        for b, p in pair:
            if not any(map(any, run.arms[b, p])):
                self.ways[b] = self.ways[b].unturned()
        self.degree = 2 * degree_of(self.ways.values())
        self.norms = times(*(self.ways[b].norm for b, _ in pair))
        self.R = Fraction(law_round.reach(run, pair), run.unit)
        found = law_round.shortest(run, poses, pair)
        self.apart = None if found is None else found.square / run.unit**2

    def off(self, row):
        return root_above(self.R**2 * self.run.square_of_length(row[3:5], row[5]), 2 * self.run.g)

    def gap(self, row):
        """Of a vertex and an edge, less [R |e|]."""
        return plus(super().gap(row), stretched(-self.off(row), self.norms))

    def between(self, v, w):
        """H of vertices of P and Q."""
        P, Q = (self.ways[b] for b, _ in self.pair)
        p, q = (self.run.bodies[b].arm(part, vertex) for (b, part), vertex in zip(self.pair, (v, w)))
        found = []
        for one, other, arm, opposite in zip(P.z, Q.z, P.arm(p), Q.arm(q)):
            apart = times(plus(one, minus(other)), self.norms)
            found.append(plus(apart, plus(times(arm, Q.norm), minus(times(opposite, P.norm)))))
        return found

    def beyond(self, v, w, reach):
        """H·H less the square of a length."""
        H, far = self.between(v, w), times(reach, self.norms)
        return plus(dot_of(H, H), minus(times(far, far)))

    def of_vertices(self, reach):
        first, second = (self.run.size_of(part) for part in self.pair)
        for v in range(first):
            for w in range(second):
                yield first + second - 1, partial(self.of_two_vertices, (v, w), (first, second), reach)

    def of_two_vertices(self, vertices, counts, reach):
        H = self.between(*vertices)
        yield self.beyond(*vertices, reach)
        for (b, p), own, count, sign in zip(self.pair, vertices, counts, (1, -1)):
            at = self.run.bodies[b].arm(p, own)
            for other in range(count):
                if other != own:
                    away = scale(sign, sub(self.run.bodies[b].arm(p, other), at))
                    yield dot_of(self.ways[b].arm(away), H)

    def lists(self, of_edge, reach):
        yield from self.of_edges(of_edge)
        yield from self.of_vertices(reach)

    @cached_property
    def separation_of_edges(self):
        """σ less [R |e|], and |e|², over the square of the unit, both over 2^bits, so that they are integers."""
        run, found = self.run, {}
        (top, bottom), bits = (self.R**2).as_integer_ratio(), 2 * run.g
        top, bottom = top << (2 * bits), bottom * run.unit**2
        for part, k, g, square in separations(run, self.scene.placed, self.pair):
            off = whole_root_above(-(-top * square // bottom))
            found[part, k] = (g << bits) - off * run.unit**2, square << 2 * bits
        return found

    def drifting(self):
        """R + b, as a polynomial in half of the time."""
        return polynomial(self.R, 0, 4 * self.drift) if self.drift else polynomial(self.R)

    def less_drift(self, row):
        if row[5] < self.run.size_of(row[3:5]):
            return super().less_drift(row)
        return self.beyond(row[2], row[5] - self.run.size_of(row[3:5]), self.drifting())

    def meetings(self, limit):
        geometry, is_fast = self.scene.geometry, self.pair in self.scene.fast
        if not any(geometry.touches(row) for row in self.rows):
            if self.apart is None or self.apart > self.R**2 and self.apart > (self.R + self.most) ** 2:
                return
            time = self.first_meeting(self.lists(self.less_drift_or_touch, self.drifting()))
            if time and (is_fast or self.apart > self.R**2 and self.apart >= (self.R + self.slow * time) ** 2):
                yield time
            return
        for row in sorted(self.rows):
            if not geometry.touches(row):
                gap, length = geometry.gap_now(row), geometry.length(row)
                if is_beyond(gap, length, self.most * self.run.unit):
                    continue
                time = self.first_meeting([(1, lambda: [self.less_drift(row)])])
                slow = self.slow * (time or 0) * self.run.unit
                if time and (is_fast or gap > 0 and gap * gap >= slow * slow * length):
                    yield time
        if is_fast:
            reach = polynomial(max(self.R - root_above(self.depth_squared, self.run.l), Fraction(0)))
            time = self.first_meeting(self.lists(self.with_margin, reach))
            if time:
                yield time
