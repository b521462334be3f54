"""Holds a run of Pymunk against exact mechanics: python3 examples/python/audit_pymunk.py [SCENE]

Needs pymunk. Ten lines run the scene and gather its states, frictionless and inelastic; the rest
says what came out. The exit code is 0 if no figure is beyond a thousandth of a metre."""

import sys

import pymunk
import zwang

STEP, STEPS = "1/100", 50


def world(scene: zwang.Scene) -> tuple[pymunk.Space, dict[str, pymunk.Body]]:
    """The scene in doubles; bodies that are not fixed, by name."""
    space = pymunk.Space()
    space.gravity = tuple(map(float, scene.gravity))
    moving = {}
    for name, body in scene.bodies.items():
        rigid = pymunk.Body(body_type=pymunk.Body.STATIC)
        origin = (0, 0)
        if not body.is_fixed:
            origin = body.centroid
            rigid = moving[name] = pymunk.Body(float(body.mass), float(body.inertia))
            rigid.position = tuple(map(float, origin))
        for part in body.parts:
            arms = [(float(x - origin[0]), float(y - origin[1])) for x, y in part]
            shape = pymunk.Poly(rigid, arms)
            space.add(shape) if rigid in space.bodies else space.add(rigid, shape)
    return space, moving


def run(scene: zwang.Scene) -> dict[str, list[object]]:
    """The states as columns of a table."""
    space, moving = world(scene)
    table: dict[str, list[object]] = {name: [] for name in ("time", "body", "x", "y", "angle")}
    for step in range(STEPS + 1):
        for name, body in moving.items():
            for column, value in zip(
                table, (step / 100, name, *body.position, body.angle), strict=True
            ):
                table[column].append(value)
        space.step(1 / 100)
    return table


if __name__ == "__main__":
    tower = zwang.Scene.read(sys.argv[1]) if len(sys.argv) > 1 else zwang.families.diamond(4)
    report = zwang.audit(tower, run(tower), engine="pymunk", step=STEP, tolerance="1/1000")
    print(report)
    sys.exit(not report)
