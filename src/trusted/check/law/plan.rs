//! Facts of a scene and a header for all steps: L0 of the header (`proofs/RUN.md`, sections 1, 2
//! and 9).

use super::body::{Body, Free, Part};
use super::hidden::Hidden;
use super::number::Number;
use super::pairs::Pair;
use super::pins::{self, Pin};
use super::restitution::Restitution;
use super::seams::{self, Seam, Seams};
use super::vector::Vector;
use crate::lookup;
use crate::names;
use crate::rejection::Condition::L0;
use crate::rejection::Result;
use crate::wellformed;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use zwang_certificate::run2::Header;
use zwang_certificate::{Feature, PartId};
use zwang_exact::{common_denominator, times};
use zwang_scene::{BodyId, IgnoringPairs, Scene};

/// Facts of a scene and a header for all steps.
pub(super) struct Plan {
    pub scene: Scene,
    /// h.
    pub step: Number,
    /// 1/h.
    pub per_step: Number,
    /// ½ h².
    pub half_square: Number,
    pub grid: Grid,
    pub touch: Number,
    pub restitution: Restitution,
    /// The largest radius of a ball.
    pub radius: Number,
    /// The largest error of the law of friction.
    pub law: Number,
    pub bodies: Vec<Body>,
    pub pins: Vec<Pin>,
    ignoring: IgnoringPairs,
    pub hidden: Hidden,
    pub seams: Seams,
}

/// The grid of a run, and the vectors a and J a that it is along.
pub(super) struct Grid {
    /// g.
    pub digits: u64,
    pub along: Vector,
    pub across: Vector,
    /// a·a.
    pub square: Number,
    per_square: Number,
}

impl Grid {
    fn new(digits: u64, gravity: &zwang_exact::Vector) -> Self {
        let along = along(gravity);
        let square = along.square();
        Self {
            digits,
            across: along.quarter_turn(),
            per_square: square.reciprocal(),
            square,
            along,
        }
    }

    /// l = g/2: the digits of guesses and coefficients.
    pub(super) fn short(&self) -> u64 {
        self.digits / 2
    }

    /// 2 g: the digits of rotations.
    pub(super) fn long(&self) -> u64 {
        self.digits.saturating_mul(2)
    }

    /// P = 3 g: the digits of forces.
    pub(super) fn of_forces(&self) -> u64 {
        self.digits.saturating_mul(3)
    }

    /// 3 g / 4: the digits of times of meetings.
    pub(super) fn of_times(&self) -> u64 {
        self.of_forces() / 4
    }

    /// 4 g: the digits of radii.
    pub(super) fn of_radii(&self) -> u64 {
        self.digits.saturating_mul(4)
    }

    /// The coordinates of a vector along a and J a.
    pub(super) fn coordinates(&self, vector: &Vector) -> [Number; 2] {
        let along = &self.along.dot(vector) * &self.per_square;
        let across = &self.across.dot(vector) * &self.per_square;
        [along, across]
    }

    /// The vector with these coordinates.
    pub(super) fn vector(&self, [along, across]: [&Number; 2]) -> Vector {
        self.along.scaled(along).plus(&self.across.scaled(across))
    }

    /// `[u]_p`.
    pub(super) fn rounded(&self, vector: &Vector, bits: u64) -> Vector {
        let [along, across] = self.coordinates(vector);
        self.vector([&along.rounded(bits), &across.rounded(bits)])
    }

    /// An integer over 2^g.
    pub(super) fn number(&self, above: &BigInt) -> Number {
        Number::dyadic(above.clone(), self.digits)
    }

    /// The vector of two integers over 2^g.
    pub(super) fn grid_vector(&self, [along, across]: [&BigInt; 2]) -> Vector {
        self.vector([&self.number(along), &self.number(across)])
    }
}

/// The vector of coprime integers along gravity, or (1, 0) without gravity.
fn along(gravity: &zwang_exact::Vector) -> Vector {
    let unit = common_denominator([&gravity.x, &gravity.y]);
    let x = times(&gravity.x, &unit);
    let y = times(&gravity.y, &unit);
    let common = x.gcd(&y);
    if common.is_zero() {
        return Vector::one();
    }
    let x = Number::dyadic(x / &common, 0);
    let y = Number::dyadic(y / &common, 0);
    Vector::new(x, y)
}

