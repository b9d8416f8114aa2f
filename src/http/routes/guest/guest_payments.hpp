// A guest's payments as their pages show them: rows of the book in, values for the pages out.
#pragma once

#include "core/state/resource_state.hpp"
#include "engine/ports/registry.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/routes/call.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

GuestPayment guest_payment(const engine::Payment& row, std::string_view tax_label);

// What is to be paid right after claiming this offer; nothing for one that costs nothing.
struct ClaimDue {
    core::Money amount;
    bool is_deposit = false;
};
std::optional<ClaimDue> due_for_claim(const core::ResourceState& state, core::OfferNumber offer);

// What the address says of whoever comes back from the provider's page.
PaymentReturn payment_return(const Call& call);

// Whether a provider is set up for the account that the link belongs to.
bool takes_payments(const Call& call, engine::Registry& registry);

// The newest payment for an offer, and all of an entry's, oldest first; none where they can't be
// read now.
std::optional<GuestPayment> newest_payment(engine::Registry& registry, core::OfferId offer,
                                           std::string_view tax_label);
std::vector<GuestPayment> payments_shown(engine::Registry& registry, core::EntryId entry,
                                         std::string_view tax_label);

}  // namespace standby::http
