// Between what the fields hold and what the API takes.
#include "base/civil.hpp"
#include "base/json/made_value.hpp"
#include "core/model/limits.hpp"
#include "http/pages/instant_terms.hpp"
#include "http/pages/week_times.hpp"
#include "http/pages/wish_form.hpp"
#include "http/pages/words/words.hpp"
#include "interchange/wording/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace standby::http {
namespace {

// "2026-11-21", as date fields of forms take it.
std::string date_value(Time time, const Zone& zone) {
    const auto midnight = std::chrono::floor<std::chrono::days>(zone.to_local(time));
    const CivilDate date = civil_from_days(midnight.time_since_epoch().count());
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

constexpr std::array<std::string_view, 11> plain_fields = {
    "name",     "email",  "phone",       "party_size",     "service",      "staff",
    "earliest", "latest", "instant_yes", "instant_notice", "instant_price"};

WeekTicks ticked(const Form& form) {
    WeekTicks ticks;
    for (std::size_t index = 0; index < ticks.size(); ++index) {
        ticks.set(index, form.has(tick_name(index / parts_per_day, index % parts_per_day)));
    }
    return ticks;
}

void add(JsonValue& object, std::string_view name, JsonValue value) {
    object.members.push_back({name, std::move(value)});
}

void add_window(JsonValue& windows, std::string_view day, std::string_view from,
                std::string_view to) {
    JsonValue window{.type = JsonType::Object};
    add(window, "days", {.type = JsonType::Array, .items = {text_value(day)}});
    add(window, "from", text_value(from));
    add(window, "to", text_value(to));
    windows.items.push_back(std::move(window));
}

JsonValue windows_of(const WeekTicks& ticks) {
    JsonValue windows{.type = JsonType::Array};
    for (std::size_t day = 0; day < days_per_week; ++day) {
        bool is_whole = true;
        for (std::size_t part = 0; part < parts_per_day; ++part) {
            if (ticks.test(day * parts_per_day + part)) {
                add_window(windows, day_tags[day], day_parts[part].from, day_parts[part].to);
            } else {
                is_whole = false;
            }
        }
        if (is_whole) {
            // The early hours belong to a day that suits as a whole.
            add_window(windows, day_tags[day], "00:00", "00:00");
        }
    }
    return windows;
}

void add_contact(JsonValue& object, const Form& form, WishBody body) {
    for (const std::string_view field : {"name", "email", "phone"}) {
        if (!form.value(field).empty()) {
            add(object, field, text_value(form.value(field)));
        } else if (body == WishBody::Change && form.has(field)) {
            add(object, field, {});
        }
    }
}

void add_ticked(JsonValue& wants, std::string_view member, const Form& form,
                std::string_view beginning) {
    JsonValue names{.type = JsonType::Array};
    for (const std::string_view name : form.values_of(beginning)) {
        names.items.push_back(text_value(name));
    }
    if (!names.items.empty()) {
        add(wants, member, std::move(names));
    }
}

void add_slot_wishes(JsonValue& object, const Form& form) {
    JsonValue wants{.type = JsonType::Object};
    for (const std::string_view field : {"service", "staff", "earliest", "latest"}) {
        if (!form.value(field).empty()) {
            add(wants, field, text_value(form.value(field)));
        }
    }
    add_ticked(wants, "services", form, service_ticks);
    add_ticked(wants, "staff_any", form, staff_ticks);
    add_ticked(wants, "places", form, place_ticks);
    if (const WeekTicks ticks = ticked(form); ticks.any()) {
        add(wants, "weekly", windows_of(ticks));
    }
    add(object, "wants", std::move(wants));
    if (form.has("instant_yes")) {
        add(object, "instant_yes", instant_terms_of(form));
    }
}

}  // namespace

std::vector<std::string> wish_field_names() {
    std::vector<std::string> names(plain_fields.begin(), plain_fields.end());
    names.emplace_back("consent");
    names.emplace_back("instant_currency");
    for (const std::string_view day : day_tags) {
        names.push_back(instant_day_name(day));
    }
    for (std::size_t index = 0; index < WeekTicks{}.size(); ++index) {
        names.push_back(tick_name(index / parts_per_day, index % parts_per_day));
    }
    return names;
}

FieldTexts typed_values(const Form& form) {
    FieldTexts values;
    for (const std::string& name : wish_field_names()) {
        if (form.has(name)) {
            values.emplace_back(name, form.value(name));
        }
    }
    for (const std::string_view beginning : {service_ticks, staff_ticks, place_ticks}) {
        for (const std::string_view name : form.names_of(beginning)) {
            values.emplace_back(name, form.value(name));
        }
    }
    return values;
}

FieldTexts values_of(const core::Wants& wants, std::uint32_t party_size, const Zone& zone) {
    FieldTexts values;
    values.emplace_back("party_size", std::to_string(party_size));
    values.emplace_back("service", wants.service);
    values.emplace_back("staff", wants.staff);
    values.emplace_back("earliest", wants.earliest ? date_value(*wants.earliest, zone) : "");
    values.emplace_back("latest", wants.latest ? date_value(*wants.latest, zone) : "");
    if (wants.instant_yes) {
        add_instant_values(values, *wants.instant_yes);
    }
    const WeekTicks ticks = ticks_of(wants.weekly);
    for (std::size_t index = 0; index < ticks.size(); ++index) {
        if (ticks.test(index)) {
            values.emplace_back(tick_name(index / parts_per_day, index % parts_per_day), "yes");
        }
    }
    return values;
}

JsonValue body_of(const Form& form, core::Kind kind, WishBody body, std::string_view locale) {
    JsonValue object{.type = JsonType::Object};
    add_contact(object, form, body);
    if (!form.value("party_size").empty()) {
        add(object, "party_size", number_value(form.value("party_size")));
    }
    if (kind == core::Kind::Slots) {
        add_slot_wishes(object, form);
    }
    if (body == WishBody::Join) {
        add(object, "locale", text_value(locale));
        if (form.has("consent")) {
            add(object, "consent", {.type = JsonType::Boolean, .boolean = true});
        }
    }
    return object;
}

core::Wants changed_wants(const core::Wants& present, const core::Wants& said, const Form& form,
                          core::Kind kind, const Zone& zone) {
    if (kind != core::Kind::Slots) {
        return present;
    }
    core::Wants wants = present;
    const auto is_shown = [&](const std::optional<Time>& time, std::string_view field) {
        return form.value(field) == (time ? date_value(*time, zone) : "");
    };
    if (said.service != present.service || form.has(had_service_ticks)) {
        wants.service = said.service;
        wants.or_services = said.or_services;
    }
    if (said.staff != present.staff || form.has(had_staff_ticks)) {
        wants.staff = said.staff;
        wants.or_staff = said.or_staff;
    }
    if (form.has(had_place_ticks)) {
        wants.place = said.place;
        wants.or_places = said.or_places;
    }
    wants.earliest = is_shown(present.earliest, "earliest") ? present.earliest : said.earliest;
    wants.latest = is_shown(present.latest, "latest") ? present.latest : said.latest;
    if (ticked(form) != ticks_of(present.weekly)) {
        wants.weekly = said.weekly;
    }
    wants.instant_yes = said.instant_yes && present.instant_yes
                            ? changed_terms(*present.instant_yes, *said.instant_yes, form)
                            : said.instant_yes;
    return wants;
}

std::string_view field_of_error(std::string_view api_field) {
    constexpr std::string_view wishes = "wants.";
    if (api_field.starts_with("instant_yes.max_price")) {
        return "instant_price";
    }
    if (api_field.starts_with(wishes)) {
        api_field.remove_prefix(wishes.size());
    }
    api_field = api_field.substr(0, api_field.find_first_of(".["));
    return std::ranges::find(plain_fields, api_field) != plain_fields.end() ? api_field
                                                                            : std::string_view{};
}

std::string error_text(std::string_view field, std::string_view sentence, Language language) {
    const ErrorWords& words = words_in(language).errors;
    const std::string_view name = field_of_error(field);
    if (sentence.starts_with("must be at most")) {
        return std::string(words.too_long.text());
    }
    if (sentence.starts_with("must be one that the list knows")) {
        return std::string(words.nothing_new.text());
    }
    if (name == "email") {
        const bool is_missing = sentence.starts_with("is required");
        const bool is_last = sentence.contains("must remain");
        const bool is_mail_missing = sentence.starts_with("is required: ");
        return std::string((is_mail_missing ? words.email_missing
                            : is_missing    ? words.contact_missing
                            : is_last       ? words.contact_left
                                            : words.email)
                               .text());
    }
    constexpr std::string_view meant = "did you mean ";
    if (name == "service" && sentence.starts_with(meant)) {
        return words.did_you_mean.with(sentence.substr(meant.size()));
    }
    if (name == "instant_price") {
        return std::string(words.price.text());
    }
    if (name == "phone") {
        return std::string(words.phone.text());
    }
    if (name == "party_size") {
        return words.party_size.with(format_number(language, core::limits::party_size_max));
    }
    if (name == "earliest" || name == "latest") {
        return std::string(
            (sentence.starts_with("must not be before") ? words.dates_order : words.date).text());
    }
    return std::string(field) + " " + std::string(sentence);
}

}  // namespace standby::http
