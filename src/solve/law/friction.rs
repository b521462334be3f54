//! Programs with rough rows: Coulomb's law (`proofs/RUN.md`, section 13).
//!
//! A rough row has the value w, the slip τ and a force (N, S) in the cone |S| ≤ μ N: (Φ, Ψ), which
//! has acted already, and (φ, ψ), which a record has. For shifts σ ≥ 0 the program
//!
//! ```text
//! min ½ |x - b|²   over   w + μ σ ≥ μ |τ|,      b = x~ - M⁻¹ Σ (Φ row + Ψ slip)
//! ```
//!
//! is convex, a rough row being two linear ones, w + μ σ ∓ μ τ ≥ 0; and where σ = |τ| at its
//! optimum, that obeys Coulomb's law (De Saxcé). It is looked for by taking |τ| for σ again and
//! again, each time from the optimum. Each optimum tells which rows stick, slide and open; with
//! that [`crate::newton`] is faster. Nothing of the search is believed: the forces prove a ball,
//! and how far the law is kept in it. The first σ comes from the guess, and all are rounded to a
//! grid, so that symmetric states have symmetric shifts. If σ comes to no end, smaller ones do,
//! with which bodies hover.

use crate::ball::{self, Ball, Opening};
use crate::error::Failure;
use crate::newton::{Found, Newton};
use crate::number::{FORCE, GRID, RADIUS, over};
use crate::program::{Forces, Frame, Scaled, Solution};
use crate::rows::{COEFFICIENT, CONSTANT, Point, Row, Slip};
use malachite::base::num::arithmetic::traits::{Abs, DivMod, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_program::kernel::number::nearest;
use zwang_program::kernel::{Approximation, Fineness};

/// Shifts are multiples of 2^-72 over U².
const SHIFT: u64 = 72;
/// Shifts from Newton's method are multiples of 2^-52 over U².
const NEWTON_SHIFT: u64 = 52;
/// From so many rounds on a law kept to 2^-5 of what is allowed will do.
const EAGER_ROUNDS: usize = 12;
/// Forces of so many rows or more are looked for by sweeps.
const MANY_ROWS: usize = 64;
/// From so many rounds on after sweeps a law kept to 1/4 of what is allowed will do.
const SWEPT_ROUNDS: usize = 6;
/// From so many rounds on shifts change by half.
const DAMPED_ROUNDS: usize = 24;
/// After so many rounds modes are looked for in another way.
const SEARCHED_ROUNDS: [usize; 3] = [EAGER_ROUNDS, DAMPED_ROUNDS, MOST_ROUNDS - 1];
/// More rounds are not tried.
const MOST_ROUNDS: usize = 40;
/// So often shifts are lowered; the last time there are none.
const MOST_LOWERED: usize = 4;

/// How the law is kept in a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lawfulness {
    /// Some gap is too far below its floor.
    Broken,
    /// Some row that presses is too far above it.
    Hovers,
    /// Coulomb's law.
    Kept,
}

/// The part of a row of the convex program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// w ≥ 0.
    Smooth,
    /// w + μ σ - μ τ ≥ 0 or, with -1, w + μ σ + μ τ ≥ 0.
    Side(i8),
}

struct Search<'s, 'r> {
    frame: &'s Frame<'s>,
    rows: &'s [&'r Row],
    /// b.
    target: Vec<Rational>,
    /// σ, over U² 2^256.
    shifts: Vec<Integer>,
    /// Forces of the last round, or of the memory.
    forces: Forces,
    /// In floats; it does not know pins.
    newton: Option<Newton<'s, 'r>>,
    /// Whether shifts are those of sweeps over contacts.
    is_swept: bool,
    /// Shifts of the rounds before, the last ones first.
    earlier_shifts: [Vec<Integer>; 2],
}

/// A convex program, and what its rows are of.
struct Convex {
    scaled: Scaled,
    /// The row of the law, and the part of it, of each row behind the equations of pins.
    parts: Vec<(usize, Part)>,
}

/// Ways to try if forces prove too little: finer numbers, and smaller shifts, with which bodies
/// rather hover than sink; without any it is the convex law.
struct Tries {
    fineness: Fineness,
    lowered: usize,
}

