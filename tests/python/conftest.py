"""What all tests share."""

from pathlib import Path

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
