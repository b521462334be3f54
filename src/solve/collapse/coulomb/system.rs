//! The problem of motion with friction of one group, and the way back to forces of the scene.
//!
//! Rows of contacts and pins are over coprime integers, each multiplied by a factor of its own. So
//! a force φ of the scene is the multiplier of the integer row times that factor, and friction μ
//! becomes μ times the ratio of the factors of the two forms of a contact.

use super::image::SceneImage;
use crate::certify::{lcm, listed, triples};
use crate::statics::holding;
use malachite::base::num::arithmetic::traits::{DivExact, Sign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use zwang_certificate::friction::{Answer, Leaf};
use zwang_problem::{Choices, Forces, Fractions, Group, Problem, Variables};
use zwang_program::kernel::number::{common_denominator, content, times};
use zwang_program::kernel::{Exclusion, FrictionAnswer, FrictionContact, FrictionProblem, Image};

/// A group with the sides of some of its corners.
pub(crate) struct GroupSystem<'a> {
    plane: &'a Problem,
    pub(crate) group: &'a Group,
    pub(crate) sides: Choices,
    /// The imposed contacts, ascending.
    pub(crate) contacts: Vec<usize>,
    pub(crate) problem: FrictionProblem,
    /// The factors of φ and ψ of each contact.
    contact_scales: Vec<[Rational; 2]>,
    /// The factors of both components of each pin.
    pin_scales: Vec<[Rational; 2]>,
    variables: Variables,
}

impl<'a> GroupSystem<'a> {
    pub(crate) fn new(plane: &'a Problem, group: &'a Group, sides: Choices) -> Self {
        let contacts = plane.imposed(group, &sides);
        Self::imposing(plane, group, sides, contacts)
    }

    /// The same, where corners with friction that have no side bear the forces of both.
    pub(crate) fn bearing(plane: &'a Problem, group: &'a Group, sides: Choices) -> Self {
        let mut contacts = plane.imposed(group, &sides);
        for corner in &group.corners {
            let both = &plane.corners[*corner].lists;
            let is_open = sides.iter().all(|(fixed, _)| fixed != corner);
            if is_open && plane.contacts[both[0][0]].friction != 0 {
                contacts.extend(plane.bearing_of(*corner));
            }
        }
        contacts.sort_unstable();
        contacts.dedup();
        Self::imposing(plane, group, sides, contacts)
    }

    fn imposing(
        plane: &'a Problem,
        group: &'a Group,
        sides: Choices,
        contacts: Vec<usize>,
    ) -> Self {
        let bare = plane.without_rows(group);
        let mut system = Self {
            plane,
            group,
            sides,
            contacts,
            problem: FrictionProblem {
                masses: bare.masses,
                target: bare.target,
                equalities: Vec::new(),
                contacts: Vec::new(),
            },
            contact_scales: Vec::new(),
            pin_scales: Vec::new(),
            variables: group.variables(plane),
        };
        for pin in &group.joints {
            let mut scales = [Rational::ONE, Rational::ONE];
            for (scale, row) in scales.iter_mut().zip(plane.joint(*pin)) {
                let equality = row.program_row(&system.variables);
                system.problem.equalities.push(equality);
                scale.clone_from(row.scale);
            }
            system.pin_scales.push(scales);
        }
        for &contact in &system.contacts {
            let normal = plane.normal(contact);
            let tangent = plane.tangent(contact);
            let rough = &plane.contacts[contact];
            let ratio = normal.scale / tangent.scale;
            system.problem.contacts.push(FrictionContact {
                normal: normal.program_row(&system.variables),
                tangent: tangent.program_row(&system.variables),
                friction: &rough.friction * ratio,
                sliding: rough.sliding[0].sign() as i8,
            });
            let scales = [normal.scale.clone(), tangent.scale.clone()];
            system.contact_scales.push(scales);
        }
        system
    }

