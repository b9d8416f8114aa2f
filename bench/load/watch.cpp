// Thousands of people who keep their page open: one event stream each, opened at a limited rate.
// Streams that end are not opened again, so that a server that drops some is seen to do so.
#include "bench/load/answer_parser.hpp"
#include "bench/load/event_stream.hpp"
#include "bench/load/lines.hpp"
#include "bench/load/poller.hpp"
#include "bench/load/report.hpp"
#include "bench/load/request_maker.hpp"
#include "bench/load/runs.hpp"
#include "bench/load/socket.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace standby::bench::load {
namespace {

constexpr std::size_t read_bytes_max = 64 * 1024;
constexpr Nanoseconds wait_max = 50 * nanoseconds_per_millisecond;
constexpr Nanoseconds wait_while_opening = nanoseconds_per_millisecond;
constexpr Nanoseconds ready_timeout = 120 * nanoseconds_per_second;

struct Stream {
    enum class State { Unopened, Connecting, Asking, Open, Closed };

    State state = State::Unopened;
    int socket = -1;
    std::size_t line = 0;
    AnswerParser answer;
    EventStream events;
};

class WatchRun {
public:
    WatchRun(const WatchOptions& options, const Address& address, Lines lines)
        : options_(options),
          address_(address),
          lines_(std::move(lines)),
          streams_(lines_.size()),
          buffer_(read_bytes_max) {}

    ~WatchRun() {
        for (Stream& stream : streams_) {
            if (stream.socket >= 0) {
                ::close(stream.socket);
            }
        }
    }
    WatchRun(const WatchRun&) = delete;
    WatchRun& operator=(const WatchRun&) = delete;

    RunResult run() {
        if (!options_.events_file.empty()) {
            events_file_.open(options_.events_file, std::ios::binary | std::ios::trunc);
            if (!events_file_) {
                return std::unexpected(fmt::format("{} cannot be written", options_.events_file));
            }
        }
        const Nanoseconds start = monotonic_now();
        while (settled_ < streams_.size() && connect_error_ == 0 && !is_stop_requested() &&
               monotonic_now() < start + ready_timeout) {
            open_due(start);
            turn(wait_while_opening);
        }
        if (connect_error_ != 0) {
            return std::unexpected(connect_complaint(options_.common.address, connect_error_));
        }
        tell_ready();
        const Nanoseconds deadline = monotonic_now() + from_seconds(options_.common.seconds);
        for (Nanoseconds now = monotonic_now(); now < deadline && !is_stop_requested();
             now = monotonic_now()) {
            turn(std::min(deadline - now, wait_max));
        }
        return report();
    }

private:
    // Opens as many streams as the rate allows until now.
    void open_due(Nanoseconds start) {
        const double allowed = to_seconds(monotonic_now() - start) * options_.connect_rate + 1;
        while (opened_ < streams_.size() && static_cast<double>(opened_) < allowed &&
               connect_error_ == 0) {
            Stream& stream = streams_[opened_];
            stream.line = opened_++;
            const auto made = begin_connecting(address_);
            if (!made) {
                connect_error_ = made.error();
                return;
            }
            stream.socket = *made;
            stream.state = Stream::State::Connecting;
            poller_.add(*made, &stream);
        }
    }

    void turn(Nanoseconds wait) {
        poller_.wait(wait, [this](void* tag, std::uint32_t events) {
            handle(*static_cast<Stream*>(tag), events);
        });
    }

    void handle(Stream& stream, std::uint32_t events) {
        if (stream.state == Stream::State::Connecting) {
            connect_error_ = connect_error(stream.socket);
            if (connect_error_ != 0 || (events & EPOLLOUT) == 0) {
                return;
            }
            ask(stream);
        }
        if ((events & EPOLLIN) != 0 || Poller::is_end(events)) {
            read(stream, events);
        }
    }

