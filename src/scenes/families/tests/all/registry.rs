//! The registry of families: what it lists is what the functions of the families do.

use zwang_exact::Rational;
use zwang_families::*;
use zwang_scene::Scene;
use zwang_scene::read::parse_toml;

fn given(arguments: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut given = Vec::new();
    for (name, value) in arguments {
        given.push(((*name).to_owned(), (*value).to_owned()));
    }
    given
}

/// Three of everything that must be given.
fn required(family: &Family) -> Vec<(String, String)> {
    let mut given = Vec::new();
    for parameter in family.parameters {
        if parameter.is_required {
            given.push((parameter.name.to_owned(), "3".to_owned()));
        }
    }
    given
}

fn scene(family: &str, arguments: &[(&str, &str)]) -> Result<Scene, FamilyError> {
    find(family)?.scene(&given(arguments))
}

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

#[test]
fn every_family_is_listed_once_and_found() {
    let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    let expected = "harmonic diamond triangle wall heap pile parabolic arch cantilever disks \
                    cradle rack funnel pour wedge ladder beam seesaw domino";
    assert_eq!(names.join(" "), expected);
    for name in names {
        assert_eq!(find(name).unwrap().name, name);
    }
}

#[test]
fn parameters_have_names_helps_and_defaults_of_their_kind() {
    for family in FAMILIES {
        let mut names: Vec<&str> = family.parameters.iter().map(|found| found.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), family.parameters.len(), "{}", family.name);
        assert!(!family.about.is_empty() && !family.examples.is_empty());
        for parameter in family.parameters {
            assert!(!parameter.name.is_empty() && !parameter.help.is_empty());
            assert!(!(parameter.is_required && parameter.default.is_some()));
            if let Some(default) = parameter.default {
                assert_eq!(parameter.check(default), Ok(()), "{}", parameter.name);
            }
        }
    }
}

#[test]
fn every_family_makes_a_scene_that_reads_back_and_is_not_smaller_than_counted() {
    for family in FAMILIES {
        let given = required(family);
        let scene = family.scene(&given).unwrap();
        assert_eq!(
            parse_toml(&zwang_writer::to_toml(&scene)).unwrap().scene,
            scene
        );
        assert!(family.bodies(&given).unwrap() <= scene.bodies.len());
    }
}

#[test]
fn defaults_are_those_of_the_functions() {
    let brick = Brick::default();
    let plank = Brick {
        width: number("4"),
        ..Brick::default()
    };
    let balanced = Arch {
        weights: Weights::Balanced,
        half_angle_tangent: number("1/2"),
        ..Arch::default()
    };
    let small = Arch {
        stones: 1,
        half_angle_tangent: number("1/2"),
        ..Arch::default()
    };
    for (name, arguments, expected) in [
        (
            "harmonic",
            &[("count", "4")][..],
            harmonic(4, &number("0"), &brick),
        ),
        ("diamond", &[("size", "3")], diamond(3, &brick)),
        ("triangle", &[("size", "3")], triangle(3, &brick)),
        (
            "wall",
            &[("rows", "3"), ("columns", "2")],
            wall(3, 2, Bond::Running, &brick),
        ),
        ("heap", &[("count", "9")], heap(9, 1, &brick)),
        ("pile", &[("count", "9")], pile(9, 16, 1, &brick)),
        ("parabolic", &[("size", "3")], parabolic(3, &brick)),
        ("arch", &[], arch(&Arch::default())),
        ("arch", &[("balanced", "true")], arch(&balanced)),
        ("arch", &[("stones", "1")], arch(&small)),
        ("cantilever", &[], cantilever(&Cantilever::default())),
        ("disks", &[], disks(2, &number("5/2"), &number("1"))),
        ("cradle", &[], cradle(5, 1, &number("1"))),
        ("rack", &[], rack(4, &number("5"), &number("1"))),
        ("funnel", &[], funnel(30, &number("10"))),
        ("pour", &[], pour(100, &number("10"))),
        ("wedge", &[("movable", "false")], wedge(&Wedge::default())),
        ("ladder", &[], ladder(&Ladder::default())),
        ("beam", &[("supports", "3")], beam(3, &plank)),
        ("seesaw", &[], seesaw(&Seesaw::default())),
        ("domino", &[], dominoes(&Dominoes::default())),
    ] {
        assert_eq!(scene(name, arguments).unwrap(), expected.unwrap(), "{name}");
    }
}

