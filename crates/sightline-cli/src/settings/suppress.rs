//! Suppressions: findings that the user knows of and accepts, with a reason.

use std::sync::atomic::{AtomicUsize, Ordering};

use sightline::diagnostic::Diagnostic;

/// Findings of a rule, of a tool, below a pointer, that are not to be reported.
#[derive(Debug, Default)]
pub struct Suppression {
    /// Name or code.
    pub rule: Option<String>,
    /// Pattern of tool names.
    pub tool: Option<String>,
    /// The beginning of a pointer; `*` stands for anything within one token.
    pub pointer: Option<String>,
    pub reason: String,
    /// Place in the settings file.
    pub offset: usize,
    pub line: usize,
    pub column: usize,
    uses: AtomicUsize,
}

impl Suppression {
    /// Tells whether it speaks of a finding, and counts that it does.
    pub fn covers(&self, found: &Diagnostic) -> bool {
        let rule = self.rule.as_ref().is_none_or(|rule| rule == found.rule || rule == found.code);
        let tool =
            self.tool.as_ref().is_none_or(|pattern| glob(pattern, found.tool.as_deref().unwrap_or("")));
        let pointer = self.pointer.as_ref().is_none_or(|pattern| begins(pattern, &found.pointer));
        let covers = rule && tool && pointer;
        if covers {
            self.uses.fetch_add(1, Ordering::Relaxed);
        }
        covers
    }

    pub fn is_used(&self) -> bool {
        self.uses.load(Ordering::Relaxed) > 0
    }

    /// Tells whether it speaks of the very same findings as another.
    pub fn repeats(&self, other: &Self) -> bool {
        (&self.rule, &self.tool, &self.pointer) == (&other.rule, &other.tool, &other.pointer)
    }

    /// What it speaks of, in a few words.
    pub fn subject(&self) -> String {
        let parts = [("rule", &self.rule), ("tool", &self.tool), ("pointer", &self.pointer)];
        let named = parts.iter().filter_map(|(name, value)| Some(format!("{name} {:?}", value.as_ref()?)));
        named.collect::<Vec<_>>().join(", ")
    }
}

/// Tells whether a pointer begins with a pattern, token by token.
fn begins(pattern: &str, pointer: &str) -> bool {
    let mut tokens = pointer.split('/').skip(1);
    pattern
        .split('/')
        .skip(1)
        .filter(|token| !token.is_empty())
        .all(|pattern| tokens.next().is_some_and(|token| glob(pattern, token)))
}

/// Tells whether a name matches a pattern in which `*` stands for any characters.
pub fn glob(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_what_they_say() {
        for (pattern, name, matches) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("*", "any", true),
            ("get_*", "get_x", true),
            ("get_*", "set_x", false),
            ("*_id", "user_id", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "ac", false),
            ("a*a", "a", false),
        ] {
            assert_eq!(glob(pattern, name), matches, "{pattern} {name}");
        }
        for (pattern, pointer, matches) in [
            ("", "/a/b", true),
            ("/", "/a/b", true),
            ("/a", "/a/b", true),
            ("/a", "/ab", false),
            ("/a/*/c", "/a/7/c/d", true),
            ("/a/*/c", "/a/7", false),
            ("/rows/*", "/rows", false),
        ] {
            assert_eq!(begins(pattern, pointer), matches, "{pattern} {pointer}");
        }
    }
}
