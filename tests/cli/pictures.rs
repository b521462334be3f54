//! `zwang draw`.

use crate::workshop::{CANTILEVER, Workshop};
use std::fs;

#[test]
fn a_picture_is_svg_or_png_by_its_name() {
    let workshop = Workshop::new("draw");
    workshop.file("scene.toml", CANTILEVER);
    let line = "picture written to a.svg; the checker accepts the answer that it shows\n";
    assert_eq!(workshop.zwang("draw scene.toml -o a.svg").succeeds(), line);
    let svg = workshop.text("a.svg");
    assert!(
        svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("<title>brick</title>"),
        "{svg}"
    );
    workshop.zwang("draw scene.toml -o b.SVG").succeeds();
    assert_eq!(workshop.text("b.SVG"), svg);
    for (line, width) in [("draw scene.toml -o a.png", 1200_u32), ("draw scene.toml -o a.png --width 321", 321)] {
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
    let scene =
        CANTILEVER.replace("\"brick\"", &format!("\"{nasty}\"")).replace("\"cantilever\"", &format!("\"{nasty}\""));
    workshop.file("scene.toml", scene);
    workshop.zwang("draw scene.toml -o a.svg").succeeds();
    let svg = workshop.text("a.svg");
    assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script"), "{svg}");
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
    workshop.file("scene.toml", workshop.zwang("scene wall 100 1 --bond stack --height 1").succeeds());
    let run = workshop.zwang("draw scene.toml -o a.png --width 16384");
    run.refuses(&["a.png: ", "pixels", "--width "]);
    assert_eq!(workshop.names(), ["scene.toml"]);
    let width = run.err.split("--width ").nth(1).unwrap().split(' ').next().unwrap();
    assert!((1000..16384).contains(&width.parse::<u32>().unwrap()), "{run:?}");
}
