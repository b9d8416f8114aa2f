// Why one entry was, or was not, the one a place went to: every decision about a place while it
// waited, with the check that kept it from being chosen, as it stood right before the decision.
#pragma once

#include "base/result.hpp"
#include "core/decide/eligibility.hpp"
#include "core/model/event.hpp"
#include "core/rules/zone_book.hpp"
#include "core/state/resource_state.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace standby::engine {

// How the entry stood towards one decision.
enum class Standing : std::uint8_t {
    Chosen,    // the place was offered to it
    Unfit,     // `failed` names the check
    Behind,    // eligible, but the place went to somebody ahead of it
    ByHand,    // eligible, but staff gave the place to somebody else
    Passed,    // eligible, but its party was larger than what was free
    NotGiven,  // eligible, but the place was not given to anybody: `reason` says why
};
std::string_view name_of(Standing standing);

struct TimelineDecision {
    std::uint64_t event = 0;
    Time at{};
    core::Move move = core::Move::None;
    core::Reason reason = core::Reason::None;
    core::OfferNumber offer;      // the one made; none when nobody was offered the place
    core::OpeningNumber opening;  // slots
    std::uint32_t rules_version = 0;
    std::optional<std::uint64_t> rank;  // before the decision; nothing before a draw
    Standing standing = Standing::Unfit;
    core::Check failed = core::Check::None;
    std::uint64_t ahead = 0;  // how many waited ahead of it
    // Of an offer whose window came from the time left: how long, and for how many people.
    Duration window{0};
    std::uint32_t people_who_fit = 0;
    core::AnswersBy answers_by = core::AnswersBy::None;  // that is how soon these answer
    bool is_late_yes = false;  // it went to somebody who had answered an earlier offer too late
    friend bool operator==(const TimelineDecision&, const TimelineDecision&) = default;
};

class Timeline {
public:
    static constexpr std::size_t decisions_max = 200;

    // Begins with the resource as it was before the first event. The zones must outlive the
    // timeline.
    Timeline(core::ResourceState beginning, core::Ticket entry, const core::ZoneBook& zones);
    // With an empty one.
    Timeline(core::ResourceNumber resource, core::Ticket entry, const core::ZoneBook& zones)
        : Timeline(core::ResourceState{resource}, entry, zones) {}

    // The resource's events, in order, from there on. What follows a missing one is left out.
    // An error says why the event cannot be one of them; nothing after it is of use.
    Result<void, std::string> add(const core::Event& event);

    // The last decisions, oldest first.
    const std::deque<TimelineDecision>& decisions() const { return decisions_; }
    // The resource after the last event.
    const core::ResourceState& state() const { return state_; }

private:
    void judge(const core::Event& event, core::Move move);

    core::ResourceState state_;
    core::Ticket entry_;
    const core::ZoneBook& zones_;
    std::deque<TimelineDecision> decisions_;
};

// The decisions that single events tell by themselves: those about this very entry. Needs no state,
// so the events may begin anywhere.
class OwnDecisions {
public:
    explicit OwnDecisions(core::Ticket entry) : entry_(entry) {}

    void add(const core::Event& event);

    // The last ones, oldest first, without ranks.
    const std::deque<TimelineDecision>& decisions() const { return decisions_; }

private:
    core::Ticket entry_;
    std::deque<TimelineDecision> decisions_;
};

}  // namespace standby::engine
