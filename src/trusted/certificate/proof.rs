//! Proofs of any format, read by what they say of it.

use crate::text::{FormatError, Object, excerpt};
use crate::{Proof, friction, motion, ranges, space, statics, threshold};
use serde::Deserialize;

/// The statement of a file about its own format; all else is left alone.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Reads a proof of any format.
///
/// # Errors
/// [`FormatError`] if the text is of none; the contents are not judged.
pub fn read_proof(text: &str) -> Result<Proof, FormatError> {
    let Object(head): Object<Head> = serde_json::from_str(text)?;
    match head.format.as_str() {
        motion::FORMAT => motion::read(text).map(Proof::Motion),
        statics::FORMAT => statics::read(text).map(Proof::Statics),
        ranges::FORMAT => ranges::read(text).map(Proof::Ranges),
        ranges::MOVING => ranges::read_moving(text).map(Proof::Ranges),
        threshold::FORMAT => {
            let threshold = threshold::read(text)?;
            Ok(Proof::Threshold(Box::new(threshold)))
        }
        friction::FORMAT => friction::read(text).map(Proof::Friction),
        space::STATICS => {
            let statics = space::read_statics(text)?;
            Ok(Proof::Space(space::Proof::Statics(statics)))
        }
        space::OPTIMUM => {
            let optimum = space::read_optimum(text)?;
            Ok(Proof::Space(space::Proof::Optimum(optimum)))
        }
        space::THRESHOLD => {
            let threshold = space::read_threshold(text)?;
            Ok(Proof::Space(space::Proof::Threshold(threshold)))
        }
        space::RANGES => {
            let ranges = space::read_ranges(text)?;
            Ok(Proof::Space(space::Proof::Ranges(ranges)))
        }
        space::COULOMB => {
            let coulomb = space::read_coulomb(text)?;
            Ok(Proof::Space(space::Proof::Coulomb(coulomb)))
        }
        _ => Err(FormatError::Format {
            found: excerpt(&head.format),
            expected: format!(
                "`{}`, `{}`, `{}`, `{}`, `{}`, `{}`, `{}`, `{}`, `{}`, `{}` or `{}`",
                motion::FORMAT,
                statics::FORMAT,
                ranges::FORMAT,
                ranges::MOVING,
                threshold::FORMAT,
                friction::FORMAT,
                space::STATICS,
                space::OPTIMUM,
                space::THRESHOLD,
                space::RANGES,
                space::COULOMB
            ),
        }),
    }
}
