//! XML files: elements with their lines, and attributes that are all accounted for.

use crate::error::{Result, excerpt, refuse};
use crate::number;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use zwang_exact::Rational;

/// The most attributes of an element, and namespaces of a file.
const MOST_ATTRIBUTES: usize = 1 << 12;
const MOST_NAMESPACES: usize = 1 << 12;

/// The most elements, texts and comments of a file.
const MOST_NODES: u32 = 1 << 20;

/// How deep elements may lie in each other.
pub const MOST_LEVELS: usize = 64;

/// The most characters that the entities of a document type may become.
const MOST_EXPANDED: usize = 1 << 24;

/// The elements of an XML file, or of several that include each other.
pub struct Tree {
    pieces: Vec<Piece>,
}

/// An element.
struct Piece {
    name: String,
    space: Option<String>,
    line: usize,
    /// The file that it is from, if it was included.
    file: Option<Rc<str>>,
    attributes: Vec<Attribute>,
    children: Vec<usize>,
    /// The text of a style sheet; no other texts are kept.
    sheet: String,
}

struct Attribute {
    space: Option<String>,
    name: String,
    value: String,
}

/// Parses an XML file. A document type is passed over; its entities are short texts.
fn parse(text: &str) -> Result<Document<'_>> {
    const EXPECTED: &str = "XML";
    if text.trim().is_empty() {
        return refuse(1, "file", "an empty file", EXPECTED);
    }
    require_short_entities(text)?;
    require_few_attributes(text)?;
    let options = ParsingOptions {
        allow_dtd: true,
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

/// Refuses entities that would become long texts: ones that name each other, or are named often.
/// Attributes of an element are compared in pairs, and namespaces with all of those around them.
fn require_few_attributes(text: &str) -> Result<()> {
    let namespaces = text.matches("xmlns").count();
    if namespaces > MOST_NAMESPACES {
        let found = format!("{namespaces} namespaces");
        return refuse(1, "file", found, &format!("at most {MOST_NAMESPACES}"));
    }
    let mut line = 1;
    for piece in text.split('<') {
        let quotes = piece.bytes().filter(|byte| b"\"'".contains(byte)).count();
        let equals = piece.bytes().filter(|byte| *byte == b'=').count();
        if quotes / 2 > MOST_ATTRIBUTES && equals > MOST_ATTRIBUTES {
            let expected = format!("at most {MOST_ATTRIBUTES} attributes of an element");
            return refuse(line, "file", format!("{equals} of them"), &expected);
        }
        line += piece.bytes().filter(|byte| *byte == b'\n').count();
    }
    Ok(())
}

fn require_short_entities(text: &str) -> Result<()> {
    let Some((before, after)) = text.split_once("<!DOCTYPE") else {
        return Ok(());
    };
    let mut longest = 0;
    for (index, declaration) in after.split("<!ENTITY").enumerate() {
        if index == 0 {
            continue;
        }
        let end = declaration.find('>').unwrap_or(declaration.len());
        let value = &declaration[..end];
        if value.contains(['&', '%']) {
            let line = before.lines().count().max(1);
            let expected = "entities that are plain texts";
            return refuse(line, "<!DOCTYPE>", "an entity that names another", expected);
        }
        longest = longest.max(value.len());
    }
    let references = after.matches('&').count();
    if longest.saturating_mul(references) > MOST_EXPANDED {
        let line = before.lines().count().max(1);
        let found = format!("{references} uses of entities of up to {longest} characters");
        let expected = format!("at most {MOST_EXPANDED} characters together");
        return refuse(line, "<!DOCTYPE>", found, &expected);
    }
    Ok(())
}

/// The beginnings of the lines of a text.
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
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

impl Tree {
    /// The elements of a file.
    pub fn of(text: &str) -> Result<Self> {
        let document = parse(text)?;
        let lines = Lines::of(text);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut indices = BTreeMap::new();
        for node in document.descendants().filter(Node::is_element) {
            let index = pieces.len();
            indices.insert(node.id().get_usize(), index);
            if let Some(parent) = node.parent_element()
                && let Some(parent) = indices.get(&parent.id().get_usize())
            {
                pieces[*parent].children.push(index);
            }
            let start = node.range().start;
            pieces.push(Piece::of(node, lines.at(start)));
        }
        Ok(Self { pieces })
    }

    /// The root.
    pub fn root(&self) -> Element<'_> {
        Element {
            tree: self,
            index: 0,
        }
    }

    /// All elements, in the order in which they begin.
    pub fn all(&self) -> Vec<Element<'_>> {
        let mut elements = Vec::with_capacity(self.pieces.len());
        let mut waiting = vec![0];
        while let Some(index) = waiting.pop() {
            elements.push(Element { tree: self, index });
            let children = &self.pieces[index].children;
            waiting.extend(children.iter().rev());
        }
        elements
    }

    /// Puts what is in the root of another file in place of an element of this one.
    pub fn replace(&mut self, index: usize, file: &str, mut other: Self) {
        let shift = self.pieces.len();
        let file = Rc::from(file);
        for piece in &mut other.pieces {
            piece.file.get_or_insert_with(|| Rc::clone(&file));
            for child in &mut piece.children {
                *child += shift;
            }
        }
        let inner = other.pieces[0].children.clone();
        for piece in &mut self.pieces {
            if let Some(place) = piece.children.iter().position(|child| *child == index) {
                piece.children.splice(place..=place, inner.iter().copied());
            }
        }
        self.pieces.append(&mut other.pieces);
    }

    /// Takes out the elements that have one of these names, and tells which names there are.
    pub fn skip(&mut self, names: &[String]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut skipped = BTreeSet::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            for attribute in &piece.attributes {
                let is_name = ["id", "name", "label"].contains(&&*attribute.name);
                if is_name && names.contains(&attribute.value) {
                    found.insert(attribute.value.clone());
                    skipped.insert(index);
                }
            }
        }
        for piece in &mut self.pieces {
            piece.children.retain(|child| !skipped.contains(child));
        }
        found
    }

    /// The texts of the style sheets, in the order of the file.
    pub fn sheets(&self) -> Vec<&str> {
        let sheets = self.pieces.iter().map(|piece| piece.sheet.as_str());
        sheets.filter(|sheet| !sheet.is_empty()).collect()
    }

    /// How many elements there are.
    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    /// The words in an attribute of an element.
    pub fn words_of(&self, index: usize, name: &str) -> impl Iterator<Item = &str> {
        let attributes = &self.pieces[index].attributes;
        let found = attributes.iter().find(|attribute| {
            let is_plain = attribute.space.is_none();
            is_plain && attribute.name == name
        });
        found
            .into_iter()
            .flat_map(|attribute| attribute.value.split_whitespace())
    }

    /// Puts declarations before those in the attribute `style` of an element.
    pub fn declare(&mut self, index: usize, declarations: &str) {
        self.complete(index, "style", "");
        for attribute in &mut self.pieces[index].attributes {
            if attribute.space.is_none() && attribute.name == "style" {
                attribute.value.insert_str(0, declarations);
            }
        }
    }

    /// Gives an element an attribute that it does not have yet.
    pub fn complete(&mut self, index: usize, name: &str, value: &str) {
        let attributes = &mut self.pieces[index].attributes;
        if attributes.iter().any(|own| own.name == name) {
            return;
        }
        attributes.push(Attribute {
            space: None,
            name: name.to_owned(),
            value: value.to_owned(),
        });
    }
}

