//! Written scenes read back, and look as they should.

use proptest::prelude::*;
use zwang_exact::{Rational, Vector};
use zwang_families::*;
use zwang_scene::{
    Body, BodyId, Dynamics, Expectation, Friction, Load, Pin, Polygon, Scene, SceneRestitution,
    read,
};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

fn square(x: i64, side: i64) -> Polygon {
    Polygon::rectangle(
        &Vector::from_integers(x, 0),
        &Vector::from_integers(side, side),
    )
    .unwrap()
}

fn scene(bodies: Vec<Body>) -> Scene {
    let gravity = Vector::from_integers(0, -1);
    Scene {
        name: "test".to_owned(),
        title: None,
        expect: None,
        gravity,
        bodies,
        pins: vec![],
        friction: Friction::default(),
        restitution: SceneRestitution::default(),
        loads: Vec::new(),
    }
}

fn assert_reads_back(scene: &Scene) {
    for (text, reading) in [
        (
            zwang_writer::to_toml(scene),
            read::parse_toml(&zwang_writer::to_toml(scene)),
        ),
        (
            zwang_writer::to_json(scene),
            read::parse_json(&zwang_writer::to_json(scene)),
        ),
        (
            zwang_writer::to_json_line(scene),
            read::parse_json(&zwang_writer::to_json_line(scene)),
        ),
    ] {
        let reading = reading.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(in_order(reading.scene), in_order(scene.clone()), "{text}");
        assert!(reading.notes.is_empty(), "{text}");
    }
}

/// The scene with its loads in the order of their names, as what is read back has another.
fn in_order(mut scene: Scene) -> Scene {
    scene.loads.sort_by(|one, other| one.name.cmp(&other.name));
    scene
}

fn two_bodies() -> Scene {
    let parts = vec![
        square(0, 1),
        Polygon::new(vec![
            Vector::from_integers(1, 0),
            Vector::from_integers(3, 1),
            Vector::from_integers(2, 2),
        ])
        .unwrap()
        .0,
    ];
    let free = Dynamics {
        mass: ratio(2, 1),
        centroid: Vector::new(ratio(1, 2), ratio(-1, 3)),
        inertia: ratio(5, 7),
        velocity: Vector::from_integers(1, 0),
        spin: ratio(-1, 2),
    };
    let mut scene = scene(vec![
        Body {
            name: "post".to_owned(),
            parts: vec![square(-9, 2)],
            dynamics: None,
        },
        Body {
            name: "odd \"one\"".to_owned(),
            parts,
            dynamics: Some(free),
        },
    ]);
    scene.title = Some("Back\\slash and \"quotes\"".to_owned());
    scene.expect = Some(Expectation::Moves);
    scene.pins = vec![
        Pin {
            first: BodyId(1),
            second: Some(BodyId(0)),
            at: Vector::new(ratio(1, 2), ratio(-1, 3)),
            collide: true,
        },
        Pin {
            first: BodyId(1),
            second: None,
            at: Vector::zero(),
            collide: false,
        },
    ];
    scene
}

const TWO_BODIES_TOML: &str = r#"format = "zwang-scene-1"
name = "test"
title = "Back\\slash and \"quotes\""
expect = "moves"
gravity = ["0", "-1"]

[[body]]
name = "post"
fixed = true
rectangle = { center = ["-9", "0"], size = ["2", "2"] }

[[body]]
name = "odd \"one\""
parts = [
  [["-1/2", "-1/2"], ["1/2", "-1/2"], ["1/2", "1/2"], ["-1/2", "1/2"]],
  [["1", "0"], ["3", "1"], ["2", "2"]]
]
mass = "2"
inertia = "5/7"
centroid = ["1/2", "-1/3"]
velocity = ["1", "0"]
spin = "-1/2"

[[pin]]
bodies = ["odd \"one\"", "post"]
at = ["1/2", "-1/3"]
collide = true

[[pin]]
bodies = ["odd \"one\""]
at = ["0", "0"]
"#;

const CANTILEVER_JSON: &str = r#"{
  "format": "zwang-scene-1",
  "name": "cantilever",
  "title": "A brick on the edge of a table",
  "expect": "falls",
  "gravity": ["0", "-10"],
  "body": [
    {
      "name": "table",
      "fixed": true,
      "rectangle": { "center": ["-29/20", "-1"], "size": ["29/10", "2"] }
    },
    {
      "name": "brick",
      "rectangle": { "center": ["1/10", "1/4"], "size": ["2", "1/2"] }
    }
  ]
}
"#;

const CANTILEVER_LINE: &str = concat!(
    r#"{"format": "zwang-scene-1", "name": "cantilever", "#,
    r#""title": "A brick on the edge of a table", "#,
    r#""expect": "falls", "gravity": ["0", "-10"], "body": [{"name": "table", "fixed": true, "#,
    r#""rectangle": { "center": ["-29/20", "-1"], "size": ["29/10", "2"] }}, {"name": "brick", "#,
    r#""rectangle": { "center": ["1/10", "1/4"], "size": ["2", "1/2"] }}]}"#,
);

