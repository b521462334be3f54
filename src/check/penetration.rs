//! C6: nothing penetrates, or nothing can help it.

use crate::case::CaseView;
use crate::rejection::Condition::C6;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_exact::Integer;

/// C6, of an optimal or an impossible case. Returns, ascending, the imposed contacts that an
/// optimal case keeps closed: those with gap acceleration 0.
pub(crate) fn nothing_penetrates(case: &CaseView) -> Result<Vec<usize>, Rejection> {
    let mut closed = Vec::new();
    if case.case.motion.is_none() {
        return no_motion_is_possible(case).map(|()| closed);
    }
    for contact in case.imposed()? {
        let acceleration = case.gap_acceleration(contact)?;
        if acceleration.is_negative() {
            let scale = &case.model.gap(contact)?.row.scale * &case.denominator;
            let found = format!(
                "gap acceleration {}",
                names::fraction(&acceleration, &scale)
            );
            return Err(Rejection::new(
                C6,
                case.contact(contact),
                found,
                "at least 0",
            ));
        }
        if acceleration.is_zero() {
            closed.push(contact);
        }
    }
    closed.sort_unstable();
    for &pin in &case.model.system(case.group)?.pins {
        for (row, axis) in case.model.pin(pin)?.iter().zip(["x", "y"]) {
            let difference = case.acceleration(row);
            if !difference.is_zero() {
                let difference = names::fraction(&difference, &(&row.scale * &case.denominator));
                return Err(Rejection::new(
                    C6,
                    case.pin(pin),
                    format!("relative acceleration {difference} along {axis}"),
                    "0",
                ));
            }
        }
    }
    Ok(closed)
}

/// The forces cancel (C4), so Σ φ · (gap acceleration) + Σ f · (difference of accelerations) is the
/// same number for every motion. Where motions that satisfy the case make it ≥ 0, a negative number
/// leaves none.
fn no_motion_is_possible(case: &CaseView) -> Result<(), Rejection> {
    let loads = case.loads()?;
    let scale = loads
        .iter()
        .fold(Integer::ONE, |scale, (row, _)| scale.lcm(&row.scale));
    let terms = loads.iter().filter(|(row, _)| !row.constant.is_zero());
    let work: BigInt = terms
        .map(|(row, force)| &row.constant * (&scale / &row.scale) * *force)
        .sum();
    if work.is_negative() {
        return Ok(());
    }
    let found = format!(
        "sum of force times acceleration {}",
        names::fraction(&work, &scale.to_bigint())
    );
    Err(Rejection::new(
        C6,
        case.place(),
        found,
        "below 0, to be impossible",
    ))
}
