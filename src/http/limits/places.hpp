// How much of something each client, entry or list has at a time, such as connections or streams.
// What is not counted takes no memory.
#pragma once

#include "base/guarded.hpp"
#include "http/limits/client_key.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace standby::http {

class CountedPlaces {
public:
    // Counts one more of this client, unless it has `most` already, or its IPv6 site four times as
    // many. A key of kind Text is always let in and not counted. Any thread may call these.
    [[nodiscard]] bool enter(const ClientKey& client, std::size_t most);
    void leave(const ClientKey& client);

    [[nodiscard]] std::size_t of(const ClientKey& client) const;

private:
    using Counts = std::map<ClientKey, std::size_t>;
    Guarded<Counts> counts_;
};

// One place that is left when the last copy of it goes; the places must outlive it.
using HeldPlace = std::shared_ptr<const void>;
// Null when the client has too many.
[[nodiscard]] HeldPlace hold_place(CountedPlaces& places, const ClientKey& client,
                                   std::size_t most);

}  // namespace standby::http
