//! A program of a group, and forces that prove a ball around its optimum (`proofs/RUN.md`,
//! section 7).
//!
//! Minimise ½ |x - x~|² + Σ |r|²/(2ε) over w ≥ 0 for all rows, r being the gapes of pins. For
//! forces φ ≥ 0 and f let x = x~ + M⁻¹ Σ (φ, f) coefficients, exactly, and let y = x + 2^-k o keep
//! all rows. Then the optimum is within ρ of x,
//!
//! ```text
//! ρ² = |y - x|² + 2 Σ φ w(y) + Σ |r(y) + ε f|²/ε.
//! ```
//!
//! The forces are looked for by `zwang-program`, in floats first and in longer numbers where rows
//! nearly depend on each other; nothing of that is believed. An opening o of the rows that x only
//! touches comes from the same place.

use crate::ball::{Ball, Opening, Unit};
use crate::error::Failure;
use crate::friction;
use crate::joints::{PinForces, PinRow};
use crate::number::{FORCE, LONG};
use crate::order::{Images, Order, Ordered};
use crate::outline::Outline;
use crate::rows::{COEFFICIENT, CONSTANT, Point, Row};
use crate::tree::Listed;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_program::kernel::number::nearest;
use zwang_program::kernel::{self, Approximation, Fineness, Outcome, Problem};
use zwang_program::{Interrupted, Monitor};
use zwang_scene::BodyId;

/// The findings of the last program of this kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// The forces φ and ψ of its rows, over 2^P.
    pub(crate) forces: BTreeMap<Contact, [Integer; 2]>,
    /// A motion that opened its rows, in some unit.
    pub(crate) opening: BTreeMap<BodyId, [Integer; 3]>,
}

/// The memory of a run whose programs begin from nothing.
static NOTHING: Memory = Memory {
    forces: BTreeMap::new(),
    opening: BTreeMap::new(),
};

impl Memory {
    /// The part of it that a program may begin with: all, or nothing in a run without warm starts.
    pub(crate) fn to_begin_with(&self, outline: &Outline) -> &Self {
        match outline.warm {
            true => self,
            false => &NOTHING,
        }
    }

    /// Adds the findings of another one.
    pub(crate) fn append(&mut self, other: Self) {
        // The `append` of maps would build the whole map anew for every group.
        self.forces.extend(other.forces);
        self.opening.extend(other.opening);
    }
}

/// Data that are the same in all nodes of a program.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) outline: &'a Outline,
    /// Ascending.
    pub(crate) bodies: &'a [BodyId],
    /// M: m, m and I/u of each body.
    pub(crate) masses: &'a [Rational],
    /// x~.
    pub(crate) target: &'a [Rational],
    pub(crate) pins: &'a [PinRow],
    /// The orders in which the bodies' places come first; none in a program that has such an order.
    pub(crate) orders: &'a [Order],
    /// The images of the program that are the program itself.
    pub(crate) images: Option<&'a Images>,
    /// The forces to look for first.
    pub(crate) memory: &'a Memory,
    /// Whether all bodies are at rest, and the program is of positions.
    pub(crate) is_at_rest: bool,
    pub(crate) monitor: &'a Monitor<'a>,
    /// The largest radius that a ball may have, over 2^4g.
    pub(crate) largest_radius: &'a Integer,
    /// The square of the largest error of the law that rough rows may have, in m or m/s.
    pub(crate) law_squared: &'a Rational,
}

/// The forces of all rows and pins of a program, over 2^P.
#[derive(Clone, Debug)]
pub(crate) struct Forces {
    /// φ, one for each row.
    pub(crate) across: Vec<Integer>,
    /// ψ, one for each row; 0 where nothing is rough.
    pub(crate) along: Vec<Integer>,
    pub(crate) pins: PinForces,
}

/// Rows, the forces found for them, and the ball that these prove.
#[derive(Clone, Debug)]
pub(crate) struct Solution<'r> {
    /// Ascending.
    pub(crate) rows: Vec<&'r Row>,
    pub(crate) forces: Forces,
    pub(crate) ball: Ball,
}

impl Solution<'_> {
    /// The memory that the next program may begin with.
    pub(crate) fn memory(&self, bodies: &[BodyId]) -> Memory {
        let mut memory = Memory::default();
        let Forces { across, along, .. } = &self.forces;
        for (row, (across, along)) in self.rows.iter().zip(across.iter().zip(along)) {
            if *across != 0 || *along != 0 {
                let forces = [across.clone(), along.clone()];
                memory.forces.insert(row.contact, forces);
            }
        }
        if let Some(opening) = &self.ball.opening
            && let Unit::Shift(_) = opening.unit
        {
            let (parts, _) = opening.motion.as_chunks::<3>();
            memory.opening = bodies.iter().copied().zip(parts.iter().cloned()).collect();
        }
        memory
    }
}

