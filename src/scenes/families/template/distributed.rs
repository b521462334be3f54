//! Distributed loads: `along` and `force_per_metre`, made a force at a point.
//!
//! A load that is spread over a segment from a to b, of the length L, with the force f(s) = f₀ + s
//! (f₁ - f₀) on each metre at a + s (b - a), does to a rigid body what its resultant does: the
//! force L (f₀ + f₁)/2 at the middle of the segment with the torque
//!
//! ```text
//! ∫₀¹ (s - ½) (b - a) × f(s) L ds = L (b - a) × (f₁ - f₀) / 12,
//! ```
//!
//! which is 0 if the load is uniform. L must be rational, so that the scene is. A whole force that
//! is spread evenly needs no length.

use super::error::{Problem, error};
use super::points::{coordinates_node, number_of, point_node, point_of, take_out};
use super::work::Work;
use num_traits::Zero;
use std::fmt::Display;
use zwang_exact::{Rational, Vector};
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

/// The keys of such a load.
const ALONG: &str = "along";
const PER_METRE: &str = "force_per_metre";

/// Puts the resultant in place of the keys of a distributed load, if a load has them.
pub fn resultant(load: &mut Node, owner: &dyn Display, work: &mut Work) -> Result<(), SceneError> {
    let per_metre = take_out(load, PER_METRE);
    let Some(along) = take_out(load, ALONG) else {
        return match per_metre {
            Some(entry) => {
                let problem = Problem::new("no `along` beside it", "along = [[0, 1], [2, 1]]");
                Err(error(
                    entry.line,
                    format_args!("{owner}, {PER_METRE}"),
                    problem,
                ))
            }
            None => Ok(()),
        };
    };
    let line = along.line;
    let made = entries_of(load, &along, per_metre.as_ref(), work);
    let thing = format_args!("{owner}, {ALONG}");
    let made = made.map_err(|problem| error(line, thing, problem))?;
    if let Value::Table(entries) = &mut load.value {
        entries.extend(made);
    }
    Ok(())
}

/// The keys of a plain load that say the same.
fn entries_of(
    load: &mut Node,
    along: &Entry,
    per_metre: Option<&Entry>,
    work: &mut Work,
) -> Result<Vec<Entry>, Problem> {
    if load.entry("at").is_some() {
        return Err(Problem::new("`at` beside it", "one of them"));
    }
    let line = along.line;
    let [from, to] = pair_of(&along.node)
        .ok_or_else(|| Problem::new("no segment", "two points: [[0, 1], [2, 1]]"))?;
    let half = Rational::new(1.into(), 2.into());
    let middle = (&from + &to).scaled(&half);
    let mut made = vec![entry("at", line, point_node(&middle, line, work)?)];
    let Some(per_metre) = per_metre else {
        return Ok(made);
    };
    if load.entry("force").is_some() {
        let found = format!("`force` and `{PER_METRE}`");
        return Err(Problem::new(found, "one of them"));
    }
    let [first, last] = forces_of(&per_metre.node).ok_or_else(|| {
        let expected = format!(
            "{PER_METRE} = [0, -3], or the forces per metre at both ends, [[0, -3], [0, -1]]"
        );
        Problem::new(format!("another value of {PER_METRE}"), expected)
    })?;
    let span = &to - &from;
    let length = length(&span)?;
    let force = (&first + &last).scaled(&(&length * &half));
    made.push(entry("force", line, point_node(&force, line, work)?));
    let twelfth = Rational::new(1.into(), 12.into());
    let mut torque = &length * span.cross(&(&last - &first)) * twelfth;
    if torque.is_zero() {
        return Ok(made);
    }
    if let Some(own) = take_out(load, "torque") {
        let own = number_of(&own.node)
            .ok_or_else(|| Problem::new("a torque that is no number", "a number"))?;
        torque += own;
    }
    let list = coordinates_node([&torque], line, work)?;
    if let Value::List(mut items) = list.value {
        made.extend(items.pop().map(|node| entry("torque", line, node)));
    }
    Ok(made)
}

fn entry(key: &str, line: usize, node: Node) -> Entry {
    Entry {
        key: key.to_owned(),
        line,
        node,
    }
}

/// Two points.
fn pair_of(node: &Node) -> Option<[Vector; 2]> {
    let Value::List(items) = &node.value else {
        return None;
    };
    let [first, second] = items.as_slice() else {
        return None;
    };
    Some([point_of(first)?, point_of(second)?])
}

/// The forces per metre at both ends: two vectors, or one for both.
fn forces_of(node: &Node) -> Option<[Vector; 2]> {
    match point_of(node) {
        Some(force) => Some([force.clone(), force]),
        None => pair_of(node),
    }
}

/// The length of a segment, if it is rational.
fn length(span: &Vector) -> Result<Rational, Problem> {
    let square = span.dot(span);
    if square.is_zero() {
        return Err(Problem::new(
            "a segment of length 0",
            "two different points",
        ));
    }
    // In lowest terms, both integers are squares if the number is.
    let length = Rational::new(square.numer().sqrt(), square.denom().sqrt());
    if &length * &length == square {
        return Ok(length);
    }
    let found = format!("a segment of length √({square}), which is irrational");
    let expected =
        format!("ends at a rational distance, or the whole `force` in place of `{PER_METRE}`");
    Err(Problem::new(found, expected))
}
