"""The package: its types, its documentation, its licences, and what it does without."""

import importlib.metadata
import subprocess
import sys
import textwrap

import pytest
import zwang


def run(*command, **options):
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=600, **options
    )


def test_stubs_are_those_of_the_module(tmp_path):
    pytest.importorskip("mypy")
    done = run("-m", "mypy.stubtest", "zwang", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_are_seen_by_users(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "good.py").write_text(
        textwrap.dedent(
            """
            from fractions import Fraction
            import zwang
            scene = zwang.families.diamond(5, height="1/3", density=Fraction(2, 3))
            fall = zwang.collapse(scene, threads=1, time_limit=10)
            turn: Fraction = fall.bodies["brick 6"].angular
            stands: bool = bool(zwang.stability(scene))
            """
        )
    )
    (tmp_path / "bad.py").write_text("import zwang\nzwang.families.diamond(5, height=0.25)\n")
    good = run("-m", "mypy", "--strict", "good.py", cwd=tmp_path)
    assert good.returncode == 0, good.stdout
    bad = run("-m", "mypy", "--strict", "bad.py", cwd=tmp_path)
    assert "float" in bad.stdout and bad.returncode == 1


def test_everything_public_is_documented():
    undocumented = []
    for name in zwang.__all__:
        item = getattr(zwang, name)
        if name in ("Number", "Vector"):
            continue
        if not item.__doc__:
            undocumented.append(name)
        if isinstance(item, type) and item.__module__.startswith("zwang"):
            for key, member in vars(item).items():
                if not key.startswith("_") and callable(member) and not member.__doc__:
                    undocumented.append(f"{name}.{key}")
    assert undocumented == []
    assert "Raises" in zwang.collapse.__doc__


def test_nothing_but_python_is_needed():
    program = """
import sys
for name in ["numpy", "pandas", "pyarrow", "shapely"]:
    sys.modules[name] = None
import zwang
scene = zwang.Scene.from_dict(zwang.families.diamond(3).to_dict())
fall = zwang.collapse(scene)
assert zwang.check(scene, fall.proof).bodies == fall.bodies
assert fall._repr_svg_() and str(fall) and repr(fall.answer())
print(fall.verdict)
"""
    done = run("-c", program)
    assert (done.returncode, done.stdout) == (0, "rests\n"), done.stderr


def test_importing_is_light():
    done = run("-X", "importtime", "-c", "import zwang")
    assert done.returncode == 0
    for heavy in ["numpy", "asyncio", "multiprocessing"]:
        assert f"| {heavy}" not in done.stderr.replace("|   ", "| ")


def test_version_and_licences():
    metadata = importlib.metadata.metadata("zwang")
    assert metadata["Version"] == zwang.__version__
    assert "LGPL-3.0-only" in (metadata["License-Expression"] or metadata["License"])
    files = {path.name for path in importlib.metadata.files("zwang")}
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LGPL-3.0.txt", "GPL-3.0.txt", "NOTICE.md"]:
        assert name in files
    assert "py.typed" in files
    required = [need for need in metadata.get_all("Requires-Dist") if "extra ==" not in need]
    assert required == []


def test_errors_are_those_of_python():
    for error, base in [
        (zwang.SceneError, ValueError),
        (zwang.NumberError, ValueError),
        (zwang.ProofError, ValueError),
        (zwang.TimeLimit, TimeoutError),
        (zwang.BugError, RuntimeError),
        (zwang.MovingError, zwang.NoAnswer),
        (zwang.Rejected, zwang.ZwangError),
    ]:
        assert issubclass(error, base) and issubclass(error, zwang.ZwangError)
    assert issubclass(zwang.ZwangError, Exception)


@pytest.mark.parametrize("ask", [zwang.collapse, zwang.stability])
@pytest.mark.parametrize("scene", [None, "scene.toml", {}])
def test_a_scene_is_asked_for(ask, scene):
    with pytest.raises(TypeError):
        ask(scene)


OVERLAPPING = {
    "name": "overlap",
    "body": [
        {"name": "one", "rectangle": {"center": [0, 0], "size": [2, 2]}},
        {"name": "other", "rectangle": {"center": [1, 0], "size": [2, 2]}},
    ],
}


def test_bodies_that_overlap_are_no_question():
    scene = zwang.Scene.from_dict(OVERLAPPING)
    with pytest.raises(zwang.NoAnswer, match="overlap by 1 m; expected disjoint interiors") as no:
        zwang.collapse(scene)
    assert not isinstance(no.value, ValueError)
    with pytest.raises(zwang.NoAnswer):
        zwang.stability(scene)
