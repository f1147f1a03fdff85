//! `sightline check`: findings on recorded results, definitions and traffic, of any length.

mod baseline;
pub mod chunks;
pub mod judge;
mod origin;
pub mod outcome;
mod turns;
pub mod walk;

use std::fs::File;
use std::io::{IsTerminal as _, Read};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use sightline::diagnostic::{Diagnostic, Level, Subject};
use sightline::json::Place;
use sightline::recording::{Kind, Late, Recording};
use sightline::report::{FileSeen, Report};
use sightline::revision::{REVISIONS, Revision};

use crate::args::{CheckArgs, CheckFormat, CheckKind};
use crate::settings::Choices;
use crate::{fix, input, render};
use chunks::{Chunks, Container};
use judge::{FileState, Given, Judge};
use outcome::{Named, Outcome};
use render::excerpt::Excerpt;
use walk::{Input, walk};

/// Could not read everything, or nothing at all.
pub const UNREAD: u8 = 2;

/// Bytes of a file that takes no time worth showing.
const SHORT: u64 = 4 << 20;

/// Of all files together so many times the findings of one are kept.
const FILES: usize = 10;

pub fn run(args: &CheckArgs) -> Result<u8> {
    let choices = Choices::of(&args.rules)?;
    if (args.fix || args.diff || args.unsafe_fixes)
        && let Some(code) = fix::run(args, &choices)?
    {
        return Ok(code);
    }
    let known_path =
        args.baseline.as_ref().or(choices.baseline.as_ref()).filter(|_| args.write_baseline.is_none());
    let known = known_path.map(|path| baseline::read(path)).transpose()?;
    let tool_bytes = args.tool.as_deref().map(input::read).transpose()?;
    let tool = input::parse_given(args.tool.as_deref(), tool_bytes.as_deref())?;
    input::tool_given(args.tool.as_deref(), tool.as_ref())?;
    if let Some(name) = args.revision.as_deref().filter(|name| Revision::from(*name).facts().is_none()) {
        let known: Vec<&str> = REVISIONS.iter().map(|facts| facts.revision.as_str()).collect();
        eprintln!(
            "note: no revision {name} is known here, so it is judged by the newest; known are {}",
            known.join(", ")
        );
    }
    let inputs = walk(&args.paths)?;
    let judge = Judge {
        choices: &choices,
        revision: args.revision.as_deref().map(Revision::from),
        kind: kind(args.kind),
        server: args.server.as_deref(),
        tool: tool.map(|document| Given {
            name: args.tool.as_deref().map(input::name_of).unwrap_or_default(),
            document,
            is_judged: AtomicBool::new(false),
        }),
        baseline: known.as_ref(),
        parks_all: args.write_baseline.is_some(),
        keeps_excerpts: args.format == CheckFormat::Text,
        // A machine that reads findings may want to apply what they propose.
        wants_fixes: args.format == CheckFormat::Json,
        most: args.max_findings.max(1),
        schemas: std::sync::Arc::default(),
    };
    let names: Vec<String> = args.paths.iter().map(|path| input::name_of(path)).collect();
    let mut run = Run {
        args,
        judge: &judge,
        report: Report::new("check", &names.join(", "), choices.guidance()),
        fingerprints: baseline::Findings::new(),
        problems: inputs.problems,
    };
    for input in &inputs.files {
        run.file(input)?;
    }
    if inputs.others > 0 {
        let others = inputs.others;
        run.report.remarks.push(format!("{others} files of other names were not looked at"));
    }
    run.finish(&choices, known.as_ref().zip(known_path.map(|path| path.display().to_string())))
}

/// A check that is under way.
struct Run<'a> {
    args: &'a CheckArgs,
    judge: &'a Judge<'a>,
    report: Report,
    /// Findings of the baseline that occurred, or all when one is written.
    fingerprints: baseline::Findings,
    problems: Vec<String>,
}

