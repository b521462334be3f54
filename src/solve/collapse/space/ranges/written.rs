//! The proof for a group, as it is written.

use super::super::certify::{joint_lists, of_joints, on_first, whole};
use super::super::rows::{Motions, WIDTH};
use super::super::statics::Force;
use super::Holding;
use super::end::{End, Quantity, Thing};
use super::search::Search;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::space as certificate;
use zwang_certificate::space::{ContactForces, PressedBy, RangeEnd, RangeVelocity};
use zwang_program::kernel::number::{common_denominator, content, integer_from_solver, times};

impl Search<'_> {
    /// The proof for the group. Ends without a bound are left out, with the other end.
    pub(super) fn written(
        &self,
        shown: &Holding,
        ends: Vec<End>,
        faces: &BTreeMap<usize, usize>,
    ) -> certificate::RangesGroup {
        let mut systems = Listed::default();
        systems.place(self.all_forces(&shown.contacts, &shown.joints));
        let mut stresses = Listed::default();
        let mut forces = Vec::new();
        let mut of_faces = Vec::new();
        let mut of_joints = Vec::new();
        for ends in ends.chunks(2) {
            let [least, largest] = ends else { continue };
            let Quantity { thing, component } = least.quantity;
            let ends =
                [least, largest].map(|end| self.written_end(end, &mut systems, &mut stresses));
            let [Some(least), Some(largest)] = ends else {
                continue;
            };
            let range = |index| certificate::Range {
                index,
                component,
                ends: [least, largest],
            };
            match thing {
                Thing::Contact(contact) => forces.push(range(contact)),
                Thing::Face(touch) => of_faces.push(range(faces[&touch])),
                Thing::Joint(joint) => of_joints.push(range(joint)),
            }
        }
        forces.sort_by_key(|range| (range.index, range.component));
        of_faces.sort_by_key(|range| (range.index, range.component));
        of_joints.sort_by_key(|range| (range.index, range.component));
        certificate::RangesGroup {
            bodies: self.group.group.bodies.clone(),
            systems: systems.listed,
            stresses: stresses.listed,
            forces,
            faces: of_faces,
            joints: of_joints,
        }
    }

    fn written_end(
        &self,
        end: &End,
        systems: &mut Listed,
        stresses: &mut Listed,
    ) -> Option<RangeEnd> {
        let pressed = end.reached.as_ref()?;
        let mut forces = BTreeMap::new();
        for (contact, force) in self.group.group.contacts.iter().zip(&pressed.forces) {
            forces.insert(*contact, force.clone());
        }
        let forces = self.all_forces(&forces, &pressed.joints);
        let Some((bound, velocity)) = &end.bound else {
            return (pressed.is_stress && !end.quantity.is_ratio()).then(|| RangeEnd::Open {
                stress: stresses.place(forces),
            });
        };
        let velocity = range_velocity(&self.group.group.bodies, velocity);
        if !end.quantity.is_ratio() {
            let system = systems.place(forces);
            return Some(RangeEnd::Bounded { system, velocity });
        }
        let at = match pressed.is_stress {
            true => PressedBy::Stress(stresses.place(forces)),
            false => PressedBy::System(systems.place(forces)),
        };
        let denominator = integer_from_solver(&Integer::from(bound.denominator_ref()));
        let numerator = times(bound, bound.denominator_ref());
        Some(RangeEnd::Place {
            at,
            bound: [integer_from_solver(&numerator), denominator],
            velocity,
        })
    }
}

impl Search<'_> {
    /// Forces on first bodies and those of joints, as the proof has them.
    fn all_forces(
        &self,
        contacts: &BTreeMap<usize, Force>,
        joints: &BTreeMap<usize, Vec<Rational>>,
    ) -> ContactForces {
        let joints = of_joints(self.space, joints);
        let numbers = contacts.values().flatten();
        let denominator = common_denominator(numbers.chain(joints.values().flatten()));
        ContactForces {
            contacts: on_first(contacts, &denominator),
            joints: joint_lists(&joints, &denominator),
            denominator: whole(&denominator),
        }
    }
}

/// Forces that ends name, each once.
#[derive(Default)]
struct Listed {
    listed: Vec<ContactForces>,
}

impl Listed {
    /// The place of these forces in the list.
    fn place(&mut self, forces: ContactForces) -> usize {
        match self.listed.iter().position(|known| *known == forces) {
            Some(place) => place,
            None => {
                self.listed.push(forces);
                self.listed.len() - 1
            }
        }
    }
}

/// Velocities over a common denominator, in lowest terms.
fn range_velocity(bodies: &[usize], motions: &Motions) -> RangeVelocity {
    let common = common_denominator(motions.values().flatten());
    let denominator = Integer::from(&common);
    let mut numbers: Vec<[Integer; WIDTH]> = Vec::with_capacity(bodies.len());
    for body in bodies {
        let motion = &motions[body];
        numbers.push(std::array::from_fn(|place| times(&motion[place], &common)));
    }
    let content = content(&denominator, numbers.iter().flatten());
    let numbers = numbers.iter().map(|body| {
        let body = body.each_ref().map(|number| number.div_exact(&content));
        body.each_ref().map(integer_from_solver)
    });
    RangeVelocity {
        numbers: numbers.collect(),
        denominator: integer_from_solver(&denominator.div_exact(&content)),
    }
}
