// Rows and batches for the tests, with as few words as possible.
#pragma once

#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::store {

inline Time at(std::int64_t seconds) {
    return Time{std::chrono::seconds{1'800'000'000 + seconds}};
}

inline std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
}

inline Sha256Digest link_of(std::uint64_t number) {
    Sha256Digest link{};
    link.fill(static_cast<std::byte>(number));
    return link;
}

inline core::RowChange row(std::uint32_t number, std::uint8_t state, std::string_view data) {
    return {.number = number, .state = state, .data = bytes_of(data)};
}
inline core::RowChange entry_row(core::Ticket ticket, core::EntryState state,
                                 std::string_view data) {
    return row(ticket, static_cast<std::uint8_t>(state), data);
}

inline engine::StoredRow stored(std::uint32_t number, std::uint8_t state, Time changed_at,
                                std::string_view data) {
    return {.number = number, .state = state, .changed_at = changed_at, .data = bytes_of(data)};
}

inline engine::Person person(std::string_view name) {
    return {.name = std::string(name),
            .email = std::string(name) + "@example.org",
            .phone = "+4912345",
            .user_id = "user-" + std::string(name),
            .time_zone = "Europe/Berlin",
            .locale = "de",
            .consent_text = "Messages about my place.",
            .consent_source = "page",
            .consent_at = at(7)};
}

inline engine::AnswerRow answer(std::uint64_t number, Time made_at) {
    return {.number = number,
            .key = {.high = 0xf000'0000'0000'0000 + number, .low = number},
            .request_digest = 0xffff'ffff'ffff'fff0 + number,
            .made_at = made_at,
            .status = 201,
            .body = "{\"answer\":" + std::to_string(number) + "}"};
}

inline engine::OutboxRow message(engine::MessageKind kind, core::Ticket entry, Time due_at) {
    return {.event = entry,
            .kind = kind,
            .entry = entry,
            .offer = core::OfferNumber{entry + 1},
            .opening = core::OpeningNumber{entry + 2},
            .due_at = due_at};
}

// Builds the next change of one resource: events are numbered on from those before.
class Changes {
public:
    explicit Changes(core::ResourceNumber resource) : resource_(resource) {}

    // A change with so many events, otherwise empty.
    engine::ResourceChange next(std::size_t events, Time when) {
        engine::ResourceChange change;
        change.resource = resource_;
        change.at = when;
        change.status = core::ResourceStatus::Active;
        change.rows.resource = bytes_of("resource");
        for (std::size_t count = 0; count < events; ++count) {
            ++last_event_;
            change.events.push_back({.number = last_event_,
                                     .at = when,
                                     .data = bytes_of("event " + std::to_string(last_event_)),
                                     .link = link_of(last_event_)});
        }
        change.last_event = last_event_;
        change.last_link = link_of(last_event_);
        return change;
    }

private:
    core::ResourceNumber resource_;
    std::uint64_t last_event_ = 0;
};

inline engine::Batch batch_of(engine::ResourceChange change) {
    engine::Batch batch;
    batch.resources.push_back(std::move(change));
    return batch;
}

}  // namespace standby::store
