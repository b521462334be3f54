"""Runs a zwang scene in Box2D (pybox2d, single precision), frictionless and inelastic.

python run_box2d.py scenes/diamond-4.toml -o diamond-4.csv
"""

import Box2D

import scene as scenes

SETTINGS = {"velocity_iterations": 500, "position_iterations": 500, "sleeping": False, "friction": 0, "restitution": 0}


class World:
    def __init__(self, scene, dt):
        self.dt = float(dt)
        self.world = Box2D.b2World(gravity=tuple(map(float, scene.gravity)), doSleep=False)
        self.bodies = {}
        for body in scene.bodies:
            self.add(body)
        ground = self.world.CreateStaticBody()
        for names, at in scene.pins:
            other = self.bodies[names[1]] if len(names) > 1 else ground
            self.world.CreateRevoluteJoint(bodyA=self.bodies[names[0]], bodyB=other, anchor=tuple(map(float, at)))

    def add(self, body):
        if body.fixed:
            rigid = self.world.CreateStaticBody()
        else:
            rigid = self.world.CreateDynamicBody(position=tuple(map(float, body.centroid)), allowSleep=False)
        for arms in body.arms():
            rigid.CreatePolygonFixture(vertices=arms, density=1, friction=0, restitution=0)
        if not body.fixed:
            # The body's origin is its centroid, so that is where the second moment is taken.
            rigid.massData = Box2D.b2MassData(mass=float(body.mass), center=(0, 0), I=float(body.inertia))
            rigid.linearVelocity = tuple(map(float, body.velocity))
            rigid.angularVelocity = float(body.spin)
        self.bodies[body.name] = rigid

    def step(self):
        self.world.Step(self.dt, SETTINGS["velocity_iterations"], SETTINGS["position_iterations"])
        self.world.ClearForces()

    def state(self, name):
        body = self.bodies[name]
        return (*body.position, body.angle, *body.linearVelocity, body.angularVelocity)


def main():
    args = scenes.arguments(__doc__)
    scene = scenes.read(args.scene)
    engine = f"Box2D {Box2D.__version__} (pybox2d)"
    scenes.run(World(scene, args.dt), engine, "single", SETTINGS, args, scene)


if __name__ == "__main__":
    main()
