//! The program `zwang` as its users meet it: arguments, exit codes, messages, and the files that it
//! leaves.

mod answers;
mod assembly;
mod audit;
mod bench;
mod checking;
mod coherence;
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
mod impacts;
#[cfg(target_os = "linux")]
mod kept_names;
mod limits;
mod linearisation;
mod margins;
mod old_schemes;
mod overhang;
mod own_scene;
mod parameters;
mod pictures;
mod refusals;
mod run_files;
mod same_forces;
mod scenes;
mod second_order;
mod serve;
mod shells;
mod simulate;
mod slopes;
mod space;
mod sweeps;
mod symmetry;
mod trajectories;
mod videos;
pub mod workshop;
