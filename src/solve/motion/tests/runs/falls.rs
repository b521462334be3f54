//! Bodies that fall freely, land, and rest: closed forms.

use crate::course::{number, on_floor, position, ratio, run, scene, settings};
use num_traits::Zero;
use zwang_certificate::run::Placement;

const BRICK: &str = "[[body]]\nname = 'brick'\n";

#[test]
fn free_flight_is_the_recurrence() {
    let scene = scene(&format!(
        "{BRICK}rectangle = {{ center = ['1/3','2'], size = [1,'1/4'] }}\nvelocity = ['1/2','3']\n\
         spin = '7/3'\n"
    ));
    let (records, stopped) = run(&scene, settings(ratio(1, 64)), 40);
    assert_eq!(stopped, None);
    let h = number("1/64");
    for record in &records {
        // z_k = z_0 + k h v + h² g k (k + 1) / 2: all terms but z_0 are on the grid.
        let k = zwang_exact::Rational::from_integer(record.k.into());
        let fallen = &h * &h * &k * (&k + number("1")) / number("2");
        assert_eq!(
            position(record, 0),
            [
                number("1/3") + &k * &h * number("1/2"),
                number("2") + k * &h * number("3") - fallen
            ]
        );
        assert!(record.rows.is_empty() && record.groups.is_empty());
        assert_eq!(
            record.facts.momentum[0],
            number("1/8"),
            "mass 1/4 at 1/2 m/s"
        );
    }
    // 40 steps of 2 arctan(7/384), to 40 units of the grid.
    let Placement::Grid {
        quarter, tangent, ..
    } = &records[39].state[0]
    else {
        panic!("a run on a grid")
    };
    let mut turned = [number("1"), number("0")];
    let t = number("7/384");
    let unit = number("1") + &t * &t;
    let [cos, sin] = [(number("1") - &t * &t) / &unit, number("2") * &t / unit];
    for _ in 0..40 {
        turned = [
            &turned[0] * &cos - &turned[1] * &sin,
            &turned[0] * &sin + &turned[1] * &cos,
        ];
    }
    assert_eq!(*quarter, 1);
    let [re, im] = [turned[1].clone(), -&turned[0]];
    let half = im / (number("1") + re);
    let off = &half - tangent;
    assert!(&off * &off < number("1e-34"), "{off}");
}

#[test]
fn a_brick_dropped_flat_rests_exactly() {
    let scene = on_floor(&format!(
        "{BRICK}rectangle = {{ center = [0,'1/2'], size = [1,'1/4'] }}\n"
    ));
    let (records, stopped) = run(&scene, settings(ratio(1, 100)), 120);
    assert_eq!(stopped, None);
    let landed = records
        .iter()
        .position(|record| !record.facts.made.is_empty())
        .unwrap();
    assert_eq!(records[landed].facts.impacts.len(), 2);
    for record in &records[landed..] {
        assert_eq!(position(record, 0), [number("0"), number("1/8")]);
        assert!(record.facts.penetration.is_zero());
    }
    assert!(
        records[landed + 1..]
            .iter()
            .all(|record| record.facts.kinetic.is_zero())
    );
}

#[test]
fn a_brick_dropped_on_its_corner_rests_exactly() {
    // A brick of 1 × 1/4 turned by rot(1/4), so that it lies flat at the half-tangent -1/4.
    let scene = on_floor(&format!(
        "{BRICK}parts = [ [['-13/34','89/136'],['1/2','9/8'],['13/34','183/136'],['-1/2','7/8']] \
         ]\n"
    ));
    let (records, stopped) = run(&scene, settings(ratio(1, 100)), 250);
    assert_eq!(stopped, None);
    let last = records.last().unwrap();
    let rest = records
        .iter()
        .rposition(|record| record.state != last.state)
        .unwrap();
    assert!(rest < 200, "at rest since step {rest}");
    let Placement::Grid {
        position,
        quarter,
        tangent,
    } = &last.state[0]
    else {
        panic!("a run on a grid")
    };
    assert_eq!(
        (&position[1], *quarter, tangent),
        (&number("1/8"), 0, &number("-1/4"))
    );
    assert!(last.facts.kinetic.is_zero() && last.facts.penetration.is_zero());
    // A thousandth of the brick's height, except in the step of an impact.
    let bound = number("1/4000");
    for record in records
        .iter()
        .filter(|record| record.facts.impacts.is_empty())
    {
        assert!(
            record.facts.penetration < &bound * &bound,
            "step {}",
            record.k
        );
    }
}

#[test]
fn stable_scenes_stay_where_they_are() {
    for name in [
        "diamond-4",
        "harmonic-5",
        "triangle-2",
        "arch-7-balanced",
        "seesaw",
        "wall-running-5x4",
    ] {
        let scene = crate::course::gallery(name);
        let (records, stopped) = run(&scene, settings(ratio(1, 100)), 10);
        assert_eq!(stopped, None, "{name}");
        let free = scene
            .bodies
            .iter()
            .filter_map(|body| body.dynamics.as_ref());
        for (place, free) in free.enumerate() {
            assert_eq!(
                position(&records[9], place),
                [free.centroid.x.clone(), free.centroid.y.clone()],
                "{name}"
            );
        }
    }
}
