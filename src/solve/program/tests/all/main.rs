//! Tests of the crate as its users see it.

#[path = "../../../../../fuzz/agreement.rs"]
mod agreement;
mod bases;
#[path = "../../../../../fuzz/decode.rs"]
mod decode;
mod degenerate;
mod dependencies;
mod extremes;
mod friction;
mod linear;
mod mps;
mod program;
mod quadratic;
mod text;