impl Forces {
    /// Whether no row has a force.
    pub(crate) fn are_none(&self) -> bool {
        let mut all = self.across.iter().chain(&self.along);
        all.all(|force| *force == 0)
    }
}

impl<'a> Frame<'a> {
    /// The target as a point.
    pub(crate) fn target_point(&self) -> Point {
        Point::new(self.target)
    }

    /// No forces of so many rows.
    pub(crate) fn no_forces(&self, rows: usize) -> Forces {
        self.forces_across(vec![Integer::ZERO; rows])
    }

    /// Forces of rows without friction, and none of pins.
    pub(crate) fn forces_across(&self, across: Vec<Integer>) -> Forces {
        Forces {
            along: vec![Integer::ZERO; across.len()],
            across,
            pins: vec![[Integer::ZERO, Integer::ZERO]; self.pins.len()],
        }
    }

    /// The forces other than 0; a row with friction is listed with φ.
    pub(crate) fn listed(&self, forces: &Forces) -> Listed {
        let mut listed = Listed::default();
        for (index, (across, along)) in forces.across.iter().zip(&forces.along).enumerate() {
            if *across != 0 || *along != 0 {
                listed.rows.push((index, across.clone()));
            }
            if *along != 0 {
                listed.friction.push((index, along.clone()));
            }
        }
        for (pin, force) in self.pins.iter().zip(&forces.pins) {
            if force.iter().any(|part| *part != 0) {
                listed.pins.push((pin.pin, force.clone()));
            }
        }
        listed
    }