/// Solves the program of these rows.
pub(crate) fn solve<'r>(frame: &Frame, rows: Vec<&'r Row>) -> Result<Solution<'r>, Failure> {
    let target = frame.target_point();
    let is_kept = rows.iter().all(|row| is_kept_without_force(row, &target));
    if is_kept && frame.pins.iter().all(|pin| pin.is_closed(&target)) {
        // What slips or falls off might be held as well, and rests then. (It might also stick at
        // one end and turn about it; but nothing presses it there.)
        if frame.is_at_rest && rows.iter().any(|row| might_hold(row, &target)) {
            let held = Search::new(frame, &rows, &target).without_slip()?;
            let smooth = frame.problem(&rows);
            if let Some(forces) = held
                && let Ok(ball) = Ball::of(frame, &rows, &smooth, &forces)
                && ball.is_good(frame)
                && rests(&ball.point)
            {
                return Ok(Solution { rows, forces, ball });
            }
        }
        return Ok(Solution {
            forces: frame.no_forces(rows.len()),
            ball: Ball::at_target(&rows, target),
            rows,
        });
    }
    let smooth = frame.problem(&rows);
    let mut search = Search::new(frame, &rows, &target);
    let mut forces = search.fixed_point()?;
    if forces.is_none() {
        // Rough rows allow no motion, smooth ones perhaps do.
        let found = frame.approximate(&smooth.problem, None, Fineness::Floats)?;
        if found.is_none() {
            return Err(frame.why_nothing(&smooth)?);
        }
    }
    let mut best: Option<(Forces, Ball)> = None;
    let mut failure = Failure::Unsettled;
    let mut tries = Tries::new();
    let mut is_searched = false;
    loop {
        let begin = forces.clone();
        if let Some(forces) = forces {
            match Ball::of(frame, &rows, &smooth, &forces) {
                Ok(ball) => {
                    let last = best.as_ref().map(|(_, ball)| ball);
                    if last.is_none_or(|last| is_better(frame, &ball, last)) {
                        best = Some((forces, ball));
                    }
                }
                Err(reason) => failure = reason,
            }
        }
        let last = best.as_ref().map(|(_, ball)| ball);
        let is_lawful = last.is_some_and(|ball| ball.is_good(frame) && !ball.is_relaxed());
        if !is_lawful && !is_searched {
            is_searched = true;
            forces = search.searched(begin.as_ref().unwrap_or(&search.forces))?;
            if forces.is_some() {
                continue;
            }
        }
        let Some(fineness) = tries.next(frame, last, &mut search) else {
            break;
        };
        forces = search.convex_optimum(fineness)?;
    }
    if let Some((forces, ball)) = best
        && ball.is_good(frame)
    {
        return Ok(Solution { rows, forces, ball });
    }
    // What nothing opens may be clamped exactly.
    let (forces, kept) = search.exact_optimum()?.ok_or(failure.clone())?;
    let ball = Ball::around(frame, &rows, &forces, kept)?;
    match ball.is_good(frame) {
        true => Ok(Solution { rows, forces, ball }),
        false => Err(failure),
    }
}

/// The solution without forces at rows that leave, if these are kept so: friction might jam them as
/// well, but nothing presses them.
pub(crate) fn without_leaving<'r>(
    frame: &Frame,
    rows: &[&'r Row],
) -> Result<Option<Solution<'r>>, Failure> {
    let others: Vec<usize> = (0..rows.len())
        .filter(|index| !rows[*index].leaves)
        .collect();
    let kept = others.iter().map(|index| rows[*index]).collect();
    let solution = match frame.solve(kept) {
        Ok(solution) => solution,
        Err(Failure::Interrupted(stop)) => return Err(Failure::Interrupted(stop)),
        Err(_) => return Ok(None),
    };
    let mut forces = frame.no_forces(rows.len());
    for (place, index) in others.into_iter().enumerate() {
        forces.across[index].clone_from(&solution.forces.across[place]);
        forces.along[index].clone_from(&solution.forces.along[place]);
    }
    forces.pins = solution.forces.pins;
    let ball = Ball::of(frame, rows, &frame.problem(rows), &forces);
    let ball = ball.ok().filter(|ball| ball.is_good(frame));
    Ok(ball.map(|ball| Solution {
        rows: rows.to_vec(),
        forces,
        ball,
    }))
}

