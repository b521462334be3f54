//! Restitution: what the keys mean, what is refused, and that no digest depends on it.

use zwang_exact::{Rational, parse};
use zwang_scene::read::{parse_json, parse_toml};
use zwang_scene::{BodyId, Scene, SceneRestitution};

const IN_TOML: &str = r#"
format = "zwang-scene-1"
name = "bouncing"
restitution = 0.25

[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [8, 2] }
restitution = 0

[[body]]
name = "brick"
rectangle = { center = [0, 1], size = [2, 2] }

[[body]]
name = "ball"
rectangle = { center = [3, 1], size = [2, 2] }
restitution = "3/4"

[[pair]]
bodies = ["ball", "brick"]
restitution = 1

[[pair]]
bodies = ["floor", "brick"]
friction = "1/2"
restitution = "1/4"
"#;

const WITHOUT: &str = r#"
format = "zwang-scene-1"
name = "bouncing"

[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [8, 2] }

[[body]]
name = "brick"
rectangle = { center = [0, 1], size = [2, 2] }

[[body]]
name = "ball"
rectangle = { center = [3, 1], size = [2, 2] }

[[pair]]
bodies = ["floor", "brick"]
friction = "1/2"
"#;

fn number(text: &str) -> Rational {
    parse(text).unwrap()
}

fn read(text: &str) -> Scene {
    parse_toml(text).unwrap().scene
}

fn refusal(find: &str, put: &str) -> String {
    let text = IN_TOML.replacen(find, put, 1);
    assert_ne!(text, IN_TOML);
    parse_toml(&text).unwrap_err().to_string()
}

#[test]
fn a_contact_bounces_like_its_livelier_body_unless_the_pair_says_otherwise() {
    let scene = read(IN_TOML);
    let restitution = &scene.restitution;
    let [floor, brick, ball] = [0, 1, 2].map(BodyId);
    assert_eq!(restitution.of_body(floor), number("0"));
    assert_eq!(restitution.of_body(brick), number("1/4"));
    assert_eq!(restitution.of_body(ball), number("3/4"));
    assert_eq!(restitution.between(floor, ball), number("3/4"));
    assert_eq!(restitution.between(ball, floor), number("3/4"));
    assert_eq!(restitution.between(brick, floor), number("1/4"));
    assert_eq!(restitution.between(ball, brick), number("1"));
    // The pair of floor and brick has the restitution of its bodies, and a friction of its own.
    let pairs: Vec<_> = restitution.pairs().collect();
    assert_eq!(pairs, [([brick, ball], &number("1"))]);
    let frictions: Vec<_> = scene.friction.pairs().collect();
    assert_eq!(frictions, [([floor, brick], &number("1/2"))]);
}

#[test]
fn a_pair_with_restitution_alone_has_the_friction_of_its_bodies() {
    let text = IN_TOML.replace("restitution = 0.25", "friction = 0.5");
    let friction = read(&text).friction;
    assert_eq!(friction.between(BodyId(1), BodyId(2)), number("1/2"));
    let pair = "friction = \"1/2\"\nrestitution = \"1/4\"";
    let rough = IN_TOML.replace(pair, "friction = 3");
    let scene = read(&rough);
    let [floor, brick] = [BodyId(0), BodyId(1)];
    assert_eq!(scene.friction.between(floor, brick), number("3"));
    assert_eq!(scene.restitution.between(floor, brick), number("1/4"));
}

#[test]
fn json_has_the_same_keys() {
    let text = r#"{"format": "zwang-scene-1", "name": "s", "restitution": "1/10",
        "body": [{"name": "a", "rectangle": {"center": [0, 0], "size": [1, 1]}, "restitution": 1},
                 {"name": "b", "rectangle": {"center": [2, 0], "size": [1, 1]}}],
        "pair": [{"restitution": 0.5, "bodies": ["b", "a"]}]}"#;
    let scene = parse_json(text).unwrap().scene;
    let pairs = [([BodyId(0), BodyId(1)], number("1/2"))];
    let bodies = [(BodyId(0), number("1")), (BodyId(1), number("1/10"))];
    assert_eq!(scene.restitution, SceneRestitution::new(bodies, pairs));
}

#[test]
fn no_digest_depends_on_it() {
    let plain = read(WITHOUT);
    assert!(plain.restitution.is_none());
    let scene = read(IN_TOML);
    assert_eq!(scene.canonical(), plain.canonical());
    assert_eq!(scene.digest(), plain.digest());
    assert_ne!(scene, plain);
    let zero = read(&WITHOUT.replace("\n\n[[body]]", "\nrestitution = 0\n\n[[body]]"));
    assert_eq!(zero, plain);
}

#[test]
fn bad_restitution_is_refused_in_one_line() {
    for (find, put, message) in [
        (
            "restitution = 0.25",
            "restitution = -0.25",
            "line 4: restitution: found the number -0.25; expected a number from 0 to 1",
        ),
        (
            "restitution = 0.25",
            "restitution = \"5/4\"",
            "line 4: restitution: found the text `5/4`; expected a number from 0 to 1",
        ),
        (
            "restitution = 0.25",
            "restitution = \"high\"",
            "line 4: restitution: found the text `high`; expected a number: an integer, a fraction \
             like \"1/3\" or a decimal like 0.25",
        ),
        (
            "restitution = 0\n",
            "restitution = 2\n",
            "line 10: body `floor`, restitution: found the number 2; expected a number from 0 to 1",
        ),
        (
            "restitution = 0\n",
            "restitutoin = 0\n",
            "line 10: body `floor`: found the unknown key `restitutoin`; expected a known one, the \
             nearest is `restitution`",
        ),
        (
            "restitution = 1\n",
            "restitution = 1.0000001\n",
            "line 23: pair 0, restitution: found the number 1.0000001; expected a number from 0 \
             to 1",
        ),
        (
            "restitution = 1\n",
            "",
            "line 21: pair 0: found no `friction`; expected `friction` or `restitution`",
        ),
    ] {
        assert_eq!(refusal(find, put), message);
    }
}

#[test]
fn what_does_not_know_restitution_names_where_it_is() {
    let mut scene = read(IN_TOML);
    let message = scene.require_no_restitution().unwrap_err().to_string();
    assert_eq!(
        message,
        "found restitution 1/4 of body `brick`; expected none"
    );
    let pair = [BodyId(2), BodyId(0)];
    scene.restitution = SceneRestitution::new([], [(pair, number("1/3"))]);
    let message = scene.require_no_restitution().unwrap_err().to_string();
    assert_eq!(
        message,
        "found restitution 1/3 of the pair `floor` and `ball`; expected none"
    );
    assert_eq!(read(WITHOUT).require_no_restitution(), Ok(()));
}
