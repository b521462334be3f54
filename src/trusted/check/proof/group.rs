//! The scene as the certificate divides it: for each group its bodies, the constraints that every
//! case imposes, and what its cases may decide.

use crate::core::division::Division;
use crate::core::newton::{Member, Members};
use crate::core::row::Row;
use crate::index::{ContactId, CornerId};
use crate::plane::contact::{Contact, Corner};
use crate::plane::figure::Figure;
use crate::plane::lever::names_of_forces;
use crate::plane::pin::{Pin, Pins};
use crate::plane::velocity::{CornerState, SettledCorner};
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_exact::Fraction;
use zwang_scene::BodyId;

/// The demand on groups.
const IN_ONE_GROUP: &str = "each free body in exactly one group";

/// The contacts that a group or a case imposes.
pub(crate) type Imposed<'a> = BTreeMap<ContactId, &'a Contact<'a>>;

/// A group and what touches it.
pub(crate) struct Group<'a> {
    pub index: usize,
    /// Its bodies, in the order of the certificate.
    pub bodies: Vec<BodyId>,
    pub members: Members,
    /// Contacts imposed in every case: resting ones, and those of forced sides.
    pub imposed: Imposed<'a>,
    /// Undecided corners.
    pub undecided: BTreeMap<CornerId, &'a Corner<'a>>,
    /// Its pins.
    pub pins: Pins<'a>,
}

/// All groups, given the bodies of each. Form: every free body is in exactly one group, and what is
/// imposed acts within one.
pub(crate) fn groups<'a>(
    figure: &'a Figure<'a>,
    entries: Vec<Vec<BodyId>>,
    contacts: &'a [Contact<'a>],
    corners: &[SettledCorner<'a>],
    pins: &'a [Pin<'a>],
) -> Result<Vec<Group<'a>>> {
    let mut division = divided(figure, entries)?;
    for contact in contacts {
        if contact.corner.is_none() && contact.gap.velocity.is_zero() {
            impose(&mut division, contact)?;
        }
    }
    for SettledCorner { corner, state } in corners {
        match state {
            CornerState::Open => {}
            CornerState::Forced(side) => {
                for contact in side.of(&corner.sides).contacts() {
                    impose(&mut division, contact)?;
                }
            }
            CornerState::Undecided => {
                let row = &corner.first().gap.row;
                let group = group_of(&mut division, row, *corner)?;
                group.undecided.insert(corner.index, corner);
            }
        }
    }
    for pin in pins {
        let [row, _] = &pin.rows;
        let group = group_of(&mut division, row, pin)?;
        group.pins.insert(pin.index, pin);
    }
    Ok(division.groups)
}

/// The groups with their bodies.
fn divided<'a>(figure: &'a Figure<'a>, entries: Vec<Vec<BodyId>>) -> Result<Division<Group<'a>>> {
    let mut division = Division::new();
    for (index, bodies) in entries.into_iter().enumerate() {
        let place = format!("group {index}");
        let mut members = Members::new();
        for &body in &bodies {
            let member = member(figure, body, &place)?;
            if division.put(body, index).is_some() {
                let found = format!("{}, a second time", member.name);
                return Form.refuse(place, found, IN_ONE_GROUP);
            }
            members.insert(body, member);
        }
        division.groups.push(Group {
            index,
            bodies,
            members,
            imposed: Imposed::new(),
            undecided: BTreeMap::new(),
            pins: Pins::new(),
        });
    }
    for body in figure.bodies() {
        if !body.is_fixed() && !division.has(body.index) {
            let name = body.name();
            return Form.refuse(name, "no group", IN_ONE_GROUP);
        }
    }
    Ok(division)
}

/// The one group whose bodies a row joins; the row is that of the thing named.
fn group_of<'d, 'a>(
    division: &'d mut Division<Group<'a>>,
    row: &Row,
    name: &impl fmt::Display,
) -> Result<&'d mut Group<'a>> {
    division.joined(row.bodies, Form, || name.to_string())
}

/// Every case of the group of a contact imposes it.
fn impose<'a>(division: &mut Division<Group<'a>>, contact: &'a Contact<'a>) -> Result {
    let group = group_of(division, &contact.gap.row, contact)?;
    group.imposed.insert(contact.index, contact);
    Ok(())
}

fn member(figure: &Figure, body: BodyId, place: &str) -> Result<Member> {
    let body = within(place, figure.body(body))?;
    let name = body.name();
    let Some(free) = &body.free else {
        let found = format!("{name}, which is fixed");
        return Form.refuse(place, found, IN_ONE_GROUP);
    };
    let mass = Fraction::from(&free.dynamics.mass);
    let inertia = Fraction::from(&free.dynamics.inertia);
    Ok(Member {
        name,
        masses: vec![mass.clone(), mass, inertia],
        products: vec![],
        fall: free.fall.to_vec(),
        names: names_of_forces(),
    })
}

impl<'a> Group<'a> {
    /// Form: what every case imposes, times the number of cases, is at most 2^22 and 16 for each
    /// entry of their lists. A short file could ask for long work otherwise.
    pub(crate) fn work_is_bounded(&self, cases: usize, entries: usize) -> Result {
        let imposed = self.imposed.len().saturating_add(self.undecided.len());
        let rows = imposed.saturating_add(self.pins.len());
        let work = rows.saturating_mul(cases);
        let most = entries.saturating_mul(16).saturating_add(1 << 22);
        if work > most {
            let found = format!("{cases} cases of {rows} contacts, corners and pins");
            let required = "a product of at most 2^22 and 16 for each entry of their lists";
            return Form.exceed(self, found, required);
        }
        Ok(())
    }

    /// The undecided corners that have friction.
    pub(crate) fn rough_corners(&self) -> Vec<&'a Corner<'a>> {
        let mut corners = Vec::new();
        for &corner in self.undecided.values() {
            // All contacts of a corner join the same two bodies.
            if corner.first().is_rough() {
                corners.push(corner);
            }
        }
        corners
    }

    /// Whether a row acts on a body of the group.
    pub(crate) fn is_touched_by(&self, row: &Row) -> bool {
        for body in row.bodies.into_iter().flatten() {
            if self.members.contains_key(&body) {
                return true;
            }
        }
        false
    }
}

impl fmt::Display for Group<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "group {}", self.index)
    }
}
