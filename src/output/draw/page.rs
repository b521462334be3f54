//! The page: heading, drawing, and the legend below or beside.

use super::Picture;
use super::frame::{Frame, Point};
use super::legend::Legend;
use super::shape::number;
use super::style::{escape, hatch, sheet, text, wrap};
use super::theme::hex;
use crate::decimal::decimal;
use crate::outcome;
use crate::shown::brief;
use zwang_check::run::VerifiedStep;
use zwang_check::{Answer, ContactState, Verdict, Verified};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// White space at the edge of the page, px.
pub(super) const MARGIN: f64 = 26.0;
/// Drawings at least this wide, and wider than high, have their legend below, others beside, px.
const WIDE: f64 = 700.0;
/// Room for a legend beside the drawing when the heading is broken into lines, px.
const BESIDE: f64 = 300.0;
/// Font size of the title and distance of its lines, px.
const TITLE: [f64; 2] = [21.0, 27.0];
/// Font size of the line on the verdict and distance of its lines, px.
const NOTE: [f64; 2] = [12.0, 18.0];

/// Title and verdict, in lines.
pub(super) struct Heading {
    title: Vec<String>,
    verdict: Vec<String>,
}

impl Heading {
    /// The heading of a picture, broken into lines as wide as the page will be.
    pub(super) fn of_answer(
        picture: &Picture,
        verified: &Verified,
        answer: Option<&Answer>,
    ) -> Self {
        Self::new(picture, &verdict(picture, verified, answer), BESIDE)
    }

    /// The heading of a step; one line below the title if it has to be short.
    pub(super) fn of_step(
        picture: &Picture,
        scene: &Scene,
        step: Option<&VerifiedStep>,
        is_short: bool,
    ) -> Self {
        let mut parts = course(step);
        if is_short {
            return Self {
                verdict: vec![parts.join(" · ")],
                ..Self::new(picture, &[], 0.0)
            };
        }
        parts.extend(step.map(|step| told(picture, step)).unwrap_or_default());
        parts.push(format!("scene {}", short(&scene.digest())));
        Self::new(picture, &parts, BESIDE)
    }

    fn new(picture: &Picture, parts: &[String], beside: f64) -> Self {
        let title = picture
            .scene
            .title
            .as_deref()
            .unwrap_or(&picture.scene.name);
        let words: Vec<String> = title.split(' ').map(str::to_owned).collect();
        let width = if is_wide(&picture.frame) {
            picture.frame.width
        } else {
            picture.frame.width + beside
        };
        Self {
            title: wrap(&words, " ", TITLE[0], width),
            verdict: wrap(parts, " · ", NOTE[0], width),
        }
    }

    /// Where the drawing begins.
    pub(super) fn height(&self) -> f64 {
        6.0 + self.title.len() as f64 * TITLE[1] + self.verdict.len() as f64 * NOTE[1] + 12.0
    }

    fn draw(&self) -> String {
        let lines =
            |lines: &[String], class: &str, top: f64, [size, distance]: [f64; 2]| -> String {
                let at = |index: usize| {
                    Point::new(MARGIN, top + (index as f64 + 0.5) * distance + size * 0.36)
                };
                lines
                    .iter()
                    .enumerate()
                    .map(|(index, line)| text(class, at(index), line))
                    .collect()
            };
        let below = 8.0 + self.title.len() as f64 * TITLE[1];
        lines(&self.title, "title", 8.0, TITLE) + &lines(&self.verdict, "note", below, NOTE)
    }
}

fn is_wide(frame: &Frame) -> bool {
    frame.width >= WIDE && frame.width >= 1.2 * frame.height
}

