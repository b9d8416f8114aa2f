#include "http/api/message_body.hpp"

#include "http/api/body.hpp"

namespace standby::http {

Result<ReplayBody, Problem> parse_replay(std::string_view body) {
    return read_body<ReplayBody>(
        body, EmptyBody::IsAnObject, [](FieldReader& reader, ReplayBody& replay) {
            if (const auto text = reader.text("resource", {.length_max = 40})) {
                const auto resource = core::parse_resource_id(*text);
                replay.resource = resource.value_or(core::ResourceNumber{});
                if (!resource) {
                    reader.error("resource", "must be the id of a resource, such as res_1");
                }
            }
        });
}

}  // namespace standby::http
