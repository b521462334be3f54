//! Ranges of forces where corners choose: a vertex on a vertex without friction, which bears on one
//! of its sides, and corners with so much friction that their forces are wider than a half-plane.
//!
//! The oracle has no corners. A fixed tip that is cut along a line between the two bodies presses
//! with the normal of this line only, and so does an edge of one of the two that goes on beyond the
//! vertex. So the forces of a smooth corner are those of the two scenes with its extreme lines.

use crate::corners::number;
use proptest::prelude::*;
use std::collections::BTreeSet;
use zwang::{Rational, Scene, StaticsVerdict, Vector};
use zwang_answer::{ForcesError, VerifiedForceRanges, VerifiedForces};
use zwang_check::ranges::{Between, Interval};
use zwang_program::{Monitor, Options};

fn answer(scene: &Scene) -> Result<VerifiedForces, ForcesError> {
    zwang_answer::forces(scene, &[], &Options::default(), &Monitor::default(), || ())
}

fn held(scene: &Scene) -> Option<VerifiedForceRanges> {
    match answer(scene).unwrap() {
        VerifiedForces::Held(answer) => Some(*answer),
        VerifiedForces::Moves(_) | VerifiedForces::Falls(_) => None,
    }
}

fn vector([x, y]: [&str; 2]) -> Vector {
    Vector::new(number(x), number(y))
}

fn interval(least: &str, largest: &str) -> Interval {
    [Some(number(least)), Some(number(largest))]
}

/// A body on fixed tips, perhaps pinned, and fixed bodies beside it.
#[derive(Clone, Debug)]
struct Setting {
    gravity: Vector,
    friction: Rational,
    tips: Vec<Vec<Vector>>,
    /// The vertices at which the body is on the tips.
    points: Vec<Vector>,
    /// The parts of the body, each with its vertex on the tip of this number.
    feet: Vec<Vec<Vector>>,
    centroid: Vector,
    pin: Option<Vector>,
    walls: Vec<[Vector; 2]>,
}

impl Setting {
    fn scene(&self) -> Scene {
        let Vector { x, y } = &self.gravity;
        let friction = &self.friction;
        let mut text = format!(
            "format = 'zwang-scene-1'\nname = 'tips'\ngravity = ['{x}', '{y}']\n\
             friction = '{friction}'\n"
        );
        for (index, tip) in self.tips.iter().enumerate() {
            let part = part(tip);
            text += &format!("[[body]]\nname = 'tip {index}'\nfixed = true\nparts = [{part}]\n");
        }
        for (index, [center, size]) in self.walls.iter().enumerate() {
            let [center, size] = [center, size].map(pair);
            text += &format!(
                "[[body]]\nname = 'wall {index}'\nfixed = true\n\
                 rectangle = {{ center = {center}, size = {size} }}\n"
            );
        }
        let centroid = pair(&self.centroid);
        let feet: Vec<String> = self.feet.iter().map(|foot| part(foot)).collect();
        let parts = feet.join(", ");
        text += &format!(
            "[[body]]\nname = 'body'\nmass = 1\ninertia = 1\ncentroid = {centroid}\n\
             parts = [{parts}]\n"
        );
        if let Some(pin) = &self.pin {
            text += &format!("[[pin]]\nbodies = ['body']\nat = {}\n", pair(pin));
        }
        text.parse().unwrap()
    }

    /// The normals, into the body, of its edges and of those of a tip at their vertex that separate
    /// the two.
    fn separating(&self, tip: usize) -> [Vec<Vector>; 2] {
        let point = &self.points[tip];
        let both = [&self.tips[tip], &self.feet[tip]];
        let [own, others] = both.map(|vertices| arms(vertices, point));
        let zero = number("0");
        let is_between = |normal: &Vector| {
            others.iter().all(|arm| normal.dot(arm) >= zero)
                && own.iter().all(|arm| normal.dot(arm) <= zero)
        };
        let of_tip = edge_normals(&own);
        let of_body = edge_normals(&others).map(|normal| -&normal);
        [of_tip, of_body].map(|normals| normals.into_iter().filter(is_between).collect())
    }

