//! The site: what stands on its pages, and what hostile records do to them.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use sightline_survey::results::read::{Observed, load, records, shipped, surveyed};
use sightline_survey::site::{Input, Page, feed, feed_text, pages, records_shipped};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

fn live() -> Vec<Observed> {
    shipped().unwrap().into_iter().filter(|one| one.record.case.starts_with("live:")).collect()
}

fn site(observed: Vec<Observed>) -> Vec<Page> {
    let mut input = Input::default();
    input.observed = observed;
    if env::var_os("SIGHTLINE_SITE").is_some() {
        input.servers = sightline_survey::servers::shipped().unwrap();
    }
    pages(&input)
}

fn is(page: &Page, extension: &str) -> bool {
    Path::new(&page.path).extension().is_some_and(|own| own == extension)
}

fn find<'p>(pages: &'p [Page], path: &str) -> &'p str {
    &pages.iter().find(|page| page.path == path).unwrap_or_else(|| panic!("no page {path}")).text
}

/// With `SIGHTLINE_SITE=DIR` the whole site is written there, to be looked at.
#[test]
fn the_whole_site_is_written_alike_twice() {
    let observed = if env::var_os("SIGHTLINE_SITE").is_some() { shipped().unwrap() } else { live() };
    let one = site(observed.clone());
    if let Some(folder) = env::var_os("SIGHTLINE_SITE") {
        for page in &one {
            let path = Path::new(&folder).join(&page.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &page.text).unwrap();
        }
    }
    let paths: BTreeSet<&str> = one.iter().map(|page| &*page.path).collect();
    assert_eq!(paths.len(), one.len(), "no file is written twice");
    assert_eq!(one, site(observed));
}

/// Every link leads to a file of the site, and every fragment to a place in it.
#[test]
fn links_lead_somewhere() {
    let pages = site(live());
    let paths: BTreeSet<&str> = pages.iter().map(|page| &*page.path).collect();
    let mut checked = 0;
    for page in pages.iter().filter(|page| is(page, "html")) {
        let up = page.path.matches('/').count();
        for href in page.text.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            if href.starts_with("https://") || href.starts_with("data:") {
                continue;
            }
            let (file, fragment) = href.split_once('#').unwrap_or((href, ""));
            let target = match (file, up) {
                ("", _) => page.path.clone(),
                (file, 0) => file.to_owned(),
                (file, _) => match file.strip_prefix("../") {
                    Some(rest) => rest.to_owned(),
                    None => format!("{}/{file}", page.path.split('/').next().unwrap()),
                },
            };
            assert!(paths.contains(&*target), "{}: {href} leads nowhere", page.path);
            if !fragment.is_empty() {
                let text = find(&pages, &target);
                assert!(
                    text.contains(&format!(" id=\"{fragment}\"")),
                    "{}: {href}: no such place",
                    page.path
                );
            }
            checked += 1;
        }
        let ids: Vec<&str> =
            page.text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{}: an id stands twice", page.path);
    }
    println!("{checked} links");
    assert!(checked > 5_000);
}

