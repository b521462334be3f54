//! Scenes that have no smooth motion at the start.

use crate::support::on_floor;
use zwang_continuous::{Continuous, ContinuousError};

fn refused(bodies: &str) -> String {
    let found: ContinuousError = Continuous::new(&on_floor(5, bodies)).unwrap_err();
    found.to_string()
}

const BRICK: &str =
    "[[body]]\nname = 'brick'\nrectangle = { center = [0, '1/2'], size = [1, 1] }\n";

#[test]
fn impacts_friction_and_round_bodies_are_refused() {
    let falling = format!("{BRICK}velocity = [0, -1]\n");
    assert_eq!(
        refused(&falling),
        "`brick` and `floor` approach each other at the start; expected no impact there"
    );
    let mut rough = on_floor(5, BRICK);
    rough.friction = rough
        .with_friction(&zwang_exact::Rational::new(1.into(), 2.into()))
        .friction;
    let error = Continuous::new(&rough).unwrap_err();
    assert!(matches!(error, ContinuousError::Friction(_)), "{error}");
    let disk = "[[body]]\nname = 'disk'\nmass = 1\ndisk = { center = [0, 1], radius = 1 }\n";
    assert!(refused(disk).contains("disk"));
    assert!(Continuous::new(&on_floor(5, BRICK)).is_ok());
}
