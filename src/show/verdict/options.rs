//! The command line of `zwang-check`.

use std::ffi::OsString;
use std::num::NonZero;
use std::time::Duration;

pub const USAGE: &str = "\
Usage: zwang-check SCENE PROOF [--json] [--time-limit SECONDS]
       zwang-check [SCENE] RUN [--from STEP] [--to STEP] [--json]
                   [--time-limit SECONDS]
       zwang-check --join VERDICT… [--json]

Checks a proof of how the bodies of a scene start to move, of whether forces
hold them, of how large these can be, or of where that ends, or each step of a
run.
SCENE is a scene file, in TOML or JSON. PROOF is a file of the format
zwang-proof-1, zwang-statics-1, zwang-ranges-1, zwang-moving-ranges-1,
zwang-threshold-1 or zwang-friction-1, RUN one of the format zwang-run-2.
A run without SCENE is checked with the scene that it has with it. The verdict
names the digest of the scene, which is to be compared with that of the scene
that is meant.
Steps of a run are checked from the one --from says to the one --to says;
the first is 1. With --from K, RUN may be a slice of a run: its header, and its
records from step K - 1 on.
With --join, files of verdicts on the steps of one run, as --json prints them,
become one verdict on all steps, if none is missing.
Values are decimals; if they are rounded, after ≈, fractions stand beside them.
With --json the verdict is one line of JSON on standard output, whatever it is,
with fractions.
With a time limit the check ends after so many seconds, such as 10, 0.5 or 1/3,
if it has no answer by then.

Exit status: 0 the proof or the run is accepted,
               with the verdict on standard output
             1 it is rejected, with the violated condition on standard error
             2 the check could not run, for instance because a file is missing
               or malformed, or it ran out of time
";

const NO_TIME: &str = "zwang-check: --time-limit without a time; \
                       expected a positive number of seconds, at most 10^10";

/// The wishes on the command line.
#[derive(Default)]
pub struct Options<'a> {
    pub files: Vec<&'a OsString>,
    pub from: Option<u64>,
    pub to: Option<u64>,
    pub json: bool,
    pub join: bool,
    pub limit: Option<TimeLimit>,
}

/// The time that follows `--time-limit`, and how it is spelled.
#[derive(Clone)]
pub struct TimeLimit {
    pub duration: Duration,
    pub text: String,
}

impl<'a> Options<'a> {
    /// Reads the arguments; the error is one line for standard error.
    pub fn read(arguments: &'a [OsString]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--json") => options.json = true,
                Some("--join") => options.join = true,
                Some("--time-limit") => {
                    let limit = TimeLimit::read(arguments.next())?;
                    options.limit = Some(limit);
                }
                Some(option @ "--from") => {
                    let step = step(option, arguments.next())?;
                    options.from = Some(step);
                }
                Some(option @ "--to") => {
                    let step = step(option, arguments.next())?;
                    options.to = Some(step);
                }
                Some(option) if option.starts_with("--") => {
                    return Err(format!(
                        "zwang-check: found `{option}`; \
                         expected an option of --help"
                    ));
                }
                _ => options.files.push(argument),
            }
        }
        Ok(options)
    }
}

/// The step that follows `--from` or `--to`.
fn step(option: &str, argument: Option<&OsString>) -> Result<u64, String> {
    let Some(step) = argument.and_then(positive) else {
        return Err(format!(
            "zwang-check: {option} without a step; \
             expected a number from 1 on"
        ));
    };
    Ok(step)
}

fn positive(argument: &OsString) -> Option<u64> {
    let text = argument.to_str()?;
    let number: NonZero<u64> = text.parse().ok()?;
    Some(number.get())
}

impl TimeLimit {
    fn read(argument: Option<&OsString>) -> Result<Self, String> {
        let limit = argument.and_then(Self::seconds);
        limit.ok_or_else(|| NO_TIME.to_owned())
    }

    /// A positive number of seconds.
    fn seconds(argument: &OsString) -> Option<Self> {
        let text = argument.to_str()?;
        let number = zwang_exact::parse(text).ok()?;
        let nanoseconds = number.numer() * 1_000_000_000_u64;
        let nanoseconds = nanoseconds / number.denom();
        let nanoseconds = u64::try_from(nanoseconds).ok()?;
        if nanoseconds == 0 {
            return None;
        }
        Some(Self {
            duration: Duration::from_nanos(nanoseconds),
            text: text.to_owned(),
        })
    }
}
