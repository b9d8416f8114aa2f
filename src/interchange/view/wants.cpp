// Wishes out. The core keeps weekly windows merged, in minutes of the week; here they are taken
// apart into days again.
#include "interchange/view/wants.hpp"

#include <algorithm>
#include <array>
#include <bitset>

namespace standby::interchange {
namespace {

constexpr std::uint32_t minutes_per_day = 24 * 60;
constexpr std::array<std::string_view, 7> day_names{"mon", "tue", "wed", "thu",
                                                    "fri", "sat", "sun"};

// The same hours on several days. Equal `from` and `to` are a whole day.
struct Hours {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::bitset<7> days;
};

void add_piece(std::vector<Hours>& all, std::uint32_t start, std::uint32_t length) {
    const std::uint32_t day = start / minutes_per_day % 7;
    const std::uint32_t from = start % minutes_per_day;
    const std::uint32_t to = (from + length) % minutes_per_day;
    auto found = std::ranges::find_if(
        all, [&](const Hours& hours) { return hours.from == from && hours.to == to; });
    if (found == all.end()) {
        found = all.insert(all.end(), {.from = from, .to = to});
    }
    found->days.set(day);
}

std::vector<Hours> hours_of(const std::vector<core::WeeklyWindow>& windows) {
    std::vector<Hours> all;
    for (const core::WeeklyWindow& window : windows) {
        std::uint32_t start = window.from_minute;
        std::uint32_t left = std::min<std::uint32_t>(window.length_minutes, core::minutes_per_week);
        while (left > 0) {
            const std::uint32_t piece = std::min(left, minutes_per_day);
            add_piece(all, start, piece);
            start += piece;
            left -= piece;
        }
    }
    return all;
}

// All of them, where there are several.
void write_names(JsonWriter& writer, std::string_view member, const std::string& first,
                 const std::vector<std::string>& further) {
    if (further.empty()) {
        return;
    }
    writer.begin_array(member);
    if (!first.empty()) {
        writer.text(first);
    }
    for (const std::string& name : further) {
        writer.text(name);
    }
    writer.end_array();
}

}  // namespace

void write_money(JsonWriter& writer, std::string_view member,
                 const std::optional<core::Money>& money) {
    if (!money) {
        writer.null(member);
        return;
    }
    writer.begin_object(member);
    writer.integer("amount", money->amount);
    writer.text("currency", {money->currency.data(), money->currency.size()});
    writer.end_object();
}

void write_weekly(JsonWriter& writer, std::string_view member,
                  const std::vector<core::WeeklyWindow>& windows) {
    writer.array(member, hours_of(windows), [&](const Hours& hours) {
        writer.begin_object();
        writer.begin_array("days");
        for (std::size_t day = 0; day < day_names.size(); ++day) {
            if (hours.days.test(day)) {
                writer.text(day_names[day]);
            }
        }
        writer.end_array();
        writer.text("from", format_time_of_day(std::chrono::minutes{hours.from}));
        writer.text("to", format_time_of_day(std::chrono::minutes{hours.to}));
        writer.end_object();
    });
}

void write_wished_names(JsonWriter& writer, const core::Wants& wants) {
    writer.text_or_null("service", wants.service);
    writer.text_or_null("staff", wants.staff);
    writer.text_or_null("place", wants.place);
    write_names(writer, "services", wants.service, wants.or_services);
    write_names(writer, "staff_any", wants.staff, wants.or_staff);
    write_names(writer, "places", wants.place, wants.or_places);
}

void write_wants(JsonWriter& writer, std::string_view member, const core::Wants& wants) {
    writer.begin_object(member);
    write_wished_names(writer, wants);
    writer.time("earliest", wants.earliest);
    writer.time("latest", wants.latest);
    write_weekly(writer, "weekly", wants.weekly);
    writer.duration("min_notice", wants.min_notice);
    write_money(writer, "max_price", wants.max_price);
    writer.boolean("move_up", wants.move_up);
    writer.end_object();
}

void write_instant_yes(JsonWriter& writer, std::string_view member,
                       const std::optional<core::InstantYes>& terms) {
    if (!terms) {
        writer.null(member);
        return;
    }
    writer.begin_object(member);
    writer.duration("min_notice", terms->min_notice);
    write_money(writer, "max_price", terms->max_price);
    write_weekly(writer, "weekly", terms->weekly);
    writer.end_object();
}

void write_slot_members(JsonWriter& writer, const core::Slot& slot) {
    writer.time("starts_at", slot.starts_at);
    writer.duration("duration", slot.duration);
    writer.text_or_null("service", slot.service);
    writer.text_or_null("staff", slot.staff);
    writer.text_or_null("place", slot.place);
    write_names(writer, "services", slot.service, slot.service_names);
    write_names(writer, "staff_any", slot.staff, slot.staff_names);
    write_names(writer, "places", slot.place, slot.place_names);
    writer.begin_object("size");
    writer.natural("min", slot.size_min);
    writer.natural("max", slot.size_max);
    writer.end_object();
    write_money(writer, "price", slot.price);
    if (slot.any_hour) {
        writer.boolean("any_hour", true);
    }
}

}  // namespace standby::interchange
