//! Giving up: a time limit that is too short ends with `unknown`, and leaves nothing behind.

use crate::cli::workshop::Workshop;

#[test]
fn a_time_limit_ends_with_unknown_and_writes_nothing() {
    let workshop = Workshop::new("limit");
    workshop.zwang("scene diamond 30 -o large.toml").succeeds();
    let run = workshop.zwang("collapse large.toml --no-floats --time-limit 1/1000");
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(
        run.err,
        "zwang: unknown: no answer within 1/1000 s; allow more with --time-limit\n"
    );
    assert_eq!(run.out, "");
    assert_eq!(workshop.names(), ["large.toml"]);
}

/// Triangles with room between them, of bodies of so many each, and one body that flies at them so
/// fast that it may throw each of them at all others.
fn crowd(bodies: usize, parts: usize) -> String {
    let mut text = "format = \"zwang-scene-1\"\nname = \"crowd\"\n".to_owned();
    text += "[[body]]\nname = \"fast\"\nparts = [[[-9, 0], [-8, 0], [-9, 1]]]\n";
    text += "velocity = [100000, 0]\n";
    for body in 0..bodies {
        let mut triangles = Vec::new();
        for part in 0..parts {
            let [x, y] = [2 * body, 2 * part];
            triangles.push(format!("[[{x}, {y}], [{}, {y}], [{x}, {}]]", x + 1, y + 1));
        }
        let triangles = triangles.join(", ");
        text += &format!("[[body]]\nname = \"{body}\"\nparts = [{triangles}]\n");
    }
    text
}

/// The limits of `proofs/RUN.md`, section 4, are told as such, by who makes runs as by who checks
/// them.
#[test]
fn a_run_in_which_too_much_is_near_is_refused_in_one_line() {
    let workshop = Workshop::new("crowd");
    // 2^12 + 8 * 401 pairs are allowed.
    workshop.file("crowd.toml", crowd(400, 1));
    workshop
        .zwang("simulate crowd.toml --steps 2 --out crowd.run")
        .refuses(&[
            "too much may meet in one step",
            "expected a smaller time step",
        ]);
    // Parts of one body cannot touch, and are no pairs.
    workshop.file("comb.toml", crowd(1, 500));
    workshop
        .zwang("simulate comb.toml --steps 2 --out comb.run --quiet")
        .succeeds();
    // Slow ones are a run.
    workshop.file("few.toml", crowd(40, 1).replace("100000", "1"));
    workshop
        .zwang("simulate few.toml --steps 1 --out few.run --quiet")
        .succeeds();
}

/// 396 thin triangles side by side, whose boxes all meet: 78,210 pairs, and 78,208 are allowed.
#[test]
fn a_scene_in_which_no_run_can_begin_is_refused_before_a_file_is_written() {
    let workshop = Workshop::new("slanting");
    let mut parts = Vec::new();
    for index in 0..396 {
        let low = 2 * index;
        let [right, top] = [10_000 + low, 10_000 - low];
        let before = right - 1;
        parts.push(format!(
            "[[{low}, -{low}], [{right}, {top}], [{before}, {top}]]"
        ));
    }
    let parts = parts.join(", ");
    let text = format!(
        "format = \"zwang-scene-1\"\nname = \"n\"\n[[body]]\nname = \"b\"\nfixed = true\n\
         parts = [{parts}]\n"
    );
    workshop.file("slanting.toml", &text);
    workshop
        .zwang("simulate slanting.toml --steps 1 --out slanting.run")
        .refuses(&[
            "slanting.toml: no run can begin here: L0 the beginning: parts: found more \
             than 78208 pairs near each other",
        ]);
    assert_eq!(workshop.names(), ["slanting.toml"]);
}

