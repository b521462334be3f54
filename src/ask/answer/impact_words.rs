//! The answers of `impact` and `orders` in words and as JSON.

use crate::impact::{Impacts, Orders};
use num_traits::Zero;
use serde_json::{Value, json};
use std::fmt::Write;
use zwang_decimal::{Digits, Rounding, inline, inline_with, rounded, short_fraction};
use zwang_exact::{Rational, Vector};
use zwang_law::ImpactRule;
use zwang_law::instant::{Blow, Instant, Motion, Stroke};
use zwang_output::json::with_doubles;
use zwang_scene::{BodyId, Scene};

/// The keys of exact numbers that have doubles beside them.
const EXACT: [&str; 8] = [
    "velocity",
    "spin",
    "at",
    "normal",
    "impulse",
    "restitution",
    "energy_before",
    "energy_after",
];
/// Outcomes that a text lists.
const LISTED: usize = 20;
/// Significant digits of speeds.
const DIGITS: usize = 4;
/// No checker has seen the numbers.
const NO_PROOF: &str = "none: computed exactly, not checked (a run of one step has one: \
                        zwang simulate --steps 1)";

impl Impacts {
    /// Text for people.
    #[must_use]
    pub fn report(&self, scene: &Scene) -> String {
        let mut text = titled(scene);
        let rule = match self.rule {
            ImpactRule::Rounds => "in rounds, the steepest approaches first",
            ImpactRule::Simultaneous => "all contacts at once",
        };
        line(&mut text, "rule", rule);
        if self.strokes.is_empty() {
            let touches = count(self.instant.touches.len(), "contact");
            line(
                &mut text,
                "impacts",
                &format!("none: of {touches} none closes"),
            );
        }
        let mut before = self.instant.before();
        for (index, stroke) in self.strokes.iter().enumerate() {
            let name = format!("round {}", index + 1);
            for (place, told) in self.told(scene, stroke, &before).iter().enumerate() {
                line(&mut text, if place == 0 { &name } else { "" }, told);
            }
            before.clone_from(&stroke.motions);
        }
        let after = self.after();
        tell_motions(&mut text, scene, &self.instant, &after);
        let [first, last] = [self.instant.before(), after].map(|motions| {
            let energy = self.instant.energy(&motions);
            inline_with(&energy, " J")
        });
        line(&mut text, "energy", &format!("{first} → {last}"));
        if self.symmetries > 0 {
            let kept = if self.is_symmetric {
                "kept"
            } else {
                "not kept"
            };
            let symmetries = symmetries(self.symmetries);
            line(&mut text, "symmetry", &format!("{symmetries} {kept}"));
        }
        line(&mut text, "proof", NO_PROOF);
        text
    }

    /// The impulses of a round, a line for each.
    fn told(&self, scene: &Scene, stroke: &Stroke, before: &[Motion]) -> Vec<String> {
        let mut lines = Vec::new();
        if stroke.is_stop {
            lines.push("stops all that still closes and does not bounce, at once".to_owned());
        }
        for blow in &stroke.blows {
            let touch = &self.instant.touches[blow.touch];
            let [first, second] = touch.bodies.map(|body| &scene.bodies[body].name);
            let opening = self.instant.opening(blow.touch, before);
            let speed = match opening.closes {
                true => format!("closes at {} m/s", root(&opening.squared)),
                false => "is pushed".to_owned(),
            };
            let impulse = vector(&blow.impulse, "N·s");
            let restitution = inline(&touch.restitution);
            lines.push(format!(
                "`{first}` on `{second}` {speed}, restitution {restitution}; impulse {impulse} on \
                 `{first}`"
            ));
        }
        lines
    }

