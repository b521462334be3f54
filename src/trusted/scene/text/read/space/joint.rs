//! The joints of a scene file in space.

use super::super::bodies::{Bodies, two_bodies};
use super::super::field::Field;
use super::super::place::Place;
use super::super::table::Table;
use super::super::value;
use crate::model::BodyId;
use crate::space::{Body, Given, Joint, JointKind, Scene};
use crate::text::error::{Fault, Result};
use std::collections::BTreeMap;
use zwang_exact::{Vector3, bits};

/// The keys of a joint.
pub const KEYS: &[&str] = &["kind", "bodies", "at", "axis", "axes", "ends"];

/// The keys that some kinds have and others have not.
const OF_KINDS: &[&str] = &["at", "axis", "axes", "ends"];

const NAMES: &str = "the names of two bodies, the first and the second of the joint";
const KIND: &str = "one of ball, hinge, slider, cylinder, universal, weld, rod";
const TWO: &str = "two lists of three numbers, [[x, y, z], [x, y, z]]";

/// The most bits that the numbers of all joints of one body have together (`proofs/FORMAT.md`,
/// section 11).
const MOST_BITS: u64 = 1 << 16;

/// A kind of joint, as it stands in the file.
struct Kind {
    spelled: &'static str,
    made: Made,
}

/// The keys of which a kind of joint is made.
enum Made {
    At(fn(Vector3) -> JointKind),
    AtAndAxis(fn(Vector3, Vector3) -> JointKind),
    AtAndAxes(fn(Vector3, [Vector3; 2]) -> JointKind),
    Ends(fn([Vector3; 2]) -> JointKind),
}

/// The bits of the joints read so far.
type Bits = BTreeMap<BodyId, u64>;

/// Reads the list of joints.
pub fn read(list: &Field, bodies: &[Body]) -> Result<Vec<Joint>> {
    let items = value::list(list, "a list of joints, [[joint]] in TOML")?;
    let by_name = Bodies::of_space(bodies);
    let mut sums = Bits::new();
    let mut joints = Vec::with_capacity(items.len());
    for (index, node) in items.iter().enumerate() {
        let place = Place::Joint(index);
        let field = Field { node, place };
        let joint = read_one(&field, &by_name)?;
        add(&field, bodies, &joint, &mut sums)?;
        joints.push(joint);
    }
    Ok(joints)
}

/// The bodies of all joints move as these let them, and directions and points are some.
pub fn suit(list: &Field, scene: &Scene) -> Result<()> {
    let Err(misplaced) = scene.require_joints_of_bodies() else {
        return Ok(());
    };
    let items = value::list(list, "a list of joints")?;
    let line = items.get(misplaced.joint).map_or(0, |node| node.line);
    let fault = Fault::value(misplaced.found, misplaced.expected);
    Err(Place::Joint(misplaced.joint).error(line, fault))
}

fn read_one(field: &Field, by_name: &Bodies) -> Result<Joint> {
    let table = Table::of(field)?;
    table.refuse_unknown(KEYS)?;
    let kind = table.required("kind", KIND, kind)?;
    let (keys, told) = kind.made.keys();
    for key in OF_KINDS.iter().filter(|key| !keys.contains(key)) {
        table.refuse_beside(key, kind.spelled, told)?;
    }
    let bodies = table.required("bodies", NAMES, |names| two_bodies(names, by_name))?;
    let point = |key| table.required(key, told, value::point_in_space);
    let kind = match kind.made {
        Made::At(joint) => joint(point("at")?),
        Made::AtAndAxis(joint) => joint(point("at")?, point("axis")?),
        Made::AtAndAxes(joint) => {
            let at = point("at")?;
            joint(at, table.required("axes", told, |list| two(list, "axis"))?)
        }
        Made::Ends(joint) => joint(table.required("ends", told, |list| two(list, "end"))?),
    };
    Ok(Joint { bodies, kind })
}

fn kind(field: &Field) -> Result<Kind> {
    let (spelled, made) = match value::text(field)? {
        "ball" => ("kind = \"ball\"", Made::At(|at| JointKind::Ball { at })),
        "hinge" => (
            "kind = \"hinge\"",
            Made::AtAndAxis(|at, axis| JointKind::Hinge { at, axis }),
        ),
        "slider" => (
            "kind = \"slider\"",
            Made::AtAndAxis(|at, axis| JointKind::Slider { at, axis }),
        ),
        "cylinder" => (
            "kind = \"cylinder\"",
            Made::AtAndAxis(|at, axis| JointKind::Cylinder { at, axis }),
        ),
        "universal" => (
            "kind = \"universal\"",
            Made::AtAndAxes(|at, axes| JointKind::Universal { at, axes }),
        ),
        "weld" => ("kind = \"weld\"", Made::At(|at| JointKind::Weld { at })),
        "rod" => ("kind = \"rod\"", Made::Ends(|ends| JointKind::Rod { ends })),
        _ => return Err(field.unexpected(KIND)),
    };
    Ok(Kind { spelled, made })
}

impl Made {
    /// The keys, and the same for people.
    fn keys(&self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::At(_) => (&["at"], "`at`, a point of both bodies"),
            Self::AtAndAxis(_) => (
                &["at", "axis"],
                "`at` and `axis`, a point and the direction of the axis",
            ),
            Self::AtAndAxes(_) => (
                &["at", "axes"],
                "`at` and `axes`, a point of both bodies and an axis of each",
            ),
            Self::Ends(_) => (
                &["ends"],
                "`ends`, a point of the first body and one of the second",
            ),
        }
    }
}

/// A vector of the first body and one of the second.
fn two(list: &Field, each: &'static str) -> Result<[Vector3; 2]> {
    let [first, second] = value::list(list, TWO)? else {
        return Err(list.unexpected(TWO));
    };
    Ok([
        value::point_in_space(&list.item(each, 0, first))?,
        value::point_in_space(&list.item(each, 1, second))?,
    ])
}

/// Counts the numbers of a joint for each of its bodies that is free.
fn add(field: &Field, bodies: &[Body], joint: &Joint, sums: &mut Bits) -> Result<()> {
    let mut own: u64 = 0;
    for (_, given) in joint.kind.keys() {
        let vectors = match given {
            Given::One(vector) => std::slice::from_ref(vector),
            Given::Two(vectors) => vectors,
        };
        let numbers = vectors.iter().flat_map(Vector3::coordinates);
        own = own.saturating_add(numbers.map(bits).sum());
    }
    for id in joint.bodies {
        if bodies[id].is_fixed() {
            continue;
        }
        let sum = sums.entry(id).or_default();
        *sum = sum.saturating_add(own);
        if *sum > MOST_BITS {
            let found = format!("joints of {sum} binary digits together on one body");
            return Err(field.wrong(&found, &format!("at most {MOST_BITS}")));
        }
    }
    Ok(())
}
