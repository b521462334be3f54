//! The elements of a drawing.

use super::path;
use super::style::{declaration, property};
use super::transform;
use crate::ImportOptions;
use crate::affine::Affine;
use crate::draft::{Draft, DraftBody, DraftPart};
use crate::error::{Result, excerpt, tag};
use crate::number;
use crate::xml::{self, Element, Lines, MOST_LEVELS};
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector, bits};

/// Elements that draw nothing.
const IGNORED: [&str; 6] = ["title", "desc", "metadata", "defs", "style", "namedview"];

/// The names of what is fixed if none are given.
const FIXED: [&str; 2] = ["fixed", "ground"];

/// The most binary digits of the numbers of a map.
const MOST_BITS: u64 = 1 << 13;

/// The name space of drawings.
const SVG: &str = "http://www.w3.org/2000/svg";

/// The name space in which Inkscape has the names of layers.
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// Properties that move an element, and are read neither as attributes nor in `style`.
const MOVING: [&str; 5] = [
    "transform-origin",
    "transform-box",
    "translate",
    "rotate",
    "scale",
];

/// What is read.
const EXPECTED: &str = "polygons, rectangles, paths of straight lines, and groups of these";

/// A group, and what holds for all that is in it.
#[derive(Clone)]
struct Group {
    /// From its coordinates to those of the scene.
    map: Affine,
    is_fixed: bool,
    level: usize,
}

struct Reader<'a> {
    fixed: &'a [String],
    draft: Draft,
}

/// Reads a drawing.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let document = xml::parse(text)?;
    let lines = Lines::of(text);
    let root = Element::root(&document, &lines);
    if root.name() != "svg" {
        let expected = "<svg>";
        return root.refuse(tag(root.name()), expected);
    }
    if let Some(space) = root.name_space()
        && space != SVG
    {
        let space = excerpt(space);
        let found = format!("the name space `{space}`");
        return root.refuse(found, SVG);
    }
    require_no_other_transform(root)?;
    if root.attribute("transform").is_some() {
        let expected = "transforms of what is in the drawing only";
        return root.refuse_value("transform", expected);
    }
    let mut reader = Reader {
        fixed: &options.fixed,
        draft: Draft::new(&options.name),
    };
    let downwards = -&options.scale;
    let whole = Group {
        map: Affine::scaling(&options.scale, &downwards),
        is_fixed: false,
        level: 0,
    };
    reader.read_all(root, &whole)?;
    if reader.draft.bodies.is_empty() {
        return root.refuse("nothing that is drawn", EXPECTED);
    }
    Ok(reader.draft)
}

impl Reader<'_> {
    fn read_all(&mut self, parent: Element, group: &Group) -> Result<()> {
        for element in parent.children() {
            // Elements of other name spaces draw nothing.
            let is_drawing = element.name_space() == parent.name_space();
            if is_drawing && !IGNORED.contains(&element.name()) {
                self.read_element(element, group)?;
            }
        }
        Ok(())
    }

    fn read_element(&mut self, element: Element, group: &Group) -> Result<()> {
        if is_hidden(element) {
            let line = element.line();
            let thing = element.thing();
            let note = format!("line {line}: {thing} is hidden, and left out");
            self.draft.notes.push(note);
            return Ok(());
        }
        let map = map_of(element, group)?;
        let is_fixed = self.is_fixed(element);
        let own = Group {
            map,
            is_fixed: is_fixed || group.is_fixed,
            level: group.level + 1,
        };
        let parts = match element.name() {
            "g" => {
                if own.level > MOST_LEVELS {
                    let found = format!("more than {MOST_LEVELS} groups in each other");
                    let expected = "fewer";
                    return element.refuse(found, expected);
                }
                return self.read_all(element, &own);
            }
            "rect" => {
                let vertices = rectangle(element)?;
                vec![vertices]
            }
            "polygon" => {
                let vertices = polygon(element)?;
                vec![vertices]
            }
            "path" => path::pieces(element)?,
            _ => {
                let found = "what is not read";
                return element.refuse(found, EXPECTED);
            }
        };
        let name = match names(element).next() {
            Some(name) => name.to_owned(),
            None => {
                let kind = element.name();
                let count = self.draft.bodies.len();
                format!("{kind} {count}")
            }
        };
        let mut body = DraftBody::new(element.line(), &name);
        body.is_fixed = own.is_fixed;
        for mut vertices in parts {
            for vertex in &mut vertices {
                *vertex = own.map.of(vertex);
            }
            body.parts.push(DraftPart {
                line: element.line(),
                vertices,
            });
        }
        self.draft.bodies.push(body);
        Ok(())
    }

    /// Whether an element has the name of something fixed.
    fn is_fixed(&mut self, element: Element) -> bool {
        let mut is_fixed = false;
        for name in names(element) {
            self.draft.names.insert(name.to_owned());
            if self.fixed.is_empty() {
                is_fixed |= FIXED.contains(&name);
            } else {
                is_fixed |= self.fixed.iter().any(|fixed| fixed == name);
            }
        }
        is_fixed
    }
}

