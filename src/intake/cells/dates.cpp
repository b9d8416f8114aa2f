#include "intake/cells/dates.hpp"

#include "base/name_key.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "intake/cells/cells.hpp"
#include "intake/cells/typed_date.hpp"
#include "intake/table/iso_values.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace standby::intake {
namespace {

using std::chrono::days;
using std::chrono::local_days;

enum class Side : std::uint8_t { Wish, Past };

std::unexpected<Doubt> doubt(DoubtKind kind, Say say, std::string_view typed,
                             std::string instead = {}) {
    return std::unexpected(Doubt{kind, say, in_quotes(typed), std::move(instead)});
}

local_days today(const DateReader& reader) {
    return std::chrono::floor<days>(reader.zone->to_local(reader.now));
}

// How far back a wish without a year may lie: nobody asks for a day almost a year away when it has
// just gone by.
constexpr days wish_behind_max{92};

// Of the same day in three years the one that is meant; nothing when it is in none of them.
template <class DayIn>
std::optional<local_days> meant_year(const DateReader& reader, Side side, DayIn&& day_in) {
    const local_days now = today(reader);
    const int year = static_cast<int>(std::chrono::year_month_day(now).year());
    std::optional<local_days> found;
    // A 29 February may be three years away.
    for (int candidate = year - 4; candidate <= year + 4; ++candidate) {
        const std::optional<local_days> day = day_in(candidate);
        if (!day) {
            continue;
        }
        if (side == Side::Past && *day <= now) {
            found = day;
        } else if (side == Side::Wish && !found && *day >= now - wish_behind_max) {
            found = day;
        }
    }
    return found;
}

std::optional<local_days> day_of(int year, unsigned month, unsigned day) {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                           std::chrono::day(day)};
    return date.ok() ? std::optional(local_days(date)) : std::nullopt;
}

// Its Monday.
local_days iso_week(int year, unsigned week) {
    const local_days in_first = local_days(std::chrono::year(year) / 1 / 4);
    const std::chrono::weekday weekday(in_first);
    return in_first - days(weekday.iso_encoding() - 1) + days(7 * (week - 1));
}

std::optional<local_days> week_in(int year, unsigned week) {
    const local_days monday = iso_week(year, week);
    const bool exists = week >= 1 && week <= 53 && monday < iso_week(year + 1, 1);
    return exists ? std::optional(monday) : std::nullopt;
}

