//! A tool whose results are of one Rust type.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sightline::revision::Revision;

use crate::ask::InputRequiredBuilder;
use crate::definition::Definition;
use crate::error::Error;
use crate::limit::Limit;
use crate::reply::{Body, Reply, ReplyBuilder, error_reply};
use crate::store::Store;
use crate::text::Text;
use crate::type_schema::{input_schema, output_schema};

/// A tool whose results are of type `T`: its definition, made once, and how its results are written.
///
/// Cheap to clone. The definition is kept in its natural form and adapted for each peer.
///
/// ```
/// use sightline::revision::Revision;
/// use sightline_kit::TypedTool;
///
/// let tool = TypedTool::<Vec<u32>>::builder("primes").description("Lists primes.").build()?;
/// let reply = tool.reply(&vec![2, 3, 5]).finish()?;
/// assert!(reply.json().contains(r#""structuredContent":[2,3,5]"#));
/// let older = tool.definition_for(&Revision::V2025_06_18);
/// assert!(older.contains(r#""outputSchema":{"type":"object","properties":{"result":"#));
/// # Ok::<(), sightline_kit::Error>(())
/// ```
pub struct TypedTool<T> {
    pub(crate) definition: Arc<Definition>,
    pub(crate) text: Text<T>,
    pub(crate) text_limit: Option<Limit>,
    pub(crate) budget: Option<Budget>,
    pub(crate) is_text_only: bool,
}

/// A limit on the whole result, and where the rest goes.
#[derive(Clone)]
pub(crate) struct Budget {
    pub(crate) limit: Limit,
    pub(crate) store: Arc<dyn Store>,
    /// What stands before the key in the link.
    pub(crate) uri_prefix: String,
}

impl<T: Serialize> TypedTool<T> {
    /// Starts the definition of a tool whose output schema comes from the type.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<bool>::builder("is_open").build()?;
    /// assert!(tool.definition().contains(r#""outputSchema":{"type":"boolean"}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn builder(name: impl Into<String>) -> ToolBuilder<T>
    where
        T: JsonSchema,
    {
        Self::builder_with_schema(name, output_schema::<T>())
    }

    /// Starts the definition of a tool whose output schema is written by hand; results are held to it
    /// all the same.
    ///
    /// ```
    /// use serde_json::json;
    /// use sightline_kit::TypedTool;
    ///
    /// let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    /// let tool = TypedTool::<serde_json::Value>::builder_with_schema("city", schema).build()?;
    /// // A `null` from upstream is found before it is sent.
    /// let error = tool.reply(&json!({"city": null})).finish().unwrap_err();
    /// assert_eq!(error.violations()[0].instance_pointer, "/city");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn builder_with_schema(name: impl Into<String>, output_schema: Value) -> ToolBuilder<T> {
        ToolBuilder {
            name: name.into(),
            fields: Map::new(),
            input_schema: json!({"type": "object", "additionalProperties": false}),
            output_schema: Some(output_schema),
            text: Text::default(),
            text_limit: None,
            budget: None,
            of: PhantomData,
        }
    }

    /// Returns the name.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<bool>::builder("is_open").build()?;
    /// assert_eq!(tool.name(), "is_open");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Returns the natural definition, as JSON.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<bool>::builder("is_open").build()?;
    /// assert!(tool.definition().contains(r#""name":"is_open""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn definition(&self) -> &str {
        self.definition.json()
    }

    /// Returns the definition for a peer of a revision, as JSON; made once for each.
    ///
    /// ```
    /// use sightline::revision::Revision;
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<bool>::builder("is_open").build()?;
    /// // A root that is no object is wrapped, in the definition as in the results.
    /// assert!(tool.definition_for(&Revision::V2025_11_25).contains(r#""properties":{"result":{"type":"boolean"}}"#));
    /// assert!(!tool.definition_for(&Revision::V2025_03_26).contains("outputSchema"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn definition_for(&self, revision: &Revision) -> &str {
        self.definition.for_revision(revision)
    }

    /// Starts the result for a value.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<bool>::builder("is_open").build()?;
    /// let reply = tool.reply(&false).finish()?;
    /// assert!(reply.json().contains(r#""structuredContent":false"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn reply<'r>(&'r self, value: &'r T) -> ReplyBuilder<'r, T> {
        ReplyBuilder::new(self, Body::Value(value))
    }

    /// Starts the result for a value that is JSON text already, such as what another server sent:
    /// every digit stays as it is. A closure of [`Text::written`] is not asked, since there is no `T`.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<Vec<f64>>::builder("exact").build()?;
    /// let reply = tool.reply_json("[12345678901234567890123, 1.10]").finish()?;
    /// assert!(reply.json().contains(r#""structuredContent":[12345678901234567890123, 1.10]"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn reply_json<'r>(&'r self, json: &'r str) -> ReplyBuilder<'r, T> {
        ReplyBuilder::new(self, Body::Json(json))
    }

    /// Returns an error of the tool: the message for the model, and no structured content.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// assert_eq!(
    ///     tool.error("The database is away; try again in a minute.").json(),
    ///     r#"{"content":[{"type":"text","text":"The database is away; try again in a minute."}],"isError":true,"resultType":"complete"}"#
    /// );
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn error(&self, message: &str) -> Reply {
        error_reply(&self.definition, message)
    }

    /// Starts a result that asks the client for input before the tool can go on.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("wait").build()?;
    /// let reply = tool.input_required().state("sealed").finish()?;
    /// assert!(reply.json().contains("input_required"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn input_required(&self) -> InputRequiredBuilder {
        InputRequiredBuilder::new(Arc::clone(&self.definition))
    }
}

