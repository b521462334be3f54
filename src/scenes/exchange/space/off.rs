//! OFF: a line of counts, points, and faces as counts and indices. Surfaces that hang together are
//! bodies.

use super::draft::{Draft, DraftBody};
use super::mesh::{Mesh, limit};
use super::words::{Line, lines};
use crate::ImportOptions;
use crate::error::{Result, refuse};

/// Reads a file.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let mut rest = lines(text).filter(|line| !line.text.starts_with('#'));
    let Some(header) = rest.next() else {
        return refuse(1, "file", "an empty file", "OFF");
    };
    if !header.words[0].ends_with("OFF") || header.words[0].contains(['4', 'n']) {
        let found = crate::error::excerpt(header.words[0]);
        return header.refuse("file", found, "OFF, or COFF or NOFF");
    }
    // The counts may stand behind the word.
    let counts = if header.words.len() > 1 {
        header.words[1..].to_vec()
    } else {
        match rest.next() {
            Some(line) => line.words,
            None => return header.refuse("OFF", "no counts", "counts of points and faces"),
        }
    };
    let [points, faces, ..] = counts[..] else {
        return header.refuse("OFF", "one count", "counts of points and faces");
    };
    let points: usize = header.whole("OFF", points)?;
    let faces: usize = header.whole("OFF", faces)?;
    limit(header.number, "faces", faces)?;
    limit(header.number, "points", points)?;
    let mut mesh = Mesh::hull_of(header.number, Vec::with_capacity(points));
    for _ in 0..points {
        let line = next(&mut rest, "points", points)?;
        mesh.vertices.push(line.point("point", 0)?);
    }
    for _ in 0..faces {
        let line = next(&mut rest, "faces", faces)?;
        let count: usize = line.whole("face", line.words[0])?;
        let Some(corners) = line.words.get(1..).and_then(|words| words.get(..count)) else {
            let found = format!("{} indices", line.words.len() - 1);
            return line.refuse("face", found, &format!("{count} indices"));
        };
        mesh.faces.push(indices(&line, corners, points)?);
    }
    let mut draft = Draft::new(&options.name);
    add_pieces(&mut draft, mesh, &options.name, options)?;
    Ok(draft)
}

fn next<'a>(
    rest: &mut impl Iterator<Item = Line<'a>>,
    what: &str,
    count: usize,
) -> Result<Line<'a>> {
    match rest.next() {
        Some(line) => Ok(line),
        None => refuse(1, "file", "its end", &format!("{count} {what}")),
    }
}

fn indices(line: &Line, words: &[&str], points: usize) -> Result<Vec<usize>> {
    if words.len() < 3 {
        let found = format!("{} corners", words.len());
        return line.refuse("face", found, "at least 3");
    }
    let mut corners = Vec::with_capacity(words.len());
    for word in words {
        let corner: usize = line.whole("face", word)?;
        if corner >= points {
            let found = format!("point {corner} of {points}");
            return line.refuse("face", found, "a point that is there");
        }
        corners.push(corner);
    }
    Ok(corners)
}

/// Adds each surface that hangs together as a body.
pub fn add_pieces(
    draft: &mut Draft,
    mesh: Mesh,
    name: &str,
    options: &ImportOptions,
) -> Result<()> {
    let line = mesh.line;
    let pieces = mesh.closed_pieces();
    if pieces.is_empty() {
        return refuse(line, "file", "no faces", "closed surfaces");
    }
    let count = pieces.len();
    for (index, piece) in pieces.into_iter().enumerate() {
        let name = if count == 1 {
            name.to_owned()
        } else {
            format!("{name} {}", index + 1)
        };
        let body = DraftBody::new(piece.line, &name, vec![piece]);
        draft.add(body, options);
    }
    Ok(())
}
