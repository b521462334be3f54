//! What is imposed on the bodies of a group, with the forces that keep it: one theorem for
//! displacements (R3 to R5) and for velocities at impacts (R9).
//!
//! If forces φ ≥ 0 give, by Newton's law, a motion under which every imposed value is ≥ 0 and 0
//! where φ > 0, and pins hold, then that motion is the unique minimiser of the restraint.

use super::form::Form;
use super::pin::PinForm;
use super::response::{Load, Response};
use super::stage::Stage;
use super::value::Value;
use crate::rejection::Condition::{self, R3, R4, R5, R9};
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_certificate::Contact;
use zwang_scene::PinId;

/// An imposed row or side.
pub(super) struct RowConstraint<'a> {
    pub row: Contact,
    pub form: &'a Form,
    pub target: &'a Value,
    pub force: Option<&'a BigInt>,
}

/// A pin.
pub(super) struct PinConstraint<'a> {
    pub pin: PinId,
    pub form: &'a PinForm,
    pub forces: Option<&'a [BigInt; 2]>,
}

/// All of a group.
pub(super) struct Constraints<'a> {
    pub rows: Vec<RowConstraint<'a>>,
    pub pins: Vec<PinConstraint<'a>>,
    pub wording: &'static Wording,
}

/// The conditions that are tested, and what values are called.
pub(super) struct Wording {
    no_pull: Condition,
    no_penetration: Condition,
    no_force_across: Condition,
    value: &'static str,
    pin: &'static str,
}

/// Displacements in a step.
pub(super) const STEP: Wording = Wording {
    no_pull: R3,
    no_penetration: R4,
    no_force_across: R5,
    value: "value",
    pin: "distance",
};

/// Velocities at an impact.
pub(super) const IMPACT: Wording = Wording {
    no_pull: R9,
    no_penetration: R9,
    no_force_across: R9,
    value: "gap velocity, beyond that required,",
    pin: "relative velocity",
};

impl Constraints<'_> {
    /// All forces with their forms.
    pub(super) fn loads(&self) -> Vec<Load<'_>> {
        let rows = self.rows.iter();
        let rows = rows.filter_map(|row| {
            Some(Load {
                form: row.form,
                target: row.target,
                force: row.force?,
            })
        });
        let pins = self
            .pins
            .iter()
            .filter_map(|pin| Some((pin.form, pin.forces?)));
        let pins = pins.flat_map(|(pin, forces)| {
            let forms = pin.forms.iter().zip(&pin.targets).zip(forces);
            forms.map(|((form, target), force)| Load {
                form,
                target,
                force,
            })
        });
        rows.chain(pins).collect()
    }

    /// R3: no contact pulls.
    pub(super) fn no_contact_pulls(
        &self,
        stage: &Stage,
        denominator: &BigInt,
    ) -> Result<(), Rejection> {
        let forces = self
            .rows
            .iter()
            .filter_map(|row| Some((row.row, row.force?)));
        match forces.into_iter().find(|(_, force)| force.is_negative()) {
            None => Ok(()),
            Some((row, force)) => {
                let found = format!("force {}", names::fraction(force, denominator));
                Err(Rejection::new(
                    self.wording.no_pull,
                    names::touch(&stage.plan.scene, &row),
                    found,
                    "at least 0",
                ))
            }
        }
    }

    /// R4 and R5: nothing penetrates, no force across a gap. Returns what the forces change.
    pub(super) fn are_optimal(
        &self,
        stage: &Stage,
        denominator: &BigInt,
    ) -> Result<Response, Rejection> {
        let response = Response::new(stage, &self.loads(), denominator);
        for row in &self.rows {
            let value = response.value(row.form, row.target);
            let force = row
                .force
                .filter(|force| !force.is_zero() && !value.number.is_zero());
            if value.number.is_negative() || force.is_some() {
                return Err(self.refused(stage, row, &value, force, denominator));
            }
        }
        for pin in &self.pins {
            for ((form, target), axis) in
                pin.form.forms.iter().zip(&pin.form.targets).zip(["x", "y"])
            {
                let value = response.value(form, target);
                if !value.number.is_zero() {
                    let found = format!(
                        "{} {} along {axis}",
                        self.wording.pin,
                        value.shown(denominator)
                    );
                    let place = names::pin(&stage.plan.scene, pin.pin);
                    return Err(Rejection::new(
                        self.wording.no_penetration,
                        place,
                        found,
                        "0",
                    ));
                }
            }
        }
        Ok(response)
    }

    /// What is wrong with the value of a row.
    fn refused(
        &self,
        stage: &Stage,
        row: &RowConstraint,
        value: &Value,
        force: Option<&BigInt>,
        denominator: &BigInt,
    ) -> Rejection {
        let place = names::touch(&stage.plan.scene, &row.row);
        let shown = format!("{} {}", self.wording.value, value.shown(denominator));
        match force {
            Some(force) if value.number.is_positive() => {
                let found = format!("force {} with {shown}", names::fraction(force, denominator));
                Rejection::new(self.wording.no_force_across, place, found, "force 0")
            }
            _ => Rejection::new(self.wording.no_penetration, place, shown, "at least 0"),
        }
    }
}

/// The entry of an ascending list with this key.
pub(super) fn entry<T>(list: &[(usize, T)], key: usize) -> Option<&T> {
    let found = list.binary_search_by_key(&key, |(key, _)| *key).ok()?;
    list.get(found).map(|(_, entry)| entry)
}

/// R2: a list names only what is there, ascending.
pub(super) fn listed<T: Ord + std::fmt::Debug>(
    key: &str,
    list: &[T],
    there: &[T],
) -> Result<(), Rejection> {
    let refused = |entry: &T, required: &str| {
        Err(Rejection::new(
            Condition::R2,
            format!("`{key}`"),
            format!("{entry:?}"),
            required,
        ))
    };
    if let Some(entry) = list
        .iter()
        .find(|entry| there.binary_search(entry).is_err())
    {
        return refused(entry, "only what the case imposes");
    }
    match list
        .iter()
        .zip(list.iter().skip(1))
        .find(|(first, second)| first >= second)
    {
        Some((_, entry)) => refused(entry, "an ascending list without repetitions"),
        None => Ok(()),
    }
}

/// R2: forces that are 0 are left out.
pub(super) fn no_force_is_zero<'a>(
    mut rows: impl Iterator<Item = &'a BigInt>,
    pins: &[(PinId, [BigInt; 2])],
) -> Result<(), Rejection> {
    let is_no_pin_force = |(_, force): &(PinId, [BigInt; 2])| force.iter().all(Zero::is_zero);
    if !rows.any(Zero::is_zero) && !pins.iter().any(is_no_pin_force) {
        return Ok(());
    }
    let required = "only forces other than 0";
    Err(Rejection::new(
        Condition::R2,
        "the forces",
        "a force 0",
        required,
    ))
}

/// R2: denominators are positive.
pub(super) fn is_positive(denominator: &BigInt) -> Result<(), Rejection> {
    if denominator.is_positive() {
        return Ok(());
    }
    Err(Rejection::new(
        Condition::R2,
        "`denominator`",
        names::integer(denominator),
        "above 0",
    ))
}
