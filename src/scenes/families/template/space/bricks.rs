//! Boxes on a grid of integers, one line each: `bricks = ["2x4 (3,0,1)", …]`.
//!
//! `2x4 (3,0,1)` is the box from (3, 0, 1) to (5, 4, 2): 2 along x, 4 along y and 1 high, the lower
//! corner in parentheses. A third number is the height: `2x4x3 (3,0,1)`. Behind it `fixed` may
//! stand.
//!
//! With `knob_pull = 0.98` bricks have knobs: where a square of the grid belongs to the top of one
//! brick and to the bottom of another one, a bond in its middle holds up to that force, N.

use super::super::error::{Problem, error, excerpt};
use super::super::points::{coordinates_node, list_node, number_of, take_out};
use super::super::work::{VALUE, Work};
use crate::body::MAX_BODIES;
use std::collections::BTreeMap;
use zwang_exact::Rational;
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

const EXPECTED: &str = "`2x4 (3,0,1)`: sizes along x and y, perhaps the height, the lower corner in \
                        integers, and perhaps `fixed`";

const PULL: &str = "the greatest force of a knob, N, a number that is at least 0";

/// The longest number, in digits.
const LONGEST: usize = 12;

/// The most squares of the grid that bricks with knobs cover together.
const MOST_KNOBS: i64 = 1 << 18;

/// A box on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Brick {
    size: [i64; 3],
    corner: [i64; 3],
    is_fixed: bool,
}

/// Takes the bricks out of a file and lists them behind its bodies, as `brick 0` and so on.
pub fn add(root: &mut Node, work: &mut Work) -> Result<(), SceneError> {
    let pull = take_out(root, "knob_pull");
    let Some(bricks) = take_out(root, "bricks") else {
        return match pull {
            None => Ok(()),
            Some(pull) => {
                let problem = Problem::new("no `bricks`", "a list of bricks, whose knobs pull");
                Err(error(pull.line, "knob_pull", problem))
            }
        };
    };
    let Value::List(items) = &bricks.node.value else {
        let problem = Problem::new(bricks.node.value.to_string(), "a list of texts");
        return Err(error(bricks.line, "bricks", problem));
    };
    let mut read = Vec::with_capacity(items.len());
    let mut bodies = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let place = format!("bricks, brick {index}");
        let brick = brick_of(item).map_err(|problem| error(item.line, &place, problem))?;
        let body = body(&brick, item.line, index, work);
        bodies.push(body.map_err(|problem| error(item.line, &place, problem))?);
        read.push((brick, item.line));
    }
    add_to_list(root, "body", bricks.line, bodies)?;
    let Some(pull) = pull else { return Ok(()) };
    let bonds = bonds(&read, &pull.node, work);
    let bonds = bonds.map_err(|problem| error(pull.line, "knob_pull", problem))?;
    add_to_list(root, "bond", pull.line, bonds)
}

/// Adds items to a list of a file, which is made if there is none.
fn add_to_list(
    root: &mut Node,
    key: &str,
    line: usize,
    added: Vec<Node>,
) -> Result<(), SceneError> {
    let Value::Table(entries) = &mut root.value else {
        return Ok(());
    };
    if !entries.iter().any(|entry| entry.key == key) {
        entries.push(Entry {
            key: key.to_owned(),
            line,
            node: list_node(Vec::new(), line),
        });
    }
    let list = entries.iter_mut().find(|entry| entry.key == key);
    if let Some(Value::List(items)) = list.map(|entry| &mut entry.node.value) {
        items.extend(added);
        if key == "body" && items.len() > MAX_BODIES {
            let found = format!("{} bodies", items.len());
            let problem = Problem::new(found, format!("at most {MAX_BODIES}"));
            return Err(error(line, "bricks", problem));
        }
    }
    Ok(())
}

/// A bond for each square that the top of one brick and the bottom of another have in common, brick
/// by brick, along x and then along y.
fn bonds(bricks: &[(Brick, usize)], pull: &Node, work: &mut Work) -> Result<Vec<Node>, Problem> {
    let Some(pull) = number_of(pull).filter(|pull| *pull >= Rational::default()) else {
        return Err(Problem::new(pull.value.to_string(), PULL));
    };
    let mut squares: i64 = 0;
    for (brick, _) in bricks {
        let [along_x, along_y, _] = brick.size;
        squares = squares.saturating_add(along_x.saturating_mul(along_y));
    }
    if squares > MOST_KNOBS {
        let found = format!("bricks of {squares} squares together");
        return Err(Problem::new(
            found,
            format!("at most {MOST_KNOBS} with knobs"),
        ));
    }
    let mut tops = BTreeMap::new();
    for (index, (brick, _)) in bricks.iter().enumerate() {
        for [x, y] in brick.squares() {
            tops.insert([x, y, brick.corner[2] + brick.size[2]], index);
        }
    }
    let half = Rational::new(1.into(), 2.into());
    let mut bonds = Vec::new();
    for (index, (brick, line)) in bricks.iter().enumerate() {
        let z = brick.corner[2];
        for [x, y] in brick.squares() {
            let Some(below) = tops.get(&[x, y, z]) else {
                continue;
            };
            if brick.is_fixed && bricks[*below].0.is_fixed {
                continue;
            }
            let middle = [x, y].map(|value| Rational::from_integer(value.into()) + &half);
            let [x, y] = middle;
            let at = [x, y, Rational::from_integer(z.into())];
            let up = [Rational::default(), Rational::default(), pull.clone()];
            let names = [*below, index].map(|brick| name_node(brick, *line));
            work.copy(4 * VALUE)?;
            let entries = vec![
                entry("bodies", list_node(names.to_vec(), *line)),
                entry("at", coordinates_node(&at, *line, work)?),
                entry("pull", coordinates_node(&up, *line, work)?),
            ];
            bonds.push(Node {
                line: *line,
                value: Value::Table(entries),
            });
        }
    }
    Ok(bonds)
}

