//! When lively pairs of a group meet first (`proofs/RUN.md`, section 12).
//!
//! Bodies are looked at as they move freely, those that touch something or have a pin at their
//! velocity alone.
//! Times are in steps, from the beginning of the part; paths are those of two steps.

use crate::candidates::{Group, Pair, is_within, row_is_within, separation};
use crate::meet::nearest_rows;
use crate::meeting::{Between, Motion, Polynomial, first_meeting, gap, less_margin, looked_at};
use crate::number::{GRID, LONG, SHORT, TIME, over, root_above};
use crate::outline::{Outline, Shape};
use crate::plane::Plane;
use crate::round::Shortest;
use crate::state::{BodyState, Placed};
use crate::target::Target;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature, PartId};
use zwang_scene::BodyId;

/// The result of looking.
pub(crate) struct Look {
    /// The time at which the part ends before the step does, in steps from the beginning of the
    /// part.
    pub(crate) cut: Option<Rational>,
    /// Pairs that meet, in this step or soon after: they are not to be kept apart by the part.
    pub(crate) pairs: BTreeSet<[PartId; 2]>,
    /// How many gaps were looked at.
    pub(crate) gaps: usize,
}

/// The pairs and paths that are looked at.
pub(crate) struct Lookout<'a> {
    pub(crate) outline: &'a Outline,
    pub(crate) placed: &'a Placed,
    pub(crate) group: &'a Group,
    pub(crate) courses: &'a BTreeMap<BodyId, Course>,
    /// Pairs with ε > 0, or fast ones.
    pub(crate) lively: &'a BTreeSet<[PartId; 2]>,
    /// The fast ones.
    pub(crate) fast: &'a BTreeSet<[PartId; 2]>,
    /// The rest of the step.
    pub(crate) rest: Rational,
}

/// How a free body moves in a step if nothing holds it.
pub(crate) struct Course {
    /// h v and h ω.
    steady: ([Rational; 2], Rational),
    /// ½ h² a and ½ h² α.
    bent: ([Rational; 2], Rational),
}

impl Course {
    /// That of a target of the whole step.
    pub(crate) fn new(outline: &Outline, state: &BodyState, target: &Target) -> Self {
        let step = &outline.step;
        let velocity = state.velocity(outline).map(|part| part * step);
        let spin = state.spin() * step;
        let [x, y] = &target.displacement;
        let bent = [x - &velocity[0], y - &velocity[1]];
        Self {
            bent: (bent, &target.turn - &spin),
            steady: (velocity, spin),
        }
    }

    /// |h ω| + |½ h² α|.
    pub(crate) fn turning(&self) -> Rational {
        (&self.steady.1).abs() + (&self.bent.1).abs()
    }

    /// No point of the body moves further in a step, m.
    pub(crate) fn reach(&self, shape: &Shape) -> Rational {
        let mut sum = self.turning() * &shape.radius;
        for part in self.steady.0.iter().chain(&self.bent.0) {
            sum += part.abs();
        }
        sum
    }
}

/// The pairs whose bodies move further in a step than the smaller free width of the parts.
pub(crate) fn fast_pairs(
    outline: &Outline,
    group: &Group,
    courses: &BTreeMap<BodyId, Course>,
) -> BTreeSet<[PartId; 2]> {
    let reaches = reaches(outline, courses);
    let mut fast = BTreeSet::new();
    for pair in &group.pairs {
        let moved = moved_together(&reaches, pair.parts).square();
        if moved <= *outline.width_squared_of(pair.parts) {
            continue;
        }
        let [first, second] = pair.parts;
        let first_width = outline.free_width_squared(first, second.body);
        let second_width = outline.free_width_squared(second, first.body);
        if moved > first_width.min(second_width) {
            fast.insert(pair.parts);
        }
    }
    fast
}

fn reaches(outline: &Outline, courses: &BTreeMap<BodyId, Course>) -> BTreeMap<usize, Rational> {
    let mut reaches = BTreeMap::new();
    for (body, course) in courses {
        reaches.insert(body.0, course.reach(&outline.bodies[*body]));
    }
    reaches
}

fn moved_together(reaches: &BTreeMap<usize, Rational>, parts: [PartId; 2]) -> Rational {
    let moved = parts.iter().filter_map(|part| reaches.get(&part.body));
    moved.fold(Rational::ZERO, |sum, own| sum + own)
}

