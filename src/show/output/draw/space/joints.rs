//! Joints: a ring at the point, with a line along each axis, and a line between the ends of a rod.

use super::super::frame::Point;
use super::{Picture, SpaceView};
use crate::svg::{Drawing, Element};
use zwang_exact::Vector3;
use zwang_scene::space::{Joint, JointKind};

/// The radius of a ring, px.
pub const RADIUS: f64 = 3.5;

/// The marks of all joints.
pub fn joints(picture: &Picture) -> Drawing {
    let mut drawn = Drawing::default();
    for joint in &picture.scene.joints {
        let title = title(picture, joint);
        let mut mark = Drawing::default();
        for [from, to] in lines(picture, &joint.kind) {
            mark.add(Element::path("joint-axis", &line(from, to)));
        }
        for at in points(&joint.kind) {
            let at = picture.view.point(at);
            mark.add(Element::circle("joint", [at.x, at.y], RADIUS));
        }
        let group = Element::new("g").containing("\n").containing(mark);
        drawn.add(group.titled(&title));
    }
    drawn
}

/// Whether joints have lines in the picture: those with axes, and rods.
pub fn has(picture: &Picture, of: fn(&JointKind) -> bool) -> bool {
    let mut joints = picture.scene.joints.iter();
    joints.any(|joint| of(&joint.kind))
}

/// Whether it has an axis.
pub fn has_axis(kind: &JointKind) -> bool {
    !axes(kind).is_empty()
}

/// Whether it is a rod.
pub fn is_rod(kind: &JointKind) -> bool {
    matches!(kind, JointKind::Rod { .. })
}

/// The path of a line.
pub fn line(from: Point, to: Point) -> String {
    format!("M{:.2} {:.2}L{:.2} {:.2}", from.x, from.y, to.x, to.y)
}

/// The points at which a joint has rings.
pub fn points(kind: &JointKind) -> Vec<&Vector3> {
    match kind {
        JointKind::Ball { at }
        | JointKind::Weld { at }
        | JointKind::Hinge { at, .. }
        | JointKind::Slider { at, .. }
        | JointKind::Cylinder { at, .. }
        | JointKind::Universal { at, .. } => vec![at],
        JointKind::Rod { ends } => ends.iter().collect(),
    }
}

/// Its axes.
fn axes(kind: &JointKind) -> Vec<&Vector3> {
    match kind {
        JointKind::Hinge { axis, .. }
        | JointKind::Slider { axis, .. }
        | JointKind::Cylinder { axis, .. } => vec![axis],
        JointKind::Universal { axes, .. } => axes.iter().collect(),
        _ => Vec::new(),
    }
}

/// The lines of a joint on the page.
fn lines(picture: &Picture, kind: &JointKind) -> Vec<[Point; 2]> {
    if let JointKind::Rod { ends } = kind {
        return vec![ends.each_ref().map(|end| picture.view.point(end))];
    }
    let mut lines = Vec::new();
    let half = (picture.module * 0.3).clamp(9.0, 40.0);
    for axis in axes(kind) {
        let length = half / SpaceView::length(axis);
        let direction = SpaceView::vector(axis);
        for at in points(kind) {
            let at = picture.view.point(at);
            lines.push([at.moved(direction, -length), at.moved(direction, length)]);
        }
    }
    lines
}

fn title(picture: &Picture, joint: &Joint) -> String {
    let names = joint.bodies.map(|body| picture.scene.body(body));
    let [first, second] = names.map(|body| body.map_or("", |body| &body.name));
    format!("{} of {first} and {second}", joint.kind.name())
}
