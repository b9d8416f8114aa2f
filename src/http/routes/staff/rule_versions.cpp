// All versions of the rules, from the events that set them.
#include "engine/history/rule_versions.hpp"

#include "engine/history/read_events.hpp"
#include "http/api/rules_json.hpp"
#include "http/pages/rule_words.hpp"
#include "http/routes/api_routes.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// Newest first. Of one version more than are told only what came after it is needed.
std::string versions_text(const engine::RuleVersions& history, PageLanguage language,
                          const Zone& zone) {
    const auto& versions = history.versions();
    const DrawSeed seed = history.is_drawn() ? DrawSeed::Shown : DrawSeed::Hidden;
    std::string text;
    JsonWriter writer{text};
    writer.begin_object();
    writer.name("items");
    writer.begin_array();
    const std::size_t told = std::min(versions.size(), engine::RuleVersions::count_max);
    for (std::size_t count = 0; count < told; ++count) {
        const std::size_t index = versions.size() - 1 - count;
        const engine::RulesVersion& version = versions[index];
        write_rules_version(writer, version, index > 0 ? &versions[index - 1].rules : nullptr, seed,
                            describe_rules(history.kind(), version.rules, language, zone));
    }
    writer.end_array();
    writer.end_object();
    return text;
}

}  // namespace

void ApiRoutes::list_rules(const CallPtr& call) {
    PageLanguage language = PageLanguage::English;
    if (const auto asked = call->request.parameter("locale")) {
        const auto found = std::ranges::find(page_languages, *asked, tag_of);
        if (found == page_languages.end()) {
            call->send_problem(invalid("locale", "must be en, de, fr or es"));
            return;
        }
        language = *found;
    }
    read(
        call,
        [this, call, language](engine::Store& store, engine::Registry&) {
            engine::RuleVersions history;
            if (!engine::for_each_event(store, call->resource,
                                        [&](const core::Event& event) { history.add(event); })) {
                call->send_problem(problem(ProblemType::Unavailable));
                return;
            }
            finish(call, 200, versions_text(history, language, zone_of(*call)));
        },
        engine::Effort::Long);
}

}  // namespace standby::http
