#include "http/pages/payment_parts.hpp"

#include <vector>

namespace standby::http {
namespace {

using engine::PaymentPhase;
using engine::PaymentPurpose;

const PaymentWords& words_of(Language language) {
    return words_in(language).payment;
}

std::string money(Language language, const GuestPayment& payment, std::int64_t amount) {
    return format_money(language, {.amount = amount, .currency = payment.amount.currency});
}

bool is_over(const GuestPayment& payment, Time now) {
    return payment.expires_at && now >= *payment.expires_at;
}

constexpr Duration failure_shown_for = std::chrono::minutes{1};

// "including €7.18 VAT"; empty where there is no tax in it.
std::string tax_text(const GuestPayment& payment, Language language) {
    const PaymentWords& words = words_of(language);
    if (payment.tax <= 0) {
        return {};
    }
    const std::string_view label =
        payment.tax_label.empty() ? words.tax.text() : std::string_view(payment.tax_label);
    return words.including.with(money(language, payment, payment.tax), label);
}

void add_test_note(Html& content, const GuestPayment& payment, const PaymentWords& words) {
    if (payment.is_test) {
        content.markup("<p class=\"hint\">").text(words.test).markup("</p>\n");
    }
}

// To the provider's page. A link and no form: where it leads to is the provider's affair.
void add_pay_link(Html& content, const GuestPayment& payment, std::string_view label) {
    content.markup("<p><a class=\"button\" rel=\"noopener noreferrer\" href=\"");
    content.text(payment.url).markup("\">").text(label).markup("</a></p>\n");
}

std::string taken_text(const GuestPayment& payment, Language language) {
    const PaymentWords& words = words_of(language);
    const std::string amount = money(language, payment, payment.captured);
    std::string text;
    switch (payment.purpose) {
    case PaymentPurpose::Deposit:
        text = words.taken_deposit.with(amount);
        break;
    case PaymentPurpose::LateFee:
        text = words.taken_fee.with(amount);
        break;
    case PaymentPurpose::Place:
    case PaymentPurpose::KeptCard:
        text = words.taken.with(amount);
        break;
    }
    if (payment.refunded > 0) {
        text += " " + words.refunded_part.with(money(language, payment, payment.refunded));
    }
    return text;
}

std::string card_text(const GuestPayment& payment, const PaymentWords& words) {
    switch (payment.phase) {
    case PaymentPhase::Kept:
        return std::string(words.card_kept);
    default:
        return {};
    }
}

// What became of the money; empty while there is nothing to say.
std::string story_of(const GuestPayment& payment, Language language) {
    const PaymentWords& words = words_of(language);
    if (payment.purpose == PaymentPurpose::KeptCard) {
        return card_text(payment, words);
    }
    switch (payment.phase) {
    case PaymentPhase::Beginning:
    case PaymentPhase::Paying:
        return {};
    case PaymentPhase::Booking:
    case PaymentPhase::Taking:
        return words.being_taken.with(money(language, payment, payment.amount.amount));
    case PaymentPhase::Taken:
        return taken_text(payment, language);
    case PaymentPhase::Releasing:
        return std::string(words.letting_go);
    case PaymentPhase::Released:
        return std::string(payment.is_late ? words.too_late.text : words.not_charged);
    case PaymentPhase::Refunding:
        return words.refunding.with(
            money(language, payment,
                  payment.refund_wanted > 0 ? payment.refund_wanted : payment.captured));
    case PaymentPhase::Refunded:
        return words.refunded.with(money(language, payment, payment.refunded));
    case PaymentPhase::Failed:
        return std::string(words.declined);
    case PaymentPhase::Kept:
        break;
    }
    return {};
}

// Nobody has to know of a page that was never paid on.
bool is_worth_telling(const GuestPayment& payment) {
    const bool is_nothing = payment.phase == PaymentPhase::Released && !payment.is_late;
    return !is_nothing && payment.phase != PaymentPhase::Beginning;
}

// What is due for the entry itself: a deposit, or a card that is to be left.
void add_due_for_entry(Html& content, const GuestPayment& payment, Language language) {
    const PaymentWords& words = words_of(language);
    const bool is_card = payment.purpose == PaymentPurpose::KeptCard;
    const Said& said = is_card ? words.card : words.join;
    content.markup("<section class=\"ticket\">\n<h2>").text(said.title).markup("</h2>\n<p>");
    content.text(said.text).markup("</p>\n");
    add_test_note(content, payment, words);
    add_pay_link(content, payment,
                 is_card ? std::string(words.card_button)
                         : words.pay.with(money(language, payment, payment.amount.amount)));
    content.markup("<p class=\"hint\">").text(words.pay_safely).markup("</p>\n</section>\n");
}

}  // namespace

bool has_failed(const GuestPayment* payment, PaymentReturn came_back, Time now) {
    return payment != nullptr && payment->is_second_try && came_back == PaymentReturn::Paid &&
           payment->phase == PaymentPhase::Paying && now < payment->created_at + failure_shown_for;
}

const Said& said_of_due(const GuestPayment* payment, PaymentReturn came_back, Time now,
                        const PaymentWords& words) {
    if (payment == nullptr || payment->phase == PaymentPhase::Beginning) {
        return words.preparing;
    }
    const bool is_unpaid =
        payment->phase == PaymentPhase::Paying &&
        (came_back != PaymentReturn::Paid || has_failed(payment, came_back, now)) &&
        !is_over(*payment, now);
    if (is_unpaid && !payment->url.empty()) {
        return payment->purpose == PaymentPurpose::Deposit ? words.due_deposit : words.due;
    }
    return is_unpaid ? words.preparing : words.checking;
}

const Said* said_of_late(const GuestPayment* payment, const PaymentWords& words) {
    const bool is_late =
        payment != nullptr && payment->is_late &&
        (payment->phase == PaymentPhase::Released || payment->phase == PaymentPhase::Releasing);
    return is_late ? &words.too_late : nullptr;
}

bool is_payable(const GuestPayment* payment, PaymentReturn came_back, Time now) {
    const bool is_open = payment != nullptr && payment->phase == PaymentPhase::Paying &&
                         !payment->url.empty() && !is_over(*payment, now);
    return is_open && (came_back != PaymentReturn::Paid || has_failed(payment, came_back, now));
}

void add_payment_due(Html& content, const PageFrame& frame, const PaymentDuePart& due,
                     const Reader& reader) {
    const Language language = frame.language;
    const PaymentWords& words = words_of(language);
    const GuestPayment& payment = due.payment;
    content.markup("<section class=\"ticket\">\n");
    OfferedPlace what = due.what;
    what.price.reset();  // what is to be paid stands below, and may be a part of it
    if (has_place_facts(what)) {
        add_place_facts(content, what, reader);
        content.markup("<div class=\"tear\"></div>\n");
    }
    // Whoever comes back may have paid all the same.
    content.markup(due.looks_again ? Markup("<div data-open data-again=\"5\">\n")
                                   : Markup("<div data-open>\n"));
    add_countdown(content, words_in(language).offer, due.expires_at, reader);
    content.markup("<dl>\n");
    add_fact(content,
             payment.purpose == PaymentPurpose::Deposit ? words.deposit.text()
                                                        : words.to_pay.text(),
             money(language, payment, payment.amount.amount));
    content.markup("</dl>\n");
    if (const std::string tax = tax_text(payment, language); !tax.empty()) {
        content.markup("<p class=\"hint\">").text(tax).markup("</p>\n");
    }
    add_test_note(content, payment, words);
    add_pay_link(content, payment, words.pay.with(money(language, payment, payment.amount.amount)));
    content.markup("<p class=\"hint\">").text(words.pay_safely).markup("</p>\n");
    content.markup("</div>\n<div data-over hidden>\n<h2>").text(words.over.title);
    content.markup("</h2>\n<p>").text(words.over.text).markup("</p>\n");
    if (!due.status_token.empty()) {
        content.markup("<p><a class=\"button\" href=\"");
        content.text(kept_link(frame, "/e/" + std::string(due.status_token))).markup("\">");
        content.text(words_in(language).offer.status).markup("</a></p>\n");
    }
    content.markup("</div>\n</section>\n");
}

void add_look_again(Html& content, const PageFrame& frame, std::string_view path,
                    const GuestPayment* payment, Time now) {
    const PaymentWords& words = words_of(frame.language);
    content.markup("<p class=\"centre\" data-again=\"3\"><a href=\"");
    content.text(kept_link(frame, path)).markup("\">");
    content.text(words.look_again).markup("</a></p>\n");
    if (payment != nullptr && !payment->url.empty() && !is_over(*payment, now)) {
        content.markup("<p class=\"hint\">").text(words.not_worked).markup(" <a href=\"");
        content.text(payment->url).markup("\" rel=\"noopener noreferrer\">");
        content.text(words.pay.with(money(frame.language, *payment, payment->amount.amount)));
        content.markup("</a></p>\n");
    }
}

void add_payment_story(Html& content, const GuestPayment& payment, Language language) {
    const std::string story = story_of(payment, language);
    if (story.empty()) {
        return;
    }
    content.markup("<p>").text(story).markup("</p>\n");
    if (payment.phase == PaymentPhase::Taken || payment.phase == PaymentPhase::Taking) {
        if (const std::string tax = tax_text(payment, language); !tax.empty()) {
            content.markup("<p class=\"hint\">").text(tax).markup("</p>\n");
        }
    }
    add_test_note(content, payment, words_of(language));
}

void add_payments(Html& content, const EntryPage& page, const Reader& reader) {
    const Language language = page.frame.language;
    for (const GuestPayment& payment : page.payments) {
        const bool is_open =
            core::is_active(page.state) && is_payable(&payment, page.came_back, page.now);
        if (is_open && payment.is_for_offer) {
            add_payment_due(content, page.frame,
                            {.payment = payment,
                             .what = page.due_for,
                             .expires_at = payment.expires_at.value_or(page.now),
                             .status_token = {}},
                            reader);
        } else if (is_open) {
            add_due_for_entry(content, payment, language);
        }
    }
    std::vector<const GuestPayment*> told;
    for (const GuestPayment& payment : page.payments) {
        if (is_worth_telling(payment) && !story_of(payment, language).empty()) {
            told.push_back(&payment);
        }
    }
    if (told.empty()) {
        return;
    }
    const PaymentWords& words = words_of(language);
    content.markup("<section class=\"card\" aria-labelledby=\"money\">\n<h2 id=\"money\">");
    content.text(words.payments).markup("</h2>\n");
    for (const GuestPayment* payment : told) {
        content.markup("<p class=\"hint\">");
        add_time(content, payment->changed_at, reader);
        content.markup("</p>\n");
        add_payment_story(content, *payment, language);
    }
    content.markup("</section>\n");
}

void add_card_wanted(Html& content, const EntryPage& page) {
    for (const GuestPayment& payment : page.payments) {
        const bool is_left = payment.phase == PaymentPhase::Kept ||
                             payment.phase == PaymentPhase::Beginning ||
                             is_payable(&payment, page.came_back, page.now);
        if (payment.purpose == PaymentPurpose::KeptCard && is_left) {
            return;
        }
    }
    const PaymentWords& words = words_of(page.frame.language);
    content.markup("<p>").text(words.card.text).markup("</p>\n");
    add_button(content, page.frame,
               {.path = "/e/" + page.token,
                .action = action_keep_card,
                .style = "main",
                .label = words.card_button});
}

}  // namespace standby::http
