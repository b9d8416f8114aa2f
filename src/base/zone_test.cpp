// Tests of time zones against two independent oracles: Howard Hinnant's date library, which reads
// the listed transitions, and the C library, which also evaluates the rule for later years.
#include "base/zone.hpp"

#include <gtest/gtest.h>

// How Debian builds the library; its types differ without this.
#ifndef USE_OS_TZDB
#define USE_OS_TZDB 1
#endif
#include "base/prng.hpp"

#include <date/tz.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>

namespace standby {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t second_2038 = 2'145'916'800;
constexpr std::int64_t second_2090 = 3'786'912'000;
constexpr std::int64_t second_2500 = 16'725'225'600;

std::vector<std::byte> read_zone_bytes(const std::string& name) {
    std::ifstream file("/usr/share/zoneinfo/" + name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

Zone load_zone(const std::string& name) {
    Result<Zone, std::string> zone = Zone::parse(name, read_zone_bytes(name));
    EXPECT_TRUE(zone.has_value()) << name << ": " << zone.error();
    return zone.has_value() ? *std::move(zone) : Zone::utc();
}

Time at(std::string_view text) {
    const Result<Time, std::string> time = parse_time(text);
    EXPECT_TRUE(time.has_value()) << text;
    return time.value_or(Time());
}

Time at_second(std::int64_t second) {
    return Time(std::chrono::seconds(second));
}

// A reading of the wall clock, written like an instant.
LocalTime reading(std::string_view text) {
    return LocalTime(at(std::string(text) + "Z").time_since_epoch());
}

// The bytes of a file without transitions that ends with this rule.
std::vector<std::byte> make_file(std::string_view rule) {
    std::string header = "TZif3";
    header.append(15 + 16, '\0');
    header += std::string("\0\0\0\1\0\0\0\4", 8);
    const std::string block = std::string("\0\0\0\0\0\0", 6) + std::string("UTC\0", 4);
    const std::string text = header + block + header + block + "\n" + std::string(rule) + "\n";
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

Zone rule_zone(std::string_view rule) {
    Result<Zone, std::string> zone = Zone::parse("rule", make_file(rule));
    EXPECT_TRUE(zone.has_value()) << rule << ": " << zone.error();
    return zone.has_value() ? *std::move(zone) : Zone::utc();
}

// Switches the C library to a zone and asks it for the offset.
class LibraryZone {
public:
    explicit LibraryZone(const std::string& value) {
        ::setenv("TZ", value.c_str(), 1);
        ::tzset();
    }
    ~LibraryZone() {
        ::unsetenv("TZ");
        ::tzset();
    }
    LibraryZone(const LibraryZone&) = delete;
    LibraryZone& operator=(const LibraryZone&) = delete;

    [[nodiscard]] std::int64_t offset_at(std::int64_t second) const {
        const std::time_t time = second;
        std::tm local{};
        // tidy: allow clock because it converts the time it is given and reads no clock
        ::localtime_r(&time, &local);
        return local.tm_gmtoff;
    }
};

TEST(Zone, AgreesWithTheDateLibraryAtEveryTransition) {
    std::size_t transition_count = 0;
    for (const date::time_zone& oracle : date::get_tzdb().zones) {
        const Zone zone = load_zone(oracle.name());
        date::sys_info info = oracle.get_info(date::sys_seconds{});
        while (info.end.time_since_epoch().count() < second_2038) {
            const std::int64_t end = info.end.time_since_epoch().count();
            ASSERT_EQ(zone.offset_at(at_second(end) - 1s), info.offset) << oracle.name() << end;
            ASSERT_EQ(zone.offset_at(at_second(end) - 1ms), info.offset) << oracle.name() << end;
            info = oracle.get_info(info.end);
            ASSERT_EQ(zone.offset_at(at_second(end)), info.offset) << oracle.name() << end;
            ASSERT_EQ(zone.offset_at(at_second(end) + 1s), info.offset) << oracle.name() << end;
            ++transition_count;
        }
    }
    EXPECT_GT(transition_count, 10'000U);
}

TEST(Zone, AgreesWithTheDateLibraryAtRandomInstants) {
    Prng prng(31);
    for (const date::time_zone& oracle : date::get_tzdb().zones) {
        const Zone zone = load_zone(oracle.name());
        for (int round = 0; round < 50; ++round) {
            const std::int64_t second = prng.between(0, second_2038 - 1);
            const date::sys_seconds time{std::chrono::seconds(second)};
            ASSERT_EQ(zone.offset_at(at_second(second)), oracle.get_info(time).offset)
                << oracle.name() << " at " << second;
        }
    }
}

TEST(Zone, AgreesWithTheLibraryOfCAtRandomInstants) {
    Prng prng(32);
    for (const date::time_zone& listed : date::get_tzdb().zones) {
        const Zone zone = load_zone(listed.name());
        const LibraryZone oracle(listed.name());
        for (int round = 0; round < 200; ++round) {
            const std::int64_t end = round % 2 == 0 ? second_2090 : second_2500;
            const std::int64_t second = prng.between(0, end);
            ASSERT_EQ(zone.offset_at(at_second(second)).count(), oracle.offset_at(second))
                << listed.name() << " at " << second;
        }
    }
}

TEST(Zone, AgreesWithTheLibraryOfCAroundTransitionsOfTheRule) {
    for (const std::string name : {"Europe/Berlin", "Australia/Lord_Howe", "America/Nuuk",
                                   "Pacific/Chatham", "Antarctica/Troll", "Europe/Dublin"}) {
        const Zone zone = load_zone(name);
        const LibraryZone oracle(name);
        const std::int64_t step_s = 30 * 86'400;
        for (std::int64_t second = second_2038; second < second_2500; second += step_s) {
            // A change within a step is narrowed down to its second.
            std::int64_t low = second;
            std::int64_t high = second + step_s;
            if (oracle.offset_at(low) == oracle.offset_at(high)) {
                continue;
            }
            while (high - low > 1) {
                const std::int64_t middle = low + (high - low) / 2;
                const bool is_same = oracle.offset_at(middle) == oracle.offset_at(low);
                (is_same ? low : high) = middle;
            }
            ASSERT_EQ(zone.offset_at(at_second(low)).count(), oracle.offset_at(low)) << name;
            ASSERT_EQ(zone.offset_at(at_second(high)).count(), oracle.offset_at(high)) << name;
        }
    }
}

TEST(Zone, FindsEveryInstantAgainFromItsReading) {
    Prng prng(33);
    for (const date::time_zone& listed : date::get_tzdb().zones) {
        const Zone zone = load_zone(listed.name());
        for (int round = 0; round < 100; ++round) {
            const Time time(Duration(prng.between(0, second_2500 * 1000)));
            const LocalResolution resolution = zone.resolve(zone.to_local(time));
            ASSERT_NE(resolution.kind, LocalKind::Gap) << listed.name();
            ASSERT_TRUE(resolution.earlier == time || resolution.later == time) << listed.name();
            ASSERT_EQ(resolution.chosen, resolution.earlier);
        }
    }
}

TEST(Zone, ResolvesAGapToTheTransition) {
    const Zone berlin = load_zone("Europe/Berlin");
    const LocalResolution expected = {.kind = LocalKind::Gap,
                                      .chosen = at("2026-03-29T01:00:00Z"),
                                      .earlier = at("2026-03-29T00:30:00Z"),
                                      .later = at("2026-03-29T01:30:00Z")};
    EXPECT_EQ(berlin.resolve(reading("2026-03-29T02:30:00")), expected);
    EXPECT_EQ(berlin.to_utc(reading("2026-03-29T02:30:00")), at("2026-03-29T01:00:00Z"));
    EXPECT_EQ(berlin.resolve(reading("2026-03-29T02:00:00")).kind, LocalKind::Gap);
    EXPECT_EQ(berlin.resolve(reading("2026-03-29T03:00:00")).kind, LocalKind::Unique);
    EXPECT_EQ(berlin.to_utc(reading("2026-03-29T01:59:59.999")), at("2026-03-29T00:59:59.999Z"));
    EXPECT_EQ(berlin.to_utc(reading("2026-03-29T03:00:00")), at("2026-03-29T01:00:00Z"));
}

TEST(Zone, ResolvesAnOverlapToTheEarlierInstant) {
    const Zone berlin = load_zone("Europe/Berlin");
    const LocalResolution expected = {.kind = LocalKind::Overlap,
                                      .chosen = at("2026-10-25T00:30:00Z"),
                                      .earlier = at("2026-10-25T00:30:00Z"),
                                      .later = at("2026-10-25T01:30:00Z")};
    EXPECT_EQ(berlin.resolve(reading("2026-10-25T02:30:00")), expected);
    EXPECT_EQ(berlin.resolve(reading("2026-10-25T02:00:00")).kind, LocalKind::Overlap);
    EXPECT_EQ(berlin.resolve(reading("2026-10-25T02:59:59.999")).kind, LocalKind::Overlap);
    EXPECT_EQ(berlin.resolve(reading("2026-10-25T03:00:00")).kind, LocalKind::Unique);
    EXPECT_EQ(berlin.resolve(reading("2026-10-25T01:59:59.999")).kind, LocalKind::Unique);
}

TEST(Zone, ResolvesReadingsLongAfterTheTable) {
    const Zone berlin = load_zone("Europe/Berlin");
    EXPECT_EQ(berlin.to_utc(reading("2500-03-28T02:30:00")), at("2500-03-28T01:00:00Z"));
    EXPECT_EQ(berlin.resolve(reading("2500-03-28T02:30:00")).kind, LocalKind::Gap);
    EXPECT_EQ(berlin.to_utc(reading("2500-10-31T02:30:00")), at("2500-10-31T00:30:00Z"));
    EXPECT_EQ(berlin.resolve(reading("2500-10-31T02:30:00")).kind, LocalKind::Overlap);
    EXPECT_EQ(berlin.to_utc(reading("2500-07-01T12:00:00")), at("2500-07-01T10:00:00Z"));
}

TEST(Zone, KnowsOffsetsThatAreNotWholeHours) {
    const auto offset = [](const std::string& name, std::string_view time) {
        return load_zone(name).offset_at(at(time));
    };
    EXPECT_EQ(offset("Asia/Kathmandu", "2026-01-01T00:00:00Z"), 5h + 45min);
    EXPECT_EQ(offset("Australia/Lord_Howe", "2026-01-01T00:00:00Z"), 11h);
    EXPECT_EQ(offset("Australia/Lord_Howe", "2026-07-01T00:00:00Z"), 10h + 30min);
    EXPECT_EQ(offset("America/St_Johns", "2026-01-01T00:00:00Z"), -3h - 30min);
    EXPECT_EQ(offset("America/St_Johns", "2060-07-01T00:00:00Z"), -2h - 30min);
    EXPECT_EQ(offset("Pacific/Chatham", "2026-01-01T00:00:00Z"), 13h + 45min);
    EXPECT_EQ(offset("Pacific/Chatham", "2300-07-01T00:00:00Z"), 12h + 45min);
    EXPECT_EQ(offset("Antarctica/Troll", "2026-01-01T00:00:00Z"), 0h);
    EXPECT_EQ(offset("Antarctica/Troll", "2026-07-01T00:00:00Z"), 2h);
}

TEST(Zone, JumpsHalfAnHourOnLordHoweIsland) {
    const Zone zone = load_zone("Australia/Lord_Howe");
    const LocalResolution gap = zone.resolve(reading("2026-10-04T02:15:00"));
    EXPECT_EQ(gap.kind, LocalKind::Gap);
    EXPECT_EQ(gap.chosen, at("2026-10-03T15:30:00Z"));
    EXPECT_EQ(gap.later - gap.earlier, 30min);
    EXPECT_EQ(zone.resolve(reading("2026-04-05T01:45:00")).kind, LocalKind::Overlap);
    EXPECT_EQ(zone.resolve(reading("2026-04-05T01:15:00")).kind, LocalKind::Unique);
}

TEST(Zone, SkipsAWholeDayInApia) {
    const Zone apia = load_zone("Pacific/Apia");
    const LocalResolution noon = apia.resolve(reading("2011-12-30T12:00:00"));
    EXPECT_EQ(noon.kind, LocalKind::Gap);
    EXPECT_EQ(noon.chosen, at("2011-12-30T10:00:00Z"));
    EXPECT_EQ(noon.later - noon.earlier, 24h);
    EXPECT_EQ(apia.to_local(at("2011-12-30T09:59:59Z")), reading("2011-12-29T23:59:59"));
    EXPECT_EQ(apia.to_local(at("2011-12-30T10:00:00Z")), reading("2011-12-31T00:00:00"));
}

TEST(Zone, TurnsTheClockBackForRamadanInCasablanca) {
    const Zone casablanca = load_zone("Africa/Casablanca");
    EXPECT_EQ(casablanca.offset_at(at("2025-01-15T00:00:00Z")), 1h);
    EXPECT_EQ(casablanca.offset_at(at("2025-03-15T00:00:00Z")), 0h);
    EXPECT_EQ(casablanca.offset_at(at("2025-07-01T00:00:00Z")), 1h);
    EXPECT_EQ(casablanca.resolve(reading("2025-02-23T02:30:00")).kind, LocalKind::Overlap);
    EXPECT_EQ(casablanca.to_utc(reading("2025-04-06T02:30:00")), at("2025-04-06T02:00:00Z"));
}

TEST(Zone, HasFixedOffsetsAndUtc) {
    const Zone utc = Zone::utc();
    EXPECT_EQ(utc.name(), "UTC");
    EXPECT_EQ(utc.offset_at(at("2026-01-01T00:00:00Z")), 0s);
    EXPECT_EQ(utc.to_utc(reading("2026-01-01T00:00:00")), at("2026-01-01T00:00:00Z"));
    const Zone nepal = Zone::fixed("Nepal", 5h + 45min);
    EXPECT_EQ(nepal.to_local(at("2026-01-01T00:00:00Z")), reading("2026-01-01T05:45:00"));
    EXPECT_EQ(nepal.to_utc(reading("2026-01-01T05:45:00")), at("2026-01-01T00:00:00Z"));
    EXPECT_NE(nepal, utc);
}

TEST(Zone, AnswersForTheMostExtremeTimes) {
    for (const Zone& zone : {load_zone("Europe/Berlin"), load_zone("America/New_York"), Zone::utc(),
                             Zone::fixed("west", -12h), rule_zone("AAA3BBB,0,J99")}) {
        for (const Duration distance : {0ms, 1ms, 86'400'000ms, 31'622'400'000ms}) {
            const Time latest = Time::max() - distance;
            const Time earliest = Time::min() + distance;
            EXPECT_LE(zone.offset_at(latest), 26h);
            EXPECT_LE(zone.offset_at(earliest), 26h);
            static_cast<void>(zone.to_utc(LocalTime(latest.time_since_epoch())));
            static_cast<void>(zone.to_utc(LocalTime(earliest.time_since_epoch())));
            static_cast<void>(zone.to_utc(zone.to_local(latest)));
        }
    }
}

TEST(ZoneRule, AgreesWithTheLibraryOfCForEveryNotation) {
    Prng prng(34);
    for (const std::string rule :
         {"CET-1CEST,M3.5.0,M10.5.0/3", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "EST5EDT,J60/2,J300/3",
          "NZST-12NZDT,M9.5.0,M4.1.0/3", "AAA3BBB2:30:15,59,300/1:30", "IST-2IDT,M3.4.4/26,M10.5.0",
          "<+0330>-3:30<+0430>,J79/24,J263/24", "AAA0BBB-2:15,M11.5.6/24,M1.1.0"}) {
        const Zone zone = rule_zone(rule);
        const LibraryZone oracle(rule);
        for (int round = 0; round < 3000; ++round) {
            const std::int64_t second = prng.between(0, second_2500);
            ASSERT_EQ(zone.offset_at(at_second(second)).count(), oracle.offset_at(second))
                << rule << " at " << format_time(at_second(second));
        }
    }
}

TEST(ZoneRule, AllowsSummerTimeAllYear) {
    const Zone zone = rule_zone("XXX3EDT4,0/0,J365/23");
    Prng prng(35);
    for (int round = 0; round < 3000; ++round) {
        const Time time = at_second(prng.between(-second_2500, second_2500));
        ASSERT_EQ(zone.offset_at(time), -4h) << format_time(time);
        ASSERT_EQ(zone.resolve(zone.to_local(time)).kind, LocalKind::Unique) << format_time(time);
    }
    EXPECT_EQ(zone.offset_at(at("2150-01-01T03:00:00Z")), -4h);
    EXPECT_EQ(zone.to_utc(reading("2150-12-31T23:30:00")), at("2151-01-01T03:30:00Z"));
}

TEST(ZoneRule, MovesTransitionsIntoOtherDays) {
    const Zone zone = rule_zone("AAA0BBB,J365/167,J10/-167");
    // December 31 and 167 hours is January 6, 23:00; January 10 less 167 hours is January 3.
    EXPECT_EQ(zone.offset_at(at("2020-01-06T22:59:59Z")), 0h);
    EXPECT_EQ(zone.offset_at(at("2020-01-06T23:00:00Z")), 1h);
    EXPECT_EQ(zone.offset_at(at("2021-01-02T23:59:59Z")), 1h);
    EXPECT_EQ(zone.offset_at(at("2021-01-03T00:00:00Z")), 0h);
    EXPECT_EQ(zone.offset_at(at("3021-01-03T00:00:00Z")), 0h);
    EXPECT_EQ(zone.offset_at(at("3021-01-06T23:00:00Z")), 1h);
}

TEST(ZoneRule, RefusesMalformedRules) {
    for (const std::string_view rule : {"X",
                                        "CE",
                                        "CET",
                                        "CET-",
                                        "CET-1CEST",
                                        "CET-1CEST,M3.5.0",
                                        "CET-1CEST,M3.5.0,",
                                        "CET-1CEST,M13.5.0,M10.5.0",
                                        "CET-1CEST,M3.6.0,M10.5.0",
                                        "CET-1CEST,M3.5.7,M10.5.0",
                                        "CET-1CEST,M3.0.0,M10.5.0",
                                        "CET-1CEST,J0,J365",
                                        "CET-1CEST,J1,J366",
                                        "CET-1CEST,1,366",
                                        "CET-1CEST,M3.5.0/168,M10.5.0",
                                        "CET-25",
                                        "CET-1:60",
                                        "CET-1CEST,M3.5.0,M10.5.0x",
                                        "<CET-1",
                                        "<>1",
                                        "CET99999999999999999999",
                                        "CET-1CEST,M3,M10",
                                        ":Europe/Berlin"}) {
        EXPECT_FALSE(Zone::parse("rule", make_file(rule)).has_value()) << rule;
    }
    EXPECT_EQ(Zone::parse("rule", make_file("CET-25")).error(),
              "time zone rule: expected a number from 0 to 24");
    EXPECT_TRUE(Zone::parse("rule", make_file("")).has_value());
}

TEST(ZoneFile, RefusesEveryShortenedFile) {
    const std::vector<std::byte> bytes = read_zone_bytes("Europe/Berlin");
    ASSERT_GT(bytes.size(), 1000U);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(Zone::parse("short", std::span(bytes).first(size)).has_value()) << size;
    }
}

TEST(ZoneFile, RefusesLeapSeconds) {
    std::vector<std::byte> bytes = make_file("UTC0");
    ASSERT_TRUE(Zone::parse("leap", bytes).has_value());
    const std::size_t second_header = 44 + 10;
    bytes[second_header + 31] = std::byte{1};
    EXPECT_EQ(Zone::parse("leap", bytes).error(), "time zone file: counts leap seconds");
}

TEST(ZoneFile, RefusesARuleThatContradictsTheTransitions) {
    std::vector<std::byte> bytes = read_zone_bytes("Asia/Kathmandu");
    for (std::size_t index = bytes.size() - 5; index < bytes.size(); ++index) {
        if (bytes[index] == std::byte{'4'}) {
            bytes[index] = std::byte{'3'};
        }
    }
    EXPECT_EQ(Zone::parse("contradiction", bytes).error(),
              "time zone file: its rule contradicts its last transition");
}

TEST(ZoneFile, SurvivesHostileBytes) {
    Prng prng(36);
    int accepted_count = 0;
    for (const std::string name : {"Europe/Berlin", "Africa/Casablanca", "Asia/Kathmandu"}) {
        const std::vector<std::byte> original = read_zone_bytes(name);
        for (int round = 0; round < 3000; ++round) {
            std::vector<std::byte> bytes = original;
            for (std::int64_t changes = prng.between(1, 4); changes > 0; --changes) {
                // The headers and the rule are small, so aim at them half of the time.
                const bool is_near_end = prng.chance(1, 4);
                const std::size_t place = is_near_end
                                              ? bytes.size() - 1 - prng.below(40)
                                              : prng.below(prng.chance(1, 3) ? 44 : bytes.size());
                const std::uint64_t value = prng.chance(1, 2) ? prng.next() : prng.below(3) * 127;
                bytes[place] = static_cast<std::byte>(value);
            }
            const Result<Zone, std::string> zone = Zone::parse("hostile", bytes);
            if (!zone.has_value()) {
                EXPECT_TRUE(zone.error().starts_with("time zone ")) << zone.error();
                continue;
            }
            ++accepted_count;
            for (int question = 0; question < 8; ++question) {
                const Time time(Duration(prng.between(-second_2500, second_2500) * 1000));
                const LocalResolution resolution = zone->resolve(zone->to_local(time));
                ASSERT_NE(resolution.kind, LocalKind::Gap);
                ASSERT_LE(resolution.earlier, time);
                ASSERT_GE(resolution.later, time);
            }
        }
    }
    EXPECT_GT(accepted_count, 100);
}

}  // namespace
}  // namespace standby
