//! Tokens: what a text costs a model.
//!
//! One count is exact: `o200k_base`, the public vocabulary of OpenAI's models, which is part of the
//! binary and is read on first use. Other vendors publish no tokenizer for their current models, so
//! for them there are only labelled estimates. This module knows text and nothing of MCP.

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
