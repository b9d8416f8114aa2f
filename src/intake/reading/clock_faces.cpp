// What the hands show: hours and minutes in all the ways that people say them, and the half of the
// day where the words beside it tell.
#include "intake/reading/clock_reader.hpp"

#include <algorithm>

namespace standby::intake {
namespace {

using enum Meaning;
using interchange::Language;
using Strength = ClockFace::Strength;

constexpr int hours_max = 24;

bool is_hour(int number) {
    return number >= 0 && number <= hours_max;
}

// Hours that say themselves which half they are in.
bool says_half(int hour) {
    return hour == 0 || hour > 12;
}

}  // namespace

std::optional<int> ClockReader::small_number(std::size_t at, std::size_t& end) const {
    if (const Term* spelled = line_.find(at, {Number, One})) {
        end = spelled->end;
        return spelled->value;
    }
    if (line_.is_digits(at) && line_.at(at).digits <= 2) {
        end = at + 1;
        return line_.at(at).number;
    }
    return std::nullopt;
}

// "17:00", "14.30", "19h30", "1140 a.m.", "0730", and hours alone.
std::optional<ClockFace> ClockReader::digits(std::size_t at) const {
    if (!line_.is_digits(at)) {
        return std::nullopt;
    }
    const Word& word = line_.at(at);
    // A piece of something longer: 10:30:15 is read from its begin, 3.5.12 not at all.
    if (at > 0 && word.is_glued && line_.at(at - 1).kind == Word::Kind::Mark && at > 1 &&
        line_.is_glued(at - 1) && line_.is_digits(at - 2) && !line_.is(at - 1, "-")) {
        return std::nullopt;
    }
    if (word.digits == 3 || word.digits == 4) {
        const int hour = word.number / 100;
        const int minute = word.number % 100;
        const bool is_said = line_.find(at + 1, {Am, OClock}) != nullptr;
        const bool is_padded = word.digits == 4 && line_.at(at).key[0] == '0';
        if ((is_said || is_padded) && is_hour(hour) && minute < 60) {
            return ClockFace{hour, minute, says_half(hour) || is_padded,
                             is_said ? Strength::Sure : Strength::Likely, at + 1};
        }
        return std::nullopt;
    }
    if (word.digits > 2 || !is_hour(word.number)) {
        return std::nullopt;
    }
    const int hour = word.number;
    const bool is_padded = word.digits == 2 && word.key[0] == '0';
    const bool has_colon = line_.is(at + 1, ":");
    if ((has_colon || line_.is(at + 1, ".")) && line_.is_glued(at + 1) && line_.is_digits(at + 2) &&
        line_.is_glued(at + 2) && line_.at(at + 2).digits == 2 && line_.at(at + 2).number < 60) {
        std::size_t end = at + 3;
        // Seconds are nobody's wish.
        if (has_colon && line_.is(end, ":") && line_.is_glued(end) && line_.is_digits(end + 1)) {
            end += 2;
        }
        if (!has_colon && line_.is(end, ".") && line_.is_glued(end) && line_.is_digits(end + 1)) {
            return std::nullopt;
        }
        return ClockFace{hour, line_.at(at + 2).number, says_half(hour) || is_padded,
                         has_colon ? Strength::Sure : Strength::Likely, end};
    }
    if (has_colon && line_.is_glued(at + 1) && line_.is_digits(at + 2) && line_.is_glued(at + 2)) {
        return std::nullopt;  // "1:1"
    }
    return ClockFace{hour, 0, says_half(hour) || is_padded, Strength::Number, at + 1};
}

// "noon", "midnight", and spelled hours.
std::optional<ClockFace> ClockReader::named(std::size_t at) const {
    if (const Term* noon = line_.find(at, Noon)) {
        return ClockFace{12, 0, true, Strength::Sure, noon->end};
    }
    if (const Term* midnight = line_.find(at, Midnight)) {
        return ClockFace{0, 0, true, Strength::Sure, midnight->end};
    }
    if (const Term* number = line_.find(at, Number); number != nullptr && is_hour(number->value)) {
        return ClockFace{number->value, 0, says_half(number->value), Strength::Number, number->end};
    }
    // "a la una", "um ein Uhr", "à une heure": an article elsewhere.
    if (const Term* one = line_.find(at, One); one != nullptr) {
        const bool is_one = line_.find(one->end, OClock) != nullptr ||
                            (line_.language() == Language::Spanish && line_.is_behind(at, {At}));
        if (is_one) {
            return ClockFace{1, 0, false, Strength::Number, one->end};
        }
    }
    return std::nullopt;
}

// "half past five", "quarter to 5", "20 min past eight"; "halb drei", "viertel 8", "fünf vor halb
// drei".
std::optional<ClockFace> ClockReader::minutes_first(std::size_t at) const {
    const auto hour_at = [this](std::size_t begin) {
        const auto found = digits(begin);
        return found ? found : named(begin);
    };
    const auto make = [](const ClockFace& hour, int minutes) {
        int total = (hour.hour * 60 + minutes + 24 * 60) % (24 * 60);
        // A quarter to one is of the twelve hours that the clock shows.
        total += !hour.is_half_known && total < 60 ? 12 * 60 : 0;
        return ClockFace{total / 60, total % 60, hour.is_half_known, Strength::Sure, hour.end};
    };
    if (const Term* half = line_.find(at, Half)) {
        const bool is_exact =
            half->value == -1 || half->end > at + 1 || line_.at(at).key.size() > 4;
        const auto hour = hour_at(half->end);
        if (hour && hour->minute == 0 && hour->hour > 0) {
            if (half->value == -1) {
                return make(*hour, -30);
            }
            if (is_exact && line_.language() == Language::English) {
                return make(*hour, 30);
            }
        }
        return std::nullopt;
    }
    std::size_t next = at;
    std::optional<int> minutes;
    const Term* quarter = line_.find(at, Quarter);
    if (quarter != nullptr) {
        minutes = quarter->value;
        next = quarter->end;
    } else {
        minutes = small_number(at, next);
        if (!minutes || *minutes < 1 || *minutes > 59 ||
            (*minutes < 5 && line_.is_digits(at) && line_.find(next, Minute) == nullptr) ||
            line_.is_behind(at, {Until})) {
            return std::nullopt;
        }
    }
    const Term* unit = line_.find(next, Minute);
    if (unit != nullptr) {
        next = unit->end;
    }
    const Term* past = line_.find(next, Past);
    const Term* to = line_.find(next, To);
    const bool is_spanish = line_.language() == Language::Spanish;
    const bool is_first =
        line_.language() == Language::English || line_.language() == Language::German;
    if (is_spanish) {
        past = past != nullptr && past->value == 1 ? past : nullptr;
        to = to != nullptr && to->value == 0 ? to : nullptr;
    } else if (!is_first) {
        return std::nullopt;
    }
    if (past == nullptr && to == nullptr) {
        if (quarter != nullptr && line_.language() == Language::German) {
            if (const auto hour = hour_at(next); hour && hour->minute == 0 && hour->hour > 0) {
                return make(*hour, quarter->value - 60);
            }
        }
        return std::nullopt;
    }
    // "from ten to nine" is a range, as "ten to nine" may be.
    const bool is_range =
        past == nullptr && quarter == nullptr && unit == nullptr &&
        line_.language() == Language::English &&
        (line_.is_behind(at, {From}) ||
         (!line_.is_behind(at, {At}) && (*minutes % 5 != 0 || line_.is_digits(at))));
    if (is_range) {
        return std::nullopt;
    }
    const std::size_t behind = past != nullptr ? past->end : to->end;
    if (past != nullptr && to == nullptr && line_.language() == Language::English &&
        quarter == nullptr && unit == nullptr && line_.is_digits(at) && *minutes < 5) {
        return std::nullopt;
    }
    if (const Term* half = line_.find(behind, Half); half != nullptr && half->value == -1) {
        const auto hour = hour_at(half->end);
        if (hour && hour->minute == 0) {
            return make(*hour, past != nullptr ? -30 + *minutes : -30 - *minutes);
        }
        return std::nullopt;
    }
    auto hour = hour_at(behind);
    if (!hour || hour->minute != 0) {
        return std::nullopt;
    }
    if (const Term* more = line_.find(hour->end, Number);
        more != nullptr && more->value >= 10 && more->value < 60) {
        ClockFace exact =
            make(*hour, past != nullptr ? *minutes + more->value : more->value - *minutes);
        exact.end = more->end;
        return exact;
    }
    return make(*hour, past != nullptr ? *minutes : -*minutes);
}

// What may follow an hour: "Uhr 30", "et demie", "menos cuarto", "thirty".
ClockFace ClockReader::with_minutes(ClockFace face) const {
    bool has_word = false;
    const bool is_english = line_.language() == Language::English;
    if (const Term* hour = line_.find(face.end, OClock)) {
        // English "hours" are a length of time, unless nobody is away for so many.
        const bool is_length = line_.find(face.end, Hour) != nullptr && is_english &&
                               face.hour <= 12 && line_.at(face.end).key != "h";
        if (!is_length) {
            const bool is_romance_hour = line_.find(face.end, Hour) != nullptr &&
                                         line_.language() != Language::German && !is_english;
            const bool is_sure = !is_romance_hour || face.hour >= 7 || line_.is_glued(face.end);
            face.strength = std::max(face.strength, is_sure ? Strength::Sure : Strength::Likely);
            face.end = hour->end;
            has_word = true;
        }
    }
    if (face.minute != 0) {
        return face;
    }
    const auto add = [&face](int minutes, std::size_t end) {
        int total = (face.hour * 60 + minutes + 24 * 60) % (24 * 60);
        total += !face.is_half_known && total < 60 ? 12 * 60 : 0;
        face.hour = total / 60;
        face.minute = total % 60;
        face.end = end;
        face.strength = Strength::Sure;
    };
    const bool is_romance =
        line_.language() == Language::French || line_.language() == Language::Spanish;
    if (is_romance) {
        if (const Term* half = line_.find(face.end, Half)) {
            add(30, half->end);
            return face;
        }
        const Term* to = line_.find(face.end, To);
        if (to != nullptr && to->value == 1) {
            std::size_t end = to->end;
            if (const Term* quarter = line_.find(end, Quarter)) {
                add(-15, quarter->end);
            } else if (const auto minutes = small_number(end, end); minutes && *minutes < 60) {
                add(-*minutes, line_.skip(end, {Minute}));
            }
            return face;
        }
        if (const Term* quarter = line_.find(face.end, Quarter)) {
            add(15, quarter->end);
            return face;
        }
    }
    const Term* past = is_romance ? line_.find(face.end, Past) : nullptr;
    std::size_t next = past == nullptr ? face.end : past->end;
    if (is_english && line_.is(next, "oh")) {
        ++next;
    }
    if (!has_word && past == nullptr && line_.is(next, ":")) {
        return face;
    }
    std::size_t end = next;
    const auto minutes = small_number(next, end);
    const bool is_digits = line_.is_digits(next);
    const bool is_free = minutes && *minutes < 60 &&
                         (*minutes >= 10 || has_word || past != nullptr || next > face.end) &&
                         !(line_.is(end, ":") && line_.is_glued(end)) &&
                         line_.find(end, {People, Month, Am, OClock, Day, Week, Hour}) == nullptr;
    const bool ends_in_half =
        minutes && line_.find(end, Am) != nullptr && !is_digits && *minutes >= 10;
    if (minutes && (is_free || ends_in_half) && face.minute == 0 && *minutes < 60) {
        const bool may_be = has_word ? (!is_digits || line_.at(next).digits == 2)
                                     : !is_digits && line_.find(next, Number) != nullptr;
        if (may_be) {
            face.minute = *minutes;
            face.end = line_.skip(end, {Minute});
            face.strength = std::max(face.strength, Strength::Likely);
        }
    }
    return face;
}

void ClockReader::set_part(ClockFace& face, PartOfDay part) const {
    if (says_half(face.hour) || face.is_half_known) {
        face.is_half_known = true;
        // "12 Uhr nachts" is midnight.
        return;
    }
    const bool is_twelve = face.hour == 12;
    switch (part) {
    case PartOfDay::Early:
    case PartOfDay::Morning:
        face.hour = is_twelve ? (part == PartOfDay::Early ? 0 : 12) : face.hour;
        break;
    case PartOfDay::Midday:
        face.hour = !is_twelve && face.hour < 5 ? face.hour + 12 : face.hour;
        break;
    case PartOfDay::Afternoon:
        face.hour = is_twelve ? 12 : face.hour + 12;
        break;
    case PartOfDay::Evening:
        face.hour = is_twelve ? 0 : face.hour + 12;
        break;
    case PartOfDay::Night:
        face.hour = is_twelve ? 0 : face.hour >= 5 ? face.hour + 12 : face.hour;
        break;
    case PartOfDay::Any:
        return;
    }
    face.is_half_known = true;
}

ClockFace ClockReader::with_half(ClockFace face, std::size_t at) const {
    std::size_t next = face.end;
    bool was_am = false;
    if (const Term* half = line_.find(next, Am)) {
        // "10 am Freitag": in German these are words of their own.
        const bool is_german_on = line_.language() == Language::German && half->value == 0 &&
                                  half->end == next + 1 && !line_.is_glued(next);
        if (!is_german_on) {
            if (face.hour <= 12) {
                face.hour = half->value == 1 ? face.hour % 12 + 12 : face.hour % 12;
            }
            face.is_half_known = true;
            face.strength = Strength::Sure;
            face.end = next = half->end;
            was_am = true;
            // "8pm menos cuarto"
            if (line_.language() == Language::Spanish && face.minute == 0) {
                face = with_minutes(face);
                next = face.end;
            }
        }
    }
    if (const Term* exactly = line_.find(next, Exactly)) {
        face.strength = Strength::Sure;
        face.end = next = exactly->end;
    }
    if (line_.is(next, ",") && !was_am) {
        ++next;
    }
    const Term* part = line_.find(next, Part);
    if (part == nullptr && (face.strength != Strength::Number || line_.is_digits(at))) {
        // "a las cinco mañana": that is tomorrow.
        part = line_.find(next, RelativeDay) == nullptr ? line_.find(next, BarePart) : nullptr;
        const bool is_loose =
            part != nullptr && part->end < line_.size() && face.strength == Strength::Number &&
            line_.at(part->end).is_letters() && line_.find(part->end, Small) == nullptr;
        part = is_loose ? nullptr : part;
    }
    if (part != nullptr) {
        if (!was_am) {
            set_part(face, static_cast<PartOfDay>(part->value));
        }
        face.strength = Strength::Sure;
        face.end = part->end;
        return face;
    }
    if (const Term* today = line_.find(next, RelativePart); today != nullptr && !was_am) {
        set_part(face, static_cast<PartOfDay>(((today->value % 8) + 8) % 8));
        face.strength = Strength::Sure;
    } else if (const Term* which = line_.find(next, {This}); which != nullptr && !was_am) {
        if (const Term* bare = line_.find(which->end, BarePart)) {
            set_part(face, static_cast<PartOfDay>(bare->value));
            face.strength = Strength::Sure;
        }
    } else if (const Term* day = line_.find(next, {RelativeDay, Weekday});
               day != nullptr && !was_am) {
        if (const Term* bare = line_.find(day->end, {BarePart, Part})) {
            set_part(face, static_cast<PartOfDay>(bare->value));
        }
    }
    return face;
}

std::optional<ClockFace> ClockReader::bare_face(std::size_t at) const {
    std::optional<ClockFace> best;
    for (const auto& found : {digits(at), named(at)}) {
        if (found && (!best || found->end > best->end)) {
            best = found;
        }
    }
    if (best) {
        // "12 noon", "12 midnight", "zwölf Uhr mittags"
        const Term* noon = line_.find(best->end, {Noon, Midnight});
        if (best->hour == 12 && best->minute == 0 && noon != nullptr) {
            return ClockFace{noon->meaning == Noon ? 12 : 0, 0, true, Strength::Sure, noon->end};
        }
        best = with_minutes(*best);
    }
    const auto first = minutes_first(at);
    if (first && (!best || first->end > best->end)) {
        best = first;
        if (const Term* hour = line_.find(best->end, OClock)) {
            best->end = hour->end;
        }
    }
    return best;
}

std::optional<ClockFace> ClockReader::face(std::size_t at) const {
    auto found = bare_face(at);
    if (!found) {
        return std::nullopt;
    }
    ClockFace clock = with_half(*found, at);
    if (clock.hour == 24) {
        clock.hour = 0;
    }
    return clock;
}

}  // namespace standby::intake
