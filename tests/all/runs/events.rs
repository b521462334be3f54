//! When contacts are made and lost within a step, against closed forms and against places of
//! vertices that are computed here.

use crate::runs::course::{Course, gallery, number, run, scene, settings};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature};
use zwang_exact::Rational;
use zwang_output::event::{Event, EventTimes, PARTS, StepEvents};
use zwang_scene::{BodyId, Scene};

fn events(scene: &Scene, course: &Course) -> Vec<StepEvents> {
    let step = course.steps[0].length();
    let mut times = EventTimes::new(scene, step);
    let mut events = Vec::new();
    for step in &course.steps {
        events.push(times.events(step));
        times.advance(step);
    }
    events
}

/// All of one kind with the number of their step, from 1.
fn numbered(events: &[StepEvents], kind: fn(&StepEvents) -> &Vec<Event>) -> Vec<(i64, &Event)> {
    let steps = (1..).zip(events);
    steps
        .flat_map(|(k, step)| kind(step).iter().map(move |event| (k, event)))
        .collect()
}

fn made(step: &StepEvents) -> &Vec<Event> {
    &step.made
}

fn lost(step: &StepEvents) -> &Vec<Event> {
    &step.lost
}

/// A brick that falls from the height 3 with g = 6 lands after 1 s, at the end of a step, whatever
/// the step; nearly straight in between, it is there up to some parts of it.
#[test]
fn a_falling_brick_lands_when_it_should() {
    let bodies = r"
gravity = [0, -6]
[[body]]
name = 'floor'
fixed = true
parts = [[[-10, -1], [10, -1], [10, 0], [-10, 0]]]
[[body]]
name = 'brick'
parts = [[[0, 3], [1, 3], [1, 4], [0, 4]]]
";
    let scene = scene(bodies);
    for rate in [20, 40, 80] {
        let course = run(&scene, settings(rate, (0, 1)), rate as usize + 5);
        let events = events(&scene, &course);
        let made = numbered(&events, made);
        assert_eq!(made.len(), 2);
        for (k, event) in made {
            let [earliest, latest] = [event.earliest, event.latest].map(i64::from);
            let before = (k - 1 - rate) * i64::from(PARTS);
            assert!(
                before + earliest <= 2 && before + latest >= -2,
                "{k}, {event:?}"
            );
            assert!(event.velocity_jumps);
        }
        assert!(numbered(&events, lost).is_empty());
    }
}

/// A ladder slides down and leaves its wall without a blow: only the acceleration jumps.
#[test]
fn a_ladder_leaves_its_wall_smoothly() {
    let scene = gallery("ladder");
    let course = run(&scene, settings(20, (0, 1)), 80);
    let events = events(&scene, &course);
    let lost = numbered(&events, lost);
    let (k, event) = lost[0];
    let bodies = event
        .row
        .bodies()
        .map(|body| scene.bodies[BodyId(body)].name.as_str());
    assert!(bodies.contains(&"wall"), "{bodies:?}");
    assert!(!event.velocity_jumps);
    assert_eq!(event.earliest, 0);
    // It pressed in the step before, and its gap is open at the end of this one.
    let index = k as usize - 1;
    assert!(course.steps[index - 1].pressing().contains(&event.row));
    assert!(!course.steps[index].pressing().contains(&event.row));
    assert!(event.latest < PARTS);
}

/// A plank on two posts, onto whose overhanging end a block falls: the other end lifts off at once,
/// with a jump of the velocity.
#[test]
fn a_struck_seesaw_lifts_off_with_a_jump() {
    let bodies = r"
gravity = [0, -10]
[[body]]
name = 'posts'
fixed = true
parts = [[[-2, -1], [-1, -1], [-1, 0], [-2, 0]], [[1, -1], [2, -1], [2, 0], [1, 0]]]
[[body]]
name = 'plank'
parts = [[[-2, 0], [4, 0], [4, '1/4'], [-2, '1/4']]]
[[body]]
name = 'block'
parts = [[['13/4', 1], ['15/4', 1], ['15/4', '3/2'], ['13/4', '3/2']]]
velocity = [0, -8]
";
    let scene = scene(bodies);
    let course = run(&scene, settings(100, (0, 1)), 12);
    let events = events(&scene, &course);
    let (hit, blow) = numbered(&events, made)
        .into_iter()
        .find(|(_, event)| event.row.bodies().contains(&2))
        .unwrap();
    assert!(blow.velocity_jumps);
    let (k, lifted) = numbered(&events, lost)
        .into_iter()
        .find(|(_, event)| event.row.bodies().contains(&0))
        .unwrap();
    assert_eq!(k, hit);
    assert!(lifted.velocity_jumps);
    assert!(lifted.speed(&number("1/100")) > number("1/10"));
    // The contacts that press from the first step on begin to do so without a jump.
    for event in &events[0].made {
        assert_eq!((event.earliest, event.latest), (0, 0));
        assert!(!event.velocity_jumps);
    }
}

/// Where a vertex and the ends of an edge are in the scene. Two rows may have the same places.
type Places = [[Rational; 2]; 3];

/// The mirror image of a contact of the diamond is made or lost between the same times.
#[test]
fn mirror_images_change_at_equal_times() {
    let scene = gallery("diamond-5");
    let course = run(&scene, settings(10, (0, 1)), 32);
    let events = events(&scene, &course);
    // In the first step, contacts of the scene begin to press.
    let mut changes = 0;
    for step in &events[1..] {
        for list in [&step.made, &step.lost] {
            let mut times: BTreeMap<Places, Vec<_>> = BTreeMap::new();
            for event in list {
                let what = (event.earliest, event.latest, event.velocity_jumps);
                let how = (event.gap(), event.speed(&number("1/10")));
                times
                    .entry(places(&scene, &event.row, 1))
                    .or_default()
                    .push((what, how));
            }
            for found in times.values_mut() {
                found.sort();
            }
            for event in list {
                let image = places(&scene, &event.row, -1);
                let own = places(&scene, &event.row, 1);
                assert_eq!(times.get(&image), times.get(&own), "{:?}", event.row);
            }
            changes += list.len();
        }
    }
    assert!(changes > 20, "{changes}");
}

/// Places are those in the scene, whose axis is x = 0; the edge's ends ascend.
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
