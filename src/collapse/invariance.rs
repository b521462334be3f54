//! Symmetric scenes have symmetric answers.
//!
//! A symmetry maps the scene to itself, so it maps the answers of a contact group, its motions of
//! least restraint, to those of the image of the group: that is checked, exactly. Multipliers are
//! not unique, but the mean of force systems over a group of symmetries is again one, and
//! invariant. It is taken over the symmetries that map the cases of the answers to each other.
//! Others there are only where both sides of a corner lead to the same motion: then one of them is
//! the answer, and its forces have no image among forces on the same contacts.

use crate::certify::{Forces, common_denominator, times};
use crate::collapse::SolveError;
use crate::contacts::Contacts;
use crate::groups::Group;
use crate::symmetry::{CornerImage, Symmetry};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural, Rational};
use zwang_program::kernel::Optimum;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

/// One motion of a contact group, and the sides of corners that it keeps to.
pub(crate) struct Answer<'a> {
    /// The position of the group in the list of groups.
    pub(crate) group: usize,
    pub(crate) sides: &'a [(usize, usize)],
    pub(crate) motion: &'a Optimum,
}

/// All answers of a scene.
pub(crate) struct Answers<'a> {
    scene: &'a Scene,
    contacts: &'a Contacts,
    groups: &'a [&'a Group],
    answers: Vec<Answer<'a>>,
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
        let entries = symmetry
            .matrix
            .each_ref()
            .map(|row| row.each_ref().map(to_solver));
        let denominator = common_denominator(entries.iter().flatten());
        let rows = entries
            .each_ref()
            .map(|row| row.each_ref().map(|entry| times(entry, &denominator)));
        let determinant = Integer::from(if symmetry.is_reflection() { -1 } else { 1 });
        Self {
            rows,
            determinant,
            denominator,
        }
    }

    /// The image of a vector, times the denominator.
    fn turned(&self, [x, y]: [&Integer; 2]) -> [Integer; 2] {
        self.rows
            .each_ref()
            .map(|[first, second]| first * x + second * y)
    }
}

