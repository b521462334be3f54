//! Certificates and lists, written as JSON.
//!
//! A value that knows how to write itself is written, not a text: so a proof of millions of
//! digits is put down once, where it belongs, and not copied from text to text.

use crate::motion::FORMAT;
use crate::numbers;
use crate::{Case, Certificate, Contact, Corner, Feature, Group, Line, Separation};
use num_bigint::{BigInt, Sign};
use std::fmt::{self, Display, Formatter, Write};

/// The two digits of base 16 of each byte.
const PAIRS: [[u8; 2]; 256] = pairs();

const fn pairs() -> [[u8; 2]; 256] {
    let digits = b"0123456789abcdef";
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        pairs[byte] = [digits[byte / 16], digits[byte % 16]];
        byte += 1;
    }
    pairs
}

/// The text of a certificate, with a line end after each top-level list.
#[must_use]
pub fn write(certificate: &Certificate) -> String {
    written(certificate).to_string()
}

/// The same, written piece by piece to wherever it is shown.
pub fn written(certificate: &Certificate) -> impl Display {
    let Certificate {
        scene,
        separations,
        contacts,
        corners,
        groups,
    } = certificate;
    let head = geometry(FORMAT, scene, separations, contacts, corners);
    let groups = lines(groups, group);
    Written(move |formatter| {
        write!(formatter, "{{{head}")?;
        writeln!(formatter, ",\n\"groups\":{groups}}}")
    })
}

/// The common part of proofs of all formats: all but the groups.
pub(crate) fn geometry(
    format: &str,
    scene: &str,
    separations: &[Separation],
    contacts: &[Contact],
    corners: &[Corner],
) -> impl Display {
    let scene = serde_json::Value::from(scene);
    let separations = lines(separations, separation);
    let contacts = lines(contacts, contact);
    let corners = lines(corners, corner);
    Written(move |formatter| {
        write!(formatter, r#""format":"{format}""#)?;
        write!(formatter, ",\n\"scene\":{scene}")?;
        write!(formatter, ",\n\"separations\":{separations}")?;
        write!(formatter, ",\n\"contacts\":{contacts}")?;
        write!(formatter, ",\n\"corners\":{corners}")
    })
}

/// Something that a function writes.
pub(crate) struct Written<F: Fn(&mut Formatter) -> fmt::Result>(pub(crate) F);

impl<F: Fn(&mut Formatter) -> fmt::Result> Display for Written<F> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let Self(write) = self;
        write(formatter)
    }
}

/// A list on one line.
pub(crate) fn list<'a, T, D: Display>(
    items: &'a [T],
    written: impl Fn(&'a T) -> D,
) -> impl Display {
    Written(move |formatter| {
        formatter.write_char('[')?;
        separated(formatter, items, ",", &written)?;
        formatter.write_char(']')
    })
}

/// A list with a line for each entry.
pub(crate) fn lines<'a, T, D: Display>(
    items: &'a [T],
    written: impl Fn(&'a T) -> D,
) -> impl Display {
    Written(move |formatter| {
        if items.is_empty() {
            return formatter.write_str("[]");
        }
        formatter.write_str("[\n")?;
        separated(formatter, items, ",\n", &written)?;
        formatter.write_str("\n]")
    })
}

pub(crate) fn separated<'a, T, D: Display>(
    formatter: &mut Formatter,
    items: &'a [T],
    separator: &str,
    written: impl Fn(&'a T) -> D,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            formatter.write_str(separator)?;
        }
        let item = written(item);
        write!(formatter, "{item}")?;
    }
    Ok(())
}

