//! Impacts with restitution, in rounds of the steepest approaches (`proofs/RUN2.md`, section 12).
//!
//! Rows that *meet* are linear forms u in the velocities v. They join bodies to clusters, and those
//! with u < 0, faster than a threshold, *close*. A round takes, in each cluster, all closing rows
//! with the steepest approach, that is with the largest u²/|e|², and no others. Of all velocities
//! with which each of them opens at least with -ε u, those nearest to the present ones follow, in
//! the metric of the masses:
//!
//! ```text
//! minimise ½ |w - v|²   subject to   u(w) ≥ -ε u(v)   for the rows that are taken.
//! ```
//!
//! Rounds go on while a lively row closes: one with ε > 0, or one of bodies that are fast. That needs no order, and commutes with every
//! symmetry. A cluster is all that meets, not only what closes: steepness is compared along a whole
//! row of cubes, though something at rest lies between two approaches. (With clusters of closing
//! rows, masses 2, 1, 1, 3, 1 with speeds 2, 1, 0, 0, -1 leave otherwise.)
//!
//! With ε = 1 each round keeps |v|, and the rounds end if some motion o opens all rows: ⟨o, v⟩ rises
//! by Σ λ u(o) in each, and is bounded, so Σ λ is finite and v converges to a v∞ that closes nothing.
//! From some round on only rows with u(v∞) = 0 are taken; these rounds keep |v - v∞|, which is
//! therefore 0. For ε < 1 there may be no end. So a cluster of k rows has 2 k rounds at most; if its
//! rows still close then, one more stops all of them at once. (With -ε u it could gain energy.)
//!
//! Each round is solved exactly, and velocities are rounded after it, ties away from 0. (A ball around
//! the optimum would not do: with small whole masses the exact velocity is a tie between two numbers
//! of the grid as often as not.)

use crate::number::{over, rounded};
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_program::Monitor;
use zwang_program::kernel::number::{common_denominator, times, to_solver};
use zwang_program::kernel::{self, Outcome, Problem};
use zwang_scene::{BodyId, Scene};

#[cfg(test)]
mod tests;

/// How the approaches of one instant are resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactRule {
    /// In rounds, the steepest approaches first.
    #[default]
    Rounds,
    /// All rows of a cluster in one program: -ε u for those that close, and 0 for the others.
    Simultaneous,
}

/// A vertex and an edge that touch.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// u = |e| times the velocity of the gap: pairs of a velocity's place and its coefficient, m.
    pub coefficients: Vec<(usize, Rational)>,
    /// |e|², m².
    pub edge_squared: Rational,
    /// ε, from 0 to 1.
    pub restitution: Rational,
    /// Whether the row alone is a reason for a round.
    pub is_lively: bool,
}

/// Coefficients of restitution: of pairs of bodies, the smaller one first, and of all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coefficients {
    /// Where no pair says otherwise.
    pub default: Rational,
    /// Of pairs of bodies.
    pub pairs: BTreeMap<[BodyId; 2], Rational>,
}

impl Coefficients {
    /// What a scene says: the coefficient of its first body, and all pairs that have another one.
    pub(crate) fn of_scene(scene: &Scene) -> Self {
        let mut own = Self::default();
        if scene.restitution.is_none() {
            return own;
        }
        if let Some(first) = scene.body_ids().next() {
            own.default = to_solver(&scene.restitution.of_body(first));
        }
        for first in scene.body_ids() {
            for second in scene.body_ids().filter(|second| first < *second) {
                let between = to_solver(&scene.restitution.between(first, second));
                if between != own.default {
                    own.pairs.insert([first, second], between);
                }
            }
        }
        own
    }

    /// Whether nothing bounces.
    pub(crate) fn is_none(&self) -> bool {
        self.default == 0 && self.pairs.values().all(|value| *value == 0)
    }

    /// ε of two bodies.
    pub(crate) fn of(&self, first: BodyId, second: BodyId) -> &Rational {
        let pair = [first.min(second), first.max(second)];
        self.pairs.get(&pair).unwrap_or(&self.default)
    }
}

