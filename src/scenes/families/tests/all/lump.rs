//! Point masses that have the moments of a body.

use num_traits::{One, Signed, Zero};
use zwang_exact::{Rational, Vector};
use zwang_families::{Lumps, PointMass};
use zwang_scene::{Body, Dynamics, Polygon};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

fn polygon(points: &[(i64, i64)]) -> Polygon {
    let points = points.iter().map(|(x, y)| Vector::from_integers(*x, *y));
    Polygon::new(points.collect()).unwrap().0
}

fn spinning(parts: Vec<Polygon>) -> Body {
    let mut dynamics = Dynamics::homogeneous(&parts, &ratio(3, 2));
    dynamics.velocity = Vector::from_integers(2, -1);
    dynamics.spin = ratio(5, 3);
    Body {
        name: "body".to_owned(),
        parts,
        dynamics: Some(dynamics),
    }
}

/// The mass, ∫x, ∫x², ∫x y and ∫y² of a body by triangles, each of which is a third of its mass
/// in the middle of each side: that is exact to second order.
fn by_midpoints(parts: &[Polygon], density: &Rational) -> Vec<PointMass> {
    let half = ratio(1, 2);
    let mut points = Vec::new();
    for part in parts {
        let [apex, others @ ..] = part.vertices() else {
            panic!("a polygon has vertices");
        };
        for pair in others.windows(2) {
            let [p, q] = [&pair[0] - apex, &pair[1] - apex];
            let third = p.cross(&q) * density / ratio(6, 1);
            for middle in [&pair[0] + &pair[1], apex + &pair[0], apex + &pair[1]] {
                points.push(PointMass {
                    mass: third.clone(),
                    at: middle.scaled(&half),
                    velocity: Vector::zero(),
                });
            }
        }
    }
    points
}

fn moments(points: &[PointMass]) -> [Rational; 6] {
    let mut sums = [0; 6].map(|_| Rational::zero());
    for PointMass { mass, at, .. } in points {
        let Vector { x, y } = at;
        let terms = [ratio(1, 1), x.clone(), y.clone(), x * x, x * y, y * y];
        for (sum, term) in sums.iter_mut().zip(terms) {
            *sum += mass * term;
        }
    }
    sums
}

#[test]
fn point_masses_have_all_moments_of_any_polygon() {
    let triangle = polygon(&[(0, 0), (7, 1), (2, 5)]);
    let hexagon = polygon(&[(9, 0), (12, 1), (13, 4), (11, 8), (8, 7), (7, 3)]);
    let slab = polygon(&[(0, 0), (8, 0), (8, 2), (0, 2)]);
    for parts in [vec![triangle.clone()], vec![slab], vec![triangle, hexagon]] {
        let body = spinning(parts);
        let expected = moments(&by_midpoints(&body.parts, &ratio(3, 2)));
        for lumps in [Lumps::Nine, Lumps::Four] {
            let points = lumps.of(&body, &Rational::one());
            assert!(points.iter().all(|point| point.mass.is_positive()));
            assert_eq!(moments(&points), expected);
            for point in &points {
                assert_eq!(point.velocity, body.velocity_at(&point.at));
            }
        }
    }
}

#[test]
fn a_rectangle_is_that_of_figure_10() {
    let body = spinning(vec![polygon(&[(0, 0), (8, 0), (8, 2), (0, 2)])]);
    let points = Lumps::Nine.of(&body, &Rational::one());
    let weights = points.iter().map(|point| &point.mass * ratio(36, 24));
    let expected = [1, 4, 1, 4, 16, 4, 1, 4, 1].map(|weight| ratio(weight, 1));
    assert_eq!(weights.collect::<Vec<_>>(), expected);
    assert_eq!(points[0].at, Vector::from_integers(0, 0));
    assert_eq!(points[8].at, Vector::from_integers(8, 2));
}
