"""Bodies in space: scenes of arrays, meshes and assemblies, and answers held against closed forms."""

import json
import pickle
from fractions import Fraction

import pytest
import zwang

HALF = Fraction(1, 2)
SPACE = zwang.SpaceScene


def block(**keywords):
    """A cube with sides of 2 m on a floor at z = 0."""
    return SPACE.boxes([(0, 0, 1)], [(2, 2, 2)], floor=0, **keywords)


def test_a_cube_on_a_floor_stands():
    scene = block(density="1/2", gravity=(0, 0, -10))
    assert list(scene.bodies) == ["floor", "box 0"]
    cube = scene.bodies["box 0"]
    assert scene.bodies["floor"].is_fixed and not cube.is_fixed
    assert (cube.mass, cube.centroid) == (4, (0, 0, 1))
    # m (a² + a²) / 12
    assert cube.inertia[0] == (Fraction(8, 3), 0, 0)
    answer = zwang.stability(scene)
    assert answer and answer.verdict == "stands"
    assert sum(force.force[2] for force in answer.forces) == 40
    assert {force.first for force in answer.forces} == {"box 0"}
    # Four forces at the corners: 1, x and y are not enough to tell them apart.
    assert not any(force.is_unique for force in answer.forces)
    assert answer.motion is None and answer.work == 0
    assert zwang.collapse(scene).verdict == "rests"


def test_a_cube_beyond_an_edge_falls():
    scene = SPACE.boxes([(0, 0, -1), (3, 0, 1)], [(4, 4, 2), (4, 2, 2)], fixed=[0])
    answer = zwang.stability(scene)
    assert not answer and answer.verdict == "falls" and answer.forces is None
    moving = answer.motion["box 1"]
    assert max(abs(part) for motion in answer.motion.values() for part in motion.linear) == 1
    # 16 kg under gravity 1.
    assert answer.work == -16 * moving.linear[2] > 0
    fall = zwang.collapse(scene)
    assert fall.verdict == "moves"
    motion = fall.bodies["box 1"]
    # The edge x = 2 pushes up by N at an arm of 1, and does not sink: N = I α = m (g - α) with the
    # moment I = m (4² + 2²) / 12, without friction.
    turn = 1 / (1 + Fraction(20, 12))
    assert motion.angular == (0, turn, 0)
    assert motion.linear == (0, 0, -turn)
    text = str(fall)
    assert "moves" in text and text == fall.report()
    assert "rounded" not in fall.report(exact=True)


def test_a_slope_slides_or_tips_first():
    """A cube slides at the friction and tips at width over height, 1."""
    for friction, limit in (("1/2", HALF), (2, Fraction(1))):
        scene = block(friction=friction)
        found = zwang.critical(scene, "tilt", axis=(0, 1, 0), within="1e-9")
        assert found.stands_at <= limit <= found.falls_at
        assert found.falls_at - found.stands_at <= Fraction(1, 10**9)
        stands = zwang.check(found.at(found.stands_at), found.stands_proof)
        falls = zwang.check(found.at(found.falls_at), found.falls_proof)
        assert stands and not falls
        assert "falls" in str(found) and "<svg" in found.svg()
        frame = pytest.importorskip("pandas") and found.to_pandas()
        assert [Fraction(frame[key][0]) for key in ("stands_at", "falls_at")] == [
            found.stands_at,
            found.falls_at,
        ]
        assert (frame.vary[0], frame["mode"][0]) == ("tilt", found.mode)


def test_friction_lets_a_scene_rest():
    """A block rests where gravity leans by less than its friction, and slides otherwise."""
    leaning = block(friction="1/2", gravity=("1/10", 0, -1))
    rest, stability = zwang.collapse(leaning), zwang.stability(leaning)
    assert (rest.verdict, stability.verdict) == ("rests", "stands")
    assert rest.forces == stability.forces and rest.proof == stability.proof
    assert all(motion.linear == motion.angular == (0, 0, 0) for motion in rest.bodies.values())
    again = pickle.loads(pickle.dumps(rest))
    assert (again.verdict, again.forces) == (rest.verdict, rest.forces)
    assert "rests: the forces below hold it" in str(rest) and "<svg" in rest.svg()
    assert not rest.to_numpy()["acceleration"].any() and len(rest.to_pandas()) == len(rest.forces)
    with pytest.raises(zwang.NoAnswer, match="sliding of rough bodies"):
        zwang.collapse(block(friction="1/2", gravity=("3/4", 0, -1)))


