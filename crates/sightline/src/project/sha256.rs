//! SHA-256 (FIPS 180-4), for ids that a client derives from what a server sent.

/// The first 32 bits of the fractional parts of the square roots of the first eight primes.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// Returns the digest in lower-case hex.
pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    let mut message = bytes.to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    let constants = constants();
    let mut state = START;
    for block in message.chunks_exact(64) {
        compress(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

/// The same of the cube roots of the first 64 primes; integers only, so every machine agrees.
fn constants() -> [u32; 64] {
    let is_prime =
        |number: &u128| (2..*number).take_while(|at| at * at <= *number).all(|at| !number.is_multiple_of(at));
    let mut primes = (2u128..).filter(is_prime);
    std::array::from_fn(|_| {
        // The cube root of the prime, scaled by 2^32; its low half is the fractional part.
        let scaled = primes.next().unwrap_or_default() << 96;
        let (mut low, mut high) = (0u128, 1u128 << 36);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            if middle * middle * middle <= scaled { low = middle } else { high = middle }
        }
        low as u32
    })
}

fn compress(state: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut schedule = [0u32; 64];
    for (word, bytes) in schedule.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    // The schedule has 64 words and every index below stays within it.
    for at in 16..64 {
        let (early, late) = (schedule[at - 15], schedule[at - 2]);
        let first = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let second = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        schedule[at] =
            schedule[at - 16].wrapping_add(first).wrapping_add(schedule[at - 7]).wrapping_add(second);
    }
    let mut words = *state;
    for (constant, word) in constants.iter().zip(schedule) {
        let [one, two, three, four, five, six, seven, eight] = words;
        let high = five.rotate_right(6) ^ five.rotate_right(11) ^ five.rotate_right(25);
        let choice = five & six ^ !five & seven;
        let first = eight.wrapping_add(high).wrapping_add(choice).wrapping_add(*constant).wrapping_add(word);
        let low = one.rotate_right(2) ^ one.rotate_right(13) ^ one.rotate_right(22);
        let second = low.wrapping_add(one & two ^ one & three ^ two & three);
        words = [first.wrapping_add(second), one, two, three, four.wrapping_add(first), five, six, seven];
    }
    for (word, added) in state.iter_mut().zip(words) {
        *word = word.wrapping_add(added);
    }
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
