// What only a server with a clock moved by hand offers, for tests: letting time pass, switching the
// relay off, and the tokens and codes that would have been sent.
#include "http/api/body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/live_or_stored.hpp"

#include <utility>

namespace standby::http {
namespace {

struct TokenBody {
    std::string id;
    std::string purpose;
};

Result<TokenBody, Problem> parse_token(std::string_view text) {
    return read_body<TokenBody>(text, [](FieldReader& reader, TokenBody& body) {
        reader.require("id");
        reader.require("purpose");
        body.id = reader.text("id").value_or("");
        body.purpose = reader.text("purpose").value_or("");
    });
}

Result<Time, Problem> parse_clock(std::string_view text) {
    return read_body<Time>(text, [](FieldReader& reader, Time& to) {
        reader.require("to");
        to = reader.time("to").value_or(Time{});
    });
}

std::string one_text(std::string_view name, std::string_view value) {
    return json_object([&](JsonWriter& writer) { writer.text(name, value); });
}

// Lets time pass until then, with all that falls due.
class ClockStep {
public:
    ClockStep(const ApiServices& services, Time to) : services_(services), to_(to) {}
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
        services_.set_clock(to_, [this, waiting](const MovedClock& moved) {
            moved_ = moved;
            waiting.resume();
        });
    }
    MovedClock await_resume() { return std::move(moved_); }

private:
    const ApiServices& services_;
    Time to_;
    MovedClock moved_;
};

}  // namespace

Task<Answer> set_relay(Call& call) {
    call.shared.services.set_relay(call.request.body == "prompt");
    co_return json_response(200, "{}");
}

Task<Answer> set_clock(Call& call) {
    const Time to = CO_TRY(parse_clock(call.request.body));
    const MovedClock moved = co_await ClockStep{call.shared.services, to};
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.time("now", call.shared.now());
                                writer.time("next", moved.next);
                                writer.array("shards", moved.shards,
                                             [&](std::uint64_t shard) { writer.natural(shard); });
                            }));
}

// Of an entry the token to verify or to unsubscribe by; of an entry or an offer the short code.
Task<Answer> give_mailed_token(Call& call) {
    const TokenBody body = CO_TRY(parse_token(call.request.body));
    const auto entry = core::parse_entry_id(body.id);
    const auto offer = core::parse_offer_id(body.id);
    const bool wants_code = body.purpose == "short";
    if (!entry && !(wants_code && offer)) {
        co_return refuse_field("id", "is not the id of an entry");
    }
    const SignedLinks& links = call.shared.links;
    if (wants_code) {
        const std::string link =
            entry ? links.short_status({.entry = *entry}) : links.short_offer(*offer, {});
        co_return json_response(200, one_text("token", link.substr(link.rfind('/') + 1)));
    }
    std::uint32_t epoch = 0;
    auto read = co_await call.read([&](engine::Store& store) {
        const auto stored = stored_entry(store, *entry);
        epoch = stored ? stored->link_epoch : 0;
        return store.person(*entry);
    });
    engine::Person person = CO_TRY(std::move(read)).value_or(engine::Person{});
    const bool stops = body.purpose == "unsubscribe";
    if (stops) {
        person.pending_email.clear();
    }
    const core::ContactKey address = address_to_prove(call.shared.services.contacts, person);
    const std::string link = stops ? links.unsubscribe({.entry = *entry, .address = address})
                                   : links.verify({*entry, epoch, address});
    co_return json_response(200, one_text("token", link.substr(link.rfind('/') + 1)));
}

}  // namespace standby::http
