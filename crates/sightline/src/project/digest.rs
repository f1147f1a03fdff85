//! SHA-1, by which a client names the files that a tool returned. It protects nothing here.

/// Returns the first hexadecimal digits of the digest.
pub(super) fn sha1(data: &[u8], digits: usize) -> String {
    let mut state: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let mut message = data.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((data.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        round(&mut state, block);
    }
    let hexadecimal: String = state.iter().map(|word| format!("{word:08x}")).collect();
    hexadecimal.chars().take(digits).collect()
}

#[expect(clippy::many_single_char_names, reason = "the standard names them so")]
fn round(state: &mut [u32; 5], block: &[u8]) {
    let mut words = [0u32; 80];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for index in 16..80 {
        // The index starts at 16, so all four terms are there.
        let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16];
        words[index] = mixed.rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (index, word) in words.iter().enumerate() {
        let (mix, constant) = match index / 20 {
            0 => (b & c | !b & d, 0x5a82_7999),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6_u32),
        };
        let next = a.rotate_left(5).wrapping_add(mix).wrapping_add(e).wrapping_add(constant);
        (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next.wrapping_add(*word));
    }
    for (word, part) in state.iter_mut().zip([a, b, c, d, e]) {
        *word = word.wrapping_add(part);
    }
}

#[cfg(test)]
mod tests {
    use super::sha1;

    /// The examples of FIPS 180, and two lengths at the edge of a block.
    #[test]
    fn digests_equal_those_of_the_standard() {
        assert_eq!(sha1(b"abc", 40), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(sha1(b"", 6), "da39a3");
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(sha1(two_blocks, 40), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        assert_eq!(sha1(&[b'a'; 55], 40), "c1c8bbdc22796e28c0e15163d20899b65621d65a");
        assert_eq!(sha1(&[b'a'; 64], 40), "0098ba824b5c16427bd7a1122a5a442a25ec644d");
    }
}
