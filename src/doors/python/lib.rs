//! The Python package `zwang`: what the library says, as Python says it.
//!
//! Python sees the classes and functions of this module through the package `zwang`, whose files in
//! Python lie beside these: `door.py` is the door for numbers, `values.py` has what answers consist
//! of, `errors.py` the errors, `families.py` a function for each family of scenes, `sweeps.py`
//! sweeps, `_zwang.pyi` the types of what is here. Documentation comments of this crate are the
//! docstrings.
//!
//! Rules that hold everywhere:
//!
//! * Only the checker makes an answer: no class of answers has a constructor, and what is unpickled
//!   is checked again.
//! * Numbers are exact on their way in (`zwang/door.py`) and on their way out (`values`).
//! * Whatever takes long runs without the interpreter's lock, on threads of this process, and stops
//!   at Ctrl-C (`waiting`).
//! * An error is one of `errors.py` or of Python (`errors`); no panic reaches Python.
//!
//! This crate is a member of the workspace, and a `cdylib` without tests in Rust, so `cargo run`
//! and `cargo test --workspace` do not compile it, nor PyO3. `cargo clippy`, `doc` and `build
//! --workspace` do, and need no Python: `.cargo/config.toml` says that there is none, and PyO3 then
//! builds for the stable interface of Python 3.10. `pip install .` asks maturin to build it; its
//! `pyproject.toml` is at the root so that the licences get into the package.

mod assembly;
mod audit;
mod check;
mod collapse;
mod critical;
mod errors;
mod family;
mod film;
mod forces;
mod friction;
mod impact;
mod numbers;
mod parameter;
mod program;
mod proof;
mod run;
mod run_file;
mod scene;
mod scene_text;
mod shapes;
mod simulation;
mod space;
mod stability;
mod step;
mod sweep;
mod symmetry;
mod theme;
mod values;
mod waiting;

/// The compiled part of the package `zwang`. Import it as `zwang`.
#[pyo3::pymodule]
mod _zwang {
    #[pymodule_export]
    use crate::assembly::{SpaceForceRanges, load_space_forces, space_forces};
    #[pymodule_export]
    use crate::assembly::{space_gravity_cone, space_interlock, space_order, space_rest};
    #[pymodule_export]
    use crate::audit::audit_table;
    #[pymodule_export]
    use crate::check::check;
    #[pymodule_export]
    use crate::collapse::{Collapse, collapse, load_collapse};
    #[pymodule_export]
    use crate::critical::{Critical, critical, load_critical};
    #[pymodule_export]
    use crate::family::{families, family};
    #[pymodule_export]
    use crate::film::{Film, film};
    #[pymodule_export]
    use crate::forces::{ForceRanges, forces, load_forces};
    #[pymodule_export]
    use crate::friction::{Accelerations, accelerations, load_accelerations};
    #[pymodule_export]
    use crate::impact::{impact_json, orders_json};
    #[pymodule_export]
    use crate::numbers::{fraction, number, spell};
    #[pymodule_export]
    use crate::parameter::{CriticalValue, critical_value};
    #[pymodule_export]
    use crate::program::solve;
    #[pymodule_export]
    use crate::run::{RunSlices, check_run_file, check_slice, join_verdicts};
    #[pymodule_export]
    use crate::run_file::{RunFile, read_run};
    #[pymodule_export]
    use crate::scene::Scene;
    #[pymodule_export]
    use crate::shapes::convex_parts;
    #[pymodule_export]
    use crate::simulation::{Simulation, simulate};
    #[pymodule_export]
    use crate::space::{SpaceCollapse, load_space_collapse, space_collapse};
    #[pymodule_export]
    use crate::space::{SpaceCritical, SpaceScene, space_critical};
    #[pymodule_export]
    use crate::space::{SpaceStability, load_space_stability, space_stability};
    #[pymodule_export]
    use crate::stability::{Stability, load_stability, stability};
    #[pymodule_export]
    use crate::step::Step;
    #[pymodule_export]
    use crate::sweep::{sweep_check, sweep_merge};
    #[pymodule_export]
    use crate::sweep::{sweep_plan, sweep_plan_of_files, sweep_plan_of_scene};
    #[pymodule_export]
    use crate::sweep::{sweep_status, sweep_work};
    #[pymodule_export]
    use crate::version;
}

/// The version of the package.
#[pyo3::pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
