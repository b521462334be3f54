//! Giving up: a time limit that is too short ends with `unknown`, and leaves nothing behind.

use crate::workshop::Workshop;

#[test]
fn a_time_limit_ends_with_unknown_and_writes_nothing() {
    let workshop = Workshop::new("limit");
    workshop.zwang("scene diamond 30 -o large.toml").succeeds();
    let run = workshop.zwang("collapse large.toml --no-floats --time-limit 1/1000");
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.err, "zwang: unknown: no answer within 1/1000 s; allow more with --time-limit\n");
    assert_eq!(run.out, "");
    assert_eq!(workshop.names(), ["large.toml"]);
}

#[test]
fn a_generous_time_limit_changes_nothing() {
    let workshop = Workshop::new("generous-limit");
    assert_eq!(workshop.zwang("stability --no-proof --time-limit 1000").code, 1);
}

#[test]
fn a_limit_is_a_positive_number_of_seconds() {
    let workshop = Workshop::new("odd-limits");
    for limit in ["0", "1e99"] {
        let run = workshop.zwang(&format!("collapse --time-limit {limit}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains("expected a positive number of seconds"), "{run:?}");
    }
}
