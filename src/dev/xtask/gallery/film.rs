//! The film of an exhibit: the first seconds of a scene that moves.

use anyhow::Result;
use sha2::{Digest, Sha256};
use std::iter;
use zwang_answer::{CheckedSteps, RunError, Simulation};
use zwang_check::Verdict;
use zwang_exact::Rational;
use zwang_law::Settings;
use zwang_output::film::{Film, RunFile, hexadecimal};
use zwang_program::Monitor;
use zwang_scene::Scene;

/// The steps of a film.
const STEPS: usize = 100;
/// Their number in a second.
const RATE: i64 = 50;

/// Whether anything moves that can be shown.
pub fn has_film(verdict: Verdict) -> bool {
    verdict == Verdict::Moves
}

/// The commands that make the film of a scene file.
pub fn commands(file: &str, stem: &str) -> [String; 2] {
    let settings = format!("--steps {STEPS} --dt 1/{RATE}");
    let simulate = format!("zwang simulate {file} {settings} -o {stem}.run");
    let film = format!("zwang film {stem}.run -o {stem}.html");
    [simulate, film]
}

/// The page that plays the run of these commands. It ends where the scene's motion does.
///
/// # Errors
/// If the scene cannot be run, or the checker does not accept a step, which is a bug.
pub fn page(scene: &Scene, stem: &str) -> Result<String> {
    let settings = Settings {
        step: Rational::new(1.into(), RATE.into()),
        restitution: zwang_answer::restitution(scene),
        ..Settings::default()
    };
    let mut simulation = Simulation::new(scene.clone(), settings)?;
    let header = simulation.header();
    let records = iter::repeat_with(|| simulation.advance(&Monitor::default()));
    let mut film = Film::new(scene, &header.head());
    let mut digest = Sha256::new();
    digest.update(header.line() + "\n");
    let steps = CheckedSteps::new(scene, &header, records)?;
    for step in steps.take(STEPS) {
        let step = match step {
            Ok(step) => step,
            Err(RunError::Step(error)) if error.is_answer() => break,
            Err(error) => return Err(error.into()),
        };
        let line = step.record().line() + "\n";
        digest.update(line);
        film.push(step.verified());
    }
    let digest = digest.finalize();
    film.set_run_file(RunFile {
        name: format!("{stem}.run"),
        sha256: hexadecimal(&digest),
    });
    Ok(film.html())
}

#[cfg(test)]
mod tests {
    use super::page;
    use zwang_scene::Scene;

    /// A brick that falls on a floor, of this restitution.
    fn film(restitution: &str) -> String {
        let scene: Scene = format!(
            "format = 'zwang-scene-1'\nname = 'ball'\ngravity = [0, -10]\n\
             restitution = '{restitution}'\n\
             [[body]]\nname = 'floor'\nfixed = true\n\
             rectangle = {{ center = [0, -1], size = [8, 2] }}\n\
             [[body]]\nname = 'brick'\nrectangle = {{ center = [0, 1], size = [1, 1] }}\n"
        )
        .parse()
        .unwrap();
        let page = page(&scene, "ball").unwrap();
        // The data of the steps; the header of the run tells the restitution in any case.
        let (_, steps) = page.split_once("id=\"film-steps\"").unwrap();
        let (steps, _) = steps.split_once("</script>").unwrap();
        steps.to_owned()
    }

    #[test]
    fn films_bounce_as_their_scenes_say() {
        assert_ne!(film("0"), film("1/2"));
    }
}
