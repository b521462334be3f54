//! Joints of models in space: a small file for each construct, and what its scene has.

use std::fs;
use std::path::Path;
use zwang_exact::{Rational, Vector3};
use zwang_exchange::space::{Format, Imported, import};
use zwang_exchange::{ImportError, ImportOptions, Source};
use zwang_scene::space::{Given, Joint, Scene};

fn parse(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn text(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    fs::read_to_string(folder.join(file)).unwrap()
}

fn read_text(text: &str) -> Imported {
    import(text.as_bytes(), Format::Mjcf, &ImportOptions::default()).unwrap()
}

fn read(file: &str) -> Imported {
    read_text(&text(file))
}

fn refusal(text: &str) -> String {
    let options = ImportOptions::default();
    let refused = import(text.as_bytes(), Format::Mjcf, &options);
    let told = refused.unwrap_err().to_string();
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.starts_with("line ") && told.contains("expected "),
        "{told}"
    );
    told
}

fn point(vector: &Vector3) -> String {
    let coordinates = vector.coordinates().map(ToString::to_string);
    format!("({})", coordinates.join(" "))
}

fn told(scene: &Scene, joint: &Joint) -> String {
    let [first, second] = joint.bodies.map(|body| &scene.bodies[body].name);
    let mut text = format!("{} {first} {second}", joint.kind.name());
    for (_, given) in joint.kind.keys() {
        let vectors = match given {
            Given::One(vector) => std::slice::from_ref(vector),
            Given::Two(vectors) => vectors,
        };
        for vector in vectors {
            text.push(' ');
            text += &point(vector);
        }
    }
    text
}

fn joints(imported: &Imported) -> Vec<String> {
    let scene = &imported.scene;
    let joints = scene.joints.iter();
    joints.map(|joint| told(scene, joint)).collect()
}

#[test]
fn each_joint_becomes_its_own() {
    for (file, expected) in [
        (
            "cart-pole.xml",
            [
                "slider world cart (0 0 0) (1 0 0)",
                "hinge cart pole (0 0 0) (0 1 0)",
            ]
            .as_slice(),
        ),
        (
            "double-pendulum.xml",
            &[
                "hinge world upper (0 0 2) (0 1 0)",
                "hinge upper lower (1/2 0 2) (0 1 0)",
            ],
        ),
        (
            // The quaternion (2, 0, 0, 1) turns (1, 0, 1) to (3/5, 4/5, 1).
            "ball-arm.xml",
            &[
                "ball world upper (0 0 1)",
                "hinge upper lower (2/5 0 1) (3/5 4/5 1)",
            ],
        ),
        (
            // The second line meets the first in its own point.
            "universal.xml",
            &["universal world shaft (0 0 11/10) (2 1 1) (0 -1 1)"],
        ),
        ("hip.xml", &["ball pelvis thigh (0 3/20 7/5)"]),
        ("piston.xml", &["cylinder world piston (1/2 0 0) (0 0 -1)"]),
        (
            "telescope.xml",
            &[
                "hinge world arm (0 0 1) (0 1 0)",
                "slider arm rod (1/4 0 1) (1 0 0)",
            ],
        ),
        (
            "gripper.xml",
            &[
                "slider world palm (0 0 2/5) (0 0 1)",
                "slider palm left (-1/10 0 3/10) (1 0 0)",
                "slider palm right (1/10 0 3/10) (-1 0 0)",
            ],
        ),
        (
            "slider-crank.xml",
            &[
                "hinge world crank (0 0 0) (0 1 0)",
                "hinge crank rod (0 0 3/10) (0 1 0)",
                "slider world piston (4/5 0 0) (1 0 0)",
                "ball piston rod (4/5 0 0)",
            ],
        ),
        (
            "welded.xml",
            &["weld one two (0 0 1)", "weld lamp world (0 0 8/5)"],
        ),
        (
            "without-mass.xml",
            &["cylinder world wheel (0 0 3/2) (0 0 1)"],
        ),
    ] {
        assert_eq!(joints(&read(file)), expected, "{file}");
    }
}

/// The plane has no joint for a slide, and the refusal says that space has one.
#[test]
fn slides_lead_into_space() {
    for (file, is_of_space) in [
        ("cart-pole.xml", true),
        ("telescope.xml", true),
        ("ball-arm.xml", true),
        ("hip.xml", true),
        ("double-pendulum.xml", false),
    ] {
        let read = zwang_exchange::import(&text(file), Source::Mjcf, &ImportOptions::default());
        let leads = matches!(read, Err(ImportError::JointOfSpace(_)));
        assert_eq!(leads, is_of_space, "{file}");
    }
}

