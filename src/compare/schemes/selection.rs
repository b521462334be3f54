//! Between which edges and vertices a step has rows.

use super::framework::Framework;
use super::number::ratio;
use super::separation::{Places, Separating, signed_square};
use super::sidedness::{Triple, doubled_area, weight};
use super::state::State;
use zwang_exact::{Rational, Vector};

/// A rule that selects triples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The hypothesis of (S1), literally: the vertex is on the edge, ends included. If two
    /// corners meet this has a row for each of the edges, so it forbids motions that nature allows.
    Touching,
    /// The hypothesis of (S2+), literally: as above, and the gap does not change to first order.
    Resting,
    /// (S2+) where corners meet and places are rounded: rows of [`Self::NearestEdge`] between what
    /// touches, up to `reach`, and does not part by more than that in a step, to first order. If
    /// vertices meet and several directions are free, none of which is in all motions that nature
    /// allows, there is no row.
    Contact {
        /// The largest distance that counts as contact, m.
        reach: Rational,
    },
    /// The edge is, of its outline, the one with the largest signed distance to the vertex, the
    /// vertex projects into it, and is at most `reach` outside. For equally distant edges, those
    /// that separate the two outlines best count.
    NearestEdge {
        /// The largest distance, m.
        reach: Rational,
    },
    /// §8.5: one critical edge for each pair, with all vertices of the other.
    CriticalEdge {
        /// Which of the two best edges.
        choice: CriticalChoice,
        /// The choice among edges that separate equally well.
        ties: Ties,
        /// The largest distance of bounding boxes, m; all pairs if there is none.
        reach: Option<Rational>,
    },
}

/// Which edge is critical, of the two that separate best among those of one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CriticalChoice {
    /// The one that separates more.
    MostSatisfied,
    /// The one that separates less, as printed.
    LeastSatisfied,
}

/// Which of several edges that separate equally well are critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order of bodies and edges.
    First,
    /// The last.
    Last,
    /// All.
    All,
}

impl Selection {
    /// The triples for a state, in the order of edges and vertices within pairs of outlines.
    #[must_use]
    pub fn triples(&self, framework: &Framework, state: &State) -> Vec<Triple> {
        let places = Places::new(framework, &state.current);
        let motions = Places::of_motions(framework, &state.displacements());
        let nothing = ratio(0, 1);
        let reach = match self {
            Self::Touching | Self::Resting => Some(&nothing),
            Self::Contact { reach } | Self::NearestEdge { reach } => Some(reach),
            Self::CriticalEdge { reach, .. } => reach.as_ref(),
        };
        let mut triples = Vec::new();
        for pair in places.pairs(framework, reach) {
            match self {
                Self::Touching => triples.extend(touching(&places, pair)),
                Self::Resting => {
                    let mut found = touching(&places, pair);
                    found.retain(|triple| growth(&places, &motions, *triple) == nothing);
                    triples.extend(found);
                }
                Self::Contact { reach } => {
                    triples.extend(in_contact(&places, &motions, reach, pair));
                }
                Self::NearestEdge { reach } => nearest(&places, reach, pair, &mut triples),
                Self::CriticalEdge { choice, ties, .. } => {
                    critical(&places, *choice, *ties, pair, &mut triples)
                }
            }
        }
        triples
    }
}

/// All edges and vertices of two outlines.
fn candidates(places: &Places, [first, second]: [usize; 2]) -> impl Iterator<Item = Triple> {
    let mut triples = Vec::new();
    for (edges, vertices) in [(first, second), (second, first)] {
        for edge in 0..places.of(edges).len() {
            for vertex in 0..places.of(vertices).len() {
                triples.push(Triple {
                    edge: (edges, edge),
                    vertex: (vertices, vertex),
                });
            }
        }
    }
    triples.into_iter()
}

/// p_i, p_j, p_k.
fn corners(places: &Places, triple: Triple) -> [&Vector; 3] {
    let [start, end] = places.edge(triple.edge.0, triple.edge.1);
    [start, end, &places.of(triple.vertex.0)[triple.vertex.1]]
}

/// Whether the point projects into the segment.
fn is_beside([start, end, point]: [&Vector; 3]) -> bool {
    let weight = weight(start, end, point);
    weight >= ratio(0, 1) && weight <= ratio(1, 1)
}

/// Vertices on edges, ends included.
fn touching(places: &Places, pair: [usize; 2]) -> Vec<Triple> {
    let mut found = Vec::new();
    for triple in candidates(places, pair) {
        let [start, end, point] = corners(places, triple);
        let is_on_line = doubled_area(start, end, point) == ratio(0, 1);
        if is_on_line && is_beside([start, end, point]) {
            found.push(triple);
        }
    }
    found
}

