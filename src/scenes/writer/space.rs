//! Scene files in space written. A part that [`Polyhedron::cuboid`] makes along the axes is written
//! as `box`, everything else by its vertices. Invariant: reading the text back gives an equal
//! scene, but for the order of loads.

use super::{Coordinates, Document, Fields, Value, integer, without_line_ends};
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::read::space::FORMAT;
use zwang_scene::space::{
    Body, Bond, Dynamics, Given, Joint, Load, MassMoments, Part, Polyhedron, Scene,
};

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

/// The scene as a JSON file of one line, without its end.
#[must_use]
pub fn to_json_line(scene: &Scene) -> String {
    without_line_ends(&to_json(scene))
}

fn document(scene: &Scene) -> Document {
    let common = common_friction(scene);
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for (id, body) in scene.numbered_bodies() {
        let mut fields = body_fields(body);
        if common == integer(0) {
            fields.extend(friction_field(scene.friction.of_body(id)));
        }
        fields.extend(own_load_fields(scene, id));
        bodies.push(fields);
    }
    let mut pairs = Vec::new();
    for (pair, friction) in scene.friction.pairs() {
        let names = pair.map(|body| name_of(scene, body));
        let mut fields = vec![("bodies", Value::Names(names.to_vec()))];
        fields.push(("friction", Value::Number(friction.clone())));
        pairs.push(fields);
    }
    let listed = scene.loads.iter().filter(|load| !is_own(scene, load));
    let loads = listed.map(|load| load_fields(scene, load));
    let bonds = scene.bonds.iter().map(|bond| bond_fields(scene, bond));
    let joints = scene.joints.iter().map(|joint| joint_fields(scene, joint));
    Document {
        head: head(scene, common),
        lists: vec![
            ("body", bodies),
            ("pair", pairs),
            ("load", loads.collect()),
            ("bond", bonds.collect()),
            ("joint", joints.collect()),
        ],
    }
}

fn head(scene: &Scene, common: Rational) -> Fields {
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
    fields.push(("gravity", point(&scene.gravity)));
    fields.extend(friction_field(common));
    fields
}

/// The friction of all bodies, or 0 where they have none in common.
fn common_friction(scene: &Scene) -> Rational {
    let common = scene.friction.of_body(BodyId(0));
    let mut bodies = scene.body_ids();
    if bodies.all(|body| scene.friction.of_body(body) == common) {
        common
    } else {
        integer(0)
    }
}

/// The friction, unless it is 0.
fn friction_field(friction: Rational) -> Option<(&'static str, Value)> {
    let is_written = friction != integer(0);
    is_written.then_some(("friction", Value::Number(friction)))
}

fn body_fields(body: &Body) -> Fields {
    let mut fields = vec![("name", Value::Text(body.name.clone()))];
    if body.is_fixed() {
        fields.push(("fixed", Value::Flag));
    }
    fields.push(shape(&body.parts));
    if let Some(free) = &body.dynamics {
        fields.extend(mass_fields(body, free));
        if !free.velocity.is_zero() {
            fields.push(("velocity", point(&free.velocity)));
        }
        if !free.spin.is_zero() {
            fields.push(("spin", point(&free.spin)));
        }
    }
    fields
}

fn shape(parts: &[Part]) -> (&'static str, Value) {
    if let [part] = parts
        && let Some(shape) = simple_shape(part)
    {
        return shape;
    }
    let mut listed = Vec::with_capacity(parts.len());
    for part in parts {
        let vertices = Value::Rows(part.core().vertices().iter().map(triple).collect());
        listed.push(if part.is_rounded() {
            Value::Inline(vec![("vertices", vertices), radius_field(part)])
        } else {
            vertices
        });
    }
    ("parts", Value::Parts(listed))
}

/// A ball, a capsule, or a box along the axes.
fn simple_shape(part: &Part) -> Option<(&'static str, Value)> {
    let radius = part.is_rounded().then(|| radius_field(part));
    let (key, mut fields) = match part.core().vertices() {
        [center] => ("ball", vec![("center", point(center))]),
        [from, to] => ("capsule", vec![("from", point(from)), ("to", point(to))]),
        _ => ("box", cuboid(part.core())?),
    };
    fields.extend(radius);
    Some((key, Value::Inline(fields)))
}

fn radius_field(part: &Part) -> (&'static str, Value) {
    ("radius", Value::Number(part.radius().clone()))
}

