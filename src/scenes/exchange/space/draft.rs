//! A scene in space on its way from another format to the reader of scenes.

use super::mesh::Mesh;
use super::{Imported, parts, repair};
use crate::decimal::rounded_up;
use crate::draft::{entry, number, printable};
use crate::error::{Result, excerpt, refuse};
use crate::work::Work;
use crate::{ImportOptions, Repair, Up};
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector3};
use zwang_scene::read::space::{self, FORMAT};
use zwang_scene::read::{Entry, Node, Value};
use zwang_scene::space::{Given, JointKind};

/// A scene in space in a file.
pub struct Draft {
    pub name: String,
    pub gravity: Option<Vector3>,
    pub friction: Option<Rational>,
    pub bodies: Vec<DraftBody>,
    /// Between bodies by their names; those of bodies that are left out are left out, too.
    pub bonds: Vec<DraftBond>,
    pub joints: Vec<DraftJoint>,
    /// Bodies with a friction of their own.
    pub pairs: Vec<DraftPair>,
    pub notes: Vec<String>,
    /// Names of what was asked to be skipped and was.
    pub skipped: BTreeSet<String>,
    /// How many bodies of a name there are, those that were skipped included.
    counts: BTreeMap<String, usize>,
    /// Whether there is a fixed floor below all.
    pub floor: Floor,
    /// The steps of work that are left.
    pub work: Work,
}

/// A fixed floor below all bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Floor {
    /// None but what the file has.
    None,
    /// At the lowest point.
    Lowest,
    /// At this height, m.
    At(Rational),
}

/// The contents of the file on a body.
pub struct DraftBody {
    pub line: usize,
    pub name: String,
    /// The number of this one among bodies of the same name, from 1 on.
    copy: usize,
    pub is_fixed: bool,
    /// Closed surfaces.
    pub meshes: Vec<Mesh>,
    pub mass: Mass,
    /// That of the centroid, m/s.
    pub velocity: Vector3,
    pub spin: Vector3,
    pub friction: Option<Rational>,
}

/// A joint of two bodies, by their indices.
pub struct DraftJoint {
    pub line: usize,
    pub bodies: [usize; 2],
    pub kind: JointKind,
}

/// The friction of two bodies, by their indices.
pub struct DraftPair {
    pub line: usize,
    pub bodies: [usize; 2],
    pub friction: Rational,
}

/// A bond that holds two bodies together.
pub struct DraftBond {
    pub line: usize,
    pub bodies: [String; 2],
    /// m.
    pub at: Vector3,
    /// The direction in which the second body comes off, as long as the greatest force, N.
    pub pull: Vector3,
}

/// How heavy a free body is.
pub enum Mass {
    /// Its density, kg/m³.
    Density(Rational),
    /// With all that it has.
    Given {
        /// kg.
        mass: Rational,
        /// m.
        centroid: Vector3,
        /// About the centroid in the axes of the scene, kg m²: rows.
        inertia: Box<[Vector3; 3]>,
    },
}

impl Draft {
    /// A scene without bodies.
    pub fn new(name: &str) -> Self {
        Self {
            name: printable(name),
            gravity: None,
            friction: None,
            bodies: Vec::new(),
            bonds: Vec::new(),
            joints: Vec::new(),
            pairs: Vec::new(),
            notes: Vec::new(),
            skipped: BTreeSet::new(),
            counts: BTreeMap::new(),
            floor: Floor::None,
            work: Work::default(),
        }
    }

    /// Adds a body of density 1, unless it was asked to be left out.
    pub fn add(&mut self, mut body: DraftBody, options: &ImportOptions) {
        let count = self.counts.entry(body.name.clone()).or_insert(0);
        *count += 1;
        body.copy = *count;
        let mut asked = options.skip.iter();
        match asked.find(|name| body.is_called(name)) {
            Some(name) => {
                self.skipped.insert(name.clone());
            }
            None => self.bodies.push(body),
        }
    }

