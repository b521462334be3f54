//! A scene at rest that forces hold rests: `stability`, `collapse`, `draw` and the first step of
//! `simulate` say so of every family, at its critical friction, tilt and load, and closely beyond
//! these values all four let it fall.
//!
//! The critical values are those that `critical` proves, exactly where they are rational, otherwise
//! both ends of a bracket that is 10⁻³⁰ wide.

use std::time::Instant;
use zwang::answer::{CheckedSteps, NoOtherMotion, Simulation, initial_motion_svg};
use zwang::check::friction::FrictionVerdict;
use zwang::collapse::{ThresholdError, Variation, VariedLoad, varied};
use zwang::law::Settings;
use zwang::output::Detail;
use zwang::output::draw::DrawOptions;
use zwang::output::run::RunStep;
use zwang::program::{Monitor, Options};
use zwang::{Law, Rational, Scene, StaticsVerdict, families};
use zwang_answer::CriticalError;

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

/// A scene of a family, by the text of its command, with this friction of all bodies.
fn family(command: &str, friction: &str) -> Scene {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    let mut given = Vec::new();
    for (key, value) in words.filter_map(|word| word.split_once('=')) {
        given.push((key.to_owned(), value.to_owned()));
    }
    let scene = families::find(name).unwrap().scene(&given).unwrap();
    scene.with_friction(&number(friction))
}

/// Whether the scene rests, by one way of asking after the other.
#[derive(Debug, PartialEq, Eq)]
struct Answers {
    stability: bool,
    collapse: bool,
    picture: bool,
    first_step: bool,
}

const RESTS: Answers = Answers {
    stability: true,
    collapse: true,
    picture: true,
    first_step: true,
};

const MOVES: Answers = Answers {
    stability: false,
    collapse: false,
    picture: false,
    first_step: false,
};

fn answers(scene: &Scene, floats: bool) -> Answers {
    Answers {
        stability: is_held(scene, floats),
        collapse: rests(verdict(scene, floats)),
        picture: is_drawn_at_rest(scene, floats),
        first_step: stays(scene, floats),
    }
}

fn options(floats: bool) -> Options {
    Options {
        floats,
        ..Options::default()
    }
}

fn is_held(scene: &Scene, floats: bool) -> bool {
    let monitor = Monitor::default();
    let found = zwang_answer::stability(scene, &options(floats), &monitor, || ()).unwrap();
    found.verdict() != StaticsVerdict::Falls
}

fn verdict(scene: &Scene, floats: bool) -> FrictionVerdict {
    let monitor = Monitor::default();
    let law = Law::Coulomb;
    let found = zwang_answer::accelerations(scene, law, &options(floats), &monitor, || ());
    found.unwrap().verdict()
}

fn rests(verdict: FrictionVerdict) -> bool {
    matches!(verdict, FrictionVerdict::Rests | FrictionVerdict::Stands)
}

/// Whether the picture says that the scene rests, and draws no acceleration.
fn is_drawn_at_rest(scene: &Scene, floats: bool) -> bool {
    let monitor = Monitor::default();
    let drawn = DrawOptions::default();
    let svg = initial_motion_svg(scene, &drawn, &options(floats), &monitor).unwrap();
    let says_rest = [">rests · ", ">stands · "]
        .iter()
        .any(|word| svg.contains(word));
    assert_ne!(says_rest, svg.contains("free bodies accelerate"));
    says_rest
}

/// Whether nothing moves in the first step, which the checker accepts.
pub(crate) fn stays(scene: &Scene, floats: bool) -> bool {
    is_still(scene, &first_step(scene, floats))
}

/// Whether nothing has moved after the first step.
fn is_still(scene: &Scene, step: &RunStep) -> bool {
    let one = zwang_exact::Vector::from_integers(1, 0);
    scene.numbered_bodies().all(|(id, body)| {
        let Some(free) = &body.dynamics else {
            return true;
        };
        let place = step.state().position(id).unwrap();
        place == free.centroid && step.state().rotation(id).unwrap() == one
    })
}

