//! `sightline check --fix`: applies what the rules propose, pass by pass, until nothing is left to do.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use sightline::diagnostic::{Applicability, Diagnostic, Fix, Subject};
use sightline::fix::apply;
use sightline::json::{Document, Limits};
use sightline::recording::{Late, Piece, Recording};
use sightline::revision::Revision;
use sightline::rules::{Context, check_each};
use sightline::tool::Tool;

use crate::args::CheckArgs;
use crate::check::chunks::{Chunks, Container};
use crate::check::judge;
use crate::check::walk::{Input, walk};
use crate::settings::Choices;
use crate::{check, foreign, input, write};

/// Most passes over one file: a fix may make room for another, but no two may undo each other for ever.
const PASSES: usize = 20;

/// A file with its text as it was and as it is now.
struct Source {
    path: PathBuf,
    before: String,
    text: String,
    applied: usize,
    /// Fixes that are there and were not asked for.
    unasked: usize,
}

impl Source {
    fn read(path: &Path) -> Result<Self> {
        let bytes = input::read(path)?;
        let name = input::name_of(path);
        if let Some(why) = foreign::reason(&bytes) {
            bail!("{name}:1:1: {why}");
        }
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| anyhow!("{name}: is no UTF-8; save the file as UTF-8"))?;
        Ok(Self { path: path.to_owned(), before: text.clone(), text, applied: 0, unasked: 0 })
    }

    fn take(&mut self, fixes: &[&Fix]) -> bool {
        let fixed = apply(&self.text, fixes.iter().copied());
        self.applied += fixed.applied;
        let changed = fixed.text != self.text;
        self.text = fixed.text;
        changed
    }
}

/// Mends the files of a check in place, or shows with `--diff` what that would change and returns the
/// exit code: 1 when something would, 2 when something could not be read.
pub fn run(args: &CheckArgs, choices: &Choices) -> Result<Option<u8>> {
    if !args.fix && !args.diff {
        bail!("--unsafe-fixes goes with --fix or --diff");
    }
    let mut tool = args.tool.as_deref().map(Source::read).transpose()?;
    let mut sources = Vec::new();
    let mut is_whole = true;
    let inputs = walk(&args.paths)?;
    // Where the check goes on, it names them itself.
    for problem in inputs.problems.iter().filter(|_| args.diff) {
        eprintln!("sightline: {problem}");
        is_whole = false;
    }
    for file in inputs.files {
        if file.path.as_os_str() == "-" && !args.diff {
            bail!("standard input cannot be mended in place; use --diff, or name a file");
        }
        let mended = Source::read(&file.path)
            .and_then(|mut source| mend(args, choices, &file, &mut source, tool.as_mut()).map(|()| source));
        match mended {
            Ok(source) => sources.push(source),
            // One file that cannot be read keeps no other from being mended.
            Err(error) => {
                // Where the check goes on, it names what it cannot read either; a length it can read.
                if args.diff || is_too_long(&file.path) {
                    eprintln!("sightline: {error:#}; nothing of it is mended");
                }
                is_whole = false;
            }
        }
    }
    sources.extend(tool);
    let unasked: usize = sources.iter().map(|source| source.unasked).sum();
    sources.retain(|source| source.before != source.text);
    if args.diff {
        let mut out = std::io::stdout().lock();
        for source in &sources {
            write!(out, "{}", diff(&input::name_of(&source.path), &source.before, &source.text))?;
        }
        drop(out);
        if is_whole || !sources.is_empty() {
            say_what_is_left(&sources, unasked);
        }
        return Ok(Some(if is_whole { u8::from(!sources.is_empty()) } else { check::UNREAD }));
    }
    for source in &sources {
        let name = input::name_of(&source.path);
        write::whole(&source.path, &source.text)?;
        eprintln!("{name}: {} {} applied", source.applied, if source.applied == 1 { "fix" } else { "fixes" });
    }
    Ok(None)
}

