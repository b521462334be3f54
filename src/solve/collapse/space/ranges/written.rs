//! The proof for a group, as it is written.

use super::super::rows::{Motions, WIDTH};
use super::super::statics::HoldingForces;
use super::choices::{Case, Choosing, ProvedEnd};
use super::end::{Quantity, Thing};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use std::collections::BTreeMap;
use zwang_certificate::space as certificate;
use zwang_certificate::space::{
    Added, ContactForces, PressedBy, RangeCase, RangeEnd, RangeVelocity,
};
use zwang_program::kernel::number::{common_denominator, content, integer_from_solver, times};

/// The proof for a group, given its ends in pairs. Ends of which nothing is known are left out,
/// with the other end.
pub(super) fn written(
    choosing: &Choosing,
    shown: &HoldingForces,
    ends: Vec<Option<ProvedEnd>>,
    faces: &BTreeMap<usize, usize>,
) -> certificate::RangesGroup {
    let mut writer = Writer {
        choosing,
        systems: Listed::default(),
        stresses: Listed::default(),
    };
    writer.systems.place(choosing.written(shown));
    let mut forces = Vec::new();
    let mut of_faces = Vec::new();
    let mut of_corners = Vec::new();
    let mut of_joints = Vec::new();
    for ends in ends.chunks(2) {
        let [Some(least), Some(largest)] = ends else {
            continue;
        };
        let Quantity { thing, component } = least.quantity;
        let ends = [least, largest].map(|end| writer.end(end));
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
            Thing::Corner(touch) => of_corners.push(range(choosing.space.corner_number(touch))),
            Thing::Joint(joint) => of_joints.push(range(joint)),
        }
    }
    for list in [&mut forces, &mut of_faces, &mut of_corners, &mut of_joints] {
        list.sort_by_key(|range| (range.index, range.component));
    }
    certificate::RangesGroup {
        bodies: choosing.group.group.bodies.clone(),
        systems: writer.systems.listed,
        stresses: writer.stresses.listed,
        forces,
        faces: of_faces,
        corners: of_corners,
        joints: of_joints,
    }
}

/// The forces that ends name, as they are listed.
struct Writer<'a, 'b> {
    choosing: &'b Choosing<'a>,
    systems: Listed,
    stresses: Listed,
}

impl Writer<'_, '_> {
    /// `None` if a centre of pressure has no bound, or if a bound has no forces that reach it.
    fn end(&mut self, end: &ProvedEnd) -> Option<RangeEnd> {
        let is_ratio = end.quantity.is_ratio();
        let forces = self.choosing.written(&end.forces);
        let added = end.system.as_ref().map(|system| {
            let system = self.choosing.written(system);
            Added {
                stress: self.stresses.place(forces.clone()),
                system: self.systems.place(system),
            }
        });
        match (&end.bound, added) {
            (None, Some(added)) if !is_ratio => Some(RangeEnd::Open(added)),
            (None, _) => None,
            (Some((bound, cases)), added) if is_ratio => {
                let at = match added {
                    Some(added) => PressedBy::Stress(added),
                    None => PressedBy::System(self.systems.place(forces)),
                };
                let denominator = integer_from_solver(&Integer::from(bound.denominator_ref()));
                let numerator = times(bound, bound.denominator_ref());
                Some(RangeEnd::Place {
                    at,
                    bound: [integer_from_solver(&numerator), denominator],
                    cases: self.cases(cases),
                })
            }
            (Some(_), Some(_)) => None,
            (Some((_, cases)), None) => Some(RangeEnd::Bounded {
                system: self.systems.place(forces),
                cases: self.cases(cases),
            }),
        }
    }

    fn cases(&self, cases: &[Case]) -> Vec<RangeCase> {
        let Choosing { space, group, .. } = self.choosing;
        let mut written = Vec::new();
        for Case { sides, velocity } in cases {
            let sides = sides.iter();
            let sides = sides.map(|(touch, side)| (space.corner_number(*touch), *side));
            written.push(RangeCase {
                sides: sides.collect(),
                velocity: range_velocity(&group.group.bodies, velocity),
            });
        }
        written
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
