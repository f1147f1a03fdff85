//! Dates and times as texts and data write them.

/// A date with what is known of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Date {
    pub(super) year: Option<i32>,
    pub(super) month: Option<u8>,
    pub(super) day: Option<u8>,
    /// Day and month may stand the other way round: `02/03/2026`.
    pub(super) either: bool,
    /// Seconds since midnight.
    pub(super) clock: Option<u32>,
    /// Minutes east of Greenwich that the clock is of.
    pub(super) offset: Option<i32>,
}

impl Date {
    /// Tells whether a date of a text may be one of the data, as it stands there or in UTC.
    pub(super) fn tells(&self, data: &Date) -> bool {
        if let (Some(text), Some(known)) = (self.offset, data.offset)
            && text != known
            && self.clock.is_some()
        {
            return self.is_same_instant(data)
                || data.at_offset(text).is_some_and(|local| self.tells_as_it_stands(&local));
        }
        self.tells_as_it_stands(data)
            || data.in_utc().is_some_and(|utc| self.tells_as_it_stands(&utc))
            || self.is_same_instant(data)
    }

    /// Two clocks of known offsets, of the same day where both know one.
    pub(super) fn is_same_instant(&self, data: &Date) -> bool {
        let utc = |date: &Date| {
            let clock = i64::from(date.clock?) - i64::from(date.offset?) * 60;
            Some((date.days().map(|days| days * 86_400 + clock), clock.rem_euclid(86_400)))
        };
        match (utc(self), utc(data)) {
            (Some((Some(text), _)), Some((Some(data), _))) => text == data,
            (Some((_, text)), Some((_, data))) => text.abs_diff(data) < 60,
            _ => false,
        }
    }

    fn tells_as_it_stands(&self, data: &Date) -> bool {
        fn alike<T: PartialEq + Copy>(text: Option<T>, data: Option<T>) -> bool {
            text.is_none() || data.is_none() || text == data
        }
        let years = match (self.year, data.year) {
            (Some(text), Some(data)) => text == data || (text < 100 && text == data % 100),
            _ => true,
        };
        let days = alike(self.month, data.month) && alike(self.day, data.day)
            || self.either && self.month == data.day && self.day == data.month;
        let clocks = match (self.clock, data.clock) {
            (Some(text), Some(data)) => text == data || (text % 60 == 0 && text / 60 == data / 60),
            (Some(_), None) => data.year.is_none(),
            (None, _) => true,
        };
        years && days && clocks
    }

