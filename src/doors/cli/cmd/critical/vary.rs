//! `zwang critical --vary`: two values of a parameter between which a scene ceases to stand.

use crate::arguments::{CriticalArguments, ParameterRange};
use crate::cmd::account::Account;
use crate::cmd::collapse::detail;
use crate::cmd::scene_file::SceneFile;
use crate::cmd::solve::{explained, solve_varied};
use crate::cmd::target::Target;
use crate::cmd::{Outcome, console, file};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use zwang_answer::{VariedCritical, initial_motion_svg};
use zwang_exact::Rational;
use zwang_families::template::Setting;
use zwang_output::draw::DrawOptions;
use zwang_program::{Options, Stage};

/// Runs the command.
pub fn run(
    arguments: &CriticalArguments,
    range: &ParameterRange,
    within: &Rational,
) -> Result<Outcome> {
    let Some(path) = &arguments.solve.scene else {
        bail!("found --vary without a scene file; expected one with parameters");
    };
    let settings = arguments.solve.settings();
    let name = &range.name;
    if settings.iter().any(|setting| setting.name == *name) {
        bail!("found --set {name} and --vary {name}; expected one of them");
    }
    let account = Account::new(&arguments.solve);
    let text = account.time(Stage::Reading, || file::SceneText::read(path))?;
    let proofs = match &arguments.proof.proof {
        Some(proof) => Some(Proofs::new(proof, path, arguments)?),
        None => None,
    };
    let picture = super::picture_target(arguments)?;
    let varied = solve_varied(range, within, &arguments.solve, &account, |value| {
        account.time(Stage::Reading, || {
            let settings = at(settings, range, value);
            let expanded = text.expand(&settings)?;
            Ok(SceneFile::new(expanded, path))
        })
    })?;
    let mut told = match &proofs {
        Some(proofs) => {
            let told = account.time(Stage::Writing, || proofs.write(&varied, range, path));
            told?
        }
        None => "proofs accepted by the checker; --proof FILE keeps them\n".to_owned(),
    };
    if let Some(target) = picture {
        told += &super::draw(target, super::BEYOND, arguments, |monitor| {
            let drawn = DrawOptions {
                said: varied.words(name),
                ..DrawOptions::default()
            };
            let falling = &varied.falls.scene;
            let svg = initial_motion_svg(falling, &drawn, &Options::default(), monitor);
            svg.map_err(explained)
        })?;
    }
    account.time(Stage::Report, || {
        console::print(if arguments.json {
            varied.json(name)
        } else {
            let report = varied.report(name, detail(true, arguments.exact));
            format!("{report}\n{told}")
        })
    })?;
    Ok(Outcome::Yes)
}

/// The settings, with this value of the parameter that varies.
fn at(settings: &[Setting], range: &ParameterRange, value: &Rational) -> Vec<Setting> {
    let mut all = settings.to_vec();
    all.push(Setting {
        name: range.name.clone(),
        value: value.clone(),
    });
    all
}

/// The places of the two proofs.
struct Proofs {
    stands: Target,
    falls: Target,
}

impl Proofs {
    fn new(proof: &Path, scene: &Path, arguments: &CriticalArguments) -> Result<Self> {
        if file::is_standard(proof) {
            bail!("--proof: found `-` with --vary; expected the name of a file");
        }
        let force = arguments.proof.overwrite.force;
        let stands = named(proof, "stands");
        let stands = Target::new(&stands, Some(scene), force)?;
        let falls = named(proof, "falls");
        let falls = Target::new(&falls, Some(scene), force)?;
        Ok(Self { stands, falls })
    }

    /// Writes both, and says how to check them.
    fn write(
        &self,
        varied: &VariedCritical,
        range: &ParameterRange,
        scene: &Path,
    ) -> Result<String> {
        let mut told = String::new();
        let scene = scene.display().to_string();
        let scene = console::shell_word(&scene);
        let stands = (&self.stands, &varied.stands);
        let falls = (&self.falls, &varied.falls);
        for (target, end) in [stands, falls] {
            let text = end.answer.proof();
            target.write(text.as_bytes())?;
            let proof = console::shell_word(target.name());
            let setting = format!("{}={}", range.name, end.value);
            let setting = console::shell_word(&setting);
            told += &format!("proof written: zwang check {scene} --set {setting} {proof}\n");
        }
        Ok(told)
    }
}

/// The name of a file with a word before its ending.
pub(super) fn named(path: &Path, word: &str) -> PathBuf {
    let ending = match path.extension() {
        Some(ending) => {
            let ending = ending.to_string_lossy();
            format!("{word}.{ending}")
        }
        None => word.to_owned(),
    };
    path.with_extension(ending)
}
