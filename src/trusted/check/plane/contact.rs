//! The contacts and the corners of a certificate, with all that their indices name looked up.

use crate::core::cone::{Cone, Relative};
use crate::core::row::{Motions, Row};
use crate::index::{ContactId, CornerId};
use crate::plane::figure::{Body, Edge, Figure, Part, Vertex};
use crate::plane::gap::Gap;
use crate::plane::lever::row_at;
use crate::plane::rounded;
use crate::plane::separation;
use crate::plane::side::Side;
use crate::rejection::Condition::{C2, Form};
use crate::rejection::{Rejection, Result, within};
use crate::{lookup, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::iter;
use std::ops::Deref;
use std::sync::Arc;
use zwang_certificate::{self as certificate, PartId};
use zwang_exact::{Fraction, FractionVector, Rational, Vector};
use zwang_scene::Scene;

/// A contact.
pub(crate) struct Contact<'a> {
    pub index: ContactId,
    pub id: certificate::Contact,
    /// The body of the vertex and that of the edge.
    pub bodies: [&'a Body<'a>; 2],
    pub gap: LazyGap<'a>,
    /// The corner that the contact belongs to, by its index, and the side.
    pub corner: Option<(CornerId, Side)>,
    /// Its place at a seam, where there is friction.
    pub seam: Cell<Seam>,
    /// The demands of friction on the contact; computed when they are first asked for, like its
    /// gap.
    along: OnceCell<Along>,
    scene: &'a Scene,
}

/// The kind of a contact among all of its two solids at its point (`proofs/FORMAT.md`, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seam {
    /// It has friction, but others bar all that it bars.
    Hidden,
    /// The two solids are not on two sides of the line of its edge.
    Wall,
    /// They are.
    Outer,
}

/// A contact along its edge.
struct Along {
    /// The sliding acceleration t · (acceleration of the first body less that of the second); at
    /// rest, where it has no constant, s.
    slip: Row,
    /// μ.
    friction: Rational,
    /// The sign of the sliding velocity, t · (velocity of the first body less that of the second).
    sliding: Ordering,
}

/// The geometry of a contact. Its numbers may be long, so that they are computed when they are
/// first asked for: after C2, which leaves no contact but those of parts that touch.
pub(crate) struct LazyGap<'a> {
    vertex: Vertex<'a>,
    edge: Edge<'a>,
    /// The two parts.
    parts: [Part<'a>; 2],
    /// Shared with what is proved of the contact, which outlives the check.
    gap: OnceCell<Arc<Gap>>,
}

impl Deref for LazyGap<'_> {
    type Target = Arc<Gap>;

    fn deref(&self) -> &Arc<Gap> {
        let compute = || {
            Arc::new(match self.parts.iter().any(Part::is_rounded) {
                false => Gap::new(self.vertex, self.edge),
                true => rounded::gap(self.vertex, self.edge, &self.parts),
            })
        };
        self.gap.get_or_init(compute)
    }
}

/// A corner.
pub(crate) struct Corner<'a> {
    pub index: CornerId,
    pub sides: [CornerSide<'a>; 2],
    /// The two normals of the outer contacts of its solids at its point, if other contacts of these
    /// are there, too.
    pub outer: OnceCell<Option<[FractionVector; 2]>>,
}

/// One or two contacts.
pub(crate) struct CornerSide<'a> {
    pub first: &'a Contact<'a>,
    pub second: Option<&'a Contact<'a>>,
}

