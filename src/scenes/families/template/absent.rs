//! Keys of other engines that scenes do not have, and the keys that stand in for them.

use zwang_scene::Fault;

/// Keys that users of other programs try, and the answer to them: what is not there, and what is.
const ABSENT: &[(&[&str], &str, &str)] = &[
    (
        &[
            "circle", "disk", "disc", "ball", "wheel", "capsule", "ellipse", "radius",
        ],
        "there are no round bodies",
        "`regular_polygon = { center = [0, 1], radius = 1, corners = 24 }`, \
         a polygon of up to 100 corners",
    ),
    (
        &["spring", "damper", "stiffness", "damping", "rope", "cable"],
        "there are no springs, dampers or ropes",
        "a `load` at each end with the force at this instant, or a `pin` if it is stiff",
    ),
    (
        &["motor", "actuator", "engine", "drive"],
        "there are no motors",
        "a `load` with a `torque` or a `force`",
    ),
    (
        &["weld", "glue", "fixed_joint", "rigid_joint"],
        "there are no welds",
        "one body with several `parts`, or two pins of the same two bodies at different points",
    ),
    (
        &["hinge", "revolute", "joint", "axle", "bolt"],
        "joints are pins",
        "`pin`, a hinge of two bodies at a point: `bodies = [\"a\", \"b\"], at = [0, 1]`",
    ),
    (
        &["slider", "prismatic", "rail"],
        "there are no sliders",
        "a groove of fixed bodies without friction, or a `pin` if it turns",
    ),
];

/// The answer to a key that scenes do not have, if another program has it.
pub fn fault(key: &str) -> Option<Fault> {
    let word = key.to_lowercase();
    let singular = word.strip_suffix('s').unwrap_or(&word);
    for (words, absent, instead) in ABSENT {
        if words.contains(&word.as_str()) || words.contains(&singular) {
            return Some(Fault::Value {
                found: format!("the unknown key `{key}`; {absent}"),
                expected: (*instead).to_owned(),
            });
        }
    }
    None
}
