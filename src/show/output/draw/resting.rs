//! Pictures of where a stack of thin bricks comes to rest, for comparison: nothing of it is
//! certified, and the picture says so.

use super::content::{ContactMark, Content, Deed, Motion, Quantity};
use super::frame::{Window, module};
use super::layers::draw;
use super::options::DrawOptions;
use super::page::Heading;
use super::picture::Picture;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// A place where one body rests on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestingSupport {
    /// The body above, and the one below.
    pub bodies: [BodyId; 2],
    /// Where, m.
    pub point: Vector,
    /// The upward force on the body above, N.
    pub force: Rational,
    /// Whether no other force there would do.
    pub is_unique: bool,
}

/// A scene as a stand-alone SVG picture: the outlines of its bodies, the bodies where they come to
/// rest, as `resting` has them, and the forces that hold them there.
#[must_use]
pub fn resting_svg(
    scene: &Scene,
    resting: &Scene,
    supports: &[RestingSupport],
    said: &str,
    options: &DrawOptions,
) -> String {
    let mut contacts = Vec::new();
    for support in supports {
        let [first, second] = support.bodies;
        contacts.push(ContactMark {
            first,
            second,
            point: support.point.clone(),
            normal: Vector::from_integers(0, 1),
            force: Vector::from_integers(0, 1).scaled(&support.force),
            deed: Deed::Pressing,
            is_indeterminate: !support.is_unique,
            range: None,
        });
    }
    let content = Content {
        quantity: Quantity::Acceleration,
        motions: vec![Motion::zero(); scene.bodies.len()],
        initial: vec![],
        contacts,
        pins: vec![],
        corners: vec![],
    };
    let before = Window::around(scene);
    let window = before.joined(&Window::around(resting));
    let module = module(scene, &before);
    let mut picture = Picture::new(resting, Some(content), window, module, options);
    picture.before = Some(scene);
    let parts = [said.to_owned(), "not certified".to_owned()];
    let heading = Heading::uncertified(&picture, &parts);
    draw(picture, &heading, None, &[], options)
}
