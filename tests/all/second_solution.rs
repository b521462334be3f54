//! Random scenes solved a second time, from the bodies alone: contacts by trying all pairs of a
//! vertex and an edge, rows from the paths of points, and the optimum by brute force over sets of
//! loaded rows or by Lemke's method. Nothing of it comes from the solver or the checker but the
//! type of a scene.

use crate::answers;
use crate::answers::contact_space::ContactSpace;
use crate::answers::paths::{Program, Touch, is_between};
use crate::answers::{all_answers, motion, ratio, solved};
use crate::random_scenes;
use proptest::prelude::*;
use zwang_certificate::Certificate;
use zwang_check::{Answer, ContactState, Verdict};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Polygon, Scene};

/// The most rows for which every set of them is tried.
const MOST_ROWS: usize = 8;

/// Rows that a scene imposes: those of `always`, and for each of `corners` those of one side.
struct Conditions {
    always: Vec<Touch>,
    corners: Vec<[Vec<Touch>; 2]>,
}

impl Conditions {
    /// By velocities: what opens imposes nothing, and a corner with one side that closes keeps to
    /// the other.
    fn new(scene: &Scene, certificate: &Certificate) -> Self {
        let zero = ratio(0, 1);
        let touch = |contact: &usize| Touch::new(scene, &certificate.contacts[*contact]);
        let corners = certificate.corners.iter().map(|corner| {
            corner
                .sides
                .each_ref()
                .map(|side| side.iter().map(touch).collect())
        });
        let corners: Vec<[Vec<Touch>; 2]> = corners.collect();
        let in_corner: Vec<usize> = certificate
            .corners
            .iter()
            .flat_map(|corner| corner.sides.iter().flatten().copied())
            .collect();
        let outside =
            (0..certificate.contacts.len()).filter(|contact| !in_corner.contains(contact));
        let resting = outside.map(|contact| touch(&contact)).filter(|touch| {
            let velocity = touch.gap_velocity(scene);
            assert!(velocity >= zero);
            velocity == zero
        });
        let mut conditions = Self {
            always: resting.collect(),
            corners: vec![],
        };
        for sides in corners {
            let velocities = sides.each_ref().map(|side| side[0].gap_velocity(scene));
            match velocities.each_ref().map(|velocity| velocity.cmp(&zero)) {
                [a, b] if a.is_gt() || b.is_gt() => {}
                [a, b] if a.is_eq() && b.is_eq() => conditions.corners.push(sides),
                [a, b] => {
                    assert!(a.is_eq() || b.is_eq());
                    let [first, second] = sides;
                    conditions
                        .always
                        .extend(if a.is_eq() { first } else { second });
                }
            }
        }
        conditions
    }

    /// The rows for each way to choose the sides of corners.
    fn choices(&self) -> Vec<Vec<Touch>> {
        let mut choices = vec![self.always.clone()];
        for sides in &self.corners {
            let with = |side: &Vec<Touch>| {
                choices
                    .iter()
                    .map(|choice| [choice.as_slice(), side].concat())
                    .collect::<Vec<Vec<Touch>>>()
            };
            choices = sides.iter().flat_map(with).collect();
        }
        choices
    }
}

fn restraint(program: &Program, motion: &[Rational]) -> Rational {
    let terms = motion.iter().zip(&program.target).zip(&program.masses);
    terms
        .map(|((value, target), mass)| mass * (value - target) * (value - target) * ratio(1, 2))
        .sum()
}

/// All motions of least restraint, with the restraint.
fn second_solution(scene: &Scene, choices: &[Vec<Touch>]) -> Vec<(Rational, Vec<Rational>)> {
    let mut motions: Vec<(Rational, Vec<Rational>)> = Vec::new();
    for touches in choices {
        let program = Program::new(scene, touches);
        let space = ContactSpace::new(program.clone());
        let found = space.by_lemke();
        if space.row_count() <= MOST_ROWS {
            assert_eq!(found, space.by_brute_force(), "{}", scene.name);
        }
        motions.extend(found.map(|motion| (restraint(&program, &motion), motion)));
    }
    motions.sort();
    motions.dedup();
    let least = motions.first().map(|(restraint, _)| restraint.clone());
    motions.retain(|(restraint, _)| Some(restraint) == least.as_ref());
    motions
}

/// The resting contacts that press, in the order of the certificate.
fn pressing(answer: &Answer) -> Vec<bool> {
    let resting = answer
        .contacts
        .iter()
        .filter(|contact| contact.gap_velocity == ratio(0, 1));
    resting
        .map(|contact| contact.state == ContactState::Pressing)
        .collect()
}

