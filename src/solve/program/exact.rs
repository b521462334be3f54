//! Exact solutions of linear systems: sparse factorisation modulo a prime, p-adic lifting, and
//! fractions from their digits.
//!
//! [`lifting::WorkingSystem`] is the interface: the exact optimum of an active set by sparse LDLᵀ
//! ([`factor`]) and lifting with its [`residual`]. The denominator of its [`energy`] comes from
//! half of the digits. For long numbers only a few are made from digits ([`reconstruction`]), and
//! the others are computed from these ([`propagation`]). Few rows of very long numbers are
//! eliminated without fractions ([`elimination`]). [`unsymmetric`] eliminates any matrix.

pub(crate) mod elimination;
pub(crate) mod energy;
pub(crate) mod factor;
pub(crate) mod lifting;
pub(crate) mod propagation;
pub(crate) mod reconstruction;
pub(crate) mod residual;
pub(crate) mod unsymmetric;
