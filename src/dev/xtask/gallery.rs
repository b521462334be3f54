//! `cargo xtask gallery`: a page of all scenes of a folder, with a picture of each, what happens,
//! and a film if anything moves.

mod film;

use anyhow::{Context, Result, bail};
use clap::Args;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use zwang_answer::{Unexpected, draw_options};
use zwang_check::{Answer, ContactState, Verdict, Verified};
use zwang_output::draw;
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;
use zwang_terminal::file::{self, failed};
use zwang_terminal::progress::Progress;
use zwang_terminal::target::Target;
use zwang_terminal::{Outcome, console};

/// A scene on the page.
struct Exhibit {
    file: PathBuf,
    /// The name of its picture.
    stem: String,
    scene: Scene,
    verified: Verified,
    svg: String,
    /// The page of its film.
    film: Option<String>,
}

/// Arguments of `gallery`.
#[derive(Args, Debug)]
pub struct GalleryArguments {
    /// The folder of the scene files, TOML.
    #[arg(long, value_name = "FOLDER", default_value = "scenes")]
    pub scenes: PathBuf,
    /// The page to write; its name ends in .md.
    #[arg(short, long, value_name = "FILE", default_value = "docs/gallery.md")]
    pub output: PathBuf,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the command.
pub fn run(arguments: &GalleryArguments) -> Result<Outcome> {
    let GalleryArguments {
        scenes,
        output,
        quiet,
    } = arguments;
    let pictures = folder_of_pictures(output)?;
    let page = Target::new(output, None, true)?;
    let files = scene_files(scenes)?;
    let progress = Progress::of_things(*quiet, "scenes", files.len() as u64);
    let mut exhibits = Vec::new();
    for (done, file) in files.into_iter().enumerate() {
        exhibits.push(exhibit(file, *quiet)?);
        progress.step(done as u64 + 1);
    }
    drop(progress);
    let created = fs::create_dir_all(&pictures);
    created.map_err(|error| failed(pictures.display(), &error))?;
    for exhibit in &exhibits {
        exhibit.write(&pictures, "svg", &exhibit.svg)?;
        if let Some(film) = &exhibit.film {
            exhibit.write(&pictures, "html", film)?;
        }
    }
    let folder = text_of(pictures.file_name());
    let text = text(&exhibits, scenes, &folder);
    page.write(text.as_bytes())?;
    let count = exhibits.len();
    let name = page.name();
    let pictures = pictures.display();
    let line = format!(
        "{count} scenes in {name}, \
         their pictures and films in {pictures}\n"
    );
    console::print(line)?;
    Ok(Outcome::Yes)
}

/// A part of a path as text.
fn text_of(part: Option<&OsStr>) -> String {
    match part {
        Some(part) => part.to_string_lossy().into_owned(),
        None => String::new(),
    }
}

/// The folder that is called as the page, without its ending.
fn folder_of_pictures(page: &Path) -> Result<PathBuf> {
    match page.extension() {
        Some(ending) if ending == "md" => Ok(page.with_extension("")),
        _ => {
            let page = page.display();
            bail!(
                "{page}: found no Markdown in this name; \
                 expected one that ends in .md"
            )
        }
    }
}

/// The scene files of a folder, by name.
fn scene_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let shown = folder.display();
    let files = toml_files(folder);
    let mut files = files.map_err(|error| failed(&shown, &error))?;
    files.sort();
    if files.is_empty() {
        bail!(
            "{shown}: found no scene file that ends in .toml; \
             expected at least one"
        );
    }
    Ok(files)
}

fn toml_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("toml")) {
            files.push(path);
        }
    }
    Ok(files)
}

fn exhibit(file: PathBuf, quiet: bool) -> Result<Exhibit> {
    let scene = file::read_scene(&file, &[], |note| {
        if !quiet {
            console::tell(note);
        }
    })?;
    let name = file::name(&file);
    let options = Options::default();
    let monitor = Monitor::default();
    let collapse = zwang_answer::collapse(&scene, &options, &monitor, || ());
    let collapse = collapse.with_context(|| name.clone())?;
    if let Some(unexpected) = Unexpected::of(&scene, collapse.outcome()) {
        let line = format!("{name}: {unexpected}");
        console::tell(&line);
    }
    let options = draw_options(&scene, collapse.answer(), &draw::DrawOptions::default());
    let svg = draw::svg(&collapse.verified, &collapse.symmetries, &options);
    let stem = text_of(file.file_stem());
    let mut film = None;
    if film::has_film(collapse.verdict()) {
        let page = film::page(&scene, &stem);
        film = Some(page.context(name)?);
    }
    Ok(Exhibit {
        file,
        stem,
        scene,
        verified: collapse.verified,
        svg,
        film,
    })
}

