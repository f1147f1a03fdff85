//! Judges the texts of one file: reads, recognises, checks, and sorts out what is known already.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sightline::diagnostic::{Diagnostic, Subject};
use sightline::json::{Document, Limits, Node, Place};
use sightline::recording::{self, Kind, Piece, Recording};
use sightline::revision::Revision;
use sightline::rules::{Context, Settings, check_each};
use sightline::schema::Schemas;
use sightline::tool::Tool;

use super::baseline::{self, Parked};
use super::chunks::{Chunk, Container, Item};
use super::outcome::{Found, NAMED, Outcome};
use super::turns::Turn;
use crate::input;
use crate::render::excerpt::Excerpt;
use crate::settings::Choices;

/// The definition that `--tool` names.
pub struct Given<'a> {
    pub name: String,
    pub document: Document<'a>,
    /// One definition for several results is judged once.
    pub is_judged: AtomicBool,
}

/// What is the same for all files.
pub struct Judge<'a> {
    pub choices: &'a Choices,
    pub revision: Option<Revision>,
    pub kind: Option<Kind>,
    pub server: Option<&'a str>,
    pub tool: Option<Given<'a>>,
    pub baseline: Option<&'a baseline::Findings>,
    /// Whether all findings are to be parked in a new baseline.
    pub parks_all: bool,
    pub keeps_excerpts: bool,
    pub wants_fixes: bool,
    /// Most findings of one file that are kept.
    pub most: usize,
    pub schemas: Arc<Schemas>,
}

/// What belongs to one file.
pub struct FileState {
    pub name: String,
    pub container: Container,
    /// Whether an object that looks like nothing is taken for a tool result.
    pub takes_any_object: bool,
    pub recording: Mutex<Recording>,
}

/// The pieces of one text, and what is to be known of it.
struct Read<'d> {
    chunk: &'d Chunk,
    document: &'d Document<'d>,
    pieces: Vec<Piece<'d>>,
}

impl Judge<'_> {
    /// Judges the next texts of a file.
    pub fn batch(&self, file: &FileState, items: &[Item], turn: Turn<'_>) -> Outcome {
        let mut outcome = Outcome::new(self.most);
        let texts: Vec<(&Chunk, Document<'_>)> =
            items.iter().filter_map(|item| text(file, item, &mut outcome)).collect();
        let (reads, mut is_first) = turn.take(|| {
            let mut recording = file.recording.lock().unwrap_or_else(PoisonError::into_inner);
            let mut reads = Vec::new();
            for (chunk, document) in &texts {
                reads.extend(self.read(file, &mut recording, chunk, document, &mut outcome));
            }
            let has_pieces = reads.iter().any(|read| !read.pieces.is_empty());
            let is_first = self
                .tool
                .as_ref()
                .is_some_and(|tool| has_pieces && !tool.is_judged.swap(true, Ordering::Relaxed));
            (reads, is_first)
        });
        for read in &reads {
            duplicates(file, read, &mut outcome);
            for piece in &read.pieces {
                self.piece(file, read, piece, is_first, &mut outcome);
                is_first = false;
            }
        }
        outcome
    }

    fn read<'d>(
        &self,
        file: &FileState,
        recording: &mut Recording,
        chunk: &'d Chunk,
        document: &'d Document<'d>,
        outcome: &mut Outcome,
    ) -> Option<Read<'d>> {
        let root = document.root();
        if baseline::is_baseline(root) {
            outcome.is_baseline = true;
            return None;
        }
        let locate = |place| chunk.origin.place(place);
        let pieces = pieces(recording, root, self.kind, file.takes_any_object, &locate);
        match pieces {
            Ok(pieces) => Some(Read { chunk, document, pieces }),
            Err(reason) => {
                let place = chunk.origin.place(root.place());
                outcome.stranger(format!("{}:{}:{}: {reason}", file.name, place.line, place.column));
                None
            }
        }
    }

    fn piece(
        &self,
        file: &FileState,
        read: &Read<'_>,
        piece: &Piece<'_>,
        is_first: bool,
        outcome: &mut Outcome,
    ) {
        outcome.checked += 1;
        let mut context = Context::of_piece(piece).with_schemas(Arc::clone(&self.schemas));
        if self.wants_fixes {
            context = context.with_fixes();
        }
        if let Some(revision) = &self.revision {
            context = context.with_revision(revision.clone());
        }
        if let Some(given) = &self.tool {
            let tool = Tool::of(given.document.root());
            context = if is_first { context.with_tool(tool) } else { context.with_known_tool(tool) };
        }
        let server = self.server.or(piece.server.as_deref());
        let told = tool_of(piece, &context);
        let settings = self.choices.settings(server, told.as_deref());
        let of_entry = |tool: &str| -> Arc<Settings> { self.choices.settings(server, Some(tool)) };
        for mut found in check_each(&context, &settings, &of_entry) {
            name_tool(&mut found, told.as_ref());
            let excerpt = self.place(file, read, piece, &mut found, outcome.has_room());
            self.take(Found { diagnostic: found, excerpt }, outcome);
        }
    }

    /// Sets file and place of a finding, and cuts out what people want to see there.
    fn place(
        &self,
        file: &FileState,
        read: &Read<'_>,
        piece: &Piece<'_>,
        found: &mut Diagnostic,
        is_shown: bool,
    ) -> Option<Excerpt> {
        let is_of_tool = found.subject == Subject::Tool;
        // What is found in the definition of --tool has its place in that file.
        if let Some(given) = self.tool.as_ref().filter(|_| is_of_tool) {
            found.file = Some(given.name.clone());
            return self.excerpt(given.document.text(), found, found.line).filter(|_| is_shown);
        }
        found.file = Some(file.name.clone());
        if is_of_tool && piece.definition.is_some() && matches!(piece.subject, recording::Subject::Result(_))
        {
            // The definition came by earlier, and its place with it.
            (found.line, found.column, found.span, found.fix) = (None, None, None, None);
            return None;
        }
        let (Some(line), Some(column), Some((start, end))) = (found.line, found.column, found.span) else {
            return None;
        };
        if let Some(request) = piece.request().filter(|_| found.subject == Subject::Request) {
            // The request came by earlier, and its text with it.
            let place = piece.place_in_request(Place { offset: start, line, column });
            let text = request.document().text();
            let end = piece.place_in_request(Place::of(text, end)).offset;
            let excerpt = if is_shown { self.excerpt(text, found, Some(place.line)) } else { None };
            found.set_place(place, place.offset..end);
            return excerpt;
        }
        let place = read.chunk.origin.place(Place { offset: start, line, column });
        let excerpt =
            if is_shown { self.excerpt(read.document.text(), found, Some(place.line)) } else { None };
        let origin = &read.chunk.origin;
        found.set_place(place, place.offset..origin.offset(end));
        if let Some(fix) = &mut found.fix {
            fix.edits = origin.edits(std::mem::take(&mut fix.edits));
        }
        excerpt
    }

    fn excerpt(&self, text: &str, found: &Diagnostic, line: Option<usize>) -> Option<Excerpt> {
        self.keeps_excerpts.then(|| Excerpt::around(text, found.span, line.unwrap_or(1)))
    }

    /// Keeps a finding, unless it is known and accepted.
    fn take(&self, mut found: Found, outcome: &mut Outcome) {
        let diagnostic = &mut found.diagnostic;
        if self.choices.suppresses(diagnostic) {
            outcome.suppressed += 1 + diagnostic.more;
            return;
        }
        diagnostic.fingerprint = diagnostic.fingerprint_of();
        let is_parked = self.baseline.is_some_and(|baseline| baseline.contains_key(&diagnostic.fingerprint));
        if is_parked || self.parks_all {
            outcome.parked += 1 + diagnostic.more;
            let fingerprint = diagnostic.fingerprint.clone();
            outcome
                .fingerprints
                .entry(fingerprint.clone())
                .or_insert_with(|| Parked::of(diagnostic, fingerprint));
            return;
        }
        outcome.keep(found);
    }
}

