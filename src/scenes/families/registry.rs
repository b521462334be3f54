//! All families of scenes in the plane, each with its arguments and the function that makes its
//! scene.
//!
//! The command line, the page and the tests know the families from here. To add one, write its
//! function and an entry of [`FAMILIES`].

use crate::arch::{Arch, Weights, arch};
use crate::billiards::{cradle, rack};
use crate::disks::{self, disks};
use crate::family::{Arguments, Build, Family, FamilyError, Kind, Parameter, Range};
use crate::heap::heap;
use crate::incline::{Dominoes, Ladder, Wedge, dominoes, ladder, wedge};
use crate::jitter::jittered_wall;
use crate::lever::{Cantilever, Seesaw, beam, cantilever, seesaw};
use crate::pile::pile;
use crate::pour::{funnel, pour};
use crate::stack::{Bond, diamond, harmonic, parabolic, triangle, wall};
use zwang_scene::Scene;

/// Every family of scenes in the plane.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "harmonic",
        about: "A stack with the classical overhang of half the harmonic number H_n; exactly \
                critical",
        examples: &["zwang scene harmonic 10 --beyond 1/1000 -o falls.toml"],
        parameters: &[
            place("count", "Number of bricks"),
            number(
                "beyond",
                "Push the stack this far beyond the critical point; negative numbers make it safe",
                Range::Any,
                "0",
            ),
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_harmonic),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "diamond",
        about: "Rows of 1, 2, …, m, …, 2, 1 bricks",
        examples: &["zwang scene diamond 5 --height 1/2 -o tower.toml"],
        parameters: &[
            place("size", "Number m of bricks in the widest row"),
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_diamond),
        count_bodies: count_square,
    },
    Family {
        name: "triangle",
        about: "Rows of 1, 2, …, m bricks: a triangle standing on its tip",
        examples: &["zwang scene triangle 3 | zwang collapse -"],
        parameters: &[
            place("size", "Number m of rows"),
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_triangle),
        count_bodies: count_half_square,
    },
    Family {
        name: "wall",
        about: "A wall in running bond or in stack bond",
        examples: &[
            "zwang scene wall 10 8 --bond stack | zwang stability -",
            "zwang scene wall 10 8 --jitter 1 | zwang collapse -",
        ],
        parameters: &[
            place("rows", "Number of rows"),
            place("columns", "Number of bricks in the lowest row"),
            Parameter {
                name: "bond",
                help: "How the joints are arranged: `running` shifts every other row by half a \
                       brick, `stack` puts brick on brick",
                kind: Kind::Choice(&[RUNNING, STACK]),
                default: Some(RUNNING),
                ..OPTION
            },
            Parameter {
                name: "jitter",
                help: "Leave gaps of a quarter brick, and shift every brick by a part of its gap \
                       that this number determines",
                kind: Kind::Seed,
                range: Range::AtLeast(0),
                ..OPTION
            },
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_wall),
        count_bodies: count_wall,
    },
    Family {
        name: "heap",
        about: "Bricks dropped at random, each lying on the highest one below it",
        examples: &[
            "zwang scene heap 50 --seed 7 -o heap.toml && zwang draw heap.toml -o heap.svg",
        ],
        parameters: &[
            place("count", "Number of bricks"),
            Parameter {
                name: "seed",
                help: "Determines the heap",
                kind: Kind::Seed,
                range: Range::AtLeast(0),
                default: Some("1"),
                ..OPTION
            },
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_heap),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "pile",
        about: "Single bricks, one on another, each shifted at random against the one below",
        examples: &["zwang scene pile 5 --seed 3 | zwang stability -"],
        parameters: &[
            place("count", "Number of bricks"),
            Parameter {
                name: "grid",
                help: "Shifts are multiples of a width divided by this number",
                kind: Kind::Count,
                range: Range::AtLeast(1),
                default: Some("16"),
                ..OPTION
            },
            Parameter {
                name: "seed",
                help: "Determines the pile",
                kind: Kind::Seed,
                range: Range::AtLeast(0),
                default: Some("1"),
                ..OPTION
            },
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_pile),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "parabolic",
        about: "The parabolic stack of Paterson and Zwick: one brick, then slabs of 2k - 3 rows of \
                k, k - 1, k, … bricks for k = 2 to r",
        examples: &["zwang scene parabolic 4 | zwang stability -"],
        parameters: &[
            place("size", "Number r of slabs, counting the single brick"),
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_parabolic),
        count_bodies: count_third_cube,
    },
    Family {
        name: "arch",
        about: "Wedge-shaped stones between two abutments",
        examples: &["zwang scene arch 9 --balanced | zwang stability -"],
        parameters: &[
            optional_place(
                "stones",
                "Number of stones; an odd number gives a keystone",
                "7",
            ),
            number("inner", "Inner radius", Range::MoreThan(0), "2"),
            number("outer", "Outer radius", Range::MoreThan(0), "3"),
            Parameter {
                name: "half-angle-tangent",
                help: "Tangent of half the angle between the vertical and the last joint. Default: \
                       1, a semicircle; with `--balanced` or a single stone, which need less, 1/2",
                range: Range::MoreThan(0),
                ..OPTION
            },
            switch(
                "balanced",
                "Weigh the stones by de la Hire's rule, so that the arch stands without friction",
            ),
            number("density", "Mass per area", Range::MoreThan(0), "1"),
        ],
        build: Build::Plane(build_arch),
        count_bodies: |arguments| arguments.count("stones"),
    },
    Family {
        name: "cantilever",
        about: "One brick over the edge of a table",
        examples: &["zwang scene cantilever --overhang -1/10 | zwang stability -"],
        parameters: &[
            number(
                "overhang",
                "How far the brick's centre is beyond the edge; negative numbers are safe",
                Range::Any,
                "1/10",
            ),
            number("gravity", "Gravity, downwards", Range::MoreThan(0), "10"),
            width("2"),
            height("1/2"),
            DENSITY,
        ],
        build: Build::Plane(build_cantilever),
        count_bodies: |_| Ok(1),
    },
    Family {
        name: "disks",
        about: "A pyramid of disks in rows of n, …, 2, 1, each in the hollow of two",
        examples: &["zwang scene disks 2 --friction 1/2 | zwang stability -"],
        parameters: &[
            optional_place("rows", "Number of rows", "2"),
            number("radius", "Radius of a disk", Range::MoreThan(0), "5/2"),
            number("mass", "Mass of a disk, kg", Range::MoreThan(0), "1"),
        ],
        build: Build::Plane(build_disks),
        count_bodies: |arguments| Ok(disks::count(arguments.count("rows")?)),
    },
    Family {
        name: "cradle",
        about: "Newton's cradle: a row of disks that touch, of which the first strike the others, \
                without gravity and with restitution 1",
        examples: &[
            "zwang scene cradle 5 --striking 2 -o cradle.toml && zwang simulate cradle.toml",
            "zwang scene cradle 5 --gap 0 | zwang impact -",
        ],
        parameters: &[
            optional_place("disks", "Number of disks, of radius 1/2", "5"),
            Parameter {
                name: "striking",
                help: "How many of them come with the velocity 1",
                kind: Kind::Count,
                range: Range::AtLeast(1),
                default: Some("1"),
                ..OPTION
            },
            GAP,
        ],
        build: Build::Plane(build_cradle),
        count_bodies: |arguments| arguments.count("disks"),
    },
    Family {
        name: "rack",
        about: "Billiards: a triangle of disks that touch, in rows of 1, 2, …, n, and a cue ball \
                that comes along its axis, without gravity and with restitution 1",
        examples: &["zwang scene rack 4 | zwang simulate - --steps 60 --dt 1/50 -o rack.run"],
        parameters: &[
            optional_place("rows", "Number of rows", "4"),
            number("radius", "Radius of a disk", Range::MoreThan(0), "5"),
            GAP,
        ],
        build: Build::Plane(build_rack),
        count_bodies: |arguments| Ok(disks::count(arguments.count("rows")?).saturating_add(1)),
    },
    Family {
        name: "funnel",
        about: "Disks that fall into a funnel and through its neck",
        examples: &["zwang scene funnel 30 --friction 3/10 -o funnel.toml"],
        parameters: &[optional_place("disks", "Number of disks", "30"), GRAVITY],
        build: Build::Plane(build_funnel),
        count_bodies: |arguments| arguments.count("disks"),
    },
    Family {
        name: "pour",
        about: "Disks that fall into a box, in about as many rows as columns",
        examples: &[
            "zwang scene pour 100 --friction 3/10 | zwang simulate - --steps 10 -o pour.run",
        ],
        parameters: &[optional_place("disks", "Number of disks", "100"), GRAVITY],
        build: Build::Plane(build_pour),
        count_bodies: |arguments| arguments.count("disks"),
    },
    Family {
        name: "wedge",
        about: "A block on an incline",
        examples: &["zwang scene wedge --slope 1/2 --movable -o slide.toml"],
        parameters: &[
            number(
                "slope",
                "Tangent of half the slope's angle",
                Range::Between(0, 1),
                "1/3",
            ),
            switch("movable", "Let the wedge slide on the floor"),
            width("1"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_wedge),
        count_bodies: |_| Ok(1),
    },
    Family {
        name: "ladder",
        about: "A rod against a wall",
        examples: &["zwang scene ladder --tilt 2/3 -o ladder.toml"],
        parameters: &[
            number(
                "tilt",
                "Tangent of half the angle between floor and ladder",
                Range::Between(0, 1),
                "1/2",
            ),
            width("5"),
            height("1/10"),
            DENSITY,
        ],
        build: Build::Plane(build_ladder),
        count_bodies: |_| Ok(1),
    },
    Family {
        name: "beam",
        about: "A plank on knife edges",
        examples: &["zwang scene beam 4 | zwang collapse -"],
        parameters: &[
            place("supports", "Number of knife edges"),
            width("4"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_beam),
        count_bodies: |arguments| arguments.count("supports"),
    },
    Family {
        name: "seesaw",
        about: "A plank on one knife edge with a load at either end",
        examples: &["zwang scene seesaw --left 2 --pivot -1/2 | zwang collapse -"],
        parameters: &[
            number("left", "Mass of the left load", Range::AtLeast(0), "1"),
            number("right", "Mass of the right load", Range::AtLeast(0), "1"),
            number(
                "pivot",
                "How far right of the plank's middle the knife edge is",
                Range::Any,
                "0",
            ),
            width("4"),
            height("1/4"),
            DENSITY,
        ],
        build: Build::Plane(build_seesaw),
        count_bodies: |_| Ok(1),
    },
    Family {
        name: "domino",
        about: "Upright tiles in a row, the first ones leaning on the rest",
        examples: &["zwang scene domino 6 --leaning 2 | zwang collapse -"],
        parameters: &[
            optional_place("count", "Number of tiles", "5"),
            Parameter {
                name: "leaning",
                help: "How many of them lean",
                kind: Kind::Count,
                range: Range::AtLeast(0),
                default: Some("1"),
                ..OPTION
            },
            number(
                "lean",
                "Tangent of half the angle at which they lean",
                Range::Between(0, 1),
                "1/5",
            ),
            number(
                "spacing",
                "Free space between standing tiles",
                Range::AtLeast(0),
                "1/2",
            ),
            width("1/4"),
            height("1"),
            DENSITY,
        ],
        build: Build::Plane(build_dominoes),
        count_bodies: |arguments| arguments.count("count"),
    },
];

/// Finds a family by its name.
///
/// # Errors
/// [`FamilyError::UnknownFamily`] if there is none of that name.
pub fn find(name: &str) -> Result<&'static Family, FamilyError> {
    Family::find(FAMILIES, name)
}