impl ImpactRule {
    /// How many rounds of the steepest approaches a cluster has at most, for each of its rows.
    #[must_use]
    pub fn rounds_of_a_row(self) -> u64 {
        match self {
            Self::Rounds => 2,
            Self::Simultaneous => 0,
        }
    }
}

/// Bodies that may strike each other.
#[derive(Clone, Debug)]
pub struct Impact {
    /// For each body m, m and I, or what else its three velocities have for masses.
    pub masses: Vec<Rational>,
    /// The rows that meet.
    pub meetings: Vec<Meeting>,
    /// The square of the speed up to which a gap counts as not closing, m²/s².
    pub slowest_squared: Rational,
    /// Velocities are rounded to multiples of two to the minus this.
    pub digits: u64,
}

/// One round.
#[derive(Clone, Debug)]
pub struct Round {
    /// The rows that it takes, by their place among the meetings, ascending, and their impulses: the
    /// momentum of a velocity changes by Σ impulse · coefficient. Exact; there may be other impulses
    /// with the same effect.
    pub impulses: Vec<(usize, Rational)>,
}

/// Why an impact has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImpactError {
    /// No velocities open all rows that have to open.
    #[error("no velocities open all contacts that meet; expected room for the bodies")]
    Impossible,
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] zwang_program::Interrupted),
}

/// A row that a round takes, and how fast it has to open.
struct Taken {
    index: usize,
    bound: Rational,
}

impl Impact {
    /// Resolves all approaches: changes the velocities, and tells the rounds.
    ///
    /// # Errors
    /// [`ImpactError`], if no velocities open what closes, or if the monitor is told to stop.
    pub fn resolve(
        &self,
        rule: ImpactRule,
        velocities: &mut [Rational],
        monitor: &Monitor,
    ) -> Result<Vec<Round>, ImpactError> {
        let clusters = self.clusters();
        let mut rounds = Vec::new();
        loop {
            let taken = self.taken(rule, rounds.len(), &clusters, velocities);
            if taken.is_empty() {
                return Ok(rounds);
            }
            rounds.push(self.round(&taken, velocities, monitor)?);
        }
    }

    /// The meetings of each cluster.
    fn clusters(&self) -> Vec<Vec<usize>> {
        let bodies = self.masses.len() / 3;
        let mut cluster_of: Vec<usize> = (0..bodies).collect();
        for meeting in &self.meetings {
            let mut joined: Vec<usize> = Vec::new();
            for (place, _) in &meeting.coefficients {
                joined.push(cluster_of[place / 3]);
            }
            let Some(&least) = joined.iter().min() else {
                continue;
            };
            for cluster in &mut cluster_of {
                if joined.contains(cluster) {
                    *cluster = least;
                }
            }
        }
        let mut clusters = vec![Vec::new(); bodies];
        for (index, meeting) in self.meetings.iter().enumerate() {
            if let Some((place, _)) = meeting.coefficients.first() {
                clusters[cluster_of[place / 3]].push(index);
            }
        }
        clusters.retain(|cluster| !cluster.is_empty());
        clusters
    }

    /// The rows of a round, ascending.
    fn taken(
        &self,
        rule: ImpactRule,
        round: usize,
        clusters: &[Vec<usize>],
        velocities: &[Rational],
    ) -> Vec<Taken> {
        let mut taken = Vec::new();
        for cluster in clusters {
            let most = rule.rounds_of_a_row() * cluster.len() as u64;
            let round = round as u64;
            let closing = self.closing(cluster, velocities);
            let is_lively = closing
                .iter()
                .any(|(index, _)| self.meetings[*index].is_lively);
            if !is_lively || round > most {
                continue;
            }
            if round == most {
                taken.extend(self.all(cluster, &closing, most == 0));
            } else {
                taken.extend(self.steepest(&closing));
            }
        }
        taken.sort_by_key(|row| row.index);
        taken
    }

