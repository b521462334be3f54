//! A scene in space as a model of MuJoCo.
//!
//! The frame of a body is at its centroid, as a decimal, and has the axes of the scene; that of a
//! fixed body is the world's. Boxes, turned ones too, are boxes, balls spheres, capsules capsules,
//! and all other parts meshes, of which MuJoCo takes the convex hull. Density stands for mass where
//! it says mass and inertia exactly, as in scenes.
//!
//! A body without joints is free. Balls and welds are equalities between two bodies. Hinges,
//! sliders, cylinders and universal joints make a tree, in which a body is in the one that it is
//! joined to: in a loop one of them has no place.

mod boxes;
mod tree;

use self::tree::Tree;
use crate::decimal::{decimal, value};
use crate::mjcf::roughness::Roughness;
use crate::mjcf::shapes::length_of;
use crate::mjcf::tag::{Tag, end, section};
use crate::mjcf::{NO_LOADS, WORLD, name_of_the_world, writing_notes};
use crate::{ExportError, Exported};
use num_traits::{One, Signed};
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::{Body, Dynamics, Joint, JointKind, Part, Polyhedron, Scene};

/// A model as far as it is written.
struct Model<'a> {
    scene: &'a Scene,
    tree: Tree,
    assets: String,
    world: String,
    equality: String,
    contact: String,
    roughness: Roughness<'a>,
    /// Velocities of all joints, in the order in which they are written.
    velocities: Vec<String>,
    /// How many numbers were rounded.
    rounded: usize,
}

/// Writes a scene.
///
/// Title and `expect` are left out.
///
/// # Errors
/// [`ExportError`] if a body is called `world`, if there are loads, bonds, rods or rounded parts
/// other than balls and capsules, or if joints make a loop.
pub fn write(scene: &Scene) -> Result<Exported, ExportError> {
    require_names(scene)?;
    require_no_forces(scene)?;
    let tree = Tree::of(scene)?;
    // The world, which has no shape, rubs on nothing.
    let shown = scene.numbered_bodies().filter(|(_, body)| !is_world(body));
    let joined = scene.joined_pairs();
    let roughness = Roughness::of(&scene.friction, shown.map(|(id, _)| id), |pair| {
        let are_fixed = pair.iter().all(|body| scene.bodies[body.0].is_fixed());
        !are_fixed && !joined.contains(&pair)
    });
    let mut model = Model {
        scene,
        tree,
        assets: String::new(),
        world: String::new(),
        equality: String::new(),
        contact: String::new(),
        rounded: roughness.rounded(),
        roughness,
        velocities: Vec::new(),
    };
    for index in model.tree.roots() {
        model.add_body(index, 2, &Vector3::zero())?;
    }
    model.add_equalities();
    model.add_exclusions();
    let pairs = model
        .roughness
        .pairs(|body| scene.bodies[body.0].parts.len());
    model.contact += &pairs?;
    Ok(model.written())
}

/// In a model, `world` is what all bodies are in: a fixed body without a shape.
fn require_names(scene: &Scene) -> Result<(), ExportError> {
    let mut bodies = scene.bodies.iter();
    match bodies.any(|body| body.name == WORLD && !is_world(body)) {
        true => Err(name_of_the_world()),
        false => Ok(()),
    }
}

/// A model has no forces of its own, which come from actuators and programs, and nothing that
/// breaks.
fn require_no_forces(scene: &Scene) -> Result<(), ExportError> {
    let (found, expected) = if !scene.loads.is_empty() {
        ("loads", NO_LOADS)
    } else if !scene.bonds.is_empty() {
        (
            "bonds",
            "none for MuJoCo, where nothing that holds gives way: welds, or a copy without \
             [[bond]]",
        )
    } else {
        return Ok(());
    };
    Err(ExportError {
        thing: "scene".to_owned(),
        found: found.to_owned(),
        expected: expected.to_owned(),
    })
}

/// Whether a body is the world of a model.
fn is_world(body: &Body) -> bool {
    body.is_fixed() && body.parts.is_empty()
}

/// The name of a body in a model.
fn name_of(body: &Body) -> &str {
    if is_world(body) { WORLD } else { &body.name }
}

/// The place of the frame of a body.
fn frame_of(body: &Body) -> Vector3 {
    match &body.dynamics {
        None => Vector3::zero(),
        Some(free) => {
            let [x, y, z] = free.centroid.coordinates().map(decimal);
            Vector3::new(value(&x), value(&y), value(&z))
        }
    }
}

