"""Runs a zwang scene in Box2D 3 (pyb2d3, single precision), with its restitution.

python run_box2d3.py scenes/diamond-4.toml -o diamond-4.csv

Its tables have no contact forces: pyb2d3 hands over the contacts that begin, whose impulses are still 0, and has no way to b2Body_GetContactData.
"""

from importlib.metadata import version

import pyb2d3

import scene as scenes

# Box2D 3 has sub-steps instead of iterations; 4 are usual. Contacts are springs, of 30 Hz and
# damping ratio 10 by default.
SETTINGS = {
    "default": {"sub_steps": 4, "sleeping": True},
    "tuned": {"sub_steps": 200, "sleeping": False, "contact_hertz": 1000, "contact_damping_ratio": 10, "push_velocity": 3},
}


class World:
    def __init__(self, scene, args):
        self.dt, self.settings = float(args.engine_dt), SETTINGS[args.settings]
        self.world = pyb2d3.World(gravity=tuple(map(float, scene.gravity)))
        self.world.sleeping_enabled = self.settings["sleeping"]
        if "contact_hertz" in self.settings:
            self.world.set_contact_tuning(*(float(self.settings[name]) for name in ("contact_hertz", "contact_damping_ratio", "push_velocity")))
        # Of two equal frictions the geometric mean, which Box2D takes, is the same.
        self.friction = float(scene.friction)
        self.bodies, self.centroids = {}, {}
        for body in scene.bodies:
            self.add(body)
        ground = self.world.create_static_body()
        for names, (x, y), collide in scene.pins:
            pair = [(self.bodies[name], self.centroids[name]) for name in names] + [(ground, (0, 0))]
            (first, (ax, ay)), (second, (bx, by)) = pair[:2]
            anchors = {"local_anchor_a": (float(x - ax), float(y - ay)), "local_anchor_b": (float(x - bx), float(y - by))}
            self.world.create_revolute_joint(first, second, collide_connected=collide, **anchors)

    def add(self, body):
        if body.fixed:
            rigid = self.world.create_static_body()
        else:
            rigid = self.world.create_dynamic_body(position=tuple(map(float, body.centroid)))
        material = pyb2d3.surface_material(friction=self.friction, restitution=float(body.restitution))
        for arms, radius in body.shapes():
            self.add_shape(rigid, pyb2d3.shape_def(density=1.0, material=material), arms, radius)
        if not body.fixed:
            mass = pyb2d3.MassData()
            mass.mass, mass.center, mass.rotational_inertia = float(body.mass), (0.0, 0.0), float(body.inertia)
            rigid.mass_data = mass
            rigid.linear_velocity = tuple(map(float, body.velocity))
            rigid.angular_velocity = float(body.spin)
        self.bodies[body.name], self.centroids[body.name] = rigid, body.centroid

    @staticmethod
    def add_shape(rigid, definition, arms, radius):
        if len(arms) == 1:
            rigid.create_circle_shape(definition, pyb2d3.circle(center=arms[0], radius=radius))
        elif len(arms) == 2:
            rigid.create_capsule_shape(definition, pyb2d3.capsule(center1=arms[0], center2=arms[1], radius=radius))
        else:
            rigid.create_polygon_shape(definition, pyb2d3.polygon(points=arms, radius=radius or None))

    def push(self, name, fx, fy, torque):
        # For one step: Box2D sets both to 0 at its end.
        self.bodies[name].apply_force_to_center((fx, fy))
        self.bodies[name].apply_torque(torque)

    def step(self):
        self.world.step(self.dt, self.settings["sub_steps"])

    def state(self, name):
        body = self.bodies[name]
        return (*body.position, body.angle, *body.linear_velocity, body.angular_velocity)


def main():
    args = scenes.arguments(__doc__)
    scene = scenes.read(args.scene)
    engine = f"Box2D 3 (pyb2d3 {version('pyb2d3')})"
    settings = {**SETTINGS[args.settings], "friction": float(scene.friction), "restitution": "that of the scene"}
    scenes.run(World(scene, args), engine, "single", settings, args, scene)


if __name__ == "__main__":
    main()
