//! A run: a scene advanced step by step.

use crate::error::MotionError;
use crate::instant::{Grid, Instant};
use crate::outline::Outline;
use crate::program::Memory;
use crate::rows::{self, Rows};
use crate::state::{self, Placement};
use crate::step::{self, Setting};
use crate::tree::CornerChoice;
use malachite::Rational;
use zwang_scene::Scene;
use zwang_solve::{Monitor, Outcome};

/// How a run is made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time step h, s; positive.
    pub step: Rational,
    /// How states are rounded.
    pub grid: Grid,
    /// What happens where corners leave the motion open.
    pub corner: CornerChoice,
    /// Whether floats may guess.
    pub floats: bool,
}

/// A scene on its way.
pub struct Simulation<'a> {
    scene: &'a Scene,
    outline: Outline,
    settings: Settings,
    step: usize,
    previous: Vec<Placement>,
    current: Vec<Placement>,
    memory: Memory,
}

/// What a step did.
pub struct Advance {
    /// The rows it had.
    pub rows: Rows,
    /// bits
    pub bits: u64,
    /// pressing
    pub pressing: usize,
}

impl<'a> Simulation<'a> {
    /// At the scene's own time.
    #[must_use]
    pub fn new(scene: &'a Scene, settings: Settings) -> Self {
        let on_grid = settings.grid.0.is_some();
        Self {
            outline: Outline::new(scene),
            previous: state::before(scene, &settings.step, on_grid),
            current: state::initial(scene, on_grid),
            scene,
            settings,
            step: 0,
            memory: Memory::default(),
        }
    }

    /// The free bodies as they are now.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.current
    }

    /// One step.
    ///
    /// # Errors
    /// [`MotionError`]
    pub fn advance(&mut self, monitor: &Monitor) -> Result<Advance, MotionError> {
        let instant = Instant::new(&self.outline, &self.settings.step, self.settings.grid, &self.previous, &self.current);
        let rows = rows::find(&instant);
        let setting = Setting {
            scene: self.scene,
            instant: &instant,
            rows: &rows,
            step: self.step + 1,
            corner: self.settings.corner,
            floats: self.settings.floats,
            monitor,
        };
        let values = step::values(&instant, &rows);
        let groups = step::groups(&setting);
        let solved = step::solve(&setting, &values, &groups, &self.memory)?;
        let next = step::next(&setting, self.settings.grid, &solved)?;
        let mut memory = Memory::default();
        let (mut bits, mut pressing) = (0, 0);
        for group in &solved {
            let case = group.case();
            if let Outcome::Optimal(optimum) = &case.outcome {
                memory.keep(&case.program, &case.problem, optimum);
                use malachite::base::num::logic::traits::SignificantBits;
                bits = bits.max(optimum.denominator.significant_bits());
                pressing += optimum.multipliers.iter().filter(|value| **value > 0).count();
            }
        }
        self.memory = memory;
        self.previous = std::mem::replace(&mut self.current, next);
        self.step += 1;
        Ok(Advance { bits, pressing, rows })
    }
}
