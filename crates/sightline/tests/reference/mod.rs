//! The reference of the profile format, read from the documentation of the types that read it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Chapters in the order of the file, each with the types it describes.
const CHAPTERS: &[(&str, &str, &[&str])] = &[
    ("The file", "profile/file.rs", &["ProfileFile", "VersionFile", "SurfaceFile"]),
    ("Evidence", "profile.rs", &["Evidence", "How"]),
    ("Behaviour", "profile/behaviour.rs", &["Behaviour", "AudienceRule", "Refusal", "ProtocolErrorForm"]),
    ("Strategies", "profile/strategy.rs", &["Strategy"]),
    ("The SDK below", "sdk/receive.rs", &["SdkLayer", "SdkKind", "ChecksSchema", "OddSchema"]),
    ("Cases", "profile/case.rs", &["Case", "Appendix", "Condition", "Show", "Envelope", "SkipTexts"]),
    (
        "Blocks",
        "profile/blocks.rs",
        &["BlockRule", "BlockName", "Emit", "JsonMember", "JsonPart", "MediaAs", "Place"],
    ),
    ("A client's own models", "profile/model.rs", &["Model", "ModelObject"]),
    ("Forms of a text", "profile/forms.rs", &["List", "ObjectForm", "Frame", "Defuse"]),
    (
        "Texts that are too long",
        "profile/sizes.rs",
        &[
            "Limit",
            "Cap",
            "Spill",
            "Stage",
            "Keep",
            "Excerpt",
            "ModelSize",
            "JsonExcerpt",
            "Preview",
            "ResourceLimit",
            "Size",
            "Piece",
        ],
    ),
    ("The message", "profile/behaviour.rs", &["Message", "ErrorMark"]),
    ("How JSON is printed", "sdk/print.rs", &["Style", "Runtime", "Spacing"]),
];

const HEAD: &str = "# The profile format\n\n\
    A client profile is one TOML file that says what a client's model receives for a tool result, and how that is known.\n\
    `sightline clients new NAME` writes one to begin from; `sightline project result.json --profile NAME.toml --why` tries it.\n\
    CONTRIBUTING.md has the walk from there to a shipped profile.\n\n\
    This page is written from the documentation of the types that read the file; `cargo xtask accept` rewrites it.\n\
    Words are written as shown: lower case, with hyphens.\n\
    What is marked as required must be there; all else may be left out.\n";

/// One member of a table, or one word of a choice.
pub struct Parameter {
    pub name: String,
    takes: String,
    /// Whether it may be left out, or is what counts when nothing is chosen.
    pub is_default: bool,
    pub says: String,
}

/// One table or one choice of the format.
pub struct Described {
    name: String,
    pub is_choice: bool,
    says: String,
    pub parameters: Vec<Parameter>,
}

