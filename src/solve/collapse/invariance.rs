//! Symmetric scenes have symmetric answers.
//!
//! A symmetry maps the scene to itself, so it maps the answers of a contact group, its motions of
//! least restraint, to those of the image of the group: that is checked, exactly, and a symmetry
//! that the answers do not have is not told. Multipliers are not unique, but the mean of force
//! systems over a group of symmetries is again one, and invariant. It is taken over the symmetries
//! that map the cases of the answers to each other. Others there are only where both sides of a
//! corner lead to the same motion: then one of them is the answer, and its forces have no image
//! among forces on the same contacts.

use crate::certify::{Forces, Motion};
use crate::contacts::Contacts;
use crate::groups::Group;
use crate::symmetry::{CornerImage, Symmetry};
use malachite::base::num::arithmetic::traits::{Lcm, NegAssign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeSet;
use zwang_program::kernel::number::{common_denominator, least_common_multiple, times, to_solver};
use zwang_scene::Scene;

/// One motion of a contact group, and the sides of corners that it keeps to.
pub(crate) struct CaseMotion<'a> {
    /// The position of the group in the list of groups.
    pub(crate) group: usize,
    pub(crate) sides: &'a [(usize, usize)],
    pub(crate) motion: &'a Motion,
}

/// All answers of a scene.
pub(crate) struct CaseMotions<'a> {
    scene: &'a Scene,
    contacts: &'a Contacts,
    groups: &'a [&'a Group],
    answers: Vec<CaseMotion<'a>>,
    /// The answers of each group.
    of_group: Vec<Vec<usize>>,
    /// The group of each free body and its place in it.
    places: Vec<Option<(usize, usize)>>,
}

/// The matrix of a symmetry, times a common denominator.
struct Matrix {
    rows: [[Integer; 2]; 2],
    determinant: Integer,
    denominator: Natural,
}

impl Matrix {
    fn of(symmetry: &Symmetry) -> Self {
        let rows = symmetry.matrix.each_ref();
        let entries = rows.map(|row| row.each_ref().map(to_solver));
        let denominator = common_denominator(entries.iter().flatten());
        let rows = entries.map(|row| row.map(|entry| times(&entry, &denominator)));
        let determinant = if symmetry.is_reflection() { -1 } else { 1 };
        let determinant = Integer::from(determinant);
        Self {
            rows,
            determinant,
            denominator,
        }
    }

    /// The image of a vector, times the denominator.
    fn turned(&self, [x, y]: [&Integer; 2]) -> [Integer; 2] {
        let rows = self.rows.each_ref();
        rows.map(|[first, second]| first * x + second * y)
    }
}

