//! Rounds of impacts against closed forms, and against chains of point masses in fractions.

use super::{Impact, ImpactRule, Meeting, Round};
use crate::number::{GRID, over, rounded};
use crate::outline::Outline;
use crate::rows::{COEFFICIENT, velocity_row};
use crate::state::{self, Placed};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2, Square};
use proptest::prelude::*;
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_program::Monitor;
use zwang_scene::Scene;

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::from_signeds(numerator, denominator)
}

/// Unit cubes in a row along x, with no gaps; each speed is along x.
fn row_of_cubes(masses: &[i64], speeds: &[Rational]) -> Scene {
    let mut text = "format = \"zwang-scene-1\"\nname = \"row\"\ngravity = [0, 0]\n".to_owned();
    for (place, (mass, speed)) in masses.iter().zip(speeds).enumerate() {
        text += &format!(
            "[[body]]\nname = \"{place}\"\nrectangle = {{ center = [{place}, 0], size = [1, 1] }}\n\
             density = {mass}\nvelocity = [\"{speed}\", 0]\n"
        );
    }
    zwang_scene::read::parse_toml(&text).unwrap().scene
}

/// A vertex of the right cube and the right side of the left one.
fn touching(left: usize, vertex: usize) -> Contact {
    let feature = |body, index| Feature {
        part: PartId { body, part: 0 },
        index,
    };
    Contact {
        vertex: feature(left + 1, vertex),
        edge: feature(left, 1),
    }
}

/// Resolves the contacts of a scene, each with its restitution: velocities along x and y, spins.
fn resolved(
    scene: &Scene,
    contacts: &[(Contact, Rational)],
    rule: ImpactRule,
) -> (Vec<[Rational; 3]>, Vec<Round>) {
    let outline = Outline::new(scene, ratio(1, 100));
    let states = state::initial(scene, &outline);
    let placed = Placed::new(&outline, &states);
    let places: BTreeMap<_, _> = outline.free.iter().copied().zip(0..).collect();
    let mut masses = Vec::new();
    let mut velocities = Vec::new();
    for (&body, state) in outline.free.iter().zip(&states) {
        let mass = outline.mass(body);
        masses.extend([mass.mass.clone(), mass.mass.clone(), mass.inertia.clone()]);
        velocities.extend(state.velocity(&outline));
        velocities.push(state.spin());
    }
    let unit = Rational::from((&outline.unit).square() << COEFFICIENT);
    let mut meetings = Vec::new();
    for (contact, restitution) in contacts {
        let row = velocity_row(&outline, [&placed, &placed], &places, *contact);
        let mut coefficients = Vec::new();
        for (place, coefficient) in row.coefficients {
            coefficients.push((place, Rational::from(coefficient) / &unit));
        }
        let edge_squared = Rational::from(outline.edge_squared(contact.edge));
        meetings.push(Meeting {
            coefficients,
            slip: None,
            edge_squared: edge_squared / Rational::from((&outline.unit).square()),
            restitution: restitution.clone(),
            is_lively: *restitution > 0,
            options: Vec::new(),
        });
    }
    let impact = Impact {
        masses,
        meetings,
        pins: Vec::new(),
        slowest_squared: Rational::power_of_2(-40_i64),
        digits: Some(GRID),
    };
    let monitor = Monitor::default();
    let before = velocities.clone();
    let rounds = impact.resolve(rule, &mut velocities, &monitor).unwrap();
    assert_impulses(&impact, before, &velocities, &rounds);
    let (bodies, _) = velocities.as_chunks::<3>();
    (bodies.to_vec(), rounds)
}

/// The impulses of all rounds push, and give the velocities but for rounding.
fn assert_impulses(impact: &Impact, before: Vec<Rational>, after: &[Rational], rounds: &[Round]) {
    let mut velocities = before;
    for impulse in rounds.iter().flat_map(|round| &round.impulses) {
        assert!(impulse.across >= 0 && impulse.along == 0);
        for (place, coefficient) in &impact.meetings[impulse.row].coefficients {
            velocities[*place] += &impulse.across * coefficient / &impact.masses[*place];
        }
    }
    are_near(&velocities, after, rounds.len());
}

