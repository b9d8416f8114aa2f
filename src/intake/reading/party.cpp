// Numbers that count people stand in front of a word for people or behind one for a party. What
// only stands behind "for" counts guests where the text is about a table; elsewhere it may be an
// hour.
#include "intake/reading/party.hpp"

#include <algorithm>
#include <vector>

namespace standby::intake {
namespace {

using enum Meaning;
using interchange::Language;

struct Candidate {
    int size = 0;
    int certainty = 0;  // the higher one counts
    std::size_t first = 0;
    std::size_t end = 0;
};

struct Count {
    int value = 0;
    std::size_t end = 0;
};

class PartyReader {
public:
    PartyReader(const Line& line, const When& when) : line_(line), when_(when) {}

    std::optional<FoundParty> run() {
        for (std::size_t at = 0; at < line_.size();) {
            at = std::max(at + 1, step(at));
        }
        if (found_.empty()) {
            add_listed_people();
        }
        return choose();
    }

private:
    [[nodiscard]] std::optional<Count> count(std::size_t at) const {
        if (const Term* spelled = line_.find(at, {Number, One})) {
            return Count{spelled->value, spelled->end};
        }
        if (line_.is_digits(at) && line_.at(at).digits <= 2 && line_.at(at).number > 0) {
            const bool is_piece = at > 0 && line_.is_glued(at) &&
                                  (line_.at(at - 1).kind == Word::Kind::Mark &&
                                   !line_.is(at - 1, "(") && !line_.is(at - 1, "*"));
            return is_piece ? std::nullopt : std::optional(Count{line_.at(at).number, at + 1});
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_taken(std::size_t at) const {
        return std::ranges::any_of(when_.taken, [at](const auto& words) {
            return at >= words.first && at < words.second;
        });
    }

    // Behind a number that nothing says what it counts.
    [[nodiscard]] bool counts_else(std::size_t end) const {
        if (end >= line_.size()) {
            return false;
        }
        const Word& word = line_.at(end);
        if (word.is_digits()) {
            return true;
        }
        if (word.kind == Word::Kind::Mark) {
            const bool goes_on =
                word.is_glued && line_.is_glued(end + 1) && line_.is_digits(end + 1);
            return goes_on || word.is("%") || word.is("€") || word.is("$") || word.is("/") ||
                   word.is("-") || word.is("º") || word.is("+");
        }
        if (word.is_glued && word.is_letters() && line_.at(end - 1).is_digits()) {
            return true;
        }
        if (const Term* joint = line_.find(end, And)) {
            return line_.find(line_.skip(joint->end, {One, Article}), Half) != nullptr;
        }
        return line_.find(end, {Am, OClock, Day, Week, MonthUnit, Year, Hour, Minute, Measure,
                                Month, Half, Weekend, Suffix, Part}) != nullptr;
    }

    // "Une personne" is one; "a seat" is somebody's way to say a place.
    [[nodiscard]] bool is_person(const Term& who) const {
        const std::string& word = line_.at(who.end - 1).key;
        return line_.language() != Language::English &&
               (word.starts_with("pers") || word.starts_with("adult") || word.starts_with("erw"));
    }

    // Some words may stand between a number and its people: "two more people".
    [[nodiscard]] const Term* people(std::size_t at) const {
        if (const Term* found = line_.find(at, People)) {
            return found;
        }
        const bool may_stand_between =
            at < line_.size() && line_.at(at).is_letters() && !line_.at(at).is_glued &&
            line_.find(at, {Small, And, Or, For, Of, Am, OClock, Party, Seating}) == nullptr;
        return may_stand_between ? line_.find(at + 1, People) : nullptr;
    }

    [[nodiscard]] bool is_denied(std::size_t first) const {
        std::size_t at = first;
        for (int steps = 0; steps < 2; ++steps) {
            if (line_.is_behind(at, {Not})) {
                return true;
            }
            const auto between = line_.before(at, {For, Article, At});
            if (!between) {
                return false;
            }
            at = between->first;
        }
        return false;
    }

    // "3 or 4 people", "we are 3, maybe 4".
    [[nodiscard]] bool is_one_of_two(std::size_t first, std::size_t end) const {
        std::size_t before = first;
        if (const auto joint = line_.before(first, {Or, Until})) {
            before = joint->first;
        } else if (first > 0 && (line_.is(first - 1, "-") || line_.is(first - 1, "/"))) {
            before = first - 1;
        }
        const bool has_number_before =
            before < first && before > 0 && !is_taken(before - 1) &&
            (line_.is_digits(before - 1) || line_.is_behind(before, {Number}));
        constexpr std::size_t words_between_max = 4;
        bool is_vague = false;
        for (std::size_t i = end; i < std::min(line_.size(), end + words_between_max); ++i) {
            if (is_vague && count(i) && line_.find(i, One) == nullptr && !is_taken(i)) {
                return true;
            }
            is_vague = is_vague || line_.find(i, {Maybe, Or}) != nullptr;
            if (line_.at(i).kind == Word::Kind::Break || line_.is(i, ".")) {
                break;
            }
        }
        return has_number_before;
    }

    void add(int size, int certainty, std::size_t first, std::size_t end) {
        if (is_one_of_two(first, end)) {
            is_open_ = true;
        }
        if (size >= 1 && size <= party_size_read_max && !is_denied(first)) {
            found_.push_back({size, certainty, first, end});
        }
    }

    std::size_t step(std::size_t at) {
        if (const Term* party = line_.find(at, PartyOf)) {
            add(party->value, 2, at, party->end);
            return party->end;
        }
        if (const Term* party = line_.find(at, Party)) {
            return behind_party(at, *party);
        }
        const auto number = count(at);
        if (!number || is_taken(at)) {
            return at + 1;
        }
        const bool is_article = line_.find(at, One) != nullptr;
        if (const Term* who = people(number->end);
            who != nullptr && (!is_article || is_person(*who))) {
            const bool is_led_by_number = at > 0 && line_.is(at - 1, "-");
            if (!is_led_by_number) {
                return with_children(at, number->value, who->end);
            }
        }
        const auto leader = line_.before(at, {For});
        constexpr int loose_max = 20;
        if (leader && !is_article && number->value <= loose_max && !counts_else(number->end) &&
            may_end(number->end)) {
            add(number->value, has_table() ? 1 : 0, at, number->end);
        }
        return number->end;
    }

    // "Table for four": no hour may be meant.
    std::size_t behind_party(std::size_t at, const Term& party) {
        std::size_t next = party.end;
        while (line_.is(next, ":") || line_.is(next, "=")) {
            ++next;
        }
        if (const Term* small = line_.find(next, About)) {
            next = small->end;
        }
        const auto number = count(next);
        const bool is_article = number && line_.find(next, One) != nullptr;
        if (!number || is_taken(next)) {
            return party.end;
        }
        if (const Term* who = people(number->end);
            who != nullptr && (!is_article || is_person(*who))) {
            return with_children(at, number->value, who->end);
        }
        if (!is_article && !counts_else(number->end)) {
            add(number->value, has_table() || is_group(party, at) ? 2 : 1, next, number->end);
        }
        return number->end;
    }

    // Words for a party that are never in front of an hour.
    [[nodiscard]] bool is_group(const Term& party, std::size_t at) const {
        return !line_.at(party.end - 1).is("for") && !line_.at(party.end - 1).is("fur") &&
               !line_.at(party.end - 1).is("pour") && !line_.at(party.end - 1).is("para") &&
               party.end > at;
    }

    [[nodiscard]] bool may_end(std::size_t end) const {
        if (end >= line_.size() || !line_.at(end).is_letters()) {
            return true;
        }
        return has_table() || line_.find(end, {Small, At, On, Weekday, RelativeDay, RelativePart,
                                               This, Next, And, Correction}) != nullptr;
    }

    // "two adults and three children", "4 personnes dont 2 enfants"
    std::size_t with_children(std::size_t first, int size, std::size_t end) {
        std::size_t next = end;
        if (line_.is(next, ",") || line_.is(next, "+")) {
            ++next;
        } else if (const Term* joint = line_.find(next, And)) {
            next = joint->end;
        } else {
            add(size, 3, first, end);
            return end;
        }
        next = line_.skip(next, {And});
        if (line_.is(next, "+")) {
            ++next;
        }
        const auto more = count(next);
        const Term* kin = more ? line_.find(more->end, {Kin, KinMany, People}) : nullptr;
        if (kin != nullptr && !is_taken(next)) {
            add(size + more->value, 3, first, kin->end);
            return kin->end;
        }
        add(size, 3, first, end);
        return end;
    }

    [[nodiscard]] bool has_table() const {
        if (!has_table_) {
            has_table_ = false;
            for (std::size_t i = 0; i < line_.size() && !*has_table_; ++i) {
                has_table_ = line_.find(i, Seating) != nullptr;
            }
        }
        return *has_table_;
    }

    // "me and my child", "my wife, my son and I": certain where each is one person, and whoever
    // writes is among them.
    void add_listed_people() {
        for (std::size_t at = 0; at < line_.size(); ++at) {
            if (line_.find(at, KinMany) != nullptr && line_.is_behind(at, {Possessive})) {
                return;
            }
        }
        for (std::size_t at = 0; at < line_.size();) {
            std::size_t end = at;
            int size = 0;
            bool has_me = false;
            std::size_t next = at;
            while (next < line_.size()) {
                const std::size_t person = one_person(next, has_me);
                if (person == next) {
                    break;
                }
                ++size;
                end = person;
                next = line_.is(person, ",") ? person + 1 : person;
                const std::size_t joint = line_.skip(next, {And});
                if (joint == person) {
                    break;
                }
                next = joint;
            }
            if (size >= 2 && has_me) {
                add(size, 2, at, end);
            }
            at = std::max(end, at + 1);
        }
    }

    [[nodiscard]] std::size_t one_person(std::size_t at, bool& has_me) const {
        if (const Term* possessive = line_.find(at, Possessive)) {
            if (const Term* kin = line_.find(possessive->end, Kin)) {
                return kin->end;
            }
        }
        if (const Term* me = line_.find(at, Me); me != nullptr && !has_me) {
            const bool is_phrase =
                line_.is_behind(at, {And}) || line_.find(me->end, And) != nullptr;
            has_me = is_phrase;
            return is_phrase ? me->end : at;
        }
        return at;
    }

    std::optional<FoundParty> choose() {
        if (found_.empty() || is_open_) {
            return std::nullopt;
        }
        const int best = std::ranges::max_element(found_, {}, &Candidate::certainty)->certainty;
        // A number behind "for" alone is an hour where no other hour was said.
        if (best == 0 && !when_.times && !when_.days && line_.size() > short_text) {
            return std::nullopt;
        }
        const Candidate* chosen = nullptr;
        for (const Candidate& each : found_) {
            if (each.certainty != best) {
                continue;
            }
            if (chosen != nullptr && chosen->size != each.size &&
                !is_corrected(chosen->end, each.first)) {
                return std::nullopt;
            }
            chosen = &each;
        }
        return FoundParty{chosen->size, line_.span(chosen->first, chosen->end)};
    }

    [[nodiscard]] bool is_corrected(std::size_t from, std::size_t to) const {
        for (std::size_t i = from; i < to; ++i) {
            if (line_.find(i, Correction) != nullptr) {
                return true;
            }
        }
        return false;
    }

    static constexpr std::size_t short_text = 12;

    const Line& line_;
    const When& when_;
    std::vector<Candidate> found_;
    bool is_open_ = false;  // between two numbers
    mutable std::optional<bool> has_table_;
};

}  // namespace

std::optional<FoundParty> read_party(const Line& line, const When& when) {
    return PartyReader(line, when).run();
}

}  // namespace standby::intake
