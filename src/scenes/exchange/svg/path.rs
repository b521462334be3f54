//! Paths: all commands, absolute and relative. Curves become points of them ([`super::curve`]).

use super::curve::{self, Arc, Points};
use crate::error::excerpt;
use crate::number;
use crate::work::{TooMuch, Work};
use num_traits::{One, Zero};
use zwang_exact::{Rational, Vector};

/// The commands of a path.
const COMMANDS: &str = "the commands M, L, H, V, C, S, Q, T, A and Z";

/// All of them.
const LETTERS: &str = "MmLlHhVvCcSsQqTtAaZz";

/// The most pieces of a path.
const MOST_PIECES: usize = 1 << 12;

/// The most points of a path, those of curves counted.
const MOST_POINTS: usize = 1 << 15;

/// Found and expected.
pub type Problem = (String, String);

/// A line from point to point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub points: Vec<Vector>,
    pub is_closed: bool,
}

/// The lines of a path.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    pub lines: Vec<Line>,
    /// How many of its pieces are curves.
    pub curves: usize,
    /// How far the lines are from the curves, at most.
    pub error: Rational,
}

/// A path as far as it is read.
#[derive(Default)]
struct Pen {
    drawn: Drawn,
    line: Vec<Vector>,
    /// The beginning of a line that has no point yet.
    place: Option<Vector>,
    /// The last control point of a curve, if the last command was one, and its kind.
    control: Option<(char, Vector)>,
    /// How fine curves are ([`curve::bezier`]).
    fineness: i64,
    /// How many points there are.
    count: usize,
}

/// Reads the text of a path, with curves of this fineness ([`curve::bezier`]).
pub fn read(text: &str, fineness: i64, work: &mut Work) -> Result<Drawn, Problem> {
    let mut pen = Pen {
        fineness,
        ..Pen::default()
    };
    for (command, arguments) in commands(text)? {
        pen.draw(command, arguments, work)?;
    }
    pen.finish_open();
    let count = pen.drawn.lines.len();
    if count > MOST_PIECES {
        let found = format!("{count} pieces of a path");
        return Err((found, format!("at most {MOST_PIECES}")));
    }
    Ok(pen.drawn)
}

/// Each command with the text of its numbers.
fn commands(text: &str) -> Result<Vec<(char, &str)>, Problem> {
    let mut commands = Vec::new();
    let text = text.trim_ascii();
    let mut rest = text;
    while let Some(command) = rest.chars().next() {
        if !LETTERS.contains(command) {
            let offset = text.len() - rest.len();
            let command = command.to_string();
            let shown = excerpt(&command);
            let found = format!("`{shown}` at character {offset}");
            return Err((found, COMMANDS.to_owned()));
        }
        let behind = &rest[1..];
        let end = behind.find(is_command).unwrap_or(behind.len());
        let (arguments, next) = behind.split_at(end);
        commands.push((command, arguments));
        rest = next;
    }
    Ok(commands)
}

/// A letter, but no exponent of a number.
fn is_command(character: char) -> bool {
    character.is_alphabetic() && !"eE".contains(character)
}

/// How many numbers a command takes at once.
fn count_of(command: char) -> usize {
    match command {
        'H' | 'V' => 1,
        'M' | 'L' | 'T' => 2,
        'S' | 'Q' => 4,
        'C' => 6,
        'A' => 7,
        _ => 0,
    }
}

impl Pen {
    fn draw(&mut self, command: char, arguments: &str, work: &mut Work) -> Result<(), Problem> {
        let is_relative = command.is_ascii_lowercase();
        let kind = command.to_ascii_uppercase();
        let numbers = if kind == 'A' {
            arc_numbers(arguments)?
        } else {
            numbers(arguments)?
        };
        if kind == 'Z' {
            if !numbers.is_empty() {
                return Err(wrong_count(command, &numbers));
            }
            return self.close();
        }
        let count = count_of(kind);
        if numbers.is_empty() || !numbers.len().is_multiple_of(count) {
            return Err(wrong_count(command, &numbers));
        }
        for (index, numbers) in numbers.chunks_exact(count).enumerate() {
            // Further points of M are lines.
            let kind = if kind == 'M' && index > 0 { 'L' } else { kind };
            let from = if is_relative {
                self.pen()
            } else {
                Vector::zero()
            };
            self.step(kind, numbers, is_relative, &from, work)?;
        }
        Ok(())
    }

