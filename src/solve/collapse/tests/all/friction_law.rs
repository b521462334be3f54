//! Conditions F1 to F7, V1 and V2 of `proofs/FORMAT.md`, section 10, and N1 to N4 of groups that
//! stand, in plain rationals, straight from the scene.

use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::friction::{Accelerations, Answer, Law, Leaf, Outcome};
use zwang_certificate::{BigInt, Contact};
use zwang_collapse::contacts;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Pin, Scene};

/// Linear and angular acceleration.
pub type Motion = (Vector, Rational);

/// The motions of some bodies.
pub type Motions = BTreeMap<usize, Motion>;

/// No motion, or no force and no torque.
pub fn nothing() -> Motion {
    (Vector::zero(), Rational::zero())
}

/// An answer over fractions.
struct Plain<'a> {
    scene: &'a Scene,
    contacts: &'a [Contact],
    motions: Motions,
    forces: BTreeMap<usize, [Rational; 2]>,
    pins: BTreeMap<usize, Vector>,
}

/// The behaviour of a contact.
struct Kinematics {
    gap: Rational,
    slip: Rational,
    sliding: Rational,
}

/// The motion of every free body in the first answers.
pub fn motions(scene: &Scene, found: &Accelerations) -> Motions {
    let mut motions = BTreeMap::new();
    for group in &found.groups {
        let answers = answers_of(&group.outcome);
        let plain = Plain::new(scene, &found.contacts, &group.bodies, &answers[0]);
        motions.extend(plain.motions);
    }
    motions
}

/// The motions of the bodies of each group in each of its answers.
pub fn motions_of_groups(scene: &Scene, found: &Accelerations) -> Vec<Vec<Motions>> {
    let mut groups = Vec::new();
    for group in &found.groups {
        let mut motions = Vec::new();
        for answer in answers_of(&group.outcome) {
            motions.push(Plain::new(scene, &found.contacts, &group.bodies, answer).motions);
        }
        groups.push(motions);
    }
    groups
}

fn answers_of(outcome: &Outcome) -> &[Answer] {
    match outcome {
        Outcome::Moving(answers) => answers,
        Outcome::Standing(answer, _) => std::slice::from_ref(answer),
        Outcome::Stuck(_) => &[],
    }
}

/// Panics unless each answer obeys the law, and each leaf of a group that stands is right.
pub fn assert_law(scene: &Scene, found: &Accelerations) {
    let mut bodies = 0;
    for group in &found.groups {
        bodies += group.bodies.len();
        if let Outcome::Standing(rest, leaves) = &group.outcome {
            assert!(scene.is_at_rest());
            assert_covering(leaves);
            for leaf in leaves {
                assert_leaf(scene, found, &group.bodies, rest, leaf);
            }
        }
        for answer in answers_of(&group.outcome) {
            assert!(answer.forces.denominator.is_positive());
            let plain = Plain::new(scene, &found.contacts, &group.bodies, answer);
            plain.assert_newton();
            plain.assert_pins();
            let mut imposed = imposed(scene, found, &group.bodies, answer);
            imposed.extend(plain.sticking_corners(found, answer));
            for contact in plain.forces.keys() {
                assert!(imposed.contains(contact), "force at contact {contact}");
            }
            for contact in imposed {
                plain.assert_contact(contact, found.law);
            }
            plain.assert_corners(found, &group.bodies);
        }
    }
    let free = scene.bodies.iter().filter(|body| !body.is_fixed());
    assert_eq!(bodies, free.count());
}

/// N4, where nothing slides.
fn assert_covering(leaves: &[Leaf]) {
    let mut sum = Rational::zero();
    for (index, leaf) in leaves.iter().enumerate() {
        let modes: BTreeMap<usize, usize> = leaf.modes.iter().copied().collect();
        for other in &leaves[..index] {
            let mut others = other.modes.iter();
            let differ = others.any(|(contact, mode)| {
                let own = modes.get(contact);
                own.is_some_and(|own| own != mode)
            });
            assert!(differ, "N4");
        }
        let ways = BigInt::from(4).pow(modes.len() as u32);
        sum += Rational::new(BigInt::one(), ways);
    }
    assert!(sum.is_one(), "N4");
}