/// What lies in one place is looked for as far as a proof may list it, and no further: of 3,000
/// squares in one place 4,498,500 pairs meet, and as many of the boxes of slanting triangles.
#[test]
fn scenes_with_too_much_in_one_place_are_refused_by_each_command() {
    let workshop = Workshop::new("one-place");
    let head = "format = \"zwang-scene-1\"\nname = \"n\"\n";
    let body = "[[body]]\nname = \"b\"\nfixed = true\nparts = ";
    let square = "[[0, 0], [1, 0], [1, 1], [0, 1]]";
    let squares = vec![square; 3000].join(", ");
    workshop.file("equal.toml", format!("{head}{body}[{squares}]\n"));
    let mut slanting = Vec::new();
    for index in 0..3000 {
        let low = 2 * index;
        let [right, top] = [10_000 + low, 10_000 - low];
        let before = right - 1;
        slanting.push(format!(
            "[[{low}, -{low}], [{right}, {top}], [{before}, {top}]]"
        ));
    }
    let slanting = slanting.join(", ");
    workshop.file("slanting.toml", format!("{head}{body}[{slanting}]\n"));
    let crowded = "more than 1048576 pairs of parts whose bounding boxes meet, and a proof has at \
                   most so many; expected fewer parts in one place";
    for command in [
        "collapse",
        "stability",
        "forces",
        "scene check",
        "draw -o picture.svg",
        "simulate",
    ] {
        let run = workshop.zwang(&format!("{command} equal.toml"));
        run.refuses(&["equal.toml: ", "parts 0 and 1 of body `b` overlap by 1 m"]);
        let run = workshop.zwang(&format!("{command} slanting.toml"));
        run.refuses(&["slanting.toml: ", crowded]);
    }
    assert_eq!(workshop.names(), ["equal.toml", "slanting.toml"]);
}

/// A point on the rim of a square about the origin whose half side is `along`, so far around.
fn on_rim(along: usize, place: usize) -> [i64; 2] {
    let along = along as i64;
    let place = place as i64 % (4 * along);
    let rest = place % along;
    match place / along {
        0 => [along - 2 * rest, along],
        1 => [-along, along - 2 * rest],
        2 => [2 * rest - along, -along],
        _ => [along, 2 * rest - along],
    }
}

/// Thin triangles around the origin, of as many bodies. All have a vertex there, and every second
/// one is left out or not, so that neighbours have room between them or share an edge.
fn fan(bodies: usize, has_gaps: bool, head: &str) -> String {
    let mut text = format!("format = \"zwang-scene-1\"\nname = \"fan\"\n{head}");
    for body in 0..bodies {
        let [x, y] = on_rim(2 * bodies, 8 * body);
        let [u, v] = on_rim(2 * bodies, 8 * body + if has_gaps { 4 } else { 8 });
        text += &format!("[[body]]\nname = \"{body}\"\n");
        text += &format!("parts = [[[0, 0], [{x}, {y}], [{u}, {v}]]]\n");
    }
    text
}

/// The contacts of bodies that share a point are as many as their pairs, and the work on them is
/// more: they are refused before it is done, with the point.
#[test]
fn bodies_that_share_a_point_are_refused_with_the_point() {
    let workshop = Workshop::new("share-a-point");
    workshop.file("gaps.toml", fan(1000, true, ""));
    workshop.file("rough.toml", fan(1000, true, "friction = \"1/2\"\n"));
    workshop.file("touching.toml", fan(1000, false, ""));
    for scene in ["gaps", "rough", "touching"] {
        for command in ["stability", "collapse", "forces", "critical --tilt left"] {
            let run = workshop.zwang(&format!("{command} {scene}.toml"));
            run.refuses(&[
                "more than 163072 contacts of 1000 parts, ",
                "of them at the point (0, 0); expected fewer bodies that share a point",
            ]);
        }
    }
    // A few that share a point are a scene.
    workshop.file("few.toml", fan(12, true, "friction = \"1/2\"\n"));
    let few = workshop.zwang("stability few.toml --quiet");
    assert!(few.code < 2, "{few:?}");
}

/// Nothing of an old run is lost before there is a first step of the new one.
#[test]
fn a_run_is_replaced_with_the_first_step_of_another() {
    let workshop = Workshop::new("replaced");
    workshop.zwang("scene diamond 3 -o three.toml").succeeds();
    workshop
        .zwang("simulate three.toml --steps 2 -o x.run --quiet")
        .succeeds();
    let old = workshop.text("x.run");
    workshop.file("crowd.toml", crowd(400, 1));
    workshop
        .zwang("simulate crowd.toml --steps 2 -o x.run --force --quiet")
        .refuses(&["too much may meet in one step"]);
    assert_eq!(workshop.text("x.run"), old);
    workshop.zwang("scene wall 24 24 -o large.toml").succeeds();
    let interrupted = workshop
        .zwang("simulate large.toml --no-floats --steps 2 -o x.run --force --time-limit 1/1000");
    assert_eq!(interrupted.code, 3, "{interrupted:?}");
    assert!(
        interrupted.err.contains("x.run is as it was"),
        "{interrupted:?}"
    );
    assert_eq!(workshop.text("x.run"), old);
    workshop
        .zwang("simulate three.toml --steps 1 -o x.run --force --quiet")
        .succeeds();
    let new = workshop.text("x.run");
    let lines: Vec<&str> = new.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(old.starts_with(&lines.join("\n")));
    workshop
        .zwang("simulate three.toml --steps 2 -o x.run --resume --quiet")
        .succeeds();
    assert_eq!(workshop.text("x.run"), old);
    assert_eq!(
        workshop.names(),
        ["crowd.toml", "large.toml", "three.toml", "x.run"]
    );
}

