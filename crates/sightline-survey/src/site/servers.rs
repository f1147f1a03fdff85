//! What public servers put on the wire: a table over all, and a page each with its recordings.

use std::collections::BTreeMap;

use sightline::json::{Document, Node};

use super::Page;
use super::evidence;
use super::html::{Html, all, el, link, slug, text};
use super::model::Model;
use super::shell::{Frame, column, document, facts, filter, table};
use crate::servers::report::{CallReport, Reached, ServerReport, ToolReport, Wire};

pub(super) fn list(model: &Model<'_>) -> String {
    let servers = &model.input.servers;
    let mut content = vec![
        el("h1", &[], &[text("What public servers put on the wire")]),
        el(
            "p",
            &[("class", "lead")],
            &[text(
                "Servers from the registries, run without a network. Their tools were listed, and called where arguments could be made. Each number leads to the recordings behind it.",
            )],
        ),
    ];
    if servers.is_empty() {
        content.push(el("p", &[], &[text("This site was written without a survey of servers.")]));
    } else {
        content.push(totals(servers));
        content.push(wires(servers));
        content.push(el("h2", &[], &[text("Servers")]));
        content.push(filter("servers-table", "Filter servers"));
        content.push(rows(servers));
        content.push(findings(servers));
    }
    let description =
        "What public MCP servers put on the wire: text, structured content, schemas, tokens, findings.";
    document(model, &Frame { title: "Public servers", description, up: "", here: "Servers" }, &content)
}

fn totals(servers: &[ServerReport]) -> Html {
    let tools = || servers.iter().flat_map(|server| &server.tools);
    let stats = [
        (servers.len(), "servers tried"),
        (servers.iter().filter(|server| server.reached == Reached::Listed).count(), "listed their tools"),
        (tools().count(), "tools"),
        (tools().filter(|tool| tool.has_output_schema).count(), "with an output schema"),
        (servers.iter().map(|server| server.calls().count()).sum(), "calls"),
    ];
    let stat = |(number, label): &(usize, &str)| {
        el("li", &[], &[el("strong", &[], &[text(&number.to_string())]), text(label)])
    };
    el("ul", &[("class", "stats")], &stats.iter().map(stat).collect::<Vec<_>>())
}

/// How many results are what, with and without a declared schema.
fn wires(servers: &[ServerReport]) -> Html {
    let count = |wire: Wire, declared: bool| {
        let calls = servers.iter().flat_map(ServerReport::calls);
        calls.filter(|(tool, call)| call.wire == wire && tool.has_output_schema == declared).count()
    };
    let rows = Wire::ALL.iter().filter_map(|wire| {
        let (declared, open) = (count(*wire, true), count(*wire, false));
        let of: Vec<Html> = servers
            .iter()
            .filter(|server| server.count(*wire) > 0)
            .map(|server| {
                link(
                    &format!("servers/{}.html", slug(&server.id)),
                    &format!("{} ({})", server.id, server.count(*wire)),
                )
            })
            .collect();
        let number = |many: usize| el("td", &[("class", "num")], &[text(&many.to_string())]);
        (declared + open > 0).then(|| {
            el(
                "tr",
                &[],
                &[
                    el("th", &[("scope", "row")], &[text(wire.words())]),
                    number(declared),
                    number(open),
                    el("td", &[("class", "small")], &[folded(of)]),
                ],
            )
        })
    });
    let heads = ["Result", "With output schema", "Without", "Servers"].map(column);
    table("wires-table", "Results of calls, by what they carry", &heads, &rows.collect::<Vec<_>>())
}

/// Links behind a word that opens them: a row of seventy servers is a screen high otherwise.
fn folded(of: Vec<Html>) -> Html {
    let label = if of.len() == 1 { "1 server".to_owned() } else { format!("{} servers", of.len()) };
    el(
        "details",
        &[("class", "many")],
        &[el("summary", &[], &[text(&label)]), el("div", &[], &[super::shell::commas(of)])],
    )
}