const RUNNING: &str = "running";
const STACK: &str = "stack";

/// An exact number that may stay away.
pub(crate) const OPTION: Parameter = Parameter {
    name: "",
    help: "",
    kind: Kind::Number,
    range: Range::Any,
    default: None,
    is_required: false,
    has_place: false,
};

/// The way before a strike.
const GAP: Parameter = number(
    "gap",
    "How far away those that strike are, m; with 0 they touch, and strike at once",
    Range::AtLeast(0),
    "1",
);

const GRAVITY: Parameter = number("gravity", "Gravity, downwards", Range::MoreThan(0), "10");

/// Mass per area of what bricks there are.
const DENSITY: Parameter = number(
    "density",
    "Mass per area of a brick",
    Range::MoreThan(0),
    "1",
);

const fn width(default: &'static str) -> Parameter {
    number(
        "width",
        "Width of a brick, an integer, a fraction p/q or a decimal like all numbers here",
        Range::MoreThan(0),
        default,
    )
}

const fn height(default: &'static str) -> Parameter {
    number("height", "Height of a brick", Range::MoreThan(0), default)
}

pub(crate) const fn number(
    name: &'static str,
    help: &'static str,
    range: Range,
    default: &'static str,
) -> Parameter {
    Parameter {
        name,
        help,
        range,
        default: Some(default),
        ..OPTION
    }
}