    /// Solves the program of these rows, in the order that comes first.
    pub(crate) fn solve<'r>(&self, rows: Vec<&'r Row>) -> Result<Solution<'r>, Failure> {
        if rows.iter().any(|row| row.leaves)
            && let Some(solution) = friction::without_leaving(self, &rows)?
        {
            return Ok(solution);
        }
        let is_rough = rows.iter().any(|row| row.slip.is_some());
        let target = self.target_point();
        if !is_rough && self.is_kept(&rows, &target) {
            return Ok(Solution {
                forces: self.no_forces(rows.len()),
                ball: Ball::at_target(&rows, target),
                rows,
            });
        }
        let Some((ordered, images)) = Ordered::first(self, &rows) else {
            return self.solve_in_order(rows);
        };
        let pins = ordered.pins();
        let memory = ordered.memory(self.memory);
        let frame = ordered.frame(self, (&pins, &memory), &images);
        match frame.solve_in_order(ordered.rows()) {
            Ok(found) => Ok(ordered.original(rows, found)),
            Err(Failure::Impossible(forces)) => {
                Err(Failure::Impossible(ordered.original_numbers(&forces)))
            }
            Err(failure) => Err(failure),
        }
    }

    fn is_kept(&self, rows: &[&Row], point: &Point) -> bool {
        let is_kept = rows.iter().all(|row| row.value(point).numerator >= 0);
        is_kept && self.pins.iter().all(|pin| pin.is_closed(point))
    }

    fn solve_in_order<'r>(&self, rows: Vec<&'r Row>) -> Result<Solution<'r>, Failure> {
        if rows.iter().any(|row| row.slip.is_some()) {
            return friction::solve(self, rows);
        }
        let problem = self.problem(&rows);
        let earlier = self.earlier(&rows, &problem);
        let mut best: Result<Solution<'r>, Failure> = Err(Failure::Unsettled);
        let mut fineness = Some(Fineness::Floats);
        while let Some(tried) = fineness {
            let found = self.approximate(&problem.problem, earlier.as_deref(), tried)?;
            let Some(found) = found else {
                return match best {
                    Ok(solution) => Ok(solution),
                    Err(_) => Err(self.why_nothing(&problem)?),
                };
            };
            fineness = found.fineness.finer();
            let forces = self.mean(problem.forces(self.outline, &found));
            let proved = Ball::prove(self, &rows, &problem, &forces);
            let proved = proved.map(|ball| Solution {
                rows: rows.clone(),
                forces,
                ball,
            });
            best = match (best, proved) {
                (Ok(best), Ok(proved)) if best.ball.radius <= proved.ball.radius => Ok(best),
                (Ok(best), Err(_)) => Ok(best),
                (_, proved) => proved,
            };
            // A larger ball might round to several states. Finer forces make a smaller one.
            if best.as_ref().is_ok_and(|best| best.ball.is_fine()) {
                break;
            }
        }
        match best {
            Ok(solution) => Ok(solution),
            Err(failure) => self.clamped(rows, &problem, failure),
        }
    }

    /// A group that nothing opens may be clamped exactly: the optimum itself keeps all rows.
    fn clamped<'r>(
        &self,
        rows: Vec<&'r Row>,
        problem: &Scaled,
        failure: Failure,
    ) -> Result<Solution<'r>, Failure> {
        let Some((found, kept)) = self.exact(&problem.problem)? else {
            return Err(self.why_nothing(problem)?);
        };
        let forces = self.mean(problem.forces(self.outline, &found));
        let ball = Ball::around(self, &rows, &forces, kept)?;
        match ball.is_good(self) {
            true => Ok(Solution { rows, forces, ball }),
            false => Err(failure),
        }
    }

    /// The optimum of a program, and a motion that keeps its rows; `None` if there is none.
    pub(crate) fn exact(
        &self,
        problem: &Problem,
    ) -> Result<Option<(Approximation, Opening)>, Interrupted> {
        let Outcome::Optimal(mut optimum) = kernel::solve(problem, None, self.monitor)? else {
            return Ok(None);
        };
        optimum.point.truncate(self.target.len());
        let kept = Opening {
            unit: Unit::Over(optimum.denominator.clone()),
            motion: optimum.point,
        };
        let found = Approximation {
            denominator: optimum.denominator,
            multipliers: optimum.multipliers,
            fineness: Fineness::Long,
        };
        Ok(Some((found, kept)))
    }

    /// Multipliers near those of the optimum, `None` if no motion keeps the rows: the optimal ones
    /// if floats may not guess, or find none.
    pub(crate) fn approximate(
        &self,
        problem: &Problem,
        earlier: Option<&[Option<(Integer, Integer)>]>,
        fineness: Fineness,
    ) -> Result<Option<Approximation>, Interrupted> {
        if self.outline.floats
            && let Some(found) = kernel::approximate(problem, earlier, fineness, self.monitor)?
        {
            return Ok(Some(found));
        }
        Ok(self.exact(problem)?.map(|(found, _)| found))
    }

    /// A displacement that opens these rows, by about their lengths.
    pub(crate) fn opening(
        &self,
        problem: &Problem,
        near: &[usize],
    ) -> Result<Option<Vec<Integer>>, Interrupted> {
        if self.outline.floats {
            return Ok(kernel::opening(problem, near, &[], self.monitor));
        }
        let mut rows = Vec::with_capacity(near.len());
        for &index in near {
            let mut row = problem.rows[index].clone();
            let sizes = row.coefficients.iter().map(|(_, number)| number.abs());
            row.bound = sizes.sum();
            rows.push(row);
        }
        let opened = Problem {
            masses: problem.masses.clone(),
            target: vec![Rational::ZERO; problem.target.len()],
            rows,
            equalities: 0,
        };
        let Outcome::Optimal(optimum) = kernel::solve(&opened, None, self.monitor)? else {
            return Ok(None);
        };
        Ok(Some(optimum.point))
    }

    /// Whether the program has other images that are itself.
    pub(crate) fn is_image(&self) -> bool {
        self.images.is_some_and(|images| !images.are_none())
    }

    /// The mean of forces and their images.
    pub(crate) fn mean(&self, forces: Forces) -> Forces {
        match self.images {
            Some(images) => images.mean(forces),
            None => forces,
        }
    }

    /// The opening that the memory has for these bodies, if there is one.
    pub(crate) fn earlier_opening(&self) -> Option<Vec<Integer>> {
        let mut motion = Vec::with_capacity(self.target.len());
        for body in self.bodies {
            motion.extend(self.memory.opening.get(body)?.iter().cloned());
        }
        Some(motion)
    }

    /// Whether no motion keeps the rows, or whether that is not known.
    pub(crate) fn why_nothing(&self, problem: &Scaled) -> Result<Failure, Failure> {
        let outcome = kernel::solve(&problem.problem, None, self.monitor)?;
        Ok(match outcome {
            Outcome::Infeasible(multipliers) => {
                Failure::Impossible(problem.integer_forces(self.outline, &multipliers))
            }
            Outcome::Optimal(_) => Failure::Unsettled,
        })
    }

    pub(crate) fn problem(&self, rows: &[&Row]) -> Scaled {
        let mut scaled = self.pins_problem(rows.len());
        for row in rows {
            let mut coefficients = Vec::with_capacity(row.coefficients.len());
            for (unknown, coefficient) in &row.coefficients {
                coefficients.push((*unknown, coefficient << (CONSTANT - COEFFICIENT)));
            }
            scaled.push(coefficients, -&row.constant);
        }
        scaled
    }

    /// A program of the pins alone, with room for so many rows.
    pub(crate) fn pins_problem(&self, rows: usize) -> Scaled {
        let equalities = 2 * self.pins.len();
        let mut scaled = Scaled {
            problem: Problem {
                masses: self.masses.to_vec(),
                target: self.target.to_vec(),
                rows: Vec::with_capacity(equalities + rows),
                equalities,
            },
            shifts: Vec::with_capacity(equalities + rows),
        };
        for pin in self.pins {
            let (equations, mass) = pin.equations(self.outline, scaled.problem.masses.len());
            for kernel::Row {
                coefficients,
                bound,
            } in equations
            {
                scaled.problem.masses.push(mass.clone());
                scaled.problem.target.push(Rational::ZERO);
                scaled.push(coefficients, bound);
            }
        }
        scaled
    }

    /// The forces in the memory as multipliers, if there are any.
    fn earlier(&self, rows: &[&Row], problem: &Scaled) -> Option<Vec<Option<(Integer, Integer)>>> {
        let unit = (&self.outline.unit).square() << (CONSTANT + FORCE);
        let equalities = problem.problem.equalities;
        let mut multipliers = vec![None; equalities];
        let mut is_any_known = false;
        for (row, shift) in rows.iter().zip(&problem.shifts[equalities..]) {
            let known = self.memory.forces.get(&row.contact);
            is_any_known |= known.is_some();
            multipliers.push(known.map(|[force, _]| (force << *shift, unit.clone())));
        }
        is_any_known.then_some(multipliers)
    }
}

