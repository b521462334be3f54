//! PLY, as text or binary: elements `vertex` with x, y and z, and `face` with a list of indices.
//! Other elements and properties are passed over. Surfaces that hang together are bodies.

use super::draft::Draft;
use super::mesh::{Mesh, limit};
use super::off::add_pieces;
use super::stl::binary_number;
use crate::ImportOptions;
use crate::error::{Result, excerpt, refuse};
use crate::number;
use num_traits::ToPrimitive;
use zwang_exact::{Rational, Vector3};

/// The coding of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Coding {
    Text,
    LittleEnd,
    BigEnd,
}

#[derive(Clone, Copy)]
enum Kind {
    Signed(usize),
    Unsigned(usize),
    Float,
    Double,
}

struct Property<'a> {
    name: &'a str,
    kind: Kind,
    /// The kind of the length of a list.
    length: Option<Kind>,
}

struct Element<'a> {
    name: &'a str,
    count: usize,
    properties: Vec<Property<'a>>,
}

/// Reads a file.
pub fn read(bytes: &[u8], options: &ImportOptions) -> Result<Draft> {
    let (header, body) = split(bytes)?;
    let mut coding = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut count = 0;
    for (index, line) in header.lines().enumerate() {
        count = index + 1;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["format", kind, _] => {
                coding = match kind {
                    "ascii" => Some(Coding::Text),
                    "binary_little_endian" => Some(Coding::LittleEnd),
                    "binary_big_endian" => Some(Coding::BigEnd),
                    _ => return refuse(count, "format", excerpt(kind), "ascii or binary"),
                }
            }
            ["element", name, number] => {
                let Ok(number) = number.parse() else {
                    let found = format!("`{}`", excerpt(number));
                    return refuse(count, "element", found, "a number of elements");
                };
                limit(count, name, number)?;
                elements.push(Element {
                    name,
                    count: number,
                    properties: Vec::new(),
                });
            }
            ["property", ..] => {
                let Some(element) = elements.last_mut() else {
                    return refuse(count, "property", "no element", "an element before it");
                };
                element.properties.push(property(count, &words)?);
            }
            _ => {}
        }
    }
    let Some(coding) = coding else {
        return refuse(1, "file", "no format", "format ascii 1.0");
    };
    let mut numbers = Numbers {
        coding,
        body,
        line: count + 1,
    };
    let mut mesh = Mesh::hull_of(1, Vec::new());
    for element in &elements {
        // Without properties nothing of them is in the file.
        if element.properties.is_empty() && element.name != "vertex" {
            continue;
        }
        for index in 0..element.count {
            let thing = format!("{} {index}", excerpt(element.name));
            read_element(&mut numbers, element, &thing, &mut mesh)?;
        }
    }
    for face in &mesh.faces {
        if face.len() < 3 || face.iter().any(|corner| *corner >= mesh.vertices.len()) {
            let found = "a face with fewer than 3 corners, or a point that is not there";
            return refuse(1, "face", found, "indices of points");
        }
    }
    let mut draft = Draft::new(&options.name);
    add_pieces(&mut draft, mesh, &options.name, options)?;
    Ok(draft)
}

/// The lines of the header, and what follows.
fn split(bytes: &[u8]) -> Result<(&str, &[u8])> {
    const END: &[u8] = b"end_header";
    let at = bytes.windows(END.len()).position(|window| window == END);
    let Some(at) = at else {
        return refuse(1, "file", "no end_header", "a header of PLY");
    };
    let header = super::text(&bytes[..at])?;
    let rest = &bytes[at + END.len()..];
    let line_end = rest.iter().position(|byte| *byte == b'\n');
    let body = line_end.map_or(&rest[rest.len()..], |end| &rest[end + 1..]);
    Ok((header, body))
}

fn property<'a>(line: usize, words: &[&'a str]) -> Result<Property<'a>> {
    let (kind, length, name) = match *words {
        ["property", "list", length, kind, name] => (kind, Some(length), name),
        ["property", kind, name] => (kind, None, name),
        _ => return refuse(line, "property", "other words", "property TYPE NAME"),
    };
    Ok(Property {
        name,
        kind: kind_of(line, kind)?,
        length: match length {
            Some(word) => Some(kind_of(line, word)?),
            None => None,
        },
    })
}

