//! The bench as files: each scene, the proof of its verdict, and a list with the exact answers.

use super::scenes::{Entry, STEP, STEPS, VERSION};
use anyhow::{Result, bail};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use zwang_audit::Proved;
use zwang_exact::Rational;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// The list.
const LIST: &str = "bench.json";

/// Writes the bench into a folder.
///
/// # Errors
/// If a file cannot be written, or is there already and is not to be replaced.
pub fn write(entries: &[&Entry], folder: &Path, force: bool) -> Result<()> {
    let list = folder.join(LIST);
    if list.exists() && !force {
        bail!("{}: is there already; --force replaces it", list.display());
    }
    fs::create_dir_all(folder)?;
    let scenes: Result<Vec<Value>> = entries
        .par_iter()
        .map(|entry| written(entry, folder))
        .collect();
    let text = json!({
        "format": "zwang-bench-1", "bench": VERSION, "steps": STEPS, "step": STEP,
        "scenes": scenes?,
    });
    fs::write(list, format!("{text:#}\n"))?;
    Ok(())
}

/// Writes the files of a scene; returns its entry in the list.
fn written(entry: &Entry, folder: &Path) -> Result<Value> {
    let Entry { name, scene } = entry;
    let [toml, json] = ["toml", "json"].map(|ending| format!("{name}.{ending}"));
    fs::write(folder.join(&toml), zwang_writer::to_toml(scene))?;
    fs::write(folder.join(&json), zwang_writer::to_json(scene))?;
    let mut told = json!({
        "name": name, "title": scene.title, "digest": scene.digest(), "toml": toml, "json": json,
    });
    // A scene that begins with a collision has no verdict at an instant.
    if let Ok(proved) = Proved::new(scene, &Monitor::default()) {
        let proof = format!("{name}.proof.json");
        fs::write(folder.join(&proof), &proved.proof)?;
        told["verdict"] = proved.verdict.to_string().into();
        told["proof"] = proof.into();
        if proved.is_only_motion
            && let Some(accelerations) = &proved.accelerations
        {
            told["accelerations"] = named(scene, accelerations);
        }
    }
    Ok(told)
}

/// Accelerations of free bodies by their names: x, y, angular.
fn named(scene: &Scene, accelerations: &[[Rational; 3]]) -> Value {
    let mut told = serde_json::Map::new();
    for (body, numbers) in scene.bodies.iter().zip(accelerations) {
        if !body.is_fixed() {
            let numbers = numbers.each_ref().map(Rational::to_string);
            told.insert(body.name.clone(), numbers.to_vec().into());
        }
    }
    told.into()
}
