//! Models of StableLego (Liu and others, 2024): bricks that knobs hold together up to a limit.
//!
//! A model is a table of bricks. Each has its lowest corner, `x` and `y` in knobs and `z` in
//! layers, its number in the authors' library, `brick_id`, and `ori`: with 1 its long side is along
//! x. A knob touches a brick that is one knob wide at four points, and a wider one at three: there
//! the two press, or pull with at most 0.98 N, and nowhere else. Here each point is the tip of a
//! small foot of the upper brick, with a bond.

use super::draft::{Draft, DraftBody, DraftBond, Mass};
use super::mesh::{Mesh, limit};
use crate::ImportOptions;
use crate::error::{Result, excerpt, refuse};
use crate::work::Work;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector3};
use zwang_scene::read::{self, Entry, Node, Syntax, Value};

/// Numbers of the library, knobs along the short and the long side, and masses, 10 mg.
const LIBRARY: [(i64, [i64; 2], i64); 9] = [
    (1, [2, 2], 20_000),
    (2, [2, 4], 216),
    (3, [2, 6], 323),
    (4, [1, 8], 303),
    (5, [1, 4], 157),
    (6, [1, 6], 228),
    (9, [1, 2], 81),
    (10, [1, 1], 43),
    (12, [2, 2], 115),
];

/// Points at which a knob touches, in eighths of a knob about its middle.
const NARROW: &[[i64; 2]] = &[[0, -2], [-2, 0], [0, 2], [2, 0]];
const WIDE: &[[i64; 2]] = &[[1, -1], [-2, 0], [1, 1]];

/// The base of a foot, in sixteenths of a knob about its tip.
const FOOT: [[i64; 2]; 3] = [[-1, -1], [1, -1], [0, 1]];

const KEYS: [&str; 5] = ["x", "y", "z", "brick_id", "ori"];

/// No coordinate has more binary digits.
const SHORT: u64 = 64;

/// Coordinates are no further from 0.
const FARTHEST: i64 = 1 << 20;

/// The body below all bricks.
const PLATE: &str = "plate";

/// A brick of a model.
struct Brick<'a> {
    key: &'a str,
    line: usize,
    corner: [i64; 3],
    /// Knobs along x and along y.
    knobs: [i64; 2],
    /// 10 mg.
    mass: i64,
}

/// Whether a text is a model rather than an assembly.
pub fn is_model(text: &str) -> bool {
    text.contains("\"brick_id\"")
}

/// Reads a model.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let root = read::document(text, Syntax::Json)?;
    let entries = table(&root, "file")?;
    limit(1, "bricks", entries.len())?;
    let mut bricks = Vec::with_capacity(entries.len());
    let mut cells = BTreeMap::new();
    for entry in entries {
        let brick = brick(entry)?;
        for cell in brick.cells() {
            if let Some(other) = cells.insert(cell, bricks.len()) {
                let other: &Brick = &bricks[other];
                let found = format!("the place of brick {}", excerpt(other.key));
                return refuse(brick.line, brick.name(), found, "a place of its own");
            }
        }
        bricks.push(brick);
    }
    if bricks.is_empty() {
        return refuse(1, "file", "no bricks", "bricks with `brick_id`");
    }
    let mut draft = Draft::new(&options.name);
    draft.gravity = Some(Vector3::new(zero(), zero(), ratio(-98, 10)));
    draft.add(plate(&bricks), options);
    // Feet are counted before they are made: there are many of them.
    let mut planned = Work::default();
    for brick in &bricks {
        let mut meshes = vec![Mesh::hull_of(brick.line, brick.block())];
        for [x, y, z] in brick.cells().filter(|[.., z]| *z == brick.corner[2]) {
            let below = match cells.get(&[x, y, z - 1]) {
                Some(below) => bricks[*below].name(),
                None if z == 0 => PLATE.to_owned(),
                None => continue,
            };
            for [dx, dy] in brick.points() {
                if let Err(error) = planned.solid(FOOT.len() + 1, SHORT) {
                    return refuse(brick.line, brick.name(), error.to_string(), "fewer bricks");
                }
                let tip = [16 * x + 8 + 2 * dx, 16 * y + 8 + 2 * dy, 8 * z];
                meshes.push(Mesh::hull_of(brick.line, foot(tip)));
                draft.bonds.push(DraftBond {
                    line: brick.line,
                    bodies: [below.clone(), brick.name()],
                    at: place(tip),
                    pull: Vector3::new(zero(), zero(), ratio(98, 100)),
                });
            }
        }
        let mut body = DraftBody::new(brick.line, &brick.name(), meshes);
        body.mass = brick.mass();
        draft.add(body, options);
    }
    Ok(draft)
}