impl<T> Clone for TypedTool<T> {
    fn clone(&self) -> Self {
        Self {
            definition: Arc::clone(&self.definition),
            text: self.text.clone(),
            text_limit: self.text_limit,
            budget: self.budget.clone(),
            is_text_only: self.is_text_only,
        }
    }
}

impl<T> fmt::Debug for TypedTool<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TypedTool")
            .field("definition", &self.definition.json())
            .field("text", &self.text)
            .field("text_limit", &self.text_limit)
            .field("limit", &self.budget.as_ref().map(|budget| budget.limit))
            .finish_non_exhaustive()
    }
}

/// The parts of a [`TypedTool`] before it is checked.
///
/// ```
/// use sightline_kit::TypedTool;
///
/// let tool = TypedTool::<u32>::builder("count").title("Count").description("Counts.").read_only().build()?;
/// assert_eq!(tool.name(), "count");
/// # Ok::<(), sightline_kit::Error>(())
/// ```
pub struct ToolBuilder<T> {
    name: String,
    fields: Map<String, Value>,
    input_schema: Value,
    output_schema: Option<Value>,
    text: Text<T>,
    text_limit: Option<Limit>,
    budget: Option<Budget>,
    of: PhantomData<fn(T)>,
}

impl<T> fmt::Debug for ToolBuilder<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ToolBuilder").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<T> ToolBuilder<T> {
    /// Says what the tool does, for the model.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").description("Counts the orders.").build()?;
    /// assert!(tool.definition().contains(r#""description":"Counts the orders.""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn description(self, description: &str) -> Self {
        self.field("description", json!(description))
    }

    /// Gives the tool a title for people.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").title("Orders").build()?;
    /// assert!(tool.definition().contains(r#""title":"Orders""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn title(self, title: &str) -> Self {
        self.field("title", json!(title))
    }

    /// Takes the input schema from a type. Without one the tool takes no arguments.
    ///
    /// ```
    /// use schemars::JsonSchema;
    /// use sightline_kit::{TypedTool, schemars};
    ///
    /// #[derive(JsonSchema)]
    /// struct Find {
    ///     id: u32,
    /// }
    ///
    /// let tool = TypedTool::<u32>::builder("find").input::<Find>().build()?;
    /// assert!(tool.definition().contains(r#""required":["id"]"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn input<I: JsonSchema>(mut self) -> Self {
        self.input_schema = input_schema::<I>();
        self
    }

    /// Says that the tool changes nothing.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").read_only().build()?;
    /// assert!(tool.definition().contains(r#""annotations":{"readOnlyHint":true}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn read_only(self) -> Self {
        self.field("annotations", json!({"readOnlyHint": true}))
    }

    /// Names the view that shows the results (MCP Apps), a `ui://` resource.
    ///
    /// ```
    /// let tool = sightline_kit::TypedTool::<u32>::builder("gauge").view("ui://gauge/view.html").build()?;
    /// assert!(tool.definition().contains(r#""_meta":{"ui":{"resourceUri":"ui://gauge/view.html"}}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn view(self, uri: &str) -> Self {
        self.field("_meta", json!({"ui": {"resourceUri": uri}}))
    }

    /// Sets the text for the model; the compact JSON without it.
    ///
    /// ```
    /// use sightline_kit::{Encoding, Text, TypedTool};
    ///
    /// let tool = TypedTool::<Vec<u32>>::builder("primes").text(Text::of(Encoding::Csv)).build()?;
    /// assert!(tool.reply(&vec![2, 3]).finish()?.text().ends_with("2\n3"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn text(mut self, text: Text<T>) -> Self {
        self.text = text;
        self
    }

    /// Limits the text for the model. The structured content stays whole, and the text says what it
    /// left out.
    ///
    /// ```
    /// use sightline_kit::{Encoding, Limit, Text, TypedTool};
    ///
    /// let tool = TypedTool::<Vec<u32>>::builder("numbers")
    ///     .text(Text::of(Encoding::Json))
    ///     .text_limit(Limit::Bytes(120))
    ///     .build()?;
    /// let reply = tool.reply(&(0..1000).collect()).finish()?;
    /// assert!(reply.text().len() <= 120);
    /// assert!(reply.text().contains("of 1000 items; structuredContent has all"));
    /// assert!(reply.json().contains("998,999]")); // still whole for code
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn text_limit(mut self, limit: Limit) -> Self {
        self.text_limit = Some(limit);
        self
    }

    /// Limits text and structured content, each. What does not fit is cut from arrays and long strings
    /// so that the schema still holds; the whole value goes to the store, and the result links to it as
    /// `uri_prefix` and the key.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use sightline_kit::store::{MemoryStore, Store};
    /// use sightline_kit::{Limit, TypedTool};
    ///
    /// let store = Arc::new(MemoryStore::new(1 << 20));
    /// let tool = TypedTool::<Vec<u32>>::builder("numbers")
    ///     .limit(Limit::Bytes(400), store.clone(), "numbers://")
    ///     .build()?;
    /// let reply = tool.reply(&(0..1000).collect()).finish()?;
    /// let left_out = &reply.left_out()[0];
    /// assert_eq!((left_out.pointer.as_str(), left_out.total), ("", 1000));
    /// let key = reply.stored().unwrap();
    /// assert!(store.get(key).unwrap().unwrap().ends_with("998,999]"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn limit(mut self, limit: Limit, store: Arc<dyn Store>, uri_prefix: &str) -> Self {
        self.budget = Some(Budget { limit, store, uri_prefix: uri_prefix.to_owned() });
        self
    }

    /// Declares no output schema and sends no structured content: for answers that are prose, where a
    /// schema would promise what nobody wants to read by program.
    ///
    /// ```
    /// use sightline_kit::{Text, TypedTool};
    ///
    /// let tool = TypedTool::<String>::builder("explain")
    ///     .text_only()
    ///     .text(Text::written(String::clone))
    ///     .build()?;
    /// let reply = tool.reply(&"Because.".to_owned()).finish()?;
    /// assert_eq!(reply.json(), r#"{"content":[{"type":"text","text":"Because."}],"resultType":"complete"}"#);
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn text_only(mut self) -> Self {
        self.output_schema = None;
        self
    }

    /// Checks the definition in every revision.
    ///
    /// # Errors
    /// `check` calls something in it an error, or the schema cannot be used.
    ///
    /// ```
    /// let error = sightline_kit::TypedTool::<u32>::builder_with_schema("odd", serde_json::json!({"type": 1}));
    /// assert!(error.build().unwrap_err().to_string().contains("output schema"));
    /// ```
    pub fn build(self) -> Result<TypedTool<T>, Error> {
        let mut tool = Map::new();
        tool.insert("name".to_owned(), json!(self.name));
        tool.insert("inputSchema".to_owned(), self.input_schema);
        let is_text_only = self.output_schema.is_none();
        if let Some(schema) = self.output_schema {
            tool.insert("outputSchema".to_owned(), schema);
        }
        tool.extend(self.fields);
        let definition = Definition::new(&self.name, Value::Object(tool).to_string())?;
        Ok(TypedTool {
            definition: Arc::new(definition),
            text: self.text,
            text_limit: self.text_limit,
            budget: self.budget,
            is_text_only,
        })
    }

    fn field(mut self, name: &str, value: Value) -> Self {
        self.fields.insert(name.to_owned(), value);
        self
    }
}
