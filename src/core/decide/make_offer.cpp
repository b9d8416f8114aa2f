#include "core/decide/make_offer.hpp"

#include "base/probe.hpp"
#include "core/decide/choose.hpp"

namespace standby::core {
namespace {

void share_time_left(const EventBuilder& builder, Evaluation& evaluation, Ticket entry,
                     OpeningNumber opening, OfferMade& made) {
    const ResourceState& state = builder.state();
    const Time cutoff = cutoff_of(state, state.openings.at(opening));
    share_window(builder, evaluation, entry, cutoff, made);
    const Profile& profile = state.profiles.at(state.entries.profile(entry));
    made.expires_at = window_end(
        state.rules, zone_of(state, profile.time_zone, *builder.context().zones),
        {.from = made.send_at, .plain_clock = made.plain_clock, .length = made.window}, cutoff);
}

}  // namespace

bool has_auto_window(const ResourceState& state) {
    return state.rules.auto_window && !counts_places(state);
}

void share_window(const EventBuilder& builder, Evaluation& evaluation, Ticket entry, Time end,
                  OfferMade& made) {
    const ResourceState& state = builder.state();
    const Profile& profile = state.profiles.at(state.entries.profile(entry));
    const AnswerWindow answers = answer_window(builder.context().answer_window, profile.by_text);
    const Duration time_left = end - made.send_at;
    made.people_who_fit = people_who_fit(state, evaluation, entry);
    made.window = auto_window(state.rules, time_left, made.people_who_fit, answers.length);
    if (!state.rules.late_yes && time_left / std::int64_t{made.people_who_fit} < made.window) {
        made.answers_by = answers.by;
    }
    made.window = long_enough_to_pay(state.rules, made.window);
    if (made.people_who_fit > 1) {
        PROBE("the time left is shared out among several people");
    }
}

void make_offer(EventBuilder& builder, Evaluation& evaluation, Ticket entry, OpeningNumber opening,
                Reason reason, OfferMade made) {
    const ResourceState& state = builder.state();
    const Profile& profile = state.profiles.at(state.entries.profile(entry));
    const WindowPlan window = evaluation.window_for(profile);
    made.send_at = window.send_at;
    made.expires_at = window.expires_at;
    made.plain_clock = window.plain_clock;
    if (has_auto_window(state)) {
        share_time_left(builder, evaluation, entry, opening, made);
    }
    made.instant = made.late_yes ? !state.rules.payment : evaluation.instant_yes_applies(profile);
    if (made.instant) {
        made.yes_by = made.late_yes ? YesBy::LateYes : YesBy::InstantYes;
    }
    Event& event =
        builder.entry(entry, EntryState::Waiting, EntryState::Offered, reason, std::move(made));
    event.offer = OfferNumber{static_cast<std::uint32_t>(state.offer_states.size())};
    event.opening = opening;
}

}  // namespace standby::core
