// Guests as staff know them: over all lists of the business, with notes and tags.
#include "core/state/rows.hpp"
#include "engine/ports/listings.hpp"
#include "http/api/note_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/which_node.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace standby::http {
namespace {

// A guest who comes every day for years is shown with the newest of it.
constexpr std::size_t shown_entries_max = 50;
// What one search may go through, over all lists.
constexpr std::size_t people_looked_at_max = 200'000;
constexpr std::size_t lists_looked_at_max = 2'000;

struct KnownEntry {
    core::EntryId entry;
    std::string list;
    core::EntryState state = core::EntryState::None;
    std::optional<Time> joined_at;  // nothing: archived
    Time changed_at{};
    engine::Person person;
    engine::GuestNote note;
};

struct Guest {
    std::vector<KnownEntry> entries;  // the newest first
    std::size_t visits = 0;
    std::size_t no_shows = 0;
    bool has_more = false;  // entries that are not shown
};

struct Found {
    std::vector<KnownEntry> entries;
    bool is_complete = true;
};

using ListNames = std::map<core::ResourceNumber, std::string>;

Result<std::string, Problem> name_of_list(engine::Store& store, core::ResourceNumber resource,
                                          ListNames& names) {
    const auto known = names.find(resource);
    if (known != names.end()) {
        return known->second;
    }
    const auto listing = TRY(or_unavailable(engine::listing_of(store, resource)));
    return names[resource] = listing ? listing->name : "";
}

// Nothing when the entry is of another account, or has no row.
Result<std::optional<KnownEntry>, Problem>
known_entry(Call& call, core::EntryId entry, engine::Store& store, engine::Registry& registry) {
    const core::ResourceNumber resource = core::resource_of(entry);
    if (!learn_resource(call.shared, resource, store, registry)) {
        return std::unexpected(unavailable());
    }
    const auto facts = call.shared.services.directory.find(resource);
    if (!facts || facts->account != call.about.account) {
        return std::nullopt;
    }
    const auto row =
        TRY(or_unavailable(store.row(engine::RowTable::Entries, resource, core::number_of(entry))));
    if (!row) {
        return std::nullopt;
    }
    KnownEntry known{.entry = entry,
                     .state = static_cast<core::EntryState>(row->state),
                     .changed_at = row->changed_at};
    if (const auto decoded = core::decode_entry_row(row->data)) {
        known.joined_at = decoded->joined_at;
    }
    return known;
}

// What is shown of an entry beside its row.
Result<void, Problem> complete(KnownEntry& known, engine::Store& store, engine::Registry& registry,
                               ListNames& names) {
    known.list = TRY(name_of_list(store, core::resource_of(known.entry), names));
    known.person = TRY(or_unavailable(store.person(known.entry))).value_or(engine::Person{});
    known.note.entry = known.entry;
    for (engine::GuestNote& note : TRY(or_unavailable(registry.notes({&known.entry, 1})))) {
        known.note = std::move(note);
    }
    return {};
}

Result<std::vector<core::EntryId>, Problem> entries_of_human(core::EntryId entry,
                                                             engine::Store& store) {
    std::vector<core::EntryId> entries{entry};
    const engine::Person person =
        TRY(or_unavailable(store.person(entry))).value_or(engine::Person{});
    for (const std::string& contact : {person.email, person.phone, person.user_id}) {
        const auto found = TRY(or_unavailable(store.find_person(contact)));
        entries.insert(entries.end(), found.begin(), found.end());
    }
    std::ranges::sort(entries);
    const auto repeated = std::ranges::unique(entries);
    entries.erase(repeated.begin(), repeated.end());
    return entries;
}

void count(const KnownEntry& known, Guest& guest) {
    guest.visits += known.state == core::EntryState::Attended ? 1U : 0U;
    guest.no_shows += known.state == core::EntryState::NoShow ? 1U : 0U;
}

Result<Guest, Problem> read_guest(Call& call, engine::Store& store, engine::Registry& registry) {
    Guest guest;
    for (const core::EntryId entry : TRY(entries_of_human(call.about.entry, store))) {
        if (auto known = TRY(known_entry(call, entry, store, registry))) {
            count(*known, guest);
            guest.entries.push_back(*std::move(known));
        }
    }
    std::ranges::sort(guest.entries, [](const KnownEntry& one, const KnownEntry& other) {
        return one.changed_at > other.changed_at;
    });
    guest.has_more = guest.entries.size() > shown_entries_max;
    if (guest.has_more) {
        // The one that was asked for stays, however old it is.
        const auto own = std::ranges::find(guest.entries, call.about.entry, &KnownEntry::entry);
        if (own - guest.entries.begin() >= static_cast<std::ptrdiff_t>(shown_entries_max)) {
            std::iter_swap(own, guest.entries.begin() + shown_entries_max - 1);
        }
        guest.entries.erase(guest.entries.begin() + shown_entries_max, guest.entries.end());
    }
    ListNames names;
    for (KnownEntry& known : guest.entries) {
        TRY(complete(known, store, registry, names));
    }
    return guest;
}

void write_known(JsonWriter& writer, const KnownEntry& known) {
    writer.begin_object();
    writer.text("id", core::format_id(known.entry));
    writer.text("resource_id", core::format_id(core::resource_of(known.entry)));
    writer.text("list", known.list);
    writer.text("state", core::name_of(known.state));
    writer.time("joined_at", known.joined_at);
    writer.time("changed_at", known.changed_at);
    writer.text_or_null("name", known.person.name);
    writer.text_or_null("email", known.person.email);
    writer.text_or_null("phone", known.person.phone);
    writer.text("note", known.note.text);
    writer.texts("tags", known.note.tags);
    writer.end_object();
}

// Everybody of one list who matches, until there are enough or enough was looked at.
Result<void, Problem> search_list(Call& call, const SearchBody& body, core::ResourceNumber resource,
                                  std::size_t& people_left, Found& found, engine::Store& store,
                                  engine::Registry& registry) {
    engine::PeopleSearch search{.text = body.text,
                                .limit = body.limit - found.entries.size(),
                                .looked_at_max = people_left};
    const engine::PeopleFound people = TRY(or_unavailable(store.find_people(resource, search)));
    people_left -= std::min(people_left, people.looked_at);
    found.is_complete = found.is_complete && !people.next;
    for (const core::Ticket ticket : people.tickets) {
        if (auto known =
                TRY(known_entry(call, core::entry_id(resource, ticket), store, registry))) {
            found.entries.push_back(*std::move(known));
        }
    }
    return {};
}

// The lists of the account, the newest first.
Result<std::vector<core::ResourceNumber>, Problem> lists_of(Call& call, engine::Store& store) {
    std::vector<core::ResourceNumber> lists;
    const auto take =
        [&](const engine::ResourceListing& list) -> Result<engine::GoOn, engine::StoreError> {
        lists.push_back(list.number);
        return lists.size() < lists_looked_at_max ? engine::GoOn::Yes : engine::GoOn::No;
    };
    TRY(or_unavailable(engine::for_each_list(store, call.about.account, take)));
    std::ranges::reverse(lists);
    return lists;
}

Result<void, Problem> search_lists(Call& call, const SearchBody& body, Found& found,
                                   engine::Store& store, engine::Registry& registry) {
    std::size_t people_left = people_looked_at_max;
    const std::vector<core::ResourceNumber> lists = TRY(lists_of(call, store));
    found.is_complete = lists.size() < lists_looked_at_max;
    for (const core::ResourceNumber list : lists) {
        if (people_left == 0 || found.entries.size() >= body.limit) {
            found.is_complete = false;
            return {};
        }
        TRY(search_list(call, body, list, people_left, found, store, registry));
    }
    return {};
}

Result<Found, Problem> search(Call& call, const SearchBody& body, engine::Store& store,
                              engine::Registry& registry) {
    Found found;
    for (const core::EntryId entry :
         TRY(or_unavailable(registry.tagged(call.about.account, body.text, body.limit)))) {
        if (auto known = TRY(known_entry(call, entry, store, registry))) {
            found.entries.push_back(*std::move(known));
        }
    }
    TRY(search_lists(call, body, found, store, registry));
    std::ranges::sort(found.entries, {}, &KnownEntry::entry);
    const auto repeated = std::ranges::unique(found.entries, {}, &KnownEntry::entry);
    found.entries.erase(repeated.begin(), repeated.end());
    // Those who are on a list now, then whoever was there last.
    std::ranges::sort(found.entries, [](const KnownEntry& one, const KnownEntry& other) {
        const bool is_one_there = core::is_active(one.state);
        const bool is_other_there = core::is_active(other.state);
        return is_one_there != is_other_there ? is_one_there : one.changed_at > other.changed_at;
    });
    ListNames names;
    for (KnownEntry& known : found.entries) {
        TRY(complete(known, store, registry, names));
    }
    return found;
}

// Somebody may have been erased while it was written.
Result<engine::GuestNote, Problem> save(Call& call, const NoteBody& body, engine::Store& store,
                                        engine::Registry& registry) {
    const core::EntryId entry = call.about.entry;
    if (!TRY(or_unavailable(store.person(entry)))) {
        return refuse(ProblemType::Gone, "Nothing is kept about this guest any more.");
    }
    engine::GuestNote present{.entry = entry};
    for (engine::GuestNote& note : TRY(or_unavailable(registry.notes({&entry, 1})))) {
        present = std::move(note);
    }
    engine::GuestNote next = TRY(merged(body, present));
    next.changed_at = call.now;
    if (next.text == present.text && next.tags == present.tags) {
        return present;
    }
    if (!registry.save_note(call.about.account, next)) {
        return std::unexpected(unavailable());
    }
    if (!TRY(or_unavailable(store.person(entry)))) {
        if (!registry.save_note(call.about.account, {.entry = entry})) {
            return std::unexpected(unavailable());
        }
        return refuse(ProblemType::Gone, "Nothing is kept about this guest any more.");
    }
    call.report_staff(registry, call.about.account,
                      {.act = "note_changed", .subject = core::format_id(entry)});
    return next;
}

}  // namespace

