//! Small gaps, small overlaps and small angles between faces of bodies in space undone, by exact
//! moves and turns of whole bodies.
//!
//! First bodies are turned until faces that are almost flush are parallel ([`mod@turning`]); then
//! they are moved.
//!
//! Pairs of parts that are at most D apart, or at most D deep in each other, are *joints*. For the
//! normal m of a plane that parts them most, and for all such normals where they touch,
//!
//! ```text
//! gap(m) = min over q in Q of m·q  -  max over p in P of m·p
//! ```
//!
//! is to become 0: m·(t_Q - t_P) = -gap(m). The free bodies are moved by the least translations,
//! Σ |t_i|², for which that holds of all joints; what touches stays in touch that way. Fixed bodies
//! stay. If others come near then, or have another
//! plane between them, they are joined as well, and all is computed again from where the bodies are
//! in the file.
//!
//! A gap is a joint only if closing it along m makes the parts touch: otherwise they are near to
//! each other past their corners, and stay so. A joint of parts that meet at edges or corners, so
//! that several planes part them, is soft: it is left open if others contradict it. All other
//! joints are closed, or all pairs that cannot be are named.

mod slant;
mod turning;

use super::contacts::find;
use super::error::SpaceError;
use super::parts::Parts;
use super::solid::{Point, Solid, dot, opposite};
use super::touching::{Overlapping, Placement, placement, widest_gap};
use crate::snap::translations::Conditions;
use crate::snap::{Obstacle, Unmendable, degrees_of_squared_tangent, told};
use malachite::base::num::arithmetic::traits::{Ceiling, Lcm};
use malachite::{Integer, Rational as SolverRational};
use num_traits::Signed;
use slant::least_slanting;
use std::collections::{BTreeMap, BTreeSet};
use turning::{Turn, turned, turning};
use zwang_certificate::PartId;
use zwang_exact::{Rational, Vector3};
use zwang_program::Monitor;
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::BodyId;
use zwang_scene::space::{PolyhedronError, Scene};

/// So often joints are looked for once more, in the scene as it is moved.
const ROUNDS: usize = 20;

/// A scene in space whose small gaps and overlaps are undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnappedInSpace {
    /// The scene.
    pub scene: Scene,
    /// How many gaps were closed.
    pub closed: usize,
    /// How many overlaps were undone.
    pub parted: usize,
    /// How many pairs of faces were made flush.
    pub flush: usize,
    /// Bodies that are near to each other past their corners, and still apart.
    pub open: Vec<[String; 2]>,
    /// Bodies with faces that are almost flush, and stay at an angle.
    pub slanting: Vec<Slant>,
    /// The bodies that were moved or turned.
    pub moves: Vec<MoveInSpace>,
}

/// How a body in space was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveInSpace {
    /// The body.
    pub body: BodyId,
    /// The translation of its centroid, m.
    pub by: Vector3,
    /// How it was turned about its centroid.
    pub turn: Option<TurnInSpace>,
}

/// How a body in space was turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnInSpace {
    /// The axis, about which it was turned counter-clockwise; of any length.
    pub axis: Vector3,
    /// The angle in degrees, rounded.
    pub angle: Rational,
    /// k, if the body has become larger or smaller by less than 2^-k of its size, so that faces are
    /// flush exactly; `None` if it has not.
    pub bits: Option<u64>,
}

/// Two bodies with faces that are almost flush.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slant {
    /// Their names.
    pub bodies: [String; 2],
    /// The angle between the faces, in degrees, rounded.
    pub angle: Rational,
}

/// Why gaps and overlaps in space cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceSnapError {
    /// The scene is not admissible as it stands: parts overlap deeper than the limit.
    #[error(transparent)]
    Before(SpaceError),
    /// Moved, it would not be admissible.
    #[error("with its gaps closed, {0}")]
    After(SpaceError),
    /// All pairs that cannot be mended.
    #[error("{}", told(.0))]
    Unmendable(Vec<Unmendable>),
    /// A part that is too thin to be turned: its vertices would lie in one plane.
    #[error(transparent)]
    Polyhedron(#[from] PolyhedronError),
}

/// How two parts are to touch.
#[derive(Clone, Debug)]
struct Joint {
    /// The normals along which the gap becomes 0, from the first part to the second, over coprime
    /// integers.
    normals: Vec<Point>,
    state: State,
    /// Whether it may be left open where others contradict it.
    is_soft: bool,
    /// Whether the gap may become positive: what has become an overlap by other moves.
    is_one_sided: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed,
    Gap,
    Overlap,
    /// Apart past their corners; no joint.
    PastCorners,
}

type Pair = [PartId; 2];
type Joints = BTreeMap<Pair, Joint>;

