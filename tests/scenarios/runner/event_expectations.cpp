// What may be expected of the paragraph itself: a refusal, events with their reasons, the order of
// offers, what must be undone outside, or that nothing happened at all.
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"
#include "tests/scenarios/runner/vocabulary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::scenarios {
namespace {

// What of an event's own details a story may ask for.
bool is_detail(std::string_view name) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"move", "places", "quantity", "outcome", "tries", "compensation", "awaiting", "delta"});
    return std::find(names.begin(), names.end(), name) != names.end();
}

Done put_field(Fields& fields, const std::string& name, std::string value) {
    const bool known = name == "reason"                 ? is_reason(value)
                       : name == "from" || name == "to" ? is_state(value)
                                                        : is_detail(name);
    if (!known) {
        return std::unexpected(fmt::format("no event has {} {}", name, value));
    }
    fields[name] = std::move(value);
    return {};
}

}  // namespace

const Clauses& event_clauses() {
    static const Clauses clauses = {
        {Pattern("with {word} {word}"),
         [](Stage&, const Captures& b, Fields& f) {
             return put_field(f, b[0].front().text, spelled(b[1]));
         }},
        {Pattern("for {who}"),
         [](Stage& stage, const Captures& b, Fields& f) -> Done {
             f["entry"] = TRY(stage.cast.entry_of(read_name(b[0])));
             return {};
         }},
    };
    return clauses;
}

namespace {

std::string field_of(const EventRecord& event, std::string_view name) {
    if (name == "reason") {
        return event.reason;
    }
    if (name == "entry") {
        return event.entry;
    }
    if (name == "from") {
        return event.from;
    }
    if (name == "to") {
        return event.to;
    }
    const auto found = event.details.find(name);
    return found == event.details.end() ? std::string() : found->second;
}

bool agrees(const EventRecord& event, std::string_view type, const Fields& fields) {
    return event.type == type && std::all_of(fields.begin(), fields.end(), [&](const auto& field) {
               return field_of(event, field.first) == field.second;
           });
}

// The types and reasons of what happened, for messages.
std::string summary(std::span<const EventRecord> events) {
    constexpr std::size_t shown_max = 12;
    std::vector<std::string> parts;
    for (const EventRecord& event : events.first(std::min(events.size(), shown_max))) {
        parts.push_back(event.reason == "none" ? event.type
                                               : fmt::format("{} ({})", event.type, event.reason));
    }
    if (events.size() > shown_max) {
        parts.push_back(fmt::format("and {} more", events.size() - shown_max));
    }
    return parts.empty() ? "nothing happened"
                         : fmt::format("what happened is {}", fmt::join(parts, ", "));
}

Result<std::size_t, std::string> count_events(Stage& stage, WordSpan type, WordSpan clauses) {
    if (!is_event_type(type.front().text)) {
        return std::unexpected(fmt::format("no event is called {}", type.front().text));
    }
    const Fields fields = TRY(read_clauses(stage, event_clauses(), clauses));
    const auto events = stage.seen();
    return static_cast<std::size_t>(
        std::count_if(events.begin(), events.end(), [&](const EventRecord& event) {
            return agrees(event, type.front().text, fields);
        }));
}

Done some_event(Stage& stage, const Captures& blanks) {
    if (TRY(count_events(stage, blanks[0], blanks[1])) == 0) {
        return std::unexpected(summary(stage.seen()));
    }
    return {};
}

Done no_event(Stage& stage, const Captures& blanks) {
    if (TRY(count_events(stage, blanks[0], blanks[1])) != 0) {
        return std::unexpected(summary(stage.seen()));
    }
    return {};
}

Done counted_events(Stage& stage, const Captures& blanks) {
    const std::size_t count = TRY(count_events(stage, blanks[1], blanks[2]));
    if (count != read_count(blanks[0])) {
        return std::unexpected(fmt::format("there are {}; {}", count, summary(stage.seen())));
    }
    return {};
}

Done expect_offers(Stage& stage, const std::vector<std::string>& expected) {
    std::vector<std::string> actual;
    for (const EventRecord& event : stage.seen()) {
        if (event.type == "offer_made") {
            actual.push_back(stage.cast.name_of(event.entry));
        }
    }
    if (actual != expected) {
        return std::unexpected(actual.empty()
                                   ? "no offer is made"
                                   : fmt::format("the offers go to {}", fmt::join(actual, ", ")));
    }
    return {};
}

Done compensation_due(Stage& stage, WordSpan who, const char* compensation) {
    for (const EventRecord& event : stage.seen()) {
        if (agrees(event, "compensation_due", {{"compensation", compensation}}) &&
            stage.cast.was_offered(read_name(who), event.offer)) {
            return {};
        }
    }
    return std::unexpected(summary(stage.seen()));
}

Done refused(Stage& stage, WordSpan problem, std::string_view field) {
    stage.refusal_expected = true;
    if (!stage.reply.refused) {
        return std::unexpected("it is not refused");
    }
    const Refused& refusal = *stage.reply.refused;
    if (refusal.problem != problem.front().text || (!field.empty() && refusal.field != field)) {
        return std::unexpected(fmt::format("it is refused: {} {} ({})", refusal.problem,
                                           refusal.field, refusal.detail));
    }
    return {};
}

Sentences about_commands() {
    return {
        {Pattern("it is refused: {word}"),
         [](Stage& stage, const Captures& b) { return refused(stage, b[0], ""); }},
        {Pattern("it is refused: {word} in field {word}"),
         [](Stage& stage, const Captures& b) { return refused(stage, b[0], b[1].front().text); }},
        {Pattern("it is the entry that was there already"),
         [](Stage& stage, const Captures&) -> Done {
             if (!stage.reply.repeated) {
                 return std::unexpected("it is a new entry");
             }
             return {};
         }},
        {Pattern("it changes nothing"),
         [](Stage& stage, const Captures&) -> Done {
             if (!stage.caused().empty()) {
                 return std::unexpected(summary(stage.caused()));
             }
             return {};
         }},
        {Pattern("nothing happens"),
         [](Stage& stage, const Captures&) -> Done {
             if (!stage.seen().empty()) {
                 return std::unexpected(summary(stage.seen()));
             }
             return {};
         }},
    };
}

Sentences about_events() {
    return {
        {Pattern("an event {word} {rest}"), some_event},
        {Pattern("no event {word} {rest}"), no_event},
        {Pattern("{count} event/events {word} {rest}"), counted_events},
        {Pattern("the offer/offers goes/go to {names}"),
         [](Stage& stage, const Captures& b) { return expect_offers(stage, read_names(b[0])); }},
        {Pattern("no offer is made"),
         [](Stage& stage, const Captures&) { return expect_offers(stage, {}); }},
        {Pattern("a refund is due to {who}"),
         [](Stage& stage, const Captures& b) { return compensation_due(stage, b[0], "refund"); }},
        {Pattern("a release is due for {who}"),
         [](Stage& stage, const Captures& b) { return compensation_due(stage, b[0], "release"); }},
    };
}

}  // namespace

const Sentences& event_expectations() {
    static const Sentences sentences = [] {
        Sentences all = about_commands();
        const Sentences more = about_events();
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return sentences;
}

}  // namespace standby::scenarios