impl Tries {
    fn new() -> Self {
        Self {
            fineness: Fineness::Floats,
            lowered: 0,
        }
    }

    fn next(
        &mut self,
        frame: &Frame,
        ball: Option<&Ball>,
        search: &mut Search,
    ) -> Option<Fineness> {
        if ball.is_some_and(|ball| ball.is_good(frame)) {
            return None;
        }
        let is_small = ball.is_some_and(|ball| ball.is_small(frame));
        if !is_small && let Some(finer) = self.fineness.finer() {
            self.fineness = finer;
            return Some(finer);
        }
        self.fineness = Fineness::Floats;
        self.lowered += 1;
        if self.lowered > MOST_LOWERED {
            return None;
        }
        let last = ball.filter(|_| self.lowered < MOST_LOWERED);
        search.lower(last.map(|ball| &ball.point));
        Some(self.fineness)
    }
}

fn is_better(frame: &Frame, one: &Ball, other: &Ball) -> bool {
    let of = |ball: &Ball| (ball.is_small(frame), ball.lawfulness);
    match of(one).cmp(&of(other)) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => one.radius < other.radius,
    }
}

/// Whether a row is kept at a point without more force, and no other force is better.
fn is_kept_without_force(row: &Row, point: &Point) -> bool {
    let value = row.value(point).numerator;
    match &row.slip {
        Some(slip) if slip.base[0] != 0 => {
            let [above, below] = &slip.friction;
            let moved = slip.numerator(point);
            let [across, along] = &slip.base;
            value == 0 && above * across * (&moved).abs() + below * along * moved == 0
        }
        _ => value >= 0,
    }
}

/// Whether a motion rounds to none.
fn rests(point: &Point) -> bool {
    let numbers = point.numerators.iter();
    numbers
        .map(|number| number.abs() << (GRID + 1))
        .all(|twice| twice < point.unit)
}

/// Whether a row that touches slips at a point by more than it opens there, times its friction: a
/// force within its friction may do work against that.
fn might_hold(row: &Row, point: &Point) -> bool {
    let Some(slip) = row.slip.as_ref().filter(|_| row.touches) else {
        return false;
    };
    let [above, below] = &slip.friction;
    above * slip.numerator(point).abs() > below * row.value(point).numerator
}

impl Slip {
    /// N and S: what has acted already, and more.
    pub(crate) fn whole(&self, across: &Integer, along: &Integer) -> [Integer; 2] {
        let [across_base, along_base] = &self.base;
        [across_base + across, along_base + along]
    }
}

/// Σ φ w, and for rough rows N max(w, μ |τ|) + S τ, at a point.
pub(crate) fn work(frame: &Frame, rows: &[&Row], forces: &Forces, point: &Point) -> Rational {
    let mut smooth = Integer::ZERO;
    let mut rough: BTreeMap<&Integer, Integer> = BTreeMap::new();
    for (row, (across, along)) in rows.iter().zip(forces.across.iter().zip(&forces.along)) {
        let Some(slip) = &row.slip else {
            if *across != 0 {
                smooth += across * row.value(point).numerator;
            }
            continue;
        };
        let [across, along] = slip.whole(across, along);
        if across == 0 {
            continue;
        }
        let [above, below] = &slip.friction;
        let moved = slip.numerator(point);
        let value = row.value(point).numerator * below;
        let largest = value.max(above * (&moved).abs());
        *rough.entry(below).or_default() += across * largest + below * along * moved;
    }
    let unit = ((&frame.outline.unit).square() * &point.unit) << (CONSTANT + FORCE);
    let mut sum = Rational::from_integers_ref(&smooth, &unit);
    for (below, part) in rough {
        sum += Rational::from_integers(part, &unit * below);
    }
    sum
}

