//! Pictures of scenes with friction at an instant: how they start to move, and between which bounds
//! the forces are that hold them.

use super::content::{ContactMark, Content, Deed, Motion, Quantity};
use super::content::{PinMark, initial_velocities};
use super::frame::{Window, module};
use super::layers::draw;
use super::options::DrawOptions;
use super::page::{Heading, pressing_of};
use super::picture::Picture;
use super::ranges::Range;
use super::united::united;
use crate::{FrictionFindings, SymmetryLine};
use crate::{outcome, report, told};
use num_traits::Zero;
use zwang_certificate::friction::Law;
use zwang_check::friction::{
    ContactBehaviour, FrictionAnswer, FrictionVerdict, RoughContactAnswer, VerifiedAccelerations,
};
use zwang_check::ranges::{ContactRange, CornerRange, PinRange, VerifiedRanges};
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;

/// Below the title of a scene that rests on a corner with friction.
pub(super) const ON_CORNER: &str = "on a corner as if slightly rounded";

/// How a scene with friction starts to move as a stand-alone SVG picture; the bodies with their
/// velocities if no acceleration obeys the law. If a group has several answers, the one that
/// [`DrawOptions::choice`] names is shown, or the first.
#[must_use]
pub fn friction_svg(
    verified: &VerifiedAccelerations,
    findings: &FrictionFindings,
    options: &DrawOptions,
) -> String {
    let scene = verified.scene();
    let content = match verified.verdict() {
        FrictionVerdict::Impossible => Content::of_start(scene),
        _ => Content::of_friction(scene, &chosen(verified, options), findings),
    };
    let symmetries = findings.symmetries;
    let parts = words(verified, findings, &content, options);
    drawn(
        scene,
        content,
        &parts,
        verified.digest(),
        symmetries,
        options,
    )
}

/// The answers that are shown, one of each group that has one.
fn chosen<'a>(
    verified: &'a VerifiedAccelerations,
    options: &DrawOptions,
) -> Vec<&'a FrictionAnswer> {
    let mut answers = Vec::new();
    for (index, group) in verified.groups().iter().enumerate() {
        let choice = options.choice.get(index).copied().unwrap_or(0);
        let answer = group.answers.get(choice).or_else(|| group.answers.first());
        answers.extend(answer);
    }
    answers
}

/// The words below the title.
fn words(
    verified: &VerifiedAccelerations,
    findings: &FrictionFindings,
    content: &Content,
    options: &DrawOptions,
) -> Vec<String> {
    let verdict = verified.verdict();
    let mut parts = vec![match options.of_stability {
        true => verdict.to_string(),
        false => told::collapse_verdict(verdict).to_string(),
    }];
    if verified.law() == Law::Convex {
        parts.push("convex law of friction".to_owned());
    }
    if findings.is_beside_rest {
        parts.push("forces hold it, too".to_owned());
    }
    match verdict {
        FrictionVerdict::Impossible => parts.push("no acceleration obeys the law".to_owned()),
        FrictionVerdict::Stands => parts.push("nothing else can happen".to_owned()),
        FrictionVerdict::Ambiguous => {
            parts.push(motion_words(verified, options));
        }
        FrictionVerdict::Rests if verified.another_motion() == Some(true) => {
            parts.push("another motion obeys the law".to_owned());
        }
        FrictionVerdict::Rests | FrictionVerdict::Moves => {}
    }
    let answers = chosen(verified, options);
    let mut contacts = answers.iter().flat_map(|answer| &answer.contacts);
    if contacts.any(|contact| contact.is_rounded) {
        parts.push(ON_CORNER.to_owned());
    }
    if !content.motions.iter().all(Motion::is_zero) && content.quantity == Quantity::Acceleration {
        let free = outcome::count_free(verified.scene());
        let moving = content.motions.iter().filter(|motion| !motion.is_zero());
        let moving = moving.count();
        parts.push(format!("{moving} of {free} free bodies accelerate"));
    }
    let contacts = content.contacts.len();
    if contacts > 0 {
        let pressing = content.contacts.iter().filter(|mark| !mark.force.is_zero());
        let pressing = pressing.count();
        parts.push(pressing_of(pressing, contacts));
    }
    parts
}