/// Whether a file is longer than what is mended at once.
fn is_too_long(path: &Path) -> bool {
    let limit = Limits::default().max_bytes as u64;
    std::fs::metadata(path).is_ok_and(|file| file.len() > limit)
}

/// An empty diff says why it is empty, and what more options would do.
fn say_what_is_left(changed: &[Source], unasked: usize) {
    if changed.is_empty() {
        eprintln!("nothing to mend; without --diff the findings are listed");
    }
    if unasked > 0 {
        let fixes = if unasked == 1 { "fix" } else { "fixes" };
        eprintln!("{unasked} {fixes} more with --unsafe-fixes, which may change what is meant");
    }
}

fn mend(
    args: &CheckArgs,
    choices: &Choices,
    input: &Input,
    file: &mut Source,
    mut tool: Option<&mut Source>,
) -> Result<()> {
    for _ in 0..PASSES {
        let found = found(args, choices, input, file, tool.as_deref())?;
        // What is found in the definition of --tool is mended in that file.
        let in_definition = |found: &Diagnostic| tool.is_some() && found.subject == Subject::Tool;
        let wanted = |fix: &Fix| args.unsafe_fixes || fix.applicability == Applicability::Safe;
        let of = |is_tool: bool| -> Vec<&Fix> {
            let own = found.iter().filter(|found| in_definition(found) == is_tool);
            own.filter_map(|found| found.fix.as_ref()).filter(|fix| wanted(fix)).collect()
        };
        let (of_file, of_tool) = (of(false), of(true));
        let fixes = found.iter().filter_map(|found| found.fix.as_ref());
        file.unasked = fixes.filter(|fix| !wanted(fix)).count();
        let mut changes = file.take(&of_file);
        if let Some(tool) = tool.as_deref_mut() {
            changes |= tool.take(&of_tool);
        }
        if !changes {
            return Ok(());
        }
    }
    eprintln!("{}: fixes go on after {PASSES} passes; the rest is left", input::name_of(&file.path));
    Ok(())
}

/// What is found in a file, with edits that fit the whole of it.
fn found(
    args: &CheckArgs,
    choices: &Choices,
    input: &Input,
    file: &Source,
    tool: Option<&Source>,
) -> Result<Vec<Diagnostic>> {
    let definition: Option<Document<'_>> =
        tool.map(|tool| input::parse(&tool.path, tool.text.as_bytes())).transpose()?;
    let given = input::tool_given(args.tool.as_deref(), definition.as_ref())?;
    let reading = Reading { args, choices, input, file, given };
    let (found, late) = reading.run(Recording::default())?;
    // As in a check: results are held to definitions that come after them too.
    if late.count() == 0 { Ok(found) } else { Ok(reading.run(Recording::foreseeing(late))?.0) }
}

/// One reading of a file, text by text.
struct Reading<'r> {
    args: &'r CheckArgs,
    choices: &'r Choices,
    input: &'r Input,
    file: &'r Source,
    given: Option<Tool<'r>>,
}

