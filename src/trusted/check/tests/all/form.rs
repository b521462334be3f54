//! Form and Digest refuse what violates them, and say so.

use crate::stage;
use crate::stage::refusal::{brick, integer, motion, refused, refused_scene};
use zwang_certificate::{Certificate, Line};
use zwang_scene::{BodyId, Scene};

#[test]
fn digest() {
    let digest = brick().0.digest();
    let expected = format!("Digest: scene `stage`: found 00ff, required {digest}");
    refused(
        brick(),
        |certificate| certificate.scene = "00ff".to_owned(),
        &expected,
    );
}

#[test]
fn form_of_indices() {
    refused(
        brick(),
        |c| c.contacts[0].vertex.part.body = 7,
        "Form: contact 0: scene: found body 7, required an index below 2",
    );
    refused(
        brick(),
        |c| c.contacts[0].edge.part.part = 1,
        "Form: contact 0: `floor`: found part 1, required an index below 1",
    );
    refused(
        brick(),
        |c| c.contacts[1].vertex.index = 4,
        "Form: contact 1: `brick`: found vertex 4, required an index below 4",
    );
    refused(
        brick(),
        |c| c.contacts[1].edge.index = 4_000_000_000,
        "Form: contact 1: `floor`: found edge 4000000000, required an index below 4",
    );
    refused(
        brick(),
        |c| c.separations[0].line = Line::Edge { owner: 0, edge: 4 },
        "Form: separation 0: `floor`: found edge 4, required an index below 4",
    );
    refused(
        brick(),
        |c| c.separations[0].line = Line::Edge { owner: 2, edge: 2 },
        "Form: separation 0: `floor` and `brick`: found owner 2, required owner 0 or 1",
    );
}

#[test]
fn form_of_indices_in_groups() {
    refused(
        brick(),
        |c| c.groups[0].answers = vec![1],
        "Form: group 0, answers: found case 1, required an index below 1",
    );
    refused(
        brick(),
        |c| c.groups[0].bodies = vec![9],
        "Form: group 0: scene: found body 9, required an index below 2",
    );
    refused(
        stage::tied_corner(),
        |c| c.corners[0].sides[1] = vec![2, 4],
        "Form: corner 0: found contact 4, required an index below 4",
    );
}

#[test]
fn form_of_contacts_and_separations() {
    refused(
        brick(),
        |c| c.contacts.push(c.contacts[0]),
        "Form: contact 2 (vertex 0 of `brick` on edge 2 of `floor`): found a repetition, required \
         each contact once, of two bodies that are not both fixed",
    );
    refused(
        brick(),
        |c| c.contacts[0].edge.part.body = 1,
        "Form: contact 0 (vertex 0 of `brick` on edge 2 of `brick`): found one body, required each \
         contact once, of two bodies that are not both fixed",
    );
    refused(
        brick(),
        |c| c.separations.push(c.separations[0].clone()),
        "Form: separation 1: `floor` and `brick`: found a repetition, required each pair once, the \
         smaller part first",
    );
    refused(
        brick(),
        |c| c.separations[0] = stage::separation([1, 0, 1, 2]),
        "Form: separation 0: `brick` and `floor`: found not the smaller part first, required each \
         pair once, the smaller part first",
    );
    refused(
        stage::tied_corner(),
        |c| c.corners[0].sides[0].clear(),
        "Form: corner 0: found 0 contacts on side 0, required one or two",
    );
}

#[test]
fn form_of_groups() {
    refused(
        brick(),
        |c| c.groups.clear(),
        "Form: `brick`: found no group, required each free body in exactly one group",
    );
    refused(
        brick(),
        |c| c.groups[0].bodies = vec![1, 1],
        "Form: group 0: found `brick`, a second time, required each free body in exactly one group",
    );
    refused(
        brick(),
        |c| c.groups[0].bodies = vec![0],
        "Form: group 0: found `floor`, which is fixed, required each free body in exactly one \
         group",
    );
    refused(
        brick(),
        |c| c.groups[0].cases.clear(),
        "Form: group 0: found no case, required at least one",
    );
    refused(
        stage::tied_corner(),
        |c| c.groups[0].answers = vec![1, 0],
        "Form: group 0, answers: found 0 after 1, required ascending cases",
    );
    let split = |c: &mut Certificate| {
        let mut other = c.groups[0].clone();
        c.groups[0].bodies.pop();
        other.bodies.remove(0);
        c.groups.push(other);
    };
    refused(
        stage::neighbours(),
        split,
        "Form: contact 4 (vertex 1 of `left` on edge 3 of `right`): found bodies of groups 0 and \
         1, required bodies of one group",
    );
}

