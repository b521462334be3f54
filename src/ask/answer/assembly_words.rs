//! The answers of `interlock`, `order` and `rest` in words and as JSON.

use crate::{Interlock, InterlockVerdict, Order, RestingFace, root};
use serde_json::json;
use std::cmp::Ordering;
use zwang_decimal::square_root;
use zwang_exact::Rational;
use zwang_output::json::{double, with_doubles};
use zwang_output::report;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// The bodies without which the others are not locked, and what they are then.
type Keys = [(BodyId, InterlockVerdict)];

impl Interlock {
    /// Text for people; `keys` are those of [`crate::keys`], if they were looked for.
    #[must_use]
    pub fn report(&self, scene: &Scene, keys: Option<&Keys>) -> String {
        let name = |body: &BodyId| format!("`{}`", scene.bodies[body.0].name);
        let names = |bodies: &[BodyId]| {
            let names: Vec<String> = bodies.iter().map(name).collect();
            names.join(", ")
        };
        let free = scene.bodies.iter().filter(|body| !body.is_fixed());
        let is_alone = free.count() == 1;
        let mut text = format!("{}\n", scene.name);
        match self.verdict {
            InterlockVerdict::Locked => {
                let count = self.proofs.len();
                text += "  verdict    locked: nothing can move\n";
                text += &format!(
                    "  shown by   {count} pushes, of which all others are sums; contact forces hold each\n"
                );
            }
            InterlockVerdict::Loose => {
                let moving = names(&self.moving);
                text += &format!("  verdict    loose: {moving} can be moved\n");
                if !self.alone.is_empty() {
                    let alone = names(&self.alone);
                    text += &format!("  alone      {alone}\n");
                }
                text += "  shown by   a motion that no contact resists, and in which bodies open or shift\n";
            }
            InterlockVerdict::Undecided => {
                let moving = names(&self.moving);
                text += "  verdict    undecided: to first order something moves, but it may jam\n";
                text += &format!("  moving     {moving}\n");
            }
        }
        match keys {
            Some([]) if is_alone => text += "  key        none: there is no other body\n",
            Some([]) => text += "  key        none: without any one body the others are locked\n",
            Some(keys) => {
                for (body, left) in keys {
                    let verdict = left.name();
                    text += &format!("  key        {}: without it {verdict}\n", name(body));
                }
            }
            None if self.verdict == InterlockVerdict::Locked => {
                text += "  key        not looked for (--keys)\n";
            }
            None => {}
        }
        text
    }

    /// JSON of the format `zwang-interlock-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene, keys: Option<&Keys>) -> String {
        let name = |body: &BodyId| scene.bodies[body.0].name.clone();
        let keys = keys.map(|keys| {
            let keys = keys.iter();
            let keys = keys.map(|(body, left)| json!({ "body": name(body), "left": left.name() }));
            keys.collect::<Vec<_>>()
        });
        let motion = self.proofs.first().and_then(|judged| {
            let falling = judged.answer.verified.falling()?;
            let velocities = scene.bodies.iter().zip(&falling.velocities);
            let velocities = velocities.map(|(body, velocity)| {
                json!({
                    "name": body.name,
                    "velocity": velocity.linear.coordinates().map(ToString::to_string),
                    "spin": velocity.angular.coordinates().map(ToString::to_string),
                })
            });
            Some(velocities.collect::<Vec<_>>())
        });
        let value = json!({
            "format": "zwang-interlock-1",
            "scene": scene.name,
            "digest": scene.digest(),
            "verdict": self.verdict.name(),
            "moving": self.moving.iter().map(name).collect::<Vec<_>>(),
            "alone": self.alone.iter().map(name).collect::<Vec<_>>(),
            "motion": motion,
            "keys": keys,
            "proofs": self.proofs.len(),
            "proof": "zwang-space-statics-1",
        });
        let value = with_doubles(value, &["velocity", "spin"]);
        format!("{value:#}\n")
    }
}

