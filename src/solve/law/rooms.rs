//! Which parts may meet in a step, and that no others did (`proofs/RUN.md`, section 4).

use crate::candidates::{join, root};
use crate::number::LONG;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::state::Placed;
use crate::target::Target;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::PartId;
use zwang_program::kernel::number::{common_denominator, times};

/// There may be this many pairs, beside 8 for each part.
const MOST_PAIRS: usize = 1 << 12;

/// The parts of all pairs may have this many vertices together, beside 64 for each vertex of the
/// scene.
const MOST_VERTICES: usize = 1 << 19;

/// So often rooms are made larger.
const MOST_TIMES: usize = 8;

/// There are more pairs than a step may have.
#[derive(Debug)]
pub(crate) struct TooMany;

/// How far the ends of a box are moved, m: the lower ones, and the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    low: [Rational; 2],
    high: [Rational; 2],
}

/// The way of a body from its place before: that of its centroid, and how far it turns its points,
/// m.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    least: [Rational; 2],
    largest: [Rational; 2],
    end: [Rational; 2],
    margin: Rational,
}

/// How far bodies may go in a step.
pub(crate) struct Rooms<'a> {
    outline: &'a Outline,
    placed: &'a Placed,
    /// The way of each body.
    rooms: Vec<Sweep>,
    /// The pairs of the step, ascending.
    pub(crate) pairs: Vec<[PartId; 2]>,
}

/// An axis-parallel box.
struct Bounds {
    part: PartId,
    low: Plane,
    high: Plane,
}

impl Sweep {
    fn new(low: [Rational; 2], high: [Rational; 2], margin: &Rational) -> Self {
        Self {
            low: low.map(|end| end - margin),
            high: high.map(|end| end + margin),
        }
    }

    /// With the same margin on all sides.
    fn around(margin: &Rational) -> Self {
        Self::new(Default::default(), Default::default(), margin)
    }

    /// From here to twice the target.
    fn ahead(outline: &Outline, target: &Target) -> Self {
        let twice = target.displacement.each_ref().map(|part| part << 1u64);
        let turned = &outline.bodies[target.body].radius * (&target.turn).abs();
        let margin = (&outline.touch >> 1u64) + (turned << 1u64);
        Self::new(
            twice.clone().map(|end| end.min(Rational::ZERO)),
            twice.map(|end| end.max(Rational::ZERO)),
            &margin,
        )
    }

    fn contains(&self, other: &Self) -> bool {
        let low = self
            .low
            .iter()
            .zip(&other.low)
            .all(|(own, other)| own <= other);
        low && self
            .high
            .iter()
            .zip(&other.high)
            .all(|(own, other)| own >= other)
    }
}

impl Way {
    /// A move of the centroid, and a turn of points by so much at most.
    pub(crate) fn new(moved: [Rational; 2], margin: Rational) -> Self {
        Self {
            least: moved.clone().map(|end| end.min(Rational::ZERO)),
            largest: moved.clone().map(|end| end.max(Rational::ZERO)),
            end: moved,
            margin,
        }
    }

    /// Goes on.
    pub(crate) fn go_on(&mut self, next: &Self) {
        for part in 0..2 {
            let least = &self.end[part] + &next.least[part];
            self.least[part] = least.min(self.least[part].clone());
            let largest = &self.end[part] + &next.largest[part];
            self.largest[part] = largest.max(self.largest[part].clone());
            self.end[part] += &next.end[part];
        }
        self.margin += &next.margin;
    }

    fn sweep(&self) -> Sweep {
        Sweep::new(self.least.clone(), self.largest.clone(), &self.margin)
    }
}

impl<'a> Rooms<'a> {
    /// Given the targets of the free bodies.
    pub(crate) fn new(
        outline: &'a Outline,
        placed: &'a Placed,
        targets: &[Target],
    ) -> Result<Self, TooMany> {
        let touch = Sweep::around(&(&outline.touch >> 1u64));
        let mut rooms = vec![touch; outline.bodies.len()];
        for target in targets {
            rooms[target.body.0] = Sweep::ahead(outline, target);
        }
        let mut rooms = Self {
            outline,
            placed,
            rooms,
            pairs: Vec::new(),
        };
        rooms.pairs = rooms.near()?;
        let mut last = BTreeMap::new();
        for _ in 0..MOST_TIMES {
            let farthest = rooms.farthest(targets);
            if farthest == last {
                break;
            }
            for (body, farthest) in &farthest {
                let margin = (&outline.touch >> 1u64) + (farthest << 1u64);
                rooms.rooms[*body] = Sweep::around(&margin);
            }
            rooms.pairs = rooms.near()?;
            last = farthest;
        }
        Ok(rooms)
    }

    /// The farthest that a body of its flock goes, of each body of a flock.
    fn farthest(&self, targets: &[Target]) -> BTreeMap<usize, Rational> {
        let flocks = self.flocks();
        let mut of_flocks: BTreeMap<usize, Rational> = BTreeMap::new();
        for target in targets {
            if flocks.contains_key(&target.body.0) {
                let farthest = of_flocks.entry(root(&flocks, target.body.0)).or_default();
                *farthest = target.reach(self.outline).max(farthest.clone());
            }
        }
        let mut farthest = BTreeMap::new();
        for body in flocks.keys() {
            farthest.insert(*body, of_flocks[&root(&flocks, *body)].clone());
        }
        farthest
    }

