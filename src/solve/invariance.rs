//! Symmetric scenes have symmetric answers.
//!
//! A symmetry maps the scene to itself, so it maps the unique optimum to itself: that is checked, exactly. Multipliers are not
//! unique, but the mean of a force system over the symmetry group is again one, and invariant.

use crate::certify::{Forces, common_denominator, times};
use crate::collapse::SolveError;
use crate::contacts::Contacts;
use crate::groups::Group;
use crate::number::to_solver;
use crate::problem::Optimum;
use crate::symmetry::Symmetry;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural, Rational};
use zwang_scene::Scene;

/// The matrix of a symmetry in solver numbers.
struct Matrix([[Rational; 2]; 2]);

impl Matrix {
    fn of(symmetry: &Symmetry) -> Self {
        Self(symmetry.matrix.each_ref().map(|row| row.each_ref().map(to_solver)))
    }

    fn determinant(&self) -> Rational {
        let [[a, b], [c, d]] = &self.0;
        a * d - b * c
    }
}

/// Checks that every symmetry maps the accelerations to themselves.
///
/// # Errors
/// [`SolveError::Asymmetric`] names the first body whose image differs, which is a bug of the solver.
pub(crate) fn check_motion(
    scene: &Scene,
    groups: &[&Group],
    motions: &[&Optimum],
    symmetries: &[Symmetry],
) -> Result<(), SolveError> {
    // The motion of each body as a group and a place in it; numerators are compared over the two denominators.
    let mut place = vec![None; scene.bodies.len()];
    for (group, motion) in groups.iter().zip(motions) {
        let triples = group.bodies.iter().zip(motion.point.chunks_exact(3));
        triples.for_each(|(&body, triple)| place[body] = Some((triple, &motion.denominator)));
    }
    for symmetry in symmetries {
        let matrix = Matrix::of(symmetry);
        let common = common_denominator(matrix.0.iter().flatten());
        let [[a, b], [c, d]] = matrix.0.each_ref().map(|row| row.each_ref().map(|entry| times(entry, &common)));
        let (common, determinant) = (Integer::from(common), times(&matrix.determinant(), &Natural::ONE));
        for (body, partner) in symmetry.bodies.iter().enumerate() {
            let (Some((own, over)), Some((image, image_over))) = (place[body], place[*partner]) else { continue };
            let turned = [&a * &own[0] + &b * &own[1], &c * &own[0] + &d * &own[1], &own[2] * &determinant * &common];
            let is_same = |(turned, image): (&Integer, &Integer)| turned * image_over == image * &common * over;
            if !turned.iter().zip(image).all(is_same) {
                let name = |body: usize| scene.bodies[body].name.clone();
                return Err(SolveError::Asymmetric { body: name(body), partner: name(*partner) });
            }
        }
    }
    Ok(())
}

/// Replaces forces by their mean over the symmetry group.
pub(crate) fn average(
    scene: &Scene,
    contacts: &Contacts,
    groups: &[&Group],
    symmetries: &[Symmetry],
    forces: &mut [&mut Forces],
) {
    let images = symmetries.iter().filter_map(|symmetry| Some((symmetry, symmetry.contact_image(scene, contacts)?)));
    let images: Vec<Image> = images.map(|(symmetry, contacts)| Image::new(symmetry, contacts)).collect();
    if images.is_empty() {
        return;
    }
    // Factors of symmetries are brought to one denominator, so that everything below is integral.
    let factors = images.iter().flat_map(|image| image.factors());
    let common = common_denominator(factors);
    let mut sums = Sums::new(scene, contacts, groups, forces, &Integer::from(&common));
    for image in &images {
        image.add(groups, forces, &common, &mut sums);
    }
    let order = Integer::from(images.len() + 1);
    for (group, own) in groups.iter().zip(forces.iter_mut()) {
        sums.write(group, own, &(&order * Integer::from(&common)));
    }
}

/// Where a symmetry takes forces.
struct Image<'a> {
    symmetry: &'a Symmetry,
    matrix: Matrix,
    /// For each contact its image, and the factor of its multiplier.
    contacts: Vec<(usize, Rational)>,
}

