//! A tool definition in its natural form, and what it becomes for each revision.

use std::sync::OnceLock;

use sightline::adapt::adapt;
use sightline::diagnostic::{Diagnostic, Level};
use sightline::json::Document;
use sightline::result::ToolResult;
use sightline::revision::{REVISIONS, Revision};
use sightline::rules::{Context, Settings, check};
use sightline::schema::OutputSchema;
use sightline::tool::Tool;

use crate::error::Error;

/// A definition that was checked, with its schema compiled once.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: String,
    document: Document<'static>,
    pub(crate) schema: Option<OutputSchema>,
    /// The definition for each known revision, in the order of `REVISIONS`.
    adapted: Vec<OnceLock<String>>,
}

impl Definition {
    pub(crate) fn new(name: &str, json: String) -> Result<Self, Error> {
        let document =
            Document::from_string(json).map_err(|error| Error::not_json(name, error.to_string()))?;
        let schema = Tool::of(document.root()).output_schema().map(OutputSchema::compile);
        let schema = schema.transpose().map_err(|problem| Error::schema(name, problem))?;
        let adapted = REVISIONS.iter().map(|_| OnceLock::new()).collect();
        let definition = Self { name: name.to_owned(), document, schema, adapted };
        for facts in &REVISIONS {
            let text = definition.for_revision(&facts.revision);
            let document = Document::parse(text).map_err(|error| Error::not_json(name, error.to_string()))?;
            let context = Context::new(facts.revision.clone()).with_tool(Tool::of(document.root()));
            refuse_errors(name, &context)?;
        }
        Ok(definition)
    }

    /// The natural definition.
    pub(crate) fn tool(&self) -> Tool<'_> {
        Tool::of(self.document.root())
    }

    pub(crate) fn json(&self) -> &str {
        self.document.text()
    }

    /// The definition for a peer; of an unknown revision as for the newest.
    pub(crate) fn for_revision(&self, revision: &Revision) -> &str {
        let row = &revision.facts_or_newest().revision;
        let at = REVISIONS.iter().position(|facts| facts.revision == *row).unwrap_or_default();
        let Some(cell) = self.adapted.get(at) else { return self.json() };
        cell.get_or_init(|| {
            let adapted = adapt(Some(self.tool()), None, &Revision::LATEST, row);
            adapted.tool.unwrap_or_else(|| self.json().to_owned())
        })
    }

    /// Fails when `check` calls the result an error in any revision that it may be sent in.
    pub(crate) fn refuse(&self, result: &str) -> Result<(), Error> {
        let document =
            Document::parse(result).map_err(|error| Error::not_json(&self.name, error.to_string()))?;
        for facts in &REVISIONS {
            let to = &facts.revision;
            let result = ToolResult::of(document.root());
            let adapted = adapt(Some(self.tool()), result, &Revision::LATEST, to);
            let (Some(tool), Some(result)) = (adapted.tool, adapted.result) else { continue };
            let (Ok(tool), Ok(result)) = (Document::parse(&tool), Document::parse(&result)) else { continue };
            let Some(result) = ToolResult::of(result.root()) else { continue };
            let context = Context::new(to.clone()).with_known_tool(Tool::of(tool.root())).with_result(result);
            refuse_errors(&self.name, &context)?;
        }
        Ok(())
    }
}

fn refuse_errors(name: &str, context: &Context<'_>) -> Result<(), Error> {
    let mut findings: Vec<Diagnostic> = check(context, &Settings::default());
    findings.retain(|finding| finding.level == Level::Error);
    if findings.is_empty() { Ok(()) } else { Err(Error::refused(name, findings)) }
}
