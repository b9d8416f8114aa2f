// What a guest may say on joining: wishes, limits, and the things staff may add.
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"

#include <utility>

namespace standby::scenarios {
namespace {

template <class Value>
Done put(Fields& fields, const char* name, Value&& value) {
    fields[name] = std::forward<Value>(value);
    return {};
}

// One instant, said in either of two ways: a {date} or a {moment}.
Done put_day(Stage& stage, Fields& fields, WordSpan first, WordSpan last) {
    if (!first.empty()) {
        fields["wants.earliest"] = format_time(TRY(stage.calendar.day_begin(first.front().text)));
    }
    if (!last.empty()) {
        fields["wants.latest"] = format_time(TRY(stage.calendar.day_end(last.front().text)));
    }
    return {};
}

Clauses date_clauses() {
    return {
        {Pattern("between {date} and {date}"),
         [](Stage& stage, const Captures& b, Fields& f) { return put_day(stage, f, b[0], b[1]); }},
        {Pattern("from {date}"),
         [](Stage& stage, const Captures& b, Fields& f) { return put_day(stage, f, b[0], {}); }},
        {Pattern("until {date}"),
         [](Stage& stage, const Captures& b, Fields& f) { return put_day(stage, f, {}, b[0]); }},
        {Pattern("from {moment}"),
         [](Stage& stage, const Captures& b, Fields& f) -> Done {
             return put(f, "wants.earliest", format_time(TRY(stage.calendar.moment(b[0]))));
         }},
        {Pattern("until {moment}"),
         [](Stage& stage, const Captures& b, Fields& f) -> Done {
             return put(f, "wants.latest", format_time(TRY(stage.calendar.moment(b[0]))));
         }},
        {Pattern("available {days} {hours}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             append(f["wants.weekly"], weekly_text(b[0].front().text, b[1].front().text));
             return {};
         }},
    };
}

Clauses plain_clauses() {
    return {
        {Pattern("for {word}"),
         [](Stage&, const Captures& b, Fields& f) {
             return put(f, "wants.service", b[0].front().text);
         }},
        {Pattern("with {word}"),
         [](Stage&, const Captures& b, Fields& f) {
             return put(f, "wants.staff", b[0].front().text);
         }},
        {Pattern("in {word}"), [](Stage&, const Captures& b,
                                  Fields& f) { return put(f, "wants.place", b[0].front().text); }},
        {Pattern("needing {duration} notice"),
         [](Stage&, const Captures& b, Fields& f) {
             return put(f, "wants.min_notice", b[0].front().text);
         }},
        {Pattern("paying at most {money}"),
         [](Stage&, const Captures& b, Fields& f) {
             return put(f, "wants.max_price", money_text(b[0]));
         }},
        {Pattern("living in {zone}"),
         [](Stage&, const Captures& b, Fields& f) {
             return put(f, "wants.time_zone", b[0].front().text);
         }},
        {Pattern("wanting to move up"),
         [](Stage&, const Captures&, Fields& f) { return put(f, "wants.move_up", "true"); }},
    };
}

Clauses instant_clauses() {
    return {
        {Pattern("saying yes in advance"),
         [](Stage&, const Captures&, Fields& f) { return put(f, "wants.instant_yes", "true"); }},
        {Pattern("but only with {duration} notice"),
         [](Stage&, const Captures& b, Fields& f) {
             f["wants.instant_yes"] = "true";
             return put(f, "wants.instant_yes.min_notice", b[0].front().text);
         }},
        {Pattern("but only up to {money}"),
         [](Stage&, const Captures& b, Fields& f) {
             f["wants.instant_yes"] = "true";
             return put(f, "wants.instant_yes.max_price", money_text(b[0]));
         }},
        {Pattern("but only {days} {hours}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["wants.instant_yes"] = "true";
             append(f["wants.instant_yes.weekly"],
                    weekly_text(b[0].front().text, b[1].front().text));
             return {};
         }},
    };
}

// What may change later, besides the wishes.
Clauses entry_clauses() {
    return {
        {Pattern("party of {count}"),
         [](Stage&, const Captures& b, Fields& f) {
             return put(f, "party_size", b[0].front().text);
         }},
        {Pattern("tier {count}"),
         [](Stage&, const Captures& b, Fields& f) { return put(f, "tier", b[0].front().text); }},
        {Pattern("holding {count} points"),
         [](Stage&, const Captures& b, Fields& f) { return put(f, "points", b[0].front().text); }},
    };
}

Clauses joining_clauses() {
    return {
        {Pattern("invited by {who}"),
         [](Stage& stage, const Captures& b, Fields& f) -> Done {
             return put(f, "referrer", TRY(stage.cast.entry_of(read_name(b[0]))));
         }},
        {Pattern("in group {word}"),
         [](Stage&, const Captures& b, Fields& f) { return put(f, "group", b[0].front().text); }},
        {Pattern("writing from {quoted}"),
         [](Stage&, const Captures& b, Fields& f) { return put(f, "contact", b[0].front().text); }},
        {Pattern("as {who}"),
         [](Stage&, const Captures& b, Fields& f) { return put(f, "as", read_name(b[0])); }},
    };
}

Clauses all_of(std::initializer_list<Clauses> parts) {
    Clauses all;
    for (const Clauses& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}  // namespace

const Clauses& wish_clauses() {
    static const Clauses clauses =
        all_of({plain_clauses(), date_clauses(), instant_clauses(), entry_clauses()});
    return clauses;
}

const Clauses& join_clauses() {
    static const Clauses clauses = all_of({wish_clauses(), joining_clauses()});
    return clauses;
}

}  // namespace standby::scenarios
