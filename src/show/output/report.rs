//! Answers as plain text for people.
//!
//! Numbers are decimals, rounded after `≈`, or exact fractions on request. Tables are shortened to
//! the rows that [`ReportOptions`] allows; nothing is shortened silently.

mod bars;
mod contacts;
pub(crate) mod forces;
mod forces_in_space;
mod friction;
mod motion;
mod reader;
mod space;
mod statics;
mod threshold;

pub use forces::{forces, no_forces};
pub use forces_in_space::{forces_in_space, no_forces_in_space};
pub use friction::friction;
pub use reader::Reader;
pub use space::{collapse_in_space, rest_in_space, stability_in_space};
pub use statics::{only_rest, statics};
pub use threshold::{
    cone_in_space, critical_in_space, mode, mode_in_space, threshold, threshold_words, varied,
    varied_without_limit, varied_without_limit_words, varied_words,
};

use crate::outcome::{self, AmbiguousGroup, name};
use crate::quantity::{angle, marked};
use crate::shown::{Numbers, inline, inline_root};
use crate::{AlmostTouching, BalancedOn, Indeterminate, OutputError, SymmetryKind, SymmetryLine};
use motion::Reading;
use zwang_check::{Answer, Verdict, Verified};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// How much of an answer is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The most rows of one table; `None` for all of them.
    pub rows: Option<usize>,
    /// Whether numbers are exact fractions instead of decimals.
    pub is_exact: bool,
    /// The reader to whom the text says what to type next.
    pub reader: Reader,
}

impl Default for Detail {
    fn default() -> Self {
        Self {
            rows: Some(20),
            is_exact: false,
            reader: Reader::default(),
        }
    }
}

impl Detail {
    /// All rows, and fractions.
    #[must_use]
    pub fn full() -> Self {
        Self {
            rows: None,
            is_exact: true,
            reader: Reader::default(),
        }
    }
}

/// The form of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportOptions {
    /// How much is told.
    pub detail: Detail,
    /// Which forces are told as some of several that would do.
    pub indeterminate: Indeterminate,
    /// Parts that almost touch, if there are any.
    pub almost_touching: Option<AlmostTouching>,
    /// Corners without friction on which bodies are balanced.
    pub balanced_on: Vec<BalancedOn>,
    /// Why `zwang forces` tells no ranges of the forces that hold the scene, if it tells none.
    pub no_ranges: Option<String>,
}

impl ReportOptions {
    fn limit(&self) -> usize {
        self.detail.rows.unwrap_or(usize::MAX)
    }
}

/// The answer of `collapse`.
#[must_use]
pub fn collapse(
    verified: &Verified,
    symmetries: &[SymmetryLine],
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let mut page = Page::new(heading(verified), options);
    let answer = verified.first_answer();
    page.line(&format!("  verdict    {}", verdict(verified, answer)));
    if let Some(answer) = answer {
        let restraint = page.numbers.inline_with(&answer.restraint, " J/s²");
        page.line(&format!("  restraint  {restraint}"));
    }
    for line in symmetry_lines(symmetries) {
        page.line(&line);
    }
    page.balanced(scene);
    page.almost_touching(scene);
    match answer {
        Some(answer) => {
            page.motions(scene, answer, symmetries, Reading::Acceleration);
            page.answer_details(scene, answer);
        }
        None => page.section(&impossible(verified)),
    }
    page.alternatives(verified);
    page.finish()
}

/// The answer of `stability`: the forces that hold a scene that stands, or a motion that nothing
/// resists and the potential energy it loses.
///
/// # Errors
/// [`OutputError::NotAtRest`] if a body of the scene has a velocity.
pub fn stability(
    verified: &Verified,
    symmetries: &[SymmetryLine],
    options: &ReportOptions,
) -> Result<String, OutputError> {
    let scene = verified.scene();
    outcome::require_rest(scene)?;
    let mut page = Page::new(heading(verified), options);
    match verified.first_answer() {
        Some(answer) if verified.verdict() == Verdict::Rests => {
            let pulling = outcome::what_pulls(scene);
            page.line(&format!(
                "  verdict    stands: the forces below balance {pulling} on every body"
            ));
            page.almost_touching(scene);
            page.answer_details(scene, answer);
        }
        Some(answer) => {
            let falls = outcome::falls_words(scene.has_loads());
            page.line(&format!("  verdict    {falls}"));
            let work = outcome::work(scene, answer) * outcome::to_unit(&answer.accelerations);
            let line = outcome::work_line(scene.has_loads(), &work, &mut page.numbers);
            page.line(&line);
            page.balanced(scene);
            page.almost_touching(scene);
            page.motions(scene, answer, symmetries, Reading::Velocity);
            page.corners(scene, answer);
        }
        None => page.section(&impossible(verified)),
    }
    Ok(page.finish())
}

