#include "http/routes/stats_query.hpp"

#include "base/civil.hpp"
#include "base/number.hpp"
#include "http/routes/row_filter.hpp"

#include <algorithm>
#include <string_view>

namespace standby::http {
namespace {

constexpr std::uint32_t days_max = 366;
constexpr std::int64_t range_max = 3'660;  // ten years
constexpr std::size_t names_told_max = 10;

using std::chrono::local_days;

bool is_written(std::string_view text, std::string_view pattern) {
    return text.size() == pattern.size() &&
           std::ranges::equal(text, pattern, [](char letter, char expected) {
               return expected == 'd' ? letter >= '0' && letter <= '9' : letter == expected;
           });
}

unsigned digits(std::string_view text, std::size_t at, std::size_t size) {
    return parse_number<unsigned>(text.substr(at, size)).value_or(0);
}

Result<std::optional<local_days>, Problem> day_parameter(const Request& request,
                                                         const std::string& name) {
    const auto text = request.parameter(name);
    if (!text) {
        return std::nullopt;
    }
    if (is_written(*text, "dddd-dd-dd")) {
        const CivilDate date{
            .year = digits(*text, 0, 4), .month = digits(*text, 5, 2), .day = digits(*text, 8, 2)};
        if (date.year >= 1970 && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
            date.day <= days_in_month(date.year, date.month)) {
            return local_days{std::chrono::days{days_from_civil(date)}};
        }
    }
    return std::unexpected(invalid(name, "must be a date such as 2026-11-15"));
}

engine::DayNumber number_of(local_days day) {
    return static_cast<engine::DayNumber>(day.time_since_epoch().count());
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t index = 0; index < names.size() && index < names_told_max; ++index) {
        text += (index == 0 ? "" : ", ") + names[index];
    }
    return text + (names.size() > names_told_max ? ", …" : "");
}

Result<void, Problem> check_name(const std::string& field, const std::string& name,
                                 const std::vector<std::string>& names) {
    if (name.empty() || engine::has_name(names, name)) {
        return {};
    }
    return std::unexpected(invalid(field, names.empty()
                                              ? "no opening has named any so far"
                                              : "no opening had it; they had: " + listed(names)));
}

}  // namespace

Result<StatsQuery, Problem> read_stats_query(const Request& request, std::uint32_t days_otherwise) {
    StatsQuery query;
    query.from = TRY(day_parameter(request, "from"));
    query.to = TRY(day_parameter(request, "to"));
    const auto days = TRY(number_parameter(request, "days", 1, days_max));
    if (days && (query.from || query.to)) {
        return std::unexpected(invalid("days", "can't be given together with from or to"));
    }
    if (query.from && query.to && *query.to < *query.from) {
        return std::unexpected(invalid("to", "must not be before from"));
    }
    if (query.from && query.to && (*query.to - *query.from).count() >= range_max) {
        return std::unexpected(invalid("to", "must be less than ten years after from"));
    }
    query.days = static_cast<std::uint32_t>(days.value_or(days_otherwise));
    query.service = TRY(text_parameter(request, "service")).value_or("");
    query.staff = TRY(text_parameter(request, "staff")).value_or("");
    return query;
}

engine::StatsQuestion StatsQuery::question(local_days today) const {
    engine::StatsQuestion question;
    question.service = service;
    question.staff = staff;
    const interchange::AskedAbout asked = about(today);
    if (asked.from && asked.to) {
        question.range = {number_of(*asked.from), number_of(*asked.to)};
        question.first_day = question.range->first;
        // Days to come have nothing to tell yet.
        question.last_day = std::min(question.range->second, number_of(today));
    } else {
        question.last_day = number_of(today);
        question.first_day = question.last_day - static_cast<engine::DayNumber>(days) + 1;
    }
    return question;
}

// One of the two alone: up to today, or as many days back as are told otherwise.
interchange::AskedAbout StatsQuery::about(local_days today) const {
    interchange::AskedAbout asked{.from = from, .to = to, .service = service, .staff = staff};
    if (from && !to) {
        asked.to = std::max(today, *from);
        asked.to = std::min(*asked.to, *from + std::chrono::days{range_max - 1});
    } else if (to && !from) {
        asked.from = *to - std::chrono::days{days - 1};
    } else if (!from && is_last_days) {
        asked.from = today - std::chrono::days{days - 1};
        asked.to = today;
    }
    return asked;
}

Result<void, Problem> check_names(const StatsQuery& query, const std::vector<std::string>& services,
                                  const std::vector<std::string>& staff) {
    TRY(check_name("service", query.service, services));
    return check_name("staff", query.staff, staff);
}

Result<std::optional<std::uint64_t>, Problem> month_parameter(const Request& request) {
    const auto text = request.parameter("month");
    if (!text) {
        return std::nullopt;
    }
    const unsigned month = is_written(*text, "dddd-dd") ? digits(*text, 5, 2) : 0;
    const unsigned year = month == 0 ? 0 : digits(*text, 0, 4);
    if (year < 1970 || month < 1 || month > 12) {
        return std::unexpected(invalid("month", "must be a month such as 2026-10"));
    }
    return std::uint64_t{year} * 12 + month - 1;
}

}  // namespace standby::http
