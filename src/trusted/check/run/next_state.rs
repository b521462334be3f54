//! R8: the next state; before it E8, of enclosed groups.
//!
//! On a grid, d = α a + β J a and the tangent of half the angle of c_new are rounded. Whether T is
//! the nearest multiple follows from signs: with
//! |y| ≤ x, T ≤ tan(½ arg(x + y i)) if and only if y T² + 2 x T - y ≤ 0, for T in [-1, 1].

use super::decision::GroupAnswer;
use super::enclosure::Radius;
use super::integer_vector::IntegerVector;
use super::kinematics::Motion;
use super::one_state::has_one_state;
use super::path::Motions;
use super::pose::Pose;
use super::response::Change;
use super::scaled::Scaled;
use super::settings::Settings;
use super::stage::Stage;
use super::state::State;
use crate::names;
use crate::rejection::Condition::R8;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeMap;
use zwang_certificate::run::{Placement, Record};
use zwang_exact::lowest_terms;
use zwang_scene::BodyId;

/// A motion of a body, found by Newton's law.
pub(super) struct Moved<'a> {
    pub body: BodyId,
    pub pose: &'a Pose,
    motion: &'a Motion,
    /// `None` if the body feels no force.
    answer: Option<BodyAnswer<'a>>,
}

/// What the answer of a group changes for a body.
struct BodyAnswer<'a> {
    group: &'a GroupAnswer,
    change: &'a Change,
}

impl BodyAnswer<'_> {
    /// What the change is over, a plain denominator.
    fn unit(&self) -> BigInt {
        &self.change.unit * &self.group.response.denominator
    }
}

/// R8 and E8. Returns the state that the record spells.
pub(super) fn next_state(
    stage: &Stage,
    motions: &Motions,
    proved: &[GroupAnswer],
    record: &Record,
) -> Result<State> {
    let plan = stage.plan;
    let state = State::read(&plan.scene, record, plan.settings.grid)?;
    let moves = moves(stage, motions, proved)?;
    for moved in &moves {
        let Motion {
            turn, turn_unit, ..
        } = moved.motion;
        if !turn.x.is_positive() {
            let name = names::body(&plan.scene, moved.body);
            let cosine = names::fraction(&turn.x, turn_unit);
            let found = format!("κ = {cosine}");
            return R8.refuse(name, found, "above 0");
        }
    }
    for moved in &moves {
        if let Some(radius) = moved.radius() {
            has_one_state(stage, moved, radius)?;
        }
    }
    let mut placements = record.state.iter();
    for moved in &moves {
        let name = names::body(&plan.scene, moved.body);
        let Some(placement) = placements.next() else {
            return R8.refuse(name, "no placement", "one");
        };
        let required = moved.placement(&plan.settings);
        if *placement != required {
            let found = names::placement(placement);
            let required = names::placement(&required);
            return R8.refuse(name, found, required);
        }
    }
    Ok(state)
}

/// The motions of all free bodies.
fn moves<'a>(
    stage: &Stage<'a>,
    motions: &'a Motions,
    proved: &'a [GroupAnswer],
) -> Result<Vec<Moved<'a>>> {
    let mut answers = BTreeMap::new();
    for group in proved {
        for (body, change) in &group.response.changes {
            answers.insert(*body, BodyAnswer { group, change });
        }
    }
    let mut moves = Vec::new();
    for placed in &stage.placed {
        // A fixed body has no motion.
        if let Some(motion) = motions.body(placed.body)? {
            moves.push(Moved {
                body: placed.body,
                pose: placed.pose,
                motion,
                answer: answers.remove(&placed.body),
            });
        }
    }
    Ok(moves)
}

impl<'a> Moved<'a> {
    /// The radius of the ball of an enclosed group.
    fn radius(&self) -> Option<&'a Radius> {
        let answer = self.answer.as_ref()?;
        answer.group.radius.as_ref()
    }

    /// d.
    pub(super) fn displacement(&self) -> Scaled {
        let Motion { target, unit, .. } = self.motion;
        let target = Scaled {
            vector: target.clone(),
            unit: unit.clone(),
        };
        let Some(answer) = &self.answer else {
            return target;
        };
        let shift = Scaled {
            vector: answer.change.shift.clone(),
            unit: answer.unit(),
        };
        target.plus(&shift)
    }

    /// (s' - s~') i.
    fn turn(&self) -> Scaled {
        let Some(answer) = &self.answer else {
            return Scaled::zero();
        };
        let turn = answer.change.turn.clone();
        Scaled {
            vector: IntegerVector::new(BigInt::ZERO, turn),
            unit: answer.unit(),
        }
    }

    /// c_new = (κ + s i) c on a grid, where |c| = 1.
    pub(super) fn rotation(&self) -> Scaled {
        let Self { motion, pose, .. } = self;
        let target = Scaled {
            vector: motion.turn.clone(),
            unit: motion.turn_unit.clone(),
        };
        let sweep = target.plus(&self.turn());
        sweep.times(&pose.rotation())
    }

    /// The placement that R8 requires.
    pub(super) fn placement(&self, settings: &Settings) -> Placement {
        let Self { motion, pose, .. } = self;
        let shift = self.displacement();
        match settings.grid {
            Some(grid) => {
                let shift = shift.rounded_along(&settings.axis, grid);
                let (quarter, tangent) = rounded_turn(&self.rotation().vector, grid);
                Placement::Grid {
                    position: pose.position.plus(&shift).coordinates(),
                    quarter,
                    tangent: lowest_terms(tangent, shift.unit),
                }
            }
            None => {
                let unit = motion.factor_unit.clone();
                let one = IntegerVector::new(unit.clone(), BigInt::ZERO);
                let target_factor = motion.target_factor.plus(&one);
                let target_factor = Scaled::new(target_factor, unit);
                let factor = target_factor.plus(&self.turn());
                Placement::Exact {
                    position: pose.position.plus(&shift).coordinates(),
                    rotation: factor.times(&pose.rotation()).coordinates(),
                }
            }
        }
    }
}

