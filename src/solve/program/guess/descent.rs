//! From multipliers that are not negative to those of the optimum, where floats are lost.
//!
//! The dual of the program is to minimise ½ |Aᵀλ|² - λ·(b - A t) in the metric M⁻¹ over λ ≥ 0. On a
//! set P of rows its least value without signs is the optimum of P taken as equalities, known to
//! far more digits than floats have ([`Enclosure`]). From the present λ one goes towards it as far
//! as no multiplier becomes negative, or all the way but for those that would, whichever has the
//! lower dual value (Bertsekas, *Projected Newton methods for optimization problems with simple
//! constraints*, 1982); rows whose multiplier vanishes leave P. Once all of the way can be gone,
//! rows of P that depend on its others but do not hold with them are exchanged for one of these;
//! and once all hold, rows that are violated enter P (Lawson & Hanson, *Solving Least Squares
//! Problems*, 1974, chapter 23). While few rows have left, the factor of P serves for the rest
//! of it.
//!
//! The dual value falls with each round, so that no P comes back; but for signs too small to be
//! told, which end it, and for exchanges of dependent rows, which may change nothing and come back.
//! So after many exchanges violated rows enter one by one, the first in place of the worst, as in
//! Bland's rule (*New finite pivoting rules for the simplex method*, 1977); and after many rounds
//! the descent gives up, which costs time but makes nothing wrong.
#![allow(clippy::disallowed_types)]

use crate::exact::lifting::WorkingSystem;
use crate::guess::downdating::MOST_DROPPED;
use crate::guess::enclosure::{Combination, Enclosure, squared_push};
use crate::guess::normalisation::Normalised;
use crate::guess::settling::Loads;
use crate::monitor::{Interrupted, Monitor};
use crate::problem::Problem;
use malachite::Integer;
use malachite::base::num::basic::traits::One;
use malachite::base::num::logic::traits::SignificantBits;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The most rounds, from anywhere.
pub(crate) const MOST_ROUNDS: usize = 400;

/// Exchanges after which they may be going round in a circle.
const MANY_EXCHANGES: usize = 24;

/// Rounding leaves fewer bits than these of a rate that is 0. It is the last digit over the least
/// eigenvalue of the Gram matrix, 2^-266 where rows are apart by 1e-40, whatever the digits are.
const BITS_OF_NOISE: u64 = 290;

/// Multipliers in units.
type Multipliers = BTreeMap<usize, Integer>;

/// The multipliers of the optimum, in units, given some to begin with; `None` if they are not
/// found in so many rounds. Rows without a multiplier are not among them.
///
/// # Errors
/// [`Interrupted`] if the monitor says so.
pub(crate) fn descend(
    problem: &Problem,
    normalised: &Normalised,
    begin: Loads,
    most_rounds: usize,
    monitor: &Monitor,
) -> Result<Option<Loads>, Interrupted> {
    Descent::new(problem, normalised, begin, monitor).run(most_rounds)
}

/// How a round ends.
enum Round {
    GoesOn,
    /// At the optimum.
    Arrived,
    /// No point is feasible, or signs are too small to be told.
    IsStuck,
}

struct Descent<'a> {
    problem: &'a Problem,
    normalised: &'a Normalised,
    monitor: &'a Monitor<'a>,
    current: Multipliers,
    /// The optimum of the rows of `current`, where it follows from one before.
    next: Option<Enclosure<'a>>,
    /// How many rows have been dropped since the last factorisation.
    dropped: usize,
    /// Whether rows enter one by one: several at once may all leave again.
    is_careful: bool,
    /// How many exchanges of dependent rows there have been.
    exchanges: usize,
}

impl<'a> Descent<'a> {
    fn new(
        problem: &'a Problem,
        normalised: &'a Normalised,
        begin: Loads,
        monitor: &'a Monitor<'a>,
    ) -> Self {
        let mut current: Multipliers = begin.into_iter().collect();
        current.retain(|row, units| *units > 0 || *row < problem.equalities);
        Self {
            problem,
            normalised,
            monitor,
            current,
            next: None,
            dropped: 0,
            is_careful: false,
            exchanges: 0,
        }
    }

