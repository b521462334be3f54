//! Parts that almost touch, or are almost flush: what is meant to stand on something, and by a
//! rounded number does not.
//!
//! The gap of two disjoint convex polygons is the least distance of a vertex of one from an edge of
//! the other. A pair almost touches if its gap is positive and less than 1/1000 of the size of the
//! smaller part, the diagonal of its bounding box.
//!
//! A pair that touches at one vertex only is almost flush if an edge e at that vertex is nearly
//! parallel to the edge f on which the vertex is, with the other part on the other side, and the
//! shorter one of them would leave the line of the longer one by less than that: |e × f| divided by
//! the length of the longer one. All of it is decided by squares.
//!
//! The gap of parts of which one is rounded is the distance D of their cores less the sum R of
//! their radii. D² is rational, and all comparisons of D - R are made with it; the gap that is told
//! is (D² - R²) / (D + R), in which D alone is rounded.

use crate::contacts::{ignore_each_other, is_rounded, may_move, meeting_outlines};
use crate::lattice::{GridPoint, Lattice, Outline, Point};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Rational as LongRational};
use num_traits::{Signed, Zero};
use std::borrow::Cow;
use std::cmp::Ordering;
use zwang_certificate::{Contact, PartId};
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::{Polygon, Scene};

/// A gap is small below the size of the smaller part divided by this.
const SMALL: i64 = 1000;

/// Edges are nearly parallel if the tangent of the angle between them is at most 1 / STEEPEST.
pub(crate) const STEEPEST: i64 = 10;

/// Two parts that almost touch, or are almost flush.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPair {
    /// The parts, the smaller id first; not both of one body, of fixed bodies, or of bodies that
    /// ignore each other.
    pub parts: [PartId; 2],
    /// The square of the gap, m²; of parts that touch at one vertex, of the gap at the other end of
    /// the shorter of two edges that are almost flush. If a part is rounded and the distance of the
    /// cores is irrational, it is rounded up in its 64th bit.
    pub gap_squared: Rational,
    /// Whether they touch at one vertex.
    pub touches: bool,
}

/// The pairs of parts with a small gap, the smallest first. Parts of `contacts` touch.
#[must_use]
pub fn almost_touching(scene: &Scene, contacts: &[Contact]) -> Vec<NearPair> {
    let lattice = Lattice::new(scene);
    let mut near = pairs(scene, &lattice, contacts);
    near.extend(almost_flush(scene, &lattice, contacts));
    near.sort_by(|one, other| {
        let by_gap = one.gap_squared.cmp(&other.gap_squared);
        by_gap.then(one.parts.cmp(&other.parts))
    });
    near
}

/// Whether a gap with this square is small beside these parts.
fn is_small(gap_squared: &Rational, scene: &Scene, parts: [PartId; 2]) -> bool {
    let [first, second] = parts.map(|id| &scene.bodies[id.body].parts[id.part]);
    let smaller = size_squared(first).min(size_squared(second));
    let share = Rational::new(1.into(), SMALL.into());
    *gap_squared < smaller * &share * &share
}

/// The pairs with a small gap: the boxes meet if each is widened by the largest gap that is small
/// beside it.
fn pairs(scene: &Scene, lattice: &Lattice, contacts: &[Contact]) -> Vec<NearPair> {
    let touching = touching(contacts);
    let share = to_solver(&Rational::new(1.into(), SMALL.into()));
    let mut parts = Vec::new();
    let mut boxes = Vec::new();
    for (id, outline) in lattice.parts() {
        parts.push((id, outline));
        boxes.push(box_of(scene, id, outline).box_widened_by_share(&share));
    }
    let ignoring = scene.ignoring_pairs();
    let mut near = Vec::new();
    for (first, second) in meeting_outlines(&boxes) {
        let [(first, outline), (second, other)] = [parts[first], parts[second]];
        let parts = [first, second];
        if !may_move(scene, parts) || touching.binary_search(&parts).is_ok() {
            continue;
        }
        if ignore_each_other(&ignoring, parts) {
            continue;
        }
        let distance_squared = gap_squared([outline, other]);
        if let Some(gap_squared) = small_gap(distance_squared, scene, parts) {
            near.push(NearPair {
                parts,
                gap_squared,
                touches: false,
            });
        }
    }
    near
}

