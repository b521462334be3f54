//! The elements of a drawing.

use super::curve::{self, Points};
use super::overlap::any_overlap;
use super::path::{self, Drawn, Line};
use super::style::{declaration, property};
use super::{sheet, stroke, transform, units};
use crate::ImportOptions;
use crate::affine::Affine;
use crate::convex::{Inside, convex_parts, without_straight};
use crate::decimal::{decimal, rounded_up};
use crate::draft::{Draft, DraftBody};
use crate::error::{Result, excerpt, tag};
use crate::xml::{Element, MOST_LEVELS, Tree};
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector, bits};
use zwang_scene::Polygon;

/// Elements that draw nothing.
const IGNORED: [&str; 16] = [
    "title",
    "desc",
    "metadata",
    "defs",
    "style",
    "script",
    "namedview",
    "linearGradient",
    "radialGradient",
    "pattern",
    "clipPath",
    "mask",
    "filter",
    "marker",
    "symbol",
    "font",
];

/// Elements that are passed over with a note.
const TEXTS: [&str; 3] = ["text", "flowRoot", "foreignObject"];

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

/// The elements that are read.
const EXPECTED: &str = "polygons, rectangles, circles, ellipses, paths, lines, and groups of these";

/// A group, and what holds for all that is in it.
#[derive(Clone)]
struct Group<'a> {
    /// From its coordinates to those of the scene.
    map: Affine,
    is_fixed: bool,
    level: usize,
    pen: Pen<'a>,
}

/// How lines are drawn.
#[derive(Clone, Copy, Default)]
struct Pen<'a> {
    stroke: Option<&'a str>,
    width: Option<&'a str>,
    fill: Option<&'a str>,
    fill_rule: Option<&'a str>,
}

struct Reader<'a> {
    fixed: &'a [String],
    draft: Draft,
    /// The names of bodies so far.
    taken: BTreeSet<String>,
    /// How many curves became polygons, and how far they are off at most; m.
    curves: usize,
    error: Rational,
}

/// Reads a drawing.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let mut tree = Tree::of(text)?;
    sheet::apply(&mut tree);
    let skipped = tree.skip(&options.skip);
    let root = tree.root();
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
        taken: BTreeSet::new(),
        curves: 0,
        error: Rational::zero(),
    };
    reader.draft.skipped = skipped;
    let mut scale = options.scale();
    if options.scale.is_none()
        && let Some(metres) = units::metres(root)?
    {
        let told = decimal(&metres).text;
        let note = format!("a unit of the drawing is {told} m, as its width or height says");
        reader.draft.notes.push(note);
        scale = metres;
    }
    let downwards = -&scale;
    let whole = Group {
        map: Affine::scaling(&scale, &downwards),
        is_fixed: false,
        level: 0,
        pen: Pen::default().of(root),
    };
    reader.read_all(root, &whole)?;
    if reader.draft.bodies.is_empty() {
        return root.refuse("nothing that is drawn", EXPECTED);
    }
    if reader.curves > 0 {
        let count = reader.curves;
        let error = rounded_up(&reader.error);
        let note = format!("{count} curves are polygons, which are off by at most {error} m");
        reader.draft.notes.push(note);
    }
    Ok(reader.draft)
}

impl<'a> Pen<'a> {
    /// With what an element says of it.
    fn of(self, element: Element<'a>) -> Self {
        Self {
            stroke: property(element, "stroke").or(self.stroke),
            width: property(element, "stroke-width").or(self.width),
            fill: property(element, "fill").or(self.fill),
            fill_rule: property(element, "fill-rule").or(self.fill_rule),
        }
    }

    /// The width of open lines, if they have one.
    fn width(self, element: Element) -> Result<Option<Rational>> {
        let is_drawn = self.stroke.is_some_and(|stroke| stroke != "none");
        let width = match self.width {
            Some(width) if self.stroke != Some("none") => units::width(element, width)?,
            None if is_drawn => Rational::from_integer(1.into()),
            _ => return Ok(None),
        };
        Ok(Some(width).filter(Rational::is_positive))
    }

    fn inside(self) -> Inside {
        match self.fill_rule {
            Some("evenodd") => Inside::Odd,
            _ => Inside::NotZero,
        }
    }
}

