//! Rows at a guess of the motion of a step (`proofs/RUN.md`, section 6).

use super::body::Edge;
use super::number::{Number, sum_of_products};
use super::pairs::{self, Outline, Outlines, outline};
use super::plan::Plan;
use super::round;
use super::state::{Moving, Placed, cayley};
use super::vector::Vector;
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature, PartId};
use zwang_scene::BodyId;

/// d and s, or v and ω, of some free bodies.
pub(super) type Motion = BTreeMap<BodyId, [Number; 3]>;

/// Bodies in the state before a step or a part.
pub(super) struct Stage<'a> {
    pub plan: &'a Plan,
    pub placed: BTreeMap<BodyId, Placed<'a>>,
    /// Their parts.
    pub outlines: Outlines<'a>,
    /// The places of all other bodies.
    pub others: Option<&'a Self>,
}

/// A row: its value less its floor is linear in the motions of its bodies.
#[derive(Clone)]
pub(super) struct Row {
    pub name: Contact,
    /// The coefficients of its free bodies.
    pub sides: Vec<(BodyId, [Number; 3])>,
    pub constant: Number,
    /// Whether it touches in the state before, and its floor; rows of velocities do, at 0.
    pub touches: bool,
    pub floor: Number,
    /// |e|² of its edge in the scene, or (2 R)².
    pub length_squared: Number,
    /// How it slips, if it is rough.
    pub slip: Option<Slip>,
}

/// The slip of a rough row (section 13).
#[derive(Clone)]
pub(super) struct Slip {
    /// μ.
    pub friction: Number,
    /// The coefficients of its free bodies.
    pub sides: Vec<(BodyId, [Number; 3])>,
    /// Φ and Ψ.
    pub base: [Number; 2],
}

/// The data that make a row.
struct Parts<'a> {
    bodies: [BodyId; 2],
    /// The arm of the vertex, and that of the start of the edge, or of the other vertex.
    arms: [&'a Vector; 2],
    /// `None` of a row of two vertices.
    edge: Option<&'a Edge>,
    /// The radius of the part of the vertex, and R.
    radius: &'a Number,
    reach: Number,
}

/// How the two bodies of a row are turned, with the factors of their turns, and z_i - z_j.
struct Frame {
    rotations: [Vector; 2],
    factors: [Number; 2],
    distance: Vector,
}

/// z and c of a body.
#[derive(Clone)]
pub(super) struct Pose {
    pub position: Vector,
    pub rotation: Vector,
}

/// Edges that take over within a part of a step, each with the part that it separates.
pub(super) type Later = BTreeSet<(Feature, PartId)>;

/// A guess of a motion, and where it puts the bodies.
pub(super) struct Guess<'a> {
    stage: &'a Stage<'a>,
    motion: &'a Motion,
    guessed: BTreeMap<BodyId, Guessed>,
    /// The parts of these bodies.
    outlines: Outlines<'a>,
    later: Later,
}

/// The motion that a guess makes of a free body.
struct Guessed {
    displacement: Vector,
    pose: Pose,
    /// c_mid.
    middle: Vector,
    /// [c^]_l.
    short: Vector,
    /// k = [1 / (1 + s^²/4)]_l.
    factor: Number,
}

/// Whether a gap of an edge is within a distance, given |e|².
pub(super) fn is_within(gap: &Number, distance: &Number, length_squared: &Number) -> bool {
    !gap.is_positive() || gap.square() <= &distance.square() * length_squared
}

impl Row {
    /// Lets it act at another point, given the way there.
    pub(super) fn act_at(&mut self, way: &Vector) {
        let slip = self.slip.as_mut().map(|slip| &mut slip.sides);
        for (_, [x, y, turn]) in self.sides.iter_mut().chain(slip.into_iter().flatten()) {
            *turn = &*turn + &(&(&way.x * y) - &(&way.y * x));
        }
    }