#[test]
fn notes_say_what_is_passed_over() {
    for (file, notes) in [
        (
            "cart-pole.xml",
            [
                "line 24: <motor> rests, and is passed over",
                "joints have no damping, range here: none of these acts on a body at rest in its \
                 own place",
                "1 fixed body or geom of the world is left out: it touches nothing",
            ]
            .as_slice(),
        ),
        (
            "telescope.xml",
            &[
                "joints have no frictionloss, range here: in the model this holds or pushes bodies \
                 from the beginning",
                "1 fixed body or geom of the world is left out: it touches nothing",
            ],
        ),
        (
            "slider-crank.xml",
            &[
                "line 19: <connect>: `piston` and `rod` touch in the model; here they ignore each \
                 other, as a joint joins them",
                "line 17: <exclude>: `crank` and `piston` touch here, as no joint joins them",
            ],
        ),
        (
            "without-mass.xml",
            &[
                "`target` touches nothing and only slides: no other body feels it, and it is left \
               out",
            ],
        ),
        (
            "piston.xml",
            &[
                "1 cylinders are prisms with 20 sides, which are off by at most 0.0025 m; masses \
               are those of the round ones",
            ],
        ),
    ] {
        assert_eq!(read(file).notes, notes, "{file}");
    }
}

/// A ball turns about its point, a hinge adds to that, and the hand moves with both. The axis of
/// the hinge, (1, 0, 1) in a turned frame, has an irrational length.
#[test]
fn velocities_are_those_of_the_key() {
    let scene = read("ball-arm.xml").scene;
    let upper = scene.bodies[0].dynamics.as_ref().unwrap();
    assert_eq!(upper.spin, Vector3::from_integers(0, 0, 1));
    let middle = Vector3::new(parse("0"), parse("1/5"), parse("0"));
    assert_eq!(upper.velocity, middle);
    let lower = scene.bodies[1].dynamics.as_ref().unwrap();
    let own = &lower.spin - &upper.spin;
    let off = own.dot(&own) - parse("9");
    assert!(off < parse("1e-17") && off > parse("-1e-17"), "{off}");
    assert!(
        own.cross(&Vector3::new(parse("3/5"), parse("4/5"), parse("1")))
            .is_zero()
    );

    let piston = read("piston.xml").scene;
    let free = piston.bodies[0].dynamics.as_ref().unwrap();
    // The hinge turns about -z.
    assert_eq!(free.spin, Vector3::from_integers(0, 0, -2));
    assert_eq!(free.velocity, Vector3::from_integers(0, 0, 1));
    let moved = text("ball-arm.xml").replace("1 0 0 0 0\"", "1 0 0 0 1\"");
    let resting = read_text(&moved);
    assert!(resting.scene.is_at_rest());
    assert!(
        resting
            .notes
            .iter()
            .any(|note| note.contains("other places"))
    );
    let told = refusal(&text("ball-arm.xml").replace("0 0 1 3", "0 0 1"));
    assert!(told.contains("fewer numbers in qvel"), "{told}");
}

/// Masses as MuJoCo has them: solids with π, lengths that are roots, and inertias in turned frames.
#[test]
fn masses_are_those_of_the_geoms() {
    let piston = read("piston.xml").scene;
    let free = piston.bodies[0].dynamics.as_ref().unwrap();
    // m r² / 2 about the axis, and m (3 r² + l²) / 12 across it.
    assert_eq!(
        free.inertia.rows[2].z,
        parse("2") * parse("0.04") / parse("2")
    );
    assert_eq!(
        free.inertia.rows[0].x,
        parse("2") * parse("0.16") / parse("12")
    );
    let lower = read("ball-arm.xml").scene.bodies[1]
        .dynamics
        .clone()
        .unwrap();
    assert_eq!(lower.mass, parse("3/4"));
    let palm = read("gripper.xml").scene.bodies[1]
        .dynamics
        .clone()
        .unwrap();
    assert_eq!(palm.inertia.rows[1].z, parse("1/1000"));
    let turned = text("gripper.xml").replace("<inertial pos", "<inertial quat=\"1 1 0 0\" pos");
    let palm = read_text(&turned).scene.bodies[1].dynamics.clone().unwrap();
    // About x by a right angle: y is -z, and z is y.
    assert_eq!(palm.inertia.rows[1].z, parse("-1/1000"));
    let heavy = text("cart-pole.xml").replace("geom=\"true\"", "geom=\"true\" settotalmass=\"6\"");
    let bodies = read_text(&heavy).scene.bodies;
    let masses = bodies.iter().filter_map(|body| body.dynamics.as_ref());
    let masses: Vec<Rational> = masses.map(|free| free.mass.clone()).collect();
    assert_eq!(masses, [parse("4"), parse("2")]);
    let weightless = text("cart-pole.xml").replace("mass=\"2\"", "mass=\"2\" density=\"0\"");
    assert_eq!(
        read_text(&weightless).scene.canonical(),
        read("cart-pole.xml").scene.canonical()
    );
    // Contacts of a scene are rigid, as in the plane.
    let soft = text("cart-pole.xml").replace("mass=\"2\"", "mass=\"2\" margin=\"1\" gap=\"1\"");
    assert_eq!(read_text(&soft), read("cart-pole.xml"));
    let least = heavy.replace("settotalmass=\"6\"", "boundmass=\"7\" boundinertia=\"9\"");
    assert!(refusal(&least).contains("boundinertia"));
}