std::string shown(local_days day) {
    const std::chrono::year_month_day date(day);
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

// The day that a day of the month stands for, with the month and the year where they were typed.
Result<Days, Doubt> placed_date(const TypedDate& typed, std::string_view text,
                                const DateReader& reader, Side side) {
    const auto nowhere = [&] { return doubt(DoubtKind::Impossible, Say::NoSuchDay, text); };
    std::optional<local_days> found;
    if (typed.month && typed.year) {
        found = day_of(*typed.year, *typed.month, *typed.day);
    } else if (typed.month) {
        found = meant_year(reader, side,
                           [&](int year) { return day_of(year, *typed.month, *typed.day); });
    } else {
        const std::chrono::year_month_day now(today(reader));
        const int step = side == Side::Past ? -1 : 1;
        for (int months = 0; months < 12 && !found; ++months) {
            const auto month = std::chrono::year_month(now.year(), now.month()) +
                               std::chrono::months(step * months);
            found = day_of(static_cast<int>(month.year()), static_cast<unsigned>(month.month()),
                           *typed.day);
            const bool fits =
                found && (side == Side::Past ? *found <= today(reader) : *found >= today(reader));
            found = fits ? found : std::nullopt;
        }
    }
    if (!found) {
        return nowhere();
    }
    if (typed.weekday && std::chrono::weekday(*found) != *typed.weekday) {
        return doubt(DoubtKind::Impossible, Say::WrongWeekday, text, shown(*found));
    }
    return Days{.first = found, .last = found, .clock = typed.clock};
}

Result<Days, Doubt> placed_month(const TypedDate& typed, const DateReader& reader, Side side) {
    const auto last_of = [](int year, unsigned month) {
        return local_days(std::chrono::year_month_day_last(
            std::chrono::year(year), std::chrono::month_day_last(std::chrono::month(month))));
    };
    const auto last = typed.year ? std::optional(last_of(*typed.year, *typed.month))
                                 : meant_year(reader, side, [&](int year) {
                                       return std::optional(last_of(year, *typed.month));
                                   });
    const std::chrono::year_month_day date(*last);
    return Days{.first = local_days(date.year() / date.month() / 1), .last = last, .clock = {}};
}

Result<Days, Doubt> placed(const TypedDate& typed, std::string_view text, const DateReader& reader,
                           Side side) {
    const local_days now = today(reader);
    if (typed.days_from_now) {
        const local_days day = now + days(*typed.days_from_now);
        return Days{.first = day, .last = day, .clock = typed.clock};
    }
    if (typed.weeks_from_now) {
        const local_days monday = now - days(std::chrono::weekday(now).iso_encoding() - 1) +
                                  days(7 * *typed.weeks_from_now);
        return Days{.first = monday, .last = monday + days(6), .clock = {}};
    }
    if (typed.week) {
        const auto monday =
            typed.year
                ? week_in(*typed.year, *typed.week)
                : meant_year(reader, side, [&](int year) { return week_in(year, *typed.week); });
        if (!monday) {
            return doubt(DoubtKind::Impossible, Say::NoSuchWeek, text);
        }
        return Days{.first = monday, .last = *monday + days(6), .clock = {}};
    }
    if (typed.day) {
        return placed_date(typed, text, reader, side);
    }
    if (typed.month) {
        return placed_month(typed, reader, side);
    }
    if (typed.weekday) {
        const local_days from = typed.is_next ? now + days(1) : now;
        const auto away = *typed.weekday - std::chrono::weekday(from);
        const local_days day =
            side == Side::Past ? now - (std::chrono::weekday(now) - *typed.weekday) : from + away;
        return Days{.first = day, .last = day, .clock = typed.clock};
    }
    return doubt(DoubtKind::NotUnderstood, Say::NoDate, text, shown(now));
}

// What the file itself says is a date needs no reading.
std::optional<Result<Days, Doubt>> placed_by_kind(const Cell& cell, const DateReader& reader) {
    if (const auto moment = cell.moment()) {
        const local_days day = std::chrono::floor<days>(*moment);
        Days found{.first = day, .last = day, .clock = {}};
        if (cell.kind == CellKind::DateTime) {
            found.clock = std::chrono::floor<std::chrono::minutes>(*moment - day);
        }
        return found;
    }
    if (cell.kind == CellKind::Number || cell.kind == CellKind::TimeOfDay) {
        return doubt(DoubtKind::Mangled,
                     cell.kind == CellKind::Number ? Say::NumberForDate : Say::TimeForDate,
                     cell.text, shown(today(reader)));
    }
    return std::nullopt;
}

Result<Days, Doubt> read_on(const Cell& cell, const DateReader& reader, Side side,
                            std::optional<Bound> other_side) {
    if (const auto by_kind = placed_by_kind(cell, reader)) {
        return *by_kind;
    }
    const std::string_view text = typed_in(cell);
    if (const auto iso = iso_date_cell(text)) {
        return *placed_by_kind(*iso, reader);
    }
    auto typed = parse_typed_date(text, reader.order);
    if (!typed) {
        return std::unexpected(std::move(typed).error());
    }
    if (typed->is_any) {
        return Days{};
    }
    if (other_side && typed->bound == other_side) {
        return doubt(DoubtKind::Ambiguous,
                     *other_side == Bound::Until ? Say::UntilForFirst : Say::FromForLast, text);
    }
    return placed(*typed, text, reader, side);
}

Time moment_at(local_days day, Duration clock, const DateReader& reader) {
    return reader.zone->to_utc(LocalTime(day) + clock);
}

}  // namespace