    /// w(x).
    pub(super) fn value(&self, motion: &Motion) -> Result<Number> {
        Ok(&self.linear(motion)? + &self.constant)
    }

    /// The same without the constant.
    pub(super) fn linear(&self, motion: &Motion) -> Result<Number> {
        linear(&self.sides, motion)
    }
}

impl Slip {
    /// τ(x).
    pub(super) fn value(&self, motion: &Motion) -> Result<Number> {
        linear(&self.sides, motion)
    }
}

/// The coefficients of some free bodies.
type Sides = [(BodyId, [Number; 3])];

fn linear(sides: &Sides, motion: &Motion) -> Result<Number> {
    let mut sum = Number::zero();
    for (body, coefficients) in sides {
        let numbers = of(motion, *body)?;
        sum = &sum + &sum_of_products(coefficients.iter().zip(numbers));
    }
    Ok(sum)
}

/// The motion of a body, which has to be one of the group.
pub(super) fn of(motion: &Motion, body: BodyId) -> Result<&[Number; 3]> {
    match motion.get(&body) {
        Some(numbers) => Ok(numbers),
        None => Form.refuse(format!("body {body}"), "no motion", "one of its group"),
    }
}

impl<'a> Stage<'a> {
    /// Some bodies in their places, and all others in theirs.
    pub(super) fn new(
        plan: &'a Plan,
        placed: BTreeMap<BodyId, Placed<'a>>,
        others: Option<&'a Self>,
    ) -> Self {
        Self {
            plan,
            outlines: pairs::outlines(placed.values()),
            placed,
            others,
        }
    }

