#include "app/runtime/ask_engine.hpp"

#include "base/number.hpp"
#include "base/sha256.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>
#include <string_view>

namespace standby::app {
namespace {

// An answer that is kept under a key comes back as text.
std::string write_told(const core::Outcome& outcome) {
    const core::Answer& answer = outcome.answer;
    return fmt::format(
        "{} {} {} {} {}", outcome.refusal ? static_cast<unsigned>(outcome.refusal->code) + 1 : 0,
        answer.entry, answer.offer.value(), answer.opening.value(), answer.repeated ? 1 : 0);
}

std::uint32_t take_number(std::string_view& text) {
    const std::string_view digits = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), digits.size() + 1));
    return parse_number<std::uint32_t>(digits).value_or(0);
}

Told read_told(std::string_view text) {
    Told told;
    const std::uint32_t refused = take_number(text);
    if (refused != 0) {
        told.refused = static_cast<core::RefusalCode>(refused - 1);
    }
    told.entry = take_number(text);
    told.offer = core::OfferNumber{take_number(text)};
    told.opening = core::OpeningNumber{take_number(text)};
    told.is_repeated = take_number(text) != 0;
    return told;
}

engine::IdempotencyKey key_of(std::string_view key) {
    const Sha256Digest digest = sha256(std::as_bytes(std::span{key}));
    engine::IdempotencyKey made;
    std::memcpy(&made.key.high, digest.data(), sizeof made.key.high);
    std::memcpy(&made.key.low, digest.data() + sizeof made.key.high, sizeof made.key.low);
    return made;
}

}  // namespace

std::optional<Told> tell_engine(engine::Gateway& gateway, core::ResourceNumber list,
                                core::Command command, Telling telling) {
    const auto promise = std::make_shared<std::promise<std::optional<std::string>>>();
    auto done = promise->get_future();
    engine::Request request{.resource = list,
                            .command = std::move(command),
                            .actor = telling.actor,
                            .priority = engine::Priority::Reserved,
                            .key = {},
                            .attachment = std::move(telling.attachment),
                            .link = {},
                            .objection = {},
                            .make_answer = {},
                            .done = {}};
    if (!telling.key.empty()) {
        request.key = key_of("outside " + core::format_id(list) + " " + telling.key);
    }
    request.make_answer = [](const core::ResourceState&, const core::Outcome& outcome) {
        return engine::Answer{.status = 200, .body = write_told(outcome)};
    };
    request.done = [promise](engine::Reply reply) {
        promise->set_value(reply.failure ? std::nullopt
                                         : std::optional(std::move(reply.answer.body)));
    };
    gateway.submit(std::move(request));
    if (!wait_for(done, telling.patience)) {
        return std::nullopt;
    }
    const auto told = done.get();
    return told ? std::optional(read_told(*told)) : std::nullopt;
}

}  // namespace standby::app
