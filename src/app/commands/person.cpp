// `standby person erase` (and `standby erase`), `standby person export`: what is kept about
// somebody goes, or is handed out. A server that uses the data does the erasing itself.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/offline_engine.hpp"
#include "app/commands/running_server.hpp"
#include "app/commands/trail.hpp"
#include "app/service/clocks.hpp"
#include "app/service/zones.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "engine/history/erase.hpp"
#include "engine/history/person_record.hpp"
#include "http/auth/contacts.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/view/person_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <istream>
#include <limits>
#include <map>
#include <ostream>

namespace standby::app {
namespace {

struct Found {
    core::EntryId entry;
    std::string state;
};

bool is_on_a_list(const Found& found) {
    constexpr core::EntryState live[] = {core::EntryState::Unverified, core::EntryState::Waiting,
                                         core::EntryState::Offered, core::EntryState::Confirming,
                                         core::EntryState::Accepted};
    return std::ranges::find(live, found.state, [](core::EntryState state) {
               return core::name_of(state);
           }) != std::end(live);
}

// The spellings under which the person may be kept.
std::vector<std::string> spellings(const std::string& person) {
    std::vector<std::string> texts{person};
    if (auto email = interchange::normalise_email(person)) {
        texts.push_back(*std::move(email));
    }
    if (auto phone = interchange::normalise_phone(person)) {
        texts.push_back(*std::move(phone));
    }
    return texts;
}

constexpr std::string_view unreadable = "the database could not be read";

Result<std::vector<Found>, std::string> find_stored(engine::Store& store,
                                                    const std::string& person) {
    std::vector<core::EntryId> entries;
    if (const auto entry = core::parse_entry_id(person)) {
        entries.push_back(*entry);
    } else {
        for (const std::string& text : spellings(person)) {
            const auto found = store.find_person(text);
            if (!found) {
                return std::unexpected(std::string(unreadable));
            }
            entries.insert(entries.end(), found->begin(), found->end());
        }
    }
    std::ranges::sort(entries);
    const auto repeated = std::ranges::unique(entries);
    entries.erase(repeated.begin(), repeated.end());
    std::vector<Found> found;
    for (const core::EntryId entry : entries) {
        const auto row =
            store.row(engine::RowTable::Entries, core::resource_of(entry), core::number_of(entry));
        if (!row) {
            return std::unexpected(std::string(unreadable));
        }
        if (*row) {
            found.push_back(
                {entry, std::string(core::name_of(static_cast<core::EntryState>((*row)->state)))});
        }
    }
    return found;
}

// What a body of the server must have; the error is about the server, not about who asked.
std::unexpected<std::string> strange_answer() {
    return std::unexpected(std::string("the server's answer cannot be understood"));
}

Result<std::vector<Found>, std::string> find_online(const EraseCommand& command,
                                                    const std::string& address) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    writer.text("person", command.person);
    writer.end_object();
    const HttpAnswer answer = TRY(ask_server(
        command.options, address, {.method = "POST", .path = "/v1/people:find", .body = body}));
    const auto document = read_json(answer.body);
    const JsonValue* entries = document ? document->root().find("entries") : nullptr;
    if (entries == nullptr || entries->type != JsonType::Array) {
        return strange_answer();
    }
    std::vector<Found> found;
    for (const JsonValue& item : entries->items) {
        const JsonValue* id = item.find("id");
        const JsonValue* state = item.find("state");
        const auto entry = id == nullptr ? std::nullopt : core::parse_entry_id(id->text);
        if (!entry || state == nullptr) {
            return strange_answer();
        }
        found.push_back({*entry, std::string(state->text)});
    }
    return found;
}

Result<std::uint64_t, std::string> erase_online(const EraseCommand& command,
                                                const std::string& address,
                                                const std::vector<Found>& found) {
    std::uint64_t erased = 0;
    for (const Found& one : found) {
        const HttpAnswer answer =
            TRY(ask_server(command.options, address,
                           {.method = "POST",
                            .path = "/v1/waitlist/" + core::format_id(one.entry) + ":erase",
                            .body = "{}"}));
        const auto document = read_json(answer.body);
        const JsonValue* count = document ? document->root().find("erased") : nullptr;
        if (count == nullptr) {
            return strange_answer();
        }
        erased += count->text == "0" ? 0 : 1;
    }
    return erased;
}

// Ends what the person waits for or holds, as staff would.
Result<void, std::string> end_entries(const OpenData& data, const std::vector<Found>& found) {
    const core::ZoneBook zones = read_zones();
    const SystemClock clock;
    OfflineEngine engine(data.store(), zones, clock, OfflineMessages::AreSent, data.served_until());
    std::vector<engine::Request> requests;
    bool has_failed = false;
    for (const Found& one : found) {
        if (!is_on_a_list(one)) {
            continue;
        }
        engine::Request request{.resource = core::resource_of(one.entry),
                                .command = core::RemoveEntry{.entry = core::number_of(one.entry),
                                                             .cause = core::RemoveCause::Erased},
                                .actor = {.kind = core::ActorKind::Staff, .id = 0}};
        request.make_answer = [](const core::ResourceState&, const core::Outcome& outcome) {
            return engine::Answer{static_cast<std::uint16_t>(outcome.refusal ? 409 : 200), ""};
        };
        request.done = [&has_failed](const engine::Reply& reply) {
            has_failed |= reply.failure.has_value() || reply.answer.status != 200;
        };
        requests.push_back(std::move(request));
    }
    engine.carry_out(std::move(requests));
    if (has_failed) {
        return std::unexpected("an entry could not be taken off its list; nothing was erased");
    }
    return {};
}

// In the trail of each account that has, or had, something of the person.
Result<void, std::string> record_about(engine::Registry& registry, std::string_view act,
                                       const std::vector<Found>& found) {
    std::map<engine::AccountNumber, std::size_t> counts;
    for (const Found& one : found) {
        const auto account = registry.account_of(core::resource_of(one.entry));
        if (account && *account) {
            ++counts[**account];
        }
    }
    for (const auto& [account, count] : counts) {
        TRY(record_deed(registry, account,
                        {.act = std::string(act),
                         .detail = fmt::format("{} {}", count, count == 1 ? "entry" : "entries")}));
    }
    return {};
}

Result<std::uint64_t, std::string> erase_stored(const OpenData& data,
                                                const std::vector<Found>& found) {
    if (data.cluster() == nullptr) {
        TRY(end_entries(data, found));
    } else if (std::ranges::any_of(found, is_on_a_list)) {
        return std::unexpected("this person is still on a list, and only a node can end that: pass "
                               "an API key with --api-key or STANDBY_API_KEY");
    }
    std::uint64_t erased = 0;
    for (const Found& one : found) {
        const auto done = engine::erase_person(data.store(), one.entry);
        if (!done) {
            return std::unexpected(fmt::format(
                "{} could not be erased for good; erase it once more", core::format_id(one.entry)));
        }
        erased += *done;
    }
    TRY(record_about(data.registry(), "person_erased", found));
    return erased;
}

void list_entries(const std::vector<Found>& found, std::ostream& output) {
    for (const Found& one : found) {
        output << fmt::format("{}  of {}  {}\n", core::format_id(one.entry),
                              core::format_id(core::resource_of(one.entry)), one.state);
    }
}

void tell_erased(Console& console, const EraseCommand& command, const std::vector<Found>& found,
                 std::uint64_t people) {
    if (command.style == Style::Text) {
        console.output << fmt::format(
            "{} {} erased, with their wishes and answers. The history still shows what happened, "
            "and standby verify still proves it. Older backups{} still contain this person.\n",
            people, people == 1 ? "person row was" : "person rows were",
            is_cluster(place_of(command.options)) ? " and archived logs" : "");
        return;
    }
    print_object(console.output, [&](JsonWriter& writer) {
        writer.array("entries", found,
                     [&](const Found& one) { writer.text(core::format_id(one.entry)); });
        writer.natural("erased", people);
    });
}

// Where the server is that has the data in use; empty when none is needed.
Result<std::string, std::string> server_of(const Result<OpenData, Complaint>& data,
                                           const ServeOptions& options) {
    if (!data) {
        return listen_address(options);
    }
    if (data->cluster() == nullptr || options.api_key.empty()) {
        return std::string();
    }
    const auto view = data->cluster()->view();
    return view ? reachable_node(*view) : std::string();
}

engine::AddressKeys address_keys(const http::ContactHasher& hasher) {
    return [&hasher](const engine::Person& person) {
        std::vector<std::pair<engine::Channel, core::ContactKey>> keys;
        if (!person.email.empty()) {
            keys.emplace_back(engine::Channel::Mail, hasher.email(person.email));
        }
        if (!person.phone.empty()) {
            keys.emplace_back(engine::Channel::Sms, hasher.phone(person.phone));
        }
        return keys;
    };
}

Result<engine::Secret, std::string> contact_secret(engine::Registry& registry) {
    const auto secrets = registry.secrets();
    if (secrets) {
        for (const engine::Secret& secret : *secrets) {
            if (secret.purpose == engine::SecretPurpose::Contacts && !secret.retired_at) {
                return secret;
            }
        }
    }
    return std::unexpected("the key of contacts cannot be read");
}

}  // namespace

