//! Impacts with restitution, in rounds of the steepest approaches (`proofs/RUN.md`, section 12).
//!
//! Rows that *meet* are linear forms u in the velocities v. They join bodies to clusters, and those
//! with u < 0, faster than a threshold, *close*. A round takes, in each cluster, all closing rows
//! with the steepest approach, that is with the largest u²/|e|², and no others. For all velocities
//! with which each of them opens at least with -ε u, those nearest to the present ones follow, in
//! the metric of the masses:
//!
//! ```text
//! minimise ½ |w - v|²   subject to   u(w) ≥ -ε u(v)   for the rows that are taken.
//! ```
//!
//! Rounds go on while a lively row closes: one with ε > 0, or one of bodies that are fast. That
//! needs no order, and commutes with every symmetry. A cluster is all that meets, not only what
//! closes: steepness is compared along a whole row of cubes, though something at rest lies between
//! two approaches. (With clusters of closing rows, masses 2, 1, 1, 3, 1 with speeds 2, 1, 0, 0, -1
//! leave otherwise.)
//!
//! With ε = 1 each round keeps |v|, and the rounds end if some motion o opens all rows: ⟨o, v⟩
//! rises by Σ λ u(o) in each, and is bounded, so Σ λ is finite and v converges to a v∞ that closes
//! nothing. From some round on only rows with u(v∞) = 0 are taken; these rounds keep |v - v∞|,
//! which is therefore 0. For ε < 1 there may be no end. So a cluster of k rows has 2 k rounds at
//! most; if its rows still close then, one more stops all of them at once. (With -ε u it could gain
//! energy.)
//!
//! **Friction.** A row has an impulse ψ along its edge as well, with |ψ| ≤ μ p, which is as large
//! as it can be against what slips after the round (Coulomb's law, as Moreau puts it, without
//! restitution along the edge). If the slip turns round in the round, ψ is along the slip τ that
//! there was. If something is thrown back, it is at most (1 - ε) p |u|/|τ| there: what restitution
//! takes, friction may give back. So no round gains energy, and each has a solution, which Newton's
//! restitution with Coulomb's law has neither of (Kane's paradox).
//!
//! Held against other rules for single contacts, boxes that land flat, and grooves: the same rule
//! without that bound gains up to 58 times the energy that there was, in 85 of 1,500 random
//! impacts, and has no answer in 7; V + (1 + ε)(V_C - V) throws back along the edge what sticks;
//! friction after restitution turns a box that lands flat.
//!
//! **Pins** are as in programs of velocities: springs of the compliance ε of the pin.
//!
//! Each round is solved exactly, and velocities are rounded after it, ties away from 0. (A ball
//! around the optimum would not do: with small whole masses the exact velocity is a tie between two
//! numbers of the grid as often as not.)

use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use malachite::base::num::basic::traits::{One, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

mod strike;
#[cfg(test)]
mod tests;

use strike::Strike;

/// A linear form in velocities: pairs of a velocity's place and its coefficient, m or 1.
pub type Form = Vec<(usize, Rational)>;

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
    /// u = |e| times the velocity of the gap.
    pub coefficients: Form,
    /// How it slips, if it has friction.
    pub slip: Option<Slip>,
    /// |e|², m².
    pub edge_squared: Rational,
    /// ε, from 0 to 1.
    pub restitution: Rational,
    /// Whether the row alone is a reason for a round.
    pub is_lively: bool,
    /// The options of its parts that are within touch, each by its rows that touch. While one of
    /// them does not close, it keeps the parts apart, and the row does not close.
    pub options: Vec<Vec<Gap>>,
}

/// A gap that may close.
#[derive(Clone, Debug)]
pub struct Gap {
    /// u = |e| times its velocity.
    pub coefficients: Form,
    /// |e|², m².
    pub edge_squared: Rational,
}

/// The slip of a vertex along an edge.
#[derive(Clone, Debug)]
pub struct Slip {
    /// μ > 0.
    pub friction: Rational,
    /// τ = |e| times the velocity of the vertex along the edge, against the edge.
    pub coefficients: Form,
}

/// A pin.
#[derive(Clone, Debug)]
pub struct Spring {
    /// Its number in the scene.
    pub number: usize,
    /// The components of the velocity with which it gapes, m/s.
    pub gape: [Form; 2],
    /// ε, 1/kg.
    pub compliance: Rational,
}

/// Coefficients of restitution: of pairs of bodies, the smaller one first, and of all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coefficients {
    /// The coefficient of all pairs that have none of their own.
    pub default: Rational,
    /// For pairs of bodies.
    pub pairs: BTreeMap<[BodyId; 2], Rational>,
}

impl Coefficients {
    /// The coefficients of a scene: that of its first body, and all pairs that have another one.
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
    /// The pins of the bodies.
    pub pins: Vec<Spring>,
    /// The square of the speed up to which a gap counts as not closing, m²/s².
    pub slowest_squared: Rational,
    /// Velocities are rounded to multiples of two to the minus this after each round, or not at
    /// all.
    pub digits: Option<u64>,
}

