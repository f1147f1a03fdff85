//! Whether a regular expression is one of ECMA-262, which is what JSON Schema means by `pattern`.
//!
//! The engine that judges values here is another one. What it cannot read is no fault of the schema,
//! and what it reads beyond the standard fails elsewhere; so the syntax is looked at by itself.
//!
//! It is our own because a pattern comes from a peer, and the readers there are end the process with the stack:
//! `regress` 0.12 on 50,000 alternatives, `oxc_regular_expression` 0.146 on nested groups. Of 2,920 patterns that
//! were put together by chance they differ from Node.js in 26 and 10, this one in 6, of which 3 are newer than that
//! Node.js. Names of Unicode properties are not held to Unicode's tables here.

use std::collections::HashSet;

/// Which readings of ECMA-262 take a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// All.
    Valid,
    /// Only the one without the `u` flag, with the leniency for old web pages.
    WithoutUnicode,
    /// None.
    Invalid,
}

/// Deepest nesting of groups that is followed.
const MAX_DEPTH: usize = 200;
/// Largest code point.
const MAX_CODE: u32 = 0x0010_FFFF;

/// Looks at the syntax of a pattern.
pub(crate) fn syntax(pattern: &str) -> Syntax {
    if Reader::new(pattern, true).reads_whole() {
        Syntax::Valid
    } else if Reader::new(pattern, false).reads_whole() {
        Syntax::WithoutUnicode
    } else {
        Syntax::Invalid
    }
}

/// Looks that were had at characters, for both readings.
#[cfg(test)]
fn steps(pattern: &str) -> usize {
    [true, false]
        .into_iter()
        .map(|unicode| {
            let mut reader = Reader::new(pattern, unicode);
            reader.reads_whole();
            reader.steps.get()
        })
        .sum()
}

/// A pattern under way; `None` from a step means that it is malformed.
struct Reader {
    chars: Vec<char>,
    at: usize,
    unicode: bool,
    depth: usize,
    groups: u32,
    /// Whether any group may have a name, so that `\\k` is no letter.
    has_names: bool,
    /// Names of groups in order, and those that stand beside what is read now, not in another alternative.
    names: Vec<String>,
    in_force: HashSet<String>,
    /// What back references ask for, looked at when all groups are known.
    asked_names: Vec<String>,
    asked_group: u32,
    #[cfg(test)]
    steps: std::cell::Cell<usize>,
}

/// One member of a class: a code point, or a set that ends no range.
#[derive(Clone, Copy)]
enum Member {
    Code(u32),
    Set,
}

impl Reader {
    fn new(pattern: &str, unicode: bool) -> Self {
        Self {
            chars: pattern.chars().collect(),
            at: 0,
            unicode,
            depth: 0,
            groups: 0,
            has_names: pattern.contains("(?<"),
            names: Vec::new(),
            in_force: HashSet::new(),
            asked_names: Vec::new(),
            asked_group: 0,
            #[cfg(test)]
            steps: std::cell::Cell::default(),
        }
    }

    fn reads_whole(&mut self) -> bool {
        let has_read = self.alternatives().is_some() && self.peek().is_none();
        has_read
            && (!self.unicode || self.asked_group <= self.groups)
            && ((!self.unicode && self.names.is_empty()) || self.asks_for_known_names())
    }

    fn asks_for_known_names(&self) -> bool {
        let known: HashSet<&String> = self.names.iter().collect();
        self.asked_names.iter().all(|name| known.contains(name))
    }

    fn peek(&self) -> Option<char> {
        self.ahead(0)
    }

    /// The character so many places on.
    fn ahead(&self, places: usize) -> Option<char> {
        #[cfg(test)]
        self.steps.set(self.steps.get() + 1);
        self.chars.get(self.at + places).copied()
    }

    /// How many of the next characters are of a kind, and what stands behind them.
    fn run(&self, from: usize, is_one: impl Fn(char) -> bool) -> (usize, Option<char>) {
        let mut many = 0;
        loop {
            match self.ahead(from + many) {
                Some(c) if is_one(c) => many += 1,
                behind => return (many, behind),
            }
        }
    }

    /// The characters from one place ahead to another.
    fn between(&self, from: usize, to: usize) -> String {
        self.chars.get(self.at + from..self.at + to).unwrap_or_default().iter().collect()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let is_there = text.chars().enumerate().all(|(places, c)| self.ahead(places) == Some(c));
        if is_there {
            self.at += text.chars().count();
        }
        is_there
    }