    fn run(mut self, most_rounds: usize) -> Result<Option<Loads>, Interrupted> {
        for _ in 0..most_rounds {
            self.monitor.check()?;
            match self.round() {
                Round::GoesOn => {}
                Round::Arrived => return Ok(Some(self.current.into_iter().collect())),
                Round::IsStuck => return Ok(None),
            }
        }
        Ok(None)
    }

    fn round(&mut self) -> Round {
        let enclosure = match self.next.take() {
            Some(known) => Some(known),
            None => self.factorised(),
        };
        let Some(enclosure) = enclosure else {
            return Round::IsStuck;
        };
        let mut least = Multipliers::new();
        for (row, load) in enclosure.multipliers() {
            least.insert(row, load.clone());
        }
        let given = others(&self.current, rows_of(&enclosure));
        let is_independent = given.is_empty();
        least.extend(given);
        let before: Vec<usize> = self.current.keys().copied().collect();
        match self.go_towards(least) {
            Way::All => return self.bring_in(&enclosure),
            Way::Part => {}
            Way::None => self.is_careful = true,
        }
        if is_independent {
            self.drop_rows(enclosure, &before);
        }
        Round::GoesOn
    }

    /// The optimum of the rows that have multipliers, as equalities; those that depend on others
    /// keep their multipliers.
    fn factorised(&mut self) -> Option<Enclosure<'a>> {
        self.dropped = 0;
        let rows: Vec<usize> = self.current.keys().copied().collect();
        let system = WorkingSystem::of_independent_rows(self.problem, &rows, self.monitor);
        let given = others(&self.current, system.rows().iter().copied());
        Enclosure::of_rows(self.problem, self.normalised, system.rows(), &given)
    }

    /// Goes on without the rows that have no multipliers any more, by the factor that is there if
    /// these are few.
    fn drop_rows(&mut self, enclosure: Enclosure<'a>, before: &[usize]) {
        let mut gone = before.to_vec();
        gone.retain(|row| !self.current.contains_key(row));
        self.dropped += gone.len();
        if self.dropped <= MOST_DROPPED {
            self.next = enclosure.without(&gone);
        }
    }

    /// Exchanges a row of the working set that does not hold at its optimum, or brings in rows that
    /// are violated there.
    fn bring_in(&mut self, enclosure: &Enclosure) -> Round {
        let mut violated = violated(self.problem, self.normalised, enclosure);
        if self.exchanges > MANY_EXCHANGES {
            violated.sort_unstable();
            self.is_careful = true;
        }
        // Rows of the working set come first: those that are violated or open depend on its others.
        // If others entered before, the same rows could be exchanged for each other for ever.
        let violated_inside = violated.iter().find(|row| self.current.contains_key(*row));
        let open_inside = open_row(self.normalised, enclosure, &self.current);
        let dependent = match (violated_inside, open_inside) {
            (Some(worst), _) => Some((*worst, Change::Grows)),
            (None, Some(open)) => Some((open, Change::Falls)),
            (None, None) if violated.is_empty() => return Round::Arrived,
            (None, None) => None,
        };
        if let Some(dependent) = dependent {
            if exchange(self.problem, enclosure, &mut self.current, dependent) {
                self.exchanges += 1;
                return Round::GoesOn;
            }
            return Round::IsStuck;
        }
        if self.is_careful {
            violated.truncate(1);
            self.is_careful = false;
        }
        self.monitor
            .count(|counts| counts.exchanges += violated.len());
        for row in violated {
            self.current.entry(row).or_default();
        }
        Round::GoesOn
    }

    /// Goes towards other multipliers: until the first vanishes, or to where all of those vanish
    /// that would become negative, whichever leaves less of the way. Multipliers that vanish are
    /// dropped.
    fn go_towards(&mut self, least: Multipliers) -> Way {
        let part = part_of_the_way(self.problem, &self.current, &least);
        if part.is_all() {
            self.current = least;
            return Way::All;
        }
        let can_go = part.numerator != 0;
        let nearer = stopped(self.problem, &self.current, &least, part);
        let cut = projected(self.problem, &least);
        let rest = self.squared_distance(&nearer, &least);
        if self.squared_distance(&cut, &least) < rest {
            self.current = cut;
            return Way::Part;
        }
        self.current = nearer;
        if can_go { Way::Part } else { Way::None }
    }

    /// About the square of how far multipliers are from those of the least dual value on their
    /// rows: the dual value is larger by half of it.
    fn squared_distance(&self, multipliers: &Multipliers, least: &Multipliers) -> f64 {
        let mut missing: BTreeMap<usize, Integer> = least.clone();
        for (row, value) in multipliers {
            *missing.entry(*row).or_default() -= value;
        }
        let missing = missing.iter().map(|(row, load)| (*row, load));
        squared_push(self.problem, self.normalised, missing)
    }
}

