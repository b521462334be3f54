//! §8.5: one critical edge for each pair of bricks, with all vertices of the other, against rows by
//! nearest edges.

use crate::scenes::{position, ratio, resting, scene, turned_rectangle};
use zwang_collapse::contacts;
use zwang_exact::{Rational, Vector};
use zwang_families as families;
use zwang_scene::{Polygon, Scene};
use zwang_schemes::{
    Bracing, CriticalChoice, Framework, LengthRule, Model, Rounding, Run, Scheme, Selection,
    SidednessRule, State, Step, Ties, Triple,
};

fn diamond() -> Scene {
    families::diamond(5, &families::Brick::default()).unwrap()
}

fn critical(choice: CriticalChoice, ties: Ties) -> Selection {
    Selection::CriticalEdge {
        choice,
        ties,
        reach: Some(ratio(1, 8)),
    }
}

/// A run of a diamond with Δt = 1/100.
fn run(framework: &Framework, selection: Selection) -> impl Iterator<Item = Step> {
    let scheme = Scheme {
        advance: position(LengthRule::CorrectingMidpoint, SidednessRule::LastStep),
        selection,
        rounding: Rounding::Bodies { bits: 48 },
    };
    Run::new(framework, scheme, ratio(1, 100))
        .unwrap()
        .map(Result::unwrap)
}

/// With the rows of all edges that separate equally well, no brick can tip over the corner of the
/// one below: the rows are those of bricks that lie flat.
#[test]
fn with_all_tied_edges_the_diamond_never_moves() {
    let framework = Framework::new(&diamond(), Model::Corners(Bracing::Redundant)).unwrap();
    let start = State::start(&framework, &ratio(1, 100));
    let selection = critical(CriticalChoice::MostSatisfied, Ties::All);
    for step in run(&framework, selection).take(3) {
        assert_eq!(step.state, start);
    }
}

/// The same where the first body of a tie is the lower one, whose upper side then supports the
/// whole of the other's lower side.
#[test]
fn with_edges_of_the_lower_brick_it_does_not_either() {
    let framework = Framework::new(&diamond(), Model::Rigid).unwrap();
    let start = State::start(&framework, &ratio(1, 100));
    for choice in [
        CriticalChoice::MostSatisfied,
        CriticalChoice::LeastSatisfied,
    ] {
        for step in run(&framework, critical(choice, Ties::First)).take(3) {
            assert_eq!(step.state, start);
        }
    }
}

/// With edges of the upper brick it moves as it should at first. Then a tie in exact arithmetic is
/// one no more, and index and rounding decide.
#[test]
fn an_index_breaks_the_symmetry() {
    let framework = Framework::new(&diamond(), Model::Rigid).unwrap();
    let selection = critical(CriticalChoice::MostSatisfied, Ties::Last);
    let first = run(&framework, selection)
        .take(20)
        .position(|step| step.diagnostics.asymmetry != ratio(0, 1));
    assert!(first.is_some_and(|first| first > 0), "{first:?}");
}

#[test]
fn nearest_edges_keep_it() {
    let framework = Framework::new(&diamond(), Model::Corners(Bracing::Minimal)).unwrap();
    let start = State::start(&framework, &ratio(1, 100));
    for step in run(&framework, Selection::NearestEdge { reach: ratio(1, 8) }).take(12) {
        assert_eq!(step.diagnostics.asymmetry, ratio(0, 1));
        assert_ne!(step.state, start);
        let deepest = step
            .diagnostics
            .penetration
            .map(|penetration| penetration.squared_depth);
        assert!(deepest.is_none_or(|square| square < ratio(1, 10).pow(10)));
    }
}

/// Whether a vertex is on the wrong side of its critical edge; `None` if the bounding boxes of the
/// two bricks do not meet.
fn is_violated(framework: &Framework, choice: CriticalChoice) -> Option<bool> {
    let state = State::start(framework, &ratio(1, 1));
    let place = |(outline, vertex): (usize, usize)| {
        let vertices = &framework.outlines[outline].vertices;
        vertices[vertex % vertices.len()].place(&state.current)
    };
    let selection = Selection::CriticalEdge {
        choice,
        ties: Ties::First,
        reach: Some(ratio(0, 1)),
    };
    let triples = selection.triples(framework, &state);
    let is_inside = |triple: &Triple| {
        let (start, end) = (
            place(triple.edge),
            place((triple.edge.0, triple.edge.1 + 1)),
        );
        (&end - &start).cross(&(&place(triple.vertex) - &start)) > ratio(0, 1)
    };
    (!triples.is_empty()).then(|| triples.iter().any(is_inside))
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn between(&mut self, low: i64, high: i64) -> Rational {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let share = Rational::new((self.0 >> 54).into(), (1u64 << 10).into());
        ratio(low, 1) + share * ratio(high - low, 1)
    }

    fn brick(&mut self, spread: i64) -> Polygon {
        let tangent = self.between(-1, 1);
        let square = &tangent * &tangent;
        let along = Vector::new(ratio(1, 1) - &square, &tangent * ratio(2, 1))
            .scaled(&(ratio(1, 1) + &square).recip());
        let origin = Vector::new(self.between(-spread, spread), self.between(-spread, spread));
        turned_rectangle(&origin, &along, &ratio(1, 1), &ratio(1, 4))
    }
}

/// Two disjoint bricks that are near, so that their bounding boxes meet, need not have an edge that
/// separates them. Taken literally, the rule then picks their violated edge.
#[test]
fn the_least_satisfied_edge_is_often_violated() {
    let mut numbers = Numbers(5);
    let (mut disjoint, mut violated) = (0, 0);
    while disjoint < 100 {
        let bricks = vec![
            resting("one", numbers.brick(1)),
            resting("other", numbers.brick(1)),
        ];
        let pair = scene("pair", Vector::from_integers(0, -1), bricks);
        let framework = Framework::new(&pair, Model::Rigid).unwrap();
        let Some(is_literally_violated) = is_violated(&framework, CriticalChoice::LeastSatisfied)
        else {
            continue;
        };
        if contacts::find(&pair).is_ok() {
            disjoint += 1;
            violated += usize::from(is_literally_violated);
            assert_eq!(
                is_violated(&framework, CriticalChoice::MostSatisfied),
                Some(false)
            );
        }
    }
    assert!((25..=50).contains(&violated), "{violated} of {disjoint}");
}
