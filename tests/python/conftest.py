"""What all tests share."""

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import zwang

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def diamond() -> zwang.Scene:
    """A tower that falls."""
    return zwang.families.diamond(5)


@pytest.fixture(scope="session")
def fall(diamond: zwang.Scene) -> zwang.Collapse:
    """How it starts to fall."""
    return zwang.collapse(diamond)


@pytest.fixture(scope="module")
def checker(root):
    """The modules of the second checker by their names. What they set for all of Python is put back at the end."""
    sys.path.insert(0, str(root / "proofs"))
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    of_runs = "law_check", "law_contacts", "law_file", "law_joints", "law_program", "law_round", "law_solids", "law_step"
    of_space = "law_bounces", "law_space", "space_scene"
    names = *of_runs, *of_space, "worst"
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in names})
    sys.path.remove(str(root / "proofs"))
    sys.dont_write_bytecode = before
    sys.set_int_max_str_digits(digits)