/// How much of the way to other multipliers could be gone.
enum Way {
    All,
    Part,
    None,
}

/// The change of the multiplier of a row that depends on the rows of the working set.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    /// It grows, as the row is violated.
    Grows,
    /// It falls, as the row is open.
    Falls,
}

/// Changes the multiplier of a row a that depends on the rows of the working set: with a = Σ r_j
/// a_j it can grow by t if those of the others fall by t r_j, or the other way round. The first
/// that vanishes leaves. Whether there is one; otherwise no point is feasible.
fn exchange(
    problem: &Problem,
    enclosure: &Enclosure,
    current: &mut Multipliers,
    (row, change): (usize, Change),
) -> bool {
    let Some(Combination { mut rates, digits }) = enclosure.combination(row) else {
        return false;
    };
    // How fast multipliers fall.
    let own_rate = Integer::ONE << digits;
    match change {
        Change::Grows => rates.push((row, -own_rate)),
        Change::Falls => {
            for (_, rate) in &mut rates {
                *rate = -&*rate;
            }
            rates.push((row, own_rate));
        }
    }
    let mut leaving: Option<(usize, Integer, Integer)> = None;
    for (row, rate) in &rates {
        // What rounding has left of 0 is no rate.
        if *row < problem.equalities || rate.significant_bits() <= BITS_OF_NOISE || *rate < 0 {
            continue;
        }
        let now = current.get(row).cloned().unwrap_or_default();
        let is_first = match &leaving {
            None => true,
            Some((first, least, other)) => match (&now * other).cmp(&(least * rate)) {
                Ordering::Less => true,
                Ordering::Equal => row < first,
                Ordering::Greater => false,
            },
        };
        if is_first {
            leaving = Some((*row, now, rate.clone()));
        }
    }
    let Some((leaving, step, rate)) = leaving else {
        return false;
    };
    for (row, other_rate) in rates {
        *current.entry(row).or_default() -= other_rate * &step / &rate;
    }
    current.remove(&leaving);
    current.retain(|row, value| *row < problem.equalities || *value > 0);
    true
}

/// The dependent row with a multiplier that is farthest open.
fn open_row(
    normalised: &Normalised,
    enclosure: &Enclosure,
    current: &Multipliers,
) -> Option<usize> {
    let mut farthest: Option<(f64, usize)> = None;
    for (row, _) in others(current, rows_of(enclosure)) {
        let (sign, slack) = enclosure.slack(row);
        let distance = slack / normalised.rows[row].positive_length();
        let is_farther = farthest.is_none_or(|(other, _)| distance > other);
        if sign == Ordering::Greater && is_farther {
            farthest = Some((distance, row));
        }
    }
    farthest.map(|(_, row)| row)
}

/// The rows of a working set.
fn rows_of<'a>(enclosure: &'a Enclosure) -> impl Iterator<Item = usize> + 'a {
    enclosure.multipliers().map(|(row, _)| row)
}

/// The multipliers of the rows that are not among some.
fn others(current: &Multipliers, rows: impl Iterator<Item = usize>) -> Loads {
    let mut others = current.clone();
    for row in rows {
        others.remove(&row);
    }
    others.into_iter().collect()
}

/// A part of the way to other multipliers, from 0 to 1.
struct Part {
    numerator: Integer,
    denominator: Integer,
}

