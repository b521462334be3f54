//! A scene as a model of MuJoCo.
//!
//! A body has its frame at its centroid, as a decimal. Axis-parallel rectangles become boxes of
//! depth 1, all other parts meshes, prisms of the same depth. Density stands for mass where it says
//! mass and inertia exactly, as in scenes.

use super::WORLD;
use super::roughness::Roughness;
use super::tag::{Tag, end, section};
use crate::decimal::{decimal, value};
use crate::{ExportError, Exported};
use num_traits::{One, Signed};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, HasRestitution, Polygon, RoundedBody, Scene};

/// Half of the depth of all parts.
const HALF_DEPTH: &str = "0.5";

/// A model as far as it is written.
struct Model<'a> {
    assets: String,
    world: String,
    equality: String,
    contact: String,
    /// Velocities of all free bodies.
    velocities: Vec<String>,
    roughness: Roughness<'a>,
    /// How many numbers were rounded.
    rounded: usize,
}

/// Writes a scene.
///
/// Title and `expect` are left out.
///
/// # Errors
/// [`ExportError`] if a body is called `world`, if of two pins between the same two bodies only one
/// collides, or if there are loads, rounded parts or bodies that bounce.
pub fn write(scene: &Scene) -> Result<Exported, ExportError> {
    require_names(scene)?;
    require_corners(scene)?;
    require_no_loads(scene)?;
    require_no_restitution(scene, "MuJoCo")?;
    require_like_pins(scene)?;
    let ids = scene.numbered_bodies().map(|(id, _)| id);
    let ignoring = scene.ignoring_pairs();
    let roughness = Roughness::of(&scene.friction, ids, |[first, second]| {
        let are_fixed = scene.bodies[first].is_fixed() && scene.bodies[second].is_fixed();
        !are_fixed && !ignoring.contains(first, second)
    });
    let mut model = Model {
        assets: String::new(),
        world: String::new(),
        equality: String::new(),
        contact: String::new(),
        velocities: Vec::new(),
        rounded: roughness.rounded(),
        roughness,
    };
    for (index, body) in scene.bodies.iter().enumerate() {
        model.add_body(index, body);
    }
    model.add_pins(scene);
    model.add_exclusions(scene);
    let pairs = model.roughness.pairs(|body| scene.bodies[body].parts.len());
    model.contact += &pairs?;
    let mut root = Tag::new(0, "mujoco");
    root.add("model", &scene.name);
    let mut option = Tag::new(1, "option");
    let gravity = model.point(&scene.gravity);
    option.add("gravity", &gravity);
    let mut text = root.opened();
    text += &option.closed();
    text += &section("asset", &model.assets);
    text += &section("worldbody", &model.world);
    text += &section("equality", &model.equality);
    text += &section("contact", &model.contact);
    if !scene.is_at_rest() {
        let velocities = model.velocities.join(" ");
        let mut key = Tag::new(2, "key");
        key.add("qvel", &velocities);
        let key = key.closed();
        text += &section("keyframe", &key);
    }
    text += &end(0, "mujoco");
    let notes = notes(model.rounded);
    Ok(Exported { text, notes })
}

/// A note on numbers that are rounded, if there are any.
pub fn notes(rounded: usize) -> Vec<String> {
    let numbers = match rounded {
        0 => return Vec::new(),
        1 => "1 number has no short decimal and is".to_owned(),
        _ => format!("{rounded} numbers have no short decimal and are"),
    };
    let note = format!("{numbers} rounded to 20 digits: what is read again is another scene");
    vec![note]
}

/// The friction of all bodies, if it is the same.
pub fn uniform_friction(scene: &Scene, whom: &str) -> Result<Rational, ExportError> {
    let friction = &scene.friction;
    let expected = format!("the same friction of all bodies for {whom}");
    let mut common: Option<Rational> = None;
    for (id, body) in scene.numbered_bodies() {
        let own = friction.of_body(id);
        if let Some(common) = &common
            && *common != own
        {
            return Err(ExportError {
                thing: format!("body `{}`", body.name),
                found: format!("friction {own}"),
                expected,
            });
        }
        common = Some(own);
    }
    let mut pairs = friction.pairs();
    if let Some((_, friction)) = pairs.next() {
        return Err(ExportError {
            thing: "a pair of bodies".to_owned(),
            found: format!("friction {friction} of its own"),
            expected,
        });
    }
    Ok(common.unwrap_or_default())
}

