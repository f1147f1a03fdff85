//! SHA-256, for ids that a client derives from what a server sent.

use sha2::{Digest, Sha256};

/// Returns the digest in lower-case hex.
pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    let digits =
        |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]));
    // Four bits index the sixteen digits.
    Sha256::digest(bytes).iter().flat_map(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::sha256_hex;

    #[test]
    fn digests_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let two_blocks = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(sha256_hex(b""), empty);
        assert_eq!(sha256_hex(b"abc"), abc);
        assert_eq!(sha256_hex(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), two_blocks);
    }
}
