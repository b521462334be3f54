//! Circles of drawings: disks, wherever the transform keeps them round and their radius rational.

use super::elements::center_and_radii;
use crate::affine::Affine;
use crate::draft::{DraftBody, DraftPart, Mass};
use crate::error::Result;
use crate::number::rational_root;
use crate::xml::Element;
use num_traits::Zero;
use zwang_exact::{Rational, Vector};

/// A circle in the scene.
pub struct Disk {
    center: Vector,
    radius: Rational,
}

/// The disk of an element; `None` if it is no circle, or none after the map.
///
/// # Errors
/// [`ImportError`](crate::ImportError) if the radius is not positive.
pub fn read(element: Element, map: &Affine) -> Result<Option<Disk>> {
    if !matches!(element.name(), "circle" | "ellipse") {
        return Ok(None);
    }
    let (center, radii) = center_and_radii(element)?;
    let first = map.first.scaled(&radii.x);
    let second = map.second.scaled(&radii.y);
    let square = first.dot(&first);
    let is_round = square == second.dot(&second) && first.dot(&second).is_zero();
    let Some(radius) = rational_root(&square).filter(|_| is_round) else {
        return Ok(None);
    };
    Ok(Some(Disk {
        center: map.of(&center),
        radius,
    }))
}

impl Disk {
    /// Makes it the only part of a body of density 1, with 355/113 in place of π.
    pub fn put_in(self, body: &mut DraftBody) {
        let square = &self.radius * &self.radius;
        let mass = &square * Rational::new(355.into(), 113.into());
        let inertia = &mass * square / Rational::from_integer(2.into());
        body.mass = Mass::Given {
            mass,
            centroid: self.center.clone(),
            inertia,
        };
        body.parts.push(DraftPart {
            line: body.line,
            vertices: vec![self.center],
            radius: Some(self.radius),
        });
    }
}
