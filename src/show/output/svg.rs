//! SVG as text: elements with their attributes, numbers in one spelling, and what XML demands of
//! names. Equal pictures are equal byte for byte, on every machine.
#![allow(clippy::disallowed_types)]

use std::fmt::{self, Display};

/// An element. Attributes and content stand in the order in which they are given.
pub(crate) struct Element {
    name: &'static str,
    attributes: String,
    content: Option<String>,
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            attributes: String::new(),
            content: None,
        }
    }

    /// An element of a class of the style sheet; of none if it is empty.
    pub(crate) fn of(name: &'static str, class: &str) -> Self {
        let element = Self::new(name);
        match class {
            "" => element,
            class => element.with("class", class),
        }
    }

    /// A path without other attributes than its class.
    pub(crate) fn path(class: &str, path: &str) -> Self {
        Self::of("path", class).with("d", path)
    }

    pub(crate) fn circle(class: &str, [x, y]: [f64; 2], radius: f64) -> Self {
        Self::of("circle", class)
            .number("cx", x)
            .number("cy", y)
            .number("r", radius)
    }

    /// A line of text.
    pub(crate) fn text(class: &str, x: f64, y: f64, text: &str) -> Self {
        Self::of("text", class).at(x, y).saying(text)
    }

    /// The root of a picture of some size.
    pub(crate) fn root(width: f64, height: f64) -> Self {
        let right = number(width);
        let bottom = number(height);
        Self::new("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .size(width, height)
            .with("viewBox", format!("0 0 {right} {bottom}"))
            .with("role", "img")
    }

    /// One attribute more.
    pub(crate) fn with(mut self, attribute: &str, value: impl Display) -> Self {
        let value = value.to_string();
        let value = escape(&value);
        let attribute = format!(r#" {attribute}="{value}""#);
        self.attributes.push_str(&attribute);
        self
    }

    /// One attribute more, a number.
    pub(crate) fn number(self, attribute: &str, value: f64) -> Self {
        self.with(attribute, number(value))
    }

    pub(crate) fn at(self, x: f64, y: f64) -> Self {
        self.number("x", x).number("y", y)
    }

    pub(crate) fn size(self, width: f64, height: f64) -> Self {
        self.number("width", width).number("height", height)
    }

    /// Text within the element.
    pub(crate) fn saying(self, text: &str) -> Self {
        self.containing(escape(text))
    }

    /// The title of the element, for readers; none if it is empty.
    pub(crate) fn titled(self, told: &str) -> Self {
        match told {
            "" => self.containing(""),
            told => {
                let title = Self::new("title").saying(told);
                self.containing(title)
            }
        }
    }

    /// Elements within the element.
    pub(crate) fn containing(mut self, elements: impl Display) -> Self {
        let content = self.content.get_or_insert_default();
        content.push_str(&elements.to_string());
        self
    }

    /// An element within the element, with a line end.
    pub(crate) fn with_line(self, element: Self) -> Self {
        self.containing(element.line())
    }

    /// The element with a line end.
    pub(crate) fn line(&self) -> String {
        format!("{self}\n")
    }
}

/// Elements one after the other, each with a line end.
#[derive(Default)]
pub(crate) struct Drawing {
    lines: String,
}

impl Drawing {
    /// One element more.
    pub(crate) fn add(&mut self, element: Element) {
        self.lines.push_str(&element.line());
    }

    /// All elements of another drawing.
    pub(crate) fn append(&mut self, other: Self) {
        self.lines.push_str(&other.lines);
    }

    /// The elements as a group of this class, if there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(crate) fn add_group(&mut self, class: &str, elements: Self) {
        if elements.is_empty() {
            return;
        }
        let group = Element::of("g", class).containing("\n");
        self.add(group.containing(elements));
    }
}

impl Display for Drawing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines)
    }
}

impl Display for Element {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name, attributes, ..
        } = self;
        match &self.content {
            None => write!(formatter, "<{name}{attributes}/>"),
            Some(content) => write!(formatter, "<{name}{attributes}>{content}</{name}>"),
        }
    }
}

/// A number of the page: two decimals at most, without trailing zeros; the bytes are the same on
/// every machine.
pub(crate) fn number(value: f64) -> String {
    let hundredths = (value * 100.0).round();
    if !hundredths.is_finite() || hundredths == 0.0 {
        return "0".to_owned();
    }
    let rounded = hundredths / 100.0;
    let text = format!("{rounded:.2}");
    let text = text.trim_end_matches('0');
    text.trim_end_matches('.').to_owned()
}

/// A text as XML content or attribute value. Characters that XML cannot bear are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.5, "1.5"),
            (-2.346, "-2.35"),
            (100.0, "100"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(
            escape("</text><script>\"'&\u{1}\n"),
            "&lt;/text&gt;&lt;script&gt;&quot;&apos;&amp;\u{fffd}\u{fffd}"
        );
        let element = Element::of("g", "\"a").titled("</g>").saying("&");
        assert_eq!(
            element.to_string(),
            r#"<g class="&quot;a"><title>&lt;/g&gt;</title>&amp;</g>"#
        );
    }

    #[test]
    fn elements_without_content_are_closed_at_once() {
        let axis = Element::path("axis", "M0 0H5");
        assert_eq!(axis.to_string(), r#"<path class="axis" d="M0 0H5"/>"#);
        let group = Element::of("g", "").titled("");
        assert_eq!(group.to_string(), "<g></g>");
    }
}
