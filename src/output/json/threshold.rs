//! The answer of `critical`: `zwang-critical-1`, and `zwang-critical-parameter-1` with `--vary`.

use super::number;
use crate::rows;
use num_bigint::BigInt;
use serde::Serialize;
use zwang_certificate::threshold::Vary;
use zwang_check::threshold::{CriticalRoot, VerifiedThreshold};
use zwang_scene::Scene;

/// The answer of `critical`: a value at which forces hold the scene, one at which none do, and the
/// coefficients of a polynomial with a root between them; the root itself, if it is proved.
#[must_use]
pub fn threshold(
    scene: &Scene,
    verified: &VerifiedThreshold,
    polynomial: Option<&[BigInt]>,
) -> String {
    rows::text(&Threshold {
        format: "zwang-critical-1",
        scene: &scene.name,
        digest: verified.digest(),
        vary: verified.vary().word(),
        load: match verified.vary() {
            Vary::Load(name) => Some(name),
            _ => None,
        },
        verdict: verified.verdict().to_string(),
        stands_at: number(verified.stands_at()),
        falls_at: number(verified.falls_at()),
        falls_beyond: verified.falls_beyond().map(number),
        exact: verified.is_exact(),
        polynomial: polynomial.map(integers),
        root: verified.root().map(Root::new),
    })
}

#[derive(Serialize)]
struct Threshold<'a> {
    format: &'static str,
    scene: &'a str,
    digest: &'a str,
    vary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<&'a str>,
    verdict: String,
    stands_at: String,
    falls_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_beyond: Option<String>,
    exact: bool,
    /// From the constant coefficient on; not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    polynomial: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<Root>,
}

/// What a critical friction is: the only root of a polynomial between two numbers.
#[derive(Serialize)]
struct Root {
    /// From the constant coefficient on.
    polynomial: Vec<String>,
    between: [String; 2],
}

impl Root {
    fn new(root: &CriticalRoot) -> Self {
        Self {
            polynomial: integers(root.polynomial()),
            between: root.between().each_ref().map(number),
        }
    }
}

fn integers(numbers: &[BigInt]) -> Vec<String> {
    numbers.iter().map(BigInt::to_string).collect()
}

/// The answer of `critical --vary` as JSON of the format `zwang-critical-parameter-1`.
#[must_use]
pub fn varied(varied: &crate::Varied) -> String {
    let crate::Varied {
        scene,
        parameter: vary,
        verdict,
        stands_at,
        stands_digest,
        falls_at,
        falls_digest,
        simplest,
        solved,
    } = *varied;
    rows::text(&VariedParameter {
        format: "zwang-critical-parameter-1",
        scene,
        vary,
        verdict: verdict.to_string(),
        stands_at: number(stands_at),
        stands_digest,
        falls_at: number(falls_at),
        falls_digest,
        simplest: number(simplest),
        solved,
    })
}

#[derive(Serialize)]
struct VariedParameter<'a> {
    format: &'static str,
    scene: &'a str,
    vary: &'a str,
    verdict: String,
    stands_at: String,
    stands_digest: &'a str,
    falls_at: String,
    falls_digest: &'a str,
    /// The fraction with the smallest denominator from one to the other; not proved critical.
    simplest: String,
    solved: usize,
}
