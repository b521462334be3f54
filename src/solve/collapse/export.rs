//! The programs of a scene for other solvers.
//!
//! *Collapse*: the accelerations of a scene minimise Σ ½ m |a - g|² + ½ I α² subject to one row for
//! each resting contact, and two for each pin. The constant part Σ ½ m |g|² is left out of the
//! objective.
//!
//! *Stability*: a scene at rest stands if and only if forces φ ≥ 0 at its contacts and forces at
//! its pins balance gravity and loads, Gᵀφ + pins = -M g. The program asks for those with the least
//! Σ φ. If there are none, the multipliers y of a Farkas certificate are a motion with the sign
//! reversed: d = -y opens or keeps every contact (G d ≥ 0), and gravity drives it (d·M g > 0).
//!
//! A contact force φ is measured in the length of the edge: it presses with φ |edge|. Corners that
//! rest (a vertex on a vertex) leave a choice that no single program has, and are left out; see
//! [`Export::corners`].

use crate::contacts::{self, Contacts};
use crate::error::SolveError;
use crate::lattice::Lattice;
use crate::plane::{PlaneProblem, WIDTH};
use num_traits::{One, Zero};
use zwang_exact::{Rational, Vector};
use zwang_problem::{Problem, Row, Variables, groups};
use zwang_program::QuadraticProgram;
use zwang_program::kernel::number::from_solver;
use zwang_program::text::{NamedProgram, Program};
use zwang_program::{Interval, LinearRow, Polyhedron};
use zwang_program::{LinearProgram, Sense};
use zwang_scene::{BodyId, Dynamics, FreeAcceleration, Scene};

/// A program of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The program.
    pub named: NamedProgram,
    /// The meanings of the names, in lines for the head of a file.
    pub comments: Vec<String>,
    /// The corners that rest, by their number in the certificate. If there are any, the program is
    /// that of the scene without them: its motion is the right one if it respects them, and forces
    /// that balance weights and loads still do.
    pub corners: Vec<usize>,
}

/// The resting contacts of a scene as rows in the accelerations.
struct Resting<'a> {
    scene: &'a Scene,
    free: Vec<Free<'a>>,
    /// Those of all free bodies, in their order.
    variables: Variables,
    contacts: Contacts,
    problem: Problem,
    /// Resting contacts, ascending.
    resting: Vec<usize>,
    corners: Vec<usize>,
}

/// A free body.
struct Free<'a> {
    id: BodyId,
    dynamics: &'a Dynamics,
    fall: FreeAcceleration,
}

impl<'a> Resting<'a> {
    fn new(scene: &'a Scene) -> Result<Self, SolveError> {
        scene.require_no_friction()?;
        let lattice = Lattice::new(scene);
        let contacts = contacts::find_on(scene, &lattice)?;
        let plane = PlaneProblem::new(scene, &lattice, contacts);
        let mut corners = Vec::new();
        let mut resting = Vec::new();
        for group in groups(&plane.problem) {
            corners.extend(group.corners);
            resting.extend(group.contacts);
        }
        corners.sort_unstable();
        resting.sort_unstable();
        let mut free = Vec::new();
        let mut variables = Variables::new();
        let falls = scene.free_accelerations();
        for ((id, body), fall) in scene.numbered_bodies().zip(falls) {
            if let (Some(dynamics), Some(fall)) = (&body.dynamics, fall) {
                variables.insert(id.0, WIDTH * free.len());
                free.push(Free { id, dynamics, fall });
            }
        }
        Ok(Self {
            scene,
            free,
            variables,
            contacts: plane.contacts,
            problem: plane.problem,
            resting,
            corners,
        })
    }

    /// The coefficients of a row, three variables for each free body.
    fn coefficients(&self, row: Row) -> Vec<(usize, Rational)> {
        let coefficients = row.unscaled(&self.variables).into_iter();
        let coefficients = coefficients.filter(|(_, value)| *value != 0);
        coefficients
            .map(|(variable, value)| (variable, from_solver(&value)))
            .collect()
    }

    /// The name of each row of a pin with the row.
    fn pin_rows(&self) -> Vec<(String, Row<'_>)> {
        let mut rows = Vec::new();
        for pin in 0..self.problem.joints.len() {
            for (row, axis) in self.problem.joint(pin).zip(["x", "y"]) {
                rows.push((format!("pin_{pin}_{axis}"), row));
            }
        }
        rows
    }

    /// (-m a°_x, -m a°_y, -I α°) of each free body: what has to be balanced, and the linear part of
    /// the restraint.
    fn weights(&self) -> Vec<Rational> {
        let mut weights = Vec::new();
        for Free { dynamics, fall, .. } in &self.free {
            let weight = -&fall.linear.scaled(&dynamics.mass);
            let torque = -(&fall.angular * &dynamics.inertia);
            weights.extend([weight.x, weight.y, torque]);
        }
        weights
    }

    /// The restraint of rest, Σ ½ m |a°|² + ½ I α°².
    fn restraint_of_rest(&self) -> Rational {
        let mut twice = Rational::zero();
        for Free { dynamics, fall, .. } in &self.free {
            twice += &dynamics.mass * fall.linear.dot(&fall.linear);
            twice += &dynamics.inertia * &fall.angular * &fall.angular;
        }
        twice / Rational::from_integer(2.into())
    }

