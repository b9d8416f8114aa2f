#include "app/imports/import_plan.hpp"

#include "base/csv.hpp"
#include "base/json/made_value.hpp"
#include "base/text.hpp"
#include "interchange/contact/phone_region.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

namespace standby::app {
namespace {

using intake::Field;
using intake::RowNote;
using intake::TablePerson;

constexpr std::size_t first_rows_max = 5;
constexpr std::size_t heading_rows_max = 10;

// Where nothing is recognised, the row that has all the headings that were named by hand.
std::size_t heading_row_of(const intake::Table& table, const intake::ByHand& by_hand) {
    if (const auto found = intake::find_heading_row(table)) {
        return *found;
    }
    const std::size_t end = std::min(table.rows.size(), heading_rows_max);
    for (std::size_t index = 0; index < end && !by_hand.empty(); ++index) {
        const auto headings = intake::texts_of(table.rows[index]);
        if (intake::mapped_by_hand(intake::recognise(headings), headings, by_hand)) {
            return index;
        }
    }
    return 0;
}

// "emial; did you mean 'email'?"
std::string no_people_words(const std::vector<std::string>& headings) {
    constexpr std::array<std::string_view, 5> known = {"email", "phone", "mobile", "name",
                                                       "user_id"};
    std::string words =
        "no column has the addresses or phone numbers of people: say which one does";
    for (const std::string& heading : headings) {
        const std::string_view near = nearest(heading, known);
        if (!near.empty() && !intake::recognise({heading}).names_people() && near != heading) {
            return fmt::format("{}; is \"{}\" meant to be '{}'?", words, heading, near);
        }
    }
    return words;
}

std::string unlisted_text(const interchange::UnlistedName& name) {
    return fmt::format("\"{}\" isn't in the catalogue{}", name.text,
                       name.suggestion.empty()
                           ? "; add it there, or correct the row"
                           : fmt::format("; did you mean \"{}\"?", name.suggestion));
}

std::string without_wants(const std::string& field) {
    constexpr std::string_view wants = "wants.";
    return field.starts_with(wants) ? field.substr(wants.size()) : field;
}

// The object that would have been sent to the API; the texts live as long as `kept`.
JsonValue object_of(const TablePerson& person, std::deque<std::string>& kept) {
    JsonValue object{.type = JsonType::Object};
    JsonValue wants{.type = JsonType::Object};
    const auto text = [](JsonValue& into, std::string_view name, std::string_view value) {
        if (!value.empty()) {
            into.members.push_back({name, text_value(value)});
        }
    };
    const auto number = [&](std::string_view name, std::int64_t value) {
        object.members.push_back({name, {.type = JsonType::Integer, .integer = value}});
    };
    const auto time = [&](JsonValue& into, std::string_view name,
                          const std::optional<Time>& value) {
        if (value) {
            text(into, name, kept.emplace_back(format_time(*value)));
        }
    };
    text(object, "name", person.name);
    text(object, "email", person.email);
    text(object, "phone", person.phone);
    text(object, "user_id", person.user_id);
    text(object, "locale", person.language);
    text(object, "time_zone", person.time_zone);
    text(object, "consent", person.consent);
    number("party_size", person.party_size);
    number("tier", person.tier);
    number("points", person.points);
    time(object, "joined_at", person.joined_at);
    text(wants, "service", person.service);
    text(wants, "staff", person.staff);
    time(wants, "earliest", person.earliest);
    time(wants, "latest", person.latest);
    object.members.push_back({"wants", std::move(wants)});
    return object;
}

}  // namespace

intake::TableLimits import_limits() {
    return {.rows_max = 500'000, .unpacked_bytes_max = 100 * 1024 * 1024};
}

Result<ListFacts, std::string> list_facts(engine::Registry& registry, const core::ZoneBook& zones,
                                          engine::AccountNumber account,
                                          const std::string& time_zone) {
    ListFacts facts;
    if (const Zone* zone = zones.find(time_zone)) {
        facts.zone = *zone;
    }
    const auto house = registry.house(account);
    auto items = registry.catalogue(account);
    if (!house || !items) {
        return std::unexpected("the database could not be read");
    }
    facts.region = interchange::phone_region(*house, time_zone);
    facts.offered = interchange::OfferedNames{*std::move(items)};
    return facts;
}

std::size_t ImportPlan::bad_rows() const {
    std::size_t count = 0;
    for (std::size_t index = 0; index < found.problems.size(); ++index) {
        count += index == 0 || found.problems[index].row != found.problems[index - 1].row ? 1U : 0U;
    }
    return count;
}

ImportPlan plan_import(const intake::Table& table, const ImportSettings& settings,
                       const ListFacts& facts, Time now) {
    ImportPlan plan;
    plan.format = table.format;
    plan.encoding = table.dialect.encoding;
    plan.sheets = table.sheets;
    plan.sheet = table.sheet;
    if (table.rows.empty()) {
        plan.objection = "the table is empty; its first row must name the columns";
        return plan;
    }
    const std::size_t heading_row = heading_row_of(table, settings.by_hand);
    plan.headings = intake::texts_of(table.rows[heading_row]);
    plan.mapping = intake::recognise(plan.headings);
    auto mapped = intake::mapped_by_hand(plan.mapping, plan.headings, settings.by_hand);
    if (!mapped) {
        plan.objection = std::move(mapped).error();
        return plan;
    }
    plan.mapping = *std::move(mapped);
    for (std::size_t index = heading_row + 1;
         index < table.rows.size() && plan.first_rows.size() < first_rows_max; ++index) {
        plan.first_rows.push_back(intake::texts_of(table.rows[index]));
    }
    if (!plan.mapping.names_people()) {
        plan.objection = no_people_words(plan.headings);
        return plan;
    }
    auto found = intake::read_people(table, heading_row, plan.mapping,
                                     {.zone = &facts.zone,
                                      .region = facts.region,
                                      .sheet_locale = {},
                                      .now = now,
                                      .order = settings.order});
    if (!found) {
        plan.objection = std::move(found).error();
        return plan;
    }
    plan.found = *std::move(found);
    // What only the API's own reader knows is found out now, and not halfway through.
    std::erase_if(plan.found.people, [&](const TablePerson& person) {
        auto body = join_body(person, plan.mapping.source, facts, now);
        if (!body) {
            std::ranges::move(body.error(), std::back_inserter(plan.found.problems));
        }
        return !body;
    });
    for (RowNote& note : plan.found.problems) {
        const auto field = intake::parse_field(note.field);
        const auto column = field ? plan.mapping.column_of(*field) : std::nullopt;
        if (note.heading.empty() && column) {
            note.heading = plan.headings[*column];
        }
    }
    std::ranges::stable_sort(plan.found.problems, {}, &RowNote::row);
    return plan;
}

Result<http::JoinBody, std::vector<RowNote>>
join_body(const TablePerson& person, intake::Source source, const ListFacts& facts, Time now) {
    std::vector<RowNote> notes;
    const auto note = [&](std::string field, std::string words) {
        notes.push_back({.row = person.row,
                         .field = std::move(field),
                         .heading = {},
                         .words = std::move(words)});
    };
    std::deque<std::string> kept;
    auto body = http::read_join(object_of(person, kept), facts.zone, facts.region);
    if (!body) {
        if (body.error().errors.empty()) {
            note({}, body.error().detail);
        }
        for (const http::FieldError& error : body.error().errors) {
            note(without_wants(error.field), error.message);
        }
        return std::unexpected(std::move(notes));
    }
    for (const interchange::UnlistedName& name : interchange::resolve(facts.offered, body->wants)) {
        note(without_wants(name.field), unlisted_text(name));
    }
    if (!notes.empty()) {
        return std::unexpected(std::move(notes));
    }
    if (person.opted_in_at && body->consent_text.empty()) {
        body->consent_text = fmt::format("Opted in ({})", intake::shown_name_of(source));
    }
    http::add_consent(*body, "import", now);
    if (person.opted_in_at) {
        body->person.consent_at = person.opted_in_at;
    }
    return *std::move(body);
}

engine::Request join_request(core::ResourceNumber resource, http::JoinBody body,
                             const http::ContactHasher& hasher, core::Actor actor) {
    core::Join join;
    join.contacts = hasher.of(body.person);
    join.friend_keys = hasher.friend_keys(body.person);
    join.wants = std::move(body.wants);
    join.wants.by_text = !body.person.phone.empty() && body.person.email.empty();
    join.party_size = body.party_size;
    join.tier = body.tier;
    join.points = body.points;
    join.waits_since = body.joined_at;
    engine::Request request;
    request.resource = resource;
    request.command = std::move(join);
    request.actor = actor;
    request.attachment.person = std::move(body.person);
    return request;
}

std::string note_text(const RowNote& note) {
    return fmt::format("row {}{}{}: {}", note.row, note.field.empty() ? "" : ", ",
                       note.field.empty() ? note.heading : note.field, note.words);
}

void write_notes(JsonWriter& writer, std::string_view name, const std::vector<RowNote>& notes) {
    writer.name(name);
    writer.begin_array();
    for (const RowNote& note : std::span(notes).first(std::min(notes.size(), notes_shown_max))) {
        writer.begin_object();
        writer.natural("row", note.row);
        writer.text_or_null("field", note.field);
        writer.text_or_null("heading", note.heading);
        writer.text("message", note.words);
        writer.end_object();
    }
    writer.end_array();
}

void write_plan(JsonWriter& writer, const ImportPlan& plan) {
    writer.text("format", intake::name_of(plan.format));
    writer.text("encoding", standby::name_of(plan.encoding));
    writer.text("source", intake::name_of(plan.mapping.source));
    writer.text("source_name", intake::shown_name_of(plan.mapping.source));
    writer.texts("sheets", plan.sheets);
    writer.text_or_null("sheet", plan.sheet);
    writer.name("columns");
    writer.begin_array();
    for (std::size_t column = 0; column < plan.headings.size(); ++column) {
        const auto field =
            column < plan.mapping.columns.size() ? plan.mapping.columns[column] : std::nullopt;
        writer.begin_object();
        writer.text("heading", plan.headings[column]);
        writer.text_or_null("field", field ? intake::name_of(*field) : "");
        writer.end_object();
    }
    writer.end_array();
    writer.name("first_rows");
    writer.array(plan.first_rows, [&](const std::vector<std::string>& row) {
        writer.array(row, [&](const std::string& cell) { writer.text(cell); });
    });
    writer.text_or_null("objection", plan.objection);
    writer.text("order", intake::name_of(plan.found.order));
    writer.text_or_null("order_words", plan.found.order_words);
    writer.natural("people", plan.found.people.size());
    writer.natural("passed_over", plan.found.passed_over.size());
    writer.natural("bad", plan.bad_rows());
    write_notes(writer, "problems", plan.found.problems);
    write_notes(writer, "not_waiting", plan.found.passed_over);
}

}  // namespace standby::app
