//! Scenes with headers: between them, whatever can happen in a step.

use super::plane::q;
use super::produce::header;
use crate::stage::{fixed, free, polygon, rectangle, resting, scene, vector};
use zwang_certificate::run::{CornerRule, Header, Pair};
use zwang_exact::Vector;
use zwang_scene::{Body, BodyId, Pin, Scene};

/// A scene, the header of its run, and how many steps are worth while.
pub type Staged = (Scene, Header, usize);

fn on_grid(scene: Scene, steps: usize) -> Staged {
    let header = header(&scene, q(1, 100), Some(24));
    (scene, header, steps)
}

fn floor() -> Body {
    fixed("floor", rectangle("-5,-1 5,0"))
}

fn down() -> Vector {
    vector("0", "-10")
}

/// A brick falls, turns and drifts.
pub fn fall() -> Staged {
    let brick = free("brick", rectangle("0,0 2,1"), vector("3", "1/4"), "7");
    on_grid(scene(down(), vec![brick], vec![]), 4)
}

/// A brick rests on a floor.
pub fn rest() -> Staged {
    on_grid(
        scene(
            down(),
            vec![floor(), resting("brick", rectangle("0,0 2,1"))],
            vec![],
        ),
        3,
    )
}

/// A brick of two parts stands on four points in a line.
pub fn legs() -> Staged {
    let mut legs = resting("legs", rectangle("0,0 2,1"));
    legs.parts = vec![rectangle("0,0 1,1"), rectangle("1,0 2,1")];
    on_grid(scene(down(), vec![floor(), legs], vec![]), 1)
}

/// A brick lands flat on a floor in its third step, and stays.
pub fn landing() -> Staged {
    on_grid(
        scene(
            down(),
            vec![floor(), resting("brick", rectangle("0,1/200 2,1"))],
            vec![],
        ),
        5,
    )
}

/// A brick that turns lands on one vertex.
pub fn tilted_landing() -> Staged {
    let brick = free(
        "brick",
        polygon("0,1/100 12/5,181/100 9/5,261/100 -3/5,81/100"),
        vector("1", "-1"),
        "1/2",
    );
    on_grid(scene(down(), vec![floor(), brick], vec![]), 4)
}

/// A brick overhangs too far, and tips over.
pub fn cantilever() -> Staged {
    let brick = resting("brick", rectangle("-9/10,0 11/10,1/2"));
    on_grid(
        scene(
            down(),
            vec![fixed("table", rectangle("-10,-1 0,0")), brick],
            vec![],
        ),
        4,
    )
}

/// A bar hangs at a pin to the world, sideways; a weight is pinned to its end.
pub fn pinned() -> Staged {
    let bodies = vec![
        resting("bar", rectangle("0,0 2,1/4")),
        resting("weight", rectangle("2,0 3,1")),
    ];
    let pins = vec![
        Pin {
            first: BodyId(0),
            second: None,
            at: vector("0", "1/8"),
            collide: false,
        },
        Pin {
            first: BodyId(1),
            second: Some(BodyId(0)),
            at: vector("2", "1/8"),
            collide: true,
        },
    ];
    on_grid(scene(vector("-3", "-4"), bodies, pins), 3)
}

/// A brick bounces off the floor and off another brick.
pub fn bounce() -> Staged {
    let bodies = vec![
        floor(),
        free("lower", rectangle("0,1/100 2,1"), vector("1/2", "-2"), "0"),
        free(
            "upper",
            rectangle("1/2,101/100 3/2,2"),
            vector("0", "-4"),
            "1/8",
        ),
    ];
    let (scene, mut header, steps) = on_grid(scene(down(), bodies, vec![]), 5);
    header.restitution = q(1, 2);
    header.pairs = vec![Pair {
        bodies: [1, 2],
        restitution: q(1, 1),
    }];
    (scene, header, steps)
}

/// A pendulum swings into a wall and bounces.
pub fn bouncing_pendulum() -> Staged {
    let bar = free("bar", rectangle("0,-2 1/4,0"), vector("3/2", "0"), "3/2");
    let pins = vec![Pin {
        first: BodyId(0),
        second: None,
        at: vector("1/8", "0"),
        collide: false,
    }];
    let bodies = vec![bar, fixed("wall", rectangle("13/50,-3 1,0"))];
    let (scene, mut header, steps) = on_grid(scene(down(), bodies, pins), 3);
    header.restitution = q(3, 4);
    (scene, header, steps)
}