/// The pairs of parts of different bodies, one of them free, that are at most so far apart along
/// each axis.
fn near(parts: &Parts, scene: &Scene, most: &Rational) -> Vec<[usize; 2]> {
    let widened = parts.solids.iter().map(|solid| widened(solid, most));
    let widened: Vec<Solid> = widened.collect();
    parts.meeting(scene, &widened)
}

/// With a bounding box that is wider by so much on all sides.
fn widened(solid: &Solid, by: &Rational) -> Solid {
    let room = to_solver(by) * SolverRational::from(&solid.denominator);
    let room: Integer = room.ceiling();
    let mut widened = solid.clone();
    for [low, high] in &mut widened.extents {
        *low -= &room;
        *high += &room;
    }
    widened
}

/// Closes all gaps of at most this width, and undoes all overlaps of at most this depth, m, by the
/// least moves of free bodies.
///
/// # Errors
/// [`SpaceSnapError`] if there are no such moves, or the scene is not admissible before or after
/// them.
pub fn snap(
    scene: &Scene,
    most: &Rational,
    monitor: &Monitor,
) -> Result<SnappedInSpace, SpaceSnapError> {
    super::require_loose(scene, "snapping").map_err(SpaceSnapError::Before)?;
    super::require_sharp(scene, "snapping").map_err(SpaceSnapError::Before)?;
    refuse(scene, most, monitor)?;
    let first = joints(scene, most);
    let turns = turning(scene, &first, most);
    let beginning = scene;
    let scene = &turned(beginning, &turns)?;
    let parts = Parts::of(scene);
    let mut all = joints(scene, most);
    all.retain(|_, joint| joint.state != State::PastCorners);
    let mut left_open = BTreeSet::new();
    let mut changed = Vec::new();
    for _ in 0..ROUNDS {
        let moves = least_moves(scene, &parts, &all, &mut left_open, monitor)?;
        let moved = placed(scene, &moves);
        let found = joints(&moved, most);
        changed = renew(&mut all, &found, &mut left_open);
        if changed.is_empty() {
            find(&moved, monitor).map_err(SpaceSnapError::After)?;
            let unsettled = unsettled(&all, &found);
            if !unsettled.is_empty() {
                return Err(unmendable(scene, &unsettled, Obstacle::Unsettled));
            }
            let mut snapped = snapped(beginning, moved, &first, &found, most);
            snapped.moves = all_moves(beginning, &snapped.scene, &turns);
            return Ok(snapped);
        }
    }
    Err(unmendable(scene, &changed, Obstacle::Unsettled))
}

/// Refuses overlaps that are deeper than the limit.
fn refuse(scene: &Scene, most: &Rational, monitor: &Monitor) -> Result<(), SpaceSnapError> {
    let limit = most * most;
    match find(scene, monitor) {
        Ok(_) => Ok(()),
        Err(SpaceError::Overlap(mut overlaps)) => {
            overlaps
                .pairs
                .retain(|pair| pair.bodies[0] == pair.bodies[1] || pair.depth.squared() > limit);
            match overlaps.pairs.is_empty() {
                true => Ok(()),
                false => Err(SpaceSnapError::Before(SpaceError::Overlap(overlaps))),
            }
        }
        Err(error) => Err(SpaceSnapError::Before(error)),
    }
}

/// How all parts are to touch that are at most so far apart, or so deep in each other, m.
fn joints(scene: &Scene, most: &Rational) -> Joints {
    let parts = Parts::of(scene);
    let limit = to_solver(&(most * most));
    let mut joints = Joints::new();
    for [first, second] in near(&parts, scene, most) {
        let pair = [parts.ids[first], parts.ids[second]];
        if let Some(joint) = joint(&parts.solids[first], &parts.solids[second], &limit) {
            joints.insert(pair, joint);
        }
    }
    joints
}

/// How two parts are to touch; `None` if they are farther apart. The square of the limit is given.
fn joint(first: &Solid, second: &Solid, limit: &SolverRational) -> Option<Joint> {
    let (normals, state) = match placement(first, second) {
        Placement::Touching(touching) => (touching.normals, State::Closed),
        Placement::Overlapping(depth) if depth.squared <= *limit => {
            (vec![depth.direction], State::Overlap)
        }
        Placement::Overlapping(_) | Placement::TooClose(_) => return None,
        Placement::Apart(_) => {
            let common = (&first.denominator).lcm(&second.denominator);
            let [first, second] = [first, second].map(|solid| solid.over(&common));
            let gap = widest_gap(&first, &second)?;
            if gap.squared > *limit {
                return None;
            }
            closed(&first, &second, gap)
        }
    };
    Some(Joint {
        is_soft: normals.len() > 1,
        normals,
        state,
        is_one_sided: false,
    })
}

