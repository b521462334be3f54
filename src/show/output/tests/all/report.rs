//! The texts for people.

use crate::stage;
use zwang_output::{Detail, Indeterminate, OutputError, ReportOptions, report};

/// Fractions instead of decimals.
fn exact() -> ReportOptions {
    ReportOptions {
        detail: Detail {
            is_exact: true,
            ..Detail::default()
        },
        ..ReportOptions::default()
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

#[test]
fn the_cantilever_reads_as_it_should() {
    let text = report::collapse(&stage::accepted("cantilever"), &[], &exact());
    let lines = lines(&text);
    for line in [
        "verdict    moves: 1 of 1 free bodies starts to move",
        "symmetry   none",
        "bodies  a_x  a_y       α",
        "brick   0    -120/437  -1200/437",
        "at rest: table",
        "2 contacts: 1 pressing, 1 opening, 0 idle",
        "brick / table  (0, 0)  (0, 4250/437)",
        // The left end of the brick rises: a_y - α = -120/437 + 1200/437.
        "opening        at          gap acceleration (m/s²)",
        "brick / table  (-9/10, 0)  1080/437",
    ] {
        assert!(lines.contains(&line), "`{line}` is not in\n{text}");
    }
}

#[test]
fn decimals_are_read_first() {
    let verified = stage::accepted("cantilever");
    let text = report::collapse(&verified, &[], &ReportOptions::default());
    for line in [
        "brick   0    ≈ -0.2746  ≈ -2.746",
        "brick / table  (0, 0)  (0, ≈ 9.725)",
        "brick / table  (-0.9, 0)  ≈ 2.471",
        "≈ rounded; --exact shows fractions, --json has them all",
    ] {
        assert!(lines(&text).contains(&line), "`{line}` is not in\n{text}");
    }
    assert!(!report::collapse(&verified, &[], &exact()).contains('≈'));
}

#[test]
fn nothing_is_left_out_silently() {
    let verified = stage::accepted("beam-on-three-posts");
    let two_rows = ReportOptions {
        detail: Detail {
            rows: Some(2),
            ..Detail::default()
        },
        ..ReportOptions::default()
    };
    let short = report::collapse(&verified, &[], &two_rows);
    assert!(
        lines(&short).contains(&"… and 4 more; --full shows all"),
        "{short}"
    );
    let all_rows = ReportOptions {
        detail: Detail::full(),
        ..ReportOptions::default()
    };
    let full = report::collapse(&verified, &[], &all_rows);
    assert_eq!(full.matches("beam / ").count(), 6, "{full}");
    assert!(!full.contains("more"), "{full}");
    assert!(short.lines().all(|line| line == line.trim_end()) && short.ends_with('\n'));
}

#[test]
fn mirror_images_share_a_row() {
    let verified = stage::accepted("frame-with-a-pin");
    let position = |name: &str| {
        verified
            .scene()
            .bodies
            .iter()
            .position(|body| body.name == name)
            .unwrap()
    };
    let [left, right] = ["left leg", "right leg"].map(position);
    let mut images: Vec<usize> = (0..verified.scene().bodies.len()).collect();
    images.swap(left, right);
    let text = report::collapse(&verified, &[stage::mirror(&images)], &exact());
    assert!(
        lines(&text).contains(&"left leg  -48/451  -6/451  -24/451  right leg"),
        "{text}"
    );
    assert!(
        lines(&text).contains(&"symmetry   reflection in the line x = 0; 2 bodies change places"),
        "{text}"
    );
    let plain = report::collapse(&verified, &[], &exact());
    assert!(
        lines(&plain).contains(&"right leg  48/451   -6/451  24/451"),
        "{plain}"
    );
}

#[test]
fn every_way_of_an_ambiguous_scene_is_told() {
    let text = report::collapse(&stage::accepted("corner-ambiguous"), &[], &exact());
    let lines = lines(&text);
    assert!(
        lines.contains(&"2 motions of equal restraint for spike"),
        "{text}"
    );
    assert!(
        lines.contains(&"spike   7/46  -39/46  12/23")
            && lines.contains(&"spike   -7/46  -39/46  -12/23"),
        "{text}"
    );
    let impossible = report::collapse(&stage::accepted("impossible-spin"), &[], &exact());
    assert!(
        impossible.contains("no admissible acceleration: square"),
        "{impossible}"
    );
}

#[test]
fn long_numbers_are_shortened_and_said_to_be() {
    let verified = stage::falling_square("square", "title", "1e50");
    let text = report::collapse(&verified, &[], &ReportOptions::default());
    assert!(text.contains("square  0    -1   0"), "{text}");
    assert!(!text.contains("bits"), "{text}");
    let pendulum = report::collapse(
        &stage::accepted("double-pendulum"),
        &[],
        &ReportOptions::default(),
    );
    assert!(
        pendulum.contains("restraint  ≈ 0.2406 J/s² (exactly 240107/998132)"),
        "{pendulum}"
    );
}

#[test]
fn stability_answers_only_at_rest() {
    let stable = report::stability(
        &stage::accepted("beam-on-three-posts"),
        &[],
        &ReportOptions::default(),
    )
    .unwrap();
    assert!(
        stable.contains("stands: the forces below balance gravity")
            && stable.contains("beam / left post"),
        "{stable}"
    );
    let unstable = report::stability(
        &stage::accepted("cantilever"),
        &[],
        &ReportOptions::default(),
    )
    .unwrap();
    assert!(
        unstable.contains("work       Gravity does 10 W of work in this motion."),
        "{unstable}"
    );
    assert!(
        lines(&unstable).contains(&"brick   0    -1   -10"),
        "{unstable}"
    );
    let moving = report::stability(
        &stage::accepted("thrown-brick"),
        &[],
        &ReportOptions::default(),
    );
    assert!(matches!(moving, Err(OutputError::NotAtRest(_))));
}

#[test]
fn forces_that_are_not_unique_are_marked() {
    let verified = stage::accepted("beam-on-three-posts");
    let note = "*: other forces may do the same; zwang forces tells the range of each";
    let plain = report::collapse(&verified, &[], &ReportOptions::default());
    assert!(!plain.contains('*'), "{plain}");
    let contacts = verified.first_answer().unwrap().contacts.len();
    let options = ReportOptions {
        indeterminate: Indeterminate {
            contacts: vec![true; contacts],
            pins: Vec::new(),
        },
        ..ReportOptions::default()
    };
    let marked = report::collapse(&verified, &[], &options);
    assert!(lines(&marked).contains(&note), "{marked}");
    let forces = plain.lines().filter(|line| line.contains("beam / "));
    for line in forces {
        let (head, force) = line.rsplit_once("  ").unwrap();
        let told = format!("{head}  {force} *");
        assert!(
            marked.lines().any(|line| line == told),
            "{told} is not in\n{marked}"
        );
    }
    // Ranges are known where forces hold a scene at rest.
    let falling = report::collapse(&stage::accepted("cantilever"), &[], &options);
    let note = "*: other forces may do the same";
    assert!(lines(&falling).contains(&note), "{falling}");
}
