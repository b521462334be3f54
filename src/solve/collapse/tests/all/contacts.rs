//! Contacts of hand-made scenes, and of random ones against clipping and brute force.

use crate::bricks::clipping::{clipped, directions};
use crate::bricks::grid::grid;
use crate::bricks::{
    diamond, fixed, free, mirrored, moving, number, pin, polygon, rectangle, rows, scene, turned,
    vector,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Corner, Feature, Line, PartId};
use zwang_collapse::contacts::{self, ContactError, Contacts, find};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Polygon, Scene};

/// "b v0 on a e2", with the part where it is not 0.
fn shown(scene: &Scene, contact: &Contact) -> String {
    let part = |part: PartId| {
        if part.part == 0 {
            String::new()
        } else {
            format!(".{}", part.part)
        }
    };
    let place = |feature: &Feature, letter: char| {
        format!(
            "{}{} {letter}{}",
            scene.bodies[feature.part.body].name,
            part(feature.part),
            feature.index
        )
    };
    format!(
        "{} on {}",
        place(&contact.vertex, 'v'),
        place(&contact.edge, 'e')
    )
}

/// The contacts of a scene and the corners as lists of sides.
fn listed(scene: &Scene) -> (Vec<String>, Vec<[Vec<String>; 2]>) {
    let found = find(scene).unwrap();
    let name = |index: &usize| shown(scene, &found.contacts[*index]);
    let in_corner: BTreeSet<usize> = found
        .corners
        .iter()
        .flat_map(|corner| corner.sides.concat())
        .collect();
    let outside = (0..found.contacts.len())
        .filter(|index| !in_corner.contains(index))
        .map(|index| name(&index));
    let corners = found.corners.iter().map(|corner| {
        corner
            .sides
            .each_ref()
            .map(|side| side.iter().map(name).collect())
    });
    (outside.collect(), corners.collect())
}

/// Checks the contacts outside corners, and that the mirrored and the turned scene have their
/// images.
#[track_caller]
fn expect_contacts(scene: &Scene, contacts: &[&str]) {
    assert_eq!(
        listed(scene),
        (contacts.iter().map(ToString::to_string).collect(), vec![])
    );
    assert_mirrored(scene);
    assert_eq!(listed(&turned(scene)), listed(scene));
}

/// The image of a contact when the vertex lists of all parts are reversed.
fn reversed(scene: &Scene, contact: &Contact) -> Contact {
    let count = |feature: &Feature| {
        scene.bodies[feature.part.body].parts[feature.part.part]
            .vertices()
            .len()
    };
    let vertex = count(&contact.vertex) - 1 - contact.vertex.index;
    let edge = (2 * count(&contact.edge) - 2 - contact.edge.index) % count(&contact.edge);
    Contact {
        vertex: Feature {
            part: contact.vertex.part,
            index: vertex,
        },
        edge: Feature {
            part: contact.edge.part,
            index: edge,
        },
    }
}

/// The mirrored scene has the mirrored contacts, and corners with their sides exchanged.
#[track_caller]
fn assert_mirrored(scene: &Scene) {
    let (found, twin) = (find(scene).unwrap(), find(&mirrored(scene)).unwrap());
    let contacts: BTreeSet<Contact> = found
        .contacts
        .iter()
        .map(|contact| reversed(scene, contact))
        .collect();
    assert_eq!(
        twin.contacts.iter().copied().collect::<BTreeSet<_>>(),
        contacts
    );
    assert_eq!(twin.contacts.len(), contacts.len());
    let side = |found: &Contacts, side: &[usize]| {
        side.iter()
            .map(|index| found.contacts[*index])
            .collect::<Vec<_>>()
    };
    let images = found.corners.iter().map(|corner| {
        [1, 0].map(|index| {
            side(&found, &corner.sides[index])
                .iter()
                .map(|contact| reversed(scene, contact))
                .collect()
        })
    });
    let twins = twin
        .corners
        .iter()
        .map(|corner| corner.sides.each_ref().map(|own| side(&twin, own)));
    assert_eq!(
        twins.collect::<Vec<_>>(),
        images.collect::<Vec<[Vec<Contact>; 2]>>()
    );
}

fn table() -> Body {
    fixed("table", vec![rectangle(("0", "-1"), ("4", "0"))])
}

fn on_table(left: &str, right: &str) -> Scene {
    scene(vec![
        table(),
        free("brick", vec![rectangle((left, "0"), (right, "1/3"))]),
    ])
}

