//! Texts that are left out before joining.

use crate::profile::SkipTexts;

pub(super) fn skip(texts: &mut Vec<String>, which: SkipTexts) {
    match which {
        SkipTexts::Blank => texts.retain(|text| !text.trim().is_empty()),
        SkipTexts::BlankTogether if texts.iter().all(|text| text.trim().is_empty()) => texts.clear(),
        SkipTexts::BlankTogether | SkipTexts::None => {}
        SkipTexts::Empty => texts.retain(|text| !text.is_empty()),
        SkipTexts::EmptyAtFront => {
            let front = texts.iter().take_while(|text| text.is_empty()).count();
            texts.drain(..front);
        }
    }
}