/// Recognises what a text is; where an object that looks like nothing is meant to be a result, it is one.
pub fn pieces<'d>(
    recording: &mut Recording,
    root: Node<'d>,
    kind: Option<Kind>,
    takes_any_object: bool,
    locate: &dyn Fn(Place) -> Place,
) -> Result<Vec<Piece<'d>>, String> {
    if baseline::is_baseline(root) {
        return Ok(Vec::new());
    }
    let pieces = recording.read_placed(root, kind, locate);
    if pieces.is_err() && root.is_object() && kind.is_none() && takes_any_object {
        return recording.read(root, Some(Kind::Result));
    }
    pieces
}

/// The name of the tool that a piece is about, as far as it is told.
pub fn tool_of(piece: &Piece<'_>, context: &Context<'_>) -> Option<String> {
    piece.tool_name.clone().or_else(|| Some(context.tool()?.name()?.into_owned()))
}

/// Names the tool in a finding that does not.
pub fn name_tool(found: &mut Diagnostic, told: Option<&String>) {
    if found.tool.is_none() && matches!(found.subject, Subject::Exchange | Subject::Request | Subject::Result)
    {
        found.tool = told.cloned();
    }
}

/// Reads what an item holds; what cannot be read is a problem, in the order of the file.
fn text<'i>(file: &FileState, item: &'i Item, outcome: &mut Outcome) -> Option<(&'i Chunk, Document<'i>)> {
    match read(item, &file.name, file.container) {
        Ok(read) => Some(read),
        Err(problem) => {
            outcome.problem(problem);
            None
        }
    }
}

/// Reads what an item holds; what cannot be read is named with its place.
pub fn read<'i>(
    item: &'i Item,
    name: &str,
    container: Container,
) -> Result<(&'i Chunk, Document<'i>), String> {
    let (place, reason) = match item {
        Item::Bad(place, reason) => (*place, reason.clone()),
        Item::Text(chunk) => match Document::parse_with(&chunk.text, Limits::default()) {
            Ok(document) => return Ok((chunk, document)),
            Err(error) => {
                let hint = input::hint(&chunk.text, &error, container.holds());
                (chunk.origin.place(error.place()), format!("{}{hint}", error.reason()))
            }
        },
    };
    Err(format!("{name}:{}:{}: {reason}", place.line, place.column))
}

fn duplicates(file: &FileState, read: &Read<'_>, outcome: &mut Outcome) {
    let mut duplicates = read.document.duplicates();
    // To find a place costs a walk over the text, so it is done for those that are named.
    for duplicate in duplicates.by_ref().take(NAMED) {
        let start = duplicate.key_span().start;
        let place = read.chunk.origin.place(Place::of(read.document.text(), start));
        outcome.remark(format!(
            "{}:{}:{}: the member {:?} stands twice in one object; readers see the last one",
            file.name,
            place.line,
            place.column,
            duplicate.key.to_str()
        ));
    }
    outcome.remarks.more += duplicates.count();
}
