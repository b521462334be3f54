"""Loads a model that `zwang scene export` wrote in MuJoCo, and compares it with the one that run_mujoco_in_space.py makes of the same scene.

zwang scene export scenes/space/tumbling.toml --to mjcf -o tumbling.xml
python check_mjcf.py scenes/space/tumbling.toml tumbling.xml

Of each free body: mass, centroid, inertia, velocity and spin; of the scene: gravity, friction and whether bodies touch. Meshes of MuJoCo are
in single precision. Velocities, and the friction at each point that touches, are those of the scene file itself, also in scenes with joints and
with several frictions, which the adapter does not know.
"""

import sys
import tomllib

import mujoco
import numpy

import run_mujoco_in_space
from run_mujoco_in_space import number


def facts(model, data, body):
    """What MuJoCo knows of a body, in the axes of the scene."""
    velocity = numpy.zeros(6)
    mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0)
    axes = data.ximat[body].reshape(3, 3)
    inertia = axes @ numpy.diag(model.body_inertia[body]) @ axes.T
    return numpy.concatenate([[model.body_mass[body]], data.xipos[body], inertia.ravel(), velocity])


def exported(path):
    model = mujoco.MjModel.from_xml_path(path)
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    return model, data


def friction_of(scene):
    """The friction of two bodies of a scene file: that of a pair, or the smaller one of both."""
    own = {body["name"]: number(body.get("friction", scene.get("friction", 0))) for body in scene["body"]}
    pairs = {frozenset(pair["bodies"]): number(pair["friction"]) for pair in scene.get("pair", [])}
    return lambda one, other: pairs.get(frozenset((one, other)), min(own[one], own[other]))


def rubs_as_written(scene, model, data):
    """Whether each point that touches has the friction of the scene file; how many there are."""
    friction = friction_of(scene)
    for point in data.contact[:data.ncon]:
        one, other = (model.body(model.geom_bodyid[geom]).name for geom in (point.geom1, point.geom2))
        expected = friction(one, other)
        found = 0 if point.dim == 1 else point.friction[0]
        if not numpy.isclose(found, expected, rtol=0, atol=1e-9):
            sys.exit(f"friction of {one} and {other}: found {found}; expected {expected}")
    return data.ncon


def in_space(body):
    """The spin and the velocity of a body."""
    return [number(value) for key in ("spin", "velocity") for value in body.get(key, (0, 0, 0))]


def in_the_plane(body):
    """The same for a body of the plane: y of the scene is z, and angles turn about -y."""
    x, y = body.get("velocity", (0, 0))
    return [0, -number(body.get("spin", 0)), 0, number(x), 0, number(y)]


def moves_as_written(scene, model, data):
    """Whether each free body moves as the scene file says, at its centroid; how many there are."""
    count = 0
    for body in scene["body"]:
        if body.get("fixed", False):
            continue
        count += 1
        found = facts(model, data, model.body(body["name"]).id)[-6:]
        expected = in_space(body) if scene["format"] == "zwang-space-1" else in_the_plane(body)
        if not numpy.allclose(found, expected, rtol=0, atol=1e-9):
            sys.exit(f"{body['name']}: found the spin and velocity {found}; expected {expected}")
    return count


def main():
    scene_path, model_path = sys.argv[1:]
    with open(scene_path, "rb") as file:
        scene = tomllib.load(file)
    model, data = exported(model_path)
    bodies = moves_as_written(scene, model, data)
    points = rubs_as_written(scene, model, data)
    # The adapter knows neither the plane, joints nor several frictions.
    if scene["format"] == "zwang-space-1" and "joint" not in scene and "pair" not in scene and not any("friction" in body for body in scene["body"]):
        is_as_adapter(scene, model, data)
    print(f"{model_path}: {bodies} free bodies, {points} points that touch, as in {scene_path}")


def is_as_adapter(scene, model, data):
    own = run_mujoco_in_space.World(scene, 0.01, {})
    if not numpy.allclose(own.model.opt.gravity, model.opt.gravity, rtol=0, atol=1e-12):
        sys.exit(f"gravity: found {model.opt.gravity}; expected {own.model.opt.gravity}")
    if set(own.model.geom_condim) != set(model.geom_condim) or not numpy.allclose(own.model.geom_friction[0], model.geom_friction[0]):
        sys.exit(f"friction: found {model.geom_friction[0]}; expected {own.model.geom_friction[0]}")
    for name, body in own.bodies:
        found = facts(model, data, model.body(name).id)
        expected = facts(own.model, own.data, body)
        if not numpy.allclose(found, expected, rtol=1e-6, atol=1e-6):
            sys.exit(f"{name}: found {found}; expected {expected}")
    # A box has more points that touch than the mesh with the same corners.
    if (data.ncon > 0) != (own.data.ncon > 0):
        sys.exit(f"points that touch: found {data.ncon}; expected {own.data.ncon}")


main()