impl Reading<'_> {
    fn run(&self, mut recording: Recording) -> Result<(Vec<Diagnostic>, Late)> {
        let text = self.file.text.clone().into_bytes();
        let container = check::container(self.args.kind);
        let mut chunks = Chunks::open(Box::new(Cursor::new(text)), &self.input.name, container)?;
        let container = chunks.container();
        let mut all = Vec::new();
        while let Some(item) = chunks.next()? {
            let (chunk, document) = match judge::read(&item, &self.input.name, container) {
                Ok(read) => read,
                // A file that breaks off is no file to write; other lines and events are mended all the same.
                Err(problem) if container == Container::Values => bail!(problem),
                Err(_) => continue,
            };
            for mut found in self.text(&document, container, &mut recording) {
                // What is found in the definition of --tool has its place in that file.
                if let Some(fix) = &mut found.fix
                    && (self.given.is_none() || found.subject != Subject::Tool)
                {
                    fix.edits = chunk.origin.edits(std::mem::take(&mut fix.edits));
                }
                all.push(found);
            }
        }
        Ok((all, recording.late()))
    }

    fn text(
        &self,
        document: &Document<'_>,
        container: Container,
        recording: &mut Recording,
    ) -> Vec<Diagnostic> {
        let (args, choices) = (self.args, self.choices);
        let pieces = judge::pieces(
            recording,
            document.root(),
            check::kind(args.kind),
            self.input.is_named && container == Container::Values,
            &|place| place,
        );
        let mut all = Vec::new();
        for piece in pieces.iter().flatten() {
            let mut context = Context::of_piece(piece).with_fixes();
            if let Some(revision) = &args.revision {
                context = context.with_revision(Revision::from(revision.as_str()));
            }
            if let Some(tool) = self.given {
                context = context.with_tool(tool);
            }
            let server = args.server.as_deref().or(piece.server.as_deref());
            let told = judge::tool_of(piece, &context);
            let of_entry = |tool: &str| choices.settings(server, Some(tool));
            let settings = choices.settings(server, told.as_deref());
            for mut found in check_each(&context, &settings, &of_entry) {
                judge::name_tool(&mut found, told.as_ref());
                // What the user accepts is not to be changed.
                let is_meant = self.given.is_some() || is_here(piece, &found);
                if is_meant && !choices.suppresses(&found) {
                    all.push(found);
                }
            }
        }
        all
    }
}

/// Tells whether a finding speaks of the text of its piece, and not of a message that came by earlier.
fn is_here(piece: &Piece<'_>, found: &Diagnostic) -> bool {
    let is_earlier = match found.subject {
        Subject::Request => piece.request().is_some(),
        Subject::Tool => piece.definition.is_some(),
        _ => false,
    };
    !is_earlier
}

/// Lines of context around what changed.
const CONTEXT: usize = 3;

/// Lines of both texts, from and to.
struct Hunk {
    old: Range<usize>,
    new: Range<usize>,
}

/// What differs: line by line where both have as many, else all from the first difference to the last.
fn hunks(old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    if old.len() != new.len() {
        let most = old.len().min(new.len()) - same;
        let tail =
            old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
        return vec![Hunk { old: same..old.len() - tail, new: same..new.len() - tail }];
    }
    let mut hunks: Vec<Hunk> = Vec::new();
    for (at, _) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
        match hunks.last_mut().filter(|hunk| at <= hunk.old.end + 2 * CONTEXT) {
            Some(hunk) => (hunk.old.end, hunk.new.end) = (at + 1, at + 1),
            None => hunks.push(Hunk { old: at..at + 1, new: at..at + 1 }),
        }
    }
    hunks
}

/// Returns a unified diff.
fn diff(name: &str, before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut out = format!("--- {name}\n+++ {name}\n");
    for hunk in hunks(&old, &new) {
        let start = hunk.old.start.saturating_sub(CONTEXT);
        let tail = (old.len() - hunk.old.end).min(CONTEXT);
        let (old_many, new_many) = (hunk.old.end + tail - start, hunk.new.end + tail - start);
        let _ = writeln!(out, "@@ -{},{old_many} +{},{new_many} @@", start + 1, start + 1);
        let mut push = |mark: char, lines: &[&str]| {
            for line in lines {
                let _ = writeln!(out, "{mark}{line}");
            }
        };
        // Lines that are the same between two changes of one hunk stand on both sides.
        push(' ', &old[start..hunk.old.start]);
        push('-', &old[hunk.old.clone()]);
        push('+', &new[hunk.new.clone()]);
        push(' ', &old[hunk.old.end..hunk.old.end + tail]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn a_diff_shows_what_changed_with_its_surroundings() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        assert_eq!(
            diff("x", old, "a\nb\nc\nd\nE\nf\ng\nh\n"),
            "--- x\n+++ x\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n"
        );
        assert_eq!(diff("x", "a", "b"), "--- x\n+++ x\n@@ -1,1 +1,1 @@\n-a\n+b\n");
        assert_eq!(diff("x", "a\n", "a\nb\n"), "--- x\n+++ x\n@@ -1,1 +1,2 @@\n a\n+b\n");
    }
}
