"""Arrays and frames of answers, held against their fractions."""

from fractions import Fraction

import pytest
import zwang
from zwang import families

numpy = pytest.importorskip("numpy")


def test_arrays_are_the_nearest_doubles(fall):
    arrays = fall.to_numpy()
    assert arrays["acceleration"].shape == (len(fall.bodies), 3)
    for row, motion in zip(arrays["acceleration"], fall.bodies.values(), strict=True):
        assert list(row) == [float(number) for number in (*motion.linear, motion.angular)]
    for key in ["point", "normal", "force"]:
        assert arrays[key].shape == (len(fall.contacts), 2)
        for row, contact in zip(arrays[key], fall.contacts, strict=True):
            assert list(row) == [float(number) for number in getattr(contact, key)]


def test_arrays_cannot_be_written(fall):
    for array in fall.to_numpy().values():
        assert array.dtype == numpy.float64
        with pytest.raises(ValueError):
            array[0, 0] = 1


def test_arrays_of_nothing_have_their_shape():
    scene = zwang.Scene.from_dict(
        {"name": "n", "body": [{"name": "b", "rectangle": {"center": [0, 0], "size": [1, 1]}}]}
    )
    arrays = zwang.collapse(scene).to_numpy()
    assert arrays["force"].shape == (0, 2)
    assert arrays["acceleration"].tolist() == [[0, -1, 0]]


def test_numbers_beyond_all_doubles_are_infinite():
    scene = zwang.Scene.from_dict(
        {
            "name": "n",
            "gravity": ["-1e400", "1e400"],
            "body": [{"name": "b", "rectangle": {"center": [0, 0], "size": [1, 1]}}],
        }
    )
    (row,) = zwang.collapse(scene).to_numpy()["acceleration"]
    assert row.tolist() == [float("-inf"), float("inf"), 0]


@pytest.mark.parametrize("table", ["bodies", "contacts", "pins"])
def test_frames_have_exact_texts_and_doubles(table, fall):
    pytest.importorskip("pandas")
    frame = fall.to_pandas(table)
    assert len(frame) == len(getattr(fall, table))
    exact = [name for name in frame.columns if f"{name}_double" in frame.columns]
    assert bool(exact) is (len(frame) > 0)
    for name in exact:
        for text, double in zip(frame[name], frame[f"{name}_double"], strict=True):
            assert float(Fraction(text)) == double


def test_rows_of_a_frame_are_the_bodies(fall):
    pytest.importorskip("pandas")
    frame = fall.to_pandas()
    assert list(frame["body"]) == list(fall.bodies)
    brick = frame[frame["body"] == "brick 6"].iloc[0]
    assert Fraction(brick["acceleration_y"]) == fall.bodies["brick 6"].linear[1]


def test_other_tables_are_refused(fall):
    pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="expected 'bodies', 'contacts' or 'pins'"):
        fall.to_pandas("walls")


def test_only_what_is_asked_for_needs_numpy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    answer = zwang.collapse(families.diamond(2))
    with pytest.raises(ImportError):
        answer.to_numpy()


def test_arrow_has_texts_and_doubles(fall):
    pyarrow = pytest.importorskip("pyarrow")
    for name in ("bodies", "contacts", "pins"):
        table = fall.to_arrow(name)
        assert isinstance(table, pyarrow.Table)
        if name != "pins":
            assert table.to_pylist() == fall.to_pandas(name).to_dict("records")
    with pytest.raises(ValueError, match="corners"):
        fall.to_arrow("corners")