/// How the law is kept in a ball.
pub(crate) fn lawfulness(
    frame: &Frame,
    rows: &[&Row],
    forces: &Forces,
    opened: &Point,
    radius: &Integer,
) -> Lawfulness {
    let outline = frame.outline;
    // 2 v² and 8 μ² |slip|² ρ² have half of law² |e|² each.
    let of_value = frame.law_squared >> 2u64;
    let ball = over(radius, RADIUS).square() << 4u64;
    let mut lawfulness = Lawfulness::Kept;
    for (row, across) in rows.iter().zip(&forces.across) {
        let Some(slip) = &row.slip else {
            continue;
        };
        let mut value = row.value(opened);
        let contact = &row.contact;
        let presses = &slip.base[0] + across > 0;
        if value.numerator > 0 && presses && !value.is_within(outline, contact, &of_value) {
            lawfulness = Lawfulness::Hovers;
            let parts = [contact.vertex.part, contact.edge.part];
            let mut widest = outline.depth_squared_of(parts) >> 2u64;
            if row.is_of_velocities {
                widest /= (&outline.step).square();
            }
            if !value.is_within(outline, contact, &widest) {
                return Lawfulness::Broken;
            }
        }
        if value.numerator < 0 {
            value.numerator = -value.numerator;
            if !value.is_within(outline, contact, &of_value) {
                return Lawfulness::Broken;
            }
        }
        let [above, below] = &slip.friction;
        let spread = &ball * Rational::from_integers_ref(above, below).square();
        // Short of bodies of less than 2^-40 kg.
        if &spread << 40u64 > *frame.law_squared {
            let size = slip.size_squared(outline, frame.masses) * spread;
            if size > outline.length_squared(contact) * frame.law_squared {
                return Lawfulness::Broken;
            }
        }
    }
    lawfulness
}

/// Forces with N ≥ 0 and |S| ≤ μ N.
pub(crate) fn within_bounds(rows: &[&Row], mut forces: Forces) -> Forces {
    for (index, row) in rows.iter().enumerate() {
        let [across, along] = [&mut forces.across[index], &mut forces.along[index]];
        let Some(slip) = &row.slip else {
            if *across < 0 {
                *across = Integer::ZERO;
            }
            continue;
        };
        let [across_base, along_base] = &slip.base;
        let [mut whole, mut friction] = slip.whole(across, along);
        if whole < 0 {
            whole = Integer::ZERO;
        }
        let [above, below] = &slip.friction;
        let most = (above * &whole).div_mod(below).0;
        if friction > most {
            friction = most;
        } else if friction < -&most {
            friction = -most;
        }
        *across = whole - across_base;
        *along = friction - along_base;
    }
    forces
}

