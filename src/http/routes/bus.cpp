// Messages from message buses that were put aside, for staff to see to. What they said is kept by
// the bus, and not here: it may be anybody's.
#include "http/api/body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

#include <cstdint>
#include <string>

namespace standby::http {
namespace {

Result<std::string, Problem> rejected_text(engine::Registry& registry,
                                           engine::AccountNumber account) {
    const auto rejected =
        TRY(or_unavailable(registry.rejected(account, engine::rejected_kept_max)));
    return json_object([&](JsonWriter& writer) {
        writer.begin_array("rejected");
        for (const engine::RejectedMessage& message : rejected) {
            writer.begin_object();
            writer.natural("number", message.number);
            writer.text("bus", message.bus);
            writer.text("subject", message.subject);
            writer.text_or_null("event_id", message.event_id);
            writer.text_or_null("resource_id", message.resource == core::ResourceNumber{}
                                                   ? std::string{}
                                                   : core::format_id(message.resource));
            writer.text("reason", message.reason);
            writer.time("at", message.at);
            writer.end_object();
        }
        writer.end_array();
    });
}

Result<std::uint64_t, Problem> parse_settling(std::string_view body) {
    return read_body<std::uint64_t>(body, [](FieldReader& reader, std::uint64_t& number) {
        reader.require("number");
        number = static_cast<std::uint64_t>(
            reader.integer("number", 1, std::int64_t{1} << 53).value_or(1));
    });
}

}  // namespace

Task<Answer> get_bus(Call& call) {
    auto read = co_await call.read([&](engine::Registry& registry) {
        return rejected_text(registry, call.about.account);
    });
    co_return call.draft(200, CO_TRY(std::move(read)));
}

Task<Answer> settle_bus(Call& call) {
    const std::uint64_t number = CO_TRY(parse_settling(call.request.body));
    co_return co_await answer_once(
        call,
        [&](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            TRY(or_unavailable(registry.settle_rejected(call.about.account, number)));
            return rejected_text(registry, call.about.account);
        },
        engine::Effort::Quick);
}

}  // namespace standby::http
