// Resources: creating, reading, changing them, and releasing places.
#include "http/api/entry_body.hpp"
#include "http/api/offer_body.hpp"
#include "http/api/resource_body.hpp"
#include "http/api/resource_json.hpp"
#include "http/routes/paging.hpp"

#include <utility>

namespace standby::http {
namespace {

engine::Answer resource_answer(std::uint16_t status, const ResourceFacts& facts, bool in_full) {
    engine::Answer answer{.status = status, .body = {}};
    JsonWriter writer{answer.body};
    if (in_full) {
        write_resource(writer, facts);
    } else {
        write_public_resource(writer, facts);
    }
    return answer;
}

// The name is not part of the state: `name` is what it will be after the command, if that is known.
MakeBody full_resource(std::uint16_t status, std::string name) {
    return
        [status, name = std::move(name)](const core::ResourceState& state, const core::Outcome&) {
            return resource_answer(status, resource_facts(state, name), true);
        };
}

core::Command status_command(RouteName name) {
    switch (name) {
    case RouteName::PauseResource:
        return core::PauseResource{};
    case RouteName::ResumeResource:
        return core::ResumeResource{};
    default:
        return core::CloseResource{};
    }
}

}  // namespace

void ApiRoutes::create_resource(const CallPtr& call) {
    auto body = parse_create(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    const auto key = key_of(*call);
    read(call, [this, call, key, body = *std::move(body)](engine::Store&,
                                                          engine::Registry& registry) mutable {
        const auto house = registry.house(call->account);
        const auto number = registry.allocate_resource(
            call->account, key ? std::optional{key->key} : std::nullopt, call->now);
        if (!number || !house) {
            call->send_problem(problem(ProblemType::Unavailable,
                                       "The database did not take it; nothing was changed."));
            return;
        }
        if (!body.names_time_zone) {
            body.command.settings.time_zone = house->time_zone;
        }
        call->resource = *number;
        services_.directory.add(*number, call->account, body.command.settings.time_zone);
        submit(call, body.command, full_resource(201, body.name), {.resource_name = body.name});
    });
}

void ApiRoutes::list_resources(const CallPtr& call) {
    const bool in_full = call->caller.has_value();
    const engine::AccountNumber account = in_full ? call->caller->account : engine::AccountNumber{};
    send_list(
        call,
        in_full ? "resources of " + std::to_string(account.value()) : std::string("resources"),
        [account](engine::Store& store, engine::Registry&, std::uint64_t after, std::size_t limit) {
            const core::ResourceNumber last{static_cast<std::uint32_t>(after)};
            return store.resources(account, last, limit);
        },
        [in_full](JsonWriter& writer, const engine::ResourceListing& row, engine::Store&) {
            if (const auto decoded = core::decode_resource_row(row.data)) {
                const ResourceFacts facts = resource_facts(row.number, row.name, *decoded);
                if (in_full) {
                    write_resource(writer, facts);
                } else {
                    write_public_resource(writer, facts);
                }
            }
            return row.number.value();
        });
}

void ApiRoutes::get_resource(const CallPtr& call) {
    query(call, [call](const core::ResourceState& state, const std::string& name) {
        return resource_answer(200, resource_facts(state, name), call->caller.has_value());
    });
}

// The answer names the resource, so its present name is needed before.
void ApiRoutes::patch_resource(const CallPtr& call) {
    auto body = parse_patch(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    query(call, [this, call, body = *std::move(body)](const core::ResourceState&,
                                                      const std::string& name) {
        submit(call, body.command, full_resource(200, body.name.value_or(name)),
               {.resource_name = body.name});
        return engine::Answer{};
    });
}

void ApiRoutes::change_status(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    query(call, [this, call](const core::ResourceState&, const std::string& name) {
        submit(call, status_command(call->route->name), full_resource(200, name));
        return engine::Answer{};
    });
}

void ApiRoutes::release_places(const CallPtr& call) {
    auto body = parse_release(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    query(call, [this, call, body = *std::move(body)](const core::ResourceState&,
                                                      const std::string& name) {
        submit(call, body.command, full_resource(200, name));
        return engine::Answer{};
    });
}

}  // namespace standby::http
