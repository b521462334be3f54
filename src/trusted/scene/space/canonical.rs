//! The canonical form of a scene in space and its digest: `proofs/FORMAT.md`, section 1.
//!
//! The same as in the plane: one line of JSON without spaces, in a fixed order of keys, numbers in
//! lowest terms. It holds what the physics depends on and nothing else.

use crate::model::{BodyId, Form, sha256};
use crate::space::{Body, Bond, Dynamics, FORMAT, Given, Joint, Load, Part, Scene};
use zwang_exact::{Matrix3, Rational, Vector3};

impl Scene {
    /// The canonical form: equal for two scenes if and only if gravity, bodies and friction are
    /// equal, the loads that are not 0, in whatever order, and bonds and joints, in their order.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut form = Form::default();
        form.push(r#"{"format":"#);
        form.text(FORMAT);
        form.key("gravity");
        vector(&mut form, &self.gravity);
        form.key("bodies");
        let bodies: Vec<_> = self.numbered_bodies().collect();
        form.list(&bodies, |form, (id, listed)| {
            body(form, listed, &self.friction.of_body(*id));
        });
        let pairs: Vec<_> = self.friction.pairs().collect();
        if !pairs.is_empty() {
            form.key("pairs");
            form.list(&pairs, |form, listed| pair(form, *listed, &self.bodies));
        }
        let loads = self.loads_by_name();
        if !loads.is_empty() {
            form.key("loads");
            form.list(&loads, |form, listed| load(form, listed, &self.bodies));
        }
        if !self.bonds.is_empty() {
            form.key("bonds");
            form.list(&self.bonds, |form, listed| bond(form, listed, &self.bodies));
        }
        if !self.joints.is_empty() {
            form.key("joints");
            form.list(&self.joints, |form, listed| {
                joint(form, listed, &self.bodies)
            });
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

fn body(form: &mut Form, body: &Body, friction: &Rational) {
    form.push(r#"{"name":"#);
    form.text(&body.name);
    form.key("fixed");
    form.push(&body.is_fixed().to_string());
    form.key("parts");
    form.list(&body.parts, part);
    if let Some(free) = &body.dynamics {
        dynamics(form, free);
    }
    if *friction != Rational::default() {
        form.key("friction");
        form.number(friction);
    }
    form.push("}");
}

fn part(form: &mut Form, part: &Part) {
    let vertices = part.core().vertices();
    if !part.is_rounded() {
        form.list(vertices, vector);
        return;
    }
    form.push(r#"{"vertices":"#);
    form.list(vertices, vector);
    form.key("radius");
    form.number(part.radius());
    form.push("}");
}

fn dynamics(form: &mut Form, dynamics: &Dynamics) {
    form.key("mass");
    form.number(&dynamics.mass);
    form.key("centroid");
    vector(form, &dynamics.centroid);
    form.key("inertia");
    matrix(form, &dynamics.inertia);
    form.key("velocity");
    vector(form, &dynamics.velocity);
    form.key("spin");
    vector(form, &dynamics.spin);
}

fn pair(form: &mut Form, ([first, second], friction): ([BodyId; 2], &Rational), bodies: &[Body]) {
    form.push(r#"{"bodies":["#);
    name(form, first, bodies);
    form.push(",");
    name(form, second, bodies);
    form.push("]");
    form.key("friction");
    form.number(friction);
    form.push("}");
}

fn load(form: &mut Form, load: &Load, bodies: &[Body]) {
    form.push(r#"{"name":"#);
    form.text(&load.name);
    form.key("body");
    name(form, load.body, bodies);
    form.key("at");
    vector(form, &load.at);
    form.key("force");
    vector(form, &load.force);
    form.key("torque");
    vector(form, &load.torque);
    form.push("}");
}

fn bond(form: &mut Form, bond: &Bond, bodies: &[Body]) {
    let [first, second] = bond.bodies;
    form.push(r#"{"bodies":["#);
    name(form, first, bodies);
    form.push(",");
    name(form, second, bodies);
    form.push("]");
    form.key("at");
    vector(form, &bond.at);
    form.key("pull");
    vector(form, &bond.pull);
    form.push("}");
}

fn joint(form: &mut Form, joint: &Joint, bodies: &[Body]) {
    let [first, second] = joint.bodies;
    form.push(r#"{"kind":"#);
    form.text(joint.kind.name());
    form.push(r#","bodies":["#);
    name(form, first, bodies);
    form.push(",");
    name(form, second, bodies);
    form.push("]");
    for (key, given) in joint.kind.keys() {
        form.key(key);
        match given {
            Given::One(own) => vector(form, own),
            Given::Two(own) => form.list(own, vector),
        }
    }
    form.push("}");
}

/// The name of a body. If there is none of this index, which no file can say, the index.
fn name(form: &mut Form, id: BodyId, bodies: &[Body]) {
    match bodies.get(id.0) {
        Some(body) => form.text(&body.name),
        None => form.push(&id.to_string()),
    }
}

fn vector(form: &mut Form, vector: &Vector3) {
    form.list(&vector.coordinates(), |form, number| form.number(number));
}

fn matrix(form: &mut Form, matrix: &Matrix3) {
    form.list(&matrix.rows, vector);
}
