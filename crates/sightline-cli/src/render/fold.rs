//! Widths on a terminal: texts are folded at spaces, and cut, by the columns that they take.

use std::sync::LazyLock;

/// Widest line; `COLUMNS` names another one than 100.
pub static WIDTH: LazyLock<usize> = LazyLock::new(|| {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    columns.map_or(100, |columns: usize| columns.clamp(40, 400))
});

/// Blocks of letters and pictures that take two columns each.
const WIDE: &[(char, char)] = &[
    ('\u{1100}', '\u{115f}'),
    ('\u{2e80}', '\u{303e}'),
    ('\u{3041}', '\u{33ff}'),
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{a000}', '\u{a4cf}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fe30}', '\u{fe6f}'),
    ('\u{ff00}', '\u{ff60}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{1f300}', '\u{1f64f}'),
    ('\u{1f900}', '\u{1f9ff}'),
    ('\u{20000}', '\u{3fffd}'),
];

/// Columns that a text takes; marks that stand above others are counted too, which folds a bit early.
pub fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

fn columns(letter: char) -> usize {
    let is_wide = letter >= WIDE[0].0 && WIDE.iter().any(|(first, last)| (*first..=*last).contains(&letter));
    1 + usize::from(is_wide)
}

/// Cuts a text to a width.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut room = most.saturating_sub(1);
    let fits = |letter: &char| {
        let takes = columns(*letter);
        let fits = takes <= room;
        room = if fits { room - takes } else { 0 };
        fits
    };
    let head: String = text.chars().take_while(fits).collect();
    format!("{head}…")
}

/// Folds a text at spaces; a word that is wider than the line stands alone. Its own lines stay.
pub fn folded(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for given in text.split('\n') {
        let mut taken = 0;
        lines.push(String::new());
        for (index, word) in given.split(' ').enumerate() {
            let wide = width(word);
            if index > 0 && taken + 1 + wide > most {
                lines.push(String::new());
                taken = 0;
            } else if index > 0 {
                lines.last_mut().into_iter().for_each(|line| line.push(' '));
                taken += 1;
            }
            lines.last_mut().into_iter().for_each(|line| line.push_str(word));
            taken += wide;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_folded_by_the_columns_that_they_take() {
        for (text, most, lines) in [
            ("", 5, &[""][..]),
            ("a bc d", 4, &["a bc", "d"]),
            ("abcdefg h", 4, &["abcdefg", "h"]),
            ("東京 都", 6, &["東京", "都"]),
            ("東京 都", 7, &["東京 都"]),
            ("a\nb c", 9, &["a", "b c"]),
        ] {
            assert_eq!(folded(text, most), lines, "{text:?} {most}");
        }
        for (text, most, expected) in
            [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("東京都", 5, "東京…"), ("東京都", 4, "東…")]
        {
            assert_eq!(cut(text, most), expected);
        }
    }
}
