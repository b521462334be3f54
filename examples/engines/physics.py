"""Holds motions whose course is known against zwang and other engines, and writes docs/physics.md and docs/physics.csv.

python examples/engines/physics.py --zwang target/debug/zwang -o docs/physics.md

Each scene of scenes/physics runs with three time steps. What is known is a closed form, or an ordinary differential equation for one or two
coordinates, integrated here with a step of some 1e-5 s by the rule of Runge and Kutta. An engine that is not installed keeps the figures that the table beside the page has. With --check only zwang runs, and its figures are compared with those of the table that --check names. Needs Python alone but for the engines.
"""

import argparse
import csv
import importlib.util
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from fractions import Fraction

import scene as scenes

HERE = os.path.dirname(os.path.abspath(__file__))
SCENES = os.path.join(HERE, "..", "..", "scenes", "physics")
# What is smaller than this, in units of its row, is rounding: of tables of doubles, and of the
# reference.
ROUNDING = 1e-11


# ---- known motions: a function of time to {body: (x, y, angle)}


def straight(**bodies):
    """Each body moves by x + v t + a t²/2, for x, y and angle: three numbers, nine in all; names have _ for a space."""
    bodies = {name.replace("_", " "): values for name, values in bodies.items()}

    def place(t):
        found = {}
        for name, (start, velocity, acceleration) in bodies.items():
            found[name] = tuple(x + v * t + a * t * t / 2 for x, v, a in zip(start, velocity, acceleration))
        return found

    return place


def row_of_cubes(places, velocities):
    """Cubes in a row along x, from the time 0 on."""
    return lambda t: {f"cube {i}": (x + v * t, 0, 0) for i, (x, v) in enumerate(zip(places, velocities))}


def struck_row(places, before, after, time):
    """Cubes in a row whose velocities change at a time."""
    return lambda t: {f"cube {i}": (x + u * min(t, time) + v * max(t - time, 0), 0, 0) for i, (x, u, v) in enumerate(zip(places, before, after))}


def stops(start, speed, slowing):
    """Where a body is that slides and stops."""
    return lambda t: start + speed * min(t, speed / slowing) - slowing * min(t, speed / slowing) ** 2 / 2


def bounces(height, restitution, gravity=10):
    """The height of what falls from rest and bounces, above where it lies."""

    def above(t):
        fall = math.sqrt(2 * height / gravity)
        if t < fall:
            return height - gravity * t * t / 2
        since, speed = t - fall, gravity * fall * restitution
        while speed > 1e-9 and since > 2 * speed / gravity:
            since, speed = since - 2 * speed / gravity, speed * restitution
        return speed * since - gravity * since * since / 2 if speed > 1e-9 else 0

    return above


def path(equation, start, place, step=2e-5):
    """The motion of an ordinary differential equation y' = f(y), by Runge and Kutta, and the bodies of a value of y."""
    known = {}

    def at(t):
        if t not in known:
            before = max((u for u in known if u < t), default=None)
            now, y = (0.0, start) if before is None else (before, known[before])
            count = max(1, math.ceil((t - now) / step))
            for _ in range(count):
                y = runge_kutta(equation, y, (t - now) / count)
            known[t] = y
        return place(known[t])

    return at


def runge_kutta(f, y, h):
    a = f(y)
    b = f([u + h / 2 * v for u, v in zip(y, a)])
    c = f([u + h / 2 * v for u, v in zip(y, b)])
    d = f([u + h * v for u, v in zip(y, c)])
    return [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, a, b, c, d)]


def load_off_centroid():
    """A force (1, 0) on the middle of the upper side of a unit square: the angle has α = -3 cos(angle), the centroid a = (1, 0)."""
    equation = lambda y: [y[1], -3 * math.cos(y[0]), y[3], 1]
    return path(equation, [0, 0, 0, 0], lambda y: {"square": (y[2], 0, y[0])})


def tip_smooth(s=0.2, b=0.125, g=10, k=(1 + 1 / 16) / 12):
    """A brick whose lower side slides over the edge of a table at 0; s: the contact from the middle of the side; b: half its height."""

    def equation(y):
        s, u, t, w = y
        # [1, -b; -b, s² + b² + k] (s", t") = right-hand side, of Lagrange's equations
        p = s * w * w - g * math.sin(t)
        q = -2 * s * u * w - g * (s * math.cos(t) - b * math.sin(t))
        det = s * s + k
        return [u, ((s * s + b * b + k) * p + b * q) / det, w, (q + b * p) / det]

    return path(equation, [s, 0, 0, 0], lambda y: {"brick": (y[0] * math.cos(y[2]) - b * math.sin(y[2]), y[0] * math.sin(y[2]) + b * math.cos(y[2]), y[2])})


