//! Scene files written, in TOML or JSON: every number exact, one block per body. Those in space are
//! written by [`space`].
//!
//! Numbers are strings `"p"` or `"p/q"`. A part that [`Polygon::rectangle`] makes is written as
//! `rectangle`. A free body is written with its density where that reproduces mass, centroid and
//! inertia exactly (and without, where it is 1), otherwise with mass and inertia, and with its
//! centroid where it is not that of the area. Velocity and spin are written where they are not
//! zero, friction and restitution once if all bodies have the same. A load at the centroid that has
//! the name of its body is written in the entry of that body. Invariant: reading the text back
//! gives an equal scene, but for the order of loads.

pub mod space;

use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_scene::read::FORMAT;
use zwang_scene::{Body, BodyId, Dynamics, Load, Pin, Polygon, Scene};

/// The coordinates of a point.
type Coordinates = Vec<Rational>;

/// The value behind a key.
enum Value {
    Flag,
    Text(String),
    Number(Rational),
    Point(Coordinates),
    Rows(Vec<Coordinates>),
    Names(Vec<String>),
    /// A table in one line: a rectangle, a box, a rounded part.
    Inline(Fields),
    Parts(Vec<Value>),
}

/// A file: what stands before its lists, and these.
struct Document {
    head: Fields,
    lists: Vec<(&'static str, Vec<Fields>)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Language {
    Toml,
    Json,
}

type Fields = Vec<(&'static str, Value)>;

/// Friction and restitution of a body.
struct Surface {
    friction: Rational,
    restitution: Rational,
}

/// Two bodies, and what their contacts have of their own.
struct Pair {
    bodies: [BodyId; 2],
    friction: Option<Rational>,
    restitution: Option<Rational>,
}

impl Pair {
    fn new(bodies: [BodyId; 2]) -> Self {
        Self {
            bodies,
            friction: None,
            restitution: None,
        }
    }
}

/// The scene as a TOML file.
#[must_use]
pub fn to_toml(scene: &Scene) -> String {
    document(scene).to_toml()
}

/// The scene as a JSON file, with the keys of the TOML file.
#[must_use]
pub fn to_json(scene: &Scene) -> String {
    document(scene).to_json()
}

fn document(scene: &Scene) -> Document {
    let common = common_surface(scene);
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for (id, body) in scene.numbered_bodies() {
        let mut fields = body_fields(body);
        fields.extend(own_surface_fields(scene, id, &common));
        fields.extend(own_load_fields(scene, id));
        bodies.push(fields);
    }
    let pins = scene.pins.iter().map(|pin| pin_fields(scene, pin));
    let pairs = listed_pairs(scene);
    let pairs = pairs.iter().map(|pair| pair_fields(scene, pair));
    let loads = listed_loads(scene).map(|load| load_fields(scene, load));
    Document {
        head: head(scene, &common),
        lists: vec![
            ("body", bodies),
            ("pin", pins.collect()),
            ("pair", pairs.collect()),
            ("load", loads.collect()),
        ],
    }
}

impl Document {
    fn to_toml(&self) -> String {
        let mut text = block(&self.head);
        for (key, items) in &self.lists {
            for fields in items {
                text += &format!("\n[[{key}]]\n{}", block(fields));
            }
        }
        text
    }

    fn to_json(&self) -> String {
        let mut members = Vec::new();
        for field in &self.head {
            members.push(member(field, "  "));
        }
        for (key, items) in &self.lists {
            // A scene without bodies is refused where it is read.
            if items.is_empty() && *key != "body" {
                continue;
            }
            let objects: Vec<String> = items.iter().map(object).collect();
            members.push(format!("  \"{key}\": {}", list(&objects, "  ")));
        }
        format!("{{\n{}\n}}\n", members.join(",\n"))
    }
}

/// The scene as a JSON file of one line, without its end.
#[must_use]
pub fn to_json_line(scene: &Scene) -> String {
    without_line_ends(&to_json(scene))
}

/// A JSON file without its line ends.
fn without_line_ends(text: &str) -> String {
    let mut line = String::new();
    for part in text.lines() {
        line += part.trim_start();
        if part.ends_with(',') {
            line.push(' ');
        }
    }
    line
}

fn head(scene: &Scene, common: &Surface) -> Fields {
    let mut fields = vec![
        ("format", Value::Text(FORMAT.to_owned())),
        ("name", Value::Text(scene.name.clone())),
    ];
    if let Some(title) = &scene.title {
        fields.push(("title", Value::Text(title.clone())));
    }
    if let Some(expect) = scene.expect {
        fields.push(("expect", Value::Text(expect.name().to_owned())));
    }
    fields.push(("gravity", Value::Point(pair(&scene.gravity))));
    fields.extend(surface_fields(common));
    fields
}

/// The surface of all bodies: what they have in common, and 0 where they have nothing in common.
fn common_surface(scene: &Scene) -> Surface {
    let mut common = surface_of(scene, BodyId(0));
    for body in scene.body_ids() {
        let surface = surface_of(scene, body);
        if surface.friction != common.friction {
            common.friction = integer(0);
        }
        if surface.restitution != common.restitution {
            common.restitution = integer(0);
        }
    }
    common
}

fn surface_of(scene: &Scene, body: BodyId) -> Surface {
    Surface {
        friction: scene.friction.of_body(body),
        restitution: scene.restitution.of_body(body),
    }
}

/// The fields of the surface of a body that are not written for all.
fn own_surface_fields(scene: &Scene, body: BodyId, common: &Surface) -> Fields {
    let mut own = surface_of(scene, body);
    if common.friction != integer(0) {
        own.friction = integer(0);
    }
    if common.restitution != integer(0) {
        own.restitution = integer(0);
    }
    surface_fields(&own)
}

/// Friction and restitution, where they are not 0.
fn surface_fields(surface: &Surface) -> Fields {
    let mut fields = Fields::new();
    if surface.friction != integer(0) {
        fields.push(("friction", Value::Number(surface.friction.clone())));
    }
    if surface.restitution != integer(0) {
        fields.push(("restitution", Value::Number(surface.restitution.clone())));
    }
    fields
}

fn body_fields(body: &Body) -> Fields {
    let mut fields = vec![("name", Value::Text(body.name.clone()))];
    if body.is_fixed() {
        fields.push(("fixed", Value::Flag));
    }
    fields.push(shape(&body.parts));
    if let Some(free) = &body.dynamics {
        fields.extend(mass_fields(&body.parts, free));
        if !free.velocity.is_zero() {
            fields.push(("velocity", Value::Point(pair(&free.velocity))));
        }
        if free.spin != integer(0) {
            fields.push(("spin", Value::Number(free.spin.clone())));
        }
    }
    fields
}

fn shape(parts: &[Polygon]) -> (&'static str, Value) {
    if let [part] = parts
        && part.is_rounded()
        && let Some(shape) = round_shape(part)
    {
        return shape;
    }
    match rectangle(parts) {
        Some((center, size)) => {
            let [center, size] = [&center, &size].map(|vector| Value::Point(pair(vector)));
            (
                "rectangle",
                Value::Inline(vec![("center", center), ("size", size)]),
            )
        }
        None => {
            let mut listed = Vec::with_capacity(parts.len());
            for part in parts {
                listed.push(part_value(part));
            }
            ("parts", Value::Parts(listed))
        }
    }
}

/// A disk or a capsule.
fn round_shape(part: &Polygon) -> Option<(&'static str, Value)> {
    let point = |vertex: &Vector| Value::Point(pair(vertex));
    let radius = ("radius", Value::Number(part.radius().clone()));
    match part.vertices() {
        [center] => Some((
            "disk",
            Value::Inline(vec![("center", point(center)), radius]),
        )),
        [from, to] => {
            let ends = vec![("from", point(from)), ("to", point(to)), radius];
            Some(("capsule", Value::Inline(ends)))
        }
        _ => None,
    }
}

fn part_value(part: &Polygon) -> Value {
    let rows = Value::Rows(part.vertices().iter().map(pair).collect());
    if !part.is_rounded() {
        return rows;
    }
    let radius = Value::Number(part.radius().clone());
    Value::Inline(vec![("vertices", rows), ("radius", radius)])
}

fn pair(vector: &Vector) -> Coordinates {
    vec![vector.x.clone(), vector.y.clone()]
}

/// Centre and size of the rectangle of which these parts consist, vertices in the same order.
fn rectangle(parts: &[Polygon]) -> Option<(Vector, Vector)> {
    let [part] = parts else { return None };
    let [low, _, high, _] = part.vertices() else {
        return None;
    };
    let center = (low + high).scaled(&Rational::new(1.into(), 2.into()));
    let size = high - low;
    if size.x <= integer(0) || size.y <= integer(0) {
        return None;
    }
    let made = Polygon::rectangle(&center, &size).ok()?;
    if made == *part {
        Some((center, size))
    } else {
        None
    }
}

fn mass_fields(parts: &[Polygon], free: &Dynamics) -> Fields {
    if parts.iter().any(Polygon::is_rounded) {
        return of_rounded(parts, free);
    }
    if parts.is_empty() {
        return vec![
            ("mass", Value::Number(free.mass.clone())),
            ("inertia", Value::Number(free.inertia.clone())),
            ("centroid", Value::Point(pair(&free.centroid))),
        ];
    }
    let area = Dynamics::homogeneous(parts, &integer(1));
    let has_its_centroid = area.centroid == free.centroid;
    if has_its_centroid && area.mass != integer(0) {
        let density = &free.mass / &area.mass;
        if free.inertia == &density * &area.inertia {
            return if density == integer(1) {
                vec![]
            } else {
                vec![("density", Value::Number(density))]
            };
        }
    }
    let mut fields = vec![
        ("mass", Value::Number(free.mass.clone())),
        ("inertia", Value::Number(free.inertia.clone())),
    ];
    if !has_its_centroid {
        fields.push(("centroid", Value::Point(pair(&free.centroid))));
    }
    fields
}

/// The mass; inertia and centroid unless the body is a uniform disk.
fn of_rounded(parts: &[Polygon], free: &Dynamics) -> Fields {
    let mut fields = vec![("mass", Value::Number(free.mass.clone()))];
    if let [part] = parts
        && let [center] = part.vertices()
    {
        let uniform = Dynamics::of_disk(center, part.radius(), free.mass.clone());
        if uniform.centroid == free.centroid && uniform.inertia == free.inertia {
            return fields;
        }
    }
    fields.push(("inertia", Value::Number(free.inertia.clone())));
    fields.push(("centroid", Value::Point(pair(&free.centroid))));
    fields
}

fn pin_fields(scene: &Scene, pin: &Pin) -> Fields {
    let mut names = vec![name_of(scene, pin.first)];
    if let Some(second) = pin.second {
        names.push(name_of(scene, second));
    }
    let mut fields = vec![
        ("bodies", Value::Names(names)),
        ("at", Value::Point(pair(&pin.at))),
    ];
    if pin.second.is_some() && pin.collide {
        fields.push(("collide", Value::Flag));
    }
    fields
}

/// The pairs that have a friction or a restitution of their own, ascending.
fn listed_pairs(scene: &Scene) -> Vec<Pair> {
    let mut pairs = BTreeMap::new();
    for (bodies, friction) in scene.friction.pairs() {
        let pair: &mut Pair = pairs.entry(bodies).or_insert_with(|| Pair::new(bodies));
        pair.friction = Some(friction.clone());
    }
    for (bodies, restitution) in scene.restitution.pairs() {
        let pair = pairs.entry(bodies).or_insert_with(|| Pair::new(bodies));
        pair.restitution = Some(restitution.clone());
    }
    pairs.into_values().collect()
}

fn pair_fields(scene: &Scene, pair: &Pair) -> Fields {
    let names = pair.bodies.map(|body| name_of(scene, body));
    let mut fields = vec![("bodies", Value::Names(names.to_vec()))];
    if let Some(friction) = &pair.friction {
        fields.push(("friction", Value::Number(friction.clone())));
    }
    if let Some(restitution) = &pair.restitution {
        fields.push(("restitution", Value::Number(restitution.clone())));
    }
    fields
}

/// The load that is written in the entry of a body.
fn own_load_fields(scene: &Scene, body: BodyId) -> Fields {
    let own = scene
        .loads
        .iter()
        .find(|load| load.body == body && is_own(scene, load));
    match own {
        Some(load) => push_fields(load),
        None => Fields::new(),
    }
}

/// The loads that are written in the list of loads.
fn listed_loads(scene: &Scene) -> impl Iterator<Item = &Load> {
    scene.loads.iter().filter(|load| !is_own(scene, load))
}

/// Whether a load acts at the centroid of its body, and has its name.
fn is_own(scene: &Scene, load: &Load) -> bool {
    match scene.body(load.body) {
        Some(Body {
            name,
            dynamics: Some(free),
            ..
        }) => load.name == *name && load.at == free.centroid,
        _ => false,
    }
}

fn load_fields(scene: &Scene, load: &Load) -> Fields {
    let mut fields = vec![
        ("name", Value::Text(load.name.clone())),
        ("body", Value::Text(name_of(scene, load.body))),
        ("at", Value::Point(pair(&load.at))),
    ];
    fields.extend(push_fields(load));
    fields
}

/// Force and torque, where they are not 0; the force where both are.
fn push_fields(load: &Load) -> Fields {
    let mut fields = Fields::new();
    let has_torque = load.torque != integer(0);
    if !load.force.is_zero() || !has_torque {
        fields.push(("force", Value::Point(pair(&load.force))));
    }
    if has_torque {
        fields.push(("torque", Value::Number(load.torque.clone())));
    }
    fields
}

/// The name of a body. If there is none of this index, the reader refuses the text that stands
/// here.
fn name_of(scene: &Scene, id: BodyId) -> String {
    match scene.body(id) {
        Some(body) => body.name.clone(),
        None => format!("body {id}, which the scene does not have"),
    }
}

fn integer(value: i64) -> Rational {
    Rational::from_integer(value.into())
}

fn block(fields: &Fields) -> String {
    fields
        .iter()
        .map(|(key, value)| format!("{key} = {}\n", written(value, Language::Toml, "")))
        .collect()
}

fn member((key, value): &(&'static str, Value), indent: &str) -> String {
    format!(
        "{indent}\"{key}\": {}",
        written(value, Language::Json, indent)
    )
}

fn object(fields: &Fields) -> String {
    let members: Vec<String> = fields.iter().map(|field| member(field, "      ")).collect();
    format!("{{\n{}\n    }}", members.join(",\n"))
}

/// A list with one item per line, in a line that begins with this indent.
fn list(items: &[String], indent: &str) -> String {
    if items.is_empty() {
        return "[]".to_owned();
    }
    let separator = format!(",\n{indent}  ");
    format!("[\n{indent}  {}\n{indent}]", items.join(&separator))
}

fn written(value: &Value, language: Language, indent: &str) -> String {
    match value {
        Value::Flag => "true".to_owned(),
        Value::Text(text) => quoted(text),
        Value::Number(number) => format!("\"{number}\""),
        Value::Point(point) => written_point(point),
        Value::Rows(rows) => written_part(rows),
        Value::Names(names) => {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            format!("[{}]", names.join(", "))
        }
        Value::Inline(fields) => {
            let mut entries = Vec::with_capacity(fields.len());
            for (key, value) in fields {
                let value = written(value, language, indent);
                entries.push(match language {
                    Language::Toml => format!("{key} = {value}"),
                    Language::Json => format!("\"{key}\": {value}"),
                });
            }
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Parts(parts) => {
            let mut written_parts = Vec::with_capacity(parts.len());
            for part in parts {
                written_parts.push(written(part, language, indent));
            }
            let parts = written_parts;
            if let [part] = parts.as_slice() {
                format!("[{part}]")
            } else {
                list(&parts, indent)
            }
        }
    }
}

fn written_point(point: &Coordinates) -> String {
    let numbers: Vec<String> = point.iter().map(|number| format!("\"{number}\"")).collect();
    format!("[{}]", numbers.join(", "))
}

fn written_part(points: &[Coordinates]) -> String {
    let points: Vec<String> = points.iter().map(written_point).collect();
    format!("[{}]", points.join(", "))
}

/// A string with the escapes that TOML and JSON share; TOML wants U+007F escaped too.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..='\x1f' | '\x7f' => out += &format!("\\u{:04x}", u32::from(character)),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