    /// The extreme normals of the lines between the body and a tip.
    fn normals(&self, tip: usize) -> [Vector; 2] {
        let separating = self.separating(tip).concat();
        let zero = number("0");
        [false, true].map(|is_last| {
            let extreme = separating.iter().find(|normal| {
                separating.iter().all(|other| {
                    let turn = normal.cross(other);
                    if is_last { turn <= zero } else { turn >= zero }
                })
            });
            extreme.unwrap().clone()
        })
    }

    /// Whether edges of the body and of a tip are along one line, so that both have its normal.
    fn has_edges_on_a_line(&self, tip: usize) -> bool {
        let [own, others] = self.separating(tip);
        let is_other = |normal: &Vector| others.iter().any(|other| is_parallel(normal, other));
        own.iter().any(is_other)
    }

    /// The same with this normal at a tip: that of an edge which goes on beyond the vertex, or of a
    /// tip that is cut.
    fn cut(&self, tip: usize, normal: &Vector) -> Self {
        let mut cut = self.clone();
        let [_, others] = self.separating(tip);
        let vertex = self.points[tip].clone();
        let is_of_body = others.iter().any(|other| is_parallel(normal, other));
        let vertices = match is_of_body {
            true => &mut cut.feet[tip],
            false => &mut cut.tips[tip],
        };
        let along = normal.quarter_turn().scaled(&number("1/1000"));
        let mut points = vertices.clone();
        points.retain(|point| *point != vertex);
        points.extend([&vertex + &along, &vertex - &along]);
        *vertices = hull(points);
        cut
    }

    /// The scenes in which each tip is cut along one of its extreme lines.
    fn choices(&self) -> Vec<Self> {
        let normals: Vec<_> = (0..self.tips.len()).map(|tip| self.normals(tip)).collect();
        let mut choices = vec![self.clone()];
        for (tip, normals) in normals.iter().enumerate() {
            let cut = choices
                .iter()
                .flat_map(|one| normals.iter().map(|normal| one.cut(tip, normal)));
            choices = cut.collect();
        }
        choices
    }

    fn mirrored(&self) -> Self {
        let image = |point: &Vector| Vector::new(-&point.x, point.y.clone());
        let polygon = |vertices: &Vec<Vector>| vertices.iter().rev().map(image).collect();
        Self {
            gravity: image(&self.gravity),
            friction: self.friction.clone(),
            tips: self.tips.iter().map(polygon).collect(),
            points: self.points.iter().map(image).collect(),
            feet: self.feet.iter().map(polygon).collect(),
            centroid: image(&self.centroid),
            pin: self.pin.as_ref().map(image),
            walls: self
                .walls
                .iter()
                .map(|[center, size]| [image(center), size.clone()])
                .collect(),
        }
    }
}

fn pair(point: &Vector) -> String {
    format!("['{}', '{}']", point.x, point.y)
}

fn part(vertices: &[Vector]) -> String {
    let vertices: Vec<String> = vertices.iter().map(pair).collect();
    format!("[{}]", vertices.join(", "))
}

/// From a vertex to the next one and to the one before, counter-clockwise.
fn arms(vertices: &[Vector], vertex: &Vector) -> [Vector; 2] {
    let place = vertices.iter().position(|other| other == vertex).unwrap();
    let count = vertices.len();
    [1, count - 1].map(|step| &vertices[(place + step) % count] - vertex)
}

fn is_parallel(one: &Vector, other: &Vector) -> bool {
    one.cross(other) == number("0")
}

/// Outwards.
fn edge_normals([next, before]: &[Vector; 2]) -> [Vector; 2] {
    [-&next.quarter_turn(), before.quarter_turn()]
}

/// The vertices of the convex hull, counter-clockwise.
fn hull(mut points: Vec<Vector>) -> Vec<Vector> {
    points.sort_by(|one, other| (&one.x, &one.y).cmp(&(&other.x, &other.y)));
    let zero = number("0");
    let mut found: Vec<Vector> = Vec::new();
    for is_back in [false, true] {
        let begin = found.len();
        for point in &points {
            while let [.., one, two] = &found[begin..]
                && (two - one).cross(&(point - two)) <= zero
            {
                found.pop();
            }
            found.push(point.clone());
        }
        found.pop();
        if !is_back {
            points.reverse();
        }
    }
    found
}

/// A component of a force: its range and what is told to be between the ends.
type Told = (Interval, Between);

