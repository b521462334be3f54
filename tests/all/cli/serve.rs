//! `zwang serve`: what is answered is what the command line prints, byte for byte; how it starts
//! and ends.

use super::workshop::{CANTILEVER, Workshop};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server of the built program.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(workshop: &Workshop, arguments: &str) -> Self {
        let mut command =
            workshop.command(format!("serve --port 0 {arguments}").split_whitespace());
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim()
            .strip_prefix("http://")
            .and_then(|line| line.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { process, address }
    }

    /// Status and body of a response; without a body it is a GET.
    fn ask(&self, address: &str, body: Option<&str>) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let method = if body.is_some() { "POST" } else { "GET" };
        let (host, body) = (&self.address, body.unwrap_or_default());
        let length = body.len();
        write!(
            stream,
            "{method} {address} HTTP/1.0\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (
            head.split(' ').nth(1).unwrap().parse().unwrap(),
            body.to_owned(),
        )
    }

    /// Interrupts it as Ctrl-C does, and returns its exit code and what it said on standard error.
    fn interrupt(mut self) -> (i32, String) {
        let killed = Command::new("kill")
            .args(["-INT", &self.process.id().to_string()])
            .status()
            .unwrap();
        assert!(killed.success());
        let mut told = String::new();
        self.process
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut told)
            .unwrap();
        (self.process.wait().unwrap().code().unwrap(), told)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn answers_are_those_of_the_command_line() {
    let workshop = Workshop::new("serve-answers");
    workshop.file("scene.toml", CANTILEVER);
    let server = Server::start(&workshop, "");
    let same = |address: &str, line: &str| {
        assert_eq!(
            server.ask(address, Some(CANTILEVER)),
            (200, workshop.zwang(line).out),
            "{line}"
        );
    };
    same("/api/collapse", "collapse scene.toml --json --no-proof");
    same("/api/stability", "stability scene.toml --json --no-proof");
    same(
        "/api/simulate?steps=4&dt=1/50&restitution=1/2",
        "simulate scene.toml --steps 4 --dt 1/50 --restitution 1/2 --out -",
    );
    let pushed = CANTILEVER.to_owned()
        + "restitution = \"1/2\"\nforce = [\"1/3\", 0]\n"
        + "[[load]]\nname = \"wind\"\nbody = \"brick\"\nat = [0, \"1/2\"]\nforce = [\"-1/5\", 0]\n";
    workshop.file("pushed.toml", &pushed);
    for (address, line) in [
        ("/api/collapse", "collapse pushed.toml --json --no-proof"),
        ("/api/stability", "stability pushed.toml --json --no-proof"),
        (
            "/api/simulate?steps=4&dt=1/50",
            "simulate pushed.toml --steps 4 --dt 1/50 --out -",
        ),
        (
            "/api/simulate?steps=4&dt=1/50&restitution=1/3",
            "simulate pushed.toml --steps 4 --dt 1/50 --restitution 1/3 --out -",
        ),
    ] {
        let answer = server.ask(address, Some(&pushed));
        assert_eq!(answer, (200, workshop.zwang(line).out), "{line}");
    }
    workshop.zwang("collapse scene.toml --proof proof.json");
    assert_eq!(
        server.ask("/api/proof", Some(CANTILEVER)),
        (200, workshop.text("proof.json"))
    );
    workshop.zwang("simulate scene.toml --steps 4 --out cantilever.run.ndjson");
    workshop.zwang("film scene.toml cantilever.run.ndjson -o film.html");
    let scene = workshop.zwang("scene harmonic 2 --format json").out;
    assert_eq!(
        server
            .ask(
                "/api/film",
                Some(&format!(
                    "{}\n{}",
                    scene.replace('\n', " "),
                    workshop.text("cantilever.run.ndjson")
                ))
            )
            .0,
        422
    );
    let (_, scene) = server.ask("/api/scene?format=json", Some(CANTILEVER));
    let film = format!(
        "{}\n{}",
        scene.replace('\n', " "),
        workshop.text("cantilever.run.ndjson")
    );
    let made: serde_json::Value =
        serde_json::from_str(&server.ask("/api/film", Some(&film)).1).unwrap();
    assert_eq!(
        server.ask(made["film"].as_str().unwrap(), None),
        (200, workshop.text("film.html"))
    );
    for (address, line) in [
        (
            "/api/scene/diamond?size=3&height=1/3",
            "scene diamond 3 --height 1/3",
        ),
        (
            "/api/scene/wall?rows=2&columns=3&bond=stack&format=json",
            "scene wall 2 3 --bond stack --format json",
        ),
        ("/api/scene/arch?balanced=true", "scene arch --balanced"),
        (
            "/api/scene/harmonic?beyond=-1/7&count=4",
            "scene harmonic 4 --beyond -1/7",
        ),
        (
            "/api/scene/wedge?movable=false&slope=1/4",
            "scene wedge --slope 1/4",
        ),
    ] {
        assert_eq!(
            server.ask(address, None),
            (200, workshop.zwang(line).out),
            "{line}"
        );
    }
}

