//! Bodies that are pinned together ignore each other, unless their pin collides: a chain of rods
//! against Lagrange's equations, overlaps, contacts with third bodies, and mirror images.

use crate::answers::elimination::solution;
use crate::answers::{answer, number, ratio, solved, vector};
use crate::runs::course::{gallery, run, settings, shift, square, turn};
use zwang_collapse::contacts::{ContactError, find};
use zwang_collapse::{almost_touching, statics};
use zwang_exact::{Rational, Vector};
use zwang_program::{Monitor, Options};
use zwang_scene::read::parse_toml;
use zwang_scene::{BodyId, Pin, Polygon, Scene};

/// The rods of the chain.
const RODS: [usize; 4] = [1, 2, 3, 4];

/// The angular accelerations of n rods of mass 1, length 1 and height 1/10 that are let go level,
/// by Lagrange's equations: the height of the centre of rod i is Σ θ_j over the rods j before it,
/// plus ½ θ_i. So the coefficient of θ_i'' in equation i is I + ¼ + (rods behind i), that of θ_j''
/// in equation i, with j the rod of the two that is farther out, ½ + (rods behind j), and the
/// moment of gravity about joint i -(½ + rods behind i).
fn lagrange(count: i64) -> Vec<Rational> {
    let inertia = ratio(1, 12) * (ratio(1, 1) + ratio(1, 100));
    let half = ratio(1, 2);
    let mut equations = Vec::new();
    for row in 0..count {
        let behind = ratio(count - 1 - row, 1);
        let mut equation = Vec::new();
        for column in 0..count {
            let farther = ratio(count - 1 - row.max(column), 1);
            let own = &inertia + &half * &half;
            let coupling = if row == column { own } else { half.clone() };
            equation.push(coupling + farther);
        }
        equation.push(-(&half + behind));
        equations.push(equation);
    }
    solution(equations).unwrap()
}

/// The acceleration of the centre of each rod, upwards.
fn rising(angular: &[Rational]) -> Vec<Rational> {
    let mut joint = Rational::default();
    let mut rising = Vec::new();
    for own in angular {
        rising.push(&joint + own * ratio(1, 2));
        joint += own;
    }
    rising
}

fn colliding(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for pin in &mut scene.pins {
        pin.collide = true;
    }
    scene
}

fn mirrored(scene: &Scene) -> Scene {
    let mut mirrored = scene.clone();
    let image = |point: &Vector| Vector::new(-&point.x, point.y.clone());
    for body in &mut mirrored.bodies {
        for part in &mut body.parts {
            let vertices = part.vertices().iter().map(image);
            (*part, _) = Polygon::new(vertices.collect()).unwrap();
        }
        if let Some(free) = &mut body.dynamics {
            free.centroid = image(&free.centroid);
        }
    }
    for pin in &mut mirrored.pins {
        pin.at = image(&pin.at);
    }
    mirrored
}

#[test]
fn a_level_chain_starts_as_lagrange_says() {
    let scene = gallery("chain");
    let found = answer(&scene);
    assert!(found.contacts.is_empty());
    let angular = lagrange(4);
    let rising = rising(&angular);
    for (place, rod) in RODS.into_iter().enumerate() {
        let motion = &found.accelerations[rod];
        assert_eq!(motion.angular, angular[place], "rod {rod}");
        let expected = Vector::new(Rational::default(), rising[place].clone());
        assert_eq!(motion.linear, expected, "rod {rod}");
    }
    let image = answer(&mirrored(&scene));
    for rod in RODS {
        let own = &found.accelerations[rod];
        let other = &image.accelerations[rod];
        assert_eq!(other.linear, own.linear);
        assert_eq!(other.angular, -&own.angular);
    }
}

/// One rod is the pendulum, whose equation needs no other.
#[test]
fn lagranges_equations_of_one_rod() {
    let inertia = ratio(1, 12) * ratio(101, 100);
    assert_eq!(lagrange(1), [-ratio(1, 2) / (inertia + ratio(1, 4))]);
}

/// From rest a short step moves every body by ½ h² times its acceleration.
#[test]
fn the_first_step_is_that_acceleration() {
    let scene = gallery("chain");
    let course = run(&scene, settings(10_000, (0, 1)), 1);
    assert_eq!(course.stopped, None);
    let angular = lagrange(4);
    let rising = rising(&angular);
    let half_square = ratio(1, 200_000_000);
    let most = number("1e-13");
    let [start, end] = [course.steps[0].before(), course.steps[0].state()];
    for (place, rod) in RODS.into_iter().enumerate() {
        let way = shift(start, end, BodyId(rod));
        let expected = Vector::new(Rational::default(), &rising[place] * &half_square);
        assert!(square(&(&way - &expected)) < &most * &most, "rod {rod}");
        let turned = turn(start, end, BodyId(rod));
        let off = &turned.y / &turned.x - &angular[place] * &half_square;
        assert!(&off * &off < &most * &most, "rod {rod}");
    }
}

