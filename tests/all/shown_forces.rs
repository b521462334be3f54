//! The forces that are shown of a scene at rest with friction: without friction wherever such hold
//! it, otherwise the least ones; and the marks of those that are not unique. Against closed forms,
//! the variational inequality of a projection, and ranges.

use crate::random_scenes;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use std::collections::BTreeMap;
use zwang::families;
use zwang::{Rational, Scene, Vector};
use zwang_answer::{
    VerifiedForces, VerifiedStability, held_indeterminate, indeterminate, stability,
};
use zwang_certificate::BigInt;
use zwang_certificate::Contact;
use zwang_certificate::ranges::Ranges;
use zwang_check::statics::{HeldContact, Holding};
use zwang_check::{Answer, Verdict};
use zwang_collapse::contacts;
use zwang_output::Indeterminate;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Friction};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn with_friction(mut scene: Scene, friction: &str) -> Scene {
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

fn family(name: &str, arguments: &[(&str, &str)]) -> Scene {
    let mut given = Vec::new();
    for (key, value) in arguments {
        given.push(((*key).to_owned(), (*value).to_owned()));
    }
    families::find(name).unwrap().scene(&given).unwrap()
}

/// The forces that are shown of a scene that is held, with friction.
fn shown_with(scene: &Scene, options: &Options) -> Option<Holding> {
    let found = stability(scene, options, &Monitor::default(), || ()).unwrap();
    match found {
        VerifiedStability::Motion(_) => panic!("it has no friction"),
        VerifiedStability::Statics(answer) => answer.verified.holding().cloned(),
        VerifiedStability::Rest(answer) => {
            Some(zwang_output::told::holding_of_rest(&answer.verified))
        }
    }
}

fn shown(scene: &Scene) -> Option<Holding> {
    shown_with(scene, &Options::default())
}

/// Force on the body of the vertex, N.
fn force(normal: &Vector, across: &Rational, along: &Rational) -> Vector {
    &normal.scaled(across) + &normal.quarter_turn().scaled(along)
}

/// Forces by place and first body, of those that press.
fn by_place(holding: &Holding) -> BTreeMap<(Vector, BodyId), Vector> {
    let mut forces = BTreeMap::new();
    for contact in &holding.contacts {
        let key = (contact.point.clone(), contact.first);
        let force = force(&contact.normal, &contact.across, &contact.along);
        assert!(forces.insert(key, force).is_none());
    }
    forces
}

/// A block of 2 by 1 and weight 4 on a floor, pushed sideways at the height of its centre.
fn pushed_block(push: &str, friction: &str) -> Scene {
    format!(
        "format = 'zwang-scene-1'\nname = 'pushed'\ngravity = [0, -1]\nfriction = '{friction}'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, '-1/2'], size = [20, 1] }}\n\
         [[body]]\nname = 'block'\nmass = 4\ninertia = 1\n\
         rectangle = {{ center = [0, '1/2'], size = [2, 1] }}\n\
         [[load]]\nname = 'push'\nbody = 'block'\nforce = ['{push}', 0]\nat = [0, '1/2']\n"
    )
    .parse()
    .unwrap()
}

/// The normal forces of the block are 2 ± push/4. The least friction forces are half of the push
/// each, unless that is more than the left one may have: then it has what it may.
#[test]
fn a_pushed_block_shares_its_friction_equally_within_the_cones() {
    for (push, friction, left, right) in [
        ("1/2", "1/2", "-1/4", "-1/4"),
        ("1", "1/2", "-1/2", "-1/2"),
        ("3/2", "2/5", "-13/20", "-17/20"),
        ("2", "1/2", "-3/4", "-5/4"),
    ] {
        for floats in [true, false] {
            let options = Options {
                floats,
                ..Options::default()
            };
            let holding = shown_with(&pushed_block(push, friction), &options).unwrap();
            let mut found: Vec<(Vector, Vector)> = Vec::new();
            for ((point, _), force) in by_place(&holding) {
                found.push((point, force));
            }
            let quarter = number(push) / number("4");
            let expected = [
                Vector::new(number(left), number("2") - &quarter),
                Vector::new(number(right), number("2") + &quarter),
            ];
            assert_eq!(found.len(), 2);
            for ((_, force), expected) in found.iter().zip(&expected) {
                assert_eq!(force, expected, "{push} {friction}");
            }
        }
    }
}

/// What needs no friction is shown with the same forces as without friction.
#[test]
fn forces_that_need_no_friction_are_those_of_the_scene_without() {
    let mut checked = 0;
    for scene in [
        family("wall", &[("rows", "3"), ("columns", "4")]),
        family("wall", &[("rows", "7"), ("columns", "8")]),
        family("wall", &[("rows", "12"), ("columns", "12")]),
        family("beam", &[("supports", "4")]),
    ] {
        let smooth = zwang::collapse(&scene).unwrap();
        assert_eq!(smooth.verified.verdict(), Verdict::Rests);
        let answer = smooth.verified.first_answer().unwrap();
        let holding = shown(&with_friction(scene.clone(), "1/2")).unwrap();
        assert_eq!(holding.contacts.len(), answer.contacts.len());
        for (rough, contact) in holding.contacts.iter().zip(&answer.contacts) {
            assert_eq!(rough.point, contact.point);
            assert_eq!(&rough.across, contact.multiplier.value());
            assert!(rough.along.is_zero());
            checked += 1;
        }
    }
    assert!(checked > 1000);
}

/// Issue 38: the wall of 20 by 30 bricks showed a bulge of more than 8 N.
#[test]
fn a_wall_shows_no_bulge() {
    let wall = family("wall", &[("rows", "20"), ("columns", "30")]);
    let holding = shown(&with_friction(wall, "1/2")).unwrap();
    let most = number("14/5");
    for contact in &holding.contacts {
        let force = force(&contact.normal, &contact.across, &contact.along);
        assert!(force.dot(&force) < &most * &most);
    }
}

/// A large wall on a slope needs friction. Its forces are near the least ones, all in short
/// numbers, and none is a bulge.
#[test]
fn a_large_wall_on_a_slope_shows_forces_near_the_least() {
    let mut wall = family("wall", &[("rows", "12"), ("columns", "12")]);
    wall.gravity = Vector::new(number("1/5"), number("-1"));
    let holding = shown(&with_friction(wall, "1/2")).unwrap();
    let mut most = Rational::zero();
    for contact in &holding.contacts {
        let force = force(&contact.normal, &contact.across, &contact.along);
        most = most.max(force.dot(&force));
        assert!(contact.across.denom().bits() < 200);
    }
    // The middle of all forces, which was shown before, has more than 4.
    assert!(most < number("9"), "{most}");
}

/// Forces over a denominator, as vectors by place in a list.
fn vectors(pairs: &[(usize, [BigInt; 2])], denominator: &BigInt) -> BTreeMap<usize, Vector> {
    let mut vectors = BTreeMap::new();
    for (index, pair) in pairs {
        let [x, y] = pair.clone().map(|n| Rational::new(n, denominator.clone()));
        vectors.insert(*index, Vector::new(x, y));
    }
    vectors
}

/// Σ f·(g - f) ≥ 0 for all systems g that hold the scene, and only then f is the least.
fn is_least(scene: &Scene, holding: &Holding, ranges: &Ranges) -> Result<usize, TestCaseError> {
    let mut systems = 0;
    for group in &ranges.groups {
        for system in &group.systems {
            let listed = vectors(&system.contacts, &system.denominator);
            let mut product = Rational::zero();
            for (index, contact) in ranges.contacts.iter().enumerate() {
                let is_own = contact
                    .bodies()
                    .iter()
                    .any(|body| group.bodies.contains(body));
                let Some(own) = holding
                    .contacts
                    .iter()
                    .find(|own| is_at(scene, own, contact))
                else {
                    continue;
                };
                if !is_own {
                    continue;
                }
                let force_of = |across, along| force(&own.normal, across, along);
                let zero = Vector::zero();
                let other = listed.get(&index).unwrap_or(&zero);
                let other = force_of(&other.x, &other.y);
                let own = force_of(&own.across, &own.along);
                product += own.dot(&(&other - &own));
            }
            let listed = vectors(&system.pins, &system.denominator);
            for (index, (pin, own)) in scene.pins.iter().zip(&holding.pins).enumerate() {
                let bodies = [Some(pin.first), pin.second];
                let mut bodies = bodies.iter().flatten();
                if bodies.any(|body| group.bodies.contains(&body.0)) {
                    let zero = Vector::zero();
                    let other = listed.get(&index).unwrap_or(&zero);
                    product += own.dot(&(other - own));
                }
            }
            prop_assert!(!product.is_negative(), "{product}");
            systems += 1;
        }
    }
    Ok(systems)
}

fn is_at(scene: &Scene, held: &HeldContact, contact: &Contact) -> bool {
    let [first, second] = contact.bodies().map(BodyId);
    let normal = contacts::normal(scene, contact);
    let point = contacts::point(scene, contact);
    [held.first, held.second] == [first, second] && held.point == point && held.normal == normal
}

/// Marks and ranges agree: a force is unique if and only if its least value is its largest one.
/// Contacts are told by their bodies, point and normal.
fn marks_are_ranges(
    scene: &Scene,
    contacts: &[(BodyId, BodyId, &Vector, &Vector)],
    marks: &Indeterminate,
) -> Result<usize, TestCaseError> {
    let found = zwang_answer::forces(scene, &[], &Options::default(), &Monitor::default(), || ());
    let Ok(VerifiedForces::Held(ranges)) = found else {
        return Err(TestCaseError::fail("not held"));
    };
    let is_one = |interval: &Option<[Option<Rational>; 2]>| match interval {
        Some([least, largest]) => least.is_some() && least == largest,
        None => true,
    };
    let mut compared = 0;
    for range in ranges.verified.contacts() {
        let key = (range.first, range.second, &range.point, &range.normal);
        let index = contacts.iter().position(|contact| *contact == key);
        let is_unique = marks.is_unique_contact(index.unwrap());
        let across = is_one(&range.across);
        let along = range.friction.is_zero() || is_one(&range.along);
        prop_assert_eq!(across && along, is_unique, "{:?}", range);
        compared += 1;
    }
    for range in ranges.verified.pins() {
        let one = range.force.iter().all(is_one);
        prop_assert_eq!(one, marks.is_unique_pin(range.pin.0), "{:?}", range);
        compared += 1;
    }
    Ok(compared)
}

fn smooth_marks(scene: &Scene, answer: &Answer) -> Result<usize, TestCaseError> {
    let marks = indeterminate(scene, answer);
    let contacts = answer.contacts.iter();
    let keys = contacts.map(|own| (own.first, own.second, &own.point, &own.normal));
    marks_are_ranges(scene, &keys.collect::<Vec<_>>(), &marks)
}

fn rough_marks(scene: &Scene, holding: &Holding) -> Result<usize, TestCaseError> {
    let marks = held_indeterminate(scene, holding);
    let contacts = holding.contacts.iter();
    let keys = contacts.map(|own| (own.first, own.second, &own.point, &own.normal));
    marks_are_ranges(scene, &keys.collect::<Vec<_>>(), &marks)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Of scenes that forces hold, with friction and without: marks are what ranges say, and forces
    /// that need friction are the least of all systems that ranges found.
    #[test]
    fn shown_forces_of_random_scenes(
        scene in random_scenes::scene(4),
        friction in 0_u32..6,
        across in -2_i64..3,
    ) {
        let mut scene = scene;
        prop_assume!(scene.is_at_rest());
        scene.gravity.x = Rational::new(across.into(), 4.into());
        let ranges = zwang_collapse::ranges(&scene, &[], &Options::default(), &Monitor::default());
        // An overlap, a corner.
        let Ok(ranges) = ranges else {
            return Ok(());
        };
        if ranges.is_some_and(|found| !found.ranges.corners.is_empty()) {
            return Ok(());
        }
        if friction == 0 {
            let smooth = zwang::collapse(&scene).unwrap();
            if smooth.verified.verdict() == Verdict::Rests {
                smooth_marks(&scene, smooth.verified.first_answer().unwrap())?;
            }
            return Ok(());
        }
        let scene = with_friction(scene, &format!("{friction}/4"));
        let ranges = zwang_collapse::ranges(&scene, &[], &Options::default(), &Monitor::default());
        let Ok(Some(ranges)) = ranges else {
            return Ok(());
        };
        if !ranges.ranges.corners.is_empty() {
            return Ok(());
        }
        let holding = shown(&scene).unwrap();
        rough_marks(&scene, &holding)?;
        let mut along = holding.contacts.iter().map(|contact| &contact.along);
        if along.any(|along| !along.is_zero()) && ranges.ranges.groups.len() == 1 {
            is_least(&scene, &holding, &ranges.ranges)?;
        }
    }
}

#[test]
fn the_least_forces_of_the_families_are_the_least() {
    let mut systems = 0;
    for (scene, friction) in [
        (family("arch", &[("stones", "5")]), "1/2"),
        (family("arch", &[("stones", "7")]), "1/2"),
        (family("diamond", &[("size", "5")]), "1/2"),
    ] {
        let scene = with_friction(scene, friction);
        let holding = shown(&scene).unwrap();
        let mut along = holding.contacts.iter().map(|contact| &contact.along);
        assert!(along.any(|along| !along.is_zero()));
        let options = Options::default();
        let ranges = zwang_collapse::ranges(&scene, &[], &options, &Monitor::default());
        systems += is_least(&scene, &holding, &ranges.unwrap().unwrap().ranges).unwrap();
    }
    assert!(systems > 50, "{systems}");
}

#[test]
fn marks_of_the_families_are_their_ranges() {
    for (scene, friction) in [
        (family("wall", &[("rows", "3"), ("columns", "3")]), "1/2"),
        (family("arch", &[("stones", "7")]), "1/2"),
        (family("arch", &[("stones", "5")]), "1/2"),
        (family("diamond", &[("size", "4")]), "1/2"),
        (family("domino", &[]), "1/2"),
    ] {
        let scene = with_friction(scene, friction);
        let Some(holding) = shown(&scene) else {
            continue;
        };
        rough_marks(&scene, &holding).unwrap();
    }
}
