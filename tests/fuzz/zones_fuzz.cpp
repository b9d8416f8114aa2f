// Time zone files and the rules in them, which come from a folder that anybody may have changed:
// each is refused or gives sensible offsets, and the clock of what is taken can be read back.
#include "base/zone.hpp"
#include "base/zone_file.hpp"
#include "base/zone_rule.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace standby::fuzz {
namespace {

void check_moment(const Zone& zone, Time time) {
    const auto offset = zone.offset_at(time);
    expect(offset <= std::chrono::hours{26} && offset >= std::chrono::hours{-26},
           "an offset is less than 26 hours");
    const LocalTime local = zone.to_local(time);
    const LocalResolution resolved = zone.resolve(local);
    expect(zone.to_utc(local) == resolved.chosen, "both ways to an instant agree");
    expect(resolved.earlier <= resolved.later, "the earlier instant is not the later one");
    // At the ends of the range both directions stop.
    constexpr Duration margin = std::chrono::hours{100};
    if (time.time_since_epoch() > Duration::max() - margin ||
        time.time_since_epoch() < Duration::min() + margin) {
        return;
    }
    expect(resolved.kind != LocalKind::Gap, "what the clock shows is not a gap");
    expect(zone.to_local(resolved.chosen) == local, "the instant chosen shows that reading");
    expect(resolved.kind != LocalKind::Unique || resolved.chosen == time,
           "a reading shown once is that instant");
}

void check_rule(std::string_view text) {
    const auto rule = ZoneRule::parse(text);
    if (!rule) {
        expect(!rule.error().empty(), "a refusal says why");
        return;
    }
    if (!rule->has_summer()) {
        return;
    }
    for (const std::int64_t year : {1970, 2024, 2100, 9999}) {
        const auto pair = rule->transitions_in(year);
        expect(pair[0].at_s <= pair[1].at_s, "transitions ascend", text);
        const auto around = rule->transitions_around(year);
        expect(std::ranges::is_sorted(around, {}, &ZoneTransition::at_s), "transitions ascend");
    }
}

void check_file(std::span<const std::byte> bytes, Time time) {
    const auto zone = Zone::parse("Fuzz/Zone", bytes);
    if (!zone) {
        expect(!zone.error().empty(), "a refusal says why");
        return;
    }
    const auto file = parse_zone_file(bytes);
    expect(file.has_value(), "a zone comes from a file that can be read");
    check_moment(*zone, time);
    for (const std::int64_t year : {1900, 1970, 2024, 2037, 2100, 2400}) {
        check_moment(*zone, Time{Duration{(year - 1970) * 31'556'952'000}});
    }
    const std::size_t count = std::min<std::size_t>(file->transitions.size(), 20);
    for (std::size_t index = 0; index < count; ++index) {
        constexpr std::int64_t far_s = std::int64_t{1} << 50;
        const std::int64_t at_s = std::clamp(file->transitions[index].at_s, -far_s, far_s);
        for (const std::int64_t step_ms : {-1, 0, 1}) {
            check_moment(*zone, Time{Duration{at_s * 1000 + step_ms}});
        }
    }
}

}  // namespace

// Eight bytes of an instant, then a file, or a rule when it begins with none of a file's letters.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const auto ms = static_cast<std::int64_t>(input.take_number());
    if (input.text().starts_with("TZif")) {
        check_file(input.bytes(), Time{Duration{ms}});
    } else {
        check_rule(input.text());
    }
    return 0;
}

}  // namespace standby::fuzz