#[test]
fn a_segment_has_a_contact_at_each_end() {
    expect_contacts(
        &on_table("1", "2"),
        &["brick v0 on table e2", "brick v1 on table e2"],
    );
    expect_contacts(
        &on_table("-1", "5"),
        &["table v2 on brick e0", "table v3 on brick e0"],
    );
    expect_contacts(
        &on_table("-1", "1"),
        &["table v3 on brick e0", "brick v1 on table e2"],
    );
    expect_contacts(
        &on_table("7/2", "9/2"),
        &["table v2 on brick e0", "brick v0 on table e2"],
    );
}

#[test]
fn at_a_flush_end_at_rest_the_later_part_has_the_vertex() {
    expect_contacts(
        &on_table("0", "2"),
        &["brick v0 on table e2", "brick v1 on table e2"],
    );
    expect_contacts(
        &on_table("0", "4"),
        &["brick v0 on table e2", "brick v1 on table e2"],
    );
    expect_contacts(
        &on_table("0", "5"),
        &["table v2 on brick e0", "brick v0 on table e2"],
    );
    let mut reversed = on_table("0", "4");
    reversed.bodies.reverse();
    expect_contacts(&reversed, &["table v2 on brick e0", "table v3 on brick e0"]);
}

#[test]
fn at_a_flush_end_the_vertex_that_slides_inward_meets_an_edge() {
    let sliding = |velocity: (&str, &str), spin: &str| {
        scene(vec![
            table(),
            moving("brick", rectangle(("0", "0"), ("2", "1")), velocity, spin),
        ])
    };
    let (inward, outward) = (
        ["brick v0 on table e2", "brick v1 on table e2"],
        ["table v3 on brick e0", "brick v1 on table e2"],
    );
    expect_contacts(&sliding(("1", "0"), "0"), &inward);
    expect_contacts(&sliding(("-1", "0"), "0"), &outward);
    // About the centroid (1, 1/2) the vertex (0, 0) moves by spin · (1/2, -1).
    expect_contacts(&sliding(("0", "1"), "1"), &inward);
    expect_contacts(&sliding(("0", "1"), "-1"), &outward);
    for (velocity, contacts) in [
        ("1", inward),
        ("-1", ["brick v1 on table e2", "table v3 on brick e0"]),
    ] {
        let mut reversed = sliding((velocity, "0"), "0");
        reversed.bodies.reverse();
        expect_contacts(&reversed, &contacts);
    }
}

#[test]
fn a_vertex_inside_an_edge_is_one_contact() {
    let tip = polygon(&[(2, 0), (3, 1), (2, 2), (1, 1)]);
    expect_contacts(
        &scene(vec![table(), free("tip", vec![tip.clone()])]),
        &["tip v0 on table e2"],
    );
    expect_contacts(
        &scene(vec![free("tip", vec![tip]), table()]),
        &["tip v0 on table e2"],
    );
    let wedge = fixed("wedge", vec![polygon(&[(0, 0), (4, 0), (0, 3)])]);
    let block = free("block", vec![polygon(&[(2, 2), (3, 2), (3, 4), (2, 4)])]);
    let mut on_slope = scene(vec![wedge, block]);
    expect_contacts(&on_slope, &[]);
    let part = &mut on_slope.bodies[1].parts[0];
    *part = Polygon::new(
        part.vertices()
            .iter()
            .map(|vertex| vertex - &vector("0", "1/2"))
            .collect(),
    )
    .unwrap()
    .0;
    expect_contacts(&on_slope, &["block v0 on wedge e1"]);
}

