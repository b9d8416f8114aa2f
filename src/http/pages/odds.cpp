// Follows each entry from its join to the end of its waiting.
#include "http/pages/odds.hpp"

#include "core/model/states.hpp"

#include <variant>

namespace standby::http {

void OddsFold::add(const core::Event& event) {
    const auto to = static_cast<core::EntryState>(event.to);
    if (std::holds_alternative<core::EntryJoined>(event.body)) {
        // Whoever got a free place at once did not wait.
        if (to != core::EntryState::Accepted) {
            waiting_.insert_or_assign(event.entry, event.at);
        }
        return;
    }
    const auto found = waiting_.find(event.entry);
    if (found == waiting_.end()) {
        return;
    }
    if (std::holds_alternative<core::OfferAccepted>(event.body)) {
        times_.add(event.at - found->second);
        ++odds_.got_place;
        ++odds_.waited;
        waiting_.erase(found);
    } else if (std::holds_alternative<core::EntryVerified>(event.body)) {
        if (to == core::EntryState::Accepted) {
            waiting_.erase(found);
        }
    } else if (std::holds_alternative<core::EntryEnded>(event.body) ||
               (std::holds_alternative<core::OfferEnded>(event.body) && core::is_terminal(to))) {
        // Whoever never confirmed their address was never in line.
        const bool was_in_line =
            static_cast<core::EntryState>(event.from) != core::EntryState::Unverified;
        odds_.waited += was_in_line ? 1 : 0;
        waiting_.erase(found);
    }
}

std::optional<Odds> OddsFold::result() const {
    if (odds_.waited < odds_people_min) {
        return std::nullopt;
    }
    Odds odds = odds_;
    if (const auto spread = times_.result()) {
        odds.usual = spread->median;
    }
    return odds;
}

}  // namespace standby::http