DateOrder order_of_locale(std::string_view locale) {
    const std::string text = to_lower(locale);
    const std::string_view language = std::string_view(text).substr(0, text.find_first_of("_-."));
    const std::size_t mark = text.find_first_of("_-");
    std::string_view country =
        mark == std::string::npos ? "" : std::string_view(text).substr(mark + 1, 2);
    const bool is_country = locale.size() == 2 && is_upper(locale[0]) && is_upper(locale[1]);
    if (is_country) {
        country = text;
    }
    if (country == "us") {
        return DateOrder::MonthFirst;
    }
    // Canada and the Philippines write both.
    if (country == "ca" || country == "ph" ||
        (country.empty() && (language == "en" || text.empty()))) {
        return DateOrder::Unknown;
    }
    return DateOrder::DayFirst;
}

DateOrder order_of_column(std::span<const Cell* const> cells) {
    std::size_t day_first = 0;
    std::size_t month_first = 0;
    for (const Cell* cell : cells) {
        if (cell->kind != CellKind::Text) {
            continue;
        }
        const DateOrder order = order_said_by(typed_in(*cell));
        day_first += order == DateOrder::DayFirst ? 1 : 0;
        month_first += order == DateOrder::MonthFirst ? 1 : 0;
    }
    return day_first > month_first   ? DateOrder::DayFirst
           : month_first > day_first ? DateOrder::MonthFirst
                                     : DateOrder::Unknown;
}

DateOrder chosen_order(std::string_view sheet_locale, std::span<const Cell* const> cells,
                       std::string_view country) {
    if (const DateOrder order = order_of_locale(sheet_locale);
        !sheet_locale.empty() && order != DateOrder::Unknown) {
        return order;
    }
    if (const DateOrder order = order_of_column(cells); order != DateOrder::Unknown) {
        return order;
    }
    return country.empty() ? DateOrder::Unknown : order_of_locale(country);
}

Result<Days, Doubt> read_days(const Cell& cell, const DateReader& reader) {
    return read_on(cell, reader, Side::Wish, std::nullopt);
}

Result<std::optional<Time>, Doubt> read_earliest(const Cell& cell, const DateReader& reader) {
    const Days found = TRY(read_on(cell, reader, Side::Wish, Bound::Until));
    return found.first ? std::optional(moment_at(
                             *found.first, found.clock.value_or(std::chrono::minutes{0}), reader))
                       : std::nullopt;
}

Result<std::optional<Time>, Doubt> read_latest(const Cell& cell, const DateReader& reader) {
    const Days found = TRY(read_on(cell, reader, Side::Wish, Bound::From));
    if (!found.last) {
        return std::optional<Time>();
    }
    return std::optional(found.clock
                             ? moment_at(*found.last, *found.clock, reader)
                             : moment_at(*found.last + days(1), Duration{0}, reader) - Duration{1});
}

Result<Time, Doubt> read_past(const Cell& cell, const DateReader& reader) {
    const std::string_view text = typed_in(cell);
    Time time{};
    if (const auto instant = parse_time(text)) {
        time = *instant;
    } else if (const auto iso = iso_date_cell(text);
               iso && iso->moment() && cell.kind == CellKind::Text) {
        time = reader.zone->to_utc(*iso->moment());
    } else if (const auto moment = cell.moment()) {
        time = reader.zone->to_utc(*moment);
    } else {
        const Days found = TRY(read_on(cell, reader, Side::Past, std::nullopt));
        if (!found.first || found.first != found.last) {
            return doubt(DoubtKind::NotUnderstood, Say::NoDay, text, shown(today(reader)));
        }
        time = moment_at(*found.first, found.clock.value_or(std::chrono::minutes{0}), reader);
    }
    if (time > reader.now) {
        return doubt(DoubtKind::Impossible, Say::InFuture, text);
    }
    return time;
}

}  // namespace standby::intake
