//! States of free bodies, and where these and their vertices are: poses (`proofs/RUN.md`,
//! section 1).

use crate::candidates::row_is_within;
use crate::number::{GRID, LONG, SHORT, over, rounded};
use crate::outline::{Outline, rationals};
use crate::plane::Plane;
use crate::rooms::Way;
use crate::round::is_over;
use crate::rounding::turn_between;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use std::sync::Arc;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

/// The state of a free body, in integers over 2^g, and over 2^l for the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyState {
    /// X, Y: displacement from the scene along gravity and across, in units of the frame.
    pub displacement: [Integer; 2],
    /// n, from 0 to 3.
    pub quarter_turns: u8,
    /// t, tangent of half the remaining angle.
    pub half_tangent: Integer,
    /// V, W: velocity along gravity and across.
    pub velocity: [Integer; 2],
    /// ω.
    pub spin: Integer,
    /// Q, R, S: what the last step moved beyond h v and h ω.
    pub memory: [Integer; 3],
}

/// The place of a body: its centroid over U 2^g, its rotation over 2^2g.
#[derive(Clone, Debug)]
pub(crate) struct Pose {
    pub(crate) centroid: Plane,
    pub(crate) rotation: Plane,
}

/// The motion that a guess assumes: d over 2^l as a vector and in coordinates, s over 2^l.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BodyGuess {
    /// Coordinates along and across gravity.
    pub(crate) displacement: [Integer; 2],
    pub(crate) turn: Integer,
}

/// All bodies in some poses.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    bodies: Arc<Vec<Arc<PlacedBody>>>,
    /// Those that were put elsewhere.
    moved: BTreeMap<usize, Arc<PlacedBody>>,
}

/// A body in a pose, with its vertices over U 2^2g.
#[derive(Debug)]
struct PlacedBody {
    pose: Pose,
    parts: Vec<Vec<Plane>>,
}

/// The states of the free bodies at the beginning, in file order.
pub(crate) fn initial(scene: &Scene, outline: &Outline) -> Vec<BodyState> {
    let mut states = Vec::new();
    let half_square = (&outline.step).square() >> 1u64;
    for &body in &outline.free {
        let Some(free) = &scene.bodies[body].dynamics else {
            continue;
        };
        let [x, y] = rationals(&free.velocity);
        let mass = outline.mass(body);
        let turning = mass.angular_acceleration([&Rational::ONE, &Rational::ZERO]);
        let [a_x, a_y] = mass.acceleration.clone().map(|part| part * &half_square);
        let [along, across] = outline.rounded([&a_x, &a_y], SHORT);
        states.push(BodyState {
            displacement: [Integer::ZERO, Integer::ZERO],
            quarter_turns: 0,
            half_tangent: Integer::ZERO,
            velocity: outline.rounded([&x, &y], GRID),
            spin: rounded(&to_solver(&free.spin), GRID),
            memory: [along, across, rounded(&(turning * &half_square), SHORT)],
        });
    }
    states
}

/// The way of a body from one state to another.
pub(crate) fn way(outline: &Outline, body: BodyId, before: &BodyState, after: &BodyState) -> Way {
    let turn = turn(before, after).abs();
    Way::new(
        moved(outline, before, after),
        &outline.bodies[body].radius * turn,
    )
}

/// How far the centroid has gone from one state to another, m.
pub(crate) fn moved(outline: &Outline, before: &BodyState, after: &BodyState) -> [Rational; 2] {
    let [x, y] = &before.displacement;
    let [new_x, new_y] = &after.displacement;
    outline.on_grid(&[new_x - x, new_y - y])
}

/// Twice the tangent of half the turn from one state to another; 0 at half a turn.
pub(crate) fn turn(before: &BodyState, after: &BodyState) -> Rational {
    let [turn, unit] = turn_between(
        (before.quarter_turns, &before.half_tangent),
        (after.quarter_turns, &after.half_tangent),
    );
    match unit == 0 {
        true => Rational::ZERO,
        false => Rational::from_integers(turn, unit),
    }
}

