//! Written scenes conform to `scenes/scene.schema.json`.

#[path = "../../../scene/tests/all/schema/validator.rs"]
mod validator;

use serde_json::Value;
use zwang_families::write;
use zwang_scene::read;

#[test]
fn the_gallery_in_json_conforms() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../scenes/scene.schema.json")).unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes");
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut count = 0;
    for path in paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    }) {
        let scene = read::parse(&std::fs::read_to_string(&path).unwrap(), read::Syntax::Toml)
            .unwrap()
            .scene;
        let in_json = serde_json::from_str(&write::to_json(&scene)).unwrap();
        assert_eq!(
            validator::refusal(&schema, &schema, &in_json, ""),
            None,
            "{}",
            path.display()
        );
        count += 1;
    }
    assert!(count > 0, "no scenes in {folder}");
}
