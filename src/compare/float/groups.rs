//! Groups: free bodies that pairs of parts and pins join (`proofs/RUN.md`, section 4).

use crate::scenery::{Pair, Room, Scenery};
use crate::world::{Point, Velocity};
use std::collections::BTreeMap;
use zwang_scene::BodyId;

/// Bodies that are solved together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// Ascending.
    pub(crate) bodies: Vec<BodyId>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) pins: Vec<usize>,
}

/// Bodies some of which are joined; others, as fixed ones, join nothing. Rows may stand for bodies.
pub(crate) struct Joined<T = BodyId> {
    next: BTreeMap<T, T>,
}

impl<T: Copy + Ord> Joined<T> {
    pub(crate) fn new(bodies: &[T]) -> Self {
        let own = bodies.iter().map(|&body| (body, body));
        Self {
            next: own.collect(),
        }
    }

    /// The smallest body that this one is joined with.
    pub(crate) fn root(&self, mut body: T) -> Option<T> {
        loop {
            let next = *self.next.get(&body)?;
            if next == body {
                return Some(body);
            }
            body = next;
        }
    }

    pub(crate) fn join(&mut self, bodies: [T; 2]) {
        if let [Some(one), Some(other)] = bodies.map(|body| self.root(body)) {
            self.next.insert(one.max(other), one.min(other));
        }
    }
}

/// The largest number of times that rooms grow.
const MOST_ROUNDS: usize = 8;

/// The free motions of a step, of free bodies.
pub(crate) type Targets = BTreeMap<BodyId, Velocity>;

/// The largest way of a point of a body along |d_x| + |d_y| + r |s|, m.
fn way(at: Scenery, body: BodyId, motion: &Velocity) -> f64 {
    let motion = motion.abs();
    motion.x + motion.y + at.world.bodies[body].radius * motion.z
}

/// The room of each part: ahead of it, and all about it in a flock.
fn rooms(at: Scenery, targets: &Targets) -> Vec<Room> {
    let world = at.world;
    let turned = |body: BodyId| {
        let turn = targets.get(&body).map_or(0.0, |motion| motion.z.abs());
        world.touch / 2.0 + 2.0 * world.bodies[body].radius * turn
    };
    let mut rooms = at.boxes(turned);
    for room in &mut rooms {
        if let Some(motion) = targets.get(&BodyId(room.part.body)) {
            let ahead = 2.0 * motion.xy();
            room.low += ahead.inf(&Point::zeros());
            room.high += ahead.sup(&Point::zeros());
        }
    }
    for _ in 0..MOST_ROUNDS {
        let flocks = flocks(at, &rooms);
        let mut widest: BTreeMap<BodyId, f64> = BTreeMap::new();
        for (&body, motion) in targets {
            if let Some(root) = flocks.root(body) {
                let longest = widest.entry(root).or_default();
                *longest = longest.max(way(at, body, motion));
            }
        }
        let about = at.boxes(|body| {
            let root = flocks.root(body);
            let longest = root.and_then(|root| widest.get(&root));
            world.touch / 2.0 + 2.0 * longest.copied().unwrap_or_default()
        });
        let mut has_grown = false;
        for (room, about) in rooms.iter_mut().zip(about) {
            let flies = flocks.root(BodyId(room.part.body)).is_none();
            if !flies && (room.low, room.high) != (about.low, about.high) {
                *room = about;
                has_grown = true;
            }
        }
        if !has_grown {
            break;
        }
    }
    rooms
}

/// The free bodies that are near others or have pins, joined.
fn flocks(at: Scenery, rooms: &[Room]) -> Joined {
    let near = at.near_parts(rooms);
    let mut pairs: Vec<[BodyId; 2]> = Vec::new();
    for parts in near {
        pairs.push(parts.map(|part| BodyId(part.body)));
    }
    for pin in &at.world.pins {
        let second = pin
            .second
            .as_ref()
            .map_or(pin.first.body, |second| second.body);
        pairs.push([pin.first.body, second]);
    }
    let mut members: Vec<BodyId> = pairs.iter().flatten().copied().collect();
    members.retain(|&body| at.world.bodies[body].masses.is_some());
    let mut joined = Joined::new(&members);
    for pair in pairs {
        joined.join(pair);
    }
    joined
}

/// The groups of a step; bodies that nothing is near are groups of their own.
pub(crate) fn groups(at: Scenery, targets: &Targets) -> Vec<Group> {
    let world = at.world;
    let free: Vec<BodyId> = world.free().collect();
    let mut joined = Joined::new(&free);
    let near = at.near_parts(&rooms(at, targets));
    for parts in &near {
        joined.join(parts.map(|part| BodyId(part.body)));
    }
    for pin in &world.pins {
        if let Ok(second) = &pin.second {
            joined.join([pin.first.body, second.body]);
        }
    }
    let mut groups: BTreeMap<BodyId, Group> = BTreeMap::new();
    for &body in &free {
        if let Some(root) = joined.root(body) {
            groups.entry(root).or_default().bodies.push(body);
        }
    }
    for parts in near {
        let mut bodies = parts.iter().map(|part| BodyId(part.body));
        let root = bodies.find_map(|body| joined.root(body));
        if let Some(group) = root.and_then(|root| groups.get_mut(&root)) {
            group.pairs.push(at.pair(parts));
        }
    }
    for (pin, anchors) in world.pins.iter().enumerate() {
        let mut bodies = anchors.anchors().map(|(anchor, _)| anchor.body);
        let root = bodies.find_map(|body| joined.root(body));
        if let Some(group) = root.and_then(|root| groups.get_mut(&root)) {
            group.pins.push(pin);
        }
    }
    groups.into_values().collect()
}
