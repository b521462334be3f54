//! When contacts begin to slide, cease to and slide back, against closed forms, against the facts
//! of records and against the work of friction.

use crate::runs::course::{Course, gallery, number, run, scene, settings, times};
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature};
use zwang_exact::{Rational, Vector};
use zwang_law::{Grid, Settings};
use zwang_output::event::{Event, EventTimes, PARTS, StepEvents};
use zwang_scene::{BodyId, Friction, Scene};

/// Those of a run on the grid 2^-64.
fn events(scene: &Scene, course: &Course) -> Vec<StepEvents> {
    events_on(Some(64), scene, course)
}

fn events_on(grid: Option<u64>, scene: &Scene, course: &Course) -> Vec<StepEvents> {
    let mut times = EventTimes::new(scene, course.steps[0].length(), grid);
    let mut events = Vec::new();
    for step in &course.shown {
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

fn exact(settings: Settings) -> Settings {
    Settings {
        grid: Grid(None),
        ..settings
    }
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

/// The speed falls by μ g h in each step, and the brick sticks in the first one after which it
/// would not be positive. That is the step in which it comes to rest in continuous time, at v / (μ
/// g), and the bounds hold this time.
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
        let expected = (&rest / &step).ceil().to_integer();
        let expected = usize::try_from(expected).unwrap();
        for settings in [settings(rate, (0, 1)), exact(settings(rate, (0, 1)))] {
            let Grid(grid) = settings.grid;
            let course = run(&scene, settings, expected + 10);
            let events = events_on(grid, &scene, &course);
            let k = expected;
            assert_eq!(words(&events), [(k, "sticks"); 2]);
            for event in &events[k - 1].sticks {
                assert!(time(k, event.earliest, &step) <= rest);
                assert!(rest <= time(k, event.latest, &step));
                assert_eq!(event.latest - event.earliest, 1);
                assert!(!event.velocity_jumps);
                assert!(event.slip().is_zero());
                works_as_friction_does(&course, k - 2, event);
            }
            // It slides at once: made, with the way v - μ g h of the first step, against the edge.
            assert_eq!(events[0].made.len(), 2);
            for event in &events[0].made {
                let slower = number(friction) * number("10") * &step;
                let way = (number(velocity) - slower) * &step;
                assert!((event.slip() + way).abs() < number("1e-15"));
                assert!(event.slip_before().is_zero());
            }
        }
    }
}

/// The heat of a row, as the facts of the step before have it, is the friction force times the way.
fn works_as_friction_does(course: &Course, index: usize, event: &Event) {
    let step = &course.steps[index];
    let forces = step.forces();
    let force = forces.iter().find(|force| force.row == event.row).unwrap();
    let facts = step.facts().friction.as_ref().unwrap();
    let heat = facts.sliding.iter().find(|(row, _)| *row == event.row);
    // The floor's edge goes to the left; friction pulls there too, and the slip is to the right.
    let work = -&force.force.x * event.slip_before().abs();
    let (_, heat) = heat.unwrap();
    assert!((work - heat).abs() < number("1e-16"));
    assert!(event.slip_before().is_negative());
}

/// Uphill it loses (6 + 8 μ) h of its speed in a step, downhill it gains (6 - 8 μ) h. With μ = 1/2
/// these are 10 h and 2 h. What has less than 2 h left turns in the next step. What has more, but
/// at most 10 h, would go on uphill without friction uphill, and downhill without friction
/// downhill: it rests for a step.
#[test]
fn a_brick_thrown_uphill_slides_back() {
    let step = number("1/30");
    for (speed, expected) in [
        ("17/10", vec![(6, "reverses"); 2]),
        (
            "19/10",
            vec![(6, "sticks"), (6, "sticks"), (7, "slips"), (7, "slips")],
        ),
    ] {
        let scene = thrown(speed, "1/2");
        let course = run(&scene, settings(30, (0, 1)), 20);
        let events = events(&scene, &course);
        assert_eq!(words(&events), expected);
        let top = number(speed) / number("10");
        let turns = events[5].reverses.iter().chain(&events[5].sticks);
        for event in turns {
            assert!(time(6, event.earliest, &step) <= top);
            assert!(top <= time(6, event.latest, &step));
            assert_eq!(event.latest - event.earliest, 1);
            // The slope's edge goes uphill.
            assert!(event.slip_before().is_positive());
        }
        for event in &events[5].reverses {
            // 1/30 m/s uphill, and 2/30 m/s less.
            let way = event.slip() + number("1/900");
            assert!(way.abs() < number("1e-15"));
        }
        for event in &events[6].slips {
            assert_eq!((event.earliest, event.latest), (0, PARTS));
            let way = event.slip() + number("2/900");
            assert!(way.abs() < number("1e-15"));
            assert!(!event.velocity_jumps);
        }
    }
}

/// With more friction than the slope is steep it stays where it has come to, and with less it goes
/// down without an event.
#[test]
fn what_stays_and_what_slides_on_a_slope() {
    let steep = thrown("19/10", "4/5");
    let course = run(&steep, settings(30, (0, 1)), 60);
    // 19/10 - 62/5 k / 30 is negative from k = 5 on.
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
    // The facts know it.
    let at_rest = course.steps[59].facts().friction.as_ref().unwrap();
    assert!(!at_rest.sliding.is_empty());
    assert!(at_rest.heat < number("1e-16"));
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

/// A diamond that falls with friction: the events are those of a pass over the facts alone, mirror
/// images have mirrored events, and friction works as much as the facts say.
#[test]
fn events_of_a_diamond_agree_with_its_facts() {
    let mut scene = gallery("diamond-5");
    scene.friction = Friction::uniform(&scene.bodies, &number("1/4"));
    let course = run(&scene, settings(10, (0, 1)), 60);
    assert!(course.stopped.is_none());
    let events = events(&scene, &course);
    let found: [usize; 3] = [
        events.iter().map(|step| step.slips.len()).sum(),
        events.iter().map(|step| step.sticks.len()).sum(),
        events.iter().map(|step| step.reverses.len()).sum(),
    ];
    let [slips, sticks, reverses] = found;
    assert!(slips > 3 && sticks > 3 && reverses > 1, "{found:?}");
    agrees_with_facts(&course, &events);
    for step in &events {
        for list in [&step.slips, &step.sticks, &step.reverses] {
            is_mirrored(&scene, list);
        }
    }
}

/// Rows that slip by more than 2^-54 m by the facts, as heat is force times way, and which way
/// friction pulls.
fn sliding(course: &Course, index: usize) -> BTreeMap<Contact, bool> {
    let step = &course.steps[index];
    let mut sliding = BTreeMap::new();
    let least = number("1/18014398509481984");
    for (row, heat) in &step.facts().friction.as_ref().unwrap().sliding {
        if *heat < friction_force(course, index, row) * &least {
            continue;
        }
        for group in step.groups() {
            for force in group.row_forces() {
                if force.row == *row {
                    sliding.insert(*row, force.friction_force.is_positive());
                }
            }
        }
    }
    sliding
}

fn agrees_with_facts(course: &Course, events: &[StepEvents]) {
    let mut pressing: BTreeSet<Contact> = BTreeSet::new();
    let mut before = BTreeMap::new();
    for (index, found) in events.iter().enumerate() {
        let facts = course.steps[index].facts();
        let now = sliding(course, index);
        for row in &facts.lost {
            pressing.remove(row);
        }
        // These press before and now.
        let mut expected: [Vec<Contact>; 3] = Default::default();
        for row in &pressing {
            match (before.get(row), now.get(row)) {
                (None, Some(_)) => expected[0].push(*row),
                (Some(_), None) => expected[1].push(*row),
                (Some(one), Some(other)) if one != other => expected[2].push(*row),
                _ => {}
            }
        }
        for (list, expected) in [&found.slips, &found.sticks, &found.reverses]
            .into_iter()
            .zip(&expected)
        {
            let rows: Vec<Contact> = list.iter().map(|event| event.row).collect();
            assert_eq!(&rows, expected, "step {}", index + 1);
        }
        slips_agree(course, index, found, &now);
        pressing.extend(&facts.made);
        before = now;
    }
}

/// Friction opposes the slip, and force times way is the heat of the facts.
fn slips_agree(
    course: &Course,
    index: usize,
    found: &StepEvents,
    sliding: &BTreeMap<Contact, bool>,
) {
    let step = &course.steps[index];
    let heats: BTreeMap<Contact, Rational> = {
        let facts = step.facts().friction.as_ref().unwrap();
        facts.sliding.iter().cloned().collect()
    };
    let moving = found.made.iter().chain(&found.slips).chain(&found.reverses);
    for event in moving {
        let Some(is_positive) = sliding.get(&event.row) else {
            assert!(event.slip().is_zero());
            continue;
        };
        assert_eq!(event.slip().is_negative(), *is_positive);
        let work = &friction_force(course, index, &event.row) * event.slip().abs();
        let heat = &heats[&event.row];
        assert!((work - heat).abs() <= heat * number("1e-9"));
    }
}

/// The part of a contact force along its edge, N; edges are from the state before the step. The
/// root is rounded.
fn friction_force(course: &Course, index: usize, row: &Contact) -> Rational {
    let step = &course.steps[index];
    let mut force = Vector::zero();
    for contact in step.forces() {
        if contact.row == *row {
            force = &force + &contact.force;
        }
    }
    let before = course.around(index)[1];
    let scene = gallery("diamond-5");
    let part = &scene.bodies[BodyId(row.edge.part.body)].parts[row.edge.part.part];
    let vertices = part.vertices();
    let next = (row.edge.index + 1) % vertices.len();
    let edge = &vertices[next] - &vertices[row.edge.index];
    let edge = match before.rotation(BodyId(row.edge.part.body)) {
        Some(turn) => times(&turn, &edge),
        None => edge,
    };
    let along = force.dot(&edge);
    zwang_decimal::square_root(&(&along * &along / edge.dot(&edge)))
}

/// Where a vertex and the ends of an edge are in the scene, whose axis is x = 0.
type Places = [[Rational; 2]; 3];

/// Each event has one of the mirror image of its row, between the same times, and with the opposite
/// slip: the ends of an edge swap.
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
