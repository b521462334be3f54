//! C1, C2 and C3 refuse what violates them, and say so: the exact text is part of each test.

use crate::stage;
use crate::stage::refusal::{brick, refused, refused_scene};
use zwang_certificate::{Certificate, Line};
use zwang_scene::Scene;

#[test]
fn c1_bodies_do_not_overlap() {
    refused(
        brick(),
        |c| c.separations.clear(),
        "C1 bodies do not overlap: `floor` and `brick`: found no separation, required one, because \
         their bounding boxes meet",
    );
    refused(
        brick(),
        |c| c.separations[0].line = Line::Edge { owner: 0, edge: 1 },
        "C1 bodies do not overlap: separation 0: vertex 3 of `brick` before edge 1 of `floor`: \
         found gap -5, required at least 0",
    );
    refused_scene(
        brick(),
        |s| s.bodies[1].parts = vec![stage::rectangle("0,-1/100 2,1")],
        "C1 bodies do not overlap: separation 0: vertex 0 of `brick` before edge 2 of `floor`: \
         found gap -1/10, required at least 0",
    );
    refused_scene(
        stage::free_fall(),
        |s| s.bodies[0].parts.push(stage::rectangle("1,0 3,1")),
        "C1 bodies do not overlap: part 0 of `brick` and part 1 of `brick`: found no separation, \
         required one, because their bounding boxes meet",
    );
}

#[test]
fn c2_contacts_are_complete() {
    refused(
        brick(),
        |c| {
            c.contacts.pop();
        },
        "C2 contacts are complete: vertex 1 of `brick` on edge 2 of `floor`: found no contact \
         outside corners, required one",
    );
    refused(
        brick(),
        |c| c.contacts.push(stage::contact([1, 2, 0, 2])),
        "C2 contacts are complete: contact 2 (vertex 2 of `brick` on edge 2 of `floor`): found it \
         listed, required only ends of touching sets and corners, each once",
    );
    refused(
        stage::neighbours(),
        |c| c.contacts.push(stage::contact([1, 2, 2, 3])),
        "C2 contacts are complete: vertex 2 of `left` on edge 3 of `right`, or vertex 3 of `right` \
         on edge 1 of `left`: found two contacts, required one",
    );
    refused(
        stage::sliding(),
        |c| c.contacts[1] = stage::contact([1, 1, 0, 2]),
        "C2 contacts are complete: contact 1 (vertex 1 of `slab` on edge 2 of `base`): found \
         inward sliding -2, required at least 0, or the other part's vertex",
    );
}

#[test]
fn c2_corners_are_complete() {
    refused(
        stage::satisfied_corner(),
        |c| {
            c.contacts.clear();
            c.corners.clear();
        },
        "C2 contacts are complete: vertex 0 of `brick` on edge 1 of `block`: found no corner, \
         required one, because a vertex touches a vertex",
    );
    refused(
        stage::satisfied_corner(),
        |c| c.corners[0].sides.swap(0, 1),
        "C2 contacts are complete: corner 0 (`block` and `brick`): found sides (vertex 0 of \
         `brick` on edge 2 of `block` and vertex 2 of `block` on edge 0 of `brick`; vertex 0 of \
         `brick` on edge 1 of `block` and vertex 2 of `block` on edge 3 of `brick`), required \
         sides (vertex 0 of `brick` on edge 1 of `block` and vertex 2 of `block` on edge 3 of \
         `brick`; vertex 0 of `brick` on edge 2 of `block` and vertex 2 of `block` on edge 0 of \
         `brick`)",
    );
    refused(
        stage::satisfied_corner(),
        |c| c.corners[0].sides[1] = vec![0, 1],
        "C2 contacts are complete: contact 0 (vertex 0 of `brick` on edge 1 of `block`): found it \
         in two sides of corners, required one side of one corner",
    );
    let as_corner = |c: &mut Certificate| {
        c.corners.push(zwang_certificate::Corner {
            sides: [vec![0], vec![1]],
        })
    };
    refused(
        brick(),
        as_corner,
        "C2 contacts are complete: vertex 1 of `brick` on edge 2 of `floor`: found no contact \
         outside corners, required one",
    );
}

#[test]
fn c3_velocities_are_admissible() {
    let moving = |x: &'static str, y: &'static str| {
        move |s: &mut Scene| {
            s.bodies
                .last_mut()
                .unwrap()
                .dynamics
                .as_mut()
                .unwrap()
                .velocity = stage::vector(x, y)
        }
    };
    refused_scene(
        brick(),
        moving("1", "-1/3"),
        "C3 velocities are admissible: contact 0 (vertex 0 of `brick` on edge 2 of `floor`): found \
         gap velocity -10/3, required at least 0",
    );
    refused_scene(
        stage::satisfied_corner(),
        moving("-1", "-1"),
        "C3 velocities are admissible: corner 0 (`block` and `brick`): found only closing sides, \
         required a side that does not close",
    );
    refused_scene(
        stage::pendulum(false),
        moving("1", "0"),
        "C3 velocities are admissible: pin 0 (`bob` to the world): found relative velocity (1, 0), \
         required (0, 0)",
    );
}
