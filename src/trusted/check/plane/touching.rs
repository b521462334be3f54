//! C2: contacts are complete.
//!
//! Two parts on different sides of a line touch in the intersection of two intervals of that line:
//! nothing, a point, or a segment. With p, q the edge of the one part and d = q - p, a point w of
//! the line is known by d·(w - p), which is 0 at p and d·d at q.

use crate::names;
use crate::plane::contact::{Contact, Corner, CornerSide};
use crate::plane::corner;
use crate::plane::figure::{Edge, Figure, Part, Vertex};
use crate::plane::separation::{SeparatingLine, Separations, are_one_solid};
use crate::rejection::Condition::C2;
use crate::rejection::Result;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::{self as certificate, Feature};
use zwang_exact::{Fraction, FractionVector};
use zwang_scene::Scene;

/// How two parts touch, and the contacts that this asks for.
enum Touching<'a> {
    Nowhere,
    /// A vertex inside an edge.
    Inside(certificate::Contact),
    /// Along a segment.
    Segment([End<'a>; 2]),
    /// A vertex of the edge's part at a vertex of the other part.
    Corner(Vertex<'a>, Vertex<'a>),
}

/// An end of a touching segment: one possible contact, or two where both parts have a vertex.
struct End<'a> {
    point: &'a FractionVector,
    contacts: Vec<certificate::Contact>,
}

/// A vertex on the line, and d·(w - p).
struct Place<'a> {
    vertex: Vertex<'a>,
    at: Fraction,
}

impl<'a> Place<'a> {
    /// The place of a vertex on the line of an edge, given q - p.
    fn new(vertex: Vertex<'a>, edge: Edge, direction: &FractionVector) -> Self {
        let from_start = vertex.point - edge.start.point;
        Self {
            vertex,
            at: direction.dot(&from_start),
        }
    }
}

/// C2: each contact is the end of one touching set or belongs to one side of one corner, and each
/// is listed once.
pub(crate) fn contacts_are_complete(
    figure: &Figure,
    contacts: &[Contact],
    corners: &[Corner],
    separations: &Separations,
) -> Result {
    let mut list = List::new(figure.scene, contacts, corners);
    for vector in &separations.vectors {
        if may_touch(figure, &vector.parts) {
            for contact in vector.contacts()? {
                list.take_contact(&[contact])?;
            }
        }
    }
    for line in &separations.lines {
        if !may_touch(figure, &line.parts) {
            continue;
        }
        match touching_set(line) {
            Touching::Nowhere => {}
            Touching::Inside(contact) => {
                list.take_contact(&[contact])?;
            }
            Touching::Segment([start, end]) => {
                list.take_end(&start, end.point)?;
                list.take_end(&end, start.point)?;
            }
            Touching::Corner(own, other) => {
                let [first, _] = line.parts;
                let vertices = match own.id.part == first.id {
                    true => [own, other],
                    false => [other, own],
                };
                let sides = corner::sides(line.parts, vertices)?;
                list.take_corner(&sides)?;
            }
        }
    }
    list.nothing_is_left()
}

/// Whether two parts may have contacts: bodies have none with themselves, fixed ones none with each
/// other, and bodies that ignore each other have none.
fn may_touch(figure: &Figure, parts: &[Part; 2]) -> bool {
    let [first, second] = parts.map(|part| part.body);
    !are_one_solid(first, second) && !figure.ignore_each_other(first, second)
}

/// The intersection of the edge with what the other part has on its line.
fn touching_set<'a>(line: &SeparatingLine<'a>) -> Touching<'a> {
    let edge = line.edge;
    let direction = edge.end.point - edge.start.point;
    let mut others = Vec::new();
    for vertex in &line.vertices {
        others.push(Place::new(*vertex, edge, &direction));
    }
    others.sort_by(|one, two| one.at.cmp(&two.at));
    let low = others.first();
    let high = others.last();
    let (Some(low), Some(high)) = (low, high) else {
        return Touching::Nowhere;
    };
    let start = Place::new(edge.start, edge, &direction);
    let end = Place::new(edge.end, edge, &direction);
    let owns = [start, end];
    let [start, end] = &owns;
    let from = if low.at > start.at { low } else { start };
    let to = if high.at < end.at { high } else { end };
    match from.at.cmp(&to.at) {
        Ordering::Greater => Touching::Nowhere,
        Ordering::Less => {
            let others = [low, high];
            let start = End::new(from, edge, &owns, others);
            let end = End::new(to, edge, &owns, others);
            Touching::Segment([start, end])
        }
        Ordering::Equal => {
            let other = if low.at == from.at { low } else { high };
            for own in &owns {
                if own.at == from.at {
                    return Touching::Corner(own.vertex, other.vertex);
                }
            }
            let contact = contact(other.vertex.id, edge.id);
            Touching::Inside(contact)
        }
    }
}

