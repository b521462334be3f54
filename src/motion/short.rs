//! Short placements (z°, c°): the coefficients of a step are computed from them (`proofs/RUN.md`,
//! section 2).
//!
//! On a grid of 2^-g they are multiples of 2^-l with l = ⌈g/2⌉, added to the place in the scene
//! file, so that the coefficients of a row have about g digits, whatever the denominators of
//! rotations are. In an exact run they are the placements themselves. Everything is an integer over
//! one unit Λ.

use crate::instant::Grid;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rounding;
use crate::state::{Placement, common_denominator, times};
use malachite::base::num::arithmetic::traits::{Lcm, PowerOf2};

use malachite::{Integer, Natural, Rational};

/// The short placements of all bodies.
pub(crate) struct Short {
    /// Λ.
    pub(crate) unit: Integer,
    /// Λ / (A w°), where the rotations are over w°.
    arm_factor: Integer,
    bodies: Vec<ShortBody>,
}

struct ShortBody {
    /// Λ z°; 0 for fixed bodies.
    centroid: Plane,
    /// w° c°.
    rotation: Plane,
}

impl Short {
    /// Those of bodies at `current`.
    pub(crate) fn new(outline: &Outline, grid: Grid, current: &[Placement]) -> Self {
        let digits = grid.0.map(|digits| digits.div_ceil(2));
        let frame = rounding::frame(&outline.gravity);
        let short =
            |(&body, placement): (&usize, &Placement)| match (digits, &outline.bodies[body].mass) {
                (Some(digits), Some(mass)) => rounded(placement, &mass.centroid, &frame, digits),
                _ => (placement.centroid.clone(), placement.rotation.components()),
            };
        let placements: Vec<([Rational; 2], [Rational; 2])> =
            outline.free.iter().zip(current).map(short).collect();
        let turns = common_denominator(placements.iter().flat_map(|(_, rotation)| rotation));
        let places = common_denominator(placements.iter().flat_map(|(centroid, _)| centroid));
        let arms = &turns * &outline.unit;
        let unit = Integer::from(Natural::lcm(
            arms.unsigned_abs_ref().clone(),
            places.unsigned_abs_ref(),
        ));
        let plane =
            |[x, y]: &[Rational; 2], unit: &Integer| Plane::new(times(x, unit), times(y, unit));
        let at_rest = |_| ShortBody {
            centroid: Plane::ZERO,
            rotation: Plane::ONE.scaled(&turns),
        };
        let mut bodies: Vec<ShortBody> = outline.bodies.iter().map(at_rest).collect();
        for (&body, (centroid, rotation)) in outline.free.iter().zip(&placements) {
            bodies[body] = ShortBody {
                centroid: plane(centroid, &unit),
                rotation: plane(rotation, &turns),
            };
        }
        Self {
            arm_factor: &unit / arms,
            unit,
            bodies,
        }
    }

    /// Λ z° of a free body, 0 for a fixed one.
    pub(crate) fn centroid(&self, body: usize) -> &Plane {
        &self.bodies[body].centroid
    }

    /// Λ c° q for the arm q, given as A q.
    pub(crate) fn turned(&self, body: usize, arm: &Plane) -> Plane {
        (&self.bodies[body].rotation * arm).scaled(&self.arm_factor)
    }
}

/// z° and c° on a grid, given z₀.
fn rounded(
    placement: &Placement,
    start: &[Rational; 2],
    frame: &Plane,
    digits: u64,
) -> ([Rational; 2], [Rational; 2]) {
    let moved = [0, 1].map(|axis| &placement.centroid[axis] - &start[axis]);
    let unit = common_denominator(&moved);
    let offset = Plane::new(times(&moved[0], &unit), times(&moved[1], &unit));
    let [x, y] = rounding::displacement(&offset, &unit, frame, digits);
    let c = placement.rotation.fraction();
    let grid = Integer::power_of_2(digits);
    let part = |part: &Integer| {
        Rational::from_integers(
            rounding::nearest(&(part << digits), &c.denominator),
            grid.clone(),
        )
    };
    (
        [&start[0] + x, &start[1] + y],
        [part(&c.numerator.re), part(&c.numerator.im)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Rotation;
    use zwang_families::{Cantilever, cantilever};

    #[test]
    fn the_placement_of_the_scene_file_is_short() {
        let scene = cantilever(&Cantilever::default()).unwrap();
        let outline = Outline::new(&scene);
        let start = crate::state::initial(&scene, true);
        let [exact, coarse] =
            [Grid(None), Grid(Some(4))].map(|grid| Short::new(&outline, grid, &start));
        assert_eq!(
            coarse.centroid(1).scaled(&exact.unit),
            exact.centroid(1).scaled(&coarse.unit),
            "1/10 is no multiple of 1/4, but the body has not moved"
        );
    }

    #[test]
    fn others_are_rounded_to_half_the_digits_by_an_odd_rule() {
        let scene = cantilever(&Cantilever::default()).unwrap();
        let outline = Outline::new(&scene);
        let fraction = |p: i64, q: i64| Rational::from_signeds(p, q);
        let at = |sign: i64| {
            let mut state = crate::state::initial(&scene, true);
            let Rotation::Chart { half_tangent, .. } = &mut state[0].rotation else {
                panic!("on a grid")
            };
            // rot(1/2) = (3 + 4 i) / 5.
            *half_tangent = fraction(sign, 2);
            state[0].centroid[0] += fraction(5 * sign, 8);
            state[0].centroid[1] -= fraction(7, 16);
            state
        };
        for sign in [1, -1] {
            let short = Short::new(&outline, Grid(Some(3)), &at(sign));
            let component =
                |value: &Integer| Rational::from_integers(value.clone(), short.unit.clone());
            let start = &outline.bodies[1].mass.as_ref().unwrap().centroid;
            let centroid = short.centroid(1);
            // Multiples of 1/4, ties away from zero: 5/8 to 3/4, 7/16 to 1/2, 3/5 to 1/2, 4/5 to
            // 3/4.
            assert_eq!(component(&centroid.re), &start[0] + fraction(3 * sign, 4));
            assert_eq!(component(&centroid.im), &start[1] - fraction(1, 2));
            let turned = short.turned(1, &Plane::ONE.scaled(&outline.unit));
            assert_eq!(
                [&turned.re, &turned.im].map(component),
                [fraction(1, 2), fraction(3 * sign, 4)]
            );
        }
    }
}