impl Reader<'_> {
    fn read_all<'a>(&mut self, parent: Element<'a>, group: &Group<'a>) -> Result<()> {
        for element in parent.children() {
            // Elements of other name spaces draw nothing.
            let is_drawing = element.name_space() == parent.name_space();
            if is_drawing && !IGNORED.contains(&element.name()) {
                self.read_element(element, group)?;
            }
        }
        Ok(())
    }

    fn read_element<'a>(&mut self, element: Element<'a>, group: &Group<'a>) -> Result<()> {
        if is_hidden(element) {
            self.note(element, "is hidden, and left out");
            return Ok(());
        }
        if TEXTS.contains(&element.name()) {
            self.note(element, "is a text, and left out");
            return Ok(());
        }
        let map = self.map_of(element, group)?;
        let is_fixed = self.is_fixed(element);
        let own = Group {
            map,
            is_fixed: is_fixed || group.is_fixed,
            level: group.level + 1,
            pen: group.pen.of(element),
        };
        if matches!(element.name(), "g" | "a") {
            if own.level > MOST_LEVELS {
                let found = format!("more than {MOST_LEVELS} groups in each other");
                let expected = "fewer";
                return element.refuse(found, expected);
            }
            return self.read_all(element, &own);
        }
        let drawn = match element.name() {
            "rect" => rectangle(element)?,
            "polygon" | "polyline" => polygon(element)?,
            "circle" | "ellipse" => ellipse(element)?,
            "line" => line(element)?,
            "path" => {
                let text = element.attribute("d").unwrap_or_default();
                match path::read(text) {
                    Ok(drawn) => drawn,
                    Err((found, expected)) => return element.refuse(found, &expected),
                }
            }
            _ => {
                let found = "what is not read";
                return element.refuse(found, EXPECTED);
            }
        };
        self.curves += drawn.curves;
        let error = drawn.error.clone() * stretch(&own.map);
        if error > self.error {
            self.error = error;
        }
        let parts = parts(element, drawn, &own)?;
        let name = self.name(element);
        let mut body = DraftBody::new(element.line(), &name);
        body.is_fixed = own.is_fixed;
        body.add_parts(parts, &Affine::identity());
        self.draft.bodies.push(body);
        Ok(())
    }

    fn note(&mut self, element: Element, what: &str) {
        let line = element.line();
        let thing = element.thing();
        self.draft
            .notes
            .push(format!("line {line}: {thing} {what}"));
    }

    /// The name of the body of an element: names of layers may be there several times.
    fn name(&mut self, element: Element) -> String {
        let mut last = None;
        for name in names(element) {
            last = Some(name.to_owned());
            if self.taken.insert(name.to_owned()) {
                break;
            }
        }
        match last {
            Some(name) => name,
            None => {
                let kind = element.name();
                let count = self.draft.bodies.len();
                format!("{kind} {count}")
            }
        }
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

    /// From the coordinates of an element to those of the scene.
    fn map_of(&mut self, element: Element, group: &Group) -> Result<Affine> {
        require_no_other_transform(element)?;
        let Some(text) = element.attribute("transform") else {
            return Ok(group.map.clone());
        };
        let mut notes = Vec::new();
        let own = match transform::read(text, &mut notes) {
            Ok(own) => own,
            Err((found, expected)) => return element.refuse(found, &expected),
        };
        for note in notes {
            self.note(element, &note);
        }
        let map = group.map.after(&own);
        for vector in [&map.first, &map.second, &map.origin] {
            let longest = bits(&vector.x).max(bits(&vector.y));
            if longest > MOST_BITS {
                let found =
                    format!("a transform with numbers of more than {MOST_BITS} binary digits");
                let expected = "shorter ones";
                return element.refuse(found, expected);
            }
        }
        Ok(map)
    }
}

/// The names of an element: that of a layer, as Inkscape writes it, and the id.
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

/// How much a map stretches lengths, at most.
fn stretch(map: &Affine) -> Rational {
    let first = map.first.dot(&map.first);
    let second = map.second.dot(&map.second);
    let square = if map.first.dot(&map.second).is_zero() {
        first.max(second)
    } else {
        first + second
    };
    // Rounded up.
    curve::root(&square) + Rational::new(1.into(), (1_u64 << 60).into())
}

