//! Checked steps of a run.

use crate::scene::Scene;
use crate::theme::{Drawing, fitting};
use crate::values::{Dict, Pair, Tuple, Values, class, pair};
use crate::waiting::wait;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zwang::certificate::Feature;
use zwang::output::draw::{View, step_svg};
use zwang::output::event::{Event, EventKind, PARTS};
use zwang::scene::BodyId;
use zwang::{Rational, RunStep};

/// A step of a run, accepted by the checker: where the bodies are after it, the forces, and the
/// facts of the record. Made by `zwang.simulate`.
#[pyclass(frozen, module = "zwang")]
pub struct Step {
    scene: Py<Scene>,
    step: RunStep,
    events: Vec<(EventKind, Event)>,
}

impl Step {
    pub fn new(scene: Py<Scene>, step: RunStep, events: Vec<(EventKind, Event)>) -> Self {
        Self {
            scene,
            step,
            events,
        }
    }
}

impl Step {
    /// The time after so many parts of the step, s.
    fn time_within(&self, parts: u32) -> Rational {
        let before = Rational::from_integer((self.step.k() - 1).into());
        let parts = Rational::new(parts.into(), PARTS.into());
        self.step.length() * (before + parts)
    }
}

#[pymethods]
impl Step {
    /// The number of the step, from 1.
    #[getter]
    fn k(&self) -> u64 {
        self.step.k()
    }

    /// The time after the step, s: a fraction.
    #[getter]
    fn time(&self) -> Rational {
        let steps = Rational::from_integer(self.k().into());
        self.step.length() * steps
    }

    /// The places of the free bodies after the step, the `zwang.Placement` of each by name.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> Dict<'py> {
        let kind = class(py, "Placement")?;
        let bodies = PyDict::new(py);
        let state = self.step.state();
        let scene = &self.scene.get().scene;
        for (id, body) in scene.numbered_bodies() {
            if body.is_fixed() {
                continue;
            }
            if let Some(position) = state.position(id)
                && let Some(rotation) = state.rotation(id)
            {
                let placement = (pair(&position), pair(&rotation));
                let placement = kind.call1(placement)?;
                bodies.set_item(&body.name, placement)?;
            }
        }
        Ok(bodies)
    }

    /// The contact forces other than 0: a tuple of `zwang.StepForce`.
    #[getter]
    fn forces<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let kind = class(py, "StepForce")?;
        let values = Values::new(py, &self.scene.get().scene);
        let mut forces = Vec::new();
        for contact in self.step.forces() {
            let [vertex, edge] = contact.row.bodies().map(BodyId);
            let force = if vertex > edge {
                contact.force.clone()
            } else {
                -&contact.force
            };
            let first = values.name(vertex.max(edge));
            let second = values.name(vertex.min(edge));
            let force = (first, second, pair(&force));
            forces.push(kind.call1(force)?);
        }
        PyTuple::new(py, forces)
    }

    /// The forces of pins other than 0, N, on the first body of the pin: by the number of the pin
    /// in the scene, from 0.
    #[getter]
    fn pins<'py>(&self, py: Python<'py>) -> Dict<'py> {
        let pins = PyDict::new(py);
        for (pin, force) in wait(py, || self.step.pin_forces())? {
            pins.set_item(pin.0, pair(&force))?;
        }
        Ok(pins)
    }

    /// Events of contacts in the step, with the times between which they happen: a tuple of
    /// `zwang.Event`, as `zwang export --events` lists them. With friction also which contacts
    /// begin to slide, cease to, and slide back.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let kind_of_value = class(py, "Event")?;
        let scene = &self.scene.get().scene;
        let values = Values::new(py, scene);
        let mut events = Vec::new();
        for (kind, event) in &self.events {
            let fields = PyDict::new(py);
            fields.set_item("kind", kind.word())?;
            fields.set_item("vertex", place(&values, &event.row.vertex))?;
            fields.set_item("edge", place(&values, &event.row.edge))?;
            fields.set_item("earliest", self.time_within(event.earliest))?;
            fields.set_item("latest", self.time_within(event.latest))?;
            fields.set_item("velocity_jumps", event.velocity_jumps)?;
            fields.set_item("gap", event.gap())?;
            fields.set_item("speed", event.speed(self.step.length()))?;
            fields.set_item("slip", event.slip())?;
            fields.set_item("slip_before", event.slip_before())?;
            events.push(kind_of_value.call((), Some(&fields))?);
        }
        PyTuple::new(py, events)
    }

    /// Kinetic energy, J: a fraction.
    #[getter]
    fn kinetic(&self) -> &Rational {
        &self.step.facts().kinetic
    }

    /// Potential energy, J: a fraction.
    #[getter]
    fn potential(&self) -> &Rational {
        &self.step.facts().potential
    }

    /// Momentum, N s: a pair of fractions.
    #[getter]
    fn momentum(&self) -> Pair<'_> {
        let [x, y] = &self.step.facts().momentum;
        (x, y)
    }

    /// Angular momentum about the origin, N m s: a fraction.
    #[getter]
    fn angular_momentum(&self) -> &Rational {
        &self.step.facts().angular_momentum
    }

    /// The square of the deepest penetration, m²: a fraction.
    #[getter]
    fn penetration_squared(&self) -> &Rational {
        &self.step.facts().penetration
    }

    /// The square of the largest distance between the two points of a pin, m²: a fraction.
    #[getter]
    fn pin_drift_squared(&self) -> &Rational {
        &self.step.facts().pin_drift
    }

    /// Whether velocities were changed by an impact before the step.
    #[getter]
    fn has_impact(&self) -> bool {
        self.step.has_impact()
    }

    /// A picture of the step with its forces and velocities, as SVG. `theme` is "light" or "dark".
    #[pyo3(signature = (
        theme = "light", *, title = true, legend = true, names = true, width = None,
    ))]
    #[pyo3(name = "svg")]
    fn picture(
        &self,
        py: Python,
        theme: &str,
        title: bool,
        legend: bool,
        names: bool,
        width: Option<u32>,
    ) -> PyResult<String> {
        let drawing = Drawing::new(theme, [title, legend, names], width)?;
        let scene = &self.scene.get().scene;
        let step = Some(&self.step);
        let svg = wait(py, || {
            let view = View::of_step(scene, step);
            step_svg(scene, step, &[], &view, &drawing.options)
        })?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.picture(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        let scene = self.scene.bind(py).repr()?;
        let k = self.k();
        Ok(format!("<zwang.Step {k} of {scene}>"))
    }
}

/// A vertex or an edge: the name of its body, the part and its index.
fn place<'a>(values: &Values<'_, 'a>, feature: &Feature) -> (&'a str, usize, usize) {
    let body = BodyId(feature.part.body);
    (values.name(body), feature.part.part, feature.index)
}
