//! Bodies that must be solved together in a step: those joined by rows, corners and pins. Bodies
//! outside all groups move freely.

use crate::outline::Outline;
use crate::rows::Rows;
use std::collections::BTreeSet;
use zwang_scene::Scene;

/// Free bodies, and what acts between them; all lists ascend.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) bodies: Vec<usize>,
    pub(crate) rows: Vec<usize>,
    pub(crate) corners: Vec<usize>,
    pub(crate) pins: Vec<usize>,
}

impl Group {
    /// Whether the body belongs to the group.
    pub(crate) fn has(&self, body: usize) -> bool {
        self.bodies.binary_search(&body).is_ok()
    }
}

/// The two bodies that something joins; nothing stands for the world.
pub(crate) type Joined = [Option<usize>; 2];

/// Something that joins bodies.
#[derive(Clone, Copy)]
enum Joint {
    Row(usize),
    Corner(usize),
    Pin(usize),
}

/// All groups, ordered by their first body.
pub(crate) fn find(scene: &Scene, outline: &Outline, rows: &Rows) -> Vec<Group> {
    let mut joints: Vec<(Joint, Joined)> = Vec::new();
    for (index, row) in rows.rows.iter().enumerate() {
        let joint = Joint::Row(index);
        let bodies = [row.vertex.part.body, row.edge.part.body];
        joints.push((joint, bodies.map(Some)));
    }
    for (index, corner) in rows.corners.iter().enumerate() {
        let joint = Joint::Corner(index);
        let bodies = corner.vertices.map(|vertex| vertex.part.body);
        joints.push((joint, bodies.map(Some)));
    }
    for (index, pin) in scene.pins.iter().enumerate() {
        let joint = Joint::Pin(index);
        joints.push((joint, [Some(pin.first), pin.second]));
    }
    for (_, bodies) in &mut joints {
        *bodies = bodies.map(|body| outline.only_free(body));
    }
    collect(outline.bodies.len(), &joints)
}

fn collect(count: usize, joints: &[(Joint, Joined)]) -> Vec<Group> {
    let mut parent: Vec<usize> = (0..count).collect();
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
fn root(parent: &mut [usize], mut element: usize) -> usize {
    while parent[element] != element {
        parent[element] = parent[parent[element]];
        element = parent[element];
    }
    element
}
