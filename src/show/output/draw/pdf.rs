//! Pictures as PDF: the paths of a picture, with text as outlines, on a page of its size. A pixel
//! of the picture is a point of the page, unless a width is given.

use super::png::{MAX_WIDTH, options};
use crate::OutputError;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{PathSegment, Transform};
use resvg::usvg::{
    Color, Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path, Pattern,
    Stroke, Tree,
};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;

/// The most tiles of a pattern that are drawn in one path.
const MOST_TILES: i64 = 100_000;

/// A picture as PDF of one page, `width` points wide; by default a point for each of its pixels.
///
/// # Errors
/// [`OutputError`] if the text is no SVG, or the width is out of bounds.
pub fn pdf(svg: &str, width: Option<u32>) -> Result<Vec<u8>, OutputError> {
    let tree = match Tree::from_str(svg, &options()) {
        Ok(tree) => tree,
        Err(error) => {
            let reason = error.to_string();
            return Err(OutputError::Svg(reason));
        }
    };
    let size = tree.size();
    let factor = match width {
        Some(width) if width == 0 || width > MAX_WIDTH => {
            let height = 0;
            return Err(OutputError::Size { width, height });
        }
        Some(width) => width as f32 / size.width(),
        None => 1.0,
    };
    let [width, height] = [size.width() * factor, size.height() * factor];
    let mut page = Page {
        content: Content::new(),
        opacities: BTreeSet::new(),
    };
    // The page counts upwards.
    page.content
        .transform([factor, 0.0, 0.0, -factor, 0.0, height]);
    page.group(tree.root(), 1.0);
    let file = page.finish(width, height);
    file.map_err(|error| OutputError::Pdf(error.to_string()))
}

/// The page that is drawn.
struct Page {
    content: Content,
    /// The opacities that are used, in percent.
    opacities: BTreeSet<u8>,
}

impl Page {
    fn group(&mut self, group: &Group, opacity: f32) {
        let opacity = opacity * group.opacity().get();
        self.content.save_state();
        self.transform(group.transform());
        if let Some(clip) = group.clip_path() {
            self.content.save_state();
            self.clip(clip.root());
        }
        for node in group.children() {
            self.node(node, opacity);
        }
        if group.clip_path().is_some() {
            self.content.restore_state();
        }
        self.content.restore_state();
    }

    fn node(&mut self, node: &Node, opacity: f32) {
        match node {
            Node::Group(group) => self.group(group, opacity),
            Node::Path(path) if path.is_visible() => self.path(path, opacity),
            Node::Text(text) => self.group(text.flattened(), opacity),
            // The pictures of this program have no images.
            Node::Path(_) | Node::Image(_) => {}
        }
    }

