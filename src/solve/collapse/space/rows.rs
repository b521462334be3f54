//! The problem of a scene in space: contacts as rows in the accelerations (a, α) of each body.
//!
//! From rest a point of a body at offset r from its centroid accelerates by a + α × r. For a vector
//! v at a point x where Q touches P,
//!
//! ```text
//! v·(a_Q(x) - a_P(x)) = v·a_Q + (r_Q × v)·α_Q - v·a_P - (r_P × v)·α_P
//! ```
//!
//! A contact with one separating normal m has the row of v = m, which is ≥ 0.

use super::contacts::{Contacts, Touch};
use super::corner::is_admissible;
use super::error::SpaceError;
use super::joint::{self, Wrench};
use super::solid::{Point, coordinates};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_exact::{Matrix3, Vector3};
use zwang_problem::{self as problem, Block, Components, Contact, Group, Problem};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::BodyId;
use zwang_scene::space::{Bond, Dynamics, FreeAcceleration, Joint, Pull, Scene};

/// The numbers of a force, and of the acceleration of a body.
pub(crate) const DIMENSION: usize = 3;
pub(crate) const WIDTH: usize = 6;

/// (a, α) of bodies; those that are left out do not move.
pub(crate) type Motions = BTreeMap<usize, Vec<Rational>>;

/// The coefficients of a row for each of its two bodies that is free.
type Terms = [Option<(usize, Vec<Rational>)>; 2];

/// A scene with its contacts, and its problem.
pub(crate) struct SpaceProblem<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) contacts: Contacts,
    pub(crate) problem: Problem,
    /// For each contact of the problem the touch and the point of it.
    pub(crate) places: Vec<(usize, usize)>,
    /// The pull on each body that is free.
    pub(crate) pulls: Vec<Option<Pull>>,
    centroids: Vec<Option<[Rational; 3]>>,
}

/// Bodies that touch, directly or through others, with what is between them.
pub(crate) struct SpaceGroup {
    /// The group in the form of the problem.
    pub(crate) group: Group,
    /// The touches that several planes separate.
    pub(crate) corners: Vec<usize>,
    /// The bonds of its bodies, ascending.
    pub(crate) bonds: Vec<usize>,
}

impl SpaceGroup {
    /// The same group where no bond holds.
    pub(crate) fn without_bonds(&self) -> Self {
        Self {
            group: self.group.clone(),
            corners: self.corners.clone(),
            bonds: Vec::new(),
        }
    }
}

impl<'a> SpaceProblem<'a> {
    /// The problem without friction.
    pub(crate) fn new(scene: &'a Scene, contacts: Contacts) -> Self {
        let accelerations = scene.free_accelerations();
        let bodies = scene.bodies.iter().zip(&accelerations);
        let bodies = bodies.map(|(body, free)| block(body.dynamics.as_ref()?, free.as_ref()?));
        let problem = Problem::new(DIMENSION, WIDTH, bodies.collect());
        let centroids = scene.bodies.iter().map(|body| {
            let free = body.dynamics.as_ref();
            free.map(|free| coordinates(&free.centroid))
        });
        let mut space = Self {
            scene,
            contacts: Contacts::default(),
            problem,
            places: Vec::new(),
            pulls: scene.pulls(),
            centroids: centroids.collect(),
        };
        for (index, touch) in contacts.touches.iter().enumerate() {
            if let Some(normal) = touch.normal() {
                for place in 0..touch.points.len() {
                    space.touch(touch, place, normal);
                    space.places.push((index, place));
                }
            }
        }
        space.contacts = contacts;
        for joint in &scene.joints {
            space.join(joint);
        }
        space
    }

    fn touch(&mut self, touch: &Touch, place: usize, normal: &Point) {
        let [first, second] = touch.bodies();
        let terms = self.terms([first, second], &touch.points[place], normal);
        let row = self.problem.rows.push_fractions(terms, &Rational::ZERO);
        self.problem.contacts.push(Contact {
            bodies: [second, first],
            normal: row,
            velocity: Integer::ZERO,
            tangents: 0..0,
            sliding: Vec::new(),
            friction: self.friction(touch),
            bears: true,
        });
    }