fn first_step(scene: &Scene, floats: bool) -> RunStep {
    let settings = Settings {
        floats,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
    let header = simulation.header();
    let records = std::iter::once_with(|| simulation.advance(&Monitor::default()));
    let mut steps = CheckedSteps::new(scene, &header, records).unwrap();
    steps.next().unwrap().unwrap().into_verified()
}

fn critical(
    scene: &Scene,
    variation: &Variation,
) -> Result<zwang_answer::VerifiedCritical, CriticalError> {
    let monitor = Monitor::default();
    let width = number("1e-30");
    zwang_answer::threshold(scene, variation, &width, &options(true), &monitor, || ())
}

/// All four ways of asking at the critical value of a scene and 10⁻³⁰ on either side. Returns
/// whether there is such a value.
fn agree_about(scene: &Scene, variation: &Variation) -> bool {
    let found = match critical(scene, variation) {
        Ok(found) => found,
        Err(CriticalError::Threshold(ThresholdError::Solve(error))) => panic!("{error}"),
        Err(CriticalError::Threshold(_)) => return false,
        Err(error) => panic!("{error}"),
    };
    let verified = &found.verified;
    let (Some(stands), Some(falls)) = (verified.stands_at(), verified.falls_at()) else {
        return false;
    };
    let scene_at = |value: &Rational| varied(scene, &variation.vary(), value).unwrap();
    let is_lower = stands < falls;
    let [less, more] = [number("1") - number("1e-30"), number("1") + number("1e-30")];
    let zero = number("0");
    let [safer, worse] = match is_lower == (*stands >= zero) {
        true => [&less, &more],
        false => [&more, &less],
    };
    let mut held = vec![stands.clone(), stands * safer];
    let mut fallen = vec![stands * worse];
    if !verified.is_exact() {
        fallen = vec![falls.clone(), falls * worse];
    }
    if *stands == zero {
        held.pop();
        let tiny = number("1e-30");
        fallen = vec![if is_lower { tiny } else { -tiny }];
    }
    for value in held {
        let scene = scene_at(&value);
        let name = &scene.name;
        assert_eq!(
            answers(&scene, true),
            RESTS,
            "{name}, {variation:?} {value}"
        );
    }
    for value in fallen {
        let scene = scene_at(&value);
        let name = &scene.name;
        // So slowly that states on a grid may not show it in one step.
        let found = Answers {
            first_step: false,
            ..answers(&scene, true)
        };
        assert_eq!(found, MOVES, "{name}, {variation:?} {value}");
    }
    let clearly = match *stands == zero {
        true => number("1/100") * number(if is_lower { "1" } else { "-1" }),
        false => stands + (worse - number("1")) * number("1e28") * stands,
    };
    let scene = scene_at(&clearly);
    let name = &scene.name;
    assert!(!stays(&scene, true), "{name}, {variation:?} {clearly}");
    true
}

/// Every family with its friction, so small that all this takes little time.
const SMALL: [(&str, &str); 15] = [
    ("harmonic count=2", "1/2"),
    ("diamond size=3", "1/2"),
    ("triangle size=2", "1/2"),
    ("wall rows=3 columns=3", "1/2"),
    ("wall rows=2 columns=2 bond=stack", "1/2"),
    ("heap count=4 seed=3", "1/2"),
    ("pile count=3 seed=6", "1/2"),
    ("parabolic size=2", "1/2"),
    ("arch stones=4", "1/2"),
    ("cantilever overhang=-1/10", "1/2"),
    ("wedge", "1"),
    ("ladder", "1/2"),
    ("beam supports=2", "1/2"),
    ("seesaw", "1/2"),
    ("domino count=2", "1/2"),
];

/// Families of round bodies, and of bodies in motion.
const ROUND: [&str; 5] = ["disks", "cradle", "rack", "funnel", "pour"];

/// Larger ones.
const LARGER: [(&str, &str); 9] = [
    ("harmonic count=3", "1/2"),
    ("triangle size=3", "1/2"),
    ("wall rows=3 columns=5", "1/2"),
    ("wall rows=5 columns=3", "1/2"),
    ("heap count=6 seed=3", "1/2"),
    ("parabolic size=3", "1/2"),
    ("wedge movable=true", "1"),
    ("beam supports=3", "1/2"),
    ("domino count=4", "1/2"),
];

/// Still larger ones, and those of which all ways to behave are looked at.
const LARGEST: [(&str, &str); 5] = [
    ("diamond size=4", "1/2"),
    ("diamond size=5", "1/2"),
    ("wall rows=2 columns=2 jitter=1", "1/2"),
    ("arch stones=3", "1/2"),
    ("arch stones=7", "1/2"),
];

fn variations() -> [Variation; 5] {
    [
        Variation::Friction,
        Variation::TiltLeft,
        Variation::TiltRight,
        Variation::Growing(VariedLoad::GravityX),
        Variation::Shrinking(VariedLoad::GravityX),
    ]
}

#[test]
fn all_commands_agree_about_every_family() {
    for known in families::FAMILIES {
        if ROUND.contains(&known.name) {
            continue;
        }
        let mut commands = SMALL.iter().map(|(command, _)| command);
        assert!(commands.any(|command| command.split(' ').next() == Some(known.name)));
    }
    for (command, friction) in SMALL {
        let scene = family(command, friction);
        let mut values = 0;
        for variation in variations() {
            values += usize::from(agree_about(&scene, &variation));
        }
        assert!(values > 0, "{command} has no critical value");
    }
}

#[test]
fn all_commands_agree_about_larger_scenes() {
    all_agree_about(&LARGER);
}

#[test]
#[ignore = "takes minutes"]
fn all_commands_agree_about_the_largest_scenes() {
    all_agree_about(&LARGEST);
}

fn all_agree_about(scenes: &[(&str, &str)]) {
    for (command, friction) in scenes {
        for variation in variations() {
            let start = Instant::now();
            let has_value = agree_about(&family(command, friction), &variation);
            println!(
                "{command}, {variation:?}: {has_value}, {:?}",
                start.elapsed()
            );
        }
    }
}

/// The greatest gx of scenes with friction 1/2: linear programs over the fractions of another
/// program found the first three; `critical` proves all.
const GREATEST: [(&str, &str); 7] = [
    ("wall rows=3 columns=3", "4/11"),
    ("diamond size=4", "484/1889"),
    ("diamond size=5", "56/523"),
    ("wall rows=3 columns=5", "4/11"),
    ("wall rows=5 columns=3", "4/11"),
    ("diamond size=3", "16/35"),
    ("triangle size=2", "4/11"),
];

fn at_load(command: &str, part: &str) -> Scene {
    let (_, greatest) = GREATEST
        .iter()
        .find(|(known, _)| *known == command)
        .unwrap();
    let load = number(greatest) * number(part);
    family(command, "1/2").with_gravity_x(&load)
}

/// At the greatest load and below it: in the mirror image, with other numbers of bodies, and
/// without floats.
#[test]
fn what_bears_a_load_rests_under_it() {
    for (command, _) in GREATEST {
        let scene = at_load(command, "1");
        for scene in [mirrored(&scene), renumbered(&scene), scene] {
            for floats in [true, false] {
                assert!(rests(verdict(&scene, floats)), "{command}, floats {floats}");
            }
            assert!(stays(&scene, true), "{command}");
        }
    }
    for part in ["99/100", "199/200"] {
        let scene = at_load("diamond size=4", part);
        assert_eq!(answers(&scene, true), RESTS, "{part}");
        assert_eq!(answers(&scene, false), RESTS, "{part}");
    }
}

/// The scene with a push to the right at that vertex of its last free body which is highest, and
/// the furthest to the left of these.
fn pushed(scene: &Scene) -> Scene {
    let (body, last) = scene
        .numbered_bodies()
        .filter(|(_, body)| !body.is_fixed())
        .last()
        .unwrap();
    let vertices = last.parts.iter().flat_map(|part| part.vertices());
    let at = vertices
        .max_by_key(|vertex| (vertex.y.clone(), -vertex.x.clone()))
        .unwrap();
    let mut pushed = scene.clone();
    pushed.loads.push(zwang_scene::Load {
        name: "push".to_owned(),
        body,
        at: at.clone(),
        force: zwang_exact::Vector::from_integers(1, 0),
        torque: number("0"),
    });
    pushed
}

/// A load off the centroid turns a body where nothing holds it: rows and torques of the first step
/// are still those of the place where it rests.
#[test]
fn all_commands_agree_about_pushes_off_the_centroid() {
    let push = Variation::Growing(VariedLoad::Named("push".to_owned()));
    for (command, friction) in SMALL {
        let scene = pushed(&family(command, friction));
        println!("{command}: {}", agree_about(&scene, &push));
    }
}

/// The mirror image, x for -x.
fn mirrored(scene: &Scene) -> Scene {
    let mut mirrored = crate::standing::mirrored(scene);
    mirrored.gravity.x = -&scene.gravity.x;
    mirrored
}

fn renumbered(scene: &Scene) -> Scene {
    let mut bodies = scene.bodies.clone();
    bodies.reverse();
    Scene {
        bodies,
        ..scene.clone()
    }
}

/// A brick between two walls, with nothing below it, and what else there is.
fn jammed(others: &str) -> Scene {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'jammed'\ngravity = [0, -10]\nfriction = '1/2'\n\
         [[body]]\nname = 'left'\nfixed = true\n\
         rectangle = {{ center = [-2, 0], size = [2, 3] }}\n\
         [[body]]\nname = 'right'\nfixed = true\n\
         rectangle = {{ center = [2, 0], size = [2, 3] }}\n\
         [[body]]\nname = 'brick'\nrectangle = {{ center = [0, 0], size = [2, 1] }}\n{others}"
    );
    text.parse().unwrap()
}

