"""Runs a zwang scene in Box2D 2 (pybox2d, single precision), inelastic.

python run_box2d.py scenes/diamond-4.toml -o diamond-4.csv
"""

import sys

import Box2D

import scene as scenes

# The iterations that the manual proposes, and many.
SETTINGS = {
    "default": {"velocity_iterations": 8, "position_iterations": 3, "sleeping": True},
    "tuned": {"velocity_iterations": 500, "position_iterations": 500, "sleeping": False},
}


class Forces(Box2D.b2ContactListener):
    """The impulses of contacts, as the solver tells them at the end of each step."""

    def __init__(self, dt):
        super().__init__()
        self.dt, self.found, self.met = dt, [], {}

    @staticmethod
    def parts(contact):
        """Of both fixtures the body and the number of the part."""
        return contact.fixtureA.userData, contact.fixtureB.userData

    def PreSolve(self, contact, old):
        # Normal and points are those that the solver has; afterwards bodies have moved on.
        manifold = contact.worldManifold
        self.met[self.parts(contact)] = (tuple(manifold.normal), [tuple(point) for point in manifold.points])

    def PostSolve(self, contact, impulse):
        # The normal points from A to B, and the impulse acts on B along it.
        (first, _), (second, _) = self.parts(contact)
        normal, points = self.met[self.parts(contact)]
        count = contact.manifold.pointCount
        for point, across, along in zip(points, impulse.normalImpulses[:count], impulse.tangentImpulses[:count]):
            if across != 0 or along != 0:
                # The tangent is the normal turned to the right.
                force = (normal[0] * across + normal[1] * along, normal[1] * across - normal[0] * along)
                self.found.append((second, first, *point, force[0] / self.dt, force[1] / self.dt))


class World:
    def __init__(self, scene, args):
        self.dt, self.settings = float(args.engine_dt), SETTINGS[args.settings]
        self.world = Box2D.b2World(gravity=tuple(map(float, scene.gravity)), doSleep=self.settings["sleeping"])
        self.forces = Forces(self.dt)
        self.world.contactListener = self.forces
        # Of two equal frictions the geometric mean, which Box2D takes, is the same.
        self.friction = float(scene.friction)
        self.bodies = {}
        for body in scene.bodies:
            self.add(body)
        ground = self.world.CreateStaticBody()
        for names, at, collide in scene.pins:
            other = self.bodies[names[1]] if len(names) > 1 else ground
            pair = {"bodyA": self.bodies[names[0]], "bodyB": other}
            self.world.CreateRevoluteJoint(anchor=tuple(map(float, at)), collideConnected=collide, **pair)

    def add(self, body):
        if body.fixed:
            rigid = self.world.CreateStaticBody()
        else:
            rigid = self.world.CreateDynamicBody(position=tuple(map(float, body.centroid)), allowSleep=self.settings["sleeping"])
        for part, (arms, radius) in enumerate(body.shapes()):
            surface = {"density": 1, "friction": self.friction, "restitution": 0, "userData": (body.name, part)}
            if radius == 0:
                rigid.CreatePolygonFixture(vertices=arms, **surface)
            elif len(arms) == 1:
                rigid.CreateCircleFixture(pos=arms[0], radius=radius, **surface)
            else:
                sys.exit(f"{body.name}: found a rounded part; expected polygons and disks, as Box2D 2 has no other round shapes")
        if not body.fixed:
            # The body's origin is its centroid, so that is where the second moment is taken.
            rigid.massData = Box2D.b2MassData(mass=float(body.mass), center=(0, 0), I=float(body.inertia))
            rigid.linearVelocity = tuple(map(float, body.velocity))
            rigid.angularVelocity = float(body.spin)
        self.bodies[body.name] = rigid

    def push(self, name, fx, fy, torque):
        self.bodies[name].ApplyForceToCenter((fx, fy), True)
        self.bodies[name].ApplyTorque(torque, True)

    def step(self):
        self.forces.found = []
        self.world.Step(self.dt, self.settings["velocity_iterations"], self.settings["position_iterations"])
        self.world.ClearForces()

    def contacts(self):
        return self.forces.found

    def state(self, name):
        body = self.bodies[name]
        return (*body.position, body.angle, *body.linearVelocity, body.angularVelocity)


def main():
    args = scenes.arguments(__doc__)
    scene = scenes.read(args.scene)
    engine = f"Box2D {Box2D.__version__} (pybox2d)"
    settings = {**SETTINGS[args.settings], "friction": float(scene.friction), "restitution": 0}
    scenes.run(World(scene, args), engine, "single", settings, args, scene)


if __name__ == "__main__":
    main()
