//! The two forces of each row over one denominator, as a record has them.

use super::{PairQuotient, Place};
use crate::invariance::Isometry;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd, Lcm};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_scene::PinId;

/// Forces on rows and pins, times a denominator; those of size 0 are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PairForces {
    /// D > 0.
    pub(crate) denominator: Integer,
    /// D φ and D ψ.
    pub(crate) rows: BTreeMap<Place, [Integer; 2]>,
    /// D f on the first body of the pin.
    pub(crate) pins: BTreeMap<PinId, [Integer; 2]>,
}

impl PairForces {
    /// No forces.
    pub(crate) fn none() -> Self {
        Self {
            denominator: Integer::ONE,
            rows: BTreeMap::new(),
            pins: BTreeMap::new(),
        }
    }

    /// Whether nothing presses or pulls.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.pins.is_empty()
    }

    /// D φ, D ψ and D of each row that presses. Of a row that is imposed in several places it is
    /// the sum.
    pub(crate) fn by_row(&self) -> BTreeMap<Contact, PairQuotient> {
        let mut forces: BTreeMap<Contact, PairQuotient> = BTreeMap::new();
        for (place, force) in &self.rows {
            let (sum, denominator) = forces.entry(place.row).or_default();
            add(sum, force, &Integer::ONE);
            denominator.clone_from(&self.denominator);
        }
        forces
    }

    /// The mean of these forces and their images; `None` if an image acts on what is not imposed.
    /// `corners` has the images of the corners with a chosen side.
    pub(crate) fn mean(
        &self,
        isometries: &[&Isometry],
        corners: &[BTreeMap<usize, usize>],
    ) -> Option<Self> {
        let mut images = vec![self.clone()];
        for (isometry, corners) in isometries.iter().zip(corners) {
            images.push(self.image(isometry, corners)?);
        }
        let mut common = Natural::ONE;
        for image in &images {
            common = common.lcm(image.denominator.unsigned_abs_ref());
        }
        let unit = Integer::from(common);
        let mut mean = Self {
            denominator: &unit * Integer::from(images.len()),
            rows: BTreeMap::new(),
            pins: BTreeMap::new(),
        };
        for image in images {
            let factor = &unit / &image.denominator;
            for (place, force) in image.rows {
                add(mean.rows.entry(place).or_default(), &force, &factor);
            }
            for (pin, force) in image.pins {
                add(mean.pins.entry(pin).or_default(), &force, &factor);
            }
        }
        mean.reduce();
        Some(mean)
    }

    /// The image under an isometry: a reflection changes the sign of ψ.
    pub(crate) fn image(
        &self,
        isometry: &Isometry,
        corners: &BTreeMap<usize, usize>,
    ) -> Option<Self> {
        let unit = isometry.unit();
        let along_unit = match isometry.is_reflection() {
            true => -&unit,
            false => unit.clone(),
        };
        let mut image = Self {
            denominator: &self.denominator * &unit,
            rows: BTreeMap::new(),
            pins: BTreeMap::new(),
        };
        for (place, [across, along]) in &self.rows {
            let corner = match place.corner {
                Some(corner) => Some(*corners.get(&corner)?),
                None => None,
            };
            let row = isometry.row(&place.row)?;
            let force = [across * &unit, along * &along_unit];
            image.rows.insert(Place { corner, row }, force);
        }
        for (&pin, force) in &self.pins {
            let (other, force) = isometry.image_of_pin_force(pin, force, &unit)?;
            image.pins.insert(other, force);
        }
        image.reduce();
        Some(image)
    }

    /// Leaves out what is 0, and divides by the greatest common divisor.
    pub(crate) fn reduce(&mut self) {
        self.rows.retain(|_, force| is_there(force));
        self.pins.retain(|_, force| is_there(force));
        let mut content = self.denominator.unsigned_abs_ref().clone();
        for value in self.rows.values().chain(self.pins.values()).flatten() {
            if content == 1 {
                return;
            }
            content = content.gcd(value.unsigned_abs_ref());
        }
        let content = Integer::from(content);
        self.denominator.div_exact_assign(&content);
        for value in self
            .rows
            .values_mut()
            .chain(self.pins.values_mut())
            .flatten()
        {
            value.div_exact_assign(&content);
        }
    }
}

fn is_there(force: &[Integer; 2]) -> bool {
    force.iter().any(|part| *part != 0)
}

/// Adds a multiple of a pair to another.
fn add(sum: &mut [Integer; 2], pair: &[Integer; 2], factor: &Integer) {
    for (sum, part) in sum.iter_mut().zip(pair) {
        *sum += part * factor;
    }
}
