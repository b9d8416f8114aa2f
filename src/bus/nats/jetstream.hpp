// The streams and readers of JetStream that Standby uses, by its JSON API. Where somebody has made
// a stream for a subject already, that one is used; otherwise we make one.
#pragma once

#include "base/result.hpp"
#include "bus/nats/nats_session.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::bus {

struct StreamWish {
    std::string name;      // of the one that is made where none has the subject
    std::string subject;   // that must be in it
    std::string subjects;  // of the one that is made, with wildcards
    std::uint64_t max_age_s = 0;
};
// The name of the stream that has the subject.
Result<std::string, std::string> ensure_stream(NatsSession& session, const StreamWish& wish);

// A reader that is known by its name and goes on where it was, unless there is one already.
Result<void, std::string> ensure_reader(NatsSession& session, const std::string& stream,
                                        const std::string& reader);

// What JetStream says to a message that was published; the error is a sentence.
struct PublishAnswer {
    bool is_duplicate = false;
};
Result<PublishAnswer, std::string> read_publish_answer(const NatsMessage& message);

// What the address says by which a message is settled. Nothing: it is not such an address.
struct SettleAddress {
    std::string_view stream;
    std::int64_t put_at_ns = 0;  // since 1970
};
std::optional<SettleAddress> read_settle_address(std::string_view reply);

// As a header may have it: in one line, and not too long.
std::string header_text(std::string_view text);

}  // namespace standby::bus
