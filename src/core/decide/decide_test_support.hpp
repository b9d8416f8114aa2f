// A small world for tests of decisions: one resource, a clock that the test sets, and short words
// for commands and questions. Each step is decided twice and folded once more from its events; what
// does not agree is kept for the end of the test, in `contradiction`.
#pragma once

#include "core/audit/fingerprint.hpp"
#include "core/model/command.hpp"
#include "core/rules/zone_book.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::core {

// Events as texts: "offer_made first_in_line #2" for an entry, "@1" for an opening.
using Trace = std::vector<std::string>;

inline Trace trace(const std::vector<Event>& events) {
    Trace lines;
    for (const Event& event : events) {
        std::string line{type_of(event)};
        line += ' ';
        line += name_of(event.reason);
        if (event.subject == Subject::Entry) {
            line += " #" + std::to_string(event.entry);
        } else if (event.subject == Subject::Opening) {
            line += " @" + std::to_string(event.opening.value());
        }
        lines.push_back(std::move(line));
    }
    return lines;
}
inline Trace trace(const Outcome& outcome) {
    return trace(outcome.events);
}

// The refusal as text, with the field where one is named; empty when the command was carried out.
inline std::string text_of(const std::optional<Refusal>& refusal) {
    if (!refusal) {
        return {};
    }
    std::string text{name_of(refusal->code)};
    if (!refusal->field.empty()) {
        text += ": ";
        text += refusal->field;
    }
    return text;
}
inline std::string refused(const Outcome& outcome) {
    return text_of(outcome.refusal);
}

inline ContactKey contact(std::string_view name) {
    return ContactKey{event_key(name).value()};
}
inline Join person(std::string_view name) {
    Join command;
    command.contacts = {contact(name)};
    return command;
}

// Rules to start from: every hour counts, offers have a fixed window, and late is late, so that a
// test about something else need not care.
inline RulesPatch plain() {
    return RulesPatch{}
        .set(&Rules::quiet_hours, std::nullopt)
        .set(&Rules::auto_window, false)
        .set(&Rules::late_yes, false);
}

inline Money euros(std::int64_t amount) {
    return {.amount = amount * 100, .currency = {'E', 'U', 'R'}};
}

