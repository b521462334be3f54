//! Bodies and pins. The colour of a body says how it moves; a body of several parts is outlined as
//! one.

use super::content::{Content, Motion};
use super::frame::{Frame, Window, float};
use super::picture::Picture;
use super::shape::{line, polygon, rounded};
use super::theme::{Colour, Colours};
use crate::bars;
use crate::svg::{Drawing, Element};
use num_traits::{One, Signed, Zero};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Polygon, Scene};

/// How a body moves, which its colour tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Conduct {
    Fixed,
    /// There is no answer.
    Unknown,
    Rests,
    Shifts,
    Turns,
}

impl Conduct {
    pub(super) fn of(scene: &Scene, content: Option<&Content>, body: BodyId) -> Self {
        let motion = content.and_then(|content| content.motions.get(body.0));
        match (scene.body(body), motion) {
            (Some(shown), _) if shown.is_fixed() => Self::Fixed,
            (_, Some(motion)) if motion.is_zero() => Self::Rests,
            (_, Some(motion)) if motion.angular.is_zero() => Self::Shifts,
            (_, Some(_)) => Self::Turns,
            (_, None) => Self::Unknown,
        }
    }

    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Unknown => "body",
            Self::Rests => "body rests",
            Self::Shifts => "body shifts",
            Self::Turns => "body turns",
        }
    }
}

/// All bodies, fixed ones first, cut off at the window.
pub(super) fn bodies(picture: &Picture) -> Drawing {
    let mut fixed = Drawing::default();
    let mut free = Drawing::default();
    let paces = paces(picture);
    for (id, body) in picture.scene.numbered_bodies() {
        let conduct = Conduct::of(picture.scene, picture.content.as_ref(), id);
        let colours = picture.theme.colours();
        let pace = paces.get(id.0).copied().unwrap_or(0.0);
        let fill = match &picture.heat {
            Some(heat) if conduct != Conduct::Fixed => heat.fill(colours, id),
            _ => fill(colours, conduct, pace),
        };
        let drawn = match body.parts.is_empty() {
            true => lines_of(picture, id, &body.name),
            false => body_group(picture, body, conduct, &fill),
        };
        match conduct {
            Conduct::Fixed => fixed.append(drawn),
            _ => free.append(drawn),
        }
    }
    let group = Element::new("g")
        .with("clip-path", "url(#window)")
        .containing("\n")
        .containing(fixed)
        .containing(free);
    let mut bodies = Drawing::default();
    bodies.add(group);
    bodies
}

/// The outlines of free bodies where they were before.
pub(super) fn outlines_before(picture: &Picture) -> Drawing {
    let mut drawn = Drawing::default();
    let Some(scene) = picture.before else {
        return drawn;
    };
    for body in scene.bodies.iter().filter(|body| !body.is_fixed()) {
        for part in &body.parts {
            let path = part_path(&picture.frame, part, &picture.frame.window);
            drawn.add(Element::path("before", &path));
        }
    }
    drawn
}

/// How fast each body starts to turn, or to shift if it does not turn, from 0 to 1 for the fastest
/// of its kind.
fn paces(picture: &Picture) -> Vec<f64> {
    let Some(Content { motions, .. }) = &picture.content else {
        return Vec::new();
    };
    let mut largest_turn = Rational::zero();
    let mut largest_shift = Rational::zero();
    for motion in motions {
        let largest = match motion.angular.is_zero() {
            true => &mut largest_shift,
            false => &mut largest_turn,
        };
        *largest = speed(motion).max(largest.clone());
    }
    let mut paces = Vec::new();
    for motion in motions {
        let largest = match motion.angular.is_zero() {
            true => &largest_shift,
            false => &largest_turn,
        };
        let mut pace = 0.0;
        if !largest.is_zero() {
            let share = speed(motion) / largest;
            pace = float(&share);
        }
        paces.push(pace);
    }
    paces
}

/// How fast a body turns, or shifts if it does not turn.
fn speed(motion: &Motion) -> Rational {
    if motion.angular.is_zero() {
        let across = motion.linear.x.abs();
        let up = motion.linear.y.abs();
        across.max(up)
    } else {
        motion.angular.abs()
    }
}

/// The colour of a body that moves: the faster, the deeper.
pub(super) fn fill(colours: &Colours, conduct: Conduct, pace: f64) -> String {
    let [pale, deep] = match conduct {
        Conduct::Fixed | Conduct::Unknown | Conduct::Rests => return String::new(),
        Conduct::Shifts => colours.shifts,
        Conduct::Turns => colours.turns,
    };
    let mixed = Colour::mixed(pale, deep, pace);
    format!("fill:{mixed}")
}

/// A body without parts: a bar as a line between its pins, a point mass as a dot.
fn lines_of(picture: &Picture, id: BodyId, name: &str) -> Drawing {
    let mut drawn = Drawing::default();
    let lines = bars::lines(picture.scene, id);
    let mut path = String::new();
    for [from, to] in &lines {
        let from = picture.frame.point(from);
        path += &line(from, picture.frame.point(to));
    }
    if !path.is_empty() {
        let rod = Element::of("path", "outline")
            .with("style", "stroke-width:3.5")
            .with("d", path);
        drawn.add(rod.titled(name));
        return drawn;
    }
    let centroid = picture
        .scene
        .body(id)
        .and_then(|body| body.dynamics.as_ref());
    if let Some(free) = centroid {
        let at = picture.frame.point(&free.centroid);
        let dot = Element::circle("", [at.x, at.y], 3.5).with("style", "fill:var(--outline)");
        drawn.add(dot.titled(name));
    }
    drawn
}