impl Run<'_> {
    /// Checks one file; what cannot be read is a problem of this file alone.
    fn file(&mut self, input: &Input) -> Result<()> {
        match self.read(input) {
            Ok((outcome, forgotten)) => self.take(input, outcome, &forgotten),
            Err(error) => {
                self.problems.push(format!("{error:#}"));
                Ok(())
            }
        }
    }

    /// Reads a file; a second time when definitions come later in it than results of their tools.
    fn read(&self, input: &Input) -> Result<(Outcome, Forgotten)> {
        let was_judged = self.judge.tool.as_ref().is_some_and(|tool| tool.is_judged.load(Ordering::Relaxed));
        let (outcome, mut forgotten, late) = self.read_once(input, Recording::default())?;
        if late.count() == 0 {
            return Ok((outcome, forgotten));
        }
        if input.path.as_os_str() == "-" {
            forgotten.late = late.count();
            return Ok((outcome, forgotten));
        }
        if let Some(tool) = &self.judge.tool {
            tool.is_judged.store(was_judged, Ordering::Relaxed);
        }
        let (outcome, forgotten, _) = self.read_once(input, Recording::foreseeing(late))?;
        Ok((outcome, forgotten))
    }

    fn read_once(&self, input: &Input, recording: Recording) -> Result<(Outcome, Forgotten, Late)> {
        let name = &input.name;
        let (reader, length): (Box<dyn Read + Send>, Option<u64>) = if input.path.as_os_str() == "-" {
            (Box::new(std::io::stdin()), None)
        } else {
            let file = File::open(&input.path).with_context(|| format!("{name} cannot be opened"))?;
            let length = file.metadata().map(|metadata| metadata.len()).ok();
            (Box::new(file), length)
        };
        let unreadable = || format!("{name} cannot be read");
        let chunks = Chunks::open(reader, name, container(self.args.kind)).with_context(unreadable)?;
        let state = FileState {
            name: name.clone(),
            container: chunks.container(),
            takes_any_object: input.is_named && chunks.container() == Container::Values,
            recording: Mutex::new(recording),
        };
        let bar = progress(name, length);
        let mut whole = Outcome::new(self.judge.most);
        let chunks = turns::run(
            chunks,
            &|position| bar.set_position(position),
            &|items, turn| self.judge.batch(&state, &items, turn),
            |part| whole.append(part),
        )
        .with_context(unreadable)?;
        bar.finish_and_clear();
        if state.container == Container::Values {
            // Behind what is broken nobody knows where the next value begins, so the rest is a guess.
            whole.problems.keep_first();
        }
        let recording = state.recording.into_inner().unwrap_or_default();
        let forgotten = Forgotten { things: recording.forgotten(), events: chunks.skipped_events, late: 0 };
        Ok((whole, forgotten, recording.late()))
    }

    /// Takes what a file brought into the report.
    fn take(&mut self, input: &Input, mut outcome: Outcome, forgotten: &Forgotten) -> Result<()> {
        let name = &input.name;
        self.say(input, &mut outcome);
        self.report.remarks.extend(forgotten.remarks(name));
        let Outcome { mut found, mut cut, cut_alike, checked, suppressed, parked, .. } = outcome;
        self.fingerprints.extend(outcome.fingerprints);
        self.report.summary.suppressed += suppressed;
        self.report.summary.parked += parked;
        found.sort_by_key(|found| std::cmp::Reverse(found.diagnostic.level));
        let room = (self.judge.most * FILES).saturating_sub(self.report.diagnostics.len());
        for beyond in found.drain(room.min(found.len())..) {
            cut.add(beyond.diagnostic.level, 1 + beyond.diagnostic.more);
        }
        if checked > 0 {
            let mut counts = cut;
            found.iter().for_each(|found| counts.add(found.diagnostic.level, 1 + found.diagnostic.more));
            self.report.files.push(FileSeen::new(name, checked, counts));
        }
        self.report.cut.add_all(cut);
        if cut.total() > 0 {
            self.report.remarks.push(format!(
                "{name}: {} more, counted and not shown; --max-findings shows more of them",
                render::plural(cut.total(), "finding")
            ));
        }
        if self.args.format == CheckFormat::Text {
            render::alike::found(&mut anstream::stdout().lock(), &found, &cut_alike)?;
        }
        self.report.diagnostics.extend(found.into_iter().map(|found| found.diagnostic));
        Ok(())
    }

    /// Says what could not be read, and what was read and not checked.
    fn say(&mut self, input: &Input, outcome: &mut Outcome) {
        let name = &input.name;
        let is_unread = !outcome.problems.is_empty();
        let strangers = std::mem::take(&mut outcome.strangers);
        self.name(std::mem::take(&mut outcome.problems), name, |run, text| run.problems.push(text));
        self.name(std::mem::take(&mut outcome.remarks), name, |run, text| run.report.remarks.push(text));
        if outcome.checked > 0 || is_unread || !strangers.is_empty() && !input.is_named {
            self.name(strangers, name, |run, text| run.report.remarks.push(format!("not checked: {text}")));
            return;
        }
        let none = format!(
            "{name} holds no `result` of tools/call or tools/list, no exchange and no definition to check"
        );
        let why = strangers.texts.into_iter().next().unwrap_or(none);
        // Who names a file wants it checked; in a folder other files are no wonder, and a baseline is ours.
        if input.is_named {
            self.problems.push(why);
        } else if !outcome.is_baseline {
            self.report.remarks.push(format!("not checked: {why}"));
        }
    }

    /// Names the first of some texts and how many more there are.
    fn name(&mut self, named: Named, file: &str, mut put: impl FnMut(&mut Self, String)) {
        named.texts.into_iter().for_each(|text| put(self, text));
        if named.more > 0 {
            put(self, format!("{file}: {} more of the kind", named.more));
        }
    }

    fn finish(mut self, choices: &Choices, known: Option<(&baseline::Findings, String)>) -> Result<u8> {
        let is_empty = self.report.files.is_empty() && self.report.diagnostics.is_empty();
        if self.problems.is_empty() || !is_empty {
            self.unused(choices)?;
            self.report.remarks.extend(choices.idle());
            self.old(known);
            if let Some(path) = &self.args.write_baseline {
                let many = self.fingerprints.len();
                baseline::write(path, std::mem::take(&mut self.fingerprints))?;
                self.report.remarks.push(format!(
                    "wrote {} to {}",
                    render::plural(many, "finding"),
                    path.display()
                ));
            }
            if self.args.format != CheckFormat::Text {
                // People see them on standard error, beside the text.
                self.report
                    .remarks
                    .extend(self.problems.iter().map(|problem| format!("not read: {problem}")));
            }
            self.report.finish();
            render::report(self.args.format, &self.report, choices.fail_on.0)?;
        }
        for problem in &self.problems {
            eprintln!("sightline: {problem}");
        }
        if !self.problems.is_empty() {
            return Ok(UNREAD);
        }
        Ok(u8::from(self.report.fails_at(choices.fail_on.0)))
    }

    /// A suppression that nothing needs any more hides what may come.
    fn unused(&mut self, choices: &Choices) -> Result<()> {
        let Some(path) = &choices.file else { return Ok(()) };
        let mut text = None;
        for (at, suppression) in choices.suppressions.iter().enumerate() {
            let twin = choices.suppressions[..at].iter().find(|earlier| suppression.repeats(earlier));
            let message = match twin {
                Some(twin) => {
                    format!("{} is suppressed by line {} already", suppression.subject(), twin.line)
                }
                None if suppression.is_used() => continue,
                None => format!("nothing is suppressed by {}", suppression.subject()),
            };
            let text = text.get_or_insert_with(|| std::fs::read_to_string(path).unwrap_or_default());
            let mut found =
                Diagnostic::new("unused-suppression", "SET-001", Level::Advice, "docs/settings.md");
            found.subject = Subject::Settings;
            found.file = Some(path.display().to_string());
            found.message = message;
            found
                .notes
                .push("A suppression that is left over hides the next finding that it fits.".to_owned());
            found.help = Some("Remove it, or correct what it names.".to_owned());
            let (offset, line) = (suppression.offset, suppression.line);
            let place = Place { offset, line, column: suppression.column };
            let end = text[offset.min(text.len())..].find('\n').unwrap_or_default();
            found.set_place(place, offset..offset + end);
            if self.args.format == CheckFormat::Text {
                let excerpt = Excerpt::around(text, found.span, line);
                render::finding::found(&mut anstream::stdout().lock(), &found, Some(&excerpt), None)?;
            }
            self.report.diagnostics.push(found);
        }
        Ok(())
    }

    /// Findings of the baseline that are gone.
    fn old(&mut self, known: Option<(&baseline::Findings, String)>) {
        let Some((known, path)) = known else { return };
        let gone = known.keys().filter(|fingerprint| !self.fingerprints.contains_key(*fingerprint)).count();
        if gone > 0 {
            self.report.remarks.push(format!(
                "{} of {path} did not occur; --write-baseline {path} drops what is gone",
                render::plural(gone, "finding")
            ));
        }
    }
}

