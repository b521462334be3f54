//! Bodies and pins. The colour of a body says how it moves; a body of several parts is outlined as
//! one.

use super::Picture;
use super::content::{Content, Motion};
use super::frame::{Frame, Point, Window, float};
use super::shape::{number, point, polygon};
use super::style::escape;
use super::theme::Colours;
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Polygon};

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
    pub(super) fn of(picture: &Picture, body: usize) -> Self {
        let motion = picture
            .content
            .as_ref()
            .and_then(|content| content.motions.get(body));
        match (picture.scene.bodies.get(body), motion) {
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
pub(super) fn bodies(picture: &Picture) -> String {
    let (mut fixed, mut free) = (String::new(), String::new());
    let paces = paces(picture);
    for (index, body) in picture.scene.bodies.iter().enumerate() {
        let conduct = Conduct::of(picture, index);
        let pace = paces.get(index).copied().unwrap_or(0.0);
        let group = if conduct == Conduct::Fixed {
            &mut fixed
        } else {
            &mut free
        };
        group.push_str(&body_group(
            picture,
            body,
            conduct,
            &fill(picture.theme.colours(), conduct, pace),
        ));
    }
    format!("<g clip-path=\"url(#window)\">\n{fixed}{free}</g>\n")
}

/// How fast each body starts to turn, or to shift if it does not turn, from 0 to 1 for the fastest
/// of its kind.
fn paces(picture: &Picture) -> Vec<f64> {
    let Some(Content { motions, .. }) = &picture.content else {
        return Vec::new();
    };
    let turn = |motion: &Motion| motion.angular.abs();
    let shift = |motion: &Motion| motion.linear.x.abs().max(motion.linear.y.abs());
    let is_turning = |motion: &&Motion| !motion.angular.is_zero();
    let largest_turn = motions.iter().map(turn).max().unwrap_or_default();
    let largest_shift = motions
        .iter()
        .filter(|motion| !is_turning(motion))
        .map(shift)
        .max()
        .unwrap_or_default();
    let relative = |value: Rational, largest: &Rational| {
        if largest.is_zero() {
            0.0
        } else {
            float(&(value / largest))
        }
    };
    let pace = |motion: &Motion| match is_turning(&motion) {
        true => relative(turn(motion), &largest_turn),
        false => relative(shift(motion), &largest_shift),
    };
    motions.iter().map(pace).collect()
}

/// The colour of a body that moves: the faster, the deeper.
pub(super) fn fill(colours: &Colours, conduct: Conduct, pace: f64) -> String {
    let [pale, deep] = match conduct {
        Conduct::Fixed | Conduct::Unknown | Conduct::Rests => return String::new(),
        Conduct::Shifts => colours.shifts,
        Conduct::Turns => colours.turns,
    };
    let mix = |(pale, deep): (&u8, &u8)| {
        (f64::from(*pale) + (f64::from(*deep) - f64::from(*pale)) * pace).round() as u8
    };
    let channels: String = pale
        .iter()
        .zip(&deep)
        .map(mix)
        .map(|channel| format!("{channel:02x}"))
        .collect();
    format!("fill:#{channels}")
}

fn body_group(picture: &Picture, body: &Body, conduct: Conduct, fill: &str) -> String {
    // Fixed bodies may reach far out; what lies well outside the window is cut off exactly, so that
    // its outline stays outside, too.
    let beyond = picture
        .frame
        .window
        .widened(&(&picture.module * Rational::from_integer(2.into())));
    let title = format!("<title>{}</title>", escape(&body.name));
    let class = conduct.class();
    if let [part] = body.parts.as_slice() {
        let path = part_path(&picture.frame, part, &beyond);
        let style = if fill.is_empty() {
            String::new()
        } else {
            format!(" style=\"{fill}\"")
        };
        return if path.is_empty() {
            path
        } else {
            format!("<path class=\"{class}\"{style} d=\"{path}\">{title}</path>\n")
        };
    }
    let path: String = body
        .parts
        .iter()
        .map(|part| part_path(&picture.frame, part, &beyond))
        .collect();
    if path.is_empty() {
        return path;
    }
    let outline = outline(&picture.frame, body, &beyond);
    format!(
        "<path class=\"{class}\" style=\"stroke:none;{fill}\" d=\"{path}\">{title}</path>\n<path class=\"outline\" d=\"{outline}\"/>\n"
    )
}

fn part_path(frame: &Frame, part: &Polygon, beyond: &Window) -> String {
    let points: Vec<Point> = beyond
        .clip(part.vertices())
        .iter()
        .map(|vertex| frame.point(vertex))
        .collect();
    if points.len() < 3 {
        String::new()
    } else {
        polygon(&points)
    }
}

/// The boundary of a body of several parts: their edges without the stretches at which two parts
/// join.
fn outline(frame: &Frame, body: &Body, beyond: &Window) -> String {
    let edges: Vec<(&Vector, &Vector)> = body.parts.iter().flat_map(Polygon::edges).collect();
    let mut lines = String::new();
    for (p, q) in &edges {
        for (start, end) in outer_stretches(p, q, &edges) {
            let along = |parameter: &Rational| *p + &(*q - *p).scaled(parameter);
            if let Some([first, second]) = beyond.clip_segment(&along(&start), &along(&end)) {
                lines.push_str(&format!(
                    "M{}L{}",
                    point(frame.point(&first)),
                    point(frame.point(&second))
                ));
            }
        }
    }
    lines
}

/// The parameters between 0 and 1 of an edge (p, q) where no edge runs back along it.
fn outer_stretches(
    p: &Vector,
    q: &Vector,
    edges: &[(&Vector, &Vector)],
) -> Vec<(Rational, Rational)> {
    let (zero, one) = (
        Rational::from_integer(0.into()),
        Rational::from_integer(1.into()),
    );
    let edge = q - p;
    let parameter = |point: &Vector| (point - p).dot(&edge) / edge.dot(&edge);
    let runs_back = |(r, s): &&(&Vector, &Vector)| {
        (*s - *r).dot(&edge).is_negative()
            && edge.cross(&(*r - p)) == zero
            && edge.cross(&(*s - p)) == zero
    };
    let mut joints: Vec<_> = edges
        .iter()
        .filter(runs_back)
        .map(|(r, s)| {
            (
                parameter(s).max(zero.clone()),
                parameter(r).min(one.clone()),
            )
        })
        .collect();
    joints.retain(|(start, end)| start < end);
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
pub(super) fn pins(picture: &Picture) -> String {
    let radius = (picture.pixels * 0.1).clamp(1.5, 5.0);
    let ring = |at: Point| {
        format!(
            "<circle class=\"pin\" cx=\"{}\" cy=\"{}\" r=\"{}\" stroke-width=\"{}\"/>\n",
            number(at.x),
            number(at.y),
            number(radius),
            number(radius * 0.45)
        )
    };
    picture
        .scene
        .pins
        .iter()
        .map(|pin| ring(picture.frame.point(&pin.at)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_of_parts_are_left_out_of_the_outline() {
        let at = |x: i64, y: i64| Vector::from_integers(x, y);
        let stretches = |others: &[[Vector; 2]]| {
            let edges: Vec<(&Vector, &Vector)> = others.iter().map(|[r, s]| (r, s)).collect();
            let told = outer_stretches(&at(0, 0), &at(4, 0), &edges);
            told.iter()
                .map(|(start, end)| format!("{start}..{end}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(stretches(&[[at(3, 0), at(1, 0)]]), ["0..1/4", "3/4..1"]);
        assert_eq!(
            stretches(&[[at(5, 0), at(3, 0)], [at(1, 0), at(-1, 0)]]),
            ["1/4..3/4"]
        );
        assert_eq!(
            stretches(&[[at(4, 0), at(2, 0)], [at(2, 0), at(0, 0)]]),
            Vec::<String>::new()
        );
        // Edges that run along, lie beside, or only touch an end join nothing.
        assert_eq!(
            stretches(&[
                [at(1, 0), at(3, 0)],
                [at(3, 1), at(1, 1)],
                [at(6, 0), at(4, 0)]
            ]),
            ["0..1"]
        );
    }
}
