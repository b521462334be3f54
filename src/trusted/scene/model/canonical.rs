//! The canonical form of a scene and its digest: `proofs/FORMAT.md`, section 1.
//!
//! One line of JSON without spaces, in a fixed order of keys, numbers in lowest terms. It holds all
//! that the physics depends on and nothing else: the name of the scene, its title and its author's
//! expectation are left out. Friction is left out if there is none, and so are loads that are 0.
//!
//! A pin of two bodies that do not collide says so; where they do, nothing is said, as scenes from
//! before there was a choice have it. So a digest has always meant one scene.
//!
//! Pins and loads name their bodies. If there is no body of its index, which no file can say,
//! the index stands in place of the name: nothing is left out, and such a scene has the form of no
//! file.

use crate::model::FORMAT;
use crate::model::index::BodyId;
use crate::model::load::Load;
use crate::model::polygon::Polygon;
use crate::model::{Body, Dynamics, Pin, Scene};
use sha2::{Digest, Sha256};
use std::sync::OnceLock;
use zwang_exact::{Rational, Vector, append_number};

impl Scene {
    /// The canonical form: equal for two scenes if and only if gravity, bodies, pins and friction
    /// are equal, and the loads that are not 0, in whatever order.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut form = Form::default();
        form.push(r#"{"format":"#);
        form.text(FORMAT);
        form.key("gravity");
        form.vector(&self.gravity);
        form.key("bodies");
        let bodies: Vec<_> = self.numbered_bodies().collect();
        form.list(&bodies, |form, (id, body)| {
            let friction = self.friction.of_body(*id);
            form.body(body, &friction);
        });
        form.key("pins");
        form.list(&self.pins, |form, pin| form.pin(pin, &self.bodies));
        let pairs: Vec<_> = self.friction.pairs().collect();
        if !pairs.is_empty() {
            form.key("pairs");
            form.list(&pairs, |form, pair| form.pair(*pair, &self.bodies));
        }
        let loads = self.loads_by_name();
        if !loads.is_empty() {
            form.key("loads");
            form.list(&loads, |form, load| form.load(load, &self.bodies));
        }
        form.push("}");
        form.into_line()
    }

    /// The loads that are not 0, ascending by name.
    fn loads_by_name(&self) -> Vec<&Load> {
        let mut loads = Vec::new();
        for load in &self.loads {
            if !load.is_zero() {
                loads.push(load);
            }
        }
        loads.sort_by_key(|load| &load.name);
        loads
    }

    /// The SHA-256 of the canonical form, in lower-case hex.
    #[must_use]
    pub fn digest(&self) -> String {
        sha256(&self.canonical())
    }
}

/// A scene with its digest, which is computed when it is first asked for.
///
/// The scene is borrowed as long and cannot change, so the digest stays that of the scene.
#[derive(Clone, Debug)]
pub struct DigestedScene<'a> {
    scene: &'a Scene,
    digest: OnceLock<String>,
}

impl<'a> DigestedScene<'a> {
    /// The scene, whose digest is not computed yet.
    #[must_use]
    pub fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            digest: OnceLock::new(),
        }
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &'a Scene {
        self.scene
    }

    /// [`Scene::digest`], computed once.
    #[must_use]
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| self.scene.digest())
    }
}

/// The SHA-256 of a text, in lower-case hex.
#[must_use]
pub fn sha256(text: &str) -> String {
    let mut digest = String::new();
    for byte in Sha256::digest(text) {
        digest += &format!("{byte:02x}");
    }
    digest
}

/// The canonical form as far as it is written; each function appends to it.
#[derive(Default)]
pub struct Form {
    line: String,
}

impl Form {
    fn body(&mut self, body: &Body, friction: &Rational) {
        self.push(r#"{"name":"#);
        self.text(&body.name);
        self.key("fixed");
        let is_fixed = body.is_fixed().to_string();
        self.push(&is_fixed);
        self.key("parts");
        self.list(&body.parts, Self::part);
        if let Some(dynamics) = &body.dynamics {
            self.dynamics(dynamics);
        }
        if *friction != Rational::from_integer(0.into()) {
            self.key("friction");
            self.number(friction);
        }
        self.push("}");
    }

    fn part(&mut self, part: &Polygon) {
        if !part.is_rounded() {
            self.list(part.vertices(), Self::vector);
            return;
        }
        self.push(r#"{"vertices":"#);
        self.list(part.vertices(), Self::vector);
        self.key("radius");
        self.number(part.radius());
        self.push("}");
    }

    fn dynamics(&mut self, dynamics: &Dynamics) {
        self.key("mass");
        self.number(&dynamics.mass);
        self.key("centroid");
        self.vector(&dynamics.centroid);
        self.key("inertia");
        self.number(&dynamics.inertia);
        self.key("velocity");
        self.vector(&dynamics.velocity);
        self.key("spin");
        self.number(&dynamics.spin);
    }

    fn pin(&mut self, pin: &Pin, bodies: &[Body]) {
        self.push(r#"{"bodies":["#);
        self.name(pin.first, bodies);
        if let Some(second) = pin.second {
            self.push(",");
            self.name(second, bodies);
        }
        self.push("]");
        self.key("at");
        self.vector(&pin.at);
        if pin.second.is_some() && !pin.collide {
            self.key("collide");
            self.push("false");
        }
        self.push("}");
    }

    fn pair(&mut self, pair: ([BodyId; 2], &Rational), bodies: &[Body]) {
        let ([first, second], friction) = pair;
        self.push(r#"{"bodies":["#);
        self.name(first, bodies);
        self.push(",");
        self.name(second, bodies);
        self.push("]");
        self.key("friction");
        self.number(friction);
        self.push("}");
    }

    fn load(&mut self, load: &Load, bodies: &[Body]) {
        self.push(r#"{"name":"#);
        self.text(&load.name);
        self.key("body");
        self.name(load.body, bodies);
        self.key("at");
        self.vector(&load.at);
        self.key("force");
        self.vector(&load.force);
        self.key("torque");
        self.number(&load.torque);
        self.push("}");
    }

    fn name(&mut self, id: BodyId, bodies: &[Body]) {
        match bodies.get(id.0) {
            Some(body) => self.text(&body.name),
            None => self.push(&id.to_string()),
        }
    }

    /// A key that is not the first one of its object.
    pub fn key(&mut self, key: &str) {
        self.push(",\"");
        self.push(key);
        self.push("\":");
    }

    /// A list, with what appends an item.
    pub fn list<T>(&mut self, items: &[T], append: impl Fn(&mut Self, &T)) {
        self.push("[");
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.push(",");
            }
            append(self, item);
        }
        self.push("]");
    }

    /// All that is written.
    pub fn into_line(self) -> String {
        self.line
    }

    fn vector(&mut self, vector: &Vector) {
        self.push("[");
        self.number(&vector.x);
        self.push(",");
        self.number(&vector.y);
        self.push("]");
    }

    /// In lowest terms, as numbers print.
    pub fn number(&mut self, number: &Rational) {
        self.push("\"");
        append_number(&mut self.line, number);
        self.push("\"");
    }

    /// In quotation marks. Names have no control characters, so only the quotation mark and the
    /// backslash need an escape.
    pub fn text(&mut self, text: &str) {
        self.push("\"");
        for character in text.chars() {
            if matches!(character, '"' | '\\') {
                self.push("\\");
            }
            self.line.push(character);
        }
        self.push("\"");
    }

    /// Text as it stands.
    pub fn push(&mut self, text: &str) {
        self.line += text;
    }
}
