//! Style sheet and text of pictures, and what XML demands of names.

use super::frame::Point;
use super::shape::number;
use super::theme::{Colours, hex};

/// The style sheet of a picture. `line` is the width of outlines, px.
pub(super) fn sheet(colours: &Colours, line: f64) -> String {
    let line = number(line);
    let Colours {
        page,
        title,
        text,
        note,
        outline,
        body,
        rests,
        axis,
        force,
        indeterminate,
        ..
    } = *colours;
    let Colours {
        motion,
        opening,
        idle,
        corner,
        impact,
        ..
    } = *colours;
    let [page, title, text, note] = [page, title, text, note].map(hex);
    let [outline, body, rests, axis] = [outline, body, rests, axis].map(hex);
    let [force, indeterminate, motion, opening, idle] =
        [force, indeterminate, motion, opening, idle].map(hex);
    let [corner, impact] = [corner, impact].map(hex);
    format!(
        "text{{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:13px;fill:{text}}}\
.title{{font-size:21px;fill:{title}}}\
.note{{font-size:12px;fill:{note}}}\
.label{{fill:{text};text-anchor:middle}}\
.body{{fill:{body};stroke:{outline};stroke-width:{line};stroke-linejoin:round}}\
.outline{{fill:none;stroke:{outline};stroke-width:{line};stroke-linecap:round}}\
.rests{{fill:{rests}}}\
.fixed{{fill:url(#hatch);stroke:{outline};stroke-width:{line};stroke-linejoin:round}}\
.force,.press{{fill:{force}}}\
.several{{fill:{indeterminate};stroke:{force};stroke-linejoin:round}}\
.motion{{fill:{motion}}}\
.turning{{fill:none;stroke:{motion}}}\
.opening{{fill:{page};stroke:{opening}}}\
.idle{{fill:{idle}}}\
.corner{{fill:{page};stroke:{corner}}}\
.decided{{fill:{corner}}}\
.made{{fill:{page};stroke:{force}}}\
.impact{{fill:{impact};stroke:{text};stroke-linejoin:round}}\
.pin{{fill:{page};stroke:{text}}}\
.axis{{fill:none;stroke:{axis};stroke-width:1;stroke-dasharray:9 4 2 4}}\
.bar{{fill:none;stroke:{text};stroke-width:1.4}}"
    )
}

/// The hatching of fixed bodies.
pub(super) fn hatch(colours: &Colours) -> String {
    format!(
        "<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<rect width=\"7\" height=\"7\" fill=\"{}\"/><path d=\"M0 0V7\" stroke=\"{}\" stroke-width=\"1.6\"/></pattern>",
        hex(colours.page),
        hex(colours.hatch)
    )
}

/// A line of text.
pub(super) fn text(class: &str, at: Point, content: &str) -> String {
    let class = if class.is_empty() {
        String::new()
    } else {
        format!(" class=\"{class}\"")
    };
    format!(
        "<text{class} x=\"{}\" y=\"{}\">{}</text>\n",
        number(at.x),
        number(at.y),
        escape(content)
    )
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
            Some(line)
                if text_width(line, size)
                    + text_width(separator, size)
                    + text_width(part, size)
                    <= width =>
            {
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
        assert_eq!(
            wrap(&parts, " ", 10.0, 60.0),
            ["aaaa bbbb", "cccccccccccc", "d"]
        );
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
