//! What the library crates offer, a line for each item, as rustdoc knows it and in the words of the source.
//!
//! The lists stand in docs/api, so that a change of what is public is seen in review; against the last
//! release a line that is gone is a breaking change. rustdoc writes JSON only when it is told that
//! unstable options are fine, which a script between cargo and rustdoc says: told to cargo, it would
//! build all dependencies again.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The published libraries: package, and crate as rustdoc names its file.
pub const CRATES: [(&str, &str); 2] = [("mcp-sightline", "sightline"), ("sightline-kit", "sightline_kit")];

const SCRIPT: &str =
    "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\" -Z unstable-options --output-format json\n";

/// Compares the lists with what stands in docs/api, or writes them.
pub fn compare(root: &Path) -> Result<String, String> {
    read(root)?;
    let mut said = Vec::new();
    let mut problems = Vec::new();
    for (package, name) in CRATES {
        let listed = listed(root, name)?;
        let path = root.join(format!("docs/api/{package}.txt"));
        if env::var_os("SIGHTLINE_UPDATE").is_some() {
            fs::create_dir_all(root.join("docs/api")).map_err(|error| error.to_string())?;
            fs::write(&path, &listed).map_err(|error| error.to_string())?;
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        said.push(format!("{package}: {} public items", listed.lines().count()));
        let (gone, new) = (without(&stored, &listed), without(&listed, &stored));
        if !gone.is_empty() || !new.is_empty() {
            problems.push(format!(
                "docs/api/{package}.txt is out of date; `SIGHTLINE_UPDATE=1 cargo xtask api` accepts\n{}{}",
                lines("- ", &gone),
                lines("+ ", &new)
            ));
        }
    }
    if problems.is_empty() { Ok(said.join("\n")) } else { Err(problems.join("\n")) }
}

/// The tag of the last release.
pub fn last_release(root: &Path) -> Option<String> {
    git(root, &["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"])
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Holds the lists against those of the last release; `None` where nothing is released yet.
pub fn since_release(root: &Path) -> Result<Option<String>, String> {
    let Some(tag) = last_release(root) else { return Ok(None) };
    let manifest = fs::read_to_string(root.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let version = version_of(&manifest).ok_or("Cargo.toml names no version")?;
    let mut said = Vec::new();
    for (package, _) in CRATES {
        let file = format!("docs/api/{package}.txt");
        let Some(before) = git(root, &["show", &format!("{tag}:{file}")]) else { continue };
        let now = fs::read_to_string(root.join(&file)).map_err(|error| error.to_string())?;
        let gone = without(&before, &now);
        said.push(format!("{package} since {tag}: {} lines gone or changed", gone.len()));
        if !gone.is_empty() && !is_breaking(tag.trim_start_matches('v'), version) {
            return Err(format!("{package} {version} breaks {tag}:\n{}", lines("- ", &gone)));
        }
    }
    Ok(Some(said.join("\n")))
}

/// The version below `[workspace.package]`.
fn version_of(manifest: &str) -> Option<&str> {
    let (_, package) = manifest.split_once("[workspace.package]")?;
    let (_, rest) = package.split_once("version = \"")?;
    rest.split_once('"').map(|(version, _)| version)
}

/// Whether Cargo takes the second version for one that may break users of the first.
fn is_breaking(before: &str, now: &str) -> bool {
    let parts = |version: &str| -> Vec<u64> {
        version.split(['.', '-']).map_while(|part| part.parse().ok()).collect()
    };
    let leading = |version: Vec<u64>| -> Vec<u64> {
        let upto = version.iter().position(|part| *part > 0).map_or(version.len(), |first| first + 1);
        version.into_iter().take(upto).collect()
    };
    leading(parts(before)) != leading(parts(now))
}

/// The lines of one list that another has not.
fn without<'l>(list: &'l str, other: &str) -> Vec<&'l str> {
    let other: BTreeSet<&str> = other.lines().collect();
    list.lines().filter(|line| !other.contains(line)).collect()
}

fn lines(before: &str, list: &[&str]) -> String {
    list.iter().map(|line| format!("{before}{line}\n")).collect()
}

/// Lets rustdoc read the crates. The workspace as a whole, as when documentation is built, so that
/// nothing is built twice.
fn read(root: &Path) -> Result<(), String> {
    let script = root.join("target/rustdoc-json.sh");
    fs::create_dir_all(root.join("target")).map_err(|error| error.to_string())?;
    fs::write(&script, SCRIPT).map_err(|error| error.to_string())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())?;
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["doc", "--workspace", "--no-deps", "--lib", "--features", "sightline-kit/rmcp"]);
    cargo.env("RUSTDOC", &script).current_dir(root);
    let status = cargo.status().map_err(|error| format!("cargo doc could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo doc: {status}")) }
}

