// Notes and tags of guests. Tags stand in one text, a line each, and are compared here like names,
// because no database knows the case of all letters.
#include "store/codec/people_match.hpp"
#include "store/control/control_plane.hpp"

#include <algorithm>

namespace standby::store {

using engine::AccountNumber;
using engine::GuestNote;
using engine::StoreError;

namespace {

// So many notes of an account are looked through for a tag, the newest first.
constexpr std::size_t notes_looked_at_max = 50'000;

std::string in_lines(const std::vector<std::string>& tags) {
    std::string text;
    for (const std::string& tag : tags) {
        text += text.empty() ? "" : "\n";
        text += tag;
    }
    return text;
}

std::vector<std::string> from_lines(std::string_view text) {
    std::vector<std::string> tags;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        tags.emplace_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return tags;
}

GuestNote note_from(SqlRow& row) {
    return {.entry = core::entry_id(row.id<core::ResourceNumber>(0), row.number<core::Ticket>(1)),
            .text = row.text(2),
            .tags = from_lines(row.text(3)),
            .changed_at = row.time(4)};
}

}  // namespace

Result<void, StoreError> ControlPlane::save_note(AccountNumber account, const GuestNote& note) {
    const core::ResourceNumber resource = core::resource_of(note.entry);
    const core::Ticket entry = core::number_of(note.entry);
    if (note.text.empty() && note.tags.empty()) {
        TRY(change(
            sql("DELETE FROM guest_notes WHERE resource = $1 AND entry = $2", resource, entry)));
        return {};
    }
    const std::string tags = in_lines(note.tags);
    TRY(change(sql("INSERT INTO guest_notes (resource, entry, account, text, tags, changed_at)"
                   " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (resource, entry) DO UPDATE"
                   " SET text = $4, tags = $5, changed_at = $6",
                   resource, entry, account, note.text, tags, note.changed_at)));
    return {};
}

Result<std::vector<GuestNote>, StoreError>
ControlPlane::notes(std::span<const core::EntryId> entries) {
    std::vector<GuestNote> found;
    for (const core::EntryId entry : entries) {
        const auto rows = TRY(sql_.all(sql("SELECT resource, entry, text, tags, changed_at"
                                           " FROM guest_notes WHERE resource = $1 AND entry = $2",
                                           core::resource_of(entry), core::number_of(entry)),
                                       note_from));
        found.insert(found.end(), rows.begin(), rows.end());
    }
    return found;
}

Result<std::vector<core::EntryId>, StoreError>
ControlPlane::tagged(AccountNumber account, std::string_view text, std::size_t limit) {
    std::vector<core::EntryId> found;
    const std::string wanted = folded(text);
    if (wanted.empty()) {
        return found;
    }
    const std::string none;
    const auto rows = TRY(sql_.all(sql("SELECT resource, entry, text, tags, changed_at"
                                       " FROM guest_notes WHERE account = $1 AND tags <> $2"
                                       " ORDER BY changed_at DESC LIMIT $3",
                                       account, none, limit_of(notes_looked_at_max)),
                                   note_from));
    for (const GuestNote& note : rows) {
        const bool has_it = std::ranges::any_of(note.tags, [&](const std::string& tag) {
            return folded(tag).find(wanted) != std::string::npos;
        });
        if (has_it && found.size() < limit) {
            found.push_back(note.entry);
        }
    }
    return found;
}

}  // namespace standby::store