impl<'a> Answers<'a> {
    pub(crate) fn new(
        scene: &'a Scene,
        contacts: &'a Contacts,
        groups: &'a [&'a Group],
        answers: Vec<Answer<'a>>,
    ) -> Self {
        let mut of_group = vec![Vec::new(); groups.len()];
        answers
            .iter()
            .enumerate()
            .for_each(|(index, answer)| of_group[answer.group].push(index));
        let mut places = vec![None; scene.bodies.len()];
        for (index, group) in groups.iter().enumerate() {
            group
                .bodies
                .iter()
                .enumerate()
                .for_each(|(place, &body)| places[body] = Some((index, place)));
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

    /// Checks that every symmetry maps the motions of each group to those of its image.
    ///
    /// # Errors
    /// [`SolveError::Asymmetric`] names the first body whose image differs, which is a bug of the
    /// solver.
    pub(crate) fn check_motions(&self, symmetries: &[Symmetry]) -> Result<(), SolveError> {
        for symmetry in symmetries {
            let matrix = Matrix::of(symmetry);
            for answer in &self.answers {
                let candidates = self
                    .image_of_group(symmetry, answer.group)
                    .map_or(&[][..], |image| &self.of_group[image]);
                let differing = |image: &usize| {
                    self.differing_body(symmetry, &matrix, answer, &self.answers[*image])
                };
                let first = self.groups[answer.group].bodies[0];
                let differing: Option<Vec<BodyId>> = candidates.iter().map(differing).collect();
                if let Some(differing) = differing {
                    let body = differing.into_iter().next().unwrap_or(first);
                    let name = |body: usize| self.scene.bodies[body].name.clone();
                    return Err(SolveError::Asymmetric {
                        body: name(body),
                        partner: name(symmetry.bodies[body]),
                    });
                }
            }
        }
        Ok(())
    }

    /// The first body whose motion is not mapped to that of its image; motions are compared over
    /// their two denominators.
    fn differing_body(
        &self,
        symmetry: &Symmetry,
        matrix: &Matrix,
        own: &Answer,
        image: &Answer,
    ) -> Option<BodyId> {
        let common = Integer::from(&matrix.denominator);
        let own_factor = &image.motion.denominator;
        let image_factor = &own.motion.denominator * &common;
        let bodies = self.groups[own.group]
            .bodies
            .iter()
            .zip(own.motion.point.chunks_exact(3));
        let differs = |(body, motion): &(&BodyId, &[Integer])| {
            let Some((_, place)) = self.places[symmetry.bodies[**body]] else {
                return true;
            };
            let [x, y] = matrix.turned([&motion[0], &motion[1]]);
            let turned = [x, y, &motion[2] * &matrix.determinant * &common];
            let is_same = |(turned, image): (Integer, &Integer)| {
                if *image == 0 {
                    turned == 0
                } else {
                    turned * own_factor == image * &image_factor
                }
            };
            !turned
                .into_iter()
                .zip(&image.motion.point[3 * place..])
                .all(is_same)
        };
        bodies.into_iter().find(differs).map(|(&body, _)| body)
    }

    fn image_of_group(&self, symmetry: &Symmetry, group: usize) -> Option<usize> {
        let body = *self.groups[group].bodies.first()?;
        self.places[symmetry.bodies[body]].map(|(group, _)| group)
    }

    /// Replaces the forces of each answer by their mean over the symmetries that map the cases of
    /// answers to each other.
    pub(crate) fn average(&self, symmetries: &[Symmetry], forces: &mut [&mut Forces]) {
        let images: Vec<Image> = symmetries
            .iter()
            .filter_map(|symmetry| self.image(symmetry, forces))
            .collect();
        if images.is_empty() {
            return;
        }
        // Factors of symmetries are brought to one denominator, so that everything below is
        // integral.
        let factors = images.iter().flat_map(|image| image.factors.iter());
        let common = common_denominator(factors);
        let common = images.iter().fold(common, |common, image| {
            common.lcm(&image.matrix.denominator)
        });
        let mut sums = Sums::new(forces, &Integer::from(&common));
        for image in &images {
            image.add(forces, &common, &mut sums);
        }
        let divisor = Integer::from(images.len() + 1) * Integer::from(common);
        for (answer, own) in forces.iter_mut().enumerate() {
            sums.write(answer, own, &divisor);
        }
    }

    /// Where a symmetry takes forces, if it maps the cases of answers to each other.
    fn image(&self, symmetry: &Symmetry, forces: &[&mut Forces]) -> Option<Image> {
        let contacts = symmetry.contact_image(self.scene, self.contacts)?;
        let corners = symmetry.corner_image(self.contacts, &contacts)?;
        let answer_image = |answer: &Answer| self.image_of_answer(symmetry, &corners, answer);
        let answers: Vec<usize> = self
            .answers
            .iter()
            .map(answer_image)
            .collect::<Option<_>>()?;
        let contact_places = |(own, &image): (&&mut Forces, &usize)| {
            let place = |(contact, _): &(usize, Integer)| {
                forces[image]
                    .contacts
                    .binary_search_by_key(&contacts[*contact].0, |(contact, _)| *contact)
                    .ok()
            };
            own.contacts
                .iter()
                .map(place)
                .collect::<Option<Vec<usize>>>()
        };
        let places = forces
            .iter()
            .zip(&answers)
            .map(contact_places)
            .collect::<Option<_>>()?;
        let pin_places = |(answer, &image): (&Answer, &usize)| {
            let pins = &self.groups[self.answers[image].group].pins;
            let place = |&pin: &usize| {
                Some((
                    pins.binary_search(&symmetry.pins[pin].0).ok()?,
                    symmetry.pins[pin].1,
                ))
            };
            self.groups[answer.group]
                .pins
                .iter()
                .map(place)
                .collect::<Option<Vec<(usize, bool)>>>()
        };
        let pins = self
            .answers
            .iter()
            .zip(&answers)
            .map(pin_places)
            .collect::<Option<_>>()?;
        let factors = contacts
            .iter()
            .map(|(_, factor)| to_solver(factor))
            .collect();
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
        answer: &Answer,
    ) -> Option<usize> {
        let side_image = |&(corner, side): &(usize, usize)| {
            (corners[corner].corner, corners[corner].sides[side])
        };
        let mut sides: Vec<(usize, usize)> = answer.sides.iter().map(side_image).collect();
        sides.sort_unstable();
        let image = self.image_of_group(symmetry, answer.group)?;
        self.of_group[image]
            .iter()
            .copied()
            .find(|&other| self.answers[other].sides == sides)
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
    /// Adds the images of all forces, times `common`.
    fn add(&self, forces: &[&mut Forces], common: &Natural, sums: &mut Sums) {
        let ratio = Integer::from(common / &self.matrix.denominator);
        for (source, own) in forces.iter().enumerate() {
            let target = self.answers[source];
            for ((contact, force), &place) in own.contacts.iter().zip(&self.places[source]) {
                if *force != 0 {
                    let factor = times(&self.factors[*contact], common);
                    sums.contacts[target][place].push((
                        source,
                        if factor == 1 {
                            force.clone()
                        } else {
                            force * factor
                        },
                    ));
                }
            }
            for ([x, y], &(place, swapped)) in own.pins.iter().zip(&self.pins[source]) {
                let turned = self
                    .matrix
                    .turned([x, y])
                    .map(|component| component * &ratio);
                let image = if swapped {
                    turned.map(|component| -component)
                } else {
                    turned
                };
                sums.pins[target][place].push((source, image));
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
        let contacts = |(source, own): (usize, &&mut Forces)| {
            let term = |(_, force): &(usize, Integer)| {
                if *force == 0 {
                    vec![]
                } else {
                    vec![(source, force * common)]
                }
            };
            own.contacts.iter().map(term).collect()
        };
        let pins = |(source, own): (usize, &&mut Forces)| {
            let term = |force: &[Integer; 2]| {
                vec![(source, force.each_ref().map(|component| component * common))]
            };
            own.pins.iter().map(term).collect()
        };
        Self {
            denominators: forces.iter().map(|own| own.denominator.clone()).collect(),
            contacts: forces.iter().enumerate().map(contacts).collect(),
            pins: forces.iter().enumerate().map(pins).collect(),
        }
    }

    /// Writes the sums of an answer's contacts and pins, divided by `divisor`, over a common
    /// denominator.
    fn write(&self, answer: usize, own: &mut Forces, divisor: &Integer) {
        let (contacts, pins) = (&self.contacts[answer], &self.pins[answer]);
        let sources = contacts
            .iter()
            .flatten()
            .map(|term| term.0)
            .chain(pins.iter().flatten().map(|term| term.0));
        let mut sources: Vec<usize> = sources.collect();
        sources.sort_unstable();
        sources.dedup();
        let denominators = sources
            .iter()
            .map(|&source| self.denominators[source].unsigned_abs_ref());
        let common =
            Integer::from(denominators.fold(Natural::ONE, |lcm, denominator| lcm.lcm(denominator)));
        let mut factors = vec![Integer::ONE; self.denominators.len()];
        sources
            .iter()
            .for_each(|&source| factors[source] = &common / &self.denominators[source]);
        let scaled = |value: &Integer, source: usize| {
            if factors[source] == 1 {
                value.clone()
            } else {
                value * &factors[source]
            }
        };
        for ((_, force), terms) in own.contacts.iter_mut().zip(contacts) {
            *force = terms
                .iter()
                .map(|(source, value)| scaled(value, *source))
                .sum();
        }
        for (force, terms) in own.pins.iter_mut().zip(pins) {
            *force = [0, 1].map(|axis| {
                terms
                    .iter()
                    .map(|(source, value)| scaled(&value[axis], *source))
                    .sum()
            });
        }
        own.denominator = common * divisor;
        own.reduce();
    }
}
