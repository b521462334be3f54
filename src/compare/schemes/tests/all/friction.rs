//! Schmidl's systems with friction: closed forms on a floor and on a slope, and their artefacts.

use crate::scenes::{exact, ratio};
use zwang_exact::{Rational, Vector, parse};
use zwang_program::Options;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};
use zwang_schemes::{Advance, Framework, Model, Run, Selection, State, Step, step};

fn number(text: &str) -> Rational {
    parse(text).unwrap()
}

/// A brick of 1 × 1/4 and 1/4 kg on a floor, at this speed; g = 10.
pub(crate) fn on_floor(friction: &str, speed: i32) -> Scene {
    let text = format!(
        "format = \"zwang-scene-1\"\nname = \"floor\"\ngravity = [0, -10]\n\
         friction = \"{friction}\"\n\
         [[body]]\nname = \"floor\"\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [40, 2] }}\n\
         [[body]]\nname = \"brick\"\n\
         rectangle = {{ center = [0, \"1/8\"], size = [1, \"1/4\"] }}\nvelocity = [{speed}, 0]\n"
    );
    read::parse(&text, Syntax::Toml).unwrap().scene
}

/// The same at rest on a slope that rises 3 on 4.
pub(crate) fn on_slope(friction: &str) -> Scene {
    let text = format!(
        "format = \"zwang-scene-1\"\nname = \"slope\"\ngravity = [0, -10]\n\
         friction = \"{friction}\"\n\
         [[body]]\nname = \"slope\"\nfixed = true\nparts = [[[-8, -6], [8, -6], [8, 6]]]\n\
         [[body]]\nname = \"brick\"\n\
         parts = [[[\"-2/5\", \"-3/10\"], [\"2/5\", \"3/10\"], [\"1/4\", \"1/2\"], \
         [\"-11/20\", \"-1/10\"]]]\n"
    );
    read::parse(&text, Syntax::Toml).unwrap().scene
}

fn first_step(scene: &Scene, advance: Advance, time_step: &Rational) -> Step {
    let framework = Framework::new(scene, Model::Rigid).unwrap();
    let state = State::start(&framework, time_step);
    let reach = match advance {
        Advance::AccelerationCone { .. } => ratio(0, 1),
        _ => ratio(1, 8),
    };
    let selection = match advance {
        Advance::AccelerationCone { .. } => Selection::Contact { reach },
        _ => Selection::NearestEdge { reach },
    };
    let scheme = exact(advance, selection);
    step(&framework, &scheme, &state, time_step, &Options::default()).unwrap()
}

fn momentum() -> Advance {
    Advance::Momentum {
        touching: ratio(0, 1),
    }
}

fn cones(programs: usize) -> Advance {
    Advance::AccelerationCone {
        touching: ratio(0, 1),
        programs,
    }
}

/// The velocities of the two nodes of the brick in a step: of its centroid, and of its turn.
fn velocities(step: &Step, time_step: &Rational) -> Vec<Vector> {
    step.state.velocities(time_step)
}

/// With g Δt = 1/3 the brick is a point mass with the velocity (10, -1/3), which
/// the program throws up. Coulomb's law would let it slide on at 99/10.
#[test]
fn the_momentum_program_lifts_what_slides() {
    let still = Vector::zero();
    for (dt, [along, up]) in [
        ("1/30", ["990/109", "297/109"]),
        ("1/100", ["997/109", "2991/1090"]),
    ] {
        let dt = number(dt);
        let step = first_step(&on_floor("3/10", 10), momentum(), &dt);
        let expected = Vector::new(number(along), number(up));
        assert_eq!(velocities(&step, &dt), [expected, still.clone()]);
        assert_eq!(step.pressing, [true, true]);
    }
}

/// A brick at rest stays so, whatever the friction.
#[test]
fn the_momentum_program_lets_rest_be() {
    for friction in ["0", "3/10", "2"] {
        let step = first_step(&on_floor(friction, 0), momentum(), &ratio(1, 30));
        assert_eq!(
            velocities(&step, &ratio(1, 30)),
            [Vector::zero(), Vector::zero()]
        );
    }
}

