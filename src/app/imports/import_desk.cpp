#include "app/imports/import_desk.hpp"

#include "app/imports/import_record.hpp"
#include "core/state/views.hpp"
#include "http/auth/crypto.hpp"
#include "intake/table/table_job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <optional>
#include <utility>

namespace standby::app {

using http::ImportPlace;
using http::ImportSlice;
using http::Problem;
using http::ProblemType;

namespace {

constexpr std::size_t imports_max = 6;       // in memory at a time
constexpr std::size_t rows_at_once = 2'000;  // one batch of a shard
constexpr Duration idle_max = std::chrono::hours{2};
// Between two calls of one that goes on.
constexpr Duration pause_max = std::chrono::minutes{1};

enum class Stage : std::uint8_t { Uploading, Uploaded, Ready, Running, Done, Undoing, Undone };

std::string_view name_of(Stage stage) {
    constexpr std::string_view names[] = {"uploading", "uploaded", "ready", "running",
                                          "done",      "undoing",  "undone"};
    return names[static_cast<std::size_t>(stage)];
}

std::unexpected<Problem> refused(ProblemType type, std::string detail) {
    return std::unexpected(http::problem(type, std::move(detail)));
}

std::unexpected<Problem> unstored() {
    return refused(ProblemType::Unavailable, "The database could not be read or written.");
}

std::uint64_t new_mark() {
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    http::fill_with_randomness(bytes);
    return std::bit_cast<std::uint64_t>(bytes) | 1U;
}

// Why someone who was added stays on the list after all; nothing: they may go.
std::optional<engine::Answer> stays(const core::ResourceState& state, core::Ticket ticket) {
    const auto view = core::view_entry(state, ticket);
    const bool waits = view && (view->state == core::EntryState::Waiting ||
                                view->state == core::EntryState::Unverified);
    const bool was_asked = view && (view->misses > 0 || view->declines > 0 || view->standing_yes ||
                                    view->offer != core::OfferNumber{});
    if (waits && !was_asked) {
        return std::nullopt;
    }
    const bool has_ended = !view || (!waits && !core::is_active(view->state));
    return engine::Answer{static_cast<std::uint16_t>(has_ended ? 410 : 409), ""};
}

}  // namespace

struct ImportDesk::Import {
    std::mutex mutex;       // held for as long as a call works on it; never waited for
    bool in_slice = false;  // people of it are with the shard
    Time used_at{};
    Stage stage = Stage::Uploading;
    std::string file_name;
    std::uint64_t size = 0;
    std::string bytes;
    std::optional<std::string> sheet;  // the choice that the table was read with
    intake::Table table;
    ListFacts facts;
    ImportPlan plan;
    std::size_t next = 0;            // of the people in the plan
    std::vector<std::size_t> again;  // those whom the shard had no room for
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::uint64_t already_there = 0;
    std::uint64_t refused = 0;
    std::vector<intake::RowNote> refusals;
    ImportRecord record;  // what is stored
    std::uint64_t mark = 0;

