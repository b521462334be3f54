//! Contact groups: which contacts impose a row, and which bodies must be solved together.
//!
//! A contact imposes its row if its gap velocity is zero. A corner (vertex on vertex) is open if
//! one of its sides opens, forced to a side if that one rests while the other would close, and
//! undecided if both rest. Free bodies joined by imposed contacts, undecided corners or pins form a
//! group; fixed bodies do not join anything. The program falls apart into one for each group.

use crate::contacts::Contacts;
use crate::dynamics::{GapForm, SceneForms};
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

impl Group {
    /// The bodies as a certificate lists them.
    pub(crate) fn listed_bodies(&self) -> Vec<usize> {
        self.bodies.iter().map(|body| body.0).collect()
    }
}

/// All groups of a scene, ordered by their first body.
pub(crate) fn find(forms: &SceneForms) -> Vec<Group> {
    let SceneForms {
        scene,
        contacts,
        gaps,
        ..
    } = forms;
    let (imposed, undecided) = imposed_contacts(contacts, gaps);
    let ends = Ends { scene, contacts };
    let mut components = Components::new(scene.bodies.len());
    for &contact in &imposed {
        components.join_all(ends.of_contact(contact));
    }
    for &corner in &undecided {
        components.join_all(ends.of_corner(corner));
    }
    for (pin, _) in scene.numbered_pins() {
        components.join_all(ends.of_pin(pin));
    }

    let mut group_of_root = vec![None; scene.bodies.len()];
    let mut group_of_body = vec![None; scene.bodies.len()];
    let mut groups: Vec<Group> = Vec::new();
    for (id, body) in scene.numbered_bodies() {
        if body.is_fixed() {
            continue;
        }
        let group = *group_of_root[components.root(id)].get_or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        groups[group].bodies.push(id);
        group_of_body[id] = Some(group);
    }
    // What acts between fixed bodies belongs to no group.
    for contact in imposed {
        if let Some(group) = group_of_first(&group_of_body, ends.of_contact(contact)) {
            groups[group].contacts.push(contact);
        }
    }
    for corner in undecided {
        if let Some(group) = group_of_first(&group_of_body, ends.of_corner(corner)) {
            groups[group].corners.push(corner);
        }
    }
    for (pin, _) in scene.numbered_pins() {
        if let Some(group) = group_of_first(&group_of_body, ends.of_pin(pin)) {
            groups[group].pins.push(pin);
        }
    }
    groups
}

/// The free bodies on which contacts, corners and pins act.
struct Ends<'a> {
    scene: &'a Scene,
    contacts: &'a Contacts,
}

impl Ends<'_> {
    fn free(&self, bodies: [Option<BodyId>; 2]) -> impl Iterator<Item = BodyId> {
        bodies
            .into_iter()
            .flatten()
            .filter(|&body| !self.scene.bodies[body].is_fixed())
    }

    fn of_contact(&self, contact: usize) -> impl Iterator<Item = BodyId> {
        let contact = &self.contacts.contacts[contact];
        let [first, second] = contact.bodies().map(BodyId);
        self.free([Some(first), Some(second)])
    }

    fn of_corner(&self, corner: usize) -> impl Iterator<Item = BodyId> {
        self.of_contact(self.contacts.corners[corner].sides[0][0])
    }

    fn of_pin(&self, pin: PinId) -> impl Iterator<Item = BodyId> {
        let pin = &self.scene.pins[pin];
        self.free([Some(pin.first), pin.second])
    }
}

fn group_of_first(
    group_of_body: &[Option<usize>],
    mut bodies: impl Iterator<Item = BodyId>,
) -> Option<usize> {
    bodies.next().and_then(|body| group_of_body[body])
}

/// The contacts that are imposed from the start, ascending, and the undecided corners.
fn imposed_contacts(contacts: &Contacts, gaps: &[GapForm]) -> (Vec<usize>, Vec<usize>) {
    let mut in_corner = vec![false; contacts.contacts.len()];
    let mut imposed = Vec::new();
    let mut undecided = Vec::new();
    for (index, corner) in contacts.corners.iter().enumerate() {
        for &contact in corner.sides.iter().flatten() {
            in_corner[contact] = true;
        }
        // All contacts of a side have the same direction, so the first speaks for them.
        let [left_side, right_side] = &corner.sides;
        let left = &gaps[left_side[0]].velocity;
        let right = &gaps[right_side[0]].velocity;
        if *left == 0 && *right == 0 {
            undecided.push(index);
        } else if *left <= 0 && *right <= 0 {
            let side = if *right == 0 { right_side } else { left_side };
            imposed.extend(side);
        }
    }
    for (contact, gap) in gaps.iter().enumerate() {
        if !in_corner[contact] && gap.velocity == 0 {
            imposed.push(contact);
        }
    }
    imposed.sort_unstable();
    (imposed, undecided)
}

/// Disjoint sets of bodies, with path halving.
struct Components {
    parent: Vec<BodyId>,
}

impl Components {
    fn new(count: usize) -> Self {
        Self {
            parent: (0..count).map(BodyId).collect(),
        }
    }

    fn root(&mut self, mut element: BodyId) -> BodyId {
        while self.parent[element] != element {
            self.parent[element] = self.parent[self.parent[element]];
            element = self.parent[element];
        }
        element
    }

    fn join_all(&mut self, mut elements: impl Iterator<Item = BodyId>) {
        let Some(first) = elements.next() else { return };
        for other in elements {
            let one = self.root(first);
            let two = self.root(other);
            self.parent[one.max(two)] = one.min(two);
        }
    }
}
