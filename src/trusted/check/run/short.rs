//! Short placements (`proofs/RUN.md`, section 2): where bodies are to half the digits, for the
//! coefficients of a step.
//!
//! On a grid c° and z° - z₀ are rounded to multiples of 2^-⌈g/2⌉, so that everything that follows
//! from them is over powers of two and denominators of the scene. In an exact run they are c and
//! z - z₀.

use super::figure::Figure;
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::scaled::Scaled;
use super::settings::Settings;
use super::unit::multiple;
use num_bigint::BigInt;

/// A body at its short placement.
pub(super) struct Short {
    /// z°.
    pub center: Scaled,
    /// c°.
    pub turn: Scaled,
    pub parts: Vec<Vec<ShortVertex>>,
    /// Arms and edges are over this.
    pub arm_unit: BigInt,
    /// Points are over this, a multiple of `arm_unit` and of the unit of `center`.
    pub point_unit: BigInt,
}

/// A vertex, its arm, and the edge that starts there.
pub(super) struct ShortVertex {
    pub point: IntegerVector,
    pub arm: IntegerVector,
    pub edge: IntegerVector,
}

impl Short {
    pub(super) fn new(settings: &Settings, figure: &Figure, pose: &Pose) -> Self {
        let mut center = pose.position.clone();
        let mut turn = pose.rotation();
        if let Some(grid) = settings.grid
            && let Some(free) = &figure.free
        {
            let digits = grid.div_ceil(2);
            let shift = center.minus(&free.centroid);
            let shift = shift.rounded_along(&settings.axis, digits);
            center = free.centroid.plus(&shift);
            turn = turn.rounded(digits);
        }
        let arm_unit = &figure.unit * &turn.unit;
        let common = multiple(&center.unit, &arm_unit);
        let arm_factor = &common.second_factor;
        let base = center.vector.scaled(&common.first_factor);
        let mut parts = Vec::new();
        for part in &figure.parts {
            let mut vertices = Vec::new();
            for (arm, edge) in part.arms.iter().zip(&part.edges) {
                let arm = turn.vector.times(arm);
                let from_base = arm.scaled(arm_factor);
                vertices.push(ShortVertex {
                    point: base.plus(&from_base),
                    edge: turn.vector.times(edge),
                    arm,
                });
            }
            parts.push(vertices);
        }
        Self {
            center,
            turn,
            parts,
            arm_unit,
            point_unit: common.unit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings;
    use super::*;
    use zwang_certificate::run::{CornerRule, Format, Header};
    use zwang_exact::{Rational, Vector};
    use zwang_scene::{Body, Dynamics, Friction, Polygon, Resultant, Scene};

    fn q(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into())
    }

    /// Where the centroid of the body is in the scene.
    fn start() -> Vector {
        Vector::new(q(1, 3), q(0, 1))
    }

    fn scene(gravity: Vector, is_free: bool) -> Scene {
        let corner = Vector::from_integers(2, 1);
        let dynamics = Dynamics {
            mass: q(1, 1),
            inertia: q(1, 1),
            velocity: Vector::zero(),
            spin: q(0, 1),
            centroid: start(),
        };
        let part = Polygon::rectangle(&Vector::zero(), &corner).unwrap();
        let body = Body {
            name: "body".to_owned(),
            parts: vec![part],
            dynamics: is_free.then_some(dynamics),
        };
        Scene {
            name: String::new(),
            title: None,
            expect: None,
            gravity,
            bodies: vec![body],
            pins: vec![],
            friction: Friction::default(),
            restitution: zwang_scene::SceneRestitution::default(),
            loads: Vec::new(),
        }
    }

    /// A vector with these coordinates, numerators and denominators.
    fn vector([x, x_unit]: [i64; 2], [y, y_unit]: [i64; 2]) -> Vector {
        let x = q(x, x_unit);
        let y = q(y, y_unit);
        Vector::new(x, y)
    }

    /// z° - z₀ and c° of a body moved from its centroid and turned by rot(1/2) = (3 + 4i) / 5.
    fn short(scene: &Scene, grid: Option<u64>, moved: &Vector) -> [Vector; 2] {
        let header = Header {
            format: Format::Frictionless,
            scene: scene.digest(),
            step: q(1, 1),
            grid,
            restitution: q(0, 1),
            pairs: vec![],
            corner: CornerRule::Stop,
            program: String::new(),
            scene_file: None,
        };
        let settings = settings::header(scene, &header).unwrap();
        let position = &start() + moved;
        let half_turn = IntegerVector::from_small(2, 1);
        let pose = Pose::turned((&position).into(), half_turn);
        let body = &scene.bodies[0];
        let loads = Resultant::default();
        let figure = Figure::new(body, &loads, &header.step);
        let short = Short::new(&settings, &figure, &pose);
        let [x, y] = short.center.coordinates();
        let center = Vector::new(x, y);
        let [cosine, sine] = short.turn.coordinates();
        let turn = Vector::new(cosine, sine);
        [&center - &start(), turn]
    }

    /// Both grids have multiples of 1/4; 3/8 and -1/8 are ties.
    #[test]
    fn placements_have_half_the_digits() {
        let down = scene(Vector::from_integers(0, -10), true);
        for grid in [3, 4] {
            let moved = vector([3, 8], [-1, 8]);
            let [shift, turn] = short(&down, Some(grid), &moved);
            assert_eq!(shift, vector([1, 2], [-1, 4]));
            assert_eq!(turn, vector([1, 2], [3, 4]));
        }
        let moved = vector([-3, 8], [-7, 100]);
        let [shift, turn] = short(&down, Some(5), &moved);
        assert_eq!(shift, vector([-3, 8], [-1, 8]));
        assert_eq!(turn, vector([5, 8], [6, 8]));
    }

    #[test]
    fn positions_are_rounded_along_gravity() {
        let ties = vector([1, 8], [-1, 8]);
        let rounded_ties = vector([1, 4], [-1, 4]);
        assert_rounded(&ties, &rounded_ties);
        let others = vector([-3, 8], [1, 9]);
        let rounded_others = vector([-1, 2], [0, 1]);
        assert_rounded(&others, &rounded_others);
    }

    /// Where gravity is along a / 2, (α, β) is rounded.
    fn assert_rounded(moved: &Vector, rounded: &Vector) {
        let gravity = vector([-3, 2], [-2, 1]);
        let slanted = scene(gravity, true);
        let [shift, _] = short(&slanted, Some(4), &along(moved));
        assert_eq!(shift, along(rounded));
    }

    /// α a + β J a for (α, β), with a = (-3, -4), J a = (4, -3).
    fn along(coordinates: &Vector) -> Vector {
        let a = Vector::from_integers(-3, -4);
        let turned = a.quarter_turn();
        &a.scaled(&coordinates.x) + &turned.scaled(&coordinates.y)
    }

    #[test]
    fn exact_runs_and_fixed_bodies_lose_nothing() {
        let moved = vector([1, 7], [-1, 9]);
        let free = scene(Vector::zero(), true);
        let [shift, turn] = short(&free, None, &moved);
        assert_eq!(shift, moved);
        assert_eq!(turn, vector([3, 5], [4, 5]));
        let fixed = scene(Vector::zero(), false);
        let found = short(&fixed, Some(2), &moved);
        assert_eq!(found, [shift, turn]);
    }
}