/// The speeds of a row of cubes after its impacts, and how many rounds they take.
fn after(
    masses: &[i64],
    speeds: &[Rational],
    restitutions: &[Rational],
    rule: ImpactRule,
) -> (Vec<Rational>, usize) {
    let scene = row_of_cubes(masses, speeds);
    let mut contacts = Vec::new();
    for (left, restitution) in restitutions.iter().enumerate() {
        for vertex in [0, 3] {
            contacts.push((touching(left, vertex), restitution.clone()));
        }
    }
    let (velocities, rounds) = resolved(&scene, &contacts, rule);
    let mut along = Vec::new();
    for [x, y, spin] in velocities {
        assert_eq!((y, spin), (ratio(0, 1), ratio(0, 1)));
        along.push(x);
    }
    (along, rounds.len())
}

/// The same with ε = 1, from whole speeds.
fn elastic(masses: &[i64], speeds: &[i64]) -> (Vec<Rational>, usize) {
    let speeds: Vec<Rational> = speeds.iter().map(|&speed| ratio(speed, 1)).collect();
    let restitutions = vec![ratio(1, 1); masses.len() - 1];
    after(masses, &speeds, &restitutions, ImpactRule::Rounds)
}

/// Whether numbers are fractions but for the rounding of so many rounds.
fn are_near(found: &[Rational], expected: &[Rational], rounds: usize) {
    let limit = Rational::from(8 * rounds + 8) >> GRID;
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs();
        assert!(error <= limit, "{found} for {expected}");
    }
}

#[test]
fn rows_of_cubes_leave_as_published() {
    type Published = (&'static [i64], &'static [i64], &'static [[i64; 2]], usize);
    let rows: [Published; 4] = [
        (
            &[2, 1, 1, 3, 1],
            &[2, 1, 0, 0, -1],
            &[[-7, 6], [1, 2], [5, 6], [7, 6], [3, 2]],
            7,
        ),
        (
            &[3, 1, 2, 5, 1],
            &[1, 0, 0, 0, 0],
            &[[-19, 42], [27, 98], [20, 49], [68, 147], [20, 21]],
            8,
        ),
        (
            &[1; 5],
            &[1, 1, 0, 0, 0],
            &[[0, 1], [0, 1], [0, 1], [1, 1], [1, 1]],
            4,
        ),
        (
            &[1; 5],
            &[1, 0, 0, 0, -1],
            &[[-1, 1], [0, 1], [0, 1], [0, 1], [1, 1]],
            3,
        ),
    ];
    for (masses, speeds, expected, count) in rows {
        let (found, rounds) = elastic(masses, speeds);
        assert_eq!(rounds, count, "{masses:?}");
        let expected: Vec<Rational> = expected.iter().map(|[n, d]| ratio(*n, *d)).collect();
        are_near(&found, &expected, rounds);
    }
}

/// Seven of twenty equal cubes: whole numbers, so that nothing is rounded.
#[test]
fn a_long_cradle_lets_as_many_leave_as_come() {
    let mut speeds = vec![0; 20];
    speeds[..7].fill(1);
    let (found, rounds) = elastic(&[1; 20], &speeds);
    assert_eq!(rounds, 19);
    speeds.reverse();
    let expected: Vec<Rational> = speeds.iter().map(|&speed| ratio(speed, 1)).collect();
    assert_eq!(found, expected);
}

/// The simultaneous impact of five equal cubes of which the first moves: (-3, 2, 2, 2, 2)/5.
#[test]
fn all_at_once_is_the_law_of_before() {
    let speeds = [1, 0, 0, 0, 0].map(|speed| ratio(speed, 1));
    let restitutions = vec![ratio(1, 1); 4];
    let (found, rounds) = after(&[1; 5], &speeds, &restitutions, ImpactRule::Simultaneous);
    assert_eq!(rounds, 1);
    let expected = [-3, 2, 2, 2, 2].map(|speed| ratio(speed, 5));
    are_near(&found, &expected, 1);
}

const TWO_BOXES: &str = r#"
format = "zwang-scene-1"
name = "two boxes land together"
gravity = [0, -10]
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, "-1/2"], size = [20, 1] }
[[body]]
name = "dull"
rectangle = { center = [-2, "1/2"], size = [1, 1] }
velocity = [0, -5]
[[body]]
name = "lively"
rectangle = { center = [2, "1/2"], size = [1, 1] }
velocity = ["1/3", "-7/3"]
"#;

