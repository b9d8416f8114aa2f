// Values are written as everywhere else; only what differs is named.
#include "interchange/view/rules.hpp"

#include "interchange/view/audit.hpp"

namespace standby::interchange {

void write_rule_differences(JsonWriter& writer, std::string_view member, const core::Rules& before,
                            const core::Rules& after, DrawSeed seed) {
    writer.begin_array(member);
    core::for_each_rule([&](std::string_view rule, auto value) {
        const bool is_window = rule == "claim_window";
        const bool is_same = before.*value == after.*value &&
                             (!is_window || before.auto_window == after.auto_window);
        const bool is_unseen = is_window && before.auto_window && after.auto_window;
        if (is_same || is_unseen || rule == "auto_window") {
            return;
        }
        writer.begin_object();
        writer.text("rule", rule);
        write_rule(writer, "from", rule, before, seed);
        write_rule(writer, "to", rule, after, seed);
        writer.end_object();
    });
    writer.end_array();
}

void write_sentences(JsonWriter& writer, std::string_view member,
                     std::span<const std::string> sentences) {
    writer.texts(member, sentences);
}

void write_rules_version(JsonWriter& writer, const engine::RulesVersion& version,
                         const core::Rules* before, DrawSeed seed,
                         std::span<const std::string> sentences) {
    writer.begin_object();
    writer.natural("version", version.version);
    writer.time("at", version.at);
    writer.text("actor", actor_text(version.actor));
    writer.name("rules");
    write_rules(writer, version.rules, seed);
    write_rule_differences(writer, "changes", before != nullptr ? *before : version.rules,
                           version.rules, seed);
    write_sentences(writer, "sentences", sentences);
    writer.end_object();
}

}  // namespace standby::interchange
