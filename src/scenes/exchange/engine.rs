//! JSON for Box2D and for Pymunk: what a program has to hand over to the engine, in the engine's
//! own words. `examples/engines` has adapters that read it.
//!
//! Numbers are decimals of all digits, or of twenty; an engine takes the nearest doubles or
//! singles. Vertices are about the centroid of their body, which is its `position`. Engines have
//! forces for one step only, so `loads`, if there are any, are for the program: in every step each
//! is a force at the point of the body that is at `point` in the scene, and a torque.
//!
//! Rounded parts are listed apart from polygons, and only of bodies that have some: circles by
//! center and radius, capsules (the segments of Pymunk) by ends and radius, and polygons that are
//! wider on all sides by a radius.

use crate::decimal::decimal;
use crate::mjcf::{require_no_restitution, uniform_friction};
use crate::{ExportError, Exported};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Load, Pin, Scene};

/// The most vertices that a polygon of Box2D has.
const MOST_VERTICES: usize = 8;

/// The words of the two formats.
struct Words {
    format: &'static str,
    /// Type of a body.
    kind: &'static str,
    /// Velocity and spin.
    velocities: [&'static str; 2],
    /// The second moment about the centroid.
    inertia: &'static str,
    shapes: &'static str,
    circles: Shapes<1>,
    capsules: Shapes<2>,
    /// Polygons with a radius.
    rounded: Shapes<1>,
    /// How elastic a shape is; always 0.
    elasticity: &'static str,
    joints: &'static str,
    /// The two bodies of a joint, and its place.
    joint: [&'static str; 3],
    /// Whether the two bodies of a joint collide.
    collide: &'static str,
}

/// The words for rounded parts of a kind: of their list, of their points, and of their radius.
struct Shapes<const POINTS: usize> {
    list: &'static str,
    points: [&'static str; POINTS],
}

const BOX2D: Words = Words {
    format: "zwang-box2d-1",
    kind: "type",
    velocities: ["linearVelocity", "angularVelocity"],
    inertia: "rotationalInertia",
    shapes: "polygons",
    circles: Shapes {
        list: "circles",
        points: ["center"],
    },
    capsules: Shapes {
        list: "capsules",
        points: ["center1", "center2"],
    },
    rounded: Shapes {
        list: "roundedPolygons",
        points: ["points"],
    },
    elasticity: "restitution",
    joints: "revoluteJoints",
    joint: ["bodyA", "bodyB", "anchor"],
    collide: "collideConnected",
};

const PYMUNK: Words = Words {
    format: "zwang-pymunk-1",
    kind: "body_type",
    velocities: ["velocity", "angular_velocity"],
    inertia: "moment",
    shapes: "polys",
    circles: Shapes {
        list: "circles",
        points: ["offset"],
    },
    capsules: Shapes {
        list: "segments",
        points: ["a", "b"],
    },
    rounded: Shapes {
        list: "rounded_polys",
        points: ["vertices"],
    },
    elasticity: "elasticity",
    joints: "pivot_joints",
    joint: ["a", "b", "pivot"],
    collide: "collide_bodies",
};

/// Writes a scene for Box2D.
///
/// # Errors
/// [`ExportError`] if bodies have different frictions or bounce, or a part more than 8 vertices.
pub fn box2d(scene: &Scene) -> Result<Exported, ExportError> {
    for body in &scene.bodies {
        for part in &body.parts {
            let count = part.vertices().len();
            if count > MOST_VERTICES {
                let name = &body.name;
                return Err(ExportError {
                    thing: format!("body `{name}`"),
                    found: format!("a part with {count} vertices"),
                    expected: format!("at most {MOST_VERTICES} for Box2D"),
                });
            }
        }
    }
    require_no_restitution(scene, "Box2D")?;
    // Box2D takes the square root of the product of two frictions.
    let friction = uniform_friction(scene, "Box2D, which takes the geometric mean of two")?;
    Ok(written(scene, &BOX2D, &friction))
}

/// Writes a scene for Pymunk. Its `friction` is that of contacts; Pymunk takes the product of those
/// of two shapes, so each has the square root.
///
/// # Errors
/// [`ExportError`] if bodies have different frictions, or bounce.
pub fn pymunk(scene: &Scene) -> Result<Exported, ExportError> {
    require_no_restitution(scene, "Pymunk")?;
    let friction = uniform_friction(scene, "Pymunk, which takes the product of two")?;
    Ok(written(scene, &PYMUNK, &friction))
}

/// An object of JSON as far as it is written.
#[derive(Default)]
struct Object {
    members: Vec<String>,
}

impl Object {
    fn add(&mut self, key: &str, value: &str) {
        let key = quoted(key);
        let member = format!("{key}: {value}");
        self.members.push(member);
    }

    /// With a member in each line.
    fn in_lines(self) -> String {
        let members = self.members.join(",\n  ");
        format!("{{\n  {members}\n}}\n")
    }

    fn in_line(self) -> String {
        let members = self.members.join(", ");
        format!("{{{members}}}")
    }
}

fn written(scene: &Scene, words: &Words, friction: &Rational) -> Exported {
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        let body = body_text(body, words);
        bodies.push(body);
    }
    let mut pins = Vec::with_capacity(scene.pins.len());
    for pin in &scene.pins {
        let pin = pin_text(scene, pin, words);
        pins.push(pin);
    }
    let mut whole = Object::default();
    whole.add("format", &quoted(words.format));
    whole.add("name", &quoted(&scene.name));
    whole.add("gravity", &point(&scene.gravity));
    whole.add("friction", &number(friction));
    whole.add(words.elasticity, "0");
    whole.add("bodies", &lines(&bodies));
    whole.add(words.joints, &lines(&pins));
    if scene.has_loads() {
        let loads: Vec<String> = scene
            .loads
            .iter()
            .map(|load| load_text(scene, load))
            .collect();
        whole.add("loads", &lines(&loads));
    }
    Exported {
        text: whole.in_lines(),
        notes: Vec::new(),
    }
}

fn body_text(body: &Body, words: &Words) -> String {
    let mut object = Object::default();
    object.add("name", &quoted(&body.name));
    let mut place = Vector::zero();
    match &body.dynamics {
        None => object.add(words.kind, &quoted("static")),
        Some(free) => {
            let [velocity, spin] = words.velocities;
            place = free.centroid.clone();
            object.add(words.kind, &quoted("dynamic"));
            object.add("position", &point(&place));
            object.add(velocity, &point(&free.velocity));
            object.add(spin, &number(&free.spin));
            object.add("mass", &number(&free.mass));
            object.add(words.inertia, &number(&free.inertia));
        }
    }
    let mut polygons = Vec::with_capacity(body.parts.len());
    let mut circles = Vec::new();
    let mut capsules = Vec::new();
    let mut rounded = Vec::new();
    for part in &body.parts {
        let mut arms = Vec::new();
        for vertex in part.vertices() {
            let arm = vertex - &place;
            let arm = point(&arm);
            arms.push(arm);
        }
        let radius = part.radius();
        match arms.as_slice() {
            _ if !part.is_rounded() => polygons.push(list(&arms)),
            [center] => circles.push(rounded_part(&words.circles, [center], radius)),
            [start, end] => capsules.push(rounded_part(&words.capsules, [start, end], radius)),
            _ => rounded.push(rounded_part(&words.rounded, [&list(&arms)], radius)),
        }
    }
    object.add(words.shapes, &list(&polygons));
    for (key, parts) in [
        (words.circles.list, circles),
        (words.capsules.list, capsules),
        (words.rounded.list, rounded),
    ] {
        if !parts.is_empty() {
            object.add(key, &list(&parts));
        }
    }
    object.in_line()
}

fn rounded_part<const POINTS: usize>(
    words: &Shapes<POINTS>,
    points: [&String; POINTS],
    radius: &Rational,
) -> String {
    let mut object = Object::default();
    for (word, point) in words.points.iter().zip(points) {
        object.add(word, point);
    }
    object.add("radius", &number(radius));
    object.in_line()
}

fn pin_text(scene: &Scene, pin: &Pin, words: &Words) -> String {
    let [first, second, at] = words.joint;
    let first_body = scene.body(pin.first);
    let second_body = pin.second.and_then(|body| scene.body(body));
    let collide = pin.collide.to_string();
    let mut object = Object::default();
    object.add(first, &name(first_body));
    object.add(second, &name(second_body));
    object.add(at, &point(&pin.at));
    object.add(words.collide, &collide);
    object.in_line()
}

fn load_text(scene: &Scene, load: &Load) -> String {
    let mut object = Object::default();
    object.add("name", &quoted(&load.name));
    object.add("body", &name(scene.body(load.body)));
    object.add("point", &point(&load.at));
    object.add("force", &point(&load.force));
    object.add("torque", &number(&load.torque));
    object.in_line()
}

/// The name of a body; `null` for the world.
fn name(body: Option<&Body>) -> String {
    match body {
        Some(body) => quoted(&body.name),
        None => "null".to_owned(),
    }
}

fn list(items: &[String]) -> String {
    let items = items.join(", ");
    format!("[{items}]")
}

/// A list with an item in each line.
fn lines(items: &[String]) -> String {
    if items.is_empty() {
        return "[]".to_owned();
    }
    let items = items.join(",\n    ");
    format!("[\n    {items}\n  ]")
}

fn point(point: &Vector) -> String {
    let x = number(&point.x);
    let y = number(&point.y);
    format!("[{x}, {y}]")
}

fn number(number: &Rational) -> String {
    decimal(number).text
}

fn quoted(text: &str) -> String {
    let value = serde_json::Value::from(text);
    value.to_string()
}
