//! The forms of a scene file, and the scene that is read from it.

use zwang_exact::{Vector, parse as number};
use zwang_scene::read::{LARGEST, Syntax, parse, parse_json, parse_toml};
use zwang_scene::{BodyId, Scene};

const HEAD: &str = "format = \"zwang-scene-1\"\nname = \"s\"\n";
const BRICK: &str = "[[body]]\nname = \"a\"\nrectangle = { center = [0, 0], size = [1, 1] }\n";

#[test]
fn numbers_are_exact() {
    let text =
        format!("{HEAD}{BRICK}density = 0.1\nvelocity = [1_000.5, \"-2/6\"]\nspin = 1e-30\n");
    let free = parse_toml(&text).unwrap().scene.bodies[0]
        .dynamics
        .clone()
        .unwrap();
    assert_eq!(free.mass, number("1/10").unwrap());
    assert_eq!(
        free.velocity,
        Vector::new(number("2001/2").unwrap(), number("-1/3").unwrap())
    );
    assert_eq!(
        free.spin * number("1000000000000000000000000000000").unwrap(),
        number("1").unwrap()
    );
    let digits = "123456789".repeat(100);
    let text = format!(
        r#"{{"format":"zwang-scene-1","name":"s","body":[{{"name":"a",
             "rectangle":{{"center":[0,0],"size":[1,1]}},"spin":{digits}}}]}}"#
    );
    assert_eq!(
        parse_json(&text).unwrap().scene.bodies[0].spin(),
        number(&digits).unwrap()
    );
}

#[test]
fn defaults() {
    let reading = parse_toml(&format!("{HEAD}{BRICK}")).unwrap();
    assert!(reading.notes.is_empty());
    let scene = reading.scene;
    assert_eq!(
        (scene.title, scene.expect, scene.pins.len()),
        (None, None, 0)
    );
    assert_eq!(scene.gravity, Vector::from_integers(0, -1));
    let free = scene.bodies[0].dynamics.clone().unwrap();
    assert!(free.is_at_rest());
    assert_eq!(
        (free.mass, free.centroid, free.inertia),
        (number("1").unwrap(), Vector::zero(), number("1/6").unwrap())
    );
}

/// A uniform body has the inertia of its shape: m (w² + h²) / 12 of a rectangle, and in general
/// that of a density of mass over area. A proof cannot tell how the file says it.
#[test]
fn a_mass_alone_is_that_of_a_uniform_body() {
    let body = |shape: &str, own: &str| {
        let text = format!("{HEAD}[[body]]\nname = \"a\"\n{shape}\n{own}\n");
        parse_toml(&text).unwrap().scene
    };
    let free = |scene: &Scene| scene.bodies[0].dynamics.clone().unwrap();
    let rectangle = "rectangle = { center = [3, 1], size = [2, 1] }";
    let found = free(&body(rectangle, "mass = 6"));
    assert_eq!(found.mass, number("6").unwrap());
    assert_eq!(found.inertia, number("5/2").unwrap());
    assert_eq!(found.centroid, Vector::from_integers(3, 1));
    // A triangle of area 3, and an L of two parts of area 3.
    let triangle = "parts = [[[0, 0], [3, 0], [0, 2]]]";
    let angle = "parts = [[[0, 0], [2, 0], [2, 1], [0, 1]], [[0, 1], [1, 1], [1, 2], [0, 2]]]";
    for shape in [triangle, angle] {
        let by_mass = body(shape, "mass = \"6/5\"");
        let by_density = body(shape, "density = \"2/5\"");
        assert_eq!(free(&by_mass), free(&by_density), "{shape}");
        assert_eq!(by_mass.digest(), by_density.digest());
    }
}

#[test]
fn a_given_centroid_is_kept() {
    let text = format!("{HEAD}{BRICK}mass = 2\ninertia = 3\ncentroid = [\"1/7\", 0]\n");
    let free = parse_toml(&text).unwrap().scene.bodies[0]
        .dynamics
        .clone()
        .unwrap();
    assert_eq!(
        free.centroid,
        Vector::new(number("1/7").unwrap(), number("0").unwrap())
    );
    assert_eq!(
        (free.mass, free.inertia),
        (number("2").unwrap(), number("3").unwrap())
    );
}

