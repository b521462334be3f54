//! The ball in which the optimum of a program lies (`proofs/RUN.md`, section 7).

use crate::error::Failure;
use crate::friction::{self, Lawfulness};
use crate::number::{FORCE, RADIUS, root_above};
use crate::outline::Outline;
use crate::program::{Forces, Frame, Scaled};
use crate::rows::{COEFFICIENT, CONSTANT, Point, Row, Value};
use malachite::base::num::arithmetic::traits::{DivRound, PowerOf2, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::nearest;

/// Binary digits of the points at which rows are evaluated: their error is far below all else.
const POINT: u64 = 640;
/// The error of rows that is allowed, 2^-MARGIN.
const MARGIN: u64 = 600;
/// Rows with a smaller value are opened: 2^-NEAR.
const NEAR: u64 = 40;
/// Rows that are further from 0 than so much at x are violated, not only inexact: 2^-INEXACT.
const INEXACT: u64 = 120;

/// Binary digits of the largest number of a short opening.
const OPENING: u64 = 10;
/// Radii below 2^-SMALL leave hardly any rounding undecided.
const SMALL: u64 = 86;

/// A motion x, and how far from it the optimum may be.
#[derive(Clone, Debug)]
pub(crate) struct Ball {
    /// ρ, over 2^4g.
    pub(crate) radius: Integer,
    pub(crate) opening: Option<Opening>,
    /// The values of the rows at x.
    pub(crate) values: Vec<Value>,
    /// x; but for the last of its many digits if there are forces.
    pub(crate) point: Point,
    /// ½ |y - x~|² + Σ |r(y)|²/(2ε), rounded up.
    pub(crate) restraint: Rational,
    /// How the law of rough rows is kept in the ball.
    pub(crate) lawfulness: Lawfulness,
}

/// Forces, and the motion that they give.
struct Proved<'a> {
    frame: &'a Frame<'a>,
    rows: &'a [&'a Row],
    forces: &'a Forces,
    values: &'a [Value],
    point: &'a Point,
}

/// The point y.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) unit: Unit,
    /// o.
    pub(crate) motion: Vec<Integer>,
}

/// The denominator of an opening.
#[derive(Clone, Debug)]
pub(crate) enum Unit {
    /// y = x + 2^-shift o.
    Shift(u64),
    /// y = o over this number.
    Over(Integer),
}

impl Ball {
    /// The target itself, which keeps all rows.
    pub(crate) fn at_target(rows: &[&Row], point: Point) -> Self {
        Self {
            radius: Integer::ZERO,
            opening: None,
            values: rows.iter().map(|row| row.value(&point)).collect(),
            point,
            restraint: Rational::ZERO,
            lawfulness: Lawfulness::Kept,
        }
    }

    /// Whether the ball is so small that it hardly rounds to two states.
    pub(crate) fn is_fine(&self) -> bool {
        self.radius < Integer::power_of_2(RADIUS - SMALL)
    }

    /// The ball of these forces, if it is as small as it may be.
    pub(crate) fn prove(
        frame: &Frame,
        rows: &[&Row],
        problem: &Scaled,
        forces: &Forces,
    ) -> Result<Self, Failure> {
        let ball = Self::of(frame, rows, problem, forces)?;
        match ball.is_good(frame) {
            true => Ok(ball),
            false => Err(Failure::Unsettled),
        }
    }

    /// Whether the radius is no larger than it may be.
    pub(crate) fn is_small(&self, frame: &Frame) -> bool {
        self.radius <= *frame.largest_radius
    }

    /// Whether it is small and no gap is too far below its floor.
    pub(crate) fn is_good(&self, frame: &Frame) -> bool {
        self.is_small(frame) && self.lawfulness != Lawfulness::Broken
    }

    /// Whether a contact that presses is further off than it may be.
    pub(crate) fn is_relaxed(&self) -> bool {
        self.lawfulness != Lawfulness::Kept
    }

    /// The ball of these forces. `problem` has the rows as if they were smooth.
    pub(crate) fn of(
        frame: &Frame,
        rows: &[&Row],
        problem: &Scaled,
        forces: &Forces,
    ) -> Result<Self, Failure> {
        Self::with(frame, rows, forces, |proved| {
            let near = near_rows(frame, rows, proved.values)?;
            match near.is_empty() {
                true => Ok(proved.radius(None)),
                false => proved.opening(problem, &near),
            }
        })
    }

