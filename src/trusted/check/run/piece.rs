//! A run in pieces: what a verdict says of the lines before and after the steps that it is about,
//! and how verdicts join (`proofs/RUN.md`, section 8, and `proofs/THEOREM.md`, Theorem 19).

use super::verdict::Accepted;
use crate::rejection::Condition::R11;
use crate::rejection::{Rejection, Result};
use std::fmt::Display;
use zwang_scene::sha256;

/// What two pieces of one run agree in, as digests of lines with their line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seams {
    /// Of the header.
    pub header: String,
    /// Of the lines of the two steps before the first that was checked, as far as there are such.
    pub enters: String,
    /// Of the lines of the last step that was checked and of the one before.
    pub leaves: String,
}

/// The last two lines of some.
#[derive(Clone, Debug, Default)]
pub(super) struct LastLines {
    before: Option<String>,
    last: Option<String>,
}

impl LastLines {
    /// Takes the next line, without its end.
    pub(super) fn push(&mut self, line: String) {
        self.before = self.last.replace(line);
    }

    /// The digest of the lines, each with its end.
    pub(super) fn digest(&self) -> String {
        let mut text = String::new();
        let lines = [&self.before, &self.last];
        for line in lines.into_iter().flatten() {
            text.push_str(line);
            text.push('\n');
        }
        sha256(&text)
    }
}

/// R11: what is said of a whole run, given what is said of its pieces, in any order.
///
/// # Errors
/// A [`Rejection`] if there is no piece, pieces are of different runs, steps are missing or there
/// twice, or a piece was checked after other steps than those of the piece before.
pub fn join(mut pieces: Vec<Accepted>) -> Result<Accepted, Rejection> {
    pieces.sort_by_key(|piece| (piece.from, piece.to));
    let mut pieces = pieces.into_iter();
    let Some(mut whole) = pieces.next() else {
        return R11.refuse("pieces", "none", "at least one");
    };
    let place = "the first piece";
    agree(place, "from", whole.from, 1)?;
    let no_lines = LastLines::default().digest();
    agree(place, "enters", &whole.seams.enters, &no_lines)?;
    ends_where_it_may(place, &whole)?;
    whole.is_part = true;
    for piece in pieces {
        whole = follow(whole, &piece)?;
    }
    Ok(whole)
}

/// What is said of a piece and the next one together.
fn follow(mut whole: Accepted, next: &Accepted) -> Result<Accepted> {
    let from = next.from;
    let place = format!("the piece from step {from} on");
    let Some(expected) = whole.to.checked_add(1) else {
        return R11.refuse(place, "a step after 2^64 - 1", "none");
    };
    agree(&place, "from", next.from, expected)?;
    ends_where_it_may(&place, next)?;
    agree(&place, "scene", &next.scene, &whole.scene)?;
    let before = &whole.seams;
    let seams = &next.seams;
    agree(&place, "header", &seams.header, &before.header)?;
    agree(&place, "step", &next.step, &whole.step)?;
    agree(&place, "grid", grid(next), grid(&whole))?;
    agree(&place, "restitution", &next.restitution, &whole.restitution)?;
    agree(&place, "pairs", pairs(next), pairs(&whole))?;
    agree(&place, "corner", next.corner.word(), whole.corner.word())?;
    agree(&place, "coarse", next.is_coarse, whole.is_coarse)?;
    agree(&place, "enters", &seams.enters, &before.leaves)?;
    whole.to = next.to;
    whole.is_of_own_scene |= next.is_of_own_scene;
    whole.seams.leaves.clone_from(&seams.leaves);
    whole.extremes.raise_to(&next.extremes);
    match (&mut whole.friction, &next.friction) {
        (None, None) => {}
        (Some(whole), Some(next)) => whole.add(next),
        (Some(_), None) => {
            let found = "no `friction`";
            return R11.refuse(place, found, "`friction`");
        }
        (None, Some(_)) => {
            let found = "`friction`";
            return R11.refuse(place, found, "none");
        }
    }
    Ok(whole)
}

/// The grid of a piece, in words.
fn grid(piece: &Accepted) -> String {
    match piece.grid {
        Some(digits) => digits.to_string(),
        None => "null".to_owned(),
    }
}

/// What a piece says of pairs of bodies, in words.
fn pairs(piece: &Accepted) -> String {
    let mut words = Vec::new();
    for pair in &piece.pairs {
        let [first, second] = pair.bodies;
        words.push(format!("[{first}, {second}, {}]", pair.restitution));
    }
    format!("[{}]", words.join(", "))
}

/// A piece has at least the step that it begins with, or none.
fn ends_where_it_may(place: &str, piece: &Accepted) -> Result {
    let least = piece.from.saturating_sub(1);
    if piece.to >= least {
        return Ok(());
    }
    let found = format!("`to` {}", piece.to);
    let required = format!("at least {least}");
    R11.refuse(place, found, required)
}

/// R11, of a piece that was not accepted: what its verdict says.
#[must_use]
pub fn refused_piece(verdict: &str) -> Rejection {
    Rejection::new(R11, "a piece", verdict, "`accepted`")
}

fn agree<T: Display + PartialEq>(place: &str, key: &str, found: T, required: T) -> Result {
    if found == required {
        return Ok(());
    }
    let found = format!("`{key}` {found}");
    R11.refuse(place, found, required)
}