    void ask(Stream& stream) {
        const Lines::Fields fields = lines_.fields(stream.line);
        const std::string_view token =
            fields.second.empty() ? std::string_view(options_.common.key) : fields.second;
        const std::string request = request_head("GET", fields.first, token, options_.common) +
                                    "Accept: text/event-stream\r\n\r\n";
        stream.state = Stream::State::Asking;
        if (::send(stream.socket, request.data(), request.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(request.size())) {
            drop(stream);
        }
    }

    void read(Stream& stream, std::uint32_t events) {
        while (stream.socket >= 0) {
            const ssize_t count = ::recv(stream.socket, buffer_.data(), buffer_.size(), 0);
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
                return;
            }
            if (count <= 0) {
                drop(stream);
                return;
            }
            const auto size = static_cast<std::size_t>(count);
            bytes_ += size;
            consume(stream, std::string_view(buffer_.data(), size));
            if (size < buffer_.size() && !Poller::is_end(events)) {
                return;
            }
        }
    }

    void consume(Stream& stream, std::string_view input) {
        const Nanoseconds now = monotonic_now();
        for (;;) {
            switch (stream.answer.take(input)) {
            case AnswerParser::Part::Header:
                if (stream.answer.status() != 200) {
                    refused_status_ = stream.answer.status();
                    ++refused_;
                    drop(stream);
                    return;
                }
                break;
            case AnswerParser::Part::Body:
                if (stream.state == Stream::State::Asking) {
                    stream.state = Stream::State::Open;
                    ++settled_;
                }
                count_events(stream, now);
                break;
            case AnswerParser::Part::NeedMore:
                return;
            case AnswerParser::Part::End:
            case AnswerParser::Part::Broken:
                drop(stream);
                return;
            }
        }
    }

    void count_events(Stream& stream, Nanoseconds now) {
        std::string_view text = stream.answer.body();
        while (stream.events.take(text)) {
            const std::string_view name = stream.events.name();
            auto found = counts_.find(name);
            if (found == counts_.end()) {
                found = counts_.emplace(name, 0).first;
            }
            ++found->second;
            if (events_file_.is_open()) {
                line_.clear();
                fmt::format_to(std::back_inserter(line_), "{}\t{}\t{}\t{}\n", now,
                               lines_.fields(stream.line).third, name, stream.events.id());
                events_file_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
            }
        }
    }

    // The stream has ended, whether it was ever open or not.
    void drop(Stream& stream) {
        ++disconnects_;
        settled_ += stream.state == Stream::State::Asking ? 1U : 0U;
        stream.state = Stream::State::Closed;
        ::close(stream.socket);
        stream.socket = -1;
    }

    [[nodiscard]] std::size_t open_count() const {
        return static_cast<std::size_t>(
            std::ranges::count(streams_, Stream::State::Open, &Stream::state));
    }

    void tell_ready() const {
        if (open_count() == streams_.size()) {
            fmt::print(stderr, "ready\n");
        } else {
            fmt::print(stderr,
                       "not ready: {} of {} streams are open; {} were refused, last with {}\n",
                       open_count(), streams_.size(), refused_, refused_status_);
        }
        std::fflush(stderr);
    }

    [[nodiscard]] std::string report() const {
        std::string events;
        for (const auto& [name, count] : counts_) {
            events += fmt::format("{}{}:{}", events.empty() ? "" : ",", in_quotes(name), count);
        }
        return fmt::format(
            R"({{"streams":{},"open_at_end":{},"events":{{{}}},"bytes":{},"disconnects":{},)"
            R"("refused":{},"client_cpu_seconds":{:.3f}}})",
            streams_.size(), open_count(), events, bytes_, disconnects_, refused_, cpu_seconds());
    }

    const WatchOptions& options_;
    Address address_;
    Lines lines_;
    std::vector<Stream> streams_;
    std::vector<char> buffer_;
    std::string line_;
    std::ofstream events_file_;
    Poller poller_;
    std::size_t opened_ = 0;
    std::size_t settled_ = 0;  // streams that are open, or have failed
    int connect_error_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t disconnects_ = 0;
    std::uint64_t refused_ = 0;
    int refused_status_ = 0;
    std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace

RunResult run(const WatchOptions& options) {
    const Address address = TRY(Address::parse(options.common.address));
    Lines lines = TRY(Lines::read(options.file));
    WatchRun watch(options, address, std::move(lines));
    return watch.run();
}

}  // namespace standby::bench::load