#[test]
fn hostile_records_stay_text() {
    const EVIL: &str = "</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>\u{202e}\"'";
    let quoted = serde_json::to_string(EVIL).unwrap();
    let wire = serde_json::to_string(&format!(
        "{{\"content\":[{{\"type\":\"text\",\"text\":{quoted}}}],\"structuredContent\":{{{quoted}:{quoted}}}}}"
    ))
    .unwrap();
    let line = format!(
        r#"{{"client": {quoted}, "version": {quoted}, "surface": {quoted}, "dialect": {quoted}, "era": {quoted},
        "options": {{{quoted}: {quoted}}}, "wire": {wire}, "case": {quoted}, "status": {quoted}, "date": {quoted},
        "form": {quoted}, "parts": [{{"kind": {quoted}, "text": {quoted}, "place": {quoted}}}, {{"kind": {quoted}, "mimeType": {quoted}}}],
        "error": {quoted}, "model": {quoted}, "tool": {quoted}, "tool_definition": {{"name": {quoted}, "outputSchema": {{"title": {quoted}}}}},
        "complete": true, "handshake": {quoted}, "names_tried": [{quoted}], "client_info": {quoted}, "validator": {{"by": {quoted}}}}}"#
    )
    .replace('\n', " ");
    let two =
        records("", &format!("{line}\n{}", line.replacen("\"client\": \"<", "\"client\": \"../../<", 1)), "")
            .unwrap();
    let pages = site(two);
    for page in pages.iter().filter(|page| !is(page, "json")) {
        let scripts = page.text.matches("<script").count();
        assert_eq!(scripts, usize::from(is(page, "html")), "{}: only the page's own script", page.path);
        assert!(!page.text.contains("<img") && !page.text.contains('\u{202e}'), "{}", page.path);
    }
    for page in &pages {
        let plain = |character: char| character.is_ascii_alphanumeric() || "-./".contains(character);
        assert!(page.path.chars().all(plain) && !page.path.contains(".."), "{}", page.path);
    }
    assert!(pages.iter().any(|page| page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;")));
}

#[test]
fn nothing_is_loaded_and_only_our_script_runs() {
    let pages = site(live());
    let index = find(&pages, "index.html");
    for loading in [" src=", "@import", "url(", "http-equiv=\"refresh\""] {
        assert!(!index.contains(loading), "{loading}");
    }
    let script = index.split("<script>").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    let code = "import base64,hashlib,sys;print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())";
    let mut python = Command::new("python3")
        .args(["-c", code])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut python.stdin.take().unwrap(), script.as_bytes()).unwrap();
    let digest = String::from_utf8(python.wait_with_output().unwrap().stdout).unwrap();
    let digest = digest.trim();
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(Path::new(FOLDER).join("src/site/script.sha256"), format!("{digest}\n")).unwrap();
    }
    assert!(
        index.contains(&format!("script-src &#39;sha256-{digest}&#39;")),
        "the digest of the script is {digest}"
    );
}

#[test]
fn pages_say_what_they_say_to_everybody() {
    let pages = site(live());
    for page in pages.iter().filter(|page| is(page, "html")) {
        let has = |what: &str| assert!(page.text.contains(what), "{}: {what}", page.path);
        let frame = [
            "<html lang=\"en\">",
            "class=\"skip\" href=\"#main\"",
            "<main id=\"main\"",
            "<nav aria-label=\"Site\">",
            "<footer>",
        ];
        frame.into_iter().for_each(has);
        assert_eq!(page.text.matches("<h1").count(), 1, "{}", page.path);
        let (tables, captions) = (page.text.matches("<table").count(), page.text.matches("<caption").count());
        assert_eq!(tables, captions, "{}: every table has a caption", page.path);
        assert_eq!(
            page.text.matches("<th scope=").count() + page.text.matches("<th class=").count(),
            page.text.matches("<th ").count(),
            "{}",
            page.path
        );
    }
    let index = find(&pages, "index.html");
    assert!(index.contains("structured-first (B)") && index.contains("clients/codex.html"));
    let codex = find(&pages, "clients/codex.html");
    // The June row, the profile's version and the observation stand in the history; the exact text in the page.
    assert!(
        codex.contains("read, June’s survey")
            && codex.contains("profile, ran on 2026-11-30")
            && codex.contains("observed, ran")
    );
    assert!(codex.contains("{&quot;payload&quot;:&quot;CNRY_both_sc_zq&quot;,&quot;n&quot;:7}"));
    assert!(codex.contains("Other clients: "));
    let scenario = find(&pages, "scenarios/live-both.html");
    assert!(scenario.contains("Outcome 1: ") && scenario.contains("CNRY_both_text_zq"));
}

