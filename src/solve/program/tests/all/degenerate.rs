//! Thousands of small degenerate programs: every method proves the same answer, whatever it is told
//! to begin with.

#![expect(clippy::disallowed_types, reason = "guesses are floats")]

use crate::agreement::{assert_all_agree, assert_proved, point};
use crate::decode;
use proptest::prelude::*;
use zwang_alternatives::{Method, NearestPoint};
use zwang_program::Monitor;
use zwang_program::kernel::{Guess, Outcome, Problem, solve};

/// Guesses that know nothing, or the opposite of the truth.
fn adversarial_guesses(problem: &Problem, truth: &Outcome, noise: &[f64]) -> Vec<Guess> {
    let rows = problem.rows.len();
    let constant =
        |multiplier: f64, slack: f64| Guess::new(vec![multiplier; rows], vec![slack; rows]);
    let carries: Vec<bool> = match truth {
        Outcome::Optimal(optimum) => optimum
            .multipliers
            .iter()
            .map(|value| *value != 0)
            .collect(),
        Outcome::Infeasible(multipliers) => multipliers.iter().map(|value| *value != 0).collect(),
    };
    let opposite = |yes: f64, no: f64| {
        carries
            .iter()
            .map(|&carries| if carries { no } else { yes })
            .collect()
    };
    vec![
        Guess::new(opposite(1.0, 0.0), opposite(0.0, 1.0)),
        Guess::new(
            noise.iter().copied().cycle().take(rows).collect(),
            vec![0.0; rows],
        ),
        Guess::new(vec![], vec![]),
        Guess::new(vec![1.0; rows + 3], vec![0.0; rows / 2]),
        constant(1.0, 0.0),
        constant(0.0, 0.0),
        constant(-1.0, -1.0),
        constant(f64::NAN, f64::NAN),
        constant(f64::INFINITY, f64::NEG_INFINITY),
        constant(f64::MAX, f64::MIN_POSITIVE),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn all_methods_agree_on_degenerate_programs(
        bytes in prop::collection::vec(any::<u8>(), 0..120),
    ) {
        assert_all_agree(&decode::problem(&bytes));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_wrong_guess_costs_only_time(
        bytes in prop::collection::vec(any::<u8>(), 40..120),
        noise in prop::collection::vec(-1.0_f64..1.0, 16),
    ) {
        let problem = decode::problem(&bytes);
        let truth = NearestPoint.solve(&problem, &Monitor::default()).unwrap().outcome;
        for guess in adversarial_guesses(&problem, &truth, &noise) {
            let outcome = solve(&problem, Some(&guess), &Monitor::default()).unwrap();
            assert_proved(&problem, &outcome, "active set");
            prop_assert_eq!(point(&outcome), point(&truth));
        }
    }
}

/// The generator of G. Marsaglia (*Xorshift RNGs*, 2003), so that this test sees the same bytes
/// everywhere.
struct Xorshift(u64);

impl Iterator for Xorshift {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Some((self.0 >> 32) as u8)
    }
}

#[test]
fn the_fuzz_target_runs_on_random_bytes_and_reaches_both_outcomes() {
    let (mut optimal, mut infeasible, mut with_equalities) = (0, 0, 0);
    for seed in 1..=1000 {
        let bytes: Vec<u8> = Xorshift(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15))
            .take(100)
            .collect();
        let problem = decode::problem(&bytes);
        with_equalities += usize::from(problem.equalities > 0);
        match assert_all_agree(&problem)[0].outcome {
            Outcome::Optimal(_) => optimal += 1,
            Outcome::Infeasible(_) => infeasible += 1,
        }
    }
    assert!(
        optimal > 100 && infeasible > 100 && with_equalities > 100,
        "{optimal}, {infeasible}, {with_equalities}"
    );
}
