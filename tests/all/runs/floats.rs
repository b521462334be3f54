//! Without a floating-point guess the states are the same, number for number; where forces are
//! unique, so is the whole file.

use crate::runs::course::{gallery, run, settings};
use zwang_certificate::run::write_record;
use zwang_law::Settings;

#[test]
fn runs_do_not_depend_on_floats() {
    for (name, steps, has_unique_forces) in [
        ("cantilever", 30, true),
        ("ladder", 30, true),
        ("double-pendulum", 30, true),
        ("diamond-5", 4, false),
    ] {
        let scene = gallery(name);
        let [with, without] = [true, false].map(|floats| {
            run(
                &scene,
                Settings {
                    floats,
                    ..settings(50, (0, 1))
                },
                steps,
            )
        });
        for (one, other) in with.records.iter().zip(&without.records) {
            assert_eq!(one.state, other.state, "{name}, step {}", one.k);
            if has_unique_forces {
                assert_eq!(write_record(one), write_record(other), "{name}");
            }
        }
        assert_eq!(with.records.len(), steps);
        assert_eq!(without.records.len(), steps);
    }
}
