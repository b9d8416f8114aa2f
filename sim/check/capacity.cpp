// Places are never given twice: not by the count, not by opening, not by entry, not within a group.
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

#include <set>

namespace standby::sim {
namespace {

void check_count(std::uint64_t taken_before, const Ledger& after, const Event& event,
                 Report& report) {
    if (after.settings.kind == Kind::Slots) {
        return;
    }
    // A limit lowered below what is given already evicts nobody; but no event gives more then.
    const std::uint64_t taken = after.taken();
    if (event.reason == Reason::OverCapacity) {
        return;  // staff said so
    }
    if (taken > after.limit() && taken > taken_before) {
        report.fail("capacity",
                    fmt::format("after event {} ({}) {} places are taken of {}", event.number,
                                core::type_of(event), taken, after.limit()));
    }
}

void check_offers(const Ledger& after, const Event& event, Report& report) {
    std::set<Ticket> entries;
    std::set<OpeningNumber> openings;
    std::set<GroupKey> groups;
    for (const auto& [number, offer] : after.offers) {
        if (core::is_terminal(offer.state)) {
            continue;
        }
        const GroupKey group = after.entries.at(offer.entry).group;
        if (!entries.insert(offer.entry).second ||
            (offer.opening != OpeningNumber{} && !openings.insert(offer.opening).second) ||
            (group != GroupKey{} && !groups.insert(group).second)) {
            report.fail("capacity",
                        fmt::format("after event {} offer {} is not the only live one of its "
                                    "entry, opening and group",
                                    event.number, number.value()));
        }
    }
}

void check_holders(const Ledger& after, const Event& event, Report& report) {
    std::set<OpeningNumber> openings;
    for (const auto& [ticket, entry] : after.entries) {
        const bool holds = entry.state == EntryState::Accepted && entry.opening != OpeningNumber{};
        if (holds && !openings.insert(entry.opening).second) {
            report.fail("capacity", fmt::format("after event {} opening {} has two holders",
                                                event.number, entry.opening.value()));
        }
    }
}

}  // namespace

void check_capacity(std::uint64_t taken_before, const Ledger& after, const Event& event,
                    Report& report) {
    check_count(taken_before, after, event, report);
    const bool gives = std::holds_alternative<core::OfferMade>(event.body) ||
                       std::holds_alternative<core::OfferAccepted>(event.body) ||
                       std::holds_alternative<core::OfferClaimed>(event.body);
    if (gives) {
        check_offers(after, event, report);
        check_holders(after, event, report);
    }
}

void check_groups(const Ledger& after, Report& report) {
    std::set<GroupKey> holding;
    for (const auto& [ticket, entry] : after.entries) {
        if (entry.state == EntryState::Accepted && entry.group != GroupKey{} &&
            !holding.insert(entry.group).second) {
            report.fail("capacity",
                        fmt::format("two entries of group {} hold a place", entry.group.value()));
        }
    }
}

}  // namespace standby::sim
