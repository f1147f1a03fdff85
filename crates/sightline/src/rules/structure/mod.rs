//! Members whose type the schema of a revision pins, in everything that is checked.
//!
//! The catalog's rules look at members one by one; what they leave is told here from one table of
//! shapes. Each member is reported under the rule that owns it: the one of the catalog whose subject
//! it is, where that is in force for the revision, else `mistyped-member`, which is ours.

mod exchange;
mod interim;
mod results;
mod shape;

use std::sync::Arc;

use shape::{Fault, Shape, faults};

use super::findings::shown;
use super::{Context, Findings, OfEntry, Rule, Scope, Settings, mistyped_member};
use crate::diagnostic::{Diagnostic, Level};
use crate::json::Node;
use crate::recording::SamplingPart;
use crate::result::ToolResult;
use crate::tool::Tool;

const WHY: &str = "The schema of the revision pins the type, and readers that check types refuse the whole message over one such member.";

/// Reports what does not fit the shapes of the revision, in all subjects.
pub(super) fn check(
    context: &Context<'_>,
    settings: &Settings,
    of_entry: Option<&OfEntry<'_>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let scopes = [Scope::List, Scope::Tool, Scope::AnyResult, Scope::Exchange];
    for scope in scopes {
        context.for_each_subject(scope, |subject| {
            let faults = match scope {
                Scope::List => of(subject, subject.list(), &results::LIST, mistyped_member::RULE.code),
                Scope::Tool => {
                    of(subject, subject.tool().map(Tool::node), &results::TOOL, mistyped_member::RULE.code)
                }
                Scope::AnyResult => of_result(subject),
                _ => of_exchange(subject),
            };
            if faults.is_empty() {
                return;
            }
            let own = own_settings(context, subject, of_entry);
            report(&faults, subject, own.as_deref().unwrap_or(settings), diagnostics);
        });
    }
    if let Some((node, part)) = context.sampling() {
        report(&of_sampling(context, node, part), context, settings, diagnostics);
    } else if let Some(told) = context.told().filter(|told| !told.is_recorded) {
        exchange::check(told.root, context, settings, diagnostics);
    }
}

fn of_sampling<'d>(subject: &Context<'d>, node: Node<'d>, part: SamplingPart) -> Vec<Fault<'d>> {
    let (shape, owner) = match part {
        SamplingPart::Answer => (&results::SAMPLED_ANSWER, mistyped_member::RULE.code),
        SamplingPart::Block => (&results::BARE_BLOCK, "BLK-012"),
        SamplingPart::Message => (&results::BARE_MESSAGE, "BLK-012"),
        SamplingPart::Messages => {
            return of(subject, node.member("messages"), &results::BARE_MESSAGES, "BLK-012");
        }
        SamplingPart::Request => (&interim::REQUESTED, mistyped_member::RULE.code),
        SamplingPart::RequestWithoutParams => (&interim::REQUEST_WITHOUT_PARAMS, mistyped_member::RULE.code),
    };
    of(subject, Some(node), shape, owner)
}

/// The settings of an entry of a list, which is a subject of its own.
fn own_settings(
    context: &Context<'_>,
    subject: &Context<'_>,
    of_entry: Option<&OfEntry<'_>>,
) -> Option<Arc<Settings>> {
    let name = subject.tool_name().filter(|_| !std::ptr::addr_eq(subject, context));
    of_entry.zip(name).map(|(of_entry, name)| of_entry(&name))
}

fn of<'d>(
    subject: &Context<'d>,
    node: Option<Node<'d>>,
    shape: &Shape,
    owner: &'static str,
) -> Vec<Fault<'d>> {
    node.map(|node| faults(node, shape, owner, subject.revision())).unwrap_or_default()
}

/// What kind of result it is comes first.
fn of_result<'d>(subject: &Context<'d>) -> Vec<Fault<'d>> {
    let node = subject.result().map(ToolResult::node);
    let is = |scope| {
        let mut is = false;
        subject.for_each_subject(scope, |_| is = true);
        is
    };
    if is(Scope::Result) {
        return of(subject, node, &results::RESULT, "BLK-001");
    }
    let mut faults = of(subject, node, &results::ANY_RESULT, "META-001");
    if is(Scope::InputRequired) {
        faults.extend(of(subject, node, &interim::INPUT_REQUIRED, "MRTR-003"));
    }
    faults
}

fn of_exchange<'d>(subject: &Context<'d>) -> Vec<Fault<'d>> {
    let Some(told) = subject.told().filter(|_| subject.sampling().is_none()) else { return Vec::new() };
    // A response that is an error tells no more than that.
    let is_error = told.response.is_some_and(|response| response.span() == told.root.span());
    let root = Some(told.root).filter(|_| !is_error && !told.is_recorded);
    let mut faults = of(subject, root, &results::EXCHANGE, mistyped_member::RULE.code);
    faults.extend(of(subject, told.messages, &results::MESSAGES, "BLK-012"));
    faults
}

/// The rule under which a fault is reported.
fn rule_of(fault: &Fault<'_>, context: &Context<'_>) -> &'static Rule {
    let owner = Rule::named(fault.owner).filter(|rule| rule.applies_to(context.revision()));
    owner.unwrap_or(&mistyped_member::RULE)
}

fn report(
    faults: &[Fault<'_>],
    subject: &Context<'_>,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut rules: Vec<&'static Rule> = Vec::new();
    for fault in faults {
        let rule = rule_of(fault, subject);
        if !rules.iter().any(|known| known.code == rule.code) {
            rules.push(rule);
        }
    }
    for rule in rules {
        let level = settings.level_of(rule);
        if level == Level::Off {
            continue;
        }
        let mut findings = Findings::new(rule, level, subject, settings, diagnostics);
        for fault in faults.iter().filter(|fault| rule_of(fault, subject).code == rule.code) {
            report_one(fault, &mut findings);
        }
    }
}

fn report_one(fault: &Fault<'_>, findings: &mut Findings<'_, '_>) {
    let finding = match fault.name {
        Some(name) if fault.is_missing => {
            findings.missing(fault.node, name, format!("`{name}` is missing")).finds("nothing")
        }
        name => {
            let place = name.map_or_else(|| "the value".to_owned(), |name| format!("`{name}`"));
            let message = format!("{place} is {}, not {}", kind(fault.node), fault.expected);
            findings.at(fault.node, message).finds(shown(fault.node))
        }
    };
    finding.expects(fault.expected.clone());
    // Notes, remedies and fixes of the owner are about what it looks for itself.
    finding.notes = vec![WHY.to_owned()];
    finding.help = Some(remedy(fault));
    finding.fix = None;
}

fn kind(node: Node<'_>) -> String {
    if node.is_null() {
        return "null".to_owned();
    }
    let name = node.kind().name();
    let is_value = node.as_text().is_some() || node.as_number().is_some() || node.as_bool().is_some();
    if is_value {
        return format!("the {name} {}", shown(node));
    }
    let article = if node.is_array() || node.is_object() { "an" } else { "a" };
    format!("{article} {name}")
}

fn remedy(fault: &Fault<'_>) -> String {
    let Some(name) = fault.name else {
        return format!("Put {} here, or take the entry out.", fault.expected);
    };
    if fault.is_required {
        return format!("Send `{name}`: {}.", fault.expected);
    }
    format!("Leave `{name}` out when there is none, else send {}.", fault.expected)
}
