#include "bus/out_lane.hpp"

#include "bus/pace.hpp"
#include "core/audit/event_codec.hpp"
#include "engine/history/event_feed.hpp"
#include "interchange/view/cloud_event.hpp"

#include <utility>

namespace standby::bus {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t events_at_once = 500;
// The feed is brought up to date so often while there is news, and without any.
constexpr milliseconds look_every{250};
constexpr std::chrono::seconds look_anyway_every{1};
// Rows may follow their commit by half a second.
constexpr std::chrono::seconds news_last{1};
constexpr std::chrono::seconds keep_every{1};
constexpr milliseconds wait_while_others_send{500};
constexpr milliseconds wait_while_unreachable{200};
constexpr milliseconds wait_without_news{50};

}  // namespace

OutLane::OutLane(Bus bus, OutServices services, BusFigures& figures)
    : bus_(std::move(bus)), services_(std::move(services)), figures_(figures) {}

void OutLane::run(const std::atomic<bool>& is_stopping) {
    while (!is_stopping) {
        pause(step(std::chrono::steady_clock::now()), is_stopping);
    }
    keep();
    drop_connection();
}

bool OutLane::connect(Instant now) {
    if (outlet_ != nullptr) {
        return true;
    }
    if (now < connect_at_) {
        return false;
    }
    auto opened = bus_.open_outlet();
    if (!opened) {
        fail(opened.error(), now);
        return false;
    }
    outlet_ = *std::move(opened);
    ++figures_.connections;
    return true;
}

void OutLane::drop_connection() {
    if (outlet_ != nullptr) {
        outlet_.reset();
        --figures_.connections;
    }
}

void OutLane::fail(const std::string& problem, Instant now) {
    if (failures_in_a_row_ == 0) {
        services_.log("bus_unreachable", problem);
    }
    ++figures_.failures;
    connect_at_ = now + backoff(++failures_in_a_row_);
    drop_connection();
}

// Brings the feeds up to date. False: the store did not let it.
bool OutLane::look(Instant now) {
    if (services_.has_news()) {
        news_until_ = now + news_last;
    }
    const bool is_due = now < news_until_ ? now >= look_at_ : now >= last_look_ + look_anyway_every;
    if (!is_due) {
        return true;
    }
    look_at_ = now + look_every;
    last_look_ = now;
    const auto accounts = services_.registry.accounts();
    if (!accounts) {
        return false;
    }
    std::uint64_t behind = 0;
    for (const engine::Account& account : *accounts) {
        const auto [row, is_new] = progress_.try_emplace(account.number);
        Progress& progress = row->second;
        if (is_new) {
            const auto kept = services_.registry.bus_cursor(bus_.name, account.number);
            if (!kept) {
                progress_.erase(row);
                return false;
            }
            progress.sent = progress.kept = *kept;
        }
        const auto end = engine::bring_feed_up(services_.store, services_.registry, account.number,
                                               engine::Haste::TakeWhatIsThere, services_.draw);
        if (!end) {
            return false;
        }
        progress.end = *end;
        behind += progress.behind();
    }
    figures_.behind = behind;
    return true;
}

bool OutLane::send(engine::AccountNumber account, Progress& progress, Instant now) {
    std::vector<Outgoing> events;
    const std::string home = services_.home();
    const auto reached = engine::read_feed(
        services_.store, services_.registry,
        {.account = account,
         .after = progress.sent,
         .resource = {},
         .haste = engine::Haste::TakeWhatIsThere,
         .looked_at_max = events_at_once},
        [&](engine::FeedItem&& item) {
            // What a newer version wrote is that version's to send.
            if (const auto event = core::decode_event(item.event.data)) {
                Outgoing& out = events.emplace_back();
                out.key = core::format_id(item.resource);
                out.id = interchange::cloud_event_id(item.resource, event->number);
                JsonWriter writer{out.body};
                interchange::write_cloud_event(writer, home, item.resource, *event, item.event.link,
                                               interchange::FreeText::LeftOut);
            }
            return engine::FeedTaken::Yes;
        });
    if (!reached) {
        return false;
    }
    if (!events.empty()) {
        if (const auto sent = outlet_->publish(events); !sent) {
            fail(sent.error(), now);
            return false;
        }
        if (failures_in_a_row_ != 0) {
            failures_in_a_row_ = 0;
            services_.log("bus_reached", bus_.name);
        }
    }
    figures_.sent += events.size();
    progress.sent = *reached;
    return true;
}

void OutLane::keep() {
    for (auto& [account, progress] : progress_) {
        if (progress.sent > progress.kept &&
            services_.registry.keep_bus_cursor(bus_.name, account, progress.sent)) {
            progress.kept = progress.sent;
        }
    }
}

milliseconds OutLane::step(Instant now) {
    if (!services_.is_active()) {
        // Whoever sends now goes on from what is kept.
        keep();
        progress_.clear();
        drop_connection();
        return wait_while_others_send;
    }
    if (!connect(now)) {
        static_cast<void>(look(now));  // to know how far behind it is
        return wait_while_unreachable;
    }
    if (!look(now)) {
        return wait_while_unreachable;
    }
    bool goes_on = false;
    for (auto& [account, progress] : progress_) {
        if (progress.behind() == 0) {
            continue;
        }
        if (!send(account, progress, now)) {
            return wait_while_unreachable;
        }
        goes_on |= progress.behind() > 0;
    }
    if (now >= keep_at_) {
        keep_at_ = now + keep_every;
        keep();
    }
    return goes_on ? milliseconds{0} : wait_without_news;
}

}  // namespace standby::bus
