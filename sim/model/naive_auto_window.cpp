// Windows by the time left.
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <chrono>

namespace standby::sim {

// In which people answer: those of this house if it is known of them, else by how they are told.
Duration NaiveResource::answers_within(const NaiveEntry& entry) const {
    if (answer_window_) {
        return std::clamp<Duration>(*answer_window_, std::chrono::minutes{1},
                                    std::chrono::hours{24});
    }
    return std::chrono::minutes{entry.wants.by_text ? 5 : 20};
}

// A guest needs a quarter of an hour to pay.
Duration NaiveResource::time_to_pay(Duration window) const {
    const Duration least = std::chrono::minutes{15};
    return state_.rules.payment && window < least ? least : window;
}

// Who fits is asked with this one, so that it doesn't depend on how many do.
Duration NaiveResource::shortest_window(const NaiveEntry& entry) const {
    if (!state_.rules.auto_window) {
        return time_to_pay(state_.rules.claim_window);
    }
    return time_to_pay(state_.rules.late_yes ? Duration{std::chrono::minutes{3}}
                                             : answers_within(entry));
}

Duration NaiveResource::window_of(const NaiveOffer& offer) const {
    return offer.window == Duration{0} ? time_to_pay(state_.rules.claim_window) : offer.window;
}

// The time left goes to everybody who fits, the one who is asked among them.
Duration NaiveResource::share_time_left(const NaiveEntry& asked, const NaivePlace& place,
                                        Duration time_left, core::OfferMade& body) const {
    std::int64_t people = 0;
    for (const NaiveEntry* entry : line()) {
        const bool is_asked = entry->ticket == asked.ticket;
        people += is_asked || failed_check(*entry, place, now_).empty() ? 1 : 0;
    }
    people = std::min<std::int64_t>(people, 10'000);
    Duration window = std::min<Duration>(time_left / people, std::chrono::hours{24});
    if (!state_.rules.late_yes && window < answers_within(asked)) {
        window = answers_within(asked);
        body.answers_by = answer_window_        ? core::AnswersBy::House
                          : asked.wants.by_text ? core::AnswersBy::Text
                                                : core::AnswersBy::Mail;
    }
    if (state_.rules.late_yes) {
        window = std::min<Duration>(time_left / (2 * people), std::chrono::minutes{10});
        window = std::max<Duration>(window, std::chrono::minutes{3});
    }
    window = time_to_pay(window);
    body.window = window;
    body.people_who_fit = static_cast<std::uint32_t>(people);
    return window;
}

}  // namespace standby::sim