impl<'a> CaseMotions<'a> {
    pub(crate) fn new(
        scene: &'a Scene,
        contacts: &'a Contacts,
        groups: &'a [&'a Group],
        answers: Vec<CaseMotion<'a>>,
    ) -> Self {
        let mut of_group = vec![Vec::new(); groups.len()];
        for (index, answer) in answers.iter().enumerate() {
            of_group[answer.group].push(index);
        }
        let mut places = vec![None; scene.bodies.len()];
        for (index, group) in groups.iter().enumerate() {
            for (place, &body) in group.bodies.iter().enumerate() {
                places[body] = Some((index, place));
            }
        }
        Self {
            scene,
            contacts,
            groups,
            answers,
            of_group,
            places,
        }
    }

    /// Whether a symmetry maps the motions of each group to those of its image.
    pub(crate) fn have(&self, symmetry: &Symmetry) -> bool {
        let matrix = Matrix::of(symmetry);
        let mut answers = self.answers.iter();
        answers.all(|answer| self.has_image(symmetry, &matrix, answer))
    }

    /// Whether the image of an answer is among the answers.
    fn has_image(&self, symmetry: &Symmetry, matrix: &Matrix, answer: &CaseMotion) -> bool {
        let Some(group) = self.image_of_group(symmetry, answer.group) else {
            return false;
        };
        let mut candidates = self.of_group[group].iter();
        candidates.any(|&candidate| self.is_image(symmetry, matrix, answer, candidate))
    }

    /// Whether the motion of each body is mapped to that of its image; motions are compared over
    /// their two denominators.
    fn is_image(
        &self,
        symmetry: &Symmetry,
        matrix: &Matrix,
        own: &CaseMotion,
        image: usize,
    ) -> bool {
        let image = &self.answers[image];
        let common = Integer::from(&matrix.denominator);
        let own_factor = &image.motion.denominator;
        let image_factor = &own.motion.denominator * &common;
        let is_one_denominator = *own_factor == image_factor;
        let bodies = &self.groups[own.group].bodies;
        let (triples, _) = own.motion.point.as_chunks::<3>();
        for (&body, [right, up, turn]) in bodies.iter().zip(triples) {
            let partner = symmetry.bodies[body];
            let Some((_, place)) = self.places[partner] else {
                return false;
            };
            let [x, y] = matrix.turned([right, up]);
            let turned = [x, y, turn * &matrix.determinant * &common];
            let image_triple = &image.motion.point[3 * place..];
            for (turned, image) in turned.into_iter().zip(image_triple) {
                let is_same = if is_one_denominator || *image == 0 {
                    turned == *image
                } else {
                    turned * own_factor == image * &image_factor
                };
                if !is_same {
                    return false;
                }
            }
        }
        true
    }

    fn image_of_group(&self, symmetry: &Symmetry, group: usize) -> Option<usize> {
        let body = *self.groups[group].bodies.first()?;
        let (group, _) = self.places[symmetry.bodies[body]]?;
        Some(group)
    }

    /// Replaces the forces of each answer by their mean over the symmetries that map the cases of
    /// answers to each other.
    pub(crate) fn average(&self, symmetries: &[Symmetry], forces: &mut [&mut Forces]) {
        let mut images = Vec::new();
        for symmetry in symmetries {
            images.extend(self.image(symmetry, forces));
        }
        if images.is_empty() {
            return;
        }
        if images.iter().all(|image| image.keeps(forces)) {
            for own in forces {
                own.reduce();
            }
            return;
        }
        // Factors of symmetries are brought to one denominator, so that everything below is
        // integral.
        let factors = images.iter().flat_map(|image| &image.factors);
        let mut common = common_denominator(factors);
        for image in &images {
            common = common.lcm(&image.matrix.denominator);
        }
        let mut sums = Sums::new(forces, &Integer::from(&common));
        for image in &images {
            image.add(forces, &common, &mut sums);
        }
        let count = Integer::from(images.len() + 1);
        let divisor = count * Integer::from(common);
        for (answer, own) in forces.iter_mut().enumerate() {
            sums.write(answer, own, &divisor);
        }
    }

    /// Where a symmetry takes forces, if it maps the cases of answers to each other.
    fn image(&self, symmetry: &Symmetry, forces: &[&mut Forces]) -> Option<Image> {
        let contacts = symmetry.contact_image(self.scene, self.contacts)?;
        let corners = symmetry.corner_image(self.contacts, &contacts)?;
        let mut answers = Vec::with_capacity(self.answers.len());
        let mut places = Vec::with_capacity(self.answers.len());
        let mut pins = Vec::with_capacity(self.answers.len());
        for (answer, own) in self.answers.iter().zip(forces) {
            let image = self.image_of_answer(symmetry, &corners, answer)?;
            let image_contacts = &forces[image].contacts;
            let mut contact_places = Vec::with_capacity(own.contacts.len());
            for (contact, _) in &own.contacts {
                let (wanted, _) = contacts[*contact];
                let place = image_contacts.binary_search_by_key(&wanted, |(contact, _)| *contact);
                contact_places.push(place.ok()?);
            }
            let image_pins = &self.groups[self.answers[image].group].pins;
            let mut pin_places = Vec::new();
            for &pin in &self.groups[answer.group].pins {
                let (wanted, swapped) = symmetry.pins[pin];
                let place = image_pins.binary_search(&wanted).ok()?;
                pin_places.push((place, swapped));
            }
            answers.push(image);
            places.push(contact_places);
            pins.push(pin_places);
        }
        let mut factors = Vec::with_capacity(contacts.len());
        for (_, factor) in &contacts {
            // Nearly always 1.
            if factor.numer() == factor.denom() {
                factors.push(Rational::ONE);
            } else {
                factors.push(to_solver(factor));
            }
        }
        Some(Image {
            matrix: Matrix::of(symmetry),
            factors,
            answers,
            places,
            pins,
        })
    }

    fn image_of_answer(
        &self,
        symmetry: &Symmetry,
        corners: &[CornerImage],
        answer: &CaseMotion,
    ) -> Option<usize> {
        let mut sides = Vec::with_capacity(answer.sides.len());
        for &(corner, side) in answer.sides {
            let image = &corners[corner];
            sides.push((image.corner, image.sides[side]));
        }
        sides.sort_unstable();
        let image = self.image_of_group(symmetry, answer.group)?;
        let mut answers = self.of_group[image].iter().copied();
        answers.find(|&other| self.answers[other].sides == sides)
    }
}

/// Where a symmetry takes forces.
struct Image {
    matrix: Matrix,
    /// For each contact of the scene the factor of its multiplier.
    factors: Vec<Rational>,
    /// For each answer its image.
    answers: Vec<usize>,
    /// For each answer and each of its contacts the place of the image among those of the image.
    places: Vec<Vec<usize>>,
    /// The same for pins, and whether the image of the first body is the second body.
    pins: Vec<Vec<(usize, bool)>>,
}

