//! Disks and capsules in closed form, right and wrong.

use crate::laws::{HEAD, Motion, grade_of, is_near, table, with_audit, worst};
use zwang_audit::{Audit, Fault, Figure, Grade};

/// A disk of radius 1 and mass 1 on a slope that presses with 8 N and pulls with 6 N.
fn slope(friction: &str) -> String {
    format!(
        "{HEAD}gravity = [6, -8]\nfriction = \"{friction}\"\n\
         [[body]]\nname = \"plane\"\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [64, 2] }}\n\
         [[body]]\nname = \"disk\"\nmass = 1\ndisk = {{ center = [0, 1], radius = 1 }}\n"
    )
}

/// On the slope from rest.
fn going(acceleration: f64, turning: f64) -> impl Fn(f64) -> Motion {
    move |time| {
        let speed = acceleration * time;
        let spin = turning * time;
        let way = speed * time / 2.0;
        [way, 1.0, spin * time / 2.0, speed, 0.0, spin]
    }
}

/// Rolling takes 2 N of friction: a = 4, α = -4. Less friction, 8 μ, leaves a = 6 - 8 μ and
/// α = -16 μ.
#[test]
fn a_disk_rolls_or_slides_as_coulomb_says() {
    for (friction, acceleration, turning, expected) in [
        ("1/2", 4.0, -4.0, Grade::A),
        ("1/4", 4.0, -4.0, Grade::A),
        ("1/10", 5.2, -1.6, Grade::A),
        ("0", 6.0, 0.0, Grade::A),
        // Slides where it should roll, with and without the friction that slides.
        ("1/2", 6.0, 0.0, Grade::F),
        ("1/2", 5.2, -1.6, Grade::F),
        // Rolls where friction cannot make it.
        ("1/10", 4.0, -4.0, Grade::F),
        ("1/5", 4.0, -4.0, Grade::E),
        // Friction slows it down, and does not turn it.
        ("1/2", 4.0, 0.0, Grade::F),
        // Turns the wrong way.
        ("1/2", 4.0, 4.0, Grade::F),
    ] {
        for has_velocities in [true, false] {
            let motion = going(acceleration, turning);
            let rows = table(&[("disk", &motion)], has_velocities);
            with_audit(&slope(friction), &rows, |audit| {
                let found = grade_of(audit, Fault::Unlawful);
                let case = (friction, acceleration, turning, has_velocities);
                assert_eq!(found, Some(expected), "{case:?}");
                if expected == Grade::A {
                    assert_eq!(audit.grade(), Some(Grade::A), "{case:?}: {:?}", audit.marks);
                }
            });
        }
    }
}

/// With 1/5, 1.6 N of friction, the force that rolling asks for, (T, N) = (2, 8), is 0.4/√1.04 N
/// away from the friction line; its torque 2 goes with it.
#[test]
fn missing_friction_is_told_in_newtons() {
    let rows = table(&[("disk", &going(4.0, -4.0))], true);
    with_audit(&slope("1/5"), &rows, |audit| {
        // Force and torque over the radius, (-2, 8, 2), against λ (-μ, 1, μ): R is 1, as the disk
        // has one vertex at its centroid.
        let friction = 0.2_f64;
        let squared = 1.0 + 2.0 * friction * friction;
        let along = (4.0 * friction + 8.0) / squared;
        let missing = 72.0 - along * along * squared;
        let found = worst(audit, Figure::Law);
        assert!(is_near(found, missing.sqrt()), "{found} {}", missing.sqrt());
    });
}

/// Two disks without weight; the left one comes at an angle, so that the normal turns on the way.
fn billiard(restitution: &str) -> String {
    format!(
        "{HEAD}gravity = [0, 0]\nrestitution = \"{restitution}\"\n\
         [[body]]\nname = \"cue\"\nmass = 1\nvelocity = [16, 0]\n\
         disk = {{ center = [-8, 0], radius = 2 }}\n\
         [[body]]\nname = \"ball\"\nmass = 1\ndisk = {{ center = [0, 3], radius = 3 }}\n"
    )
}

/// They meet at x = -4 after 1/4 s, with the normal (4, 3)/5 and 64/5 m/s along it.
#[test]
fn oblique_impacts_of_disks_are_held_against_restitution() {
    for (of_scene, of_run, expected) in [
        ("1", 1.0, Grade::A),
        ("1/2", 0.5, Grade::A),
        ("0", 0.0, Grade::A),
        ("1", 0.75, Grade::F),
        ("1/2", 1.0, Grade::F),
        ("1/2", 0.55, Grade::E),
        ("1/2", 0.505, Grade::D),
    ] {
        let share = 0.5 * (1.0 + of_run) * 64.0 / 25.0;
        let [x, y] = [4.0 * share, 3.0 * share];
        let cue = move |time: f64| {
            let after = (time - 0.25).max(0.0);
            let before = time.min(0.25);
            let place = [-8.0 + 16.0 * before, 0.0];
            let [vx, vy] = if time <= 0.25 {
                [16.0, 0.0]
            } else {
                [16.0 - x, -y]
            };
            [place[0] + (16.0 - x) * after, -y * after, 0.0, vx, vy, 0.0]
        };
        let ball = move |time: f64| {
            let after = (time - 0.25).max(0.0);
            let [vx, vy] = if time <= 0.25 { [0.0, 0.0] } else { [x, y] };
            [x * after, 3.0 + y * after, 0.0, vx, vy, 0.0]
        };
        let rows = table(&[("cue", &cue), ("ball", &ball)], true);
        with_audit(&billiard(of_scene), &rows, |audit| {
            assert_eq!((audit.bounces.graded, audit.bounces.open), (1, 0));
            let found = grade_of(audit, Fault::WrongBounce);
            assert_eq!(found, Some(expected), "{of_scene} {of_run}");
        });
    }
}

