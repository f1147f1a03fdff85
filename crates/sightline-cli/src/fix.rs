//! `sightline check --fix`: applies what the rules propose, pass by pass, until nothing is left to do.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use sightline::diagnostic::{Applicability, Diagnostic, Fix, Subject};
use sightline::fix::apply;
use sightline::json::Document;
use sightline::recording::{Kind, Piece, Recording};
use sightline::revision::Revision;
use sightline::rules::{Context, check_each};

use crate::args::CheckArgs;
use crate::check::walk::walk;
use crate::input;
use crate::settings::Choices;

/// Most passes over one file: a fix may make room for another, but no two may undo each other for ever.
const PASSES: usize = 20;

/// A file with its text as it was and as it is now.
struct Source {
    path: PathBuf,
    before: String,
    text: String,
    applied: usize,
}

impl Source {
    fn read(path: &Path) -> Result<Self> {
        let text = String::from_utf8(input::read(path)?);
        let text =
            text.map_err(|_| anyhow!("{}: is no UTF-8; save the file as UTF-8", input::name_of(path)))?;
        Ok(Self { path: path.to_owned(), before: text.clone(), text, applied: 0 })
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
    changed.retain(|source| source.before != source.text);
    if args.diff {
        let mut out = std::io::stdout().lock();
        for source in &changed {
            write!(out, "{}", diff(&input::name_of(&source.path), &source.before, &source.text))?;
        }
        return Ok(Some(u8::from(!changed.is_empty())));
    }
    for source in &changed {
        let name = input::name_of(&source.path);
        fs::write(&source.path, &source.text).with_context(|| format!("{name} cannot be written"))?;
        eprintln!("{name}: {} {} applied", source.applied, if source.applied == 1 { "fix" } else { "fixes" });
    }
    Ok(None)
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

fn found(
    args: &CheckArgs,
    choices: &Choices,
    file: &Source,
    tool: Option<&Source>,
) -> Result<Vec<Diagnostic>> {
    let document = input::parse(&file.path, file.text.as_bytes())?;
    let definition: Option<Document<'_>> =
        tool.map(|tool| input::parse(&tool.path, tool.text.as_bytes())).transpose()?;
    let given = input::tool_given(args.tool.as_deref(), definition.as_ref())?;
    let mut recording = Recording::default();
    let pieces = recording.read(document.root(), None);
    // Other files in a folder have nothing to mend; the check says what it takes them for.
    let pieces = pieces.or_else(|_| recording.read(document.root(), Some(Kind::Result))).unwrap_or_default();
    let mut all = Vec::new();
    for piece in &pieces {
        let mut context = Context::of_piece(piece).with_fixes();
        if let Some(revision) = &args.revision {
            context = context.with_revision(Revision::from(revision.as_str()));
        }
        if let Some(tool) = given {
            context = context.with_tool(tool);
        }
        let (server, name) = (args.server.as_deref().or(piece.server.as_deref()), piece.tool_name.as_deref());
        let of_entry = |tool: &str| choices.settings(server, Some(tool));
        let mut found = check_each(&context, &choices.settings(server, name), &of_entry);
        found.retain(|found| given.is_some() || is_here(piece, found));
        all.append(&mut found);
    }
    Ok(all)
}

/// Tells whether a finding speaks of the text of its piece, and not of a definition that came by earlier.
fn is_here(piece: &Piece<'_>, found: &Diagnostic) -> bool {
    found.subject != Subject::Tool || piece.definition.is_none()
}

/// Lines of context around what changed.
const CONTEXT: usize = 3;

/// Returns a unified diff of one hunk: from the first line that changed to the last one.
fn diff(name: &str, before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - same;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let start = same.saturating_sub(CONTEXT);
    let after_context = tail.min(CONTEXT);
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let mut out = format!("--- {name}\n+++ {name}\n");
    let _ = writeln!(
        out,
        "@@ -{},{} +{},{} @@",
        start + 1,
        old_end + after_context - start,
        start + 1,
        new_end + after_context - start
    );
    let mut push = |mark: char, lines: &[&str]| {
        for line in lines {
            let _ = writeln!(out, "{mark}{line}");
        }
    };
    push(' ', &old[start..same]);
    push('-', &old[same..old_end]);
    push('+', &new[same..new_end]);
    push(' ', &old[old_end..old_end + after_context]);
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