/// Which of several motions is drawn.
fn motion_words(verified: &VerifiedAccelerations, options: &DrawOptions) -> String {
    let choice = options.choice.iter().max().copied().unwrap_or(0) + 1;
    let mut several = Vec::new();
    for group in verified.groups() {
        if group.answers.len() > 1 {
            several.push(group.answers.len());
        }
    }
    match several.as_slice() {
        [ways] => format!("motion {choice} of {ways} that obey the law"),
        groups => {
            let groups = groups.len();
            format!("motion {choice} of each of {groups} groups that have several")
        }
    }
}

/// Between which bounds the forces are that hold a scene, as a stand-alone SVG picture: for each
/// contact the parallelogram of the ranges of φ and ψ, for each pin the rectangle of those along x
/// and y, where the force ends; what has no bound fades towards the sign ∞.
#[must_use]
pub fn ranges_svg(
    verified: &VerifiedRanges,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    let scene = verified.scene();
    let mut contacts = Vec::new();
    let mut pins = Vec::new();
    for contact in verified.contacts() {
        contacts.extend(contact_range(scene, contact));
    }
    for corner in verified.corners() {
        contacts.extend(corner_range(scene, corner));
    }
    for pin in verified.pins() {
        pins.extend(pin_range(scene, pin));
    }
    let bearing = verified.contacts().len() + verified.corners().len();
    let proved = bearing + verified.pins().len();
    let unproved = proved - contacts.len() - pins.len();
    let content = Content {
        quantity: Quantity::Acceleration,
        motions: vec![Motion::zero(); scene.bodies.len()],
        initial: vec![],
        contacts,
        pins,
        corners: vec![],
    };
    let mut parts = vec![match verified.moves() {
        true => "ranges of the forces with which it moves".to_owned(),
        false => "ranges of the forces that hold it".to_owned(),
    }];
    for (count, one, many) in [
        (content.contacts.len(), "contact", "contacts"),
        (content.pins.len(), "pin", "pins"),
    ] {
        match count {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            count => parts.push(format!("{count} {many}")),
        }
    }
    let unbounded = content.ranges().filter(|range| !range.is_bounded());
    match unbounded.count() {
        0 => {}
        1 => parts.push("1 force without bound".to_owned()),
        count => parts.push(format!("{count} forces without bound")),
    }
    if unproved > 0 {
        parts.push(format!(
            "{unproved} are left out, of which not all is proved"
        ));
    }
    drawn(
        scene,
        content,
        &parts,
        verified.digest(),
        symmetries,
        options,
    )
}

/// The mark of a contact with a range; `None` if the proof does not speak of all of it.
fn contact_range(scene: &Scene, contact: &ContactRange) -> Option<ContactMark> {
    let ContactRange {
        first,
        second,
        point,
        normal,
        friction,
        across,
        along,
        ..
    } = contact;
    let across = across.clone()?;
    let along = match friction.is_zero() {
        true => [Some(Rational::zero()), Some(Rational::zero())],
        false => along.clone()?,
    };
    let range = Range {
        axes: [normal.clone(), normal.quarter_turn()],
        intervals: [across, along],
        friction: Some(friction.clone()),
        words: report::forces::contact_words(scene, contact),
    };
    Some(ContactMark {
        first: *first,
        second: *second,
        point: point.clone(),
        normal: normal.clone(),
        force: Vector::zero(),
        deed: Deed::Pressing,
        is_indeterminate: false,
        range: Some(range),
    })
}