/// It hangs, or falls freely, as nobody presses on its sides: both obey the law.
#[test]
fn another_motion_is_told_and_shown() {
    let scene = jammed("");
    for floats in [true, false] {
        let monitor = Monitor::default();
        let (law, options) = (Law::Coulomb, options(floats));
        let found = zwang_answer::accelerations(&scene, law, &options, &monitor, || ()).unwrap();
        assert_eq!(found.verdict(), FrictionVerdict::Rests);
        assert_eq!(found.verified.another_motion(), Some(true));
        assert!(found.report(Detail::default()).contains("another_motion"));
        let json: serde_json::Value = serde_json::from_str(&found.json()).unwrap();
        assert_eq!(json["another_motion"], true);
        assert_eq!(json["groups"][0]["another_motion"], true);
        let falls = found.motion(&monitor).unwrap().unwrap();
        assert_eq!(falls.verdict(), FrictionVerdict::Moves);
        let [_, _, brick] = &falls.verified.first_accelerations()[..] else {
            panic!("three bodies");
        };
        assert_eq!(
            [&brick.linear.x, &brick.linear.y],
            [&number("0"), &number("-10")]
        );
        let json: serde_json::Value = serde_json::from_str(&falls.json()).unwrap();
        assert_eq!(json["verdict"], "moves");
        assert_eq!(json["another_motion"], true);
    }
    assert_eq!(answers(&scene, true), RESTS);
}

