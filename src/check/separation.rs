//! C1: bodies do not overlap.
//!
//! Of every two parts whose closed bounding boxes meet, one has an edge whose line has the other
//! part on its outer side. The pairs are found by a sweep along the axis that has fewer overlaps;
//! coordinates are replaced by their ranks first, so that the sweep compares machine integers.

use crate::figure::{self, Figure, Part};
use crate::rejection::Condition::{C1, Form};
use crate::{Rejection, names};
use std::collections::BTreeSet;
use zwang_certificate::{Feature, PartId, Separation};
use zwang_exact::{Fraction, FractionVector};
use zwang_scene::Scene;

/// A separation that holds, and the vertices that it leaves on its line.
pub(crate) struct SeparatingLine<'a> {
    /// The smaller of the two parts.
    pub first: PartId,
    /// The larger of the two parts.
    pub second: PartId,
    /// The edge on the line.
    pub edge: Feature,
    /// Its ends (p, q).
    pub ends: (&'a FractionVector, &'a FractionVector),
    /// The vertices of the other part on the line.
    pub vertices: Vec<(Feature, &'a FractionVector)>,
}

/// C1. Returns the separating lines in the order of the separations.
pub(crate) fn bodies_do_not_overlap<'a>(
    figure: &'a Figure,
    separations: &[Separation],
) -> Result<Vec<SeparatingLine<'a>>, Rejection> {
    let mut pairs = BTreeSet::new();
    let mut lines = Vec::with_capacity(separations.len());
    for (index, separation) in separations.iter().enumerate() {
        let within = |rejection: Rejection| rejection.within(format!("separation {index}"));
        if separation.first >= separation.second
            || !pairs.insert((separation.first, separation.second))
        {
            let found = if separation.first < separation.second {
                "a repetition"
            } else {
                "not the smaller part first"
            };
            return Err(within(Rejection::new(
                Form,
                pair(figure.scene, separation.first, separation.second),
                found,
                "each pair once, the smaller part first",
            )));
        }
        lines.push(separate(figure, separation).map_err(within)?);
    }
    match Sweep::new(figure).find_pair(|first, second| !pairs.contains(&(first, second))) {
        Some((first, second)) => Err(Rejection::new(
            C1,
            pair(figure.scene, first, second),
            "no separation",
            "one, because their bounding boxes meet",
        )),
        None => Ok(lines),
    }
}

/// Two parts by name.
pub(crate) fn pair(scene: &Scene, first: PartId, second: PartId) -> String {
    format!(
        "{} and {}",
        names::part(scene, first),
        names::part(scene, second)
    )
}

/// n·(w - p) ≥ 0 for all vertices w of the other part.
fn separate<'a>(
    figure: &'a Figure,
    separation: &Separation,
) -> Result<SeparatingLine<'a>, Rejection> {
    let (scene, Separation { first, second, .. }) = (figure.scene, *separation);
    let (owner, other) = match separation.owner {
        0 => (first, second),
        1 => (second, first),
        owner => {
            return Err(Rejection::new(
                Form,
                pair(scene, first, second),
                format!("owner {owner}"),
                "owner 0 or 1",
            ));
        }
    };
    let edge = Feature {
        part: owner,
        index: separation.edge,
    };
    let (p, q) = figure.edge(edge)?;
    let normal = figure::outward_normal(p, q);
    let mut vertices = Vec::new();
    for (index, vertex) in figure.part(other)?.iter().enumerate() {
        let gap = normal.dot(&(vertex - p));
        let feature = Feature { part: other, index };
        if gap.is_negative() {
            let place = format!(
                "{} before {}",
                names::vertex(scene, feature),
                names::edge(scene, edge)
            );
            return Err(Rejection::new(
                C1,
                place,
                format!("gap {}", names::number(&gap)),
                "at least 0",
            ));
        }
        if gap.is_zero() {
            vertices.push((feature, vertex));
        }
    }
    Ok(SeparatingLine {
        first,
        second,
        edge,
        ends: (p, q),
        vertices,
    })
}

/// The bounding box of a part, as ranks of coordinates along the sweep and across it.
struct Span {
    part: PartId,
    along: Range,
    across: Range,
}

/// Smallest and largest rank of a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Range {
    low: usize,
    high: usize,
}

/// The spans of all parts, ascending along the sweep.
pub(crate) struct Sweep(Vec<Span>);

impl Sweep {
    pub(crate) fn new(figure: &Figure) -> Self {
        let parts: Vec<PartId> = figure.parts().map(|(part, _)| part).collect();
        let (horizontal, vertical) = (
            ranges(figure, FractionVector::x),
            ranges(figure, FractionVector::y),
        );
        let sorted = |along: &[Range], across: &[Range]| {
            let spans = parts.iter().zip(along.iter().zip(across));
            let mut spans: Vec<Span> = spans
                .map(|(&part, (&along, &across))| Span {
                    part,
                    along,
                    across,
                })
                .collect();
            spans.sort_by_key(|span| (span.along, span.part));
            Self(spans)
        };
        let (rightwards, upwards) = (
            sorted(&horizontal, &vertical),
            sorted(&vertical, &horizontal),
        );
        if rightwards.work() <= upwards.work() {
            rightwards
        } else {
            upwards
        }
    }

    /// The number of pairs that overlap along the sweep, up to a constant.
    fn work(&self) -> usize {
        let reached = |span: &Span| {
            self.0
                .partition_point(|other| other.along.low <= span.along.high)
        };
        self.0.iter().map(reached).fold(0, usize::saturating_add)
    }

    /// The first pair of parts, smaller id first, whose boxes meet and that is `wanted`.
    pub(crate) fn find_pair(
        &self,
        wanted: impl Fn(PartId, PartId) -> bool,
    ) -> Option<(PartId, PartId)> {
        for (index, span) in self.0.iter().enumerate() {
            let later = self.0.iter().skip(index.saturating_add(1));
            for other in later.take_while(|other| other.along.low <= span.along.high) {
                let meet =
                    other.across.low <= span.across.high && span.across.low <= other.across.high;
                let (first, second) = (span.part.min(other.part), span.part.max(other.part));
                if meet && wanted(first, second) {
                    return Some((first, second));
                }
            }
        }
        None
    }
}

/// The range of a coordinate on each part, as ranks: for each number the count of different smaller
/// ones.
fn ranges(figure: &Figure, coordinate: fn(&FractionVector) -> Fraction) -> Vec<Range> {
    let ends = |(_, part): (PartId, &Part)| {
        let coordinates = part.iter().map(coordinate);
        [coordinates.clone().min(), coordinates.max()]
    };
    let ends: Vec<[Option<Fraction>; 2]> = figure.parts().map(ends).collect();
    let mut sorted: Vec<&Option<Fraction>> = ends.iter().flatten().collect();
    sorted.sort();
    sorted.dedup();
    let rank = |number: &Option<Fraction>| sorted.partition_point(|other| *other < number);
    ends.iter()
        .map(|[low, high]| Range {
            low: rank(low),
            high: rank(high),
        })
        .collect()
}