/// N1 to N3 for a leaf of a group that stands.
fn assert_leaf(scene: &Scene, found: &Accelerations, bodies: &[usize], rest: &Answer, leaf: &Leaf) {
    let whole = |value: &BigInt| Rational::from(value.clone());
    let gravity = whole(&leaf.gravity);
    let mut falling = Plain::new(scene, &found.contacts, bodies, rest);
    falling.forces.clear();
    for (contact, pair) in &leaf.contacts {
        falling.forces.insert(*contact, pair.each_ref().map(whole));
    }
    falling.pins.clear();
    for (pin, [x, y]) in &leaf.pins {
        falling.pins.insert(*pin, Vector::new(whole(x), whole(y)));
    }
    let mut loads = falling.loads();
    let mut work = Rational::zero();
    let mut velocities = BTreeMap::new();
    for body in bodies {
        let free = scene.bodies[BodyId(*body)].dynamics.as_ref().unwrap();
        let (force, torque) = loads.remove(body).unwrap_or_else(nothing);
        let pushed = force.scaled(&(Rational::one() / &free.mass));
        let linear = &pushed + &scene.gravity.scaled(&gravity);
        velocities.insert(*body, (linear, torque / &free.inertia));
        let fall = (scene.gravity.clone(), Rational::zero());
        falling.motions.insert(*body, fall);
        work += &gravity * &free.mass * scene.gravity.dot(&scene.gravity);
    }
    for (contact, [across, along]) in &falling.forces {
        let Kinematics { gap, slip, .. } = falling.kinematics(*contact);
        work += across * gap + along * slip;
    }
    for (pin, force) in &falling.pins {
        work += force.dot(&falling.parting(&scene.pins[*pin]));
    }
    assert!(!gravity.is_negative() && !work.is_positive(), "N3");
    assert!(gravity.is_positive() || work.is_negative(), "N3");
    let weights = falling.forces;
    let moving = Plain::new(scene, &found.contacts, bodies, rest);
    let moving = Plain {
        motions: velocities,
        ..moving
    };
    moving.assert_pins();
    let mut imposed = imposed(scene, found, bodies, rest);
    let plain = Plain::new(scene, &found.contacts, bodies, rest);
    imposed.extend(plain.sticking_corners(found, rest));
    assert!(weights.keys().all(|contact| imposed.contains(contact)));
    let modes: BTreeMap<usize, usize> = leaf.modes.iter().copied().collect();
    assert!(modes.keys().all(|contact| imposed.contains(contact)));
    for contact in imposed {
        let mode = modes.get(&contact).copied();
        let [across, along] = weights.get(&contact).cloned().unwrap_or_default();
        let is_pressed = matches!(mode, Some(1..=3));
        assert!(is_pressed || !across.is_negative(), "N1, {contact}");
        let is_along = match mode {
            Some(1) => true,
            Some(2) => !along.is_negative(),
            Some(3) => !along.is_positive(),
            _ => along.is_zero(),
        };
        assert!(is_along, "N1, {contact}");
        let Kinematics { gap, slip, .. } = moving.kinematics(contact);
        let [first, second] = found.contacts[contact].bodies().map(BodyId);
        let slip = slip * scene.friction.between(first, second);
        let gain = match mode {
            Some(0) => continue,
            Some(2) => gap - slip,
            Some(3) => gap + slip,
            _ => gap + slip.abs(),
        };
        assert!(!gain.is_positive(), "N2, {contact}");
    }
}

/// The contacts that an answer imposes.
fn imposed(scene: &Scene, found: &Accelerations, bodies: &[usize], answer: &Answer) -> Vec<usize> {
    let velocity = |contact: usize| contacts::gap_velocity(scene, &found.contacts[contact]);
    let touches = |contact: usize| {
        let ends = found.contacts[contact].bodies();
        ends.iter().any(|body| bodies.contains(body))
    };
    let mut in_corner = vec![false; found.contacts.len()];
    let mut imposed = Vec::new();
    for corner in &found.corners {
        let [left, right] = &corner.sides;
        for contact in left.iter().chain(right) {
            in_corner[*contact] = true;
        }
        let [one, two] = [velocity(left[0]), velocity(right[0])];
        if one.is_zero() && two.is_negative() {
            imposed.extend(left);
        } else if two.is_zero() && one.is_negative() {
            imposed.extend(right);
        }
    }
    for (corner, side) in &answer.sides {
        imposed.extend(&found.corners[*corner].sides[*side]);
    }
    for (contact, in_corner) in in_corner.into_iter().enumerate() {
        if !in_corner && velocity(contact).is_zero() {
            imposed.push(contact);
        }
    }
    imposed.retain(|contact| touches(*contact));
    imposed
}

