#include "engine/shard/resident.hpp"

#include "core/audit/event_codec.hpp"

#include <iterator>
#include <utility>

namespace standby::engine {
namespace {

// Whoever joins again and again does not fill the mailbox of the person they name.
constexpr Duration link_interval = std::chrono::minutes{10};

}  // namespace

Resident::Resident(core::ResourceNumber number)
    : state(std::make_unique<core::ResourceState>(number)), end_terms(*state) {}

Resident::Resident(LoadedResource loaded)
    : state(std::move(loaded.state)),
      end_terms(*state),
      chain(loaded.head.last_link),
      name(std::move(loaded.head.name)),
      last_answer(loaded.head.last_answer) {
    answers.reserve(loaded.answers.size());
    for (const KnownAnswer& answer : loaded.answers) {
        answers.insert_or_assign(answer.key, Known{answer.number, answer.made_at});
    }
}

std::optional<std::uint64_t> Resident::answered(const RequestKey& key, Time kept_since) {
    const auto found = answers.find(key);
    if (found == answers.end()) {
        return std::nullopt;
    }
    if (found->second.made_at <= kept_since) {
        answers.erase(found);
        return std::nullopt;
    }
    return found->second.number;
}

bool Resident::may_send_link(core::Ticket entry, Time now) {
    while (!links_by_time.empty() && links_by_time.front().first + link_interval <= now) {
        links_sent.erase(links_by_time.front().second);
        links_by_time.pop_front();
    }
    const bool may = links_sent.insert(entry).second;
    if (may) {
        links_by_time.emplace_back(now, entry);
    }
    return may;
}

std::size_t memory_bytes(const Resident& resident) {
    // A row of a hash table: the pair, the link to the next and the share of the bucket array.
    constexpr std::size_t node_overhead = 24;
    const core::ResourceState& state = *resident.state;
    std::size_t total = sizeof(core::ResourceState) + state.entries.memory_bytes() +
                        state.lines.whole.memory_bytes() + state.contacts.memory_bytes() +
                        state.profiles.memory_bytes() + state.names.memory_bytes();
    for (const auto& [service, line] : state.lines.by_service) {
        total += line.memory_bytes();
    }
    total += state.marks.size() * (sizeof(core::Mark) + node_overhead);
    total += state.offers.size() * (sizeof(core::Offer) + node_overhead);
    total += state.openings.size() * (sizeof(core::Opening) + 2 * node_overhead);
    total += state.offer_states.size() + state.opening_states.size();
    total += resident.answers.size() * (sizeof(Resident::Known) + 16 + node_overhead);
    return total;
}

void add_events(Touched& touched, Resident& resident, std::vector<core::Event> events) {
    ResourceChange& change = touched.change;
    for (const core::Event& event : events) {
        EventRow& row = change.events.emplace_back();
        row.number = event.number;
        row.at = event.at;
        core::encode_event(event, row.data);
        row.link = resident.chain.extend(row.data);
        touched.links.push_back(row.link);
        append_messages(*resident.state, resident.end_terms, event, change.outbox);
    }
    touched.events.insert(touched.events.end(), std::make_move_iterator(events.begin()),
                          std::make_move_iterator(events.end()));
}

void finish_change(Touched& touched, Resident& resident, bool messages_stay_here) {
    ResourceChange& change = touched.change;
    const core::ResourceState& state = *resident.state;
    change.at = state.last_at;
    change.status = state.status;
    change.next_due = core::next_due(state);
    change.last_event = state.last_event;
    change.last_link = resident.chain.last();
    change.rows = core::take_changes(*resident.state);
    touched.leaves_trace = !change.events.empty() || !change.answers.empty();
    touched.last_event = change.last_event;
    touched.last_link = change.last_link;
    touched.last_answer = resident.last_answer;
    for (OutboxRow& row : change.outbox) {
        const bool has_its_time = is_offer(row.kind) || row.kind == MessageKind::EventReminder;
        row.stays_here =
            (row.stays_here || messages_stay_here) && !has_its_time && row.due_at <= change.at;
        touched.has_messages |= !row.stays_here;
    }
}

}  // namespace standby::engine
