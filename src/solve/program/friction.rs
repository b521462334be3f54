//! Motions with dry friction: Coulomb's law as a complementarity problem.
//!
//! Each contact has two linear forms in the point x, the gap acceleration u = n·x - b and the
//! sliding acceleration v = t·x - c. Wanted are x and forces φ, ψ of the contacts, and multipliers
//! of equalities e·x = d, with
//!
//! ```text
//! M (x - g) = Σ (φ n + ψ t) + Σ η e,   φ ≥ 0,  u ≥ 0,  φ u = 0,  |ψ| ≤ μ φ
//! ψ = -μ φ σ  where the contact slides in direction σ,   ψ v + μ φ |v| = 0  where it does not
//! ```
//!
//! A guess in floats ([`modes`]) tells for each contact whether it opens, sticks or slides; with
//! these modes the problem is linear, and [`pattern`] solves it exactly. If signs turn out
//! wrong, modes are changed a few times. [`lemke`] needs no guess, and always ends: with an answer,
//! or on a ray. [`holding`] finds forces that hold a given point. [`exploration`] looks at all
//! modes of a small problem: for all answers, or for one that is not rest.

pub(crate) mod complementarity;
pub(crate) mod dictionary;
pub(crate) mod effort;
pub(crate) mod exploration;
pub(crate) mod fixed_pivots;
pub(crate) mod holding;
pub(crate) mod lemke;
pub(crate) mod modes;
pub(crate) mod pattern;

use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::{common_denominator, times};
use crate::options::Options;
use crate::problem::Row;
pub use exploration::{Aim, Exclusion, Explored, Modes};
pub use lemke::Pivoted;
use malachite::base::num::arithmetic::traits::{Lcm, Sign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use modes::Guessed;
use pattern::PatternOutcome;
use std::cmp::Ordering;

/// The largest problems, in contacts, for which the point of least squares is found if several
/// points have the same modes; larger problems have the one that comes first.
const MOST_CONTACTS: usize = 3_000;
/// This many times modes are changed where exact signs contradict them.
const MOST_REPAIRS: usize = 24;

/// Forces that are not determined are kept to so many bits below the largest; if that does not
/// do, to more.
const KEPT_BITS: [i64; 2] = [12, 30];

/// A problem of motion with friction.
#[derive(Clone, Debug)]
pub struct FrictionProblem {
    /// The positive diagonal of M.
    pub masses: Vec<Rational>,
    /// g: where x would be without contacts.
    pub target: Vec<Rational>,
    /// e and d.
    pub equalities: Vec<Row>,
    /// The contacts.
    pub contacts: Vec<FrictionContact>,
}

/// A contact with its forms.
#[derive(Clone, Debug)]
pub struct FrictionContact {
    /// n and b.
    pub normal: Row,
    /// t and c.
    pub tangent: Row,
    /// μ ≥ 0.
    pub friction: Rational,
    /// σ: 1 or -1 if it slides along or against t, 0 if it does not slide.
    pub sliding: i8,
}

/// A linear map that takes answers to answers.
#[derive(Clone, Debug)]
pub struct Image {
    /// For each variable its image value, as a combination of variables.
    pub point: Vec<Vec<(usize, Rational)>>,
    /// The contact to which each contact goes, and the factors by which φ and ψ are multiplied.
    pub contacts: Vec<(usize, [Rational; 2])>,
    /// For each equality its image multiplier, as a combination of multipliers.
    pub equalities: Vec<Vec<(usize, Rational)>>,
}

/// How a contact behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Without force.
    Open,
    /// u = 0 and v = 0.
    Stick,
    /// u = 0 and ψ = -μ φ times this sign, which is that of v or, where it slides, σ. A contact
    /// that might stick may also have no ψ: the sign 0, and v = 0.
    Slide(i8),
}

/// A point with forces, over one denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrictionAnswer {
    /// The common denominator D > 0.
    pub denominator: Integer,
    /// D x.
    pub point: Vec<Integer>,
    /// D φ and D ψ of each contact.
    pub forces: Vec<[Integer; 2]>,
    /// D η.
    pub equalities: Vec<Integer>,
}

/// An answer, and how it was found.
#[derive(Clone, Debug)]
pub struct FrictionSolution {
    /// The answer.
    pub answer: FrictionAnswer,
    /// Whether no other point has the same modes.
    pub is_unique: bool,
    /// How often modes were changed.
    pub repairs: usize,
}

/// An answer with the modes that led to it.
struct Repaired {
    solution: FrictionSolution,
    modes: Vec<Mode>,
}

impl Image {
    /// The least common denominator of all factors.
    fn common_denominator(&self) -> Natural {
        let combinations = self.point.iter().chain(&self.equalities);
        let of_values = combinations.flatten().map(|(_, factor)| factor);
        let of_forces = self.contacts.iter().flat_map(|(_, factors)| factors);
        common_denominator(of_values.chain(of_forces))
    }
}

