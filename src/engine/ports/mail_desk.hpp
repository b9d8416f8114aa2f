// Where forwarded mails are handed in, by whatever way they came.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/intake_mails.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <string_view>

namespace standby::engine {

struct TakenMail {
    bool is_mail = true;  // else it is none, and nothing is kept
    KeptMail kept = KeptMail::New;
    std::uint64_t number = 0;  // of its card, where it is new
};

// All calls may come from any thread and wait for the store.
class MailDesk {
public:
    virtual ~MailDesk() = default;

    // Keeps a mail that came over HTTP; it is read soon, on a thread of its own.
    virtual Result<TakenMail, StoreError> take(Registry& registry, AccountNumber account,
                                               core::ResourceNumber list, std::string_view bytes,
                                               Time now) = 0;
};

}  // namespace standby::engine