    /// The rows of a cluster that close, and u.
    fn closing(&self, cluster: &[usize], velocities: &[Rational]) -> Vec<(usize, Rational)> {
        let mut closing = Vec::new();
        for &index in cluster {
            let meeting = &self.meetings[index];
            let approach = meeting.velocity(velocities);
            let slowest = &self.slowest_squared * &meeting.edge_squared;
            if approach < 0 && (&approach).square() > slowest {
                closing.push((index, approach));
            }
        }
        closing
    }

    /// All rows of a cluster; those that do not close may not begin to.
    fn all(&self, cluster: &[usize], closing: &[(usize, Rational)], bounces: bool) -> Vec<Taken> {
        let mut taken = Vec::new();
        for &index in cluster {
            let own = closing.iter().find(|(other, _)| *other == index);
            let bound = match own {
                Some((_, approach)) if bounces => -approach * &self.meetings[index].restitution,
                _ => Rational::ZERO,
            };
            taken.push(Taken { index, bound });
        }
        taken
    }

    /// Those with the largest u²/|e|².
    fn steepest(&self, closing: &[(usize, Rational)]) -> Vec<Taken> {
        let mut steepness = Vec::with_capacity(closing.len());
        for (index, approach) in closing {
            steepness.push(approach.square() / &self.meetings[*index].edge_squared);
        }
        let largest = steepness.iter().max();
        let mut taken = Vec::new();
        for ((index, approach), own) in closing.iter().zip(&steepness) {
            if Some(own) == largest {
                taken.push(Taken {
                    index: *index,
                    bound: -approach * &self.meetings[*index].restitution,
                });
            }
        }
        taken
    }

    /// Makes a round, and the velocities after it.
    fn round(
        &self,
        taken: &[Taken],
        velocities: &mut [Rational],
        monitor: &Monitor,
    ) -> Result<Round, ImpactError> {
        let mut rows = Vec::with_capacity(taken.len());
        let mut units = Vec::with_capacity(taken.len());
        for Taken { index, bound } in taken {
            let (row, unit) = self.meetings[*index].in_integers(bound);
            rows.push(row);
            units.push(unit);
        }
        let problem = Problem {
            masses: self.masses.clone(),
            target: velocities.to_vec(),
            rows,
            equalities: 0,
        };
        let Outcome::Optimal(optimum) = kernel::solve(&problem, None, monitor)? else {
            return Err(ImpactError::Impossible);
        };
        for (velocity, numerator) in velocities.iter_mut().zip(&optimum.point) {
            let exact = Rational::from_integers_ref(numerator, &optimum.denominator);
            *velocity = over(&rounded(&exact, self.digits), self.digits);
        }
        let mut impulses = Vec::with_capacity(taken.len());
        for ((row, multiplier), unit) in taken.iter().zip(&optimum.multipliers).zip(&units) {
            let scaled = Rational::from_integers_ref(&(multiplier * unit), &optimum.denominator);
            impulses.push((row.index, scaled));
        }
        Ok(Round { impulses })
    }
}

impl Meeting {
    /// u.
    fn velocity(&self, velocities: &[Rational]) -> Rational {
        let mut sum = Rational::ZERO;
        for (place, coefficient) in &self.coefficients {
            sum += coefficient * &velocities[*place];
        }
        sum
    }

    /// u ≥ bound in integers, times the number that comes with it.
    fn in_integers(&self, bound: &Rational) -> (kernel::Row, Integer) {
        let mut numbers = vec![bound.clone()];
        for (_, coefficient) in &self.coefficients {
            numbers.push(coefficient.clone());
        }
        let unit = common_denominator(&numbers);
        let mut coefficients = Vec::with_capacity(self.coefficients.len());
        for (place, coefficient) in &self.coefficients {
            coefficients.push((*place, times(coefficient, &unit)));
        }
        let row = kernel::Row {
            coefficients,
            bound: times(bound, &unit),
        };
        (row, Integer::from(unit))
    }
}
