//! Pictures as pixels. The font is DejaVu Sans, carried along, so that a picture has the same
//! pixels on every machine, whatever fonts it has.

use crate::OutputError;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
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
    let pixels = pixels(svg, width)?;
    match pixels.encode_png() {
        Ok(bytes) => Ok(bytes),
        Err(error) => {
            let reason = error.to_string();
            Err(OutputError::Png(reason))
        }
    }
}

/// A picture as pixels, `width` of them wide, on white.
pub(crate) fn pixels(svg: &str, width: u32) -> Result<Pixmap, OutputError> {
    let tree = match Tree::from_str(svg, &options()) {
        Ok(tree) => tree,
        Err(error) => {
            let reason = error.to_string();
            return Err(OutputError::Svg(reason));
        }
    };
    let size = tree.size();
    let factor = width as f32 / size.width();
    let height = (size.height() * factor).ceil() as u32;
    let refused = OutputError::Size { width, height };
    let count = u64::from(width) * u64::from(height);
    if width == 0 || width > MAX_WIDTH || count > MAX_PIXELS {
        return Err(refused);
    }
    let mut pixels = Pixmap::new(width, height).ok_or(refused)?;
    pixels.fill(Color::WHITE);
    // The height is a whole number; the picture is stretched by less than a pixel to fill it.
    let upward_factor = height as f32 / size.height();
    let scale = Transform::from_scale(factor, upward_factor);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

/// How pictures are read.
pub(super) fn options() -> Options<'static> {
    let mut fonts = Database::new();
    let font = dejavu::sans::regular();
    fonts.load_font_data(font.to_vec());
    Options {
        fontdb: Arc::new(fonts),
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    }
}
