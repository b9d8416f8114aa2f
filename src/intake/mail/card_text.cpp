// A card as JSON.
#include "base/characters.hpp"
#include "base/civil.hpp"
#include "base/json/writer.hpp"
#include "intake/mail/card.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace standby::intake {
namespace {

constexpr int day_minutes = 24 * 60;

std::string date_text(std::int64_t day) {
    const CivilDate date = civil_from_days(day);
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string time_text(int minutes) {
    // The end of the day is the beginning of the next.
    minutes %= day_minutes;
    return fmt::format("{:02}:{:02}", minutes / 60, minutes % 60);
}

// Whoever asks for half past five would take an appointment that begins a little later, too.
constexpr int after_one_time = 3 * 60;

void write_times(JsonWriter& writer, const CardRow& row) {
    const bool is_one_day =
        row.days && row.days->earliest && row.days->earliest == row.days->latest;
    const int from = row.times->from.value_or(0);
    const int to = !row.times->to                     ? day_minutes
                   : row.times->from == row.times->to ? std::min(from + after_one_time, day_minutes)
                                                      : *row.times->to;
    constexpr std::string_view names[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
    writer.begin_array("weekly");
    writer.begin_object();
    writer.begin_array("days");
    for (std::int64_t day = 0; day < 7; ++day) {
        // 1970-01-01 was a Thursday.
        const bool is_meant = !is_one_day || (*row.days->earliest + 3) % 7 == day;
        if (is_meant) {
            writer.text(names[day]);
        }
    }
    writer.end_array();
    writer.text("from", time_text(from));
    writer.text("to", time_text(to));
    writer.end_object();
    writer.end_array();
}

void write_row(JsonWriter& writer, const CardRow& row) {
    writer.begin_object();
    writer.text_or_null("name", row.name);
    writer.text_or_null("email", row.email);
    writer.text_or_null("phone", row.phone);
    writer.natural("party_size", static_cast<std::uint64_t>(row.party_size.value_or(1)));
    writer.begin_object("wants");
    writer.text_or_null("service", row.service);
    writer.text_or_null("staff", row.staff);
    writer.text_or_null("earliest",
                        row.days && row.days->earliest ? date_text(*row.days->earliest) : "");
    writer.text_or_null("latest", row.days && row.days->latest ? date_text(*row.days->latest) : "");
    if (row.times) {
        write_times(writer, row);
    } else {
        writer.begin_array("weekly");
        writer.end_array();
    }
    writer.end_object();
    writer.end_object();
}

void write_source(JsonWriter& writer, const Card& card, const CardSource& source) {
    writer.begin_object();
    writer.text("field", source.field);
    if (source.text) {
        const std::string& text = card.texts[*source.text].text;
        const std::string_view words = words_at(text, source.span);
        writer.natural("text", *source.text);
        writer.natural("offset", count_characters(text.substr(0, source.span.offset)));
        writer.natural("length", count_characters(words));
        writer.text("words", words);
    } else {
        writer.null("text");
        writer.natural("offset", 0);
        writer.natural("length", 0);
        writer.text("words", card.sender_address);
    }
    writer.end_object();
}

}  // namespace

std::string write_row(const CardRow& row) {
    return json_text([&](JsonWriter& writer) { write_row(writer, row); });
}

std::string write_card(const Card& card) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text_or_null("problem", card.problem);
        writer.text("subject", card.subject);
        writer.begin_object("sender");
        writer.text_or_null("name", card.sender_name);
        writer.text_or_null("email", card.sender_address);
        writer.end_object();
        writer.text_or_null("came_from", card.came_from);
        writer.text("authenticity", name_of(card.authenticity));
        writer.boolean("from_staff", card.is_from_staff);
        writer.boolean("trusted", card.is_from_staff && card.authenticity == Authenticity::Proven);
        writer.boolean("passed_on", card.is_passed_on);
        writer.text_or_null("language", card.language);
        writer.array("texts", card.texts, [](JsonWriter& inner, const CardText& text) {
            inner.begin_object();
            inner.text_or_null("name", text.name);
            inner.text("kind", text.kind);
            inner.text_or_null("problem", text.problem);
            inner.text("text", text.text);
            inner.end_object();
        });
        writer.array("found", card.sources, [&](JsonWriter& inner, const CardSource& source) {
            write_source(inner, card, source);
        });
        writer.name("row");
        write_row(writer, card.row);
        writer.end_object();
    });
}

}  // namespace standby::intake
