//! Plots of measurements: lines on logarithmic axes, as SVG.
//!
//! Colour and stroke tell the thing that is measured, each with a key of its own below the panels.
//! On such axes a power law y = c·x^k is a straight line.
#![allow(clippy::disallowed_types)]

use crate::svg::{Drawing, Element, number};

/// The size of a panel's frame and what is left free on its left and its right, px.
const WIDTH: f64 = 380.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 24.0;
const PANEL: f64 = LEFT + WIDTH + RIGHT;
/// Height of heading and panel title, of the axis below a panel, and of a line of the key, px.
const TOP: f64 = 74.0;
const BOTTOM: f64 = 52.0;
const LINE: f64 = 19.0;
/// The palette of Okabe and Ito (2008), without yellow.
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#a0447f", "#000", "#56b4e9", "#e69f00",
];
const DASHES: [&str; 5] = ["none", "6 3", "1.5 3", "9 3 2 3", "14 4"];
const SHEET: &str = include_str!("plot.css");

/// Several panels with common keys.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// The heading.
    pub title: String,
    /// The panels, from left to right.
    pub panels: Vec<Panel>,
    /// The meanings of the colours. From the eighth on they repeat.
    pub colours: Vec<String>,
    /// The meanings of the strokes. From the sixth on they repeat.
    pub strokes: Vec<String>,
}

/// Lines on one pair of axes.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Title.
    pub title: String,
    /// The quantity to the right, with its unit.
    pub x_label: String,
    /// The quantity upwards, with its unit.
    pub y_label: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// One line.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Its place in the key of colours.
    pub colour: usize,
    /// Its place in the key of strokes.
    pub stroke: usize,
    /// Points, joined in this order. Those that a logarithm cannot show are left out.
    pub points: Vec<[f64; 2]>,
}

/// A value with a line of the grid.
struct Tick {
    value: f64,
    is_labelled: bool,
}

/// The decades of an axis and the length on which they are shown.
struct Axis {
    first: i32,
    last: i32,
    length: f64,
}

