//! Ctrl-C during a survey: what runs ends with all that it started, what is known by then is kept, and the
//! command that goes on is printed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

/// What a shell expects of a program that Ctrl-C ended.
pub const CODE: u8 = 130;

/// What Ctrl-C sets, from now on.
pub fn stop() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                told.store(true, Ordering::Relaxed);
            }
        });
    });
    Ok(stop)
}

/// This command as a shell takes it, without what would forget the results that are kept.
pub fn resume() -> String {
    let quoted = |word: String| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "@%+=:,./_-".contains(letter);
        if !word.is_empty() && word.chars().all(is_plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let words = std::env::args().filter(|word| word != "--fresh").map(quoted);
    words.collect::<Vec<_>>().join(" ")
}
