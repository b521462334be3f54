"""Proofs: accepted by both checkers, refused when they are changed, and checked again when they are
unpickled."""

import json
import pickle
import subprocess
import sys

import pytest
import zwang
from zwang import families

SCENES = {
    "motion": families.diamond(5),
    "rest": families.harmonic(4),
    "forces": families.diamond(5, friction=1),
    "leaves": families.wedge(friction=1),
    "velocity": families.diamond(5, friction="1/10"),
}


@pytest.mark.parametrize("name", SCENES)
def test_the_second_checker_agrees(name, root, tmp_path):
    scene = SCENES[name]
    answer = zwang.stability(scene)
    (tmp_path / "scene.toml").write_text(scene.to_toml())
    (tmp_path / "proof.json").write_text(answer.proof)
    command = [sys.executable, root / "proofs/check.py", "scene.toml", "proof.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    if "needed are Python" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", SCENES)
def test_a_proof_is_of_its_scene_alone(name):
    proof = zwang.stability(SCENES[name]).proof
    other = families.diamond(5, density=2, friction=7)
    with pytest.raises(zwang.Rejected) as refused:
        zwang.check(other, proof)
    assert refused.value.condition == "Digest"
    assert zwang.check(SCENES[name], proof).proof == proof


def accelerate(proof):
    proof["groups"][0]["cases"][0]["motion"][0][1] = "-d99"


def press(proof):
    proof["groups"][0]["cases"][0]["forces"][0][1] = "f0ba"


def name_nobody(proof):
    proof["contacts"][0][0] = 99


def forget_a_contact(proof):
    proof["contacts"].pop()


def forget_a_separation(proof):
    proof["separations"].pop()


def name_another_scene(proof):
    proof["scene"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "condition"),
    [
        (accelerate, "C4"),
        (press, "C4"),
        (name_nobody, "Form"),
        (forget_a_contact, "C2"),
        (forget_a_separation, "C1"),
        (name_another_scene, "Digest"),
    ],
)
def test_a_changed_proof_is_rejected(change, condition):
    scene = families.cantilever()
    proof = json.loads(zwang.collapse(scene).proof)
    assert zwang.check(scene, json.dumps(proof)).verdict == "moves"
    change(proof)
    with pytest.raises(zwang.Rejected) as refused:
        zwang.check(scene, json.dumps(proof))
    assert refused.value.condition == condition
    assert str(refused.value).startswith(condition)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "zwang-proof-9"}', "no proof"])
def test_what_is_no_proof_is_refused(text):
    with pytest.raises(zwang.ProofError):
        zwang.check(SCENES["motion"], text)


def test_pickles_hold_the_proof(fall, diamond):
    again = pickle.loads(pickle.dumps(fall))
    assert isinstance(again, zwang.Collapse)
    assert again.scene == diamond
    assert again.bodies == fall.bodies
    assert again.proof == fall.proof
    assert again.symmetries == fall.symmetries


@pytest.mark.parametrize("name", SCENES)
def test_pickles_of_stability(name):
    answer = zwang.stability(SCENES[name])
    again = pickle.loads(pickle.dumps(answer))
    assert isinstance(again, zwang.Stability)
    assert again.verdict == answer.verdict
    assert again.forces == answer.forces
    assert again.motion == answer.motion


def test_a_forged_pickle_is_rejected():
    """What is loaded is checked, so nobody's file makes an answer that is none."""
    scene = families.cantilever()
    pickled = pickle.dumps(zwang.collapse(scene))
    assert pickle.loads(pickled).verdict == "moves"
    assert pickled.count(b'"-d98"') == 1
    with pytest.raises(zwang.Rejected, match="C4"):
        pickle.loads(pickled.replace(b'"-d98"', b'"-d99"'))


def test_a_pickle_is_of_its_kind(fall, diamond):
    load, (scene, proof) = fall.__reduce__()
    assert scene == diamond
    with pytest.raises(zwang.Rejected, match="Digest"):
        load(families.diamond(4), proof)
    statics = zwang.stability(SCENES["forces"])
    with pytest.raises(zwang.ProofError, match="expected one of a motion"):
        load(statics.scene, statics.proof)


def test_errors_can_be_pickled():
    with pytest.raises(zwang.SceneError) as refused:
        zwang.Scene.parse("format = 3")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.line) == (str(refused.value), 1)
    with pytest.raises(zwang.Rejected) as rejected:
        zwang.check(families.diamond(2), zwang.collapse(families.diamond(3)).proof)
    assert pickle.loads(pickle.dumps(rejected.value)).condition == "Digest"


def test_values_can_be_pickled(fall):
    assert pickle.loads(pickle.dumps(fall.answer())) == fall.answer()