/// The convex parts of what an element draws, in the scene.
fn parts(element: Element, drawn: Drawn, group: &Group) -> Result<Vec<Vec<Vector>>> {
    let mut areas = Vec::new();
    for line in drawn.lines {
        let around = if line.is_closed {
            line.points
        } else {
            match group.pen.width(element)? {
                Some(width) => match stroke::outline(&line.points, &width) {
                    Ok(around) => around,
                    Err((found, expected)) => return element.refuse(found, &expected),
                },
                // Only its area is drawn, as if it were closed.
                None if line.points.len() > 2 && group.pen.fill != Some("none") => line.points,
                None => {
                    let found = "an open line without a stroke-width";
                    let expected = "a closed one, or a stroke-width";
                    return element.refuse(found, expected);
                }
            }
        };
        let mapped = around.iter().map(|vertex| group.map.of(vertex));
        areas.push(Vec::from_iter(mapped));
    }
    if areas.is_empty() {
        return element.refuse("an empty path", "lines");
    }
    if let [only] = areas.as_slice()
        && only.len() < 3
    {
        let count = only.len();
        let found = format!("{count} vertices");
        return element.refuse(found, "at least 3 vertices");
    }
    if are_convex_and_apart(&areas) {
        return Ok(areas);
    }
    match convex_parts(&areas, group.pen.inside()) {
        Ok(parts) => Ok(parts),
        Err(error) => element.refuse(error.to_string(), "areas whose edges do not cross"),
    }
}

/// Whether all areas are strictly convex, and none overlaps another, as a hole does.
fn are_convex_and_apart(areas: &[Vec<Vector>]) -> bool {
    let mut polygons = Vec::with_capacity(areas.len());
    for area in areas {
        let Ok((polygon, _)) = Polygon::new(area.clone()) else {
            return false;
        };
        polygons.push(polygon);
    }
    !any_overlap(&polygons)
}

/// An attribute that is a length; 0 if there is none.
fn length(element: Element, attribute: &str) -> Result<Rational> {
    let length = units::length(element, attribute)?;
    Ok(length.unwrap_or_default())
}

fn closed(points: Vec<Vector>) -> Drawn {
    let lines = vec![Line {
        points,
        is_closed: true,
    }];
    Drawn {
        lines,
        ..Drawn::default()
    }
}

/// A closed curve.
fn round(Points { points, error }: Points) -> Drawn {
    Drawn {
        curves: 1,
        error,
        ..closed(without_straight(&points))
    }
}

fn rectangle(element: Element) -> Result<Drawn> {
    let left = length(element, "x")?;
    let top = length(element, "y")?;
    let width = length(element, "width")?;
    let height = length(element, "height")?;
    if !width.is_positive() || !height.is_positive() {
        let found = format!("width {width} and height {height}");
        let expected = "positive numbers";
        return element.refuse(found, expected);
    }
    // One radius alone is both.
    let mut radii = [units::length(element, "rx")?, units::length(element, "ry")?];
    let [x, y] = radii.clone();
    radii[0] = radii[0].take().or(y);
    radii[1] = radii[1].take().or(x);
    let [x, y] = radii.map(Option::unwrap_or_default);
    let half = Rational::new(1.into(), 2.into());
    let radii = Vector::new(x.min(&width * &half), y.min(&height * &half));
    let right = &left + width;
    let bottom = &top + height;
    if radii.x.is_positive() && radii.y.is_positive() {
        let low = Vector::new(left, top);
        let high = Vector::new(right, bottom);
        return Ok(round(curve::round_rectangle(&low, &high, &radii)));
    }
    // Counter-clockwise in the scene, where y points up, from the lower left corner on.
    Ok(closed(vec![
        Vector::new(left.clone(), bottom.clone()),
        Vector::new(right.clone(), bottom),
        Vector::new(right, top.clone()),
        Vector::new(left, top),
    ]))
}

fn ellipse(element: Element) -> Result<Drawn> {
    let center = Vector::new(length(element, "cx")?, length(element, "cy")?);
    let names = match element.name() {
        "circle" => ["r", "r"],
        _ => ["rx", "ry"],
    };
    let [x, y] = [length(element, names[0])?, length(element, names[1])?];
    if !x.is_positive() || !y.is_positive() {
        let found = format!("the radii {x} and {y}");
        return element.refuse(found, "positive numbers");
    }
    Ok(round(curve::ellipse(&center, &Vector::new(x, y))))
}

fn line(element: Element) -> Result<Drawn> {
    let start = Vector::new(length(element, "x1")?, length(element, "y1")?);
    let end = Vector::new(length(element, "x2")?, length(element, "y2")?);
    let mut drawn = closed(vec![start, end]);
    drawn.lines[0].is_closed = false;
    Ok(drawn)
}

fn polygon(element: Element) -> Result<Drawn> {
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
    let ends_at_start = vertices.len() > 3 && vertices.first() == vertices.last();
    let is_closed = element.name() == "polygon" || ends_at_start;
    let mut drawn = closed(vertices);
    let line = &mut drawn.lines[0];
    line.is_closed = is_closed;
    if is_closed {
        line.points = path::without_end(std::mem::take(&mut line.points));
    }
    Ok(drawn)
}
