//! Short placements (z°, c°): the coefficients of a step are computed from them (`proofs/RUN.md`,
//! section 2).
//!
//! On a grid of 2^-g they are multiples of 2^-l with l = ⌈g/2⌉, added to the place in the scene
//! file, so that the coefficients of a row have about g digits, whatever the denominators of
//! rotations are. In an exact run they are the placements themselves. Everything is an integer over
//! one unit Λ.

use crate::instant::Grid;
use crate::number::common_denominator;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rounding;
use crate::state::Placement;
use malachite::base::num::arithmetic::traits::{Lcm, PowerOf2};
use malachite::{Integer, Rational};
use zwang_program::kernel::number::nearest;

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
        let mut centroids = Vec::new();
        let mut rotations = Vec::new();
        for (&body, placement) in outline.free.iter().zip(current) {
            let (centroid, rotation) = match digits {
                Some(digits) => rounded(placement, &outline.mass(body).centroid, &frame, digits),
                None => (placement.centroid.clone(), placement.rotation.components()),
            };
            centroids.push(centroid);
            rotations.push(rotation);
        }
        let turns = common_denominator(rotations.iter().flatten());
        let places = common_denominator(centroids.iter().flatten());
        let arms = &turns * &outline.unit;
        let unit = Integer::from(arms.unsigned_abs_ref().lcm(places.unsigned_abs_ref()));
        let mut bodies = Vec::new();
        for _ in &outline.bodies {
            bodies.push(ShortBody {
                centroid: Plane::ZERO,
                rotation: Plane::ONE.scaled(&turns),
            });
        }
        for (place, &body) in outline.free.iter().enumerate() {
            bodies[body] = ShortBody {
                centroid: Plane::of_multiples(&centroids[place], &unit),
                rotation: Plane::of_multiples(&rotations[place], &turns),
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
        let turned = &self.bodies[body].rotation * arm;
        turned.scaled(&self.arm_factor)
    }
}

/// z° and c° on a grid, given z₀.
fn rounded(
    placement: &Placement,
    start: &[Rational; 2],
    frame: &Plane,
    digits: u64,
) -> ([Rational; 2], [Rational; 2]) {
    let [start_x, start_y] = start;
    let [x, y] = &placement.centroid;
    let moved = [x - start_x, y - start_y];
    let unit = common_denominator(&moved);
    let offset = Plane::of_multiples(&moved, &unit);
    let [x, y] = rounding::displacement(&offset, &unit, frame, digits);
    let c = placement.rotation.fraction();
    let grid = Integer::power_of_2(digits);
    let rotation = [&c.numerator.re, &c.numerator.im].map(|part| {
        let units = nearest(&(part << digits), &c.denominator);
        Rational::from_integers(units, grid.clone())
    });
    ([start_x + x, start_y + y], rotation)
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
        let exact = Short::new(&outline, Grid(None), &start);
        let coarse = Short::new(&outline, Grid(Some(4)), &start);
        // 1/10 is no multiple of 1/4, but the body has not moved.
        assert_eq!(
            coarse.centroid(1).over(&coarse.unit),
            exact.centroid(1).over(&exact.unit)
        );
    }

    #[test]
    fn others_are_rounded_to_half_the_digits_by_an_odd_rule() {
        let scene = cantilever(&Cantilever::default()).unwrap();
        let outline = Outline::new(&scene);
        for sign in [1, -1] {
            let mut state = crate::state::initial(&scene, true);
            // rot(1/2) = (3 + 4 i) / 5.
            state[0].rotation = Rotation::Chart {
                quarter_turns: 0,
                half_tangent: fraction(sign, 2),
            };
            state[0].centroid[0] += fraction(5 * sign, 8);
            state[0].centroid[1] -= fraction(7, 16);
            let short = Short::new(&outline, Grid(Some(3)), &state);
            let [x, y] = &outline.mass(1).centroid;
            // Multiples of 1/4, ties away from zero: 5/8 to 3/4, 7/16 to 1/2, 3/5 to 1/2, 4/5 to
            // 3/4.
            let half = fraction(1, 2);
            let three_quarters = fraction(3 * sign, 4);
            let centroid = short.centroid(1).over(&short.unit);
            assert_eq!(centroid, [x + &three_quarters, y - &half]);
            let turned = short.turned(1, &Plane::ONE.scaled(&outline.unit));
            assert_eq!(turned.over(&short.unit), [half, three_quarters]);
        }
    }

    fn fraction(p: i64, q: i64) -> Rational {
        Rational::from_signeds(p, q)
    }
}
