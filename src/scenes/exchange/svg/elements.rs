//! The elements of a drawing.

use super::curve::{self, FINENESS, Points};
use super::overlap::any_overlap;
use super::path::{self, Drawn, Line};
use super::style::{declaration, property};
use super::{disk, sheet, stroke, transform, units};
use crate::ImportOptions;
use crate::affine::Affine;
use crate::convex::{DecompositionError, Inside, decomposed, longest, without_straight};
use crate::decimal::{decimal, rounded_up};
use crate::draft::{Draft, DraftBody};
use crate::error::{Result, excerpt, tag};
use crate::work::{TooMuch, Work};
use crate::xml::{Element, MOST_LEVELS, Tree};
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector};
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

/// Elements that are passed over with a note, and a word for them.
const NO_SHAPES: [(&str, &str); 4] = [
    ("text", "a text"),
    ("flowRoot", "a text"),
    ("foreignObject", "a text"),
    ("image", "an image"),
];

/// The names of what is fixed if none are given.
const FIXED: [&str; 2] = ["fixed", "ground"];

/// The most elements that are drawn once more by `use`.
const MOST_COPIED: usize = 1 << 14;

/// The name space of drawings.
const SVG: &str = "http://www.w3.org/2000/svg";

/// The name space in which Inkscape has the names of layers.
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// The name space of references.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Properties that move an element, and are read neither as attributes nor in `style`.
const MOVING: [&str; 5] = [
    "transform-origin",
    "transform-box",
    "translate",
    "rotate",
    "scale",
];

/// The elements that are read.
const EXPECTED: &str =
    "polygons, rectangles, circles, ellipses, paths, lines, and groups and copies of these";

/// A group, and what holds for all that is in it.
#[derive(Clone)]
struct Group<'a> {
    /// From its coordinates to those of the scene.
    map: Affine,
    is_fixed: bool,
    level: usize,
    pen: Pen<'a>,
    /// The copy that it is in, if `use` draws it once more.
    copy: Option<Instance<'a>>,
}

/// A copy that `use` draws.
#[derive(Clone)]
struct Instance<'a> {
    name: String,
    /// The element that is drawn once more.
    of: Element<'a>,
}

/// A shape as a body has it.
struct Shape {
    parts: Vec<Vec<Vector>>,
    /// How many curves became polygons, and how far they are off at most; m.
    curves: usize,
    error: Rational,
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
    /// The elements with an id.
    ids: BTreeMap<&'a str, Element<'a>>,
    /// The names of bodies so far.
    taken: BTreeSet<String>,
    /// How many copies of a name there are so far.
    copies: BTreeMap<String, usize>,
    /// How many elements were drawn once more.
    copied: usize,
    /// How many curves became polygons, and how far they are off at most; m.
    curves: usize,
    error: Rational,
    /// How many circles became disks.
    disks: usize,
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
        ids: ids(&tree),
        taken: BTreeSet::new(),
        copies: BTreeMap::new(),
        copied: 0,
        curves: 0,
        error: Rational::zero(),
        disks: 0,
    };
    reader.draft.skipped = skipped;
    let mut scale = options.scale();
    if options.scale.is_none() {
        match units::metres(root)? {
            Some(metres) => {
                let told = decimal(&metres).text;
                let note =
                    format!("a unit of the drawing is {told} m, as its width or height says");
                reader.draft.notes.push(note);
                scale = metres;
            }
            None => reader.draft.has_no_unit = true,
        }
    }
    let downwards = -&scale;
    let whole = Group {
        map: Affine::scaling(&scale, &downwards),
        is_fixed: false,
        level: 0,
        pen: Pen::default().of(root),
        copy: None,
    };
    reader.read_all(root, &whole)?;
    if reader.draft.bodies.is_empty() {
        return root.refuse("nothing that is drawn", EXPECTED);
    }
    if reader.curves > 0 {
        let count = reader.curves;
        let error = rounded_up(&reader.error);
        let curves = match count {
            1 => "1 curve is a polygon, which is".to_owned(),
            _ => format!("{count} curves are polygons, which are"),
        };
        let note = format!("{curves} off by at most {error} m");
        reader.draft.notes.push(note);
    }
    if reader.disks > 0 {
        let count = reader.disks;
        let disks = match count {
            1 => "1 circle is a disk, whose mass has".to_owned(),
            _ => format!("{count} circles are disks, whose masses have"),
        };
        let note = format!("{disks} 355/113 in place of π");
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

/// The first element with each id.
fn ids(tree: &Tree) -> BTreeMap<&str, Element<'_>> {
    let mut ids = BTreeMap::new();
    for element in tree.all() {
        if let Some(id) = element.attribute("id") {
            ids.entry(id).or_insert(element);
        }
    }
    ids
}

