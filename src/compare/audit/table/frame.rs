//! Signs that a table has other points than centroids, or y downwards: at time 0 every body is
//! where a corner of it belongs, or all are upside down.
//!
//! They are refused, not mended. Places agree if they are nearer than 2^-16 of the scene's size,
//! which numbers of single precision are.

use super::State;
use super::error::{TableError, shown};
use crate::shape::{point, size};
use crate::vector::Vector;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use zwang_scene::{Body, Polygon, Scene};

/// A free body in the scene and in the table.
struct Pair<'a> {
    body: &'a Body,
    centroid: Vector,
    found: &'a Vector,
}

pub(super) fn check(scene: &Scene, state: &State, line: usize) -> Result<(), TableError> {
    let slack = size(scene).unwrap_or_default() >> 16u64;
    let pairs = pairs(scene, state);
    if are_right(&pairs, &slack) {
        return Ok(());
    }
    if let Some(corner) = corner(&pairs, &slack) {
        return Err(TableError::new(
            line,
            format!("the {corner} of every body at time 0"),
            "centroids: add the way from that corner to the centroid, turned by `angle`",
        ));
    }
    match height_of_origin(&pairs, &slack) {
        Some(height) if height.clone().abs() <= slack => Err(upside_down(line, "-y".to_owned())),
        Some(height) => {
            let height = shown(&height);
            Err(upside_down(line, format!("{height} - y")))
        }
        None => Ok(()),
    }
}

fn are_right(pairs: &[Pair], slack: &Rational) -> bool {
    let mut pairs = pairs.iter();
    pairs.all(|pair| is_near(pair.found, &pair.centroid, slack))
}

fn upside_down(line: usize, mended: String) -> TableError {
    let error = TableError::new(
        line,
        "every body upside down at time 0",
        format!(
            "y upwards: if it points down, write {mended} for y, \
             and change the signs of angle, vy, spin and fy"
        ),
    );
    error.in_column("y")
}

fn pairs<'a>(scene: &'a Scene, state: &'a State) -> Vec<Pair<'a>> {
    let free = scene.bodies.iter().filter(|body| !body.is_fixed());
    let mut pairs = Vec::new();
    for (body, placed) in free.zip(&state.bodies) {
        if let Some(dynamics) = &body.dynamics {
            pairs.push(Pair {
                body,
                centroid: point(&dynamics.centroid),
                found: &placed.centroid,
            });
        }
    }
    pairs
}

fn is_near(one: &Vector, other: &Vector, slack: &Rational) -> bool {
    let mut axes = one.iter().zip(other);
    axes.all(|(one, other)| (one - other).abs() <= *slack)
}

/// The corner at which the table has all bodies, if there is one.
fn corner(pairs: &[Pair], slack: &Rational) -> Option<&'static str> {
    let names = [
        "lower left corner",
        "lower right corner",
        "upper left corner",
        "upper right corner",
        "first vertex",
    ];
    let mut are_there = [true; 5];
    for pair in pairs {
        for (is_there, corner) in are_there.iter_mut().zip(corners(pair.body)) {
            *is_there &= is_near(pair.found, &corner, slack);
        }
    }
    let index = are_there.into_iter().position(|is_there| is_there)?;
    Some(names[index])
}

/// The corners of the box around a body, and its first vertex.
fn corners(body: &Body) -> [Vector; 5] {
    let vertices = body.parts.iter().flat_map(Polygon::vertices);
    let mut vertices = vertices.map(point);
    let first = vertices.next().unwrap_or_default();
    let mut low = first.clone();
    let mut high = first.clone();
    for vertex in vertices {
        for (axis, coordinate) in vertex.into_iter().enumerate() {
            low[axis] = low[axis].clone().min(coordinate.clone());
            high[axis] = high[axis].clone().max(coordinate);
        }
    }
    let [left, bottom] = low;
    let [right, top] = high;
    [
        [left.clone(), bottom.clone()],
        [right.clone(), bottom],
        [left, top.clone()],
        [right, top],
        first,
    ]
}

/// The height h for which the table has h - y at every body, and the right x. At one height only,
/// everything that is shifted would do; so there h must be 0.
fn height_of_origin(pairs: &[Pair], slack: &Rational) -> Option<Rational> {
    let first = pairs.first()?;
    let height = &first.found[1] + &first.centroid[1];
    let mut has_heights = false;
    for pair in pairs {
        let [x, y] = &pair.centroid;
        let image = [x.clone(), &height - y];
        if !is_near(pair.found, &image, slack) {
            return None;
        }
        has_heights |= (y - &first.centroid[1]).abs() > *slack;
    }
    let is_upside_down = has_heights || height.clone().abs() <= *slack;
    is_upside_down.then_some(height)
}