/// Cards of 60 degrees that lean on each other rest with friction 0.248, by the forces on both of
/// their tips (`corners::leaning_cards_need_the_friction_of_textbooks`): in a run as at an instant.
#[test]
fn a_run_does_not_let_fall_what_rests_on_a_corner() {
    let cards = crate::corners::cards("15/26");
    for (friction, is_held) in [("1/4", true), ("3/10", true), ("1/5", false)] {
        let scene = cards.scene(&number(friction));
        assert_eq!(rests(verdict(&scene, true)), is_held);
        let step = first_step(&scene, true);
        assert_eq!(is_still(&scene, &step), is_held, "{friction}");
    }
}

/// A bridge on two tips without friction, of which edges lie within 45 degrees of those of the
/// bridge: its weight has to choose a side of each tip, and it comes off them in a run as at an
/// instant.
#[test]
fn what_smooth_tips_do_not_hold_moves_in_a_run() {
    let text = "format = 'zwang-scene-1'\nname = 'bridge'\ngravity = [-1, -10]\n\
         [[body]]\nname = 'left'\nfixed = true\n\
         parts = [[[-3, 0], [-4, -9], [-3, -30], [-1, -7]]]\n\
         [[body]]\nname = 'right'\nfixed = true\n\
         parts = [[[3, 1], [1, -8], [4, -30], [5, -8]]]\n\
         [[body]]\nname = 'bridge'\n\
         parts = [[[-3, 0], [0, -2], [3, 1], [4, 8], [2, 10], [-4, 4]]]\n";
    let scene: Scene = text.parse().unwrap();
    for floats in [true, false] {
        assert!(!is_held(&scene, floats));
        assert!(!stays(&scene, floats));
    }
}

