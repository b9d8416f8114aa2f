// Resources: creating, reading, changing them, and releasing places.
#include "base/sha256.hpp"
#include "core/model/limits.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/offer_body.hpp"
#include "http/api/resource_body.hpp"
#include "http/auth/crypto.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/paging.hpp"
#include "interchange/view/resource.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace standby::http {
namespace {

std::string resource_text(const interchange::ResourceFacts& facts, bool in_full) {
    std::string text;
    JsonWriter writer{text};
    if (in_full) {
        interchange::write_resource(writer, facts);
    } else {
        interchange::write_public_resource(writer, facts);
    }
    return text;
}

// The name is not part of the state: `name` is what it will be after the command.
MakeBody full_resource(std::uint16_t status, std::string name) {
    return
        [status, name = std::move(name)](const core::ResourceState& state, const core::Outcome&) {
            return engine::Answer{status,
                                  resource_text(interchange::resource_facts(state, name), true)};
        };
}

std::string name_seen(const core::ResourceState&, const std::string& name) {
    return name;
}

// The answer names the resource, so its present name is needed before.
Task<Answer> change(Call& call, core::Command command, std::optional<std::string> name = {}) {
    auto seen = co_await call.look(name_seen);
    const std::string present = CO_TRY(std::move(seen));
    engine::Attachment attachment{.person = {}, .resource_name = name};
    co_return co_await call.submit(std::move(command), full_resource(200, name.value_or(present)),
                                   std::move(attachment));
}

// For a lottery; nobody sees it before the draw.
std::string new_seed() {
    std::array<std::byte, core::limits::sealed_seed_length / 2> bytes{};
    fill_with_randomness(bytes);
    return to_hex(bytes);
}

struct Original {
    std::string name;
    core::Settings settings;
    core::Rules rules;
};

// As it was last committed. The copy may be made on another node than the original lives on.
Task<Result<Original, Problem>> stored_original(Call& call) {
    const core::ResourceNumber number = call.about.resource;
    auto found = co_await call.read([&](engine::Store& store) {
        return store.resources(call.about.account, core::ResourceNumber{number.value() - 1}, 1);
    });
    const auto rows = CO_TRY(std::move(found));
    if (rows.empty() || rows.front().number != number) {
        co_return refuse(ProblemType::NotFound);
    }
    const auto row = core::decode_resource_row(rows.front().data);
    if (!row) {
        co_return refuse(ProblemType::ListDamaged);
    }
    co_return Original{rows.front().name, row->settings, row->rules};
}

// What is over does not come along: a start that has passed is left out, and a draw that has passed
// has to be given anew.
Result<core::CreateResource, Problem> copy_of(const Original& original, const DuplicateBody& body,
                                              Time now) {
    core::CreateResource made{.settings = original.settings, .rules = {}, .draw_seed = new_seed()};
    made.settings.archived = false;
    made.settings.practice = false;
    if (made.settings.starts_at && *made.settings.starts_at <= now) {
        made.settings.starts_at.reset();
    }
    made.settings.starts_at = body.starts_at.value_or(made.settings.starts_at);
    made.settings.time_zone = body.time_zone.value_or(made.settings.time_zone);
    core::for_each_rule(
        [&](std::string_view, auto member) { made.rules.set(member, original.rules.*member); });
    made.rules.set(&core::Rules::draw_seed, std::string{});
    if (body.draw_at) {
        made.rules.set(&core::Rules::draw_at, body.draw_at);
    } else if (original.rules.draw_at && *original.rules.draw_at <= now) {
        return std::unexpected(
            invalid("draw_at", "must be given: the draw of the list that is copied is over"));
    }
    return made;
}

Task<Answer> change_status(Call& call, core::Command command) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await change(call, std::move(command));
}

// Under a number of its own, which a repeated request gets again.
Task<Answer> create(Call& call, core::CreateResource command, std::string name) {
    const auto key = call.key();
    auto allocated = co_await call.read([&](engine::Registry& registry) {
        return registry.allocate_resource(call.about.account,
                                          key ? std::optional{key->key} : std::nullopt, call.now);
    });
    call.about.resource = CO_TRY(std::move(allocated));
    call.shared.services.directory.add(call.about.resource, call.about.account,
                                       command.settings.time_zone);
    engine::Attachment attachment{.person = {}, .resource_name = name};
    co_return co_await call.submit(std::move(command), full_resource(201, name),
                                   std::move(attachment));
}

}  // namespace