/// In a model, `world` is what all bodies are in.
fn require_names(scene: &Scene) -> Result<(), ExportError> {
    let mut bodies = scene.bodies.iter();
    match bodies.any(|body| body.name == WORLD) {
        true => Err(name_of_the_world()),
        false => Ok(()),
    }
}

pub(crate) fn name_of_the_world() -> ExportError {
    ExportError {
        thing: format!("body `{WORLD}`"),
        found: "the name that MuJoCo has for the world".to_owned(),
        expected: "another name".to_owned(),
    }
}

/// MuJoCo has no prisms with round edges.
fn require_corners(scene: &Scene) -> Result<(), ExportError> {
    let Err(RoundedBody(body)) = scene.require_corners() else {
        return Ok(());
    };
    Err(ExportError {
        thing: format!("body `{body}`"),
        found: "a rounded part".to_owned(),
        expected: "polygons for MuJoCo, or a scene in space".to_owned(),
    })
}

/// The way out for loads.
pub const NO_LOADS: &str = "none for MuJoCo, whose models hold no forces: a copy without \
                            [[load]], and in the program that steps the model \
                            data.xfrc_applied[body] = force and torque about its centre of mass";

/// A model has no forces of its own: actuators and programs push.
fn require_no_loads(scene: &Scene) -> Result<(), ExportError> {
    if !scene.has_loads() {
        return Ok(());
    }
    Err(ExportError {
        thing: "scene".to_owned(),
        found: "loads".to_owned(),
        expected: NO_LOADS.to_owned(),
    })
}

/// Refuses a scene that bounces: every engine has another rule for two bodies.
///
/// # Errors
/// [`ExportError`] names what bounces.
pub fn require_no_restitution(scene: &Scene, whom: &str) -> Result<(), ExportError> {
    match scene.require_no_restitution() {
        Ok(()) => Ok(()),
        Err(HasRestitution { thing, restitution }) => Err(ExportError {
            thing,
            found: format!("restitution {restitution}"),
            expected: format!("none for {whom}, which has another rule for two bodies"),
        }),
    }
}

/// A model excludes contacts between two bodies, not for one of their pins.
fn require_like_pins(scene: &Scene) -> Result<(), ExportError> {
    let ignoring = scene.ignoring_pairs();
    for pin in &scene.pins {
        let Some(second) = pin.second else {
            continue;
        };
        if !pin.collide || !ignoring.contains(pin.first, second) {
            continue;
        }
        let [first, second] = names_of(scene, [pin.first, second]);
        return Err(ExportError {
            thing: format!("pins of `{first}` and `{second}`"),
            found: "one that collides, and one that does not".to_owned(),
            expected: "the same of all pins between two bodies for MuJoCo".to_owned(),
        });
    }
    Ok(())
}

/// The names of the two bodies of a pair.
fn names_of(scene: &Scene, pair: [BodyId; 2]) -> [&str; 2] {
    pair.map(|body| &*scene.bodies[body].name)
}