impl Brick<'_> {
    fn name(&self) -> String {
        format!("brick {}", self.key)
    }

    /// The knobs that it covers, with its layer.
    fn cells(&self) -> impl Iterator<Item = [i64; 3]> + use<> {
        let [x, y, z] = self.corner;
        let [along_x, along_y] = self.knobs;
        (x..x + along_x).flat_map(move |x| (y..y + along_y).map(move |y| [x, y, z]))
    }

    fn points(&self) -> &'static [[i64; 2]] {
        match self.knobs.contains(&1) {
            true => NARROW,
            false => WIDE,
        }
    }

    /// Its corners without the feet, which are an eighth of its height.
    fn block(&self) -> Vec<Vector3> {
        let [x, y, z] = self.corner;
        let [along_x, along_y] = self.knobs;
        let xs = [16 * x, 16 * (x + along_x)];
        let ys = [16 * y, 16 * (y + along_y)];
        cuboid([xs, ys, [8 * z + 1, 8 * z + 8]])
    }

    /// Those of the whole box: feet have no meaning of their own.
    fn mass(&self) -> Mass {
        let [x, y, z] = self.corner;
        let [along_x, along_y] = self.knobs;
        let mass = ratio(self.mass, 100_000);
        let sides = place([16 * along_x, 16 * along_y, 8]);
        let [a, b, c] = sides.coordinates().map(|side| side * side);
        let twelfth = &mass * ratio(1, 12);
        let moments = [&b + &c, &a + &c, &a + &b].map(|sum| sum * &twelfth);
        let [i, j, k] = moments;
        let inertia = [
            Vector3::new(i, zero(), zero()),
            Vector3::new(zero(), j, zero()),
            Vector3::new(zero(), zero(), k),
        ];
        Mass::Given {
            mass,
            centroid: place([16 * x + 8 * along_x, 16 * y + 8 * along_y, 8 * z + 4]),
            inertia: Box::new(inertia),
        }
    }
}

/// A fixed plate below all bricks, a knob wider on each side.
fn plate(bricks: &[Brick]) -> DraftBody {
    let mut sides = [[i64::MAX, i64::MIN]; 2];
    for brick in bricks {
        for (axis, side) in sides.iter_mut().enumerate() {
            let low = brick.corner[axis];
            side[0] = side[0].min(16 * (low - 1));
            side[1] = side[1].max(16 * (low + brick.knobs[axis] + 1));
        }
    }
    let [xs, ys] = sides;
    let mesh = Mesh::hull_of(1, cuboid([xs, ys, [-8, 0]]));
    let mut plate = DraftBody::new(1, PLATE, vec![mesh]);
    plate.is_fixed = true;
    plate
}

/// A small pyramid on its tip.
fn foot(tip: [i64; 3]) -> Vec<Vector3> {
    let [x, y, z] = tip;
    let mut points = vec![place(tip)];
    for [dx, dy] in FOOT {
        points.push(place([x + dx, y + dy, z + 1]));
    }
    points
}

fn cuboid([xs, ys, zs]: [[i64; 2]; 3]) -> Vec<Vector3> {
    let mut corners = Vec::with_capacity(8);
    for x in xs {
        for y in ys {
            for z in zs {
                corners.push(place([x, y, z]));
            }
        }
    }
    corners
}

/// A point in metres: a knob is 7.8 mm wide, a layer 9.6 mm high. It is given in sixteenths of a
/// knob and eighths of a layer.
fn place([x, y, z]: [i64; 3]) -> Vector3 {
    Vector3::new(
        ratio(78 * x, 160_000),
        ratio(78 * y, 160_000),
        ratio(96 * z, 80_000),
    )
}

fn brick(entry: &Entry) -> Result<Brick<'_>> {
    let thing = format!("brick {}", excerpt(&entry.key));
    let line = entry.line;
    let mut numbers = [0; 5];
    let entries = table(&entry.node, &thing)?;
    for (key, number) in KEYS.iter().zip(&mut numbers) {
        let Some(found) = entries.iter().find(|entry| entry.key == *key) else {
            return refuse(line, thing, format!("no `{key}`"), "x, y, z, brick_id, ori");
        };
        *number = whole(&found.node, &format!("{thing}, {key}"))?;
    }
    let [x, y, z, id, orientation] = numbers;
    let Some((_, [short, long], mass)) = LIBRARY.iter().find(|(own, ..)| *own == id) else {
        let known = LIBRARY.map(|(id, ..)| id.to_string()).join(", ");
        let expected = format!("one of the library: {known}");
        return refuse(line, thing, format!("the brick_id {id}"), &expected);
    };
    if z.is_negative() {
        return refuse(line, thing, format!("z = {z}"), "0, on the plate, or more");
    }
    let knobs = match orientation {
        1 => [*long, *short],
        0 => [*short, *long],
        _ => return refuse(line, thing, format!("ori = {orientation}"), "0 or 1"),
    };
    Ok(Brick {
        key: &entry.key,
        line,
        corner: [x, y, z],
        knobs,
        mass: *mass,
    })
}

fn table<'a>(node: &'a Node, thing: &str) -> Result<&'a [Entry]> {
    match &node.value {
        Value::Table(entries) => Ok(entries),
        _ => refuse(node.line, thing, "no table", "a table"),
    }
}

fn whole(node: &Node, thing: &str) -> Result<i64> {
    let number = match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    };
    match number.filter(|number: &i64| number.abs() <= FARTHEST) {
        Some(number) => Ok(number),
        None => {
            let expected = format!("a whole number from -{FARTHEST} to {FARTHEST}");
            refuse(node.line, thing, "something else", &expected)
        }
    }
}

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

fn zero() -> Rational {
    Rational::zero()
}