/// A program with rows in integers: 2^-shift U² 2^256 times the rows of the law, behind equations
/// of pins, 2^-shift U 2^128 times.
pub(crate) struct Scaled {
    pub(crate) problem: Problem,
    pub(crate) shifts: Vec<u64>,
}

impl Scaled {
    /// Adds a row.
    pub(crate) fn push(&mut self, mut coefficients: Vec<(usize, Integer)>, mut bound: Integer) {
        // Short numbers cost less.
        let numbers = coefficients
            .iter()
            .map(|(_, number)| number)
            .chain([&bound]);
        let shift = numbers
            .filter_map(Integer::trailing_zeros)
            .min()
            .unwrap_or(0);
        for (_, coefficient) in &mut coefficients {
            *coefficient >>= shift;
        }
        bound >>= shift;
        self.problem.rows.push(kernel::Row {
            coefficients,
            bound,
        });
        self.shifts.push(shift);
    }

    /// Approximate multipliers as forces of pins and of rows over 2^P, rounded.
    fn forces(&self, outline: &Outline, found: &Approximation) -> Forces {
        let square = (&outline.unit).square();
        let equalities = self.problem.equalities;
        let mut across = Vec::with_capacity(self.shifts.len() - equalities);
        let rows = found.multipliers.iter().zip(&self.shifts);
        for (multiplier, shift) in rows.skip(equalities) {
            if *multiplier <= 0 {
                across.push(Integer::ZERO);
                continue;
            }
            let numerator = (multiplier * &square) << (CONSTANT + FORCE);
            across.push(nearest(&numerator, &(&found.denominator << *shift)));
        }
        Forces {
            along: vec![Integer::ZERO; across.len()],
            across,
            pins: self.pin_forces(outline, found),
        }
    }

    /// Approximate multipliers of the equations as forces of pins over 2^P, rounded.
    pub(crate) fn pin_forces(&self, outline: &Outline, found: &Approximation) -> PinForces {
        let equalities = self.problem.equalities;
        let force = |index: usize| {
            let numerator = (&found.multipliers[index] * &outline.unit) << (LONG + FORCE);
            nearest(&numerator, &(&found.denominator << self.shifts[index]))
        };
        let mut pins = Vec::with_capacity(equalities / 2);
        for first in (0..equalities).step_by(2) {
            pins.push([force(first), force(first + 1)]);
        }
        pins
    }

    /// Integer multipliers of the rows as multiples of forces over 2^P, all times the same number.
    /// If no motion keeps the rows, pins have none, since they give way.
    fn integer_forces(&self, outline: &Outline, multipliers: &[Integer]) -> Vec<Integer> {
        let largest = self.shifts.iter().copied().max().unwrap_or(0);
        let square = (&outline.unit).square();
        let mut forces = Vec::with_capacity(self.shifts.len());
        let rows = multipliers.iter().zip(&self.shifts);
        for (multiplier, shift) in rows.skip(self.problem.equalities) {
            forces.push((multiplier * &square) << (largest - *shift));
        }
        forces
    }
}
