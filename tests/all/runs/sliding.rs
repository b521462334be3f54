//! When contacts begin to slide, cease to and slide back, against closed forms.

use crate::runs::course::{Course, gallery, number, run, scene, settings};
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature};
use zwang_exact::Rational;
use zwang_output::event::{Event, EventTimes, PARTS, StepEvents};
use zwang_scene::{BodyId, Friction, Scene};

fn events(scene: &Scene, course: &Course) -> Vec<StepEvents> {
    let mut times = EventTimes::new(scene, course.steps[0].length());
    let mut events = Vec::new();
    for step in &course.steps {
        events.push(times.events(step));
        times.advance(step);
    }
    events
}

/// What begins to slide, ceases to and slides back, as the step from 1 and a word for each.
fn words(events: &[StepEvents]) -> Vec<(usize, &'static str)> {
    let mut words = Vec::new();
    for (k, step) in (1..).zip(events) {
        for (word, list) in [
            ("slips", &step.slips),
            ("sticks", &step.sticks),
            ("reverses", &step.reverses),
        ] {
            words.extend(list.iter().map(|_| (k, word)));
        }
    }
    words
}

/// A brick on the floor, pushed to the right, with g = 10.
fn pushed(velocity: &str, friction: &str) -> Scene {
    scene(&format!(
        "gravity = [0, -10]\nfriction = '{friction}'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         parts = [ [[-50,-1],[50,-1],[50,0],[-50,0]] ]\n\
         [[body]]\nname = 'brick'\nvelocity = ['{velocity}', 0]\n\
         rectangle = {{ center = [0,'1/8'], size = [1,'1/4'] }}\n"
    ))
}

/// A brick of 1 x 1/4 on the slope of 3-4-5, thrown uphill.
fn thrown(speed: &str, friction: &str) -> Scene {
    let speed = number(speed);
    let x = -&speed * number("4/5");
    let y = speed * number("3/5");
    scene(&format!(
        "gravity = [0, -10]\nfriction = '{friction}'\n\
         [[body]]\nname = 'slope'\nfixed = true\nparts = [ [[0,0],[0,-30],[40,-30]] ]\n\
         [[body]]\nname = 'brick'\nvelocity = ['{x}', '{y}']\n\
         parts = [ [[20,-15],['104/5','-78/5'],['419/20','-77/5'],['403/20','-74/5']] ]\n"
    ))
}

/// A time within a step, s.
fn time(k: usize, parts: u32, step: &Rational) -> Rational {
    let steps = Rational::from_integer((k - 1).into());
    (steps + Rational::new(parts.into(), PARTS.into())) * step
}

/// The speed falls by μ g h in each step, and the brick comes to rest at v / (μ g), in a step whose
/// bounds hold this time.
#[test]
fn a_pushed_brick_sticks_when_it_should() {
    for (velocity, friction, rate) in [
        ("3", "1/2", 100),
        ("3", "1/2", 30),
        ("17/10", "3/10", 20),
        ("2", "7/9", 60),
    ] {
        let scene = pushed(velocity, friction);
        let step = Rational::new(1.into(), rate.into());
        let rest = number(velocity) / (number(friction) * number("10"));
        let k = (&rest / &step).ceil().to_integer();
        let k = usize::try_from(k).unwrap();
        let course = run(&scene, settings(rate, (0, 1)), k + 10);
        let events = events(&scene, &course);
        assert_eq!(
            words(&events),
            [(k, "sticks"); 2],
            "{velocity}, {friction}, {rate}"
        );
        let part = Rational::new(1.into(), PARTS.into()) * &step;
        for event in &events[k - 1].sticks {
            assert!(time(k, event.earliest, &step) <= &rest + &part);
            assert!(rest <= time(k, event.latest, &step) + &part);
            assert!(!event.velocity_jumps);
        }
        // It slides at once: made, with the way (v - ½ μ g h) h of the first step, against the
        // edge.
        assert_eq!(events[0].made.len(), 2);
        for event in &events[0].made {
            let slower = number(friction) * number("5") * &step;
            let way = (number(velocity) - slower) * &step;
            assert!((event.slip() + way).abs() < number("1e-9"), "{event:?}");
            assert!(event.slip_before().is_zero());
        }
    }
}