#[test]
fn the_syntax_shows_in_the_first_character() {
    let in_json = r#"
 {"format":"zwang-scene-1","name":"s",
  "body":[{"name":"a","rectangle":{"center":[0,0],"size":[1,1]}}]}"#;
    let in_toml = format!("{HEAD}{BRICK}").replace('\n', "\r\n");
    assert_eq!(
        (Syntax::of(in_json), Syntax::of(&in_toml)),
        (Syntax::Json, Syntax::Toml)
    );
    let [in_json, in_toml] = [(in_json, Syntax::Json), (&in_toml, Syntax::Toml)]
        .map(|(text, syntax)| parse(text, syntax).unwrap().scene);
    assert_eq!(in_json, in_toml);
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_scene() {
    for (text, syntax) in [
        (format!("\u{feff}{HEAD}{BRICK}"), Syntax::Toml),
        ("\u{feff}{}".to_owned(), Syntax::Json),
    ] {
        let error = parse(&text, syntax).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 1: scene: found a byte order mark; expected a file that begins with its text"
        );
    }
}

#[test]
fn what_toml_1_1_has_beyond_toml_1_0_is_refused() {
    let body = |rectangle: &str| format!("{HEAD}[[body]]\nname = \"a\"\nrectangle = {rectangle}\n");
    assert!(parse(&body("{ center = [0,\n0], size = [1, 1,] }"), Syntax::Toml).is_ok());
    for (rectangle, words) in [
        (
            "{ center = [0, 0],\nsize = [1, 1] }",
            "a line end in an inline table",
        ),
        ("{ center = [0, 0], size = [1, 1], }", "a comma before `}`"),
    ] {
        let error = parse(&body(rectangle), Syntax::Toml)
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{error}");
    }
    for escape in ["\\e", "\\x41"] {
        let text = format!("{HEAD}{BRICK}").replacen("name = \"", &format!("name = \"{escape}"), 1);
        let error = parse(&text, Syntax::Toml).unwrap_err().to_string();
        assert!(error.contains("escape"), "{error}");
    }
}

#[test]
fn a_scene_is_parsed_from_text_of_either_syntax() {
    let toml = format!("{HEAD}{BRICK}");
    let json = r#" {"format": "zwang-scene-1", "name": "s",
        "body": [{"name": "a", "rectangle": {"center": [0, 0], "size": [1, 1]}}]}"#;
    let scene: Scene = toml.parse().unwrap();
    assert_eq!(scene, json.parse().unwrap());
    assert_eq!(scene, parse_toml(&toml).unwrap().scene);
    assert_eq!(scene.body_id("a"), Some(BodyId(0)));
    assert_eq!(scene.body_named("a"), scene.bodies.first());
    assert_eq!(scene.body_id("b"), None);
    assert_eq!(scene.body_named("b"), None);
    let error = "{}".parse::<Scene>().unwrap_err();
    assert_eq!(error, parse_json("{}").unwrap_err());
    let long = " ".repeat(LARGEST as usize + 1);
    assert_eq!(
        long.parse::<Scene>().unwrap_err().to_string(),
        "line 1: scene: found a text of 16777217 bytes; expected at most 16777216"
    );
}

#[test]
fn bodies_and_pins_know_their_lines() {
    let toml = "format = 'zwang-scene-1'\nname = 's'\n\n[[body]]\nname = 'a'\n\
        rectangle = { center = [0, 0], size = [1, 1] }\n# a comment\n[[body]]\nname = 'b'\n\
        rectangle = { center = [1, 0], size = [1, 1] }\n[[pin]]\nat = [0, 0]\nbodies = ['a']\n";
    let lines = parse_toml(toml).unwrap().lines;
    assert_eq!((lines.bodies, lines.pins), (vec![4, 8], vec![11]));
    let json = "{\"format\": \"zwang-scene-1\", \"name\": \"s\", \"body\": [\n\
        {\"name\": \"a\",\n\"rectangle\": {\"center\": [0, 0], \"size\": [1, 1]}},\n\
        {\"name\": \"b\", \"rectangle\": {\"center\": [1, 0], \"size\": [1, 1]}}]}";
    let lines = parse_json(json).unwrap().lines;
    assert_eq!((lines.bodies, lines.pins), (vec![2, 4], vec![]));
}
