//! Form and Digest: what can be said of the file without geometry.

use crate::figure::Figure;
use crate::gap::Gap;
use crate::model::{Member, Model};
use crate::rejection::Condition::{C2, Digest, Form};
use crate::{Rejection, names};
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_certificate::{Case, Certificate, Contact, Motion};
use zwang_scene::Scene;

/// For each contact the corner and the side that it belongs to.
pub(crate) type Memberships = Vec<Option<(usize, usize)>>;

/// Digest: the proof names this scene.
pub(crate) fn digest(scene: &Scene, certificate: &Certificate) -> Result<String, Rejection> {
    let digest = scene.digest();
    if certificate.scene == digest {
        return Ok(digest);
    }
    let found: String = certificate.scene.chars().take(64).collect();
    Err(Rejection::new(
        Digest,
        format!("scene `{}`", scene.name),
        found,
        digest,
    ))
}

/// What the theorem needs of the scene: positive masses and inertias, and pins between bodies that
/// exist.
pub(crate) fn scene(figure: &Figure) -> Result<(), Rejection> {
    let scene = figure.scene;
    for (index, body) in scene.bodies.iter().enumerate() {
        let Some(free) = &body.dynamics else { continue };
        for (name, number) in [("mass", &free.mass), ("inertia", &free.inertia)] {
            if !number.is_positive() {
                let found = format!("{name} {}", names::number(&number.into()));
                return Err(Rejection::new(
                    Form,
                    names::body(scene, index),
                    found,
                    "above 0",
                ));
            }
        }
    }
    for (index, pin) in scene.pins.iter().enumerate() {
        for body in std::iter::once(pin.first).chain(pin.second) {
            figure
                .body(body)
                .map_err(|rejection| rejection.within(names::pin(scene, index)))?;
        }
    }
    Ok(())
}

/// Contacts exist, join two bodies that are not both fixed, and are not repeated.
pub(crate) fn contacts(figure: &Figure, certificate: &Certificate) -> Result<Vec<Gap>, Rejection> {
    let mut seen = BTreeSet::new();
    let gap = |(index, contact): (usize, &Contact)| {
        let gap = Gap::new(figure, contact)
            .map_err(|rejection| rejection.within(format!("contact {index}")))?;
        let bodies = [contact.vertex.part.body, contact.edge.part.body];
        let are_fixed = bodies
            .iter()
            .all(|body| figure.body(*body).is_ok_and(|body| body.is_fixed));
        let found = match (seen.insert(*contact), bodies[0] == bodies[1], are_fixed) {
            (false, ..) => "a repetition",
            (_, true, _) => "one body",
            (.., true) => "two fixed bodies",
            _ => return Ok(gap),
        };
        let place = names::contact(figure.scene, certificate, index);
        Err(Rejection::new(
            Form,
            place,
            found,
            "each contact once, of two bodies that are not both fixed",
        ))
    };
    certificate.contacts.iter().enumerate().map(gap).collect()
}

/// Corners have one or two contacts on each side, and C2: no contact is in two of them.
pub(crate) fn memberships(
    scene: &Scene,
    certificate: &Certificate,
) -> Result<Memberships, Rejection> {
    let mut memberships: Memberships = vec![None; certificate.contacts.len()];
    for (index, corner) in certificate.corners.iter().enumerate() {
        for (side, contacts) in corner.sides.iter().enumerate() {
            if !(1..=2).contains(&contacts.len()) {
                let found = format!("{} contacts on side {side}", contacts.len());
                return Err(Rejection::new(
                    Form,
                    format!("corner {index}"),
                    found,
                    "one or two",
                ));
            }
            for &contact in contacts {
                let count = certificate.contacts.len();
                let missing =
                    || Rejection::index(format!("corner {index}"), "contact", contact, count);
                let membership = memberships.get_mut(contact).ok_or_else(missing)?;
                if membership.replace((index, side)).is_some() {
                    let place = names::contact(scene, certificate, contact);
                    return Err(Rejection::new(
                        C2,
                        place,
                        "it in two sides of corners",
                        "one side of one corner",
                    ));
                }
            }
        }
    }
    Ok(memberships)
}

