//! Pictures: well-formed, complete, symmetric, and the same without any font on the machine.

#![expect(
    clippy::disallowed_types,
    reason = "coordinates on a page are read back as they were written"
)]

use crate::stage;
use resvg::{tiny_skia, usvg};
use zwang_check::{Answer, ContactAnswer, ContactState, Verified};
use zwang_output::{DrawOptions, OutputError, draw};

fn picture(verified: &Verified) -> String {
    draw::svg(verified, &[], &DrawOptions::default())
}

fn parse(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{svg}"))
}

fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

/// The states of contacts, those of the same bodies at the same point along the same line counted
/// once: both sides of a corner may have the same edge.
fn places(answer: &Answer) -> Vec<ContactState> {
    let mut places: Vec<(&ContactAnswer, ContactState)> = Vec::new();
    for contact in &answer.contacts {
        let mut seen = places.iter_mut();
        match seen.find(|(other, _)| is_same_place(contact, other)) {
            Some((_, state)) if contact.state == ContactState::Pressing => {
                *state = ContactState::Pressing
            }
            Some(_) => {}
            None => places.push((contact, contact.state)),
        }
    }
    places.into_iter().map(|(_, state)| state).collect()
}

fn is_same_place(contact: &ContactAnswer, other: &ContactAnswer) -> bool {
    let bodies = [contact.first, contact.second];
    let are_the_same = bodies == [other.first, other.second];
    let are_swapped = bodies == [other.second, other.first];
    let cross = other.normal.cross(&contact.normal);
    let is_parallel = *cross.numer() == 0.into();
    (are_the_same || are_swapped) && other.point == contact.point && is_parallel
}

#[test]
fn every_contact_and_every_force_is_drawn() {
    for (name, verified) in stage::all_accepted() {
        let svg = picture(&verified);
        parse(&svg);
        assert_eq!(svg, picture(&verified), "{name}: not deterministic");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
        let scene = verified.scene();
        let has_fixed = scene.bodies.iter().any(|body| body.is_fixed());
        assert_eq!(count(&svg, "fixed") > 0, has_fixed, "{name}");
        let Some(answer) = verified.first_answer() else {
            assert_eq!(count(&svg, "force"), 0, "{name}");
            continue;
        };
        let places = places(answer);
        for (class, state) in [
            ("force", ContactState::Pressing),
            ("opening", ContactState::Opening),
            ("idle", ContactState::Idle),
        ] {
            let expected = places.iter().filter(|place| **place == state);
            assert_eq!(count(&svg, class), expected.count(), "{name}: {class}");
        }
        // The pins of bars are left out, as their forces depend on how masses are shared.
        let mut loaded = 0;
        for (pin, force) in scene.pins.iter().zip(&answer.pins) {
            let mut bodies = scene.numbered_bodies();
            let is_of_bar = bodies.any(|(id, body)| body.parts.is_empty() && pin.joins(id));
            loaded += usize::from(!force.is_zero() && !is_of_bar);
        }
        assert_eq!(count(&svg, "force pin-force"), loaded, "{name}");
        let mut moving = 0;
        for motion in &answer.accelerations {
            if !motion.linear.is_zero() || *motion.angular.numer() != 0.into() {
                moving += 1;
            }
        }
        assert_eq!(count(&svg, "moves"), moving, "{name}");
    }
}

/// The numbers of all paths of one group.
fn coordinates(svg: &str, group: &str) -> Vec<(f64, f64)> {
    let start = svg.find(&format!("<g class=\"{group}\">")).unwrap();
    let body = &svg[start..start + svg[start..].find("</g>\n<").unwrap()];
    let mut coordinates = Vec::new();
    for rest in body.split(" d=\"").skip(1) {
        let path = rest.split('"').next().unwrap();
        for pair in path.split(['M', 'L', 'Z']) {
            if let Some((x, y)) = pair.split_once(' ') {
                let x = x.parse().unwrap();
                let y = y.parse().unwrap();
                coordinates.push((x, y));
            }
        }
    }
    coordinates
}

/// Two legs on a smooth floor, pinned at the top, are their own mirror image; so are the forces
/// drawn, although one leg comes first in the file.
#[test]
fn a_symmetric_answer_has_a_symmetric_picture() {
    let verified = stage::accepted("frame-with-a-pin");
    // The floor is its own image, the legs are each other's.
    let symmetries = [stage::mirror(&[0, 2, 1])];
    let svg = draw::svg(&verified, &symmetries, &DrawOptions::default());
    let axis = svg.split("class=\"axis\" d=\"M").nth(1).unwrap();
    let axis: f64 = axis.split(' ').next().unwrap().parse().unwrap();
    let drawn = coordinates(&svg, "forces");
    assert!(drawn.len() >= 3 * 7, "{drawn:?}");
    for (x, y) in &drawn {
        let image = 2.0 * axis - x;
        let has_image = drawn.iter().any(|(other_x, other_y)| {
            let across = (other_x - image).abs();
            let upward = (other_y - y).abs();
            across < 0.03 && upward < 0.03
        });
        assert!(has_image, "({x}, {y}) has no mirror image about x = {axis}");
    }
}

