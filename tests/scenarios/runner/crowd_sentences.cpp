// Sentences about many people at once. A crowd joins as "person 1", "person 2" and so on; whoever
// is then picked, is picked in the order of joining, named people included.
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace standby::scenarios {
namespace {

Done crowd_joins(Stage& stage, const Captures& blanks) {
    Company* company = TRY(stage.cast.company());
    const Fields fields = TRY(read_clauses(stage, join_clauses(), blanks[1]));
    for (std::uint64_t left = read_count(blanks[0]); left > 0; --left) {
        const std::string name = fmt::format("person {}", ++company->crowd);
        TRY(join(stage, name, name, fields));
        if (stage.reply.refused) {
            return {};
        }
    }
    return {};
}

struct Deed {
    const char* verb;
    const char* command;
    bool about_offer;
    Fields fields;
};

Result<Deed, std::string> deed_called(std::string_view verb) {
    static const std::vector<Deed> deeds = {
        {"cancel", "cancel", false, {}},
        {"leave", "leave", false, {}},
        {"verify", "verify", false, {}},
        {"attend", "attended", false, {}},
        {"claim", "accept", true, {}},
        {"decline", "decline", true, {}},
        {"pay", "payment", true, {{"outcome", "succeeded"}}},
    };
    for (const Deed& deed : deeds) {
        if (verb == deed.verb) {
            return deed;
        }
    }
    return std::unexpected(fmt::format(
        "a crowd cannot '{}'; it can cancel, leave, verify, attend, claim, decline or pay", verb));
}

Done crowd_does(Stage& stage, std::uint64_t wanted, bool all, std::string_view state,
                std::string_view verb) {
    const Deed deed = TRY(deed_called(verb));
    const Company* company = TRY(stage.cast.company());
    std::vector<std::string> picked;
    for (const std::string& name : company->names) {
        const auto facts = stage.driver.entry(company->entries.find(name)->second);
        if (facts && facts->state == state && picked.size() < wanted) {
            picked.push_back(name);
        }
    }
    if (!all && picked.size() < wanted) {
        return std::unexpected(fmt::format("only {} are {}", picked.size(), state));
    }
    for (const std::string& name : picked) {
        const std::string about =
            deed.about_offer ? TRY(stage.cast.offer_of(name)) : TRY(stage.cast.entry_of(name));
        stage.submit(deed.command, about, deed.fields);
        if (stage.reply.refused) {
            return {};
        }
    }
    return {};
}

}  // namespace

const Sentences& crowd_sentences() {
    static const Sentences sentences = {
        {Pattern("{count} person/people joins/join {rest}"), crowd_joins},
        {Pattern("{count} of those {state} {word}"),
         [](Stage& stage, const Captures& b) {
             return crowd_does(stage, read_count(b[0]), false, spelled(b[1]), b[2].front().text);
         }},
        {Pattern("all of those {state} {word}"),
         [](Stage& stage, const Captures& b) {
             return crowd_does(stage, std::numeric_limits<std::uint64_t>::max(), true,
                               spelled(b[0]), b[1].front().text);
         }},
    };
    return sentences;
}

}  // namespace standby::scenarios
