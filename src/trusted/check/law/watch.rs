//! The cut of a part: the first time at which a lively pair meets (`proofs/RUN.md`, section 12).

use super::guess::{Stage, of};
use super::moment::{Courses, Moment, linear};
use super::number::Number;
use super::pairs::Pair;
use super::path::{
    Bernstein, EdgeGaps, List, Path, Polynomial, TwoVertices, degree, first_meeting, is_clear,
};
use super::round::Shortest;
use super::support::Support;
use super::vector::Vector;
use super::work::Work;
use crate::rejection::Result;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_scene::BodyId;

/// The result of watching.
pub(super) struct Seen {
    /// The time at which the part ends before the step does: in steps, from the beginning of the
    /// part.
    pub cut: Option<Number>,
    pub left_out: BTreeSet<Pair>,
}

/// The pairs and paths that are watched.
pub(super) struct Watch<'a> {
    pub moment: &'a Moment<'a>,
    pub courses: &'a Courses,
    pub fast: &'a BTreeSet<Pair>,
    pub lively: &'a BTreeSet<Pair>,
    /// The free bodies that have a pin.
    pub pinned: &'a BTreeSet<BodyId>,
    /// The rest of the step.
    pub rest: &'a Number,
    /// Whether there may be no further part.
    pub is_last: bool,
    pub work: &'a Work,
}

/// Gaps that may close: no list is clear all the time.
struct Watched {
    lists: Vec<List>,
    /// Gaps at the beginning, with |e|².
    gaps: Vec<(Number, Number)>,
    /// δ² of a rounded pair that does not touch.
    apart: Option<Number>,
}

/// An edge with the vertices of the other part.
struct Face {
    edge: Feature,
    other: PartId,
    /// The least gap at the beginning, and |e|².
    gap: (Number, Number),
}

/// One pair that is looked at.
struct Sight<'a> {
    stage: &'a Stage<'a>,
    pair: Pair,
    /// The paths of the two bodies of the pair.
    paths: [Path; 2],
    bernstein: Bernstein,
    bend: Number,
    is_held: bool,
    /// 4 M.
    farthest: Number,
    /// R of a rounded pair, otherwise 0.
    reach: Number,
    work: &'a Work,
}

impl Seen {
    fn end_at(&mut self, time: Number) {
        self.cut = Some(match self.cut.take() {
            Some(cut) => cut.min(time),
            None => time,
        });
    }
}

