//! Checked answers, for people and for programs: text, JSON and pictures.
//!
//! Every function here takes a [`zwang_check::Verified`], which only the checker can make, so that
//! an unchecked answer cannot be shown; what is told of several answers at once ([`Varied`]) is put
//! together by `answer`, from such ones, and [`event`] finds in steps when contacts change. Numbers
//! in text and JSON are the exact fractions; a decimal beside a fraction is rounded correctly from
//! it ([`decimal`]). Floating-point numbers place things on the page of a picture ([`draw`]) and
//! nothing else. Only a [`plot`] of measurements shows no answer, and
//! [`draw::resting_svg`] one that is not certified, and says so.
//!
//! A contact is told to people with the body that comes later in the file first: its normal points
//! from the second body into the first, and its force acts on the first. So both ends of a flush
//! contact read alike, whichever body owns the vertex there.
//!
//! Features, all on by default: `png` for pictures as pixels, `film` for films of runs as pages,
//! `animation` for films as animated pictures.

pub mod draw;
pub mod event;
#[cfg(feature = "film")]
pub mod film;
pub mod json;
pub mod plot;
pub mod report;
pub mod run;
pub mod told;

mod bars;
mod beside;
mod limit;
mod margin;
mod margin_in_space;
mod mechanism;
mod names;
mod outcome;
mod quantity;
mod rows;
mod shown;
mod svg;
mod symmetry;
mod table;

pub use beside::{
    AlmostTouching, BalancedOn, Beside, ConeInSpace, FindHeldIndeterminate, FrictionFindings,
    Indeterminate, LimitInSpace, MeasureInSpace, SlidingLimit, Varied, VariedEnds, VariedValue,
};
pub use draw::DrawOptions;
pub use limit::Limit;
pub use margin::{Margin, MarginEnd, MarginRow};
pub use margin_in_space::{MarginBracket, MarginInSpace, MarginLimit, SIDES};
pub use report::{Detail, ReportOptions};
pub use symmetry::{SymmetryKind, SymmetryLine};
pub use zwang_decimal as decimal;

/// Why an answer cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutputError {
    /// Stability is a question about a scene at rest.
    #[error(
        "body `{0}` has a velocity or a spin; expected a scene at rest to ask whether it stands"
    )]
    NotAtRest(String),
    /// The text given for rasterising is no SVG.
    #[cfg(feature = "png")]
    #[error("the picture is not readable as SVG: {0}")]
    Svg(String),
    /// A picture of this size in pixels cannot be made.
    #[cfg(feature = "png")]
    #[error(
        "a picture of {width} x {height} pixels; \
         expected a width of 1 to {MAX_WIDTH} and at most {MAX_PIXELS} pixels in all",
        MAX_WIDTH = draw::MAX_WIDTH,
        MAX_PIXELS = draw::MAX_PIXELS
    )]
    Size {
        /// Asked-for width, pixels.
        width: u32,
        /// Height that follows, pixels.
        height: u32,
    },
    /// The page could not be written as PDF.
    #[cfg(feature = "png")]
    #[error("the picture could not be written as PDF: {0}")]
    Pdf(String),
    /// The image could not be written as PNG.
    #[cfg(feature = "png")]
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
    /// The film could not be written as GIF.
    #[cfg(feature = "animation")]
    #[error("the film could not be written as GIF: {0}")]
    Gif(String),
}
