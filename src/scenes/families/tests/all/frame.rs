//! Frames made bodies and pins, and what is wrong with one.

use zwang_exact::{Rational, Vector};
use zwang_families::template::read;
use zwang_scene::read::Syntax;
use zwang_scene::{Body, Dynamics, Scene};

const HEAD: &str = "format = \"zwang-scene-1\"\nname = \"frame\"\n";
const POINTS: &str = "[[point]]\nname = \"p\"\nat = [3, 4]\nmass = 6\nvelocity = [-4, 3]\n\
    [[point]]\nname = \"q\"\nat = [3, 0]\nmass = 1\n\
    [[point]]\nname = \"A\"\nat = [0, 0]\nfixed = true\n";

fn scene(text: &str) -> Scene {
    let text = format!("{HEAD}{text}");
    read(&text, Syntax::Toml, &[]).unwrap().scene
}

fn refusal(text: &str) -> String {
    let text = format!("{HEAD}{POINTS}{text}");
    read(&text, Syntax::Toml, &[]).unwrap_err().to_string()
}

fn bar(first: &str, second: &str) -> String {
    format!("[[bar]]\nbetween = [\"{first}\", \"{second}\"]\n")
}

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn free(body: &Body) -> &Dynamics {
    body.dynamics.as_ref().unwrap()
}

/// The bodies of a frame have together the mass, the first and the second moments and the kinetic
/// energy of its point masses, each of which stands where its bars end.
#[test]
fn shares_of_a_point_add_up_to_it() {
    let points = POINTS.replace("mass = 1\n", "mass = 1\nvelocity = [0, 3]\n");
    let scene = scene(&format!("{points}{}{}", bar("A", "p"), bar("p", "q")));
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["p", "q", "A-p", "p-q"]);
    assert_eq!(scene.pins.len(), 4);
    // A third of p's 6 kg is at the far end of A-p as well, where nothing moves.
    let mut mass = number("-2");
    let mut energy = Rational::default();
    let mut first = Vector::zero();
    for body in &scene.bodies {
        let free = free(body);
        assert!(body.parts.is_empty());
        mass += &free.mass;
        first = &first + &free.centroid.scaled(&free.mass);
        let square = free.velocity.dot(&free.velocity);
        // The body of a point does not turn.
        energy += &free.mass * square + &free.inertia * &free.spin * &free.spin;
    }
    assert_eq!(mass, number("7"));
    assert_eq!(first, Vector::from_integers(6 * 3 + 3, 6 * 4));
    assert_eq!(energy, number("159"));
}

#[test]
fn a_bar_has_a_mass_at_each_end() {
    let scene = scene(&format!("{POINTS}{}", bar("A", "p")));
    let bar = free(&scene.bodies[2]);
    assert_eq!(bar.mass, number("6"));
    assert_eq!(bar.centroid, Vector::new(number("3/2"), number("2")));
    // Two masses of 3 kg, 5/2 m from the centre.
    assert_eq!(bar.inertia, number("75/2"));
    assert_eq!(bar.spin, number("1"));
    assert_eq!(bar.velocity, Vector::new(number("-2"), number("3/2")));
    // One end is pinned to the point, the other to the world.
    assert_eq!(scene.pins[0].at, Vector::zero());
    assert_eq!(scene.pins[0].second, None);
    assert_eq!(scene.pins[1].at, Vector::from_integers(3, 4));
}

#[test]
fn points_and_bars_are_named_as_bodies_are() {
    let more = "[[load]]\nname = \"wind\"\nbody = \"p\"\nforce = [1, 0]\n\
        [[body]]\nname = \"brick\"\nrectangle = { center = [3, -1], size = [1, 2] }\n\
        [[pin]]\nbodies = [\"brick\", \"q\"]\nat = [3, 0]\n";
    let boom = bar("p", "A") + "name = \"boom\"\n";
    let scene = scene(&format!("{POINTS}{boom}{more}"));
    assert_eq!(scene.loads[0].at, Vector::from_integers(3, 4));
    assert!(scene.body_named("boom").is_some());
    assert_eq!(scene.pins.len(), 3);
}

#[test]
fn wrong_frames_are_refused_in_one_line() {
    let point = |more: &str| format!("[[point]]\nname = \"z\"\nat = [3, 4]\n{more}\n");
    for (text, expected) in [
        (
            bar("p", "r"),
            "line 17: bar 0: found the unknown point `r`; expected the name of a point: A, p, q",
        ),
        (
            bar("p", "p"),
            "line 17: bar 0: found the point `p` twice; expected two different points",
        ),
        (
            point("mass = 0"),
            "line 19: point `z`: found the number 0 as `mass`; \
             expected a positive `mass`, kg, or `fixed = true`",
        ),
        (
            point("mass = \"-1/2\""),
            "line 19: point `z`: found the text `-1/2` as `mass`; \
             expected a positive `mass`, kg, or `fixed = true`",
        ),
        (
            point(""),
            "line 16: point `z`: found no `mass`; \
             expected a positive `mass`, kg, or `fixed = true`",
        ),
        (
            point("fixed = true\nmass = 1"),
            "line 20: point `z`: found `mass` of a fixed point; expected none",
        ),
        (
            point("mass = 1") + &bar("p", "z"),
            "line 20: bar `p-z`: found the length 0: `p` and `z` are at one place; \
             expected points at different places",
        ),
        (
            point("fixed = true") + &bar("A", "z"),
            "line 20: bar `A-z`: found two fixed ends, which nothing can move; \
             expected at least one point with a mass",
        ),
        (
            bar("p", "q"),
            "line 16: bar `p-q`: found velocities of its ends that make it longer or shorter; \
             expected ends whose velocities are the same along the bar",
        ),
        (
            point("mass = 1").replace('z', "q"),
            "line 16: body `q`, name: found it again, first in line 8; expected it once",
        ),
        (
            bar("p", "A") + &bar("p", "A"),
            "line 18: body `p-A`, name: found it again, first in line 16; expected it once",
        ),
        (
            bar("p", "A") + "width = 1\n",
            "line 18: bar 0: found the unknown key `width`; expected one of between, name",
        ),
    ] {
        assert_eq!(refusal(&text), expected);
    }
}
