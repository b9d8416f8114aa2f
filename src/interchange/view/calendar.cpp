#include "interchange/view/calendar.hpp"

#include "interchange/view/ids.hpp"
#include "interchange/view/wants.hpp"

namespace standby::interchange {
namespace {

void write_problem(JsonWriter& writer, std::string_view problem, std::string_view sentence) {
    if (problem.empty()) {
        writer.null("problem");
        return;
    }
    writer.begin_object("problem");
    writer.text("code", problem);
    writer.text("detail", sentence);
    writer.end_object();
}

void write_slot(JsonWriter& writer, const core::Slot& slot) {
    writer.begin_object();
    write_slot_members(writer, slot);
    writer.end_object();
}

void write_gone(JsonWriter& writer, std::string_view member,
                const std::vector<engine::GoneAppointment>& gone) {
    writer.array(member, gone,
                 [&](const engine::GoneAppointment& one) { write_slot(writer, one.slot); });
}

void write_settings(JsonWriter& writer, const engine::CalendarSettings& settings) {
    writer.text("kind", name_of(settings.kind));
    writer.text_or_null("url", settings.url);
    writer.text_or_null("username", settings.username);
    writer.text_or_null("calendar", settings.calendar);
    writer.texts("categories", settings.categories);
    writer.texts("titles", settings.titles);
    writer.boolean("all_day", settings.all_day);
    writer.natural("at_once", settings.at_once);
    writer.text_or_null("service", settings.service);
    writer.text_or_null("staff", settings.staff);
    writer.text_or_null("place", settings.place);
    writer.begin_object("size");
    writer.natural("min", settings.size_min);
    writer.natural("max", settings.size_max);
    writer.end_object();
    write_money(writer, "price", settings.price);
    writer.duration("length", settings.length);
    writer.duration("notice", settings.notice);
    writer.boolean("writes", settings.writes);
}

}  // namespace

void write_calendar(JsonWriter& writer, const engine::FollowedCalendar& calendar) {
    const engine::CalendarStatus& status = calendar.status;
    writer.begin_object();
    writer.text("id",
                format_calendar_id({.resource = calendar.resource, .number = calendar.number}));
    writer.text("resource_id", core::format_id(calendar.resource));
    write_settings(writer, calendar.settings);
    writer.boolean("has_secret", calendar.has_secret);
    writer.time("created_at", calendar.created_at);
    writer.text("state", calendar.is_locked         ? "locked"
                         : !status.tried_at         ? "new"
                         : !status.problem.empty()  ? "failing"
                         : !status.question.empty() ? "asking"
                                                    : "following");
    writer.time("looked_at", status.looked_at);
    writer.time("tried_at", status.tried_at);
    writer.time("changed_at", status.changed_at);
    write_problem(writer, status.problem, status.sentence);
    writer.natural("appointments", status.appointments);
    writer.natural("unreadable", status.unreadable);
    writer.natural("offered", status.offered);
    writer.text_or_null("question", status.question);
    write_gone(writer, "gone", status.gone);
    write_gone(writer, "conflicts", status.conflicts);
    write_gone(writer, "left", status.left);
    writer.end_object();
}

void write_tested_calendar(JsonWriter& writer, const engine::TestedCalendar& tested) {
    writer.begin_object();
    writer.boolean("works", tested.problem.empty());
    write_problem(writer, tested.problem, tested.sentence);
    writer.natural("events", tested.events);
    writer.natural("unreadable", tested.unreadable);
    writer.natural("appointments", tested.appointments);
    writer.array("next", tested.next, [&](const core::Slot& slot) { write_slot(writer, slot); });
    writer.end_object();
}

}  // namespace standby::interchange