#[test]
fn corners_have_two_sides() {
    let lower = || {
        fixed(
            "lower",
            vec![polygon(&[(-1, -1), (0, -1), (0, 0), (-1, 0)])],
        )
    };
    let upper = || free("upper", vec![polygon(&[(0, 0), (1, 0), (1, 1), (0, 1)])]);
    let squares = scene(vec![lower(), upper()]);
    let right = vec![
        "upper v0 on lower e1".to_owned(),
        "lower v2 on upper e3".to_owned(),
    ];
    let up = vec![
        "upper v0 on lower e2".to_owned(),
        "lower v2 on upper e0".to_owned(),
    ];
    assert_eq!(listed(&squares), (vec![], vec![[right, up]]));
    assert_mirrored(&squares);
    // Seen from the other body the normals are the opposite ones, in the same order.
    let reversed = scene(vec![upper(), lower()]);
    let left = vec![
        "lower v2 on upper e3".to_owned(),
        "upper v0 on lower e1".to_owned(),
    ];
    let down = vec![
        "lower v2 on upper e0".to_owned(),
        "upper v0 on lower e2".to_owned(),
    ];
    assert_eq!(listed(&reversed), (vec![], vec![[left, down]]));
    assert_mirrored(&reversed);

    let blunt = fixed("blunt", vec![polygon(&[(0, 0), (-1, -1), (1, -1)])]);
    let sharp = free("sharp", vec![polygon(&[(0, 0), (1, 2), (-1, 2)])]);
    let tips = scene(vec![blunt, sharp]);
    let [right, left] = [2, 0].map(|edge| vec![format!("sharp v0 on blunt e{edge}")]);
    assert_eq!(listed(&tips), (vec![], vec![[right, left]]));
    assert_mirrored(&tips);

    // One side from each part: the normals (1, 1) of the roof and (0, 1) of the slab.
    let roof = fixed("roof", vec![polygon(&[(0, 0), (-2, -1), (1, -1)])]);
    let slab = free("slab", vec![polygon(&[(0, 0), (3, 0), (3, 1)])]);
    let eaves = scene(vec![roof, slab]);
    let sides = [
        vec!["slab v0 on roof e2".to_owned()],
        vec!["roof v0 on slab e0".to_owned()],
    ];
    assert_eq!(listed(&eaves), (vec![], vec![sides]));
    assert_mirrored(&eaves);
}

#[test]
fn corners_may_be_open_or_forced_but_not_closing() {
    let moving_square = |velocity: (&str, &str)| {
        let lower = fixed(
            "lower",
            vec![polygon(&[(-1, -1), (0, -1), (0, 0), (-1, 0)])],
        );
        scene(vec![
            lower,
            moving(
                "upper",
                polygon(&[(0, 0), (1, 0), (1, 1), (0, 1)]),
                velocity,
                "0",
            ),
        ])
    };
    for admissible in [
        ("1", "-1"),
        ("0", "-1"),
        ("-1", "0"),
        ("-1", "1"),
        ("0", "0"),
    ] {
        assert_eq!(
            find(&moving_square(admissible)).unwrap().corners.len(),
            1,
            "{admissible:?}"
        );
    }
    let error = find(&moving_square(("-1", "-2"))).unwrap_err();
    let ContactError::Closing(closing) = &error else {
        panic!("{error}")
    };
    assert_eq!(closing.bodies, ["upper", "lower"].map(str::to_owned));
    assert_eq!(
        (&closing.normal, &closing.gap_velocity),
        (&vector("1", "0"), &number("-1"))
    );
    assert_eq!(
        error.to_string(),
        "bodies `upper` and `lower` collide at (0, 0): \
         found that they approach each other at 1 m/s; expected bodies that touch to rest or to \
         part"
    );
}

#[test]
fn a_closing_contact_is_a_collision() {
    let rocking = moving(
        "brick",
        rectangle(("1", "0"), ("3", "1")),
        ("0", "1/2"),
        "1",
    );
    let error = find(&scene(vec![table(), rocking])).unwrap_err();
    let ContactError::Closing(closing) = &error else {
        panic!("{error}")
    };
    assert_eq!(
        (&closing.point, &closing.gap_velocity),
        (&vector("1", "0"), &number("-2"))
    );
    let lifting = moving("brick", rectangle(("1", "0"), ("3", "1")), ("0", "1"), "1");
    let opening = scene(vec![table(), lifting]);
    let found = find(&opening).unwrap();
    let velocities: Vec<Rational> = found
        .contacts
        .iter()
        .map(|contact| contacts::gap_velocity(&opening, contact))
        .collect();
    assert_eq!(velocities, [number("0"), number("8")]);
}

#[test]
fn pins_must_agree() {
    let arm = || moving("arm", rectangle(("0", "0"), ("2", "2")), ("1", "0"), "1");
    let mut pinned = scene(vec![
        arm(),
        moving("other", rectangle(("0", "5"), ("2", "7")), ("0", "0"), "0"),
    ]);
    pinned.pins = vec![pin(0, None, ("1", "2")), pin(1, Some(0), ("1", "2"))];
    assert!(find(&pinned).is_ok(), "the arm turns about (1, 2)");
    pinned.pins.push(pin(1, Some(0), ("1", "1")));
    let error = find(&pinned).unwrap_err();
    let message = "pin 2 at (1, 1): `other` and `arm` differ in velocity by (-1, 0) m/s there; \
                   expected equal velocities";
    assert_eq!(error.to_string(), message);
    pinned.pins = vec![pin(0, None, ("2", "2"))];
    let message = "pin 0 at (2, 2): `arm` and the world differ in velocity by (0, 1) m/s there; \
                   expected equal velocities";
    assert_eq!(find(&pinned).unwrap_err().to_string(), message);
}