impl Watch<'_> {
    /// The cut, if there is one, and what is left out.
    pub(super) fn look(&self) -> Result<Seen> {
        let mut seen = self.meetings()?;
        let turning = self.courses.largest_turning()?;
        let least = Number::power(4);
        let turns_slowly = &turning * self.rest < Number::one();
        if self.is_last || turns_slowly || *self.rest <= least {
            return Ok(seen);
        }
        let digits = self.moment.stage.plan.grid.short();
        let limit = turning.reciprocal().shifted(1).rounded_down(digits);
        seen.end_at(limit.max(least));
        Ok(seen)
    }

    fn meetings(&self) -> Result<Seen> {
        let digits = self.moment.stage.plan.grid.of_times();
        let held = self.held()?;
        let strongest = self.strongest()?;
        let mut seen = Seen {
            cut: None,
            left_out: BTreeSet::new(),
        };
        for pair in self.lively {
            let sight = self.sight(*pair, &held, &strongest)?;
            for Watched { lists, gaps, apart } in self.watched(&sight)? {
                let Some(cell) = first_meeting(lists, digits) else {
                    continue;
                };
                // Cells are those of two steps.
                let time = Number::dyadic(cell << 1, digits);
                if time.is_zero() || !self.counts(&sight, &gaps, apart.as_ref(), &time) {
                    continue;
                }
                seen.left_out.insert(*pair);
                if time < *self.rest {
                    seen.end_at(time);
                }
            }
        }
        Ok(seen)
    }

    /// Whether a meeting is not too slow.
    fn counts(
        &self,
        sight: &Sight,
        gaps: &[(Number, Number)],
        apart: Option<&Number>,
        time: &Number,
    ) -> bool {
        let slowest = &sight.bend * time;
        let twice_square = (&slowest + &slowest).square();
        let is_quick = |(gap, length_squared): &(Number, Number)| {
            gap.is_positive() && gap.square() >= &twice_square * length_squared
        };
        let twice = &slowest + &slowest;
        let is_open = |square: &Number| {
            *square > sight.reach.square() && *square >= (&sight.reach + &twice).square()
        };
        let is_any_quick = gaps.iter().any(is_quick) || apart.is_some_and(is_open);
        self.fast.contains(&sight.pair) || is_any_quick
    }

    /// A of the group.
    fn strongest(&self) -> Result<Number> {
        let mut acceleration = Number::zero();
        for body in self.courses.steady.keys() {
            let free = self.moment.stage.plan.free(*body)?;
            acceleration = acceleration.max(free.acceleration());
        }
        Ok(acceleration)
    }

    /// h² A of the group, and 2 r S² of the bodies that have a pin, and of those of a pair that are
    /// held.
    fn bend(&self, pair: Pair, held: &BTreeSet<BodyId>, strongest: &Number) -> Result<Number> {
        let plan = self.moment.stage.plan;
        let mut bend = &plan.step.square() * strongest;
        let mut turning = self.pinned.clone();
        turning.extend(pair.bodies().iter().filter(|body| held.contains(body)));
        for body in &turning {
            let [_, _, turn] = of(&self.courses.steady, *body)?;
            let arc = &turn.square() * &plan.free(*body)?.reach;
            bend = &bend + &(&arc + &arc);
        }
        Ok(bend)
    }

    /// The bodies that have a pin, or a nearest row that touches.
    fn held(&self) -> Result<BTreeSet<BodyId>> {
        let stage = self.moment.stage;
        let mut held = self.pinned.clone();
        for (pair, rows) in &self.moment.nearest {
            for name in rows {
                if stage.touches(name, &stage.gap(name)?)? {
                    held.extend(pair.bodies());
                }
            }
        }
        held.retain(|body| self.courses.steady.contains_key(body));
        Ok(held)
    }

    fn sight<'a>(
        &'a self,
        pair: Pair,
        held: &BTreeSet<BodyId>,
        strongest: &Number,
    ) -> Result<Sight<'a>> {
        let stage = self.moment.stage;
        let is_held = pair.bodies().iter().any(|body| held.contains(body));
        let mut farthest = self.courses.moves(stage, pair)?;
        let bend = self.bend(pair, held, strongest)?;
        if is_held {
            farthest = &farthest + &bend;
        }
        farthest = &farthest * &Number::from(4);
        let [first, second] = pair.bodies();
        let mut paths = [self.path(first, held)?, self.path(second, held)?];
        let parts = [stage.plan.part(pair.first)?, stage.plan.part(pair.second)?];
        let [one, other] = parts.map(|part| &part.radius);
        let reach = one + other;
        if reach.is_positive() {
            let [of_first, of_second] = paths;
            paths = [
                without_idle_turn(of_first, &parts[0].arms),
                without_idle_turn(of_second, &parts[1].arms),
            ];
        }
        let mut degree = degree(paths.each_ref());
        if reach.is_positive() {
            degree = degree.saturating_mul(2);
        }
        Ok(Sight {
            stage,
            pair,
            paths,
            bernstein: Bernstein::new(degree),
            bend,
            is_held,
            farthest,
            reach,
            work: self.work,
        })
    }

    fn path(&self, body: BodyId, held: &BTreeSet<BodyId>) -> Result<Path> {
        let Some(steady) = self.courses.steady.get(&body) else {
            return Ok(Path::fixed());
        };
        let at = self.moment.stage.at(body)?;
        let bent = of(&self.courses.bent, body)?;
        let [_, _, first] = steady;
        let [_, _, second] = bent;
        let (bent, second) = match held.contains(&body) {
            true => (Vector::zero(), Number::zero()),
            false => (linear(bent), second.clone()),
        };
        let [two, four] = [Number::from(2), Number::from(4)];
        Ok(Path {
            position: at.position.clone(),
            rotation: at.rotation.clone(),
            moves: [linear(steady).scaled(&two), bent.scaled(&four)],
            turns: [first * &two, &second * &four],
        })
    }

    fn watched(&self, sight: &Sight) -> Result<Vec<Watched>> {
        let stage = self.moment.stage;
        let mut open = Vec::new();
        let mut touches = false;
        for name in self.moment.nearest.get(&sight.pair).into_iter().flatten() {
            let gap = stage.gap(name)?;
            match stage.touches(name, &gap)? {
                true => touches = true,
                false => open.push((*name, gap)),
            }
        }
        let mut edges = Vec::new();
        if let Some(candidates) = self.moment.candidates.get(&sight.pair) {
            edges = candidates.features(sight.pair);
        }
        if sight.is_round() {
            edges = sight.edges()?;
        }
        let mut watched = Vec::new();
        if !touches && sight.is_round() {
            watched.extend(sight.apart(&edges)?);
            return Ok(watched);
        }
        if !touches {
            let faces = sight.faces(&edges)?;
            if faces.iter().any(|face| sight.is_too_far(&face.gap)) {
                return Ok(watched);
            }
            let lists = sight.all(&faces, |least, name| sight.drift_or_touch(least, name))?;
            if let Some(lists) = lists {
                let mut gaps: Vec<_> = faces.into_iter().map(|face| face.gap).collect();
                gaps.retain(|(gap, _)| gap.is_positive());
                watched.push(Watched {
                    lists,
                    gaps,
                    apart: None,
                });
            }
            return Ok(watched);
        }
        for (name, gap) in open {
            let gap = (gap, stage.length_squared(&name)?);
            if sight.is_too_far(&gap) {
                continue;
            }
            self.work.add(1)?;
            let list = sight.bernstein.list(&[sight.open_gap(&name)?]);
            if !is_clear(&list) {
                watched.push(Watched {
                    lists: vec![list],
                    gaps: vec![gap],
                    apart: None,
                });
            }
        }
        if self.fast.contains(&sight.pair) {
            watched.extend(sight.overlapping(&edges)?);
        }
        Ok(watched)
    }
}