#[test]
fn arguments_mean_what_they_say() {
    let brick = Brick {
        width: number("2"),
        height: number("1/3"),
        density: number("0.5"),
    };
    let size = [("width", "2"), ("height", "1/3"), ("density", "0.5")];
    let with = |more: &[(&'static str, &'static str)]| [more, &size].concat();
    assert_eq!(
        scene("harmonic", &with(&[("count", "3"), ("beyond", "-1/7")])),
        Ok(harmonic(3, &number("-1/7"), &brick).unwrap())
    );
    assert_eq!(
        scene(
            "wall",
            &with(&[("rows", "2"), ("columns", "3"), ("bond", "stack")])
        ),
        Ok(wall(2, 3, Bond::Stack, &brick).unwrap())
    );
    assert_eq!(
        scene(
            "wall",
            &with(&[("rows", "2"), ("columns", "3"), ("jitter", "5")])
        ),
        Ok(jittered_wall(2, 3, Bond::Running, 5, &brick).unwrap())
    );
    assert_eq!(
        scene("heap", &with(&[("count", "9"), ("seed", "7")])),
        Ok(heap(9, 7, &brick).unwrap())
    );
    assert_eq!(
        scene(
            "pile",
            &with(&[("count", "9"), ("grid", "5"), ("seed", "7")])
        ),
        Ok(pile(9, 5, 7, &brick).unwrap())
    );
    let slide = Wedge {
        slope: number("1/2"),
        movable: true,
        block: brick.clone(),
    };
    assert_eq!(
        scene("wedge", &with(&[("slope", "1/2"), ("movable", "true")])),
        Ok(wedge(&slide).unwrap())
    );
    let arguments = [
        ("stones", "5"),
        ("inner", "1"),
        ("outer", "3/2"),
        ("half-angle-tangent", "1/3"),
        ("density", "7"),
    ];
    let ring = Arch {
        stones: 5,
        inner: number("1"),
        outer: number("3/2"),
        half_angle_tangent: number("1/3"),
        weights: Weights::Uniform,
        density: number("7"),
    };
    assert_eq!(scene("arch", &arguments), Ok(arch(&ring).unwrap()));
    let loaded = Seesaw {
        left: number("1"),
        right: number("3"),
        pivot: number("-1/4"),
        plank: brick.clone(),
        load: Seesaw::default().load,
    };
    assert_eq!(
        scene(
            "seesaw",
            &with(&[("left", "1"), ("right", "3"), ("pivot", "-1/4")])
        ),
        Ok(seesaw(&loaded).unwrap())
    );
    let arguments = [
        ("count", "4"),
        ("leaning", "2"),
        ("lean", "1/6"),
        ("spacing", "1/3"),
        ("width", "1/8"),
    ];
    let row = Dominoes {
        count: 4,
        leaning: 2,
        lean: number("1/6"),
        spacing: number("1/3"),
        tile: Brick {
            width: number("1/8"),
            ..Dominoes::default().tile
        },
    };
    assert_eq!(scene("domino", &arguments), Ok(dominoes(&row).unwrap()));
}

/// The nearest numbers that a range leaves out.
fn outside(range: Range) -> Vec<i64> {
    match range {
        Range::Any => vec![],
        Range::AtLeast(least) => vec![least - 1],
        Range::MoreThan(bound) => vec![bound],
        Range::Between(low, high) => vec![low, high],
    }
}

#[test]
fn no_scene_is_made_of_what_a_range_leaves_out() {
    let mut refused = 0;
    for family in FAMILIES {
        for parameter in family.parameters {
            for value in outside(parameter.range) {
                let mut arguments = required(family);
                arguments.retain(|(name, _)| name != parameter.name);
                arguments.push((parameter.name.to_owned(), value.to_string()));
                let name = format!("{} {} {value}", family.name, parameter.name);
                assert!(family.scene(&arguments).is_err(), "{name}");
                refused += 1;
            }
        }
    }
    assert!(refused > 60, "{refused}");
}

#[test]
fn errors_name_the_argument_what_was_found_and_what_is_expected() {
    for (family, arguments, message) in [
        (
            "dimond",
            &[][..],
            "found the unknown scene family `dimond`; expected one of harmonic, diamond, \
             triangle, wall, heap, pile, parabolic, arch, cantilever, disks, cradle, rack, funnel, \
             pour, wedge, ladder, beam, seesaw, domino; the nearest is `diamond`",
        ),
        (
            "diamond",
            &[("sise", "3")],
            "found the unknown argument `sise`; expected size, width, height, density",
        ),
        (
            "diamond",
            &[],
            "size: found nothing; expected a whole number, at least 1",
        ),
        (
            "diamond",
            &[("size", "3"), ("size", "4")],
            "size: found it twice; expected it once",
        ),
        (
            "diamond",
            &[("size", "-3")],
            "size: found `-3`; expected a whole number",
        ),
        (
            "diamond",
            &[("size", "99999999999999999999999")],
            "size: found `99999999999999999999999`; expected a smaller number",
        ),
        (
            "diamond",
            &[("size", "0")],
            "the number of bricks in the widest row is 0; expected at least 1",
        ),
        (
            "diamond",
            &[("size", "3"), ("width", "broad")],
            "width: `broad` is not a number; expected an integer, a fraction like 1/3 or a decimal \
             like 0.25",
        ),
        (
            "wall",
            &[("rows", "2"), ("columns", "2"), ("bond", "flemish")],
            "bond: found `flemish`; expected one of running, stack",
        ),
        (
            "wedge",
            &[("movable", "yes")],
            "movable: found `yes`; expected true or false",
        ),
        (
            "heap",
            &[("count", "3"), ("seed", "1/2")],
            "seed: found `1/2`; expected a whole number",
        ),
    ] {
        let error = scene(family, arguments).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let unlike = find("obelisk").unwrap_err().to_string();
    assert!(unlike.ends_with("seesaw, domino"), "{unlike}");
}