impl Image {
    /// Whether the image of each force is the force at its place, so that the mean changes nothing.
    /// Forces of folded programs are like that. Pins, whose forces turn, are left to the mean.
    fn keeps(&self, forces: &[&mut Forces]) -> bool {
        for (source, own) in forces.iter().enumerate() {
            let image = &forces[self.answers[source]];
            if !own.pins.is_empty() || own.denominator != image.denominator {
                return false;
            }
            for ((contact, force), &place) in own.contacts.iter().zip(&self.places[source]) {
                let (_, found) = &image.contacts[place];
                if self.factors[*contact] != 1 || force != found {
                    return false;
                }
            }
        }
        true
    }

    /// Adds the images of all forces, times `common`.
    fn add(&self, forces: &[&mut Forces], common: &Natural, sums: &mut Sums) {
        let ratio = Integer::from(common / &self.matrix.denominator);
        for (source, own) in forces.iter().enumerate() {
            let target = self.answers[source];
            for ((contact, force), &place) in own.contacts.iter().zip(&self.places[source]) {
                if *force != 0 {
                    let factor = times(&self.factors[*contact], common);
                    let image = if factor == 1 {
                        force.clone()
                    } else {
                        force * factor
                    };
                    let terms = &mut sums.contacts[target][place];
                    terms.push((source, image));
                }
            }
            for ([x, y], &(place, swapped)) in own.pins.iter().zip(&self.pins[source]) {
                let mut image = self.matrix.turned([x, y]);
                for component in &mut image {
                    *component *= &ratio;
                    if swapped {
                        component.neg_assign();
                    }
                }
                let terms = &mut sums.pins[target][place];
                terms.push((source, image));
            }
        }
    }
}

/// Terms of a sum, each with the answer whose denominator it has.
type Terms<Value> = Vec<(usize, Value)>;

/// Terms of the mean forces of each answer, contact by contact and pin by pin.
struct Sums {
    denominators: Vec<Integer>,
    contacts: Vec<Vec<Terms<Integer>>>,
    pins: Vec<Vec<Terms<[Integer; 2]>>>,
}

impl Sums {
    /// The forces themselves, times `common`.
    fn new(forces: &[&mut Forces], common: &Integer) -> Self {
        let mut contacts = Vec::with_capacity(forces.len());
        let mut pins = Vec::with_capacity(forces.len());
        for (source, own) in forces.iter().enumerate() {
            let mut contact_terms = vec![Vec::new(); own.contacts.len()];
            for (terms, (_, force)) in contact_terms.iter_mut().zip(&own.contacts) {
                if *force != 0 {
                    terms.push((source, force * common));
                }
            }
            let mut pin_terms = Vec::with_capacity(own.pins.len());
            for force in &own.pins {
                let term = force.each_ref().map(|component| component * common);
                pin_terms.push(vec![(source, term)]);
            }
            contacts.push(contact_terms);
            pins.push(pin_terms);
        }
        let denominators = forces.iter().map(|own| own.denominator.clone());
        Self {
            denominators: denominators.collect(),
            contacts,
            pins,
        }
    }

    /// Writes the sums of an answer's contacts and pins, divided by `divisor`, over a common
    /// denominator.
    fn write(&self, answer: usize, own: &mut Forces, divisor: &Integer) {
        let contacts = &self.contacts[answer];
        let pins = &self.pins[answer];
        let mut sources = BTreeSet::new();
        for (source, _) in contacts.iter().flatten() {
            sources.insert(*source);
        }
        for (source, _) in pins.iter().flatten() {
            sources.insert(*source);
        }
        let denominators = sources.iter().map(|&source| &self.denominators[source]);
        let sizes = denominators.map(Integer::unsigned_abs_ref);
        let common = Integer::from(least_common_multiple(sizes));
        let mut factors = vec![Integer::ONE; self.denominators.len()];
        for &source in &sources {
            factors[source] = &common / &self.denominators[source];
        }
        for ((_, force), terms) in own.contacts.iter_mut().zip(contacts) {
            *force = Integer::ZERO;
            for (source, value) in terms {
                add_product(force, value, &factors[*source]);
            }
        }
        for (force, terms) in own.pins.iter_mut().zip(pins) {
            *force = [Integer::ZERO, Integer::ZERO];
            for (source, value) in terms {
                for (force, value) in force.iter_mut().zip(value) {
                    add_product(force, value, &factors[*source]);
                }
            }
        }
        own.denominator = common * divisor;
        own.reduce();
    }
}

/// Adds a product; most factors are 1.
fn add_product(sum: &mut Integer, value: &Integer, factor: &Integer) {
    if *factor == 1 {
        *sum += value;
    } else {
        *sum += value * factor;
    }
}
