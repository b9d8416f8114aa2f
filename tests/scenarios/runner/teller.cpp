// A paragraph is told in four steps: time passes until its moment, its sentence is carried out, the
// lines below are checked, and what happened is written into the transcript.
#include "tests/scenarios/runner/teller.hpp"

#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/shapes.hpp"
#include "tests/scenarios/runner/transcript.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace standby::scenarios {
namespace {

const Sentences& happenings() {
    static const Sentences sentences = [] {
        Sentences all;
        for (const Sentences* family : {&list_sentences(), &guest_sentences(), &crowd_sentences(),
                                        &offer_sentences(), &opening_sentences()}) {
            all.insert(all.end(), family->begin(), family->end());
        }
        return all;
    }();
    return sentences;
}

const Sentences& expectations() {
    static const Sentences sentences = [] {
        Sentences all;
        for (const Sentences* family :
             {&person_expectations(), &list_expectations(), &event_expectations()}) {
            all.insert(all.end(), family->begin(), family->end());
        }
        return all;
    }();
    return sentences;
}

const Pattern& first_line() {
    static const Pattern pattern("{weekday} {date} {time} in {zone}");
    return pattern;
}

struct Found {
    const Sentence* sentence = nullptr;
    Captures blanks;
};

std::optional<Found> find(const Sentences& sentences, WordSpan words) {
    for (const Sentence& sentence : sentences) {
        if (auto blanks = sentence.pattern.match(words)) {
            return Found{&sentence, std::move(*blanks)};
        }
    }
    return std::nullopt;
}

enum class RuleLines : std::uint8_t { No, Too };

std::string unknown(const Sentences& sentences, WordSpan words, RuleLines rules) {
    std::vector<const Pattern*> patterns;
    for (const Sentence& sentence : sentences) {
        patterns.push_back(&sentence.pattern);
    }
    for (const Clause& rule : rule_lines()) {
        if (rules == RuleLines::Too) {
            patterns.push_back(&rule.pattern);
        }
    }
    return fmt::format("no sentence is like this; what comes closest is:{}",
                       closest(patterns, words));
}

// The words that say when, and the rest of the line.
struct Head {
    WordSpan moment;
    WordSpan later;
    WordSpan sentence;
};

Head split_head(WordSpan words) {
    static const Pattern later("{duration} later {rest}");
    static const Pattern at_times[] = {Pattern("at {moment} {rest}"), Pattern("on {moment} {rest}"),
                                       Pattern("{moment} {rest}")};
    if (const auto blanks = later.match(words)) {
        return {{}, (*blanks)[0], (*blanks)[1]};
    }
    for (const Pattern& pattern : at_times) {
        if (const auto blanks = pattern.match(words)) {
            return {(*blanks)[0], {}, (*blanks)[1]};
        }
    }
    return {{}, {}, words};
}

bool is_rule_line(const Line& line) {
    for (const Clause& rule : rule_lines()) {
        if (rule.pattern.match(line.words)) {
            return true;
        }
    }
    return false;
}

// Whether rule lines may stand below this paragraph's head.
bool takes_rules(const Paragraph& paragraph) {
    const auto found = find(happenings(), split_head(paragraph.head.words).sentence);
    return found && found->sentence->takes_rules;
}

class Teller {
public:
    Teller(Driver& driver, const core::ZoneBook& zones, Restarts restarts)
        : stage_(driver, zones), restarts_(restarts) {}

    Telling tell(const Story& story) {
        begin(story.paragraphs.front());
        for (std::size_t at = 1; at < story.paragraphs.size() && !stopped_; ++at) {
            paragraph(story.paragraphs[at]);
        }
        return std::move(telling_);
    }

private:
    void note(const Line& line, std::string text) {
        telling_.findings.push_back({line.number, std::move(text)});
        telling_.transcript += fmt::format("    !! {}\n", telling_.findings.back().text);
    }

    // What a happening needs is missing: what follows would make no sense.
    void stop(const Line& line, std::string text) {
        note(line, std::move(text));
        stopped_ = true;
    }

    void begin(const Paragraph& opening) {
        telling_.transcript += opening.head.text + '\n';
        if (const Done done = set_the_clock(*first_line().match(opening.head.words)); !done) {
            stop(opening.head, done.error());
        }
    }

