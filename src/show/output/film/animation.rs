//! Animated pictures, as GIF.
//!
//! A GIF has at most 256 colours. A picture has the few colours of its theme, and the mixtures of
//! them along its edges; so the colours that occur most often in some pictures of the film, one for
//! each cell of a grid in the cube of colours, are near to all that occur. For every picture only
//! the rectangle is written in which it differs from the one before.

use crate::OutputError;
use crate::draw::pixels;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::PremultipliedColorU8;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;

/// The most colours.
const COLOURS: usize = 256;
/// Bits of a colour's components that tell its cell.
const CELL_BITS: u8 = 5;

type Colour = [u8; 3];

/// A GIF that grows.
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    width: u32,
    size: [u16; 2],
    palette: Palette,
    before: Vec<u8>,
}

impl<W: Write> Animation<W> {
    /// An animation of pictures as large as these samples, whose colours are those of the film;
    /// `width` pixels wide, without end.
    ///
    /// # Errors
    /// [`OutputError`] if a sample is no SVG, the size is out of bounds, or nothing can be written.
    pub fn new(output: W, samples: &[String], width: u32) -> Result<Self, OutputError> {
        let mut counts = BTreeMap::new();
        let mut size = [0, 0];
        for sample in samples {
            let found = pixels(sample, width)?;
            size = [found.width(), found.height()];
            for pixel in found.pixels() {
                let count: &mut u64 = counts.entry(colour(pixel)).or_default();
                *count += 1;
            }
        }
        let refused = OutputError::Size {
            width: size[0],
            height: size[1],
        };
        let [Ok(columns), Ok(lines)] = size.map(u16::try_from) else {
            return Err(refused);
        };
        let palette = Palette::new(counts);
        let colours = palette.colours.concat();
        let encoder = Encoder::new(output, columns, lines, &colours);
        let mut encoder = encoder.map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self {
            encoder,
            width,
            size: [columns, lines],
            palette,
            before: Vec::new(),
        })
    }

    /// Adds a picture, to be shown for so many hundredths of a second.
    ///
    /// # Errors
    /// [`OutputError`] if it is no SVG, is larger or smaller than the samples, or cannot be
    /// written.
    pub fn push(&mut self, svg: &str, delay: u16) -> Result<(), OutputError> {
        let found = pixels(svg, self.width)?;
        if [found.width(), found.height()] != self.size.map(u32::from) {
            return Err(OutputError::Size {
                width: found.width(),
                height: found.height(),
            });
        }
        let mut indices = Vec::new();
        for pixel in found.pixels() {
            let colour = colour(pixel);
            indices.push(self.palette.index(colour));
        }
        let columns = usize::from(self.size[0]);
        let [left, top, width, height] = changed(&self.before, &indices, columns);
        let mut buffer = Vec::new();
        for line in indices.chunks(columns).skip(top).take(height) {
            buffer.extend(&line[left..left + width]);
        }
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)?;
        self.before = indices;
        Ok(())
    }

    /// Writes the end.
    ///
    /// # Errors
    /// [`OutputError`] if it cannot be written.
    pub fn finish(self) -> Result<(), OutputError> {
        match self.encoder.into_inner() {
            Ok(_) => Ok(()),
            Err(error) => Err(OutputError::Gif(error.to_string())),
        }
    }
}

fn colour(pixel: &PremultipliedColorU8) -> Colour {
    [pixel.red(), pixel.green(), pixel.blue()]
}

fn failed(error: gif::EncodingError) -> OutputError {
    OutputError::Gif(error.to_string())
}

/// The rectangle [left, top, width, height] in which two pictures differ; all of the second if
/// there is no first, and a single pixel if they are equal.
fn changed(before: &[u8], after: &[u8], columns: usize) -> [usize; 4] {
    let lines = after.len() / columns.max(1);
    if before.len() != after.len() {
        return [0, 0, columns, lines];
    }
    let mut low = [usize::MAX; 2];
    let mut high = [0; 2];
    for (place, (one, other)) in before.iter().zip(after).enumerate() {
        if one == other {
            continue;
        }
        let pixel = [place % columns, place / columns];
        for axis in [0, 1] {
            low[axis] = low[axis].min(pixel[axis]);
            high[axis] = high[axis].max(pixel[axis]);
        }
    }
    if low[0] > high[0] {
        return [0, 0, 1, 1];
    }
    let [left, top] = low;
    let [right, bottom] = high;
    [left, top, right + 1 - left, bottom + 1 - top]
}

/// The square of the distance in the cube of colours.
fn distance(one: Colour, other: Colour) -> u32 {
    let mut sum = 0;
    for (one, other) in one.iter().zip(other) {
        let difference = u32::from(one.abs_diff(other));
        sum += difference * difference;
    }
    sum
}

/// Some colours, and which of them is nearest to another one.
struct Palette {
    colours: Vec<Colour>,
    known: BTreeMap<Colour, u8>,
}

/// A cell of the cube of colours.
#[derive(Default)]
struct Cell {
    /// How often its colours occur.
    total: u64,
    /// How often the best one does.
    most: u64,
    best: Colour,
}

impl Palette {
    /// The colours that occur most often in their cells of the cube, for the cells that occur most
    /// often.
    fn new(counts: BTreeMap<Colour, u64>) -> Self {
        let mut cells: BTreeMap<Colour, Cell> = BTreeMap::new();
        for (colour, count) in counts {
            let place = colour.map(|part| part >> (8 - CELL_BITS));
            let cell = cells.entry(place).or_default();
            cell.total += count;
            if count > cell.most {
                cell.most = count;
                cell.best = colour;
            }
        }
        let mut cells: Vec<Cell> = cells.into_values().collect();
        cells.sort_unstable_by_key(|cell| Reverse((cell.total, cell.best)));
        cells.truncate(COLOURS);
        let colours = cells.iter().map(|cell| cell.best);
        Self {
            colours: colours.collect(),
            known: BTreeMap::new(),
        }
    }

    /// The nearest colour.
    fn index(&mut self, colour: Colour) -> u8 {
        if let Some(known) = self.known.get(&colour) {
            return *known;
        }
        let mut index = 0;
        let mut least = u32::MAX;
        for (place, &other) in (0..=u8::MAX).zip(&self.colours) {
            let distance = distance(colour, other);
            if distance < least {
                index = place;
                least = distance;
            }
        }
        self.known.insert(colour, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colours_are_kept_and_others_go_to_the_nearest() {
        let mut counts: BTreeMap<Colour, u64> = BTreeMap::new();
        for grey in 0..=255 {
            counts.insert([grey; 3], 1);
        }
        counts.insert([255; 3], 1000);
        counts.insert([3; 3], 500);
        counts.insert([0, 114, 178], 70);
        let mut palette = Palette::new(counts);
        assert!(palette.colours.len() <= COLOURS);
        let most_frequent = [[255; 3], [3; 3], [0, 114, 178]];
        assert_eq!(palette.colours[..3], most_frequent);
        let others = [[254; 3], [1; 3], [1, 113, 180]];
        let nearest = others.map(|colour| palette.index(colour));
        assert_eq!(nearest, [0, 1, 2]);
    }

    #[test]
    fn only_what_changes_is_written() {
        let before = [0u8; 20];
        let mut after = before;
        assert_eq!(changed(&[], &after, 5), [0, 0, 5, 4]);
        assert_eq!(changed(&before, &after, 5), [0, 0, 1, 1]);
        (after[8], after[11]) = (1, 2);
        assert_eq!(changed(&before, &after, 5), [1, 1, 3, 2]);
    }
}