#[test]
fn the_feed_holds_to_its_schema() {
    let schema: serde_json::Value = serde_json::from_str(&feed::schema_text()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let pages = site(live());
    let mut feed: serde_json::Value = serde_json::from_str(find(&pages, "feed.json")).unwrap();
    let problems: Vec<String> =
        validator.iter_errors(&feed).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(feed["clients"].as_array().unwrap().len() > 25);
    feed["clients"][0]["paths"][0]["strategy"] = "dreadful".into();
    assert!(!validator.is_valid(&feed), "the schema tells right from wrong");
    let file = Path::new(FOLDER).join("../../docs/survey-feed.schema.json");
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(&file, feed::schema_text()).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap_or_default(),
        feed::schema_text(),
        "`cargo xtask accept` rewrites it"
    );
}

/// The feed of all that ships is data of its own, so that whoever reads it needs no build.
#[test]
fn the_feed_that_ships_is_that_of_the_records() {
    let mut input = Input::with_questions();
    input.observed = records_shipped().unwrap();
    input.servers = sightline_survey::servers::shipped().unwrap();
    let now = feed_text(&input);
    let file = Path::new(FOLDER).join("data/feed.json.gz");
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(now.as_bytes()).unwrap();
        fs::write(&file, packer.finish().unwrap()).unwrap();
    }
    let mut kept = String::new();
    let packed = fs::read(&file).unwrap_or_default();
    flate2::read::GzDecoder::new(&*packed).read_to_string(&mut kept).ok();
    assert!(kept == now, "data/feed.json.gz is of other records; `cargo xtask accept` rewrites it");
}

/// Pages made of two made-up records, kept as files: whoever changes markup reads the change.
#[test]
fn pages_are_as_they_were() {
    let line = |client: &str, text: &str| {
        format!(
            r#"{{"client": "{client}", "version": "1.0", "surface": "conversation", "dialect": "openai-chat", "era": "2025-11-25", "transport": "stdio", "tool": "both", "wire": "{{\"content\":[{{\"type\":\"text\",\"text\":\"two rows\"}}],\"structuredContent\":{{\"city\":\"Bergen\"}}}}", "case": "survey:both", "status": "ran", "form": "string", "parts": [{{"kind": "text", "text": "{text}", "place": "tool-message"}}], "error": "none", "complete": true}}"#
        )
    };
    let lines = format!("{}\n{}", line("first", "two rows"), line("second", r#"{\"city\":\"Bergen\"}"#));
    let mut input = Input::default();
    input.observed = records("", &lines, "2026-11-30").unwrap();
    input.questions.insert("survey:both".to_owned(), "Which side is shown when both are there?".to_owned());
    let pages = pages(&input);
    for (path, name) in [
        ("clients/first.html", "client.html"),
        ("scenarios/survey-both.html", "scenario.html"),
        ("badges/second.svg", "badge.svg"),
    ] {
        // Style and script are files of their own.
        let text = find(&pages, path);
        let from = text.find("<style>").zip(text.find("</style>"));
        let text = from.map_or(text.to_owned(), |(from, to)| format!("{}{}", &text[..from], &text[to..]));
        let text = text.split("<script>").next().unwrap().replace("><", ">\n<");
        let file = Path::new(FOLDER).join("tests/site").join(name);
        if env::var_os("SIGHTLINE_UPDATE").is_some() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, &text).unwrap();
        }
        let known = fs::read_to_string(&file).unwrap_or_default();
        let differing = text.lines().zip(known.lines()).find(|(now, then)| now != then);
        assert!(
            text == known,
            "{path} differs at {differing:?}; `cargo xtask accept` rewrites {}",
            file.display()
        );
    }
}

#[test]
fn what_surveys_recorded_is_shipped_whole() {
    let folder = Path::new(FOLDER).join("data/2026-11-30");
    let stored = load(&[folder]).unwrap();
    let mut stored: Vec<String> = stored.into_iter().map(|observed| observed.line).collect();
    let mut shipped: Vec<String> = surveyed().unwrap().into_iter().map(|observed| observed.line).collect();
    stored.sort();
    shipped.sort();
    assert!(stored == shipped, "{} stored, {} in the list of `results::read`", stored.len(), shipped.len());
}
