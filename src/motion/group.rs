//! Bodies that must be solved together in a step: those joined by rows, corners and pins. Bodies
//! outside all groups move freely.

use crate::outline::Outline;
use crate::rows::Rows;
use zwang_scene::Scene;

/// Free bodies, and what acts between them; all lists ascend.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) bodies: Vec<usize>,
    pub(crate) rows: Vec<usize>,
    pub(crate) corners: Vec<usize>,
    pub(crate) pins: Vec<usize>,
}

/// Something that joins bodies.
#[derive(Clone, Copy)]
enum Joint {
    Row(usize),
    Corner(usize),
    Pin(usize),
}

/// All groups, ordered by their first body.
pub(crate) fn find(scene: &Scene, outline: &Outline, rows: &Rows) -> Vec<Group> {
    let mut joints: Vec<(Joint, [Option<usize>; 2])> = Vec::new();
    for (index, row) in rows.rows.iter().enumerate() {
        joints.push((
            Joint::Row(index),
            [Some(row.vertex.part.body), Some(row.edge.part.body)],
        ));
    }
    for (index, corner) in rows.corners.iter().enumerate() {
        joints.push((
            Joint::Corner(index),
            corner.vertices.map(|vertex| Some(vertex.part.body)),
        ));
    }
    for (index, pin) in scene.pins.iter().enumerate() {
        joints.push((Joint::Pin(index), [Some(pin.first), pin.second]));
    }
    joints.iter_mut().for_each(|(_, bodies)| {
        *bodies = bodies.map(|body| body.filter(|&body| outline.is_free(body)));
    });
    collect(outline.bodies.len(), &joints)
}

fn collect(count: usize, joints: &[(Joint, [Option<usize>; 2])]) -> Vec<Group> {
    let mut parent: Vec<usize> = (0..count).collect();
    for (_, bodies) in joints {
        if let [Some(one), Some(other)] = *bodies {
            let (one, other) = (root(&mut parent, one), root(&mut parent, other));
            parent[one.max(other)] = one.min(other);
        }
    }
    let mut touched: Vec<usize> = joints
        .iter()
        .flat_map(|(_, bodies)| bodies.iter().flatten().copied())
        .collect();
    touched.sort_unstable();
    touched.dedup();
    // The root of a set is its least body, so groups come in the order of their first bodies.
    let mut group_of = vec![None; count];
    let mut groups: Vec<Group> = Vec::new();
    for body in touched {
        let root = root(&mut parent, body);
        let group = *group_of[root].get_or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
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
