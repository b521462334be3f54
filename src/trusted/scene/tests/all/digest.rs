//! The canonical form and the digest, against a text written by hand from `proofs/FORMAT.md` and
//! its SHA-256 from another program.

use zwang_exact::{Vector, parse};
use zwang_scene::read::{parse_json, parse_toml};
use zwang_scene::{DigestedScene, Dynamics, Expectation, Polygon};

const IN_TOML: &str = r#"
# Bodies of every kind.
format = "zwang-scene-1"
name = "three bodies"
expect = "moves"
gravity = [0, "-9.81"]

[[body]]
name = 'ta"b\le é'
fixed = true
parts = [[[-5, -1], [0, -1], [0, 0], [-5.0, 0e7]]]

[[body]]
name = "brick"
rectangle.center = [0.1, "1/8"]
rectangle.size = [+1, 2.5e-1]
density = 2

[[body]]
name = "plate"
parts = [
  [[2, 0], [2, 2], [4, 0]],
  [["4", "0"], ["12/2", "0"], ["4", "2"]],
]
mass = 3
inertia = "2/6"
velocity = ["1/2", -1]
spin = -0.25

[[pin]]
bodies = ["brick", "plate"]
at = [3, 0.5]
collide = true

[[pin]]
bodies = ["brick"]
at = [0.1, 0.125]
"#;

const IN_JSON: &str = r#"{
  "pin": [{"bodies": ["brick", "plate"], "collide": true, "at": [3, 0.5]},
          {"at": ["0.1", "0.125"], "bodies": ["brick"]}],
  "body": [
    {"name": "ta\"b\\le \u00e9", "fixed": true, "parts": [[[-5, -1], [0, -1], [0, 0], [-5, 0]]]},
    {"fixed": false, "name": "brick", "rectangle": {"size": [1, "1/4"], "center": [0.1, 1.25E-1]},
     "density": "2"},
    {"name": "plate", "parts": [[[2, 0], [2, 2], [4, 0]], [[4, 0], [6, 0], [4, 2]]],
     "mass": 3, "inertia": "1/3", "velocity": [0.5, -1], "spin": "-1/4"}
  ],
  "gravity": [0, -9.81], "expect": "moves", "name": "three bodies", "format": "zwang-scene-1"
}"#;

const CANONICAL: &str = concat!(
    r#"{"format":"zwang-scene-1","gravity":["0","-981/100"],"bodies":["#,
    r#"{"name":"ta\"b\\le é","fixed":true,"#,
    r#""parts":[[["-5","-1"],["0","-1"],["0","0"],["-5","0"]]]},"#,
    r#"{"name":"brick","fixed":false,"#,
    r#""parts":[[["-2/5","0"],["3/5","0"],["3/5","1/4"],["-2/5","1/4"]]],"#,
    r#""mass":"1/2","centroid":["1/10","1/8"],"inertia":"17/384","velocity":["0","0"],"#,
    r#""spin":"0"},"#,
    r#"{"name":"plate","fixed":false,"#,
    r#""parts":[[["4","0"],["2","2"],["2","0"]],[["4","0"],["6","0"],["4","2"]]],"#,
    r#""mass":"3","centroid":["11/3","2/3"],"inertia":"1/3","velocity":["1/2","-1"],"#,
    r#""spin":"-1/4"}],"#,
    r#""pins":[{"bodies":["brick","plate"],"at":["3","1/2"]},{"bodies":["brick"],"#,
    r#""at":["1/10","1/8"]}]}"#,
);

/// SHA-256 of [`CANONICAL`] by Python's hashlib.
const DIGEST: &str = "eaebb79df779a23007cf969a4ef3874c2d31b187f81308df6a5e45b0cd62c385";

#[test]
fn both_syntaxes_give_the_scene_with_the_known_digest() {
    let in_toml = parse_toml(IN_TOML).unwrap();
    let in_json = parse_json(IN_JSON).unwrap();
    assert_eq!(in_toml.scene, in_json.scene);
    assert_eq!(in_toml.scene.canonical(), CANONICAL);
    assert_eq!(in_toml.scene.digest(), DIGEST);
    assert_eq!(in_json.scene.digest(), DIGEST);
    let digested = DigestedScene::new(&in_json.scene);
    assert_eq!(digested.digest(), DIGEST);
    assert_eq!(digested.clone().digest(), DIGEST);
    assert_eq!(digested.scene(), &in_toml.scene);
    assert_eq!(in_toml.scene.expect, Some(Expectation::Moves));
    let notes: Vec<String> = in_toml
        .notes
        .iter()
        .chain(&in_json.notes)
        .map(std::string::ToString::to_string)
        .collect();
    assert_eq!(
        notes,
        [
            "line 22: body `plate`, part 0 is listed clockwise; turned",
            "line 8: body `plate`, part 0 is listed clockwise; turned",
        ]
    );
}