    /// Puts what was asked for in place of what the file says.
    ///
    /// # Errors
    /// [`ImportError`](crate::ImportError) if something is to be fixed or skipped that is not
    /// there.
    pub fn apply(&mut self, options: &ImportOptions) -> Result<()> {
        for name in &options.fixed {
            let mut found = false;
            for body in &mut self.bodies {
                if body.is_called(name) {
                    body.is_fixed = true;
                    found = true;
                }
            }
            if !found {
                return self.refuse_name(name, "fixed");
            }
        }
        for name in &options.skip {
            if !self.skipped.contains(name) {
                return self.refuse_name(name, "skipped");
            }
        }
        let scale = options.scale();
        for body in &mut self.bodies {
            body.place(options.up, &scale);
        }
        for bond in &mut self.bonds {
            place(&mut bond.at, options.up, &scale);
            place(
                &mut bond.pull,
                options.up,
                &Rational::from_integer(1.into()),
            );
        }
        for joint in &mut self.joints {
            joint.place(options.up, &scale);
        }
        if let Some(gravity) = &options.gravity {
            self.gravity = Some(Vector3::new(zero(), zero(), -gravity));
        }
        if let Some(friction) = &options.friction {
            self.friction = Some(friction.clone());
            self.pairs.clear();
            for body in &mut self.bodies {
                body.friction = None;
            }
        }
        if let Some(floor) = &options.floor {
            self.floor = Floor::At(floor.clone());
        }
        Ok(())
    }

    fn refuse_name<T>(&self, name: &str, done: &str) -> Result<T> {
        let found = format!("no body called `{}` that could be {done}", excerpt(name));
        let mut expected = "one of".to_owned();
        for body in self.bodies.iter().take(8) {
            expected += &format!(" `{}`", excerpt(&body.name));
        }
        if self.bodies.len() > 8 {
            expected += " …";
        }
        refuse(1, "file", found, &expected)
    }

    /// The scene: faces made plane if that is asked for, and meshes as convex parts.
    ///
    /// # Errors
    /// [`ImportError`](crate::ImportError) if it is none.
    pub fn finish(mut self, options: &ImportOptions) -> Result<Imported> {
        if let Some(Repair { within, planes }) = &options.repair {
            let repaired = repair::repair(&mut self.bodies, within, *planes, &mut self.work)?;
            let within = rounded_up(within);
            self.notes.push(match repaired {
                Some(bound) => format!(
                    "repaired within {within} m: corners moved by up to {} m",
                    rounded_up(&bound)
                ),
                None => format!("nothing to repair within {within} m"),
            });
        }
        let mut bodies = Vec::with_capacity(self.bodies.len() + 1);
        let mut names = BTreeSet::new();
        // How many bodies of a name there are so far.
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for body in &mut self.bodies {
            if let Some(name) = body.name_of_copy() {
                body.name = name;
            }
            let own = body.name.clone();
            let count = counts.entry(own.clone()).or_insert(1);
            while !names.insert(body.name.clone()) {
                *count += 1;
                body.name = format!("{own} ({count})");
            }
        }
        if let Some(height) = self.floor.height(&self.bodies) {
            bodies.push(floor(&self.bodies, &height, &names, &mut self.work)?);
        }
        for body in &self.bodies {
            bodies.push(body.node(&mut self.work)?);
        }
        let mut entries = vec![
            entry(1, "format", Value::Text(FORMAT.to_owned())),
            entry(1, "name", Value::Text(self.name.clone())),
        ];
        if let Some(gravity) = &self.gravity {
            entries.push(entry(1, "gravity", point(1, gravity)));
        }
        if let Some(friction) = &self.friction {
            entries.push(entry(1, "friction", number(friction)));
        }
        entries.push(entry(1, "body", Value::List(bodies)));
        let bonds = self.bonds.iter();
        let bonds = bonds.filter(|bond| bond.bodies.iter().all(|name| names.contains(name)));
        let bonds: Vec<Node> = bonds.map(DraftBond::node).collect();
        if !bonds.is_empty() {
            entries.push(entry(1, "bond", Value::List(bonds)));
        }
        let joints = self.joints.iter().filter(|joint| self.moves(joint.bodies));
        let joints: Vec<Node> = joints.map(|joint| joint.node(&self.bodies)).collect();
        if !joints.is_empty() {
            entries.push(entry(1, "joint", Value::List(joints)));
        }
        let pairs = self.pairs.iter().filter(|pair| self.moves(pair.bodies));
        let pairs: Vec<Node> = pairs.map(|pair| pair.node(&self.bodies)).collect();
        if !pairs.is_empty() {
            entries.push(entry(1, "pair", Value::List(pairs)));
        }
        let root = Node {
            line: 1,
            value: Value::Table(entries),
        };
        let scene = space::scene(&root)?.scene;
        if scene.bodies.iter().all(|body| !body.is_fixed()) {
            let note = "no body is fixed: nothing holds the scene; --fixed NAME fixes a body, \
                        --floor HEIGHT adds a floor";
            self.notes.push(note.to_owned());
        }
        let mut silent_defaults = Vec::new();
        let has_own = self.bodies.iter().any(|body| body.friction.is_some());
        if self.gravity.is_none() && self.friction.is_none() && !has_own && self.pairs.is_empty() {
            silent_defaults.push(
                "the file states neither gravity nor friction: gravity is (0, 0, -1) m/s², \
                 friction is 0; --gravity and --friction set them",
            );
        }
        Ok(Imported {
            scene,
            notes: self.notes,
            silent_defaults,
        })
    }

