//! Bodies turned and moved, and the least translations that close all joints.
//!
//! A point p of body i goes to c_i + t_i + u_i (p - c_i), for its centroid c_i, its turn u_i as a
//! complex number, and its translation t_i. With the turns given, each joint is one or two linear
//! equations for the translations: n·(w' + t_j - p' - t_i) = 0 for an edge with the normal n and
//! the point p' and a vertex w', after the turns; R |n| in place of 0 for parts that are rounded. A
//! pin takes a point of one body to the same place as of the other. The least such translations are
//! found by `translations`.

use super::joint::{Edge, Joint, Joints, Kind};
use super::rounded;
use super::translations::Conditions;
use super::turning::product;
use std::collections::BTreeSet;
use zwang_angle::NearUnit;
use zwang_certificate::PartId;
use zwang_exact::{Rational, Vector};
use zwang_program::{Interrupted, Monitor};
use zwang_scene::{Body, Dynamics, Polygon, PolygonError, Scene};

/// The new place of a body.
#[derive(Clone, Debug, Default)]
pub struct Placing {
    /// `None` if it is not turned.
    pub turn: Option<NearUnit>,
    /// The translation of its centroid, m.
    pub by: Vector,
}

/// The least translations that close these joints, in the scene with its bodies turned; pairs that
/// may stay open are put to `open` where they contradict others. The inner error are pairs that
/// contradict each other.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop.
pub fn moving(
    scene: &Scene,
    turned: &Scene,
    turns: &[Placing],
    joints: &Joints,
    open: &mut BTreeSet<[PartId; 2]>,
    monitor: &Monitor,
) -> Result<Result<Vec<Vector>, BTreeSet<[PartId; 2]>>, Interrupted> {
    let mut asked = Asked::new(scene);
    asked.push_pins(scene, turns);
    let mut soft = BTreeSet::new();
    for (pair, joint) in joints {
        asked.push_joint(turned, *pair, joint);
        if joint.is_soft {
            soft.insert(*pair);
        }
    }
    let least = asked.0.least(&soft, open, monitor)?;
    Ok(least.map(|moves| vectors(&moves)))
}

/// The conditions of pins and joints on the translations.
struct Asked(Conditions<[PartId; 2]>);

impl Asked {
    fn new(scene: &Scene) -> Self {
        let are_free: Vec<bool> = scene.bodies.iter().map(|body| !body.is_fixed()).collect();
        Self(Conditions::new(2, &are_free))
    }

    /// Both coordinates of t_second - t_first.
    fn push_difference(&mut self, bodies: [usize; 2], value: &Vector, pair: Option<[PartId; 2]>) {
        for (along, value) in [([1, 0], &value.x), ([0, 1], &value.y)] {
            let along = Vector::from_integers(along[0], along[1]);
            self.0
                .push_equation(&[&along.x, &along.y], bodies, value, pair);
        }
    }

    fn push_pins(&mut self, scene: &Scene, placings: &[Placing]) {
        let world = scene.bodies.len();
        for pin in &scene.pins {
            let second = pin.second.map_or(world, |body| body.0);
            let first = image(&scene.bodies[pin.first], &placings[pin.first.0], &pin.at);
            let at = match pin.second {
                Some(body) => image(&scene.bodies[body], &placings[body.0], &pin.at),
                None => pin.at.clone(),
            };
            self.push_difference([pin.first.0, second], &(&first - &at), None);
        }
    }

    fn push_joint(&mut self, turned: &Scene, pair: [PartId; 2], joint: &Joint) {
        let polygons = pair.map(|id| &turned.bodies[id.body].parts[id.part]);
        let bodies = pair.map(|id| id.body);
        let (owner, edge, vertex) = match joint.kind {
            Kind::Corner { vertices } => {
                let [first, second] = [0, 1].map(|side| &polygons[side].vertices()[vertices[side]]);
                self.push_difference(bodies, &(first - second), Some(pair));
                return;
            }
            Kind::Centres {
                vertices,
                ref direction,
                may_be_open,
            } => {
                let [first, second] = [0, 1].map(|side| &polygons[side].vertices()[vertices[side]]);
                let apart = rounded::product_apart(direction, &rounded::reach(polygons));
                let value = apart - direction.dot(&(second - first));
                let along = [&direction.x, &direction.y];
                if may_be_open {
                    self.0.push_inequality(&along, bodies, &value, Some(pair));
                } else {
                    self.0.push_equation(&along, bodies, &value, Some(pair));
                }
                return;
            }
            Kind::Faces { edges } => {
                let owner = longer(polygons, edges);
                (owner, edges[owner], edges[1 - owner])
            }
            Kind::Vertex {
                owner,
                edge,
                vertex,
            }
            | Kind::Outside {
                owner,
                edge,
                vertex,
            } => (owner, edge, vertex),
        };
        let line = Edge::of(polygons[owner], edge);
        let point = &polygons[1 - owner].vertices()[vertex];
        let height = rounded::height(&line, &rounded::reach(polygons));
        let value = line.normal.dot(&(&line.start - point)) + height;
        let along = [&line.normal.x, &line.normal.y];
        let bodies = [bodies[owner], bodies[1 - owner]];
        if matches!(joint.kind, Kind::Outside { .. }) {
            self.0.push_inequality(&along, bodies, &value, Some(pair));
        } else {
            self.0.push_equation(&along, bodies, &value, Some(pair));
        }
    }
}