/// A gap, or a list of those of all edges of a pair, as it changes.
struct Watched {
    parts: [PartId; 2],
    /// For each edge that may separate the parts, the gaps of all vertices less a margin.
    edges: Vec<Vec<Polynomial>>,
    /// The gaps at the beginning, one for each edge, with U² |e|².
    gaps: Vec<(Integer, Integer)>,
    /// The shortest vector of a rounded pair that does not touch.
    apart: Option<Shortest>,
    /// About so far does a step take what is held from its path, m.
    bend: Rational,
    is_fast: bool,
}

impl Lookout<'_> {
    /// How many gaps the candidates of lively pairs and the vertices of the other part have.
    pub(crate) fn count(&self) -> usize {
        let mut count: usize = 0;
        for pair in &self.group.pairs {
            if !self.lively.contains(&pair.parts) {
                continue;
            }
            if self.outline.is_round(pair.parts) {
                count = count.saturating_add(self.count_of_round(pair.parts));
            }
            for (side, candidates) in pair.candidates.iter().enumerate() {
                let vertices = self.outline.arms(pair.parts[1 - side]).len();
                count = count.saturating_add(candidates.len().saturating_mul(vertices));
            }
        }
        count
    }

    /// The gaps of a rounded pair.
    fn count_of_round(&self, parts: [PartId; 2]) -> usize {
        let [n, m] = parts.map(|part| self.outline.arms(part).len());
        let [edges, others] = parts.map(|part| self.outline.edges(part).count());
        edges * m + others * n + n * m * (n + m)
    }

    /// Which lively pairs meet within two steps, and when the first of them does in what is left of
    /// the step.
    pub(crate) fn look(&self) -> Look {
        let mut look = Look {
            cut: None,
            pairs: BTreeSet::new(),
            gaps: 0,
        };
        for watched in self.watched() {
            look.gaps += looked_at(&watched.edges);
            let Some(half) = first_meeting(&watched.edges, TIME) else {
                continue;
            };
            let time = half << 1u64;
            if time == 0 || !self.is_placed(&watched, &time) {
                continue;
            }
            look.pairs.insert(watched.parts);
            if time < self.rest {
                look.cut = Some(match look.cut {
                    Some(cut) => cut.min(time),
                    None => time,
                });
            }
        }
        look
    }

    /// Whether a meeting is not too slow.
    fn is_placed(&self, watched: &Watched, time: &Rational) -> bool {
        let twice = (&watched.bend * time) << 1u64;
        let square = (&twice).square();
        let is_slow = |(length, gap): &(Integer, Integer)| {
            *gap <= 0 || !is_at_least(self.outline, length, gap, &square)
        };
        let is_apart = watched.apart.as_ref().is_some_and(|shortest| {
            shortest.is_apart(self.outline, watched.parts, &Rational::ZERO)
                && !shortest.overlaps_within(self.outline, watched.parts, &twice)
        });
        watched.is_fast || is_apart || !watched.gaps.iter().all(is_slow)
    }

    /// The free bodies that have a pin.
    fn pinned(&self) -> BTreeSet<BodyId> {
        let pins = self.group.pins.iter();
        pins.flat_map(|pin| self.outline.pins.free(self.outline, *pin))
            .collect()
    }

    /// h² A of the group, and 2 r S² of all bodies with pins, and of those of a pair that are held:
    /// no point of what is held leaves its path by more in a step, but for what else turns it.
    fn bend(&self, pair: &Pair, held: &BTreeSet<usize>) -> Rational {
        let strongest = self.outline.strongest(&self.group.bodies);
        let mut bend = (&self.outline.step).square() * strongest;
        let mut turning = self.pinned();
        let own = pair.parts.into_iter().map(|part| BodyId(part.body));
        turning
            .extend(own.filter(|body| self.courses.contains_key(body) && held.contains(&body.0)));
        for body in turning {
            let turn = (&self.courses[&body].steady.1).square();
            bend += (turn * &self.outline.bodies[body].radius) << 1u64;
        }
        bend
    }

    fn watched(&self) -> Vec<Watched> {
        let touching = self.touching();
        let mut held = BTreeSet::new();
        for (parts, rows) in &touching {
            if !rows.is_empty() {
                held.extend(parts.map(|part| part.body));
            }
        }
        held.extend(self.pinned().into_iter().map(|body| body.0));
        let reaches = reaches(self.outline, self.courses);
        let mut watched = Vec::new();
        for pair in &self.group.pairs {
            if !self.lively.contains(&pair.parts) {
                continue;
            }
            let bodies = pair.parts.map(|part| part.body);
            let free = bodies
                .into_iter()
                .filter(|body| self.outline.is_free(*body));
            let is_held = free.into_iter().any(|body| held.contains(&body));
            let bend = self.bend(pair, &held);
            // In two steps all of it is four times as far at most.
            let drift = is_held.then(|| &bend << 2u64);
            let mut farthest = moved_together(&reaches, pair.parts) << 2u64;
            if let Some(drift) = &drift {
                farthest += drift;
            }
            let is_round = self.outline.is_round(pair.parts);
            let watch = Watch {
                lookout: self,
                pair,
                motions: pair.parts.map(|part| {
                    let motion = self.motion(part.body, &held);
                    let mut arms = self.outline.arms(part).iter();
                    match is_round && arms.all(|arm| *arm == Plane::ZERO) {
                        true => motion.unturned(),
                        false => motion,
                    }
                }),
                bend,
                drift,
                farthest_squared: (&farthest).square(),
                farthest,
                is_fast: self.fast.contains(&pair.parts),
            };
            if touching[&pair.parts].is_empty() {
                watched.extend(watch.pair());
                continue;
            }
            for row in nearest_rows(self.outline, self.placed, pair) {
                if !self.placed.touches(self.outline, &row) {
                    watched.extend(watch.row(row));
                }
            }
            if watch.is_fast {
                watched.extend(watch.pair_that_touches());
            }
        }
        watched
    }

    /// The rows of the nearest options of all pairs that touch.
    fn touching(&self) -> BTreeMap<[PartId; 2], Vec<Contact>> {
        let mut touching = BTreeMap::new();
        for pair in &self.group.pairs {
            let rows = nearest_rows(self.outline, self.placed, pair).into_iter();
            let rows = rows.filter(|row| self.placed.touches(self.outline, row));
            touching.insert(pair.parts, rows.collect());
        }
        touching
    }

    fn motion(&self, body: usize, held: &BTreeSet<usize>) -> Motion {
        let Some(course) = self.courses.get(&BodyId(body)) else {
            return Motion::fixed();
        };
        let pose = self.placed.pose(body);
        let unit = &self.outline.unit << GRID;
        let centroid = [&pose.centroid.re, &pose.centroid.im];
        let rotation = [&pose.rotation.re, &pose.rotation.im];
        let zero = || ([Rational::ZERO, Rational::ZERO], Rational::ZERO);
        let (first, first_turn) = course.steady.clone();
        let (second, second_turn) = match held.contains(&body) {
            true => zero(),
            false => course.bent.clone(),
        };
        Motion {
            centroid: centroid.map(|part| Rational::from_integers_ref(part, &unit)),
            rotation: rotation.map(|part| over(part, LONG)),
            displacement: [
                first.map(|part| part << 1u64),
                second.map(|part| part << 2u64),
            ],
            turn: [first_turn << 1u64, second_turn << 2u64],
        }
    }
}