    /// JSON of the format `zwang-impact-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        let mut before = self.instant.before();
        let mut rounds = Vec::new();
        for stroke in &self.strokes {
            let blows = stroke.blows.iter();
            let impulses = blows.map(|blow| impulse(scene, &self.instant, blow, &before));
            rounds.push(json!({
                "kind": if stroke.is_stop { "stop" } else { "bounce" },
                "impulses": impulses.collect::<Vec<_>>(),
                "bodies": motions(scene, &self.instant, &stroke.motions),
            }));
            before.clone_from(&stroke.motions);
        }
        let value = json!({
            "format": "zwang-impact-1",
            "scene": scene.name,
            "digest": scene.digest(),
            "impacts": match self.rule {
                ImpactRule::Rounds => "rounds",
                ImpactRule::Simultaneous => "simultaneous",
            },
            "contacts": self.instant.touches.len(),
            "closing": self.closing,
            "rounds": rounds,
            "before": motions(scene, &self.instant, &self.instant.before()),
            "after": motions(scene, &self.instant, &self.after()),
            "energy_before": self.instant.energy(&self.instant.before()).to_string(),
            "energy_after": self.instant.energy(&self.after()).to_string(),
            "symmetries": self.symmetries,
            "is_symmetric": self.is_symmetric,
            "proof": null,
        });
        let value = with_doubles(value, &EXACT);
        format!("{value:#}\n")
    }
}

impl Orders {
    /// The outcome that rounds give as well, if one of the orders does.
    #[must_use]
    pub fn place_of_rounds(&self) -> Option<usize> {
        let mut outcomes = self.found.outcomes.iter();
        outcomes.position(|outcome| outcome.motions == self.by_rounds)
    }

    /// Text for people.
    #[must_use]
    pub fn report(&self, scene: &Scene) -> String {
        let mut text = titled(scene);
        let outcomes = count(self.found.outcomes.len(), "outcome");
        let impacts = count(self.found.tried, "impact");
        line(
            &mut text,
            "orders",
            &format!("{outcomes}; {impacts} of one pair resolved"),
        );
        if self.found.cut > 0u32 {
            let cut = &self.found.cut;
            let longest = self.choice.longest;
            let most = self.choice.most;
            line(
                &mut text,
                "cut",
                &format!(
                    "{cut} beginnings of orders: at most {longest} impacts in one (--longest), {most} in all (--most)"
                ),
            );
        }
        let rounds = self.place_of_rounds();
        for (place, outcome) in self.found.outcomes.iter().enumerate().take(LISTED) {
            let mut marks = String::new();
            if self.symmetries > 0 && self.symmetric.contains(&place) {
                marks += ", symmetric";
            }
            if rounds == Some(place) {
                marks += ", the outcome of rounds";
            }
            let orders = &outcome.orders;
            let plural = if *orders == 1u32 { "" } else { "s" };
            let first = order(scene, &outcome.example);
            line(&mut text, "", "");
            line(
                &mut text,
                &format!("outcome {}", place + 1),
                &format!("{orders} order{plural}{marks}: {first}"),
            );
            tell_motions(&mut text, scene, &self.instant, &outcome.motions);
        }
        if self.found.outcomes.len() > LISTED {
            let more = self.found.outcomes.len() - LISTED;
            line(&mut text, "", &format!("and {more} more (--json)"));
        }
        if rounds.is_none() {
            let mark = match (self.symmetries > 0, self.rounds_are_symmetric) {
                (false, _) => "",
                (true, true) => ", symmetric",
                (true, false) => ", not symmetric",
            };
            line(&mut text, "", "");
            line(
                &mut text,
                "by rounds",
                &format!("the outcome of none of these orders{mark}"),
            );
            tell_motions(&mut text, scene, &self.instant, &self.by_rounds);
        }
        line(&mut text, "", "");
        line(&mut text, "proof", NO_PROOF);
        text
    }

    /// JSON of the format `zwang-orders-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        let name = |body: &BodyId| scene.bodies[*body].name.clone();
        let rounds = self.place_of_rounds();
        let mut outcomes = Vec::new();
        for (place, outcome) in self.found.outcomes.iter().enumerate() {
            let pairs = outcome.example.iter();
            let example: Vec<Vec<String>> =
                pairs.map(|pair| pair.iter().map(name).collect()).collect();
            outcomes.push(json!({
                "orders": outcome.orders.to_string(),
                "example": example,
                "after": motions(scene, &self.instant, &outcome.motions),
                "energy_after": self.instant.energy(&outcome.motions).to_string(),
                "is_symmetric": self.symmetric.contains(&place),
                "is_by_rounds": rounds == Some(place),
            }));
        }
        let value = json!({
            "format": "zwang-orders-1",
            "scene": scene.name,
            "digest": scene.digest(),
            "outcomes": outcomes,
            "cut": self.found.cut.to_string(),
            "tried": self.found.tried,
            "most": self.choice.most,
            "longest": self.choice.longest,
            "before": motions(scene, &self.instant, &self.instant.before()),
            "by_rounds": motions(scene, &self.instant, &self.by_rounds),
            "rounds_are_symmetric": self.rounds_are_symmetric,
            "symmetries": self.symmetries,
            "proof": null,
        });
        let value = with_doubles(value, &EXACT);
        format!("{value:#}\n")
    }
}