impl Plan {
    /// L0, of all but state 0. Returns the pairs of parts that are near each other in it, too.
    pub(super) fn new(scene: &Scene, header: &Header) -> Result<(Self, Vec<Pair>)> {
        wellformed::scene(scene)?;
        header_is_of_the_scene(scene, header)?;
        let mut bodies = Vec::new();
        for ((id, body), loads) in scene.numbered_bodies().zip(&scene.resultants()) {
            bodies.push(Body::new(scene, id, body, loads));
        }
        let step = Number::from(&header.step);
        let ignoring = scene.ignoring_pairs();
        let touch = touching_distance(&bodies, &step);
        let grid = Grid::new(header.grid, &scene.gravity);
        tolerances_are_of_the_scene(header, &bodies, &touch)?;
        law_is_of_the_scene(scene, header, &touch)?;
        let near = seams::near_each_other(&bodies, &ignoring)?;
        let hidden = Hidden::new(&bodies, &ignoring);
        let is_rough = scene.require_no_friction().is_err();
        let seams = Seams::new(&bodies, &ignoring, &near, is_rough || hidden.has_any())?;
        let plan = Self {
            scene: scene.clone(),
            per_step: step.reciprocal(),
            half_square: step.square().shifted(1),
            step,
            pins: pins::of_scene(scene, &grid)?,
            grid,
            touch,
            restitution: Restitution::new(header, scene.bodies.len())?,
            radius: (&header.radius).into(),
            law: (&header.law).into(),
            hidden,
            seams,
            ignoring,
            bodies,
        };
        Ok((plan, near))
    }

    /// Whether an edge is hidden from a body.
    pub(super) fn hides(&self, edge: Feature, from: &Body) -> Result<bool> {
        let covered = self.covered_about(edge, from, &Number::zero())?;
        if covered.is_none_or(|[_, end]| end < Number::one()) {
            return Ok(false);
        }
        let index = self.part(edge.part)?.after(edge.index);
        let end = Feature { index, ..edge };
        Ok(self.seam(edge, from)?.is_some() && self.seam(end, from)?.is_some())
    }

    /// Whether something covers some of an edge.
    pub(super) fn has_covers(&self, edge: Feature) -> bool {
        self.hidden.has_covers(edge)
    }

    /// The shares of the way along an edge, about one of them, between which others that may touch
    /// a body cover it.
    pub(super) fn covered_about(
        &self,
        edge: Feature,
        from: &Body,
        share: &Number,
    ) -> Result<Option<[Number; 2]>> {
        self.hidden.covered_about(&self.bodies, edge, from, share)
    }

    /// The seam at a vertex, for a body.
    pub(super) fn seam(&self, vertex: Feature, from: &Body) -> Result<Option<Seam>> {
        self.seams.at(&self.bodies, vertex, from)
    }

    /// Those edges of a part that become candidates, of edges that separate it from a body, beside
    /// candidates that it has: hidden ones only if it has no other.
    pub(super) fn eligible(
        &self,
        part: PartId,
        known: &[usize],
        separating: Vec<usize>,
        from: &Body,
    ) -> Result<Vec<usize>> {
        let mut visible = Vec::new();
        for &index in &separating {
            if !self.hides(Feature { part, index }, from)? {
                visible.push(index);
            }
        }
        let mut is_seen = !visible.is_empty();
        for &index in known {
            is_seen = is_seen || !self.hides(Feature { part, index }, from)?;
        }
        Ok(if is_seen { visible } else { separating })
    }

    pub(super) fn body(&self, body: BodyId) -> Result<&Body> {
        lookup::of_body(&self.bodies, body)
    }

    /// The square of the smaller width of two parts.
    pub(super) fn width_squared(&self, pair: Pair) -> Result<Number> {
        let first = &self.part(pair.first)?.width_squared;
        let second = &self.part(pair.second)?.width_squared;
        Ok(first.min(second).clone())
    }

    /// The square of a sixteenth of the smaller width: how deep two parts may overlap.
    pub(super) fn depth_squared(&self, pair: Pair) -> Result<Number> {
        Ok(self.width_squared(pair)?.shifted(8))
    }

    /// The square of the free width of a part against a body: over the edges that are not hidden.
    fn free_width_squared(&self, part: PartId, from: BodyId) -> Result<Number> {
        let own = self.part(part)?;
        let from = self.body(from)?;
        let mut least: Option<&Number> = None;
        for (index, edge) in own.edges.iter().enumerate() {
            let feature = Feature { part, index };
            if !self.hides(feature, from)? {
                let depth = &edge.depth_squared;
                least = Some(least.map_or(depth, |least| least.min(depth)));
            }
        }
        Ok(least.unwrap_or(&own.width_squared).clone())
    }

    /// Whether parts that move so far together can pass each other.
    pub(super) fn are_fast(&self, pair: Pair, moves: &Number) -> Result<bool> {
        let square = moves.square();
        if square <= self.width_squared(pair)? {
            return Ok(false);
        }
        let [first, second] = pair.bodies();
        let of_first = self.free_width_squared(pair.first, second)?;
        let of_second = self.free_width_squared(pair.second, first)?;
        Ok(square > of_first.min(of_second))
    }

