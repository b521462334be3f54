//! Contact groups: which contacts impose a row, and which bodies must be solved together.
//!
//! A contact imposes its row if its gap velocity is zero. A corner (vertex on vertex) is open if
//! one of its sides opens, forced to a side if that one rests while the other would close, and
//! undecided if both rest. Free bodies joined by imposed contacts, undecided corners or pins form a
//! group; fixed bodies do not join anything. The program falls apart into one for each group.

use crate::contacts::Contacts;
use crate::dynamics::GapForm;
use zwang_scene::{BodyId, PinId, Scene};

/// Free bodies that are solved together, and what acts between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) bodies: Vec<BodyId>,
    /// Contacts imposed whatever the corners decide, ascending.
    pub(crate) contacts: Vec<usize>,
    /// Undecided corners, ascending.
    pub(crate) corners: Vec<usize>,
    pub(crate) pins: Vec<PinId>,
}

/// All groups of a scene, ordered by their first body.
pub(crate) fn find(scene: &Scene, contacts: &Contacts, gaps: &[GapForm]) -> Vec<Group> {
    let (imposed, undecided) = imposed_contacts(contacts, gaps);
    let free_bodies = |bodies: [Option<BodyId>; 2]| {
        bodies
            .into_iter()
            .flatten()
            .filter(|&body| !scene.bodies[body].is_fixed())
    };
    let of_contact = |&contact: &usize| {
        let contact = &contacts.contacts[contact];
        free_bodies([Some(contact.vertex.part.body), Some(contact.edge.part.body)])
    };
    let of_corner = |&corner: &usize| of_contact(&contacts.corners[corner].sides[0][0]);
    let of_pin = |&pin: &PinId| free_bodies([Some(scene.pins[pin].first), scene.pins[pin].second]);
    let pins: Vec<PinId> = (0..scene.pins.len()).collect();
    let mut components = Components::new(scene.bodies.len());
    imposed
        .iter()
        .for_each(|contact| components.join_all(of_contact(contact)));
    undecided
        .iter()
        .for_each(|corner| components.join_all(of_corner(corner)));
    pins.iter().for_each(|pin| components.join_all(of_pin(pin)));

    let mut group_of_root = vec![None; scene.bodies.len()];
    let mut groups: Vec<Group> = Vec::new();
    for body in (0..scene.bodies.len()).filter(|&body| !scene.bodies[body].is_fixed()) {
        let group = *group_of_root[components.root(body)].get_or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        groups[group].bodies.push(body);
    }
    let mut group_of = |mut bodies: Box<dyn Iterator<Item = BodyId> + '_>| {
        bodies
            .next()
            .and_then(|body| group_of_root[components.root(body)])
    };
    for contact in imposed {
        if let Some(group) = group_of(Box::new(of_contact(&contact))) {
            groups[group].contacts.push(contact);
        }
    }
    for corner in undecided {
        if let Some(group) = group_of(Box::new(of_corner(&corner))) {
            groups[group].corners.push(corner);
        }
    }
    for pin in pins {
        if let Some(group) = group_of(Box::new(of_pin(&pin))) {
            groups[group].pins.push(pin);
        }
    }
    groups
}

/// The contacts that are imposed from the start, ascending, and the undecided corners.
fn imposed_contacts(contacts: &Contacts, gaps: &[GapForm]) -> (Vec<usize>, Vec<usize>) {
    let mut in_corner = vec![false; contacts.contacts.len()];
    let (mut imposed, mut undecided) = (Vec::new(), Vec::new());
    for (index, corner) in contacts.corners.iter().enumerate() {
        corner
            .sides
            .iter()
            .flatten()
            .for_each(|&contact| in_corner[contact] = true);
        // All contacts of a side have the same direction, so the first speaks for them.
        let [left, right] =
            [&corner.sides[0], &corner.sides[1]].map(|side| &gaps[side[0]].velocity);
        if *left == 0 && *right == 0 {
            undecided.push(index);
        } else if *left <= 0 && *right <= 0 {
            imposed.extend(&corner.sides[usize::from(*right == 0)]);
        }
    }
    imposed.extend(
        (0..gaps.len()).filter(|&contact| !in_corner[contact] && gaps[contact].velocity == 0),
    );
    imposed.sort_unstable();
    (imposed, undecided)
}

/// Disjoint sets with path halving.
struct Components {
    parent: Vec<usize>,
}

impl Components {
    fn new(count: usize) -> Self {
        Self {
            parent: (0..count).collect(),
        }
    }

    fn root(&mut self, mut element: usize) -> usize {
        while self.parent[element] != element {
            self.parent[element] = self.parent[self.parent[element]];
            element = self.parent[element];
        }
        element
    }

    fn join_all(&mut self, mut elements: impl Iterator<Item = usize>) {
        let Some(first) = elements.next() else { return };
        for other in elements {
            let (one, two) = (self.root(first), self.root(other));
            self.parent[one.max(two)] = one.min(two);
        }
    }
}
