//! The verdict of the independent checker on a proof, or on any file that claims to be one.
//!
//!     cargo run --release --example check_proof -- SCENE PROOF

use std::error::Error;
use zwang::CheckError;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(scene), Some(proof)) = (arguments.next(), arguments.next()) else {
        return Err("expected two files: a scene and a proof".into());
    };
    let scene: zwang::Scene = std::fs::read_to_string(scene)?.parse()?;
    let proof = std::fs::read_to_string(proof)?;
    match zwang::check(&scene, &proof) {
        Ok(verified) => println!("accepted: {}", verified.verdict()),
        Err(CheckError::Rejected(rejection)) => println!("rejected: {rejection}"),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
