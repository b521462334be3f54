//! R0 of state 0: bodies do not overlap, unless they ignore each other, and pins hold
//! (`proofs/RUN.md`, section 6).
//!
//! Rows keep bodies apart that are apart, and pins keep points together that move together. A run
//! that begins otherwise proves nothing: between two crossed bars no row ever arises. Bodies that
//! touch may close, since the first step resolves that impact.

use crate::figure::Figure;
use crate::rejection::Condition::R0;
use crate::{Result, overlap, pin, separation};

/// R0 of state 0.
pub(super) fn state_is_lawful(figure: &Figure) -> Result {
    if let Some((first, second)) = overlap::overlapping_parts(figure) {
        let pair = separation::pair(figure.scene, first.id, second.id);
        let place = format!("state 0: {pair}");
        let required = "an edge that separates them";
        return R0.refuse(place, "an overlap", required);
    }
    let pins = pin::pins(figure)?;
    pin::pins_move_together(&pins, R0).map_err(|rejection| rejection.within("state 0"))
}
