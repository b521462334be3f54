//! Symmetries of scenes made to deceive a search that compares residues modulo 2^61 - 1, or modulo
//! the primes below it.

use crate::bricks::{fixed, free, number, pin, rectangle, scene, vector, weightless};
use zwang_collapse::symmetry::detect;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, PinId, Scene};

/// The largest primes below 2^61.
const PRIMES: [u64; 3] = [(1 << 61) - 1, (1 << 61) - 31, (1 << 61) - 45];

fn unit(name: &str, x: &Rational, y: &Rational) -> Body {
    let one = number("1");
    let [low, high] =
        [[x, y], [&(x + &one), &(y + &one)]].map(|corner| corner.map(Rational::to_string));
    free(
        name,
        vec![rectangle((&low[0], &low[1]), (&high[0], &high[1]))],
    )
}

fn product(factors: &[u64]) -> Rational {
    factors.iter().fold(number("1"), |product, factor| {
        product * number(&factor.to_string())
    })
}

/// A wide floor, and bricks with their left lower vertices at the given places.
fn on_floor(bricks: &[(Rational, Rational)]) -> Scene {
    let far = "99999999999999999999999999999999999999999999999999999999999999999999999999";
    let mut bodies = vec![fixed(
        "floor",
        vec![rectangle((&format!("-{far}"), "-1"), (far, "0"))],
    )];
    bodies.extend(
        bricks
            .iter()
            .enumerate()
            .map(|(index, (x, y))| unit(&index.to_string(), x, y)),
    );
    scene(bodies)
}

fn bodies(scene: &Scene) -> Vec<Vec<usize>> {
    detect(scene)
        .into_iter()
        .map(|symmetry| symmetry.bodies.iter().map(|body| body.0).collect())
        .collect()
}

#[test]
fn images_that_agree_modulo_a_prime_only_are_not_images() {
    for count in 1..=PRIMES.len() {
        let multiple = product(&PRIMES[..count]);
        let (zero, right, left) = (number("0"), number("5"), number("-6"));
        assert_eq!(
            bodies(&on_floor(&[
                (left.clone(), zero.clone()),
                (right.clone(), zero.clone())
            ])),
            [[0, 2, 1]]
        );
        let aside = on_floor(&[
            (left.clone(), zero.clone()),
            (&right + &multiple, zero.clone()),
        ]);
        assert_eq!(detect(&aside), [], "{count}");
        let above = on_floor(&[
            (left.clone(), zero.clone()),
            (right.clone(), multiple.clone()),
        ]);
        assert_eq!(detect(&above), [], "{count}");
        // Of fixed bodies the vertices are all there is to compare.
        for mut scene in [aside, above] {
            scene
                .bodies
                .iter_mut()
                .for_each(|body| body.dynamics = None);
            assert_eq!(detect(&scene), [], "{count}");
        }
        let mut heavy = on_floor(&[(left, zero.clone()), (right, zero)]);
        heavy.bodies[2].dynamics.as_mut().unwrap().centroid.x += &multiple;
        assert_eq!(detect(&heavy), [], "{count}");
    }
}

#[test]
fn different_points_that_agree_modulo_a_prime_stay_different() {
    for count in 1..=PRIMES.len() {
        let (zero, multiple) = (number("0"), product(&PRIMES[..count]));
        let one_of_each = on_floor(&[
            (number("-6"), zero.clone()),
            (number("5"), zero.clone()),
            (number("-6") - &multiple, zero.clone()),
            (number("5") + &multiple, zero.clone()),
        ]);
        assert_eq!(bodies(&one_of_each), [[0, 2, 1, 4, 3]], "{count}");
        let crossed = on_floor(&[
            (number("-6"), zero.clone()),
            (number("5"), zero.clone()),
            (number("-6") - &multiple, zero.clone()),
            (number("5") - &multiple, zero.clone()),
        ]);
        assert_eq!(detect(&crossed), [], "{count}");
    }
}

#[test]
fn denominators_may_vanish_modulo_a_prime() {
    for count in 1..=PRIMES.len() {
        let (zero, multiple) = (number("0"), product(&PRIMES[..count]));
        let near = multiple.recip();
        let bricks = |second: Rational| {
            on_floor(&[(number("-6") + &near, zero.clone()), (second, zero.clone())])
        };
        assert_eq!(bodies(&bricks(number("5") - &near)), [[0, 2, 1]], "{count}");
        assert_eq!(detect(&bricks(number("5") + &near)), [], "{count}");
        // In a scene whose vertices are integral, pins, the direction of gravity, or the centre may
        // have such denominators.
        let mut pinned = bricks(number("5") - &near);
        let at = |sign: &str| (number(sign) * (number("5") + &near)).to_string();
        pinned.pins = vec![
            pin(1, None, (&at("-1"), "1/2")),
            pin(2, None, (&at("1"), "1/2")),
        ];
        let exchanged = [(PinId(1), false), (PinId(0), false)];
        assert_eq!(detect(&pinned)[0].pins, exchanged, "{count}");
        pinned.pins.pop();
        assert_eq!(detect(&pinned), [], "{count}");
    }
}

#[test]
fn gravity_may_vanish_modulo_a_prime() {
    for count in 1..=PRIMES.len() {
        let multiple = product(&PRIMES[..count]);
        let symmetric = on_floor(&[(number("-6"), number("0")), (number("5"), number("0"))]);
        let gravity = |x: Rational| Scene {
            gravity: Vector::new(x, -&multiple),
            ..symmetric.clone()
        };
        assert_eq!(bodies(&gravity(number("0"))), [[0, 2, 1]], "{count}");
        assert_eq!(detect(&gravity(number("1"))), [], "{count}");
        assert_eq!(detect(&gravity(multiple.clone())), [], "{count}");
    }
}

#[test]
fn without_gravity_the_primes_do_not_matter_either() {
    for count in 1..=PRIMES.len() {
        let multiple = product(&PRIMES[..count]);
        for step in [
            number("3"),
            multiple.clone(),
            number("2") + multiple.recip(),
        ] {
            let half = number("1/2");
            let places = [
                (&step, &step),
                (&-&step, &step),
                (&-&step, &-&step),
                (&step, &-&step),
            ];
            let square = |(x, y): (&Rational, &Rational)| {
                unit(&format!("{x} {y}"), &(x - &half), &(y - &half))
            };
            let squares = weightless(places.map(square).into());
            let symmetries = detect(&squares);
            assert_eq!(symmetries.len(), 7, "{count} {step}");
            assert!(
                symmetries
                    .iter()
                    .all(|symmetry| symmetry.center == vector("0", "0"))
            );
            let mut spoiled = squares.clone();
            spoiled.bodies[0] = unit("moved", &(&step - &half + &multiple), &(&step - &half));
            // Only the diagonal would be left if the square were moved along it.
            assert_eq!(detect(&spoiled), [], "{count} {step}");
        }
    }
}
