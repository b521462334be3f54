//! What is done to a scene, done to its answer: exact laws on random scenes.
//!
//! Forces are not unique and are not compared; that they prove the answer is checked for every
//! scene.

use crate::accounts::accounts;
use crate::answers;
use crate::answers::{all_answers, ratio, solved};
use crate::random_scenes::{falling_scene, pointed_scene, scene};
use proptest::prelude::*;
use zwang_check::{Acceleration, Answer, Verdict};
use zwang_exact::{Quotient, Rational, Vector};
use zwang_scene::{Body, BodyId, Load, Pin, Polygon, Scene};

/// A change of units and of the frame: x ↦ length · matrix · x + shift, and so on.
#[derive(Clone, Debug)]
struct Change {
    matrix: [[Rational; 2]; 2],
    shift: Vector,
    length: Rational,
    mass: Rational,
    velocity: Rational,
    /// velocity² / length, unless nothing moves.
    acceleration: Rational,
}

impl Change {
    fn nothing() -> Self {
        let one = || ratio(1, 1);
        let matrix = [[one(), ratio(0, 1)], [ratio(0, 1), one()]];
        Self {
            matrix,
            shift: Vector::zero(),
            length: one(),
            mass: one(),
            velocity: one(),
            acceleration: one(),
        }
    }

    fn mirror() -> Self {
        Self {
            matrix: [[ratio(-1, 1), ratio(0, 1)], [ratio(0, 1), ratio(1, 1)]],
            ..Self::nothing()
        }
    }

    /// The rotation whose half angle has this tangent.
    fn rotation(tangent: &Rational) -> Self {
        let norm = ratio(1, 1) + tangent * tangent;
        let (cosine, sine) = (
            (ratio(1, 1) - tangent * tangent) / &norm,
            ratio(2, 1) * tangent / &norm,
        );
        Self {
            matrix: [[cosine.clone(), -&sine], [sine, cosine]],
            ..Self::nothing()
        }
    }

    fn direction(&self, vector: &Vector) -> Vector {
        let [[a, b], [c, d]] = &self.matrix;
        Vector::new(a * &vector.x + b * &vector.y, c * &vector.x + d * &vector.y)
    }

    fn point(&self, point: &Vector) -> Vector {
        &self.direction(point).scaled(&self.length) + &self.shift
    }

    fn orientation(&self) -> Rational {
        let [[a, b], [c, d]] = &self.matrix;
        a * d - b * c
    }

    fn scene(&self, scene: &Scene) -> Scene {
        let pin = |pin: &Pin| Pin {
            at: self.point(&pin.at),
            ..pin.clone()
        };
        Scene {
            gravity: self.direction(&scene.gravity).scaled(&self.acceleration),
            bodies: scene.bodies.iter().map(|body| self.body(body)).collect(),
            pins: scene.pins.iter().map(pin).collect(),
            loads: scene.loads.iter().map(|load| self.load(load)).collect(),
            ..scene.clone()
        }
    }

    /// Forces scale as mass times acceleration.
    fn load(&self, load: &Load) -> Load {
        let strength = &self.mass * &self.acceleration;
        Load {
            at: self.point(&load.at),
            force: self.direction(&load.force).scaled(&strength),
            torque: &load.torque * self.orientation() * &self.length * &strength,
            ..load.clone()
        }
    }

    fn body(&self, body: &Body) -> Body {
        let mut body = body.clone();
        for part in &mut body.parts {
            *part = Polygon::new(
                part.vertices()
                    .iter()
                    .map(|vertex| self.point(vertex))
                    .collect(),
            )
            .unwrap()
            .0;
        }
        if let Some(free) = &mut body.dynamics {
            free.mass = &free.mass * &self.mass;
            free.inertia = &free.inertia * &self.mass * &self.length * &self.length;
            free.centroid = self.point(&free.centroid);
            free.velocity = self.direction(&free.velocity).scaled(&self.velocity);
            free.spin = &free.spin * self.orientation() * &self.velocity / &self.length;
        }
        body
    }

    fn gap_acceleration(&self, value: &Quotient) -> Quotient {
        (value.value() * &self.length * &self.acceleration).into()
    }