#[test]
fn parts_of_one_body_and_fixed_bodies_are_separated_without_contacts() {
    let square = |x: i64, y: i64| polygon(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]);
    let still = scene(vec![
        free("angle", vec![square(0, 0), square(1, 0), square(0, 1)]),
        fixed("left", vec![square(10, 0)]),
        fixed("right", vec![square(11, 0)]),
    ]);
    let found = find(&still).unwrap();
    assert_eq!(
        (
            found.separations.len(),
            found.contacts.len(),
            found.corners.len()
        ),
        (4, 0, 0)
    );
    let resting = scene(vec![
        free("angle", vec![square(0, 0), square(1, 0)]),
        free("brick", vec![polygon(&[(0, 1), (2, 1), (2, 2), (0, 2)])]),
    ]);
    expect_contacts(
        &resting,
        &[
            "angle v2 on brick e0",
            "brick v0 on angle e2",
            "angle.1 v3 on brick e0",
            "brick v1 on angle.1 e2",
        ],
    );
}

fn depth(first: Polygon, second: Polygon) -> (String, String) {
    let pair = |first: &Polygon, second: &Polygon| {
        scene(vec![
            fixed("a", vec![first.clone()]),
            free("b", vec![second.clone()]),
        ])
    };
    let overlap = |first: &Polygon, second: &Polygon| match find(&pair(first, second)) {
        Err(ContactError::Overlap(overlaps)) => overlaps.pairs[0].clone(),
        other => panic!("{other:?}"),
    };
    let found = overlap(&first, &second);
    let depth = &found.depth;
    assert_eq!(depth.exact().is_some(), !depth.to_string().contains("root"));
    assert_eq!(overlap(&second, &first).depth.squared(), depth.squared());
    let push = depth.push();
    assert_eq!(&push.dot(push), depth.squared());
    // That far the bodies touch, and not by any less.
    for (part, is_apart) in [("1", true), ("999/1000", false)] {
        let moved = moved(&second, &push.scaled(&number(part)));
        let found = find(&pair(&first, &moved));
        assert_eq!(found.is_ok(), is_apart, "{part}: {found:?}");
    }
    (depth.squared().to_string(), found.to_string())
}

fn moved(polygon: &Polygon, by: &Vector) -> Polygon {
    let vertices = polygon.vertices().iter().map(|vertex| vertex + by);
    Polygon::new(vertices.collect()).unwrap().0
}

#[test]
fn overlaps_are_refused_with_their_depth() {
    let says = |depth: &str, push: &str| {
        format!(
            "body `a` (part 0) and body `b` (part 0) overlap by {depth}; \
             expected disjoint interiors (moving `b` by {push} m parts these two)"
        )
    };
    let square = rectangle(("0", "0"), ("4", "4"));
    for (other, squared, text, push) in [
        (
            rectangle(("15/4", "1"), ("10", "2")),
            "1/16",
            "1/4 m",
            "(1/4, 0)",
        ),
        (rectangle(("1", "1"), ("2", "3")), "4", "2 m", "(-2, 0)"),
        (rectangle(("0", "0"), ("4", "4")), "16", "4 m", "(0, -4)"),
        (polygon(&[(3, 3), (6, 6), (3, 9)]), "1", "1 m", "(1, 0)"),
        (
            polygon(&[(2, 5), (5, 2), (6, 6)]),
            "1/2",
            "≈ 0.707106 m (the square root of 1/2)",
            "(1/2, 1/2)",
        ),
        (
            polygon(&[(0, 6), (8, 0), (9, 9)]),
            "16/25",
            "4/5 m",
            "(12/25, 16/25)",
        ),
        (
            rectangle(("3.999999999999999999999999999999", "0"), ("5", "4")),
            &format!("1/1{}", "0".repeat(60)),
            "1e-30 m",
            "(1e-30, 0)",
        ),
    ] {
        assert_eq!(
            depth(square.clone(), other),
            (squared.to_owned(), says(text, push))
        );
    }
    let folded = free(
        "c",
        vec![
            rectangle(("0", "0"), ("1", "1")),
            rectangle(("1/2", "0"), ("2", "1")),
        ],
    );
    let message = "parts 0 and 1 of body `c` overlap by 1/2 m; expected disjoint interiors";
    assert_eq!(find(&scene(vec![folded])).unwrap_err().to_string(), message);
}

