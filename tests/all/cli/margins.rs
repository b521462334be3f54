//! How far scenes are from falling: tilts and pushes, against closed forms.

use crate::cli::workshop::Workshop;
use proptest::prelude::*;
use serde_json::{Value, json};
use zwang::{Rational, Scene};
use zwang_answer::{VerifiedMargin, margin};
use zwang_program::{Monitor, Options};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn fraction(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// A scene on a floor whose top is at 0, under the gravity 10.
fn on_a_floor(friction: &str, bodies: &str) -> String {
    format!(
        "format = 'zwang-scene-1'\nname = 'scene'\ngravity = [0, -10]\nfriction = '{friction}'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [90, 2] }}\n{bodies}"
    )
}

/// A block of this width and height whose mass is 1.
fn block(width: &str, height: &str, friction: &str) -> Scene {
    let half = number(height) / number("2");
    let body = format!(
        "[[body]]\nname = 'block'\nmass = 1\ninertia = 1\n\
         rectangle = {{ center = [0, '{half}'], size = ['{width}', '{height}'] }}\n"
    );
    on_a_floor(friction, &body).parse().unwrap()
}

const SQUARE_ON_ITS_CORNER: &str =
    "[[body]]\nname = 'square'\nparts = [[[0, 0], [1, 1], [0, 2], [-1, 1]]]\n";

fn margin_of(scene: &Scene) -> VerifiedMargin {
    let (options, monitor) = (Options::default(), Monitor::default());
    margin(scene, usize::MAX, &options, &monitor, |_| ()).unwrap()
}

#[test]
fn a_square_on_its_corner_has_the_margin_0() {
    let workshop = Workshop::new("margin-0");
    workshop.file("square.toml", on_a_floor("1/2", SQUARE_ON_ITS_CORNER));
    let run = workshop.zwang("stability square.toml --margin --no-proof");
    let text = run.succeeds();
    for part in [
        "verdict    stands",
        "margin 0: balanced, any tilt to the left ends it",
        "tilted            0°           tips  0°            tips",
        "all pushed        0 N          tips  0 N           tips",
        "`square` pushed   0 N          tips  0 N           tips",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let json = workshop.zwang("stability square.toml --margin --no-proof --json");
    let json: Value = serde_json::from_str(json.succeeds()).unwrap();
    assert_eq!(json["format"], json!("zwang-stability-1"));
    let end = json!({"force": "0", "force_double": 0.0, "mode": "tips"});
    let square = json!({"body": "square", "left": end, "right": end});
    assert_eq!(json["margin"]["bodies"], json!([square]));
    let tilt = json!({
        "tangent": "0", "tangent_double": 0.0, "degrees_double": 0.0, "mode": "tips"
    });
    assert_eq!(json["margin"]["tilt"], json!({"left": tilt, "right": tilt}));
}

/// A block of 2 by 4 by 8 m and the weight 64 N, on a floor, with the friction 2/5, and with these
/// bodies.
fn block_in_space(bodies: &str) -> String {
    format!(
        "format = 'zwang-space-1'\nname = 'scene'\ngravity = [0, 0, -1]\nfriction = '2/5'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         box = {{ center = [0, 0, -1], size = [90, 90, 2] }}\n\
         [[body]]\nname = 'block'\nbox = {{ center = [0, 0, 4], size = [2, 4, 8] }}\n{bodies}"
    )
}

/// Along x it tips at the tangent 1 : 4, along y it slides at 2/5.
#[test]
fn a_block_in_space_tips_across_and_slides_along() {
    let workshop = Workshop::new("margin-space");
    workshop.file("block.toml", block_in_space(""));
    let text = workshop.zwang("stability block.toml --margin");
    let text = text.succeeds();
    for part in [
        "margin tilt ≈ 14.0°",
        "push 16 N",
        "to -x",
        "`block` pushed",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let json = workshop.zwang("stability block.toml --margin --json");
    let json: Value = serde_json::from_str(json.succeeds()).unwrap();
    assert_eq!(json["verdict"], json!("stands"));
    let margin = &json["margin"];
    assert_eq!(margin["free_bodies"], json!(1));
    let rows = [
        (&margin["tilt"], "tangent", "1"),
        (&margin["whole"], "force", "64"),
        (&margin["bodies"][0], "force", "64"),
    ];
    for (row, kind, weight) in rows {
        for (side, limit, mode) in [
            ("-x", "1/4", "tips"),
            ("+x", "1/4", "tips"),
            ("-y", "2/5", "slides"),
            ("+y", "2/5", "slides"),
        ] {
            let end = &row[side];
            let of = |word: &str| number(end[format!("{word}_{kind}")].as_str().unwrap());
            let (stands, falls) = (of("stands_at"), of("falls_at"));
            let limit = number(limit) * number(weight);
            assert!(stands <= limit && limit < falls, "{row}");
            assert!(falls - stands <= number("1e-6") * number(weight), "{row}");
            assert_eq!(end["mode"], json!(mode), "{row}");
        }
    }
    assert_eq!(margin["bodies"][0]["body"], json!("block"));
    let some = workshop.zwang("stability block.toml --margin=0");
    assert!(some.succeeds().contains("the first 0 of 1 free bodies"));
}

/// Walls on both sides bear any push along x, and a scene that falls has no margin.
#[test]
fn walls_in_space_leave_no_limit() {
    let workshop = Workshop::new("margin-walls");
    let walls = "[[body]]\nname = 'left'\nfixed = true\n\
                 box = { center = [-2, 0, 4], size = [2, 9, 8] }\n\
                 [[body]]\nname = 'right'\nfixed = true\n\
                 box = { center = [2, 0, 4], size = [2, 9, 8] }\n";
    workshop.file("walls.toml", block_in_space(walls));
    let json = workshop.zwang("stability walls.toml --margin --json");
    let json: Value = serde_json::from_str(json.succeeds()).unwrap();
    let pushed = &json["margin"]["bodies"][0];
    assert_eq!((&pushed["-x"], &pushed["+x"]), (&json!(null), &json!(null)));
    let text = workshop.zwang("stability walls.toml --margin");
    assert!(text.succeeds().contains("no limit"));
    let falls = block_in_space("").replace("[0, 0, -1]\nf", "['1/2', 0, -1]\nf");
    workshop.file("falls.toml", falls);
    let run = workshop.zwang("stability falls.toml --margin --json");
    assert_eq!(run.code, 1);
    assert!(!run.out.contains("margin"), "{run:?}");
}

#[test]
fn what_falls_has_no_margin_and_numbers_of_bodies_are_read() {
    let workshop = Workshop::new("margin-none");
    let fallen = workshop.zwang("stability --margin --no-proof");
    assert_eq!(fallen.code, 1);
    assert!(!fallen.out.contains("margin"), "{fallen:?}");
    workshop.file(
        "wall.toml",
        workshop.zwang("scene wall 3 3 --friction 1/2").succeeds(),
    );
    let some = workshop.zwang("stability wall.toml --margin=2 --no-proof");
    let told = "pushed: the first 2 of 8 free bodies; --margin=all pushes all";
    assert!(some.succeeds().contains(told), "{some:?}");
    let all = workshop.zwang("stability wall.toml --margin=all --no-proof");
    assert!(!all.succeeds().contains("--margin=all"), "{all:?}");
    let tilt = "tilt ≈ 20.0° to the left";
    assert!(all.succeeds().contains(tilt), "{all:?}");
    let exact = workshop.zwang("stability wall.toml --margin=all --no-proof --exact");
    let tilt = "tilt tangent 4/11 (≈ 20.0°) to the left";
    assert!(exact.succeeds().contains(tilt), "{exact:?}");
    workshop
        .zwang("stability wall.toml --margin=few")
        .refuses(&["expected a number of bodies, or all"]);
}

/// Between walls that touch it, a brick without friction bears all tilts and pushes.
#[test]
fn a_brick_between_walls_has_no_limit() {
    let workshop = Workshop::new("margin-walls");
    let bodies = "[[body]]\nname = 'left'\nfixed = true\n\
         rectangle = { center = [-2, 1], size = [2, 2] }\n\
         [[body]]\nname = 'right'\nfixed = true\n\
         rectangle = { center = [2, 1], size = [2, 2] }\n\
         [[body]]\nname = 'brick'\nrectangle = { center = [0, 1], size = [2, 2] }\n";
    workshop.file("walls.toml", on_a_floor("0", bodies));
    let run = workshop.zwang("stability walls.toml --margin --no-proof");
    let told = "margin none: no tilt and no push along x ends it";
    assert!(run.succeeds().contains(told), "{run:?}");
    let json = workshop.zwang("stability walls.toml --margin --no-proof --json");
    let json: Value = serde_json::from_str(json.succeeds()).unwrap();
    assert_eq!(
        json["margin"]["whole"],
        json!({"left": null, "right": null})
    );
}

/// The largest value that a threshold is proved to bear.
fn stands_at(found: &zwang_answer::VerifiedCritical) -> &Rational {
    assert!(found.verified.is_exact());
    found.verified.stands_at().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// It slides at the tangent μ or tips at w / h; a push at its centroid slides it at 10 μ and
    /// tips it at 10 w / h. As the only body it is the whole.
    #[test]
    fn a_block_slides_or_tips(width in 1..9_i64, height in 1..9_i64, friction in 1..9_i64) {
        let scene = block(
            &width.to_string(),
            &height.to_string(),
            &format!("{friction}/4"),
        );
        let found = margin_of(&scene);
        let least = fraction(friction, 4).min(fraction(width, height));
        let tilt = found.tilt.as_ref().unwrap();
        prop_assert_eq!(stands_at(&tilt[0]), &-&least);
        prop_assert_eq!(stands_at(&tilt[1]), &least);
        let push = least * number("10");
        prop_assert_eq!(stands_at(&found.whole[0]), &-&push);
        prop_assert_eq!(stands_at(&found.whole[1]), &push);
        let pushes = &found.bodies[0].pushes;
        prop_assert_eq!(stands_at(&pushes[0]), &-&push);
        prop_assert_eq!(stands_at(&pushes[1]), &push);
    }
}
