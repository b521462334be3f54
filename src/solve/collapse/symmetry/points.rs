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
use malachite::{Integer, Natural};
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
        let all = residues(field, &given)?;
        let indices = 0..given.len();
        let mut order: Vec<usize> = indices.collect();
        order.sort_unstable_by_key(|&index| all[index]);
        let mut residues: Vec<[u64; 2]> = Vec::new();
        let mut places: Vec<Located> = Vec::new();
        let mut numbers = vec![0; given.len()];
        for index in order {
            let point = given[index];
            match places.last() {
                Some(last) if residues.last() == Some(&all[index]) => {
                    if !last.place.is_at(point.place) {
                        return Err(Unlucky);
                    }
                }
                _ => {
                    residues.push(all[index]);
                    places.push(point);
                }
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
        let [first, second] = rows;
        let mut images = Vec::new();
        for point in &self.residues {
            let x = image(self.field, first, point);
            let y = image(self.field, second, point);
            let number = self.residues.binary_search(&[x, y]).ok()?;
            images.push(number);
        }
        Some(images)
    }

    /// The image of each point; `None` if some image is no point.
    pub(super) fn images(&self, map: &AffineMap) -> Option<Vec<usize>> {
        let images = self.possible_images(&map.residues)?;
        for (&image, point) in images.iter().zip(&self.places) {
            let image = &self.places[image];
            if !map.takes(point.place, image.place) {
                return None;
            }
        }
        Some(images)
    }
}

/// The residues of points.
fn residues(field: Field, points: &[Located]) -> Result<Vec<[u64; 2]>, Unlucky> {
    let mut denominators = Vec::new();
    for located in points {
        let denominator = Integer::from(located.place.denominator);
        denominators.push(field.residue(&denominator));
    }
    let inverses = field.inverses(&denominators).ok_or(Unlucky)?;
    let mut residues = Vec::new();
    for (located, &inverse) in points.iter().zip(&inverses) {
        let point = located.place.point;
        let x = field.residue(&point.x);
        let y = field.residue(&point.y);
        let x = field.multiply(x, inverse);
        let y = field.multiply(y, inverse);
        residues.push([x, y]);
    }
    Ok(residues)
}

/// One row of an affine map, applied to a point.
fn image(field: Field, [a, b, c]: &[u64; 3], [x, y]: &[u64; 2]) -> u64 {
    let along_x = field.multiply(*a, *x);
    let along_y = field.multiply(*b, *y);
    let turned = field.add(along_x, along_y);
    field.add(turned, *c)
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
        let residue = field.residue(&denominator);
        let inverse = field.inverse(residue).ok_or(Unlucky)?;
        let Ok([a, b, x, c, d, y]) = <[Integer; 6]>::try_from(numerators) else {
            unreachable!("as many numerators as numbers")
        };
        let rows = [[a, b, x], [c, d, y]];
        let mut residues = [[0; 3]; 2];
        for (residues, row) in residues.iter_mut().zip(&rows) {
            for (residue, entry) in residues.iter_mut().zip(row) {
                let numerator = field.residue(entry);
                *residue = field.multiply(numerator, inverse);
            }
        }
        Ok(Self {
            rows,
            denominator,
            residues,
        })
    }

    /// Whether the image of the one is the other.
    pub(super) fn takes(&self, from: Place, to: Place) -> bool {
        let [first, second] = &self.rows;
        self.takes_to(first, from, &to.point.x, to.denominator)
            && self.takes_to(second, from, &to.point.y, to.denominator)
    }

    /// Whether a row takes the point to this number over a denominator.
    fn takes_to(
        &self,
        [a, b, c]: &[Integer; 3],
        from: Place,
        image: &Integer,
        denominator: &Natural,
    ) -> bool {
        let from_scale = Integer::from(from.denominator);
        let mut sum = a * &from.point.x;
        sum += b * &from.point.y;
        if *c != 0 {
            sum += c * &from_scale;
        }
        let scaled = image * &self.denominator;
        if from.denominator == denominator {
            return sum == scaled;
        }
        let to_scale = Integer::from(denominator);
        sum * to_scale == scaled * from_scale
    }

    /// Whether the image of the one is the other.
    pub(super) fn takes_vector(&self, from: &Vector, to: &Vector) -> bool {
        let from = Outline::of_point(from);
        let to = Outline::of_point(to);
        self.takes(from.vertex(0), to.vertex(0))
    }
}

/// The residue of a rational.
pub(super) fn residue(field: Field, value: &Rational) -> Result<u64, Unlucky> {
    let numerator = integer_to_solver(value.numer());
    let denominator = integer_to_solver(value.denom());
    let divisor = field.residue(&denominator);
    let inverse = field.inverse(divisor).ok_or(Unlucky)?;
    let residue = field.residue(&numerator);
    Ok(field.multiply(residue, inverse))
}
