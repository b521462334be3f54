//! Pages that are one file and ask nobody for anything: films, and reports of audits.
//!
//! A page is a template with places for its title, its style, its data and its script. Its content
//! policy allows this very script and this very style, by their digests, and nothing else: no
//! request can leave the page. [`EXACT_NUMBERS`] is the script that all pages compute with.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// A module of JavaScript: fractions of integers of any size, and their decimals.
pub const EXACT_NUMBERS: &str = include_str!("exact.js");

// The places of every template.
const POLICY: &str = "@POLICY@";
const TITLE: &str = "@TITLE@";
const STYLE: &str = "@STYLE@";
const SCRIPT: &str = "@SCRIPT@";

/// The parts of a page, without its data.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// HTML in which `@POLICY@`, `@TITLE@`, `@STYLE@`, a place for each piece of data, and
    /// `@SCRIPT@` occur once each, in this order.
    pub template: &'a str,
    /// CSS.
    pub style: &'a str,
    /// JavaScript, one module after the other.
    pub script: &'a [&'a str],
}

impl Page<'_> {
    /// The page with everything in its place. Title and data are pairs of a place and what is put
    /// there as it is.
    #[must_use]
    pub fn filled(&self, title: &str, data: &[(&str, &str)]) -> String {
        let script = self.script.concat();
        let policy = self.policy(&script);
        let mut filling = Filling {
            rest: self.template,
            filled: String::new(),
        };
        filling.put(POLICY, &policy);
        filling.put(TITLE, title);
        filling.put(STYLE, self.style);
        for (place, piece) in data {
            filling.put(place, piece);
        }
        filling.put(SCRIPT, &script);
        filling.filled + filling.rest
    }

    /// How many bytes the page has without title and data; a few more, for the places are counted.
    #[must_use]
    pub fn size(&self) -> usize {
        let script = self.script.concat();
        let policy = self.policy(&script);
        let written = self.template.len() + self.style.len();
        written + script.len() + policy.len()
    }

    fn policy(&self, script: &str) -> String {
        let script = source(script);
        let style = source(self.style);
        format!(
            "default-src 'none'; \
             script-src {script}; \
             style-src {style}; \
             img-src data:; \
             base-uri 'none'; \
             form-action 'none'"
        )
    }

    /// The mistake in the sources of the page, if there is one; `data` are the places of its data.
    /// Tests ask this of every page.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, data: &[&str]) -> Result<(), String> {
        let mut places = vec![POLICY, TITLE, STYLE];
        places.extend(data);
        places.push(SCRIPT);
        self.check_places(&places)?;
        let script = self.script.concat();
        for end in ["</script", "<!--"] {
            if script.contains(end) {
                return Err("the script ends its element".to_owned());
            }
        }
        if self.style.contains("</style") {
            return Err("the style ends its element".to_owned());
        }
        // Browsers turn a carriage return into a line end before they compute the digest.
        let sources = [self.template, self.style, &script];
        if sources.concat().contains('\r') {
            return Err("a carriage return".to_owned());
        }
        Ok(())
    }

    /// Whether each place occurs once, and in this order.
    fn check_places(&self, places: &[&str]) -> Result<(), String> {
        let mut rest = self.template;
        for place in places {
            let count = self.template.matches(place).count();
            if count != 1 {
                return Err(format!("{place} does not occur once"));
            }
            let Some((_, after)) = rest.split_once(place) else {
                return Err(format!("{place} is not where it is expected"));
            };
            rest = after;
        }
        Ok(())
    }
}

/// A template that is being filled, from its beginning to its end.
struct Filling<'a> {
    rest: &'a str,
    filled: String,
}

impl Filling<'_> {
    /// Puts a piece in its place, if that is in the rest of the template.
    fn put(&mut self, place: &str, piece: &str) {
        if let Some((before, after)) = self.rest.split_once(place) {
            self.filled.push_str(before);
            self.filled.push_str(piece);
            self.rest = after;
        }
    }
}

/// A source of the content policy: this very text.
fn source(text: &str) -> String {
    let digest = Sha256::digest(text);
    let digest = STANDARD.encode(digest);
    format!("'sha256-{digest}'")
}

/// JSON in an element of script, which `<` could end; it occurs in strings only.
#[must_use]
pub fn within_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page = Page {
        template: "<@POLICY@|@TITLE@|@STYLE@|@DATA@|@SCRIPT@>",
        style: "a{}",
        script: &["one;", "two;"],
    };

    #[test]
    fn pieces_are_put_in_their_places_and_not_looked_into() {
        let data = [("@DATA@", "@SCRIPT@")];
        let page = PAGE.filled("@STYLE@", &data);
        let end = "|@STYLE@|a{}|@SCRIPT@|one;two;>";
        assert!(page.ends_with(end), "{page}");
        // SHA-256 of "a{}" and of "one;two;", by another program.
        for source in [
            "style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='",
            "script-src 'sha256-0kvyFDLN4L4MLMr45J0oPHr4bXWncNVVMLlS68UTFDc='",
        ] {
            assert!(page.contains(source), "{page}");
        }
        let inserted = "@STYLE@@SCRIPT@".len();
        let most = PAGE.size() + inserted;
        assert!(page.len() <= most);
    }

    fn assert_wrong(page: Page) {
        let found = page.check(&["@DATA@"]);
        assert!(found.is_err(), "{page:?}");
    }

    #[test]
    fn wrong_sources_are_found() {
        let found = PAGE.check(&["@DATA@"]);
        assert_eq!(found, Ok(()));
        let found = PAGE.check(&["@OTHER@"]);
        assert!(found.is_err());
        for style in ["</style>", "\r"] {
            assert_wrong(Page { style, ..PAGE });
        }
        for script in ["</script>", "<!--", "\r"] {
            assert_wrong(Page {
                script: &[script],
                ..PAGE
            });
        }
        assert_wrong(Page {
            template: "@POLICY@@TITLE@@STYLE@@SCRIPT@@DATA@",
            ..PAGE
        });
    }
}
