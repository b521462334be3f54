//! From figures to an answer: right to its own precision, within the tolerances, or beyond them.

use crate::enclosure::Length;
use crate::figure::{Figure, Measured, Series};
use crate::findings::Audit;
use crate::precision::Precisions;
use crate::shape::Shape;
use crate::verdict::{Contradiction, Proved};
use malachite::Rational;

/// zwang's own run has to have moved by so many times the farthest displacement of a run that is
/// said to hold the scene.
const HELD: i32 = 100;

/// The bounds that a user sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tolerances {
    /// For every plain length ([`Figure::is_plain_length`]) without a bound of its own.
    pub lengths: Option<Rational>,
    /// For single figures.
    pub figures: Vec<(Figure, Rational)>,
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
    /// Every state is that of zwang's own run, up to the rounding of the table's numbers.
    RightToItsPrecision,
    /// Everything that the user bounds is within its bound.
    WithinTolerances,
    /// Something is not.
    BeyondTolerances(Vec<Excess>),
    /// No tolerance was given, and the run is not zwang's own up to rounding; or it holds a scene
    /// that is proved unstable.
    Different,
    /// No tolerance was given, nothing contradicts a proof, and as far as there is a run of zwang's
    /// own, this is it.
    Undecided,
}

impl Tolerances {
    /// The bound of a figure. The displacement is bounded only of scenes that are proved stable.
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
        self.lengths.is_none() && self.figures.is_empty()
    }
}

impl Judgement {
    /// Whether the run has passed.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        matches!(self, Self::RightToItsPrecision | Self::WithinTolerances)
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

    /// Whether zwang's own run is the only right one: with friction several motions may obey the
    /// law.
    #[must_use]
    pub fn has_one_way(&self) -> bool {
        self.scene.friction.is_none()
    }

    /// The answer under these tolerances.
    #[must_use]
    pub fn judgement(&self, tolerances: &Tolerances) -> Judgement {
        let mut excesses = Vec::new();
        for series in &self.series {
            let Some(bound) = tolerances.of(series.figure, self.is_stable()) else {
                continue;
            };
            if let Some(state) = series.first_beyond(bound) {
                excesses.push(Excess {
                    figure: series.figure,
                    state,
                    bound: bound.clone(),
                });
            }
        }
        if !excesses.is_empty() {
            Judgement::BeyondTolerances(excesses)
        } else if self.first_difference.is_none() {
            Judgement::RightToItsPrecision
        } else if !tolerances.is_empty()
            && !matches!(self.contradiction, Some(Contradiction::Holds { .. }))
        {
            Judgement::WithinTolerances
        } else if self.is_decided() {
            Judgement::Different
        } else {
            Judgement::Undecided
        }
    }

    /// Whether the run, which is not known to be right, is known to be wrong. With friction another
    /// run than zwang's own may be right, too.
    fn is_decided(&self) -> bool {
        if !self.has_one_way() {
            return self.contradiction.is_some();
        }
        let ends = self.own_run.as_ref().map_or(0, |own| own.states.len());
        let differs = self.first_difference.is_some_and(|state| state < ends);
        differs || self.contradiction.is_some()
    }

    /// What contradicts the proved verdict: a move by more than the table's precision, or none
    /// worth a hundredth of zwang's own.
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

    fn holds(&self, shape: &Shape) -> Option<Contradiction> {
        let own = self.own_run.as_ref().ok()?;
        let states = self.table.states.len().min(own.states.len());
        let last = states - 1;
        // Up to rounding it is zwang's own run.
        if self.first_difference.is_none_or(|first| first > last) {
            return None;
        }
        let (expected, body) = own.displacement(shape, last)?;
        let values = &self.series(Figure::Displacement)?.values[..=last];
        let mut by = Length::zero();
        for value in values.iter().flatten() {
            let squared = value.quantity.enclosure().clone();
            by = by.max(Length { squared });
        }
        let factor = Rational::from(HELD * HELD);
        if expected.squared.low <= &by.squared.high * factor {
            return None;
        }
        Some(Contradiction::Holds { by, expected, body })
    }
}
