#include "engine/history/load_whole.hpp"

#include "base/probe.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/hash_chain.hpp"

#include <span>

namespace standby::engine {
namespace {

// The last event and, where there is one, the event before it.
bool is_end_of_chain(const LoadedHead& head, std::span<const EventRow> events) {
    const std::size_t expected = head.last_event < 2 ? head.last_event : 2;
    if (events.size() != expected) {
        return false;
    }
    if (events.empty()) {
        return true;
    }
    const EventRow& last = events.back();
    const Sha256Digest& before = expected == 2 ? events.front().link : core::chain_origin;
    return last.number == head.last_event && last.link == head.last_link &&
           (core::is_erased_event(last.data) || core::next_link(before, last.data) == last.link);
}

}  // namespace

Result<std::optional<LoadedResource>, StoreError>
load_whole(Store& store, core::ResourceNumber resource, Time answers_after) {
    auto loaded = TRY(store.load(resource, answers_after));
    if (!loaded) {
        return loaded;
    }
    const LoadedHead& head = loaded->head;
    const auto events =
        TRY(store.events(resource, head.last_event < 2 ? 0 : head.last_event - 2, 2));
    if (!is_end_of_chain(head, events)) {
        PROBE("the end of a history is damaged");
        return std::unexpected(StoreError::Damaged);
    }
    return loaded;
}

}  // namespace standby::engine