    /// Whether one of two bodies is free.
    fn moves(&self, pair: [usize; 2]) -> bool {
        pair.iter().any(|body| !self.bodies[*body].is_fixed)
    }
}

impl DraftBody {
    /// A body of density 1.
    pub fn new(line: usize, name: &str, meshes: Vec<Mesh>) -> Self {
        Self {
            line,
            name: printable(name),
            copy: 1,
            is_fixed: false,
            meshes,
            mass: Mass::Density(Rational::from_integer(1.into())),
            velocity: Vector3::zero(),
            spin: Vector3::zero(),
            friction: None,
        }
    }

    /// Whether this is its name, or the word behind the last space of it: `3` for `block 3`. If
    /// there are several of one name, `block 3 (2)` is the second, and `block 3` all.
    fn is_called(&self, name: &str) -> bool {
        let last = self.name.rsplit_once(' ').map(|(_, last)| last);
        let is_copy = self.name_of_copy().is_some_and(|copy| copy == name);
        self.name == name || last == Some(name) || is_copy
    }

    /// The name of a body that is not the first of its name.
    fn name_of_copy(&self) -> Option<String> {
        (self.copy > 1).then(|| format!("{} ({})", self.name, self.copy))
    }

    /// Turns z up, and scales.
    fn place(&mut self, up: Up, scale: &Rational) {
        for mesh in &mut self.meshes {
            for vertex in &mut mesh.vertices {
                place(vertex, up, scale);
            }
            mesh.radius *= scale;
        }
        let same = Rational::from_integer(1.into());
        place(&mut self.velocity, up, scale);
        place(&mut self.spin, up, &same);
    }

    fn node(&self, work: &mut Work) -> Result<Node> {
        let line = self.line;
        for mesh in &self.meshes {
            let corners = mesh.vertices.len();
            if let Err(error) = work.solid(corners, parts::longest(&mesh.vertices)) {
                let thing = format!("body `{}`", excerpt(&self.name));
                return refuse(mesh.line, thing, error.to_string(), parts::SIMPLER);
            }
        }
        let mut entries = vec![entry(line, "name", Value::Text(self.name.clone()))];
        match self.meshes.as_slice() {
            [mesh] if let Some([center, size]) = mesh.cuboid() => {
                let shape = vec![
                    entry(line, "center", point(line, &center)),
                    entry(line, "size", point(line, &size)),
                ];
                entries.push(entry(line, "box", Value::Table(shape)));
            }
            _ => entries.push(entry(line, "parts", Value::List(self.parts(work)?))),
        }
        if let Some(friction) = &self.friction {
            entries.push(entry(line, "friction", number(friction)));
        }
        if self.is_fixed {
            entries.push(entry(line, "fixed", Value::Boolean(true)));
        } else {
            self.add_mass(&mut entries);
            for (key, vector) in [("velocity", &self.velocity), ("spin", &self.spin)] {
                if !vector.is_zero() {
                    entries.push(entry(line, key, point(line, vector)));
                }
            }
        }
        Ok(Node {
            line,
            value: Value::Table(entries),
        })
    }

    fn parts(&self, work: &mut Work) -> Result<Vec<Node>> {
        let line = self.line;
        let mut nodes = Vec::new();
        for mesh in &self.meshes {
            if mesh.radius.is_positive() {
                nodes.push(rounded(line, mesh));
                continue;
            }
            let convex = parts::convex(&self.name, mesh, work)?;
            nodes.extend(convex.iter().map(|part| Node {
                line,
                value: points(line, part),
            }));
        }
        Ok(nodes)
    }

    fn add_mass(&self, entries: &mut Vec<Entry>) {
        let line = self.line;
        match &self.mass {
            Mass::Density(density) => entries.push(entry(line, "density", number(density))),
            Mass::Given {
                mass,
                centroid,
                inertia,
            } => {
                entries.push(entry(line, "mass", number(mass)));
                entries.push(entry(line, "centroid", point(line, centroid)));
                entries.push(entry(line, "inertia", points(line, &inertia[..])));
            }
        }
    }
}

impl DraftBond {
    fn node(&self) -> Node {
        let line = self.line;
        let names = self.bodies.iter().map(|name| Node {
            line,
            value: Value::Text(name.clone()),
        });
        let entries = vec![
            entry(line, "bodies", Value::List(names.collect())),
            entry(line, "at", point(line, &self.at)),
            entry(line, "pull", point(line, &self.pull)),
        ];
        Node {
            line,
            value: Value::Table(entries),
        }
    }
}

