//! C1: bodies do not overlap.
//!
//! For every two parts whose closed bounding boxes meet, unless both are fixed, a plane has one on
//! each side. Its normal m points from the first part to the second.
//!
//! If one of the two is rounded, let R be the sum of their radii, and w the least m·q less the
//! greatest m·p over the vertices of their cores. The cores are at least w/|m| apart, and that is
//! at least R if w ≥ (R² + m·m)/2, as an arithmetic mean is at least the geometric one. If they are
//! R apart, m can only be the vector between their closest points, and then w = m·m = R².

use crate::rejection::Condition::{C1, Form};
use crate::rejection::{Result, within};
use crate::space::figure::{Figure, Part};
use crate::space::meeting;
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use crate::{lookup, names};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeSet;
use zwang_certificate::space::{Plane, Separation};
use zwang_exact::{Integer, Rational, Vector3};

/// A separation that holds.
pub(crate) struct SeparatingPlane<'a> {
    /// The smaller and the larger part.
    pub parts: [Part<'a>; 2],
    /// m, primitive.
    pub normal: IntegerVector,
    /// Whether some point of each part is on one such plane.
    pub touches: bool,
    /// m as it is, if a part is rounded.
    pub shift: Option<Vector3>,
    /// The vertices of the first core with the greatest m·p, and those of the second with the least
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
        if figure.ignore_each_other([&first, &second]) {
            return Ok(());
        }
        let is_of_one = first.body.index == second.body.index;
        if is_of_one && (first.is_rounded() || second.is_rounded()) {
            return Ok(());
        }
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
        let is_rounded = first.is_rounded() || second.is_rounded();
        match &separation.plane {
            Plane::Vector(numbers) if is_rounded => Self::rounded(parts, numbers),
            plane if is_rounded => {
                let place = pair(&first, &second);
                Form.refuse(place, names_of(plane), "a vector, as one is rounded")
            }
            plane => Self::with_normal(parts, normal(&parts, plane)?),
        }
    }

    /// w ≥ (R² + m·m)/2.
    fn rounded(parts: [Part<'a>; 2], [x, y, z, denominator]: &[BigInt; 4]) -> Result<Self> {
        let [first, second] = &parts;
        if !denominator.is_positive() {
            let place = pair(first, second);
            return Form.refuse(place, format!("denominator {denominator}"), "above 0");
        }
        let numbers = IntegerVector([x, y, z].map(Integer::from));
        let above = Greatest::of(first, &numbers)?;
        let below = Greatest::of(second, &numbers.opposite())?;
        let denominator = Integer::from(denominator);
        let reach = over(&above.product, &(&first.solid.unit * &denominator));
        let against = over(&-&below.product, &(&second.solid.unit * &denominator));
        let width = against - reach;
        let shift = numbers.over(&denominator);
        let squared = shift.dot(&shift);
        let radius = first.solid.part.radius() + second.solid.part.radius();
        let square = &radius * &radius;
        let least = (&square + &squared) / Rational::from_integer(2.into());
        if width < least {
            let found = format!("width {}", names::rational(&width));
            let required = format!("at least {}", names::rational(&least));
            return C1.refuse(pair(first, second), found, required);
        }
        Ok(Self {
            parts,
            normal: numbers.primitive(),
            touches: squared == square && width == square,
            shift: Some(shift),
            supporting: [above.vertices, below.vertices],
        })
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
            shift: None,
            supporting: [above.vertices, below.vertices],
        })
    }

    /// From each of two cores to where the parts touch, if they do: r/R of m, and s/R of it back; 0
    /// if none is rounded.
    pub(super) fn ways(&self) -> [Vector3; 2] {
        let Some(shift) = &self.shift else {
            return [Vector3::zero(), Vector3::zero()];
        };
        let [radius, other] = self.parts.map(|part| part.solid.part.radius());
        let whole = radius + other;
        [
            shift.scaled(&(radius / &whole)),
            shift.scaled(&-(other / &whole)),
        ]
    }

    /// Whether contacts follow: the parts are of different bodies, of which one moves, and which no
    /// joint joins.
    pub(crate) fn may_bear(&self, figure: &Figure) -> bool {
        let [first, second] = &self.parts;
        let is_fixed = first.body.is_fixed() && second.body.is_fixed();
        let is_joined = figure.ignore_each_other([first, second]);
        first.body.index != second.body.index && !is_fixed && !is_joined
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

fn over(number: &Integer, unit: &Integer) -> Rational {
    let number = number.to_bigint().into_owned();
    Rational::new(number, unit.to_bigint().into_owned())
}

/// The features of a plane.
const fn names_of(plane: &Plane) -> &'static str {
    match plane {
        Plane::FaceOfFirst(_) | Plane::FaceOfSecond(_) => "a separation by a face",
        Plane::Edges { .. } => "a separation by two edges",
        Plane::Vector(_) => "a separation by a vector",
    }
}

/// m, primitive.
fn normal([first, second]: &[Part; 2], plane: &Plane) -> Result<IntegerVector> {
    match *plane {
        Plane::Vector(_) => {
            let place = pair(first, second);
            Form.refuse(
                place,
                names_of(plane),
                "a face or two edges, as none is rounded",
            )
        }
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
