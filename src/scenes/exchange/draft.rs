//! A scene on its way from another format to the reader of scenes: a tree of values that has the
//! lines of the file it comes from.

use crate::affine::Affine;
use crate::error::{Result, excerpt, refuse};
use crate::work::Work;
use crate::{ImportOptions, Imported};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector};
use zwang_scene::read::{self, Entry, FORMAT, Node, Value};

/// The contents of a file, on the scene.
pub struct Draft {
    pub name: String,
    pub gravity: Option<Vector>,
    pub friction: Option<Rational>,
    pub bodies: Vec<DraftBody>,
    pub pins: Vec<DraftPin>,
    pub pairs: Vec<DraftPair>,
    pub notes: Vec<String>,
    /// Whether neither a drawing nor the options say how large its unit is.
    pub has_no_unit: bool,
    /// Names in the file that may be asked to be fixed.
    pub names: BTreeSet<String>,
    /// Names of what was asked to be skipped and was.
    pub skipped: BTreeSet<String>,
    /// The steps of work that are left.
    pub work: Work,
}

/// The contents of the file on a body.
pub struct DraftBody {
    pub line: usize,
    pub name: String,
    pub is_fixed: bool,
    pub parts: Vec<DraftPart>,
    pub mass: Mass,
    pub velocity: Vector,
    pub spin: Rational,
    pub friction: Option<Rational>,
}

/// Two bodies with a friction of their own.
pub struct DraftPair {
    pub line: usize,
    pub bodies: [String; 2],
    pub friction: Rational,
}

/// A convex part of a body: its polygon, or all points within a radius of it.
pub struct DraftPart {
    pub line: usize,
    pub vertices: Vec<Vector>,
    pub radius: Option<Rational>,
}

/// How heavy a free body is.
pub enum Mass {
    /// Its density, kg/m².
    Density(Rational),
    /// In the way of a whole.
    Given {
        /// kg.
        mass: Rational,
        /// m.
        centroid: Vector,
        /// About the centroid, kg m².
        inertia: Rational,
    },
}

/// The contents of the file on a pin.
pub struct DraftPin {
    pub line: usize,
    pub bodies: Vec<String>,
    pub at: Vector,
    /// Whether its two bodies collide.
    pub collide: bool,
}

impl Draft {
    /// A scene without bodies.
    pub fn new(name: &str) -> Self {
        Self {
            name: printable(name),
            gravity: None,
            friction: None,
            bodies: Vec::new(),
            pins: Vec::new(),
            pairs: Vec::new(),
            notes: Vec::new(),
            has_no_unit: false,
            names: BTreeSet::new(),
            skipped: BTreeSet::new(),
            work: Work::default(),
        }
    }

    /// Puts what was asked for in place of what the file says.
    ///
    /// # Errors
    /// [`ImportError`](crate::ImportError) if something is to be fixed that is not there.
    pub fn apply(&mut self, options: &ImportOptions) -> Result<()> {
        for name in &options.fixed {
            if !self.names.contains(name) {
                let name = excerpt(name);
                let found = format!("nothing called `{name}` that could be fixed");
                let expected = "a name that is in the file";
                return refuse(1, "file", found, expected);
            }
        }
        for name in &options.skip {
            if !self.skipped.contains(name) {
                let name = excerpt(name);
                let found = format!("nothing called `{name}` that could be skipped");
                let expected = "a name that is in the file";
                return refuse(1, "file", found, expected);
            }
        }
        if let Some(gravity) = &options.gravity {
            let none = Rational::from_integer(0.into());
            self.gravity = Some(Vector::new(none, -gravity));
        }
        if let Some(friction) = &options.friction {
            self.friction = Some(friction.clone());
            self.pairs.clear();
            for body in &mut self.bodies {
                body.friction = None;
            }
        }
        Ok(())
    }

    /// The scene.
    ///
    /// # Errors
    /// [`ImportError::Scene`](crate::ImportError::Scene) if it is none.
    pub fn finish(mut self) -> Result<Imported> {
        let reading = read::scene(&self.node())?;
        let has_fixed = self.bodies.iter().any(|body| body.is_fixed);
        let is_held = self.pins.iter().any(|pin| pin.bodies.len() == 1);
        if !has_fixed && !is_held {
            let note = "no body is fixed: nothing holds the scene; --fixed NAME fixes a body";
            self.notes.push(note.to_owned());
        }
        let mut silent_defaults = Vec::new();
        let has_own = self.bodies.iter().any(|body| body.friction.is_some());
        if self.gravity.is_none() && self.friction.is_none() && !has_own && self.pairs.is_empty() {
            silent_defaults.push(
                "the file states neither gravity nor friction: gravity is (0, -1) m/s², friction \
                 is 0; --gravity and --friction set them",
            );
        }
        if self.has_no_unit {
            silent_defaults
                .push("the drawing states no unit: 1 of it is 1 m; --scale METRES sets it");
        }
        Ok(Imported {
            scene: reading.scene,
            notes: self.notes,
            silent_defaults,
        })
    }