/// No impulses within the friction cones leave less kinetic energy (6.28): many are tried.
#[test]
fn the_momentum_program_leaves_the_least_kinetic_energy() {
    let dt = ratio(1, 30);
    let step = first_step(&on_floor("3/10", 10), momentum(), &dt);
    let found = velocities(&step, &dt);
    let [mass, inertia] = [ratio(1, 4), ratio(1, 4) * ratio(17, 16 * 12)];
    let energy = |velocity: &Vector, spin: &Rational| {
        &mass * velocity.dot(velocity) + &inertia * spin * spin
    };
    let least = energy(&found[0], &found[1].y);
    let generators = [
        (Vector::new(number("-1/2"), number("-1/8")), ratio(-3, 10)),
        (Vector::new(number("-1/2"), number("-1/8")), ratio(3, 10)),
        (Vector::new(number("1/2"), number("-1/8")), ratio(-3, 10)),
        (Vector::new(number("1/2"), number("-1/8")), ratio(3, 10)),
    ];
    let mut least_tried = None;
    for code in 0..6_i64.pow(4) {
        let mut velocity = Vector::new(ratio(10, 1), number("-1/3"));
        let mut spin = ratio(0, 1);
        for (place, (arm, friction)) in generators.iter().enumerate() {
            let share = ratio(code / 6_i64.pow(place as u32) % 6, 10);
            let impulse = Vector::new(&share * friction, share.clone());
            velocity = &velocity + &impulse.scaled(&mass.recip());
            spin += arm.cross(&impulse) / &inertia;
        }
        let tried = energy(&velocity, &spin);
        assert!(tried >= least, "{code}");
        least_tried = Some(least_tried.map_or(tried.clone(), |best: Rational| best.min(tried)));
    }
    assert!(least_tried.unwrap() < &least * ratio(11, 10));
}

/// Σ over the tips: after k programs a_t = (6 - 8 μ) (1 - ρᵏ), and what the last one moved it times
/// μ is how fast the brick leaves the slope.
#[test]
fn acceleration_cones_come_near_coulombs_law_on_a_slope() {
    let dt = ratio(1, 30);
    let friction = ratio(1, 2);
    let rate = ratio(1, 5);
    for programs in 1..6 {
        let step = first_step(&on_slope("1/2"), cones(programs), &dt);
        let velocity = &velocities(&step, &dt)[0];
        let acceleration = velocity.scaled(&dt.recip());
        let downhill = Vector::new(number("-4/5"), number("-3/5"));
        let normal = Vector::new(number("-3/5"), number("4/5"));
        let left = rate.pow(i32::try_from(programs).unwrap());
        let moved = &left / &rate - &left;
        assert_eq!(
            acceleration.dot(&downhill),
            ratio(2, 1) * (ratio(1, 1) - &left)
        );
        assert_eq!(acceleration.dot(&normal), ratio(2, 1) * moved * &friction);
        assert_eq!(velocities(&step, &dt)[1], Vector::zero());
        assert_eq!(step.side_cases, Some(2));
    }
}

/// A brick that comes down on the floor collides by the momentum program, without gravity: from
/// (10, -3) it goes on with (910/109, 273/109), and nothing holds what parts.
#[test]
fn acceleration_cones_come_after_collisions() {
    let dt = ratio(1, 30);
    let mut scene = on_floor("3/10", 10);
    scene.gravity = Vector::zero();
    for body in &mut scene.bodies {
        if let Some(free) = &mut body.dynamics {
            free.velocity = Vector::from_integers(10, -3);
        }
    }
    let framework = Framework::new(&scene, Model::Rigid).unwrap();
    let reach = ratio(0, 1);
    let scheme = exact(cones(1), Selection::Contact { reach });
    let mut run = Run::new(&framework, scheme, dt.clone()).unwrap();
    run.next().unwrap().unwrap();
    let after = run.next().unwrap().unwrap();
    assert!(after.triples.is_empty());
    let along = (ratio(10, 1) - ratio(9, 10)) / ratio(109, 100);
    assert_eq!(
        velocities(&after, &dt)[0],
        Vector::new(along.clone(), along * ratio(3, 10))
    );
}

/// A brick sticks if and only if μ ≥ 3/4, the tangent of the slope, and exactly there too (6.39).
#[test]
fn acceleration_cones_stick_if_friction_is_the_tangent() {
    let dt = ratio(1, 30);
    for (friction, sticks) in [
        ("3/4", true),
        ("1", true),
        ("749999999999/1000000000000", false),
    ] {
        for advance in [cones(3), momentum()] {
            let step = first_step(&on_slope(friction), advance, &dt);
            let moves = velocities(&step, &dt)[0] != Vector::zero();
            assert_eq!(moves, !sticks, "{friction}");
            assert!(step.side_cases.is_none_or(|count| (count == 0) == sticks));
        }
    }
}