/// Every step of it is accepted, and it swings, folds and never stops.
#[test]
fn a_chain_falls_on_and_on() {
    let course = run(&gallery("chain"), settings(50, (0, 1)), 100);
    assert_eq!(course.stopped, None);
    let lowest = course
        .steps
        .iter()
        .map(|step| step.state().position(BodyId(4)));
    let lowest = lowest.map(|place| place.unwrap().y).min().unwrap();
    assert!(lowest < number("-2"), "{lowest}");
    let start = course.steps[0].facts();
    for step in &course.steps {
        let facts = step.facts();
        let gained = &facts.kinetic + &facts.potential - &start.potential;
        assert!(gained < number("1/50"), "step {}: {gained}", step.k());
    }
}

/// What the customer met: rods that touch at their joints are a rigid bar.
#[test]
fn rods_that_collide_are_told_to_be_so() {
    let mut scene = colliding(&gallery("chain"));
    // The rod that is let into the beam still ignores it.
    scene.pins[0].collide = false;
    let found = answer(&scene);
    assert!(!found.contacts.is_empty());
}

/// Two links that overlap; a brick lies on the second.
fn crossed(collide: &str) -> Scene {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'crossed'\n\
         [[body]]\nname = 'first'\nfixed = true\nrectangle = {{ center = [0, 0], size = [2, 1] }}\n\
         [[body]]\nname = 'second'\nrectangle = {{ center = [1, 0], size = [2, 1] }}\n\
         [[body]]\nname = 'brick'\n\
         rectangle = {{ center = ['17/10', '3/4'], size = ['1/2', '1/2'] }}\n\
         [[pin]]\nbodies = ['second', 'first']\nat = ['1/2', 0]\n{collide}\n"
    );
    parse_toml(&text).unwrap().scene
}

#[test]
fn pinned_bodies_may_overlap_and_third_ones_touch_them() {
    let scene = crossed("");
    let found = answer(&scene);
    assert_eq!(found.contacts.len(), 2);
    for contact in &found.contacts {
        assert_eq!([contact.first, contact.second], [BodyId(2), BodyId(1)]);
    }
    let course = run(&scene, settings(50, (1, 2)), 5);
    assert_eq!(course.stopped, None);
    for step in &course.steps {
        // The links are 1 deep in each other, the brick and its link next to nothing.
        assert!(step.facts().penetration < number("1e-6"));
        assert!(!step.pressing().is_empty());
        for row in step.pressing() {
            assert!(row.bodies().contains(&2), "{row:?}");
        }
    }
    let standing = statics(&scene, &Options::default(), &Monitor::default());
    assert!(standing.is_ok());
}

#[test]
fn pinned_bodies_that_collide_may_not_overlap() {
    let Err(ContactError::Overlap(overlaps)) = find(&crossed("collide = true")) else {
        panic!("no overlap");
    };
    assert_eq!(overlaps.pairs[0].bodies, ["first", "second"]);
}

/// Of several pins one is enough, in whatever order and direction.
#[test]
fn one_pin_that_does_not_collide_is_enough() {
    let alone = crossed("");
    let mut twice = alone.clone();
    twice.pins.push(Pin {
        first: BodyId(0),
        second: Some(BodyId(1)),
        at: vector("3/4", "0"),
        collide: true,
    });
    let found = find(&twice).unwrap();
    assert_eq!(found, find(&alone).unwrap());
    twice.pins.reverse();
    assert_eq!(find(&twice).unwrap(), found);
    solved(&twice, true);
}

/// A gap between bodies that ignore each other is nothing to be mended.
#[test]
fn pinned_bodies_do_not_almost_touch() {
    let mut scene = gallery("chain");
    let moved = vector("1/1000000", "0");
    let rod = &mut scene.bodies[4];
    let vertices = rod.parts[0].vertices().iter().map(|vertex| vertex + &moved);
    (rod.parts[0], _) = Polygon::new(vertices.collect()).unwrap();
    let free = rod.dynamics.as_mut().unwrap();
    free.centroid = &free.centroid + &moved;
    assert_eq!(almost_touching(&scene, &[]), []);
    let near = almost_touching(&colliding(&scene), &[]);
    assert_eq!(near.len(), 1);
    assert_eq!(near[0].parts.map(|part| part.body), [3, 4]);
    assert_eq!(near[0].gap_squared, moved.dot(&moved));
}
