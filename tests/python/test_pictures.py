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
    assert "a motion that nothing resists" in drawn(falls)
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


def test_sweeps_of_scenes(tmp_path):
    scenes = [zwang.families.harmonic(3, beyond=Fraction(shift, 100)) for shift in (-1, 0, 1)]
    out = zwang.sweep_scenes(scenes, out=tmp_path / "edge", ask="stability")
    assert out.status().items == 3
    assert out.check().is_good
    assert (tmp_path / "edge.scenes" / "000002.json").exists()
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
