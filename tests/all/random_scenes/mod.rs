//! Random scenes that are admissible by construction.
//!
//! Bodies come straight down, one after the other, until they rest on what is there, so that
//! nothing overlaps and much touches: places and sizes are multiples of 1/2, often of 1. In motion,
//! random velocities and spins are replaced by the nearest ones (in kinetic energy) that close no
//! contact and tear no pin apart, which are those after an inelastic impact; most contacts then
//! rest in spite of the motion, and velocity terms count.
use crate::answers::contact_space::ContactSpace;
use crate::answers::paths::{Program, Touch};
use crate::answers::{ratio, solved};
use proptest::prelude::*;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Friction, Load, Pin, Polygon, Scene, SceneRestitution};

/// What a body looks like, with its lowest point at height 0.
#[derive(Clone, Debug)]
enum Shape {
    Block {
        width: i64,
        height: i64,
    },
    /// A block in two parts, one beside the other.
    Split {
        width: i64,
        height: i64,
    },
    /// A block with a smaller one on its top left.
    Step {
        width: i64,
        height: i64,
    },
    /// A block with a foot on its lower right: it reaches over what is on the left.
    Hook {
        width: i64,
        height: i64,
    },
    Roof {
        width: i64,
        height: i64,
    },
    Wedge {
        width: i64,
        height: i64,
    },
    Top {
        width: i64,
        height: i64,
    },
}

#[derive(Clone, Debug)]
struct Piece {
    shape: Shape,
    place: i64,
    fixed: bool,
    /// Mass, twelve times the moment, and the centroid's offset in quarters; otherwise the body is
    /// homogeneous.
    loaded: Option<(i64, i64, i64, i64)>,
    velocity: (i64, i64, i64),
}

/// A load: its body, its point in halves, its force and its torque.
#[derive(Clone, Debug)]
struct Push {
    body: usize,
    at: (i64, i64),
    force: (i64, i64),
    torque: i64,
}

#[derive(Clone, Debug)]
struct Plan {
    pieces: Vec<Piece>,
    /// Two bodies, or a body and the world, and the place in halves.
    pins: Vec<(usize, Option<usize>, i64, i64)>,
    pushes: Vec<Push>,
    gravity: (i64, i64),
    floor: bool,
    moving: bool,
}

fn shape() -> impl Strategy<Value = Shape> {
    let size = || (1_i64..=4, 1_i64..=3);
    prop_oneof![
        4 => size().prop_map(|(width, height)| Shape::Block { width, height }),
        1 => size().prop_map(|(width, height)| Shape::Split { width, height }),
        1 => size().prop_map(|(width, height)| Shape::Step { width, height }),
        1 => size().prop_map(|(width, height)| Shape::Hook { width, height }),
        1 => size().prop_map(|(width, height)| Shape::Roof { width, height }),
        1 => size().prop_map(|(width, height)| Shape::Wedge { width, height }),
        1 => size().prop_map(|(width, height)| Shape::Top { width, height }),
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    let loaded = prop::option::weighted(0.3, (1_i64..=5, 1_i64..=9, -1_i64..=1, -1_i64..=1));
    let velocity = (-2_i64..=2, -2_i64..=2, -2_i64..=2);
    (
        shape(),
        -4_i64..=4,
        prop::bool::weighted(0.15),
        loaded,
        velocity,
    )
        .prop_map(|(shape, place, fixed, loaded, velocity)| Piece {
            shape,
            place,
            fixed,
            loaded,
            velocity,
        })
}

fn push(most_bodies: usize) -> impl Strategy<Value = Push> {
    let point = (-4_i64..=4, 0_i64..=4);
    let force = (-3_i64..=3, -3_i64..=3);
    (0..most_bodies, point, force, -2_i64..=2).prop_map(|(body, at, force, torque)| Push {
        body,
        at,
        force,
        torque,
    })
}

fn plan(most_bodies: usize) -> impl Strategy<Value = Plan> {
    let pin = (
        0..most_bodies,
        prop::option::of(0..most_bodies),
        -4_i64..=4,
        0_i64..=4,
    );
    let pins = prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(pin, 1..=2)];
    let push = push(most_bodies);
    let pushes = prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(push, 1..=3)];
    let gravity = prop_oneof![4 => Just((0, -1)), 1 => (-2_i64..=2, -3_i64..=1)];
    let pieces = prop::collection::vec(piece(), 1..=most_bodies);
    (
        pieces,
        pins,
        pushes,
        gravity,
        prop::bool::weighted(0.8),
        prop::bool::weighted(0.4),
    )
        .prop_map(|(pieces, pins, pushes, gravity, floor, moving)| Plan {
            pieces,
            pins,
            pushes,
            gravity,
            floor,
            moving,
        })
}