#[test]
fn the_five_diamond_has_114_contact_points() {
    let found = find(&diamond(5)).unwrap();
    assert_eq!((found.contacts.len(), found.corners.len()), (114, 0));
    assert_mirrored(&diamond(3));
}

#[test]
fn a_wall_in_stack_bond_has_two_corners_at_each_joint() {
    let (height, width) = (4, 3);
    let found = find(&rows(&vec![width; height])).unwrap();
    let (height, width) = (height, usize::try_from(width).unwrap());
    let joints = (height - 1) * (width - 1);
    assert_eq!(found.corners.len(), 2 * joints);
    assert!(
        found
            .corners
            .iter()
            .all(|corner| corner.sides.iter().all(|side| side.len() == 2))
    );
    let segments = height * width + height * (width - 1);
    assert_eq!(found.contacts.len(), 2 * segments + 4 * 2 * joints);
    assert_mirrored(&rows(&[3, 3, 3]));
}

#[test]
fn long_rows_and_high_columns_have_the_pairs_that_counting_gives() {
    for (lengths, pairs) in [(vec![2000], 2000 + 1999), (vec![1; 2000], 2000)] {
        assert_eq!(find(&rows(&lengths)).unwrap().separations.len(), pairs);
    }
}

fn all_parts(scene: &Scene) -> Vec<(PartId, &Polygon)> {
    let mut parts = Vec::new();
    for (body, content) in scene.bodies.iter().enumerate() {
        for (part, polygon) in content.parts.iter().enumerate() {
            parts.push((PartId { body, part }, polygon));
        }
    }
    parts
}

fn part(scene: &Scene, id: PartId) -> &Polygon {
    &scene.bodies[id.body].parts[id.part]
}

/// The two parts of a contact in ascending order.
fn parts_of(contact: &Contact) -> (PartId, PartId) {
    let one = contact.vertex.part;
    let other = contact.edge.part;
    (one.min(other), one.max(other))
}

fn boxes_meet(one: &Polygon, other: &Polygon) -> bool {
    let (low, high) = one.bounding_box();
    let (other_low, other_high) = other.bounding_box();
    let meet_along_x = low.x <= other_high.x && other_low.x <= high.x;
    let meet_along_y = low.y <= other_high.y && other_low.y <= high.y;
    meet_along_x && meet_along_y
}

fn assert_contacts_are_clipped_sets(scene: &Scene) {
    let found = find(scene).unwrap();
    let parts = all_parts(scene);
    let mut expected_separations = Vec::new();
    let mut by_pair: BTreeMap<(PartId, PartId), Vec<usize>> = BTreeMap::new();
    for (index, contact) in found.contacts.iter().enumerate() {
        by_pair.entry(parts_of(contact)).or_default().push(index);
    }
    for (index, (first, one)) in parts.iter().enumerate() {
        for (second, other) in &parts[index + 1..] {
            if boxes_meet(one, other) {
                expected_separations.push((*first, *second));
            }
            let contacts = by_pair.remove(&(*first, *second)).unwrap_or_default();
            let is_fixed = |part: &PartId| scene.bodies[part.body].is_fixed();
            if first.body == second.body || (is_fixed(first) && is_fixed(second)) {
                assert!(contacts.is_empty());
                continue;
            }
            assert_touching(scene, &found, &contacts, [one, other]);
        }
    }
    let mut separations = Vec::new();
    for separation in &found.separations {
        separations.push((separation.first, separation.second));
    }
    assert_eq!(separations, expected_separations);
    assert!(by_pair.is_empty());
}

/// The contacts of two parts are at the ends of what clipping leaves of both.
fn assert_touching(
    scene: &Scene,
    found: &Contacts,
    contacts: &[usize],
    [one, other]: [&Polygon; 2],
) {
    let expected = clipped(one, other);
    let mut points = BTreeSet::new();
    for index in contacts {
        let point = &contacts::point(scene, &found.contacts[*index]);
        points.insert(point.clone());
    }
    assert_eq!(points, expected);
    let mut corners = found.corners.iter();
    let is_corner = corners.any(|corner| corner.sides.concat() == contacts);
    let mut expect_corner = expected.len() == 1;
    for point in &expected {
        expect_corner &= one.vertices().contains(point);
        expect_corner &= other.vertices().contains(point);
    }
    assert_eq!(is_corner, expect_corner);
    assert!(is_corner || contacts.len() == expected.len());
}