    /// One command with its numbers, which are about `from`.
    fn step(
        &mut self,
        kind: char,
        numbers: &[Rational],
        is_relative: bool,
        from: &Vector,
        work: &mut Work,
    ) -> Result<(), Problem> {
        let mut points = Vec::new();
        for pair in numbers.chunks_exact(2) {
            let point = Vector::new(pair[0].clone(), pair[1].clone());
            points.push(from + &point);
        }
        match (kind, numbers) {
            ('M', _) => {
                self.finish_open();
                self.place = points.pop();
            }
            ('H', [x]) => {
                let mut point = self.pen();
                point.x = if is_relative { point.x + x } else { x.clone() };
                self.line_to(point)?;
            }
            ('V', [y]) => {
                let mut point = self.pen();
                point.y = if is_relative { point.y + y } else { y.clone() };
                self.line_to(point)?;
            }
            ('A', [x, y, degrees, large, sweep, end_x, end_y]) => {
                let end = from + &Vector::new(end_x.clone(), end_y.clone());
                let Some(turn) = work.turn(degrees).map_err(too_much)? else {
                    let found = format!("an arc turned by {degrees} degrees");
                    return Err((found, "an angle not between two fractions".to_owned()));
                };
                let start = self.pen();
                let arc = Arc {
                    start: &start,
                    end: &end,
                    radii: Vector::new(x.clone(), y.clone()),
                    axis: turn.direction(),
                    is_large: large.is_one(),
                    is_sweep: sweep.is_one(),
                    fineness: self.fineness,
                };
                let curve = arc.points();
                work.arc(curve.points.len()).map_err(too_much)?;
                self.curve_to(curve)?;
            }
            ('C' | 'S' | 'Q' | 'T', _) => self.bezier(kind, points)?,
            _ => {
                for point in points {
                    self.line_to(point)?;
                }
            }
        }
        if !matches!(kind, 'C' | 'S' | 'Q' | 'T') {
            self.control = None;
        }
        Ok(())
    }

    fn bezier(&mut self, kind: char, points: Vec<Vector>) -> Result<(), Problem> {
        let start = self.pen();
        let family = if matches!(kind, 'C' | 'S') { 'C' } else { 'Q' };
        let mut control = vec![start.clone()];
        if matches!(kind, 'S' | 'T') {
            // The mirror image of the last control point of a curve of the same kind.
            let image = match &self.control {
                Some((last, point)) if *last == family => &(&start + &start) - point,
                _ => start,
            };
            control.push(image);
        }
        control.extend(points);
        let last = control[control.len() - 2].clone();
        self.curve_to(curve::bezier(&control, self.fineness))?;
        self.control = Some((family, last));
        Ok(())
    }

    fn curve_to(&mut self, curve: Points) -> Result<(), Problem> {
        if !curve.error.is_zero() {
            self.drawn.curves += 1;
        }
        if curve.error > self.drawn.error {
            self.drawn.error = curve.error;
        }
        for point in curve.points {
            self.line_to(point)?;
        }
        Ok(())
    }

    /// The place of the pen.
    fn pen(&self) -> Vector {
        match self.line.last().or(self.place.as_ref()) {
            Some(point) => point.clone(),
            None => Vector::zero(),
        }
    }

