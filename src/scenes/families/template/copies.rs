//! Rows of equal bodies: `copies`, made bodies of their own.

use super::error::{Problem, error};
use super::points::{coordinates_node, coordinates_of, number_of, take_out, whole};
use super::work::{VALUE, Work};
use crate::body::MAX_BODIES;
use std::fmt::Display;
use zwang_exact::Rational;
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

/// How messages speak of rows, which are the same in the plane and in space.
#[derive(Clone, Copy)]
pub struct Words {
    /// How many coordinates a point has.
    dimension: usize,
    expected: &'static str,
    point: &'static str,
}

/// In the plane.
pub const PLANE: Words = Words {
    dimension: 2,
    expected: "{ count = 5, step = [1, 0] }",
    point: "two numbers, [x, y]",
};

/// In space.
pub const SPACE: Words = Words {
    dimension: 3,
    expected: "{ count = 5, step = [1, 0, 0] }",
    point: "three numbers, [x, y, z]",
};

/// How many bodies there are, and how far each is from the one before it.
struct Row {
    count: usize,
    step: Vec<Rational>,
}

/// Adds a body to a list: itself, or, if it has `copies`, so many, each a step further.
pub fn add(
    mut body: Node,
    owner: &dyn Display,
    work: &mut Work,
    bodies: &mut Vec<Node>,
    words: Words,
) -> Result<(), SceneError> {
    let Some(copies) = take_out(&mut body, "copies") else {
        bodies.push(body);
        return Ok(());
    };
    match add_copies(&body, &copies, work, bodies, words) {
        Ok(()) => Ok(()),
        Err(problem) => Err(error(copies.line, format_args!("{owner}, copies"), problem)),
    }
}

fn add_copies(
    body: &Node,
    copies: &Entry,
    work: &mut Work,
    bodies: &mut Vec<Node>,
    words: Words,
) -> Result<(), Problem> {
    let row = row(copies, words)?;
    let count = row.count;
    if bodies.len().saturating_add(count) > MAX_BODIES {
        let expected = format!("at most {MAX_BODIES} bodies");
        return Err(Problem::new(format!("{count} of them"), expected));
    }
    let mut offset = vec![Rational::default(); words.dimension];
    for index in 0..count {
        work.copy(size(body))?;
        let mut copy = body.clone();
        rename(&mut copy, index);
        shift(&mut copy, &offset, work)?;
        bodies.push(copy);
        offset = sum(&offset, &row.step, work)?;
    }
    Ok(())
}

fn row(copies: &Entry, words: Words) -> Result<Row, Problem> {
    let expected = words.expected;
    let Value::Table(entries) = &copies.node.value else {
        return Err(Problem::new(copies.node.value.to_string(), expected));
    };
    for entry in entries {
        let key = entry.key.as_str();
        if key != "count" && key != "step" {
            return Err(Problem::new(format!("the unknown key `{key}`"), expected));
        }
    }
    let Some(count) = copies.node.entry("count") else {
        return Err(Problem::new("no `count`", expected));
    };
    let Some(step) = copies.node.entry("step") else {
        return Err(Problem::new("no `step`", expected));
    };
    let Some(point) = coordinates_of(&step.node, words.dimension) else {
        let found = format!("{} as step", step.node.value);
        return Err(Problem::new(found, words.point));
    };
    match number_of(&count.node).and_then(|number| whole(&number)) {
        Some(number) if number > 0 => Ok(Row {
            count: number,
            step: point,
        }),
        _ => {
            let found = format!("{} as count", count.node.value);
            Err(Problem::new(found, "a whole number, at least 1"))
        }
    }
}

/// About how many characters a value takes, and what it counts for besides.
fn size(node: &Node) -> usize {
    match &node.value {
        Value::Text(text) | Value::Number(text) | Value::Foreign(text) => text.len() + VALUE,
        Value::Boolean(_) => VALUE,
        Value::List(items) => items.iter().map(|item| size(item) + 2).sum::<usize>() + 2,
        Value::Table(entries) => {
            let sizes = entries
                .iter()
                .map(|entry| entry.key.len() + size(&entry.node) + 4);
            sizes.sum::<usize>() + 2
        }
    }
}

/// Puts the number of a copy behind its name.
fn rename(body: &mut Node, index: usize) {
    if let Some(Value::Text(name)) = value_of(body, "name") {
        *name = format!("{name} {index}");
    }
}

/// Moves a body. A value that is no point is left for the reader to refuse.
fn shift(body: &mut Node, by: &[Rational], work: &mut Work) -> Result<(), Problem> {
    shift_shape(body, by, work)?;
    if let Value::Table(entries) = &mut body.value {
        for entry in entries {
            if entry.key == "centroid" {
                shift_point(&mut entry.node, by, work)?;
            }
        }
    }
    Ok(())
}

/// Moves the shape of a body.
pub fn shift_shape(body: &mut Node, by: &[Rational], work: &mut Work) -> Result<(), Problem> {
    let Value::Table(entries) = &mut body.value else {
        return Ok(());
    };
    for entry in entries {
        match entry.key.as_str() {
            "parts" => shift_parts(&mut entry.node, by, work)?,
            "rectangle" | "box" | "ball" | "disk" | "capsule" => {
                let Value::Table(keys) = &mut entry.node.value else {
                    continue;
                };
                for key in keys {
                    if ["center", "from", "to"].contains(&key.key.as_str()) {
                        shift_point(&mut key.node, by, work)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn shift_parts(parts: &mut Node, by: &[Rational], work: &mut Work) -> Result<(), Problem> {
    let Value::List(parts) = &mut parts.value else {
        return Ok(());
    };
    for part in parts {
        let vertices = if matches!(part.value, Value::Table(_)) {
            value_of(part, "vertices")
        } else {
            Some(&mut part.value)
        };
        let Some(Value::List(vertices)) = vertices else {
            return Ok(());
        };
        for vertex in vertices {
            shift_point(vertex, by, work)?;
        }
    }
    Ok(())
}

fn shift_point(node: &mut Node, by: &[Rational], work: &mut Work) -> Result<(), Problem> {
    let Some(point) = coordinates_of(node, by.len()) else {
        return Ok(());
    };
    let moved = sum(&point, by, work)?;
    *node = coordinates_node(&moved, node.line, work)?;
    Ok(())
}

fn sum(one: &[Rational], other: &[Rational], work: &mut Work) -> Result<Vec<Rational>, Problem> {
    let mut sum = Vec::with_capacity(one.len());
    for (own, others) in one.iter().zip(other) {
        work.operate(own, others)?;
        sum.push(own + others);
    }
    Ok(sum)
}

/// The value behind a key of a table.
fn value_of<'a>(table: &'a mut Node, key: &str) -> Option<&'a mut Value> {
    let Value::Table(entries) = &mut table.value else {
        return None;
    };
    let entry = entries.iter_mut().find(|entry| entry.key == key)?;
    Some(&mut entry.node.value)
}
