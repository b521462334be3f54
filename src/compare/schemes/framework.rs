//! Point masses, bars, and the outlines that they carry.
//!
//! The unknowns of every scheme are the places of *nodes*. In a framework of the paper a node is a
//! point mass and every vertex of an outline is a node. The rigid model has two nodes for each
//! body instead: the centroid z with the mass M, and a turn c with the polar second moment S as
//! its mass, free of gravity, and with one bar of length 1 from 0 to c. The body point at offset q
//! is z + c q, with vectors as complex numbers, and Σ m |p|² over the body is M |z|² + S |c|². So
//! one set of rules serves both. A load f at offset q, which does the work f · c q, pulls at c with
//! f conj(q), always the same force; what of it is along the bar turns nothing.

use zwang_collapse::symmetry::Symmetry;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Friction, IgnoringPairs, MisplacedLoad, PinId, SceneRestitution};

/// Index of a node.
pub type NodeId = usize;

/// The material of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// A quarter of the mass at each corner of a rectangle, as in the paper's animation. The second
    /// moment is three times that of a homogeneous rectangle.
    Corners(Bracing),
    /// A grid of 3 × 3 points with 1/36, 4/36 and 16/36 of the mass (Fig. 10): first and second
    /// moments are those of the homogeneous rectangle.
    NinePoints(Bracing),
    /// Centroid and turn: four unknowns for each body of any shape.
    Rigid,
}

/// How many bars a rectangle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracing {
    /// Just enough: 5 for the corners, 15 for nine points.
    Minimal,
    /// One more, so that all diagonals of one direction, or of both for the corners, are there: 6
    /// and 16.
    Redundant,
}

/// A point mass, or the turn of a rigid body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Mass, kg; of a turn, the polar second moment, kg m².
    pub mass: Rational,
    /// Acceleration where nothing holds it, m/s².
    pub gravity: Vector,
    /// The place at which it starts, m; a turn starts at (1, 0).
    pub place: Vector,
    /// Velocity at the start, m/s.
    pub velocity: Vector,
}

/// A point that moves with nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// A place that never moves, m.
    Fixed(Vector),
    /// A node.
    Node(NodeId),
    /// z + c q.
    Turned {
        /// The node z.
        centre: NodeId,
        /// The node c.
        turn: NodeId,
        /// The offset q, m.
        arm: Vector,
    },
}

/// Two points at a fixed distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The free body it belongs to.
    pub body: BodyId,
    /// Its ends.
    pub ends: [Vertex; 2],
    /// The square of its length at the start, m².
    pub squared_length: Rational,
}

/// One convex part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The body.
    pub body: BodyId,
    /// Whether it never moves.
    pub is_fixed: bool,
    /// The corners, counter-clockwise.
    pub vertices: Vec<Vertex>,
}

/// A scene as nodes and bars.
#[derive(Clone, Debug)]
pub struct Framework {
    /// All unknowns.
    pub nodes: Vec<Node>,
    /// Bars that keep bodies rigid.
    pub bars: Vec<Bar>,
    /// Points that are pinned together and share no node: only the rigid model has such.
    pub joints: Vec<[Vertex; 2]>,
    /// Outlines that must not overlap.
    pub outlines: Vec<Outline>,
    /// That of the scene, for the schemes that know some.
    pub friction: Friction,
    /// That of the scene, for the scheme that knows some.
    pub restitution: SceneRestitution,
    /// The bodies that may overlap all the same, as they are pinned together.
    pub(crate) ignoring: IgnoringPairs,
    /// Bodies that can be rounded as a whole, unless pins share their nodes.
    pub(crate) frames: Option<Vec<Frame>>,
    /// The symmetries of the scene.
    pub(crate) images: Vec<Image>,
}

/// Why a scene is no framework.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameworkError {
    /// A free body that is not one rectangle.
    #[error(
        "body `{body}` has {parts} parts, the first with {vertices} vertices; \
         expected one rectangle, since only rectangles are made into point masses"
    )]
    NotRectangle {
        /// Its name.
        body: String,
        /// How many parts it has.
        parts: usize,
        /// How many vertices the first of them has.
        vertices: usize,
    },
    /// A centroid that is not the centre of the rectangle.
    #[error(
        "body `{body}` has its centroid at ({}, {}); expected the centre ({}, {}) of its rectangle",
        .found.x, .found.y, .expected.x, .expected.y
    )]
    Centroid {
        /// Its name.
        body: String,
        /// Its centroid, m.
        found: Box<Vector>,
        /// The centre, m.
        expected: Box<Vector>,
    },
    /// A second moment that nine points do not have.
    #[error(
        "body `{body}` has the inertia {found}; \
         expected {expected}, that of a homogeneous rectangle"
    )]
    Inertia {
        /// Its name.
        body: String,
        /// Its polar second moment, kg m².
        found: Box<Rational>,
        /// That of the homogeneous rectangle, kg m².
        expected: Box<Rational>,
    },
    /// Loads on a body of point masses.
    #[error(
        "body `{body}` has loads; \
         expected none, or the rigid model: point masses have no places for them"
    )]
    Loads {
        /// Its name.
        body: String,
    },
    /// A load on no free body of the scene.
    #[error(transparent)]
    MisplacedLoad(#[from] MisplacedLoad),
    /// Torques on a rigid body.
    #[error(
        "body `{body}` has loads with a torque of {torque}; \
         expected forces only: the force of a torque on the turn of a body is not constant"
    )]
    Torque {
        /// Its name.
        body: String,
        /// The sum of the torques beside those of forces, N m.
        torque: Box<Rational>,
    },
    /// A pin at a place where a body has no point mass.
    #[error(
        "pin {pin} at ({}, {}): body `{body}` has no point mass there; expected one of its points",
        .at.x, .at.y
    )]
    Pin {
        /// The pin.
        pin: PinId,
        /// The name of the body.
        body: String,
        /// Its place, m.
        at: Box<Vector>,
    },
}