def pivot(x, y, g, square):
    """α of a body of mass 1 that turns about a fixed point, its centroid at (x, y) from there where it is not turned; square: I/m + |arm|²."""
    return lambda a: [a[1], -g * (x * math.cos(a[0]) - y * math.sin(a[0])) / square]


def turned(x, y, angle):
    return (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle), angle)


def tip_rough(s=0.2, b=0.125):
    return path(pivot(s, b, 10, s * s + b * b + (1 + 1 / 16) / 12), [0, 0], lambda y: {"brick": turned(s, b, y[0])})


def sliding_rod():
    """A rod of length 2 between wall and floor, as long as it leans: (1 + 1/3) φ" = -g cos φ."""
    start = math.atan2(0.8, 0.6)
    equation = lambda y: [y[1], -7.5 * math.cos(y[0])]
    return path(equation, [start, 0], lambda y: {"rod": (math.cos(y[0]), math.sin(y[0]), start - y[0])})


def sliding_rod_rough(friction=0.25, inertia=1 / 3, g=10):
    """The same with friction at both ends: with the forces M of the floor and N of the wall x" = N - μM, y" = M + μN - g, I φ" = N (s + μc) - M (c - μs); c, s of φ."""
    start = math.atan2(0.8, 0.6)

    def equation(y):
        c, s, w = math.cos(y[0]), math.sin(y[0]), y[1] ** 2

        def missing(a):
            """By how much I φ" is not what forces give if φ" is a."""
            along, up = -s * a - c * w, c * a - s * w + g
            floor = (up - friction * along) / (1 + friction**2)
            wall = along + friction * floor
            return inertia * a - wall * (s + friction * c) + floor * (c - friction * s)

        # It is linear in a.
        return [y[1], missing(0) / (missing(0) - missing(1))]

    return path(equation, [start, 0], lambda y: {"rod": (math.cos(y[0]), math.sin(y[0]), start - y[0])})


def tilted_rod(t):
    """A rod of length 2 (I = 1/3) that leans by cos φ = 3/5 falls 1/5 m; at its end the impulse is (1 + ε) u / (1 + cos² φ / I)."""
    fall = min(t, 0.2)
    impulse = 1.5 * 2 / (1 + 0.36 * 3)
    t -= fall
    return {"rod": (0, 1 - 5 * fall * fall + (impulse - 2) * t - 5 * t * t, 3 * 0.6 * impulse * t)}


def tilted_rod_rough():
    """The same; its end stays where it lands: the moment about it is kept, 0.6 · 2 = (I + 1) ω, and then the rod turns about it."""
    then = path(pivot(-0.6, 0.8, 10, 4 / 3), [0, 1.2 / (4 / 3)], lambda y: {"rod": turned(-0.6, 0.8, y[0])})

    def place(t):
        if t <= 0.2:
            return {"rod": (0, 1 - 5 * t * t, 0)}
        x, y, angle = then(t - 0.2)["rod"]
        return {"rod": (0.6 + x, y, angle)}

    return place


def struck_rod(t):
    """A point of mass 1 strikes a rod (3 kg, I = 1) at 3/4 m from its middle: the impulse is (1 + ε) u / (1 + 1/3 + (3/4)² / I)."""
    impulse = 1.5 * 2 / (4 / 3 + 9 / 16)
    after = max(t - 0.1, 0)
    return {"rod": (-impulse / 3 * after, 0, 0.75 * impulse * after), "striker": (0.575 - 2 * t + impulse * after, 0.75, 0)}


def bounces_rough(restitution, friction=0.25):
    """A cube at 2 m/s along and 2 m/s down strikes the floor at 0.2 s; by the impulse μ (1 + ε) u along it slows down, each time."""

    def place(t):
        x, speed, down, landing = 0.0, 2.0, 2.0, 0.2
        while t > landing:
            x, t = x + speed * landing, t - landing
            speed, down = speed - friction * (1 + restitution) * down, restitution * down
            landing = 2 * down / 10
        start = 0.7 if down == 2 and speed == 2 else 0.5
        rise = 0 if start == 0.7 else down
        return {"cube": (x + speed * t, start + rise * t - 5 * t * t, 0)}

    return place


def rolling_square():
    """A unit square turns about its corner at (1/2, 0), lands on its side, where the spin falls to a quarter, and turns about the next corner."""
    first = pivot(-0.5, 0.5, 10, 2 / 3)
    step, time, y = 1e-5, 0.0, [0.0, -2.7]
    while y[0] > -math.pi / 2:
        before, y, time = y, runge_kutta(first, y, step), time + step
    landing = time - step + (before[0] + math.pi / 2) / -before[1]

    def place(corner, angle, whole):
        x, y, turn = turned(-0.5, 0.5, angle)
        return {"square": (corner + x, y, turn - whole)}

    over = path(first, [0, -2.7], lambda y: place(0.5, y[0], 0))
    then = path(first, [0, -2.7 / 4], lambda y: place(1.5, y[0], math.pi / 2))
    return lambda t: over(t) if t <= landing else then(t - landing)


