//! Colours and text of pictures, and what XML demands of names.
//!
//! The palette is that of Okabe and Ito (2008), which people with the common kinds of colour blindness can tell apart; shapes differ as well, so
//! that a print in grey still reads.

use super::frame::Point;
use super::shape::number;

/// The style sheet of a picture. `line` is the width of outlines, px.
pub(super) fn sheet(line: f64) -> String {
    let line = number(line);
    format!(
        "text{{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:13px;fill:#222}}\
.title{{font-size:21px;fill:#000}}\
.note{{font-size:12px;fill:#555}}\
.label{{fill:#333;text-anchor:middle}}\
.body{{fill:#fff;stroke:#444;stroke-width:{line};stroke-linejoin:round}}\
.outline{{fill:none;stroke:#444;stroke-width:{line};stroke-linecap:round}}\
.rests{{fill:#ececec}}\
.fixed{{fill:url(#hatch);stroke:#222;stroke-width:{line};stroke-linejoin:round}}\
.force,.press{{fill:#0072b2}}\
.motion{{fill:#d55e00}}\
.turning{{fill:none;stroke:#d55e00}}\
.opening{{fill:#fff;stroke:#00795a}}\
.idle{{fill:#222}}\
.corner{{fill:#fff;stroke:#a0447f}}\
.pin{{fill:#fff;stroke:#222}}\
.axis{{fill:none;stroke:#777;stroke-width:1;stroke-dasharray:9 4 2 4}}\
.bar{{fill:none;stroke:#222;stroke-width:1.4}}"
    )
}

/// The hatching of fixed bodies.
pub(super) const HATCH: &str = "<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<rect width=\"7\" height=\"7\" fill=\"#fff\"/><path d=\"M0 0V7\" stroke=\"#888\" stroke-width=\"1.6\"/></pattern>";

/// A line of text.
pub(super) fn text(class: &str, at: Point, content: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<text{class} x=\"{}\" y=\"{}\">{}</text>\n", number(at.x), number(at.y), escape(content))
}

/// About how wide a text is, px; wide enough for the fonts of the style sheet.
pub(super) fn text_width(content: &str, size: f64) -> f64 {
    content.chars().count() as f64 * size * 0.62
}

/// Parts of a text, put into lines that are at most about `width` wide where the parts are.
pub(super) fn wrap(parts: &[String], separator: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(separator, size) + text_width(part, size) <= width => {
                line.push_str(separator);
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
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
    use super::{escape, wrap};

    #[test]
    fn lines_break_between_parts() {
        let parts = ["aaaa", "bbbb", "cccccccccccc", "d"].map(str::to_owned);
        assert_eq!(wrap(&parts, " ", 10.0, 60.0), ["aaaa bbbb", "cccccccccccc", "d"]);
        assert_eq!(wrap(&[], " ", 10.0, 60.0), Vec::<String>::new());
    }

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(
            escape("</text><script>\"'&\u{1}\n"),
            "&lt;/text&gt;&lt;script&gt;&quot;&apos;&amp;\u{fffd}\u{fffd}"
        );
    }
}