impl Vertex {
    /// The node that the point is, if it is one.
    pub(crate) fn node(&self) -> Option<NodeId> {
        match self {
            Self::Node(node) => Some(*node),
            _ => None,
        }
    }

    /// The place of the point if the nodes are there.
    #[must_use]
    pub fn place(&self, nodes: &[Vector]) -> Vector {
        match self {
            Self::Fixed(place) => place.clone(),
            _ => self.motion(nodes),
        }
    }

    /// How the point moves if the nodes move so: displacement, velocity or acceleration.
    #[must_use]
    pub fn motion(&self, nodes: &[Vector]) -> Vector {
        match self {
            Self::Fixed(_) => Vector::zero(),
            Self::Node(node) => nodes[*node].clone(),
            Self::Turned { centre, turn, arm } => {
                let turn = &nodes[*turn];
                &nodes[*centre] + &(&arm.scaled(&turn.x) + &arm.quarter_turn().scaled(&turn.y))
            }
        }
    }
}

impl Bar {
    /// The vector from the second end to the first.
    pub(crate) fn vector(&self, nodes: &[Vector]) -> Vector {
        &self.ends[0].place(nodes) - &self.ends[1].place(nodes)
    }

    /// |p_i - p_j|² / ℓ² - 1: how much the square of the length is off.
    #[must_use]
    pub fn error(&self, nodes: &[Vector]) -> Rational {
        let vector = self.vector(nodes);
        vector.dot(&vector) / &self.squared_length - Rational::from_integer(1.into())
    }
}

impl Outline {
    /// The corners.
    pub(crate) fn places(&self, nodes: &[Vector]) -> Vec<Vector> {
        self.vertices
            .iter()
            .map(|vertex| vertex.place(nodes))
            .collect()
    }

    /// The ends p_i, p_j of an edge, in this order, so that the outside is on the left: the second
    /// and the first of the listed corners.
    pub(crate) fn edge(&self, edge: usize) -> [&Vertex; 2] {
        [
            &self.vertices[(edge + 1) % self.vertices.len()],
            &self.vertices[edge],
        ]
    }
}

impl Framework {
    /// The same with another restitution.
    #[must_use]
    pub fn with_restitution(self, restitution: SceneRestitution) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// Pairs of outlines that must not overlap: of different bodies, one of them free, that are not
    /// pinned together without colliding.
    #[must_use]
    pub fn pairs_apart(&self) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        for second in 0..self.outlines.len() {
            for first in 0..second {
                let [one, other] = [&self.outlines[first], &self.outlines[second]];
                let moves = !(one.is_fixed && other.is_fixed);
                let may_touch = one.body != other.body;
                if moves && may_touch && !self.ignoring.contains(one.body, other.body) {
                    pairs.push([first, second]);
                }
            }
        }
        pairs
    }
}

/// The nodes of a rectangle: a square grid, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) side: usize,
    pub(crate) nodes: Vec<NodeId>,
}

impl Frame {
    pub(crate) fn new(points: &[Vertex], side: usize) -> Self {
        Self {
            side,
            nodes: points.iter().filter_map(Vertex::node).collect(),
        }
    }
}

/// A symmetry and the vertices that it maps to each other.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub(crate) symmetry: Symmetry,
    pub(crate) vertices: Vec<(Vertex, Vertex)>,
}

impl Image {
    pub(crate) fn new(symmetry: Symmetry, outlines: &[Outline], start: &[Vector]) -> Self {
        let mut vertices = Vec::new();
        for outline in outlines.iter().filter(|outline| !outline.is_fixed) {
            let mut partners: Vec<&Vertex> = Vec::new();
            for partner in outlines {
                if partner.body == symmetry.bodies[outline.body] {
                    partners.extend(&partner.vertices);
                }
            }
            for vertex in &outline.vertices {
                let image = symmetry.map_point(&vertex.place(start));
                let mut partners = partners.iter();
                if let Some(&partner) = partners.find(|partner| partner.place(start) == image) {
                    vertices.push((vertex.clone(), partner.clone()));
                }
            }
        }
        Self { symmetry, vertices }
    }
}