def pendulum():
    return path(pivot(0.5, 0, 10, 1 / 4 + 1.01 / 12), [0, 0], lambda y: {"rod": turned(0.5, 0, y[0])})


def pendulum_wall(restitution=0.5):
    """The same, against a wall where it hangs down; it leaves with a part of its spin, once."""
    swing = pivot(0.5, 0, 10, 1 / 4 + 1.01 / 12)
    step, time, y = 1e-5, 0.0, [0.0, 0.0]
    while y[0] > -math.pi / 2:
        before, y, time = y, runge_kutta(swing, y, step), time + step
    struck = time - step + (before[0] + math.pi / 2) / -before[1]
    spin = -math.sqrt(10 / (1 / 4 + 1.01 / 12))
    place = lambda y: {"rod": turned(0.5, 0, y[0])}
    down, back = path(swing, [0, 0], place), path(swing, [-math.pi / 2, -restitution * spin], place)
    return lambda t: down(t) if t <= struck else back(t - struck)


def double_pendulum():
    """Two rods of mass 1, length 1 and height 1/10, one hung on the other; a, b are their angles from level."""
    inertia, g = 1.01 / 12, 10

    def equation(y):
        a, p, b, q = y
        # [I + 5/4, c/2; c/2, I + 1/4] (a", b") with c = cos(a - b)
        c, s = math.cos(a - b) / 2, math.sin(a - b) / 2
        left, right = -s * q * q - 1.5 * g * math.cos(a), s * p * p - 0.5 * g * math.cos(b)
        m, n = inertia + 1.25, inertia + 0.25
        det = m * n - c * c
        return [p, (n * left - c * right) / det, q, (m * right - c * left) / det]

    def place(y):
        ax, ay, _ = turned(1, 0, y[0])
        bx, by, _ = turned(0.5, 0, y[2])
        return {"rod 0": (ax / 2, ay / 2, y[0]), "rod 1": (ax + bx, ay + by, y[2])}

    return path(equation, [0, 0, 0, 0], place, 1e-4)


def slope_and_back(t):
    x = -4 * t + 4 * t * t if t < 0.5 else -1 + 2 * (t - 0.5) ** 2
    return {"crate": (x, 0.5, 0)}


def carried(t):
    """The slab slows down by 5, the crate speeds up by 5/2 until both have 1 m/s at 0.4 s; together they slow down by 5/2."""
    u = max(min(t, 0.8) - 0.4, 0)
    both, t = u - 1.25 * u * u, min(t, 0.4)
    return {"crate": (1.25 * t * t + both, 1, 0), "slab": (3 * t - 2.5 * t * t + both, 0.25, 0)}


def movable_wedge():
    """The wedge (2 kg) accelerates by m g sin α cos α / (M + m sin² α), the block on it by (M + m) g sin α / (M + m sin² α) along the slope."""
    wedge, block = 4.8 / 2.36, 18 / 2.36
    return straight(wedge=((16 / 3, 2, 0), (0, 0, 0), (wedge, 0, 0)), block=((5.3, 4.6, 0), (0, 0, 0), (wedge - 0.8 * block, -0.6 * block, 0)))


def turntable(t):
    return {"rod": turned(0.5, 0, 2 * t)}


def at_rest(**bodies):
    return straight(**{name: (place, (0, 0, 0), (0, 0, 0)) for name, place in bodies.items()})


WALL_AT_REST = at_rest(**{f"course_{r}_{k}": (k - (3 - r % 2) / 2 - 0, (2 * r + 1) / 8, 0) for r in range(4) for k in range(4)})
SLIDES = straight(box=((-0.5, 0.25, 0), (2, 0, 0), (0, 0, 0)))
LOOSE = straight(box=((-0.5, 0.25, 0), (2, 0, 0), (0, 0, 0)), **{f"brick_{k}": ((k - 0.5, -0.5, 0), (0, 0, 0), (0, 0, 0)) for k in range(8)})


# ---- figures of a run, whose states are a list of (time, {body: (x, y, angle, vx, vy, spin)})


@dataclass
class Run:
    """The states of a run, and the scene, in doubles."""

    states: list
    scene: object

    def free(self):
        return [body for body in self.scene.bodies if not body.fixed]

    def energy(self, state):
        """Kinetic and potential energy, J."""
        total = 0.0
        for body in self.free():
            x, y, _, vx, vy, spin = state[body.name]
            gx, gy = map(float, self.scene.gravity)
            total += float(body.mass) * ((vx * vx + vy * vy) / 2 - gx * x - gy * y) + float(body.inertia) * spin * spin / 2
        return total


