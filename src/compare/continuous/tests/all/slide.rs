//! A brick on a smooth slope, exactly.

use crate::support::{number, parse, ratio};
use zwang_continuous::{Continuous, End};
use zwang_exact::Vector;
use zwang_scene::{BodyId, Scene};

/// A brick at rest on a slope that rises 3 on 4; g = 10.
fn on_slope() -> Scene {
    parse(
        "format = 'zwang-scene-1'\nname = 'slope'\ngravity = [0, -10]\n\
         [[body]]\nname = 'slope'\nfixed = true\nparts = [[[-8, -6], [8, -6], [8, 6]]]\n\
         [[body]]\nname = 'brick'\n\
         parts = [[['-2/5', '-3/10'], ['2/5', '3/10'], ['1/4', '1/2'], ['-11/20', '-1/10']]]\n",
    )
}

/// It goes down as 3 t², and both of its corners press all the time.
#[test]
fn a_brick_slides_as_galileo_says() {
    let mut motion = Continuous::new(&on_slope()).unwrap();
    let start = Vector::new(number("-3/40"), number("1/10"));
    for step in 1..=10 {
        motion.advance(&ratio(1, 10)).unwrap();
        let way = ratio(3 * step * step, 100);
        let place = &start + &Vector::new(number("-4/5"), number("-3/5")).scaled(&way);
        let [[x, y], [cosine, sine]] = motion.placement(BodyId(1)).unwrap();
        let expected = [(&x, &place.x), (&y, &place.y)];
        let turned = [(&cosine, &ratio(1, 1)), (&sine, &ratio(0, 1))];
        for (bounds, value) in expected.into_iter().chain(turned) {
            assert!(bounds.low() <= *value && *value <= bounds.high());
            assert!(bounds.high() - bounds.low() < number("1e-40"));
        }
        let upright = Vector::from_integers(1, 0);
        assert!(motion.squared_distance(BodyId(1), &place, &upright) < number("1e-60"));
        let off = &place + &Vector::from_integers(0, 1);
        let distance = motion.squared_distance(BodyId(1), &off, &upright);
        assert!(distance >= ratio(1, 1) && distance < number("1.000000001"));
    }
}

/// The slope is long enough for 5/2 s or less: its lower corner is left there.
#[test]
fn the_motion_ends_where_the_slope_does() {
    let mut motion = Continuous::new(&on_slope()).unwrap();
    let mut end = None;
    for _ in 0..25 {
        if let Err(found) = motion.advance(&ratio(1, 10)) {
            end = Some(found);
            break;
        }
    }
    assert_eq!(end, Some(End::Meeting([BodyId(1), BodyId(0)])));
}