impl DraftJoint {
    /// Turns z up, and scales points; directions may have any length.
    fn place(&mut self, up: Up, scale: &Rational) {
        let same = Rational::from_integer(1.into());
        match &mut self.kind {
            JointKind::Ball { at } | JointKind::Weld { at } => place(at, up, scale),
            JointKind::Hinge { at, axis }
            | JointKind::Slider { at, axis }
            | JointKind::Cylinder { at, axis } => {
                place(at, up, scale);
                place(axis, up, &same);
            }
            JointKind::Universal { at, axes } => {
                place(at, up, scale);
                axes.iter_mut().for_each(|axis| place(axis, up, &same));
            }
            JointKind::Rod { ends } => ends.iter_mut().for_each(|end| place(end, up, scale)),
        }
    }

    fn node(&self, bodies: &[DraftBody]) -> Node {
        let line = self.line;
        let mut entries = vec![
            entry(line, "kind", Value::Text(self.kind.name().to_owned())),
            entry(line, "bodies", names(line, self.bodies, bodies)),
        ];
        for (key, given) in self.kind.keys() {
            let value = match given {
                Given::One(vector) => point(line, vector),
                Given::Two(vectors) => points(line, vectors),
            };
            entries.push(entry(line, key, value));
        }
        Node {
            line,
            value: Value::Table(entries),
        }
    }
}

impl DraftPair {
    fn node(&self, bodies: &[DraftBody]) -> Node {
        let line = self.line;
        let entries = vec![
            entry(line, "bodies", names(line, self.bodies, bodies)),
            entry(line, "friction", number(&self.friction)),
        ];
        Node {
            line,
            value: Value::Table(entries),
        }
    }
}

/// The names of two bodies.
fn names(line: usize, pair: [usize; 2], bodies: &[DraftBody]) -> Value {
    let names = pair.map(|body| Node {
        line,
        value: Value::Text(bodies[body].name.clone()),
    });
    Value::List(names.to_vec())
}

impl Floor {
    fn height(&self, bodies: &[DraftBody]) -> Option<Rational> {
        match self {
            Self::None => None,
            Self::At(height) => Some(height.clone()),
            Self::Lowest => {
                let meshes = bodies.iter().flat_map(|body| &body.meshes);
                meshes.filter_map(Mesh::lowest).min()
            }
        }
    }
}

/// A fixed box below a height, which is wider than all bodies.
fn floor(
    bodies: &[DraftBody],
    height: &Rational,
    names: &BTreeSet<String>,
    work: &mut Work,
) -> Result<Node> {
    let mut farthest = Rational::from_integer(1.into());
    for body in bodies {
        for mesh in &body.meshes {
            let [x, y, _] = mesh.reaches();
            farthest = farthest.max(x).max(y);
        }
    }
    let half = (&farthest + &farthest).ceil();
    let low = height - &half;
    let mut corners = Vec::with_capacity(8);
    for z in [&low, height] {
        for [x, y] in [[-1, -1], [1, -1], [1, 1], [-1, 1]] {
            let x = &half * Rational::from_integer(x.into());
            let y = &half * Rational::from_integer(y.into());
            corners.push(Vector3::new(x, y, z.clone()));
        }
    }
    let mut name = "floor".to_owned();
    while names.contains(&name) {
        name += "'";
    }
    let mut floor = DraftBody::new(1, &name, vec![Mesh::hull_of(1, corners)]);
    floor.is_fixed = true;
    floor.node(work)
}

/// Turns z up, and scales.
fn place(vector: &mut Vector3, up: Up, scale: &Rational) {
    if up == Up::Y {
        let Vector3 { x, y, z } = std::mem::take(vector);
        *vector = Vector3::new(x, -z, y);
    }
    if *scale != Rational::from_integer(1.into()) {
        *vector = vector.scaled(scale);
    }
}

/// A part with a radius.
fn rounded(line: usize, mesh: &Mesh) -> Node {
    let entries = vec![
        entry(line, "vertices", points(line, &mesh.vertices)),
        entry(line, "radius", number(&mesh.radius)),
    ];
    Node {
        line,
        value: Value::Table(entries),
    }
}

fn zero() -> Rational {
    Rational::default()
}

fn point(line: usize, point: &Vector3) -> Value {
    let numbers = point.coordinates().into_iter().map(|value| Node {
        line,
        value: number(value),
    });
    Value::List(numbers.collect())
}

fn points(line: usize, points: &[Vector3]) -> Value {
    let points = points.iter().map(|vertex| Node {
        line,
        value: point(line, vertex),
    });
    Value::List(points.collect())
}
