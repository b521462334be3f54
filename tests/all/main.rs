//! The tests of the package as a whole, in one program: the command line, scenes of the gallery by
//! several ways of computing, laws of mechanics, proofs and runs by both checkers, pictures.
//!
//! `cargo test -- NAME` runs those whose path contains the name, such as `cli::simulate` or
//! `kill_table`.

mod accounts;
mod answers;
mod bench_in_space;
mod choosing_forces;
mod cli;
mod corners;
mod corpus;
mod dalembert;
mod documents;
mod drawn_loads;
mod examples;
mod extruded;
mod frames;
mod framework;
mod friction;
mod friction_python;
mod gallery;
mod indeterminacy;
mod kill_table;
mod law;
mod laws;
mod least_forces;
mod masonry;
mod misplaced_loads;
mod moving_forces;
mod mutation;
mod physics;
mod pictures;
mod piles;
mod point_masses;
mod problems;
mod proofs;
mod python;
mod random_scenes;
mod ranges;
mod readme;
mod resting;
mod rings;
mod runs;
mod seams;
mod second_solution;
mod sessions;
mod shown_forces;
mod space;
mod standing;
mod statics;
mod statics_python;
mod step_pictures;
mod surfaces;
mod thresholds;
mod values;