/// Uphill it loses (6 + 8 μ) h of its speed in a step, downhill it gains (6 - 8 μ) h. With μ = 1/2
/// it turns at v / 10, in the sixth step: it slides back in it, or rests for the rest of it and
/// begins to slide in the next.
#[test]
fn a_brick_thrown_uphill_slides_back() {
    let step = number("1/30");
    for speed in ["17/10", "19/10"] {
        let scene = thrown(speed, "1/2");
        let course = run(&scene, settings(30, (0, 1)), 20);
        let events = events(&scene, &course);
        let found = words(&events);
        let turns = vec![(6, "reverses"); 2];
        let rests = vec![(6, "sticks"), (6, "sticks"), (7, "slips"), (7, "slips")];
        assert!(found == turns || found == rests, "{speed}: {found:?}");
        let top = number(speed) / number("10");
        let turns = events[5].reverses.iter().chain(&events[5].sticks);
        for event in turns {
            assert!(time(6, event.earliest, &step) <= top);
            assert!(top <= time(6, event.latest, &step));
            // The slope's edge goes uphill.
            assert!(event.slip_before().is_positive());
        }
    }
}

/// With more friction than the slope is steep it stays where it has come to, and with less it goes
/// down without an event.
#[test]
fn what_stays_and_what_slides_on_a_slope() {
    let steep = thrown("19/10", "4/5");
    let course = run(&steep, settings(30, (0, 1)), 60);
    // It stops at 19/10 / (62/5), in the fifth step.
    let found = events(&steep, &course);
    assert_eq!(words(&found), [(5, "sticks"); 2]);
    let down = thrown("-1", "1/2");
    let course = run(&down, settings(30, (0, 1)), 60);
    assert_eq!(words(&events(&down, &course)), []);
    let friction = course.steps[59].facts().friction.as_ref();
    assert_eq!(friction.unwrap().sliding.len(), 2);
}

/// A brick that slides into one at rest: that one begins to slide in the step of the blow, with a
/// jump of the velocity; both come to rest together, and stay, though rounding leaves them pushing
/// each other by parts of a grid unit.
#[test]
fn a_blow_makes_a_brick_slide() {
    let bodies = r"
gravity = [0, -10]
friction = '1/2'
[[body]]
name = 'floor'
fixed = true
parts = [[[-50, -1], [50, -1], [50, 0], [-50, 0]]]
[[body]]
name = 'moves'
rectangle = { center = [0, '1/8'], size = [1, '1/4'] }
velocity = [3, 0]
[[body]]
name = 'rests'
rectangle = { center = ['21/20', '1/8'], size = [1, '1/4'] }
";
    let scene = scene(bodies);
    let course = run(&scene, settings(100, (0, 1)), 60);
    let events = events(&scene, &course);
    let blow = events.iter().skip(1).position(|step| !step.made.is_empty());
    let blow = 1 + blow.unwrap();
    let slips = &events[blow].slips;
    assert_eq!(slips.len(), 2);
    for event in slips {
        assert_eq!(event.row.bodies().iter().max(), Some(&2));
        assert!(event.velocity_jumps);
        assert!(event.slip_before().is_zero() && event.slip().is_negative());
    }
    let all = words(&events);
    let (last, _) = all[all.len() - 1];
    let mut expected = vec![(blow + 1, "slips"); 2];
    expected.extend([(last, "sticks"); 4]);
    assert_eq!(all, expected);
    assert!(events[59].sliding.is_empty());
}

/// Where nothing slides there is no event.
#[test]
fn what_stands_has_no_events_of_sliding() {
    let mut wall = gallery("wall-running-5x4");
    wall.friction = Friction::uniform(&wall.bodies, &number("1/2"));
    let course = run(&wall, settings(100, (0, 1)), 12);
    assert_eq!(words(&events(&wall, &course)), []);
}

/// Without friction, things slide without end, and no event speaks of it.
#[test]
fn without_friction_nothing_slides_against_it() {
    let scene = gallery("diamond-5");
    let course = run(&scene, settings(10, (0, 1)), 32);
    let events = events(&scene, &course);
    assert_eq!(words(&events), []);
    for event in events.iter().flat_map(|step| step.made.iter()) {
        assert!(event.slip().is_zero() && event.slip_before().is_zero());
    }
}