/// Lists one crate that rustdoc has read.
fn listed(root: &Path, name: &str) -> Result<String, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let path = target.join(format!("doc/{name}.json"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let read: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut list = List { read: &read, root, sources: HashMap::new(), lines: BTreeSet::new() };
    list.item(&read["root"], name, &mut Vec::new());
    Ok(list.lines.into_iter().map(|line| line + "\n").collect())
}

struct List<'r> {
    read: &'r Value,
    root: &'r Path,
    sources: HashMap<String, String>,
    lines: BTreeSet<String>,
}

impl List<'_> {
    fn get(&self, id: &Value) -> Option<&Value> {
        self.read["index"].get(key(id))
    }

    /// Adds an item that is public under a path, and what is public below it.
    fn item(&mut self, id: &Value, path: &str, above: &mut Vec<String>) {
        let id_key = key(id);
        // A module may be exported below itself.
        if above.contains(&id_key) {
            return;
        }
        let Some(item) = self.get(id).cloned() else { return };
        above.push(id_key);
        let (kind, inner) = kind(&item);
        match kind {
            "module" => {
                self.say(path, "mod");
                for child in items(&inner["items"]) {
                    self.child(child, path, above);
                }
            }
            "struct" | "union" | "enum" => self.type_of(&item, kind, inner, path, above),
            "trait" => {
                self.signed(&item, path);
                for child in items(&inner["items"]) {
                    self.named(child, path, above);
                }
            }
            "macro" | "proc_macro" => self.say(path, "macro"),
            _ => self.signed(&item, path),
        }
        above.pop();
    }

    /// Adds what a module holds, where it is public.
    fn child(&mut self, id: &Value, path: &str, above: &mut Vec<String>) {
        let Some(item) = self.get(id).cloned() else { return };
        if item["visibility"] != "public" {
            return;
        }
        let (kind, inner) = kind(&item);
        if kind != "use" {
            self.named(id, path, above);
            return;
        }
        let name = inner["name"].as_str().unwrap_or_default();
        let target = self.get(&inner["id"]).cloned();
        match target {
            Some(target) if inner["is_glob"] == true => {
                for child in items(&target["inner"]["module"]["items"]) {
                    self.child(child, path, above);
                }
            }
            Some(_) => self.item(&inner["id"], &format!("{path}::{name}"), above),
            // What another crate defines.
            None => self.say(
                &format!("{path}::{name}"),
                &format!("use {}", inner["source"].as_str().unwrap_or_default()),
            ),
        }
    }

    /// Adds an item below a path under its own name.
    fn named(&mut self, id: &Value, path: &str, above: &mut Vec<String>) {
        let Some(name) = self.get(id).and_then(|item| item["name"].as_str()).map(str::to_owned) else {
            return;
        };
        self.item(id, &format!("{path}::{name}"), above);
    }

    fn type_of(&mut self, item: &Value, kind: &str, inner: &Value, path: &str, above: &mut Vec<String>) {
        self.signed(item, path);
        let fields = if kind == "enum" { &inner["variants"] } else { &inner["kind"]["plain"]["fields"] };
        for field in items(fields) {
            let is_public =
                self.get(field).is_some_and(|field| field["visibility"] != "crate" && !is_restricted(field));
            if is_public {
                self.named(field, path, above);
            }
        }
        let mut auto = Vec::new();
        for id in items(&inner["impls"]) {
            let Some(found) = self.get(id).cloned() else { continue };
            let inner = &found["inner"]["impl"];
            let of = inner["trait"]["path"].as_str().map(str::to_owned);
            match of {
                None => {
                    for child in items(&inner["items"]) {
                        if self.get(child).is_some_and(|child| child["visibility"] == "public") {
                            self.named(child, path, above);
                        }
                    }
                }
                Some(of) if inner["is_synthetic"] == true => {
                    if matches!(of.as_str(), "Send" | "Sync") && inner["is_negative"] != true {
                        auto.push(of);
                    }
                }
                Some(of) if inner["blanket_impl"].is_null() && !of.starts_with("Structural") => {
                    let written = self.signature(&found).filter(|text| text.starts_with("impl"));
                    let line = written.unwrap_or_else(|| format!("impl {of} (derived)"));
                    self.say(path, &line);
                }
                Some(_) => {}
            }
        }
        auto.sort();
        self.say(
            path,
            &format!(
                "is {}",
                if auto.is_empty() { "neither Send nor Sync".to_owned() } else { auto.join(" and ") }
            ),
        );
    }

    fn signed(&mut self, item: &Value, path: &str) {
        let signature = self.signature(item).unwrap_or_else(|| kind(item).0.to_owned());
        self.say(path, &signature);
    }

    fn say(&mut self, path: &str, what: &str) {
        self.lines.insert(format!("{path}: {what}"));
    }

    /// The item as its source has it, on one line and without a body.
    fn signature(&mut self, item: &Value) -> Option<String> {
        let span = &item["span"];
        let file = span["filename"].as_str()?;
        if !self.sources.contains_key(file) {
            let text = fs::read_to_string(self.root.join(file)).ok()?;
            self.sources.insert(file.to_owned(), text);
        }
        let text = self.sources.get(file)?;
        let place = |name: &str| Some((span[name][0].as_u64()? as usize, span[name][1].as_u64()? as usize));
        let ((first, column), (last, _)) = (place("begin")?, place("end")?);
        let mut lines = text.lines().skip(first.checked_sub(1)?).take(last + 1 - first);
        let mut whole: String = lines.next()?.chars().skip(column.saturating_sub(1)).collect();
        for line in lines.map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with("#[")) {
            whole.push(' ');
            whole.push_str(line);
        }
        Some(head(&whole, kind(item).0))
    }
}

