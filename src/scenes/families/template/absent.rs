//! Keys of other programs that scenes do not have, and the keys that stand in for them.

use zwang_scene::Fault;

/// Keys that users of other programs try, and the answer to them: the lack, and the way round it.
struct Absent {
    keys: &'static [&'static str],
    absent: &'static str,
    instead: &'static str,
}

/// Keys that are answered alike in every table of a scene.
const ANYWHERE: &[Absent] = &[
    Absent {
        keys: &[
            "circle", "disk", "disc", "ball", "wheel", "capsule", "radius", "sphere", "cylinder",
        ],
        absent: "that is not how a round body is told here",
        instead: "`disk = { center = [0, 1], radius = 1 }`, `capsule = { from = [0, 1], to = [2, 1], \
                  radius = 1 }`, or `{ vertices = […], radius = 1 }` as one of the `parts`",
    },
    Absent {
        keys: &["ellipse"],
        absent: "there are no ellipses",
        instead: "`regular_polygon = { center = [0, 1], radius = 1, corners = 24 }`, \
                  a polygon of up to 100 corners",
    },
    Absent {
        keys: &[
            "spring",
            "damper",
            "stiffness",
            "damping",
            "rope",
            "cable",
            "string",
            "distance",
            "distance_joint",
        ],
        absent: "there are no springs, dampers or ropes",
        instead: "a `load` at each end with the force at this instant, or a `pin` if it is stiff",
    },
    Absent {
        keys: &["drag", "linear_damping", "angular_damping", "air"],
        absent: "nothing slows a body in the air",
        instead: "a `load` with the force at this instant",
    },
    Absent {
        keys: &["motor", "actuator", "engine", "drive"],
        absent: "there are no motors",
        instead: "a `load` with a `torque` or a `force`",
    },
    Absent {
        keys: &["weld", "glue", "fixed_joint", "rigid_joint"],
        absent: "there are no welds in the plane",
        instead: "one body with several `parts`, or two pins of the same two bodies at different \
                  points; in space a `[[joint]]` of the kind `weld`",
    },
    Absent {
        keys: &["bond", "mortar", "knob", "knobs"],
        absent: "mortar and knobs are bonds of scenes in space",
        instead: "`[[bond]]` with `bodies`, `at` and `pull` in a scene of the format \
                  `zwang-space-1`; in the plane two pins, which hold any force",
    },
    Absent {
        keys: &[
            "hinge",
            "revolute",
            "revolute_joint",
            "joint",
            "constraint",
            "axle",
            "bolt",
            "pivot",
        ],
        absent: "joints of the plane are pins",
        instead: "`pin`, a hinge of two bodies at a point: `bodies = [\"a\", \"b\"], at = [0, 1]`; \
                  in space `[[joint]]`, of seven kinds",
    },
    Absent {
        keys: &["slider", "prismatic", "rail"],
        absent: "there are no sliders in the plane",
        instead: "a groove of fixed bodies without friction, or a `pin` if it turns; in space a \
                  `[[joint]]` of the kind `slider`",
    },
    Absent {
        keys: &["impulse"],
        absent: "there are no impulses",
        instead: "the `velocity` and the `spin` that the body has afterwards",
    },
    Absent {
        keys: &[
            "mu",
            "static_friction",
            "dynamic_friction",
            "kinetic_friction",
            "friction_coefficient",
            "coefficient_of_friction",
        ],
        absent: "one coefficient holds for rest and for sliding",
        instead: "`friction`, of the scene, of a body or of a `pair`",
    },
    Absent {
        keys: &["elasticity", "bounce", "bounciness", "bouncy"],
        absent: "bouncing has another name",
        instead: "`restitution`, from 0 to 1",
    },
    Absent {
        keys: &["platform", "kinematic", "conveyor"],
        absent: "platforms cannot move",
        instead: "a fixed body at rest; if all fixed bodies move alike, subtract their velocity \
                  from the free ones",
    },
];

/// Keys that are answered like this at the top of a scene only.
const OF_SCENES: &[Absent] = &[
    Absent {
        keys: &["force", "applied_force", "external_force", "wind", "torque"],
        absent: "forces are loads",
        instead: "`load`, a list of them: `name = \"wind\", body = \"a\", force = [1, 0]`",
    },
    Absent {
        keys: &["floor", "ground", "static_body", "obstacle"],
        absent: "there is no floor but a body",
        instead: "a `body` with `fixed = true`",
    },
    Absent {
        keys: &[
            "object",
            "shape",
            "item",
            "block",
            "brick",
            "box",
            "boxes",
            "rectangle",
            "polygon",
        ],
        absent: "shapes belong to bodies",
        instead: "`body`, a list of them, [[body]] in TOML",
    },
    Absent {
        keys: &[
            "dt",
            "timestep",
            "time_step",
            "step",
            "duration",
            "substep",
            "iteration",
            "solver",
            "tolerance",
        ],
        absent: "a scene is one instant",
        instead: "options of `zwang simulate`: --dt, --steps, --duration",
    },
    Absent {
        keys: &["unit"],
        absent: "units are m, kg and s",
        instead: "numbers in these units",
    },
];

