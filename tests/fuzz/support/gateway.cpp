// Driving a shard, its store and its outbox by turns.
#include "tests/fuzz/support/gateway.hpp"

#include "tests/fuzz/support/check.hpp"

#include <algorithm>
#include <utility>

namespace standby::fuzz {
namespace {

// More than anything in these small worlds needs at one moment.
constexpr int polls_max = 20'000;
constexpr int relay_rounds_max = 1'000;
constexpr std::size_t messages_at_once = 1'000;
// More moments than this are not lived through one by one.
constexpr int moments_max = 100;

}  // namespace

SynchronousGateway::SynchronousGateway(store::MemoryStore& store, const core::ZoneBook& zones,
                                       Time now,
                                       std::function<void(const engine::Committed&)> publish)
    : store_(store),
      now_(now),
      shard_({.messages_stay_here = [] { return true; }}, zones, std::move(publish)) {
    const auto schedule = store_.schedule(0, 1);
    for (const auto& [resource, due] : *schedule) {
        shard_.wake_at(resource, due);
    }
}

void SynchronousGateway::submit(engine::Request&& request) {
    post([this, request = std::move(request)]() mutable {
        shard_.submit(std::move(request), now_);
    });
}

void SynchronousGateway::submit(engine::Query query) {
    post([this, query = std::move(query)] { shard_.submit(query, now_); });
}

bool SynchronousGateway::read(engine::Effort,
                              std::function<void(engine::Store&, engine::Registry&)> function) {
    post([this, function = std::move(function)] { function(store_, store_); });
    return true;
}

void SynchronousGateway::post(std::function<void()> function) {
    inbox_.push_back(std::move(function));
    run();
}

void SynchronousGateway::run() {
    if (is_running_) {
        return;
    }
    is_running_ = true;
    for (int polls = 0;; ++polls) {
        expect(polls < polls_max, "the shard comes to rest");
        if (!inbox_.empty()) {
            const std::function<void()> function = std::move(inbox_.front());
            inbox_.pop_front();
            function();
            continue;
        }
        const bool has_worked = carry_out_work();
        const std::optional<Time> wake = shard_.next_wake();
        const bool is_due = wake && *wake <= now_;
        if (!has_worked && !is_due && inbox_.empty() && shard_.is_idle()) {
            break;
        }
    }
    is_running_ = false;
}

bool SynchronousGateway::carry_out_work() {
    const engine::Work work = shard_.poll(now_);
    for (const core::ResourceNumber resource : work.loads) {
        const Time answers_after = now_ - engine::ShardLimits{}.answers_kept;
        auto loaded = store_.load(resource, answers_after);
        expect(loaded.has_value(), "what was stored can be loaded");
        shard_.on_loaded(resource, std::move(loaded), now_);
    }
    for (const engine::Work::AnswerLookup& lookup : work.lookups) {
        shard_.on_answer(lookup.resource, lookup.number,
                         store_.answer(lookup.resource, lookup.number), now_);
    }
    if (work.commit) {
        const auto committed = store_.commit(*work.commit);
        expect(committed.has_value(), "the store takes what the shard decides");
        shard_.on_commit(committed, now_);
    }
    return !work.empty();
}

bool SynchronousGateway::send_messages() {
    const auto due = store_.due_messages({}, now_, messages_at_once);
    expect(due.has_value(), "the outbox can be read");
    std::vector<engine::MessageEnd> ends;
    for (const engine::OutboxRow& row : due->rows) {
        if (engine::is_offer(row.kind)) {
            engine::Request report;
            report.resource = row.resource;
            report.command = core::ReportSent{.offer = row.offer, .sent_at = now_};
            report.priority = engine::Priority::Reserved;
            report.done = [](const engine::Reply&) {};
            submit(std::move(report));
        }
        ends.push_back({.id = row.id, .note = "local"});
    }
    expect(store_.finish_messages(ends).has_value(), "messages can be finished");
    return !ends.empty();
}

void SynchronousGateway::settle() {
    run();
    for (int rounds = 0; relay_is_on_ && send_messages(); ++rounds) {
        expect(rounds < relay_rounds_max, "the relay comes to rest");
        run();
    }
}

void SynchronousGateway::advance_to(Time to) {
    for (int moments = 0; moments < moments_max; ++moments) {
        settle();
        std::optional<Time> next = shard_.next_wake();
        const auto message =
            relay_is_on_ ? store_.next_message_due(now_).value_or(std::nullopt) : std::nullopt;
        if (message && (!next || *message < *next)) {
            next = message;
        }
        if (!next || *next > to) {
            break;
        }
        now_ = std::max(now_, *next);
    }
    now_ = std::max(now_, to);
    settle();
}

}  // namespace standby::fuzz