fn agree(scene: &Scene) -> Result<(), TestCaseError> {
    let (collapse, verified) = solved(scene, true);
    let choices = Conditions::new(scene, &collapse.certificate).choices();
    prop_assume!(choices.len() <= 16);
    let expected = second_solution(scene, &choices);
    let mut found: Vec<(Rational, Vec<Rational>)> = all_answers(&verified)
        .iter()
        .map(|answer| (answer.restraint.clone(), motion(scene, answer)))
        .collect();
    found.sort();
    prop_assert_eq!(&found, &expected);
    let verdict = match expected.as_slice() {
        [] => Verdict::Impossible,
        [_, _, ..] => Verdict::Ambiguous,
        [_] if !scene.is_at_rest() => Verdict::Moves,
        [(_, motion)] if motion.iter().all(|value| *value == ratio(0, 1)) => Verdict::Rests,
        [_] => Verdict::Moves,
    };
    prop_assert_eq!(verified.verdict(), verdict);
    if let ([touches], Some(answer)) = (choices.as_slice(), verified.first_answer()) {
        let space = ContactSpace::new(Program::new(scene, touches));
        if space.row_count() <= MOST_ROWS
            && scene.pins.is_empty()
            && collapse.certificate.corners.is_empty()
        {
            prop_assert_eq!(pressing(answer), space.pressing_rows());
        }
    }
    Ok(())
}

/// Every vertex of one part on an edge of another whose line has the two parts on different sides,
/// as (point, direction of the outward normal).
fn separated_triples(one: &Polygon, other: &Polygon) -> Vec<(Vector, Vector)> {
    let mut triples = Vec::new();
    for (p, q) in one.edges() {
        let normal = -&(q - p).quarter_turn();
        if other
            .vertices()
            .iter()
            .all(|vertex| normal.dot(&(vertex - p)) >= ratio(0, 1))
        {
            let on_edge = other
                .vertices()
                .iter()
                .filter(|vertex| is_between(vertex, p, q));
            triples.extend(on_edge.map(|vertex| (vertex.clone(), direction(&normal))));
        }
    }
    triples
}

/// The multiple of a vector whose larger coordinate is 1 or -1, up to sign.
fn direction(vector: &Vector) -> Vector {
    let (x, y) = (&vector.x * &vector.x, &vector.y * &vector.y);
    vector.scaled(&if x >= y {
        vector.x.recip()
    } else {
        vector.y.recip()
    })
}

type Place = ([BodyId; 2], Vector, Vector);

/// Whether a pin of the two bodies says that they do not collide.
fn ignore_each_other(scene: &Scene, first: BodyId, second: BodyId) -> bool {
    scene.pins.iter().any(|pin| {
        let mut bodies = [pin.first, pin.second.unwrap_or(pin.first)];
        bodies.sort_unstable();
        !pin.collide && bodies == [first, second]
    })
}

/// Contact points with their directions, corners included, by trying everything.
fn places(scene: &Scene) -> Vec<Place> {
    let mut places = Vec::new();
    for (first, body) in scene.numbered_bodies() {
        for (second, other) in scene.numbered_bodies().skip(first.0 + 1) {
            if ignore_each_other(scene, first, second) {
                continue;
            }
            let pairs = body
                .parts
                .iter()
                .flat_map(|part| other.parts.iter().map(move |that| (part, that)));
            for (part, that) in pairs.filter(|_| !(body.is_fixed() && other.is_fixed())) {
                let mut triples =
                    [separated_triples(part, that), separated_triples(that, part)].concat();
                triples.sort();
                triples.dedup();
                places.extend(
                    triples
                        .into_iter()
                        .map(|(point, along)| ([first, second], point, along)),
                );
            }
        }
    }
    places.sort();
    places
}

fn certified_places(scene: &Scene, certificate: &Certificate) -> Vec<Place> {
    let contact = |contact: &zwang_certificate::Contact| {
        let touch = Touch::new(scene, contact);
        let mut bodies = [touch.vertex_body, touch.edge_body];
        bodies.sort_unstable();
        (
            bodies,
            touch.vertex,
            direction(&(&touch.edge.1 - &touch.edge.0).quarter_turn()),
        )
    };
    let in_corner = |index: usize| {
        certificate.corners.iter().position(|corner| {
            corner
                .sides
                .iter()
                .flatten()
                .any(|&contact| contact == index)
        })
    };
    let mut places: Vec<(Option<usize>, Place)> = certificate
        .contacts
        .iter()
        .enumerate()
        .map(|(index, found)| (in_corner(index), contact(found)))
        .collect();
    places.sort();
    // Two parallel edges at a corner are two contacts in one direction.
    places.dedup_by(|one, other| one.0.is_some() && one == other);
    let mut places: Vec<Place> = places.into_iter().map(|(_, place)| place).collect();
    places.sort();
    places
}

proptest! {
    #![proptest_config(answers::cases(100))]

    #[test]
    fn small_scenes(scene in random_scenes::scene(3)) {
        agree(&scene)?;
    }

    #[test]
    fn larger_scenes(scene in random_scenes::scene(6)) {
        agree(&scene)?;
    }

    #[test]
    fn falling_scenes(scene in random_scenes::falling_scene(4)) {
        agree(&scene)?;
    }

    #[test]
    fn pointed_scenes(scene in random_scenes::pointed_scene(4)) {
        agree(&scene)?;
    }

    #[test]
    fn contacts_are_found_by_trying_everything(scene in random_scenes::scene(8)) {
        let (collapse, _) = solved(&scene, true);
        prop_assert_eq!(certified_places(&scene, &collapse.certificate), places(&scene));
    }
}
