"""Errors. A verdict is a value and no error: an error means that there is no answer.

All are of `ZwangError`, and of the error of Python that fits. An argument of a wrong type raises
`TypeError`, a file that cannot be opened `OSError`, Ctrl-C `KeyboardInterrupt`, as everywhere.
"""

from __future__ import annotations


class ZwangError(Exception):
    """Why there is no answer."""


class NumberError(ZwangError, ValueError):
    """A value that is no number, such as "1/0" or a nan."""


class SceneError(ZwangError, ValueError):
    """A file, a text, a dict or arguments of a family that are no scene. The message is one line:
    the thing, what was found and what was expected."""

    line: int | None = None
    """The line of the file or text, counted from 1; None if there is none."""

    thing: str | None = None
    """The thing that is wrong, such as "body `brick`, mass"."""


class NoAnswer(ZwangError):
    """The scene is no question for this function: bodies overlap, say, or collide."""


class AmbiguousError(NoAnswer):
    """Corners leave several motions of equal restraint, and none of them was chosen."""


class MovingError(NoAnswer):
    """A scene that is not at rest was asked whether it stands."""


class ProofError(ZwangError, ValueError):
    """A text that is no proof."""


class ProgramError(ZwangError, ValueError):
    """A text that is no linear, or strictly convex quadratic, program."""


class Rejected(ZwangError):
    """A proof that violates a condition."""

    condition: str | None = None
    """The condition, such as "C4"; `proofs/FORMAT.md` defines them."""


class RunStopped(NoAnswer):
    """There is no further step of a run, or none at all: the message says which, and why."""


class TableError(ZwangError, ValueError):
    """A table that is not one of the scene: the message names line and column."""


class SweepError(ZwangError, ValueError):
    """There is no such sweep, its folder holds another one, or a file cannot be read or written."""


class RunFileError(ZwangError, ValueError):
    """A file that is no run, or not the one that is meant."""


class TimeLimit(ZwangError, TimeoutError):
    """There was no answer within the time limit."""


class BugError(ZwangError, RuntimeError):
    """A mistake in this program; please report what led to it."""
