//! Different points of a scene, found again by their residues.
//!
//! Modulo a prime that divides no denominator every rational has a residue, and sums and products
//! have those that follow from it. So if the residues of the image of a point are not those of any
//! point, the image is no point of the scene: that refutes an isometry in a few machine operations
//! for each point, mostly at one of the first. If they are those of a point, this is the only one
//! that the image can be, and the two are compared exactly, over integers. A prime that divides a
//! denominator, or a difference of two points, is unlucky, and another one has to be taken.

use super::candidates::{Matrix, product};
use crate::lattice::{Located, Outline, Place};
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::Field;
use zwang_program::kernel::number::{integer_to_solver, over_common_denominator};

/// The prime is of no use for this scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unlucky;

/// Different points, ascending by their residues.
pub(super) struct Points<'a> {
    field: Field,
    residues: Vec<[u64; 2]>,
    places: Vec<Located<'a>>,
}

/// The map x ↦ A x + b, over integers and in residues.
pub(super) struct AffineMap {
    /// The entries of A and of b by rows, times a common denominator.
    rows: [[Integer; 3]; 2],
    denominator: Integer,
    residues: [[u64; 3]; 2],
}

impl<'a> Points<'a> {
    /// The different ones of the given points, and the number of each given one among them.
    pub(super) fn new(
        field: Field,
        given: Vec<Located<'a>>,
    ) -> Result<(Self, Vec<usize>), Unlucky> {
        let denominators: Vec<u64> = given
            .iter()
            .map(|point| field.residue(&Integer::from(point.place.denominator)))
            .collect();
        let inverses = field.inverses(&denominators).ok_or(Unlucky)?;
        let mut all = Vec::with_capacity(given.len());
        for (located, &inverse) in given.iter().zip(&inverses) {
            let point = located.place.point;
            let coordinates = [&point.x, &point.y];
            all.push(coordinates.map(|value| field.multiply(field.residue(value), inverse)));
        }
        let mut order: Vec<usize> = (0..given.len()).collect();
        order.sort_unstable_by_key(|&index| all[index]);
        let mut residues: Vec<[u64; 2]> = Vec::new();
        let mut places: Vec<Located> = Vec::new();
        let mut numbers = vec![0; given.len()];
        for index in order {
            let point = given[index];
            if residues.last() != Some(&all[index]) {
                residues.push(all[index]);
                places.push(point);
            } else if places.last().map(|last| last.vector) != Some(point.vector) {
                return Err(Unlucky);
            }
            numbers[index] = residues.len() - 1;
        }
        let points = Self {
            field,
            residues,
            places,
        };
        Ok((points, numbers))
    }

    /// All points.
    pub(super) fn places(&self) -> &[Located<'a>] {
        &self.places
    }

    /// The residues of a point.
    pub(super) fn residues(&self, number: usize) -> [u64; 2] {
        self.residues[number]
    }

    /// The only point that the image of each point can be; `None` if some image is no point.
    pub(super) fn possible_images(&self, rows: &[[u64; 3]; 2]) -> Option<Vec<usize>> {
        let field = self.field;
        let mut images = Vec::with_capacity(self.residues.len());
        for [x, y] in &self.residues {
            let image = rows.each_ref().map(|[a, b, c]| {
                let turned = field.add(field.multiply(*a, *x), field.multiply(*b, *y));
                field.add(turned, *c)
            });
            images.push(self.residues.binary_search(&image).ok()?);
        }
        Some(images)
    }

    /// The image of each point; `None` if some image is no point.
    pub(super) fn images(&self, map: &AffineMap) -> Option<Vec<usize>> {
        let images = self.possible_images(&map.residues)?;
        for (&image, point) in images.iter().zip(&self.places) {
            if !map.takes(point.place, self.places[image].place) {
                return None;
            }
        }
        Some(images)
    }
}

impl AffineMap {
    /// The map with the given matrix that fixes a point, or the linear one if there is none.
    pub(super) fn new(
        field: Field,
        matrix: &Matrix,
        fixed: Option<&Vector>,
    ) -> Result<Self, Unlucky> {
        let shift = match fixed {
            Some(fixed) => fixed - &product(matrix, fixed),
            None => Vector::zero(),
        };
        let [[a, b], [c, d]] = matrix;
        let numbers = [a, b, &shift.x, c, d, &shift.y];
        let (denominator, numerators) = over_common_denominator(numbers.into_iter());
        let denominator = Integer::from(denominator);
        let inverse = field.inverse(field.residue(&denominator)).ok_or(Unlucky)?;
        let Ok([a, b, x, c, d, y]) = <[Integer; 6]>::try_from(numerators) else {
            unreachable!("as many numerators as numbers")
        };
        let rows = [[a, b, x], [c, d, y]];
        let residues = rows.each_ref().map(|row| {
            row.each_ref()
                .map(|entry| field.multiply(field.residue(entry), inverse))
        });
        Ok(Self {
            rows,
            denominator,
            residues,
        })
    }

    /// Whether the image of the one is the other.
    pub(super) fn takes(&self, from: Place, to: Place) -> bool {
        let [from_scale, to_scale] = [from, to].map(|place| Integer::from(place.denominator));
        for ([a, b, c], image) in self.rows.iter().zip([&to.point.x, &to.point.y]) {
            let mut sum = if *c == 0 {
                Integer::ZERO
            } else {
                c * &from_scale
            };
            sum += a * &from.point.x;
            sum += b * &from.point.y;
            let is_image = if from_scale == to_scale {
                sum == image * &self.denominator
            } else {
                sum * &to_scale == image * &self.denominator * &from_scale
            };
            if !is_image {
                return false;
            }
        }
        true
    }

    /// Whether the image of the one is the other.
    pub(super) fn takes_vector(&self, from: &Vector, to: &Vector) -> bool {
        let [from, to] = [from, to].map(Outline::of_point);
        self.takes(from.vertex(0), to.vertex(0))
    }
}

/// The residue of a rational.
pub(super) fn residue(field: Field, value: &Rational) -> Result<u64, Unlucky> {
    let numerator = field.residue(&integer_to_solver(value.numer()));
    let denominator = field.residue(&integer_to_solver(value.denom()));
    let inverse = field.inverse(denominator).ok_or(Unlucky)?;
    Ok(field.multiply(numerator, inverse))
}
