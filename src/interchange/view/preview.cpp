#include "interchange/view/preview.hpp"

#include "interchange/view/ids.hpp"
#include "interchange/view/placeholders.hpp"
#include "interchange/view/rules.hpp"

namespace standby::interchange {
namespace {

void write_entries(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
                   std::span<const engine::PreviewedEntry> entries) {
    writer.array(member, entries, [&](const engine::PreviewedEntry& entry) {
        writer.begin_object();
        write_id(writer, "entry_id", resource, entry.ticket);
        write_mark(writer, "name", EntryMark::Name, core::entry_id(resource, entry.ticket));
        writer.natural("rank_now", entry.rank_now);
        writer.natural("party_size", entry.party_size);
        writer.natural("tier", entry.tier);
        writer.integer("points", entry.points);
        writer.end_object();
    });
}

}  // namespace

void write_preview(JsonWriter& writer, const PreviewFacts& facts) {
    const engine::Preview& preview = facts.preview;
    writer.begin_object();
    write_entries(writer, "promoted", facts.resource, preview.promoted);
    writer.natural("promoted_count", preview.promoted_count);
    write_entries(writer, "next", facts.resource, preview.next);
    writer.natural("waiting_after", preview.waiting_after);
    writer.natural("free_after", preview.free_after);
    write_sentences(writer, "sentences", facts.sentences);
    write_rule_differences(writer, "changes", preview.rules_before, preview.rules_after,
                           facts.seed);
    writer.end_object();
}

}  // namespace standby::interchange