    /// A part.
    pub(super) fn outline(&self, id: PartId) -> Result<&Outline<'a>> {
        match (self.outlines.get(&id), self.others) {
            (Some(outline), _) => Ok(outline),
            (None, Some(others)) => others.outline(id),
            (None, None) => Form.refuse(format!("body {}", id.body), "no such part", "one"),
        }
    }

    pub(super) fn at(&self, body: BodyId) -> Result<&Placed<'a>> {
        match (self.placed.get(&body), self.others) {
            (Some(placed), _) => Ok(placed),
            (None, Some(others)) => others.at(body),
            (None, None) => Form.refuse(format!("body {body}"), "no state", "one"),
        }
    }

    pub(super) fn pose(&self, body: BodyId) -> Result<Pose> {
        let at = self.at(body)?;
        Ok(Pose {
            position: at.position.clone(),
            rotation: at.rotation.clone(),
        })
    }

    /// The vertex of a row of parts with corners at a pose of its body; `None` of others.
    pub(super) fn corner_at(&self, name: &Contact, pose: &Pose) -> Result<Option<Vector>> {
        let parts = self.parts(name)?;
        let [vertex, _] = parts.arms;
        let point = pose.position.plus(&pose.rotation.times(vertex));
        Ok((!parts.reach.is_positive()).then_some(point))
    }

    fn parts(&self, name: &Contact) -> Result<Parts<'a>> {
        let vertex = self.plan.part(name.vertex.part)?;
        let edge = self.plan.part(name.edge.part)?;
        let (start, direction) = match name.edge.index.checked_sub(edge.arms.len()) {
            Some(vertex) => (vertex, None),
            None => (name.edge.index, Some(edge.edge(name.edge.index)?)),
        };
        Ok(Parts {
            bodies: name.bodies().map(BodyId),
            arms: [vertex.arm(name.vertex.index)?, edge.arm(start)?],
            edge: direction,
            radius: &vertex.radius,
            reach: &vertex.radius + &edge.radius,
        })
    }

    /// |e|², or (2 R)² of a row of two vertices.
    pub(super) fn length_squared(&self, name: &Contact) -> Result<Number> {
        Ok(self.parts(name)?.length_squared())
    }

    /// R |e| of a row of a vertex and an edge, rounded up.
    pub(super) fn off(&self, name: &Contact) -> Result<Number> {
        Ok(self.parts(name)?.off(self.plan))
    }

    /// The gap of a row in the state before.
    pub(super) fn gap(&self, name: &Contact) -> Result<Number> {
        let [vertex, edge] = [name.vertex.part, name.edge.part];
        self.gap_of(name, [self.outline(vertex)?, self.outline(edge)?])
    }

    /// The gap of a row between the part of its vertex and that of its edge.
    fn gap_of(&self, name: &Contact, outlines: [&Outline; 2]) -> Result<Number> {
        let parts = self.parts(name)?;
        let (from_start, direction) = vectors(name, outlines)?;
        Ok(match direction {
            Some(direction) => &from_start.cross(&direction) - &parts.off(self.plan),
            None => &from_start.square() - &parts.reach.square(),
        })
    }

    /// Whether, in the state before, the vertex of a row with an edge of a rounded pair is beside
    /// the edge. (Then it is no overlap if the gap is below 0.)
    fn is_beside(&self, name: &Contact, parts: &Parts) -> Result<bool> {
        if !parts.reach.is_positive() {
            return Ok(false);
        }
        let outlines = [
            self.outline(name.vertex.part)?,
            self.outline(name.edge.part)?,
        ];
        let (from_start, direction) = vectors(name, outlines)?;
        let Some(direction) = direction else {
            return Ok(false);
        };
        Ok(!round::is_over(&from_start, &Vector::zero(), &direction))
    }

    /// The gap of a row at two poses, of the body of the vertex and of that of the edge.
    pub(super) fn gap_at(&self, name: &Contact, poses: [&Pose; 2]) -> Result<Number> {
        Ok(self.parts(name)?.gap(self.plan, poses))
    }

    /// Whether a gap in the state before touches.
    pub(super) fn touches(&self, name: &Contact, gap: &Number) -> Result<bool> {
        let parts = self.parts(name)?;
        let gap = match self.is_beside(name, &parts)? {
            true => gap.abs(),
            false => gap.clone(),
        };
        Ok(is_within(&gap, &self.plan.touch, &parts.length_squared()))
    }

    /// The floor of a row that touches with this gap in the state before.
    fn floor(&self, name: &Contact, gap: &Number, length_squared: &Number) -> Result<Number> {
        let digits = self.plan.grid.digits.saturating_mul(3) / 4;
        let is_small = is_within(gap, &Number::power(digits), length_squared);
        if !is_small || gap.is_negative() && self.is_beside(name, &self.parts(name)?)? {
            return Ok(Number::zero());
        }
        let vertex = self.plan.part(name.vertex.part)?;
        let tolerance_squared = vertex.tolerance_squared(self.plan.part(name.edge.part)?);
        if !gap.is_negative() || gap.square() <= &tolerance_squared * length_squared {
            return Ok(gap.clone());
        }
        let touch = &self.plan.touch.square() * length_squared;
        let out = gap + &touch.root_above(self.plan.grid.digits.saturating_mul(2));
        Ok(if out.is_negative() { out } else { gap.clone() })
    }

    /// The slip of a row, if it is rough: of bodies with friction, and not hidden.
    fn slip(&self, name: &Contact, parts: &Parts, frame: &Frame) -> Result<Option<Slip>> {
        let slip = parts.slip(self.plan, frame)?;
        match slip.is_some() && self.plan.seams.hides_row(self, name)? {
            true => Ok(None),
            false => Ok(slip),
        }
    }

    /// Whether a body does not move at all.
    pub(super) fn rests(&self, body: BodyId) -> Result<bool> {
        Ok(self
            .at(body)?
            .moving
            .as_ref()
            .is_none_or(Moving::is_at_rest))
    }

    /// Whether a contact neither closes, opens nor slips faster than `touch` in a step.
    pub(super) fn is_still(&self, name: &Contact) -> Result<bool> {
        let row = self.row_before(name)?;
        let velocities = self.velocities(name)?;
        let mut moves = vec![row.linear(&velocities)?];
        if let Some(slip) = &row.slip {
            moves.push(slip.value(&velocities)?);
        }
        let most = &self.plan.touch.square() * &row.length_squared;
        let is_slow = |velocity: &Number| (velocity * &self.plan.step).square() <= most;
        Ok(moves.iter().all(is_slow))
    }

    /// The velocities of the free bodies of a row.
    pub(super) fn velocities(&self, name: &Contact) -> Result<Motion> {
        let mut velocities = Motion::new();
        for body in name.bodies().map(BodyId) {
            if let Some(moving) = &self.at(body)?.moving {
                let Vector { x, y } = &moving.velocity;
                velocities.insert(body, [x.clone(), y.clone(), moving.spin.clone()]);
            }
        }
        Ok(velocities)
    }

    /// The row of velocities in the state before.
    pub(super) fn row_before(&self, name: &Contact) -> Result<Row> {
        let [vertex, edge] = name.bodies().map(BodyId);
        self.velocity_row(name, [&self.pose(vertex)?, &self.pose(edge)?])
    }

    /// The row of velocities in the state before, with rotations rounded to l.
    pub(super) fn short_velocity_row(&self, name: &Contact) -> Result<Row> {
        let bits = self.plan.grid.short();
        let [vertex, edge] = name.bodies().map(BodyId);
        let [mut own, mut other] = [self.pose(vertex)?, self.pose(edge)?];
        own.rotation = own.rotation.rounded(bits);
        other.rotation = other.rotation.rounded(bits);
        let mut row = self.velocity_row(name, [&own, &other])?;
        if self.parts(name)?.edge.is_none()
            && let Some((_, [x, y, _])) = row.sides.first()
        {
            // |m|², so that u over its root is the velocity of the gap, whatever the gap is.
            row.length_squared = &x.square() + &y.square();
        }
        Ok(row)
    }

    /// The row of velocities at two poses, of the body of the vertex and of that of the edge.
    pub(super) fn velocity_row(&self, name: &Contact, [own, other]: [&Pose; 2]) -> Result<Row> {
        let parts = self.parts(name)?;
        let frame = Frame {
            rotations: [own.rotation.clone(), other.rotation.clone()],
            factors: [Number::one(), Number::one()],
            distance: own.position.minus(&other.position),
        };
        Ok(Row {
            name: *name,
            sides: parts.coefficients(self.plan, &frame)?,
            constant: Number::zero(),
            touches: true,
            floor: Number::zero(),
            length_squared: parts.length_squared(),
            slip: self.slip(name, &parts, &frame)?,
        })
    }
}