    bool can_be_undone(Time now) const {
        return record.finished_at && now < *record.finished_at + http::import_undo_time;
    }
    Result<void, Problem> save(const ImportPlace& place, engine::Registry& registry);
    std::string shown(const ImportPlace& place, bool with_plan) const;
    void forget_file() {
        bytes = {};
        table = {};
        plan.found.people = {};
        sheet.reset();
    }
};

Result<void, Problem> ImportDesk::Import::save(const ImportPlace& place,
                                               engine::Registry& registry) {
    engine::ConnectionLook look{.connection = core::number_of(place.import),
                                .replaces = mark,
                                .mark = new_mark(),
                                .state = encode_record(record),
                                .looked_at = place.now};
    const auto saved = registry.save_look(look);
    if (!saved || !*saved) {
        return unstored();
    }
    mark = look.mark;
    return {};
}

std::string ImportDesk::Import::shown(const ImportPlace& place, bool with_plan) const {
    return json_object([&](JsonWriter& writer) {
        writer.text("id", interchange::format_import_id(place.import));
        writer.text("resource_id", core::format_id(place.resource));
        writer.text("state", name_of(stage));
        writer.text_or_null("file_name", file_name);
        writer.natural("size", size);
        writer.natural("received", stage == Stage::Uploading ? bytes.size() : size);
        writer.natural("done", done);
        writer.natural("total", total);
        writer.natural("joined", record.joined.size());
        writer.natural("already_there", already_there);
        writer.natural("refused", refused);
        write_notes(writer, "refusals",
                    stage == Stage::Running ? std::vector<intake::RowNote>() : refusals);
        writer.natural("removed", record.removed);
        writer.natural("kept", record.kept);
        writer.time("undo_until", can_be_undone(place.now) && stage != Stage::Undone
                                      ? std::optional(*record.finished_at + http::import_undo_time)
                                      : std::nullopt);
        if (with_plan) {
            writer.begin_object("preview");
            write_plan(writer, plan);
            writer.end_object();
        } else {
            writer.null("preview");
        }
    });
}

ImportDesk::ImportDesk(intake::Sandbox& sandbox, const core::ZoneBook& zones,
                       const http::ContactHasher& contacts)
    : sandbox_(sandbox), zones_(zones), contacts_(contacts) {}

ImportDesk::~ImportDesk() = default;

Result<std::shared_ptr<ImportDesk::Import>, Problem>
ImportDesk::find(const ImportPlace& place) const {
    auto found = imports_.with([&](const Imports& imports) {
        const auto at = imports.find(place.import);
        return at == imports.end() ? nullptr : at->second;
    });
    if (!found) {
        return refused(ProblemType::NotFound,
                       "The file is not here any more: upload it again. Whoever has joined keeps "
                       "their place in line.");
    }
    return found;
}

Result<std::shared_ptr<ImportDesk::Import>, Problem>
ImportDesk::find_or_load(const ImportPlace& place, engine::Registry& registry) {
    if (auto found = find(place)) {
        return found;
    }
    const auto all = registry.connections(engine::ConnectionKind::Import);
    const auto state = registry.connection_state(core::number_of(place.import));
    if (!all || !state) {
        return unstored();
    }
    const auto stored = std::ranges::find_if(*all, [&](const engine::Connection& one) {
        return one.number == core::number_of(place.import) && one.resource == place.resource &&
               one.account == place.account;
    });
    const auto record = decode_record(state->state);
    if (stored == all->end() || !record) {
        return std::unexpected(http::problem(ProblemType::NotFound));
    }
    auto import = std::make_shared<Import>();
    import->used_at = place.now;
    const std::uint64_t settled = record->removed + record->kept;
    import->stage = settled == 0                      ? Stage::Done
                    : settled < record->joined.size() ? Stage::Undoing
                                                      : Stage::Undone;
    import->record = *record;
    import->mark = state->mark;
    import->done = import->total = record->joined.size();
    return imports_.with([&](Imports& imports) {
        return imports.try_emplace(place.import, std::move(import)).first->second;
    });
}

// Whoever comes next takes the room of what has come to its end, or else of what has waited longest
// for its next call: somebody who closed the page must not keep others waiting for hours.
void ImportDesk::give_way(Imports& imports, Time now) {
    auto longest = imports.end();
    for (auto at = imports.begin(); at != imports.end();) {
        const std::shared_ptr<Import> one = at->second;
        const std::unique_lock lock(one->mutex, std::try_to_lock);
        const bool is_at_rest = lock && !one->in_slice;
        if (is_at_rest && (one->stage == Stage::Done || one->stage == Stage::Undone)) {
            at = imports.erase(at);
            continue;
        }
        const bool goes_on = one->stage == Stage::Running || one->stage == Stage::Undoing;
        if (is_at_rest && (!goes_on || one->used_at + pause_max < now) &&
            (longest == imports.end() || one->used_at < longest->second->used_at)) {
            longest = at;
        }
        ++at;
    }
    if (imports.size() >= imports_max && longest != imports.end()) {
        imports.erase(longest);
    }
}

ImportDesk::Text ImportDesk::begin(const ImportPlace& place, const std::string& file_name,
                                   std::uint64_t size, engine::Registry& registry) {
    const auto all = registry.connections(engine::ConnectionKind::Import);
    if (!all) {
        return unstored();
    }
    for (const engine::Connection& old : *all) {
        if (old.account == place.account &&
            old.created_at + 2 * http::import_undo_time + idle_max < place.now) {
            if (!registry.remove_connection(old.account, old.number, place.now)) {
                return unstored();
            }
        }
    }
    const bool has_room = imports_.with([&](Imports& imports) {
        std::erase_if(imports,
                      [&](const auto& one) { return one.second->used_at + idle_max < place.now; });
        if (imports.size() >= imports_max) {
            give_way(imports, place.now);
        }
        return imports.size() < imports_max;
    });
    if (!has_room) {
        return refused(ProblemType::Overloaded,
                       "Other imports are under way here. Try again when they are done.");
    }
    const auto made = registry.add_connection({.account = place.account,
                                               .resource = place.resource,
                                               .kind = engine::ConnectionKind::Import,
                                               .settings = "{}",
                                               .created_at = place.now,
                                               .changed_at = place.now});
    if (!made) {
        return unstored();
    }
    auto import = std::make_shared<Import>();
    import->used_at = place.now;
    import->file_name = file_name;
    import->size = size;
    ImportPlace placed = place;
    placed.import =
        interchange::import_id(place.resource, static_cast<std::uint32_t>(made->number));
    imports_.with([&](Imports& imports) { imports[placed.import] = import; });
    return import->shown(placed, false);
}

ImportDesk::Text ImportDesk::upload(const ImportPlace& place, std::uint64_t offset,
                                    std::string piece) {
    const auto import = TRY(find(place));
    const std::unique_lock lock(import->mutex, std::try_to_lock);
    if (!lock || import->stage != Stage::Uploading) {
        return std::unexpected(http::invalid("offset", "is of a file that is here already"));
    }
    import->used_at = place.now;
    if (offset != import->bytes.size() || offset + piece.size() > import->size) {
        return std::unexpected(http::invalid(
            "offset", fmt::format("must be {}, where the next piece begins, and the piece must end "
                                  "within the file",
                                  import->bytes.size())));
    }
    import->bytes += piece;
    if (import->bytes.size() == import->size) {
        import->stage = Stage::Uploaded;
    }
    return import->shown(place, false);
}

namespace {

Result<ImportSettings, Problem> settings_of(const http::ImportChoice& choice) {
    ImportSettings settings{.sheet = choice.sheet};
    settings.order = intake::parse_table_order(choice.order).value_or(intake::TableOrder::Chosen);
    for (const auto& [heading, name] : choice.columns) {
        const auto field = intake::parse_field(name);
        if (!field && !name.empty()) {
            return std::unexpected(http::invalid("columns", fmt::format("know no field {}", name)));
        }
        settings.by_hand.emplace_back(heading, field);
    }
    return settings;
}

}  // namespace

ImportDesk::Text ImportDesk::preview(const ImportPlace& place, const http::ImportChoice& choice,
                                     engine::Registry& registry) {
    const ImportSettings settings = TRY(settings_of(choice));
    const auto import = TRY(find(place));
    const std::unique_lock lock(import->mutex, std::try_to_lock);
    if (!lock || (import->stage != Stage::Uploaded && import->stage != Stage::Ready)) {
        return refused(ProblemType::NothingBegun,
                       "The file is not here yet as a whole, or its import has begun.");
    }
    import->used_at = place.now;
    if (import->sheet != settings.sheet) {
        auto table = intake::read_table_apart(sandbox_, import->bytes, {.sheet = settings.sheet},
                                              import_limits());
        if (!table) {
            return std::unexpected(http::invalid("file", "can't be read: " + table.error().words));
        }
        import->table = *std::move(table);
        import->sheet = settings.sheet;
    }
    auto facts = list_facts(registry, zones_, place.account, place.time_zone);
    if (!facts) {
        return unstored();
    }
    import->facts = *std::move(facts);
    import->plan = plan_import(import->table, settings, import->facts, place.now);
    import->total = import->plan.found.people.size();
    import->stage = Stage::Ready;
    return import->shown(place, true);
}

ImportDesk::Text ImportDesk::show(const ImportPlace& place, engine::Registry& registry) {
    const auto import = TRY(find_or_load(place, registry));
    const std::unique_lock lock(import->mutex, std::try_to_lock);
    if (!lock) {
        return refused(ProblemType::Overloaded, "This import is at work just now.");
    }
    return import->shown(place, import->stage == Stage::Ready);
}

Result<ImportSlice, Problem> ImportDesk::begin_run(const ImportPlace& place,
                                                   const http::ImportPermits& permits) {
    const auto import = TRY(find(place));
    const std::unique_lock lock(import->mutex, std::try_to_lock);
    if (!lock || import->in_slice) {
        return refused(ProblemType::Overloaded, "This import is at work just now.");
    }
    if (import->stage != Stage::Ready && import->stage != Stage::Running) {
        return refused(ProblemType::NothingBegun,
                       "There is nothing left to import, or nothing that "
                       "was looked at before.");
    }
    if (!import->plan.objection.empty()) {
        return std::unexpected(http::invalid("columns", import->plan.objection));
    }
    if (!import->plan.found.problems.empty() && !permits.skip_bad) {
        return std::unexpected(http::invalid(
            "skip_bad", fmt::format("must be true where rows can't be read: there are {}",
                                    import->plan.bad_rows())));
    }
    import->used_at = place.now;
    import->stage = Stage::Running;
    ImportSlice slice;
    const auto& people = import->plan.found.people;
    slice.which = std::exchange(import->again, {});
    while (slice.which.size() < rows_at_once && import->next < people.size()) {
        slice.which.push_back(import->next++);
    }
    for (const std::size_t which : slice.which) {
        auto body = join_body(people[which], import->plan.mapping.source, import->facts, place.now);
        engine::Request& request = slice.requests.emplace_back(join_request(
            place.resource, body ? *std::move(body) : http::JoinBody{}, contacts_, place.actor));
        request.attachment.tells_nobody = !permits.notify;
        request.make_answer = [](const core::ResourceState&, const core::Outcome& outcome) {
            if (outcome.refusal) {
                return engine::Answer{409, std::string(core::name_of(outcome.refusal->code))};
            }
            return engine::Answer{static_cast<std::uint16_t>(outcome.answer.repeated ? 200 : 201),
                                  std::to_string(outcome.answer.entry)};
        };
    }
    import->in_slice = true;
    return slice;
}

ImportDesk::Text ImportDesk::end_run(const ImportPlace& place, ImportSlice slice,
                                     engine::Registry& registry) {
    const auto import = TRY(find(place));
    const std::unique_lock lock(import->mutex);  // whoever looked at it is done soon
    import->in_slice = false;
    const auto& people = import->plan.found.people;
    for (std::size_t index = 0; index < slice.replies.size(); ++index) {
        const engine::Reply& reply = slice.replies[index];
        const std::size_t which = slice.which[index];
        if (reply.failure) {
            import->again.push_back(which);
            continue;
        }
        ++import->done;
        if (reply.answer.status == 201) {
            import->record.joined.add(static_cast<core::Ticket>(std::stoul(reply.answer.body)));
        } else if (reply.answer.status == 200) {
            ++import->already_there;
        } else {
            ++import->refused;
            if (import->refusals.size() < notes_shown_max) {
                import->refusals.push_back({.row = people[which].row,
                                            .field = {},
                                            .heading = {},
                                            .words = "was refused: " + reply.answer.body});
            }
        }
    }
    const bool is_done = import->again.empty() && import->next == people.size();
    if (is_done) {
        import->stage = Stage::Done;
        import->record.finished_at = place.now;
        import->forget_file();
    }
    TRY(import->save(place, registry));
    return import->shown(place, false);
}

Result<ImportSlice, Problem> ImportDesk::begin_undo(const ImportPlace& place,
                                                    engine::Registry& registry) {
    const auto import = TRY(find_or_load(place, registry));
    const std::unique_lock lock(import->mutex, std::try_to_lock);
    if (!lock || import->in_slice) {
        return refused(ProblemType::Overloaded, "This import is at work just now.");
    }
    if (import->stage == Stage::Running) {  // it was given up halfway
        import->stage = Stage::Done;
        import->record.finished_at = place.now;
        import->forget_file();
    }
    if (import->stage != Stage::Done && import->stage != Stage::Undoing) {
        return refused(ProblemType::NothingBegun, "There is nothing to undo.");
    }
    if (!import->can_be_undone(place.now)) {
        return refused(ProblemType::Gone, "An import can be undone for an hour.");
    }
    import->used_at = place.now;
    import->stage = Stage::Undoing;
    ImportSlice slice;
    const std::uint64_t settled = import->record.removed + import->record.kept;
    for (const core::Ticket ticket : import->record.joined.some(settled, rows_at_once)) {
        engine::Request& request = slice.requests.emplace_back();
        request.resource = place.resource;
        request.command = core::RemoveEntry{.entry = ticket};
        request.actor = place.actor;
        request.attachment.tells_nobody = true;
        request.objection = [ticket](const core::ResourceState& state) {
            return stays(state, ticket);
        };
        request.make_answer = [](const core::ResourceState&, const core::Outcome& outcome) {
            return engine::Answer{static_cast<std::uint16_t>(outcome.refusal ? 409 : 200), ""};
        };
    }
    import->in_slice = true;
    return slice;
}

ImportDesk::Text ImportDesk::end_undo(const ImportPlace& place, ImportSlice slice,
                                      engine::Registry& registry) {
    const auto import = TRY(find(place));
    const std::unique_lock lock(import->mutex);
    import->in_slice = false;
    for (const engine::Reply& reply : slice.replies) {
        if (reply.failure) {
            break;  // from here on again: it goes by the order in which they joined
        }
        // Whoever has left meanwhile is gone as well.
        ++(reply.answer.status == 409 ? import->record.kept : import->record.removed);
    }
    if (import->record.removed + import->record.kept == import->record.joined.size()) {
        import->stage = Stage::Undone;
    }
    TRY(import->save(place, registry));
    return import->shown(place, false);
}

}  // namespace standby::app
