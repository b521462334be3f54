//! Which parts meet in a step, and how: contacts of parts that may touch, and directions along
//! which others stay apart.
//!
//! At first nothing touches. Parts that are not proved to stay apart get contacts, the step is
//! done again, and so on until all others stay apart.

use super::apart::{self, Way};
use super::body::Part;
use super::features::{Directions, Feature, Pair, Placed, features, opposite, ranked, shortened};
use super::group::{Contact, Done, Group, Joined, Target};
use super::patch::{Patch, patches};
use super::program::{Failure, Solved};
use super::rounds::Round;
use super::state::{State, unturned};
use super::vector::Integers;
use super::world::World;
use crate::error::LawError;
use crate::number::{GRID, rounded};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::PartId;
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;

/// Binary digits of directions, tried in this order.
const SHORT_DIRECTIONS: [u64; 4] = [4, 12, 30, GRID];

/// The most times that a step is done with more contacts.
const MOST_ROUNDS: usize = 16;
/// The most times that points are placed where a step takes the parts: contacts turn a body, which
/// moves the points by some thousandths, that again by some thousandths of these.
const MOST_PLACED_LATER: usize = 4;

/// A step: what is given.
pub(super) struct Encounters<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) states: &'a [Option<State>],
    pub(super) targets: &'a [Option<Target>],
    /// The last directions of pairs.
    pub(super) directions: &'a BTreeMap<[PartId; 2], Integers>,
    /// The length of the part of the step, s.
    pub(super) length: &'a Rational,
    /// Pairs, the smaller part first, that the part of the step ends with: rows of them that do not
    /// touch are left out.
    pub(super) left_out: &'a BTreeSet<[PartId; 2]>,
}

/// A step: what is found.
pub(super) struct Found {
    pub(super) states: Vec<Option<State>>,
    pub(super) groups: Vec<Proved>,
    pub(super) directions: BTreeMap<[PartId; 2], Integers>,
    pub(super) pairs: Pairs,
    pub(super) landings: Vec<Landing>,
}

/// A row that did not touch before, and is tight after.
pub(super) struct Landing {
    pub(super) parts: [PartId; 2],
    /// How far it was from touching, m.
    pub(super) gap: Rational,
    /// How fast it opened, m/s.
    pub(super) speed: Rational,
}

/// A group with its proofs.
pub(super) struct Proved {
    pub(super) contacts: Vec<Contact>,
    pub(super) joints: Vec<usize>,
    pub(super) rounds: Vec<Round>,
    /// The normals after the step, one for each contact.
    pub(super) normals: Vec<Integers>,
    pub(super) programs: Vec<Solved>,
    pub(super) velocity: Solved,
}

impl Proved {
    pub(super) fn joined(&self) -> Joined {
        Joined {
            contacts: self.contacts.clone(),
            joints: self.joints.clone(),
        }
    }
}

/// A pair of parts that touches.
#[derive(Clone)]
pub(super) struct Touching {
    /// From the reference to the other part of each contact.
    pub(super) contacts: Vec<Contact>,
    /// The features that separate them, and their directions from the first part to the second
    /// before the step; the last one does so after it.
    features: Vec<(Feature, Integers)>,
    /// Whether they touch before the step.
    pub(super) is_now: bool,
    /// How often the points were placed where the parts lie over each other only after the step.
    placed_later: usize,
}

pub(super) type Pairs = BTreeMap<[PartId; 2], Touching>;

