//! Where a check function puts what it finds: pointer and place are filled in here, once.

use super::{Context, Rule, Settings};
use crate::diagnostic::{Diagnostic, Level};
use crate::json::{Node, quote};
use crate::revision::sections::cited;

/// The findings of one rule in one subject.
pub(crate) struct Findings<'c, 'd> {
    rule: &'static Rule,
    level: Level,
    context: &'c Context<'d>,
    /// What the user chose, for the limits.
    pub settings: &'c Settings,
    diagnostics: &'c mut Vec<Diagnostic>,
    first: usize,
    /// How many findings there are beyond those that are kept.
    beyond: usize,
    /// Takes what is said of one that is not kept.
    spare: Option<Box<Diagnostic>>,
}

impl<'c, 'd> Findings<'c, 'd> {
    pub(super) fn new(
        rule: &'static Rule,
        level: Level,
        context: &'c Context<'d>,
        settings: &'c Settings,
        diagnostics: &'c mut Vec<Diagnostic>,
    ) -> Self {
        let first = diagnostics.len();
        Self { rule, level, context, settings, diagnostics, first, beyond: 0, spare: None }
    }

    /// Reports a value that is there.
    pub(crate) fn at(&mut self, node: Node<'_>, message: impl Into<String>) -> &mut Diagnostic {
        self.push(node, &[], message.into())
    }

    /// Reports a member that is not there: its pointer, and the place of the object that lacks it.
    pub(crate) fn missing(
        &mut self,
        parent: Node<'_>,
        name: &str,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(parent, &[name], message.into())
    }

    /// Tells whether another rule would report in the same subject, so that one fact is not told twice.
    pub(crate) fn leaves_to(&self, other: &Rule) -> bool {
        self.settings.level_of(other) > Level::Off && other.applies_to(self.context.revision())
    }

    /// Tells whether another rule, which says the same fact more exactly, reports it at least as loud.
    pub(crate) fn is_told_by(&self, other: &Rule) -> bool {
        self.leaves_to(other) && self.settings.level_of(other) >= self.level
    }

    fn push(&mut self, node: Node<'_>, below: &[&str], message: String) -> &mut Diagnostic {
        let mut diagnostic = Diagnostic::new(self.rule.name, self.rule.code, self.level, self.rule.source);
        // A flood costs no places and no fixes: both take time that grows with the document.
        if self.diagnostics.len() - self.first >= self.settings.limits.findings.max(1) {
            self.beyond += 1;
            return self.spare.insert(Box::new(diagnostic));
        }
        diagnostic.source = cited(self.rule.source, self.context.revision());
        let (subject, above) = self.context.subject_of(node);
        let pointer = node.pointer();
        diagnostic.subject = subject;
        pointer.strip_prefix(&above).unwrap_or(&pointer).clone_into(&mut diagnostic.pointer);
        for name in below {
            diagnostic.pointer.push('/');
            diagnostic.pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        }
        diagnostic.tool = self.context.tool_name().map(std::borrow::Cow::into_owned);
        diagnostic.message = message;
        diagnostic.notes.push(self.rule.why.to_owned());
        diagnostic.help = Some(self.rule.help.to_owned());
        if self.context.has_places() {
            diagnostic.set_place(node.place(), node.span());
        }
        if self.context.wants_fixes() {
            diagnostic.fix = self.rule.mend.fix(self.context, node, self.rule.fix);
        }
        self.diagnostics.push(diagnostic);
        // One was pushed on the line above.
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }
}

impl Diagnostic {
    /// Says what was expected.
    pub(crate) fn expects(&mut self, expected: impl Into<String>) -> &mut Self {
        self.expected = Some(expected.into());
        self
    }

    /// Says what was found.
    pub(crate) fn finds(&mut self, found: impl Into<String>) -> &mut Self {
        self.found = Some(found.into());
        self
    }

    /// Adds why it matters in this case.
    pub(crate) fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Lowers the level where this finding is less sure or less bad than the rule.
    pub(crate) fn at_most(&mut self, level: Level) -> &mut Self {
        self.level = self.level.min(level);
        self
    }
}

impl Drop for Findings<'_, '_> {
    /// A flood of findings of one rule is cut, and the last one kept says how many there were.
    fn drop(&mut self) {
        if let Some(last) = self.diagnostics.last_mut().filter(|_| self.beyond > 0) {
            last.more = self.beyond;
            last.notes.push(format!("{} more findings of this rule are left out", self.beyond));
        }
    }
}

/// Sorts by subject and place, the worst first at one place; equal ones keep the order of the rules.
pub(super) fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|left, right| {
        let place = |found: &Diagnostic| (found.subject, found.span);
        place(left).cmp(&place(right)).then_with(|| right.level.cmp(&left.level))
    });
}

/// Returns a value short enough for a message: its JSON text, cut where it is long.
pub(crate) fn shown(node: Node<'_>) -> String {
    short(node.text(), 60)
}

/// Returns a string quoted and short.
pub(crate) fn quoted(text: &str) -> String {
    short(&quote(text), 60)
}

fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        // The index of a character is a boundary.
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::revision::sections;
    use crate::rules::RULES;

    #[test]
    fn every_section_that_is_known_is_one_that_a_rule_cites() {
        let is_cited = |name: &str| {
            let mut sources = RULES.iter().flat_map(|rule| rule.source.split("; "));
            sources.any(|source| source.split_once(", ").is_some_and(|(_, section)| section == name))
        };
        let idle: Vec<&str> = sections::names().filter(|name| !is_cited(name)).collect();
        assert_eq!(idle, [""; 0]);
    }
}
