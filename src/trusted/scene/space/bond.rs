//! Bonds: points at which two bodies that touch also hold each other, as knobs and mortar do.

use crate::model::BodyId;
use crate::space::{Body, Part, Polyhedron, Scene};
use zwang_exact::{Rational, Vector3};

/// Two bodies that hold each other at a point, with a force up to a limit.
///
/// The force on the first body is t `pull`, that on the second its opposite, with 0 ≤ t ≤ 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bond {
    /// The two bodies, which are different and not both fixed.
    pub bodies: [BodyId; 2],
    /// A point of both bodies, m.
    pub at: Vector3,
    /// The direction in which the second body comes off the first, as long as the greatest force of
    /// the bond, N.
    pub pull: Vector3,
}

/// A bond that does not join two bodies of its scene, and what was found in place of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bond {bond} joins {found}; expected two bodies of the scene, not both fixed")]
pub struct MisplacedBond {
    /// The index of the bond.
    pub bond: usize,
    /// The thing that is wrong.
    pub found: String,
}

impl Body {
    /// Whether a point is in the body or on its surface; rounded parts, which hold no bonds, are
    /// passed over.
    #[must_use]
    pub fn has_point(&self, point: &Vector3) -> bool {
        let mut sharp = self.parts.iter().filter_map(Part::polyhedron);
        sharp.any(|part| part.has_point(point))
    }

    /// Whether some face through a point lets a vector leave the body, or go along it.
    #[must_use]
    pub fn lets_out(&self, vector: &Vector3, point: &Vector3) -> bool {
        let mut sharp = self.parts.iter().filter_map(Part::polyhedron);
        sharp.any(|part| part.lets_out(vector, point))
    }
}

impl Polyhedron {
    /// How far a point is above each face, in the unit of its normal, with the normal.
    fn heights(&self, point: &Vector3) -> impl Iterator<Item = (Rational, &Vector3)> {
        self.faces().iter().filter_map(move |face| {
            let first = face.vertices.first()?;
            let arm = point - self.vertices().get(*first)?;
            Some((face.normal.dot(&arm), &face.normal))
        })
    }

    fn has_point(&self, point: &Vector3) -> bool {
        let zero = Rational::default();
        let mut heights = self.heights(point);
        heights.all(|(height, _)| height <= zero)
    }

    fn lets_out(&self, vector: &Vector3, point: &Vector3) -> bool {
        let zero = Rational::default();
        let mut heights = self.heights(point);
        self.has_point(point)
            && heights.any(|(height, normal)| height == zero && normal.dot(vector) >= zero)
    }
}

impl Scene {
    /// Makes sure that each bond joins two different bodies of the scene that are not both fixed.
    ///
    /// # Errors
    /// [`MisplacedBond`] names the first bond that does not.
    pub fn require_bonds_of_bodies(&self) -> Result<(), MisplacedBond> {
        for (bond, listed) in self.bonds.iter().enumerate() {
            let [first, second] = listed.bodies;
            let found = match (self.body(first), self.body(second)) {
                (Some(one), Some(_)) if first == second => {
                    format!("`{}` twice", one.name)
                }
                (Some(one), Some(other)) if one.is_fixed() && other.is_fixed() => {
                    "two fixed bodies".to_owned()
                }
                (Some(_), Some(_)) => continue,
                _ => format!("bodies {first} and {second} of {}", self.bodies.len()),
            };
            return Err(MisplacedBond { bond, found });
        }
        Ok(())
    }
}
