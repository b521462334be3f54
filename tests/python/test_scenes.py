"""Scenes: read, made from dicts, written again, and refused with one line."""

import copy
import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pytest
import zwang
from conftest import ROOT

GALLERY = sorted((ROOT / "scenes").glob("*.toml"))

BRICK = {
    "name": "falls",
    "gravity": [0, -10],
    "body": [{"name": "brick", "rectangle": {"center": [0, 5], "size": [2, "1/2"]}}],
}


def with_brick(**changes):
    keys = copy.deepcopy(BRICK)
    keys["body"][0].update(changes)
    return keys


def test_a_file_is_read(root):
    scene = zwang.Scene.read(root / "scenes" / "diamond-5.toml")
    assert len([body for body in scene.bodies.values() if not body.is_fixed]) == 25
    assert scene.name in repr(scene)
    assert scene == zwang.Scene.read(str(root / "scenes" / "diamond-5.toml"))
    assert scene == zwang.families.diamond(5)


def test_parameters_of_a_file_are_set(root):
    stairs = root / "scenes" / "templates" / "stairs.toml"
    wide = {"shift": "0.3", "width": 2, "height": Decimal("0.5")}
    for values in [{}, {"shift": Fraction(1, 4)}, wide]:
        scene = zwang.Scene.read(stairs, set=values)
        width = Fraction(values.get("width", 1))
        shift = Fraction(values.get("shift", width / 5))
        centre = scene.bodies["upper"].centroid
        assert centre == (3 * shift - width / 2, 5 * width / 8)
        assert bool(zwang.stability(scene)) == (shift <= width / 4)
        assert scene == zwang.Scene.parse(stairs.read_text(), set=values)
        assert scene == zwang.Scene.parse(scene.to_toml())
    assert scene == zwang.Scene.read(stairs, set=values)
    assert zwang.Scene.read(stairs) == zwang.Scene.read(stairs, set={})
    keys = {**with_brick(density="rho / 2"), "parameters": {"rho": Fraction(1, 3)}}
    assert zwang.Scene.from_dict(keys).bodies["brick"].mass == Fraction(1, 6)


def test_parameters_that_do_not_exist_or_are_floats_are_refused(root):
    stairs = root / "scenes" / "templates" / "stairs.toml"
    with pytest.raises(zwang.SceneError, match="unknown parameter `slope`; expected one of width"):
        zwang.Scene.read(stairs, set={"slope": 1})
    with pytest.raises(TypeError, match="float"):
        zwang.Scene.read(stairs, set={"shift": 0.1})


@pytest.mark.parametrize("path", GALLERY, ids=lambda path: path.stem)
def test_every_scene_of_the_gallery_survives_all_ways_out_and_in(path):
    scene = zwang.Scene.read(path)
    for again in [
        zwang.Scene.parse(scene.to_toml()),
        zwang.Scene.parse(scene.to_json()),
        zwang.Scene.from_dict(scene.to_dict()),
        pickle.loads(pickle.dumps(scene)),
        copy.deepcopy(scene),
    ]:
        assert again == scene
        assert hash(again) == hash(scene)
        assert (again.digest, again.name, again.expect) == (scene.digest, scene.name, scene.expect)
        assert again.bodies == scene.bodies


