"""Pictures of answers, frames of answers, and many scenes at once."""

from fractions import Fraction

import pytest
import zwang

ARCH = zwang.families.arch(7, friction="1/2")


def drawn(answer):
    """The picture that a notebook shows, which is never wider than the page."""
    picture = answer._repr_svg_()
    assert picture.startswith('<svg style="max-width:100%;height:auto" ')
    assert picture.replace('style="max-width:100%;height:auto" ', "", 1) == answer.svg()
    return picture


def test_pictures_show_the_answer():
    stability = zwang.stability(ARCH)
    assert stability.verdict == "can stand"
    picture = drawn(stability)
    assert "can stand" in picture
    assert picture.count('class="force') >= len(ARCH.bodies) - 2
    falls = zwang.stability(zwang.families.arch(7, friction="1/100"))
    assert falls.verdict == "falls"
    assert "a virtual motion that proves it" in drawn(falls)
    assert "ranges of the forces" in drawn(zwang.forces(ARCH))
    assert "contacts press" in drawn(zwang.accelerations(ARCH))
    limit = drawn(zwang.critical(ARCH, "tilt left"))
    assert "limit ≈ " in limit and "beyond it" in limit and "free bodies accelerate" in limit
    floor = {"name": "floor", "fixed": True, "rectangle": {"center": [0, -1], "size": [8, 2]}}
    block = {"name": "block", "rectangle": {"center": [0, 1], "size": [2, 2]}}
    flat = zwang.Scene.from_dict({"name": "flat", "body": [floor, block]})
    needs_none = drawn(zwang.critical(flat, "friction"))
    assert "limit 0: it needs no friction" in needs_none and 'class="force' in needs_none
    drawn(ARCH)
    drawn(zwang.collapse(zwang.families.diamond(2)))


def test_collapse_of_a_rough_scene_is_its_motion_by_coulombs_law():
    rough = zwang.collapse(ARCH)
    assert isinstance(rough, zwang.Accelerations)
    assert rough.law == "coulomb"


def test_many_scenes_at_once_are_the_same_as_one_by_one():
    scenes = [zwang.families.harmonic(3, beyond=Fraction(shift, 100)) for shift in (-1, 0, 1)]
    together = zwang.stability(scenes, threads=2)
    assert [answer.verdict for answer in together] == ["stands", "stands", "falls"]
    assert [answer.proof for answer in together] == [zwang.stability(one).proof for one in scenes]
    assert zwang.stability([]) == []
    with pytest.raises(ValueError, match="threads: found 0"):
        zwang.stability(scenes, threads=0)
    with pytest.raises(ValueError, match="progress: found it with several scenes"):
        zwang.stability(scenes, progress=True)


def test_limits_and_motions_of_many_scenes_are_the_same_as_one_by_one():
    rough = zwang.Scene.from_dict({**ARCH.to_dict(), "name": "rough"})
    scenes = [zwang.families.arch(3, friction="1/2"), zwang.families.diamond(2), rough]
    motions = zwang.collapse(scenes, threads=2)
    assert [motion.proof for motion in motions] == [zwang.collapse(one).proof for one in scenes]
    limits = zwang.critical(scenes[:2], "tilt left", threads=2)
    assert [limit.proof for limit in limits] == [
        zwang.critical(one, "tilt left").proof for one in scenes[:2]
    ]
    for ask in (zwang.stability, zwang.collapse, lambda one: zwang.critical(one, "friction")):
        for wrong in ("arch", 3, [ARCH, "arch"], {"arch": ARCH}):
            with pytest.raises(TypeError, match="expected a Scene, or several"):
                ask(wrong)
        with pytest.raises(TypeError, match="zwang.Scene.read reads a file"):
            ask("arch.toml")


def test_frames_of_rough_motions():
    pytest.importorskip("pandas")
    ramp = {"name": "ramp", "fixed": True, "parts": [[[0, 0], [4, 0], [4, 3]]]}
    crate = {"name": "crate", "rectangle": {"size": [1, 1]}, "on": {"body": "ramp", "edge": 2}}
    scene = {"name": "slides", "gravity": [0, -10], "friction": "1/4", "body": [ramp, crate]}
    slides = zwang.collapse(zwang.Scene.from_dict(scene))
    # Down a slope of 3 in 4 it gains g (3/5 - 1/4 4/5) = 4 m/s².
    bodies = slides.to_pandas().set_index("body")
    assert bodies.loc["crate", "acceleration_x_double"] == -3.2
    assert bodies.loc["crate", "acceleration_y"] == "-12/5"
    contacts = slides.to_pandas("contacts")
    assert set(contacts["behaviour"]) == {"begins to slide"}
    assert set(contacts["friction"]) == {"1/4"}
    assert slides.to_numpy()["acceleration"][1, 0] == -3.2
    assert len(slides.to_pandas("pins")) == 0


def test_sweeps_of_scenes(tmp_path):
    scenes = [zwang.families.harmonic(3, beyond=Fraction(shift, 100)) for shift in (-1, 0, 1)]
    out = zwang.sweep_scenes(scenes, out=tmp_path / "edge", ask="stability")
    assert out.status().items == 3
    assert out.check().is_good
    assert (tmp_path / "edge.scenes" / "000002.json").exists()
    again = zwang.sweep(scenes, out=tmp_path / "again", ask="stability")
    assert again.status().verdicts == out.status().verdicts == {"stands": 2, "falls": 1}
    with pytest.raises(ValueError, match="expected those of a family"):
        zwang.sweep(scenes, {"count": 3}, out=tmp_path / "third")
    with pytest.raises(TypeError, match="expected a list of scenes"):
        zwang.sweep(scenes[0], out=tmp_path / "third")
    with pytest.raises(zwang.SweepError, match="found another scene"):
        zwang.sweep_scenes(scenes[::-1], out=tmp_path / "edge", ask="stability")


def test_frames_of_forces_and_of_steps():
    pytest.importorskip("pandas")
    stability = zwang.stability(ARCH)
    frame = stability.to_pandas()
    assert len(frame) == len(stability.forces)
    # The forces on the right abutment and on the left one hold the weight.
    free = [body.mass for body in ARCH.bodies.values() if not body.is_fixed]
    lifts = sum(
        Fraction(row.force_y) for row in frame.itertuples() if row.second.endswith("abutment")
    )
    assert lifts == sum(free)
    steps = zwang.simulate(zwang.families.diamond(2), "1/10").to_pandas(3)
    assert list(steps["k"].unique()) == [1, 2, 3]
    assert len(steps) == 3 * len(steps["body"].unique())
    assert {"position_x", "position_x_double", "rotation_y", "time_double"} <= set(steps.columns)
