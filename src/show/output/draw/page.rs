//! The page: heading, drawing, and the legend below or beside.

use super::frame::Frame;
use super::legend::Legend;
use super::loads;
use super::options::DrawOptions;
use super::picture::{MARGIN, Picture};
use super::style::{self, before, friction, halo, hatch, open_ranges, sheet, wrap};
use crate::decimal::decimal;
use crate::outcome;
use crate::run::RunStep;
use crate::svg::{Drawing, Element};
use zwang_check::{Answer, ContactState, Verdict, Verified};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// Drawings at least this wide, and wider than high, have their legend below, others beside, px.
const WIDE: f64 = 700.0;
/// Room for a legend beside the drawing when the heading is broken into lines, px.
const BESIDE: f64 = 300.0;

/// How lines of text are set, px.
struct Font {
    size: f64,
    /// From one line to the next.
    distance: f64,
}

/// The title.
const TITLE: Font = Font {
    size: 21.0,
    distance: 27.0,
};

/// The line on the verdict.
const NOTE: Font = Font {
    size: 12.0,
    distance: 18.0,
};

/// This many loads are named below the title; the description names all.
const NAMED_LOADS: usize = 4;

/// Title, verdict and loads, in lines.
pub(super) struct Heading {
    title: Vec<String>,
    verdict: Vec<String>,
    /// The first loads. Those of a run do not change, and pictures of a film have one height.
    loads: Vec<String>,
    /// All that is read out.
    description: String,
}

impl Heading {
    /// The heading of a picture, broken into lines as wide as the page will be.
    pub(super) fn of_answer(
        picture: &Picture,
        verified: &Verified,
        answer: Option<&Answer>,
        options: &DrawOptions,
    ) -> Self {
        let mut parts = options.said.clone();
        parts.extend(verdict(picture, verified, answer, options));
        Self::new(picture, &parts, BESIDE)
    }

    /// The heading of a step; one line below the title if it has to be short.
    pub(super) fn of_step(
        picture: &Picture,
        scene: &Scene,
        step: Option<&RunStep>,
        is_short: bool,
    ) -> Self {
        let mut parts = course(step);
        if is_short {
            let line = parts.join(" · ");
            return Self {
                verdict: vec![line],
                ..Self::new(picture, &parts, 0.0)
            };
        }
        if let Some(step) = step {
            parts.extend(told(picture, step));
        }
        let digest = scene.digest();
        let digest = short(&digest);
        parts.push(format!("scene {digest}"));
        Self::new(picture, &parts, BESIDE)
    }

    /// The heading of a picture of which this is said.
    pub(super) fn of_parts(picture: &Picture, parts: &[String], digest: &str) -> Self {
        let mut parts = parts.to_vec();
        let digest = short(digest);
        parts.push(format!("checked, scene {digest}"));
        Self::new(picture, &parts, BESIDE)
    }

    /// The heading of a picture of what no checker has looked at.
    pub(super) fn uncertified(picture: &Picture, parts: &[String]) -> Self {
        Self::new(picture, parts, BESIDE)
    }

    fn new(picture: &Picture, parts: &[String], beside: f64) -> Self {
        let scene = picture.scene;
        let title = scene.title.as_deref().unwrap_or(&scene.name);
        let mut words = Vec::new();
        for word in title.split(' ') {
            words.push(word.to_owned());
        }
        let mut width = picture.frame.width;
        if !is_wide(&picture.frame) {
            width += beside;
        }
        let loads = loads::words(picture);
        let mut description = parts.to_vec();
        description.extend_from_slice(&loads);
        Self {
            title: wrap(&words, " ", TITLE.size, width),
            verdict: wrap(parts, " · ", NOTE.size, width),
            loads: wrap(&first_loads(loads), " · ", NOTE.size, width),
            description: description.join(" · "),
        }
    }

    /// The top of the drawing.
    pub(super) fn height(&self) -> f64 {
        let notes = self.verdict.len() + self.loads.len();
        let notes = notes as f64 * NOTE.distance;
        6.0 + self.title_height() + notes + 12.0
    }