#[test]
fn the_layout() {
    assert_eq!(zwang_writer::to_toml(&two_bodies()), TWO_BODIES_TOML);
    assert_eq!(
        zwang_writer::to_json(&cantilever(&Cantilever::default()).unwrap()),
        CANTILEVER_JSON
    );
    assert_eq!(
        zwang_writer::to_json_line(&cantilever(&Cantilever::default()).unwrap()),
        CANTILEVER_LINE
    );
}

#[test]
fn mass_is_written_in_the_shortest_exact_way() {
    let homogeneous = |density| Dynamics::homogeneous(&[square(4, 2)], &density);
    let written = |dynamics| {
        let scene = scene(vec![Body {
            name: "b".to_owned(),
            parts: vec![square(4, 2)],
            dynamics: Some(dynamics),
        }]);
        assert_reads_back(&scene);
        let text = zwang_writer::to_toml(&scene);
        text.lines()
            .skip_while(|line| !line.starts_with("rectangle"))
            .skip(1)
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(written(homogeneous(ratio(1, 1))), "");
    assert_eq!(written(homogeneous(ratio(2, 3))), "density = \"2/3\"");
    let lighter = Dynamics {
        inertia: ratio(1, 9),
        ..homogeneous(ratio(1, 1))
    };
    assert_eq!(written(lighter), "mass = \"4\"; inertia = \"1/9\"");
    let eccentric = Dynamics {
        centroid: Vector::from_integers(4, 1),
        ..homogeneous(ratio(1, 1))
    };
    assert_eq!(
        written(eccentric),
        "mass = \"4\"; inertia = \"8/3\"; centroid = [\"4\", \"1\"]"
    );
}

#[test]
fn only_upright_rectangles_from_the_lower_left_are_rectangles() {
    for turn in 0..4 {
        let mut vertices = square(0, 2).vertices().to_vec();
        vertices.rotate_left(turn);
        let parts = vec![Polygon::new(vertices).unwrap().0];
        let scene = scene(vec![Body {
            name: "b".to_owned(),
            parts,
            dynamics: None,
        }]);
        assert_reads_back(&scene);
        assert_eq!(
            zwang_writer::to_toml(&scene).contains("rectangle"),
            turn == 0,
            "{turn}"
        );
    }
}

#[test]
fn generated_scenes_read_back() {
    let brick = Brick {
        width: ratio(7, 3),
        height: ratio(2, 5),
        density: ratio(3, 2),
    };
    for scene in [
        harmonic(9, &ratio(1, 1_000_000_000_000), &brick),
        diamond(4, &brick),
        parabolic(3, &brick),
        wall(3, 4, Bond::Running, &brick),
        arch(&Arch {
            weights: Weights::Balanced,
            half_angle_tangent: ratio(2, 3),
            ..Arch::default()
        }),
        wedge(&Wedge {
            movable: true,
            ..Wedge::default()
        }),
        ladder(&Ladder::default()),
        beam(3, &brick),
        seesaw(&Seesaw::default()),
        dominoes(&Dominoes {
            leaning: 3,
            ..Dominoes::default()
        }),
    ] {
        assert_reads_back(&scene.unwrap());
    }
    assert_reads_back(&two_bodies());
}

#[test]
fn the_largest_harmonic_stack_has_numbers_short_enough_to_be_read() {
    let text =
        zwang_writer::to_toml(&harmonic(MAX_HARMONIC, &ratio(0, 1), &Brick::default()).unwrap());
    let longest = text.split('"').map(str::len).max();
    assert!(longest < Some(zwang_exact::MAX_DIGITS), "{longest:?}");
}

/// One joint of each kind, and a body without parts.
#[test]
fn joints_in_space_are_written_and_read_back() {
    let text = r#"
        format = "zwang-space-1"
        name = "joined"
        body = [
            { name = "world", fixed = true, parts = [] },
            { name = "a \"1\"", box = { center = [0, 0, 0], size = [1, 2, 3] } },
            { name = "b", ball = { center = [2, 0, "1/3"], radius = 1 }, mass = 2 },
        ]
        joint = [
            { kind = "ball", bodies = ["world", "b"], at = ["1/7", 0, 0] },
            { kind = "hinge", bodies = ["b", "a \"1\""], at = [0, 0, 0], axis = [0, -1, "1/3"] },
            { kind = "slider", bodies = ["b", "world"], at = [0, 0, 0], axis = [0, 5, 0] },
            { kind = "cylinder", bodies = ["b", "world"], at = [1, 0, 0], axis = [0, 0, 1] },
            { kind = "universal", bodies = ["b", "world"], at = [1, 0, 0], axes = [[0, 0, 1], ["-2/3", 1, 0]] },
            { kind = "weld", bodies = ["b", "world"], at = [1, 2, 3] },
            { kind = "rod", bodies = ["world", "b"], ends = [[1, 2, 3], [1, 2, "7/2"]] },
        ]
    "#;
    let scene: zwang_scene::space::Scene = text.parse().unwrap();
    assert_eq!(scene.joints.len(), 7);
    let written = [
        zwang_writer::space::to_toml(&scene),
        zwang_writer::space::to_json(&scene),
        zwang_writer::space::to_json_line(&scene),
    ];
    for text in written {
        assert_eq!(text.parse().as_ref(), Ok(&scene), "{text}");
    }
}

fn number() -> impl Strategy<Value = Rational> {
    (-1_000_000_i64..1_000_000, 1_i64..10_000).prop_map(|(p, q)| ratio(p, q))
}

fn positive() -> impl Strategy<Value = Rational> {
    (1_i64..1_000_000, 1_i64..10_000).prop_map(|(p, q)| ratio(p, q))
}

fn vector() -> impl Strategy<Value = Vector> {
    (number(), number()).prop_map(|(x, y)| Vector::new(x, y))
}

fn dynamics() -> impl Strategy<Value = Dynamics> {
    (positive(), vector(), positive(), vector(), number()).prop_map(
        |(mass, centroid, inertia, velocity, spin)| Dynamics {
            mass,
            centroid,
            inertia,
            velocity,
            spin,
        },
    )
}

fn triangle_part() -> impl Strategy<Value = Polygon> {
    (vector(), vector(), vector()).prop_filter_map("collinear", |(a, b, c)| {
        Polygon::new(vec![a, b, c]).ok().map(|(part, _)| part)
    })
}

/// The parts of a random load.
#[derive(Clone, Debug)]
struct Push {
    on_second: bool,
    at: Option<Vector>,
    force: Option<Vector>,
    torque: Option<Rational>,
    has_name_of_body: bool,
}

impl Push {
    /// The load, unless its body is fixed or another load has its name.
    fn load(self, index: usize, scene: &Scene) -> Option<Load> {
        let id = BodyId(usize::from(self.on_second));
        let body = scene.body(id)?;
        let free = body.dynamics.as_ref()?;
        let name = if self.has_name_of_body {
            body.name.clone()
        } else {
            format!("load \"{index}\"")
        };
        if scene.load_named(&name).is_some() {
            return None;
        }
        Some(Load {
            name,
            body: id,
            at: self.at.unwrap_or_else(|| free.centroid.clone()),
            force: self.force.unwrap_or_default(),
            torque: self.torque.unwrap_or_default(),
        })
    }
}

fn push() -> impl Strategy<Value = Push> {
    let optional_vector = || proptest::option::of(vector());
    (
        proptest::bool::ANY,
        optional_vector(),
        optional_vector(),
        proptest::option::of(number()),
        proptest::bool::ANY,
    )
        .prop_map(|(on_second, at, force, torque, has_name_of_body)| Push {
            on_second,
            at,
            force,
            torque,
            has_name_of_body,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_scene_reads_back(
        gravity in vector(),
        title in proptest::option::of("[ -~äλ☃]{1,20}"),
        parts in proptest::collection::vec(triangle_part(), 1..4),
        dynamics in proptest::option::of(dynamics()),
        density in positive(),
        at in vector(),
        collide in proptest::bool::ANY,
        loads in proptest::collection::vec(push(), 0..4),
        restitution in proptest::collection::vec(0_i64..=3, 3),
    ) {
        let rod = Dynamics::homogeneous(&parts, &density);
        let bodies = vec![
            Body { name: "first".to_owned(), parts: parts.clone(), dynamics },
            Body { name: "second".to_owned(), parts, dynamics: Some(rod) },
        ];
        let pins = vec![Pin { first: BodyId(1), second: Some(BodyId(0)), at, collide }];
        let title = title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
        let mut scene = Scene { title, gravity, pins, ..scene(bodies) };
        for (index, push) in loads.into_iter().enumerate() {
            let load = push.load(index, &scene);
            scene.loads.extend(load);
        }
        let [first, second, pair] = [0, 1, 2].map(|index| ratio(restitution[index], 3));
        let of_bodies = [(BodyId(0), first), (BodyId(1), second)];
        scene.restitution = SceneRestitution::new(of_bodies, [([BodyId(0), BodyId(1)], pair)]);
        assert_reads_back(&scene);
    }
}

#[test]
fn friction_is_written_once_if_all_bodies_have_the_same() {
    let smooth = two_bodies();
    let mut scene = smooth.clone();
    scene.friction = Friction::uniform(&scene.bodies, &ratio(1, 2));
    assert_reads_back(&scene);
    let text = zwang_writer::to_toml(&scene);
    assert_eq!(text.matches("friction").count(), 1, "{text}");
    assert!(text.contains("\nfriction = \"1/2\"\n\n[[body]]"), "{text}");
    scene.friction = Friction::new(
        [(BodyId(1), ratio(2, 7))],
        [([BodyId(0), BodyId(1)], ratio(3, 1))],
    );
    assert_reads_back(&scene);
    assert_eq!(zwang_writer::to_toml(&scene).matches("friction").count(), 2);
    assert!(!zwang_writer::to_json(&smooth).contains("friction"));
}

#[test]
fn restitution_is_written_once_if_all_bodies_have_the_same() {
    let mut scene = two_bodies();
    let [post, other] = [BodyId(0), BodyId(1)];
    let same = [(post, ratio(1, 2)), (other, ratio(1, 2))];
    scene.restitution = SceneRestitution::new(same, []);
    assert_reads_back(&scene);
    let text = zwang_writer::to_toml(&scene);
    let head = "\nrestitution = \"1/2\"\n\n[[body]]";
    assert!(text.contains(head), "{text}");
    assert_eq!(text.matches("restitution").count(), 1, "{text}");
    let pair = [post, other];
    scene.restitution = SceneRestitution::new([(other, ratio(2, 7))], [(pair, ratio(1, 1))]);
    scene.friction = Friction::new([(post, ratio(1, 3))], []);
    assert_reads_back(&scene);
    let text = zwang_writer::to_toml(&scene);
    assert_eq!(text.matches("restitution").count(), 2, "{text}");
    let end = "[[pair]]\nbodies = [\"post\", \"odd \\\"one\\\"\"]\nrestitution = \"1\"\n";
    assert!(text.ends_with(end), "{text}");
    scene.friction = Friction::new([], [(pair, ratio(3, 1))]);
    assert_reads_back(&scene);
    let text = zwang_writer::to_toml(&scene);
    let both = "friction = \"3\"\nrestitution = \"1\"\n";
    assert!(text.ends_with(both), "{text}");
}

#[test]
fn a_load_stands_in_the_entry_of_its_body_if_it_has_its_name_and_its_centroid() {
    let mut scene = two_bodies();
    let load = |name: &str, at: Vector, force: Vector, torque: Rational| Load {
        name: name.to_owned(),
        body: BodyId(1),
        at,
        force,
        torque,
    };
    let centroid = Vector::new(ratio(1, 2), ratio(-1, 3));
    let name = "odd \"one\"";
    let force = Vector::from_integers(3, 0);
    let zero = ratio(0, 1);
    scene.loads = vec![
        load("wind", Vector::zero(), Vector::zero(), ratio(-1, 4)),
        load(name, centroid.clone(), force.clone(), zero.clone()),
        load("air", Vector::zero(), Vector::zero(), zero.clone()),
        load("post", centroid.clone(), force.clone(), ratio(1, 1)),
    ];
    assert_reads_back(&scene);
    let text = zwang_writer::to_toml(&scene);
    assert!(
        text.contains("spin = \"-1/2\"\nforce = [\"3\", \"0\"]\n\n"),
        "{text}"
    );
    let listed = r#"
[[load]]
name = "wind"
body = "odd \"one\""
at = ["0", "0"]
torque = "-1/4"

[[load]]
name = "air"
body = "odd \"one\""
at = ["0", "0"]
force = ["0", "0"]

[[load]]
name = "post"
body = "odd \"one\""
at = ["1/2", "-1/3"]
force = ["3", "0"]
torque = "1"
"#;
    assert!(text.ends_with(listed), "{text}");
    // Elsewhere it is listed, with the name of its body.
    scene.loads = vec![load(name, Vector::zero(), force, zero)];
    assert_reads_back(&scene);
    assert!(
        zwang_writer::to_toml(&scene).contains("[[load]]\nname = \"odd"),
        "{text}"
    );
}

/// A uniform disk needs its mass only; one whose weight is elsewhere says so.
#[test]
fn uniform_disks_have_their_mass_alone() {
    let text = "format = 'zwang-scene-1'\nname = 'disk'\ngravity = [0, -1]\n\
                [[body]]\nname = 'disk'\nmass = 2\ndisk = { center = [0, 1], radius = 3 }\n";
    let uniform: Scene = text.parse().unwrap();
    assert_reads_back(&uniform);
    let written = zwang_writer::to_toml(&uniform);
    assert!(!written.contains("inertia"), "{written}");
    let mut weighted = uniform;
    weighted.bodies[0].dynamics.as_mut().unwrap().centroid = Vector::from_integers(1, 1);
    assert_reads_back(&weighted);
    assert!(zwang_writer::to_toml(&weighted).contains("centroid"));
}
