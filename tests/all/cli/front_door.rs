//! Three tasks of newcomers from end to end, held against what is known without zwang: the audit of
//! a crate on a ramp, an arch with a load, and a thousand scenes in one table.
#![allow(clippy::disallowed_types, reason = "the table is of doubles")]

use crate::cli::workshop::Workshop;
use num_traits::{ToPrimitive, Zero};
use serde_json::Value;
use zwang::families::{self, Brick};
use zwang::{Rational, Scene};

/// A crate on a ramp of 3 in 4.
const CRATE: &str = r#"
format = "zwang-scene-1"
name = "crate on a ramp"
gravity = [0, -9.81]
friction = 0.8
body = [
  { name = "ramp", fixed = true, parts = [[[0, 0], [4, 0], [4, 3]]] },
  { name = "crate", rectangle = { size = [1, 1] }, on = { body = "ramp", edge = 2 } },
]
"#;

/// The run of a crate that slides down the ramp with this acceleration, m/s².
fn table(acceleration: f64) -> String {
    let mut rows = String::from(
        "# {\"format\": \"zwang-table-1\", \"engine\": \"by hand\", \"step\": \"1/100\", \
         \"precision\": \"double\"}\ntime,body,x,y,angle\n",
    );
    for step in 0..=50 {
        let time = f64::from(step) / 100.0;
        let way = acceleration * time * time / 2.0;
        let x = 1.7 - 0.8 * way;
        let y = 1.9 - 0.6 * way;
        rows += &format!("{time},crate,{x},{y},0\n");
    }
    rows
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A crate stands on a ramp of 3 in 4 exactly if the friction is at least 3/4. A run in which it
/// rests is faultless, one in which it slides is not.
#[test]
fn a_crate_on_a_ramp_is_audited() {
    let workshop = Workshop::new("front-crate");
    workshop.file("crate.toml", CRATE);
    let critical = workshop.zwang("critical crate.toml --friction --json");
    assert_eq!(json(critical.succeeds())["stands_at"], "3/4");
    workshop.file("rests.csv", table(0.0));
    let rests = workshop.zwang("audit crate.toml rests.csv --json");
    assert_eq!(json(rests.succeeds())["grade"], "A");
    workshop.file("slides.csv", table(1.0));
    for tolerance in ["", " --tolerance 100"] {
        let slides = workshop.zwang(&format!("audit crate.toml slides.csv{tolerance}"));
        assert_eq!(slides.code, 1, "{slides:?}");
        assert!(
            slides.out.contains("a scene that is proved to stand"),
            "{slides:?}"
        );
    }
    // Without enough friction the same run is that of a crate that has to move.
    workshop.file(
        "smooth.toml",
        CRATE.replace("friction = 0.8", "friction = 0.7"),
    );
    let rests = workshop.zwang("audit smooth.toml rests.csv");
    assert!(
        rests.out.contains("holds a scene that is proved to fall"),
        "{rests:?}"
    );
}

/// The limit of a load on an arch is where it stops to stand, and that of its mirror image.
#[test]
fn an_arch_bears_a_load_up_to_its_limit() {
    let workshop = Workshop::new("front-arch");
    let arch = workshop
        .zwang("scene arch 7 --outer 5/2 --friction 3/4")
        .succeeds()
        .to_owned();
    let loaded = |stone: usize, force: &str| {
        format!(
            "{arch}\n[[load]]\nname = \"cart\"\nbody = \"stone {stone}\"\nforce = [0, \"-{force}\"]\n"
        )
    };
    let mut limits = Vec::new();
    for stone in [2, 4] {
        workshop.file("arch.toml", loaded(stone, "1"));
        let critical = workshop.zwang("critical arch.toml --load cart --json");
        let limit = json(critical.succeeds())["stands_at"]
            .as_str()
            .unwrap()
            .to_owned();
        limits.push(limit);
    }
    assert_eq!(limits[0], limits[1]);
    let limit: Rational = limits[0].parse().unwrap();
    assert!(limit > Rational::from_integer(1.into()), "{limit}");
    let more = &limit + Rational::new(1.into(), 1_000_000_000.into());
    for (force, code) in [(limit, 0), (more, 1)] {
        workshop.file("arch.toml", loaded(2, &force.to_string()));
        let stability = workshop.zwang("stability arch.toml");
        assert_eq!(stability.code, code, "{force}: {stability:?}");
    }
}

/// Whether a pile stands: the centroid of all bricks above a joint has to be above the edge that
/// the two bricks there have in common.
fn stands(pile: &Scene) -> bool {
    let width = Rational::from_integer(1.into());
    let half = width / Rational::from_integer(2.into());
    let mut centers = Vec::new();
    for body in &pile.bodies {
        if let Some(free) = &body.dynamics {
            centers.push(free.centroid.x.clone());
        }
    }
    for joint in 1..centers.len() {
        let above = &centers[joint..];
        let mut mean = Rational::zero();
        for center in above {
            mean += center;
        }
        mean /= Rational::from_integer(above.len().into());
        let left = (&centers[joint - 1]).max(&centers[joint]) - &half;
        let right = (&centers[joint - 1]).min(&centers[joint]) + &half;
        if mean < left || mean > right {
            return false;
        }
    }
    true
}

#[test]
fn a_thousand_piles_are_in_one_table() {
    let workshop = Workshop::new("front-piles");
    let sweep = "sweep pile --count 6 --vary seed=1..1000 --ask stability -o piles --quiet";
    workshop.zwang(sweep).succeeds();
    workshop
        .zwang("sweep merge piles -o piles.csv --no-proofs")
        .succeeds();
    let table = workshop.text("piles.csv");
    let mut rows = table.lines();
    let head: Vec<&str> = rows.next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|column| *column == name).unwrap();
    let [seed, verdict] = [column("seed"), column("verdict")];
    let mut count = 0;
    let mut standing = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        let pile = families::pile(6, 16, cells[seed].parse().unwrap(), &Brick::default()).unwrap();
        let expected = if stands(&pile) { "stands" } else { "falls" };
        assert_eq!(cells[verdict], expected, "{row}");
        count += 1;
        standing += usize::from(expected == "stands");
    }
    assert_eq!(count, 1000);
    // One in a few dozen stands.
    let share = standing.to_f64().unwrap() / 1000.0;
    assert!((0.01..0.2).contains(&share), "{share}");
}