/// A text that grows section by section.
struct Page<'a> {
    text: String,
    numbers: Numbers,
    options: &'a ReportOptions,
}

impl<'a> Page<'a> {
    fn new(text: String, options: &'a ReportOptions) -> Self {
        Self {
            text,
            numbers: Numbers::new(options.detail.is_exact),
            options,
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn section(&mut self, section: &str) {
        if !section.is_empty() {
            self.text.push('\n');
            self.text.push_str(section);
        }
    }

    /// Lines about the corners without friction on which bodies are balanced.
    fn balanced(&mut self, scene: &Scene) {
        for BalancedOn { bodies, point } in &self.options.balanced_on {
            let [first, second] = bodies.map(|body| name(scene, body));
            let at = self.numbers.pair(point);
            self.line(&format!(
                "  balance    balanced on the corner of {first} and {second} at {at}, without \
                 margin: it falls to one side or to the other"
            ));
        }
    }

    /// A line if some parts almost touch, or are almost flush.
    fn almost_touching(&mut self, scene: &Scene) {
        let Some(near) = &self.options.almost_touching else {
            return;
        };
        self.line(&format!("  near       {}", near_in_words(scene, near)));
    }

    fn motions(
        &mut self,
        scene: &Scene,
        answer: &Answer,
        symmetries: &[SymmetryLine],
        reading: Reading,
    ) {
        let motions = motion::section(
            scene,
            &answer.accelerations,
            symmetries,
            reading,
            &mut self.numbers,
            self.options,
        );
        self.section(&motions);
    }

    fn answer_details(&mut self, scene: &Scene, answer: &Answer) {
        let contacts = contacts::section(scene, answer, &mut self.numbers, self.options);
        self.section(&contacts);
        let pins = contacts::pins(scene, answer, &mut self.numbers, self.options);
        self.section(&pins);
        let bars = contacts::bars(scene, answer, &mut self.numbers, self.options);
        self.section(&bars);
        self.corners(scene, answer);
    }

    fn corners(&mut self, scene: &Scene, answer: &Answer) {
        let corners = contacts::corners(scene, answer, &mut self.numbers, self.options);
        self.section(&corners);
    }

    /// Every answer of every group that has several; the rest of the report tells the first.
    fn alternatives(&mut self, verified: &Verified) {
        let scene = verified.scene();
        for AmbiguousGroup { group, answers } in outcome::alternatives(verified) {
            let bodies = motion::list(scene, &group.bodies);
            let count = answers.len();
            self.section(&format!(
                "{count} motions of equal restraint for {bodies}\n"
            ));
            let shown = answers.iter().take(self.options.limit());
            for (answer, number) in shown.zip(1..) {
                self.line(&format!("  motion {number} of {count}"));
                let mut motions = Vec::new();
                for body in &group.bodies {
                    if let Some(motion) = answer.accelerations.get(body.0) {
                        motions.push((motion, *body));
                    }
                }
                let table = motion::table_of(scene, &motions, &mut self.numbers, self.options);
                self.text.push_str(&table);
            }
            if let Some(more) = more(count, self.options) {
                self.line(&more);
            }
        }
    }

    fn finish(mut self) -> String {
        if let Some(note) = self.numbers.note(self.options.detail.reader) {
            self.section(&format!("{note}\n"));
        }
        self.text
    }
}

/// The line that stands for the rows left out.
fn more(rows: usize, options: &ReportOptions) -> Option<String> {
    let left = rows.saturating_sub(options.limit());
    if left == 0 {
        return None;
    }
    let hint = options.detail.reader.all_rows();
    Some(format!("  … and {left} more; {hint}"))
}

/// The angle whose tangent this is, in degrees.
#[must_use]
pub fn tilt_words(tangent: &Rational) -> String {
    marked(&angle(tangent).digits, "°")
}

/// Parts that almost touch or are almost flush, in words.
#[must_use]
pub fn near_in_words(scene: &Scene, near: &AlmostTouching) -> String {
    let pairs = if near.almost_flush == 0 {
        count(near.pairs, "pair almost touches", "pairs almost touch")
    } else if near.almost_flush == near.pairs {
        count(near.pairs, "pair is almost flush", "pairs are almost flush")
    } else {
        format!("{} pairs almost touch or are almost flush", near.pairs)
    };
    let [first, second] = near.nearest.map(|body| name(scene, body));
    let gap = inline_root(&near.gap_squared);
    let nearest = format!("the nearest, {first} / {second}, by {gap} m");
    format!("{pairs}; zwang scene snap --within mends those it can; {nearest}")
}

fn heading(verified: &Verified) -> String {
    heading_of(verified.scene(), verified.digest())
}

fn heading_of(scene: &Scene, digest: &str) -> String {
    let name = &scene.name;
    let title = scene.title.as_ref().unwrap_or(name);
    let free = outcome::count_free(scene);
    let fixed = scene.bodies.len() - free;
    let free = count(free, "free body", "free bodies");
    let mut pins = String::new();
    if !scene.pins.is_empty() {
        let count = count(scene.pins.len(), "pin", "pins");
        pins = format!(", {count}");
    }
    let mut loads = String::new();
    if scene.has_loads() {
        let count = count(scene.loads.len(), "load", "loads");
        loads = format!(", {count}");
    }
    let content = format!("{free}, {fixed} fixed{pins}{loads}");
    format!("{title}\n  scene      {name}: {content}\n  digest     {digest}\n")
}

fn verdict(verified: &Verified, answer: Option<&Answer>) -> String {
    let free = outcome::count_free(verified.scene());
    let accelerated = match answer {
        Some(answer) => outcome::count_accelerated(answer),
        None => 0,
    };
    let some = format!("{accelerated} of {free} free bodies");
    let is_at_rest = verified.scene().is_at_rest();
    match (verified.verdict(), accelerated) {
        (Verdict::Rests, _) => "rests: nothing moves".to_owned(),
        (Verdict::Moves, 1) if is_at_rest => format!("moves: {some} starts to move"),
        (Verdict::Moves, _) if is_at_rest => format!("moves: {some} start to move"),
        (Verdict::Moves, 0) => "moves: all bodies keep their velocities".to_owned(),
        (Verdict::Moves, 1) => format!("moves: {some} changes its velocity or spin"),
        (Verdict::Moves, _) => format!("moves: {some} change their velocity or spin"),
        (Verdict::Ambiguous, _) => concat!(
            "ambiguous: corners leave several motions of equal restraint; ",
            "the first is told here, all of them below"
        )
        .to_owned(),
        (Verdict::Impossible, _) => {
            "impossible: no acceleration keeps the bodies apart and the pins together".to_owned()
        }
    }
}

fn impossible(verified: &Verified) -> String {
    let mut text = String::new();
    for group in outcome::impossible(verified) {
        let list = motion::list(verified.scene(), &group.bodies);
        text.push_str(&format!("no admissible acceleration: {list}\n"));
    }
    text
}

fn symmetry_lines(symmetries: &[SymmetryLine]) -> Vec<String> {
    if symmetries.is_empty() {
        return vec!["  symmetry   none".to_owned()];
    }
    let mut lines = Vec::new();
    for (index, symmetry) in symmetries.iter().enumerate() {
        let head = if index == 0 { "symmetry" } else { "" };
        let moved = match symmetry.moved_bodies() {
            0 => "every body is its own image".to_owned(),
            1 => "1 body changes places".to_owned(),
            moved => format!("{moved} bodies change places"),
        };
        let kind = describe(&symmetry.kind);
        lines.push(format!("  {head:<9}  {kind}; {moved}"));
    }
    lines
}

fn describe(kind: &SymmetryKind) -> String {
    let zero = Rational::from_integer(0.into());
    let mut numbers = Numbers::new(false);
    match kind {
        SymmetryKind::Reflection { point, direction } if direction.x == zero => {
            format!("reflection in the line x = {}", inline(&point.x))
        }
        SymmetryKind::Reflection { point, direction } if direction.y == zero => {
            format!("reflection in the line y = {}", inline(&point.y))
        }
        SymmetryKind::Reflection { point, direction } => {
            let point = numbers.pair(point);
            let direction = numbers.pair(direction);
            format!("reflection in the line through {point} along {direction}")
        }
        SymmetryKind::Rotation {
            center,
            matrix: [[cosine, _], [sine, _]],
        } => {
            let center = numbers.pair(center);
            let cosine = inline(cosine);
            let sine = inline(sine);
            format!("rotation about {center} with cosine {cosine} and sine {sine}")
        }
    }
}

/// `1 body`, `2 bodies`.
fn count(number: usize, one: &str, several: &str) -> String {
    let things = if number == 1 { one } else { several };
    format!("{number} {things}")
}
