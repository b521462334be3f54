//! Forces of symmetric scenes are symmetric, also where corners decide or leave the choice open.

use crate::bricks::{fixed, free, number, pin, polygon, rectangle, rows, scene, vector};
use std::collections::BTreeMap;
use zwang_collapse::contacts::{Contacts, find};
use zwang_collapse::symmetry::Symmetry;
use zwang_collapse::{Collapse, collapse};
use zwang_exact::{Rational, Vector};
use zwang_program::{Monitor, Options};
use zwang_scene::{Body, Polygon, Scene};

/// The forces of an answer: multipliers by contact, and vectors on the first bodies by pin.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    sides: Vec<(usize, usize)>,
    contacts: BTreeMap<usize, Rational>,
    pins: BTreeMap<usize, Vector>,
}

fn answers(solved: &Collapse, group: usize) -> Vec<Answer> {
    let group = &solved.certificate.groups[group];
    let answer = |&index: &usize| {
        let case = &group.cases[index];
        let denominator = &case.motion.as_ref().unwrap().denominator;
        let ratio =
            |value: &zwang_certificate::BigInt| Rational::new(value.clone(), denominator.clone());
        Answer {
            sides: case.sides.clone(),
            contacts: case
                .forces
                .iter()
                .map(|(contact, force)| (*contact, ratio(force)))
                .collect(),
            pins: case
                .pins
                .iter()
                .map(|(pin, [x, y])| (*pin, Vector::new(ratio(x), ratio(y))))
                .collect(),
        }
    };
    group.answers.iter().map(answer).collect()
}

/// The image of an answer, contact by contact and pin by pin.
fn image(answer: &Answer, scene: &Scene, found: &Contacts, symmetry: &Symmetry) -> Answer {
    let contacts = symmetry.contact_image(scene, found).unwrap();
    let corners = symmetry.corner_image(found, &contacts).unwrap();
    let mut sides: Vec<(usize, usize)> = answer
        .sides
        .iter()
        .map(|&(corner, side)| (corners[corner].corner, corners[corner].sides[side]))
        .collect();
    sides.sort_unstable();
    let force = |(contact, force): (&usize, &Rational)| {
        (contacts[*contact].0, force * &contacts[*contact].1)
    };
    let pin = |(pin, force): (&usize, &Vector)| {
        let (image, swapped) = symmetry.pins[*pin];
        let turned = symmetry.map_vector(force);
        (image.0, if swapped { -&turned } else { turned })
    };
    Answer {
        sides,
        contacts: answer.contacts.iter().map(force).collect(),
        pins: answer.pins.iter().map(pin).collect(),
    }
}

/// Solves a scene with one symmetry and holds its forces against their images. Returns the numbers
/// of cases and of answers of its groups.
#[track_caller]
fn assert_symmetric(scene: &Scene) -> Vec<(usize, usize)> {
    let found = find(scene).unwrap();
    let solved = collapse(scene, &Options::default(), &Monitor::default()).unwrap();
    let [symmetry] = &solved.symmetries[..] else {
        panic!("{} symmetries", solved.symmetries.len())
    };
    let groups = &solved.certificate.groups;
    for (index, group) in groups.iter().enumerate() {
        let partner = symmetry.bodies[group.bodies[0]];
        let partner = groups
            .iter()
            .position(|group| group.bodies.contains(&partner.0))
            .unwrap();
        let others = answers(&solved, partner);
        for answer in answers(&solved, index) {
            let image = image(&answer, scene, &found, symmetry);
            assert!(
                others.contains(&image),
                "{image:#?} is not among {others:#?}"
            );
        }
    }
    groups
        .iter()
        .map(|group| (group.cases.len(), group.answers.len()))
        .collect()
}

/// A triangle with its tip at the given point.
fn post(x: i64, y: i64) -> Polygon {
    polygon(&[(x - 1, y - 1), (x + 1, y - 1), (x, y)])
}

