//! Markup that cannot be left unescaped: elements are built of texts and elements, and of nothing else.

use std::fmt::Write as _;

/// A piece of markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Returns the markup.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns a text as markup. What cannot be seen in it is spelt out: most texts came over a wire.
///
/// ```
/// use sightline_survey::site::html::text;
///
/// assert_eq!(text("<b> & \"x\"").as_str(), "&lt;b&gt; &amp; &quot;x&quot;");
/// assert_eq!(text("a\u{202e}b").as_str(), r#"a<span class="odd">U+202E</span>b"#);
/// ```
#[must_use]
pub fn text(text: &str) -> Html {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unseen(character) {
            let _ = write!(out, r#"<span class="odd">U+{:04X}</span>"#, character as u32);
        } else {
            push(&mut out, character);
        }
    }
    Html(out)
}

/// Returns an element. Attribute values are escaped; an attribute without a value is written `("hidden", "")`.
///
/// ```
/// use sightline_survey::site::html::{el, text};
///
/// let link = el("a", &[("href", "a.html?b=\"c\"")], &[text("A & B")]);
/// assert_eq!(link.as_str(), r#"<a href="a.html?b=&quot;c&quot;">A &amp; B</a>"#);
/// assert_eq!(el("br", &[], &[]).as_str(), "<br>");
/// ```
#[must_use]
pub fn el(tag: &'static str, attributes: &[(&'static str, &str)], children: &[Html]) -> Html {
    const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "meta"];
    let mut out = format!("<{tag}");
    for (name, value) in attributes {
        let _ = write!(out, " {name}=\"{}\"", escape(value));
    }
    out.push('>');
    if VOID.contains(&tag) {
        return Html(out);
    }
    // A parser drops one line end after `<pre>`, and it would be the text's own.
    if tag == "pre" {
        out.push('\n');
    }
    children.iter().for_each(|child| out.push_str(&child.0));
    let _ = write!(out, "</{tag}>");
    Html(out)
}

/// Returns pieces one after another.
#[must_use]
pub fn all(pieces: impl IntoIterator<Item = Html>) -> Html {
    Html(pieces.into_iter().map(|piece| piece.0).collect())
}

/// Returns a link.
#[must_use]
pub fn link(href: &str, label: &str) -> Html {
    el("a", &[("href", href)], &[text(label)])
}

/// Wraps text of our own that is no HTML, style or script, which needs no escape and has none.
#[must_use]
pub(super) fn own(source: &'static str) -> Html {
    Html(source.to_owned())
}

/// A text for an attribute.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // An attribute holds no markup, so there what cannot be seen is replaced.
    let seen = |character| if is_unseen(character) { '\u{fffd}' } else { character };
    text.chars().for_each(|character| push(&mut out, seen(character)));
    out
}

fn push(out: &mut String, character: char) {
    match character {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        // A NUL is no character of HTML, and a lone carriage return would become a line feed.
        '\0' => out.push('\u{2400}'),
        '\r' => out.push_str("&#13;"),
        character => out.push(character),
    }
}

/// Characters that show nothing, or turn the direction of what follows.
fn is_unseen(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{8}' | '\u{b}'..='\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}')
}

/// A name for files and anchors: letters, digits and hyphens of a text; never empty.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars().take(80) {
        if character.is_ascii_alphanumeric() {
            out.push(character.to_ascii_lowercase());
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    let trimmed = out.trim_matches('-');
    if trimmed.is_empty() { "x".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_markup() {
        for hostile in [
            "<script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>",
            "' onload='x",
            "</pre><h1>",
            "]]>",
        ] {
            for html in [text(hostile), el("a", &[("title", hostile)], &[])] {
                let inside = html.as_str().trim_start_matches("<a title=\"").trim_end_matches("\"></a>");
                assert!(!inside.contains(['<', '>', '"', '\'']), "{}", html.as_str());
            }
        }
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!((slug("%%"), slug("A b:C")), ("x".to_owned(), "a-b-c".to_owned()));
    }

    #[test]
    fn a_text_that_begins_with_a_line_end_keeps_it() {
        assert_eq!(el("pre", &[], &[text("\na")]).as_str(), "<pre>\n\na</pre>");
    }
}
