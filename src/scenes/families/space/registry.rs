//! All families of scenes in space, each with its arguments and the function that makes its scene.

use super::balls::balls;
use super::block::Block;
use super::extruded::extruded;
use super::furniture::{Furniture, table};
use super::heap::heap;
use super::motion::{cubeglass, cubejam, jacks, sphereglass, stack_in_shaft};
use super::stack::{harmonic, jenga, layers, turned, wall};
use super::tetrahedra::tetrahedra;
use crate::arch::{Arch, Weights, arch};
use crate::family::{Arguments, Build, Family, FamilyError, Kind, Parameter, Range};
use crate::registry::{OPTION, number, optional_place, place, switch};
use crate::stack::Bond;
use zwang_exact::Vector3;
use zwang_scene::space::Scene;

const RUNNING: &str = "running";
const STACK: &str = "stack";

/// Sides and density of blocks.
const WIDTH: Parameter = number("width", "Size of a block along x", Range::MoreThan(0), "1");
const DEPTH: Parameter = number("depth", "Size of a block along y", Range::MoreThan(0), "1");
const DENSITY: Parameter = number(
    "density",
    "Mass per volume of a block",
    Range::MoreThan(0),
    "1",
);

const fn height(default: &'static str) -> Parameter {
    number("height", "Height of a block", Range::MoreThan(0), default)
}