/// The vector from the start of an edge, or from the other vertex, to a vertex, and that along the
/// edge.
fn vectors(name: &Contact, [own, other]: [&Outline; 2]) -> Result<(Vector, Option<Vector>)> {
    let vertex = own.point(name.vertex.index)?;
    if let Some(opposite) = name.edge.index.checked_sub(other.part.arms.len()) {
        return Ok((vertex.minus(other.point(opposite)?), None));
    }
    let start = other.point(name.edge.index)?;
    let end = other.point(other.part.after(name.edge.index))?;
    Ok((vertex.minus(start), Some(end.minus(start))))
}

impl Parts<'_> {
    /// |e|² or (2 R)²: gaps are distances times their root.
    fn length_squared(&self) -> Number {
        match self.edge {
            Some(edge) => edge.length_squared.clone(),
            None => self.reach.square().shifted_up(2),
        }
    }

    /// R |e|, rounded up.
    fn off(&self, plan: &Plan) -> Number {
        match self.edge {
            Some(edge) if self.reach.is_positive() => {
                (&self.reach.square() * &edge.length_squared).root_above(plan.grid.long())
            }
            _ => Number::zero(),
        }
    }

    fn gap(&self, plan: &Plan, [own, other]: [&Pose; 2]) -> Number {
        let [vertex, start] = self.arms;
        let vertex = own.position.plus(&own.rotation.times(vertex));
        let start = other.position.plus(&other.rotation.times(start));
        let from_start = vertex.minus(&start);
        let Some(edge) = self.edge else {
            return &from_start.square() - &self.reach.square();
        };
        let direction = other.rotation.times(&edge.direction);
        &from_start.cross(&direction) - &self.off(plan)
    }

    /// The vector along the edge; of two vertices J m, m being twice the one between them.
    fn along(&self, frame: &Frame) -> Vector {
        let [own_rotation, edge_rotation] = &frame.rotations;
        if let Some(edge) = self.edge {
            return edge_rotation.times(&edge.direction);
        }
        let [vertex, opposite] = self.arms;
        let arm = own_rotation.times(vertex).plus(&frame.distance);
        let between = arm.minus(&edge_rotation.times(opposite));
        between.plus(&between).quarter_turn()
    }

    /// The coefficients of the free bodies.
    fn coefficients(&self, plan: &Plan, frame: &Frame) -> Result<Vec<(BodyId, [Number; 3])>> {
        let [vertex_body, edge_body] = self.bodies;
        let [own_rotation, _] = &frame.rotations;
        let [own_factor, edge_factor] = &frame.factors;
        let [vertex, _] = self.arms;
        let arm = own_rotation.times(vertex);
        let edge = self.along(frame);
        let whole_arm = arm.plus(&frame.distance);
        let mut sides = Vec::with_capacity(2);
        if !plan.body(vertex_body)?.is_fixed() {
            let turn = -&(&arm.dot(&edge) * own_factor);
            sides.push((vertex_body, [edge.y.clone(), -&edge.x, turn]));
        }
        if !plan.body(edge_body)?.is_fixed() {
            let turn = &whole_arm.dot(&edge) * edge_factor;
            sides.push((edge_body, [-&edge.y, edge.x.clone(), turn]));
        }
        Ok(sides)
    }

    /// The slip, if there is friction between the bodies.
    fn slip(&self, plan: &Plan, frame: &Frame) -> Result<Option<Slip>> {
        let [vertex_body, edge_body] = self.bodies;
        let friction = plan.scene.friction.between(vertex_body, edge_body);
        if !friction.is_positive() {
            return Ok(None);
        }
        let [own_rotation, _] = &frame.rotations;
        let one = Number::one();
        let [own_factor, edge_factor] = match self.edge {
            Some(_) => frame.factors.each_ref(),
            None => [&one, &one],
        };
        let [vertex, _] = self.arms;
        let arm = own_rotation.times(vertex);
        let edge = self.along(frame);
        let whole_arm = arm.plus(&frame.distance);
        // The point on the surface is nearer to the edge by the radius.
        let length_squared = match self.edge {
            Some(edge) => edge.length_squared.clone(),
            None => edge.square(),
        };
        let off = &self.radius.square() * &length_squared;
        let off = off.root_above(plan.grid.short());
        let mut sides = Vec::with_capacity(2);
        if !plan.body(vertex_body)?.is_fixed() {
            let turn = &(&arm.cross(&edge) - &off) * own_factor;
            sides.push((vertex_body, [edge.x.clone(), edge.y.clone(), turn]));
        }
        if !plan.body(edge_body)?.is_fixed() {
            let turn = -&(&(&whole_arm.cross(&edge) - &off) * edge_factor);
            sides.push((edge_body, [-&edge.x, -&edge.y, turn]));
        }
        Ok(Some(Slip {
            friction: Number::from(&friction),
            sides,
            base: [Number::zero(), Number::zero()],
        }))
    }
}

