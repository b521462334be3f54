//! C2: contacts are complete.
//!
//! Two parts on different sides of a line touch in the intersection of two intervals of that line:
//! nothing, a point, or a segment. With p, q the edge of the one part and d = q - p, a point w of
//! the line is known by d·(w - p), which is 0 at p and d·d at q.

use crate::figure::{self, Figure};
use crate::form::Memberships;
use crate::rejection::Condition::C2;
use crate::separation::SeparatingLine;
use crate::{Rejection, corner, names};
use std::collections::BTreeMap;
use zwang_certificate::{Certificate, Contact, Feature};
use zwang_exact::{Fraction, FractionVector};
use zwang_scene::Scene;

/// How two parts touch, and the contacts that this asks for.
enum Touching<'a> {
    Nowhere,
    /// A vertex inside an edge.
    Inside(Contact),
    /// Along a segment.
    Segment([End<'a>; 2]),
    /// A vertex of the smaller part at a vertex of the larger part.
    Corner(Feature, Feature),
}

/// An end of a touching segment: one possible contact, or two where both parts have a vertex.
struct End<'a> {
    point: &'a FractionVector,
    contacts: Vec<Contact>,
}

/// C2: each contact is the end of one touching set or belongs to one side of one corner, and each
/// is listed once.
pub(crate) fn contacts_are_complete(
    figure: &Figure,
    certificate: &Certificate,
    memberships: &Memberships,
    lines: &[SeparatingLine],
) -> Result<(), Rejection> {
    let mut list = List::new(figure.scene, certificate, memberships);
    for line in lines {
        let (first, second) = (line.first.body, line.second.body);
        if first == second || (figure.body(first)?.is_fixed && figure.body(second)?.is_fixed) {
            continue;
        }
        match touching_set(figure, line)? {
            Touching::Nowhere => {}
            Touching::Inside(contact) => list.take_contact(&[contact]).map(|_| ())?,
            Touching::Segment([start, end]) => {
                list.take_end(figure, &start, end.point)?;
                list.take_end(figure, &end, start.point)?;
            }
            Touching::Corner(first, second) => {
                list.take_corner(&corner::sides(figure, first, second)?)?
            }
        }
    }
    list.nothing_is_left()
}

/// The intersection of the edge with what the other part has on its line.
fn touching_set<'a>(figure: &Figure, line: &SeparatingLine<'a>) -> Result<Touching<'a>, Rejection> {
    let (p, q) = line.ends;
    let direction = q - p;
    let position = |vertex: &FractionVector| direction.dot(&(vertex - p));
    let mut others: Vec<(Fraction, Feature, &FractionVector)> = line
        .vertices
        .iter()
        .map(|&(feature, vertex)| (position(vertex), feature, vertex))
        .collect();
    others.sort_by(|(position, ..), (other, ..)| position.cmp(other));
    let (Some(low), Some(high)) = (others.first(), others.last()) else {
        return Ok(Touching::Nowhere);
    };
    let count = figure.part(line.edge.part)?.len();
    let own_end = |index| Feature {
        part: line.edge.part,
        index,
    };
    let owns = [
        (Fraction::ZERO, own_end(line.edge.index), p),
        (
            position(q),
            own_end(figure::next(line.edge.index, count)),
            q,
        ),
    ];
    let [start, end] = &owns;
    // The other part's edge on this line runs the other way, so it starts at its higher vertex.
    let ends_at = |at: &Fraction| {
        let mut contacts = Vec::new();
        for (_, vertex, _) in owns.iter().filter(|(position, ..)| position == at) {
            contacts.push(Contact {
                vertex: *vertex,
                edge: high.1,
            });
        }
        for (_, vertex, _) in [low, high]
            .into_iter()
            .filter(|(position, ..)| position == at)
        {
            contacts.push(Contact {
                vertex: *vertex,
                edge: line.edge,
            });
        }
        contacts
    };
    let (from, to) = (
        std::cmp::max_by_key(low, start, |(at, ..)| at),
        std::cmp::min_by_key(high, end, |(at, ..)| at),
    );
    Ok(match from.0.cmp(&to.0) {
        std::cmp::Ordering::Greater => Touching::Nowhere,
        std::cmp::Ordering::Less => Touching::Segment([from, to].map(|(at, _, point)| End {
            point,
            contacts: ends_at(at),
        })),
        std::cmp::Ordering::Equal => match owns.iter().find(|(position, ..)| *position == from.0) {
            None => Touching::Inside(Contact {
                vertex: low.1,
                edge: line.edge,
            }),
            Some((at, own, _)) => {
                let other = if low.0 == *at { low.1 } else { high.1 };
                Touching::Corner((*own).min(other), (*own).max(other))
            }
        },
    })
}