fn titled(scene: &Scene) -> String {
    let title = scene.title.as_ref().unwrap_or(&scene.name);
    format!("{}\n", title.replace(char::is_control, " "))
}

/// A name and what belongs to it.
fn line(text: &mut String, name: &str, value: &str) {
    let line = format!("  {name:<11}  {value}");
    let _ = writeln!(text, "{}", line.trim_end());
}

fn count(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

fn symmetries(count: usize) -> String {
    match count {
        1 => "1 symmetry of the scene".to_owned(),
        _ => format!("{count} symmetries of the scene"),
    }
}

/// The velocities before and after, a line for each free body.
fn tell_motions(text: &mut String, scene: &Scene, instant: &Instant, after: &[Motion]) {
    for ((body, old), new) in instant.free.iter().zip(instant.before()).zip(after) {
        let velocities = [&old.velocity, &new.velocity].map(|velocity| vector(velocity, "m/s"));
        let mut told = velocities.join(" → ");
        if !old.spin.is_zero() || !new.spin.is_zero() {
            let [old, new] = [&old.spin, &new.spin].map(inline);
            told += &format!("; spin {old} → {new} rad/s");
        }
        line(text, &format!("`{}`", scene.bodies[*body].name), &told);
    }
}

/// A vector: decimals first, and the fractions beside them where decimals are rounded.
fn vector(vector: &Vector, unit: &str) -> String {
    let numbers = [&vector.x, &vector.y];
    let decimals = numbers.map(rounded);
    let [x, y] = decimals.each_ref().map(|number| &number.text);
    if decimals.iter().all(|number| number.exact) {
        return format!("({x}, {y}) {unit}");
    }
    match numbers.map(short_fraction) {
        [Some(exact_x), Some(exact_y)] => {
            format!("≈ ({x}, {y}) {unit}, exactly ({exact_x}, {exact_y})")
        }
        _ => format!("≈ ({x}, {y}) {unit}"),
    }
}

/// The root of a number that is above 0.
fn root(square: &Rational) -> String {
    let mut digits = Digits::of_root(square, DIGITS, Rounding::Nearest);
    if !digits.exact {
        return format!("≈ {}", digits.text());
    }
    digits.trim();
    digits.text()
}

/// An order of impacts.
fn order(scene: &Scene, pairs: &[[BodyId; 2]]) -> String {
    if pairs.is_empty() {
        return "no impact".to_owned();
    }
    let name = |body: &BodyId| format!("`{}`", scene.bodies[*body].name);
    let told = pairs
        .iter()
        .map(|[first, second]| format!("{}–{}", name(first), name(second)));
    told.collect::<Vec<_>>().join(", ")
}

fn numbers(vector: &Vector) -> [String; 2] {
    [&vector.x, &vector.y].map(Rational::to_string)
}

fn impulse(scene: &Scene, instant: &Instant, blow: &Blow, before: &[Motion]) -> Value {
    let touch = &instant.touches[blow.touch];
    let opening = instant.opening(blow.touch, before);
    json!({
        "bodies": touch.bodies.map(|body| scene.bodies[body].name.clone()),
        "at": numbers(&touch.point),
        "normal": numbers(&touch.normal),
        "closes": opening.closes,
        "speed_squared": opening.squared.to_string(),
        "restitution": touch.restitution.to_string(),
        "impulse": numbers(&blow.impulse),
    })
}

fn motions(scene: &Scene, instant: &Instant, motions: &[Motion]) -> Vec<Value> {
    let mut told = Vec::with_capacity(motions.len());
    for (body, motion) in instant.free.iter().zip(motions) {
        told.push(json!({
            "name": scene.bodies[*body].name,
            "velocity": numbers(&motion.velocity),
            "spin": motion.spin.to_string(),
        }));
    }
    told
}
