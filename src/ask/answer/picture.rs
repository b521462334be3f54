//! Pictures of answers, and what they need beside the answer: which of its forces are unique.

use crate::collapse::{CollapseError, StabilityError, collapse};
use crate::friction::accelerations;
use crate::mode::mechanism_of;
use crate::stability::stability;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_certificate::friction::Law;
use zwang_check::friction::{ContactBehaviour, FrictionAnswer};
use zwang_check::statics::Holding;
use zwang_check::threshold::VerifiedThreshold;
use zwang_check::{Answer, ContactState};
use zwang_collapse::indeterminacy::{Alike, Bound, UnitForce, bounded_indeterminacy};
use zwang_exact::{Rational, Vector};
use zwang_output::draw::{self, DrawOptions};
use zwang_output::{Indeterminate, report};
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Scene};

/// How an answer is drawn: like this, with the forces that are not unique marked.
#[must_use]
pub fn draw_options(scene: &Scene, answer: Option<&Answer>, drawn: &DrawOptions) -> DrawOptions {
    let indeterminate = match answer {
        Some(answer) => drawn_indeterminate(scene, answer),
        None => Indeterminate::default(),
    };
    DrawOptions {
        indeterminate,
        ..drawn.clone()
    }
}

/// How a scene starts to move, with friction or without, as a picture of which the checker accepts
/// what it shows.
///
/// # Errors
/// [`CollapseError`] as of [`collapse`] and [`accelerations`].
pub fn initial_motion_svg(
    scene: &Scene,
    drawn: &DrawOptions,
    options: &Options,
    monitor: &Monitor,
) -> Result<String, CollapseError> {
    if scene.friction.is_none() {
        let solved = collapse(scene, options, monitor, || ())?;
        let answer = solved.verified.first_answer();
        let drawn = draw_options(scene, answer, drawn);
        return Ok(draw::svg(&solved.verified, &solved.symmetries, &drawn));
    }
    let solved = accelerations(scene, Law::Coulomb, options, monitor, || ())?;
    Ok(solved.svg(drawn))
}

/// The limit at which a scene ceases to stand, as a picture that tells the limit: how it starts to
/// fall at the
/// value at which it is proved to fall; or, if it falls at none, the forces that hold it at the
/// value at which it is proved to stand. The limit comes before what `drawn` says.
///
/// # Errors
/// [`StabilityError`] as of [`initial_motion_svg`] and [`stability`].
pub fn critical_svg(
    scene: &Scene,
    critical: &VerifiedThreshold,
    drawn: &DrawOptions,
    options: &Options,
    monitor: &Monitor,
) -> Result<String, StabilityError> {
    let mechanism = mechanism_of(scene, critical, options, monitor)?;
    let mut said = report::threshold_words(scene, critical, mechanism.as_ref());
    said.extend_from_slice(&drawn.said);
    let drawn = DrawOptions {
        said,
        ..drawn.clone()
    };
    let varied = |at| zwang_collapse::varied(scene, critical.vary(), at);
    if let Some(falling) = critical.falls_at().and_then(varied) {
        return Ok(initial_motion_svg(&falling, &drawn, options, monitor)?);
    }
    let standing = critical.stands_at().and_then(varied);
    let standing = standing.as_ref().unwrap_or(scene);
    let answer = stability(standing, options, monitor, || ())?;
    Ok(answer.svg(&drawn))
}

/// Which forces of an answer are not unique: those whose smallest and largest value are not the
/// same, over all forces with which mechanics allows this motion.
#[must_use]
pub fn indeterminate(scene: &Scene, answer: &Answer) -> Indeterminate {
    marks(scene, answer, Alike::Each)
}

/// The same, but forces at one point of the same bodies that press the same way are one force, as
/// pictures show them.
#[must_use]
pub fn drawn_indeterminate(scene: &Scene, answer: &Answer) -> Indeterminate {
    marks(scene, answer, Alike::Sums)
}

fn marks(scene: &Scene, answer: &Answer, alike: Alike) -> Indeterminate {
    let mut unknown = Unknown::new(scene, alike);
    for contact in &answer.contacts {
        // The checker has seen to it that what can press does.
        if contact.state == ContactState::Pressing {
            let bodies = [contact.first, contact.second];
            unknown.add(bodies, &contact.point, &contact.normal, Bound::Positive);
        }
        unknown.end_contact();
    }
    unknown.add_pins(|_| true);
    unknown.found()
}