/// The order of least gaps with |e|² by their distances, the largest one first.
fn farther((gap, length): &(Number, Number), (other, others): &(Number, Number)) -> Ordering {
    let own = &gap.signed_square() * others;
    (&other.signed_square() * length).cmp(&own)
}

/// A path on which a core that is the centroid does not turn.
fn without_idle_turn(path: Path, arms: &[Vector]) -> Path {
    match arms.iter().all(|arm| arm.square().is_zero()) {
        true => path.unturned(),
        false => path,
    }
}

impl Sight<'_> {
    fn is_too_far(&self, (gap, length_squared): &(Number, Number)) -> bool {
        gap.is_positive() && gap.square() > &self.farthest.square() * length_squared
    }

    /// The edges with all vertices of the other part; first the one that is furthest from them,
    /// whose list is most likely clear. (Work depends on this order, and is bounded.)
    fn faces(&self, edges: &[Feature]) -> Result<Vec<Face>> {
        let [first, second] = [self.pair.first, self.pair.second];
        let [of_first, of_second] = [self.stage.outline(first)?, self.stage.outline(second)?];
        let mut supports = [Support::new(of_second), Support::new(of_first)];
        let mut faces = Vec::new();
        for edge in edges {
            let [beyond_first, beyond_second] = &mut supports;
            let (other, own, support) = match edge.part == first {
                true => (second, of_first, beyond_first),
                false => (first, of_second, beyond_second),
            };
            let end = own.point(own.part.after(edge.index))?;
            let direction = end.minus(own.point(edge.index)?);
            let (index, _) = support.nearest(&direction)?;
            let vertex = Feature { part: other, index };
            let name = Contact {
                vertex,
                edge: *edge,
            };
            let gap = (self.stage.gap(&name)?, self.stage.length_squared(&name)?);
            faces.push(Face {
                edge: *edge,
                other,
                gap,
            });
        }
        faces.sort_by(|one, other| farther(&one.gap, &other.gap));
        Ok(faces)
    }

    /// The lists of all edges, less a margin that follows from the least gap of the edge and a row;
    /// `None` if one is clear all the time. L1: not too many gaps are looked at.
    fn all(
        &self,
        faces: &[Face],
        margin: impl Fn(&Number, &Contact) -> Result<Polynomial>,
    ) -> Result<Option<Vec<List>>> {
        let mut lists = Vec::new();
        for Face { edge, other, gap } in faces {
            let (least, _) = gap;
            let mut gaps = Vec::new();
            let on_paths = self.edge_gaps(edge)?;
            let vertices = self.stage.plan.part(*other)?.arms.len();
            self.work.add(vertices)?;
            for index in 0..vertices {
                let name = Contact {
                    vertex: Feature {
                        part: *other,
                        index,
                    },
                    edge: *edge,
                };
                gaps.push(self.gap(&on_paths, &name, &margin(least, &name)?)?);
            }
            let list = self.bernstein.list(&gaps);
            if is_clear(&list) {
                return Ok(None);
            }
            lists.push(list);
        }
        Ok(Some(lists))
    }

    fn is_round(&self) -> bool {
        self.reach.is_positive()
    }

    /// The edges of both cores.
    fn edges(&self) -> Result<Vec<Feature>> {
        let mut edges = Vec::new();
        for part in [self.pair.first, self.pair.second] {
            let count = self.stage.plan.part(part)?.edges.len();
            edges.extend((0..count).map(|index| Feature { part, index }));
        }
        Ok(edges)
    }

    /// All lists of a rounded pair that does not touch, unless it is too far.
    fn apart(&self, edges: &[Feature]) -> Result<Option<Watched>> {
        let [first, second] = [self.pair.first, self.pair.second];
        let pair = [self.stage.outline(first)?, self.stage.outline(second)?];
        let Some(Shortest { square, .. }) = Shortest::new(pair)? else {
            return Ok(None);
        };
        let is_open = square > self.reach.square();
        if is_open && square > (&self.reach + &self.farthest).square() {
            return Ok(None);
        }
        let faces = self.faces(edges)?;
        let Some(mut lists) = self.all(&faces, |least, name| self.drift_or_touch(least, name))?
        else {
            return Ok(None);
        };
        let Some(of_vertices) = self.vertices(&self.drifting())? else {
            return Ok(None);
        };
        lists.extend(of_vertices);
        Ok(Some(Watched {
            lists,
            gaps: vec![],
            apart: Some(square),
        }))
    }

    /// All lists of a fast pair that touches: it may overlap by a share of its smaller width.
    fn overlapping(&self, edges: &[Feature]) -> Result<Option<Watched>> {
        let plan = self.stage.plan;
        let square = plan.depth_squared(self.pair)?;
        let faces = self.faces(edges)?;
        let Some(mut lists) = self.all(&faces, |_, name| self.overlap(name, &square))? else {
            return Ok(None);
        };
        if self.is_round() {
            let depth = square.root_above(plan.grid.short());
            let length = (&self.reach - &depth).max(Number::zero());
            let Some(of_vertices) = self.vertices(&Polynomial::new(vec![length]))? else {
                return Ok(None);
            };
            lists.extend(of_vertices);
        }
        Ok(Some(Watched {
            lists,
            gaps: faces.into_iter().map(|face| face.gap).collect(),
            apart: None,
        }))
    }

    /// R and the drift.
    fn drifting(&self) -> Polynomial {
        let mut powers = vec![self.reach.clone()];
        if self.is_held {
            powers.extend([Number::zero(), &self.bend * &Number::from(4)]);
        }
        Polynomial::new(powers)
    }

    /// The lists of all vertices of both cores; `None` if one is clear all the time.
    fn vertices(&self, length: &Polynomial) -> Result<Option<Vec<List>>> {
        let plan = self.stage.plan;
        let [firsts, seconds] = [
            &plan.part(self.pair.first)?.arms,
            &plan.part(self.pair.second)?.arms,
        ];
        let mut lists = Vec::new();
        // A gap, and one of each other vertex of both.
        let count = firsts.len().saturating_add(seconds.len());
        let count = count.saturating_sub(1);
        for arm in firsts {
            for opposite in seconds {
                self.work.add(count)?;
                let two = TwoVertices {
                    paths: self.paths.each_ref(),
                    arms: [arm, opposite],
                };
                let mut gaps = vec![two.gap(length)];
                gaps.extend(two.behind([firsts, seconds]));
                let list = self.bernstein.list(&gaps);
                if is_clear(&list) {
                    return Ok(None);
                }
                lists.push(list);
            }
        }
        Ok(Some(lists))
    }

    /// The gap of a row that does not touch, less the drift.
    fn open_gap(&self, name: &Contact) -> Result<Polynomial> {
        let plan = self.stage.plan;
        let second = plan.part(name.edge.part)?;
        let Some(opposite) = name.edge.index.checked_sub(second.arms.len()) else {
            return self.gap(&self.edge_gaps(&name.edge)?, name, &self.drift(name)?);
        };
        let first = plan.part(name.vertex.part)?;
        let two = TwoVertices {
            paths: self.paths.each_ref(),
            arms: [first.arm(name.vertex.index)?, second.arm(opposite)?],
        };
        Ok(two.gap(&self.drifting()))
    }

    /// The gaps of an edge and vertices of the other part.
    fn edge_gaps(&self, edge: &Feature) -> Result<EdgeGaps> {
        let part = self.stage.plan.part(edge.part)?;
        let start = part.arm(edge.index)?;
        let direction = &part.edge(edge.index)?.direction;
        let [first, second] = &self.paths;
        let paths = match edge.part == self.pair.first {
            true => [second, first],
            false => [first, second],
        };
        Ok(EdgeGaps::new(paths, [start, direction]))
    }

    /// The gap of a row less a margin.
    fn gap(&self, on_paths: &EdgeGaps, name: &Contact, margin: &Polynomial) -> Result<Polynomial> {
        let part = self.stage.plan.part(name.vertex.part)?;
        let arm = part.arm(name.vertex.index)?;
        let margin = margin.more(&self.stage.off(name)?);
        Ok(on_paths.gap(arm, &margin))
    }

    /// Four times the bend times (t/2)² [|e|], if a body is held.
    fn drift(&self, name: &Contact) -> Result<Polynomial> {
        if !self.is_held {
            return Ok(Polynomial::new(vec![]));
        }
        let plan = self.stage.plan;
        let length = self.stage.length_squared(name)?;
        let length = length.root_above(plan.grid.short());
        let drift = &(&self.bend * &length) * &Number::from(4);
        Ok(Polynomial::new(vec![Number::zero(), Number::zero(), drift]))
    }

    /// The drift, unless the edge has a least gap within touch: then it keeps the part that slides
    /// along it away by itself, whatever holds this.
    fn drift_or_touch(&self, least: &Number, name: &Contact) -> Result<Polynomial> {
        let touch = self
            .stage
            .plan
            .touch
            .square()
            .min(self.stage.plan.depth_squared(self.pair)?);
        if least.square() > &touch * &self.stage.length_squared(name)? {
            return self.drift(name);
        }
        self.overlap(name, &(&touch * &Number::from(4)))
    }

    /// Less than nothing, by a distance of which this is the square.
    fn overlap(&self, name: &Contact, square: &Number) -> Result<Polynomial> {
        let square = &self.stage.length_squared(name)? * square;
        let depth = square.root_above(self.stage.plan.grid.short());
        Ok(Polynomial::new(vec![-&depth]))
    }
}