    fn answer(&self, answer: &Answer) -> Answer {
        let mut answer = answer.clone();
        answer.restraint *= &self.mass * &self.acceleration * &self.acceleration;
        for motion in &mut answer.accelerations {
            let linear = self.direction(&motion.linear).scaled(&self.acceleration);
            let angular = &motion.angular * self.orientation() * &self.acceleration / &self.length;
            *motion = Acceleration { linear, angular }.into();
        }
        for contact in &mut answer.contacts {
            contact.point = self.point(&contact.point);
            contact.normal = self.direction(&contact.normal).scaled(&self.length);
            contact.gap_velocity *= &self.length * &self.velocity;
            contact.gap_acceleration = self.gap_acceleration(&contact.gap_acceleration);
        }
        for corner in &mut answer.corners {
            corner.point = self.point(&corner.point);
            corner.normals = corner
                .normals
                .each_ref()
                .map(|normal| self.direction(normal).scaled(&self.length));
            corner.gap_accelerations = corner
                .gap_accelerations
                .each_ref()
                .map(|value| self.gap_acceleration(value));
        }
        answer
    }
}

fn verdict_and_answers(scene: &Scene) -> (Verdict, Vec<Answer>) {
    let (_, verified) = solved(scene, true);
    (verified.verdict(), all_answers(&verified))
}

/// The answers of the changed scene are the changed answers.
fn commutes(scene: &Scene, change: &Change) -> Result<(), TestCaseError> {
    let changed = change.scene(scene);
    let (verdict, answers) = verdict_and_answers(scene);
    let (changed_verdict, changed_answers) = verdict_and_answers(&changed);
    let expected: Vec<Answer> = answers.iter().map(|answer| change.answer(answer)).collect();
    prop_assert_eq!(changed_verdict, verdict);
    prop_assert_eq!(
        accounts(&changed, &changed_answers),
        accounts(&changed, &expected)
    );
    Ok(())
}

fn fraction(least: i64) -> impl Strategy<Value = Rational> {
    (least..=9, 1_i64..=7).prop_map(|(numerator, denominator)| ratio(numerator, denominator))
}

fn vector() -> impl Strategy<Value = Vector> {
    (fraction(-9), fraction(-9)).prop_map(|(x, y)| Vector::new(x, y))
}

fn any_scene() -> impl Strategy<Value = Scene> {
    prop_oneof![4 => scene(6), 1 => falling_scene(5), 2 => pointed_scene(5)]
}

/// The scene with bodies, parts, vertices and pins listed in another order.
fn renumbered(scene: &Scene, order: &[usize], turns: usize) -> Scene {
    let place = |body: BodyId| BodyId(order.iter().position(|&old| old == body.0).unwrap());
    let bodies = order.iter().map(|&old| {
        let mut body = scene.bodies[old].clone();
        body.parts.reverse();
        for part in &mut body.parts {
            let mut vertices = part.vertices().to_vec();
            let count = vertices.len();
            vertices.rotate_left((turns + old) % count);
            *part = Polygon::new(vertices).unwrap().0;
        }
        body
    });
    let pins = scene.pins.iter().rev().map(|pin| {
        let (first, second) = (place(pin.first), pin.second.map(place));
        Pin {
            first: second.unwrap_or(first),
            second: second.and(Some(first)),
            at: pin.at.clone(),
            collide: pin.collide,
        }
    });
    let loads = scene.loads.iter().rev().map(|load| Load {
        body: place(load.body),
        ..load.clone()
    });
    Scene {
        bodies: bodies.collect(),
        pins: pins.collect(),
        loads: loads.collect(),
        ..scene.clone()
    }
}

fn with_velocities(
    scene: &Scene,
    change: impl Fn(&Vector, &Rational) -> (Vector, Rational),
) -> Scene {
    let mut scene = scene.clone();
    for free in scene
        .bodies
        .iter_mut()
        .filter_map(|body| body.dynamics.as_mut())
    {
        (free.velocity, free.spin) = change(&free.velocity, &free.spin);
    }
    scene
}

/// Whether there is no corner, and no gap has a velocity.
fn opens_nothing(answer: &Answer) -> bool {
    let mut contacts = answer.contacts.iter();
    answer.corners.is_empty() && contacts.all(|contact| contact.gap_velocity == ratio(0, 1))
}

