"""The adapters of examples/engines, as far as they need no engine."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "engines"

BRICK = """
format = "zwang-scene-1"
name = "brick"
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [8, 2] }
[[body]]
name = "brick"
rectangle = { center = [0, 1], size = [2, 2] }
"""

PAIR = '[[pair]]\nbodies = ["floor", "brick"]\nfriction = "1/2"\n'


def read(tmp_path, monkeypatch, text):
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    import scene as scenes

    file = tmp_path / "brick.toml"
    file.write_text(text)
    return scenes.read(str(file))


@pytest.mark.parametrize(
    ("text", "friction"),
    [
        (BRICK, Fraction(0)),
        ("friction = 0\n" + BRICK, Fraction(0)),
        ('friction = "1/3"\n' + BRICK, Fraction(1, 3)),
        ('friction = "1/3"\n' + BRICK + 'friction = "1/3"\n', Fraction(1, 3)),
    ],
)
def test_adapters_have_the_friction_of_all_contacts(tmp_path, monkeypatch, text, friction):
    assert read(tmp_path, monkeypatch, text).friction == friction


@pytest.mark.parametrize("more", ["friction = 0.5\n", PAIR])
def test_adapters_refuse_frictions_that_differ(tmp_path, monkeypatch, more):
    with pytest.raises(SystemExit, match="found the frictions 0, 1/2; expected one and the same"):
        read(tmp_path, monkeypatch, BRICK + more)