/// Every family of scenes in space.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "table",
        about: "A table with four legs and a load on it",
        examples: &["zwang scene space table --load-x 5 --load 200 | zwang stability -"],
        parameters: &[LOAD_X, LOAD_Y, LOAD],
        build: Build::Space(build_table),
        count_bodies: |_| Ok(2),
    },
    Family {
        name: "stool",
        about: "A stool with three legs and a load on it: beside the triangle of its feet it tips",
        examples: &["zwang scene space stool --load-x 4 --load-y -3 | zwang collapse -"],
        parameters: &[LOAD_X, LOAD_Y, LOAD],
        build: Build::Space(build_stool),
        count_bodies: |_| Ok(2),
    },
    Family {
        name: "wall",
        about: "A wall of several rows, in running bond or in stack bond",
        examples: &["zwang scene space wall 5 6 2 | zwang stability -"],
        parameters: &[
            place("layers", "Number of layers"),
            place("columns", "Number of blocks along x in the lowest layer"),
            optional_place("rows", "Number of blocks along y", "1"),
            Parameter {
                name: "bond",
                help: "How the joints are arranged: `running` shifts every other layer by half a \
                       block, `stack` puts block on block",
                kind: Kind::Choice(&[RUNNING, STACK]),
                default: Some(RUNNING),
                ..OPTION
            },
            WIDTH,
            DEPTH,
            height("1/2"),
            DENSITY,
        ],
        build: Build::Space(build_wall),
        count_bodies: count_wall,
    },
    Family {
        name: "pyramid",
        about: "Layers of n × n, …, 2 × 2, 1 blocks",
        examples: &["zwang scene space pyramid 5 | zwang stability -"],
        parameters: &[SIZE, WIDTH, DEPTH, height("1"), DENSITY],
        build: Build::Space(build_pyramid),
        count_bodies: count_pyramid,
    },
    Family {
        name: "inverted",
        about: "Layers of 1, 2 × 2, …, n × n blocks: a pyramid on its tip",
        examples: &["zwang scene space inverted 3 | zwang collapse -"],
        parameters: &[SIZE, WIDTH, DEPTH, height("1"), DENSITY],
        build: Build::Space(build_inverted),
        count_bodies: count_pyramid,
    },
    Family {
        name: "diamond",
        about: "Layers of 1, 2 × 2, …, n × n, …, 2 × 2, 1 blocks",
        examples: &["zwang scene space diamond 4 | zwang collapse -"],
        parameters: &[SIZE, WIDTH, DEPTH, height("1/2"), DENSITY],
        build: Build::Space(build_diamond),
        count_bodies: count_pyramid,
    },
    Family {
        name: "harmonic",
        about: "A stack with the classical overhang over an edge, or over a corner; exactly \
                critical",
        examples: &["zwang scene space harmonic 6 --corner --beyond 1/1000 | zwang collapse -"],
        parameters: &[
            place("count", "Number of blocks"),
            switch("corner", "Over the corner of the table, in two directions"),
            number(
                "beyond",
                "Push the stack this far beyond the critical point; negative numbers make it safe",
                Range::Any,
                "0",
            ),
            WIDTH,
            DEPTH,
            height("1/4"),
            DENSITY,
        ],
        build: Build::Space(build_harmonic),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "octagon",
        about: "A tower of blocks, each turned by the angle of the triangle 3, 4, 5 against the \
                one below, so that they touch in octagons",
        examples: &["zwang scene space octagon 4 | zwang stability -"],
        parameters: &[
            optional_place("count", "Number of blocks", "3"),
            WIDTH,
            DEPTH,
            height("1"),
            DENSITY,
        ],
        build: Build::Space(build_octagon),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "jenga",
        about: "Layers of three bars, each across the one below",
        examples: &["zwang scene space jenga 8 --without-layer 3 | zwang stability -"],
        parameters: &[
            optional_place("layers", "Number of layers", "6"),
            Parameter {
                name: "without-layer",
                help: "Leave out a bar of this layer, counted from 0. Default: all bars stay",
                kind: Kind::Seed,
                range: Range::AtLeast(0),
                ..OPTION
            },
            Parameter {
                name: "without-place",
                help: "Which bar of it, 0 to 2",
                kind: Kind::Seed,
                range: Range::AtLeast(0),
                default: Some("1"),
                ..OPTION
            },
            number("width", "Length of a bar", Range::MoreThan(0), "3"),
            height("1/2"),
            DENSITY,
        ],
        build: Build::Space(build_jenga),
        count_bodies: |arguments| Ok(arguments.count("layers")?.saturating_mul(3)),
    },
    Family {
        name: "arch",
        about: "Wedge-shaped stones between two abutments",
        examples: &["zwang scene space arch 9 --friction 7/10 | zwang stability -"],
        parameters: &[
            optional_place("stones", "Number of stones", "7"),
            number("inner", "Inner radius", Range::MoreThan(0), "2"),
            number("outer", "Outer radius", Range::MoreThan(0), "3"),
            number("depth", "Size of a stone along y", Range::MoreThan(0), "2"),
            DENSITY,
        ],
        build: Build::Space(build_arch),
        count_bodies: |arguments| arguments.count("stones"),
    },
    Family {
        name: "tetrahedra",
        about: "Tetrahedra in a fixed frame that keep each other in their plane",
        examples: &["zwang scene space tetrahedra 2 2 | zwang interlock -"],
        parameters: &[
            optional_place("columns", "Number of tetrahedra along x", "2"),
            optional_place("rows", "Number of tetrahedra along y", "2"),
            DENSITY,
        ],
        build: Build::Space(build_tetrahedra),
        count_bodies: |arguments| {
            let columns = arguments.count("columns")?;
            Ok(columns.saturating_mul(arguments.count("rows")?))
        },
    },
    Family {
        name: "balls",
        about: "A pyramid of balls in layers of n × n, …, 2 × 2, 1, each in the hollow of four",
        examples: &["zwang scene space balls 2 --friction 1/2 | zwang stability -"],
        parameters: &[
            optional_place("layers", "Number of layers", "2"),
            number("radius", "Radius of a ball", Range::MoreThan(0), "5/2"),
            number("mass", "Mass of a ball, kg", Range::MoreThan(0), "1"),
        ],
        build: Build::Space(build_balls),
        count_bodies: |arguments| {
            let layers = arguments.count("layers")?;
            Ok(layers.saturating_mul(layers).saturating_mul(layers) / 3)
        },
    },
    Family {
        name: "heap",
        about: "Boxes dropped at random, each lying on the highest one below it",
        examples: &["zwang scene space heap 30 --seed 4 | zwang collapse -"],
        parameters: &[
            place("count", "Number of boxes"),
            Parameter {
                name: "seed",
                help: "Determines the heap",
                kind: Kind::Seed,
                range: Range::AtLeast(0),
                default: Some("1"),
                ..OPTION
            },
        ],
        build: Build::Space(build_heap),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "stack-in-shaft",
        about: "Cubes that fall in a shaft, and become a tower",
        examples: &["zwang scene space stack-in-shaft 3 -o shaft.toml"],
        parameters: &[optional_place("count", "Number of cubes", "10")],
        build: Build::Space(build_stack_in_shaft),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "cubejam",
        about: "Cubes that fall on ramps in a shaft, and jam",
        examples: &["zwang scene space cubejam 10 -o jam.toml"],
        parameters: &[optional_place("count", "Number of cubes", "20")],
        build: Build::Space(build_cubejam),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "jacks",
        about: "Jacks that fall into a box",
        examples: &["zwang scene space jacks 4 -o jacks.toml"],
        parameters: &[optional_place("count", "Number of jacks", "50")],
        build: Build::Space(build_jacks),
        count_bodies: |arguments| arguments.count("count"),
    },
    Family {
        name: "sphereglass",
        about: "Smooth balls that fall through a funnel into a glass",
        examples: &["zwang scene space sphereglass 3 -o balls.toml"],
        parameters: &[optional_place(
            "side",
            "Number of balls along each axis",
            "4",
        )],
        build: Build::Space(build_sphereglass),
        count_bodies: count_cube,
    },
    Family {
        name: "cubeglass",
        about: "Cubes that fall through a funnel into a glass",
        examples: &["zwang scene space cubeglass 2 -o cubes.toml"],
        parameters: &[optional_place(
            "side",
            "Number of cubes along each axis",
            "4",
        )],
        build: Build::Space(build_cubeglass),
        count_bodies: count_cube,
    },
];

