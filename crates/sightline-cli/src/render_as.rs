//! `sightline render`: a value as the text forms that a server can give a model.

use std::io::Write as _;

use anyhow::Result;
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::json;
use sightline::align::parse_json_text;
use sightline::content::ContentBlock;
use sightline::exchange::Exchange;
use sightline::json::{Document, Node};
use sightline::tokens::{VOCABULARY, count};
use sightline_kit::encode::{Encoding, encode};

use crate::args::{Format, RenderArgs};
use crate::{input, render};

pub fn run(args: &RenderArgs) -> Result<u8> {
    let bytes = input::read(&args.file)?;
    let document = input::parse(&args.file, &bytes)?;
    let read = text_value(&document);
    let value = read.as_ref().map_or_else(|| structured(&document), Document::root);
    let mut out = std::io::stdout().lock();
    match (args.encoding, args.format) {
        (Some(encoding), Format::Text) => {
            writeln!(out, "{}", render::for_stdout(&encode(value, encoding)))?;
        }
        (Some(encoding), Format::Json) => writeln!(out, "{:#}", facts(value, encoding, true))?,
        (None, Format::Text) => writeln!(out, "{}", table(value))?,
        (None, Format::Json) => {
            let all = Encoding::ALL.map(|encoding| facts(value, encoding, false));
            writeln!(out, "{:#}", json!(all))?;
        }
    }
    Ok(0)
}

/// The structured content of what holds some, else the document itself.
fn structured<'d>(document: &'d Document<'_>) -> Node<'d> {
    let exchange = Exchange::of(document).ok();
    let result = exchange.and_then(|exchange| exchange.result);
    result.and_then(|result| result.structured_content()).unwrap_or(document.root())
}

/// The first text of a result that is JSON, where there is no structured content.
fn text_value(document: &Document<'_>) -> Option<Document<'static>> {
    let result = Exchange::of(document).ok()?.result?;
    if result.structured_content().is_some() || result.content_node().is_none() {
        return None;
    }
    result.content().filter_map(ContentBlock::text).find_map(|text| parse_json_text(text.to_str()))
}

fn facts(value: Node<'_>, encoding: Encoding, with_text: bool) -> serde_json::Value {
    let text = encode(value, encoding);
    let mut facts = json!({
        "form": encoding.name(),
        "bytes": text.len(),
        "tokens": count(&text),
        "vocabulary": VOCABULARY,
        "keeps": encoding.fidelity().name(),
    });
    if with_text {
        facts["text"] = json!(text);
    }
    facts
}

fn table(value: Node<'_>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["form", "bytes", "tokens", "of the JSON", "keeps"]);
    let json = count(&encode(value, Encoding::Json)).max(1);
    for encoding in Encoding::ALL {
        let text = encode(value, encoding);
        let tokens = count(&text);
        table.add_row([
            encoding.name().to_owned(),
            text.len().to_string(),
            tokens.to_string(),
            format!("{} %", tokens * 100 / json),
            encoding.fidelity().name().to_owned(),
        ]);
    }
    table
}