impl<'a> End<'a> {
    /// One end of a touching segment, with the possible contacts there.
    fn new(end: &Place<'a>, edge: Edge, owns: &[Place; 2], others: [&Place; 2]) -> Self {
        let [_, high] = others;
        let mut contacts = Vec::new();
        for own in owns {
            if own.at == end.at {
                // The other part's edge on this line runs the other way, so it starts at its higher
                // vertex.
                let contact = contact(own.vertex.id, high.vertex.id);
                contacts.push(contact);
            }
        }
        for other in others {
            if other.at == end.at {
                let contact = contact(other.vertex.id, edge.id);
                contacts.push(contact);
            }
        }
        let point = end.vertex.point;
        Self { point, contacts }
    }
}

fn contact(vertex: Feature, edge: Feature) -> certificate::Contact {
    certificate::Contact { vertex, edge }
}

/// The listed contacts and corners that have not been accounted for.
struct List<'a> {
    scene: &'a Scene,
    /// Contacts outside corners.
    contacts: BTreeMap<certificate::Contact, &'a Contact<'a>>,
    /// The corners of all contacts that are in corners.
    corners: BTreeMap<certificate::Contact, &'a Corner<'a>>,
}

impl<'a> List<'a> {
    fn new(scene: &'a Scene, contacts: &'a [Contact<'a>], corners: &'a [Corner<'a>]) -> Self {
        let mut list = Self {
            scene,
            contacts: BTreeMap::new(),
            corners: BTreeMap::new(),
        };
        for contact in contacts {
            if contact.corner.is_none() {
                list.contacts.insert(contact.id, contact);
            }
        }
        for corner in corners {
            for contact in corner.contacts() {
                list.corners.insert(contact.id, corner);
            }
        }
        list
    }

    /// Accounts for the one of these contacts that is listed outside corners.
    fn take_contact(&mut self, contacts: &[certificate::Contact]) -> Result<&'a Contact<'a>> {
        let mut listed = Vec::new();
        for contact in contacts {
            listed.extend(self.contacts.remove(contact));
        }
        let found = match *listed.as_slice() {
            [contact] => return Ok(contact),
            [] => "no contact outside corners",
            _ => "two contacts",
        };
        let touches = self.touches(contacts);
        let place = touches.join(", or ");
        C2.refuse(place, found, "one")
    }

    /// Accounts for the contact at one end of a touching segment; where both parts have a vertex,
    /// that of the one that does not slide outward.
    fn take_end(&mut self, end: &End, other_end: &FractionVector) -> Result {
        let contact = self.take_contact(&end.contacts)?;
        if end.contacts.len() == 1 {
            return Ok(());
        }
        let [first, second] = contact.bodies;
        let velocity = first.velocity_at(end.point);
        let other_velocity = second.velocity_at(end.point);
        let sliding = &velocity - &other_velocity;
        let along = other_end - end.point;
        let inward = along.dot(&sliding);
        if inward.is_negative() {
            let inward = names::number(&inward);
            let found = format!("inward sliding {inward}");
            let required = "at least 0, or the other part's vertex";
            return C2.refuse(contact, found, required);
        }
        Ok(())
    }

    /// Accounts for the corner with exactly these sides.
    fn take_corner(&mut self, sides: &[Vec<certificate::Contact>; 2]) -> Result {
        let mut asked = sides.iter().flatten();
        let Some(first) = asked.next() else {
            let required = "a line that separates the parts";
            return C2.refuse("a corner", "no separating edge", required);
        };
        let Some(corner) = self.corners.remove(first) else {
            let place = names::touch(self.scene, first);
            let required = "one, because a vertex touches a vertex";
            return C2.refuse(place, "no corner", required);
        };
        let listed = corner.sides.each_ref().map(CornerSide::ids);
        if listed != *sides {
            let found = self.sides(&listed);
            let required = self.sides(sides);
            return C2.refuse(corner, found, required);
        }
        for contact in sides.iter().flatten() {
            self.corners.remove(contact);
        }
        Ok(())
    }

    /// Two sides by name.
    fn sides(&self, sides: &[Vec<certificate::Contact>; 2]) -> String {
        let [zero, one] = sides;
        let zero = self.touches(zero);
        let one = self.touches(one);
        let zero = zero.join(" and ");
        let one = one.join(" and ");
        format!("sides ({zero}; {one})")
    }

    fn nothing_is_left(&self) -> Result {
        let contact = self.contacts.values().min_by_key(|contact| contact.index);
        let corner = self.corners.values().min_by_key(|corner| corner.index);
        let place = match (contact, corner) {
            (Some(contact), _) => contact.to_string(),
            (None, Some(corner)) => corner.to_string(),
            (None, None) => return Ok(()),
        };
        let required = "only ends of touching sets and corners, each once";
        C2.refuse(place, "it listed", required)
    }

    /// Contacts by name.
    fn touches(&self, contacts: &[certificate::Contact]) -> Vec<String> {
        let mut names = Vec::new();
        for contact in contacts {
            let name = names::touch(self.scene, contact);
            names.push(name);
        }
        names
    }
}