/// The force of each tip on the body along x and y, of a corner or of contacts, then that of the
/// pin.
fn told(setting: &Setting, found: &VerifiedForceRanges) -> Vec<Told> {
    let verified = &found.verified;
    let body = setting.tips.len() + setting.walls.len();
    let mut told = Vec::new();
    for here in &setting.points {
        let is_here = |point: &Vector| point == here;
        if let Some(corner) = verified
            .corners()
            .iter()
            .find(|corner| is_here(&corner.point))
        {
            let components = corner.force.iter().zip(&corner.between);
            for (range, between) in components {
                let mut ends = range.clone().unwrap();
                let mut between = between.clone();
                if corner.first.0 != body {
                    ends.reverse();
                    ends = ends.map(|end| end.map(|value| -value));
                    for [below, above] in &mut between.gaps {
                        (*below, *above) = (-&*above, -&*below);
                    }
                    between.gaps.reverse();
                }
                told.push((ends, between));
            }
            continue;
        }
        let contact = verified
            .contacts()
            .iter()
            .find(|contact| is_here(&contact.point));
        let contact = contact.unwrap();
        let sign = number(if contact.first.0 == body { "1" } else { "-1" });
        let normal = contact.normal.scaled(&sign);
        let across = contact.across.clone().unwrap();
        for part in [&normal.x, &normal.y] {
            let zero = number("0");
            let mut ends = across.clone().map(|end| match *part == zero {
                true => Some(zero.clone()),
                false => end.map(|value| value * part),
            });
            if *part < zero {
                ends.reverse();
            }
            told.push((ends, Between::default()));
        }
    }
    for pin in verified.pins() {
        for (range, between) in pin.force.iter().zip(&pin.between) {
            told.push((range.clone().unwrap(), between.clone()));
        }
    }
    told
}

/// The ends of a union of intervals, and the gaps in it.
fn union(mut intervals: Vec<Interval>) -> (Interval, Vec<[Rational; 2]>) {
    // No least value comes first.
    intervals.sort();
    let least = intervals[0][0].clone();
    let mut gaps = Vec::new();
    let mut reached = intervals[0][1].clone();
    for [begin, end] in &intervals[1..] {
        let Some(largest) = &reached else {
            break;
        };
        if let Some(begin) = begin
            && begin > largest
        {
            gaps.push([largest.clone(), begin.clone()]);
        }
        reached = end.as_ref().map(|end| end.max(largest).clone());
    }
    ([least, reached], gaps)
}

/// The ranges are the union of those of all choices, gaps included, and forces hold the scene
/// exactly if they do in every choice: then it can stand.
fn agrees_with_its_choices(setting: &Setting) {
    let scene = setting.scene();
    let found = held(&scene);
    let verdict = zwang::stability(&scene).unwrap().verdict();
    assert_eq!(found.is_some(), verdict != StaticsVerdict::Falls);
    let mut choices = Vec::new();
    for choice in setting.choices() {
        choices.extend(held(&choice.scene()).map(|found| told(&choice, &found)));
    }
    let Some(found) = found else {
        assert!(choices.len() < 1 << setting.tips.len());
        return;
    };
    assert_eq!(choices.len(), 1 << setting.tips.len());
    for (place, (range, between)) in told(setting, &found).into_iter().enumerate() {
        let of_choices = choices.iter().map(|told| told[place].0.clone());
        let (expected, gaps) = union(of_choices.collect());
        assert_eq!(range, expected, "component {place}");
        assert_eq!(between.gaps, gaps, "component {place}");
        assert!(between.may_have_gaps || gaps.is_empty());
    }
}

fn peak(tip: [&str; 2], left: &str, right: &str) -> Vec<Vector> {
    let tip = vector(tip);
    let below = |x: &str| &tip + &Vector::new(number(x), number("-1"));
    vec![tip.clone(), below(left), below(right)]
}

fn lever(friction: &str) -> Setting {
    Setting {
        gravity: vector(["0", "-1"]),
        friction: number(friction),
        tips: vec![peak(["0", "1"], "-1", "2")],
        points: vec![vector(["0", "1"])],
        feet: vec![[["0", "1"], ["1", "3"], ["-3", "3"]].map(vector).to_vec()],
        centroid: vector(["-1", "2"]),
        pin: Some(vector(["-4", "3"])),
        walls: Vec::new(),
    }
}

