// Questions and commands for the engine, from threads that may wait for the answer: those that look
// after other systems. They wait for as long as they are told to, and no longer once they are to
// stop.
#pragma once

#include "core/run.hpp"
#include "engine/ports/gateway.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace standby::app {

struct Patience {
    std::chrono::milliseconds time{std::chrono::seconds{30}};  // of the wall, whatever our clock is
    const std::atomic<bool>* is_stopping = nullptr;            // true: waits no longer
};

// False: the patience is over. The answer may still come.
template <class Value>
bool wait_for(std::future<Value>& answer, const Patience& patience) {
    constexpr std::chrono::milliseconds step{50};
    const auto until = std::chrono::steady_clock::now() + patience.time;
    while (answer.wait_for(step) != std::future_status::ready) {
        const bool is_over = std::chrono::steady_clock::now() >= until ||
                             (patience.is_stopping != nullptr && *patience.is_stopping);
        if (is_over) {
            return false;
        }
    }
    return true;
}

// What `look` says of the list's state, which is asked on the shard's thread, perhaps after this
// has given up. Nothing when there is no such list, or it cannot be reached here in time.
template <class Look>
auto look_at_list(engine::Gateway& gateway, core::ResourceNumber list, Look look,
                  const Patience& patience = {})
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
    return wait_for(found, patience) ? found.get() : Found{};
}

struct Told {
    std::optional<core::RefusalCode> refused;
    core::Ticket entry = 0;
    core::OfferNumber offer;
    core::OpeningNumber opening;
    bool is_repeated = false;  // the engine had it done before
};

struct Telling {
    // Under the same key a command is carried out once per list, within a day; told again, it is
    // answered as it was. Empty: none.
    std::string key{};
    Patience patience{};
    core::Actor actor{core::ActorKind::Integration, 0};
    engine::Attachment attachment{};
};

// Waits until the command is durable, or refused. Nothing when the engine could not take it now, or
// not in time: whether it was carried out is then unknown, and it may be given again.
std::optional<Told> tell_engine(engine::Gateway& gateway, core::ResourceNumber list,
                                core::Command command, Telling telling = {});

}  // namespace standby::app
