#include "bus/nats/nats_bus.hpp"

#include "base/number.hpp"
#include "bus/nats/jetstream.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace standby::bus {
namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t day_s = 86'400;
constexpr milliseconds answer_within{5'000};
constexpr std::size_t asked_for_at_once = 500;
constexpr std::chrono::seconds request_lasts{30};

StreamWish wish_for_out() {
    return {.name = "STANDBY_OUT",
            .subject = "standby.out.res_1",
            .subjects = "standby.out.*",
            .max_age_s = 7 * day_s};
}
StreamWish wish_for_in(std::string_view subject) {
    return {.name = "STANDBY_IN",
            .subject = std::string{subject},
            .subjects = "standby.in.>",
            .max_age_s = 7 * day_s};
}
StreamWish wish_for_dead() {
    return {.name = "STANDBY_DEAD",
            .subject = std::string{subject_dead},
            .subjects = std::string{subject_dead},
            .max_age_s = 30 * day_s};
}

// Many are sent before the first is answered. Each says which one must be the last in the stream
// before it, so that after one that was lost none is taken that came behind it.
class NatsOutlet final : public Outlet {
public:
    explicit NatsOutlet(std::unique_ptr<NatsSession> session) : session_(std::move(session)) {}

    Result<void, std::string> publish(std::span<const Outgoing> events) override {
        while (!events.empty()) {
            // The first of a connection stands on what is there, whatever that is.
            const std::size_t count = last_id_.empty() ? 1 : events.size();
            TRY(publish_chain(events.first(count)));
            events = events.subspan(count);
        }
        return {};
    }

private:
    Result<void, std::string> publish_chain(std::span<const Outgoing> events) {
        const std::string inbox = session_->inbox() + "." + std::to_string(++batches_);
        for (const Outgoing& event : events) {
            NatsHeaders headers{{"Nats-Msg-Id", event.id},
                                {"Content-Type", "application/cloudevents+json"}};
            if (!last_id_.empty()) {
                headers.emplace_back("Nats-Expected-Last-Msg-Id", last_id_);
            }
            TRY(session_->publish("standby.out." + event.key, inbox, event.body, headers));
            last_id_ = event.id;
        }
        for (std::size_t answered = 0; answered < events.size();) {
            const auto message = TRY(session_->next(answer_within));
            if (!message) {
                return std::unexpected("JetStream did not say that it has what was published");
            }
            if (message->subject == inbox) {
                TRY(read_publish_answer(*message));
                ++answered;
            }
        }
        return {};
    }

    std::unique_ptr<NatsSession> session_;
    std::string last_id_;
    std::uint64_t batches_ = 0;
};

std::optional<IncomingKind> kind_of(std::string_view subject) {
    for (const IncomingKind kind :
         {IncomingKind::CapacityReleased, IncomingKind::CapacityRevoked}) {
        if (subject == subject_of(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

class NatsInlet final : public Inlet {
public:
    using Instant = std::chrono::steady_clock::time_point;

    NatsInlet(std::unique_ptr<NatsSession> session, const std::set<std::string>& streams,
              const std::string& reader)
        : session_(std::move(session)) {
        for (const std::string& stream : streams) {
            pulls_.push_back(
                {.stream = stream,
                 .subject = "$JS.API.CONSUMER.MSG.NEXT." + stream + "." + reader,
                 .inbox = session_->inbox() + ".pull" + std::to_string(pulls_.size())});
        }
    }

    Result<std::vector<Delivery>, std::string> take(std::size_t room, milliseconds wait) override {
        TRY(ask_for(room));
        std::vector<Delivery> taken = std::exchange(ahead_, {});
        for (;;) {
            auto message = TRY(session_->next(taken.empty() ? wait : milliseconds{0}));
            if (!message) {
                return taken;
            }
            TRY(take_one(*std::move(message), taken));
            if (taken.size() >= asked_for_at_once) {
                return taken;
            }
        }
    }

    Result<void, std::string> settle(std::uint64_t tag) override {
        const auto found = replies_.find(tag);
        if (found != replies_.end()) {
            TRY(session_->publish(found->second, {}, "+ACK"));
            replies_.erase(found);
        }
        return {};
    }
    void give_back(std::uint64_t tag) override { say(tag, "-NAK"); }
    void hold(std::uint64_t tag) override { say(tag, "+WPI"); }

    Result<void, std::string> put_aside(const Delivery& delivery, const std::string& event_id,
                                        const std::string& reason) override {
        if (!has_dead_) {
            TRY(ensure_stream(*session_, wish_for_dead()));
            has_dead_ = true;
        }
        const std::string inbox = session_->inbox() + ".dead" + std::to_string(++put_aside_);
        TRY(session_->publish(std::string{subject_dead}, inbox, delivery.body,
                              {{"Standby-Subject", std::string{subject_of(delivery.kind)}},
                               {"Standby-Event-Id", header_text(event_id)},
                               {"Standby-Reason", header_text(reason)}}));
        const Instant until = std::chrono::steady_clock::now() + answer_within;
        while (std::chrono::steady_clock::now() < until) {
            auto message = TRY(session_->next(milliseconds{100}));
            if (message && message->subject == inbox) {
                TRY(read_publish_answer(*message));
                return {};
            }
            if (message) {
                TRY(take_one(*std::move(message), ahead_));
            }
        }
        return std::unexpected("JetStream did not say that it has what was put aside");
    }

private:
    struct Pull {
        std::string stream;
        std::string subject;
        std::string inbox;
        std::size_t asked = 0;  // messages that may still come without asking again
        Instant asked_at{};
    };

    Result<void, std::string> ask_for(std::size_t room) {
        const Instant now = std::chrono::steady_clock::now();
        const std::size_t share = std::min(room / pulls_.size(), asked_for_at_once);
        for (Pull& pull : pulls_) {
            if (now > pull.asked_at + request_lasts + std::chrono::seconds{5}) {
                pull.asked = 0;
            }
            if (share == 0 || pull.asked * 2 >= share) {
                continue;
            }
            const std::size_t more = share - pull.asked;
            const auto lasts = std::chrono::nanoseconds{request_lasts}.count();
            TRY(session_->publish(pull.subject, pull.inbox,
                                  "{\"batch\":" + std::to_string(more) +
                                      ",\"expires\":" + std::to_string(lasts) + "}"));
            pull.asked += more;
            pull.asked_at = now;
        }
        return {};
    }

    Result<void, std::string> take_one(NatsMessage&& message, std::vector<Delivery>& taken) {
        const auto pull = std::ranges::find_if(
            pulls_, [&](const Pull& one) { return one.inbox == message.subject; });
        if (!message.status.empty()) {
            if (pull == pulls_.end()) {
                return {};
            }
            if (message.status != "408") {
                return std::unexpected("JetStream ended the reading: " + message.description);
            }
            const auto left = parse_number<std::size_t>(message.pending_count);
            pull->asked -= std::min(pull->asked, left.value_or(pull->asked));
            return {};
        }
        // What a pull brings has the subject that it was published under.
        const auto address = read_settle_address(message.reply);
        if (!address) {
            return {};
        }
        const auto from = std::ranges::find(pulls_, address->stream, &Pull::stream);
        if (from != pulls_.end() && from->asked > 0) {
            --from->asked;
        }
        const auto kind = kind_of(message.subject);
        if (!kind) {
            return session_->publish(message.reply, {}, "+ACK");
        }
        const std::uint64_t tag = ++tags_;
        replies_.emplace(tag, std::move(message.reply));
        taken.push_back({.tag = tag,
                         .kind = *kind,
                         .body = std::move(message.data),
                         .put_at = Time{std::chrono::floor<Duration>(
                             std::chrono::nanoseconds{address->put_at_ns})}});
        return {};
    }

    void say(std::uint64_t tag, std::string_view what) {
        if (const auto found = replies_.find(tag); found != replies_.end()) {
            static_cast<void>(session_->publish(found->second, {}, what));
        }
    }

    std::unique_ptr<NatsSession> session_;
    std::vector<Pull> pulls_;
    std::map<std::uint64_t, std::string> replies_;
    std::vector<Delivery> ahead_;
    std::uint64_t tags_ = 0;
    std::uint64_t put_aside_ = 0;
    bool has_dead_ = false;
};

Result<std::unique_ptr<Outlet>, std::string> open_outlet(const NatsOptions& options) {
    auto session = TRY(NatsSession::open(options));
    TRY(ensure_stream(*session, wish_for_out()));
    return std::make_unique<NatsOutlet>(std::move(session));
}

Result<std::unique_ptr<Inlet>, std::string> open_inlet(const NatsOptions& options,
                                                       const std::string& reader) {
    auto session = TRY(NatsSession::open(options));
    std::set<std::string> streams;
    for (const std::string_view subject : {subject_released, subject_revoked}) {
        streams.insert(TRY(ensure_stream(*session, wish_for_in(subject))));
    }
    for (const std::string& stream : streams) {
        TRY(ensure_reader(*session, stream, reader));
    }
    return std::make_unique<NatsInlet>(std::move(session), streams, reader);
}

}  // namespace

Bus nats_bus(const NatsOptions& options) {
    return {
        .name = "nats",
        .open_outlet = [options] { return open_outlet(options); },
        .open_inlet = [options](const std::string& reader) { return open_inlet(options, reader); }};
}

}  // namespace standby::bus
