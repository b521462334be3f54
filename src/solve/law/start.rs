//! Which scenes runs begin with.

use zwang_collapse::contacts::{self, ContactError};
use zwang_scene::Scene;

/// Makes sure that a run can begin with this scene (L0 in `proofs/RUN.md`): no bodies overlap, and
/// velocities tear no pin apart. Rows keep apart what is apart, and pins keep together what moves
/// together, so that from another beginning any scheme would go on with a motion that means
/// nothing. Bodies that touch may close.
///
/// # Errors
/// [`ContactError`], which names the bodies and how deep they overlap, or the pin.
pub fn require_lawful_start(scene: &Scene) -> Result<(), ContactError> {
    match contacts::find(scene) {
        Err(ContactError::Closing(_)) | Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}
