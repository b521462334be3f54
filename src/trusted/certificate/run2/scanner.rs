//! A line read from left to right, where every piece of text has exactly one spelling.

use num_bigint::BigInt;

/// Why a line is not of the format: where, what is there, and what is expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: found {found}, expected {expected}")]
pub struct LineError {
    /// Where, counted in bytes from 1.
    pub column: usize,
    /// The text that is there, shortened.
    pub found: String,
    /// The text that is expected.
    pub expected: String,
}

/// The rest of a line, and how much has been read.
pub(crate) struct Scanner<'a> {
    rest: &'a str,
    column: usize,
    /// The most characters of a number in quotes.
    longest: usize,
}

/// The beginning of a text, for people.
fn excerpt(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars().take(32) {
        let is_control = character.is_control();
        shown.push(if is_control { ' ' } else { character });
    }
    match text.chars().nth(32) {
        _ if text.is_empty() => "the end of the line".to_owned(),
        Some(_) => format!("`{shown}…`"),
        None => format!("`{shown}`"),
    }
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(line: &'a str, longest: usize) -> Self {
        Self {
            rest: line,
            column: 1,
            longest,
        }
    }

    /// The error that another text follows than was expected.
    pub(crate) fn error(&self, expected: impl Into<String>) -> LineError {
        LineError {
            column: self.column,
            found: excerpt(self.rest),
            expected: expected.into(),
        }
    }

    /// The error that another text has been read from `column` on than was expected.
    fn wrong(column: usize, found: &str, expected: &str) -> LineError {
        LineError {
            column,
            found: excerpt(found),
            expected: expected.to_owned(),
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, ""));
        self.rest = rest;
        self.column = self.column.saturating_add(taken.len());
        taken
    }

    /// Whether this text follows.
    pub(crate) fn is_at(&self, text: &str) -> bool {
        self.rest.starts_with(text)
    }

    /// Whether this text follows; if so, it is read.
    pub(crate) fn skip(&mut self, text: &str) -> bool {
        let follows = self.is_at(text);
        if follows {
            self.take(text.len());
        }
        follows
    }

    /// Reads a key that is not the first one of its object.
    pub(crate) fn key(&mut self, key: &str) -> Result<(), LineError> {
        self.literal(&format!(",\"{key}\":"))
    }

    pub(crate) fn comma(&mut self) -> Result<(), LineError> {
        self.literal(",")
    }

    /// Reads this text.
    pub(crate) fn literal(&mut self, text: &str) -> Result<(), LineError> {
        if self.skip(text) {
            Ok(())
        } else {
            Err(self.error(format!("`{text}`")))
        }
    }

    /// Makes sure that the line ends here.
    pub(crate) fn end(&self) -> Result<(), LineError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.error("the end of the line"))
        }
    }

    /// Reads a list that is left out where it is empty.
    pub(crate) fn list_of_some<T>(
        &mut self,
        item: impl FnMut(&mut Self) -> Result<T, LineError>,
    ) -> Result<Vec<T>, LineError> {
        let items = self.list(item)?;
        match items.is_empty() {
            true => Err(self.error("a list with entries")),
            false => Ok(items),
        }
    }

    /// A list of anything.
    pub(crate) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, LineError>,
    ) -> Result<Vec<T>, LineError> {
        let mut items = Vec::new();
        self.literal("[")?;
        if self.skip("]") {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.skip("]") {
                return Ok(items);
            }
            if !self.skip(",") {
                return Err(self.error("`,` or `]`"));
            }
        }
    }

    /// A plain integer from 0 on, without leading zeros.
    pub(crate) fn number<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, LineError> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(self.error(expected));
        }
        let column = self.column;
        let digits = self.take(length);
        let number = if digits.len() > 1 && digits.starts_with('0') {
            None
        } else {
            digits.parse().ok()
        };
        number.ok_or_else(|| Self::wrong(column, digits, expected))
    }

    /// An index, or a count.
    pub(crate) fn index(&mut self) -> Result<usize, LineError> {
        self.number("an integer from 0 to 2^64 - 1 without leading zeros")
    }

    /// The text between two quotation marks, none of them escaped.
    fn quoted(&mut self, expected: &str) -> Result<&'a str, LineError> {
        let length = self
            .rest
            .strip_prefix('"')
            .and_then(|rest| rest.find('"'))
            .ok_or_else(|| self.error(expected))?;
        self.take(1);
        let text = self.take(length);
        self.take(1);
        Ok(text)
    }

    /// The text between two quotation marks, of limited length.
    fn quoted_number(&mut self, expected: &str) -> Result<&'a str, LineError> {
        let column = self.column;
        let text = self.quoted(expected)?;
        if text.len() > self.longest {
            let found = format!("a number of {} characters", text.len());
            let expected = format!("at most {}", self.longest);
            return Err(LineError {
                column,
                found,
                expected,
            });
        }
        Ok(text)
    }

    /// An integer in base 16.
    pub(crate) fn hex(&mut self) -> Result<BigInt, LineError> {
        let expected = "a hexadecimal integer in quotes, in lower case without leading zeros";
        let column = self.column;
        let text = self.quoted_number(expected)?;
        crate::text::parse_hex(text).ok_or_else(|| Self::wrong(column, text, expected))
    }

    /// A fraction in base 10.
    pub(crate) fn fraction(&mut self) -> Result<num_rational::BigRational, LineError> {
        let expected = "a fraction \"p\" or \"p/q\" in lowest terms, q above 1";
        let column = self.column;
        let text = self.quoted_number(expected)?;
        super::fraction::parse(text).ok_or_else(|| Self::wrong(column, text, expected))
    }

    /// A text in which only quotation marks and backslashes are escaped, each by a backslash.
    pub(crate) fn text(&mut self) -> Result<String, LineError> {
        self.literal("\"")?;
        let mut text = String::new();
        loop {
            let length = self.rest.find(ends_plain_text).unwrap_or(self.rest.len());
            text.push_str(self.take(length));
            if self.skip("\"") {
                return Ok(text);
            }
            if self.rest.starts_with(char::is_control) {
                return Err(self.error("a text without control characters"));
            }
            match ["\\\"", "\\\\"]
                .into_iter()
                .find(|escaped| self.rest.starts_with(escaped))
            {
                Some(escaped) => text.extend(self.take(escaped.len()).chars().nth(1)),
                None => return Err(self.error("`\\\"`, `\\\\` or the end of the text")),
            }
        }
    }
}

/// Whether a character of a text does not stand for itself there.
fn ends_plain_text(character: char) -> bool {
    matches!(character, '"' | '\\') || character.is_control()
}