impl BodyState {
    /// Whether it does not move at all.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.spin == 0 && self.velocity.iter().all(|part| *part == 0)
    }

    /// The velocity, m/s.
    pub(crate) fn velocity(&self, outline: &Outline) -> [Rational; 2] {
        outline.on_grid(&self.velocity)
    }

    /// The spin, rad/s.
    pub(crate) fn spin(&self) -> Rational {
        over(&self.spin, GRID)
    }

    /// The place of the body.
    pub(crate) fn pose(&self, outline: &Outline, body: BodyId) -> Pose {
        let start = outline.mass(body).centroid.shifted(GRID);
        let [along, across] = &self.displacement;
        let moved = outline.vector(along, across).scaled(&outline.unit);
        Pose {
            centroid: &start + &moved,
            rotation: self.rotation(),
        }
    }

    /// \[i^n rot(t)\]_2g.
    fn rotation(&self) -> Plane {
        let one = Integer::power_of_2(2 * GRID);
        let square = (&self.half_tangent).square();
        let twice = &self.half_tangent << (GRID + 1);
        let mut direction = Plane::new(&one - &square, twice);
        for _ in 0..self.quarter_turns {
            direction = direction.quarter_turn();
        }
        direction.shifted(LONG).divided(&(one + square))
    }
}

impl Pose {
    /// That of a fixed body.
    fn fixed() -> Self {
        Self {
            centroid: Plane::ZERO,
            rotation: Plane::ONE.shifted(LONG),
        }
    }

    /// A point with this arm over U, over U 2^2g.
    pub(crate) fn point(&self, arm: &Plane) -> Plane {
        &self.centroid.shifted(LONG - GRID) + &(&self.rotation * arm)
    }

    /// The pose after a motion.
    pub(crate) fn after(&self, outline: &Outline, guess: &BodyGuess) -> Self {
        let [along, across] = &guess.displacement;
        let moved = outline.vector(along, across).scaled(&outline.unit);
        let turn = &guess.turn;
        let four = Integer::power_of_2(2 * SHORT + 2);
        let square = turn.square();
        let cayley = Plane::new(&four - &square, turn << (SHORT + 2));
        let turned = &self.rotation * &cayley;
        Self {
            centroid: &self.centroid + &moved.shifted(GRID - SHORT),
            rotation: turned.divided(&(four + square)),
        }
    }

    /// \[c\]_l, times 2^l.
    pub(crate) fn short_rotation(&self) -> Plane {
        self.rotation.divided(&Integer::power_of_2(LONG - SHORT))
    }

    /// c_mid = \[c (1 + i s/2)/(1 + s²/4)\]_l, times 2^l.
    pub(crate) fn middle_rotation(&self, turn: &Integer) -> Plane {
        let four = Integer::power_of_2(2 * SHORT + 2);
        let numerator = Plane::new(four.clone(), turn << (SHORT + 1));
        let turned = &self.rotation * &numerator;
        turned.divided(&((four + turn.square()) << (LONG - SHORT)))
    }
}

/// k = \[1/(1 + s²/4)\]_l, times 2^l.
pub(crate) fn turn_factor(turn: &Integer) -> Integer {
    let four = Integer::power_of_2(2 * SHORT + 2);
    let square = turn.square();
    let factor = Rational::from_integers(four.clone(), four + square);
    rounded(&factor, SHORT)
}

impl PlacedBody {
    fn new(outline: &Outline, body: usize, pose: Pose) -> Arc<Self> {
        let centroid = pose.centroid.shifted(LONG - GRID);
        let mut parts = Vec::new();
        for arms in &outline.bodies[body].parts {
            let mut vertices = Vec::with_capacity(arms.len());
            for arm in arms {
                vertices.push(&centroid + &(&pose.rotation * arm));
            }
            parts.push(vertices);
        }
        Arc::new(Self { pose, parts })
    }
}