/// The outline of a part, or the bounding box of a rounded one.
pub(crate) fn box_of<'a>(scene: &Scene, id: PartId, outline: &'a Outline) -> Cow<'a, Outline> {
    let part = &scene.bodies[id.body].parts[id.part];
    match part.is_rounded() {
        true => Cow::Owned(outline.box_widened(&to_solver(part.radius()))),
        false => Cow::Borrowed(outline),
    }
}

/// The square of the gap of parts whose cores have a distance with this square, if the gap is
/// positive and small.
fn small_gap(distance_squared: Rational, scene: &Scene, parts: [PartId; 2]) -> Option<Rational> {
    let polygons = parts.map(|id| &scene.bodies[id.body].parts[id.part]);
    let reach = polygons[0].radius() + polygons[1].radius();
    let reach_squared = &reach * &reach;
    if distance_squared <= reach_squared {
        return None;
    }
    if reach.is_zero() {
        let is_small = is_small(&distance_squared, scene, parts);
        return is_small.then_some(distance_squared);
    }
    // D - R < s means D² + R² - s² < 2 R D.
    let share = Rational::new(1.into(), SMALL.into());
    let most = polygons.map(size_squared).into_iter().min()? * &share * &share;
    let excess = &distance_squared + &reach_squared - most;
    let product = &reach_squared * &distance_squared * Rational::from_integer(4.into());
    if excess.is_positive() && &excess * &excess >= product {
        return None;
    }
    let distance = root(&distance_squared);
    let gap = (&distance_squared - reach_squared) / (distance + reach);
    Some(&gap * &gap)
}

/// The square root of a positive number, exact if it is rational, and otherwise rounded down by
/// less than 2^-64 over its denominator.
pub(crate) fn root(square: &Rational) -> Rational {
    let product = square.numer() * square.denom();
    let whole = product.sqrt();
    if &whole * &whole == product {
        return Rational::new(whole, square.denom().clone());
    }
    Rational::new((product << 128u32).sqrt(), square.denom() << 64u32)
}

/// The pairs that touch at one vertex and are almost flush.
fn almost_flush(scene: &Scene, lattice: &Lattice, contacts: &[Contact]) -> Vec<NearPair> {
    let mut near = Vec::new();
    for contacts in contacts.chunk_by(|one, other| pair_of(one) == pair_of(other)) {
        let parts = pair_of(&contacts[0]);
        let mut smallest: Option<Rational> = None;
        let mut is_flush = false;
        for contact in contacts {
            if !is_across_edge(scene, contact) {
                continue;
            }
            for opening in openings(lattice, contact) {
                match opening {
                    Opening::Parallel => is_flush = true,
                    Opening::Wide => {}
                    Opening::Narrow(gap_squared) => {
                        let least = smallest.get_or_insert_with(|| gap_squared.clone());
                        if gap_squared < *least {
                            *least = gap_squared;
                        }
                    }
                }
            }
        }
        if let Some(gap_squared) = smallest
            && !is_flush
            && is_small(&gap_squared, scene, parts)
        {
            near.push(NearPair {
                parts,
                gap_squared,
                touches: true,
            });
        }
    }
    near
}

/// Whether the parts touch across the edge of a contact. An end of the edge may be nearest if one
/// is rounded.
fn is_across_edge(scene: &Scene, contact: &Contact) -> bool {
    if !is_rounded(scene, contact) {
        return true;
    }
    let Contact { vertex, edge } = contact;
    let [own, other] =
        [vertex, edge].map(|side| &scene.bodies[side.part.body].parts[side.part.part]);
    let Some((start, end)) = other.edges().nth(edge.index) else {
        return false;
    };
    let reach = own.radius() + other.radius();
    let along = end - start;
    let cross = along.cross(&(&own.vertices()[vertex.index] - start));
    let length_squared = along.dot(&along);
    !length_squared.is_zero() && &cross * &cross == &reach * &reach * length_squared
}

/// The angle of two edges at a vertex of one of them.
enum Opening {
    Parallel,
    Wide,
    /// Nearly parallel: the square of the gap at the end of the shorter one, m².
    Narrow(Rational),
}