    /// The rows of a joint: how its first body moves against the second.
    fn join(&mut self, joint: &Joint) {
        let [BodyId(first), BodyId(second)] = joint.bodies;
        let at = joint::point(&joint.kind);
        let start = self.problem.rows.len();
        for Wrench { force, torque } in joint::wrenches(&joint.kind) {
            let terms = self.terms_of([second, first], &at, &force, &torque);
            self.problem.rows.push_fractions(terms, &Rational::ZERO);
        }
        self.problem.joints.push(problem::Joint {
            bodies: [first, second].map(Some),
            rows: start..self.problem.rows.len(),
        });
    }

    /// Whether no joint of a group resists motions of its bodies.
    pub(crate) fn joints_let_move(&self, group: &SpaceGroup, motions: &Motions) -> bool {
        let mut joints = group.group.joints.iter();
        joints.all(|joint| {
            let joint = &self.scene.joints[*joint];
            let [BodyId(first), BodyId(second)] = joint.bodies;
            let opening = self.relative(motions, [second, first], &joint::point(&joint.kind));
            let turning = self.turning(motions, [second, first]);
            joint::wrenches(&joint.kind).iter().all(|wrench| {
                let mut work = Rational::ZERO;
                for axis in 0..3 {
                    work += &wrench.force[axis] * &opening[axis];
                    work += &wrench.torque[axis] * &turning[axis];
                }
                work == 0
            })
        })
    }

    /// How the second of two bodies turns against the first.
    fn turning(&self, motions: &Motions, bodies: [usize; 2]) -> [Rational; 3] {
        let [first, second] = bodies.map(|body| {
            let motion = motions.get(&body);
            [3, 4, 5].map(|axis| motion.map_or(Rational::ZERO, |motion| motion[axis].clone()))
        });
        [0, 1, 2].map(|axis| &second[axis] - &first[axis])
    }

    /// The normal of a contact, into its second body.
    pub(crate) fn normal(&self, contact: usize) -> &Point {
        let (touch, _) = self.places[contact];
        let Some(normal) = self.contacts.touches[touch].normal() else {
            unreachable!("a contact of the problem has one normal")
        };
        normal
    }

    /// Whether a group has no friction.
    pub(crate) fn is_smooth(&self, group: &SpaceGroup) -> bool {
        let contacts = group.group.contacts.iter();
        let mut contacts = contacts.map(|contact| &self.problem.contacts[*contact]);
        let corners = group.corners.iter();
        let mut corners = corners.map(|corner| &self.contacts.touches[*corner]);
        contacts.all(|contact| contact.friction == 0)
            && corners.all(|corner| self.friction(corner) == 0)
    }

    /// The coefficient of friction of a touch.
    pub(crate) fn friction(&self, touch: &Touch) -> Rational {
        touch.friction.clone()
    }

    /// The row of a vector at a point where the second body touches the first.
    pub(crate) fn terms(&self, bodies: [usize; 2], point: &[Rational; 3], vector: &Point) -> Terms {
        let force = vector.each_ref().map(Rational::from);
        self.terms_of(bodies, point, &force, &<[Rational; 3]>::default())
    }

    /// The row of the pull of a bond, which acts on its first body.
    pub(crate) fn bond_terms(&self, bond: &Bond) -> Terms {
        let [BodyId(first), BodyId(second)] = bond.bodies;
        self.terms_of(
            [second, first],
            &coordinates(&bond.at),
            &coordinates(&bond.pull),
            &<[Rational; 3]>::default(),
        )
    }

    fn terms_of(
        &self,
        [first, second]: [usize; 2],
        point: &[Rational; 3],
        force: &[Rational; 3],
        torque: &[Rational; 3],
    ) -> Terms {
        let own = self.coefficients(second, point, force, torque);
        let other = self.coefficients(first, point, force, torque);
        let other = other.map(|mut values| {
            for value in &mut values {
                *value = -&*value;
            }
            values
        });
        let terms = [(second, own), (first, other)];
        terms.map(|(body, values)| Some((body, values?)))
    }