    /// The place of a contact in the list.
    fn place(&self, contact: usize) -> Option<usize> {
        self.contacts.binary_search(&contact).ok()
    }

    /// The map that a symmetry makes of answers of this group to those of another one, or of its
    /// own; `None` if it does not take the contacts of the one to those of the other.
    pub(crate) fn image(&self, image: &SceneImage, target: &GroupSystem) -> Option<Image> {
        if self.contacts.len() != target.contacts.len() {
            return None;
        }
        let mut point = vec![Vec::new(); target.problem.masses.len()];
        for (body, first) in &self.variables {
            let place = *target.variables.get(&image.body(*body))?;
            for (row, column, entry) in image.bodies.matrix.entries() {
                point[place + row].push((first + column, entry));
            }
        }
        let images = &image.forces;
        let mut contacts = Vec::with_capacity(self.contacts.len());
        for (contact, scales) in self.contacts.iter().zip(&self.contact_scales) {
            let (image, matrix) = images.contacts[*contact];
            let place = target.place(image)?;
            // The matrix is diagonal.
            let mut factors = scales.clone();
            for (row, _, entry) in images.matrices[matrix].entries() {
                factors[row] *= entry / &target.contact_scales[place][row];
            }
            contacts.push((place, factors));
        }
        let mut equalities = vec![Vec::new(); target.problem.equalities.len()];
        for (index, (pin, scales)) in self.group.joints.iter().zip(&self.pin_scales).enumerate() {
            let (image, matrix) = images.joints[*pin];
            let place = target.group.joints.binary_search(&image).ok()?;
            for (row, column, entry) in images.matrices[matrix].entries() {
                let factor = entry * &scales[column] / &target.pin_scales[place][row];
                equalities[2 * place + row].push((2 * index + column, factor));
            }
        }
        Some(Image {
            point,
            contacts,
            equalities,
        })
    }

    /// The answer of no motion with these forces.
    pub(crate) fn at_rest(&self, forces: &Forces) -> FrictionAnswer {
        let point = vec![Integer::ZERO; self.problem.masses.len()];
        self.with_forces(Integer::from(1), &point, forces)
    }

    /// The answer of a motion with these forces.
    pub(crate) fn with_forces(
        &self,
        denominator: Integer,
        point: &[Integer],
        forces: &Forces,
    ) -> FrictionAnswer {
        let (at_contacts, at_joints) = (forces.contact_fractions(), forces.joint_fractions());
        let none = vec![Rational::ZERO; 2];
        let mut across = Vec::with_capacity(self.contacts.len());
        for (contact, scales) in self.contacts.iter().zip(&self.contact_scales) {
            let force = at_contacts.get(contact).unwrap_or(&none);
            across.push(quotients(force, scales));
        }
        let mut at_pins = Vec::with_capacity(self.group.joints.len());
        for (pin, scales) in self.group.joints.iter().zip(&self.pin_scales) {
            let force = at_joints.get(pin).unwrap_or(&none);
            at_pins.push(quotients(force, scales));
        }
        let numbers = across.iter().chain(&at_pins).flatten();
        let common = common_denominator(numbers);
        let whole = Integer::from(&common);
        let integers = |number: &Rational| times(number, &common) * &denominator;
        FrictionAnswer {
            denominator: &denominator * &whole,
            point: point.iter().map(|value| value * &whole).collect(),
            forces: across
                .iter()
                .map(|pair| pair.each_ref().map(integers))
                .collect(),
            equalities: at_pins.iter().flatten().map(integers).collect(),
        }
    }

    /// The first corner all of whose sides an answer violates.
    pub(crate) fn violated_corner(&self, answer: &FrictionAnswer) -> Option<usize> {
        let FrictionAnswer {
            point, denominator, ..
        } = answer;
        self.plane.violated_corner(self.group, point, denominator)
    }