    fn title_height(&self) -> f64 {
        self.title.len() as f64 * TITLE.distance
    }

    pub(super) fn draw(&self) -> Drawing {
        let top = 8.0;
        let mut drawn = draw_lines(&self.title, "title", top, TITLE);
        let below = top + self.title_height();
        let mut notes = self.verdict.clone();
        notes.extend_from_slice(&self.loads);
        let note = draw_lines(&notes, "note", below, NOTE);
        drawn.append(note);
        drawn
    }
}

/// The first names of loads, and how many loads there are beside these.
fn first_loads(mut loads: Vec<String>) -> Vec<String> {
    let others = loads.len().saturating_sub(NAMED_LOADS);
    loads.truncate(NAMED_LOADS);
    match others {
        0 => {}
        1 => loads.push("1 other load".to_owned()),
        others => loads.push(format!("{others} other loads")),
    }
    loads
}

fn draw_lines(lines: &[String], class: &str, top: f64, font: Font) -> Drawing {
    let mut drawn = Drawing::default();
    for (index, line) in lines.iter().enumerate() {
        let lines_above = index as f64 + 0.5;
        let middle = top + lines_above * font.distance;
        let baseline = middle + font.size * 0.36;
        let text = Element::text(class, MARGIN, baseline, line);
        drawn.add(text);
    }
    drawn
}

fn is_wide(frame: &Frame) -> bool {
    frame.width >= WIDE && frame.width >= 1.2 * frame.height
}

/// The whole picture. Title and description are read out, and shown as far as `shown_heading` says.
pub(super) fn page(
    picture: &Picture,
    heading: &Heading,
    shown_heading: Drawing,
    legend: Option<&Legend>,
    drawing: &Drawing,
) -> String {
    let frame = &picture.frame;
    let right = frame.left + frame.width;
    let bottom = frame.top + frame.height;
    let mut width = right + MARGIN;
    let mut height = bottom + MARGIN * 0.6;
    let mut key = None;
    match legend {
        None => {}
        Some(legend) if is_wide(frame) => {
            let below = legend.below(frame.width);
            let top = bottom + 14.0;
            height = top + below.height() + MARGIN * 0.6;
            key = Some(below.draw(frame.left, top));
        }
        Some(legend) => {
            let beside = legend.beside();
            let left = right + MARGIN;
            width = left + beside.width();
            let legend_bottom = frame.top + beside.height();
            height = bottom.max(legend_bottom) + MARGIN;
            key = Some(beside.draw(left, frame.top));
        }
    }
    let title = Element::new("title")
        .with("id", "title")
        .saying(&heading.title.join(" "));
    let description = Element::new("desc")
        .with("id", "desc")
        .saying(&heading.description);
    let background = Element::new("rect")
        .size(width, height)
        .with("fill", picture.theme.colours().page);
    let mut svg = Element::root(width, height)
        .with("aria-labelledby", "title desc")
        .containing("\n")
        .with_line(title)
        .with_line(description)
        .with_line(definitions(picture))
        .with_line(background)
        .containing(shown_heading)
        .containing(drawing);
    if let Some(key) = key {
        svg = svg.with_line(key);
    }
    svg.line()
}

/// The style sheet, the hatching of fixed bodies, and what cuts off the drawing at its frame.
fn definitions(picture: &Picture) -> Element {
    let colours = picture.theme.colours();
    let outline = picture.pixels * 0.032;
    let outline = outline.clamp(0.35, 1.3);
    let mut sheet = sheet(colours, outline);
    if picture.heat.is_some() {
        sheet += &halo(colours);
    }
    if picture.has_sliding() || picture.has_ranges() {
        sheet += &friction(colours);
    }
    if picture.has_open_ranges() {
        sheet += &open_ranges(colours);
    }
    if picture.scene.has_loads() {
        sheet += &style::loads(colours, picture.heat.is_some());
    }
    if !picture.weights.is_empty() {
        sheet += &style::weights(colours);
    }
    if picture.before.is_some() {
        sheet += &before(colours);
    }
    let style = Element::new("style").containing(sheet);
    let frame = &picture.frame;
    let window = Element::new("rect")
        .at(frame.left, frame.top)
        .size(frame.width, frame.height);
    let clip = Element::new("clipPath")
        .with("id", "window")
        .containing(window);
    Element::new("defs")
        .containing(style)
        .containing(hatch(colours))
        .containing(clip)
}

