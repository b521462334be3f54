//! The few isometries that can be symmetries.
//!
//! With gravity g only the reflection fixing g can be one. Without, there are the quarter turns,
//! and the reflections that permute the outermost points u_0 … u_{m-1}, those on the smallest
//! enclosing circle, in counter-clockwise order. A reflection that takes u_0 to u_s takes u_i to
//! u_{s-i}; with g_i the angle from u_i to u_{i+1}, that is g_{s-1-i} = g_i for all i (cyclically).
//! So the values of s are the places where the list of angles occurs in its own reverse, written
//! twice: at most four, by the argument in the parent module, found in linear time whatever their
//! number m (Wolter, Woo & Volz, *Optimal algorithms for symmetry detection in two and three
//! dimensions*, 1985).

use super::circle::Circle;
use crate::lattice::Place;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};

/// A matrix by its rows.
pub(super) type Matrix = [[Rational; 2]; 2];

/// Matrix times vector.
pub(super) fn product(matrix: &Matrix, vector: &Vector) -> Vector {
    let row = |[a, b]: &[Rational; 2]| a * &vector.x + b * &vector.y;
    Vector::new(row(&matrix[0]), row(&matrix[1]))
}

/// Whether the determinant is negative.
pub(super) fn is_reflection(matrix: &Matrix) -> bool {
    let [[a, b], [c, d]] = matrix;
    a * d < b * c
}

/// The reflection that fixes a nonzero vector: v ↦ 2 d (d·v)/(d·d) - v.
pub(super) fn mirror(direction: &Vector) -> Matrix {
    exchange(direction, direction)
}

/// The reflection that exchanges two vectors of the same length: with complex numbers, z ↦ (u w /
/// |u|²) z̄.
fn exchange(first: &Vector, second: &Vector) -> Matrix {
    let length = first.dot(first);
    let cosine = (&first.x * &second.x - &first.y * &second.y) / &length;
    let sine = (&first.x * &second.y + &first.y * &second.x) / &length;
    [[cosine.clone(), sine.clone()], [sine, -cosine]]
}

/// The quarter turns and the reflections that map the points on a smallest enclosing circle to each
/// other.
pub(super) fn about(circle: &Circle, points: &[(Place, &Vector)]) -> Vec<Matrix> {
    let mut outermost: Vec<Vector> = circle
        .on_rim(points)
        .into_iter()
        .map(|point| point - &circle.center)
        .collect();
    outermost.sort_by(by_angle);
    let mirrors = mirror_images_of_first(&outermost)
        .into_iter()
        .map(|image| exchange(&outermost[0], &outermost[image]));
    quarter_turns().into_iter().chain(mirrors).collect()
}

fn quarter_turns() -> [Matrix; 3] {
    let (zero, one) = (Rational::zero, Rational::one);
    [
        [[zero(), -one()], [one(), zero()]],
        [[-one(), zero()], [zero(), -one()]],
        [[zero(), one()], [-one(), zero()]],
    ]
}

/// By the angle from the first axis, in [0, 2π), of vectors that are not zero.
fn by_angle(left: &Vector, right: &Vector) -> Ordering {
    let lower_half =
        |vector: &Vector| vector.y.is_negative() || (vector.y.is_zero() && vector.x.is_negative());
    let turn = || right.cross(left).cmp(&Rational::zero());
    lower_half(left).cmp(&lower_half(right)).then_with(turn)
}

/// All s such that a reflection takes u_i to u_{s-i} for all i, for vectors of the same length in
/// counter-clockwise order.
fn mirror_images_of_first(vectors: &[Vector]) -> Vec<usize> {
    let count = vectors.len();
    let cosines: Vec<Rational> = (0..count)
        .map(|index| vectors[index].dot(&vectors[(index + 1) % count]))
        .collect();
    let mut names = BTreeMap::new();
    let name = |cosine| {
        let fresh = names.len();
        *names.entry(cosine).or_insert(fresh)
    };
    let named: Vec<usize> = cosines.iter().map(name).collect();
    // With h_j = g_{m-1-j}, the condition g_i = g_{s-1-i} = h_{i+m-s} says that g occurs in h h at
    // place m - s.
    let reversed: Vec<usize> = named.iter().rev().copied().collect();
    let twice = reversed
        .iter()
        .chain(&reversed)
        .take(2 * count - 1)
        .copied()
        .collect::<Vec<_>>();
    occurrences(&named, &twice)
        .into_iter()
        .map(|place| (count - place) % count)
        .collect()
}

/// The places where a pattern occurs in a text, by the lengths of common prefixes of pattern and
/// (pattern, separator, text) (Gusfield's Z algorithm).
fn occurrences(pattern: &[usize], text: &[usize]) -> Vec<usize> {
    let joined: Vec<usize> = pattern
        .iter()
        .chain(&[usize::MAX])
        .chain(text)
        .copied()
        .collect();
    let mut common = vec![0; joined.len()];
    let (mut start, mut end) = (0, 0);
    for place in 1..joined.len() {
        if place < end {
            common[place] = common[place - start].min(end - place);
        }
        while joined.get(place + common[place]) == Some(&joined[common[place]]) {
            common[place] += 1;
        }
        if place + common[place] > end {
            (start, end) = (place, place + common[place]);
        }
    }
    let first = pattern.len() + 1;
    (first..joined.len())
        .filter(|&place| common[place] == pattern.len())
        .map(|place| place - first)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_overlap() {
        assert_eq!(
            occurrences(&[1, 2, 1], &[1, 2, 1, 2, 1, 1, 2, 1]),
            [0, 2, 5]
        );
        assert_eq!(occurrences(&[3], &[3, 3, 4]), [0, 1]);
        assert_eq!(occurrences(&[1, 2], &[2, 1]), [0_usize; 0]);
    }

    fn vectors(list: &[(i64, i64)]) -> Vec<Vector> {
        let mut vectors: Vec<Vector> = list
            .iter()
            .map(|&(x, y)| Vector::from_integers(x, y))
            .collect();
        vectors.sort_by(by_angle);
        vectors
    }

    /// All s by trying each on every vector.
    fn brute_force(vectors: &[Vector]) -> Vec<usize> {
        let maps = |image: &usize| {
            let matrix = exchange(&vectors[0], &vectors[*image]);
            vectors
                .iter()
                .all(|vector| vectors.contains(&product(&matrix, vector)))
        };
        (0..vectors.len()).filter(maps).collect()
    }

    #[test]
    fn mirrors_of_points_on_a_circle() {
        for (list, count) in [
            (vec![(5, 0), (-5, 0)], 2),
            (vec![(5, 0), (0, 5), (-5, 0), (0, -5)], 4),
            (vec![(3, 4), (-3, 4), (0, -5)], 1),
            (vec![(3, 4), (-3, 4), (-3, -4), (3, -4)], 2),
            (vec![(3, 4), (-4, 3), (-3, -4), (4, -3)], 4),
            (
                vec![
                    (3, 4),
                    (-4, 3),
                    (-3, -4),
                    (4, -3),
                    (5, 0),
                    (0, 5),
                    (-5, 0),
                    (0, -5),
                ],
                4,
            ),
            (vec![(3, 4), (4, 3), (-3, 4), (-4, -3), (5, 0)], 0),
            (vec![(7, 24), (24, 7), (-7, 24), (15, 20)], 0),
        ] {
            let vectors = vectors(&list);
            let mut found = mirror_images_of_first(&vectors);
            found.sort_unstable();
            assert_eq!(found, brute_force(&vectors), "{list:?}");
            assert_eq!(found.len(), count, "{list:?}");
        }
    }
}
