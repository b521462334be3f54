//! Short placements (z°, c°): the coefficients of a step are computed from them (`proofs/RUN.md`,
//! section 2).
//!
//! On a grid of 2^-g they are multiples of 2^-l with l = ⌈g/2⌉, added to the place in the scene
//! file, so that the coefficients of a row have about g digits, whatever the denominators of
//! rotations are. In an exact run they are the placements themselves. Everything is an integer over
//! one unit Λ.

use crate::number::common_denominator;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rounding;
use crate::state::Placement;
use malachite::base::num::arithmetic::traits::{Lcm, PowerOf2};
use malachite::{Integer, Rational};
use zwang_law::Grid;
use zwang_scene::BodyId;

/// The short placements of all bodies.
pub(crate) struct Short {
    /// Λ.
    pub(crate) unit: Integer,
    /// w°.
    turns: Integer,
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
        let mut placements = Vec::new();
        for (&body, placement) in outline.free.iter().zip(current) {
            let start = &outline.mass(body).centroid;
            placements.push(match digits {
                Some(digits) => ShortPlacement::rounded(placement, start, &frame, digits),
                None => ShortPlacement::exact(placement),
            });
        }
        let rotations = placements.iter().flat_map(|short| &short.rotation);
        let turns = common_denominator(rotations);
        let centroids = placements.iter().flat_map(|short| &short.centroid);
        let lengths = common_denominator(centroids);
        let arms = &turns * &outline.unit;
        let unit = arms.unsigned_abs_ref().lcm(lengths.unsigned_abs_ref());
        let unit = Integer::from(unit);
        let mut bodies = Vec::new();
        for _ in &outline.bodies {
            bodies.push(ShortBody {
                centroid: Plane::ZERO,
                rotation: Plane::ONE.scaled(&turns),
            });
        }
        for (&body, short) in outline.free.iter().zip(&placements) {
            bodies[body] = ShortBody {
                centroid: Plane::of_multiples(&short.centroid, &unit),
                rotation: Plane::of_multiples(&short.rotation, &turns),
            };
        }
        Self {
            arm_factor: &unit / arms,
            turns,
            unit,
            bodies,
        }
    }

    /// Λ z° of a free body, 0 for a fixed one.
    pub(crate) fn centroid(&self, body: BodyId) -> &Plane {
        &self.bodies[body].centroid
    }

    /// The components of c°.
    pub(crate) fn rotation(&self, body: BodyId) -> [Rational; 2] {
        self.bodies[body].rotation.over(&self.turns)
    }

    /// Λ c° q for the arm q, given as A q.
    pub(crate) fn turned(&self, body: BodyId, arm: &Plane) -> Plane {
        let turned = &self.bodies[body].rotation * arm;
        turned.scaled(&self.arm_factor)
    }
}

/// z° and c°.
struct ShortPlacement {
    centroid: [Rational; 2],
    rotation: [Rational; 2],
}

impl ShortPlacement {
    fn exact(placement: &Placement) -> Self {
        Self {
            centroid: placement.centroid.clone(),
            rotation: placement.rotation.components(),
        }
    }

    /// On a grid, given z₀.
    fn rounded(placement: &Placement, start: &[Rational; 2], frame: &Plane, digits: u64) -> Self {
        let [start_x, start_y] = start;
        let [x, y] = &placement.centroid;
        let moved = [x - start_x, y - start_y];
        let unit = common_denominator(&moved);
        let offset = Plane::of_multiples(&moved, &unit);
        let [x, y] = rounding::displacement(&offset, &unit, frame, digits);
        let c = placement.rotation.fraction();
        let rotation = rounding::multiples(c.numerator, &c.denominator, digits);
        Self {
            centroid: [start_x + x, start_y + y],
            rotation: rotation.over(&Integer::power_of_2(digits)),
        }
    }
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
        let found = coarse.centroid(BodyId(1)).over(&coarse.unit);
        let expected = exact.centroid(BodyId(1)).over(&exact.unit);
        assert_eq!(found, expected);
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
            let [x, y] = &outline.mass(BodyId(1)).centroid;
            // Multiples of 1/4, ties away from zero: 5/8 to 3/4, 7/16 to 1/2, 3/5 to 1/2, 4/5 to
            // 3/4.
            let half = fraction(1, 2);
            let three_quarters = fraction(3 * sign, 4);
            let centroid = short.centroid(BodyId(1)).over(&short.unit);
            assert_eq!(centroid, [x + &three_quarters, y - &half]);
            let turned = short.turned(BodyId(1), &Plane::ONE.scaled(&outline.unit));
            assert_eq!(turned.over(&short.unit), [half, three_quarters]);
        }
    }

    fn fraction(p: i64, q: i64) -> Rational {
        Rational::from_signeds(p, q)
    }
}
