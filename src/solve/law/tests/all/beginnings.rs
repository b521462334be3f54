//! Which scenes runs begin with by the checker, and how many pairs, vertices, rows, gaps and
//! contacts a step may have: what would ask for long work is refused before it is done.

use crate::checked_solids;
use crate::stage::{begin, scene};
use num_bigint::BigInt;
use zwang_certificate::PartId;
use zwang_certificate::run2;
use zwang_certificate::run2::space::{Contact, Group, Leaf, Part, Point, Record};
use zwang_check::law::{self, Checker};
use zwang_law::LawError;
use zwang_law::space::Simulation;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// Why no run can begin with a fixed body of these parts, and a brick far away.
fn beginning(parts: &[String]) -> Result<(), String> {
    let parts = parts.join(", ");
    let far = "[[1000000, 0], [1000001, 0], [1000001, 1], [1000000, 1]]";
    let scene = scene(
        "[0, -10]",
        &format!(
            "[[body]]\nname = \"b\"\nfixed = true\nparts = [{parts}]\n\
             [[body]]\nname = \"far\"\nparts = [{far}]\n"
        ),
    );
    let header = begin(scene.clone(), "1/100").header(None);
    match Checker::new(&scene, &header) {
        Ok(_) => Ok(()),
        Err(rejection) => Err(rejection.to_string()),
    }
}

/// Thin triangles side by side: no two overlap, and the boxes of all meet.
fn slanting(count: usize) -> Vec<String> {
    let mut parts = Vec::new();
    for index in 0..count as i64 {
        let low = 2 * index;
        let [right, top] = [10_000 + low, 10_000 - low];
        let before = right - 1;
        parts.push(format!(
            "[[{low}, -{low}], [{right}, {top}], [{before}, {top}]]"
        ));
    }
    parts
}

#[test]
fn a_run_begins_with_so_many_pairs_near_each_other_and_no_more() {
    // n (n - 1) / 2 pairs, and 2^16 + 32 n are allowed; the brick is one more part: 78,606 of 397
    // parts, and 78,272.
    assert_eq!(beginning(&slanting(396)), Ok(()));
    let refused = beginning(&slanting(397)).unwrap_err();
    assert!(
        refused.contains("found more than 78272 pairs near each other"),
        "{refused}"
    );
}

/// A part with so many vertices on a parabola, and triangles beside it, in its box.
fn large_and_small(count: i64, triangles: i64) -> Vec<String> {
    let vertices = (0..count).map(|x| format!("[{x}, {}]", x * x));
    let mut parts = vec![format!("[{}]", vertices.collect::<Vec<_>>().join(", "))];
    for index in 0..triangles {
        let [left, low] = [count - 2 - index, 2 * index];
        let [right, high] = [left + 1, low + 1];
        parts.push(format!(
            "[[{left}, {low}], [{right}, {low}], [{left}, {high}]]"
        ));
    }
    parts
}

#[test]
fn parts_near_each_other_have_so_many_vertices_and_no_more() {
    // Each triangle is near the large part, and few are near each other: 3 m + 2000 m vertices of
    // pairs, and 2^19 + 64 (2000 + 3 m + 4) are allowed.
    assert_eq!(beginning(&large_and_small(2000, 350)), Ok(()));
    let refused = beginning(&large_and_small(2000, 380)).unwrap_err();
    assert!(
        refused.contains("found more than 725504 vertices of parts near each other"),
        "{refused}"
    );
}

/// Why a first step without any forces is refused.
fn empty_step(scene: &Scene) -> Result<(), String> {
    let header = begin(scene.clone(), "1/100").header(None);
    let checker = Checker::new(scene, &header).unwrap();
    let record = run2::Record {
        k: 1,
        groups: vec![],
        state: None,
    };
    match checker.step(&checker.start(), &record) {
        Ok(_) => Ok(()),
        Err(rejection) => Err(rejection.to_string()),
    }
}

