//! Why a definition or a result could not be made.

use std::fmt;

use sightline::diagnostic::Diagnostic;
use sightline::schema::{SchemaProblem, Violation};

/// Why a definition or a result could not be made; it names the field.
///
/// ```
/// use sightline_kit::{TypedTool, schemars};
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Reading {
///     celsius: f64,
/// }
///
/// let tool = TypedTool::<Reading>::builder("read").build()?;
/// // JSON has no NaN, and `serde_json` writes `null` for it.
/// let error = tool.reply(&Reading { celsius: f64::NAN }).finish().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the result of read breaks its output schema: /celsius: null is not number"
/// );
/// # Ok::<(), sightline_kit::Error>(())
/// ```
#[derive(Debug)]
pub struct Error {
    tool: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Breaks(Vec<Violation>),
    NotJson(String),
    Refused(Vec<Diagnostic>),
    Schema(SchemaProblem),
    Store(std::io::Error),
    TooBig(String),
}

impl Error {
    pub(crate) fn breaks(tool: &str, violations: Vec<Violation>) -> Self {
        Self { tool: tool.to_owned(), reason: Reason::Breaks(violations) }
    }

    pub(crate) fn not_json(tool: &str, why: impl Into<String>) -> Self {
        Self { tool: tool.to_owned(), reason: Reason::NotJson(why.into()) }
    }

    pub(crate) fn refused(tool: &str, findings: Vec<Diagnostic>) -> Self {
        Self { tool: tool.to_owned(), reason: Reason::Refused(findings) }
    }

    pub(crate) fn schema(tool: &str, problem: SchemaProblem) -> Self {
        Self { tool: tool.to_owned(), reason: Reason::Schema(problem) }
    }

    pub(crate) fn store(tool: &str, error: std::io::Error) -> Self {
        Self { tool: tool.to_owned(), reason: Reason::Store(error) }
    }

    pub(crate) fn too_big(tool: &str, why: impl Into<String>) -> Self {
        Self { tool: tool.to_owned(), reason: Reason::TooBig(why.into()) }
    }

    /// Returns where the value breaks its schema; empty when that is not the reason.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use sightline_kit::TypedTool;
    ///
    /// let schema = json!({"type": "array", "items": {"type": "integer"}});
    /// let tool = TypedTool::<Value>::builder_with_schema("numbers", schema).build()?;
    /// let error = tool.reply(&json!([1, null])).finish().unwrap_err();
    /// assert_eq!(error.violations()[0].instance_pointer, "/1");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        match &self.reason {
            Reason::Breaks(violations) => violations,
            _ => &[],
        }
    }

    /// Returns what `check` says against the result or the definition; empty when that is not the reason.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// // The key of the metadata is none.
    /// let error = tool.reply(&1).meta("bad key", &1).finish().unwrap_err();
    /// assert!(error.findings()[0].pointer.starts_with("/_meta"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn findings(&self) -> &[Diagnostic] {
        match &self.reason {
            Reason::Refused(findings) => findings,
            _ => &[],
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tool = &self.tool;
        match &self.reason {
            Reason::Breaks(violations) => {
                write!(formatter, "the result of {tool} breaks its output schema")?;
                for violation in violations.iter().take(3) {
                    let at = &violation.instance_pointer;
                    let at = if at.is_empty() { "the value" } else { at };
                    write!(formatter, ": {at}: {}", violation.message)?;
                }
                match violations.len() {
                    0..=3 => Ok(()),
                    many => write!(formatter, " and {} more", many - 3),
                }
            }
            Reason::NotJson(why) => write!(formatter, "the result of {tool} is no JSON: {why}"),
            Reason::Refused(findings) => {
                write!(formatter, "{tool} would be illegal")?;
                for finding in findings.iter().take(3) {
                    write!(formatter, ": {} at {:?}: {}", finding.rule, finding.pointer, finding.message)?;
                }
                Ok(())
            }
            Reason::Schema(problem) => {
                write!(formatter, "the output schema of {tool} cannot be used: {problem}")
            }
            Reason::Store(error) => {
                write!(formatter, "the whole result of {tool} could not be stored: {error}")
            }
            Reason::TooBig(why) => write!(formatter, "the result of {tool} does not fit its limit: {why}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Store(error) => Some(error),
            _ => None,
        }
    }
}