impl Placed {
    /// All bodies, the free ones in given states.
    pub(crate) fn new(outline: &Outline, states: &[BodyState]) -> Self {
        let mut poses = vec![Pose::fixed(); outline.bodies.len()];
        for (&body, state) in outline.free.iter().zip(states) {
            poses[body] = state.pose(outline, body);
        }
        let mut bodies = Vec::with_capacity(poses.len());
        for (body, pose) in poses.into_iter().enumerate() {
            bodies.push(PlacedBody::new(outline, body, pose));
        }
        Self {
            bodies: Arc::new(bodies),
            moved: BTreeMap::new(),
        }
    }

    /// Puts a body elsewhere.
    pub(crate) fn put(&mut self, outline: &Outline, body: BodyId, pose: Pose) {
        let placed = PlacedBody::new(outline, body.0, pose);
        self.moved.insert(body.0, placed);
    }

    fn body(&self, body: usize) -> &PlacedBody {
        self.moved.get(&body).unwrap_or(&self.bodies[body])
    }

    pub(crate) fn pose(&self, body: usize) -> &Pose {
        &self.body(body).pose
    }

    pub(crate) fn part(&self, part: PartId) -> &[Plane] {
        &self.body(part.body).parts[part.part]
    }

    pub(crate) fn vertex(&self, vertex: Feature) -> &Plane {
        &self.part(vertex.part)[vertex.index]
    }

    /// The vector of an edge, over U 2^2g.
    pub(crate) fn edge(&self, edge: Feature) -> Plane {
        let part = self.part(edge.part);
        &part[(edge.index + 1) % part.len()] - &part[edge.index]
    }

    /// The gap of a row, times |e| or 2 R, over U² 2^4g.
    pub(crate) fn gap(&self, outline: &Outline, contact: &Contact) -> Integer {
        let Contact { vertex, edge } = *contact;
        if let Some(opposite) = outline.opposite(contact) {
            let between = self.vertex(vertex) - self.vertex(opposite);
            let reach = outline.reach([vertex.part, edge.part]) << LONG;
            return between.norm_squared() - reach.square();
        }
        let from = self.vertex(vertex) - self.vertex(edge);
        from.cross(&self.edge(edge)) - outline.off(contact)
    }

    /// Whether the vertex of a row with an edge, of a pair with a rounded part, is beside the edge.
    pub(crate) fn is_beside(&self, outline: &Outline, contact: &Contact) -> bool {
        let Contact { vertex, edge } = *contact;
        if !outline.is_round([vertex.part, edge.part]) || outline.opposite(contact).is_some() {
            return false;
        }
        let from = self.vertex(vertex) - self.vertex(edge);
        !is_over(&from, &self.edge(edge))
    }

    /// Whether two vertices are within touch.
    pub(crate) fn meet(&self, outline: &Outline, [first, second]: [Feature; 2]) -> bool {
        let between = self.vertex(first) - self.vertex(second);
        let touch = &outline.touch * Rational::from(&outline.unit);
        between.norm_squared() <= touch.square() << (2 * LONG)
    }

    /// Whether the vertex of a row is behind its edge, by more than touch.
    pub(crate) fn is_behind(&self, outline: &Outline, contact: &Contact) -> bool {
        let gap = self.gap(outline, contact);
        let touch_squared = (&outline.touch).square();
        gap < 0 && !row_is_within(outline, contact, &gap, &touch_squared)
    }

    /// Whether the two of a row are within touch.
    pub(crate) fn touches(&self, outline: &Outline, contact: &Contact) -> bool {
        let gap = self.gap(outline, contact);
        let touch_squared = (&outline.touch).square();
        let is_below = gap <= 0 && !self.is_beside(outline, contact);
        is_below || row_is_within(outline, contact, &gap, &touch_squared)
    }
}