Outcome carry_out(const EraseCommand& command, Console& console) {
    const auto data = open_to_write(place_of(command.options), Missing::IsAnError);
    if (!data && !is_in_use(data.error().sentence)) {
        return std::unexpected(data.error());
    }
    const std::string server = TRY(or_exit(exit_unavailable, server_of(data, command.options)));
    if (!data && command.options.api_key.empty()) {
        return fail(ask_server(command.options, {}).error(), exit_unavailable);
    }
    const auto found = TRY(server.empty() ? find_stored(data->store(), command.person)
                                          : find_online(command, server));
    if (found.empty()) {
        return fail("no such person was found");
    }
    if (command.style == Style::Text) {
        list_entries(found, console.output);
    }
    if (!command.yes) {
        TRY(confirm(console, command.style,
                    fmt::format("Erase this person from {} {}? Entries on a list end, and places "
                                "they hold are freed. This cannot be undone.",
                                found.size(), found.size() == 1 ? "entry" : "entries"),
                    "nothing was erased"));
    }
    const auto erased =
        TRY(server.empty() ? erase_stored(*data, found) : erase_online(command, server, found));
    tell_erased(console, command, found, erased);
    return exit_ok;
}

Outcome carry_out(const PersonExportCommand& command, Console& console) {
    const auto data = TRY(open_to_read(command.place));
    const auto found = TRY(find_stored(data.store(), command.person));
    if (found.empty()) {
        return fail("no such person was found");
    }
    const http::ContactHasher hasher{TRY(contact_secret(data.registry()))};
    std::vector<engine::PersonRecord> records;
    for (const Found& one : found) {
        const auto record = engine::read_person_record(data.store(), data.registry(), one.entry,
                                                       address_keys(hasher),
                                                       std::numeric_limits<std::size_t>::max());
        if (!record) {
            return fail(unreadable);
        }
        if (*record) {
            records.push_back(**record);
        }
    }
    TRY(record_export(command.place, [&](engine::Registry& registry) {
        return record_about(registry, "exported", found);
    }));
    print_object(console.output, [&](JsonWriter& writer) {
        writer.time("exported_at", system_now());
        writer.array("entries", records, [&](const engine::PersonRecord& record) {
            interchange::write_person_record(writer, record);
        });
    });
    return exit_ok;
}

}  // namespace standby::app