/// (n, 2^grid t) of a vector other than 0.
pub(super) fn rounded_turn(vector: &IntegerVector, grid: u64) -> (u8, BigInt) {
    let IntegerVector { x, y } = vector;
    let width = y.abs();
    let quarter = if width <= *x {
        0
    } else if width <= -x {
        2
    } else if y.is_positive() {
        1
    } else {
        3
    };
    let IntegerVector { x, y } = turned_back(vector, quarter);
    let magnitude = rounded_tangent(&x, &y.abs(), grid);
    if y.is_negative() {
        (quarter, -magnitude)
    } else {
        (quarter, magnitude)
    }
}

/// A vector after some quarter turns back: times (-i)^n.
pub(super) fn turned_back(vector: &IntegerVector, quarter: u8) -> IntegerVector {
    let mut turned = vector.clone();
    for _ in 0..quarter {
        turned = turned.normal();
    }
    turned
}

/// The T with (2T - 1) / 2^(grid + 1) ≤ tan(½ arg(x + y i)) < (2T + 1) / 2^(grid + 1), given 0 ≤ y
/// ≤ x and x > 0.
///
/// That is m / 2 rounded up, for the largest m with m / 2^(grid + 1) at most the tangent. The first
/// grid + 65 digits of x and y say m = 2^(grid + 1) y / (x + √(x² + y²)) up to one unit; the signs
/// decide.
fn rounded_tangent(x: &BigInt, y: &BigInt, grid: u64) -> BigInt {
    let finer = grid.saturating_add(1);
    let digits = finer.saturating_add(64);
    let excess = x.bits().saturating_sub(digits);
    let shortage = digits.saturating_sub(x.bits());
    let leading_x: BigInt = (x >> excess) << shortage;
    let leading_y: BigInt = (y >> excess) << shortage;
    let square = &leading_x * &leading_x + &leading_y * &leading_y;
    let length = square.sqrt();
    let mut most: BigInt = (leading_y << finer) / (leading_x + length);
    while !is_at_most_tangent(&most, finer, [x, y]) {
        most -= 1;
    }
    while is_at_most_tangent(&(&most + 1), finer, [x, y]) {
        most += 1;
    }
    (most + 1) >> 1
}

/// Whether m / 2^digits ≤ tan(½ arg(x + y i)).
fn is_at_most_tangent(m: &BigInt, digits: u64, [x, y]: [&BigInt; 2]) -> bool {
    let twice: BigInt = x * m * 2_u8;
    let left = y * m * m + (twice << digits);
    let both_digits = digits.saturating_mul(2);
    left <= y << both_digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::{One, Zero};
    use proptest::prelude::*;

    /// Whether (2T - 1) / 2^(grid + 1) ≤ y / (x + √(x² + y²)) < (2T + 1) / 2^(grid + 1), by other
    /// means: p / q ≤ tan(θ/2) if and only if the angle from the direction (q + p i)² to x + y i is
    /// not negative.
    fn is_nearest(x: i64, y: i64, tangent: &BigInt, grid: u64) -> bool {
        let direction = IntegerVector::from_small(x, y);
        let unit = BigInt::one() << (grid + 1);
        let twice: BigInt = tangent * 2;
        let below = IntegerVector::new(unit.clone(), &twice - 1);
        let above = IntegerVector::new(unit, twice + 1);
        let from_below = below.times(&below).cross(&direction);
        let from_above = above.times(&above).cross(&direction);
        !from_below.is_negative() && from_above.is_negative()
    }

    proptest! {
        #[test]
        fn tangents_are_the_nearest(
            x in 1_i64..1 << 40,
            part in 0_i64..=1 << 20,
            grid in 1_u64..90,
        ) {
            let product = i128::from(x) * i128::from(part);
            let y = (product >> 20) as i64;
            let tangent = rounded_tangent(&x.into(), &y.into(), grid);
            let is_zero = y == 0 && tangent.is_zero();
            prop_assert!(is_zero || is_nearest(x, y, &tangent, grid));
        }
    }

    #[test]
    fn turns_and_ties() {
        // The tangents of half the angles of 3 + 4i, 4 + 3i and 12 + 5i are 1/2, 1/3 and 1/5.
        for (x, y, quarter, tangent) in [
            (4, 3, 0, 1),
            (3, 4, 1, -1),
            (-4, -3, 2, 1),
            (3, -4, 3, 1),
            (12, -5, 0, 0),
            (1, 1, 0, 1),
            (-1, 1, 2, -1),
            (-1, -1, 2, 1),
            (1, -1, 0, -1),
            (0, 7, 1, 0),
            // A tie: the tangent of half the angle of 15 + 8i is 1/4.
            (15, 8, 0, 1),
            (15, -8, 0, -1),
        ] {
            let vector = IntegerVector::from_small(x, y);
            let found = rounded_turn(&vector, 1);
            let expected = (quarter, BigInt::from(tangent));
            assert_eq!(found, expected, "{x} {y}");
        }
    }
}
