// `standby export`: tables as CSV or as one JSON object per line, page by page.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/trail.hpp"
#include "base/bytes.hpp"
#include "base/csv.hpp"
#include "core/audit/event_codec.hpp"
#include "core/state/rows.hpp"
#include "interchange/view/audit.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/offer.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace standby::app {
namespace {

using Fields = std::vector<std::string>;
using Done = Result<void, std::string>;

std::string text_of(const std::optional<Time>& time) {
    return time ? format_time(*time) : "";
}

template <class Number>
std::string id_or_empty(core::ResourceNumber resource, Number number) {
    if constexpr (std::is_same_v<Number, core::Ticket>) {
        return number == 0 ? "" : core::format_id(core::entry_id(resource, number));
    } else if constexpr (std::is_same_v<Number, core::OfferNumber>) {
        return number == Number{} ? "" : core::format_id(core::offer_id(resource, number));
    } else {
        return number == Number{} ? "" : core::format_id(core::opening_id(resource, number));
    }
}

// One table: the names of its columns, and how to write what a resource has in it.
class Exporter {
public:
    // What is worth knowing about the output goes to the notes.
    Exporter(engine::Store& store, const ExportCommand& command, std::ostream& output,
             std::ostream& notes)
        : store_(store), command_(command), output_(output), notes_(notes) {}

    Done run() {
        if (command_.format == ExportFormat::Csv) {
            output_ << csv_line(header());
        }
        TRY(for_each_resource(store_, command_.resource,
                              [&](const engine::ResourceListing& listing) -> Done {
                                  TRY(write_resource(listing.number));
                                  if (!output_) {
                                      return std::unexpected("the output could not be written");
                                  }
                                  return {};
                              }));
        output_.flush();
        if (!output_) {
            return std::unexpected("the output could not be written");
        }
        return {};
    }

private:
    Fields header() const;
    Done write_resource(core::ResourceNumber resource);
    Done write_audit(core::ResourceNumber resource);
    Done write_people(core::ResourceNumber resource);
    void write_entry(core::ResourceNumber resource, const engine::StoredRow& row);
    void write_offer(core::ResourceNumber resource, const engine::StoredRow& row);
    void write_opening(core::ResourceNumber resource, const engine::StoredRow& row);

    // Either the fields or what `json` writes.
    template <class Json>
    void put(const Fields& fields, Json&& json) {
        if (command_.format == ExportFormat::Csv) {
            output_ << csv_line(fields);
            return;
        }
        std::string line;
        JsonWriter writer{line};
        json(writer);
        output_ << line << '\n';
    }