impl<'a> Reader<'a> {
    fn read_all(&mut self, parent: Element<'a>, group: &Group<'a>) -> Result<()> {
        for element in parent.children() {
            // Elements of other name spaces draw nothing.
            let is_drawing = element.name_space() == parent.name_space();
            if is_drawing && !IGNORED.contains(&element.name()) {
                self.read_element(element, group)?;
            }
        }
        Ok(())
    }

    fn read_element(&mut self, element: Element<'a>, group: &Group<'a>) -> Result<()> {
        if is_hidden(element) {
            self.note(element, "is hidden, and left out");
            return Ok(());
        }
        for (name, words) in NO_SHAPES {
            if element.name() == name {
                self.note(element, &format!("is {words}, and left out"));
                return Ok(());
            }
        }
        let map = self.map_of(element, group)?;
        let is_fixed = self.is_fixed(element);
        let own = Group {
            map,
            is_fixed: is_fixed || group.is_fixed,
            level: group.level + 1,
            pen: group.pen.of(element),
            copy: group.copy.clone(),
        };
        if own.level > MOST_LEVELS {
            let found = format!("more than {MOST_LEVELS} groups in each other");
            return element.refuse(found, "fewer");
        }
        if own.copy.is_some() {
            self.copied += 1;
            if self.copied > MOST_COPIED {
                let found = format!("more than {MOST_COPIED} copies of elements");
                return element.refuse(found, "fewer");
            }
        }
        match element.name() {
            // A symbol is drawn only by `use`.
            "g" | "a" | "symbol" => self.read_all(element, &own),
            "use" => self.draw_again(element, own),
            _ => self.draw(element, &own),
        }
    }

    /// Draws the element that a `use` names, at its place.
    fn draw_again(&mut self, element: Element<'a>, mut own: Group<'a>) -> Result<()> {
        let linked = element.attribute_in(Some(XLINK), "href");
        let Some(link) = element.attribute("href").or(linked) else {
            return element.refuse("no `href`", "`href=\"#ID\"`");
        };
        let named = link.strip_prefix('#').and_then(|id| self.ids.get(id));
        let Some(target) = named.copied() else {
            let link = excerpt(link);
            let found = format!("href=\"{link}\"");
            return element.refuse(found, "`#` and the id of an element of this file");
        };
        if target.name() == "symbol" && target.attribute("viewBox").is_some() {
            return target.refuse_value("viewBox", "symbols in units of the drawing, without one");
        }
        let shift = Vector::new(length(element, "x")?, length(element, "y")?);
        own.map = own.map.after(&Affine::translation(shift));
        let count = self.draft.bodies.len();
        let named = names(element).next().map(str::to_owned);
        let name = named.unwrap_or_else(|| format!("use {count}"));
        let name = match own.copy {
            Some(outer) if outer.of.index() == element.index() => outer.name,
            Some(outer) => format!("{} {name}", outer.name),
            None => name,
        };
        own.copy = Some(Instance { name, of: target });
        self.read_element(target, &own)
    }

