#include "bus/in_lane.hpp"

#include "bus/pace.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include <variant>

namespace standby::bus {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds wait_while_idle{200};
constexpr milliseconds wait_while_under_way{5};
constexpr milliseconds wait_while_others_read{500};
constexpr milliseconds retry_after{200};
constexpr std::chrono::seconds hold_every{10};

bool is_revocation(const Incoming& incoming) {
    return std::holds_alternative<core::RevokePlaces>(incoming.command) ||
           std::holds_alternative<core::WithdrawOpening>(incoming.command);
}

Time wall_now() {
    return Time{std::chrono::floor<Duration>(std::chrono::system_clock::now().time_since_epoch())};
}

}  // namespace

InLane::InLane(Bus bus, std::string reader, InServices services, BusFigures& figures)
    : bus_(std::move(bus)),
      reader_(std::move(reader)),
      services_(std::move(services)),
      figures_(figures) {}

void InLane::run(const std::atomic<bool>& is_stopping) {
    while (!is_stopping) {
        pause(step(std::chrono::steady_clock::now()), is_stopping);
    }
    drop_connection();
}

bool InLane::connect(Instant now) {
    if (inlet_ != nullptr) {
        return true;
    }
    if (now < connect_at_) {
        return false;
    }
    auto opened = bus_.open_inlet(reader_);
    if (!opened) {
        fail(opened.error(), now);
        return false;
    }
    inlet_ = *std::move(opened);
    ++generation_;
    ++figures_.connections;
    hold_at_ = now + hold_every;
    return true;
}

// What was not settled comes again. Answers of the engine that are still to come are of another
// generation, and what it has done by then is known by its event id.
void InLane::drop_connection() {
    if (inlet_ == nullptr) {
        return;
    }
    for (const auto& [tag, message] : messages_) {
        inlet_->give_back(tag);
    }
    inlet_.reset();
    ++generation_;
    --figures_.connections;
    messages_.clear();
    lists_.clear();
}

void InLane::fail(const std::string& problem, Instant now) {
    if (failures_in_a_row_ == 0) {
        services_.log("bus_unreachable", problem);
    }
    ++figures_.failures;
    connect_at_ = now + backoff(++failures_in_a_row_);
    drop_connection();
}

milliseconds InLane::step(Instant now) {
    if (!services_.is_active()) {
        drop_connection();
        return wait_while_others_read;
    }
    if (!connect(now)) {
        return wait_while_idle;
    }
    const std::size_t room = under_way_max - std::min(under_way_max, messages_.size());
    auto taken = inlet_->take(room, messages_.empty() ? wait_while_idle : wait_while_under_way);
    if (!taken) {
        fail(taken.error(), now);
        return wait_while_idle;
    }
    if (failures_in_a_row_ != 0) {
        failures_in_a_row_ = 0;
        services_.log("bus_reached", bus_.name);
    }
    for (Delivery& delivery : *taken) {
        take_in(std::move(delivery), services_.gateway.now());
    }
    for (const Outcome& outcome : results_->come.exchange({})) {
        note(outcome, now);
    }
    submit_what_may_go(now);
    if (const auto settled = settle_what_is_done(); !settled) {
        fail(settled.error(), now);
        return wait_while_idle;
    }
    if (now >= hold_at_) {
        hold_at_ = now + hold_every;
        for (const auto& [tag, message] : messages_) {
            inlet_->hold(tag);
        }
    }
    return milliseconds{0};
}

void InLane::take_in(Delivery&& delivery, Time now) {
    ++figures_.received;
    Message message{.delivery = std::move(delivery), .incoming = {}};
    auto parsed = parse_incoming(message.delivery.kind, message.delivery.body, now);
    if (parsed) {
        message.incoming = *std::move(parsed);
    } else {
        message.incoming.resource = parsed.error().resource;
        message.incoming.event_id = std::move(parsed.error().event_id);
        message.objection = std::move(parsed.error().reason);
    }
    const core::ResourceNumber list = message.incoming.resource;
    const std::uint64_t tag = message.delivery.tag;
    if (!services_.is_ours(list)) {
        // Another reader has it as well.
        message.is_carried_out = true;
    } else if (message.objection.empty()) {
        lists_[list].waiting.push_back(tag);
    }
    messages_.insert_or_assign(tag, std::move(message));
}

