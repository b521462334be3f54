"""How rigid bodies collapse: exact, and proved.

    import zwang

    scene = zwang.families.diamond(5)
    fall = zwang.collapse(scene)           # solved over the rationals, accepted by the checker
    fall.verdict                           # 'falls'
    fall.bodies["brick 6"].linear          # (Fraction(0, 1), Fraction(…, …))
    zwang.check(scene, fall.proof)         # by whoever has the proof

Scenes are made of exact numbers: `zwang.Scene`, `zwang.families`, `zwang.exact`. `zwang.collapse`
says how a scene starts to move, `zwang.accelerations` the same with friction, `zwang.stability`
whether it stands, `zwang.critical` with how much friction or tilt, `zwang.simulate` how it goes on moving. Units are SI; angles are in radians,
counter-clockwise. docs/python.md has more.
"""

from zwang import families
from zwang._zwang import (
    Accelerations,
    Collapse,
    Critical,
    Film,
    ForceRanges,
    RunFile,
    Scene,
    Simulation,
    SpaceCollapse,
    SpaceCritical,
    SpaceScene,
    SpaceStability,
    Stability,
    Step,
    accelerations,
    film,
    forces,
    read_run,
    simulate,
    solve,
    version,
)
from zwang.audits import Audit, audit
from zwang.door import Number, exact, spell
from zwang.errors import (
    AmbiguousError,
    BugError,
    MovingError,
    NoAnswer,
    NumberError,
    ProgramError,
    ProofError,
    Rejected,
    RunFileError,
    RunStopped,
    SceneError,
    SweepError,
    TableError,
    TimeLimit,
    ZwangError,
)
from zwang.progress import Progress
from zwang.questions import check, collapse, critical
from zwang.runs import check_run
from zwang.shapes import from_shapely
from zwang.space_values import (
    SpaceAcceleration,
    SpaceBody,
    SpaceForce,
    SpaceLoad,
    SpaceVelocity,
)
from zwang.stabilities import stability
from zwang.sweeps import (
    Grid,
    Sweep,
    SweepStatus,
    SweepVerdict,
    grid,
    sweep,
    sweep_scene,
    sweep_scenes,
)
from zwang.values import (
    Acceleration,
    Answer,
    Body,
    Contact,
    ContactRange,
    Corner,
    Event,
    Force,
    Limit,
    Load,
    Margin,
    Pin,
    PinRange,
    Placement,
    Reflection,
    Rotation,
    RoughContact,
    RunVerdict,
    Solution,
    StepForce,
    Vector,
    Velocity,
)

__version__ = version()

__all__ = [
    "Acceleration",
    "Accelerations",
    "AmbiguousError",
    "Answer",
    "Audit",
    "Body",
    "BugError",
    "Collapse",
    "Contact",
    "ContactRange",
    "Corner",
    "Critical",
    "Event",
    "Film",
    "Force",
    "ForceRanges",
    "Grid",
    "Limit",
    "Load",
    "Margin",
    "MovingError",
    "NoAnswer",
    "Number",
    "NumberError",
    "Pin",
    "PinRange",
    "Placement",
    "ProgramError",
    "Progress",
    "ProofError",
    "Reflection",
    "Rejected",
    "Rotation",
    "RoughContact",
    "RunFile",
    "RunFileError",
    "RunStopped",
    "RunVerdict",
    "Scene",
    "SceneError",
    "Simulation",
    "Solution",
    "SpaceAcceleration",
    "SpaceBody",
    "SpaceCollapse",
    "SpaceCritical",
    "SpaceForce",
    "SpaceLoad",
    "SpaceScene",
    "SpaceStability",
    "SpaceVelocity",
    "Stability",
    "Step",
    "StepForce",
    "Sweep",
    "SweepError",
    "SweepStatus",
    "SweepVerdict",
    "TableError",
    "TimeLimit",
    "Vector",
    "Velocity",
    "ZwangError",
    "accelerations",
    "audit",
    "check",
    "check_run",
    "collapse",
    "critical",
    "exact",
    "families",
    "film",
    "forces",
    "from_shapely",
    "grid",
    "read_run",
    "simulate",
    "solve",
    "spell",
    "stability",
    "sweep",
    "sweep_scene",
    "sweep_scenes",
]
