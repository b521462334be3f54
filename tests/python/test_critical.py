"""Where scenes cease to stand, held against school physics."""

import json
import pickle
from fractions import Fraction

import pytest
import zwang
from zwang import families


def brick(height, friction):
    """A brick of width 2 on a floor."""
    return zwang.Scene.from_dict(
        {
            "name": "brick",
            "friction": friction,
            "body": [
                {"name": "floor", "fixed": True, "rectangle": {"center": [0, -1], "size": [9, 2]}},
                {
                    "name": "brick",
                    "rectangle": {"center": [0, Fraction(height) / 2], "size": [2, height]},
                },
            ],
        }
    )


@pytest.mark.parametrize(("height", "friction"), [("1", "1/3"), ("6", "1/2"), ("4", "3/7")])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_brick_slides_or_topples(height, friction, side):
    """It slides beyond tan = μ, and topples beyond tan = width / height."""
    scene = brick(height, friction)
    answer = zwang.critical(scene, f"tilt {side}")
    border = min(Fraction(friction), 2 / Fraction(height))
    assert abs(answer.stands_at) == border
    assert (answer.stands_at > 0) is (side == "right")
    assert answer.is_exact
    assert answer.falls_beyond == answer.stands_at
    assert abs(answer.falls_at) > border
    assert answer.vary == "tilt"


@pytest.mark.parametrize(("friction", "strongest"), [("1/4", 2), ("1/3", "8/3"), ("1", "8/3")])
@pytest.mark.parametrize("downwards", [False, True])
def test_a_pushed_brick_slides_or_topples(friction, strongest, downwards):
    """Of mass 8 and 4 high, pushed at the height 3: at 8 μ it slides, at 8 · 1 / 3 it topples."""
    scene = brick("4", friction).to_dict()
    scene["load"] = [{"name": "hand", "body": "brick", "at": [-1, 3], "force": [1, 0]}]
    scene = zwang.Scene.from_dict(scene)
    answer = zwang.critical(scene, "load hand", downwards=downwards)
    assert answer.is_exact
    assert answer.stands_at == Fraction(strongest) * (-1 if downwards else 1)
    assert (answer.vary, answer.load) == ("load", "hand")
    sideways = zwang.critical(brick("4", friction), "gx", downwards=downwards)
    assert abs(sideways.stands_at) == min(Fraction(friction), Fraction(1, 2))
    assert sideways.load is None


@pytest.mark.parametrize("slope", ["1/3", "1/5", "1/2"])
def test_the_least_friction_of_a_block_on_an_incline(slope):
    """tan θ = 2t / (1 - t²)."""
    half = Fraction(slope)
    least = 2 * half / (1 - half**2)
    answer = zwang.critical(families.wedge(slope=slope), "friction", within="1e-12")
    assert answer.falls_at < least <= answer.stands_at
    assert answer.stands_at - answer.falls_at <= Fraction(1, 10**12)
    assert (answer.vary, answer.verdict) == ("friction", "can stand")


def test_stability_agrees_on_both_sides():
    answer = zwang.critical(families.diamond(5), "friction", within="1/100")
    assert zwang.stability(families.diamond(5, friction=answer.stands_at))
    assert not zwang.stability(families.diamond(5, friction=answer.falls_at))


def test_a_proof_of_a_threshold_is_checked():
    scene = brick(1, "1/3")
    answer = zwang.critical(scene, "tilt right")
    again = zwang.check(scene, answer.proof)
    assert isinstance(again, zwang.Critical)
    assert again.stands_at == answer.stands_at
    loaded = pickle.loads(pickle.dumps(answer))
    assert (loaded.falls_at, loaded.proof) == (answer.falls_at, answer.proof)
    with pytest.raises(zwang.Rejected, match="Digest"):
        zwang.check(brick(2, "1/3"), answer.proof)
    load, _ = zwang.stability(scene).__reduce__()
    with pytest.raises(zwang.ProofError, match="expected one of a motion or of statics"):
        load(scene, answer.proof)
    with pytest.raises(zwang.ProofError, match="expected one of a threshold"):
        answer.__reduce__()[0](scene, zwang.stability(scene).proof)


def test_answers_are_told():
    answer = zwang.critical(brick(1, "1/3"), "tilt right")
    assert json.loads(answer.to_json())["stands_at"] == "1/3"
    assert "≈ 18.4° to the right (tangent exactly 1/3)" in str(answer)
    assert answer.mode == "slides"
    assert "tilt 1/3" in repr(answer)
    assert answer.scene == brick(1, "1/3")
    assert answer.bits > 0