impl<'s, 'r> Search<'s, 'r> {
    fn new(frame: &'s Frame<'s>, rows: &'s [&'r Row], target: &Point) -> Self {
        let mut shifts = Vec::with_capacity(rows.len());
        let mut base = frame.no_forces(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let Some(slip) = &row.slip else {
                shifts.push(Integer::ZERO);
                continue;
            };
            [base.across[index], base.along[index]] = slip.base.each_ref().map(|force| -force);
            // Velocities begin with their target, positions with their guess.
            shifts.push(match row.is_of_velocities {
                true => shift(&slip.numerator(target), target, SHIFT),
                false => slip.first_shift.clone(),
            });
        }
        Self {
            target: ball::moved(frame, rows, &base),
            forces: remembered(frame, rows),
            newton: (frame.pins.is_empty() && frame.outline.floats)
                .then(|| Newton::new(frame, rows)),
            frame,
            rows,
            shifts,
            is_swept: false,
            earlier_shifts: [Vec::new(), Vec::new()],
        }
    }

    /// Forces that keep the law, or after many rounds those that were reached; `None` if a convex
    /// program has no solution.
    fn fixed_point(&mut self) -> Result<Option<Forces>, Failure> {
        // Of several motions that obey the law one may be rest: without anything to go by it comes
        // first.
        let is_informed =
            !self.forces.are_none() || self.rows.iter().any(|row| row.is_of_velocities);
        if is_informed && let Some(forces) = self.lawful()? {
            return Ok(Some(forces));
        }
        if !is_informed && let Some(forces) = self.without_slip()? {
            return Ok(Some(forces));
        }
        for round in 0..MOST_ROUNDS {
            let Some(forces) = self.convex_optimum(Fineness::Floats)? else {
                return Ok(None);
            };
            let point = ball::moved_point(self.frame, self.rows, &forces).0;
            if self.has_settled(&point, &forces, round) {
                return Ok(Some(forces));
            }
            if SEARCHED_ROUNDS.contains(&round)
                && let Some(found) = self.searched(&forces)?
            {
                return Ok(Some(found));
            }
            if round == 0 && !is_informed && self.may_sweep() {
                self.forces = forces;
                if let Some(found) = self.lawful()? {
                    return Ok(Some(found));
                }
                continue;
            }
            match self.newton(&forces)? {
                Some(found) if found.is_exact => return Ok(Some(found.forces)),
                // Alternately, so that neither leads astray for ever.
                Some(found) if round % 3 < 2 => {
                    let (point, _) = ball::moved_point(self.frame, self.rows, &found.forces);
                    self.take_shifts(&point, NEWTON_SHIFT, round);
                }
                _ => {
                    let [last, _] = std::mem::take(&mut self.earlier_shifts);
                    self.earlier_shifts = [self.shifts.clone(), last];
                    self.take_shifts(&point, SHIFT, round);
                    if self.is_swept && round % 3 == 2 {
                        self.extrapolate();
                    }
                }
            }
            self.forces = forces;
        }
        self.convex_optimum(Fineness::Floats)
    }

    /// Forces with which nothing that presses slips, if there are such: the optimum without shifts,
    /// where the bodies rest if forces within friction can hold them, however closely.
    fn without_slip(&mut self) -> Result<Option<Forces>, Failure> {
        let none = vec![Integer::ZERO; self.shifts.len()];
        let shifts = std::mem::replace(&mut self.shifts, none);
        if let Some(forces) = self.convex_optimum(Fineness::Floats)? {
            let (point, _) = ball::moved_point(self.frame, self.rows, &forces);
            if self.has_settled(&point, &forces, 0) {
                return Ok(Some(forces));
            }
        }
        self.shifts = shifts;
        Ok(None)
    }

    /// Forces that keep the law to many digits, by a longer search from some forces.
    fn searched(&self, begin: &Forces) -> Result<Option<Forces>, Failure> {
        let Some(newton) = &self.newton else {
            return Ok(None);
        };
        let found = newton.search(begin)?.filter(|found| found.is_exact);
        Ok(found.map(|found| found.forces))
    }

    /// Whether forces may be looked for by sweeps. These know no symmetry, and of few rows the
    /// exact search costs little.
    fn may_sweep(&self) -> bool {
        let are_many = self.rows.len() >= MANY_ROWS;
        are_many && self.newton.is_some() && !self.frame.is_image()
    }

    /// Forces that keep the law to many digits, by Newton's method or sweeps from the present ones;
    /// if there are none, shifts and forces are those of sweeps from now on.
    fn lawful(&mut self) -> Result<Option<Forces>, Failure> {
        let Some(newton) = self.newton.as_ref().filter(|_| self.may_sweep()) else {
            let found = self.newton(&self.forces)?.filter(|found| found.is_exact);
            return Ok(found.map(|found| found.forces));
        };
        if let Some(found) = newton.solve_at_once(&self.forces)?
            && found.is_exact
        {
            return Ok(Some(found.forces));
        }
        let found = newton.sweep(&self.forces)?;
        if found.is_exact {
            return Ok(Some(found.forces));
        }
        let (point, _) = ball::moved_point(self.frame, self.rows, &found.forces);
        self.take_shifts(&point, SHIFT, 0);
        self.forces = found.forces;
        self.is_swept = true;
        Ok(None)
    }

    fn newton(&self, begin: &Forces) -> Result<Option<Found>, Failure> {
        match &self.newton {
            Some(newton) if self.is_swept => newton.solve_soon(begin),
            Some(newton) => newton.solve(begin),
            None => Ok(None),
        }
    }

    /// Takes smaller shifts: at most the slips of a point, or none.
    fn lower(&mut self, point: Option<&Point>) {
        for (row, own) in self.rows.iter().zip(&mut self.shifts) {
            let moved = match (&row.slip, point) {
                (Some(slip), Some(point)) => shift(&slip.numerator(point), point, SHIFT),
                _ => Integer::ZERO,
            };
            if moved < *own {
                *own = moved;
            }
        }
    }

    /// Takes the slips of a point for shifts.
    fn take_shifts(&mut self, point: &Point, digits: u64, round: usize) {
        for (row, own) in self.rows.iter().zip(&mut self.shifts) {
            let Some(slip) = &row.slip else {
                continue;
            };
            let next = shift(&slip.numerator(point), point, digits);
            *own = match round < DAMPED_ROUNDS {
                true => next,
                false => (next + &*own) >> 1u64,
            };
        }
    }

    /// Takes the limits of shifts that seem to go on as geometric series.
    fn extrapolate(&mut self) {
        let [last, first] = &self.earlier_shifts;
        for ((own, last), first) in self.shifts.iter_mut().zip(last).zip(first) {
            let [before, after] = [last - first, &*own - last];
            // With a ratio from 0 to 15/16.
            let is_of_one_sign = (before > 0) == (after > 0);
            let fades = (&after).abs() << 4u64 < (&before).abs() * Integer::from(15);
            if is_of_one_sign && fades {
                let rest = (&after).square() / (before - after);
                let limit = (&*own + rest) >> (CONSTANT - SHIFT) << (CONSTANT - SHIFT);
                *own = limit.max(Integer::ZERO);
            }
        }
    }

    /// Whether the slips of a point are the shifts already.
    fn has_settled(&self, point: &Point, forces: &Forces, round: usize) -> bool {
        let digits = match round {
            SWEPT_ROUNDS.. if self.is_swept => 4u64,
            0..EAGER_ROUNDS if !self.is_swept => 44,
            _ => 10,
        };
        let tolerance = self.frame.law_squared >> digits;
        for (index, row) in self.rows.iter().enumerate() {
            let Some(slip) = &row.slip else {
                continue;
            };
            let mut value = row.value(point);
            let presses = &slip.base[0] + &forces.across[index] > 0;
            let is_above = value.numerator >= 0;
            value.numerator = value.numerator.abs();
            let is_off = !value.is_within(self.frame.outline, &row.contact, &tolerance);
            if is_off && (presses || !is_above) {
                return false;
            }
        }
        true
    }

    /// Forces of the convex program for the present shifts.
    fn convex_optimum(&self, fineness: Fineness) -> Result<Option<Forces>, Failure> {
        let convex = self.convex();
        let earlier = self.earlier(&convex);
        let problem = &convex.scaled.problem;
        let found = self.frame.approximate(problem, Some(&earlier), fineness)?;
        Ok(found.map(|found| self.forces(&convex, &found)))
    }

    /// The same exactly, and its motion.
    fn exact_optimum(&self) -> Result<Option<(Forces, Opening)>, Failure> {
        let convex = self.convex();
        let found = self.frame.exact(&convex.scaled.problem)?;
        Ok(found.map(|(found, kept)| (self.forces(&convex, &found), kept)))
    }

    fn convex(&self) -> Convex {
        let mut scaled = self.frame.pins_problem(2 * self.rows.len());
        for (own, target) in scaled.problem.target.iter_mut().zip(&self.target) {
            own.clone_from(target);
        }
        let mut parts = Vec::with_capacity(2 * self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            let Some(slip) = &row.slip else {
                let coefficients = long(&row.coefficients, &Integer::from(1));
                scaled.push(coefficients, -&row.constant);
                parts.push((index, Part::Smooth));
                continue;
            };
            let [above, below] = &slip.friction;
            let bound = -(below * &row.constant + above * &self.shifts[index]);
            for side in [1, -1] {
                scaled.push(both(row, slip, side), bound.clone());
                parts.push((index, Part::Side(side)));
            }
        }
        Convex { scaled, parts }
    }

    /// The forces of the round before as multipliers.
    fn earlier(&self, convex: &Convex) -> Vec<Option<(Integer, Integer)>> {
        let unit = (&self.frame.outline.unit).square() << (CONSTANT + FORCE);
        let mut multipliers = vec![None; convex.scaled.problem.equalities];
        for ((index, part), shift) in convex.parts.iter().zip(convex.shifts()) {
            let [across, along] = [&self.forces.across[*index], &self.forces.along[*index]];
            let (numerator, denominator) = match (part, &self.rows[*index].slip) {
                (Part::Side(side), Some(slip)) => {
                    // N = λ + λ', S = μ (λ' - λ), λ' being that of the side -1.
                    let [above, below] = &slip.friction;
                    let [across, along] = slip.whole(across, along);
                    let sum = above * across - below * along * Integer::from(*side);
                    (sum, (above * below * &unit) << 1u64)
                }
                _ => (across.clone(), unit.clone()),
            };
            multipliers.push((numerator > 0).then(|| (numerator << *shift, denominator)));
        }
        multipliers
    }

    /// The forces of multipliers, without what has acted already.
    fn forces(&self, convex: &Convex, found: &Approximation) -> Forces {
        let mut forces = self.frame.no_forces(self.rows.len());
        forces.pins = convex.scaled.pin_forces(self.frame.outline, found);
        for (index, row) in self.rows.iter().enumerate() {
            if let Some(slip) = &row.slip {
                [forces.across[index], forces.along[index]] =
                    slip.base.each_ref().map(|force| -force);
            }
        }
        let square = (&self.frame.outline.unit).square();
        let multipliers = found.multipliers.iter();
        let multipliers = multipliers.skip(convex.scaled.problem.equalities);
        let parts = convex.parts.iter().zip(convex.shifts());
        for (multiplier, ((index, part), shift)) in multipliers.zip(parts) {
            if *multiplier == 0 {
                continue;
            }
            let unit = &found.denominator << *shift;
            let force = |factor: &Integer| {
                let numerator = (multiplier * &square * factor) << (CONSTANT + FORCE);
                nearest(&numerator, &unit)
            };
            match (part, &self.rows[*index].slip) {
                (Part::Side(side), Some(slip)) => {
                    let [above, below] = &slip.friction;
                    forces.across[*index] += force(below);
                    forces.along[*index] -= force(above) * Integer::from(*side);
                }
                _ => forces.across[*index] += force(&Integer::from(1)),
            }
        }
        within_bounds(self.rows, self.frame.mean(forces))
    }
}

