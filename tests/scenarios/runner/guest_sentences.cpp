// Sentences about one guest's place on the list: joining, changing, leaving, and what staff note.
#include "tests/scenarios/runner/sentences.hpp"

#include <fmt/format.h>

#include <utility>

namespace standby::scenarios {
namespace {

Done about_guest(Stage& stage, const char* command, WordSpan who, Fields fields = {}) {
    stage.submit(command, TRY(stage.cast.entry_of(read_name(who))), std::move(fields));
    return {};
}

Done join_sentence(Stage& stage, const Captures& blanks) {
    Fields fields = TRY(read_clauses(stage, join_clauses(), blanks[1]));
    const std::string person = read_name(blanks[0]);
    std::string name = person;
    if (const auto given = fields.extract("as")) {
        name = given.mapped();
    }
    return join(stage, person, name, std::move(fields));
}

// What is not said stays as it was: the wishes are sent as a whole, as the API wants them.
Done change_sentence(Stage& stage, const Captures& blanks) {
    const std::string name = read_name(blanks[0]);
    const std::string entry = TRY(stage.cast.entry_of(name));
    Company* company = TRY(stage.cast.company());
    Fields fields = TRY(read_clauses(stage, wish_clauses(), blanks[1]));
    Fields& wishes = company->wishes[name];
    bool wishes_change = false;
    for (const auto& [field, value] : fields) {
        if (field.starts_with("wants.")) {
            wishes[field] = value;
            wishes_change = true;
        }
    }
    if (wishes_change) {
        fields.merge(Fields(wishes));
        fields["wants"] = "true";
    }
    stage.submit("update", entry, std::move(fields));
    return {};
}

Done promote_into(Stage& stage, WordSpan who, std::string_view label) {
    const std::string opening = TRY(stage.cast.opening_called(label));
    return about_guest(stage, "promote", who, {{"opening", opening}});
}

Sentences by_guests() {
    return {
        {Pattern("{who} joins {rest}"), join_sentence},
        {Pattern("{who} now wants {rest}"), change_sentence},
        {Pattern("{who} verifies"),
         [](Stage& stage, const Captures& b) { return about_guest(stage, "verify", b[0]); }},
        {Pattern("{who} leaves"),
         [](Stage& stage, const Captures& b) { return about_guest(stage, "leave", b[0]); }},
        {Pattern("{who} cancels"),
         [](Stage& stage, const Captures& b) { return about_guest(stage, "cancel", b[0]); }},
    };
}

Sentences by_staff() {
    return {
        {Pattern("{who} is removed"),
         [](Stage& stage, const Captures& b) { return about_guest(stage, "remove", b[0]); }},
        {Pattern("{who} is removed as fraud"),
         [](Stage& stage, const Captures& b) {
             return about_guest(stage, "remove", b[0], {{"cause", "fraud"}});
         }},
        {Pattern("{who} does not show up"),
         [](Stage& stage, const Captures& b) { return about_guest(stage, "no_show", b[0]); }},
        {Pattern("{who} attends"),
         [](Stage& stage, const Captures& b) { return about_guest(stage, "attended", b[0]); }},
        {Pattern("{who} is promoted by hand"),
         [](Stage& stage, const Captures& b) { return about_guest(stage, "promote", b[0]); }},
        {Pattern("{who} is promoted by hand to the opening"),
         [](Stage& stage, const Captures& b) { return promote_into(stage, b[0], ""); }},
        {Pattern("{who} is promoted by hand to {quoted}"),
         [](Stage& stage, const Captures& b) {
             return promote_into(stage, b[0], b[1].front().text);
         }},
    };
}

}  // namespace

Done join(Stage& stage, const std::string& person, const std::string& name, Fields fields) {
    Company* company = TRY(stage.cast.company());
    Fields wishes;
    for (const auto& [field, value] : fields) {
        if (field.starts_with("wants.")) {
            wishes[field] = value;
        }
    }
    fields.try_emplace("contact", person);
    stage.submit("join", company->resource, std::move(fields));
    if (!stage.reply.refused) {
        stage.cast.add_person(name, stage.reply.entry);
        company->wishes[name] = std::move(wishes);
    }
    return {};
}

const Sentences& guest_sentences() {
    static const Sentences sentences = [] {
        Sentences all = by_guests();
        const Sentences more = by_staff();
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return sentences;
}

}  // namespace standby::scenarios
