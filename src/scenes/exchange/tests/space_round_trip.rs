//! A scene in space that is written as a model and read again is the same: bodies by their names,
//! corners in any order, the two bodies of a joint in either.

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use zwang_exact::{Matrix3, Quaternion, Rational, Vector3};
use zwang_exchange::space::{Format, export, import};
use zwang_exchange::{Exported, ImportOptions, Target};
use zwang_scene::AnyScene;
use zwang_scene::read::Syntax;
use zwang_scene::space::{
    Body, Dynamics, Given, Joint, JointKind, MassMoments, Part, Polyhedron, Scene,
};
use zwang_scene::{BodyId, Friction};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn scene(text: &str) -> Scene {
    match AnyScene::read(text, Syntax::Toml).unwrap() {
        AnyScene::Space(scene) => scene,
        AnyScene::Plane(_) => panic!("a scene of the plane"),
    }
}

fn written(scene: &Scene) -> Exported {
    export(scene, Target::Mjcf).unwrap()
}

fn again(text: &str) -> Scene {
    let options = ImportOptions::default();
    let imported = import(text.as_bytes(), Format::Mjcf, &options);
    imported
        .map_err(|error| format!("{error}\n{text}"))
        .unwrap()
        .scene
}

fn refusal(scene: &Scene) -> String {
    let told = export(scene, Target::Mjcf).unwrap_err().to_string();
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("expected "), "{told}");
    told
}

/// Compares numbers up to a bound.
struct Comparison {
    within: Rational,
}

impl Comparison {
    fn numbers(&self, one: &Rational, other: &Rational, thing: &str) {
        let difference = one - other;
        let difference = if difference < Rational::default() {
            -difference
        } else {
            difference
        };
        assert!(difference <= self.within, "{thing}: {one}, {other}");
    }

    fn vectors(&self, one: &Vector3, other: &Vector3, thing: &str) {
        for (own, its) in one.coordinates().into_iter().zip(other.coordinates()) {
            self.numbers(own, its, thing);
        }
    }

    fn bodies(&self, body: &Body, other: &Body) {
        let name = &body.name;
        assert_eq!(body.parts.len(), other.parts.len(), "{name}");
        for (part, again) in body.parts.iter().zip(&other.parts) {
            self.numbers(part.radius(), again.radius(), name);
            let mut corners = part.core().vertices().to_vec();
            let mut others = again.core().vertices().to_vec();
            corners.sort();
            others.sort();
            assert_eq!(corners.len(), others.len(), "{name}");
            for (corner, place) in corners.iter().zip(&others) {
                self.vectors(corner, place, name);
            }
        }
        let (Some(free), Some(again)) = (&body.dynamics, &other.dynamics) else {
            assert_eq!(body.dynamics, other.dynamics, "{name}");
            return;
        };
        self.numbers(&free.mass, &again.mass, name);
        self.vectors(&free.centroid, &again.centroid, name);
        self.vectors(&free.velocity, &again.velocity, name);
        self.vectors(&free.spin, &again.spin, name);
        for (row, its) in free.inertia.rows.iter().zip(&again.inertia.rows) {
            self.vectors(row, its, name);
        }
    }

    fn scenes(&self, scene: &Scene, found: &Scene) {
        self.vectors(&scene.gravity, &found.gravity, "gravity");
        assert_eq!(names(scene), names(found));
        for body in &scene.bodies {
            let other = found.body_named(&body.name).unwrap();
            self.bodies(body, other);
            let [own, its] = [scene, found].map(|scene| {
                let id = scene.body_id(&body.name).unwrap();
                scene.friction.of_body(id)
            });
            // Bodies without a shape have no friction in a model.
            if !body.parts.is_empty() {
                self.numbers(&own, &its, &body.name);
            }
        }
        assert_eq!(joints(scene), joints(found));
    }
}

fn exact() -> Comparison {
    Comparison {
        within: Rational::default(),
    }
}

fn names(scene: &Scene) -> BTreeSet<&str> {
    let bodies = scene.bodies.iter();
    bodies.map(|body| body.name.as_str()).collect()
}