Task<Answer> create_resource(Call& call) {
    auto body = CO_TRY(parse_create(call.request.body));
    body.command.draw_seed = new_seed();
    if (!body.names_time_zone) {
        auto house = co_await call.read(
            [&](engine::Registry& registry) { return registry.house(call.about.account); });
        const engine::House of_business = CO_TRY(std::move(house));
        body.command.settings.time_zone = of_business.time_zone;
    }
    co_return co_await create(call, std::move(body.command), std::move(body.name));
}

Task<Answer> duplicate_resource(Call& call) {
    const DuplicateBody body = CO_TRY(parse_duplicate(call.request.body));
    auto found = co_await stored_original(call);
    const Original original = CO_TRY(std::move(found));
    auto command = CO_TRY(copy_of(original, body, call.now));
    co_return co_await create(call, std::move(command), body.name.value_or(original.name));
}

Task<Answer> list_resources(Call& call) {
    const bool in_full = call.caller.has_value();
    // Other businesses on this server are nobody's business but theirs.
    const engine::AccountNumber account =
        in_full ? call.caller->account : call.shared.options.own_account;
    const std::string list =
        (in_full ? "resources of " : "public resources of ") + std::to_string(account.value());
    co_return co_await answer_list(
        call, list,
        [&](engine::Store& store, engine::Registry&, std::uint64_t after, std::size_t limit) {
            return store.resources(account, core::ResourceNumber{static_cast<std::uint32_t>(after)},
                                   limit);
        },
        [&](JsonWriter& writer, const engine::ResourceListing& row, engine::Store&) {
            const auto decoded = core::decode_resource_row(row.data);
            if (decoded && !decoded->settings.practice) {
                const interchange::ResourceFacts facts =
                    interchange::resource_facts(row.number, row.name, *decoded);
                if (in_full) {
                    interchange::write_resource(writer, facts);
                } else {
                    interchange::write_public_resource(writer, facts);
                }
            }
            return row.number.value();
        });
}

Task<Answer> get_resource(Call& call) {
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string& name) {
        return resource_text(interchange::resource_facts(state, name), call.caller.has_value());
    });
    co_return call.draft(200, CO_TRY(std::move(seen)));
}

Task<Answer> patch_resource(Call& call) {
    auto body = CO_TRY(parse_patch(call.request.body));
    body.command.draw_seed = new_seed();
    co_return co_await change(call, std::move(body.command), std::move(body.name));
}

Task<Answer> pause_resource(Call& call) {
    co_return co_await change_status(call, core::PauseResource{});
}

Task<Answer> resume_resource(Call& call) {
    co_return co_await change_status(call, core::ResumeResource{});
}

Task<Answer> close_resource(Call& call) {
    co_return co_await change_status(call, core::CloseResource{});
}

Task<Answer> reopen_resource(Call& call) {
    co_return co_await change_status(call, core::ResumeResource{.reopens = true});
}

// The command has a name: g++ 12 destroys a temporary aggregate in such a call twice.
Task<Answer> archive_resource(Call& call) {
    core::Command command = core::PatchResource{.archived = true};
    co_return co_await change_status(call, std::move(command));
}

Task<Answer> unarchive_resource(Call& call) {
    core::Command command = core::PatchResource{.archived = false};
    co_return co_await change_status(call, std::move(command));
}

Task<Answer> cancel_resource(Call& call) {
    auto command = CO_TRY(parse_cancel(call.request.body));
    co_return co_await change(call, std::move(command));
}

Task<Answer> release_places(Call& call) {
    auto command = CO_TRY(parse_release(call.request.body));
    co_return co_await change(call, std::move(command));
}

Task<Answer> revoke_places(Call& call) {
    auto command = CO_TRY(parse_revoke(call.request.body));
    co_return co_await change(call, std::move(command));
}

}  // namespace standby::http
