//! Different points of a scene, found again by their residues.
//!
//! Modulo a prime that divides no denominator every rational has a residue, and sums and products
//! have those that follow from it. So if the residues of the image of a point are not those of any
//! point, the image is no point of the scene: that refutes an isometry in a few machine operations
//! for each point, mostly at one of the first. If they are those of a point, this is the only one
//! that the image can be, and the two are compared exactly, over integers. A prime that divides a
//! denominator, or a difference of two points, is unlucky, and another one has to be taken.

use super::candidates::Matrix;
use crate::lattice::{Outline, Place};
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use std::slice;
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
    places: Vec<(Place<'a>, &'a Vector)>,
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
        given: Vec<(Place<'a>, &'a Vector)>,
    ) -> Result<(Self, Vec<usize>), Unlucky> {
        let denominators: Vec<u64> = given
            .iter()
            .map(|(place, _)| field.residue(&Integer::from(place.denominator)))
            .collect();
        let inverses = field.inverses(&denominators).ok_or(Unlucky)?;
        let scaled = |((place, _), inverse): (&(Place, &Vector), &u64)| {
            [&place.point.x, &place.point.y]
                .map(|value| field.multiply(field.residue(value), *inverse))
        };
        let all: Vec<[u64; 2]> = given.iter().zip(&inverses).map(scaled).collect();
        let mut order: Vec<usize> = (0..given.len()).collect();
        order.sort_unstable_by_key(|&index| all[index]);
        let (mut residues, mut places) = (Vec::new(), Vec::<(Place, &Vector)>::new());
        let mut numbers = vec![0; given.len()];
        for index in order {
            if residues.last() != Some(&all[index]) {
                residues.push(all[index]);
                places.push(given[index]);
            } else if places
                .last()
                .is_some_and(|(_, vector)| *vector != given[index].1)
            {
                return Err(Unlucky);
            }
            numbers[index] = residues.len() - 1;
        }
        Ok((
            Self {
                field,
                residues,
                places,
            },
            numbers,
        ))
    }

    /// All points.
    pub(super) fn places(&self) -> &[(Place<'a>, &'a Vector)] {
        &self.places
    }

    /// The residues of a point.
    pub(super) fn residues(&self, number: usize) -> [u64; 2] {
        self.residues[number]
    }

    /// The only point that the image of each point can be; `None` if some image is no point.
    pub(super) fn possible_images(&self, rows: &[[u64; 3]; 2]) -> Option<Vec<usize>> {
        let field = self.field;
        let image = |[x, y]: &[u64; 2]| {
            let row = |[a, b, c]: &[u64; 3]| {
                field.add(
                    field.add(field.multiply(*a, *x), field.multiply(*b, *y)),
                    *c,
                )
            };
            self.residues.binary_search(&rows.each_ref().map(row)).ok()
        };
        self.residues.iter().map(image).collect()
    }

    /// The image of each point; `None` if some image is no point.
    pub(super) fn images(&self, map: &AffineMap) -> Option<Vec<usize>> {
        let images = self.possible_images(&map.residues)?;
        let is_image = |(image, (place, _)): (&usize, &(Place, &Vector))| {
            map.takes(*place, self.places[*image].0)
        };
        images
            .iter()
            .zip(&self.places)
            .all(is_image)
            .then_some(images)
    }
}

impl AffineMap {
    /// The map with the given matrix that fixes a point, or the linear one if there is none.
    pub(super) fn new(
        field: Field,
        matrix: &Matrix,
        fixed: Option<&Vector>,
    ) -> Result<Self, Unlucky> {
        let shift = fixed.map_or_else(Vector::zero, |fixed| {
            fixed - &super::candidates::product(matrix, fixed)
        });
        let [[a, b], [c, d]] = matrix;
        let (denominator, numerators) =
            over_common_denominator([a, b, &shift.x, c, d, &shift.y].into_iter());
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
        let is_image = |([a, b, c], image): (&[Integer; 3], &Integer)| {
            let mut sum = if *c == 0 {
                Integer::ZERO
            } else {
                c * &from_scale
            };
            sum += a * &from.point.x;
            sum += b * &from.point.y;
            if from_scale == to_scale {
                return sum == image * &self.denominator;
            }
            sum * &to_scale == image * &self.denominator * &from_scale
        };
        self.rows
            .iter()
            .zip([&to.point.x, &to.point.y])
            .all(is_image)
    }

    /// Whether the image of the one is the other.
    pub(super) fn takes_vector(&self, from: &Vector, to: &Vector) -> bool {
        let [from, to] = [from, to].map(|vector| Outline::new(slice::from_ref(vector)));
        self.takes(from.vertex(0), to.vertex(0))
    }
}

/// The residue of a rational.
pub(super) fn residue(field: Field, value: &Rational) -> Result<u64, Unlucky> {
    let inverse = field
        .inverse(field.residue(&integer_to_solver(value.denom())))
        .ok_or(Unlucky)?;
    Ok(field.multiply(field.residue(&integer_to_solver(value.numer())), inverse))
}
