//! A headless Chromium for one test: started with a profile of its own, asked over WebDriver, and
//! ended with the test, however that ends.
//!
//! Everything here blocks until the browser has answered, so that a test reads from top to bottom.

use serde_json::{Value, json};
use std::fs;
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use thirtyfour::common::log::LoggingPrefsLogLevel::All;
use thirtyfour::prelude::{
    By, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver, WebDriverResult, WebElement,
};
use tokio::runtime::{Builder, Runtime};

/// Chromium as root, without a screen, without anything that it does on its own in the background.
const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    // WebGL, computed.
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
];

/// How long a page may take to do what is waited for. A page that does it ends the waiting at once.
const PATIENCE: Duration = Duration::from_secs(30);

static BROWSERS: AtomicU32 = AtomicU32::new(0);

/// A browser with one page.
pub struct Browser {
    runtime: Runtime,
    page: Option<WebDriver>,
    server: Server,
    /// What the console and the network said so far; the browser tells everything only once.
    console: Vec<String>,
    requests: Vec<String>,
}

impl Browser {
    /// A browser whose page has this many CSS pixels.
    pub fn new(size: [u32; 2]) -> Self {
        let server = Server::start();
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let page = runtime.block_on(session(&server)).unwrap();
        let mut browser = Self {
            runtime,
            page: Some(page),
            server,
            console: Vec::new(),
            requests: Vec::new(),
        };
        browser.resize(size);
        browser.open("about:blank");
        browser.forget();
        browser
    }

    /// Forgets what console and network have said; the browser's own first page says a lot.
    pub fn forget(&mut self) {
        self.console();
        self.console.clear();
        self.requests();
        self.requests.clear();
    }

