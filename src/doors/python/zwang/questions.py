"""Questions about scenes of the plane and in space, each answered by the class of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

from zwang import _zwang
from zwang._zwang import (
    Accelerations,
    Collapse,
    Critical,
    ForceRanges,
    Scene,
    SpaceCollapse,
    SpaceCritical,
    SpaceForceRanges,
    SpaceScene,
    SpaceStability,
    Stability,
)
from zwang.door import Number
from zwang.errors import ProofError
from zwang.many import each
from zwang.progress import Listener

__all__ = ["check", "collapse", "critical", "forces"]


@overload
def collapse(
    scene: Scene,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Collapse | Accelerations: ...


@overload
def collapse(
    scene: SpaceScene,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> SpaceCollapse: ...


@overload
def collapse(
    scene: Iterable[Scene],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> list[Collapse | Accelerations]: ...


def collapse(
    scene: Scene | SpaceScene | Iterable[Scene],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Collapse | Accelerations | SpaceCollapse | list[Collapse | Accelerations]:
    """How a scene starts to move, solved over the rationals and accepted by the checker. For several
    scenes it is a list in their order: `threads` scenes at a time, each within `time_limit`.

    It takes at most so many `threads` (None: one for each core). `progress` is called with the counts
    of the solver, a `zwang.Progress`, whenever they have changed; True shows them after two seconds if
    standard error is a terminal. Raises TimeLimit if there is no answer after `time_limit` seconds, and
    NoAnswer if the scene is no question for this program, such as one whose bodies overlap.
    KeyboardInterrupt (Ctrl-C) stops it.
    """
    if isinstance(scene, SpaceScene):
        return _zwang.space_collapse(
            scene, threads=threads, time_limit=time_limit, progress=progress
        )
    if isinstance(scene, Scene):
        return _zwang.collapse(scene, threads=threads, time_limit=time_limit, progress=progress)
    return each(
        scene,
        lambda one: _zwang.collapse(one, threads=1, time_limit=time_limit),
        threads,
        progress,
    )


@overload
def critical(
    scene: Scene,
    vary: str,
    *,
    axis: None = None,
    downwards: bool = False,
    within: Number | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Critical: ...


@overload
def critical(
    scene: SpaceScene,
    vary: str,
    *,
    axis: Iterable[Number] | None = None,
    downwards: bool = False,
    sliding: bool = False,
    within: Number | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> SpaceCritical: ...


@overload
def critical(
    scene: Iterable[Scene],
    vary: str,
    *,
    axis: None = None,
    downwards: bool = False,
    within: Number | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> list[Critical]: ...


def critical(
    scene: Scene | SpaceScene | Iterable[Scene],
    vary: str,
    *,
    axis: Iterable[Number] | None = None,
    downwards: bool = False,
    sliding: bool = False,
    within: Number | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Critical | SpaceCritical | list[Critical]:
    """The limit at which a scene at rest ceases to stand, decided over the rationals and accepted by
    the checker. For several scenes it is a list in their order: `threads` scenes at a time.

    `vary` is "friction": all contacts get the same, whatever the scene says, and the least that can
    hold the scene is enclosed between two values at most `within` apart. Or it is "tilt left" or "tilt
    right": the ground is tilted down to that side, by an angle whose tangent is told, until no forces
    hold the scene any more; in space it is "tilt" about an `axis`. Or it is "gx", "gy" (or "gz"), a
    component of gravity, or "load NAME", a load of the scene that is taken so many times: it grows
    until no forces hold the scene, or with `downwards` shrinks, and turns round.

    In space, `sliding=True` also looks for the limit from which on sliding is possible: a value at
    which nothing but rest obeys Coulomb's law, and one at which a motion does (`sliding_stands_at`,
    `sliding_moves_at`).

    There may be no limit, or no value at which the scene stands: that is an answer, too. `threads`,
    `time_limit` and `progress` are as for `zwang.collapse`. Raises NoAnswer if nothing varies,
    MovingError if a body moves, and TimeLimit.
    """
    if isinstance(scene, SpaceScene):
        return _zwang.space_critical(
            scene,
            vary,
            axis=None if axis is None else tuple(axis),
            downwards=downwards,
            sliding=sliding,
            within=within,
            threads=threads,
            time_limit=time_limit,
            progress=progress,
        )
    if axis is not None:
        raise ValueError("axis: found it with a scene of the plane; expected a scene in space")
    if sliding:
        raise ValueError("sliding: found it with a scene of the plane; expected a scene in space")
    if not isinstance(scene, Scene):
        return each(
            scene,
            lambda one: _zwang.critical(
                one, vary, downwards=downwards, within=within, threads=1, time_limit=time_limit
            ),
            threads,
            progress,
        )
    return _zwang.critical(
        scene,
        vary,
        downwards=downwards,
        within=within,
        threads=threads,
        time_limit=time_limit,
        progress=progress,
    )


@overload
def forces(
    scene: Scene,
    between: Sequence[str | tuple[str, str]] | None = None,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> ForceRanges: ...


@overload
def forces(
    scene: SpaceScene,
    between: Sequence[str | tuple[str, str]] | None = None,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> SpaceForceRanges: ...


def forces(
    scene: Scene | SpaceScene,
    between: Sequence[str | tuple[str, str]] | None = None,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> ForceRanges | SpaceForceRanges:
    """How small and how large the forces can be that hold a scene at rest, or with which it moves,
    decided over the rationals and accepted by the checker. A scene in space at rest has those of faces,
    too, and where these press; its corners bear by one of their normals.

    `between` names the forces: bodies, or pairs of bodies; all forces if there are none. `threads`,
    `time_limit` and `progress` are as for `zwang.collapse`. Raises NoAnswer if a vertex touches a
    vertex, or if no forces hold the scene and it may move in several ways; TimeLimit, and ValueError if there is no such body.
    """
    if isinstance(scene, SpaceScene):
        return _zwang.space_forces(
            scene, between, threads=threads, time_limit=time_limit, progress=progress
        )
    return _zwang.forces(
        scene, between, threads=threads, time_limit=time_limit, progress=progress
    )


@overload
def check(
    scene: Scene, proof: str
) -> Collapse | Stability | ForceRanges | Critical | Accelerations: ...


@overload
def check(
    scene: SpaceScene, proof: str
) -> SpaceCollapse | SpaceStability | SpaceForceRanges: ...


def check(
    scene: Scene | SpaceScene, proof: str
) -> (
    Collapse
    | Stability
    | ForceRanges
    | Critical
    | Accelerations
    | SpaceCollapse
    | SpaceStability
    | SpaceForceRanges
):
    """The answer that a proof proves of a scene, if the checker accepts it.

    Raises Rejected, which names the condition that the proof violates, and ProofError for a text that
    is no proof.
    """
    if not isinstance(scene, SpaceScene):
        return _zwang.check(scene, proof)
    try:
        return _zwang.load_space_stability(scene, proof)
    except ProofError:
        pass
    try:
        return _zwang.load_space_forces(scene, proof)
    except ProofError:
        return _zwang.load_space_collapse(scene, proof)
