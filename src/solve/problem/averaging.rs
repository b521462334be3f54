//! Symmetric problems have symmetric answers.
//!
//! A symmetry maps the problem to itself, so it maps the answers of a group to those of the image
//! of the group: that is checked, exactly. Forces are not unique, but the mean of force systems
//! over a group of symmetries is again one, since they form a convex set, and it is invariant. It
//! is taken over the symmetries that map the choices of answers to each other. Others there are
//! only if several lists of a corner lead to the same motion: then one of them is the answer, and
//! its forces have no image among forces on the same contacts.

use crate::branching::Choices;
use crate::forces::{Forces, Numbers};
use crate::groups::Group;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Natural, Rational};
use std::collections::BTreeSet;
use zwang_program::kernel::number::{common_denominator, least_common_multiple, times};

/// A matrix over one denominator; zeros are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// Pairs (column, entry) of each row.
    rows: Vec<Vec<(usize, Integer)>>,
    denominator: Natural,
}

/// The action of a symmetry on bodies.
#[derive(Clone, Debug)]
pub struct BodyImage {
    /// The image of each body.
    pub bodies: Vec<usize>,
    /// The matrix for the accelerations of each body.
    pub matrix: Matrix,
}

/// The action of a symmetry on forces, and on the corners at which they act.
#[derive(Clone, Debug)]
pub struct Image {
    /// The image of each contact, and which of the matrices takes its force there.
    pub contacts: Vec<(usize, usize)>,
    /// The same of joints.
    pub joints: Vec<(usize, usize)>,
    /// The matrices.
    pub matrices: Vec<Matrix>,
    /// The image of each corner, and those of its lists.
    pub corners: Vec<(usize, Vec<usize>)>,
}

/// A motion over one denominator.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a> {
    /// The common denominator D > 0.
    pub denominator: &'a Integer,
    /// D x.
    pub point: &'a [Integer],
}

/// An answer of a group.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The position of the group in the list of groups.
    pub group: usize,
    /// The lists of corners that it keeps to.
    pub choices: &'a [(usize, usize)],
    /// Its motion, unless only forces are averaged.
    pub motion: Option<Motion<'a>>,
}

/// All answers of a problem.
#[derive(Debug)]
pub struct Answers<'a> {
    groups: &'a [&'a Group],
    width: usize,
    answers: Vec<Answer<'a>>,
    /// The answers of each group.
    of_group: Vec<Vec<usize>>,
    /// The group of each free body and its place in it.
    places: Vec<Option<(usize, usize)>>,
}

impl Matrix {
    /// A matrix from its rows.
    #[must_use]
    pub fn new(rows: &[Vec<Rational>]) -> Self {
        let denominator = common_denominator(rows.iter().flatten());
        let mut sparse = Vec::with_capacity(rows.len());
        for row in rows {
            let entries = row.iter().enumerate();
            let entries = entries.filter(|(_, entry)| **entry != 0);
            let entries = entries.map(|(column, entry)| (column, times(entry, &denominator)));
            sparse.push(entries.collect());
        }
        Self {
            rows: sparse,
            denominator,
        }
    }

    /// Its entries that are not 0, each with its row and column.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, Rational)> {
        let rows = self.rows.iter().enumerate();
        let entries = rows.flat_map(|(row, entries)| entries.iter().map(move |entry| (row, entry)));
        entries.map(|(row, (column, entry))| {
            let entry = Rational::from(entry) / Rational::from(&self.denominator);
            (row, *column, entry)
        })
    }

    /// Whether it changes nothing.
    fn is_identity(&self) -> bool {
        let mut rows = self.rows.iter().enumerate();
        self.denominator == 1
            && rows.all(|(place, row)| match &row[..] {
                [(column, entry)] => *column == place && *entry == 1,
                _ => false,
            })
    }

    /// The image of a vector, times the denominator.
    fn times(&self, vector: &[Integer]) -> Vec<Integer> {
        let mut image = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut sum = Integer::ZERO;
            for (column, entry) in row {
                add_product(&mut sum, &vector[*column], entry);
            }
            image.push(sum);
        }
        image
    }
}

impl Image {
    /// The images of choices, ascending.
    #[must_use]
    pub fn choices(&self, choices: &[(usize, usize)]) -> Choices {
        let mut images = Choices::with_capacity(choices.len());
        for &(corner, list) in choices {
            let (image, lists) = &self.corners[corner];
            images.push((*image, lists[list]));
        }
        images.sort_unstable();
        images
    }
}