    fn comments(&self, what: &str, names: &[&str]) -> Vec<String> {
        let scene = self.scene;
        let mut comments = Vec::new();
        comments.push(format!("{what} of the scene {}", scene.name));
        comments.push(format!("digest {}", scene.digest()));
        for line in names {
            comments.push((*line).to_owned());
        }
        for Free { id: body, .. } in &self.free {
            let name = &scene.bodies[*body].name;
            comments.push(format!("body {body} is {name}"));
        }
        for contact in &self.resting {
            let parts = &self.contacts.contacts[*contact];
            let bodies = parts.bodies().map(|body| &scene.bodies[body]);
            let [first, second] = bodies.map(|body| &body.name);
            let Vector { x, y } = contacts::point(scene, parts);
            comments.push(format!(
                "contact {contact} is a vertex of {first} on an edge of {second} at ({x}, {y})"
            ));
        }
        for (id, pin) in scene.numbered_pins() {
            let first = &scene.bodies[pin.first].name;
            let second = match pin.second {
                Some(second) => scene.bodies[second].name.as_str(),
                None => "the world",
            };
            comments.push(format!("pin {id} joins {first} and {second}"));
        }
        for corner in &self.corners {
            comments.push(format!(
                "corner {corner} rests and is left out: it demands one of two sets of rows"
            ));
        }
        comments
    }
}

/// The bound of a row before it was scaled.
fn bound(row: Row) -> Rational {
    from_solver(&(malachite::Rational::from(row.bound) / row.scale))
}

/// The quadratic program of the accelerations.
///
/// # Errors
/// [`SolveError`] if the scene has friction, or if bodies overlap or collide.
pub fn collapse(scene: &Scene) -> Result<Export, SolveError> {
    let resting = Resting::new(scene)?;
    let mut variables = Vec::new();
    let mut hessian = Vec::new();
    for Free { id, dynamics, .. } in &resting.free {
        let diagonal = [
            ("ax", &dynamics.mass),
            ("ay", &dynamics.mass),
            ("al", &dynamics.inertia),
        ];
        for (name, value) in diagonal {
            let variable = variables.len();
            hessian.push((variable, variable, value.clone()));
            variables.push(format!("{name}_{id}"));
        }
    }
    let mut names = Vec::new();
    let mut rows = Vec::new();
    for (name, row) in resting.pin_rows() {
        names.push(name);
        rows.push(LinearRow {
            coefficients: resting.coefficients(row),
            range: Interval::exactly(bound(row)),
        });
    }
    for &contact in &resting.resting {
        names.push(format!("contact_{contact}"));
        let row = resting.problem.normal(contact);
        rows.push(LinearRow {
            coefficients: resting.coefficients(row),
            range: Interval::at_least(bound(row)),
        });
    }
    let linear = resting.weights();
    let bounds = vec![Interval::free(); linear.len()];
    let constant = resting.restraint_of_rest();
    let restraint = match scene.has_loads() {
        false => "1/2 m |a - g|^2 + 1/2 I al^2",
        true => "1/2 m |a - g - F/m|^2 + 1/2 I (al - T/I)^2, F and T being loads",
    };
    let constant =
        format!("the objective and {constant} make the restraint, the sum of {restraint}");
    let comments = resting.comments(
        "accelerations",
        &[
            "ax_i, ay_i, al_i: acceleration of body i and its angular acceleration",
            &constant,
        ],
    );
    let program = Program::Quadratic(QuadraticProgram {
        sense: Sense::Minimise,
        hessian,
        linear,
        feasible: Polyhedron { bounds, rows },
    });
    let named = NamedProgram::new("restraint".to_owned(), variables, names, program);
    Ok(Export {
        named,
        comments,
        corners: resting.corners,
    })
}

/// The linear program of the forces that balance weights and loads. The question makes sense for
/// scenes at rest.
///
/// # Errors
/// [`SolveError`] if the scene has friction, or if bodies overlap or collide.
pub fn stability(scene: &Scene) -> Result<Export, SolveError> {
    let resting = Resting::new(scene)?;
    let mut forces = Vec::new();
    for &contact in &resting.resting {
        let range = Interval::nonnegative();
        let name = format!("phi_{contact}");
        let row = resting.problem.normal(contact);
        forces.push((name, row, range, Rational::one()));
    }
    for (name, form) in resting.pin_rows() {
        forces.push((name, form, Interval::free(), Rational::zero()));
    }
    let mut rows = Vec::new();
    for weight in resting.weights() {
        rows.push(LinearRow {
            coefficients: Vec::new(),
            range: Interval::exactly(weight),
        });
    }
    let mut variables = Vec::new();
    let mut bounds = Vec::new();
    let mut objective = Vec::new();
    for (variable, (name, form, range, cost)) in forces.into_iter().enumerate() {
        for (row, value) in resting.coefficients(form) {
            rows[row].coefficients.push((variable, value));
        }
        variables.push(name);
        bounds.push(range);
        objective.push(cost);
    }
    let mut names = Vec::new();
    for Free { id: body, .. } in &resting.free {
        for name in ["fx", "fy", "torque"] {
            names.push(format!("{name}_{body}"));
        }
    }
    let comments = resting.comments(
        "forces that balance weights and loads",
        &[
            "phi_k: force at contact k, per length of the edge; \
             pin_p_x, pin_p_y: force at pin p on its first body",
            "feasible: the scene stands; infeasible: it starts to move",
        ],
    );
    let program = Program::Linear(LinearProgram {
        sense: Sense::Minimise,
        objective,
        feasible: Polyhedron { bounds, rows },
    });
    let named = NamedProgram::new("total".to_owned(), variables, names, program);
    Ok(Export {
        named,
        comments,
        corners: resting.corners,
    })
}