    /// Gives the page another size, in CSS pixels; a window of the system would have a least width.
    pub fn resize(&self, [width, height]: [u32; 2]) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.develop("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Opens an address and waits until it is loaded.
    pub fn open(&self, address: &str) {
        self.wait(self.page().goto(address));
    }

    /// Opens a file.
    pub fn open_file(&self, path: &Path) {
        self.open(&format!(
            "file://{}",
            fs::canonicalize(path).unwrap().display()
        ));
    }

    /// What the body of a function returns in the page; it finds `values` in `arguments`.
    pub fn script(&self, body: &str, values: &[Value]) -> Value {
        self.wait(self.page().execute(body, values.to_vec()))
            .json()
            .clone()
    }

    /// Waits until an expression of the page is true.
    #[track_caller]
    pub fn wait_until(&self, expression: &str) {
        let begin = Instant::now();
        while self.script(&format!("return Boolean({expression});"), &[]) != json!(true) {
            assert!(
                begin.elapsed() < PATIENCE,
                "the page never had {expression}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The element that a CSS selector finds.
    #[track_caller]
    pub fn element(&self, selector: &str) -> WebElement {
        self.runtime
            .block_on(self.page().find(By::Css(selector)))
            .unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// The text of an element as it is shown.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.wait(self.element(selector).text())
    }

    /// The current value of a property of an element, `null` if it has none.
    #[track_caller]
    pub fn property(&self, selector: &str, name: &str) -> Value {
        self.script(
            "return document.querySelector(arguments[0])[arguments[1]];",
            &[json!(selector), json!(name)],
        )
    }

    /// Clicks on the middle of an element.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.wait(self.element(selector).click());
    }

    /// Presses keys while an element has the focus.
    #[track_caller]
    pub fn keys(&self, selector: &str, keys: impl AsRef<str>) {
        self.wait(self.element(selector).send_keys(keys.as_ref()));
    }

    /// Presses keys wherever the focus is.
    pub fn press(&self, keys: impl AsRef<str>) {
        self.wait(
            self.page()
                .action_chain()
                .send_keys(keys.as_ref())
                .perform(),
        );
    }

    /// Moves the pointer to a place of the page, CSS pixels.
    pub fn point(&self, [x, y]: [i64; 2]) {
        self.wait(self.page().action_chain().move_to(x, y).perform());
    }

    /// Presses at one place of the page, drags to another, and lets go.
    pub fn drag(&self, [x, y]: [i64; 2], [to_x, to_y]: [i64; 2]) {
        let middle = [(x + to_x) / 2, (y + to_y) / 2];
        let chain = self.page().action_chain().move_to(x, y).click_and_hold();
        self.wait(
            chain
                .move_to(middle[0], middle[1])
                .move_to(to_x, to_y)
                .release()
                .perform(),
        );
    }

    /// Has everything that follows happen in a frame of the page.
    #[track_caller]
    pub fn enter(&self, selector: &str) {
        self.wait(self.element(selector).enter_frame());
    }

    /// Has everything that follows happen in the page itself again.
    pub fn leave(&self) {
        self.wait(self.page().enter_default_frame());
    }

    /// A command of the Chrome DevTools Protocol.
    pub fn develop(&self, command: &str, values: Value) -> Value {
        self.wait(self.page().cdp().send_raw(command, values))
    }

    /// Lets the page write to the clipboard and read it.
    pub fn allow_clipboard(&self) {
        let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        self.develop(
            "Browser.grantPermissions",
            json!({ "permissions": permissions }),
        );
    }

    /// Writes what is to be seen to a PNG file in the folder of pictures, for people to look at.
    pub fn screenshot(&self, name: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.png"));
        self.wait(self.page().screenshot(&path));
        path
    }

    /// Everything the console has said, errors of scripts and of the content policy included:
    /// `LEVEL message`.
    pub fn console(&mut self) -> &[String] {
        for entry in self.wait(self.page().get_log("browser")) {
            self.console
                .push(format!("{} {}", entry.level, entry.message));
        }
        &self.console
    }

    /// The addresses of everything that the page has asked for.
    pub fn requests(&mut self) -> &[String] {
        for entry in self.wait(self.page().get_log("performance")) {
            let event: Value = serde_json::from_str(&entry.message).unwrap();
            if event["message"]["method"] == "Network.requestWillBeSent" {
                let address = &event["message"]["params"]["request"]["url"];
                self.requests
                    .push(address.as_str().unwrap_or_default().to_owned());
            }
        }
        &self.requests
    }

    /// Asserts that nothing went wrong in the page, and that it asked nobody but `origin`, the
    /// beginning of its own addresses.
    #[track_caller]
    pub fn assert_clean(&mut self, origin: &str) {
        self.assert_no_console_errors();
        self.assert_no_request_leaves(origin);
    }

    /// Asserts that the console has neither errors nor warnings.
    #[track_caller]
    pub fn assert_no_console_errors(&mut self) {
        let mut errors = Vec::new();
        for entry in self.console() {
            let is_error = entry.starts_with("SEVERE") || entry.starts_with("WARNING");
            // Without a graphics card the browser says that pixels are copied slowly.
            if is_error && !entry.contains("GL Driver Message (OpenGL, Performance") {
                errors.push(entry);
            }
        }
        assert!(errors.is_empty(), "the console says {errors:#?}");
    }

    /// Asserts that whatever the page asked for is part of itself or at an address that begins with
    /// `origin`.
    #[track_caller]
    pub fn assert_no_request_leaves(&mut self, origin: &str) {
        let requests = self.requests();
        assert!(
            !requests.is_empty(),
            "no request was seen, not even that of the page"
        );
        let stays = |address: &&String| {
            [origin, "data:", "blob:"]
                .iter()
                .any(|start| address.starts_with(start))
        };
        let gone: Vec<&String> = requests.iter().filter(|address| !stays(address)).collect();
        assert!(gone.is_empty(), "requests leave {origin}: {gone:#?}");
    }

    /// Asserts that nothing of the page is beyond its right edge.
    #[track_caller]
    pub fn assert_fits(&self) {
        let widths = "const root = document.documentElement;
            return [root.scrollWidth, root.clientWidth, window.innerWidth];";
        let found = self.script(widths, &[]);
        let [content, room, window] = [0, 1, 2].map(|index| found[index].as_i64().unwrap());
        assert!(
            content <= room && room <= window,
            "{content} px of content in {room} px"
        );
    }

    /// The folder of the browser's profile; it is gone with the browser.
    pub fn profile(&self) -> &Path {
        &self.server.profile
    }

    fn page(&self) -> &WebDriver {
        self.page.as_ref().unwrap()
    }

    #[track_caller]
    fn wait<T>(&self, answer: impl Future<Output = WebDriverResult<T>>) -> T {
        match self.runtime.block_on(answer) {
            Ok(answer) => answer,
            Err(error) => panic!("the browser says: {error}"),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A page that does not answer is ended with its processes by the server's own drop.
        if let Some(page) = self.page.take() {
            let quit = async { tokio::time::timeout(Duration::from_secs(5), page.quit()).await };
            let _ = self.runtime.block_on(quit);
        }
        self.server.end();
    }
}

async fn session(server: &Server) -> WebDriverResult<WebDriver> {
    let mut wanted = DesiredCapabilities::chrome();
    for flag in FLAGS {
        wanted.add_arg(flag)?;
    }
    wanted.add_arg(&format!("--user-data-dir={}", server.profile.display()))?;
    wanted.set_logging_prefs("browser", All)?;
    wanted.set_logging_prefs("performance", All)?;
    WebDriver::new(format!("http://127.0.0.1:{}", server.port), wanted).await
}

/// A chromedriver on a port that was free, and the profile of its browser.
struct Server {
    process: Child,
    port: u16,
    profile: PathBuf,
}

impl Server {
    fn start() -> Self {
        let number = BROWSERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("browser-{}-{number}", std::process::id());
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&profile).unwrap();
        let mut command = Command::new("chromedriver");
        command
            .args(["--port=0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let process = command
            .spawn()
            .expect("chromedriver, of the package chromium-driver");
        let mut server = Self {
            process,
            port: 0,
            profile,
        };
        server.port = server.announced_port();
        server
    }

    /// The port that chromedriver has found free and says on its output.
    fn announced_port(&mut self) -> u16 {
        let lines = BufReader::new(self.process.stdout.take().unwrap()).lines();
        let announced = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        announced.expect("chromedriver to tell its port")
    }

    /// Ends chromedriver, and whatever is left of the browser with this profile.
    fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        for process in processes_with(&self.profile) {
            let _ = Command::new("kill")
                .args(["-KILL", &process])
                .stderr(Stdio::null())
                .status();
        }
        let _ = fs::remove_dir_all(&self.profile);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// The processes that were started with this path in an argument.
pub fn processes_with(path: &Path) -> Vec<String> {
    let path = path.to_string_lossy().into_owned();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_meant = |process: &String| {
        let command = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        process.parse::<u32>().is_ok() && String::from_utf8_lossy(&command).contains(&path)
    };
    names.filter(is_meant).collect()
}