@pytest.mark.parametrize(
    ("scene", "vary", "answer", "mode"),
    [
        (families.harmonic(3), "friction", "needs no friction", None),
        (families.harmonic(3, beyond="1/10"), "friction", "no friction is enough", "tips"),
        (brick(1, "1/3"), "gy", "limit", "lifts off"),
        (families.cantilever(), "tilt left", "falls everywhere", "slides and turns"),
    ],
)
def test_there_may_be_no_threshold(scene, vary, answer, mode):
    found = zwang.critical(scene, vary)
    assert (found.answer, found.mode) == (answer, mode)
    assert (found.stands_at is None) == (found.verdict == "falls")
    assert zwang.check(scene, found.proof).answer == answer


def test_a_load_may_have_no_limit():
    """It presses the brick down."""
    scene = brick("4", "1/2").to_dict()
    scene["load"] = [{"name": "hand", "body": "brick", "force": [0, -1]}]
    scene = zwang.Scene.from_dict(scene)
    found = zwang.critical(scene, "load hand")
    assert (found.answer, found.stands_at, found.falls_at) == ("no limit", 0, None)
    assert json.loads(found.to_json())["towards"] == "larger"
    assert pickle.loads(pickle.dumps(found)).answer == "no limit"
    with pytest.raises(zwang.NoAnswer, match="found no load `wind`"):
        zwang.critical(scene, "load wind")


def test_arguments_out_of_range():
    scene = brick(1, 1)
    with pytest.raises(ValueError, match="vary: found tilt; expected friction, tilt left, tilt right, gx, gy or load"):
        zwang.critical(scene, "tilt")
    with pytest.raises(ValueError, match="within: found 0; expected a number above 0"):
        zwang.critical(scene, "friction", within=0)
    with pytest.raises(TypeError, match="which is"):
        zwang.critical(scene, "friction", within=1e-9)
    with pytest.raises(zwang.TimeLimit):
        zwang.critical(families.diamond(12), "friction", time_limit=1e-9)


def test_the_critical_friction_of_a_ladder_is_the_root_of_a_polynomial():
    scene = families.ladder()
    answer = zwang.critical(scene, "friction", within="1e-12")
    polynomial, (low, high) = answer.root
    assert polynomial == (-73, 200, 77)
    assert (low, high) == (0, 1)
    assert json.loads(answer.to_json())["root"]["polynomial"] == ["-73", "200", "77"]
    assert "exactly the root of 77x^2 + 200x - 73 between 0 and 1" in answer.report()
    assert zwang.critical(scene, "friction", within="1/100").root is None


def over_an_edge(shift):
    """A brick of length 2 whose middle is so far beyond the edge of its table."""
    table = {"name": "table", "fixed": True, "rectangle": {"center": [-2, -1], "size": [4, 2]}}
    brick = {"name": "brick", "rectangle": {"center": [shift, "1/2"], "size": [2, 1]}}
    keys = {"name": "edge", "gravity": [0, -10], "friction": "1/2", "body": [table, brick]}
    return zwang.Scene.from_dict(keys)


def test_the_value_at_which_whatever_a_scene_is_made_from_makes_it_fall():
    limit = zwang.critical_value(over_an_edge, "-1/2", "1/3", name="shift", within="1e-6")
    # It tips when its middle is beyond the edge.
    assert limit.answer == "limit" and limit.mode == "tips"
    assert limit.stands_at == limit.simplest == 0 < limit.falls_at <= Fraction(1, 10**6)
    for scene, proof, verdicts in (
        (limit.standing, limit.proofs[0], {"stands", "can stand"}),
        (limit.falling, limit.proofs[1], {"falls"}),
    ):
        assert zwang.check(scene, proof).verdict in verdicts
    assert limit.falling == over_an_edge(limit.falls_at)
    assert "shift" in str(limit) and "--" not in str(limit)
    assert 'class="legend' in limit.svg() and 'class="legend' not in limit.svg(legend=False)
    pytest.importorskip("pandas")
    assert list(limit.to_pandas()["stands_at_double"]) == [0.0]


def test_a_value_without_a_limit_and_wrong_questions():
    stands = zwang.critical_value(over_an_edge, "-1/2", "-1/3")
    assert stands.answer == "stands everywhere" and stands.stands_at == Fraction(-1, 3)
    assert stands.falls_at is stands.simplest is stands.falling is stands.proofs[1] is None
    falls = zwang.critical_value(over_an_edge, "1/3", "1/2")
    assert falls.answer == "falls everywhere" and falls.falls_at == Fraction(1, 2)
    with pytest.raises(ValueError, match="expected the smaller one first"):
        zwang.critical_value(over_an_edge, 1, 0)
    with pytest.raises(ValueError, match="within: found 0"):
        zwang.critical_value(over_an_edge, 0, 1, within=0)
    with pytest.raises(TypeError, match="expected a zwang.Scene"):
        zwang.critical_value(lambda shift: shift, 0, 1)
    with pytest.raises(ZeroDivisionError):
        zwang.critical_value(lambda shift: over_an_edge(1 / shift), 0, 1)
