//! The items of a plan: which scene an item is, as a function of its number.

use crate::error::SweepError;
use crate::plan::{Plan, SceneFile, Source, Varied};
use crate::random;
use crate::row::digest;
use crate::values::Values;
use num_traits::Signed;
use std::fs;
use std::path::Path;
use zwang_families::Family;
use zwang_families::template::{self, AnyExpanded, Setting};
use zwang_scene::read::Syntax;
use zwang_scene::{AnyScene, Friction};
use zwang_verdict::kind::{Place, misplaced};

impl Plan {
    /// The scene of an item; the inner error is why it has none.
    pub(crate) fn scene(&self, item: u64) -> Result<Result<AnyScene, String>, SweepError> {
        match &self.source {
            Source::Family {
                family,
                fixed,
                varied,
            } => {
                let mut given = fixed.clone();
                given.extend(varied.values(item));
                Ok(of_family(family, given))
            }
            Source::Template { file, set, varied } => {
                let mut settings = set.clone();
                for (name, value) in varied.values(item) {
                    match zwang_exact::parse(&value) {
                        Ok(value) => settings.push(Setting { name, value }),
                        Err(error) => {
                            let reason = format!("{name}: {error}");
                            return Ok(Err(reason));
                        }
                    }
                }
                of_file(file, &settings)
            }
            Source::Files(files) => match file(files, item) {
                Some(file) => of_file(file, &[]),
                None => {
                    let reason = format!("found item {item}; expected a smaller one");
                    Ok(Err(reason))
                }
            },
        }
    }

    /// Refuses a question that cannot be asked about scenes in space, if there are any.
    pub(crate) fn refuse_space(&self) -> Result<(), SweepError> {
        let files = match &self.source {
            Source::Family { .. } => return Ok(()),
            Source::Template { file, .. } => std::slice::from_ref(file),
            Source::Files(files) => files,
        };
        if self.ask.is_for_space() {
            return Ok(());
        }
        for (item, file) in (0..).zip(files) {
            if let Ok(AnyScene::Space(_)) = self.scene(item)? {
                return Err(SweepError::InSpace {
                    name: file.path.clone(),
                    ask: self.ask.to_string(),
                });
            }
        }
        Ok(())
    }

    /// The values that distinguish an item from others.
    pub(crate) fn values_of(&self, item: u64) -> Vec<String> {
        match &self.source {
            Source::Files(files) => {
                let path = file(files, item).map(|file| file.path.clone());
                path.into_iter().collect()
            }
            Source::Family { varied, .. } | Source::Template { varied, .. } => {
                let values = varied.values(item);
                values.into_iter().map(|(_, value)| value).collect()
            }
        }
    }
}

/// The digest of a scene, and the number of its bodies.
pub(crate) fn digest_and_bodies(scene: &AnyScene) -> (String, u64) {
    match scene {
        AnyScene::Plane(scene) => (scene.digest(), scene.bodies.len() as u64),
        AnyScene::Space(scene) => (scene.digest(), scene.bodies.len() as u64),
    }
}

impl Varied {
    /// The parameters that vary, with their values in an item.
    fn values(&self, item: u64) -> Vec<(String, String)> {
        let places = match self.sample {
            Some(sample) => drawn(&self.parameters, sample.seed, item),
            None => on_the_grid(&self.parameters, item),
        };
        let mut values = Vec::with_capacity(places.len());
        for ((name, of), place) in self.parameters.iter().zip(places) {
            if let Some(value) = of.at(place) {
                values.push((name.clone(), value));
            }
        }
        values
    }
}

fn file(files: &[SceneFile], item: u64) -> Option<&SceneFile> {
    files.get(usize::try_from(item).ok()?)
}

/// The last parameter varies fastest.
fn on_the_grid(vary: &[(String, Values)], item: u64) -> Vec<u64> {
    let mut places = Vec::with_capacity(vary.len());
    let mut rest = item;
    for (_, values) in vary.iter().rev() {
        places.push(rest % values.count());
        rest /= values.count();
    }
    places.reverse();
    places
}

fn drawn(vary: &[(String, Values)], seed: u64, item: u64) -> Vec<u64> {
    let mut places = Vec::with_capacity(vary.len());
    for (name, values) in vary {
        places.push(random::place(seed, item, name, values.count()));
    }
    places
}

/// The scene of these arguments, of which `friction` is none of the family.
fn of_family(family: &Family, mut given: Vec<(String, String)>) -> Result<AnyScene, String> {
    let friction = given.iter().position(|(name, _)| name == "friction");
    let friction = friction.map(|place| given.remove(place).1);
    let scene = family.scene(&given);
    let mut scene = scene.map_err(|error| error.to_string())?;
    if let Some(friction) = friction {
        let friction = zwang_exact::parse(&friction);
        let friction = friction.map_err(|error| error.to_string())?;
        if friction.is_negative() {
            return Err(format!(
                "friction: found {friction}; expected a number, at least 0"
            ));
        }
        scene.friction = Friction::uniform(&scene.bodies, &friction);
    }
    Ok(AnyScene::Plane(scene))
}

fn of_file(file: &SceneFile, settings: &[Setting]) -> Result<Result<AnyScene, String>, SweepError> {
    let path = Path::new(&file.path);
    let bytes = fs::read(path).map_err(SweepError::at(path))?;
    if digest(&bytes) != file.digest {
        return Err(SweepError::Changed {
            name: file.path.clone(),
        });
    }
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(Err(
            "found a byte that is not UTF-8; expected a scene".to_owned()
        ));
    };
    match template::read_any(&text, Syntax::of(&text), settings) {
        Ok(AnyExpanded::Plane(expanded)) => Ok(Ok(AnyScene::Plane(expanded.scene))),
        Ok(AnyExpanded::Space(expanded)) => Ok(Ok(AnyScene::Space(expanded.scene))),
        Err(error) => {
            let message = misplaced(&file.path, &text, Place::Scene);
            Ok(Err(message.unwrap_or_else(|| error.to_string())))
        }
    }
}