pub(crate) const fn switch(name: &'static str, help: &'static str) -> Parameter {
    Parameter {
        name,
        help,
        kind: Kind::Switch,
        ..OPTION
    }
}

/// A number of things, at least one, that is given by its place.
pub(crate) const fn place(name: &'static str, help: &'static str) -> Parameter {
    Parameter {
        name,
        help,
        kind: Kind::Count,
        range: Range::AtLeast(1),
        is_required: true,
        has_place: true,
        ..OPTION
    }
}

/// The same with a default.
pub(crate) const fn optional_place(
    name: &'static str,
    help: &'static str,
    default: &'static str,
) -> Parameter {
    Parameter {
        default: Some(default),
        is_required: false,
        ..place(name, help)
    }
}

fn build_harmonic(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let count = arguments.count("count")?;
    let beyond = arguments.number("beyond")?;
    Ok(harmonic(count, &beyond, &arguments.brick()?)?)
}

fn build_diamond(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(diamond(arguments.count("size")?, &arguments.brick()?)?)
}

fn build_triangle(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(triangle(arguments.count("size")?, &arguments.brick()?)?)
}

fn build_wall(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let rows = arguments.count("rows")?;
    let columns = arguments.count("columns")?;
    let bond = if arguments.choice("bond")? == STACK {
        Bond::Stack
    } else {
        Bond::Running
    };
    let brick = arguments.brick()?;
    let scene = match arguments.optional_seed("jitter")? {
        Some(seed) => jittered_wall(rows, columns, bond, seed, &brick)?,
        None => wall(rows, columns, bond, &brick)?,
    };
    Ok(scene)
}