def distance(run, state, known):
    """The largest distance of a body from where it is known to be, m; a turn counts with the radius of gyration."""
    worst = 0.0
    for body in run.free():
        if body.name in known:
            x, y, angle = known[body.name]
            found = state[body.name]
            turn = math.remainder(found[2] - angle, 2 * math.pi) * math.sqrt(body.inertia / body.mass)
            worst = max(worst, math.hypot(found[0] - x, found[1] - y, turn))
    return worst


def course(known):
    """The largest distance in the run from a known motion."""
    return lambda run: max(distance(run, state, known(time)) for time, state in run.states[1:])


def end(known):
    """The distance at the end of the run alone."""
    return lambda run: distance(run, run.states[-1][1], known(run.states[-1][0]))


def energy_gained(run):
    """How far the energy rises above that of the beginning, J."""
    first = run.energy(run.states[0][1])
    return max(0.0, *(run.energy(state) - first for _, state in run.states[1:]))


def energy_change(run):
    """How far the energy is from that of the beginning, J."""
    first = run.energy(run.states[0][1])
    return max(abs(run.energy(state) - first) for _, state in run.states[1:])


def drift(run):
    """How far the two points of a pin are apart, m."""
    bodies, worst = {body.name: body for body in run.scene.bodies}, 0.0
    for _, state in run.states[1:]:
        for names, (x, y), _ in run.scene.pins:
            places = []
            for name in names:
                body = bodies[name]
                cx, cy, angle, *_ = state[name]
                px, py, _ = turned(float(x - body.centroid[0]), float(y - body.centroid[1]), angle)
                places.append((cx + px, cy + py))
            places.append((float(x), float(y)))
            worst = max(worst, math.dist(places[0], places[1]))
    return worst


def beyond(run):
    """How far the centroid of the bullet is beyond the middle of the wall, m."""
    return max(0.0, *(state["bullet"][0] for _, state in run.states[1:]))


def too_high(run):
    """How far the pendulum rises above its start, m."""
    return max(0.0, *(state["rod"][1] for _, state in run.states[1:]))


def standing(run):
    """How many dominoes have not fallen at the end."""
    return float(sum(abs(place[2]) < math.pi / 6 for place in run.states[-1][1].values()))


@dataclass
class Motion:
    """A row of the page: what is compared, with what; `order` is the least order that a law has to have, None if the figure has to be `limit` at most."""

    scene: str
    words: str
    time: Fraction
    figure: object
    unit: str = "m"
    order: float | None = None
    limit: float = ROUNDING


HALF, SECOND = Fraction(1, 2), Fraction(1)


def held(scene, words, time, known, **rest):
    return Motion(scene, words, Fraction(time), course(known), **rest)


