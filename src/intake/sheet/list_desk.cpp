// Looks go through the shard in small steps, so that a large list holds nobody up.
#include "intake/sheet/list_desk.hpp"

#include "core/state/resource_state.hpp"
#include "interchange/contact/phone_region.hpp"

#include <algorithm>
#include <condition_variable>
#include <future>
#include <mutex>
#include <utility>

namespace standby::intake::sheet {
namespace {

constexpr Ticket tickets_per_look = 1'000;
constexpr std::size_t people_per_read = 500;
constexpr std::size_t commands_at_once = 200;

// What may be looked at while the shard stands still for it.
struct Slice {
    std::optional<engine::Failure> failure;
    bool is_there = false;
    Ticket last = 0;
    std::string name;
    std::string time_zone;
    std::vector<std::pair<Ticket, ListEntry>> entries;
};

void fill(Slice& slice, const core::ResourceState& state, Ticket from,
          const std::vector<Ticket>& ended) {
    slice.last = state.entries.last();
    slice.time_zone = state.settings.time_zone;
    const Ticket to = std::min<Ticket>(slice.last, from + tickets_per_look - 1);
    for (Ticket ticket = from; ticket <= to; ++ticket) {
        ListEntry entry;
        entry.state = state.entries.state(ticket);
        const bool is_active = core::is_active(entry.state);
        if (!is_active && !std::ranges::binary_search(ended, ticket)) {
            continue;
        }
        if (const auto view = core::view_entry(state, ticket); is_active && view) {
            entry.view = *view;
            const auto offer = core::view_offer(state, view->offer);
            if (offer && !core::is_terminal(offer->state)) {
                entry.answer_by = offer->expires_at;
            }
        }
        slice.entries.emplace_back(ticket, std::move(entry));
    }
}

std::vector<core::ContactKey> without(const std::vector<core::ContactKey>& one,
                                      const std::vector<core::ContactKey>& other) {
    std::vector<core::ContactKey> rest;
    std::ranges::copy_if(one, std::back_inserter(rest), [&](core::ContactKey key) {
        return std::ranges::find(other, key) == other.end();
    });
    return rest;
}

DeskError error_of(engine::Failure failure) {
    return failure == engine::Failure::Moved ? DeskError::Elsewhere : DeskError::Later;
}

// Counts what is under way.
class Pending {
public:
    void add() {
        const std::lock_guard lock(mutex_);
        ++count_;
    }
    void done() {
        const std::lock_guard lock(mutex_);
        --count_;
        changed_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return count_ == 0; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t count_ = 0;
};

}  // namespace

Result<void, DeskError> ListDesk::look_at_state(core::ResourceNumber list,
                                                const std::vector<Ticket>& ended, ListNow& now) {
    Ticket from = 1;
    std::string time_zone;
    while (true) {
        std::promise<Slice> promise;
        auto future = promise.get_future();
        gateway_.submit(
            engine::Query{.resource = list, .look = [&](const engine::Query::View& view) {
                              Slice slice;
                              slice.failure = view.failure;
                              if (!view.failure && view.state != nullptr) {
                                  slice.is_there = true;
                                  slice.name = *view.name;
                                  fill(slice, *view.state, from, ended);
                              }
                              promise.set_value(std::move(slice));
                          }});
        Slice slice = future.get();
        if (slice.failure) {
            return std::unexpected(error_of(*slice.failure));
        }
        if (!slice.is_there) {
            return std::unexpected(DeskError::NoList);
        }
        for (auto& [ticket, entry] : slice.entries) {
            now.entries.insert_or_assign(ticket, std::move(entry));
        }
        now.name = std::move(slice.name);
        time_zone = std::move(slice.time_zone);
        from += tickets_per_look;
        if (from > slice.last) {
            break;
        }
    }
    now.zone = zones_.find(time_zone);
    return now.zone == nullptr ? Result<void, DeskError>(std::unexpected(DeskError::Later))
                               : Result<void, DeskError>();
}

Result<void, DeskError> ListDesk::read_people(engine::AccountNumber account,
                                              core::ResourceNumber list, ListNow& now) {
    std::promise<bool> promise;
    auto future = promise.get_future();
    const bool is_begun = gateway_.read(engine::Effort::Long, [&](engine::Store& store,
                                                                  engine::Registry& registry) {
        const auto read = [&]() -> bool {
            const auto house = registry.house(account);
            auto items = registry.catalogue(account);
            if (!house || !items) {
                return false;
            }
            now.country = interchange::phone_region(*house, now.zone->name());
            now.language =
                interchange::parse_language(house->locale).value_or(interchange::Language::English);
            now.offered = interchange::OfferedNames(*std::move(items));
            std::vector<Ticket> tickets;
            for (const auto& [ticket, entry] : now.entries) {
                tickets.push_back(ticket);
            }
            for (std::size_t at = 0; at < tickets.size(); at += people_per_read) {
                const auto some =
                    std::span(tickets).subspan(at, std::min(people_per_read, tickets.size() - at));
                auto people = store.people(list, some);
                if (!people) {
                    return false;
                }
                for (engine::PersonChange& person : *people) {
                    now.entries[person.entry].person = std::move(person.person);
                }
            }
            return true;
        };
        promise.set_value(read());
    });
    return is_begun && future.get() ? Result<void, DeskError>() : std::unexpected(DeskError::Later);
}

Result<ListNow, DeskError> ListDesk::look(engine::AccountNumber account, core::ResourceNumber list,
                                          const std::vector<Ticket>& ended) {
    ListNow now;
    now.now = gateway_.now();
    TRY(look_at_state(list, ended, now));
    TRY(read_people(account, list, now));
    return now;
}

std::vector<Outcome> ListDesk::carry_out(core::ResourceNumber list, std::vector<Wish> wishes) {
    std::vector<Outcome> outcomes(wishes.size());
    Pending pending;
    for (std::size_t at = 0; at < wishes.size(); ++at) {
        engine::Request request;
        request.resource = list;
        request.command = std::move(wishes[at].command);
        request.actor = {.kind = core::ActorKind::Staff, .id = 0};
        request.key = wishes[at].key;
        request.attachment.person = std::move(wishes[at].person);
        request.make_answer = [](const core::ResourceState&, const core::Outcome& outcome) {
            if (outcome.refusal) {
                return engine::Answer{409, outcome.refusal->detail.empty()
                                               ? std::string(core::name_of(outcome.refusal->code))
                                               : std::string(outcome.refusal->detail)};
            }
            return engine::Answer{static_cast<std::uint16_t>(outcome.answer.repeated ? 200 : 201),
                                  std::to_string(outcome.answer.entry)};
        };
        request.done = [&outcome = outcomes[at], &pending](engine::Reply reply) {
            if (!reply.failure && reply.answer.status == 409) {
                outcome = {Fate::Refused, 0, std::move(reply.answer.body)};
            } else if (!reply.failure) {
                outcome.fate = reply.answer.status == 201 ? Fate::Done : Fate::SecondRow;
                outcome.ticket = static_cast<Ticket>(std::stoul(reply.answer.body));
            }
            pending.done();
        };
        pending.add();
        gateway_.submit(std::move(request));
        if (at % commands_at_once == commands_at_once - 1) {
            pending.wait();
        }
    }
    pending.wait();
    return outcomes;
}

std::vector<core::ContactKey> ListDesk::keys_of(const engine::Person& person) const {
    std::vector<core::ContactKey> keys;
    if (!person.email.empty()) {
        keys.push_back(contacts_.email(person.email));
    }
    if (!person.phone.empty()) {
        keys.push_back(contacts_.phone(person.phone));
    }
    return keys;
}

ListDesk::Wish ListDesk::join(const Taken& taken, std::optional<Time> since) const {
    core::Join join;
    join.contacts = keys_of(taken.person);
    join.wants = taken.wants;
    join.wants.by_text = !taken.person.phone.empty() && taken.person.email.empty();
    join.party_size = taken.party_size;
    join.tier = taken.tier;
    join.waits_since = since;
    return {std::move(join), taken.person, std::nullopt};
}

ListDesk::Wish ListDesk::change(Ticket ticket, const ListEntry& before, const Taken& after) const {
    const engine::Person old = before.person.value_or(engine::Person{});
    core::UpdateEntry update;
    update.entry = ticket;
    if (after.wants != before.view.wants) {
        update.wants = after.wants;
    }
    if (after.party_size != before.view.party_size) {
        update.party_size = after.party_size;
    }
    if (after.tier != before.view.tier) {
        update.tier = after.tier;
    }
    const auto had = keys_of(old);
    const auto has = keys_of(after.person);
    update.contacts_added = without(has, had);
    update.contacts_removed = without(had, has);
    Wish wish{std::move(update), std::nullopt, std::nullopt};
    if (after.person != old) {
        std::get<core::UpdateEntry>(wish.command).person_changes = true;
        wish.person = after.person;
        wish.person->pending_email.clear();
        wish.person->former_contact.clear();
    }
    return wish;
}

ListDesk::Wish ListDesk::leave(Ticket ticket) {
    return {core::RemoveEntry{.entry = ticket}, std::nullopt, std::nullopt};
}

}  // namespace standby::intake::sheet
