"""Pictures of answers, frames of answers, and many scenes at once."""

import re
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


def test_pictures_leave_out_what_is_not_wanted():
    def shown(picture):
        return re.sub(r"<title[^>]*>.*?</title>", "", picture, flags=re.DOTALL)

    stability = zwang.stability(ARCH)
    whole = stability.svg()
    title = ">An arch of 7 stones of equal density<"
    assert title in shown(whole) and ">keystone<" in shown(whole) and 'class="legend' in whole
    assert title not in shown(stability.svg(title=False))
    assert ">keystone<" not in shown(stability.svg(names=False))
    assert 'class="legend' not in stability.svg(legend=False)
    height = float(re.search(r' height="([^"]*)"', whole)[1])
    width = float(re.search(r' width="([^"]*)"', whole)[1])
    narrow = stability.svg(width=200)
    assert ' width="200" ' in narrow
    found = float(re.search(r' height="([^"]*)"', narrow)[1])
    assert abs(found - 200 * height / width) <= 0.01
    space = zwang.SpaceScene.read("scenes/space/wedge.toml")
    answers = [
        ARCH,
        zwang.forces(ARCH),
        zwang.accelerations(ARCH),
        zwang.critical(ARCH, "tilt left"),
        zwang.collapse(zwang.families.diamond(2)),
        next(iter(zwang.simulate(zwang.families.diamond(2)))),
        space,
        zwang.stability(space),
        zwang.collapse(space),
        zwang.critical(space, "tilt", axis=(0, 1, 0)),
    ]
    for answer in answers:
        bare = answer.svg("dark", title=False, legend=False, names=False, width=321)
        assert ' width="321" ' in bare and len(bare) < len(answer.svg("dark"))
    with pytest.raises(ValueError, match="width: found 0"):
        ARCH.svg(width=0)


def test_reports_name_what_one_types_in_python():
    space = zwang.SpaceScene.read("scenes/space/wedge.toml")
    crate = {"name": "crate", "rectangle": {"center": [0, "1/2"], "size": [1, 1]}}
    floor = {"name": "floor", "fixed": True, "rectangle": {"center": [0, -1], "size": [8, 2]}}
    crates = [
        {"name": f"crate {place}", "rectangle": {"center": [2 * place, "1/2"], "size": [1, 1]}}
        for place in range(15)
    ]
    wide = {**floor, "rectangle": {"center": [0, -1], "size": [80, 2]}}
    row = zwang.Scene.from_dict({"name": "row", "gravity": [0, -3], "body": [wide, *crates]})
    for answer in (
        zwang.stability(ARCH),
        zwang.forces(ARCH),
        zwang.accelerations(ARCH),
        zwang.critical(ARCH, "friction"),
        zwang.collapse(zwang.families.diamond(3)),
        zwang.collapse(zwang.Scene.from_dict({"name": "one", "body": [floor, crate]})),
        zwang.stability(row),
        zwang.stability(space),
        zwang.collapse(space),
    ):
        text = str(answer)
        assert "--" not in text and "zwang forces" not in text and "zwang collapse" not in text
    assert "zwang.forces tells the range of each force" in str(zwang.stability(ARCH))
    assert "report(full=True) shows all" in str(zwang.stability(row))
    assert "more;" not in zwang.stability(row).report(full=True)


def test_frames_of_ranges_and_of_limits():
    pandas = pytest.importorskip("pandas")
    ranges = zwang.forces(ARCH)
    frame = ranges.to_pandas()
    assert len(frame) == len(ranges.contacts)
    for row, contact in zip(frame.itertuples(), ranges.contacts, strict=True):
        assert (row.first, row.second) == (contact.first, contact.second)
        assert Fraction(row.phi_least) == contact.phi[0] >= 0
        assert row.phi_most_double == float(contact.phi[1])
        assert row.is_unique == contact.is_unique
    assert len(ranges.to_pandas("pins")) == len(ranges.to_pandas("corners")) == 0
    with pytest.raises(ValueError, match="expected 'contacts', 'corners' or 'pins'"):
        ranges.to_pandas("walls")
    hung = {
        "name": "hung",
        "gravity": [0, -10],
        "body": [{"name": "plate", "rectangle": {"center": [0, 0], "size": [1, 2]}}],
        "pin": [{"bodies": ["plate"], "at": [0, 1]}],
    }
    pins = zwang.forces(zwang.Scene.from_dict(hung)).to_pandas("pins")
    # The pin carries the weight of 2 kg.
    assert list(pins["force_y_least"]) == list(pins["force_y_most"]) == ["20"]
    assert list(pins["point_y"]) == ["1"] and list(pins["is_unique"]) == [True]
    limits = [zwang.critical(ARCH, vary) for vary in ("friction", "tilt left")]
    limits.append(zwang.critical(zwang.families.diamond(2), "friction"))
    frame = pandas.concat([limit.to_pandas() for limit in limits])
    for row, limit in zip(frame.itertuples(), limits, strict=True):
        assert row.answer == limit.answer and row.mode == limit.mode
        known = None if limit.stands_at is None else zwang.spell(limit.stands_at)
        assert (row.stands_at if isinstance(row.stands_at, str) else None) == known
