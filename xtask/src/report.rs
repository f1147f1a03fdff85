//! What ran, how it ended and how long it took; as text and as a dated page.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How one step ended.
#[derive(Debug)]
pub struct Outcome {
    what: String,
    end: End,
    took: Duration,
    said: String,
}

#[derive(Debug, PartialEq)]
enum End {
    Passed,
    Failed,
    NotRun(String),
}

impl Outcome {
    pub fn ran(what: &str, passed: bool, took: Duration) -> Self {
        Self {
            what: what.to_owned(),
            end: if passed { End::Passed } else { End::Failed },
            took,
            said: String::new(),
        }
    }

    /// A step that this machine cannot run: counted and named, never hidden.
    pub fn not_run(what: &str, reason: &str) -> Self {
        Self {
            what: what.to_owned(),
            end: End::NotRun(reason.to_owned()),
            took: Duration::ZERO,
            said: String::new(),
        }
    }

    /// Adds what the step printed, for the page.
    pub fn saying(self, said: String) -> Self {
        Self { said, ..self }
    }

    pub fn is_ok(&self) -> bool {
        self.end != End::Failed
    }
}

/// Returns one line a step, then the counts.
pub fn table(steps: &[Outcome]) -> String {
    let mut out = String::new();
    for step in steps {
        let end = match &step.end {
            End::Passed => "passed".to_owned(),
            End::Failed => "FAILED".to_owned(),
            End::NotRun(reason) => format!("not run: {reason}"),
        };
        let _ = writeln!(out, "{:<34} {:>6.1} s  {end}", step.what, step.took.as_secs_f64());
    }
    let count = |end: fn(&End) -> bool| steps.iter().filter(|step| end(&step.end)).count();
    let (passed, failed) = (count(|end| *end == End::Passed), count(|end| *end == End::Failed));
    let not_run = count(|end| matches!(end, End::NotRun(_)));
    let _ = write!(out, "steps: {passed} passed, {failed} failed, {not_run} not run");
    out
}

/// Writes docs/reports/full-DATE.md.
pub fn write(root: &Path, steps: &[Outcome]) -> io::Result<PathBuf> {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(root).output();
        output.map_or_else(
            |error| error.to_string(),
            |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        )
    };
    let date = said("date", &["+%F"]);
    let commit = said("git", &["rev-parse", "--short", "HEAD"]);
    let folder = root.join("docs/reports");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("full-{date}.md"));
    let text = format!(
        "# Full run of {date}\n\nCommit {commit}; {}; node {}; {}.\n\n```text\n{}\n```\n",
        said("rustc", &["--version"]),
        said("node", &["--version"]),
        said("python3", &["--version"]),
        table(steps)
    );
    let measured = steps.iter().filter(|step| !step.said.trim().is_empty());
    let text = measured
        .fold(text, |text, step| format!("{text}\n## {}\n\n```text\n{}\n```\n", step.what, step.said.trim()));
    // Where the folder stands is nobody's business.
    let text = text.replace(&root.display().to_string(), ".");
    fs::write(&path, text)?;
    Ok(path)
}
