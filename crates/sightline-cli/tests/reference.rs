//! docs/generated/cli.md says what `--help` says.

mod common;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use common::run;

const HEAD: &str = "# Reference of the command

Written from the command's own help; `cargo xtask accept` rewrites it.
";

/// The names that a help lists.
fn subcommands(help: &str) -> Vec<&str> {
    help.lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .collect()
}

#[test]
fn the_reference_is_what_the_command_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let help = |args: &[&str]| {
        let run = run(folder, args, "");
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
        let lines: Vec<&str> = run.out.lines().map(str::trim_end).collect();
        lines.join("\n").trim().to_owned()
    };
    let top = help(&["--help"]);
    let subcommands = subcommands(&top);
    assert!(subcommands.len() >= 9, "the help lists the subcommands: {subcommands:?}");
    let mut text = format!("{HEAD}\n```text\n{top}\n```\n");
    for name in subcommands {
        let own = help(&[name, "--help"]);
        let _ = write!(text, "\n## sightline {name}\n\n```text\n{own}\n```\n");
        for inner in self::subcommands(&own) {
            let own = help(&[name, inner, "--help"]);
            let _ = write!(text, "\n### sightline {name} {inner}\n\n```text\n{own}\n```\n");
        }
    }
    let file = folder.join("../../docs/generated/cli.md");
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(&file, &text).expect("docs/generated/cli.md can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    let differing = text.lines().zip(found.lines()).find(|(now, then)| now != then);
    assert!(
        found == text,
        "docs/generated/cli.md is out of date at {differing:?}; run `cargo xtask accept` and read the change"
    );
}
