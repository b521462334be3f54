//! Contacts of hand-made scenes, and of random ones against clipping and brute force.

use crate::bricks::clipping::{clipped, directions};
use crate::bricks::grid::grid;
use crate::bricks::{
    diamond, fixed, free, mirrored, moving, number, pin, polygon, rectangle, rows, scene, turned,
    vector,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature, PartId};
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
        "bodies `upper` and `lower` collide at (0, 0): found gap velocity -1 along the normal (1, 0), expected at least 0"
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
    let message = "pin 2 at (1, 1): `other` and `arm` differ in velocity by (-1, 0) there, expected equal velocities";
    assert_eq!(error.to_string(), message);
    pinned.pins = vec![pin(0, None, ("2", "2"))];
    let message = "pin 0 at (2, 2): `arm` and the world differ in velocity by (0, 1) there, expected equal velocities";
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
    let error = |bodies: Vec<Body>| match find(&scene(bodies)).unwrap_err() {
        ContactError::Overlap(overlap) => {
            let squared = overlap.depth.squared().to_string();
            assert_eq!(
                overlap.depth.exact().is_some(),
                !overlap.depth.to_string().contains("root")
            );
            (squared, overlap.to_string())
        }
        other => panic!("{other}"),
    };
    let message = error(vec![
        fixed("a", vec![first.clone()]),
        free("b", vec![second.clone()]),
    ]);
    let reversed = error(vec![fixed("a", vec![second]), free("b", vec![first])]);
    assert_eq!(message, reversed);
    message
}

#[test]
fn overlaps_are_refused_with_their_depth() {
    let says = |depth: &str| {
        format!(
            "body `a` (part 0) and body `b` (part 0) overlap by {depth}; expected disjoint interiors"
        )
    };
    let square = rectangle(("0", "0"), ("4", "4"));
    for (other, squared, text) in [
        (rectangle(("15/4", "1"), ("10", "2")), "1/16", "1/4"),
        (rectangle(("1", "1"), ("2", "3")), "4", "2"),
        (rectangle(("0", "0"), ("4", "4")), "16", "4"),
        (polygon(&[(3, 3), (6, 6), (3, 9)]), "1", "1"),
        (
            polygon(&[(2, 5), (5, 2), (6, 6)]),
            "1/2",
            "0.707106 (the square root of 1/2)",
        ),
        (polygon(&[(0, 6), (8, 0), (9, 9)]), "16/25", "4/5"),
        (
            rectangle(("3.999999999999999999999999999999", "0"), ("5", "4")),
            &format!("1/1{}", "0".repeat(60)),
            &format!("1/1{}", "0".repeat(30)),
        ),
    ] {
        assert_eq!(
            depth(square.clone(), other),
            (squared.to_owned(), says(text))
        );
    }
    let folded = free(
        "c",
        vec![
            rectangle(("0", "0"), ("1", "1")),
            rectangle(("1/2", "0"), ("2", "1")),
        ],
    );
    let message = "parts 0 and 1 of body `c` overlap by 1/2; expected disjoint interiors";
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
        parts.extend(
            content
                .parts
                .iter()
                .enumerate()
                .map(|(part, polygon)| (PartId { body, part }, polygon)),
        );
    }
    parts
}