fn text(exhibits: &[Exhibit], scenes: &Path, folder: &str) -> String {
    let scenes = scenes.display();
    let mut text = format!(
        "# Gallery\n\
\n\
Every scene of `{scenes}`, as `zwang draw` draws it, with what the checker has accepted. \
Made by `cargo xtask gallery`; do not edit.\n\
\n\
A film is a page of its own, one file that needs no network: two seconds to play, with exact \
values. The commands in the row of a scene make it; `cargo xtask gallery` makes all of them, \
beside the pictures, where git ignores them.\n\
\n\
| scene | what happens | picture |\n\
|---|---|---|\n"
    );
    for exhibit in exhibits {
        text.push_str(&exhibit.row(folder));
    }
    text
}

impl Exhibit {
    /// Writes a file that is called as the scene, with another ending.
    fn write(&self, folder: &Path, ending: &str, content: &str) -> Result<()> {
        let stem = &self.stem;
        let path = folder.join(format!("{stem}.{ending}"));
        let target = Target::new(&path, Some(&self.file), true)?;
        target.write(content.as_bytes())
    }

    fn row(&self, folder: &str) -> String {
        let Self {
            stem,
            scene,
            verified,
            ..
        } = self;
        let title = scene.title.as_ref();
        let title = cell(title.unwrap_or(&scene.name));
        let verdict = verified.verdict();
        let mut told = vec![format!("**{verdict}**"), bodies(scene)];
        if let Some(answer) = verified.first_answer() {
            told.push(contacts(answer));
        }
        told.extend(self.film());
        let told = told.join("<br>");
        let picture = format!("{folder}/{stem}.svg");
        let picture = address(&picture);
        let stem = cell(stem);
        format!(
            "| `{stem}`<br>{title} | {told} | \
             <a href=\"{picture}\">\
             <img src=\"{picture}\" width=\"420\" alt=\"{title}\"></a> |\n"
        )
    }

    /// The commands that make its film, if anything moves.
    fn film(&self) -> Option<String> {
        let verdict = self.verified.verdict();
        if verdict == Verdict::Rests {
            return Some("nothing moves".to_owned());
        }
        if !film::has_film(verdict) {
            return None;
        }
        let file = self.file.display().to_string();
        let file = cell(&file);
        let stem = cell(&self.stem);
        let [simulate, film] = film::commands(&file, &stem);
        Some(format!("film:<br>`{simulate}`<br>`{film}`"))
    }
}

/// How many bodies can move.
fn bodies(scene: &Scene) -> String {
    let fixed = scene.bodies.iter().filter(|body| body.is_fixed());
    let fixed = fixed.count();
    let free = scene.bodies.len() - fixed;
    let bodies = if free == 1 { "body" } else { "bodies" };
    format!("{free} free {bodies}, {fixed} fixed")
}

/// How many contacts do what.
fn contacts(answer: &Answer) -> String {
    let mut told = Vec::new();
    for (state, verb) in [
        (ContactState::Pressing, "press"),
        (ContactState::Opening, "open"),
        (ContactState::Idle, "are idle"),
    ] {
        let mut count = 0;
        for contact in &answer.contacts {
            if contact.state == state {
                count += 1;
            }
        }
        if count > 0 {
            told.push(format!("{count} {verb}"));
        }
    }
    if told.is_empty() {
        return "no contacts".to_owned();
    }
    let told = told.join(", ");
    format!("contacts: {told}")
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for character in text.chars() {
        match character {
            '&' => cell.push_str("&amp;"),
            '<' => cell.push_str("&lt;"),
            '>' => cell.push_str("&gt;"),
            '"' => cell.push_str("&quot;"),
            '|' => cell.push_str("&#124;"),
            '`' => cell.push_str("&#96;"),
            character if character.is_control() => cell.push(' '),
            character => cell.push(character),
        }
    }
    cell
}

/// A path as an address.
fn address(path: &str) -> String {
    let mut address = String::new();
    for byte in path.bytes() {
        let character = char::from(byte);
        if character.is_ascii_alphanumeric() || "-_.~/".contains(character) {
            address.push(character);
        } else {
            let escaped = format!("%{byte:02X}");
            address.push_str(&escaped);
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_table() {
        let cell = cell("a|b `c` <d>\n&");
        assert_eq!(cell, "a&#124;b &#96;c&#96; &lt;d&gt; &amp;");
        let address = address("gallery/a b\"é.svg");
        assert_eq!(address, "gallery/a%20b%22%C3%A9.svg");
    }
}
