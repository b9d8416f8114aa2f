// Who follows the events of an account, from any point on. Each follower is somewhere in the feed
// and is read to from the store, a portion at a time and no faster than it reads; nobody who
// commits anything waits for it. One look per account serves all its followers.
#pragma once

#include "base/guarded.hpp"
#include "engine/history/event_feed.hpp"
#include "engine/ports/gateway.hpp"
#include "http/server/message.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace standby::http {

struct FeedFollower {
    engine::AccountNumber account;
    std::shared_ptr<EventStream> stream;
    std::uint64_t position = 0;     // what it has, or need not have
    core::ResourceNumber resource;  // 0: all
    // The item as a complete chunk of the stream; empty: it does not want it.
    std::function<std::string(const engine::FeedItem&)> format;
    // That it has come to this position, although there was nothing for it.
    std::function<std::string(std::uint64_t)> tell_position;
    std::function<bool()> may_see;  // false: the key has been revoked
};

class FeedHub {
public:
    static constexpr std::size_t followers_max = 20;  // of an account

    // Both outlive the hub, and what it has asked the gateway for.
    FeedHub(engine::Gateway& gateway, std::function<std::uint64_t()> draw)
        : gateway_(gateway), draw_(std::move(draw)) {}

    // Whether one more may come now.
    bool has_room(engine::AccountNumber account) const;
    // The hub keeps no follower alive. False: the account has as many as it may.
    [[nodiscard]] bool add(const std::shared_ptr<FeedFollower>& follower);

    // To be called ten times a second. Where other nodes may commit, now and then without news.
    void tick(bool has_news);

    std::size_t size() const;

private:
    struct Followed {
        std::vector<std::weak_ptr<FeedFollower>> followers;
        bool is_reading = false;
        bool goes_on = true;  // somebody has not got all there is
    };
    using Table = std::map<engine::AccountNumber, Followed>;

    void read_on(engine::Store& store, engine::Registry& registry, engine::AccountNumber account);
    bool read_to_all(engine::Store& store, engine::Registry& registry,
                     engine::AccountNumber account);

    engine::Gateway& gateway_;
    std::function<std::uint64_t()> draw_;
    Guarded<Table> table_;
};

}  // namespace standby::http
