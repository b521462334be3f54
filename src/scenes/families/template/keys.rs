//! The keys of each table of a scene file. Unknown ones are refused before anything else is read,
//! so that no other mistake hides the answer to them.

use super::NamedInMessages;
use super::absent::{self, Level};
use super::error::excerpt;
use super::frame;
use std::fmt::Display;
use zwang_scene::read::{self, Node, Value, space};
use zwang_scene::{Fault, SceneError};

/// A kind of table in scene files.
pub struct Kind {
    /// The keys that the reader of plain scenes knows.
    plain: &'static [&'static str],
    /// The keys that only templates have.
    own: &'static [&'static str],
    /// The answer to keys of the other kind of scenes.
    foreign: fn(&str) -> Option<Fault>,
    level: Level,
    /// The tables behind some of its keys, or in the lists there.
    inner: &'static [(&'static str, Kind)],
}

const INNER: Kind = Kind {
    plain: &[],
    own: &[],
    foreign: none,
    level: Level::Inner,
    inner: &[],
};

/// A scene of the plane.
pub const PLANE: Kind = Kind {
    plain: read::KEYS,
    own: &["parameters", "point", "bar"],
    foreign: none,
    level: Level::Scene,
    inner: &[
        ("body", BODY),
        (
            "point",
            Kind {
                plain: frame::POINT_KEYS,
                ..INNER
            },
        ),
        (
            "bar",
            Kind {
                plain: frame::BAR_KEYS,
                ..INNER
            },
        ),
        (
            "pin",
            Kind {
                plain: read::PIN_KEYS,
                ..INNER
            },
        ),
        (
            "pair",
            Kind {
                plain: read::PAIR_KEYS,
                ..INNER
            },
        ),
        (
            "load",
            Kind {
                plain: read::LOAD_KEYS,
                own: &["along", "force_per_metre"],
                ..INNER
            },
        ),
    ],
};

const BODY: Kind = Kind {
    plain: read::BODY_KEYS,
    own: &["regular_polygon", "copies", "on"],
    foreign: only_in_space,
    level: Level::Body,
    inner: &[
        (
            "rectangle",
            Kind {
                plain: read::RECTANGLE_KEYS,
                own: &["angle"],
                ..INNER
            },
        ),
        (
            "disk",
            Kind {
                plain: read::DISK_KEYS,
                foreign: only_of_round_bodies,
                ..INNER
            },
        ),
        (
            "capsule",
            Kind {
                plain: read::CAPSULE_KEYS,
                foreign: only_of_round_bodies,
                ..INNER
            },
        ),
        (
            "parts",
            Kind {
                plain: read::PART_KEYS,
                ..INNER
            },
        ),
    ],
};

/// A scene in space.
pub const SPACE: Kind = Kind {
    plain: space::KEYS,
    own: &["parameters", "bricks", "knob_pull"],
    foreign: only_in_the_plane,
    level: Level::Scene,
    inner: &[
        ("body", BODY_IN_SPACE),
        (
            "pair",
            Kind {
                plain: space::PAIR_KEYS,
                foreign: only_in_the_plane,
                ..INNER
            },
        ),
        (
            "load",
            Kind {
                plain: read::LOAD_KEYS,
                ..INNER
            },
        ),
        (
            "bond",
            Kind {
                plain: space::BOND_KEYS,
                foreign: only_of_loads,
                ..INNER
            },
        ),
        (
            "joint",
            Kind {
                plain: space::JOINT_KEYS,
                foreign: only_of_joints,
                ..INNER
            },
        ),
    ],
};

const BODY_IN_SPACE: Kind = Kind {
    plain: space::BODY_KEYS,
    own: &["copies"],
    foreign: only_in_the_plane,
    level: Level::Body,
    inner: &[
        (
            "box",
            Kind {
                plain: space::BOX_KEYS,
                foreign: only_in_the_plane,
                ..INNER
            },
        ),
        (
            "ball",
            Kind {
                plain: space::BALL_KEYS,
                foreign: only_of_round_bodies,
                ..INNER
            },
        ),
        (
            "capsule",
            Kind {
                plain: space::CAPSULE_KEYS,
                foreign: only_of_round_bodies,
                ..INNER
            },
        ),
        (
            "parts",
            Kind {
                plain: space::PART_KEYS,
                foreign: only_of_round_bodies,
                ..INNER
            },
        ),
    ],
};

fn none(_key: &str) -> Option<Fault> {
    None
}

fn only_in_space(key: &str) -> Option<Fault> {
    match key {
        "box" => Some(fault(
            "a box, which is a shape in space",
            "`rectangle = { center = [x, y], size = [width, height] }`",
        )),
        _ => None,
    }
}

fn only_of_round_bodies(key: &str) -> Option<Fault> {
    match key {
        "diameter" => Some(fault("a diameter", "`radius`, half of it")),
        "size" | "height" | "length" | "rotation" => Some(fault(
            "a size or a turn of a round body",
            "its centre or its two ends, and its `radius`",
        )),
        _ => None,
    }
}

