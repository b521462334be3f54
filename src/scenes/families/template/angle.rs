//! Rectangles that are turned about their centre: `angle`, made a list of corners.

use super::error::{Problem, error};
use super::points::{list_node, number_of, point_node, point_of, take_out};
use super::work::Work;
use crate::body::direction as unit_vector;
use std::fmt::Display;
use zwang_angle::{LARGEST_DENOMINATOR, turn};
use zwang_exact::{Rational, Vector};
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

const EXPECTED: &str = "{ degrees = 30 } or { half_tangent = \"1/3\" }";

/// Makes a list of parts of the rectangle of a body if it has an angle. Adds a note if the angle is
/// not exact.
pub fn make_parts(
    body: &mut Node,
    owner: &dyn Display,
    work: &mut Work,
    notes: &mut Vec<String>,
) -> Result<(), SceneError> {
    let has_parts = body.entry("parts").is_some();
    let Value::Table(entries) = &mut body.value else {
        return Ok(());
    };
    let Some(rectangle) = entries.iter_mut().find(|entry| entry.key == "rectangle") else {
        return Ok(());
    };
    let Some(angle) = take_out(&mut rectangle.node, "angle") else {
        return Ok(());
    };
    let direction = match direction(&angle, owner, work, notes) {
        Ok(direction) => direction,
        Err(problem) => return Err(angle_error(angle.line, owner, problem)),
    };
    if has_parts {
        // The reader says that there may be only one of them.
        return Ok(());
    }
    match parts(&rectangle.node, &direction, work) {
        Ok(Some(parts)) => {
            rectangle.key = "parts".to_owned();
            rectangle.node = parts;
            Ok(())
        }
        // The reader says what is wrong with centre or size.
        Ok(None) => Ok(()),
        Err(problem) => Err(angle_error(angle.line, owner, problem)),
    }
}

fn angle_error(line: usize, owner: &dyn Display, problem: Problem) -> SceneError {
    error(line, format_args!("{owner}, rectangle, angle"), problem)
}

/// The list of parts of a rectangle that is turned; `None` if it is none.
fn parts(rectangle: &Node, direction: &Vector, work: &mut Work) -> Result<Option<Node>, Problem> {
    let Some(corners) = corners(rectangle, direction) else {
        return Ok(None);
    };
    if rectangle.entry("radius").is_some() {
        let expected =
            "an angle of a rectangle without a radius, or `parts = [{ vertices, radius }]`";
        return Err(Problem::new(
            "a radius beside an angle".to_owned(),
            expected,
        ));
    }
    let line = rectangle.line;
    let mut vertices = Vec::with_capacity(corners.len());
    for corner in &corners {
        vertices.push(point_node(corner, line, work)?);
    }
    let part = list_node(vertices, line);
    Ok(Some(list_node(vec![part], line)))
}

/// The unit vector at this angle from (1, 0).
pub fn direction(
    angle: &Entry,
    owner: &dyn Display,
    work: &mut Work,
    notes: &mut Vec<String>,
) -> Result<Vector, Problem> {
    let found = angle.node.value.to_string();
    let Value::Table(entries) = &angle.node.value else {
        return Err(Problem::new(found, EXPECTED));
    };
    let [entry] = entries.as_slice() else {
        return Err(Problem::new(
            format!("a table of {}", entries.len()),
            EXPECTED,
        ));
    };
    let Some(number) = number_of(&entry.node) else {
        return Err(Problem::new(entry.node.value.to_string(), "a number"));
    };
    match entry.key.as_str() {
        "half_tangent" => Ok(unit_vector(&number)),
        "degrees" => {
            work.measure()?;
            of_degrees(&number, angle.line, owner, notes)
        }
        key => Err(Problem::new(format!("the unknown key `{key}`"), EXPECTED)),
    }
}

fn of_degrees(
    degrees: &Rational,
    line: usize,
    owner: &dyn Display,
    notes: &mut Vec<String>,
) -> Result<Vector, Problem> {
    let Some(turn) = turn(degrees) else {
        let found = format!("{degrees} degrees, which is between two fractions");
        return Err(Problem::new(found, "{ half_tangent = \"p/q\" }"));
    };
    let direction = turn.direction();
    if turn.error > Rational::default() {
        let part = turn.error.recip().to_integer();
        let quarters = match turn.quarters {
            0 => String::new(),
            1 => " and a quarter turn".to_owned(),
            quarters => format!(" and {quarters} quarter turns"),
        };
        let tangent = turn.half_tangent;
        notes.push(format!(
            "line {line}: {owner}: {degrees} degrees are taken as the angle with half tangent \
             {tangent}{quarters} (the nearest with a denominator up to {LARGEST_DENOMINATOR}), \
             which is less than 1/{part} of a degree off"
        ));
    }
    Ok(direction)
}

/// The corners of a rectangle, counter-clockwise from the lower left one; `None` if its centre is
/// no point or its size is not positive.
pub fn corners(rectangle: &Node, direction: &Vector) -> Option<[Vector; 4]> {
    let center = point_of(&rectangle.entry("center")?.node)?;
    let size = point_of(&rectangle.entry("size")?.node)?;
    let zero = Rational::default();
    if size.x <= zero || size.y <= zero {
        return None;
    }
    let one_half = Rational::new_raw(1.into(), 2.into());
    let half = size.scaled(&one_half);
    let along = direction.scaled(&half.x);
    let up = direction.quarter_turn().scaled(&half.y);
    let lower = &center - &up;
    let upper = &center + &up;
    Some([
        &lower - &along,
        &lower + &along,
        &upper + &along,
        &upper - &along,
    ])
}