/// The kind of number that a word names.
fn kind_of(line: usize, word: &str) -> Result<Kind> {
    match word {
        "char" | "int8" => Ok(Kind::Signed(1)),
        "short" | "int16" => Ok(Kind::Signed(2)),
        "int" | "int32" => Ok(Kind::Signed(4)),
        "uchar" | "uint8" => Ok(Kind::Unsigned(1)),
        "ushort" | "uint16" => Ok(Kind::Unsigned(2)),
        "uint" | "uint32" => Ok(Kind::Unsigned(4)),
        "float" | "float32" => Ok(Kind::Float),
        "double" | "float64" => Ok(Kind::Double),
        _ => {
            let word = excerpt(word);
            refuse(line, "property", format!("`{word}`"), "a type of PLY")
        }
    }
}

fn read_element(
    numbers: &mut Numbers,
    element: &Element,
    thing: &str,
    mesh: &mut Mesh,
) -> Result<()> {
    let mut point: [Option<Rational>; 3] = Default::default();
    for property in &element.properties {
        let Some(length) = property.length else {
            let number = numbers.next(property.kind, thing)?;
            let axis = ["x", "y", "z"]
                .iter()
                .position(|name| *name == property.name);
            if let Some(axis) = axis {
                point[axis] = Some(number);
            }
            continue;
        };
        let length = numbers.whole(length, thing)?;
        limit(numbers.line, thing, length)?;
        let mut list = Vec::new();
        for _ in 0..length {
            list.push(numbers.next(property.kind, thing)?);
        }
        if element.name == "face" && ["vertex_indices", "vertex_index"].contains(&property.name) {
            let indices = list.iter().map(Rational::to_usize);
            match indices.collect() {
                Some(face) => mesh.faces.push(face),
                None => return refuse(numbers.line, thing, "an index below 0", "whole numbers"),
            }
        }
    }
    if element.name == "vertex" {
        let [Some(x), Some(y), Some(z)] = point else {
            return refuse(numbers.line, thing, "no x, y and z", "a point");
        };
        mesh.vertices.push(Vector3::new(x, y, z));
    }
    Ok(())
}

/// The numbers of a file, one after the other.
struct Numbers<'a> {
    coding: Coding,
    body: &'a [u8],
    line: usize,
}

impl Numbers<'_> {
    fn whole(&mut self, kind: Kind, thing: &str) -> Result<usize> {
        let number = self.next(kind, thing)?;
        match number.to_usize() {
            Some(whole) if number.is_integer() => Ok(whole),
            _ => refuse(self.line, thing, number.to_string(), "a whole number"),
        }
    }

    fn next(&mut self, kind: Kind, thing: &str) -> Result<Rational> {
        if self.coding == Coding::Text {
            return self.word(thing);
        }
        let size = match kind {
            Kind::Signed(size) | Kind::Unsigned(size) => size,
            Kind::Float => 4,
            Kind::Double => 8,
        };
        let Some((bytes, rest)) = self.body.split_at_checked(size) else {
            return refuse(self.line, thing, "the end of the file", "more numbers");
        };
        self.body = rest;
        let mut bits = 0_u64;
        for place in 0..size {
            let byte = match self.coding {
                Coding::BigEnd => bytes[place],
                _ => bytes[size - 1 - place],
            };
            bits = (bits << 8) | u64::from(byte);
        }
        let number = match kind {
            Kind::Float => binary_number(bits, 23, 8),
            Kind::Double => binary_number(bits, 52, 11),
            Kind::Unsigned(_) => Some(Rational::from_integer(bits.into())),
            Kind::Signed(size) => {
                let unused = 64 - 8 * size;
                let signed = (bits << unused).cast_signed() >> unused;
                Some(Rational::from_integer(signed.into()))
            }
        };
        match number {
            Some(number) => Ok(number),
            None => refuse(
                self.line,
                thing,
                "a number that is not finite",
                "finite numbers",
            ),
        }
    }

    fn word(&mut self, thing: &str) -> Result<Rational> {
        let mut bytes = self.body.iter();
        let start = bytes.position(|byte| !byte.is_ascii_whitespace());
        let Some(start) = start else {
            return refuse(self.line, thing, "the end of the file", "more numbers");
        };
        let passed = self.body[..start].iter().filter(|byte| **byte == b'\n');
        self.line += passed.count();
        let rest = &self.body[start..];
        let end = rest.iter().position(u8::is_ascii_whitespace);
        let end = end.unwrap_or(rest.len());
        let word = String::from_utf8_lossy(&rest[..end]).into_owned();
        self.body = &rest[end..];
        match number::decimal(&word) {
            Ok(number) => Ok(number),
            Err((found, expected)) => refuse(self.line, thing, found, &expected),
        }
    }
}
