//! Energy: what impacts and steps do to it, by the identities of THEOREM.md, section 8, with
//! numbers taken from states and forces alone.

use crate::runs::course::{
    Course, conjugate, ends, gallery, linear_gap, number, place, run, scene, settings, shift,
    short_arm, short_place, square, times, turn,
};
use zwang_certificate::{Contact, Feature};
use zwang_check::run::State;
use zwang_exact::{Rational, Vector};
use zwang_families::{Brick, diamond};
use zwang_scene::{BodyId, Scene};

/// Im / (1 + Re) of a turn.
fn half_tangent(turn: &Vector) -> Rational {
    &turn.y / (number("1") + &turn.x)
}

/// The gap velocity of a row under (w, σ), per step.
fn gap_velocity(scene: &Scene, [before, now]: [&State; 2], row: &Contact) -> Rational {
    linear_gap(scene, now, row, |feature: Feature| {
        let body = BodyId(feature.part.body);
        if scene.bodies[body].is_fixed() {
            return Vector::zero();
        }
        let spin = half_tangent(&turn(before, now, body)) * number("2");
        &shift(before, now, body) + &short_arm(scene, now, feature).quarter_turn().scaled(&spin)
    })
}

/// Scenes without pins, in which something falls on something.
fn scenes() -> Vec<Scene> {
    let dropped = "gravity = [0,-1]\n[[body]]\nname = 'floor'\nfixed = true\n\
        parts = [ [[-9,-1],[9,-1],[9,0],[-9,0]] ]\n\
        [[body]]\nname = 'brick'\n\
        parts = [ [['-13/34','4/136'],['1/2','17/34'],['13/34','98/136'],['-1/2','34/136']] ]\n\
        velocity = ['1/2',-1]\nspin = '1/2'\n";
    let mut scenes = vec![scene(dropped), diamond(3, &Brick::default()).unwrap()];
    scenes.extend(["cantilever", "domino-5", "ladder", "rolling", "sliding"].map(gallery));
    scenes
}

/// h² times what an impact gives: the sum of -½ (1 - ε) φ |u| over rows that closed and ½ φ u over
/// those that opened.
fn expected(
    scene: &Scene,
    course: &Course,
    index: usize,
    restitution: &Rational,
) -> (Rational, bool) {
    let (record, [before, now, _]) = (&course.records[index], course.around(index));
    let (mut sum, mut opened) = (Rational::default(), false);
    for group in record.impact.iter().flatten() {
        for (row, force) in group.forces.normal() {
            let force = Rational::new(force.clone(), group.denominator.clone());
            let velocity = gap_velocity(scene, [before, now], &record.rows[row]);
            let closes = velocity < Rational::default();
            opened |= velocity > Rational::default();
            let share = if closes {
                number("1") - restitution
            } else {
                number("1")
            };
            sum += force * velocity * share / number("2");
        }
    }
    (sum, opened)
}

#[test]
fn impacts_give_what_the_identity_says() {
    let mut impacts = 0;
    for (scene, restitution) in scenes()
        .iter()
        .flat_map(|scene| [(scene, (1, 2)), (scene, (1, 1))])
    {
        let course = run(scene, settings(50, restitution), 40);
        let elasticity = Rational::new(restitution.0.into(), restitution.1.into());
        for (index, record) in course.records.iter().enumerate() {
            if record.impact.is_none() {
                assert_eq!(record.facts.impact_kinetic, Rational::default());
                continue;
            }
            let (expected, opened) = expected(scene, &course, index, &elasticity);
            let given = &record.facts.impact_kinetic / number("2500");
            let off = &given - expected;
            // Both velocities are rounded to 2^-64 in a step.
            assert!(
                &off * &off < number("1e-34"),
                "{}, step {}: {off}",
                scene.name,
                record.k
            );
            assert!(
                opened || given < number("1e-17"),
                "{}, step {}: {given}",
                scene.name,
                record.k
            );
            impacts += 1;
        }
    }
    assert!(impacts > 20, "{impacts}");
}

/// A square rises at 1/200 m/s from a floor, more slowly than gravity takes it back in a step, and
/// another one strikes it from above. With ε = 1 everywhere the floor's row, which opened, presses
/// with 2 N s, and gives ½ · 2 · 1/200 J.
#[test]
fn a_row_that_opens_can_give_energy() {
    let bodies = "gravity = [0,-1]\n[[body]]\nname = 'floor'\nfixed = true\n\
        parts = [ [[-9,-1],[9,-1],[9,0],[-9,0]] ]\n\
        [[body]]\nname = 'lower'\nrectangle = { center = [0,'1/2'], size = [1,1] }\n\
        velocity = [0,'1/200']\n\
        [[body]]\nname = 'upper'\nrectangle = { center = [0,'3/2'], size = [1,1] }\n\
        velocity = [0,-1]\n";
    let course = run(&scene(bodies), settings(100, (1, 1)), 1);
    let off = &course.records[0].facts.impact_kinetic - number("1/200");
    assert!(&off * &off < number("1e-32"), "{off}");
}