impl Encounters<'_> {
    /// The step, in which these pairs touch at least.
    pub(super) fn solve(&self, known: Pairs) -> Result<Found, LawError> {
        let monitor = Monitor::default();
        let mut pairs = known;
        for touching in pairs.values_mut() {
            self.leave_out(touching);
        }
        for _ in 0..MOST_ROUNDS {
            let groups = self.groups(&pairs);
            let mut states: Vec<Option<State>> = (self.targets.iter())
                .map(|target| target.as_ref().map(|target| target.state.clone()))
                .collect();
            let mut done = Vec::with_capacity(groups.len());
            for contacts in &groups {
                let group = self.group(contacts);
                let found = group
                    .step(&monitor)
                    .map_err(|failure| self.error(&group, failure))?;
                for (member, state) in group.members.iter().zip(&found.states) {
                    states[member.body] = Some(state.clone());
                }
                done.push(found);
            }
            let ways = self.ways(&states);
            let mut directions = BTreeMap::new();
            let mut found = Pairs::new();
            for [first, second] in self.near(&ways) {
                let ways = [&ways[first], &ways[second]];
                let parts = ways.map(|way| way.part.id);
                let stages = self.stages(ways, &states);
                match self.direction(ways, &stages, pairs.get(&parts)) {
                    Some(direction) => {
                        directions.insert(parts, direction);
                        if let Some(touching) = pairs.get(&parts)
                            && !self.is_left_out(parts)
                            && let Some(better) = self.placed_again(ways, &stages, touching)
                        {
                            found.insert(parts, better);
                        }
                    }
                    None if pairs.contains_key(&parts) => return Err(self.passes(parts)),
                    None => {
                        let mut touching = self.touching(ways, &states)?;
                        self.leave_out(&mut touching);
                        found.insert(parts, touching);
                    }
                }
            }
            if found.is_empty() {
                return self.finish(pairs, groups, done, states, directions);
            }
            // Where parts touch already, they stay; only then it is seen how they meet others.
            if found.values().any(|touching| touching.is_now) {
                found.retain(|_, touching| touching.is_now);
            }
            pairs.extend(found);
        }
        Err(LawError::ManyContacts {
            step: self.world.number,
        })
    }

    pub(super) fn group<'g>(&'g self, joined: &'g Joined) -> Group<'g> {
        Group::new(
            self.world.bodies,
            self.states,
            self.targets,
            joined,
            self.world.joints,
            [
                self.length,
                self.world.step,
                self.world.touch,
                self.world.law,
            ],
        )
    }

    /// The contacts and joints of bodies that are joined by them, ascending.
    pub(super) fn groups(&self, pairs: &Pairs) -> Vec<Joined> {
        let mut all: Vec<([usize; 2], Joined)> = Vec::new();
        for (joint, own) in self.world.joints.iter().enumerate() {
            let mut joined = Joined::default();
            joined.joints.push(joint);
            all.push((own.bodies, joined));
        }
        for contact in pairs.values().flat_map(|touching| &touching.contacts) {
            let bodies = contact.parts.map(|part| part.body);
            all.push((bodies, Joined::of(vec![contact.clone()])));
        }
        let mut groups: Vec<(BTreeSet<usize>, Joined)> = Vec::new();
        for (bodies, mut joined) in all {
            let free = bodies.into_iter();
            let free = free.filter(|body| self.world.bodies[*body].free.is_some());
            let mut own: BTreeSet<usize> = free.collect();
            let mut others = Vec::with_capacity(groups.len());
            for (bodies, found) in groups {
                if bodies.is_disjoint(&own) {
                    others.push((bodies, found));
                } else {
                    own.extend(bodies);
                    joined.contacts.extend(found.contacts);
                    joined.joints.extend(found.joints);
                }
            }
            others.push((own, joined));
            groups = others;
        }
        groups.sort_by_key(|(bodies, _)| bodies.first().copied());
        let mut found = Vec::with_capacity(groups.len());
        for (_, mut joined) in groups {
            joined.contacts.sort_by_key(|contact| contact.parts);
            joined.joints.sort_unstable();
            found.push(joined);
        }
        found
    }

    /// The pairs of ways of bodies that may touch whose boxes have a point in common.
    pub(super) fn near(&self, ways: &[Way]) -> Vec<[usize; 2]> {
        let mut near = apart::near(ways);
        near.retain(|pair| {
            let [one, other] = pair.map(|index| BodyId(ways[index].part.id.body));
            let pair = [one.min(other), one.max(other)];
            !self.world.ignoring.contains(&pair)
        });
        near
    }

    pub(super) fn ways(&self, after: &[Option<State>]) -> Vec<Way<'_>> {
        let mut ways: Vec<Way> = Vec::new();
        for &place in self.world.leaders {
            let body = &self.world.bodies[place];
            let states = self.states[place].as_ref().zip(after[place].as_ref());
            let states = states.map(|(before, after)| [before, after]);
            ways.extend(apart::ways(body, states, self.length));
        }
        ways
    }

    /// The parts of two ways before and after.
    pub(super) fn stages<'w>(
        &self,
        ways: [&'w Way<'w>; 2],
        after: &[Option<State>],
    ) -> [Pair<'w>; 2] {
        [0, 1].map(|end: usize| {
            Pair(ways.map(|way| {
                let body = way.part.id.body;
                let states = [&self.states[body], &after[body]];
                let rotation = match states[end] {
                    Some(state) => state.rotation(),
                    None => unturned(),
                };
                Placed::new(way.part, rotation, &way.ends[end])
            }))
        })
    }

    /// A direction along which two parts stay apart; of parts that touch, one along which they do
    /// not pass each other.
    pub(super) fn direction(
        &self,
        ways: [&Way; 2],
        stages: &[Pair; 2],
        touching: Option<&Touching>,
    ) -> Option<Integers> {
        let [first, second] = ways;
        let is_proof = |direction: &Integers| match touching {
            Some(_) => apart::have_not_passed(first, second, direction),
            None => apart::are_apart(first, second, direction),
        };
        let of_features = touching.iter().flat_map(|touching| &touching.features);
        for (_, direction) in of_features {
            if is_proof(direction) {
                return Some(direction.clone());
            }
        }
        let parts = ways.map(|way| way.part.id);
        if let Some(last) = self.directions.get(&parts)
            && is_proof(last)
        {
            return Some(last.clone());
        }
        let parts = ways.map(|way| way.part);
        for stage in stages {
            let directions = all_directions(stage, parts);
            let most = directions.iter();
            let most = most.max_by_key(|(_, direction)| {
                stages.iter().map(|stage| stage.distance(direction)).min()
            });
            let Some((_, direction)) = most else {
                continue;
            };
            for digits in SHORT_DIRECTIONS {
                let short = shortened(direction, digits);
                if is_proof(&short) {
                    return Some(short);
                }
            }
        }
        None
    }

    /// The contacts of two parts.
    pub(super) fn touching(
        &self,
        ways: [&Way; 2],
        states: &[Option<State>],
    ) -> Result<Touching, LawError> {
        let parts = ways.map(|way| way.part);
        let ids = parts.map(|part| part.id);
        let [one, other] = ids.map(|id| BodyId(id.body));
        let friction = to_solver(&self.world.scene.friction.between(one, other));
        let [now, then] = self.stages(ways, states);
        let directions = all_directions(&now, parts);
        let touch = rounded(self.world.touch, GRID);
        let ranked = ranked(&directions, [&now, &then], [&tolerance(parts), &touch]);
        for &index in &ranked {
            let (feature, direction) = &directions[index];
            let (contacts, are_now) = contacts([&now, &then], *feature, direction, &friction);
            if !contacts.is_empty() {
                return Ok(Touching {
                    contacts,
                    placed_later: usize::from(!are_now),
                    features: vec![(*feature, direction.clone())],
                    is_now: now.distance(direction) <= touch,
                });
            }
        }
        let Some(&index) = ranked.first() else {
            return Err(self.passes(ids));
        };
        // They pass each other so closely that no plane parts them on the way; nothing bears.
        let (feature, direction) = &directions[index];
        let beside = Contact {
            parts: ids,
            normal: direction.clone(),
            spots: Vec::new(),
            friction,
        };
        Ok(Touching {
            contacts: vec![beside],
            placed_later: 0,
            features: vec![(*feature, direction.clone())],
            is_now: now.distance(direction) <= touch,
        })
    }

    /// The contacts of two parts, better ones where the step takes the parts, if there are such.
    fn placed_again(
        &self,
        ways: [&Way; 2],
        stages: &[Pair; 2],
        touching: &Touching,
    ) -> Option<Touching> {
        if let Some(more) = self.with_more_contacts(ways, stages, touching) {
            return Some(more);
        }
        if !(1..MOST_PLACED_LATER).contains(&touching.placed_later) {
            return None;
        }
        let [now, then] = stages;
        let friction = &touching.contacts.first()?.friction;
        let mut placed = Vec::new();
        for (feature, direction) in &touching.features {
            let (contacts, _) = contacts([now, then], *feature, direction, friction);
            add_new(&mut placed, contacts);
        }
        (!placed.is_empty()).then(|| Touching {
            contacts: placed,
            features: touching.features.clone(),
            is_now: touching.is_now,
            placed_later: touching.placed_later + 1,
        })
    }

    /// The contacts of two parts with those that keep them apart where they overlap after the step,
    /// if there are such.
    fn with_more_contacts(
        &self,
        ways: [&Way; 2],
        stages: &[Pair; 2],
        touching: &Touching,
    ) -> Option<Touching> {
        let [now, then] = stages;
        let parts = ways.map(|way| way.part);
        let limit = tolerance(parts);
        let directions = all_directions(then, parts);
        let (feature, direction) =
            (directions.iter()).max_by_key(|(_, direction)| then.distance(direction))?;
        if then.distance(direction) >= -(&limit >> 2u64) {
            return None;
        }
        let before = now.direction(*feature)?;
        if now.distance(&before) < -limit {
            return None;
        }
        let mut all = touching.contacts.clone();
        let known = all.len();
        let ids = parts.map(|part| BodyId(part.id.body));
        let friction = to_solver(&self.world.scene.friction.between(ids[0], ids[1]));
        let (others, _) = contacts([now, then], *feature, &before, &friction);
        add_new(&mut all, others);
        let mut features = touching.features.clone();
        features.push((*feature, before));
        (all.len() > known).then_some(Touching {
            contacts: all,
            features,
            is_now: touching.is_now,
            placed_later: touching.placed_later,
        })
    }

    /// The velocities after the step.
    fn finish(
        &self,
        pairs: Pairs,
        groups: Vec<Joined>,
        done: Vec<Done>,
        mut states: Vec<Option<State>>,
        directions: BTreeMap<[PartId; 2], Integers>,
    ) -> Result<Found, LawError> {
        let monitor = Monitor::default();
        let ways = self.ways(&states);
        let mut after = BTreeMap::new();
        for (parts, touching) in &pairs {
            let ways = parts.map(|id| ways.iter().find(|way| way.part.id == id));
            let [Some(first), Some(second)] = ways else {
                continue;
            };
            let parts = [first.part, second.part];
            let [_, then] = self.stages([first, second], &states);
            let width = (&parts[0].width).min(&parts[1].width);
            let most = rounded(&(width >> 5u64), GRID);
            let ids = parts.map(|part| part.id);
            let last = touching.features.last();
            match last.and_then(|(feature, _)| self.normal_after(&then, parts, *feature)) {
                Some(normal) if then.distance(&normal) > -&most => {
                    after.insert(ids, normal);
                }
                _ => return Err(self.overlaps(ids)),
            }
        }
        let mut landings = Vec::new();
        let mut proved = Vec::with_capacity(groups.len());
        for (joined, mut done) in groups.into_iter().zip(done) {
            let mut normals = Vec::with_capacity(joined.contacts.len());
            for contact in &joined.contacts {
                let [one, other] = contact.parts;
                let own = after.get(&[one, other]).cloned();
                let normal = own.or_else(|| after.get(&[other, one]).map(opposite));
                normals.push(normal.unwrap_or_else(|| contact.normal.clone()));
            }
            let group = self.group(&joined);
            let velocity = group.velocities(&mut done, &normals, &monitor);
            let velocity = velocity.map_err(|failure| self.error(&group, failure))?;
            for (member, state) in group.members.iter().zip(&done.states) {
                states[member.body] = Some(state.clone());
            }
            landings.extend(group.landings(&done.tight));
            drop(group);
            proved.push(Proved {
                contacts: joined.contacts,
                joints: joined.joints,
                normals,
                rounds: Vec::new(),
                programs: done.programs,
                velocity,
            });
        }
        Ok(Found {
            states,
            groups: proved,
            directions,
            pairs,
            landings,
        })
    }

    /// The direction of a feature after the step; of another one, if the parts overlap along it.
    fn normal_after(&self, then: &Pair, parts: [&Part; 2], feature: Feature) -> Option<Integers> {
        let touch = rounded(self.world.touch, GRID);
        let own = then.direction(feature);
        if let Some(own) = &own
            && then.distance(own) >= -touch.clone()
        {
            return Some(own.clone());
        }
        let all = all_directions(then, parts);
        let ranked = ranked(&all, [then, then], [&Integer::from(0), &touch]);
        let found = ranked.first().map(|&index| all[index].1.clone());
        found.or(own)
    }

    fn names(&self, parts: [PartId; 2]) -> [String; 2] {
        parts.map(|part| self.world.scene.bodies[part.body].name.clone())
    }

    fn passes(&self, parts: [PartId; 2]) -> LawError {
        LawError::Passes {
            step: self.world.number,
            done: self.world.number - 1,
            bodies: self.names(parts),
        }
    }

    fn overlaps(&self, parts: [PartId; 2]) -> LawError {
        LawError::OverlapsInSpace {
            step: self.world.number,
            bodies: self.names(parts),
        }
    }

    pub(super) fn error(&self, group: &Group, failure: Failure) -> LawError {
        let first = group.members.first().map_or(0, |member| member.body);
        let body = self.world.scene.bodies[first].name.clone();
        let step = self.world.number;
        match failure {
            Failure::Impossible => LawError::Impossible { step, body },
            Failure::Unsettled => LawError::Unsettled {
                step,
                body,
                bodies: group.members.len(),
                expected: "a smaller time step",
            },
            Failure::Gapes => LawError::JointGapes { step, body },
            Failure::Interrupted(stop) => LawError::Interrupted(stop),
        }
    }
}

