//! Tokens: what a text costs a model.
//!
//! One count is exact: `o200k_base`, the public vocabulary of OpenAI's models, which is part of the
//! binary and is read on first use. Other vendors publish no tokenizer for their current models, so
//! for them there are only labelled estimates. This module knows text and nothing of MCP.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use serde::Serialize;
use tiktoken::CoreBpe;

/// Name of the vocabulary that [`count`] uses; print it beside every count.
pub const VOCABULARY: &str = "o200k_base";

/// Counts the tokens of a text by `o200k_base`, exactly.
///
/// Special tokens such as `<|endoftext|>` count as the ordinary text that they are in a tool result.
/// The first call reads the vocabulary, which costs about a tenth of a second.
///
/// ```
/// use sightline::tokens::count;
///
/// assert_eq!(count("The quick brown fox."), 5);
/// assert_eq!(count(""), 0);
/// assert!(count("<|endoftext|>") > 1);
/// ```
#[must_use]
pub fn count(text: &str) -> usize {
    // Own cell instead of the crate's registry of encodings: naming one constructor lets the linker
    // drop the vocabularies of all the others, about 9 MB.
    static O200K_BASE: OnceLock<CoreBpe> = OnceLock::new();
    O200K_BASE.get_or_init(tiktoken::encoding::o200k_base).count(text)
}

/// Counts the tokens of many texts that have much in common, and each common part once.
///
/// What clients show of one result is mostly the same rows in other wrappings. A text is cut behind
/// digits that no digit follows: the vocabulary's splitting pattern keeps runs of digits apart from all
/// else and looks at nothing before them, so the counts of the pieces add up exactly. Where to cut
/// depends on the bytes before the cut alone, so that common parts are cut alike.
///
/// ```
/// use sightline::tokens::{Counter, count};
///
/// let mut counter = Counter::default();
/// let rows = r#"{"id":17,"name":"Ada"},"#.repeat(1_000);
/// assert_eq!(counter.count(&rows), count(&rows));
/// assert_eq!(counter.count(&format!("[{rows}]")), count(&format!("[{rows}]")));
/// ```
#[derive(Debug, Default)]
pub struct Counter {
    known: HashMap<Box<str>, usize>,
}

impl Counter {
    /// Returns what [`count`] returns.
    #[must_use]
    pub fn count(&mut self, text: &str) -> usize {
        // Many clients show the very same text.
        if let Some(tokens) = self.known.get(text) {
            return *tokens;
        }
        let mut rest = text;
        let mut tokens = 0;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(first_cut(rest));
            rest = after;
            tokens += match self.known.get(piece) {
                Some(tokens) => *tokens,
                None => {
                    let tokens = count(piece);
                    self.known.insert(piece.into(), tokens);
                    tokens
                }
            };
        }
        self.known.insert(text.into(), tokens);
        tokens
    }
}

/// The end of the first piece: behind a digit that stands before an ASCII character that is none.
fn first_cut(text: &str) -> usize {
    /// One of so many places is a cut, by the bytes before it.
    const ONE_OF: u64 = 32;
    let bytes = text.as_bytes();
    let is_cut = |at: usize| {
        let mixed = |window: &[u8; 8]| u64::from_le_bytes(*window).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        bytes[..at].last_chunk().is_some_and(|window| mixed(window).is_multiple_of(ONE_OF))
    };
    let borders = bytes
        .windows(2)
        .zip(1..)
        .filter(|(pair, _)| pair[0].is_ascii_digit() && pair[1].is_ascii() && !pair[1].is_ascii_digit());
    borders.map(|(_, at)| at).find(|at| is_cut(*at)).unwrap_or(bytes.len())
}

/// Who made the model that reads a text.
///
/// Complete: a vendor without a public tokenizer and without a published factor has no entry, since
/// an estimate for it would be a guess. Google is such a vendor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vendor {
    /// Claude. No public tokenizer for current models; the one in `@anthropic-ai/tokenizer` is Claude 2's.
    Anthropic,
    /// Models that use `o200k_base`.
    #[serde(rename = "openai")]
    OpenAi,
}

impl Vendor {
    /// Returns the name that people type and read.
    ///
    /// ```
    /// assert_eq!(sightline::tokens::Vendor::OpenAi.name(), "openai");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
        }
    }
}

/// A number of tokens with how sure it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The middle of the range; exact when the range holds one number.
    pub tokens: usize,
    /// What the number is: never print it without this.
    pub label: &'static str,
    /// The least and the most that the source of the factor lets expect.
    pub range: RangeInclusive<usize>,
}