Task<Answer> get_guest(Call& call) {
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return read_guest(call, store, registry);
        },
        engine::Effort::Long);
    const Guest guest = CO_TRY(std::move(read));
    if (std::ranges::find(guest.entries, call.about.entry, &KnownEntry::entry) ==
        guest.entries.end()) {
        co_return std::unexpected(nothing_here());
    }
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.text("entry_id", core::format_id(call.about.entry));
                                writer.natural("visits", guest.visits);
                                writer.natural("no_shows", guest.no_shows);
                                writer.boolean("has_more", guest.has_more);
                                writer.array(
                                    "entries", guest.entries,
                                    [&](const KnownEntry& known) { write_known(writer, known); });
                            }));
}

Task<Answer> patch_note(Call& call) {
    const NoteBody body = CO_TRY(parse_note(call.request.body));
    auto written = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return save(call, body, store, registry);
        },
        engine::Effort::Long);
    const engine::GuestNote note = CO_TRY(std::move(written));
    const bool is_none = note.text.empty() && note.tags.empty();
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.text("entry_id", core::format_id(note.entry));
                                writer.text("note", note.text);
                                writer.texts("tags", note.tags);
                                writer.time("changed_at", is_none ? std::optional<Time>{}
                                                                  : std::optional(note.changed_at));
                            }));
}

Task<Answer> search_people(Call& call) {
    const SearchBody body = CO_TRY(parse_search(call.request.body));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return search(call, body, store, registry);
        },
        engine::Effort::Long);
    const Found found = CO_TRY(std::move(read));
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.array(
                                    "entries", found.entries,
                                    [&](const KnownEntry& known) { write_known(writer, known); });
                                writer.boolean("is_complete", found.is_complete);
                            }));
}

}  // namespace standby::http
