#include "interchange/view/explanation.hpp"

#include "core/model/limits.hpp"
#include "interchange/view/check_text.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/wording/formats.hpp"

#include <fmt/format.h>

#include <string>

namespace standby::interchange {
namespace {

using Rank = std::optional<std::uint64_t>;

std::string_view check_name(core::Check check) {
    return check == core::Check::None ? std::string_view{} : core::name_of(check);
}

Rank ahead_of(const Rank& rank) {
    return rank && *rank > 0 ? Rank{*rank - 1} : Rank{};
}

std::string_view answers_words(core::AnswersBy answers) {
    switch (answers) {
    case core::AnswersBy::Text:
        return "what guests usually need who are told by text";
    case core::AnswersBy::Mail:
        return "what guests usually need who are told by e-mail";
    default:
        return "what guests of this business usually need";
    }
}

// How long there was to answer, and why not longer or shorter. An offer that was accepted in the
// same step had no such time.
std::string window_words(const engine::TimelineDecision& decision, const Rank& shown) {
    if (decision.window <= Duration{0}) {
        return {};
    }
    // How many there are tells as much as a rank.
    const std::string people = !shown ? "those who fitted"
                               : decision.people_who_fit == 1
                                   ? "1 person who fitted"
                                   : fmt::format("{} people who fitted", decision.people_who_fit);
    const std::string window = format_span(Language::English, decision.window);
    if (decision.answers_by != core::AnswersBy::None) {
        return fmt::format(
            " The time to answer was {}: {}, which is more than each of {} would get "
            "of the time that was left.",
            window, answers_words(decision.answers_by), people);
    }
    if (decision.window == core::limits::shared_window_max) {
        return fmt::format(" The time to answer was {}: the most there is, however much time is "
                           "left.",
                           window);
    }
    return fmt::format(" The time to answer was {}: what was left until the last moment, shared "
                       "out among {}.",
                       window, people);
}

// Why, where the check alone does not say it.
std::string detail_of(const engine::TimelineDecision& decision, const Rank& shown) {
    if (decision.is_late_yes && decision.standing != engine::Standing::Chosen &&
        decision.failed == core::Check::None) {
        return "The place went to someone who had said yes to it before, but too late.";
    }
    switch (decision.standing) {
    case engine::Standing::Chosen:
        return decision.is_late_yes ? "This entry had said yes to this place, and it came free."
                                    : "This entry was chosen." + window_words(decision, shown);
    case engine::Standing::ByHand:
        return "Staff gave the place to someone else.";
    case engine::Standing::Passed:
        return "Its party was too large, so a smaller one went ahead.";
    case engine::Standing::NotGiven:
        return "The place was given to nobody.";
    default:
        return explain_check(decision.failed, ahead_of(shown));
    }
}

constexpr bool sees_ids_of_others(Viewer viewer) {
    return viewer == Viewer::ReadOnly || viewer == Viewer::Staff;
}

// Without the ids of what somebody else got, where they are not for the viewer.
engine::TimelineDecision seen_by(Viewer viewer, engine::TimelineDecision decision) {
    if (!sees_ids_of_others(viewer) && decision.standing != engine::Standing::Chosen) {
        decision.offer = {};
        decision.opening = {};
    }
    return decision;
}

void write_decision(JsonWriter& writer, core::ResourceNumber resource,
                    const engine::TimelineDecision& decision, const Rank& shown) {
    writer.begin_object();
    writer.natural("seq", decision.event);
    writer.time("at", decision.at);
    writer.text("move", core::name_of(decision.move));
    write_id(writer, "offer_id", resource, decision.offer);
    write_id(writer, "opening_id", resource, decision.opening);
    writer.natural("rank", shown);
    writer.boolean("chosen", decision.standing == engine::Standing::Chosen);
    writer.text_or_null("check", check_name(decision.failed));
    writer.natural("rules_version", decision.rules_version);
    writer.text("detail", detail_of(decision, shown));
    writer.end_object();
}

}  // namespace

void write_explanation(JsonWriter& writer, const ExplainFacts& facts, Viewer viewer,
                       core::Visibility visibility) {
    const bool shows_ranks = sees_exact_rank(viewer) || visibility == core::Visibility::Rank;
    const auto shown = [shows_ranks](const Rank& rank) { return shows_ranks ? rank : Rank{}; };
    writer.begin_object();
    writer.text("entry_id", core::format_id(facts.entry));
    writer.text("state", core::name_of(facts.state));
    writer.natural("rank", shown(facts.rank));
    writer.begin_object("now");
    const bool compares = facts.now_detail.empty();
    writer.boolean("eligible", compares && facts.now == core::Check::None);
    writer.text_or_null("check", check_name(facts.now));
    writer.text("detail", compares ? explain_check(facts.now, ahead_of(shown(facts.rank)))
                                   : facts.now_detail);
    writer.end_object();
    writer.array("decisions", facts.decisions, [&](const engine::TimelineDecision& decision) {
        write_decision(writer, core::resource_of(facts.entry), seen_by(viewer, decision),
                       shown(decision.rank));
    });
    writer.boolean("partial", facts.is_partial);
    writer.time("kept_since", facts.kept_since);
    writer.end_object();
}

}  // namespace standby::interchange
