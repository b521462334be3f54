//! C4 to C9 refuse what violates them, and say so. All else is left exactly consistent where that
//! is possible.

use crate::stage;
use crate::stage::refusal::{brick, integer, motion, refusal, refused};
use zwang_certificate::Certificate;
use zwang_check::verify;

#[test]
fn c4_newton() {
    refused(
        stage::free_fall(),
        |c| motion(c).accelerations = stage::triples(&[[0, 0, 0]]),
        "C4 Newton: group 0, case 0, `brick`: found force along y 0, required 2",
    );
    refused(
        stage::cantilever(),
        |c| motion(c).accelerations[0][2] = integer(-1199),
        "C4 Newton: group 0, case 0, `brick`: found torque -425/437, required -20383/20976",
    );
    refused(
        stage::pendulum(false),
        |c| c.groups[0].cases[0].pins[0].1[0] = integer(6),
        "C4 Newton: group 0, case 0, `bob`: found force along x 3/5, required -3/5",
    );
    refused(
        stage::impossible(),
        |c| c.groups[0].cases[0].pins[0].1[0] = integer(-3),
        "C4 Newton: group 0, case 0, `triangle`: found force along x 1, required 0",
    );
}

/// A brick of two parts stands on four points in a line; its forces may be changed without changing
/// their sum and torque.
#[test]
fn c5_no_contact_pulls() {
    let (scene, _) = brick();
    let mut legs = scene.bodies[1].clone();
    legs.parts = vec![stage::rectangle("0,0 1,1"), stage::rectangle("1,0 2,1")];
    let scene = stage::scene(scene.gravity, vec![scene.bodies[0].clone(), legs], vec![]);
    let case = |forces: &[(usize, i64)]| stage::optimal(20, &[[0, 0, 0]], forces);
    let proof = |case| {
        let mut proof = stage::proof(
            &scene,
            &[[0, 1, 0, 2], [0, 1, 0, 2], [1, 1, 0, 1]],
            &[[1, 0, 0, 2], [1, 1, 0, 2], [1, 0, 0, 2], [1, 1, 0, 2]],
            vec![stage::group(&[1], vec![case], &[0])],
        );
        proof.separations[1].second.part = 1;
        proof.separations[2].second.part = 1;
        proof.contacts[2].vertex.part.part = 1;
        proof.contacts[3].vertex.part.part = 1;
        proof
    };
    let whole = proof(case(&[(0, 1), (1, 1), (2, 1), (3, 1)]));
    assert!(verify(&scene, &whole).is_ok());
    let pulling = proof(case(&[(0, 3), (1, -1), (2, -1), (3, 3)]));
    assert_eq!(
        verify(&scene, &pulling).unwrap_err().to_string(),
        "C5 no contact pulls: group 0, case 0, contact 1 (vertex 1 of part 0 of `brick` on edge 2 \
         of `floor`): found force -1/20, required at least 0"
    );
}

#[test]
fn c5_of_an_impossible_case() {
    refused(
        stage::impossible(),
        |c| {
            c.groups[0].cases[0].forces[0].1 = integer(-1);
            c.groups[0].cases[0].pins[0].1[0] = integer(4);
        },
        "C5 no contact pulls: group 0, case 0, contact 0 (vertex 0 of `triangle` on edge 1 of \
         `wall`): found force -1, required at least 0",
    );
}

#[test]
fn c6_nothing_penetrates() {
    refused(
        brick(),
        |c| c.groups[0].cases[0] = stage::optimal(1, &[[0, -1, 0]], &[]),
        "C6 nothing penetrates: group 0, case 0, contact 0 (vertex 0 of `brick` on edge 2 of \
         `floor`): found gap acceleration -10, required at least 0",
    );
    refused(
        stage::pendulum(false),
        |c| c.groups[0].cases[0] = stage::optimal(1, &[[0, -1, 0]], &[]),
        "C6 nothing penetrates: group 0, case 0, pin 0 (`bob` to the world): found relative \
         acceleration -1 along y, required 0",
    );
    refused(
        stage::forced_corner(),
        |c| c.groups[0].cases[0] = stage::optimal(1, &[[0, -1, 0]], &[]),
        "C6 nothing penetrates: group 0, case 0, contact 2 (vertex 0 of `brick` on edge 2 of \
         `block`): found gap acceleration -1, required at least 0",
    );
    refused(
        stage::impossible(),
        |c| {
            c.groups[0].cases[0].forces[0].1 = integer(0);
            c.groups[0].cases[0].pins.clear();
        },
        "C6 nothing penetrates: group 0, case 0: found sum of force times acceleration 0, required \
         below 0, to be impossible",
    );
    refused(
        brick(),
        |c| {
            c.groups[0].cases[0] = zwang_certificate::Case {
                sides: vec![],
                forces: vec![],
                pins: vec![],
                motion: None,
            }
        },
        "C6 nothing penetrates: group 0, case 0: found sum of force times acceleration 0, required \
         below 0, to be impossible",
    );
}

