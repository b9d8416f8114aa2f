// Reading to followers: off every thread that decides or commits.
#include "http/sse/feed_hub.hpp"

#include <utility>

namespace standby::http {
namespace {

// What is read to one follower at a time, and how much it may leave unread before it is read to
// again.
constexpr std::size_t events_looked_at_max = 1'000;
constexpr std::size_t portion_bytes_max = 128 * 1024;
constexpr std::size_t unread_bytes_max = 256 * 1024;

std::vector<std::shared_ptr<FeedFollower>>
living(std::vector<std::weak_ptr<FeedFollower>>& followers) {
    std::vector<std::shared_ptr<FeedFollower>> found;
    std::erase_if(followers, [&](const std::weak_ptr<FeedFollower>& held) {
        auto follower = held.lock();
        if (follower == nullptr || !follower->stream->is_open()) {
            return true;
        }
        found.push_back(std::move(follower));
        return false;
    });
    return found;
}

// Whether it has less than there is.
bool read_to(engine::Store& store, engine::Registry& registry, FeedFollower& follower,
             std::uint64_t end) {
    if (!follower.may_see()) {
        follower.stream->close();
        return false;
    }
    if (follower.position >= end) {
        return false;
    }
    if (follower.stream->unread_bytes() > unread_bytes_max) {
        return true;
    }
    std::string text;
    const auto reached = engine::read_feed(store, registry,
                                           {.account = follower.account,
                                            .after = follower.position,
                                            .resource = follower.resource,
                                            .haste = engine::Haste::TakeWhatIsThere,
                                            .looked_at_max = events_looked_at_max},
                                           [&](engine::FeedItem&& item) {
                                               if (text.size() >= portion_bytes_max) {
                                                   return engine::FeedTaken::Full;
                                               }
                                               text += follower.format(item);
                                               return engine::FeedTaken::Yes;
                                           });
    if (!reached) {
        return true;  // and what was read is read again
    }
    if (text.empty() && *reached > follower.position) {
        text = follower.tell_position(*reached);
    }
    follower.position = *reached;
    if (!text.empty()) {
        follower.stream->write(std::move(text));
    }
    return follower.position < end;
}

}  // namespace

bool FeedHub::has_room(engine::AccountNumber account) const {
    return table_.with([&](const Table& table) {
        const auto found = table.find(account);
        return found == table.end() || found->second.followers.size() < followers_max;
    });
}

bool FeedHub::add(const std::shared_ptr<FeedFollower>& follower) {
    return table_.with([&](Table& table) {
        Followed& followed = table[follower->account];
        if (living(followed.followers).size() >= followers_max) {
            return false;
        }
        followed.followers.push_back(follower);
        followed.goes_on = true;
        return true;
    });
}

bool FeedHub::read_to_all(engine::Store& store, engine::Registry& registry,
                          engine::AccountNumber account) {
    auto followers = table_.with([&](Table& table) { return living(table[account].followers); });
    if (followers.empty()) {
        return false;
    }
    const auto end =
        engine::bring_feed_up(store, registry, account, engine::Haste::TakeWhatIsThere, draw_);
    if (!end) {
        return true;
    }
    bool goes_on = false;
    for (const auto& follower : followers) {
        goes_on |= read_to(store, registry, *follower, *end);
    }
    return goes_on;
}

void FeedHub::read_on(engine::Store& store, engine::Registry& registry,
                      engine::AccountNumber account) {
    const bool goes_on = read_to_all(store, registry, account);
    table_.with([&](Table& table) {
        Followed& followed = table[account];
        followed.is_reading = false;
        followed.goes_on |= goes_on;
    });
}

void FeedHub::tick(bool has_news) {
    const auto due = table_.with([&](Table& table) {
        std::vector<engine::AccountNumber> accounts;
        for (auto row = table.begin(); row != table.end();) {
            auto& [account, followed] = *row;
            if (!followed.is_reading && living(followed.followers).empty()) {
                row = table.erase(row);
                continue;
            }
            ++row;
            followed.goes_on |= has_news;
            if (followed.goes_on && !followed.is_reading) {
                followed.is_reading = true;
                followed.goes_on = false;
                accounts.push_back(account);
            }
        }
        return accounts;
    });
    for (const engine::AccountNumber account : due) {
        const bool is_asked =
            gateway_.read(engine::Effort::Long,
                          [this, account](engine::Store& store, engine::Registry& registry) {
                              read_on(store, registry, account);
                          });
        if (!is_asked) {
            table_.with([&](Table& table) {
                table[account].is_reading = false;
                table[account].goes_on = true;
            });
        }
    }
}

std::size_t FeedHub::size() const {
    return table_.with([](const Table& table) {
        std::size_t count = 0;
        for (const auto& [account, followed] : table) {
            count += followed.followers.size();
        }
        return count;
    });
}

}  // namespace standby::http
