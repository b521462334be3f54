//! Arguments that several commands share, and those of commands that have no module of arguments.

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args, ValueEnum, value_parser};
use std::path::PathBuf;
use std::str::FromStr;
use zwang_certificate::friction::Law;
use zwang_exact::{Rational, Vector3};
use zwang_families::template::Setting;
use zwang_terminal::argument::number;

/// How to solve, for all commands that do.
#[derive(Args, Debug)]
pub struct SolveArguments {
    /// Scene file, TOML or JSON; `-` reads standard input. Default: the 5-diamond, 25 bricks of
    /// 1 × 1/4.
    pub scene: Option<PathBuf>,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Find the answer without a floating-point guess: the same motion, only slower (with friction,
    /// where several motions obey the law, perhaps another one).
    #[arg(long)]
    pub no_floats: bool,
    /// Print to standard error what the command cost, stage by stage; of a run, what the solver
    /// cost in all its new steps together.
    #[arg(long)]
    pub stats: bool,
    /// Give up after this many seconds: the answer is then `unknown`, exit code 3, and nothing is
    /// written. Default: no limit.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Values of the parameters of a scene, for all commands that read one.
#[derive(Args, Debug)]
pub struct ParameterArguments {
    /// Give a parameter of the scene file this value instead of its own; may be repeated.
    #[arg(long, value_name = "NAME=NUMBER", value_parser = Setting::from_str)]
    pub set: Vec<Setting>,
}

/// The scenes of commands that have no built-in one.
const IN_SPACE: &str = "Scene file in space, TOML or JSON; `-` reads standard input";

impl SolveArguments {
    /// Values of the parameters of the scene.
    pub fn settings(&self) -> &[Setting] {
        &self.parameters.set
    }
}

/// The place of the proof.
#[derive(Args, Debug)]
pub struct ProofArguments {
    /// Write the proof to this file, for `zwang check`. It is checked in any case.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Programs that were written when every proof was kept say so.
    #[arg(long, hide = true, conflicts_with = "proof")]
    #[allow(dead_code, reason = "no proof is kept unless a place for it is given")]
    pub no_proof: bool,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
}

/// The treatment of files that are there already, for all commands that write some.
#[derive(Args, Clone, Copy, Debug)]
pub struct OverwriteArguments {
    /// Replace what is there already. Without it a file that is there is refused and kept.
    #[arg(long)]
    pub force: bool,
}

/// How the answer is shown.
#[derive(Args, Debug)]
pub struct ShowArguments {
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Print all rows of all tables.
    #[arg(long, conflicts_with = "json")]
    pub full: bool,
    /// Print exact fractions instead of decimals; --json has both.
    #[arg(long, conflicts_with = "json")]
    pub exact: bool,
}

/// Arguments that `rest`, `interlock` and `order` share.
#[derive(Args, Debug)]
#[command(mut_arg("scene", |scene| scene.help(IN_SPACE)))]
pub struct AssemblyArguments {
    /// The scene, which is in space, and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Write all scenes that were judged, and their proofs, into this new folder. Default: no
    /// files.
    #[arg(long, value_name = "FOLDER")]
    pub proofs: Option<PathBuf>,
    /// Draw what shows the answer, as SVG, PDF or PNG. Default: no picture.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The treatment of files that are there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
}

/// Arguments of `collapse`.
#[derive(Args, Debug)]
pub struct CollapseArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// The place of the proof.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// Print JSON instead of text: numbers as fractions in lowest terms, or `--json=common` as
    /// integers over one denominator for each group of bodies, which is quicker and half as long.
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "fractions", hide_possible_values = true)]
    pub json: Option<JsonForm>,
    /// Print all rows of all tables.
    #[arg(long, conflicts_with = "json")]
    pub full: bool,
    /// Print exact fractions instead of decimals; --json has both.
    #[arg(long, conflicts_with = "json")]
    pub exact: bool,
    /// The law that friction obeys. Default for a scene with friction: coulomb.
    #[arg(long, value_name = "LAW")]
    pub friction_law: Option<FrictionLaw>,
    /// Show the motion that obeys the law of friction as well, if a scene rests.
    #[arg(long)]
    pub motion: bool,
}

/// The law that contact forces with friction obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrictionLaw {
    /// Coulomb's law: friction opposes sliding.
    Coulomb,
    /// The convex law, for comparison: what slides is lifted.
    Convex,
}

