// Why a cell has no value: a sentence for whoever typed it. A wrong value costs more than a missing
// one, so what can be read in two ways is not read.
#pragma once

#include "interchange/wording/language.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::intake {

enum class DoubtKind : std::uint8_t {
    NotUnderstood,
    Ambiguous,   // it can be read in two ways
    Mangled,     // a program has changed what was typed
    Impossible,  // a day, a number or a time that there isn't
};
std::string_view name_of(DoubtKind kind);  // "not_understood"

// What is said; doubt.cpp has the words of each in every language.
enum class Say : std::uint8_t {
    RoundedPhone,
    SeveralPhones,
    BarePhone,
    NoPhone,
    NoPhoneHere,
    LostLetter,
    LostLetterInFile,
    SeveralEmails,
    NoEmail,
    NoParty,
    SeveralParties,
    DateForParty,
    PartyOutOfRange,
    PriorityOutOfRange,
    NoPriority,
    NoLanguage,
    NoSuchDay,
    WrongWeekday,
    NoSuchWeek,
    NoDate,
    NumberForDate,
    TimeForDate,
    UntilForFirst,
    FromForLast,
    NoDay,
    InFuture,
    DayOrMonth,
    TuesdayOrMarch,
    NotInCatalogue,
    NotInCatalogueBut,
    NoPoints,
    NoPlaceInLine,
};

struct Doubt {
    DoubtKind kind = DoubtKind::NotUnderstood;
    Say say = Say::NoDate;
    std::string about;    // what was typed, in quotes
    std::string instead;  // what would do, or how far it goes

    // "04/05 can be 4 May or April 5: write it as 2026-05-04"
    [[nodiscard]] std::string
    words(interchange::Language language = interchange::Language::English) const;
    friend bool operator==(const Doubt&, const Doubt&) = default;
};

// The beginning of what was typed, in quotes, to say in a sentence what is meant.
std::string in_quotes(std::string_view typed);

}  // namespace standby::intake