proptest! {
    #![proptest_config(answers::cases(100))]

    #[test]
    fn mirror(scene in any_scene()) {
        commutes(&scene, &Change::mirror())?;
    }

    #[test]
    fn translation(scene in any_scene(), shift in vector()) {
        commutes(&scene, &Change { shift, ..Change::nothing() })?;
    }

    #[test]
    fn rotation(scene in any_scene(), tangent in fraction(-9)) {
        commutes(&scene, &Change::rotation(&tangent))?;
    }

    #[test]
    fn scale_of_length(scene in any_scene(), length in fraction(1)) {
        commutes(&scene, &Change { acceleration: length.recip(), length, ..Change::nothing() })?;
    }

    #[test]
    fn scale_of_time(scene in any_scene(), velocity in fraction(1)) {
        let acceleration = &velocity * &velocity;
        commutes(&scene, &Change { acceleration, velocity, ..Change::nothing() })?;
    }

    #[test]
    fn scale_of_mass(scene in any_scene(), mass in fraction(1)) {
        commutes(&scene, &Change { mass, ..Change::nothing() })?;
    }

    #[test]
    fn scale_of_gravity(scene in any_scene(), length in fraction(1), acceleration in fraction(1)) {
        let scene = with_velocities(&scene, |_, _| (Vector::zero(), ratio(0, 1)));
        commutes(&scene, &Change { acceleration, length, ..Change::nothing() })?;
    }

    #[test]
    fn order_of_bodies_parts_vertices_and_pins(
        (scene, order) in any_scene().prop_flat_map(|scene| {
            let order: Vec<usize> = (0..scene.bodies.len()).collect();
            (Just(scene), Just(order).prop_shuffle())
        }),
        turns in 0_usize..12,
    ) {
        let other = renumbered(&scene, &order, turns);
        let (verdict, answers) = verdict_and_answers(&scene);
        let (other_verdict, other_answers) = verdict_and_answers(&other);
        prop_assert_eq!(other_verdict, verdict);
        prop_assert_eq!(accounts(&other, &other_answers), accounts(&scene, &answers));
    }

    #[test]
    fn floats_decide_nothing(scene in any_scene()) {
        let [(_, with), (_, without)] = [true, false].map(|floats| solved(&scene, floats));
        prop_assert_eq!(without.verdict(), with.verdict());
        let with = accounts(&scene, &all_answers(&with));
        let without = accounts(&scene, &all_answers(&without));
        prop_assert_eq!(without, with);
    }

    #[test]
    fn a_common_velocity_changes_nothing(scene in falling_scene(5), boost in vector()) {
        let boosted = with_velocities(&scene, |velocity, spin| (velocity + &boost, spin.clone()));
        let (_, answers) = verdict_and_answers(&scene);
        let (_, boosted_answers) = verdict_and_answers(&boosted);
        prop_assert_eq!(accounts(&boosted, &boosted_answers), accounts(&scene, &answers));
    }

    #[test]
    fn gravity_is_not_felt_in_free_fall(scene in falling_scene(5), gravity in vector()) {
        let pulled = Scene { gravity: &scene.gravity + &gravity, ..scene.clone() };
        let (_, mut answers) = verdict_and_answers(&scene);
        let (_, pulled_answers) = verdict_and_answers(&pulled);
        for motion in answers.iter_mut().flat_map(|answer| &mut answer.accelerations) {
            let linear = &motion.linear + &gravity;
            let angular = motion.angular.clone();
            *motion = Acceleration { linear, angular }.into();
        }
        prop_assert_eq!(accounts(&pulled, &pulled_answers), accounts(&scene, &answers));
    }

    /// Velocities enter squared, as long as none of them opens or closes anything.
    #[test]
    fn backward_motion_accelerates_as_forward_motion(scene in any_scene()) {
        let (verdict, answers) = verdict_and_answers(&scene);
        if !answers.is_empty() && answers.iter().all(opens_nothing) {
            let reversed = with_velocities(&scene, |velocity, spin| (-velocity, -spin));
            let (reversed_verdict, reversed_answers) = verdict_and_answers(&reversed);
            prop_assert_eq!(reversed_verdict, verdict);
            prop_assert_eq!(accounts(&reversed, &reversed_answers), accounts(&scene, &answers));
        }
    }
}
