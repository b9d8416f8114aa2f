// The open loop: requests are due at random moments, whether or not the server keeps up. What a
// person waits is counted from the moment the request was due, so time that it spends in line for
// a connection counts too; beside it stands the time from writing the request to its answer.
#include "bench/load/due_times.hpp"
#include "bench/load/histogram.hpp"
#include "bench/load/http_client.hpp"
#include "bench/load/report.hpp"
#include "bench/load/request_maker.hpp"
#include "bench/load/runs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace standby::bench::load {
namespace {

constexpr Nanoseconds wait_max = 50 * nanoseconds_per_millisecond;
// Waking up for each request alone would cost as much as sending it.
constexpr Nanoseconds wait_min = 50'000;
constexpr Nanoseconds last_answers_timeout = 10 * nanoseconds_per_second;
// A request that is sent so much too late though a connection was free says that the client itself
// is too slow, or not given the processor.
constexpr Nanoseconds late_after = nanoseconds_per_millisecond;

// One class of requests with its own rate and its own connections.
class RequestStream final : public ClientListener {
public:
    RequestStream(Poller& poller, std::string name, double rate, const CommonOptions& common,
                  const Address& address, std::unique_ptr<RequestMaker> requests)
        : name_(std::move(name)),
          rate_(rate),
          seed_(common.seed),
          requests_(std::move(requests)),
          client_(poller, common.address, address, common.connections, HttpClient::Bodies::Drop,
                  *this),
          arrivals_(rate, seed_, 0),
          departures_(arrivals_) {}

    Result<void, std::string> open() { return client_.open_all(); }

    void start(Nanoseconds now, Nanoseconds end) {
        start_ = last_answer_at_ = now;
        end_ = end;
        arrivals_ = departures_ = DueTimes(rate_, seed_, now);
        for (Connection& connection : client_.connections()) {
            if (connection.state == Connection::State::Idle) {
                free_.push_back(&connection);
            }
        }
    }

    // Sends what has become due, as much of it as there are free connections for.
    void turn(Nanoseconds now) {
        client_.reopen_failed(now);
        notice_due(now);
        while (waiting() > 0 && !free_.empty()) {
            Connection* connection = free_.back();
            free_.pop_back();
            // One that was lost meanwhile is listed again when it is back.
            if (connection->state == Connection::State::Idle) {
                const Nanoseconds sent_at = monotonic_now();
                late_ += sent_at - departures_.next() > late_after ? 1U : 0U;
                send_next(*connection, sent_at);
            }
        }
    }

    // From now on nothing is sent; what waits in line stays unsent.
    void end() { is_ending_ = true; }

    // When turn() has something to do again, if no answer comes before.
    [[nodiscard]] Nanoseconds next_due() const {
        return is_ending_ || free_.empty() ? end_ : arrivals_.next();
    }
    [[nodiscard]] std::uint64_t under_way() const { return under_way_; }
    [[nodiscard]] std::uint64_t offered() const { return arrivals_.passed(); }
    [[nodiscard]] std::uint64_t late() const { return late_; }
    [[nodiscard]] Nanoseconds last_answer_at() const { return last_answer_at_; }

    [[nodiscard]] std::string report(Nanoseconds duration) const;

    void on_free(Connection& connection, Nanoseconds now) override {
        notice_due(now);
        if (waiting() > 0) {
            // Only if others were free too, it could have been sent before.
            late_ += !free_.empty() && now - departures_.next() > late_after ? 1U : 0U;
            send_next(connection, now);
        } else {
            free_.push_back(&connection);
        }
    }

    void on_answer(const Connection& connection, Nanoseconds now) override {
        --under_way_;
        last_answer_at_ = now;
        auto& seen = by_status_[static_cast<std::size_t>(connection.parser.status())];
        if (!seen) {
            seen = std::make_unique<Durations>();
        }
        seen->since_due.record(now - connection.due_at);
        seen->since_sent.record(now - connection.sent_at);
    }

    void on_loss(const Connection&) override {
        --under_way_;
        ++errors_;
    }

private:
    struct Durations {
        Histogram since_due;
        Histogram since_sent;
    };

    [[nodiscard]] std::uint64_t waiting() const {
        return is_ending_ ? 0 : arrivals_.passed() - departures_.passed();
    }

    // Puts into the line what has become due.
    void notice_due(Nanoseconds now) {
        while (!is_ending_ && arrivals_.next() <= now && arrivals_.next() < end_) {
            arrivals_.pass();
        }
    }

    void send_next(Connection& connection, Nanoseconds now) {
        const auto request = requests_->next();
        if (!request) {  // the file is used up, and with it this stream
            is_ending_ = true;
            arrivals_ = departures_;
            free_.push_back(&connection);
            return;
        }
        connection.due_at = departures_.next();
        departures_.pass();
        ++under_way_;
        client_.send(connection, *request, now);
    }