/// Form: contacts exist, join two bodies that are not both fixed, and are not repeated. Corners
/// list contacts that exist, and C2: no contact is in two of them.
pub(crate) fn contacts<'a>(
    figure: &'a Figure<'a>,
    listed: &[certificate::Contact],
    corners: &[certificate::Corner],
) -> Result<Vec<Contact<'a>>> {
    let mut seen = BTreeSet::new();
    let mut contacts = Vec::with_capacity(listed.len());
    for (index, id) in listed.iter().enumerate() {
        let contact = Contact::new(figure, index, *id);
        let contact = within(format_args!("contact {index}"), contact)?;
        let is_new = seen.insert(*id);
        if let Some(found) = contact.flaw(is_new) {
            let required = "each contact once, of two bodies that are not both fixed";
            return Form.refuse(contact, found, required);
        }
        contacts.push(contact);
    }
    for (index, corner) in corners.iter().enumerate() {
        let corner_id = CornerId(index);
        for side in Side::BOTH {
            let listed = side.of(&corner.sides);
            put_on_side(&mut contacts, corner_id, side, listed)?;
        }
    }
    Ok(contacts)
}

/// Notes the corner and the side at each contact that the side lists. C2: no contact is listed
/// twice.
fn put_on_side(contacts: &mut [Contact], corner: CornerId, side: Side, listed: &[usize]) -> Result {
    let count = contacts.len();
    for index in listed {
        let Some(contact) = contacts.get_mut(*index) else {
            let place = format!("corner {}", corner.0);
            let rejection = Rejection::index(place, "contact", *index, count);
            return Err(rejection);
        };
        let other = contact.corner.replace((corner, side));
        if other.is_some() {
            let found = "it in two sides of corners";
            let required = "one side of one corner";
            return C2.refuse(contact, found, required);
        }
    }
    Ok(())
}

/// Form: no friction is negative.
pub(crate) fn no_friction_is_negative(contacts: &[Contact]) -> Result {
    for contact in contacts {
        let friction = contact.friction();
        if friction.is_negative() {
            let friction = names::rational(friction);
            let found = format!("friction {friction}");
            return Form.refuse(contact, found, "at least 0");
        }
    }
    Ok(())
}

fn sliding(
    tangent: &FractionVector,
    [first, second]: [&Body; 2],
    point: &FractionVector,
) -> Ordering {
    let apart = &first.velocity_at(point) - &second.velocity_at(point);
    let velocity = tangent.dot(&apart);
    velocity.cmp(&Fraction::ZERO)
}

/// Form: corners have one or two contacts on each side.
pub(crate) fn corners<'a>(
    contacts: &'a [Contact<'a>],
    listed: &[certificate::Corner],
) -> Result<Vec<Corner<'a>>> {
    let mut corners = Vec::new();
    for (index, corner) in listed.iter().enumerate() {
        let place = format!("corner {index}");
        let [zero, one] = &corner.sides;
        let zero = CornerSide::new(contacts, &place, Side::Zero, zero)?;
        let one = CornerSide::new(contacts, &place, Side::One, one)?;
        corners.push(Corner {
            index: CornerId(index),
            sides: [zero, one],
            outer: OnceCell::new(),
        });
    }
    Ok(corners)
}

/// A way from a vertex into its part, between the two edges there.
fn way_into(part: &Part, vertex: Vertex) -> Result<Vector> {
    let [ending, starting] = part.edges_at(vertex)?;
    let before = ending.start.point - vertex.point;
    let after = starting.end.point - vertex.point;
    Ok(Vector::from(&(&before + &after)))
}

impl<'a> Contact<'a> {
    /// Ways from the point into the part of the vertex, and into that of the edge.
    pub(crate) fn ways_into_parts(&self) -> Result<[Vector; 2]> {
        let LazyGap { vertex, edge, .. } = self.gap;
        let [own, other] = &self.gap.parts;
        let mut ends = [edge.start, edge.end].into_iter();
        let met = ends.find(|end| Vector::from(end.point) == Vector::from(vertex.point));
        let into_other = match met {
            Some(end) => way_into(other, end)?,
            None => -&Vector::from(&self.gap.normal),
        };
        Ok([way_into(own, vertex)?, into_other])
    }