impl Model<'_> {
    fn add_body(&mut self, index: usize, body: &Body) {
        let mut tag = Tag::new(2, "body");
        tag.add("name", &body.name);
        let place = frame_of(body);
        let Some(free) = &body.dynamics else {
            self.world += &tag.opened();
            self.add_parts(index, body, None);
            self.world += &end(2, "body");
            return;
        };
        let at = self.point(&place);
        tag.add("pos", &at);
        self.world += &tag.opened();
        self.add_joint("slide", "1 0 0");
        self.add_joint("slide", "0 0 1");
        self.add_joint("hinge", "0 -1 0");
        let density = density(body, free);
        if density.is_none() {
            self.add_inertial(free, &place);
        }
        self.add_parts(index, body, density.as_ref());
        self.world += &end(2, "body");
        for velocity in [&free.velocity.x, &free.velocity.y, &free.spin] {
            let velocity = self.number(velocity);
            self.velocities.push(velocity);
        }
    }

    fn add_joint(&mut self, kind: &str, axis: &str) {
        let mut tag = Tag::new(3, "joint");
        tag.add("type", kind);
        tag.add("axis", axis);
        self.world += &tag.closed();
    }

    fn add_inertial(&mut self, free: &Dynamics, place: &Vector) {
        let center = &free.centroid - place;
        let center = self.point(&center);
        let mass = self.number(&free.mass);
        let inertia = self.number(&free.inertia);
        let mut tag = Tag::new(3, "inertial");
        tag.add("pos", &center);
        tag.add("mass", &mass);
        // The other two moments matter for nothing in the plane.
        let moments = [inertia.as_str(); 3].join(" ");
        tag.add("diaginertia", &moments);
        self.world += &tag.closed();
    }

    fn add_parts(&mut self, index: usize, body: &Body, density: Option<&Rational>) {
        let place = frame_of(body);
        for (part, polygon) in body.parts.iter().enumerate() {
            let mut tag = Tag::new(3, "geom");
            match rectangle(polygon) {
                Some((center, half)) => {
                    let center = &center - &place;
                    let center = self.point(&center);
                    let width = self.number(&half.x);
                    let height = self.number(&half.y);
                    tag.add("type", "box");
                    tag.add("pos", &center);
                    let size = format!("{width} {HALF_DEPTH} {height}");
                    tag.add("size", &size);
                }
                None => {
                    let mesh = format!("mesh {index} {part}");
                    self.add_mesh(&mesh, polygon, &place);
                    tag.add("type", "mesh");
                    tag.add("mesh", &mesh);
                }
            }
            if let Some(density) = density {
                let density = self.number(density);
                tag.add("density", &density);
            }
            self.roughness.add_to(&mut tag, BodyId(index), part);
            self.world += &tag.closed();
        }
    }

    fn add_mesh(&mut self, name: &str, polygon: &Polygon, place: &Vector) {
        let mut vertices = Vec::new();
        for y in ["-0.5", "0.5"] {
            for vertex in polygon.vertices() {
                let arm = vertex - place;
                let x = self.number(&arm.x);
                let z = self.number(&arm.y);
                let vertex = format!("{x} {y} {z}");
                vertices.push(vertex);
            }
        }
        let vertices = vertices.join(" ");
        let mut tag = Tag::new(2, "mesh");
        tag.add("name", name);
        tag.add("vertex", &vertices);
        self.assets += &tag.closed();
    }

    fn add_pins(&mut self, scene: &Scene) {
        for pin in &scene.pins {
            let Some(first) = scene.body(pin.first) else {
                continue;
            };
            let mut tag = Tag::new(2, "connect");
            tag.add("body1", &first.name);
            let second = pin.second.and_then(|second| scene.body(second));
            if let Some(second) = second {
                tag.add("body2", &second.name);
            }
            let origin = frame_of(first);
            let anchor = &pin.at - &origin;
            let anchor = self.point(&anchor);
            tag.add("anchor", &anchor);
            self.equality += &tag.closed();
        }
    }

    /// MuJoCo keeps bodies apart that `connect` joins, unless they are excluded.
    fn add_exclusions(&mut self, scene: &Scene) {
        for pair in scene.ignoring_pairs().iter() {
            let [first, second] = names_of(scene, pair);
            let mut tag = Tag::new(2, "exclude");
            tag.add("body1", first);
            tag.add("body2", second);
            self.contact += &tag.closed();
        }
    }

    /// A point of the plane xz.
    fn point(&mut self, point: &Vector) -> String {
        let x = self.number(&point.x);
        let z = self.number(&point.y);
        format!("{x} 0 {z}")
    }

    fn number(&mut self, number: &Rational) -> String {
        let decimal = decimal(number);
        if !decimal.is_exact {
            self.rounded += 1;
        }
        decimal.text
    }
}

/// The place of the frame of a body.
fn frame_of(body: &Body) -> Vector {
    match &body.dynamics {
        None => Vector::zero(),
        Some(free) => {
            let x = decimal(&free.centroid.x);
            let y = decimal(&free.centroid.y);
            Vector::new(value(&x), value(&y))
        }
    }
}

/// The density that says mass, centroid and inertia of a body, if one does.
fn density(body: &Body, free: &Dynamics) -> Option<Rational> {
    if body.parts.is_empty() {
        return None;
    }
    let one = Rational::one();
    let of_area = Dynamics::homogeneous(&body.parts, &one);
    let density = &free.mass / &of_area.mass;
    let inertia = &density * &of_area.inertia;
    if free.inertia == inertia && free.centroid == of_area.centroid {
        Some(density)
    } else {
        None
    }
}

/// Centre and half sides of a rectangle that [`Polygon::rectangle`] makes.
fn rectangle(part: &Polygon) -> Option<(Vector, Vector)> {
    let [low, _, high, _] = part.vertices() else {
        return None;
    };
    let half = Rational::new(1.into(), 2.into());
    let sum = low + high;
    let center = sum.scaled(&half);
    let size = high - low;
    if !size.x.is_positive() || !size.y.is_positive() {
        return None;
    }
    let made = Polygon::rectangle(&center, &size).ok()?;
    if made != *part {
        return None;
    }
    let half_sides = size.scaled(&half);
    Some((center, half_sides))
}