/// The mark of a corner with a range; `None` if the proof does not speak of all of it.
fn corner_range(scene: &Scene, corner: &CornerRange) -> Option<ContactMark> {
    let [x, y] = &corner.force;
    Some(ContactMark {
        first: corner.first,
        second: corner.second,
        point: corner.point.clone(),
        normal: corner.shown.clone(),
        force: Vector::zero(),
        deed: Deed::Pressing,
        is_indeterminate: false,
        range: Some(Range {
            axes: [Vector::from_integers(1, 0), Vector::from_integers(0, 1)],
            intervals: [x.clone()?, y.clone()?],
            friction: None,
            words: report::forces::corner_words(scene, corner),
        }),
    })
}

/// The mark of a pin with a range; `None` if the proof does not speak of all of it.
fn pin_range(scene: &Scene, entry: &PinRange) -> Option<PinMark> {
    let [x, y] = &entry.force;
    let pin = scene.pins.get(entry.pin.0)?;
    Some(PinMark {
        pin: entry.pin,
        force: Vector::zero(),
        is_indeterminate: false,
        range: Some(Range {
            axes: [Vector::from_integers(1, 0), Vector::from_integers(0, 1)],
            intervals: [x.clone()?, y.clone()?],
            friction: None,
            words: report::forces::pin_words(scene, pin, entry),
        }),
    })
}

pub(super) fn drawn(
    scene: &Scene,
    content: Content,
    parts: &[String],
    digest: &str,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    let tight = Window::around(scene);
    let module = module(scene, &tight);
    let picture = Picture::new(scene, Some(content), tight, module, options);
    let parts = [&options.said, parts].concat();
    let heading = Heading::of_parts(&picture, &parts, digest);
    draw(picture, &heading, None, symmetries, options)
}

impl Content {
    /// The content of answers, one of each group.
    fn of_friction(
        scene: &Scene,
        answers: &[&FrictionAnswer],
        findings: &FrictionFindings,
    ) -> Self {
        let mut motions = vec![Motion::zero(); scene.bodies.len()];
        let mut contacts = Vec::new();
        let mut pins = Vec::new();
        for answer in answers {
            let indeterminate = (findings.indeterminate)(scene, answer);
            for body in &answer.bodies {
                if let Some(motion) = motions.get_mut(body.body.0) {
                    motion.linear = body.acceleration.linear.clone();
                    motion.angular = body.acceleration.angular.clone();
                }
            }
            for (index, contact) in answer.contacts.iter().enumerate() {
                let RoughContactAnswer {
                    first,
                    second,
                    point,
                    normal,
                    across,
                    along,
                    behaviour,
                    ..
                } = contact;
                let pressure = normal.scaled(across);
                let tangent = normal.quarter_turn();
                let friction = tangent.scaled(along);
                contacts.push(ContactMark {
                    first: *first,
                    second: *second,
                    point: point.clone(),
                    normal: normal.clone(),
                    force: &pressure + &friction,
                    deed: deed(*behaviour),
                    is_indeterminate: !indeterminate.is_unique_contact(index),
                    range: None,
                });
            }
            for (pin, force) in &answer.pins {
                pins.push(PinMark {
                    pin: *pin,
                    force: force.clone(),
                    is_indeterminate: !indeterminate.is_unique_pin(pin.0),
                    range: None,
                });
            }
        }
        let initial = match scene.is_at_rest() {
            true => Vec::new(),
            false => initial_velocities(scene),
        };
        Self {
            quantity: Quantity::Acceleration,
            motions,
            initial,
            contacts: united(contacts, &Rational::zero()),
            pins,
            corners: vec![],
        }
    }
}

fn deed(behaviour: ContactBehaviour) -> Deed {
    match behaviour {
        ContactBehaviour::Slides | ContactBehaviour::BeginsToSlide => Deed::Sliding,
        ContactBehaviour::Sticks => Deed::Pressing,
        ContactBehaviour::Opens => Deed::Opening,
        ContactBehaviour::Idle => Deed::Idle,
    }
}