const SIZE: Parameter = place(
    "size",
    "Number n of blocks along a side of the widest layer",
);
const LOAD_X: Parameter = number(
    "load-x",
    "Place of the load, from the middle along the long side",
    Range::Any,
    "0",
);
const LOAD_Y: Parameter = number(
    "load-y",
    "Place of the load, from the middle along the short side",
    Range::Any,
    "0",
);
const LOAD: Parameter = number("load", "Mass of the load, kg", Range::MoreThan(0), "8");

/// Finds a family of scenes in space by its name.
///
/// # Errors
/// [`FamilyError::UnknownFamily`] if there is none of that name.
pub fn find(name: &str) -> Result<&'static Family, FamilyError> {
    Family::find(FAMILIES, name)
}

fn block(arguments: &Arguments) -> Result<Block, FamilyError> {
    Ok(Block {
        size: Vector3::new(
            arguments.number("width")?,
            arguments.number("depth")?,
            arguments.number("height")?,
        ),
        density: arguments.number("density")?,
    })
}

fn furniture(arguments: &Arguments, has_three_legs: bool) -> Result<Scene, FamilyError> {
    Ok(table(&Furniture {
        has_three_legs,
        load_at: [arguments.number("load-x")?, arguments.number("load-y")?],
        load: arguments.number("load")?,
    })?)
}

fn build_table(arguments: &Arguments) -> Result<Scene, FamilyError> {
    furniture(arguments, false)
}

fn build_stool(arguments: &Arguments) -> Result<Scene, FamilyError> {
    furniture(arguments, true)
}

fn build_wall(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let bond = if arguments.choice("bond")? == STACK {
        Bond::Stack
    } else {
        Bond::Running
    };
    Ok(wall(
        arguments.count("layers")?,
        arguments.count("columns")?,
        arguments.count("rows")?,
        bond,
        &block(arguments)?,
    )?)
}

fn build_layers(
    arguments: &Arguments,
    word: &str,
    sides: fn(usize) -> Vec<usize>,
) -> Result<Scene, FamilyError> {
    let size = arguments.count("size")?;
    // As many blocks as no scene has are refused before they are listed.
    let most = crate::body::MAX_BODIES;
    crate::error::require_count("blocks along a side", size, 1, most)?;
    let name = format!("{word}-{size}");
    let title = format!("{word} of {size} layers");
    let mut letters = title.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    let title = first.unwrap_or_default() + letters.as_str();
    Ok(layers(name, title, &sides(size), &block(arguments)?)?)
}