impl FrictionContact {
    /// Whether its sliding is still to be decided.
    pub(crate) fn is_candidate(&self) -> bool {
        self.sliding == 0 && self.friction != 0
    }
}

impl FrictionAnswer {
    /// Whether this is the same x.
    #[must_use]
    pub fn is_same_point(&self, other: &Self) -> bool {
        let pairs = self.point.iter().zip(&other.point);
        pairs
            .into_iter()
            .all(|(one, two)| one * &other.denominator == two * &self.denominator)
    }

    /// Whether this is the same x with the same forces.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let own = self.forces.iter().flatten().chain(&self.equalities);
        let others = other.forces.iter().flatten().chain(&other.equalities);
        let mut pairs = own.zip(others);
        self.is_same_point(other)
            && pairs.all(|(one, two)| one * &other.denominator == two * &self.denominator)
    }

    /// The mean of the answer and its images.
    #[must_use]
    pub fn mean(&self, images: &[Image]) -> Self {
        if images.is_empty() {
            return self.clone();
        }
        let mut common = Natural::ONE;
        for image in images {
            common = common.lcm(image.common_denominator());
        }
        let whole = Integer::from(&common);
        let mut mean = Self {
            denominator: &self.denominator * &whole * Integer::from(images.len() + 1),
            point: scaled(&self.point, &whole),
            forces: Vec::with_capacity(self.forces.len()),
            equalities: scaled(&self.equalities, &whole),
        };
        for force in &self.forces {
            mean.forces
                .push(force.each_ref().map(|value| value * &whole));
        }
        for image in images {
            mean.add(self, image, &common);
        }
        mean
    }

    /// The image of the answer.
    #[must_use]
    pub fn image(&self, image: &Image) -> Self {
        let mut moved = Self {
            denominator: self.denominator.clone(),
            point: vec![Integer::ZERO; image.point.len()],
            forces: vec![[Integer::ZERO, Integer::ZERO]; self.forces.len()],
            equalities: vec![Integer::ZERO; image.equalities.len()],
        };
        let common = image.common_denominator();
        moved.denominator *= Integer::from(&common);
        moved.add(self, image, &common);
        moved
    }

    /// Adds the image of an answer, times a common denominator.
    fn add(&mut self, other: &Self, image: &Image, common: &Natural) {
        combine(&mut self.point, &image.point, &other.point, common);
        combine(
            &mut self.equalities,
            &image.equalities,
            &other.equalities,
            common,
        );
        for (force, (target, factors)) in other.forces.iter().zip(&image.contacts) {
            let sums = self.forces[*target].iter_mut();
            for ((sum, value), factor) in sums.zip(force).zip(factors) {
                *sum += value * times(factor, common);
            }
        }
    }

    /// u or v times the denominator.
    pub(crate) fn slack(&self, row: &Row) -> Integer {
        row.slack(&self.point, &self.denominator)
    }
}

/// Numbers as integers over a common denominator.
fn numbers_over(numbers: &[Rational], denominator: &Natural) -> Vec<Integer> {
    let integers = numbers.iter().map(|number| times(number, denominator));
    integers.collect()
}

/// Pairs of numbers as integers over a common denominator.
fn pairs_over(pairs: &[[Rational; 2]], denominator: &Natural) -> Vec<[Integer; 2]> {
    let mut integers = Vec::with_capacity(pairs.len());
    for [first, second] in pairs {
        let first = times(first, denominator);
        let second = times(second, denominator);
        integers.push([first, second]);
    }
    integers
}

fn scaled(values: &[Integer], factor: &Integer) -> Vec<Integer> {
    values.iter().map(|value| value * factor).collect()
}

/// Adds combinations of values to sums.
fn combine(
    sums: &mut [Integer],
    combinations: &[Vec<(usize, Rational)>],
    values: &[Integer],
    common: &Natural,
) {
    for (sum, combination) in sums.iter_mut().zip(combinations) {
        for (index, factor) in combination {
            *sum += &values[*index] * times(factor, common);
        }
    }
}

impl FrictionProblem {
    /// Whether an answer satisfies all conditions.
    #[must_use]
    pub fn holds(&self, answer: &FrictionAnswer) -> bool {
        self.is_newtonian(answer)
            && self.equalities.iter().all(|row| answer.slack(row) == 0)
            && self
                .contacts
                .iter()
                .zip(&answer.forces)
                .all(|(contact, force)| {
                    let mode = observed(contact, answer, force);
                    mode.is_some_and(|mode| better_mode(contact, answer, force, mode) == mode)
                })
    }