/// The order of least gaps with |e|² by their distances, the largest one first.
fn farther((length, gap): &(Integer, Integer), (others, other): &(Integer, Integer)) -> Ordering {
    let signed_square = |gap: &Integer| gap * gap.abs();
    (signed_square(other) * length).cmp(&(signed_square(gap) * others))
}

/// Whether a gap over U² 2^4g is at least a distance, given its square.
fn is_at_least(outline: &Outline, length: &Integer, gap: &Integer, square: &Rational) -> bool {
    let length = length * (&outline.unit << (2 * LONG)).square();
    gap.square() >= Rational::from(length) * square
}

/// A pair that is looked at.
struct Watch<'a> {
    lookout: &'a Lookout<'a>,
    pair: &'a Pair,
    motions: [Motion; 2],
    bend: Rational,
    /// Four times the bend, if one of the bodies is held.
    drift: Option<Rational>,
    farthest: Rational,
    farthest_squared: Rational,
    is_fast: bool,
}

impl Watch<'_> {
    /// A pair that does not touch: all its candidates. An edge that the other part slides along
    /// keeps it away by itself, whatever holds it.
    fn pair(&self) -> Option<Watched> {
        let outline = self.lookout.outline;
        let mut apart = None;
        if outline.is_round(self.pair.parts) {
            let shortest = Shortest::new(outline, self.lookout.placed, self.pair.parts)?;
            let parts = self.pair.parts;
            if shortest.is_apart(outline, parts, &Rational::ZERO)
                && shortest.is_apart(outline, parts, &self.farthest)
            {
                return None;
            }
            apart = Some(shortest);
        }
        let touch = (&outline.touch)
            .square()
            .min(self.lookout.outline.depth_squared_of(self.pair.parts));
        let margin = |edge, gap: &Integer| match is_within(outline, edge, gap, &touch) {
            true => self.overlap(edge, &(&touch << 2u64)),
            false => self.drift_of(edge),
        };
        let Some(apart) = apart else {
            return self.candidates(margin, true);
        };
        let mut watched = self.candidates(margin, false)?;
        watched.gaps.clear();
        watched.apart = Some(apart);
        watched.edges.extend(self.vertices(&self.drifting()));
        Some(self.of_one_degree(watched))
    }

    /// R and the drift.
    fn drifting(&self) -> Polynomial {
        let outline = self.lookout.outline;
        let reach = Rational::from_integers(outline.reach(self.pair.parts), outline.unit.clone());
        let mut powers = vec![reach];
        if let Some(drift) = &self.drift {
            powers.extend([Rational::ZERO, drift.clone()]);
        }
        Polynomial(powers)
    }

    /// The lists of all vertices of two cores, given how far they are to be apart.
    fn vertices(&self, length: &Polynomial) -> Vec<Vec<Polynomial>> {
        let outline = self.lookout.outline;
        let arms = self.pair.parts.map(|part| {
            let features = (0..outline.arms(part).len()).map(|index| Feature { part, index });
            features.map(|vertex| self.arm(vertex)).collect::<Vec<_>>()
        });
        let mut lists = Vec::new();
        for (v, arm) in arms[0].iter().enumerate() {
            for (w, opposite) in arms[1].iter().enumerate() {
                let between = Between::new(self.motions.each_ref(), [arm, opposite]);
                let mut list = vec![between.gap(length)];
                for (side, own) in [(0, v), (1, w)] {
                    let others = arms[side].iter().enumerate();
                    let others = others.filter(|(index, _)| *index != own);
                    list.extend(others.map(|(_, arm)| between.behind(side, arm)));
                }
                lists.push(list);
            }
        }
        lists
    }

    /// All polynomials with as many powers as those of vertices have.
    fn of_one_degree(&self, mut watched: Watched) -> Watched {
        let turning = self.motions.iter().filter(|motion| !motion.does_not_turn());
        let count = 5 + 8 * turning.count();
        for gap in watched.edges.iter_mut().flatten() {
            gap.0.resize(count.max(gap.0.len()), Rational::ZERO);
        }
        watched
    }

    /// A fast pair that touches: it may overlap by a sixteenth of the smaller width.
    fn pair_that_touches(&self) -> Option<Watched> {
        let outline = self.lookout.outline;
        let depth = outline.depth_squared_of(self.pair.parts);
        let watched = self.candidates(|edge, _| self.overlap(edge, &depth), false)?;
        if !outline.is_round(self.pair.parts) {
            return Some(watched);
        }
        let reach = Rational::from_integers(outline.reach(self.pair.parts), outline.unit.clone());
        let length = reach - over(&root_above(&depth, SHORT), SHORT);
        let mut watched = watched;
        let length = Polynomial(vec![length.max(Rational::ZERO)]);
        watched.edges.extend(self.vertices(&length));
        Some(self.of_one_degree(watched))
    }

    /// A margin that lets parts overlap, given the square of how deep.
    fn overlap(&self, edge: Feature, depth_squared: &Rational) -> Polynomial {
        let square = self.lookout.outline.edge_length_squared(edge) * depth_squared;
        Polynomial(vec![-over(&root_above(&square, SHORT), SHORT)])
    }

    /// All candidates, with margins that follow from an edge and its least gap.
    fn candidates(
        &self,
        margin: impl Fn(Feature, &Integer) -> Polynomial,
        may_be_too_far: bool,
    ) -> Option<Watched> {
        let Lookout {
            outline, placed, ..
        } = self.lookout;
        let mut lists = Vec::new();
        let is_round = outline.is_round(self.pair.parts);
        for (side, candidates) in self.pair.candidates.iter().enumerate() {
            let other = self.pair.parts[1 - side];
            let all: Vec<Feature> = match is_round {
                true => outline.edges(self.pair.parts[side]).collect(),
                false => candidates.clone(),
            };
            for edge in all {
                let first = Contact {
                    vertex: Feature {
                        part: other,
                        index: 0,
                    },
                    edge,
                };
                let least = separation(placed, edge, other) - outline.off(&first);
                if may_be_too_far && self.is_too_far(edge, &least) {
                    return None;
                }
                let margin = margin(edge, &least);
                let gap = (outline.edge_squared(edge).clone(), least);
                let mut of_edge = Vec::new();
                for index in 0..outline.arms(other).len() {
                    let vertex = Feature { part: other, index };
                    of_edge.push(self.gap(Contact { vertex, edge }, &margin));
                }
                lists.push((gap, of_edge));
            }
        }
        lists.sort_by(|(one, _), (other, _)| farther(one, other));
        let (gaps, edges) = lists.into_iter().unzip();
        Some(Watched {
            parts: self.pair.parts,
            edges,
            gaps,
            apart: None,
            bend: self.bend.clone(),
            is_fast: self.is_fast,
        })
    }

    /// An open row of a pair that touches.
    fn row(&self, row: Contact) -> Option<Watched> {
        let outline = self.lookout.outline;
        let gap = self.lookout.placed.gap(outline, &row);
        if gap > 0 && !row_is_within(outline, &row, &gap, &self.farthest_squared) {
            return None;
        }
        let polynomial = match outline.opposite(&row) {
            Some(opposite) => {
                let arms = [self.arm(row.vertex), self.arm(opposite)];
                let between = Between::new(self.motions.each_ref(), arms.each_ref());
                between.gap(&self.drifting())
            }
            None => self.gap(row, &self.drift_of(row.edge)),
        };
        let watched = Watched {
            parts: self.pair.parts,
            edges: vec![vec![polynomial]],
            gaps: vec![(outline.scale_squared(&row), gap)],
            apart: None,
            bend: self.bend.clone(),
            is_fast: self.is_fast,
        };
        Some(match outline.is_round(self.pair.parts) {
            true => self.of_one_degree(watched),
            false => watched,
        })
    }

    /// Whether a gap does not close in two steps.
    fn is_too_far(&self, edge: Feature, gap: &Integer) -> bool {
        let outline = self.lookout.outline;
        *gap > 0 && !is_within(outline, edge, gap, &self.farthest_squared)
    }

    /// 4 A h² (t/2)² |e|, with |e| rounded up.
    fn drift_of(&self, edge: Feature) -> Polynomial {
        let Some(drift) = &self.drift else {
            return Polynomial(vec![Rational::ZERO]);
        };
        let square = self.lookout.outline.edge_length_squared(edge);
        let length = over(&root_above(&square, SHORT), SHORT);
        Polynomial(vec![Rational::ZERO, Rational::ZERO, drift * length])
    }

    fn gap(&self, row: Contact, margin: &Polynomial) -> Polynomial {
        let side = usize::from(row.vertex.part != self.pair.parts[0]);
        let [own, other] = [&self.motions[side], &self.motions[1 - side]];
        let arm = self.arm(row.vertex);
        let start = self.arm(row.edge);
        let end = self.arm(self.lookout.outline.next(row.edge));
        let outline = self.lookout.outline;
        let unit = (&outline.unit).square() << (2 * LONG);
        let off = Rational::from_integers(outline.off(&row), unit);
        let margin = margin + &Polynomial(vec![off]);
        less_margin(
            gap((own, &arm), (other, &start, &end)),
            &margin,
            [own, other],
        )
    }

    fn arm(&self, vertex: Feature) -> [Rational; 2] {
        let outline = self.lookout.outline;
        let arm = &outline.arms(vertex.part)[vertex.index];
        [&arm.re, &arm.im].map(|part| Rational::from_integers_ref(part, &outline.unit))
    }
}