/// What of a file was passed over.
struct Forgotten {
    things: usize,
    events: usize,
    /// Tools whose definitions came after their results, where nothing can be read again.
    late: usize,
}

impl Forgotten {
    fn remarks(&self, name: &str) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.things > 0 {
            remarks.push(format!(
                "{name}: {} requests or definitions were forgotten before their answers came",
                self.things
            ));
        }
        if self.late > 0 {
            remarks.push(format!(
                "{name}: {} tools were called before they were listed, and those results were judged without \
                 a definition; from a file they are held to it",
                self.late
            ));
        }
        if self.events > 0 {
            remarks.push(format!("{name}: {} events that are no messages were passed over", self.events));
        }
        remarks
    }
}

/// How the texts stand in the files, when it is said.
pub fn container(kind: CheckKind) -> Option<Container> {
    match kind {
        CheckKind::Lines => Some(Container::Lines),
        CheckKind::Sse => Some(Container::Events),
        CheckKind::Auto
        | CheckKind::Exchange
        | CheckKind::List
        | CheckKind::Result
        | CheckKind::Sampling
        | CheckKind::Tool
        | CheckKind::Transcript => None,
    }
}

/// What each text is, when it is said.
pub fn kind(kind: CheckKind) -> Option<Kind> {
    match kind {
        CheckKind::Auto | CheckKind::Lines | CheckKind::Sse => None,
        CheckKind::Exchange => Some(Kind::Exchange),
        CheckKind::List => Some(Kind::List),
        CheckKind::Result => Some(Kind::Result),
        CheckKind::Sampling => Some(Kind::Sampling),
        CheckKind::Tool => Some(Kind::Tool),
        CheckKind::Transcript => Some(Kind::Transcript),
    }
}

/// How far a file is read, on standard error; only on a terminal.
fn progress(name: &str, length: Option<u64>) -> ProgressBar {
    if !std::io::stderr().is_terminal() || length.is_some_and(|length| length < SHORT) {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length {
        Some(length) => (ProgressBar::new(length), "{msg} {bar:30} {bytes}/{total_bytes} {eta}"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg} {bytes} {elapsed}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(name.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
