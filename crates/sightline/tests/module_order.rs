//! The modules of the library stand in one order, and none looks up.

use std::fs;
use std::path::Path;

/// Lowest first; modules of one row may know each other.
const ORDER: &[&[&str]] = &[
    &["json"],
    &["diagnostic"],
    &["fix"],
    &["content", "result", "tool"],
    &["revision"],
    &["exchange"],
    &["recording"],
    &["schema"],
    &["tokens"],
    &["align"],
    &["contract"],
    &["sdk"],
    &["profile"],
    &["project"],
    &["survey"],
    &["audience"],
    &["adapt"],
    &["rules"],
    &["report"],
];

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|row| row.contains(&module))
}

/// All Rust files of one module: `name.rs`, and everything below `name/`.
fn sources(folder: &Path, module: &str) -> Vec<String> {
    let mut texts: Vec<String> =
        fs::read_to_string(folder.join(format!("{module}.rs"))).into_iter().collect();
    let mut folders = vec![folder.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                texts.extend(fs::read_to_string(path));
            }
        }
    }
    texts
}

/// The modules that a text names after `crate::`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::").skip(1).filter_map(|rest| {
        let end = rest.find(|character: char| !character.is_ascii_lowercase() && character != '_')?;
        Some(&rest[..end]).filter(|name| !name.is_empty())
    })
}

#[test]
fn no_module_knows_a_later_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = fs::read_to_string(folder.join("lib.rs")).unwrap();
    let modules: Vec<&str> =
        library.lines().filter_map(|line| line.trim().strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(modules.len() > 5, "lib.rs lists its modules one a line");
    let mut seen = 0;
    for module in modules {
        let own = rank(module).unwrap_or_else(|| panic!("{module} has no place in the order of this test"));
        for text in sources(&folder, module) {
            for other in named(&text).filter(|other| rank(other).is_some()) {
                seen += 1;
                assert!(rank(other) <= Some(own), "{module} uses {other}, which stands later in the order");
            }
        }
    }
    assert!(seen > 3, "the test finds uses at all");
}