    fn line_to(&mut self, point: Vector) -> Result<(), Problem> {
        if self.line.is_empty() {
            let Some(place) = self.place.take() else {
                return Err(("a line before any M".to_owned(), "M first".to_owned()));
            };
            self.line.push(place);
        }
        self.line.push(point);
        self.count += 1;
        if self.count > MOST_POINTS {
            let found = format!("more than {MOST_POINTS} points of a path");
            return Err((found, "shorter paths".to_owned()));
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), Problem> {
        // A point draws nothing.
        if self.line.is_empty() && self.place.is_some() {
            self.control = None;
            return Ok(());
        }
        let line = std::mem::take(&mut self.line);
        let Some(first) = line.first() else {
            return Err(("Z without lines".to_owned(), "a closed polygon".to_owned()));
        };
        self.control = None;
        self.place = Some(first.clone());
        self.drawn.lines.push(Line {
            points: without_end(line),
            is_closed: true,
        });
        Ok(())
    }

    /// Ends a line that no Z closes; it is closed if it ends where it began.
    fn finish_open(&mut self) {
        self.place = None;
        let points = std::mem::take(&mut self.line);
        if points.is_empty() {
            return;
        }
        let is_closed = points.len() > 3 && points.first() == points.last();
        let points = if is_closed {
            without_end(points)
        } else {
            points
        };
        self.drawn.lines.push(Line { points, is_closed });
    }
}

fn too_much(problem: TooMuch) -> Problem {
    (problem.to_string(), "fewer arcs".to_owned())
}

fn wrong_count(command: char, numbers: &[Rational]) -> Problem {
    let count = numbers.len();
    let found = format!("{count} numbers behind {command}");
    let expected = match count_of(command.to_ascii_uppercase()) {
        0 => "none".to_owned(),
        taken => format!("{taken}, or several times as many"),
    };
    (found, expected)
}

/// The numbers of arcs: the two flags may stand before the next number without a space.
fn arc_numbers(text: &str) -> Result<Vec<Rational>, Problem> {
    let mut numbers = Vec::new();
    let mut rest = text.trim_start_matches(is_between);
    while !rest.is_empty() {
        let is_flag = matches!(numbers.len() % 7, 3 | 4);
        let end = if is_flag {
            1
        } else {
            let word = rest.find(is_between).unwrap_or(rest.len());
            end_of_number(&rest[..word])
        };
        let Some((first, next)) = rest.split_at_checked(end) else {
            return Err((excerpt(rest), "a flag, 0 or 1".to_owned()));
        };
        if is_flag && !["0", "1"].contains(&first) {
            let found = excerpt(first);
            return Err((format!("the flag `{found}`"), "0 or 1".to_owned()));
        }
        numbers.push(number::decimal(first)?);
        rest = next.trim_start_matches(is_between);
    }
    Ok(numbers)
}

/// The vertices without a last one that is the first again.
pub fn without_end(mut vertices: Vec<Vector>) -> Vec<Vector> {
    if vertices.len() > 1 && vertices.first() == vertices.last() {
        vertices.pop();
    }
    vertices
}

/// Numbers as paths and lists of points have them: between them are spaces or a comma, or nothing
/// where the next one begins with a sign or with a second point.
pub fn numbers(text: &str) -> Result<Vec<Rational>, Problem> {
    let mut numbers = Vec::new();
    for word in text.split(is_between) {
        let mut rest = word;
        while !rest.is_empty() {
            let end = end_of_number(rest);
            let (first, next) = rest.split_at(end);
            numbers.push(number::decimal(first)?);
            rest = next;
        }
    }
    Ok(numbers)
}

/// Whether a character may stand between numbers.
pub fn is_between(character: char) -> bool {
    character == ',' || character.is_ascii_whitespace()
}

/// The end of the number that begins here.
fn end_of_number(text: &str) -> usize {
    let mut has_point = false;
    let mut has_exponent = false;
    let mut last = ' ';
    for (offset, character) in text.char_indices() {
        let is_sign = "+-".contains(character);
        if is_sign && offset > 0 && !"eE".contains(last) {
            return offset;
        }
        if character == '.' {
            if has_point || has_exponent {
                return offset;
            }
            has_point = true;
        }
        has_exponent |= "eE".contains(character);
        last = character;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::points;

    fn fine(text: &str) -> Result<Drawn, Problem> {
        read(text, curve::FINENESS[0], &mut Work::default())
    }

    /// The closed lines of a path that has no open ones.
    fn closed(text: &str) -> Vec<Vec<Vector>> {
        let drawn = fine(text).unwrap();
        let mut closed = Vec::new();
        for line in drawn.lines {
            assert!(line.is_closed, "{text}");
            closed.push(line.points);
        }
        closed
    }

    #[test]
    fn all_ways_to_draw_a_square() {
        let square = points("1 1  3 1  3 3  1 3");
        for path in [
            "M 1 1 L 3 1 L 3 3 L 1 3 Z",
            "M1,1 3,1 3,3 1,3z",
            "m1 1h2v2h-2z",
            "M1 1H3V3H1V1",
            "M1 1C2 1 2 1 3 1L3 3A1 0 0 0 0 1 3Z",
            " m 1,1 l 2,0 0,2 -2,0 0,-2 ",
            "M1 1H3 V3\nH1L1 1Z",
        ] {
            assert_eq!(closed(path), std::slice::from_ref(&square), "{path}");
        }
    }

    #[test]
    fn a_path_goes_on_where_its_last_piece_began() {
        let first = points("0 0  1 0  0 1");
        let second = points("5 5  6 5  5 6");
        let both = [first, second];
        assert_eq!(closed("M0 0 1 0 0 1Zm5 5 1 0-1 1z"), both);
        assert_eq!(closed("M0 0 1 0 0 1 0 0M5 5 6 5 5 6Z"), both);
    }

    #[test]
    fn points_draw_nothing() {
        assert_eq!(closed("M9 9ZM0 0 1 0 0 1Zm5 5z"), [points("0 0  1 0  0 1")]);
        assert!(fine("M3 4zm1 1").unwrap().lines.is_empty());
    }

    #[test]
    fn numbers_need_no_space_between_them() {
        let found = numbers("1-2.5.5e-1,-.25+3").unwrap();
        let expected = ["1", "-5/2", "1/20", "-1/4", "3"];
        assert_eq!(
            found,
            expected.map(|text| zwang_exact::parse(text).unwrap())
        );
    }

    #[test]
    fn curves_go_on_as_mirror_images() {
        // Two halves of a wave: the second one is the first one turned about its end.
        for (path, other) in [
            ("M0 0C1 2 3 2 4 0S7-2 8 0", "M0 0C1 2 3 2 4 0C5-2 7-2 8 0"),
            ("M0 0q2 4 4 0t4 0", "M0 0Q2 4 4 0Q6-4 8 0"),
            ("M0 0a2 2 0 014 0", "M0 0A2,2,0,0,1,4,0"),
        ] {
            let found = fine(path).unwrap();
            assert_eq!(found.lines, fine(other).unwrap().lines, "{path}");
            assert!(!found.lines[0].is_closed);
        }
        let wave = fine("M0 0C1 2 3 2 4 0S7-2 8 0").unwrap();
        assert_eq!(wave.curves, 2);
        assert!(wave.error < zwang_exact::parse("1/50").unwrap());
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for path in [
            "M0 0 C1 1 2 2 3Z",
            "M0 0A1 1 0 2 0 1 1Z",
            "M0 0A1 1 0 0",
            "M0 0A1 1 0 é 0 1 1",
            "L1 1Z",
            "M0 0 1Z",
            "M0 0 1 1Z1",
            "Z",
            "M",
            "M0 0H Z",
            "M0 0 1/2 1Z",
            "1 2",
            "é",
        ] {
            assert!(fine(path).is_err(), "{path}");
        }
    }
}
