//! Changes to proved scenes, and what verification says of them.

use super::Proved;
use zwang_certificate::{BigInt, Certificate};
use zwang_check::{Condition, verify};
use zwang_exact::Vector;
use zwang_scene::Scene;

/// The verdict on a stage after a change.
pub fn refusal(
    (mut scene, mut certificate): Proved,
    change: impl Fn(&mut Scene, &mut Certificate),
) -> (Condition, String) {
    assert!(verify(&scene, &certificate).is_ok());
    let digest = scene.digest();
    change(&mut scene, &mut certificate);
    if certificate.scene == digest {
        certificate.scene = scene.digest();
    }
    let rejection = verify(&scene, &certificate).unwrap_err();
    (rejection.condition(), rejection.to_string())
}

/// Asserts that a changed certificate is refused with this text.
pub fn refused(proved: Proved, change: impl Fn(&mut Certificate), expected: &str) {
    let (condition, text) = refusal(proved, |_, certificate| change(certificate));
    assert_eq!(text, expected);
    assert!(text.starts_with(&condition.to_string()));
}

/// Asserts that a certificate is refused with this text after its scene was changed.
pub fn refused_scene(proved: Proved, change: impl Fn(&mut Scene), expected: &str) {
    let (_, text) = refusal(proved, |scene, _| change(scene));
    assert_eq!(text, expected);
}

pub fn brick() -> Proved {
    super::brick_on_floor(Vector::zero())
}

pub fn integer(number: i64) -> BigInt {
    BigInt::from(number)
}

/// The motion of the first case of the first group.
pub fn motion(certificate: &mut Certificate) -> &mut zwang_certificate::Motion {
    certificate.groups[0].cases[0].motion.as_mut().unwrap()
}
