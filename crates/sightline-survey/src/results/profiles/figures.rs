//! A text that was cut, in its pieces, and the figures that the words between them tell.

/// What stays of a text, and the words around it.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// The text that was cut.
    pub whole: String,
    /// Words before what stays.
    pub before: String,
    /// What stays of the beginning.
    pub head: String,
    /// Words between head and tail.
    pub between: String,
    /// What stays of the end.
    pub tail: String,
    /// Words behind it.
    pub after: String,
}

/// A figure as it is written, and the placeholder that stands for it.
pub(super) struct Figures(Vec<(String, &'static str)>);

/// Characters by which head and tail are found again.
const PROBE: usize = 16;

impl Pieces {
    /// Takes what arrived apart; none where neither head nor tail of the text stands in it.
    pub fn of(whole: &str, shown: &str) -> Option<Self> {
        if shown.len() >= whole.len() || whole.len() < 4 * PROBE {
            return None;
        }
        let begin: String = whole.chars().take(PROBE).collect();
        let head = shown.find(&begin).and_then(|at| {
            let many = common(whole.chars(), shown.get(at..)?.chars())?;
            Some((at, many))
        });
        let (start, many) = head.unwrap_or((shown.len(), 0));
        let (before, rest) = (shown.get(..start)?, shown.get(start + many..)?);
        let end: String = whole.chars().skip(whole.chars().count().checked_sub(PROBE)?).collect();
        let stop = rest.rfind(&end).map(|at| at + end.len());
        let tail = stop.and_then(|stop| common(whole.chars().rev(), rest.get(..stop)?.chars().rev()));
        let (stop, tail) = (stop.unwrap_or(rest.len()), tail.unwrap_or(0));
        if many == 0 && tail == 0 {
            return None;
        }
        let pieces = Self {
            whole: whole.to_owned(),
            before: before.to_owned(),
            head: shown.get(start..start + many)?.to_owned(),
            between: rest.get(..stop - tail)?.to_owned(),
            tail: rest.get(stop - tail..stop)?.to_owned(),
            after: rest.get(stop..)?.to_owned(),
        };
        (!pieces.words_hold_text()).then_some(pieces)
    }

    /// Whether lines of the text stand among the words: then it was not cut in one place, and the words
    /// would be those of this one text.
    fn words_hold_text(&self) -> bool {
        let words = [&self.before, &self.between, &self.after];
        let ends = words.into_iter().flat_map(|words| words.lines()).filter_map(|line| {
            let line = line.trim_end();
            line.get(line.len().checked_sub(PROBE)?..)
        });
        ends.into_iter().any(|end| self.whole.contains(end))
    }

    /// The pieces, and those in which white space next to them belongs to the words: both texts may have
    /// the same there.
    pub fn readings(&self) -> Vec<Self> {
        let mut readings = vec![self.clone()];
        let head = self.head.trim_end();
        if head.len() < self.head.len() {
            let mut other = self.clone();
            let space = other.head.split_off(head.len());
            other.between = space + &self.between;
            readings.push(other);
        }
        let tail = self.tail.trim_start();
        if tail.len() < self.tail.len() {
            for mut other in readings.clone() {
                let space = self.tail.len() - tail.len();
                other.between.push_str(self.tail.get(..space).unwrap_or_default());
                tail.clone_into(&mut other.tail);
                readings.push(other);
            }
        }
        readings
    }

    /// All that arrived.
    pub fn shown(&self) -> String {
        [&*self.before, &self.head, &self.between, &self.tail, &self.after].concat()
    }

    /// Numbers that the words name, without commas, the greatest first.
    pub fn named_numbers(&self) -> Vec<usize> {
        let words = [&*self.before, &self.between, &self.after].join(" ").replace(',', "");
        let numbers = words.split(|letter: char| !letter.is_ascii_digit());
        let mut numbers: Vec<usize> =
            numbers.filter_map(|digits| digits.parse().ok()).filter(|one| *one > 99).collect();
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        numbers.dedup();
        numbers
    }

    fn removed_bytes(&self) -> usize {
        self.whole.len().saturating_sub(self.head.len() + self.tail.len())
    }

    fn removed_units(&self) -> usize {
        units(&self.whole).saturating_sub(units(&self.head) + units(&self.tail))
    }
}

/// How many bytes of characters are the same, of as many as there are.
fn common(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> Option<usize> {
    let same = one.zip(other).take_while(|(one, other)| one == other);
    Some(same.map(|(letter, _)| letter.len_utf8()).sum()).filter(|bytes| *bytes > 0)
}

impl Figures {
    /// What a cut of the middle tells.
    pub fn of_limit(pieces: &Pieces) -> Self {
        Self::of([
            (pieces.removed_units().to_string(), "{removed}"),
            (pieces.removed_bytes().div_ceil(4).to_string(), "{tokens}"),
            (units(&pieces.whole).to_string(), "{units}"),
        ])
    }

    /// What stands for a text that went to a file.
    pub fn of_spill(pieces: &Pieces) -> Self {
        let lines = |text: &str| (text.matches('\n').count() + 1).to_string();
        Self::of([
            (pieces.removed_units().to_string(), "{removed}"),
            (pieces.removed_bytes().to_string(), "{removed}"),
            (grouped(pieces.removed_units()), "{grouped}"),
            (((pieces.whole.len() + 512) / 1_024).to_string(), "{rounded_kilobytes}"),
            (pieces.whole.chars().count().div_ceil(4).to_string(), "{estimate}"),
            (format!("{}k", units(&pieces.whole) / 1_000), "{thousands}k"),
            (lines(&pieces.whole), "{lines}"),
            (lines(&pieces.head), "{head_lines}"),
            (lines(&pieces.tail), "{tail_lines}"),
        ])
    }

    /// What an excerpt tells; tokens of so many bytes each.
    pub fn of_excerpt(pieces: &Pieces, per_token: Option<f64>) -> Self {
        let (head, tail) = (&pieces.head, &pieces.tail);
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "as the projection reckons it, of texts that are far below 2^52 bytes"
        )]
        let tokens = |bytes: usize| match per_token {
            Some(size) => ((bytes as f64 / size) as usize).max(1),
            None => bytes.div_ceil(4),
        };
        Self::of([
            (pieces.whole.len().to_string(), "{bytes}"),
            (grouped(pieces.whole.chars().count()), "{chars}"),
            (head.len().to_string(), "{head_bytes}"),
            (tail.len().to_string(), "{tail_bytes}"),
            (pieces.removed_bytes().to_string(), "{omitted}"),
            (tokens(pieces.whole.len()).to_string(), "{tokens}"),
            (tokens(head.len() + tail.len()).to_string(), "{kept_tokens}"),
            (pieces.whole.chars().count().div_ceil(4).to_string(), "{estimate}"),
        ])
    }

    fn of<const N: usize>(figures: [(String, &'static str); N]) -> Self {
        Self(figures.into_iter().filter(|(figure, _)| figure.len() > 1).collect())
    }

    /// Words with paths, digests and figures as placeholders.
    pub fn said(&self, words: &str) -> String {
        let mut out = String::new();
        for piece in words.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            let space = piece.get(word.len()..).unwrap_or_default();
            let bare = word.trim_end_matches(['.', ',', ':', ';', ')', ']']);
            let end = word.get(bare.len()..).unwrap_or_default();
            let is_path = bare.starts_with('/') && bare.matches('/').count() > 1;
            let is_digest = bare.len() == 64 && bare.bytes().all(|byte| byte.is_ascii_hexdigit());
            match (is_path, is_digest) {
                (true, _) => out.push_str("{path}"),
                (_, true) => out.push_str("{sha256}"),
                _ => out.push_str(&self.put(bare)),
            }
            out.push_str(end);
            out.push_str(space);
        }
        out
    }

    /// A word with its figure as a placeholder, as far as it is one.
    fn put(&self, word: &str) -> String {
        let is_of_figure = |letter: char| letter.is_ascii_digit() || letter == ',';
        let Some(start) = word.find(|letter: char| letter.is_ascii_digit()) else { return word.to_owned() };
        let rest = &word[start..];
        let stop = rest.find(|letter| !is_of_figure(letter)).unwrap_or(rest.len());
        let known = |figure: &str| self.0.iter().find(|(own, _)| own == figure);
        match known(rest).or_else(|| known(&rest[..stop])) {
            Some((figure, name)) => format!("{}{name}{}", &word[..start], self.put(&rest[figure.len()..])),
            None => format!("{}{}{}", &word[..start], &rest[..stop], self.put(&rest[stop..])),
        }
    }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A number with commas.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits
        .char_indices()
        .map(|(at, digit)| if comma(at) { format!(",{digit}") } else { digit.to_string() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(many: usize) -> String {
        (0..many).map(|number| format!("w{number:04} ")).collect()
    }

    #[test]
    fn a_text_is_taken_apart_at_what_is_missing() {
        let whole = text(200);
        let shown =
            format!("Saved to /a/b.txt:\n{}[-{} gone]{}.", &whole[..60], 1_200 - 108, &whole[1_152..]);
        let pieces = Pieces::of(&whole, &shown).unwrap();
        assert_eq!((pieces.head.len(), pieces.tail.len()), (60, 48));
        assert_eq!(pieces.shown(), shown);
        let said = |words: &str| Figures::of_spill(&pieces).said(words);
        assert_eq!(
            (&*said(&pieces.before), &*said(&pieces.between)),
            ("Saved to {path}:\n", "[-{removed} gone]")
        );
        assert_eq!(pieces.named_numbers(), [1_092]);
    }

    #[test]
    fn white_space_may_belong_to_the_words() {
        let whole = text(200);
        let pieces = Pieces::of(&whole, &format!("{}\n...", &whole[..60])).unwrap();
        assert_eq!(pieces.readings().len(), 2);
        assert_eq!(pieces.readings()[1].between, " \n...");
        assert!(Pieces::of(&whole, "nothing of it").is_none());
        assert!(Pieces::of("short", "sh").is_none());
    }

    #[test]
    fn figures_are_put_once() {
        assert_eq!(grouped(1_000_064), "1,000,064");
        let figures = Figures::of([("92143".to_owned(), "{removed}"), ("8,000".to_owned(), "{x}")]);
        assert_eq!(figures.put("[92143]8,000/921430"), "[{removed}]{x}/921430");
    }
}