class World {
public:
    // A Monday at noon, UTC.
    static constexpr Time start =
        std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November / 16} +
        std::chrono::hours{12};

    World() {
        zones_.add(Zone::fixed("Europe/Berlin", std::chrono::hours{1}));
        zones_.add(Zone::fixed("Asia/Tokyo", std::chrono::hours{9}));
    }

    Time now = start;
    Actor actor{.kind = ActorKind::Staff, .id = 1};
    std::optional<Duration> answer_window{};

    // Carries out a command now, and checks that the same step taken again says the same.
    Outcome give(const Command& command) {
        const ResourceState before = state_;
        Outcome outcome = run(state_, command, context());
        ResourceState second = before;
        const Outcome again = run(second, command, context());
        if (again.events != outcome.events || again.refusal != outcome.refusal) {
            complain("deciding again gave something else");
        }
        if (outcome.refusal) {
            ResourceState caught_up = before;
            catch_up(caught_up, context());
            if (fingerprint(caught_up) != fingerprint(state_)) {
                complain("a refusal changed something");
            }
        }
        record(outcome.events);
        return outcome;
    }

    // Lets time go by and does what falls due.
    std::vector<Event> pass(Duration duration) {
        now += duration;
        std::vector<Event> events = catch_up(state_, context());
        record(events);
        return events;
    }
    // Nobody serves the resource for so long; then somebody does.
    std::vector<Event> be_away(Duration duration) {
        const Gap gap{.from = now, .to = now + duration};
        now = gap.to;
        std::vector<Event> events = bridge(state_, gap, context());
        if (!bridge(state_, gap, context()).empty()) {
            complain("bridging a gap twice changed something");
        }
        record_only(events);
        const std::vector<Event> due = pass(Duration{0});
        events.insert(events.end(), due.begin(), due.end());
        return events;
    }
    std::vector<Event> pass_until(Time at) { return pass(at - now); }

    // What did not agree in this test; empty when all is well.
    const std::string& contradiction() const { return contradiction_; }

    Outcome create(const Settings& settings, const RulesPatch& rules) {
        return give(CreateResource{settings, rules});
    }
    void slots(const RulesPatch& rules = plain()) { create({.kind = Kind::Slots}, rules); }
    void seats(std::uint32_t capacity, const RulesPatch& rules = plain()) {
        create({.kind = Kind::Seats, .capacity = capacity}, rules);
    }
    void access(std::uint32_t total, const RulesPatch& rules = plain()) {
        create({.kind = Kind::Access, .capacity = total}, rules);
    }
    void external_seats(const RulesPatch& rules = plain()) {
        create({.kind = Kind::Seats, .inventory = Inventory::External}, rules);
    }
    void external_slots(const RulesPatch& rules = plain()) {
        create({.kind = Kind::Slots, .inventory = Inventory::External}, rules);
    }
    Outcome patch_rules(const RulesPatch& rules) {
        PatchResource command;
        command.rules = rules;
        return give(command);
    }
    Outcome patch_capacity(std::uint32_t capacity) {
        PatchResource command;
        command.capacity = capacity;
        return give(command);
    }

    // The ticket, or 0 when refused.
    Ticket join(const Join& command) { return give(command).answer.entry; }
    Ticket join(std::string_view name, std::uint32_t party_size = 1) {
        Join command = person(name);
        command.party_size = party_size;
        return join(command);
    }
    Ticket join(std::string_view name, const Wants& wants, GroupKey group = {}) {
        Join command = person(name);
        command.wants = wants;
        command.group = group;
        return join(command);
    }

    Slot slot(Duration after = std::chrono::hours{3}) const {
        Slot slot;
        slot.starts_at = now + after;
        slot.duration = std::chrono::minutes{30};
        return slot;
    }
    OpeningNumber open(const Slot& slot) {
        OpenSlot command;
        command.slot = slot;
        return give(command).answer.opening;
    }
    OpeningNumber open(Duration after = std::chrono::hours{3}) { return open(slot(after)); }

    Outcome accept(OfferNumber offer) { return give(Accept{offer}); }
    Outcome accept(Ticket entry) { return accept(offer_of(entry)); }
    Outcome decline(OfferNumber offer) { return give(Decline{offer}); }
    Outcome decline(Ticket entry) { return decline(offer_of(entry)); }
    Outcome send(OfferNumber offer) { return give(ReportSent{offer, now}); }
    Outcome send(Ticket entry) { return send(offer_of(entry)); }
    Outcome leave(Ticket entry) { return give(Leave{entry}); }
    Outcome release(std::string_view event_id, std::uint32_t quantity) {
        return give(ReleasePlaces{std::string{event_id}, quantity});
    }
    // Sends the entry's offer and lets its window go by.
    std::vector<Event> miss(Ticket entry) {
        send(entry);
        return pass_until(offer(offer_of(entry)).expires_at);
    }

    std::string state(Ticket entry) const {
        return std::string{name_of(state_.entries.state(entry))};
    }
    EntryView entry(Ticket ticket) const {
        return view_entry(state_, ticket).value_or(EntryView{});
    }
    OfferNumber offer_of(Ticket ticket) const { return entry(ticket).offer; }
    OfferView offer(OfferNumber number) const {
        return view_offer(state_, number).value_or(OfferView{});
    }
    std::string state(OfferNumber number) const {
        return std::string{name_of(offer(number).state)};
    }
    OpeningView opening(OpeningNumber number) const {
        return view_opening(state_, number).value_or(OpeningView{});
    }
    std::string state(OpeningNumber number) const {
        return std::string{name_of(opening(number).state)};
    }
    // The place in line, from 1; 0 when it does not wait.
    std::uint64_t rank(Ticket ticket) const { return entry(ticket).rank.value_or(0); }
    std::vector<Ticket> line() const { return page_of_line(state_, 1, 1000); }
    Counts counts() const { return counts_of(state_); }
    std::optional<Time> due() const { return next_due(state_); }
    const ResourceState& resource() const { return state_; }
    Context context() const {
        return {.now = now, .actor = actor, .zones = &zones_, .answer_window = answer_window};
    }
    ZoneBook& zones() { return zones_; }
    const std::vector<Event>& history() const { return history_; }

    // The latest event with such a body, or an empty one.
    template <class Body>
    Event last_event() const {
        for (auto at = history_.rbegin(); at != history_.rend(); ++at) {
            if (std::holds_alternative<Body>(at->body)) {
                return *at;
            }
        }
        return {};
    }
    template <class Body>
    Body last() const {
        const Event event = last_event<Body>();
        const Body* body = std::get_if<Body>(&event.body);
        return body == nullptr ? Body{} : *body;
    }
    template <class Body>
    std::size_t times() const {
        std::size_t count = 0;
        for (const Event& event : history_) {
            count += std::holds_alternative<Body>(event.body) ? 1U : 0U;
        }
        return count;
    }

private:
    void complain(std::string_view about) {
        if (contradiction_.empty()) {
            contradiction_ = std::string{about} + " after event " +
                             std::to_string(history_.empty() ? 0 : history_.back().number);
        }
    }

    void record_only(const std::vector<Event>& events) {
        for (const Event& event : events) {
            if (event.at < folded_.last_at) {
                complain("time ran backwards");
            }
            apply(folded_, event);
        }
        history_.insert(history_.end(), events.begin(), events.end());
        if (fingerprint(folded_) != fingerprint(state_)) {
            complain("folding the events gave another state");
        }
    }

    void record(const std::vector<Event>& events) {
        record_only(events);
        // A state fresh from its events looks at everything anew: there must be no move left.
        ResourceState settled = folded_;
        const auto over_at = next_over(settled);
        if ((settled.timers.empty() || settled.timers.begin()->at > now) &&
            (!over_at || *over_at > now) &&
            (!next_proof_over(settled) || *next_proof_over(settled) > now) &&
            (settled.presence.empty() || settled.presence.begin()->first > now)) {
            if (!catch_up(settled, context()).empty()) {
                complain("a move was left to make");
            }
        }
    }

    ZoneBook zones_;
    ResourceState state_{ResourceNumber{7}};
    ResourceState folded_{ResourceNumber{7}};
    std::vector<Event> history_;
    std::string contradiction_;
};

}  // namespace standby::core
