//! XML files: elements with their lines, and attributes that are all accounted for.

use crate::error::{Result, excerpt, refuse};
use crate::number;
use roxmltree::{Document, Node, ParsingOptions};
use zwang_exact::Rational;

/// The most elements, texts and comments of a file.
const MOST_NODES: u32 = 1 << 20;

/// How deep elements may lie in each other.
pub const MOST_LEVELS: usize = 64;

/// The tree of an XML file, without a document type: entities of its own are not expanded.
pub fn parse(text: &str) -> Result<Document<'_>> {
    const EXPECTED: &str = "XML without <!DOCTYPE>";
    if text.trim().is_empty() {
        return refuse(1, "file", "an empty file", EXPECTED);
    }
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    match Document::parse_with_options(text, options) {
        Ok(document) => Ok(document),
        Err(error) => {
            let line = error.pos().row as usize;
            let reason = error.to_string();
            let found = excerpt(&reason);
            refuse(line, "file", found, EXPECTED)
        }
    }
}

/// Where the lines of a text begin.
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub fn of(text: &str) -> Self {
        let mut starts = vec![0];
        for (offset, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                starts.push(offset + 1);
            }
        }
        Self { starts }
    }

    fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }
}

/// An element and its line.
#[derive(Clone, Copy)]
pub struct Element<'a> {
    node: Node<'a, 'a>,
    lines: &'a Lines,
}

impl<'a> Element<'a> {
    /// The root of a document.
    pub fn root(document: &'a Document<'a>, lines: &'a Lines) -> Self {
        Self {
            node: document.root_element(),
            lines,
        }
    }

    /// The name of the element.
    pub fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Its line, counted from 1.
    pub fn line(&self) -> usize {
        let range = self.node.range();
        self.lines.at(range.start)
    }

    /// The elements in it, in file order.
    pub fn children(&self) -> impl Iterator<Item = Self> + use<'a> {
        let lines = self.lines;
        let elements = self.node.children().filter(Node::is_element);
        elements.map(move |node| Self { node, lines })
    }

    /// An attribute without a name space.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attribute_in(None, name)
    }

    /// An attribute of a name space.
    pub fn attribute_in(&self, space: Option<&str>, name: &str) -> Option<&'a str> {
        for attribute in self.node.attributes() {
            if attribute.name() == name && attribute.namespace() == space {
                return Some(attribute.value());
            }
        }
        None
    }

    /// The name space of the element.
    pub fn name_space(&self) -> Option<&'a str> {
        self.node.tag_name().namespace()
    }

    /// Refuses this element, and those in it, if they have a name space.
    pub fn refuse_name_spaces(&self) -> Result<()> {
        for node in self.node.descendants() {
            let lines = self.lines;
            let element = Self { node, lines };
            if let Some(space) = element.name_space() {
                let space = excerpt(space);
                let found = format!("the name space `{space}`");
                return element.refuse(found, "elements without one");
            }
        }
        Ok(())
    }

    /// What errors call it.
    pub fn thing(&self) -> String {
        let element = excerpt(self.name());
        let id = self.attribute("id");
        match self.attribute("name").or(id) {
            Some(name) => {
                let name = excerpt(name);
                format!("<{element}> `{name}`")
            }
            None => format!("<{element}>"),
        }
    }

    /// Refuses this element.
    pub fn refuse<T>(&self, found: impl Into<String>, expected: &str) -> Result<T> {
        refuse(self.line(), self.thing(), found, expected)
    }

    /// Refuses an attribute of this element.
    pub fn refuse_value<T>(&self, attribute: &str, expected: &str) -> Result<T> {
        let value = self.attribute(attribute).unwrap_or_default();
        let value = excerpt(value);
        let found = format!("{attribute}=\"{value}\"");
        self.refuse(found, expected)
    }

    /// Refuses attributes that are in neither list, or have a name space.
    pub fn allow(&self, read: &[&str], ignored: &[&str]) -> Result<()> {
        for attribute in self.node.attributes() {
            let name = attribute.name();
            let is_known = read.contains(&name) || ignored.contains(&name);
            if !is_known || attribute.namespace().is_some() {
                let name = excerpt(name);
                let list = read.join(", ");
                let found = format!("the attribute `{name}`");
                let expected = format!("only {list}");
                return self.refuse(found, &expected);
            }
        }
        Ok(())
    }

    /// The numbers of an attribute, separated by white space.
    pub fn numbers(&self, attribute: &str) -> Result<Option<Vec<Rational>>> {
        let Some(text) = self.attribute(attribute) else {
            return Ok(None);
        };
        let mut numbers = Vec::new();
        for word in text.split_ascii_whitespace() {
            match number::decimal(word) {
                Ok(number) => numbers.push(number),
                Err((found, expected)) => {
                    let found = format!("{found} in {attribute}");
                    return self.refuse(found, &expected);
                }
            }
        }
        Ok(Some(numbers))
    }

    /// The same, so many numbers.
    pub fn exactly<const N: usize>(&self, attribute: &str) -> Result<Option<[Rational; N]>> {
        let Some(numbers) = self.numbers(attribute)? else {
            return Ok(None);
        };
        match <[Rational; N]>::try_from(numbers) {
            Ok(numbers) => Ok(Some(numbers)),
            Err(numbers) => {
                let count = numbers.len();
                let found = format!("{count} numbers in {attribute}");
                let expected = format!("{N}");
                self.refuse(found, &expected)
            }
        }
    }

    /// One number.
    pub fn number(&self, attribute: &str) -> Result<Option<Rational>> {
        let numbers = self.exactly::<1>(attribute)?;
        Ok(numbers.map(|[number]| number))
    }
}