/// The normals of two parts after their gap is closed along the widest one.
fn closed(first: &Solid, second: &Solid, widest: Overlapping) -> (Vec<Point>, State) {
    let normal = widest.direction;
    // Over the common denominator L times m·m, the way -gap(m) / (m·m) of m is whole.
    let square = dot(&normal, &normal);
    let factor = square.unsigned_abs_ref() * &first.denominator;
    let [first, mut second] = [first, second].map(|solid| solid.over(&factor));
    let share = gap(&first, &second, &normal) / &square;
    for vertex in &mut second.vertices {
        for (coordinate, along) in vertex.iter_mut().zip(&normal) {
            *coordinate -= &share * along;
        }
    }
    for (axis, [low, high]) in second.extents.iter_mut().enumerate() {
        let way = &share * &normal[axis];
        *low -= &way;
        *high -= way;
    }
    match placement(&first, &second) {
        Placement::Touching(touching) => (touching.normals, State::Gap),
        _ => (vec![normal], State::PastCorners),
    }
}

/// gap(m) over the common denominator of two solids.
fn gap(first: &Solid, second: &Solid, normal: &Point) -> Integer {
    let (greatest, _) = first.support(normal);
    let (against, _) = second.support(&opposite(normal));
    -against - greatest
}

/// The least translations that close these joints; pairs of joints that may stay open are dropped
/// where they contradict others.
fn least_moves(
    scene: &Scene,
    parts: &Parts,
    joints: &Joints,
    open: &mut BTreeSet<Pair>,
    monitor: &Monitor,
) -> Result<Vec<Vector3>, SpaceSnapError> {
    let are_free = scene.bodies.iter().map(|body| body.dynamics.is_some());
    let are_free: Vec<bool> = are_free.collect();
    let mut solids = BTreeMap::new();
    for (id, solid) in parts.ids.iter().zip(&parts.solids) {
        solids.insert(*id, solid);
    }
    let mut conditions = Conditions::new(3, &are_free);
    let mut soft = BTreeSet::new();
    for (pair, joint) in joints {
        push_joint(&mut conditions, *pair, joint, pair.map(|id| solids[&id]));
        if joint.is_soft {
            soft.insert(*pair);
        }
    }
    let least = conditions.least(&soft, open, monitor);
    match least.map_err(|error| SpaceSnapError::Before(error.into()))? {
        Ok(moves) => Ok(moves.into_iter().map(vector).collect()),
        Err(contradictory) => {
            let pairs: Vec<Pair> = contradictory.into_iter().collect();
            Err(unmendable(scene, &pairs, Obstacle::Contradiction))
        }
    }
}

fn vector(coordinates: Vec<Rational>) -> Vector3 {
    let [x, y, z] = [0, 1, 2].map(|axis| coordinates[axis].clone());
    Vector3::new(x, y, z)
}

fn push_joint(conditions: &mut Conditions<Pair>, pair: Pair, joint: &Joint, solids: [&Solid; 2]) {
    let bodies = pair.map(|id| id.body);
    let common = (&solids[0].denominator).lcm(&solids[1].denominator);
    let [first, second] = solids.map(|solid| solid.over(&common));
    for normal in &joint.normals {
        let gap = gap(&first, &second, normal);
        let value = SolverRational::from(-gap) / SolverRational::from(&common);
        let value = from_solver(&value);
        let along = normal.each_ref().map(|entry| from_solver(&entry.into()));
        let along = along.each_ref();
        if joint.is_one_sided {
            conditions.push_inequality(&along, bodies, &value, Some(pair));
        } else {
            conditions.push_equation(&along, bodies, &value, Some(pair));
        }
    }
}

/// Takes over joints that are new after moves, or not closed by them; the pairs that changed.
fn renew(all: &mut Joints, found: &Joints, left_open: &mut BTreeSet<Pair>) -> Vec<Pair> {
    for pair in &*left_open {
        all.remove(pair);
    }
    let mut changed = Vec::new();
    for (pair, joint) in found {
        let is_closed = matches!(joint.state, State::Closed | State::PastCorners);
        let mut joint = joint.clone();
        if left_open.contains(pair) {
            // It stays open, as long as it is no overlap.
            if joint.state != State::Overlap {
                continue;
            }
            joint.is_one_sided = true;
            joint.is_soft = false;
            left_open.remove(pair);
        } else {
            let known = all.get(pair);
            let is_known =
                known.is_some_and(|known| known.is_one_sided || known.normals == joint.normals);
            if is_known || is_closed {
                continue;
            }
        }
        all.insert(*pair, joint);
        changed.push(*pair);
    }
    changed
}