void InLane::submit_what_may_go(Instant now) {
    for (auto row = lists_.begin(); row != lists_.end();) {
        List& list = row->second;
        while (!list.waiting.empty() && now >= list.retry_at && !list.is_revoking) {
            const auto found = messages_.find(list.waiting.front());
            const bool revokes = is_revocation(found->second.incoming);
            if (revokes && list.under_way > 0) {
                break;
            }
            list.waiting.pop_front();
            list.is_revoking = revokes;
            ++list.under_way;
            submit(found->second);
        }
        const bool is_done = list.waiting.empty() && list.under_way == 0;
        row = is_done ? lists_.erase(row) : std::next(row);
    }
}

void InLane::submit(Message& message) {
    const auto outcome = std::make_shared<Outcome>();
    outcome->generation = generation_;
    outcome->tag = message.delivery.tag;
    engine::Request request{.resource = message.incoming.resource,
                            .command = message.incoming.command,
                            .actor = {core::ActorKind::Integration, 0},
                            .priority = engine::Priority::Normal,
                            .key = {},
                            .attachment = {},
                            .link = {},
                            .objection = {},
                            .make_answer = {},
                            .done = {}};
    request.make_answer = [outcome](const core::ResourceState&, const core::Outcome& made) {
        if (made.refusal) {
            outcome->objection = made.refusal->field.empty()
                                     ? std::string{made.refusal->detail}
                                     : std::string{made.refusal->field} + " " +
                                           std::string{made.refusal->detail} + ".";
        }
        outcome->is_repeated = made.answer.repeated;
        for (const core::Event& event : made.events) {
            outcome->has_offered |= std::holds_alternative<core::OfferMade>(event.body);
            if (const auto* revoked = std::get_if<core::PlacesRevoked>(&event.body)) {
                outcome->missing = revoked->missing;
            }
        }
        return engine::Answer{.status = 200, .body = {}};
    };
    request.done = [outcome, results = results_](const engine::Reply& reply) {
        outcome->failure = reply.failure;
        results->come.with([&](std::vector<Outcome>& come) { come.push_back(*outcome); });
    };
    message.is_submitted = true;
    services_.gateway.submit(std::move(request));
}

void InLane::note(const Outcome& outcome, Instant now) {
    const auto found = messages_.find(outcome.tag);
    if (outcome.generation != generation_ || found == messages_.end()) {
        return;
    }
    Message& message = found->second;
    List& list = lists_[message.incoming.resource];
    --list.under_way;
    list.is_revoking = false;
    if (outcome.failure == engine::Failure::Damaged) {
        message.objection = "What is stored of the list makes no sense; standby verify says more.";
        return;
    }
    if (outcome.failure) {
        // In front of what came after it; among those under way, the tags tell.
        message.is_submitted = false;
        const auto place = std::ranges::lower_bound(list.waiting, outcome.tag);
        list.waiting.insert(place, outcome.tag);
        list.retry_at = now + retry_after;
        return;
    }
    message.objection = outcome.objection;
    message.is_carried_out = outcome.objection.empty();
    message.missing = outcome.missing;
    figures_.repeated += outcome.is_repeated ? 1U : 0U;
    if (outcome.has_offered && !outcome.is_repeated) {
        figures_.released_to_offered.add(wall_now() - message.delivery.put_at);
    }
}

bool InLane::keep_for_staff(const Message& message, const std::string& reason) {
    return services_.keep_for_staff({.account = services_.account_of(message.incoming.resource),
                                     .resource = message.incoming.resource,
                                     .bus = bus_.name,
                                     .subject = std::string{subject_of(message.delivery.kind)},
                                     .event_id = message.incoming.event_id,
                                     .reason = reason,
                                     .at = services_.gateway.now()});
}

Result<void, std::string> InLane::put_aside(Message& message) {
    TRY(inlet_->put_aside(message.delivery, message.incoming.event_id, message.objection));
    if (!keep_for_staff(message, message.objection)) {
        return std::unexpected("what was put aside could not be kept for staff");
    }
    ++figures_.put_aside;
    services_.log("bus_message_put_aside", message.objection);
    return {};
}

Result<void, std::string> InLane::settle_what_is_done() {
    for (auto row = messages_.begin(); row != messages_.end();) {
        Message& message = row->second;
        if (!message.objection.empty()) {
            TRY(put_aside(message));
        } else if (!message.is_carried_out) {
            ++row;
            continue;
        } else if (message.missing > 0) {
            const std::string reason = std::to_string(message.missing) +
                                       " of the places sold elsewhere could not be taken back: "
                                       "guests have them.";
            if (!keep_for_staff(message, reason)) {
                return std::unexpected("what is missing could not be kept for staff");
            }
        }
        TRY(inlet_->settle(row->first));
        row = messages_.erase(row);
    }
    return {};
}

}  // namespace standby::bus
