//! Certificates and lists, written as JSON.

use crate::text::FORMAT;
use crate::{Case, Certificate, Contact, Corner, Feature, Group, Separation};
use num_bigint::BigInt;

/// Writes a certificate, with a line end after each top-level list.
#[must_use]
pub fn write(certificate: &Certificate) -> String {
    let Certificate {
        scene,
        separations,
        contacts,
        corners,
        groups,
    } = certificate;
    let head = geometry(FORMAT, scene, separations, contacts, corners);
    let groups = lines(groups, group);
    format!("{{{head},\n\"groups\":{groups}}}\n")
}

/// What proofs of all formats have in common: all but the groups.
pub(crate) fn geometry(
    format: &str,
    scene: &str,
    separations: &[Separation],
    contacts: &[Contact],
    corners: &[Corner],
) -> String {
    let scene = serde_json::Value::from(scene);
    let mut text = format!(r#""format":"{format}""#);
    for (key, value) in [
        ("scene", scene.to_string()),
        ("separations", lines(separations, separation)),
        ("contacts", lines(contacts, contact)),
        ("corners", lines(corners, corner)),
    ] {
        text += &format!(",\n\"{key}\":{value}");
    }
    text
}

/// A list on one line.
pub(crate) fn list<T>(items: &[T], written: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(written).collect();
    let items = items.join(",");
    format!("[{items}]")
}

/// A list with a line for each entry.
pub(crate) fn lines<T>(items: &[T], written: impl Fn(&T) -> String) -> String {
    if items.is_empty() {
        return "[]".to_owned();
    }
    let items: Vec<String> = items.iter().map(written).collect();
    let items = items.join(",\n");
    format!("[\n{items}\n]")
}

pub(crate) fn indices(indices: &[usize]) -> String {
    list(indices, usize::to_string)
}

/// `[vertex body, part, vertex, edge body, part, edge]`, and so on.
pub(crate) fn features(first: &Feature, second: &Feature) -> String {
    let numbers = [
        first.part.body,
        first.part.part,
        first.index,
        second.part.body,
        second.part.part,
        second.index,
    ];
    indices(&numbers)
}

pub(crate) fn contact(contact: &Contact) -> String {
    features(&contact.vertex, &contact.edge)
}

pub(crate) fn force((index, force): &(usize, BigInt)) -> String {
    format!(r#"[{index},"{force:x}"]"#)
}

pub(crate) fn pin((index, [x, y]): &(usize, [BigInt; 2])) -> String {
    format!(r#"[{index},"{x:x}","{y:x}"]"#)
}

fn separation(separation: &Separation) -> String {
    let Separation {
        first,
        second,
        owner,
        edge,
    } = *separation;
    let numbers = [
        first.body,
        first.part,
        second.body,
        second.part,
        owner,
        edge,
    ];
    indices(&numbers)
}

fn corner(corner: &Corner) -> String {
    list(&corner.sides, |side| indices(side))
}

fn group(group: &Group) -> String {
    let bodies = indices(&group.bodies);
    let cases = list(&group.cases, case);
    let answers = indices(&group.answers);
    format!(r#"{{"bodies":{bodies},"cases":{cases},"answers":{answers}}}"#)
}

fn case(case: &Case) -> String {
    let sides = list(&case.sides, |(corner, side)| format!("[{corner},{side}]"));
    let forces = list(&case.forces, force);
    let pins = list(&case.pins, pin);
    let mut motion = String::new();
    let mut idle = String::new();
    if let Some(found) = &case.motion {
        let denominator = &found.denominator;
        let accelerations = list(&found.accelerations, triple);
        motion = format!(r#""denominator":"{denominator:x}","motion":{accelerations},"#);
        if let Some(displacements) = &found.idle {
            let displacements = list(displacements, triple);
            idle = format!(r#","idle":{displacements}"#);
        }
    }
    let loads = format!(r#""forces":{forces},"pins":{pins}"#);
    format!(r#"{{"sides":{sides},{motion}{loads}{idle}}}"#)
}

pub(crate) fn triple([x, y, turn]: &[BigInt; 3]) -> String {
    format!(r#"["{x:x}","{y:x}","{turn:x}"]"#)
}