/// The whole picture.
pub(super) fn page(
    picture: &Picture,
    heading: &Heading,
    legend: Option<&Legend>,
    drawing: &str,
) -> String {
    let frame = &picture.frame;
    let (right, bottom) = (frame.left + frame.width, frame.top + frame.height);
    let (width, height, key) = match legend {
        None => (right + MARGIN, bottom + MARGIN * 0.6, String::new()),
        Some(legend) if is_wide(frame) => {
            let key = legend.below(frame.width);
            (
                right + MARGIN,
                bottom + 14.0 + key.height() + MARGIN * 0.6,
                key.draw(frame.left, bottom + 14.0),
            )
        }
        Some(legend) => {
            let key = legend.beside();
            let lowest = bottom.max(frame.top + key.height());
            (
                right + MARGIN + key.width(),
                lowest + MARGIN,
                key.draw(right + MARGIN, frame.top),
            )
        }
    };
    let [left, top, frame_width, frame_height] =
        [frame.left, frame.top, frame.width, frame.height].map(number);
    let clip = format!(
        "<clipPath id=\"window\"><rect x=\"{left}\" y=\"{top}\" width=\"{frame_width}\" height=\"{frame_height}\"/></clipPath>"
    );
    let outline = (picture.pixels * 0.032).clamp(0.35, 1.3);
    let [width, height] = [width, height].map(number);
    let colours = picture.theme.colours();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<defs><style>{}</style>{}{clip}</defs>\n\
<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{}{drawing}{key}</svg>\n",
        escape(&heading.title.join(" ")),
        escape(&heading.verdict.join(" · ")),
        sheet(colours, outline),
        hatch(colours),
        hex(colours.page),
        heading.draw(),
    )
}

/// What is said of the answer below the title, and read out.
fn verdict(picture: &Picture, verified: &Verified, answer: Option<&Answer>) -> Vec<String> {
    let ways = verified
        .groups()
        .iter()
        .fold(1, |ways, group| group.answers.saturating_mul(ways));
    let mut parts = vec![verified.verdict().to_string()];
    if verified.verdict() == Verdict::Ambiguous {
        parts.push(format!("one of {ways} ways"));
    }
    if let Some(answer) = answer {
        if verified.verdict() != Verdict::Stable {
            parts.push(moving(picture, answer));
        }
        let pressing = answer
            .contacts
            .iter()
            .filter(|contact| contact.state == ContactState::Pressing)
            .count();
        if !answer.contacts.is_empty() {
            parts.push(format!(
                "{pressing} of {} contacts press",
                answer.contacts.len()
            ));
        }
        parts.push(format!("restraint {}", brief(&answer.restraint)));
    }
    parts.push(format!("checked, scene {}", short(verified.digest())));
    parts
}

/// The beginning of a digest.
fn short(digest: &str) -> String {
    digest.chars().take(12).collect()
}

/// Where in the run a step is.
fn course(step: Option<&VerifiedStep>) -> Vec<String> {
    let Some(step) = step else {
        return vec!["before the first step".to_owned(), "t = 0 s".to_owned()];
    };
    let time = decimal(
        &(step.length() * Rational::from_integer(step.k().into())),
        6,
    )
    .text;
    let mut parts = vec![format!("step {}", step.k()), format!("t = {time} s")];
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

/// What is known of a step.
fn told(picture: &Picture, step: &VerifiedStep) -> Vec<String> {
    let facts = step.facts();
    let contacts = picture.content.iter().flat_map(|content| &content.contacts);
    let pressing = contacts.filter(|contact| !contact.force.is_zero()).count();
    let digits = |value: &Rational| decimal(value, 4).text;
    vec![
        format!("{pressing} contacts press"),
        format!(
            "kinetic energy {} J, potential {} J",
            digits(&facts.kinetic),
            digits(&facts.potential)
        ),
        format!("numbers of {} bits", facts.bits),
        "checked from the two states before it".to_owned(),
    ]
}

fn moving(picture: &Picture, answer: &Answer) -> String {
    let free = picture
        .scene
        .bodies
        .iter()
        .filter(|body| !body.is_fixed())
        .count();
    let accelerated = outcome::accelerated(answer).count();
    let verb = match (picture.at_rest, accelerated) {
        (true, 1) => "starts to move",
        (true, _) => "start to move",
        (false, 1) => "accelerates",
        (false, _) => "accelerate",
    };
    format!("{accelerated} of {free} free bodies {verb}")
}