#[test]
fn c7_no_force_across_a_gap() {
    // Lifted by twice its weight, the brick rises.
    refused(
        brick(),
        |c| c.groups[0].cases[0] = stage::optimal(5, &[[0, 5, 0]], &[(0, 1), (1, 1)]),
        "C7 no force across a gap: group 0, case 0, contact 0 (vertex 0 of `brick` on edge 2 of \
         `floor`): found force 1/5 with gap acceleration 10, required force 0",
    );
    refused(
        stage::open_corner(),
        |c| c.groups[0].cases[0] = stage::optimal(5, &[[0, -3, -6]], &[(2, 1), (3, 1)]),
        "C7 no force across a gap: group 0, case 0, contact 2 (vertex 0 of `brick` on edge 2 of \
         `block`): found force 1/5 on a contact that the case does not impose, required force 0",
    );
}

/// The tip of the impossible stage, now at the lower vertex of the wall and moving down: the corner
/// opens, so nothing is imposed, though the same forces would prove it impossible.
#[test]
fn c7_of_an_impossible_case() {
    let (scene, mut certificate) = stage::impossible();
    let triangle = stage::free(
        "triangle",
        stage::polygon("1,0 4,-1 4,1"),
        stage::vector("0", "-3"),
        "-1",
    );
    let bodies = vec![stage::fixed("wall", stage::rectangle("0,0 1,2")), triangle];
    let scene = stage::scene(scene.gravity, bodies, scene.pins);
    certificate.scene = scene.digest();
    certificate.contacts.push(stage::contact([0, 1, 1, 2]));
    certificate.corners.push(zwang_certificate::Corner {
        sides: [vec![1], vec![0]],
    });
    certificate.groups[0].cases[0].pins[0].1[0] = integer(-2);
    assert_eq!(
        verify(&scene, &certificate).unwrap_err().to_string(),
        "C7 no force across a gap: group 0, case 0, contact 0 (vertex 0 of `triangle` on edge 1 of \
         `wall`): found force 1 on a contact that the case does not impose, required force 0"
    );
}

#[test]
fn c8_idle_contacts_are_idle() {
    let idle = |rows: &'static [[i64; 3]]| {
        move |c: &mut Certificate| motion(c).idle = Some(stage::triples(rows))
    };
    refused(
        stage::neighbours(),
        |c| motion(c).idle = None,
        "C8 idle contacts are idle: group 0, case 0, contact 4 (vertex 1 of `left` on edge 3 of \
         `right`): found no force and no opening, required `idle`",
    );
    refused(
        stage::neighbours(),
        idle(&[[-1, 0, 0], [-1, 0, 0]]),
        "C8 idle contacts are idle: group 0, case 0, contact 4 (vertex 1 of `left` on edge 3 of \
         `right`): found virtual gap 0, required above 0, because it is idle",
    );
    refused(
        stage::neighbours(),
        idle(&[[-1, 1, 0], [0, 0, 0]]),
        "C8 idle contacts are idle: group 0, case 0, contact 0 (vertex 0 of `left` on edge 2 of \
         `floor`): found virtual gap 10, required 0, because it presses",
    );
    refused(
        stage::pendulum(false),
        idle(&[[1, 0, 0]]),
        "C8 idle contacts are idle: group 0, case 0, pin 0 (`bob` to the world): found virtual \
         displacement 1 along x, required 0",
    );
}

#[test]
fn c9_corners_are_decided() {
    refused(
        stage::decided_corner(),
        |c| c.groups[0].answers = vec![1],
        "C9 corners are decided: group 0: found answers [1], required answers [0]",
    );
    refused(
        stage::tied_corner(),
        |c| c.groups[0].answers = vec![0],
        "C9 corners are decided: group 0: found answers [0], required answers [0, 1]",
    );
    refused(
        stage::impossible(),
        |c| c.groups[0].answers = vec![0],
        "C9 corners are decided: group 0: found answers [0], required answers []",
    );
}

#[test]
fn c9_cases_cover_every_choice_once() {
    refused(
        stage::decided_corner(),
        |c| {
            c.groups[0].cases.pop();
        },
        "C9 corners are decided: group 0: found cases that cover 1/2 of the choices, required each \
         choice of sides in exactly one case",
    );
    refused(
        stage::decided_corner(),
        |c| c.groups[0].cases[1] = c.groups[0].cases[0].clone(),
        "C9 corners are decided: group 0: found a choice both in case 0 and in case 1, required \
         each choice of sides in exactly one case",
    );
    refused(
        stage::decided_corner(),
        |c| c.groups[0].cases = vec![stage::optimal(1, &[[-1, -2, 0]], &[])],
        "C9 corners are decided: group 0, case 0, corner 0 (`block` and `brick`): found both sides \
         violated by a motion of least restraint, required a side respected",
    );
    // Both cases have the motion of free fall, which is one answer.
    let doubled = |c: &mut Certificate| {
        let fall = c.groups[0].cases[0].clone();
        let side = |side| zwang_certificate::Case {
            sides: vec![(0, side)],
            ..fall.clone()
        };
        c.groups[0].cases = vec![side(0), side(1)];
        c.groups[0].answers = vec![0, 1];
    };
    refused(
        stage::satisfied_corner(),
        doubled,
        "C9 corners are decided: group 0: found answers [0, 1], required answers [0]",
    );
}

#[test]
fn long_numbers_are_shortened() {
    let (_, text) = refusal(brick(), |_, c| {
        motion(c).accelerations[0][1] = integer(1) << 5000_usize
    });
    assert_eq!(
        text,
        "C4 Newton: group 0, case 0, `brick`: found force along y 2, required 0xc0000000… (5004 \
         bits) / 60"
    );
}