    fn new(figure: &'a Figure<'a>, index: usize, id: certificate::Contact) -> Result<Self> {
        let vertex = figure.vertex(id.vertex)?;
        let edge = figure.edge(id.edge)?;
        let parts = [figure.part(id.vertex.part)?, figure.part(id.edge.part)?];
        Ok(Self {
            index: ContactId(index),
            id,
            bodies: [vertex.body, edge.start.body],
            gap: LazyGap {
                vertex,
                edge,
                parts,
                gap: OnceCell::new(),
            },
            corner: None,
            seam: Cell::new(Seam::Outer),
            along: OnceCell::new(),
            scene: figure.scene,
        })
    }

    /// How its bodies move against each other under a velocity or a virtual displacement.
    pub(crate) fn velocity(&self, motions: &Motions) -> Result<Relative<'_>> {
        let across = &self.gap.row;
        let along = self.slip();
        Ok(Relative {
            rows: [across, along],
            opening: across.difference(motions)?,
            slip: along.difference(motions)?,
        })
    }

    /// The same of accelerations, given D and D times them.
    pub(crate) fn acceleration(
        &self,
        motions: &Motions,
        denominator: &BigInt,
    ) -> Result<Relative<'_>> {
        let across = &self.gap.row;
        let along = self.slip();
        Ok(Relative {
            rows: [across, along],
            opening: across.value(motions, denominator)?,
            slip: along.value(motions, denominator)?,
        })
    }

    /// Whether the contact is one of a side of this corner.
    pub(crate) fn is_of_corner(&self, corner: CornerId) -> bool {
        self.corner.is_some_and(|(index, _)| index == corner)
    }

    /// Whether a contact of a corner is at the start of its edge; `None` outside corners.
    pub(crate) fn is_at_start(&self) -> Option<bool> {
        self.corner?;
        let LazyGap { vertex, edge, .. } = &self.gap;
        let from_start = vertex.point - edge.start.point;
        Some(from_start.is_zero())
    }

    /// Whether the contact is not hidden.
    pub(crate) fn may_bear(&self) -> bool {
        self.seam.get() != Seam::Hidden
    }

    /// All forces that the contact can bear.
    pub(crate) fn wedge(&self) -> Cone<'_> {
        Cone::Wedge(self.friction())
    }

    /// The row of the sliding acceleration.
    pub(crate) fn slip(&self) -> &Row {
        &self.along().slip
    }

    /// μ: 0 if the contact is hidden.
    pub(crate) fn friction(&self) -> &Rational {
        &self.along().friction
    }

    /// The friction of its two bodies.
    pub(crate) fn friction_of_bodies(&self) -> Rational {
        let [first, second] = self.bodies;
        self.scene.friction.between(first.index, second.index)
    }

    /// Whether its two bodies have friction.
    pub(crate) fn is_rough(&self) -> bool {
        self.friction_of_bodies().is_positive()
    }

    /// The sign of the sliding velocity.
    pub(crate) fn sliding(&self) -> Ordering {
        self.along().sliding
    }

    fn along(&self) -> &Along {
        self.along.get_or_init(|| {
            let [first, second] = self.bodies;
            let tangent = self.gap.normal.quarter_turn();
            let point = &self.gap.point;
            Along {
                slip: row_at(first, Some(second), point, &tangent, Fraction::ZERO),
                friction: match self.may_bear() {
                    true => self.friction_of_bodies(),
                    false => Rational::zero(),
                },
                sliding: sliding(&tangent, [first, second], point),
            }
        })
    }

    /// The flaw of the contact.
    fn flaw(&self, is_new: bool) -> Option<&'static str> {
        let [first, second] = self.bodies;
        if !is_new {
            Some("a repetition")
        } else if first.index == second.index {
            Some("one body")
        } else if first.is_fixed() && second.is_fixed() {
            Some("two fixed bodies")
        } else {
            None
        }
    }
}

