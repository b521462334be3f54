//! Contact groups: which contacts impose a row, and which bodies must be solved together.
//!
//! A contact imposes its row if its gap velocity is zero. A corner (vertex on vertex) is open if
//! one of its sides opens, forced to a side if that one rests while the other would close, and
//! undecided if both rest. Free bodies joined by imposed contacts, undecided corners or pins form a
//! group; fixed bodies do not join anything. The program falls apart into one for each group.

use crate::components::Components;
use crate::contacts::Contacts;
use crate::dynamics::{GapForm, SceneForms};
use std::collections::BTreeMap;
use zwang_program::kernel::Problem;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, FreeAcceleration, PinId, Scene};

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

    /// Whether no body of the group moves: nothing but weight, loads and contacts acts.
    pub(crate) fn is_at_rest(&self, scene: &Scene) -> bool {
        self.bodies.iter().all(|body| {
            let free = scene.bodies[*body].dynamics.as_ref();
            free.is_none_or(|free| free.is_at_rest())
        })
    }

    /// The first of the three variables of each body.
    pub(crate) fn variables(&self) -> BTreeMap<BodyId, usize> {
        let mut variables = BTreeMap::new();
        for (position, &body) in self.bodies.iter().enumerate() {
            variables.insert(body, 3 * position);
        }
        variables
    }

    /// The program without rows: masses, and free accelerations as the target. Pins are equalities.
    pub(crate) fn problem(&self, scene: &Scene) -> Problem {
        let mut masses = Vec::new();
        let mut target = Vec::new();
        for &body in &self.bodies {
            let free = scene.bodies[body].dynamics.as_ref();
            let fall = scene.free_acceleration(body);
            let (Some(free), Some(fall)) = (free, fall) else {
                unreachable!("a group has free bodies only")
            };
            let mass = to_solver(&free.mass);
            let inertia = to_solver(&free.inertia);
            masses.extend([mass.clone(), mass, inertia]);
            let FreeAcceleration { linear, angular } = &fall;
            target.extend([&linear.x, &linear.y, angular].map(to_solver));
        }
        Problem {
            masses,
            target,
            rows: Vec::new(),
            equalities: 2 * self.pins.len(),
        }
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
        components.join(ends.of_contact(contact));
    }
    for &corner in &undecided {
        components.join(ends.of_corner(corner));
    }
    for (pin, _) in scene.numbered_pins() {
        components.join(ends.of_pin(pin));
    }

    let free = scene.body_ids().filter(|&id| ends.is_free(id));
    let mut groups = Groups::new(components, free);
    for contact in imposed {
        if let Some(group) = groups.of(ends.of_contact(contact)) {
            group.contacts.push(contact);
        }
    }
    for corner in undecided {
        if let Some(group) = groups.of(ends.of_corner(corner)) {
            group.corners.push(corner);
        }
    }
    for (pin, _) in scene.numbered_pins() {
        if let Some(group) = groups.of(ends.of_pin(pin)) {
            group.pins.push(pin);
        }
    }
    groups.by_first.into_values().collect()
}

/// Groups by their first bodies.
struct Groups {
    components: Components,
    by_first: BTreeMap<BodyId, Group>,
}

impl Groups {
    fn new(mut components: Components, free: impl Iterator<Item = BodyId>) -> Self {
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

    /// The group of what acts on these free bodies. What acts on none belongs to no group.
    fn of(&mut self, mut bodies: impl Iterator<Item = BodyId>) -> Option<&mut Group> {
        let body = bodies.next()?;
        let first = self.components.first(body);
        self.by_first.get_mut(&first)
    }
}

/// The free bodies on which contacts, corners and pins act.
struct Ends<'a> {
    scene: &'a Scene,
    contacts: &'a Contacts,
}

impl Ends<'_> {
    fn is_free(&self, body: BodyId) -> bool {
        !self.scene.bodies[body].is_fixed()
    }

    fn free(&self, bodies: [Option<BodyId>; 2]) -> impl Iterator<Item = BodyId> {
        let bodies = bodies.into_iter().flatten();
        bodies.filter(|&body| self.is_free(body))
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
