//! docs/encodings.md: what each text form costs for data of several shapes.

mod shapes;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use shapes::shapes;
use sightline::json::Document;
use sightline::tokens::count;
use sightline_kit::encode::{Encoding, Fidelity, encode};

const HEAD: &str = "# What text forms cost

Written by `crates/sightline-kit/tests/encodings.rs`; `cargo xtask accept` rewrites it.
The figures are tokens of `o200k_base`, which are exact for OpenAI's models and a measure of size for others.
`sightline render FILE` prints the same for your own data, and `--as FORM` the text.

A form is *lossless* when the value can be read back from the text.
The other forms keep everything that stands in the value and no longer tell `\"1\"` from `1`, or absent from empty.
Where a form has no way to say a value it writes lines, so that rows inside an object, nested data and single values have a text in every form.
";

#[test]
fn the_page_is_what_is_measured() {
    let shapes = shapes();
    assert!(shapes.len() >= 10);
    let mut page = HEAD.to_owned();
    page.push_str("\n| form | keeps |\n| --- | --- |\n");
    for encoding in Encoding::ALL {
        let _ = writeln!(page, "| {encoding} | {} |", encoding.fidelity().name());
    }
    page.push_str("\n| data | ");
    let names: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
    let _ = writeln!(
        page,
        "{} | least |\n| --- |{}",
        names.join(" | "),
        " ---: |".repeat(names.len()) + " --- |"
    );
    for (name, words, json) in &shapes {
        let document = Document::parse(json).unwrap();
        let tokens = Encoding::ALL.map(|encoding| count(&encode(document.root(), encoding)));
        let json_tokens = tokens[0].max(1);
        let least = tokens.iter().min().copied().unwrap_or_default();
        let winners: Vec<&str> =
            names.iter().zip(tokens).filter(|(_, count)| *count == least).map(|(name, _)| *name).collect();
        let cells: Vec<String> = tokens
            .iter()
            .enumerate()
            .map(|(index, count)| match index {
                0 => count.to_string(),
                _ => format!("{count} ({} %)", count * 100 / json_tokens),
            })
            .collect();
        let _ = writeln!(page, "| {name}: {words} | {} | {} |", cells.join(" | "), winners.join(", "));
    }
    page.push_str("\nPercentages are of the compact JSON.\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/encodings.md");
    if std::env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == page, "docs/encodings.md is out of date; run `cargo xtask accept`\n{page}");
}

/// What is called lossless can be read back. TOON is read by the official decoder in the tests with real
/// peers; the JSON form here.
#[test]
fn json_reads_back() {
    for (name, _, json) in shapes() {
        let document = Document::parse(&json).unwrap();
        for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.fidelity() == Fidelity::Lossless)
        {
            let text = encode(document.root(), encoding);
            if encoding == Encoding::Json {
                assert!(Document::parse(&text).unwrap().root().equals(document.root()), "{name}");
            }
        }
    }
}
