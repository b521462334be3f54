//! Which bodies are solved together, and which edges may keep two parts apart (`proofs/RUN.md`,
//! sections 4 and 5).

use crate::number::LONG;
use crate::outline::Outline;
use crate::rooms;
use crate::round;
use crate::state::Placed;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_scene::BodyId;

/// Two parts that may meet, with the edges that may keep them apart.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// P, with the smaller (body, part), and Q.
    pub(crate) parts: [PartId; 2],
    /// Candidates of P and of Q.
    pub(crate) candidates: [Vec<Feature>; 2],
}

/// Free bodies that pairs and pins join.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Ascending.
    pub(crate) bodies: Vec<BodyId>,
    /// Ascending.
    pub(crate) pairs: Vec<Pair>,
    /// Ascending.
    pub(crate) pins: Vec<usize>,
}

/// The groups of a step, ascending by their first body, given all pairs, ascending.
pub(crate) fn groups(outline: &Outline, placed: &Placed, pairs: &[[PartId; 2]]) -> Vec<Group> {
    let mut roots: BTreeMap<usize, usize> = BTreeMap::new();
    for [first, second] in pairs {
        for body in [first.body, second.body] {
            if outline.is_free(body) {
                roots.entry(body).or_insert(body);
            }
        }
        if outline.is_free(first.body) && outline.is_free(second.body) {
            join(&mut roots, first.body, second.body);
        }
    }
    for pin in 0..outline.pins.list.len() {
        let bodies: Vec<BodyId> = outline.pins.free(outline, pin).collect();
        for body in &bodies {
            roots.entry(body.0).or_insert(body.0);
        }
        if let [first, second] = bodies.as_slice() {
            join(&mut roots, first.0, second.0);
        }
    }
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for &body in &outline.free {
        if roots.contains_key(&body.0) {
            let group = groups.entry(root(&roots, body.0)).or_insert_with(|| Group {
                bodies: Vec::new(),
                pairs: Vec::new(),
                pins: Vec::new(),
            });
            group.bodies.push(body);
        }
    }
    for &parts in pairs {
        let bodies = parts.map(|part| part.body);
        let free = bodies.into_iter().find(|&body| outline.is_free(body));
        let group = free.and_then(|body| groups.get_mut(&root(&roots, body)));
        if let Some(group) = group {
            let candidates = candidates(outline, placed, parts);
            group.pairs.push(Pair { parts, candidates });
        }
    }
    for pin in 0..outline.pins.list.len() {
        let free = outline.pins.free(outline, pin).next();
        let group = free.and_then(|body| groups.get_mut(&root(&roots, body.0)));
        if let Some(group) = group {
            group.pins.push(pin);
        }
    }
    groups.into_values().collect()
}

/// The smallest body that this one is joined with.
pub(crate) fn root(roots: &BTreeMap<usize, usize>, body: usize) -> usize {
    let mut body = body;
    while let Some(&next) = roots.get(&body)
        && next != body
    {
        body = next;
    }
    body
}

/// Joins two bodies; the smaller root stays.
pub(crate) fn join(roots: &mut BTreeMap<usize, usize>, first: usize, second: usize) {
    let [first, second] = [root(roots, first), root(roots, second)];
    roots.insert(first.max(second), first.min(second));
}

