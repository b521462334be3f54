//! `zwang draw`.

use crate::cli::workshop::{CANTILEVER, Workshop};
use std::fs;

#[test]
fn a_picture_is_svg_or_png_by_its_name() {
    let workshop = Workshop::new("draw");
    workshop.file("scene.toml", CANTILEVER);
    let line = "picture written to a.svg; the checker accepts the answer that it shows\n";
    assert_eq!(workshop.zwang("draw scene.toml -o a.svg").succeeds(), line);
    let svg = workshop.text("a.svg");
    assert!(
        svg.starts_with("<svg")
            && svg.trim_end().ends_with("</svg>")
            && svg.contains("<title>brick</title>"),
        "{svg}"
    );
    workshop.zwang("draw scene.toml -o b.SVG").succeeds();
    assert_eq!(workshop.text("b.SVG"), svg);
    for (line, width) in [
        ("draw scene.toml -o a.png", 1200_u32),
        ("draw scene.toml -o a.png --width 321", 321),
    ] {
        workshop.zwang(line).succeeds();
        let png = fs::read(workshop.path("a.png")).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..20], width.to_be_bytes(), "width in the header");
    }
    assert_eq!(workshop.names(), ["a.png", "a.svg", "b.SVG", "scene.toml"]);
}

#[test]
fn names_cannot_break_out_of_the_picture() {
    let workshop = Workshop::new("draw-names");
    let nasty = r#"<script>alert(\"1\")</script>&amp;'\"]]>"#;
    let scene = CANTILEVER
        .replace("\"brick\"", &format!("\"{nasty}\""))
        .replace("\"cantilever\"", &format!("\"{nasty}\""));
    workshop.file("scene.toml", scene);
    workshop.zwang("draw scene.toml -o a.svg").succeeds();
    let svg = workshop.text("a.svg");
    assert!(
        svg.contains("&lt;script&gt;") && !svg.contains("<script"),
        "{svg}"
    );
    // The rasteriser reads the SVG again.
    workshop.zwang("draw scene.toml -o a.png").succeeds();
}

#[test]
fn the_built_in_scene_is_drawn_and_no_proof_is_left() {
    let workshop = Workshop::new("draw-default");
    workshop.zwang("draw -o tower.svg").succeeds();
    assert!(workshop.text("tower.svg").contains("5-diamond"));
    assert_eq!(workshop.names(), ["tower.svg"]);
}

#[test]
fn a_picture_of_too_many_pixels_is_refused() {
    let workshop = Workshop::new("draw-size");
    // A column a hundred times as high as it is wide.
    workshop.file(
        "scene.toml",
        workshop
            .zwang("scene wall 100 1 --bond stack --height 1")
            .succeeds(),
    );
    let run = workshop.zwang("draw scene.toml -o a.png --width 16384");
    run.refuses(&["a.png: ", "pixels", "--width "]);
    assert_eq!(workshop.names(), ["scene.toml"]);
    let width = run
        .err
        .split("--width ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(
        (1000..16384).contains(&width.parse::<u32>().unwrap()),
        "{run:?}"
    );
}

#[test]
fn a_step_of_a_run_is_checked_and_drawn() {
    let workshop = Workshop::new("draw-step");
    workshop
        .zwang("simulate --steps 4 --out tower.run")
        .succeeds();
    let told = "picture written to a.svg; step 3 is checked, from the two states before it; steps of 0.01 s\n";
    assert_eq!(
        workshop
            .zwang("draw tower.run --step 3 -o a.svg")
            .succeeds(),
        told
    );
    let third = workshop.text("a.svg");
    assert!(
        third.contains("step 3 · t = 0.03 s") && third.contains("class=\"axis\""),
        "{third}"
    );
    // A torn last line is no step; without --step the last one is drawn.
    let run = workshop.text("tower.run");
    let cut = run.match_indices('\n').nth(3).unwrap().0 + 40;
    workshop.file("torn.run", &run[..cut]);
    workshop.zwang("draw torn.run -o b.svg").succeeds();
    assert_eq!(workshop.text("b.svg"), third);
    assert_eq!(
        workshop
            .zwang_reading("draw - --step 3 -o c.svg", &run)
            .code,
        0
    );
    assert_eq!(workshop.text("c.svg"), third);
    let start = workshop.zwang("draw tower.run --step 0 -o d.png --width 200 --theme dark");
    assert!(
        start
            .succeeds()
            .contains("it shows the scene, before the first step"),
        "{start:?}"
    );
}

/// Of each line with a number changed the checker accepts nothing, and no picture is left.
#[test]
fn a_step_that_is_not_proved_is_not_drawn() {
    let workshop = Workshop::new("draw-wrong");
    workshop
        .zwang("simulate --steps 4 --out tower.run")
        .succeeds();
    let run = workshop.text("tower.run");
    let lines: Vec<&str> = run.lines().collect();
    let changed = lines[3].replacen("\"bits\":", "\"bits\":1", 1);
    workshop.file("wrong.run", run.replace(lines[3], &changed));
    let wrong = workshop.zwang("draw wrong.run --step 3 -o a.svg");
    assert!(
        (wrong.code, wrong.out.as_str()) == (1, "") && wrong.err.starts_with("rejected: R10"),
        "{wrong:?}"
    );
    // Step 4 does not depend on that number; a step is a proof by itself.
    workshop
        .zwang("draw wrong.run --step 4 -o b.svg")
        .succeeds();
    assert_eq!(workshop.names(), ["b.svg", "tower.run", "wrong.run"]);
}

#[test]
fn what_does_not_go_together_is_told() {
    let workshop = Workshop::new("draw-refused");
    workshop.file("scene.toml", CANTILEVER);
    workshop
        .zwang("simulate --steps 2 --out tower.run")
        .succeeds();
    for (line, words) in [
        (
            "draw tower.run --step 3 -o a.svg",
            ["--step 3 of a run of 2 steps", "expected --step 0 to 2"],
        ),
        (
            "draw tower.run --scene scene.toml -o a.svg",
            ["digest", "that of scene.toml (--scene)"],
        ),
        (
            "draw tower.run --no-floats -o a.svg",
            ["found a run with --no-floats", "expected a scene"],
        ),
        (
            "draw tower.run -o tower.run",
            ["found no picture format", ".svg or .png"],
        ),
        (
            "draw scene.toml --step 1 -o a.svg",
            ["scene.toml: found a scene with --step", "expected a run"],
        ),
        (
            "draw scene.toml --scene scene.toml -o a.svg",
            ["found a scene with --scene", "expected a run"],
        ),
        (
            "draw --step 1 -o a.svg",
            [
                "built-in scene: found a scene with --step",
                "expected a run",
            ],
        ),
        (
            "draw - --scene - -o a.svg",
            ["found - for both run and scene", "in a file"],
        ),
        (
            "draw nothing.run -o a.svg",
            ["nothing.run: no such file", "expected"],
        ),
        ("draw tower.run --step -1 -o a.svg", ["'-1'", "--help"]),
        (
            "draw scene.toml --theme blue -o a.svg",
            ["'blue'", "light, dark"],
        ),
    ] {
        workshop.zwang(line).refuses(&words);
    }
    assert_eq!(workshop.names(), ["scene.toml", "tower.run"]);
}
