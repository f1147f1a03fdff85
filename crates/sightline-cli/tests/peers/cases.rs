//! What the stub sends: results that one era has and another cannot read.

use serde_json::{Value, json};

/// One tool and one result, in the natural form of the server's revision.
pub struct Case {
    /// What the case is about, as it stands in the table.
    pub name: &'static str,
    /// The revision of the server.
    pub from: &'static str,
    /// `outputSchema` of the tool, and other members of it.
    pub tool: Value,
    /// The result.
    pub result: Value,
    /// What has to arrive.
    pub expected: Expected,
}

/// What a program or a model has to find in what the client hands on.
pub enum Expected {
    /// This value: as structured content, inside the wrapper, or as JSON text.
    Value(Value),
    /// An error whose text contains this.
    Error(&'static str),
    /// A text block, or an embedded resource, that contains this.
    Block(&'static str),
}

fn tool(more: &Value) -> Value {
    let mut tool = json!({"name": "t", "description": "A tool.", "inputSchema": {"type": "object"}});
    for (key, value) in more.as_object().unwrap() {
        tool[key] = value.clone();
    }
    tool
}

fn complete(structured: &Value) -> Value {
    json!({"resultType": "complete", "content": [], "structuredContent": structured})
}

/// All cases; the first ones of a server of 2026-07-28, the last ones of one of 2025-11-25.
pub fn cases() -> Vec<Case> {
    let newest = |name, more: Value, result, expected| Case {
        name,
        from: "2026-07-28",
        tool: tool(&more),
        result,
        expected,
    };
    let value = |name, schema: Value, value: Value| {
        newest(name, json!({"outputSchema": schema}), complete(&value), Expected::Value(value))
    };
    let older = |name, more: Value, result, expected| Case {
        name,
        from: "2025-11-25",
        tool: tool(&more),
        result,
        expected,
    };
    let marked = json!({"type": "object", "properties": {"result": {"type": "integer"}},
        "required": ["result"], "x-fastmcp-wrap-result": true});
    vec![
        value("an array", json!({"type": "array", "items": {"type": "integer"}}), json!([1, 2])),
        value("`false`", json!({"type": "boolean"}), json!(false)),
        value("`null`, which the schema allows", json!({"type": ["object", "null"]}), json!(null)),
        value("an object under a nullable root", json!({"type": ["object", "null"]}), json!({"a": 1})),
        value(
            "an object under `anyOf` with references",
            json!({"anyOf": [{"$ref": "#/$defs/a"}, {"type": "null"}],
                "$defs": {"a": {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}}}),
            json!({"next": {"next": null}}),
        ),
        value(
            "an object under `type: object`",
            json!({"type": "object", "required": ["a"]}),
            json!({"a": 1}),
        ),
        newest("a number without a schema", json!({}), complete(&json!(5)), Expected::Value(json!(5))),
        newest(
            "an error whose value breaks the schema",
            json!({"outputSchema": {"type": "object", "required": ["a"]}}),
            json!({"resultType": "complete", "content": [{"type": "text", "text": "no such row"}],
                "structuredContent": {"code": 404}, "isError": true}),
            Expected::Error("no such row"),
        ),
        newest(
            "a boolean schema of a property",
            json!({"inputSchema": {"type": "object", "properties": {"a": true}}}),
            json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]}),
            Expected::Block("done"),
        ),
        newest(
            "a question to the user",
            json!({}),
            json!({"resultType": "input_required", "requestState": "s", "inputRequests": {"a": {
                "method": "elicitation/create", "params": {"mode": "form", "message": "Which row?",
                "requestedSchema": {"type": "object", "properties": {}}}}}}),
            Expected::Error("Which row?"),
        ),
        newest(
            "a resource link",
            json!({}),
            json!({"resultType": "complete", "content": [{"type": "resource_link", "uri": "file:///a", "name": "a"}]}),
            Expected::Block("file:///a"),
        ),
        newest(
            "audio",
            json!({}),
            json!({"resultType": "complete", "content": [{"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}]}),
            Expected::Block("AAAA"),
        ),
        older(
            "text of an older server",
            json!({"execution": {"taskSupport": "forbidden"}}),
            json!({"content": [{"type": "text", "text": "done"}]}),
            Expected::Block("done"),
        ),
        older(
            "a wrapped number of an older server",
            json!({"outputSchema": marked}),
            json!({"content": [{"type": "text", "text": "5"}], "structuredContent": {"result": 5}}),
            Expected::Value(json!(5)),
        ),
    ]
}
