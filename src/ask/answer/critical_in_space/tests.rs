use super::*;
use crate::space::stability_in_space;
use crate::test_scenes::{GROOVE, in_space as scene};

fn parse(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

const FLOOR: &str = r#"
    [[body]]
    name = "floor"
    fixed = true
    box = { center = [0, 0, -1], size = [40, 40, 2] }
"#;

/// A block of 2 x 2 and this height on the floor, with a friction.
fn block(height: &str, friction: &str) -> Scene {
    let mut block = scene(&format!(
        r#"{FLOOR}
        [[body]]
        name = "block"
        box = {{ center = [0, 0, "1/2"], size = [2, 2, 1] }}
        [[load]]
        name = "push"
        body = "block"
        at = [2, 0, 1]
        force = [0, 0, -1]
        "#
    ));
    let height = parse(height);
    let part = zwang_scene::space::Polyhedron::cuboid(
        &Vector3::new(parse("0"), parse("0"), &height / parse("2")),
        &Vector3::new(parse("2"), parse("2"), height.clone()),
        &zwang_exact::Quaternion::new(parse("1"), parse("0"), parse("0"), parse("0")).rotation(),
    );
    block.bodies[BodyId(1)].parts = vec![part.unwrap().into()];
    if let Some(dynamics) = &mut block.bodies[BodyId(1)].dynamics {
        dynamics.mass = parse("4") * &height;
        dynamics.centroid = Vector3::new(parse("0"), parse("0"), height / parse("2"));
    }
    VariedInSpace::Friction.at(&block, &parse(friction))
}

fn without_loads(mut scene: Scene) -> Scene {
    scene.loads.clear();
    scene
}

/// Wide enough that few values are so near to the limit that they take long.
const COARSE: &str = "1e-2";

fn found(scene: &Scene, varied: &VariedInSpace) -> CriticalInSpace {
    found_within(scene, varied, "1e-6")
}

fn found_within(scene: &Scene, varied: &VariedInSpace, width: &str) -> CriticalInSpace {
    let (options, monitor) = (Options::default(), Monitor::default());
    critical_in_space(scene, varied, &parse(width), &options, &monitor, &|| ()).unwrap()
}

/// Both ends of a bracket that is narrow enough, and the simplest fraction in it.
fn bracket(scene: &Scene, varied: &VariedInSpace) -> [Rational; 3] {
    bracket_within(scene, varied, "1e-6")
}

fn bracket_within(scene: &Scene, varied: &VariedInSpace, most: &str) -> [Rational; 3] {
    let found = found_within(scene, varied, most);
    let CriticalInSpace::Between { stands, falls, .. } = found else {
        panic!("no bracket")
    };
    assert!(!stands.falls() && falls.falls());
    let width = (&stands.value - &falls.value).abs();
    assert!(width <= parse(most), "{} {}", stands.value, falls.value);
    let simplest = simplest(&stands.value, &falls.value);
    [stands.value, falls.value, simplest]
}

fn tilt(x: i64, y: i64) -> VariedInSpace {
    VariedInSpace::Tilt(Vector3::from_integers(x, y, 0))
}

/// A block slides at its friction, or tips at half its width over half its height.
#[test]
fn blocks_slide_or_tip() {
    for (height, friction, limit) in [
        ("4", "1", "1/2"),
        ("1", "3/10", "3/10"),
        ("4", "2/5", "2/5"),
    ] {
        let block = without_loads(block(height, friction));
        for varied in [tilt(1, 0), tilt(-1, 0), tilt(0, 1), tilt(0, -1)] {
            let [_, _, simplest] = bracket(&block, &varied);
            assert_eq!(simplest, parse(limit), "{height} {friction}");
        }
    }
    // Over a corner of its base: the axis has the length 5, and 5 t = 5/8.
    let block = without_loads(block("4", "1"));
    let [stands, falls, simplest] = bracket(&block, &tilt(3, 4));
    assert_eq!(simplest, parse("1/8"));
    assert!(stands <= simplest && simplest < falls);
}

/// The square of the least friction.
fn least_square(block: &Scene) -> Rational {
    let found = found(block, &VariedInSpace::Friction);
    let CriticalInSpace::Between {
        stands,
        falls,
        least: Some(least),
        ..
    } = found
    else {
        panic!("no least friction");
    };
    assert!(!stands.falls() && falls.falls());
    assert!(falls.value < stands.value);
    least.square
}

/// On the slope of the triangle 3-4-5 friction 3/4 is needed, across both axes 1/√2.
#[test]
fn friction_on_slopes() {
    let mut block = without_loads(block("1", "0"));
    block.gravity = Vector3::new(parse("3/4"), parse("0"), parse("-1"));
    assert_eq!(least_square(&block), parse("9/16"));
    block.gravity = Vector3::new(parse("1/2"), parse("1/2"), parse("-1"));
    assert_eq!(least_square(&block), parse("1/2"));
}

/// The load `push`.
fn push(falls: bool) -> VariedInSpace {
    VariedInSpace::Load {
        name: "push".to_owned(),
        falls,
    }
}

/// The load of 1 N has a lever of 1 m about the edge, the weight of 4 N has the same.
#[test]
fn a_load_tips_a_block_exactly_where_the_levers_say() {
    let block = block("1", "1/2");
    let [stands, falls, _] = bracket(&block, &push(false));
    assert_eq!(stands, parse("4"));
    assert!(falls > stands);
    // Upwards it tips about the other edge: lever 3, weight 4.
    let [stands, falls, _] = bracket(&block, &push(true));
    assert_eq!(stands, parse("-4/3"));
    assert!(falls < stands);
    // In its middle it presses only.
    let mut pressed = block.clone();
    pressed.loads[0].at = Vector3::from_integers(0, 0, 1);
    let found = found(&pressed, &push(false));
    assert!(matches!(found, CriticalInSpace::Endless { .. }));
}

/// A ladder whose foot and head are as rough: 5 μ² + 12 μ = 4, by hand.
#[test]
fn a_ladder_slips() {
    let ladder = scene(&format!(
        r#"{FLOOR}
        [[body]]
        name = "wall"
        fixed = true
        box = {{ center = [-1, 0, 5], size = [2, 40, 10] }}
        [[body]]
        name = "ladder"
        parts = [[[0, -1, 4], [0, 1, 4], [3, -1, 0], [3, 1, 0], [2, -1, 2], [2, 1, 2]]]
        "#
    ));
    let [stands, falls, _] = bracket(&ladder, &VariedInSpace::Friction);
    let [at_stands, at_falls] = [&stands, &falls]
        .map(|friction| parse("5") * friction * friction + parse("12") * friction - parse("4"));
    assert!(!at_stands.is_negative(), "{stands}");
    assert!(at_falls.is_negative(), "{falls}");
}

/// A wedge in a groove of the slopes 3 in 4 along y, with this friction.
fn groove(friction: &str) -> Scene {
    let groove = scene(GROOVE);
    VariedInSpace::Friction.at(&groove, &parse(friction))
}

/// A wedge in a groove: along it equilibrium ends at μ (5/4) / √(1 - 9 μ²/16), across it at a
/// fraction.
#[test]
fn a_wedge_leaves_its_groove() {
    let [stands, falls, simplest] = bracket_within(&groove("4/5"), &tilt(1, 0), COARSE);
    assert_eq!(simplest, parse("5/4"), "{stands} {falls}");
    // t² (1 - 9 μ²/16) = 25 μ²/16 with μ = 1/2: 55 t² = 25.
    let [stands, falls, _] = bracket_within(&groove("1/2"), &tilt(1, 0), COARSE);
    assert!(parse("55") * &stands * &stands <= parse("25"), "{stands}");
    assert!(parse("55") * &falls * &falls > parse("25"), "{falls}");
    let [_, _, simplest] = bracket_within(&groove("1/2"), &tilt(0, 1), COARSE);
    assert_eq!(simplest, parse("2"));
}

/// A wall of 66 blocks, 6 layers of height 1/2 and depth 1, with friction 1/2.
fn wall(x: &str, y: &str) -> Scene {
    let given = [("layers", "6"), ("columns", "11")];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let wall = zwang_families::space::find("wall").unwrap();
    let zwang_scene::AnyScene::Space(mut wall) = wall.any_scene(&given).unwrap() else {
        panic!("a wall in space")
    };
    wall.gravity = Vector3::new(parse(x), parse(y), parse("-1"));
    VariedInSpace::Friction.at(&wall, &parse("1/2"))
}

/// Whether the wall is held, to either side alike.
fn wall_is_held([x, y]: [&str; 2]) -> bool {
    let (options, monitor) = (Options::default(), Monitor::default());
    let mut verdicts = Vec::new();
    for [x_sign, y_sign] in [["", ""], ["-", ""], ["", "-"], ["-", "-"]] {
        let wall = wall(&format!("{x_sign}{x}"), &format!("{y_sign}{y}"));
        let answer = stability_in_space(&wall, &options, &monitor, || ()).unwrap();
        verdicts.push(answer.verified.verdict() != StaticsVerdict::Falls);
    }
    assert!(verdicts.iter().all(|held| held == &verdicts[0]), "{x} {y}");
    verdicts[0]
}

/// It slides in its joints along 1/2, and tips across 1/3, to either side alike: by the path in
/// floats, as there are more contacts than few.
#[test]
fn walls_slide_along_and_tip_across() {
    let limits = [
        (["49/100", "0"], ["51/100", "0"]),
        (["0", "33/100"], ["0", "34/100"]),
        (["1/5", "1/5"], ["2/5", "2/5"]),
    ];
    for (held, falls) in limits {
        assert!(wall_is_held(held), "{held:?}");
        assert!(!wall_is_held(falls), "{falls:?}");
    }
}

fn refused(scene: &Scene, varied: &VariedInSpace) -> String {
    let (options, monitor) = (Options::default(), Monitor::default());
    let width = parse("1/1000");
    let found = critical_in_space(scene, varied, &width, &options, &monitor, &|| ());
    found.err().unwrap().to_string()
}

#[test]
fn scenes_without_a_limit_are_told() {
    let block = without_loads(block("1", "0"));
    let upright = found(&block, &VariedInSpace::Friction);
    assert!(matches!(upright, CriticalInSpace::NeedsNoFriction(_)));
    let axis = VariedInSpace::Tilt(Vector3::from_integers(0, 0, 1));
    assert!(refused(&block, &axis).contains("nothing that varies"));
    let load = VariedInSpace::Load {
        name: "pull".to_owned(),
        falls: false,
    };
    assert!(refused(&block, &load).contains("no load `pull`"));
    let mut lifted = block.clone();
    lifted.gravity = Vector3::from_integers(0, 0, 1);
    let CriticalInSpace::Falls { falls, .. } = found(&lifted, &VariedInSpace::Friction) else {
        panic!("nothing presses")
    };
    assert_eq!(falls.len(), 1);
    assert_eq!(falls[0].value, parse("524288"));
}

/// A wide block on a slope of tan 3/4, and gravity of 10 downwards. Friction μ holds it if the
/// angle of the pull from the normal has a tangent of at most μ: from
/// gx = 10 (3/4 - μ) / (1 + 3/4 μ) on, which is 20/11 for μ = 1/2, and 15/2 without friction.
fn on_a_slope(friction: &str) -> Scene {
    let mut slope = scene(&format!(
        r#"gravity = [0, 0, -10]
        friction = "{friction}"
        [[body]]
        name = "wedge"
        fixed = true
        parts = [[[0, -9, 0], [40, -9, 0], [40, -9, 30], [0, 9, 0], [40, 9, 0], [40, 9, 30]]]
        [[body]]
        name = "block"
        parts = [[[8, -5, 6], [24, -5, 18], ["37/5", -5, "34/5"], ["117/5", -5, "94/5"],
                  [8, 5, 6], [24, 5, 18], ["37/5", 5, "34/5"], ["117/5", 5, "94/5"]]]
        "#
    ));
    slope.name = "slope".to_owned();
    slope
}

fn gravity(axis: usize, falls: bool) -> VariedInSpace {
    VariedInSpace::Gravity { axis, falls }
}

#[test]
fn scenes_that_fall_begin_to_be_held() {
    for (friction, limit) in [("1/2", "20/11"), ("1/4", "80/19"), ("0", "15/2")] {
        let slope = on_a_slope(friction);
        let against = found(&slope, &gravity(0, false));
        let report = against.report(&slope, &gravity(0, false), None, Detail::default());
        let CriticalInSpace::Between { stands, falls, .. } = &against else {
            panic!("{report}")
        };
        assert_eq!(stands.value, parse(limit), "{report}");
        assert!(falls.value < stands.value && falls.falls());
        assert!(report.contains("begins to be held"), "{report}");
    }
}

#[test]
fn scenes_that_always_fall_are_told() {
    let slope = on_a_slope("1/2");
    // Along the slope, and across it, where the work of the fall is the same at all values.
    for varied in [gravity(0, true), gravity(1, false), gravity(1, true)] {
        let found = found(&slope, &varied);
        assert!(matches!(found, CriticalInSpace::Falls { .. }));
        let report = found.report(&slope, &varied, None, Detail::default());
        assert!(
            report.contains("falls at 0 and at every value beyond"),
            "{report}"
        );
        let json = found.json(&slope, &varied, None);
        assert!(json.contains("\"answer\": \"falls beyond\""), "{json}");
    }
}
