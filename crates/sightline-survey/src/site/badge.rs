//! A badge a client: its strategy in a picture of two words, drawn without any font but the reader's.

use super::html::{el, text};
use super::model::Client;

/// Width of a character in the badge's font, on average, in tenths of a pixel.
const CHARACTER: usize = 66;

pub(super) fn svg(client: &Client) -> String {
    let said = client.main().map_or_else(
        || "not observed".to_owned(),
        |seen| {
            let words = seen.selection.words();
            words.split_once(", ").map_or(words.clone(), |(name, _)| name.to_owned())
        },
    );
    let color = match said.split([' ', '-']).next() {
        Some("content") => "#1b5e20",
        Some("structured") => "#0b4f86",
        Some("both") => "#5b2a86",
        _ => "#4c4a52",
    };
    let label = "model sees";
    let width = |words: &str| words.chars().count() * CHARACTER / 10 + 16;
    let (left, right) = (width(label), width(&said));
    let [all, left_width, right_width] = [left + right, left, right].map(|width| width.to_string());
    let title = format!("{}: its model sees {said}", client.title);
    let middle = |from: usize, width: usize| (from + width / 2).to_string();
    let word = |x: &str, said: &str| el("text", &[("x", x), ("y", "14")], &[text(said)]);
    let svg = el(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("width", &all),
            ("height", "20"),
            ("role", "img"),
            ("aria-label", &title),
        ],
        &[
            el("title", &[], &[text(&title)]),
            el("rect", &[("width", &all), ("height", "20"), ("rx", "4"), ("fill", "#3a3942")], &[]),
            el(
                "rect",
                &[
                    ("x", &left_width),
                    ("width", &right_width),
                    ("height", "20"),
                    ("rx", "4"),
                    ("fill", color),
                ],
                &[],
            ),
            el(
                "g",
                &[
                    ("fill", "#ffffff"),
                    ("text-anchor", "middle"),
                    ("font-family", "Verdana, DejaVu Sans, sans-serif"),
                    ("font-size", "11"),
                ],
                &[word(&middle(0, left), label), word(&middle(left, right), &said)],
            ),
        ],
    );
    format!("{}\n", svg.as_str())
}