/// Which forces of an answer with friction are not unique: those whose smallest and largest value
/// are not the same, over all forces with which these accelerations obey Coulomb's law. The
/// accelerations say what each contact does: one that opens has no force, one that slides the whole
/// friction against its sliding, one that does neither any force in Coulomb's cone.
#[must_use]
pub fn rough_indeterminate(scene: &Scene, answer: &FrictionAnswer) -> Indeterminate {
    rough_marks(scene, answer, Law::Coulomb, Alike::Each)
}

/// The same under the convex law, where a contact may press with those edges of its cone that
/// resist the motion not at all: n ± μt with a_n ± μ a_t = 0.
#[must_use]
pub fn convex_indeterminate(scene: &Scene, answer: &FrictionAnswer) -> Indeterminate {
    rough_marks(scene, answer, Law::Convex, Alike::Each)
}

/// The same as [`rough_indeterminate`], but forces at one point of the same bodies that do the same
/// are one force, as pictures show them.
#[must_use]
pub fn drawn_rough_indeterminate(scene: &Scene, answer: &FrictionAnswer) -> Indeterminate {
    rough_marks(scene, answer, Law::Coulomb, Alike::Sums)
}

/// The same of the convex law.
#[must_use]
pub fn drawn_convex_indeterminate(scene: &Scene, answer: &FrictionAnswer) -> Indeterminate {
    rough_marks(scene, answer, Law::Convex, Alike::Sums)
}

fn rough_marks(scene: &Scene, answer: &FrictionAnswer, law: Law, alike: Alike) -> Indeterminate {
    let mut unknown = Unknown::new(scene, alike);
    for contact in &answer.contacts {
        let cone = ForceCone {
            bodies: [contact.first, contact.second],
            point: &contact.point,
            normal: &contact.normal,
            friction: &contact.friction,
            force: [&contact.across, &contact.along],
        };
        let behaviour = match law {
            Law::Convex => None,
            Law::Coulomb => Some(contact.behaviour),
        };
        match behaviour {
            Some(ContactBehaviour::Opens) => {}
            Some(ContactBehaviour::Sticks | ContactBehaviour::Idle) => unknown.add_cone(&cone),
            Some(ContactBehaviour::BeginsToSlide) => {
                unknown.add_sliding(&cone, contact.sliding_acceleration.is_positive());
            }
            Some(ContactBehaviour::Slides) => {
                let velocity = sliding_velocity(scene, &cone);
                unknown.add_sliding(&cone, velocity.is_positive());
            }
            None => {
                let opening = [&contact.gap_acceleration, &contact.sliding_acceleration];
                unknown.add_tight_edges(&cone, opening);
            }
        }
        unknown.end_contact();
    }
    let bodies: BTreeSet<BodyId> = answer.bodies.iter().map(|body| body.body).collect();
    unknown.add_pins(|body| bodies.contains(&body));
    unknown.found()
}

/// t · (velocity of the first body less that of the second).
fn sliding_velocity(scene: &Scene, cone: &ForceCone) -> Rational {
    let [first, second] = cone.bodies.map(|body| {
        let body = &scene.bodies[body];
        body.velocity_at(cone.point)
    });
    cone.normal.quarter_turn().dot(&(&first - &second))
}

/// Which of the forces that hold a scene are not unique: those whose smallest and largest value are
/// not the same, over all forces in Coulomb's cones that hold it.
#[must_use]
pub fn held_indeterminate(scene: &Scene, holding: &Holding) -> Indeterminate {
    let mut unknown = Unknown::new(scene, Alike::Each);
    for contact in &holding.contacts {
        unknown.add_cone(&ForceCone {
            bodies: [contact.first, contact.second],
            point: &contact.point,
            normal: &contact.normal,
            friction: &contact.friction,
            force: [&contact.across, &contact.along],
        });
        unknown.end_contact();
    }
    unknown.add_pins(|_| true);
    unknown.found()
}

/// A contact with Coulomb's cone, and its force.
struct ForceCone<'a> {
    bodies: [BodyId; 2],
    point: &'a Vector,
    normal: &'a Vector,
    friction: &'a Rational,
    /// φ and ψ.
    force: [&'a Rational; 2],
}

