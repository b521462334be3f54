//! The width at which a picture is shown, which its text carries.

use crate::svg::number;

/// A picture of this program, shown this many pixels wide; what it shows stays the same. Another
/// text is returned as it is.
#[must_use]
pub fn at_width(svg: &str, width: u32) -> String {
    match resized(svg, width) {
        Some(resized) => resized,
        None => svg.to_owned(),
    }
}

fn resized(svg: &str, width: u32) -> Option<String> {
    let root = svg.find('>')?;
    let [own_width, own_height] = [
        attribute(svg, root, "width")?,
        attribute(svg, root, "height")?,
    ];
    let height = own_height.value * f64::from(width) / own_width.value;
    let [before, between, after] = [
        &svg[..own_width.start],
        svg.get(own_width.end..own_height.start)?,
        &svg[own_height.end..],
    ];
    let height = number(height);
    Some(format!("{before}{width}{between}{height}{after}"))
}

/// The number of an attribute of the root, and its place in the text.
struct Size {
    start: usize,
    end: usize,
    value: f64,
}

fn attribute(svg: &str, root: usize, name: &str) -> Option<Size> {
    let opening = format!(" {name}=\"");
    let start = svg[..root].find(&opening)? + opening.len();
    let end = start + svg[start..root].find('"')?;
    let value: f64 = svg[start..end].parse().ok()?;
    (value > 0.0).then_some(Size { start, end, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Element;

    #[test]
    fn the_height_follows_and_the_drawing_stays() {
        let picture = Element::root(300.0, 120.0).line();
        let half = at_width(&picture, 150);
        assert!(
            half.contains(r#" width="150" height="60" viewBox="0 0 300 120""#),
            "{half}"
        );
        assert_eq!(at_width(&half, 300), picture);
        assert_eq!(at_width("<svg/>", 300), "<svg/>");
    }
}