/// A scene at rest of pointed bodies about one upright line, where vertices meet vertices.
pub fn pointed_scene(most_bodies: usize) -> impl Strategy<Value = Scene> {
    let width = || prop_oneof![Just(2_i64), Just(4_i64)];
    let shape = prop_oneof![
        (width(), 1_i64..=3).prop_map(|(width, height)| Shape::Top { width, height }),
        (width(), 1_i64..=3).prop_map(|(width, height)| Shape::Roof { width, height }),
        Just(Shape::Block {
            width: 2,
            height: 1
        }),
    ];
    let pieces = prop::collection::vec(
        (shape, piece(), prop::sample::select(vec![-2, 0, 0, 0, 1])),
        2..=most_bodies,
    );
    pieces.prop_map(|pieces| {
        let pieces = pieces.into_iter().map(|(shape, piece, middle)| {
            let place = middle - shape.size().0 / 4;
            Piece {
                shape,
                place,
                ..piece
            }
        });
        Plan {
            pieces: pieces.collect(),
            pins: vec![],
            pushes: vec![],
            gravity: (0, -1),
            floor: true,
            moving: false,
        }
        .scene()
    })
}

/// A scene of up to so many bodies on a floor or, less often, in the air; at rest or, less often,
/// in motion.
pub fn scene(most_bodies: usize) -> impl Strategy<Value = Scene> {
    plan(most_bodies).prop_map(|plan| plan.scene())
}

/// A scene that nothing holds: neither fixed bodies nor pins to the world.
pub fn falling_scene(most_bodies: usize) -> impl Strategy<Value = Scene> {
    plan(most_bodies).prop_map(|mut plan| {
        plan.floor = false;
        plan.pieces.iter_mut().for_each(|piece| piece.fixed = false);
        plan.pins.retain(|(first, second, ..)| {
            first % plan.pieces.len() != second.unwrap_or(*first) % plan.pieces.len()
        });
        plan.scene()
    })
}

impl Shape {
    /// Width and height in quarters.
    fn size(&self) -> (i64, i64) {
        match self {
            Self::Block { width, height }
            | Self::Split { width, height }
            | Self::Step { width, height }
            | Self::Hook { width, height }
            | Self::Roof { width, height }
            | Self::Wedge { width, height }
            | Self::Top { width, height } => (2 * width, 2 * height),
        }
    }

    fn parts(&self) -> Vec<Polygon> {
        let (width, height) = self.size();
        let block = |left, bottom, right, top| {
            vec![(left, bottom), (right, bottom), (right, top), (left, top)]
        };
        let (middle, level) = (width / 2, height / 2);
        let outlines = match self {
            Self::Block { .. } => vec![block(0, 0, width, height)],
            Self::Split { .. } => {
                vec![block(0, 0, middle, height), block(middle, 0, width, height)]
            }
            Self::Step { .. } => vec![block(0, 0, width, level), block(0, level, middle, height)],
            Self::Hook { .. } => vec![
                block(middle, 0, width, level),
                block(0, level, width, height),
            ],
            Self::Roof { .. } => vec![vec![(0, 0), (width, 0), (middle, height)]],
            Self::Wedge { .. } => vec![vec![(0, 0), (width, 0), (width, level), (0, height)]],
            Self::Top { .. } => vec![vec![(middle, 0), (width, height), (0, height)]],
        };
        outlines
            .into_iter()
            .map(|outline| polygon(&outline))
            .collect()
    }
}

/// Vertices in quarters.
fn polygon(vertices: &[(i64, i64)]) -> Polygon {
    let vertices = vertices
        .iter()
        .map(|&(x, y)| Vector::new(ratio(x, 4), ratio(y, 4)))
        .collect();
    Polygon::new(vertices).unwrap().0
}

fn moved(part: &Polygon, shift: &Vector) -> Polygon {
    Polygon::new(
        part.vertices()
            .iter()
            .map(|vertex| vertex + shift)
            .collect(),
    )
    .unwrap()
    .0
}

/// The heights at which the upright line through x enters and leaves a part.
fn section(part: &Polygon, x: &Rational) -> (Rational, Rational) {
    let mut heights = Vec::new();
    for (p, q) in part.edges() {
        let (left, right) = if p.x <= q.x { (p, q) } else { (q, p) };
        if left.x == right.x && left.x == *x {
            heights.extend([left.y.clone(), right.y.clone()]);
        } else if left.x != right.x && left.x <= *x && *x <= right.x {
            heights.push(&left.y + (&right.y - &left.y) * (x - &left.x) / (&right.x - &left.x));
        }
    }
    (
        heights.iter().min().unwrap().clone(),
        heights.iter().max().unwrap().clone(),
    )
}

/// How far `upper` has to be lifted to rest on `lower`; `None` if it passes beside it.
fn lift(upper: &Polygon, lower: &Polygon) -> Option<Rational> {
    let ((low, high), (other_low, other_high)) = (upper.bounding_box(), lower.bounding_box());
    let (left, right) = (low.x.max(other_low.x), high.x.min(other_high.x));
    if left >= right {
        return None;
    }
    let vertices = upper
        .vertices()
        .iter()
        .chain(lower.vertices())
        .map(|vertex| &vertex.x);
    let lines = vertices.filter(|x| **x >= left && **x <= right);
    lines
        .map(|x| section(lower, x).1 - section(upper, x).0)
        .max()
}

