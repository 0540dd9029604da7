//! Chromium without a window, driven over [WebDriver](https://www.w3.org/TR/webdriver2/): just as much of the protocol as
//! the tests need. Only this machine is talked to.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How long any answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

const OPTIONS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1440,900",
];

/// A browser that is a test's own for as long as the test needs it.
pub(super) struct Browser(Option<Session>);

/// A start takes longer than most tests, so browsers are handed on from test to test: pages keep nothing in them.
static IDLE: Mutex<Vec<Session>> = Mutex::new(Vec::new());

impl Browser {
    pub(super) fn start() -> Browser {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Browser(Some(idle.unwrap_or_else(Session::start)))
    }
}

impl Deref for Browser {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.0.as_ref().expect("it has one until it is dropped")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let session = self.0.take().filter(|session| !thread::panicking() && session.leave().is_ok());
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).extend(session);
    }
}

pub(super) struct Session {
    driver: Child,
    port: u16,
    /// The path of everything that concerns our one session; empty before there is one.
    session: String,
}

/// Chromedriver in a process group of its own, with chromium. It ends when its input does: when this process ends, however that
/// is, neither processes nor files are left behind. `$1` is the browser's folder.
const UNTIL_END_OF_INPUT: &str = "\
    trap '' TERM
    (trap - TERM; exec chromedriver --port=0 < /dev/null) &
    cat > /dev/null
    kill -TERM 0
    wait
    for second in 1 2 3; do sleep 1; rm -rf \"$1\"; done";

impl Session {
    fn start() -> Session {
        let profile = new_profile();
        let mut driver = Command::new("sh")
            .args(["-c", UNTIL_END_OF_INPUT, "sh"])
            .arg(&profile)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start a shell: {error}"));
        let port = port(driver.stdout.take().unwrap());
        let mut browser = Session { driver, port, session: String::new() };
        let profile = format!("--user-data-dir={}", profile.display());
        let options: Vec<&str> = OPTIONS.into_iter().chain([profile.as_str()]).collect();
        let wanted = json!({
            "goog:chromeOptions": { "args": options },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": PATIENCE.as_millis() as u64, "pageLoad": PATIENCE.as_millis() as u64 },
        });
        let session =
            browser.request("POST", "/session", &json!({ "capabilities": { "alwaysMatch": wanted } }));
        browser.session = format!("/session/{}", session.unwrap()["sessionId"].as_str().unwrap());
        browser
    }

    /// Leaves the page, and forgets what it complained about.
    fn leave(&self) -> Result<(), String> {
        self.request("POST", &format!("{}/url", self.session), &json!({ "url": "about:blank" }))?;
        self.request("POST", &format!("{}/se/log", self.session), &json!({ "type": "browser" })).map(drop)
    }

    pub(super) fn open(&self, page: &Path) {
        self.post("/url", &json!({ "url": format!("file://{}", page.display()) }));
    }

    /// What the body of a function returns in the page.
    pub(super) fn script(&self, body: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": body, "args": [] }))
    }

    /// The text of the first element that fits.
    pub(super) fn text(&self, selector: &str) -> String {
        let text = self.script(&format!("return document.querySelector({}).textContent", json!(selector)));
        text.as_str().unwrap_or_default().to_owned()
    }

    pub(super) fn count(&self, selector: &str) -> u64 {
        let count = self.script(&format!("return document.querySelectorAll({}).length", json!(selector)));
        count.as_u64().unwrap()
    }

    /// Presses keys one after another; see [`key`] for those that are not characters.
    pub(super) fn press(&self, keys: &str) {
        let press = |key: char| [("keyDown", key), ("keyUp", key)];
        let presses = keys.chars().flat_map(press).map(|(kind, key)| json!({ "type": kind, "value": key }));
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": presses.collect::<Vec<_>>() });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Clicks where a person would: it fails where something else lies above the element.
    pub(super) fn click(&self, selector: &str) {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let element = found.as_object().unwrap().values().next().unwrap().as_str().unwrap();
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// What the page complained about since the last call.
    pub(super) fn console(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({ "type": "browser" }));
        let message = |entry: &Value| entry["message"].as_str().unwrap_or_default().to_owned();
        entries.as_array().unwrap().iter().map(message).collect()
    }

    #[track_caller]
    fn post(&self, path: &str, body: &Value) -> Value {
        self.request("POST", &format!("{}{path}", self.session), body).unwrap()
    }

    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let answer = exchange(self.port, method, path, &body.to_string());
        let bytes = answer.map_err(|error| format!("{method} {path}: {error}"))?;
        let mut answer: Value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        match &answer["value"]["error"] {
            Value::String(error) => Err(format!("{method} {path}: {error}: {}", answer["value"]["message"])),
            _ => Ok(answer["value"].take()),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(self.driver.stdin.take());
        let _ = self.driver.wait();
    }
}

/// Keys that are not characters, as WebDriver numbers them.
pub(super) mod key {
    pub(crate) const ENTER: &str = "\u{e007}";
    pub(crate) const ESCAPE: &str = "\u{e00c}";
    pub(crate) const END: &str = "\u{e010}";
    pub(crate) const HOME: &str = "\u{e011}";
    pub(crate) const LEFT: &str = "\u{e012}";
    pub(crate) const UP: &str = "\u{e013}";
    pub(crate) const RIGHT: &str = "\u{e014}";
    pub(crate) const DOWN: &str = "\u{e015}";
}

/// An empty folder of its own for every browser.
fn new_profile() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("viewer/profile-{}-{number}", std::process::id()));
    fs::create_dir_all(&profile).unwrap();
    profile
}

/// The driver chooses a free port and says which.
fn port(stdout: impl Read) -> u16 {
    let said =
        |line: String| line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok();
    let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
    lines.find_map(said).expect("chromedriver, which `make test` installs, names its port")
}

/// One HTTP request on a connection of its own, and the body of the answer.
fn exchange(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<Vec<u8>> {
    let mut connection = TcpStream::connect(("127.0.0.1", port))?;
    connection.set_read_timeout(Some(PATIENCE))?;
    write!(
        connection,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = BufReader::new(connection);
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line)?;
        if line.trim_end().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut bytes = vec![0; length];
    answer.read_exact(&mut bytes)?;
    Ok(bytes)
}
