//! Contacts and pins as rows in the accelerations.
//!
//! A body point at offset r from the centroid accelerates by a + α J r - ω² r. For a vertex of body F at point x on an edge of body
//! E with outward normal n, the second derivative of the gap is (Rote & Zwick (4.4), with the edge turning by ω_E)
//!
//! ```text
//! n·(a_F(x) - a_E(x)) + 2 ω_E (J n)·(v_F - v_E)  =  G·(a_F, α_F, a_E, α_E) + bias
//! ```
//!
//! with G = (n, r_F × n, -n, -(r_E × n)). The row is G ≥ -bias. A pin gives the two components of a_1(x) = a_2(x).

use crate::contacts;
use crate::number::to_solver;
use malachite::Rational;
use zwang_certificate::Contact;
use zwang_exact::Vector;
use zwang_scene::{Body, BodyId, Pin, Scene};

/// A linear form in the accelerations of at most two bodies, plus a bias.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// Free bodies with the coefficients of (a_x, a_y, α).
    pub(crate) terms: Vec<(BodyId, [Rational; 3])>,
    pub(crate) bias: Rational,
}

/// A contact with its gap velocity and the form of its gap acceleration.
#[derive(Clone, Debug)]
pub(crate) struct GapForm {
    pub(crate) velocity: Rational,
    pub(crate) acceleration: Form,
}

/// Adds n·a(x) of a body to the form.
fn point_term(id: BodyId, body: &Body, point: &Vector, normal: &Vector, form: &mut Form) {
    let Some(free) = &body.dynamics else { return };
    let offset = point - &free.centroid;
    form.terms.push((id, [&normal.x, &normal.y, &offset.cross(normal)].map(to_solver)));
    if !free.is_at_rest() {
        form.bias -= to_solver(&(&free.spin * &free.spin * normal.dot(&offset)));
    }
}

/// The gap of a contact.
pub(crate) fn gap_form(scene: &Scene, contact: &Contact) -> GapForm {
    let (first, second) = (contact.vertex.part.body, contact.edge.part.body);
    let (vertex_body, edge_body) = (&scene.bodies[first], &scene.bodies[second]);
    let (point, normal) = (contacts::point(scene, contact), contacts::normal(scene, contact));
    let (mut velocity, mut bias) = (Rational::from(0), Rational::from(0));
    if contacts::moves(scene, contact) {
        let sliding = &vertex_body.velocity_at(point) - &edge_body.velocity_at(point);
        let two = zwang_exact::Rational::from_integer(2.into());
        bias = to_solver(&(two * edge_body.spin() * normal.quarter_turn().dot(&sliding)));
        velocity = to_solver(&normal.dot(&sliding));
    }
    let mut acceleration = Form { terms: Vec::new(), bias };
    point_term(first, vertex_body, point, &normal, &mut acceleration);
    point_term(second, edge_body, point, &-&normal, &mut acceleration);
    GapForm { velocity, acceleration }
}

/// The two components of the relative acceleration at a pin.
pub(crate) fn pin_forms(scene: &Scene, pin: &Pin) -> [Form; 2] {
    [Vector::from_integers(1, 0), Vector::from_integers(0, 1)].map(|axis| {
        let mut form = Form { terms: Vec::new(), bias: Rational::from(0) };
        point_term(pin.first, &scene.bodies[pin.first], &pin.at, &axis, &mut form);
        if let Some(second) = pin.second {
            point_term(second, &scene.bodies[second], &pin.at, &-&axis, &mut form);
        }
        form
    })
}
