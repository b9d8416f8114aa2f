// Days that have a name and a date of their own, fixed or counted from Easter or Advent.
#pragma once

#include <cstdint>
#include <optional>

namespace standby::intake {

enum class Feast : std::uint8_t {
    NewYear,
    Epiphany,
    Valentine,
    WomensDay,
    StPatrick,
    StJoseph,
    EarthDay,
    LabourDay,
    MidSummer,
    Independence,
    Bastille,
    PeaceOfAugsburg,
    Assumption,
    ChildrensDay,
    GermanUnity,
    Hispanidad,
    Reformation,
    Halloween,
    AllSaints,
    AllSouls,
    StMartin,
    SpanishConstitution,
    StNicholas,
    Immaculate,
    ChristmasEve,
    Christmas,
    BoxingDay,
    NewYearsEve,
    FatThursday,
    CarnivalSunday,
    RoseMonday,
    ShroveTuesday,
    AshWednesday,
    PalmSunday,
    MaundyThursday,
    GoodFriday,
    HolySaturday,
    Easter,
    EasterMonday,
    Ascension,
    WhitSunday,
    WhitMonday,
    CorpusChristi,
    FirstAdvent,
    SecondAdvent,
    ThirdAdvent,
    FourthAdvent,
    MemorialSunday,  // Volkstrauertag
    PenanceDay,      // Buß- und Bettag
    SundayOfTheDead,
    UsMothersDay,  // the second Sunday of May, in Germany too
    FrenchMothersDay,
    SpanishMothersDay,
    JuneFathersDay,
    UsLaborDay,
    Thanksgiving,
    BlackFriday,
    CyberMonday,
};

constexpr int feast(Feast one) {
    return static_cast<int>(one);
}

// Days from 1970-01-01 to it in a year from 1583 to 9999.
std::int64_t day_of(Feast feast, std::int64_t year);

}  // namespace standby::intake