#[test]
fn refusals_are_those_of_the_command_line() {
    let workshop = Workshop::new("serve-refusals");
    let server = Server::start(&workshop, "");
    let bad = CANTILEVER.replace("size", "sise");
    workshop.file("bad.toml", &bad);
    let (status, told) = server.ask("/api/collapse", Some(&bad));
    let told = told
        .replace("{\"error\":\"", "zwang: bad.toml: ")
        .replace("\"}\n", "\n");
    assert_eq!(
        (status, told),
        (400, workshop.zwang("collapse bad.toml").err)
    );
    for (address, told) in [
        ("/api/scene/diamont", "the nearest is `diamond`"),
        (
            "/api/scene/diamond",
            "size: found nothing; expected a whole number, at least 1",
        ),
        (
            "/api/scene/diamond?size=x",
            "size: found `x`; expected a whole number",
        ),
        (
            "/api/scene/harmonic?count=0",
            "the number of bricks is 0; expected at least 1",
        ),
        (
            "/api/scene/wall?rows=2&columns=3&bond=flemish",
            "bond: found `flemish`; expected one of running, stack",
        ),
    ] {
        let (status, answer) = server.ask(address, None);
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let answer = answer["error"].as_str().unwrap();
        assert!(
            status == 400 && answer.ends_with(told),
            "{address}: {answer}"
        );
    }
    // What a family would write to is nothing that the page may choose.
    let (status, told) = server.ask("/api/scene/diamond?size=2&output=here.toml", None);
    assert!(
        status == 400 && told.contains("unknown argument `output`"),
        "{told}"
    );
    assert_eq!(workshop.names(), ["bad.toml"]);
}

#[test]
fn every_family_is_listed_with_its_arguments() {
    let workshop = Workshop::new("serve-families");
    let server = Server::start(&workshop, "");
    let list: serde_json::Value =
        serde_json::from_str(&server.ask("/api/families", None).1).unwrap();
    let usual = |argument: &serde_json::Value| match argument["kind"].as_str().unwrap() {
        "count" => "3".to_owned(),
        other => panic!("{other} is required"),
    };
    let families = list["families"].as_array().unwrap();
    let names: Vec<&str> = families
        .iter()
        .map(|family| family["name"].as_str().unwrap())
        .collect();
    let known: Vec<&str> = zwang::families::FAMILIES
        .iter()
        .map(|family| family.name)
        .collect();
    assert_eq!(names, known);
    for family in families {
        let arguments = family["arguments"].as_array().unwrap();
        assert!(arguments.iter().all(|argument| {
            !["output", "format", "help"].contains(&argument["name"].as_str().unwrap())
        }));
        let required = arguments
            .iter()
            .filter(|argument| argument["required"] == true);
        let given: Vec<String> = required
            .map(|argument| format!("{}={}", argument["name"].as_str().unwrap(), usual(argument)))
            .collect();
        let address = format!(
            "/api/scene/{}?{}",
            family["name"].as_str().unwrap(),
            given.join("&")
        );
        assert_eq!(server.ask(&address, None).0, 200, "{address}");
    }
}

#[test]
fn an_interrupt_ends_it_gracefully() {
    let workshop = Workshop::new("serve-interrupt");
    let server = Server::start(&workshop, "");
    // A run that would take very long is on its way.
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let body = zwang::writer::to_toml(
        &zwang::families::diamond(8, &zwang::families::Brick::default()).unwrap(),
    );
    write!(
        stream,
        "POST /api/simulate?steps=2000 HTTP/1.0\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n\
         {body}",
        body.len()
    )
    .unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("{\"format\"") {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0);
    }
    let (code, told) = server.interrupt();
    assert_eq!(
        (code, told.as_str()),
        (0, "open this address in a browser; Ctrl-C ends the page\n")
    );
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert!(
        rest.lines()
            .last()
            .unwrap()
            .starts_with("{\"error\":\"unknown: the time that a run has is over"),
        "{rest}"
    );
}

#[test]
fn what_cannot_be_served_is_told() {
    let workshop = Workshop::new("serve-start");
    let server = Server::start(&workshop, "--quiet");
    let port = server.address.rsplit(':').next().unwrap();
    let taken = workshop.zwang(&format!("serve --port {port}"));
    assert_eq!((taken.code, taken.out.as_str()), (2, ""));
    assert_eq!(
        taken.err,
        format!(
            "zwang: 127.0.0.1:{port}: address already in use; another --port may be free, and 0 \
             takes any\n"
        )
    );
    for (line, told) in [
        ("serve --port 99999", "99999 is not in 0..=65535"),
        (
            "serve --host elsewhere",
            "invalid value 'elsewhere' for '--host <ADDRESS>'",
        ),
        (
            "serve --folder nowhere",
            "nowhere: no such file; expected a folder",
        ),
        ("serve --max-bodies 0", "--max-bodies: found 0"),
        ("serve --time-limit 0", "--time-limit: found 0"),
    ] {
        let run = workshop.zwang(line);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
        assert!(run.err.contains(told), "{run:?}");
    }
    assert_eq!(server.interrupt(), (0, String::new()));
}

#[test]
fn the_folder_is_offered_as_it_is() {
    let workshop = Workshop::new("serve-folder");
    workshop.file("one.toml", CANTILEVER);
    let server = Server::start(&workshop, "--folder .");
    assert_eq!(
        server.ask("/api/folder", None),
        (200, "[{\"name\":\"one.toml\"}]\n".to_owned())
    );
    workshop.file("two.toml", CANTILEVER.replace("cantilever", "two"));
    assert_eq!(
        server.ask("/api/folder/two.toml", None),
        (200, workshop.text("two.toml"))
    );
    assert_eq!(server.ask("/api/folder/..%2F..%2FCargo.toml", None).0, 404);
}
