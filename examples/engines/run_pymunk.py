"""Runs a zwang scene in Pymunk (Chipmunk2D with doubles), frictionless and inelastic.

python run_pymunk.py scenes/diamond-4.toml -o diamond-4.csv
"""

import pymunk

import scene as scenes

SETTINGS = {"iterations": 500, "collision_slop": 0.0, "friction": 0, "elasticity": 0}


class World:
    def __init__(self, scene, dt):
        self.dt = float(dt)
        self.space = pymunk.Space()
        self.space.gravity = tuple(map(float, scene.gravity))
        self.space.iterations = SETTINGS["iterations"]
        self.space.collision_slop = SETTINGS["collision_slop"]
        self.bodies = {}
        for body in scene.bodies:
            self.add(body)
        for names, at in scene.pins:
            other = self.bodies[names[1]] if len(names) > 1 else self.space.static_body
            self.space.add(pymunk.PivotJoint(self.bodies[names[0]], other, tuple(map(float, at))))

    def add(self, body):
        if body.fixed:
            rigid = pymunk.Body(body_type=pymunk.Body.STATIC)
        else:
            rigid = pymunk.Body(float(body.mass), float(body.inertia))
            rigid.position = tuple(map(float, body.centroid))
            rigid.velocity = tuple(map(float, body.velocity))
            rigid.angular_velocity = float(body.spin)
        shapes = [pymunk.Poly(rigid, arms) for arms in body.arms()]
        for shape in shapes:
            shape.friction, shape.elasticity = 0, 0
        self.space.add(rigid, *shapes)
        self.bodies[body.name] = rigid

    def step(self):
        self.space.step(self.dt)

    def state(self, name):
        body = self.bodies[name]
        return (*body.position, body.angle, *body.velocity, body.angular_velocity)


def main():
    args = scenes.arguments(__doc__)
    scene = scenes.read(args.scene)
    engine = f"Pymunk {pymunk.version} (Chipmunk {pymunk.chipmunk_version})"
    scenes.run(World(scene, args.dt), engine, "double", SETTINGS, args, scene)


if __name__ == "__main__":
    main()
