// Questions and commands for the engine, from threads that may wait for the answer.
#pragma once

#include "core/run.hpp"
#include "engine/ports/gateway.hpp"

#include <future>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace standby::app {

// What `look` says of the list's state, which is asked on the shard's thread. Nothing when there is
// no such list, or it cannot be reached here.
template <class Look>
auto look_at_list(engine::Gateway& gateway, core::ResourceNumber list, Look look)
    -> std::optional<std::invoke_result_t<Look&, const core::ResourceState&>> {
    using Found = std::optional<std::invoke_result_t<Look&, const core::ResourceState&>>;
    const auto promise = std::make_shared<std::promise<Found>>();
    auto found = promise->get_future();
    gateway.submit(engine::Query{
        .resource = list,
        .look = [promise, look = std::move(look)](const engine::Query::View& view) mutable {
            promise->set_value(view.failure || view.state == nullptr ? Found{}
                                                                     : Found{look(*view.state)});
        }});
    return found.get();
}

struct Told {
    std::optional<core::RefusalCode> refused;
    core::OpeningNumber opening;
    bool is_repeated = false;
};
// Nothing when the engine could not take the command now; it may be given again.
inline std::optional<Told> tell_engine(engine::Gateway& gateway, core::ResourceNumber list,
                                       core::Command command) {
    const auto told = std::make_shared<Told>();
    const auto promise = std::make_shared<std::promise<std::optional<engine::Failure>>>();
    auto done = promise->get_future();
    engine::Request request{.resource = list,
                            .command = std::move(command),
                            .actor = {core::ActorKind::Integration, 0},
                            .priority = engine::Priority::Reserved};
    request.make_answer = [told](const core::ResourceState&, const core::Outcome& outcome) {
        if (outcome.refusal) {
            told->refused = outcome.refusal->code;
        }
        told->opening = outcome.answer.opening;
        told->is_repeated = outcome.answer.repeated;
        return engine::Answer{.status = 200, .body = {}};
    };
    request.done = [promise](const engine::Reply& reply) { promise->set_value(reply.failure); };
    gateway.submit(std::move(request));
    return done.get() ? std::nullopt : std::optional(*told);
}

}  // namespace standby::app