/// Why the solver does no first step.
fn first_step(scene: &Scene) -> Option<LawError> {
    begin(scene.clone(), "1/100")
        .advance(&Monitor::default())
        .err()
}

#[test]
fn a_step_has_so_many_pairs_near_each_other_and_no_more() {
    // n (n - 1) / 2 pairs, and 2^12 + 8 n are allowed: 4851 of 99 bodies, and 4888.
    let falling = |count| {
        let mut bodies = String::new();
        for (index, part) in slanting(count).iter().enumerate() {
            bodies += &format!("[[body]]\nname = \"{index}\"\nparts = [{part}]\n");
        }
        scene("[0, -10]", &bodies)
    };
    assert_eq!(empty_step(&falling(99)), Ok(()));
    let many = falling(100);
    let refused = empty_step(&many).unwrap_err();
    assert!(
        refused.contains("found more than 4896 pairs near each other"),
        "{refused}"
    );
    assert_eq!(first_step(&many), Some(LawError::TooManyPairs { step: 1 }));
}

#[test]
fn a_step_does_not_look_at_too_many_gaps() {
    // Two rounded parts of n vertices that fly through each other: 2 n² gaps of edges, and n² times
    // 2 n - 1 of vertices, no list of which is clear; 2^15 + 4 · 2 are allowed. 26 vertices have
    // 35,828, and 10 have 2,100.
    let passing = |count: i64| {
        let mut bodies = String::new();
        for (name, side) in [("bowl", 1), ("dome", -1)] {
            let xs = (0..count).map(|index| index - count / 2);
            let mut outline = Vec::new();
            for x in xs {
                outline.push(format!("[{x}, {}]", side * (x * x + 1)));
            }
            bodies += &format!(
                "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = 1000\ncentroid = [0, 0]\n\
                 velocity = [0, {}]\nspin = \"1/10\"\n\
                 parts = [{{ vertices = [{}], radius = \"1/4\" }}]\n",
                -40_000 * side,
                outline.join(", ")
            );
        }
        scene("[0, 0]", &bodies)
    };
    let few = empty_step(&passing(10)).unwrap_err();
    assert!(!few.contains("gaps"), "{few}");
    let many = passing(26);
    let refused = empty_step(&many).unwrap_err();
    assert!(
        refused.contains("found more than 32776 gaps of edges and vertices to look at"),
        "{refused}"
    );
    let body = "bowl".to_owned();
    assert_eq!(
        first_step(&many),
        Some(LawError::WatchesTooMuch { step: 1, body })
    );
}

#[test]
fn a_step_does_not_list_too_many_rows() {
    // All edges of two nearly flat sides are candidates. So 191² pairs of edges are compared at
    // each of two guesses, and 2^15 + 8 n are allowed.
    let flat = |count: i64| {
        let height = 8192 * count * count;
        let [first, last] = [-(count / 2), count - count / 2];
        let mut low = Vec::new();
        for x in first..=last {
            low.push([height / (count / 2) * x, x * x]);
        }
        low.push([low[low.len() - 1][0] - 1, height]);
        low.push([low[0][0] + 1, height]);
        let mut bodies = String::new();
        for (name, side) in [("above", 1), ("below", -1)] {
            let mut outline = Vec::new();
            for [x, y] in &low {
                outline.push(format!("[{x}, {}]", side * y));
            }
            let outline = outline.join(", ");
            bodies += &format!("[[body]]\nname = \"{name}\"\nparts = [[{outline}]]\n");
        }
        scene("[0, -10]", &bodies)
    };
    assert_eq!(empty_step(&flat(124)), Ok(()));
    assert_eq!(first_step(&flat(124)), None);
    let many = flat(191);
    let refused = empty_step(&many).unwrap_err();
    assert!(
        refused.contains("found more than 35872 rows to look at"),
        "{refused}"
    );
    let body = "above".to_owned();
    assert_eq!(
        first_step(&many),
        Some(LawError::ListsTooMuch { step: 1, body })
    );
}

