//! From figures and grades to an answer: without a fault, within the tolerances, or beyond them.

use crate::enclosure::Length;
use crate::figure::{Figure, Measured, Series};
use crate::findings::Audit;
use crate::grade::Grade;
use crate::precision::Precisions;
use crate::shape::Shape;
use crate::start;
use crate::verdict::{Contradiction, Proved};
use malachite::Rational;
use malachite::base::num::basic::traits::{One, OneHalf};

/// At the accelerations that are proved, something has to have moved by so many times the farthest
/// displacement of a run that is said to hold the scene.
const HELD: i32 = 100;

/// The bounds that a user sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tolerances {
    /// For every plain length ([`Figure::is_plain_length`]) without a bound of its own.
    pub lengths: Option<Rational>,
    /// For single figures.
    pub figures: Vec<(Figure, Rational)>,
    /// The worst grade that passes.
    pub grade: Option<Grade>,
}

/// A figure that exceeds its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The figure.
    pub figure: Figure,
    /// The first state that exceeds the bound.
    pub state: usize,
    /// The bound.
    pub bound: Rational,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// There is no tolerance, and the run has the best grade.
    Faultless,
    /// Everything that the user bounds is within its bound, the grade too.
    WithinTolerances,
    /// Something is not.
    BeyondTolerances(Vec<Excess>),
    /// All figures are within their bounds, but the grade is worse than this one.
    WorseThan(Grade),
    /// There is no tolerance, and the run has a worse grade than the best or contradicts a proof;
    /// or, under any tolerance, it has the worst grade or holds a scene that is proved to fall.
    Faulty,
    /// The motion is not graded.
    Undecided,
}

impl Tolerances {
    /// The bound of a figure. The displacement is bounded only of scenes that are proved to stand.
    #[must_use]
    pub fn of(&self, figure: Figure, is_stable: bool) -> Option<&Rational> {
        let own = self
            .figures
            .iter()
            .rev()
            .find(|(other, _)| *other == figure)
            .map(|(_, bound)| bound);
        let is_plain = figure.is_plain_length() && (figure != Figure::Displacement || is_stable);
        own.or(self.lengths.as_ref().filter(|_| is_plain))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lengths.is_none() && self.figures.is_empty() && self.grade.is_none()
    }
}

impl Excess {
    /// That of a figure over the run, if there is one.
    pub(crate) fn of(series: &Series, tolerances: &Tolerances, is_stable: bool) -> Option<Self> {
        let bound = tolerances.of(series.figure, is_stable)?;
        let state = series.first_beyond(bound)?;
        Some(Self {
            figure: series.figure,
            state,
            bound: bound.clone(),
        })
    }
}

/// The answer that follows from what is beyond its bound, the grade, and whether the run
/// contradicts a proof.
pub(crate) fn judged(
    excesses: Vec<Excess>,
    grade: Option<Grade>,
    contradicts: bool,
    tolerances: &Tolerances,
) -> Judgement {
    if !excesses.is_empty() {
        return Judgement::BeyondTolerances(excesses);
    }
    if grade == Some(Grade::F) {
        return Judgement::Faulty;
    }
    if tolerances.is_empty() {
        return match grade {
            Some(Grade::A) if !contradicts => Judgement::Faultless,
            None if !contradicts => Judgement::Undecided,
            _ => Judgement::Faulty,
        };
    }
    match (tolerances.grade, grade) {
        (Some(_), None) => Judgement::Undecided,
        (Some(worst), Some(grade)) if grade > worst => Judgement::WorseThan(worst),
        _ => Judgement::WithinTolerances,
    }
}

impl Judgement {
    /// Whether the run has passed.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        matches!(self, Self::Faultless | Self::WithinTolerances)
    }
}

