// The closed loop: as many requests under way as there are connections. It finds out how much the
// server can do.
#include "bench/load/entry_saver.hpp"
#include "bench/load/histogram.hpp"
#include "bench/load/http_client.hpp"
#include "bench/load/report.hpp"
#include "bench/load/request_maker.hpp"
#include "bench/load/runs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace standby::bench::load {
namespace {

constexpr Nanoseconds wait_max = 50 * nanoseconds_per_millisecond;
constexpr Nanoseconds last_answers_timeout = 10 * nanoseconds_per_second;

class ClosedRun final : public ClientListener {
public:
    ClosedRun(const ClosedOptions& options, const Address& address,
              std::unique_ptr<RequestMaker> requests, std::optional<EntrySaver> saver)
        : options_(options),
          requests_(std::move(requests)),
          saver_(std::move(saver)),
          is_mixed_(!requests_->kinds().empty()),
          client_(poller_, options.common.address, address, options.common.connections,
                  saver_ || is_mixed_ ? HttpClient::Bodies::Keep : HttpClient::Bodies::Drop, *this),
          kind_under_way_(options.common.connections) {
        for (std::string& name : requests_->kinds()) {
            kinds_.emplace_back(std::move(name));
        }
    }

    RunResult run() {
        TRY(client_.open_all());
        const double cpu_before = cpu_seconds();
        start_ = last_answer_at_ = monotonic_now();
        deadline_ = start_ + from_seconds(options_.common.seconds);
        for (Connection& connection : client_.connections()) {
            if (connection.state == Connection::State::Idle) {
                on_free(connection, monotonic_now());
            }
        }
        turn_until_done();
        errors_ += under_way_;
        return report(cpu_seconds() - cpu_before);
    }

    void on_free(Connection& connection, Nanoseconds now) override {
        if (is_ending_ || now >= deadline_) {
            return;
        }
        const auto request = requests_->next();
        if (!request) {
            is_ending_ = true;
            return;
        }
        ++under_way_;
        kind_under_way_[index_of(connection)] = requests_->kind();
        client_.send(connection, *request, now);
    }

    void on_answer(const Connection& connection, Nanoseconds now) override {
        --under_way_;
        last_answer_at_ = now;
        const int status = connection.parser.status();
        ++statuses_[static_cast<std::size_t>(status)];
        latency_.record(now - connection.sent_at);
        if (saver_ && status / 100 == 2) {
            saver_->save(connection.body);
        }
        if (is_mixed_) {
            const std::size_t kind = kind_under_way_[index_of(connection)];
            ++kinds_[kind].statuses[static_cast<std::size_t>(status)];
            kinds_[kind].latency.record(now - connection.sent_at);
            requests_->learn(kind, status, connection.body);
        }
    }

    void on_loss(const Connection&) override {
        --under_way_;
        ++errors_;
    }

private:
    struct Kind {
        explicit Kind(std::string its_name) : name(std::move(its_name)) {}

        std::string name;
        StatusCounts statuses{};
        Histogram latency;
    };

    std::size_t index_of(const Connection& connection) {
        return static_cast<std::size_t>(&connection - client_.connections().data());
    }

    void turn_until_done() {
        for (;;) {
            const Nanoseconds now = monotonic_now();
            is_ending_ = is_ending_ || now >= deadline_ || is_stop_requested();
            if (is_ending_ && (under_way_ == 0 || now >= deadline_ + last_answers_timeout)) {
                return;
            }
            client_.reopen_failed(now);
            const Nanoseconds wait = is_ending_ ? wait_max : std::min(deadline_ - now, wait_max);
            poller_.wait(wait, [](void* tag, std::uint32_t events) {
                auto& connection = *static_cast<Connection*>(tag);
                connection.owner->handle(connection, events);
            });
        }
    }

    [[nodiscard]] std::string report(double cpu) const {
        const Nanoseconds duration = last_answer_at_ - start_;
        return fmt::format(
            R"({{"requests":{},"seconds":{:.3f},"rate":{:.1f},"statuses":{},"errors":{},)"
            R"("latency":{},"kinds":{{{}}},"client_cpu_seconds":{:.3f}}})",
            latency_.count(), to_seconds(duration), rate_of(latency_.count(), duration),
            statuses_json(statuses_), errors_, latency_json(latency_), kinds_json(duration), cpu);
    }

    [[nodiscard]] std::string kinds_json(Nanoseconds duration) const {
        std::string text;
        for (const Kind& kind : kinds_) {
            text += fmt::format(
                R"({}{}:{{"count":{},"rate":{:.1f},"statuses":{},"latency":{}}})",
                text.empty() ? "" : ",", in_quotes(kind.name), kind.latency.count(),
                rate_of(kind.latency.count(), duration), statuses_json(kind.statuses),
                latency_json(kind.latency));
        }
        return text;
    }

    const ClosedOptions& options_;
    std::unique_ptr<RequestMaker> requests_;
    std::optional<EntrySaver> saver_;
    bool is_mixed_;
    Poller poller_;
    HttpClient client_;
    std::vector<std::size_t> kind_under_way_;  // of each connection
    std::vector<Kind> kinds_;                  // only of a mix
    Nanoseconds start_ = 0;
    Nanoseconds deadline_ = 0;
    Nanoseconds last_answer_at_ = 0;
    bool is_ending_ = false;  // nothing more is sent
    std::uint64_t under_way_ = 0;
    std::uint64_t errors_ = 0;
    StatusCounts statuses_{};
    Histogram latency_;
};

}  // namespace

RunResult run(const ClosedOptions& options) {
    const Address address = TRY(Address::parse(options.common.address));
    auto requests = TRY(make_requests(options.common, options.request));
    std::optional<EntrySaver> saver;
    if (!options.request.save_file.empty()) {
        saver = TRY(EntrySaver::create(options.request.save_file));
    }
    ClosedRun closed(options, address, std::move(requests), std::move(saver));
    return closed.run();
}

}  // namespace standby::bench::load
