//! Whether convex polygons have an area in common. For two that have none, an edge of one has all
//! of the other on its outer side, or on its line (the separating axis theorem).

use crate::work::{TooMuch, Work};
use num_traits::Signed;
use zwang_exact::Vector;
use zwang_scene::Polygon;

/// A polygon with its smallest and largest coordinates.
struct Boxed<'a> {
    polygon: &'a Polygon,
    low: Vector,
    high: Vector,
}

/// Whether any two of these polygons overlap. Polygons that touch do not.
///
/// # Errors
/// [`TooMuch`] if too many are beside each other.
pub fn any_overlap(polygons: &[Polygon], work: &mut Work) -> Result<bool, TooMuch> {
    let mut sorted = Vec::with_capacity(polygons.len());
    for polygon in polygons {
        let (low, high) = polygon.bounding_box();
        sorted.push(Boxed { polygon, low, high });
    }
    sorted.sort_by(|one, other| one.low.x.cmp(&other.low.x));
    for (index, one) in sorted.iter().enumerate() {
        for other in &sorted[index + 1..] {
            if other.low.x >= one.high.x {
                break;
            }
            work.comparisons(1)?;
            let share_heights = one.low.y < other.high.y && other.low.y < one.high.y;
            if !share_heights {
                continue;
            }
            let [first, second] = [one, other].map(|boxed| boxed.polygon.vertices().len());
            work.clips(first * second, 0)?;
            if overlap(one.polygon, other.polygon) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn overlap(one: &Polygon, other: &Polygon) -> bool {
    !has_separating_edge(one, other) && !has_separating_edge(other, one)
}

/// Whether an edge of one polygon has nothing of the other on its inner side.
fn has_separating_edge(one: &Polygon, other: &Polygon) -> bool {
    let mut edges = one.edges();
    edges.any(|(start, end)| is_outside(other, start, end))
}

/// Whether no vertex of a polygon is to the left of the line from one point to another.
fn is_outside(polygon: &Polygon, start: &Vector, end: &Vector) -> bool {
    let edge = end - start;
    for vertex in polygon.vertices() {
        let arm = vertex - start;
        if edge.cross(&arm).is_positive() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[i64; 2]; 3]) -> Polygon {
        let corners = corners.map(|[x, y]| Vector::from_integers(x, y));
        let (polygon, _) = Polygon::new(corners.to_vec()).unwrap();
        polygon
    }

    fn overlap_at_all(polygons: &[Polygon]) -> bool {
        any_overlap(polygons, &mut Work::default()).unwrap()
    }

    #[test]
    fn triangles_overlap_if_they_share_an_area() {
        let large = triangle([[0, 0], [8, 0], [0, 8]]);
        for (other, expected) in [
            // Inside; the same; crossing without a vertex of either in the other.
            ([[1, 1], [3, 1], [1, 3]], true),
            ([[0, 0], [8, 0], [0, 8]], true),
            ([[-1, 1], [9, 2], [-1, 2]], true),
            // Along the long side; at a vertex; beside it, in its box.
            ([[8, 0], [8, 8], [0, 8]], false),
            ([[0, 8], [1, 9], [-1, 9]], false),
            ([[7, 7], [7, 2], [6, 7]], false),
        ] {
            let other = triangle(other);
            let pair = [large.clone(), other.clone()];
            assert_eq!(overlap_at_all(&pair), expected, "{other:?}");
            let pair = [other, large.clone()];
            assert_eq!(overlap_at_all(&pair), expected);
        }
        assert!(!overlap_at_all(&[large]));
    }
}