/// A brick bounces off the floor; a pendulum, a chain of two, swings far away and has no part in
/// it.
pub fn bystander() -> Staged {
    let bodies = vec![
        floor(),
        free("brick", rectangle("0,1/100 2,1"), vector("1/2", "-2"), "0"),
        free("bar", rectangle("20,3 22,13/4"), vector("0", "-1"), "-1"),
        free("bob", rectangle("45/2,3 47/2,4"), vector("0", "-2"), "0"),
    ];
    let pins = vec![
        Pin {
            first: BodyId(2),
            second: None,
            at: vector("20", "25/8"),
            collide: false,
        },
        Pin {
            first: BodyId(2),
            second: Some(BodyId(3)),
            at: vector("22", "25/8"),
            collide: true,
        },
    ];
    let (scene, mut header, steps) = on_grid(scene(down(), bodies, pins), 2);
    header.restitution = q(1, 2);
    (scene, header, steps)
}

/// A brick bounces off the floor. Beside it a block stands on its tip: the tip is opening more
/// slowly than gravity will close it, so the block is concerned by the impact, but needs no force.
/// Its spin is no multiple of the grid.
pub fn concerned_without_force() -> Staged {
    let bodies = vec![
        floor(),
        free("brick", rectangle("0,1/100 2,1"), vector("0", "-2"), "0"),
        free(
            "block",
            polygon("-3,0 -2,1 -3,2 -4,1"),
            vector("0", "1/30"),
            "1/3",
        ),
    ];
    let (scene, mut header, steps) = on_grid(scene(down(), bodies, vec![]), 2);
    header.restitution = q(1, 2);
    (scene, header, steps)
}

/// Two bricks meet in space, off centre, one of them turning.
pub fn collision() -> Staged {
    let left = free("left", rectangle("-2,-1 -1/200,0"), vector("1", "0"), "1/2");
    let right = free(
        "right",
        rectangle("1/200,-1/2 2,3/2"),
        vector("-1", "1/4"),
        "0",
    );
    let (scene, mut header, steps) =
        on_grid(scene(vector("0", "-1"), vec![left, right], vec![]), 2);
    header.restitution = q(2, 3);
    (scene, header, steps)
}

/// A brick lies on a turning brick, turns with it and slides along it, while both fall.
pub fn turning() -> Staged {
    let lower = free("lower", rectangle("-1,-1/2 1,0"), vector("1/8", "0"), "1/2");
    let upper = free(
        "upper",
        rectangle("-3/4,0 1/4,1/4"),
        vector("47/16", "-1/8"),
        "1/2",
    );
    on_grid(scene(vector("0", "-1"), vec![lower, upper], vec![]), 2)
}

/// A square comes from above on the vertex of a block, a little nearer to its right side.
pub fn corner() -> Staged {
    let square = free(
        "square",
        rectangle("1/100,1/100 1,1"),
        vector("-2", "-3"),
        "0",
    );
    on_grid(
        scene(
            down(),
            vec![fixed("block", rectangle("-1,-1 0,0")), square],
            vec![],
        ),
        3,
    )
}

/// The same along the diagonal, without gravity: neither side is better.
pub fn tied_corner(rule: CornerRule) -> Staged {
    let square = free(
        "square",
        rectangle("1/100,1/100 1,1"),
        vector("-3", "-3"),
        "0",
    );
    let (scene, mut header, steps) = on_grid(
        scene(
            Vector::zero(),
            vec![fixed("block", rectangle("-1,-1 0,0")), square],
            vec![],
        ),
        2,
    );
    header.corner = rule;
    (scene, header, steps)
}

/// A vertex comes straight to the ridge of a flat roof, where there is no choice.
pub fn roof() -> Staged {
    let diamond = free(
        "diamond",
        polygon("0,1/100 1,101/100 0,201/100 -1,101/100"),
        vector("0", "-3"),
        "0",
    );
    on_grid(
        scene(
            down(),
            vec![
                fixed("roof", polygon("-3,-1 3,-1 3,-1/4 0,0 -3,-1/4")),
                diamond,
            ],
            vec![],
        ),
        2,
    )
}

