#include "intake/sheet/sheet_lane.hpp"

#include "intake/sheet/file_place.hpp"
#include "intake/sheet/reading.hpp"
#include "intake/sheet/sheet_memory.hpp"
#include "intake/sheet/sheet_settings.hpp"
#include "intake/sheet/sheet_worker.hpp"

#include <algorithm>
#include <utility>

namespace standby::intake::sheet {
namespace {

using engine::Connection;
using engine::ConnectionKind;
using engine::SheetError;

Result<std::optional<Connection>, engine::StoreError> find_sheet(engine::Registry& registry,
                                                                 core::ResourceNumber list) {
    auto all = TRY(registry.connections(ConnectionKind::Sheet));
    const auto found = std::ranges::find(all, list, &Connection::resource);
    return found == all.end() ? std::nullopt : std::optional(std::move(*found));
}

std::optional<std::string> refuse_web(const std::string& url) {
    const auto address = interchange::parse_web_address(url);
    return address ? std::nullopt : std::optional(address.error());
}

}  // namespace

std::shared_ptr<interchange::WebClient> LaneShared::make_client() {
    auto client = std::make_shared<interchange::WebClient>(services.web);
    clients.with([&](Clients& all) { all.in_use.insert(client); });
    if (clients.with([](const Clients& all) { return all.are_stopped; })) {
        client->stop();
    }
    return client;
}

void LaneShared::drop_client(const std::shared_ptr<interchange::WebClient>& client) {
    clients.with([&](Clients& all) { all.in_use.erase(client); });
}

SheetLane::SheetLane(std::string folder, LaneServices services)
    : shared_{.folder = SheetFolder(std::move(folder)), .services = std::move(services)} {
    for (std::size_t number = 0; number <= far_sheet_threads; ++number) {
        workers_.push_back(std::make_unique<SheetWorker>(shared_, number));
    }
}

SheetLane::~SheetLane() {
    stop();
}

void SheetLane::start() {
    for (const auto& worker : workers_) {
        worker->start();
    }
}

void SheetLane::stop() {
    for (const auto& worker : workers_) {
        worker->begin_to_stop();
    }
    shared_.clients.with([](LaneShared::Clients& all) {
        all.are_stopped = true;
        for (const auto& client : all.in_use) {
            client->stop();
        }
    });
    for (const auto& worker : workers_) {
        worker->stop();
    }
}

std::optional<std::string> SheetLane::check(const engine::SheetSettings& settings,
                                            bool is_operator) {
    const auto kind = place_kind_of(settings.url);
    if (!kind) {
        return "must be the address of a file, such as file:///sheets/salon.csv or "
               "https://cloud.example/salon.csv, or that of a Google Sheet";
    }
    if (*kind == PlaceKind::Web) {
        return refuse_web(settings.url);
    }
    if (*kind == PlaceKind::Google) {
        return settings.api_url.empty() ? std::nullopt : refuse_web(settings.api_url);
    }
    if (!is_operator) {
        return "may be a file of the server only for owners of the server's own account";
    }
    const auto file = shared_.folder.path_in(settings.url);
    if (!file) {
        return "can't be used: " + std::string(sentence_about(file.error()));
    }
    const auto read = shared_.folder.read(*file);
    return read ? std::nullopt
                : std::optional("can't be used: " + std::string(sentence_about(read.error())));
}

Result<std::optional<engine::FollowedSheet>, engine::StoreError>
SheetLane::sheet(engine::Registry& registry, core::ResourceNumber list) {
    const auto found = TRY(find_sheet(registry, list));
    if (!found) {
        return std::nullopt;
    }
    return engine::FollowedSheet{.number = found->number,
                                 .account = found->account,
                                 .settings = read_sheet_settings(found->settings),
                                 .has_secret = !found->sealed.empty()};
}

Result<void, SheetError> SheetLane::set(engine::Registry& registry, engine::AccountNumber account,
                                        core::ResourceNumber list,
                                        const engine::SheetSettings& given,
                                        const engine::SheetSecrets& secrets, Time now) {
    const engine::SheetSettings settings = normalised(given);
    const auto found = find_sheet(registry, list);
    if (!found) {
        return std::unexpected(SheetError::Unavailable);
    }
    Connection sheet{.number = 0,
                     .account = account,
                     .resource = list,
                     .kind = ConnectionKind::Sheet,
                     .settings = write_sheet_settings(settings),
                     .sealed = {},
                     .created_at = now,
                     .changed_at = now};
    const bool is_there = found->has_value();
    const engine::SheetSettings before =
        is_there ? read_sheet_settings((*found)->settings) : engine::SheetSettings{};
    if (!secrets.empty()) {
        sheet.sealed = TRY(shared_.services.seal(write_sheet_secrets(secrets)));
    } else if (is_there && is_same_place(before, settings)) {
        sheet.sealed = (*found)->sealed;
    }
    if (is_there && before.url == settings.url) {
        sheet.number = (*found)->number;
        sheet.created_at = (*found)->created_at;
        return registry.change_connection(sheet) ? Result<void, SheetError>()
                                                 : std::unexpected(SheetError::Unavailable);
    }
    // What was seen of one sheet says nothing about another.
    if ((is_there && !registry.remove_connection(account, (*found)->number, now)) ||
        !registry.add_connection(sheet)) {
        return std::unexpected(SheetError::Unavailable);
    }
    return {};
}

Result<bool, engine::StoreError> SheetLane::remove(engine::Registry& registry,
                                                   engine::AccountNumber account,
                                                   core::ResourceNumber list, Time now) {
    const auto found = TRY(find_sheet(registry, list));
    return found ? registry.remove_connection(account, found->number, now)
                 : Result<bool, engine::StoreError>(false);
}

engine::TestedSheet SheetLane::try_out(core::ResourceNumber list,
                                       const engine::SheetSettings& settings,
                                       const engine::SheetSecrets& given) {
    engine::TestedSheet tested;
    const auto fail = [&](PlaceTrouble trouble) {
        tested.trouble = std::move(trouble.name);
        tested.words = std::move(trouble.words);
        return tested;
    };
    std::optional<engine::SheetSecrets> secrets = given;
    if (given.empty()) {
        const auto own =
            ask_store(shared_.services.gateway, [&](engine::Store&, engine::Registry& registry) {
                const auto found = find_sheet(registry, list);
                return found ? *found : std::optional<Connection>();
            });
        if (own && *own && is_same_place(read_sheet_settings((*own)->settings), settings)) {
            secrets = secrets_of(**own, shared_.services.open_sealed);
        }
    }
    if (!secrets) {
        return fail(locked());
    }
    const auto web = shared_.make_client();
    const auto now = [this] { return shared_.services.gateway.now(); };
    const PlaceServices services{shared_.folder, shared_.sandbox, *web, now};
    const auto place = open_place(services, settings, *secrets);
    const auto read = place ? (*place)->read() : std::unexpected(place.error());
    shared_.drop_client(web);
    if (!read) {
        return fail(read.error());
    }
    const Table& table = (*read)->table();
    tested.columns = columns_of(table, by_hand_of(settings));
    tested.rows = table.rows.empty() ? 0 : table.rows.size() - 1;
    const auto says_who = [](const engine::SheetColumn& column) {
        return column.field == "phone" || column.field == "email";
    };
    if (std::ranges::none_of(tested.columns, says_who)) {
        return fail({"no_headings",
                     "No column says how to reach people: one of the headings should be Mobile or "
                     "E-mail."});
    }
    return tested;
}

void SheetLane::test(engine::AccountNumber, core::ResourceNumber list,
                     engine::SheetSettings settings, engine::SheetSecrets secrets,
                     std::function<void(std::optional<engine::TestedSheet>)> done) {
    const auto shared = std::make_shared<decltype(done)>(std::move(done));
    settings = normalised(std::move(settings));
    const bool is_posted = shared_.services.run_apart(
        [this, list, settings, secrets, shared] { (*shared)(try_out(list, settings, secrets)); });
    if (!is_posted) {
        (*shared)(std::nullopt);
    }
}

void SheetLane::changed(core::ResourceNumber list) {
    for (const auto& worker : workers_) {
        worker->on_changed(list);
    }
}

void SheetLane::on_committed(core::ResourceNumber list) {
    for (const auto& worker : workers_) {
        worker->on_committed(list);
    }
}

std::optional<engine::SheetReport> SheetLane::report(core::ResourceNumber list) {
    return shared_.reports.with(
        [&](const LaneShared::Reports& reports) -> std::optional<engine::SheetReport> {
            const auto found = reports.find(list);
            return found == reports.end() ? std::nullopt : std::optional(found->second);
        });
}

bool SheetLane::accept(core::ResourceNumber list) {
    const auto now = report(list);
    if (!now || now->questions.empty()) {
        return false;
    }
    for (const auto& worker : workers_) {
        worker->on_accepted(list);
    }
    return true;
}

}  // namespace standby::intake::sheet