/// With the legs as their own images the same motion is not symmetric, and has no axis.
#[test]
fn a_motion_that_does_not_keep_a_symmetry_has_no_axis() {
    let verified = stage::accepted("frame-with-a-pin");
    let wrong = [stage::mirror(&[0, 1, 2])];
    let svg = draw::svg(&verified, &wrong, &DrawOptions::default());
    assert_eq!(count(&svg, "axis"), 0);
    assert!(!svg.contains("axis of symmetry"));
}

#[test]
fn names_and_sizes_cannot_break_a_picture() {
    for size in ["1", "1e-900", "1e900"] {
        let svg = picture(&stage::falling_square("<b>&\"'</b>", "a < b & ]]>", size));
        let tree = parse(&svg);
        assert!(!svg.contains("<b>"), "{svg}");
        let name = "&lt;b&gt;&amp;&quot;&apos;&lt;/b&gt;";
        assert!(svg.contains(name), "{svg}");
        let title = "<title id=\"title\">a &lt; b &amp; ]]&gt;</title>";
        assert!(svg.contains(title), "{svg}");
        let width = tree.size().width();
        assert!(width > 500.0 && width < 2000.0, "{width}");
    }
}

#[test]
fn names_can_be_left_out() {
    let verified = stage::accepted("cantilever");
    assert_eq!(count(&picture(&verified), "label"), 1);
    let options = DrawOptions {
        without_names: true,
        ..DrawOptions::default()
    };
    let plain = draw::svg(&verified, &[], &options);
    assert_eq!(count(&plain, "label"), 0);
}

/// Left out are what is seen; title and description are read out all the same.
#[test]
fn title_and_legend_can_be_left_out() {
    let verified = stage::accepted("cantilever");
    let whole = picture(&verified);
    let without_title = DrawOptions {
        without_title: true,
        ..DrawOptions::default()
    };
    let bare = draw::svg(&verified, &[], &without_title);
    assert_eq!((count(&whole, "title"), count(&bare, "title")), (1, 0));
    assert_eq!((count(&whole, "note"), count(&bare, "note")), (1, 0));
    assert!(bare.contains("<title id=\"title\">") && bare.contains("<desc id=\"desc\">"));
    let without_legend = DrawOptions {
        without_legend: true,
        ..DrawOptions::default()
    };
    let plain = draw::svg(&verified, &[], &without_legend);
    assert!(whole.contains(">fixed<") && !plain.contains(">fixed<"));
    let [whole, bare, plain] = [&whole, &bare, &plain].map(|svg| {
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
        tree.size()
    });
    assert!(bare.height() < whole.height() && bare.width() == whole.width());
    let area = |size: usvg::Size| size.width() * size.height();
    assert!(area(plain) < area(whole));
}

#[test]
fn every_way_of_an_ambiguous_scene_can_be_drawn() {
    let verified = stage::accepted("corner-ambiguous");
    let [first, second, third] = [0, 1, 2].map(|way| {
        let options = DrawOptions {
            choice: vec![way],
            ..DrawOptions::default()
        };
        draw::svg(&verified, &[], &options)
    });
    assert_eq!(first, picture(&verified));
    assert_ne!(first, second);
    assert_eq!(count(&third, "force"), 0, "there is no third way");
}

fn pixels(svg: &str, width: u32) -> tiny_skia::Pixmap {
    let png = draw::png(svg, width).unwrap();
    tiny_skia::Pixmap::decode_png(&png).unwrap()
}

/// How many pixels are dark where the title is.
fn dark(pixels: &tiny_skia::Pixmap) -> usize {
    let mut dark = 0;
    for y in 0..pixels.height() / 12 {
        for x in 0..pixels.width() {
            let pixel = pixels.pixel(x, y).unwrap();
            if pixel.green() < 100 {
                dark += 1;
            }
        }
    }
    dark
}

#[test]
fn pixels_have_the_asked_size_and_text_without_system_fonts() {
    let svg = picture(&stage::accepted("cantilever"));
    assert_eq!(pixels(&svg, 333).width(), 333);
    assert!(dark(&pixels(&svg, 1200)) > 200, "no title is visible");
    let without_text = svg.replace("<text", "<desc").replace("</text", "</desc");
    assert_eq!(dark(&pixels(&without_text, 1200)), 0);
}

#[test]
fn bad_pictures_and_sizes_are_refused() {
    let svg = picture(&stage::accepted("cantilever"));
    for width in [0, draw::MAX_WIDTH + 1] {
        assert!(
            matches!(draw::png(&svg, width), Err(OutputError::Size { .. })),
            "{width}"
        );
    }
    let tall = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"100000\"/>";
    assert!(matches!(
        draw::png(tall, 2000),
        Err(OutputError::Size { .. })
    ));
    assert!(matches!(
        draw::png("no picture", 100),
        Err(OutputError::Svg(_))
    ));
}
