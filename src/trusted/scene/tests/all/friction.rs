//! Friction: what the keys mean, what is refused, and the canonical form, against a text written by
//! hand from `proofs/FORMAT.md` and its SHA-256 from another program.

use zwang_exact::{Rational, parse};
use zwang_scene::read::{Reading, parse_json, parse_toml};
use zwang_scene::{BodyId, Friction, Scene, SceneError};

const IN_TOML: &str = r#"
format = "zwang-scene-1"
name = "rough"
friction = 0.5

[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [8, 2] }
friction = "3/4"

[[body]]
name = "brick"
rectangle = { center = [0, 1], size = [2, 2] }

[[body]]
name = "ice"
rectangle = { center = [3, 1], size = [2, 2] }
friction = 0

[[pair]]
bodies = ["ice", "floor"]
friction = "1/7"

[[pair]]
bodies = ["floor", "brick"]
friction = "1/2"
"#;

const CANONICAL: &str = concat!(
    r#"{"format":"zwang-scene-1","gravity":["0","-1"],"bodies":["#,
    r#"{"name":"floor","fixed":true,"parts":[[["-4","-2"],["4","-2"],["4","0"],["-4","0"]]],"#,
    r#""friction":"3/4"},"#,
    r#"{"name":"brick","fixed":false,"parts":[[["-1","0"],["1","0"],["1","2"],["-1","2"]]],"#,
    r#""mass":"4","centroid":["0","1"],"inertia":"8/3","velocity":["0","0"],"spin":"0","#,
    r#""friction":"1/2"},"#,
    r#"{"name":"ice","fixed":false,"parts":[[["2","0"],["4","0"],["4","2"],["2","2"]]],"#,
    r#""mass":"4","centroid":["3","1"],"inertia":"8/3","velocity":["0","0"],"spin":"0"}],"#,
    r#""pins":[],"pairs":[{"bodies":["floor","ice"],"friction":"1/7"}]}"#,
);

/// SHA-256 of [`CANONICAL`] by Python's hashlib.
const DIGEST: &str = "f8837c5aea8a1ab522f6b477b6042d7193b4db10a6fa9edf0c9998826eca4371";

fn number(text: &str) -> Rational {
    parse(text).unwrap()
}

fn read(text: &str) -> Scene {
    let Reading { scene, .. } = parse_toml(text).unwrap();
    scene
}

fn refusal(find: &str, put: &str) -> String {
    let text = IN_TOML.replacen(find, put, 1);
    assert_ne!(text, IN_TOML);
    let error: SceneError = parse_toml(&text).unwrap_err();
    error.to_string()
}

#[test]
fn a_contact_is_as_slippery_as_its_more_slippery_body_unless_the_pair_says_otherwise() {
    let friction = read(IN_TOML).friction;
    let [floor, brick, ice] = [0, 1, 2].map(BodyId);
    assert_eq!(friction.of_body(floor), number("3/4"));
    assert_eq!(friction.of_body(brick), number("1/2"));
    assert_eq!(friction.between(brick, floor), number("1/2"));
    assert_eq!(friction.between(brick, ice), number("0"));
    assert_eq!(friction.between(floor, ice), number("1/7"));
    assert_eq!(friction.between(ice, floor), number("1/7"));
    assert!(!friction.is_none());
}

#[test]
fn the_canonical_form_has_the_known_digest() {
    let scene = read(IN_TOML);
    assert_eq!(scene.canonical(), CANONICAL);
    assert_eq!(scene.digest(), DIGEST);
}

#[test]
fn what_changes_nothing_is_not_kept() {
    let scene = read(IN_TOML);
    // The pair of floor and brick has what their bodies say.
    assert_eq!(scene.friction.pairs().count(), 1);
    let (head, _) = IN_TOML.split_once("[[pair]]").unwrap();
    let without = head.replace("friction", "#");
    let smooth = read(&without);
    assert!(smooth.friction.is_none());
    assert!(!smooth.canonical().contains("friction"));
    let zero = read(&(without + "[[pair]]\nbodies = [\"ice\", \"brick\"]\nfriction = 0.0\n"));
    assert_eq!(zero, smooth);
    assert_eq!(zero.require_no_friction(), Ok(()));
    let uniform = Friction::uniform(&smooth.bodies, &number("0"));
    assert_eq!(uniform, Friction::default());
}

#[test]
fn json_has_the_same_keys() {
    let text = r#"{"format": "zwang-scene-1", "name": "s", "friction": 0.1,
        "body": [{"name": "a", "rectangle": {"center": [0, 0], "size": [1, 1]}, "friction": "2"},
                 {"name": "b", "rectangle": {"center": [2, 0], "size": [1, 1]}}],
        "pair": [{"friction": 3, "bodies": ["b", "a"]}]}"#;
    let friction = parse_json(text).unwrap().scene.friction;
    let pairs = [([BodyId(0), BodyId(1)], number("3"))];
    let bodies = [(BodyId(0), number("2")), (BodyId(1), number("1/10"))];
    assert_eq!(friction, Friction::new(bodies, pairs));
}

#[test]
fn bad_friction_is_refused_in_one_line() {
    for (find, put, message) in [
        (
            "friction = 0.5",
            "friction = -0.5",
            "line 4: friction: found the number -0.5; expected a number, at least 0",
        ),
        (
            "friction = \"3/4\"",
            "friction = \"rough\"",
            "line 10: body `floor`, friction: found the text `rough`; expected a number: an \
             integer, a fraction like \"1/3\" or a decimal like 0.25",
        ),
        (
            "friction = \"1/7\"",
            "frction = \"1/7\"",
            "line 23: pair 0: found the unknown key `frction`; expected a known one, the nearest \
             is `friction`",
        ),
        (
            "\nfriction = \"1/7\"",
            "",
            "line 21: pair 0: found no `friction`; expected `friction` or `restitution`",
        ),
        (
            "[\"ice\", \"floor\"]",
            "[\"ice\", \"flor\"]",
            "line 22: pair 0, bodies: found the unknown body `flor`; expected the name of a body, \
             the nearest is `floor`",
        ),
        (
            "[\"ice\", \"floor\"]",
            "[\"ice\", \"ice\"]",
            "line 22: pair 0, bodies: found the same body twice; expected two different bodies",
        ),
        (
            "[\"ice\", \"floor\"]",
            "[\"ice\"]",
            "line 22: pair 0, bodies: found a list of 1; expected two names",
        ),
        (
            "[\"ice\", \"floor\"]",
            "[\"brick\", \"floor\"]",
            "line 26: pair 1, bodies: found it again, first in line 22; expected it once",
        ),
        (
            "name = \"ice\"\n",
            "name = \"ice\"\nfixed = true\n",
            "line 23: pair 0, bodies: found only fixed bodies; expected a free body",
        ),
    ] {
        assert_eq!(refusal(find, put), message);
    }
}

#[test]
fn what_does_not_know_friction_names_where_it_is() {
    let mut scene = read(IN_TOML);
    let message = scene.require_no_friction().unwrap_err().to_string();
    assert!(
        message.starts_with("found friction 3/4 of body `floor`; expected none"),
        "{message}"
    );
    scene.friction = Friction::new([], [([BodyId(2), BodyId(0)], number("1/3"))]);
    let message = scene.require_no_friction().unwrap_err().to_string();
    assert!(
        message.starts_with("found friction 1/3 of the pair `floor` and `ice`; expected none"),
        "{message}"
    );
}
