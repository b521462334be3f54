//! Linear programs that bases answer, of kinds at which a simplex method stalls, cycles or gets
//! lost: held against combinatorial algorithms, and each outcome against its own proof.

use proptest::prelude::*;
use std::collections::VecDeque;
use zwang_exact::{Rational, parse};
use zwang_program::{
    Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options, Polyhedron, Sense,
};

fn number(value: i64) -> Rational {
    Rational::from_integer(value.into())
}

/// The outcome, with its proof verified, and found by bases alone.
fn by_basis(program: &LinearProgram) -> LinearOutcome {
    let monitor = Monitor::default();
    let outcome = program.solve(&Options::default(), &monitor).unwrap();
    program.verify(&outcome).unwrap();
    let counts = monitor.statistics();
    assert_eq!((counts.programs, counts.confirmed_guesses), (1, 1));
    outcome
}

fn value(program: &LinearProgram) -> Rational {
    match by_basis(program) {
        LinearOutcome::Optimal(solution) => solution.objective,
        other => panic!("{other:?}"),
    }
}

/// Numbers below `limit` that look random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// An arc of a network.
#[derive(Clone, Copy)]
struct Arc {
    from: usize,
    to: usize,
    /// Its capacity, or its length.
    size: i64,
}

/// Each node has arcs to its next ones, and to some that are far away.
fn network(nodes: usize, seed: u64) -> Vec<Arc> {
    let mut numbers = Numbers(seed);
    let mut arcs = Vec::new();
    for from in 0..nodes {
        for step in 1..=3 {
            if from + step < nodes {
                arcs.push(Arc {
                    from,
                    to: from + step,
                    size: numbers.next(9) as i64,
                });
            }
        }
        let to = numbers.next(nodes as u64) as usize;
        if to != from {
            let size = 1 + numbers.next(20) as i64;
            arcs.push(Arc { from, to, size });
        }
    }
    arcs
}

