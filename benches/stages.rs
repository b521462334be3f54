//! The steps of an answer, each on its own: contacts, the float guess, the exact solution from it,
//! the whole collapse, the checker, and a step of a run.
//!
//! `cargo bench --manifest-path benches/Cargo.toml` takes about two minutes; with `-- check` it
//! runs one group. Ratios to other programs are in `cargo xtask bench`.
#![allow(missing_docs)]

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use zwang::answer::Simulation;
use zwang::collapse::contacts;
use zwang::families::{Bond, Brick, diamond, jittered_wall};
use zwang::law::Settings;
use zwang::program::kernel::Guess;
use zwang::program::{Monitor, Options};
use zwang::scene::Scene;
use zwang::{check, collapse, program};

fn scenes() -> Vec<(&'static str, Scene)> {
    let brick = Brick::default();
    let wall = jittered_wall(8, 8, Bond::Running, 1, &brick);
    [
        ("diamond 5", diamond(5, &brick)),
        ("diamond 10", diamond(10, &brick)),
        ("jitter 8", wall),
        ("diamond 20", diamond(20, &brick)),
    ]
    .map(|(name, scene)| (name, scene.expect("a scene of a family")))
    .into()
}

fn contact_search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("contacts");
    for (name, scene) in scenes() {
        group.bench_with_input(
            BenchmarkId::from_parameter(name),
            &scene,
            |bencher, scene| {
                bencher.iter(|| contacts::find(black_box(scene)));
            },
        );
    }
    group.finish();
}

/// The quadratic program: the guess alone, and the exact solution from it (modular factorisation,
/// lifting, verification).
fn programs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("program");
    for (name, scene) in scenes() {
        let problems = collapse::programs(&scene).expect("an admissible scene");
        let guesses: Vec<Option<Guess>> = problems.iter().map(Guess::by_interior_point).collect();
        group.bench_with_input(
            BenchmarkId::new("guess", name),
            &problems,
            |bencher, problems| {
                bencher.iter(|| {
                    problems
                        .iter()
                        .map(Guess::by_interior_point)
                        .collect::<Vec<_>>()
                });
            },
        );
        group.bench_with_input(
            BenchmarkId::new("exact", name),
            &problems,
            |bencher, problems| {
                let solve = |(problem, guess): (_, &Option<Guess>)| {
                    program::kernel::solve(problem, guess.as_ref(), &Monitor::default())
                };
                bencher.iter(|| problems.iter().zip(&guesses).map(solve).collect::<Vec<_>>());
            },
        );
    }
    group.finish();
}

fn whole_collapse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("collapse");
    for (name, scene) in scenes() {
        group.bench_with_input(
            BenchmarkId::from_parameter(name),
            &scene,
            |bencher, scene| {
                bencher.iter(|| {
                    collapse::collapse(black_box(scene), &Options::default(), &Monitor::default())
                });
            },
        );
    }
    group.finish();
}

fn checker(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("check");
    for (name, scene) in scenes() {
        let solved = collapse::collapse(&scene, &Options::default(), &Monitor::default())
            .expect("an answer");
        let certificate = solved.certificate;
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| check::verify(&scene, black_box(&certificate)));
        });
    }
    group.finish();
}

/// One step of a run, from a tower in its fall: rows, programs, rounding, facts and record.
fn step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for (name, scene) in scenes()
        .into_iter()
        .filter(|(name, _)| name.starts_with("diamond") && *name != "diamond 20")
    {
        let monitor = Monitor::default();
        let mut before =
            Simulation::new(scene.clone(), Settings::default()).expect("a scene that can move");
        let records: Vec<_> = (0..5)
            .map(|_| before.advance(&monitor).expect("a step"))
            .collect();
        let start = || {
            Simulation::new(scene.clone(), Settings::default())
                .expect("as before")
                .resumed_after(&records[2..])
        };
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter_batched(
                start,
                |mut run| run.advance(&monitor),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group! {
    name = stages;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3));
    targets = contact_search, programs, whole_collapse, checker, step
}
criterion_main!(stages);