impl From<FrictionLaw> for Law {
    fn from(law: FrictionLaw) -> Self {
        match law {
            FrictionLaw::Coulomb => Self::Coulomb,
            FrictionLaw::Convex => Self::Convex,
        }
    }
}

/// How numbers are written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JsonForm {
    /// Fractions in lowest terms.
    Fractions,
    /// Integers over one denominator for each group of bodies.
    Common,
}

/// Arguments of `stability` and `forces`.
#[derive(Args, Debug)]
pub struct AnswerArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// The place of the proof.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// How the answer is shown.
    #[command(flatten)]
    pub show: ShowArguments,
}

/// Arguments of `stability`.
#[derive(Args, Debug)]
pub struct StabilityArguments {
    /// Scene, proof, and how the answer is shown.
    #[command(flatten)]
    pub answer: AnswerArguments,
    /// Tell the margin, too: the least tilts, and the least pushes along x (in space along y, too),
    /// to either side, that end equilibrium; pushes on all bodies at once, and on each of the first
    /// BODIES free bodies, or of all of them, at its centroid. Default: no margin, and without a
    /// number 32 bodies.
    #[arg(long, value_name = "BODIES|all", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "32", value_parser = most_bodies)]
    pub margin: Option<usize>,
}

/// A number of bodies, or all.
fn most_bodies(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    let number = text.parse();
    number.map_err(|_| "expected a number of bodies, or all".to_owned())
}

/// Arguments of `critical`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("varied").required(true))]
pub struct CriticalArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Vary the friction of all contacts.
    #[arg(long, group = "varied")]
    pub friction: bool,
    /// Tilt the ground, down to this side.
    #[arg(long, group = "varied", value_name = "SIDE")]
    pub tilt: Option<Side>,
    /// Tilt a scene in space about this axis, by the right-hand rule. Default: no tilt.
    #[arg(
        long,
        group = "varied",
        value_name = "X,Y,Z",
        allow_hyphen_values = true
    )]
    #[arg(value_parser = axis)]
    pub axis: Option<Vector3>,
    /// Find all directions of gravity that a scene in space without friction withstands: the rays
    /// and the planes of a cone.
    #[arg(long, group = "varied")]
    pub cone: bool,
    /// Vary a load: gx or gy (in space gz, too) for a component of gravity, or the name of a load
    /// of the scene, which is taken so many times.
    #[arg(long, group = "varied", value_name = "NAME")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub load: Option<String>,
    /// Let the load shrink, and turn round, instead of growing.
    #[arg(long, requires = "load", conflicts_with_all = ["friction", "tilt", "axis", "cone", "vary"])]
    pub downwards: bool,
    /// Find out, too, where a scene in space may begin to slide, which it may before equilibrium
    /// ends: a value at which nothing but rest obeys Coulomb's law, and one at which a motion does.
    #[arg(long, conflicts_with_all = ["cone", "vary"])]
    pub sliding: bool,
    /// Vary a parameter of the scene file between two values: at one of them the scene should
    /// stand, at the other fall.
    #[arg(long, group = "varied", value_name = "NAME=FROM..TO")]
    #[arg(value_parser = ParameterRange::from_str)]
    pub vary: Option<ParameterRange>,
    /// Find two values that are at most this far apart, if the value is not found exactly. Default:
    /// 1e-12, of a scene in space 1e-6.
    #[arg(long, value_name = "WIDTH", value_parser = number, allow_hyphen_values = true)]
    pub within: Option<Rational>,
    /// The place of the proof. With --vary, and in space, there are two, of the scene at either
    /// value: name.stands.json and name.falls.json; in space with the scenes, name.stands.toml and
    /// name.falls.toml. With --cone each ray and each plane has a scene and a proof.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// Write a picture to this file, too, of how the scene starts to fall just beyond: its ending,
    /// .svg, .pdf or .png, says which kind. Default: none.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Print exact fractions instead of decimals; --json has both.
    #[arg(long, conflicts_with = "json")]
    pub exact: bool,
}

/// An axis: three numbers.
fn axis(text: &str) -> Result<Vector3, String> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        numbers.push(number(part.trim()).map_err(|error| error.to_string())?);
    }
    let axis = <[Rational; 3]>::try_from(numbers);
    let axis = axis.map(|[x, y, z]| Vector3::new(x, y, z));
    match axis {
        Ok(axis) if !axis.is_zero() => Ok(axis),
        _ => Err("expected three numbers, not all 0, such as 0,1,0".to_owned()),
    }
}