/// The lower vertices of both boxes and the upper side of the floor, with ε of each box.
fn landing([dull, lively]: [Rational; 2]) -> Vec<(Contact, Rational)> {
    let mut contacts = Vec::new();
    for (body, restitution) in [(1, dull), (2, lively)] {
        for vertex in [0, 1] {
            let mut contact = touching(0, vertex);
            contact.vertex.part.body = body;
            contact.edge.index = 2;
            contacts.push((contact, restitution.clone()));
        }
    }
    contacts
}

/// The nearest number of the grid.
fn on_grid(value: &Rational) -> Rational {
    over(&rounded(value, GRID), GRID)
}

/// v' = -ε v, exactly where that is on the grid; and each box keeps its own ε, in one round.
#[test]
fn boxes_that_land_together_keep_their_own_restitution() {
    let scene = zwang_scene::read::parse_toml(TWO_BOXES).unwrap().scene;
    let contacts = landing([ratio(1, 5), ratio(1, 1)]);
    let (found, rounds) = resolved(&scene, &contacts, ImpactRule::Rounds);
    assert_eq!(rounds.len(), 1);
    assert_eq!(found[0], [ratio(0, 1), ratio(1, 1), ratio(0, 1)]);
    assert_eq!(
        found[1],
        [on_grid(&ratio(1, 3)), on_grid(&ratio(7, 3)), ratio(0, 1)]
    );
}

/// Nothing bounces if ε is 0: that is left to the velocity program. Nor does what parts.
#[test]
fn there_is_no_round_without_restitution_or_approach() {
    let scene = zwang_scene::read::parse_toml(TWO_BOXES).unwrap().scene;
    let contacts = landing([ratio(0, 1), ratio(0, 1)]);
    let (_, rounds) = resolved(&scene, &contacts, ImpactRule::Rounds);
    assert!(rounds.is_empty());
    let (found, rounds) = elastic(&[1, 2, 3], &[-1, 0, 2]);
    assert_eq!(rounds, 0);
    assert_eq!(found, [-1, 0, 2].map(|speed| ratio(speed, 1)));
}

/// With ε < 1 there may be no end: (1, 1, 0, 0, 0) with ε = 1/100 stops after so many rounds and
/// one for all, and what is left closes more slowly than it came.
#[test]
fn rounds_without_end_are_cut() {
    let speeds = [1, 1, 0, 0, 0].map(|speed| ratio(speed, 1));
    let restitutions = vec![ratio(1, 100); 4];
    let (found, rounds) = after(&[1; 5], &speeds, &restitutions, ImpactRule::Rounds);
    assert!(rounds <= 2 * 8 + 1, "{rounds}");
    let sum: Rational = found.iter().sum();
    are_near(&[sum], &[ratio(2, 1)], 5 * rounds);
}

/// Point masses on a line: rounds of the steepest approaches, each in fractions by trying all sets
/// of rows that press, and then on the grid. (Without the grid, two approaches that fractions make
/// equal would be one round here and two in the law.)
fn reference(
    masses: &[i64],
    speeds: &[Rational],
    restitutions: &[Rational],
    rounds: usize,
) -> Vec<Rational> {
    let mut speeds = speeds.to_vec();
    for _ in 0..rounds {
        let approach = |row: usize| &speeds[row + 1] - &speeds[row];
        let least = (0..restitutions.len()).map(approach).min().unwrap();
        if least >= -Rational::power_of_2(-20_i64) {
            break;
        }
        let taken: Vec<usize> = (0..restitutions.len())
            .filter(|&row| approach(row) == least)
            .collect();
        let bounds: Vec<Rational> = taken
            .iter()
            .map(|&row| -&restitutions[row] * &least)
            .collect();
        let sets = 0..1_u32 << taken.len();
        let next = sets
            .filter_map(|set| pressed(masses, &speeds, &taken, &bounds, set))
            .next();
        let next = next.expect("a projection exists");
        speeds = next.iter().map(on_grid).collect();
    }
    speeds
}

