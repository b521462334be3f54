//! The thrust line: where the forces in joints act.
//!
//! A joint is where two bodies touch at points of one straight line. Its forces f at points p have
//! the resultant Σ f, whose line of action meets the joint at the centre of pressure Σ w p / Σ w,
//! for the pressures w = f·n: friction acts along the joint and turns nothing about its points. In
//! a body with two such joints the thrust goes from the one centre to the other. If the line
//! touches an edge of a joint, the joint is about to open at its other edge: a hinge.

use super::content::{ContactMark, Content};
use super::frame::Point;
use super::picture::Picture;
use crate::svg::{Drawing, Element};
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_scene::BodyId;

/// The centre of pressure of a joint; `None` if its points are not on a line across its normals,
/// or bear nothing.
fn center(marks: &[&ContactMark]) -> Option<Vector> {
    let first = marks.first()?;
    let mut pressure = Rational::zero();
    let mut moment = Vector::zero();
    for mark in marks {
        let sign = if mark.first == first.first { 1 } else { -1 };
        let sign = Rational::from_integer(sign.into());
        let normal = mark.normal.scaled(&sign);
        let way = &mark.point - &first.point;
        if !normal.cross(&first.normal).is_zero() || !way.dot(&first.normal).is_zero() {
            return None;
        }
        let share = mark.force.scaled(&sign).dot(&first.normal);
        moment = &moment + &mark.point.scaled(&share);
        pressure += share;
    }
    if !pressure.is_positive() {
        return None;
    }
    Some(moment.scaled(&pressure.recip()))
}

/// Pieces of the thrust line: the centres of pressure of the two joints of a body.
pub(super) fn pieces(content: &Content) -> Vec<[Vector; 2]> {
    let mut joints: BTreeMap<[BodyId; 2], Vec<&ContactMark>> = BTreeMap::new();
    for mark in &content.contacts {
        if !mark.force.is_zero() {
            let bodies = [mark.first.min(mark.second), mark.first.max(mark.second)];
            joints.entry(bodies).or_default().push(mark);
        }
    }
    let mut of_body: BTreeMap<BodyId, Vec<Option<Vector>>> = BTreeMap::new();
    for (bodies, marks) in joints {
        for body in bodies {
            of_body.entry(body).or_default().push(center(&marks));
        }
    }
    let mut pieces = Vec::new();
    for centers in of_body.into_values() {
        if let [Some(one), Some(other)] = centers.as_slice() {
            pieces.push([one.clone(), other.clone()]);
        }
    }
    pieces
}

/// The thrust line as a drawing.
pub(super) fn thrust(picture: &Picture, content: &Content) -> Drawing {
    let mut drawing = Drawing::default();
    for [one, other] in pieces(content) {
        let Point { x, y } = picture.frame.point(&one);
        let end = picture.frame.point(&other);
        let path = format!("M{x:.2} {y:.2}L{:.2} {:.2}", end.x, end.y);
        let line = piece(picture, "thrust", &path);
        drawing.add(line.titled("thrust line"));
    }
    drawing
}

/// A piece of the line.
pub(super) fn piece(picture: &Picture, class: &str, path: &str) -> Element {
    Element::path(class, path)
        .with("fill", "none")
        .with("stroke", picture.theme.colours().force)
        .with("stroke-width", "2.5")
        .with("stroke-linecap", "round")
}

#[cfg(test)]
mod tests {
    use super::super::content::Deed;
    use super::*;

    fn mark(
        bodies: [usize; 2],
        point: (i64, i64),
        normal: (i64, i64),
        force: (i64, i64),
    ) -> ContactMark {
        let vector = |(x, y)| Vector::from_integers(x, y);
        ContactMark {
            first: BodyId(bodies[0]),
            second: BodyId(bodies[1]),
            point: vector(point),
            normal: vector(normal),
            force: vector(force),
            deed: Deed::Pressing,
            is_indeterminate: false,
            range: None,
        }
    }

    /// A post of width 4 between a floor (3 N left, 1 N right, friction beside) and a lintel that
    /// presses on its right edge alone, told from the other body.
    #[test]
    fn centres_of_pressure_are_weighted_by_pressures() {
        let content = Content::of_contacts(vec![
            mark([1, 0], (0, 0), (0, 2), (5, 3)),
            mark([1, 0], (4, 0), (0, 2), (-5, 1)),
            mark([2, 1], (4, 9), (0, 1), (0, 4)),
            mark([1, 2], (0, 9), (0, -1), (0, 0)),
        ]);
        let expected = [Vector::from_integers(1, 0), Vector::from_integers(4, 9)];
        assert_eq!(pieces(&content), [expected]);
        // Two walls of a corner are no joint.
        let content = Content::of_contacts(vec![
            mark([1, 0], (0, 0), (0, 1), (0, 3)),
            mark([1, 0], (4, 1), (-1, 0), (-1, 0)),
            mark([2, 1], (4, 9), (0, 1), (0, 4)),
        ]);
        assert!(pieces(&content).is_empty());
    }
}
