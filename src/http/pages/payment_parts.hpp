// What guests' pages say of money: what is to be paid and until when, and what became of it. They
// only tell what the book of payments says; a provider's page is reached by a link.
#pragma once

#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::http {

// Whether somebody came back because that payment failed: some providers say so by nothing but
// another page to pay on.
bool has_failed(const GuestPayment* payment, PaymentReturn came_back, Time now);

// What an offer that waits for its payment says instead of a heading of its own. Nothing is known
// of the payment before somebody has begun it.
const Said& said_of_due(const GuestPayment* payment, PaymentReturn came_back, Time now,
                        const PaymentWords& words);
// The sentence that an offer which came to nothing owes whoever paid for it; nothing where there
// was no payment.
const Said* said_of_late(const GuestPayment* payment, const PaymentWords& words);

// Whether the guest can pay now.
bool is_payable(const GuestPayment* payment, PaymentReturn came_back, Time now);

struct PaymentDuePart {
    const GuestPayment& payment;
    const OfferedPlace& what;
    Time expires_at{};
    std::string_view status_token;
    bool looks_again = false;
};
// The amount, the clock, and the way to the provider's page.
void add_payment_due(Html& content, const PageFrame& frame, const PaymentDuePart& due,
                     const Reader& reader);
// "Look again", which the script does by itself; and the way to pay for whom it did not work.
void add_look_again(Html& content, const PageFrame& frame, std::string_view path,
                    const GuestPayment* payment, Time now);

// What became of the money, in a paragraph; nothing while it is to be paid.
void add_payment_story(Html& content, const GuestPayment& payment, Language language);

// On a guest's own page: what is to be paid or left there, and what was paid before.
void add_payments(Html& content, const EntryPage& page, const Reader& reader);

// Of a yes in advance on a list with a price: the card that it needs, unless it is kept or about to
// be left.
void add_card_wanted(Html& content, const EntryPage& page);

}  // namespace standby::http