fn name_node(brick: usize, line: usize) -> Node {
    let value = Value::Text(format!("brick {brick}"));
    Node { line, value }
}

fn brick_of(item: &Node) -> Result<Brick, Problem> {
    let Value::Text(text) = &item.value else {
        return Err(Problem::new(item.value.to_string(), EXPECTED));
    };
    match brick(text) {
        Some(brick) => Ok(brick),
        None => {
            let found = format!("the text `{}`", excerpt(text));
            Err(Problem::new(found, EXPECTED))
        }
    }
}

fn body(brick: &Brick, line: usize, index: usize, work: &mut Work) -> Result<Node, Problem> {
    let half = Rational::new(1.into(), 2.into());
    let mut sides = Vec::with_capacity(3);
    let mut center = Vec::with_capacity(3);
    for (side, low) in brick.size.into_iter().zip(brick.corner) {
        let side = Rational::from_integer(side.into());
        center.push(Rational::from_integer(low.into()) + &side * &half);
        sides.push(side);
    }
    let shape = vec![
        entry("center", coordinates_node(&center, line, work)?),
        entry("size", coordinates_node(&sides, line, work)?),
    ];
    work.copy(8 * VALUE)?;
    let mut entries = vec![
        entry("name", name_node(index, line)),
        entry(
            "box",
            Node {
                line,
                value: Value::Table(shape),
            },
        ),
    ];
    if brick.is_fixed {
        let value = Value::Boolean(true);
        entries.push(entry("fixed", Node { line, value }));
    }
    Ok(Node {
        line,
        value: Value::Table(entries),
    })
}

fn entry(key: &str, node: Node) -> Entry {
    Entry {
        key: key.to_owned(),
        line: node.line,
        node,
    }
}

impl Brick {
    /// The squares of the grid that it covers, along x and then along y.
    fn squares(&self) -> impl Iterator<Item = [i64; 2]> + use<> {
        let [along_x, along_y, _] = self.size;
        let [x, y, _] = self.corner;
        (x..x + along_x).flat_map(move |x| (y..y + along_y).map(move |y| [x, y]))
    }
}

fn brick(text: &str) -> Option<Brick> {
    let (size, rest) = text.split_once('(')?;
    let (corner, more) = rest.split_once(')')?;
    let is_fixed = match more.trim() {
        "" => false,
        "fixed" => true,
        _ => return None,
    };
    let mut sides = numbers(size, 'x')?;
    if sides.len() == 2 {
        sides.push(1);
    }
    let sides = <[i64; 3]>::try_from(sides).ok()?;
    let corner = <[i64; 3]>::try_from(numbers(corner, ',')?).ok()?;
    let is_solid = sides.iter().all(|side| *side > 0);
    is_solid.then_some(Brick {
        size: sides,
        corner,
        is_fixed,
    })
}

fn numbers(text: &str, between: char) -> Option<Vec<i64>> {
    let mut numbers = Vec::with_capacity(3);
    for part in text.split(between) {
        let part = part.trim();
        if part.len() > LONGEST {
            return None;
        }
        numbers.push(part.parse().ok()?);
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bricks_are_read_as_they_are_written() {
        for (text, expected) in [
            ("2x4 (3,0,1)", Some([[2, 4, 1], [3, 0, 1]])),
            (" 1 x 1 x 3 ( -2, 0 ,7 ) ", Some([[1, 1, 3], [-2, 0, 7]])),
            ("2x4(3,0,1)", Some([[2, 4, 1], [3, 0, 1]])),
            ("2x4 (3,0,1) fixed", Some([[2, 4, 1], [3, 0, 1]])),
            ("2x4 (3,0)", None),
            ("2 (3,0,1)", None),
            ("2x0 (3,0,1)", None),
            ("2x4 3,0,1", None),
            ("2x4 (3,0,1) x", None),
            ("2x4 (3,0,0.5)", None),
            ("", None),
            ("2x4x1x1 (3,0,1)", None),
            ("2x4 (3,0,9999999999999)", None),
        ] {
            let expected = expected.map(|[size, corner]| Brick {
                size,
                corner,
                is_fixed: text.ends_with("fixed"),
            });
            assert_eq!(brick(text), expected, "{text}");
        }
    }
}
