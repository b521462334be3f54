//! The proof for a group, as it is written.

use super::super::rows::{Motions, WIDTH};
use super::super::statics::HoldingForces;
use super::choices::{Case, Choosing, Fixed, ProvedEnd};
use super::end::{Quantity, Thing};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use std::collections::BTreeMap;
use zwang_certificate::space as certificate;
use zwang_certificate::space::{
    Added, ContactForces, PressedBy, QuantityRanges, RangeCase, RangeEnd, RangeVelocity,
};
use zwang_program::kernel::number::{common_denominator, content, integer_from_solver, times};

/// The proof for a group, given the ends of ranges and of gaps. Ranges of which an end is not known
/// are left out.
pub(super) fn written(
    choosing: &Choosing,
    shown: &HoldingForces,
    [ranges, gaps]: [&[[ProvedEnd; 2]]; 2],
    faces: &BTreeMap<usize, usize>,
) -> certificate::RangesGroup {
    let mut writer = Writer {
        choosing,
        faces,
        systems: Listed::default(),
        stresses: Listed::default(),
    };
    writer.systems.place(choosing.written(shown));
    let ranges = writer.lists(ranges);
    let gaps = writer.lists(gaps);
    certificate::RangesGroup {
        bodies: choosing.group.group.bodies.clone(),
        systems: writer.systems.listed,
        stresses: writer.stresses.listed,
        ranges,
        gaps,
    }
}

/// The forces that ends name, as they are listed.
struct Writer<'a, 'b> {
    choosing: &'b Choosing<'a>,
    /// The number of each face, by touch.
    faces: &'b BTreeMap<usize, usize>,
    systems: Listed,
    stresses: Listed,
}

impl Writer<'_, '_> {
    /// Pairs of ends by what they are about, in order.
    fn lists(&mut self, pairs: &[[ProvedEnd; 2]]) -> QuantityRanges {
        let mut lists = QuantityRanges::default();
        for [first, second] in pairs {
            let Quantity { thing, component } = first.quantity;
            let (Some(first), Some(second)) = (self.end(first), self.end(second)) else {
                continue;
            };
            let (list, index) = match thing {
                Thing::Contact(contact) => (&mut lists.forces, contact),
                Thing::Face(touch) => (&mut lists.faces, self.faces[&touch]),
                Thing::Corner(touch) => {
                    (&mut lists.corners, self.choosing.space.corner_number(touch))
                }
                Thing::Joint(joint) => (&mut lists.joints, joint),
            };
            list.push(certificate::Range {
                index,
                component,
                ends: [first, second],
            });
        }
        let QuantityRanges {
            forces,
            faces,
            corners,
            joints,
        } = &mut lists;
        for list in [forces, faces, corners, joints] {
            list.sort_by_key(|range| (range.index, range.component));
        }
        lists
    }

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
        for Case { fixed, velocity } in cases {
            let Fixed { sides, halves } = fixed;
            let number = |touch: &usize| space.corner_number(*touch);
            let sides = sides.iter().map(|(touch, side)| (number(touch), *side));
            let halves = halves
                .iter()
                .map(|(touch, own)| (number(touch), own.clone()));
            written.push(RangeCase {
                sides: sides.collect(),
                halves: halves.collect(),
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