    /// The coefficients of a force at a point of a body and a torque; `None` if it is fixed.
    fn coefficients(
        &self,
        body: usize,
        point: &[Rational; 3],
        force: &[Rational; 3],
        torque: &[Rational; 3],
    ) -> Option<Vec<Rational>> {
        let block = self.problem.bodies[body].as_ref()?;
        let centroid = self.centroids[body].as_ref()?;
        let arm = [0, 1, 2].map(|axis| &point[axis] - &centroid[axis]);
        let moment = cross(&arm, force);
        let torque = [0, 1, 2].map(|axis| &moment[axis] + &torque[axis]);
        Some(block.row(force.iter().cloned().chain(torque).collect()))
    }

    /// Groups of free bodies that touch, ordered by their first body.
    pub(crate) fn groups(&self) -> Vec<SpaceGroup> {
        let mut components = Components::new(self.problem.bodies.len());
        for touch in &self.contacts.touches {
            let bodies = touch.bodies().into_iter();
            components.join(bodies.filter(|body| self.problem.is_free(*body)));
        }
        for bond in &self.scene.bonds {
            let bodies = bond.bodies.into_iter().map(|BodyId(body)| body);
            components.join(bodies.filter(|body| self.problem.is_free(*body)));
        }
        for joint in &self.scene.joints {
            let bodies = joint.bodies.into_iter().map(|BodyId(body)| body);
            components.join(bodies.filter(|body| self.problem.is_free(*body)));
        }
        let free = (0..self.problem.bodies.len()).filter(|body| self.problem.is_free(*body));
        let mut by_first = BTreeMap::new();
        for (first, bodies) in components.sets(free) {
            let group = Group {
                bodies,
                ..Group::default()
            };
            let group = SpaceGroup {
                group,
                corners: Vec::new(),
                bonds: Vec::new(),
            };
            by_first.insert(first, group);
        }
        let mut contact = 0;
        for (index, touch) in self.contacts.touches.iter().enumerate() {
            let mut bodies = touch.bodies().into_iter();
            let free = bodies.find(|body| self.problem.is_free(*body));
            let first = free.map(|body| components.first(body));
            let group = first.and_then(|first| by_first.get_mut(&first));
            let Some(group) = group else {
                unreachable!("one of two bodies that may move is free")
            };
            if touch.normal().is_none() {
                group.corners.push(index);
                continue;
            }
            for _ in &touch.points {
                group.group.contacts.push(contact);
                contact += 1;
            }
        }
        for (index, bond) in self.scene.bonds.iter().enumerate() {
            let mut bodies = bond.bodies.into_iter().map(|BodyId(body)| body);
            let free = bodies.find(|body| self.problem.is_free(*body));
            let first = free.map(|body| components.first(body));
            if let Some(group) = first.and_then(|first| by_first.get_mut(&first)) {
                group.bonds.push(index);
            }
        }
        for (index, joint) in self.scene.joints.iter().enumerate() {
            let mut bodies = joint.bodies.into_iter().map(|BodyId(body)| body);
            let free = bodies.find(|body| self.problem.is_free(*body));
            let first = free.map(|body| components.first(body));
            if let Some(group) = first.and_then(|first| by_first.get_mut(&first)) {
                group.group.joints.push(index);
            }
        }
        by_first.into_values().collect()
    }

    /// (a, α) of the bodies of a group, from its variables over a denominator.
    pub(crate) fn motions(
        &self,
        group: &Group,
        point: &[Integer],
        denominator: &Integer,
    ) -> Motions {
        let mut motions = Motions::new();
        for (body, numbers) in group.bodies.iter().zip(point.chunks(WIDTH)) {
            if let Some(block) = &self.problem.bodies[*body] {
                motions.insert(*body, block.acceleration(numbers, denominator));
            }
        }
        motions
    }

