//! How each free body moved last, and where it would go alone (`proofs/RUN.md`, section 2).

use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::push::Push;
use super::scaled::Scaled;
use super::settings::Settings;
use super::unit::{Multiple, multiple};
use num_bigint::BigInt;

/// The last move of a body, its target, and the forms that follow: a point with the arm q moves to
/// first order by `last` + `last_factor` c° q in the last step, and by `target` + `target_factor`
/// c° q towards the target.
pub(super) struct Motion {
    /// z - z⁻ and d~, over `unit`.
    pub last: IntegerVector,
    pub target: IntegerVector,
    pub unit: BigInt,
    /// κ + s~ i, over `turn_unit`.
    pub turn: IntegerVector,
    pub turn_unit: BigInt,
    /// β and (κ + s~ i) / |c|² - 1, over `factor_unit`.
    pub last_factor: IntegerVector,
    pub target_factor: IntegerVector,
    pub factor_unit: BigInt,
    /// h² T / I, times i; `None` without loads.
    pub pushed_turn: Option<Scaled>,
}

impl Motion {
    /// The motion of a body with these loads, if it has any; `short_turn` is c°.
    pub(super) fn new(
        settings: &Settings,
        push: Option<&Push>,
        short_turn: &Scaled,
        pose: &Pose,
        before: &Pose,
    ) -> Self {
        let mut fall = settings.fall.clone();
        let pushed_turn = push.map(|push| push.turn(short_turn));
        let mut turns = match settings.grid {
            Some(grid) => Turns::on_grid(pose, before, grid),
            None => Turns::exact(pose, before),
        };
        if let Some(push) = push {
            fall = fall.plus(&push.shift);
        }
        if let Some(pushed) = &pushed_turn {
            turns.turn_further(pushed, pose);
        }
        let last = pose.position.minus(&before.position);
        let both = last.over_one_unit(&fall);
        let last = both.first;
        let target = last.plus(&both.second);
        let Turns {
            turn,
            turn_unit,
            last_factor,
            target_factor,
            factor_unit,
        } = turns;
        Self {
            last,
            target,
            unit: both.unit,
            turn,
            turn_unit,
            last_factor,
            target_factor,
            factor_unit,
            pushed_turn,
        }
    }
}

struct Turns {
    turn: IntegerVector,
    turn_unit: BigInt,
    last_factor: IntegerVector,
    target_factor: IntegerVector,
    factor_unit: BigInt,
}

impl Turns {
    /// χ = κ + s⁻ i is c conj(c⁻), rounded; |c| = 1, β = 1 - conj χ.
    fn on_grid(pose: &Pose, before: &Pose, grid: u64) -> Self {
        let product = pose.turn.times(&before.turn.conjugate());
        let exact = Scaled::new(product, &pose.length * &before.length);
        let Scaled { vector, unit } = exact.rounded(grid);
        let one = IntegerVector::new(unit.clone(), BigInt::default());
        Self {
            last_factor: one.minus(&vector.conjugate()),
            target_factor: vector.minus(&one),
            factor_unit: unit.clone(),
            turn: vector,
            turn_unit: unit,
        }
    }

    /// κ = (1 + |c|² - |c - c⁻|²) / 2 and s⁻ = Im c conj(c⁻), over 2 w² w⁻²; β = 1 - c⁻ / c.
    fn exact(pose: &Pose, before: &Pose) -> Self {
        let Pose {
            turn: own_turn,
            length,
            square: turn_square,
            ..
        } = pose;
        let before_length = &before.length;
        let square = &(length * length);
        let before_square = &(before_length * before_length);
        let turned = own_turn.scaled(before_length);
        let before_turned = before.turn.scaled(length);
        let difference = turned.minus(&before_turned);
        let conjugate = before.turn.conjugate();
        let product = own_turn.times(&conjugate);
        let both = square * before_square;
        let cosine = &both + turn_square * before_square - difference.square();
        let twice_lengths = length * before_length * 2_u8;
        let sine = &product.y * &twice_lengths;
        let turn = IntegerVector::new(cosine, sine);
        let turn_unit: BigInt = &both * 2_u8;
        // χ / |c|² - 1 = (χ w² - |own_turn|²) / |own_turn|², c⁻ / c = c⁻ conj(c) w² / |own_turn|².
        let factor_unit = &turn_unit * turn_square;
        let one = IntegerVector::new(factor_unit.clone(), BigInt::default());
        let whole_factor = turn.scaled(square);
        let target_factor = whole_factor.minus(&one);
        let factor = twice_lengths * square;
        let ratio = product.conjugate().scaled(&factor);
        Self {
            turn,
            turn_unit,
            last_factor: one.minus(&ratio),
            target_factor,
            factor_unit,
        }
    }

    /// Adds h² T / I to s~, given as an imaginary number: (h² T / I) i / |c|² to the factor.
    fn turn_further(&mut self, further: &Scaled, pose: &Pose) {
        let Multiple {
            unit,
            first_factor,
            second_factor,
        } = multiple(&self.turn_unit, &further.unit);
        let added = further.vector.scaled(&second_factor);
        let turn = self.turn.scaled(&first_factor);
        self.turn = turn.plus(&added);
        self.turn_unit = unit;
        let over_square = over_square(further, pose);
        let Multiple {
            unit,
            first_factor,
            second_factor,
        } = multiple(&self.factor_unit, &over_square.unit);
        let added = over_square.vector.scaled(&second_factor);
        let target_factor = self.target_factor.scaled(&first_factor);
        self.target_factor = target_factor.plus(&added);
        self.last_factor = self.last_factor.scaled(&first_factor);
        self.factor_unit = unit;
    }
}

/// A number over |c|².
fn over_square(number: &Scaled, pose: &Pose) -> Scaled {
    let length_squared = &pose.length * &pose.length;
    if length_squared == pose.square {
        return number.clone();
    }
    let vector = number.vector.scaled(&length_squared);
    Scaled::new(vector, &number.unit * &pose.square)
}
