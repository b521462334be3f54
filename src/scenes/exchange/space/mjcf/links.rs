//! Equalities of a model in space: `connect` is a ball joint, and `weld` a weld.

use super::bodies::Bodies;
use crate::error::{Result, tag};
use crate::mjcf::WORLD;
use crate::xml::Element;
use num_traits::Zero;
use zwang_exact::Vector3;
use zwang_scene::space::JointKind;

/// A joint of two bodies, of which `None` is the world.
pub struct Link<'a> {
    pub element: Element<'a>,
    pub pieces: [Option<usize>; 2],
    pub kind: JointKind,
}

/// Reads the equalities of a section.
pub fn read<'a>(section: Element<'a>, bodies: &Bodies, links: &mut Vec<Link<'a>>) -> Result<()> {
    for element in section.children() {
        if element.attribute("active") == Some("false") {
            continue;
        }
        let read = match element.name() {
            "connect" => ["name", "body1", "body2", "anchor", "active"].as_slice(),
            "weld" => &[
                "name",
                "body1",
                "body2",
                "anchor",
                "active",
                "relpose",
                "torquescale",
            ],
            name => {
                let expected = "only <connect>, a ball joint, and <weld>";
                return element.refuse(tag(name), expected);
            }
        };
        element.allow(read, &["solref", "solimp", "class"])?;
        require_own_pose(element)?;
        let Some(first) = element.attribute("body1") else {
            return element.refuse("no body1", "the name of a body");
        };
        let anchor = element.exactly("anchor")?;
        let anchor = anchor.map(|[x, y, z]| Vector3::new(x, y, z));
        let is_weld = element.name() == "weld";
        if anchor.is_none() && !is_weld {
            let expected = "a point, \"x y z\", in the frame of body1";
            return element.refuse("no anchor", expected);
        }
        let is_of_second = is_weld && anchor.is_some();
        let anchor = anchor.unwrap_or_default();
        let Some((one, of_first)) = bodies.place(first, &anchor) else {
            return element.refuse_value("body1", "the name of a body");
        };
        let second = element.attribute("body2").unwrap_or(WORLD);
        let Some((other, of_second)) = bodies.place(second, &anchor) else {
            return element.refuse_value("body2", "the name of a body");
        };
        // The anchor of a weld is in the frame of its second body.
        let at = if is_of_second { of_second } else { of_first };
        links.push(Link {
            element,
            pieces: [one, other],
            kind: if is_weld {
                JointKind::Weld { at }
            } else {
                JointKind::Ball { at }
            },
        });
    }
    Ok(())
}

/// A weld keeps the pose that the bodies have, if the quaternion of `relpose` is 0.
fn require_own_pose(element: Element) -> Result<()> {
    match element.numbers("relpose")?.unwrap_or_default().as_slice() {
        [_, _, _, turn @ ..] if turn.iter().any(|number| !number.is_zero()) => {
            let expected = "none: bodies are welded in their own places";
            element.refuse_value("relpose", expected)
        }
        _ => Ok(()),
    }
}