fn assert_separations(scene: &Scene, found: &Contacts) {
    let zero = number("0");
    for separation in &found.separations {
        let parts = [separation.first, separation.second];
        let Line::Edge { owner, edge } = separation.line else {
            panic!("a separation by a vector")
        };
        let other = part(scene, parts[1 - owner]);
        let owner = part(scene, parts[owner]);
        let (start, end) = owner.edges().nth(edge).unwrap();
        let direction = end - start;
        for vertex in other.vertices() {
            assert!(direction.cross(&(vertex - start)) <= zero);
        }
    }
}

fn assert_on_edges(scene: &Scene, found: &Contacts) {
    let zero = number("0");
    for contact in &found.contacts {
        let point = &contacts::point(scene, contact);
        let mut edges = part(scene, contact.edge.part).edges();
        let (start, end) = edges.nth(contact.edge.index).unwrap();
        let direction = end - start;
        assert_eq!(direction.cross(&(point - start)), zero);
        assert!((start - point).dot(&(end - point)) <= zero);
        let normal = contacts::normal(scene, contact);
        assert_eq!(normal, -&direction.quarter_turn());
    }
}

/// A translation u keeps two cones A, B at a corner apart unless u is an inner point of A - B.
fn assert_sides(scene: &Scene, found: &Contacts, corner: &Corner) {
    let contact = found.contacts[corner.sides[0][0]];
    let point = &contacts::point(scene, &contact);
    let (first, second) = parts_of(&contact);
    let mut cone = directions(part(scene, first), point);
    for direction in directions(part(scene, second), point) {
        cone.push(-&direction);
    }
    for x in -6..=6 {
        for y in -6..=6 {
            let translation = Vector::from_integers(x, y);
            let apart = !is_inside(&cone, &translation);
            let mut all = false;
            let mut any = false;
            for side in &corner.sides {
                let mut contacts = side.iter().map(|index| &found.contacts[*index]);
                all |= contacts.all(|row| respects(scene, row, second, &translation));
                let mut contacts = side.iter().map(|index| &found.contacts[*index]);
                any |= contacts.any(|row| respects(scene, row, second, &translation));
            }
            assert_eq!(all, apart);
            assert_eq!(any, apart);
        }
    }
}

/// Whether a vector is between two directions of a cone.
fn is_inside(cone: &[Vector], vector: &Vector) -> bool {
    for a in cone {
        for b in cone {
            if is_left(a, b) && is_left(a, vector) && is_left(vector, b) {
                return true;
            }
        }
    }
    false
}

fn is_left(a: &Vector, b: &Vector) -> bool {
    a.cross(b) > number("0")
}

/// Whether a contact stays open if the second part is moved.
fn respects(scene: &Scene, contact: &Contact, second: PartId, translation: &Vector) -> bool {
    let outward = contacts::normal(scene, contact).dot(translation);
    if contact.vertex.part == second {
        outward >= number("0")
    } else {
        outward <= number("0")
    }
}

proptest! {
    #[test]
    fn contacts_are_the_ends_of_the_clipped_sets(scene in grid()) {
        assert_contacts_are_clipped_sets(&scene);
    }

    #[test]
    fn separations_separate_and_contacts_lie_on_their_edges(scene in grid()) {
        let found = find(&scene).unwrap();
        assert_separations(&scene, &found);
        assert_on_edges(&scene, &found);
    }

    #[test]
    fn corner_sides_are_the_translations_that_keep_the_cones_apart(scene in grid()) {
        let found = find(&scene).unwrap();
        for corner in &found.corners {
            assert_sides(&scene, &found, corner);
        }
    }

    #[test]
    fn the_mirrored_scene_has_the_mirrored_contacts(scene in grid()) {
        assert_mirrored(&scene);
    }

    #[test]
    fn the_turned_scene_has_the_same_contacts(scene in grid()) {
        let found = find(&scene).unwrap();
        let image = find(&turned(&scene)).unwrap();
        prop_assert_eq!(found.contacts, image.contacts);
        prop_assert_eq!(found.corners, image.corners);
    }
}
