//! The ball in which the optimum of a program lies (`proofs/RUN2.md`, section 7).

use crate::error::Failure;
use crate::friction::{self, Lawfulness};
use crate::number::{FORCE, RADIUS, root_above};
use crate::outline::Outline;
use crate::program::{Forces, Frame, Scaled};
use crate::rows::{COEFFICIENT, CONSTANT, Point, Row, Value};
use malachite::base::num::arithmetic::traits::{Floor, PowerOf2, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};
use zwang_program::kernel;

/// Binary digits of the points at which rows are evaluated: their error is far below all else.
const POINT: u64 = 640;
/// What rows may be wrong by, that is 2^-MARGIN.
const MARGIN: u64 = 600;
/// Rows with a smaller value are opened: 2^-NEAR.
const NEAR: u64 = 40;
/// Rows that are further from 0 than so much at x are violated, not only inexact: 2^-INEXACT.
const INEXACT: u64 = 120;

/// A motion x, and how far from it the optimum may be.
#[derive(Clone, Debug)]
pub(crate) struct Ball {
    /// x.
    pub(crate) center: Vec<Rational>,
    /// ρ, over 2^4g.
    pub(crate) radius: Integer,
    pub(crate) opening: Option<Opening>,
    /// The values of the rows at x.
    pub(crate) values: Vec<Value>,
    /// x as a point; but for the last of its many digits if there are forces.
    pub(crate) point: Point,
    /// ½ |y - x~|² + Σ |r(y)|²/(2ε), rounded up.
    pub(crate) restraint: Rational,
    /// How the law of rough rows is kept in the ball.
    pub(crate) lawfulness: Lawfulness,
}

/// y - x = 2^-shift o.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) shift: u64,
    /// o.
    pub(crate) motion: Vec<Integer>,
}

impl Ball {
    /// The target itself, which keeps all rows.
    pub(crate) fn at_target(frame: &Frame, rows: &[&Row], point: Point) -> Self {
        Self {
            center: frame.target.to_vec(),
            radius: Integer::ZERO,
            opening: None,
            values: rows.iter().map(|row| row.value(&point)).collect(),
            point,
            restraint: Rational::ZERO,
            lawfulness: Lawfulness::Kept,
        }
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
        let center = moved(frame, rows, forces);
        let point = point(&center);
        let values: Vec<Value> = rows.iter().map(|row| row.value(&point)).collect();
        let near = near_rows(frame, rows, &values)?;
        let opening = match near.is_empty() {
            true => None,
            false => {
                let opening = kernel::opening(&problem.problem, &near, &[], frame.monitor);
                let mut opening = opening.ok_or(Failure::NoOpening)?;
                opening.truncate(frame.target.len());
                Some(shifted(frame.outline, rows, &values, opening)?)
            }
        };
        let opened = Point {
            numerators: opened(&point, opening.as_ref()),
            unit: point.unit.clone(),
        };
        let radius = radius(frame, rows, forces, opening.as_ref(), &opened);
        let lawfulness = friction::lawfulness(frame, rows, forces, &opened, &radius);
        let mut restraint = Rational::ZERO;
        for ((mass, numerator), target) in frame
            .masses
            .iter()
            .zip(&opened.numerators)
            .zip(frame.target)
        {
            let from = Rational::from_integers_ref(numerator, &opened.unit) - target;
            restraint += mass * from.square();
        }
        let none = [Integer::ZERO, Integer::ZERO];
        for pin in frame.pins {
            restraint += pin.slip(frame.outline, &none, &opened);
        }
        Ok(Self {
            center,
            radius,
            opening,
            values,
            point,
            lawfulness,
            restraint: (restraint >> 1u64) + Rational::power_of_2(-(MARGIN as i64)),
        })
    }
}

/// A motion as a point, but for the last of many digits.
pub(crate) fn point(motion: &[Rational]) -> Point {
    let numerators = motion.iter().map(|number| (number << POINT).floor());
    Point {
        numerators: numerators.collect(),
        unit: Integer::power_of_2(POINT),
    }
}

/// x = x~ + M⁻¹ Σ (φ coefficients + ψ those of the slip), and what pins do.
pub(crate) fn moved(frame: &Frame, rows: &[&Row], forces: &Forces) -> Vec<Rational> {
    let unit = (&frame.outline.unit).square() << (FORCE + COEFFICIENT);
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
    let mut center = Vec::with_capacity(sums.len());
    for ((sum, target), mass) in sums.iter().zip(frame.target).zip(frame.masses) {
        let pushed = match *sum == 0 {
            true => Rational::ZERO,
            false => Rational::from_integers_ref(sum, &unit) / mass,
        };
        center.push(target + pushed);
    }
    center
}

fn add(sums: &mut [Integer], coefficients: &[(usize, Integer)], force: &Integer) {
    for (unknown, coefficient) in coefficients {
        sums[*unknown] += coefficient * force;
    }
}

/// B = ½ |x - x~|² - Σ φ w(x) - Σ (f·r(x) + ½ ε |f|²): no motion that keeps the rows has less
/// restraint; with friction, none that obeys its law.
pub(crate) fn lower_bound(frame: &Frame, rows: &[&Row], forces: &Forces) -> Rational {
    let center = moved(frame, rows, forces);
    let mut sum = Rational::ZERO;
    for ((mass, x), target) in frame.masses.iter().zip(&center).zip(frame.target) {
        sum += mass * (x - target).square();
    }
    sum >>= 1u64;
    let point = point(&center);
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
    Ok(Opening { shift, motion })
}

fn opened(point: &Point, opening: Option<&Opening>) -> Vec<Integer> {
    let Some(opening) = opening else {
        return point.numerators.clone();
    };
    let moved = point.numerators.iter().zip(&opening.motion);
    moved
        .map(|(x, o)| x + (o << (POINT - opening.shift)))
        .collect()
}

/// ρ, over 2^4g.
fn radius(
    frame: &Frame,
    rows: &[&Row],
    forces: &Forces,
    opening: Option<&Opening>,
    opened: &Point,
) -> Integer {
    let mut square = friction::work(frame, rows, forces, opened) << 1u64;
    if let Some(Opening { shift, motion }) = opening {
        for (mass, part) in frame.masses.iter().zip(motion) {
            square += (mass * Rational::from(part.square())) >> (2 * shift);
        }
    }
    for (pin, force) in frame.pins.iter().zip(&forces.pins) {
        square += pin.slip(frame.outline, force, opened);
    }
    square += Rational::power_of_2(-(MARGIN as i64) + 40);
    root_above(&square, RADIUS)
}