SECOND_DIGEST = """
import sys
sys.path.insert(0, "proofs")
from reading import digest, read_scene
print(digest(read_scene(open(sys.argv[1]).read(), False)))
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the second checker needs Python 3.11")
@pytest.mark.parametrize("name", ["cantilever", "double-pendulum", "weighted-brick"])
def test_the_digest_is_that_of_the_second_checker(name, root):
    path = f"scenes/{name}.toml"
    command = [sys.executable, "-c", SECOND_DIGEST, path]
    done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == zwang.Scene.read(root / path).digest


def test_numbers_of_a_dict_may_be_anything_exact():
    scene = zwang.Scene.from_dict(
        {
            "name": "numbers",
            "gravity": (0, Decimal("-9.81")),
            "body": [
                {
                    "name": "b",
                    "parts": [[(0, 0), (Fraction(1, 3), 0), ("0.1", "1/2")]],
                    "density": 2,
                    "velocity": ["1e-3", 0],
                }
            ],
        }
    )
    body = scene.bodies["b"]
    assert scene.gravity == (0, Fraction(-981, 100))
    assert body.parts == (((0, 0), (Fraction(1, 3), 0), (Fraction(1, 10), Fraction(1, 2))),)
    assert body.mass == 2 * Fraction(1, 3) * Fraction(1, 2) / 2
    assert body.centroid == ((Fraction(1, 3) + Fraction(1, 10)) / 3, Fraction(1, 6))
    assert body.velocity == (Fraction(1, 1000), 0)
    assert not scene.is_at_rest


def test_the_moments_of_a_rectangle():
    """I = m (w² + h²) / 12."""
    body = zwang.Scene.from_dict(with_brick(density="3/7")).bodies["brick"]
    mass = Fraction(3, 7) * 2 * Fraction(1, 2)
    assert body.mass == mass
    assert body.inertia == mass * (2**2 + Fraction(1, 2) ** 2) / 12
    assert body.centroid == (0, 5)
    assert (body.velocity, body.spin, body.friction) == ((0, 0), 0, 0)


def test_a_float_in_a_dict_is_refused_with_its_place():
    keys = with_brick(rectangle={"center": [0, 5], "size": [0.1, 1]})
    with pytest.raises(TypeError) as refused:
        zwang.Scene.from_dict(keys)
    assert str(refused.value).startswith("body[0].rectangle.size[0]: found the float 0.1, which is")
    scene = zwang.Scene.from_dict(keys, floats="exact")
    assert scene.bodies["brick"].mass == Fraction(0.1)


def test_arrays_of_numpy_are_lists():
    numpy = pytest.importorskip("numpy")
    corners = numpy.array([[0, 0], [2, 0], [2, 1], [0, 1]])
    scene = zwang.Scene.from_dict({"name": "n", "body": [{"name": "b", "parts": [corners]}]})
    assert scene.bodies["b"].mass == 2
    floats = {"name": "n", "body": [{"name": "b", "parts": [corners / 8]}]}
    with pytest.raises(TypeError, match="which is 0;"):
        zwang.Scene.from_dict(floats)
    assert zwang.Scene.from_dict(floats, floats="exact").bodies["b"].mass == Fraction(1, 32)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({}, 'scene: found no `name`; expected a name for the scene: name = "arch"'),
        (
            {**BRICK, "gravty": [0, -1]},
            "scene: found the unknown key `gravty`; expected a known one, the nearest is `gravity`",
        ),
        (
            with_brick(density=0),
            "body `brick`, density: found the number 0; expected a positive number",
        ),
        (with_brick(density="1/0"), None),
        (with_brick(velocity=[1]), None),
        (with_brick(fixed=None), None),
        (with_brick(name=5), None),
        ({**BRICK, "body": []}, None),
    ],
)
def test_a_dict_that_is_no_scene_is_refused_with_one_line(keys, message):
    with pytest.raises(zwang.SceneError) as refused:
        zwang.Scene.from_dict(keys)
    text = str(refused.value)
    assert message is None or text == message
    assert "\n" not in text and not text.startswith("line")
    assert "found" in text and "expected" in text
    assert refused.value.line is None
    assert refused.value.thing


@pytest.mark.parametrize("keys", [None, [], "name", 5])
def test_a_scene_is_made_from_a_dict_only(keys):
    with pytest.raises(TypeError, match="expected a dict"):
        zwang.Scene.from_dict(keys)


def test_keys_are_texts():
    with pytest.raises(TypeError, match=r"body\[0\]: found the key 1; expected a text"):
        zwang.Scene.from_dict({"name": "n", "body": [{1: 2}]})


def test_a_text_is_refused_with_the_line_of_the_command_line(root, tmp_path):
    text = (root / "scenes" / "cantilever.toml").read_text().replace("fixed", "fixt")
    with pytest.raises(zwang.SceneError) as refused:
        zwang.Scene.parse(text)
    line = 1 + text[: text.index("fixt")].count("\n")
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: body ")
    assert str(refused.value).endswith("the nearest is `fixed`")
    assert isinstance(refused.value, ValueError)
    path = tmp_path / "scene.toml"
    path.write_text(text)
    with pytest.raises(zwang.SceneError) as refused_file:
        zwang.Scene.read(path)
    assert str(refused_file.value) == f"{path}: {refused.value}"


def test_files_that_are_not_there_or_no_text(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.toml"):
        zwang.Scene.read(tmp_path / "nowhere.toml")
    with pytest.raises(IsADirectoryError):
        zwang.Scene.read(tmp_path)
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"# fine\n# \xff")
    with pytest.raises(zwang.SceneError, match="line 2: found a byte that is not UTF-8"):
        zwang.Scene.read(path)


def test_the_name_of_a_file_says_its_syntax(diamond, tmp_path):
    path = tmp_path / "scene.json"
    path.write_text(diamond.to_toml())
    with pytest.raises(zwang.SceneError) as refused:
        zwang.Scene.read(path)
    assert str(refused.value).endswith("(the name says JSON, but the text looks like TOML)")
    path.write_text(diamond.to_json())
    assert zwang.Scene.read(path) == diamond
    other = tmp_path / "scene.txt"
    other.write_text(diamond.to_toml())
    assert zwang.Scene.read(other) == diamond


def test_a_long_text_is_refused_at_once():
    with pytest.raises(zwang.SceneError, match="expected a smaller file"):
        zwang.Scene.parse("#" * (2**24 + 1))


def test_clockwise_parts_are_turned_with_a_note():
    corners = [(0, 0), (0, 1), (1, 1), (1, 0)]
    body = {"name": "b", "parts": [corners]}
    scene = zwang.Scene.from_dict({"name": "n", "gravity": [0, -10], "body": [body]})
    assert len(scene.notes) == 1
    assert "listed clockwise; turned" in scene.notes[0]
    assert scene.bodies["b"].mass == 1


def test_silent_defaults_are_noted():
    body = {"name": "b", "parts": [[(0, 0), (1, 0), (0, 1)]]}
    [note] = zwang.Scene.from_dict({"name": "n", "body": [body]}).notes
    assert "neither `gravity` nor `friction`: gravity is [0, -1] m/s², friction is 0" in note
    assert zwang.Scene.from_dict({"name": "n", "friction": 1, "body": [body]}).notes == ()
    solid = {"name": "b", "box": {"center": [0, 0, 0], "size": [1, 1, 1]}}
    [note] = zwang.SpaceScene.from_dict({"name": "n", "body": [solid]}).notes
    assert "gravity is [0, 0, -1] m/s², friction is 0" in note


def test_scenes_are_equal_if_their_physics_is():
    scene = zwang.Scene.from_dict(BRICK)
    assert scene == zwang.Scene.from_dict({**BRICK, "name": "another", "title": "a title"})
    assert scene != zwang.Scene.from_dict({**BRICK, "gravity": [0, -11]})
    assert scene != zwang.Scene.from_dict({**BRICK, "friction": "1/2"})
    assert scene != zwang.Scene.from_dict(with_brick(torque=1))
    assert scene == zwang.Scene.from_dict(with_brick(force=[0, 0]))
    assert scene == zwang.Scene.from_dict({**BRICK, "restitution": 1})
    assert scene != "falls"
    assert len({scene, zwang.Scene.from_dict(BRICK)}) == 1


def test_a_body_is_moved_with_its_pins():
    scene = zwang.Scene.from_dict({**BRICK, "pin": [{"bodies": ["brick"], "at": [0, 5]}]})
    moved = scene.moved("brick", x="1/3", y=-1)
    assert moved.bodies["brick"].centroid == (Fraction(1, 3), 4)
    assert moved.pins[0].at == (Fraction(1, 3), 4)
    assert scene.bodies["brick"].centroid == (0, 5)
    assert moved.moved("brick", x="-1/3", y=1) == scene
    with pytest.raises(KeyError):
        scene.moved("stone", x=1)
    with pytest.raises(TypeError, match="which is"):
        scene.moved("brick", x=0.5)


def test_loads_are_told_and_move_with_their_body():
    push = {"name": "push", "body": "brick", "at": ["1/2", 5], "force": ["1/3", -2]}
    keys = {**with_brick(force=[7, 0], torque=Decimal("0.1")), "load": [push]}
    scene = zwang.Scene.from_dict(keys)
    own = zwang.Load("brick", "brick", (0, 5), (7, 0), Fraction(1, 10))
    listed = zwang.Load("push", "brick", (Fraction(1, 2), 5), (Fraction(1, 3), -2), 0)
    assert scene.loads == (own, listed)
    assert type(scene.loads[1].torque) is Fraction
    moved = scene.moved("brick", x="1/3", y=-1)
    assert [load.at for load in moved.loads] == [(Fraction(1, 3), 4), (Fraction(5, 6), 4)]
    for other in (
        zwang.Scene.parse(scene.to_toml()),
        zwang.Scene.parse(scene.to_json()),
        zwang.Scene.from_dict(scene.to_dict()),
        pickle.loads(pickle.dumps(scene)),
    ):
        assert other == scene
        assert set(other.loads) == set(scene.loads)
    assert zwang.Scene.from_dict(BRICK).loads == ()
    with pytest.raises(zwang.SceneError, match="load `push`, body: found the unknown body `brik`"):
        zwang.Scene.from_dict({**BRICK, "load": [{**push, "body": "brik"}]})


def test_restitution_is_kept():
    keys = {**with_brick(restitution="1/3"), "restitution": Fraction(1, 2)}
    floor = {"name": "floor", "fixed": True, "rectangle": {"center": [0, 0], "size": [9, 1]}}
    keys["body"].append(floor)
    scene = zwang.Scene.from_dict(keys)
    assert {body.restitution for body in scene.bodies.values()} == {Fraction(1, 3), Fraction(1, 2)}
    assert zwang.Scene.parse(scene.to_toml()).bodies == scene.bodies
    assert pickle.loads(pickle.dumps(scene)).bodies == scene.bodies
    with pytest.raises(zwang.SceneError, match="found the number 2; expected a number from 0 to 1"):
        zwang.Scene.from_dict(with_brick(restitution=2))


def test_a_scene_never_changes(diamond):
    with pytest.raises(AttributeError):
        diamond.name = "other"
    diamond.bodies.clear()
    assert diamond.bodies
    with pytest.raises(TypeError):
        zwang.Scene()


def test_a_scene_is_drawn(diamond):
    assert diamond._repr_svg_().startswith("<svg")
    assert diamond.svg("dark") != diamond.svg()
    with pytest.raises(ValueError, match="expected light or dark"):
        diamond.svg("blue")
