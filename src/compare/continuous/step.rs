//! One step of a validated integration: where a motion is at its end, and where it is all the time.
//!
//! A box B with u + [0, h] f(B) ⊆ B contains the solution from u until h (Picard and Lindelöf).
//! Taylor's formula with the last coefficient taken over B then contains it more closely:
//! u(s) ∈ Σ_{k<N} u_k s^k + B_N s^N.

use crate::interval::Interval;
use crate::quadratic::Form;
use crate::series::{Equations, Series};
use zwang_exact::Rational;

/// N.
const ORDER: usize = 32;
/// How often a box is made wider before a shorter step is tried.
const ATTEMPTS: usize = 12;

/// How many times as wide a step may make the bounds without being halved.
const GROWTH: u64 = 4;

/// Places and velocities of all coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    pub(crate) places: Vec<Interval>,
    pub(crate) velocities: Vec<Interval>,
}

/// The motions from all states of a phase during a step.
pub(crate) struct Passage {
    /// From the beginning.
    near: Series,
    /// From anywhere in the box.
    pub(crate) wide: Series,
    /// All times of the step.
    during: Interval,
    /// Its end.
    end: Interval,
}

impl Phase {
    /// The motions of the next h seconds; `None` if no box was found that contains them.
    pub(crate) fn passage(&self, equations: &Equations, step: &Rational) -> Option<Passage> {
        let end = Interval::of(step);
        let during = end.with_zero();
        let near = equations.series(&self.places, &self.velocities, ORDER)?;
        let mut bounds = self.clone();
        for _ in 0..ATTEMPTS {
            let start = equations.series(&bounds.places, &bounds.velocities, 0)?;
            let moved = self.moved(&bounds, &start, &during);
            if moved.is_within(&bounds) {
                let wide = equations.series(&moved.places, &moved.velocities, ORDER)?;
                return Some(Passage {
                    near,
                    wide,
                    during,
                    end,
                });
            }
            bounds = moved.widened();
        }
        None
    }

    /// u + [0, h] f(B).
    fn moved(&self, bounds: &Self, start: &Series, during: &Interval) -> Self {
        let mut places = Vec::new();
        let mut velocities = Vec::new();
        for index in 0..self.places.len() {
            let way = during * &bounds.velocities[index];
            places.push(&self.places[index] + &way);
            let gained = during * &start.places[2][index].times(2);
            velocities.push(&self.velocities[index] + &gained);
        }
        Self { places, velocities }
    }

    fn is_within(&self, other: &Self) -> bool {
        let places = self.places.iter().zip(&other.places);
        let velocities = self.velocities.iter().zip(&other.velocities);
        places
            .chain(velocities)
            .all(|(own, bounds)| bounds.contains(own))
    }

    /// Whether places or velocities are known much worse than before.
    pub(crate) fn is_much_wider(&self, before: &Self) -> bool {
        let places = widest(&self.places).is_wider(&widest(&before.places), GROWTH);
        places || widest(&self.velocities).is_wider(&widest(&before.velocities), GROWTH)
    }

    fn widened(&self) -> Self {
        Self {
            places: self.places.iter().map(Interval::widened).collect(),
            velocities: self.velocities.iter().map(Interval::widened).collect(),
        }
    }
}

fn widest(values: &[Interval]) -> Interval {
    let mut widest = Interval::zero();
    for value in values {
        if value.is_wider(&widest, 1) {
            widest = value.clone();
        }
    }
    widest
}

impl Passage {
    /// Places and velocities at the end.
    pub(crate) fn phase(&self) -> Phase {
        let count = self.near.places[0].len();
        let mut places = Vec::new();
        let mut velocities = Vec::new();
        for index in 0..count {
            let mut terms = Vec::new();
            let mut rates = Vec::new();
            for k in 0..=ORDER {
                let series = if k < ORDER { &self.near } else { &self.wide };
                terms.push(series.places[k][index].clone());
                rates.push(series.places[k + 1][index].times(k + 1));
            }
            places.push(sum(&terms, &self.end));
            velocities.push(sum(&rates, &self.end));
        }
        Phase { places, velocities }
    }

    /// A multiplier at all times of the step.
    pub(crate) fn multiplier(&self, index: usize) -> Interval {
        let mut terms = Vec::new();
        for k in 0..=ORDER {
            let series = if k < ORDER { &self.near } else { &self.wide };
            terms.push(series.multipliers[k][index].clone());
        }
        sum(&terms, &self.during)
    }

    /// The value of a form at all times of the step.
    pub(crate) fn value(&self, form: &Form) -> Interval {
        let mut terms = Vec::new();
        for k in 0..=ORDER {
            let series = if k < ORDER { &self.near } else { &self.wide };
            terms.push(form.value(&series.places, k));
        }
        sum(&terms, &self.during)
    }
}

/// Σ c_k s^k by Horner's rule.
fn sum(terms: &[Interval], time: &Interval) -> Interval {
    let mut sum = Interval::zero();
    for term in terms.iter().rev() {
        sum = term + &(time * &sum);
    }
    sum
}
