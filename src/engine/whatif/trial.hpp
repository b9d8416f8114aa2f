// One resource in virtual time, decided by the core itself: offers are sent, guests answer as they
// are made to, what falls due happens when it does. It counts what became of the places.
#pragma once

#include "base/time.hpp"
#include "core/model/command.hpp"
#include "core/model/event.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"
#include "engine/ports/store.hpp"
#include "engine/shard/messages.hpp"
#include "engine/whatif/response_curve.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

namespace standby::engine::whatif {

// What became of the places that came free.
struct Tally {
    std::uint64_t freed = 0;
    std::uint64_t filled = 0;
    std::uint64_t asked = 0;     // offers that somebody had to answer
    std::uint64_t messages = 0;  // to guests, about places
    // Of those filled: nobody asked before, and still waiting, would have said yes in time.
    std::uint64_t in_order = 0;
    std::vector<Duration> to_fill;
};

// Somebody is asked.
struct Question {
    core::Ticket entry = 0;
    core::OpeningNumber opening;  // none for counted places
    Time send_at{};
    std::optional<Time> starts_at;
};
// What comes of it: how long the message takes, and what is answered to it.
struct Told {
    Reply reply;
    Duration sending{0};
    core::Undeliverable unreached = core::Undeliverable::None;
    bool falls_through = false;  // says yes, but the payment or the booking fails
};
using AskGuest = std::function<Told(const core::ResourceState&, const Question&)>;

struct TrialOptions {
    const core::ZoneBook* zones = nullptr;  // never null
    AskGuest ask;
    // w*, for windows that are made by themselves and without late yes (see core::Context).
    std::optional<Duration> answer_window{};
    // Who answers, asked whether they still want it; everybody where nothing else is said.
    std::function<bool(core::Ticket)> is_here{};
};

class Trial {
public:
    // The state must outlive the trial, and nobody else may change it.
    Trial(core::ResourceState& state, TrialOptions options);

    // Lets everything happen that is due before this.
    void pass_until(Time at);
    // Carries out a command, after what is due by then.
    core::Outcome give(const core::Command& command, Time at, core::Actor actor = {});

    const Tally& tally() const { return tally_; }
    // Hears of every event; for whoever follows numbers.
    std::function<void(const core::Event&)> on_event;

private:
    enum class Act : std::uint8_t { Send, Answer, Settle };
    struct Due {
        Time at{};
        std::uint64_t number = 0;  // the first to be planned goes first
        Act act = Act::Send;
        core::OfferNumber offer;
        bool operator>(const Due& other) const {
            return at != other.at ? at > other.at : number > other.number;
        }
    };
    struct Asked {
        core::Ticket entry = 0;
        core::OpeningNumber opening;
        std::uint32_t tries = 1;
        std::uint32_t places = 1;
        Told told;
        Time sent_at{};
        std::optional<Time> cutoff;
        std::vector<core::OfferNumber> before;  // counted places: who was asked for it before
    };

    core::Context context(Time at, core::Actor actor = {}) const;
    void plan(Time at, Act act, core::OfferNumber offer);
    void do_next();
    void act(const Due& due);
    void answer(core::OfferNumber offer, const Asked& asked, Time at);
    void settle_claim(core::OfferNumber offer, const Asked& asked, Time at);
    void answer_questions();
    void carry_out(const core::Command& command, Time at);
    void note(const std::vector<core::Event>& events);
    void note_body(const core::Event&, const core::SettingsChanged&);
    void note_body(const core::Event&, const core::PlacesReleased&);
    void note_body(const core::Event&, const core::EntryEnded&);
    void note_body(const core::Event&, const core::OpeningAdded&);
    void note_body(const core::Event&, const core::OfferMade&);
    void note_body(const core::Event&, const core::OfferClaimed&);
    void note_body(const core::Event&, const core::OfferAccepted&);
    void note_body(const core::Event&, const core::OfferEnded&);
    void note_body(const core::Event&, const core::EntryPinged&);
    void note_body(const core::Event&, const auto&) {}
    void count_messages(const core::Event& event);
    void fill(const core::Event& event, Time freed_at);
    bool is_kept_waiting(core::OfferNumber offer) const;
    bool is_in_order(const core::Event& filling) const;

    core::ResourceState& state_;
    EndTerms terms_;
    TrialOptions options_;
    Tally tally_;
    Time now_{};
    std::uint64_t planned_ = 0;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
    std::unordered_map<core::OfferNumber, Asked> asked_;
    std::unordered_map<core::OpeningNumber, std::vector<core::OfferNumber>> asked_for_;
    std::unordered_map<core::OpeningNumber, Time> freed_;  // and not filled so far
    std::multimap<std::uint32_t, std::vector<core::OfferNumber>> rolling_on_;  // by their tries
    std::vector<Time> freed_places_;
    std::uint32_t capacity_ = 0;
    std::vector<OutboxRow> outbox_;
    std::vector<core::Ticket> still_here_;  // they have been asked, and will say so
};

}  // namespace standby::engine::whatif
