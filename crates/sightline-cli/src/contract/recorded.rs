//! The results that recordings hold, one after another, and a count of what is passed over.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use sightline::json::Node;
use sightline::recording::{Piece, Recording, Subject};
use sightline::result::ToolResult;
use sightline::tool::Tool;

use crate::args::CheckKind;
use crate::check;
use crate::check::chunks::{Chunk, Chunks, Container};
use crate::check::judge;
use crate::check::walk::{Input, walk};

/// Most problems that are named.
const NAMED: usize = 20;

/// One structured content, and what the recording tells of it.
pub struct Recorded<'d> {
    pub tool: Option<&'d str>,
    pub definition: Option<Tool<'d>>,
    pub value: Node<'d>,
    /// File, line and column.
    pub source: String,
}

/// What was passed over.
#[derive(Default)]
pub struct Passed {
    pub errors: u64,
    /// Results that are not complete.
    pub pending: u64,
    pub without: u64,
    /// Values that are nothing a recording holds.
    pub strangers: u64,
    /// What could not be read.
    pub problems: Vec<String>,
    pub more_problems: u64,
}

impl Passed {
    fn problem(&mut self, text: String) {
        if self.problems.len() < NAMED {
            self.problems.push(text);
        } else {
            self.more_problems += 1;
        }
    }

    /// What was passed over, in words.
    pub fn remarks(&self) -> Vec<String> {
        let counts = [
            (self.errors, "results that are errors"),
            (self.pending, "results that are not complete"),
            (self.without, "results without structured content"),
            (self.strangers, "values that are no results or messages"),
        ];
        let said = counts.into_iter().filter(|(many, _)| *many > 0);
        said.map(|(many, what)| format!("passed over: {many} {what}")).collect()
    }

    /// Prints what could not be read; true when there was something.
    pub fn complain(&self) -> bool {
        for problem in &self.problems {
            eprintln!("sightline: {problem}");
        }
        if self.more_problems > 0 {
            eprintln!("sightline: {} more of the kind", self.more_problems);
        }
        !self.problems.is_empty()
    }
}

/// Hands over the structured content of all complete results that are no errors.
pub fn each(paths: &[PathBuf], kind: CheckKind, mut take: impl FnMut(&Recorded<'_>)) -> Result<Passed> {
    let inputs = walk(paths)?;
    let mut passed = Passed::default();
    inputs.problems.iter().for_each(|problem| passed.problem(problem.clone()));
    for input in &inputs.files {
        if let Err(error) = file(input, kind, &mut passed, &mut take) {
            passed.problem(format!("{error:#}"));
        }
    }
    Ok(passed)
}

fn file(
    input: &Input,
    kind: CheckKind,
    passed: &mut Passed,
    take: &mut impl FnMut(&Recorded<'_>),
) -> Result<()> {
    let name = &input.name;
    let reader: Box<dyn Read + Send> = if input.path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(File::open(&input.path).with_context(|| format!("{name} cannot be opened"))?)
    };
    let unreadable = || format!("{name} cannot be read");
    let mut chunks = Chunks::open(reader, name, check::container(kind)).with_context(unreadable)?;
    // As in a check, who names a file wants its objects taken for results.
    let takes_any = input.is_named && chunks.container() == Container::Values;
    let mut recording = Recording::default();
    while let Some(item) = chunks.next().with_context(unreadable)? {
        let container = chunks.container();
        let (chunk, document) = match judge::read(&item, name, container) {
            Ok(read) => read,
            Err(problem) => {
                passed.problem(problem);
                // Behind a value that has no end nobody knows where the next one begins.
                if container == Container::Values {
                    break;
                }
                continue;
            }
        };
        let root = document.root();
        let pieces = judge::pieces(&mut recording, root, check::kind(kind), takes_any, &|place| place);
        match pieces {
            Ok(pieces) => pieces.iter().for_each(|piece| of_piece(piece, name, chunk, passed, take)),
            Err(_) => passed.strangers += 1,
        }
    }
    Ok(())
}

fn of_piece(
    piece: &Piece<'_>,
    file: &str,
    chunk: &Chunk,
    passed: &mut Passed,
    take: &mut impl FnMut(&Recorded<'_>),
) {
    match &piece.subject {
        Subject::Exchange(exchange) => {
            let several = exchange.told.as_ref().and_then(|told| told.results);
            let several = several.into_iter().flat_map(Node::items).filter_map(ToolResult::of);
            for result in several.chain(exchange.result) {
                of_result(result, exchange.tool, piece, file, chunk, passed, take);
            }
        }
        Subject::Result(result) | Subject::SampledResult(result) => {
            of_result(*result, None, piece, file, chunk, passed, take);
        }
        _ => {}
    }
}

fn of_result<'d>(
    result: ToolResult<'d>,
    definition: Option<Tool<'d>>,
    piece: &'d Piece<'d>,
    file: &str,
    chunk: &Chunk,
    passed: &mut Passed,
    take: &mut impl FnMut(&Recorded<'_>),
) {
    if result.is_error() {
        passed.errors += 1;
        return;
    }
    if !result.is_complete() {
        passed.pending += 1;
        return;
    }
    let Some(value) = result.structured_content() else {
        passed.without += 1;
        return;
    };
    let place = chunk.origin.place(result.node().place());
    let definition = definition.or_else(|| piece.definition.as_ref().map(|definition| definition.tool()));
    let name = piece.tool_name.clone().or_else(|| Some(definition?.name()?.into_owned()));
    take(&Recorded {
        tool: name.as_deref(),
        definition,
        value,
        source: format!("{file}:{}:{}", place.line, place.column),
    });
}