SECTIONS = [
    (
        "Free bodies",
        [
            held("flight", "a square flies: x = vt + gt²/2", 1, straight(square=((0, 0, 0), (3, 2, 0), (0, -9.81, 0)))),
            held("spin", "a brick spins: angle = ωt", 1, straight(brick=((0, 0, 0), (0, 0, 2), (0, 0, 0))), order=1.75),
            held("torque", "a torque turns a square: angle = Tt²/(2I)", 1, straight(square=((0, 0, 0), (0, 0, 0), (0, 0, 6))), order=1.75),
            held("load-off-centroid", "a force acts off the centroid: α = -3 cos(angle)", 1, load_off_centroid(), order=1.75),
        ],
    ),
    (
        "Slopes and stops",
        [
            held("slope", "smooth slope 3:4: 3t²", 1, straight(crate=((0, 0.5, 0), (0, 0, 0), (6, 0, 0)))),
            held("slope-friction", "slope 3:4, friction 1/2: t²", 1, straight(crate=((0, 0.5, 0), (0, 0, 0), (2, 0, 0)))),
            held("slope-held", "slope 3:4, friction 3/4, just held", 1, straight(crate=((0, 0.5, 0), (0, 0, 0), (0, 0, 0)))),
            held("slope-and-back", "thrown up slope 3:4, friction 1/4, and back", 1, slope_and_back),
            held("brake", "3 m/s, friction 1/2: stops after v²/(2μg) = 0.9 m", 1, lambda t: {"crate": (stops(0, 3, 5)(t), 0.5, 0)}),
            held("carried", "slab at 3 m/s below a crate, friction 1/4: 1 m and 0.4 m", 1, carried),
            held("rough-wall", "pressed against a wall with 20 N, friction 1/4: -5t²/2", 1, straight(crate=((0.5, 0, 0), (0, 0, 0), (0, -5, 0)))),
            held("pushed", "friction 1/2: 4 N push nothing, 7 N by t²", 1, straight(held=((-2, 0.5, 0), (0, 0, 0), (0, 0, 0)), pushed=((2, 0.5, 0), (0, 0, 0), (2, 0, 0)))),
            held("lands-and-slides", "lands flat at 2 m/s, friction 1/4, and stops after 17/20 m", 1, lambda t: {"cube": (2 * min(t, 0.2) + stops(0, 1.5, 2.5)(max(t - 0.2, 0)), max(0.5, 0.7 - 5 * t * t), 0)}, order=0.9),
            held("movable-wedge", "block on a movable wedge 3:4", HALF, movable_wedge()),
        ],
    ),
    (
        "Flush joints",
        [
            held("tiles-one", "smooth box at 2 m/s: one floor", 1, SLIDES),
            held("tiles-parts", "the same: three flush parts", 1, SLIDES),
            held("tiles-loose", "the same: loose bricks, which stay", 1, LOOSE),
            held("tiles-friction", "eight tiles, friction 1/100: vt - μgt²/2", HALF, straight(box=((-0.5, 0.25, 0), (1, 0, 0), (-0.1, 0, 0)))),
            held("seam-slope", "smooth slope 3:4 of three parts: 3t²", 1, straight(crate=((-0.5, 0.5, 0), (0, 0, 0), (6, 0, 0)))),
            held("wall-down", "falls along a wall of tiles: gt²/2", 1, straight(box=((-0.25, 3, 0), (0, 0, 0), (0, -10, 0)))),
            held("wall-up", "thrown up along a wall of tiles", 1, straight(box=((-0.25, 0, 0), (0, 6, 0), (0, -10, 0)))),
            held("thrown-on-tiles", "thrown flat on a belt of tiles", 1, lambda t: {"box": (-0.5 + 2 * t, max(0.25, 1.25 - 5 * t * t), 0)}),
        ],
    ),
    (
        "Passing by, and not",
        [
            held("past-a-peg", "a cube falls past a peg: gt²/2", Fraction(2, 5), straight(cube=((0.09, 1.2, 0), (0, 0, 0), (0, -9.81, 0)))),
            held("over-a-brick", "a brick flies over another one: vt", Fraction(2, 5), straight(high=((-2, 0.28, 0), (10, 0, 0), (0, 0, 0)))),
            Motion("bullet", "a bullet at 100 m/s does not pass a wall of 1 cm", Fraction(1, 10), beyond),
        ],
    ),
    (
        "Impacts",
        [
            held("bounce-elastic", "a cube bounces, restitution 1", 5, lambda t: {"cube": (0, 0.5 + bounces(1, 1)(t), 0)}),
            Motion("bounce-elastic", "its energy stays", Fraction(5), energy_change, "J"),
            held("bounce", "restitution 4/5", 3, lambda t: {"cube": (0, 0.5 + bounces(1, 0.8)(t), 0)}),
            Motion("bounce-to-rest", "restitution 1/2: lies still after 2 s", Fraction(2), end(at_rest(cube=(0, 0.5, 0)))),
            held("bounce-two", "restitution 1/5 and 1 land together", Fraction(6, 5), lambda t: {"dull": (-2, 0.5 + bounces(1, 0.2)(t), 0), "lively": (2, 0.5 + bounces(1, 1)(t), 0)}),
            Motion("bounce-stack", "three cubes, restitution 7/10: lie still after 6 s", Fraction(6), end(at_rest(cube_0=(0, 0.5, 0), cube_1=(0, 1.5, 0), cube_2=(0, 2.5, 0)))),
            held("bounce-slope", "smooth slope 3:4, restitution 4/5: 3t² along it", 1, lambda t: {"crate": (3 * t * t, 0.5 + bounces(0.5, 0.8, 8)(t), 0)}),
            held("bounce-rough", "thrown flat, restitution 1/2, friction 1/4", Fraction(12, 25), bounces_rough(0.5)),
            held("bounce-elastic-rough", "thrown flat, restitution 1, friction 1/4", Fraction(2, 5), bounces_rough(1)),
            held("struck-rod", "a corner strikes a rod off its middle, restitution 1/2", Fraction(2, 5), struck_rod, order=1.75),
            held("tilted-rod", "a tilted rod falls on its end, restitution 1/2", Fraction(2, 5), tilted_rod, order=1.75),
            held("meet-elastic", "1 kg and 3 kg meet, restitution 1", 1, lambda t: {"light": (2 * min(t, 1 / 3) - 2.5 * max(t - 1 / 3, 0), 0, 0), "heavy": (2 - min(t, 1 / 3) + 0.5 * max(t - 1 / 3, 0), 0, 0)}),
            held("meet-inelastic", "1 kg and 3 kg meet and stay together", 1, lambda t: {"light": (2 * min(t, 1 / 3) - 0.25 * max(t - 1 / 3, 0), 0, 0), "heavy": (2 - min(t, 1 / 3) - 0.25 * max(t - 1 / 3, 0), 0, 0)}, order=0.9),
            held("cradle-one", "cradle: one cube in, one out", 1, struck_row([-2, 0, 1, 2, 3], [3, 0, 0, 0, 0], [0, 0, 0, 0, 3], 1 / 3)),
            held("cradle-two", "cradle: two cubes in, two out", 1, struck_row([-1.5, -0.5, 1, 2, 3], [1, 1, 0, 0, 0], [0, 0, 0, 1, 1], 0.5)),
            held("cradle-both-ends", "cradle struck at both ends", 1, row_of_cubes(range(5), [-1, 0, 0, 0, 1])),
            held("row-2-1-1-3-1", "masses 2, 1, 1, 3, 1: (-7/6, 1/2, 5/6, 7/6, 3/2)", 1, row_of_cubes(range(5), [-7 / 6, 1 / 2, 5 / 6, 7 / 6, 3 / 2])),
            held("row-3-1-2-5-1", "masses 3, 1, 2, 5, 1: (-19/42, 27/98, 20/49, 68/147, 20/21)", 1, row_of_cubes(range(5), [-19 / 42, 27 / 98, 20 / 49, 68 / 147, 20 / 21])),
        ],
    ),
    (
        "Edges and corners",
        [
            held("tip-smooth", "a brick tips and slides over the edge of a table", Fraction(7, 25), tip_smooth(), order=1.75),
            held("tip-rough", "a brick tips about the edge of a rough table", Fraction(6, 25), tip_rough(), order=1.75),
            held("sliding-rod", "a rod slides down a smooth wall", Fraction(3, 10), sliding_rod(), order=1.75),
            held("sliding-rod-rough", "the same, friction 1/4 at both ends", Fraction(3, 10), sliding_rod_rough(), order=1.75),
            held("tilted-rod-rough", "a tilted rod falls on its end, which stays", Fraction(2, 5), tilted_rod_rough(), order=0.9),
            held("rolling-square", "a square rolls over its corner, lands, and keeps a quarter of its spin", Fraction(24, 25), rolling_square(), order=0.9),
            Motion("rolling-64-gon", "a polygon of 64 corners rolls: energy gained", SECOND, energy_gained, "J"),
            Motion("groove", "a tilted square falls into a groove: lies flush after 6 s", Fraction(6), end(at_rest(square=(0, math.sqrt(0.5), math.pi / 4 - 2 * math.atan(0.2)))), limit=1e-9),
            Motion("corner", "a tilted box is thrown into a corner: lies there after 4 s", Fraction(4), end(at_rest(box=(3, 0.5, -2 * math.atan(0.2)))), limit=1e-9),
        ],
    ),
    (
        "Joints",
        [
            held("turntable", "a rod spins about its pin: angle = ωt", 1, turntable, order=1.75),
            held("pendulum", "a rod swings from level", 2, pendulum(), order=1.75),
            Motion("pendulum", "it rises above its start by", Fraction(2), too_high),
            Motion("pendulum", "its energy changes by", Fraction(2), energy_change, "J", order=1.75),
            held("pendulum-wall", "against a wall, restitution 1/2", Fraction(4, 5), pendulum_wall(), order=1.75),
            held("double-pendulum", "two rods swing from level", 1, double_pendulum(), order=1.75),
            Motion("double-pendulum", "their energy changes by", SECOND, energy_change, "J", order=1.75),
            Motion("double-pendulum", "their pins gape by", SECOND, drift, limit=1e-5),
            Motion("heavy-chain-10000", "chain with a weight of 10⁴ links: pins gape by", SECOND, drift, limit=1e-5),
            Motion("heavy-chain-10000", "its energy changes by", SECOND, energy_change, "J", limit=1),
            Motion("heavy-chain-1000000", "chain with a weight of 10⁶ links: pins gape by", SECOND, drift, limit=1e-5),
            Motion("heavy-chain-1000000", "its energy changes by", SECOND, energy_change, "J", limit=100),
        ],
    ),
    (
        "Heaps",
        [
            held("wall", "a wall stands", 1, WALL_AT_REST, limit=0),
            Motion("dominoes", "eight dominoes: still up after 3 s", Fraction(3), standing, "dominoes", limit=0),
            Motion("dominoes", "energy gained", Fraction(3), energy_gained, "J"),
            Motion("pinned-wedge", "a brick beside a falling wedge: energy gained", Fraction(3, 5), energy_gained, "J"),
        ],
    ),
]
MOTIONS = [motion for _, motions in SECTIONS for motion in motions]
STEPS = [Fraction(1, 50), Fraction(1, 100), Fraction(1, 200)]