/// Masses that are joined by the pressing rows move by momentum alone; a set is the right one if
/// impulses push and the other rows open as they should.
fn pressed(
    masses: &[i64],
    speeds: &[Rational],
    taken: &[usize],
    bounds: &[Rational],
    set: u32,
) -> Option<Vec<Rational>> {
    let mut next = Vec::new();
    let mut first = 0;
    while first < masses.len() {
        // One run of joined masses: offsets from its first speed, and its momentum.
        let mut offsets = vec![ratio(0, 1)];
        let mut last = first;
        while let Some(place) = taken.iter().position(|&row| row == last)
            && set >> place & 1 == 1
        {
            offsets.push(offsets[last - first].clone() + &bounds[place]);
            last += 1;
        }
        let mut momentum = ratio(0, 1);
        let mut mass = ratio(0, 1);
        for (place, offset) in offsets.iter().enumerate() {
            let own = Rational::from(masses[first + place]);
            momentum += &own * (&speeds[first + place] - offset);
            mass += own;
        }
        let base = momentum / mass;
        next.extend(offsets.iter().map(|offset| &base + offset));
        first = last + 1;
    }
    let mut impulse = ratio(0, 1);
    for row in 0..masses.len() - 1 {
        impulse -= Rational::from(masses[row]) * (&next[row] - &speeds[row]);
        if impulse < 0 {
            return None;
        }
    }
    let opens = |(&row, bound): (&usize, &Rational)| &(&next[row + 1] - &next[row]) >= bound;
    taken.iter().zip(bounds).all(opens).then_some(next)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Momentum and, with ε = 1, energy stay; the mirror image of a row gives the mirror image, bit
    /// for bit; and trying all sets of rows gives the same.
    #[test]
    fn rows_agree_with_all_sets_and_with_their_mirror_images(
        bodies in prop::collection::vec((1_i64..6, -3_i64..4), 2..6),
        restitutions in prop::collection::vec(0_i64..5, 5),
    ) {
        let (masses, speeds): (Vec<i64>, Vec<i64>) = bodies.into_iter().unzip();
        let speeds: Vec<Rational> = speeds.iter().map(|&speed| ratio(speed, 1)).collect();
        let mut own = Vec::new();
        for &value in &restitutions[..masses.len() - 1] {
            own.push(ratio(4 - value / 2, 4));
        }
        let (found, rounds) = after(&masses, &speeds, &own, ImpactRule::Rounds);
        if rounds <= 4 * (masses.len() - 1) {
            prop_assert_eq!(&found, &reference(&masses, &speeds, &own, rounds + 1));
        }
        let mirror = |values: &[Rational]| -> Vec<Rational> {
            values.iter().rev().map(|value| -value).collect()
        };
        let reversed: Vec<i64> = masses.iter().rev().copied().collect();
        let own_reversed: Vec<Rational> = own.iter().rev().cloned().collect();
        let (image, _) = after(&reversed, &mirror(&speeds), &own_reversed, ImpactRule::Rounds);
        prop_assert_eq!(image, mirror(&found));

        let elastic = vec![ratio(1, 1); masses.len() - 1];
        let (found, rounds) = after(&masses, &speeds, &elastic, ImpactRule::Rounds);
        let energy = |speeds: &[Rational]| {
            let parts = masses.iter().zip(speeds);
            let parts = parts.map(|(&mass, speed)| Rational::from(mass) * speed.square());
            parts.sum::<Rational>()
        };
        let limit = Rational::from(1000 * rounds + 1) >> GRID;
        prop_assert!((energy(&found) - energy(&speeds)).abs() <= limit);
    }
}

/// ½ Σ m v².
fn kinetic(masses: &[Rational], velocities: &[Rational]) -> Rational {
    let parts = masses.iter().zip(velocities);
    let sum: Rational = parts.map(|(mass, speed)| mass * speed.square()).sum();
    sum >> 1u64
}

fn product(form: &[(usize, Rational)], velocities: &[Rational]) -> Rational {
    let parts = form.iter();
    parts
        .map(|(place, number)| number * &velocities[*place])
        .sum()
}