    /// Days since 1970-01-01, by Hinnant's count of days of the civil calendar.
    pub(super) fn days(&self) -> Option<i64> {
        let (month, day) = (i64::from(self.month?), i64::from(self.day?));
        let year = i64::from(self.year?) - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
        Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    /// Seconds since 1970, in UTC where an offset is known.
    pub(super) fn seconds(&self) -> Option<i64> {
        let clock = i64::from(self.clock.unwrap_or(0)) - i64::from(self.offset.unwrap_or(0)) * 60;
        Some(self.days()? * 86_400 + clock)
    }

    /// Monday is 0.
    pub(super) fn weekday(&self) -> Option<u8> {
        u8::try_from((self.days()? + 3).rem_euclid(7)).ok()
    }

    /// Tells whether it is a moment of UTC in the clocks of a language's countries.
    pub(super) fn tells_locally(&self, data: &Date, zones: &[i32]) -> bool {
        self.offset.is_none()
            && data.offset == Some(0)
            && self.clock.is_some()
            && zones
                .iter()
                .any(|zone| data.at_offset(*zone).is_some_and(|local| self.tells_as_it_stands(&local)))
    }

    /// The same moment on the clocks of another offset.
    fn at_offset(&self, minutes: i32) -> Option<Date> {
        self.offset.zip(self.clock)?;
        Some(Date { offset: Some(minutes), ..Self::of_seconds(self.seconds()? + i64::from(minutes) * 60) })
    }

    fn in_utc(&self) -> Option<Date> {
        self.offset.filter(|offset| *offset != 0)?;
        self.clock?;
        Some(Self::of_seconds(self.seconds()?))
    }

    /// The date of a count of seconds since 1970, in UTC.
    pub(super) fn of_seconds(seconds: i64) -> Self {
        let days = seconds.div_euclid(86_400) + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        Self {
            year: i32::try_from(year).ok(),
            month: u8::try_from(month).ok(),
            day: u8::try_from(day).ok(),
            clock: u32::try_from(seconds.rem_euclid(86_400)).ok(),
            offset: Some(0),
            either: false,
        }
    }
}

fn digits(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take(9).take_while(|byte| byte.is_ascii_digit()).count()
}

/// The number that some digits are; the caller counted them.
fn number(bytes: &[u8], at: usize, length: usize) -> u32 {
    bytes[at..at + length].iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'))
}

/// Reads a date in digits at the start of a text, with what stands behind a `T`, and says how long it is.
pub(super) fn read(text: &str) -> Option<(usize, Date)> {
    let bytes = text.as_bytes();
    let first = digits(bytes, 0);
    let separator = *bytes.get(first).filter(|byte| matches!(byte, b'-' | b'/' | b'.'))?;
    let second = digits(bytes, first + 1);
    let third_at = first + 1 + second + 1;
    if !(1..=2).contains(&second) || bytes.get(third_at - 1) != Some(&separator) {
        return None;
    }
    let third = digits(bytes, third_at);
    let end = third_at + third;
    let [a, b, c] =
        [(0, first), (first + 1, second), (third_at, third)].map(|(at, length)| number(bytes, at, length));
    let (year, month, day, either) = match (first, third) {
        (4, 1..=2) => (a, b, c, false),
        (1..=2, 4) if b <= 12 => (c, b, a, separator == b'/' && a <= 12),
        (1..=2, 4) if separator == b'/' => (c, a, b, false),
        (1..=2, 2) if separator != b'-' && second == 2 && first == 2 => (c, b, a, separator == b'/'),
        _ => return None,
    };
    let follows = bytes.get(end).copied().unwrap_or(b' ');
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || follows.is_ascii_digit() {
        return None;
    }
    let date = Date {
        year: i32::try_from(year).ok(),
        month: u8::try_from(month).ok(),
        day: u8::try_from(day).ok(),
        either,
        ..Date::default()
    };
    if !matches!(follows, b'T' | b't') {
        return (!follows.is_ascii_alphanumeric()).then_some((end, date));
    }
    let Some((length, clock)) = read_clock(&text[end + 1..]) else { return Some((end, date)) };
    let end = end + 1 + length;
    let (offset, length) = read_offset(&bytes[end..]);
    Some((end + length, Date { clock: Some(clock), offset, ..date }))
}

/// Reads `14:05`, `14:05:09` and `14:05:09.250` at the start of a text.
pub(super) fn read_clock(text: &str) -> Option<(usize, u32)> {
    let bytes = text.as_bytes();
    let first = digits(bytes, 0);
    if !(1..=2).contains(&first) || bytes.get(first) != Some(&b':') || digits(bytes, first + 1) != 2 {
        return None;
    }
    let (hours, minutes) = (number(bytes, 0, first), number(bytes, first + 1, 2));
    let mut end = first + 3;
    let mut seconds = 0;
    if bytes.get(end) == Some(&b':') && digits(bytes, end + 1) == 2 {
        seconds = number(bytes, end + 1, 2);
        end += 3;
        if bytes.get(end) == Some(&b'.') && digits(bytes, end + 1) > 0 {
            end += 1 + digits(bytes, end + 1);
        }
    }
    let fits = hours <= 47 && minutes < 60 && seconds < 60;
    fits.then_some((end, hours * 3600 + minutes * 60 + seconds))
}

fn read_offset(bytes: &[u8]) -> (Option<i32>, usize) {
    let sign = match bytes.first() {
        Some(b'Z' | b'z') => return (Some(0), 1),
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return (None, 0),
    };
    let has_colon = bytes.get(3) == Some(&b':');
    let minutes_at = if has_colon { 4 } else { 3 };
    if digits(bytes, 1) < 2 || digits(bytes, minutes_at) < 2 {
        return (None, 0);
    }
    let minutes = number(bytes, 1, 2) * 60 + number(bytes, minutes_at, 2);
    (i32::try_from(minutes).ok().map(|minutes| sign * minutes), minutes_at + 2)
}
