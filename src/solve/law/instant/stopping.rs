//! The last round of an instant: what does not bounce is stopped, all at once.

use super::{Instant, InstantError};
use crate::impacts::{ImpactError, Round, at};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use zwang_program::Monitor;

/// The most programs that corners may ask for.
const MOST: usize = 1 << 10;

/// A way to stop the bodies.
struct Way {
    round: Round,
    velocities: Vec<Rational>,
    /// ½ |w - v|² in the metric of the masses, J.
    restraint: Rational,
}

/// The search for the way of least restraint.
struct Search<'a> {
    instant: &'a Instant,
    before: &'a [Rational],
    monitor: &'a Monitor<'a>,
    tried: usize,
    best: Option<Way>,
    /// Whether another way has the restraint of the best one, and other velocities.
    is_tied: bool,
}

impl Instant {
    /// Stops what still closes; `None` if nothing does. All contacts of the scene belong to the
    /// round, as what is pushed may push others.
    pub(super) fn stop(
        &self,
        velocities: &mut Vec<Rational>,
        monitor: &Monitor,
    ) -> Result<Option<Round>, InstantError> {
        if self.impact.all_closing(velocities).is_empty() {
            return Ok(None);
        }
        let before = velocities.clone();
        let mut search = Search {
            instant: self,
            before: &before,
            monitor,
            tried: 0,
            best: None,
            is_tied: false,
        };
        search.go(self.outside_corners())?;
        if search.is_tied {
            return Err(InstantError::Ambiguous);
        }
        let best = search.best.ok_or(InstantError::Impossible)?;
        *velocities = best.velocities;
        Ok(Some(best.round))
    }

    /// The contacts that belong to no corner.
    fn outside_corners(&self) -> Vec<usize> {
        let mut is_outside = vec![true; self.touches.len()];
        for row in self.corners.iter().flatten().flatten() {
            is_outside[*row] = false;
        }
        let rows = 0..self.touches.len();
        rows.filter(|row| is_outside[*row]).collect()
    }

    fn restraint(&self, before: &[Rational], after: &[Rational]) -> Rational {
        let mut sum = Rational::ZERO;
        for ((mass, old), new) in self.impact.masses.iter().zip(before).zip(after) {
            let change = new - old;
            sum += mass * &change * change;
        }
        sum >> 1u64
    }

    /// The first corner of which both sides close.
    fn closing_corner(&self, velocities: &[Rational]) -> Option<&[Vec<usize>; 2]> {
        let closes = |row: &usize| at(&self.impact.meetings[*row].coefficients, velocities) < 0;
        let mut corners = self.corners.iter();
        corners.find(|sides| sides.iter().all(|side| side.iter().any(closes)))
    }
}

impl Search<'_> {
    /// Goes through all ways that keep these rows.
    fn go(&mut self, mut rows: Vec<usize>) -> Result<(), InstantError> {
        if self.tried == MOST {
            return Err(InstantError::TooManyCorners(MOST));
        }
        self.tried += 1;
        rows.sort_unstable();
        let mut velocities = self.before.to_vec();
        let round = self
            .instant
            .impact
            .stop(&rows, &mut velocities, self.monitor);
        let round = match round {
            Ok(round) => round,
            Err(ImpactError::Impossible) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let Some(sides) = self.instant.closing_corner(&velocities) else {
            let restraint = self.instant.restraint(self.before, &velocities);
            self.take(Way {
                round,
                velocities,
                restraint,
            });
            return Ok(());
        };
        for side in sides {
            let mut more = rows.clone();
            more.extend(side);
            self.go(more)?;
        }
        Ok(())
    }

    fn take(&mut self, way: Way) {
        match &self.best {
            Some(best) if best.restraint < way.restraint => {}
            Some(best) if best.restraint == way.restraint => {
                self.is_tied |= best.velocities != way.velocities;
            }
            _ => {
                self.best = Some(way);
                self.is_tied = false;
            }
        }
    }
}