    /// The free bodies that are near something or have a pin, and what they are joined with.
    fn flocks(&self) -> BTreeMap<usize, usize> {
        let mut flocks = BTreeMap::new();
        let mut add = |bodies: &[usize]| {
            for body in bodies {
                flocks.entry(*body).or_insert(*body);
            }
            if let [first, second] = bodies {
                join(&mut flocks, *first, *second);
            }
        };
        for parts in &self.pairs {
            let bodies = parts.map(|part| part.body).into_iter();
            let free = bodies.filter(|body| self.outline.is_free(*body));
            add(&free.collect::<Vec<_>>());
        }
        for pin in 0..self.outline.pins.list.len() {
            let free = self.outline.pins.free(self.outline, pin);
            add(&free.map(|body| body.0).collect::<Vec<_>>());
        }
        flocks
    }

    /// Parts that are near each other.
    fn near(&self) -> Result<Vec<[PartId; 2]>, TooMany> {
        self.meeting(&self.rooms, |_| false)
    }

    /// Two parts that may have met on these ways, though no pair has them.
    pub(crate) fn unseen(
        &self,
        ways: &BTreeMap<usize, &Way>,
    ) -> Result<Option<[PartId; 2]>, TooMany> {
        let mut sweeps = Vec::with_capacity(self.rooms.len());
        let mut leaving = Vec::with_capacity(self.rooms.len());
        for (body, room) in self.rooms.iter().enumerate() {
            let sweep = ways.get(&body).map(|way| way.sweep());
            let sweep = sweep.unwrap_or_default();
            leaving.push(!room.contains(&sweep));
            sweeps.push(sweep);
        }
        if !leaving.contains(&true) {
            return Ok(None);
        }
        let met = self.meeting(&sweeps, |body| !leaving[body])?;
        let unseen = met
            .into_iter()
            .find(|parts| self.pairs.binary_search(parts).is_err());
        Ok(unseen)
    }

    fn meeting(
        &self,
        sweeps: &[Sweep],
        is_idle: impl Fn(usize) -> bool,
    ) -> Result<Vec<[PartId; 2]>, TooMany> {
        let unit = Rational::from(&self.outline.unit << LONG);
        let ends = sweeps
            .iter()
            .flat_map(|sweep| sweep.low.iter().chain(&sweep.high));
        let ends: Vec<Rational> = ends.map(|end| end * &unit).collect();
        let finer = common_denominator(&ends);
        let (moves, _) = ends.as_chunks::<4>();
        let finer_unit = Integer::from(&finer);
        let mut boxes = Vec::new();
        for part in self.outline.part_ids() {
            let own = Bounds::new(self.outline, self.placed, part);
            let [left, low, right, high] =
                moves[part.body].each_ref().map(|end| times(end, &finer));
            boxes.push(Bounds {
                part,
                low: &own.low.scaled(&finer_unit) + &Plane::new(left, low),
                high: &own.high.scaled(&finer_unit) + &Plane::new(right, high),
            });
        }
        let most = boxes.len().saturating_mul(8).saturating_add(MOST_PAIRS);
        let most_vertices = self.outline.vertices() * 64 + MOST_VERTICES;
        let mut pairs = Vec::new();
        let mut vertices = 0;
        each_meeting(self.outline, boxes, |one, other| {
            if is_idle(one.body) && is_idle(other.body) {
                return Ok(());
            }
            let both = [one, other].map(|part| self.outline.arms(part).len());
            vertices += both.iter().sum::<usize>();
            if pairs.len() >= most || vertices > most_vertices {
                return Err(TooMany);
            }
            pairs.push([one.min(other), one.max(other)]);
            Ok(())
        })?;
        pairs.sort_unstable();
        Ok(pairs)
    }
}

impl Bounds {
    fn new(outline: &Outline, placed: &Placed, part: PartId) -> Self {
        let vertices = placed.part(part);
        let mut low = vertices[0].clone();
        let mut high = low.clone();
        for Plane { re, im } in &vertices[1..] {
            low.re = low.re.min(re.clone());
            low.im = low.im.min(im.clone());
            high.re = high.re.max(re.clone());
            high.im = high.im.max(im.clone());
        }
        let radius = outline.radius(part) << LONG;
        let margin = Plane::new(radius.clone(), radius);
        Self {
            part,
            low: &low - &margin,
            high: &high + &margin,
        }
    }
}

/// Visits the pairs of parts of bodies that may touch whose boxes meet.
fn each_meeting<E>(
    outline: &Outline,
    mut boxes: Vec<Bounds>,
    mut visit: impl FnMut(PartId, PartId) -> Result<(), E>,
) -> Result<(), E> {
    boxes.sort_by(|one, other| one.low.re.cmp(&other.low.re));
    for (index, one) in boxes.iter().enumerate() {
        for other in &boxes[index + 1..] {
            if other.low.re > one.high.re {
                break;
            }
            let meets = one.low.im <= other.high.im && other.low.im <= one.high.im;
            if meets && outline.may_touch(one.part.body, other.part.body) {
                visit(one.part, other.part)?;
            }
        }
    }
    Ok(())
}

/// The pairs of parts of bodies that may touch whose bounding boxes meet.
pub(crate) fn overlapping(outline: &Outline, placed: &Placed) -> Vec<[PartId; 2]> {
    let mut boxes = Vec::new();
    for part in outline.part_ids() {
        boxes.push(Bounds::new(outline, placed, part));
    }
    let mut pairs = Vec::new();
    let visited: Result<(), TooMany> = each_meeting(outline, boxes, |one, other| {
        pairs.push([one.min(other), one.max(other)]);
        Ok(())
    });
    debug_assert!(visited.is_ok());
    pairs
}
