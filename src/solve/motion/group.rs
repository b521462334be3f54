//! Bodies that must be solved together in a step: those joined by rows, corners and pins. Bodies
//! outside all groups move freely.

use crate::instant::Joined;
use crate::outline::Outline;
use crate::rows::Rows;
use std::collections::{BTreeMap, BTreeSet};
use zwang_problem::Components;
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
    let mut components = Components::new(count);
    let mut touched = BTreeSet::new();
    for (_, bodies) in joints {
        let bodies = bodies.iter().flatten().map(|body| body.0);
        touched.extend(bodies.clone());
        components.join(bodies);
    }
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for (first, bodies) in components.sets(touched) {
        let group = Group {
            bodies: bodies.into_iter().map(BodyId).collect(),
            ..Group::default()
        };
        groups.insert(first, group);
    }
    for (joint, bodies) in joints {
        // What acts between fixed bodies belongs to no group.
        let Some(body) = bodies.iter().flatten().next() else {
            continue;
        };
        let first = components.first(body.0);
        let Some(group) = groups.get_mut(&first) else {
            continue;
        };
        match *joint {
            Joint::Row(index) => group.rows.push(index),
            Joint::Corner(index) => group.corners.push(index),
            Joint::Pin(index) => group.pins.push(index),
        }
    }
    groups.into_values().collect()
}
