//! Boxes on a grid of integers, one line each: `bricks = ["2x4 (3,0,1)", …]`.
//!
//! `2x4 (3,0,1)` is the box from (3, 0, 1) to (5, 4, 2): 2 along x, 4 along y and 1 high, the lower
//! corner in parentheses. A third number is the height: `2x4x3 (3,0,1)`.

use super::super::error::{Problem, error, excerpt};
use super::super::points::{coordinates_node, take_out};
use super::super::work::{VALUE, Work};
use crate::body::MAX_BODIES;
use zwang_exact::Rational;
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

const EXPECTED: &str = "`2x4 (3,0,1)`: sizes along x and y, perhaps the height, and the lower \
                        corner in integers";

/// The longest number, in digits.
const LONGEST: usize = 12;

/// Takes the bricks out of a file and lists them behind its bodies, as `brick 0` and so on.
pub fn add(root: &mut Node, work: &mut Work) -> Result<(), SceneError> {
    let Some(bricks) = take_out(root, "bricks") else {
        return Ok(());
    };
    let Value::List(items) = &bricks.node.value else {
        let problem = Problem::new(bricks.node.value.to_string(), "a list of texts");
        return Err(error(bricks.line, "bricks", problem));
    };
    let mut bodies = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let body = body(item, index, work);
        bodies.push(
            body.map_err(|problem| {
                error(item.line, format_args!("bricks, brick {index}"), problem)
            })?,
        );
    }
    list_of_bodies(root, bricks.line, bodies)
}

/// Adds bodies to the list of a file, which is made if there is none.
fn list_of_bodies(root: &mut Node, line: usize, bodies: Vec<Node>) -> Result<(), SceneError> {
    let Value::Table(entries) = &mut root.value else {
        return Ok(());
    };
    if !entries.iter().any(|entry| entry.key == "body") {
        entries.push(Entry {
            key: "body".to_owned(),
            line,
            node: Node {
                line,
                value: Value::List(Vec::new()),
            },
        });
    }
    let list = entries.iter_mut().find(|entry| entry.key == "body");
    if let Some(Value::List(items)) = list.map(|entry| &mut entry.node.value) {
        items.extend(bodies);
        if items.len() > MAX_BODIES {
            let found = format!("{} bodies", items.len());
            let problem = Problem::new(found, format!("at most {MAX_BODIES}"));
            return Err(error(line, "bricks", problem));
        }
    }
    Ok(())
}

fn body(item: &Node, index: usize, work: &mut Work) -> Result<Node, Problem> {
    let Value::Text(text) = &item.value else {
        return Err(Problem::new(item.value.to_string(), EXPECTED));
    };
    let Some([size, corner]) = brick(text) else {
        return Err(Problem::new(
            format!("the text `{}`", excerpt(text)),
            EXPECTED,
        ));
    };
    let line = item.line;
    let half = Rational::new(1.into(), 2.into());
    let mut sides = Vec::with_capacity(3);
    let mut center = Vec::with_capacity(3);
    for (side, low) in size.into_iter().zip(corner) {
        let side = Rational::from_integer(side.into());
        center.push(Rational::from_integer(low.into()) + &side * &half);
        sides.push(side);
    }
    let shape = vec![
        entry("center", coordinates_node(&center, line, work)?),
        entry("size", coordinates_node(&sides, line, work)?),
    ];
    work.copy(8 * VALUE)?;
    let name = Value::Text(format!("brick {index}"));
    let entries = vec![
        entry("name", Node { line, value: name }),
        entry(
            "box",
            Node {
                line,
                value: Value::Table(shape),
            },
        ),
    ];
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

/// Size and lower corner.
fn brick(text: &str) -> Option<[[i64; 3]; 2]> {
    let (size, rest) = text.split_once('(')?;
    let corner = rest.trim_end().strip_suffix(')')?;
    let mut sides = numbers(size, 'x')?;
    if sides.len() == 2 {
        sides.push(1);
    }
    let sides = <[i64; 3]>::try_from(sides).ok()?;
    let corner = <[i64; 3]>::try_from(numbers(corner, ',')?).ok()?;
    sides
        .iter()
        .all(|side| *side > 0)
        .then_some([sides, corner])
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
            assert_eq!(brick(text), expected, "{text}");
        }
    }
}
