//! Bodies that stand on an edge of another one: `on`.

use proptest::prelude::*;
use zwang_exact::{Rational, Vector};
use zwang_families::template::{Expanded, Setting, read};
use zwang_scene::read::Syntax;
use zwang_scene::{Scene, SceneError};

fn ratio(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn read_toml(text: &str) -> Result<Expanded, SceneError> {
    read(text, Syntax::Toml, &[])
}

/// A ramp with these corners, and a body with these lines.
fn on_ramp(corners: &str, lines: &str) -> String {
    format!(
        "format = \"zwang-scene-1\"\nname = \"s\"\n\
         [[body]]\nname = \"ramp\"\nfixed = true\nparts = [{corners}]\n\
         [[body]]\nname = \"crate\"\n{lines}\n"
    )
}

/// The vertices of the only part of a body.
fn vertices(scene: &Scene, body: &str) -> Vec<Vector> {
    let body = scene.body_named(body).unwrap();
    assert_eq!(body.parts.len(), 1);
    body.parts[0].vertices().to_vec()
}

fn points(list: &[[&str; 2]]) -> Vec<Vector> {
    let point = |[x, y]: &[&str; 2]| Vector::new(ratio(x), ratio(y));
    list.iter().map(point).collect()
}

/// A ramp that rises by 3 on 4, so that its third edge has the length 5.
const PYTHAGOREAN: &str = "[[0, 0], [4, 0], [4, 3]]";

#[test]
fn a_crate_on_a_pythagorean_ramp_is_exact() {
    // By hand: from the foot 2 m up along (4/5, 3/5), 1 to either side, 1 away along (-3/5, 4/5).
    let lines = "rectangle = { size = [2, 1] }\non = { body = \"ramp\", edge = 2, at = 2 }";
    let expected = points(&[
        ["4/5", "3/5"],
        ["12/5", "9/5"],
        ["9/5", "13/5"],
        ["1/5", "7/5"],
    ]);
    let found = read_toml(&on_ramp(PYTHAGOREAN, lines)).unwrap();
    assert_eq!(vertices(&found.scene, "crate"), expected);
    assert_eq!(found.notes, [""; 0]);
    // The same by other words.
    let clockwise = "[[4, 3], [4, 0], [0, 0]]";
    for (corners, lines) in [
        (
            PYTHAGOREAN,
            "rectangle = { size = [2, 1] }\non = { body = \"ramp\", edge = 2, share = \"2/5\" }",
        ),
        (
            PYTHAGOREAN,
            "rectangle = { center = [0, \"1/2\"], size = [2, 1] }\n\
             on = { edge = 2, at = 2, part = 0, body = \"ramp\" }",
        ),
        (
            PYTHAGOREAN,
            "parts = [[[-1, 0], [1, 0], [1, 1], [-1, 1]]]\n\
             on = { body = \"ramp\", edge = 2, at = 2 }",
        ),
        (
            PYTHAGOREAN,
            "parts = [[[-0.5, 0], [1.5, 0], [1.5, 1], [-0.5, 1]]]\n\
             on = { body = \"ramp\", edge = 2, at = 1.5 }",
        ),
        (
            clockwise,
            "rectangle = { size = [2, 1] }\non = { body = \"ramp\", edge = 2, at = 2 }",
        ),
    ] {
        let found = read_toml(&on_ramp(corners, lines)).unwrap();
        assert_eq!(vertices(&found.scene, "crate"), expected, "{lines}");
    }
    // In the middle, where nothing else is said.
    let lines = "rectangle = { size = [2, 1] }\non = { body = \"ramp\", edge = 2 }";
    let found = read_toml(&on_ramp(PYTHAGOREAN, lines)).unwrap();
    assert_eq!(
        vertices(&found.scene, "crate")[..2],
        points(&[["6/5", "9/10"], ["14/5", "21/10"]])
    );
}

#[test]
fn every_edge_has_its_outside_above() {
    // Of a square, counted from 0: below, right, above, left.
    for (edge, low, high) in [
        (0, ["-1/2", "-2"], ["1/2", "-1"]),
        (1, ["1", "-1/2"], ["2", "1/2"]),
        (2, ["-1/2", "1"], ["1/2", "2"]),
        (3, ["-2", "-1/2"], ["-1", "1/2"]),
    ] {
        let text = format!(
            "format = \"zwang-scene-1\"\nname = \"s\"\n\
             [[body]]\nname = \"a\"\nrectangle = {{ size = [1, 1] }}\n\
             on = {{ body = \"b\", edge = {edge}, at = 1 }}\n\
             [[body]]\nname = \"b\"\nfixed = true\n\
             rectangle = {{ center = [0, 0], size = [2, 2] }}\n"
        );
        let scene = read_toml(&text).unwrap().scene;
        let (least, most) = scene.bodies[0].parts[0].bounding_box();
        assert_eq!(points(&[low, high]), [least, most], "{edge}");
    }
}

#[test]
fn vectors_of_the_entry_are_along_the_edge() {
    let lines = "rectangle = { size = [2, 1] }\nmass = 2\ninertia = 3\ncentroid = [1, 1]\n\
                 velocity = [-5, 0]\nforce = [0, 10]\nspin = 7\n\
                 on = { body = \"ramp\", edge = 2, at = 0 }";
    let scene = read_toml(&on_ramp(PYTHAGOREAN, lines)).unwrap().scene;
    let free = scene.bodies[1].dynamics.as_ref().unwrap();
    assert_eq!(free.velocity, Vector::from_integers(-4, -3));
    assert_eq!(free.centroid, points(&[["1/5", "7/5"]])[0]);
    assert_eq!((&free.mass, &free.spin), (&ratio("2"), &ratio("7")));
    assert_eq!(scene.loads[0].force, Vector::from_integers(-6, 8));
}

#[test]
fn what_stands_on_what_stands_on_a_ramp_is_as_large() {
    let text = on_ramp(
        "[[0, 0], [10, 0], [10, 3.6397]]",
        "rectangle = { size = [1, 1] }\non = { body = \"ramp\", edge = 2, at = 5 }\n\
         [[body]]\nname = \"row\"\nrectangle = { size = [\"w\", \"1/4\"] }\n\
         on = { body = \"crate\", edge = \"n / 2\", share = \"w\" }\n\
         copies = { count = 3, step = [0, \"1/4\"] }\n\
         [[body]]\nname = \"hexagon\"\nregular_polygon = { radius = 1, corners = 6 }\n\
         on = { body = \"row 1\", edge = 1, at = 0 }\n\
         [parameters]\nn = 4\nw = \"1/2\"",
    );
    let found = read_toml(&text).unwrap();
    let notes = found.notes.join("\n");
    // 100000² + 36397² is no square.
    assert!(
        notes.contains(
            "line 10: body `crate`: edge 2 of `ramp` has an irrational length; what stands on it, \
             or on an edge that is parallel or orthogonal to it, is exactly flush, and larger or \
             smaller by less than 2^-68 of its size"
        ),
        "{notes}"
    );
    assert_eq!(notes.matches("irrational length").count(), 1);
    let slope = Vector::new(ratio("10"), ratio("3.6397"));
    let scale = scale_of(&vertices(&found.scene, "crate"), &slope, "1");
    let error = &scale - ratio("1");
    let bound = Rational::new(1.into(), (1_u128 << 67).into());
    assert!(error < bound && error > -bound && error != Rational::default());
    for body in ["row 0", "row 1", "row 2"] {
        assert_eq!(
            scale_of(&vertices(&found.scene, body), &slope, "1/2"),
            scale
        );
    }
    // Each stands on the one before it.
    let crate_top = &vertices(&found.scene, "crate")[3];
    let mut base = vertices(&found.scene, "row 0")[0].clone();
    assert!((&base - crate_top).cross(&slope) == Rational::default());
    for body in ["row 0", "row 1", "row 2"] {
        let corners = vertices(&found.scene, body);
        assert_eq!(corners[0], base, "{body}");
        base = corners[3].clone();
    }
    // The hexagon has its side on the right side of `row 1`, which is a line across the slope.
    let hexagon = vertices(&found.scene, "hexagon");
    let row = vertices(&found.scene, "row 1");
    for corner in [&hexagon[0], &hexagon[5]] {
        let along_side = (corner - &row[1]).dot(&slope);
        assert_eq!(along_side, Rational::default());
    }
    let set = |setting: &str| {
        let setting: Setting = setting.parse().unwrap();
        read(&text, Syntax::Toml, &[setting])
    };
    let wide = set("w=1").unwrap().scene;
    assert_eq!(scale_of(&vertices(&wide, "row 2"), &slope, "1"), scale);
    let refusal = set("n=8").unwrap_err().to_string();
    assert!(
        refusal.contains("body `row 0`, on: found edge 4;"),
        "{refusal}"
    );
}

/// The squared length of the base of a rectangle over what it is to be, whose base has exactly this
/// direction and whose angles are exactly right.
fn scale_of(corners: &[Vector], direction: &Vector, width: &str) -> Rational {
    let base = &corners[1] - &corners[0];
    let side = &corners[3] - &corners[0];
    assert_eq!(base.cross(direction), Rational::default());
    assert_eq!(base.dot(&side), Rational::default());
    assert_eq!(&corners[2] - &corners[1], side);
    base.dot(&base) / (ratio(width) * ratio(width))
}

#[test]
fn places_in_json_are_those_in_toml() {
    let toml = on_ramp(
        "[[0, 0], [7, 0], [7, 1.5]]",
        "regular_polygon = { radius = 2, corners = 5, angle = { half_tangent = \"1/3\" } }\n\
         on = { body = \"ramp\", edge = 2, share = \"1/3\" }",
    );
    let json = r#"{
        "format": "zwang-scene-1", "name": "s",
        "body": [
            {"name": "ramp", "fixed": true, "parts": [[[0, 0], [7, 0], [7, 1.5]]]},
            {"name": "crate", "on": {"body": "ramp", "edge": 2, "share": "1/3"},
             "regular_polygon":
                {"radius": 2, "corners": 5, "angle": {"half_tangent": "1/3"}}}
        ]
    }"#;
    let toml = read_toml(&toml).unwrap().scene;
    let json = read(json, Syntax::Json, &[]).unwrap().scene;
    assert_eq!(toml, json);
    // Its lowest corner, and no other, is on the ramp.
    let slope = Vector::new(ratio("7"), ratio("1.5"));
    let mut heights = Vec::new();
    for vertex in vertices(&toml, "crate") {
        heights.push(slope.cross(&vertex));
    }
    heights.sort();
    assert_eq!(heights[0], Rational::default());
    assert!(heights[1] > Rational::default());
}