    /// The ball of these forces with a motion that keeps all rows.
    pub(crate) fn around(
        frame: &Frame,
        rows: &[&Row],
        forces: &Forces,
        kept: Opening,
    ) -> Result<Self, Failure> {
        Self::with(frame, rows, forces, |proved| Ok(proved.radius(Some(kept))))
    }

    fn with(
        frame: &Frame,
        rows: &[&Row],
        forces: &Forces,
        open: impl FnOnce(&Proved) -> Result<(Option<Opening>, Point, Integer), Failure>,
    ) -> Result<Self, Failure> {
        let (point, targets) = moved_point(frame, rows, forces);
        let values: Vec<Value> = rows.iter().map(|row| row.value(&point)).collect();
        let proved = Proved {
            frame,
            rows,
            forces,
            values: &values,
            point: &point,
        };
        let (opening, opened, radius) = open(&proved)?;
        let lawfulness = friction::lawfulness(frame, rows, forces, &opened, &radius);
        let targets = Point {
            numerators: targets,
            unit: point.unit.clone(),
        };
        let mut restraint = distance_squared_of(frame, &opened, &targets);
        let none = [Integer::ZERO, Integer::ZERO];
        for pin in frame.pins {
            restraint += pin.slip(frame.outline, &none, &opened);
        }
        Ok(Self {
            radius,
            opening,
            values,
            point,
            lawfulness,
            restraint: (restraint >> 1u64) + Rational::power_of_2(-(MARGIN as i64)),
        })
    }
}

/// x = x~ + M⁻¹ Σ (φ coefficients + ψ those of the slip), and what pins do.
pub(crate) fn moved(frame: &Frame, rows: &[&Row], forces: &Forces) -> Vec<Rational> {
    let unit = (&frame.outline.unit).square() << (FORCE + COEFFICIENT);
    let mut center = Vec::with_capacity(frame.target.len());
    let sums = pushes(frame, rows, forces);
    for ((sum, target), mass) in sums.iter().zip(frame.target).zip(frame.masses) {
        let pushed = match *sum == 0 {
            true => Rational::ZERO,
            false => Rational::from_integers_ref(sum, &unit) / mass,
        };
        center.push(target + pushed);
    }
    center
}

/// M (x - x~), over U² 2^(P + 128).
fn pushes(frame: &Frame, rows: &[&Row], forces: &Forces) -> Vec<Integer> {
    let mut sums = vec![Integer::ZERO; frame.target.len()];
    for (row, (across, along)) in rows.iter().zip(forces.across.iter().zip(&forces.along)) {
        if *across != 0 {
            add(&mut sums, &row.coefficients, across);
        }
        if let Some(slip) = &row.slip
            && *along != 0
        {
            add(&mut sums, &slip.coefficients, along);
        }
    }
    for (pin, force) in frame.pins.iter().zip(&forces.pins) {
        pin.push(frame.outline, force, &mut sums);
    }
    sums
}

/// The same x, but for the last digits, and x~.
pub(crate) fn moved_point(frame: &Frame, rows: &[&Row], forces: &Forces) -> (Point, Vec<Integer>) {
    let sums = pushes(frame, rows, forces);
    let unit = (&frame.outline.unit).square();
    let mut numerators = Vec::with_capacity(sums.len());
    let mut targets = Vec::with_capacity(sums.len());
    for ((sum, target), mass) in sums.into_iter().zip(frame.target).zip(frame.masses) {
        let target = floor(target);
        let pushed = match sum == 0 {
            true => Integer::ZERO,
            false => {
                // Over 2^POINT, which has more digits than forces and coefficients together.
                let above =
                    (sum * Integer::from(mass.denominator_ref())) << (POINT - FORCE - COEFFICIENT);
                let below = &unit * Integer::from(mass.numerator_ref());
                above.div_round(below, RoundingMode::Floor).0
            }
        };
        numerators.push(&target + pushed);
        targets.push(target);
    }
    let unit = Integer::power_of_2(POINT);
    (Point { numerators, unit }, targets)
}

/// The number over 2^POINT, rounded down.
fn floor(number: &Rational) -> Integer {
    let above = Integer::from_sign_and_abs_ref(*number >= 0, number.numerator_ref()) << POINT;
    above
        .div_round(Integer::from(number.denominator_ref()), RoundingMode::Floor)
        .0
}