#[test]
fn names_and_expectations_of_the_scene_leave_the_digest_alone_and_physics_does_not() {
    let digest = |from: &str, to: &str| {
        assert!(IN_TOML.contains(from), "{from}");
        parse_toml(&IN_TOML.replace(from, to))
            .unwrap()
            .scene
            .digest()
    };
    assert_eq!(digest("three bodies", "bodies, three"), DIGEST);
    assert_eq!(digest("\"moves\"", "\"stands\""), DIGEST);
    for (from, to) in [
        ("-9.81", "-9.8"),
        ("brick", "block"),
        ("density = 2", "density = 3"),
        ("spin = -0.25", ""),
        ("collide = true", ""),
    ] {
        assert_ne!(digest(from, to), DIGEST, "{from}");
    }
}

/// The form of scenes from before pins had a choice is that of pins that collide, so no digest has
/// changed its meaning.
#[test]
fn a_pin_says_in_the_canonical_form_that_it_does_not_collide() {
    let colliding = r#"{"bodies":["brick","plate"],"at":["3","1/2"]}"#;
    let ignoring = r#"{"bodies":["brick","plate"],"at":["3","1/2"],"collide":false}"#;
    assert!(CANONICAL.contains(colliding));
    let required = CANONICAL.replace(colliding, ignoring);
    for pin in ["", "collide = false\n"] {
        let scene = parse_toml(&IN_TOML.replace("collide = true\n", pin)).unwrap();
        assert_eq!(scene.scene.canonical(), required);
        // SHA-256 by Python's hashlib.
        assert_eq!(
            scene.scene.digest(),
            "4da04a61d5da990c089461fb7ec5905c6acc969806b55e118929b2451ed3b6eb"
        );
    }
}

/// Which pairs of bodies 0, 1 and 2 ignore each other with these pins.
fn ignoring(pins: &str) -> Vec<[usize; 2]> {
    let bodies = ["a", "b", "c"].map(|name| {
        format!("[[body]]\nname = '{name}'\nrectangle = {{ center = [0, 0], size = [1, 1] }}\n")
    });
    let text = format!(
        "format = 'zwang-scene-1'\nname = 's'\n{}{pins}",
        bodies.concat()
    );
    let pairs = parse_toml(&text).unwrap().scene.ignoring_pairs();
    pairs.iter().map(|pair| pair.map(|body| body.0)).collect()
}

fn pin(bodies: &str, collide: &str) -> String {
    format!("[[pin]]\nbodies = {bodies}\nat = [0, 0]\n{collide}\n")
}

#[test]
fn bodies_ignore_each_other_if_a_pin_of_both_does_not_collide() {
    assert_eq!(ignoring(""), [[0; 2]; 0]);
    assert_eq!(ignoring(&pin("['b']", "")), [[0; 2]; 0]);
    assert_eq!(ignoring(&pin("['c', 'a']", "")), [[0, 2]]);
    assert_eq!(ignoring(&pin("['c', 'a']", "collide = true")), [[0; 2]; 0]);
    let both = pin("['c', 'a']", "collide = true") + &pin("['a', 'c']", "collide = false");
    assert_eq!(ignoring(&both), [[0, 2]]);
    let chain = pin("['a', 'b']", "") + &pin("['b', 'c']", "");
    assert_eq!(ignoring(&chain), [[0, 1], [1, 2]]);
}

#[test]
fn several_parts_have_the_mass_centroid_and_inertia_of_their_union() {
    // An L of two 2 by 1 rectangles with centres (1, 1/2) and (1/2, 2), by Steiner's theorem.
    let part = |x: &str, y: &str, width: i64, height: i64| {
        let center = Vector::new(parse(x).unwrap(), parse(y).unwrap());
        Polygon::rectangle(&center, &Vector::from_integers(width, height)).unwrap()
    };
    let ell = Dynamics::homogeneous(
        &[part("1", "1/2", 2, 1), part("1/2", "2", 1, 2)],
        &parse("3").unwrap(),
    );
    assert_eq!(ell.mass, parse("12").unwrap());
    assert_eq!(
        ell.centroid,
        Vector::new(parse("3/4").unwrap(), parse("5/4").unwrap())
    );
    assert_eq!(ell.inertia, parse("25/2").unwrap());
    assert!(ell.is_at_rest());
}
