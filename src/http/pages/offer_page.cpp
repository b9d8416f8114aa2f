// An offer: what it is and until when, both answers, or kindly what became of it.
#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"
#include "http/pages/payment_parts.hpp"
#include "interchange/wording/formats.hpp"

namespace standby::http {
namespace {

using core::EntryState;
using core::OfferState;

struct Spoken {
    std::string_view title;
    std::string text;  // empty: nothing more to say
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
        return page.kind == core::Kind::Access ? entry.accepted_access : words.accepted;
    }
}

Spoken both(const Said& said) {
    return {said.title, std::string(said.text)};
}

// "The 2:00 pm is being offered to someone else."
std::string asked_about(const OfferPage& page, const OfferWords& words) {
    if (page.patience_until) {
        return std::string(words.expired_unreached);
    }
    if (page.late == OfferPage::Late::AskPaused) {
        return std::string(words.late_paused);
    }
    const Reader reader{.language = page.frame.language, .zone = &page.zone, .now = page.now};
    return page.what.starts_at ? words.late_at.with(format_clock(reader, *page.what.starts_at))
                               : std::string(words.late.text);
}

// Of an expired offer: what can still be done about it comes before what it was.
Spoken spoken_late(const OfferPage& page, const OfferWords& words) {
    using enum OfferPage::Late;
    switch (page.late) {
    case Ask:
    case AskPaused:
        return {words.late.title, asked_about(page, words)};
    case AskFree:
        return page.is_late_paid
                   ? Spoken{words.late_free.title, std::string(words.late_free_payment)}
                   : both(words.late_free);
    case Kept:
        return page.is_late_paid
                   ? Spoken{words.late_kept.title, std::string(words.late_kept_payment)}
                   : both(words.late_kept);
    case Got:
        return both(words.late_got);
    case Offered:
        return both(words.late_offered);
    case Over:
    case TooSoon:
    case No:
        break;
    }
    const Phrase& why = page.patience_until    ? words.expired_unreached
                        : page.is_taken        ? words.expired_taken
                        : page.late == Over    ? words.expired_over
                        : page.late == TooSoon ? words.expired_too_soon
                                               : words.expired.text;
    return {words.expired.title, std::string(why)};
}

const GuestPayment* payment_of(const OfferPage& page) {
    return page.payment ? &*page.payment : nullptr;
}

// What whoever comes back without having paid is told first.
std::string unpaid_text(const OfferPage& page) {
    const PaymentWords& words = words_in(page.frame.language).payment;
    if (page.came_back == PaymentReturn::GaveUp) {
        return std::string(words.unpaid);
    }
    return has_failed(payment_of(page), page.came_back, page.now) ? std::string(words.failed)
                                                                  : page.notice;
}

bool waits_for_payment(const OfferPage& page) {
    return page.state == OfferState::Confirming && page.awaiting == core::Awaiting::Payment;
}

// Of an offer that has ended, it comes first that nothing was charged.
bool has_ended(OfferState state) {
    return state == OfferState::Declined || state == OfferState::Expired ||
           state == OfferState::Withdrawn;
}

Spoken spoken(const OfferPage& page, const OfferWords& words) {
    const PaymentWords& money = words_in(page.frame.language).payment;
    if (const Said* late = said_of_late(payment_of(page), money); late && has_ended(page.state)) {
        return both(*late);
    }
    switch (page.state) {
    case OfferState::Live:
        return is_open(page) ? Spoken{words.live, {}} : both(words.expired);
    case OfferState::Expired:
        return spoken_late(page, words);
    case OfferState::Confirming:
        return both(waits_for_payment(page)
                        ? said_of_due(payment_of(page), page.came_back, page.now, money)
                        : words.booking);
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

// What an expired offer still asks, or undoes.
void add_late(Html& content, const OfferPage& page, const OfferWords& words) {
    const std::string path = "/o/" + page.token;
    switch (page.late) {
    case OfferPage::Late::Ask:
    case OfferPage::Late::AskPaused:
    case OfferPage::Late::AskFree: {
        const bool is_free = page.late == OfferPage::Late::AskFree;
        add_button(content, page.frame,
                   {.path = path,
                    .action = action_late,
                    .style = "main",
                    .label = is_free ? words.late_free_button : words.late_button});
        break;
    }
    case OfferPage::Late::Kept:
        add_button(content, page.frame,
                   {.path = path,
                    .action = action_take_back,
                    .style = "quiet",
                    .label = words.late_take_back});
        break;
    default:
        break;
    }
}

// The page has one thing to press then, and it is not the way to the other page.
bool asks(OfferPage::Late late) {
    return late == OfferPage::Late::Ask || late == OfferPage::Late::AskPaused ||
           late == OfferPage::Late::AskFree;
}

// Whether the sentence about the place says where the guest stands, too.
bool says_standing(OfferPage::Late late) {
    return late == OfferPage::Late::Got || late == OfferPage::Late::Offered;
}

// Whether what was offered can be put into a calendar: the booking stands, and has a time.
bool has_place_now(const OfferPage& page) {
    return page.what.starts_at && !page.status_token.empty() && page.standing &&
           page.standing->state == EntryState::Accepted;
}

// What the guest pays next, or what became of what they paid.
void add_money(Html& content, const OfferPage& page) {
    const Language language = page.frame.language;
    if (waits_for_payment(page) && !is_payable(payment_of(page), page.came_back, page.now)) {
        add_look_again(content, page.frame, "/o/" + page.token + "?paid=1", payment_of(page),
                       page.now);
        return;
    }
    if (page.state == OfferState::Confirming && !waits_for_payment(page)) {
        add_look_again(content, page.frame, "/o/" + page.token, nullptr, page.now);
    }
    const bool is_said = said_of_late(payment_of(page), words_in(language).payment) != nullptr;
    const bool is_over = page.state != OfferState::Live && !waits_for_payment(page);
    if (page.payment && is_over && !(is_said && has_ended(page.state))) {
        add_payment_story(content, *page.payment, language);
    }
}

}  // namespace

std::string offer_page(const OfferPage& page) {
    const Language language = page.frame.language;
    const Reader reader{.language = language, .zone = &page.zone, .now = page.now};
    const OfferWords& words = words_in(language).offer;
    const Spoken said = spoken(page, words);
    Html content;
    content.markup("<div data-page=\"offer\">\n");
    add_heading(content, page.resource_name, said.title);
    const bool is_due =
        waits_for_payment(page) && is_payable(payment_of(page), page.came_back, page.now);
    add_notice(content, is_due ? unpaid_text(page) : page.notice);
    if (!said.text.empty()) {
        content.markup("<p class=\"lead\">").text(said.text).markup("</p>\n");
    }
    if (said_of_late(payment_of(page), words_in(language).payment) != nullptr && asks(page.late)) {
        content.markup("<p>").text(spoken_late(page, words).text).markup("</p>\n");
    }
    if (page.standing &&
        (page.state == OfferState::Accepted || page.late == OfferPage::Late::Got)) {
        add_access_link(content, page.standing->access_url, language);
    }
    if (has_ended(page.state) && page.standing && !says_standing(page.late)) {
        content.markup("<p>").text(standing_text(*page.standing, words, language));
        content.markup("</p>\n");
    }
    add_money(content, page);
    if (is_due) {
        add_payment_due(content, page.frame,
                        {.payment = *page.payment,
                         .what = page.what,
                         .expires_at = page.payment->expires_at.value_or(page.expires_at),
                         .status_token = page.status_token,
                         .looks_again = page.came_back == PaymentReturn::Paid},
                        reader);
    } else if (is_open(page)) {
        add_live_offer(content, page.frame,
                       {.token = page.token,
                        .expires_at = page.expires_at,
                        .patience_until = page.patience_until,
                        .what = page.what,
                        .takes_late_yes = page.takes_late_yes,
                        .due = page.due,
                        .is_deposit = page.is_deposit},
                       reader, page.status_token);
    } else if (page.state != OfferState::None && has_place_facts(page.what)) {
        const bool is_held =
            page.state == OfferState::Accepted || page.late == OfferPage::Late::Got;
        content.markup(is_held ? Markup("<section class=\"ticket\">\n")
                               : Markup("<section class=\"card\">\n"));
        add_place_facts(content, page.what, reader);
        if (is_held && has_place_now(page)) {
            content.markup("<p><a href=\"/e/").text(page.status_token);
            content.markup("/calendar.ics\" download>");
            content.text(words_in(language).entry.calendar).markup("</a></p>\n");
        }
        content.markup("</section>\n");
    }
    add_late(content, page, words);
    if (!page.status_token.empty()) {
        const bool has_button = is_open(page) || is_due || asks(page.late);
        content.markup(has_button ? Markup("<p class=\"centre\"><a href=\"")
                                  : Markup("<p><a class=\"button\" href=\""));
        content.text(kept_link(page.frame, "/e/" + page.status_token)).markup("\">");
        content.text(words.status).markup("</a></p>\n");
    }
    content.markup("</div>\n");
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
