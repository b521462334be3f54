//! Paths of straight lines: the commands M, L, H, V and Z, absolute and relative.

use super::overlap::any_overlap;
use crate::error::{Result, excerpt};
use crate::number;
use crate::xml::Element;
use zwang_exact::{Rational, Vector};
use zwang_scene::Polygon;

/// What a path may have.
const COMMANDS: &str = "the commands M, L, H, V and Z: straight lines";

/// The most closed pieces of a path: each is compared with those beside it.
const MOST_PIECES: usize = 1 << 12;

/// A piece of a path as far as it is read.
#[derive(Default)]
struct Pen {
    pieces: Vec<Vec<Vector>>,
    piece: Vec<Vector>,
    /// Where a piece begins that has no point yet.
    place: Option<Vector>,
}

/// The closed pieces of a path.
pub fn pieces(element: Element) -> Result<Vec<Vec<Vector>>> {
    let text = element.attribute("d").unwrap_or_default();
    match read(text) {
        Ok(pieces) if pieces.is_empty() => element.refuse("an empty path", COMMANDS),
        Ok(pieces) => {
            require_apart(element, &pieces)?;
            Ok(pieces)
        }
        Err((found, expected)) => element.refuse(found, &expected),
    }
}

/// Refuses pieces that overlap: where they do, one may be a hole in the other.
fn require_apart(element: Element, pieces: &[Vec<Vector>]) -> Result<()> {
    let count = pieces.len();
    if count > MOST_PIECES {
        let found = format!("{count} pieces of a path");
        let expected = format!("at most {MOST_PIECES}");
        return element.refuse(found, &expected);
    }
    let mut polygons = Vec::with_capacity(pieces.len());
    for piece in pieces {
        // A piece that is not convex is for the reader to refuse.
        let Ok((polygon, _)) = Polygon::new(piece.clone()) else {
            return Ok(());
        };
        polygons.push(polygon);
    }
    if any_overlap(&polygons) {
        let found = "pieces of a path that overlap, or a hole";
        let expected = "pieces that at most touch";
        return element.refuse(found, expected);
    }
    Ok(())
}

/// Found and expected.
type Problem = (String, String);

fn read(text: &str) -> Result<Vec<Vec<Vector>>, Problem> {
    let mut pen = Pen::default();
    for (command, arguments) in commands(text)? {
        let numbers = numbers(arguments)?;
        pen.draw(command, &numbers)?;
    }
    pen.finish_open()?;
    Ok(pen.pieces)
}

/// Each command with the text of its numbers.
fn commands(text: &str) -> Result<Vec<(char, &str)>, Problem> {
    let mut commands = Vec::new();
    let text = text.trim_ascii();
    let mut rest = text;
    while let Some(command) = rest.chars().next() {
        if !"MmLlHhVvZz".contains(command) {
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

impl Pen {
    fn draw(&mut self, command: char, numbers: &[Rational]) -> Result<(), Problem> {
        let is_relative = command.is_ascii_lowercase();
        match command.to_ascii_uppercase() {
            'Z' if numbers.is_empty() => self.close(),
            'M' | 'L' => {
                let (pairs, rest) = numbers.as_chunks::<2>();
                if pairs.is_empty() || !rest.is_empty() {
                    return Err(wrong_count(command, numbers, "two for each point"));
                }
                for (index, [x, y]) in pairs.iter().enumerate() {
                    let point = Vector::new(x.clone(), y.clone());
                    let point = if is_relative {
                        &self.pen() + &point
                    } else {
                        point
                    };
                    if index == 0 && command.eq_ignore_ascii_case(&'M') {
                        self.finish_open()?;
                        self.place = Some(point);
                    } else {
                        self.line_to(point)?;
                    }
                }
                Ok(())
            }
            'H' | 'V' if !numbers.is_empty() => {
                for number in numbers {
                    let mut point = self.pen();
                    let coordinate = match command.to_ascii_uppercase() {
                        'H' => &mut point.x,
                        _ => &mut point.y,
                    };
                    *coordinate = if is_relative {
                        &*coordinate + number
                    } else {
                        number.clone()
                    };
                    self.line_to(point)?;
                }
                Ok(())
            }
            _ => Err(wrong_count(
                command,
                numbers,
                "as many as the command takes",
            )),
        }
    }

    /// Where the pen is.
    fn pen(&self) -> Vector {
        match self.piece.last().or(self.place.as_ref()) {
            Some(point) => point.clone(),
            None => Vector::zero(),
        }
    }

    fn line_to(&mut self, point: Vector) -> Result<(), Problem> {
        if self.piece.is_empty() {
            let Some(place) = self.place.take() else {
                return Err(("a line before any M".to_owned(), "M first".to_owned()));
            };
            self.piece.push(place);
        }
        self.piece.push(point);
        Ok(())
    }

    fn close(&mut self) -> Result<(), Problem> {
        let piece = std::mem::take(&mut self.piece);
        let Some(first) = piece.first() else {
            return Err(("Z without lines".to_owned(), "a closed polygon".to_owned()));
        };
        self.place = Some(first.clone());
        self.pieces.push(without_end(piece));
        Ok(())
    }

    /// Ends a piece that no Z closes: it has to end where it began.
    fn finish_open(&mut self) -> Result<(), Problem> {
        if self.piece.is_empty() {
            self.place = None;
            return Ok(());
        }
        if self.piece.first() != self.piece.last() {
            let expected = "closed paths, which end with Z";
            return Err(("a path that is open".to_owned(), expected.to_owned()));
        }
        self.close()
    }
}

fn wrong_count(command: char, numbers: &[Rational], expected: &str) -> Problem {
    let count = numbers.len();
    let found = format!("{count} numbers behind {command}");
    (found, expected.to_owned())
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

/// Where the number that begins here ends.
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

    #[test]
    fn all_ways_to_draw_a_square() {
        let square = points("1 1  3 1  3 3  1 3");
        for path in [
            "M 1 1 L 3 1 L 3 3 L 1 3 Z",
            "M1,1 3,1 3,3 1,3z",
            "m1 1h2v2h-2z",
            "M1 1H3V3H1V1",
            " m 1,1 l 2,0 0,2 -2,0 0,-2 ",
            "M1 1H3 V3\nH1L1 1Z",
        ] {
            assert_eq!(read(path), Ok(vec![square.clone()]), "{path}");
        }
    }

    #[test]
    fn a_path_goes_on_where_its_last_piece_began() {
        let first = points("0 0  1 0  0 1");
        let second = points("5 5  6 5  5 6");
        let both = Ok(vec![first, second]);
        assert_eq!(read("M0 0 1 0 0 1Zm5 5 1 0-1 1z"), both);
        assert_eq!(read("M0 0 1 0 0 1 0 0M5 5 6 5 5 6Z"), both);
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
    fn what_is_no_straight_closed_path_is_refused() {
        for path in [
            "M0 0 C1 1 2 2 3 3Z",
            "M0 0A1 1 0 0 0 1 1Z",
            "M0 0L1 1",
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
            assert!(read(path).is_err(), "{path}");
        }
    }
}
