//! Numbers as texts write them: thousands apart by commas, points, spaces or apostrophes, and a comma or
//! a point before the decimals. What is written one way may be read two ways (`1.234`), and both are kept.

/// Longest number that is read, in digits and separators.
const LONGEST: usize = 40;

/// One reading of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) value: f64,
    /// Digits after the point.
    pub(super) decimals: i32,
}

/// A number of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) first: Reading,
    /// The other reading of `1.234` and `1,234`.
    pub(super) second: Option<Reading>,
}

impl Number {
    pub(super) fn whole(value: f64) -> Self {
        Self { first: Reading { value, decimals: 0 }, second: None }
    }
}

/// What stands where digits begin.
pub(super) enum Digits {
    Number(Number),
    /// Groups of digits that are no number: a version, an address.
    Groups,
}

/// The groups of digits at the start of a text, and what separates them.
struct Groups {
    end: usize,
    /// Length of each group.
    lengths: [usize; 12],
    separators: [char; 12],
    count: usize,
}

/// Reads a number with a power of ten at the start, such as `6.022e23`, and says how many bytes it is.
pub(super) fn exponent(text: &str) -> Option<(usize, Reading)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let behind = text.get(whole..)?.strip_prefix('.').map_or(0, digits);
    let length = whole + if behind > 0 { behind + 1 } else { 0 };
    let power = text.get(length..)?.strip_prefix(['e', 'E'])?;
    let sign = usize::from(power.starts_with(['+', '-']));
    let of_power = digits(power.get(sign..)?);
    let end = length + 1 + sign + of_power;
    let ends = !text.get(end..)?.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    // Without a point or a sign it may as well be a part of a hash.
    let is_number = whole == 1 && (behind > 0 || sign > 0) && (1..=3).contains(&of_power) && ends;
    let value: f64 = text.get(..end).filter(|_| is_number)?.parse().ok()?;
    let power: i32 = power.get(..sign + of_power)?.trim_start_matches('+').parse().ok()?;
    let decimals = i32::try_from(behind).ok()? - power;
    value.is_finite().then_some((end, Reading { value, decimals }))
}

/// Reads the digits at the start, and says how many bytes they are. The text starts with a digit.
pub(super) fn read(text: &str) -> (usize, Digits) {
    if let Some((length, first)) = exponent(text) {
        return (length, Digits::Number(Number { first, second: None }));
    }
    let groups = split(text);
    let separators = &groups.separators[..groups.count.saturating_sub(1)];
    let lengths = &groups.lengths[..groups.count];
    let thousands = lengths.len() > 1 && lengths[0] <= 3 && lengths[1..].iter().all(|length| *length == 3);
    let digits = &text[..groups.end];
    let number = |thousand: &[char], point: Option<char>| value(digits, thousand, point);
    let read = match separators {
        [] => Some(Number { first: number(&[], None), second: None }),
        [only @ ('.' | ',')] => {
            let decimal = number(&[], Some(*only));
            let whole = (thousands && !digits.starts_with('0')).then(|| number(&[*only], None));
            Some(match (whole, only) {
                (Some(whole), ',') => Number { first: whole, second: Some(decimal) },
                (whole, _) => Number { first: decimal, second: whole },
            })
        }
        [first, .., last] if first != last && ['.', ','].contains(last) => {
            let before = &separators[..separators.len() - 1];
            let grouped = lengths[1..lengths.len() - 1].iter().all(|length| *length == 3);
            (grouped && before.iter().all(|separator| separator == first))
                .then(|| Number { first: number(&[*first], Some(*last)), second: None })
        }
        [first, ..] => (thousands && separators.iter().all(|separator| separator == first))
            .then(|| Number { first: number(&[*first], None), second: None }),
    };
    (groups.end, read.map_or(Digits::Groups, Digits::Number))
}

fn split(text: &str) -> Groups {
    let mut groups = Groups { end: 0, lengths: [0; 12], separators: [' '; 12], count: 0 };
    let mut rest = text;
    loop {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        groups.lengths[groups.count] = length;
        groups.count += 1;
        groups.end = text.len() - rest.len() + length;
        rest = &rest[length..];
        let Some(separator) = rest.chars().next().filter(|next| joins(*next)) else { break };
        let after = &rest[separator.len_utf8()..];
        let next = after.bytes().take_while(u8::is_ascii_digit).count();
        let is_blank = !['.', ','].contains(&separator);
        let is_third = next == 3 && groups.lengths[0] <= 3 && length <= 3;
        let follows = after[next..].chars().next();
        // Blanks also stand between two numbers, so the group must be one of three and end there.
        let ends = !follows.is_some_and(|next| next.is_alphanumeric() || next == ':');
        if next == 0 || groups.count == 12 || (is_blank && !(is_third && (separator != ' ' || ends))) {
            break;
        }
        // `1.10.0,4 instances`: behind a version a comma parts it from what follows.
        let is_version = groups.count > 2
            && separator == ','
            && groups.separators[..groups.count - 1] == ['.', '.'][..]
            && groups.lengths[1] < 3;
        if is_version {
            break;
        }
        groups.separators[groups.count - 1] = separator;
        rest = after;
    }
    groups
}

fn joins(character: char) -> bool {
    matches!(character, '.' | ',' | '\'' | '’' | '_' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

fn value(digits: &str, thousand: &[char], point: Option<char>) -> Reading {
    let mut plain = [0u8; LONGEST];
    let mut length = 0;
    let mut decimals = -1;
    for character in digits.chars() {
        if thousand.contains(&character) || length == LONGEST {
            continue;
        }
        let is_point = Some(character) == point;
        if !is_point && !character.is_ascii_digit() {
            continue;
        }
        plain[length] = if is_point { b'.' } else { character as u8 };
        length += 1;
        decimals += i32::from(is_point || decimals >= 0);
    }
    let value = std::str::from_utf8(&plain[..length]).ok().and_then(|plain| plain.parse().ok());
    Reading { value: value.unwrap_or(f64::NAN), decimals: decimals.max(0) }
}
