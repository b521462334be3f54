//! The page of a picture of space: title, verdict, drawing, and what its marks mean.

use super::super::frame::Point;
use super::super::shape::{Pen, arrow, tail_bar};
use super::super::style::{self, sheet, text_width, wrap};
use super::arrows::{self, Arrows};
use super::bodies::{bodies, painted_faces};
use super::joints;
use super::names::names;
use super::{MARGIN, Picture};
use crate::decimal::{decimal, square_root};
use crate::svg::{Drawing, Element};

/// Size of the title, and from one of its lines to the next, px.
const TITLE: [f64; 2] = [21.0, 27.0];
/// The same of lines below it.
const NOTE: [f64; 2] = [12.0, 18.0];
/// Height of a row of the legend, and width of its symbols, px.
const ROW: f64 = 24.0;
const SYMBOL: f64 = 46.0;
/// Digits of numbers in the legend.
const DIGITS: usize = 3;

/// A symbol of the legend, drawn about (SYMBOL/2, 0), and what it means.
struct Item {
    symbol: Element,
    meaning: String,
}

/// The whole picture.
pub fn page(picture: &Picture) -> String {
    let width = picture.view.width.max(420.0);
    let heading = Heading::new(picture, width);
    let faces = painted_faces(picture);
    let [forces, loads] = arrows::forces(picture);
    let motions = arrows::motions(picture);
    let items = match picture.options.without_legend {
        true => Vec::new(),
        false => items(picture, [&forces, &loads, &motions]),
    };
    let mut drawing = Drawing::default();
    drawing.add_group("faces", bodies(picture, &faces));
    if !picture.scene.joints.is_empty() {
        drawing.add_group("joints", joints::joints(picture));
    }
    if !picture.options.without_names {
        drawing.append(names(picture, &faces));
    }
    drawing.add_group("ghosts", arrows::outlines(picture));
    drawing.append(forces.drawn);
    drawing.append(loads.drawn);
    drawing.append(motions.drawn);
    drawing.append(arrows::axes(picture));
    let (top, shown) = match picture.options.without_title {
        true => (MARGIN * 0.6, Drawing::default()),
        false => (heading.height(), heading.draw()),
    };
    let legend_top = top + picture.view.height + 12.0;
    let legend = legend(items, width, legend_top);
    let height = legend_top + legend.height + MARGIN * 0.6;
    let right = width + 2.0 * MARGIN;
    let title = Element::new("title")
        .with("id", "title")
        .saying(&heading.title.join(" "));
    let description = Element::new("desc")
        .with("id", "desc")
        .saying(&heading.told.join(" · "));
    let background = Element::new("rect")
        .size(right, height)
        .with("fill", picture.options.theme.colours().page);
    let left = MARGIN + (width - picture.view.width) / 2.0;
    let drawing = Element::new("g")
        .with("transform", format!("translate({left:.2} {top:.2})"))
        .with("clip-path", "url(#window)")
        .containing("\n")
        .containing(drawing);
    Element::root(right, height)
        .with("aria-labelledby", "title desc")
        .containing("\n")
        .with_line(title)
        .with_line(description)
        .with_line(definitions(picture))
        .with_line(background)
        .containing(shown)
        .with_line(drawing)
        .containing(legend.drawn)
        .line()
}

/// Title and verdict, in lines.
struct Heading {
    title: Vec<String>,
    told: Vec<String>,
}

impl Heading {
    fn new(picture: &Picture, width: f64) -> Self {
        let scene = picture.scene;
        let title = scene.title.as_deref().unwrap_or(&scene.name);
        let words: Vec<String> = title.split(' ').map(str::to_owned).collect();
        let told = match picture.content {
            Some(content) => content.told.clone(),
            None => Vec::new(),
        };
        Self {
            title: wrap(&words, " ", TITLE[0], width),
            told: wrap(&told, " · ", NOTE[0], width),
        }
    }

    /// The top of the drawing.
    fn height(&self) -> f64 {
        let title = self.title.len() as f64 * TITLE[1];
        14.0 + title + self.told.len() as f64 * NOTE[1]
    }

    fn draw(&self) -> Drawing {
        let mut drawn = Drawing::default();
        let mut top = 8.0;
        for (lines, class, [size, distance]) in
            [(&self.title, "title", TITLE), (&self.told, "note", NOTE)]
        {
            for line in lines {
                let baseline = top + distance / 2.0 + size * 0.36;
                drawn.add(Element::text(class, MARGIN, baseline, line));
                top += distance;
            }
        }
        drawn
    }
}

fn definitions(picture: &Picture) -> Element {
    let colours = picture.options.theme.colours();
    let outline = (picture.module * 0.012).clamp(0.35, 1.2);
    let mut css = sheet(colours, outline);
    let line = colours.outline;
    css += &format!(".face{{stroke:{line};stroke-width:{outline:.2};stroke-linejoin:round}}");
    let motion = colours.motion;
    css += &format!(".ghost{{fill:none;stroke:{motion};stroke-width:1;stroke-dasharray:5 3}}");
    let axis = colours.axis;
    css += &format!(".axis-arrow{{fill:{axis}}}.axis-name{{fill:{axis};text-anchor:middle}}");
    css += &style::loads(colours, false);
    if !picture.scene.joints.is_empty() {
        let [page, text] = [colours.page, colours.text];
        css += &format!(
            ".joint{{fill:{page};stroke:{text};stroke-width:1.6}}\
             .joint-axis{{fill:none;stroke:{text};stroke-width:1.6}}"
        );
    }
    let window = Element::new("rect").size(picture.view.width, picture.view.height);
    let clip = Element::new("clipPath")
        .with("id", "window")
        .containing(window);
    Element::new("defs")
        .containing(Element::new("style").containing(css))
        .containing(clip)
}