/// One round.
#[derive(Clone, Debug)]
pub struct Round {
    /// Those of the rows that it takes, ascending. Exact; there may be other ones with the same
    /// effect.
    pub impulses: Vec<Impulse>,
    /// The impulses of the pins that it takes, by their number in the scene, on their first bodies.
    pub pins: Vec<(usize, [Rational; 2])>,
}

/// The effect of a row in a round: momenta change by p times its coefficients and ψ times those of
/// its slip.
#[derive(Clone, Debug)]
pub struct Impulse {
    /// Its place among the meetings.
    pub row: usize,
    /// p.
    pub across: Rational,
    /// ψ.
    pub along: Rational,
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

/// A row that a round takes.
struct Taken {
    index: usize,
    /// How fast it has to open.
    bound: Rational,
    /// -μ⁻ p ≤ ψ ≤ μ⁺ p: μ⁻ and μ⁺.
    cone: [Rational; 2],
}

/// Rows that meet and pins that have bodies in common.
struct Cluster {
    rows: Vec<usize>,
    pins: Vec<usize>,
}

impl Impact {
    /// Resolves all approaches: changes the velocities, and tells the rounds.
    ///
    /// # Errors
    /// [`ImpactError`], if no velocities open what closes, or if the monitor is told to stop.
    pub fn resolve(
        &self,
        rule: ImpactRule,
        velocities: &mut Vec<Rational>,
        monitor: &Monitor,
    ) -> Result<Vec<Round>, ImpactError> {
        let clusters = self.clusters();
        let mut rounds = Vec::new();
        loop {
            let (taken, pins) = self.taken(rule, rounds.len(), &clusters, velocities);
            if taken.is_empty() {
                return Ok(rounds);
            }
            rounds.push(self.strike(&taken, &pins, velocities, monitor)?);
        }
    }

    /// Changes the velocities by one round.
    fn strike(
        &self,
        taken: &[Taken],
        pins: &[usize],
        velocities: &mut Vec<Rational>,
        monitor: &Monitor,
    ) -> Result<Round, ImpactError> {
        let strike = Strike {
            impact: self,
            taken,
            pins,
            velocities,
        };
        let (round, after) = strike.resolve(monitor)?;
        *velocities = Strike::on_grid(after, self.digits);
        Ok(round)
    }

    /// Resolves these rows, as if no others met: a round of its own.
    pub(crate) fn bounce(
        &self,
        rows: &[usize],
        velocities: &mut Vec<Rational>,
        monitor: &Monitor,
    ) -> Result<Round, ImpactError> {
        let mut taken = Vec::with_capacity(rows.len());
        for &row in rows {
            taken.push(self.bounces(row, velocities));
        }
        self.use_full_cones(&mut taken);
        self.strike(&taken, &[], velocities, monitor)
    }

    /// Stops what closes in these rows, all at once: u ≥ 0.
    pub(crate) fn stop(
        &self,
        rows: &[usize],
        velocities: &mut Vec<Rational>,
        monitor: &Monitor,
    ) -> Result<Round, ImpactError> {
        let mut taken: Vec<Taken> = rows.iter().map(|row| Taken::stops(*row)).collect();
        self.use_full_cones(&mut taken);
        self.strike(&taken, &[], velocities, monitor)
    }

    /// The rows that close, ascending.
    pub(crate) fn all_closing(&self, velocities: &[Rational]) -> Vec<usize> {
        let rows = 0..self.meetings.len();
        let closes = |row: &usize| self.approach(*row, velocities).is_some();
        rows.filter(closes).collect()
    }

    /// Gives rows that throw nothing back their whole friction: they gain no energy.
    fn use_full_cones(&self, taken: &mut [Taken]) {
        if taken.iter().all(|row| row.bound == 0) {
            for row in taken {
                row.cone = self.meetings[row.index].full_cone();
            }
        }
    }

