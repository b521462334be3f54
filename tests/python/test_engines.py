"""The adapters of examples/engines, as far as they need no engine."""

import sys
from pathlib import Path

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


def test_adapters_say_that_they_leave_friction_out(tmp_path, capsys, monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    import scene as scenes

    pair = '[[pair]]\nbodies = ["floor", "brick"]\nfriction = "1/2"\n'
    file = tmp_path / "brick.toml"
    for text, is_told in [
        (BRICK, False),
        ("friction = 0\n" + BRICK, False),
        ('friction = "1/3"\n' + BRICK, True),
        (BRICK + "friction = 0.5\n", True),
        (BRICK + pair, True),
    ]:
        file.write_text(text)
        scenes.read(str(file))
        told = capsys.readouterr().err
        assert told.count("\n") == is_told
        assert ("found friction" in told) == is_told
