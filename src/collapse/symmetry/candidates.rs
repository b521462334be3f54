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
use crate::lattice::Located;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};

/// A matrix by its rows.
pub(super) type Matrix = [[Rational; 2]; 2];

/// Matrix times vector.
pub(super) fn product(matrix: &Matrix, vector: &Vector) -> Vector {
    let [x, y] = matrix
        .each_ref()
        .map(|[a, b]| a * &vector.x + b * &vector.y);
    Vector::new(x, y)
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
pub(super) fn about(circle: &Circle, points: &[Located]) -> Vec<Matrix> {
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
    let zero = Rational::zero();
    let one = Rational::one();
    let quarter = [[zero.clone(), -&one], [one.clone(), zero.clone()]];
    let half = [[-&one, zero.clone()], [zero.clone(), -&one]];
    let three_quarters = [[zero.clone(), one.clone()], [-one, zero]];
    [quarter, half, three_quarters]
}

/// By the angle from the first axis, in [0, 2π), of vectors that are not zero.
fn by_angle(left: &Vector, right: &Vector) -> Ordering {
    let halves = is_in_lower_half(left).cmp(&is_in_lower_half(right));
    halves.then_with(|| right.cross(left).cmp(&Rational::zero()))
}

fn is_in_lower_half(vector: &Vector) -> bool {
    vector.y.is_negative() || (vector.y.is_zero() && vector.x.is_negative())
}

/// All s such that a reflection takes u_i to u_{s-i} for all i, for vectors of the same length in
/// counter-clockwise order.
fn mirror_images_of_first(vectors: &[Vector]) -> Vec<usize> {
    let count = vectors.len();
    let mut names: BTreeMap<Rational, usize> = BTreeMap::new();
    let mut named = Vec::with_capacity(count);
    for (index, vector) in vectors.iter().enumerate() {
        let cosine = vector.dot(&vectors[(index + 1) % count]);
        let fresh = names.len();
        named.push(*names.entry(cosine).or_insert(fresh));
    }
    // With h_j = g_{m-1-j}, the condition g_i = g_{s-1-i} = h_{i+m-s} says that g occurs in h h at
    // place m - s.
    let reversed: Vec<usize> = named.iter().rev().copied().collect();
    let mut twice = [reversed.as_slice(), &reversed].concat();
    twice.pop();
    let mut places = occurrences(&named, &twice);
    for place in &mut places {
        *place = (count - *place) % count;
    }
    places
}

/// The places where a pattern occurs in a text, by the lengths of common prefixes of pattern and
/// (pattern, separator, text) (Gusfield's Z algorithm).
fn occurrences(pattern: &[usize], text: &[usize]) -> Vec<usize> {
    let joined = [pattern, &[usize::MAX], text].concat();
    let mut common = vec![0; joined.len()];
    let mut start = 0;
    let mut end = 0;
    for place in 1..joined.len() {
        if place < end {
            common[place] = common[place - start].min(end - place);
        }
        while joined.get(place + common[place]) == Some(&joined[common[place]]) {
            common[place] += 1;
        }
        if place + common[place] > end {
            start = place;
            end = place + common[place];
        }
    }
    let first = pattern.len() + 1;
    let mut places = Vec::new();
    for (place, &common) in common[first..].iter().enumerate() {
        if common == pattern.len() {
            places.push(place);
        }
    }
    places
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
        let mut images = Vec::new();
        for (image, vector) in vectors.iter().enumerate() {
            let matrix = exchange(&vectors[0], vector);
            let mut mapped = vectors.iter().map(|vector| product(&matrix, vector));
            if mapped.all(|vector| vectors.contains(&vector)) {
                images.push(image);
            }
        }
        images
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