fn build_heap(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let count = arguments.count("count")?;
    let seed = arguments.seed("seed")?;
    Ok(heap(count, seed, &arguments.brick()?)?)
}

fn build_pile(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let count = arguments.count("count")?;
    let grid = arguments.count("grid")?;
    let seed = arguments.seed("seed")?;
    Ok(pile(count, grid, seed, &arguments.brick()?)?)
}

fn build_parabolic(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(parabolic(arguments.count("size")?, &arguments.brick()?)?)
}

fn build_arch(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let stones = arguments.count("stones")?;
    let weights = if arguments.switch("balanced")? {
        Weights::Balanced
    } else {
        Weights::Uniform
    };
    let half_angle_tangent = match arguments.optional_number("half-angle-tangent")? {
        Some(tangent) => tangent,
        None => Arch::usual_half_angle_tangent(stones, weights),
    };
    Ok(arch(&Arch {
        stones,
        inner: arguments.number("inner")?,
        outer: arguments.number("outer")?,
        half_angle_tangent,
        weights,
        density: arguments.number("density")?,
    })?)
}

fn build_cantilever(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(cantilever(&Cantilever {
        overhang: arguments.number("overhang")?,
        gravity: arguments.number("gravity")?,
        brick: arguments.brick()?,
    })?)
}

fn build_disks(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let rows = arguments.count("rows")?;
    let radius = arguments.number("radius")?;
    Ok(disks(rows, &radius, &arguments.number("mass")?)?)
}

fn build_cradle(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let disks = arguments.count("disks")?;
    let striking = arguments.count("striking")?;
    Ok(cradle(disks, striking, &arguments.number("gap")?)?)
}

fn build_rack(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let rows = arguments.count("rows")?;
    let radius = arguments.number("radius")?;
    Ok(rack(rows, &radius, &arguments.number("gap")?)?)
}

fn build_funnel(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(funnel(
        arguments.count("disks")?,
        &arguments.number("gravity")?,
    )?)
}

fn build_pour(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(pour(
        arguments.count("disks")?,
        &arguments.number("gravity")?,
    )?)
}

fn build_wedge(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(wedge(&Wedge {
        slope: arguments.number("slope")?,
        movable: arguments.switch("movable")?,
        block: arguments.brick()?,
    })?)
}

fn build_ladder(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(ladder(&Ladder {
        tilt: arguments.number("tilt")?,
        rod: arguments.brick()?,
    })?)
}

fn build_beam(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(beam(arguments.count("supports")?, &arguments.brick()?)?)
}

fn build_seesaw(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(seesaw(&Seesaw {
        left: arguments.number("left")?,
        right: arguments.number("right")?,
        pivot: arguments.number("pivot")?,
        plank: arguments.brick()?,
        ..Seesaw::default()
    })?)
}

fn build_dominoes(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(dominoes(&Dominoes {
        count: arguments.count("count")?,
        leaning: arguments.count("leaning")?,
        lean: arguments.number("lean")?,
        spacing: arguments.number("spacing")?,
        tile: arguments.brick()?,
    })?)
}

fn count_square(arguments: &Arguments) -> Result<usize, FamilyError> {
    let size = arguments.count("size")?;
    Ok(size.saturating_mul(size))
}

fn count_half_square(arguments: &Arguments) -> Result<usize, FamilyError> {
    let size = arguments.count("size")?;
    Ok(size.saturating_mul(size.saturating_add(1)) / 2)
}

fn count_third_cube(arguments: &Arguments) -> Result<usize, FamilyError> {
    let size = arguments.count("size")?;
    Ok(size.saturating_mul(size).saturating_mul(size) / 3)
}

fn count_wall(arguments: &Arguments) -> Result<usize, FamilyError> {
    let rows = arguments.count("rows")?;
    Ok(rows.saturating_mul(arguments.count("columns")?))
}