/// A lever of weight 1, pinned at (-4, 3), on the tip of a peak at (0, 1): 2 x + 4 y = 3 for the
/// force of the tip, along the normals (1, 2) and (-1, 1).
#[test]
fn a_lever_on_a_smooth_peak_bears_on_one_side() {
    let setting = lever("0");
    let found = held(&setting.scene()).unwrap();
    assert_eq!(found.dimension, Some(0));
    let expected = [
        ("-3/2", "3/10"),
        ("3/5", "3/2"),
        ("-3/10", "3/2"),
        ("-1/2", "2/5"),
    ];
    for ((range, between), (least, largest)) in told(&setting, &found).into_iter().zip(expected) {
        assert_eq!(range, interval(least, largest));
        assert_eq!(between.gaps, [[number(least), number(largest)]]);
        assert!(between.may_have_gaps);
    }
    agrees_with_its_choices(&setting);
}

/// A dart of weight 1 between walls: (1, 1) or (-1, 1) below it, and the walls hold it and squeeze.
/// Without walls it is balanced on the tip, and falls.
#[test]
fn a_dart_on_a_smooth_peak_stands_between_walls_only() {
    let mut setting = Setting {
        gravity: vector(["0", "-1"]),
        friction: number("0"),
        tips: vec![peak(["0", "1"], "-1/2", "1/2")],
        points: vec![vector(["0", "1"])],
        feet: vec![
            [["0", "1"], ["1", "2"], ["1", "4"], ["-1", "4"], ["-1", "2"]]
                .map(vector)
                .to_vec(),
        ],
        centroid: vector(["0", "3"]),
        pin: None,
        walls: ["-2", "2"]
            .map(|x| [vector([x, "3"]), vector(["2", "2"])])
            .to_vec(),
    };
    let found = held(&setting.scene()).unwrap();
    assert_eq!(found.dimension, Some(2));
    let [(x, between), (y, _)] = &told(&setting, &found)[..] else {
        panic!("one corner, and no pin")
    };
    assert_eq!((x, y), (&interval("-1", "1"), &interval("1", "1")));
    assert_eq!(between.gaps, [[number("-1"), number("1")]]);
    for contact in found.verified.contacts() {
        assert_eq!(contact.across, Some([Some(number("0")), None]));
    }
    agrees_with_its_choices(&setting);
    setting.walls.clear();
    assert!(matches!(
        answer(&setting.scene()),
        Ok(VerifiedForces::Falls(_))
    ));
}

/// The forces of the tip with friction 5 have all directions from (11, -3), where the friction of
/// (1, 2) ends, to (-6, -4): more than a half-plane. Those along 2 x + 4 y = 3 begin at (11, -3).
#[test]
fn a_lever_on_a_very_rough_peak_bears_more_than_a_half_plane() {
    let setting = lever("5");
    let found = held(&setting.scene()).unwrap();
    let expected = [
        [None, Some("33/10")],
        [Some("-9/10"), None],
        [Some("-33/10"), None],
        [None, Some("19/10")],
    ];
    let told = told(&setting, &found);
    for ((range, between), ends) in told.iter().zip(expected) {
        assert_eq!(*range, ends.map(|end| end.map(number)));
        assert!(!between.may_have_gaps);
    }
    // A tip that is cut, in whatever direction, bears no more than that.
    let [one, two] = setting.normals(0);
    let mut reaches = [false; 2];
    for part in ["0", "1/4", "1/2", "3/4", "1"].map(number) {
        let normal = &one.scaled(&(number("1") - &part)) + &two.scaled(&part);
        let cut = setting.cut(0, &normal);
        let cut = held(&cut.scene()).unwrap();
        let [pin] = cut.verified.pins() else {
            panic!("one pin")
        };
        let [least, largest] = pin.force[0].clone().unwrap();
        assert!(
            least
                .as_ref()
                .is_some_and(|least| *least >= number("-33/10"))
        );
        reaches[0] |= least == Some(number("-33/10"));
        reaches[1] |= largest.is_none();
    }
    assert_eq!(reaches, [true; 2]);
}

