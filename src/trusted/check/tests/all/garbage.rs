//! Whatever a certificate says, the checker answers and does not panic.

use crate::stage;
use proptest::collection::vec;
use proptest::prelude::*;
use zwang_certificate::{
    BigInt, Case, Certificate, Contact, Corner, Feature, Group, Line, Motion, PartId, Separation,
};
use zwang_check::verify;
use zwang_scene::Scene;

fn index() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0_usize..4, 1 => 4_usize..9, 1 => Just(usize::MAX)]
}

fn integer() -> impl Strategy<Value = BigInt> {
    let short = (-9_i64..10).prop_map(BigInt::from);
    let long = any::<i128>().prop_map(|number| BigInt::from(number) << 300_usize);
    prop_oneof![8 => short, 1 => long]
}

fn feature() -> impl Strategy<Value = Feature> {
    (index(), prop_oneof![4 => Just(0), 1 => index()], index()).prop_map(|(body, part, index)| {
        Feature {
            part: PartId { body, part },
            index,
        }
    })
}

fn case() -> impl Strategy<Value = Case> {
    let triples = || vec([integer(), integer(), integer()], 0..3);
    let motion = (integer(), triples(), proptest::option::of(triples())).prop_map(
        |(denominator, accelerations, idle)| Motion {
            denominator,
            accelerations,
            idle,
        },
    );
    let forces = (
        vec((index(), integer()), 0..4),
        vec((index(), [integer(), integer()]), 0..2),
    );
    (
        vec((index(), index()), 0..3),
        forces,
        proptest::option::of(motion),
    )
        .prop_map(|(sides, (forces, pins), motion)| Case {
            sides,
            forces,
            pins,
            motion,
        })
}

fn group() -> impl Strategy<Value = Group> {
    (vec(index(), 0..3), vec(case(), 0..3), vec(index(), 0..3)).prop_map(
        |(bodies, cases, answers)| Group {
            bodies,
            cases,
            answers,
        },
    )
}

fn separation() -> impl Strategy<Value = Separation> {
    (feature(), feature(), 0_usize..3).prop_map(|(first, second, owner)| Separation {
        first: first.part,
        second: second.part,
        line: Line::Edge {
            owner,
            edge: first.index,
        },
    })
}

fn contact() -> impl Strategy<Value = Contact> {
    (feature(), feature()).prop_map(|(vertex, edge)| Contact { vertex, edge })
}

fn corner() -> impl Strategy<Value = Corner> {
    [vec(index(), 0..3), vec(index(), 0..3)].prop_map(|sides| Corner { sides })
}

/// Replaces or extends some parts of a valid certificate by garbage, so that every condition is
/// reached.
#[derive(Clone, Debug)]
enum Change {
    Separation(usize, Separation),
    Contact(usize, Contact),
    Corner(usize, Corner),
    Group(usize, Group),
    Case(usize, Case),
    Force(usize, (usize, BigInt)),
    Pin(usize, (usize, [BigInt; 2])),
    Motion(usize, [BigInt; 3]),
    Idle(Vec<[BigInt; 3]>),
    Denominator(BigInt),
    Sides(Vec<(usize, usize)>),
    Answers(Vec<usize>),
    Forget(usize),
}

fn change() -> impl Strategy<Value = Change> {
    let triple = || [integer(), integer(), integer()];
    prop_oneof![
        (index(), separation()).prop_map(|(at, separation)| Change::Separation(at, separation)),
        (index(), contact()).prop_map(|(at, contact)| Change::Contact(at, contact)),
        (index(), corner()).prop_map(|(at, corner)| Change::Corner(at, corner)),
        (index(), group()).prop_map(|(at, group)| Change::Group(at, group)),
        (index(), case()).prop_map(|(at, case)| Change::Case(at, case)),
        (index(), (index(), integer())).prop_map(|(at, force)| Change::Force(at, force)),
        (index(), (index(), [integer(), integer()])).prop_map(|(at, pin)| Change::Pin(at, pin)),
        (index(), triple()).prop_map(|(at, motion)| Change::Motion(at, motion)),
        vec(triple(), 0..3).prop_map(Change::Idle),
        integer().prop_map(Change::Denominator),
        vec((index(), index()), 0..3).prop_map(Change::Sides),
        vec(index(), 0..3).prop_map(Change::Answers),
        index().prop_map(Change::Forget),
    ]
}

fn put<T>(list: &mut Vec<T>, at: usize, item: T) {
    match list.get_mut(at) {
        Some(old) => *old = item,
        None => list.push(item),
    }
}

fn apply(certificate: &mut Certificate, change: Change) {
    let Certificate {
        separations,
        contacts,
        corners,
        groups,
        ..
    } = certificate;
    match change {
        Change::Separation(at, separation) => return put(separations, at, separation),
        Change::Contact(at, contact) => return put(contacts, at, contact),
        Change::Corner(at, corner) => return put(corners, at, corner),
        Change::Group(at, group) => return put(groups, at, group),
        Change::Forget(at) if at % 2 == 0 => drop(contacts.pop()),
        Change::Forget(_) => drop(separations.pop()),
        _ => {}
    }
    let Some(group) = groups.first_mut() else {
        return;
    };
    match change {
        Change::Case(at, case) => put(&mut group.cases, at, case),
        Change::Answers(answers) => group.answers = answers,
        _ => {
            let Some(case) = group.cases.first_mut() else {
                return;
            };
            match (change, &mut case.motion) {
                (Change::Force(at, force), _) => put(&mut case.forces, at, force),
                (Change::Pin(at, pin), _) => put(&mut case.pins, at, pin),
                (Change::Sides(sides), _) => case.sides = sides,
                (Change::Motion(at, triple), Some(motion)) => {
                    put(&mut motion.accelerations, at, triple)
                }
                (Change::Idle(idle), Some(motion)) => motion.idle = Some(idle),
                (Change::Denominator(denominator), Some(motion)) => {
                    motion.denominator = denominator
                }
                _ => {}
            }
        }
    }
}

/// Whatever a certificate is, it can be asked about, or the rejection names its condition.
fn ask_everything(scene: &Scene, certificate: &Certificate, choice: &[usize]) {
    match verify(scene, certificate) {
        Ok(verified) => {
            let _ = verified.verdict();
            let _ = verified.first_answer();
            let _ = verified.answer(choice);
            let _ = verified.bits();
        }
        Err(rejection) => {
            let condition = rejection.condition().to_string();
            assert!(rejection.to_string().starts_with(&condition));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn changed_certificates_never_panic(
        changes in vec(change(), 1..3),
        choice in vec(index(), 0..3),
    ) {
        for (_, (scene, mut certificate)) in stage::all() {
            for change in &changes {
                apply(&mut certificate, change.clone());
            }
            ask_everything(&scene, &certificate, &choice);
        }
    }

    #[test]
    fn garbage_never_panics(
        separations in vec(separation(), 0..3),
        contacts in vec(contact(), 0..4),
        corners in vec(corner(), 0..2),
        groups in vec(group(), 0..3),
    ) {
        for (_, (scene, _)) in stage::all() {
            let certificate = Certificate {
                scene: scene.digest(),
                separations: separations.clone(),
                contacts: contacts.clone(),
                corners: corners.clone(),
                groups: groups.clone(),
            };
            if let Ok(verified) = verify(&scene, &certificate) {
                let _answer = verified.first_answer();
            }
        }
    }
}