# ---- programs

ZWANG = "zwang"


@dataclass
class Program:
    """What runs a scene: its name, and a function of (scene file, table, steps, dt) that returns None or the time at which the run ended early."""

    name: str
    run: object


def zwang(binary):
    """zwang itself. A run that ends early is cut where it ends."""

    def run(scene, table, steps, dt):
        file = table + ".run"
        if os.path.exists(file):
            os.remove(file)
        made = subprocess.run([binary, "simulate", scene, "--steps", str(steps), "--dt", str(dt), "-o", file, "--force", "--quiet"], capture_output=True, text=True)
        if not os.path.exists(file):
            raise RuntimeError(made.stderr.strip())
        subprocess.run([binary, "export", file, "-o", table, "--force"], check=True, capture_output=True)

    return Program(ZWANG, run)


def adapter(name, module, script):
    """An engine with its tuned settings, if it is installed."""
    if importlib.util.find_spec(module) is None:
        print(f"{name} is not installed and left out", file=sys.stderr)
        return []
    command = [sys.executable, os.path.join(HERE, script)]

    def run(scene, table, steps, dt):
        subprocess.run([*command, scene, "-o", table, "--steps", str(steps), "--dt", str(dt)], check=True, capture_output=True)

    return [Program(name, run)]


def read(table):
    """The states of a table, by time."""
    states = {}
    with open(table, encoding="utf-8") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        for line in lines:
            # The others are contacts.
            if line["x"]:
                numbers = tuple(float(line[name]) for name in ("x", "y", "angle", "vx", "vy", "spin"))
                states.setdefault(float(line["time"]), {})[line["body"]] = numbers
    return sorted(states.items())