/// The listed contacts and corners, and which of them have been accounted for.
struct List<'a> {
    scene: &'a Scene,
    certificate: &'a Certificate,
    memberships: &'a Memberships,
    indices: BTreeMap<&'a Contact, usize>,
    used_contacts: Vec<bool>,
    used_corners: Vec<bool>,
}

impl<'a> List<'a> {
    fn new(scene: &'a Scene, certificate: &'a Certificate, memberships: &'a Memberships) -> Self {
        let indices = certificate
            .contacts
            .iter()
            .enumerate()
            .map(|(index, contact)| (contact, index))
            .collect();
        let used_contacts = memberships.iter().map(Option::is_some).collect();
        let used_corners = vec![false; certificate.corners.len()];
        Self {
            scene,
            certificate,
            memberships,
            indices,
            used_contacts,
            used_corners,
        }
    }

    /// Accounts for the one of these contacts that is listed outside corners.
    fn take_contact(&mut self, contacts: &[Contact]) -> Result<usize, Rejection> {
        let outside = |index: &usize| self.memberships.get(*index).is_some_and(Option::is_none);
        let listed: Vec<usize> = contacts
            .iter()
            .filter_map(|contact| self.indices.get(contact).copied())
            .filter(outside)
            .collect();
        let [index] = *listed.as_slice() else {
            let names: Vec<String> = contacts
                .iter()
                .map(|contact| names::touch(self.scene, contact))
                .collect();
            let found = if listed.is_empty() {
                "no contact outside corners"
            } else {
                "two contacts"
            };
            return Err(Rejection::new(C2, names.join(", or "), found, "one"));
        };
        self.used_contacts
            .get_mut(index)
            .into_iter()
            .for_each(|used| *used = true);
        Ok(index)
    }

    /// Accounts for the contact at one end of a touching segment; where both parts have a vertex,
    /// that of the one that does not slide outward.
    fn take_end(
        &mut self,
        figure: &Figure,
        end: &End,
        other_end: &FractionVector,
    ) -> Result<(), Rejection> {
        let index = self.take_contact(&end.contacts)?;
        let Some(contact) = self
            .certificate
            .contacts
            .get(index)
            .filter(|_| end.contacts.len() > 1)
        else {
            return Ok(());
        };
        let velocity =
            |feature: Feature| Ok(figure.body(feature.part.body)?.velocity_at(end.point));
        let sliding = &velocity(contact.vertex)? - &velocity(contact.edge)?;
        let inward = (other_end - end.point).dot(&sliding);
        if inward.is_negative() {
            let place = names::contact(self.scene, self.certificate, index);
            let found = format!("inward sliding {}", names::number(&inward));
            return Err(Rejection::new(
                C2,
                place,
                found,
                "at least 0, or the other part's vertex",
            ));
        }
        Ok(())
    }

    /// Accounts for the corner with exactly these sides.
    fn take_corner(&mut self, sides: &[Vec<Contact>; 2]) -> Result<(), Rejection> {
        let first = sides.iter().flatten().next();
        let membership =
            first.and_then(|contact| *self.memberships.get(*self.indices.get(contact)?)?);
        let place = first.map_or_else(String::new, |contact| names::touch(self.scene, contact));
        let Some((index, _)) = membership else {
            return Err(Rejection::new(
                C2,
                place,
                "no corner",
                "one, because a vertex touches a vertex",
            ));
        };
        let Some(corner) = self.certificate.corners.get(index) else {
            return Ok(());
        };
        let listed = corner.sides.each_ref().map(|side| {
            side.iter()
                .filter_map(|contact| self.certificate.contacts.get(*contact).copied())
                .collect::<Vec<_>>()
        });
        if listed != *sides {
            let text = |sides: &[Vec<Contact>; 2]| {
                sides.each_ref().map(|side| {
                    side.iter()
                        .map(|contact| names::touch(self.scene, contact))
                        .collect::<Vec<_>>()
                        .join(" and ")
                })
            };
            let [found, required] =
                [text(&listed), text(sides)].map(|sides| format!("sides ({})", sides.join("; ")));
            return Err(Rejection::new(
                C2,
                names::corner(self.scene, self.certificate, index),
                found,
                required,
            ));
        }
        self.used_corners
            .get_mut(index)
            .into_iter()
            .for_each(|used| *used = true);
        Ok(())
    }

    fn nothing_is_left(&self) -> Result<(), Rejection> {
        let contact = self.used_contacts.iter().position(|used| !used);
        let contact = contact.map(|index| names::contact(self.scene, self.certificate, index));
        let corner = self.used_corners.iter().position(|used| !used);
        let corner = corner.map(|index| names::corner(self.scene, self.certificate, index));
        match contact.or(corner) {
            Some(place) => Err(Rejection::new(
                C2,
                place,
                "it listed",
                "only ends of touching sets and corners, each once",
            )),
            None => Ok(()),
        }
    }
}