impl Convex {
    /// The powers of two that were divided out of the rows.
    fn shifts(&self) -> &[u64] {
        &self.scaled.shifts[self.scaled.problem.equalities..]
    }
}

/// Coefficients times a factor, over U² 2^256.
fn long(coefficients: &[(usize, Integer)], factor: &Integer) -> Vec<(usize, Integer)> {
    let digits = CONSTANT - COEFFICIENT;
    let long = coefficients.iter();
    long.map(|(unknown, number)| (*unknown, (number * factor) << digits))
        .collect()
}

/// The coefficients of w - μ τ, or of w + μ τ for the side -1, times the denominator of μ.
fn both(row: &Row, slip: &Slip, side: i8) -> Vec<(usize, Integer)> {
    let [above, below] = &slip.friction;
    let mut sums: BTreeMap<usize, Integer> = BTreeMap::new();
    for (unknown, number) in long(&row.coefficients, below) {
        *sums.entry(unknown).or_default() += number;
    }
    for (unknown, number) in long(&slip.coefficients, above) {
        *sums.entry(unknown).or_default() -= number * Integer::from(side);
    }
    sums.retain(|_, number| *number != 0);
    sums.into_iter().collect()
}

/// |τ| on a grid, over U² 2^256, for its numerator at a point.
fn shift(moved: &Integer, point: &Point, digits: u64) -> Integer {
    nearest(&(moved.abs() << digits), &(&point.unit << CONSTANT)) << (CONSTANT - digits)
}

/// The forces of the memory; none in a program of velocities, where what has acted already is
/// nearly right.
fn remembered(frame: &Frame, rows: &[&Row]) -> Forces {
    let mut forces = frame.no_forces(rows.len());
    for (index, row) in rows.iter().enumerate() {
        if row.is_of_velocities && row.slip.is_some() {
            continue;
        }
        if let Some([across, along]) = frame.memory.forces.get(&row.contact) {
            forces.across[index] = across.clone();
            forces.along[index] = along.clone();
        }
    }
    forces
}
