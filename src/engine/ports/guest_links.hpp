// The links that messages carry, to guests and to members of the staff, and the keys by which the
// people behind addresses are recognised. Whoever answers the links makes them; whoever sends
// messages only asks.
#pragma once

#include "base/time.hpp"
#include "core/model/ids.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::engine {

// Who reads a link.
struct LinkReader {
    core::EntryId entry;
    std::uint32_t epoch = 0;     // of the entry's links
    core::ContactKey address{};  // that it is sent to
};

// The same input gives the same link. Safe to use from several threads.
class GuestLinks {
public:
    virtual ~GuestLinks() = default;
    virtual std::string status(const LinkReader& reader) const = 0;
    // Proves that the address it is sent to is read.
    virtual std::string verify(const LinkReader& reader) const = 0;
    virtual std::string offer(core::OfferId offer, const LinkReader& reader) const = 0;
    // For text messages, where every character costs.
    virtual std::string short_status(const LinkReader& reader) const = 0;
    virtual std::string short_offer(core::OfferId offer, const LinkReader& reader) const = 0;
    // A page to leave the list or to stop messages to the address; a POST as in RFC 8058 stops
    // them.
    virtual std::string unsubscribe(const LinkReader& reader) const = 0;
    // A new password of a member of the staff who asked for it then.
    virtual std::string new_password(std::uint64_t member, Time asked_at) const = 0;
    // Where the world finds a path of ours: "/v1/callbacks/twilio/status".
    virtual std::string at(std::string_view path) const = 0;
};

// Addresses, whatever the case of their letters, and numbers to keyed hashes. Safe to use from
// several threads.
class ContactKeys {
public:
    virtual ~ContactKeys() = default;
    virtual core::ContactKey email(std::string_view address) const = 0;
    virtual core::ContactKey phone(std::string_view normalised) const = 0;
};

}  // namespace standby::engine