class Bench:
    """Makes each run once."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.runs = binary, folder, {}

    def plain(self, name):
        """The scene file without parameters, copies and angles, which engines do not know."""
        file = os.path.join(self.folder, name + ".toml")
        if not os.path.exists(file):
            subprocess.run([self.binary, "scene", "convert", os.path.join(SCENES, name + ".toml"), "-o", file, "--quiet"], check=True, capture_output=True)
        return file

    def run(self, program, name, time, dt):
        key = (program.name, name, time, dt)
        if key not in self.runs:
            table = os.path.join(self.folder, "run.csv")
            program.run(self.plain(name), table, int(time / dt), dt)
            self.runs[key] = Run(read(table), scenes.read(self.plain(name)))
        return self.runs[key]

    def figure(self, program, motion, dt):
        """The figure, or the time at which the run stopped as a text."""
        try:
            run = self.run(program, motion.scene, motion.time, dt)
        except (RuntimeError, subprocess.CalledProcessError) as error:
            print(f"{program.name}, {motion.scene}, {dt}: {error}", file=sys.stderr)
            return "no run"
        last = run.states[-1][0]
        if abs(last - float(motion.time)) > 1e-9:
            return f"stops at {last:.3g} s"
        return motion.figure(run)


def order(figures):
    """By which power of the step the figure falls, from the first to the last; None if it is rounding or does not exist."""
    if any(isinstance(figure, str) for figure in figures) or figures[-1] <= ROUNDING or figures[0] <= ROUNDING:
        return None
    return math.log2(figures[0] / figures[-1]) / (len(figures) - 1)


def is_right(motion, figures):
    """Whether a law does what is asked of it."""
    if any(isinstance(figure, str) for figure in figures):
        return False
    if max(figures) <= max(motion.limit, ROUNDING if motion.limit else 0):
        return True
    found = order(figures)
    return motion.order is not None and found is not None and found >= motion.order


# ---- the page


def word(figure):
    if isinstance(figure, str):
        return figure
    if figure <= ROUNDING:
        return "0"
    if figure >= 0.01 and figure < 1000:
        return f"{figure:.2g}"
    mantissa, exponent = f"{figure:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def cell(motion, figures, judged):
    words = [word(figure) for figure in figures]
    text = words[0] if len(set(words)) == 1 else " ".join(words)
    found = order(figures)
    if found is not None:
        text += f" ({found:.1f})"
    if judged and not is_right(motion, figures):
        text = f"**{text}**"
    return text


def page(results, programs):
    parts = [INTRODUCTION, wrap(told(results))]
    for title, motions in SECTIONS:
        lines = [f"## {title}\n", "| scene | known motion | " + " | ".join(program.name for program in programs) + " |", "|---|---|" + "---|" * len(programs)]
        for motion in motions:
            cells = [cell(motion, results[program.name, id(motion)], program.name == ZWANG) for program in programs]
            unit = "" if motion.unit == "m" else f" ({motion.unit})"
            lines.append(f"| {motion.scene} | {motion.words}{unit} | " + " | ".join(cells) + " |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def told(results):
    """How many rows zwang is right in, and in which scenes it is wrong or has no run."""
    right, wrong, missing = 0, [], []
    for motion in MOTIONS:
        figures = results[ZWANG, id(motion)]
        if is_right(motion, figures):
            right += 1
        else:
            (missing if "no run" in figures else wrong).append(motion.scene)
    text = f"**zwang** does what is asked in {right} of {len(MOTIONS)} rows."
    if wrong:
        text += f" It is wrong in these scenes: {', '.join(dict.fromkeys(wrong))}."
    if missing:
        text += f" It has no run of these: {', '.join(dict.fromkeys(missing))}."
    return text


def wrap(text):
    import textwrap

    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


INTRODUCTION = """# Motions that are known

