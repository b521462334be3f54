//! Certificates made by hand are accepted, and say what was computed by hand.

use crate::stage;
use crate::stage::{Proved, number, vector};
use zwang_check::{Answer, ContactState, CornerDecision, Verdict, Verified, verify};
use zwang_exact::Vector;
use zwang_scene::BodyId;

fn accepted((scene, certificate): Proved) -> Verified {
    verify(&scene, &certificate).unwrap_or_else(|rejection| panic!("{rejection}"))
}

fn answer(proved: Proved) -> Answer {
    accepted(proved).first_answer().unwrap().clone()
}

#[test]
fn every_stage_is_accepted_with_its_verdict() {
    let verdicts: Vec<(&str, Verdict)> = stage::all()
        .into_iter()
        .map(|(name, proved)| (name, accepted(proved).verdict()))
        .collect();
    let expected = [
        ("brick on floor", Verdict::Rests),
        ("cantilever", Verdict::Moves),
        ("free fall", Verdict::Moves),
        ("pendulum", Verdict::Moves),
        ("spinning pendulum", Verdict::Moves),
        ("decided corner", Verdict::Moves),
        ("tied corner", Verdict::Ambiguous),
        ("satisfied corner", Verdict::Moves),
        ("forced corner", Verdict::Moves),
        ("open corner", Verdict::Moves),
        ("impossible", Verdict::Impossible),
        ("neighbours", Verdict::Rests),
        ("sliding", Verdict::Moves),
    ];
    assert_eq!(verdicts, expected);
}

#[test]
fn the_cantilever_has_its_known_motion() {
    let verified = accepted(stage::cantilever());
    assert_eq!(verified.bits(), 12);
    assert_eq!(verified.digest(), stage::cantilever().0.digest());
    let answer = verified.first_answer().unwrap();
    let brick = &answer.accelerations[1];
    assert_eq!(brick.linear, vector("0", "-120/437"));
    assert_eq!(brick.angular, number("-1200/437"));
    // ½ · 1 · (4250/437)² + ½ · 17/48 · (1200/437)²
    assert_eq!(answer.restraint, number("9286250/190969"));
    let [heel, edge] = answer.contacts.as_slice() else {
        panic!("two contacts")
    };
    assert_eq!(
        (heel.first, heel.second, &heel.point),
        (BodyId(1), BodyId(0), &vector("-9/10", "0"))
    );
    assert_eq!(
        (heel.state, heel.gap_acceleration.value()),
        (ContactState::Opening, &number("10800/437"))
    );
    assert_eq!(
        (edge.first, edge.second, &edge.normal),
        (BodyId(0), BodyId(1), &vector("0", "-2"))
    );
    assert_eq!(
        (edge.state, edge.multiplier.value()),
        (ContactState::Pressing, &number("2125/437"))
    );
    assert_eq!(edge.gap_acceleration, number("0"));
}

#[test]
fn idle_contacts_are_told_from_pressing_ones() {
    let answer = answer(stage::neighbours());
    let states: Vec<ContactState> = answer
        .contacts
        .iter()
        .map(|contact| contact.state)
        .collect();
    assert_eq!(states[..4], [ContactState::Pressing; 4]);
    assert_eq!(states[4..], [ContactState::Idle; 2]);
}

#[test]
fn a_corner_is_decided_by_the_smaller_restraint() {
    let answer = answer(stage::decided_corner());
    assert_eq!(answer.restraint, number("1/5"));
    let corner = &answer.corners[0];
    assert_eq!(
        (corner.first, corner.second, corner.decision),
        (BodyId(0), BodyId(1), CornerDecision::Chosen(0))
    );
    assert_eq!(corner.normals, [vector("1", "0"), vector("0", "1")]);
    assert_eq!(corner.gap_accelerations, [number("0"), number("-13/5")]);
    let reported: Vec<[BodyId; 2]> = answer
        .contacts
        .iter()
        .map(|contact| [contact.first, contact.second])
        .collect();
    let expected = [[1, 0], [0, 1]].map(|pair| pair.map(BodyId));
    assert_eq!(reported, expected);
}

