// A server whose clock is moved by hand, for tests: what it may open, and how time passes there.
#include "app/service/running_service.hpp"
#include "store/postgres/postgres_cluster.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace standby::app {
namespace {

constexpr std::string_view test_mark = ".test-data";
constexpr std::string_view unreadable = "the database could not be read";

std::vector<engine::ShardNumber> served_by(EngineHost& engine) {
    std::vector<engine::ShardNumber> served;
    for (engine::ShardNumber shard = 0; shard < engine.shards(); ++shard) {
        if (engine.shard(shard).is_serving()) {
            served.push_back(shard);
        }
    }
    return served;
}

}  // namespace

Result<void, std::string> RunningService::check_manual_clock() const {
    const ListenAddress address = TRY(parse_listen(options_.listen));
    const auto nodes = options_.cluster_listen.empty() ? Result<ListenAddress, std::string>(address)
                                                       : parse_listen(options_.cluster_listen);
    if (!is_loopback(address.address) || !is_loopback(TRY(nodes).address) ||
        !is_node_on_loopback(options_)) {
        return std::unexpected("--manual-clock is for tests: it lets anybody move the time and "
                               "read guests' tokens, so "
                               "it works only with --listen on 127.0.0.1 or [::1]");
    }
    return {};
}

// With a clock moved by hand anybody may read guests' tokens. What such a server makes is marked,
// and it opens nothing else.
Result<void, std::string> RunningService::mark_as_test() {
    if (store_->shared() != nullptr) {
        TRY(mark_cluster_as_test());
    } else {
        TRY(mark_file_as_test(TRY(sqlite_path(options_.store, options_.data_dir))));
    }
    if (manual_clock_ != nullptr) {
        log_.write(
            LogLevel::Warning, "manual_clock",
            {{"warning", "the time is moved by hand and guests' tokens are given to anybody: "
                         "this server is for tests"}});
    }
    return {};
}

Result<void, std::string> RunningService::mark_file_as_test(const std::string& database) {
    const std::string mark = database + std::string(test_mark);
    std::error_code ignored;
    const bool is_marked = std::filesystem::exists(mark, ignored);
    if (manual_clock_ == nullptr) {
        if (is_marked) {
            log_.write(LogLevel::Warning, "test_data", {{"mark", mark}});
        }
        return {};
    }
    const auto resources = store_->store().resources({}, {}, 1);
    if (!resources) {
        return std::unexpected(std::string(unreadable));
    }
    if (!is_marked && !resources->empty()) {
        return std::unexpected(
            "--manual-clock is for tests and opens only an empty database, or one that a test "
            "began: this one has lists, and there is no file " +
            mark);
    }
    std::ofstream(mark, std::ios::trunc) << "A server with a clock moved by hand (--manual-clock) "
                                            "used this data: it is for tests.\n";
    return {};
}

// A node that is there already may be serving in earnest, even while there is no list yet. The mark
// is looked for last: another node of the same test sets it before it can be seen.
Result<void, std::string> RunningService::mark_cluster_as_test() {
    store::PgDatabase& database = store_->shared()->database();
    if (manual_clock_ == nullptr) {
        if (store::is_test_data(database).value_or(false)) {
            log_.write(LogLevel::Warning, "test_data", {{"mark", "the table test_data"}});
        }
        return {};
    }
    const auto resources = store_->store().resources({}, {}, 1);
    const auto view = store_->shared()->view();
    const auto is_marked = store::is_test_data(database);
    if (!resources || !view || !is_marked) {
        return std::unexpected(std::string(unreadable));
    }
    if (!*is_marked && (!resources->empty() || !view->nodes.empty())) {
        return std::unexpected(
            "--manual-clock is for tests and opens only an empty database, or one that a test "
            "began: this one has lists or nodes, and there is no table test_data");
    }
    if (!*is_marked && !store::mark_as_test_data(database)) {
        return std::unexpected("the database could not be marked as one for tests");
    }
    return {};
}

void RunningService::settle() {
    do {
        engine_->nudge();
        engine_->wait_until_idle();
    } while (post_->run_once());
}

// What is asked of payment providers takes as long as they need; a test need not wait for ever.
void RunningService::settle_outside() {
    constexpr std::chrono::milliseconds patience{400};
    payments_->settle(patience);
    settle();
}

std::optional<Time> RunningService::next_due() {
    const std::optional<Time> event = engine_->next_wake();
    const std::optional<Time> message = post_->next_due();
    return event && message ? std::min(*event, *message) : event ? event : message;
}

// Payments that are to be looked at before then are looked at in their time: whoever has paid by
// then has the place. One that fails again and again doesn't hold up the clock.
void RunningService::look_at_payments(Time until) {
    constexpr int looks_max = 40;
    for (int count = 0; count < looks_max; ++count) {
        const std::optional<Time> due = payments_->next_due();
        if (!due || *due > until) {
            return;
        }
        manual_clock_->advance_to(*due);
        settle_outside();
        const std::optional<Time> next = payments_->next_due();
        if (next && *next <= clock_->now()) {
            return;  // its provider doesn't answer
        }
    }
}

// Lives through each moment at which something is due, as if time had passed by itself.
http::MovedClock RunningService::advance_to(Time to) {
    const std::vector<engine::ShardNumber> before = served_by(*engine_);
    if (cluster_) {
        post_->messaging().look_again();  // a shard that came here may have brought messages
    }
    while (true) {
        settle();
        const std::optional<Time> next = next_due();
        look_at_payments(next ? std::min(*next, to) : to);
        if (!next || *next > to) {
            break;
        }
        manual_clock_->advance_to(*next);
    }
    manual_clock_->advance_to(to);
    keep_late_looks();
    if (!is_suggesting_.exchange(true)) {
        suggest_for_months();
        is_suggesting_ = false;
    }
    queue_by_itself();
    settle_outside();
    note_served();
    http::MovedClock moved{.next = next_due(), .shards = {}};
    std::ranges::set_intersection(before, served_by(*engine_), std::back_inserter(moved.shards));
    return moved;
}

}  // namespace standby::app