/// For each body its group and its place there; every free body is in exactly one group.
pub(crate) fn members(
    figure: &Figure,
    certificate: &Certificate,
) -> Result<Vec<Option<Member>>, Rejection> {
    let scene = figure.scene;
    let mut members: Vec<Option<Member>> = vec![None; scene.bodies.len()];
    for (group, entry) in certificate.groups.iter().enumerate() {
        for (position, &body) in entry.bodies.iter().enumerate() {
            let place = || format!("group {group}");
            let fixed = figure
                .body(body)
                .map_err(|rejection| rejection.within(place()))?
                .is_fixed;
            let member = members
                .get_mut(body)
                .ok_or_else(|| Rejection::index(place(), "body", body, scene.bodies.len()))?;
            if fixed || member.replace(Member { group, position }).is_some() {
                let found = format!(
                    "{}, {}",
                    names::body(scene, body),
                    if fixed {
                        "which is fixed"
                    } else {
                        "a second time"
                    }
                );
                return Err(Rejection::new(
                    Form,
                    place(),
                    found,
                    "each free body in exactly one group",
                ));
            }
        }
    }
    match members
        .iter()
        .zip(&scene.bodies)
        .position(|(member, body)| member.is_none() && !body.is_fixed())
    {
        Some(body) => Err(Rejection::new(
            Form,
            names::body(scene, body),
            "no group",
            "each free body in exactly one group",
        )),
        None => Ok(members),
    }
}

/// The lists of a group: it has a case, and everything its cases name exists, touches the group and
/// is in order.
pub(crate) fn group(model: &Model, group: usize) -> Result<(), Rejection> {
    let place = format!("group {group}");
    let Some(entry) = model.certificate.groups.get(group) else {
        return Ok(());
    };
    if entry.cases.is_empty() {
        return Err(Rejection::new(Form, place, "no case", "at least one"));
    }
    ascending(&entry.answers).map_err(|found| {
        Rejection::new(Form, format!("{place}, answers"), found, "ascending cases")
    })?;
    if let Some(&answer) = entry
        .answers
        .iter()
        .find(|answer| **answer >= entry.cases.len())
    {
        return Err(Rejection::index(
            format!("{place}, answers"),
            "case",
            answer,
            entry.cases.len(),
        ));
    }
    for (index, case) in entry.cases.iter().enumerate() {
        let within = |rejection: Rejection| rejection.within(format!("{place}, case {index}"));
        case_names(model, group, case).map_err(within)?;
        case.motion
            .as_ref()
            .map_or(Ok(()), |motion| lengths(motion, entry.bodies.len()))
            .map_err(within)?;
    }
    Ok(())
}

/// The corners, contacts and pins that a case names.
fn case_names(model: &Model, group: usize, case: &Case) -> Result<(), Rejection> {
    let corners: Vec<usize> = case.sides.iter().map(|(corner, _)| *corner).collect();
    let contacts: Vec<usize> = case.forces.iter().map(|(contact, _)| *contact).collect();
    let pins: Vec<usize> = case.pins.iter().map(|(pin, ..)| *pin).collect();
    for (place, indices) in [("sides", &corners), ("forces", &contacts), ("pins", &pins)] {
        ascending(indices)
            .map_err(|found| Rejection::new(Form, place, found, "an ascending list"))?;
    }
    for &(corner, side) in &case.sides {
        if side > 1
            || model
                .system(group)?
                .undecided
                .binary_search(&corner)
                .is_err()
        {
            let place = names::corner(model.scene, model.certificate, corner);
            return Err(Rejection::new(
                Form,
                place,
                format!("side {side} fixed"),
                "side 0 or 1 of an undecided corner of the group",
            ));
        }
    }
    for &contact in &contacts {
        let row = &model.gap(contact)?.row;
        if !model.is_member(row.first, group)
            && !row
                .second
                .is_some_and(|second| model.is_member(second, group))
        {
            let place = names::contact(model.scene, model.certificate, contact);
            return Err(Rejection::new(
                Form,
                place,
                "a force",
                "none outside the group",
            ));
        }
    }
    match pins.iter().find(|pin| {
        !model
            .system(group)
            .is_ok_and(|system| system.pins.binary_search(pin).is_ok())
    }) {
        Some(&pin) => Err(Rejection::new(
            Form,
            names::pin(model.scene, pin),
            "a force",
            "none outside the group",
        )),
        None => Ok(()),
    }
}

/// A positive denominator, and one entry for each body.
fn lengths(motion: &Motion, bodies: usize) -> Result<(), Rejection> {
    if !motion.denominator.is_positive() {
        let found = if motion.denominator.is_zero() {
            "0".to_owned()
        } else {
            names::integer(&motion.denominator)
        };
        return Err(Rejection::new(Form, "denominator", found, "above 0"));
    }
    for (name, rows) in [
        ("motion", Some(&motion.accelerations)),
        ("idle", motion.idle.as_ref()),
    ] {
        if let Some(found) = rows.map(Vec::len).filter(|found| *found != bodies) {
            return Err(Rejection::new(
                Form,
                name,
                format!("{found} entries"),
                format!("{bodies}, one for each body"),
            ));
        }
    }
    Ok(())
}

/// Whether a list is strictly ascending; if not, where it is not.
fn ascending(indices: &[usize]) -> Result<(), String> {
    match indices
        .iter()
        .zip(indices.iter().skip(1))
        .find(|(before, after)| before >= after)
    {
        Some((before, after)) => Err(format!("{after} after {before}")),
        None => Ok(()),
    }
}
