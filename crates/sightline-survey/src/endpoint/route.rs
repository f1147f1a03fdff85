//! Which question a method and a path put, below whatever base path a client was given.

use http::{HeaderMap, Method};

use super::asked::Dialect;

/// What is asked. Complete: the rest is not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// The model is asked.
    Ask(Dialect),
    /// How many tokens a request has.
    Count(Dialect),
    /// Whether anybody is there.
    Alive,
    /// Which models there are.
    Models(Vendor),
    /// Whether a model is there.
    Model(Vendor, String),
    Unknown(Vendor),
}

/// Whose form a side answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vendor {
    Openai,
    Anthropic,
    Google,
}

impl Vendor {
    pub fn of(dialect: Dialect) -> Self {
        match dialect {
            Dialect::OpenaiChat | Dialect::OpenaiResponses => Self::Openai,
            Dialect::AnthropicMessages => Self::Anthropic,
            Dialect::Gemini => Self::Google,
        }
    }
}

/// Reads whose client asks by the headers that only one vendor has, where there are such.
pub(super) fn vendor_by(headers: &HeaderMap) -> Option<Vendor> {
    if headers.contains_key("anthropic-version") {
        Some(Vendor::Anthropic)
    } else if headers.keys().any(|name| name.as_str().starts_with("x-goog-")) {
        Some(Vendor::Google)
    } else {
        None
    }
}

pub(super) fn route(method: &Method, path: &str, by_headers: Option<Vendor>) -> Route {
    let path = path.trim_end_matches('/');
    let vendor = by_headers.unwrap_or_else(|| vendor(path));
    match *method {
        Method::HEAD => Route::Alive,
        Method::POST => post(path).unwrap_or(Route::Unknown(vendor)),
        // A local server of models has lists below /api that look alike, and would be taken for it.
        Method::GET if !path.starts_with("/api/") => match path.rsplit_once("/models") {
            Some((_, "")) => Route::Models(vendor),
            Some((_, rest)) if rest.starts_with('/') && !rest.contains(':') => {
                Route::Model(vendor, rest.trim_start_matches('/').to_owned())
            }
            _ => Route::Unknown(vendor),
        },
        _ => Route::Unknown(vendor),
    }
}

fn vendor(path: &str) -> Vendor {
    if path.contains("/v1beta") || path.contains("/v1alpha") {
        Vendor::Google
    } else if path.contains("/messages") {
        Vendor::Anthropic
    } else {
        Vendor::Openai
    }
}

fn post(path: &str) -> Option<Route> {
    let ends = [
        ("/chat/completions", Route::Ask(Dialect::OpenaiChat)),
        ("/responses", Route::Ask(Dialect::OpenaiResponses)),
        ("/responses/input_tokens", Route::Count(Dialect::OpenaiResponses)),
        ("/messages", Route::Ask(Dialect::AnthropicMessages)),
        ("/messages/count_tokens", Route::Count(Dialect::AnthropicMessages)),
    ];
    if let Some((_, route)) = ends.into_iter().find(|(end, _)| path.ends_with(end)) {
        return Some(route);
    }
    let (_, name) = path.rsplit_once("/models/")?;
    match name.split_once(':')?.1 {
        "generateContent" | "streamGenerateContent" => Some(Route::Ask(Dialect::Gemini)),
        "countTokens" => Some(Route::Count(Dialect::Gemini)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_known_below_any_base() {
        let ask = |path: &str| route(&Method::POST, path, None);
        assert_eq!(ask("/v1/chat/completions"), Route::Ask(Dialect::OpenaiChat));
        assert_eq!(ask("/chat/completions"), Route::Ask(Dialect::OpenaiChat));
        assert_eq!(ask("/anthropic/v1/messages"), Route::Ask(Dialect::AnthropicMessages));
        assert_eq!(ask("/v1/messages/count_tokens"), Route::Count(Dialect::AnthropicMessages));
        assert_eq!(ask("/v1beta/models/gemini-2.5-pro:streamGenerateContent"), Route::Ask(Dialect::Gemini));
        assert_eq!(ask("/v1beta/models/x:countTokens"), Route::Count(Dialect::Gemini));
        assert_eq!(ask("/v1/embeddings"), Route::Unknown(Vendor::Openai));
        assert_eq!(ask("/v1beta/models/x:embedContent"), Route::Unknown(Vendor::Google));
        let get = |path: &str| route(&Method::GET, path, None);
        assert_eq!(get("/v1/models"), Route::Models(Vendor::Openai));
        assert_eq!(get("/v1/models/org/name"), Route::Model(Vendor::Openai, "org/name".to_owned()));
        assert_eq!(get("/v1beta/models/x"), Route::Model(Vendor::Google, "x".to_owned()));
        assert_eq!(get("/api/v1/models"), Route::Unknown(Vendor::Openai));
        assert_eq!(
            route(&Method::GET, "/v1/models", Some(Vendor::Anthropic)),
            Route::Models(Vendor::Anthropic)
        );
        assert_eq!(route(&Method::HEAD, "/", None), Route::Alive);
    }
}