impl Order {
    /// Text for people.
    #[must_use]
    pub fn report(&self, scene: &Scene, as_listed: bool) -> String {
        let name = |body: &BodyId| format!("`{}`", scene.bodies[body.0].name);
        let mut text = format!("{}\n", scene.name);
        match self {
            Order::Found(steps) => {
                let count = steps.len();
                text += &format!(
                    "  verdict    an order of {count} bodies, in which all stands after each\n"
                );
                for (index, (body, judged)) in steps.iter().enumerate() {
                    let number = index + 1;
                    let verdict = judged.answer.verified.verdict();
                    text += &format!("  {number:>7}    {}: {verdict}\n", name(body));
                }
            }
            Order::Impossible { placed, next } => {
                text += match as_listed {
                    true => "  verdict    no: in the order of the file it falls on the way\n",
                    false => "  verdict    no order: whatever comes next falls\n",
                };
                let names: Vec<String> = placed.iter().map(name).collect();
                let count = placed.len();
                let names = if names.is_empty() {
                    "nothing".to_owned()
                } else {
                    names.join(", ")
                };
                text += &format!("  placed     {count}: {names}\n");
                for (body, _) in next {
                    text += &format!("  falls      with {}\n", name(body));
                }
            }
            Order::Open { tried } => {
                text += &format!("  verdict    unknown: no order among {tried} sets of bodies\n");
            }
        }
        text
    }

    /// JSON of the format `zwang-order-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        let name = |body: &BodyId| scene.bodies[body.0].name.clone();
        let (verdict, steps, placed, next) = match self {
            Order::Found(steps) => {
                let steps = steps.iter().map(|(body, judged)| {
                    let verdict = judged.answer.verified.verdict().to_string();
                    json!({ "body": name(body), "verdict": verdict })
                });
                ("found", Some(steps.collect::<Vec<_>>()), None, None)
            }
            Order::Impossible { placed, next } => {
                let placed: Vec<String> = placed.iter().map(name).collect();
                let next: Vec<String> = next.iter().map(|(body, _)| name(body)).collect();
                ("none", None, Some(placed), Some(next))
            }
            Order::Open { .. } => ("unknown", None, None, None),
        };
        let value = json!({
            "format": "zwang-order-1",
            "scene": scene.name,
            "digest": scene.digest(),
            "verdict": verdict,
            "steps": steps,
            "placed": placed,
            "falls_with": next,
            "proof": "zwang-space-statics-1",
        });
        format!("{value:#}\n")
    }
}

/// On which faces a body of this name rests, as text for people.
#[must_use]
pub fn resting_report(name: &str, faces: &[RestingFace]) -> String {
    let standing = faces.iter().filter(|face| face.stands()).count();
    let count = faces.len();
    let mut text = format!("{name}\n  verdict    rests on {standing} of {count} faces\n\n");
    text += "face  normal, outwards    verdict              margin (m)      tips if tilted by  over its edge to face\n";
    for (index, face) in faces.iter().enumerate() {
        let [x, y, z] = face.normal.coordinates();
        let normal = format!("({x}, {y}, {z})");
        let margin = match face.side {
            Ordering::Less => format!("-{}", rooted(&face.margin_squared)),
            _ => rooted(&face.margin_squared),
        };
        let tilt = match face.side {
            Ordering::Greater => {
                let squared = &face.margin_squared / &face.height_squared;
                report::tilt_words(&square_root(&squared))
            }
            _ => String::new(),
        };
        let verdict = verdict(face);
        let neighbour = face.neighbour;
        text += &format!(
            "{index:>4}  {normal:<18}  {verdict:<19}  {margin:<14}  {tilt:<17}  {neighbour}\n"
        );
    }
    text + "\n"
}

/// The same as JSON of the format `zwang-rest-1`.
#[must_use]
pub fn resting_json(name: &str, faces: &[RestingFace]) -> String {
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
            "margin_double": double(&signed_margin(face)),
            "height_squared": face.height_squared.to_string(),
            "height_double": double(&square_root(&face.height_squared)),
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
    let exact = ["normal", "corners", "real", "vector"];
    let value = with_doubles(value, &exact);
    format!("{value:#}\n")
}

/// The margin, m, as nearly as doubles tell; below 0 of a face that the body tips from.
fn signed_margin(face: &RestingFace) -> Rational {
    let size = square_root(&face.margin_squared);
    match face.side {
        Ordering::Less => -size,
        Ordering::Equal | Ordering::Greater => size,
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

/// A number as a decimal of a few digits.
fn decimal(number: &Rational) -> String {
    let decimal = zwang_decimal::decimal(number, 6);
    if decimal.exact {
        decimal.text
    } else {
        format!("≈ {}", decimal.text)
    }
}