    /// Up to the end, or to the parenthesis that closes the group.
    fn alternatives(&mut self) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let first_name = self.names.len();
        let mut of_this = first_name;
        while let Some(next) = self.peek() {
            match next {
                ')' => break,
                '|' => {
                    self.at += 1;
                    // One alternative may have the names of another.
                    for name in self.names.iter().skip(of_this) {
                        self.in_force.remove(name);
                    }
                    of_this = self.names.len();
                }
                _ => self.term()?,
            }
        }
        self.in_force.extend(self.names.iter().skip(first_name).cloned());
        self.depth -= 1;
        Some(())
    }

    fn term(&mut self) -> Option<()> {
        let is_repeatable = match self.next()? {
            '^' | '$' => false,
            '(' => self.group()?,
            '[' => {
                self.class()?;
                true
            }
            '\\' => self.escape()?,
            '*' | '+' | '?' => return None,
            '{' if self.unicode => return None,
            '{' => {
                self.at -= 1;
                if self.braces()?.is_some() {
                    return None;
                }
                self.at += 1;
                true
            }
            '}' | ']' if self.unicode => return None,
            _ => true,
        };
        if is_repeatable { self.quantifier() } else { self.no_quantifier() }
    }

    fn no_quantifier(&mut self) -> Option<()> {
        let is_one = match self.peek() {
            Some('*' | '+' | '?') => true,
            Some('{') => self.unicode || self.braces()?.is_some(),
            _ => false,
        };
        (!is_one).then_some(())
    }

    fn quantifier(&mut self) -> Option<()> {
        match self.peek() {
            Some('*' | '+' | '?') => self.at += 1,
            Some('{') => match self.braces()? {
                Some(end) => self.at = end,
                None if self.unicode => return None,
                None => return Some(()),
            },
            _ => return Some(()),
        }
        self.eat("?");
        Some(())
    }

    /// The end of `{n}`, `{n,}` or `{n,m}` that begins here, `Some(None)` for what is none; a range
    /// that runs backwards is malformed.
    #[expect(clippy::option_option, reason = "malformed, none, and one are three answers")]
    fn braces(&self) -> Option<Option<usize>> {
        let is_digit = |c: char| c.is_ascii_digit();
        let (least, mut behind) = self.run(1, is_digit);
        let (mut end, mut most) = (1 + least, 0);
        if behind == Some(',') {
            (most, behind) = self.run(end + 1, is_digit);
            end += 1 + most;
        }
        if least == 0 || behind != Some('}') {
            return Some(None);
        }
        let value = |from: usize, to: usize| self.between(from, to).trim_start_matches('0').to_owned();
        let (least, most) = (value(1, 1 + least), Some(value(end - most, end)).filter(|_| most > 0));
        let is_more = |left: &str, right: &str| (left.len(), left) > (right.len(), right);
        if most.is_some_and(|most| is_more(&least, &most)) {
            return None;
        }
        Some(Some(self.at + end + 1))
    }

    /// Behind an opening parenthesis; tells whether the group may be repeated.
    fn group(&mut self) -> Option<bool> {
        let mut is_repeatable = true;
        if self.eat("?=") || self.eat("?!") {
            is_repeatable = !self.unicode;
        } else if self.eat("?<=") || self.eat("?<!") {
            is_repeatable = false;
        } else if self.eat("?<") {
            let name = self.name()?;
            if !self.in_force.insert(name.clone()) {
                return None;
            }
            self.names.push(name);
            self.groups += 1;
        } else if self.eat("?") {
            self.modifiers()?;
        } else {
            self.groups += 1;
        }
        self.alternatives()?;
        self.eat(")").then_some(is_repeatable)
    }

    /// Modifiers are for a group of their own, each once; alone they are of other dialects.
    fn modifiers(&mut self) -> Option<()> {
        let mut letters = String::new();
        while let Some(c) = self.peek().filter(|c| "ims-".contains(*c)) {
            if letters.contains(c) {
                return None;
            }
            letters.push(c);
            self.at += 1;
        }
        (letters != "-" && self.eat(":")).then_some(())
    }

    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            match self.next()? {
                '>' => break,
                c if c.is_alphabetic() || c == '_' || c == '$' => name.push(c),
                c if c.is_alphanumeric() && !name.is_empty() => name.push(c),
                _ => return None,
            }
        }
        (!name.is_empty()).then_some(name)
    }

    /// Behind a backslash, outside of classes; tells whether it may be repeated.
    fn escape(&mut self) -> Option<bool> {
        match self.peek()? {
            'b' | 'B' => {
                self.at += 1;
                Some(false)
            }
            'k' => {
                self.at += 1;
                let start = self.at;
                let name = if self.eat("<") { self.name() } else { None };
                match name {
                    Some(name) => self.asked_names.push(name),
                    None if self.unicode || self.has_names => return None,
                    None => self.at = start,
                }
                Some(true)
            }
            '1'..='9' => {
                let mut number = 0_u32;
                while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
                    number = number.saturating_mul(10).saturating_add(digit);
                    self.at += 1;
                }
                self.asked_group = self.asked_group.max(number);
                Some(true)
            }
            _ => self.character().map(|_| true),
        }
    }

    /// Behind a backslash: what stands for characters, in classes and outside of them.
    fn character(&mut self) -> Option<Member> {
        let next = self.next()?;
        let lenient = |code: Option<u32>, reader: &Self| match code {
            Some(code) => Some(Member::Code(code)),
            None if reader.unicode => None,
            None => Some(Member::Code(u32::from(next))),
        };
        match next {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Some(Member::Set),
            'p' | 'P' if self.unicode => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '=';
                let (many, behind) = self.run(1, is_name);
                let is_property = self.peek() == Some('{') && many > 0 && behind == Some('}');
                self.at += many + 2;
                is_property.then_some(Member::Set)
            }
            'f' => Some(Member::Code(0x0C)),
            'n' => Some(Member::Code(0x0A)),
            'r' => Some(Member::Code(0x0D)),
            't' => Some(Member::Code(0x09)),
            'v' => Some(Member::Code(0x0B)),
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => Some(Member::Code(0)),
            'c' => {
                let letter = self.peek().filter(char::is_ascii_alphabetic);
                self.at += usize::from(letter.is_some());
                lenient(letter.map(|letter| u32::from(letter) % 32), self)
            }
            'x' => {
                let code = self.hexadecimal(2);
                lenient(code, self)
            }
            'u' => {
                let code = self.code_point();
                lenient(code, self)
            }
            _ if !self.unicode || r"^$\.*+?()[]{}|/".contains(next) => Some(Member::Code(u32::from(next))),
            _ => None,
        }
    }

    /// So many hexadecimal digits.
    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let text: String = self.chars.get(self.at..self.at + digits)?.iter().collect();
        let is_number = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = u32::from_str_radix(&text, 16).ok().filter(|_| is_number)?;
        self.at += digits;
        Some(code)
    }

    /// Behind `\u`: four digits, two surrogates in a row, or digits in braces.
    fn code_point(&mut self) -> Option<u32> {
        if self.unicode && self.peek() == Some('{') {
            let (many, behind) = self.run(1, |c| c.is_ascii_hexdigit());
            let digits = self.between(1, 1 + many);
            let code = u32::from_str_radix(digits.trim_start_matches('0'), 16).ok();
            let code = if many > 0 && digits.bytes().all(|byte| byte == b'0') { Some(0) } else { code };
            self.at += many + 2;
            return code.filter(|code| behind == Some('}') && *code <= MAX_CODE);
        }
        let first = self.hexadecimal(4)?;
        let behind = self.at;
        if self.unicode && (0xD800..0xDC00).contains(&first) && self.eat("\\u") {
            match self.hexadecimal(4).filter(|code| (0xDC00..0xE000).contains(code)) {
                Some(second) => return Some(0x0001_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)),
                None => self.at = behind,
            }
        }
        Some(first)
    }

    /// Behind an opening bracket.
    fn class(&mut self) -> Option<()> {
        self.eat("^");
        loop {
            if self.eat("]") {
                return Some(());
            }
            let first = self.member()?;
            if self.peek() != Some('-') || self.ahead(1) == Some(']') {
                continue;
            }
            self.at += 1;
            match (first, self.member()?) {
                (Member::Code(first), Member::Code(last)) if first > last => return None,
                (Member::Code(_), Member::Code(_)) => {}
                _ if self.unicode => return None,
                _ => {}
            }
        }
    }

    fn member(&mut self) -> Option<Member> {
        match self.next()? {
            '\\' => match self.peek()? {
                'b' => {
                    self.at += 1;
                    Some(Member::Code(0x08))
                }
                '-' => {
                    self.at += 1;
                    Some(Member::Code(0x2D))
                }
                _ => self.character(),
            },
            c => Some(Member::Code(u32::from(c))),
        }
    }
}

