//! `zwang critical --vary`: two values of a parameter between which a scene ceases to stand, or
//! that none were found.

use crate::arguments::{CriticalArguments, ParameterRange};
use crate::cmd::account::Account;
use crate::cmd::collapse::detail;
use crate::cmd::picture::PictureTarget;
use crate::cmd::scene_file::SceneFile;
use crate::cmd::solve::{explained, solve_varied};
use crate::cmd::target::Target;
use crate::cmd::{Outcome, console, file};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use zwang_answer::{VariedAnswer, VariedEnd, initial_motion_svg};
use zwang_exact::Rational;
use zwang_families::template::Setting;
use zwang_output::draw::DrawOptions;
use zwang_output::report::near_in_words;
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
            let told = account.time(Stage::Writing, || proofs.write(&varied, range));
            told?
        }
        None => "proofs accepted by the checker; --proof FILE keeps them\n".to_owned(),
    };
    if let Some(target) = picture {
        told += &draw(target, &varied, name, arguments)?;
    }
    account.time(Stage::Report, || {
        let detail = detail(true, arguments.exact);
        console::print(match (&varied, arguments.json) {
            (VariedAnswer::Limit(limit), true) => limit.json(name),
            (VariedAnswer::Nowhere(nowhere), true) => nowhere.json(name),
            (VariedAnswer::Limit(limit), false) => {
                let report = limit.report(name, detail);
                format!("{report}\n{told}")
            }
            (VariedAnswer::Nowhere(nowhere), false) => {
                let report = nowhere.report(name, detail);
                format!("{report}\n{told}")
            }
        })
    })?;
    let near = match &varied {
        VariedAnswer::Limit(limit) => limit.almost_touching().map(|near| (&limit.stands, near)),
        VariedAnswer::Nowhere(nowhere) => {
            let [first, _] = &nowhere.ends;
            nowhere.almost_touching().map(|near| (first, near))
        }
    };
    if let Some((VariedEnd { value, scene, .. }, near)) = near {
        let words = near_in_words(scene, &near);
        let file = file::name(path);
        let note = format!("note: {file}: at {name} {value}, {words}");
        console::tell_unless(arguments.solve.quiet || arguments.json, &note);
    }
    Ok(Outcome::Yes)
}

/// Draws how the scene starts to fall, or, if it falls at no value that was tried, the forces that
/// hold it at the last one.
fn draw(
    target: PictureTarget,
    varied: &VariedAnswer,
    name: &str,
    arguments: &CriticalArguments,
) -> Result<String> {
    let (falling, said, shown) = match varied {
        VariedAnswer::Limit(limit) => (&limit.falls.scene, limit.words(name), super::BEYOND),
        VariedAnswer::Nowhere(nowhere) => {
            let [_, last] = &nowhere.ends;
            let said = nowhere.words(name);
            if nowhere.mechanism.is_none() {
                let drawn = DrawOptions {
                    said,
                    ..DrawOptions::default()
                };
                let svg = last.answer.svg(&drawn);
                return super::draw(target, super::HOLDING, arguments, |_| Ok(svg));
            }
            (&last.scene, said, "how it starts to fall at the last value")
        }
    };
    let drawn = DrawOptions {
        said,
        ..DrawOptions::default()
    };
    super::draw(target, shown, arguments, |monitor| {
        let svg = initial_motion_svg(falling, &drawn, &Options::default(), monitor);
        svg.map_err(explained)
    })
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

/// The place of the two proofs.
struct Proofs<'a> {
    proof: &'a Path,
    scene: &'a Path,
    force: bool,
    /// The two of a limit, which are refused before anything is solved if they are there already.
    limit: [Target; 2],
}

impl<'a> Proofs<'a> {
    fn new(proof: &'a Path, scene: &'a Path, arguments: &CriticalArguments) -> Result<Self> {
        if file::is_standard(proof) {
            bail!("--proof: found `-` with --vary; expected the name of a file");
        }
        let force = arguments.proof.overwrite.force;
        let target = |word| Target::new(&named(proof, word), Some(scene), force);
        Ok(Self {
            proof,
            scene,
            force,
            limit: [target("stands")?, target("falls")?],
        })
    }

    /// Writes both, and says how to check them.
    fn write(&self, varied: &VariedAnswer, range: &ParameterRange) -> Result<String> {
        let ends = match varied {
            VariedAnswer::Limit(limit) => return self.write_both(&self.limit, limit.ends(), range),
            VariedAnswer::Nowhere(nowhere) => nowhere.ends.each_ref(),
        };
        let target = |word| Target::new(&named(self.proof, word), Some(self.scene), self.force);
        self.write_both(&[target("from")?, target("to")?], ends, range)
    }

    fn write_both(
        &self,
        targets: &[Target; 2],
        ends: [&VariedEnd; 2],
        range: &ParameterRange,
    ) -> Result<String> {
        let mut told = String::new();
        let scene = self.scene.display().to_string();
        let scene = console::shell_word(&scene);
        for (target, end) in targets.iter().zip(ends) {
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