impl Part {
    fn is_all(&self) -> bool {
        self.numerator == self.denominator
    }
}

/// How much of the way can be gone until a multiplier vanishes that would become negative.
fn part_of_the_way(problem: &Problem, current: &Multipliers, least: &Multipliers) -> Part {
    let mut part = Part {
        numerator: Integer::ONE,
        denominator: Integer::ONE,
    };
    for (row, value) in least {
        if *row < problem.equalities || *value >= 0 {
            continue;
        }
        let now = current.get(row).cloned().unwrap_or_default();
        let all = &now - value;
        if &now * &part.denominator < &part.numerator * &all {
            part = Part {
                numerator: now,
                denominator: all,
            };
        }
    }
    part
}

/// The multipliers after a part of the way, without those that vanish.
fn stopped(
    problem: &Problem,
    current: &Multipliers,
    least: &Multipliers,
    part: Part,
) -> Multipliers {
    let mut multipliers = current.clone();
    for (row, value) in least {
        let now = multipliers.entry(*row).or_default();
        let change = (value - &*now) * &part.numerator / &part.denominator;
        *now += change;
    }
    multipliers.retain(|row, value| {
        let falls = least.get(row).is_some_and(|value| *value < 0);
        *row < problem.equalities || *value > 0 || !falls
    });
    multipliers
}

/// The multipliers without those that are negative.
fn projected(problem: &Problem, least: &Multipliers) -> Multipliers {
    let mut multipliers = least.clone();
    multipliers.retain(|row, value| *row < problem.equalities || *value >= 0);
    multipliers
}

