//! Symmetric groups have fewer unknowns.
//!
//! The optimum of a group is unique, so the isometries that map the group and its state to itself
//! map the optimum to itself: it may be looked for among the invariant motions. Of each orbit of
//! bodies one has unknowns, the others move like its images; a body that is its own image under a
//! reflection moves along the mirror line and does not turn; under a rotation it turns about its
//! centroid. Rows that are images of each other become the same row, and one is kept. With y = E u
//! for all invariant motions y, and multipliers μ of the folded program, EᵀM E u = Eᵀ Gᵀ μ; the
//! mean λ of the images of μ makes M y - Gᵀ λ invariant and orthogonal to all invariant motions,
//! hence 0: so λ proves the optimum of the whole program. It has about half the unknowns, and
//! numbers of about half the length.

use crate::forms::Form;
use crate::instant::Instant;
use crate::invariance::Isometry;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use zwang_program::kernel::Row;
use zwang_scene::BodyId;

/// How the unknowns (y_d, y_s) of bodies depend on those of a program.
pub(crate) struct Unknowns {
    /// The mass of each unknown of the program.
    pub(crate) masses: Vec<Rational>,
    /// For each body its unknowns, each with what it contributes to (y_d, y_s).
    columns: BTreeMap<BodyId, Vec<(usize, [Integer; 3])>>,
}

impl Unknowns {
    /// Three of their own for each body.
    pub(crate) fn own(instant: &Instant, bodies: &[BodyId]) -> Self {
        let mut unknowns = Self {
            masses: Vec::new(),
            columns: BTreeMap::new(),
        };
        for &body in bodies {
            let columns = unit_columns(&Integer::ONE);
            unknowns.add(instant, body, columns, &[]);
        }
        unknowns
    }

    /// Those of the motions that are invariant under the isometries, which map the bodies to
    /// themselves.
    pub(crate) fn invariant(
        instant: &Instant,
        bodies: &[BodyId],
        isometries: &[&Isometry],
    ) -> Self {
        let mut unknowns = Self {
            masses: Vec::new(),
            columns: BTreeMap::new(),
        };
        for &body in bodies {
            if unknowns.columns.contains_key(&body) {
                continue;
            }
            let (own, others): (Vec<&Isometry>, Vec<&Isometry>) = isometries
                .iter()
                .partition(|isometry| isometry.body(body) == body);
            let mut scale = Integer::ONE;
            for isometry in &others {
                scale *= isometry.unit();
            }
            let columns = fixed_columns(&own, &scale);
            unknowns.add(instant, body, columns, &others);
        }
        unknowns
    }

    /// A body with its columns, and its images under isometries.
    fn add(
        &mut self,
        instant: &Instant,
        body: BodyId,
        columns: Vec<[Integer; 3]>,
        isometries: &[&Isometry],
    ) {
        let first = self.masses.len();
        let mut images: BTreeMap<BodyId, Vec<[Integer; 3]>> =
            BTreeMap::from([(body, columns.clone())]);
        for isometry in isometries {
            if let Entry::Vacant(place) = images.entry(isometry.body(body)) {
                let image = columns.iter();
                place.insert(
                    image
                        .map(|column| isometry.image_of_motion(column))
                        .collect(),
                );
            }
        }
        let mass = instant.outline.mass(body);
        let moving = &instant.bodies[body];
        let inertia = &mass.inertia
            * Rational::from_integers(moving.norm.clone(), moving.denominator.clone());
        let count = Rational::from(images.len());
        for [x, y, s] in &columns {
            let moved =
                &mass.mass * Rational::from(x * x + y * y) + &inertia * Rational::from(s * s);
            self.masses.push(moved * &count);
        }
        for (image, columns) in images {
            let numbered = (first..).zip(columns);
            self.columns.insert(image, numbered.collect());
        }
    }

    /// A form ≥ 0 or = 0 as a row of the program.
    pub(crate) fn row(&self, form: &Form) -> Row {
        let mut coefficients: BTreeMap<usize, Integer> = BTreeMap::new();
        for (body, values) in &form.terms {
            for (unknown, column) in &self.columns[body] {
                let coefficient = coefficients.entry(*unknown).or_default();
                for (value, part) in values.iter().zip(column) {
                    *coefficient += value * part;
                }
            }
        }
        coefficients.retain(|_, value| *value != 0);
        Row {
            coefficients: coefficients.into_iter().collect(),
            bound: -&form.constant,
        }
    }

    /// The point of the program that an invariant motion is, given that of each body: its columns
    /// are orthogonal.
    pub(crate) fn point(&self, motion: impl Fn(BodyId) -> [Rational; 3]) -> Vec<Rational> {
        let mut point = vec![Rational::ZERO; self.masses.len()];
        for (body, columns) in &self.columns {
            let motion = motion(*body);
            for (unknown, column) in columns {
                let mut product = Rational::ZERO;
                let mut square = Integer::ZERO;
                for (value, part) in motion.iter().zip(column) {
                    product += value * Rational::from(part);
                    square += part * part;
                }
                point[*unknown] = product / Rational::from(square);
            }
        }
        point
    }

    /// A point of the program as three numbers for each body.
    pub(crate) fn expanded(&self, bodies: &[BodyId], unknowns: &[Integer]) -> Vec<Integer> {
        let mut point = Vec::with_capacity(3 * bodies.len());
        for body in bodies {
            let mut own = [Integer::ZERO, Integer::ZERO, Integer::ZERO];
            for (unknown, column) in &self.columns[body] {
                for (sum, part) in own.iter_mut().zip(column) {
                    *sum += part * &unknowns[*unknown];
                }
            }
            point.extend(own);
        }
        point
    }
}

fn unit_columns(scale: &Integer) -> Vec<[Integer; 3]> {
    vec![
        [scale.clone(), Integer::ZERO, Integer::ZERO],
        [Integer::ZERO, scale.clone(), Integer::ZERO],
        [Integer::ZERO, Integer::ZERO, Integer::ONE],
    ]
}

/// The motions of a body that isometries with fixed centroid keep.
fn fixed_columns(isometries: &[&Isometry], scale: &Integer) -> Vec<[Integer; 3]> {
    let mirrors: Vec<_> = isometries
        .iter()
        .filter(|isometry| isometry.is_reflection())
        .collect();
    if isometries.is_empty() {
        return unit_columns(scale);
    }
    let mut columns = Vec::new();
    if let ([mirror], 1) = (mirrors.as_slice(), isometries.len()) {
        let [x, y] = mirror.axis();
        columns.push([x * scale, y * scale, Integer::ZERO]);
    }
    if mirrors.is_empty() {
        columns.push([Integer::ZERO, Integer::ZERO, Integer::ONE]);
    }
    columns
}