/// The box along the axes that a polyhedron is, vertices in the same order.
fn cuboid(part: &Polyhedron) -> Option<Fields> {
    let (low, high) = part.bounding_box();
    let center = (&low + &high).scaled(&Rational::new(1.into(), 2.into()));
    let size = &high - &low;
    let made = Polyhedron::cuboid(&center, &size, &Matrix3::identity())?;
    (made == *part).then(|| vec![("center", point(&center)), ("size", point(&size))])
}

fn mass_fields(body: &Body, free: &Dynamics) -> Fields {
    match body.polyhedra() {
        Some(parts) => of_polyhedra(&parts, free),
        None => of_rounded(&body.parts, free),
    }
}

fn of_polyhedra(parts: &[&Polyhedron], free: &Dynamics) -> Fields {
    let uniform = Dynamics::homogeneous(parts.iter().copied(), &integer(1));
    let has_its_centroid = uniform.centroid == free.centroid;
    let density = &free.mass / &uniform.mass;
    if has_its_centroid && free.inertia == uniform.inertia.scaled(&density) {
        return if density == integer(1) {
            vec![]
        } else {
            vec![("density", Value::Number(density))]
        };
    }
    given(free, has_its_centroid)
}

/// The mass; inertia and centroid unless they follow.
fn of_rounded(parts: &[Part], free: &Dynamics) -> Fields {
    let mass = ("mass", Value::Number(free.mass.clone()));
    let [part] = parts else {
        return given(free, false);
    };
    let (vertices, radius) = (part.core().vertices(), part.radius());
    let uniform = match vertices {
        [center] => Some(MassMoments::of_ball(center, radius, free.mass.clone())),
        [from, to] => MassMoments::of_capsule([from, to], radius, free.mass.clone()),
        _ => None,
    };
    let (low, high) = part.core().bounding_box();
    let center = (&low + &high).scaled(&Rational::new(1.into(), 2.into()));
    let is_centred = simple_shape(part).is_some() && center == free.centroid;
    match uniform {
        Some(uniform) if is_centred && uniform.inertia() == free.inertia => vec![mass],
        _ => given(free, is_centred),
    }
}

/// Mass and inertia, and the centroid unless it follows.
fn given(free: &Dynamics, has_its_centroid: bool) -> Fields {
    let rows = free.inertia.rows.iter().map(triple).collect();
    let mut fields = vec![
        ("mass", Value::Number(free.mass.clone())),
        ("inertia", Value::Rows(rows)),
    ];
    if !has_its_centroid {
        fields.push(("centroid", point(&free.centroid)));
    }
    fields
}

/// The load that is written in the entry of a body.
fn own_load_fields(scene: &Scene, body: BodyId) -> Fields {
    let mut loads = scene.loads.iter();
    match loads.find(|load| load.body == body && is_own(scene, load)) {
        Some(load) => push_fields(load),
        None => Fields::new(),
    }
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
        ("at", point(&load.at)),
    ];
    fields.extend(push_fields(load));
    fields
}

fn bond_fields(scene: &Scene, bond: &Bond) -> Fields {
    let names = bond.bodies.map(|body| name_of(scene, body));
    vec![
        ("bodies", Value::Names(names.to_vec())),
        ("at", point(&bond.at)),
        ("pull", point(&bond.pull)),
    ]
}

fn joint_fields(scene: &Scene, joint: &Joint) -> Fields {
    let names = joint.bodies.map(|body| name_of(scene, body));
    let mut fields = vec![
        ("kind", Value::Text(joint.kind.name().to_owned())),
        ("bodies", Value::Names(names.to_vec())),
    ];
    for (key, given) in joint.kind.keys() {
        fields.push(match given {
            Given::One(vector) => (key, point(vector)),
            Given::Two(vectors) => (key, Value::Rows(vectors.iter().map(triple).collect())),
        });
    }
    fields
}

/// Force and torque, where they are not 0; the force where both are.
fn push_fields(load: &Load) -> Fields {
    let mut fields = Fields::new();
    let has_torque = !load.torque.is_zero();
    if !load.force.is_zero() || !has_torque {
        fields.push(("force", point(&load.force)));
    }
    if has_torque {
        fields.push(("torque", point(&load.torque)));
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

fn point(vector: &Vector3) -> Value {
    Value::Point(triple(vector))
}

fn triple(vector: &Vector3) -> Coordinates {
    vector.coordinates().map(Clone::clone).to_vec()
}
