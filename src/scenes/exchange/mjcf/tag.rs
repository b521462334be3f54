//! Elements of XML, written.

/// An element with the attributes that it has so far.
pub struct Tag {
    text: String,
}

impl Tag {
    /// An element without attributes, so many levels deep.
    pub fn new(level: usize, name: &str) -> Self {
        let mut text = "  ".repeat(level);
        text.push('<');
        text += name;
        Self { text }
    }

    /// Adds an attribute.
    pub fn add(&mut self, key: &str, value: &str) {
        self.text.push(' ');
        self.text += key;
        self.text += "=\"";
        for character in value.chars() {
            match character {
                '&' => self.text += "&amp;",
                '<' => self.text += "&lt;",
                '>' => self.text += "&gt;",
                '"' => self.text += "&quot;",
                _ => self.text.push(character),
            }
        }
        self.text.push('"');
    }

    /// The element, with others to follow in it.
    pub fn opened(mut self) -> String {
        self.text += ">\n";
        self.text
    }

    /// The element, with nothing in it.
    pub fn closed(mut self) -> String {
        self.text += "/>\n";
        self.text
    }
}

/// An element with these lines in it; nothing if there are none.
pub fn section(name: &str, lines: &str) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = Tag::new(1, name).opened();
    text += lines;
    text += &end(1, name);
    text
}

/// The end of an element.
pub fn end(level: usize, name: &str) -> String {
    let indent = "  ".repeat(level);
    format!("{indent}</{name}>\n")
}
