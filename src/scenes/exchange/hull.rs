//! Convex hulls in the plane, exactly (A. M. Andrew, *Another efficient algorithm for convex hulls
//! in two dimensions*, Information Processing Letters 9 (1979)).

use num_traits::Signed;
use std::collections::BTreeSet;
use zwang_exact::Vector;

/// The strictly convex polygon around these points, counter-clockwise from the leftmost and lowest
/// point; fewer than three vertices if all points lie on a line.
pub fn hull(points: &[Vector]) -> Vec<Vector> {
    let mut sorted = points.to_vec();
    sorted.sort();
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut lower = chain(sorted.iter());
    let mut upper = chain(sorted.iter().rev());
    // Each chain ends where the other begins.
    lower.pop();
    upper.pop();
    lower.append(&mut upper);
    lower
}

/// The points of this order at which the way around all of them turns left.
fn chain<'a>(points: impl Iterator<Item = &'a Vector>) -> Vec<Vector> {
    let mut chain: Vec<Vector> = Vec::new();
    for point in points {
        while let [.., before, last] = chain.as_slice() {
            let arriving = last - before;
            let leaving = point - last;
            let turn = arriving.cross(&leaving);
            if turn.is_positive() {
                break;
            }
            chain.pop();
        }
        chain.push(point.clone());
    }
    chain
}

/// These points, each once, if they are all vertices of their hull: in the order that they have, if
/// that goes around the hull, and otherwise in that of the hull. The error is a point that is no
/// vertex.
pub fn outline(points: &[Vector]) -> Result<Vec<Vector>, Vector> {
    let hull = hull(points);
    let vertices: BTreeSet<&Vector> = hull.iter().collect();
    let mut seen = BTreeSet::new();
    let mut once = Vec::with_capacity(hull.len());
    for point in points {
        if !vertices.contains(point) {
            return Err(point.clone());
        }
        if seen.insert(point) {
            once.push(point.clone());
        }
    }
    if is_around(&once, &hull) {
        Ok(once)
    } else {
        Ok(hull)
    }
}

/// The words for this error of [`outline`].
pub fn no_corner(vertex: &Vector) -> String {
    let x = &vertex.x;
    let y = &vertex.y;
    format!("the vertex ({x}, {y}), which is no corner")
}

/// Whether these are the vertices of the hull in its order, from any of them on.
fn is_around(points: &[Vector], hull: &[Vector]) -> bool {
    let Some(first) = points.first() else {
        return false;
    };
    let Some(start) = hull.iter().position(|vertex| vertex == first) else {
        return false;
    };
    let around = hull.iter().cycle().skip(start).take(hull.len());
    around.eq(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::points;

    #[test]
    fn the_hull_has_corners_only() {
        let cloud = points("0 0  2 0  1 0  1 1  2 2  0 2  0 1  2 2");
        assert_eq!(hull(&cloud), points("0 0  2 0  2 2  0 2"));
        assert!(hull(&points("0 0  1 1  2 2")).len() < 3);
        assert!(hull(&[]).is_empty());
    }

    #[test]
    fn the_given_order_is_kept_where_it_goes_around() {
        let square = points("2 0  2 2  0 2  0 0");
        let twice = [square.clone(), square.clone()].concat();
        assert_eq!(outline(&twice), Ok(square));
        let crossed = points("2 2  0 0  2 0  0 2");
        assert_eq!(outline(&crossed), Ok(points("0 0  2 0  2 2  0 2")));
        let inner = points("0 0  3 0  0 3  1 1");
        assert_eq!(outline(&inner), Err(Vector::from_integers(1, 1)));
    }
}
