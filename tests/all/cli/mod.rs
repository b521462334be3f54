//! The program `zwang` as its users meet it: arguments, exit codes, messages, and the files that it
//! leaves.

mod answers;
mod audit;
mod checking;
mod comparison;
mod consoles;
mod critical;
mod exchange;
mod expectations;
mod files;
mod film_data;
mod films;
mod float;
mod forces;
mod front_door;
mod gaps;
mod help;
mod limits;
mod margins;
mod old_schemes;
mod own_scene;
mod parameters;
mod pictures;
mod refusals;
mod run_files;
mod same_forces;
mod scenes;
mod serve;
mod shells;
mod simulate;
mod slopes;
mod sweeps;
mod symmetry;
mod trajectories;
mod videos;
pub mod workshop;