impl Audit<'_> {
    /// The figure over the run, if it applies.
    #[must_use]
    pub fn series(&self, figure: Figure) -> Option<&Series> {
        self.series.iter().find(|series| series.figure == figure)
    }

    /// Whether the scene is proved to stand.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.proved.as_ref().is_ok_and(Proved::is_stable)
    }

    /// The answer under these tolerances.
    #[must_use]
    pub fn judgement(&self, tolerances: &Tolerances) -> Judgement {
        let excesses = self.excesses(tolerances);
        let holds = matches!(self.contradiction, Some(Contradiction::Holds { .. }));
        if holds && excesses.is_empty() {
            return Judgement::Faulty;
        }
        judged(
            excesses,
            self.grade(),
            self.contradiction.is_some(),
            tolerances,
        )
    }

    fn excesses(&self, tolerances: &Tolerances) -> Vec<Excess> {
        let mut excesses = Vec::new();
        for series in &self.series {
            excesses.extend(Excess::of(series, tolerances, self.is_stable()));
        }
        excesses
    }

    /// The contradiction to the proved verdict: a move by more than the table's precision, or none
    /// worth a hundredth of what the accelerations at first lead to.
    pub(crate) fn contradiction(
        &self,
        shape: &Shape,
        precisions: &Precisions,
    ) -> Option<Contradiction> {
        let verdict = self.proved.as_ref().ok()?.verdict;
        if verdict.is_stable() {
            self.moves(shape, precisions)
        } else if verdict.is_unstable() {
            self.holds(shape)
        } else {
            None
        }
    }

    fn moves(&self, shape: &Shape, precisions: &Precisions) -> Option<Contradiction> {
        let displacement = self.series(Figure::Displacement)?;
        let mut states = displacement.values.iter().enumerate();
        let (first, _) = states.find(|(state, value)| {
            value
                .as_ref()
                .is_some_and(|value| self.is_noticed(shape, precisions, *state, value))
        })?;
        let (state, worst) = displacement.worst()?;
        let squared = worst.quantity.enclosure().clone();
        Some(Contradiction::Moves {
            first,
            state,
            body: *worst.bodies.first()?,
            by: Length { squared },
        })
    }

    /// Whether a displacement is more than the rounding of its body's numbers explains.
    fn is_noticed(
        &self,
        shape: &Shape,
        precisions: &Precisions,
        state: usize,
        value: &Measured,
    ) -> bool {
        let Some(&body) = value.bodies.first() else {
            return false;
        };
        let Some(place) = shape.bodies[body].place else {
            return false;
        };
        let precision = precisions.of(shape, &self.table.states[state], place);
        value.quantity.exceeds(&precision)
    }

    /// A run holds a scene that is proved to fall if at the time T up to which no new contact is
    /// made nothing has moved by a hundredth of ½ a T², nor by so much that a could have become
    /// half as large.
    fn holds(&self, shape: &Shape) -> Option<Contradiction> {
        // An integrator may be a step late.
        if self.quiet < 2 {
            return None;
        }
        let proved = self.proved.as_ref().ok()?;
        let accelerations = start::accelerations(self.scene, proved)?;
        let values = &self.series(Figure::Displacement)?.values[..=self.quiet];
        let mut by = Length::zero();
        for value in values.iter().flatten() {
            let squared = value.quantity.enclosure().clone();
            by = by.max(Length { squared });
        }
        let fastest = start::longest_way(shape, &accelerations, &Rational::ONE);
        let rate = start::rate_of_change(shape, &accelerations);
        let time = &self.table.states[self.quiet].time;
        let square = time * time * Rational::ONE_HALF;
        let expected = start::longest_way(shape, &accelerations, &square);
        let may_change = &by.squared.high * &rate * rate * Rational::from(4) > fastest.squared.low;
        let factor = Rational::from(HELD * HELD);
        if may_change || expected.squared.low <= &by.squared.high * factor {
            return None;
        }
        let body = start::fastest(shape, &accelerations)?;
        Some(Contradiction::Holds { by, expected, body })
    }
}
