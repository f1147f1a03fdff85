//! Tables in a text: Markdown, columns apart by blanks, and values apart by commas, semicolons or tabs.

use std::ops::Range;

use super::amount::Unit;
use super::lexicon::Dimension;
use super::says::Span;
use super::scan::Scan;

/// Most cells that one text's tables have; larger ones are not compared.
pub(super) const MAX_CELLS: usize = 20_000;

/// One table.
pub(super) struct Table {
    /// Byte range in the text.
    pub(super) span: Range<usize>,
    /// Rows of cells, the head too; each cell a range of tokens in `scan`.
    pub(super) rows: Vec<Vec<Range<usize>>>,
    /// The texts of the cells.
    pub(super) cells: Vec<Vec<String>>,
    pub(super) scan: Scan,
    /// The line that each row is, as a byte range in the text.
    pub(super) lines: Vec<Range<usize>>,
    /// Its cells stand between bars, as those of Markdown.
    pub(super) has_bars: bool,
}

impl Table {
    pub(super) fn cell(&self, row: usize, column: usize) -> Option<Span<'_>> {
        let range = self.rows.get(row)?.get(column)?;
        let units = if row == 0 { [None; 3] } else { self.unit_of(column) };
        Some(Span { scan: &self.scan, first: range.start, end: range.end, is_cell: true, units })
    }

    /// The unit behind the name of a column: `distance_km`, `Volume (l)`.
    fn unit_of(&self, column: usize) -> [Option<Unit>; 3] {
        let head = self.cells.first().and_then(|row| row.get(column)).map_or("", String::as_str);
        let trimmed = head.trim_end_matches([')', ']']);
        let Some((name, unit)) = trimmed.rsplit_once(['_', '(', '[']) else { return [None; 3] };
        let unit = super::index::whole_unit(unit).filter(|(dimension, _)| {
            !name.is_empty()
                && !matches!(dimension, Dimension::Share | Dimension::Currency | Dimension::Temperature)
        });
        [unit, None, None]
    }

    pub(super) fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn of(span: Range<usize>, cells: Vec<Vec<String>>, lines: Vec<Range<usize>>, has_bars: bool) -> Self {
        let mut scan = Scan::default();
        let mut rows = Vec::new();
        for row in &cells {
            let ranges = row.iter().map(|cell| {
                let first = scan.add(cell);
                let end = scan.tokens.len();
                // No number goes on with the unit of the next cell.
                scan.add("|");
                first..end
            });
            rows.push(ranges.collect());
        }
        Self { span, rows, cells, scan, lines, has_bars }
    }

    /// The same table with rows and columns changed.
    pub(super) fn turned(&self) -> Self {
        let columns = self.columns();
        let cells: Vec<Vec<String>> = (0..columns)
            .map(|column| self.cells.iter().map(|row| row.get(column).cloned().unwrap_or_default()).collect())
            .collect();
        let mut turned = Self::of(self.span.clone(), cells, Vec::new(), self.has_bars);
        turned.scan.is_english = self.scan.is_english;
        turned
    }
}

/// How the cells of a line are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Bars,
    Blanks,
    Separated(char),
}

/// Finds the tables of a text, in each way that it may be read as one.
pub(super) fn tables(text: &str) -> Vec<Table> {
    let mut found = Vec::new();
    for style in
        [Style::Bars, Style::Separated('\t'), Style::Blanks, Style::Separated(';'), Style::Separated(',')]
    {
        let mark = match style {
            Style::Bars => "|".to_owned(),
            Style::Blanks => "  ".to_owned(),
            Style::Separated(mark) => mark.to_string(),
        };
        if text.contains(&mark) {
            of_style(text, style, &mut found);
        }
    }
    found
}

fn of_style(text: &str, style: Style, found: &mut Vec<Table>) {
    let mut block: Block = (Vec::new(), Vec::new());
    let mut span = 0..0;
    let mut at = 0;
    let mut cells_left = MAX_CELLS;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let cells = if cells_left == 0 { None } else { split(line.trim_end_matches(['\n', '\r']), style) };
        let cells = cells.filter(|cells| cells.len() > 1);
        let fits = cells
            .as_ref()
            .is_some_and(|cells| block.0.first().is_none_or(|first| first.len() == cells.len()));
        let is_cut = cells.is_some()
            && is_listed(line)
            && block.1.last().is_some_and(|last| is_listed(&text[last.clone()]));
        if !fits && is_cut && matches!(style, Style::Separated(_)) {
            // A list whose items have more or less parts than each other is no table.
            block = (Vec::new(), Vec::new());
        }
        if !fits {
            push(&mut block, &span, style, found);
        }
        let Some(cells) = cells else { continue };
        cells_left = cells_left.saturating_sub(cells.len());
        if block.0.is_empty() {
            span = range.clone();
        }
        span.end = range.end;
        if !cells.iter().all(|cell| is_rule(cell)) {
            block.0.push(cells);
            block.1.push(range);
        }
    }
    push(&mut block, &span, style, found);
}

/// Tells whether a line is an item of a list: `1. Suan, 240 m, 4.6`.
fn is_listed(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|character: char| character.is_ascii_digit());
    rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "))
}

/// The cells of rows, and their lines.
type Block = (Vec<Vec<String>>, Vec<Range<usize>>);

fn push(block: &mut Block, span: &Range<usize>, style: Style, found: &mut Vec<Table>) {
    let (block, lines) = std::mem::take(block);
    if block.len() > 1 {
        found.push(Table::of(span.clone(), block, lines, style == Style::Bars));
    }
}

/// The line below a head.
fn is_rule(cell: &str) -> bool {
    !cell.is_empty() && cell.chars().all(|character| matches!(character, '-' | ':' | '=' | '+' | '─' | '━'))
}

fn split(line: &str, style: Style) -> Option<Vec<String>> {
    // A line of a list is a sentence, whatever marks it has.
    let is_label = matches!(style, Style::Separated(',' | ';')) && line.contains(": ");
    if is_label
        || style != Style::Bars
            && ["- ", "* ", "• ", "+ "].iter().any(|mark| line.trim_start().starts_with(mark))
    {
        return None;
    }
    // A remark below the rows.
    if matches!(style, Style::Separated(_)) && line.trim_start().starts_with("# ") {
        return None;
    }
    match style {
        Style::Bars => {
            let inner = line.trim();
            let inner = inner.strip_prefix('|').unwrap_or(inner);
            let inner = inner.strip_suffix('|').unwrap_or(inner);
            line.contains('|').then(|| inner.split('|').map(|cell| cell.trim().to_owned()).collect())
        }
        Style::Blanks => {
            let cells: Vec<String> = line
                .trim()
                .split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .map(str::to_owned)
                .collect();
            Some(cells)
        }
        Style::Separated(mark) => separated(line, mark),
    }
}

/// Parts a line at a mark, but not within quotation marks.
fn separated(line: &str, mark: char) -> Option<Vec<String>> {
    if !line.contains(mark) {
        return None;
    }
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let cell = cells.last_mut()?;
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                cell.push('"');
                characters.next();
            }
            '"' if quoted || cell.trim().is_empty() => quoted = !quoted,
            _ if character == mark && !quoted => cells.push(String::new()),
            _ => cell.push(character),
        }
    }
    Some(cells.into_iter().map(|cell| cell.trim().to_owned()).collect())
}