impl<'a> Answers<'a> {
    /// Answers of groups of a problem with so many bodies, each of which has so many numbers.
    #[must_use]
    pub fn new(
        bodies: usize,
        width: usize,
        groups: &'a [&'a Group],
        answers: Vec<Answer<'a>>,
    ) -> Self {
        let mut of_group = vec![Vec::new(); groups.len()];
        for (index, answer) in answers.iter().enumerate() {
            of_group[answer.group].push(index);
        }
        let mut places = vec![None; bodies];
        for (index, group) in groups.iter().enumerate() {
            for (place, &body) in group.bodies.iter().enumerate() {
                places[body] = Some((index, place));
            }
        }
        Self {
            groups,
            width,
            answers,
            of_group,
            places,
        }
    }

    /// Whether a symmetry maps the motions of each group to those of its image.
    #[must_use]
    pub fn have(&self, image: &BodyImage) -> bool {
        let mut answers = self.answers.iter();
        answers.all(|answer| self.has_image(image, answer))
    }

    /// Whether the image of an answer is among the answers.
    fn has_image(&self, image: &BodyImage, answer: &Answer) -> bool {
        let Some(group) = self.image_of_group(image, answer.group) else {
            return false;
        };
        let mut candidates = self.of_group[group].iter();
        candidates.any(|&candidate| self.is_image(image, answer, candidate))
    }

    /// Whether the motion of each body is mapped to that of its image; motions are compared over
    /// their two denominators.
    fn is_image(&self, image: &BodyImage, own: &Answer, candidate: usize) -> bool {
        let (Some(motion), Some(other)) = (own.motion, self.answers[candidate].motion) else {
            return own.motion.is_none();
        };
        let common = Integer::from(&image.matrix.denominator);
        let own_factor = other.denominator;
        let other_factor = motion.denominator * &common;
        let is_one_denominator = *own_factor == other_factor;
        let bodies = &self.groups[own.group].bodies;
        for (&body, values) in bodies.iter().zip(motion.point.chunks(self.width)) {
            let Some((_, place)) = self.places[image.bodies[body]] else {
                return false;
            };
            let found = &other.point[self.width * place..];
            for (turned, found) in image.matrix.times(values).into_iter().zip(found) {
                let is_same = if is_one_denominator || *found == 0 {
                    turned == *found
                } else {
                    turned * own_factor == found * &other_factor
                };
                if !is_same {
                    return false;
                }
            }
        }
        true
    }

    fn image_of_group(&self, image: &BodyImage, group: usize) -> Option<usize> {
        let body = *self.groups[group].bodies.first()?;
        let (group, _) = self.places[image.bodies[body]]?;
        Some(group)
    }

    /// Replaces the forces of each answer by their mean over the symmetries that map the choices of
    /// answers to each other.
    pub fn average(&self, images: &[(BodyImage, Image)], forces: &mut [&mut Forces]) {
        let mut maps = Vec::new();
        for (bodies, image) in images {
            maps.extend(self.map(bodies, image, forces));
        }
        if maps.is_empty() {
            return;
        }
        if maps.iter().all(|map| map.keeps(forces)) {
            for own in forces {
                own.reduce();
            }
            return;
        }
        // Matrices are brought to one denominator, so that everything below is integral.
        let mut common = Natural::ONE;
        for matrix in maps.iter().flat_map(|map| &map.image.matrices) {
            common = common.lcm(&matrix.denominator);
        }
        let mut sums = Sums::new(forces, &Integer::from(&common));
        for map in &maps {
            map.add(forces, &common, &mut sums);
        }
        let count = Integer::from(maps.len() + 1);
        let divisor = count * Integer::from(common);
        for (answer, own) in forces.iter_mut().enumerate() {
            sums.write(answer, own, &divisor);
        }
    }

    /// The map of forces by a symmetry, if it maps the choices of answers to each other.
    fn map<'b>(
        &self,
        bodies: &BodyImage,
        image: &'b Image,
        forces: &[&mut Forces],
    ) -> Option<Map<'b>> {
        let mut map = Map {
            image,
            answers: Vec::with_capacity(self.answers.len()),
            contacts: Vec::with_capacity(self.answers.len()),
            joints: Vec::with_capacity(self.answers.len()),
        };
        for (answer, own) in self.answers.iter().zip(forces) {
            let target = self.image_of_answer(bodies, image, answer)?;
            let there = &forces[target];
            let contacts = places(&own.contacts, &image.contacts, &there.contacts)?;
            let joints = places(&own.joints, &image.joints, &there.joints)?;
            map.answers.push(target);
            map.contacts.push(contacts);
            map.joints.push(joints);
        }
        Some(map)
    }

    fn image_of_answer(&self, bodies: &BodyImage, image: &Image, answer: &Answer) -> Option<usize> {
        let choices = image.choices(answer.choices);
        let group = self.image_of_group(bodies, answer.group)?;
        let mut answers = self.of_group[group].iter().copied();
        answers.find(|&other| self.answers[other].choices == choices)
    }
}

/// For each contact or joint the place of its image in another list, and its matrix; `None` if an
/// image is not listed there.
fn places(
    own: &Numbers,
    images: &[(usize, usize)],
    there: &Numbers,
) -> Option<Vec<(usize, usize)>> {
    let mut places = Vec::with_capacity(own.len());
    for &index in own.indices() {
        let (target, matrix) = images[index];
        places.push((there.place(target)?, matrix));
    }
    Some(places)
}

