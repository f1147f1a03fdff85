//! The page that says what becomes of each kind of block, for each surface of each client.
//!
//! Each block stands behind a caption, and what arrives is held against what arrives for the caption alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sightline::profile::{How, Place, Profile, Selector, Surface};
use sightline::project::{ErrorShown, PartKind, Projection};

use crate::scenarios::{Scenario, shown};

const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
const SOUND: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==";
const DATA: &str = "c2VlZHMgb2YgbW9zcwD/";

/// A kind of block: its name, an example, the name of its type, and what shows that it arrived.
struct Kind {
    name: &'static str,
    block: &'static str,
    type_name: &'static str,
    /// What it says: seen in a text, the content arrived.
    says: &'static str,
    /// What names it without its content.
    names: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind {
        name: "text",
        block: r#"{"type":"text","text":"Moss grows."}"#,
        type_name: "text",
        says: "Moss grows.",
        names: "",
    },
    Kind {
        name: "image",
        block: r#"{"type":"image","data":"PICTURE","mimeType":"image/png"}"#,
        type_name: "image",
        says: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB",
        names: "",
    },
    Kind {
        name: "audio",
        block: r#"{"type":"audio","data":"SOUND","mimeType":"audio/wav"}"#,
        type_name: "audio",
        says: SOUND,
        names: "",
    },
    Kind {
        name: "link",
        block: r#"{"type":"resource_link","uri":"https://moss.example/atlas","name":"atlas","mimeType":"text/plain"}"#,
        type_name: "resource_link",
        says: "",
        names: "https://moss.example/atlas",
    },
    Kind {
        name: "embedded text",
        block: r#"{"type":"resource","resource":{"uri":"moss://leaf","mimeType":"text/plain","text":"Moss has leaves."}}"#,
        type_name: "resource",
        says: "Moss has leaves.",
        names: "moss://leaf",
    },
    Kind {
        name: "blob",
        block: r#"{"type":"resource","resource":{"uri":"moss://spore","mimeType":"application/octet-stream","blob":"DATA"}}"#,
        type_name: "resource",
        says: DATA,
        names: "moss://spore",
    },
    Kind {
        name: "unknown",
        block: r#"{"type":"hologram","text":"Moss glows."}"#,
        type_name: "hologram",
        says: "Moss glows.",
        names: "",
    },
];

const CAPTION: &str = r#"{"type":"text","text":"Caption."}"#;
const TOOL: &str = r#"{"name":"report","inputSchema":{"type":"object"}}"#;
const TOOL_WITH_SCHEMA: &str = r#"{"name":"report","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}}"#;
const DATA_ALONE: &str = r#"{"content":[],"structuredContent":{"total":4217}}"#;

const NOTHING: &str = r#"{"content":[]}"#;

const LEGEND: &str = "\
| letter | what of the block the model is sent |
| --- | --- |
| T | what it says, as text |
| J | the whole block as JSON, or as its type prints itself; data stand in it as base64 |
| B | its data as base64, inside of a text |
| M | its data as a picture, a sound or a file, in the tool's message |
| M↓ | the same in a message of the user's that follows |
| M→ | the same beside the tool's message |
| F | a path: the client wrote the data to a file |
| U | where it is to be found or what it is called, and not what is in it |
| W | words of the client's own in its place |
| – | nothing: it is dropped without a word |
| R | the whole result is refused: words of the client's own stand for it, the caption is lost too |
| E | the run ends |
";

/// Writes the page.
pub fn page(profiles: &[Profile]) -> String {
    let mut text = format!(
        "# What becomes of each kind of block\n\n\
         Computed by projecting, for each surface of the version that counts today: a block of the kind behind a text, and\n\
         structured content without any block (the last column, of a tool that declares its schema).\n\
         Rows marked ° were read in source or lifted out of it; the others ran.\n\
         `cargo xtask accept` rewrites this page; [the other one](README.md) has whole results.\n\n{LEGEND}\n"
    );
    let mut dialects: BTreeMap<&str, Vec<(&Profile, Vec<&Surface>)>> = BTreeMap::new();
    for profile in profiles {
        let Ok(version) = profile.version(&Selector::default()) else { continue };
        for surface in &version.surfaces {
            let rows = dialects.entry(surface.dialect.as_str()).or_default();
            match rows.last_mut() {
                Some((known, surfaces)) if known.client == profile.client => surfaces.push(surface),
                _ => rows.push((profile, vec![surface])),
            }
        }
    }
    for (dialect, clients) in dialects {
        let title = if dialect == "none" {
            "no dialect: the value of the tool, or what a script is given"
        } else {
            dialect
        };
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        let rule = vec!["---"; names.len() + 3];
        let _ = write!(
            text,
            "\n## {title}\n\n| client | surface | {} | data alone |\n| {} |\n",
            names.join(" | "),
            rule.join(" | ")
        );
        for (profile, surfaces) in clients {
            rows(profile, &surfaces, &mut text);
        }
    }
    text
}

/// The rows of one client in one dialect; surfaces that show the same share one.
fn rows(profile: &Profile, surfaces: &[&Surface], text: &mut String) {
    let mut rows: Vec<(String, Vec<&Surface>)> = Vec::new();
    for surface in surfaces {
        let cells: Vec<String> =
            KINDS.iter().map(|kind| cell(surface, kind)).chain([data_alone(surface)]).collect();
        let cells = cells.join(" | ");
        let fits = |row: &&mut (String, Vec<&Surface>)| {
            row.0 == cells && row.1.first().is_some_and(|first| first.evidence.how == surface.evidence.how)
        };
        match rows.iter_mut().find(fits) {
            Some(row) => row.1.push(surface),
            None => rows.push((cells, vec![surface])),
        }
    }
    for (cells, surfaces) in rows {
        let mark = if surfaces.iter().all(|surface| surface.evidence.how == How::Ran) { "" } else { "°" };
        let client = &profile.client;
        let _ = writeln!(text, "| [{client}]({client}.md){mark} | {} | {cells} |", named(&surfaces));
    }
}