/// The sentence about the answer below the title, which is read out as well.
fn verdict(
    picture: &Picture,
    verified: &Verified,
    answer: Option<&Answer>,
    options: &DrawOptions,
) -> Vec<String> {
    let mut parts = vec![match options.of_stability {
        true => outcome::stability_word(verified).to_owned(),
        false => verified.verdict().to_string(),
    }];
    if verified.verdict() == Verdict::Ambiguous {
        let mut ways = 1_usize;
        for group in verified.groups() {
            ways = ways.saturating_mul(group.answers);
        }
        parts.push(format!("one of {ways} ways"));
    }
    if let Some(answer) = answer {
        if verified.verdict() != Verdict::Rests {
            parts.push(moving(picture, answer));
        }
        let mut pressing = 0;
        for contact in &answer.contacts {
            if contact.state == ContactState::Pressing {
                pressing += 1;
            }
        }
        let contacts = answer.contacts.len();
        if contacts > 0 {
            parts.push(pressing_of(pressing, contacts));
        }
        let restraint = picture.numbers().text(&answer.restraint);
        parts.push(format!("restraint {restraint} J/s²"));
    }
    let digest = short(verified.digest());
    parts.push(format!("checked, scene {digest}"));
    parts
}

/// The beginning of a digest.
fn short(digest: &str) -> String {
    digest.chars().take(12).collect()
}

/// The place of a step in the run.
fn course(step: Option<&RunStep>) -> Vec<String> {
    let Some(step) = step else {
        let start = ["before the first step", "t = 0 s"];
        return start.map(str::to_owned).to_vec();
    };
    let k = step.k();
    let count = Rational::from_integer(k.into());
    let time = step.length() * count;
    let time = decimal(&time, 6).text;
    let step_part = format!("step {k}");
    let time_part = format!("t = {time} s");
    let mut parts = vec![step_part, time_part];
    match step.facts().impacts.len() {
        0 => {}
        1 => parts.push("1 impact".to_owned()),
        impacts => parts.push(format!("{impacts} impacts")),
    }
    if step.has_impact() {
        parts.push("velocities changed by restitution".to_owned());
    }
    parts
}

/// How many contacts press, of how many.
pub(super) fn pressing_of(pressing: usize, contacts: usize) -> String {
    match contacts {
        1 => format!("{pressing} of 1 contact presses"),
        _ => format!("{pressing} of {contacts} contacts press"),
    }
}

/// The facts of a step.
fn told(picture: &Picture, step: &RunStep) -> Vec<String> {
    let facts = step.facts();
    let bits = facts.bits;
    let pressing = picture.count_of_forces();
    let kinetic = decimal(&facts.kinetic, 4).text;
    let potential = decimal(&facts.potential, 4).text;
    vec![
        match pressing {
            1 => "1 contact presses".to_owned(),
            _ => format!("{pressing} contacts press"),
        },
        format!("kinetic energy {kinetic} J, potential {potential} J"),
        format!("numbers of {bits} bits"),
        "checked from the state before it".to_owned(),
    ]
}

fn moving(picture: &Picture, answer: &Answer) -> String {
    let free = outcome::count_free(picture.scene);
    let accelerated = outcome::count_accelerated(answer);
    let verb = match (picture.at_rest, accelerated) {
        (true, 1) => "starts to move",
        (true, _) => "start to move",
        (false, 1) => "accelerates",
        (false, _) => "accelerate",
    };
    format!("{accelerated} of {free} free bodies {verb}")
}