/// Two capsules of radius 1/4 and a square, far from each other and without weight.
fn apart() -> String {
    let capsule = |name: &str, x: i32, half: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = 1\n\
             capsule = {{ from = [\"{x}/1\", \"-{half}\"], to = [\"{x}/1\", \"{half}\"], radius = \"1/4\" }}\n"
        )
    };
    format!(
        "{HEAD}gravity = [0, 0]\n{}{}\
         [[body]]\nname = \"disk\"\nmass = 1\ndisk = {{ center = [0, 20], radius = 1 }}\n\
         [[body]]\nname = \"square\"\nrectangle = {{ center = [20, 20], size = [2, 2] }}\n",
        capsule("one", 0, "1"),
        capsule("two", 20, "2"),
    )
}

/// The largest depth if the four bodies are there: x, y, angle.
fn depth(places: [[f64; 3]; 4]) -> f64 {
    let start = [
        [0.0, 0.0, 0.0],
        [20.0, 0.0, 0.0],
        [0.0, 20.0, 0.0],
        [20.0, 20.0, 0.0],
    ];
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for (time, state) in [start, places].iter().enumerate() {
        for (name, [x, y, angle]) in ["one", "two", "disk", "square"].iter().zip(state) {
            rows += &format!("{time},{name},{x:?},{y:?},{angle:?}\n");
        }
    }
    let figure = |audit: &Audit| {
        audit.series(Figure::Penetration).unwrap();
        worst(audit, Figure::Penetration)
    };
    with_audit(&apart(), &rows, figure)
}

#[test]
fn depths_of_rounded_parts_are_those_of_their_cores_and_radii() {
    let [one, two] = [[0.0, 0.0, 0.0], [20.0, 0.0, 0.0]];
    let [disk, square] = [[0.0, 20.0, 0.0], [20.0, 20.0, 0.0]];
    let quarter = std::f64::consts::FRAC_PI_2;
    for (places, expected) in [
        ([one, two, disk, square], 0.0),
        // Side by side, at the distance 1/2 and less.
        ([one, [0.5, 0.0, 0.0], disk, square], 0.0),
        ([one, [0.375, 0.5, 0.0], disk, square], 0.125),
        // One behind the other: ends at 1 and 5/4.
        ([one, [0.0, 3.25, 0.0], disk, square], 0.25),
        // Ends at (0, 1) and (1/4, 5/4).
        (
            [one, [0.25, 3.25, 0.0], disk, square],
            0.5 - 0.125_f64.sqrt(),
        ),
        // Crossing: to move along the shorter way to an end, 1/2, and both radii.
        ([one, [0.0, 0.5, quarter], disk, square], 1.0),
        // The same place: both segments are on one line.
        ([one, [0.0, 0.0, 0.0], disk, square], 0.5),
        // A disk on a corner, 1 and 1 from it, and 1/2 inside of the square.
        ([one, two, [18.0, 18.0, 0.0], square], 0.0),
        ([one, two, [18.5, 18.5, 1.0], square], 1.0 - 0.5_f64.sqrt()),
        ([one, two, [19.5, 20.25, 0.0], square], 1.5),
    ] {
        let found = depth(places);
        assert!(
            (found - expected).abs() < 1e-6,
            "{places:?}: {found} {expected}"
        );
    }
}

/// A force on the ball at the place where disks touch, along the normal (4, 3)/5 and across it.
#[test]
fn forces_between_disks_are_split_along_their_centres() {
    let scene = billiard("0")
        .replace("velocity = [16, 0]", "friction = \"1/2\"")
        .replace("center = [-8, 0]", "center = [-4, 0]");
    for (along, across, pull, beyond) in [
        (5.0, 0.0, 0.0, 0.0),
        (5.0, 2.5, 0.0, 0.0),
        (5.0, 5.0, 0.0, 2.5),
        (-5.0, 1.0, 5.0, 1.0),
    ] {
        let force = [0.8 * along - 0.6 * across, 0.6 * along + 0.8 * across];
        let [x, y] = force;
        let rows = format!(
            "time,body,x,y,angle,other,px,py,fx,fy\n0,cue,-4,0,0,,,,,\n0,ball,0,3,0,,,,,\n\
             1,cue,-4,0,0,,,,,\n1,ball,0,3,0,,,,,\n1,ball,,,,cue,-2.4,1.2,{x:?},{y:?}\n"
        );
        with_audit(
            &scene.replace("radius = 3 }", "radius = 3 }\nfriction = \"1/2\""),
            &rows,
            |audit| {
                for (figure, expected) in [(Figure::Pull, pull), (Figure::Friction, beyond)] {
                    let found = worst(audit, figure);
                    assert!(
                        (found - expected).abs() < 1e-9,
                        "{figure:?}: {found} {expected}"
                    );
                }
                assert!(worst(audit, Figure::Gap) < 1e-9);
            },
        );
    }
}
