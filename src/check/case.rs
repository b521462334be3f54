//! One case of one group: its imposed contacts, its motion and its forces.

use crate::model::Model;
use crate::row::{Row, Triple};
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::One;
use zwang_certificate::{Case, Certificate, Group};
use zwang_scene::BodyId;

pub(crate) struct CaseView<'a> {
    pub model: &'a Model<'a>,
    pub case: &'a Case,
    /// The bodies of the group.
    pub bodies: &'a [BodyId],
    /// D, or 1 for an impossible case.
    pub denominator: BigInt,
    pub group: usize,
    index: usize,
}

pub(crate) fn group(certificate: &Certificate, group: usize) -> Result<&Group, Rejection> {
    let count = certificate.groups.len();
    certificate
        .groups
        .get(group)
        .ok_or_else(|| Rejection::index("certificate", "group", group, count))
}

impl<'a> CaseView<'a> {
    pub(crate) fn new(model: &'a Model<'a>, group: usize, index: usize) -> Result<Self, Rejection> {
        let entry = self::group(model.certificate, group)?;
        let missing =
            || Rejection::index(format!("group {group}"), "case", index, entry.cases.len());
        let case = entry.cases.get(index).ok_or_else(missing)?;
        let denominator = case
            .motion
            .as_ref()
            .map_or_else(BigInt::one, |motion| motion.denominator.clone());
        Ok(Self {
            model,
            case,
            bodies: &entry.bodies,
            denominator,
            group,
            index,
        })
    }

    /// The constraints of every case, and the contacts of the sides that this case fixes.
    pub(crate) fn imposed(&self) -> Result<impl Iterator<Item = usize>, Rejection> {
        let corners = self.model.certificate.corners.as_slice();
        let sides = self
            .case
            .sides
            .iter()
            .filter_map(|(corner, side)| corners.get(*corner)?.sides.get(*side));
        Ok(self
            .model
            .system(self.group)?
            .imposed
            .iter()
            .chain(sides.flatten())
            .copied())
    }

    /// Whether a contact is one of those; answered without going through them.
    pub(crate) fn imposes(&self, contact: usize) -> Result<bool, Rejection> {
        let side = self.model.memberships.get(contact).copied().flatten();
        let is_fixed = side.is_some_and(|side| self.case.sides.binary_search(&side).is_ok());
        Ok(is_fixed
            || self
                .model
                .system(self.group)?
                .imposed
                .binary_search(&contact)
                .is_ok())
    }

    pub(crate) fn place(&self) -> String {
        format!("group {}, case {}", self.group, self.index)
    }

    pub(crate) fn contact(&self, contact: usize) -> String {
        format!(
            "{}, {}",
            self.place(),
            names::contact(self.model.scene, self.model.certificate, contact)
        )
    }

    pub(crate) fn pin(&self, pin: usize) -> String {
        format!("{}, {}", self.place(), names::pin(self.model.scene, pin))
    }

    /// The place of a body in the group, if it is in the group.
    pub(crate) fn position(&self, body: Option<BodyId>) -> Option<usize> {
        self.model
            .member(body?)
            .filter(|member| member.group == self.group)
            .map(|member| member.position)
    }

    /// scale · D · gap acceleration of any contact.
    pub(crate) fn gap_acceleration(&self, contact: usize) -> Result<BigInt, Rejection> {
        Ok(self.acceleration(&self.model.gap(contact)?.row))
    }

    /// scale · D · value of a row under the motion of the case, or under none.
    pub(crate) fn acceleration(&self, row: &Row) -> BigInt {
        let motion = self
            .case
            .motion
            .as_ref()
            .map(|motion| motion.accelerations.as_slice());
        let [first, second] = self.of_both(row, motion.unwrap_or_default());
        row.value(first, second, &self.denominator)
    }

    /// The entries of a list over the group that belong to the two bodies of a row.
    pub(crate) fn of_both<'b>(&self, row: &Row, list: &'b [Triple]) -> [Option<&'b Triple>; 2] {
        [Some(row.first), row.second].map(|body| list.get(self.position(body)?))
    }

    /// D φ of a contact, if it is listed.
    pub(crate) fn force(&self, contact: usize) -> Option<&'a BigInt> {
        let position = self
            .case
            .forces
            .binary_search_by_key(&contact, |(contact, _)| *contact)
            .ok()?;
        self.case.forces.get(position).map(|(_, force)| force)
    }

    /// All forces of the case, times D, with the rows along which they act.
    pub(crate) fn loads(&self) -> Result<Vec<(&'a Row, &'a BigInt)>, Rejection> {
        let mut loads = Vec::new();
        for (contact, force) in &self.case.forces {
            loads.push((&self.model.gap(*contact)?.row, force));
        }
        for (pin, forces) in &self.case.pins {
            loads.extend(self.model.pin(*pin)?.iter().zip(forces));
        }
        Ok(loads)
    }
}
