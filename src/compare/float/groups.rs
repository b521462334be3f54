//! Groups: free bodies that pairs of parts and pins join (`proofs/RUN.md`, section 4).

use crate::scenery::{Pair, Scenery};
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

/// Bodies some of which are joined; others, as fixed ones, join nothing.
pub(crate) struct Joined {
    next: BTreeMap<BodyId, BodyId>,
}

impl Joined {
    pub(crate) fn new(bodies: &[BodyId]) -> Self {
        let own = bodies.iter().map(|&body| (body, body));
        Self {
            next: own.collect(),
        }
    }

    /// The smallest body that this one is joined with.
    pub(crate) fn root(&self, mut body: BodyId) -> Option<BodyId> {
        loop {
            let next = *self.next.get(&body)?;
            if next == body {
                return Some(body);
            }
            body = next;
        }
    }

    pub(crate) fn join(&mut self, bodies: [BodyId; 2]) {
        if let [Some(one), Some(other)] = bodies.map(|body| self.root(body)) {
            self.next.insert(one.max(other), one.min(other));
        }
    }
}

/// The groups of a step in which nothing is further from what it may meet than the reach, m.
pub(crate) fn groups(at: Scenery, reach: f64) -> Vec<Group> {
    let world = at.world;
    let free: Vec<BodyId> = world.free().collect();
    let mut joined = Joined::new(&free);
    let near = at.near_parts(reach);
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