impl Axis {
    /// From the largest power of ten below all values to the smallest above.
    fn new(values: &[f64], length: f64) -> Self {
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for value in values {
            low = low.min(value.log10());
            high = high.max(value.log10());
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let first = low.floor() as i32;
        let last = high.ceil() as i32;
        Self {
            first,
            last: last.max(first + 1),
            length,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let decades = f64::from(self.last - self.first);
        let beyond_first = value.log10() - f64::from(self.first);
        let share = beyond_first / decades;
        share * self.length
    }

    fn ticks(&self) -> Vec<Tick> {
        let has_room = self.last - self.first <= 3;
        let mut ticks = Vec::new();
        for decade in self.first..=self.last {
            let power = 10f64.powi(decade);
            ticks.push(Tick {
                value: power,
                is_labelled: true,
            });
            if !has_room || decade == self.last {
                continue;
            }
            for factor in [2.0, 5.0] {
                ticks.push(Tick {
                    value: factor * power,
                    is_labelled: false,
                });
            }
        }
        ticks
    }
}

impl Plot {
    /// The plot as SVG.
    #[must_use]
    pub fn log_log(&self) -> String {
        let panels = self.panels.len().max(1);
        let width = panels as f64 * PANEL;
        let keys = TOP + HEIGHT + BOTTOM;
        let colours = self.colours.len();
        let lines = colours.max(self.strokes.len());
        let height = keys + lines as f64 * LINE + 12.0;
        let title = Element::new("title").saying(&self.title);
        let sheet = SHEET.replace('\n', "");
        let style = Element::new("style").containing(sheet);
        let definitions = Element::new("defs").containing(style);
        let background = Element::new("rect")
            .size(width, height)
            .with("fill", "#fff");
        let heading = Element::text("heading", 16.0, 28.0, &self.title);
        let mut svg = Element::root(width, height)
            .containing("\n")
            .with_line(title)
            .with_line(definitions)
            .with_line(background)
            .with_line(heading);
        for (index, panel) in self.panels.iter().enumerate() {
            let left = LEFT + index as f64 * PANEL;
            svg = svg.containing(panel.draw(left));
        }
        svg.containing(self.keys(keys + 6.0)).line()
    }

    fn keys(&self, top: f64) -> Drawing {
        let mut keys = Drawing::default();
        for (index, name) in self.colours.iter().enumerate() {
            let y = middle_of_line(top, index);
            let look = look(index, 0);
            add_key(&mut keys, [LEFT, y], look, name);
        }
        let left = LEFT + 260.0;
        for (index, name) in self.strokes.iter().enumerate() {
            let y = middle_of_line(top, index);
            let look = look(4, index);
            add_key(&mut keys, [left, y], look, name);
        }
        keys
    }
}

fn middle_of_line(top: f64, index: usize) -> f64 {
    let lines = index as f64 + 0.5;
    top + lines * LINE
}

/// A line of a key: a stroke and what it stands for.
fn add_key(keys: &mut Drawing, at: [f64; 2], look: Element, name: &str) {
    let [left, y] = at;
    let start = at.map(number).join(" ");
    let path = format!("M{start}h34");
    let name = Element::text("", left + 44.0, y + 4.0, name);
    keys.add(look.with("d", path));
    keys.add(name);
}

impl Panel {
    fn draw(&self, left: f64) -> Drawing {
        let mut abscissas = Vec::new();
        let mut ordinates = Vec::new();
        for series in &self.series {
            for [x, y] in series.shown() {
                abscissas.push(x);
                ordinates.push(y);
            }
        }
        let across = Axis::new(&abscissas, WIDTH);
        let upward = Axis::new(&ordinates, HEIGHT);
        let bottom = TOP + HEIGHT;
        let title = Element::text("title", left, TOP - 12.0, &self.title);
        let mut panel = Drawing::default();
        panel.add(title);
        panel.append(across_grid(&across, left));
        panel.append(upward_grid(&upward, left));
        panel.append(self.frame(left));
        for series in &self.series {
            let mut places = Vec::new();
            for [x, y] in series.shown() {
                let across = left + across.place(x);
                let down = bottom - upward.place(y);
                places.push([across, down]);
            }
            panel.append(series.draw(&places));
        }
        panel
    }

    /// The frame, and what its sides mean.
    fn frame(&self, left: f64) -> Drawing {
        let frame = Element::of("rect", "frame")
            .at(left, TOP)
            .size(WIDTH, HEIGHT);
        let middle = left + WIDTH / 2.0;
        let below = TOP + HEIGHT + 38.0;
        let x_label = Element::text("middle", middle, below, &self.x_label);
        let x = left - 48.0;
        let y = TOP + HEIGHT / 2.0;
        let center = [x, y].map(number).join(" ");
        let upright = format!("rotate(-90 {center})");
        let y_label = Element::of("text", "middle")
            .at(x, y)
            .with("transform", upright)
            .saying(&self.y_label);
        let mut drawn = Drawing::default();
        drawn.add(frame);
        drawn.add(x_label);
        drawn.add(y_label);
        drawn
    }
}

/// The upright lines of the grid and their labels.
fn across_grid(axis: &Axis, left: f64) -> Drawing {
    let bottom = TOP + HEIGHT;
    let top = number(TOP);
    let low = number(bottom);
    let mut grid = Drawing::default();
    for tick in axis.ticks() {
        let place = left + axis.place(tick.value);
        let x = number(place);
        let path = format!("M{x} {top}V{low}");
        grid.add(Element::path("grid", &path));
        if tick.is_labelled {
            let label = power(tick.value);
            let label = Element::text("middle", place, bottom + 17.0, &label);
            grid.add(label);
        }
    }
    grid
}

/// The level lines of the grid and their labels.
fn upward_grid(axis: &Axis, left: f64) -> Drawing {
    let x = number(left);
    let width = number(WIDTH);
    let mut grid = Drawing::default();
    for tick in axis.ticks() {
        let place = TOP + HEIGHT - axis.place(tick.value);
        let y = number(place);
        let path = format!("M{x} {y}h{width}");
        grid.add(Element::path("grid", &path));
        if tick.is_labelled {
            let label = power(tick.value);
            let label = Element::text("end", left - 7.0, place + 4.0, &label);
            grid.add(label);
        }
    }
    grid
}

impl Series {
    /// The points that a logarithm can show.
    fn shown(&self) -> Vec<[f64; 2]> {
        let mut shown = self.points.clone();
        shown.retain(is_shown);
        shown
    }

    fn draw(&self, places: &[[f64; 2]]) -> Drawing {
        let mut points = Vec::new();
        for place in places {
            let coordinates = place.map(number);
            points.push(coordinates.join(" "));
        }
        let mut path = points.join("L");
        if !path.is_empty() {
            path.insert(0, 'M');
        }
        let line = look(self.colour, self.stroke);
        let colour = colour(self.colour);
        let mut drawn = Drawing::default();
        drawn.add(line.with("d", path));
        for place in places {
            let dot = Element::circle("", *place, 2.4);
            drawn.add(dot.with("fill", colour));
        }
        drawn
    }
}

fn is_shown(point: &[f64; 2]) -> bool {
    let [x, y] = *point;
    has_logarithm(x) && has_logarithm(y)
}

fn has_logarithm(value: f64) -> bool {
    value > 0.0 && value.is_finite()
}

fn colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

/// A line of this colour and stroke, still without its path.
fn look(colour_index: usize, stroke: usize) -> Element {
    let dashes = DASHES[stroke % DASHES.len()];
    Element::of("path", "line")
        .with("stroke", colour(colour_index))
        .with("stroke-dasharray", dashes)
}

/// A power of ten, as people write it.
fn power(value: f64) -> String {
    let exponent = value.log10().round() as i32;
    if (-3..=4).contains(&exponent) {
        format!("{value}")
    } else {
        format!("1e{exponent}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<[f64; 2]>) -> String {
        let panel = Panel {
            series: vec![Series {
                points,
                ..Series::default()
            }],
            ..Panel::default()
        };
        Plot {
            panels: vec![panel],
            colours: vec!["<wall>".to_owned()],
            ..Plot::default()
        }
        .log_log()
    }

    #[test]
    fn decades_are_equally_long() {
        let svg = plot(vec![[1.0, 1.0], [10.0, 0.1], [100.0, 0.01]]);
        let path = r#"d="M66 74L256 224L446 374""#;
        assert!(svg.contains(path), "{svg}");
    }

    #[test]
    fn what_a_logarithm_cannot_show_is_left_out() {
        let svg = plot(vec![
            [1.0, 0.0],
            [f64::NAN, 1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
            [2.0, f64::INFINITY],
        ]);
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("NaN"), "{svg}");
        assert!(!svg.contains("inf"), "{svg}");
        let svg = plot(Vec::new());
        assert!(!svg.contains("<circle"), "{svg}");
    }

    #[test]
    fn names_cannot_break_out() {
        let svg = plot(Vec::new());
        assert!(svg.contains("&lt;wall&gt;"), "{svg}");
    }
}
