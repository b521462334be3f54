//! Pairs of parts that touch, or approach each other, at the beginning of a part of a step, and how
//! far they are from meeting (`proofs/RUN.md`, section 17).

use super::apart::Way;
use super::encounter::{Encounters, Pairs, Touching, all_directions};
use super::features::Pair;
use super::group::Joined;
use super::state::State;
use crate::error::LawError;
use crate::number::{GRID, rounded};
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeSet;
use zwang_certificate::PartId;

impl Encounters<'_> {
    pub(super) fn is_left_out(&self, [one, other]: [PartId; 2]) -> bool {
        self.left_out.contains(&[one.min(other), one.max(other)])
    }

    /// Leaves out the points that do not touch yet, if the part of the step ends with the pair.
    pub(super) fn leave_out(&self, touching: &mut Touching) {
        for contact in &mut touching.contacts {
            if !self.is_left_out(contact.parts) {
                continue;
            }
            let joined = Joined::of(vec![contact.clone()]);
            let group = self.group(&joined);
            let places = group.places.iter().zip(&contact.spots);
            let touching = places.filter(|(place, _)| group.touches(place));
            contact.spots = touching.map(|(_, spot)| spot.clone()).collect();
        }
    }

    /// The pairs of parts that touch in the state before.
    pub(super) fn touching_now(&self) -> Result<Pairs, LawError> {
        let ways = self.ways(self.states);
        let ways: Vec<Way> = ways
            .into_iter()
            .map(|way| way.widened(self.world.touch))
            .collect();
        let mut found = Pairs::new();
        for [first, second] in self.near(&ways) {
            let ways = [&ways[first], &ways[second]];
            let [now, _] = self.stages(ways, self.states);
            if self.distance(&now) > rounded(self.world.touch, GRID) {
                continue;
            }
            let touching = self.touching(ways, self.states)?;
            if touching.is_now {
                found.insert(ways.map(|way| way.part.id), touching);
            }
        }
        Ok(found)
    }

    /// The pairs of parts that may meet in free flight, and do not touch yet; the smaller first.
    pub(super) fn near_in_flight(&self) -> Vec<[PartId; 2]> {
        let states = self.targets.iter();
        let states: Vec<Option<State>> = states
            .map(|target| target.as_ref().map(|target| target.state.clone()))
            .collect();
        let ways = self.ways(&states);
        let mut found = Vec::new();
        for [first, second] in self.near(&ways) {
            let ways = [&ways[first], &ways[second]];
            let stages = self.stages(ways, &states);
            let is_now = self.distance(&stages[0]) <= rounded(self.world.touch, GRID);
            if !is_now && self.direction(ways, &stages, None).is_none() {
                let [one, other] = ways.map(|way| way.part.id);
                found.push([one.min(other), one.max(other)]);
            }
        }
        found
    }

    /// How far two parts are from each other, over 2^64, along the best of all directions.
    fn distance(&self, stage: &Pair) -> Integer {
        let parts = stage.0.each_ref().map(|placed| placed.part);
        let directions = all_directions(stage, parts);
        let distances = directions.iter();
        let distances = distances.map(|(_, direction)| stage.distance(direction));
        distances.max().unwrap_or(Integer::ZERO)
    }

    /// How far the nearest of these pairs, the smaller part first, is from meeting in these states,
    /// over 2^64. The known pairs touch already.
    pub(super) fn least_gap(
        &self,
        pairs: &BTreeSet<[PartId; 2]>,
        known: &Pairs,
        states: &[Option<State>],
    ) -> Integer {
        let mut least: Option<Integer> = None;
        for &[one, other] in pairs {
            let touching = known.get(&[one, other]).or(known.get(&[other, one]));
            let gap = self.gap([one, other], touching, states);
            least = match (least, gap) {
                (Some(least), Some(gap)) => Some(least.min(gap)),
                (least, gap) => least.or(gap),
            };
        }
        least.unwrap_or(Integer::ZERO)
    }

    /// How far a pair is from meeting in these states, over 2^64: the parts, or if they touch
    /// already, those of these points that do not.
    fn gap(
        &self,
        parts: [PartId; 2],
        known: Option<&Touching>,
        after: &[Option<State>],
    ) -> Option<Integer> {
        let Some(touching) = known else {
            let ways = self.ways(after);
            let own = parts.map(|id| ways.iter().find(|way| way.part.id == id));
            let [Some(first), Some(second)] = own else {
                return None;
            };
            let [_, then] = self.stages([first, second], after);
            return Some(self.distance(&then));
        };
        let joined = Joined::of(touching.contacts.clone());
        let group = self.group(&joined);
        let states: Vec<State> = (group.members.iter())
            .filter_map(|member| after[member.body].clone())
            .collect();
        let poses = group.poses_in(&states);
        let places = group.places.iter().filter(|place| !group.touches(place));
        let gaps =
            places.map(|place| rounded(&(group.gap_after(place, &poses) / &place.length), GRID));
        gaps.min()
    }
}
