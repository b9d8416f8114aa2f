// What requests ask of whoever looks after payments. Answers come on other threads, where they must
// be quick; each is given exactly once.
#pragma once

#include "core/model/ids.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace standby::engine {

// What became of a charge of a card that the business keeps with its provider.
struct CardCharge {
    enum class Outcome : std::uint8_t {
        Authorised,  // held or taken, and the place is theirs or being booked
        Refused,     // by the bank, or the guest has to be there: `page` is where they can pay
        Pending,     // not known yet
    };
    Outcome outcome = Outcome::Pending;
    std::string page;  // may be empty
};

class PaymentDesk {
public:
    virtual ~PaymentDesk() = default;

    // Whether anything is or was paid on this list, as far as is known here.
    virtual bool has_payments(core::ResourceNumber list) const = 0;
    // Where the guest of this offer can pay; empty: nowhere, or not known here yet. Doesn't wait.
    virtual std::string page_of(core::OfferId offer) const = 0;
    // The same, as soon as it is known; empty when that takes more than some seconds.
    virtual void await_page(core::OfferId offer, std::function<void(std::string)> done) = 0;
    // The next payment for this offer is to be made with that card. To be said before the offer is
    // claimed; what is claimed without is paid on a page. Empty: with none.
    virtual void prefer_card(core::OfferId offer, std::string method) = 0;
    // What became of it; after some seconds Pending.
    virtual void await_charge(core::OfferId offer, std::function<void(CardCharge)> done) = 0;
    // A page on which the guest of this entry leaves a card for a yes given in advance. The number
    // of the payment; 0: not now, or not on this list.
    virtual void keep_card(core::EntryId entry, std::function<void(std::uint64_t)> done) = 0;
    // Looks at this payment, or at those of the offer, now. False: not possible now; it is looked
    // at later.
    virtual void hurry(std::uint64_t payment, std::function<void(bool)> done) = 0;
    virtual void hurry(core::OfferId offer) = 0;
    // How money is taken has changed: what waits for it is begun.
    virtual void look_again() = 0;
};

}  // namespace standby::engine
