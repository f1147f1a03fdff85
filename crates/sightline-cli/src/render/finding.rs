//! One finding for people: what is wrong, where, with the source around it, why it matters, what to do.
//!
//! All that a peer may have written is spelt out, so that no key and no name moves the cursor.

use std::borrow::Cow;
use std::io::{self, Write};

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level as Title, Origin, Renderer, Snippet};
use anstream::AutoStream;
use anstream::adapter::strip_str;
use sightline::diagnostic::{Diagnostic, Level};

use super::excerpt::Excerpt;
use super::fold::{WIDTH, folded};
use super::{names, visible};

/// Prints one finding with what stands at its place; one-line JSON is shown as a window around it.
pub fn found(
    out: &mut impl Write,
    diagnostic: &Diagnostic,
    excerpt: Option<&Excerpt>,
    also: Option<&str>,
) -> io::Result<()> {
    let colour = AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(*WIDTH);
    let (title, word) = match diagnostic.level {
        Level::Error => (Title::ERROR, "error"),
        Level::Warning => (Title::WARNING, "warning"),
        Level::Advice | Level::Off => (Title::NOTE.with_name("advice"), "advice"),
    };
    let tool = diagnostic.tool.as_ref().map_or_else(String::new, |tool| format!(", tool {tool}"));
    let head = format!("{} ({}{tool})", diagnostic.message, diagnostic.rule);
    let head = lines(&head, word.len() + diagnostic.code.len() + 4);
    let name = visible(diagnostic.file.as_deref().unwrap_or_default());
    // The snippet by itself would count columns in its window, not in the file.
    let place = match (diagnostic.line, diagnostic.column) {
        (Some(line), Some(column)) => Origin::path(&*name).line(line).char_column(column),
        _ => Origin::path(&*name),
    };
    let label =
        if diagnostic.pointer.is_empty() { "the whole of it".into() } else { visible(&diagnostic.pointer) };
    let mut group = title.primary_title(&head).id(diagnostic.code).element(place);
    match excerpt {
        Some(excerpt) => {
            let snippet = Snippet::source(excerpt.text.as_str())
                .line_start(excerpt.line)
                .annotation(AnnotationKind::Primary.span(excerpt.span.clone()).label(&*label));
            group = group.element(snippet);
        }
        None => group = group.element(Title::NOTE.message(&*label)),
    }
    let margin = digits(diagnostic.line) + NOTE.len();
    let notes: Vec<String> = notes(diagnostic, also).iter().map(|note| lines(note, margin)).collect();
    for note in &notes {
        group = group.element(Title::NOTE.message(note));
    }
    let help = diagnostic.help.as_ref().map(|help| lines(help, margin));
    if let Some(help) = &help {
        group = group.element(Title::HELP.message(help));
    }
    let source = lines(&format!("see {}", diagnostic.source), margin);
    group = group.element(Title::NOTE.message(&source));
    // A snippet without a path gets a line that says nothing.
    let rendered = renderer.render(&[group]);
    let says = |line: &&str| strip_str(line).to_string().trim() != ":::";
    rendered.lines().filter(says).try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)
}

/// What stands before a note, besides the room for line numbers.
const NOTE: &str = "  = note: ";

fn digits(line: Option<usize>) -> usize {
    line.unwrap_or(1).to_string().len()
}

/// Why it matters, and what was expected and found.
fn notes<'n>(diagnostic: &'n Diagnostic, also: Option<&'n str>) -> Vec<Cow<'n, str>> {
    let expectation = super::expectation(diagnostic).map(Cow::Owned);
    let notes = diagnostic.notes.iter().map(|note| names::folded(note));
    expectation.into_iter().chain(notes).chain(also.map(Cow::Borrowed)).collect()
}

/// A text in lines that fit beside a margin, with nothing in it that moves a cursor.
fn lines(text: &str, margin: usize) -> String {
    folded(&visible(text), WIDTH.saturating_sub(margin).max(20)).join("\n")
}
