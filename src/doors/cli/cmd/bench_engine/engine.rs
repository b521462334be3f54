//! An engine on one scene: its program is run, and its table is audited.

use super::arguments::{BenchEngineArguments, PLACES};
use super::scenes::{Entry, STEP, STEPS};
use anyhow::{Result, anyhow, bail};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use zwang_audit::{Grade, Options, audit, table};
use zwang_program::Monitor;

/// This many steps of each run are held against the law of contacts, evenly spread.
const LAW_STEPS: usize = 10;
/// Between two looks at whether a program has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// The outcome of an engine on a scene.
pub struct Outcome {
    /// The grade and the worst fault, or why there is none.
    pub judged: Result<Judged, String>,
    /// The milliseconds that the engine took.
    pub milliseconds: u128,
}

/// A table that was audited.
pub struct Judged {
    /// The grade; none where nothing grades how bodies move.
    pub grade: Option<Grade>,
    /// The worst fault, in a word or two.
    pub fault: Option<&'static str>,
    /// The state that has it.
    pub state: usize,
    /// Bodies that have it.
    pub bodies: Vec<String>,
}

/// Runs the engine on a scene in a folder, and audits its table.
///
/// # Errors
/// If the files cannot be written, or there is no such program.
pub fn run(arguments: &BenchEngineArguments, entry: &Entry, folder: &Path) -> Result<Outcome> {
    let files = Files::new(folder, &entry.name);
    files.write(entry)?;
    let mut child = start(arguments, &files)?;
    let began = Instant::now();
    let ran = end(&mut child, &files, arguments.time_limit);
    let milliseconds = began.elapsed().as_millis();
    let judged = ran.and_then(|()| judge(entry, &files.table));
    Ok(Outcome {
        judged: judged.map_err(|error| format!("{error:#}")),
        milliseconds,
    })
}

/// The files of a scene.
struct Files {
    scene: PathBuf,
    json: PathBuf,
    table: PathBuf,
    log: PathBuf,
}

impl Files {
    fn new(folder: &Path, name: &str) -> Self {
        let file = |ending: &str| folder.join(format!("{name}.{ending}"));
        Self {
            scene: file("toml"),
            json: file("json"),
            table: file("csv"),
            log: file("log"),
        }
    }

    fn write(&self, entry: &Entry) -> Result<()> {
        fs::write(&self.scene, zwang_writer::to_toml(&entry.scene))?;
        fs::write(&self.json, zwang_writer::to_json(&entry.scene))?;
        Ok(())
    }

    /// A word of the command with everything in its place.
    fn put_into(&self, word: &str) -> String {
        let [scene, json, table] = [&self.scene, &self.json, &self.table];
        let values = [
            scene.display().to_string(),
            json.display().to_string(),
            table.display().to_string(),
            STEPS.to_string(),
            STEP.to_owned(),
        ];
        let mut word = word.to_owned();
        for (place, value) in PLACES.iter().zip(&values) {
            word = word.replace(place, value);
        }
        word
    }
}

/// Starts the program of the engine.
fn start(arguments: &BenchEngineArguments, files: &Files) -> Result<Child> {
    let mut words = arguments.command.iter().map(|word| files.put_into(word));
    let Some(program) = words.next() else {
        bail!("found no command");
    };
    let log = File::create(&files.log)?;
    let child = Command::new(&program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn();
    child.map_err(|error| anyhow!("{program}: cannot be started: {error}"))
}

/// Waits for the end of the program, which has to be a good one.
fn end(child: &mut Child, files: &Files, seconds: u64) -> Result<()> {
    let Some(status) = wait(child, Duration::from_secs(seconds))? else {
        bail!("no end after {seconds} s");
    };
    if !status.success() {
        let log = fs::read(&files.log)?;
        let log = String::from_utf8_lossy(&log);
        let last = log.lines().rfind(|line| !line.trim().is_empty());
        bail!("{status}: {}", last.unwrap_or("it says nothing"));
    }
    Ok(())
}

/// Waits for a program; one that does not end in time is killed.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<std::process::ExitStatus>> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if began.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

fn judge(entry: &Entry, path: &Path) -> Result<Judged> {
    let text = fs::read_to_string(path).map_err(|error| anyhow!("no table: {error}"))?;
    let table = table::read(&text, &entry.scene).map_err(|error| anyhow!("table: {error}"))?;
    let found = table.states.len().saturating_sub(1);
    if found < STEPS {
        bail!("table: found {found} steps; expected {STEPS}");
    }
    let options = Options {
        restraint_steps: 0,
        law_steps: Some(LAW_STEPS),
        own_run: false,
    };
    let monitor = Monitor::default();
    let audit = audit(&entry.scene, &table, &options, &monitor, &|_, _| ())?;
    let worst = audit.marks.first();
    let worst = worst.filter(|mark| mark.grade != Grade::A);
    let mut bodies = Vec::new();
    for body in worst.iter().flat_map(|mark| &mark.bodies) {
        bodies.push(entry.scene.bodies[body.0].name.clone());
    }
    Ok(Judged {
        grade: audit.grade(),
        fault: worst.map(|mark| mark.fault.name()),
        state: worst.map_or(0, |mark| mark.state),
        bodies,
    })
}
