//! `sightline check --fix`: applies what the rules propose, pass by pass, until nothing is left to do.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use sightline::diagnostic::{Applicability, Diagnostic, Fix, Subject};
use sightline::fix::apply;
use sightline::json::{Document, Limits};
use sightline::recording::{Kind, Late, Piece, Recording};
use sightline::revision::Revision;
use sightline::rules::{Context, check_each};
use sightline::tool::Tool;

use crate::args::CheckArgs;
use crate::check::chunks::{Chunks, Container, Item};
use crate::check::walk::walk;
use crate::settings::Choices;
use crate::{check, input};

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
        let text = String::from_utf8(input::read(path)?);
        let text =
            text.map_err(|_| anyhow!("{}: is no UTF-8; save the file as UTF-8", input::name_of(path)))?;
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
/// exit code: 1 when something would.
pub fn run(args: &CheckArgs, choices: &Choices) -> Result<Option<u8>> {
    if !args.fix && !args.diff {
        bail!("--unsafe-fixes goes with --fix or --diff");
    }
    let mut tool = args.tool.as_deref().map(Source::read).transpose()?;
    let mut changed = Vec::new();
    for file in walk(&args.paths)?.inputs {
        if file.path.as_os_str() == "-" && !args.diff {
            bail!("standard input cannot be mended in place; use --diff, or name a file");
        }
        let mut source = Source::read(&file.path)?;
        mend(args, choices, &mut source, tool.as_mut())?;
        changed.push(source);
    }
    changed.extend(tool);
    let unasked: usize = changed.iter().map(|source| source.unasked).sum();
    changed.retain(|source| source.before != source.text);
    if args.diff {
        let mut out = std::io::stdout().lock();
        for source in &changed {
            write!(out, "{}", diff(&input::name_of(&source.path), &source.before, &source.text))?;
        }
        drop(out);
        say_what_is_left(&changed, unasked);
        return Ok(Some(u8::from(!changed.is_empty())));
    }
    for source in &changed {
        let name = input::name_of(&source.path);
        fs::write(&source.path, &source.text).with_context(|| format!("{name} cannot be written"))?;
        eprintln!("{name}: {} {} applied", source.applied, if source.applied == 1 { "fix" } else { "fixes" });
    }
    Ok(None)
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

fn mend(args: &CheckArgs, choices: &Choices, file: &mut Source, mut tool: Option<&mut Source>) -> Result<()> {
    for _ in 0..PASSES {
        let found = found(args, choices, file, tool.as_deref())?;
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
    file: &Source,
    tool: Option<&Source>,
) -> Result<Vec<Diagnostic>> {
    let definition: Option<Document<'_>> =
        tool.map(|tool| input::parse(&tool.path, tool.text.as_bytes())).transpose()?;
    let given = input::tool_given(args.tool.as_deref(), definition.as_ref())?;
    let reading = Reading { args, choices, file, given };
    let (found, late) = reading.run(Recording::default())?;
    // As in a check: results are held to definitions that come after them too.
    if late.count() == 0 { Ok(found) } else { Ok(reading.run(Recording::foreseeing(late))?.0) }
}

/// One reading of a file, text by text.
struct Reading<'r> {
    args: &'r CheckArgs,
    choices: &'r Choices,
    file: &'r Source,
    given: Option<Tool<'r>>,
}

impl Reading<'_> {
    fn run(&self, mut recording: Recording) -> Result<(Vec<Diagnostic>, Late)> {
        let name = input::name_of(&self.file.path);
        let text = self.file.text.clone().into_bytes();
        let mut chunks = Chunks::open(Box::new(Cursor::new(text)), &name, check::container(self.args.kind))?;
        let mut all = Vec::new();
        while let Some(item) = chunks.next()? {
            // What cannot be read, or stands in the file in pieces, the check names.
            let Item::Text(chunk) = item else { continue };
            let Some(shift) = chunk.origin.shift() else { continue };
            let document = match Document::parse_with(&chunk.text, Limits::default()) {
                Ok(document) => document,
                Err(_) if chunks.container() != Container::Values => continue,
                Err(_) => {
                    return input::parse(&self.file.path, self.file.text.as_bytes())
                        .map(|_| (all, recording.late()));
                }
            };
            for mut found in self.text(&document, &mut recording) {
                for edit in found.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
                    // What is found in the definition of --tool has its place in that file.
                    if self.given.is_none() || found.subject != Subject::Tool {
                        (edit.start, edit.end) = (edit.start + shift, edit.end + shift);
                    }
                }
                all.push(found);
            }
        }
        Ok((all, recording.late()))
    }

    fn text(&self, document: &Document<'_>, recording: &mut Recording) -> Vec<Diagnostic> {
        let (args, choices) = (self.args, self.choices);
        let kind = check::kind(args.kind);
        let pieces = recording.read(document.root(), kind);
        // Other files in a folder have nothing to mend; the check says what it takes them for.
        let pieces =
            pieces.or_else(|_| recording.read(document.root(), Some(Kind::Result))).unwrap_or_default();
        let mut all = Vec::new();
        for piece in &pieces {
            let mut context = Context::of_piece(piece).with_fixes();
            if let Some(revision) = &args.revision {
                context = context.with_revision(Revision::from(revision.as_str()));
            }
            if let Some(tool) = self.given {
                context = context.with_tool(tool);
            }
            let server = args.server.as_deref().or(piece.server.as_deref());
            let of_entry = |tool: &str| choices.settings(server, Some(tool));
            let settings = choices.settings(server, piece.tool_name.as_deref());
            let mut found = check_each(&context, &settings, &of_entry);
            found.retain(|found| self.given.is_some() || is_here(piece, found));
            all.append(&mut found);
        }
        all
    }
}

/// Tells whether a finding speaks of the text of its piece, and not of a definition that came by earlier.
fn is_here(piece: &Piece<'_>, found: &Diagnostic) -> bool {
    found.subject != Subject::Tool || piece.definition.is_none()
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