/// Estimates the tokens of a text for a vendor's current models.
///
/// `openai` is the exact count. `anthropic` is that count plus 15 to 20 percent: the published hint
/// by how much `o200k_base` undercounts Claude on text. On code and JSON the true count can lie above
/// the range; the exact one is known only to the vendor's `count_tokens` endpoint.
///
/// ```
/// use sightline::tokens::{Vendor, count, estimate};
///
/// let text = "Light rain, about 8 degrees, and it will go on until the evening.";
/// let claude = estimate(Vendor::Anthropic, text);
/// assert!(claude.label.contains("estimate"));
/// assert!(claude.range.contains(&claude.tokens) && claude.tokens > count(text));
/// ```
#[must_use]
pub fn estimate(vendor: Vendor, text: &str) -> Estimate {
    let exact = count(text);
    match vendor {
        Vendor::Anthropic => {
            let (least, most) = ((exact * 115).div_ceil(100), (exact * 120).div_ceil(100));
            Estimate {
                tokens: usize::midpoint(least, most),
                label: "estimate: o200k_base +15 to 20 %, more on code; no public tokenizer",
                range: least..=most,
            }
        }
        Vendor::OpenAi => Estimate { tokens: exact, label: "exact: o200k_base", range: exact..=exact },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str) {
        let second = bpe_openai::o200k_base().count(text);
        assert_eq!(count(text), second, "{text:?}");
    }

    /// Rows as servers send them: the survey's dataset in small.
    fn dataset() -> String {
        let row = |id: usize| {
            format!(
                r#"{{"id":"ord-{id:04}","customer":"Ärzte & Söhne {id}","total":{id}.{:02},"paid":{},"note":null}}"#,
                id * 37 % 100,
                id.is_multiple_of(2)
            )
        };
        format!("[{}]", (0..250).map(row).collect::<Vec<_>>().join(","))
    }

    #[test]
    fn a_second_implementation_agrees() {
        let texts = [
            "",
            " ",
            "\n",
            "   \n\n\t  x",
            "a  b   c    d\r\n\r\n  e",
            "hello world",
            "Don't, WON'T, we'Ve, ’s ’LL",
            "12345678901234567890 3.14 1e400 -0",
            "🙂👩‍👩‍👧‍👦🇩🇪 e\u{301} ﷽ \u{200b}\u{feff}",
            "日本語のテキスト、中文和 한국어 ไทย עברית العربية",
            "<|endoftext|> <|endofprompt|>x<|fim_prefix|>",
            "fn main() {\n    println!(\"{}\", 1 << 3); // done\n}\n",
            "{\"a\":[1,2,{\"b\":null}],\"c\":\"\\u00e9\"}",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "camelCaseHTTPServer snake_case_ID kebab-case $x @y #z",
            "\u{0}\u{1}\u{7f}\u{85}\u{2028}",
        ];
        for text in texts {
            check(text);
            check(&text.repeat(50));
        }
        check(&dataset());
        check(&" ".repeat(3000));
        check(&format!("{}x", "\n ".repeat(500)));
    }

    /// Counts that OpenAI publishes in its examples, so that two ports with one mistake are seen.
    #[test]
    fn known_counts() {
        for (text, tokens) in [("", 0), ("hello world", 2), ("tiktoken is great!", 6), ("2 + 2 = 4", 7)] {
            assert_eq!(count(text), tokens, "{text:?}");
        }
    }

    #[test]
    fn special_tokens_are_ordinary_text() {
        for special in ["<|endoftext|>", "<|endofprompt|>"] {
            assert!(count(special) > 3, "{special}");
        }
    }

    #[test]
    fn only_the_public_vocabulary_is_called_exact() {
        let text = dataset();
        let (exact, claude) = (estimate(Vendor::OpenAi, &text), estimate(Vendor::Anthropic, &text));
        assert_eq!((exact.tokens, exact.range.clone().count()), (count(&text), 1));
        assert!(exact.label.starts_with("exact") && claude.label.starts_with("estimate"));
        assert!(claude.range.start() > &exact.tokens && claude.range.contains(&claude.tokens));
        assert_eq!(estimate(Vendor::Anthropic, "").range, 0..=0);
    }

    proptest! {
        #[test]
        fn pieces_add_up(texts in prop::collection::vec("([a-z ']{0,4}|[0-9]{1,5}|[{}\":,.\n\u{a0}é٣½]{1,3}|\\PC){0,60}", 1..4)) {
            let mut counter = Counter::default();
            for text in &texts {
                prop_assert_eq!(counter.count(text), count(text));
                prop_assert_eq!(counter.count(&text.repeat(20)), count(&text.repeat(20)));
            }
        }

        #[test]
        fn any_text_counts_the_same(text in "\\PC{0,80}") {
            check(&text);
        }

        #[test]
        fn any_white_space_counts_the_same(text in "[ \t\r\n\u{a0}\u{3000}a1.,']{0,60}") {
            check(&text);
        }

        #[test]
        fn any_unicode_counts_the_same(text in any::<String>()) {
            check(&text);
        }
    }
}