/// The signature in front of a body or a value.
fn head(source: &str, kind: &str) -> String {
    let end = match kind {
        "function" | "trait" | "impl" | "struct" | "union" | "enum" => source.find(" {"),
        "constant" | "static" | "assoc_const" => source.find(" = "),
        _ => None,
    };
    let words: Vec<&str> =
        source.get(..end.unwrap_or(source.len())).unwrap_or(source).split_whitespace().collect();
    let line = words.join(" ").replace("( ", "(").replace(", )", ")");
    line.trim_end_matches([',', ';']).replace("(mut self", "(self")
}

fn is_restricted(item: &Value) -> bool {
    item["visibility"].is_object()
}

fn kind(item: &Value) -> (&str, &Value) {
    const NOTHING: &Value = &Value::Null;
    let inner = item["inner"].as_object().and_then(|inner| inner.iter().next());
    inner.map_or(("", NOTHING), |(kind, inner)| (kind.as_str(), inner))
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Ids are numbers, and the keys of the index are texts.
fn key(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_end_before_bodies_and_values() {
        for (source, kind, expected) in [
            (
                "pub fn a(self,     b: u8) -> &'d str { self.b }",
                "function",
                "pub fn a(self, b: u8) -> &'d str",
            ),
            ("fn put(&self) -> io::Result<String>;", "function", "fn put(&self) -> io::Result<String>"),
            ("pub const MIME: &str = \"a;b\";", "constant", "pub const MIME: &str"),
            (
                "pub fn new(mut self, bytes: &[u8; 32]) -> Self {",
                "function",
                "pub fn new(self, bytes: &[u8; 32]) -> Self",
            ),
            ("pub const ALL: [Self; 2] = [Self::A, Self::B];", "constant", "pub const ALL: [Self; 2]"),
            ("pub struct Pair(pub u8, u8);", "struct", "pub struct Pair(pub u8, u8)"),
            ("pub struct Unit { a: u8 }", "struct", "pub struct Unit"),
            ("Pair(u8, u8)", "variant", "Pair(u8, u8)"),
            ("pub map: HashMap<u8, u8>,", "struct_field", "pub map: HashMap<u8, u8>"),
            ("impl<T> Clone for A<T> { fn clone() {} }", "impl", "impl<T> Clone for A<T>"),
        ] {
            assert_eq!(head(source, kind), expected);
        }
    }

    #[test]
    fn only_a_leading_part_may_break() {
        for (before, now, may) in [
            ("0.1.0", "0.1.1", false),
            ("0.1.9", "0.2.0", true),
            ("1.2.0", "1.3.0", false),
            ("1.2.0", "2.0.0", true),
            ("0.0.1", "0.0.2", true),
            ("0.9.0", "1.0.0", true),
        ] {
            assert_eq!(is_breaking(before, now), may, "{before} {now}");
        }
        assert_eq!(version_of("[workspace.package]\nversion = \"0.1.0\"\n"), Some("0.1.0"));
    }

    #[test]
    fn a_line_that_changed_is_gone_and_new() {
        assert_eq!(without("a\nb\n", "a\nc\n"), ["b"]);
        assert_eq!(without("a\nc\n", "a\nb\n"), ["c"]);
    }
}