impl<'a> Plain<'a> {
    fn new(scene: &'a Scene, contacts: &'a [Contact], bodies: &[usize], answer: &Answer) -> Self {
        let denominator = &answer.forces.denominator;
        let number = |value: &BigInt| Rational::new(value.clone(), denominator.clone());
        let mut motions = BTreeMap::new();
        for (body, [x, y, turn]) in bodies.iter().zip(&answer.motion) {
            let linear = Vector::new(number(x), number(y));
            motions.insert(*body, (linear, number(turn)));
        }
        let mut forces = BTreeMap::new();
        for (contact, pair) in &answer.forces.contacts {
            forces.insert(*contact, pair.each_ref().map(number));
        }
        let mut pins = BTreeMap::new();
        for (pin, [x, y]) in &answer.forces.pins {
            pins.insert(*pin, Vector::new(number(x), number(y)));
        }
        Self {
            scene,
            contacts,
            motions,
            forces,
            pins,
        }
    }

    fn acceleration(&self, body: usize, at: &Vector) -> Vector {
        let Some((linear, angular)) = self.motions.get(&body) else {
            return Vector::zero();
        };
        let free = self.scene.bodies[BodyId(body)].dynamics.as_ref().unwrap();
        let arm = at - &free.centroid;
        let turning = arm.quarter_turn().scaled(angular);
        let centripetal = arm.scaled(&(&free.spin * &free.spin));
        &(linear + &turning) - &centripetal
    }

    fn body(&self, body: usize) -> &Body {
        &self.scene.bodies[BodyId(body)]
    }

    /// Force and torque on each free body.
    fn loads(&self) -> BTreeMap<usize, Motion> {
        let mut loads: BTreeMap<usize, (Vector, Rational)> = BTreeMap::new();
        let mut add = |body: usize, at: &Vector, force: &Vector| {
            let Some(free) = &self.scene.bodies[BodyId(body)].dynamics else {
                return;
            };
            let torque = (at - &free.centroid).cross(force);
            let (sum, turning) = loads.entry(body).or_insert_with(nothing);
            *sum = &*sum + force;
            *turning += torque;
        };
        for (contact, [across, along]) in &self.forces {
            let contact = &self.contacts[*contact];
            let [first, second] = contact.bodies();
            let normal = contacts::normal(self.scene, contact);
            let tangent = normal.quarter_turn();
            let force = &normal.scaled(across) + &tangent.scaled(along);
            let at = &contacts::point(self.scene, contact);
            add(first, at, &force);
            add(second, at, &-&force);
        }
        for (pin, force) in &self.pins {
            let pin = &self.scene.pins[*pin];
            add(pin.first.0, &pin.at, force);
            if let Some(second) = pin.second {
                add(second.0, &pin.at, &-force);
            }
        }
        loads
    }

    fn assert_newton(&self) {
        let mut loads = self.loads();
        for (body, (linear, angular)) in &self.motions {
            let free = self.body(*body).dynamics.as_ref().unwrap();
            let (force, torque) = loads.remove(body).unwrap_or_else(nothing);
            let fall = linear - &self.scene.gravity;
            assert_eq!(fall.scaled(&free.mass), force, "F1, body {body}");
            assert_eq!(&free.inertia * angular, torque, "F1, body {body}");
        }
        assert!(loads.is_empty(), "forces on other bodies");
    }

    fn assert_pins(&self) {
        for pin in &self.scene.pins {
            let ends = [Some(pin.first), pin.second];
            let is_own = ends
                .iter()
                .flatten()
                .any(|body| self.motions.contains_key(&body.0));
            if is_own {
                assert_eq!(self.parting(pin), Vector::zero(), "pins");
            }
        }
    }