/// A square that stands with a corner on a point, turned like the triangle 3-4-5, to either side.
fn turned_square(name: &str, x: i64, y: i64, to_the_left: bool) -> Body {
    let offsets = [("0", "0"), ("4/5", "3/5"), ("1/5", "7/5"), ("-3/5", "4/5")];
    let place = |(right, up): &(&str, &str)| {
        let right = if to_the_left {
            -number(right)
        } else {
            number(right)
        };
        &Vector::from_integers(x, y) + &Vector::new(right, number(up))
    };
    free(
        name,
        vec![Polygon::new(offsets.iter().map(place).collect()).unwrap().0],
    )
}

/// Two posts beside a wall, which carries more contacts than its forces are determined by.
fn wall_between_posts() -> Scene {
    let mut scene = rows(&[4, 5, 4, 5]);
    scene
        .bodies
        .push(fixed("posts", vec![post(-9, 1), post(9, 1)]));
    scene.bodies.push(turned_square("left", -9, 1, true));
    scene.bodies.push(turned_square("right", 9, 1, false));
    scene
}

#[test]
fn where_corners_decide_elsewhere() {
    let mut counts = assert_symmetric(&wall_between_posts());
    counts.sort_unstable();
    assert_eq!(counts, [(1, 1), (2, 1), (2, 1)]);
}

#[test]
fn where_corners_of_one_group_decide() {
    let mut scene = wall_between_posts();
    let (left, right) = (scene.bodies.len() - 2, scene.bodies.len() - 1);
    // Ropes, as it were, that join the squares to the wall.
    let rod =
        |name: &str, low: &str, high: &str| free(name, vec![rectangle((low, "3"), (high, "4"))]);
    scene.bodies.push(rod("left rod", "-9", "-1"));
    scene.bodies.push(rod("right rod", "1", "9"));
    scene.pins = vec![
        pin(left, Some(left + 2), ("-17/2", "7/2")),
        pin(right + 2, Some(right), ("17/2", "7/2")),
        pin(left + 2, Some(1), ("-3/2", "7/2")),
        pin(4, Some(right + 2), ("3/2", "7/2")),
    ];
    let counts = assert_symmetric(&scene);
    assert!(
        counts.len() == 1 && counts[0].0 > 2 && counts[0].1 == 1,
        "{counts:?}"
    );
}

#[test]
fn where_a_corner_leaves_the_choice_open() {
    // A square on the tip of a post, and the post on a wall.
    let mut scene = rows(&[4, 5, 4]);
    let top = scene
        .bodies
        .iter()
        .flat_map(|body| body.parts[0].vertices())
        .map(|vertex| vertex.y.clone())
        .max()
        .unwrap();
    let lift = |points: [(&str, &str); 3]| {
        let place = |(x, y): (&str, &str)| &vector(x, y) + &Vector::new(number("0"), top.clone());
        Polygon::new(points.map(place).into()).unwrap().0
    };
    scene.bodies.push(free(
        "post",
        vec![lift([("-1", "0"), ("1", "0"), ("0", "1")])],
    ));
    let square = [("0", "1"), ("1", "2"), ("0", "3"), ("-1", "2")];
    let square = square.map(|(x, y)| &vector(x, y) + &Vector::new(number("0"), top.clone()));
    scene
        .bodies
        .push(free("square", vec![Polygon::new(square.into()).unwrap().0]));
    assert_eq!(assert_symmetric(&scene), [(2, 2)]);
}

#[test]
fn where_both_sides_lead_to_the_same_motion() {
    // The plug cannot slip off the post: walls hold it. Either side of the corner may carry it, and
    // the answer is one of them.
    let wall = |low: &str, high: &str| rectangle((low, "-1"), (high, "3"));
    let plug = free(
        "plug",
        vec![polygon(&[(0, 0), (1, 1), (1, 3), (-1, 3), (-1, 1)])],
    );
    let scene = scene(vec![
        fixed("post", vec![post(0, 0), wall("-2", "-1"), wall("1", "2")]),
        plug,
    ]);
    let solved = collapse(&scene, &Options::default(), &Monitor::default()).unwrap();
    assert_eq!(solved.symmetries.len(), 1);
    let group = &solved.certificate.groups[0];
    assert_eq!((group.cases.len(), group.answers.len()), (2, 1));
}
