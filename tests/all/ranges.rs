//! Ranges of forces: the corpus of `proofs/ranges` before both checkers, and whole answers against
//! closed forms, and against all vertices of small systems, one by one.

use crate::corpus::{self, name, scene_and_proof};
use crate::python;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use zwang::families;
use zwang::{Rational, Scene, Vector};
use zwang_answer::{VerifiedForceRanges, VerifiedForces};
use zwang_check::ranges::{ContactRange, Interval, PinRange, VerifiedRanges};
use zwang_check::{Checked, verify_proof};
use zwang_output::told;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Friction};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn answer_with(scene: &Scene, options: &Options) -> VerifiedForces {
    zwang_answer::forces(scene, &[], options, &Monitor::default(), || ()).unwrap()
}

fn held(scene: &Scene) -> VerifiedForceRanges {
    match answer_with(scene, &Options::default()) {
        VerifiedForces::Held(answer) => *answer,
        VerifiedForces::Moves(_) | VerifiedForces::Falls(_) => panic!("it falls"),
    }
}

fn family(name: &str, arguments: &[(&str, &str)], friction: &str) -> Scene {
    let mut given = Vec::new();
    for (key, value) in arguments {
        given.push(((*key).to_owned(), (*value).to_owned()));
    }
    let mut scene = families::find(name).unwrap().scene(&given).unwrap();
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

fn is_unique([least, largest]: &Interval) -> bool {
    least.is_some() && least == largest
}

/// φ |n| of a contact whose normal is along an axis, N.
fn newtons(contact: &ContactRange) -> Interval {
    let length = contact.normal.x.abs() + contact.normal.y.abs();
    let across = contact.across.as_ref().unwrap().each_ref();
    across.map(|end| end.as_ref().map(|value| value * &length))
}

fn between(least: &str, largest: &str) -> Interval {
    [least, largest].map(|end| Some(number(end)))
}

#[test]
fn the_accepted_are_accepted() {
    for file in corpus::fixtures("ranges/accepted") {
        let (scene, proof) = scene_and_proof(&file);
        let checked = verify_proof(&scene, &proof);
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", name(&file)));
        assert!(checked.verdict().contains("range"));
    }
}

#[test]
fn the_rejected_are_rejected_for_their_reasons() {
    for file in corpus::fixtures("ranges/rejected") {
        let (scene, proof) = scene_and_proof(&file);
        let Err(rejection) = verify_proof(&scene, &proof) else {
            panic!("{} is accepted", name(&file))
        };
        let found = rejection.condition().to_string();
        let file = name(&file);
        assert_eq!(file.split('-').next(), Some(found.as_str()), "{rejection}");
    }
}

#[test]
fn the_second_checker_says_the_same() {
    if !python::is_here() {
        return;
    }
    for file in corpus::fixtures("ranges/accepted") {
        let answer = python::check(&[&file, &file.with_extension("json")]);
        let (scene, proof) = scene_and_proof(&file);
        let verdict = verify_proof(&scene, &proof).unwrap().verdict();
        let start = format!("accepted: {verdict}: the scene ");
        assert!(
            answer.text.starts_with(&start),
            "{}: {answer:?}",
            name(&file)
        );
    }
    for file in corpus::fixtures("ranges/rejected") {
        let answer = python::check(&[&file, &file.with_extension("json")]);
        let expected = name(&file);
        let expected = expected.split('-').next();
        assert_eq!(Some(answer.condition()), expected, "{answer:?}");
    }
}

#[test]
fn the_example_of_the_format_is_a_fixture() {
    let proofs = python::proofs();
    let page = fs::read_to_string(proofs.join("FORMAT.md")).unwrap();
    let file = proofs.join("ranges/accepted/friction-of-one-contact.json");
    let mut indented = String::new();
    for line in fs::read_to_string(file).unwrap().lines() {
        indented += &format!("    {line}\n");
    }
    assert!(page.contains(&indented), "{indented}");
}

#[test]
fn what_is_written_reads_back() {
    for file in corpus::fixtures("ranges/accepted") {
        let text = fs::read_to_string(file.with_extension("json")).unwrap();
        let ranges = zwang_certificate::ranges::read(&text).unwrap();
        let written = zwang_certificate::ranges::write(&ranges);
        assert_eq!(zwang_certificate::ranges::read(&written).unwrap(), ranges);
    }
}

#[test]
fn ends_of_neither_kind_are_no_proof() {
    let file = python::proofs().join("ranges/accepted/friction-of-one-contact.json");
    let proof = fs::read_to_string(file).unwrap();
    for (from, to) in [
        (r#"{"system": 0, "#, "{"),
        (r#"{"system": 0, "#, r#"{"system": 0, "stress": 0, "#),
        (r#""system": 0"#, r#""stress": 0"#),
        (r#""system": 0"#, r#""system": null"#),
        (r#""stresses""#, r#""strains""#),
        ("zwang-ranges-1", "zwang-ranges-2"),
    ] {
        let changed = proof.replacen(from, to, 1);
        assert_ne!(changed, proof, "{from}");
        assert!(zwang_certificate::read_proof(&changed).is_err(), "{to}");
    }
}

/// The corpus was made by trying every basis, in Python; floats, lifting and projections find the
/// same ranges, with a guess and without.
#[test]
fn the_corpus_is_solved_with_the_same_ranges() {
    for file in corpus::fixtures("ranges/accepted") {
        if name(&file) == "friction-of-one-contact" {
            continue;
        }
        let (scene, proof) = scene_and_proof(&file);
        let Ok(Checked::Ranges(known)) = verify_proof(&scene, &proof) else {
            panic!("{} is no accepted proof of ranges", name(&file))
        };
        for floats in [true, false] {
            let options = Options {
                floats,
                ..Options::default()
            };
            let VerifiedForces::Held(found) = answer_with(&scene, &options) else {
                panic!("{} falls", name(&file))
            };
            let forces = |pins: &[PinRange]| -> Vec<_> {
                pins.iter()
                    .map(|pin| {
                        let gaps = pin.between.clone().map(|between| between.gaps);
                        (pin.pin, pin.force.clone(), gaps)
                    })
                    .collect()
            };
            let pins = [&found.verified, &known].map(|ranges| forces(ranges.pins()));
            assert_eq!(pins[0], pins[1], "{}", name(&file));
            let corners = [&found.verified, &known].map(forces_of_corners);
            assert_eq!(corners[0], corners[1], "{}", name(&file));
            assert_eq!(found.verified.contacts().len(), known.contacts().len());
            for contact in found.verified.contacts() {
                let twin = known.contacts().iter().find(|twin| is_twin(twin, contact));
                let twin = twin.unwrap_or_else(|| panic!("{}: {contact:?}", name(&file)));
                assert_eq!(scaled(twin), scaled(contact), "{}", name(&file));
            }
        }
    }
}

/// The ranges of each corner, with their gaps, by the bodies and the point.
fn forces_of_corners(ranges: &VerifiedRanges) -> BTreeMap<([BodyId; 2], Vector), CornerForces> {
    let corners = ranges.corners().iter().map(|corner| {
        let told = told::corner(corner);
        let gaps = told.between.map(|between| between.gaps);
        let bodies = [told.first, told.second];
        ((bodies, corner.point.clone()), (told.ranges, gaps))
    });
    corners.collect()
}

type CornerForces = ([Interval; 2], [Vec<[Rational; 2]>; 2]);

/// Whether these are the same place between the same bodies; either may have the vertex.
fn is_twin(one: &ContactRange, other: &ContactRange) -> bool {
    let mut bodies = [[one.first, one.second], [other.first, other.second]];
    bodies.iter_mut().for_each(|pair| pair.sort_unstable());
    one.point == other.point && bodies[0] == bodies[1] && one.normal.cross(&other.normal).is_zero()
}

/// φ and ψ times |x| + |y| of the normal: the same for parallel normals of any length. Without
/// friction there is nothing to say of ψ.
fn scaled(contact: &ContactRange) -> [Interval; 2] {
    let length = contact.normal.x.abs() + contact.normal.y.abs();
    let along = if contact.friction.is_zero() {
        None
    } else {
        contact.along.clone()
    };
    let ranges = [contact.across.clone(), along].map(Option::unwrap_or_default);
    ranges.map(|ends| ends.map(|end| end.map(|value| value * &length)))
}

fn beam(posts: &[&str], at: &str, friction: &str) -> Scene {
    let mut text = format!(
        "format = 'zwang-scene-1'\nname = 'beam'\ngravity = [0, -1]\nfriction = '{friction}'\n\
         [[body]]\nname = 'beam'\nrectangle = {{ center = ['{at}', '1/2'], size = [12, 1] }}\n"
    );
    for (index, post) in posts.iter().enumerate() {
        // A triangle whose tip touches the beam from below at this place.
        let place = number(post);
        let [left, right] = [&place - number("1/4"), &place + number("1/4")];
        text += &format!(
            "[[body]]\nname = 'post {index}'\nfixed = true\n\
             parts = [[['{place}', 0], ['{left}', -9], ['{right}', -9]]]\n"
        );
    }
    text.parse().unwrap()
}

/// A beam of weight 12 on two posts: the law of the lever.
#[test]
fn a_beam_on_two_posts_is_determinate() {
    let found = held(&beam(&["-4", "4"], "1", "0"));
    assert_eq!(found.dimension, Some(0));
    let forces: Vec<Interval> = found.verified.contacts().iter().map(newtons).collect();
    // Contacts are listed as they are found: by their place.
    let expected = [between("9/2", "9/2"), between("15/2", "15/2")];
    assert!(forces == expected || forces == [expected[1].clone(), expected[0].clone()]);
}

/// On posts at -4, 0 and 4 below the middle, the middle one bears anything from 0 to all; the outer
/// ones share the rest evenly.
#[test]
fn a_beam_on_three_posts_has_one_freedom() {
    let found = held(&beam(&["-4", "0", "4"], "0", "0"));
    assert_eq!(found.dimension, Some(1));
    for contact in found.verified.contacts() {
        let expected = if contact.point.x.is_zero() {
            between("0", "12")
        } else {
            between("0", "6")
        };
        assert_eq!(newtons(contact), expected);
    }
}

/// Four legs at -3, -1, 1, 3, weight 12 at the middle, forces a, b, c, d: the sum is 12, and 3a + b
/// = c + 3d. An outer leg bears most with the other outer one alone, a = d = 6. An inner one bears
/// most with the opposite outer one alone: b + d = 12 and b = 3d, so b = 9.
#[test]
fn a_table_on_four_legs_has_two_freedoms() {
    let found = held(&beam(&["-3", "-1", "1", "3"], "0", "0"));
    assert_eq!(found.dimension, Some(2));
    for contact in found.verified.contacts() {
        let is_outer = contact.point.x.abs() == number("3");
        let expected = if is_outer { "6" } else { "9" };
        assert_eq!(newtons(contact), between("0", expected));
    }
}

/// A brick of weight 12 between two walls that only friction 1/2 lets hold it: each wall bears a
/// friction of 6 in all, so at least 12 of pressure, and as much as they squeeze.
#[test]
fn a_brick_between_walls_has_no_largest_force() {
    let text = "format = 'zwang-scene-1'\nname = 'walls'\ngravity = [0, -1]\nfriction = '1/2'\n\
                [[body]]\nname = 'left'\nfixed = true\n\
                rectangle = { center = [-3, 0], size = [2, 20] }\n\
                [[body]]\nname = 'right'\nfixed = true\n\
                rectangle = { center = [3, 0], size = [2, 20] }\n\
                [[body]]\nname = 'brick'\nrectangle = { center = [0, 0], size = [4, 3] }\n";
    let found = held(&text.parse().unwrap());
    assert_eq!(found.dimension, Some(5));
    for contact in found.verified.contacts() {
        let [least, largest] = newtons(contact);
        assert!(least.is_some() && largest.is_none());
        assert_eq!(contact.along.as_ref().unwrap()[1], None);
    }
}

/// A brick on a slope of 3 to 4 with friction 3/4: only one system of forces holds it.
#[test]
fn at_the_critical_friction_forces_are_unique() {
    let text = "format = 'zwang-scene-1'\nname = 'slope'\ngravity = [0, -1]\nfriction = '3/4'\n\
                [[body]]\nname = 'slope'\nfixed = true\nparts = [[[-8, -6], [8, -6], [8, 6]]]\n\
                [[body]]\nname = 'brick'\nparts = [[[0, 0], [4, 3], ['5/2', 5], ['-3/2', 2]]]\n";
    let found = held(&text.parse().unwrap());
    assert_eq!(found.dimension, Some(0));
    for contact in found.verified.contacts() {
        let [across, along] = [&contact.across, &contact.along].map(|end| end.as_ref().unwrap());
        assert!(is_unique(across) && is_unique(along));
        let [across, along] = [across, along].map(|end| end[0].clone().unwrap());
        assert_eq!(along.abs(), across * number("3/4"));
    }
}

/// Known from another program: all 16 forces of the arch vary, 20 of the 68 of the diamond do not.
#[test]
fn published_counts_of_unique_forces() {
    let arch = held(&family("arch", &[("stones", "7")], "1/2"));
    assert_eq!(arch.verified.contacts().len(), 16);
    for contact in arch.verified.contacts() {
        assert!(!is_unique(contact.across.as_ref().unwrap()));
    }
    let diamond = held(&family("diamond", &[("size", "4")], "0"));
    assert_eq!(diamond.verified.contacts().len(), 68);
    let forces = diamond.verified.contacts().iter();
    let unique = forces.filter(|contact| is_unique(contact.across.as_ref().unwrap()));
    assert_eq!(unique.count(), 20);
    for floor in diamond.verified.contacts() {
        assert!(floor.across.as_ref().unwrap()[0].is_some());
    }
}

/// Mirror images have equal φ, and opposite ψ, although nothing here uses the symmetry.
#[test]
fn mirror_images_have_mirrored_ranges() {
    let found = held(&family("arch", &[("stones", "5")], "1/2"));
    let contacts = found.verified.contacts();
    for contact in contacts {
        let image = contacts.iter().find(|image| {
            image.point.x == -&contact.point.x
                && image.point.y == contact.point.y
                && image.normal.x.abs() == contact.normal.x.abs()
        });
        let image = image.unwrap();
        assert_eq!(newtons_squared(image), newtons_squared(contact));
        let [least, largest] = contact.along.clone().unwrap();
        let opposite = [largest, least].map(|end| end.map(|value| -value));
        assert_eq!(image.along.clone().unwrap(), opposite);
    }
}

fn newtons_squared(contact: &ContactRange) -> Interval {
    let square = contact.normal.dot(&contact.normal);
    let across = contact.across.clone().unwrap();
    across.map(|end| end.map(|value| &value * &value * &square))
}

#[test]
fn what_falls_has_ranges_of_its_motion() {
    let scene = family("arch", &[("stones", "7")], "1/4");
    let answer = answer_with(&scene, &Options::default());
    assert!(matches!(answer, VerifiedForces::Moves(_)));
    let checked = zwang::check(&scene, answer.proof()).unwrap();
    let Checked::Ranges(ranges) = checked else {
        panic!("a proof of something else")
    };
    assert!(ranges.moves());
}

/// All vertices of { x ≥ 0 : Σ x = 12, Σ x p = 12 c }: two legs alone, or one at the place.
fn by_vertices(legs: &[i64], center: i64) -> Vec<Interval> {
    let mut ranges: Vec<Vec<Rational>> = vec![Vec::new(); legs.len()];
    let weight = number("12");
    for (one, left) in legs.iter().enumerate() {
        for (two, right) in legs.iter().enumerate() {
            if left >= right || center < *left || center > *right {
                continue;
            }
            let share = Rational::new((center - left).into(), (right - left).into());
            for (leg, forces) in ranges.iter_mut().enumerate() {
                let part = if leg == one {
                    number("1") - &share
                } else if leg == two {
                    share.clone()
                } else {
                    Rational::zero()
                };
                forces.push(part * &weight);
            }
        }
    }
    let ends = ranges.into_iter().map(|forces| {
        let least = forces.iter().min().cloned();
        [least, forces.into_iter().max()]
    });
    ends.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn legs_agree_with_all_vertices(
        legs in prop::collection::btree_set(-2_i64..=3, 2..6),
        center in -2_i64..=3,
        factor in 1_i64..9,
    ) {
        let legs: Vec<i64> = legs.into_iter().collect();
        prop_assume!(legs[0] < center && center < legs[legs.len() - 1]);
        let places: Vec<String> = legs.iter().map(|leg| (leg - center).to_string()).collect();
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let mut scene = beam(&places, "0", "0");
        scene.gravity = scene.gravity.scaled(&Rational::from_integer(factor.into()));
        let expected = by_vertices(&legs, center);
        let found = held(&scene);
        prop_assert_eq!(found.verified.contacts().len(), legs.len());
        for contact in found.verified.contacts() {
            let place = legs.iter().position(|leg| {
                contact.point.x == Rational::from_integer((leg - center).into())
            });
            let expected = expected[place.unwrap()].clone();
            let factor = Rational::from_integer(factor.into());
            let scaled = expected.map(|end| end.map(|value| value * &factor));
            prop_assert_eq!(newtons(contact), scaled);
        }
    }
}