    engine::Store& store_;
    const ExportCommand& command_;
    std::ostream& output_;
    std::ostream& notes_;
};

Fields Exporter::header() const {
    switch (command_.what) {
    case ExportWhat::Entries:
        return {"resource_id", "id",        "state",      "position", "party_size",
                "tier",        "points",    "service",    "staff",    "earliest",
                "latest",      "joined_at", "opening_id", "misses",   "declines"};
    case ExportWhat::Offers:
        return {"resource_id", "id",      "state",   "entry_id",  "opening_id",
                "places",      "made_at", "sent_at", "expires_at"};
    case ExportWhat::Openings:
        return {"resource_id", "id",    "state",    "starts_at", "duration",    "service",
                "staff",       "place", "size_min", "size_max",  "offers_made", "entry_id"};
    case ExportWhat::Audit:
        return {"resource_id",   "seq",        "at",         "type",     "entry_id",
                "offer_id",      "opening_id", "from_state", "to_state", "reason",
                "rules_version", "actor",      "hash"};
    case ExportWhat::People:
        return {"resource_id", "entry_id", "name",         "email",          "phone",     "user_id",
                "time_zone",   "locale",   "consent_text", "consent_source", "consent_at"};
    }
    return {};
}

void Exporter::write_entry(core::ResourceNumber resource, const engine::StoredRow& row) {
    const core::EntryId id = core::entry_id(resource, row.number);
    const interchange::EntryFacts facts = interchange::entry_facts(id, row);
    const bool known = facts.complete;  // an archived one keeps its state only
    const auto number = [&](std::int64_t value) { return known ? std::to_string(value) : ""; };
    put({core::format_id(resource), core::format_id(id), std::string(core::name_of(facts.state)),
         number(facts.position), number(facts.party_size), number(facts.tier), number(facts.points),
         facts.wants.service, facts.wants.staff, text_of(facts.wants.earliest),
         text_of(facts.wants.latest), known ? format_time(facts.joined_at) : "",
         id_or_empty(resource, facts.opening), number(facts.misses), number(facts.declines)},
        [&](JsonWriter& writer) {
            interchange::write_entry(writer, facts, {.viewer = interchange::Viewer::Anybody});
        });
}

void Exporter::write_offer(core::ResourceNumber resource, const engine::StoredRow& row) {
    const core::OfferId id = core::offer_id(resource, core::OfferNumber{row.number});
    const interchange::OfferFacts facts = interchange::offer_facts(id, row);
    const bool known = facts.complete;
    put({core::format_id(resource), core::format_id(id), std::string(core::name_of(facts.state)),
         id_or_empty(resource, facts.entry), id_or_empty(resource, facts.opening),
         known ? std::to_string(facts.places) : "", known ? format_time(facts.made_at) : "",
         text_of(facts.sent_at), known ? format_time(facts.expires_at) : ""},
        [&](JsonWriter& writer) {
            interchange::write_offer(writer, facts, nullptr, interchange::Viewer::Anybody);
        });
}

void Exporter::write_opening(core::ResourceNumber resource, const engine::StoredRow& row) {
    const core::OpeningId id = core::opening_id(resource, core::OpeningNumber{row.number});
    const interchange::OpeningFacts facts = interchange::opening_facts(id, row);
    const bool known = facts.complete;
    const core::Slot& slot = facts.slot;
    put({core::format_id(resource), core::format_id(id), std::string(core::name_of(facts.state)),
         known ? format_time(slot.starts_at) : "", known ? format_duration(slot.duration) : "",
         slot.service, slot.staff, slot.place, known ? std::to_string(slot.size_min) : "",
         known ? std::to_string(slot.size_max) : "", known ? std::to_string(facts.offers_made) : "",
         id_or_empty(resource, facts.holder)},
        [&](JsonWriter& writer) {
            interchange::write_opening(writer, facts, nullptr, interchange::Viewer::Anybody);
        });
}

Done Exporter::write_audit(core::ResourceNumber resource) {
    const auto starts = TRY(Pages(store_).starts(resource));
    if (!starts.empty()) {
        notes_ << "standby: " << kept_since_text(resource, starts.back().since) << '\n';
    }
    return for_each_event(
        store_, resource, starts.empty() ? 0 : starts.back().event,
        [&](const engine::EventRow& row) -> Result<bool, std::string> {
            const auto event = core::decode_event(row.data);
            if (!event) {
                return std::unexpected(fmt::format("event {} of {} cannot be read ({})", row.number,
                                                   core::format_id(resource), event.error()));
            }
            put({core::format_id(resource), std::to_string(event->number), format_time(event->at),
                 std::string(core::type_of(*event)), id_or_empty(resource, event->entry),
                 id_or_empty(resource, event->offer), id_or_empty(resource, event->opening),
                 std::string(core::from_state(*event)), std::string(core::to_state(*event)),
                 std::string(core::name_of(event->reason)), std::to_string(event->rules_version),
                 interchange::actor_text(event->actor), to_hex(row.link)},
                [&](JsonWriter& writer) {
                    interchange::write_audit_item(writer, resource, *event, row.link);
                });
            return true;
        });
}

Done Exporter::write_people(core::ResourceNumber resource) {
    constexpr std::size_t people_at_once = 500;
    std::vector<core::Ticket> tickets;
    const auto flush = [&]() -> Done {
        const auto people = store_.people(resource, tickets);
        if (!people) {
            return std::unexpected("the people cannot be read; run standby doctor");
        }
        for (const auto& [entry, person] : *people) {
            const std::string id = core::format_id(core::entry_id(resource, entry));
            put({core::format_id(resource), id, person.name, person.email, person.phone,
                 person.user_id, person.time_zone, person.locale, person.consent_text,
                 person.consent_source, text_of(person.consent_at)},
                [&, &who = person](JsonWriter& writer) {
                    writer.begin_object();
                    writer.text("resource_id", core::format_id(resource));
                    writer.text("entry_id", id);
                    writer.text_or_null("name", who.name);
                    writer.text_or_null("email", who.email);
                    writer.text_or_null("phone", who.phone);
                    writer.text_or_null("user_id", who.user_id);
                    writer.text_or_null("time_zone", who.time_zone);
                    writer.text_or_null("locale", who.locale);
                    writer.text_or_null("consent_text", who.consent_text);
                    writer.text_or_null("consent_source", who.consent_source);
                    writer.time("consent_at", who.consent_at);
                    writer.end_object();
                });
        }
        tickets.clear();
        return {};
    };
    TRY(for_each_row(store_, engine::RowTable::Entries, resource,
                     [&](const engine::StoredRow& row) -> Done {
                         tickets.push_back(row.number);
                         return tickets.size() < people_at_once ? Done{} : flush();
                     }));
    return flush();
}

Done Exporter::write_resource(core::ResourceNumber resource) {
    const auto rows = [&](engine::RowTable table,
                          void (Exporter::*write)(core::ResourceNumber, const engine::StoredRow&)) {
        return for_each_row(store_, table, resource, [&](const engine::StoredRow& row) -> Done {
            (this->*write)(resource, row);
            return {};
        });
    };
    switch (command_.what) {
    case ExportWhat::Entries:
        return rows(engine::RowTable::Entries, &Exporter::write_entry);
    case ExportWhat::Offers:
        return rows(engine::RowTable::Offers, &Exporter::write_offer);
    case ExportWhat::Openings:
        return rows(engine::RowTable::Openings, &Exporter::write_opening);
    case ExportWhat::Audit:
        return write_audit(resource);
    case ExportWhat::People:
        return write_people(resource);
    }
    return {};
}

// A new file that only its owner can read: it may hold personal data.
Done create_private(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return std::unexpected(fmt::format("{} cannot be created: {}", path, std::strerror(errno)));
    }
    ::close(file);
    return {};
}