/// MuJoCo takes the larger friction of two.
#[test]
fn frictions_are_those_of_pairs() {
    let scene = read("gripper.xml").scene;
    let ids: Vec<zwang_scene::BodyId> = (0..4).map(zwang_scene::BodyId).collect();
    for ([one, other], expected) in [([0, 1], "1"), ([0, 2], "3/2"), ([2, 3], "3/2")] {
        let found = scene.friction.between(ids[one], ids[other]);
        assert_eq!(found, parse(expected), "{one} {other}");
    }
}

/// A body is joined to a fixed one, and not to the world, if they touch no more in the model.
#[test]
fn bodies_touch_what_is_fixed() {
    let arm = "<mujoco><worldbody><body name='base'><geom type='box' size='1 1 1'/>\
               <body name='arm' pos='0 0 2'><joint/><geom type='box' size='.5 .5 .5'/></body>\
               </body></worldbody>CONTACT</mujoco>";
    let apart = arm.replace("CONTACT", "");
    assert_eq!(
        joints(&read_text(&apart)),
        ["hinge world arm (0 0 2) (0 0 1)"]
    );
    let exclude = "<contact><exclude body1='arm' body2='base'/></contact>";
    let joined = arm.replace("CONTACT", exclude);
    assert_eq!(
        joints(&read_text(&joined)),
        ["hinge base arm (0 0 2) (0 0 1)"]
    );
    let held = ImportOptions {
        fixed: vec!["arm".to_owned()],
        ..ImportOptions::default()
    };
    let fixed = import(apart.as_bytes(), Format::Mjcf, &held).unwrap();
    assert!(fixed.scene.joints.is_empty());
}

/// Joints between which bodies without mass would be.
#[test]
fn chains_of_joints_are_refused() {
    let model = |joints: &str| {
        format!(
            "<mujoco><worldbody>\n<body name='torso'>{joints}<geom size='1'/></body>\n\
             </worldbody></mujoco>"
        )
    };
    let slide =
        |name: &str, axis: &str| format!("<joint name='{name}' type='slide' axis='{axis}'/>");
    let hinge = |axis: &str, at: &str| format!("<joint axis='{axis}' pos='{at}'/>");
    let [x, y, z] = ["1 0 0", "0 1 0", "0 0 1"];
    let planar = slide("rootx", x) + &slide("rootz", z) + &hinge(y, "0 0 0");
    let told = refusal(&model(&planar));
    let found = "line 2: <body> `torso`: found the joints slide `rootx`, slide `rootz`, hinge; \
                 expected no joint or one";
    assert!(told.starts_with(found), "{told}");
    for refused in [
        // Hinges that do not meet, are not perpendicular, or leave no third axis.
        hinge(x, "0 0 0") + &hinge(y, "0 0 1"),
        hinge(x, "0 0 0") + &hinge("1 1 0", "0 0 0"),
        hinge(x, "0 0 0") + &hinge(y, "0 0 0") + &hinge("1 1 0", "0 0 0"),
        hinge(x, "0 0 0") + &hinge(y, "0 0 0") + &hinge(z, "1 0 0"),
        hinge(x, "0 0 0") + &slide("s", y),
        "<joint type='ball'/>".to_owned() + &slide("s", y),
        "<freejoint/>".to_owned() + &slide("s", y),
    ] {
        let told = refusal(&model(&refused));
        assert!(told.contains("<body> `torso`: found the joints "), "{told}");
    }
    let all = [x, y, z].map(|axis| slide("s", axis)).concat();
    for free in [
        all.clone() + "<joint type='ball'/>",
        all + &hinge(x, "0 0 0") + &hinge(y, "0 0 0") + &hinge(z, "0 0 0"),
    ] {
        let scene = read_text(&model(&free)).scene;
        assert!(scene.joints.is_empty() && !scene.bodies[0].is_fixed());
    }
    let twice = hinge(x, "0 0 0") + &hinge("-2 0 0", "7 0 0");
    assert_eq!(
        joints(&read_text(&model(&twice))),
        ["hinge world torso (0 0 0) (1 0 0)"]
    );
}

#[test]
fn other_equalities_are_refused() {
    for (from, to, word) in [
        ("<weld body1=\"lamp\"/>", "<joint joint1=\"a\"/>", "<joint>"),
        ("body1=\"lamp\"", "body1=\"moon\"", "body1=\"moon\""),
        ("body2=\"two\"", "body2=\"three\"", "body2=\"three\""),
        ("0 1 0 0 0 0 0", "0 1 0 1 0 0 0", "relpose"),
        (
            "<weld body1=\"lamp\"/>",
            "<connect body1=\"lamp\"/>",
            "no anchor",
        ),
    ] {
        let told = refusal(&text("welded.xml").replace(from, to));
        assert!(told.contains(word), "{told}");
    }
}
