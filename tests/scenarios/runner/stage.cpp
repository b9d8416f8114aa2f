// Time, commands and clauses, with the bookkeeping that later sentences rely on.
#include "tests/scenarios/runner/stage.hpp"

#include <fmt/format.h>

namespace standby::scenarios {

void Stage::observe() {
    const std::vector<EventRecord>& events = driver.events();
    for (; observed_ < events.size(); ++observed_) {
        cast.observe(events[observed_]);
    }
}

Done Stage::check_not_over(Time to) const {
    if (to < calendar.now()) {
        return std::unexpected(fmt::format("the story is already at {}; {} is over",
                                           calendar.written(calendar.now()), calendar.written(to)));
    }
    return {};
}

Done Stage::be_down_until(Time to) {
    TRY(check_not_over(to));
    TRY(driver.be_down_until(to));
    calendar.set_now(to);
    observe();
    return {};
}

Done Stage::advance(Time to) {
    TRY(check_not_over(to));
    TRY(driver.advance(to));
    calendar.set_now(to);
    observe();
    return {};
}

void Stage::submit(std::string command, std::string about, Fields fields) {
    reply = driver.submit({std::move(command), std::move(about), std::move(fields)});
    observe();
}

Result<Fields, std::string> read_clauses(Stage& stage, const std::vector<Clause>& clauses,
                                         WordSpan words) {
    Fields fields;
    words = trimmed(words);
    while (!words.empty()) {
        const Clause* best = nullptr;
        Pattern::Beginning beginning;
        for (const Clause& clause : clauses) {
            auto found = clause.pattern.match_beginning(words);
            if (found && found->length > beginning.length) {
                best = &clause;
                beginning = std::move(*found);
            }
        }
        if (best == nullptr) {
            std::vector<const Pattern*> patterns;
            for (const Clause& clause : clauses) {
                patterns.push_back(&clause.pattern);
            }
            return std::unexpected(fmt::format("cannot read '{}' here; what can be said is:{}",
                                               joined(words), closest(patterns, words)));
        }
        TRY(best->read(stage, beginning.captures, fields));
        words = trimmed(words.subspan(beginning.length));
    }
    return fields;
}

}  // namespace standby::scenarios
