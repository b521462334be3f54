//! Forces of springs, given those of contacts: linear equations of bodies in long numbers.
//!
//! With x the motion without springs, r(x) what they are then, and k = 1/δ, the change δ of the
//! motion has δ = -Σ k Dᵀ (r(x) + D δ) in coordinates in which masses are 1.
#![allow(
    clippy::disallowed_types,
    reason = "the guess is found in doubles first"
)]

use super::compliant::Spring as Compliant;
use super::elimination::Equations;
use super::layer::{Roots, long, units};
use super::number::{Long, Number};
use super::program::{Masses, Motion, Spring};
use malachite::Integer;

/// The largest stiffness in doubles, 2^SOFT: so stiff contacts are there, too.
const SOFT: i64 = 24;

/// Springs in coordinates in which masses are 1.
pub(super) fn in_longs(springs: &[Spring], masses: &[Masses]) -> Vec<Compliant<Long>> {
    let roots: Vec<Roots> = masses.iter().map(Roots::new).collect();
    let one = Long::power_of_two(0);
    let mut found = Vec::with_capacity(springs.len());
    for Spring { row, compliance } in springs {
        let mut sides = Vec::with_capacity(row.sides.len());
        for side in &row.sides {
            let own = &masses[side.member];
            sides.push((side.member, roots[side.member].six(side, own, &one)));
        }
        found.push(Compliant {
            sides,
            constant: long(&row.constant),
            stiffness: one.over(&long(compliance)),
        });
    }
    found
}

/// A softer one in doubles.
pub(super) fn in_doubles(spring: &Compliant<Long>) -> Compliant<f64> {
    let sides = spring.sides.iter();
    let sides = sides.map(|(body, six)| (*body, six.each_ref().map(Long::double)));
    Compliant {
        sides: sides.collect(),
        constant: spring.constant.double(),
        stiffness: spring.stiffness.double().min(f64::power_of_two(SOFT)),
    }
}

/// The forces, over 2^192, where the other forces give this motion.
pub(super) fn forces(springs: &[Spring], masses: &[Masses], motion: &[Motion]) -> Vec<Integer> {
    if springs.is_empty() {
        return Vec::new();
    }
    let mut all = in_longs(springs, masses);
    let mut equations = Equations::new(masses.len());
    for (own, spring) in all.iter_mut().zip(springs) {
        own.constant = long(&spring.row.value(motion));
        own.add_to(&mut equations);
    }
    let change = equations.solve();
    all.iter().map(|own| units(&own.force(&change))).collect()
}
