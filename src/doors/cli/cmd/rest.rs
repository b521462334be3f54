//! `zwang rest`: on which of its faces a body in space rests.

use super::account::Account;
use super::assembly::{Kept, answered, decimal, read};
use super::space::SpaceFile;
use super::{Outcome, console};
use crate::arguments::AssemblyArguments;
use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;
use std::cmp::Ordering;
use zwang_answer::{RestingFace, resting_faces, root};
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// Arguments of `rest`.
#[derive(Args, Debug)]
pub struct RestArguments {
    /// The scene, and where the proofs go.
    #[command(flatten)]
    pub assembly: AssemblyArguments,
    /// The body. Default: the only one that is free, or the only one.
    #[arg(long, value_name = "NAME")]
    pub body: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &RestArguments) -> Result<Outcome> {
    let AssemblyArguments { solve, json, .. } = &arguments.assembly;
    let account = Account::new(solve);
    let file = read(solve, &account)?;
    let kept = Kept::new(&arguments.assembly)?;
    let body = body(&file, arguments.body.as_deref())?;
    let faces = answered(&file, solve, &account, |scene, options, monitor| {
        resting_faces(&scene.bodies[body.0], options, monitor)
    })?;
    let name = &file.reading.scene.bodies[body.0].name;
    let proofs = faces.iter().enumerate();
    let proofs = proofs.map(|(index, face)| (format!("face-{index}"), &face.scene, &face.answer));
    let best = faces.iter().filter(|face| face.stands());
    let best = best.max_by(|one, other| one.margin_squared.cmp(&other.margin_squared));
    let told = kept.write(proofs, best.map(|face| &face.answer))?;
    let text = if *json {
        json_of(name, &faces)
    } else {
        report(name, &faces) + &told
    };
    console::print(text)?;
    Ok(Outcome::Yes)
}

/// The body that is meant.
fn body(file: &SpaceFile, wanted: Option<&str>) -> Result<BodyId> {
    let scene = &file.reading.scene;
    if let Some(name) = wanted {
        return match scene.body_id(name) {
            Some(body) => Ok(body),
            None => bail!("--body: found `{name}`; expected the name of a body of the scene"),
        };
    }
    let free = scene.numbered_bodies().filter(|(_, body)| !body.is_fixed());
    let free: Vec<BodyId> = free.map(|(body, _)| body).collect();
    match (free.as_slice(), scene.bodies.len()) {
        ([body], _) => Ok(*body),
        ([], 1) => Ok(BodyId(0)),
        _ => bail!(
            "found {} free bodies; --body NAME says which is meant",
            free.len()
        ),
    }
}

/// The lower end of a root as a decimal.
fn rooted(square: &Rational) -> String {
    let [low, high] = root(square);
    if low == high {
        return decimal(&low);
    }
    let text = decimal(&low);
    if text.starts_with('≈') {
        text
    } else {
        format!("≈ {text}")
    }
}

fn verdict(face: &RestingFace) -> &'static str {
    match (face.stands(), face.side) {
        (true, Ordering::Equal) => "stands, balanced",
        (true, _) => "stands",
        (false, _) => "falls",
    }
}

fn report(name: &str, faces: &[RestingFace]) -> String {
    let standing = faces.iter().filter(|face| face.stands()).count();
    let count = faces.len();
    let mut text = format!("{name}\n  verdict    rests on {standing} of {count} faces\n\n");
    text += "face  normal, outwards    verdict              margin (m)      tips at (tangent)  over its edge to face\n";
    for (index, face) in faces.iter().enumerate() {
        let [x, y, z] = face.normal.coordinates();
        let normal = format!("({x}, {y}, {z})");
        let margin = match face.side {
            Ordering::Less => format!("-{}", rooted(&face.margin_squared)),
            _ => rooted(&face.margin_squared),
        };
        let tangent = match face.side {
            Ordering::Greater => rooted(&(&face.margin_squared / &face.height_squared)),
            _ => String::new(),
        };
        let verdict = verdict(face);
        let neighbour = face.neighbour;
        text += &format!(
            "{index:>4}  {normal:<18}  {verdict:<19}  {margin:<14}  {tangent:<17}  {neighbour}\n"
        );
    }
    text + "\n"
}

fn json_of(name: &str, faces: &[RestingFace]) -> String {
    let listed = faces.iter().map(|face| {
        let pose = face.pose();
        let [low, high] = pose.real.map(|number| number.to_string());
        let corners = face.corners.iter();
        let corners = corners.map(|corner| corner.coordinates().map(ToString::to_string));
        json!({
            "normal": face.normal.coordinates().map(ToString::to_string),
            "corners": corners.collect::<Vec<_>>(),
            "verdict": if face.stands() { "stands" } else { "falls" },
            "balanced": face.side == Ordering::Equal,
            "margin_sign": face.side as i8,
            "margin_squared": face.margin_squared.to_string(),
            "height_squared": face.height_squared.to_string(),
            "neighbour": face.neighbour,
            "pose": {
                "real": [low, high],
                "vector": pose.vector.map(|number| number.to_string()),
            },
            "digest": face.scene.digest(),
        })
    });
    let value = json!({
        "format": "zwang-rest-1",
        "body": name,
        "faces": listed.collect::<Vec<_>>(),
        "proof": "zwang-space-statics-1",
    });
    format!("{value:#}\n")
}
