// Everything that messages need at run time: providers, the relay on its own thread, and what the
// API asks.
#pragma once

#include "app/service/log.hpp"
#include "app/service/options.hpp"
#include "app/service/outlets.hpp"
#include "base/result.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/clock.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/registry.hpp"
#include "notify/messaging/messaging.hpp"
#include "notify/relay/relay.hpp"

#include <memory>
#include <optional>
#include <string>

namespace standby::app {

struct PostServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    const engine::Clock& clock;
    const core::ZoneBook& zones;
    const engine::ContactKeys& keys;
    const engine::GuestLinks& links;
    Log& log;
};

class Post {
    struct Impl;

public:
    explicit Post(std::unique_ptr<Impl> impl);  // for `create`
    // What the services name must outlive the post.
    static Result<std::unique_ptr<Post>, std::string> create(const ServeOptions& options,
                                                             const PostServices& services);
    ~Post();
    Post(const Post&) = delete;
    Post& operator=(const Post&) = delete;

    void start();
    void stop();
    // There may be something to send. Never waits; from any thread.
    void wake();
    // Mail and texts leave by these from now on. Any thread may call.
    void use(Outlets outlets);
    // Whether nobody is there to send anything to.
    bool keeps_everything_here() const;
    // To be called once a second or so; so many nodes send for the same houses.
    void tick(std::size_t nodes);

    engine::Messenger& messaging();
    notify::RelayFigures relay_figures() const;
    notify::CallbackFigures callback_figures() const;

    // Without a thread of its own: does what is due, if switched on, until nothing is under way.
    // True: something was done.
    bool run_once();
    std::optional<Time> next_due();
    void switch_on(bool is_on);

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::app