#[test]
fn a_check_has_a_time_limit_as_well() {
    let workshop = Workshop::new("check-limit");
    workshop.zwang("scene diamond 8 -o large.toml").succeeds();
    let simulate = "simulate large.toml --steps 4 --out large.run --quiet";
    workshop.zwang(simulate).succeeds();
    let run = workshop.zwang("check large.toml large.run --time-limit 1/1000 --quiet");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert_eq!(
        run.err,
        "zwang: no answer within 1/1000 s; allow more with --time-limit\n"
    );
    workshop
        .zwang("check large.toml large.run --time-limit 600 --quiet")
        .succeeds();
}

#[test]
fn the_solver_for_programs_has_a_time_limit_as_well() {
    let workshop = Workshop::new("program-limit");
    workshop.zwang("scene diamond 30 -o large.toml").succeeds();
    workshop.zwang("export large.toml -o large.qp").succeeds();
    let run = workshop.zwang("solve large.qp --no-floats --time-limit 1/1000 -o solution.txt");
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(
        run.err,
        "zwang: unknown: no answer within 1/1000 s; allow more with --time-limit\n"
    );
    assert_eq!(run.out, "");
    assert_eq!(workshop.names(), ["large.qp", "large.toml"]);
}

#[test]
fn the_cost_of_a_program_is_told_beside_its_solution() {
    let workshop = Workshop::new("program-cost");
    workshop.file(
        "small.lp",
        "Minimize x + y Subject To 3 x + y >= 1/2  x + 3 y >= 1/2 End",
    );
    let run = workshop.zwang("solve small.lp --stats --time-limit 1000");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.starts_with("optimal\nobjective 1/4\n"), "{run:?}");
    for line in [
        "programs solved",
        "exact pivots",
        "float guess",
        "longest number            4 bits",
    ] {
        assert!(run.err.contains(line), "{line}: {run:?}");
    }
    assert_eq!(workshop.zwang("solve small.lp").err, "");
}

#[test]
fn a_generous_time_limit_changes_nothing() {
    let workshop = Workshop::new("generous-limit");
    assert_eq!(
        workshop
            .zwang("stability --no-proof --time-limit 1000")
            .code,
        1
    );
}

#[test]
fn a_limit_is_a_positive_number_of_seconds() {
    let workshop = Workshop::new("odd-limits");
    for limit in ["0", "1e99"] {
        let run = workshop.zwang(&format!("collapse --time-limit {limit}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.err.contains("expected a positive number of seconds"),
            "{run:?}"
        );
    }
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let workshop = Workshop::new("threads");
    for threads in ["1", "2", "3"] {
        let option = format!("--threads {threads} --quiet");
        workshop
            .zwang(&format!("collapse {option} --proof {threads}.json"))
            .succeeds();
        workshop
            .zwang(&format!("simulate {option} --steps 3 --out {threads}.run"))
            .succeeds();
    }
    for ending in ["json", "run"] {
        let alone = workshop.text(&format!("1.{ending}"));
        assert_eq!(workshop.text(&format!("2.{ending}")), alone);
        assert_eq!(workshop.text(&format!("3.{ending}")), alone);
    }
    workshop.file("scene.toml", workshop.zwang("scene diamond 5").succeeds());
    for proof in ["1.json", "1.run"] {
        let check = workshop.zwang(&format!("--threads 1 check scene.toml {proof}"));
        assert!(check.succeeds().starts_with("accepted: "));
    }
    workshop
        .zwang("collapse --threads 0")
        .refuses(&["'0'", "1..=1024"]);
}