impl Piece {
    fn of(node: Node, line: usize) -> Self {
        let mut attributes = Vec::new();
        for attribute in node.attributes() {
            attributes.push(Attribute {
                space: attribute.namespace().map(str::to_owned),
                name: attribute.name().to_owned(),
                value: attribute.value().to_owned(),
            });
        }
        Self {
            name: node.tag_name().name().to_owned(),
            space: node.tag_name().namespace().map(str::to_owned),
            line,
            file: None,
            attributes,
            children: Vec::new(),
            sheet: match node.tag_name().name() {
                "style" => node.children().filter_map(|child| child.text()).collect(),
                _ => String::new(),
            },
        }
    }
}

/// An element and its line.
#[derive(Clone, Copy)]
pub struct Element<'a> {
    tree: &'a Tree,
    index: usize,
}

impl<'a> Element<'a> {
    fn piece(&self) -> &'a Piece {
        &self.tree.pieces[self.index]
    }

    /// Its place in its tree.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The name of the element.
    pub fn name(&self) -> &'a str {
        &self.piece().name
    }

    /// Its line, counted from 1, in its file.
    pub fn line(&self) -> usize {
        self.piece().line
    }

    /// The elements in it, in file order.
    pub fn children(&self) -> impl Iterator<Item = Self> + use<'a> {
        let tree = self.tree;
        let children = self.piece().children.iter();
        children.map(move |index| Self {
            tree,
            index: *index,
        })
    }

    /// An attribute without a name space.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attribute_in(None, name)
    }

    /// An attribute of a name space.
    pub fn attribute_in(&self, space: Option<&str>, name: &str) -> Option<&'a str> {
        for attribute in &self.piece().attributes {
            if attribute.name == name && attribute.space.as_deref() == space {
                return Some(&attribute.value);
            }
        }
        None
    }

    /// The names and values of all attributes without a name space.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let attributes = self.piece().attributes.iter();
        let plain = attributes.filter(|attribute| attribute.space.is_none());
        plain.map(|attribute| (&*attribute.name, &*attribute.value))
    }

    /// The name space of the element.
    pub fn name_space(&self) -> Option<&'a str> {
        self.piece().space.as_deref()
    }

    /// Its name in errors.
    pub fn thing(&self) -> String {
        let element = excerpt(self.name());
        let id = self.attribute("id");
        let thing = match self.attribute("name").or(id) {
            Some(name) => {
                let name = excerpt(name);
                format!("<{element}> `{name}`")
            }
            None => format!("<{element}>"),
        };
        match &self.piece().file {
            Some(file) => {
                let file = excerpt(file);
                format!("{file}: {thing}")
            }
            None => thing,
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
        for attribute in &self.piece().attributes {
            let name = attribute.name.as_str();
            let is_known = read.contains(&name) || ignored.contains(&name);
            if !is_known || attribute.space.is_some() {
                let name = excerpt(name);
                let list = read.join(", ");
                let found = format!("the attribute `{name}`");
                let expected = format!("only {list}");
                return self.refuse(found, &expected);
            }
        }
        Ok(())
    }

    /// Refuses attributes that have a name space.
    pub fn require_plain_attributes(&self) -> Result<()> {
        let attributes = &self.piece().attributes;
        match attributes.iter().find(|own| own.space.is_some()) {
            Some(own) => {
                let name = excerpt(&own.name);
                let found = format!("the attribute `{name}` of a name space");
                self.refuse(found, "attributes without one")
            }
            None => Ok(()),
        }
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