    fn clusters(&self) -> Vec<Cluster> {
        let bodies = self.masses.len() / 3;
        let mut cluster_of: Vec<usize> = (0..bodies).collect();
        let rows = self.meetings.iter().map(|meeting| &meeting.coefficients);
        let pins = self.pins.iter().flat_map(|pin| &pin.gape);
        for form in rows.chain(pins) {
            let mut joined: Vec<usize> = Vec::new();
            for (place, _) in form {
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
        let mut clusters = Vec::with_capacity(bodies);
        for _ in 0..bodies {
            clusters.push(Cluster {
                rows: Vec::new(),
                pins: Vec::new(),
            });
        }
        for (index, meeting) in self.meetings.iter().enumerate() {
            if let Some((place, _)) = meeting.coefficients.first() {
                clusters[cluster_of[place / 3]].rows.push(index);
            }
        }
        for (index, pin) in self.pins.iter().enumerate() {
            if let Some((place, _)) = pin.gape.iter().flatten().next() {
                clusters[cluster_of[place / 3]].pins.push(index);
            }
        }
        clusters.retain(|cluster| !cluster.rows.is_empty());
        clusters
    }

    /// The rows and the pins of a round, ascending.
    fn taken(
        &self,
        rule: ImpactRule,
        round: usize,
        clusters: &[Cluster],
        velocities: &[Rational],
    ) -> (Vec<Taken>, Vec<usize>) {
        let mut taken = Vec::new();
        let mut pins = Vec::new();
        for cluster in clusters {
            let most = rule.rounds_of_a_row() * cluster.rows.len() as u64;
            let round = round as u64;
            let closing = self.closing(&cluster.rows, velocities);
            let is_lively = closing
                .iter()
                .any(|(index, _)| self.meetings[*index].is_lively);
            if !is_lively || round > most {
                continue;
            }
            pins.extend(&cluster.pins);
            let mut of_cluster = Vec::new();
            if most == 0 {
                for &index in &cluster.rows {
                    of_cluster.push(self.bounces(index, velocities));
                }
            } else if round == most {
                of_cluster.extend(cluster.rows.iter().map(|index| Taken::stops(*index)));
            } else {
                for index in self.steepest(&closing) {
                    of_cluster.push(self.bounces(index, velocities));
                }
            }
            self.use_full_cones(&mut of_cluster);
            taken.append(&mut of_cluster);
        }
        taken.sort_by_key(|row| row.index);
        pins.sort_unstable();
        (taken, pins)
    }

    /// The rows of a cluster that close, and u.
    fn closing(&self, cluster: &[usize], velocities: &[Rational]) -> Vec<(usize, Rational)> {
        let mut closing = Vec::new();
        for &index in cluster {
            if let Some(approach) = self.approach(index, velocities) {
                closing.push((index, approach));
            }
        }
        closing
    }

    /// u, if the row closes.
    fn approach(&self, index: usize, velocities: &[Rational]) -> Option<Rational> {
        let meeting = &self.meetings[index];
        let approach = at(&meeting.coefficients, velocities);
        let closes = self.is_closing(&approach, &meeting.edge_squared);
        (closes && self.all_options_close(meeting, velocities)).then_some(approach)
    }

    fn is_closing(&self, approach: &Rational, edge_squared: &Rational) -> bool {
        *approach < 0 && approach.square() > &self.slowest_squared * edge_squared
    }

    /// Whether none of the options of its parts keeps them apart.
    fn all_options_close(&self, meeting: &Meeting, velocities: &[Rational]) -> bool {
        let closes =
            |gap: &Gap| self.is_closing(&at(&gap.coefficients, velocities), &gap.edge_squared);
        let mut options = meeting.options.iter();
        options.all(|option| option.iter().any(closes))
    }

    /// A row that leaves as its restitution says; one that does not close may not begin to.
    fn bounces(&self, index: usize, velocities: &[Rational]) -> Taken {
        let meeting = &self.meetings[index];
        let approach = self.approach(index, velocities).unwrap_or_default();
        Taken {
            index,
            bound: -&approach * &meeting.restitution,
            cone: meeting.cone(&approach, velocities),
        }
    }

    /// Those with the largest u²/|e|².
    fn steepest(&self, closing: &[(usize, Rational)]) -> Vec<usize> {
        let mut steepness = Vec::with_capacity(closing.len());
        for (index, approach) in closing {
            steepness.push(approach.square() / &self.meetings[*index].edge_squared);
        }
        let largest = steepness.iter().max();
        let mut steepest = Vec::new();
        for ((index, _), own) in closing.iter().zip(&steepness) {
            if Some(own) == largest {
                steepest.push(*index);
            }
        }
        steepest
    }
}

impl Meeting {
    /// μ on both sides.
    fn full_cone(&self) -> [Rational; 2] {
        let slip = self.slip.as_ref();
        let friction = slip.map_or(Rational::ZERO, |slip| slip.friction.clone());
        [friction.clone(), friction]
    }

    /// μ⁻ and μ⁺: μ against the slip that there is, and at most (1 - ε) |u|/|τ| along it.
    fn cone(&self, approach: &Rational, velocities: &[Rational]) -> [Rational; 2] {
        let Some(slip) = &self.slip else {
            return [Rational::ZERO, Rational::ZERO];
        };
        let moved = at(&slip.coefficients, velocities);
        let friction = || slip.friction.clone();
        let back = || {
            let lost = (Rational::ONE - &self.restitution) * -approach;
            (lost / (&moved).abs()).min(slip.friction.clone())
        };
        match moved.cmp(&Rational::ZERO) {
            Ordering::Greater => [friction(), back()],
            Ordering::Equal => [friction(), friction()],
            Ordering::Less => [back(), friction()],
        }
    }
}

impl Taken {
    /// One that only stops.
    fn stops(index: usize) -> Self {
        Self {
            index,
            bound: Rational::ZERO,
            cone: [Rational::ZERO, Rational::ZERO],
        }
    }
}

/// The value of a form at some velocities.
pub(crate) fn at(form: &Form, velocities: &[Rational]) -> Rational {
    let mut sum = Rational::ZERO;
    for (place, coefficient) in form {
        sum += coefficient * &velocities[*place];
    }
    sum
}