/// What stands has no other motion; of an arch of five stones it is not known; what falls has no
/// such word.
#[test]
fn another_motion_is_excluded_or_not_found() {
    let monitor = Monitor::default();
    for (command, friction, known, error) in [
        ("wedge", "1", Some(false), NoOtherMotion::Excluded),
        (
            "diamond size=4",
            "1/2",
            Some(false),
            NoOtherMotion::Excluded,
        ),
        ("arch stones=5", "1/2", None, NoOtherMotion::NotFound),
    ] {
        let scene = family(command, friction);
        let found = zwang::accelerations(&scene, Law::Coulomb).unwrap();
        assert_eq!(found.verified.another_motion(), known, "{command}");
        let json: serde_json::Value = serde_json::from_str(&found.json()).unwrap();
        let expected = known.map_or(serde_json::Value::Null, Into::into);
        assert_eq!(json.get("another_motion"), Some(&expected), "{command}");
        assert_eq!(found.motion(&monitor).unwrap().err(), Some(error));
        let convex = zwang::accelerations(&scene, Law::Convex).unwrap();
        assert_eq!(convex.verdict(), FrictionVerdict::Rests, "{command}");
        assert_eq!(convex.verified.another_motion(), Some(false), "{command}");
    }
    let falls = zwang::accelerations(&family("wedge", "1/2"), Law::Coulomb).unwrap();
    assert!(!falls.json().contains("another_motion"));
    assert!(falls.motion(&monitor).unwrap().is_ok());
}

/// A brick that flies elsewhere makes no difference to one that hangs.
#[test]
fn a_group_rests_beside_what_moves() {
    let scene = jammed(
        "[[body]]\nname = 'flying'\nvelocity = [1, 0]\n\
         rectangle = { center = [9, 9], size = [1, 1] }\n",
    );
    let found = zwang::accelerations(&scene, Law::Coulomb).unwrap();
    assert_eq!(found.verdict(), FrictionVerdict::Moves);
    let [hanging, flying] = found.verified.groups() else {
        panic!("two groups");
    };
    assert_eq!(
        (hanging.rests, hanging.another_motion()),
        (true, Some(true))
    );
    assert_eq!((flying.rests, flying.another_motion()), (false, None));
    let json: serde_json::Value = serde_json::from_str(&found.json()).unwrap();
    assert_eq!(json.get("another_motion"), None);
    assert_eq!(json["groups"][0]["another_motion"], true);
    assert_eq!(json["groups"][1].get("another_motion"), None);
    let step = first_step(&scene, true);
    let hanging = scene.body_ids().find(|id| !scene.bodies[*id].is_fixed());
    let place = step.state().position(hanging.unwrap()).unwrap();
    assert_eq!(place, zwang_exact::Vector::zero());
}

/// The place and the rotation of the first body after twenty steps.
fn after_twenty_steps(scene: &Scene) -> [zwang_exact::Vector; 2] {
    let mut simulation = Simulation::new(scene.clone(), Settings::default()).unwrap();
    let header = simulation.header();
    let records = (0..20).map(|_| simulation.advance(&Monitor::default()));
    let steps = CheckedSteps::new(scene, &header, records).unwrap();
    let last = steps.last().unwrap().unwrap().into_verified();
    let body = zwang_scene::BodyId(0);
    let place = last.state().position(body).unwrap();
    [place, last.state().rotation(body).unwrap()]
}

/// Friction could hold a brick at one corner, about which it turns, on a wall that nothing presses
/// it against. It falls as if there were no wall.
#[test]
fn a_brick_falls_beside_a_wall_as_without_it() {
    for [right, top] in [["1", "1"], ["2", "1"], ["1/2", "1"]] {
        for friction in ["1", "2", "10"] {
            let beside = |wall: &str| -> Scene {
                let text = format!(
                    "format = 'zwang-scene-1'\nname = 'brick'\ngravity = [0, -10]\n\
                     friction = {friction}\n[[body]]\nname = 'brick'\n\
                     parts = [[[0, 0], ['{right}', 0], ['{right}', '{top}'], [0, '{top}']]]\n\
                     [[body]]\nname = 'wall'\nfixed = true\n\
                     rectangle = {{ center = [{wall}, 0], size = [2, 20] }}\n"
                );
                text.parse().unwrap()
            };
            let near = after_twenty_steps(&beside("-1"));
            let far = after_twenty_steps(&beside("-9"));
            assert_eq!(near, far, "{right} {top}, friction {friction}");
        }
    }
}
