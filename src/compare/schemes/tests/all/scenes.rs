//! Bricks in motion.

use std::fs;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Dynamics, Friction, Polygon, Scene};
use zwang_schemes::{Advance, Enforcement, LengthRule, Rounding, Scheme, Selection, SidednessRule};

pub fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

pub fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub fn vector(x: &str, y: &str) -> Vector {
    Vector::new(number(x), number(y))
}

pub fn from_gallery(name: &str) -> Scene {
    let path = format!("{}/../../../scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    zwang_scene::read::parse_toml(&fs::read_to_string(path).unwrap())
        .unwrap()
        .scene
}

pub fn scene(name: &str, gravity: Vector, bodies: Vec<Body>) -> Scene {
    Scene {
        name: name.to_owned(),
        title: None,
        expect: None,
        gravity,
        bodies,
        pins: vec![],
        friction: Friction::default(),
        restitution: zwang_scene::SceneRestitution::default(),
        loads: Vec::new(),
    }
}

/// The rectangle with the corner `origin` whose edges from there are `width` along the unit vector
/// `along` and `height` along its quarter turn.
pub fn turned_rectangle(
    origin: &Vector,
    along: &Vector,
    width: &Rational,
    height: &Rational,
) -> Polygon {
    let (across, up) = (along.scaled(width), along.quarter_turn().scaled(height));
    let (far, top) = (origin + &across, origin + &up);
    let corner = &far + &up;
    Polygon::new(vec![origin.clone(), far, corner, top])
        .unwrap()
        .0
}

pub fn box_between(low: (&str, &str), high: (&str, &str)) -> Polygon {
    let (low, high) = (vector(low.0, low.1), vector(high.0, high.1));
    turned_rectangle(
        &low,
        &Vector::from_integers(1, 0),
        &(&high.x - &low.x),
        &(&high.y - &low.y),
    )
}

pub fn fixed(name: &str, part: Polygon) -> Body {
    Body {
        name: name.to_owned(),
        parts: vec![part],
        dynamics: None,
    }
}

/// A homogeneous body of density 1 whose point at `through` has a velocity.
pub fn moving(
    name: &str,
    part: Polygon,
    through: &Vector,
    velocity: &Vector,
    spin: &Rational,
) -> Body {
    let parts = vec![part];
    let still = Dynamics::homogeneous(&parts, &ratio(1, 1));
    let velocity = velocity + &(&still.centroid - through).quarter_turn().scaled(spin);
    Body {
        name: name.to_owned(),
        parts,
        dynamics: Some(Dynamics {
            velocity,
            spin: spin.clone(),
            ..still
        }),
    }
}

pub fn resting(name: &str, part: Polygon) -> Body {
    moving(name, part, &Vector::zero(), &Vector::zero(), &ratio(0, 1))
}

/// A brick that turns over the corner (0, 0) of a table and slides off it, with its lower side
/// along (4, -3) / 5.
pub fn tipping_brick() -> Scene {
    let along = vector("4/5", "-3/5");
    let part = turned_rectangle(
        &along.scaled(&number("-3/4")),
        &along,
        &number("2"),
        &number("1/2"),
    );
    let brick = moving(
        "brick",
        part,
        &Vector::zero(),
        &along.scaled(&number("1/3")),
        &number("-3/2"),
    );
    scene(
        "tipping brick",
        vector("0", "-10"),
        vec![fixed("table", box_between(("-3", "-1"), ("0", "0"))), brick],
    )
}

/// A brick stands on its corner on the upper side of a turning one, and slides along it, so that
/// the turning side pushes it though both fall freely.
pub fn corner_on_turning_brick() -> Scene {
    let spin = number("-2/3");
    let lower = moving(
        "lower",
        box_between(("-1", "-1/2"), ("1", "0")),
        &vector("1/5", "1"),
        &Vector::zero(),
        &spin,
    );
    let foot = vector("1/4", "0");
    let velocity = &lower.velocity_at(&foot) + &vector("-5/4", "0");
    let part = turned_rectangle(&foot, &vector("3/5", "4/5"), &number("1"), &number("1/4"));
    let upper = moving("upper", part, &foot, &velocity, &number("7/5"));
    scene(
        "corner on a turning brick",
        vector("0", "-1"),
        vec![lower, upper],
    )
}

/// A brick lies on a turning brick, turns with it and slides along it.
pub fn side_on_turning_brick() -> Scene {
    let spin = number("1/2");
    let lower = moving(
        "lower",
        box_between(("-1", "-1/2"), ("1", "0")),
        &Vector::zero(),
        &Vector::zero(),
        &spin,
    );
    let foot = vector("1/4", "0");
    let velocity = &lower.velocity_at(&foot) + &vector("3", "0");
    let upper = moving(
        "upper",
        box_between(("-3/4", "0"), ("1/4", "1/4")),
        &foot,
        &velocity,
        &spin,
    );
    scene(
        "side on a turning brick",
        vector("0", "-1"),
        vec![lower, upper],
    )
}

pub fn position(lengths: LengthRule, sidedness: SidednessRule) -> Advance {
    Advance::Position {
        lengths,
        enforcement: Enforcement::Equations,
        sidedness,
    }
}

pub fn exact(advance: Advance, selection: Selection) -> Scheme {
    Scheme {
        advance,
        selection,
        rounding: Rounding::Exact,
    }
}
