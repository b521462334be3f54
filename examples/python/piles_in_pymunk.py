"""Where a float engine and proofs disagree: python3 examples/python/piles_in_pymunk.py [COUNT]

Needs pymunk. Of the random piles of docs/sweeps.md it takes the first COUNT (100) of each height
from 2 to 11 bricks, proves whether they stand, and lets Pymunk run each for three seconds, without
friction: once as it is by default, with steps of 1/60 s, and once more carefully. A pile has fallen
there if a brick has sunk by half its height. A pile is critical if it stands and a joint carries
the weight above it at the very end of an edge."""

import sys
from fractions import Fraction

import pymunk
import zwang
from audit_pymunk import world

SECONDS = 3
HEIGHT = Fraction(1, 4)
SETTINGS = {"default": (60, 10), "careful": (1000, 100)}
"""Steps per second and iterations."""


def is_critical(scene: zwang.Scene) -> bool:
    """Whether the centroid of what lies above some joint of a pile that stands is over its end."""
    bricks = [body.centroid[0] for body in scene.bodies.values() if not body.is_fixed]
    for joint in range(1, len(bricks)):
        above = bricks[joint:]
        lever = sum(above, Fraction(0)) / len(above) - bricks[joint - 1]
        if abs(lever) == Fraction(1, 2):
            return True
        # The joint may end where the upper brick does.
        if abs(sum(above, Fraction(0)) / len(above) - bricks[joint]) == Fraction(1, 2):
            return True
    return False


def falls_in_pymunk(scene: zwang.Scene, rate: int, iterations: int) -> bool:
    """Whether a brick sinks by half its height."""
    space, moving = world(scene)
    space.iterations = iterations
    start = {name: body.position.y for name, body in moving.items()}
    for _ in range(SECONDS * rate):
        space.step(1 / rate)
        if any(start[name] - body.position.y > HEIGHT / 2 for name, body in moving.items()):
            return True
    return False


def main(count: int) -> None:
    """Prints a line for each height."""
    kinds = ["critical, but fall", "stand, but fall", "fall, but stand"]
    columns = [f"{name}: {kind}" for name in SETTINGS for kind in kinds]
    print("bricks", "stand", "of these critical", *columns, sep=" | ")
    for bricks in range(2, 12):
        stand, critical = 0, 0
        wrong = dict.fromkeys(columns, 0)
        for seed in range(1, count + 1):
            scene = zwang.families.pile(bricks, seed=seed)
            kind = kinds[2]
            if zwang.stability(scene):
                stand += 1
                kind = kinds[1]
                if is_critical(scene):
                    critical += 1
                    kind = kinds[0]
            for name, (rate, iterations) in SETTINGS.items():
                stands = not falls_in_pymunk(scene, rate, iterations)
                if stands == (kind == kinds[2]):
                    wrong[f"{name}: {kind}"] += 1
        print(bricks, stand, critical, *wrong.values(), sep=" | ", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
