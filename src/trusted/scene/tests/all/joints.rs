//! Joints of scene files in space: each kind as it is read, and what is refused.

use zwang_exact::{Vector3, parse};
use zwang_scene::BodyId;
use zwang_scene::space::{JointKind, Scene};

/// Lines 1 to 16.
const BODIES: &str = r#"format = "zwang-space-1"
name = "s"
[[body]]
name = "world"
fixed = true
parts = []
[[body]]
name = "p"
box = { center = [0, 0, 0], size = [2, 2, 2] }
[[body]]
name = "q"
box = { center = [3, 0, 0], size = [2, 2, 2] }
[[body]]
name = "stone"
fixed = true
box = { center = [0, 0, 9], size = [1, 1, 1] }
"#;
const BALL: &str = r#"kind = "ball"
bodies = ["p", "q"]
at = ["3/2", 0, 0.25]
"#;
const HINGE: &str = r#"kind = "hinge"
bodies = ["q", "world"]
at = [3, 0, 0]
axis = [0, 2, 0]
"#;
const SLIDER: &str = r#"kind = "slider"
bodies = ["world", "q"]
at = [3, 0, 0]
axis = [0, 0, 1]
"#;
const CYLINDER: &str = r#"kind = "cylinder"
bodies = ["p", "stone"]
at = [0, 0, 0]
axis = [0, 0, 1]
"#;
const UNIVERSAL: &str = r#"kind = "universal"
bodies = ["p", "q"]
at = [1, 0, 0]
axes = [[0, 1, 0], [0, 0, -3]]
"#;
const WELD: &str = r#"kind = "weld"
bodies = ["p", "q"]
at = [1, 0, 0]
"#;
const ROD: &str = r#"kind = "rod"
bodies = ["world", "p"]
ends = [[0, 0, 5], [0, 0, 1]]
"#;
const ALL: [&str; 7] = [BALL, HINGE, SLIDER, CYLINDER, UNIVERSAL, WELD, ROD];

fn file(joint: &str) -> String {
    format!("{BODIES}[[joint]]\n{joint}")
}

fn scene(joint: &str) -> Scene {
    file(joint).parse().unwrap()
}

fn vector(coordinates: [&str; 3]) -> Vector3 {
    let [x, y, z] = coordinates.map(|text| parse(text).unwrap());
    Vector3::new(x, y, z)
}

/// The refusal of a joint in which a text is replaced.
#[track_caller]
fn assert_refused(joint: &str, find: &str, put: &str, message: &str) {
    let spoilt = joint.replacen(find, put, 1);
    assert_ne!(spoilt, joint);
    let refusal = file(&spoilt).parse::<Scene>().unwrap_err();
    assert_eq!(refusal.to_string(), message, "\n{spoilt}");
}

#[test]
fn each_kind_is_what_its_file_says() {
    let whole = Vector3::from_integers;
    let expected = [
        (
            [1, 2],
            JointKind::Ball {
                at: vector(["3/2", "0", "1/4"]),
            },
        ),
        (
            [2, 0],
            JointKind::Hinge {
                at: whole(3, 0, 0),
                axis: whole(0, 2, 0),
            },
        ),
        (
            [0, 2],
            JointKind::Slider {
                at: whole(3, 0, 0),
                axis: whole(0, 0, 1),
            },
        ),
        (
            [1, 3],
            JointKind::Cylinder {
                at: whole(0, 0, 0),
                axis: whole(0, 0, 1),
            },
        ),
        (
            [1, 2],
            JointKind::Universal {
                at: whole(1, 0, 0),
                axes: [whole(0, 1, 0), whole(0, 0, -3)],
            },
        ),
        ([1, 2], JointKind::Weld { at: whole(1, 0, 0) }),
        (
            [0, 1],
            JointKind::Rod {
                ends: [whole(0, 0, 5), whole(0, 0, 1)],
            },
        ),
    ];
    let text = BODIES.to_owned() + &ALL.map(|joint| format!("[[joint]]\n{joint}")).concat();
    let all: Scene = text.parse().unwrap();
    assert_eq!(all.joints.len(), expected.len());
    for (joint, (bodies, kind)) in all.joints.iter().zip(expected) {
        assert_eq!(joint.bodies, bodies.map(BodyId));
        assert_eq!(joint.kind, kind);
    }
    assert!(all.joined_pairs().contains(&[BodyId(0), BodyId(2)]));
    assert!(!all.joined_pairs().contains(&[BodyId(2), BodyId(3)]));
}