fn rows(servers: &[ServerReport]) -> Html {
    let heads = [
        "Server",
        "From",
        "Version",
        "Tools",
        "Output schemas",
        "Calls",
        "Results",
        "Definition tokens",
        "Result tokens",
        "Findings",
        "Came to",
    ];
    let row = |server: &ServerReport| {
        let number = |many: usize| el("td", &[("class", "num")], &[text(&many.to_string())]);
        let results: Vec<String> = Wire::ALL
            .iter()
            .filter(|wire| server.count(**wire) > 0)
            .map(|wire| format!("{} {}", server.count(*wire), wire.words()))
            .collect();
        let reached = if server.reason.is_empty() {
            server.reached.words().to_owned()
        } else {
            format!("{}: {}", server.reached.words(), cut(&server.reason, 140))
        };
        el(
            "tr",
            &[],
            &[
                el(
                    "th",
                    &[("scope", "row")],
                    &[link(&format!("servers/{}.html", slug(&server.id)), &server.id)],
                ),
                el("td", &[], &[text(&server.registry)]),
                el("td", &[], &[text(&server.version)]),
                number(server.tools.len()),
                number(server.tools.iter().filter(|tool| tool.has_output_schema).count()),
                number(server.calls().count()),
                el("td", &[("class", "small")], &[text(&results.join(", "))]),
                number(server.definition_tokens),
                number(server.calls().map(|(_, call)| call.tokens).sum()),
                number(server.findings.values().sum()),
                el("td", &[("class", "small")], &[text(&reached)]),
            ],
        )
    };
    table(
        "servers-table",
        "Servers from the registries",
        &heads.map(column),
        &servers.iter().map(row).collect::<Vec<_>>(),
    )
}