    /// Whether nothing moves at any corner that bears a force: the two bodies accelerate alike
    /// there.
    pub(crate) fn bearing_corners_stick(&self, answer: &FrictionAnswer) -> bool {
        let mut motion = Vec::with_capacity(answer.point.len());
        for value in &answer.point {
            motion.push(Rational::from_integers_ref(value, &answer.denominator));
        }
        let mut corners = self.group.corners.iter();
        corners.all(|corner| {
            let mut bearing = self.plane.bearing_of(*corner);
            bearing.all(|contact| {
                let force = self
                    .place(contact)
                    .and_then(|place| answer.forces.get(place));
                let bears = force.is_some_and(|force| force.iter().any(|value| *value != 0));
                !bears || self.sticks(contact, &motion)
            })
        })
    }

    /// Whether the two bodies of a contact accelerate alike there.
    fn sticks(&self, contact: usize, motion: &[Rational]) -> bool {
        let across = self.plane.normal(contact);
        let along = self.plane.tangent(contact);
        [across, along]
            .into_iter()
            .all(|row| row.excess(&self.variables, motion) == 0)
    }

    /// The forces of an answer.
    pub(crate) fn forces(&self, answer: &FrictionAnswer) -> Forces {
        let scaled = |numbers: &[Integer; 2], scales: &[Rational; 2]| {
            let numbers = numbers.iter().zip(scales);
            let forces = numbers.map(|(number, scale)| {
                Rational::from_integers_ref(number, &answer.denominator) * scale
            });
            forces.collect()
        };
        let mut contacts = Fractions::new();
        let scales = self.contact_scales.iter();
        for ((contact, force), scales) in self.contacts.iter().zip(&answer.forces).zip(scales) {
            contacts.insert(*contact, scaled(force, scales));
        }
        let (pairs, _) = answer.equalities.as_chunks::<2>();
        let mut joints = Fractions::new();
        for ((joint, force), scales) in self.group.joints.iter().zip(pairs).zip(&self.pin_scales) {
            joints.insert(*joint, scaled(force, scales));
        }
        Forces::from_fractions(&contacts, &joints)
    }

    /// The answer as a proof lists it, over the least denominator.
    pub(crate) fn listed(&self, answer: &FrictionAnswer) -> Answer {
        let forces = self.forces(answer);
        let content = content(&answer.denominator, answer.point.iter());
        let denominator = (&answer.denominator).div_exact(&content);
        let point = answer.point.iter().map(|value| value.div_exact(&content));
        let common = lcm(&forces.denominator, &denominator);
        Answer {
            sides: self.sides.clone(),
            motion: triples(point.collect(), &(&common / denominator)),
            forces: listed(forces, &common),
        }
    }
}

impl GroupSystem<'_> {
    /// The leaf of a proof that modes are impossible, or that nothing moves with them. Its weights
    /// are scaled as forces are, and gravity as their denominator.
    pub(crate) fn leaf(&self, exclusion: &Exclusion) -> Leaf {
        let weighs_gravity = exclusion.gravity != 0;
        let forces = self.forces(&FrictionAnswer {
            denominator: match weighs_gravity {
                true => exclusion.gravity.clone(),
                false => Integer::from(1),
            },
            point: Vec::new(),
            forces: exclusion.contacts.clone(),
            equalities: exclusion.equalities.clone(),
        });
        let weights = holding(&forces);
        let mut modes = Vec::new();
        for (contact, mode) in self.contacts.iter().zip(&exclusion.modes) {
            modes.extend(mode.map(|mode| (*contact, mode)));
        }
        Leaf {
            modes,
            gravity: match weighs_gravity {
                true => weights.denominator,
                false => 0.into(),
            },
            contacts: weights.contacts,
            pins: weights.pins,
        }
    }
}

fn quotients(pair: &[Rational], [by_one, by_two]: &[Rational; 2]) -> [Rational; 2] {
    [&pair[0] / by_one, &pair[1] / by_two]
}