/// Mirror images have mirrored ranges and gaps.
#[test]
fn a_mirrored_lever_has_mirrored_ranges() {
    for friction in ["0", "5"] {
        let setting = lever(friction);
        let image = setting.mirrored();
        let [own, mirrored] = [&setting, &image].map(|one| told(one, &held(&one.scene()).unwrap()));
        for (place, ((range, between), (image, between_image))) in
            own.into_iter().zip(mirrored).enumerate()
        {
            let mut range = range;
            let mut gaps = between.gaps;
            if place % 2 == 0 {
                range.reverse();
                range = range.map(|end| end.map(|value| -value));
                gaps = gaps
                    .into_iter()
                    .map(|[below, above]| [-above, -below])
                    .collect();
                gaps.reverse();
            }
            assert_eq!(range, image);
            assert_eq!(gaps, between_image.gaps);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A body with two feet on two tips, pinned anywhere, under any gravity.
    #[test]
    fn ranges_are_unions_over_choices(
        slopes in prop::array::uniform4(1_i64..5),
        spreads in prop::array::uniform4(-1_i64..3),
        pin in [-4_i64..=4, 1..=5_i64],
        gravity in [-2_i64..=2, -3..=-1_i64],
    ) {
        let text = |number: i64| number.to_string();
        let [a, b, c, d] = slopes.map(text);
        let tips = [("-2", &a, &b), ("2", &c, &d)];
        let tips = tips.map(|(x, left, right)| {
            peak([x, "0"], &format!("-{left}/2"), &format!("{right}/2"))
        });
        let [e, f, g, h] = spreads;
        let feet = [(-2, e, f), (2, g, h)].map(|(x, left, right)| {
            let [left, right] = [x - left, x + right].map(text);
            [[text(x).as_str(), "0"], [&right, "3"], [&left, "3"]].map(vector).to_vec()
        });
        prop_assume!(e + f > 0 && g + h > 0);
        let setting = Setting {
            gravity: vector(gravity.map(text).each_ref().map(String::as_str)),
            friction: number("0"),
            points: ["-2", "2"].map(|x| vector([x, "0"])).to_vec(),
            tips: tips.to_vec(),
            feet: feet.to_vec(),
            centroid: vector(["0", "2"]),
            pin: Some(vector(pin.map(text).each_ref().map(String::as_str))),
            walls: Vec::new(),
        };
        prop_assume!(!(0..2).any(|tip| setting.has_edges_on_a_line(tip)));
        agrees_with_its_choices(&setting);
    }
}

/// A stack of bricks in columns without friction, on a floor, between walls: its corners have many
/// choices, more than are looked at one by one.
#[test]
fn many_corners_are_decided_one_by_one() {
    let mut text = "format = 'zwang-scene-1'\nname = 'grid'\ngravity = [0, -1]\n\
                    [[body]]\nname = 'floor'\nfixed = true\n\
                    rectangle = { center = [0, -1], size = [99, 2] }\n"
        .to_owned();
    for (column, row) in (0..3).flat_map(|column| (0..3).map(move |row| (column, row))) {
        let [x, y] = [2 * column + 1, 2 * row + 1];
        text += &format!(
            "[[body]]\nname = 'brick {column} {row}'\n\
             rectangle = {{ center = ['{x}/2', '{y}/2'], size = [1, 1] }}\n"
        );
    }
    let found = held(&text.parse().unwrap()).unwrap();
    assert_eq!(found.verified.corners().len(), 8);
    assert_eq!(found.dimension, None);
    let mut ranges = BTreeSet::new();
    for contact in found.verified.contacts() {
        let zero = number("0");
        if contact.point.y != zero || contact.normal.y == zero {
            continue;
        }
        let length = contact.normal.y.clone().max(-&contact.normal.y);
        let range = contact.across.clone().unwrap();
        let range = range.map(|end| end.map(|value| value * &length));
        ranges.insert((contact.point.x.clone(), range));
    }
    // Columns stand on their own; corners can shift what is above between the two that meet.
    let outer = interval("3/2", "3/2");
    let inner = interval("1/2", "5/2");
    let expected = [("0", &outer), ("1", &inner), ("2", &inner), ("3", &outer)];
    let expected = expected.map(|(x, range)| (number(x), range.clone()));
    assert_eq!(ranges, BTreeSet::from(expected));
}
