//! Lines of text formats, cut into words.

use crate::error::{Result, refuse};
use crate::number;
use std::str::FromStr;
use zwang_exact::{Rational, Vector3};

/// A line that says something.
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The whole line, without the space around it.
    pub text: &'a str,
    /// Its words.
    pub words: Vec<&'a str>,
}

/// The lines that are not empty.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let numbered = text.lines().enumerate();
    let lines = numbered.map(|(index, line)| Line {
        number: index + 1,
        text: line.trim(),
        words: line.split_ascii_whitespace().collect(),
    });
    lines.filter(|line| !line.words.is_empty())
}

impl Line<'_> {
    /// Refuses this line.
    pub fn refuse<T>(&self, thing: &str, found: impl Into<String>, expected: &str) -> Result<T> {
        refuse(self.number, thing, found, expected)
    }

    /// The number that a word spells, exactly.
    pub fn number_in(&self, thing: &str, word: &str) -> Result<Rational> {
        match number::decimal(word) {
            Ok(number) => Ok(number),
            Err((found, expected)) => refuse(self.number, thing, found, &expected),
        }
    }

    /// Three numbers from this word on.
    pub fn point(&self, thing: &str, from: usize) -> Result<Vector3> {
        let Some([x, y, z]) = self.words.get(from..from + 3) else {
            let found = format!("{} words", self.words.len());
            return self.refuse(thing, found, "three coordinates");
        };
        Ok(Vector3::new(
            self.number_in(thing, x)?,
            self.number_in(thing, y)?,
            self.number_in(thing, z)?,
        ))
    }

    /// The whole number that a word spells.
    pub fn whole<T: FromStr>(&self, thing: &str, word: &str) -> Result<T> {
        match word.parse() {
            Ok(whole) => Ok(whole),
            Err(_) => {
                let found = format!("`{}`", crate::error::excerpt(word));
                self.refuse(thing, found, "a whole number that is not too large")
            }
        }
    }
}