Made by `examples/engines/physics.py`, which runs each scene of [scenes/physics](../scenes/physics)
with steps of 1/50, 1/100 and 1/200 s and holds the run against a motion that is known: a closed
form, or a differential equation of one or two coordinates that is integrated with a step of 10⁻⁵ s.
[physics.csv](physics.csv) has the figures in full; a test makes those of zwang again.

A row has three figures, one a step: the largest distance of a body from where it has to be, in
metres, at any time of the run (a turn counts with the radius of gyration), unless the row says what
else it counts. The order is in parentheses: 1 if half the step halves the error, 2 if it quarters
it. `0` is rounding, at most 10⁻¹¹. **Bold** is wrong: the figure does not vanish although every step
could be exact, or it falls by less than the order that a law should have (2 for smooth motions, at
least 1.75 over these steps; 1 if something lands within a step).

The checkers accept zwang's runs, since each step is what its law says ([runs.md](runs.md)); this page
is about what the law says. Pymunk and Box2D 3 run with their tuned settings ([engines.md](engines.md)),
with the same steps."""


def write(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def table(results, programs):
    lines = ["program,scene,figure,unit,step,value"]
    for motion in MOTIONS:
        for program in programs:
            for dt, figure in zip(STEPS, results[program.name, id(motion)]):
                value = figure if isinstance(figure, str) else f"{figure:.4e}"
                lines.append(f'{program.name},{motion.scene},"{motion.words}",{motion.unit},{dt},{value}')
    return "\n".join(lines) + "\n"


def kept(path):
    """The figures of a table, by program, scene and words; none if there is no table."""
    figures = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in csv.DictReader(file):
                value = line["value"]
                figure = value if value[0].isalpha() else float(value)
                figures.setdefault((line["program"], line["scene"], line["figure"]), []).append(figure)
    return figures


def with_kept(results, programs, path):
    """Adds the programs of a table that did not run, with their figures, as far as it has all of them; the programs in the order of the page."""
    figures = kept(path)
    for name in [ZWANG, "Pymunk", "Box2D 3"]:
        found = [figures.get((name, motion.scene, motion.words)) for motion in MOTIONS]
        if name not in [program.name for program in programs] and all(found):
            programs = [*programs, Program(name, None)]
            results.update({(name, id(motion)): values for motion, values in zip(MOTIONS, found)})
    return sorted(programs, key=lambda program: (program.name != ZWANG, program.name == "Box2D 3", program.name))


def check(results, programs, path):
    """Complains about each figure that differs from that of the table by more than rounding and a thousandth."""
    with open(path, encoding="utf-8") as file:
        known = {(line["program"], line["scene"], line["figure"], line["step"]): line["value"] for line in csv.DictReader(file)}
    bad, compared = 0, 0
    for motion in MOTIONS:
        for program in programs:
            for dt, figure in zip(STEPS, results.get((program.name, id(motion)), [])):
                expected = known.get((program.name, motion.scene, motion.words, str(dt)), "nothing")
                if isinstance(figure, str) or expected[0].isalpha():
                    same = figure == expected
                else:
                    same = abs(figure - float(expected)) <= 2 * ROUNDING + 1e-3 * float(expected)
                compared += 1
                if not same:
                    bad += 1
                    print(f"{program.name}, {motion.scene}, {motion.words}, step {dt}: found {figure}; expected {expected}")
    print(f"{compared} figures compared, {bad} differ")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zwang", default="target/debug/zwang", help="the program zwang")
    parser.add_argument("--only", help="only scenes whose names contain this text; prints figures and writes nothing")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("-o", "--output", help="the page to write; the table is beside it")
    what.add_argument("--check", metavar="TABLE", help="compare zwang's figures with those of a table")
    args = parser.parse_args()
    programs = [zwang(os.path.abspath(args.zwang))]
    if args.output:
        programs += adapter("Pymunk", "pymunk", "run_pymunk.py") + adapter("Box2D 3", "pyb2d3", "run_box2d3.py")
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.path.abspath(args.zwang), folder)
        for motion in MOTIONS:
            if args.only and args.only not in motion.scene:
                continue
            for program in programs:
                # A step of 1/200 s takes longer than both others.
                figures = [bench.figure(program, motion, dt) for dt in (STEPS[:2] if args.check else STEPS)]
                results[program.name, id(motion)] = figures
                if not args.check:
                    right = "" if is_right(motion, figures) or program.name != ZWANG else "  MISS"
                    print(f"{program.name:8} {motion.scene:20} {cell(motion, figures, False):45} {motion.words}{right}", flush=True)
    if args.check:
        return check(results, programs, args.check)
    if args.output and not args.only:
        programs = with_kept(results, programs, os.path.splitext(args.output)[0] + ".csv")
        write(args.output, page(results, programs))
        write(os.path.splitext(args.output)[0] + ".csv", table(results, programs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
