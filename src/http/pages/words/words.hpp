// Everything that guests' pages say. The texts are in words/pages, one file for each language;
// cmake/words.py makes PageWords out of them, with a member for each key.
#pragma once

#include "http/pages/words/page_words.hpp"

namespace standby::http {

using FrameWords = PageWords::Frame;
using RuleWords = PageWords::Rules;
using JoinWords = PageWords::Join;
using ErrorWords = PageWords::Errors;
using NoticeWords = PageWords::Notices;
using EntryWords = PageWords::Entry;
using OfferWords = PageWords::Offer;
using PaymentWords = PageWords::Payment;
using UnsubscribeWords = PageWords::Unsubscribe;
using VerifyWords = PageWords::Verify;

extern const PageWords english_page;
extern const PageWords german_page;
extern const PageWords french_page;
extern const PageWords spanish_page;

const PageWords& words_in(Language language);

}  // namespace standby::http
