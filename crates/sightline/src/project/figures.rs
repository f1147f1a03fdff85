//! Figures as clients write them.

/// A count with commas between thousands.
pub(super) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count and what is counted, in the plural unless it is one.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Kilobytes with one digit after the point.
#[expect(clippy::cast_precision_loss, reason = "one digit after the point is shown")]
pub(super) fn kilobytes(size: usize) -> String {
    format!("{:.1}", size as f64 / 1_024.0)
}

/// Kilobytes or megabytes, with their unit.
#[expect(clippy::cast_precision_loss, reason = "one digit after the point is shown")]
pub(super) fn with_unit(size: usize) -> String {
    if size < 1_048_576 {
        return format!("{} KB", kilobytes(size));
    }
    format!("{:.1} MB", size as f64 / 1_048_576.0)
}

/// The same, but bytes below one kilobyte.
pub(super) fn in_words(bytes: usize) -> String {
    if bytes < 1_024 { format!("{bytes} B") } else { with_unit(bytes) }
}

/// A number of bytes in whole units, rounded up.
pub(super) fn rounded_up(bytes: usize) -> String {
    match bytes {
        0..1_024 => format!("{bytes} B"),
        1_024..1_048_576 => format!("{} KB", bytes.div_ceil(1_024)),
        _ => format!("{} MB", bytes.div_ceil(1_048_576)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let check = |count: usize, expected: &str| assert_eq!(grouped(count), expected);
        check(0, "0");
        check(999, "999");
        check(1_000, "1,000");
        check(84_887, "84,887");
        check(2_000_000, "2,000,000");
    }

    #[test]
    fn sizes_have_one_digit_after_the_point() {
        assert_eq!(kilobytes(512), "0.5");
        assert_eq!([512, 2_048, 3 * 1_048_576].map(with_unit), ["0.5 KB", "2.0 KB", "3.0 MB"]);
        let sizes = [1_023, 1_024, 1_025, 1_048_575, 1_048_576, 1_048_577].map(rounded_up);
        assert_eq!(sizes, ["1023 B", "1 KB", "2 KB", "1024 KB", "1 MB", "2 MB"]);
        assert_eq!([1_023, 1_024, 1_048_576].map(in_words), ["1023 B", "1.0 KB", "1.0 MB"]);
    }
}