#[test]
fn form_of_cases() {
    refused(
        brick(),
        |c| motion(c).denominator = integer(0),
        "Form: group 0, case 0: denominator: found 0, required above 0",
    );
    refused(
        brick(),
        |c| motion(c).accelerations.clear(),
        "Form: group 0, case 0: motion: found 0 entries, required 1, one for each body",
    );
    refused(
        brick(),
        |c| motion(c).idle = Some(vec![]),
        "Form: group 0, case 0: idle: found 0 entries, required 1, one for each body",
    );
}

#[test]
fn form_of_lists() {
    refused(
        brick(),
        |c| c.groups[0].cases[0].forces.swap(0, 1),
        "Form: group 0, case 0: forces: found 0 after 1, required an ascending list",
    );
    refused(
        brick(),
        |c| c.groups[0].cases[0].forces.push((2, integer(0))),
        "Form: group 0, case 0: certificate: found contact 2, required an index below 2",
    );
    refused(
        brick(),
        |c| {
            c.groups[0].cases[0]
                .pins
                .push((0, [integer(0), integer(0)]))
        },
        "Form: group 0, case 0: pin 0: found a force, required none outside the group",
    );
    refused(
        stage::forced_corner(),
        |c| c.groups[0].cases[0].sides.push((0, 1)),
        "Form: group 0, case 0: corner 0 (`block` and `brick`): found side 1 fixed, required side \
         0 or 1 of an undecided corner of the group",
    );
    refused(
        stage::tied_corner(),
        |c| c.groups[0].cases[1].sides[0].1 = 2,
        "Form: group 0, case 1: corner 0 (`block` and `brick`): found side 2 fixed, required side \
         0 or 1 of an undecided corner of the group",
    );
    let twice = |c: &mut Certificate| {
        let mut other = c.groups[0].cases[0].clone();
        other.sides.push((0, 1));
        c.groups[0].cases[0] = other;
    };
    refused(
        stage::tied_corner(),
        twice,
        "Form: group 0, case 0: sides: found 0 after 0, required an ascending list",
    );
}

#[test]
fn form_of_scenes() {
    refused_scene(
        brick(),
        |s| s.bodies[1].dynamics.as_mut().unwrap().mass = stage::number("0"),
        "Form: `brick`: found mass 0, required above 0",
    );
    refused_scene(
        brick(),
        |s| s.bodies[1].dynamics.as_mut().unwrap().inertia = stage::number("-1/2"),
        "Form: `brick`: found inertia -1/2, required above 0",
    );
    refused_scene(
        stage::pendulum(false),
        |s| s.pins[0].second = Some(BodyId(5)),
        "Form: pin 0 (`bob` to body 5): scene: found body 5, required an index below 1",
    );
}

/// No file has such loads; a program may put them into a scene.
#[test]
fn form_of_loads() {
    refused_scene(
        brick(),
        |scene| scene.loads.push(stage::push_on(0)),
        "Form: load `push`: found `floor`, which is fixed, required a free body of the scene",
    );
    refused_scene(
        brick(),
        |scene| scene.loads.push(stage::push_on(2)),
        "Form: load `push`: found body 2 of a scene of 2, required a free body of the scene",
    );
    // Not even one that pushes nothing.
    let nothing = |scene: &mut Scene| {
        let load = stage::push_on(0).scaled(&stage::number("0"));
        scene.loads.push(load);
    };
    refused_scene(
        brick(),
        nothing,
        "Form: load `push`: found `floor`, which is fixed, required a free body of the scene",
    );
}