/// Two bricks that are thrown up the slopes of a roof and slide back.
fn thrown_up_a_roof() -> Scene {
    scene(
        "gravity = [0, -10]\nfriction = '1/4'\n\
         [[body]]\nname = 'roof'\nfixed = true\nparts = [ [[-8, 0], [8, 0], [0, 6]] ]\n\
         [[body]]\nname = 'right'\nvelocity = ['-8/5', '6/5']\n\
         parts = [ [[4, 3], ['24/5', '12/5'], ['51/10', '14/5'], ['43/10', '17/5']] ]\n\
         [[body]]\nname = 'left'\nvelocity = ['8/5', '6/5']\n\
         parts = [ [['-43/10', '17/5'], ['-51/10', '14/5'], ['-24/5', '12/5'], [-4, 3]] ]\n",
    )
}

/// Two bricks at rest, and two that slide outward and strike them.
fn struck_on_both_sides() -> Scene {
    let brick = |name: &str, x: i64, speed: i64| {
        format!(
            "[[body]]\nname = '{name}'\nvelocity = [{speed}, 0]\n\
             rectangle = {{ center = [{x}, '1/2'], size = [1, 1] }}\n"
        )
    };
    scene(&format!(
        "gravity = [0, -10]\nfriction = '1/4'\n\
         [[body]]\nname = 'floor'\nfixed = true\nparts = [ [[-9, -1], [9, -1], [9, 0], [-9, 0]] ]\n\
         {}{}{}{}",
        brick("far left", -3, 0),
        brick("left", -1, -3),
        brick("right", 1, 3),
        brick("far right", 3, 0),
    ))
}

/// What falls, slides back or is struck has mirrored events at mirror images.
#[test]
fn events_of_mirror_images_are_mirrored() {
    let mut found = [0; 3];
    for (scene, friction, rate, steps) in [
        (gallery("diamond-5"), "1/10", 50, 40),
        (gallery("triangle-3"), "1/4", 50, 60),
        (thrown_up_a_roof(), "1/4", 50, 60),
        (struck_on_both_sides(), "1/4", 50, 60),
    ] {
        let mut scene = scene;
        scene.friction = Friction::uniform(&scene.bodies, &number(friction));
        let course = run(&scene, settings(rate, (0, 1)), steps);
        assert!(course.stopped.is_none());
        for step in &events(&scene, &course) {
            let lists = [&step.slips, &step.sticks, &step.reverses];
            for (list, found) in lists.into_iter().zip(&mut found) {
                is_mirrored(&scene, list);
                *found += list.len();
            }
        }
    }
    let [slips, sticks, _] = found;
    assert!(slips > 3 && sticks > 3, "{found:?}");
}

fn is_mirrored(scene: &Scene, list: &[Event]) {
    let mut known: BTreeMap<Places, Vec<_>> = BTreeMap::new();
    for event in list {
        let what = (event.earliest, event.latest, event.velocity_jumps);
        let slips = [event.slip(), event.slip_before()];
        let places = places(scene, &event.row, 1);
        known.entry(places).or_default().push((what, slips));
    }
    for found in known.values_mut() {
        found.sort();
    }
    for event in list {
        let mut image = known[&places(scene, &event.row, -1)].clone();
        for (_, slips) in &mut image {
            for slip in slips {
                *slip = -&*slip;
            }
        }
        image.sort();
        let own = &known[&places(scene, &event.row, 1)];
        assert_eq!(own, &image, "{:?}", event.row);
    }
}

/// Where a vertex and the ends of an edge are in the scene.
type Places = [[Rational; 2]; 3];

fn places(scene: &Scene, row: &Contact, sign: i64) -> Places {
    let sign = Rational::from_integer(sign.into());
    let at = |feature: Feature, next: usize| {
        let part = &scene.bodies[BodyId(feature.part.body)].parts[feature.part.part];
        let vertices = part.vertices();
        let vertex = &vertices[(feature.index + next) % vertices.len()];
        [&vertex.x * &sign, vertex.y.clone()]
    };
    let mut ends = [at(row.edge, 0), at(row.edge, 1)];
    ends.sort();
    let [one, other] = ends;
    [at(row.vertex, 0), one, other]
}
