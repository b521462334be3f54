//! The summary of a run for comparison: for people, and as JSON of the format
//! `zwang-comparison-summary-1`.

use super::super::super::console;
use super::super::arguments::SimulateArguments;
use super::super::summary::{LENGTH_DIGITS, as_text, lines, listed};
use anyhow::Result;
use num_traits::Signed;
use serde::Serialize;
use zwang_exact::Rational;
use zwang_output::decimal::{decimal, square_root};
use zwang_scene::{BodyId, Scene};
use zwang_schemes::StepError;
use zwang_schemes::file::{Header, Record, Told};

/// Data that a summary tells beside the records.
pub struct Course<'a> {
    pub scene: &'a Scene,
    pub settings: &'a SimulateArguments,
    pub header: &'a Header,
    /// The name of the run file.
    pub file: String,
    /// Whether the scene has symmetries.
    pub is_symmetric: bool,
    /// Why there was no further step.
    pub stopped: Option<&'a StepError>,
}

/// Extremes over the steps.
#[derive(Default)]
pub struct Summary {
    steps: u64,
    shortest: Extreme,
    longest: Extreme,
    penetration: Extreme,
    overlapping: Option<[BodyId; 2]>,
    asymmetry: Extreme,
    first_asymmetric: Option<u64>,
    energy: Rational,
    energy_gained: Extreme,
    /// The most contacts that parted and pressed at once, if there are cones.
    side_cases: Option<usize>,
    bits: Vec<u64>,
}

/// A number and the first step that reached it; 0 before the first.
#[derive(Default, Serialize)]
struct Extreme {
    #[serde(serialize_with = "as_text")]
    value: Rational,
    step: u64,
}

impl Extreme {
    /// Whether it is a new one.
    fn add(&mut self, value: Rational, step: u64) -> bool {
        let is_new = value.abs() > self.value.abs();
        if is_new {
            *self = Self { value, step };
        }
        is_new
    }
}

#[derive(Serialize)]
struct Json<'a> {
    format: &'static str,
    certified: bool,
    scene: &'a str,
    run: &'a str,
    choices: &'a Header,
    steps: u64,
    steps_wanted: usize,
    ending: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_by: Option<String>,
    squared_length_error_least: &'a Extreme,
    squared_length_error_largest: &'a Extreme,
    penetration_squared: &'a Extreme,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlapping: Option<[&'a str; 2]>,
    symmetric_scene: bool,
    asymmetry: &'a Extreme,
    first_asymmetric_step: Option<u64>,
    #[serde(serialize_with = "as_text")]
    energy: Rational,
    energy_gained: &'a Extreme,
    #[serde(skip_serializing_if = "Option::is_none")]
    side_cases: Option<usize>,
    state_bits: &'a [u64],
}

impl Summary {
    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// One step more.
    ///
    /// # Errors
    /// If its numbers cannot be read.
    pub fn add(&mut self, record: &Record) -> Result<()> {
        let Told {
            length_errors: [least, largest],
            penetration,
            asymmetry,
            energy,
            side_cases,
        } = record.diagnostics()?;
        let (k, zero) = (record.k, Rational::default());
        self.steps = k;
        if least < zero {
            self.shortest.add(least, k);
        }
        if largest > zero {
            self.longest.add(largest, k);
        }
        if let Some((bodies, square)) = penetration
            && self.penetration.add(square, k)
        {
            self.overlapping = Some(bodies);
        }
        if asymmetry != zero {
            self.first_asymmetric.get_or_insert(k);
        }
        self.asymmetry.add(asymmetry, k);
        if energy > zero {
            self.energy_gained.add(energy.clone(), k);
        }
        self.energy = energy;
        self.side_cases = self.side_cases.max(side_cases);
        self.bits.push(record.bits()?);
        Ok(())
    }

