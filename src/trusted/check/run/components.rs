//! Free bodies that something joins, directly or by way of others.

use std::collections::{BTreeMap, BTreeSet};
use zwang_scene::BodyId;

/// Two bodies that are joined; `None` for the world and for fixed bodies, which join nothing.
pub(super) type Joint = [Option<BodyId>; 2];

/// Some bodies and all that they are joined to, in sets of joined bodies that ascend by their first
/// bodies.
pub(super) fn components(
    bodies: impl IntoIterator<Item = BodyId>,
    joints: &[Joint],
) -> Vec<BTreeSet<BodyId>> {
    let mut neighbours: BTreeMap<BodyId, Vec<BodyId>> = BTreeMap::new();
    for joint in joints {
        if let [Some(one), Some(other)] = *joint {
            neighbours.entry(one).or_default().push(other);
            neighbours.entry(other).or_default().push(one);
        }
    }
    let mut left: BTreeSet<BodyId> = bodies.into_iter().collect();
    let mut components = Vec::new();
    while let Some(start) = left.pop_first() {
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(body) = open.pop() {
            // A body without an entry is joined to no other.
            for neighbour in neighbours.remove(&body).unwrap_or_default() {
                if reached.insert(neighbour) {
                    open.push(neighbour);
                }
            }
        }
        for body in &reached {
            left.remove(body);
        }
        components.push(reached);
    }
    components.sort();
    components
}
