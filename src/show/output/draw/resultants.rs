//! Weights of bodies, and resultants of joints.
//!
//! The forces f_i at the points p_i of one joint, all of whose points are on a line with the normal
//! n, have the sum F = Σ f_i. In the way of the parts of the forces along the line have no moment
//! about points
//! of the line, F acts at Σ φ_i p_i / Σ φ_i with φ_i = f_i · n: the centre of pressure.

use super::content::{ContactMark, Content};
use num_traits::Zero;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// The weight of a body.
pub(super) struct Weight {
    pub(super) body: BodyId,
    /// The centroid.
    pub(super) at: Vector,
    /// N.
    pub(super) force: Vector,
}

/// The weights of all free bodies, where there is gravity.
pub(super) fn weights(scene: &Scene) -> Vec<Weight> {
    let mut weights = Vec::new();
    if scene.gravity.is_zero() {
        return weights;
    }
    for (body, entry) in scene.numbered_bodies() {
        if let Some(free) = &entry.dynamics {
            weights.push(Weight {
                body,
                at: free.centroid.clone(),
                force: scene.gravity.scaled(&free.mass),
            });
        }
    }
    weights
}

/// Puts one force in place of those of each joint.
pub(super) fn join(content: &mut Content) {
    let mut joined: Vec<ContactMark> = Vec::new();
    for contact in content.contacts.drain(..) {
        let joint = joined
            .iter_mut()
            .find(|joint| are_one_joint(joint, &contact));
        match joint {
            Some(joint) => add(joint, &contact),
            None => joined.push(contact),
        }
    }
    content.contacts = joined;
}

/// Whether two contacts that press are of the same bodies and on one line along which they touch.
fn are_one_joint(joint: &ContactMark, contact: &ContactMark) -> bool {
    let way = &contact.point - &joint.point;
    let cross = &joint.normal.x * &contact.normal.y - &joint.normal.y * &contact.normal.x;
    let bodies = (joint.first, joint.second) == (contact.first, contact.second);
    bodies
        && cross.is_zero()
        && way.dot(&joint.normal).is_zero()
        && !pressure(joint).is_zero()
        && !pressure(contact).is_zero()
}

/// φ, times the length of the normal.
fn pressure(contact: &ContactMark) -> Rational {
    contact.force.dot(&contact.normal)
}

fn add(joint: &mut ContactMark, contact: &ContactMark) {
    let unit = joint.normal.dot(&joint.normal);
    let before = joint.force.dot(&joint.normal) / &unit;
    let added = contact.force.dot(&joint.normal) / &unit;
    let all = &before + &added;
    if all.is_zero() {
        return;
    }
    let way = &contact.point - &joint.point;
    joint.point = &joint.point + &way.scaled(&(added / all));
    joint.force = &joint.force + &contact.force;
    joint.is_indeterminate |= contact.is_indeterminate;
    joint.deed = joint.deed.min(contact.deed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::content::Deed;

    fn mark(x: i64, force: [i64; 2]) -> ContactMark {
        ContactMark {
            first: BodyId(1),
            second: BodyId(0),
            point: Vector::from_integers(x, 0),
            normal: Vector::from_integers(0, 2),
            force: Vector::from_integers(force[0], force[1]),
            deed: Deed::Pressing,
            is_indeterminate: false,
            range: None,
        }
    }

    /// Force and moment about any point are those of the parts.
    #[test]
    fn a_resultant_does_what_its_parts_do() {
        let forces = [(0, [1, 3]), (2, [0, 1]), (5, [-2, 4])];
        let marks = forces.map(|(x, force)| mark(x, force));
        let mut content = Content::of_contacts(marks.into());
        join(&mut content);
        let [joint] = &content.contacts[..] else {
            panic!("{} forces", content.contacts.len());
        };
        assert_eq!(joint.force, Vector::from_integers(-1, 8));
        let about = Vector::from_integers(7, -3);
        let moment = |point: &Vector, force: &Vector| {
            let arm = point - &about;
            &arm.x * &force.y - &arm.y * &force.x
        };
        let mut sum = Rational::zero();
        for (x, force) in forces {
            let mark = mark(x, force);
            sum += moment(&mark.point, &mark.force);
        }
        assert_eq!(moment(&joint.point, &joint.force), sum);
    }

    #[test]
    fn contacts_of_other_lines_bodies_or_without_force_stay() {
        let mut above = mark(1, [0, 1]);
        above.point = Vector::from_integers(1, 1);
        let mut turned = mark(2, [1, 0]);
        turned.normal = Vector::from_integers(1, 0);
        let mut other = mark(3, [0, 1]);
        other.first = BodyId(2);
        let marks = vec![mark(0, [0, 1]), above, turned, other, mark(4, [0, 0])];
        let mut content = Content::of_contacts(marks);
        join(&mut content);
        assert_eq!(content.contacts.len(), 5);
    }
}
