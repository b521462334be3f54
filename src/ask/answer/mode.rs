//! How a scene falls at its limit.
//!
//! The velocity that proves a fall tells it, of a scene that has a limit. A scene that no friction
//! holds falls with each friction, perhaps in another way with a small one than with a large one.
//! Its mode is that of a motion which obeys Coulomb's law however large the friction is: one where
//! no contact that presses slides obeys the law with every larger friction as well, as nothing but
//! the bound |ψ| ≤ μ φ depends on it. If no such motion is found, the mode is that of the virtual
//! velocity of the proof, under which nothing slips that presses.

use crate::collapse::CollapseError;
use crate::friction::accelerations;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::friction::Law;
use zwang_check::friction::{ContactBehaviour, FrictionAnswer, VerifiedAccelerations};
use zwang_check::statics::{self as checker, Mechanism, MovedContact};
use zwang_check::threshold::{ThresholdKind, VerifiedThreshold};
use zwang_collapse::SolveError;
use zwang_exact::Rational;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Scene};

/// The frictions that are tried, as multiples of that of the proof.
const FACTORS: [u64; 3] = [1, 16, 1 << 10];

/// How a scene falls at its limit; `None` if it falls nowhere.
///
/// # Errors
/// [`CollapseError`] if it was time to stop, or if the checker does not accept a proof.
pub fn mechanism_of(
    scene: &Scene,
    verified: &VerifiedThreshold,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Mechanism>, CollapseError> {
    let proved = verified.mechanism().cloned();
    if verified.kind() != ThresholdKind::NoFriction {
        return Ok(proved);
    }
    let least = verified.falls_at().cloned().unwrap_or_default();
    for factor in FACTORS {
        let friction = &least * Rational::from_integer(factor.into());
        let rough = scene.with_friction(&friction);
        let found = accelerations(&rough, Law::Coulomb, options, monitor, || ());
        match found {
            Ok(found) => {
                if let Some(lasting) = lasting_mechanism(&found.verified) {
                    return Ok(Some(lasting));
                }
            }
            Err(CollapseError::Solve(
                SolveError::Undecided { .. } | SolveError::TooManyCases { .. },
            )) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(proved)
}

/// How a scene falls at which forces do not hold it, by the velocity that proves this; `None` if
/// they do.
///
/// # Errors
/// [`CollapseError`] if there is no checked answer.
pub fn mechanism_of_fall(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Mechanism>, CollapseError> {
    let solved = zwang_collapse::first_statics(scene, options, monitor)?;
    let verified = checker::verify(scene, &solved.statics).map_err(CollapseError::Rejected)?;
    Ok(verified.mechanism().cloned())
}

/// The mechanism of a motion that obeys the law with every larger friction as well; `None` if none
/// of the motions is known to.
fn lasting_mechanism(verified: &VerifiedAccelerations) -> Option<Mechanism> {
    let mut mechanism = Mechanism::default();
    for group in verified.groups() {
        if group.rests {
            continue;
        }
        let lasting = group.answers.iter().find(|answer| lasts(answer))?;
        add(&mut mechanism, verified.scene(), lasting);
    }
    (!mechanism.turns.is_empty()).then_some(mechanism)
}

/// Whether no contact that presses slides.
fn lasts(answer: &FrictionAnswer) -> bool {
    let mut pressing = answer
        .contacts
        .iter()
        .filter(|contact| !contact.across.is_zero());
    pressing.all(|contact| contact.behaviour == ContactBehaviour::Sticks)
}

/// Notes how the bodies of a motion from rest begin to move.
fn add(mechanism: &mut Mechanism, scene: &Scene, answer: &FrictionAnswer) {
    let mut spins = BTreeMap::new();
    for moving in &answer.bodies {
        if !moving.acceleration.is_zero() {
            let turns = !moving.acceleration.angular.is_zero();
            mechanism.turns.insert(moving.body, turns);
        }
        spins.insert(moving.body, &moving.acceleration.angular);
    }
    let still = Rational::zero();
    let spin = |body: &BodyId| spins.get(body).copied().unwrap_or(&still);
    for contact in &answer.contacts {
        let list = match contact.behaviour {
            ContactBehaviour::Opens => &mut mechanism.opening,
            ContactBehaviour::BeginsToSlide | ContactBehaviour::Slides => &mut mechanism.sliding,
            _ if spin(&contact.first) == spin(&contact.second) => continue,
            ContactBehaviour::Sticks | ContactBehaviour::Idle => &mut mechanism.hinges,
        };
        list.push(MovedContact {
            first: contact.first,
            second: contact.second,
            point: contact.point.clone(),
        });
    }
    for (index, pin) in scene.numbered_pins() {
        let other = pin.second.as_ref().map_or(&still, spin);
        let is_of_group = spins.contains_key(&pin.first)
            || pin.second.is_some_and(|second| spins.contains_key(&second));
        if is_of_group && spin(&pin.first) != other {
            mechanism.pins.push(index);
        }
    }
}
