//! Regular polygons: `regular_polygon`, made a list of corners.
//!
//! The corners of a regular polygon are not rational but for the square. So each is on the circle,
//! at the rational angle nearest to its own ([`zwang_angle::turn`]); the two halves mirror each
//! other exactly, and the lowest side is level, so that the polygon can stand on it.

use super::angle::direction;
use super::error::{Problem, error};
use super::points::{list_node, number_of, point_node, point_of, take_out};
use super::work::Work;
use std::fmt::Display;
use zwang_angle::{LARGEST_DENOMINATOR, turn};
use zwang_exact::{Rational, Vector};
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

const EXPECTED: &str = "{ center = [0, 0], radius = 1, corners = 6 }";

/// The most corners: those of more would have angles that fractions hardly tell apart.
const MOST_CORNERS: u32 = 100;

/// A polygon as a file describes it.
struct RegularPolygon {
    center: Vector,
    radius: Rational,
    corners: u32,
}

/// Makes a list of parts of the regular polygon of a body, if it has one, and adds a note on how
/// far its corners are off.
pub fn make_parts(
    body: &mut Node,
    owner: &dyn Display,
    work: &mut Work,
    notes: &mut Vec<String>,
) -> Result<(), SceneError> {
    let Some(mut entry) = take_out(body, "regular_polygon") else {
        return Ok(());
    };
    let line = entry.line;
    let thing = format!("{owner}, regular_polygon");
    for other in ["parts", "rectangle"] {
        if body.entry(other).is_some() {
            let found = format!("`{other}` beside it");
            let problem = Problem::new(found, "one of them");
            return Err(error(line, &thing, problem));
        }
    }
    let parts = parts(&mut entry, owner, work, notes);
    let parts = parts.map_err(|problem| error(line, &thing, problem))?;
    if let Value::Table(entries) = &mut body.value {
        entries.push(Entry {
            key: "parts".to_owned(),
            line,
            node: parts,
        });
    }
    Ok(())
}

/// The list of parts: one.
fn parts(
    entry: &mut Entry,
    owner: &dyn Display,
    work: &mut Work,
    notes: &mut Vec<String>,
) -> Result<Node, Problem> {
    let line = entry.line;
    let angle = take_out(&mut entry.node, "angle");
    let polygon = RegularPolygon::read(&entry.node)?;
    let along = match angle {
        Some(angle) => direction(&angle, owner, work, notes)?,
        None => Vector::from_integers(1, 0),
    };
    let Directions { directions, error } = directions(polygon.corners, work)?;
    let mut corners = Vec::with_capacity(directions.len());
    for direction in &directions {
        let arm = turned(direction, &along).scaled(&polygon.radius);
        let corner = &polygon.center + &arm;
        corners.push(point_node(&corner, line, work)?);
    }
    let part = error.recip().to_integer();
    notes.push(format!(
        "line {line}: {owner}: the corners of the regular polygon are taken on the circle at the \
         nearest angles with half tangents of denominators up to {LARGEST_DENOMINATOR}, less than \
         1/{part} of a degree off"
    ));
    let part = list_node(corners, line);
    Ok(list_node(vec![part], line))
}

impl RegularPolygon {
    fn read(node: &Node) -> Result<Self, Problem> {
        let Value::Table(entries) = &node.value else {
            return Err(Problem::new(node.value.to_string(), EXPECTED));
        };
        for entry in entries {
            if !["center", "radius", "corners"].contains(&entry.key.as_str()) {
                let found = format!("the unknown key `{}`", entry.key);
                return Err(Problem::new(found, EXPECTED));
            }
        }
        let center = node.entry("center").and_then(|entry| point_of(&entry.node));
        let Some(center) = center else {
            return Err(Problem::new("no point as center", EXPECTED));
        };
        let radius = node
            .entry("radius")
            .and_then(|entry| number_of(&entry.node));
        let Some(radius) = radius.filter(|radius| *radius > Rational::default()) else {
            return Err(Problem::new("no positive number as radius", EXPECTED));
        };
        let corners = node
            .entry("corners")
            .and_then(|entry| number_of(&entry.node));
        let Some(corners) = corners.and_then(|number| count(&number)) else {
            let expected = format!("corners = a whole number from 3 to {MOST_CORNERS}");
            return Err(Problem::new("another number of corners", expected));
        };
        Ok(Self {
            center,
            radius,
            corners,
        })
    }
}

fn count(number: &Rational) -> Option<u32> {
    if !number.is_integer() {
        return None;
    }
    let count = u32::try_from(&number.to_integer()).ok()?;
    (3..=MOST_CORNERS).contains(&count).then_some(count)
}

/// The corners of a regular polygon about 0.
#[derive(Clone, Debug)]
pub struct Directions {
    /// The unit vectors to them, counter-clockwise from the right end of the lowest side.
    directions: Vec<Vector>,
    /// How far they are off at most, in degrees; above 0.
    error: Rational,
}

fn directions(corners: u32, work: &mut Work) -> Result<Directions, Problem> {
    if let Some(known) = work.polygons.get(&corners) {
        return Ok(known.clone());
    }
    let half_side = Rational::new(180.into(), corners.into());
    let mut right = Vec::new();
    let mut error = Rational::default();
    for corner in 0..corners / 2 {
        work.measure()?;
        let half_sides = Rational::from_integer((2 * corner + 1).into());
        let from_below = &half_side * half_sides;
        let quarter = Rational::from_integer(90.into());
        let turn = turn(&(from_below - quarter));
        let Some(turn) = turn else {
            return Err(Problem::new("a corner between two fractions", EXPECTED));
        };
        error = error.max(turn.error.clone());
        right.push(turn.direction());
    }
    let mut left = Vec::new();
    for direction in right.iter().rev() {
        left.push(Vector::new(-&direction.x, direction.y.clone()));
    }
    let mut directions = right;
    if corners % 2 == 1 {
        directions.push(Vector::from_integers(0, 1));
    }
    directions.extend(left);
    let found = Directions { directions, error };
    work.polygons.insert(corners, found.clone());
    Ok(found)
}

/// The product of two vectors as complex numbers.
fn turned(vector: &Vector, by: &Vector) -> Vector {
    let along = by.scaled(&vector.x);
    let across = by.quarter_turn().scaled(&vector.y);
    &along + &across
}
