//! Edges that take over from the candidates of a pair within a part of a step (`proofs/RUN.md`,
//! section 5).

use super::guess::{Guess, Later, Motion, Stage, of};
use super::moment::linear;
use super::number::Number;
use super::options::{Candidates, separations};
use super::pairs::{Outline, Pair};
use super::path::{Bernstein, EdgeGaps, Path, Polynomial, degree, first_meeting, is_clear};
use super::step::Begun;
use super::vector::Vector;
use super::work::Work;
use crate::rejection::Result;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Feature, PartId};
use zwang_scene::BodyId;

/// So often edges take over.
const MOST_TIMES: usize = 8;
/// The most gaps of edges and vertices of a group that are looked at.
const MOST_GAPS: usize = 1 << 15;

/// The pairs and paths that are looked at.
pub(super) struct Takeover<'a> {
    pub begun: &'a Begun<'a>,
    /// At the first guess.
    pub guess: &'a Guess<'a>,
    pub left_out: &'a BTreeSet<Pair>,
    pub work: &'a Work,
}

impl<'a> Takeover<'a> {
    fn stage(&self) -> &'a Stage<'a> {
        self.begun.stage
    }

    /// The pairs with the edges that take over.
    pub(super) fn complete(&self, pairs: &mut [(Pair, Candidates)]) -> Result<Later> {
        let mut later = Later::new();
        let mut count: usize = 0;
        for (pair, candidates) in pairs {
            if self.left_out.contains(pair) || !self.closes(*pair, candidates)? {
                continue;
            }
            let plan = self.stage().plan;
            let [first, second] = [plan.part(pair.first)?, plan.part(pair.second)?];
            let product = first.arms.len().saturating_mul(second.arms.len());
            count = count.saturating_add(product.saturating_mul(2));
            if count > MOST_GAPS {
                return Ok(later);
            }
            self.work.add(product / 2)?;
            self.complete_pair(*pair, candidates, &mut later)?;
        }
        Ok(later)
    }

    /// Whether candidates keep the parts further apart than `touch` before, and none does at the
    /// guess.
    fn closes(&self, pair: Pair, candidates: &Candidates) -> Result<bool> {
        let touch = &self.stage().plan.touch;
        let [first, second] = [pair.first, pair.second];
        let after = [self.guess.outline(first)?, self.guess.outline(second)?];
        if candidates.keep_apart(after, touch)? {
            return Ok(false);
        }
        let stage = self.stage();
        candidates.keep_apart([stage.outline(first)?, stage.outline(second)?], touch)
    }

    fn complete_pair(&self, pair: Pair, candidates: &mut Candidates, later: &mut Later) -> Result {
        let [first, second] = pair.bodies();
        let paths = [self.path(first)?, self.path(second)?];
        let digits = self.stage().plan.grid.of_times();
        let bernstein = Bernstein::new(degree(paths.each_ref()));
        let mut gaps: BTreeMap<Feature, Vec<Polynomial>> = BTreeMap::new();
        for _ in 0..MOST_TIMES {
            let known = candidates.features(pair);
            let mut lists = Vec::new();
            for edge in &known {
                let list = bernstein.list(self.gaps(&mut gaps, pair, *edge, &paths)?);
                if is_clear(&list) {
                    return Ok(());
                }
                lists.push(list);
            }
            let Some(cell) = first_meeting(lists, digits) else {
                return Ok(());
            };
            let half = Number::dyadic(cell, digits);
            let separating = self.separating(pair, &paths, &half)?;
            let mut new = Vec::new();
            let parts = [pair.first, pair.second].into_iter();
            let sides = candidates.by_part().iter().zip(separating);
            for (part, (own, mut separating)) in parts.zip(sides) {
                separating.retain(|edge| !own.contains(edge));
                new.extend(self.eligible(pair, part, own, separating)?);
            }
            if new.is_empty() {
                return Ok(());
            }
            for edge in new {
                candidates.add(pair, edge);
                later.insert((edge, other(pair, edge.part)));
            }
        }
        Ok(())
    }

    /// The edges of both parts that have all vertices of the other one at gaps of at least 0 at a
    /// time on the paths.
    fn separating(&self, pair: Pair, paths: &[Path; 2], half: &Number) -> Result<[Vec<usize>; 2]> {
        let stage = self.stage();
        let [first, second] = paths;
        let [of_first, of_second] = [stage.outline(pair.first)?, stage.outline(pair.second)?];
        let one = Outline {
            points: first.points_at(half, &of_first.part.arms, second),
            ..*of_first
        };
        let other = Outline {
            points: second.points_at(half, &of_second.part.arms, first),
            ..*of_second
        };
        let mut found = [vec![], vec![]];
        for separation in separations([&one, &other]) {
            let separation = separation?;
            if !separation.gap.is_negative()
                && let Some(edges) = found.get_mut(separation.side)
            {
                edges.push(separation.edge);
            }
        }
        Ok(found)
    }

    /// Those of a part that become candidates, of edges that separate the pair, beside those known.
    fn eligible(
        &self,
        pair: Pair,
        part: PartId,
        known: &[usize],
        separating: Vec<usize>,
    ) -> Result<Vec<Feature>> {
        let body = BodyId(other(pair, part).body);
        let body = self.stage().at(body)?.body;
        let eligible = self.stage().plan.eligible(part, known, separating, body)?;
        let eligible = eligible.into_iter();
        Ok(eligible.map(|index| Feature { part, index }).collect())
    }

    /// From the state before to the first guess in the time 1, in halves of it.
    fn path(&self, body: BodyId) -> Result<Path> {
        let at = self.stage().at(body)?;
        let Some(moving) = &at.moving else {
            return Ok(Path::fixed());
        };
        let guess: &Motion = &self.begun.first_guess;
        let [_, _, turn] = of(guess, body)?;
        let steady = moving.velocity.scaled(&self.begun.length);
        let spun = &moving.spin * &self.begun.length;
        let bent = linear(of(guess, body)?).minus(&steady);
        let [two, four] = [Number::from(2), Number::from(4)];
        Ok(Path {
            position: at.position.clone(),
            rotation: at.rotation.clone(),
            moves: [steady.scaled(&two), bent.scaled(&four)],
            turns: [&spun * &two, &(turn - &spun) * &four],
        })
    }

    /// The gaps of all vertices of the other part and an edge, found once.
    fn gaps<'g>(
        &self,
        found: &'g mut BTreeMap<Feature, Vec<Polynomial>>,
        pair: Pair,
        edge: Feature,
        paths: &[Path; 2],
    ) -> Result<&'g [Polynomial]> {
        let place = match found.entry(edge) {
            Entry::Occupied(found) => return Ok(found.into_mut()),
            Entry::Vacant(place) => place,
        };
        let plan = self.stage().plan;
        let [first, second] = paths;
        let paths = match edge.part == pair.first {
            true => [second, first],
            false => [first, second],
        };
        let own = plan.part(edge.part)?;
        let start: &Vector = own.arm(edge.index)?;
        let direction = &own.edge(edge.index)?.direction;
        let none = Polynomial::new(vec![]);
        let on_paths = EdgeGaps::new(paths, [start, direction]);
        let arms = plan.part(other(pair, edge.part))?.arms.iter();
        Ok(place.insert(arms.map(|arm| on_paths.gap(arm, &none)).collect()))
    }
}

/// The other part of a pair.
fn other(pair: Pair, part: PartId) -> PartId {
    match part == pair.first {
        true => pair.second,
        false => pair.first,
    }
}
