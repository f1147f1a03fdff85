//! What a file of one's own gets wrong about itself: findings that keep a check from being one of nothing.

use super::super::findings::shown;
use super::super::settings::nearest;
use super::super::{Context, Findings, Settings, mistyped_member};
use crate::diagnostic::{Diagnostic, Level};
use crate::exchange::{Exchange, MEMBERS, REMARKS};
use crate::json::Node;
use crate::revision::{REVISIONS, Revision};

/// Reports a revision that is not known here, and members that are not read and look like others.
pub(super) fn check(
    root: Node<'_>,
    context: &Context<'_>,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let level = settings.level_of(&mistyped_member::RULE);
    if level == Level::Off || !Exchange::is_one(root) {
        return;
    }
    let mut findings = Findings::new(&mistyped_member::RULE, level, context, settings, diagnostics);
    if let Some(node) = root.member("revision") {
        let name = node.as_str();
        let is_known = name.as_deref().is_some_and(|name| Revision::from(name).facts().is_some());
        // A revision that was given on the command line stands in for the file's.
        if !is_known && (name.is_none() || context.revision().facts().is_none()) {
            let judged = &context.revision().facts_or_newest().revision;
            let message =
                format!("no revision of that name is known here; the exchange is judged as {judged}");
            let known: Vec<&str> = REVISIONS.iter().map(|facts| facts.revision.as_str()).collect();
            let finding = findings.at(node, message).expects(known.join(", ")).finds(shown(node));
            finding.at_most(Level::Warning).notes.clear();
            finding.help = Some("Name the revision that the client and the server agreed on.".to_owned());
        }
    }
    response(root, &mut findings);
    root.member("limits").into_iter().for_each(|node| limits(node, &mut findings));
    for member in root.members() {
        let name = member.key.to_str();
        let Some(meant) = meant(&name) else { continue };
        let message = format!("an exchange has no member `{name}`, so nothing of it is checked");
        let finding =
            findings.at(member.value, message).expects(format!("`{meant}`")).finds(format!("`{name}`"));
        finding.at_most(Level::Warning).notes.clear();
        finding.help = Some(format!("Call the member `{meant}`."));
    }
}

/// The figures that an exchange may be measured by.
const LIMITS: &[&str] = &["bytes", "lookup_entries", "max_depth", "rows"];

/// A figure of an unknown name measures nothing, and whoever wrote it takes it for one that does.
fn limits(limits: Node<'_>, findings: &mut Findings<'_, '_>) {
    for member in limits.members().filter(|member| !LIMITS.iter().any(|known| member.key.is(known))) {
        let name = member.key.to_str();
        let message = format!("`limits` has no member `{name}`, so nothing is measured by it");
        let finding =
            findings.at(member.value, message).expects(LIMITS.join(", ")).finds(format!("`{name}`"));
        finding.at_most(Level::Warning).notes.clear();
        finding.help = Some("Name one of these, or set it in the settings.".to_owned());
    }
}

/// A response is read where it is an error: a result in it stands where nothing looks for one.
fn response(root: Node<'_>, findings: &mut Findings<'_, '_>) {
    let response = root.member("response").filter(|_| root.member("result").is_none());
    let Some(result) = response.and_then(|response| response.member("result")) else { return };
    let finding =
        findings.at(result, "the result in `response` is not checked: a response is read as an error");
    finding.expects("`result` beside `response`").at_most(Level::Warning).notes.clear();
    finding.help = Some("Call the result of the response `result`, as a member of the exchange.".to_owned());
}

/// The member that one of another name is likely to be: written in another case, in the plural, or misspelt.
fn meant(name: &str) -> Option<&'static str> {
    let plain = |name: &str| {
        let name = name.to_lowercase().replace(['_', '-'], "");
        name.strip_suffix('s').map_or_else(|| name.clone(), str::to_owned)
    };
    let is_known = MEMBERS.contains(&name);
    let alike = MEMBERS.iter().copied().find(|known| !is_known && plain(known) == plain(name));
    let is_other = !is_known && !REMARKS.contains(&name);
    alike.or_else(|| nearest(name, MEMBERS.iter().copied()).filter(|_| is_other))
}
