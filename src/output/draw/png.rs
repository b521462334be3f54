//! Pictures as pixels. The font is DejaVu Sans, carried along, so that a picture has the same
//! pixels on every machine, whatever fonts it has.

use crate::OutputError;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// The largest width of a picture, pixels.
pub const MAX_WIDTH: u32 = 20_000;
/// The largest number of pixels of a picture.
pub const MAX_PIXELS: u64 = 100_000_000;

/// A picture as PNG, `width` pixels wide, on white.
///
/// # Errors
/// [`OutputError`] if the text is no SVG, or the size is out of bounds.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, OutputError> {
    pixels(svg, width)?
        .encode_png()
        .map_err(|error| OutputError::Png(error.to_string()))
}

/// A picture as pixels, `width` of them wide, on white.
pub(crate) fn pixels(svg: &str, width: u32) -> Result<tiny_skia::Pixmap, OutputError> {
    let tree = usvg::Tree::from_str(svg, &options())
        .map_err(|error| OutputError::Svg(error.to_string()))?;
    let factor = width as f32 / tree.size().width();
    let height = (tree.size().height() * factor).ceil() as u32;
    let refused = OutputError::Size { width, height };
    if width == 0 || width > MAX_WIDTH || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(refused);
    }
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(refused)?;
    pixels.fill(tiny_skia::Color::WHITE);
    // The height is a whole number; the picture is stretched by less than a pixel to fill it.
    let factors = (factor, height as f32 / tree.size().height());
    resvg::render(
        &tree,
        tiny_skia::Transform::from_scale(factors.0, factors.1),
        &mut pixels.as_mut(),
    );
    Ok(pixels)
}

fn options() -> usvg::Options<'static> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: "DejaVu Sans".to_owned(),
        ..usvg::Options::default()
    }
}
