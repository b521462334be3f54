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

/// What contacts do, those of the same bodies at the same point along the same line counted once:
/// both sides of a corner may have the same edge.
fn places(answer: &Answer) -> Vec<ContactState> {
    let mut places: Vec<(&ContactAnswer, ContactState)> = Vec::new();
    for contact in &answer.contacts {
        let is_same = |other: &ContactAnswer| {
            let bodies = [(other.first, other.second), (other.second, other.first)];
            let is_parallel = *other.normal.cross(&contact.normal).numer() == 0.into();
            bodies.contains(&(contact.first, contact.second))
                && other.point == contact.point
                && is_parallel
        };
        match places.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, state)) if contact.state == ContactState::Pressing => {
                *state = ContactState::Pressing
            }
            Some(_) => {}
            None => places.push((contact, contact.state)),
        }
    }
    places.into_iter().map(|(_, state)| state).collect()
}

#[test]
fn every_contact_and_every_force_is_drawn() {
    for (name, verified) in stage::all_accepted() {
        let svg = picture(&verified);
        parse(&svg);
        assert_eq!(svg, picture(&verified), "{name}: not deterministic");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
        let scene = verified.scene();
        assert_eq!(
            count(&svg, "fixed") > 0,
            scene.bodies.iter().any(|body| body.is_fixed()),
            "{name}"
        );
        let Some(answer) = verified.first_answer() else {
            assert_eq!(count(&svg, "force"), 0, "{name}");
            continue;
        };
        let places = places(&answer);
        let of = |state: ContactState| places.iter().filter(|place| **place == state).count();
        assert_eq!(count(&svg, "force"), of(ContactState::Pressing), "{name}");
        assert_eq!(count(&svg, "opening"), of(ContactState::Opening), "{name}");
        assert_eq!(count(&svg, "idle"), of(ContactState::Idle), "{name}");
        let loaded = answer.pins.iter().filter(|force| !force.is_zero()).count();
        assert_eq!(count(&svg, "force pin-force"), loaded, "{name}");
        let moving = answer
            .accelerations
            .iter()
            .filter(|motion| !motion.linear.is_zero() || *motion.angular.numer() != 0.into());
        assert_eq!(count(&svg, "moves"), moving.count(), "{name}");
    }
}

/// The numbers of all paths of one group.
fn coordinates(svg: &str, group: &str) -> Vec<(f64, f64)> {
    let start = svg.find(&format!("<g class=\"{group}\">")).unwrap();
    let body = &svg[start..start + svg[start..].find("</g>\n<").unwrap()];
    let paths = body
        .split(" d=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap());
    let points = paths.flat_map(|path| path.split(['M', 'L', 'Z']).filter(|pair| !pair.is_empty()));
    points
        .map(|pair| {
            let (x, y) = pair.split_once(' ').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        })
        .collect()
}

/// Two legs on a smooth floor, pinned at the top, are their own mirror image; so are the forces
/// drawn, although one leg comes first in the file.
#[test]
fn a_symmetric_answer_has_a_symmetric_picture() {
    let verified = stage::accepted("frame-with-a-pin");
    let identity: Vec<usize> = (0..verified.scene().bodies.len()).collect();
    let svg = draw::svg(
        &verified,
        &[stage::mirror(&identity)],
        &DrawOptions::default(),
    );
    let axis = svg.split("class=\"axis\" d=\"M").nth(1).unwrap();
    let axis: f64 = axis.split(' ').next().unwrap().parse().unwrap();
    let drawn = coordinates(&svg, "forces");
    assert!(drawn.len() >= 3 * 7, "{drawn:?}");
    for (x, y) in &drawn {
        let image = (2.0 * axis - x, *y);
        let near = drawn
            .iter()
            .any(|(x, y)| (x - image.0).abs() < 0.03 && (y - image.1).abs() < 0.03);
        assert!(near, "({x}, {y}) has no mirror image about x = {axis}");
    }
}

#[test]
fn names_and_sizes_cannot_break_a_picture() {
    for size in ["1", "1e-900", "1e900"] {
        let svg = picture(&stage::falling_square("<b>&\"'</b>", "a < b & ]]>", size));
        let tree = parse(&svg);
        assert!(
            !svg.contains("<b>") && svg.contains("&lt;b&gt;&amp;&quot;&apos;&lt;/b&gt;"),
            "{svg}"
        );
        assert!(
            svg.contains("<title id=\"title\">a &lt; b &amp; ]]&gt;</title>"),
            "{svg}"
        );
        assert!(tree.size().width() > 500.0 && tree.size().width() < 2000.0);
    }
    let plain = draw::svg(
        &stage::accepted("cantilever"),
        &[],
        &DrawOptions {
            without_names: true,
            ..DrawOptions::default()
        },
    );
    assert_eq!(
        (
            count(&plain, "label"),
            count(&picture(&stage::accepted("cantilever")), "label")
        ),
        (0, 1)
    );
}

#[test]
fn every_way_of_an_ambiguous_scene_can_be_drawn() {
    let verified = stage::accepted("corner-ambiguous");
    let way = |way: usize| {
        draw::svg(
            &verified,
            &[],
            &DrawOptions {
                choice: vec![way],
                ..DrawOptions::default()
            },
        )
    };
    assert_eq!(way(0), picture(&verified));
    assert_ne!(way(0), way(1));
    assert_eq!(count(&way(2), "force"), 0, "there is no third way");
}

#[test]
fn pixels_have_the_asked_size_and_text_without_system_fonts() {
    let svg = picture(&stage::accepted("cantilever"));
    let pixels =
        |svg: &str, width| tiny_skia::Pixmap::decode_png(&draw::png(svg, width).unwrap()).unwrap();
    assert_eq!(pixels(&svg, 333).width(), 333);
    let dark = |pixels: &tiny_skia::Pixmap| {
        let title = 0..pixels.height() / 12;
        title
            .flat_map(|y| (0..pixels.width()).map(move |x| (x, y)))
            .filter(|(x, y)| pixels.pixel(*x, *y).unwrap().green() < 100)
            .count()
    };
    assert!(dark(&pixels(&svg, 1200)) > 200, "no title is visible");
    assert_eq!(
        dark(&pixels(
            &svg.replace("<text", "<desc").replace("</text", "</desc"),
            1200
        )),
        0
    );
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
