// An offer: what it is and until when, both answers, or kindly what became of it.
#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"
#include "interchange/wording/formats.hpp"

namespace standby::http {
namespace {

using core::EntryState;
using core::OfferState;

struct Spoken {
    std::string_view title;
    std::string_view text;  // empty: nothing more to say
};

bool is_open(const OfferPage& page) {
    return page.state == OfferState::Live && page.now < page.expires_at;
}

// A booking may be over by the time that somebody follows the link.
const Said& accepted(const OfferPage& page, const OfferWords& words) {
    const EntryWords& entry = words_in(page.frame.language).entry;
    switch (page.standing ? page.standing->state : EntryState::Accepted) {
    case EntryState::Cancelled:
        return entry.cancelled;
    case EntryState::Attended:
        return entry.attended;
    case EntryState::NoShow:
        return entry.no_show;
    default:
        return words.accepted;
    }
}

Spoken spoken(const OfferPage& page, const OfferWords& words) {
    const auto both = [](const Said& said) { return Spoken{said.title, said.text}; };
    switch (page.state) {
    case OfferState::Live:
        if (is_open(page)) {
            return {words.live, {}};
        }
        return both(words.expired);
    case OfferState::Expired:
        if (page.patience_until) {
            return {words.expired.title, words.expired_unreached};
        }
        return page.is_taken ? Spoken{words.expired.title, words.expired_taken}
                             : both(words.expired);
    case OfferState::Confirming:
        return both(page.awaiting == core::Awaiting::Payment ? words.payment : words.booking);
    case OfferState::Accepted:
        return both(accepted(page, words));
    case OfferState::Declined:
        return both(words.declined);
    case OfferState::Withdrawn:
        return both(page.is_taken ? words.taken : words.withdrawn);
    case OfferState::None:
        break;
    }
    return both(words.none);
}

// Where the guest stands now, once this offer has ended without a place.
std::string standing_text(const OfferPage::Standing& standing, const OfferWords& words,
                          Language language) {
    switch (standing.state) {
    case EntryState::Waiting:
        if (standing.rank) {
            return words.standing_rank.with(format_number(language, *standing.rank));
        }
        return standing.band.empty() ? std::string(words.standing.text())
                                     : words.standing_band.with(standing.band);
    case EntryState::Offered:
    case EntryState::Confirming:
        return std::string(words.standing_offer.text());
    case EntryState::Accepted:
        return std::string(words.standing_place.text());
    case EntryState::Unverified:
        return {};
    default:
        return std::string(words.standing_none.text());
    }
}

bool has_ended(OfferState state) {
    return state == OfferState::Declined || state == OfferState::Expired ||
           state == OfferState::Withdrawn;
}

}  // namespace

std::string offer_page(const OfferPage& page) {
    const Language language = page.frame.language;
    const Reader reader{.language = language, .zone = &page.zone, .now = page.now};
    const OfferWords& words = words_in(language).offer;
    const Spoken said = spoken(page, words);
    Html content;
    add_heading(content, page.resource_name, said.title);
    add_notice(content, page.notice);
    if (!said.text.empty()) {
        content.markup("<p class=\"lead\">").text(said.text).markup("</p>\n");
    }
    if (has_ended(page.state) && page.standing) {
        content.markup("<p>").text(standing_text(*page.standing, words, language));
        content.markup("</p>\n");
    }
    if (is_open(page)) {
        add_live_offer(content, page.frame,
                       {.token = page.token,
                        .expires_at = page.expires_at,
                        .patience_until = page.patience_until,
                        .what = page.what},
                       reader, page.status_token);
    } else if (page.state != OfferState::None && has_place_facts(page.what)) {
        content.markup(page.state == OfferState::Accepted ? Markup("<section class=\"ticket\">\n")
                                                          : Markup("<section class=\"card\">\n"));
        add_place_facts(content, page.what, reader);
        content.markup("</section>\n");
    }
    if (!page.status_token.empty()) {
        content.markup(is_open(page) ? Markup("<p class=\"centre\"><a href=\"")
                                     : Markup("<p><a class=\"button\" href=\""));
        content.text(kept_link(page.frame, "/e/" + page.status_token)).markup("\">");
        content.text(words.status).markup("</a></p>\n");
    }
    return guest_document(page.frame, said.title, content);
}

std::string late_proof_page(const PageFrame& frame, const std::string& resource_id) {
    const PageWords& words = words_in(frame.language);
    Html content;
    add_heading(content, {}, words.messages.late_proof.title);
    content.markup("<p class=\"lead\">").text(words.messages.late_proof.text);
    content.markup("</p>\n<p><a class=\"button\" href=\"");
    content.text(kept_link(frame, "/r/" + resource_id)).markup("\">");
    content.text(words.entry.join_again).markup("</a></p>\n");
    return guest_document(frame, words.messages.late_proof.title, content);
}

std::string message_page(const PageFrame& frame, std::string_view title, std::string_view text) {
    Html content;
    add_heading(content, {}, title);
    if (!text.empty()) {
        content.markup("<p class=\"lead\">").text(text).markup("</p>\n");
    }
    return guest_document(frame, title, content);
}

}  // namespace standby::http