/// Σ m (x - y)², for numbers over 2^POINT, over its square but for the last digits.
fn distance_squared(frame: &Frame, one: &[Integer], other: &[Integer]) -> Integer {
    let mut sum = Integer::ZERO;
    for ((one, other), mass) in one.iter().zip(other).zip(frame.masses) {
        sum += times_mass((one - other).square(), mass);
    }
    sum
}

/// Σ m (x - y)² of two points, but for the last digits.
fn distance_squared_of(frame: &Frame, one: &Point, other: &Point) -> Rational {
    let unit = Integer::power_of_2(POINT);
    if one.unit == unit && other.unit == unit {
        let square = distance_squared(frame, &one.numerators, &other.numerators);
        return Rational::from_integers(square, unit.square());
    }
    let mut sum = Rational::ZERO;
    for ((x, y), mass) in one
        .numerators
        .iter()
        .zip(&other.numerators)
        .zip(frame.masses)
    {
        let [x, y] = [(x, &one.unit), (y, &other.unit)]
            .map(|(number, unit)| Rational::from_integers_ref(number, unit));
        sum += (x - y).square() * mass;
    }
    sum
}

fn times_mass(number: Integer, mass: &Rational) -> Integer {
    let above = number * Integer::from(mass.numerator_ref());
    above
        .div_round(Integer::from(mass.denominator_ref()), RoundingMode::Floor)
        .0
}

fn add(sums: &mut [Integer], coefficients: &[(usize, Integer)], force: &Integer) {
    for (unknown, coefficient) in coefficients {
        sums[*unknown] += coefficient * force;
    }
}

/// B = ½ |x - x~|² - Σ φ w(x) - Σ (f·r(x) + ½ ε |f|²): no motion that keeps the rows has less
/// restraint; with friction, none that obeys its law.
pub(crate) fn lower_bound(frame: &Frame, rows: &[&Row], forces: &Forces) -> Rational {
    let (point, targets) = moved_point(frame, rows, forces);
    let square = distance_squared(frame, &point.numerators, &targets);
    let mut sum = Rational::from_integers(square, Integer::power_of_2(2 * POINT + 1));
    if forces.along.iter().any(|force| *force != 0) {
        sum -= friction::work(frame, rows, forces, &point);
    } else {
        for (row, force) in rows.iter().zip(&forces.across) {
            if *force != 0 {
                let value = row.value(&point).rational(frame.outline);
                sum -= (value * Rational::from(force)) >> FORCE;
            }
        }
    }
    for (pin, force) in frame.pins.iter().zip(&forces.pins) {
        sum -= pin.work(frame.outline, force, &point);
    }
    sum - Rational::power_of_2(-(MARGIN as i64) + 40)
}

/// How far from an answer a motion of another case may be that has as little restraint, over 2^4g:
/// |x - x'| and the root of 2 (H - B), x' and B being those of the case.
pub(crate) fn of_tie(frame: &Frame, [answer, case]: [&Ball; 2], least: &Rational) -> Integer {
    let margin = Rational::power_of_2(-(MARGIN as i64) + 40);
    let apart = distance_squared_of(frame, &answer.point, &case.point);
    let twice = (&answer.restraint - least) << 1u64;
    root_above(&(apart + &margin), RADIUS) + root_above(&(twice + margin), RADIUS)
}

/// The smooth rows that have to be opened, by their place in the solver's program; an error if some
/// are clearly violated. Rough rows need no opening.
fn near_rows(frame: &Frame, rows: &[&Row], values: &[Value]) -> Result<Vec<usize>, Failure> {
    let square = (&frame.outline.unit).square();
    let equations = 2 * frame.pins.len();
    let mut near = Vec::new();
    for (index, (row, value)) in rows.iter().zip(values).enumerate() {
        if row.slip.is_some() {
            continue;
        }
        let unit = &square * &value.unit;
        if value.numerator < -(&unit >> INEXACT) {
            return Err(Failure::Unsettled);
        }
        if value.numerator < (unit >> NEAR) {
            near.push(equations + index);
        }
    }
    Ok(near)
}