impl<'a> Corner<'a> {
    /// The contacts of both sides.
    pub(crate) fn contacts(&self) -> impl Iterator<Item = &'a Contact<'a>> {
        self.sides.iter().flat_map(CornerSide::contacts)
    }

    /// Those of them that are not hidden.
    pub(crate) fn bearing(&self) -> Vec<&'a Contact<'a>> {
        let mut bearing = Vec::new();
        for contact in self.contacts() {
            if contact.may_bear() {
                bearing.push(contact);
            }
        }
        bearing
    }

    /// The first contact of each side that is not hidden; `None` if there is none on one of them.
    pub(crate) fn first_of_sides(&self) -> Option<[&'a Contact<'a>; 2]> {
        let [zero, one] = self.sides.each_ref().map(|side| {
            let mut contacts = side.contacts();
            contacts.find(|contact| contact.may_bear())
        });
        Some([zero?, one?])
    }

    /// Whether each side has an outer contact, so that one normal bears the force of the corner.
    pub(crate) fn is_two_sided(&self) -> bool {
        let mut sides = self.sides.iter();
        sides.all(|side| side.first.seam.get() == Seam::Outer)
    }

    /// Whether the corner, which has friction, yields: all of its contacts that are not hidden, and
    /// all of one side.
    pub(crate) fn yields(
        &self,
        contact_yields: impl Fn(&'a Contact<'a>) -> Result<bool>,
    ) -> Result<bool> {
        let mut has_side = false;
        for side in &self.sides {
            let mut side_yields = true;
            for contact in side.contacts() {
                let yields = contact_yields(contact)?;
                if !yields && contact.may_bear() {
                    return Ok(false);
                }
                side_yields &= yields;
            }
            has_side |= side_yields;
        }
        Ok(has_side)
    }

    /// The friction of its two bodies, and so of all of its contacts that are not hidden.
    pub(crate) fn friction(&self) -> Rational {
        self.first().friction_of_bodies()
    }

    /// The contact that is listed first.
    pub(crate) fn first(&self) -> &'a Contact<'a> {
        let [zero, _] = &self.sides;
        zero.first
    }

    /// The smaller and the larger of the two parts.
    pub(crate) fn parts(&self) -> [PartId; 2] {
        let contact = self.first().id;
        let mut parts = [contact.vertex.part, contact.edge.part];
        parts.sort();
        parts
    }
}

impl<'a> CornerSide<'a> {
    fn new(contacts: &'a [Contact<'a>], place: &str, side: Side, listed: &[usize]) -> Result<Self> {
        match *listed {
            [first] => {
                let first = lookup::entry(contacts, place, "contact", first)?;
                let second = None;
                Ok(Self { first, second })
            }
            [first, second] => {
                let first = lookup::entry(contacts, place, "contact", first)?;
                let second = lookup::entry(contacts, place, "contact", second)?;
                let second = Some(second);
                Ok(Self { first, second })
            }
            _ => {
                let count = listed.len();
                let side = side.number();
                let found = format!("{count} contacts on side {side}");
                Form.refuse(place, found, "one or two")
            }
        }
    }

    /// The contacts as the certificate spells them.
    pub(crate) fn ids(&self) -> Vec<certificate::Contact> {
        let mut ids = Vec::new();
        for contact in self.contacts() {
            ids.push(contact.id);
        }
        ids
    }

    pub(crate) fn contacts(&self) -> impl Iterator<Item = &'a Contact<'a>> + use<'a> {
        let first = iter::once(self.first);
        first.chain(self.second)
    }
}

impl Display for Contact<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let touch = names::touch(self.scene, &self.id);
        let index = self.index.0;
        write!(formatter, "contact {index} ({touch})")
    }
}

impl Display for Corner<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let scene = self.first().scene;
        let [smaller, larger] = self.parts();
        let pair = separation::pair(scene, smaller, larger);
        let index = self.index.0;
        write!(formatter, "corner {index} ({pair})")
    }
}