fn only_in_the_plane(key: &str) -> Option<Fault> {
    let [found, expected] = match key {
        "rectangle" | "size" | "width" | "height" => [
            "a rectangle, which is a shape of the plane",
            "`box = { center = [x, y, z], size = [w, d, h] }`",
        ],
        "circle" | "sphere" | "disk" => [
            "a ball by another name",
            "`ball = { center = [x, y, z], radius = r }`, with a `mass`",
        ],
        "radius" => [
            "a radius beside the shape",
            "`ball = { center = [x, y, z], radius = r }`, or a radius in `box`, `capsule` or an \
             entry of `parts`",
        ],
        "cylinder" | "cone" | "regular_polygon" => [
            "a shape that space does not have: the lowest point of a tilted rim is irrational",
            "`capsule = { from = [x, y, z], to = [x, y, z], radius = r }`, or a prism as `parts = \
             [[[x, y, z], …]]`, the corners of a convex polyhedron",
        ],
        "pin" | "hinge" | "revolute" | "weld" | "ball_joint" | "slider" | "prismatic"
        | "universal" | "rod" | "joint" => [
            "a joint by another key",
            "`[[joint]]` of the scene, with `kind` (ball, hinge, slider, cylinder, universal, weld \
             or rod), `bodies`, and its place",
        ],
        "spring" | "springs" | "damper" | "stiffness" | "damping" | "rope" | "cable" => [
            "a key that scenes do not have: there are no springs, dampers or ropes",
            "a `load` at each end with the force at this instant, or a `[[joint]]` of the kind \
             `rod` if it is stiff",
        ],
        "restitution" => [
            "a restitution, which scenes in space do not have",
            "`zwang simulate --restitution 1/2`",
        ],
        "angle" => [
            "an angle, which turns in the plane",
            "`rotation = { axis = [0, 0, 1], degrees = 30 }`",
        ],
        "rotation" | "quaternion" | "orientation" => [
            "a turn beside the shape",
            "`box = { center = [x, y, z], size = [w, d, h], rotation = { axis = [0, 0, 1], \
             degrees = 30 } }`",
        ],
        "polygon" | "vertices" | "mesh" | "shape" | "points" => [
            "another key for a shape",
            "`parts = [[[x, y, z], …]]`, the corners of convex polyhedra; `zwang scene import` \
             reads meshes",
        ],
        "at" | "position" | "center" => [
            "a place beside the shape",
            "coordinates of the scene in `parts`, or the `center` of a `box`",
        ],
        "on" => [
            "`on`, which stands bodies on edges of the plane",
            "the `center` of a `box`, or coordinates in `parts`",
        ],
        _ => return None,
    };
    Some(fault(found, expected))
}

fn only_of_loads(key: &str) -> Option<Fault> {
    match key {
        "force" | "strength" | "limit" => Some(fault(
            "another key for the greatest force",
            "`pull = [x, y, z]`: the direction in which the second body comes off, as long as the \
             greatest force, N",
        )),
        _ => only_in_the_plane(key),
    }
}

fn only_of_joints(key: &str) -> Option<Fault> {
    let [found, expected] = match key {
        "type" => ["another key for the kind", "`kind = \"hinge\"`"],
        "anchor" | "pivot" | "point" | "position" | "center" => [
            "another key for the place",
            "`at = [x, y, z]`, in the coordinates of the scene",
        ],
        "body" | "parent" | "child" | "body1" | "body2" | "body_a" | "body_b" => {
            ["one body of a joint", "`bodies = [\"a\", \"b\"]`"]
        }
        "range" | "limit" | "limits" | "lower" | "upper" => [
            "a limit of a joint; joints have none",
            "a fixed body that stops the free one",
        ],
        _ => return only_in_the_plane(key),
    };
    Some(fault(found, expected))
}

fn fault(found: &str, expected: &str) -> Fault {
    Fault::Value {
        found: found.to_owned(),
        expected: expected.to_owned(),
    }
}

impl Kind {
    fn knows(&self, key: &str) -> bool {
        self.plain.contains(&key) || self.own.contains(&key)
    }

    /// The answer to a key that it does not know, if it has one.
    fn answer(&self, key: &str) -> Option<Fault> {
        if let Some(fault) = (self.foreign)(key).or_else(|| absent::fault(key, self.level)) {
            return Some(fault);
        }
        if self.plain.is_empty() {
            // The reader refuses the table as a whole.
            return None;
        }
        let mut known = self.plain.to_vec();
        known.extend(self.own);
        Some(Fault::UnknownKey {
            key: excerpt(key),
            known,
        })
    }
}

/// Refuses the keys that a scene of this kind does not have.
///
/// # Errors
/// [`SceneError`] at the first one.
pub fn refuse_unknown(scene: &Node, kind: &Kind) -> Result<(), SceneError> {
    refuse(scene, &"scene", kind)
}

fn refuse(table: &Node, thing: &dyn Display, kind: &Kind) -> Result<(), SceneError> {
    let Value::Table(entries) = &table.value else {
        return Ok(());
    };
    for entry in entries {
        if !kind.knows(&entry.key)
            && let Some(fault) = kind.answer(&entry.key)
        {
            return Err(SceneError {
                line: entry.line,
                thing: thing.to_string(),
                fault,
            });
        }
    }
    for (key, inner) in kind.inner {
        let Some(entry) = table.entry(key) else {
            continue;
        };
        match &entry.node.value {
            Value::List(items) => refuse_in_items(items, key, thing, inner)?,
            _ => refuse(&entry.node, &format_args!("{thing}, {key}"), inner)?,
        }
    }
    Ok(())
}

fn refuse_in_items(
    items: &[Node],
    key: &'static str,
    thing: &dyn Display,
    kind: &Kind,
) -> Result<(), SceneError> {
    for (index, item) in items.iter().enumerate() {
        match key {
            "body" | "load" | "point" | "bar" => {
                refuse(item, &NamedInMessages::of(key, item, index), kind)?
            }
            "parts" => refuse(item, &format_args!("{thing}, part {index}"), kind)?,
            _ => refuse(item, &format_args!("{key} {index}"), kind)?,
        }
    }
    Ok(())
}
