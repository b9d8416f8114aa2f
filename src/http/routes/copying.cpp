// A guest of one list is put on another one as well, at the place that their waiting so far gives
// them. Moving somebody is this, and then taking them off the first list.
#include "core/state/rows.hpp"
#include "http/api/body.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/which_node.hpp"
#include "interchange/view/entry.hpp"

#include <memory>
#include <utility>

namespace standby::http {
namespace {

struct Waiting {
    core::EntryRow row;
    engine::Person person;
    engine::GuestNote note;
};

Result<core::EntryId, Problem> parse_copied(std::string_view body) {
    return read_body<core::EntryId>(body, [](FieldReader& reader, core::EntryId& entry) {
        reader.require("entry_id");
        const auto text = reader.text("entry_id", {.length_max = 40});
        const auto id = text ? core::parse_entry_id(*text) : std::nullopt;
        if (text && !id) {
            reader.error("entry_id", "must be the id of an entry, such as ent_C000001");
        }
        entry = id.value_or(core::EntryId{});
    });
}

// What is stored is what was acknowledged, whichever node it is on.
Result<Waiting, Problem> read_waiting(Call& call, core::EntryId entry, engine::Store& store,
                                      engine::Registry& registry) {
    const core::ResourceNumber resource = core::resource_of(entry);
    if (!learn_resource(call.shared, resource, store, registry)) {
        return std::unexpected(unavailable());
    }
    const auto list = call.shared.services.directory.find(resource);
    if (!list || list->account != call.about.account) {
        return refuse_field("entry_id", "is nobody's on your lists");
    }
    const auto row =
        TRY(or_unavailable(store.row(engine::RowTable::Entries, resource, core::number_of(entry))));
    if (!row) {
        return refuse_field("entry_id", "is nobody's on your lists");
    }
    auto decoded = core::decode_entry_row(row->data);
    if (static_cast<core::EntryState>(row->state) != core::EntryState::Waiting || !decoded) {
        return refuse_field("entry_id", "must be somebody who waits: not unconfirmed, not asked "
                                        "just now, and not over");
    }
    Waiting waiting{.row = *std::move(decoded)};
    waiting.person = TRY(or_unavailable(store.person(entry))).value_or(engine::Person{});
    for (engine::GuestNote& note : TRY(or_unavailable(registry.notes({&entry, 1})))) {
        waiting.note = std::move(note);
    }
    return waiting;
}

// Points that were earned by referring others stay with the list where they were earned.
core::Join join_of(const Call& call, Waiting& waiting) {
    const core::EntryRow& row = waiting.row;
    core::Join join;
    join.contacts = call.shared.services.contacts.of(waiting.person);
    if (join.contacts.empty()) {
        join.contacts.push_back(nobodys_contact());
    }
    join.friend_keys = call.shared.services.contacts.friend_keys(waiting.person);
    join.wants = row.wants;
    join.party_size = row.party_size;
    join.tier = row.tier;
    join.points = row.points - row.referrals.points;
    join.proven = true;
    join.waits_since = row.mark.place != 0 ? row.mark.place_since : row.joined_at;
    return join;
}

// A new entry gets its token, this once, and `made` says which it is.
MakeBody body_of(Viewer viewer, std::shared_ptr<std::optional<core::EntryId>> made) {
    return [viewer, made = std::move(made)](const core::ResourceState& state,
                                            const core::Outcome& outcome) {
        const bool is_new = !outcome.answer.repeated;
        if (is_new) {
            *made = core::entry_id(state.number, outcome.answer.entry);
        }
        engine::Answer answer{.status = static_cast<std::uint16_t>(is_new ? 201 : 200), .body = {}};
        JsonWriter writer{answer.body};
        interchange::write_entry(writer, state, outcome.answer.entry, viewer,
                                 is_new ? interchange::TokenInAnswer::Yes
                                        : interchange::TokenInAnswer::No);
        return answer;
    };
}

}  // namespace

Task<Answer> copy_entry(Call& call) {
    const core::EntryId entry = CO_TRY(parse_copied(call.request.body));
    if (core::resource_of(entry) == call.about.resource) {
        co_return refuse_field("entry_id", "is on this list already");
    }
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        return read_waiting(call, entry, store, registry);
    });
    Waiting waiting = CO_TRY(std::move(read));
    core::Join command = join_of(call, waiting);
    auto told = co_await told_by_text(call, waiting.person);
    command.wants.by_text = CO_TRY(std::move(told));
    call.person = waiting.person;
    const auto made = std::make_shared<std::optional<core::EntryId>>();
    MakeBody body = body_of(call.viewer(), made);
    engine::Attachment attachment{.person = std::move(waiting.person), .resource_name = {}};
    Answer answer =
        co_await call.submit(std::move(command), std::move(body), std::move(attachment));
    if (answer && answer->status == 200) {
        call.person.reset();  // They were on this list before, which shows what is stored.
    }
    if (*made && !(waiting.note.text.empty() && waiting.note.tags.empty())) {
        waiting.note.entry = **made;
        waiting.note.changed_at = call.now;
        auto saved = co_await call.read([&](engine::Registry& registry) {
            return registry.save_note(call.about.account, waiting.note);
        });
        CO_TRY(saved);
    }
    co_return answer;
}

}  // namespace standby::http