/// The joints that are not closed.
fn unsettled(all: &Joints, found: &Joints) -> Vec<Pair> {
    let mut unsettled = Vec::new();
    for (pair, joint) in all {
        let now = found.get(pair);
        let is_closed = now.is_some_and(|now| now.state == State::Closed);
        if !is_closed && !joint.is_soft && !joint.is_one_sided {
            unsettled.push(*pair);
        }
    }
    unsettled
}

fn unmendable(scene: &Scene, parts: &[Pair], obstacle: Obstacle) -> SpaceSnapError {
    let mut pairs: Vec<Unmendable> = Vec::new();
    for pair in parts {
        let bodies = names(scene, pair);
        if pairs.iter().all(|known| known.bodies != bodies) {
            pairs.push(Unmendable {
                bodies,
                obstacle,
                angle: None,
            });
        }
    }
    SpaceSnapError::Unmendable(pairs)
}

fn names(scene: &Scene, pair: &Pair) -> [String; 2] {
    pair.map(|part| scene.bodies[BodyId(part.body)].name.clone())
}

/// The scene with its bodies moved, and the loads at them.
fn placed(scene: &Scene, moves: &[Vector3]) -> Scene {
    let mut placed = scene.clone();
    for (body, by) in placed.bodies.iter_mut().zip(moves) {
        let Some(free) = &mut body.dynamics else {
            continue;
        };
        if by.is_zero() {
            continue;
        }
        free.centroid = &free.centroid + by;
        for part in &mut body.parts {
            *part = part.translated(by);
        }
    }
    for load in &mut placed.loads {
        load.at = &load.at + &moves[load.body.0];
    }
    placed
}

fn snapped(
    scene: &Scene,
    moved: Scene,
    first: &Joints,
    found: &Joints,
    most: &Rational,
) -> SnappedInSpace {
    let mut snapped = SnappedInSpace {
        slanting: slanting(&moved, found, most),
        scene: moved,
        closed: 0,
        parted: 0,
        flush: 0,
        open: Vec::new(),
        moves: Vec::new(),
    };
    for (pair, now) in found {
        match (first.get(pair).map(|before| before.state), now.state) {
            (_, State::PastCorners | State::Gap) => snapped.open.push(names(scene, pair)),
            (Some(State::Gap), State::Closed) => snapped.closed += 1,
            (Some(State::Overlap), State::Closed) => snapped.parted += 1,
            _ => {}
        }
    }
    snapped.flush = made_flush(scene, &snapped.scene, first, most);
    snapped
}

/// The moves and turns that were made, of a scene and what became of it.
fn all_moves(scene: &Scene, moved: &Scene, turns: &BTreeMap<usize, Turn>) -> Vec<MoveInSpace> {
    let mut moves = Vec::new();
    for (index, (before, after)) in scene.bodies.iter().zip(moved.bodies.iter()).enumerate() {
        let (Some(before), Some(after)) = (&before.dynamics, &after.dynamics) else {
            continue;
        };
        let by = &after.centroid - &before.centroid;
        let turn = turns.get(&index).and_then(Turn::told);
        if turn.is_some() || !by.is_zero() {
            moves.push(MoveInSpace {
                body: BodyId(index),
                by,
                turn,
            });
        }
    }
    moves
}

/// How many pairs of faces are parallel that were almost parallel before.
fn made_flush(scene: &Scene, moved: &Scene, first: &Joints, most: &Rational) -> usize {
    let limit = most * most;
    let mut count = 0;
    for pair in first.keys() {
        let [before, after] = [scene, moved].map(|scene| {
            let parts = pair.map(|id| scene.bodies[BodyId(id.body)].parts[id.part].core());
            least_slanting(parts, &limit).map(|slant| slant.squared_tangent.is_positive())
        });
        if before == Some(true) && after == Some(false) {
            count += 1;
        }
    }
    count
}

/// The pairs that touch and have faces that are almost flush, and none that are flush.
fn slanting(scene: &Scene, joints: &Joints, most: &Rational) -> Vec<Slant> {
    let limit = most * most;
    let mut slanting: Vec<Slant> = Vec::new();
    for (pair, joint) in joints {
        if joint.state != State::Closed {
            continue;
        }
        let parts = pair.map(|id| scene.bodies[BodyId(id.body)].parts[id.part].core());
        let least = least_slanting(parts, &limit);
        let Some(slant) = least.filter(|slant| slant.squared_tangent.is_positive()) else {
            continue;
        };
        let bodies = names(scene, pair);
        if slanting.iter().all(|known| known.bodies != bodies) {
            let angle = degrees_of_squared_tangent(&slant.squared_tangent);
            slanting.push(Slant { bodies, angle });
        }
    }
    slanting
}