    /// M (x - g) = Σ (φ n + ψ t) + Σ η e.
    fn is_newtonian(&self, answer: &FrictionAnswer) -> bool {
        let mut loads = vec![Integer::ZERO; self.masses.len()];
        for (contact, [across, along]) in self.contacts.iter().zip(&answer.forces) {
            add_multiple(&mut loads, &contact.normal, across);
            add_multiple(&mut loads, &contact.tangent, along);
        }
        for (row, multiplier) in self.equalities.iter().zip(&answer.equalities) {
            add_multiple(&mut loads, row, multiplier);
        }
        let numbers = self.masses.iter().zip(&self.target);
        let values = answer.point.iter().zip(&loads);
        for ((mass, target), (value, load)) in numbers.zip(values) {
            let offset = Rational::from(value) - target * Rational::from(&answer.denominator);
            if mass * offset != *load {
                return false;
            }
        }
        true
    }

    /// An answer from a float guess; `None` if none is found that way. The answer is symmetric.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn solve_by_modes(
        &self,
        images: &[Image],
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<FrictionSolution>, Interrupted> {
        if !options.floats {
            return Ok(None);
        }
        let Some(guessed) = modes::guess(self, images, monitor) else {
            monitor.check()?;
            return Ok(None);
        };
        for bits in KEPT_BITS {
            let Some(found) = self.repaired(&guessed, bits, images, monitor)? else {
                continue;
            };
            let mut solution = found.solution;
            if !solution.is_unique
                && self.contacts.len() <= MOST_CONTACTS
                && let Some(least) = self.least(&found.modes, images, options, monitor)?
            {
                solution.answer = least;
            }
            return Ok(Some(solution));
        }
        if self.contacts.len() > MOST_CONTACTS {
            return Ok(None);
        }
        let least = self.least(&guessed.modes, images, options, monitor)?;
        Ok(least.map(|answer| FrictionSolution {
            is_unique: pattern::is_unique(self, &guessed.modes, monitor),
            answer,
            repairs: 0,
        }))
    }

    /// Any answer, from a guess in floats, or where these cannot tell modes apart in longer
    /// numbers; `None` if none is found that way.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn solve_by_guess(
        &self,
        monitor: &Monitor,
    ) -> Result<Option<FrictionSolution>, Interrupted> {
        let guessed = modes::guess(self, &[], monitor);
        monitor.check()?;
        if let Some(guessed) = &guessed {
            for bits in KEPT_BITS {
                if let Some(found) = self.repaired(guessed, bits, &[], monitor)? {
                    return Ok(Some(found.solution));
                }
            }
            let (reduced, kept) = self.reduced(guessed);
            if let Some(found) = self.solve_by_fixed_pivots(&reduced, &kept, monitor)? {
                return Ok(Some(found));
            }
        }
        let all: Vec<usize> = (0..self.contacts.len()).collect();
        self.solve_by_fixed_pivots(self, &all, monitor)
    }

    /// The problem with the contacts that a guess does not hold for clearly open, where those slide
    /// that clearly slide by it; and the indices of its contacts.
    fn reduced(&self, guessed: &Guessed) -> (Self, Vec<usize>) {
        let mut reduced = Self {
            contacts: Vec::new(),
            ..self.clone()
        };
        let mut kept = Vec::new();
        for (index, contact) in self.contacts.iter().enumerate() {
            let mode = guessed.modes[index];
            let is_clear = guessed.is_clear[index];
            if is_clear && mode == Mode::Open {
                continue;
            }
            let mut contact = contact.clone();
            if let (true, Mode::Slide(sign)) = (is_clear, mode) {
                contact.sliding = sign;
            }
            reduced.contacts.push(contact);
            kept.push(index);
        }
        (reduced, kept)
    }

    /// An answer with the modes of Lemke's method in fixed-point numbers for a problem with some of
    /// the contacts.
    fn solve_by_fixed_pivots(
        &self,
        reduced: &Self,
        kept: &[usize],
        monitor: &Monitor,
    ) -> Result<Option<FrictionSolution>, Interrupted> {
        let found = fixed_pivots::modes(reduced, monitor);
        monitor.check()?;
        let Some(found) = found else {
            return Ok(None);
        };
        let mut modes = vec![Mode::Open; self.contacts.len()];
        for (index, mode) in kept.iter().zip(found) {
            modes[*index] = mode;
        }
        let none = vec![[Rational::ZERO, Rational::ZERO]; modes.len()];
        self.solve_from(modes, &none, monitor)
    }

    /// Any answer, if contacts with about these modes and forces lead to one.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn solve_from(
        &self,
        modes: Vec<Mode>,
        forces: &[[Rational; 2]],
        monitor: &Monitor,
    ) -> Result<Option<FrictionSolution>, Interrupted> {
        let guessed = Guessed::from_forces(self, modes, forces);
        let [bits, _] = KEPT_BITS;
        let found = self.repaired(&guessed, bits, &[], monitor)?;
        Ok(found.map(|found| found.solution))
    }

    /// Whether no other point has the modes of an answer.
    #[must_use]
    pub fn is_unique(&self, answer: &FrictionAnswer, monitor: &Monitor) -> bool {
        let mut modes = Vec::with_capacity(self.contacts.len());
        for (contact, force) in self.contacts.iter().zip(&answer.forces) {
            modes.push(observed(contact, answer, force).unwrap_or(Mode::Open));
        }
        pattern::is_unique(self, &modes, monitor)
    }

    /// Solves with guessed modes, which are changed where exact signs contradict them.
    fn repaired(
        &self,
        guessed: &Guessed,
        bits: i64,
        images: &[Image],
        monitor: &Monitor,
    ) -> Result<Option<Repaired>, Interrupted> {
        let mut modes = guessed.modes.clone();
        for repairs in 0..MOST_REPAIRS {
            let solved = pattern::solve(self, &modes, guessed, bits, monitor)?;
            let PatternOutcome::Solved { answer, is_unique } = solved else {
                return Ok(None);
            };
            let answer = answer.mean(images);
            let better = self.better_modes(&answer, &modes);
            if better == modes {
                let solution = FrictionSolution {
                    answer,
                    is_unique,
                    repairs,
                };
                return Ok(Some(Repaired { solution, modes }));
            }
            modes = better;
        }
        Ok(None)
    }

    /// The answer of least squares with these modes.
    fn least(
        &self,
        modes: &[Mode],
        images: &[Image],
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<FrictionAnswer>, Interrupted> {
        let least = pattern::least(self, modes, options, monitor)?;
        let least = least.map(|answer| answer.mean(images));
        Ok(least.filter(|answer| self.better_modes(answer, modes) == modes))
    }

    /// Modes that suit the signs of an answer with these modes.
    fn better_modes(&self, answer: &FrictionAnswer, modes: &[Mode]) -> Vec<Mode> {
        let mut better = Vec::with_capacity(modes.len());
        let pairs = self.contacts.iter().zip(&answer.forces);
        for ((contact, force), mode) in pairs.zip(modes) {
            better.push(better_mode(contact, answer, force, *mode));
        }
        better
    }
}