/// The surfaces of a row: each name once, with what it holds for.
fn named(surfaces: &[&Surface]) -> String {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for surface in surfaces {
        // An era that shows what any other one shows is no condition.
        let same = |other: &&Surface| other.name == surface.name && other.era.is_empty();
        let era = if surfaces.iter().any(same) { "" } else { &surface.era };
        let options = surface.options.iter().map(|(key, value)| format!("{key}={value}"));
        let conditions =
            [era, &surface.transport, &surface.model].map(str::to_owned).into_iter().chain(options);
        let conditions: Vec<String> = conditions.filter(|one| !one.is_empty()).collect();
        let (known, condition) = (names.entry(&surface.name).or_default(), conditions.join(" "));
        if !known.contains(&condition) {
            known.push(condition);
        }
    }
    let words = names.into_iter().map(|(name, conditions)| {
        let usual = conditions.iter().any(String::is_empty);
        let others: Vec<String> = conditions.into_iter().filter(|one| !one.is_empty()).collect();
        match (others.join(", "), usual) {
            (others, _) if others.is_empty() => name.to_owned(),
            (others, true) => format!("{name}, with {others} too"),
            (others, false) => format!("{name}, with {others}"),
        }
    });
    words.collect::<Vec<_>>().join("; ")
}

/// What a surface shows of a block, in letters.
fn cell(surface: &Surface, kind: &Kind) -> String {
    let block = kind.block.replace("PICTURE", PICTURE).replace("SOUND", SOUND).replace("DATA", DATA);
    let with = result(surface, TOOL, &format!(r#"{{"content":[{CAPTION},{block}]}}"#));
    let without = result(surface, TOOL, &format!(r#"{{"content":[{CAPTION}]}}"#));
    match with.error {
        ErrorShown::RunAborted => return "E".to_owned(),
        ErrorShown::NotOffered | ErrorShown::Substituted => return "R".to_owned(),
        ErrorShown::Flagged | ErrorShown::None => {}
    }
    let texts = texts(&with);
    let letters: String = [of_media(&with), of_text(kind, &texts)].concat();
    let is_told = letters.is_empty() || letters.starts_with('M');
    // Where a block changes only what stands around the caption, nothing was said of it.
    let words = is_told && !told(&self::texts(&without)).contains(&told(&texts));
    match (letters.is_empty(), words) {
        (_, true) => letters + "W",
        (true, false) => "–".to_owned(),
        (false, false) => letters,
    }
}

/// What the texts hold of a block.
fn of_text(kind: &Kind, texts: &str) -> String {
    let plain: String = texts.chars().filter(|character| !matches!(character, '\\' | ' ' | '\n')).collect();
    let name = kind.type_name;
    let forms = [format!("\"type\":\"{name}\""), format!("'type':'{name}'"), format!("type='{name}'")];
    let has_type = forms.iter().any(|form| plain.contains(form));
    let names = !kind.names.is_empty() && texts.contains(kind.names);
    let says = !kind.says.is_empty() && texts.contains(kind.says);
    let is_data = matches!(kind.name, "image" | "audio" | "blob");
    // The caption's own type stands there too.
    let is_whole =
        has_type && (kind.type_name != "text" || plain.matches(&forms[0]).count() > 1) && (says || names);
    let letter = match () {
        () if is_whole => "J",
        () if says && is_data => "B",
        () if says => "T",
        () if texts.contains("{path}") => "F",
        () if names => "U",
        () => "",
    };
    letter.to_owned()
}

fn of_media(projection: &Projection) -> String {
    let media = projection.parts.iter().find(|part| !matches!(part.kind, PartKind::Text | PartKind::Json));
    let place = media.map(|part| match part.place {
        Place::ToolMessage => "M",
        Place::SiblingPart => "M→",
        Place::FollowingUserMessage => "M↓",
    });
    place.unwrap_or_default().to_owned()
}

/// What a surface shows of structured content beside which there is no block.
fn data_alone(surface: &Surface) -> String {
    let projection = result(surface, TOOL_WITH_SCHEMA, DATA_ALONE);
    let letter = match projection.error {
        ErrorShown::RunAborted => "E",
        ErrorShown::NotOffered | ErrorShown::Substituted => "R",
        ErrorShown::Flagged | ErrorShown::None => match texts(&projection) {
            texts if texts.contains("4217") => "J",
            texts if told(&texts) == told(&self::texts(&result(surface, TOOL, NOTHING))) => "–",
            _ => "W",
        },
    };
    letter.to_owned()
}

fn result(surface: &Surface, tool: &'static str, result: &str) -> Projection {
    let scenario = Scenario { name: "", question: "", tool, result };
    shown(surface, &scenario, Clone::clone)
}

fn texts(projection: &Projection) -> String {
    projection.texts().collect::<Vec<_>>().join("\n")
}

/// The letters and digits of a text, without what lists, objects and counts put around it.
fn told(texts: &str) -> String {
    let letters = texts.chars().filter(|character| character.is_alphanumeric());
    letters.collect()
}
