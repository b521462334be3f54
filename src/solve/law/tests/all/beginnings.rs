//! Which scenes runs begin with by the checker: what would ask for long work is refused before it
//! is done.

use crate::stage::{begin, scene};
use zwang_check::law::Checker;

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