std::string_view name_of(ExportWhat what) {
    switch (what) {
    case ExportWhat::Entries:
        return "entries";
    case ExportWhat::Offers:
        return "offers";
    case ExportWhat::Openings:
        return "openings";
    case ExportWhat::Audit:
        return "audit";
    case ExportWhat::People:
        return "people";
    }
    return "";
}

// In the trail of whoever's lists they are.
Done leave_deeds(engine::Registry& registry, const ExportCommand& command) {
    const engine::StaffDeed deed{.act = "exported",
                                 .subject = command.resource ? core::format_id(*command.resource)
                                                             : std::string(),
                                 .detail = std::string(name_of(command.what))};
    if (!command.resource) {
        return record_everywhere(registry, deed);
    }
    const auto account = registry.account_of(*command.resource);
    if (!account) {
        return std::unexpected("the database could not be read");
    }
    // Of a list that doesn't exist nothing is exported either.
    return *account ? record_deed(registry, **account, deed) : Done{};
}

}  // namespace

Outcome carry_out(const ExportCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    TRY(record_export(command.place,
                      [&](engine::Registry& registry) { return leave_deeds(registry, command); }));
    std::ofstream file;
    if (!command.output.empty()) {
        TRY(create_private(command.output));
        file.open(command.output, std::ios::binary | std::ios::trunc);
    }
    std::ostream& output = command.output.empty() ? console.output : file;
    TRY(Exporter(store.store(), command, output, console.errors).run());
    return exit_ok;
}

}  // namespace standby::app
