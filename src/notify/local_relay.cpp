// Reports and finishes. Nothing is due: doing it twice is the same as doing it once.
#include "notify/local_relay.hpp"

#include <future>
#include <utility>
#include <vector>

namespace standby::notify {
namespace {

constexpr std::size_t handled_at_once = 1000;
constexpr Duration retry_after = std::chrono::seconds{1};

std::future<engine::Reply> report_sent(engine::Gateway& gateway, const engine::OutboxRow& row,
                                       Time sent_at) {
    auto promise = std::make_shared<std::promise<engine::Reply>>();
    auto reply = promise->get_future();
    gateway.submit({.resource = row.resource,
                    .command = core::ReportSent{.offer = row.offer, .sent_at = sent_at},
                    .actor = core::Actor{},
                    .priority = engine::Priority::Reserved,
                    .key = std::nullopt,
                    .attachment = {},
                    .make_answer = nullptr,
                    .done = [promise](engine::Reply given) { promise->set_value(given); }});
    return reply;
}

}  // namespace

std::size_t LocalRelay::run_once(Time now) {
    const auto due = store_.due_messages(now, handled_at_once);
    if (!due) {
        return 0;
    }
    std::vector<std::optional<std::future<engine::Reply>>> reports;
    for (const engine::OutboxRow& row : *due) {
        const bool starts_window = row.kind == engine::MessageKind::Offer;
        reports.push_back(starts_window ? std::optional{report_sent(gateway_, row, now)}
                                        : std::nullopt);
    }
    std::vector<engine::MessageEnd> ends;
    for (std::size_t index = 0; index < due->size(); ++index) {
        const bool failed = reports[index] && reports[index]->get().failure.has_value();
        engine::MessageEnd& end = ends.emplace_back();
        end.id = (*due)[index].id;
        end.note = failed ? "the engine was busy" : "local";
        if (failed) {
            end.again_at = now + retry_after;
        }
    }
    // Messages that cannot be finished are still due.
    if (!ends.empty() && !store_.finish_messages(ends)) {
        return 0;
    }
    return due->size();
}

std::optional<Time> LocalRelay::next_due() {
    return store_.next_message_due().value_or(std::nullopt);
}

}  // namespace standby::notify
