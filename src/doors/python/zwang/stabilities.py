"""Whether scenes stand: one, or many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

from zwang import _zwang
from zwang._zwang import Scene, SpaceScene, SpaceStability, Stability
from zwang.many import each
from zwang.progress import Listener

__all__ = ["stability"]


@overload
def stability(
    scene: Scene,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Stability: ...


@overload
def stability(
    scene: SpaceScene,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> SpaceStability: ...


@overload
def stability(
    scene: Iterable[Scene],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> list[Stability]: ...


def stability(
    scene: Scene | SpaceScene | Iterable[Scene],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Stability | SpaceStability | list[Stability]:
    """Whether a scene at rest stands, decided over the rationals and accepted by the checker. For
    several scenes it is a list in their order: `threads` scenes at a time, each within `time_limit`.

    `threads`, `time_limit` and `progress` are as for `zwang.collapse`; several scenes have no
    `progress`. Raises `MovingError` if a body has a velocity or a spin, `TimeLimit` if there is no
    answer after `time_limit` seconds, and `NoAnswer` if bodies overlap. `KeyboardInterrupt` (Ctrl-C)
    stops it.
    """
    if isinstance(scene, SpaceScene):
        return _zwang.space_stability(
            scene, threads=threads, time_limit=time_limit, progress=progress
        )
    if isinstance(scene, Scene):
        return _zwang.stability(scene, threads=threads, time_limit=time_limit, progress=progress)
    return each(
        scene,
        lambda one: _zwang.stability(one, threads=1, time_limit=time_limit),
        threads,
        progress,
    )
