//! Style sheet of pictures, and how wide texts are.

use super::theme::Colours;
use crate::svg::{Element, number};

/// The style sheet with variables for what differs between pictures.
const SHEET: &str = include_str!("picture.css");

/// The style sheet of a picture. `line` is the width of outlines, px. Variables are filled in here,
/// for what makes pixels of a picture knows none.
pub(super) fn sheet(colours: &Colours, line: f64) -> String {
    let mut sheet: String = SHEET.lines().collect();
    for (name, colour) in colours.of_sheet() {
        let colour = colour.to_string();
        sheet = filled_in(&sheet, name, &colour);
    }
    let line = number(line);
    filled_in(&sheet, "line", &line)
}

/// The halo that makes arrows stand out from the deep colours of pressures.
pub(super) fn halo(colours: &Colours) -> String {
    let page = colours.page;
    let force = colours.force;
    let filled = format!(".force,.motion{{stroke:{page};stroke-width:0.8;paint-order:stroke}}");
    let hollow = format!(".several{{stroke:{force}}}");
    filled + &hollow
}

/// Marks of contacts that slide, and ranges of forces.
pub(super) fn friction(colours: &Colours) -> String {
    let force = colours.force;
    let sliding = format!(".sliding{{fill:none;stroke:{force}}}");
    let range = format!(".range{{fill:{force};fill-opacity:0.18;stroke:{force}}}");
    sliding + &range
}

/// Ranges of forces without bounds.
pub(super) fn open_ranges(colours: &Colours) -> String {
    let force = colours.force;
    let fade = format!(".range-fade{{fill:{force};fill-opacity:0.1}}");
    let lines = format!(".range-line,.infinity{{fill:none;stroke:{force}}}");
    fade + &lines
}

/// Loads; `stands_out` where they lie on the deep colours of pressures.
pub(super) fn loads(colours: &Colours, stands_out: bool) -> String {
    let load = colours.load;
    let page = colours.page;
    let filled = format!(".load-force,.load-head{{fill:{load}}}");
    let arc = format!(".load-arc{{fill:none;stroke:{load}}}");
    let halo = match stands_out {
        true => format!(".load-force{{stroke:{page};stroke-width:0.8;paint-order:stroke}}"),
        false => String::new(),
    };
    filled + &arc + &halo
}

/// Weights.
pub(super) fn weights(colours: &Colours) -> String {
    let line = colours.axis;
    format!(".weight{{fill:{line}}}")
}

/// Outlines of bodies where they were before.
pub(super) fn before(colours: &Colours) -> String {
    let line = colours.axis;
    format!(".before{{fill:none;stroke:{line};stroke-dasharray:4 3}}")
}

/// A style sheet with the value of a variable in place of its name.
fn filled_in(sheet: &str, name: &str, value: &str) -> String {
    let variable = format!("var(--{name})");
    sheet.replace(&variable, value)
}

/// The hatching of fixed bodies.
pub(super) fn hatch(colours: &Colours) -> Element {
    let background = Element::new("rect")
        .size(7.0, 7.0)
        .with("fill", colours.page);
    let line = Element::path("", "M0 0V7")
        .with("stroke", colours.hatch)
        .with("stroke-width", "1.6");
    Element::new("pattern")
        .with("id", "hatch")
        .size(7.0, 7.0)
        .with("patternUnits", "userSpaceOnUse")
        .with("patternTransform", "rotate(45)")
        .containing(background)
        .containing(line)
}

/// About how wide a text is, px; wide enough for the fonts of the style sheet.
pub(super) fn text_width(content: &str, size: f64) -> f64 {
    let characters = content.chars().count();
    characters as f64 * size * 0.62
}

/// Parts of a text, put into lines that are at most about `width` wide where the parts are.
pub(super) fn wrap(parts: &[String], separator: &str, size: f64, width: f64) -> Vec<String> {
    let gap = text_width(separator, size);
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let own = text_width(part, size);
        match lines.last_mut() {
            Some(line) if text_width(line, size) + gap + own <= width => {
                line.push_str(separator);
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::theme::Theme;
    use super::{sheet, wrap};

    #[test]
    fn lines_break_between_parts() {
        let parts = ["aaaa", "bbbb", "cccccccccccc", "d"];
        let parts = parts.map(str::to_owned);
        let lines = wrap(&parts, " ", 10.0, 60.0);
        assert_eq!(lines, ["aaaa bbbb", "cccccccccccc", "d"]);
        let lines = wrap(&[], " ", 10.0, 60.0);
        assert!(lines.is_empty());
    }

    #[test]
    fn every_variable_of_the_style_sheet_is_filled_in() {
        let sheet = sheet(Theme::Light.colours(), 1.0);
        assert!(!sheet.contains("var("), "{sheet}");
    }
}