/// The map of forces by a symmetry.
struct Map<'a> {
    image: &'a Image,
    /// For each answer its image.
    answers: Vec<usize>,
    /// For each answer and each of its contacts the place of the image among those of the image,
    /// and the matrix.
    contacts: Vec<Vec<(usize, usize)>>,
    joints: Vec<Vec<(usize, usize)>>,
}

impl Map<'_> {
    /// Whether the image of each force is the force at its place, so that the mean changes nothing.
    /// Forces of folded programs are like that. Joints, whose forces turn, are left to the mean.
    fn keeps(&self, forces: &[&mut Forces]) -> bool {
        let matrices = self.image.matrices.iter();
        let are_identities: Vec<bool> = matrices.map(Matrix::is_identity).collect();
        for (source, own) in forces.iter().enumerate() {
            let image = &forces[self.answers[source]];
            if !own.joints.is_empty() || own.denominator != image.denominator {
                return false;
            }
            let places = self.contacts[source].iter();
            for ((_, force), &(place, matrix)) in own.contacts.iter().zip(places) {
                let found = &image.contacts.values()[image.contacts.range(place)];
                if !are_identities[matrix] || force != found {
                    return false;
                }
            }
        }
        true
    }

    /// Adds the images of all forces, times `common`.
    fn add(&self, forces: &[&mut Forces], common: &Natural, sums: &mut Sums) {
        let matrices = self.image.matrices.iter();
        let ratios: Vec<Integer> = matrices
            .map(|matrix| Integer::from(common / &matrix.denominator))
            .collect();
        for (source, own) in forces.iter().enumerate() {
            let target = self.answers[source];
            let there = &forces[target];
            let kinds = [
                (&own.contacts, &self.contacts[source], &there.contacts),
                (&own.joints, &self.joints[source], &there.joints),
            ];
            for ((own, places, there), sums) in kinds.into_iter().zip(&mut sums.terms[target]) {
                for ((_, force), &(place, matrix)) in own.iter().zip(places) {
                    let image = self.image.matrices[matrix].times(force);
                    for (position, value) in there.range(place).zip(image) {
                        if value != 0 {
                            sums[position].push((source, product(value, &ratios[matrix])));
                        }
                    }
                }
            }
        }
    }
}

/// Terms of a sum, each with the answer whose denominator it has.
type Terms = Vec<(usize, Integer)>;

/// Terms of the mean forces of each answer, number by number: of contacts, and of joints.
struct Sums {
    denominators: Vec<Integer>,
    terms: Vec<[Vec<Terms>; 2]>,
}

impl Sums {
    /// The forces themselves, times `common`.
    fn new(forces: &[&mut Forces], common: &Integer) -> Self {
        let mut terms = Vec::with_capacity(forces.len());
        for (source, own) in forces.iter().enumerate() {
            let own_terms = |numbers: &Numbers| {
                let values = numbers.values().iter();
                let terms = values.map(|value| match *value == 0 {
                    true => Terms::new(),
                    false => vec![(source, product(value.clone(), common))],
                });
                terms.collect()
            };
            terms.push([own_terms(&own.contacts), own_terms(&own.joints)]);
        }
        let denominators = forces.iter().map(|own| own.denominator.clone());
        Self {
            denominators: denominators.collect(),
            terms,
        }
    }

    /// Writes the sums of an answer, divided by `divisor`, over a common denominator.
    fn write(&self, answer: usize, own: &mut Forces, divisor: &Integer) {
        let terms = &self.terms[answer];
        let mut sources = BTreeSet::new();
        for (source, _) in terms.iter().flatten().flatten() {
            sources.insert(*source);
        }
        let denominators = sources.iter().map(|&source| &self.denominators[source]);
        let sizes = denominators.map(Integer::unsigned_abs_ref);
        let common = Integer::from(least_common_multiple(sizes));
        let mut factors = vec![Integer::ONE; self.denominators.len()];
        for &source in &sources {
            factors[source] = &common / &self.denominators[source];
        }
        let kinds = [&mut own.contacts, &mut own.joints];
        for (numbers, terms) in kinds.into_iter().zip(terms) {
            for (number, terms) in numbers.values_mut().iter_mut().zip(terms) {
                *number = Integer::ZERO;
                for (source, value) in terms {
                    add_product(number, value, &factors[*source]);
                }
            }
        }
        own.denominator = common * divisor;
        own.reduce();
    }
}

/// A product; most factors are 1.
fn product(value: Integer, factor: &Integer) -> Integer {
    if *factor == 1 { value } else { value * factor }
}

/// Adds a product; most factors are 1 or -1.
fn add_product(sum: &mut Integer, value: &Integer, factor: &Integer) {
    if *factor == 1 {
        *sum += value;
    } else if *factor == -1 {
        *sum -= value;
    } else {
        *sum += value * factor;
    }
}