/// A contact of a body at an arm with a wall along a direction: across, along.
fn wall(body: usize, [x, y]: [i64; 2], [c, s]: [i64; 2]) -> [super::Form; 2] {
    let form = |[d_x, d_y]: [i64; 2]| {
        let parts = [d_x, d_y, x * d_y - y * d_x];
        (3 * body..).zip(parts.map(|part| ratio(part, 4))).collect()
    };
    [form([-s, c]), form([c, s])]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// With any ε and μ, with a pin or without, a round has an answer and no round gains energy; it
    /// opens as ε says, and friction is that of Coulomb's law but for what turns round.
    #[test]
    fn rounds_with_friction_have_answers_and_gain_nothing(
        speeds in prop::collection::vec(-6_i64..7, 6),
        contacts in prop::collection::vec((0_usize..2, -4_i64..5, -4_i64..5, 0_usize..4, 0_i64..5, 0_i64..13), 1..5),
        inertia in 1_i64..9,
        is_pinned in any::<bool>(),
    ) {
        let masses = [2, 2, inertia, 3, 3, 4].map(|number| ratio(number, 2)).to_vec();
        let directions = [[4, 0], [0, 4], [-4, 0], [3, 2]];
        let mut meetings = Vec::new();
        for (body, x, y, direction, restitution, friction) in contacts {
            let [across, along] = wall(body, [x, y], directions[direction]);
            let slip = (friction > 0).then(|| super::Slip { friction: ratio(friction, 4), coefficients: along });
            meetings.push(Meeting {
                coefficients: across,
                slip,
                edge_squared: ratio(1, 1),
                restitution: ratio(restitution, 4),
                is_lively: true,
                options: Vec::new(),
            });
        }
        let gape = |axis: usize| vec![(axis, ratio(1, 1)), (3 + axis, ratio(-1, 1)), (2, ratio(1, 2))];
        let pin = super::Spring { number: 0, gape: [gape(0), gape(1)], compliance: Rational::power_of_2(-48_i64) };
        let pins = if is_pinned { vec![pin] } else { Vec::new() };
        let impact = Impact { masses, meetings, pins, slowest_squared: Rational::power_of_2(-80_i64), digits: Some(GRID) };
        let mut before: Vec<Rational> = speeds.iter().map(|&speed| ratio(speed, 2)).collect();
        if is_pinned {
            // Both move alike where the pin is.
            before[2] = ratio(0, 1);
            before[3] = before[0].clone();
            before[4] = before[1].clone();
        }
        let mut velocities = before.clone();
        let rounds = impact.resolve(ImpactRule::Rounds, &mut velocities, &Monitor::default());
        prop_assert!(rounds.is_ok());
        let rounds = rounds.unwrap();
        let mut now = before;
        for round in &rounds {
            let mut after = now.clone();
            for impulse in &round.impulses {
                let meeting = &impact.meetings[impulse.row];
                let friction = meeting.slip.as_ref().map_or(ratio(0, 1), |slip| slip.friction.clone());
                prop_assert!(impulse.across >= 0);
                prop_assert!((&impulse.along).abs() <= friction * &impulse.across);
                let slip = meeting.slip.iter().flat_map(|slip| &slip.coefficients);
                let pushes = meeting.coefficients.iter().map(|part| (part, &impulse.across));
                for ((place, number), force) in pushes.chain(slip.map(|part| (part, &impulse.along))) {
                    after[*place] += number * force / &impact.masses[*place];
                }
            }
            for (number, pull) in &round.pins {
                for (form, force) in impact.pins[*number].gape.iter().zip(pull) {
                    for (place, number) in form {
                        after[*place] += number * force / &impact.masses[*place];
                    }
                }
            }
            for impulse in &round.impulses {
                let meeting = &impact.meetings[impulse.row];
                prop_assert!(product(&meeting.coefficients, &after) >= 0);
                let Some(slip) = &meeting.slip else { continue };
                // Friction never drives a slip.
                prop_assert!(&impulse.along * product(&slip.coefficients, &after) <= 0);
            }
            let gained = kinetic(&impact.masses, &after) - kinetic(&impact.masses, &now);
            // What pins gape before the round is the only thing that may be given back: |r|²/(8 ε).
            let mut gapes = ratio(0, 1);
            for form in impact.pins.iter().flat_map(|pin| &pin.gape) {
                gapes += product(form, &now).square();
            }
            prop_assert!(gained <= gapes << 45u64, "{gained}");
            now = after.iter().map(|number| over(&rounded(number, GRID), GRID)).collect();
        }
        prop_assert_eq!(now, velocities);
    }
}