proptest! {
    /// The mirror image of a ramp carries the mirror image of what stands on it, exactly.
    #[test]
    fn places_are_mirrored_with_the_ramp(
        rise in 1_i64..1_000_000,
        run in 1_i64..1_000_000,
        share in 0_i64..=12,
    ) {
        let place = |corners: &str, edge: usize, share: i64, skew: &str| {
            let lines = format!(
                "parts = [[[-1, 0], [1, 0], [\"{skew}\", 1]]]\n\
                 on = {{ body = \"ramp\", edge = {edge}, share = \"{share}/12\" }}"
            );
            read_toml(&on_ramp(corners, &lines)).unwrap().scene
        };
        let corners = format!("[[0, 0], [{run}, 0], [{run}, {rise}]]");
        let mirrored = format!("[[0, 0], [-{run}, {rise}], [-{run}, 0]]");
        let right = place(&corners, 2, share, "3/7");
        let left = place(&mirrored, 0, 12 - share, "-3/7");
        let corners = vertices(&right, "crate");
        let images = vertices(&left, "crate");
        for (corner, image) in [(0, 1), (1, 0), (2, 2)] {
            let expected = Vector::new(-&corners[corner].x, corners[corner].y.clone());
            prop_assert_eq!(&images[image], &expected);
        }
        // The base is on the ramp.
        let slope = Vector::from_integers(run, rise);
        prop_assert_eq!(slope.cross(&corners[0]), Rational::default());
        prop_assert_eq!(slope.cross(&corners[1]), Rational::default());
    }
}

