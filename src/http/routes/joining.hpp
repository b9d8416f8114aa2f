// From a body, whoever read it, to the command: the API and the guests' pages join and change
// entries by the same rules.
#pragma once

#include "http/api/entry_body.hpp"
#include "http/pages/wish_form.hpp"
#include "http/routes/call.hpp"
#include "interchange/contact/phone_region.hpp"

#include <string_view>

namespace standby::http {

// The epoch of the links that the entry of the answer has from now on, where it is a new one.
std::optional<std::uint32_t> new_link_epoch(const core::Outcome& outcome);
inline bool ends_links(const core::Outcome& outcome) {
    return new_link_epoch(outcome).has_value();
}

// Of somebody who gave none: like nobody else's.
core::ContactKey nobodys_contact();

// Only staff vouch for a contact, name a group or say which user of the business's own it is; or
// the business does in what it signed, which is in the body by now. The wishes are taken out of the
// body.
Result<core::Join, Problem> join_command(const Call& call, JoinBody& body,
                                         const JoinClaims* claims = nullptr);

// What `read(region)` makes of a body: first without a region, and where the phone number asks for
// one, with the country of the list's business. So only a number without its country code costs a
// look at the business's settings.
template <class Read>
auto read_in_region(Call& call, Read read) -> Task<decltype(read(std::string_view{}))> {
    auto body = read(std::string_view{});
    if (body || !is_about_phone(body.error())) {
        co_return body;
    }
    auto looked = co_await call.read(
        [&](engine::Registry& registry) { return registry.house(call.about.account); });
    const engine::House house = CO_TRY(std::move(looked));
    co_return read(interchange::phone_region(house, call.about.time_zone));
}

// By what guests can be written to just now.
ContactWays ways_of(const engine::Messenger& messenger);
// Whoever joins by themselves must be reachable: by e-mail on a server that sends e-mails, but no
// texts, and the other way round.
Result<void, Problem> check_reachable(const Call& call, const engine::Person& person);

// Whether offers go to their phone: how soon they answer depends on it.
Task<Result<bool, Problem>> told_by_text(Call& call, const engine::Person& person);

// Who brought the guest, by what they are known: read only where somebody did.
Task<Result<void, Problem>> name_referrer(Call& call, core::Join& command);

// Where the link goes that proves the person's address: to the one that is wanted, if there is one.
core::ContactKey address_to_prove(const engine::ContactKeys& hasher, const engine::Person& person);

// Whoever opened the link in a confirmation message reads the address that it was sent to.
struct AddressProof {
    core::Verify command;
    engine::Attachment attachment;
};
Task<Result<AddressProof, Problem>> proof_by_link(Call& call);

struct EntryChange {
    core::UpdateEntry command;
    engine::Attachment attachment;
};
// The person and the wishes as they are now are needed to know what the new ones are. Where
// addresses are verified, a guest's new one waits beside the old one until it is proven.
Task<Result<EntryChange, Problem>> prepare_change(Call& call, const EntryPatchBody& body);

}  // namespace standby::http