/// How the two edges at the vertex of a contact open against its edge.
fn openings(lattice: &Lattice, contact: &Contact) -> [Opening; 2] {
    let outlines = [contact.vertex.part, contact.edge.part].map(|part| lattice.part(part));
    let unit = Integer::from(Outline::common_denominator(outlines));
    let [own, other] = &Outline::together(outlines);
    let count = own.len();
    let index = contact.vertex.index;
    let vertex = &own[index];
    let base = &other[contact.edge.index];
    let along = other[(contact.edge.index + 1) % other.len()].from(base);
    let neighbours = [(index + 1) % count, (index + count - 1) % count].map(|index| &own[index]);
    let edges = [neighbours[0].from(vertex), vertex.from(neighbours[1])];
    [0, 1].map(|side| {
        let ends = [vertex, neighbours[side]].map(|point| along.dot(&point.from(base)));
        opening(&edges[side], &along, ends, &unit)
    })
}

/// How an edge opens against another one, along which its ends are at these products.
fn opening(edge: &Point, along: &Point, ends: [Integer; 2], unit: &Integer) -> Opening {
    let dot = edge.dot(along);
    let cross = edge.cross(along);
    if dot >= 0 {
        return Opening::Wide;
    }
    if cross == 0 {
        return Opening::Parallel;
    }
    if (&cross).abs() * Integer::from(STEEPEST) > -dot {
        return Opening::Wide;
    }
    let length_squared = along.dot(along);
    let [one, other] = &ends;
    let begins = one.min(other);
    let ends = one.max(other);
    if *ends <= 0 || *begins >= length_squared {
        return Opening::Wide;
    }
    let longer = edge.dot(edge).max(length_squared);
    let gap_squared = LongRational::from_integers(&cross * &cross, longer * unit * unit);
    Opening::Narrow(from_solver(&gap_squared))
}

/// The parts of a contact, the smaller id first.
fn pair_of(contact: &Contact) -> [PartId; 2] {
    let Contact { vertex, edge } = contact;
    [vertex.part.min(edge.part), vertex.part.max(edge.part)]
}

/// The pairs of parts that touch, the smaller id first, ascending.
fn touching(contacts: &[Contact]) -> Vec<[PartId; 2]> {
    let mut pairs: Vec<[PartId; 2]> = Vec::with_capacity(contacts.len());
    for contact in contacts {
        let parts = pair_of(contact);
        // Contacts of two parts follow each other.
        if pairs.last() != Some(&parts) {
            pairs.push(parts);
        }
    }
    // Mostly they are in order.
    pairs.sort_unstable();
    pairs
}

/// The square of the diagonal of the bounding box.
fn size_squared(polygon: &Polygon) -> Rational {
    let diagonal = diagonal(polygon);
    diagonal.dot(&diagonal)
}

/// From the lower left to the upper right corner of the bounding box.
fn diagonal(polygon: &Polygon) -> Vector {
    let (low, high) = polygon.bounding_box();
    &high - &low
}

/// The square of a distance: an integer over the square of a positive one.
struct Distance {
    squared: Integer,
    denominator: Integer,
}

impl Distance {
    fn compare(&self, other: &Self) -> Ordering {
        let own = &self.squared * &other.denominator * &other.denominator;
        let others = &other.squared * &self.denominator * &self.denominator;
        own.cmp(&others)
    }
}

/// The square of the least distance of two polygons, if they are disjoint, m².
fn gap_squared(outlines: [&Outline; 2]) -> Rational {
    let unit = Outline::common_denominator(outlines);
    let [first, second] = &Outline::together(outlines);
    let mut nearest: Option<Distance> = None;
    for (points, edges) in [(second, first), (first, second)] {
        for point in points.iter() {
            for (index, start) in edges.iter().enumerate() {
                let end = &edges[(index + 1) % edges.len()];
                let distance = to_segment(point, [start, end]);
                if nearest
                    .as_ref()
                    .is_none_or(|least| distance.compare(least).is_lt())
                {
                    nearest = Some(distance);
                }
            }
        }
    }
    let Some(Distance {
        squared,
        denominator,
    }) = nearest
    else {
        return Rational::default();
    };
    let unit = Integer::from(unit) * denominator;
    from_solver(&LongRational::from_integers(squared, &unit * &unit))
}

/// From a point to the nearest point of a segment.
fn to_segment(point: &Point, [start, end]: [&Point; 2]) -> Distance {
    let along = end.from(start);
    let offset = point.from(start);
    let mut denominator = along.dot(&along);
    let mut share = offset.dot(&along);
    if share <= 0 || share >= denominator {
        // One of the ends is nearest.
        share = Integer::from(share > 0);
        denominator = Integer::ONE;
    }
    let nearest = along.scaled(&share);
    let way = nearest.from(&offset.scaled(&denominator));
    Distance {
        squared: way.dot(&way),
        denominator,
    }
}