/// Writes a pattern without what the engine here does not know and can be told otherwise: surrogates
/// in pairs, and groups and references by name.
pub(crate) fn plain(pattern: &str) -> String {
    let names = group_names(pattern);
    let mut reader = Reader::new(pattern, true);
    let mut out = String::with_capacity(pattern.len());
    let mut in_class = false;
    while let Some(next) = reader.next() {
        in_class = next == '[' || (in_class && next != ']');
        if next == '(' && !in_class && reader.eat("?<") {
            match reader.peek() {
                Some('=' | '!') | None => out.push_str("(?<"),
                Some(_) => {
                    let _name = reader.name();
                    out.push('(');
                }
            }
            continue;
        }
        if next != '\\' {
            out.push(next);
            continue;
        }
        let start = reader.at;
        let group = if reader.eat("k<") { reader.name() } else { None };
        if let Some(number) = group.and_then(|group| names.iter().position(|name| *name == group)) {
            out.push_str("(?:\\");
            out.push_str(&(number + 1).to_string());
            out.push(')');
            continue;
        }
        reader.at = start;
        if reader.eat("u") {
            let above = reader.code_point().filter(|code| *code > 0xFFFF).and_then(char::from_u32);
            if let Some(c) = above {
                out.push(c);
                continue;
            }
        }
        reader.at = start;
        out.push('\\');
        out.extend(reader.next());
    }
    out
}

/// The capturing groups in order; those without a name have an empty one.
fn group_names(pattern: &str) -> Vec<String> {
    let mut reader = Reader::new(pattern, true);
    let (mut names, mut in_class) = (Vec::new(), false);
    while let Some(next) = reader.next() {
        match next {
            '\\' => reader.at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if in_class => {}
            '(' if reader.eat("?<") => {
                let is_group = !matches!(reader.peek(), Some('=' | '!'));
                names.extend(is_group.then(|| reader.name().unwrap_or_default()));
            }
            '(' if reader.peek() != Some('?') => names.push(String::new()),
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests;