def test_answers_are_checked_when_they_are_loaded():
    scene = block()
    for answer in (zwang.stability(scene), zwang.collapse(scene)):
        again = pickle.loads(pickle.dumps(answer))
        assert type(again) is type(answer)
        assert (again.verdict, again.proof, again.scene) == (
            answer.verdict,
            answer.proof,
            answer.scene,
        )
        assert type(zwang.check(scene, answer.proof)) is type(answer)
        with pytest.raises(zwang.Rejected):
            zwang.check(block(gravity=(0, 0, -2)), answer.proof)
        assert answer._repr_svg_().startswith('<svg style="max-width:100%')
    with pytest.raises(zwang.ProofError):
        zwang.check(scene, "{}")
    assert pickle.loads(pickle.dumps(scene)) == scene
    assert SPACE.parse(scene.to_toml()) == SPACE.from_dict(scene.to_dict()) == scene


def test_arrays_are_doubles():
    numpy = pytest.importorskip("numpy")
    centers = numpy.array([[0, 0, 0.5], [0.1, 0, 1.5]])
    with pytest.raises(TypeError, match="found the float"):
        SPACE.boxes(centers, numpy.ones((2, 3)), floor=0)
    scene = SPACE.boxes(centers, numpy.ones((2, 3)), floor=0, floats="decimal")
    assert scene.bodies["box 1"].centroid == (Fraction(1, 10), 0, Fraction(3, 2))
    arrays = zwang.stability(scene).to_numpy()
    assert arrays["force"].shape == arrays["point"].shape == arrays["normal"].shape
    # The upper box on the lower one, and both on the floor.
    assert arrays["force"][:, 2].sum() == pytest.approx(3)
    assert not arrays["force"].flags.writeable
    assert zwang.collapse(scene).to_numpy()["acceleration"].shape == (3, 6)
    frame = pytest.importorskip("pandas") and zwang.stability(scene).to_pandas()
    assert Fraction(frame.at_x[0]) == pytest.approx(frame.at_x_double[0])


TETRAHEDRON = (
    [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)],
)


class Mesh:
    """As those of trimesh."""

    def __init__(self, vertices, faces):
        self.vertices = [[float(number) for number in vertex] for vertex in vertices]
        self.faces = faces


def test_meshes_are_bodies():
    scene = SPACE.from_trimesh({"spike": Mesh(*TETRAHEDRON)}, floor=0, friction="1/2")
    assert scene.bodies["spike"].mass == Fraction(1, 6)
    assert scene.bodies["spike"].centroid == (Fraction(1, 4),) * 3
    assert zwang.stability(scene).verdict == "stands"
    assert SPACE.from_trimesh({"spike": TETRAHEDRON}, floor=0, friction="1/2") == scene
    open_one = (TETRAHEDRON[0], TETRAHEDRON[1][:3])
    with pytest.raises(zwang.SceneError, match="open"):
        SPACE.from_trimesh({"spike": open_one})
    with pytest.raises(ValueError, match="repair"):
        SPACE.from_trimesh({"spike": TETRAHEDRON}, repair=0)


def test_assemblies_are_read(root):
    path = root / "src/scenes/exchange/tests/files/rounded-ends.json"
    scene = SPACE.from_compas(path)
    assert scene == SPACE.from_compas(path.read_text())
    assert all(len(body.parts) == 1 for body in scene.bodies.values())
    with pytest.raises(TypeError, match="assembly"):
        SPACE.from_compas(3)


def test_mistakes_are_told():
    with pytest.raises(zwang.SceneError, match="1 centers, 2 sizes"):
        SPACE.boxes([(0, 0, 0)], [(1, 1, 1), (1, 1, 1)])
    with pytest.raises(zwang.SceneError, match="found 2 numbers"):
        SPACE.boxes([(0, 0)], [(1, 1, 1)])
    with pytest.raises(zwang.SceneError, match="expected names of boxes"):
        SPACE.boxes([(0, 0, 0)], [(1, 1, 1)], fixed=["ground"])
    with pytest.raises(zwang.NoAnswer, match="overlap"):
        zwang.stability(SPACE.boxes([(0, 0, 0), (1, 0, 0)], [(4, 4, 4), (4, 4, 4)]))
    with pytest.raises(ValueError, match="axis: found none"):
        zwang.critical(block(), "tilt")
    with pytest.raises(ValueError, match="axis: found it with a scene of the plane"):
        zwang.critical(zwang.families.diamond(2), "friction", axis=(0, 1, 0))


