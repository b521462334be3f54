"""Runs of others, held against exact mechanics."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest
import zwang

STEP = "1/100"


def still(scene, states=4):
    """A run in which nothing moves, as columns."""
    columns = {name: [] for name in ("time", "body", "x", "y", "angle")}
    for state in range(states):
        for name, body in scene.bodies.items():
            if body.is_fixed:
                continue
            values = (state / 100, name, *map(float, body.centroid), 0.0)
            for column, value in zip(columns, values, strict=True):
                columns[column].append(value)
    return columns


@pytest.fixture
def stable():
    return zwang.families.diamond(3, width=2, height="1/2")


def test_what_stands_and_stays_is_right(stable):
    report = zwang.audit(stable, still(stable), engine="rock", step=STEP)
    assert report and report.passed
    assert report.verdict == "stands" and report.contradiction is None
    assert report.judgement == "faultless"
    assert "rock" in str(report)
    assert report.grade == "A" and {mark.grade for mark in report.marks} == {"A"}
    assert report.not_graded["contacts pull"] == "the table has no forces"
    assert set(report.not_graded) == {"wrong bounce", "strays", "contacts pull", "beyond friction", "wrong slip"}


def test_a_creep_is_measured_exactly(stable):
    columns = still(stable)
    name = columns["body"][-1]
    columns["x"][-1] += 0.125
    report = zwang.audit(stable, columns, step=STEP, tolerance="1/1000")
    assert not report
    worst = report.figures["displacement"].worst
    assert (worst.state, worst.bodies) == (3, (name,))
    assert worst.exact == Fraction(1, 64)  # the square of 1/8 m
    assert worst.low <= 0.125 <= worst.high
    # It jumps by an eighth in a step, which no force explains.
    faulty = zwang.audit(stable, columns, step=STEP, tolerance={"displacement": 1})
    assert faulty.grade == "F" and faulty.judgement == "faulty"
    columns["x"][-1] -= 0.125 - 2.0**-30
    within = zwang.audit(stable, columns, step=STEP, tolerance={"displacement": 1})
    assert within.judgement == "within tolerances"


@pytest.mark.parametrize(
    ("way", "fault", "grade"), [(8, "slides", "F"), (2.0**-6, "creeps", "D"), (2.0**-16, "creeps", "B")]
)
def test_a_slide_and_two_creeps_have_three_grades(stable, way, fault, grade):
    columns = still(stable)
    columns["x"][-1] += way
    report = zwang.audit(stable, columns, step=STEP)
    mark = next(mark for mark in report.marks if mark.fault == fault)
    assert (mark.grade, mark.unit) == (grade, "of the scene's size")
    assert report.size == 6  # three bricks of 2 m beside each other
    assert mark.share.exact == Fraction(way) ** 2 / report.size**2
    assert mark.share.state == 3 and report.grade >= grade
    assert repr(report).startswith(f"<zwang.Audit: grade {report.grade}, ")
    lenient = zwang.audit(stable, columns, step=STEP, tolerance=100)
    assert lenient.passed == (report.grade != "F") and lenient.marks == report.marks


def test_a_grade_is_a_threshold(stable):
    columns = still(stable)
    columns["x"][-1] += 2.0**-24
    grade = zwang.audit(stable, columns, step=STEP).grade
    assert "A" < grade < "F"
    assert zwang.audit(stable, columns, step=STEP, grade=grade).passed
    assert not zwang.audit(stable, columns, step=STEP, grade="A").passed
    with pytest.raises(ValueError, match="expected a grade from A to E"):
        zwang.audit(stable, columns, step=STEP, grade="F")


def test_what_falls_and_is_held_is_contradicted():
    tower = zwang.families.cantilever(overhang="1/2")
    report = zwang.audit(tower, still(tower, 30), step=STEP)
    assert report.verdict == "falls"
    assert "proved to fall" in report.contradiction


def test_tables_of_every_kind_say_the_same(stable, tmp_path):
    columns = still(stable)
    expected = zwang.audit(stable, columns, step=STEP)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(columns)
    assert zwang.audit(stable, frame, step=STEP).json == expected.json
    path = tmp_path / "run.csv"
    path.write_text('# {"format":"zwang-table-1","step":"1/100"}\n' + frame.to_csv(index=False))
    assert zwang.audit(stable, path).json == expected.json

    class Arrow:
        """As much of a table of pyarrow as is asked for."""

        def to_pydict(self):
            return columns

    assert zwang.audit(stable, Arrow(), step=STEP).json == expected.json


def test_the_report_is_json_text_and_a_page(stable):
    report = zwang.audit(stable, still(stable), step=STEP, own_run=False)
    assert json.loads(report.json)["format"] == "zwang-audit-1"
    assert report.html.startswith("<!")
    assert report._repr_markdown_().startswith("```text\n")


def test_mistakes_are_told(stable):
    columns = still(stable)
    with pytest.raises(zwang.TableError, match="expected"):
        zwang.audit(stable, {**columns, "body": ["nobody"] * len(columns["body"])}, step=STEP)
    with pytest.raises(ValueError, match="different lengths"):
        zwang.audit(stable, {**columns, "x": columns["x"][1:]}, step=STEP)
    with pytest.raises(ValueError, match="unknown|found the figure"):
        zwang.audit(stable, columns, step=STEP, tolerance={"creep": 1})
    with pytest.raises(TypeError, match="table: found int"):
        zwang.audit(stable, 7)
    with pytest.raises(TypeError, match="0.001"):
        zwang.audit(stable, columns, step=STEP, tolerance=0.001)
    with pytest.raises(OSError):
        zwang.audit(stable, "nowhere.csv")


def test_a_run_of_pymunk_is_audited(root):
    pytest.importorskip("pymunk")
    done = subprocess.run(
        [sys.executable, root / "examples" / "python" / "audit_pymunk.py"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode in (0, 1) and done.stderr == "", done.stderr
    assert "pymunk" in done.stdout
