//! The problem of motion with friction of one group, and the way back to forces of the scene.
//!
//! Rows of contacts and pins are over coprime integers, each multiplied by a factor of its own. So
//! a force φ of the scene is the multiplier of the integer row times that factor, and friction μ
//! becomes μ times the ratio of the factors of the two forms of a contact.

use super::image::SceneImage;
use crate::certify::triples;
use malachite::base::num::arithmetic::traits::{DivExact, Sign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use zwang_certificate::friction::{Answer, Leaf};
use zwang_certificate::statics::HoldingForces;
use zwang_problem::{Choices, Forces, Group, Problem, Variables};
use zwang_program::kernel::number::{
    common_denominator, content, integer_from_solver, times, to_solver,
};
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
        let symmetry = &image.symmetry;
        let images = &image.contacts;
        let turn = Rational::from(if symmetry.is_reflection() { -1 } else { 1 });
        let matrix = symmetry.matrix.each_ref();
        let matrix = matrix.map(|row| row.each_ref().map(to_solver));
        if self.contacts.len() != target.contacts.len() {
            return None;
        }
        let mut point = vec![Vec::new(); target.problem.masses.len()];
        for (body, first) in &self.variables {
            let image = symmetry.bodies[*body].0;
            let place = *target.variables.get(&image)?;
            for (offset, [along_x, along_y]) in matrix.iter().enumerate() {
                let entries = [(*first, along_x.clone()), (first + 1, along_y.clone())];
                point[place + offset].extend(entries);
            }
            point[place + 2].push((first + 2, turn.clone()));
        }
        let mut contacts = Vec::with_capacity(self.contacts.len());
        for (contact, [across, along]) in self.contacts.iter().zip(&self.contact_scales) {
            let (image, factor) = &images[*contact];
            let place = target.place(*image)?;
            let factor = to_solver(factor);
            let [image_across, image_along] = &target.contact_scales[place];
            let across = &factor * across / image_across;
            let along = &factor * &turn * along / image_along;
            contacts.push((place, [across, along]));
        }
        let mut equalities = vec![Vec::new(); target.problem.equalities.len()];
        for (index, (pin, scales)) in self.group.joints.iter().zip(&self.pin_scales).enumerate() {
            let (image, is_swapped) = symmetry.pins[*pin];
            let place = target.group.joints.binary_search(&image.0).ok()?;
            let sign = Rational::from(if is_swapped { -1 } else { 1 });
            for (offset, row) in matrix.iter().enumerate() {
                let own = &target.pin_scales[place][offset];
                for (component, entry) in row.iter().enumerate() {
                    let factor = &sign * entry * &scales[component] / own;
                    equalities[2 * place + offset].push((2 * index + component, factor));
                }
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

    /// The answer as a proof lists it.
    pub(crate) fn listed(&self, answer: &FrictionAnswer) -> Answer {
        let scales = self.contact_scales.iter().chain(&self.pin_scales);
        let common = common_denominator(scales.flatten());
        let whole = Integer::from(&common);
        let mut motion = Vec::with_capacity(answer.point.len());
        for value in &answer.point {
            motion.push(value * &whole);
        }
        let mut forces = Vec::with_capacity(answer.forces.len());
        for (force, scales) in answer.forces.iter().zip(&self.contact_scales) {
            let [across, along] = force;
            let [across_scale, along_scale] = scales;
            forces.push([
                across * times(across_scale, &common),
                along * times(along_scale, &common),
            ]);
        }
        let (pairs, _) = answer.equalities.as_chunks::<2>();
        let mut pins = Vec::with_capacity(pairs.len());
        for ([x, y], [x_scale, y_scale]) in pairs.iter().zip(&self.pin_scales) {
            pins.push([x * times(x_scale, &common), y * times(y_scale, &common)]);
        }
        let denominator = &answer.denominator * &whole;
        let numbers = forces.iter().chain(&pins).flatten().chain(&motion);
        let content = content(&denominator, numbers);
        let public = |value: &Integer| integer_from_solver(&value.div_exact(&content));
        let pairs_of = |pairs: &[[Integer; 2]], indices: &[usize]| {
            let mut listed = Vec::new();
            for (index, pair) in indices.iter().zip(pairs) {
                if pair.iter().any(|value| *value != 0) {
                    listed.push((*index, pair.each_ref().map(public)));
                }
            }
            listed
        };
        let whole: Vec<Integer> = motion
            .iter()
            .map(|value| value.div_exact(&content))
            .collect();
        Answer {
            sides: self.sides.clone(),
            forces: HoldingForces {
                denominator: public(&denominator),
                contacts: pairs_of(&forces, &self.contacts),
                pins: pairs_of(&pins, &self.group.joints),
            },
            motion: triples(whole, &Integer::ONE),
        }
    }
}

impl GroupSystem<'_> {
    /// The leaf of a proof that modes are impossible, or that nothing moves with them. Its weights
    /// are scaled as forces are, and gravity as their denominator.
    pub(crate) fn leaf(&self, exclusion: &Exclusion) -> Leaf {
        let weighs_gravity = exclusion.gravity != 0;
        let weights = FrictionAnswer {
            denominator: match weighs_gravity {
                true => exclusion.gravity.clone(),
                false => Integer::from(1),
            },
            point: Vec::new(),
            forces: exclusion.contacts.clone(),
            equalities: exclusion.equalities.clone(),
        };
        let listed = self.listed(&weights);
        let mut modes = Vec::new();
        for (contact, mode) in self.contacts.iter().zip(&exclusion.modes) {
            modes.extend(mode.map(|mode| (*contact, mode)));
        }
        Leaf {
            modes,
            gravity: match weighs_gravity {
                true => listed.forces.denominator,
                false => 0.into(),
            },
            contacts: listed.forces.contacts,
            pins: listed.forces.pins,
        }
    }
}

fn quotients(pair: &[Rational], [by_one, by_two]: &[Rational; 2]) -> [Rational; 2] {
    [&pair[0] / by_one, &pair[1] / by_two]
}
