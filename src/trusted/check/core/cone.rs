//! Cones of contact forces and their duals.
//!
//! A contact force is φ n + ψ t. Which pairs (φ, ψ) it may be is a cone, and a motion under which
//! the bodies open by w along n and slip by s along t is in the dual of it if φ w + ψ s ≥ 0 for
//! all of these pairs: if nothing resists the motion.
//!
//! | cone | forces | its dual |
//! |---|---|---|
//! | nothing | φ = ψ = 0 | all motions |
//! | wedge | φ ≥ 0 and \|ψ\| ≤ μφ | w ≥ μ \|s\| |
//! | edge of it, for the sign σ | φ ≥ 0 and ψ = -σμφ | w ≥ σμs |
//!
//! Without friction the wedge is a ray. In space the wedge is turned about n: a round cone. There
//! what lies along is a vector, of which only the square is rational, so |ψ| ≤ μφ and w ≥ μ|s| are
//! compared by squares ([`Split`]). A pin bears every force, which is a line for each of its
//! rows: the dual is that it does not move.

use crate::core::row::Row;
use crate::names;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use zwang_exact::{Integer, Rational};

/// A cone of contact forces.
#[derive(Clone, Copy)]
pub(crate) enum Cone<'a> {
    Nothing,
    /// Given μ.
    Wedge(&'a Rational),
    /// Given μ and σ.
    Edge(&'a Rational, Ordering),
}

/// How two bodies move against each other at a contact: w and s, each times the scale of its row
/// and one denominator.
pub(crate) struct Relative<'a> {
    /// The rows across and along.
    pub rows: [&'a Row; 2],
    pub opening: BigInt,
    pub slip: BigInt,
}

/// A vector v at a normal n: n·v across, and what lies along, squared, times n·n; all times the
/// same unit, or its square.
pub(crate) struct Split {
    pub across: BigInt,
    /// (n·n)(v·v) - (n·v)².
    pub along_squared: BigInt,
}

impl Split {
    pub(crate) fn new(normal: &[BigInt], vector: &[BigInt]) -> Self {
        let across = dot(normal, vector);
        let square = dot(normal, normal) * dot(vector, vector);
        let along_squared = square - &across * &across;
        Self {
            across,
            along_squared,
        }
    }

    /// Says of a force: |ψ| ≤ μ|φ|. With φ ≥ 0, v is in the round cone of friction μ about n.
    pub(crate) fn is_bounded(&self, friction: &Rational) -> bool {
        let bound = friction.numer() * &self.across;
        let unit = friction.denom();
        unit * unit * &self.along_squared <= &bound * &bound
    }

    /// The same with the square of μ.
    pub(crate) fn is_bounded_by_square(&self, square: &Rational) -> bool {
        square.denom() * &self.along_squared <= square.numer() * &self.across * &self.across
    }

    /// Says of a motion: w ≥ 0 and w² ≥ μ² s², with the square of μ.
    pub(crate) fn is_in_dual_of_square(&self, square: &Rational) -> bool {
        let opening = square.denom() * &self.across * &self.across;
        !self.across.is_negative() && opening >= square.numer() * &self.along_squared
    }

    /// Says of a motion: w ≥ 0 and w² ≥ μ² s². Then v is in the dual of that cone.
    pub(crate) fn is_in_dual(&self, friction: &Rational) -> bool {
        let Self {
            across,
            along_squared,
        } = self;
        let opening = friction.denom() * across;
        let square = friction.numer() * friction.numer();
        !across.is_negative() && &opening * &opening >= square * along_squared
    }

    /// The same with w = μ|s|.
    pub(crate) fn is_on_edge_of_dual(&self, friction: &Rational) -> bool {
        let Self {
            across,
            along_squared,
        } = self;
        let opening = friction.denom() * across;
        let square = friction.numer() * friction.numer();
        &opening * &opening == square * along_squared
    }
}

fn dot(vector: &[BigInt], other: &[BigInt]) -> BigInt {
    let mut sum = BigInt::ZERO;
    for (number, other) in vector.iter().zip(other) {
        sum += number * other;
    }
    sum
}

/// How a contact resists a motion.
pub(crate) struct Resistance {
    pub found: String,
    pub required: String,
}

impl Cone<'_> {
    /// Whether φ and ψ are in the cone, both times one number.
    pub(crate) fn has(self, across: &BigInt, along: &BigInt) -> bool {
        !across.is_negative() && self.bounds(across, along)
    }

    /// Whether ψ is as φ allows: the same but for φ ≥ 0.
    pub(crate) fn bounds(self, across: &BigInt, along: &BigInt) -> bool {
        match self {
            Self::Nothing => across.is_zero() && along.is_zero(),
            Self::Wedge(friction) => {
                let along = along.abs();
                along * friction.denom() <= friction.numer() * across
            }
            Self::Edge(friction, sliding) => {
                let full = friction.numer() * across;
                along * friction.denom() == -signed(sliding, &full)
            }
        }
    }

    /// The least w, given s: times the denominator of μ.
    fn least_opening(self, slip: &BigInt) -> BigInt {
        match self {
            Self::Nothing => BigInt::ZERO,
            Self::Wedge(friction) => slip.abs() * friction.numer(),
            Self::Edge(friction, sliding) => signed(sliding, slip) * friction.numer(),
        }
    }

    /// The denominator of μ.
    fn unit(self) -> BigInt {
        match self {
            Self::Nothing => 1.into(),
            Self::Wedge(friction) | Self::Edge(friction, _) => friction.denom().clone(),
        }
    }
}