def test_ranges_of_forces():
    stack = zwang.SpaceScene.boxes([(0, 0, 1), (0, 0, 3)], [(2, 2, 2), (2, 2, 2)], floor=0)
    found = zwang.forces(stack)
    assert found and found.verdict == "can stand"
    half = Fraction(4)
    upper = [contact for contact in found.contacts if contact.at[2] == 2]
    assert [contact.across for contact in upper] == [(0, half)] * 4
    below, above = found.faces
    assert below.across == (16, 16) and above.across == (8, 8)
    assert above.centre == ((0, 0), (0, 0), None)
    assert found.dimension == 2
    again = pickle.loads(pickle.dumps(found))
    assert again.contacts == found.contacts
    assert zwang.check(stack, found.proof).faces == found.faces
    assert len(zwang.forces(stack, [("box 0", "box 1")]).contacts) == 4
    frame = pytest.importorskip("pandas") and found.to_pandas()
    assert list(frame.across_most_double[frame.at_z_double == 2]) == [4] * 4
    faces = found.to_pandas("faces")
    assert list(faces.across_least) == list(faces.across_most) == ["16", "8"]
    assert list(faces.centre_x_least) == ["0", "0"] and faces.centre_z_least[0] is None
    assert len(found.to_pandas("corners")) == len(found.to_pandas("joints")) == 0
    with pytest.raises(ValueError, match="found 'pins'"):
        found.to_pandas("pins")
    with pytest.raises(ValueError, match="unknown body `nobody`"):
        zwang.forces(stack, ["nobody"])


def test_forces_that_grow_without_end():
    walls = zwang.SpaceScene.boxes(
        [(-1, 0, 0), (1, 0, 0), (0, 0, 0)],
        [("1/5", 1, 1), ("1/5", 1, 1), ("9/5", 1, "4/5")],
        names=["left", "right", "beam"],
        fixed=["left", "right"],
        friction="1/2",
    )
    face = zwang.forces(walls).faces[0]
    # The weight 36/25, by friction 1/2 at both ends.
    assert face.across == (Fraction(36, 25), None)
    assert face.squeezed == ("left", "right")


def test_ranges_at_joints(root):
    """An arm on a hinge and a post, 2 wide, carries a load of 2 by a rod."""
    found = zwang.forces(SPACE.read(root / "scenes/space/crane.toml"))
    hinge, rod = found.joints
    assert (hinge.kind, hinge.first, hinge.second, hinge.at) == ("hinge", "world", "arm", (0, 0, 2))
    # The arm weighs 1 at 2, the load 2 at 15/4, the post holds it from 11/4 to 13/4.
    at_hinge = [3 - (2 + 2 * Fraction(15, 4)) / Fraction(post, 4) for post in (11, 13)]
    assert hinge.force == ((0, 0), (0, 0), tuple(sorted(-force for force in at_hinge)))
    assert hinge.torque[1] is None
    assert (rod.kind, rod.force, rod.squeezed) == ("rod", (None, None, (-2, -2)), ())


def test_what_falls_has_no_ranges():
    found = zwang.forces(zwang.SpaceScene.boxes([(0, 0, 3)], [(1, 1, 1)], floor=0))
    assert not found and found.verdict == "falls" and found.contacts == ()


def test_interlock_and_keys():
    # A bar in a box with an open end.
    slot = zwang.SpaceScene.boxes(
        [(0, 0, 0), (0, 0, 2), (0, -1, 1), (0, 1, 1), (-2, 0, 1), (0, 0, 1)],
        [(5, 3, 1), (5, 3, 1), (3, 1, 1), (3, 1, 1), (1, 3, 1), (3, 1, 1)],
        names=["bottom", "top", "left", "right", "end", "bar"],
        fixed=["bottom", "top", "left", "right", "end"],
    )
    found = zwang.interlock(slot)
    assert found.verdict == "loose" and found.moving == ("bar",) == found.alone
    assert found.proofs[0].verdict == "falls"