impl<'a> Image<'a> {
    fn new(symmetry: &'a Symmetry, contacts: Vec<(usize, zwang_exact::Rational)>) -> Self {
        let contacts = contacts.into_iter().map(|(contact, factor)| (contact, to_solver(&factor))).collect();
        Self { symmetry, matrix: Matrix::of(symmetry), contacts }
    }

    fn factors(&self) -> impl Iterator<Item = &Rational> {
        self.contacts.iter().map(|(_, factor)| factor).chain(self.matrix.0.iter().flatten())
    }

    /// Adds the images of all forces, times `common`.
    fn add(&self, groups: &[&Group], forces: &[&mut Forces], common: &Natural, sums: &mut Sums) {
        let matrix = self.matrix.0.each_ref().map(|row| row.each_ref().map(|entry| times(entry, common)));
        for (index, (group, own)) in groups.iter().zip(forces.iter()).enumerate() {
            for (contact, force) in own.contacts.iter().filter(|(_, force)| *force != 0) {
                let (image, factor) = &self.contacts[*contact];
                sums.contacts[*image].push((index, force * times(factor, common)));
            }
            for (&pin, [x, y]) in group.pins.iter().zip(&own.pins) {
                let (image, swapped) = self.symmetry.pins[pin];
                let turned = matrix.each_ref().map(|[first, second]| first * x + second * y);
                sums.pins[image].push((index, if swapped { turned.map(|component| -component) } else { turned }));
            }
        }
    }
}

/// Terms of the mean forces, each with the group whose denominator it has.
struct Sums {
    denominators: Vec<Integer>,
    contacts: Vec<Vec<(usize, Integer)>>,
    pins: Vec<Vec<(usize, [Integer; 2])>>,
}

impl Sums {
    /// The forces themselves, times `common`.
    fn new(scene: &Scene, contacts: &Contacts, groups: &[&Group], forces: &[&mut Forces], common: &Integer) -> Self {
        let mut sums = Self {
            denominators: forces.iter().map(|own| own.denominator.clone()).collect(),
            contacts: vec![Vec::new(); contacts.contacts.len()],
            pins: vec![Vec::new(); scene.pins.len()],
        };
        for (index, (group, own)) in groups.iter().zip(forces).enumerate() {
            own.contacts.iter().for_each(|(contact, force)| sums.contacts[*contact].push((index, force * common)));
            let pins = group.pins.iter().zip(&own.pins);
            pins.for_each(|(&pin, force)| sums.pins[pin].push((index, force.each_ref().map(|part| part * common))));
        }
        sums
    }

    /// Writes the sums of the group's contacts and pins, divided by `divisor`, over a common denominator.
    fn write(&self, group: &Group, own: &mut Forces, divisor: &Integer) {
        let sources = own.contacts.iter().flat_map(|(contact, _)| self.contacts[*contact].iter().map(|term| term.0));
        let sources = sources.chain(group.pins.iter().flat_map(|&pin| self.pins[pin].iter().map(|term| term.0)));
        let mut sources: Vec<usize> = sources.collect();
        sources.sort_unstable();
        sources.dedup();
        let denominators = sources.iter().map(|&source| self.denominators[source].unsigned_abs_ref());
        let common = Integer::from(denominators.fold(Natural::ONE, |lcm, denominator| lcm.lcm(denominator)));
        let factor = |source: usize| &common / &self.denominators[source];
        let sum = |terms: &[(usize, Integer)]| terms.iter().map(|(source, value)| value * factor(*source)).sum();
        own.contacts.iter_mut().for_each(|(contact, force)| *force = sum(&self.contacts[*contact]));
        for (&pin, force) in group.pins.iter().zip(&mut own.pins) {
            let terms = &self.pins[pin];
            *force = [0, 1].map(|axis| terms.iter().map(|(source, value)| &value[axis] * factor(*source)).sum());
        }
        own.denominator = common * divisor;
        own.reduce();
    }
}
