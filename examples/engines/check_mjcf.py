"""Loads a model that `zwang scene export` wrote in MuJoCo, and compares it with the one that run_mujoco_in_space.py makes of the same scene.

zwang scene export scenes/space/tumbling.toml --to mjcf -o tumbling.xml
python check_mjcf.py scenes/space/tumbling.toml tumbling.xml

Of each free body: mass, centroid, inertia, velocity and spin; of the scene: gravity, friction and whether bodies touch. Meshes of MuJoCo are
in single precision.
"""

import sys
import tomllib

import mujoco
import numpy

import run_mujoco_in_space


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


def main():
    scene_path, model_path = sys.argv[1:]
    with open(scene_path, "rb") as file:
        scene = tomllib.load(file)
    own = run_mujoco_in_space.World(scene, 0.01, {})
    model, data = exported(model_path)
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
    print(f"{model_path}: {len(own.bodies)} free bodies as in {scene_path}")


main()