    /// Cuts all that is drawn from here on to the paths of a group.
    fn clip(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.clip(inner),
                Node::Path(path) => self.outline(path),
                Node::Image(_) | Node::Text(_) => {}
            }
        }
        self.content.clip_nonzero().end_path();
    }

    fn path(&mut self, path: &Path, opacity: f32) {
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                self.filled(path, opacity);
                self.stroked(path, opacity);
            }
            PaintOrder::StrokeAndFill => {
                self.stroked(path, opacity);
                self.filled(path, opacity);
            }
        }
    }

    fn filled(&mut self, path: &Path, opacity: f32) {
        let Some(fill) = path.fill() else { return };
        match fill.paint() {
            Paint::Color(color) => {
                self.content.save_state();
                self.opacity(opacity * fill.opacity().get());
                let [red, green, blue] = components(*color);
                self.content.set_fill_rgb(red, green, blue);
                self.outline(path);
                match fill.rule() {
                    FillRule::NonZero => self.content.fill_nonzero(),
                    FillRule::EvenOdd => self.content.fill_even_odd(),
                };
                self.content.restore_state();
            }
            Paint::Pattern(pattern) => self.tiled(path, fill, pattern, opacity),
            // The pictures of this program have no gradients.
            Paint::LinearGradient(_) | Paint::RadialGradient(_) => {}
        }
    }

    /// The tiles of a pattern, cut to a path.
    fn tiled(&mut self, path: &Path, fill: &Fill, pattern: &Pattern, opacity: f32) {
        let Some(inverse) = pattern.transform().invert() else {
            return;
        };
        let Some(around) = path.data().bounds().transform(inverse) else {
            return;
        };
        let tile = pattern.rect();
        let columns = tiles(around.left(), around.right(), tile.x(), tile.width());
        let rows = tiles(around.top(), around.bottom(), tile.y(), tile.height());
        let count = (columns.end - columns.start).saturating_mul(rows.end - rows.start);
        if count > MOST_TILES {
            return;
        }
        self.content.save_state();
        self.outline(path);
        match fill.rule() {
            FillRule::NonZero => self.content.clip_nonzero(),
            FillRule::EvenOdd => self.content.clip_even_odd(),
        };
        self.content.end_path();
        self.transform(pattern.transform());
        for row in rows {
            for column in columns.clone() {
                self.content.save_state();
                let [x, y] = [column as f32 * tile.width(), row as f32 * tile.height()];
                self.transform(Transform::from_translate(x, y));
                self.content
                    .rect(tile.x(), tile.y(), tile.width(), tile.height())
                    .clip_nonzero()
                    .end_path();
                self.group(pattern.root(), opacity * fill.opacity().get());
                self.content.restore_state();
            }
        }
        self.content.restore_state();
    }

    fn stroked(&mut self, path: &Path, opacity: f32) {
        let Some(stroke) = path.stroke() else { return };
        let Paint::Color(color) = stroke.paint() else {
            return;
        };
        self.content.save_state();
        self.opacity(opacity * stroke.opacity().get());
        let [red, green, blue] = components(*color);
        self.content.set_stroke_rgb(red, green, blue);
        self.pen(stroke);
        self.outline(path);
        self.content.stroke();
        self.content.restore_state();
    }

    fn pen(&mut self, stroke: &Stroke) {
        let cap = match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        };
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        };
        self.content
            .set_line_width(stroke.width().get())
            .set_line_cap(cap)
            .set_line_join(join)
            .set_miter_limit(stroke.miterlimit().get());
        if let Some(dashes) = stroke.dasharray() {
            let dashes = dashes.iter().copied();
            self.content.set_dash_pattern(dashes, stroke.dashoffset());
        }
    }

    fn outline(&mut self, path: &Path) {
        let mut from = [0.0, 0.0];
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    from = [to.x, to.y];
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    from = [to.x, to.y];
                }
                // A curve of the second degree is one of the third.
                PathSegment::QuadTo(middle, to) => {
                    let [x, y] = from;
                    self.content.cubic_to(
                        two_thirds(x, middle.x),
                        two_thirds(y, middle.y),
                        two_thirds(to.x, middle.x),
                        two_thirds(to.y, middle.y),
                        to.x,
                        to.y,
                    );
                    from = [to.x, to.y];
                }
                PathSegment::CubicTo(first, second, to) => {
                    self.content
                        .cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                    from = [to.x, to.y];
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    fn transform(&mut self, by: Transform) {
        if !by.is_identity() {
            self.content
                .transform([by.sx, by.ky, by.kx, by.sy, by.tx, by.ty]);
        }
    }

    fn opacity(&mut self, opacity: f32) {
        let percent = (opacity.clamp(0.0, 1.0) * 100.0).round() as u8;
        if percent < 100 {
            self.opacities.insert(percent);
            let name = name_of(percent);
            self.content.set_parameters(Name(name.as_bytes()));
        }
    }

    /// The file.
    fn finish(self, width: f32, height: f32) -> io::Result<Vec<u8>> {
        let [catalog, pages, page, content] = [1, 2, 3, 4].map(Ref::new);
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        let mut only = pdf.page(page);
        only.parent(pages)
            .media_box(Rect::new(0.0, 0.0, width, height))
            .contents(content);
        let mut resources = only.resources();
        let mut states = resources.ext_g_states();
        for &percent in &self.opacities {
            let opacity = f32::from(percent) / 100.0;
            let name = name_of(percent);
            states
                .insert(Name(name.as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState>()
                .stroking_alpha(opacity)
                .non_stroking_alpha(opacity);
        }
        states.finish();
        resources.finish();
        only.finish();
        // Tiles of a pattern are many times the same.
        let packed = packed(&self.content.finish())?;
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
        Ok(pdf.finish())
    }
}

fn packed(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content)?;
    encoder.finish()
}

/// The name of a state of graphics with this opacity.
fn name_of(percent: u8) -> String {
    format!("o{percent}")
}

fn components(color: Color) -> [f32; 3] {
    [color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0)
}

/// The numbers of the tiles of this width, the first one from `from` on, that cover a range.
fn tiles(low: f32, high: f32, from: f32, width: f32) -> Range<i64> {
    let first = ((low - from) / width).floor() as i64;
    let last = ((high - from) / width).ceil() as i64;
    first..last
}

/// Two thirds of the way from the end of a curve to its control point.
fn two_thirds(end: f32, middle: f32) -> f32 {
    end + (middle - end) * 2.0 / 3.0
}
