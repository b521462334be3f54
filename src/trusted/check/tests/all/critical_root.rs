//! Roots that are critical frictions: the two examples of `proofs/FORMAT.md`, section 9, and what
//! is wrong with them once a number is another.

use std::fs;
use std::path::Path;
use zwang_certificate::threshold;
use zwang_check::threshold::{VerifiedThreshold, verify};
use zwang_scene::Scene;

const SLOPE: &str = r#"{"polynomial": ["-3", "4"], "between": ["0", "1"], "halvings": 0,
 "groups": [{"cases": [{"sides": [], "denominator": "80",
  "forces": [[0, ["2c"], ["-21"]], [1, ["14"], ["-f"]]], "pins": []}]}],
 "group": 0, "velocity": [[["-1"], [], []]], "drift": [[[], ["-1"], []]]}"#;

const LADDER: &str = r#"{"polynomial": ["-7", "14", "8"], "between": ["0", "1"], "halvings": 4,
 "groups": [{"cases": [{"sides": [], "denominator": "1f4",
  "forces": [[0, ["34", "10"], ["-e", "-c"]], [1, ["1c", "18"], ["-15", "20"]]], "pins": []}]}],
 "group": 0, "velocity": [[["-38", "53"], [], ["0", "-28"]]], "drift": [[[], ["-1"], []]]}"#;

/// The scene of a fixture, and its proof with a root.
fn with_root(name: &str, root: &str) -> (Scene, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../proofs/thresholds/accepted");
    let file = folder.join(name);
    let scene = fs::read_to_string(file.with_extension("toml")).unwrap();
    let proof = fs::read_to_string(file.with_extension("json")).unwrap();
    let (body, end) = proof.split_at(proof.rfind('}').unwrap());
    (
        scene.parse().unwrap(),
        format!("{body},\n\"root\": {root}{end}"),
    )
}

/// The checker's answer to the proof of a fixture with a root.
fn checked(name: &str, root: &str) -> Result<VerifiedThreshold, String> {
    let (scene, proof) = with_root(name, root);
    let threshold = threshold::read(&proof).map_err(|error| error.to_string())?;
    assert_eq!(
        threshold::read(&threshold::write(&threshold)).unwrap(),
        threshold
    );
    verify(&scene, &threshold).map_err(|rejection| rejection.to_string())
}

/// The checker's answer to the ladder with one text in place of another.
fn changed(old: &str, new: &str) -> String {
    assert_eq!(LADDER.matches(old).count(), 1, "{old}");
    match checked("friction-of-a-ladder", &LADDER.replace(old, new)) {
        Ok(verified) => verified.to_string(),
        Err(refusal) => refusal,
    }
}

fn refused(old: &str, new: &str, expected: &str) {
    assert_eq!(changed(old, new), expected);
}

#[test]
fn the_root_of_a_slope_is_a_fraction() {
    let verified = checked("friction-of-a-slope", SLOPE).unwrap();
    assert_eq!(
        verified.to_string(),
        "can stand at friction 3/4, falls at 1/2; critical at the root of 4x - 3 between 0 and 1"
    );
    assert!(verified.root().unwrap().polynomial().len() == 2);
}

#[test]
fn the_root_of_a_ladder_is_irrational() {
    assert_eq!(
        checked("friction-of-a-ladder", LADDER).unwrap().to_string(),
        "can stand at friction 1/2, falls at 1/4; \
         critical at the root of 8x^2 + 20x - 7 between 0 and 1"
    );
}