/// The edges of both parts that keep them apart now, but for the tolerance, hidden ones only if no
/// other one of their part does; if there are none, those that come nearest to it. Rounded parts
/// have none.
pub(crate) fn candidates(
    outline: &Outline,
    placed: &Placed,
    parts: [PartId; 2],
) -> [Vec<Feature>; 2] {
    if outline.is_round(parts) {
        return [Vec::new(), Vec::new()];
    }
    let tolerance = outline.tolerance_squared(parts[0], parts[1]);
    let mut candidates = [Vec::new(), Vec::new()];
    let mut others = Vec::new();
    for (side, [own, other]) in [parts, [parts[1], parts[0]]].into_iter().enumerate() {
        let mut separating = Vec::new();
        for index in 0..placed.part(own).len() {
            let edge = Feature { part: own, index };
            let gap = separation(placed, edge, other);
            match gap >= 0 || is_within(outline, edge, &gap, &tolerance) {
                true => separating.push(edge),
                false => others.push((side, edge, gap)),
            }
        }
        candidates[side] = outline.eligible(&[], separating, other.body);
    }
    if candidates.iter().any(|edges| !edges.is_empty()) {
        return candidates;
    }
    others.retain(|(side, edge, _)| !outline.is_hidden(*edge, parts[1 - side].body));
    for (side, edge, gap) in &others {
        let is_largest = others.iter().all(|(_, other, other_gap)| {
            // All are negative: -σ²/|e|² is the larger, the smaller σ² |e'|² is.
            gap.square() * outline.edge_squared(*other)
                <= other_gap.square() * outline.edge_squared(*edge)
        });
        if is_largest {
            candidates[*side].push(*edge);
        }
    }
    candidates
}

/// The least gap of the vertices of a part and an edge, times |e|, over U² 2^4g.
pub(crate) fn separation(placed: &Placed, edge: Feature, part: PartId) -> Integer {
    let start = placed.vertex(edge);
    let along = placed.edge(edge);
    let vertices = placed.part(part).iter();
    let gaps = vertices.map(|vertex| (vertex - start).cross(&along));
    gaps.min().unwrap_or_default()
}

/// Whether (G/|e|)² is at most a number, for a gap over U² 2^4g.
pub(crate) fn is_within(
    outline: &Outline,
    edge: Feature,
    gap: &Integer,
    square: &Rational,
) -> bool {
    let unit = Integer::ONE << (2 * LONG);
    is_within_over(outline, outline.edge_squared(edge), [gap, &unit], square)
}

/// The same for the gap of a row.
pub(crate) fn row_is_within(
    outline: &Outline,
    contact: &Contact,
    gap: &Integer,
    square: &Rational,
) -> bool {
    let unit = Integer::ONE << (2 * LONG);
    is_within_over(
        outline,
        &outline.scale_squared(contact),
        [gap, &unit],
        square,
    )
}

/// The same for a gap over U² times some other number, given U² |e|².
pub(crate) fn is_within_over(
    outline: &Outline,
    length: &Integer,
    [gap, unit]: [&Integer; 2],
    square: &Rational,
) -> bool {
    // |e|² is over U².
    let own = gap.square() * Integer::from(square.denominator_ref());
    let length = length * (&outline.unit * unit).square();
    own <= length * Integer::from(square.numerator_ref())
}

/// The square of how deep parts that may touch overlap at most.
pub(crate) fn penetration_squared(outline: &Outline, placed: &Placed) -> Rational {
    let mut deepest = Rational::default();
    for parts in rooms::overlapping(outline, placed) {
        deepest = deepest.max(depth_squared(outline, placed, parts));
    }
    deepest
}

/// The square of how deep two parts overlap.
fn depth_squared(outline: &Outline, placed: &Placed, parts: [PartId; 2]) -> Rational {
    if outline.is_round(parts) {
        return round::depth_squared(outline, placed, parts);
    }
    let mut least: Option<Rational> = None;
    for [own, other] in [parts, [parts[1], parts[0]]] {
        for index in 0..placed.part(own).len() {
            let edge = Feature { part: own, index };
            let gap = separation(placed, edge, other);
            if gap >= 0 {
                return Rational::default();
            }
            let unit = (&outline.unit << (2 * LONG)).square() * outline.edge_squared(edge);
            let depth = Rational::from_integers(gap.square(), unit);
            least = Some(match least {
                Some(least) => least.min(depth),
                None => depth,
            });
        }
    }
    least.unwrap_or_default()
}

/// Whether two parts overlap after a step by more than a sixteenth of the smaller width, and more
/// than before.
pub(crate) fn sinks(outline: &Outline, before: &Placed, after: &Placed, pairs: &[Pair]) -> bool {
    pairs.iter().any(|pair| {
        let depth = depth_squared(outline, after, pair.parts);
        let most = outline.depth_squared_of(pair.parts);
        depth > most && depth > depth_squared(outline, before, pair.parts)
    })
}