/// Golden, written by hand.
#[test]
fn joints_are_the_last_key_of_the_canonical_form() {
    for (joint, expected) in [
        (
            BALL,
            r#"{"kind":"ball","bodies":["p","q"],"at":["3/2","0","1/4"]}"#,
        ),
        (
            SLIDER,
            r#"{"kind":"slider","bodies":["world","q"],"at":["3","0","0"],"axis":["0","0","1"]}"#,
        ),
        (
            UNIVERSAL,
            r#"{"kind":"universal","bodies":["p","q"],"at":["1","0","0"],"axes":[["0","1","0"],["0","0","-3"]]}"#,
        ),
        (
            ROD,
            r#"{"kind":"rod","bodies":["world","p"],"ends":[["0","0","5"],["0","0","1"]]}"#,
        ),
    ] {
        let form = scene(joint).canonical();
        assert!(
            form.ends_with(&format!(r#"],"joints":[{expected}]}}"#)),
            "{form}"
        );
    }
}

#[test]
fn whatever_differs_of_a_joint_changes_the_digest() {
    let mut digests = vec![BODIES.parse::<Scene>().unwrap().digest()];
    digests.extend(ALL.map(|joint| scene(joint).digest()));
    for (joint, find, put) in [
        (HINGE, "hinge", "slider"),
        (HINGE, "hinge", "cylinder"),
        (BALL, "ball", "weld"),
        (BALL, r#""p", "q""#, r#""q", "p""#),
        (BALL, r#""p""#, r#""world""#),
        (BALL, "0.25", "0.5"),
        (HINGE, "2, 0]", "1, 0]"),
        (UNIVERSAL, "[0, 1, 0]", "[0, 2, 0]"),
        (UNIVERSAL, "-3", "3"),
        (UNIVERSAL, "at = [1", "at = [2"),
        (ROD, "5", "6"),
        (ROD, "0, 1]", "0, 2]"),
    ] {
        digests.push(scene(&joint.replacen(find, put, 1)).digest());
    }
    let both = |first: &str, second: &str| format!("{first}[[joint]]\n{second}");
    digests.push(scene(&both(BALL, WELD)).digest());
    digests.push(scene(&both(WELD, BALL)).digest());
    digests.push(scene(&both(BALL, BALL)).digest());
    let count = digests.len();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), count);
    assert_eq!(
        scene(&BALL.replace("0.25", "\"2/8\"")).digest(),
        scene(BALL).digest()
    );
}

#[test]
fn keys_that_a_kind_has_not_and_keys_that_are_missing_are_refused() {
    let ball = "`at`, a point of both bodies";
    let line = "`at` and `axis`, a point and the direction of the axis";
    for (joint, find, put, message) in [
        (
            BALL,
            "at = ",
            "axis = [1, 0, 0]\nat = ",
            format!("line 20: joint 0: found `axis` together with `kind = \"ball\"`; expected {ball}"),
        ),
        (
            HINGE,
            "axis = [0, 2, 0]\n",
            "",
            format!("line 17: joint 0: found no `axis`; expected {line}"),
        ),
        (
            SLIDER,
            "at = [3, 0, 0]\n",
            "",
            format!("line 17: joint 0: found no `at`; expected {line}"),
        ),
        (
            CYLINDER,
            "axis = [0, 0, 1]",
            "axes = [[0, 0, 1], [0, 1, 0]]",
            format!(
                "line 21: joint 0: found `axes` together with `kind = \"cylinder\"`; expected {line}"
            ),
        ),
        (
            ROD,
            "ends",
            "at",
            "line 20: joint 0: found `at` together with `kind = \"rod\"`; expected `ends`, a point \
             of the first body and one of the second"
                .to_owned(),
        ),
        (
            WELD,
            "at = [1, 0, 0]",
            "anchor = [1, 0, 0]",
            "line 20: joint 0: found the unknown key `anchor`; expected one of kind, bodies, at, \
             axis, axes, ends"
                .to_owned(),
        ),
        (
            BALL,
            "kind = \"ball\"\n",
            "",
            "line 17: joint 0: found no `kind`; expected one of ball, hinge, slider, cylinder, \
             universal, weld, rod"
                .to_owned(),
        ),
        (
            BALL,
            "ball",
            "motor",
            "line 18: joint 0, kind: found the text `motor`; expected one of ball, hinge, slider, \
             cylinder, universal, weld, rod"
                .to_owned(),
        ),
        (
            BALL,
            "bodies = [\"p\", \"q\"]\n",
            "",
            "line 17: joint 0: found no `bodies`; expected the names of two bodies, the first and \
             the second of the joint"
                .to_owned(),
        ),
    ] {
        assert_refused(joint, find, put, &message);
    }
}

#[test]
fn joints_of_nothing_are_refused() {
    for (joint, find, put, message) in [
        (
            BALL,
            "\"q\"",
            "\"qq\"",
            "line 19: joint 0, bodies: found the unknown body `qq`; expected the name of a body, \
             the nearest is `q`",
        ),
        (
            BALL,
            "\"q\"",
            "\"p\"",
            "line 19: joint 0, bodies: found the same body twice; expected two different bodies",
        ),
        (
            BALL,
            "\"p\", ",
            "",
            "line 19: joint 0, bodies: found a list of 1; expected two names",
        ),
        (
            CYLINDER,
            "\"p\"",
            "\"world\"",
            "line 19: joint 0, bodies: found only fixed bodies; expected a free body",
        ),
        (
            HINGE,
            "[0, 2, 0]",
            "[0, 0, 0]",
            "line 17: joint 0: found the axis 0; expected a direction other than 0",
        ),
        (
            UNIVERSAL,
            "[0, 1, 0]",
            "[0, 0, 0]",
            "line 17: joint 0: found an axis 0; expected a direction other than 0",
        ),
        (
            UNIVERSAL,
            "[0, 1, 0]",
            "[0, 1, 1]",
            "line 17: joint 0: found axes that are not perpendicular; expected an axis of the \
             first body and one of the second, perpendicular to it",
        ),
        (
            UNIVERSAL,
            ", [0, 0, -3]",
            "",
            "line 21: joint 0, axes: found a list of 1; expected two lists of three numbers, \
             [[x, y, z], [x, y, z]]",
        ),
        (
            UNIVERSAL,
            "-3",
            "true",
            "line 21: joint 0, axes, axis 1, z: found true; expected a number: an \
             integer, a fraction like \"1/3\" or a decimal like 0.25",
        ),
        (
            ROD,
            "0, 1]",
            "0, 5]",
            "line 17: joint 0: found two ends in one point; expected two points, or a joint of the \
             kind `ball`",
        ),
    ] {
        assert_refused(joint, find, put, message);
    }
}

/// Which kinds let `p`, joined to the world, move along z, and which let it turn about z.
#[test]
fn bodies_that_move_as_a_joint_forbids_are_refused() {
    let of_world = |joint: &str| {
        let bodies = joint.lines().nth(1).unwrap();
        joint.replace(bodies, "bodies = [\"world\", \"p\"]")
    };
    let moving = |joint: &str, how: &str| {
        let spoilt =
            file(&of_world(joint)).replacen("[2, 2, 2] }", &format!("[2, 2, 2] }}\n{how}"), 1);
        spoilt
            .parse::<Scene>()
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let ball = "kind = \"ball\"\nbodies\nat = [0, 0, 7]\n";
    let upright = "kind = \"hinge\"\nbodies\nat = [0, 0, 7]\naxis = [0, 0, 1]\n";
    let rod = "kind = \"rod\"\nbodies\nends = [[5, 0, 0], [0, 0, 0]]\n";
    let slider = SLIDER.replace("[3, 0, 0]", "[0, 0, 0]");
    let cross = "kind = \"universal\"\nbodies\nat = [0, 0, 7]\naxes = [[1, 0, 0], [0, 1, 0]]\n";
    let upright_cross = cross.replace("[1, 0, 0]", "[0, 0, 1]");
    for (joint, falls, turns) in [
        (ball, false, true),
        (upright, false, true),
        (&slider, true, false),
        (CYLINDER, true, true),
        (cross, false, false),
        (&upright_cross, false, true),
        (WELD, false, false),
        (rod, true, true),
    ] {
        for (how, allowed) in [("velocity = [0, 0, 1]", falls), ("spin = [0, 0, 1]", turns)] {
            let found = moving(joint, how);
            let refused = "line 18: joint 0: found `world` and `p` moving against each other; \
                           expected velocities and spins that the joint allows";
            let expected = if allowed {
                Ok(())
            } else {
                Err(refused.to_owned())
            };
            assert_eq!(found, expected, "{how}\n{joint}");
        }
    }
}

#[test]
fn the_numbers_of_all_joints_of_a_body_are_bounded() {
    // 3325 bits, of which those of the zeros are two.
    let long = "kind = \"ball\"\nbodies = [\"p\", \"world\"]\nat = [1e-1000, 0, 0]\n";
    let joints = |count: usize| {
        let all = vec![format!("[[joint]]\n{long}"); count].concat();
        format!("{BODIES}{all}").parse::<Scene>()
    };
    assert_eq!(joints(19).unwrap().joints.len(), 19);
    assert_eq!(
        joints(20).unwrap_err().to_string(),
        "line 93: joint 19: found joints of 66500 binary digits together on one body; expected at \
         most 65536"
    );
}

#[test]
fn only_a_fixed_body_may_be_without_parts() {
    let free = file(BALL).replacen("fixed = true\nparts", "mass = 1\nparts", 1);
    let refusal = free.parse::<Scene>().unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "line 6: body `world`, parts: found an empty list; expected at least one convex part"
    );
}
