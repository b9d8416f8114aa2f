// Each command is one call of core::run; each instant at which something is due is lived through
// on its own, as a server would that never sleeps.
#include "tests/scenarios/runner/core_driver.hpp"

#include "base/assert.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/explain.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/state/views.hpp"
#include "tests/scenarios/runner/core_records.hpp"
#include "tests/scenarios/runner/core_requests.hpp"

#include <algorithm>
#include <utility>

namespace standby::scenarios {
namespace {

Reply bad_request(std::string detail) {
    Reply reply;
    reply.refused = Refused{"bad-request", "", std::move(detail)};
    return reply;
}

Reply reply_to(const core::Outcome& outcome, core::ResourceNumber resource) {
    Reply reply;
    if (outcome.refusal) {
        reply.refused =
            Refused{std::string(core::name_of(outcome.refusal->code)),
                    std::string(outcome.refusal->field), std::string(outcome.refusal->detail)};
    }
    reply.resource = core::format_id(resource);
    reply.repeated = outcome.answer.repeated;
    if (outcome.answer.entry != 0) {
        reply.entry = core::format_id(core::entry_id(resource, outcome.answer.entry));
    }
    if (outcome.answer.offer.value() != 0) {
        reply.offer = core::format_id(core::offer_id(resource, outcome.answer.offer));
    }
    if (outcome.answer.opening.value() != 0) {
        reply.opening = core::format_id(core::opening_id(resource, outcome.answer.opening));
    }
    return reply;
}

}  // namespace

CoreDriver::Held* CoreDriver::find(core::ResourceNumber number) {
    const bool known = number.value() >= 1 && number.value() <= held_.size();
    return known ? &held_[number.value() - 1] : nullptr;
}

void CoreDriver::record(Held& held, const std::vector<core::Event>& events) {
    for (const core::Event& event : events) {
        held.events.push_back(core::encode_event(event));
        EventRecord record = record_of(event, held.state.number);
        record.hash = to_hex(held.chain.extend(held.events.back()));
        records_.push_back(std::move(record));
        if (const auto* made = std::get_if<core::OfferMade>(&event.body)) {
            outbox_.push_back({made->send_at, held.state.number, event.offer});
        }
    }
}

void CoreDriver::add_friend_keys(const Request& request, core::Command& command) const {
    const auto keys_of = [&](std::string_view entry) {
        const auto contact = contacts_.find(entry);
        return contact == contacts_.end() ? std::vector<core::ContactKey>{}
                                          : std::vector{friend_key(contact->second)};
    };
    if (auto* join = std::get_if<core::Join>(&command)) {
        const auto referrer = request.fields.find("referrer");
        join->friend_keys = {friend_key(request.fields.at("contact"))};
        if (referrer != request.fields.end()) {
            join->referrer_keys = keys_of(referrer->second);
        }
    }
    if (auto* remove = std::get_if<core::RemoveEntry>(&command)) {
        if (remove->cause == core::RemoveCause::Fraud) {
            remove->friend_keys = keys_of(request.about);
        }
    }
}

void CoreDriver::add_offered(const Request& request, core::Command& command) const {
    auto* late = std::get_if<core::LateYes>(&command);
    const auto made = std::ranges::find_if(records_, [&](const EventRecord& record) {
        return record.type == "offer_made" && record.offer == request.about;
    });
    if (late == nullptr || made == records_.end()) {
        return;
    }
    const auto entry = core::parse_entry_id(made->entry);
    const auto opening = core::parse_opening_id(made->opening);
    late->entry = entry ? core::number_of(*entry) : 0;
    late->opening = core::OpeningNumber{opening ? core::number_of(*opening) : 0};
}

Reply CoreDriver::submit(const Request& request) {
    auto number = resource_of(request);
    auto command = command_of(request);
    if (!number || !command) {
        return bad_request(number ? command.error() : number.error());
    }
    if (request.command == "create") {
        number = core::ResourceNumber{static_cast<std::uint32_t>(held_.size()) + 1};
        held_.push_back({core::ResourceState(*number), {}, {}});
    }
    Held* held = find(*number);
    if (held == nullptr) {
        return bad_request("there is no such resource");
    }
    add_friend_keys(request, *command);
    add_offered(request, *command);
    const core::Outcome outcome = core::run(held->state, *command, context(actor_of(request)));
    record(*held, outcome.events);
    Reply reply = reply_to(outcome, *number);
    if (request.command == "join" && !outcome.refusal) {
        contacts_.try_emplace(reply.entry, request.fields.at("contact"));
    }
    if (request.command == "create" && outcome.refusal) {
        held_.pop_back();
    }
    relay();
    // What is due at the same moment is done before anybody looks, as a server does it.
    if (const auto done = advance(now_); !done) {
        return bad_request(done.error());
    }
    return reply;
}

void CoreDriver::use_relay(Relay relay_to_use) {
    relay_ = relay_to_use;
    relay();
}

void CoreDriver::relay() {
    if (relay_ == Relay::ByHand) {
        return;
    }
    // A report can bring about further offers, so the list may grow while it is worked off.
    std::vector<Message> later;
    for (std::size_t at = 0; at < outbox_.size(); ++at) {
        const Message message = outbox_[at];
        if (message.send_at > now_) {
            later.push_back(message);
            continue;
        }
        Held& held = *find(message.resource);
        const auto offer = core::view_offer(held.state, message.offer);
        if (offer && offer->state == core::OfferState::Live && !offer->sent_at) {
            const core::Outcome outcome =
                core::run(held.state, core::ReportSent{message.offer, now_}, context());
            record(held, outcome.events);
        }
    }
    outbox_ = std::move(later);
}

std::optional<Time> CoreDriver::next_instant() const {
    std::optional<Time> next;
    const auto consider = [&next](std::optional<Time> at) {
        if (at && (!next || *at < *next)) {
            next = at;
        }
    };
    for (const Held& held : held_) {
        consider(core::next_due(held.state));
    }
    if (relay_ == Relay::Prompt) {
        for (const Message& message : outbox_) {
            consider(message.send_at);
        }
    }
    return next;
}

bool CoreDriver::live_through_instant() {
    const std::size_t messages = outbox_.size();
    relay();
    bool moved = outbox_.size() != messages;
    for (Held& held : held_) {
        const std::optional<Time> due = core::next_due(held.state);
        if (due && *due <= now_) {
            const std::vector<core::Event> events = core::catch_up(held.state, context());
            record(held, events);
            moved = moved || !events.empty() || core::next_due(held.state) != due;
        }
    }
    relay();
    return moved;
}

Result<void, std::string> CoreDriver::advance(Time to) {
    while (const std::optional<Time> next = next_instant()) {
        if (*next > to) {
            break;
        }
        now_ = std::max(now_, *next);
        const std::size_t events = records_.size();
        if (!live_through_instant()) {
            return std::unexpected("something is due at " + format_time(*next) + " and stays due");
        }
        // An instant may be announced too early, and a restart would announce it again.
        if (instants_ == Instants::EachRestarted && records_.size() != events) {
            TRY(restart());
        }
    }
    now_ = to;
    return {};
}

Result<void, std::string> CoreDriver::be_down_until(Time to) {
    TRY(restart());
    const core::Gap gap{.from = now_, .to = to};
    now_ = to;
    for (Held& held : held_) {
        record(held, core::bridge(held.state, gap, context()));
        record(held, core::catch_up(held.state, context()));
    }
    relay();
    return {};
}

Result<void, std::string> CoreDriver::restart() {
    for (Held& held : held_) {
        core::ResourceState fresh(held.state.number);
        for (const std::vector<std::byte>& bytes : held.events) {
            core::apply(fresh, TRY(core::decode_event(bytes)));
        }
        if (core::fingerprint(fresh) != core::fingerprint(held.state)) {
            return std::unexpected("the events do not fold to the state in memory");
        }
        held.state = std::move(fresh);
    }
    return {};
}

std::optional<EntryFacts> CoreDriver::entry(std::string_view id) {
    const auto parsed = core::parse_entry_id(id);
    Held* held = parsed ? find(core::resource_of(*parsed)) : nullptr;
    const auto view = held ? core::view_entry(held->state, core::number_of(*parsed)) : std::nullopt;
    if (!view) {
        return std::nullopt;
    }
    EntryFacts facts;
    facts.state = core::name_of(view->state);
    facts.position = view->position;
    facts.rank = view->rank;
    facts.points = view->points;
    facts.misses = view->misses;
    facts.declines = view->declines;
    facts.standing_yes = view->standing_yes;
    if (view->offer.value() != 0) {
        facts.offer = core::format_id(core::offer_id(held->state.number, view->offer));
    }
    if (view->opening.value() != 0) {
        facts.opening = core::format_id(core::opening_id(held->state.number, view->opening));
    }
    return facts;
}

std::optional<OfferFacts> CoreDriver::offer(std::string_view id) {
    const auto parsed = core::parse_offer_id(id);
    Held* held = parsed ? find(core::resource_of(*parsed)) : nullptr;
    if (held == nullptr) {
        return std::nullopt;
    }
    const auto view = core::view_offer(held->state, core::OfferNumber{core::number_of(*parsed)});
    if (!view) {
        return std::nullopt;
    }
    return OfferFacts{std::string(core::name_of(view->state)), view->send_at, view->expires_at};
}

std::string CoreDriver::opening_state(std::string_view id) {
    const auto parsed = core::parse_opening_id(id);
    Held* held = parsed ? find(core::resource_of(*parsed)) : nullptr;
    if (held == nullptr) {
        return {};
    }
    const auto view =
        core::view_opening(held->state, core::OpeningNumber{core::number_of(*parsed)});
    return view ? std::string(core::name_of(view->state)) : std::string();
}

CountFacts CoreDriver::counts(std::string_view resource) {
    const auto number = core::parse_resource_id(resource);
    Held* held = number ? find(*number) : nullptr;
    ASSERT(held != nullptr);
    const core::Counts counts = core::counts_of(held->state);
    return {counts.unverified, counts.waiting, counts.offered, counts.accepted, counts.free_places};
}

std::vector<std::string> CoreDriver::line(std::string_view resource, std::size_t count) {
    const auto number = core::parse_resource_id(resource);
    Held* held = number ? find(*number) : nullptr;
    ASSERT(held != nullptr);
    std::vector<std::string> entries;
    for (const core::Ticket ticket : core::page_of_line(held->state, 1, count)) {
        entries.push_back(core::format_id(core::entry_id(*number, ticket)));
    }
    return entries;
}

std::string CoreDriver::failed_check(std::string_view entry, std::string_view opening) {
    const auto parsed = core::parse_entry_id(entry);
    Held* held = parsed ? find(core::resource_of(*parsed)) : nullptr;
    ASSERT(held != nullptr);
    const auto slot = core::parse_opening_id(opening);
    const core::OpeningNumber number{slot ? core::number_of(*slot) : 0};
    const core::Explanation explanation =
        core::explain(held->state, core::number_of(*parsed), number, context());
    if (!explanation.known) {
        return "unknown";
    }
    const core::Check failed = explanation.failed;
    return failed == core::Check::None ? std::string() : std::string(core::name_of(failed));
}

}  // namespace standby::scenarios