fn build_pyramid(arguments: &Arguments) -> Result<Scene, FamilyError> {
    build_layers(arguments, "pyramid", |size| (1..=size).rev().collect())
}

fn build_inverted(arguments: &Arguments) -> Result<Scene, FamilyError> {
    build_layers(arguments, "inverted pyramid", |size| (1..=size).collect())
}

fn build_diamond(arguments: &Arguments) -> Result<Scene, FamilyError> {
    build_layers(arguments, "diamond", |size| {
        (1..=size).chain((1..size).rev()).collect()
    })
}

fn build_harmonic(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let count = arguments.count("count")?;
    let beyond = arguments.number("beyond")?;
    let over_corner = arguments.switch("corner")?;
    Ok(harmonic(count, &beyond, over_corner, &block(arguments)?)?)
}

fn build_octagon(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(turned(arguments.count("count")?, &block(arguments)?)?)
}

fn build_jenga(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let without = match arguments.optional_seed("without-layer")? {
        Some(layer) => {
            let place = arguments.seed("without-place")?;
            Some([layer, place].map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
        }
        None => None,
    };
    let bar = Block {
        size: Vector3::new(
            arguments.number("width")?,
            arguments.number("width")?,
            arguments.number("height")?,
        ),
        density: arguments.number("density")?,
    };
    Ok(jenga(arguments.count("layers")?, without, &bar)?)
}

fn build_tetrahedra(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let density = arguments.number("density")?;
    Ok(tetrahedra(
        arguments.count("columns")?,
        arguments.count("rows")?,
        &density,
    )?)
}

fn build_arch(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let stones = arguments.count("stones")?;
    let depth = arguments.number("depth")?;
    crate::error::require_positive("the depth", &depth)?;
    // In the plane a density is a mass per area.
    let density = arguments.number("density")? * &depth;
    let plane = arch(&Arch {
        stones,
        inner: arguments.number("inner")?,
        outer: arguments.number("outer")?,
        half_angle_tangent: Arch::usual_half_angle_tangent(stones, Weights::Uniform),
        weights: Weights::Uniform,
        density,
    })?;
    match extruded(&plane, &depth) {
        Some(scene) => Ok(scene),
        None => Err(FamilyError::InSpace("arch")),
    }
}

fn build_balls(arguments: &Arguments) -> Result<Scene, FamilyError> {
    let layers = arguments.count("layers")?;
    let radius = arguments.number("radius")?;
    Ok(balls(layers, &radius, &arguments.number("mass")?)?)
}

fn build_heap(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(heap(arguments.count("count")?, arguments.seed("seed")?)?)
}

fn build_stack_in_shaft(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(stack_in_shaft(arguments.count("count")?)?)
}

fn build_cubejam(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(cubejam(arguments.count("count")?)?)
}

fn build_jacks(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(jacks(arguments.count("count")?)?)
}

fn build_sphereglass(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(sphereglass(arguments.count("side")?)?)
}

fn build_cubeglass(arguments: &Arguments) -> Result<Scene, FamilyError> {
    Ok(cubeglass(arguments.count("side")?)?)
}

fn count_cube(arguments: &Arguments) -> Result<usize, FamilyError> {
    let side = arguments.count("side")?;
    Ok(side.saturating_mul(side).saturating_mul(side))
}

fn count_wall(arguments: &Arguments) -> Result<usize, FamilyError> {
    let layers = arguments.count("layers")?;
    let columns = arguments.count("columns")?;
    let rows = arguments.count("rows")?;
    Ok(layers.saturating_mul(columns).saturating_mul(rows))
}

fn count_pyramid(arguments: &Arguments) -> Result<usize, FamilyError> {
    let size = arguments.count("size")?;
    Ok(size.saturating_mul(size).saturating_mul(size) / 3)
}
