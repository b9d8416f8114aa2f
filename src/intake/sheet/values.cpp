// The first moment of a day and the last one are written as the day alone, as staff do.
#include "intake/sheet/values.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "interchange/contact/contact.hpp"

#include <charconv>
#include <chrono>

namespace standby::intake::sheet {
namespace {

constexpr std::string_view names_separator = " / ";
constexpr std::size_t date_length = 10;

// What the clock on the wall shows: "2026-10-14 09:30".
std::string local_text(LocalTime local) {
    const std::string text =
        format_time(Time{std::chrono::floor<std::chrono::minutes>(local.time_since_epoch())});
    return text.substr(0, date_length) + ' ' + text.substr(date_length + 1, 5);
}

std::string without_clock(const std::string& text, std::string_view clock) {
    return text.ends_with(clock) ? text.substr(0, date_length) : text;
}

std::optional<LocalTime> local_in(std::string_view text) {
    const std::string day(text.substr(0, date_length));
    const std::string clock(text.size() > date_length ? text.substr(date_length + 1) : "00:00");
    const auto time = parse_time(day + "T" + clock + ":00Z");
    return time ? std::optional(LocalTime{time->time_since_epoch()}) : std::nullopt;
}

std::optional<Time> earliest_in(std::string_view text, const Zone& zone) {
    const auto local = local_in(text);
    return local ? std::optional(zone.to_utc(*local)) : std::nullopt;
}

std::optional<Time> latest_in(std::string_view text, const Zone& zone) {
    const auto local = local_in(text);
    if (!local) {
        return std::nullopt;
    }
    return text.size() > date_length ? zone.to_utc(*local)
                                     : zone.to_utc(*local + std::chrono::days{1}) - Duration{1};
}

template <class Number>
Number number_in(std::string_view text, Number otherwise) {
    Number number = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void set_names(std::string_view text, std::string& first, std::vector<std::string>& others) {
    std::vector<std::string> names = names_in(text);
    first = names.empty() ? std::string() : names.front();
    others.assign(names.begin() + (names.empty() ? 0 : 1), names.end());
}

}  // namespace

std::string earliest_text(Time earliest, const Zone& zone) {
    return without_clock(local_text(zone.to_local(earliest)), "00:00");
}

std::string latest_text(Time latest, const Zone& zone) {
    return without_clock(local_text(zone.to_local(latest)), "23:59");
}

std::string joined_text(Time joined) {
    return format_time(std::chrono::floor<std::chrono::minutes>(joined));
}

std::string party_text(std::uint32_t size) {
    return size == 1 ? std::string() : std::to_string(size);
}

std::string priority_text(std::uint8_t tier) {
    return tier == 0 ? std::string() : std::to_string(tier);
}

std::string names_text(const std::string& first, const std::vector<std::string>& others) {
    std::string text = first;
    for (const std::string& other : others) {
        text += std::string(names_separator) + other;
    }
    return text;
}

std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> names;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(names_separator), text.size());
        if (const std::string_view name = trim(text.substr(0, end)); !name.empty()) {
            names.emplace_back(name);
        }
        text.remove_prefix(std::min(end + names_separator.size(), text.size()));
    }
    return names;
}

PerField<std::string> values_of(const core::EntryView& entry, const engine::Person& person,
                                const Zone& zone) {
    PerField<std::string> values;
    values[Field::Name] = person.name;
    values[Field::Phone] = person.phone;
    values[Field::Email] = interchange::normalise_email(person.email).value_or(person.email);
    values[Field::Service] = names_text(entry.wants.service, entry.wants.or_services);
    values[Field::Staff] = names_text(entry.wants.staff, entry.wants.or_staff);
    values[Field::PartySize] = party_text(entry.party_size);
    values[Field::Priority] = priority_text(entry.tier);
    values[Field::Joined] = joined_text(entry.joined_at);
    if (entry.wants.earliest) {
        values[Field::Earliest] = earliest_text(*entry.wants.earliest, zone);
    }
    if (entry.wants.latest) {
        values[Field::Latest] = latest_text(*entry.wants.latest, zone);
    }
    return values;
}

void take(const Row& row, FieldSet taken, const Zone& zone, Taken& into) {
    const auto with = [&](Field field, auto&& use) {
        if (taken.has(field) && row.cells[field].value) {
            use(std::string_view(*row.cells[field].value));
        }
    };
    with(Field::Name, [&](std::string_view text) { into.person.name = text; });
    with(Field::Phone, [&](std::string_view text) { into.person.phone = text; });
    with(Field::Email, [&](std::string_view text) { into.person.email = text; });
    with(Field::Service, [&](std::string_view text) {
        set_names(text, into.wants.service, into.wants.or_services);
    });
    with(Field::Staff,
         [&](std::string_view text) { set_names(text, into.wants.staff, into.wants.or_staff); });
    with(Field::PartySize,
         [&](std::string_view text) { into.party_size = number_in<std::uint32_t>(text, 1); });
    with(Field::Priority,
         [&](std::string_view text) { into.tier = number_in<std::uint8_t>(text, 0); });
    with(Field::Earliest, [&](std::string_view text) {
        into.wants.earliest = text.empty() ? std::nullopt : earliest_in(text, zone);
    });
    with(Field::Latest, [&](std::string_view text) {
        into.wants.latest = text.empty() ? std::nullopt : latest_in(text, zone);
    });
}

std::string shown(Field field, const std::string& value, const Zone& zone) {
    if (field != Field::Joined || value.empty()) {
        return value;
    }
    const auto time = parse_time(value);
    return time ? local_text(zone.to_local(*time)) : value;
}

}  // namespace standby::intake::sheet
