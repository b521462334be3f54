//! Whatever is read, the answer is a scene or one line; nothing panics.

use proptest::prelude::*;
use zwang_exact::parse;
use zwang_exchange::{ImportOptions, Source, Target, export, import};
use zwang_families::{Brick, diamond};

const DRAWING: &str = r#"<svg><g id="fixed" transform="matrix(1 0 0 1 2 3) rotate(90 1 2)">
<path d="M0 0h1v-.5e0l-1-1zm 3,3 1 0 0 1Z"/></g><rect width="3" height="4px"/>
<polygon points="0,0 1,0 .5.5"/><circle r="2"/><path d="M0 0a2 1 30 0 1 2 2s1-1 3 3" stroke="red"/>
<rect width="3" height="4" rx="1" transform="rotate(20)"/></svg>"#;

const ASSEMBLY: &str = r#"{"data": {"graph": {"data": {"node": {"0": {"is_support": true, "block":
{"data": {"vertex": {"0": {"x": 0, "y": 0, "z": 0}, "1": {"x": 1, "y": 0, "z": 0},
"2": {"x": 0, "y": 0, "z": 1.5}}}}}}}}}}"#;

/// Tries a text as each format.
fn try_all(text: &str) {
    let _ = Source::of(text);
    for source in [Source::Mjcf, Source::Svg, Source::Compas] {
        let mut options = ImportOptions::default();
        if source != Source::Mjcf {
            options.scale = Some(parse("1/7").unwrap());
        }
        match import(text, source, &options) {
            Ok(imported) => {
                for target in [Target::Mjcf, Target::Box2d, Target::Pymunk] {
                    let _ = export(&imported.scene, target);
                }
            }
            Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        }
    }
}

/// A text with a piece of it replaced.
fn spoilt(text: &str, from: prop::sample::Index, length: usize, by: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let from = from.index(characters.len());
    let to = (from + length).min(characters.len());
    let before: String = characters[..from].iter().collect();
    let after: String = characters[to..].iter().collect();
    format!("{before}{by}{after}")
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,6}",
        "[0-9eE.+-]{0,8}",
        "[<>/\"=&; ]{0,4}",
        Just("é\u{202e}".to_owned()),
        Just("1e999".to_owned()),
        Just("1e-1000".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text(text in "\\PC{0,80}") {
        try_all(&text);
    }

    #[test]
    fn texts_that_are_almost_right(
        which in 0_usize..3,
        from in any::<prop::sample::Index>(),
        length in 0_usize..9,
        by in piece(),
    ) {
        let tower = diamond(2, &Brick::default()).unwrap();
        let model = export(&tower, Target::Mjcf).unwrap().text;
        let text = [model.as_str(), DRAWING, ASSEMBLY][which];
        try_all(&spoilt(text, from, length, &by));
    }
}

#[test]
fn the_texts_that_are_spoilt_are_right() {
    for (text, source) in [(DRAWING, Source::Svg), (ASSEMBLY, Source::Compas)] {
        assert_eq!(Source::of(text), Ok(source));
        import(text, source, &ImportOptions::default()).unwrap();
    }
}
