//! Random scenes of convex polygons that touch often and never overlap.

use super::{fixed, free, scene};
use proptest::prelude::*;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Polygon, Scene};

/// A strictly convex polygon in the unit square, with vertices on a grid of 1/4: the hull of some
/// grid points, or the whole square.
fn shape() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let whole = Just(vec![(0, 0), (4, 0), (4, 4), (0, 4)]);
    let hulls = prop::collection::vec((0_i64..=4, 0_i64..=4), 3..8).prop_map(|points| {
        let hull = hull(points);
        if hull.len() < 3 {
            vec![(0, 0), (4, 0), (4, 4), (0, 4)]
        } else {
            hull
        }
    });
    prop_oneof![1 => whole, 3 => hulls]
}

/// The convex hull, counter-clockwise, without points on its edges (Andrew's monotone chain).
fn hull(mut points: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    points.sort_unstable();
    points.dedup();
    let mut hull: Vec<(i64, i64)> = Vec::new();
    for pass in 0..2 {
        let start = hull.len();
        for &(x, y) in &points {
            while let [.., (a, b), (c, d)] = hull[start..] {
                if (c - a) * (y - b) - (d - b) * (x - a) > 0 {
                    break;
                }
                hull.pop();
            }
            hull.push((x, y));
        }
        hull.pop();
        if pass == 0 {
            points.reverse();
        }
    }
    hull
}

/// Convex polygons in the cells of a grid, which therefore do not overlap but often touch. Some
/// cells are empty, some bodies fixed, some have two parts.
pub fn grid() -> impl Strategy<Value = Scene> {
    let cell = prop::option::weighted(0.8, (shape(), 0_usize..6));
    (prop::collection::vec(cell, 12), 1_i64..4).prop_map(|(cells, unit)| {
        let mut bodies: Vec<Body> = Vec::new();
        for (index, (shape, kind)) in cells
            .into_iter()
            .enumerate()
            .filter_map(|(index, cell)| Some((index, cell?)))
        {
            let (column, row) = (index as i64 % 4, index as i64 / 4);
            let coordinate = |value: i64| Rational::new(value.into(), (4 * unit).into());
            let vertices = shape
                .iter()
                .map(|(x, y)| Vector::new(coordinate(4 * column + x), coordinate(4 * row + y)));
            let part = Polygon::new(vertices.collect()).unwrap().0;
            match (kind, bodies.pop()) {
                (0, Some(mut last)) => {
                    last.parts.push(part);
                    let together = if last.is_fixed() {
                        fixed(&last.name, last.parts)
                    } else {
                        free(&last.name, last.parts)
                    };
                    bodies.push(together);
                }
                (_, last) => {
                    bodies.extend(last);
                    let name = bodies.len().to_string();
                    bodies.push(if kind == 1 {
                        fixed(&name, vec![part])
                    } else {
                        free(&name, vec![part])
                    });
                }
            }
        }
        scene(bodies)
    })
}
