// The digest of a state leaves out what people typed, so that it stays when they are erased.
#include "engine/history/history_start.hpp"

#include "base/bytes.hpp"
#include "core/audit/event_codec.hpp"

#include <string_view>
#include <utility>

namespace standby::engine {
namespace {

constexpr std::string_view digest_name = "standby history start 1";

Sha256Digest state_digest(KeptState kept) {
    forget_people(kept);
    return sha256(encode_kept(kept));
}

Sha256Digest digest_of(core::ResourceNumber resource, const HistoryStart& start) {
    std::vector<std::byte> bytes;
    ByteWriter writer{bytes};
    writer.string(digest_name);
    writer.raw(start.previous);
    writer.varint(resource.value());
    writer.varint(start.event);
    writer.zigzag(start.since.time_since_epoch().count());
    writer.raw(start.link);
    writer.zigzag(start.made_at.time_since_epoch().count());
    writer.raw(start.state_digest);
    return sha256(bytes);
}

}  // namespace

HistoryStart make_start(core::ResourceNumber resource, const HistoryStart* previous,
                        const KeptState& kept, std::uint64_t event, const Sha256Digest& link,
                        Time since, Time now) {
    HistoryStart start{.event = event,
                       .since = since,
                       .link = link,
                       .made_at = now,
                       .previous = previous == nullptr ? Sha256Digest{} : previous->digest,
                       .state_digest = state_digest(kept),
                       .digest = {},
                       .state = encode_kept(kept)};
    start.digest = digest_of(resource, start);
    return start;
}

std::optional<std::string> objection_to(core::ResourceNumber resource,
                                        std::span<const HistoryStart> starts) {
    Sha256Digest previous{};
    std::uint64_t event = 0;
    for (const HistoryStart& start : starts) {
        if (start.previous != previous || start.event <= event ||
            digest_of(resource, start) != start.digest) {
            return "the start of the history after event " + std::to_string(start.event) +
                   " is not the one that was kept";
        }
        previous = start.digest;
        event = start.event;
    }
    if (starts.empty()) {
        return std::nullopt;
    }
    const HistoryStart& last = starts.back();
    const auto kept = decode_kept(last.state);
    if (!kept) {
        return "the state at the start of the history: " + kept.error();
    }
    if (state_digest(*kept) != last.state_digest) {
        return "the state at the start of the history is not the one that was kept";
    }
    return std::nullopt;
}

Result<Beginning, std::string> beginning_of(core::ResourceNumber resource,
                                            std::span<const HistoryStart> starts) {
    Beginning beginning;
    if (starts.empty()) {
        beginning.state = std::make_unique<core::ResourceState>(resource);
        return beginning;
    }
    const HistoryStart& last = starts.back();
    KeptState kept = TRY(decode_kept(last.state));
    beginning.state = TRY(restore(kept, resource));
    if (beginning.state->last_event != last.event) {
        return std::unexpected("it is of another event");
    }
    beginning.event = last.event;
    beginning.since = last.since;
    beginning.link = last.link;
    beginning.facts = std::move(kept.facts);
    beginning.last_ticket = beginning.state->entries.last();
    return beginning;
}

Result<Beginning, StoreError> read_beginning(Store& store, core::ResourceNumber resource) {
    const auto starts = TRY(store.history_starts(resource));
    auto beginning = beginning_of(resource, starts);
    if (!beginning) {
        return std::unexpected(core::is_from_newer(beginning.error()) ? StoreError::OutcomeUnknown
                                                                      : StoreError::Damaged);
    }
    return *std::move(beginning);
}

Result<std::optional<Time>, StoreError> kept_since(Store& store, core::ResourceNumber resource) {
    const auto starts = TRY(store.history_starts(resource));
    return starts.empty() ? std::nullopt : std::optional(starts.back().since);
}

Result<void, StoreError> forget_in_start(Store& store, core::ResourceNumber resource,
                                         core::Ticket entry) {
    constexpr int tries_max = 20;
    for (int tries = 0; tries < tries_max; ++tries) {
        const auto starts = TRY(store.history_starts(resource));
        if (starts.empty()) {
            return {};
        }
        auto kept = decode_kept(starts.back().state);
        if (!kept) {
            return std::unexpected(StoreError::Damaged);
        }
        if (!forget_person(*kept, entry) ||
            TRY(store.change_start(resource, starts.back().event, starts.back().state,
                                   encode_kept(*kept)))) {
            return {};
        }
    }
    return std::unexpected(StoreError::NotCommitted);
}

}  // namespace standby::engine