fn source(place: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(place);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All that a profile can say.
pub fn described() -> Vec<(&'static str, Vec<Described>)> {
    let chapter = |(title, place, names): &(&'static str, &str, &[&str])| {
        let text = source(place);
        (*title, names.iter().map(|name| describe(&text, name)).collect())
    };
    CHAPTERS.iter().map(chapter).collect()
}

pub fn page() -> String {
    let mut page = HEAD.to_owned();
    for (title, tables) in described() {
        let _ = write!(page, "\n## {title}\n");
        for table in tables {
            let _ = write!(page, "\n### {}\n\n{}\n\n", table.name, table.says);
            let head = if table.is_choice { "word | takes" } else { "parameter | takes" };
            let _ = write!(page, "| {head} | what it says |\n| --- | --- | --- |\n");
            for one in &table.parameters {
                let mark = match (table.is_choice, one.is_default) {
                    (true, true) => " (default)",
                    (false, false) => " (required)",
                    (true, false) | (false, true) => "",
                };
                let _ = writeln!(page, "| `{}`{mark} | {} | {} |", one.name, one.takes, one.says);
            }
        }
    }
    page.push_str("\n## Placeholders\n\n");
    for place in ["project/mod.rs", "project/excerpt.rs"] {
        let text = source(place);
        let paragraph = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
        let words: Vec<&str> = paragraph.skip_while(|line| !line.starts_with("Placeholders")).collect();
        let _ = write!(page, "{}\n\n", words.join(" "));
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

/// Reads one type: its lines stand between its head and the next closing brace in the first column.
fn describe(text: &str, name: &str) -> Described {
    let lines: Vec<&str> = text.lines().collect();
    let heads = ["struct", "enum"].map(|kind| format!("{kind} {name} {{"));
    let is_head = |line: &str| heads.iter().any(|head| line.trim_start_matches("pub ") == *head);
    let at = lines.iter().position(|line| is_head(line)).unwrap_or_else(|| panic!("no type {name}"));
    let is_choice = lines[at].contains("enum ");
    let before =
        lines[..at].iter().rev().take_while(|line| line.starts_with("///") || line.starts_with("#["));
    let mut said: Vec<&str> = before.filter_map(|line| line.strip_prefix("///")).map(str::trim).collect();
    said.reverse();
    let said: Vec<&str> = said.into_iter().take_while(|line| !line.starts_with("```")).collect();
    let mut parameters = Vec::new();
    let (mut says, mut marks) = (Vec::new(), String::new());
    for line in lines[at + 1..].iter().take_while(|line| **line != "}") {
        if let Some((name, kind)) = line.trim_end_matches(',').strip_prefix("        ").and_then(named) {
            // A member of the word above.
            let above: &mut Parameter = parameters.last_mut().expect("a word with members");
            let comma = if above.takes.is_empty() { "" } else { ", " };
            let _ = write!(above.takes, "{comma}`{name}`: {}", takes(kind));
        }
        let Some(line) = line.strip_prefix("    ").filter(|line| !line.starts_with([' ', '}'])) else {
            continue;
        };
        if let Some(line) = line.strip_prefix("///") {
            says.push(line.trim());
        } else if line.starts_with("#[") {
            marks.push_str(line);
        } else {
            let declared = line.trim_start_matches("pub ").trim_end_matches([',', '{', ' ']);
            let parameter = if is_choice { word(declared, &marks) } else { member(declared, &marks) };
            parameters.push(Parameter { says: says.join(" ").replace('|', "\\|"), ..parameter });
            says.clear();
            marks.clear();
        }
    }
    Described {
        name: name.trim_end_matches("File").to_owned(),
        is_choice,
        says: said.join(" ").trim().to_owned(),
        parameters,
    }
}

fn named(line: &str) -> Option<(&str, &str)> {
    line.split_once(": ").filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_lowercase()))
}

fn member(declared: &str, marks: &str) -> Parameter {
    let (name, kind) = declared.split_once(": ").unwrap();
    let is_default = marks.contains("serde(default");
    Parameter { name: name.replace('_', "-"), takes: takes(kind), is_default, says: String::new() }
}

fn word(declared: &str, marks: &str) -> Parameter {
    let (name, kind) = declared.split_once('(').unwrap_or((declared, ""));
    let renamed = marks.split_once("rename = \"").and_then(|(_, rest)| rest.split_once('"'));
    let name = renamed.map_or_else(|| kebab(name), |(name, _)| name.to_owned());
    let takes = match kind.trim_end_matches(')') {
        "" => String::new(),
        kind => kind.split(", ").map(takes).collect::<Vec<_>>().join(", "),
    };
    Parameter { name, takes, is_default: marks.contains("#[default]"), says: String::new() }
}

fn kebab(name: &str) -> String {
    let mut out = String::new();
    for (index, character) in name.char_indices() {
        if index > 0 && character.is_ascii_uppercase() {
            out.push('-');
        }
        out.push(character.to_ascii_lowercase());
    }
    out
}

/// What is written as the value, for one who does not read Rust.
fn takes(kind: &str) -> String {
    let inner = |name: &str| kind.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>');
    match kind {
        "String" => "text".to_owned(),
        "bool" => "true or false".to_owned(),
        "usize" | "f64" => "number".to_owned(),
        "char" => "letter".to_owned(),
        "Table" => "tables by name".to_owned(),
        "BTreeMap<String, String>" => "texts by name".to_owned(),
        "Vec<(String, String)>" => "list of pairs of texts".to_owned(),
        _ => match (inner("Option"), inner("Vec")) {
            (Some(kind), _) => takes(kind),
            (None, Some(kind)) => format!("list of {}", plural(&takes(kind))),
            (None, None) => {
                let name = kind.trim_end_matches("File");
                format!("[{name}](#{})", name.to_ascii_lowercase())
            }
        },
    }
}

fn plural(word: &str) -> String {
    if word.starts_with('[') { word.to_owned() } else { format!("{word}s") }
}
