// A stretch of a list's history, taken apart: what happened from outside (joins, places that came
// free, what staff did), and how those who were asked answered. The first can be played again under
// other rules; the second is what guests say when they are asked the same again.
#pragma once

#include "base/result.hpp"
#include "core/model/command.hpp"
#include "core/model/event.hpp"
#include "core/rules/zone_book.hpp"
#include "core/state/resource_state.hpp"
#include "engine/whatif/response_model.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace standby::engine::whatif {

// A command as it was given, or would have been: entries and openings by their recorded numbers.
struct RecordedCommand {
    Time at{};
    core::Actor actor;
    core::Command command;
    core::Ticket entry = 0;                     // a join: the one that it made
    core::OpeningNumber opening;                // a slot: the one that it made
    bool only_in_line = false;                  // somebody gave up waiting, not a place
    std::optional<std::uint32_t> beside_epoch;  // a join beside another entry
};

// What somebody said to an offer.
struct RecordedReply {
    Reply reply;
    Duration listened{0};  // without an answer: how long one could have come
    Duration sending{0};   // how late the message left
    core::Undeliverable unreached = core::Undeliverable::None;
    bool falls_through = false;
};

// By which medium offers reached people. What is not known is like the most usual one.
struct Media {
    std::unordered_map<core::OfferNumber, Medium> by_offer;
    std::unordered_map<core::Ticket, Medium> by_entry;
    Medium usual = Medium::Text;

    Medium of(core::OfferNumber offer, core::Ticket entry) const;
    Medium of(core::Ticket entry) const;
};

// What became of the places, as it was.
struct RecordedFigures {
    std::uint64_t freed = 0;
    std::uint64_t filled = 0;
    std::uint64_t asked = 0;
    std::vector<Duration> notices;  // of those freed, to their start
    double people_who_fit = 0;      // the mean over first offers where it was counted
};

// For counted places: the entry's n-th offer, instead of an opening.
using ReplyKey = std::pair<core::Ticket, std::uint32_t>;

struct RecordedMonth {
    Time from{};
    Time to{};
    std::unique_ptr<core::ResourceState> before;
    std::vector<RecordedCommand> commands;
    std::map<ReplyKey, RecordedReply> replies;
    std::map<core::OpeningNumber, core::OpeningNumber> reopened;  // by what it stands in for
    // Asked whether they still want it, they didn't say so, and were set aside.
    std::unordered_set<core::Ticket> silent;
    Media media;
    Evidence evidence;  // of the whole history that was read
    RecordedFigures figures;
    core::Rules rules;           // at the end
    bool rules_changed = false;  // within the month
};

class MonthRecorder {
public:
    // Begins with the resource as it was before the first event that follows. The zones must
    // outlive the recorder.
    MonthRecorder(std::unique_ptr<core::ResourceState> beginning, Time from, Time to, Media media,
                  const core::ZoneBook& zones);
    ~MonthRecorder();

    // The list's own events, in order. False: this one and all that follow are later than what was
    // asked for. An error says why the event cannot be one of them.
    Result<bool, std::string> add(const core::Event& event);
    const core::ResourceState& state() const;
    // The recorder is of no further use.
    RecordedMonth take();

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace standby::engine::whatif