/// Adds contacts that are not there yet.
fn add_new(all: &mut Vec<Contact>, others: Vec<Contact>) {
    for contact in others {
        if !all.contains(&contact) {
            all.push(contact);
        }
    }
}

/// By so much two parts may overlap along the normal of a contact.
fn tolerance([first, second]: [&Part; 2]) -> Integer {
    let width = (&first.width).min(&second.width);
    rounded(&(width >> 6u64), GRID)
}

/// The contacts of two parts along a feature with this direction, and whether they are where the
/// parts lie over each other now.
fn contacts(
    [now, then]: [&Pair; 2],
    feature: Feature,
    direction: &Integers,
    friction: &Rational,
) -> (Vec<Contact>, bool) {
    let tolerance = tolerance([now.0[0].part, now.0[1].part]);
    let ids = [now.0[0].part.id, now.0[1].part.id];
    let mut contacts = Vec::new();
    let (patches, are_now) = patches([now, then], feature, direction, *friction != 0);
    for Patch {
        reference,
        feature: own,
        spots,
    } in patches
    {
        let direction = match own == feature {
            true => direction.clone(),
            false => match now.direction(own) {
                Some(direction) if now.distance(&direction) >= -&tolerance => direction,
                _ => continue,
            },
        };
        let (parts, normal) = match reference {
            0 => (ids, direction),
            _ => ([ids[1], ids[0]], opposite(&direction)),
        };
        contacts.push(Contact {
            parts,
            normal,
            spots,
            friction: friction.clone(),
        });
    }
    (contacts, are_now)
}

/// All features with their directions in a pose.
pub(super) fn all_directions(stage: &Pair, parts: [&Part; 2]) -> Directions {
    let mut found: Vec<(Feature, Integers)> = Vec::new();
    for feature in features(parts) {
        if let Some(direction) = stage.direction(feature) {
            found.push((feature, direction));
        }
    }
    found
}