/// A parameter of a scene file and two of its values, written `NAME=FROM..TO`.
#[derive(Clone, Debug)]
pub struct ParameterRange {
    /// The parameter.
    pub name: String,
    /// The first value.
    pub from: Rational,
    /// The last value.
    pub to: Rational,
}

impl FromStr for ParameterRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected NAME=FROM..TO, such as x=0..1/2";
        let Some((name, range)) = text.split_once('=') else {
            return Err(expected.to_owned());
        };
        let Some((from, to)) = range.split_once("..") else {
            return Err(expected.to_owned());
        };
        let from = number(from).map_err(|error| error.to_string())?;
        if to.contains(':') {
            return Err(format!("found a step; {expected}, without a step"));
        }
        let to = number(to).map_err(|error| error.to_string())?;
        if from == to {
            return Err(format!("found {from} twice; expected two values"));
        }
        Ok(Self {
            name: name.trim().to_owned(),
            from,
            to,
        })
    }
}

/// A side of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The side of small x.
    Left,
    /// The side of large x.
    Right,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckArguments {
    /// Scene file, TOML or JSON, or a run that has its scene with it; `-` reads standard input.
    #[arg(value_name = "SCENE|RUN", required_unless_present = "join")]
    pub scene: Option<PathBuf>,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// After its scene, a proof file, as `collapse`, `stability`, `forces` and `critical` write it,
    /// or a run, or a slice of one; `-` reads standard input.
    #[arg(value_name = "PROOF|RUN")]
    pub proof: Option<PathBuf>,
    /// Join the verdicts on pieces of one run, as --json prints them: one verdict on all steps, if
    /// none is missing.
    #[arg(long, value_name = "VERDICT", num_args = 1..)]
    #[arg(conflicts_with_all = ["scene", "set", "proof", "from", "to"])]
    pub join: Vec<PathBuf>,
    /// Check the steps of a run from this one on. Default: 1, the first.
    #[arg(long, value_name = "STEP", value_parser = value_parser!(u64).range(1..))]
    pub from: Option<u64>,
    /// Check the steps of a run up to this one; what follows it is not read. Default: the last.
    #[arg(long, value_name = "STEP", value_parser = value_parser!(u64).range(1..))]
    pub to: Option<u64>,
    /// Print the verdict as one line of JSON, with exact numbers.
    #[arg(long)]
    pub json: bool,
    /// Give up after this many seconds, with exit code 2. Default: no limit.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `split`.
#[derive(Args, Debug)]
pub struct SplitArguments {
    /// Run file; `-` reads standard input.
    pub run: PathBuf,
    /// How many steps a slice has.
    #[arg(long, value_name = "COUNT", value_parser = value_parser!(u64).range(1..))]
    pub steps: u64,
    /// The folder for the slices. It is made if need be.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
    /// The treatment of files that are there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
}

/// Arguments of `scene export`.
#[derive(Args, Debug)]
pub struct ExportSceneArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// The format to write.
    #[arg(long, value_enum)]
    pub to: EngineFormat,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// No notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A format that scenes are written in for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineFormat {
    /// A model of MuJoCo, in space or in the plane xz.
    Mjcf,
    /// JSON for Box2D, as examples/engines reads it.
    Box2d,
    /// JSON for Pymunk, as examples/engines reads it.
    Pymunk,
}