#[test]
fn places_that_are_none_are_refused() {
    let rectangle = "rectangle = { size = [1, 1] }\n";
    for (place, expected) in [
        (
            "3",
            "line 10: body `crate`, on: found the number 3; \
             expected { body = \"ramp\", edge = 2, at = 1 }",
        ),
        ("{ edge = 2 }", "found no name as `body`"),
        (
            "{ body = \"rmap\", edge = 2 }",
            "found the unknown body `rmap`; expected the name of another body; \
             the nearest is `ramp`",
        ),
        (
            "{ body = \"crate\", edge = 2 }",
            "found the circle crate → crate; expected a body that does not stand on itself",
        ),
        ("{ body = \"ramp\" }", "found no `edge`"),
        (
            "{ body = \"ramp\", edge = 3 }",
            "found edge 3; expected an edge from 0 to 2 of `ramp`: 0 from (0, 0) to (4, 0), \
             1 from (4, 0) to (4, 3), 2 from (4, 3) to (0, 0)",
        ),
        (
            "{ body = \"ramp\", edge = -1 }",
            "found the number -1 as `edge`; expected a whole number, at least 0",
        ),
        (
            "{ body = \"ramp\", edge = \"top\" }",
            "found the text `top` as `edge`; expected a number",
        ),
        (
            "{ body = \"ramp\", edge = 0, part = 1 }",
            "found part 1; expected part 0, the only one of `ramp`",
        ),
        (
            "{ body = \"ramp\", edge = 0, at = 1, share = 1 }",
            "found `at` and `share`; expected one of them",
        ),
        (
            "{ body = \"ramp\", edge = 0, distance = 1 }",
            "found the unknown key `distance`; expected `body`, `edge`, and `at` or `share`",
        ),
        (
            "{ body = \"ramp\", edge = 0, at = [1, 0] }",
            "found a list of 2 as `at`; expected a number",
        ),
    ] {
        let text = on_ramp(PYTHAGOREAN, &format!("{rectangle}on = {place}"));
        let refusal = read_toml(&text).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{place}: {refusal}");
        assert_eq!(refusal.lines().count(), 1);
    }
    for (lines, expected) in [
        (
            "rectangle = { size = [1, -1] }\non = { body = \"ramp\", edge = 2 }",
            "rectangle, size, y: found the number -1; expected a positive number",
        ),
        (
            "rectangle = { center = [1], size = [1, 1] }\non = { body = \"ramp\", edge = 2 }",
            "rectangle, center: found a list of 1",
        ),
        (
            "disk = { center = [0, 1], radius = 1 }\nmass = 1\non = { body = \"ramp\", edge = 2 }",
            "found a disk; expected a shape with corners",
        ),
        (
            "capsule = { from = [0, 1], to = [1, 1], radius = 1 }\nmass = 1\n\
             on = { body = \"ramp\", edge = 2 }",
            "found a capsule; expected a shape with corners",
        ),
        (
            "rectangle = { size = [1, 1], radius = \"1/4\" }\non = { body = \"ramp\", edge = 2 }",
            "found a rectangle with a radius; expected a shape with corners",
        ),
        (
            "parts = [{ vertices = [[0, 0], [1, 0]], radius = 1 }]\nmass = 1\n\
             on = { body = \"ramp\", edge = 2 }",
            "found a part with a radius; expected a shape with corners",
        ),
        ("rectangle = { size = [1, 1] }", "rectangle"),
        ("on = { body = \"ramp\", edge = 2 }", "found no `parts`"),
        (
            "rectangle = { size = [1, 1] }\non = { body = \"b\", edge = 2 }\n\
             [[body]]\nname = \"b\"\nparts = []",
            "body `b`: found no `mass`",
        ),
        (
            "rectangle = { size = [1, 1] }\non = { body = \"b\", edge = 0 }\n\
             [[body]]\nname = \"b\"\nparts = [[[0, 0], [1, 0], [2, 0]]]",
            "body `b`, part 0: found",
        ),
        (
            "rectangle = { size = [1, 1] }\non = { body = \"b\", edge = 0 }\n\
             [[body]]\nname = \"b\"\nrectangle = { size = [1, 1] }\n\
             on = { body = \"c\", edge = 0 }\n\
             [[body]]\nname = \"c\"\nrectangle = { size = [1, 1] }\n\
             on = { body = \"b\", edge = 0 }",
            "line 14: body `b`, on: found the circle b → c → b",
        ),
    ] {
        let refusal = read_toml(&on_ramp(PYTHAGOREAN, lines))
            .unwrap_err()
            .to_string();
        assert!(refusal.contains(expected), "{lines}: {refusal}");
    }
}

#[test]
fn long_chains_are_read_in_any_order() {
    let mut text = "format = \"zwang-scene-1\"\nname = \"s\"\n".to_owned();
    let count = 2000;
    for index in 0..count {
        text += &format!(
            "[[body]]\nname = \"b{index}\"\nrectangle = {{ size = [1, 1] }}\n\
             on = {{ body = \"b{}\", edge = 2 }}\n",
            index + 1
        );
    }
    text += &format!(
        "[[body]]\nname = \"b{count}\"\nfixed = true\n\
         rectangle = {{ center = [0, 0], size = [1, 1] }}\n"
    );
    let scene = read_toml(&text).unwrap().scene;
    let (low, _) = scene.bodies[0].parts[0].bounding_box();
    assert_eq!(low.y, ratio("3999/2"));
    // Each on the next one, and the last one on the first.
    let round = text.replace(
        "fixed = true\nrectangle = { center = [0, 0], size = [1, 1] }",
        "rectangle = { size = [1, 1] }\non = { body = \"b0\", edge = 2 }",
    );
    let refusal = read_toml(&round).unwrap_err().to_string();
    assert!(refusal.contains("found the circle b0 → b1 → "), "{refusal}");
    assert!(refusal.len() < 300, "{refusal}");
}
