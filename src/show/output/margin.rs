//! How far a scene is from falling: tilts and pushes that end equilibrium, as text and as JSON.
#![allow(
    clippy::disallowed_types,
    reason = "doubles stand beside exact numbers in JSON"
)]

use crate::json::double;
use crate::mechanism::Mode;
use crate::names::code;
use crate::outcome::name;
use crate::quantity::{angle, marked, short};
use crate::report::Detail;
use crate::rows;
use crate::table::Table;
use num_traits::{Signed, Zero};
use serde::Serialize;
use zwang_check::threshold::VerifiedThreshold;
use zwang_exact::Rational;
use zwang_scene::{BodyId, Scene};

/// The margins of a scene that stands or can stand, each to the left and to the right.
pub struct Margin<'a> {
    /// Tilts; `None` without gravity.
    pub tilt: Option<[&'a VerifiedThreshold; 2]>,
    /// Gravity along x, which pushes all bodies by their masses.
    pub whole: [&'a VerifiedThreshold; 2],
    /// Free bodies with the pushes at their centroids, in newtons.
    pub bodies: Vec<(BodyId, [&'a VerifiedThreshold; 2])>,
    /// The number of all free bodies.
    pub free: usize,
}

/// A tilt or a push that ends equilibrium.
pub struct MarginEnd {
    /// The tangent of the tilt, or the force in newtons, not negative.
    pub size: Rational,
    mode: Option<Mode>,
}

impl MarginEnd {
    /// `None` if there is no limit. `start` is the value of the scene as it is, and the force is
    /// `factor` times what it varies by.
    fn new(verified: &VerifiedThreshold, start: &Rational, factor: &Rational) -> Option<Self> {
        verified.falls_at()?;
        let value = verified.stands_at()?;
        Some(Self {
            size: (value - start).abs() * factor,
            mode: verified.mechanism().map(Mode::of),
        })
    }

    fn of_both(
        ways: [&VerifiedThreshold; 2],
        start: &Rational,
        factor: &Rational,
    ) -> [Option<Self>; 2] {
        ways.map(|way| Self::new(way, start, factor))
    }

    /// How the scene falls beyond it: "slides", "tips", "hinges", …
    #[must_use]
    pub fn mode(&self) -> &'static str {
        self.mode.map_or("", Mode::word)
    }
}

/// The pushed bodies, and the pushes to the left and to the right that end equilibrium; `None`
/// where no push does.
pub struct MarginRow {
    /// `None` for the whole.
    pub body: Option<BodyId>,
    /// In newtons.
    pub ends: [Option<MarginEnd>; 2],
}

impl Margin<'_> {
    /// The tilts to the left and to the right that end equilibrium; `None` without gravity.
    #[must_use]
    pub fn tilts(&self) -> Option<[Option<MarginEnd>; 2]> {
        let one = Rational::from_integer(1.into());
        let tilt = self.tilt?;
        Some(MarginEnd::of_both(tilt, &Rational::zero(), &one))
    }

    /// The whole, and the bodies.
    #[must_use]
    pub fn pushes(&self, scene: &Scene) -> Vec<MarginRow> {
        let mut mass = Rational::zero();
        for body in &scene.bodies {
            if let Some(free) = &body.dynamics {
                mass += &free.mass;
            }
        }
        let mut rows = vec![MarginRow {
            body: None,
            ends: MarginEnd::of_both(self.whole, &scene.gravity.x, &mass),
        }];
        let one = Rational::from_integer(1.into());
        for (body, ways) in &self.bodies {
            rows.push(MarginRow {
                body: Some(*body),
                ends: MarginEnd::of_both(*ways, &Rational::zero(), &one),
            });
        }
        rows
    }

    /// Returns text: the least of each kind, and all of them.
    #[must_use]
    pub fn report(&self, scene: &Scene, detail: Detail) -> String {
        let is_exact = detail.is_exact;
        let tilts = self.tilts();
        let pushes = self.pushes(scene);
        let summary = summary(scene, tilts.as_ref(), &pushes, is_exact);
        let mut table = Table::new(["equilibrium ends", "to the left", "", "to the right", ""]);
        if let Some(tilts) = &tilts {
            let [left, right] = tilts
                .each_ref()
                .map(|end| cells(end.as_ref(), |tangent| tilt_text(tangent, is_exact)));
            let [left, left_mode] = left;
            let [right, right_mode] = right;
            table.push(["tilted".to_owned(), left, left_mode, right, right_mode]);
        }
        for MarginRow { body, ends } in &pushes {
            let [left, right] = ends
                .each_ref()
                .map(|end| cells(end.as_ref(), |force| force_text(force, is_exact)));
            let [left, left_mode] = left;
            let [right, right_mode] = right;
            let pushed = match body {
                None => "all pushed".to_owned(),
                Some(body) => format!("{} pushed", code(name(scene, *body))),
            };
            table.push([pushed, left, left_mode, right, right_mode]);
        }
        let table = table.text(2);
        let mut text = format!("margin {summary}\n{table}");
        let pushed = self.bodies.len();
        if pushed < self.free {
            let free = self.free;
            text += &format!(
                "  pushed: the first {pushed} of {free} free bodies; --margin=all pushes all\n"
            );
        }
        text
    }

    /// JSON of the format `zwang-stability-1` with the key `margin` added.
    #[must_use]
    pub fn json(&self, scene: &Scene, stability: &str) -> String {
        let member = self.member(scene);
        let member = member.trim_end().replace('\n', "\n  ");
        let stability = stability.trim_end().trim_end_matches('}').trim_end();
        format!("{stability},\n  \"margin\": {member}\n}}\n")
    }

    /// The value of the key `margin`, as JSON.
    #[must_use]
    pub fn member(&self, scene: &Scene) -> String {
        let mut bodies = Vec::new();
        let mut whole = None;
        for MarginRow { body, ends } in self.pushes(scene) {
            let sides = ends.each_ref().map(|end| end.as_ref().map(Push::new));
            match body {
                None => whole = Some(Sides::new(sides)),
                Some(body) => bodies.push(PushedBody {
                    body: name(scene, body),
                    sides: Sides::new(sides),
                }),
            }
        }
        let told = MarginMember {
            tilt: self.tilts().map(|tilts| {
                let sides = tilts.each_ref().map(|end| end.as_ref().map(Tilt::new));
                Sides::new(sides)
            }),
            whole,
            bodies,
            free_bodies: self.free,
        };
        rows::text(&told)
    }
}

/// The least tilt and the least push, or that one of them is 0.
fn summary(
    scene: &Scene,
    tilts: Option<&[Option<MarginEnd>; 2]>,
    pushes: &[MarginRow],
    is_exact: bool,
) -> String {
    let mut least_tilt: Option<(&MarginEnd, &str)> = None;
    let mut least_push: Option<(&MarginEnd, &str, Option<BodyId>)> = None;
    let sides = ["to the left", "to the right"];
    for (end, side) in tilts.into_iter().flatten().zip(sides) {
        if let Some(end) = end
            && least_tilt.is_none_or(|(least, _)| end.size < least.size)
        {
            least_tilt = Some((end, side));
        }
    }
    for MarginRow { body, ends } in pushes {
        for (end, side) in ends.iter().zip(sides) {
            if let Some(end) = end
                && least_push.is_none_or(|(least, ..)| end.size < least.size)
            {
                least_push = Some((end, side, *body));
            }
        }
    }
    let mut told = Vec::new();
    if let Some((end, side)) = least_tilt {
        if end.size.is_zero() {
            return format!("0: balanced, any tilt {side} ends it");
        }
        told.push(format!("tilt {} {side}", tilt_text(&end.size, is_exact)));
    }
    if let Some((end, side, body)) = least_push {
        let what = match body {
            None => "all bodies".to_owned(),
            Some(body) => code(name(scene, body)),
        };
        if end.size.is_zero() {
            return format!("0: balanced, any push on {what} {side} ends it");
        }
        told.push(format!(
            "push {} {side} on {what}",
            force_text(&end.size, is_exact)
        ));
    }
    match told.is_empty() {
        true => "none: no tilt and no push along x ends it".to_owned(),
        false => told.join(", "),
    }
}

/// A size and how the scene falls beyond it.
fn cells(end: Option<&MarginEnd>, text: impl Fn(&Rational) -> String) -> [String; 2] {
    match end {
        Some(end) => [text(&end.size), end.mode().to_owned()],
        None => ["no limit".to_owned(), String::new()],
    }
}

fn tilt_text(tangent: &Rational, is_exact: bool) -> String {
    let degrees = marked(&angle(tangent).digits, "°");
    match is_exact && !tangent.is_zero() {
        true => format!("tangent {tangent} ({degrees})"),
        false => degrees,
    }
}

fn force_text(force: &Rational, is_exact: bool) -> String {
    let digits = short(force);
    match is_exact && !digits.exact {
        true => format!("{force} N ({})", marked(&digits, " N")),
        false => marked(&digits, " N"),
    }
}

#[derive(Serialize)]
struct MarginMember<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    tilt: Option<Sides<Tilt>>,
    whole: Option<Sides<Push>>,
    bodies: Vec<PushedBody<'a>>,
    /// Those that could be pushed.
    free_bodies: usize,
}

/// `null` where there is no limit.
#[derive(Serialize)]
struct Sides<T> {
    left: Option<T>,
    right: Option<T>,
}

impl<T> Sides<T> {
    fn new([left, right]: [Option<T>; 2]) -> Self {
        Self { left, right }
    }
}

#[derive(Serialize)]
struct Tilt {
    tangent: String,
    tangent_double: Option<f64>,
    degrees_double: Option<f64>,
    mode: &'static str,
}

#[derive(Serialize)]
struct Push {
    /// N.
    force: String,
    force_double: Option<f64>,
    mode: &'static str,
}

#[derive(Serialize)]
struct PushedBody<'a> {
    body: &'a str,
    #[serde(flatten)]
    sides: Sides<Push>,
}

impl Tilt {
    fn new(end: &MarginEnd) -> Self {
        Self {
            tangent: end.size.to_string(),
            tangent_double: double(&end.size),
            degrees_double: double(&angle(&end.size).value),
            mode: end.mode(),
        }
    }
}

impl Push {
    fn new(end: &MarginEnd) -> Self {
        Self {
            force: end.size.to_string(),
            force_double: double(&end.size),
            mode: end.mode(),
        }
    }
}
