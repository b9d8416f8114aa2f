#include "http/api/message_body.hpp"

#include "http/api/body.hpp"

namespace standby::http {

Result<core::ResourceNumber, Problem> parse_replay(std::string_view body) {
    return read_optional_body<core::ResourceNumber>(
        body, [](FieldReader& reader, core::ResourceNumber& resource) {
            if (const auto text = reader.text("resource", {.length_max = 40})) {
                const auto named = core::parse_resource_id(*text);
                resource = named.value_or(core::ResourceNumber{});
                if (!named) {
                    reader.error("resource", "must be the id of a resource, such as res_1");
                }
            }
        });
}

}  // namespace standby::http