fn add_multiple(loads: &mut [Integer], row: &Row, factor: &Integer) {
    if *factor == 0 {
        return;
    }
    for (variable, value) in &row.coefficients {
        loads[*variable] += value * factor;
    }
}

/// The mode that suits the signs of an answer; the same if all are right.
fn better_mode(
    contact: &FrictionContact,
    answer: &FrictionAnswer,
    [across, along]: &[Integer; 2],
    mode: Mode,
) -> Mode {
    match mode {
        Mode::Open if answer.slack(&contact.normal) >= 0 => Mode::Open,
        Mode::Open if contact.is_candidate() => Mode::Stick,
        Mode::Open => Mode::Slide(contact.sliding),
        _ if *across < 0 => Mode::Open,
        Mode::Stick => {
            let bound = &contact.friction * Rational::from(across);
            let size = Rational::from(along.unsigned_abs_ref());
            match (size > bound, along.sign()) {
                (true, Ordering::Greater) => Mode::Slide(-1),
                (true, _) => Mode::Slide(1),
                (false, _) => Mode::Stick,
            }
        }
        Mode::Slide(sign) => {
            let slip = answer.slack(&contact.tangent);
            let is_wrong = match sign {
                0 => slip != 0,
                _ => slip * Integer::from(sign) < 0,
            };
            if contact.is_candidate() && is_wrong {
                Mode::Stick
            } else {
                mode
            }
        }
    }
}

/// The mode that an answer shows; `None` if there is none, whatever its inequalities.
fn observed(
    contact: &FrictionContact,
    answer: &FrictionAnswer,
    [across, along]: &[Integer; 2],
) -> Option<Mode> {
    if *across == 0 && *along == 0 {
        return Some(Mode::Open);
    }
    if answer.slack(&contact.normal) != 0 {
        return None;
    }
    if contact.is_candidate() && answer.slack(&contact.tangent) == 0 {
        return Some(Mode::Stick);
    }
    let bound = &contact.friction * Rational::from(across);
    let along = Rational::from(along);
    let signs = [contact.sliding, 1, -1];
    let is_decided = !contact.is_candidate();
    let signs = if is_decided { &signs[..1] } else { &signs[1..] };
    for sign in signs {
        if along == -(&bound * Rational::from(*sign)) {
            return Some(Mode::Slide(*sign));
        }
    }
    None
}