/// Keys that are answered like this in the entry of a body only.
const OF_BODIES: &[Absent] = &[
    Absent {
        keys: &[
            "polygon", "vertices", "vertex", "point", "shape", "geometry", "fixture", "collider",
            "hull", "outline", "corner", "triangle", "mesh",
        ],
        absent: "a shape is a list of convex polygons",
        instead: "`parts = [[[0, 0], [1, 0], [0, 1]]]`, each polygon counter-clockwise",
    },
    Absent {
        keys: &["size", "width", "height", "square", "block", "rect"],
        absent: "a box is a rectangle",
        instead: "`rectangle = { center = [0, 1], size = [2, 1] }`",
    },
    Absent {
        keys: &[
            "at",
            "position",
            "pos",
            "place",
            "center",
            "centre",
            "location",
            "origin",
            "translation",
            "x",
            "y",
        ],
        absent: "a body has no place beside its shape",
        instead: "coordinates of the scene in `parts`, the `center` of a `rectangle`, or `on`, \
                  which sets it on another body",
    },
    Absent {
        keys: &[
            "angle",
            "rotation",
            "orientation",
            "theta",
            "tilt",
            "degree",
        ],
        absent: "turns belong to shapes",
        instead: "`rectangle = { center = [0, 1], size = [2, 1], angle = { degrees = 30 } }`, or \
                  the turned corners in `parts`",
    },
    Absent {
        keys: &[
            "static",
            "is_static",
            "immovable",
            "type",
            "anchored",
            "body_type",
        ],
        absent: "a body is free unless it is fixed",
        instead: "`fixed = true`",
    },
    Absent {
        keys: &["angular_velocity", "omega"],
        absent: "an angular velocity is a spin",
        instead: "`spin`, rad/s, counter-clockwise",
    },
    Absent {
        keys: &["linear_velocity", "vel", "v", "speed"],
        absent: "velocities have another name",
        instead: "`velocity = [1, 0]`, m/s",
    },
    Absent {
        keys: &["weight"],
        absent: "weights follow from masses",
        instead: "`mass`, kg, or `density`, kg/m²",
    },
    Absent {
        keys: &["moment", "moment_of_inertia", "moi"],
        absent: "moments of inertia have another name",
        instead: "`inertia`, kg m², beside `mass`",
    },
    Absent {
        keys: &["com", "center_of_mass", "centre_of_mass"],
        absent: "centres of mass have another name",
        instead: "`centroid`, m, beside `mass` and `inertia`",
    },
    Absent {
        keys: &["load", "wind"],
        absent: "loads of a body are `force` and `torque`",
        instead: "these, or a `load` of the scene with `body` and `at`",
    },
    Absent {
        keys: &["pin"],
        absent: "pins are listed beside the bodies",
        instead: "`pin` of the scene, with `bodies` and `at`",
    },
    Absent {
        keys: &[
            "color", "colour", "material", "texture", "image", "fill", "style",
        ],
        absent: "bodies have no looks",
        instead: "no such key; pictures choose their colours",
    },
    Absent {
        keys: &["group", "category", "mask", "filter", "layer", "sensor"],
        absent: "all bodies keep each other out",
        instead: "a `pin` of two bodies that may overlap",
    },
    Absent {
        keys: &["gravity", "gravity_scale"],
        absent: "gravity is that of the scene",
        instead: "a `force` on the body beside it",
    },
];

/// The table of a scene file in which a key stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The top of the file.
    Scene,
    /// The entry of a body.
    Body,
    /// A table in one of these.
    Inner,
}

/// The answer to a key that scenes do not have, if another program has it.
pub fn fault(key: &str, level: Level) -> Option<Fault> {
    let word = words_with_underscores(key);
    let singular = word.strip_suffix('s').unwrap_or(&word);
    let of_level: &[Absent] = match level {
        Level::Scene => OF_SCENES,
        Level::Body => OF_BODIES,
        Level::Inner => &[],
    };
    for known in ANYWHERE.iter().chain(of_level) {
        if known.keys.contains(&word.as_str()) || known.keys.contains(&singular) {
            return Some(Fault::Value {
                found: format!("the unknown key `{key}`; {}", known.absent),
                expected: known.instead.to_owned(),
            });
        }
    }
    None
}

/// `angularVelocity`, `AngularVelocity` and `angular-velocity` as `angular_velocity`.
fn words_with_underscores(key: &str) -> String {
    let mut word = String::with_capacity(key.len());
    let mut follows_small = false;
    for letter in key.chars() {
        if letter.is_uppercase() && follows_small {
            word.push('_');
        }
        follows_small = letter.is_lowercase();
        match letter {
            '-' | ' ' => word.push('_'),
            _ => word.extend(letter.to_lowercase()),
        }
    }
    word
}
