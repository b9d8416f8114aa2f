#include "interchange/view/person_record.hpp"

#include "interchange/view/audit.hpp"
#include "interchange/view/message.hpp"
#include "interchange/view/wants.hpp"

#include <algorithm>

namespace standby::interchange {
namespace {

void write_person(JsonWriter& writer, const engine::PersonRecord& record) {
    if (!record.person) {
        writer.null("person");
        return;
    }
    const engine::Person& person = *record.person;
    writer.begin_object("person");
    writer.text_or_null("name", person.name);
    writer.text_or_null("email", person.email);
    writer.text_or_null("pending_email", person.pending_email);
    writer.text_or_null("former_contact", person.former_contact);
    writer.text_or_null("phone", person.phone);
    writer.text_or_null("user_id", person.user_id);
    writer.text_or_null("time_zone", person.time_zone);
    writer.text_or_null("locale", person.locale);
    writer.text_or_null("consent_text", person.consent_text);
    writer.text_or_null("consent_source", person.consent_source);
    writer.time("consent_at", person.consent_at);
    writer.end_object();
}

void write_entry_facts(JsonWriter& writer, const std::optional<core::EntryRow>& row) {
    if (!row) {
        for (const std::string_view member :
             {"joined_at", "position", "party_size", "tier", "points", "wants"}) {
            writer.null(member);
        }
        return;
    }
    writer.time("joined_at", row->joined_at);
    writer.natural("position", row->position);
    writer.natural("party_size", row->party_size);
    writer.natural("tier", row->tier);
    writer.integer("points", row->points);
    write_wants(writer, "wants", row->wants);
}

// Only what is there: guests don't learn that there could be something.
void write_note(JsonWriter& writer, const engine::PersonRecord& record) {
    if (!record.note) {
        return;
    }
    writer.begin_object("note");
    writer.text("text", record.note->text);
    writer.texts("tags", record.note->tags);
    writer.time("changed_at", record.note->changed_at);
    writer.end_object();
}

void write_opt_outs(JsonWriter& writer, const engine::PersonRecord& record) {
    writer.array("opt_outs", record.opt_outs, [&](const auto& one) {
        writer.begin_object();
        writer.text("channel", engine::name_of(one.first));
        writer.text("source", engine::name_of(one.second.source));
        writer.time("at", one.second.at);
        writer.end_object();
    });
}

// Where links stood there are marks (notify/voice/kept_words.hpp): a file is no place for links
// that let whoever has it act for the guest.
std::string without_marks(std::string_view kept) {
    constexpr char mark = '\x1A';
    std::string text;
    while (true) {
        const std::size_t start = kept.find(mark);
        const std::size_t end =
            start == std::string_view::npos ? start : kept.find(mark, start + 1);
        text += kept.substr(0, start);
        if (end == std::string_view::npos) {
            return text;
        }
        text += "[link]";
        kept.remove_prefix(end + 1);
    }
}

void write_texts(JsonWriter& writer, const engine::PersonRecord& record) {
    writer.array("texts", record.words, [&](const engine::KeptWords& words) {
        writer.begin_object();
        writer.text("message_id", engine::format_message_id(words.message));
        writer.text("channel", engine::name_of(words.channel));
        writer.text_or_null("subject", without_marks(words.subject));
        writer.text("text", without_marks(words.text));
        writer.end_object();
    });
}

}  // namespace

void write_person_record(JsonWriter& writer, const engine::PersonRecord& record) {
    const core::ResourceNumber resource = core::resource_of(record.entry);
    writer.begin_object();
    writer.text("entry_id", core::format_id(record.entry));
    writer.text("resource_id", core::format_id(resource));
    writer.text("list", record.list);
    writer.text("state", core::name_of(record.state));
    write_entry_facts(writer, record.row);
    write_person(writer, record);
    write_note(writer, record);
    write_opt_outs(writer, record);
    writer.array("messages", record.messages, [&](const engine::OutboxListing& listing) {
        const auto own = std::ranges::equal_range(record.deliveries, listing.row.id, {},
                                                  &engine::Delivery::message);
        write_message(writer, listing, "", {own.begin(), own.end()});
    });
    write_texts(writer, record);
    writer.array("history", record.events, [&](const auto& event) {
        write_audit_item(writer, resource, event.first, event.second);
    });
    writer.boolean("history_is_complete", record.has_all_events);
    writer.time("history_kept_since", record.kept_since);
    writer.end_object();
}

}  // namespace standby::interchange