    fn node(&self) -> Node {
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
        let bodies = self.bodies.iter().map(DraftBody::node);
        entries.push(entry(1, "body", Value::List(bodies.collect())));
        if !self.pairs.is_empty() {
            let pairs = self.pairs.iter().map(DraftPair::node);
            entries.push(entry(1, "pair", Value::List(pairs.collect())));
        }
        if !self.pins.is_empty() {
            let pins = self.pins.iter().map(DraftPin::node);
            entries.push(entry(1, "pin", Value::List(pins.collect())));
        }
        Node {
            line: 1,
            value: Value::Table(entries),
        }
    }
}

impl DraftBody {
    /// A body of density 1, at rest.
    pub fn new(line: usize, name: &str) -> Self {
        Self {
            line,
            name: printable(name),
            is_fixed: false,
            parts: Vec::new(),
            mass: Mass::Density(Rational::from_integer(1.into())),
            velocity: Vector::zero(),
            spin: Rational::from_integer(0.into()),
            friction: None,
        }
    }

    /// Adds these parts, where a map puts them.
    pub fn add_parts(&mut self, parts: Vec<Vec<Vector>>, map: &Affine) {
        for mut vertices in parts {
            for vertex in &mut vertices {
                *vertex = map.of(vertex);
            }
            self.parts.push(DraftPart {
                line: self.line,
                vertices,
                radius: None,
            });
        }
    }

    fn node(&self) -> Node {
        let line = self.line;
        let mut entries = vec![entry(line, "name", Value::Text(self.name.clone()))];
        let parts = self.parts.iter().map(DraftPart::node);
        let parts = Value::List(parts.collect());
        entries.push(entry(line, "parts", parts));
        if let Some(friction) = &self.friction {
            entries.push(entry(line, "friction", number(friction)));
        }
        if self.is_fixed {
            entries.push(entry(line, "fixed", Value::Boolean(true)));
        } else {
            self.add_dynamics(&mut entries);
        }
        Node {
            line,
            value: Value::Table(entries),
        }
    }

    fn add_dynamics(&self, entries: &mut Vec<Entry>) {
        let line = self.line;
        match &self.mass {
            Mass::Density(density) => entries.push(entry(line, "density", number(density))),
            Mass::Given {
                mass,
                centroid,
                inertia,
            } => {
                entries.push(entry(line, "mass", number(mass)));
                entries.push(entry(line, "inertia", number(inertia)));
                entries.push(entry(line, "centroid", point(line, centroid)));
            }
        }
        entries.push(entry(line, "velocity", point(line, &self.velocity)));
        entries.push(entry(line, "spin", number(&self.spin)));
    }
}

impl DraftPart {
    fn node(&self) -> Node {
        let line = self.line;
        let mut vertices = Vec::with_capacity(self.vertices.len());
        for vertex in &self.vertices {
            let value = point(line, vertex);
            vertices.push(Node { line, value });
        }
        let vertices = Value::List(vertices);
        let value = match &self.radius {
            Some(radius) => Value::Table(vec![
                entry(line, "vertices", vertices),
                entry(line, "radius", number(radius)),
            ]),
            None => vertices,
        };
        Node { line, value }
    }
}

/// The names of bodies, as a value.
fn names(line: usize, bodies: &[String]) -> Value {
    let mut names = Vec::with_capacity(bodies.len());
    for name in bodies {
        let value = Value::Text(printable(name));
        names.push(Node { line, value });
    }
    Value::List(names)
}

impl DraftPair {
    fn node(&self) -> Node {
        let line = self.line;
        let entries = vec![
            entry(line, "bodies", names(line, &self.bodies)),
            entry(line, "friction", number(&self.friction)),
        ];
        Node {
            line,
            value: Value::Table(entries),
        }
    }
}

impl DraftPin {
    fn node(&self) -> Node {
        let line = self.line;
        let mut entries = vec![
            entry(line, "bodies", names(line, &self.bodies)),
            entry(line, "at", point(line, &self.at)),
        ];
        if self.collide {
            entries.push(entry(line, "collide", Value::Boolean(true)));
        }
        Node {
            line,
            value: Value::Table(entries),
        }
    }
}

/// A key with a value.
pub fn entry(line: usize, key: &str, value: Value) -> Entry {
    Entry {
        key: key.to_owned(),
        line,
        node: Node { line, value },
    }
}

/// A number as a value.
pub fn number(number: &Rational) -> Value {
    Value::Number(number.to_string())
}

fn point(line: usize, point: &Vector) -> Value {
    let x = number(&point.x);
    let y = number(&point.y);
    Value::List(vec![Node { line, value: x }, Node { line, value: y }])
}

/// A name without control characters, which names of scenes cannot have.
pub fn printable(name: &str) -> String {
    let mut printable = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_control() {
            printable.push(' ');
        } else {
            printable.push(character);
        }
    }
    printable
}
