// Easter is counted by the Gregorian rule in the form of Oudin (1940).
#include "intake/reading/feast.hpp"

#include "base/civil.hpp"

namespace standby::intake {
namespace {

std::int64_t easter(std::int64_t year) {
    const std::int64_t century = year / 100;
    const std::int64_t golden = year % 19;
    const std::int64_t skipped = (century - 17) / 25;
    std::int64_t moon = (century - century / 4 - (century - skipped) / 3 + 19 * golden + 15) % 30;
    moon -= (moon / 28) * (1 - (moon / 28) * (29 / (moon + 1)) * ((21 - golden) / 11));
    const std::int64_t weekday = (year + year / 4 + moon + 2 - century + century / 4) % 7;
    return days_from_civil({year, 3, 28}) + moon - weekday;
}

// 0 is Monday.
std::int64_t weekday_of(std::int64_t day) {
    return ((day + 3) % 7 + 7) % 7;
}

// The first such weekday on or after a date.
std::int64_t from(std::int64_t year, unsigned month, unsigned day, std::int64_t weekday) {
    const std::int64_t first = days_from_civil({year, month, day});
    return first + (weekday - weekday_of(first) + 7) % 7;
}

struct Fixed {
    Feast feast;
    unsigned month;
    unsigned day;
};
constexpr Fixed fixed[] = {
    {Feast::NewYear, 1, 1},        {Feast::Epiphany, 1, 6},
    {Feast::Valentine, 2, 14},     {Feast::WomensDay, 3, 8},
    {Feast::StPatrick, 3, 17},     {Feast::StJoseph, 3, 19},
    {Feast::EarthDay, 4, 22},      {Feast::LabourDay, 5, 1},
    {Feast::MidSummer, 6, 24},     {Feast::Independence, 7, 4},
    {Feast::Bastille, 7, 14},      {Feast::PeaceOfAugsburg, 8, 8},
    {Feast::Assumption, 8, 15},    {Feast::ChildrensDay, 9, 20},
    {Feast::GermanUnity, 10, 3},   {Feast::Hispanidad, 10, 12},
    {Feast::Reformation, 10, 31},  {Feast::Halloween, 10, 31},
    {Feast::AllSaints, 11, 1},     {Feast::AllSouls, 11, 2},
    {Feast::StMartin, 11, 11},     {Feast::SpanishConstitution, 12, 6},
    {Feast::StNicholas, 12, 6},    {Feast::Immaculate, 12, 8},
    {Feast::ChristmasEve, 12, 24}, {Feast::Christmas, 12, 25},
    {Feast::BoxingDay, 12, 26},    {Feast::NewYearsEve, 12, 31},
};

struct Movable {
    Feast feast;
    int days;
};
constexpr Movable from_easter[] = {
    {Feast::FatThursday, -52},   {Feast::CarnivalSunday, -49}, {Feast::RoseMonday, -48},
    {Feast::ShroveTuesday, -47}, {Feast::AshWednesday, -46},   {Feast::PalmSunday, -7},
    {Feast::MaundyThursday, -3}, {Feast::GoodFriday, -2},      {Feast::HolySaturday, -1},
    {Feast::Easter, 0},          {Feast::EasterMonday, 1},     {Feast::Ascension, 39},
    {Feast::WhitSunday, 49},     {Feast::WhitMonday, 50},      {Feast::CorpusChristi, 60},
};
constexpr Movable from_first_advent[] = {
    {Feast::MemorialSunday, -14}, {Feast::PenanceDay, -11}, {Feast::SundayOfTheDead, -7},
    {Feast::FirstAdvent, 0},      {Feast::SecondAdvent, 7}, {Feast::ThirdAdvent, 14},
    {Feast::FourthAdvent, 21},
};

std::int64_t french_mothers_day(std::int64_t year) {
    const std::int64_t last_of_may = from(year, 5, 25, 6);
    return last_of_may == easter(year) + 49 ? last_of_may + 7 : last_of_may;
}

}  // namespace

std::int64_t day_of(Feast feast, std::int64_t year) {
    for (const Fixed& one : fixed) {
        if (one.feast == feast) {
            return days_from_civil({year, one.month, one.day});
        }
    }
    for (const Movable& one : from_easter) {
        if (one.feast == feast) {
            return easter(year) + one.days;
        }
    }
    for (const Movable& one : from_first_advent) {
        if (one.feast == feast) {
            return from(year, 11, 27, 6) + one.days;
        }
    }
    switch (feast) {
    case Feast::UsMothersDay:
        return from(year, 5, 8, 6);
    case Feast::FrenchMothersDay:
        return french_mothers_day(year);
    case Feast::SpanishMothersDay:
        return from(year, 5, 1, 6);
    case Feast::JuneFathersDay:
        return from(year, 6, 15, 6);
    case Feast::UsLaborDay:
        return from(year, 9, 1, 0);
    case Feast::BlackFriday:
        return from(year, 11, 22, 3) + 1;
    case Feast::CyberMonday:
        return from(year, 11, 22, 3) + 4;
    default:
        return from(year, 11, 22, 3);  // Thanksgiving
    }
}

}  // namespace standby::intake