def test_sliding_begins_before_equilibrium_ends(root):
    """A wedge in a groove of the slopes 3 in 4 with friction 4/5: limits 1 and 5/4."""
    groove = SPACE.read(root / "scenes/space/groove.toml")
    limit = zwang.critical(groove, "tilt", axis=(1, 0, 0), sliding=True)
    assert limit.stands_at == Fraction(5, 4)
    assert (limit.sliding_stands_at, limit.sliding_exact) == (1, True)
    assert limit.sliding_moves_at > 1
    for proof in (limit.sliding_stands_proof, limit.sliding_moves_proof):
        assert '"zwang-space-coulomb-1"' in proof
    assert json.loads(limit.to_json())["sliding"]["exact"] is True
    assert "slid" in limit.report()
    without = zwang.critical(groove, "tilt", axis=(1, 0, 0))
    assert (without.sliding_stands_at, without.sliding_exact) == (None, None)
    with pytest.raises(ValueError, match="sliding: found it with a scene of the plane"):
        zwang.critical(zwang.families.harmonic(3), "friction", sliding=True)


def test_resting_faces():
    scene = zwang.SpaceScene.boxes([(0, 0, 0)], [(1, 2, 3)], names=["brick"])
    faces = zwang.rest(scene)
    assert len(faces) == 6 and all(face.stands for face in faces)
    # The centroid is above the middle of each face: half the shorter side from its rim.
    margins = sorted(face.margin_squared for face in faces)
    assert margins == [Fraction(1, 4)] * 4 + [Fraction(1)] * 2
    assert {face.proof.verdict for face in faces} == {"stands"}
    with pytest.raises(ValueError, match="unknown body"):
        zwang.rest(scene, "nobody")


def test_order():
    boxes = zwang.SpaceScene.boxes(
        [(0, 0, 3), (0, 0, 1)], [(2, 2, 2), (2, 2, 2)], floor=0, names=["upper", "lower"]
    )
    found = zwang.order(boxes)
    assert found.verdict == "found" and found.placed == ("lower", "upper")
    listed = zwang.order(boxes, as_listed=True)
    assert listed.verdict == "none" and listed.falls_with == ("upper",)


def test_gravity_cone():
    floor = zwang.SpaceScene.boxes([(0, 0, 1)], [(2, 2, 2)], floor=0)
    cone = zwang.gravity_cone(floor)
    assert cone.rays == ((0, 0, -1),)
    assert len(cone.proofs) == len(cone.rays) + len(cone.facets)


def test_bonds_hold_what_they_can():
    """A cube of weight 1 hangs from a ceiling by a bond."""

    def hanging(pull):
        return SPACE.parse(f"""
            format = "zwang-space-1"
            name = "hanging"
            bond = [{{ bodies = ["ceiling", "cube"], at = [0, 0, 0], pull = [0, 0, "-{pull}"] }}]
            [[body]]
            name = "ceiling"
            fixed = true
            box = {{ center = [0, 0, 1], size = [4, 4, 2] }}
            [[body]]
            name = "cube"
            box = {{ center = [0, 0, "-1/2"], size = [1, 1, 1] }}
        """)

    held = zwang.stability(hanging("3/2"))
    (bond,) = held.bonds
    assert (held.verdict, bond.first, bond.second) == ("can stand", "ceiling", "cube")
    assert bond.pull == (0, 0, Fraction(-3, 2))
    # It bears the weight, and what the cube presses against the ceiling beside.
    assert Fraction(2, 3) <= bond.share <= 1
    torn = zwang.stability(hanging("2/3"))
    assert (torn.verdict, torn.bonds) == ("falls", None)
    with pytest.raises(zwang.NoAnswer, match="1 bond holds bodies together"):
        zwang.collapse(hanging(2))


def test_joints_are_read_from_dicts_and_not_every_question_knows_them():
    joint = {
        "kind": "universal",
        "bodies": ("world", "cube"),
        "at": (0, 0, Fraction(1, 3)),
        "axes": [(1, 0, 0), (0, "1/2", 0)],
    }
    keys = {
        "format": "zwang-space-1",
        "name": "joined",
        "body": [
            {"name": "world", "fixed": True, "parts": []},
            {"name": "cube", "box": {"center": (0, 0, 0), "size": (1, 1, 1)}},
        ],
        "joint": [joint],
    }
    scene = SPACE.from_dict(keys)
    assert SPACE.parse(scene.to_toml()) == SPACE.from_dict(scene.to_dict()) == scene
    assert scene.digest != SPACE.from_dict({**keys, "joint": []}).digest
    assert zwang.stability(scene).verdict == "stands"
    assert zwang.collapse(scene).verdict == "rests"
    with pytest.raises(zwang.NoAnswer, match=r"1 joint joins bodies; .*zwang stability"):
        zwang.rest(scene)
    with pytest.raises(zwang.SceneError, match="perpendicular"):
        SPACE.from_dict({**keys, "joint": [{**joint, "axes": [(1, 0, 0), (1, 0, 1)]}]})
