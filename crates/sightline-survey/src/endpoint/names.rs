//! Finds the probe's tools under the names that clients give them.

use super::asked::Offered;
use crate::scenario::Scenario;

/// Small letters and digits; all else is one underscore each, as clients write what their providers refuse.
fn plain(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' })
        .collect()
}

/// Returns the tool of a scenario: by the end of its name, else by the first sentence of its description.
pub(super) fn find<'o>(tools: &'o [Offered], scenario: &Scenario) -> Option<&'o Offered> {
    let sentence = scenario.sentence();
    named(tools, &scenario.tool()).or_else(|| tools.iter().find(|tool| tool.description.contains(&sentence)))
}

/// Returns the tool whose name ends with one, since clients put theirs before it.
pub(super) fn named<'o>(tools: &'o [Offered], name: &str) -> Option<&'o Offered> {
    let wanted = plain(name);
    tools.iter().find(|tool| {
        let name = plain(&tool.name);
        name.strip_suffix(&wanted).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    })
}

/// Returns the whole name under which a tool is spoken of in some text: what stands before its own
/// name belongs to it. With `dots`, what it is a member of does too.
pub(super) fn spoken(texts: &[String], scenario: &Scenario, dots: bool) -> Option<String> {
    let tool = scenario.tool();
    texts.iter().find_map(|text| {
        text.match_indices(&tool).find_map(|(start, _)| {
            let end = start + tool.len();
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_-$".contains(letter);
            if text[end..].chars().next().is_some_and(is_name) {
                return None;
            }
            let before = &text[..start];
            let kept = before.trim_end_matches(|letter| is_name(letter) || (dots && letter == '.'));
            let mut first = kept.len();
            // The letter of an escape, where one text was printed into another.
            if kept.ends_with('\\') && first < start {
                first += 1;
            }
            Some(text[first..end].trim_start_matches('.').to_owned())
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::asked::OfferedKind;
    use super::*;
    use crate::scenario;

    fn offered(name: &str, description: &str) -> Offered {
        Offered {
            name: name.to_owned(),
            namespace: None,
            description: description.to_owned(),
            kind: OfferedKind::Function,
            schema: Value::Null,
            deferred: false,
        }
    }

    #[test]
    fn names_as_clients_write_them_are_found() {
        let both = scenario::find("both").unwrap();
        for name in [
            "probe_both",
            "mcp__probe__probe_both",
            "probe-probe_both",
            "probe___probe_both",
            "mcp_probe_probe_both",
            "Probe.probe-both",
        ] {
            assert!(find(&[offered("other", ""), offered(name, "")], &both).is_some(), "{name}");
        }
        assert!(find(&[offered("tool_6b1f", "Probe tool both.")], &both).is_some());
        for name in ["probe_bot", "xprobe_both", "probe_both2"] {
            assert!(find(&[offered(name, "Probe tool both2.")], &both).is_none(), "{name}");
        }
        let odd = scenario::find("odd_name").unwrap();
        assert!(find(&[offered("mcp__probe__probe_odd_name", "")], &odd).is_some());
    }

    #[test]
    fn no_shipped_tool_is_taken_for_another() {
        let all = scenario::all();
        let tools: Vec<Offered> =
            all.iter().map(|one| offered(&format!("mcp__probe__{}", one.tool()), "")).collect();
        for (scenario, tool) in all.iter().zip(&tools) {
            assert_eq!(find(&tools, scenario).unwrap().name, tool.name);
        }
    }

    #[test]
    fn names_in_texts_are_whole() {
        let both = scenario::find("both").unwrap();
        let texts = |text: &str| vec!["nothing".to_owned(), text.to_owned()];
        for (text, name) in [
            ("Deferred: mcp__probe__probe_both, other", "mcp__probe__probe_both"),
            ("select:mcp__probe__probe_both,x", "mcp__probe__probe_both"),
            (r#"{\"name\":\"probe-probe_both\"}"#, "probe-probe_both"),
            (r"list:\nmcp__probe__probe_both", "mcp__probe__probe_both"),
            ("see tools.mcp_probe.probe_both(", "probe_both"),
        ] {
            assert_eq!(spoken(&texts(text), &both, false).as_deref(), Some(name), "{text}");
        }
        assert_eq!(
            spoken(&texts("await tools.mcp_probe.probe_both(x)"), &both, true).as_deref(),
            Some("tools.mcp_probe.probe_both")
        );
        assert_eq!(spoken(&texts("probe_both2 probe_bothers"), &both, false), None);
    }
}
