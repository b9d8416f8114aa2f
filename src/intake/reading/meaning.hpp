// What words of any language may mean when somebody says when they would like to come. The tables
// of each language (words_en.cpp and so on) say which words mean what; the grammar knows meanings
// only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace standby::intake {

enum class Meaning : std::uint8_t {
    Number,        // spelled out; value
    Ordinal,       // spelled out; value
    One,           // an article that may count: "a", "ein"
    YearNumber,    // spelled out; value
    Suffix,        // behind the digits of an ordinal: "th", "er"
    Month,         // 1 to 12
    WeakMonth,     // also another word: "may"
    Weekday,       // 0 to 6, from Monday
    ShortWeekday,  // also another word: "sun", "so"
    RelativeDay,   // days from today
    RelativePart,  // a part of today, or of a day near it: days * 8 + PartOfDay
    Part,          // PartOfDay, with all it needs: "in the afternoon", "nachmittags"
    BarePart,      // PartOfDay, where it stands beside a day or a time: "evening"
    Day,           // the units
    Week,
    Weekend,
    MonthUnit,
    Year,
    Hour,
    Minute,
    This,
    Next,         // of the week after this one
    NextButBare,  // "next" that stands behind its noun and so is what "coming" is: "que viene"
    Coming,       // the nearest
    AfterNext,
    Previous,
    Soon,    // "as soon as possible"
    Rest,    // "the rest of"
    Edge,    // of a month: 1 its beginning, 2 its middle, 3 its end
    LastOf,  // "the last week of"
    Of,
    On,
    At,     // in front of a time of day
    About,  // may stand between
    Article,
    From,
    Until,
    Between,
    And,
    Or,
    After,
    Before,
    In,  // in front of a length of time
    Within,
    Ago,
    Hence,      // behind a length of time: "from now", "later"
    HenceFrom,  // the same, and a day follows: "from", "a partir de"
    Starting,   // between a week and its day: "that begins on"
    OClock,
    Am,       // value 0 am, 1 pm
    Half,     // value -1: half to the hour ("halb drei"), 1: half past it
    Quarter,  // 15, three quarters 45
    Past,
    To,  // value 0 "quarter to three"; 1 "trois heures moins le quart"
    Exactly,
    Measure,  // what numbers count that are neither days nor people: "euros"
    Noon,
    Midnight,
    CalendarWeek,
    Holiday,  // Feast
    Not,
    NotBehind,  // behind what is not meant: "doesn't work"
    Maybe,
    Correction,
    Instead,   // what follows is not meant
    Change,    // a verb: what follows "from" is what was, behind "to" what shall be
    Greeting,  // "good evening": no part of a day
    Small,     // what may follow a bare day of the month
    Meal,      // value: a PartOfDay that it makes likely
    People,    // nouns that are counted: "people"
    Party,     // "a party of", "table for": a number behind it counts guests
    PartyOf,   // value: "zu viert"
    For,       // what stands in front of a number of guests, and of much else
    Seating,   // words of houses that seat people
    Me,
    Kin,  // one person: "wife"
    KinMany,
    Possessive,
};

enum class PartOfDay : std::uint8_t {
    Any,
    Early,  // before dawn
    Morning,
    Midday,
    Afternoon,
    Evening,
    Night,
};

// Words that mean the same, with bars between them; several words in one are in their order, with
// single blanks. All without case and accents.
struct WordsRule {
    Meaning meaning;
    int value;
    std::string_view words;
};

}  // namespace standby::intake