/// Rods that lie across fixed ones: of each layer so many, one vertex apart from the next.
fn lattice(count: i64) -> zwang_scene::space::Scene {
    let mut bodies = Vec::new();
    for index in 0..count {
        let [at, end] = [2 * index, 2 * count];
        bodies.push(format!(
            "{{ name = \"below {index}\", fixed = true, \
             parts = [{{ vertices = [[0, {at}, 0], [{end}, {at}, 0]], radius = \"1/2\" }}] }}"
        ));
        let middle = count - 1;
        bodies.push(format!(
            "{{ name = \"above {index}\", mass = 1, inertia = [1, 1, 1], centroid = [{at}, {middle}, 1], \
             parts = [{{ vertices = [[{at}, 0, 1], [{at}, {end}, 1]], radius = \"1/2\" }}] }}"
        ));
    }
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    checked_solids::scene("[0, 0, -1]", "0", &bodies)
}

#[test]
fn bodies_in_space_touch_in_so_many_points_and_no_more() {
    // n² points of 4 n vertices, and 2^12 + 8 · 4 n are allowed: 6889 of 83 rods, and 6752.
    let step = |count| {
        let simulation = Simulation::new(lattice(count), &checked_solids::number("1/100"));
        simulation.unwrap().advance()
    };
    let points = |record: &Record| {
        let contacts = record.last.groups.iter().flat_map(|group| &group.contacts);
        contacts.map(|contact| contact.points.len()).sum::<usize>()
    };
    assert_eq!(points(&step(9).unwrap()), 81);
    assert_eq!(step(83).unwrap_err(), LawError::ManyPoints { step: 1 });
}

/// Two solids of 256 vertices each, above each other.
fn two_bowls() -> zwang_scene::space::Scene {
    let bowl = |height: i64| {
        let mut vertices = Vec::new();
        for x in 0..16_i64 {
            for y in 0..16_i64 {
                vertices.push(format!("[{x}, {y}, {}]", height + x * x + y * y));
            }
        }
        format!("[[{}]]", vertices.join(", "))
    };
    let below = format!("{{ name = \"a\", fixed = true, parts = {} }}", bowl(0));
    let above = format!("{{ name = \"b\", parts = {} }}", bowl(1000));
    checked_solids::scene("[0, 0, 0]", "0", &[&below, &above])
}

/// Why a step with so many equal contacts is refused.
fn step_with_contacts(count: usize) -> String {
    let scene = two_bowls();
    let simulation = Simulation::new(scene.clone(), &checked_solids::number("1/100")).unwrap();
    let checker = law::space::Checker::new(&scene, &simulation.header(None)).unwrap();
    let up = [BigInt::ZERO, BigInt::ZERO, BigInt::from(1_u64 << 63)];
    let contact = Contact {
        parts: [PartId { body: 0, part: 0 }, PartId { body: 1, part: 0 }],
        before: up.clone(),
        after: up,
        points: vec![Point {
            from: 0,
            toward: vec![],
        }],
    };
    let group = Group {
        contacts: vec![contact; count],
        joints: Vec::new(),
        rounds: vec![],
        programs: vec![],
        velocity: Leaf::default(),
    };
    let record = Record {
        k: 1,
        earlier: vec![],
        last: Part {
            groups: vec![group],
            apart: vec![],
        },
        state: None,
    };
    let refused = checker.step(&checker.start(), &record).unwrap_err();
    refused.to_string()
}

#[test]
fn contacts_of_a_step_have_parts_of_so_many_vertices_and_no_more() {
    // 2^20 + 32 n are allowed, n being the 512 vertices of the scene. A contact has as many, and
    // those of its first part once more, as it has one point.
    let refused = step_with_contacts(1386);
    assert!(refused.contains("L6"), "{refused}");
    let refused = step_with_contacts(1387);
    assert!(
        refused.contains("found 1065216 vertices of their parts, required at most 1064960"),
        "{refused}"
    );
}
