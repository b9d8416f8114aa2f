// Which words stand for which refusal. Those that no button of a page can meet share one sentence.
#include "http/pages/notices.hpp"

#include "base/assert.hpp"
#include "http/pages/words/words.hpp"

namespace standby::http {
namespace {

const Phrase& refusal_words(core::RefusalCode code, const NoticeWords& words) {
    using enum core::RefusalCode;
    switch (code) {
    case ResourceClosed:
        return words.list_closed;
    case EventOver:
        return words.event_over;
    case TransferRefused:
        return words.transfer_refused;
    case ListFull:
        return words.list_full;
    case EntryEnded:
    case UnknownEntry:
        return words.entry_ended;
    case AlreadyClaimed:
        return words.already_claimed;
    case OfferExpired:
    case NoTimeLeft:
        return words.offer_expired;
    case OfferDeclined:
        return words.offer_declined;
    case OfferWithdrawn:
        return words.offer_withdrawn;
    case OpeningEnded:
        return words.place_over;
    case NoticePassed:
        return words.too_soon;
    case OpeningTaken:
        return words.place_taken;
    case OfferLive:
        return words.offer_live;
    case LateYesOff:
        return words.late_yes_off;
    case OfferConfirming:
        return words.offer_confirming;
    case TooManyWishes:
        return words.too_many_wishes;
    case AddressInLine:
        return words.address_in_line;
    case GroupHoldsPlace:
        return words.group_holds_place;
    default:
        return words.refused;
    }
}

}  // namespace

std::string notice_text(const Notice& notice, Language language) {
    const NoticeWords& words = words_in(language).notices;
    switch (notice.kind) {
    case Notice::Kind::None:
        return {};
    case Notice::Kind::Busy:
        return std::string(words.busy.text());
    case Notice::Kind::Refused:
        return std::string(refusal_words(notice.code, words).text());
    case Notice::Kind::Changed:
        return std::string(words.changed.text());
    case Notice::Kind::ToBeProven:
        return std::string(words.to_be_proven.text());
    case Notice::Kind::SentAgain:
        return std::string(words.sent_again.text());
    case Notice::Kind::Left:
        return std::string(words.left.text());
    case Notice::Kind::Undone:
        return std::string(words.undone.text());
    case Notice::Kind::LateTakenBack:
        return std::string(words.late_taken_back.text());
    case Notice::Kind::InstantOn:
        return std::string(words.instant_on.text());
    case Notice::Kind::InstantOff:
        return std::string(words.instant_off.text());
    case Notice::Kind::Here:
        return std::string(words.still_here.text());
    case Notice::Kind::Stopped:
        return std::string(words.stopped.text());
    case Notice::Kind::Started:
        return std::string(words.started.text());
    }
    UNREACHABLE();
}

}  // namespace standby::http
