//! Which scenes runs begin with by the checker, and how many pairs, gaps and contacts a step may
//! have: what would ask for long work is refused before it is done.

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
    // 2 n - 1 of vertices, no list of which is clear; 2^15 + 4 · 2 are allowed. 26 vertices have 35,828,
    // and 10 have 2,100.
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
    // 2^20 + 32 n are allowed, n being the 512 vertices of the scene. A contact has as many, and those
    // of its first part once more, as it has one point.
    let refused = step_with_contacts(1386);
    assert!(refused.contains("L6"), "{refused}");
    let refused = step_with_contacts(1387);
    assert!(
        refused.contains("found 1065216 vertices of their parts, required at most 1064960"),
        "{refused}"
    );
}