#[test]
fn a_factor_of_all_numbers_does_not_matter() {
    let doubled = r#""polynomial": ["-e", "28", "10"]"#;
    assert_eq!(
        changed(r#""polynomial": ["-7", "14", "8"]"#, doubled),
        "can stand at friction 1/2, falls at 1/4; \
         critical at the root of 16x^2 + 40x - 14 between 0 and 1"
    );
}

#[test]
fn form_of_the_polynomial_and_its_interval() {
    let required = "required from 2 to 17 of at most 4096 bits each, of which the last is above 0";
    let polynomial = r#"["-7", "14", "8"]"#;
    for (other, found) in [
        ("[]", "0 coefficients"),
        (r#"["1"]"#, "1 coefficients"),
        (r#"["7", "-14", "-8"]"#, "3 coefficients"),
        (r#"["-7", "14", "8", "0"]"#, "4 coefficients"),
    ] {
        let expected = format!("Form: root: polynomial: found {found}, {required}");
        refused(polynomial, other, &expected);
    }
    refused(
        r#"["0", "1"]"#,
        r#"["1", "0"]"#,
        "Form: root: between: found 1 and 0, required two ascending numbers, not negative",
    );
    refused(
        r#"["0", "1"]"#,
        r#"["-1", "1"]"#,
        "Form: root: between: found -1 and 1, required two ascending numbers, not negative",
    );
    refused(
        r#""halvings": 4"#,
        r#""halvings": 4097"#,
        "Form: root: halvings: found 4097, required at most 4096",
    );
    refused(
        r#"["0", "1"]"#,
        r#"["0", "2/2"]"#,
        "between: found `2/2`; expected a fraction in lowest terms, as `4/11` or `-3`",
    );
    let long = format!(r#"["0", "1{}"]"#, "0".repeat(1024));
    assert!(changed(r#"["0", "1"]"#, &long).ends_with("expected at most 1024 characters"));
}

#[test]
fn form_of_the_rest() {
    refused(
        r#"["34", "10"]"#,
        r#"["34", "10", "0"]"#,
        "Form: root: elements: found an element of 3 coefficients, \
         required at most 2, the degree of the polynomial",
    );
    refused(
        r#"["-38", "53"]"#,
        r#"["-38", "53", "0"]"#,
        "Form: root: elements: found an element of 3 coefficients, \
         required at most 2, the degree of the polynomial",
    );
    refused(
        r#""group": 0"#,
        r#""group": 1"#,
        "Form: root: proof: found group 1, required an index below 1",
    );
    refused(
        r#""denominator": "1f4""#,
        r#""denominator": "0""#,
        "Form: root: group 0, case 0, power 0: denominator: found 0, required above 0",
    );
    refused(
        r#""groups": [{"#,
        r#""groups": [{"cases": []}, {"#,
        "Form: root: groups: found 2 entries, required 1, one for each group",
    );
    refused(
        r#""pins": []}]}],"#,
        r#""pins": []}, {"sides": [[0, 0]], "denominator": "1", "forces": [], "pins": []}]}],"#,
        "Form: root: group 0, case 1: corner 0: found side 0 fixed, \
         required side 0 or 1 of an undecided corner of the group",
    );
    refused(
        r#"[[[], ["-1"], []]]"#,
        "[]",
        "Form: root: drift: found 0 entries, required 1, one for each body",
    );
}

#[test]
fn k3_needs_one_root() {
    refused(
        r#"["0", "1"]"#,
        r#"["1", "2"]"#,
        "K3 the root: root: polynomial: found no change of sign, \
         required opposite signs at the ends",
    );
    // 8x² - 20x + 7 falls first and rises then.
    refused(
        r#"["-7", "14", "8"], "between": ["0", "1"]"#,
        r#"["7", "-14", "8"], "between": ["0", "3"]"#,
        "K3 the root: root: polynomial: found no change of sign, \
         required opposite signs at the ends",
    );
    refused(
        r#"["-7", "14", "8"], "between": ["0", "1"]"#,
        r#"["7", "-14", "8"], "between": ["0", "2"]"#,
        "K3 the root: root: polynomial: found a derivative whose sign is not known between the \
         ends, required one that is above 0, or below 0",
    );
}

#[test]
fn k4_to_k5_forces_hold() {
    let imbalance = changed(r#"["34", "10"]"#, r#"["35", "10"]"#);
    assert!(imbalance.starts_with("K4 forces balance"), "{imbalance}");
    let imbalance = changed(r#"["34", "10"]"#, r#"["34", "11"]"#);
    assert!(imbalance.contains("power 1, `ladder`"), "{imbalance}");
    // Another polynomial, whose root is a little smaller: forces on the bound are beyond it.
    let beyond = changed(r#"["-7", "14", "8"]"#, r#"["-6", "14", "8"]"#);
    assert!(
        beyond.starts_with("K5 friction is bounded at the root: root: group 0, case 0"),
        "{beyond}"
    );
}

#[test]
fn k7_to_k9_a_group_falls() {
    let resistance = "found resistance to the velocity or the drift, required none at the root";
    let contact = "contact 1 (vertex 1 of `ladder` on edge 3 of `wall`)";
    let expected = format!("K7 no contact resists: root: group 0, {contact}: {resistance}");
    refused(r#""halvings": 4"#, r#""halvings": 3"#, &expected);
    refused(
        r#"[["-38", "53"], [], ["0", "-28"]]"#,
        r#"[["-38", "53"], ["10"], ["0", "-28"]]"#,
        "K8 the velocity does no work: root: group 0, velocity: \
         found work -20, 0, times a number, required 0",
    );
    refused(
        r#"[[], ["-1"], []]"#,
        "[[], [], []]",
        "K9 the drift does work: root: group 0, drift: \
         found work 0, 0, times a number, required positive at the root",
    );
}

#[test]
fn only_friction_has_a_root() {
    let (_, proof) = with_root("tilt-that-slides", LADDER);
    let error = threshold::read(&proof).unwrap_err();
    assert_eq!(
        error.to_string(),
        "vary: found `a tilt, gravity or a load, with other keys`; expected `stands` with `falls` or \
         with `endless`; or `falls`, perhaps with `opposite`"
    );
}
