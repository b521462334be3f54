//! The continuous motion of a scene, as long as the same contacts press.

use crate::interval::Interval;
use crate::quadratic::{Form, Point, Quadratic};
use crate::series::Equations;
use crate::step::{Passage, Phase};
use num_traits::{One, Zero};
use std::fmt;
use zwang_exact::{Rational, Vector};
use zwang_program::Options;
use zwang_scene::{BodyId, HasFriction, RoundedBody, Scene};
use zwang_schemes::{
    Advance, Framework, FrameworkError, Model, Rounding, Scheme, Selection, State, StepError,
    Triple, Vertex, step,
};

/// How often a step is halved before the motion ends there.
const HALVINGS: usize = 10;

/// Why a scene has no continuous motion that this finds.
#[derive(Debug, thiserror::Error)]
pub enum ContinuousError {
    /// Friction.
    #[error(transparent)]
    Friction(#[from] HasFriction),
    /// Disks and rounded corners.
    #[error(transparent)]
    Rounded(#[from] RoundedBody),
    /// Torques.
    #[error(transparent)]
    Framework(#[from] FrameworkError),
    /// No accelerations.
    #[error(transparent)]
    Start(#[from] StepError),
    /// Bodies that strike each other at once.
    #[error("`{first}` and `{second}` approach each other at the start; expected no impact there")]
    Impact {
        /// The body of a vertex.
        first: String,
        /// The body of an edge.
        second: String,
    },
}

/// Why a motion is not known further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The force of a contact may come to nothing, or a pin or contact depends on others.
    Indeterminate,
    /// A contact may cease to press.
    Release([BodyId; 2]),
    /// Bodies may touch that did not, or a vertex may leave its edge.
    Meeting([BodyId; 2]),
}

/// A contact that presses.
struct Pressing {
    triple: Triple,
    bodies: [BodyId; 2],
    /// The number of its multiplier.
    constraint: usize,
    /// The vertex is between the ends of the edge if both are positive.
    between: [Side; 2],
}

/// A form that has to stay positive.
struct Side {
    form: Form,
    /// Whether it is zero at the start and does not decrease there.
    begins_at_zero: bool,
}

/// Two outlines that have to stay apart: for each edge that may separate them, the sides of all
/// vertices that are not held on it.
struct Pair {
    bodies: [BodyId; 2],
    edges: Vec<Vec<Side>>,
}

/// The motion of a scene from its start on, enclosed.
pub struct Continuous {
    framework: Framework,
    equations: Equations,
    pressing: Vec<Pressing>,
    pairs: Vec<Pair>,
    phase: Phase,
    has_begun: bool,
}

impl Continuous {
    /// The motion that the accelerations of least restraint begin.
    ///
    /// # Errors
    /// [`ContinuousError`] if the scene has friction or round bodies, or begins with an impact.
    pub fn new(scene: &Scene) -> Result<Self, ContinuousError> {
        scene.require_no_friction()?;
        scene.require_corners()?;
        let framework = Framework::new(scene, Model::Rigid)?;
        let time_step = Rational::one();
        let start = State::start(&framework, &time_step);
        let velocities = start.velocities(&time_step);
        let nodes = start.current.clone();
        let scheme = Scheme {
            advance: Advance::Acceleration,
            selection: Selection::Contact {
                reach: Rational::zero(),
            },
            rounding: Rounding::Exact,
        };
        let first = step(&framework, &scheme, &start, &time_step, &Options::default())?;
        let mut constraints = Vec::new();
        for bar in &framework.bars {
            let [one, other] = bar.ends.each_ref().map(Point::new);
            constraints.push(Quadratic::dot([&one, &other], [&one, &other]).form());
        }
        for ends in &framework.joints {
            let [one, other] = ends.each_ref().map(Point::new);
            for axis in [0, 1] {
                constraints.push(Quadratic::difference(&one, &other, axis).form());
            }
        }
        let mut pressing = Vec::new();
        for (triple, presses) in first.triples.iter().zip(&first.pressing) {
            let corners = Corners::new(&framework, *triple);
            let bodies = corners.bodies.map(|body| scene.bodies[body].name.clone());
            let approach = corners.area().rate(&nodes, &velocities);
            if approach < Rational::zero() {
                let [first, second] = bodies;
                return Err(ContinuousError::Impact { first, second });
            }
            if *presses {
                pressing.push(Pressing {
                    triple: *triple,
                    bodies: corners.bodies,
                    constraint: constraints.len(),
                    between: corners
                        .between()
                        .map(|form| Side::new(&form, &nodes, &velocities)),
                });
                constraints.push(corners.area().form());
            }
        }
        let mut mobilities = Vec::new();
        let mut gravity = Vec::new();
        let mut phase = Phase {
            places: Vec::new(),
            velocities: Vec::new(),
        };
        for node in &framework.nodes {
            let mobility = Interval::of(&node.mass.recip());
            mobilities.extend([mobility.clone(), mobility]);
            gravity.extend(both(&node.gravity));
            phase.places.extend(both(&node.place));
            phase.velocities.extend(both(&node.velocity));
        }
        let pairs = pairs(&framework, &pressing, &nodes, &velocities);
        Ok(Self {
            framework,
            equations: Equations {
                mobilities,
                gravity,
                constraints,
            },
            pressing,
            pairs,
            phase,
            has_begun: false,
        })
    }

    /// Goes on by so many seconds, in steps that are halved where that is needed.
    ///
    /// # Errors
    /// [`End`] if the motion is not known so far.
    pub fn advance(&mut self, time: &Rational) -> Result<(), End> {
        let mut left = vec![(time.clone(), 0)];
        while let Some((step, halvings)) = left.pop() {
            let done = self.after(&step);
            let may_halve = halvings < HALVINGS;
            match done {
                Ok(phase) if !(may_halve && phase.is_much_wider(&self.phase)) => {
                    self.phase = phase;
                    self.has_begun = true;
                }
                Err(end) if !may_halve => return Err(end),
                _ => {
                    let half = step / Rational::from_integer(2.into());
                    left.push((half.clone(), halvings + 1));
                    left.push((half, halvings + 1));
                }
            }
        }
        Ok(())
    }

    /// The phase after a step, if the motion is known all the time.
    fn after(&self, step: &Rational) -> Result<Phase, End> {
        let Some(passage) = self.phase.passage(&self.equations, step) else {
            return Err(End::Indeterminate);
        };
        self.verify(&passage)?;
        Ok(passage.phase())
    }

    /// Makes sure that what presses goes on pressing, and everything else stays apart.
    fn verify(&self, passage: &Passage) -> Result<(), End> {
        for contact in &self.pressing {
            if !passage.multiplier(contact.constraint).is_positive() {
                return Err(End::Release(contact.bodies));
            }
            let between = &contact.between;
            if !between.iter().all(|side| self.is_kept(side, passage)) {
                return Err(End::Meeting(contact.bodies));
            }
        }
        for pair in &self.pairs {
            let mut edges = pair.edges.iter();
            if !edges.any(|sides| sides.iter().all(|side| self.is_kept(side, passage))) {
                return Err(End::Meeting(pair.bodies));
            }
        }
        Ok(())
    }

    /// Whether a form is positive all the time, except at the very start.
    fn is_kept(&self, side: &Side, passage: &Passage) -> bool {
        if passage.value(&side.form).is_positive() {
            return true;
        }
        let opens = side.begins_at_zero && !self.has_begun;
        opens && side.form.second_derivative(&passage.wide).is_positive()
    }

    /// Bounds on centroid and turn, (cosine, sine), of a free body.
    #[must_use]
    pub fn placement(&self, body: BodyId) -> Option<[[Interval; 2]; 2]> {
        let [centre, turn] = nodes_of(self.vertices(body).first()?)?;
        let placement = [centre, turn]
            .map(|node| [0, 1].map(|axis| self.phase.places[2 * node + axis].clone()));
        Some(placement)
    }

    /// A square that bounds how far any corner of a body is from its place if the body is at this
    /// centroid with this rotation, (cosine, sine), m².
    #[must_use]
    pub fn squared_distance(&self, body: BodyId, centroid: &Vector, rotation: &Vector) -> Rational {
        let Some([centre, turn]) = self.placement(body) else {
            return Rational::zero();
        };
        let [x, y] = off(&centre, centroid);
        let [cosine, sine] = off(&turn, rotation);
        let mut largest = Rational::zero();
        for vertex in self.vertices(body) {
            let Vertex::Turned { arm, .. } = vertex else {
                continue;
            };
            let [across, up] = both(arm);
            let own = [
                &x + &(&(&across * &cosine) - &(&up * &sine)),
                &y + &(&(&up * &cosine) + &(&across * &sine)),
            ];
            let [dx, dy] = own.map(|value| value.magnitude());
            largest = largest.max(&dx * &dx + &dy * &dy);
        }
        largest
    }

    /// The width of the widest bounds on a coordinate of a corner, m, from those of centroids and
    /// turns.
    #[must_use]
    pub fn width(&self) -> Rational {
        let places = self.phase.places.iter();
        let widths = places.map(|place| place.high() - place.low());
        widths.max().unwrap_or_default()
    }

    fn vertices(&self, body: BodyId) -> Vec<&Vertex> {
        let outlines = self.framework.outlines.iter();
        let own = outlines.filter(|outline| outline.body == body);
        own.flat_map(|outline| &outline.vertices).collect()
    }
}

impl fmt::Debug for Continuous {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let mut debug = formatter.debug_struct("Continuous");
        debug.field("phase", &self.phase).finish_non_exhaustive()
    }
}

fn both(vector: &Vector) -> [Interval; 2] {
    [Interval::of(&vector.x), Interval::of(&vector.y)]
}

fn off(bounds: &[Interval; 2], place: &Vector) -> [Interval; 2] {
    let [x, y] = both(place);
    [&bounds[0] - &x, &bounds[1] - &y]
}

/// Centroid and turn.
fn nodes_of(vertex: &Vertex) -> Option<[usize; 2]> {
    match vertex {
        Vertex::Turned { centre, turn, .. } => Some([*centre, *turn]),
        _ => None,
    }
}

impl Side {
    fn new(quadratic: &Quadratic, nodes: &[Vector], velocities: &[Vector]) -> Self {
        let is_zero = quadratic.at(nodes).is_zero();
        Self {
            form: quadratic.form(),
            begins_at_zero: is_zero && quadratic.rate(nodes, velocities) >= Rational::zero(),
        }
    }
}

/// The points of a triple: the edge with the outside on its left, and the vertex.
struct Corners {
    points: [Point; 3],
    bodies: [BodyId; 2],
}

impl Corners {
    fn new(framework: &Framework, triple: Triple) -> Self {
        let edges = &framework.outlines[triple.edge.0];
        let vertices = &framework.outlines[triple.vertex.0];
        let count = edges.vertices.len();
        Self {
            points: [
                &edges.vertices[(triple.edge.1 + 1) % count],
                &edges.vertices[triple.edge.1],
                &vertices.vertices[triple.vertex.1],
            ]
            .map(Point::new),
            bodies: [vertices.body, edges.body],
        }
    }

    fn area(&self) -> Quadratic {
        let [i, j, k] = &self.points;
        Quadratic::area(i, j, k)
    }

    fn between(&self) -> [Quadratic; 2] {
        let [i, j, k] = &self.points;
        [
            Quadratic::dot([i, k], [i, j]),
            Quadratic::dot([k, j], [i, j]),
        ]
    }
}

/// All pairs of outlines that must not overlap.
fn pairs(
    framework: &Framework,
    pressing: &[Pressing],
    nodes: &[Vector],
    velocities: &[Vector],
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for pair in framework.pairs_apart() {
        let mut edges: Vec<(usize, Vec<Side>)> = Vec::new();
        for [own, other] in [pair, [pair[1], pair[0]]] {
            for edge in 0..framework.outlines[own].vertices.len() {
                let mut sides = Vec::new();
                let mut behind = 0;
                for vertex in 0..framework.outlines[other].vertices.len() {
                    let triple = Triple {
                        edge: (own, edge),
                        vertex: (other, vertex),
                    };
                    if pressing.iter().any(|contact| contact.triple == triple) {
                        continue;
                    }
                    let area = Corners::new(framework, triple).area();
                    if area.at(nodes) < Rational::zero() {
                        behind += 1;
                    }
                    sides.push(Side::new(&area, nodes, velocities));
                }
                edges.push((behind, sides));
            }
        }
        // Edges that separate the outlines at the start come first.
        edges.sort_by_key(|(behind, _)| *behind);
        let edges = edges.into_iter().map(|(_, sides)| sides).collect();
        let bodies = pair.map(|outline| framework.outlines[outline].body);
        pairs.push(Pair { bodies, edges });
    }
    pairs
}
