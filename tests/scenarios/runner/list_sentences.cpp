// Sentences about a list as a whole: what it is, its capacity and rules, whether it runs.
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"

#include <utility>

namespace standby::scenarios {

const Clauses& setting_clauses() {
    static const Clauses clauses = {
        {Pattern("starting {moment}"),
         [](Stage& stage, const Captures& blanks, Fields& fields) -> Done {
             fields["starts_at"] = format_time(TRY(stage.calendar.moment(blanks[0])));
             return {};
         }},
        {Pattern("in {zone}"),
         [](Stage&, const Captures& blanks, Fields& fields) -> Done {
             fields["time_zone"] = blanks[0].front().text;
             return {};
         }},
        {Pattern("booked elsewhere"),
         [](Stage&, const Captures&, Fields& fields) -> Done {
             fields["inventory"] = "external";
             return {};
         }},
    };
    return clauses;
}

namespace {

Done create(Stage& stage, std::string kind, std::string capacity, const std::string& name,
            WordSpan settings) {
    Fields fields = TRY(read_clauses(stage, setting_clauses(), settings));
    fields.emplace("time_zone", stage.calendar.zone());
    fields["name"] = name;
    fields["kind"] = kind;
    fields["capacity"] = std::move(capacity);
    fields.merge(Fields(stage.rules));
    stage.submit("create", "", std::move(fields));
    if (!stage.reply.refused) {
        stage.cast.add_company(name, stage.reply.resource, std::move(kind));
    }
    return {};
}

Done about_list(Stage& stage, const char* command, Fields fields = {}) {
    const Company* company = TRY(stage.cast.company());
    stage.submit(command, company->resource, std::move(fields));
    return {};
}

Sentences creations() {
    return {
        {Pattern("the {word} {quoted} has slots {rest}"),
         [](Stage& stage, const Captures& b) {
             return create(stage, "slots", "0", b[1].front().text, b[2]);
         },
         true},
        {Pattern("the {word} {quoted} has {count} seat/seats {rest}"),
         [](Stage& stage, const Captures& b) {
             return create(stage, "seats", b[2].front().text, b[1].front().text, b[3]);
         },
         true},
        {Pattern("the {word} {quoted} gives access to {count} people {rest}"),
         [](Stage& stage, const Captures& b) {
             return create(stage, "access", b[2].front().text, b[1].front().text, b[3]);
         },
         true},
        {Pattern("meanwhile at {quoted}"),
         [](Stage& stage, const Captures& b) { return stage.cast.turn_to(b[0].front().text); }},
    };
}

Sentences changes() {
    return {
        {Pattern("the capacity becomes {count}"),
         [](Stage& stage, const Captures& b) {
             return about_list(stage, "patch", {{"capacity", b[0].front().text}});
         }},
        {Pattern("the start moves to {moment}"),
         [](Stage& stage, const Captures& b) -> Done {
             const Time start = TRY(stage.calendar.moment(b[0]));
             return about_list(stage, "patch", {{"starts_at", format_time(start)}});
         }},
        {Pattern("the rules change"),
         [](Stage& stage, const Captures&) -> Done {
             if (stage.rules.empty()) {
                 return std::unexpected("write the new rules below, one to a line");
             }
             return about_list(stage, "patch", stage.rules);
         },
         true},
        {Pattern("the list is paused"),
         [](Stage& stage, const Captures&) { return about_list(stage, "pause"); }},
        {Pattern("the list is resumed"),
         [](Stage& stage, const Captures&) { return about_list(stage, "resume"); }},
        {Pattern("the list is closed"),
         [](Stage& stage, const Captures&) { return about_list(stage, "close"); }},
        {Pattern("the list is reopened"),
         [](Stage& stage, const Captures&) { return about_list(stage, "reopen"); }},
        {Pattern("the event is cancelled"),
         [](Stage& stage, const Captures&) { return about_list(stage, "cancel_event"); }},
    };
}

Sentences machinery() {
    return {
        {Pattern("messages wait for the relay"),
         [](Stage& stage, const Captures&) -> Done {
             stage.driver.use_relay(Relay::ByHand);
             return {};
         }},
        {Pattern("messages leave at once"),
         [](Stage& stage, const Captures&) -> Done {
             stage.driver.use_relay(Relay::Prompt);
             return {};
         }},
        {Pattern("the machine is down until {moment}"),
         [](Stage& stage, const Captures& b) -> Done {
             return stage.be_down_until(TRY(stage.calendar.moment(b[0])));
         }},
        {Pattern("restart"), [](Stage& stage, const Captures&) { return stage.driver.restart(); }},
    };
}

}  // namespace

const Sentences& list_sentences() {
    static const Sentences sentences = [] {
        Sentences all = creations();
        for (const Sentences& more : {changes(), machinery()}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return sentences;
}

}  // namespace standby::scenarios