#[test]
fn a_tie_has_both_answers() {
    let verified = accepted(stage::tied_corner());
    assert_eq!(verified.groups()[0].answers, 2);
    let [right, up] = [0, 1].map(|choice| verified.answer(&[choice]).unwrap());
    assert_eq!(right.restraint, up.restraint);
    assert_eq!(right.accelerations[1].linear, vector("-3/5", "-1"));
    assert_eq!(up.accelerations[1].linear, vector("-1", "-3/5"));
    assert_eq!(verified.answer(&[2]), None);
    assert_eq!(verified.answer(&[]), None);
    assert_eq!(verified.answer(&[0, 0]), None);
}

#[test]
fn corners_say_how_they_are_decided() {
    for (proved, decision, contacts) in [
        (stage::satisfied_corner(), CornerDecision::Satisfied, 0),
        (stage::forced_corner(), CornerDecision::Forced(1), 2),
        (stage::open_corner(), CornerDecision::Open, 0),
    ] {
        let answer = answer(proved);
        assert_eq!(answer.corners[0].decision, decision);
        assert_eq!(answer.contacts.len(), contacts, "{decision:?}");
    }
}

#[test]
fn pins_report_the_force_on_their_first_body() {
    assert_eq!(answer(stage::pendulum(false)).pins, [vector("-3/5", "4/5")]);
    assert_eq!(answer(stage::pendulum(true)).pins, [vector("-13/5", "9/5")]);
}

#[test]
fn an_impossible_scene_has_no_answer() {
    let verified = accepted(stage::impossible());
    assert_eq!(verified.groups()[0].answers, 0);
    assert_eq!(verified.first_answer(), None);
}

/// Contact 0 is open, between bodies of two groups with different denominators.
#[test]
fn open_contacts_may_join_two_groups() {
    let pin = zwang_scene::Pin {
        first: BodyId(1),
        second: None,
        at: vector("0", "0"),
        collide: false,
    };
    let bodies = vec![
        stage::free(
            "leaving",
            stage::rectangle("0,0 2,1"),
            vector("0", "1"),
            "0",
        ),
        stage::resting("bob", stage::rectangle("0,-1 2,0")),
    ];
    let scene = stage::scene(vector("0", "-1"), bodies, vec![pin]);
    let (_, pendulum) = stage::pendulum(false);
    let falling = stage::optimal(1, &[[0, -1, 0]], &[]);
    let swinging = pendulum.groups[0].cases.clone();
    let groups = vec![
        stage::group(&[0], vec![falling], &[0]),
        stage::group(&[1], swinging, &[0]),
    ];
    let certificate = stage::proof(
        &scene,
        &[[0, 1, 0, 0]],
        &[[0, 0, 1, 2], [1, 2, 0, 0]],
        groups,
    );
    let answer = answer((scene, certificate));
    // At (0, 0) the pin holds the bob, and the other body falls; the normal is (0, 2). At (2, 0)
    // the bob's vertex has acceleration -6/5, and the normal is (0, -2).
    assert_eq!(answer.contacts[0].gap_acceleration, number("-2"));
    assert_eq!(answer.contacts[1].gap_acceleration, number("2/5"));
    assert!(
        answer
            .contacts
            .iter()
            .all(|contact| contact.state == ContactState::Opening)
    );
}

/// Parts of one body need only be separated.
#[test]
fn parts_of_one_body_have_no_contacts() {
    let mut body = stage::resting("two squares", stage::rectangle("0,0 1,1"));
    body.parts.push(stage::rectangle("1,0 2,1"));
    let scene = stage::scene(Vector::zero(), vec![body], vec![]);
    let groups = vec![stage::group(
        &[0],
        vec![stage::optimal(1, &[[0, 0, 0]], &[])],
        &[0],
    )];
    let mut certificate = stage::proof(&scene, &[[0, 0, 0, 1]], &[], groups);
    certificate.separations[0].second.part = 1;
    accepted((scene, certificate));
}
