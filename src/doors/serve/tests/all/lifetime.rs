//! Computations begin, end, and are given up; none of them takes the server down.

use crate::stage::{ASKED, Running, ask, families, state};
use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::Ordering;
use std::time::Duration;
use zwang_serve::{Limits, State};

const DIAMOND: &str = include_str!("../../../../../scenes/diamond-5.toml");
const CANTILEVER: &str = include_str!("../../../../../scenes/cantilever.toml");
/// 401 positions, each of which takes its time.
const SLOW: &str = "/api/sweep/slow?parameter=beyond&from=0&to=400&step=1";

fn forever() -> Limits {
    Limits {
        time: Duration::from_secs(100_000),
        computations: 2,
        ..Limits::default()
    }
}

#[test]
fn a_panic_is_one_failed_request() {
    let state = state(Limits::default(), None);
    for _ in 0..5 {
        let told = ask(&state, "/api/scene/panic", None);
        assert_eq!(told.status, 500);
        assert!(
            told.error()
                .starts_with("internal error while this was computed"),
            "{told:?}"
        );
        assert_eq!(state.computations.running(), 0);
    }
    assert_eq!(ask(&state, "/api/collapse", Some(CANTILEVER)).status, 200);
}

#[test]
fn who_goes_away_ends_the_computation() {
    let running = Running::new(State::new(forever(), families(), None, true));
    let stream = running.send(&SLOW.replace("slow", "counted"), None);
    running.wait_for(1);
    drop(stream);
    running.wait_for(0);
    // All positions would have been 401, and each is asked at least once.
    let asked = ASKED.load(Ordering::Relaxed);
    assert!((1..401).contains(&asked), "{asked}");
    assert!(
        running
            .ask("/api/collapse", Some(CANTILEVER))
            .starts_with("HTTP/1.0 200")
    );
}

#[test]
fn who_stops_reading_a_run_ends_it() {
    let running = Running::new(state(
        Limits {
            steps: 1_000_000,
            run_bytes: usize::MAX,
            ..forever()
        },
        None,
    ));
    let mut reader = BufReader::new(running.send("/api/simulate?steps=1000000", Some(DIAMOND)));
    let mut line = String::new();
    while !line.starts_with("{\"k\":2,") {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0);
    }
    assert_eq!(running.state.computations.running(), 1);
    drop(reader);
    running.wait_for(0);
}

#[test]
fn only_so_many_are_computed_at_a_time() {
    let limits = Limits {
        waiting: 1,
        patience: Duration::from_millis(50),
        ..forever()
    };
    let running = Running::new(state(limits, None));
    let streams = [running.send(SLOW, None), running.send(SLOW, None)];
    running.wait_for(2);
    let refused = running.ask("/api/collapse", Some(CANTILEVER));
    assert!(
        refused.starts_with("HTTP/1.0 503") && refused.contains("\r\nretry-after: 1\r\n"),
        "{refused}"
    );
    assert!(refused.ends_with("try again in a second\"}\n"), "{refused}");
    // What computes nothing is answered all the same.
    assert!(
        running
            .ask("/api/gallery", None)
            .starts_with("HTTP/1.0 200")
    );
    drop(streams);
    running.wait_for(0);
    assert!(
        running
            .ask("/api/collapse", Some(CANTILEVER))
            .starts_with("HTTP/1.0 200")
    );
}

#[test]
fn the_end_of_the_server_ends_what_is_computed() {
    let mut running = Running::new(state(forever(), None));
    let mut stream = running.send(SLOW, None);
    running.wait_for(1);
    running.end();
    let mut told = String::new();
    stream.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.0 503"), "{told}");
}

#[test]
fn a_request_that_never_arrives_is_given_up() {
    let running = Running::new(state(
        Limits {
            arrival: Duration::from_millis(20),
            ..Limits::default()
        },
        None,
    ));
    let mut stream = running.send_text(
        "POST /api/collapse HTTP/1.0\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
    );
    let mut told = String::new();
    stream.read_to_string(&mut told).unwrap();
    assert!(
        told.starts_with("HTTP/1.0 408") && told.contains("has not arrived in time"),
        "{told}"
    );
}

/// A proxy and a server could take a different one of them.
#[test]
fn two_hosts_are_refused() {
    let running = Running::new(state(Limits::default(), None));
    let answer = |hosts: &str| {
        let head = format!("GET /api/families HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        let mut told = String::new();
        let mut stream = running.send_text(&head);
        stream.read_to_string(&mut told).unwrap();
        told
    };
    let one = "Host: localhost\r\n";
    assert!(answer(one).starts_with("HTTP/1.1 200"));
    for other in ["Host: localhost\r\n", "Host: evil.example\r\n", "host:\r\n"] {
        for hosts in [format!("{one}{other}"), format!("{other}{one}")] {
            let told = answer(&hosts);
            assert!(told.starts_with("HTTP/1.1 400"), "{told}");
            assert!(
                told.contains("Host: found it again; expected it once"),
                "{told}"
            );
        }
    }
}

#[test]
fn headers_that_never_end_end_the_connection() {
    let limits = Limits {
        arrival: Duration::from_millis(50),
        ..Limits::default()
    };
    let running = Running::new(state(limits, None));
    for beginning in ["GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "G", ""] {
        let mut stream = running.send_text(beginning);
        let mut told = Vec::new();
        // It ends, with an answer or without.
        let _ = stream.read_to_end(&mut told);
        assert!(
            !String::from_utf8_lossy(&told).contains("200 OK"),
            "{beginning}"
        );
    }
    // A request that comes later is answered.
    assert_eq!(ask(&running.state, "/api/families", None).status, 200);
}
