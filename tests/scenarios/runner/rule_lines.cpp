// The rules of a list, one to a line, under the names the API gives them: "claim window 10m".
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"

namespace standby::scenarios {
namespace {

// One field, made of the line's blanks.
template <class Convert>
Done set(Fields& fields, const char* rule, const Captures& blanks, Convert convert) {
    fields[std::string("rules.") + rule] = convert(blanks);
    return {};
}

std::string as_is(const Captures& blanks) {
    return blanks[0].front().text;
}

std::string as_name(const Captures& blanks) {
    return spelled(blanks[0]);
}

Done set_flag(Fields& fields, const char* rule, const Captures& blanks) {
    fields[std::string("rules.") + rule] = TRY(yes_or_no(blanks[0]));
    return {};
}

Clauses order_lines() {
    return {
        {Pattern("order {state}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "order", b, as_name); }},
        {Pattern("order head start"),
         [](Stage&, const Captures& b, Fields& f) {
             return set(f, "order", b, [](const Captures&) { return "head_start"; });
         }},
        {Pattern("minutes per point {count}"),
         [](Stage&, const Captures& b, Fields& f) {
             return set(f, "minutes_per_point", b, as_is);
         }},
        {Pattern("referral {count} points up to {count}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["rules.referral.points"] = b[0].front().text;
             f["rules.referral.cap"] = b[1].front().text;
             return {};
         }},
        {Pattern("draw at {moment}"),
         [](Stage& stage, const Captures& b, Fields& f) -> Done {
             f["rules.draw_at"] = format_time(TRY(stage.calendar.moment(b[0])));
             return {};
         }},
        {Pattern("draw words {quoted}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "draw_words", b, as_is); }},
        {Pattern("visibility {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "visibility", b, as_name); }},
        {Pattern("verify email {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set_flag(f, "verify_email", b); }},
        {Pattern("max waiting {count}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "max_waiting", b, as_is); }},
    };
}

Clauses window_lines() {
    return {
        {Pattern("claim window {duration}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "claim_window", b, as_is); }},
        {Pattern("claim window auto"),
         [](Stage&, const Captures&, Fields& f) -> Done {
             f["rules.claim_window"] = "auto";
             return {};
         }},
        {Pattern("late yes allowed"),
         [](Stage&, const Captures&, Fields& f) -> Done {
             f["rules.late_yes"] = "true";
             return {};
         }},
        {Pattern("late yes not allowed"),
         [](Stage&, const Captures&, Fields& f) -> Done {
             f["rules.late_yes"] = "false";
             return {};
         }},
        {Pattern("cutoff {duration}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "cutoff", b, as_is); }},
        {Pattern("prove within {duration}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "prove_within", b, as_is); }},
        {Pattern("reminder after {duration}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "reminder_after", b, as_is); }},
        {Pattern("patience {duration}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "patience", b, as_is); }},
        {Pattern("quiet hours {hours}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["rules.quiet_hours.from"] = b[0].front().text.substr(0, 5);
             f["rules.quiet_hours.to"] = b[0].front().text.substr(6);
             return {};
         }},
        {Pattern("quiet hours none"),
         [](Stage&, const Captures&, Fields& f) -> Done {
             f["rules.quiet_hours"] = "null";
             return {};
         }},
        {Pattern("urgent {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set_flag(f, "urgent", b); }},
        {Pattern("wave size {count}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "wave_size", b, as_is); }},
        {Pattern("wave interval {duration}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "wave_interval", b, as_is); }},
    };
}

Clauses offer_lines() {
    return {
        {Pattern("max offers {count}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "max_offers", b, as_is); }},
        {Pattern("max misses {count}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "max_misses", b, as_is); }},
        {Pattern("max passes {count}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "max_passes", b, as_is); }},
        {Pattern("after miss {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "after_miss", b, as_name); }},
        {Pattern("after decline {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "after_decline", b, as_name); }},
        {Pattern("party {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set(f, "party", b, as_name); }},
        {Pattern("payment {money}"),
         [](Stage&, const Captures& b, Fields& f) {
             return set(f, "payment", b, [](const Captures& c) { return money_text(c[0]); });
         }},
        {Pattern("payment none"),
         [](Stage&, const Captures&, Fields& f) -> Done {
             f["rules.payment"] = "null";
             return {};
         }},
        {Pattern("tell ends {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set_flag(f, "tell_ends", b); }},
        {Pattern("transfer {word}"),
         [](Stage&, const Captures& b, Fields& f) { return set_flag(f, "transfer", b); }},
        {Pattern("instant yes allowed"),
         [](Stage&, const Captures&, Fields& f) -> Done {
             f["rules.instant_yes"] = "true";
             return {};
         }},
        {Pattern("instant yes not allowed"),
         [](Stage&, const Captures&, Fields& f) -> Done {
             f["rules.instant_yes"] = "false";
             return {};
         }},
    };
}

}  // namespace

const Clauses& rule_lines() {
    static const Clauses lines = [] {
        Clauses all = order_lines();
        for (const Clauses& more : {window_lines(), offer_lines()}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return lines;
}

}  // namespace standby::scenarios