/// On a coarse grid the first step rounds a square into a wall, with a vertex just beyond that of a
/// block. In the second the wall pushes it back: on one side of the block's vertex there is no
/// room.
pub fn impossible_side() -> Staged {
    let bodies = vec![
        fixed("block", rectangle("-1,-1 0,0")),
        free(
            "square",
            rectangle("-31/250,63/500 193/100,113/100"),
            vector("8", "-25/2"),
            "0",
        ),
        fixed("wall", rectangle("2,-3 4,3")),
    ];
    coarse(on_grid(scene(vector("0", "-1"), bodies, vec![]), 2), 3)
}

/// Two bricks, one across the other, on an incline made by gravity; the upper one has two parts.
pub fn pile() -> Staged {
    let mut upper = resting("upper", rectangle("1/2,1 1,2"));
    upper.parts.push(rectangle("1,3/2 5/2,2"));
    upper.dynamics = Some(zwang_scene::Dynamics::homogeneous(&upper.parts, &q(3, 1)));
    on_grid(
        scene(
            vector("1/2", "-6"),
            vec![floor(), resting("lower", rectangle("0,0 2,1")), upper],
            vec![],
        ),
        2,
    )
}

/// The cantilever, without rounding.
pub fn exact() -> Staged {
    let (scene, _, _) = cantilever();
    let header = header(&scene, q(1, 10), None);
    (scene, header, 3)
}

/// A turning brick that falls and hits the floor, without rounding.
pub fn exact_landing() -> Staged {
    let (scene, _, _) = tilted_landing();
    let header = header(&scene, q(1, 20), None);
    (scene, header, 2)
}

/// On a coarse grid, short placements and rounded gaps differ much from exact ones.
fn coarse((scene, header, steps): Staged, grid: u64) -> Staged {
    (
        scene,
        Header {
            grid: Some(grid),
            ..header
        },
        steps,
    )
}

/// A long brick that turns hits the floor, coarsely.
pub fn coarse_landing() -> Staged {
    let (scene, header, _) = coarse(tilted_landing(), 9);
    (
        scene,
        Header {
            step: q(1, 30),
            ..header
        },
        5,
    )
}

/// The chain of two, coarsely, in gravity along no axis.
pub fn coarse_pinned() -> Staged {
    let (scene, header, _) = coarse(pinned(), 7);
    (
        scene,
        Header {
            step: q(1, 10),
            ..header
        },
        4,
    )
}

/// Impacts of turning bodies, coarsely.
pub fn coarse_bounce() -> Staged {
    let (mut scene, header, steps) = coarse(bounce(), 11);
    scene.bodies[2].dynamics.as_mut().unwrap().spin = q(5, 1);
    (
        scene.clone(),
        Header {
            scene: scene.digest(),
            ..header
        },
        steps,
    )
}

/// A pendulum in a wall, coarsely.
pub fn coarse_pendulum() -> Staged {
    coarse(bouncing_pendulum(), 10)
}

pub fn all() -> Vec<(&'static str, Staged)> {
    vec![
        ("fall", fall()),
        ("rest", rest()),
        ("legs", legs()),
        ("landing", landing()),
        ("tilted landing", tilted_landing()),
        ("cantilever", cantilever()),
        ("pinned", pinned()),
        ("bounce", bounce()),
        ("bouncing pendulum", bouncing_pendulum()),
        ("bystander", bystander()),
        ("concerned without force", concerned_without_force()),
        ("collision", collision()),
        ("turning", turning()),
        ("corner", corner()),
        ("tied corner, first", tied_corner(CornerRule::First)),
        ("tied corner, last", tied_corner(CornerRule::Last)),
        ("roof", roof()),
        ("impossible side", impossible_side()),
        ("pile", pile()),
        ("coarse landing", coarse_landing()),
        ("coarse pinned", coarse_pinned()),
        ("coarse bounce", coarse_bounce()),
        ("coarse pendulum", coarse_pendulum()),
        ("exact", exact()),
        ("exact landing", exact_landing()),
    ]
}