    /// Adds the body of a shape.
    fn draw(&mut self, element: Element<'a>, own: &Group<'a>) -> Result<()> {
        if let Some(disk) = disk::read(element, &own.map)? {
            self.disks += 1;
            let name = self.name(element, own);
            let mut body = DraftBody::new(element.line(), &name);
            body.is_fixed = own.is_fixed;
            disk.put_in(&mut body);
            self.draft.bodies.push(body);
            return Ok(());
        }
        let Some(shape) = shape(element, own, &mut self.draft.work)? else {
            self.note(element, "draws no area, and is left out");
            return Ok(());
        };
        self.curves += shape.curves;
        if shape.error > self.error {
            self.error = shape.error;
        }
        let name = self.name(element, own);
        let mut body = DraftBody::new(element.line(), &name);
        body.is_fixed = own.is_fixed;
        body.add_parts(shape.parts, &Affine::identity());
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
    fn name(&mut self, element: Element, group: &Group) -> String {
        if let Some(copy) = &group.copy {
            return self.name_of_copy(element, copy);
        }
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

    /// The name of the copy, of its parts with their own names behind it, and with a number where
    /// that is taken.
    fn name_of_copy(&mut self, element: Element, copy: &Instance) -> String {
        let name = if element.index() == copy.of.index() {
            copy.name.clone()
        } else {
            let part = names(element).next().unwrap_or(element.name());
            format!("{} {part}", copy.name)
        };
        let mut free = name.clone();
        let number = self.copies.entry(name.clone()).or_insert(1);
        while !self.taken.insert(free.clone()) {
            *number += 1;
            free = format!("{name} {number}");
        }
        free
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
        let own = match transform::read(text, &mut notes, &mut self.draft.work) {
            Ok(own) => own,
            Err((found, expected)) => return element.refuse(found, &expected),
        };
        for note in notes {
            self.note(element, &note);
        }
        let map = group.map.after(&own);
        match transform::is_short(&map) {
            Ok(()) => Ok(map),
            Err((found, expected)) => element.refuse(found, &expected),
        }
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

/// The shape that an element draws, in the scene; `None` if it draws no area. Curves of a path are
/// as fine as the number of corners allows.
fn shape(element: Element, group: &Group, work: &mut Work) -> Result<Option<Shape>> {
    let mut coarser = FINENESS.iter().skip(1);
    let mut fineness = FINENESS[0];
    loop {
        let drawn = drawn(element, fineness, work)?;
        let curves = drawn.curves;
        let error = drawn.error.clone() * stretch(&group.map);
        let (areas, inside) = areas(element, drawn, group, work)?;
        if areas.is_empty() {
            return Ok(None);
        }
        for area in &areas {
            if let Err(problem) = work.vertices(area.len(), longest(area)) {
                return element.refuse(problem.to_string(), "fewer curves");
            }
        }
        let is_path = matches!(element.name(), "path" | "line" | "polyline");
        match parts(areas, inside, work) {
            Ok(parts) => {
                return Ok(Some(Shape {
                    parts,
                    curves,
                    error,
                }));
            }
            Err(DecompositionError::Empty) if is_path => return Ok(None),
            Err(problem) => {
                let is_long = matches!(problem, DecompositionError::TooMany(_));
                match coarser.next() {
                    Some(next) if is_long && curves > 0 => fineness = *next,
                    _ => {
                        let expected = match problem {
                            DecompositionError::TooMuch => {
                                "a simpler outline; --skip leaves an element out"
                            }
                            _ => "areas whose edges do not cross",
                        };
                        return element.refuse(problem.to_string(), expected);
                    }
                }
            }
        }
    }
}

/// The lines that an element draws.
fn drawn(element: Element, fineness: i64, work: &mut Work) -> Result<Drawn> {
    match element.name() {
        "rect" => rectangle(element),
        "polygon" | "polyline" => polygon(element),
        "circle" | "ellipse" => ellipse(element),
        "line" => line(element),
        "path" => {
            let text = element.attribute("d").unwrap_or_default();
            match path::read(text, fineness, work) {
                Ok(drawn) => Ok(drawn),
                Err((found, expected)) => element.refuse(found, &expected),
            }
        }
        _ => element.refuse("something that is not read", EXPECTED),
    }
}

/// The areas that an element draws, in the scene, and the rule for their inside. Lines without a
/// width draw none.
fn areas(
    element: Element,
    drawn: Drawn,
    group: &Group,
    work: &mut Work,
) -> Result<(Vec<Vec<Vector>>, Inside)> {
    let mut areas = Vec::new();
    // A line with a width is an area however it crosses itself.
    let mut inside = Inside::NotZero;
    for line in drawn.lines {
        let around = if line.is_closed {
            inside = group.pen.inside();
            line.points
        } else {
            match group.pen.width(element)? {
                Some(width) => {
                    if let Err(problem) = work.stroke(line.points.len()) {
                        return element.refuse(problem.to_string(), "shorter lines");
                    }
                    stroke::outline(&line.points, &width)
                }
                // Only its area is drawn, as if it were closed.
                None if line.points.len() > 2 && group.pen.fill != Some("none") => {
                    inside = group.pen.inside();
                    line.points
                }
                None => continue,
            }
        };
        let mapped = around.iter().map(|vertex| group.map.of(vertex));
        areas.push(Vec::from_iter(mapped));
    }
    areas.retain(|area| !area.is_empty());
    if let [only] = areas.as_slice()
        && only.len() < 3
        && element.name() != "path"
    {
        let count = only.len();
        let found = format!("{count} vertices");
        return element.refuse(found, "at least 3 vertices");
    }
    Ok((areas, inside))
}

/// The convex parts of areas.
fn parts(
    areas: Vec<Vec<Vector>>,
    inside: Inside,
    work: &mut Work,
) -> std::result::Result<Vec<Vec<Vector>>, DecompositionError> {
    if are_convex_and_apart(&areas, work)? {
        return Ok(areas);
    }
    decomposed(&areas, inside, work)
}

/// Whether all areas are strictly convex, and none overlaps another, as a hole does.
fn are_convex_and_apart(
    areas: &[Vec<Vector>],
    work: &mut Work,
) -> std::result::Result<bool, TooMuch> {
    let mut polygons = Vec::with_capacity(areas.len());
    for area in areas {
        let Ok((polygon, _)) = Polygon::new(area.clone()) else {
            return Ok(false);
        };
        polygons.push(polygon);
    }
    Ok(!any_overlap(&polygons, work)?)
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
    let (center, radii) = center_and_radii(element)?;
    Ok(round(curve::ellipse(&center, &radii)))
}

/// The centre and the radii of a circle or an ellipse.
pub(super) fn center_and_radii(element: Element) -> Result<(Vector, Vector)> {
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
    Ok((center, Vector::new(x, y)))
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
