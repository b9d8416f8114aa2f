// Sentences about what can be given away: slots that open, staff who take them back, and places
// that are released by number.
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"

#include <utility>

namespace standby::scenarios {
namespace {

Done put_start(Stage& stage, const Captures& blanks, Fields& fields) {
    fields["starts_at"] = format_time(TRY(stage.calendar.moment(blanks[0])));
    return {};
}

Done put_size(Fields& fields, WordSpan smallest, WordSpan largest) {
    fields["size.min"] = smallest.front().text;
    fields["size.max"] = largest.front().text;
    return {};
}

}  // namespace

const Clauses& slot_clauses() {
    static const Clauses clauses = {
        {Pattern("at/on {moment}"), put_start},
        {Pattern("{moment}"), put_start},
        {Pattern("for {duration}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["duration"] = b[0].front().text;
             return {};
         }},
        {Pattern("with {word}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["staff"] = b[0].front().text;
             return {};
         }},
        {Pattern("in {word}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["place"] = b[0].front().text;
             return {};
         }},
        {Pattern("for {count} people"),
         [](Stage&, const Captures& b, Fields& f) { return put_size(f, b[0], b[0]); }},
        {Pattern("for {count} to {count} people"),
         [](Stage&, const Captures& b, Fields& f) { return put_size(f, b[0], b[1]); }},
        {Pattern("costing {money}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["price"] = money_text(b[0]);
             return {};
         }},
        {Pattern("as event {quoted}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["event_id"] = b[0].front().text;
             return {};
         }},
        {Pattern("called {quoted}"),
         [](Stage&, const Captures& b, Fields& f) -> Done {
             f["called"] = b[0].front().text;
             return {};
         }},
    };
    return clauses;
}

namespace {

// "a slot" is one without a service; any other noun is the service.
Done open(Stage& stage, const Captures& blanks, const char* reason) {
    Company* company = TRY(stage.cast.company());
    Fields fields = TRY(read_clauses(stage, slot_clauses(), blanks[1]));
    if (!fields.contains("starts_at")) {
        return std::unexpected("say when it starts, as in: a colour at 14:00 for 90m opens");
    }
    if (!blanks[0].front().is("slot")) {
        fields["service"] = blanks[0].front().text;
    }
    fields["reason"] = reason;
    const auto label = fields.extract("called");
    stage.submit("open", company->resource, std::move(fields));
    if (label && !stage.reply.refused) {
        company->openings[label.mapped()] = stage.reply.opening;
    }
    return {};
}

Done about_opening(Stage& stage, const char* command, std::string_view label) {
    stage.submit(command, TRY(stage.cast.opening_called(label)));
    return {};
}

Done release(Stage& stage, WordSpan quantity, std::string event_id) {
    const Company* company = TRY(stage.cast.company());
    stage.submit("release", company->resource,
                 {{"quantity", quantity.front().text}, {"event_id", std::move(event_id)}});
    return {};
}

Done opens(Stage& stage, const Captures& blanks) {
    return open(stage, blanks, "opening");
}
Done is_cancelled(Stage& stage, const Captures& blanks) {
    return open(stage, blanks, "cancellation");
}
Done is_missed(Stage& stage, const Captures& blanks) {
    return open(stage, blanks, "no_show");
}

Sentences by_staff() {
    return {
        {Pattern("staff withdraw the opening"),
         [](Stage& stage, const Captures&) { return about_opening(stage, "withdraw", ""); }},
        {Pattern("staff withdraw {quoted}"),
         [](Stage& stage, const Captures& b) {
             return about_opening(stage, "withdraw", b[0].front().text);
         }},
        {Pattern("staff book the opening"),
         [](Stage& stage, const Captures&) { return about_opening(stage, "book", ""); }},
        {Pattern("staff book {quoted}"),
         [](Stage& stage, const Captures& b) {
             return about_opening(stage, "book", b[0].front().text);
         }},
        {Pattern("{count} place/places is/are released as event {quoted}"),
         [](Stage& stage, const Captures& b) { return release(stage, b[0], b[1].front().text); }},
    };
}

}  // namespace

const Sentences& opening_sentences() {
    static const Sentences sentences = [] {
        Sentences all = {
            {Pattern("a/an {word} {rest} opens"), opens},
            {Pattern("a/an {word} {rest} is cancelled"), is_cancelled},
            {Pattern("a/an {word} {rest} is missed"), is_missed},
        };
        const Sentences more = by_staff();
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return sentences;
}

}  // namespace standby::scenarios
