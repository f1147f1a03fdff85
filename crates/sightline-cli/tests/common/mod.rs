//! Runs the built command with a deadline, and holds what it said against what a case expects.
//!
//! Used by several test files; each uses a part of it.
#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The command under test.
pub const SIGHTLINE: &str = env!("CARGO_BIN_EXE_sightline");

/// No run may take longer, bad servers included.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// What a run of the command said.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs the command in a folder.
pub fn run(folder: &Path, args: &[&str], input: &str) -> Run {
    run_with(folder, args, input, &[])
}

/// Runs the command in a folder with more variables in its environment.
pub fn run_with(folder: &Path, args: &[&str], input: &str, environment: &[(&str, &str)]) -> Run {
    let mut child = Command::new(SIGHTLINE)
        .args(args)
        .current_dir(folder)
        .env("COLUMNS", "100")
        .envs(environment.iter().copied())
        .env_remove("SIGHTLINE_BEARER")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A child that reads nothing closes the pipe; that is no matter of the test.
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    let feeder = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let mut out = child.stdout.take().expect("piped");
    let mut err = child.stderr.take().expect("piped");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        out.read_to_end(&mut text).map(|_| text)
    });
    let complaints = thread::spawn(move || {
        let mut text = Vec::new();
        err.read_to_end(&mut text).map(|_| text)
    });
    let start = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status.code();
        }
        if start.elapsed() > DEADLINE {
            child.kill().expect("a child can be killed");
            child.wait().expect("a killed child ends");
            break None;
        }
        thread::sleep(Duration::from_millis(5));
    };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    feeder.join().expect("feeding ends");
    Run {
        code,
        out: text(reader.join().expect("reading ends").expect("standard output")),
        err: text(complaints.join().expect("reading ends").expect("standard error")),
    }
}

/// One run and what is expected of it.
pub struct Case {
    args: Vec<String>,
    input: String,
    code: i32,
    exact: Option<String>,
    out: Vec<String>,
    err: Vec<String>,
    lacks: Vec<String>,
    json: Vec<(String, String)>,
}

/// Starts a case: arguments with spaces between them, and the exit code.
pub fn case(args: &str, code: i32) -> Case {
    Case {
        args: args.split(' ').map(str::to_owned).collect(),
        input: String::new(),
        code,
        exact: None,
        out: Vec::new(),
        err: Vec::new(),
        lacks: Vec::new(),
        json: Vec::new(),
    }
}

impl Case {
    /// One more argument, which may hold spaces.
    pub fn arg(mut self, arg: &str) -> Self {
        self.args.push(arg.to_owned());
        self
    }

    /// Standard input.
    pub fn input(mut self, text: &str) -> Self {
        text.clone_into(&mut self.input);
        self
    }

    /// Standard output is exactly this and a line break.
    pub fn is(mut self, text: &str) -> Self {
        self.exact = Some(format!("{text}\n"));
        self
    }

    /// Standard output is empty.
    pub fn silent(mut self) -> Self {
        self.exact = Some(String::new());
        self
    }

    /// Standard output has this.
    pub fn out(mut self, text: &str) -> Self {
        self.out.push(text.to_owned());
        self
    }

    /// Standard error has this.
    pub fn err(mut self, text: &str) -> Self {
        self.err.push(text.to_owned());
        self
    }

    /// Neither has this.
    pub fn lacks(mut self, text: &str) -> Self {
        self.lacks.push(text.to_owned());
        self
    }

    /// The JSON on standard output has this value at a pointer.
    pub fn json(mut self, pointer: &str, value: &str) -> Self {
        self.json.push((pointer.to_owned(), value.to_owned()));
        self
    }

    fn problems(&self, run: &Run) -> Vec<String> {
        let mut problems = Vec::new();
        match run.code {
            None => problems.push(format!("did not end within {DEADLINE:?}, or a signal ended it")),
            Some(code) if code != self.code => problems.push(format!("exit code {code}, not {}", self.code)),
            Some(_) => {}
        }
        if let Some(exact) = &self.exact
            && *exact != run.out
        {
            problems.push(format!("standard output is not {exact:?}"));
        }
        let missing = |wanted: &[String], text: &str, name: &str, problems: &mut Vec<String>| {
            let absent = wanted.iter().filter(|wanted| !text.contains(wanted.as_str()));
            problems.extend(absent.map(|wanted| format!("{name} lacks {wanted:?}")));
        };
        missing(&self.out, &run.out, "standard output", &mut problems);
        missing(&self.err, &run.err, "standard error", &mut problems);
        for unwanted in self.lacks.iter().map(String::as_str).chain(["panicked", "RUST_BACKTRACE"]) {
            if run.out.contains(unwanted) || run.err.contains(unwanted) {
                problems.push(format!("it says {unwanted:?}"));
            }
        }
        if !self.json.is_empty() {
            match serde_json::from_str::<Value>(&run.out) {
                Err(error) => problems.push(format!("standard output is no JSON: {error}")),
                Ok(json) => {
                    for (pointer, wanted) in &self.json {
                        let wanted: Value = serde_json::from_str(wanted).expect("a case expects JSON");
                        let found = json.pointer(pointer);
                        if found != Some(&wanted) {
                            problems.push(format!("{pointer:?} is {found:?}, not {wanted}"));
                        }
                    }
                }
            }
        }
        problems
    }
}

/// Runs all cases in a folder and fails with all that went wrong.
pub fn check(folder: &Path, cases: &[Case]) {
    let mut failures = Vec::new();
    for case in cases {
        let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
        let run = run(folder, &args, &case.input);
        let problems = case.problems(&run);
        if !problems.is_empty() {
            let (args, problems) = (args.join(" "), problems.join("\n  "));
            let (out, err) = (start(&run.out), start(&run.err));
            failures.push(format!("sightline {args}\n  {problems}\n--- out\n{out}\n--- err\n{err}\n"));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} cases failed\n\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
    println!("{} cases hold", cases.len());
}

fn start(text: &str) -> String {
    text.chars().take(1500).collect()
}

/// The demo over HTTP, at a port of the system's choice; ended when dropped.
pub struct HttpDemo {
    child: Child,
    pub url: String,
}

impl HttpDemo {
    pub fn start(folder: &Path) -> Self {
        let mut child = Command::new(SIGHTLINE)
            .args(["demo", "--http", "127.0.0.1:0"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the demo starts");
        let mut line = String::new();
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        stderr.read_line(&mut line).expect("the demo says where it listens");
        let url = line.split([' ', ',']).find(|word| word.starts_with("http://"));
        Self { url: url.expect("the demo says its url").to_owned(), child }
    }
}

impl Drop for HttpDemo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
