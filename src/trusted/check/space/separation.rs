//! C1: bodies do not overlap.
//!
//! For every two parts whose closed bounding boxes meet, unless both are fixed, a plane has one on
//! each side. Its normal m points from the first part to the second.

use crate::rejection::Condition::{C1, Form};
use crate::rejection::{Result, within};
use crate::space::figure::{Figure, Part};
use crate::space::meeting;
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use crate::{lookup, names};
use std::collections::BTreeSet;
use zwang_certificate::space::{Plane, Separation};
use zwang_exact::Integer;

/// A separation that holds.
pub(crate) struct SeparatingPlane<'a> {
    /// The smaller and the larger part.
    pub parts: [Part<'a>; 2],
    /// m, primitive.
    pub normal: IntegerVector,
    /// Whether some point of each part is on one such plane.
    pub touches: bool,
    /// The vertices of the first part with the greatest m·p, and those of the second with the least
    /// m·q.
    pub supporting: [Vec<usize>; 2],
}

/// C1. Returns the separating planes, ascending by their parts.
pub(crate) fn bodies_do_not_overlap<'a>(
    figure: &'a Figure<'a>,
    separations: &[Separation],
    work: &mut Work,
) -> Result<Vec<SeparatingPlane<'a>>> {
    let mut pairs = BTreeSet::new();
    let mut planes = Vec::new();
    for (index, separation) in separations.iter().enumerate() {
        let is_new = pairs.insert((separation.first, separation.second));
        let plane = SeparatingPlane::new(figure, separation, is_new, work);
        let plane = within(format_args!("separation {index}"), plane)?;
        planes.push(plane);
    }
    meeting::each_meeting_pair(figure, |first, second| {
        let is_listed = pairs.contains(&(first.id, second.id));
        if !is_listed {
            let place = pair(&first, &second);
            let required = "one, because their bounding boxes meet";
            return C1.refuse(place, "no separation", required);
        }
        Ok(())
    })?;
    planes.sort_by_key(|plane| plane.parts.map(|part| part.id));
    Ok(planes)
}

/// Two parts by name.
pub(crate) fn pair(first: &Part, second: &Part) -> String {
    let first = first.name();
    let second = second.name();
    format!("{first} and {second}")
}

/// The vertices for which a product is greatest, and this product.
struct Greatest {
    product: Integer,
    vertices: Vec<usize>,
}

impl<'a> SeparatingPlane<'a> {
    fn new(
        figure: &'a Figure<'a>,
        separation: &Separation,
        is_new: bool,
        work: &mut Work,
    ) -> Result<Self> {
        let first = figure.part(separation.first)?;
        let second = figure.part(separation.second)?;
        let flaw = if separation.first >= separation.second {
            Some("not the smaller part first")
        } else if !is_new {
            Some("a repetition")
        } else {
            None
        };
        if let Some(found) = flaw {
            let required = "each pair once, the smaller part first";
            return Form.refuse(pair(&first, &second), found, required);
        }
        let parts = [first, second];
        work.add(vertices(&parts), 1)?;
        let normal = normal(&parts, separation.plane)?;
        Self::with_normal(parts, normal)
    }

    /// m·p ≤ m·q for all vertices p of the first part and q of the second.
    pub(super) fn with_normal(parts: [Part<'a>; 2], normal: IntegerVector) -> Result<Self> {
        let [first, second] = parts;
        let above = Greatest::of(&first, &normal)?;
        let below = Greatest::of(&second, &normal.opposite())?;
        // The greatest m·p and the least m·q, over one unit.
        let product = &above.product * &second.solid.unit;
        let other = -&(&below.product * &first.solid.unit);
        if product > other {
            let unit = &first.solid.unit * &second.solid.unit;
            let gap = (other - product).to_bigint().into_owned();
            let gap = names::fraction(&gap, &unit.to_bigint());
            let found = format!("gap {gap}");
            return C1.refuse(pair(&first, &second), found, "at least 0");
        }
        Ok(Self {
            parts,
            normal,
            touches: product == other,
            supporting: [above.vertices, below.vertices],
        })
    }

    /// Whether contacts follow: the parts are of different bodies, of which one moves.
    pub(crate) fn may_bear(&self) -> bool {
        let [first, second] = self.parts;
        let is_fixed = first.body.is_fixed() && second.body.is_fixed();
        first.body.index != second.body.index && !is_fixed
    }

    /// The number of vertices of both parts.
    pub(crate) fn vertices(&self) -> usize {
        vertices(&self.parts)
    }
}

fn vertices([first, second]: &[Part; 2]) -> usize {
    let count = first.solid.points.len();
    count.saturating_add(second.solid.points.len())
}

/// m, primitive.
fn normal([first, second]: &[Part; 2], plane: Plane) -> Result<IntegerVector> {
    match plane {
        Plane::FaceOfFirst(face) => first.normal(face).cloned(),
        Plane::FaceOfSecond(face) => Ok(second.normal(face)?.opposite()),
        Plane::Edges {
            first: [from, to],
            second: [other_from, other_to],
        } => {
            let edge = first.vertex(to)?.minus(first.vertex(from)?);
            let other = second.vertex(other_to)?.minus(second.vertex(other_from)?);
            let normal = edge.cross(&other);
            if normal.is_zero() {
                let place = pair(first, second);
                return Form.refuse(place, "two parallel edges", "edges that span a plane");
            }
            Ok(normal.primitive())
        }
    }
}

impl Greatest {
    fn of(part: &Part, direction: &IntegerVector) -> Result<Self> {
        let first = lookup::entry(&part.solid.points, &part.name(), "vertex", 0)?;
        let mut product = direction.dot(first);
        let mut vertices = Vec::new();
        for (index, point) in part.solid.points.iter().enumerate() {
            let other = direction.dot(point);
            if other > product {
                product = other;
                vertices.clear();
                vertices.push(index);
            } else if other == product {
                vertices.push(index);
            }
        }
        Ok(Self { product, vertices })
    }
}