    pub(super) fn part(&self, id: PartId) -> Result<&Part> {
        self.body(BodyId(id.body))?.part(id.part)
    }

    /// The data that move a body that is free.
    pub(super) fn free(&self, body: BodyId) -> Result<&Free> {
        match &self.body(body)?.free {
            Some(free) => Ok(free),
            None => L0.refuse(names::body(&self.scene, body), "a fixed body", "a free one"),
        }
    }

    /// The free bodies, ascending.
    pub(super) fn free_bodies(&self) -> impl Iterator<Item = (BodyId, &Free)> {
        let bodies = self.bodies.iter();
        bodies.filter_map(|body| Some((body.id, body.free.as_ref()?)))
    }

    pub(super) fn may_touch(&self, one: &Body, other: &Body) -> bool {
        may_touch(one, other, &self.ignoring)
    }
}

/// Whether two bodies are different, not both fixed, and do not ignore each other.
pub(super) fn may_touch(one: &Body, other: &Body, ignoring: &IgnoringPairs) -> bool {
    let is_other = one.id != other.id;
    is_other && !(one.is_fixed() && other.is_fixed()) && !ignoring.contains(one.id, other.id)
}

fn header_is_of_the_scene(scene: &Scene, header: &Header) -> Result {
    let digest = scene.digest();
    if header.scene != digest {
        return L0.refuse("header, `scene`", &header.scene, digest);
    }
    if !header.step.is_positive() {
        let found = names::rational(&header.step);
        return L0.refuse("header, `step`", found, "above 0");
    }
    let grid = header.grid;
    if !(16..=1024).contains(&grid) || !grid.is_multiple_of(4) {
        return L0.refuse("header, `grid`", grid, "a multiple of 4 from 16 to 1024");
    }
    Ok(())
}

/// `touch` is that of the scene and small against its bodies, and `radius` is small against it.
fn tolerances_are_of_the_scene(header: &Header, bodies: &[Body], touch: &Number) -> Result {
    if Number::from(&header.touch) != *touch {
        let found = names::rational(&header.touch);
        let required = names::rational(&touch.to_rational());
        return L0.refuse("header, `touch`", found, required);
    }
    for body in bodies.iter().filter(|body| !body.is_fixed()) {
        let widest = body.parts.iter().map(|part| &part.width_squared).max();
        // A body without parts has no width, and touches nothing.
        if widest.is_some_and(|square| touch.square() > square.shifted(12)) {
            let found = names::rational(&header.touch);
            let required = format!(
                "at most 1/64 of the width of body {}: a smaller step",
                body.id
            );
            return L0.refuse("header, `touch`", found, required);
        }
    }
    let radius = Number::from(&header.radius);
    let mut is_small = !radius.is_negative();
    for free in bodies.iter().filter_map(|body| body.free.as_ref()) {
        let square = radius.square();
        let moved = &touch.square() * &free.mass;
        is_small &= square <= moved.shifted(16);
        let turned = &touch.square() * &free.inertia;
        is_small &= &square * &free.reach.square() <= turned.shifted(16);
        is_small &= square <= free.inertia.shifted(16);
    }
    if !is_small {
        let found = names::rational(&header.radius);
        let required = "from 0 to what moves no point by 2^-8 `touch`, no body by 2^-8 rad";
        return L0.refuse("header, `radius`", found, required);
    }
    Ok(())
}

/// `law` is 0 without friction, and small against `touch`.
fn law_is_of_the_scene(scene: &Scene, header: &Header, touch: &Number) -> Result {
    let law = Number::from(&header.law);
    let required = match scene.require_no_friction() {
        Ok(()) if !law.is_zero() => "0 without friction",
        Err(_) if law.is_negative() || law > touch.shifted(8) => "from 0 to 2^-8 `touch`",
        _ => return Ok(()),
    };
    L0.refuse("header, `law`", names::rational(&header.law), required)
}

impl Free {
    /// |a°_x| + |a°_y| + r |α°|. A is the largest of a scene, or of a group.
    pub(super) fn acceleration(&self) -> Number {
        &self.fall.size() + &(&self.reach * &self.turn_fall.abs())
    }
}

/// 2^-10 max(h² A, 2^-10 h V).
fn touching_distance(bodies: &[Body], step: &Number) -> Number {
    let mut speed = Number::zero();
    let mut acceleration = Number::zero();
    for free in bodies.iter().filter_map(|body| body.free.as_ref()) {
        let of_spin = &free.reach * &free.spin.abs();
        speed = speed.max(&free.velocity.size() + &of_spin);
        acceleration = acceleration.max(free.acceleration());
    }
    let of_acceleration = &step.square() * &acceleration;
    let of_speed = (step * &speed).shifted(10);
    of_acceleration.max(of_speed).shifted(10)
}
