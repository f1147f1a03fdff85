//! Code modes: clients that offer their model a program instead of tools. One way of writing such a
//! program each; a recipe says which.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::asked::{Asked, Offered, OfferedKind};
use super::names::spoken;
use crate::scenario::Scenario;

/// How a call is written as a program. Complete: what has been met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sandbox {
    /// JavaScript as the free text of a custom tool; `tools` holds the tools and `text` prints.
    JavascriptText,
    /// TypeScript as an argument of a function, with a `main` whose value is the result.
    TypescriptMain,
}

impl Sandbox {
    /// Returns the tool that takes programs, if it is offered.
    pub(super) fn tool(self, asked: &Asked) -> Option<&Offered> {
        asked.tools.iter().find(|tool| match self {
            Self::JavascriptText => tool.kind == OfferedKind::Custom && tool.name.contains("exec"),
            Self::TypescriptMain => tool.kind == OfferedKind::Function && tool.name.contains("typescript"),
        })
    }

    /// Writes the program that calls a scenario's tool, as the arguments of `tool`.
    pub(super) fn arguments(self, tool: &Offered, asked: &Asked, scenario: &Scenario) -> String {
        let argument = json!({"token": scenario.token()});
        match self {
            Self::JavascriptText => {
                let own = scenario.tool();
                // The tool's own words tell its names; elsewhere another name may be told.
                let described = std::slice::from_ref(&tool.description);
                let named = spoken(described, scenario, false).unwrap_or_default();
                // The name as it is told, else whatever there is that ends like it.
                format!(
                    "const told = {};\nconst names = [told, ...Object.keys(tools)];\n\
                     const name = names.find((name) => name.endsWith({}) && typeof tools[name] === \"function\") ?? told;\n\
                     const value = await tools[name]({argument});\ntext(JSON.stringify(value));\n",
                    json!(named),
                    json!(own),
                )
            }
            Self::TypescriptMain => {
                let name = match spoken(&asked.strings, scenario, true) {
                    Some(name) if name.starts_with("tools.") => name,
                    Some(name) if name.contains('.') => format!("tools.{name}"),
                    // Told without what it is a member of: as it would be for a server named `probe`.
                    _ => format!("tools.mcp_probe.{}", scenario.tool()),
                };
                let code = format!("async function main() {{ return await {name}({argument}); }}");
                let key = text_property(tool).unwrap_or_else(|| "code".to_owned());
                json!({key: code}).to_string()
            }
        }
    }
}

/// Returns the first property that takes a text, required ones first.
pub(super) fn text_property(tool: &Offered) -> Option<String> {
    let properties = tool.schema["properties"].as_object()?;
    let required = tool.schema["required"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
    let names = required.chain(properties.keys().map(String::as_str));
    let is_text = |name: &&str| {
        let kind = properties.get(*name).map(|property| &property["type"]);
        kind.is_some_and(|kind| kind.as_str().is_some_and(|kind| kind.eq_ignore_ascii_case("string")))
    };
    names.into_iter().find(is_text).map(str::to_owned)
}
