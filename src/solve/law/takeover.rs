//! Edges that take over from the candidates of a pair within a step (`proofs/RUN.md`, section 5).
//!
//! Candidates separate two parts before the step. A part that climbs past the end of an edge, or
//! falls past it, is separated by another edge from then on; held by the first edge's line it would
//! be stopped in free air. So if all candidates of a pair cease to separate in the first guess, its
//! way there is looked at: the edges that separate when the last candidate ceases to are candidates
//! as well.

use crate::candidates::{Pair, is_within, separation};
use crate::group_step::Setting;
use crate::meeting::{Motion, Polynomial, first_meeting, gap};
use crate::number::{GRID, LONG, SHORT, TIME, over};
use crate::outline::Outline;
use crate::state::{BodyGuess, Placed};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Square;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Feature, PartId};
use zwang_scene::BodyId;

/// So often edges take over in a step.
const MOST_TIMES: usize = 8;
/// The most gaps of edges and vertices of a group that are looked at.
const MOST_GAPS: usize = 1 << 15;

/// The pairs and paths that are looked at.
pub(crate) struct Takeover<'a> {
    pub(crate) outline: &'a Outline,
    pub(crate) placed: &'a Placed,
    /// After the first guess.
    pub(crate) guessed: &'a Placed,
    pub(crate) left_out: &'a BTreeSet<[PartId; 2]>,
    /// How each free body gets to the first guess.
    pub(crate) ways: BTreeMap<usize, Motion>,
}

impl Takeover<'_> {
    /// From the poses before with the velocities there to those of the guess, for twice as long.
    pub(crate) fn ways(
        setting: Setting,
        bodies: &[BodyId],
        guesses: &[BodyGuess],
    ) -> BTreeMap<usize, Motion> {
        let outline = setting.outline;
        let unit = &outline.unit << GRID;
        let mut ways = BTreeMap::new();
        for (&body, guess) in bodies.iter().zip(guesses) {
            let state = &setting.states[setting.free[&body]];
            let pose = setting.placed.pose(body.0);
            let [along, across] = &guess.displacement;
            let moved = outline.vector(along, across);
            let mut displacement =
                [Rational::default(), Rational::default()].map(|zero| [zero.clone(), zero]);
            let velocity = state.velocity(outline);
            for (axis, (moved, velocity)) in [moved.re, moved.im].iter().zip(velocity).enumerate() {
                let steady = velocity * setting.length;
                displacement[1][axis] = (over(moved, SHORT) - &steady) << 2u64;
                displacement[0][axis] = steady << 1u64;
            }
            let steady = state.spin() * setting.length;
            let bent = over(&guess.turn, SHORT) - &steady;
            let motion = Motion {
                centroid: [&pose.centroid.re, &pose.centroid.im]
                    .map(|part| Rational::from_integers_ref(part, &unit)),
                rotation: [&pose.rotation.re, &pose.rotation.im].map(|part| over(part, LONG)),
                displacement,
                turn: [steady << 1u64, bent << 2u64],
            };
            ways.insert(body.0, motion);
        }
        ways
    }

    /// Adds the edges that take over to the candidates of pairs, and tells them with the parts that
    /// they separate.
    pub(crate) fn complete(&self, pairs: &mut [Pair]) -> BTreeSet<(Feature, PartId)> {
        let mut later = BTreeSet::new();
        let mut count: usize = 0;
        for pair in pairs {
            if self.left_out.contains(&pair.parts) || !self.closes(pair) {
                continue;
            }
            let [first, second] = pair.parts.map(|part| self.outline.arms(part).len());
            count = count.saturating_add(first.saturating_mul(second).saturating_mul(2));
            if count > MOST_GAPS {
                break;
            }
            self.complete_pair(pair, &mut later);
        }
        later
    }

    /// Whether the parts of a pair are apart by more than touch, and by no candidate after the
    /// guess.
    fn closes(&self, pair: &Pair) -> bool {
        let touch_squared = (&self.outline.touch).square();
        let is_apart = |placed: &Placed, edge: Feature, other: PartId| {
            let gap = separation(placed, edge, other);
            gap > 0 && !is_within(self.outline, edge, &gap, &touch_squared)
        };
        let mut is_now = false;
        for (side, edges) in pair.candidates.iter().enumerate() {
            let other = pair.parts[1 - side];
            for &edge in edges {
                if is_apart(self.guessed, edge, other) {
                    return false;
                }
                is_now |= is_apart(self.placed, edge, other);
            }
        }
        is_now
    }

    fn complete_pair(&self, pair: &mut Pair, later: &mut BTreeSet<(Feature, PartId)>) {
        let mut gaps: BTreeMap<Feature, Vec<Polynomial>> = BTreeMap::new();
        for _ in 0..MOST_TIMES {
            let mut separating = Vec::new();
            for (side, edges) in pair.candidates.iter().enumerate() {
                for &edge in edges {
                    let of_edge = gaps.entry(edge);
                    let of_edge = of_edge.or_insert_with(|| self.gaps(edge, pair.parts[1 - side]));
                    separating.push(of_edge.clone());
                }
            }
            let Some(half) = first_meeting(&separating, TIME) else {
                return;
            };
            let mut is_any_new = false;
            for side in [0, 1] {
                let other = pair.parts[1 - side];
                let known = &mut pair.candidates[side];
                let mut new = Vec::new();
                for index in 0..self.outline.arms(pair.parts[side]).len() {
                    let part = pair.parts[side];
                    let edge = Feature { part, index };
                    if known.contains(&edge) {
                        continue;
                    }
                    let of_edge = gaps.entry(edge);
                    let of_edge = of_edge.or_insert_with(|| self.gaps(edge, other));
                    if of_edge.iter().all(|gap| gap.at(&half) >= 0) {
                        new.push(edge);
                    }
                }
                for edge in self.outline.eligible(known, new, other.body) {
                    known.push(edge);
                    later.insert((edge, other));
                    is_any_new = true;
                }
                known.sort_unstable();
            }
            if !is_any_new {
                return;
            }
        }
    }

    /// The gaps of all vertices of a part and an edge.
    fn gaps(&self, edge: Feature, part: PartId) -> Vec<Polynomial> {
        let fixed = Motion::fixed();
        let [own, other] =
            [edge.part, part].map(|part| self.ways.get(&part.body).unwrap_or(&fixed));
        let [start, end] = [edge, self.outline.next(edge)].map(|point| self.arm(point));
        let vertices = 0..self.outline.arms(part).len();
        let of_vertex = |index| {
            let arm = self.arm(Feature { part, index });
            gap((other, &arm), (own, &start, &end))
        };
        vertices.map(of_vertex).collect()
    }

    fn arm(&self, vertex: Feature) -> [Rational; 2] {
        let arm = &self.outline.arms(vertex.part)[vertex.index];
        [&arm.re, &arm.im].map(|part| Rational::from_integers_ref(part, &self.outline.unit))
    }
}