/// What an element is called: the name of a layer, as Inkscape writes it, and the id.
fn names<'a>(element: Element<'a>) -> impl Iterator<Item = &'a str> {
    let layer = element.attribute_in(Some(INKSCAPE), "label");
    let id = element.attribute("id");
    let names = [layer, id];
    names.into_iter().flatten()
}

fn is_hidden(element: Element) -> bool {
    property(element, "display") == Some("none")
        || property(element, "visibility") == Some("hidden")
}

/// Refuses an element that anything but an attribute `transform` moves.
fn require_no_other_transform(element: Element) -> Result<()> {
    let style = element.attribute("style").unwrap_or_default();
    if style.contains("/*") {
        let expected = "a style without comments";
        return element.refuse_value("style", expected);
    }
    for name in MOVING {
        if property(element, name).is_some() {
            let found = format!("`{name}`");
            let expected = "only an attribute `transform`";
            return element.refuse(found, expected);
        }
    }
    if declaration(element, "transform").is_some() {
        let expected = "an attribute `transform`";
        return element.refuse_value("style", expected);
    }
    Ok(())
}

/// From the coordinates of an element to those of the scene.
fn map_of(element: Element, group: &Group) -> Result<Affine> {
    require_no_other_transform(element)?;
    let Some(text) = element.attribute("transform") else {
        return Ok(group.map.clone());
    };
    let own = match transform::read(text) {
        Ok(own) => own,
        Err((found, expected)) => return element.refuse(found, &expected),
    };
    let map = group.map.after(&own);
    for vector in [&map.first, &map.second, &map.origin] {
        let longest = bits(&vector.x).max(bits(&vector.y));
        if longest > MOST_BITS {
            let found = format!("a transform with numbers of more than {MOST_BITS} binary digits");
            let expected = "shorter ones";
            return element.refuse(found, expected);
        }
    }
    Ok(map)
}

/// A length without a unit, or in pixels, which are units of the drawing.
fn length(element: Element, attribute: &str) -> Result<Rational> {
    let Some(text) = element.attribute(attribute) else {
        return Ok(Rational::zero());
    };
    let text = text.trim();
    let number = text.strip_suffix("px").unwrap_or(text);
    match number::decimal(number) {
        Ok(number) => Ok(number),
        Err(_) => {
            let expected = "a decimal number without a unit";
            element.refuse_value(attribute, expected)
        }
    }
}

fn rectangle(element: Element) -> Result<Vec<Vector>> {
    for round in ["rx", "ry"] {
        let radius = length(element, round)?;
        if !radius.is_zero() {
            let expected = "a rectangle without round corners";
            return element.refuse_value(round, expected);
        }
    }
    let left = length(element, "x")?;
    let top = length(element, "y")?;
    let width = length(element, "width")?;
    let height = length(element, "height")?;
    if !width.is_positive() || !height.is_positive() {
        let found = format!("width {width} and height {height}");
        let expected = "positive numbers";
        return element.refuse(found, expected);
    }
    let right = &left + width;
    let bottom = &top + height;
    // Counter-clockwise in the scene, where y points up, from the lower left corner on.
    Ok(vec![
        Vector::new(left.clone(), bottom.clone()),
        Vector::new(right.clone(), bottom),
        Vector::new(right, top.clone()),
        Vector::new(left, top),
    ])
}

fn polygon(element: Element) -> Result<Vec<Vector>> {
    let text = element.attribute("points").unwrap_or_default();
    let numbers = match path::numbers(text) {
        Ok(numbers) => numbers,
        Err((found, expected)) => return element.refuse(found, &expected),
    };
    let (pairs, rest) = numbers.as_chunks::<2>();
    if !rest.is_empty() {
        let count = numbers.len();
        let found = format!("{count} numbers in points");
        let expected = "two for each vertex";
        return element.refuse(found, expected);
    }
    let mut vertices = Vec::with_capacity(pairs.len());
    for [x, y] in pairs {
        let vertex = Vector::new(x.clone(), y.clone());
        vertices.push(vertex);
    }
    Ok(path::without_end(vertices))
}
