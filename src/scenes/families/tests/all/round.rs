//! Families of disks in motion: what touches, what strikes, and that nothing overlaps at first.

use zwang_exact::{Rational, Vector};
use zwang_families::{cradle, funnel, pour, rack};
use zwang_scene::{Body, Scene};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

fn disks(scene: &Scene) -> Vec<&Body> {
    let free = scene.bodies.iter();
    free.filter(|body| !body.is_fixed()).collect()
}

/// How many pairs of disks touch; none may overlap.
fn touching(scene: &Scene) -> usize {
    let disks = disks(scene);
    let mut touching = 0;
    for (index, one) in disks.iter().enumerate() {
        for other in &disks[index + 1..] {
            let [part, other_part] = [one, other].map(|body| &body.parts[0]);
            let way = &part.vertices()[0] - &other_part.vertices()[0];
            let reach = part.radius() + other_part.radius();
            let apart = way.dot(&way) - &reach * &reach;
            assert!(apart >= ratio(0, 1), "{} {}", one.name, other.name);
            touching += usize::from(apart == ratio(0, 1));
        }
    }
    touching
}

fn speeds(scene: &Scene) -> Vec<Vector> {
    let disks = disks(scene).into_iter();
    let dynamics = disks.filter_map(|body| body.dynamics.as_ref());
    dynamics.map(|dynamics| dynamics.velocity.clone()).collect()
}

#[test]
fn those_that_strike_a_cradle_come_from_a_gap() {
    let [one, zero] = [Vector::from_integers(1, 0), Vector::zero()];
    let scene = cradle(5, 2, &ratio(1, 3)).unwrap();
    assert_eq!(touching(&scene), 3);
    assert_eq!(
        speeds(&scene),
        [&one, &one, &zero, &zero, &zero].map(Vector::clone)
    );
    assert_eq!(touching(&cradle(5, 2, &ratio(0, 1)).unwrap()), 4);
    for refused in [
        cradle(0, 1, &ratio(1, 1)),
        cradle(3, 4, &ratio(1, 1)),
        cradle(3, 0, &ratio(1, 1)),
        cradle(3, 1, &ratio(-1, 1)),
    ] {
        assert!(refused.is_err());
    }
}

/// A triangle of n rows has 3 n (n - 1)/2 pairs of neighbours; those in a row do not touch.
#[test]
fn a_rack_touches_along_its_sides() {
    let scene = rack(4, &ratio(5, 1), &ratio(0, 1)).unwrap();
    assert_eq!(disks(&scene).len(), 11);
    assert_eq!(touching(&scene), 12 + 1);
    let places = disks(&scene)
        .into_iter()
        .map(|body| body.parts[0].vertices()[0].clone());
    let places: Vec<Vector> = places.collect();
    for place in &places {
        let image = Vector::new(place.x.clone(), -&place.y);
        assert!(places.contains(&image));
    }
    assert_eq!(touching(&rack(4, &ratio(5, 1), &ratio(1, 1)).unwrap()), 12);
    assert!(rack(0, &ratio(5, 1), &ratio(1, 1)).is_err());
    assert!(rack(2, &ratio(0, 1), &ratio(1, 1)).is_err());
}

#[test]
fn what_is_poured_touches_nothing_at_first() {
    for count in [1, 2, 5, 30, 101] {
        for scene in [
            pour(count, &ratio(10, 1)).unwrap(),
            funnel(count, &ratio(10, 1)).unwrap(),
        ] {
            assert_eq!(disks(&scene).len(), count);
            assert_eq!(touching(&scene), 0);
            assert_eq!(scene.gravity, Vector::from_integers(0, -10));
        }
    }
    assert!(pour(0, &ratio(10, 1)).is_err());
    assert!(funnel(3, &ratio(0, 1)).is_err());
}