    /// From the centroid of a body to a point; from the origin if the body is fixed.
    pub(crate) fn arm(&self, body: usize, point: &[Rational; 3]) -> [Rational; 3] {
        match &self.centroids[body] {
            Some(centroid) => [0, 1, 2].map(|axis| &point[axis] - &centroid[axis]),
            None => point.clone(),
        }
    }

    /// How the second of two bodies moves against the first at a point.
    pub(crate) fn relative(
        &self,
        motions: &Motions,
        [first, second]: [usize; 2],
        point: &[Rational; 3],
    ) -> [Rational; 3] {
        let own = self.at(motions, second, point);
        let other = self.at(motions, first, point);
        [0, 1, 2].map(|axis| &own[axis] - &other[axis])
    }

    fn at(&self, motions: &Motions, body: usize, point: &[Rational; 3]) -> [Rational; 3] {
        let (Some(motion), Some(centroid)) = (motions.get(&body), &self.centroids[body]) else {
            return [Rational::ZERO, Rational::ZERO, Rational::ZERO];
        };
        let arm = [0, 1, 2].map(|axis| &point[axis] - &centroid[axis]);
        let turn = [0, 1, 2].map(|axis| motion[3 + axis].clone());
        let turned = cross(&turn, &arm);
        [0, 1, 2].map(|axis| &motion[axis] + &turned[axis])
    }

    /// The first corner of a group whose parts would overlap under a motion.
    pub(crate) fn violated_corner(&self, group: &SpaceGroup, motions: &Motions) -> Option<usize> {
        let mut corners = group.corners.iter().copied();
        corners.find(|corner| {
            let touch = &self.contacts.touches[*corner];
            let points = touch.points.iter();
            let velocities = points.map(|point| self.relative(motions, touch.bodies(), point));
            !is_admissible(touch, &velocities.collect::<Vec<_>>())
        })
    }

    /// The number of each corner: of the touches before it that several planes separate.
    pub(crate) fn corner_number(&self, touch: usize) -> usize {
        let before = self.contacts.touches[..touch].iter();
        before.filter(|touch| touch.normal().is_none()).count()
    }

    /// That two bodies would overlap at a corner.
    pub(crate) fn corner_error(&self, corner: usize) -> SpaceError {
        let (bodies, point) = self.place_of(corner);
        SpaceError::Corner { bodies, point }
    }

    /// That none of the normals of a hinge that were tried is the best.
    pub(crate) fn between_normals(&self, hinge: usize) -> SpaceError {
        let (bodies, point) = self.place_of(hinge);
        SpaceError::BetweenNormals { bodies, point }
    }

    fn place_of(&self, touch: usize) -> ([String; 2], Box<[zwang_exact::Rational; 3]>) {
        let touch = &self.contacts.touches[touch];
        let point = Box::new(touch.points[0].each_ref().map(from_solver));
        (touch.bodies().map(|body| self.name(body)), point)
    }

    /// The name of a body.
    pub(crate) fn name(&self, body: usize) -> String {
        self.scene.bodies[BodyId(body)].name.clone()
    }
}

/// The masses of a body and its free acceleration.
fn block(free: &Dynamics, acceleration: &FreeAcceleration) -> Option<Block> {
    let inertia = rows(&free.inertia);
    let linear = coordinates(&acceleration.linear);
    let angular = coordinates(&acceleration.angular);
    let target: Vec<Rational> = linear.into_iter().chain(angular).collect();
    let mass = to_solver(&free.mass);
    let block = Block::new(&mass, DIMENSION, &inertia, &target, free.is_at_rest());
    let Ok(block) = block else {
        unreachable!("the inertia of a body of a scene is positive definite")
    };
    Some(block)
}

fn rows(matrix: &Matrix3) -> Vec<Vec<Rational>> {
    let rows = matrix.rows.iter();
    rows.map(|row: &Vector3| coordinates(row).to_vec())
        .collect()
}

/// Cross product.
pub(crate) fn cross([a, b, c]: &[Rational; 3], [x, y, z]: &[Rational; 3]) -> [Rational; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}