/// An integer in base 16, in lower case.
pub(crate) fn hex(number: &BigInt) -> impl Display {
    Written(|formatter| {
        if number.sign() == Sign::Minus {
            formatter.write_char('-')?;
        }
        let mut text = Vec::with_capacity(16 * number.iter_u64_digits().len());
        for word in number.iter_u64_digits().rev() {
            text.extend_from_slice(&digits(word));
        }
        let start = text.iter().position(|digit| *digit != b'0');
        // Digits are text.
        let shown = start.and_then(|start| str::from_utf8(&text[start..]).ok());
        formatter.write_str(shown.unwrap_or("0"))
    })
}

/// The digits of base 16 of a word, zeros before it.
fn digits(word: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    let (pairs, _) = digits.as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(word.to_be_bytes()) {
        *pair = PAIRS[usize::from(byte)];
    }
    digits
}

pub(crate) fn indices(indices: &[usize]) -> impl Display {
    list(indices, |index| index)
}

/// `[vertex body, part, vertex, edge body, part, edge]`, and so on.
pub(crate) fn features(first: &Feature, second: &Feature) -> impl Display {
    let Feature { part, index } = *first;
    let Feature {
        part: other,
        index: other_index,
    } = *second;
    Written(move |formatter| {
        write!(formatter, "[{},{},{index},", part.body, part.part)?;
        write!(formatter, "{},{},{other_index}]", other.body, other.part)
    })
}

pub(crate) fn contact(contact: &Contact) -> impl Display {
    features(&contact.vertex, &contact.edge)
}

fn separation(separation: &Separation) -> impl Display {
    let Separation {
        first,
        second,
        line,
    } = separation;
    Written(move |formatter| {
        write!(formatter, "[{},{},", first.body, first.part)?;
        write!(formatter, "{},{},", second.body, second.part)?;
        match line {
            Line::Edge { owner, edge } => write!(formatter, "{owner},{edge}]"),
            Line::Vector([x, y, below]) => {
                write!(
                    formatter,
                    r#"3,"{}","{}","{}"]"#,
                    hex(x),
                    hex(y),
                    hex(below)
                )
            }
        }
    })
}

fn corner(corner: &Corner) -> impl Display {
    list(&corner.sides, |side| indices(side))
}

fn group(group: &Group) -> impl Display {
    let bodies = indices(&group.bodies);
    let cases = list(&group.cases, case);
    let answers = indices(&group.answers);
    Written(move |formatter| {
        write!(formatter, r#"{{"bodies":{bodies},"cases":{cases},"#)?;
        write!(formatter, r#""answers":{answers}}}"#)
    })
}

fn case(case: &Case) -> impl Display {
    Written(|formatter| {
        let sides = index_pairs(&case.sides);
        write!(formatter, r#"{{"sides":{sides},"#)?;
        if let Some(found) = &case.motion {
            let denominator = hex(&found.denominator);
            let accelerations = numbers::written(&found.accelerations);
            write!(formatter, r#""denominator":"{denominator}","#)?;
            write!(formatter, r#""motion":{accelerations},"#)?;
        }
        let forces = numbers::written(&case.forces);
        let pins = numbers::written(&case.pins);
        write!(formatter, r#""forces":{forces},"pins":{pins}"#)?;
        if let Some(found) = &case.motion
            && let Some(displacements) = &found.idle
        {
            let displacements = numbers::written(displacements);
            write!(formatter, r#","idle":{displacements}"#)?;
        }
        formatter.write_char('}')
    })
}

/// Pairs of a corner and the side that a case fixes, or of a contact and its mode.
pub(crate) fn index_pairs(pairs: &[(usize, usize)]) -> impl Display {
    list(pairs, |(index, choice)| {
        Written(move |formatter| write!(formatter, "[{index},{choice}]"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn hexadecimal_digits_are_those_of_the_library(
            words in proptest::collection::vec(prop_oneof![Just(0), any::<u32>()], 0..9),
            is_negative: bool,
        ) {
            let sign = if is_negative { Sign::Minus } else { Sign::Plus };
            let number = BigInt::new(sign, words);
            prop_assert_eq!(hex(&number).to_string(), format!("{number:x}"));
        }
    }
}