proptest! {
    #[test]
    fn contacts_are_the_ends_of_the_clipped_sets(scene in grid()) {
        let found = find(&scene).unwrap();
        let parts = all_parts(&scene);
        let mut separated = found.separations.iter().map(|separation| (separation.first, separation.second));
        let mut by_pair: BTreeMap<(PartId, PartId), Vec<usize>> = BTreeMap::new();
        for (index, contact) in found.contacts.iter().enumerate() {
            let (one, other) = (contact.vertex.part, contact.edge.part);
            by_pair.entry((one.min(other), one.max(other))).or_default().push(index);
        }
        for (first_index, (first, one)) in parts.iter().enumerate() {
            for (second, other) in &parts[first_index + 1..] {
                let ((low, high), (other_low, other_high)) = (one.bounding_box(), other.bounding_box());
                if low.x <= other_high.x && other_low.x <= high.x && low.y <= other_high.y && other_low.y <= high.y {
                    prop_assert_eq!(separated.next(), Some((*first, *second)));
                }
                let contacts = by_pair.remove(&(*first, *second)).unwrap_or_default();
                let both_fixed = scene.bodies[first.body].is_fixed() && scene.bodies[second.body].is_fixed();
                if first.body == second.body || both_fixed {
                    prop_assert!(contacts.is_empty());
                    continue;
                }
                let expected = clipped(one, other);
                let points: BTreeSet<Vector> =
                    contacts.iter().map(|index| contacts::point(&scene, &found.contacts[*index]).clone()).collect();
                prop_assert_eq!(&points, &expected);
                let is_corner = found.corners.iter().any(|corner| corner.sides.concat() == contacts);
                let of_both = |point: &Vector| one.vertices().contains(point) && other.vertices().contains(point);
                prop_assert_eq!(is_corner, expected.len() == 1 && expected.iter().all(of_both));
                prop_assert!(is_corner || contacts.len() == expected.len());
            }
        }
        prop_assert_eq!(separated.next(), None);
        prop_assert!(by_pair.is_empty());
    }

    #[test]
    fn separations_separate_and_contacts_lie_on_their_edges(scene in grid()) {
        let found = find(&scene).unwrap();
        let polygon = |part: PartId| &scene.bodies[part.body].parts[part.part];
        for separation in &found.separations {
            let parts = [separation.first, separation.second];
            let (owner, other) = (parts[separation.owner], parts[1 - separation.owner]);
            let (start, end) = polygon(owner).edges().nth(separation.edge).unwrap();
            let outer = polygon(other).vertices().iter().all(|vertex| (end - start).cross(&(vertex - start)) <= number("0"));
            prop_assert!(outer);
        }
        for contact in &found.contacts {
            let point = contacts::point(&scene, contact);
            let (start, end) = polygon(contact.edge.part).edges().nth(contact.edge.index).unwrap();
            prop_assert_eq!((end - start).cross(&(point - start)), number("0"));
            prop_assert!((start - point).dot(&(end - point)) <= number("0"));
            prop_assert_eq!(contacts::normal(&scene, contact), -&(end - start).quarter_turn());
        }
    }

    /// A translation u keeps two cones A, B at a corner apart unless u is an inner point of A - B.
    #[test]
    fn corner_sides_are_the_translations_that_keep_the_cones_apart(scene in grid()) {
        let found = find(&scene).unwrap();
        for corner in &found.corners {
            let contact = found.contacts[corner.sides[0][0]];
            let point = contacts::point(&scene, &contact);
            let (first, second) = (contact.vertex.part.min(contact.edge.part), contact.vertex.part.max(contact.edge.part));
            let polygon = |part: PartId| &scene.bodies[part.body].parts[part.part];
            let mut cone = directions(polygon(first), point);
            cone.extend(directions(polygon(second), point).iter().map(|direction| -direction));
            for (x, y) in (-6..=6).flat_map(|x| (-6..=6).map(move |y| (x, y))) {
                let translation = Vector::from_integers(x, y);
                let is_left = |a: &Vector, b: &Vector| a.cross(b) > number("0");
                let between = |a: &Vector, b: &Vector| is_left(a, b) && is_left(a, &translation) && is_left(&translation, b);
                let apart = !cone.iter().any(|a| cone.iter().any(|b| between(a, b)));
                let respects = |index: &usize| {
                    let contact = &found.contacts[*index];
                    let outward = contacts::normal(&scene, contact).dot(&translation);
                    if contact.vertex.part == second { outward >= number("0") } else { outward <= number("0") }
                };
                prop_assert_eq!(corner.sides.iter().any(|side| side.iter().all(respects)), apart);
                prop_assert_eq!(corner.sides.iter().any(|side| side.iter().any(respects)), apart);
            }
        }
    }

    #[test]
    fn the_mirrored_scene_has_the_mirrored_contacts(scene in grid()) {
        assert_mirrored(&scene);
    }

    #[test]
    fn the_turned_scene_has_the_same_contacts(scene in grid()) {
        let (found, image) = (find(&scene).unwrap(), find(&turned(&scene)).unwrap());
        prop_assert_eq!(found.contacts, image.contacts);
        prop_assert_eq!(found.corners, image.corners);
    }
}
