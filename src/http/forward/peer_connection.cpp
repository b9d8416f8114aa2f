// Writing in batches, reading in order, and what became of each request when the connection ends.
#include "http/forward/peer_connection.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t buffer_size = 64 * 1024;
constexpr std::size_t stream_buffer_size = 4 * 1024;  // There may be thousands of streams.
// A node sends a heartbeat on every stream four times in this time.
constexpr std::chrono::seconds stream_silence_max{60};

wire::Instant now() {
    return std::chrono::steady_clock::now();
}

}  // namespace

PeerConnection::PeerConnection(std::shared_ptr<wire::IoThread> thread,
                               std::unique_ptr<wire::Transport> transport, Duration idle_deadline,
                               Owner owner)
    : thread_(std::move(thread)),
      transport_(std::move(transport)),
      idle_deadline_(idle_deadline),
      owner_(std::move(owner)),
      quiet_until_(now() + idle_deadline),
      buffer_(buffer_size) {}

void PeerConnection::start() {
    thread_->watch(shared_from_this());
    read_more();
}

void PeerConnection::send(PeerExchange exchange) {
    ASSERT(is_open() && !is_reserved_);
    is_reserved_ = exchange.kind != ErrandKind::Quick;
    const std::size_t size = output_.size();
    exchange.write(output_);
    exchanges_.push_back({.exchange = std::move(exchange), .begin = bytes_queued_});
    bytes_queued_ += output_.size() - size;
    if (!std::exchange(is_flush_due_, true)) {
        // After the tasks that are waiting already, which may bring more to send.
        thread_->post([self = shared_from_this()] { self->flush(); });
    }
}

void PeerConnection::flush() {
    is_flush_due_ = false;
    if (phase_ != Phase::Closed) {
        write_output();
    }
}

void PeerConnection::write_output() {
    while (sending_.empty() && !output_.empty()) {
        sending_.swap(output_);
        sent_ = transport_->write_now(sending_);
        bytes_written_ += sent_;
        if (sent_ < sending_.size()) {
            ++operations_;
            transport_->write(shared_from_this(), std::string_view(sending_).substr(sent_));
            return;
        }
        sending_.clear();
    }
}

void PeerConnection::on_written(std::size_t size) {
    --operations_;
    if (phase_ == Phase::Closed) {
        return release_when_quiet();
    }
    if (size == 0) {
        return close();
    }
    sent_ += size;
    bytes_written_ += size;
    if (sent_ < sending_.size()) {
        ++operations_;
        transport_->write(shared_from_this(), std::string_view(sending_).substr(sent_));
        return;
    }
    sending_.clear();
    write_output();
}

void PeerConnection::read_more() {
    if (phase_ == Phase::Streaming && buffer_.size() > stream_buffer_size) {
        std::vector<char>(stream_buffer_size).swap(buffer_);
    }
    ++operations_;
    transport_->read(shared_from_this(), buffer_);
}

void PeerConnection::on_read(std::size_t size, ReadEnd end) {
    --operations_;
    if (phase_ == Phase::Closed) {
        return release_when_quiet();
    }
    const std::string_view fresh(buffer_.data(), size);
    if (input_.empty()) {
        input_ = fresh.substr(take_input(fresh));
    } else {
        input_ += fresh;
        input_.erase(0, take_input(input_));
    }
    if (phase_ == Phase::Closed) {
        return release_when_quiet();
    }
    if (end != ReadEnd::None) {
        return close();
    }
    read_more();
    if (phase_ == Phase::Open) {
        owner_.on_room();
    }
}

std::size_t PeerConnection::take_input(std::string_view input) {
    std::size_t taken = 0;
    while (phase_ != Phase::Closed && taken < input.size()) {
        const std::size_t size = parser_.put(input.substr(taken));
        taken += size;
        const ResponseParser::Stage stage = parser_.stage();
        if (stage == ResponseParser::Stage::Streaming ||
            stage == ResponseParser::Stage::StreamEnded) {
            if (!take_stream()) {
                close();
            }
            break;
        }
        if (stage == ResponseParser::Stage::Refused || exchanges_.empty()) {
            close();  // Not an answer, or to nothing that was asked.
            break;
        }
        if (stage != ResponseParser::Stage::Done) {
            break;
        }
        const bool is_last = parser_.is_last();
        const UnderWay first = std::move(exchanges_.front());
        exchanges_.pop_front();
        is_reserved_ = false;
        quiet_until_ = now() + idle_deadline_;
        first.exchange.answered(parser_.take());
        if (is_last || first.exchange.kind == ErrandKind::Stream) {
            close();
        }
    }
    return phase_ == Phase::Closed ? input.size() : taken;
}

// Passes on what came of the stream; false when it is over, or nobody asked for one.
bool PeerConnection::take_stream() {
    if (phase_ == Phase::Open) {
        const bool is_asked_for =
            exchanges_.size() == 1 && exchanges_.front().exchange.kind == ErrandKind::Stream;
        if (!is_asked_for) {
            return false;
        }
        const UnderWay first = std::move(exchanges_.front());
        exchanges_.pop_front();
        phase_ = Phase::Streaming;
        stream_ = first.exchange.stream([thread = thread_, kept = weak_from_this()] {
            thread->post([kept] {
                if (const auto self = kept.lock()) {
                    self->close();
                }
            });
        });
    }
    quiet_until_ = now() + stream_silence_max;
    for (std::string& chunk : parser_.take_chunks()) {
        stream_->write(std::move(chunk));
    }
    return parser_.stage() == ResponseParser::Stage::Streaming;
}

void PeerConnection::check_deadlines(wire::Instant current) {
    const bool is_late = std::ranges::any_of(
        exchanges_, [&](const UnderWay& one) { return one.exchange.deadline <= current; });
    if (is_late || (exchanges_.empty() && quiet_until_ <= current)) {
        close();
    }
}

void PeerConnection::close() {
    if (phase_ == Phase::Closed) {
        return;
    }
    const std::shared_ptr<PeerConnection> self = shared_from_this();
    phase_ = Phase::Closed;
    if (const auto stream = std::exchange(stream_, nullptr)) {
        stream->close();
    }
    transport_->close();
    release_when_quiet();
    thread_->unwatch(*this);
    const std::deque<UnderWay> lost = std::exchange(exchanges_, {});
    const Owner owner = std::exchange(owner_, {});
    owner.on_closed(*this);
    for (const UnderWay& one : lost) {
        one.exchange.failed(bytes_written_ > one.begin ? Trouble::Broken : Trouble::NotSent);
    }
}

// The transport has to go on this thread, when it has no operation left. Not at once, because it
// may be what is calling.
void PeerConnection::release_when_quiet() {
    if (operations_ == 0 && transport_ != nullptr) {
        thread_->post([transport = std::move(transport_)] {});
    }
}

}  // namespace standby::http