    /// The acceleration of the first body of a pin less that of the second.
    fn parting(&self, pin: &Pin) -> Vector {
        let first = self.acceleration(pin.first.0, &pin.at);
        let second = match pin.second {
            Some(body) => self.acceleration(body.0, &pin.at),
            None => Vector::zero(),
        };
        &first - &second
    }

    /// The contacts of rough corners of which no side is fixed and at which nothing moves: they
    /// bear the forces of both sides.
    fn sticking_corners(&self, found: &Accelerations, answer: &Answer) -> Vec<usize> {
        let mut sticking = Vec::new();
        for (index, corner) in found.corners.iter().enumerate() {
            let both: Vec<usize> = corner.sides.iter().flatten().copied().collect();
            let [first, second] = self.contacts[both[0]].bodies().map(BodyId);
            let is_rough = !self.scene.friction.between(first, second).is_zero();
            let is_fixed = answer.sides.iter().any(|(fixed, _)| *fixed == index);
            if is_rough && !is_fixed && both.iter().all(|contact| self.sticks(*contact)) {
                sticking.extend(both);
            }
        }
        sticking
    }

    /// Whether a contact neither opens nor slips, now or in the next moment.
    fn sticks(&self, contact: usize) -> bool {
        let speed = contacts::gap_velocity(self.scene, &self.contacts[contact]);
        let Kinematics { gap, slip, sliding } = self.kinematics(contact);
        speed.is_zero() && gap.is_zero() && slip.is_zero() && sliding.is_zero()
    }

    fn kinematics(&self, contact: usize) -> Kinematics {
        let contact = &self.contacts[contact];
        let [first, second] = contact.bodies();
        let at = &contacts::point(self.scene, contact);
        let normal = contacts::normal(self.scene, contact);
        let tangent = normal.quarter_turn();
        let relative = &self.acceleration(first, at) - &self.acceleration(second, at);
        let velocity = &self.body(first).velocity_at(at) - &self.body(second).velocity_at(at);
        let turning = self.body(second).spin() * tangent.dot(&velocity);
        Kinematics {
            gap: normal.dot(&relative) + &turning + &turning,
            slip: tangent.dot(&relative),
            sliding: tangent.dot(&velocity),
        }
    }

    fn assert_contact(&self, contact: usize, law: Law) {
        let [across, along] = self.forces.get(&contact).cloned().unwrap_or_default();
        let Kinematics { gap, slip, sliding } = self.kinematics(contact);
        let [first, second] = self.contacts[contact].bodies().map(BodyId);
        let friction = self.scene.friction.between(first, second);
        assert!(!across.is_negative(), "F2, contact {contact}");
        let bound = &friction * &across;
        assert!(along.abs() <= bound, "F5, contact {contact}");
        if law == Law::Convex {
            assert!(gap >= &friction * slip.abs(), "V1, contact {contact}");
            assert!(
                (across * gap + along * slip).is_zero(),
                "V2, contact {contact}"
            );
            return;
        }
        assert!(!gap.is_negative(), "F3, contact {contact}");
        assert!((across * gap).is_zero(), "F4, contact {contact}");
        if sliding.is_zero() {
            let work = along * &slip + bound * slip.abs();
            assert!(work.is_zero(), "F7, contact {contact}");
        } else {
            assert_eq!(along, -bound * sliding.signum(), "F6, contact {contact}");
        }
    }

    /// Every undecided corner has a side that does not close.
    fn assert_corners(&self, found: &Accelerations, bodies: &[usize]) {
        for corner in &found.corners {
            let mut contacts = corner.sides.iter().flatten();
            let rests = contacts.all(|contact| {
                contacts::gap_velocity(self.scene, &self.contacts[*contact]).is_zero()
            });
            let ends = self.contacts[corner.sides[0][0]].bodies();
            if !rests || !ends.iter().any(|body| bodies.contains(body)) {
                continue;
            }
            let opens = |side: &Vec<usize>| {
                side.iter().all(|contact| {
                    let [first, second] = self.contacts[*contact].bodies().map(BodyId);
                    let friction = match found.law {
                        Law::Coulomb => Rational::zero(),
                        Law::Convex => self.scene.friction.between(first, second),
                    };
                    let Kinematics { gap, slip, .. } = self.kinematics(*contact);
                    gap >= friction * slip.abs()
                })
            };
            assert!(corner.sides.iter().any(opens), "corner");
        }
    }
}
