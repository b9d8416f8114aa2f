#include "interchange/view/catalogue.hpp"

#include "interchange/view/ids.hpp"
#include "interchange/view/placeholders.hpp"
#include "interchange/view/wants.hpp"

namespace standby::interchange {
namespace {

void write_size(JsonWriter& writer, const CatalogueItem& item) {
    writer.begin_object("size");
    writer.natural("min", item.size_min);
    writer.natural("max", item.size_max);
    writer.end_object();
}

void write_duration_or_null(JsonWriter& writer, std::string_view member,
                            const std::optional<Duration>& duration) {
    if (duration) {
        writer.duration(member, *duration);
    } else {
        writer.null(member);
    }
}

void write_first(JsonWriter& writer, const SlotPreviewFacts& facts) {
    const core::Fits& fits = facts.fits;
    if (fits.first == 0) {
        writer.null("first");
        return;
    }
    writer.begin_object("first");
    write_id(writer, "entry_id", facts.resource, fits.first);
    write_mark(writer, "name", EntryMark::Name, core::entry_id(facts.resource, fits.first));
    writer.natural("rank", facts.first_rank);
    writer.natural("party_size", facts.first_party);
    writer.boolean("instant_yes", fits.first_is_instant);
    writer.time("told_at", fits.send_at);
    writer.end_object();
}

void write_widened(JsonWriter& writer, const core::Widened& widened) {
    writer.begin_array("widened");
    const auto write = [&](std::string_view field, const std::optional<std::uint32_t>& fit) {
        if (fit) {
            writer.begin_object();
            writer.text("field", field);
            writer.natural("fit", *fit);
            writer.end_object();
        }
    };
    write("service", widened.service);
    write("staff", widened.staff);
    write("place", widened.place);
    write("size", widened.size);
    write("any_hour", widened.any_hour);
    writer.end_array();
}

}  // namespace

void write_catalogue_item(JsonWriter& writer, const CatalogueItem& item,
                          const OfferedNames& offered) {
    writer.begin_object();
    writer.text("id", format_catalogue_id(item.kind, item.number));
    writer.text("name", item.name);
    writer.texts("other_names", item.other_names);
    switch (item.kind) {
    case CatalogueKind::Service:
        write_duration_or_null(writer, "duration", item.duration);
        write_money(writer, "price", item.price);
        writer.duration("buffer", item.buffer);
        break;
    case CatalogueKind::Person:
        writer.begin_array("services");
        for (const std::uint64_t number : item.services) {
            if (offered.at(number) != nullptr) {
                writer.text(format_catalogue_id(CatalogueKind::Service, number));
            }
        }
        writer.end_array();
        write_weekly(writer, "hours", item.hours);
        break;
    case CatalogueKind::Place:
        write_size(writer, item);
        break;
    }
    writer.time("created_at", item.created_at);
    writer.end_object();
}

void write_slot_preview(JsonWriter& writer, const SlotPreviewFacts& facts) {
    const core::Fits& fits = facts.fits;
    writer.begin_object();
    writer.begin_object("slot");
    write_slot_members(writer, facts.slot);
    writer.end_object();
    write_first(writer, facts);
    writer.text_or_null("held_up", fits.held_up == core::HeldUp::Nothing
                                       ? std::string_view{}
                                       : core::name_of(fits.held_up));
    writer.natural("fit", fits.fit);
    writer.natural("waiting", fits.waiting);
    writer.natural("looked_at", fits.looked_at);
    writer.array("missed", fits.missed, [&](const core::Missed& missed) {
        writer.begin_object();
        writer.text("check", core::name_of(missed.check));
        writer.text_or_null("wanted", missed.wanted);
        writer.natural("count", missed.count);
        writer.time("nearest", missed.nearest);
        writer.end_object();
    });
    write_widened(writer, fits.widened);
    writer.array("overlaps", facts.overlaps, [&](const OverlappingSlot& other) {
        writer.begin_object();
        write_id(writer, "opening_id", facts.resource, other.opening);
        writer.time("starts_at", other.slot.starts_at);
        writer.duration("duration", other.slot.duration);
        writer.text_or_null("service", other.slot.service);
        writer.text_or_null("staff", other.slot.staff);
        writer.end_object();
    });
    writer.array("doubts", facts.doubts, [&](const SlotDoubt& doubt) {
        writer.begin_object();
        writer.text("doubt", name_of(doubt.kind));
        writer.text("name", doubt.name);
        writer.end_object();
    });
    writer.end_object();
}

void write_found_name(JsonWriter& writer, const FoundName& found) {
    writer.begin_object();
    writer.text_or_null("id", found.item.number == 0
                                  ? std::string{}
                                  : format_catalogue_id(found.item.kind, found.item.number));
    writer.text("kind",
                found.item.kind == CatalogueKind::Person ? "person" : field_of(found.item.kind));
    writer.text("name", found.item.name);
    writer.texts("other_names", found.item.other_names);
    write_duration_or_null(writer, "duration", found.item.duration);
    write_money(writer, "price", found.item.price);
    writer.natural("slots", found.slots);
    writer.natural("wishes", found.wishes);
    writer.end_object();
}

}  // namespace standby::interchange
