//! Gaps: values between those of two choices of the normals of corners.

use super::choices::{Case, Choosing, Chosen, Fixed, ProvedEnd};
use super::end::{End, Quantity};
use super::search::Search;
use crate::ranges::Wanted;
use crate::ranges::gaps::gaps_between;
use crate::space::error::SpaceError;
use crate::space::statics::HoldingForces;
use malachite::Rational;

/// A choice of all normals with the ends of all quantities.
pub(super) struct Choice<'a> {
    search: Search<'a>,
    ends: Vec<End>,
    fixed: Fixed,
}

impl Choice<'_> {
    /// The dimension of the family of all its forces.
    pub(super) fn dimension(&self) -> usize {
        self.search.dimension(&self.ends)
    }

    /// The least and the largest value; `None` if a face whose centre is wanted does not press.
    fn ends_of(&self, quantity: Quantity) -> Option<[&End; 2]> {
        let end = |sign| {
            let mut ends = self.ends.iter();
            ends.find(|end| end.quantity == quantity && end.sign == sign)
        };
        Some([end(1)?, end(-1)?])
    }
}

impl<'a> Choosing<'a> {
    /// The ends of all quantities in each choice of the normals of corners without friction; `None`
    /// if there are too many.
    pub(super) fn choices(
        &self,
        wanted: &[Wanted],
        shown: &HoldingForces,
    ) -> Result<Option<Vec<Choice<'a>>>, SpaceError> {
        let Some(all) = self.all_sides() else {
            return Ok(None);
        };
        let mut choices = Vec::with_capacity(all.len());
        for sides in all {
            let fixed = Fixed {
                sides,
                ..Fixed::default()
            };
            let search = self.search(&fixed, shown);
            let ends = search.solve(wanted)?;
            choices.push(Choice {
                search,
                ends,
                fixed,
            });
        }
        Ok(Some(choices))
    }

    /// The gaps in the values of a quantity: for each the largest value below it, and the least one
    /// above.
    pub(super) fn gaps(
        &self,
        choices: &[Choice],
        quantity: Quantity,
        shown: &HoldingForces,
    ) -> Result<Vec<[ProvedEnd; 2]>, SpaceError> {
        let mut intervals = Vec::new();
        for choice in choices {
            if let Some(ends) = choice.ends_of(quantity) {
                intervals.push(ends.map(bound));
            }
        }
        let mut gaps = Vec::new();
        for [lower, upper] in gaps_between(intervals) {
            let below = self.beside(choices, quantity, -1, &lower, shown)?;
            let above = self.beside(choices, quantity, 1, &upper, shown)?;
            if let (Some(below), Some(above)) = (below, above) {
                gaps.push([below, above]);
            }
        }
        Ok(gaps)
    }

    /// One end of a gap, with the cases of all choices on this side of it: of those up to `limit`
    /// if the sign is -1, and from there on if it is 1. Choices without values are below.
    fn beside(
        &self,
        choices: &[Choice],
        quantity: Quantity,
        sign: i64,
        limit: &Rational,
        shown: &HoldingForces,
    ) -> Result<Option<ProvedEnd>, SpaceError> {
        let place = usize::from(sign < 0);
        let is_beside = |value: &Rational| match sign < 0 {
            true => value <= limit,
            false => value >= limit,
        };
        let mut cases = Vec::new();
        let mut best: Option<Chosen> = None;
        for choice in choices {
            let own;
            let end = match choice.ends_of(quantity) {
                Some(ends) => ends[place],
                None if sign < 0 => {
                    own = choice.search.end(quantity, sign, Some(limit))?;
                    &own
                }
                None => continue,
            };
            let Some((bound, velocity)) = &end.bound else {
                continue;
            };
            if !is_beside(bound) {
                continue;
            }
            cases.push(Case {
                fixed: choice.fixed.clone(),
                velocity: velocity.clone(),
            });
            let Some(pressed) = &end.reached else {
                continue;
            };
            let found = self.chosen(&choice.search, end, pressed, &choice.fixed, shown)?;
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| found.value < best.value)
            {
                best = Some(found);
            }
        }
        Ok(best.map(|best| ProvedEnd {
            quantity,
            forces: best.forces,
            system: best.system,
            bound: Some((limit.clone(), cases)),
        }))
    }
}

/// The bound of an end, if there is one.
fn bound(end: &End) -> Option<&Rational> {
    let (bound, _) = end.bound.as_ref()?;
    Some(bound)
}