/// By how much the doubled area p_i p_j p_k grows with these motions, to first order (4.3).
fn growth(places: &Places, motions: &Places, triple: Triple) -> Rational {
    let [start, end, point] = corners(places, triple);
    let [of_start, of_end, of_point] = corners(motions, triple);
    let share = &(of_end - of_start).scaled(&weight(start, end, point)) + of_start;
    (end - start).cross(&(of_point - &share))
}

fn in_contact(
    places: &Places,
    motions: &Places,
    reach: &Rational,
    pair: [usize; 2],
) -> Vec<Triple> {
    let mut found = Vec::new();
    nearest(places, reach, pair, &mut found);
    let mut kept = Vec::new();
    for &triple in &found {
        if !parts(places, motions, reach, triple) && !is_at_corner(places, triple, &found) {
            kept.push(triple);
        }
    }
    kept
}

/// Whether a gap grows by more than the reach in a step, to first order.
fn parts(places: &Places, motions: &Places, reach: &Rational, triple: Triple) -> bool {
    let [start, end, _] = corners(places, triple);
    let along = end - start;
    let growth = growth(places, motions, triple);
    growth > ratio(0, 1) && &growth * &growth > reach * reach * along.dot(&along)
}

/// Whether a row is where two vertices meet, and there is a row of another direction there.
fn is_at_corner(places: &Places, triple: Triple, found: &[Triple]) -> bool {
    let [start, end, point] = corners(places, triple);
    if point != start && point != end {
        return false;
    }
    found.iter().any(|other| {
        let [from, to, place] = corners(places, *other);
        place == point && (end - start).cross(&(to - from)) != ratio(0, 1)
    })
}

fn nearest(
    places: &Places,
    reach: &Rational,
    [first, second]: [usize; 2],
    triples: &mut Vec<Triple>,
) {
    let square = reach * reach;
    for (edges, vertices) in [(first, second), (second, first)] {
        let mut separations: Vec<Option<Rational>> = vec![None; places.of(edges).len()];
        for (vertex, point) in places.of(vertices).iter().enumerate() {
            let mut distances: Vec<Rational> = Vec::new();
            for edge in 0..separations.len() {
                distances.push(signed_square(places.edge(edges, edge), point));
            }
            let Some(largest) = distances.iter().max().filter(|largest| **largest <= square) else {
                continue;
            };
            let mut nearest: Vec<usize> = (0..distances.len())
                .filter(|&edge| distances[edge] == *largest)
                .collect();
            if nearest.len() > 1 {
                for &edge in &nearest {
                    separations[edge].get_or_insert_with(|| places.least(edges, edge, vertices));
                }
                let best = nearest
                    .iter()
                    .map(|&edge| separations[edge].clone())
                    .max()
                    .flatten();
                nearest.retain(|&edge| separations[edge] == best);
            }
            for edge in nearest {
                let triple = Triple {
                    edge: (edges, edge),
                    vertex: (vertices, vertex),
                };
                if is_beside(corners(places, triple)) {
                    triples.push(triple);
                }
            }
        }
    }
}

fn critical(
    places: &Places,
    choice: CriticalChoice,
    ties: Ties,
    pair: [usize; 2],
    triples: &mut Vec<Triple>,
) {
    let best = [
        places.best_of(pair[0], pair[1]),
        places.best_of(pair[1], pair[0]),
    ];
    let prefers_second = match choice {
        CriticalChoice::MostSatisfied => best[1].signed_square > best[0].signed_square,
        CriticalChoice::LeastSatisfied => best[1].signed_square < best[0].signed_square,
    };
    let is_tie = best[0].signed_square == best[1].signed_square;
    let [of_first, of_second] = best.map(|Separating { edges, .. }| edges);
    let mut edges = match (is_tie, prefers_second) {
        (true, _) => [of_first, of_second].concat(),
        (false, true) => of_second,
        (false, false) => of_first,
    };
    match ties {
        Ties::First => edges.truncate(1),
        Ties::Last => edges = edges.split_off(edges.len() - 1),
        Ties::All => {}
    }
    for edge in edges {
        let other = if edge.0 == pair[0] { pair[1] } else { pair[0] };
        triples.extend((0..places.of(other).len()).map(|vertex| Triple {
            edge,
            vertex: (other, vertex),
        }));
    }
}