/// The inequalities that are certainly violated, the worst first.
fn violated(problem: &Problem, normalised: &Normalised, enclosure: &Enclosure) -> Vec<usize> {
    let mut violated = Vec::new();
    for row in problem.equalities..problem.rows.len() {
        let (sign, slack) = enclosure.slack(row);
        if sign == Ordering::Less {
            let length = normalised.rows[row].positive_length();
            violated.push((slack / length, row));
        }
    }
    violated.sort_by(|first, second| first.0.total_cmp(&second.0));
    violated.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::approximation::{LONG_DIGITS, SHORT_DIGITS};
    use crate::guess::crowded::{Numbers, crowded, motion};
    use crate::kernel::solve;
    use crate::problem::{Outcome, Row};
    use malachite::Rational;
    use malachite::base::num::conversion::traits::RoundingFrom;
    use malachite::base::rounding_modes::RoundingMode;

    fn row(x: Integer, y: i64) -> Row {
        Row {
            coefficients: vec![(0, x), (1, Integer::from(y))],
            bound: Integer::from(0),
        }
    }

    /// x ≥ δ |y| for δ = 2^-bits, a cone that floats take for a line, and a third row that depends
    /// on its sides; the point nearest to (-1, δ/2) is its tip.
    fn narrow_cone(bits: u64) -> Problem {
        let steep = Integer::ONE << bits;
        Problem {
            masses: vec![Rational::from(1); 2],
            target: vec![Rational::from(-1), Rational::from(1) >> (bits + 1)],
            rows: vec![row(steep.clone(), 1), row(steep.clone(), -1), row(steep, 0)],
            equalities: 0,
        }
    }

    /// The multipliers of a descent with factors of so many digits, times 2^300 and rounded down.
    fn found(problem: &Problem, digits: i64, begin: &[(usize, Rational)]) -> Vec<Integer> {
        let normalised = Normalised::finer(problem, digits);
        let begin = normalised.loads(begin);
        let loads = descend(
            problem,
            &normalised,
            begin,
            MOST_ROUNDS,
            &Monitor::default(),
        );
        let loads = loads.unwrap().unwrap();
        let mut multipliers = vec![Integer::from(0); problem.rows.len()];
        for (row, load) in loads {
            let multiplier = normalised.multiplier(row, &load) << 300u64;
            multipliers[row] = Integer::rounding_from(multiplier, RoundingMode::Floor).0;
        }
        multipliers
    }

    #[test]
    fn the_tip_of_a_narrow_cone_is_found_from_anywhere() {
        let problem = narrow_cone(70);
        let Ok(Outcome::Optimal(exact)) = solve(&problem, None, &Monitor::default()) else {
            panic!("the tip is feasible");
        };
        assert!(exact.point.iter().all(|value| *value == 0));
        let one = Rational::from(1);
        let begins = [
            vec![],
            vec![(0, one.clone())],
            vec![(1, one.clone()), (2, one.clone())],
            vec![(0, one.clone()), (1, one.clone()), (2, one)],
        ];
        let begins = begins.iter();
        for (begin, digits) in
            begins.flat_map(|begin| [(begin, SHORT_DIGITS), (begin, LONG_DIGITS)])
        {
            let multipliers = found(&problem, digits, begin);
            // Whatever the shares, the forces are 1 along x and -δ/2 along y.
            let x = &multipliers[0] + &multipliers[1] + &multipliers[2];
            let y = &multipliers[0] - &multipliers[1];
            let error_x = (x << 70u64) - (Integer::ONE << 300u64);
            let error_y = y + (Integer::ONE << 229u64);
            assert!(error_x.significant_bits() < 90, "{begin:?}: {error_x}");
            assert!(error_y.significant_bits() < 20, "{begin:?}: {error_y}");
        }
    }

    #[test]
    fn a_cone_that_is_narrower_needs_more_digits() {
        let problem = narrow_cone(170);
        let begin = [(0, Rational::from(1)), (1, Rational::from(1))];
        let mut are_found = Vec::new();
        for digits in [SHORT_DIGITS, LONG_DIGITS] {
            let normalised = Normalised::finer(&problem, digits);
            let loads = normalised.loads(&begin);
            let found = descend(
                &problem,
                &normalised,
                loads,
                MOST_ROUNDS,
                &Monitor::default(),
            )
            .unwrap();
            are_found.push(found.is_some());
        }
        assert_eq!(are_found, [false, true]);
    }

    #[test]
    fn descents_from_anywhere_end_at_the_exact_optimum() {
        let mut numbers = Numbers::from(1);
        let mut feasible = 0;
        for case in 0..400 {
            let problem = crowded(&mut numbers);
            let normalised = Normalised::finer(&problem, SHORT_DIGITS);
            let mut begin = Vec::new();
            for row in 0..problem.rows.len() {
                if numbers.next(2) == 0 {
                    begin.push((row, Rational::from(numbers.next(4))));
                }
            }
            let loads = normalised.loads(&begin);
            let found = descend(
                &problem,
                &normalised,
                loads,
                MOST_ROUNDS,
                &Monitor::default(),
            )
            .unwrap();
            let exact = solve(&problem, None, &Monitor::default()).unwrap();
            let Outcome::Optimal(exact) = exact else {
                assert_eq!(found, None, "case {case}: no point is feasible");
                continue;
            };
            feasible += 1;
            let loads = found.unwrap_or_else(|| panic!("case {case}: nothing found"));
            let moved = motion(&problem, &normalised.multipliers(&loads));
            for (value, numerator) in moved.into_iter().zip(&exact.point) {
                let expected = Rational::from_integers_ref(numerator, &exact.denominator);
                let error = (value - expected) << 300u64;
                assert!(error < 1 && error > -1, "case {case}: {error}");
            }
        }
        assert!(feasible > 100, "{feasible}");
    }

    fn line(value: i64, bound: i64) -> Row {
        Row {
            coefficients: vec![(0, Integer::from(value))],
            bound: Integer::from(bound),
        }
    }

    /// No point has x ≥ 1 and -x ≥ 0.
    #[test]
    fn contradictions_are_not_settled() {
        let problem = Problem {
            masses: vec![Rational::from(1)],
            target: vec![Rational::from(0)],
            rows: vec![line(1, 1), line(-1, 0)],
            equalities: 0,
        };
        let normalised = Normalised::finer(&problem, SHORT_DIGITS);
        let found = descend(
            &problem,
            &normalised,
            vec![],
            MOST_ROUNDS,
            &Monitor::default(),
        );
        assert_eq!(found, Ok(None));
    }
}