fn body_group(picture: &Picture, body: &Body, conduct: Conduct, fill: &str) -> Drawing {
    let mut drawn = Drawing::default();
    // Fixed bodies may reach far out; what lies well outside the window is cut off exactly, so that
    // its outline stays outside, too.
    let margin = &picture.module + &picture.module;
    let beyond = picture.frame.window.widened(&margin);
    let class = conduct.class();
    let mut path = String::new();
    for part in &body.parts {
        path += &part_path(&picture.frame, part, &beyond);
    }
    if path.is_empty() {
        return drawn;
    }
    let is_single = body.parts.len() == 1;
    let style = match is_single {
        true => fill.to_owned(),
        false => format!("stroke:none;{fill}"),
    };
    let mut area = Element::of("path", class);
    if !style.is_empty() {
        area = area.with("style", style);
    }
    let area = area.with("d", path);
    drawn.add(area.titled(&body.name));
    if !is_single {
        let outline = outline(&picture.frame, body, &beyond);
        drawn.add(Element::path("outline", &outline));
    }
    drawn
}

fn part_path(frame: &Frame, part: &Polygon, beyond: &Window) -> String {
    if part.is_rounded() {
        return rounded_path(frame, part);
    }
    let clipped = beyond.clip(part.vertices());
    let mut points = Vec::new();
    for vertex in &clipped {
        points.push(frame.point(vertex));
    }
    if points.len() < 3 {
        String::new()
    } else {
        polygon(&points)
    }
}

/// The outline of a rounded part, not cut off.
fn rounded_path(frame: &Frame, part: &Polygon) -> String {
    let mut points = Vec::new();
    for vertex in part.vertices() {
        points.push(frame.point(vertex));
    }
    rounded(&points, frame.length(part.radius()))
}

/// The boundary of a body of several parts: their edges without the stretches at which two parts
/// join.
fn outline(frame: &Frame, body: &Body, beyond: &Window) -> String {
    let mut edges: Vec<Edge> = Vec::new();
    let mut lines = String::new();
    for part in &body.parts {
        if part.is_rounded() {
            lines += &rounded_path(frame, part);
        } else {
            edges.extend(part.edges());
        }
    }
    for (p, q) in &edges {
        let edge = *q - *p;
        let stretches = outer_stretches(p, q, &edges);
        for (start, end) in stretches {
            let start = *p + &edge.scaled(&start);
            let end = *p + &edge.scaled(&end);
            if let Some(ends) = beyond.clip_segment(&start, &end) {
                let [first, second] = &ends;
                let from = frame.point(first);
                let to = frame.point(second);
                lines += &line(from, to);
            }
        }
    }
    lines
}

/// An edge by its ends.
type Edge<'a> = (&'a Vector, &'a Vector);
/// A stretch of an edge by the parameters of its ends.
type Stretch = (Rational, Rational);

/// The parameters between 0 and 1 of an edge (p, q) where no edge runs back along it.
fn outer_stretches(p: &Vector, q: &Vector, edges: &[Edge]) -> Vec<Stretch> {
    let zero = Rational::zero();
    let one = Rational::one();
    let edge = q - p;
    let square = edge.dot(&edge);
    let mut joints = Vec::new();
    for (r, s) in edges {
        let from = *r - p;
        let to = *s - p;
        let is_on_line = edge.cross(&from).is_zero() && edge.cross(&to).is_zero();
        let way = &to - &from;
        let runs_back = way.dot(&edge).is_negative();
        if !is_on_line || !runs_back {
            continue;
        }
        let start = to.dot(&edge) / &square;
        let start = start.max(zero.clone());
        let end = from.dot(&edge) / &square;
        let end = end.min(one.clone());
        if start < end {
            joints.push((start, end));
        }
    }
    joints.sort();
    let mut stretches = Vec::new();
    let mut reached = zero;
    for (start, end) in joints {
        if reached < start {
            stretches.push((reached.clone(), start));
        }
        reached = reached.max(end);
    }
    if reached < one {
        stretches.push((reached, one));
    }
    stretches
}

/// The pins, as rings.
pub(super) fn pins(picture: &Picture) -> Drawing {
    let radius = picture.pixels * 0.1;
    let radius = radius.clamp(1.5, 5.0);
    let mut rings = Drawing::default();
    for pin in &picture.scene.pins {
        let at = picture.frame.point(&pin.at);
        let ring = Element::circle("pin", [at.x, at.y], radius);
        let ring = ring.number("stroke-width", radius * 0.45);
        rings.add(ring);
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Vector {
        Vector::from_integers(x, y)
    }

    /// Asserts what others leave of the edge from (0, 0) to (4, 0).
    fn assert_stretches(others: &[[Vector; 2]], expected: &[&str]) {
        let mut edges = Vec::new();
        for [r, s] in others {
            edges.push((r, s));
        }
        let mut found = Vec::new();
        for (start, end) in outer_stretches(&at(0, 0), &at(4, 0), &edges) {
            found.push(format!("{start}..{end}"));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn joints_of_parts_are_left_out_of_the_outline() {
        let inner = [at(3, 0), at(1, 0)];
        assert_stretches(&[inner], &["0..1/4", "3/4..1"]);
        let over_the_end = [at(5, 0), at(3, 0)];
        let over_the_start = [at(1, 0), at(-1, 0)];
        assert_stretches(&[over_the_end, over_the_start], &["1/4..3/4"]);
        let second_half = [at(4, 0), at(2, 0)];
        let first_half = [at(2, 0), at(0, 0)];
        assert_stretches(&[second_half, first_half], &[]);
        // Edges that run along, lie beside, or only touch an end join nothing.
        let along = [at(1, 0), at(3, 0)];
        let beside = [at(3, 1), at(1, 1)];
        let touching = [at(6, 0), at(4, 0)];
        assert_stretches(&[along, beside, touching], &["0..1"]);
    }
}