/// m, I, and d, s, κ, s~ of a body in a step.
struct Moved {
    mass: Rational,
    inertia: Rational,
    shift: Vector,
    sweep: Rational,
    target: Vector,
    target_sweep: Rational,
    cosine: Rational,
}

fn moved(
    scene: &Scene,
    [before, now, after]: [&State; 3],
    body: BodyId,
    step: &Rational,
) -> Option<Moved> {
    let free = scene.bodies[body].dynamics.as_ref()?;
    let (last, next) = (turn(before, now, body), turn(now, after, body));
    Some(Moved {
        mass: free.mass.clone(),
        inertia: free.inertia.clone(),
        shift: shift(now, after, body),
        // c_new is (κ + s i) c up to its length.
        sweep: &last.x * &next.y / &next.x,
        target: &shift(before, now, body) + &scene.gravity.scaled(&(step * step)),
        target_sweep: last.y,
        cosine: last.x,
    })
}

/// The value of a row at d = 0, s = 0.
fn still_value(scene: &Scene, [before, now, _]: [&State; 3], row: &Contact) -> Rational {
    let [vertex, start, end] = ends(row).map(|feature| place(scene, now, feature));
    let gap = (&vertex - &start).cross(&(&end - &start));
    let standing = linear_gap(scene, now, row, |feature| {
        let body = BodyId(feature.part.body);
        if scene.bodies[body].is_fixed() {
            return Vector::zero();
        }
        short_arm(scene, now, feature).scaled(&(turn(before, now, body).x - number("1")))
    });
    let last = ends(row).map(|feature| {
        let body = BodyId(feature.part.body);
        if scene.bodies[body].is_fixed() {
            return Vector::zero();
        }
        let back = &Vector::from_integers(1, 0) - &conjugate(&turn(before, now, body));
        &shift(before, now, body) + &times(&back, &short_arm(scene, now, feature))
    });
    let [of_vertex, of_start, of_end] = last;
    gap + standing + (&of_vertex - &of_start).cross(&(&of_end - &of_start))
}

/// T(x) = T(x~) - ½ |x - x~|² - Σ φ v₀, in units of h².
#[test]
fn steps_give_only_where_rows_were_violated() {
    let (mut pressed, mut pushed) = (0, 0);
    for scene in scenes() {
        let course = run(&scene, settings(50, (0, 1)), 40);
        let step = number("1/50");
        for (index, found) in course.steps.iter().enumerate() {
            let around = course.around(index);
            let half = number("1/2");
            let mut difference = Rational::default();
            for body in scene.body_ids() {
                let Some(body) = moved(&scene, around, body, &step) else {
                    continue;
                };
                let energy = |shift: &Vector, sweep: &Rational| {
                    (&body.mass * square(shift) + &body.inertia * sweep * sweep) * &half
                };
                assert!(body.cosine > number("1/2"));
                let apart = energy(
                    &(&body.shift - &body.target),
                    &(&body.sweep - &body.target_sweep),
                );
                difference += energy(&body.shift, &body.sweep)
                    - energy(&body.target, &body.target_sweep)
                    + apart;
            }
            for contact in found.forces() {
                let [_, start, end] =
                    ends(&contact.row).map(|feature| short_place(&scene, around[1], feature));
                let normal = -&(&end - &start).quarter_turn();
                let force = contact.force.dot(&normal) / square(&normal) * &step * &step;
                let value = still_value(&scene, around, &contact.row);
                pushed += usize::from(value < Rational::default());
                difference += force * value;
                pressed += 1;
            }
            assert!(
                &difference * &difference < number("1e-32"),
                "{}, step {}: {difference}",
                scene.name,
                found.k()
            );
        }
    }
    assert!(
        pressed > 100 && pushed > 0,
        "{pressed} forces, {pushed} of them on rows that were violated"
    );
}

/// Free flight loses ½ h² Σ m |g|² in each step, exactly up to the grid.
#[test]
fn free_flight_loses_half_a_square() {
    let bodies = "gravity = [0,-10]\n[[body]]\nname = 'brick'\n\
        rectangle = { center = [0,0], size = [2,1] }\nvelocity = [1,3]\nspin = 2\n";
    let course = run(&scene(bodies), settings(64, (0, 1)), 20);
    for pair in course.records.windows(2) {
        let energy = |index: usize| &pair[index].facts.kinetic + &pair[index].facts.potential;
        let off = energy(1) - energy(0) + number("100") / number("4096");
        assert!(&off * &off < number("1e-30"), "step {}: {off}", pair[1].k);
    }
}