impl<'a> Guess<'a> {
    pub(super) fn stage(&self) -> &'a Stage<'a> {
        self.stage
    }

    pub(super) fn new(stage: &'a Stage<'a>, motion: &'a Motion) -> Result<Self> {
        let mut guessed = BTreeMap::new();
        let mut outlines = Outlines::new();
        for (id, numbers) in motion {
            let own = Guessed::new(stage, *id, numbers)?;
            let body = stage.plan.body(*id)?;
            for part in &body.parts {
                let Pose { position, rotation } = &own.pose;
                outlines.insert(part.id, outline(body, part, position, rotation));
            }
            guessed.insert(*id, own);
        }
        Ok(Self {
            stage,
            motion,
            guessed,
            outlines,
            later: Later::new(),
        })
    }

    /// A part after the guess; that of a body without one stays.
    pub(super) fn outline(&self, id: PartId) -> Result<&Outline<'a>> {
        match self.outlines.get(&id) {
            Some(outline) => Ok(outline),
            None => self.stage.outline(id),
        }
    }

    /// c_mid of a free body.
    pub(super) fn middle(&self, body: BodyId) -> Result<&Vector> {
        match self.guessed.get(&body) {
            Some(guessed) => Ok(&guessed.middle),
            None => Form.refuse(format!("body {body}"), "no guess", "one of its group"),
        }
    }

    /// The same with edges that take over.
    pub(super) fn with_later(mut self, later: &Later) -> Self {
        self.later.clone_from(later);
        self
    }

    /// Whether a row with this gap in the state before touches. Those of edges that take over do
    /// not.
    fn touches(&self, name: &Contact, gap: &Number) -> Result<bool> {
        let is_later = self.later.contains(&(name.edge, name.vertex.part));
        Ok(!is_later && self.stage.touches(name, gap)?)
    }

    /// The rows of options that touch in the state before.
    pub(super) fn touching(&self, options: &[Vec<Contact>]) -> Result<Vec<Vec<Contact>>> {
        let mut left = Vec::new();
        for option in options {
            let mut rows = Vec::new();
            for name in option {
                if self.touches(name, &self.stage.gap(name)?)? {
                    rows.push(*name);
                }
            }
            left.push(rows);
        }
        Ok(left)
    }

    /// The row: value less floor.
    pub(super) fn row(&self, name: &Contact) -> Result<Row> {
        let is_before = self.turns_round(name)?;
        let stage = self.stage;
        let parts = stage.parts(name)?;
        let gap = stage.gap(name)?;
        let touches = self.touches(name, &gap)?;
        let frame = match (is_before, touches) {
            (true, _) => self.frame_before(&parts)?,
            (false, true) => self.middle_frame(&parts)?,
            (false, false) => self.end_frame(&parts)?,
        };
        let mut row = Row {
            name: *name,
            sides: parts.coefficients(stage.plan, &frame)?,
            constant: Number::zero(),
            touches,
            floor: match touches {
                true => stage.floor(name, &gap, &parts.length_squared())?,
                false => Number::zero(),
            },
            length_squared: parts.length_squared(),
            slip: stage.slip(name, &parts, &frame)?,
        };
        row.constant = if touches || is_before {
            &gap - &row.floor
        } else {
            let [vertex, edge] = [name.vertex.part, name.edge.part];
            let gap = stage.gap_of(name, [self.outline(vertex)?, self.outline(edge)?])?;
            &gap - &row.linear(self.motion)?
        };
        Ok(row)
    }

    /// The pose of a body half way to the guess.
    pub(super) fn middle_pose(&self, body: BodyId) -> Result<Pose> {
        let before = self.stage.pose(body)?;
        let Some(guessed) = self.guessed.get(&body) else {
            return Ok(before);
        };
        let moved = guessed.displacement.scaled(&Number::power(1));
        Ok(Pose {
            position: before.position.plus(&moved),
            rotation: guessed.middle.clone(),
        })
    }

    /// Whether the vector between two vertices turns by a right angle or more in the guess.
    fn turns_round(&self, name: &Contact) -> Result<bool> {
        let [vertex, edge] = [name.vertex.part, name.edge.part];
        let stage = self.stage;
        let (before, None) = vectors(name, [stage.outline(vertex)?, stage.outline(edge)?])? else {
            return Ok(false);
        };
        let (after, _) = vectors(name, [self.outline(vertex)?, self.outline(edge)?])?;
        Ok(!before.dot(&after).is_positive())
    }

    /// Before the guess.
    fn frame_before(&self, parts: &Parts) -> Result<Frame> {
        let bits = self.stage.plan.grid.short();
        let [own, other] = parts.bodies;
        let [own, other] = [self.stage.at(own)?, self.stage.at(other)?];
        Ok(Frame {
            rotations: [own.rotation.rounded(bits), other.rotation.rounded(bits)],
            factors: [Number::one(), Number::one()],
            distance: own.position.minus(&other.position),
        })
    }

    /// Half way to the guess.
    fn middle_frame(&self, parts: &Parts) -> Result<Frame> {
        let mut rotations = [Vector::one(), Vector::one()];
        for (rotation, body) in rotations.iter_mut().zip(parts.bodies) {
            if let Some(guessed) = self.guessed.get(&body) {
                *rotation = guessed.middle.clone();
            }
        }
        let half = Number::power(1);
        Ok(Frame {
            rotations,
            factors: [Number::one(), Number::one()],
            distance: self.distance(parts, &half)?,
        })
    }

    /// At the guess.
    fn end_frame(&self, parts: &Parts) -> Result<Frame> {
        let mut rotations = [Vector::one(), Vector::one()];
        let mut factors = [Number::one(), Number::one()];
        let ends = rotations.iter_mut().zip(&mut factors);
        for ((rotation, factor), body) in ends.zip(parts.bodies) {
            if let Some(guessed) = self.guessed.get(&body) {
                *rotation = guessed.short.clone();
                *factor = guessed.factor.clone();
            }
        }
        Ok(Frame {
            rotations,
            factors,
            distance: self.distance(parts, &Number::one())?,
        })
    }

    /// z_i - z_j and so much of d^_i - d^_j.
    fn distance(&self, parts: &Parts, share: &Number) -> Result<Vector> {
        let [vertex_body, edge_body] = parts.bodies;
        let own = &self.stage.at(vertex_body)?.position;
        let other = &self.stage.at(edge_body)?.position;
        let own_move = self.displacement(vertex_body);
        let moved = own_move.minus(&self.displacement(edge_body));
        Ok(own.minus(other).plus(&moved.scaled(share)))
    }

    /// d^, which is 0 of a fixed body.
    fn displacement(&self, body: BodyId) -> Vector {
        match self.guessed.get(&body) {
            Some(guessed) => guessed.displacement.clone(),
            None => Vector::zero(),
        }
    }
}

impl Guessed {
    fn new(stage: &Stage, body: BodyId, [x, y, turn]: &[Number; 3]) -> Result<Self> {
        let at = stage.at(body)?;
        let grid = &stage.plan.grid;
        let displacement = Vector::new(x.clone(), y.clone());
        let half = turn.shifted(1);
        let factor = (&Number::one() + &half.square()).reciprocal();
        // 1 / (1 - i s/2) = (1 + i s/2) / (1 + s²/4)
        let half_turn = Vector::new(factor.clone(), &half * &factor);
        let rotation = at.rotation.times(&cayley(turn)).rounded(grid.long());
        Ok(Self {
            pose: Pose {
                position: at.position.plus(&displacement),
                rotation: rotation.clone(),
            },
            displacement,
            middle: at.rotation.times(&half_turn).rounded(grid.short()),
            short: rotation.rounded(grid.short()),
            factor: factor.rounded(grid.short()),
        })
    }
}
