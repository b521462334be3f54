//! Bodies that must be solved together in a step: those joined by rows, corners and pins. Bodies
//! outside all groups move freely.

use crate::outline::Outline;
use crate::rows::Rows;
use std::collections::BTreeSet;
use zwang_scene::{BodyId, PinId, Scene};

/// Free bodies, and what acts between them; all lists ascend.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) bodies: Vec<BodyId>,
    pub(crate) rows: Vec<usize>,
    pub(crate) corners: Vec<usize>,
    pub(crate) pins: Vec<PinId>,
}

impl Group {
    /// Whether the body belongs to the group.
    pub(crate) fn has(&self, body: BodyId) -> bool {
        self.bodies.binary_search(&body).is_ok()
    }
}

/// The two bodies that something joins; nothing stands for the world.
pub(crate) type Joined = [Option<BodyId>; 2];

/// Something that joins bodies.
#[derive(Clone, Copy)]
enum Joint {
    Row(usize),
    Corner(usize),
    Pin(PinId),
}

/// All groups, ordered by their first body.
pub(crate) fn find(scene: &Scene, outline: &Outline, rows: &Rows) -> Vec<Group> {
    let mut joints: Vec<(Joint, Joined)> = Vec::new();
    for (index, row) in rows.rows.iter().enumerate() {
        let joint = Joint::Row(index);
        joints.push((joint, row.bodies().map(|body| Some(BodyId(body)))));
    }
    for (index, corner) in rows.corners.iter().enumerate() {
        let joint = Joint::Corner(index);
        let bodies = corner.vertices.map(|vertex| Some(BodyId(vertex.part.body)));
        joints.push((joint, bodies));
    }
    for (id, pin) in scene.numbered_pins() {
        let joint = Joint::Pin(id);
        joints.push((joint, [Some(pin.first), pin.second]));
    }
    for (_, bodies) in &mut joints {
        *bodies = bodies.map(|body| outline.only_free(body));
    }
    collect(outline.bodies.len(), &joints)
}

fn collect(count: usize, joints: &[(Joint, Joined)]) -> Vec<Group> {
    let mut parent: Vec<BodyId> = (0..count).map(BodyId).collect();
    for (_, bodies) in joints {
        if let [Some(one), Some(other)] = *bodies {
            let one = root(&mut parent, one);
            let other = root(&mut parent, other);
            parent[one.max(other)] = one.min(other);
        }
    }
    let mut touched = BTreeSet::new();
    for (_, bodies) in joints {
        touched.extend(bodies.iter().flatten().copied());
    }
    // The root of a set is its least body, so groups come in the order of their first bodies.
    let mut group_of = vec![None; count];
    let mut groups: Vec<Group> = Vec::new();
    for body in touched {
        let root = root(&mut parent, body);
        let group = *group_of[root].get_or_insert(groups.len());
        if group == groups.len() {
            groups.push(Group::default());
        }
        groups[group].bodies.push(body);
    }
    for (joint, bodies) in joints {
        let Some(body) = bodies.iter().flatten().next() else {
            continue;
        };
        let Some(group) = group_of[root(&mut parent, *body)] else {
            continue;
        };
        match *joint {
            Joint::Row(index) => groups[group].rows.push(index),
            Joint::Corner(index) => groups[group].corners.push(index),
            Joint::Pin(index) => groups[group].pins.push(index),
        }
    }
    groups
}

/// The representative of a set, with path halving.
fn root(parent: &mut [BodyId], mut element: BodyId) -> BodyId {
    while parent[element] != element {
        parent[element] = parent[parent[element]];
        element = parent[element];
    }
    element
}
