//! A group at the beginning of a part: how its bodies would move, and which pairs are fast, lively,
//! near (`proofs/RUN.md`, section 12).

use super::guess::{Motion, Stage, of};
use super::number::Number;
use super::options::Candidates;
use super::pairs::Pair;
use super::vector::Vector;
use super::work::Work;
use crate::rejection::Result;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_scene::BodyId;

/// A group at the beginning of a part.
pub(super) struct Moment<'a> {
    pub stage: &'a Stage<'a>,
    pub candidates: &'a BTreeMap<Pair, Candidates>,
    /// The rows of the nearest options of each pair.
    pub nearest: BTreeMap<Pair, BTreeSet<Contact>>,
    /// The options of each pair of which the least distance is within touch, each by its rows that
    /// touch.
    pub bearing: BTreeMap<Pair, Vec<Vec<Contact>>>,
}

/// How the bodies of a group would move in a whole step: D and S, D' and S'.
pub(super) struct Courses {
    pub steady: Motion,
    pub bent: Motion,
}

impl Courses {
    /// Given what they would do altogether, d~ and s~.
    pub(super) fn new(stage: &Stage, target: &Motion) -> Result<Self> {
        let step = &stage.plan.step;
        let mut steady = Motion::new();
        let mut bent = Motion::new();
        for (body, [x, y, turn]) in target {
            let Some(moving) = &stage.at(*body)?.moving else {
                continue;
            };
            let velocity = moving.velocity.scaled(step);
            let spin = &moving.spin * step;
            bent.insert(*body, [x - &velocity.x, y - &velocity.y, turn - &spin]);
            steady.insert(*body, [velocity.x, velocity.y, spin]);
        }
        Ok(Self { steady, bent })
    }

    /// |S| + |S'|.
    pub(super) fn turning(&self, body: BodyId) -> Result<Number> {
        let [_, _, first] = of(&self.steady, body)?;
        let [_, _, second] = of(&self.bent, body)?;
        Ok(&first.abs() + &second.abs())
    }

    pub(super) fn largest_turning(&self) -> Result<Number> {
        let mut largest = Number::zero();
        for body in self.steady.keys() {
            largest = largest.max(self.turning(*body)?);
        }
        Ok(largest)
    }

    /// The sum of the moves of the bodies of a pair.
    pub(super) fn moves(&self, stage: &Stage, pair: Pair) -> Result<Number> {
        let mut sum = Number::zero();
        for body in pair.bodies() {
            let Some([x, y, _]) = self.steady.get(&body) else {
                continue;
            };
            let [more_x, more_y, _] = of(&self.bent, body)?;
            let reach = &stage.plan.free(body)?.reach;
            for part in [x, y, more_x, more_y] {
                sum = &sum + &part.abs();
            }
            sum = &sum + &(&self.turning(body)? * reach);
        }
        Ok(sum)
    }

    pub(super) fn fast(&self, stage: &Stage, pairs: &[Pair]) -> Result<BTreeSet<Pair>> {
        let mut fast = BTreeSet::new();
        for pair in pairs {
            if stage.plan.are_fast(*pair, &self.moves(stage, *pair)?)? {
                fast.insert(*pair);
            }
        }
        Ok(fast)
    }
}

/// The pairs that are fast, or of bodies that bounce.
pub(super) fn lively(stage: &Stage, pairs: &[Pair], fast: &BTreeSet<Pair>) -> BTreeSet<Pair> {
    let mut lively = fast.clone();
    for pair in pairs {
        let [first, second] = pair.bodies();
        if stage.plan.restitution.between(first, second).is_positive() {
            lively.insert(*pair);
        }
    }
    lively
}

impl<'a> Moment<'a> {
    pub(super) fn new(
        stage: &'a Stage<'a>,
        candidates: &'a BTreeMap<Pair, Candidates>,
        work: &Work,
    ) -> Result<Self> {
        let mut nearest = BTreeMap::new();
        let mut bearing = BTreeMap::new();
        for (pair, of_pair) in candidates {
            let both = [stage.outline(pair.first)?, stage.outline(pair.second)?];
            let options = of_pair.options((stage.plan, work), both, both, false)?;
            nearest.insert(*pair, nearest_rows(stage, &options)?);
            bearing.insert(*pair, bearing_rows(stage, &options)?);
        }
        Ok(Self {
            stage,
            candidates,
            nearest,
            bearing,
        })
    }

    /// The same with other velocities.
    pub(super) fn at<'b>(self, stage: &'b Stage<'b>) -> Moment<'b>
    where
        'a: 'b,
    {
        Moment {
            stage,
            candidates: self.candidates,
            nearest: self.nearest,
            bearing: self.bearing,
        }
    }
}

fn bearing_rows(stage: &Stage, options: &[Vec<Contact>]) -> Result<Vec<Vec<Contact>>> {
    let mut bearing = Vec::new();
    for option in options {
        let mut touching = Vec::new();
        let mut is_outside = true;
        for name in option {
            let gap = stage.gap(name)?;
            if stage.touches(name, &gap)? {
                touching.push(*name);
                is_outside &= stage.touches(name, &gap.abs())?;
            }
        }
        if is_outside && !touching.is_empty() {
            bearing.push(touching);
        }
    }
    Ok(bearing)
}

fn nearest_rows(stage: &Stage, options: &[Vec<Contact>]) -> Result<BTreeSet<Contact>> {
    let mut nearest = BTreeSet::new();
    let mut farthest: Option<Number> = None;
    for option in options {
        let mut least: Option<Number> = None;
        for name in option {
            // G |G| / |e|², which orders as G/|e| does.
            let per_length = stage.length_squared(name)?.reciprocal();
            let distance = &stage.gap(name)?.signed_square() * &per_length;
            least = Some(match least {
                Some(least) => least.min(distance),
                None => distance,
            });
        }
        let Some(least) = least else {
            continue;
        };
        let order = match &farthest {
            Some(farthest) => least.cmp(farthest),
            None => Ordering::Greater,
        };
        if order == Ordering::Greater {
            nearest.clear();
            farthest = Some(least);
        }
        if order != Ordering::Less {
            nearest.extend(option);
        }
    }
    Ok(nearest)
}

/// A velocity and a spin of a body, as a vector and a number.
pub(super) fn linear([x, y, _]: &[Number; 3]) -> Vector {
    Vector::new(x.clone(), y.clone())
}