/// Which of two parts has the longer one of these edges.
fn longer(polygons: [&Polygon; 2], edges: [usize; 2]) -> usize {
    let [first, second] = [0, 1].map(|side| Edge::of(polygons[side], edges[side]).length_squared());
    usize::from(first < second)
}

fn vectors(moves: &[Vec<Rational>]) -> Vec<Vector> {
    let vectors = moves
        .iter()
        .map(|by| Vector::new(by[0].clone(), by[1].clone()));
    vectors.collect()
}

/// The new place of a point of a body.
fn image(body: &Body, placing: &Placing, point: &Vector) -> Vector {
    let Some(free) = &body.dynamics else {
        return point.clone();
    };
    match &placing.turn {
        None => point + &placing.by,
        Some(turn) => {
            let arm = product(&turn.vector, &(point - &free.centroid));
            &(&free.centroid + &placing.by) + &arm
        }
    }
}

/// The scene with its bodies turned and moved, and the pins and loads at them. A homogeneous body
/// keeps its density, any other one its mass and inertia; velocities turn with their bodies.
///
/// # Errors
/// [`PolygonError`] if a part is too small: its vertices would coincide.
pub fn placed(scene: &Scene, placings: &[Placing]) -> Result<Scene, PolygonError> {
    let mut placed = scene.clone();
    for (index, placing) in placings.iter().enumerate() {
        let before = &scene.bodies[index];
        if let Some(free) = &before.dynamics
            && (placing.turn.is_some() || !placing.by.is_zero())
        {
            let body = &mut placed.bodies[index];
            for part in &mut body.parts {
                let vertices = part.vertices().iter();
                let vertices = vertices.map(|vertex| image(before, placing, vertex));
                let (polygon, _) = match part.is_rounded() {
                    true => Polygon::rounded(vertices.collect(), part.radius().clone())?,
                    false => Polygon::new(vertices.collect())?,
                };
                *part = polygon;
            }
            body.dynamics = Some(dynamics(before, free, placing, &body.parts));
        }
    }
    for pin in &mut placed.pins {
        // Both bodies of a pin take it to the same place; whichever is free says where.
        let free = [Some(pin.first), pin.second].into_iter().flatten();
        let mut free = free.filter(|body| !scene.bodies[*body].is_fixed());
        if let Some(body) = free.next() {
            pin.at = image(&scene.bodies[body], &placings[body.0], &pin.at);
        }
    }
    for load in &mut placed.loads {
        if let (Some(body), Some(placing)) = (scene.body(load.body), placings.get(load.body.0)) {
            load.at = image(body, placing, &load.at);
        }
    }
    Ok(placed)
}

fn dynamics(before: &Body, free: &Dynamics, placing: &Placing, parts: &[Polygon]) -> Dynamics {
    let mut after = free.clone();
    after.centroid = &free.centroid + &placing.by;
    let Some(turn) = &placing.turn else {
        return after;
    };
    after.velocity = product(&turn.vector, &free.velocity);
    if before.parts.is_empty() || before.parts.iter().any(Polygon::is_rounded) {
        // Its mass and inertia are given in the file.
        return after;
    }
    let one = Rational::from_integer(1.into());
    let area = Dynamics::homogeneous(&before.parts, &one);
    let density = &free.mass / &area.mass;
    if area.centroid == free.centroid && free.inertia == &density * &area.inertia {
        let homogeneous = Dynamics::homogeneous(parts, &density);
        after.mass = homogeneous.mass;
        after.inertia = homogeneous.inertia;
    }
    after
}