    /// For people.
    pub fn text(&self, course: &Course) -> String {
        let Course {
            scene,
            settings,
            header,
            file,
            stopped,
            ..
        } = course;
        let mut lines = Vec::new();
        if let Some(error) = stopped {
            let step = self.steps + 1;
            lines.push(("ends early", format!("step {step} is impossible: {error}")));
        }
        let certified = "no: a scheme for comparison, nothing of it is proved";
        lines.push(("run", console::one_line(file)));
        lines.push(("certified", certified.to_owned()));
        lines.push(("scheme", header.choices()));
        lines.push(("steps", lines::steps(self.steps, settings)));
        lines.push(("symmetry", self.symmetry(course.is_symmetric)));
        lines.push(("lengths", self.lengths()));
        lines.push(("penetration", self.overlap(scene)));
        lines.push(("energy", self.energy()));
        if let Some(count) = self.side_cases {
            let contacts = lines::count(count, "contact");
            let told = format!("{contacts} at most parted and pressed at once, in one step");
            lines.push(("side cases", told));
        }
        if settings.exact {
            lines.push(("bits", listed(&self.bits)));
        }
        lines::text(scene, lines)
    }

    fn symmetry(&self, is_symmetric: bool) -> String {
        match self.first_asymmetric {
            None if is_symmetric => "of the scene, exactly kept by every state".to_owned(),
            None => "none".to_owned(),
            Some(first) => {
                let Extreme { value, step } = &self.asymmetry;
                let largest = decimal(value, LENGTH_DIGITS).text;
                format!(
                    "of the scene, lost in step {first}; \
                     off by ≈ {largest} m at most, after step {step}"
                )
            }
        }
    }

    fn lengths(&self) -> String {
        let extremes = [(&self.shortest, "short"), (&self.longest, "long")];
        let told = extremes
            .into_iter()
            .filter(|(extreme, _)| extreme.step > 0)
            .map(|(extreme, word)| {
                let one = Rational::from_integer(1.into());
                let error = (square_root(&(&extreme.value + &one)) - &one)
                    * Rational::from_integer(100.into());
                let sign = if extreme.value > Rational::default() {
                    "+"
                } else {
                    ""
                };
                format!(
                    "≈ {sign}{} % too {word} at most, after step {}",
                    decimal(&error, LENGTH_DIGITS).text,
                    extreme.step
                )
            });
        let told: Vec<String> = told.collect();
        if told.is_empty() {
            "exactly kept".to_owned()
        } else {
            told.join("; ")
        }
    }

    fn overlap(&self, scene: &Scene) -> String {
        let Some(bodies) = self.overlapping else {
            return "none".to_owned();
        };
        let [one, other] = bodies.map(|body| name(scene, body));
        let depth = decimal(&square_root(&self.penetration.value), LENGTH_DIGITS).text;
        console::one_line(&format!(
            "≈ {depth} m at most, of `{one}` and `{other}` after step {}",
            self.penetration.step
        ))
    }

    fn energy(&self) -> String {
        let change = decimal(&self.energy, LENGTH_DIGITS).text;
        let Extreme { value, step } = &self.energy_gained;
        let gained = if *step > 0 {
            let most = decimal(value, LENGTH_DIGITS).text;
            format!("≈ {most} J above that of the start at most, after step {step}")
        } else {
            "never above that of the start".to_owned()
        };
        format!("{gained}; ≈ {change} J in the end")
    }

    /// For programs.
    pub fn json(&self, course: &Course) -> Result<String> {
        let Course {
            scene,
            settings,
            header,
            file,
            is_symmetric,
            stopped,
        } = course;
        let told = Json {
            format: "zwang-comparison-summary-1",
            certified: false,
            scene: &scene.name,
            run: file,
            choices: header,
            steps: self.steps,
            steps_wanted: settings.steps(),
            ending: if stopped.is_some() {
                "impossible"
            } else {
                "finished"
            },
            ended_by: stopped.map(ToString::to_string),
            squared_length_error_least: &self.shortest,
            squared_length_error_largest: &self.longest,
            penetration_squared: &self.penetration,
            overlapping: self
                .overlapping
                .map(|bodies| bodies.map(|body| name(scene, body))),
            symmetric_scene: *is_symmetric,
            asymmetry: &self.asymmetry,
            first_asymmetric_step: self.first_asymmetric,
            energy: self.energy.clone(),
            energy_gained: &self.energy_gained,
            side_cases: self.side_cases,
            state_bits: &self.bits,
        };
        Ok(format!("{}\n", serde_json::to_string_pretty(&told)?))
    }
}

/// The name of a body that a file tells.
fn name(scene: &Scene, body: BodyId) -> &str {
    scene.body(body).map_or("?", |body| body.name.as_str())
}
