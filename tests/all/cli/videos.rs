//! `zwang film -o x.mp4`: what ffmpeg gets, from one that only writes it down.
#![cfg(unix)]

use crate::cli::workshop::{CANTILEVER, Run, Workshop};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// An ffmpeg that keeps its arguments, and whose film is all that it reads.
const RECORDER: &str = "#!/bin/sh
[ \"$1\" = -version ] && exit 0
echo \"$*\" > arguments
for last; do :; done
cat > \"$last\"
";

/// One that fails in the middle of its work.
const FAILING: &str = "#!/bin/sh
[ \"$1\" = -version ] && exit 0
head -c 100 > /dev/null
echo 'Unknown encoder libx264' >&2
exit 1
";

/// A folder with a run of 12 steps of 1/100 s, and with this as ffmpeg, if there is one.
fn workshop(test: &str, packer: Option<&str>) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("scene.toml", CANTILEVER);
    workshop
        .zwang("simulate scene.toml --steps 12 -o fall.run")
        .succeeds();
    if let Some(script) = packer {
        fs::create_dir(workshop.path("bin")).unwrap();
        workshop.file("bin/ffmpeg", script);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(workshop.path("bin/ffmpeg"), executable).unwrap();
    }
    workshop
}

/// `zwang` with no other programs on the path than those of the folder, and those of the shell.
fn zwang(workshop: &Workshop, line: &str) -> Run {
    let mut command = workshop.command(line.split_whitespace());
    // The made-up ffmpeg comes first, and stands for any that there may be.
    let path = match workshop.path("bin").exists() {
        true => format!("{}:/usr/bin:/bin", workshop.path("bin").display()),
        false => workshop.path("none").display().to_string(),
    };
    Run::of(&command.env("PATH", path).output().unwrap())
}

#[test]
fn a_video_is_packed_from_the_pictures_of_the_series() {
    let workshop = workshop("video", Some(RECORDER));
    let series = zwang(&workshop, "film fall.run -o x.png --width 200");
    series.succeeds();
    let mut pictures = Vec::new();
    for index in 0..=3 {
        pictures.extend(fs::read(workshop.path(&format!("x-000{index}.png"))).unwrap());
    }
    for (ending, coder) in [("mp4", "-c:v libx264"), ("webm", "-c:v libvpx-vp9")] {
        let before = workshop.names();
        let said = zwang(
            &workshop,
            &format!("film fall.run -o x.{ending} --width 200"),
        );
        let told = format!("film written to x.{ending}; the checker accepts all of its 12 steps\n");
        assert_eq!(said.succeeds(), told);
        assert!(fs::read(workshop.path(&format!("x.{ending}"))).unwrap() == pictures);
        let arguments = workshop.text("arguments");
        for words in [
            "-f image2pipe -framerate 25/1 -c:v png -i -",
            coder,
            "crop=",
        ] {
            assert!(arguments.contains(words), "no `{words}` in {arguments}");
        }
        let new = workshop.names().len() - before.len();
        assert!(new <= 2, "{:?}", workshop.names());
    }
    let fps = zwang(
        &workshop,
        "film fall.run -o y.mp4 --every 1 --fps 30 --width 64",
    );
    fps.succeeds();
    assert!(workshop.text("arguments").contains("-framerate 30/1"));
    zwang(&workshop, "film fall.run -o y.mp4").refuses(&["y.mp4: is there already"]);
}

#[test]
fn without_ffmpeg_or_where_it_fails_there_is_one_line_and_no_film() {
    let none = workshop("video-none", None);
    let before = none.names();
    zwang(&none, "film fall.run -o x.mp4").refuses(&[
        "x.mp4: found no program ffmpeg",
        "expected it to be installed, or a name that ends in .html, .gif or .png",
    ]);
    assert_eq!(none.names(), before);
    let failing = workshop("video-fails", Some(FAILING));
    let before = failing.names();
    zwang(&failing, "film fall.run -o x.webm")
        .refuses(&["x.webm: ffmpeg could not make it: Unknown encoder libx264"]);
    assert_eq!(failing.names(), before);
    let forged = failing
        .text("fall.run")
        .replacen("\"state\":[[\"", "\"state\":[[\"1", 1);
    failing.file("forged.run", forged);
    let rejected = zwang(&failing, "film forged.run -o x.webm");
    assert_eq!(rejected.code, 1, "{rejected:?}");
}
