//! Bodies: their faces towards the eye, from behind to front, shaded by their slope.

use super::super::frame::Point;
use super::super::shape::polygon;
use super::super::theme::{Colour, Colours};
use super::order::{painting_order, to_eye};
use super::silhouette::silhouette;
use super::{Picture, SpaceMotion, SpaceView, largest_coordinate};
use crate::svg::{Drawing, Element};
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::{Face, Part, Polyhedron};

/// This many outlines of a rounded part are painted on each other.
const SHADES: u32 = 6;

/// A face on the page.
pub struct PaintedFace {
    /// The body that it belongs to.
    pub body: BodyId,
    /// Its corners, clockwise on the page as y points down.
    pub corners: Vec<Point>,
    /// How bright it is, from 0 to 1.
    light: f64,
    /// Whether it is a brighter part of the face before it.
    pub is_shade: bool,
}

/// All faces towards the eye, in the order in which they are painted.
pub fn painted_faces(picture: &Picture) -> Vec<PaintedFace> {
    let mut owners = Vec::new();
    let mut parts: Vec<&Part> = Vec::new();
    for (id, body) in picture.scene.numbered_bodies() {
        for part in &body.parts {
            owners.push(id);
            parts.push(part);
        }
    }
    let mut painted = Vec::new();
    for index in painting_order(&parts) {
        let Some(part) = parts[index].polyhedron() else {
            painted.extend(rounded(picture, owners[index], parts[index]));
            continue;
        };
        for face in part.faces() {
            if face.normal.dot(&to_eye()) > Rational::default() {
                painted.push(PaintedFace {
                    body: owners[index],
                    corners: corners(picture, part, face),
                    light: light(&face.normal),
                    is_shade: false,
                });
            }
        }
    }
    painted
}

/// A rounded part: its outline, and in it smaller ones, nearer to the lamp and brighter.
fn rounded(picture: &Picture, body: BodyId, part: &Part) -> Vec<PaintedFace> {
    let view = &picture.view;
    let vertices = part.core().vertices().iter();
    let centres: Vec<Point> = vertices.map(|vertex| view.point(vertex)).collect();
    let radius = view.radius(part);
    let towards_lamp = SpaceView::vector(&lamp());
    let lamp = SpaceView::length(&lamp());
    let mut faces = Vec::with_capacity(SHADES as usize);
    for shade in 0..SHADES {
        let share = f64::from(shade) / f64::from(SHADES);
        let lit = centres.iter();
        let lit = lit.map(|centre| centre.moved(towards_lamp, 0.35 * share * radius / lamp));
        let lit: Vec<Point> = lit.collect();
        faces.push(PaintedFace {
            body,
            corners: silhouette(&lit, (1.0 - share) * radius),
            light: 0.35 + 0.6 * share,
            is_shade: shade > 0,
        });
    }
    faces
}

/// The corners of a face; counter-clockwise as the eye sees it is clockwise with y down, turned
/// back.
fn corners(picture: &Picture, part: &Polyhedron, face: &Face) -> Vec<Point> {
    let vertices = face.vertices.iter();
    let corners = vertices.map(|vertex| picture.view.point(&part.vertices()[*vertex]));
    corners.collect()
}

/// Light from above, from the left.
fn light(normal: &Vector3) -> f64 {
    let lamp = lamp();
    let along = super::super::frame::float(&normal.dot(&lamp));
    let cosine = along / (SpaceView::length(normal) * SpaceView::length(&lamp));
    0.5 + cosine / 2.0
}

/// The direction to the lamp.
fn lamp() -> Vector3 {
    Vector3::from_integers(-1, -4, 9)
}

/// The faces, each with the colour of its body and a title.
pub fn bodies(picture: &Picture, faces: &[PaintedFace]) -> Drawing {
    let colours = picture.options.theme.colours();
    let fastest = fastest(picture);
    let mut fills = BTreeMap::new();
    let mut drawn = Drawing::default();
    for face in faces {
        let body = face.body;
        let base = fills
            .entry(body)
            .or_insert_with(|| base(picture, body, &fastest));
        let dark = Colour::mixed(*base, colours.outline, 0.42);
        let shade = Colour::mixed(dark, *base, face.light.clamp(0.0, 1.0));
        let class = if face.is_shade { "shade" } else { "face" };
        let element = Element::path(class, &polygon(&face.corners)).with("fill", shade);
        drawn.add(element.titled(&title(picture, body)));
    }
    drawn
}

/// The title of a body for readers.
fn title(picture: &Picture, id: BodyId) -> String {
    let Some(body) = picture.scene.body(id) else {
        return String::new();
    };
    let name = &body.name;
    match picture.motion(id) {
        _ if body.is_fixed() => format!("{name}: fixed"),
        Some(motion) if !motion.is_zero() => {
            let linear = picture.told(&motion.linear);
            let angular = picture.told(&motion.angular);
            let are_velocities = picture
                .content
                .is_some_and(|content| content.are_velocities);
            if are_velocities {
                format!("{name}: v = {linear} m/s, ω = {angular} rad/s")
            } else {
                format!("{name}: a = {linear} m/s², α = {angular} rad/s²")
            }
        }
        _ => name.clone(),
    }
}

/// The largest turn and the largest shift of what does not turn.
fn fastest(picture: &Picture) -> [Rational; 2] {
    let mut fastest = [Rational::zero(), Rational::zero()];
    for motion in picture.content.iter().flat_map(|content| &content.motions) {
        let kind = usize::from(motion.angular.is_zero());
        let speed = speed(motion);
        if speed > fastest[kind] {
            fastest[kind] = speed;
        }
    }
    fastest
}

fn speed(motion: &SpaceMotion) -> Rational {
    if motion.angular.is_zero() {
        largest_coordinate(&motion.linear)
    } else {
        largest_coordinate(&motion.angular)
    }
}

/// The colour of a body in full light.
fn base(picture: &Picture, body: BodyId, fastest: &[Rational; 2]) -> Colour {
    let colours = picture.options.theme.colours();
    let is_fixed = picture.scene.body(body).is_some_and(|body| body.is_fixed());
    if is_fixed {
        return Colour::mixed(colours.page, colours.hatch, 0.42);
    }
    let Some(motion) = picture.motion(body) else {
        return colours.body;
    };
    let [pale, deep] = palette(colours, motion);
    let largest = &fastest[usize::from(motion.angular.is_zero())];
    if largest.is_zero() {
        return pale;
    }
    let pace = super::super::frame::float(&(speed(motion) / largest));
    Colour::mixed(pale, deep, pace)
}

fn palette(colours: &Colours, motion: &SpaceMotion) -> [Colour; 2] {
    if motion.is_zero() {
        [colours.rests, colours.rests]
    } else if motion.angular.is_zero() {
        colours.shifts
    } else {
        colours.turns
    }
}
