//! Short files do not ask for long work: what would is refused before it is done, and what is
//! accepted is looked at once.

use std::fmt::Write;
use zwang_certificate::read_proof;
use zwang_check::{Rejection, verify_proof};
use zwang_scene::Scene;
use zwang_scene::read::parse_json;

/// A scene of some bodies, each given as it stands in JSON.
fn scene(bodies: &[String]) -> Scene {
    let bodies = bodies.join(",");
    let text = format!(r#"{{"format":"zwang-scene-1","name":"n","body":[{bodies}]}}"#);
    parse_json(&text).unwrap().scene
}

/// A body of these parts.
fn body(name: &str, fixed: bool, parts: &[String]) -> String {
    let parts = parts.join(",");
    format!(r#"{{"name":"{name}","fixed":{fixed},"parts":[{parts}]}}"#)
}

/// Why a proof is refused.
fn rejection(scene: &Scene, lists: &str) -> Option<Rejection> {
    rejection_of("zwang-proof-1", scene, lists)
}

/// Why a proof of a format is refused.
fn rejection_of(format: &str, scene: &Scene, lists: &str) -> Option<Rejection> {
    let digest = scene.digest();
    let text = format!(r#"{{"format":"{format}","scene":"{digest}",{lists}}}"#);
    let proof = read_proof(&text).unwrap();
    verify_proof(scene, &proof).err()
}

/// The same in words.
fn proof(scene: &Scene, lists: &str) -> Result<(), String> {
    match rejection(scene, lists) {
        None => Ok(()),
        Some(rejection) => Err(rejection.to_string()),
    }
}

/// Boxes in a row and boxes in a column: from above all of the one overlap, from the side all of
/// the other, and none meet.
#[test]
fn boxes_that_do_not_meet_need_no_separation() {
    let mut parts = Vec::new();
    for index in 0..2000 {
        let near = 10 * index + 20;
        let far = near + 1;
        parts.push(format!(
            "[[{near},0],[{far},0],[{far},100000],[{near},100000]]"
        ));
        parts.push(format!(
            "[[-100000,{near}],[-5,{near}],[-5,{far}],[-100000,{far}]]"
        ));
    }
    let scene = scene(&[body("b", true, &parts)]);
    let lists = r#""separations":[],"contacts":[],"corners":[],"groups":[]"#;
    assert_eq!(proof(&scene, lists), Ok(()));
}

/// A comb on a floor, by many contacts, and many cases that say nothing.
/// A body of 1100 teeth that stand on a floor, with 2200 contacts, and the lists of what touches.
fn comb() -> (Scene, String) {
    let teeth = 1100;
    let mut parts = Vec::new();
    let mut separations = Vec::new();
    let mut contacts = Vec::new();
    for tooth in 0..teeth {
        let left = 3 * tooth;
        let right = left + 1;
        parts.push(format!("[[{left},0],[{right},0],[{right},1],[{left},1]]"));
        separations.push(format!("[0,0,1,{tooth},0,2]"));
        for vertex in 0..2 {
            contacts.push(format!("[1,{tooth},{vertex},0,0,2]"));
        }
    }
    let floor = body(
        "f",
        true,
        &["[[-1,-1],[9999,-1],[9999,0],[-1,0]]".to_owned()],
    );
    let scene = scene(&[floor, body("b", false, &parts)]);
    let mut lists = String::new();
    write!(
        lists,
        r#""separations":[{}],"contacts":[{}],"corners":[],"#,
        separations.join(","),
        contacts.join(",")
    )
    .unwrap();
    (scene, lists)
}

#[test]
fn many_cases_of_many_contacts_are_refused_before_they_are_looked_at() {
    let (scene, lists) = comb();
    let cases = |count: usize| {
        let cases = vec![r#"{"sides":[],"forces":[],"pins":[]}"#; count].join(",");
        format!(r#"{lists}"groups":[{{"bodies":[1],"cases":[{cases}],"answers":[]}}]"#)
    };
    // 2200 contacts: 1906 cases are 4,193,200, and 2^22 is 4,194,304.
    let few = proof(&scene, &cases(1906)).unwrap_err();
    assert!(few.starts_with("C6 "), "{few}");
    let many = proof(&scene, &cases(1907)).unwrap_err();
    assert!(
        many.starts_with("Form: group 0: found 1907 cases of 2200 contacts, corners and pins"),
        "{many}"
    );
    // What is too much may be true; what violates a condition is not.
    let is_excess = |count| rejection(&scene, &cases(count)).unwrap().is_excess();
    assert_eq!([1906, 1907].map(is_excess), [false, true]);
}

#[test]
fn many_ends_of_ranges_are_refused_before_they_are_looked_at() {
    let (scene, lists) = comb();
    let end = r#"{"system":0,"denominator":"1","velocity":[["0","0","0"]]}"#;
    let ranges = |count: usize| {
        let mut ranges = Vec::new();
        for contact in 0..count {
            ranges.push(format!("[{contact},0,{end},{end}]"));
        }
        let system = r#"{"denominator":"1","forces":[],"pins":[]}"#;
        format!(
            r#"{lists}"groups":[{{"bodies":[1],"systems":[{system}],"stresses":[],"forces":[{}],"pins":[]}}]"#,
            ranges.join(",")
        )
    };
    // A system and 1918 ends at 2200 contacts are 4,221,800 of 2^22 and 16 for each end.
    let refused = |count| rejection_of("zwang-ranges-1", &scene, &ranges(count)).unwrap();
    let few = refused(959).to_string();
    assert!(few.starts_with("S1 "), "{few}");
    let many = refused(960).to_string();
    assert!(
        many.starts_with("Form: group 0: found 1921 cases of 2200 contacts, corners and pins"),
        "{many}"
    );
}