/// The smallest part of an opening with which all rows are kept.
fn shifted(
    outline: &Outline,
    rows: &[&Row],
    values: &[Value],
    motion: Vec<Integer>,
) -> Result<Opening, Failure> {
    let square = (&outline.unit).square();
    let mut changes = Vec::with_capacity(rows.len());
    let mut shift = POINT;
    let smooth = rows.iter().zip(values);
    let smooth = smooth.filter(|(row, _)| row.slip.is_none());
    for (row, value) in smooth.clone() {
        let mut change = Integer::ZERO;
        for (unknown, coefficient) in &row.coefficients {
            change += coefficient * &motion[*unknown];
        }
        // Over the unit of the value.
        let change = (change << (CONSTANT - COEFFICIENT)) << POINT;
        let margin = (&square * &value.unit) >> MARGIN;
        let missing = margin - &value.numerator;
        if missing > 0 {
            let has = change.significant_bits();
            let needs = missing.significant_bits();
            if change <= 0 || has <= needs {
                return Err(Failure::NoOpening);
            }
            shift = shift.min(has - needs - 1);
        }
        changes.push(change);
    }
    for (change, (_, value)) in changes.iter().zip(smooth) {
        let margin = (&square * &value.unit) >> MARGIN;
        if &value.numerator + (change >> shift) < margin {
            return Err(Failure::NoOpening);
        }
    }
    Ok(Opening {
        unit: Unit::Shift(shift),
        motion,
    })
}

fn opened(point: &Point, opening: Option<&Opening>) -> Point {
    let mut opened = point.clone();
    match opening.map(|opening| (&opening.unit, &opening.motion)) {
        Some((Unit::Shift(shift), motion)) => {
            for (x, o) in opened.numerators.iter_mut().zip(motion) {
                *x += o << (POINT - shift);
            }
        }
        Some((Unit::Over(unit), motion)) => {
            opened.numerators.clone_from(motion);
            opened.unit.clone_from(unit);
        }
        None => {}
    }
    opened
}

/// The motion in a unit in which its largest number has about ten binary digits.
fn shortened(motion: &[Integer]) -> Vec<Integer> {
    let digits = motion.iter().map(|part| part.significant_bits()).max();
    let unit = Integer::power_of_2(digits.unwrap_or(0).saturating_sub(OPENING));
    motion.iter().map(|part| nearest(part, &unit)).collect()
}

impl Proved<'_> {
    /// An opening, the opened motion, and the radius that they prove. An opening of an earlier
    /// program is taken if it is as good as a new one would be.
    fn opening(
        &self,
        problem: &Scaled,
        near: &[usize],
    ) -> Result<(Option<Opening>, Point, Integer), Failure> {
        let shifted = |motion| shifted(self.frame.outline, self.rows, self.values, motion);
        if let Some(earlier) = self.frame.earlier_opening()
            && let Ok(opening) = shifted(earlier)
        {
            let found = self.radius(Some(opening));
            if found.2 < Integer::power_of_2(RADIUS - SMALL) {
                return Ok(found);
            }
        }
        let opening = self.frame.opening(&problem.problem, near)?;
        let mut opening = opening.ok_or(Failure::NoOpening)?;
        opening.truncate(self.frame.target.len());
        // Short numbers make short records, and are as good.
        if let Ok(opening) = shifted(shortened(&opening)) {
            let found = self.radius(Some(opening));
            if found.2 < Integer::power_of_2(RADIUS - SMALL) {
                return Ok(found);
            }
        }
        Ok(self.radius(Some(shifted(opening)?)))
    }

    /// The opened motion, and ρ over 2^4g.
    fn radius(&self, opening: Option<Opening>) -> (Option<Opening>, Point, Integer) {
        let opened = opened(self.point, opening.as_ref());
        let radius = radius(self, opening.as_ref(), &opened);
        (opening, opened, radius)
    }
}

/// ρ, over 2^4g.
fn radius(proved: &Proved, opening: Option<&Opening>, opened: &Point) -> Integer {
    let Proved {
        frame,
        rows,
        forces,
        ..
    } = proved;
    let mut square = if rows.iter().any(|row| row.slip.is_some()) {
        friction::work(frame, rows, forces, opened) << 1u64
    } else {
        let mut sum = Integer::ZERO;
        for (row, force) in rows.iter().zip(&forces.across) {
            if *force != 0 {
                sum += force * row.value(opened).numerator;
            }
        }
        let unit = ((&frame.outline.unit).square() * &opened.unit) << (CONSTANT + FORCE);
        Rational::from_integers(sum, unit) << 1u64
    };
    if opening.is_some() {
        square += distance_squared_of(frame, opened, proved.point);
    }
    for (pin, force) in frame.pins.iter().zip(&forces.pins) {
        square += pin.slip(frame.outline, force, opened);
    }
    square += Rational::power_of_2(-(MARGIN as i64) + 40);
    root_above(&square, RADIUS)
}