/// σ times a number.
fn signed(sign: Ordering, number: &BigInt) -> BigInt {
    match sign {
        Ordering::Less => -number,
        Ordering::Equal => BigInt::ZERO,
        Ordering::Greater => number.clone(),
    }
}

impl Relative<'_> {
    /// The opposite motion.
    pub(crate) fn opposite(self) -> Self {
        Self {
            rows: self.rows,
            opening: -self.opening,
            slip: -self.slip,
        }
    }

    /// Whether nothing moves here.
    pub(crate) fn is_zero(&self) -> bool {
        self.opening.is_zero() && self.slip.is_zero()
    }

    /// φ w + ψ s, and the unit of it but for that of φ and ψ and that of the motion.
    pub(crate) fn work(&self, across: &BigInt, along: &BigInt) -> (BigInt, Integer) {
        let [row_across, row_along] = self.rows;
        let of_opening = &row_along.scale * &(across * &self.opening);
        let of_slip = &row_across.scale * &(along * &self.slip);
        (of_opening + of_slip, self.scales())
    }

    /// The product of the scales of both rows.
    fn scales(&self) -> Integer {
        let [across, along] = self.rows;
        &across.scale * &along.scale
    }

    /// By how much the motion is inside of the dual of a cone, w less what it has to be at least;
    /// negative outside, and `None` where there is no bound. Times a unit, which is returned, too.
    pub(crate) fn slack(&self, cone: Cone) -> Option<[BigInt; 2]> {
        if let Cone::Nothing = cone {
            return None;
        }
        let [across, along] = self.rows;
        let unit = cone.unit();
        let left = &along.scale * &(&self.opening * &unit);
        let right = &across.scale * &cone.least_opening(&self.slip);
        Some([left - right, &self.scales() * &unit])
    }

    /// How the contact resists: the motion is outside of the dual of the cone of its forces.
    pub(crate) fn resistance(&self, cone: Cone) -> Option<Resistance> {
        let [slack, _] = self.slack(cone)?;
        if !slack.is_negative() {
            return None;
        }
        let [across, along] = self.rows;
        let opening = across.told(&self.opening);
        let bound_unit = &along.scale * &cone.unit();
        let bound = names::fraction(&cone.least_opening(&self.slip), &bound_unit);
        Some(Resistance {
            found: format!("opening {opening}"),
            required: format!("at least {bound}, friction times sliding"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zwang_exact::Fraction;

    /// A row of no bodies with this scale.
    fn row(scale: u8) -> Row {
        let part = Fraction::new(1.into(), i128::from(scale).into());
        let zero = Fraction::ZERO;
        Row::new([None, None], &[part], [&[], &[]], &zero)
    }

    fn sign(number: i8) -> Ordering {
        number.cmp(&0)
    }

    fn rational(number: i8, unit: u8) -> Rational {
        Rational::new(number.into(), unit.into())
    }

    proptest! {
        /// A motion is in the dual of a cone if the forces along its edges, which are two of a
        /// wedge, do no negative work.
        #[test]
        fn nothing_resists_if_no_edge_does(
            [opening, slip]: [i8; 2],
            [across_scale, along_scale] in [1..6_u8, 1..6],
            friction in (0..5_u8, 1..5_u8),
            sliding in -1..=1_i8,
        ) {
            let friction = rational(friction.0 as i8, friction.1);
            let rows = [&row(across_scale), &row(along_scale)];
            let relative = Relative { rows, opening: opening.into(), slip: slip.into() };
            let w = rational(opening, across_scale);
            let s = rational(slip, along_scale);
            let edges = |cone| match cone {
                Cone::Nothing => vec![],
                Cone::Wedge(_) => vec![friction.clone(), -&friction],
                Cone::Edge(_, sliding) => {
                    let sign = Rational::from_integer((sliding as i8).into());
                    vec![-sign * &friction]
                }
            };
            for cone in [
                Cone::Nothing,
                Cone::Wedge(&friction),
                Cone::Edge(&friction, sign(sliding)),
            ] {
                let mut least = None;
                for along in edges(cone) {
                    let edge: [BigInt; 2] = [friction.denom() * 1, (&along * friction.denom()).to_integer()];
                    prop_assert!(cone.has(&edge[0], &edge[1]));
                    let work = &w + along * &s;
                    least = Some(least.map_or(work.clone(), |other: Rational| other.min(work)));
                }
                prop_assert_eq!(least, relative.slack(cone).map(|[slack, unit]| Rational::new(slack, unit)));
                let resists = relative.resistance(cone).is_some();
                prop_assert_eq!(resists, relative.slack(cone).is_some_and(|[slack, _]| slack.is_negative()));
            }
        }

        /// In the plane, comparing by squares says the same as the wedge does.
        #[test]
        fn the_wedge_is_a_round_cone(
            [across, along]: [i8; 2],
            normal in (-4..5_i8, 1..5_i8),
            friction in (0..5_i8, 1..5_u8),
        ) {
            let friction = rational(friction.0, friction.1);
            let [x, y] = [BigInt::from(normal.0), normal.1.into()];
            let [across, along] = [across, along].map(BigInt::from);
            let vector = [&x * &across - &y * &along, &y * &across + &x * &along];
            let split = Split::new(&[x, y], &vector);
            let wedge = Cone::Wedge(&friction);
            prop_assert_eq!(split.is_bounded(&friction), wedge.bounds(&across.abs(), &along));
            let rows = [&row(1), &row(1)];
            let relative = Relative { rows, opening: across, slip: along };
            let resists = relative.resistance(wedge).is_some();
            prop_assert_eq!(split.is_in_dual(&friction), !resists);
        }

        /// A vector in the dual does no negative work against one in the cone.
        #[test]
        fn no_force_of_a_round_cone_resists_its_dual(
            normal: [i8; 3],
            force: [i8; 3],
            motion: [i8; 3],
            friction in (0..5_i8, 1..5_u8),
        ) {
            let friction = rational(friction.0, friction.1);
            let [normal, force, motion] = [normal, force, motion].map(|vector| vector.map(BigInt::from));
            let split = Split::new(&normal, &force);
            let bears = !split.across.is_negative() && split.is_bounded(&friction);
            let opens = Split::new(&normal, &motion).is_in_dual(&friction);
            let is_zero = normal.iter().all(BigInt::is_zero);
            prop_assert!(is_zero || !bears || !opens || !dot(&force, &motion).is_negative());
        }

        /// The forces of a cone are the sums of those along its edges.
        #[test]
        fn forces_are_between_the_edges(
            [across, along]: [i8; 2],
            friction in (0..5_i8, 1..5_u8),
            sliding in -1..=1_i8,
        ) {
            let friction = rational(friction.0, friction.1);
            let phi = rational(across, 1);
            let psi = rational(along, 1);
            let bound = &friction * &phi;
            let presses = across >= 0;
            let numbers = [BigInt::from(across), along.into()];
            let has = |cone: Cone| cone.has(&numbers[0], &numbers[1]);
            prop_assert_eq!(has(Cone::Nothing), across == 0 && along == 0);
            let is_in_wedge = presses && -&bound <= psi && psi <= bound;
            prop_assert_eq!(has(Cone::Wedge(&friction)), is_in_wedge);
            let sign_of_sliding = Rational::from_integer(sliding.into());
            let is_on_edge = presses && psi == -sign_of_sliding * bound;
            prop_assert_eq!(has(Cone::Edge(&friction, sign(sliding))), is_on_edge);
        }
    }
}