impl ForceCone<'_> {
    /// n + slope · t.
    fn direction(&self, slope: &Rational) -> Vector {
        self.normal + &self.normal.quarter_turn().scaled(slope)
    }
}

/// The unknown forces of an answer: some of each contact, then two of each pin.
struct Unknown<'a> {
    scene: &'a Scene,
    alike: Alike,
    forces: Vec<UnitForce>,
    bounds: Vec<Bound>,
    /// How many forces there were after each contact.
    ends: Vec<usize>,
    pins: Vec<usize>,
}

impl<'a> Unknown<'a> {
    fn new(scene: &'a Scene, alike: Alike) -> Self {
        Self {
            scene,
            alike,
            forces: Vec::new(),
            bounds: Vec::new(),
            ends: Vec::new(),
            pins: Vec::new(),
        }
    }

    fn add(&mut self, bodies: [BodyId; 2], point: &Vector, direction: &Vector, bound: Bound) {
        let bodies = bodies.map(Some);
        self.forces.push(UnitForce::at(bodies, point, direction));
        self.bounds.push(bound);
    }

    /// Any force in the cone: α (n + μt) + β (n - μt) with α, β ≥ 0.
    fn add_cone(&mut self, cone: &ForceCone) {
        let [across, along] = cone.force;
        if cone.friction.is_zero() {
            let bound = bound_of(across);
            self.add(cone.bodies, cone.point, cone.normal, bound);
            return;
        }
        for slope in [cone.friction.clone(), -cone.friction] {
            let twice = across + along / &slope;
            let direction = cone.direction(&slope);
            self.add(cone.bodies, cone.point, &direction, bound_of(&twice));
        }
    }

    /// Those edges n + slope · t of the cone under which these components a_n and a_t are 0.
    fn add_tight_edges(&mut self, cone: &ForceCone, [opening, slip]: [&Rational; 2]) {
        let [across, along] = cone.force;
        if cone.friction.is_zero() {
            if opening.is_zero() {
                let bound = bound_of(across);
                self.add(cone.bodies, cone.point, cone.normal, bound);
            }
            return;
        }
        for slope in [cone.friction.clone(), -cone.friction] {
            if (opening + slip * &slope).is_zero() {
                let twice = across + along / &slope;
                let direction = cone.direction(&slope);
                self.add(cone.bodies, cone.point, &direction, bound_of(&twice));
            }
        }
    }

    /// The whole friction against the sliding.
    fn add_sliding(&mut self, cone: &ForceCone, is_forwards: bool) {
        let slope = match is_forwards {
            true => -cone.friction,
            false => cone.friction.clone(),
        };
        let [across, _] = cone.force;
        let direction = cone.direction(&slope);
        self.add(cone.bodies, cone.point, &direction, bound_of(across));
    }

    fn end_contact(&mut self) {
        self.ends.push(self.forces.len());
    }

    /// The pins of some bodies, after all contacts.
    fn add_pins(&mut self, is_meant: impl Fn(BodyId) -> bool) {
        for (index, pin) in self.scene.pins.iter().enumerate() {
            if is_meant(pin.first) || pin.second.is_some_and(&is_meant) {
                self.pins.push(index);
                self.forces.extend(UnitForce::of_pin(pin));
                self.bounds.extend([Bound::Free; 2]);
            }
        }
    }

    fn found(self) -> Indeterminate {
        let Self {
            scene,
            alike,
            forces,
            bounds,
            ends,
            pins,
        } = self;
        let found = bounded_indeterminacy(scene, &forces, &bounds, alike);
        let mut contacts = Vec::with_capacity(ends.len());
        let mut start = 0;
        for end in ends {
            contacts.push(found.forces[start..end].contains(&true));
            start = end;
        }
        let mut by_pin = vec![false; scene.pins.len()];
        let (pairs, _) = found.forces[start..].as_chunks::<2>();
        for (pin, pair) in pins.into_iter().zip(pairs) {
            by_pin[pin] = pair.contains(&true);
        }
        Indeterminate {
            contacts,
            pins: by_pin,
        }
    }
}

fn bound_of(number: &Rational) -> Bound {
    if number.is_positive() {
        Bound::Positive
    } else {
        Bound::AtZero
    }
}

/// For each pin whether one of its two components is marked.
#[must_use]
pub fn by_pin(components: &[bool]) -> Vec<bool> {
    components
        .chunks(2)
        .map(|pin| pin.contains(&true))
        .collect()
}