impl Model<'_> {
    /// The model.
    fn written(mut self) -> Exported {
        let mut root = Tag::new(0, "mujoco");
        root.add("model", &self.scene.name);
        let mut text = root.opened();
        let mut compiler = Tag::new(1, "compiler");
        compiler.add("autolimits", "true");
        text += &compiler.closed();
        let mut option = Tag::new(1, "option");
        let gravity = self.vector(&self.scene.gravity);
        option.add("gravity", &gravity);
        text += &option.closed();
        text += &section("asset", &self.assets);
        text += &section("worldbody", &self.world);
        text += &section("equality", &self.equality);
        text += &section("contact", &self.contact);
        if !self.scene.is_at_rest() {
            let velocities = self.velocities.join(" ");
            let mut key = Tag::new(2, "key");
            key.add("qvel", &velocities);
            text += &section("keyframe", &key.closed());
        }
        text += &end(0, "mujoco");
        let mut notes = writing_notes(self.rounded);
        for body in &self.scene.bodies {
            if is_world(body) && body.name != WORLD {
                let name = &body.name;
                notes.push(format!("`{name}`, which has no shape, is called `{WORLD}`"));
            }
        }
        Exported { text, notes }
    }

    /// A body with all that are in it.
    fn add_body(
        &mut self,
        index: usize,
        level: usize,
        around: &Vector3,
    ) -> Result<(), ExportError> {
        let body = &self.scene.bodies[index];
        let inner = self.tree.children(index);
        if is_world(body) {
            for child in inner {
                self.add_body(child, level, around)?;
            }
            return Ok(());
        }
        let mut tag = Tag::new(level, "body");
        tag.add("name", &body.name);
        let place = frame_of(body);
        self.add_vector(&mut tag, "pos", &(&place - around));
        self.world += &tag.opened();
        let mut density = None;
        if let Some(free) = &body.dynamics {
            self.add_joints(index, level + 1, &place);
            density = density_of(body, free);
            if density.is_none() {
                self.add_inertial(free, level + 1, &place);
            }
        }
        for (part, listed) in body.parts.iter().enumerate() {
            let mesh = format!("mesh {index} {part}");
            let mut tag = self.geom(body, listed, &mesh, level + 1, &place)?;
            if let Some(density) = &density {
                let density = self.number(density);
                tag.add("density", &density);
            }
            self.roughness.add_to(&mut tag, BodyId(index), part);
            self.world += &tag.closed();
        }
        for child in inner {
            self.add_body(child, level + 1, &place)?;
        }
        self.world += &end(level, "body");
        Ok(())
    }

    /// The joints that hold a body, or the freedom that it has.
    fn add_joints(&mut self, index: usize, level: usize, place: &Vector3) {
        let Some(held) = self.tree.held(index) else {
            self.world += &Tag::new(level, "freejoint").closed();
            let body = &self.scene.bodies[index];
            let velocity = self.vector(&body.velocity_at(place));
            let spin = self.vector(&body.spin());
            self.velocities.extend([velocity, spin]);
            return;
        };
        let Joint { bodies, kind } = &self.scene.joints[held];
        let around = if bodies[0].0 == index {
            bodies[1]
        } else {
            bodies[0]
        };
        let [own, other] = [index, around.0].map(|body| &self.scene.bodies[body]);
        let joints: Vec<(&str, &Vector3, &Vector3)> = match kind {
            JointKind::Hinge { at, axis } => vec![("hinge", at, axis)],
            JointKind::Slider { at, axis } => vec![("slide", at, axis)],
            JointKind::Cylinder { at, axis } => vec![("slide", at, axis), ("hinge", at, axis)],
            // The axis of the body around comes first.
            JointKind::Universal { at, axes: [p, q] } if bodies[1].0 == index => {
                vec![("hinge", at, p), ("hinge", at, q)]
            }
            JointKind::Universal { at, axes: [p, q] } => {
                vec![("hinge", at, q), ("hinge", at, p)]
            }
            JointKind::Ball { .. } | JointKind::Weld { .. } | JointKind::Rod { .. } => Vec::new(),
        };
        for (kind, at, axis) in joints {
            let mut tag = Tag::new(level, "joint");
            tag.add("type", kind);
            self.add_vector(&mut tag, "pos", &(at - place));
            let direction = self.vector(axis);
            tag.add("axis", &direction);
            self.world += &tag.closed();
            // Axes of a joint are perpendicular, or one: each has its own share of the motion.
            let motion = match kind {
                "slide" => &own.velocity_at(at) - &other.velocity_at(at),
                _ => &own.spin() - &other.spin(),
            };
            let speed = motion.dot(axis) / length_of(axis);
            let speed = self.number(&speed);
            self.velocities.push(speed);
        }
    }

    fn add_inertial(&mut self, free: &Dynamics, level: usize, place: &Vector3) {
        let mut tag = Tag::new(level, "inertial");
        let center = self.vector(&(&free.centroid - place));
        tag.add("pos", &center);
        let mass = self.number(&free.mass);
        tag.add("mass", &mass);
        let [x, y, z] = &free.inertia.rows;
        let six = [&x.x, &y.y, &z.z, &x.y, &x.z, &y.z].map(|number| self.number(number));
        let [diagonal, others] = [&six[..3], &six[3..]].map(|numbers| numbers.join(" "));
        if others == "0 0 0" {
            tag.add("diaginertia", &diagonal);
        } else {
            tag.add("fullinertia", &format!("{diagonal} {others}"));
        }
        self.world += &tag.closed();
    }

    /// The shape of a part of a body with its frame at this place.
    fn geom(
        &mut self,
        body: &Body,
        part: &Part,
        mesh: &str,
        level: usize,
        place: &Vector3,
    ) -> Result<Tag, ExportError> {
        let mut tag = Tag::new(level, "geom");
        match (part.polyhedron(), part.core().vertices()) {
            (Some(polyhedron), _) => self.add_shape(&mut tag, polyhedron, mesh, place),
            (None, [center]) => {
                tag.add("type", "sphere");
                self.add_vector(&mut tag, "pos", &(center - place));
                let radius = self.number(part.radius());
                tag.add("size", &radius);
            }
            (None, [from, to]) => {
                tag.add("type", "capsule");
                let from = self.vector(&(from - place));
                let to = self.vector(&(to - place));
                tag.add("fromto", &format!("{from} {to}"));
                let radius = self.number(part.radius());
                tag.add("size", &radius);
            }
            _ => {
                return Err(ExportError {
                    thing: format!("body `{}`", body.name),
                    found: "a rounded part that is neither a ball nor a capsule".to_owned(),
                    expected: "balls, capsules and parts with corners for MuJoCo".to_owned(),
                });
            }
        }
        Ok(tag)
    }

    fn add_shape(&mut self, tag: &mut Tag, part: &Polyhedron, mesh: &str, place: &Vector3) {
        let Some(found) = boxes::found(part) else {
            let mut vertices = Vec::new();
            for vertex in part.vertices() {
                vertices.push(self.vector(&(vertex - place)));
            }
            let mut asset = Tag::new(2, "mesh");
            asset.add("name", mesh);
            asset.add("vertex", &vertices.join(" "));
            self.assets += &asset.closed();
            tag.add("type", "mesh");
            tag.add("mesh", mesh);
            return;
        };
        tag.add("type", "box");
        self.add_vector(tag, "pos", &(&found.center - place));
        if let Some(turn) = found.turn {
            let turn = turn.map(|number| number.to_string());
            tag.add("quat", &turn.join(" "));
        }
        let half = self.vector(&found.half);
        tag.add("size", &half);
    }

    /// Balls and welds, whose points are given in the frame of one of the bodies.
    fn add_equalities(&mut self) {
        for joint in &self.scene.joints {
            let (kind, at, from) = match &joint.kind {
                JointKind::Ball { at } => ("connect", at, 0),
                JointKind::Weld { at } => ("weld", at, 1),
                _ => continue,
            };
            let bodies = joint.bodies.map(|body| &self.scene.bodies[body.0]);
            let mut tag = Tag::new(2, kind);
            tag.add("body1", name_of(bodies[0]));
            tag.add("body2", name_of(bodies[1]));
            let anchor = self.vector(&(at - &frame_of(bodies[from])));
            tag.add("anchor", &anchor);
            self.equality += &tag.closed();
        }
    }

    /// MuJoCo lets two bodies touch that an equality joins, and a fixed body those that are in it.
    fn add_exclusions(&mut self) {
        for pair in self.scene.joined_pairs() {
            let [first, second] = pair.map(|body| &self.scene.bodies[body.0]);
            if is_world(first) || is_world(second) {
                continue;
            }
            let mut tag = Tag::new(2, "exclude");
            tag.add("body1", &first.name);
            tag.add("body2", &second.name);
            self.contact += &tag.closed();
        }
    }

    /// A place that is told unless it is 0, as it is for others who say nothing.
    fn add_vector(&mut self, tag: &mut Tag, key: &str, vector: &Vector3) {
        if !vector.is_zero() {
            let text = self.vector(vector);
            tag.add(key, &text);
        }
    }

    fn vector(&mut self, vector: &Vector3) -> String {
        let numbers = vector.coordinates().map(|number| self.number(number));
        numbers.join(" ")
    }

    fn number(&mut self, number: &Rational) -> String {
        let decimal = decimal(number);
        if !decimal.is_exact {
            self.rounded += 1;
        }
        decimal.text
    }
}

/// The density of all parts, if that says mass, centroid and inertia.
fn density_of(body: &Body, free: &Dynamics) -> Option<Rational> {
    let parts = body.polyhedra()?;
    let of_one = Dynamics::homogeneous(parts, &Rational::one());
    if !of_one.mass.is_positive() {
        return None;
    }
    let density = &free.mass / &of_one.mass;
    let is_same =
        of_one.inertia.scaled(&density) == free.inertia && of_one.centroid == free.centroid;
    is_same.then_some(density)
}
