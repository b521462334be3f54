"""Runs a zwang scene in Pymunk (Chipmunk2D with doubles), with its restitution.

python run_pymunk.py scenes/diamond-4.toml -o diamond-4.csv
"""

from math import sqrt

import pymunk
from pymunk._chipmunk_cffi import lib

import scene as scenes

# What differs from Pymunk's defaults: 10 iterations and a slop of 0.1, which is in metres here.
SETTINGS = {"default": {}, "tuned": {"iterations": 500, "collision_slop": 0.0}}


class World:
    def __init__(self, scene, args):
        self.dt = float(args.engine_dt)
        self.space = pymunk.Space()
        self.space.gravity = tuple(map(float, scene.gravity))
        for name, value in SETTINGS[args.settings].items():
            setattr(self.space, name, value)
        # Pymunk multiplies the frictions of two shapes.
        self.friction = sqrt(scene.friction)
        self.bodies, self.names, self.restitutions = {}, {}, {}
        for body in scene.bodies:
            self.add(body)
        for names, at, collide in scene.pins:
            other = self.bodies[names[1]] if len(names) > 1 else self.space.static_body
            joint = pymunk.PivotJoint(self.bodies[names[0]], other, tuple(map(float, at)))
            joint.collide_bodies = collide
            self.space.add(joint)
        # Impulses that contacts bring along into a step in which they are told to touch anew.
        self.brought, self.forces = {}, []
        self.space.on_collision(pre_solve=self.before, post_solve=self.after)

    def add(self, body):
        if body.fixed:
            rigid = pymunk.Body(body_type=pymunk.Body.STATIC)
        else:
            rigid = pymunk.Body(float(body.mass), float(body.inertia))
            rigid.position = tuple(map(float, body.centroid))
            rigid.velocity = tuple(map(float, body.velocity))
            rigid.angular_velocity = float(body.spin)
        shapes = [self.shape(rigid, arms, radius) for arms, radius in body.shapes()]
        for shape in shapes:
            shape.friction = self.friction
            self.names[shape], self.restitutions[shape] = body.name, float(body.restitution)
        self.space.add(rigid, *shapes)
        self.bodies[body.name] = rigid

    @staticmethod
    def shape(rigid, arms, radius):
        if len(arms) == 1:
            return pymunk.Circle(rigid, radius, arms[0])
        if len(arms) == 2:
            return pymunk.Segment(rigid, *arms, radius)
        return pymunk.Poly(rigid, arms, radius=radius)

    def before(self, arbiter, space, data):
        """Chipmunk hands the impulse of a contact on to the next step as a first guess. Where two shapes part and touch again within three steps it
        does not apply that guess to the bodies, yet counts it in the impulse: it has to be taken off (diamond-4 has such contacts from step 3 on)."""
        # Pymunk multiplies restitutions; in a scene that of the livelier side counts.
        arbiter.restitution = max(self.restitutions[shape] for shape in arbiter.shapes)
        if arbiter.is_first_contact:
            for key, contact in self.contacts_of(arbiter):
                self.brought[key] = (contact.jnAcc, contact.jtAcc)

    def after(self, arbiter, space, data):
        raw = arbiter._arbiter
        names = [self.names[shape] for shape in self.in_order(arbiter)]
        place = lib.cpBodyGetPosition(raw.body_a)
        for key, contact in self.contacts_of(arbiter):
            across, along = self.brought.get(key, (0.0, 0.0))
            across, along = (contact.jnAcc - across) / self.dt, (contact.jtAcc - along) / self.dt
            if across != 0 or along != 0:
                # The normal points from the first body to the second, which is pushed along it; the
                # tangent is the normal turned to the left.
                force = (raw.n.x * across - raw.n.y * along, raw.n.y * across + raw.n.x * along)
                self.forces.append((names[1], names[0], place.x + contact.r1.x, place.y + contact.r1.y, *force))

    @staticmethod
    def in_order(arbiter):
        """The shapes as the solver has them; Pymunk turns them where its user would expect the other order."""
        shapes = arbiter.shapes
        return shapes[::-1] if arbiter._arbiter.swapped else shapes

    def contacts_of(self, arbiter):
        raw = arbiter._arbiter
        return [((raw.a, raw.b, raw.contacts[index].hash), raw.contacts[index]) for index in range(raw.count)]

    def push(self, name, fx, fy, torque):
        # For one step: Chipmunk sets both to 0 at its end.
        self.bodies[name].activate()
        self.bodies[name].force, self.bodies[name].torque = (fx, fy), torque

    def step(self):
        self.brought, self.forces = {}, []
        self.space.step(self.dt)

    def contacts(self):
        return self.forces

    def state(self, name):
        body = self.bodies[name]
        return (*body.position, body.angle, *body.velocity, body.angular_velocity)


def main():
    args = scenes.arguments(__doc__)
    scene = scenes.read(args.scene)
    engine = f"Pymunk {pymunk.version} (Chipmunk {pymunk.chipmunk_version})"
    settings = {**SETTINGS[args.settings], "friction": float(scene.friction), "elasticity": "that of the scene"}
    scenes.run(World(scene, args), engine, "double", settings, args, scene)


if __name__ == "__main__":
    main()
