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
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};

/// A matrix by its rows.
pub(super) type Matrix = [[Rational; 2]; 2];

/// Matrix times vector.
pub(super) fn product(matrix: &Matrix, vector: &Vector) -> Vector {
    let [[a, b], [c, d]] = matrix;
    let Vector { x, y } = vector;
    let image_x = a * x + b * y;
    let image_y = c * x + d * y;
    Vector::new(image_x, image_y)
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
    let squared_length = first.dot(first);
    let Vector { x: a, y: b } = first;
    let Vector { x: c, y: d } = second;
    let real = a * c - b * d;
    let imaginary = a * d + b * c;
    let cosine = real / &squared_length;
    let sine = imaginary / &squared_length;
    let minus_cosine = -&cosine;
    [[cosine, sine.clone()], [sine, minus_cosine]]
}

/// The quarter turns and the reflections that map the points on a smallest enclosing circle to each
/// other.
pub(super) fn about(circle: &Circle, points: &[Located]) -> Vec<Matrix> {
    let mut outermost = Vec::new();
    for point in circle.on_rim(points) {
        outermost.push(point - &circle.center);
    }
    outermost.sort_by(by_angle);
    let mut matrices = quarter_turns();
    for image in mirror_images_of_first(&outermost) {
        let reflection = exchange(&outermost[0], &outermost[image]);
        matrices.push(reflection);
    }
    matrices
}

/// The turns by one, two and three quarters.
fn quarter_turns() -> Vec<Matrix> {
    let quarter = [[0, -1], [1, 0]];
    let half = [[-1, 0], [0, -1]];
    let three_quarters = [[0, 1], [-1, 0]];
    let turns = [quarter, half, three_quarters];
    turns.iter().map(of_integers).collect()
}

fn of_integers(matrix: &[[i32; 2]; 2]) -> Matrix {
    matrix.map(|row| row.map(|entry| Rational::from_integer(entry.into())))
}

/// By the angle from the first axis, in [0, 2π), of vectors that are not zero.
fn by_angle(left: &Vector, right: &Vector) -> Ordering {
    let left_is_lower = is_in_lower_half(left);
    let right_is_lower = is_in_lower_half(right);
    let turn = right.cross(left);
    let halves = left_is_lower.cmp(&right_is_lower);
    halves.then(turn.cmp(&Rational::zero()))
}

fn is_in_lower_half(vector: &Vector) -> bool {
    let Vector { x, y } = vector;
    y.is_negative() || (y.is_zero() && x.is_negative())
}

/// All s such that a reflection takes u_i to u_{s-i} for all i, for vectors of the same length in
/// counter-clockwise order.
fn mirror_images_of_first(vectors: &[Vector]) -> Vec<usize> {
    let count = vectors.len();
    let mut names: BTreeMap<Rational, usize> = BTreeMap::new();
    let mut named = Vec::new();
    for (index, vector) in vectors.iter().enumerate() {
        let next = (index + 1) % count;
        let cosine = vector.dot(&vectors[next]);
        let fresh = names.len();
        let name = names.entry(cosine).or_insert(fresh);
        named.push(*name);
    }
    // With h_j = g_{m-1-j}, the condition g_i = g_{s-1-i} = h_{i+m-s} says that g occurs in h h at
    // place m - s.
    let mut reversed = named.clone();
    reversed.reverse();
    let mut twice = reversed.repeat(2);
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
        let mut length = 0;
        if place < end {
            let earlier = common[place - start];
            length = earlier.min(end - place);
        }
        while joined.get(place + length) == Some(&joined[length]) {
            length += 1;
        }
        if place + length > end {
            start = place;
            end = place + length;
        }
        common[place] = length;
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
        let text = [1, 2, 1, 2, 1, 1, 2, 1];
        let found = occurrences(&[1, 2, 1], &text);
        assert_eq!(found, [0, 2, 5]);
        let found = occurrences(&[3], &[3, 3, 4]);
        assert_eq!(found, [0, 1]);
        let found = occurrences(&[1, 2], &[2, 1]);
        assert!(found.is_empty());
    }

    type Point = [i64; 2];

    fn vectors(points: &[Point]) -> Vec<Vector> {
        let mut vectors = Vec::new();
        for [x, y] in points {
            vectors.push(Vector::from_integers(*x, *y));
        }
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

    #[track_caller]
    fn assert_mirrors(points: &[Point], count: usize) {
        let vectors = vectors(points);
        let mut found = mirror_images_of_first(&vectors);
        found.sort_unstable();
        assert_eq!(found, brute_force(&vectors));
        assert_eq!(found.len(), count);
    }

    #[test]
    fn mirrors_of_points_on_a_circle() {
        let on_axes = square([5, 0]);
        assert_mirrors(&on_axes, 4);
        let oblique = square([3, 4]);
        assert_mirrors(&oblique, 4);
        let both = [on_axes, oblique].concat();
        assert_mirrors(&both, 4);
        let ends = [[5, 0], [-5, 0]];
        assert_mirrors(&ends, 2);
        let triangle = [[3, 4], [-3, 4], [0, -5]];
        assert_mirrors(&triangle, 1);
        let rectangle = [[3, 4], [-3, 4], [-3, -4], [3, -4]];
        assert_mirrors(&rectangle, 2);
        let pentagon = [[3, 4], [4, 3], [-3, 4], [-4, -3], [5, 0]];
        assert_mirrors(&pentagon, 0);
        let quadrilateral = [[7, 24], [24, 7], [-7, 24], [15, 20]];
        assert_mirrors(&quadrilateral, 0);
    }

    /// The corners of a square about the origin, from one of them.
    fn square([x, y]: Point) -> [Point; 4] {
        [[x, y], [-y, x], [-x, -y], [y, -x]]
    }
}