fn cut(text: &str, most: usize) -> String {
    let short: String = text.chars().take(most).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

fn findings(servers: &[ServerReport]) -> Html {
    let mut rules: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for server in servers {
        for (rule, many) in &server.findings {
            let entry = rules.entry(rule).or_default();
            entry.0 += many;
            entry.1 += 1;
        }
    }
    if rules.is_empty() {
        return text("");
    }
    let row = |(rule, (findings, of)): (&str, (usize, usize))| {
        el(
            "tr",
            &[],
            &[
                el("th", &[("scope", "row")], &[el("code", &[], &[text(rule)])]),
                el("td", &[("class", "num")], &[text(&findings.to_string())]),
                el("td", &[("class", "num")], &[text(&of.to_string())]),
            ],
        )
    };
    let heads = ["Rule", "Findings", "Servers"].map(column);
    let rows: Vec<Html> = rules.into_iter().map(row).collect();
    all([
        el("h2", &[], &[text("Findings per rule")]),
        table("rules-table", "Findings over definitions and results", &heads, &rows),
    ])
}

/// A page a server, and a file a recording.
pub(super) fn pages(model: &Model<'_>) -> Vec<Page> {
    let mut pages = Vec::new();
    for server in &model.input.servers {
        let name = slug(&server.id);
        pages.push(Page { path: format!("servers/{name}.html"), text: page(model, server) });
        for (number, (tool, call)) in numbered(server) {
            if !call.result.is_empty() {
                pages.push(Page {
                    path: format!("servers/{}", recording(&name, number)),
                    text: server.exchange(tool, call),
                });
            }
        }
    }
    pages
}

fn numbered(server: &ServerReport) -> impl Iterator<Item = (usize, (&ToolReport, &CallReport))> {
    server.calls().enumerate().map(|(index, call)| (index + 1, call))
}

fn recording(name: &str, number: usize) -> String {
    format!("recordings/{name}/{number:03}.json")
}

fn page(model: &Model<'_>, server: &ServerReport) -> String {
    let tokens: usize = server.calls().map(|(_, call)| call.tokens).sum();
    let where_it_ran = if server.isolated { "isolated, without a network" } else { "not isolated" };
    let mut content = vec![
        el("p", &[("class", "crumb")], &[link("../servers.html", "Servers"), text(" / "), text(&server.id)]),
        el("h1", &[], &[text(&server.id)]),
        facts(vec![
            ("Package", text(&format!("{} {}", server.registry, server.package))),
            ("Version", text(&server.version)),
            ("Calls itself", text(&calls_itself(&server.server_info))),
            ("Revision", text(&server.revision)),
            ("Came to", text(server.reached.words())),
            ("Because", text(&server.reason)),
            ("Ran", text(where_it_ran)),
            ("Day", text(&server.date)),
            ("Tokens of definitions", text(&server.definition_tokens.to_string())),
            ("Tokens of results", text(&tokens.to_string())),
        ]),
    ];
    if !server.server_info.is_empty() {
        content.push(el(
            "details",
            &[],
            &[
                el("summary", &[], &[text("What it answered the handshake with")]),
                evidence::block("Answer to the handshake", &server.server_info),
            ],
        ));
    }
    if !server.remarks.is_empty() {
        let remarks: Vec<Html> =
            server.remarks.iter().take(20).map(|remark| el("li", &[], &[text(&cut(remark, 400))])).collect();
        content.extend([el("h2", &[], &[text("Odd on the wire")]), el("ul", &[], &remarks)]);
    }
    if !server.findings.is_empty() {
        let found: Vec<Html> = server
            .findings
            .iter()
            .map(|(rule, many)| el("li", &[], &[el("code", &[], &[text(rule)]), text(&format!(" × {many}"))]))
            .collect();
        content.extend([el("h2", &[], &[text("Findings")]), el("ul", &[], &found)]);
    }
    content.push(el("h2", &[], &[text("Tools")]));
    let numbers: BTreeMap<*const CallReport, usize> =
        numbered(server).map(|(number, (_, call))| (std::ptr::from_ref(call), number)).collect();
    for tool in &server.tools {
        let number = tool.call.as_ref().and_then(|call| numbers.get(&std::ptr::from_ref(call)).copied());
        content.push(tool_section(server, tool, number));
    }
    let description = format!("What {} puts on the wire: definitions, results, findings.", server.id);
    document(
        model,
        &Frame { title: &server.id, description: &description, up: "../", here: "Servers" },
        &content,
    )
}

/// Name and version by which a server calls itself, from its answer to the handshake.
fn calls_itself(answer: &str) -> String {
    let Ok(document) = Document::parse(answer) else { return cut(answer, 140) };
    let root = document.root();
    let stamped = || root.member("_meta")?.member("io.modelcontextprotocol/serverInfo");
    let info = root.member("serverInfo").or_else(stamped).unwrap_or(root);
    let said = |name: &str| info.member(name).and_then(Node::as_str).filter(|said| !said.trim().is_empty());
    let version = said("version");
    let words: Vec<_> = said("name").or_else(|| said("title")).into_iter().chain(version).collect();
    cut(&words.join(" "), 140)
}

fn tool_section(server: &ServerReport, tool: &ToolReport, number: Option<usize>) -> Html {
    let mut tags = vec![el(
        "span",
        &[("class", "tag")],
        &[text(if tool.has_output_schema { "output schema" } else { "no output schema" })],
    )];
    if tool.says_read_only {
        tags.extend([text(" "), el("span", &[("class", "tag")], &[text("says it only reads")])]);
    }
    let mut content = vec![el("h3", &[], &[text(&tool.name)]), el("p", &[], &tags)];
    content.push(el(
        "details",
        &[],
        &[el("summary", &[], &[text("Definition")]), evidence::block("Definition", &tool.definition)],
    ));
    match &tool.call {
        None => content.push(el(
            "p",
            &[("class", "soft small")],
            &[text(&format!("Not called: {}", tool.not_called))],
        )),
        Some(call) => {
            let network =
                if call.wants_network { " It says that it needs the network, which was absent." } else { "" };
            let said = format!(
                "{}; {} tokens; schema: {}; arguments from the {}.{network}",
                call.wire.words(),
                call.tokens,
                call.schema,
                call.arguments_from
            );
            content.push(el("p", &[("class", "small")], &[text(&said)]));
            content.push(evidence::block("Arguments", &call.arguments));
            let arrived = if call.result.is_empty() { &call.failure } else { &call.result };
            content.push(evidence::block("What came over the wire", arrived));
            if let Some(number) = number.filter(|_| !call.result.is_empty()) {
                let href = recording(&slug(&server.id), number);
                content.push(el(
                    "p",
                    &[("class", "small")],
                    &[el(
                        "a",
                        &[("href", &href), ("aria-label", &format!("recording of {}", tool.name))],
                        &[text("recording")],
                    )],
                ));
            }
        }
    }
    el("section", &[("class", "scenario")], &content)
}

#[cfg(test)]
mod tests {
    use super::calls_itself;

    #[test]
    fn a_server_is_named_by_its_name_and_version() {
        for (answer, expected) in [
            (
                r#"{"protocolVersion":"2025-11-25","serverInfo":{"name":"memory-server","version":"0.6.3"}}"#,
                "memory-server 0.6.3",
            ),
            (
                r#"{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a","version":"1"}}}"#,
                "a 1",
            ),
            (r#"{"name":"bare","version":"2"}"#, "bare 2"),
            (r#"{"serverInfo":{"title":"No name"}}"#, "No name"),
            (r#"{"instructions":"long"}"#, ""),
            ("no JSON", "no JSON"),
        ] {
            assert_eq!(calls_itself(answer), expected, "{answer}");
        }
    }
}
