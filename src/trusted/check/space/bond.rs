//! Bonds of a scene: points at which two bodies hold each other.
//!
//! The force t q on the first body and its opposite on the second, with 0 ≤ t ≤ 1, resist that the
//! second comes off the first. With u the velocity of the point of the first body less that of the
//! second they do the work t q·u, which is at least the smaller of 0 and q·u.

use crate::core::row::{Motions, Row};
use crate::rejection::{Result, within};
use crate::space::figure::Figure;
use crate::space::spot::Spot;
use num_bigint::BigInt;
use num_traits::Signed;
use std::fmt::{self, Formatter};
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;

/// A bond.
pub(crate) struct Bond<'a> {
    pub index: usize,
    /// The first body is that of the scene file.
    pub spot: Spot<'a>,
    /// q, N.
    pub pull: &'a Vector3,
    /// The row along q.
    pub row: Row,
}

/// All bonds of a scene, in order.
pub(crate) fn bonds<'a>(figure: &'a Figure<'a>) -> Result<Vec<Bond<'a>>> {
    let mut bonds = Vec::new();
    for (index, listed) in figure.scene.bonds.iter().enumerate() {
        let [first, second] = listed.bodies;
        let place = format!("bond {index}");
        let first = within(&place, figure.body(first))?;
        let second = within(&place, figure.body(second))?;
        let spot = Spot::new([first, second], listed.at.clone());
        let row = spot.row(&listed.pull);
        bonds.push(Bond {
            index,
            spot,
            pull: &listed.pull,
            row,
        });
    }
    Ok(bonds)
}

impl Bond<'_> {
    pub(crate) fn bodies(&self) -> [Option<BodyId>; 2] {
        self.spot.bodies.map(|body| body.if_free())
    }

    /// The most work that the bond can take up under a velocity: the greater of 0 and -q·u.
    pub(crate) fn resists(&self, velocities: &Motions) -> Result<Rational> {
        let along: BigInt = self.row.difference(velocities)?;
        if !along.is_negative() {
            return Ok(Rational::default());
        }
        let scale = self.row.scale.to_bigint().into_owned();
        Ok(Rational::new(-along, scale))
    }
}

impl fmt::Display for Bond<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "bond {}", self.index)
    }
}