/// Arguments of `scene import`.
#[derive(Args, Debug)]
pub struct ImportSceneArguments {
    /// The file to read; `-` reads standard input.
    pub file: PathBuf,
    /// Its format. Default: what its contents are.
    #[arg(long, value_enum)]
    pub from: Option<ForeignFormat>,
    /// Fix everything of this name: the id of an element, a group or layer of a drawing, the name
    /// of a body of a model, the key of a node of an assembly; may be repeated. Default: in
    /// drawings `fixed` and `ground`, otherwise what the file says.
    #[arg(long, value_name = "NAME")]
    pub fixed: Vec<String>,
    /// Leave out what is called so, with all that is in it: the id of an element or a layer of a
    /// drawing, the name of an element of a model, the key of a node of an assembly; may be
    /// repeated.
    #[arg(long, value_name = "NAME")]
    pub skip: Vec<String>,
    /// How many metres a unit of a drawing or an assembly is. Default: what `width`, `height` and
    /// `viewBox` of a drawing say in mm, cm or in, otherwise 1.
    #[arg(long, value_name = "METRES", value_parser = number, allow_hyphen_values = true)]
    pub scale: Option<Rational>,
    /// The acceleration of free fall, m/s², downwards. Default: that of the file, or 1.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
    pub gravity: Option<Rational>,
    /// The friction of all bodies. Default: that of the file, or none.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
    pub friction: Option<Rational>,
    /// Read a model or an assembly as bodies in space. Other formats but drawings are in space
    /// anyway.
    #[arg(long)]
    pub space: bool,
    /// In space: add a fixed floor at this height. Default: no floor.
    #[arg(long, value_name = "HEIGHT", value_parser = number, allow_hyphen_values = true)]
    pub floor: Option<Rational>,
    /// In space: make coordinates equal, faces plane and bodies fit by moving corners up to about
    /// so far (metres). Default: nothing is moved.
    #[arg(long, value_name = "EPS", value_parser = number, allow_hyphen_values = true)]
    pub repair: Option<Rational>,
    /// In space: the axis of the file that points up.
    #[arg(long, value_enum, default_value_t = UpAxis::Z)]
    pub up: UpAxis,
    /// The place of the scene.
    #[command(flatten)]
    pub written: WrittenSceneArguments,
}

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UpAxis {
    /// y, as in many files for pictures.
    Y,
    /// z, as in scenes.
    Z,
}

/// The place and the form of a scene that is written.
#[derive(Args, Debug)]
pub struct WrittenSceneArguments {
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// The syntax to write. Default: JSON if the output file ends in .json, otherwise TOML.
    #[arg(long, value_enum)]
    pub format: Option<SceneFormat>,
    /// No notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A format of another program that scenes are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ForeignFormat {
    /// A model of MuJoCo, in the plane xz or, with --space, in space.
    Mjcf,
    /// A drawing.
    Svg,
    /// An assembly of COMPAS, JSON.
    Compas,
    /// Wavefront OBJ: closed meshes.
    Obj,
    /// OFF: closed meshes.
    Off,
    /// STL, as text or binary: closed meshes.
    Stl,
    /// PLY, as text or binary: closed meshes.
    Ply,
    /// A list of bricks on a grid, such as `2x4 (3,0,1)`.
    Bricks,
    /// A model of LDraw.
    Ldraw,
    /// `BODIES.DAT` of LMGC90.
    Lmgc90,
    /// A model of StableLego, JSON.
    StableLego,
}

/// Arguments of `scene snap`.
#[derive(Args, Debug)]
pub struct SnapArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Undo gaps, overlaps and openings between faces of at most this width, m.
    #[arg(long, value_name = "WIDTH", value_parser = number, default_value = "1/1000000")]
    #[arg(allow_hyphen_values = true)]
    pub within: Rational,
    /// In space: change the shape of bodies, fixed ones too, so that coordinates that are almost
    /// equal, and planes of faces, become one.
    #[arg(long)]
    pub reshape: bool,
    /// Write to this file, as JSON if its name ends in .json, instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// No notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `scene check`.
#[derive(Args, Debug)]
pub struct CheckScenesArguments {
    /// Scene files, TOML or JSON; `-` reads standard input.
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Their parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
}

/// Arguments of `scene convert`.
#[derive(Args, Debug)]
pub struct ConvertArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// The place of the scene.
    #[command(flatten)]
    pub written: WrittenSceneArguments,
}

/// Arguments of `scene lump`.
#[derive(Args, Debug)]
pub struct LumpArguments {
    /// Scene file of the plane, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// How many point masses each free body becomes: a grid of 9, or a triangle and its centre.
    #[arg(long, value_enum, default_value = "9")]
    pub points: PointCount,
    /// More bars than make a frame rigid: the last brace, and one between the points to which its
    /// body is pinned.
    #[arg(long)]
    pub redundant: bool,
    /// The place of the scene.
    #[command(flatten)]
    pub written: WrittenSceneArguments,
}

/// How many point masses a body becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PointCount {
    #[value(name = "9")]
    Nine,
    #[value(name = "4")]
    Four,
}

/// The two syntaxes of a scene file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SceneFormat {
    Toml,
    Json,
}