/// Each joint: its kind, its bodies and its vectors, those of the first body by name first.
fn joints(scene: &Scene) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for Joint { bodies, kind } in &scene.joints {
        let mut names = bodies.map(|body| scene.bodies[body.0].name.clone());
        let mut vectors = Vec::new();
        let is_turned = names[0] > names[1];
        names.sort();
        for (key, given) in kind.keys() {
            match given {
                Given::One(one) => vectors.push(format!("{key} {one:?}")),
                Given::Two([one, other]) if is_turned => {
                    vectors.push(format!("{key} {other:?} {one:?}"));
                }
                Given::Two([one, other]) => vectors.push(format!("{key} {one:?} {other:?}")),
            }
        }
        all.insert(format!("{} {names:?} {vectors:?}", kind.name()));
    }
    all
}

#[test]
fn scenes_of_the_gallery_are_the_same_up_to_rounding() {
    let rounding = Comparison {
        within: number("1e-15"),
    };
    let mut counts = [0; 3];
    for entry in fs::read_dir(folder().join("../../../scenes/space")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // Templates are another crate's.
        let Ok(AnyScene::Space(scene)) = AnyScene::read(&text, Syntax::Toml) else {
            continue;
        };
        let Ok(exported) = export(&scene, Target::Mjcf) else {
            refusal(&scene);
            counts[0] += 1;
            continue;
        };
        let found = again(&exported.text);
        assert_eq!(found.name, scene.name);
        if exported.notes.iter().any(|note| note.contains("rounded")) {
            rounding.scenes(&scene, &found);
            counts[1] += 1;
        } else {
            exact().scenes(&scene, &found);
            counts[2] += 1;
        }
    }
    let [refused, rounded, same] = counts;
    assert!(same >= 3 && rounded + same >= 5, "{refused} {counts:?}");
}

/// Joints of all kinds that a tree can have, and equalities.
#[test]
fn joints_of_models_come_back() {
    let mut kinds = BTreeSet::new();
    for entry in fs::read_dir(folder().join("tests/models")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let options = ImportOptions::default();
        let Ok(imported) = import(text.as_bytes(), Format::Mjcf, &options) else {
            continue;
        };
        let mut scene = imported.scene;
        for free in scene.bodies.iter_mut().flat_map(|body| &mut body.dynamics) {
            free.velocity = Vector3::zero();
            free.spin = Vector3::zero();
        }
        // A model takes the larger one of two frictions.
        let rough = scene.body_ids().map(|body| (body, number("1/2")));
        scene.friction = Friction::new(rough, []);
        let exported = written(&scene);
        if exported.notes.is_empty() {
            exact().scenes(&scene, &again(&exported.text));
            for joint in &scene.joints {
                kinds.insert(joint.kind.name());
            }
        }
    }
    let expected = ["ball", "cylinder", "hinge", "slider", "universal", "weld"];
    assert_eq!(kinds, BTreeSet::from(expected));
}

const ARM: &str = r#"
    format = "zwang-space-1"
    name = "arm"
    body = [
        { name = "frame", fixed = true, parts = [] },
        { name = "upper", box = { center = [1, 0, 0], size = [2, 1, 1] } },
        { name = "lower", box = { center = [3, 0, 0], size = [2, 1, 1] } },
        { name = "floor", fixed = true, box = { center = [0, 0, -2], size = [9, 9, 1] } },
    ]
    joint = [
        { kind = "hinge", bodies = ["upper", "frame"], at = [0, 0, 0], axis = [0, 3, 4] },
        { kind = "universal", bodies = ["lower", "upper"], at = [2, 0, 0], axes = [[0, 0, 1], [0, 1, 0]] },
    ]
"#;