/// The largest flow from the first node to the last one, by shortest augmenting paths (Edmonds &
/// Karp 1972).
fn largest_flow(nodes: usize, arcs: &[Arc]) -> i64 {
    let mut left = vec![vec![0; nodes]; nodes];
    for arc in arcs {
        left[arc.from][arc.to] += arc.size;
    }
    let mut flow = 0;
    loop {
        let mut came_from = vec![None; nodes];
        let mut queue = VecDeque::from([0]);
        while let Some(node) = queue.pop_front() {
            for (next, before) in came_from.iter_mut().enumerate().skip(1) {
                if before.is_none() && left[node][next] > 0 {
                    *before = Some(node);
                    queue.push_back(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut node = nodes - 1;
        while let Some(before) = came_from[node] {
            path.push((before, node));
            node = before;
        }
        let Some(narrowest) = path.iter().map(|(one, other)| left[*one][*other]).min() else {
            return flow;
        };
        for (one, other) in path {
            left[one][other] -= narrowest;
            left[other][one] += narrowest;
        }
        flow += narrowest;
    }
}

/// Flows between capacities, what comes in goes out, and as much as possible leaves the first node:
/// all rows have the side 0. `least` is to leave it at least.
fn flow_program(nodes: usize, arcs: &[Arc], least: i64) -> LinearProgram {
    let mut rows: Vec<LinearRow> = Vec::new();
    for _ in 1..nodes - 1 {
        rows.push(LinearRow {
            coefficients: Vec::new(),
            range: Interval::exactly(number(0)),
        });
    }
    let mut leaving = LinearRow {
        coefficients: Vec::new(),
        range: Interval::at_least(number(least)),
    };
    let mut objective = vec![number(0); arcs.len()];
    let mut bounds = Vec::new();
    for (index, arc) in arcs.iter().enumerate() {
        bounds.push(Interval::between(number(0), number(arc.size)));
        for (node, sign) in [(arc.from, -1), (arc.to, 1)] {
            match node {
                0 => {
                    objective[index] -= number(sign);
                    leaving.coefficients.push((index, number(-sign)));
                }
                _ if node + 1 == nodes => {}
                _ => rows[node - 1].coefficients.push((index, number(sign))),
            }
        }
    }
    rows.push(leaving);
    LinearProgram {
        sense: Sense::Maximise,
        objective,
        feasible: Polyhedron { bounds, rows },
    }
}

#[test]
fn largest_flows_are_least_cuts() {
    for seed in 1..=6 {
        let nodes = 40;
        let arcs = network(nodes, seed);
        let largest = largest_flow(nodes, &arcs);
        assert!(largest > 0);
        assert_eq!(value(&flow_program(nodes, &arcs, 0)), number(largest));
        assert_eq!(value(&flow_program(nodes, &arcs, largest)), number(largest));
        let too_much = by_basis(&flow_program(nodes, &arcs, largest + 1));
        assert!(matches!(too_much, LinearOutcome::Infeasible(_)));
    }
}

/// The distance of the last node from the first one (Bellman 1958).
fn distance(nodes: usize, arcs: &[Arc]) -> i64 {
    let mut distances = vec![i64::MAX / 2; nodes];
    distances[0] = 0;
    for _ in 0..nodes {
        for arc in arcs {
            distances[arc.to] = distances[arc.to].min(distances[arc.from] + arc.size);
        }
    }
    distances[nodes - 1]
}

/// Strings of these lengths between nodes, the last one pulled away from the first one: all
/// variables are free.
fn strings(nodes: usize, arcs: &[Arc]) -> LinearProgram {
    let mut rows = Vec::new();
    for arc in arcs {
        rows.push(LinearRow {
            coefficients: vec![(arc.from, number(-1)), (arc.to, number(1))],
            range: Interval::at_most(number(arc.size)),
        });
    }
    let mut objective = vec![number(0); nodes];
    objective[0] = number(-1);
    objective[nodes - 1] = number(1);
    LinearProgram {
        sense: Sense::Maximise,
        objective,
        feasible: Polyhedron {
            bounds: vec![Interval::free(); nodes],
            rows,
        },
    }
}

#[test]
fn pulled_strings_are_shortest_paths() {
    for seed in 1..=6 {
        let nodes = 60;
        let mut arcs = network(nodes, seed);
        let program = strings(nodes, &arcs);
        assert_eq!(value(&program), number(distance(nodes, &arcs)));
        arcs.retain(|arc| arc.to + 1 != nodes);
        let loose = by_basis(&strings(nodes, &arcs));
        assert!(matches!(loose, LinearOutcome::Unbounded(_)));
        // A way back that is too short to be true.
        arcs.push(Arc {
            from: 3,
            to: 0,
            size: -1000,
        });
        let torn = by_basis(&strings(nodes, &arcs));
        assert!(matches!(torn, LinearOutcome::Infeasible(_)));
    }
}

/// Assignments of costs i j: the least is against the order, the greatest in order. Only n of the 2
/// n - 1 basic variables are not 0.
#[test]
fn assignments_are_rearrangements() {
    for size in [2_i64, 5, 12, 24] {
        let count = size as usize;
        let mut rows = Vec::new();
        for line in 0..count {
            let along = (0..count).map(|other| (line * count + other, number(1)));
            let across = (0..count).map(|other| (other * count + line, number(1)));
            for coefficients in [along.collect(), across.collect()] {
                rows.push(LinearRow {
                    coefficients,
                    range: Interval::exactly(number(1)),
                });
            }
        }
        let mut objective = Vec::new();
        for one in 1..=size {
            objective.extend((1..=size).map(|other| number(one * other)));
        }
        let mut program = LinearProgram {
            sense: Sense::Minimise,
            objective,
            feasible: Polyhedron {
                bounds: vec![Interval::nonnegative(); count * count],
                rows,
            },
        };
        let least = size * (size + 1) * (size + 2) / 6;
        assert_eq!(value(&program), number(least));
        program.sense = Sense::Maximise;
        let greatest = size * (size + 1) * (2 * size + 1) / 6;
        assert_eq!(value(&program), number(greatest));
    }
}

/// A stock that grows by a quarter each year, from which a part is spent, at prices that fall by
/// `fall`: x_{t+1} ≤ 5/4 x_t - s_t, s_t ≤ x_t, in units that differ by 10^(±unit t). Basis matrices
/// are as badly scaled as those of netlib's grow22.
fn growth(years: usize, fall: &str, unit: i32) -> LinearProgram {
    let price = parse(fall).unwrap();
    let mut rows = Vec::new();
    let mut objective = vec![number(0); years];
    let scale = |year: usize| parse(&format!("1e{}", unit * year as i32)).unwrap();
    let mut worth = number(1);
    for year in 0..years {
        // The stock in tens of powers, what is spent as it is.
        let stock = (year, scale(year));
        let spent = (years + year, number(1));
        rows.push(LinearRow {
            coefficients: vec![stock.clone(), (spent.0, number(-1))],
            range: Interval::at_least(number(0)),
        });
        let mut next = vec![(year, &stock.1 * parse("-5/4").unwrap()), spent];
        if year + 1 < years {
            next.push((year + 1, scale(year + 1)));
        }
        rows.push(LinearRow {
            coefficients: next,
            range: Interval::at_most(number(0)),
        });
        objective.push(worth.clone());
        worth *= &price;
    }
    let mut bounds = vec![Interval::nonnegative(); 2 * years];
    bounds[0] = Interval::exactly(number(1));
    LinearProgram {
        sense: Sense::Maximise,
        objective,
        feasible: Polyhedron { bounds, rows },
    }
}

/// The worth of a stock of 1, from the last year backwards: all of it is spent, and a quarter is
/// left, or it grows (R. Bellman, *Dynamic Programming*, 1957).
#[test]
fn stocks_are_spent_when_it_pays() {
    let years = 30;
    let quarter = parse("1/4").unwrap();
    for unit in [0, 1, -1] {
        for fall in ["9/10", "81/100", "3/4"] {
            let price = parse(fall).unwrap();
            let mut prices = vec![number(1)];
            for year in 1..years {
                prices.push(&prices[year - 1] * &price);
            }
            let mut worth = number(0);
            for price in prices.iter().rev() {
                let spent = price + &quarter * &worth;
                let kept = &worth + &quarter * &worth;
                worth = spent.max(kept);
            }
            assert_eq!(value(&growth(years, fall, unit)), worth, "{fall} {unit}");
        }
    }
}

/// Programs with entries of very different sizes, ties and fixed variables.
fn scaled_program() -> impl Strategy<Value = LinearProgram> {
    let entry = || (-3_i64..=3, 0_u32..=6);
    let entries = prop::collection::vec(entry(), 6);
    let rows = prop::collection::vec((entries, entry(), 0_usize..4), 1..=7);
    let costs = prop::collection::vec(entry(), 6);
    let bounds = prop::collection::vec((0_i64..=3, 0_usize..5), 6);
    (rows, costs, bounds).prop_map(|(rows, costs, bounds)| {
        let scaled = |(value, exponent): (i64, u32)| number(value * 10_i64.pow(exponent));
        let mut all = Vec::new();
        for (entries, side, kind) in rows {
            let entries = entries.into_iter().map(scaled).enumerate();
            let side = scaled(side);
            all.push(LinearRow {
                coefficients: entries.filter(|(_, value)| *value != number(0)).collect(),
                range: match kind {
                    0 => Interval::exactly(side),
                    1 => Interval::at_least(side),
                    2 => Interval::at_most(side),
                    _ => Interval::between(side.clone(), side + number(5)),
                },
            });
        }
        let mut ranges = Vec::new();
        for (bound, kind) in bounds {
            ranges.push(match kind {
                0 => Interval::free(),
                1 => Interval::at_most(number(bound)),
                2 => Interval::exactly(number(bound)),
                3 => Interval::between(number(-bound), number(1000 * bound)),
                _ => Interval::nonnegative(),
            });
        }
        LinearProgram {
            sense: Sense::Minimise,
            objective: costs.into_iter().map(scaled).collect(),
            feasible: Polyhedron {
                bounds: ranges,
                rows: all,
            },
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A basis of floats is not always the right one: then more programs are solved.
    #[test]
    fn bases_and_projections_agree(program in scaled_program()) {
        let with_floats = program.solve(&Options::default(), &Monitor::default()).unwrap();
        program.verify(&with_floats).unwrap();
        let options = Options { floats: false, ..Options::default() };
        let without = program.solve(&options, &Monitor::default()).unwrap();
        program.verify(&without).unwrap();
        match (with_floats, without) {
            (LinearOutcome::Optimal(one), LinearOutcome::Optimal(other)) => {
                prop_assert_eq!(&one.objective, &other.objective);
                prop_assert!(!one.is_unique || one.point == other.point);
            }
            (one, other) => {
                prop_assert_eq!(std::mem::discriminant(&one), std::mem::discriminant(&other));
            }
        }
    }
}
