//! Which contacts impose a row, and which bodies must be solved together.
//!
//! A contact imposes its row if its gap velocity is zero. A corner is open if one of its lists
//! opens, forced to a list if that one rests while the others would close, and undecided if several
//! rest. Free bodies joined by imposed contacts, undecided corners or joints form a group; fixed
//! bodies do not join anything. The problem falls apart into one for each group.

use crate::components::Components;
use crate::problem::Problem;
use crate::rows::Variables;
use std::collections::BTreeMap;

/// Free bodies that are solved together, and what acts between them.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// The bodies, ascending.
    pub bodies: Vec<usize>,
    /// Contacts imposed whatever the corners decide, ascending.
    pub contacts: Vec<usize>,
    /// Undecided corners, ascending.
    pub corners: Vec<usize>,
    /// Joints, ascending.
    pub joints: Vec<usize>,
}

impl Group {
    /// The first variable of each body.
    #[must_use]
    pub fn variables(&self, problem: &Problem) -> Variables {
        let width = problem.rows.width();
        let mut variables = Variables::new();
        for (position, &body) in self.bodies.iter().enumerate() {
            variables.insert(body, width * position);
        }
        variables
    }

    /// Whether no body of the group moves.
    #[must_use]
    pub fn is_at_rest(&self, problem: &Problem) -> bool {
        let bodies = self.bodies.iter().map(|body| &problem.bodies[*body]);
        bodies.flatten().all(|block| block.is_at_rest)
    }
}

/// All groups of a problem, ordered by their first body.
#[must_use]
pub fn groups(problem: &Problem) -> Vec<Group> {
    let (imposed, undecided) = imposed_contacts(problem);
    let mut components = Components::new(problem.bodies.len());
    for &contact in &imposed {
        components.join(of_contact(problem, contact));
    }
    for &corner in &undecided {
        components.join(of_corner(problem, corner));
    }
    for joint in 0..problem.joints.len() {
        components.join(of_joint(problem, joint));
    }
    let free = (0..problem.bodies.len()).filter(|&body| problem.is_free(body));
    let mut groups = Groups::new(components, free);
    for contact in imposed {
        if let Some(group) = groups.of(of_contact(problem, contact)) {
            group.contacts.push(contact);
        }
    }
    for corner in undecided {
        if let Some(group) = groups.of(of_corner(problem, corner)) {
            group.corners.push(corner);
        }
    }
    for joint in 0..problem.joints.len() {
        if let Some(group) = groups.of(of_joint(problem, joint)) {
            group.joints.push(joint);
        }
    }
    groups.by_first.into_values().collect()
}

/// Groups by their first bodies.
struct Groups {
    components: Components,
    by_first: BTreeMap<usize, Group>,
}

impl Groups {
    fn new(mut components: Components, free: impl Iterator<Item = usize>) -> Self {
        let mut by_first = BTreeMap::new();
        for (first, bodies) in components.sets(free) {
            let group = Group {
                bodies,
                ..Group::default()
            };
            by_first.insert(first, group);
        }
        Self {
            components,
            by_first,
        }
    }

    /// The group of a thing that acts on these free bodies. A thing that acts on none belongs to no
    /// group.
    fn of(&mut self, mut bodies: impl Iterator<Item = usize>) -> Option<&mut Group> {
        let body = bodies.next()?;
        let first = self.components.first(body);
        self.by_first.get_mut(&first)
    }
}

/// The free bodies of a contact.
fn of_contact(problem: &Problem, contact: usize) -> impl Iterator<Item = usize> {
    let bodies = problem.contacts[contact].bodies.into_iter();
    bodies.filter(|&body| problem.is_free(body))
}

/// The free bodies of a corner.
fn of_corner(problem: &Problem, corner: usize) -> impl Iterator<Item = usize> {
    of_contact(problem, problem.corners[corner].lists[0][0])
}

/// The free bodies of a joint.
fn of_joint(problem: &Problem, joint: usize) -> impl Iterator<Item = usize> {
    let bodies = problem.joints[joint].bodies.into_iter().flatten();
    bodies.filter(|&body| problem.is_free(body))
}

/// The contacts that are imposed from the start, ascending, and the undecided corners.
fn imposed_contacts(problem: &Problem) -> (Vec<usize>, Vec<usize>) {
    let mut in_corner = vec![false; problem.contacts.len()];
    let mut imposed = Vec::new();
    let mut undecided = Vec::new();
    for (index, corner) in problem.corners.iter().enumerate() {
        for &contact in corner.lists.iter().flatten() {
            in_corner[contact] = true;
        }
        // All contacts of a list have the same direction, so the first speaks for them.
        let velocity = |list: &Vec<usize>| &problem.contacts[list[0]].velocity;
        if corner.lists.iter().any(|list| *velocity(list) > 0) {
            continue;
        }
        let mut resting = corner.lists.iter().filter(|list| *velocity(list) == 0);
        match (resting.next(), resting.next()) {
            (Some(_), Some(_)) => undecided.push(index),
            (Some(only), None) => imposed.extend(only),
            _ => imposed.extend(&corner.lists[0]),
        }
    }
    for (index, contact) in problem.contacts.iter().enumerate() {
        if !in_corner[index] && contact.velocity == 0 {
            imposed.push(index);
        }
    }
    imposed.sort_unstable();
    (imposed, undecided)
}

impl Problem {
    /// The lists of an undecided corner that may hold: those that rest.
    pub fn open_lists(&self, corner: usize) -> impl DoubleEndedIterator<Item = usize> {
        let lists = self.corners[corner].lists.iter().enumerate();
        let resting = lists.filter(|(_, list)| self.contacts[list[0]].velocity == 0);
        resting.map(|(list, _)| list)
    }
}
