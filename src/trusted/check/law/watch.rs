//! The cut of a part: the first time at which a lively pair meets (`proofs/RUN.md`, section 12).

use super::guess::{Stage, of};
use super::moment::{Courses, Moment, linear};
use super::number::Number;
use super::pairs::Pair;
use super::path::{Path, Polynomial, TwoVertices, degree, first_meeting, gap};
use super::plan::Plan;
use super::round::Shortest;
use super::vector::Vector;
use crate::rejection::Condition::L1;
use crate::rejection::Result;
use std::collections::BTreeSet;
use zwang_certificate::{Contact, Feature};
use zwang_scene::BodyId;

/// The most gaps of vertices and edges that are watched in a part.
const MOST_WATCHED: usize = 1 << 18;

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
}

/// Gaps that may close.
struct Watched {
    lists: Vec<Vec<Polynomial>>,
    /// Gaps at the beginning, with |e|².
    gaps: Vec<(Number, Number)>,
    /// δ² of a rounded pair that does not touch.
    apart: Option<Number>,
}

/// One pair that is looked at.
struct Sight<'a> {
    stage: &'a Stage<'a>,
    pair: Pair,
    /// The paths of the two bodies of the pair.
    paths: [Path; 2],
    bend: Number,
    is_held: bool,
    /// 4 M.
    farthest: Number,
    /// R of a rounded pair, otherwise 0.
    reach: Number,
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
        self.is_little()?;
        let digits = self.moment.stage.plan.grid.of_times();
        let held = self.held()?;
        let mut seen = Seen {
            cut: None,
            left_out: BTreeSet::new(),
        };
        for pair in self.lively {
            let sight = self.sight(*pair, &held)?;
            for watched in self.watched(&sight)? {
                let mut degree = degree(sight.paths.each_ref());
                if sight.is_round() {
                    degree = degree.saturating_mul(2);
                }
                let Some(cell) = first_meeting(&watched.lists, degree, digits) else {
                    continue;
                };
                // Cells are those of two steps.
                let time = Number::dyadic(cell << 1, digits);
                if time.is_zero() || !self.counts(&sight, &watched, &time) {
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

    /// L1: not too many gaps of candidates and vertices are watched.
    fn is_little(&self) -> Result {
        let plan = self.moment.stage.plan;
        let mut count = 0_usize;
        for pair in self.lively {
            if plan.is_round(*pair)? {
                count = count.saturating_add(rounded_count(plan, *pair)?);
                continue;
            }
            let candidates = self.moment.candidates.get(pair);
            for edge in candidates
                .map(|found| found.features(*pair))
                .unwrap_or_default()
            {
                let other = match edge.part == pair.first {
                    true => pair.second,
                    false => pair.first,
                };
                count = count.saturating_add(plan.part(other)?.arms.len());
            }
        }
        if count > MOST_WATCHED {
            let required = format!("at most {MOST_WATCHED}: a smaller step, or fewer vertices");
            return L1.exceed(
                "what may meet",
                format!("{count} vertices and edges"),
                required,
            );
        }
        Ok(())
    }

    /// Whether a meeting is not too slow.
    fn counts(&self, sight: &Sight, watched: &Watched, time: &Number) -> bool {
        let slowest = &sight.bend * time;
        let twice_square = (&slowest + &slowest).square();
        let is_quick = |(gap, length_squared): &(Number, Number)| {
            gap.is_positive() && gap.square() >= &twice_square * length_squared
        };
        let twice = &slowest + &slowest;
        let is_open = |square: &Number| {
            *square > sight.reach.square() && *square >= (&sight.reach + &twice).square()
        };
        let is_any_quick =
            watched.gaps.iter().any(is_quick) || watched.apart.as_ref().is_some_and(is_open);
        self.fast.contains(&sight.pair) || is_any_quick
    }

    /// h² A of the group, and 2 r S² of the bodies that have a pin, and of those of a pair that are
    /// held.
    fn bend(&self, pair: Pair, held: &BTreeSet<BodyId>) -> Result<Number> {
        let plan = self.moment.stage.plan;
        let mut acceleration = Number::zero();
        for body in self.courses.steady.keys() {
            acceleration = acceleration.max(plan.free(*body)?.acceleration());
        }
        let mut bend = &plan.step.square() * &acceleration;
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

    fn sight<'a>(&'a self, pair: Pair, held: &BTreeSet<BodyId>) -> Result<Sight<'a>> {
        let stage = self.moment.stage;
        let is_held = pair.bodies().iter().any(|body| held.contains(body));
        let mut farthest = self.courses.moves(stage, pair)?;
        let bend = self.bend(pair, held)?;
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
        Ok(Sight {
            stage,
            pair,
            paths,
            bend,
            is_held,
            farthest,
            reach,
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
            let mut all = sight.all(&edges, |least, name| sight.drift_or_touch(least, name))?;
            all.gaps.retain(|(gap, _)| gap.is_positive());
            if !all.gaps.iter().any(|gap| sight.is_too_far(gap)) {
                watched.push(all);
            }
            return Ok(watched);
        }
        for (name, gap) in open {
            let gap = (gap, stage.length_squared(&name)?);
            if !sight.is_too_far(&gap) {
                watched.push(Watched {
                    lists: vec![vec![sight.open_gap(&name)?]],
                    gaps: vec![gap],
                    apart: None,
                });
            }
        }
        if self.fast.contains(&sight.pair) {
            let square = stage.plan.depth_squared(sight.pair)?;
            let mut all = sight.all(&edges, |_, name| sight.overlap(name, &square))?;
            if sight.is_round() {
                let depth = square.root_above(stage.plan.grid.short());
                let length = (&sight.reach - &depth).max(Number::zero());
                all.lists
                    .extend(sight.vertices(&Polynomial::new(vec![length]))?);
            }
            watched.push(all);
        }
        Ok(watched)
    }
}

/// How many polynomials the lists of a rounded pair have, about.
fn rounded_count(plan: &Plan, pair: Pair) -> Result<usize> {
    let [first, second] = [plan.part(pair.first)?, plan.part(pair.second)?];
    let [n, m] = [first.arms.len(), second.arms.len()];
    let of_first = first.edges.len().saturating_mul(m);
    let of_second = second.edges.len().saturating_mul(n);
    let of_vertices = n.saturating_mul(m).saturating_mul(n.saturating_add(m));
    Ok(of_first
        .saturating_add(of_second)
        .saturating_add(of_vertices))
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

    /// All vertices of the other part with each edge, less a margin that follows from the least gap
    /// of the edge and a row.
    fn all(
        &self,
        edges: &[Feature],
        margin: impl Fn(&Number, &Contact) -> Result<Polynomial>,
    ) -> Result<Watched> {
        let mut lists = Vec::new();
        let mut gaps = Vec::new();
        for edge in edges {
            let other = match edge.part == self.pair.first {
                true => self.pair.second,
                false => self.pair.first,
            };
            let mut names = Vec::new();
            let mut least: Option<(Number, Number)> = None;
            for index in 0..self.stage.plan.part(other)?.arms.len() {
                let vertex = Feature { part: other, index };
                let name = Contact {
                    vertex,
                    edge: *edge,
                };
                let gap = self.stage.gap(&name)?;
                if least.as_ref().is_none_or(|(least, _)| gap < *least) {
                    least = Some((gap, self.stage.length_squared(&name)?));
                }
                names.push(name);
            }
            let mut list = Vec::new();
            if let Some((least, _)) = &least {
                for name in &names {
                    list.push(self.gap(name, &margin(least, name)?)?);
                }
            }
            gaps.extend(least);
            lists.push(list);
        }
        Ok(Watched {
            lists,
            gaps,
            apart: None,
        })
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
        let mut all = self.all(edges, |least, name| self.drift_or_touch(least, name))?;
        all.lists.extend(self.vertices(&self.drifting())?);
        all.gaps.clear();
        all.apart = Some(square);
        Ok(Some(all))
    }

    /// R and the drift.
    fn drifting(&self) -> Polynomial {
        let mut powers = vec![self.reach.clone()];
        if self.is_held {
            powers.extend([Number::zero(), &self.bend * &Number::from(4)]);
        }
        Polynomial::new(powers)
    }

    /// The lists of all vertices of both cores.
    fn vertices(&self, length: &Polynomial) -> Result<Vec<Vec<Polynomial>>> {
        let plan = self.stage.plan;
        let [firsts, seconds] = [
            &plan.part(self.pair.first)?.arms,
            &plan.part(self.pair.second)?.arms,
        ];
        let mut lists = Vec::new();
        for arm in firsts {
            for opposite in seconds {
                let two = TwoVertices {
                    paths: self.paths.each_ref(),
                    arms: [arm, opposite],
                };
                let mut list = vec![two.gap(length)];
                list.extend(two.behind([firsts, seconds]));
                lists.push(list);
            }
        }
        Ok(lists)
    }

    /// The gap of a row that does not touch, less the drift.
    fn open_gap(&self, name: &Contact) -> Result<Polynomial> {
        let plan = self.stage.plan;
        let second = plan.part(name.edge.part)?;
        let Some(opposite) = name.edge.index.checked_sub(second.arms.len()) else {
            return self.gap(name, &self.drift(name)?);
        };
        let first = plan.part(name.vertex.part)?;
        let two = TwoVertices {
            paths: self.paths.each_ref(),
            arms: [first.arm(name.vertex.index)?, second.arm(opposite)?],
        };
        Ok(two.gap(&self.drifting()))
    }

    /// The gap of a row less a margin.
    fn gap(&self, name: &Contact, margin: &Polynomial) -> Result<Polynomial> {
        let plan = self.stage.plan;
        let arm = plan.part(name.vertex.part)?.arm(name.vertex.index)?;
        let edge_part = plan.part(name.edge.part)?;
        let start = edge_part.arm(name.edge.index)?;
        let direction = &edge_part.edge(name.edge.index)?.direction;
        let [first, second] = &self.paths;
        let paths = match name.vertex.part == self.pair.first {
            true => [first, second],
            false => [second, first],
        };
        let margin = margin.more(&self.stage.off(name)?);
        Ok(gap(paths, arm, [start, direction], &margin))
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