/// The symbols that need to be explained.
fn items(picture: &Picture, [forces, loads, motions]: [&Arrows; 3]) -> Vec<Item> {
    let pen = Pen::new(40.0, 1.0);
    let from = Point::new(3.0, 0.0);
    let to = Point::new(SYMBOL - 3.0, 0.0);
    let content = picture.content;
    let mut items = Vec::new();
    let are_several = content.is_some_and(|content| {
        let mut forces = content.forces.iter();
        forces.any(|force| force.is_one_of_several)
    });
    if let Some(longest) = &forces.longest {
        let class = if are_several { "several" } else { "force" };
        let kind = if are_several {
            "a force on a body, one of several that would do"
        } else {
            "force on a body"
        };
        items.push(Item {
            symbol: Element::path(class, &arrow(from, to, pen)),
            meaning: format!("{kind}; the longest {} N", magnitude(longest)),
        });
    }
    if let Some(longest) = &loads.longest {
        items.push(Item {
            symbol: Element::path(
                "load-force",
                &(arrow(from, to, pen) + &tail_bar(from, to, pen)),
            ),
            meaning: format!("load; the longest {} N", magnitude(longest)),
        });
    }
    if let Some(longest) = &motions.longest {
        let are_velocities = content.is_some_and(|content| content.are_velocities);
        let [kind, unit] = match are_velocities {
            true => ["velocity", "m/s"],
            false => ["acceleration", "m/s²"],
        };
        items.push(Item {
            symbol: Element::path("motion", &arrow(from, to, pen)),
            meaning: format!("{kind}; the largest {} {unit}", magnitude(longest)),
        });
    }
    let moves = content.is_some_and(|content| {
        let mut motions = content.motions.iter();
        motions.any(|motion| !motion.is_zero())
    });
    if moves {
        items.push(Item {
            symbol: Element::path("ghost", "M4 -7H42V7H4Z"),
            meaning: match content.is_some_and(|content| content.are_velocities) {
                true => "virtual motion, enlarged".to_owned(),
                false => "how it starts to move, enlarged".to_owned(),
            },
        });
    }
    items.extend(joint_items(picture));
    items
}

/// The symbols of joints.
fn joint_items(picture: &Picture) -> Vec<Item> {
    let ends = [3.0, SYMBOL - 3.0].map(|x| Point::new(x, 0.0));
    let middle = [SYMBOL / 2.0, 0.0];
    let mut items = Vec::new();
    if joints::has(picture, joints::has_axis) {
        items.push(joint_item(&[middle], Some(ends), "joint with its axis"));
    } else if joints::has(picture, |kind| !joints::is_rod(kind)) {
        items.push(joint_item(&[middle], None, "joint"));
    }
    if joints::has(picture, joints::is_rod) {
        let rings = ends.map(|end| [end.x, end.y]);
        items.push(joint_item(&rings, Some(ends), "rod"));
    }
    items
}

/// Rings, perhaps on a line.
fn joint_item(rings: &[[f64; 2]], line: Option<[Point; 2]>, meaning: &str) -> Item {
    let mut symbol = Drawing::default();
    if let Some([from, to]) = line {
        symbol.add(Element::path("joint-axis", &joints::line(from, to)));
    }
    for ring in rings {
        symbol.add(Element::circle("joint", *ring, joints::RADIUS));
    }
    Item {
        symbol: Element::new("g").containing("\n").containing(symbol),
        meaning: meaning.to_owned(),
    }
}

/// The magnitude of the longest arrow, as a decimal.
fn magnitude(longest: &arrows::Longest) -> String {
    decimal(&square_root(&longest.square), DIGITS).text
}

/// The legend in rows.
struct Legend {
    drawn: Drawing,
    height: f64,
}

fn legend(items: Vec<Item>, width: f64, top: f64) -> Legend {
    let mut drawn = Drawing::default();
    let mut x = MARGIN;
    let mut row = 0.0;
    let is_empty = items.is_empty();
    for Item { symbol, meaning } in items {
        let own = SYMBOL + 10.0 + text_width(&meaning, 12.0) + 14.0;
        if x > MARGIN && x + own > MARGIN + width {
            x = MARGIN;
            row += ROW;
        }
        let middle = top + row + ROW / 2.0;
        let place = format!("translate({x:.2} {middle:.2})");
        drawn.add(
            Element::new("g")
                .with("transform", place)
                .containing(symbol),
        );
        let text = Element::text("note", x + SYMBOL + 10.0, middle + 4.3, &meaning);
        drawn.add(text);
        x += own;
    }
    let height = if is_empty { 0.0 } else { row + ROW };
    Legend { drawn, height }
}
