// What is kept about a person: finding it, handing it out, and taking it away.
#include "core/state/resource_state.hpp"
#include "engine/history/erase.hpp"
#include "engine/history/person_record.hpp"
#include "http/api/body.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/which_node.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/contact/phone_region.hpp"
#include "interchange/view/person_record.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace standby::http {
namespace {

// What a guest may have us look through for the history of one entry.
constexpr std::size_t guest_events_max = 50'000;
constexpr std::size_t found_max = 1'000;

// The spellings under which the person may be kept.
std::vector<std::string> spellings(const std::string& person, const engine::House& house) {
    std::vector<std::string> texts{person};
    for (auto& normal : {interchange::normalise_email(person),
                         interchange::normalise_phone(person, interchange::phone_region(house))}) {
        if (normal && std::ranges::find(texts, *normal) == texts.end()) {
            texts.push_back(*normal);
        }
    }
    return texts;
}

Result<std::string, Problem> parse_person(std::string_view body) {
    return read_body<std::string>(body, [](FieldReader& reader, std::string& person) {
        person = reader.text("person", {.length_max = person_text_length_max}).value_or("");
        if (person.empty()) {
            reader.error("person",
                         "must be an e-mail address, a phone number, a user id or an entry's id");
        }
    });
}

struct FoundPerson {
    core::EntryId entry;
    core::EntryState state = core::EntryState::None;
};

// Of the caller's account only.
Result<std::vector<FoundPerson>, Problem>
find_in(Call& call, const std::string& person, engine::Store& store, engine::Registry& registry) {
    std::vector<core::EntryId> entries;
    if (const auto entry = core::parse_entry_id(person)) {
        entries.push_back(*entry);
    } else {
        const engine::House house = TRY(or_unavailable(registry.house(call.about.account)));
        for (const std::string& text : spellings(person, house)) {
            const auto found = TRY(or_unavailable(store.find_person(text)));
            entries.insert(entries.end(), found.begin(), found.end());
        }
    }
    std::ranges::sort(entries);
    const auto repeated = std::ranges::unique(entries);
    entries.erase(repeated.begin(), repeated.end());
    std::vector<FoundPerson> own;
    for (const core::EntryId entry : entries) {
        const core::ResourceNumber resource = core::resource_of(entry);
        if (own.size() == found_max || !learn_resource(call.shared, resource, store, registry)) {
            return std::unexpected(unavailable());
        }
        const auto known = call.shared.services.directory.find(resource);
        if (!known || known->account != call.about.account) {
            continue;
        }
        const auto row = TRY(
            or_unavailable(store.row(engine::RowTable::Entries, resource, core::number_of(entry))));
        if (row) {
            own.push_back({entry, static_cast<core::EntryState>(row->state)});
        }
    }
    return own;
}

}  // namespace

Task<Answer> find_person(Call& call) {
    const std::string person = CO_TRY(parse_person(call.request.body));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return find_in(call, person, store, registry);
        },
        engine::Effort::Long);
    const std::vector<FoundPerson> found = CO_TRY(std::move(read));
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.array("entries", found, [&](const FoundPerson& one) {
                                    writer.begin_object();
                                    writer.text("id", core::format_id(one.entry));
                                    writer.text("resource_id",
                                                core::format_id(core::resource_of(one.entry)));
                                    writer.text("state", core::name_of(one.state));
                                    writer.end_object();
                                });
                            }));
}

// By the present link of an entry in line. What an old one opens, anybody may have by now.
Task<Answer> get_person(Call& call) {
    if (call.token) {
        auto opened = co_await state_by_link(call);
        if (core::is_terminal(CO_TRY(std::move(opened)))) {
            co_return refuse(ProblemType::Gone,
                             "The entry has ended. The business hands out what it still keeps.");
        }
    }
    const engine::AddressKeys keys = [&](const engine::Person& person) {
        std::vector<std::pair<engine::Channel, core::ContactKey>> found;
        if (!person.email.empty()) {
            found.emplace_back(engine::Channel::Mail,
                               call.shared.services.contacts.email(person.email));
        }
        if (!person.phone.empty()) {
            found.emplace_back(engine::Channel::Sms,
                               call.shared.services.contacts.phone(person.phone));
        }
        return found;
    };
    const std::size_t events_max =
        call.caller ? std::numeric_limits<std::size_t>::max() : guest_events_max;
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            if (call.caller) {
                call.report_staff(
                    registry, call.about.account,
                    {.act = "exported", .subject = core::format_id(call.about.entry)});
            }
            return engine::read_person_record(store, registry, call.about.entry, keys, events_max);
        },
        call.caller ? engine::Effort::Long : engine::Effort::Guest);
    std::optional<engine::PersonRecord> record = CO_TRY(std::move(read));
    if (!record) {
        co_return std::unexpected(nothing_here());
    }
    if (!call.caller) {
        record->note.reset();
    }
    Response response = json_response(200, json_text(interchange::write_person_record, *record));
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" +
                                                             core::format_id(call.about.entry) +
                                                             ".json\"");
    response.headers.emplace_back("Cache-Control", "no-store");
    co_return response;
}

// Whoever is erased cannot be told anything any more, so what they wait for or hold ends first.
Task<Answer> erase_entry(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    const core::Ticket ticket = core::number_of(call.about.entry);
    const auto see_nothing = [](const core::Outcome&) {};
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return core::is_active(state.entries.state(ticket));
    });
    if (CO_TRY(std::move(seen))) {
        const engine::Reply reply = co_await call.command(
            core::RemoveEntry{.entry = ticket, .cause = core::RemoveCause::Erased}, see_nothing,
            {});
        if (reply.failure == engine::Failure::Moved) {
            co_return call.moved();
        }
        if (reply.failure) {
            co_return std::unexpected(problem_of(*reply.failure));
        }
        call.is_carried_out = true;
    }
    auto erased = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            auto done = engine::erase_person(store, call.about.entry);
            if (done) {
                call.report_staff(
                    registry, call.about.account,
                    {.act = "person_erased", .subject = core::format_id(call.about.entry)});
            }
            return done;
        },
        engine::Effort::Long);
    const std::uint64_t people = CO_TRY(std::move(erased));
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.text("id", core::format_id(call.about.entry));
                                writer.natural("erased", people);
                            }));
}

}  // namespace standby::http
