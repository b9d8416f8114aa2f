// An event of the audit trail in the envelope of CloudEvents 1.0, in JSON: the same for the feed,
// for webhooks that ask for it and for message buses. The id never changes, so whoever gets an
// event twice knows it.
#pragma once

#include "base/json/writer.hpp"
#include "base/sha256.hpp"
#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "interchange/view/audit.hpp"

#include <string>
#include <string_view>

namespace standby::interchange {

// What CloudEvents says of anything: `data` follows as the last member of the object, which is the
// caller's to write and to end.
struct CloudEventHead {
    std::string id;
    std::string source;  // an absolute URL: together with the id it is this event alone
    std::string_view type;
    std::string subject;  // empty: none
    Time at{};
};
void begin_cloud_event(JsonWriter& writer, const CloudEventHead& head);

// "res_1:17", which is also how often it happened: once.
std::string cloud_event_id(core::ResourceNumber resource, std::uint64_t number);

// `home` is where this server is found, without a slash at the end.
void write_cloud_event(JsonWriter& writer, std::string_view home, core::ResourceNumber resource,
                       const core::Event& event, const Sha256Digest& link, FreeText text);

}  // namespace standby::interchange