#[test]
fn a_body_is_in_the_one_that_holds_it() {
    let scene = scene(ARM);
    let exported = written(&scene);
    assert_eq!(
        exported.notes,
        ["`frame`, which has no shape, is called `world`"]
    );
    let lower = exported
        .text
        .find(r#"<body name="lower" pos="2 0 0">"#)
        .unwrap();
    let upper = exported
        .text
        .find(r#"<body name="upper" pos="1 0 0">"#)
        .unwrap();
    let end = exported.text.find("\n    </body>").unwrap();
    assert!(upper < lower && lower < end, "{}", exported.text);
    let mut renamed = scene;
    renamed.bodies[0].name = "world".to_owned();
    exact().scenes(&renamed, &again(&exported.text));
}

#[test]
fn boxes_are_boxes_however_they_are_turned() {
    for rotation in [
        "[1, 0, 0, 0]",
        "[2, 0, 0, 1]",
        "[3, 1, -2, 5]",
        "[0, 1, 1, 0]",
    ] {
        let scene = scene(&format!(
            r#"
            format = "zwang-space-1"
            name = "turned"
            body = [
                {{ name = "a", box = {{ center = [1, 2, 3], size = [1, 2, 4], rotation = {rotation} }} }},
            ]
        "#
        ));
        let exported = written(&scene);
        assert!(exported.text.contains(r#"type="box""#), "{}", exported.text);
        assert_eq!(exported.notes, [""; 0]);
        exact().scenes(&scene, &again(&exported.text));
    }
    // A square prism whose edges have irrational lengths, and one that is not a box.
    for corners in [
        "[0, 0], [1, 1], [0, 2], [-1, 1]",
        "[0, 0], [2, 0], [2, 2], [0, 1]",
    ] {
        let all = ["0", "1"]
            .map(|z| corners.replace(']', &format!(", {z}]")))
            .join(", ");
        let scene = scene(&format!(
            r#"
            format = "zwang-space-1"
            name = "prism"
            body = [ {{ name = "a", mass = 2, inertia = [1, 2, 2], centroid = [0, 1, 0], parts = [[{all}]] }} ]
        "#
        ));
        let exported = written(&scene);
        assert!(
            exported.text.contains(r#"type="mesh""#),
            "{}",
            exported.text
        );
        exact().scenes(&scene, &again(&exported.text));
    }
}

#[test]
fn what_a_model_has_not_is_refused() {
    let with = |old: &str, new: &str| {
        assert!(ARM.contains(old));
        scene(&ARM.replace(old, new))
    };
    for (changed, told) in [
        (
            with(
                "joint = [",
                r#"joint = [ { kind = "rod", bodies = ["upper", "frame"], ends = [[2, 0, 0], [0, 0, 5]] },"#,
            ),
            "joint of `upper` and `frame`: found a rod, which MuJoCo has not",
        ),
        (
            with(
                "joint = [",
                r#"joint = [ { kind = "hinge", bodies = ["lower", "floor"], at = [4, 0, 0], axis = [0, 3, 4] },"#,
            ),
            "found a universal, which closes a loop of joints",
        ),
        (
            with(r#"name = "floor""#, r#"name = "world""#),
            "body `world`: found the name that MuJoCo has for the world",
        ),
        (
            with("size = [9, 9, 1]", "size = [9, 9, 1], radius = 1"),
            "body `floor`: found a rounded part that is neither a ball nor a capsule",
        ),
        (
            with(
                "size = [2, 1, 1] } },",
                "size = [2, 1, 1] }, force = [0, 1, 0] },",
            ),
            "scene: found loads; expected none for MuJoCo, whose models hold no forces",
        ),
        (
            with(
                "joint = [",
                r#"bond = [ { bodies = ["upper", "lower"], at = [2, 0, 0], pull = [1, 0, 0] } ]
                joint = ["#,
            ),
            "scene: found bonds; expected none for MuJoCo, where nothing that holds gives way",
        ),
    ] {
        let found = refusal(&changed);
        assert!(found.contains(told), "{found}; expected {told}");
    }
    for engine in [Target::Box2d, Target::Pymunk] {
        let told = export(&scene(ARM), engine).unwrap_err().to_string();
        assert_eq!(
            told,
            "scene: found bodies in space; expected a scene of the plane, or --to mjcf"
        );
    }
}

/// Each joint has a speed of its own along or about its axis, and what it holds moves with it.
#[test]
fn speeds_of_joints_come_back() {
    let mut arm = scene(ARM);
    arm.bodies[0].name = "world".to_owned();
    let turning = Vector3::from_integers(0, 3, 4);
    let upper = arm.bodies[1].dynamics.as_mut().unwrap();
    upper.velocity = turning.cross(&upper.centroid);
    upper.spin = turning.clone();
    // Against the upper one the lower one turns about both axes, through (2, 0, 0).
    let elbow = Vector3::from_integers(2, 0, 0);
    let lower = arm.bodies[2].dynamics.as_mut().unwrap();
    lower.spin = &turning + &Vector3::from_integers(0, -7, 11);
    let arm_of_centroid = &lower.centroid - &elbow;
    lower.velocity = &turning.cross(&elbow) + &lower.spin.cross(&arm_of_centroid);
    let exported = written(&arm);
    assert!(
        exported.text.contains(r#"<key qvel="5 -7 11"/>"#),
        "{}",
        exported.text
    );
    exact().scenes(&arm, &again(&exported.text));

    let telescope = scene(
        r#"
        format = "zwang-space-1"
        name = "telescope"
        body = [
            { name = "world", fixed = true, parts = [] },
            { name = "mast", box = { center = [0, 0, 1], size = [1, 1, 2] }, velocity = [0, 0, -3], spin = [0, 0, 2] },
            { name = "sled", box = { center = [5, 0, 1], size = [1, 1, 1] }, velocity = [4, 10, -3], spin = [0, 0, 2] },
            { name = "crate", box = { center = [9, 9, 9], size = [1, 1, 1] }, velocity = [1, 2, 3] },
        ]
        joint = [
            { kind = "cylinder", bodies = ["mast", "world"], at = [0, 0, 0], axis = [0, 0, 5] },
            { kind = "slider", bodies = ["mast", "sled"], at = [5, 0, 1], axis = [-2, 0, 0] },
        ]
    "#,
    );
    let exported = written(&telescope);
    let speeds = r#"<key qvel="-3 2 -4 1 2 3 0 0 0"/>"#;
    assert!(exported.text.contains(speeds), "{}", exported.text);
    exact().scenes(&telescope, &again(&exported.text));
}

/// A smoother body has a greater priority, and a pair with a friction of its own is one of geoms.
#[test]
fn frictions_of_bodies_and_pairs_come_back() {
    let text = ARM
        .replace("joint = [", "friction = 1/2\n pair = [ { bodies = [\"lower\", \"floor\"], friction = 0 } ]\n joint = [")
        .replace("friction = 1/2", "friction = \"1/2\"")
        .replace("size = [9, 9, 1] } }", "size = [9, 9, 1] }, friction = \"1/4\" }");
    let mut arm = scene(&text);
    arm.bodies[0].name = "world".to_owned();
    let exported = written(&arm);
    for part in [
        r#"<geom type="box" pos="0 0 -2" size="4.5 4.5 0.5" name="part 3 0""#,
        r#"condim="3" friction="0.25 0 0" priority="1"/>"#,
        r#"<pair geom1="part 2 0" geom2="part 3 0" condim="1"/>"#,
    ] {
        assert!(
            exported.text.contains(part),
            "no {part} in {}",
            exported.text
        );
    }
    let found = again(&exported.text);
    exact().scenes(&arm, &found);
    let between = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|name| found.body_id(name).unwrap());
        found.friction.between(one, other)
    };
    assert_eq!(between("upper", "floor"), number("1/4"));
    assert_eq!(between("lower", "floor"), number("0"));
}

/// Decimals of a few digits.
fn decimal() -> impl Strategy<Value = Rational> {
    (-2000_i64..2000, 0_u32..4).prop_map(|(digits, places)| {
        let power = 10_i64.pow(places);
        Rational::new(digits.into(), power.into())
    })
}

fn vector() -> impl Strategy<Value = Vector3> {
    (decimal(), decimal(), decimal()).prop_map(|(x, y, z)| Vector3::new(x, y, z))
}

fn side() -> impl Strategy<Value = Rational> {
    (1_i64..2000).prop_map(|digits| Rational::new(digits.into(), 64.into()))
}

fn part() -> impl Strategy<Value = Part> {
    let turn = proptest::array::uniform4(-9_i64..9);
    let cuboid = (vector(), side(), side(), side(), turn).prop_map(|(center, x, y, z, turn)| {
        let [w, i, j, k] = turn;
        let turn = Quaternion::from_integers(if turn == [0; 4] { 1 } else { w }, i, j, k);
        let size = Vector3::new(x, y, z);
        Polyhedron::cuboid(&center, &size, &turn.rotation())
            .unwrap()
            .into()
    });
    let tent = (vector(), side(), side()).prop_map(|(at, width, height)| {
        let zero = Rational::default();
        let arms = [
            Vector3::zero(),
            Vector3::new(width.clone(), zero.clone(), zero.clone()),
            Vector3::new(zero.clone(), width, zero.clone()),
            Vector3::new(zero.clone(), zero, height),
        ];
        let corners = arms.map(|arm| &at + &arm);
        Polyhedron::new(corners.to_vec()).unwrap().0.into()
    });
    let ball = (vector(), side())
        .prop_map(|(center, radius)| Part::rounded(vec![center], radius).unwrap().0);
    let capsule = (vector(), side(), side()).prop_map(|(from, length, radius)| {
        let to = &from + &Vector3::new(length, Rational::default(), Rational::default());
        Part::rounded(vec![from, to], radius).unwrap().0
    });
    prop_oneof![cuboid, tent, ball, capsule]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Shapes, places, masses, velocities, gravity and friction; bodies may overlap, which nobody
    /// looks at.
    #[test]
    fn any_scene_of_short_decimals_is_the_same_again(
        bodies in proptest::collection::vec((part(), vector(), vector(), 0..3), 1..6),
        gravity in vector(),
        frictions in proptest::collection::vec(0_i64..3, 6),
        of_pair in proptest::option::of(0_i64..4),
        // What is joined is at rest.
        joined in proptest::option::of((vector(), any::<bool>())),
    ) {
        let mut all = Vec::new();
        for (index, (part, centroid, motion, kind)) in bodies.into_iter().enumerate() {
            let mut dynamics = None;
            if kind > 0 || index == 0 {
                let two = Rational::from_integer(2.into());
                let mut free = Dynamics::at_rest(MassMoments {
                    mass: Rational::new(3.into(), 8.into()),
                    centroid,
                    second: &Matrix3::identity() + &Matrix3::outer(&gravity, &gravity),
                });
                if let (1, Some(polyhedron)) = (kind, part.polyhedron())
                    && polyhedron.vertices().len() == 8
                {
                    free = Dynamics::homogeneous([polyhedron], &two);
                }
                if joined.is_none() {
                    free.velocity = &motion + &gravity;
                    free.spin = motion;
                }
                dynamics = Some(free);
            }
            all.push(Body { name: format!("body & <{index}>"), parts: vec![part], dynamics });
        }
        let mut joints = Vec::new();
        if let Some((at, is_weld)) = joined
            && all.len() > 1
        {
            let bodies = [BodyId(0), BodyId(all.len() - 1)];
            let kind = if is_weld { JointKind::Weld { at } } else { JointKind::Ball { at } };
            joints.push(Joint { bodies, kind });
        }
        let quarter = |count: i64| Rational::new(count.into(), 4.into());
        let rough = frictions.into_iter().take(all.len()).enumerate();
        let rough = rough.map(|(index, count)| (BodyId(index), quarter(count)));
        // The first body is free.
        let has_pair = all.len() > 2 || (all.len() == 2 && joints.is_empty());
        let pair = of_pair.filter(|_| has_pair);
        let pair = pair.map(|count| ([BodyId(0), BodyId(1)], quarter(count)));
        let scene = Scene {
            name: "a <scene> & \"more\"".to_owned(),
            title: None,
            expect: None,
            gravity,
            friction: Friction::new(rough, pair),
            bodies: all,
            loads: Vec::new(),
            bonds: Vec::new(),
            joints,
        };
        let exported = written(&scene);
        prop_assert_eq!(&exported.notes, &[] as &[String]);
        exact().scenes(&scene, &again(&exported.text));
    }
}