impl Plan {
    fn scene(&self) -> Scene {
        let mut bodies = Vec::new();
        if self.floor {
            bodies.push(Body {
                name: "floor".to_owned(),
                parts: vec![polygon(&[(-99, -4), (99, -4), (99, 0), (-99, 0)])],
                dynamics: None,
            });
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            let body = piece.body(index, &bodies);
            bodies.push(body);
        }
        let gravity = Vector::from_integers(self.gravity.0, self.gravity.1);
        let mut scene = Scene {
            name: format!("{self:?}"),
            title: None,
            expect: None,
            gravity,
            bodies,
            pins: vec![],
            friction: Friction::default(),
            restitution: SceneRestitution::default(),
            loads: Vec::new(),
        };
        scene.pins = self.pins(&scene);
        scene.loads = self.loads(&scene);
        if self.moving {
            self.in_motion(scene)
        } else {
            scene
        }
    }

    fn pins(&self, scene: &Scene) -> Vec<Pin> {
        let place = |body: &usize| BodyId(body % self.pieces.len() + usize::from(self.floor));
        let pins = self.pins.iter().map(|(first, second, x, y)| {
            let second = second
                .as_ref()
                .map(place)
                .filter(|&second| second != place(first));
            Pin {
                first: place(first),
                second,
                at: Vector::new(ratio(*x, 2), ratio(*y, 2)),
                // Half of the pairs ignore each other.
                collide: x % 2 == 0,
            }
        });
        let is_free = |body: BodyId| !scene.bodies[body].is_fixed();
        pins.filter(|pin| is_free(pin.first) || pin.second.is_some_and(is_free))
            .collect()
    }

    fn loads(&self, scene: &Scene) -> Vec<Load> {
        let mut loads = Vec::new();
        for (index, push) in self.pushes.iter().enumerate() {
            let body = push.body % self.pieces.len() + usize::from(self.floor);
            if scene.bodies[body].is_fixed() {
                continue;
            }
            loads.push(Load {
                name: format!("load {index}"),
                body: BodyId(body),
                at: Vector::new(ratio(push.at.0, 2), ratio(push.at.1, 2)),
                force: Vector::from_integers(push.force.0, push.force.1),
                torque: ratio(push.torque, 2),
            });
        }
        loads
    }

    /// The scene with the admissible velocities next to the given ones.
    fn in_motion(&self, mut scene: Scene) -> Scene {
        let (collapse, _) = solved(&scene, true);
        let in_corner: Vec<usize> = collapse
            .certificate
            .corners
            .iter()
            .flat_map(|corner| corner.sides.iter().flatten().copied())
            .collect();
        let kept = collapse
            .certificate
            .corners
            .iter()
            .flat_map(|corner| &corner.sides[0])
            .copied();
        let outside =
            (0..collapse.certificate.contacts.len()).filter(|contact| !in_corner.contains(contact));
        let touches: Vec<Touch> = outside
            .chain(kept)
            .map(|contact| Touch::new(&scene, &collapse.certificate.contacts[contact]))
            .collect();
        let mut program = Program::new(&scene, &touches);
        let free = self.pieces.iter().filter(|piece| !piece.fixed);
        program.target = free
            .flat_map(|piece| {
                [piece.velocity.0, piece.velocity.1, piece.velocity.2].map(|value| ratio(value, 2))
            })
            .collect();
        let velocities = ContactSpace::new(program).by_lemke().unwrap();
        let dynamics = scene
            .bodies
            .iter_mut()
            .filter_map(|body| body.dynamics.as_mut());
        for (free, values) in dynamics.zip(velocities.chunks(3)) {
            free.velocity = Vector::new(values[0].clone(), values[1].clone());
            free.spin = values[2].clone();
        }
        scene
    }
}

impl Piece {
    /// The body, come down on others.
    fn body(&self, index: usize, others: &[Body]) -> Body {
        let across = Vector::new(ratio(self.place, 2), ratio(0, 1));
        let parts: Vec<Polygon> = self
            .shape
            .parts()
            .iter()
            .map(|part| moved(part, &across))
            .collect();
        let below = || others.iter().flat_map(|body| &body.parts);
        let height = parts
            .iter()
            .flat_map(|part| below().filter_map(|other| lift(part, other)))
            .max();
        let up = Vector::new(ratio(0, 1), height.unwrap_or_else(|| ratio(0, 1)));
        let parts: Vec<Polygon> = parts.iter().map(|part| moved(part, &up)).collect();
        let mut dynamics = Dynamics::homogeneous(&parts, &ratio(1, 1));
        if let Some((mass, inertia, x, y)) = self.loaded {
            dynamics.mass = ratio(mass, 1);
            dynamics.inertia = ratio(inertia, 12);
            dynamics.centroid = &dynamics.centroid + &Vector::new(ratio(x, 4), ratio(y, 4));
        }
        Body {
            name: format!("body {index}"),
            parts,
            dynamics: (!self.fixed).then_some(dynamics),
        }
    }
}