    Done set_the_clock(const Captures& blanks) {
        TRY(stage_.calendar.live_in(blanks[3].front().text));
        const Words moment = {blanks[1].front(), blanks[2].front()};
        const Time start = TRY(stage_.calendar.moment(moment));
        const auto weekday = std::chrono::weekday(TRY(parse_date(moment.front().text)));
        if (static_cast<int>(weekday.iso_encoding()) - 1 !=
            weekday_number(blanks[0].front().text)) {
            return std::unexpected(
                fmt::format("{} is no {}", moment.front().text, blanks[0].front().text));
        }
        return stage_.advance(start);
    }

    void paragraph(const Paragraph& paragraph) {
        telling_.transcript += '\n' + paragraph.head.text + '\n';
        stage_.paragraph_begin = stage_.driver.events().size();
        stage_.refusal_expected = false;
        stage_.reply = {};
        const bool has_rules = takes_rules(paragraph);
        if (const Done done = happen(paragraph, has_rules); !done) {
            return stop(paragraph.head, done.error());
        }
        if (restarts_ == Restarts::AfterEverySentence) {
            if (const Done done = stage_.driver.restart(); !done) {
                return stop(paragraph.head, done.error());
            }
        }
        telling_.transcript += written(stage_.seen(), stage_.cast, stage_.calendar);
        for (const Line& line : paragraph.below) {
            if (!has_rules || !is_rule_line(line)) {
                expect(line);
            }
        }
        if (stage_.reply.refused && !stage_.refusal_expected) {
            const Refused& refused = *stage_.reply.refused;
            note(paragraph.head, fmt::format("it is refused: {} {} ({})", refused.problem,
                                             refused.field, refused.detail));
        }
    }

    Done happen(const Paragraph& paragraph, bool has_rules) {
        const Head head = split_head(paragraph.head.words);
        if (!head.moment.empty()) {
            TRY(stage_.advance(TRY(stage_.calendar.moment(head.moment))));
        } else if (!head.later.empty()) {
            const Duration passed = *parse_duration(head.later.front().text);
            TRY(stage_.advance(stage_.calendar.now() + passed));
        }
        stage_.command_begin = stage_.driver.events().size();
        if (head.sentence.empty()) {
            return {};
        }
        stage_.rules.clear();
        for (const Line& line : paragraph.below) {
            if (has_rules && is_rule_line(line)) {
                TRY(add_rule(line));
            }
        }
        const auto found = find(happenings(), head.sentence);
        return found->sentence->act(stage_, found->blanks);
    }

    Done add_rule(const Line& line) {
        Fields rule = TRY(read_clauses(stage_, rule_lines(), line.words));
        stage_.rules.merge(rule);
        if (!rule.empty()) {
            return std::unexpected(fmt::format("'{}' was said before", line.text));
        }
        return {};
    }

    void expect(const Line& line) {
        const auto found = find(expectations(), line.words);
        telling_.transcript += "    " + line.text + '\n';
        if (const Done done = found->sentence->act(stage_, found->blanks); !done) {
            note(line, fmt::format("expected: {}; but {}", line.text, done.error()));
        }
    }

    Stage stage_;
    Restarts restarts_;
    Telling telling_;
    bool stopped_ = false;
};

}  // namespace

std::vector<Finding> unknown_sentences(const Story& story) {
    std::vector<Finding> findings;
    const Line& first = story.paragraphs.front().head;
    if (!first_line().match(first.words)) {
        findings.push_back({first.number, "a story begins on a day, such as: " +
                                              std::string("Saturday 2026-11-14 09:00 in UTC")});
    }
    for (const Paragraph& paragraph : std::span(story.paragraphs).subspan(1)) {
        const WordSpan sentence = split_head(paragraph.head.words).sentence;
        if (!sentence.empty() && !find(happenings(), sentence)) {
            findings.push_back(
                {paragraph.head.number, unknown(happenings(), sentence, RuleLines::No)});
            continue;
        }
        const bool has_rules = takes_rules(paragraph);
        for (const Line& line : paragraph.below) {
            if (!find(expectations(), line.words) && !(has_rules && is_rule_line(line))) {
                findings.push_back(
                    {line.number, unknown(expectations(), line.words,
                                          has_rules ? RuleLines::Too : RuleLines::No)});
            }
        }
    }
    return findings;
}

Telling tell(const Story& story, Driver& driver, const core::ZoneBook& zones, Restarts restarts) {
    return Teller(driver, zones, restarts).tell(story);
}

}  // namespace standby::scenarios