    std::string name_;
    double rate_;
    std::uint64_t seed_;
    std::unique_ptr<RequestMaker> requests_;
    HttpClient client_;
    DueTimes arrivals_;    // the next request that will be due
    DueTimes departures_;  // the first of the line
    std::vector<Connection*> free_;
    Nanoseconds start_ = 0;
    Nanoseconds end_ = 0;
    Nanoseconds last_answer_at_ = 0;
    bool is_ending_ = false;
    std::uint64_t under_way_ = 0;
    std::uint64_t late_ = 0;
    std::uint64_t errors_ = 0;
    std::array<std::unique_ptr<Durations>, std::tuple_size_v<StatusCounts>> by_status_;
};

std::string RequestStream::report(Nanoseconds duration) const {
    std::string statuses;
    for (std::size_t status = 0; status < by_status_.size(); ++status) {
        if (const auto& seen = by_status_[status]) {
            const std::uint64_t count = seen->since_due.count();
            statuses +=
                fmt::format(R"({}"{}":{{"count":{},"rate":{:.1f},"latency":{},"answer_ms":{}}})",
                            statuses.empty() ? "" : ",", status, count, rate_of(count, duration),
                            latency_json(seen->since_due), latency_json(seen->since_sent));
        }
    }
    return fmt::format(
        R"({}:{{"offered":{},"offered_rate":{:.1f},"errors":{},"unanswered":{},"unsent":{},)"
        R"("by_status":{{{}}}}})",
        in_quotes(name_), offered(), rate_of(offered(), end_ - start_), errors_, under_way_,
        arrivals_.passed() - departures_.passed(), statuses);
}

class OpenRun {
public:
    void add(std::string name, double rate, const CommonOptions& common, const Address& address,
             std::unique_ptr<RequestMaker> requests) {
        streams_.push_back(std::make_unique<RequestStream>(poller_, std::move(name), rate, common,
                                                           address, std::move(requests)));
    }

    RunResult run(double seconds) {
        for (const auto& stream : streams_) {
            TRY(stream->open());
        }
        const double cpu_before = cpu_seconds();
        start_ = monotonic_now();
        end_ = start_ + from_seconds(seconds);
        for (const auto& stream : streams_) {
            stream->start(start_, end_);
        }
        turn_until_done();
        return report(cpu_seconds() - cpu_before);
    }

private:
    void turn_until_done() {
        for (;;) {
            const Nanoseconds now = monotonic_now();
            const bool is_ending = now >= end_ || is_stop_requested();
            Nanoseconds wait_until = is_ending ? now + wait_max : std::min(end_, now + wait_max);
            std::uint64_t under_way = 0;
            for (const auto& stream : streams_) {
                stream->turn(now);
                if (is_ending) {
                    stream->end();
                } else {
                    wait_until = std::min(wait_until, stream->next_due());
                }
                under_way += stream->under_way();
            }
            if (is_ending && (under_way == 0 || now >= end_ + last_answers_timeout)) {
                return;
            }
            poller_.wait(std::max(wait_until - monotonic_now(), wait_min),
                         [](void* tag, std::uint32_t events) {
                             auto& connection = *static_cast<Connection*>(tag);
                             connection.owner->handle(connection, events);
                         });
        }
    }

    [[nodiscard]] std::string report(double cpu) const {
        std::uint64_t offered = 0;
        std::uint64_t late = 0;
        Nanoseconds last_answer_at = start_;
        for (const auto& stream : streams_) {
            offered += stream->offered();
            late += stream->late();
            last_answer_at = std::max(last_answer_at, stream->last_answer_at());
        }
        const Nanoseconds duration = last_answer_at - start_;
        std::string classes;
        for (const auto& stream : streams_) {
            classes += (classes.empty() ? "" : ",") + stream->report(duration);
        }
        return fmt::format(
            R"({{"offered":{},"offered_rate":{:.1f},"classes":{{{}}},"late_in_client":{},)"
            R"("seconds":{:.3f},"client_cpu_seconds":{:.3f}}})",
            offered, rate_of(offered, end_ - start_), classes, late, to_seconds(duration), cpu);
    }

    Poller poller_;
    std::vector<std::unique_ptr<RequestStream>> streams_;
    Nanoseconds start_ = 0;
    Nanoseconds end_ = 0;
};

}  // namespace

RunResult run(const OpenOptions& options) {
    const Address address = TRY(Address::parse(options.common.address));
    OpenRun open;
    open.add(options.request.kind_name, options.rate, options.common, address,
             TRY(make_requests(options.common, options.request)));
    if (!options.accept_file.empty()) {
        CommonOptions common = options.common;
        common.connections = options.accept_connections;
        common.seed = mix64(options.common.seed);
        const RequestOptions accepts{.kind = RequestOptions::Kind::PostEach,
                                     .file = options.accept_file};
        open.add("accept", options.accept_rate, common, address,
                 TRY(make_requests(common, accepts)));
    }
    return open.run(options.common.seconds);
}

}  // namespace standby::bench::load
